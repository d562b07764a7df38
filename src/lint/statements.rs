//! Conditions that say nothing: they always hold, or never.

use super::Case;
use crate::board::{Man, Side, SquareSet};
use crate::diagnostics::{Diagnostic, Findings, Subject};
use crate::prospect::known::{Asked, Known};
use crate::prospect::targets;
use crate::rules::{Clause, Condition, Entry};
use crate::source::{Location, Node};

pub(super) fn statements(case: &Case<'_>, findings: &mut Findings) {
    moves(case, findings);
    let rules = case.rules;
    let anywhere = Asked::anywhere(rules, &case.prospect);
    let mut written: Vec<Written<'_>> = Vec::new();
    for rule in &rules.promotions {
        let kinds = Side::ALL.iter().flat_map(|&side| &rule.choices[side]);
        let asked = anywhere.of_kinds(kinds.map(|(kind, _)| *kind).collect());
        written.push(Written("promotion", &rule.id, "if", &rule.condition, asked));
        written.push(Written("promotion", &rule.id, "must", &rule.must, asked));
    }
    for rule in &rules.drops {
        let kinds = Side::ALL.iter().flat_map(|&side| &rule.choices[side]);
        let asked = anywhere.of_kinds(kinds.flat_map(|(_, forms)| forms).copied().collect());
        written.push(Written("drop", &rule.id, "if", &rule.condition, asked));
    }
    for effect in &rules.effects {
        written.push(Written(
            "effects",
            &effect.id,
            "if",
            &effect.condition,
            anywhere,
        ));
    }
    for counter in &rules.counters {
        written.push(Written(
            "counters",
            &counter.id,
            "if",
            &counter.condition,
            anywhere,
        ));
        written.push(Written(
            "counters",
            &counter.id,
            "restart",
            &counter.restart,
            anywhere,
        ));
    }
    for end in &rules.ends {
        written.push(Written("end", &end.id, "if", &end.condition, anywhere));
    }
    written.push(Written("turn", "", "pass", &rules.turn.pass, anywhere));
    if let Some(part) = &rules.turn.then {
        written.push(Written("turn", "", "if", &part.condition, anywhere));
    }
    findings.extend(written.iter().filter_map(|written| written.finding(case)));
    clauses(case, &anywhere, &rules.castling.clauses, findings);
}

/// A condition under a section, a thing of it if it has some, and a key, and of whom it is asked.
struct Written<'a>(
    &'static str,
    &'a str,
    &'static str,
    &'a Condition,
    Asked<'a>,
);

impl Written<'_> {
    fn finding(&self, case: &Case<'_>) -> Option<Diagnostic> {
        let Self(section, name, key, condition, asked) = *self;
        let (path, subject): (&[&str], _) = if name.is_empty() {
            (&[section, key], Subject::section(section))
        } else {
            (&[section, name, key], Subject::thing(section, name))
        };
        let node = case.places.node(path).filter(|node| !is_plain(node))?;
        let known = asked.known(condition)?;
        let help = so(section, key, known.holds);
        Some(told(&known, node.place.clone(), help).about(subject))
    }
}

/// What follows for the rule.
fn so(section: &str, key: &str, holds: bool) -> &'static str {
    match (section, key, holds) {
        (_, "must", true) => "write \"always\", which says the same",
        (_, "must", false) => "write \"never\", which says the same",
        ("end", _, true) => "so the game is always over; say when it ends",
        ("end", _, false) => "so this end never comes about; ask something else, or take it out",
        ("turn", "pass", false) => "so nobody may ever pass; leave it out, or ask something else",
        ("counters", "restart", false) => {
            "so it never starts again; leave it out, or ask something else"
        }
        (_, _, true) => "so it can be left out",
        (_, _, false) => "so the rule never applies; ask something else, or take it out",
    }
}

/// Whether a value says `always` or `never` in so many words.
fn is_plain(node: &Node) -> bool {
    match node.text() {
        Some(text) => matches!(text.as_str().trim(), "always" | "never"),
        // Each side has a condition of its own: what is always so for one may be never so for the other.
        None => true,
    }
}

fn told(known: &Known, place: Location, help: &str) -> Diagnostic {
    let because = if known.why.is_empty() {
        String::new()
    } else {
        format!(": {}", known.why)
    };
    let (code, what) = if known.holds {
        ("always-true", "this always holds")
    } else {
        ("never-true", "this never holds")
    };
    Diagnostic::warning(code, place, format!("{what}{because}")).help(help)
}

/// The conditions behind the moves of pieces, asked from all squares where they can stand.
fn moves(case: &Case<'_>, findings: &mut Findings) {
    for (id, kind) in case
        .rules
        .kinds()
        .filter(|(_, kind)| kind.derived_from.is_none())
    {
        for (at, entry) in kind.entries[Side::White].iter().enumerate() {
            let black = kind.entries[Side::Black].get(at).filter(|other| {
                other.text == entry.text && other.clauses.len() == entry.clauses.len()
            });
            let lines = [
                Some((Side::White, entry)),
                black.map(|entry| (Side::Black, entry)),
            ];
            let lines: Vec<(Man, &Entry)> = lines
                .into_iter()
                .flatten()
                .map(|(side, entry)| (Man { side, kind: id }, entry))
                .filter(|(man, _)| !case.prospect.stands(*man).is_empty())
                .collect();
            let subject = Subject::thing("pieces", &kind.id);
            let found =
                (0..entry.clauses.len()).find_map(|clause| clause_of_moves(case, &lines, clause));
            findings.extend(found.map(|finding| finding.about(subject)));
        }
    }
}

/// The finding about one part of a condition that is the same on all lines.
fn clause_of_moves(case: &Case<'_>, lines: &[(Man, &Entry)], clause: usize) -> Option<Diagnostic> {
    let known = |(man, entry): &(Man, &Entry)| {
        let stands = case.prospect.stands(*man);
        let free = Entry {
            condition: Condition::Always,
            ..(*entry).clone()
        };
        let there = stands.iter().fold(SquareSet::EMPTY, |all, from| {
            all | targets(case.rules, &free, *man, from)
        });
        let asked = Asked::anywhere(case.rules, &case.prospect).by(*man, stands, there);
        asked.known(&entry.clauses[clause].condition)
    };
    let mut each = lines.iter().map(known);
    let first = each.next()??;
    let same = each.all(|other| other.is_some_and(|other| other.holds == first.holds));
    let place = lines.first()?.1.clauses[clause].place.clone()?;
    let help = if first.holds {
        "so it can be left out"
    } else {
        "so the piece never has these moves; ask something else, or take the line out"
    };
    same.then(|| told(&first, place, help))
}

/// The parts of the condition for castling.
fn clauses(case: &Case<'_>, asked: &Asked<'_>, clauses: &[Clause], findings: &mut Findings) {
    if case.places.node(&["castling", "if"]).is_none_or(is_plain) {
        return;
    }
    for clause in clauses {
        let place = clause.place.clone();
        let known = place.and_then(|place| Some((asked.known(&clause.condition)?, place)));
        findings.extend(known.map(|(known, place)| {
            let help = if known.holds {
                "so it can be left out"
            } else {
                "so nobody can ever castle; write \"never\", or take the condition out"
            };
            told(&known, place, help).about(Subject::section("castling"))
        }));
    }
}
