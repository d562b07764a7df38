//! Running tests: the position, the moves, then each thing that the test expects.

use super::difference::Difference;
use crate::board::Side;
use crate::game::Game;
use crate::position::{Move, MoveNotation};
use crate::rules::TestCase;
use crate::source::Location;
use crate::variant::{Outcome, Position, Variant};

/// The largest count of a test in a game with compiled tables: some seconds.
const MAX_COUNT: u64 = 200_000_000;
/// The same in a game that is played on the general path.
const MAX_COUNT_SLOW: u64 = 1_000_000;

/// What came out of one test.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TestReport {
    /// The test's name.
    pub name: String,
    /// Where it stands in the file.
    pub place: Option<Location>,
    /// The position after the moves that could be played; `None` if there is none.
    pub position: Option<Position>,
    /// All that came out differently.
    pub differences: Vec<Difference>,
}

impl TestReport {
    /// Whether all came out as the test says.
    pub fn passed(&self) -> bool {
        self.differences.is_empty()
    }

    /// All differences in one line; empty if it passed.
    pub fn message(&self) -> String {
        let lines: Vec<String> = self.differences.iter().map(ToString::to_string).collect();
        lines.join("; ")
    }
}

/// Runs all tests of a game's rule file, in their order.
pub fn run(variant: &Variant) -> Vec<TestReport> {
    let tests = &variant.rules().tests;
    tests.iter().map(|test| run_one(variant, test)).collect()
}

/// Runs one test.
pub fn run_one(variant: &Variant, test: &TestCase) -> TestReport {
    let mut report = TestReport {
        name: test.id.clone(),
        place: test.place.clone(),
        position: None,
        differences: Vec::new(),
    };
    let first = match &test.fen {
        None => variant.start(),
        Some(fen) => match variant.position(fen) {
            Ok(position) => position,
            Err(error) => {
                report.differences.push(Difference::Fen {
                    key: "fen",
                    reason: error.to_string(),
                });
                return report;
            }
        },
    };
    let mut game = Game::from_position(first);
    match play(&mut game, &test.moves) {
        Ok(()) => expectations(&game, test, &mut report.differences),
        Err(difference) => report.differences.push(difference),
    }
    report.position = Some(game.position().clone());
    report
}

fn play(game: &mut Game, moves: &[String]) -> Result<(), Difference> {
    for (before, text) in moves.iter().enumerate() {
        let mv = game.position().parse_move(text);
        let mv = mv.map_err(|_| Difference::Move {
            before,
            text: text.clone(),
            reason: game.position().why(text).to_string(),
        })?;
        // What a text names is legal.
        let _ = game.play(mv);
    }
    Ok(())
}

fn expectations(game: &Game, test: &TestCase, out: &mut Vec<Difference>) {
    let position = game.position();
    let asks_moves = test.legal.is_some() || !test.allows.is_empty() || !test.forbids.is_empty();
    if asks_moves {
        moves(position, test, out);
    }
    if let Some(expected) = test.check
        && position.in_check() != expected
    {
        out.push(Difference::Check { expected });
    }
    if let Some(fen) = &test.becomes {
        match position.variant().position(fen) {
            Ok(expected) if same(&expected, position) => {}
            Ok(expected) => out.push(Difference::Becomes {
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

/// Whether two positions of a game are the same, counters included. En passant counts only where somebody can take so.
fn same(one: &Position, two: &Position) -> bool {
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
    fields(one) == fields(two) && one.state().men == two.state().men
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
        let shape = position.rules().shape;
        let from = test.from.as_deref().and_then(|name| shape.parse(name));
        let mut asked = legal.clone();
        let starts = |mv: Move| position.move_squares(mv).first().copied();
        asked.retain(|(mv, _)| from.is_none_or(|from| starts(*mv) == Some(from)));
        let (there, mut missing) = split(expected);
        // A legal move of another square is no move of this one.
        let elsewhere = there
            .iter()
            .filter(|mv| from.is_some_and(|from| starts(**mv) != Some(from)));
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

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts.dedup();
    texts
}

/// Compares the result. An end that has to be claimed is expected to be there for the asking.
fn ends(game: &Game, expected: &str) -> Option<Difference> {
    let expected = expected.split_whitespace().collect::<Vec<_>>().join(" ");
    let got = match (game.outcome(), game.claimable()) {
        (Some(outcome), _) => words(&outcome),
        (None, Some(outcome)) => {
            let claimed = words(&outcome);
            if claimed == expected {
                return None;
            }
            format!("nothing unless {claimed} is claimed")
        }
        (None, None) => "nothing: the game goes on".to_owned(),
    };
    (got != expected).then_some(Difference::Ends { expected, got })
}

/// `white mate`, as a test says it.
fn words(outcome: &Outcome) -> String {
    let who = match outcome.winner {
        Some(Side::White) => "white",
        Some(Side::Black) => "black",
        None => "draw",
    };
    format!("{who} {}", outcome.reason)
}

/// Compares counts from depth 1 on, up to the first that differs.
fn counts(position: &Position, expected: &[u64]) -> Option<Difference> {
    let slow = position.variant().slow_because().is_some();
    let limit = if slow { MAX_COUNT_SLOW } else { MAX_COUNT };
    // The counts before: each is about as many times larger than the one before it.
    let (mut before, mut last) = (1, 1_u64);
    for (depth, &expected) in (1..).zip(expected) {
        let estimate = last.saturating_mul(last) / before.max(1);
        if estimate.max(expected) > limit {
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
        (before, last) = (last, got);
    }
    None
}
