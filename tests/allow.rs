//! `[allow]`: findings that a file says are meant are not told, and each line there has to be right and of use.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::diagnostics::Diagnostic;
use ferz::{Library, Loaded};

/// A file that removes a piece which there is not, once more and with more lines.
fn zebra(more: &str) -> Loaded {
    let text = format!("format = 1\nbase = \"chess\"\n[pieces]\nzebra = false\n[allow]\n{more}");
    Library::new().load_bytes("zebra.toml", text.as_bytes())
}

fn codes(findings: &[Diagnostic]) -> Vec<&str> {
    findings.iter().map(|f| f.code).collect()
}

/// The marked characters of each finding.
fn marked<'a>(loaded: &'a Loaded, findings: &[Diagnostic]) -> Vec<&'a str> {
    let text = |f: &Diagnostic| loaded.sources.text(&f.place);
    findings.iter().map(text).collect()
}

#[test]
fn a_line_silences_its_finding_and_no_other() {
    assert_eq!(codes(&zebra("").findings), ["removes-nothing"]);
    let silent = zebra("removes-nothing.zebra = \"it is left out in every file of mine\"");
    assert_eq!(codes(&silent.findings), [""; 0]);
    assert_eq!(codes(&silent.checked()), [""; 0]);
    let other = zebra("removes-nothing.king = \"it is left out in every file of mine\"");
    assert_eq!(codes(&other.findings), ["removes-nothing"]);
    assert_eq!(codes(&other.checked()), ["removes-nothing", "unused-allow"]);
    assert_eq!(
        marked(&other, &other.checked()),
        ["zebra", "removes-nothing.king"]
    );
}

#[test]
fn a_finding_about_a_key_of_no_section_is_allowed_by_its_name() {
    let text = |allow: &str| {
        format!("format = 1\nbase = \"chess\"\naliases = [\"kingsmen\"]\n[allow]\n{allow}")
    };
    let load = |allow: &str| Library::new().load_bytes("mine.toml", text(allow).as_bytes());
    let found = load("");
    let about: Vec<_> = found
        .findings
        .iter()
        .map(|f| (f.code, f.allowed_as()))
        .collect();
    assert_eq!(about[0], ("alias-taken", "aliases"));
    let silent = load("alias-taken.aliases = \"the other game is to be hidden here\"");
    assert!(!codes(&silent.findings).contains(&"alias-taken"));
}

#[test]
fn lines_are_taken_over_from_a_base_where_they_need_not_be_of_use() {
    let folder = tempfile::tempdir().unwrap();
    let base = "format = 1\nbase = \"chess\"\n[pieces]\nzebra = false\n[allow]\nremoves-nothing.zebra = \"it is left out in every file of mine\"\n";
    std::fs::write(folder.path().join("plain.toml"), base).unwrap();
    let library = Library::new().with_folder(folder.path());
    let child = |more: &str| {
        let text = format!("format = 1\nbase = \"plain\"\n{more}");
        library.load_bytes("child.toml", text.as_bytes())
    };
    assert_eq!(codes(&child("").checked()), [""; 0]);
    assert_eq!(codes(&child("pieces.zebra = false\n").checked()), [""; 0]);
    let anew = "allow.removes-nothing.zebra = false\n";
    assert_eq!(codes(&child(anew).checked()), ["removes-nothing"]);
    let useful = "pieces.zebra = { letter = \"Z\", moves = \"(2,3)\" }\n";
    assert!(!codes(&child(useful).checked()).contains(&"unused-allow"));
}

#[test]
fn each_wrong_line_is_a_finding() {
    let cases = [
        (
            "removes-nothin.zebra = \"it is left out in every file\"",
            "allow-unknown-code",
            "removes-nothin",
        ),
        (
            "wrong-type.zebra = \"it is left out in every file\"",
            "allow-error",
            "wrong-type",
        ),
        (
            "removes-nothing.zebra = \"because so\"",
            "allow-reason",
            "because so",
        ),
        (
            "removes-nothing.nobody = \"it is left out in every file\"",
            "allow-nobody",
            "nobody",
        ),
    ];
    for (line, code, place) in cases {
        let loaded = zebra(line);
        assert_eq!(codes(&loaded.findings), ["removes-nothing", code], "{line}");
        assert_eq!(marked(&loaded, &loaded.findings)[1], place);
    }
    let close = zebra("removes-nothin.zebra = \"it is left out in every file\"");
    assert_eq!(close.findings[1].edits[0].text, "removes-nothing");
    let flat = zebra("removes-nothing = \"it is left out in every file\"");
    assert_eq!(codes(&flat.findings), ["removes-nothing", "wrong-type"]);
    assert!(flat.rules.is_none());
}

#[test]
fn what_a_lint_would_find_is_not_missed_by_loading() {
    // A silence is judged only where everything was looked for.
    let loaded = zebra("never-happens.king = \"nothing of that kind is there at all\"");
    assert_eq!(codes(&loaded.findings), ["removes-nothing"]);
    assert!(codes(&loaded.checked()).contains(&"unused-allow"));
}
