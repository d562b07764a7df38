//! The rules of a game: the model, and how each section of a rule file becomes part of it.

pub mod condition;
mod model;
mod names;
pub(crate) mod sections;
pub mod sentence;

pub use model::{
    BlackView, Castling, Clause, Compare, Condition, End, Entry, Kind, Letter, Origin, Owner, Pick,
    Place, Promotion, Region, Rules, SquareState, TestCase, Verdict,
};
pub use sections::reference;
