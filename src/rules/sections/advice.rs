//! How to write what was written in another way: other words for keys, values in another form.

use super::{Form, SECTIONS, Want};
use crate::document::Document;
use crate::similar::similar;
use crate::source::{FileId, Node, Table, Text, Value};

/// Sections of later versions, and other words for them.
const LATER_SECTIONS: &[&str] = &["change"];

/// Keys of the board of later versions, and other words for them.
const LATER_BOARD: &[&str] = &["toroidal", "torus"];

/// Whether a section belongs to a later version.
pub(super) fn is_later_section(name: &str) -> bool {
    LATER_SECTIONS.contains(&name)
}

/// Whether a key of a section belongs to a later version.
pub(super) fn is_later_key(path: &str, name: &str) -> bool {
    path == "board" && LATER_BOARD.contains(&name)
}

/// Words that others use for keys and sections.
const SYNONYMS: &[(&str, &str)] = &[
    ("blocked", "holes"),
    ("castle", "castling"),
    ("cylinder", "wrap"),
    ("cylindrical", "wrap"),
    ("hole", "holes"),
    ("random", "shuffle"),
    ("ring", "wrap"),
    ("wall", "holes"),
    ("walls", "holes"),
    ("wraps", "wrap"),
    ("condition", "if"),
    ("drops", "drop"),
    ("army", "armies"),
    ("counter", "counters"),
    ("effect", "effects"),
    ("hands", "hand"),
    ("pocket", "hand"),
    ("reserve", "hand"),
    ("turns", "turn"),
    ("ending", "end"),
    ("ends", "end"),
    ("height", "ranks"),
    ("into", "to"),
    ("men", "array"),
    ("movement", "moves"),
    ("outcome", "result"),
    ("partner", "with"),
    ("position", "fen"),
    ("promote", "promotion"),
    ("rows", "ranks"),
    ("columns", "files"),
    ("start", "setup"),
    ("symbol", "letter"),
    ("title", "name"),
    ("unless", "if"),
    ("when", "if"),
    ("where", "zone"),
    ("where", "on"),
    ("squares", "on"),
    ("width", "files"),
    ("worth", "value"),
];

/// What an unknown name was probably meant for.
pub(super) fn meant<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let names: Vec<_> = names.into_iter().collect();
    let lower = name.to_ascii_lowercase();
    let mut others = SYNONYMS.iter().filter(|(word, _)| *word == lower);
    let synonym = others.find_map(|(_, key)| names.iter().copied().find(|n| n == key));
    synonym.or_else(|| similar(name, names))
}

/// The section that has a thing of this name.
pub(super) fn section_with(document: &Document, name: &str) -> Option<&'static str> {
    let mut sections = SECTIONS.iter().filter(|s| !s.name.is_empty());
    let is_there = |section: &Table| section.get(name).is_some_and(|n| n.table().is_some());
    sections
        .find(|s| document.table.table(s.name).is_some_and(is_there))
        .map(|s| s.name)
}

/// The inherited thing that a new one in a file was probably meant to change.
pub(super) fn inherited_like<'t>(table: &'t Table, name: &str, file: FileId) -> Option<&'t str> {
    let others = table.iter().filter(|(key, _)| key.name != name);
    let inherited = others.filter(|(_, node)| {
        let table = node.table();
        table.is_some_and(|t| t.iter().any(|(key, _)| key.place.file != file))
    });
    similar(name, inherited.map(|(key, _)| key.name.as_str()))
}

/// The words of a list that are separated by something else than `/`, with `/` between them, if they are all known.
pub(super) fn separated(text: &str, known: &[&str]) -> Option<String> {
    let apart = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '+' | '|' | '&');
    let words = text.split(apart).filter(|w| !w.is_empty());
    let words: Vec<&str> = words.filter(|w| !matches!(*w, "and" | "or")).collect();
    let is_list = words.len() > 1 && words.iter().all(|w| known.contains(w));
    is_list.then(|| words.join("/"))
}

/// How to write a value of a wrong form.
pub(super) struct Advice {
    pub(super) help: String,
    /// The value as it should be written, if that is sure.
    pub(super) value: Option<String>,
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "they are the answers of functions that may have none"
)]
impl Advice {
    fn only(help: impl Into<String>) -> Option<Self> {
        Some(Self {
            help: help.into(),
            value: None,
        })
    }

    fn write(value: impl Into<String>, help: impl Into<String>) -> Option<Self> {
        Some(Self {
            help: help.into(),
            value: Some(value.into()),
        })
    }
}

/// How to write a value of a wrong form.
pub(super) fn value_help(path: &str, node: &Node, want: Want) -> Option<Advice> {
    let wants = |form| want.forms.contains(&form);
    match &node.value {
        Value::Text(_) if path.starts_with("allow.") => Advice::only(format!(
            "say what it is allowed for: `{path}.NAME = \"reason\"`"
        )),
        Value::Text(text) => text_help(text.as_str().trim(), want),
        Value::List(items) if wants(Form::Text) && !items.is_empty() => {
            let texts: Option<Vec<_>> = items.iter().map(|n| n.text().map(Text::as_str)).collect();
            let joined = match (texts?.as_slice(), is_set(path)) {
                ([only], _) => (*only).to_owned(),
                (texts, _) if last_key(path) == "hands" => texts.concat(),
                (texts, _) if path.starts_with("test.") => texts.join(" "),
                (texts, true) => texts.join("/"),
                (texts, false) => {
                    return Advice::only(format!("write \"{}\"", texts.join(" and ")));
                }
            };
            let written = format!("\"{joined}\"");
            let help = format!("write {written}");
            if joined.contains(['"', '\\']) {
                Advice::only(help)
            } else {
                Advice::write(written, help)
            }
        }
        Value::Integer(number) if wants(Form::Integers) => {
            Advice::write(format!("[{number}]"), format!("write `[{number}]`"))
        }
        Value::Integer(number) if last_key(path) == "zone" || path.starts_with("zones.") => {
            Advice::only(format!(
                "write \"rank {number}\", or \"last {number}\" for the ranks at the far end"
            ))
        }
        Value::Integer(number) if wants(Form::Text) => Advice::write(
            format!("\"{number}\""),
            format!("write \"{number}\" in quotes"),
        ),
        Value::Integer(number @ 0..=1) if wants(Form::Bool) => {
            let value = *number == 1;
            Advice::write(value.to_string(), format!("write {value}"))
        }
        Value::Float(number) if wants(Form::Integer) && number.fract() == 0.0 => {
            Advice::write(number.to_string(), format!("write {number}"))
        }
        Value::Bool(value) if wants(Form::Text) && last_key(path) == "if" => {
            let word = if *value { "\"always\"" } else { "\"never\"" };
            Advice::write(word, format!("write {word}"))
        }
        Value::Bool(false) if last_key(path) == "moves" => {
            Advice::only("write `[]` for a piece that never moves")
        }
        Value::Bool(false) => {
            Advice::only("`false` removes things that have a name, not single keys")
        }
        _ => None,
    }
}

/// How to write something that stands in quotes and should not.
fn text_help(text: &str, want: Want) -> Option<Advice> {
    let wants = |form| want.forms.contains(&form);
    let numbers = || {
        let words = text.split(|c: char| c.is_whitespace() || c == ',');
        let numbers: Option<Vec<u64>> = words
            .filter(|w| !w.is_empty())
            .map(|w| w.parse().ok())
            .collect();
        numbers.filter(|n| !n.is_empty())
    };
    if wants(Form::Bool) {
        let small = text.to_ascii_lowercase();
        return match small.as_str() {
            "true" | "false" => Advice::write(small, "take the quotes away"),
            "yes" | "on" | "1" => Advice::write("true", "write true, without quotes"),
            "no" | "off" | "0" => Advice::write("false", "write false, without quotes"),
            _ => None,
        };
    }
    if wants(Form::Integers) {
        let numbers: Vec<_> = numbers()?.iter().map(u64::to_string).collect();
        let list = format!("[{}]", numbers.join(", "));
        let help = format!("write `{list}`, without quotes");
        return Advice::write(list, help);
    }
    let is_number = (wants(Form::Integer) && text.parse::<i64>().is_ok())
        || (wants(Form::Number) && text.parse::<f64>().is_ok_and(f64::is_finite));
    if !is_number {
        return None;
    }
    Advice::write(text, format!("take the quotes away: {text}"))
}

/// The key at the end of a path.
fn last_key(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}

/// Whether a key holds a set of pieces or squares.
fn is_set(path: &str) -> bool {
    matches!(
        last_key(path),
        "pieces" | "zone" | "to" | "with" | "of" | "on"
    ) || path.starts_with("groups.")
        || path.starts_with("zones.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_words_are_understood() {
        assert_eq!(meant("when", ["if", "result"]), Some("if"));
        assert_eq!(meant("castle", ["castling", "end"]), Some("castling"));
        assert_eq!(meant("lettr", ["letter", "moves"]), Some("letter"));
        assert_eq!(meant("when", ["letter"]), None);
    }
}
