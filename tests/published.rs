//! Strings that people have published: nearly all are read, and the manual says why the others are not.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::diagnostics::Severity;
use ferz::notation::parse;
use std::collections::BTreeMap;

fn is_read(betza: &str) -> bool {
    let findings = parse(betza).findings;
    findings.iter().all(|f| f.severity != Severity::Error)
}

/// The cells of the manual's table, by string.
fn listed() -> BTreeMap<String, Vec<String>> {
    let page = include_str!("../docs/published-strings.md");
    let rows = page.lines().filter(|l| l.starts_with("| `"));
    let cells = rows.map(|row| {
        row.trim_matches('|')
            .split(" | ")
            .map(|c| c.trim().to_owned())
    });
    cells
        .map(Iterator::collect::<Vec<String>>)
        .map(|cells| (cells[0].trim_matches('`').to_owned(), cells))
        .collect()
}

#[test]
fn what_is_not_read_stands_in_the_manual() {
    let rows = include_str!("data/betza/real_world.tsv").lines().skip(1);
    let strings: Vec<&str> = rows.map(|row| row.split('\t').next().unwrap()).collect();
    assert_eq!(strings.len(), 159);
    let (read, unread): (Vec<&str>, Vec<&str>) = strings.iter().partition(|s| is_read(s));
    assert!(read.len() >= 144, "{} are read", read.len());
    let mut unread: Vec<&str> = unread;
    unread.sort_unstable();
    let listed: Vec<String> = listed().into_keys().collect();
    assert_eq!(unread, listed);
}

#[test]
fn what_the_manual_says_to_write_is_read() {
    for (string, cells) in listed() {
        assert_eq!(cells.len(), 4, "{string}");
        if cells[3] == "none" {
            continue;
        }
        let written = cells[3].split('`').skip(1).step_by(2);
        let moves = written.filter(|text| text.contains(|c: char| c.is_ascii_uppercase()));
        let mut seen = 0;
        for text in moves {
            seen += 1;
            let text = text.trim_matches('"').split(" if ").next().unwrap();
            assert!(
                is_read(text),
                "{string}: {text}: {:?}",
                parse(text).findings
            );
        }
        assert!(seen > 0, "{string} has no rewrite");
    }
}
