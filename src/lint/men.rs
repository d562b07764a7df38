//! Pieces that cannot do what pieces are for: be on the board, move, go everywhere, promote.

use super::{Case, squares_text};
use crate::board::{Man, Side};
use crate::diagnostics::{Diagnostic, Findings, Subject};
use crate::prospect::known::castles_by;
use crate::prospect::{Prospect, targets};
use crate::rules::Kind;
use crate::source::{Location, Node, Table, Value};

/// A piece that reaches more than this share of the board, in quarters, is not called bound.
const QUARTERS: usize = 3;

pub(super) fn men(case: &Case<'_>, findings: &mut Findings) {
    let kinds = case
        .rules
        .kinds()
        .filter(|(_, kind)| kind.derived_from.is_none());
    for (id, kind) in kinds {
        let men = Side::ALL.map(|side| Man { side, kind: id });
        let place = || place(case, kind);
        let finding = if !men.iter().any(|man| case.prospect.appears(*man)) {
            Some(absent(case, kind, place()))
        } else if let Some(man) = men.iter().find(|man| is_stuck(case, **man)) {
            Some(stuck(kind, *man, place()))
        } else {
            men.iter().find_map(|man| bound(case, kind, *man))
        };
        findings.extend(finding.map(|f| f.about(Subject::thing("pieces", &kind.id))));
    }
    promotions(case, findings);
}

/// Where a piece's moves stand, or its name.
fn place(case: &Case<'_>, kind: &Kind) -> Location {
    let places = case.places;
    let name = places.name(&["pieces", &kind.id]);
    name.unwrap_or_else(|| places.nowhere())
}

fn absent(case: &Case<'_>, kind: &Kind, place: Location) -> Diagnostic {
    let id = &kind.id;
    let message = format!("no {id} is ever on the board or in hand");
    // What else names it would be wrong without it.
    let out = if names(case.places.document(), id) {
        format!("if it is meant to be missing, say so: `allow.never-appears.{id} = \"…\"`")
    } else {
        format!("take it out: `pieces.{id} = false`")
    };
    let help = format!("put it into the start position, let a piece promote to it, or {out}");
    Diagnostic::warning("never-appears", place, message).help(help)
}

/// Whether a rule names a piece, in a text outside of `[pieces]`, or as a key.
fn names(document: &Table, id: &str) -> bool {
    let others = ["pieces", "setup", "allow", "test"];
    let mut open: Vec<&Node> = document
        .iter()
        .filter(|(key, _)| !others.contains(&key.name.as_str()))
        .map(|(_, node)| node)
        .collect();
    while let Some(node) = open.pop() {
        match &node.value {
            Value::Text(text) => {
                let is_apart = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
                if text.as_str().split(is_apart).any(|word| word == id) {
                    return true;
                }
            }
            Value::List(items) => open.extend(items),
            Value::Table(table) => open.extend(table.iter().map(|(_, node)| node)),
            _ => {}
        }
    }
    false
}

/// Whether a piece has moves, and none of them leads anywhere on this board.
fn is_stuck(case: &Case<'_>, man: Man) -> bool {
    let entries = &case.rules.kind(man.kind).entries[man.side];
    let has_moves = entries.iter().any(|entry| !entry.movement.terms.is_empty());
    let moves = |square| {
        let targets = |entry| targets(case.rules, entry, man, square);
        entries.iter().any(|entry| !targets(entry).is_empty())
    };
    has_moves
        && !case.prospect.stands(man).is_empty()
        && !castles_by(case.rules, man)
        && !case.prospect.stands(man).iter().any(moves)
}

fn stuck(kind: &Kind, man: Man, place: Location) -> Diagnostic {
    let message = format!("{}'s {} can never move on this board", man.side, kind.id);
    Diagnostic::warning("stuck-piece", place, message).help(
        "its steps lead off the board or into holes from wherever it can stand; write `moves = []` if it is not to move",
    )
}

/// The finding about a piece that goes back and forth on a part of the board.
fn bound(case: &Case<'_>, kind: &Kind, man: Man) -> Option<Diagnostic> {
    let prospect = &case.prospect;
    let board = prospect.board().len();
    let starts = prospect.starts(man);
    // A man that is put down or made elsewhere is not bound to where it began.
    let begins = if prospect.is_made(man) || starts.is_empty() {
        prospect.stands(man)
    } else {
        starts
    };
    let (mut left, mut parts) = (begins, Vec::new());
    while let Some(from) = left.iter().next() {
        let reached = prospect.reached_from(man, from);
        let is_small = reached.len() * 4 <= board * QUARTERS;
        // What does not come back is on its way, and bound to nothing.
        if !is_small || !reached.contains(from) {
            return None;
        }
        left = left - reached;
        parts.push((from, reached));
    }
    let (from, squares) = parts.iter().min_by_key(|(_, squares)| squares.len())?;
    let message = format!(
        "{}'s {} on {} gets to {} of the {board} squares",
        man.side,
        kind.id,
        case.rules.shape.name(*from),
        squares.len(),
    );
    let finding = Diagnostic::warning("bound-piece", place(case, kind), message);
    Some(finding.help(format!(
        "if that is meant, say so: `allow.bound-piece.{} = \"…\"`",
        kind.id
    )))
}

/// Promotions that never happen.
fn promotions(case: &Case<'_>, findings: &mut Findings) {
    for (at, rule) in case.rules.promotions.iter().enumerate() {
        let all = Side::ALL.iter().flat_map(|&side| {
            let kinds = rule.choices[side].iter().map(|(kind, _)| *kind);
            kinds.map(move |kind| Man { side, kind })
        });
        let there: Vec<Man> = all.filter(|man| stands(&case.prospect, *man)).collect();
        let idle: Vec<Man> = there
            .iter()
            .copied()
            .filter(|man| !case.prospect.promotes(at, *man))
            .collect();
        let Some(first) = idle.first() else {
            if there.is_empty() {
                findings.push(nobody(rule));
            }
            continue;
        };
        let zone = squares_text(case.rules.shape, rule.zone[first.side]);
        let message = format!(
            "{}'s {} can never promote by `promotion.{}`",
            first.side,
            case.rules.kind(first.kind).id,
            rule.id
        );
        let finding = Diagnostic::warning("idle-promotion", rule.place.clone(), message);
        findings.push(
            finding
                .help(format!(
                    "none of its moves ends or begins where it would promote: {zone}"
                ))
                .about(Subject::thing("promotion", &rule.id)),
        );
    }
}

fn stands(prospect: &Prospect<'_>, man: Man) -> bool {
    !prospect.stands(man).is_empty()
}

fn nobody(rule: &crate::rules::Promotion) -> Diagnostic {
    let message = format!(
        "no man that `promotion.{}` is about is ever on the board",
        rule.id
    );
    Diagnostic::warning("idle-promotion", rule.place.clone(), message)
        .help(format!(
            "name other pieces, or take it out: `promotion.{} = false`",
            rule.id
        ))
        .about(Subject::thing("promotion", &rule.id))
}
