//! Reads a movement in Betza notation.

use super::Movement;
use super::findings::NotationFinding;

/// What came of reading a movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The terms that are fine.
    pub movement: Movement,
    /// All findings in the order of the text.
    pub findings: Vec<NotationFinding>,
}

/// Reads a movement. Never fails: what is wrong becomes findings, what is right becomes terms.
pub fn parse(text: &str) -> Parsed {
    let _ = text;
    todo!()
}
