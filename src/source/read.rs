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
    let findings = reader.errors(reported(&errors, 0), &table);
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

    /// The first few errors, one a line. What is open behind one of them would be read in a wrong way, so from there on
    /// the errors are those of the next lines alone.
    fn errors(&self, mut errors: Vec<(Range<usize>, String)>, tree: &Table) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        let (mut past, mut from, mut told) = (0, 0, None);
        while !errors.is_empty() && findings.len() < MAX_ERRORS {
            let (span, message) = errors.remove(0);
            let (line, mut mark) = (self.line(span.start), span.start);
            // Of several errors on a line the first one is told.
            if span.start >= past {
                let rest = self.text.get(span.start..).unwrap_or_default();
                past = span.start + rest.find('\n').map_or(rest.len(), |n| n + 1);
                let finding = self.error(&span, &message, tree);
                mark = finding.place.span.start;
                let marked = Some(self.line(mark).start);
                if told != marked {
                    told = marked;
                    findings.push(finding);
                }
            }
            if !leaves_open(&message) {
                continue;
            }
            // A text of several lines may go on to any line.
            let written = self.text.get(span).unwrap_or_default();
            if message.contains("multi-line") || written.contains('\n') {
                break;
            }
            // What is missing on an earlier line spoils a line that is right.
            let again = mark < line.start && line.start > from;
            let Some(next) = self.next_statement(if again { line.start } else { past }) else {
                break;
            };
            (past, from) = (next, next);
            let (_, others) = DeTable::parse_recoverable(&self.text[from..]);
            errors = reported(&others, from);
        }
        findings
    }

    /// Where the first line at or behind a place begins that can be read alone.
    fn next_statement(&self, from: usize) -> Option<usize> {
        let mut at = from;
        for line in self.text.get(from..)?.split_inclusive('\n') {
            if is_statement(line) {
                return Some(at);
            }
            at += line.len();
        }
        None
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
            let Some(first) = earlier(tree, written, span.start) else {
                return match self.same_heading(span.start) {
                    Some(first) => finding
                        .related(self.place(first), "the same heading")
                        .help("write all keys below one heading"),
                    None => finding,
                };
            };
            let line = self.line(span.start);
            let again = self.text.get(line.clone()).map(str::trim);
            let before = self.text.get(self.line(first.span.start)).map(str::trim);
            let finding = finding.related(first, "first given here");
            return if again == before {
                finding.fix(self.place(line), "")
            } else {
                finding
            };
        }
        let habit = habit(self.text, span.start, message);
        let mistake = habit.unwrap_or_else(|| explain(self.text, span, message));
        let finding = Diagnostic::error("syntax", self.place(mistake.place), mistake.message);
        let finding = match mistake.help {
            Some(help) => finding.help(help),
            None => finding,
        };
        let edits = mistake.edits.into_iter();
        edits.fold(finding, |finding, (span, text)| {
            finding.fix(self.place(span), text)
        })
    }

    /// The heading before a place that reads like the one there.
    fn same_heading(&self, at: usize) -> Option<Range<usize>> {
        let line = self.line(at);
        let heading = self.text.get(line.clone())?.trim();
        let mut start = 0;
        for other in self.text[..line.start].split_inclusive('\n') {
            let indent = other.len() - other.trim_start().len();
            if heading.starts_with('[') && other.trim() == heading {
                return Some(start + indent..start + indent + heading.len());
            }
            start += other.len();
        }
        None
    }

    /// The line of a place, without its end.
    fn line(&self, at: usize) -> Range<usize> {
        let start = self.text[..at].rfind('\n').map_or(0, |n| n + 1);
        let length = self.text[start..].lines().next().map_or(0, str::len);
        start..start + length
    }
}

/// The errors of a text that begins at a place, in the order of their places.
fn reported(errors: &[toml::de::Error], from: usize) -> Vec<(Range<usize>, String)> {
    let place = |error: &toml::de::Error| {
        let span = error.span().unwrap_or(0..0);
        span.start + from..span.end + from
    };
    let mut errors: Vec<_> = errors
        .iter()
        .map(|error| (place(error), error.message().to_owned()))
        .collect();
    errors.sort_by_key(|(span, _)| (span.start, span.end));
    errors
}

/// Whether an error leaves a text, a list or a table open, so that what follows is read as a part of it.
fn leaves_open(message: &str) -> bool {
    let marks = [
        "string, expected",
        "multi-line",
        "missing comma",
        "unclosed",
        "inline table element",
        "between key-value pairs",
    ];
    marks.iter().any(|mark| message.contains(mark))
}

/// Whether a line reads like a heading or like a key with its value.
fn is_statement(line: &str) -> bool {
    let line = line.trim();
    let is_name = |c: char| c.is_ascii_alphanumeric() || ".-_ ".contains(c);
    if let Some((name, _)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
        return !name.is_empty() && name.chars().all(is_name);
    }
    let key = line.split_once('=').map(|(key, _)| key.trim());
    key.is_some_and(|key| !key.is_empty() && key.chars().all(is_name))
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

/// A syntax error in the author's words.
struct Mistake {
    place: Range<usize>,
    message: String,
    help: Option<String>,
    /// What to write instead.
    edits: Vec<(Range<usize>, String)>,
}

impl Mistake {
    fn new(place: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            place,
            message: message.into(),
            help: Some(help.into()),
            edits: Vec::new(),
        }
    }

    fn edit(mut self, place: Range<usize>, text: impl Into<String>) -> Self {
        self.edits.push((place, text.into()));
        self
    }
}

/// What the TOML reader's message means. The first entry of the list that fits counts.
fn explain(text: &str, span: &Range<usize>, message: &str) -> Mistake {
    let written = text.get(span.clone()).unwrap_or_default();
    let rest = text.get(span.end..).unwrap_or_default();
    if message.contains("must be quoted") {
        if written.is_empty() {
            return Mistake::new(
                span.clone(),
                "a value is missing here",
                "write `key = value`",
            );
        }
        if rest.trim_start_matches([' ', '\t']).starts_with('=') {
            return Mistake::new(
                span.clone(),
                format!("`{written}` is no value, and a `=` follows"),
                "write each `key = value` on a line of its own",
            );
        }
        let mistake = Mistake::new(
            span.clone(),
            format!("the text `{written}` needs quotes"),
            format!("write \"{written}\""),
        );
        let small = written.to_ascii_lowercase();
        if matches!(small.as_str(), "true" | "false") {
            return Mistake::new(
                span.clone(),
                format!("`{written}` is neither a text nor a number"),
                format!("write {small} in small letters"),
            )
            .edit(span.clone(), small);
        }
        return if written.contains(['"', '\\', '#']) {
            mistake
        } else {
            mistake.edit(span.clone(), format!("\"{written}\""))
        };
    }
    let known = EXPLANATIONS
        .iter()
        .find(|(part, ..)| message.contains(part));
    let Some(&(part, what, help)) = known else {
        let message = format!("this cannot be read: {message}");
        return Mistake {
            help: None,
            ..Mistake::new(span.clone(), message, "")
        };
    };
    let mistake = Mistake {
        help: (!help.is_empty()).then(|| help.to_owned()),
        ..Mistake::new(span.clone(), what, "")
    };
    let small = written.to_ascii_lowercase();
    let ends_line = rest.is_empty() || rest.starts_with(['\n', '\r']);
    if let Some(start) = open_lines(text, span, message) {
        let help =
            "put three quotes `\"\"\"` at its end, or one at each end if it ends on its line";
        return Mistake::new(start..start + 3, "this text does not end", help);
    }
    match part {
        "basic string" if written.is_empty() && ends_line => mistake.edit(span.clone(), "\""),
        "literal string" if written.is_empty() && ends_line => mistake.edit(span.clone(), "'"),
        "unclosed table" if written.is_empty() && ends_line => mistake.edit(span.clone(), "]"),
        "extra comma" if rest.starts_with(',') && written.is_empty() => {
            mistake.edit(span.end..span.end + 1, "")
        }
        "extra `=`" if rest.starts_with('=') && written.is_empty() => {
            mistake.edit(span.end..span.end + 1, "")
        }
        "extra comma" | "extra `=`" if matches!(written, "," | "=") => {
            mistake.edit(span.clone(), "")
        }
        "invalid boolean" if matches!(small.as_str(), "true" | "false") => {
            mistake.edit(span.clone(), small)
        }
        _ => mistake,
    }
}

/// Where the text of several lines begins whose end a reader has missed.
fn open_lines(text: &str, span: &Range<usize>, message: &str) -> Option<usize> {
    let quotes = match message {
        _ if !message.contains("invalid multi-line") => return None,
        _ if message.contains("basic") => "\"\"\"",
        _ => "'''",
    };
    text.get(..span.start)?.rfind(quotes)
}

/// What other languages write, and what is easily forgotten, in the line of a syntax error.
fn habit(text: &str, at: usize, message: &str) -> Option<Mistake> {
    let at = at.min(text.len());
    let start = text.get(..at)?.rfind('\n').map_or(0, |n| n + 1);
    let line = text.get(start..)?.lines().next()?;
    let is_left = text.get(..at)?.trim_end().ends_with([',', '[']);
    let is_open =
        message.contains("missing comma") || message.contains("must be quoted") && is_left;
    if is_open
        && line[..at - start].trim().is_empty()
        && let Some(mistake) = open_list(text, at, line)
    {
        return Some(mistake);
    }
    let trimmed = line.trim();
    let place = |from: usize, length: usize| start + from..start + from + length;
    let indent = line.len() - line.trim_start().len();
    let comment = ["//", "--", "/*", ";"].into_iter().find_map(|mark| {
        let found = line.find(mark)?;
        (found == indent || start + found == at).then_some((found, mark))
    });
    if let Some((found, mark)) = comment {
        let place = place(found, mark.len());
        let mistake = Mistake::new(
            place.clone(),
            format!("`{mark}` does not begin a comment here"),
            "comments begin with `#`",
        );
        return Some(match mark {
            "/*" => mistake,
            _ => mistake.edit(place, "#"),
        });
    }
    condition_outside(line, start, message)
        .or_else(|| move_as_key(line, start))
        .or_else(|| curly_quotes(line, start))
        .or_else(|| blanks_in_heading(trimmed, start + indent))
        .or_else(|| open_quote(line, start, message))
        .or_else(|| colon(line, start))
}

/// A list or a table that is not closed before the next line with a heading or a key.
fn open_list(text: &str, at: usize, line: &str) -> Option<Mistake> {
    let trimmed = line.trim_start();
    let is_name = |c: char| c.is_ascii_alphanumeric() || ".-_ ".contains(c);
    let key = trimmed.split_once('=').map(|(key, _)| key.trim());
    let is_key = key.is_some_and(|key| !key.is_empty() && key.chars().all(is_name));
    if !trimmed.starts_with('[') && !is_key {
        return None;
    }
    let before = text.get(..at)?.trim_end();
    let last = before.lines().next_back()?;
    let end = before.len();
    let code = without_comment(last);
    let is_table = code.matches('{').count() > code.matches('}').count();
    let (what, bracket) = if is_table {
        ("this table is not closed", "}")
    } else {
        ("this list is not closed", "]")
    };
    let help = format!("put `{bracket}` behind its last item");
    let mistake = Mistake::new(end..end, what, help);
    // Behind a comment it would be a part of it.
    Some(match last.contains('#') {
        true => mistake,
        false if is_table => mistake.edit(end..end, " }"),
        false => mistake.edit(end..end, bracket),
    })
}

/// A line up to its comment.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '#') => return &line[..at],
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    line
}

/// Quotes of print, in a line that starts at a place.
fn curly_quotes(line: &str, start: usize) -> Option<Mistake> {
    let is_curly = |c: char| matches!(c, '“' | '”' | '„' | '‘' | '’' | '«' | '»');
    let open = line.find(is_curly)?;
    if line[..open].contains(['#', '"', '\'']) {
        return None;
    }
    let inner = line[open..].trim_start_matches(is_curly);
    let inner = inner.split(is_curly).next().unwrap_or_default();
    let inner = inner.split('"').next().unwrap_or_default();
    let length = line[open..].chars().next().map_or(0, char::len_utf8);
    let mut mistake = Mistake::new(
        start + open..start + open + length,
        "a text stands between straight quotes",
        format!("write \"{inner}\""),
    );
    let curly: Vec<_> = line.char_indices().filter(|&(_, c)| is_curly(c)).collect();
    if curly.len() % 2 == 0 && !line.contains('"') {
        for (at, c) in curly {
            mistake = mistake.edit(start + at..start + at + c.len_utf8(), "\"");
        }
    }
    Some(mistake)
}

/// A condition that stands behind the text that it belongs into.
fn condition_outside(line: &str, start: usize, message: &str) -> Option<Mistake> {
    let is_left_over = message.contains("unexpected key or value");
    let close = line.find("\" if ").filter(|_| is_left_over)?;
    let code = without_comment(line).trim_end();
    let condition = code.get(close + 1..)?;
    if code[..close].matches('"').count() != 1 || condition.contains(['"', '\'', '\\']) {
        return None;
    }
    let place = start + close + 1..start + code.len();
    let help = "write it inside the quotes, behind the moves";
    let mistake = Mistake::new(place.clone(), "a condition stands behind the text", help);
    let mistake = mistake.edit(start + close..start + close + 1, "");
    Some(mistake.edit(place.end..place.end, "\""))
}

/// A heading with blanks in a name, at a place.
fn blanks_in_heading(heading: &str, start: usize) -> Option<Mistake> {
    let name = heading.strip_prefix('[')?.split(']').next()?;
    let is_name = name
        .chars()
        .all(|c| c.is_alphanumeric() || " .-_".contains(c));
    if !name.contains(char::is_whitespace) || !is_name {
        return None;
    }
    let parts = name
        .split('.')
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join("-"));
    let better = parts.collect::<Vec<_>>().join(".");
    let place = start + 1..start + 1 + name.len();
    let help = format!("write `[{better}]`");
    Some(Mistake::new(place.clone(), "a name has no blanks in it", help).edit(place, better))
}

/// A line with an odd number of quotes.
fn open_quote(line: &str, start: usize, message: &str) -> Option<Mistake> {
    let quotes = line.matches('"').count();
    let is_open = quotes % 2 == 1 && !line.contains("\"\"\"") && !line.contains('#');
    if !is_open || !message.contains("unclosed") {
        return None;
    }
    let last = line.rfind('"')?;
    let end = line
        .trim_end_matches([']', '}', ',', ' ', '\t', '\r'])
        .len();
    let mistake = Mistake::new(
        start + last..start + last + 1,
        "a closing quote is missing",
        "put a quote `\"` at the end of the text that begins here",
    );
    Some(if end > last + 1 {
        mistake.edit(start + end..start + end, "\"")
    } else {
        mistake
    })
}

/// A move that is a key has to stand in quotes unless it is made of letters and digits: `P@e4 = …`, `e7e8=Q = …`.
fn move_as_key(line: &str, start: usize) -> Option<Mistake> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "@+~/,=-".contains(c);
    let mut at = 0;
    while let Some(first) = line[at..].find(|c: char| c.is_ascii_alphabetic() || c == '+') {
        let from = at + first;
        let rest = &line[from..];
        let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        // The sign between key and value may stand right behind the move.
        let word = rest[..length].trim_end_matches('=');
        let is_key = rest[word.len()..].trim_start().starts_with('=');
        let is_quoted =
            line[..from].ends_with(['"', '\'']) || line[..from].matches('"').count() % 2 == 1;
        let is_drop = word.split_once('@').is_some_and(|(letter, square)| {
            !letter.is_empty() && square.starts_with(|c: char| c.is_ascii_lowercase())
        });
        let is_promotion = word.split_once('=').is_some_and(|(squares, letter)| {
            let is_letter = |c: char| c.is_ascii_uppercase() || c == '+';
            squares.ends_with(|c: char| c.is_ascii_digit()) && letter.starts_with(is_letter)
        });
        if is_key && !is_quoted && (is_drop || is_promotion) {
            let place = start + from..start + from + word.len();
            let quoted = format!("\"{word}\"");
            let help = format!("write `{quoted} = …`");
            let message = format!("`{word}` has to stand in quotes here");
            return Some(Mistake::new(place.clone(), message, help).edit(place, &quoted));
        }
        at = from + length;
    }
    None
}

/// A colon between key and value.
fn colon(line: &str, start: usize) -> Option<Mistake> {
    let name = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
    let colon = line.find(':')?;
    let before = line[..colon].trim();
    if before.is_empty() || !before.chars().all(name) {
        return None;
    }
    let place = start + colon..start + colon + 1;
    let mistake = Mistake::new(
        place.clone(),
        "a key and its value are joined by `=`",
        "write `=` instead of `:`",
    );
    Some(mistake.edit(place, " ="))
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
        "missing key for inline table",
        "a key is missing here",
        "write `key = value` between `{` and `}`",
    ),
    (
        "missing comma",
        "a comma or a closing bracket is missing here",
        "separate the items by `,`, and put `]` or `}` behind the last",
    ),
    (
        "extra comma",
        "there is a comma too many here",
        "take it out",
    ),
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
    ("extra `=`", "there is a `=` too many here", "take it out"),
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
