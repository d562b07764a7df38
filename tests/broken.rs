//! Broken rule files: every finding with its place, as a snapshot; no panic; an answer within a second.

#![allow(clippy::unwrap_used)] // in the helpers of tests

use cpu_time::ThreadTime;
use ferz::diagnostics::Diagnostic;
use ferz::source::{Location, Sources};
use ferz::{Library, Loaded};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// The findings as plain text.
fn text(loaded: &Loaded) -> String {
    let findings = loaded.checked();
    if findings.is_empty() {
        return "no findings\n".to_owned();
    }
    let texts = findings.iter().map(|d| finding(&loaded.sources, d));
    texts.collect()
}

fn finding(sources: &Sources, d: &Diagnostic) -> String {
    let mut out = format!(
        "{} {}[{}] {}\n",
        place(sources, &d.place),
        d.severity.word(),
        d.code,
        d.message
    );
    let _ = writeln!(out, "    marked: {}", marked(sources, &d.place));
    if let Some(label) = &d.label {
        let _ = writeln!(out, "    label: {label}");
    }
    for (location, label) in &d.related {
        let (place, marked) = (place(sources, location), marked(sources, location));
        let _ = writeln!(out, "    {place} {label}: {marked}");
    }
    if let Some(help) = &d.help {
        let _ = writeln!(out, "    help: {help}");
    }
    for edit in &d.edits {
        let (place, old) = (place(sources, &edit.place), marked(sources, &edit.place));
        let verb = if edit.is_safe { "fix" } else { "offer" };
        let _ = writeln!(out, "    {verb} {place}: {old} -> {:?}", edit.text);
    }
    out
}

fn place(sources: &Sources, place: &Location) -> String {
    let file = sources.file(place.file);
    let name = Path::new(file.name())
        .file_name()
        .unwrap()
        .to_string_lossy();
    let (line, column) = file.line_column(place.span.start);
    let (end_line, end) = file.line_column(place.span.end);
    if line == end_line {
        format!("{name}:{line}:{column}-{end}")
    } else {
        format!("{name}:{line}:{column}-{end_line}:{end}")
    }
}

fn marked(sources: &Sources, place: &Location) -> String {
    let text = sources.text(place);
    let short: String = text.chars().take(60).collect();
    format!(
        "{short:?}{}",
        if short.len() < text.len() { " …" } else { "" }
    )
}

#[test]
fn every_broken_file_gets_its_messages() {
    insta::glob!("broken/*.toml", |path| {
        let start = ThreadTime::now();
        let loaded = Library::new().load_path(path).unwrap();
        assert!(
            start.elapsed() < Duration::from_secs(1),
            "{}",
            path.display()
        );
        assert!(
            !loaded.checked().is_empty(),
            "{}: nothing is found",
            path.display()
        );
        let errors = loaded.findings.iter().any(|d| d.severity.word() == "error");
        assert_eq!(loaded.rules.is_none(), errors, "{}", path.display());
        insta::assert_snapshot!(text(&loaded));
    });
}

#[test]
fn there_are_at_least_two_hundred() {
    let files = std::fs::read_dir("tests/broken").unwrap().flatten();
    assert!(
        files
            .filter(|f| f.path().extension().is_some_and(|e| e == "toml"))
            .count()
            >= 200
    );
}

#[test]
fn bytes_that_are_no_rule_file() {
    let library = Library::new();
    let cases: [(&str, &[u8]); 6] = [
        ("empty", b""),
        ("blank", b"\xEF\xBB\xBF \r\n\n"),
        ("not-utf8", b"format = 1\nname = \"K\xF6nig\"\n"),
        ("utf16", b"\xFF\xFEf\0o\0r\0m\0a\0t\0"),
        ("zeros", &[0; 1000]),
        ("control", b"format = 1\nname = \"a\x07b\"\n"),
    ];
    let texts: String = cases
        .iter()
        .map(|(name, bytes)| text(&library.load_bytes(name, bytes)))
        .collect();
    insta::assert_snapshot!(texts);
}

#[test]
fn a_huge_file_is_answered_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.toml");
    let file = std::fs::File::create(&path).unwrap();
    file.set_len(100 * 1024 * 1024).unwrap();
    let start = ThreadTime::now();
    let loaded = Library::new().load_path(&path).unwrap();
    assert!(start.elapsed() < Duration::from_secs(1));
    insta::assert_snapshot!(text(&loaded));
}

/// Files just below the limit that are made to be slow.
#[test]
fn a_large_file_is_answered_within_a_second() {
    let fill = |line: &dyn Fn(usize) -> String| {
        let mut text = String::from("format = 1\nbase = \"chess\"\n");
        for i in 0.. {
            let line = line(i);
            if text.len() + line.len() > 1024 * 1024 {
                break;
            }
            text += &line;
        }
        text
    };
    let cases: [(&str, String); 9] = [
        ("comments", fill(&|_| "# nothing\n".to_owned())),
        ("unknown keys", fill(&|i| format!("k{i} = 1\n"))),
        ("duplicates", fill(&|_| "x = 1\n".to_owned())),
        (
            "pieces",
            fill(&|i| format!("pieces.p{i} = {{ letter = \"A\", moves = \"W\" }}\n")),
        ),
        (
            "groups",
            fill(&|i| format!("groups.g{i} = \"g{}\"\n", i + 1)),
        ),
        ("zones", fill(&|i| format!("zones.z{i} = \"z{}\"\n", i + 1))),
        (
            "words",
            fill(&|i| format!("words.w{i} = \"w{} and w{}\"\n", i + 1, i + 2)),
        ),
        (
            "tests",
            fill(&|i| format!("[test.t{i}]\nmoves = \"e2e4 x\"\n")),
        ),
        ("syntax", fill(&|_| "[[[\n".to_owned())),
    ];
    for (name, text) in cases {
        let start = ThreadTime::now();
        let loaded = Library::new().load_bytes(name, text.as_bytes());
        let seconds = start.elapsed().as_secs_f64();
        println!("{name}: {seconds:.3} s, {} findings", loaded.findings.len());
        assert!(seconds < 1.0, "{name}: {seconds} s");
    }
}
