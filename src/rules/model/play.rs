//! What makes a turn more than one man's move: hands, drops, effects, second parts, laws and counters.

use super::{Condition, Pick, Place};
use crate::board::{BySide, Man, PieceId, PieceSet, SquareSet};
use crate::notation::Term;
use crate::source::Location;

/// Where captured men go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Captured {
    /// Out of the game.
    #[default]
    Gone,
    /// Into the hand of the player who captured them, as what [`Kind::in_hand`](super::Kind::in_hand) says.
    Hand,
}

/// A rule by which men are put down.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DropRule {
    /// Its name in the file.
    pub id: String,
    /// The men in hand that it is about, each with what it may be put down as.
    pub choices: BySide<Vec<(PieceId, Vec<PieceId>)>>,
    /// The squares, of which the empty ones count.
    pub zone: BySide<SquareSet>,
    /// When; `here` and `there` are the square, `mover` is the man as it is put down.
    pub condition: Condition,
    /// Whether the man need not be in hand: there is no end of them.
    pub free: bool,
    /// Where its name stands.
    pub place: Location,
}

/// What a turn consists of besides the move.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Turn {
    /// When a player may pass.
    pub pass: Condition,
    /// Where that is said; nothing where nobody may.
    pub pass_place: Option<Location>,
    /// What comes after the move and belongs to it.
    pub then: Option<Part>,
    /// Whether the move must be legal without its second part as well.
    pub each_part: bool,
}

/// A second part of a turn.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Part {
    /// What is done.
    pub act: PartAct,
    /// Whether it may be left out.
    pub may: bool,
    /// The squares that a pattern of single-leg terms reaches from a square of the move, the men standing as after the
    /// move; everywhere without one.
    pub reach: Option<(Vec<Term>, Place)>,
    /// The squares, of which the empty ones count.
    pub zone: BySide<SquareSet>,
    /// Only squares that own men have left with this move.
    pub vacated: bool,
    /// When it is done at all, asked before the move.
    pub condition: Condition,
    /// How it is written.
    pub text: String,
    /// Where it is written.
    pub place: Location,
}

/// What a second part does.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PartAct {
    /// A new wall is put on a square.
    PutWall,
    /// The wall is moved to another square, or put there if there is none yet.
    MoveWall,
    /// One of these men is put down from the hand.
    Drop(BySide<PieceSet>),
}

/// Something that happens besides a move.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Effect {
    /// Its name in the file.
    pub id: String,
    /// What sets it off.
    pub on: Vec<Trigger>,
    /// When it happens; asked before the move.
    pub condition: Condition,
    /// What it does, in this order; each chooses all its squares before it changes one.
    pub verbs: Vec<Verb>,
    /// Where its name stands.
    pub place: Location,
}

/// What sets an effect off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Trigger {
    /// A man moves on the board.
    Move,
    /// A man is taken.
    Capture,
    /// A man is put down.
    Drop,
    /// The turn ends, whatever was done, a pass included.
    Turn,
}

/// Something that is changed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Verb {
    /// These men leave the board; that is no capture.
    Remove(Pick),
    /// The mover leaves the board.
    RemoveMover,
    /// These men change sides.
    Flip(Pick),
    /// The mover becomes this.
    Become(BySide<PieceId>),
    /// A wall stands on these squares then, if they are empty.
    Wall(Place),
    /// These men count as moved.
    Settle(Pick),
    /// A number is added to a counter of the player, with `enemy` of the other.
    Add {
        /// The counter's place in [`Rules::counters`](super::Rules::counters).
        counter: usize,
        /// The other player's.
        enemy: bool,
        /// How much.
        number: i32,
    },
}

/// A statement about a move that makes it illegal, or obligatory.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Law {
    /// Its name in the file.
    pub id: String,
    /// The statement.
    pub condition: Condition,
    /// Where it is written; nothing for a default.
    pub place: Option<Location>,
}

/// A number that each player has.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Counter {
    /// Its name in the file.
    pub id: String,
    /// What it starts at.
    pub start: Amount,
    /// When it starts again: a statement about a move, asked with the player who moves as `own`, whose count is meant.
    pub restart: Condition,
    /// What it starts at again: the first of these whose condition holds, asked like [`Counter::restart`]; if none does,
    /// [`Counter::start`].
    pub again: Vec<(Condition, Amount)>,
    /// When it changes: a statement about a move, asked with the player who moves as `own`.
    pub condition: Condition,
    /// By how much.
    pub step: i32,
    /// How it is written in a FEN behind the en passant field, if it is: the counts of both sides joined by `+`.
    pub in_fen: bool,
    /// Whether it decides which moves are legal, now or later. If not, only ends that leave the moves as they are ask for
    /// it, as they ask for quiet half-moves, and positions that differ in it alone count as the same.
    pub decides: bool,
    /// Where its name stands.
    pub place: Location,
}

/// What a counter is set to: a number and the men on the board, of which mostly one is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Amount {
    /// The number.
    pub number: BySide<i32>,
    /// The men that are counted, of both sides.
    pub men: BySide<PieceSet>,
}

impl Amount {
    /// What it is for each player on a board with these men.
    pub fn of(&self, men: &[Option<Man>]) -> BySide<i32> {
        let counts = |man: &&Man| self.men[man.side].contains(man.kind);
        let there = men.iter().flatten().filter(counts).count() as i32;
        BySide::from_fn(|side| self.number[side].saturating_add(there))
    }
}

impl Counter {
    /// All that it asks of a move.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let again = self.again.iter().map(|(condition, _)| condition);
        again.chain([&self.restart, &self.condition])
    }

    /// What it starts at again, where it can be told which conditions hold.
    pub(crate) fn again(&self, holds: impl Fn(&Condition) -> bool) -> Amount {
        let line = self.again.iter().find(|(condition, _)| holds(condition));
        line.map_or(self.start, |(_, amount)| *amount)
    }

    /// What it is for both players where it starts on a board with these men.
    pub fn first(&self, men: &[Option<Man>]) -> BySide<i32> {
        self.start.of(men)
    }
}
