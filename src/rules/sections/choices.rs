//! What pieces become: a set to choose from, a derivation with a form for each of them, or a table with a line for each.

use super::build::{Build, halves_of};
use super::groups::whole;
use crate::board::{BySide, PieceId, PieceSet, Side};
use crate::diagnostics::Diagnostic;
use crate::notation::parse_pieces;
use crate::rules::condition::{piece_list, pieces};
use crate::similar::listed;
use crate::source::{Key, Location, Node, Table, Text};

/// Pieces and what each may become.
pub(super) type Choices = Vec<(PieceId, Vec<PieceId>)>;

/// What each of some pieces becomes by a value; `who` is where they are said.
pub(super) fn choices(
    build: &mut Build<'_>,
    (who, of): (&Location, BySide<PieceSet>),
    to: &Node,
) -> BySide<Choices> {
    let halves = if is_by_side(to) {
        halves_of(to)
    } else {
        BySide::both(Some(to))
    };
    let anybody = of.white.union(of.black);
    BySide::from_fn(|side| {
        let Some(half) = halves[side] else {
            return Vec::new();
        };
        if let Some(table) = half.table() {
            return lines(build, who, table, (of[side], anybody), side);
        }
        let text = half.text();
        text.map_or_else(Vec::new, |to| given(build, who, to, of[side], side))
    })
}

/// Whether a table says something for each side, and not for each piece.
pub(super) fn is_by_side(node: &Node) -> bool {
    let table = node.table();
    table.is_some_and(|t| t.get("white").is_some() || t.get("black").is_some())
}

/// The choices by a table with a line for each piece, or each set of them.
fn lines(
    build: &mut Build<'_>,
    who: &Location,
    table: &Table,
    (of, anybody): (PieceSet, PieceSet),
    side: Side,
) -> Choices {
    let mut out = Choices::new();
    let mut left = of;
    for (key, node) in table.iter().filter(|(_, node)| !node.is_false()) {
        let (Some(named), Some(to)) = (named(build, key), node.text()) else {
            left = PieceSet::EMPTY;
            continue;
        };
        if named.intersection(anybody).is_empty() {
            let message = format!("`{}` is not among the `pieces` of this rule", key.name);
            let finding = Diagnostic::error("line-for-nobody", key.place.clone(), message)
                .related(who.clone(), "the pieces that it is about");
            build
                .findings
                .push(finding.help("add it there, or take this line out"));
        }
        left = left.difference(named);
        for (piece, to) in given(build, &key.place, to, of.intersection(named), side) {
            match out.iter_mut().find(|(p, _)| *p == piece) {
                Some((_, all)) => all.extend(to),
                None => out.push((piece, to)),
            }
        }
    }
    if !left.is_empty() {
        let without: Vec<&str> = left
            .iter()
            .map(|p| build.rules.kind(p).id.as_str())
            .collect();
        let verb = if without.len() == 1 { "has" } else { "have" };
        let message = format!("{} {verb} no line in `to`", listed(without.iter().copied()));
        let help = format!(
            "write `{} = \"…\"` there, or leave them out here",
            without[0]
        );
        build.error("no-line", who.clone(), message, &help);
    }
    out
}

/// The pieces that a key of a table names, of either side.
pub(super) fn named(build: &mut Build<'_>, key: &Key) -> Option<PieceSet> {
    let text = Text::made(key.name.as_str(), key.place.clone());
    let ast = build.read(&text, parse_pieces(&key.name))?;
    let set = pieces(&build.names, &ast);
    let set = build.lowered(&text, set);
    Some(set.white.union(set.black)).filter(|set| !set.is_empty())
}

/// The choices by one text: a derivation in which some of the pieces have forms gives each its own, anything else is a
/// set to choose from.
fn given(build: &mut Build<'_>, who: &Location, to: &Text, of: PieceSet, side: Side) -> Choices {
    let name = to.as_str().trim();
    if is_derivation(build, name) && of.iter().any(|p| form(build, name, p).is_some()) {
        return own_forms(build, who, name, of);
    }
    let Some(ast) = build.read(to, parse_pieces(to.as_str())) else {
        return Choices::new();
    };
    let list = piece_list(&build.names, &ast);
    let list = build.lowered(to, list)[side].clone();
    of.iter().map(|piece| (piece, list.clone())).collect()
}

/// Whether a derivation is called so.
pub(super) fn is_derivation(build: &Build<'_>, name: &str) -> bool {
    let node = build.section("derive").get(name);
    node.is_some_and(|n| !n.is_false())
}

/// The form of a piece in a derivation.
pub(super) fn form(build: &Build<'_>, name: &str, piece: PieceId) -> Option<PieceId> {
    let id = &build.rules.kind(piece).id;
    build.rules.find(&format!("{name}-{id}"))
}

/// Each piece to its own derived kind. Derived pieces among them stay what they are.
fn own_forms(build: &mut Build<'_>, who: &Location, name: &str, of: PieceSet) -> Choices {
    let mut out = Vec::new();
    let mut without = Vec::new();
    for piece in of.iter() {
        let kind = build.rules.kind(piece);
        match form(build, name, piece) {
            Some(new) => out.push((piece, vec![new])),
            None if kind.derived_from.is_none() => without.push(kind.id.as_str()),
            None => {}
        }
    }
    if !without.is_empty() {
        let verb = if without.len() == 1 { "has" } else { "have" };
        let message = format!("{} {verb} no `{name}` form", listed(without));
        let mut finding = Diagnostic::error("no-derived-form", who.clone(), message)
            .help(format!("extend `derive.{name}.of`, or leave them out here"));
        if let Some(of) = build
            .section("derive")
            .table(name)
            .and_then(|t| t.text("of"))
        {
            finding = finding.related(whole(of), "the pieces that have one");
        }
        build.findings.push(finding);
    }
    out
}
