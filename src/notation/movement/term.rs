//! What a notation string means: terms made of legs, with spans into the string.
//!
//! This is the normal form that everything behind the parser reads: directions are written out as offsets, compounds
//! such as `K` and `Q` are unions of steps, doubling and digits are ranges. Offsets are the mover's own view: positive
//! `forward` is away from its home side, positive `right` is to its right hand. For Black both are negated (a turn by
//! 180 degrees), which [`Step::seen_by`] does.

use super::legs::Legs;
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
    /// When it may be used.
    pub when: When,
    /// What the term does.
    pub action: Action,
}

impl Term {
    /// The leg, if the term is one plain leg: what [`walk`](crate::notation::walk()) reads and tables can hold. Moves of several
    /// legs, bent rides and moves that look at the kind of a man are not.
    #[must_use]
    pub fn plain_leg(&self) -> Option<&Leg> {
        match &self.action {
            Action::Legs(legs) => legs.plain(),
            Action::Castle(_) | Action::Drop(_) => None,
        }
    }

    /// The legs, unless the term castles or drops.
    #[must_use]
    pub fn legs(&self) -> Option<&Legs> {
        match &self.action {
            Action::Legs(legs) => Some(legs),
            Action::Castle(_) | Action::Drop(_) => None,
        }
    }

    /// All legs of all its paths.
    pub fn all_legs(&self) -> impl Iterator<Item = &Leg> {
        self.legs()
            .into_iter()
            .flat_map(|l| l.paths().iter().flatten())
            .map(AsRef::as_ref)
    }
}

/// When a term may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum When {
    /// At any time.
    #[default]
    Always,
    /// `i`: only while the mover has not moved.
    Unmoved,
    /// `ii`: only while the mover stands one rank ahead of where men of its kind start.
    Advanced,
}

/// What a term does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// A move of one or more legs.
    Legs(Legs),
    /// `O`: castling.
    Castle(Castle),
    /// `@`: a man from the hand is put on the board.
    Drop(Drop),
}

/// One leg: in which directions, how far, over what and onto what.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools)] // independent letters of the notation
pub struct Leg {
    /// The single steps, one for each direction, without repetitions. On a later leg of a chain in brackets those among
    /// which `turn` chooses; on a later leg behind `a`, which turns the step before it, those of the atom. Empty for
    /// `U`, the leap to any square.
    pub steps: Vec<Step>,
    /// On a later leg: how it turns from the step before.
    pub turn: Option<Turn>,
    /// How many such steps at most.
    pub range: Range,
    /// `i` on a later leg: exactly as many steps as the last leg without it took.
    pub same_length: bool,
    /// `z` and `q` alone: how a ride turns after each step.
    pub bend: Bend,
    /// What may stand on the last square.
    pub modality: Modality,
    /// On a leg with another one behind it: how else it goes on.
    pub onward: Onward,
    /// `k` and `t`: which enemy men it takes.
    pub victims: Victims,
    /// `x`: on a leg with another one behind it, an own man on its last square makes the rest of the move; on the last
    /// leg, the mover moves as the own man there would.
    pub lends: bool,
    /// `p` and `g` on the last leg: jumping over a man.
    pub hop: Hop,
    /// `n` and `j` on a leaper: what the squares between the ends of each step must hold.
    pub between: Between,
    /// What it passes quietly can be taken en passant: a lame leap, an initial slide with `n`, a step with `n` and more
    /// behind it, a ride to the middle of the board.
    pub leaves_passed: bool,
    /// `j` on a slider: how many of the first squares are skipped whatever they hold.
    pub skip: u8,
    /// `o`: the files form a ring.
    pub wraps: bool,
    /// `u`: the man taken reappears where the leg started.
    pub unload: bool,
}

impl Leg {
    /// A leg of these steps and nothing else: one step, to an empty square or onto an enemy man.
    #[must_use]
    pub fn new(steps: Vec<Step>) -> Self {
        Self {
            steps,
            turn: None,
            range: Range::UpTo(1),
            same_length: false,
            bend: Bend::None,
            modality: Modality::USUAL,
            onward: Onward::default(),
            victims: Victims::Any,
            lends: false,
            hop: Hop::None,
            between: Between::Any,
            leaves_passed: false,
            skip: 0,
            wraps: false,
            unload: false,
        }
    }

    /// `U`: whether it leaps to any square.
    #[must_use]
    pub fn is_universal(&self) -> bool {
        self.steps.is_empty()
    }
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
    /// `*`: as far as the last rank of the mover's half of the board, the middle one included, at least one step.
    Half,
}

impl Range {
    /// The range of the legs behind a leg with `y` or `g`: a single step becomes unlimited, everything longer a single
    /// step.
    #[must_use]
    pub fn switched(self) -> Self {
        match self {
            Self::UpTo(1) => Self::Unlimited,
            Self::UpTo(_) | Self::Unlimited | Self::Half => Self::UpTo(1),
        }
    }
}

/// How a later leg turns from the step before it, in eighths of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Bit n: n eighths to the right; bit 0 is straight on.
    pub eighths: u8,
    /// Bit n: n eighths against the last turn (`z`), either way if there was none.
    pub against: u8,
    /// Bit n: n eighths the same way as the last turn (`q`), either way if there was none.
    pub along: u8,
    /// In brackets, where each leg has an atom of its own: the turn chooses the nearest of the leg's own steps. Otherwise
    /// it turns the step before.
    pub own_atom: bool,
}

/// How a ride turns after each of its steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bend {
    /// It does not.
    #[default]
    None,
    /// `z`: by a quarter, to the left and right in turn.
    Crooked,
    /// `q`: to the next of its directions, always the same way, until the circle closes.
    Circular,
}

/// How a leg with another one behind it goes on, besides what its modality says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Onward {
    /// `y`: from an empty square, the range changing.
    pub quiet_switching: bool,
    /// `p`: from on top of a man, which stays.
    pub over: Over,
    /// `g`: the same, the range changing.
    pub over_switching: Over,
}

/// Over which men a leg goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Over {
    /// None.
    #[default]
    Nobody,
    /// Those of the mover's side (`t`).
    Own,
    /// All.
    Anybody,
}

/// Which enemy men a leg takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Victims {
    /// All.
    #[default]
    Any,
    /// `k`: royal ones only.
    Royal,
    /// `t`: all but royal ones.
    Common,
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

impl Modality {
    /// No letter: to an empty square or onto an enemy man.
    pub const USUAL: Self = Self {
        quiet: true,
        capture: true,
        en_passant: false,
        destroy: false,
    };
    /// To an empty square only: a leg without letters that has another one behind it.
    pub const QUIET: Self = Self {
        quiet: true,
        capture: false,
        en_passant: false,
        destroy: false,
    };
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

/// A drop from the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Drop {
    /// How many ranks its zone has, counted from the mover's own back rank.
    pub depth: u16,
    /// `j`: not on the back rank.
    pub spares_back_rank: bool,
    /// `f`, `ff`: how many own men of the kind there may be on a file with the dropped one; `None` for any number.
    pub per_file: Option<u8>,
    /// `s`: not on a square of the same colour as that of another own man of the kind.
    pub other_colour: bool,
    /// `b`: only if there is no own man of the kind on the board.
    pub only_one: bool,
}
