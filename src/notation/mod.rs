//! The notations inside a rule file: movement (Betza), sets of pieces and squares, conditions.
//!
//! Each has a grammar in `grammar/`, a syntax tree with spans and a meaning; none knows TOML, a piece or a board.

mod advice;
mod amount;
mod condition;
mod effects;
mod entry;
mod findings;
mod movement;
mod others;
mod part;
mod pick;
mod set;
mod tell;
mod words;
mod zone;

pub use amount::{AmountAst, AmountWord, parse_amount};
pub use condition::{
    CompareWord, CondAst, CondKind, FactAst, ManyWord, OriginAst, OwnerWord, PickAst, PlaceWord,
    RegionAst, SquareWord, StateWord, parse_condition,
};
pub use effects::{VerbAst, VerbKind, parse_effects};
pub use entry::{EntryAst, EntryMoves, parse_entry};
pub use findings::{MAX_LEGS, MAX_PATHS, MAX_TEXT, NotationEdit, NotationFinding, Read, Spanned};
pub use movement::betza::{Parsed, parse};
pub use movement::castle::{Castled, castle};
pub use movement::drop::drop_squares;
pub use movement::legs::Legs;
pub use movement::print::{canonical, canonical_term};
pub(crate) use movement::reachable::may_go;
pub(crate) use movement::routes::{Route, is_same_for_both, routes};
pub use movement::run::{Deed, Effects, Found, Ground, MAX_STEPS, TooManyWays, run, run_within};
pub use movement::term::{
    Action, Bend, Between, Castle, Drop, Hop, Leg, Modality, Movement, Onward, Over, Range, Step,
    Term, Turn, Victims, When,
};
pub use movement::walk::{Content, Landing, LandingKind, walk};
pub(crate) use movement::ways::ways;
pub(crate) use others::fairy::spelled as fairy_stockfish;
pub use others::notes::notes;
pub use others::reading::{Reading, xboard_reading};
pub use others::xboard::{NotInXBoard, xboard};
pub use part::{ActAst, PartAst, parse_part};
pub use set::{PieceItem, PiecesAst, SetAst, parse_pieces};
pub(crate) use tell::sentence::{clause, either, list, number};
pub use tell::sentence::{pattern, sentence, sentences};
pub use words::{MAX_DEPTH, is_reserved};
pub use zone::{Corner, ZoneAst, ZoneItem, parse_zone};
