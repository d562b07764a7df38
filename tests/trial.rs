//! The tests of rule files: all of the shipped ones pass, and a wrong one says what is wrong.

#![allow(clippy::unwrap_used)] // a test stops where it fails

use ferz::rules::{End, Rules};
use ferz::trial::{self, TestReport};
use ferz::{Library, Variant};
use std::collections::BTreeSet;

fn run(rules: &str) -> Vec<TestReport> {
    let text = format!("format = 1\nbase = 'chess'\n{rules}");
    trial::run(&Variant::from_text("mine.toml", &text).unwrap())
}

#[test]
fn all_tests_of_the_shipped_games_pass() {
    let mut tests = 0;
    for game in Library::new().games() {
        for report in trial::run(&Variant::named(&game.id).unwrap()) {
            assert!(
                report.passed(),
                "{}: {}: {}",
                game.id,
                report.name,
                report.message()
            );
            tests += 1;
        }
    }
    assert!(tests > 60, "{tests}");
}

/// The name of an end and its result. What it says differs from game to game by the names of the pieces alone.
fn told(end: &End) -> String {
    format!("{}: {:?}", end.id, end.result)
}

/// What the shipped files say about the ends of their games is tested in them: in the file itself, or in that of a game
/// with the same end.
#[test]
fn the_shipped_games_test_their_ends() {
    let games: Vec<Variant> = Library::new()
        .games()
        .iter()
        .map(|game| Variant::named(&game.id).unwrap())
        .collect();
    let mut tested = BTreeSet::new();
    for rules in games.iter().map(Variant::rules) {
        let reasons = rules.tests.iter().filter_map(|test| {
            let ends = test.ends.as_deref()?;
            ends.split_whitespace().nth(1)
        });
        for reason in reasons {
            let ends = rules.ends.iter().filter(|end| end.id == reason);
            tested.extend(ends.map(told));
        }
    }
    let mut untested = Vec::new();
    for rules in games.iter().map(Variant::rules) {
        let ends = rules.ends.iter().map(told);
        let lacking = ends.filter(|end| !tested.contains(end));
        untested.extend(lacking.map(|end| format!("{}: {end}", rules.id)));
    }
    assert!(untested.is_empty(), "no test of\n{}", untested.join("\n"));
    let becomes = |rules: &Rules| rules.tests.iter().any(|t| t.becomes.is_some());
    assert!(games.iter().filter(|game| becomes(game.rules())).count() >= 10);
}

#[test]
fn every_kind_of_difference_has_its_sentence() {
    let reports = run("
end.fifty = { if = 'quiet 4', result = 'draw', claim = true }
[test]
legal = { legal = 'e2e4 e2e5 e7e8=Q' }
square = { from = 'b1', legal = ['b1a3'] }
other-square = { from = 'b1', legal = 'b1a3 b1c3 e2e4' }
allows = { allows = 'e2e4 e2e5' }
forbids = { forbids = 'e2e4 e2e5' }
check = { moves = 'e2e4 f7f6 d1h5', check = false }
no-check = { check = true }
becomes = { moves = 'e2e4', becomes = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 1' }
unusable = { moves = 'e2e4', becomes = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' }
usable = { fen = '4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1', moves = 'e2e4', becomes = '4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1' }
ends = { ends = 'white mate' }
other-end = { moves = 'f2f3 e7e5 g2g4 d8h4', ends = 'white mate' }
claim = { moves = 'g1f3 g8f6 f3g1 f6g8', ends = 'white mate' }
claimed = { moves = 'g1f3 g8f6 f3g1 f6g8', ends = 'draw fifty' }
move = { moves = 'e2e4 e2e4', check = false }
perft = { perft = [20, 400, 8903, 7] }
several = { allows = 'a1a2', check = true }
");
    let lines: Vec<String> = reports
        .iter()
        .map(|r| {
            format!(
                "{}: {}",
                r.name,
                if r.passed() {
                    "passed".to_owned()
                } else {
                    r.message()
                }
            )
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_count_without_end_is_refused() {
    let reports = run(
        "[test.huge]\nperft = [20, 400, 8902, 197281, 3195901860]\n[test.small]\nperft = [20, 400, 3, 3, 3]\n",
    );
    assert!(
        reports[0].message().starts_with("perft 5: not counted"),
        "{}",
        reports[0].message()
    );
    assert_eq!(reports[1].message(), "perft 3: expected 3, got 8902");
}

#[test]
fn a_text_with_a_mark_is_read() {
    let reports = run("
pieces.rook.moves = 'R dR udR'
[test.removal]
fen = '4k3/8/8/8/8/8/8/R2NK3 w - - 0 1'
moves = 'a1d1/destroy'
becomes = '4k3/8/8/8/8/8/8/3RK3 b - - 1 1'
");
    assert!(reports[0].passed(), "{}", reports[0].message());
}
