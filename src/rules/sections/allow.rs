//! `[allow]`: findings that are known and meant, each with a reason.

use super::{Body, SECTIONS, Section, Want};
use crate::diagnostics::{Diagnostic, Findings, Severity, Silence, Silences, Subject, code, codes};
use crate::document::Document;
use crate::rules::Rules;
use crate::similar::{listed, similar};
use crate::source::{Key, Location, Node, Table, Text, Value};
use std::collections::BTreeSet;

/// A reason has at least so many words, so that it is one.
const FEWEST_WORDS: usize = 5;

pub(super) const SECTION: Section = Section {
    name: "allow",
    meaning: "findings that are meant, with the reason: CODE is the word in the finding's first line, NAME the piece, rule or section that it is about",
    body: Body::Values {
        want: Want::NAMED_TEXTS,
        defaults: &[],
    },
    inherited: true,
    steps: &[],
};

/// Reads the silences of a file and its bases. What is wrong with a line of the file is a finding, and the line counts
/// for nothing.
pub(crate) fn silences(
    document: &Document,
    rules: Option<&Rules>,
    findings: &mut Findings,
) -> Silences {
    let mut silences = Vec::new();
    let section = document.table.table(SECTION.name);
    for (code, lines) in section.into_iter().flat_map(Table::iter) {
        let lines = lines.table().into_iter().flat_map(Table::iter);
        for (name, node) in lines {
            let Some(reason) = node.text() else { continue };
            let is_own = name.place.file == document.file;
            let wrong = check(document, rules, code, name, reason);
            match wrong {
                Some(finding) if is_own => findings.push(finding),
                Some(_) => {}
                None => silences.push(silence(code, name, node, is_own)),
            }
        }
    }
    silences.into_iter().collect()
}

fn silence(code: &Key, name: &Key, reason: &Node, is_own: bool) -> Silence {
    let file = name.place.file;
    let is_line =
        code.place.file == file && code.place.span.end + ".".len() == name.place.span.start;
    let start = if is_line { &code.place } else { &name.place };
    let to = |end: usize| Location::new(file, start.span.start..end);
    let place = to(name.place.span.end);
    let mut silence = Silence::new(&code.name, &name.name, place, is_own);
    silence.line = (reason.place.file == file).then(|| to(reason.place.span.end));
    silence
}

/// Takes the inherited lines out of a document that silence nothing there.
pub(crate) fn keep_used(document: &mut Document, silences: &Silences) {
    let file = document.file;
    let Some((key, node)) = document.table.entry(SECTION.name) else {
        return;
    };
    let Value::Table(codes) = &node.value else {
        return;
    };
    let mut kept = codes.clone();
    let (key, place) = (key.clone(), node.place.clone());
    for (code, node) in codes.iter() {
        let Value::Table(lines) = &node.value else {
            continue;
        };
        let mut lines = lines.clone();
        lines.retain(|name, _| {
            name.place.file == file || silences.are_worth_keeping(&code.name, &name.name)
        });
        kept.set(
            code.clone(),
            Node::new(Value::Table(lines), node.place.clone()),
        );
    }
    kept.retain(|_, node| node.table().is_none_or(|lines| !lines.is_empty()));
    if kept.is_empty() {
        document.table.retain(|other, _| other.name != key.name);
    } else {
        document
            .table
            .set(key, Node::new(Value::Table(kept), place));
    }
}

/// What is wrong with a silence.
fn check(
    document: &Document,
    rules: Option<&Rules>,
    word: &Key,
    name: &Key,
    reason: &Text,
) -> Option<Diagnostic> {
    let Some(code) = code(&word.name) else {
        let message = format!("there are no findings with the code `{}`", word.name);
        let finding = Diagnostic::warning("allow-unknown-code", word.place.clone(), message);
        let silent = codes().filter(|c| c.severity != Severity::Error);
        let close = similar(&word.name, silent.map(|c| c.word));
        return Some(match close {
            Some(close) => finding.meant(&word.name, close),
            None => finding.help("`ferz explain --list` shows all codes"),
        });
    };
    if code.severity == Severity::Error {
        let message = format!("`{}` is an error, and errors cannot be silenced", code.word);
        let finding = Diagnostic::warning("allow-error", word.place.clone(), message);
        return Some(finding.help("mend what it is about, and take this line out"));
    }
    let words = reason.as_str().split_whitespace().count();
    if words < FEWEST_WORDS {
        let place = reason.at(0..reason.as_str().len());
        let message = format!("a reason has at least {FEWEST_WORDS} words");
        let finding = Diagnostic::warning("allow-reason", place, message);
        return Some(finding.help("say to the next reader why this is meant"));
    }
    let names = names(document, rules?);
    if names.contains(name.name.as_str()) {
        return None;
    }
    let message = format!("no piece, rule or section is called `{}`", name.name);
    let finding = Diagnostic::warning("allow-nobody", name.place.clone(), message);
    Some(match similar(&name.name, names.iter().copied()) {
        Some(close) => finding.meant(&name.name, close),
        None => finding.help(format!(
            "write the name of what the finding is about, or its section: {}",
            listed(SECTIONS.iter().map(|s| s.name).filter(|n| !n.is_empty()))
        )),
    })
}

/// All names that a finding can be about.
fn names<'a>(document: &'a Document, rules: &'a Rules) -> BTreeSet<&'a str> {
    let mut names: BTreeSet<&str> = rules.kinds.iter().map(|kind| kind.id.as_str()).collect();
    names.insert(Subject::GAME);
    for section in SECTIONS {
        match &section.body {
            Body::Keys(keys) if section.name.is_empty() => {
                names.extend(keys.iter().map(|key| key.name));
            }
            Body::Keys(_) => {
                names.insert(section.name);
            }
            Body::Things { defaults, .. } => names.extend(defaults.iter().copied()),
            Body::Values { defaults, .. } => names.extend(defaults.iter().map(|(name, _)| *name)),
        }
        if section.has_names() {
            let things = document.table.table(section.name).into_iter();
            names.extend(
                things
                    .flat_map(Table::iter)
                    .map(|(key, _)| key.name.as_str()),
            );
            names.insert(section.name);
        }
    }
    names
}

/// The thing of a document that holds a place, the smallest one.
pub(crate) fn subject(document: &Document, place: &Location) -> Option<Subject> {
    if place.span == (0..0) {
        // That is the place of what stands nowhere.
        return None;
    }
    let holds = |(key, node): &(&Key, &Node)| holds(key, node, place);
    let (key, node) = document.table.iter().find(holds)?;
    let Some(section) = SECTIONS.iter().find(|s| s.name == key.name) else {
        return Some(Subject::thing("", &key.name));
    };
    let things = node.table().filter(|_| section.has_names());
    let thing = things.and_then(|table| table.iter().find(holds));
    Some(match thing {
        Some((name, _)) => Subject::thing(section.name, &name.name),
        None => Subject::section(section.name),
    })
}

/// Whether a place lies inside a key or its value.
fn holds(key: &Key, node: &Node, place: &Location) -> bool {
    let line = if key.place.file == node.place.file {
        let (key, value) = (&key.place.span, &node.place.span);
        let span = key.start.min(value.start)..key.end.max(value.end);
        contains(&Location::new(node.place.file, span), place)
    } else {
        contains(&key.place, place)
    };
    line || inside(node, place)
}

fn inside(node: &Node, place: &Location) -> bool {
    contains(&node.place, place)
        || node
            .table()
            .is_some_and(|table| table.iter().any(|(key, node)| holds(key, node, place)))
        || node
            .list()
            .is_some_and(|list| list.iter().any(|node| inside(node, place)))
}

fn contains(whole: &Location, part: &Location) -> bool {
    whole.file == part.file
        && whole.span.start <= part.span.start
        && part.span.end <= whole.span.end
}
