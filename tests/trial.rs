//! The tests of rule files: all of the shipped ones pass, and a wrong one says what is wrong.

#![allow(clippy::unwrap_used)] // a test stops where it fails

use ferz::rules::{End, Rules};
use ferz::trial::{self, TestReport};
use ferz::{Library, Variant};
use std::collections::BTreeSet;

fn run(rules: &str) -> Vec<TestReport> {
    let text = format!("format = 1\nbase = 'chess'\n{rules}");
    trial::run(
        &Variant::from_text("mine.toml", &text)
            .map_err(|e| e.to_string())
            .unwrap(),
    )
}

#[test]
fn all_tests_of_the_shipped_games_pass() {
    let mut tests = 0;
    for game in Library::new().games() {
        for report in trial::run(&Variant::named(&game.id).unwrap()) {
            assert!(
                report.is_fine(),
                "{}: {}: {} {:?}",
                game.id,
                report.name,
                report.message(),
                report.remarks
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
checkers = { moves = 'e2e4 f7f6 d1h5', check = 'd1 h4' }
no-checkers = { check = 'h4' }
attacks = { attacks = { g1 = 'f3 h3', b1 = 'a3 d2', e4 = '', a1 = '' } }
attackers = { attackers = { f3 = 'e2 g1 g2', f6 = 'g8', e7 = 'd8' } }
san = { moves = 'e2e4 d7d5', san = { e4d5 = 'exd5', g1f3 = 'f3', e4e6 = 'e6' } }
after = { after = { e2e4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', d2d4 = 'rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b KQkq - 0 1' } }
reasons = { forbids = { e2e5 = 'never-moves', a1a3 = 'never-moves', e2e4 = 'blocked', g1g3 = '' } }
goes-on = { ends = false }
ended = { moves = 'f2f3 e7e5 g2g4 d8h4', ends = false }
claimable = { moves = 'g1f3 g8f6 f3g1 f6g8', ends = false }
unrecorded = { recorded = 'legal perft' }
recorded = { recorded = 'perft', perft = [20] }
positions = { check = false, positions = [{ moves = 'e2e4' }, { fen = '4k3/8/8/8/8/8/8/4RK2 b - - 0 1' }, { allows = 'e2e5' }] }
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
fn effects_hands_and_counters_are_compared() {
    let text = "format = 1
base = 'crazyhouse'
counters.takes = { if = 'capture' }
[effects]
blast = { on = 'capture', do = 'remove all but pawn at K from there' }
turn-over = { on = 'capture', do = 'flip own knight at N from there' }
[test]
order = { fen = '4k3/8/2n5/3p4/4P1n1/2N5/8/4K3[] w - - 0 1', effects = { e4d5 = 'turn-over, blast' } }
squares = { fen = '4k3/8/2n5/3p4/4P3/2N5/8/4K3[] w - - 0 1', effects = { e4d5 = 'blast c6, turn-over c3 e3', e4e5 = 'blast' } }
as-they-are = { fen = '4k3/8/2n5/3p4/4P3/2N5/8/4K3[] w - - 0 1', effects = { e4d5 = 'turn-over c3,blast c6', e4e5 = '' } }
hands = { fen = '4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1', moves = 'e4d5', hands = 'pP', counters = { takes = '0+1' } }
as-held = { fen = '4k3/8/8/3p4/4P3/8/8/4K3[nN] w - - 0 1', moves = 'e4d5', hands = 'nPN', counters = { takes = '1+0' } }
";
    let game = Variant::from_text("mine.toml", text);
    let game = game.map_err(|e| e.to_string()).unwrap();
    let lines: Vec<String> = trial::run(&game)
        .iter()
        .map(|r| format!("{}: {}", r.name, r.message()))
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn what_passes_for_another_reason_is_told() {
    let reports = run("
end.seven = { if = 'quiet 3', result = 'draw' }
[test]
rules = { forbids = 'e2e5 a1a3 e1g1' }
slips = { forbids = 'e3e4 e7e5 e1c1,c1d1' }
named = { forbids = { e3e4 = 'empty-square', e7e5 = 'not-yours' } }
other-name = { forbids = { e3e4 = 'not-yours' } }
from = { from = 'e4', legal = '' }
over = { moves = 'g1f3 g8f6 f3g1 f6g8', check = false }
not-over = { moves = 'g1f3 g8f6 f3g1', ends = 'draw seven' }
");
    let lines = reports.iter().flat_map(|r| {
        let remarks = r.remarks.iter();
        let told = remarks.map(|m| format!("    {m}\n        {}", m.help().join("\n        ")));
        std::iter::once(format!("{}: {}", r.name, r.message())).chain(told)
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

/// What a test asks of attacks is the general path's; what a game asks of check may be the tables'.
#[test]
fn check_comes_from_those_who_attack_a_royal() {
    let mut checks = 0;
    for game in Library::new().games() {
        let variant = Variant::named(&game.id).unwrap();
        let mut position = variant.start();
        for ply in 0..24_usize {
            let side = position.side();
            let rules = position.rules();
            let royals = rules.shape.squares().filter(|&s| {
                let is_own = |man: &ferz::board::Man| man.side == side;
                let man = position.man(s).filter(is_own);
                man.is_some_and(|man| rules.kind(man.kind).royal[side])
            });
            let mut men: Vec<_> = royals.flat_map(|s| position.attackers(s)).collect();
            men.sort_unstable();
            men.dedup();
            assert_eq!(position.checkers(), men, "{} {}", game.id, position.fen());
            checks += usize::from(!men.is_empty());
            let men = rules.shape.squares().filter(|&s| position.man(s).is_some());
            for from in men.filter(|_| ply % 8 == 7) {
                for to in position.attacks(from) {
                    assert!(position.attackers(to).contains(&from), "{}", position.fen());
                }
            }
            let moves = position.legal_moves();
            let Some(&mv) = moves.get((ply * 7919 + 31) % moves.len().max(1)) else {
                break;
            };
            position.play(mv).unwrap();
        }
    }
    assert!(checks > 20, "{checks}");
}

fn blessed(text: &str, named: &[&str]) -> trial::Blessed {
    let library = Library::new();
    let loaded = library.load_bytes("mine.toml", text.as_bytes());
    assert!(loaded.rules.is_some(), "{:?}", loaded.findings);
    let named: Vec<String> = named.iter().map(|&name| name.to_owned()).collect();
    trial::bless(&library, loaded, &named)
}

const TO_BLESS: &str = "format = 1
base = \"3check\"   # a comment

[test.lines]
recorded  = \"legal perft becomes check\"   # written by the program
fen       = \"4k3/8/8/8/8/8/4P3/4K3 w - - 3+3 0 1\"

[test.stale]
recorded = \"perft attacks counters\"
perft    = [20, 401]
attacks  = { g1 = \"f3\", b1 = \"a3 c3\" }

[test.by-hand]
perft = [21]   # a mistake of somebody
legal = \"e2e4\"
from  = \"e2\"

[test.tables]
moves    = \"e2e4 e7e5\"
from     = \"e4\"
recorded = \"legal san effects attackers after ends counters\"

[test.after]
recorded = \"after\"
after    = { e2e4 = \"\" }

[test.each]
recorded  = \"legal\"
from      = \"e1\"
positions = [
  { fen = \"4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1\" },   # alone
  { fen = \"4k3/8/8/8/8/8/8/R3K3 w Q - 3+3 0 1\", recorded = \"check\" },
]

[test.shared]
allows    = \"e2e4\"
perft     = [3]
positions = [{ moves = \"\" }, { moves = \"a2a3 a7a6\" }]

[test.blank]
recorded = \"perft san hands ends forbids\"
from     = \"e2\"
legal    = [\"e2e3\", \"e2e4\"]
perft    = []
san      = {}
forbids  = { e2e5 = \"\", a1a3 = \"own-man\" }

[test.comments]
recorded = \"legal attacks\"
attacks  = { e5 = \"\" }
legal    = [  # which they are
  \"e2e4\",
]
[test]
dotted.recorded = \"perft\"
dotted.moves    = \"e2e4\"
braces = { moves = \"e2e4\", recorded = \"check ends\" }
";

#[test]
fn what_is_asked_for_is_recorded() {
    let first = blessed(TO_BLESS, &[]);
    let told = |b: &trial::Blessed| {
        let written = b
            .written
            .iter()
            .map(|(test, key)| format!("{test}: {key}\n"));
        let kept = b.kept.iter();
        let kept = kept.map(|k| format!("left: {}: {}: {}\n", k.test, k.key, k.because));
        written.chain(kept).collect::<String>()
    };
    insta::assert_snapshot!(format!("{}\n{}", told(&first), first.text));
    let named = blessed(&first.text, &["by-hand", "shared", "tables"]);
    insta::assert_snapshot!(format!("{}\n{}", told(&named), named.text));
    // What has been recorded is what comes out.
    let again = blessed(&first.text, &[]);
    assert!(again.text == first.text && again.written.is_empty());
    let windows = blessed(&TO_BLESS.replace('\n', "\r\n"), &[]);
    assert_eq!(windows.text, first.text.replace('\n', "\r\n"));
}

#[test]
fn what_is_recorded_of_the_shipped_games_passes() {
    for game in Library::new().games() {
        let mut position = Variant::named(&game.id).unwrap().start();
        let mut moves = Vec::new();
        for ply in 0..7_usize {
            let legal = position.move_texts(ferz::position::MoveNotation::Long);
            let Some((mv, text)) = legal.get((ply * 101 + 17) % legal.len().max(1)) else {
                break;
            };
            moves.push(text.clone());
            position.play(*mv).unwrap();
        }
        let moves = moves.join(" ");
        // Thousands of moves are written in a score only after each has been made.
        let san = if position.legal_moves().len() < 80 {
            "san"
        } else {
            ""
        };
        let keys = format!("legal {san} effects becomes counters check");
        let text = format!(
            "format = 1\nbase = '{}'\n[test.x]\nrecorded = '{keys}'\nmoves = '{moves}'\n",
            game.id
        );
        let blessed = blessed(&text, &[]);
        let failed = blessed
            .kept
            .iter()
            .filter(|k| !["effects", "counters"].contains(&k.key.as_str()));
        assert_eq!(failed.count(), 0, "{}: {:?}", game.id, blessed.kept);
        assert!(blessed.written.len() >= 3, "{}", game.id);
        let variant = Variant::from_text("mine.toml", &blessed.text).unwrap();
        for report in trial::run(&variant) {
            let open = blessed.kept.len();
            assert_eq!(
                report.differences.len(),
                open,
                "{}: {}",
                game.id,
                report.message()
            );
        }
    }
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
