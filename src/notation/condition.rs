//! Conditions as they are written: `not check and (path safe or mover is pawn)`.
//!
//! Names stand as they are written; what they mean, and whether a fact may stand where it does, is known in `rules`.

use super::Movement;
use super::findings::{Read, Spanned};
use super::set::PiecesAst;
use super::zone::ZoneAst;
use std::ops::Range as Span;

/// How deep parentheses and `not` may be nested.
pub const MAX_DEPTH: usize = 32;

/// A condition with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CondAst {
    /// Byte offsets inside the notation string.
    pub span: Span<usize>,
    /// What it says.
    pub kind: CondKind,
}

/// What a condition says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CondKind {
    /// Parts joined by `and`.
    All(Vec<CondAst>),
    /// Parts joined by `or`.
    Any(Vec<CondAst>),
    /// `not`.
    Not(Box<CondAst>),
    /// A single fact.
    Fact(FactAst),
}

/// A single fact.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FactAst {
    /// A word about a player: `check`, `enemy no-move`.
    State {
        /// Which word.
        word: StateWord,
        /// Whether `enemy` stands before it.
        enemy: bool,
    },
    /// `capture`.
    Capture,
    /// `promotion`.
    Promotion,
    /// `always`.
    Always,
    /// `never`.
    Never,
    /// `repeated 3`.
    Repeated(u32),
    /// `quiet 100`.
    Quiet(u32),
    /// A bare name: a word of the file, or a piece of which there is at least one.
    Name(String),
    /// `here in ZONE`.
    In(PlaceWord, ZoneAst),
    /// `path safe`.
    Square(PlaceWord, SquareWord),
    /// `mover is SET`.
    MoverIs(PiecesAst),
    /// `victim is SET`.
    VictimIs(PiecesAst),
    /// `own pawn in ZONE >= 2`; without a comparison at least one, with `no` none.
    Count(PickAst, CompareWord, u32),
}

/// A word about a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateWord {
    /// `check`
    Check,
    /// `mate`: in check without a legal move.
    Mate,
    /// `stalemate`: not in check, without a legal move.
    Stalemate,
    /// `no-move`
    NoMove,
}

/// Squares that belong to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlaceWord {
    /// `here`
    Here,
    /// `there`
    There,
    /// `path`
    Path,
    /// `track`
    Track,
}

/// What a square is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SquareWord {
    /// `empty`
    Empty,
    /// `safe`
    Safe,
    /// `attacked`
    Attacked,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompareWord {
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

/// A choice of men.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PickAst {
    /// Byte offsets inside the notation string.
    pub span: Span<usize>,
    /// Whose men; `any` if nothing is written.
    pub owner: OwnerWord,
    /// Which kinds.
    pub pieces: PiecesAst,
    /// Where.
    pub region: RegionAst,
}

/// Whose men are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OwnerWord {
    /// `own`
    Own,
    /// `enemy`
    Enemy,
    /// `any`, or nothing.
    Any,
    /// `white`
    White,
    /// `black`
    Black,
}

/// Where men are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegionAst {
    /// On the whole board.
    Anywhere,
    /// `in ZONE`
    Zone(ZoneAst),
    /// `at BETZA from ORIGIN`
    At {
        /// The pattern.
        pattern: Spanned<Movement>,
        /// Where it starts.
        from: Box<OriginAst>,
    },
}

/// Where a pattern starts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OriginAst {
    /// `here` or `there`.
    Place(PlaceWord),
    /// Any man so chosen.
    Men(PickAst),
}

/// Reads a condition.
pub fn parse_condition(text: &str) -> Read<CondAst> {
    let _ = text;
    todo!()
}
