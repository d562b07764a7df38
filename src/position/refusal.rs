//! Why a text names no move, for messages about games and tests.

use super::MoveTextError;
use crate::variant::Position;

/// The reason in words: the one place that makes it.
pub(crate) fn refusal(_position: &Position, error: &MoveTextError) -> String {
    match error {
        MoveTextError::Unknown { .. } => "no legal move is written so".to_owned(),
        MoveTextError::Ambiguous { candidates, .. } => {
            format!("it can mean {}", candidates.join(" or "))
        }
    }
}
