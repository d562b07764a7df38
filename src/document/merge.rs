//! Merging a file into its base.
//!
//! Tables merge key by key at any depth, everything else replaces; `NAME = false` removes; `{moves}` inside a piece's
//! own list stands for the inherited list. Values keep the place in the file that they come from.

use super::{Plan, Removed, SectionPlan};
use crate::diagnostics::{Diagnostic, Findings, Subject};
use crate::notation::parse_entry;
use crate::source::{Key, Location, Node, Table, Text, Value};

/// What stands in a list of moves for the inherited ones.
pub(crate) const INHERITED: &str = "{moves}";

/// Merges files from the last base up.
pub(super) struct Merger<'a> {
    plan: &'a Plan,
    findings: &'a mut Findings,
    pub(super) removed: Vec<Removed>,
}

impl<'a> Merger<'a> {
    pub(super) fn new(plan: &'a Plan, findings: &'a mut Findings) -> Self {
        Self {
            plan,
            findings,
            removed: Vec::new(),
        }
    }

    /// The file `child` on top of `base`, which is merged already and may be empty.
    pub(super) fn merge(&mut self, mut base: Table, child: Table) -> Table {
        let own =
            |name: &str| self.plan.top.contains(&name) && !self.plan.top_inherited.contains(&name);
        base.retain(|key, _| {
            !own(&key.name) && self.plan.section(&key.name).is_none_or(|s| s.inherited)
        });
        for (key, node) in child.into_entries() {
            if key.name == "base" && node.text().is_some() {
                continue;
            }
            let node = match self.plan.section(&key.name) {
                Some(section) => self.section(section, base.get(&key.name), node),
                None => plain(base.get(&key.name), node),
            };
            base.set(key, node);
        }
        base
    }

    fn section(&mut self, section: &SectionPlan, base: Option<&Node>, child: Node) -> Node {
        let place = child.place.clone();
        let Value::Table(child) = child.value else {
            return child;
        };
        let empty = Table::new();
        let base = base.and_then(Node::table).unwrap_or(&empty);
        let merged = if section.named {
            self.named(section.name, section, base, child)
        } else {
            let mut base = base.clone();
            one_array(&mut base, &child);
            self.keys(section, base, child)
        };
        Node::new(Value::Table(merged), place)
    }

    /// A section with fixed keys; a table among them holds things with free names.
    fn keys(&mut self, section: &SectionPlan, mut base: Table, child: Table) -> Table {
        for (key, node) in child.into_entries() {
            let node = match (base.get(&key.name), node.value) {
                (old, Value::Table(new)) if !is_by_side(&new) => {
                    let empty = Table::new();
                    let old = old.and_then(Node::table).unwrap_or(&empty);
                    let name = format!("{}.{}", section.name, key.name);
                    let nothing = SectionPlan {
                        defaults: Vec::new(),
                        new_first: false,
                        ..section.clone()
                    };
                    Node::new(
                        Value::Table(self.named(&name, &nothing, old, new)),
                        node.place,
                    )
                }
                (old, value) => plain(old, Node::new(value, node.place)),
            };
            base.set(key, node);
        }
        base
    }

    /// A section of things with free names.
    fn named(&mut self, path: &str, section: &SectionPlan, base: &Table, child: Table) -> Table {
        let mut old: Table = base.iter().map(|(k, n)| (k.clone(), n.clone())).collect();
        let mut new = Table::new();
        for (key, node) in child.into_entries() {
            let before = old.get(&key.name).filter(|n| !n.is_false()).cloned();
            if node.is_false() {
                self.remove(path, section, &key, &node, before.as_ref());
            } else {
                self.removed
                    .retain(|r| r.section != path || r.name != key.name);
            }
            if path == "allow" {
                self.lines_that_were_never(&format!("{path}.{}", key.name), before.as_ref(), &node);
            }
            let was_there = before.is_some();
            let node = if path == "pieces" {
                piece(before.as_ref(), node)
            } else {
                plain(before.as_ref(), node)
            };
            if was_there {
                old.set(key, node);
            } else {
                old.retain(|k, _| k.name != key.name);
                new.set(key, node);
            }
        }
        let (first, last) = if section.new_first {
            (new, old)
        } else {
            (old, new)
        };
        first
            .into_entries()
            .into_iter()
            .chain(last.into_entries())
            .collect()
    }

    /// Tells of the lines of a table of names and texts that take out what is not there.
    fn lines_that_were_never(&mut self, path: &str, before: Option<&Node>, node: &Node) {
        let there = before.and_then(Node::table);
        let is_there =
            |name: &str| there.is_some_and(|t| t.get(name).is_some_and(|n| !n.is_false()));
        let lines = node.table().into_iter().flat_map(Table::iter);
        for (key, node) in lines.filter(|(_, node)| node.is_false()) {
            if !is_there(&key.name) {
                self.removes_nothing(path, key, line(key, node));
            }
        }
    }

    fn removes_nothing(&mut self, path: &str, key: &Key, line: Location) {
        let message = format!("there is no `{}` in `{path}` to remove", key.name);
        let mut finding = Diagnostic::warning("removes-nothing", key.place.clone(), message)
            .about(Subject::thing(path, &key.name))
            .help("take the line out")
            .fix(line, "");
        if let Some(earlier) = self
            .removed
            .iter()
            .find(|r| r.section == path && r.name == key.name)
        {
            finding = finding.related(earlier.place.clone(), "already removed here");
        }
        self.findings.push(finding);
    }

    fn remove(
        &mut self,
        path: &str,
        section: &SectionPlan,
        key: &Key,
        node: &Node,
        before: Option<&Node>,
    ) {
        let line = line(key, node);
        if before.is_none() && !section.defaults.contains(&key.name.as_str()) {
            self.removes_nothing(path, key, line.clone());
        }
        let removed = Removed {
            section: path.to_owned(),
            name: key.name.clone(),
            place: line,
            was: before.cloned(),
        };
        self.removed.push(removed);
    }
}

/// A key with its value.
fn line(key: &Key, node: &Node) -> Location {
    let end = node.place.span.end.max(key.place.span.end);
    Location::new(key.place.file, key.place.span.start..end)
}

/// A child that gives the start position in one form drops the other form.
fn one_array(base: &mut Table, child: &Table) {
    let has = |name: &str| child.get(name).is_some();
    let has_armies = has("white") || has("black");
    base.retain(|key, _| match key.name.as_str() {
        "fen" => !has("array") && !has_armies,
        "array" => !has("fen") && !has_armies,
        "rights" => !has("fen"),
        "white" | "black" => !has("fen") && !has("array"),
        _ => true,
    });
}

/// The general rule: tables merge, all else replaces.
fn plain(base: Option<&Node>, child: Node) -> Node {
    let (Some(Value::Table(old)), Value::Table(new)) = (base.map(|n| &n.value), &child.value)
    else {
        return child;
    };
    let mut merged = old.clone();
    for (key, node) in new.iter() {
        let node = plain(merged.get(&key.name), node.clone());
        merged.set(key.clone(), node);
    }
    Node::new(Value::Table(merged), child.place)
}

/// A piece: as any table, but `{moves}` among its moves stands for the inherited ones.
fn piece(base: Option<&Node>, mut child: Node) -> Node {
    let inherited = base.and_then(Node::table).and_then(|t| t.get("moves"));
    if let (Some(inherited), Value::Table(table)) = (inherited, &mut child.value)
        && let Some((key, moves)) = table.entry("moves")
        && asks(moves)
    {
        let (key, moves) = (key.clone(), splice(moves, inherited));
        table.set(key, moves);
    }
    plain(base, child)
}

/// Whether a value, or a half of it, has `{moves}` in it.
fn asks(moves: &Node) -> bool {
    match &moves.value {
        Value::Text(text) => text.as_str().contains(INHERITED),
        Value::List(list) => list.iter().any(asks),
        Value::Table(sides) => sides.iter().any(|(_, n)| asks(n)),
        _ => false,
    }
}

/// Puts the inherited moves where `{moves}` stands. If either value is given by side, the result is.
fn splice(moves: &Node, inherited: &Node) -> Node {
    match (&moves.value, &inherited.value) {
        (Value::Table(sides), _) => {
            let half = |name: &str| inherited.table().map_or(Some(inherited), |t| t.get(name));
            let sides = sides.iter().map(|(key, node)| {
                (
                    key.clone(),
                    half(&key.name).map_or_else(|| node.clone(), |h| splice(node, h)),
                )
            });
            Node::new(Value::Table(sides.collect()), moves.place.clone())
        }
        (_, Value::Table(sides)) => {
            let sides = sides.iter().map(|(key, half)| {
                (
                    Key {
                        name: key.name.clone(),
                        place: moves.place.clone(),
                    },
                    splice(moves, half),
                )
            });
            Node::new(Value::Table(sides.collect()), moves.place.clone())
        }
        (Value::Text(_), _) => list(std::slice::from_ref(moves), inherited, moves),
        (Value::List(entries), _) => list(entries, inherited, moves),
        _ => moves.clone(),
    }
}

fn list(entries: &[Node], inherited: &Node, moves: &Node) -> Node {
    let mut out = Vec::new();
    for entry in entries {
        let Some(rest) = entry.text().and_then(after_inherited) else {
            out.push(entry.clone());
            continue;
        };
        let old = inherited.list().unwrap_or(std::slice::from_ref(inherited));
        out.extend(
            old.iter()
                .map(|old| match (rest.as_str().trim(), old.text()) {
                    ("", _) | (_, None) => old.clone(),
                    (_, Some(text)) => {
                        Node::new(Value::Text(restricted(text, &rest)), entry.place.clone())
                    }
                }),
        );
    }
    Node::new(Value::List(out), moves.place.clone())
}

/// What follows `{moves}` in an entry: nothing or a condition. `None` if the entry is another or wrong.
fn after_inherited(entry: &Text) -> Option<Text> {
    let text = entry.as_str();
    let start = text.len() - text.trim_start().len();
    let rest = text[start..].strip_prefix(INHERITED)?;
    let trimmed = rest.trim_start();
    let condition = trimmed
        .strip_prefix("if")
        .filter(|r| r.starts_with([' ', '(', '\t', '\n', '\r']));
    (trimmed.is_empty() || condition.is_some())
        .then(|| entry.slice(text.len() - trimmed.len()..text.len()))
}

/// An inherited entry with a further condition `if …`.
fn restricted(entry: &Text, further: &Text) -> Text {
    let old = parse_entry(entry.as_str())
        .value
        .and_then(|e| Some((e.moves.span, e.condition?.span)));
    let made = |text: &str| Text::made(text, further.at(0..further.as_str().len()));
    let Some((moves, condition)) = old else {
        let mut text = entry.clone();
        text.push(&made(" "));
        text.push(further);
        return text;
    };
    let mut text = entry.slice(moves);
    text.push(&made(" if ("));
    text.push(&entry.slice(condition));
    text.push(&made(") and ("));
    text.push(&further.slice("if".len()..further.as_str().len()));
    text.push(&made(")"));
    text
}

/// Whether a table says a value for each side.
pub(crate) fn is_by_side(table: &Table) -> bool {
    !table.is_empty()
        && table
            .iter()
            .all(|(key, _)| matches!(key.name.as_str(), "white" | "black"))
}
