//! Positions: the state that decides a game's future, and moves.
//!
//! Knows the rules' model; knows nothing of TOML or of the terminal.

mod apply;
pub(crate) mod keys;
mod moves;
mod read;
mod state;
mod text;

pub(crate) use apply::{apply, apply_deed};
pub use moves::{DeedNumber, Extra, Move, MoveKind};
pub use read::MoveTextError;
pub(crate) use read::broken_leg;
pub use state::{EnPassant, State};
pub use text::MoveNotation;
pub(crate) use text::{goes_over, is_by_way, letterless, moves_over};
