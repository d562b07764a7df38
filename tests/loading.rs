//! Whatever stands in a rule file, loading answers with findings or rules and never panics.

#![allow(clippy::unwrap_used)] // in the helpers of tests

use ferz::{Library, Loaded};
use proptest::prelude::*;

fn shipped() -> Vec<String> {
    let mut paths: Vec<_> = std::fs::read_dir("variants")
        .unwrap()
        .map(|f| f.unwrap().path())
        .collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "toml"));
    paths.sort();
    paths
        .iter()
        .map(|p| std::fs::read_to_string(p).unwrap())
        .collect()
}

/// Loads a text and looks at everything that came of it.
fn load(text: &[u8]) -> Loaded {
    let loaded = Library::new().load_bytes("any.toml", text);
    for finding in &loaded.findings {
        let places = finding
            .related
            .iter()
            .map(|(place, _)| place)
            .chain([&finding.place]);
        for place in places {
            let file = loaded.sources.file(place.file);
            assert!(place.span.start <= place.span.end, "{finding:?}");
            assert!(place.span.end <= file.text().len(), "{finding:?}");
            assert!(
                file.text().get(place.span.clone()).is_some(),
                "inside a character: {finding:?}"
            );
            file.line_column(place.span.start);
        }
    }
    let errors = loaded.findings.iter().any(|d| d.severity.word() == "error");
    assert_eq!(loaded.rules.is_none(), errors, "{:?}", loaded.findings);
    loaded
}

/// Pieces of rule files that make mutations meet the interesting places.
const FRAGMENTS: [&str; 40] = [
    "\"",
    "'''",
    "[",
    "]",
    "{",
    "}",
    "=",
    "false",
    "true",
    "0",
    "-1",
    "1e400",
    "{moves}",
    "{letter}",
    "{name}",
    "all",
    "but",
    "within",
    "if",
    "not",
    "(",
    ")",
    "last 9",
    "a1..z99",
    "royal",
    "\\u0041",
    "é",
    "\n",
    ".",
    "/",
    "+",
    "O9",
    "(1,2)",
    "NN",
    "moves",
    "derive",
    "{ white = \"K\", black = 1 }",
    "[]",
    "\u{feff}",
    "999999999999",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        load(&bytes);
    }

    #[test]
    fn any_text(text in "(format = 1\nbase = \"chess\"\n)?\\PC{0,200}") {
        load(text.as_bytes());
    }

    #[test]
    fn any_value_anywhere(
        section in "(pieces|groups|zones|words|promotion|castling|end|test|setup|derive|board)",
        name in "[a-z]{1,6}",
        key in "(letter|moves|name|royal|value|of|pieces|zone|to|on|must|if|with|result|fen|array|files|legal|x)",
        value in "([0-9]{1,20}|true|false|\"\\PC{0,30}\"|\\[\"[A-Za-z0-9 ]{0,9}\"\\]|\\{ white = \"[a-z ]{0,9}\", black = 3 \\})",
    ) {
        load(format!("format = 1\nbase = \"chess\"\n{section}.{name}.{key} = {value}\n").as_bytes());
        load(format!("format = 1\nbase = \"chess\"\n{section}.{key} = {value}\n").as_bytes());
    }

    #[test]
    fn mutated_files(
        which in 0usize..6,
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0usize..4, 0usize..FRAGMENTS.len()), 1..6),
    ) {
        let mut text = shipped().swap_remove(which);
        for (at, delete, insert) in edits {
            let at = at.index(text.len());
            if !text.is_char_boundary(at) || !text.is_char_boundary(at + delete.min(text.len() - at)) {
                continue;
            }
            text.replace_range(at..at + delete.min(text.len() - at), FRAGMENTS[insert]);
        }
        let loaded = load(text.as_bytes());
        if let (Some(_), Some(merged)) = (&loaded.rules, loaded.merged()) {
            let again = load(merged.as_bytes());
            prop_assert!(again.rules.is_some(), "{:?}\n{}", again.findings, merged);
        }
    }

    #[test]
    fn lines_left_out_or_doubled(
        which in 0usize..6,
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..4),
    ) {
        let text = shipped().swap_remove(which);
        let mut lines: Vec<_> = text.lines().collect();
        for (at, double) in edits {
            let at = at.index(lines.len());
            if double {
                lines.insert(at, lines[at]);
            } else {
                lines.remove(at);
            }
        }
        load(lines.join("\n").as_bytes());
    }
}
