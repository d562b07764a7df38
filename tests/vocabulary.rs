//! The list of words: it is in the manual, it is short, and every word has a meaning, a sentence and a use.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

#[path = "../examples/vocabulary.rs"]
#[allow(dead_code)]
mod list;

#[test]
fn the_manual_has_the_list() {
    let games = list::games("variants").unwrap();
    let page = std::fs::read_to_string("docs/vocabulary.md").unwrap();
    assert!(
        page == list::page(&games),
        "docs/vocabulary.md is not what the program says; `cargo run --example vocabulary` prints it"
    );
}

#[test]
fn the_list_is_short() {
    let words = ferz::rules::vocabulary();
    assert!(words.len() <= 120, "{} words", words.len());
}

#[test]
fn every_word_is_used_by_a_shipped_game() {
    let games = list::games("variants").unwrap();
    for word in ferz::rules::vocabulary() {
        let users = |place: &str| list::users(&games, word.word, place).len();
        let all: usize = word.uses.iter().map(|u| users(&u.place)).sum();
        assert!(all > 0, "no shipped game uses `{}`", word.word);
    }
}

/// `word`, `GAME`, `fragment` in a line: the page of a game that uses the word says so in these words.
#[test]
fn every_word_has_a_sentence() {
    let games = list::games("variants").unwrap();
    let table = std::fs::read_to_string("tests/data/sentences.tsv").unwrap();
    let mut pages = std::collections::BTreeMap::new();
    let mut told = std::collections::BTreeSet::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [word, game, fragment] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let page = pages.entry(game.to_owned()).or_insert_with(|| {
            let output = std::process::Command::new(env!("CARGO_BIN_EXE_ferz"))
                .args(["show", game])
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        });
        assert!(
            page.contains(fragment),
            "ferz show {game} lacks: {fragment}"
        );
        let says = games[game]
            .iter()
            .any(|w| w == word || w.ends_with(&format!(".{word}")));
        assert!(says, "{game} does not say `{word}`");
        told.insert(word.to_owned());
    }
    let words = ferz::rules::vocabulary();
    let untold: Vec<_> = words
        .iter()
        .map(|w| w.word)
        .filter(|w| !told.contains(*w))
        .collect();
    assert!(untold.is_empty(), "no sentence is shown for: {untold:?}");
}
