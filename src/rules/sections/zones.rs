//! `[zones]`: names for sets of squares.

use super::build::{Build, halves_of};
use super::groups::each_item;
use super::order::{circles, in_order};
use super::{Body, Pass, Section, Want};
use crate::board::{BySide, SquareSet};
use crate::notation::{ZoneAst, ZoneItem, parse_zone};
use crate::source::Node;
use std::collections::BTreeSet;

pub(super) const SECTION: Section = Section {
    name: "zones",
    meaning: "names for sets of squares, written from White's view",
    body: Body::Values {
        want: Want::TEXT.or_by_side(),
        defaults: &[],
    },
    inherited: true,
    steps: &[(Pass::Names, lower)],
};

fn lower(build: &mut Build<'_>) {
    let zones = build.things("zones");
    let (sorted, left) = in_order(&zones, names);
    for (key, node) in sorted {
        let errors = build.findings.errors();
        let zone = build.zone(node);
        let zone = if build.findings.errors() == errors {
            zone
        } else {
            stand_in(build)
        };
        build.names.zones.insert(key.name.clone(), zone);
    }
    circles(build, "zone", &left, names);
    for (key, _) in left {
        build.names.zones.insert(key.name.clone(), stand_in(build));
    }
    let named = zones.iter().filter_map(|(key, _)| {
        let zone = build.names.zones.get(&key.name)?;
        Some((key.name.clone(), *zone))
    });
    let named: Vec<_> = named.collect();
    build.rules.zones = named;
}

/// What a zone with a mistake stands for, so that what names it has none.
fn stand_in(build: &Build<'_>) -> BySide<SquareSet> {
    BySide::both(build.rules.shape.squares().collect())
}

/// The names in a zone, or in both of its halves.
fn names(node: &Node) -> BTreeSet<String> {
    let halves = halves_of(node);
    let texts = [halves.white, halves.black]
        .into_iter()
        .flatten()
        .filter_map(Node::text);
    let mut out = BTreeSet::new();
    for ast in texts.filter_map(|t| parse_zone(t.as_str()).value) {
        zone_names(&ast, &mut out);
    }
    out
}

fn zone_names(ast: &ZoneAst, out: &mut BTreeSet<String>) {
    each_item(ast, &mut |item| match item {
        ZoneItem::Name(name) => {
            out.insert(name.clone());
        }
        ZoneItem::Set(inner) => zone_names(inner, out),
        _ => {}
    });
}
