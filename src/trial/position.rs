//! What a test expects of the position after its moves: check, attacks, hands, counters, result and counts.

use super::answers;
use super::difference::Difference;
use crate::board::{Side, Square};
use crate::fen;
use crate::game::Game;
use crate::rules::TestCase;
use crate::variant::Position;

/// The largest count of a test in a game with compiled tables: some seconds.
const MAX_COUNT: u64 = 200_000_000;
/// The same in a game that is played on the general path.
const MAX_COUNT_SLOW: u64 = 1_000_000;

/// Compares everything that a test says about the position.
pub(super) fn compare(game: &Game, test: &TestCase, out: &mut Vec<Difference>) {
    let position = game.position();
    if let Some(expected) = test.check
        && position.in_check() != expected
    {
        out.push(Difference::Check { expected });
    } else if let Some(expected) = &test.checkers {
        squares(
            position,
            ("check", None),
            expected,
            &position.checkers(),
            out,
        );
    }
    let shape = position.rules().shape;
    for (name, expected) in &test.attacks {
        // That it is a square has been checked when the file was read.
        let Some(from) = shape.parse(name) else {
            continue;
        };
        if position.man(from).is_none() {
            out.push(Difference::NoMan {
                square: name.clone(),
            });
            continue;
        }
        squares(
            position,
            ("attacks", Some(name)),
            expected,
            &position.attacks(from),
            out,
        );
    }
    for (name, expected) in &test.attackers {
        let Some(target) = shape.parse(name) else {
            continue;
        };
        squares(
            position,
            ("attackers", Some(name)),
            expected,
            &position.attackers(target),
            out,
        );
    }
    if let Some(expected) = &test.hands {
        out.extend(hands(position, expected));
    }
    for (name, expected) in &test.counters {
        let got = answers::count(position, name);
        let expected = answers::both(*expected);
        if got.as_ref() != Some(&expected) {
            out.push(Difference::Value {
                key: "counters",
                of: Some(name.clone()),
                expected,
                got: got.unwrap_or_default(),
            });
        }
    }
    if let Some(fen) = &test.becomes {
        match position.variant().position(fen) {
            Ok(expected) if answers::are_same(&expected, position) => {}
            Ok(expected) => out.push(Difference::Becomes {
                after: None,
                fields: answers::differing(&expected, position),
                expected: expected.fen(),
                got: position.fen(),
            }),
            Err(error) => out.push(Difference::Fen {
                key: "becomes",
                reason: error.to_string(),
            }),
        }
    }
    if let Some(expected) = &test.ends {
        out.extend(ends(game, expected));
    }
    out.extend(counts(position, &test.perft));
}

/// Compares squares with their names, in whatever order.
fn squares(
    position: &Position,
    (key, of): (&'static str, Option<&String>),
    expected: &[String],
    got: &[Square],
    out: &mut Vec<Difference>,
) {
    let shape = position.rules().shape;
    let wanted = answers::squares(shape, expected);
    if wanted != got {
        out.push(Difference::Value {
            key,
            of: of.cloned(),
            expected: answers::names(shape, &wanted),
            got: answers::names(shape, got),
        });
    }
}

/// Compares the men in hand.
fn hands(position: &Position, expected: &str) -> Option<Difference> {
    let kinds = &position.rules().kinds;
    let wanted = match fen::hands(kinds, expected, 0) {
        Ok(hands) => hands,
        Err(findings) => {
            let reason = findings.first().map(|f| f.message.clone());
            return Some(Difference::Fen {
                key: "hands",
                reason: reason.unwrap_or_default(),
            });
        }
    };
    let is_same = Side::ALL.iter().all(|&side| {
        let rules = position.rules();
        let mut kinds = rules.kinds().map(|(id, _)| id);
        kinds.all(|kind| wanted[side][kind.index()] == position.state().in_hand(side, kind))
    });
    (!is_same).then(|| Difference::Value {
        key: "hands",
        of: None,
        expected: expected.to_owned(),
        got: answers::hands(position),
    })
}

/// Compares the result. An end that has to be claimed is expected to be there for the asking.
fn ends(game: &Game, expected: &str) -> Option<Difference> {
    const GOES_ON: &str = "nothing: the game goes on";
    let expected = match expected.split_whitespace().collect::<Vec<_>>().join(" ") {
        none if none.is_empty() => GOES_ON.to_owned(),
        result => result,
    };
    let got = match (game.outcome(), game.claimable()) {
        (Some(outcome), _) => answers::result(&outcome),
        (None, Some(outcome)) => {
            let claimed = answers::result(&outcome);
            if claimed == expected {
                return None;
            }
            format!("nothing unless {claimed} is claimed")
        }
        (None, None) => GOES_ON.to_owned(),
    };
    (got != expected).then_some(Difference::Ends { expected, got })
}

/// Compares counts from depth 1 on, up to the first that differs.
fn counts(position: &Position, expected: &[u64]) -> Option<Difference> {
    let limit = limit(position);
    let mut counted = Vec::new();
    for (depth, &expected) in (1..).zip(expected) {
        if estimate(&counted).max(expected) > limit {
            return Some(Difference::TooMany { depth, limit });
        }
        let got = position.perft(depth);
        if got != expected {
            return Some(Difference::Perft {
                depth,
                expected,
                got,
            });
        }
        counted.push(got);
    }
    None
}

/// The counts from depth 1 to another, as far as they are not too many.
pub(super) fn recorded_counts(position: &Position, depth: usize, most: u64) -> Vec<u64> {
    let most = most.min(limit(position));
    let mut counted = Vec::new();
    for depth in 1..=depth as u32 {
        if estimate(&counted) > most {
            break;
        }
        counted.push(position.perft(depth));
    }
    counted
}

/// The largest count of a test.
fn limit(position: &Position) -> u64 {
    if position.variant().slow_because().is_some() {
        MAX_COUNT_SLOW
    } else {
        MAX_COUNT
    }
}

/// About how large the next count is: as many times larger than the last one as that than the one before.
fn estimate(counted: &[u64]) -> u64 {
    let last = counted.last().copied().unwrap_or(1);
    let before = match counted {
        [.., before, _] => *before,
        _ => 1,
    };
    last.saturating_mul(last) / before.max(1)
}
