//! Why a typed move is refused: the one place that says it.

use super::meant::sans;
use ferz::Position;

/// Why a text is no legal move, and the nearest legal ones.
pub(super) fn refusal(position: &Position, text: &str) -> String {
    let why = position.why(text).to_string();
    let mut letters = why.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    let near = sans(position, &position.nearest_moves(text));
    let advice = if near.is_empty() {
        String::new()
    } else {
        format!(". Legal: {}", near.join(", "))
    };
    format!("{}{}{advice}", first.unwrap_or_default(), letters.as_str())
}
