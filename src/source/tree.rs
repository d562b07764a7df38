//! The tree of a TOML text, with a place for every key and value.

use super::{Location, Text};
use std::collections::BTreeMap;

/// A key as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    /// The name, without quotes.
    pub(crate) name: String,
    /// Where it stands.
    pub(crate) place: Location,
}

/// A value and where it stands. A table made by a header or by dotted keys stands where its name does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) value: Value,
    pub(crate) place: Location,
}

/// What a key can hold.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(Text),
    /// Numbers beyond 64 bits are cut to the largest one.
    Integer(i64),
    Float(f64),
    Bool(bool),
    /// TOML's dates and times mean nothing in a rule file.
    Date,
    List(Vec<Node>),
    Table(Table),
}

impl Node {
    pub(crate) fn new(value: Value, place: Location) -> Self {
        Self { value, place }
    }

    pub(crate) fn text(&self) -> Option<&Text> {
        if let Value::Text(text) = &self.value {
            Some(text)
        } else {
            None
        }
    }

    pub(crate) fn table(&self) -> Option<&Table> {
        if let Value::Table(table) = &self.value {
            Some(table)
        } else {
            None
        }
    }

    pub(crate) fn list(&self) -> Option<&[Node]> {
        if let Value::List(list) = &self.value {
            Some(list)
        } else {
            None
        }
    }

    pub(crate) fn boolean(&self) -> Option<bool> {
        if let Value::Bool(value) = self.value {
            Some(value)
        } else {
            None
        }
    }

    pub(crate) fn integer(&self) -> Option<i64> {
        if let Value::Integer(value) = self.value {
            Some(value)
        } else {
            None
        }
    }

    /// Whether it is `false`, which removes things.
    pub(crate) fn is_false(&self) -> bool {
        self.boolean() == Some(false)
    }

    /// The kind of value in the author's words, with an article.
    pub(crate) fn kind(&self) -> &'static str {
        match self.value {
            Value::Text(_) => "a text",
            Value::Integer(_) => "a whole number",
            Value::Float(_) => "a number with a point",
            Value::Bool(true) => "`true`",
            Value::Bool(false) => "`false`",
            Value::Date => "a date",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}

/// Keys and values in the order of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    entries: Vec<(Key, Node)>,
    index: BTreeMap<String, usize>,
}

impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl Table {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (&Key, &Node)> {
        self.entries.iter().map(|(k, n)| (k, n))
    }

    pub(crate) fn entry(&self, name: &str) -> Option<(&Key, &Node)> {
        self.index
            .get(name)
            .map(|&i| (&self.entries[i].0, &self.entries[i].1))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Node> {
        self.entry(name).map(|(_, node)| node)
    }

    /// The text under a key.
    pub(crate) fn text(&self, name: &str) -> Option<&Text> {
        self.get(name).and_then(Node::text)
    }

    /// The table under a key.
    pub(crate) fn table(&self, name: &str) -> Option<&Table> {
        self.get(name).and_then(Node::table)
    }

    /// Puts a value under a key, in the key's old place if it is there already, else at the end.
    pub(crate) fn set(&mut self, key: Key, node: Node) {
        if let Some(&i) = self.index.get(&key.name) {
            self.entries[i] = (key, node);
        } else {
            self.index.insert(key.name.clone(), self.entries.len());
            self.entries.push((key, node));
        }
    }

    /// Keeps the entries for which `keep` holds.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&Key, &Node) -> bool) {
        self.entries.retain(|(k, n)| keep(k, n));
        self.index = self
            .entries
            .iter()
            .enumerate()
            .map(|(i, (k, _))| (k.name.clone(), i))
            .collect();
    }

    /// Takes the table apart.
    pub(crate) fn into_entries(self) -> Vec<(Key, Node)> {
        self.entries
    }
}

impl FromIterator<(Key, Node)> for Table {
    fn from_iter<I: IntoIterator<Item = (Key, Node)>>(entries: I) -> Self {
        let mut table = Self::new();
        entries.into_iter().for_each(|(k, n)| table.set(k, n));
        table
    }
}
