//! Ten games of pieces with several legs (`tests/data/legs`): their own tests, and what must hold in every position.
//!
//! The complete lists of moves in the files were worked out by hand from what the pieces are meant to do, the counts
//! from the start position with definitions that know these pieces only, no notation.

#![allow(clippy::unwrap_used)] // a test stops where it fails

mod random;

use ferz::position::MoveNotation;
use ferz::{Game, Position, Variant, trial};
use random::Random;
use std::collections::BTreeSet;

/// The games by the names of their files.
fn games() -> Vec<(String, Variant)> {
    let mut files: Vec<_> = std::fs::read_dir("tests/data/legs")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
        .iter()
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let variant = Variant::from_path(path).unwrap_or_else(|e| panic!("{name}: {e}"));
            (name, variant)
        })
        .collect()
}

#[test]
fn the_lists_worked_out_by_hand() {
    let mut failures = Vec::new();
    let games = games();
    assert!(games.len() >= 10);
    for (name, variant) in games {
        let tests = &variant.rules().tests;
        let complete: Vec<_> = tests
            .iter()
            .filter(|t| t.legal.is_some() && t.from.is_none())
            .collect();
        let after_a_capture = complete.iter().filter(|t| !t.moves.is_empty());
        assert!(complete.len() >= 6, "{name}: {}", complete.len());
        assert!(after_a_capture.count() >= 2, "{name}");
        for report in trial::run(&variant) {
            if !report.passed() {
                failures.push(format!("{name}: {}: {}", report.name, report.message()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Visits the positions of a random game from the setup and from the position of each test.
fn visit_random_games(plies: usize, mut visit: impl FnMut(&str, &Position)) {
    for (number, (name, variant)) in games().into_iter().enumerate() {
        let mut random = Random(0x9E37_79B9_7F4A_7C15 + number as u64);
        let fens = variant.rules().tests.iter().filter_map(|t| t.fen.as_ref());
        let mut starts = vec![variant.start()];
        starts.extend(fens.map(|fen| variant.position(fen).unwrap()));
        for mut position in starts {
            for _ in 0..plies {
                visit(&name, &position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                position.play(mv).unwrap();
            }
        }
    }
}

/// The position turned by 180 degrees with the sides exchanged, or mirrored left to right, as FEN without counters.
fn transformed(fen: &str, turn: bool) -> String {
    let mut fields = fen.split(' ');
    let (board, mut side) = (fields.next().unwrap(), fields.next().unwrap());
    let mut ranks: Vec<String> = board.split('/').map(reversed).collect();
    if turn {
        ranks.reverse();
        ranks = ranks.iter().map(|rank| exchanged(rank)).collect();
        side = if side == "w" { "b" } else { "w" };
    }
    format!("{} {side} - - 0 1", ranks.join("/"))
}

fn reversed(rank: &str) -> String {
    rank.chars().rev().collect()
}

fn exchanged(rank: &str) -> String {
    rank.chars()
        .map(|c| match c {
            c if c.is_ascii_uppercase() => c.to_ascii_lowercase(),
            c => c.to_ascii_uppercase(),
        })
        .collect()
}

/// The positions after all legal moves, without counters and in order, each as often as a move leads to it.
fn afterwards(position: &Position, change: impl Fn(&str) -> String) -> Vec<String> {
    let mut all: Vec<String> = position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.play(mv).unwrap();
            change(&next.fen())
        })
        .collect();
    all.sort();
    all
}

fn without_counters(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').take(2).collect();
    format!("{} - - 0 1", fields.join(" "))
}

/// Whatever its way, what a man does is one move.
#[test]
fn no_two_moves_of_one_man_do_the_same() {
    visit_random_games(30, |name, position| {
        let mut different = BTreeSet::new();
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play(mv).unwrap();
            let what = (mv.from, next.fen());
            assert!(different.insert(what), "{name}: {}: {mv:?}", position.fen());
        }
    });
}

/// A turn of the board that exchanges the sides, and a mirror, change nothing: no piece here has a hand.
#[test]
fn turned_and_mirrored_positions_have_the_same_moves() {
    for turn in [true, false] {
        visit_random_games(30, |name, position| {
            let fen = transformed(&position.fen(), turn);
            let other = position.variant().position(&fen).unwrap();
            assert_eq!(position.in_check(), other.in_check(), "{name}: {fen}");
            assert_eq!(
                afterwards(position, |after| transformed(after, turn)),
                afterwards(&other, without_counters),
                "{name}: {} and {fen}",
                position.fen()
            );
        });
    }
}

/// Taking back restores the position with its key, and a key does not depend on how the position came about.
#[test]
fn moves_are_taken_back() {
    for (number, (name, variant)) in games().into_iter().enumerate() {
        let mut random = Random(0xB529_7A4D_1B56_C4E9 + number as u64);
        for _ in 0..4 {
            let mut game = Game::new(&variant);
            let mut fens = vec![game.position().fen()];
            for _ in 0..60 {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[random.below(moves.len())]).unwrap();
                let fen = game.position().fen();
                let read = variant.position(&fen).unwrap();
                assert_eq!(game.position().key(), read.key(), "{name}: {fen}");
                fens.push(fen);
            }
            let keys = game.keys().to_vec();
            for (fen, key) in fens.iter().zip(&keys).rev() {
                assert_eq!(&game.position().fen(), fen, "{name}");
                assert_eq!(&game.position().key(), key, "{name}: {fen}");
                game.undo();
            }
            while game.redo().is_some() {}
            assert_eq!(game.position().fen(), *fens.last().unwrap(), "{name}");
        }
    }
}

#[test]
fn one_text_names_one_move_and_is_read_back() {
    use MoveNotation::{Long, San, Uci};
    visit_random_games(20, |name, position| {
        for notation in [Long, Uci, San] {
            let texts = position.move_texts(notation);
            let different: BTreeSet<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
            assert_eq!(different.len(), texts.len(), "{name}: {texts:?}");
            for (mv, text) in &texts {
                let read = position.parse_move(text);
                assert_eq!(
                    read.as_ref(),
                    Ok(mv),
                    "{name}: {text} in {}",
                    position.fen()
                );
            }
        }
    });
}
