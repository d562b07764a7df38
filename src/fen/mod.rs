//! FEN: reading positions of any board with every complaint at its place, and printing them.
//!
//! Six fields: men, side to move, castling rights, en passant, half-move clock, move number. Missing trailing fields
//! take their defaults, and a third field that is a number is the half-move clock of a game without rights. Men in hand
//! stand in brackets behind the board, walls and holes are `*`, counts have fields of their own: `3+3` (what each player
//! has now) before the half-move clock or `+0+0` (how often each count has gone on) at the end. A
//! last field, `hunt=5+0,last=2`, has the counters without a field of their own and what is remembered of the last turn,
//! as far as they are not as they start. Knows the rules' model; whether the position can be played is asked of the move generator.

mod fits;
mod men;
mod read;
mod rights;
mod write;

pub use men::{Placement, hands, placement};
pub use read::{Options, read};
pub use write::{hands_text, placement_text, write};

use crate::diagnostics::{Severity, assert_known};
use std::ops::Range;

/// How the last field of a FEN calls what is remembered of the last turn; no counter can have the name.
const MEMORY: &str = "last";

/// One thing that is wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FenFinding {
    /// A stable word, such as `fen-rank-too-wide`.
    pub code: &'static str,
    /// Byte offsets inside the FEN.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
    /// What to write in the place of the marked characters, if that is sure.
    pub instead: Option<String>,
    /// What could be written in the place of other characters, which a person has to decide.
    pub offer: Option<Box<(Range<usize>, String)>>,
}

impl FenFinding {
    pub(crate) fn new(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Self {
        assert_known(code, Severity::Error);
        Self {
            code,
            span,
            message: message.into(),
            help: None,
            instead: None,
            offer: None,
        }
    }

    pub(crate) fn instead(mut self, text: impl Into<String>) -> Self {
        self.instead = Some(text.into());
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// A FEN that does not give a position of the game, with all the reasons.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.first().map_or("the FEN cannot be used", |f| f.message.as_str()))]
pub struct FenError(pub Vec<FenFinding>);
