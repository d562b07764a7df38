//! Lints of meaning: what a file says without a mistake, and probably does not mean.
//!
//! They are run by [`Loaded::checked`](crate::Loaded::checked), never by plain loading, and only on files without errors.
//! Each theme has a file of its own with one function of the type [`Lint`], which [`LINTS`] lists. A lint tells what it
//! finds as warnings or notes, whose codes stand in `diagnostics/codes.rs` and in docs/codes.md. The lines of `[allow]`
//! are applied afterwards: a lint need not ask for them. A finding is about the thing whose line its place is in; a lint
//! that has to put its place elsewhere says so with [`Diagnostic::about`](crate::diagnostics::Diagnostic::about).
mod idle;
mod men;
mod names;
mod order;
mod start;
mod statements;

use crate::board::{Shape, SquareSet};
use crate::diagnostics::Findings;
use crate::document::Document;
use crate::prospect::Prospect;
use crate::rules::Rules;
use crate::source::{Location, Node, Table};

/// Looks for one kind of doubtful rules.
type Lint = fn(&Case<'_>, &mut Findings);

/// All lints. The order does not matter: findings are sorted by place.
const LINTS: &[Lint] = &[
    idle::idle,
    men::men,
    names::names,
    order::order,
    start::start,
    statements::statements,
];

/// What a lint looks at.
pub(crate) struct Case<'a> {
    /// The rules, which are without errors.
    pub(crate) rules: &'a Rules,
    /// Where the file says them.
    pub(crate) places: Places<'a>,
    /// What can come about in the game.
    prospect: Prospect<'a>,
}

/// Runs all lints.
pub(crate) fn lint(rules: &Rules, document: &Document, findings: &mut Findings) {
    let case = Case {
        rules,
        places: Places::new(document),
        prospect: Prospect::new(rules),
    };
    for lint in LINTS {
        lint(&case, findings);
    }
}

/// Where things stand in a file and its bases.
#[derive(Clone, Copy)]
pub(crate) struct Places<'a> {
    document: &'a Document,
}

impl<'a> Places<'a> {
    /// The places of a document.
    pub(crate) fn new(document: &'a Document) -> Self {
        Self { document }
    }

    /// The value at a path of names, such as `["pieces", "king", "moves"]`, if a file says it. Removed things are not
    /// there.
    pub(crate) fn node(self, path: &[&str]) -> Option<&'a Node> {
        self.entry(path).map(|(_, node)| node)
    }

    /// The place of the value at a path. That of a section or a thing is its name.
    pub(crate) fn of(self, path: &[&str]) -> Option<Location> {
        let (key, node) = self.entry(path)?;
        let is_table = node.table().is_some();
        Some(if is_table { key } else { node.place.clone() })
    }

    /// The place of the name at the end of a path.
    pub(crate) fn name(self, path: &[&str]) -> Option<Location> {
        self.entry(path).map(|(key, _)| key)
    }

    /// The place for what stands nowhere: the beginning of the file.
    pub(crate) fn nowhere(self) -> Location {
        Location::new(self.document.file, 0..0)
    }

    /// Where the start position is written.
    pub(crate) fn setup(self) -> Location {
        let keys = ["fen", "array", "white"];
        let place = keys.iter().find_map(|key| self.of(&["setup", key]));
        place.unwrap_or_else(|| self.nowhere())
    }

    /// Whether a place is in the file itself and in none of its bases.
    pub(crate) fn is_own(self, place: &Location) -> bool {
        place.file == self.document.file
    }

    /// The file with its bases merged in.
    pub(crate) fn document(self) -> &'a Table {
        &self.document.table
    }

    fn entry(self, path: &[&str]) -> Option<(Location, &'a Node)> {
        let (last, sections) = path.split_last()?;
        let mut table = &self.document.table;
        for name in sections {
            table = table.table(name)?;
        }
        let (key, node) = table.entry(last)?;
        (!node.is_false() || sections.len() != 1).then(|| (key.place.clone(), node))
    }
}

/// So many squares are named one by one.
const MOST_SQUARES: usize = 12;

/// The names of squares, or how many they are.
fn squares_text(shape: Shape, squares: SquareSet) -> String {
    match squares.len() {
        0 => "no square".to_owned(),
        many if many > MOST_SQUARES => format!("{many} squares"),
        _ => {
            let names: Vec<String> = squares.iter().map(|s| shape.name(s).to_string()).collect();
            joined(&names)
        }
    }
}

/// `a1`, `a1 and b1`, `a1, b1 and c1`.
fn joined(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
