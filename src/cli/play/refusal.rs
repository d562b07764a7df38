//! Why a typed move is refused: the one place that says it.

use ferz::Position;
use ferz::position::MoveNotation;

/// How many legal moves are proposed.
const NEAREST: usize = 4;

/// Why a text is no legal move, and the nearest legal ones.
pub(super) fn refusal(position: &Position, text: &str) -> String {
    let mut near: Vec<(usize, String)> = position
        .move_texts(MoveNotation::San)
        .into_iter()
        .map(|(_, san)| (strsim::osa_distance(text, &san), san))
        .filter(|(distance, _)| *distance <= 2)
        .collect();
    near.sort();
    near.truncate(NEAREST);
    let near: Vec<String> = near.into_iter().map(|(_, san)| san).collect();
    let advice = if near.is_empty() {
        String::new()
    } else {
        format!("; near it: {}", near.join(" "))
    };
    format!("{text} is no legal move here{advice}")
}
