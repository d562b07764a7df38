//! What the game says to each thing that a test can ask, as a test writes it.

use crate::board::{BySide, Shape, Side, Square};
use crate::fen;
use crate::reason::EffectDone;
use crate::rules::EffectCase;
use crate::variant::{Outcome, Position};

/// Whether two positions of a game are the same, counters included. En passant counts only where a man could take so,
/// its royal's safety not asked.
pub(super) fn are_same(one: &Position, two: &Position) -> bool {
    let fields = |position: &Position| {
        let state = position.state();
        (
            position.key(),
            state.side,
            state.rights,
            state.quiet,
            state.number,
        )
    };
    let (a, b) = (one.state(), two.state());
    fields(one) == fields(two) && a.men == b.men && a.hands == b.hands && a.counters == b.counters
}

/// In what two positions differ.
pub(super) fn differing(one: &Position, two: &Position) -> Vec<&'static str> {
    let (a, b) = (one.state(), two.state());
    let others = [
        (a.men != b.men, "men"),
        (a.walls != b.walls, "walls"),
        (a.hands != b.hands, "hands"),
        (a.side != b.side, "player to move"),
        (a.rights != b.rights, "castling rights"),
        (a.unmoved != b.unmoved, "men that have not moved"),
        (a.counters != b.counters, "counters"),
        (a.memory != b.memory, "what is remembered of the last turn"),
        (a.quiet != b.quiet, "half-moves without progress"),
        (a.number != b.number, "number of the move"),
    ];
    let mut others: Vec<_> = others.into_iter().filter(|o| o.0).map(|o| o.1).collect();
    if others.is_empty() {
        others.push("what can be taken en passant");
    }
    others
}

/// `white mate`, as a test says it.
pub(super) fn result(outcome: &Outcome) -> String {
    let who = match outcome.winner {
        Some(Side::White) => "white",
        Some(Side::Black) => "black",
        None => "draw",
    };
    format!("{who} {}", outcome.reason)
}

/// The names of squares, with blanks between.
pub(super) fn names(shape: Shape, squares: &[Square]) -> String {
    let names = squares.iter().map(|&square| shape.name(square).to_string());
    names.collect::<Vec<_>>().join(" ")
}

/// The squares of names, each once and in ascending order, as the game gives them.
pub(super) fn squares(shape: Shape, names: &[String]) -> Vec<Square> {
    let mut squares: Vec<Square> = names.iter().filter_map(|name| shape.parse(name)).collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// The men in hand without the brackets of a FEN.
pub(super) fn hands(position: &Position) -> String {
    let text = fen::hands_text(position.rules(), position.state());
    text.trim_matches(['[', ']']).to_owned()
}

/// What both players have counted, if the game has such a counter.
pub(super) fn count(position: &Position, name: &str) -> Option<String> {
    let rules = position.rules();
    let at = rules.counters.iter().position(|c| c.id == name)?;
    position.state().counters.get(at).map(|&count| both(count))
}

/// `3+2`
pub(super) fn both(count: BySide<i32>) -> String {
    format!("{}+{}", count.white, count.black)
}

/// Whether the effects of a move are those that a test expects, with their squares where it names some.
pub(super) fn are_effects(
    position: &Position,
    got: &[EffectDone],
    expected: &[EffectCase],
) -> bool {
    let shape = position.rules().shape;
    let is_as_said = |(got, expected): (&EffectDone, &EffectCase)| {
        let is_there =
            expected.squares.is_empty() || squares(shape, &expected.squares) == got.squares;
        got.id == expected.id && is_there
    };
    got.len() == expected.len() && got.iter().zip(expected).all(is_as_said)
}

/// The effects of a move in their order: `blast c6 d5, flip d4`.
pub(super) fn effects(position: &Position, effects: &[EffectDone], with_squares: bool) -> String {
    let shape = position.rules().shape;
    let one = |effect: &EffectDone| {
        if with_squares && !effect.squares.is_empty() {
            format!("{} {}", effect.id, names(shape, &effect.squares))
        } else {
            effect.id.clone()
        }
    };
    effects.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// What a test expects, in the same form.
pub(super) fn expected_effects(effects: &[EffectCase]) -> String {
    let one = |effect: &EffectCase| {
        let words = std::iter::once(&effect.id).chain(&effect.squares);
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    effects.iter().map(one).collect::<Vec<_>>().join(", ")
}
