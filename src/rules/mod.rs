//! The rules of a game: the model, and how each section of a rule file becomes part of it.

pub mod condition;
mod model;
mod names;
pub(crate) mod sections;
pub mod sentence;
mod site;
pub mod told;
mod vocabulary;

pub use model::{
    Amount, Army, BlackView, Captured, Castling, Clause, Compare, Condition, Counter, DropRule,
    Effect, EffectCase, End, Entry, Kind, Law, Letter, Origin, Owner, Part, PartAct, Pick, Place,
    Placed, Promotion, Region, Rules, Shuffle, SquareState, Tally, TestCase, Trigger, Turn, Verb,
    Verdict,
};
pub use sections::reference;
pub use vocabulary::{Use, Word, vocabulary};
