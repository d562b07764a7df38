//! What has to stay of a failing test while it is reduced: the very same difference.

use super::act::{Act, find};
use super::change::Change;
use super::parts;
use super::reduce::shrink;
use super::test::{Expectation, Reduced};
use super::{Budget, Case, MOST, Shrinking};
use crate::board::{Man, Square};
use crate::game::Game;
use crate::movegen::general;
use crate::position::{Move, MoveKind, MoveNotation};
use crate::reason::Why;
use crate::rules::{Condition, End, TestCase};
use crate::source::Location;
use crate::trial::{self, Difference};
use crate::variant::{Outcome, Position, Variant};
use std::collections::BTreeSet;

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
        reduce(&case, difference, budget, &mut shrinking);
    }
    shrinking
}

/// Reduces what shows one difference.
fn reduce(case: &Case, difference: &Difference, budget: Budget, out: &mut Shrinking) {
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
        other => {
            match whole(&case, other) {
                Ok(kept) => push(case, &kept, budget, out),
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

/// What stays of a difference that is not about moves.
fn whole(case: &Case, difference: &Difference) -> Result<Kept, String> {
    let game = case.game().ok_or("its moves cannot be played")?;
    let kept = match difference {
        Difference::Check { expected: false } => Some(Kept::Check {
            checkers: checkers(game.position()),
        }),
        Difference::Check { .. } => {
            return Err(format!(
                "{difference}, and nothing says which man should give check; {SECOND}"
            ));
        }
        Difference::Becomes { .. } if case.moves.is_empty() => {
            return Err(format!(
                "{difference}; without moves there is nothing to reduce"
            ));
        }
        Difference::Becomes { expected, .. } => Kept::becomes(case, &game, expected),
        Difference::Ends { expected, .. } => Kept::end(&game, expected),
        Difference::Perft { .. } | Difference::TooMany { .. } => {
            return Err(format!(
                "{difference}; a count does not say which move is wrong; {SECOND}"
            ));
        }
        Difference::Fen { .. } => return Err(format!("{difference}; there is nothing to reduce")),
        _ => None,
    };
    kept.ok_or_else(|| format!("{difference}: this cannot be reduced"))
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

/// A difference as it has to stay.
enum Kept {
    /// A move is not legal.
    Illegal {
        text: String,
        code: &'static str,
        places: Vec<Location>,
        /// The first square that the reason names, and who stands there.
        man: Option<(Square, Option<Man>)>,
    },
    /// A move is legal.
    Legal { text: String, act: Act },
    /// The player to move is in check, by one of these men.
    Check { checkers: Vec<(Square, Man)> },
    /// The game ends in another way than expected, or not.
    End {
        expected: String,
        results: [Option<Outcome>; 2],
        /// Which parts of the expected end's condition hold.
        facts: Vec<bool>,
        /// All legal moves, where an end that did not come asks for them.
        ways: Option<BTreeSet<String>>,
    },
    /// Another position comes out.
    Becomes {
        moves: Vec<String>,
        acts: Vec<Act>,
        change: Box<Change>,
    },
}

impl Kept {
    fn of_move(case: &Case, text: &str, is_legal: bool) -> Result<Self, String> {
        let game = case.game().ok_or("its moves cannot be played")?;
        let position = game.position();
        let text = text.to_owned();
        match find(position, &text) {
            Some(mv) if is_legal => Ok(Self::Legal {
                act: Act::of(position, mv),
                text,
            }),
            Some(_) => Err(format!(
                "{text} is legal, but does not start where the test asks; there is nothing to reduce"
            )),
            None => {
                let why = position.why(&text);
                let first = why.squares().first().copied();
                Ok(Self::Illegal {
                    code: why.code(),
                    places: why.places(),
                    man: first.map(|square| (square, position.man(square))),
                    text,
                })
            }
        }
    }

    fn end(game: &Game, expected: &str) -> Option<Self> {
        let name = expected.split_whitespace().nth(1)?;
        let mut ends = game.position().rules().ends.iter();
        let end = ends.find(|end| end.id == name)?;
        let results = [game.outcome(), game.claimable()];
        let asks_moves = end
            .condition
            .has(&|part| matches!(part, Condition::NoMove { .. } | Condition::Can(_)));
        let ways = (asks_moves && results == [None, None]).then(|| ways(game.position()));
        Some(Self::End {
            expected: expected.to_owned(),
            facts: facts(game, end),
            results,
            ways,
        })
    }

    fn becomes(case: &Case, game: &Game, expected: &str) -> Option<Self> {
        let position = game.position();
        let expected = position.variant().position(expected).ok()?;
        let acts = acts(game).filter(|acts| !acts.is_empty())?;
        let change = Change::between(expected.state(), position.state());
        Some(Self::Becomes {
            moves: case.moves.clone(),
            acts,
            change: Box::new(change),
        })
    }

    /// What a test of a case expects, and what the file says to it; nothing if the case does not show the difference.
    fn told(&self, case: &Case) -> Option<(Expectation, Vec<String>)> {
        let game = case.game()?;
        let position = game.position();
        match self {
            Self::Illegal {
                text,
                code,
                places,
                man,
            } => {
                let Why::Illegal(refusal) = position.why(text) else {
                    return None;
                };
                let first = refusal.squares.first();
                let first = first.map(|&square| (square, position.man(square)));
                let same = refusal.code() == *code && refusal.places == *places && first == *man;
                let said = format!("The file does not allow {text}: {refusal}.");
                same.then(|| (Expectation::Allows(text.clone()), vec![said]))
            }
            Self::Legal { text, act } => {
                let mv = find(position, text).filter(|&mv| Act::of(position, mv) == *act)?;
                let said = format!("The file allows {text}{}.", does(position, mv, text));
                Some((Expectation::Forbids(text.clone()), vec![said]))
            }
            Self::Check { checkers: known } => {
                let mut now = checkers(position).into_iter();
                let same = position.in_check()
                    && (known.is_empty() || now.any(|checker| known.contains(&checker)));
                let said = format!("In the file {} is in check.", position.side());
                same.then(|| (Expectation::Check(false), vec![said]))
            }
            Self::End {
                expected,
                results,
                facts: known,
                ways: allowed,
            } => {
                let name = expected.split_whitespace().nth(1)?;
                let end = position.rules().ends.iter().find(|end| end.id == name)?;
                let same = [game.outcome(), game.claimable()] == *results
                    && facts(&game, end) == *known
                    && allowed.as_ref().is_none_or(|allowed| {
                        let now = ways(position);
                        now.is_subset(allowed) && now.is_empty() == allowed.is_empty()
                    });
                let said = format!("In the file {}.", result(results));
                same.then(|| (Expectation::Ends(expected.clone()), vec![said]))
            }
            Self::Becomes {
                moves,
                acts: known,
                change,
            } => {
                if case.moves != *moves || acts(&game)? != *known {
                    return None;
                }
                let expected = change.expected(position.state())?;
                let expected = parts::read(position.variant(), &expected)?;
                let same = Change::between(expected.state(), position.state()) == **change;
                let said = format!("In the file it becomes {}", position.fen());
                same.then(|| (Expectation::Becomes(expected.fen()), vec![said]))
            }
        }
    }

    /// What is said if it cannot be reduced after all.
    fn sentence(&self) -> String {
        let what = match self {
            Self::Illegal { text, .. } | Self::Legal { text, .. } => text.as_str(),
            Self::Check { .. } => "the check",
            Self::End { expected, .. } => expected.as_str(),
            Self::Becomes { .. } => "the position after the moves",
        };
        format!("{what}: the FEN of the position does not show it")
    }
}

/// What an allowed move does, behind a colon; nothing if its text says it.
pub(super) fn does(position: &Position, mv: Move, text: &str) -> String {
    let rules = position.rules();
    match position.man(mv.from) {
        Some(man) if !text.contains('@') && mv.kind != MoveKind::Pass => {
            let kind = &rules.kind(man.kind).title;
            let from = rules.shape.name(mv.from);
            let does = position.what_happens(mv);
            format!(": the {kind} on {from} {does}")
        }
        _ => String::new(),
    }
}

/// The result in words, or that there is none.
fn result(results: &[Option<Outcome>; 2]) -> String {
    match results {
        [Some(outcome), _] => format!("the game ends: {}", words(outcome)),
        [None, Some(outcome)] => format!("the game goes on unless {} is claimed", words(outcome)),
        [None, None] => "the game goes on".to_owned(),
    }
}

/// A result as a test says it.
pub(super) fn words(outcome: &Outcome) -> String {
    let who = outcome
        .winner
        .map_or_else(|| "draw".to_owned(), |side| side.to_string().to_lowercase());
    format!("{who} {}", outcome.reason)
}

/// The men that give check.
fn checkers(position: &Position) -> Vec<(Square, Man)> {
    let squares = position.checkers().into_iter();
    squares
        .filter_map(|square| Some((square, position.man(square)?)))
        .collect()
}

/// What each move of a game does.
fn acts(game: &Game) -> Option<Vec<Act>> {
    let moves = game.moves().iter().enumerate();
    moves
        .map(|(at, &mv)| Some(Act::of(game.position_after(at)?, mv)))
        .collect()
}

/// The texts of all legal moves.
fn ways(position: &Position) -> BTreeSet<String> {
    let texts = position.move_texts(MoveNotation::Long).into_iter();
    texts.map(|(_, text)| text).collect()
}

/// Which parts of an end's condition hold, for each player that it asks.
fn facts(game: &Game, end: &End) -> Vec<bool> {
    let position = game.position();
    let mut parts = Vec::new();
    leaves(&end.condition, &mut parts);
    let course = game.course();
    let players = end.players(position.side()).into_iter();
    let both = players.flat_map(|player| parts.iter().map(move |part| (player, part)));
    both.map(|(player, part)| {
        general::holds_in_end(position.rules(), position.state(), player, course, part)
    })
    .collect()
}

/// The parts of a condition that are joined by `and`, `or` and `not`.
fn leaves<'c>(condition: &'c Condition, out: &mut Vec<&'c Condition>) {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            for part in parts {
                leaves(part, out);
            }
        }
        Condition::Not(part) => leaves(part, out),
        leaf => out.push(leaf),
    }
}
