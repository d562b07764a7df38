//! Which sections, keys and words a rule file writes, so that examples of each can be found.

use super::{Body, Key, SECTIONS, Section};
use crate::notation::is_reserved;
use crate::source::{Node, Table, Value};
use std::collections::BTreeSet;

/// Keys whose texts are no sets, conditions or lines of moves.
const PLAIN: [&str; 2] = ["letter", "name"];
/// Sections without such texts.
const SILENT: [&str; 6] = ["", "allow", "setup", "protocol", "witness", "test"];

/// What a file itself writes, without its bases: sections (`promotion`), keys (`promotion.must`) and words of conditions
/// and sets (`capture`).
pub(crate) fn uses(table: &Table) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for (key, node) in table.iter() {
        let name = key.name.as_str();
        let Some(section) = SECTIONS.iter().find(|s| s.name == name) else {
            if SECTIONS[0].keys().iter().any(|k| k.name == name) {
                out.insert(name.to_owned());
            }
            continue;
        };
        out.insert(name.to_owned());
        let inner = node.table();
        match section.body {
            Body::Things { .. } => {
                let things = inner.into_iter().flat_map(Table::iter);
                for (_, thing) in things {
                    keys(section, thing, &mut out);
                }
            }
            Body::Keys(_) => keys(section, node, &mut out),
            Body::Values { .. } if SILENT.contains(&name) => {}
            Body::Values { .. } => words(node, &mut out),
        }
    }
    out
}

/// The keys of a table that the section knows, with the words in their texts.
fn keys(section: &Section, node: &Node, out: &mut BTreeSet<String>) {
    for (key, node) in node.table().into_iter().flat_map(Table::iter) {
        if section.keys().iter().any(|k| k.name == key.name) {
            out.insert(format!("{}.{}", section.name, key.name));
        }
        if !SILENT.contains(&section.name) && !PLAIN.contains(&key.name.as_str()) {
            words(node, out);
        }
    }
}

/// The reserved words in a value's texts; squares are no words of interest.
fn words(node: &Node, out: &mut BTreeSet<String>) {
    match &node.value {
        Value::Text(text) => {
            let words = text
                .as_str()
                .split(|c: char| !c.is_ascii_lowercase() && c != '-');
            let reserved = words.filter(|w| is_reserved(w));
            out.extend(reserved.map(str::to_owned));
        }
        Value::List(items) => items.iter().for_each(|item| words(item, out)),
        Value::Table(table) => table.iter().for_each(|(_, node)| words(node, out)),
        _ => {}
    }
}

/// All sections and keys that [`uses`] can find; words are known by [`is_reserved`].
pub(crate) fn vocabulary() -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for section in SECTIONS {
        if !section.name.is_empty() {
            out.insert(section.name.to_owned());
        }
        out.extend(section.keys().iter().map(|key| match section.name {
            "" => key.name.to_owned(),
            name => format!("{name}.{}", key.name),
        }));
    }
    out
}

impl Section {
    /// The fixed keys of the section or of each thing in it.
    fn keys(&self) -> &'static [Key] {
        match self.body {
            Body::Keys(keys) | Body::Things { keys, .. } => keys,
            Body::Values { .. } => &[],
        }
    }
}
