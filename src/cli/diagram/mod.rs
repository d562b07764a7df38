//! Move diagrams: one model, filled in by trying a piece out ([`could`]) or from the moves that it has in a position
//! ([`has`]), and drawn as text, as an SVG picture or as JSON.

mod ability;
mod actual;
mod drawn_json;
mod legend;
mod svg;
mod text;

pub(crate) use ability::{Entries, apart, could, could_around, wraps};
pub(crate) use actual::{Standing, has, uses};
pub(crate) use drawn_json::json;
pub(crate) use svg::svg;
pub(crate) use text::text;

use ferz::board::Side;
use std::collections::{BTreeMap, BTreeSet};

/// A column and a row, counted from White's left and from below.
pub(crate) type At = (i32, i32);

/// A drawing of a board or of the squares around a piece, White below.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Diagram {
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    /// The squares have names: it is a board from a1 on.
    pub(crate) named: bool,
    /// The squares on which there is something to see.
    pub(crate) cells: BTreeMap<At, Cell>,
    /// The players' hands, in games with hands.
    pub(crate) hands: Vec<Hand>,
    /// What the drawing does not show.
    pub(crate) remarks: Vec<String>,
    /// Some moves are not drawn, so that a square may be of more use than is seen.
    pub(crate) partial: bool,
    /// Some lines that leave the drawing are not straight.
    pub(crate) bent: bool,
}

/// One square of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) holds: Option<Holds>,
    /// What the piece does there, the easiest first.
    pub(crate) parts: Vec<Part>,
    /// What the easiest line needs that goes on behind the square, if one does.
    pub(crate) open: Option<Needs>,
}

/// What stands on a square of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// The piece whose moves are drawn, with its letter.
    Mover(String),
    /// A man of its side, with its letter if it has one.
    Own(Option<String>),
    /// A man of the other side.
    Enemy(Option<String>),
    /// Nothing, because the board has no such square.
    Hole,
    /// A wall.
    Wall,
}

/// The men that a player has in hand, in a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hand {
    /// Whose.
    pub(crate) side: Side,
    /// Whether the piece whose moves are drawn is of this side.
    pub(crate) own: bool,
    /// The letters of its men, each with how many there are.
    pub(crate) men: Vec<(String, u8)>,
}

/// What happens on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Use {
    Quiet,
    Capture,
    /// The piece goes to an empty square; what it could do with men there has not been tried.
    Untried,
    /// An own man there is put on the square that the piece leaves.
    Swap,
    /// The same with an enemy man.
    SwapEnemy,
    /// An own man is removed.
    Remove,
    /// An own man is put on another square.
    Carry,
    /// An enemy man is put on another square.
    CarryEnemy,
    /// A man that stood elsewhere is put there.
    Put,
    /// An enemy man is taken, and the move ends elsewhere.
    Victim,
    /// An own man is removed, and the move ends elsewhere.
    OwnVictim,
    /// The move ends there and takes a man elsewhere.
    Beyond,
    /// The move ends there and removes an own man elsewhere, or puts a man elsewhere.
    AfterCarry,
    /// An own man makes the move.
    Relay,
    EnPassant,
    Castle,
    Pass,
    Drop,
}

/// What a way to a square needs besides the squares being as drawn: several of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Needs(u8);

impl Needs {
    /// Nothing.
    pub(crate) const NOTHING: Self = Self(0);
    /// The mover has not moved yet.
    pub(crate) const UNMOVED: Self = Self(1);
    /// A man to jump over.
    pub(crate) const HURDLE: Self = Self(2);
    /// Nothing stands on the squares that it passes.
    pub(crate) const CLEAR: Self = Self(4);
    /// The entry's condition holds.
    pub(crate) const CONDITION: Self = Self(8);
    /// One of several ways is free.
    pub(crate) const WAY: Self = Self(16);
    /// The mover stands one rank ahead of its start.
    pub(crate) const ADVANCED: Self = Self(32);
    /// The man there is royal.
    pub(crate) const ROYAL: Self = Self(64);

    /// Whether all of the others are among these.
    pub(crate) fn include(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }
}

/// Uses of a square that are had in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) needs: Needs,
    /// What stands between does not matter.
    pub(crate) leap: bool,
    /// In order, without repetitions.
    pub(crate) uses: Vec<Use>,
}

/// One way to use a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    purpose: Use,
    leap: bool,
    needs: Needs,
    /// Whose condition is needed: conditions of two entries are two needs.
    entry: usize,
}

impl Way {
    /// Whether this way is there whenever the other one is.
    fn covers(self, other: Self) -> bool {
        self.purpose == other.purpose
            && self.leap >= other.leap
            && other.needs.include(self.needs)
            && (self.entry == other.entry || !self.needs.include(Needs::CONDITION))
    }
}

/// The uses of a square, those that need least first. A way is left out if there is an easier one to the same use.
fn parts(ways: &BTreeSet<Way>) -> Vec<Part> {
    let covered = |way: &Way| {
        let mut others = ways.iter().filter(|other| *other != way);
        others.any(|other| other.covers(*way) && !(way.covers(*other) && way < other))
    };
    let mut parts: BTreeMap<(Needs, bool), Vec<Use>> = BTreeMap::new();
    for way in ways.iter().filter(|way| !covered(way)) {
        let uses = parts.entry((way.needs, way.leap)).or_default();
        if !uses.contains(&way.purpose) {
            uses.push(way.purpose);
        }
    }
    parts
        .into_iter()
        .map(|((needs, leap), uses)| Part { needs, leap, uses })
        .collect()
}
