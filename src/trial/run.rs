//! Running tests: the position, the moves, then each thing that the test expects.

use super::difference::Difference;
use super::remark::Remark;
use super::{moves, position, remark};
use crate::game::Game;
use crate::rules::TestCase;
use crate::source::Location;
use crate::variant::{Position, Variant};

/// What came out of one test.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TestReport {
    /// The test's name, with the number of the position if it has several.
    pub name: String,
    /// Where it stands in the file.
    pub place: Option<Location>,
    /// The position after the moves that could be played; `None` if there is none.
    pub position: Option<Position>,
    /// All that came out differently.
    pub differences: Vec<Difference>,
    /// What came out as the test says, but not for the reason that it seems to have.
    pub remarks: Vec<Remark>,
}

impl TestReport {
    /// Whether all came out as the test says.
    pub fn passed(&self) -> bool {
        self.differences.is_empty()
    }

    /// Whether all came out as the test says, and for that reason.
    pub fn is_fine(&self) -> bool {
        self.passed() && self.remarks.is_empty()
    }

    /// All differences in one line; empty if it passed.
    pub fn message(&self) -> String {
        let lines: Vec<String> = self.differences.iter().map(ToString::to_string).collect();
        lines.join("; ")
    }
}

/// Runs all tests of a game's rule file, in their order; of a test with several positions each by itself.
pub fn run(variant: &Variant) -> Vec<TestReport> {
    let tests = &variant.rules().tests;
    tests.iter().map(|test| run_one(variant, test)).collect()
}

/// Runs one test, or one position of it.
pub fn run_one(variant: &Variant, test: &TestCase) -> TestReport {
    let mut report = TestReport {
        name: test.title(),
        place: test.place.clone(),
        position: None,
        differences: Vec::new(),
        remarks: Vec::new(),
    };
    let mut game = match start(variant, test) {
        Ok(game) => game,
        Err(difference) => {
            report.differences.push(difference);
            return report;
        }
    };
    match play(&mut game, test, &mut report.remarks) {
        Ok(()) => {
            let unrecorded = test.unrecorded();
            report
                .differences
                .extend(unrecorded.map(|key| Difference::Unrecorded {
                    key: key.to_owned(),
                }));
            moves::compare(game.position(), test, &mut report.differences);
            position::compare(&game, test, &mut report.differences);
            report.remarks.extend(remark::from(game.position(), test));
            report.remarks.extend(remark::slips(game.position(), test));
        }
        Err(difference) => report.differences.push(difference),
    }
    report.position = Some(game.position().clone());
    report
}

/// A game at the position of a test.
fn start(variant: &Variant, test: &TestCase) -> Result<Game, Difference> {
    let first = match &test.fen {
        None => Ok(variant.start()),
        Some(fen) => variant.position(fen),
    };
    let first = first.map_err(|error| Difference::Fen {
        key: "fen",
        reason: error.to_string(),
    })?;
    Ok(Game::from_position(first))
}

/// The game of a test after its moves.
///
/// # Errors
/// What keeps it from being played.
pub(super) fn played(variant: &Variant, test: &TestCase) -> Result<Game, Difference> {
    let mut game = start(variant, test)?;
    play(&mut game, test, &mut Vec::new())?;
    Ok(game)
}

/// Plays the moves of a test.
fn play(game: &mut Game, test: &TestCase, remarks: &mut Vec<Remark>) -> Result<(), Difference> {
    for (before, text) in test.moves.iter().enumerate() {
        let mv = game.position().parse_move(text);
        let mv = mv.map_err(|_| Difference::Move {
            before,
            text: text.clone(),
            reason: game.position().why(text).to_string(),
        })?;
        if remarks.is_empty() {
            remarks.extend(remark::over(game, before, text));
        }
        // What a text names is legal.
        let _ = game.play(mv);
    }
    Ok(())
}
