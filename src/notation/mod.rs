//! The notations inside a rule file: movement (Betza), sets of pieces and squares, conditions.
//!
//! Each has a grammar in `grammar/`, a syntax tree with spans and a meaning; none knows TOML, a piece or a board.

mod advice;
mod atoms;
mod betza;
mod castle;
mod chain;
mod condition;
mod directions;
mod entry;
mod findings;
mod leg;
mod legs;
mod lower;
mod modifiers;
mod pick;
mod print;
mod reachable;
mod segments;
mod sentence;
mod set;
mod term;
mod turn;
mod walk;
mod words;
mod zone;

pub use betza::{Parsed, parse};
pub use castle::{Castled, castle};
pub use condition::{
    CompareWord, CondAst, CondKind, FactAst, OriginAst, OwnerWord, PickAst, PlaceWord, RegionAst,
    SquareWord, StateWord, parse_condition,
};
pub use entry::{EntryAst, EntryMoves, parse_entry};
pub use findings::{MAX_LEGS, MAX_PATHS, MAX_TEXT, NotationFinding, Read, Spanned};
pub use legs::Legs;
pub use print::{canonical, canonical_term};
pub(crate) use reachable::reachable;
pub(crate) use sentence::{clause, either, list, number};
pub use sentence::{pattern, sentence, sentences};
pub use set::{PieceItem, PiecesAst, SetAst, parse_pieces};
pub use term::{
    Action, Bend, Between, Castle, Drop, Hop, Leg, Modality, Movement, Onward, Over, Range, Step,
    Term, Turn, Victims, When,
};
pub use walk::{
    Content, Deed, Found, Ground, Landing, LandingKind, MAX_STEPS, TooManyWays, run, walk,
};
pub use words::{MAX_DEPTH, is_reserved};
pub use zone::{Corner, ZoneAst, ZoneItem, parse_zone};
