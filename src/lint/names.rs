//! Names and letters: those that look alike, and those that nothing uses.

use super::Case;
use crate::diagnostics::{Diagnostic, Findings, Subject};
use crate::prospect::known::castles;
use crate::source::{Node, Table, Value};
use std::collections::BTreeSet;

/// Sections whose things are there to be named elsewhere.
const NAMED: [&str; 4] = ["groups", "zones", "words", "counters"];

/// Words that are asked without being named.
const ASKED: [&str; 2] = ["check", "progress"];

/// Keys whose texts are for people.
const TEXTS: [&str; 6] = ["name", "about", "author", "source", "group", "aliases"];

pub(super) fn names(case: &Case<'_>, findings: &mut Findings) {
    titles(case, findings);
    letters(case, findings);
    unused(case, findings);
}

/// Two pieces that are shown by the same name.
fn titles(case: &Case<'_>, findings: &mut Findings) {
    let kinds: Vec<_> = case
        .rules
        .kinds
        .iter()
        .filter(|kind| kind.derived_from.is_none())
        .collect();
    for (at, kind) in kinds.iter().enumerate() {
        let same = |other: &&&crate::rules::Kind| other.title.eq_ignore_ascii_case(&kind.title);
        let Some(other) = kinds[..at].iter().find(same) else {
            continue;
        };
        let place = |id: &str| {
            let name = case.places.of(&["pieces", id, "name"]);
            name.or_else(|| case.places.name(&["pieces", id]))
                .unwrap_or_else(|| case.places.nowhere())
        };
        let message = format!(
            "`{}` and `{}` are both shown as “{}”",
            other.id, kind.id, kind.title
        );
        let finding = Diagnostic::warning("same-title", place(&kind.id), message)
            .help("give one of them another `name`")
            .related(place(&other.id), "the other one")
            .about(Subject::thing("pieces", &kind.id));
        findings.push(finding);
    }
}

/// A letter that move texts use for something else.
fn letters(case: &Case<'_>, findings: &mut Findings) {
    let rules = case.rules;
    let castles = castles(rules);
    for kind in rules
        .kinds
        .iter()
        .filter(|kind| castles && kind.letter.capital == 'O')
    {
        let place = case.places.of(&["pieces", &kind.id, "letter"]);
        let place = place.or_else(|| case.places.name(&["pieces", &kind.id]));
        let message = format!("`O` for {} is hard to tell from castling, `O-O`", kind.id);
        let finding = Diagnostic::warning(
            "letter-of-castling",
            place.unwrap_or_else(|| case.places.nowhere()),
            message,
        );
        findings.push(
            finding
                .help("choose another letter")
                .about(Subject::thing("pieces", &kind.id)),
        );
    }
}

/// Names of the file itself that nothing uses.
fn unused(case: &Case<'_>, findings: &mut Findings) {
    let document = case.places.document();
    let mut used = BTreeSet::new();
    for (key, node) in document
        .iter()
        .filter(|(key, _)| !TEXTS.contains(&key.name.as_str()))
    {
        words(&key.name, node, &mut used);
    }
    for section in NAMED {
        for (key, node) in document.table(section).into_iter().flat_map(Table::iter) {
            let is_used = used.contains(&key.name)
                || (section == "words" && ASKED.contains(&key.name.as_str()));
            if is_used || node.is_false() || !case.places.is_own(&key.place) {
                continue;
            }
            let message = format!("nothing uses `{section}.{}`", key.name);
            let finding = Diagnostic::warning("unused-name", key.place.clone(), message)
                .help("name it where it is meant to be used, or take it out")
                .about(Subject::thing(section, &key.name));
            findings.push(finding);
        }
    }
}

/// All words of the texts of a value.
fn words(name: &str, node: &Node, used: &mut BTreeSet<String>) {
    match &node.value {
        Value::Text(text) => {
            let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
            let parts = text.as_str().split(|c| !is_part(c));
            // Its own definition is no use of a name, and no word can name itself.
            used.extend(parts.filter(|part| *part != name).map(str::to_owned));
        }
        Value::List(items) => items.iter().for_each(|item| words(name, item, used)),
        Value::Table(table) => {
            for (key, node) in table.iter().filter(|(key, _)| key.name != "name") {
                words(&key.name, node, used);
            }
        }
        _ => {}
    }
}
