//! How the start positions of two games differ, square by square.

use super::names::Pairs;
use super::{Change, Theme};
use crate::board::{Man, PieceId, Side, SquareSet};
use crate::fen::{self, Options};
use crate::position::State;
use crate::rules::{Rules, sentence};

/// The differences, the board's first.
pub(super) fn changes((first, second): (&Rules, &Rules), pairs: &Pairs) -> Vec<Change> {
    let read = |rules: &Rules| fen::read(rules, &rules.start, Options::default()).ok();
    let (Some(old), Some(new)) = (read(first), read(second)) else {
        return Vec::new();
    };
    let mut changes = Vec::new();
    if (first.shape.files(), first.shape.ranks()) == (second.shape.files(), second.shape.ranks()) {
        changes.extend(squares((first, &old), (second, &new), pairs));
    } else {
        let told = |rules: &Rules| vec![format!("The position {}", rules.start)];
        let change = Change::new(Theme::Start, "men");
        changes.push(change.told(told(first), told(second)));
        return changes;
    }
    let mut add = |subject: &str, before: String, after: String| {
        if before != after {
            let change = Change::new(Theme::Start, subject);
            changes.push(change.told(vec![before], vec![after]));
        }
    };
    let mover = |state: &State| format!("{}.", state.side);
    add("who moves first", mover(&old), mover(&new));
    if held(&old, |k| pairs.second(k)) != held(&new, Some) {
        add("hands", hands(first, &old), hands(second, &new));
    }
    add("castling rights", rights(first, &old), rights(second, &new));
    changes
}

/// How many men each player has in hand, by the kinds of the second game.
fn held(state: &State, kind: impl Fn(PieceId) -> Option<PieceId>) -> Vec<(Side, String, u8)> {
    let mut held = Vec::new();
    for side in Side::ALL {
        for (at, &count) in state.hands[side].iter().enumerate() {
            if count > 0 {
                let kind = kind(PieceId::new(at as u8)).map(PieceId::index);
                held.push((side, format!("{kind:?} {at}"), count));
            }
        }
    }
    for (_, kind, _) in &mut held {
        // Only kinds without a partner keep the place in their own game.
        if !kind.starts_with("None") {
            *kind = kind.split(' ').next().unwrap_or_default().to_owned();
        }
    }
    held.sort_by(|a, b| a.1.cmp(&b.1).then(a.0.index().cmp(&b.0.index())));
    held
}

fn hands(rules: &Rules, state: &State) -> String {
    match fen::hands_text(rules, state).as_str() {
        "" | "[]" => "nobody has any.".to_owned(),
        held => format!("{held}."),
    }
}

/// Who may castle with whom, by the squares of the partners.
fn rights(rules: &Rules, state: &State) -> String {
    if state.rights.is_empty() {
        return "nobody's.".to_owned();
    }
    format!(
        "those with partners {}.",
        sentence::located_squares(rules, state.rights)
    )
}

/// The squares on which another man stands, those with the same change together.
fn squares(
    (first, old): (&Rules, &State),
    (second, new): (&Rules, &State),
    pairs: &Pairs,
) -> Vec<Change> {
    type Men = (Option<Man>, Option<Man>);
    let mut groups: Vec<(Men, SquareSet)> = Vec::new();
    for square in first.shape.squares() {
        let (was, is) = (old.man(square), new.man(square));
        let partner = was.map(|man| (man.side, pairs.second(man.kind)));
        if partner == is.map(|man| (man.side, Some(man.kind))) {
            continue;
        }
        match groups.iter_mut().find(|(men, _)| *men == (was, is)) {
            Some((_, squares)) => squares.insert(square),
            None => groups.push(((was, is), SquareSet::of(square))),
        }
    }
    let told = |rules: &Rules, man: Option<Man>| {
        man.map_or_else(
            || "nobody.".to_owned(),
            |man| format!("{}'s {}.", man.side, sentence::title(rules, man.kind)),
        )
    };
    groups
        .into_iter()
        .map(|((was, is), squares)| {
            let subject = sentence::located_squares(first, squares);
            let change = Change::new(Theme::Start, subject);
            change.told(vec![told(first, was)], vec![told(second, is)])
        })
        .collect()
}
