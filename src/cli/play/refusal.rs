//! Why a typed move is refused: the one place that says it.

use super::meant::sans;
use crate::cli::why::quoted;
use ferz::Position;

/// Why a text is no legal move, and the nearest legal ones.
pub(super) fn refusal(position: &Position, text: &str) -> String {
    let why = position.why(text);
    let is_read = why.code() != "unreadable";
    let near = sans(position, &position.nearest_moves(text)).into_iter();
    let near: Vec<String> = near.map(|text| quoted(&text)).collect();
    let advice = if !near.is_empty() {
        format!(". Legal: {}", near.join(", "))
    } else if is_read {
        String::new()
    } else {
        "; `help` lists the commands".to_owned()
    };
    format!("{}{advice}", sentence(&why.to_string()))
}

/// The text with a capital, unless it begins with a square.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if letters.as_str().starts_with(char::is_alphabetic) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}
