//! Conditions: statements about a position and a move in it.

use crate::board::{BySide, PieceSet, Side, SquareSet};
use crate::notation::Term;

/// A statement about a position and, in most places, a move in it.
///
/// `Own` is the mover's side, in an [`End`](super::End) the player that is asked.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Condition {
    /// Holds always.
    Always,
    /// Holds never.
    Never,
    /// All of them hold.
    All(Vec<Condition>),
    /// One of them holds.
    Any(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// Every square of a place is in a zone.
    In(Place, BySide<SquareSet>),
    /// Every square of a place is in a state.
    State(Place, SquareState),
    /// So many men are there.
    Count(Pick, Compare, u32),
    /// As many men are here as there, compared.
    Versus(Pick, Compare, Pick),
    /// Men are attacked: with `every` all of these (and so it holds if there are none), otherwise one of them. The
    /// attackers are enemies of the attacked man; where both choices name the same player, they are the men that guard it:
    /// those that could take on its square if an enemy stood there.
    Attacked {
        /// Who is attacked.
        men: Pick,
        /// By whom; anybody if nobody is named.
        by: Option<Box<Pick>>,
        /// Whether it must be all of them.
        every: bool,
    },
    /// A counter of `own`, with `enemy` the other player's, compares so with a number.
    Counter {
        /// Whose count of what.
        of: Tally,
        /// How.
        compare: Compare,
        /// With what.
        number: i32,
    },
    /// A count compares so with another one.
    Counters(Tally, Compare, Tally),
    /// The player to move, who is `Own`, has a legal move of which it holds. Stands only in ends and for passes.
    Can(Box<Condition>),
    /// It holds in the position after the turn; `Own` stays who it is. Stands only in prohibitions and obligations.
    After(Box<Condition>),
    /// It held of the move before this one, or in the position before it: the value is remembered in this bit of
    /// [`State::memory`](crate::position::State::memory).
    Remembered(usize),
    /// The mover is one of these, before it promotes.
    MoverIs(PieceSet),
    /// A man is taken and is one of these.
    VictimIs(PieceSet),
    /// The move takes an enemy man.
    Capture,
    /// The mover changes its kind.
    Promotion,
    /// The move changes nothing but the turn.
    Pass,
    /// A man is put down from the hand.
    Drop,
    /// A partner moves as well.
    Castle,
    /// No square of the board is empty.
    Full,
    /// The condition's `Own` is this side.
    SideIs(Side),
    /// Some own royal is attacked; with `enemy` some enemy royal.
    Check {
        /// Ask about the other player.
        enemy: bool,
    },
    /// The player has no legal move. Holds only for the player to move. Stands only in ends.
    NoMove {
        /// Ask about the other player.
        enemy: bool,
    },
    /// The position stands for at least the n-th time. Stands only in ends.
    Repeated(u32),
    /// At least n half-moves have been made since the last progress. Stands only in ends.
    Quiet(u32),
    /// The player has checked with every move since the position first stood. Stands only in ends.
    PerpetualCheck {
        /// Ask about the other player.
        enemy: bool,
    },
    /// The player has threatened the same unprotected man with every move since the position first stood. Stands only
    /// in ends.
    PerpetualChase {
        /// Ask about the other player.
        enemy: bool,
    },
}

impl Condition {
    /// Whether it is, or some part of it.
    pub fn has(&self, is: &impl Fn(&Condition) -> bool) -> bool {
        let inside = match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(|part| part.has(is)),
            Self::Not(part) | Self::After(part) | Self::Can(part) => part.has(is),
            _ => false,
        };
        inside || is(self)
    }
}

/// Squares that belong to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Place {
    /// Where the mover starts.
    Here,
    /// Where it ends.
    There,
    /// What it passes, ends left out.
    Path,
    /// Here, path and there.
    Track,
}

/// What a square is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SquareState {
    /// No enemy attacks it, as if the mover had left its square.
    Safe,
    /// An enemy attacks it.
    Attacked,
    /// The man there has not moved yet, as far as that is remembered.
    Unmoved,
    /// The mover could never move from there, on a board without other men.
    Stuck,
}

/// How a number of men is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compare {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Compare {
    /// Whether `left` and `right` compare so.
    pub fn holds<T: Ord + Copy>(self, left: T, right: T) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Equal => left == right,
            Self::AtLeast => left >= right,
            Self::More => left > right,
        }
    }
}

/// A player's count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Tally {
    /// The counter's place in [`Rules::counters`](super::Rules::counters).
    pub counter: usize,
    /// The opponent's.
    pub enemy: bool,
}

/// A choice of men on the board.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Pick {
    /// Whose men.
    pub owner: Owner,
    /// Which kinds.
    pub kinds: PieceSet,
    /// Where.
    pub region: Region,
}

/// Whose men are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Owner {
    /// The mover's, in an end the asked player's.
    Own,
    /// The opponent's.
    Enemy,
    /// Anybody's.
    Any,
    /// White's or Black's.
    Side(Side),
}

/// Where men are looked for.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Region {
    /// On the whole board.
    Anywhere,
    /// In a zone.
    Zone(BySide<SquareSet>),
    /// In the player's hand.
    Hand,
    /// On squares of the move.
    Places(Vec<Place>),
    /// On the same file as a square of the move.
    FileOf(Place),
    /// On the same rank as a square of the move.
    RankOf(Place),
    /// In an unbroken row of such men (on a rank, file or diagonal) from beside a square of the move up to one of these.
    Between(Place, Box<Pick>),
    /// On the board, but not in this region.
    Outside(Box<Region>),
    /// On a square that a pattern reaches from each of some squares; forward is `Own`'s forward. The pattern's steps,
    /// ranges, hops and `n` mean what they mean in a move; the last square may hold anything.
    At {
        /// The pattern: single-leg terms only.
        pattern: Vec<Term>,
        /// Where it starts.
        from: Origin,
    },
}

/// Where a pattern starts.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Origin {
    /// On a square of the move (`Here` or `There`).
    Place(Place),
    /// On the square of any man so chosen.
    Men(Box<Pick>),
}
