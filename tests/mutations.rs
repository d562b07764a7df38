//! Fifty small mistakes that a program makes in shipped files: is each noticed by a finding, by a test of the file, or by
//! `ferz diff`?

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::diff::Diff;
use ferz::{Library, Loaded, Variant, trial};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

/// So many mistakes are made.
const COUNT: usize = 50;

/// Mistakes that nobody can notice: the file's name, the line as it is then, and why it means the same.
const UNNOTICED: &[(&str, &str, &str)] = &[
    (
        "mini-kingsmen",
        "pieces.king.moves = \"K siO1\"",
        "the order of the letters before an atom means nothing",
    ),
    (
        "gardner",
        "pawn.moves = \"mfW fcF\"",
        "the order of the letters before an atom means nothing",
    ),
    (
        "giveaway",
        "pieces.king.moves = \"K siO2\"",
        "the order of the letters before an atom means nothing",
    ),
    (
        "different-armies",
        "fad      = { letter = \"F\", moves = \"FAD\", name = \"FDA\" }",
        "it is the name for people, which `ferz diff` shows as such",
    ),
];

/// A kind of mistake: its name, and what can be made of a line, all the ways.
type Kind = (&'static str, fn(&str) -> Vec<String>);

const KINDS: [Kind; 10] = [
    ("swap two letters of a movement", swap_letters),
    ("drop a condition", drop_condition),
    ("shift a zone", shift_zone),
    ("change a number", change_number),
    ("drop a rule", drop_rule),
    ("change a side or direction", change_side),
    ("swap two names", swap_names),
    ("turn a yes into a no", change_word),
    ("leave out a letter of a movement", leave_out),
    ("swap two men of the start position", swap_men),
];

/// The ranges of texts in quotes that stand in a line behind a key.
fn texts(line: &str) -> Vec<(usize, usize)> {
    let mut quotes = line.match_indices('"').map(|(at, _)| at);
    let mut found = Vec::new();
    while let (Some(start), Some(end)) = (quotes.next(), quotes.next()) {
        found.push((start + 1, end));
    }
    found
}

/// The texts of a line that are movements: those behind `moves`, up to their condition.
fn movements(line: &str) -> Vec<(usize, usize)> {
    let Some(at) = line.find("moves") else {
        return Vec::new();
    };
    let found = texts(line).into_iter().filter(|(start, _)| *start > at);
    found
        .map(|(start, end)| {
            let condition = line[start..end].find(" if ");
            (start, condition.map_or(end, |n| start + n))
        })
        .filter(|(start, end)| !line[*start..*end].contains('{'))
        .collect()
}

fn replaced(line: &str, (start, end): (usize, usize), with: &str) -> String {
    format!("{}{with}{}", &line[..start], &line[end..])
}

fn swap_letters(line: &str) -> Vec<String> {
    let mut made = Vec::new();
    for (start, end) in movements(line) {
        for at in start..end.saturating_sub(1) {
            let pair = &line[at..at + 2];
            let letters: Vec<char> = pair.chars().collect();
            if letters.iter().all(char::is_ascii_alphabetic) && letters[0] != letters[1] {
                let swapped: String = letters.iter().rev().collect();
                made.push(replaced(line, (at, at + 2), &swapped));
            }
        }
    }
    made
}

fn leave_out(line: &str) -> Vec<String> {
    let mut made = Vec::new();
    for (start, end) in movements(line) {
        for at in start..end {
            if line.as_bytes()[at].is_ascii_lowercase() {
                made.push(replaced(line, (at, at + 1), ""));
            }
        }
    }
    made
}

fn drop_condition(line: &str) -> Vec<String> {
    let mut made = Vec::new();
    for (start, end) in texts(line) {
        let text = &line[start..end];
        if let Some(at) = text.find(" if ") {
            made.push(replaced(line, (start + at, end), ""));
        }
        // The last part of several.
        if let Some(at) = text.rfind(" and ").filter(|at| !text[*at..].contains(')')) {
            made.push(replaced(line, (start + at, end), ""));
        }
    }
    if let Some(at) = line.find(", if = ")
        && let Some((_, end)) = texts(line).into_iter().find(|(start, _)| *start > at)
    {
        made.push(replaced(line, (at, end + 1), ""));
    }
    made
}

fn shift_zone(line: &str) -> Vec<String> {
    let mut made = Vec::new();
    for word in ["last ", "first ", "rank ", "ranks "] {
        for (at, _) in line.match_indices(word) {
            let digit = at + word.len();
            let Some(n) = line[digit..].chars().next().and_then(|c| c.to_digit(10)) else {
                continue;
            };
            let other = if n > 1 { n - 1 } else { n + 1 };
            made.push(replaced(line, (digit, digit + 1), &other.to_string()));
        }
    }
    made
}

fn change_number(line: &str) -> Vec<String> {
    if line.contains("fen") || line.contains("format") {
        return Vec::new();
    }
    let mut made = Vec::new();
    for (at, digit) in line.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        let before = line[..at].chars().next_back();
        let behind = line[at + 1..].chars().next();
        let alone = before.is_some_and(|c| c == ' ') && !behind.is_some_and(char::is_alphanumeric);
        if alone {
            let n = digit.to_digit(10).unwrap_or(0);
            made.push(replaced(line, (at, at + 1), &(n + 1).to_string()));
        }
    }
    made
}

fn drop_rule(line: &str) -> Vec<String> {
    let is_rule = line.contains('=') && (line.contains("= {") || line.contains("= \""));
    let needed = [
        "name", "format", "base", "author", "about", "source", "group", "aliases", "protocol",
    ];
    let key = line
        .trim_start()
        .split(['=', ' ', '.'])
        .next()
        .unwrap_or_default();
    if is_rule && !needed.contains(&key) && !line.contains("\"\"\"") {
        vec![String::new()]
    } else {
        Vec::new()
    }
}

fn change_words(line: &str, words: &[(&str, &str)]) -> Vec<String> {
    let mut made = Vec::new();
    for (old, new) in words {
        for (at, _) in line.match_indices(old) {
            let part = |c: char| c.is_alphanumeric() || c == '-';
            let before = line[..at].chars().next_back().is_some_and(part);
            let behind = line[at + old.len()..].chars().next().is_some_and(part);
            if !before && !behind {
                made.push(replaced(line, (at, at + old.len()), new));
            }
        }
    }
    made
}

fn change_side(line: &str) -> Vec<String> {
    let mut made = change_words(
        line,
        &[
            ("own", "enemy"),
            ("enemy", "own"),
            ("here", "there"),
            ("there", "here"),
            ("last", "first"),
            ("first", "last"),
        ],
    );
    for (start, end) in movements(line) {
        for at in start..end {
            if line.as_bytes()[at] == b'f' {
                made.push(replaced(line, (at, at + 1), "b"));
            }
        }
    }
    made
}

fn change_word(line: &str) -> Vec<String> {
    change_words(
        line,
        &[
            ("true", "false"),
            ("win", "loss"),
            ("loss", "win"),
            ("draw", "loss"),
            ("not", ""),
            ("some", "no"),
            ("no", "some"),
            ("and", "or"),
            ("or", "and"),
            ("always", "never"),
            ("hand", "gone"),
            ("capture", "move"),
        ],
    )
}

fn swap_names(line: &str) -> Vec<String> {
    let mut made = Vec::new();
    for (start, end) in texts(line) {
        let text = &line[start..end];
        let mut names = text.split('/');
        if let (Some(one), Some(two), None) = (names.next(), names.next(), names.next())
            && !one.contains(' ')
            && !two.contains(' ')
            && !one.is_empty()
            && one != two
        {
            // One name twice: the other one is forgotten.
            made.push(replaced(line, (start, end), &format!("{one}/{one}")));
        }
    }
    // The letter of the piece below is easily taken for this one's.
    if let Some(at) = line.find("letter = \"") {
        let letter = at + "letter = \"".len();
        made.push(replaced(line, (letter, letter + 1), "Z"));
    }
    made
}

fn swap_men(line: &str) -> Vec<String> {
    let Some((start, end)) = texts(line)
        .into_iter()
        .next()
        .filter(|_| line.contains("fen"))
    else {
        return Vec::new();
    };
    let board = line[start..end]
        .split(' ')
        .next()
        .map_or(end, |b| start + b.len());
    let mut made = Vec::new();
    for at in start..board.saturating_sub(1) {
        let bytes = line.as_bytes();
        let (one, two) = (bytes[at], bytes[at + 1]);
        if one.is_ascii_uppercase() && two.is_ascii_uppercase() && one != two {
            let swapped = format!("{}{}", two as char, one as char);
            made.push(replaced(line, (at, at + 2), &swapped));
        }
    }
    made
}

/// The numbers of the lines that are rules: no comments, texts or tests.
fn rule_lines(text: &str) -> Vec<usize> {
    let mut in_test = false;
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with('[') {
            in_test = line.starts_with("[test");
        }
        let key = line.split(['=', ' ', '.']).next().unwrap_or_default();
        let is_text = [
            "name", "about", "author", "source", "aliases", "protocol", "group", "base", "#",
            "test",
        ];
        let is_rule = !line.starts_with("allow.") && !is_text.contains(&key);
        if !in_test && !line.is_empty() && !line.starts_with('#') && is_rule {
            found.push(number);
        }
    }
    found
}

/// A mistake in a file.
struct Mutant {
    game: String,
    kind: &'static str,
    was: String,
    is: String,
    text: String,
}

/// All mistakes of a kind in a file.
fn mutants(game: &str, text: &str, (kind, change): Kind) -> Vec<Mutant> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for number in rule_lines(text) {
        let line = lines[number];
        // A remark behind the line is not changed.
        let (rule, remark) = line
            .split_once(" #")
            .map_or((line, ""), |(r, _)| (r, &line[r.len()..]));
        for changed in change(rule) {
            let mut all: Vec<String> = lines.iter().map(|l| (*l).to_owned()).collect();
            all[number] = format!("{changed}{remark}");
            found.push(Mutant {
                game: game.to_owned(),
                kind,
                was: rule.trim().to_owned(),
                is: changed.trim().to_owned(),
                text: all.join("\n") + "\n",
            });
        }
    }
    found
}

/// The same numbers every time.
fn pseudo_random(n: usize) -> usize {
    let mut x = (n as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^= x >> 31;
    x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (x >> 33) as usize
}

fn chosen() -> Vec<Mutant> {
    let library = Library::new();
    let files: Vec<(String, String)> = library
        .games()
        .into_iter()
        .map(|game| {
            let loaded = library.load(&game.id).unwrap();
            let (_, file) = loaded.sources.iter().next().unwrap();
            (game.id, file.text().to_owned())
        })
        .collect();
    let mut used = BTreeSet::new();
    let mut all = Vec::new();
    for n in 0..COUNT {
        let kind = KINDS[n % KINDS.len()];
        let mut at = pseudo_random(n) % files.len();
        loop {
            let (game, text) = &files[at];
            let mut found = mutants(game, text, kind);
            if !found.is_empty() && used.insert((at, n % KINDS.len())) {
                all.push(found.swap_remove(pseudo_random(n + 1000) % found.len()));
                break;
            }
            at = (at + 1) % files.len();
        }
    }
    all
}

/// By what a mistake is noticed.
fn notices(library: &Library, original: &Loaded, mutant: &Mutant) -> Vec<String> {
    let name = format!("{}.toml", mutant.game);
    let loaded = library.load_bytes(&name, mutant.text.as_bytes());
    let codes = |loaded: &Loaded| -> BTreeSet<&'static str> {
        loaded
            .checked()
            .iter()
            .map(|finding| finding.code)
            .collect()
    };
    let known = codes(original);
    let codes = codes(&loaded);
    let codes = codes.iter().filter(|code| !known.contains(*code));
    let mut by: Vec<String> = codes.map(|code| format!("finding `{code}`")).collect();
    let Some(rules) = &loaded.rules else {
        return by;
    };
    let mut quick = (**rules).clone();
    for test in &mut quick.tests {
        // Long counts would take the time of all other tests.
        test.perft.truncate(2);
    }
    let reports = trial::run(&Variant::new(Arc::new(quick)));
    let failed = reports.iter().filter(|report| !report.passed());
    by.extend(
        failed
            .take(1)
            .map(|report| format!("test `{}`", report.name)),
    );
    let diff = Diff::new(original.rules.as_ref().unwrap(), rules);
    if let Some(change) = diff.changes.first() {
        by.push(format!(
            "diff ({}: {})",
            change.theme.word(),
            change.subject
        ));
    }
    by
}

#[test]
fn small_mistakes_are_noticed() {
    let library = Library::new();
    let (mut noticed, mut out) = (0, String::new());
    for mutant in chosen() {
        let original = library.load(&mutant.game).unwrap();
        let by = notices(&library, &original, &mutant);
        let Mutant {
            game,
            kind,
            was,
            is,
            ..
        } = &mutant;
        let _ = writeln!(out, "{game}: {kind}\n    - {was}\n    + {is}");
        if by.is_empty() {
            let known = UNNOTICED
                .iter()
                .find(|(g, line, _)| g == game && line == is);
            let why = known.map_or("for no reason that is known", |(.., why)| why);
            let _ = writeln!(out, "    unnoticed: {why}");
            assert!(
                known.is_some(),
                "unnoticed: {game}
- {was}
+ {is}"
            );
        } else {
            noticed += 1;
            let _ = writeln!(out, "    {}", by.join(", "));
        }
    }
    insta::assert_snapshot!(out);
    assert!(noticed >= 45, "only {noticed} of {COUNT} are noticed");
}
