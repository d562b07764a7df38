//! Why a typed move is refused: the one place that says it.

use super::meant::sans;
use ferz::Position;

/// Why a text is no legal move, and the nearest legal ones.
pub(super) fn refusal(position: &Position, text: &str) -> String {
    let why = position.why(text);
    let is_read = why.code() != "unreadable";
    let why = why.to_string();
    let mut letters = why.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    let near = sans(position, &position.nearest_moves(text));
    let advice = if !near.is_empty() {
        format!(". Legal: {}", near.join(", "))
    } else if is_read {
        String::new()
    } else {
        "; `help` lists the commands".to_owned()
    };
    format!("{}{}{advice}", first.unwrap_or_default(), letters.as_str())
}
