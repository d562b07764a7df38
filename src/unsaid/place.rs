//! Where a line has to stand in a file.

use super::{PlacedLine, Spot};
use crate::source::{Table, Value};

/// A file's text with a key, and where it was put. Nothing if the key, or a value where a table is needed, is there
/// already.
pub(super) fn insert(
    text: &str,
    table: &Table,
    key: &str,
    value: &str,
) -> Option<(PlacedLine, String)> {
    let path: Vec<&str> = key.split('.').collect();
    let mut container = top(text, table);
    for depth in 1..path.len() {
        if let Some((end, line)) = heading(text, &path[..depth]) {
            let name = format!("[{}]", path[..depth].join("."));
            container = Container {
                depth,
                at: end,
                spot: Spot::Below(name, line),
                ends: ("\n", ""),
            };
        }
    }
    let mut inside = table;
    for (at, name) in path.iter().enumerate() {
        let Some((_, node)) = inside.entry(name) else {
            break;
        };
        let start = node.place.span.start;
        let Value::Table(next) = &node.value else {
            // A text of the start position may be replaced, nothing else.
            let last = at + 1 == path.len();
            return (last && path == ["setup", "fen"]).then(|| {
                let line = format!("{name} = {value}");
                let with = format!("{}{value}{}", &text[..start], &text[node.place.span.end..]);
                let spot = Spot::Instead(line_of(text, start));
                (PlacedLine { line, spot }, with)
            });
        };
        if at + 1 == path.len() {
            return None;
        }
        if text[start..].starts_with('{') {
            let name = path[..=at].join(".");
            container = Container {
                depth: at + 1,
                at: start + 1,
                spot: Spot::Braces(name, line_of(text, start)),
                ends: (" ", if next.is_empty() { " " } else { "," }),
            };
        }
        inside = next;
    }
    let line = format!("{} = {value}", path[container.depth..].join("."));
    let (before, behind) = container.ends;
    let with = format!(
        "{}{before}{line}{behind}{}",
        &text[..container.at],
        &text[container.at..]
    );
    let spot = container.spot;
    Some((PlacedLine { line, spot }, with))
}

/// What a line is put into.
struct Container {
    /// How many names of the key it stands for.
    depth: usize,
    /// Where the line is put.
    at: usize,
    spot: Spot,
    /// What stands around the line.
    ends: (&'static str, &'static str),
}

/// The place before all headings: behind the line that says the format.
fn top(text: &str, table: &Table) -> Container {
    let format = table.get("format").map(|node| node.place.span.end);
    let at = format.map_or(0, |at| text[at..].find('\n').map_or(text.len(), |n| at + n));
    Container {
        depth: 0,
        at,
        spot: Spot::Top,
        ends: if format.is_some() {
            ("\n", "")
        } else {
            ("", "\n")
        },
    }
}

/// The end of the line with a heading, and the line's number.
fn heading(text: &str, path: &[&str]) -> Option<(usize, usize)> {
    let mut start = 0;
    for (number, line) in text.split('\n').enumerate() {
        let names = line
            .trim_start()
            .strip_prefix('[')
            .and_then(|l| l.split_once(']'));
        let named = names.is_some_and(|(names, _)| {
            let names: Vec<&str> = names.split('.').map(str::trim).collect();
            names == path
        });
        if named && !in_text(&text[..start]) {
            return Some((start + line.trim_end_matches('\r').len(), number + 1));
        }
        start += line.len() + 1;
    }
    None
}

/// Whether what follows stands in a text of several lines.
fn in_text(before: &str) -> bool {
    ["\"\"\"", "'''"]
        .iter()
        .any(|quotes| before.matches(quotes).count() % 2 == 1)
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}
