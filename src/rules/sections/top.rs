//! The keys outside of all sections: what the file is.

use super::build::Build;
use super::shape::is_name;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::diagnostics::Diagnostic;
use crate::source::{Node, Text, Value};

/// What a file takes over from its base all the same.
pub(super) const INHERITED: [&str; 1] = ["group"];

pub(super) const SECTION: Section = Section {
    name: "",
    meaning: "what the file is",
    body: Body::Keys(&[
        Key {
            name: "format",
            want: Want::INTEGER,
            missing: Missing::Error,
            meaning: "the format of the file, 1",
        },
        Key {
            name: "name",
            want: Want::TEXT,
            missing: Missing::Default("the file's name"),
            meaning: "the game's name for people",
        },
        Key {
            name: "aliases",
            want: Want::TEXTS,
            missing: Missing::Nothing,
            meaning: "other names by which commands know the game",
        },
        Key {
            name: "base",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "the game whose rules hold where this file says nothing",
        },
        Key {
            name: "group",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "the games that it is listed with, a name such as \"large\"",
        },
        Key {
            name: "author",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "who invented the game",
        },
        Key {
            name: "about",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "a sentence or two about the game",
        },
        Key {
            name: "source",
            want: Want::TEXT_OR_TEXTS,
            missing: Missing::Nothing,
            meaning: "where the rules are published",
        },
    ]),
    inherited: false,
    steps: &[(Pass::Names, lower)],
};

fn lower(build: &mut Build<'_>) {
    let table = &build.document.table;
    let text = |name: &str| table.text(name).map(|t| t.as_str().trim().to_owned());
    if let Some(title) = text("name").filter(|t| !t.is_empty()) {
        build.rules.title = title;
    }
    build.rules.author = text("author");
    build.rules.about = text("about");
    build.rules.source = table.get("source").map(texts).unwrap_or_default();
    if let Some(text) = table.text("group") {
        group(build, text);
    }
    for alias in table
        .get("aliases")
        .and_then(Node::list)
        .unwrap_or_default()
    {
        if let Some(alias) = alias.text() {
            self::alias(build, alias);
        }
    }
}

/// Whether a text is a name; otherwise it is told.
fn check(build: &mut Build<'_>, text: &Text) -> bool {
    let name = text.as_str();
    let fine = is_name(name);
    if !fine {
        let help =
            "names are made of small letters a to z, digits and `-`, and start with a letter";
        let place = text.at(0..name.len());
        build.error("bad-name", place, format!("`{name}` is no name"), help);
    }
    fine
}

fn group(build: &mut Build<'_>, text: &Text) {
    if check(build, text) {
        build.rules.group = Some(text.as_str().to_owned());
    }
}

fn alias(build: &mut Build<'_>, text: &Text) {
    let name = text.as_str();
    let place = text.at(0..name.len());
    if !check(build, text) {
        return;
    }
    if name == build.rules.id || build.rules.aliases.iter().any(|a| a == name) {
        let message = format!("the game is called `{name}` already");
        build
            .findings
            .push(Diagnostic::warning("alias-taken", place, message).help("take it out"));
    } else {
        build.rules.aliases.push(name.to_owned());
    }
}

/// A text or a list of texts as a list.
pub(super) fn texts(node: &Node) -> Vec<String> {
    match &node.value {
        Value::Text(text) => vec![text.as_str().to_owned()],
        Value::List(items) => items.iter().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}
