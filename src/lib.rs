//! Ferz reads the rules of a chess variant from one TOML file and plays by them.

pub mod betza;
pub mod board;
pub mod compile;
mod course;
pub mod deep;
pub mod diagnostics;
pub mod diff;
mod document;
pub mod fen;
pub mod fix;
mod game;
mod library;
mod lint;
mod mix;
pub mod movegen;
pub mod notation;
pub mod pgn;
pub mod position;
mod prospect;
#[cfg(test)]
#[path = "../tests/random/mod.rs"]
mod random;
pub mod reason;
pub mod rules;
pub mod search;
pub mod shrink;
mod similar;
pub mod source;
pub mod trial;
pub mod unsaid;
mod variant;
pub mod witness;

pub use fen::{FenError, FenFinding};
pub use game::{ClaimError, Ending, Game};
pub use library::{Library, Listing, Loaded, OpenError, is_vocabulary};
pub use movegen::count::{Counting, NoMemory};
pub use variant::{IllegalMove, LoadError, Outcome, Position, Variant};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
