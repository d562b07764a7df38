//! What can be wrong with a record.

use super::read::{MAX_BYTES, MAX_DEPTH};

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
}

/// A text that is no record, or a record that is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", spot.map_or_else(String::new, |s| format!("line {}, column {}: ", s.line, s.column)))]
#[non_exhaustive]
pub struct PgnError {
    /// Where, if the record was read from a text and the problem has a place in it.
    pub spot: Option<Spot>,
    /// What is wrong.
    pub problem: PgnProblem,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PgnProblem {
    /// Something that is no part of a record.
    #[error("{0:?} is no part of a game")]
    Unexpected(String),
    /// `{` without `}`.
    #[error("this comment has no end: a `}}` is missing")]
    OpenComment,
    /// `[` that begins no tag.
    #[error("this is no tag: a tag is written [Name \"value\"] on one line")]
    BadTag,
    /// A tag inside a variation.
    #[error("a tag stands inside a variation: a `)` is missing before it")]
    TagInVariation,
    /// `(` before any move.
    #[error("a variation stands behind the move that it replaces, and there is none before it")]
    NothingToVary,
    /// `$1` or `!?` before any move.
    #[error("an annotation stands behind a move, and there is none before it")]
    NothingToAnnotate,
    /// `$` with too large a number.
    #[error("${0} is no annotation: the largest number is 255")]
    BadAnnotation(String),
    /// `()`.
    #[error("this variation has no moves")]
    EmptyVariation,
    /// `(` without `)`.
    #[error("this variation has no end: a `)` is missing")]
    OpenVariation,
    /// `)` without `(`.
    #[error("a `)` without a `(` before it")]
    Unopened,
    /// Variations in variations in variations.
    #[error("variations are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// A huge text.
    #[error("the text has more than {MAX_BYTES} bytes; read its games in parts")]
    TooLarge,
    /// The record is of another game.
    #[error("this is a game of {found:?}, not of {wanted:?}")]
    OtherGame {
        /// The tag `Variant`.
        found: String,
        /// The game's name.
        wanted: String,
    },
    /// The tag `FEN` is no position of the game.
    #[error("the FEN {fen:?} is no position of this game: {reason}")]
    Fen {
        /// The tag's value.
        fen: String,
        /// The first thing that is wrong.
        reason: String,
    },
    /// A move that is not legal.
    #[error("move {number} {text} is not legal: {reason}")]
    Illegal {
        /// `12.` for White's and `12…` for Black's move.
        number: String,
        /// The move as it is written.
        text: String,
        /// Why.
        reason: String,
    },
    /// The result is another one than the rules give.
    #[error("the result is {found}, but after the last move it is {wanted} ({reason})")]
    Result {
        /// The result of the record.
        found: String,
        /// The one by the rules.
        wanted: String,
        /// The name of the rule.
        reason: String,
    },
    /// The tag `Termination` tells of a claim that no rule allows.
    #[error("{found:?} could not be claimed after the last move")]
    Claim {
        /// The tag's value.
        found: String,
    },
}

impl PgnError {
    pub(super) fn new(spot: Option<Spot>, problem: PgnProblem) -> Self {
        Self { spot, problem }
    }
}
