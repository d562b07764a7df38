//! One piece from one notation string, without a rule file: read it, print it, ask it for its moves on a board.
//!
//! The moves come from the functions with which games are played ([`notation::run`](crate::notation::run()),
//! [`notation::castle`](crate::notation::castle()), [`notation::drop_squares`](crate::notation::drop_squares())), so that what is seen here is what is
//! played.
//!
//! ```
//! use ferz::betza::{MoveKind, Piece, Scene};
//! use ferz::board::{Shape, Side};
//!
//! let pawn: Piece = "mfW cfF".parse()?;
//! assert_eq!(pawn.canonical(), "fmWfcF");
//! assert_eq!(pawn.sentences().len(), 2);
//!
//! let shape = Shape::new(8, 8)?;
//! let square = |name| shape.parse(name).ok_or(format!("no square {name}"));
//! let scene = Scene::new(shape, Side::White)
//!     .at(square("e4")?)
//!     .enemy(square("d5")?)
//!     .own(square("f5")?);
//! let moves = pawn.moves(&scene)?;
//! let found: Vec<_> = moves.iter().map(|m| (shape.name(m.to).to_string(), m.kind())).collect();
//! assert_eq!(found, [("d5".to_owned(), MoveKind::Capture), ("e5".to_owned(), MoveKind::Quiet)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod moves;
mod piece;
mod scene;

#[cfg(test)]
mod tests;

pub use moves::{MAX_MOVES, MAX_WAYS, Move, MoveKind, TooMany, Way};
pub use piece::{ParseError, Piece, Reach};
pub use scene::Scene;
