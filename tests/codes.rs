//! Every code of a finding is registered, has a paragraph in the manual, and is made by a case.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::diagnostics::{code, codes};
use ferz::{FenError, Library, Variant};
use std::collections::BTreeSet;
use std::path::Path;

/// Codes that no file can be made for here, each with the reason.
const WITHOUT_CASE: [(&str, &str); 3] = [
    ("unreadable", "the grammar reads every text"),
    (
        "unreadable-base",
        "an operating system that refuses to read is none that tests run on",
    ),
    (
        "too-many-moves",
        "made by the command `explain` alone, whose tests have it",
    ),
];

/// All codes that a rule file or a base gives.
fn of_files(found: &mut BTreeSet<String>) {
    let folders = ["tests/broken", "tests/lints"].map(|folder| std::fs::read_dir(folder).unwrap());
    for entry in folders.into_iter().flatten().flatten() {
        if entry.path().extension().is_some_and(|e| e == "toml") {
            let loaded = Library::new().load_path(&entry.path()).unwrap();
            found.extend(loaded.checked().iter().map(|f| f.code.to_owned()));
        }
    }
    let many: String = (0..300).map(|i| format!("k{i} = 1\n")).collect();
    let texts: [&[u8]; 4] = [
        b"",
        b"name = \"\xF6\"",
        &vec![b'#'; 1 << 21],
        many.as_bytes(),
    ];
    for text in texts {
        let loaded = Library::new().load_bytes("case.toml", text);
        found.extend(loaded.findings.iter().map(|f| f.code.to_owned()));
    }
}

/// The codes of what only a search finds, as the snapshot of its tests has them.
fn of_searches(found: &mut BTreeSet<String>) {
    let told = include_str!("snapshots/deep__what_is_doubtful_is_told.snap");
    let words = told
        .lines()
        .filter_map(|line| line.split_once('[')?.1.split_once(']'));
    found.extend(words.map(|(word, _)| word.to_owned()));
}

/// All codes that notation strings give, with the notes of `explain`.
fn of_strings(found: &mut BTreeSet<String>) {
    let table = include_str!("data/codes.tsv").lines().skip(1);
    let malformed = include_str!("data/betza/malformed.tsv").lines().skip(1);
    let strings = table
        .chain(malformed)
        .map(|row| row.split('\t').next().unwrap());
    let board = ferz::board::Shape::new(8, 8).unwrap();
    for string in strings {
        // Long strings are written as a part with a number of times.
        let string = match string.split_once(" x ") {
            Some((part, times)) => part.repeat(times.parse().unwrap()),
            None => string.to_owned(),
        };
        let parsed = ferz::notation::parse(&string);
        found.extend(parsed.findings.iter().map(|f| f.code.to_owned()));
        let notes = ferz::notation::notes(&string, &parsed.movement, board);
        found.extend(notes.iter().map(|f| f.code.to_owned()));
    }
}

/// All codes that FENs give.
fn of_fens(found: &mut BTreeSet<String>) {
    for row in include_str!("data/bad_fens.tsv").lines().skip(1) {
        let (game, fen) = row.split_once('\t').unwrap();
        let game = Variant::try_from(Library::new().load(game).unwrap()).unwrap();
        if let Err(FenError(findings)) = game.position(fen) {
            found.extend(findings.iter().map(|f| f.code.to_owned()));
        }
    }
}

#[test]
fn every_code_is_made_by_a_case() {
    let mut found = BTreeSet::new();
    of_files(&mut found);
    of_searches(&mut found);
    of_strings(&mut found);
    of_fens(&mut found);
    let without = |word: &str| WITHOUT_CASE.iter().any(|(known, _)| *known == word);
    let missing: Vec<_> = codes()
        .map(|code| code.word)
        .filter(|word| !found.contains(*word) && !without(word))
        .collect();
    assert!(missing.is_empty(), "no case makes {missing:?}");
    let made: Vec<_> = WITHOUT_CASE
        .iter()
        .filter(|(word, _)| found.contains(*word))
        .collect();
    assert!(made.is_empty(), "there are cases of {made:?}");
}

#[test]
fn every_code_has_a_paragraph_with_a_summary() {
    for code in codes() {
        let text = code.text();
        assert!(text.len() > 25, "{}: {text}", code.word);
        assert!(
            code.summary().ends_with('.'),
            "{}: {}",
            code.word,
            code.summary()
        );
        let severity = format!("*{}*", code.severity.word());
        assert!(code.paragraph().starts_with(&severity), "{}", code.word);
        assert_eq!(text.matches("```").count() % 2, 0, "{}", code.word);
    }
    assert!(code("no-such-code").is_none());
}

/// The words behind `::error(`, `::warning(` and `::note(` in the sources are codes of that severity.
#[test]
fn the_sources_make_only_registered_codes() {
    let mut seen = 0;
    let mut open = vec![Path::new("src").to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let source = std::fs::read_to_string(&path).unwrap();
            for severity in ["error", "warning", "note"] {
                for kind in ["Diagnostic", "NotationFinding"] {
                    for part in source.split(&format!("{kind}::{severity}(")).skip(1) {
                        let Some(word) = part.trim_start().strip_prefix('"') else {
                            continue;
                        };
                        let word = word.split('"').next().unwrap();
                        let known = code(word).map(|c| c.severity.word());
                        assert_eq!(known, Some(severity), "{word} in {}", path.display());
                        seen += 1;
                    }
                }
            }
        }
    }
    assert!(seen > 150, "{seen}");
}
