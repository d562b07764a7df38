//! `[castling]`: what castling by `O` needs.

use super::build::{Build, clauses, clauses_of};
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::Side;
use crate::diagnostics::Diagnostic;
use crate::notation::{Action, parse_condition};
use crate::rules::condition::Site;
use crate::source::{Location, Node, Text};

const DEFAULT_IF: &str = "not check and track safe";

pub(super) const SECTION: Section = Section {
    name: "castling",
    meaning: "what castling by `O` needs",
    body: Body::Keys(&[
        Key {
            name: "with",
            want: Want::TEXT.or_by_side(),
            missing: Missing::Error,
            meaning: "the pieces that can be the partner",
        },
        Key {
            name: "if",
            want: Want::TEXT.or_by_side(),
            missing: Missing::Default("\"not check and track safe\""),
            meaning: "what must hold besides empty squares between and unmoved pieces",
        },
        Key {
            name: "free",
            want: Want::BOOL,
            missing: Missing::Default("false"),
            meaning: "whether castling pieces and partners may start anywhere on their rank, as in Chess960; they end \
                      where castling from the start position would put them",
        },
        Key {
            name: "dropped",
            want: Want::BOOL,
            missing: Missing::Default("false"),
            meaning: "whether pieces that are put down where castling starts may castle; where that is for the castling \
                      piece, its line says: `isO2 if here in e1`",
        },
    ]),
    inherited: true,
    steps: &[(Pass::Rules, lower), (Pass::Start, check)],
};

fn lower(build: &mut Build<'_>) {
    let table = build.section("castling");
    if let Some(with) = table.get("with") {
        build.rules.castling.with = build.pieces(with);
    }
    let (condition, clauses) = if let Some(node) = table.get("if") {
        let condition = build.condition(node, &Site::Castling);
        let clauses = clauses_of(node, &condition);
        (condition, clauses)
    } else {
        let place = Location::new(build.document.file, 0..0);
        let condition = build.condition_of(&Text::made(DEFAULT_IF, place), &Site::Castling);
        let ast = parse_condition(DEFAULT_IF).value;
        let clauses = ast.map(|ast| clauses(&ast, &condition, &|_| None));
        (condition, clauses.unwrap_or_default())
    };
    let flag = |key: &str| table.get(key).and_then(Node::boolean).unwrap_or(false);
    build.rules.castling.free = flag("free");
    build.rules.castling.dropped = flag("dropped");
    build.rules.castling.condition = condition;
    build.rules.castling.clauses = clauses;
}

/// Every `O` needs partners.
fn check(build: &mut Build<'_>) {
    let mut found: Vec<Location> = Vec::new();
    for side in Side::ALL
        .into_iter()
        .filter(|&s| build.rules.castling.with[s].is_empty())
    {
        for entry in build.rules.kinds.iter().flat_map(|k| &k.entries[side]) {
            for term in entry
                .movement
                .terms
                .iter()
                .filter(|t| matches!(t.action, Action::Castle(_)))
            {
                let start = entry.place.span.start;
                let span = start + term.span.start..start + term.span.end;
                let span = if entry.place.span.end >= span.end {
                    span
                } else {
                    entry.place.span.clone()
                };
                found.push(Location::new(entry.place.file, span));
            }
        }
    }
    for place in found {
        let message = "castling needs a partner, and the file does not say which";
        let finding = Diagnostic::error("no-castling-partner", place, message).help(
            "write `castling.with = \"…\"` with the name of the piece that stands at the edge",
        );
        build.findings.push(finding);
    }
}
