//! Prints docs/vocabulary.md: every word of the language of rules, and the shipped games that use it.
//!
//! `cargo run --example vocabulary > docs/vocabulary.md`

#![allow(clippy::print_stdout)] // a program that prints

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use toml::{Table, Value};

/// The words of each shipped game, as `section.key` for keys and as they are for words in texts.
type Games = BTreeMap<String, BTreeSet<String>>;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", page(&games("variants")?));
    Ok(())
}

/// The page.
pub(crate) fn page(games: &Games) -> String {
    let words = ferz::rules::vocabulary();
    let mut page = format!(
        "# The vocabulary\n\n\
         All {} words of which rules are made, and the shipped games that use them; a game uses a word if its own file \
         says it. What a file says about itself, its tests and the names of sections and protocols are not among them: see \
         [rule-file.md](rule-file.md). Conditions with examples are in [notation.md](notation.md#conditions).\n\n\
         This page is made from the program: `cargo run --example vocabulary > docs/vocabulary.md`.\n\n\
         | word | where | meaning | default | games |\n|---|---|---|---|---|\n",
        words.len()
    );
    for word in words {
        for (number, found) in word.uses.iter().enumerate() {
            let name = if number == 0 {
                format!("`{}`", word.word)
            } else {
                String::new()
            };
            let default = found.default.map_or_else(String::new, |text| match text {
                "required" => text.to_owned(),
                _ => format!("`{text}`"),
            });
            let users = users(games, word.word, &found.place);
            let meaning = found.meaning.replace('|', "\\|");
            let _ = writeln!(
                page,
                "| {name} | {} | {meaning} | {default} | {} |",
                found.place,
                listed(&users)
            );
        }
    }
    page
}

/// The games that use a word in one of its places.
pub(crate) fn users<'a>(games: &'a Games, word: &str, place: &str) -> Vec<&'a str> {
    let wanted = match place.strip_prefix("key of `[") {
        Some(section) => format!("{}.{word}", section.trim_end_matches("]`")),
        None => word.to_owned(),
    };
    let says = |(game, words): (&'a String, &BTreeSet<String>)| {
        words.contains(&wanted).then_some(game.as_str())
    };
    games.iter().filter_map(says).collect()
}

fn listed(games: &[&str]) -> String {
    const SHOWN: usize = 5;
    let shown = games.iter().take(SHOWN).copied().collect::<Vec<_>>();
    match games.len().checked_sub(SHOWN) {
        None | Some(0) => shown.join(", "),
        Some(more) => format!("{} and {more} more", shown.join(", ")),
    }
}

/// What each game of a folder says.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn games(folder: &str) -> Result<Games, Box<dyn Error>> {
    let mut games = Games::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let table: Table = std::fs::read_to_string(&path)?.parse()?;
        let mut words = BTreeSet::new();
        for (section, value) in &table {
            if let Value::Table(body) = value
                && !matches!(section.as_str(), "allow" | "test" | "protocol" | "witness")
            {
                keys(section, body, &mut words);
                texts(value, &mut words);
            }
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        games.insert(name.into_owned(), words);
    }
    Ok(games)
}

/// The keys of a section, also those of the things in it.
fn keys(section: &str, body: &Table, words: &mut BTreeSet<String>) {
    for (key, value) in body {
        words.insert(format!("{section}.{key}"));
        if let Value::Table(thing) = value {
            words.extend(thing.keys().map(|key| format!("{section}.{key}")));
        }
    }
}

/// The words in all texts, and the sides that values are given for.
fn texts(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let parts = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
            words.extend(parts.map(str::to_owned));
            // `ranks 2..4` is `rank` for several.
            let several = ["rank", "file"]
                .iter()
                .filter(|w| text.contains(&format!("{w}s ")));
            words.extend(several.map(|w| (*w).to_owned()));
        }
        Value::Array(list) => list.iter().for_each(|value| texts(value, words)),
        Value::Table(table) => {
            for (key, value) in table {
                if matches!(key.as_str(), "white" | "black") {
                    words.insert(key.clone());
                }
                texts(value, words);
            }
        }
        _ => {}
    }
}
