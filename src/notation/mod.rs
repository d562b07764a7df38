//! The notations inside a rule file: movement (Betza), sets of pieces and squares, conditions.
//!
//! Each has a grammar in `grammar/`, a syntax tree with spans and a meaning; none knows TOML, a piece or a board.

mod term;
mod walk;

pub use term::{Action, Between, Castle, Hop, Leg, Modality, Movement, Range, Step, Term};
pub use walk::{Content, Landing, LandingKind, walk};
