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

/// Words that say in full what holds anyway, or that help to write a position; and one for which no known game has a need.
const UNUSED: [&str; 9] = [
    "add", "any", "castle", "claim", "empty", "hands", "mirror", "rights", "some",
];

#[test]
fn every_word_is_used_by_a_shipped_game() {
    let games = list::games("variants").unwrap();
    for word in ferz::rules::vocabulary() {
        let users = |place: &str| list::users(&games, word.word, place).len();
        let all: usize = word.uses.iter().map(|u| users(&u.place)).sum();
        let excused = UNUSED.contains(&word.word) || word.word == "zone";
        assert!(all > 0 || excused, "no shipped game uses `{}`", word.word);
    }
}
