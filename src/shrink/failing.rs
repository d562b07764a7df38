//! What a failing test shows by itself: which differences can be reduced, and what there is to say of the others.

use super::kept::{Kept, Outcome as Wanted};
use super::reduce::shrink;
use super::test::Reduced;
use super::value;
use super::{Budget, Case, MOST, Shrinking};
use crate::fen;
use crate::position::State;
use crate::rules::TestCase;
use crate::trial::{self, Difference};
use crate::variant::{Position, Variant};

/// What a failing test shows by itself, reduced. Of a test that passes nothing comes.
///
/// - A move that is not legal stays so for the same reason; one that should not be legal does the same.
/// - A check stays a check by one of the same men, a result the same result for the same reasons.
/// - Where another position came out, all moves stay, and the same squares and fields differ in the same way.
/// - A count, or a check that does not come, says nothing about where the mistake is: for that another file is needed
///   ([`Rival`](super::Rival)).
pub fn of_test(variant: &Variant, test: &TestCase, budget: Budget) -> Shrinking {
    let mut shrinking = Shrinking::default();
    let report = trial::run_one(variant, test);
    let start = match &test.fen {
        None => Some(variant.start()),
        Some(fen) => variant.position(fen).ok(),
    };
    let start = start.and_then(|start| Case::of(&start));
    for difference in &report.differences {
        let Some(start) = &start else {
            let sentence = format!("{difference}; there is nothing to reduce");
            shrinking.unreduced.push(sentence);
            continue;
        };
        let case = start.clone().with_moves(test.moves.clone());
        reduce(&case, (difference, test), budget, &mut shrinking);
    }
    shrinking
}

/// Reduces what shows one difference.
fn reduce(
    case: &Case,
    (difference, test): (&Difference, &TestCase),
    budget: Budget,
    out: &mut Shrinking,
) {
    let mut case = case.clone();
    let texts: Vec<(&String, bool)> = match difference {
        Difference::Move { before, text, .. } => {
            case.moves.truncate(*before);
            vec![(text, false)]
        }
        Difference::Legal { missing, added, .. } => {
            let missing = missing.iter().map(|text| (text, false));
            missing
                .chain(added.iter().map(|text| (text, true)))
                .collect()
        }
        Difference::Allows { missing, .. } => missing.iter().map(|text| (text, false)).collect(),
        Difference::Forbids { added, .. } => added.iter().map(|text| (text, true)).collect(),
        Difference::NotLegal { text, .. } => vec![(text, false)],
        other => {
            match whole(&mut case, other, test) {
                Ok(kept) => {
                    out.more += kept.len().saturating_sub(MOST);
                    for kept in kept.iter().take(MOST) {
                        push(case.clone(), kept, budget, out);
                    }
                }
                Err(sentence) => out.unreduced.push(sentence),
            }
            return;
        }
    };
    out.more += texts.len().saturating_sub(MOST);
    for (text, is_legal) in texts.into_iter().take(MOST) {
        match Kept::of_move(&case, text, is_legal) {
            Ok(kept) => push(case.clone(), &kept, budget, out),
            Err(sentence) => out.unreduced.push(sentence),
        }
    }
}

/// What stays of a difference that is not about which moves are legal. Where it is about the position after a move, that
/// move becomes one of the case.
fn whole(case: &mut Case, difference: &Difference, test: &TestCase) -> Result<Vec<Kept>, String> {
    let game = case.game().ok_or("its moves cannot be played")?;
    let position = game.position();
    let without_moves = || format!("{difference}; without moves there is nothing to reduce");
    let kept = match difference {
        Difference::Check { expected: false } => vec![Kept::check(position)],
        Difference::Check { .. } => match &test.checkers {
            Some(checkers) => value::pairs(position, "check", None, &checkers.join(" "), ""),
            None => {
                return Err(format!(
                    "{difference}, and nothing says which man should give check; {SECOND}"
                ));
            }
        },
        Difference::Becomes {
            after, expected, ..
        } => {
            case.moves.extend(after.clone());
            if case.moves.is_empty() {
                return Err(without_moves());
            }
            let expected = position.variant().position(expected).ok();
            let reached = case.game().ok_or("its moves cannot be played")?;
            let kept =
                expected.and_then(|e| Kept::becomes(case, &reached, e.state(), Wanted::Becomes));
            kept.into_iter().collect()
        }
        Difference::Ends { expected, .. } => Kept::end(&game, expected).into_iter().collect(),
        Difference::Perft { .. } | Difference::TooMany { .. } => {
            return Err(format!(
                "{difference}; a count does not say which move is wrong; {SECOND}"
            ));
        }
        Difference::Reason { text, expected, .. } => {
            vec![Kept::illegal(position, text, Some(expected.clone()))]
        }
        Difference::Value {
            key,
            of,
            expected,
            got,
        } => match (*key, of) {
            ("check" | "attacks" | "attackers", _) => {
                value::pairs(position, key, of.as_deref(), expected, got)
            }
            ("effects", Some(text)) => value::effects(position, text, expected)
                .into_iter()
                .collect(),
            ("san", Some(text)) => value::san(position, text, expected, got)
                .into_iter()
                .collect(),
            ("hands" | "counters", _) if case.moves.is_empty() => return Err(without_moves()),
            ("hands", _) => {
                let expected = with_hands(position, expected);
                let kept = expected.and_then(|e| Kept::becomes(case, &game, &e, Wanted::Hands));
                kept.into_iter().collect()
            }
            ("counters", Some(name)) => {
                let wanted = Wanted::Counter(name.clone());
                let expected = with_count(position, name, test);
                let kept = expected.and_then(|e| Kept::becomes(case, &game, &e, wanted));
                kept.into_iter().collect()
            }
            _ => Vec::new(),
        },
        Difference::Fen { .. } | Difference::NoMan { .. } | Difference::Unrecorded { .. } => {
            return Err(format!("{difference}; there is nothing to reduce"));
        }
        _ => Vec::new(),
    };
    if kept.is_empty() {
        return Err(format!("{difference}: this cannot be reduced"));
    }
    Ok(kept)
}

/// A position's state with other men in hand.
fn with_hands(position: &Position, text: &str) -> Option<State> {
    let hands = fen::hands(&position.rules().kinds, text, 0).ok()?;
    Some(State {
        hands,
        ..position.state().clone()
    })
}

/// A position's state with the count that a test expects.
fn with_count(position: &Position, name: &str, test: &TestCase) -> Option<State> {
    let (_, count) = test.counters.iter().find(|(known, _)| known == name)?;
    let mut state = position.state().clone();
    let at = position
        .rules()
        .counters
        .iter()
        .position(|c| c.id == name)?;
    *state.counters.get_mut(at)? = *count;
    Some(state)
}

/// What helps where a file alone does not say enough.
const SECOND: &str = "name another rule file that has it right with `--against`";

/// Reduces a case, and runs what has come out once more as a test.
fn push(case: Case, kept: &Kept, budget: Budget, out: &mut Shrinking) {
    let shrunk = shrink(case, budget, |case| kept.told(case).is_some());
    let told = shrunk.and_then(|shrunk| {
        let (expects, said) = kept.told(&shrunk.case)?;
        let mut reduced = Reduced::new(shrunk, expects);
        reduced.said = said;
        (!reduced.run().passed()).then_some(reduced)
    });
    match told {
        Some(reduced) => out.reduced.push(reduced),
        None => out.unreduced.push(kept.sentence()),
    }
}
