//! The first look at a document: unknown sections and keys, wrong types, missing keys, names that cannot be names.

use super::advice::{
    Advice, inherited_like, is_later_key, is_later_section, meant, section_with, value_help,
};
use super::choices::is_by_side;
use super::mend::mended;
use super::{Body, Form, Key, Missing, SECTIONS, Section, Want};
use crate::diagnostics::{Diagnostic, Findings};
use crate::document::{Document, Removed};
use crate::notation::is_reserved;
use crate::similar::{listed, similar};
use crate::source::{Key as Name, Location, Node, Table, Text, Value};
use std::collections::BTreeSet;

/// The longest text, in bytes.
const MAX_TEXT: usize = 4096;

/// What the check found besides mistakes.
pub(super) struct Checked {
    /// The keys that defaults decide.
    pub(super) defaults: Vec<String>,
    /// The document to go on with, if it has to be another one.
    pub(super) mended: Option<Document>,
    /// Names that can be none, which has been told.
    pub(super) names: BTreeSet<String>,
}

/// Checks the document. `None` if it makes no sense to look further.
pub(super) fn check(document: &Document, findings: &mut Findings) -> Option<Checked> {
    let first = look(document, findings, None);
    if let Some(defaults) = first {
        return Some(Checked {
            defaults,
            mended: None,
            names: BTreeSet::new(),
        });
    }
    if findings.is_full() {
        // Nobody reads more of them.
        return None;
    }
    // The mistakes have been told. What can be mended is, and the rest is looked through with it.
    let mended = mended(document);
    let mut names = BTreeSet::new();
    let defaults = look(&mended, &mut Findings::new(), Some(&mut names))?;
    Some(Checked {
        defaults,
        mended: Some(mended),
        names,
    })
}

/// The numbers of files and ranks in a text such as `10x8`.
fn size(text: &str) -> Option<(u8, u8)> {
    let (files, ranks) = text.trim().split_once(['x', 'X', '×', '*'])?;
    Some((files.trim().parse().ok()?, ranks.trim().parse().ok()?))
}

/// Whether a text can be shown again in a line to write.
fn is_short(text: &str) -> bool {
    text.len() <= 60 && !text.contains(['"', '\\', '\n'])
}

/// The keys of things that stand beside the things: texts, numbers and lists with the names of keys.
fn nameless<'a>(table: &'a Table, keys: &[Key]) -> Vec<&'a str> {
    let is_key = |name: &Name| keys.iter().any(|key| key.name == name.name);
    let stray = table.iter().filter(|(name, node)| {
        is_key(name) && (node.table().is_none() || is_by_side(node)) && !node.is_false()
    });
    stray.map(|(name, _)| name.name.as_str()).collect()
}

/// Whether a value has a form that its key may have.
pub(super) fn fits_key(key: &Key, node: &Node) -> bool {
    let single = |node: &Node| key.want.forms.iter().any(|form| fits(*form, node));
    let sides = node.table().filter(|_| key.want.by_side);
    single(node) && !(sides.is_some() && is_by_side(node))
        || sides.is_some_and(|t| t.iter().all(|(_, half)| single(half)))
}

/// One look at a document. `None` if there is something that it makes no sense to go on with. With `names`, names that
/// can be none are only collected there.
fn look(
    document: &Document,
    findings: &mut Findings,
    names: Option<&mut BTreeSet<String>>,
) -> Option<Vec<String>> {
    let mut checker = Checker {
        document,
        findings,
        names,
        defaults: Vec::new(),
        blocked: false,
    };
    checker.sections();
    for section in SECTIONS {
        checker.section(section);
    }
    (!checker.blocked).then_some(checker.defaults)
}

struct Checker<'a> {
    document: &'a Document,
    findings: &'a mut Findings,
    /// Names that can be none, if that has been told.
    names: Option<&'a mut BTreeSet<String>>,
    defaults: Vec<String>,
    blocked: bool,
}

impl Checker<'_> {
    fn error(&mut self, finding: Diagnostic) {
        self.blocked = true;
        self.findings.push(finding);
    }

    /// Names outside of all sections.
    fn sections(&mut self) {
        let sections = || SECTIONS.iter().map(|s| s.name).filter(|n| !n.is_empty());
        let top = || {
            SECTIONS
                .iter()
                .filter(|s| s.name.is_empty())
                .flat_map(|s| keys(s))
                .map(|k| k.name)
        };
        for (key, node) in self.document.table.iter() {
            let name = key.name.as_str();
            if sections().chain(top()).any(|n| n == name) {
                continue;
            }
            let place = key.place.clone();
            if is_later_section(name) {
                let message = format!("`{name}` is not in this version");
                self.error(Diagnostic::error("not-yet", place, message));
            } else if let Some(section) = section_with(self.document, name) {
                let (code, what) = if node.table().is_some() {
                    ("unknown-section", "section")
                } else {
                    ("unknown-key", "key")
                };
                let message = format!("there is no {what} `{name}` here");
                let help = format!("write `[{section}.{name}]` above its keys");
                let finding = Diagnostic::error(code, place.clone(), message).help(help);
                self.error(match node.table() {
                    Some(_) => finding.fix(place, format!("{section}.{name}")),
                    None => finding,
                });
            } else if node.table().is_some() {
                let message = format!("there is no section `{name}`");
                let known = format!("the sections are {}", listed(sections()));
                let finding = Diagnostic::error("unknown-section", place, message);
                self.unknown(finding, name, sections(), known);
            } else {
                let message = format!("there is no key `{name}` here");
                let default = SECTIONS.iter().find(|s| match s.body {
                    Body::Things { defaults, .. } => defaults.contains(&name),
                    _ => false,
                });
                let known = match default {
                    Some(section) => format!(
                        "`{name}` is one of `[{0}]`: write `{0}.{name}`",
                        section.name
                    ),
                    None => format!("the keys outside of sections are {}", listed(top())),
                };
                let finding = Diagnostic::error("unknown-key", place.clone(), message);
                // A text is no section, whatever its key was meant to be. Where nobody reads on, nothing is looked for.
                let is_key = self.findings.is_full() || meant(name, top()).is_some();
                let section = if is_key {
                    None
                } else {
                    meant(name, sections())
                };
                match section {
                    Some(section) => {
                        let help = format!("did you mean the section `{section}`?");
                        self.error(finding.help(help).offer(place, section));
                    }
                    None => {
                        self.unknown(finding, name, top(), known);
                    }
                }
            }
        }
    }

    /// An unknown name. If it looks like a slip of the pen, what it was meant for is missing, and nothing more is said.
    fn unknown<'n>(
        &mut self,
        finding: Diagnostic,
        name: &str,
        names: impl IntoIterator<Item = &'n str>,
        known: String,
    ) -> Option<&'n str> {
        if self.findings.is_full() {
            self.error(finding);
            return None;
        }
        let close = meant(name, names);
        match close {
            Some(close) => self.error(finding.meant(name, close)),
            None => self.findings.push(finding.help(known)),
        }
        close
    }

    fn section(&mut self, section: &Section) {
        let document = self.document;
        let Some((name, node)) = document.table.entry(section.name) else {
            let Body::Keys(keys) = section.body else {
                self.default_things(section, None);
                return;
            };
            let (place, table) = if section.name.is_empty() {
                (Location::new(document.file, 0..0), &document.table)
            } else {
                (Location::new(document.file, 0..0), &Table::new())
            };
            let is_top = section.name.is_empty();
            self.keys(section.name, (&place, table), keys, is_top);
            return;
        };
        let Some(table) = node.table() else {
            let message = format!(
                "`{}` should be a section, but it is {}",
                section.name,
                node.kind()
            );
            let finding = Diagnostic::error("wrong-type", node.place.clone(), message);
            let size = node.text().and_then(|text| size(text.as_str()));
            self.error(match size.filter(|_| section.name == "board") {
                Some((files, ranks)) => {
                    let value = format!("{{ files = {files}, ranks = {ranks} }}");
                    finding
                        .help(format!("write `board = {value}`"))
                        .fix(node.place.clone(), value)
                }
                None => finding.help(section_help(section, node)),
            });
            return;
        };
        match &section.body {
            Body::Keys(keys) => self.keys(section.name, (&name.place, table), keys, false),
            Body::Things { keys, .. } => {
                let nameless = nameless(table, keys);
                if !nameless.is_empty() {
                    self.without_name(section, (&name.place, table), &nameless);
                }
                let is_told = |name: &Name| nameless.contains(&name.name.as_str());
                let named = table.iter().filter(|(name, _)| !is_told(name));
                for (name, node) in named.filter(|(_, n)| !n.is_false()) {
                    let is_name = self.name(section.name, name);
                    self.thing(section, (name, node), keys, (table, is_name));
                }
            }
            Body::Values { want, .. } => {
                for (name, node) in table.iter().filter(|(_, n)| !n.is_false()) {
                    // A name of `[allow]` is a code, and what is none is told as such.
                    if section.name != super::allow::SECTION.name {
                        let _ = self.name(section.name, name);
                    }
                    self.value(&format!("{}.{}", section.name, name.name), node, *want);
                }
            }
        }
        self.default_things(section, Some(table));
    }

    /// Keys that stand in a section of named things without a name above them: one mistake, however many they are.
    fn without_name(&mut self, section: &Section, at: (&Location, &Table), nameless: &[&str]) {
        let (place, table) = at;
        let name = section.name;
        let message = format!(
            "{} stand{} in `[{name}]` without a name",
            listed(nameless.iter().copied()),
            if nameless.len() == 1 { "s" } else { "" }
        );
        let finding = Diagnostic::error("without-name", place.clone(), message);
        // The men that a rule is about are a good name for it.
        let pieces = table.text("pieces").map(Text::as_str).unwrap_or_default();
        let is_name = !pieces.is_empty()
            && !is_reserved(pieces)
            && pieces.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        let own: Vec<usize> = table
            .iter()
            .filter(|(key, _)| key.place.file == place.file)
            .map(|(key, _)| key.place.span.start)
            .collect();
        let is_all = own.len() == nameless.len();
        let is_dotted = own.contains(&(place.span.end + 1));
        let finding = if is_name && is_all && !is_dotted {
            let better = format!("{name}.{pieces}");
            finding
                .help(format!(
                    "write `[{better}]`, or another name of your choice"
                ))
                .offer(place.clone(), better)
        } else {
            finding.help(format!(
                "write `[{name}.NAME]` above them, with a name of your choice for NAME"
            ))
        };
        self.error(finding);
    }

    /// Things that a default makes.
    fn default_things(&mut self, section: &Section, table: Option<&Table>) {
        let names: Vec<_> = match &section.body {
            Body::Keys(_) => Vec::new(),
            Body::Things { defaults, .. } => defaults.to_vec(),
            Body::Values { defaults, .. } => defaults.iter().map(|(name, _)| *name).collect(),
        };
        let missing = names
            .into_iter()
            .filter(|n| table.is_none_or(|t| t.get(n).is_none()));
        self.defaults
            .extend(missing.map(|n| format!("{}.{n}", section.name)));
    }

    /// A thing among its siblings. What is missing of a thing whose name is wrong is not told.
    fn thing(
        &mut self,
        section: &Section,
        (name, node): (&Name, &Node),
        keys: &[Key],
        (siblings, is_name): (&Table, bool),
    ) {
        let path = format!("{}.{}", section.name, name.name);
        if let Some(table) = node.table() {
            let by_default = matches!(
                section.body,
                Body::Things { defaults, .. } if defaults.contains(&name.name.as_str())
            );
            let lacks = |key: &Key| key.missing == Missing::Error && table.get(key.name).is_none();
            let lacking = keys.iter().find(|k| lacks(k));
            let close = lacking
                .filter(|_| !self.findings.is_full())
                .and_then(|_| inherited_like(siblings, &name.name, self.document.file));
            if let (Some(key), Some(close), true) = (lacking, close, is_name) {
                let message = format!("`{path}` has no `{}`", key.name);
                let finding = Diagnostic::error("missing-key", name.place.clone(), message);
                self.error(finding.meant(&name.name, close));
                self.table(&path, (&name.place, table), keys, true);
                return;
            }
            self.table(&path, (&name.place, table), keys, by_default || !is_name);
            return;
        }
        let needed: Vec<String> = keys
            .iter()
            .filter(|k| k.missing == Missing::Error)
            .map(|k| k.name.to_owned())
            .collect();
        let message = format!("`{path}` should be a table, but it is {}", node.kind());
        let elsewhere = SECTIONS.iter().any(|s| {
            let is_key = s.name.is_empty() && self::keys(s).iter().any(|k| k.name == name.name);
            s.name == name.name || is_key
        });
        if elsewhere {
            let help = format!(
                "this line belongs to `[{}]`, the heading above it: write it above all headings",
                section.name
            );
            self.error(Diagnostic::error("wrong-type", node.place.clone(), message).help(help));
            return;
        }
        let finding = Diagnostic::error("wrong-type", node.place.clone(), message);
        let has_default = matches!(
            section.body,
            Body::Things { defaults, .. } if defaults.contains(&name.name.as_str())
        );
        let text = node.text().map(Text::as_str).filter(|t| is_short(t));
        self.error(match text {
            // An end that is there by default lacks nothing but another result.
            Some(text @ ("win" | "loss" | "draw")) if has_default => finding
                .help(format!("write `{path}.result = \"{text}\"`"))
                .fix(node.place.clone(), format!("{{ result = \"{text}\" }}")),
            Some(text) if !needed.is_empty() => {
                let (help, value) = thing_help(section.name, &path, text, &needed);
                match value {
                    Some(value) => finding.help(help).offer(node.place.clone(), value),
                    None => finding.help(help),
                }
            }
            _ if needed.is_empty() => {
                finding.help(format!("write a heading `[{path}]` and its keys below"))
            }
            _ => {
                let keys: Vec<String> = needed.iter().map(|key| format!("{key} = …")).collect();
                finding.help(format!("write `{path} = {{ {} }}`", keys.join(", ")))
            }
        });
    }

    /// The keys of a section that is a table itself. A section that no file mentions says only its defaults.
    fn keys(&mut self, path: &str, at: (&Location, &Table), keys: &[Key], top: bool) {
        if !top && at.1.is_empty() {
            // Castling without partners has no condition that could be said to be a default.
            let optional = keys.iter().any(|k| k.missing == Missing::Error);
            let defaults = keys
                .iter()
                .filter(|k| !optional && matches!(k.missing, Missing::Default(_)));
            self.defaults
                .extend(defaults.map(|k| format!("{path}.{}", k.name)));
            return;
        }
        self.table(path, at, keys, false);
    }

    fn table(&mut self, path: &str, at: (&Location, &Table), keys: &[Key], by_default: bool) {
        let (place, table) = at;
        let full = |name: &str| {
            if path.is_empty() {
                name.to_owned()
            } else {
                format!("{path}.{name}")
            }
        };
        let mut meant = Vec::new();
        for (name, node) in table.iter() {
            if let Some(at) = keys.iter().position(|k| k.name == name.name) {
                self.value(&full(keys[at].name), node, keys[at].want);
                self.rows(&full(keys[at].name), node, &keys[..at], keys[at].want);
            } else if !path.is_empty() {
                meant.extend(self.unknown_key(path, name, node, keys));
            }
        }
        for key in keys.iter().filter(|k| table.get(k.name).is_none()) {
            match key.missing {
                Missing::Error if by_default => self.defaults.push(full(key.name)),
                // The format is asked for when the file is read.
                Missing::Error if key.name == "format" => {}
                Missing::Error if !meant.contains(&key.name) => {
                    let message = format!("`{path}` has no `{}`", key.name);
                    let finding = Diagnostic::error("missing-key", place.clone(), message);
                    self.error(finding.help(format!("`{}` is {}", key.name, key.meaning)));
                }
                Missing::Default(_) => self.defaults.push(full(key.name)),
                _ => {}
            }
        }
    }

    /// The tables of a list of tables.
    fn rows(&mut self, path: &str, node: &Node, keys: &[Key], want: Want) {
        if !want.forms.contains(&Form::Tables) {
            return;
        }
        for item in node.list().unwrap_or_default() {
            if let Some(table) = item.table() {
                self.table(path, (&item.place, table), keys, true);
            }
        }
    }

    fn unknown_key(
        &mut self,
        path: &str,
        name: &Name,
        node: &Node,
        keys: &[Key],
    ) -> Option<&'static str> {
        let names: Vec<&'static str> = keys.iter().map(|k| k.name).collect();
        let place = name.place.clone();
        if is_later_key(path, &name.name) {
            let message = format!("`{}` is not in this version", name.name);
            self.error(Diagnostic::error("not-yet", place, message));
            return None;
        }
        let message = format!("`{path}` has no key `{}`", name.name);
        let mut finding = Diagnostic::error("unknown-key", place, message);
        if let Some(section) = SECTIONS
            .iter()
            .find(|s| s.name == name.name && node.table().is_some())
        {
            let help = format!(
                "`{}` is a section of its own: write `[{}]`",
                section.name, section.name
            );
            finding = finding.help(help);
            self.error(finding);
            return None;
        }
        if let Some(section) = SECTIONS
            .iter()
            .find(|s| s.name == name.name && !path.is_empty())
            .filter(|_| meant(&name.name, names.iter().copied()).is_none())
        {
            let help = format!(
                "`{}` is a section, and this line belongs to `[{path}]`, the heading above it: write it above all headings; {}",
                section.name,
                section_help(section, node)
            );
            self.error(finding.help(help));
            return None;
        }
        if node.is_false() {
            finding = finding.label("`false` removes things that have a name, not keys");
        }
        let known = format!("the keys of `{path}` are {}", listed(names.iter().copied()));
        self.unknown(finding, &name.name, names, known)
    }

    /// Whether a name can be one.
    fn name(&mut self, section: &str, name: &Name) -> bool {
        let finding = check_name(section, name);
        let is_name = finding.is_none();
        match (finding, &mut self.names) {
            (Some(_), Some(names)) => {
                names.insert(name.name.clone());
            }
            (Some(finding), None) => self.error(finding),
            (None, _) => {}
        }
        is_name
    }

    fn value(&mut self, path: &str, node: &Node, want: Want) {
        let place = node.place.clone();
        let is_fine = want.forms.iter().any(|form| fits(*form, node));
        if is_fine && !(want.by_side && is_by_side(node)) {
            self.long_texts(node);
            return;
        }
        if let Some(sides) = node.table().filter(|_| want.by_side) {
            return self.sides(path, node, sides, want);
        }
        if let (Value::List(items), Some(item)) = (&node.value, item_of(want)) {
            for item_node in items.iter().filter(|n| !fits(item, n)) {
                let message = format!(
                    "an item of `{path}` should be {}, but it is {}",
                    item.words(),
                    item_node.kind()
                );
                let finding = Diagnostic::error("wrong-type", item_node.place.clone(), message);
                self.error(match item {
                    Form::Table => finding.help("write its keys in braces: `{ KEY = …, KEY = … }`"),
                    _ => finding,
                });
            }
            return;
        }
        if let (Value::Table(items), Some(item)) = (&node.value, named_item_of(want)) {
            let is_wrong = |item_node: &Node| !item_node.is_false() && !fits(item, item_node);
            for (key, item_node) in items.iter().filter(|(_, n)| is_wrong(n)) {
                let path = format!("{path}.{}", key.name);
                let message = format!(
                    "`{path}` should be {}, but it is {}",
                    item.words(),
                    item_node.kind()
                );
                let finding = Diagnostic::error("wrong-type", item_node.place.clone(), message);
                let want = Want::one(match item {
                    Form::Integer => &[Form::Integer],
                    _ => &[Form::Text],
                });
                // A reason is more than a value in quotes.
                let advice =
                    value_help(&path, item_node, want).filter(|_| !path.starts_with("allow."));
                self.error(advised(finding, advice, "", item_node));
            }
            return;
        }
        let mut forms: Vec<_> = want.forms.iter().map(|f| f.words()).collect();
        if want.by_side {
            forms.push("`{ white = …, black = … }`");
        }
        let message = format!(
            "`{path}` should be {}, but it is {}",
            forms.join(" or "),
            node.kind()
        );
        let finding = Diagnostic::error("wrong-type", place.clone(), message);
        self.error(advised(finding, value_help(path, node, want), path, node));
    }

    fn sides(&mut self, path: &str, node: &Node, sides: &Table, want: Want) {
        for (key, half) in sides.iter() {
            if matches!(key.name.as_str(), "white" | "black") {
                let single = Want {
                    by_side: false,
                    ..want
                };
                self.value(&format!("{path}.{}", key.name), half, single);
            } else {
                let message = format!("a side is `white` or `black`, not `{}`", key.name);
                let help = format!(
                    "`{path}` may be {} or `{{ white = …, black = … }}`",
                    want.forms[0].words()
                );
                let finding = Diagnostic::error("unknown-key", key.place.clone(), message);
                let close = similar(&key.name, ["white", "black"]);
                self.error(match close.filter(|close| sides.get(close).is_none()) {
                    Some(close) => finding.meant(&key.name, close),
                    None => finding.help(help),
                });
                return;
            }
        }
        for side in ["white", "black"] {
            if sides.get(side).is_none() {
                let message = format!("`{path}` has no value for {side}");
                let help = "give both sides, `{ white = …, black = … }`, or one value for both";
                self.error(
                    Diagnostic::error("missing-side", node.place.clone(), message).help(help),
                );
            }
        }
    }

    fn long_texts(&mut self, node: &Node) {
        match &node.value {
            Value::Text(text) if text.as_str().len() > MAX_TEXT => {
                let message = format!("this text has more than {MAX_TEXT} characters");
                self.error(Diagnostic::error(
                    "text-too-long",
                    node.place.clone(),
                    message,
                ));
            }
            Value::List(items) => items.iter().for_each(|n| self.long_texts(n)),
            Value::Table(table) => table.iter().for_each(|(_, n)| self.long_texts(n)),
            _ => {}
        }
    }
}

/// The key at the end of a path, and what it means.
fn meaning(path: &str) -> Option<(&'static str, &'static str)> {
    let (section, rest) = path.split_once('.').unwrap_or(("", path));
    let section = SECTIONS.iter().find(|s| s.name == section)?;
    let key = rest.rsplit('.').next()?;
    let keys = match section.body {
        Body::Keys(keys) | Body::Things { keys, .. } => keys,
        Body::Values { .. } => &[],
    };
    let key = keys.iter().find(|k| k.name == key)?;
    Some((key.name, key.meaning))
}

/// How to write a thing that was given as a text: the text as the value of the key that it is probably meant for.
fn thing_help(
    section: &str,
    path: &str,
    text: &str,
    needed: &[String],
) -> (String, Option<String>) {
    let key = match section {
        "end" if matches!(text, "win" | "loss" | "draw") => "result",
        "end" | "counters" => "if",
        "pieces" | "derive" => "moves",
        "promotion" => "to",
        "drop" => "pieces",
        "effects" => "do",
        "armies" => "array",
        _ => "",
    };
    if matches!(text, "none" | "no" | "never" | "off") {
        return (
            format!("to take it out, write `{path} = false`"),
            Some("false".to_owned()),
        );
    }
    let of = |name: &String| {
        if name == key {
            format!("{name} = \"{text}\"")
        } else {
            format!("{name} = …")
        }
    };
    let keys: Vec<String> = needed.iter().map(of).collect();
    (format!("write `{path} = {{ {} }}`", keys.join(", ")), None)
}

/// A finding about a value with the advice how to write it, or with what its key means.
fn advised(finding: Diagnostic, advice: Option<Advice>, path: &str, node: &Node) -> Diagnostic {
    match advice {
        Some(Advice { help, value: None }) => finding.help(help),
        Some(Advice {
            help,
            value: Some(value),
        }) => finding.help(help).fix(node.place.clone(), value),
        None => match meaning(path) {
            Some((key, meaning)) => finding.help(format!("`{key}` is {meaning}")),
            None => finding,
        },
    }
}

/// How to write what was written as a single value of a section.
fn section_help(section: &Section, node: &Node) -> String {
    let name = section.name;
    let text = node.text().map(Text::as_str).unwrap_or_default();
    if !node.is_false() && !matches!(text, "none" | "no" | "never" | "off") {
        return format!("write a heading `[{name}]` and its keys below");
    }
    let nothing = match name {
        "castling" => ", so that nobody castles write `castling.if = \"never\"`",
        "hand" => ", so that captured men are gone write `hand.captured = \"gone\"`",
        "turn" => ", so that nobody passes write `turn.pass = \"never\"`",
        _ => "",
    };
    match &section.body {
        Body::Keys(_) => format!("a section is changed key by key{nothing}"),
        Body::Things { .. } | Body::Values { .. } => {
            format!("what a section has is removed one by one: `{name}.NAME = false`")
        }
    }
}

/// The keys of a section with fixed keys.
fn keys(section: &Section) -> &'static [Key] {
    if let Body::Keys(keys) = section.body {
        keys
    } else {
        &[]
    }
}

fn fits(form: Form, node: &Node) -> bool {
    let all = |of: Form| node.list().is_some_and(|l| l.iter().all(|n| fits(of, n)));
    match form {
        Form::Text => node.text().is_some(),
        Form::Texts => all(Form::Text),
        Form::Integer => node.integer().is_some(),
        Form::Integers => all(Form::Integer),
        Form::Number => node.integer().is_some() || matches!(node.value, Value::Float(_)),
        Form::Bool => node.boolean().is_some(),
        Form::NamedTexts => node
            .table()
            .is_some_and(|t| t.iter().all(|(_, n)| n.is_false() || n.text().is_some())),
        Form::NamedIntegers => node
            .table()
            .is_some_and(|t| t.iter().all(|(_, n)| n.is_false() || n.integer().is_some())),
        Form::Tables => all(Form::Table),
        Form::Table => node.table().is_some(),
    }
}

/// What an item of a list is, if lists are wanted.
fn item_of(want: Want) -> Option<Form> {
    want.forms.iter().find_map(|form| match form {
        Form::Texts => Some(Form::Text),
        Form::Integers => Some(Form::Integer),
        Form::Tables => Some(Form::Table),
        _ => None,
    })
}

/// What a line of a table of names is, if such tables are wanted.
fn named_item_of(want: Want) -> Option<Form> {
    want.forms.iter().find_map(|form| match form {
        Form::NamedTexts => Some(Form::Text),
        Form::NamedIntegers => Some(Form::Integer),
        _ => None,
    })
}

/// Whether a name of the file can be one.
pub(super) fn check_name(section: &str, name: &Name) -> Option<Diagnostic> {
    let place = name.place.clone();
    let text = name.name.as_str();
    if !is_name(text) {
        let lower: String = text
            .to_lowercase()
            .chars()
            .map(|c| {
                if c.is_ascii_lowercase() || c.is_ascii_digit() {
                    c
                } else {
                    '-'
                }
            })
            .collect();
        let better = lower
            .trim_matches('-')
            .trim_start_matches(|c: char| c.is_ascii_digit());
        let finding = Diagnostic::error("bad-name", place, format!("`{text}` is no name"));
        return Some(if is_name(better) {
            let place = name.place.clone();
            finding
                .help(format!(
                    "names are made of small letters, digits and `-`: write `{better}`"
                ))
                .offer(place, better)
        } else {
            finding.help(
                "names are made of small letters a to z, digits and `-`, and start with a letter",
            )
        });
    }
    // Words of conditions and sets; the other sections' names stand in none.
    let spoken = matches!(
        section,
        "pieces" | "groups" | "zones" | "words" | "derive" | "counters"
    );
    let has_meaning = section == "words" && matches!(text, "progress" | "check");
    if spoken && is_reserved(text) && !has_meaning {
        let what = if text.contains('-') || !text.ends_with(|c: char| c.is_ascii_digit()) {
            "a word of the rule language"
        } else {
            "written like a square"
        };
        let message = format!("`{text}` is {what} and cannot be a name");
        let behind = match section {
            "derive" => "form",
            "zones" => "zone",
            "groups" => "men",
            "words" => "word",
            "counters" => "count",
            _ => "piece",
        };
        let help = match what {
            "written like a square" => format!("choose another name, such as `{behind}-{text}`"),
            _ => format!("choose another name, such as `{text}-{behind}`"),
        };
        return Some(Diagnostic::error("reserved-name", place, message).help(help));
    }
    None
}

/// Whether a text is made of small letters, digits and `-`, and starts with a letter.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// The place where a name was removed, if it was.
pub(super) fn removed<'a>(
    document: &'a Document,
    sections: &[&str],
    name: &str,
) -> Option<&'a Removed> {
    document
        .removed
        .iter()
        .find(|r| r.name == name && sections.contains(&r.section.as_str()))
}
