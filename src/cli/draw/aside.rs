//! What a position has besides the men on its board: walls and holes, men in hand, counts.

use ferz::board::{Side, Square};
use ferz::position::State;
use ferz::rules::Rules;

/// The sign of a square that nobody can enter: `*` for a wall, a blank for a hole of the board.
fn wall(rules: &Rules, state: &State, square: Square) -> Option<String> {
    let is_hole = rules.holes.contains(square);
    let sign = if is_hole { " " } else { "*" };
    state.walls.contains(square).then(|| sign.to_owned())
}

/// A man's letter, or the sign of a wall or hole.
pub(crate) fn content(rules: &Rules, state: &State, square: Square) -> Option<String> {
    let man = state.man(square);
    man.map(|m| rules.kind(m.kind).letter.text(m.side))
        .or_else(|| wall(rules, state, square))
}

/// The lines below a board: men in hand and counts, where the game has them.
pub(crate) fn aside(rules: &Rules, state: &State) -> String {
    let mut text = String::new();
    if rules.uses_hands() {
        let hands = Side::ALL.map(|side| format!("{side} {}", hand(rules, state, side)));
        text += &format!("in hand: {}\n", hands.join(", "));
    }
    for (rule, count) in rules.counters.iter().zip(&state.counters) {
        let counts = Side::ALL.map(|side| format!("{side} {}", count[side]));
        text += &format!("{}: {}\n", rule.id, counts.join(", "));
    }
    text
}

/// A player's hand: `3P N`, or `-`.
fn hand(rules: &Rules, state: &State, side: Side) -> String {
    let held = rules.kinds().filter_map(|(kind, piece)| {
        let letter = piece.letter.text(side);
        match state.in_hand(side, kind) {
            0 => None,
            1 => Some(letter),
            count => Some(format!("{count}{letter}")),
        }
    });
    let held: Vec<String> = held.collect();
    if held.is_empty() {
        "-".to_owned()
    } else {
        held.join(" ")
    }
}
