//! The shipped rule files: they load, are short, and print as one file with the same rules.

#![allow(clippy::unwrap_used)] // in the helpers of tests

use ferz::position::MoveNotation;
use ferz::rules::{Rules, TestCase};
use ferz::source::{Location, Sources};
use ferz::{Library, Variant};
use std::collections::BTreeSet;

fn rules(library: &Library, name: &str) -> std::sync::Arc<Rules> {
    let loaded = library.load(name).unwrap();
    assert_eq!(loaded.findings, [], "{name}");
    loaded.rules.unwrap()
}

/// The rules without places.
fn fingerprint(rules: &Rules) -> String {
    let nowhere = Location::new(Sources::new().add("", ""), 0..0);
    let mut rules = rules.clone();
    for kind in &mut rules.kinds {
        for entry in kind.entries.white.iter_mut().chain(&mut kind.entries.black) {
            entry.place = nowhere.clone();
        }
    }
    for test in &mut rules.tests {
        test.place = None;
    }
    format!("{rules:#?}")
}

#[test]
fn all_games_load_without_findings() {
    let library = Library::new();
    let games = library.games();
    assert_eq!(games.len(), 6);
    for game in games {
        let rules = rules(&library, &game.id);
        assert_eq!(Some(&rules.title), game.title.as_ref());
        assert!(
            rules.author.is_some() && !rules.source.is_empty(),
            "{}",
            game.id
        );
        assert!(rules.tests.len() >= 5, "{}", game.id);
        for alias in &rules.aliases {
            assert_eq!(library.load(alias).unwrap().rules.unwrap().id, game.id);
        }
    }
}

#[test]
fn the_merged_text_is_the_same_game() {
    let library = Library::new();
    for game in library.games() {
        let loaded = library.load(&game.id).unwrap();
        let merged = loaded.merged.unwrap();
        assert!(!merged.contains("base ="), "{merged}");
        assert!(merged.starts_with("format = 1\n"), "{merged}");
        let again = library.load_bytes(&game.id, merged.as_bytes());
        assert_eq!(again.findings, [], "{merged}");
        assert_eq!(
            again.merged.as_ref(),
            Some(&merged),
            "printing twice differs"
        );
        let (one, two) = (
            fingerprint(&loaded.rules.unwrap()),
            fingerprint(&again.rules.unwrap()),
        );
        let differs = one.lines().zip(two.lines()).find(|(a, b)| a != b);
        assert_eq!(differs, None, "{}", game.id);
        assert_eq!(one.len(), two.len(), "{}", game.id);
    }
}

#[test]
fn merged_games_as_snapshots() {
    let library = Library::new();
    for game in library.games() {
        insta::assert_snapshot!(
            format!("merged-{}", game.id),
            library.load(&game.id).unwrap().merged.unwrap()
        );
    }
}

#[test]
fn files_are_short() {
    for file in std::fs::read_dir("variants").unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut in_test = false;
        let mut lines = 0;
        for line in text.lines() {
            assert!(line.chars().count() <= 120, "{}: {line}", path.display());
            if line.starts_with('[') {
                in_test = line.starts_with("[test");
            }
            let line = line.trim();
            lines += usize::from(!in_test && !line.is_empty() && !line.starts_with('#'));
        }
        let limit = if text.contains("\nbase ") { 40 } else { 45 };
        assert!(lines <= limit, "{}: {lines} lines", path.display());
    }
}

/// Plays a test of a rule file and says what is wrong.
fn failure(variant: &Variant, test: &TestCase) -> Option<String> {
    let mut position = match &test.fen {
        Some(fen) => variant.position(fen).unwrap(),
        None => variant.start(),
    };
    let mut seen = vec![position.key()];
    for text in &test.moves {
        let Ok(mv) = position.parse_move(text) else {
            return Some(format!("{text} is not legal in {}", position.fen()));
        };
        position.play(mv).unwrap();
        seen.push(position.key());
    }
    let all: BTreeSet<_> = position
        .move_texts(MoveNotation::Long)
        .into_iter()
        .map(|(_, text)| text)
        .collect();
    if let Some(legal) = &test.legal {
        let from = test.from.clone().unwrap_or_default();
        let rest = |text: &&String| !text[from.len()..].starts_with(|c: char| c.is_ascii_digit());
        let found: BTreeSet<_> = all
            .iter()
            .filter(|t| t.starts_with(&from))
            .filter(rest)
            .cloned()
            .collect();
        if found != legal.iter().cloned().collect() {
            return Some(format!("legal are {found:?}"));
        }
    }
    if let Some(text) = test.allows.iter().find(|t| !all.contains(*t)) {
        return Some(format!("{text} is not legal"));
    }
    if let Some(text) = test.forbids.iter().find(|t| all.contains(*t)) {
        return Some(format!("{text} is legal"));
    }
    if test.check.is_some_and(|check| check != position.in_check()) {
        return Some("check".to_owned());
    }
    if let Some(fen) = &test.becomes
        && variant.position(fen).unwrap().fen() != position.fen()
    {
        return Some(format!("becomes {}", position.fen()));
    }
    if let Some(ends) = &test.ends {
        let repeated = seen.iter().filter(|k| Some(*k) == seen.last()).count() >= 3;
        let found = match position.outcome() {
            Some(outcome) => {
                let winner = outcome
                    .winner
                    .map_or("draw".to_owned(), |w| w.to_string().to_lowercase());
                format!("{winner} {}", outcome.reason)
            }
            None if repeated => "draw repetition".to_owned(),
            None => "nothing".to_owned(),
        };
        if found != *ends {
            return Some(format!("ends with {found}"));
        }
    }
    for (depth, count) in test.perft.iter().enumerate() {
        let found = position.perft(depth as u32 + 1);
        if found != *count {
            return Some(format!("perft {} is {found}", depth + 1));
        }
    }
    None
}

#[test]
fn the_tests_in_the_files_hold() {
    let library = Library::new();
    let mut wrong = Vec::new();
    for game in library.games() {
        let variant = Variant::new(rules(&library, &game.id));
        for test in &variant.rules().tests {
            if let Some(why) = failure(&variant, test) {
                wrong.push(format!("{}: {}: {why}", game.id, test.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
