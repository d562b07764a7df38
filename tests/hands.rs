//! Hands, drops, promotions in place and with limits: the games of `tests/data/hands` with their own tests, the
//! reasons in them, and what holds in every position.

#![allow(clippy::unwrap_used)] // a test stops where it fails

mod random;

use ferz::{Position, Variant, trial};
use random::Random;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

fn game(name: &str) -> Variant {
    let path = format!("tests/data/hands/{name}.toml");
    if std::path::Path::new(&path).exists() {
        Variant::from_path(&path).unwrap_or_else(|e| panic!("{name}: {e}"))
    } else {
        Variant::named(name).unwrap()
    }
}

const GAMES: [&str; 3] = ["reserve", "turning", "in-place"];

#[test]
fn the_tests_of_the_games_pass() {
    let mut failures = Vec::new();
    for name in GAMES {
        for report in trial::run(&game(name)) {
            if !report.passed() {
                failures.push(format!("{name}: {}: {}", report.name, report.message()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn the_reasons_are_the_true_ones() {
    let table = std::fs::read_to_string("tests/data/hands/why.tsv").unwrap();
    let mut told = String::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, fen, text, code, squares] = fields[..] else {
            panic!("{line}");
        };
        let variant = game(name);
        let position = match fen {
            "start" => variant.start(),
            fen => variant.position(fen).unwrap(),
        };
        let why = position.why(text);
        assert_eq!(why.code(), code, "{line}: {why}");
        let shape = variant.rules().shape;
        let found = why.squares();
        let found: Vec<String> = found.iter().map(|&s| shape.name(s).to_string()).collect();
        assert_eq!(found.join(" "), squares, "{line}: {why}");
        let _ = writeln!(told, "{text}: {why}");
    }
    insta::assert_snapshot!(told);
}

/// Visits the positions of random games.
fn visit(name: &str, games: u64, plies: usize, mut look: impl FnMut(&Position)) {
    let variant = game(name);
    for number in 0..games {
        let mut random = Random(0x51_7CC1_B727_220A + number);
        let mut position = variant.start();
        for _ in 0..plies {
            look(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]).unwrap();
        }
    }
}

/// The men on the board and in the hands by their letters: whose they are, which way up, and what they were made into
/// do not count.
fn men(fen: &str) -> BTreeMap<char, usize> {
    let mut all: Vec<char> = Vec::new();
    for c in fen.split(' ').next().unwrap().chars() {
        match c {
            '~' => {
                all.pop();
                all.push('P');
            }
            c if c.is_ascii_alphabetic() => all.push(c.to_ascii_uppercase()),
            _ => {}
        }
    }
    let mut counts = BTreeMap::new();
    for c in all {
        *counts.entry(c).or_default() += 1;
    }
    counts
}

#[test]
fn no_man_is_lost_where_captured_men_go_to_the_hand() {
    for name in [
        "reserve",
        "turning",
        "shogi",
        "kyotoshogi",
        "micro",
        "crazyhouse",
    ] {
        let all = men(&game(name).start().fen());
        visit(name, 3, 80, |position| {
            assert_eq!(men(&position.fen()), all, "{name}: {}", position.fen());
        });
    }
}

/// A drop is legal exactly if its text is said to be, and every legal drop has a rule that allows it.
#[test]
fn reasons_agree_with_the_drops() {
    for name in ["reserve", "turning"] {
        visit(name, 1, 12, |position| {
            let rules = position.rules();
            let legal: BTreeSet<String> = position
                .legal_moves()
                .into_iter()
                .map(|mv| position.move_text(mv, ferz::position::MoveNotation::Long))
                .filter(|text| text.contains('@'))
                .collect();
            for kind in &rules.kinds {
                let letter = kind.letter.text(ferz::board::Side::White);
                for square in rules.shape.squares() {
                    let text = format!("{letter}@{}", rules.shape.name(square));
                    let why = position.why(&text);
                    let expected = legal.contains(&text);
                    assert_eq!(
                        why.is_legal(),
                        expected,
                        "{}: {text}: {why}",
                        position.fen()
                    );
                    if let ferz::reason::Why::Legal(permission) = &why {
                        assert!(!permission.drops.is_empty(), "{text}");
                    } else {
                        assert_ne!(why.code(), "spelling", "{text}: {why}");
                    }
                }
            }
        });
    }
}
