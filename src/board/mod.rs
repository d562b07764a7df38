//! The vocabulary of the board: squares, shapes, sides and sets of squares.
//!
//! Nothing here knows a rule, a piece or a width chosen for speed.

mod man;
mod set;
mod shape;
mod side;

pub use man::{Man, PieceId, PieceSet};
pub use set::SquareSet;
pub use shape::{MAX_FILES, MAX_RANKS, Shape, ShapeError, Square, SquareName};
pub use side::{BySide, Side};
