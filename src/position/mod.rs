//! Positions: the state that decides a game's future, and moves.
//!
//! Knows the rules' model; knows nothing of TOML or of the terminal.

mod moves;
mod state;

pub use moves::{Move, MoveKind};
pub use state::{EnPassant, State};
