//! The engine knows no game: no name, alias or piece name of a shipped file is a text in the sources.

#![allow(clippy::unwrap_used)] // in the helpers of tests

use ferz::Library;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Words that are names in a shipped file and something else in the sources.
const ALLOWED: [(&str, &str); 2] = [
    (
        "chess960",
        "castling of kings and rooks that may start anywhere, as programs call it",
    ),
    ("general", "the path that plays every game"),
];

/// All string literals of a Rust source outside of comments and of the tests at its end.
fn literals(source: &str) -> Vec<String> {
    let source = source
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let mut out = Vec::new();
    let mut rest = source;
    while let Some(start) = rest.find(['"', '/', '\'']) {
        let found = &rest[start..];
        if let Some(comment) = found.strip_prefix("//") {
            rest = comment.split_once('\n').map_or("", |(_, rest)| rest);
        } else if let Some(text) = found.strip_prefix('"') {
            let before = rest[..start].trim_end_matches('#');
            let close = format!("\"{}", &rest[before.len()..start]);
            let end = if before.ends_with('r') {
                text.find(&close).unwrap()
            } else {
                escaped_end(text)
            };
            out.push(text[..end].to_owned());
            rest = &text[end + 1..];
        } else if let Some(quote) = found
            .strip_prefix("'\"'")
            .or_else(|| found.strip_prefix("'\\\"'"))
        {
            rest = quote;
        } else if let Some(quote) = found
            .strip_prefix("'\\''")
            .or_else(|| found.strip_prefix("'/'"))
        {
            rest = quote;
        } else {
            rest = &found[1..];
        }
    }
    out
}

/// Where a literal with escapes ends.
fn escaped_end(text: &str) -> usize {
    let mut escaped = false;
    let end = text.find(|c| {
        let is_end = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        is_end
    });
    end.unwrap()
}

/// The files of modules that are there only for tests.
fn test_modules(path: &Path) -> Vec<PathBuf> {
    let source = fs::read_to_string(path).unwrap();
    let after = source.split("#[cfg(test)]\nmod ").skip(1);
    let names = after.filter_map(|rest| rest.split_once(';').map(|(name, _)| name));
    let folder =
        if path.ends_with("mod.rs") || path.ends_with("lib.rs") || path.ends_with("main.rs") {
            path.parent().unwrap().to_owned()
        } else {
            path.with_extension("")
        };
    names
        .filter(|n| n.chars().all(|c| c.is_alphanumeric() || c == '_'))
        .map(|n| folder.join(format!("{n}.rs")))
        .collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            out.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
    out.sort();
    out
}

#[test]
fn literals_are_found() {
    let source = "let a = \"one\"; // \"two\"\nlet b = ('\"', r#\"thr\"ee\"#, \"fo\\\"ur\", '/');\n#[cfg(test)]\nmod tests {\"five\"}";
    assert_eq!(literals(source), ["one", "thr\"ee", "fo\\\"ur"]);
}

#[test]
fn no_source_names_a_game_or_a_piece() {
    let library = Library::new();
    let mut names = BTreeSet::new();
    for game in library.games() {
        let rules = library.load(&game.id).unwrap().rules.unwrap();
        names.insert(rules.id.clone());
        names.insert(rules.title.clone());
        names.extend(rules.aliases.iter().cloned());
        for kind in &rules.kinds {
            names.insert(kind.id.clone());
            names.insert(kind.title.clone());
        }
    }
    let names: BTreeSet<_> = names.iter().map(|n| n.to_lowercase()).collect();
    assert!(names.len() > 20);
    assert!(ALLOWED.len() <= 10);
    let mut found = Vec::new();
    let sources = sources(Path::new("src"));
    let tests: Vec<_> = sources.iter().flat_map(|path| test_modules(path)).collect();
    assert!(!tests.is_empty());
    for path in sources.iter().filter(|path| !tests.contains(path)) {
        for literal in literals(&fs::read_to_string(path).unwrap()) {
            // A text made of names alone, such as a set; sentences and examples in help may name pieces.
            let words = literal.to_lowercase();
            let words: Vec<_> = words
                .split(|c: char| !c.is_alphanumeric() && c != '-')
                .filter(|w| !w.is_empty())
                .collect();
            let is_name =
                |word: &&str| names.contains(*word) && !ALLOWED.iter().any(|(a, _)| a == word);
            let whole = is_name(&literal.to_lowercase().as_str());
            if whole || (!words.is_empty() && words.iter().all(is_name)) {
                found.push(format!("{}: {literal:?}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
