//! Small games that end in many ways (`tests/data/ends`): their own tests, and the counts of both paths.

#![allow(clippy::unwrap_used)] // a test stops where it fails

use ferz::movegen::general;
use ferz::{Variant, trial};

/// The games by the names of their files.
fn games() -> Vec<(String, Variant)> {
    let files = std::fs::read_dir("tests/data/ends").unwrap();
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

/// The count of the last half-move is taken from sets of moves, so a position that is over must be found before.
#[test]
fn both_paths_count_the_same() {
    let mut fast = 0;
    for (name, variant) in games() {
        fast += usize::from(variant.slow_because().is_none());
        let fens = variant.rules().tests.iter().filter_map(|t| t.fen.as_ref());
        let tested = fens.map(|fen| variant.position(fen).unwrap());
        for position in tested.chain([variant.start()]) {
            for depth in 0..=2 {
                assert_eq!(
                    position.perft(depth),
                    general::perft(variant.rules(), position.state(), depth),
                    "{name} {} {depth}",
                    position.fen()
                );
            }
        }
    }
    assert!(fast >= 6, "{fast}");
}

/// The cookbook's lines stand in the games that it names.
#[test]
fn the_cookbook_is_taken_from_them() {
    let page = std::fs::read_to_string("docs/cookbook.md").unwrap();
    let mut found = 0;
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [_, lines, game] = cells[..] else {
            continue;
        };
        let game = game.trim_matches('`');
        let Ok(text) = std::fs::read_to_string(format!("tests/data/ends/{game}")) else {
            continue;
        };
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for wanted in lines.trim_matches('`').split("`, `") {
            assert!(plain(&text).contains(wanted), "{game} lacks {wanted}");
            found += 1;
        }
    }
    assert!(found >= 10, "{found}");
}

/// The draw for want of men that `chess` hands on waits while somebody has men in hand.
#[test]
fn men_in_hand_can_still_mate() {
    let text =
        "format = 1\nbase = 'chess'\nhand.captured = 'hand'\ndrop.all.pieces = 'all but king'\n";
    let game = Variant::from_text("hands.toml", text).unwrap();
    let end = |fen: &str| game.position(fen).unwrap().outcome().map(|o| o.reason);
    assert_eq!(
        end("4k3/8/8/8/8/8/8/4K3[] w - - 0 1").as_deref(),
        Some("dead")
    );
    assert_eq!(end("4k3/8/8/8/8/8/8/4K3[p] w - - 0 1"), None);
    assert_eq!(end("4k3/8/8/8/8/8/8/4KB2[Q] b - - 0 1"), None);
    // Where nobody has hands, nothing is asked of them.
    let asks = |name: &str| {
        let rules = format!("{:?}", Variant::named(name).unwrap().rules().ends);
        rules.contains("Hand")
    };
    assert!(!asks("chess") && !asks("makruk") && asks("sittuyin"));
}
