//! `[groups]`: names for sets of pieces.

use super::build::{Build, by_side, halves_of};
use super::order::{circles, in_order};
use super::{Body, Pass, Section, Want};
use crate::board::{BySide, PieceSet};
use crate::notation::{PieceItem, PiecesAst, SetAst, parse_pieces};
use crate::source::{Location, Node, Text};
use std::collections::BTreeSet;

pub(super) const SECTION: Section = Section {
    name: "groups",
    meaning: "names for sets of pieces",
    body: Body::Values {
        want: Want::TEXT.or_by_side(),
        defaults: &[],
    },
    inherited: true,
    steps: &[(Pass::Names, lower)],
};

/// Runs after all kinds are known.
fn lower(build: &mut Build<'_>) {
    for (key, _) in build.things("groups") {
        build.declare(&key.name, &key.place);
    }
    let (sorted, left) = in_order(&build.things("groups"), names);
    for (key, node) in sorted {
        let errors = build.findings.errors();
        let set = build.pieces(node);
        let set = if build.findings.errors() == errors {
            set
        } else {
            stand_in(build)
        };
        build.names.groups.insert(key.name.clone(), set);
    }
    circles(build, "group", &left, names);
    for (key, _) in left {
        let set = stand_in(build);
        build.names.groups.insert(key.name.clone(), set);
    }
}

/// What a group with a mistake stands for, so that what names it has none.
fn stand_in(build: &Build<'_>) -> BySide<PieceSet> {
    BySide::both(PieceSet::first(build.rules.kinds.len()))
}

/// Gives the groups of written pieces their meaning, without findings. Returns the names of the others: those in which
/// a derivation stands, and circles.
pub(super) fn of_written(build: &mut Build<'_>) -> BTreeSet<String> {
    let (sorted, left) = in_order(&build.things("groups"), names);
    let derives = build
        .things("derive")
        .into_iter()
        .map(|(k, _)| k.name.clone());
    let mut others: BTreeSet<_> = derives
        .chain(left.iter().map(|(k, _)| k.name.clone()))
        .collect();
    for (key, node) in sorted {
        if names(node).is_disjoint(&others) {
            let set = quietly(build, node);
            build.names.groups.insert(key.name.clone(), set);
        } else {
            others.insert(key.name.clone());
        }
    }
    others
}

/// Lowers a set without findings, as far as it goes.
fn quietly(build: &Build<'_>, node: &Node) -> BySide<PieceSet> {
    by_side(node, |node, side| {
        let ast = parse_pieces(node.text()?.as_str()).value?;
        Some(crate::rules::condition::pieces(&build.names, &ast).value[side])
    })
}

/// The names in a set of pieces, or in both of its halves.
fn names(node: &Node) -> BTreeSet<String> {
    let halves = halves_of(node);
    let texts = [halves.white, halves.black]
        .into_iter()
        .flatten()
        .filter_map(Node::text);
    let asts = texts.filter_map(|t| parse_pieces(t.as_str()).value);
    let mut out = BTreeSet::new();
    asts.for_each(|ast| piece_names(&ast, &mut out));
    out
}

/// The names in a set of pieces.
pub(super) fn piece_names(ast: &PiecesAst, out: &mut BTreeSet<String>) {
    each_item(ast, &mut |item| match item {
        PieceItem::Name(name) => {
            out.insert(name.clone());
        }
        PieceItem::Set(inner) => piece_names(inner, out),
        _ => {}
    });
}

/// Visits the items of a set, those behind `within` and `but` too.
pub(super) fn each_item<I>(ast: &SetAst<I>, visit: &mut impl FnMut(&I)) {
    ast.items.iter().for_each(|item| visit(&item.value));
    for inner in [&ast.within, &ast.but].into_iter().flatten() {
        each_item(inner, visit);
    }
}

/// Where a text stands.
pub(super) fn whole(text: &Text) -> Location {
    text.at(0..text.as_str().len())
}
