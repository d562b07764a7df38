//! Writing a merged document as one rule file.

use super::merge::is_by_side;
use super::{Document, Plan};
use crate::source::{Node, Table, Value};
use std::fmt::Write;

/// The longest list that stands on one line.
const MAX_LINE: usize = 100;

/// The document as a rule file of its own, without `base`. What was removed is left out, unless it would be there by
/// default.
pub(crate) fn print(document: &Document, plan: &Plan) -> String {
    let table = &document.table;
    let mut out = String::new();
    let known = |name: &str| plan.section(name).is_some();
    let first = plan.top.iter().filter_map(|name| table.entry(name));
    let others = table
        .iter()
        .filter(|(k, _)| !plan.top.contains(&k.name.as_str()) && !known(&k.name));
    for (key, node) in first.chain(others) {
        line(&mut out, &key.name, node);
    }
    for section in &plan.sections {
        let Some(node) = table.get(section.name) else {
            continue;
        };
        let Some(inner) = node.table() else {
            line(&mut out, section.name, node);
            continue;
        };
        let kept: Table = inner
            .iter()
            .filter(|(k, n)| {
                !n.is_false() || !section.named || section.defaults.contains(&k.name.as_str())
            })
            .map(|(k, n)| (k.clone(), n.clone()))
            .collect();
        heading(&mut out, section.name, &kept);
    }
    out
}

/// A table under a heading; tables inside get headings of their own.
fn heading(out: &mut String, path: &str, table: &Table) {
    let is_nested = |node: &Node| node.table().is_some_and(|t| !is_by_side(t));
    let (nested, lines): (Vec<_>, Vec<_>) = table.iter().partition(|(_, node)| is_nested(node));
    if !lines.is_empty() || nested.is_empty() {
        let _ = writeln!(out, "\n[{path}]");
    }
    for (key, node) in lines {
        line(out, &key.name, node);
    }
    for (key, node) in nested {
        if let Some(inner) = node.table() {
            let kept = inner
                .iter()
                .filter(|(_, n)| path != "setup" || !n.is_false());
            let kept = kept.map(|(k, n)| (k.clone(), n.clone())).collect();
            heading(out, &format!("{path}.{}", name(&key.name)), &kept);
        }
    }
}

fn line(out: &mut String, key: &str, node: &Node) {
    let _ = write!(out, "{} = ", name(key));
    value(out, node, key.len() + " = ".len());
    out.push('\n');
}

fn value(out: &mut String, node: &Node, indent: usize) {
    match &node.value {
        Value::Text(text) => out.push_str(&string(text.as_str())),
        Value::Integer(number) => {
            let _ = write!(out, "{number}");
        }
        Value::Float(number) => {
            let _ = write!(out, "{number:?}");
        }
        Value::Bool(value) => {
            let _ = write!(out, "{value}");
        }
        Value::Date => out.push_str("1970-01-01"),
        Value::List(items) => list(out, items, indent),
        Value::Table(table) => {
            out.push('{');
            for (i, (key, node)) in table.iter().enumerate() {
                let _ = write!(
                    out,
                    "{}{} = ",
                    if i == 0 { " " } else { ", " },
                    name(&key.name)
                );
                value(out, node, MAX_LINE);
            }
            out.push_str(" }");
        }
    }
}

fn list(out: &mut String, items: &[Node], indent: usize) {
    let mut texts = Vec::new();
    for item in items {
        let mut text = String::new();
        value(&mut text, item, MAX_LINE);
        texts.push(text);
    }
    let short = format!("[{}]", texts.join(", "));
    // Inside an inline table a list stays on its line.
    if indent >= MAX_LINE || indent + short.len() <= MAX_LINE {
        out.push_str(&short);
        return;
    }
    out.push_str("[\n");
    for text in texts {
        let _ = writeln!(out, "  {text},");
    }
    out.push(']');
}

/// A key, in quotes where it has to be.
pub(crate) fn name(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !key.is_empty() && key.chars().all(bare) {
        key.to_owned()
    } else {
        string(key)
    }
}

/// A text in quotes.
pub(crate) fn string(text: &str) -> String {
    let plain = |c: char| c == '\n' || !c.is_control();
    if text.contains('\n')
        && text.chars().all(plain)
        && !text.contains("'''")
        && !text.ends_with('\'')
    {
        return format!("'''\n{text}'''");
    }
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
