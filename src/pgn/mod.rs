//! Portable Game Notation: games of any rule file as text, with comments, annotations and variations.
//!
//! A [`Record`] is what a text says, moves as they are written; [`Record::game`] plays it by the rules of a game, and
//! [`Record::from_game`] writes a game down. Reading what was written gives the same record. `docs/pgn.md` describes
//! the dialect. Knows games and move texts; knows nothing of files and of the terminal.
//!
//! ```
//! use ferz::{Game, Variant, pgn};
//! let chess = Variant::named("chess")?;
//! let records = pgn::read("1. e4 e5 {the open game} (1... c5) 2. Nf3 *")?;
//! let game = records[0].game(&chess)?;
//! assert_eq!(game.moves().len(), 3);
//! let text = pgn::Record::from_game(&game).to_string();
//! assert!(text.ends_with("\n\n1. e4 e5 2. Nf3 *\n"), "{text}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod play;
mod read;
mod record;
mod write;

pub use error::{PgnError, PgnProblem, Spot};
pub use read::{MAX_BYTES, MAX_DEPTH, read};
pub use record::{Line, Note, Record, Score, Step};
pub use write::write;

#[cfg(test)]
mod tests;
