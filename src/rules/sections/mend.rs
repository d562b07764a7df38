//! A document without the mistakes that have been told, so that the next ones can be found in the same run.
//!
//! Misspelt keys become what they were meant for, values of a wrong type give way to their defaults, and rules that
//! nothing refers to are left out. Whether that was enough, the same check decides that found the mistakes.

use super::advice::{inherited_like, meant};
use super::shape::fits_key;
use super::{Body, Key, Missing, SECTIONS, Section};
use crate::document::Document;
use crate::source::{FileId, Key as Name, Node, Table, Value};

/// Sections whose things no other rule names.
const LOOSE: [&str; 3] = ["promotion", "end", "test"];

/// The document with what can be mended mended.
pub(super) fn mended(document: &Document) -> Document {
    let mut mended = document.clone();
    let top: Vec<&Key> = SECTIONS
        .iter()
        .filter(|s| s.name.is_empty())
        .flat_map(|s| keys(s))
        .collect();
    let names = || SECTIONS.iter().map(|s| s.name).filter(|n| !n.is_empty());
    let mut table = Table::new();
    let mut more: Vec<(&str, Node)> = Vec::new();
    for (key, node) in std::mem::take(&mut mended.table).into_entries() {
        let is_known =
            |name: &str| names().any(|n| n == name) || top.iter().any(|k| k.name == name);
        if !is_known(&key.name)
            && node.table().is_some()
            && let Some(section) = meant(&key.name, names())
            && document.table.get(section).is_some()
        {
            more.push((section, node));
            continue;
        }
        let all = names().chain(top.iter().map(|k| k.name));
        let Some(key) = renamed(key, is_known, all, &document.table) else {
            continue;
        };
        match SECTIONS.iter().find(|s| s.name == key.name) {
            Some(section) => table.set(key, section_node(section, node, document.file)),
            None if top.iter().any(|k| {
                k.name == key.name && !fits_key(k, &node) && k.missing != Missing::Error
            }) => {}
            None => table.set(key, node),
        }
    }
    for (section, node) in more {
        add_things(&mut table, section, node, document.file);
    }
    mended.table = table;
    mended
}

/// Adds what stands in a section whose name is misspelt to the section that was meant, which is there too.
fn add_things(table: &mut Table, name: &str, node: Node, file: FileId) {
    let Some(section) = SECTIONS.iter().find(|s| s.name == name) else {
        return;
    };
    let Value::Table(things) = section_node(section, node, file).value else {
        return;
    };
    let Some((key, node)) = table.entry(name) else {
        return;
    };
    let (key, mut node) = (key.clone(), node.clone());
    if let Value::Table(there) = &mut node.value {
        for (thing, value) in things.into_entries() {
            if there.get(&thing.name).is_none() {
                there.set(thing, value);
            }
        }
    }
    table.set(key, node);
}

fn keys(section: &Section) -> &'static [Key] {
    match section.body {
        Body::Keys(keys) | Body::Things { keys, .. } => keys,
        Body::Values { .. } => &[],
    }
}

/// A key under the name that it was meant for; `None` if it was meant for none, or for one that is there as well.
fn renamed<'n>(
    key: Name,
    is_known: impl Fn(&str) -> bool,
    names: impl IntoIterator<Item = &'n str>,
    siblings: &Table,
) -> Option<Name> {
    if is_known(&key.name) {
        return Some(key);
    }
    let close = meant(&key.name, names)?;
    siblings.get(close).is_none().then(|| Name {
        name: close.to_owned(),
        ..key
    })
}

fn section_node(section: &Section, node: Node, file: FileId) -> Node {
    let Value::Table(table) = node.value else {
        return node;
    };
    let table = match &section.body {
        Body::Keys(keys) => keys_table(keys, table),
        Body::Things { keys, .. } => {
            let table = meant_things(keys, table, file);
            let things = table.into_entries().into_iter().filter_map(|(name, node)| {
                let node = thing_node(keys, node);
                let sound = !LOOSE.contains(&section.name) || is_sound(keys, &node);
                sound.then_some((name, node))
            });
            things.collect()
        }
        Body::Values { .. } => table,
    };
    Node {
        value: Value::Table(table),
        ..node
    }
}

/// Things whose name is misspelt become part of the inherited ones that were meant, as [`inherited_like`] tells.
fn meant_things(keys: &[Key], mut table: Table, file: FileId) -> Table {
    let lacks = |node: &Node| {
        let required = keys.iter().filter(|k| k.missing == Missing::Error);
        let table = node.table();
        table.is_some_and(|t| required.clone().any(|k| t.get(k.name).is_none()))
    };
    let lacking: Vec<Name> = table
        .iter()
        .filter(|(_, node)| lacks(node))
        .map(|(name, _)| name.clone())
        .collect();
    for name in lacking {
        let Some(close) = inherited_like(&table, &name.name, file).map(str::to_owned) else {
            continue;
        };
        let own = table.table(&name.name).cloned().unwrap_or_default();
        let Some((key, node)) = table.entry(&close) else {
            continue;
        };
        let (key, mut node) = (key.clone(), node.clone());
        if let Value::Table(inner) = &mut node.value {
            for (key, value) in own.into_entries() {
                inner.set(key, value);
            }
        }
        table.set(key, node);
        table.retain(|k, _| k.name != name.name);
    }
    table
}

fn thing_node(keys: &[Key], node: Node) -> Node {
    match node.value {
        Value::Table(table) => Node {
            value: Value::Table(keys_table(keys, table)),
            ..node
        },
        _ => node,
    }
}

fn keys_table(keys: &[Key], table: Table) -> Table {
    let siblings = table.clone();
    let entries = table.into_entries().into_iter().filter_map(|(name, node)| {
        let known = |name: &str| keys.iter().any(|k| k.name == name);
        let name = renamed(name, known, keys.iter().map(|k| k.name), &siblings)?;
        let at = keys.iter().position(|k| k.name == name.name)?;
        let (key, node) = (&keys[at], rows_node(&keys[..at], node));
        (key.missing == Missing::Error || fits_key(key, &node)).then_some((name, node))
    });
    entries.collect()
}

/// A list of tables, each mended.
fn rows_node(keys: &[Key], node: Node) -> Node {
    match node.value {
        Value::List(items) => {
            let items = items.into_iter().map(|item| thing_node(keys, item));
            Node {
                value: Value::List(items.collect()),
                ..node
            }
        }
        _ => node,
    }
}

/// Whether a thing has all that it must have, in the right form. Removed things are sound.
fn is_sound(keys: &[Key], node: &Node) -> bool {
    let has = |table: &Table, key: &Key| table.get(key.name).is_some_and(|n| fits_key(key, n));
    match &node.value {
        Value::Table(table) => keys
            .iter()
            .filter(|k| k.missing == Missing::Error)
            .all(|k| has(table, k)),
        _ => node.is_false(),
    }
}
