//! `[zones]`: names for sets of squares.

use super::build::{Build, halves_of};
use super::groups::{circles, each_item};
use super::{Body, Pass, Section, Want};
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
    let mut left = build.things("zones");
    for (key, _) in &left {
        let name = key.name.as_str();
        let rank = name
            .strip_prefix(|c: char| c.is_ascii_lowercase())
            .unwrap_or_default();
        if !rank.is_empty() && rank.bytes().all(|b| b.is_ascii_digit()) {
            let message = format!("`{name}` is a square and cannot be the name of a zone");
            build.error(
                "reserved-name",
                key.place.clone(),
                message,
                "choose another name",
            );
        }
    }
    loop {
        let open: BTreeSet<_> = left.iter().map(|(k, _)| k.name.clone()).collect();
        let (ready, rest): (Vec<_>, Vec<_>) = left
            .iter()
            .copied()
            .partition(|(_, node)| names(node).is_disjoint(&open));
        if ready.is_empty() {
            break;
        }
        for (key, node) in ready {
            let zone = build.zone(node);
            build.names.zones.insert(key.name.clone(), zone);
        }
        left = rest;
    }
    circles(build, "zone", &left);
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
