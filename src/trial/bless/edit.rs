//! Where a value stands in the text of a rule file, and how it is written there.
//!
//! Values are replaced where they stand. New keys go behind the key `recorded`, or behind the last key of a position in a
//! list, as a line of their own or, inside of braces, behind a comma.

use super::record::Answer;
use crate::diagnostics::Edit;
use crate::document::{key_text, string};
use crate::rules::TestCase;
use crate::source::{FileId, Key, Location, Node, Table};
use std::collections::BTreeMap;
use std::ops::Range;

/// The longest line that is made, in characters.
const MAX_LINE: usize = 100;

/// Where a key of a test stands, or would stand.
pub(super) enum Place<'t> {
    /// It is there.
    Value(&'t Node),
    /// It goes behind this key, which stands in braces or on a line.
    Behind {
        key: &'t Key,
        value: &'t Node,
        container: &'t Node,
    },
}

impl<'t> Place<'t> {
    /// Looks for a key of a test, or of a position of it.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub(super) fn find(
        tree: &'t Table,
        test: &TestCase,
        tests: &[TestCase],
        key: &str,
    ) -> Result<Self, String> {
        let missing = || "the test is not in this file".to_owned();
        let whole = tree.table("test").and_then(|t| t.get(&test.id));
        let whole = whole.ok_or_else(missing)?;
        let shared = whole.table().ok_or_else(missing)?;
        let row = match test.row {
            None => whole,
            Some(row) => shared
                .get("positions")
                .and_then(Node::list)
                .and_then(|rows| rows.get(row - 1))
                .ok_or_else(missing)?,
        };
        let own = row.table().ok_or_else(missing)?;
        if let Some(value) = own.get(key) {
            return Ok(Self::Value(value));
        }
        if let Some(value) = shared.get(key) {
            let sharing = tests.iter().filter(|t| t.id == test.id).count();
            return if sharing == 1 {
                Ok(Self::Value(value))
            } else {
                Err("it stands for several positions: write it in each of them".to_owned())
            };
        }
        let behind = own.entry("recorded").or_else(|| own.iter().next_back());
        let (key, value) = behind
            .ok_or("there is nothing to write it behind: write the position's `fen` or `moves`")?;
        Ok(Self::Behind {
            key,
            value,
            container: row,
        })
    }
}

/// Collects the edits of a text.
pub(super) struct Writer<'a> {
    text: &'a str,
    replaced: Vec<(Range<usize>, String)>,
    /// What goes in at a place.
    inserted: BTreeMap<usize, String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            replaced: Vec::new(),
            inserted: BTreeMap::new(),
        }
    }

    /// The edits, none of which overlap.
    pub(super) fn edits(self, file: FileId) -> Vec<Edit> {
        let inserted = self.inserted.into_iter().map(|(at, text)| (at..at, text));
        let all = self.replaced.into_iter().chain(inserted);
        all.map(|(span, text)| Edit {
            place: Location::new(file, span),
            text,
            is_safe: true,
        })
        .collect()
    }

    /// Writes an answer at a place.
    ///
    /// # Errors
    /// If the key's value has lines that cannot be found.
    pub(super) fn write(
        &mut self,
        place: &Place<'_>,
        key: &str,
        answer: &Answer,
    ) -> Result<(), String> {
        if let (Place::Value(node), Answer::Lines(lines)) = (place, answer)
            && let Some(table) = node.table().filter(|table| !table.is_empty())
        {
            return self.lines(table, lines);
        }
        match (place, answer) {
            (Place::Value(node), _) if self.is_heading(node) => {
                Err("it has a heading without lines: take the heading out".to_owned())
            }
            (Place::Value(node), _) if self.has_comments(node) => {
                Err("there are comments inside of the list, which would be lost".to_owned())
            }
            (Place::Value(node), _) => {
                let new = written(answer, self.column(node.place.span.start));
                self.replaced.push((node.place.span.clone(), new));
                Ok(())
            }
            (
                Place::Behind {
                    key: anchor,
                    value,
                    container,
                },
                _,
            ) => {
                self.behind(anchor, value, container, key, answer);
                Ok(())
            }
        }
    }

    /// Whether a table has a heading of its own.
    fn is_heading(&self, node: &Node) -> bool {
        node.table().is_some() && !self.text[node.place.span.clone()].starts_with('{')
    }

    /// Whether there are comments between the items of a list.
    fn has_comments(&self, node: &Node) -> bool {
        let Some(items) = node.list() else {
            return false;
        };
        let ends = items.iter().map(|item| item.place.span.clone());
        let mut at = node.place.span.start;
        let mut gaps = Vec::new();
        for span in ends {
            gaps.push(at..span.start);
            at = span.end;
        }
        gaps.push(at..node.place.span.end);
        gaps.into_iter().any(|gap| self.text[gap].contains('#'))
    }

    /// Writes the texts of a table's lines that are there.
    fn lines(&mut self, table: &Table, lines: &[(String, String)]) -> Result<(), String> {
        for (key, value) in lines {
            let node = table
                .get(key)
                .ok_or_else(|| format!("there is no line for {key}"))?;
            if node.text().is_none_or(|text| text.as_str() != value) {
                self.replaced.push((node.place.span.clone(), string(value)));
            }
        }
        Ok(())
    }

    /// Writes a new key behind another one.
    fn behind(&mut self, anchor: &Key, value: &Node, container: &Node, key: &str, answer: &Answer) {
        let in_braces = self.text[container.place.span.clone()].starts_with('{');
        let start = anchor.place.span.start;
        let line = self.text[..start].rfind('\n').map_or(0, |n| n + 1);
        let end = end_of(value);
        if in_braces {
            let new = written(answer, 0);
            *self.inserted.entry(end).or_default() += &format!(", {key} = {new}");
            return;
        }
        // The sign `=` stays where it is on the line above.
        let prefix = &self.text[line..start];
        let equals = self.text[start..].find('=').unwrap_or_default();
        let width = equals.saturating_sub(1);
        let line = |key: &str, value: &str| format!("\n{prefix}{key:<width$} = {value}");
        let whole = written(answer, prefix.chars().count() + width.max(key.len()) + 3);
        let longest = whole.lines().map(|l| l.chars().count()).max().unwrap_or(0);
        let text = match answer {
            // A table in braces cannot be continued on the next line.
            Answer::Lines(lines) if longest > MAX_LINE - 10 => {
                let lines = lines.iter();
                lines
                    .map(|(name, value)| line(&format!("{key}.{}", key_text(name)), &string(value)))
                    .collect()
            }
            _ => line(key, &whole),
        };
        let end = self.text[end..]
            .find('\n')
            .map_or(self.text.len(), |n| end + n);
        let end = end - usize::from(self.text[..end].ends_with('\r'));
        *self.inserted.entry(end).or_default() += &text;
    }

    /// In which column of its line a place is.
    fn column(&self, at: usize) -> usize {
        let line = self.text[..at].rfind('\n').map_or(0, |n| n + 1);
        self.text[line..at].chars().count()
    }
}

/// An answer as a value that starts in a column.
fn written(answer: &Answer, column: usize) -> String {
    match answer {
        Answer::Value(value) => value.clone(),
        Answer::Words(words) => {
            let short = string(&words.join(" "));
            if column + short.chars().count() <= MAX_LINE || words.is_empty() {
                return short;
            }
            let lines = wrapped(words);
            let lines: String = lines
                .iter()
                .map(|l| format!("  {},\n", string(l)))
                .collect();
            format!("[\n{lines}]")
        }
        Answer::Lines(lines) => {
            let lines = lines
                .iter()
                .map(|(key, value)| format!("{} = {}", key_text(key), string(value)));
            format!("{{ {} }}", lines.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Words in lines that are not too long.
fn wrapped(words: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < MAX_LINE - 10 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    lines
}

/// Where a value ends; a table under a heading of its own ends with its last value.
fn end_of(node: &Node) -> usize {
    let own = node.place.span.end;
    match node.table() {
        Some(table) => table.iter().map(|(_, n)| end_of(n)).fold(own, usize::max),
        None => own,
    }
}
