//! Reading a rule file and the bases that it builds on.

use super::merge::Merger;
use super::{Document, Plan};
use crate::diagnostics::{Diagnostic, Findings};
use crate::similar::{listed, similar};
use crate::source::{FileId, Location, Sources, Table, Text, add_bytes, read};
use std::path::{Path, PathBuf};

/// A base of a base of a base … at most so deep.
const MAX_DEPTH: usize = 8;

/// Where a text comes from, which decides where its base is looked for first.
#[derive(Clone, Debug)]
pub(crate) enum Home {
    /// A file.
    File(PathBuf),
    /// A shipped game with this name.
    Shipped(String),
    /// Neither: standard input or a text of the program that uses the library.
    Nowhere,
}

impl Home {
    /// Whether both are the same file, by whatever path.
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File(one), Self::File(two)) => {
                let real = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
                real(one) == real(two)
            }
            (Self::Shipped(one), Self::Shipped(two)) => one == two,
            _ => false,
        }
    }
}

/// A base that was found.
#[derive(Debug)]
pub(crate) struct Found {
    /// The name shown to people.
    pub(crate) name: String,
    /// Where it is.
    pub(crate) home: Home,
    /// What it holds, at most one byte more than a rule file may have.
    pub(crate) bytes: std::io::Result<Vec<u8>>,
}

/// Finds the files that `base` names.
pub(crate) trait Shelf {
    /// The file called `name` (a relative path without `.toml`) for a text from a certain home.
    fn find(&self, name: &str, home: &Home) -> Option<Found>;

    /// All names that [`Shelf::find`] could find.
    fn names(&self, home: &Home) -> Vec<String>;
}

/// One file of a chain of bases.
struct Link {
    file: FileId,
    table: Table,
    home: Home,
}

/// Reads a rule file with its bases and merges them. `None` if a file of the chain cannot be used so far.
pub(crate) fn load(
    sources: &mut Sources,
    findings: &mut Findings,
    shelf: &impl Shelf,
    plan: &Plan,
    found: (&str, &[u8], Home),
) -> Option<Document> {
    let (name, bytes, home) = found;
    let mut chain = vec![open(sources, findings, name, bytes, home)?];
    findings.step();
    while let Some(base) = chain
        .last()
        .and_then(|link| link.table.text("base"))
        .cloned()
    {
        let link = follow(sources, findings, shelf, &chain, &base)?;
        chain.push(link);
    }
    findings.step();
    let file = chain.first()?.file;
    let mut merger = Merger::new(plan, findings);
    let mut table = Table::new();
    for link in chain.into_iter().rev() {
        table = merger.merge(table, link.table);
    }
    let removed = merger.removed;
    Some(Document {
        table,
        file,
        removed,
    })
}

/// Reads one file. A base that is no text is found later, as any wrong type.
fn open(
    sources: &mut Sources,
    findings: &mut Findings,
    name: &str,
    bytes: &[u8],
    home: Home,
) -> Option<Link> {
    let (file, finding) = add_bytes(sources, name, bytes);
    if let Some(finding) = finding {
        findings.push(finding);
        return None;
    }
    let (table, errors) = read(sources, file);
    let is_fine = errors.is_empty();
    findings.extend(errors);
    (is_fine && check_format(&table, file, findings)).then_some(Link { file, table, home })
}

/// The newest format that this version reads.
const FORMAT: i64 = 1;

/// Whether the file has a format that can be read; otherwise nothing else in it counts.
fn check_format(table: &Table, file: FileId, findings: &mut Findings) -> bool {
    let line = format!("write `format = {FORMAT}` in the first line");
    let Some(node) = table.get("format") else {
        // It is read as the format of today, so that the other mistakes are told too; a key that is spelt almost so is
        // told where unknown keys are.
        let is_misspelt = |name: &str| similar(name, ["format"]).is_some();
        if table.iter().any(|(key, _)| is_misspelt(&key.name)) {
            return true;
        }
        let place = Location::new(file, 0..0);
        let message = "the file does not say its format";
        findings.push(
            Diagnostic::error("missing-format", place.clone(), message)
                .help(line)
                .fix(place, format!("format = {FORMAT}\n")),
        );
        return true;
    };
    let place = node.place.clone();
    match node.integer() {
        Some(FORMAT) => return true,
        Some(number) if number > FORMAT => findings.push(
            Diagnostic::error(
                "newer-format",
                place,
                format!("this file has format {number} and is made for a newer version of ferz"),
            )
            .help(format!("get a newer ferz; this one reads format {FORMAT}")),
        ),
        _ => findings
            .push(Diagnostic::error("wrong-format", place, "there is no such format").help(line)),
    }
    false
}

/// Opens the base that the last file of a chain names.
fn follow(
    sources: &mut Sources,
    findings: &mut Findings,
    shelf: &impl Shelf,
    chain: &[Link],
    base: &Text,
) -> Option<Link> {
    let place = base.at(0..base.as_str().len());
    let name = base.as_str().strip_prefix("./").unwrap_or(base.as_str());
    let name = name.strip_suffix(".toml").unwrap_or(name);
    let home = &chain.last()?.home;
    if is_outside(name) {
        findings.push(
            Diagnostic::error(
                "base-outside",
                place,
                "a base stands in the folder of the file or below it",
            )
            .help("write the name of a game, such as the ones that `ferz list` shows"),
        );
        return None;
    }
    let Some(found) = shelf.find(name, home) else {
        let names = shelf.names(home);
        let names = || names.iter().map(String::as_str);
        let message = format!("there is no game called `{name}` to build on");
        let finding = Diagnostic::error("unknown-base", place, message);
        findings.push(match similar(name, names()) {
            Some(close) => finding.meant(name, close),
            None => finding.help(format!("there are {}", listed(names()))),
        });
        return None;
    };
    if let Some(start) = chain.iter().position(|l| l.home.is(&found.home)) {
        let files = chain[start..].iter().map(|l| sources.file(l.file).name());
        let names: Vec<_> = files.chain([found.name.as_str()]).map(stem).collect();
        let message = format!("the bases go in a circle: {}", names.join(" -> "));
        let mut finding = Diagnostic::error("circular-base", place, message)
            .help("one of them must stand alone or build on another game");
        for link in &chain[start..chain.len() - 1] {
            if let Some(node) = link.table.get("base") {
                finding = finding.related(node.place.clone(), "this base belongs to the circle");
            }
        }
        findings.push(finding);
        return None;
    }
    if chain.len() > MAX_DEPTH {
        let message = format!(
            "this is base number {} of a chain; {MAX_DEPTH} are the most",
            chain.len()
        );
        findings.push(Diagnostic::error("deep-base", place, message));
        return None;
    }
    match found.bytes {
        Ok(bytes) => open(sources, findings, &found.name, &bytes, found.home),
        Err(error) => {
            let message = format!("{} cannot be read: {error}", found.name);
            findings.push(Diagnostic::error("unreadable-base", place, message));
            None
        }
    }
}

/// A file's name without its folder and ending.
fn stem(name: &str) -> String {
    Path::new(name)
        .file_stem()
        .map_or_else(|| name.to_owned(), |s| s.to_string_lossy().into_owned())
}

/// Whether a base's name could lead out of the file's folder, on any system.
fn is_outside(name: &str) -> bool {
    name.starts_with('/')
        || name.contains(['\\', ':', '\0'])
        || name.split('/').any(|part| part == "..")
}
