//! Ferz reads the rules of a chess variant from one TOML file and plays by them.

pub mod board;
pub mod diagnostics;
mod library;
pub mod notation;
pub mod position;
pub mod rules;
pub mod source;
mod variant;

pub use library::{Library, Listing, Loaded, OpenError};
pub use variant::{FenError, FenFinding, IllegalMove, Outcome, Position, Variant};
