//! Movement in Betza notation: reading it, what it means, running it, and writing it.
//!
//! From text to meaning: `betza` (syntax tree) -> `modifiers`, `segments`, `atoms`, `directions` -> `leg`, `chain` ->
//! `lower` -> `term` and `legs`. `walk` (one leg) and `run` (all) run what came of it.

pub(in crate::notation) mod atoms;
pub(in crate::notation) mod betza;
pub(in crate::notation) mod castle;
pub(in crate::notation) mod chain;
pub(in crate::notation) mod directions;
pub(in crate::notation) mod drop;
pub(in crate::notation) mod leg;
pub(in crate::notation) mod legs;
pub(in crate::notation) mod lower;
pub(in crate::notation) mod modifiers;
pub(in crate::notation) mod print;
pub(in crate::notation) mod reachable;
pub(in crate::notation) mod routes;
pub(in crate::notation) mod run;
pub(in crate::notation) mod segments;
pub(in crate::notation) mod term;
pub(in crate::notation) mod turn;
pub(in crate::notation) mod walk;
pub(in crate::notation) mod ways;
