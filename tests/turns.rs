//! Small games whose turns are more than a move (`tests/data/turns`): their own tests, and what must hold in every
//! position of random games.

#![allow(clippy::unwrap_used)] // a test stops where it fails

mod random;

use ferz::position::MoveNotation;
use ferz::{Variant, trial};
use random::Random;

/// The games by the names of their files.
fn games() -> Vec<(String, Variant)> {
    let files = std::fs::read_dir("tests/data/turns").unwrap();
    let mut files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let load = |path: &std::path::PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let variant = Variant::from_path(path).unwrap_or_else(|e| panic!("{name}: {e}"));
        (name, variant)
    };
    files.iter().map(load).collect()
}

#[test]
fn their_own_tests() {
    let mut failures = Vec::new();
    for (name, variant) in games() {
        assert!(variant.rules().tests.len() >= 4, "{name}");
        for report in trial::run(&variant) {
            if !report.passed() {
                failures.push(format!("{name}: {}: {}", report.name, report.message()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// A FEN says all of a position, a move's text is read as the move, and every legal move has its reasons.
#[test]
fn positions_and_moves_are_written_and_read() {
    for (number, (name, variant)) in games().into_iter().enumerate() {
        let mut random = Random(0x9E37_79B9_7F4A_7C15 + number as u64);
        for _ in 0..4 {
            let mut position = variant.start();
            for _ in 0..30 {
                let fen = position.fen();
                let again = variant.position(&fen).unwrap();
                assert_eq!(again.fen(), fen, "{name}");
                assert_eq!(again.legal_moves(), position.legal_moves(), "{name} {fen}");
                for (mv, text) in position.move_texts(MoveNotation::Long) {
                    assert_eq!(position.parse_move(&text), Ok(mv), "{name} {fen} {text}");
                    assert!(position.why(&text).is_legal(), "{name} {fen} {text}");
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.below(moves.len())]).unwrap();
            }
        }
    }
}

/// The cookbook's lines stand in the games that it names.
#[test]
fn the_cookbook_is_taken_from_them() {
    let page = std::fs::read_to_string("docs/cookbook.md").unwrap();
    let mut found = 0;
    // Start positions are told in words there.
    let lines = page
        .split("\n## Boards and start positions")
        .next()
        .unwrap();
    for line in lines.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [_, wanted, game] = cells[..] else {
            continue;
        };
        let game = game.trim_matches('`');
        let path = match game.strip_suffix(".toml") {
            Some(_) => format!("tests/data/turns/{game}"),
            None => format!("variants/{game}.toml"),
        };
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        // Each piece of code in the cell, commands left out.
        for code in wanted.split('`').skip(1).step_by(2) {
            let code = plain(code);
            let is_command = code.starts_with("ferz ");
            assert!(
                is_command || plain(&text).contains(&code),
                "{path} lacks {code}"
            );
        }
        found += 1;
    }
    assert!(found >= 9, "{found}");
}
