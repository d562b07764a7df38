//! The shipped rule files: they load, are short, and print as one file with the same rules.

#![allow(clippy::unwrap_used)] // in the helpers of tests

use ferz::Library;
use ferz::rules::Rules;

fn rules(library: &Library, name: &str) -> std::sync::Arc<Rules> {
    let loaded = library.load(name).unwrap();
    assert_eq!(loaded.findings, [], "{name}");
    loaded.rules.unwrap()
}

/// All that the rules say, without the places where they say it, one part a line.
fn fingerprint(rules: &Rules) -> String {
    let text = format!("{rules:?}");
    let mut parts = text.split("Location { ");
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        out += part.split_once('}').unwrap().1;
    }
    out.replace(", ", ",\n")
}

#[test]
fn all_games_load_without_findings() {
    let library = Library::new();
    let games = library.games();
    let files = std::fs::read_dir("variants").unwrap();
    assert_eq!(games.len(), files.count());
    for game in games {
        let rules = rules(&library, &game.id);
        assert_eq!(Some(&rules.title), game.title.as_ref());
        assert!(!rules.source.is_empty(), "{}", game.id);
        assert!(rules.tests.len() >= 2, "{}", game.id);
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
        let merged = loaded.merged().unwrap();
        assert!(!merged.contains("base ="), "{merged}");
        assert!(merged.starts_with("format = 1\n"), "{merged}");
        let again = library.load_bytes(&game.id, merged.as_bytes());
        assert_eq!(again.findings, [], "{merged}");
        assert_eq!(
            again.merged().as_ref(),
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
    for game in [
        "chess",
        "janus",
        "king-support-chess",
        "kingsmen",
        "kingsmen-vs-dark-horde",
        "kjempe-chess",
        "mini-kingsmen",
    ] {
        insta::assert_snapshot!(
            format!("merged-{game}"),
            library.load(game).unwrap().merged().unwrap()
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
            let is_rule = !in_test && !line.starts_with("allow.") && !line.starts_with('#');
            lines += usize::from(is_rule && !line.is_empty());
        }
        let limit = if text.contains("\nbase ") { 40 } else { 45 };
        assert!(lines <= limit, "{}: {lines} lines", path.display());
    }
}
