//! The manual's tables of sections and keys, made from the sections themselves.

use super::{Body, Form, Key, Missing, SECTIONS, Section, Want, top};
use std::fmt::Write as _;

/// All sections and keys of a rule file with their meanings and defaults, as Markdown.
pub fn reference() -> String {
    let mut out = String::new();
    for section in SECTIONS {
        heading(&mut out, section);
        match &section.body {
            Body::Keys(keys) | Body::Things { keys, .. } => table(&mut out, keys),
            Body::Values { want, .. } if is_named(*want) => {
                let _ = writeln!(out, "Each value is a text in quotes.");
            }
            Body::Values { want, .. } => {
                let _ = writeln!(out, "Each value is {}.", words(*want));
            }
        }
        if let Some(defaults) = defaults(section) {
            let _ = writeln!(out, "\nThere by default: {defaults}.");
        }
        if !section.inherited {
            let but: Vec<String> = match section.name {
                "" => top::INHERITED.iter().map(|k| format!("`{k}`")).collect(),
                _ => Vec::new(),
            };
            let but = match but.as_slice() {
                [] => String::new(),
                keys => format!(", except {}", keys.join(", ")),
            };
            let _ = writeln!(out, "\nNot taken over from a base{but}.");
        }
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn heading(out: &mut String, section: &Section) {
    let heading = match section.body {
        _ if section.name.is_empty() => "At the top".to_owned(),
        Body::Keys(_) => format!("`[{}]`", section.name),
        Body::Things { .. } => format!("`[{}.NAME]`", section.name),
        Body::Values { want, .. } if is_named(want) => {
            format!("`[{}]`, lines `CODE.NAME = …`", section.name)
        }
        Body::Values { .. } => format!("`[{}]`, lines `NAME = …`", section.name),
    };
    let _ = writeln!(out, "### {heading}\n\n{}.\n", capitalised(section.meaning));
}

/// Whether each value has a name of its own below the section's name for it.
fn is_named(want: Want) -> bool {
    want.forms == [Form::NamedTexts]
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

fn table(out: &mut String, keys: &[Key]) {
    out.push_str("| key | value | default | meaning |\n|---|---|---|---|\n");
    for key in keys {
        let missing = match key.missing {
            Missing::Error => "required".to_owned(),
            Missing::Nothing => "none".to_owned(),
            // What is no value as it would be written is said in words.
            Missing::Default(text) if text.contains(' ') && !text.contains('"') => text.to_owned(),
            Missing::Default(text) => format!("`{text}`"),
        };
        let (name, meaning) = (key.name, key.meaning.replace('|', "\\|"));
        let _ = writeln!(
            out,
            "| `{name}` | {} | {missing} | {meaning} |",
            words(key.want)
        );
    }
}

fn words(want: Want) -> String {
    let forms: Vec<_> = want.forms.iter().map(|f| f.words()).collect();
    let by_side = if want.by_side {
        ", or one for each side"
    } else {
        ""
    };
    forms.join(" or ") + by_side
}

fn defaults(section: &Section) -> Option<String> {
    let names: Vec<_> = match &section.body {
        Body::Keys(_) => Vec::new(),
        Body::Things { defaults, .. } => defaults.iter().map(|n| format!("`{n}`")).collect(),
        Body::Values { defaults, .. } => defaults
            .iter()
            .map(|(n, value)| format!("`{n} = \"{value}\"`"))
            .collect(),
    };
    (!names.is_empty()).then(|| names.join(", "))
}
