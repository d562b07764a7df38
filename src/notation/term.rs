//! What a notation string means: terms made of legs, with spans into the string.
//!
//! This is the normal form that everything behind the parser reads: directions are written out as offsets, compounds
//! such as `K` and `Q` are unions of steps, doubling and digits are ranges. Offsets are the mover's own view: positive
//! `forward` is away from its home side, positive `right` is to its right hand. For Black both are negated (a turn by
//! 180 degrees), which [`Step::seen_by`] does.

use crate::board::Side;
use std::ops::Range as Span;

/// A whole notation string: the union of its terms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Movement {
    /// The terms in the order in which they are written.
    pub terms: Vec<Term>,
}

/// One move of a piece: a modifier run and its atom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Term {
    /// Byte offsets inside the notation string.
    pub span: Span<usize>,
    /// `i`: only while the mover has not moved.
    pub initial: bool,
    /// What the term does.
    pub action: Action,
}

/// What a term does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// A move of one leg. (Moves of several legs come with the multi-leg notation.)
    Leg(Leg),
    /// `O`: castling.
    Castle(Castle),
}

/// One leg: in which directions, how far, over what and onto what.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Leg {
    /// The single steps, one for each direction, without repetitions.
    pub steps: Vec<Step>,
    /// How many such steps at most.
    pub range: Range,
    /// What may stand on the last square.
    pub modality: Modality,
    /// `p` and `g`: jumping over a man.
    pub hop: Hop,
    /// `n` and `j` on a leaper: what the squares between the ends of each step must hold.
    pub between: Between,
    /// `j` on a slider: how many of the first squares are skipped whatever they hold.
    pub skip: u8,
    /// `o`: the files form a ring.
    pub wraps: bool,
    /// `u`: the man taken reappears where the leg started.
    pub unload: bool,
}

/// A step's offset in the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Files to the right.
    pub right: i32,
    /// Ranks forward.
    pub forward: i32,
}

impl Step {
    /// The offset in files and ranks as White counts them.
    #[must_use]
    pub fn seen_by(self, side: Side) -> (i32, i32) {
        match side {
            Side::White => (self.right, self.forward),
            Side::Black => (-self.right, -self.forward),
        }
    }

    /// The steps that a lame step passes, in order: the straight or diagonal squares in between, or for the oblique
    /// (1,2) leap the orthogonal neighbour on its long side. Empty where nothing lies between or nothing is settled.
    pub fn between(self) -> impl Iterator<Item = Self> + use<> {
        let (right, forward) = (self.right.abs(), self.forward.abs());
        let (count, along, up) = match (right.min(forward), right.max(forward)) {
            (short, long) if short == 0 || short == long => {
                (long - 1, self.right.signum(), self.forward.signum())
            }
            (1, 2) if forward == 2 => (1, 0, self.forward.signum()),
            (1, 2) => (1, self.right.signum(), 0),
            _ => (0, 0, 0),
        };
        (1..=count).map(move |n| Self {
            right: along * n,
            forward: up * n,
        })
    }
}

/// How many steps a leg may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Range {
    /// At most this many, at least 1.
    UpTo(u16),
    /// Until the edge or a man stops it.
    Unlimited,
}

/// What a leg may end on; at least one is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools)] // four independent letters of the notation
pub struct Modality {
    /// `m`: an empty square.
    pub quiet: bool,
    /// `c`: an enemy man, which is taken.
    pub capture: bool,
    /// `e`: the square that a man has just passed; that man is taken.
    pub en_passant: bool,
    /// `d`: an own man, which is removed.
    pub destroy: bool,
}

/// How a leg jumps over a man.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Hop {
    /// It does not.
    #[default]
    None,
    /// `p`: over exactly one man of either side, then on as far as the range goes.
    Over,
    /// `g`: over exactly one man, ending on the very next square.
    Beside,
}

/// What the squares between the ends of a leap must hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Between {
    /// Anything.
    #[default]
    Any,
    /// `n`: they must be empty; what is passed is recorded for en passant.
    Empty,
    /// `j`: they must be occupied.
    Occupied,
}

/// Castling: the mover goes `squares` toward a partner, the partner ends right beside it on the inner side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Castle {
    /// Toward the mover's left.
    pub left: bool,
    /// Toward the mover's right.
    pub right: bool,
    /// How far the mover goes.
    pub squares: u8,
    /// How many files the partner stands from the edge (`j` for one).
    pub inset: u8,
}
