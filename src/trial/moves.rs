//! `legal`, `allows`, `forbids`, and what is expected of single moves.

use super::answers;
use super::difference::Difference;
use crate::board::Square;
use crate::position::{Move, MoveNotation};
use crate::reason::Why;
use crate::rules::TestCase;
use crate::variant::Position;
use std::collections::BTreeMap;

/// Compares everything that a test says about moves.
pub(super) fn compare(position: &Position, test: &TestCase, out: &mut Vec<Difference>) {
    let asks_moves = test.legal.is_some() || !test.allows.is_empty() || !test.forbids.is_empty();
    if asks_moves {
        moves(position, test, out);
    }
    reasons(position, test, out);
    each(
        position,
        "effects",
        &test.effects,
        out,
        |text, mv, expected| {
            let got = position.effects(mv);
            let is_as_said = answers::are_effects(position, &got, expected);
            (!is_as_said).then(|| {
                // Squares are shown as far as the test names some.
                let with_squares = expected.iter().any(|e| !e.squares.is_empty());
                value(
                    "effects",
                    text,
                    answers::expected_effects(expected),
                    answers::effects(position, &got, with_squares),
                )
            })
        },
    );
    // Writing all moves of a position takes little more than writing one.
    let scores: BTreeMap<Move, String> = match test.san.len() {
        0 => BTreeMap::new(),
        _ => position.move_texts(MoveNotation::San).into_iter().collect(),
    };
    each(position, "san", &test.san, out, |text, mv, expected| {
        let got = scores.get(&mv).cloned().unwrap_or_default();
        (got != *expected).then(|| value("san", text, expected.clone(), got))
    });
    each(position, "after", &test.after, out, |text, mv, expected| {
        let mut after = position.clone();
        // The move is legal.
        let _ = after.play(mv);
        match position.variant().position(expected) {
            Ok(wanted) if answers::are_same(&wanted, &after) => None,
            Ok(wanted) => Some(Difference::Becomes {
                after: Some(text.to_owned()),
                fields: answers::differing(&wanted, &after),
                expected: wanted.fen(),
                got: after.fen(),
            }),
            Err(_) => Some(value("after", text, expected.clone(), after.fen())),
        }
    });
}

/// Moves that are not legal for another reason than the test says. Those that are legal have been told.
fn reasons(position: &Position, test: &TestCase, out: &mut Vec<Difference>) {
    for (text, expected) in &test.reasons {
        if let Why::Illegal(refusal) = position.why(text)
            && refusal.code() != expected
        {
            out.push(Difference::Reason {
                text: text.clone(),
                expected: expected.clone(),
                got: refusal.code(),
                because: refusal.to_string(),
            });
        }
    }
}

/// Another value for a move.
fn value(key: &'static str, of: &str, expected: String, got: String) -> Difference {
    Difference::Value {
        key,
        of: Some(of.to_owned()),
        expected,
        got,
    }
}

/// Asks the same of each of some moves, which have to be legal.
fn each<T>(
    position: &Position,
    key: &'static str,
    expected: &[(String, T)],
    out: &mut Vec<Difference>,
    mut ask: impl FnMut(&str, Move, &T) -> Option<Difference>,
) {
    if expected.is_empty() {
        return;
    }
    let legal = by_text(position);
    for (text, expected) in expected {
        let found = legal.get(text).copied();
        let Some(mv) = found.or_else(|| position.parse_move(text).ok()) else {
            out.push(Difference::NotLegal {
                key,
                text: text.clone(),
                reason: position.why(text).to_string(),
            });
            continue;
        };
        out.extend(ask(text, mv, expected));
    }
}

/// The legal moves by their texts, for who has to find many of them.
pub(super) fn by_text(position: &Position) -> BTreeMap<String, Move> {
    let legal = position.move_texts(MoveNotation::Long).into_iter();
    legal.map(|(mv, text)| (text, mv)).collect()
}

/// Compares `legal`, `allows` and `forbids` with the legal moves.
fn moves(position: &Position, test: &TestCase, out: &mut Vec<Difference>) {
    let mut legal = position.move_texts(MoveNotation::Long);
    legal.sort_by(|a, b| a.1.cmp(&b.1));
    let find = |text: &str| -> Option<Move> {
        let exact = legal.iter().find(|(_, own)| own == text).map(|(mv, _)| *mv);
        exact.or_else(|| position.parse_move(text).ok())
    };
    let texts = |moves: &[(Move, String)]| -> Vec<String> {
        moves.iter().map(|(_, text)| text.clone()).collect()
    };
    let split = |expected: &[String]| -> (Vec<Move>, Vec<String>) {
        let missing = expected.iter().filter(|text| find(text).is_none());
        let there = expected.iter().filter_map(|text| find(text));
        (there.collect(), sorted(missing.cloned().collect()))
    };
    if let Some(expected) = &test.legal {
        let asked = asked(position, test);
        let (there, mut missing) = split(expected);
        // A legal move of another square is no move of this one.
        let is_asked = |mv: &Move| asked.iter().any(|(asked, _)| asked == mv);
        let elsewhere = there.iter().filter(|mv| !is_asked(mv));
        missing.extend(elsewhere.map(|&mv| position.move_text(mv, MoveNotation::Long)));
        let added: Vec<_> = asked
            .iter()
            .filter(|(mv, _)| !there.contains(mv))
            .cloned()
            .collect();
        if !(missing.is_empty() && added.is_empty()) {
            out.push(Difference::Legal {
                from: test.from.clone(),
                expected: sorted(expected.clone()),
                got: texts(&asked),
                missing: sorted(missing),
                added: texts(&added),
            });
        }
    }
    let (_, missing) = split(&test.allows);
    if !missing.is_empty() {
        out.push(Difference::Allows {
            expected: sorted(test.allows.clone()),
            got: texts(&legal),
            missing,
        });
    }
    let (there, _) = split(&test.forbids);
    if !there.is_empty() {
        let added = legal.iter().filter(|(mv, _)| there.contains(mv));
        out.push(Difference::Forbids {
            expected: sorted(test.forbids.clone()),
            got: texts(&legal),
            added: added.map(|(_, text)| text.clone()).collect(),
        });
    }
}

/// The texts of the moves that `legal` is about, sorted.
pub(super) fn legal_texts(position: &Position, test: &TestCase) -> Vec<String> {
    let texts = asked(position, test).into_iter().map(|(_, text)| text);
    sorted(texts.collect())
}

/// The legal moves with their texts, with `from` only those from there.
fn asked(position: &Position, test: &TestCase) -> Vec<(Move, String)> {
    let shape = position.rules().shape;
    let from = test.from.as_deref().and_then(|name| shape.parse(name));
    let mut asked = position.move_texts(MoveNotation::Long);
    asked.sort_by(|a, b| a.1.cmp(&b.1));
    asked.retain(|(mv, _)| from.is_none_or(|from| starts(position, *mv) == Some(from)));
    asked
}

/// Where a move starts.
fn starts(position: &Position, mv: Move) -> Option<Square> {
    position.move_squares(mv).first().copied()
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts.dedup();
    texts
}
