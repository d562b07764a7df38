//! Sets of pieces as they are written: `knight/bishop`, `all but king`.
//!
//! Names stand as they are written; which pieces they mean is known in `rules`.

use super::findings::{Read, Spanned};
use std::ops::Range as Span;

/// A set as it is written: the union of items, cut down by `within` and `but`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAst<I> {
    /// Byte offsets inside the notation string.
    pub span: Span<usize>,
    /// The items of the union, in the order written.
    pub items: Vec<Spanned<I>>,
    /// What the union is limited to.
    pub within: Option<Box<SetAst<I>>>,
    /// What is taken out at last.
    pub but: Option<Box<SetAst<I>>>,
}

/// A set of pieces.
pub type PiecesAst = SetAst<PieceItem>;

/// One item of a set of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceItem {
    /// A piece, a group or a derivation.
    Name(String),
    /// `all`: every kind.
    All,
    /// `royal`: every kind that is royal.
    Royal,
    /// A set in parentheses.
    Set(Box<PiecesAst>),
}

/// Reads a set of pieces.
pub fn parse_pieces(text: &str) -> Read<PiecesAst> {
    let _ = text;
    todo!()
}
