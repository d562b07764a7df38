//! Forbidden and forced moves, and a check of its own: the games of `tests/data/laws` with their own tests, and what
//! must hold in every position.

#![allow(clippy::unwrap_used)] // a test stops where it fails

mod random;

use ferz::rules::Condition;
use ferz::{Library, Variant, trial};
use random::Random;
use std::collections::HashMap;

fn two_royals() -> Variant {
    Variant::from_path("tests/data/laws/two-royals.toml").unwrap()
}

#[test]
fn the_games_pass_their_own_tests() {
    let mut failures = Vec::new();
    for report in trial::run(&two_royals()) {
        if !report.passed() {
            failures.push(format!("{}: {}", report.name, report.message()));
        }
    }
    assert_eq!(failures, Vec::<String>::new());
}

/// Two positions with the same key have the same moves: what is remembered of the turn before is part of the key.
#[test]
fn keys_tell_what_is_remembered() {
    let game = two_royals();
    let mut seen: HashMap<u64, (String, Vec<_>)> = HashMap::new();
    let mut random = Random(5);
    for _ in 0..6 {
        let mut position = game.start();
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let found = seen
                .entry(position.key())
                .or_insert_with(|| (position.fen(), moves.clone()));
            assert_eq!(found.1, moves, "{} and {}", found.0, position.fen());
            position.play(moves[random.below(moves.len())]).unwrap();
        }
    }
    // The same men with the same player to move, with and without a capture before.
    let men = "1k6/8/8/3R4/8/8/8/2K1Q3 b - - 0 1";
    let plain = game.position(men).unwrap();
    let mut taken = game
        .position("1k6/8/8/3n4/8/8/3R4/2K1Q3 w - - 0 1")
        .unwrap();
    taken.play(taken.parse_move("d2d5").unwrap()).unwrap();
    assert_ne!(plain.key(), taken.key());
}

#[test]
fn reasons_name_the_law() {
    let game = two_royals();
    let mut out = String::new();
    for (fen, text) in [
        ("3k4/8/8/8/8/8/3N4/3K4 w - - 0 1", "d2e4"),
        ("1k6/8/8/3n4/4P3/8/3R4/2K1Q3 w - - 0 1", "d2d5"),
        ("1k6/8/8/3n4/8/8/3R4/2K1Q3 w - - 0 1", "Qe4"),
        ("1k1n4/8/8/8/8/8/R7/2K1Q3 w - - 0 1", "a2a7"),
        ("8/1k6/8/8/8/3r1n2/7Q/3K4 w - - 0 1", "h2g1"),
    ] {
        let position = game.position(fen).unwrap();
        let why = position.why(text);
        assert!(
            !why.is_legal() && !why.places().is_empty() || why.code() == "forbidden",
            "{text}"
        );
        let squares: Vec<_> = why
            .squares()
            .into_iter()
            .map(|s| game.rules().shape.name(s).to_string())
            .collect();
        out += &format!("{text} {} {}\n  {why}\n", why.code(), squares.join(" "));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn the_usual_law_and_the_usual_check_are_told_from_others() {
    let rules = |text: &str| {
        let text = format!("format = 1\nbase = 'chess'\n{text}");
        let loaded = Library::new().load_bytes("game.toml", text.as_bytes());
        let codes: Vec<_> = loaded.findings.iter().map(|d| d.code).collect();
        (loaded.rules, codes)
    };
    let (chess, codes) = rules("");
    let chess = chess.unwrap();
    assert_eq!((chess.forbidden.len(), codes), (1, Vec::new()));
    assert!(chess.forbidden[0].place.is_none() && chess.check.is_none());
    let (same, _) = rules("words.check = 'own royal attacked'\nforbid.check = 'after check'");
    let same = same.unwrap();
    assert_eq!(same.forbidden[0].condition, chess.forbidden[0].condition);
    assert!(same.forbidden[0].place.is_some() && same.check.is_none());
    let (none, _) = rules("words.check = false\nforbid.check = false");
    let none = none.unwrap();
    assert_eq!(
        (none.forbidden.len(), &none.check),
        (0, &Some(Condition::Never))
    );
    for (text, code) in [
        ("forbid.a = 'after mate'", "idle-law"),
        ("forbid.a = 'drop'", "idle-law"),
        ("forced.a = 'never or drop'", "idle-law"),
        ("forced.a = 'always'", "idle-law"),
        ("forbid.a = 'always'", "forbids-all"),
        ("forbid.a = 'not capture'", "forbids-all"),
        ("forced.a = 'mate'", "misplaced-fact"),
        ("words.check = 'not enemy check'", "recursive-word"),
        ("forbid.check = true", "wrong-type"),
        ("forbid.Bad = 'capture'", "bad-name"),
    ] {
        assert_eq!(rules(text).1, [code], "{text}");
    }
}

/// What check is can be said where no piece is royal.
#[test]
fn check_without_royals() {
    let text = "format = 1\n[board]\nfiles = 5\nranks = 5\n\
        [setup]\narray = \"\"\"\nk . r . k\n. . . . .\n. . . . .\n. . . . .\nK . R . K\n\"\"\"\n\
        [words]\ncheck = 'every own king attacked'\n\
        [pieces]\nking = { letter = 'K', moves = 'K' }\nrook = { letter = 'R', moves = 'R' }\n";
    let game = Variant::from_text("kings.toml", text).unwrap();
    let one = game.position("k4/4k/5/5/K3R w - - 0 1").unwrap();
    let both = one.parse_move("e1e2").unwrap();
    for (fen, check) in [
        ("k4/4k/5/5/K3R b - - 0 1", false),
        ("k3k/5/5/5/R1K1R b - - 0 1", true),
    ] {
        let position = game.position(fen).unwrap();
        assert_eq!(position.in_check(), check, "{fen}");
    }
    assert_eq!(
        one.why("e1e2").is_legal(),
        one.legal_moves().contains(&both)
    );
    // One king may be left under attack, all of them may not.
    let pinned = game.position("k3r/5/5/5/4K w - - 0 1").unwrap();
    assert_eq!(pinned.why("e1e2").code(), "forbidden");
}
