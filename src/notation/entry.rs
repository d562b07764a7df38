//! One line of a piece's moves as it is written: `MOVES if CONDITION`.

use super::Movement;
use super::condition::CondAst;
use super::findings::{Read, Spanned};

/// An entry. All spans are byte offsets into the whole entry, those of the terms included.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EntryAst {
    /// The moves with the place of their text.
    pub moves: Spanned<EntryMoves>,
    /// What stands behind `if`.
    pub condition: Option<CondAst>,
}

/// The moves of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryMoves {
    /// Moves in Betza notation.
    Written(Movement),
    /// `{moves}`: the inherited moves, or those of the piece from which one is derived.
    Inherited,
}

/// Reads an entry.
pub fn parse_entry(text: &str) -> Read<EntryAst> {
    let _ = text;
    todo!()
}
