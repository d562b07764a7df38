//! Reading TOML into the tree.

use super::{FileId, Key, Location, Node, Sources, Table, Text, Value};
use crate::diagnostics::Diagnostic;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A rule file has at most this many bytes.
pub(crate) const MAX_BYTES: usize = 1024 * 1024;

/// So many syntax errors are shown; behind them usually stands the same mistake.
const MAX_ERRORS: usize = 5;

/// Adds a file's bytes to the sources and says what keeps them from being a text. The text that is kept is what could
/// be read. A byte order mark is left out.
pub(crate) fn add_bytes(
    sources: &mut Sources,
    name: &str,
    bytes: &[u8],
) -> (FileId, Option<Diagnostic>) {
    if bytes.len() > MAX_BYTES {
        let file = sources.add(name, "");
        let finding = Diagnostic::error(
            "file-too-large",
            Location::new(file, 0..0),
            "this file is larger than 1 MB, too large for a rule file",
        );
        return (
            file,
            Some(finding.help("check that this is the right file")),
        );
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            let file = sources.add(name, text);
            (file, text.trim().is_empty().then(|| empty(file)))
        }
        Err(error) => {
            let file = sources.add(name, String::from_utf8_lossy(bytes).into_owned());
            let (start, wrong) = (error.valid_up_to(), bytes[error.valid_up_to()]);
            let place = Location::new(file, start..start + char::REPLACEMENT_CHARACTER.len_utf8());
            let message = format!(
                "this is not UTF-8 text: the byte {wrong:02X} (hexadecimal) fits nowhere here"
            );
            let finding = Diagnostic::error("bad-utf8", place, message);
            (file, Some(finding.help("save the file as UTF-8, for example from the \"save as\" dialog of your editor")))
        }
    }
}

fn empty(file: FileId) -> Diagnostic {
    Diagnostic::error("empty-file", Location::new(file, 0..0), "this file is empty").help(
        "a rule file starts with `format = 1`, then says the board, the setup and the pieces, or a `base`",
    )
}

/// Reads a file of the sources. The tree is what could be read.
pub(crate) fn read(sources: &Sources, file: FileId) -> (Table, Vec<Diagnostic>) {
    let text = sources.file(file).text();
    let (root, errors) = DeTable::parse_recoverable(text);
    let reader = Reader { text, file };
    let table = reader.table(root.get_ref());
    let errors = errors
        .iter()
        .map(|e| (e.span().unwrap_or(0..0), e.message()))
        .collect();
    let findings = reader.errors(errors, &table);
    (table, findings)
}

struct Reader<'a> {
    text: &'a str,
    file: FileId,
}

impl Reader<'_> {
    fn table(&self, table: &DeTable<'_>) -> Table {
        let mut entries: Vec<_> = table
            .iter()
            .map(|(key, value)| {
                let place = self.place(key.span());
                (
                    Key {
                        name: key.get_ref().clone().into_owned(),
                        place,
                    },
                    self.node(value),
                )
            })
            .collect();
        // A table that got its header late counts from where it was first named.
        entries.sort_by_key(|(key, node)| key.place.span.start.min(first(node)));
        entries.into_iter().collect()
    }

    fn node(&self, node: &Spanned<DeValue<'_>>) -> Node {
        let span = node.span();
        let value = match node.get_ref() {
            DeValue::String(value) => {
                let raw = self.text.get(span.clone()).unwrap_or_default();
                Value::Text(Text::new(value, raw, self.file, span.start))
            }
            DeValue::Integer(value) => Value::Integer(integer(value.as_str(), value.radix())),
            DeValue::Float(value) => Value::Float(value.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(value) => Value::Bool(*value),
            DeValue::Datetime(_) => Value::Date,
            DeValue::Array(values) => Value::List(values.iter().map(|v| self.node(v)).collect()),
            DeValue::Table(table) => Value::Table(self.table(table)),
        };
        Node::new(value, self.place(span))
    }

    fn place(&self, span: Range<usize>) -> Location {
        Location::new(self.file, span)
    }

    /// The first few errors, one a line, and none behind a string or a list that does not end.
    fn errors(&self, mut errors: Vec<(Range<usize>, &str)>, tree: &Table) -> Vec<Diagnostic> {
        errors.sort_by_key(|(span, _)| (span.start, span.end));
        let mut findings = Vec::new();
        let mut past = 0;
        for (span, message) in errors {
            if span.start < past {
                continue;
            }
            if findings.len() == MAX_ERRORS {
                break;
            }
            let rest = self.text.get(span.start..).unwrap_or_default();
            past = span.start + rest.find('\n').map_or(rest.len(), |n| n + 1);
            let unclosed = message.contains("invalid") && message.contains("string, expected");
            findings.push(self.error(&span, message, tree));
            if unclosed || message.contains("missing comma between array") {
                break;
            }
        }
        findings
    }

    fn error(&self, span: &Range<usize>, message: &str, tree: &Table) -> Diagnostic {
        let place = self.place(span.clone());
        let written = self.text.get(span.clone()).unwrap_or_default();
        if message == "duplicate key" {
            let finding = Diagnostic::error(
                "duplicate-key",
                place,
                format!("`{written}` is given twice"),
            )
            .help("keep one of them");
            return match earlier(tree, written, span.start) {
                Some(first) => finding.related(first, "first given here"),
                None => finding,
            };
        }
        if let Some((part, message, help)) = habit(self.text, span.start, message) {
            return Diagnostic::error("syntax", self.place(part), message).help(help);
        }
        let (message, help) = explain(message, written);
        let finding = Diagnostic::error("syntax", place, message);
        match help {
            Some(help) => finding.help(help),
            None => finding,
        }
    }
}

/// The first place inside a value made by headers and dotted keys.
fn first(node: &Node) -> usize {
    let Value::Table(table) = &node.value else {
        return node.place.span.start;
    };
    table
        .iter()
        .map(|(k, n)| k.place.span.start.min(first(n)))
        .min()
        .unwrap_or(node.place.span.start)
}

fn integer(digits: &str, radix: u32) -> i64 {
    let lowest = if digits.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    i64::from_str_radix(digits, radix).unwrap_or(lowest)
}

/// The last key of this name before a place, unless the tree holds the key of that very place.
fn earlier(tree: &Table, name: &str, before: usize) -> Option<Location> {
    let mut found: Option<Location> = None;
    let mut open = vec![tree];
    while let Some(table) = open.pop() {
        for (key, node) in table.iter() {
            let start = key.place.span.start;
            if key.name == name && start == before {
                return None;
            }
            if key.name == name
                && start < before
                && found.as_ref().is_none_or(|f| f.span.start < start)
            {
                found = Some(key.place.clone());
            }
            match &node.value {
                Value::Table(inner) => open.push(inner),
                Value::List(list) => open.extend(list.iter().filter_map(Node::table)),
                _ => {}
            }
        }
    }
    found
}

/// A syntax error in the author's words, and how to mend it. The first entry of the list that fits counts.
fn explain(message: &str, written: &str) -> (String, Option<String>) {
    if message.contains("must be quoted") {
        return if written.is_empty() {
            (
                "a value is missing here".to_owned(),
                Some("write `key = value`".to_owned()),
            )
        } else {
            (
                format!("the text `{written}` needs quotes"),
                Some(format!("write \"{written}\"")),
            )
        };
    }
    let known = EXPLANATIONS
        .iter()
        .find(|(part, ..)| message.contains(part));
    match known {
        Some((_, what, "")) => ((*what).to_owned(), None),
        Some((_, what, help)) => ((*what).to_owned(), Some((*help).to_owned())),
        None => (format!("this cannot be read: {message}"), None),
    }
}

/// What other languages write, in the line of a syntax error: its place, what is wrong, how to mend it.
fn habit(text: &str, at: usize, message: &str) -> Option<(Range<usize>, String, String)> {
    let at = at.min(text.len());
    let start = text.get(..at)?.rfind('\n').map_or(0, |n| n + 1);
    let line = text.get(start..)?.lines().next()?;
    let trimmed = line.trim();
    let place = |from: usize, length: usize| start + from..start + from + length;
    let indent = line.len() - line.trim_start().len();
    let comment = ["//", "--", "/*", ";"].into_iter().find_map(|mark| {
        let found = line.find(mark)?;
        (found == indent || start + found == at).then_some((found, mark))
    });
    if let Some((found, mark)) = comment {
        return Some((
            place(found, mark.len()),
            format!("`{mark}` does not begin a comment here"),
            "comments begin with `#`".to_owned(),
        ));
    }
    let is_curly = |c: char| matches!(c, '“' | '”' | '„' | '‘' | '’' | '«' | '»');
    if let Some(open) = line.find(is_curly)
        && !line[..open].contains(['#', '"', '\''])
    {
        let inner = line[open..].trim_start_matches(is_curly);
        let inner = inner.split(is_curly).next().unwrap_or_default();
        let inner = inner.split('"').next().unwrap_or_default();
        return Some((
            place(open, line[open..].chars().next().map_or(0, char::len_utf8)),
            "a text stands between straight quotes".to_owned(),
            format!("write \"{inner}\""),
        ));
    }
    if let Some(name) = trimmed.strip_prefix('[').and_then(|t| t.split(']').next())
        && name.contains(char::is_whitespace)
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || " .-_".contains(c))
    {
        let parts = name
            .split('.')
            .map(|part| part.split_whitespace().collect::<Vec<_>>().join("-"));
        let better = parts.collect::<Vec<_>>().join(".");
        return Some((
            place(indent + 1, name.len()),
            "a name has no blanks in it".to_owned(),
            format!("write `[{better}]`"),
        ));
    }
    let quotes = line.matches('"').count();
    if quotes % 2 == 1
        && !line.contains("\"\"\"")
        && !line.contains('#')
        && message.contains("unclosed")
    {
        return Some((
            place(line.rfind('"')?, 1),
            "a closing quote is missing".to_owned(),
            "put a quote `\"` at the end of the text that begins here".to_owned(),
        ));
    }
    let name = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
    let colon = line.find(':')?;
    let before = line[..colon].trim();
    (!before.is_empty() && before.chars().all(name)).then(|| {
        (
            place(colon, 1),
            "a key and its value are joined by `=`".to_owned(),
            "write `=` instead of `:`".to_owned(),
        )
    })
}

/// Part of the TOML reader's message, what is wrong, how to mend it.
const EXPLANATIONS: &[(&str, &str, &str)] = &[
    (
        "basic string",
        "this text does not end",
        "put a quote `\"` at its end",
    ),
    (
        "literal string",
        "this text does not end",
        "put a quote `'` at its end",
    ),
    (
        "escaped value",
        "a `\\` in a text stands for a special character",
        "write `\\\\` for a `\\`, or put the text in single quotes",
    ),
    (
        "unclosed array",
        "this list is not closed",
        "put `]` behind its last item",
    ),
    (
        "unclosed inline table",
        "this table is not closed",
        "put `}` behind its last value",
    ),
    (
        "unclosed table",
        "this heading is not closed",
        "a heading reads `[name]` or `[section.name]`, alone on its line",
    ),
    (
        "missing comma",
        "a comma or a closing bracket is missing here",
        "separate the items by `,`, and put `]` or `}` behind the last",
    ),
    ("extra comma", "there is a comma too many here", ""),
    (
        "with a dotted key",
        "this already has a value, and nothing can be added to it",
        "write all of it in one place",
    ),
    (
        "key with no value",
        "a key without a value",
        "write `key = value`",
    ),
    (
        "missing value",
        "a value is missing here",
        "write `key = value`",
    ),
    (
        "missing assignment",
        "a `=` is missing here",
        "write `key = value`",
    ),
    (
        "keys cannot be empty",
        "the name before `=` is missing",
        "write `key = value`",
    ),
    (
        "unquoted key",
        "a name is made of letters a to z, digits and `-`",
        "",
    ),
    (
        "unexpected key or value",
        "something is left over here",
        "write each `key = value` on a line of its own",
    ),
    ("extra `=`", "there is a `=` too many here", ""),
    (
        "invalid boolean",
        "this is neither a text nor a number",
        "write `true` or `false` in small letters, or put a text in quotes",
    ),
    ("leading zero", "a number does not start with 0", ""),
    ("recurs", "this is nested too deeply", ""),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(text: &str) -> (Sources, Table, Vec<Diagnostic>) {
        let mut sources = Sources::new();
        let file = sources.add("t.toml", text);
        let (table, findings) = read(&sources, file);
        (sources, table, findings)
    }

    #[test]
    fn every_key_and_value_has_its_place() {
        let (sources, table, findings) =
            reading("setup.fen = 'x'\r\n[pieces]\r\nking = { letter = \"K\" }\r\n");
        assert_eq!(findings, []);
        let king = table.table("pieces").unwrap().table("king").unwrap();
        let (key, node) = king.entry("letter").unwrap();
        assert_eq!(sources.text(&key.place), "letter");
        assert_eq!(sources.text(&node.place), "\"K\"");
        assert_eq!(sources.text(&node.text().unwrap().at(0..1)), "K");
    }

    #[test]
    fn tables_keep_the_order_of_the_file() {
        let (_, table, _) = reading("z.q = 1\n[b.c]\nx = 1\n[a]\ny = 2\n[b]\nu = 3\n");
        let names: Vec<_> = table.iter().map(|(k, _)| k.name.as_str()).collect();
        assert_eq!(names, ["z", "b", "a"]);
    }

    #[test]
    fn all_syntax_errors_are_found() {
        let (sources, _, findings) = reading("a = 1\na = 2\nb = \nc = hello\nd = [1, 2");
        let found: Vec<_> = findings
            .iter()
            .map(|f| {
                (
                    f.code,
                    sources.file(f.place.file).line_column(f.place.span.start).0,
                )
            })
            .collect();
        assert_eq!(found[0], ("duplicate-key", 2));
        let lines: Vec<_> = found.iter().map(|(_, line)| *line).collect();
        assert_eq!(lines, [2, 3, 4, 5], "{findings:?}");
        assert_eq!(sources.text(&findings[0].related[0].0), "a");
    }

    #[test]
    fn bytes_that_are_no_text_are_findings() {
        let mut sources = Sources::new();
        assert_eq!(
            add_bytes(&mut sources, "a", b"x = 1\n\xFF").1.unwrap().code,
            "bad-utf8"
        );
        assert_eq!(
            add_bytes(&mut sources, "a", b" \n").1.unwrap().code,
            "empty-file"
        );
        assert_eq!(
            add_bytes(&mut sources, "a", &vec![b'#'; MAX_BYTES + 1])
                .1
                .unwrap()
                .code,
            "file-too-large"
        );
        let (file, finding) = add_bytes(&mut sources, "a", b"\xEF\xBB\xBFformat = 1");
        assert_eq!((sources.file(file).text(), finding), ("format = 1", None));
    }
}
