//! A game and its file, as the questions ask them.

use crate::board::{Man, PieceId, Side};
use crate::notation::{Term, either};
use crate::rules::told::Told;
use crate::rules::{Condition, End, Rules, sentence};
use crate::source::{FileId, Table};

/// A game and its file with the bases merged in.
pub(super) struct Game<'a> {
    pub(super) rules: &'a Rules,
    pub(super) told: Told<'a>,
    merged: &'a Table,
    file: FileId,
}

/// Who says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The file itself.
    Own,
    /// A base.
    Base(FileId),
    /// Nobody.
    Default,
}

impl<'a> Game<'a> {
    pub(super) fn new(rules: &'a Rules, merged: &'a Table, file: FileId) -> Self {
        Self {
            rules,
            told: Told::new(rules),
            merged,
            file,
        }
    }

    /// Who says a key; a thing that is removed is said not to be.
    fn origin(&self, key: &str) -> Origin {
        let mut inside = self.merged;
        let mut names = key.split('.').peekable();
        while let Some(name) = names.next() {
            let Some((found, node)) = inside.entry(name) else {
                return Origin::Default;
            };
            match node.table() {
                Some(table) if names.peek().is_some() => inside = table,
                _ if found.place.file == self.file => return Origin::Own,
                _ => return Origin::Base(found.place.file),
            }
        }
        Origin::Default
    }

    /// Who says the first of some keys that anybody says, the file itself before its bases.
    pub(super) fn origin_of(&self, keys: &[String]) -> Origin {
        let origins: Vec<Origin> = keys.iter().map(|key| self.origin(key)).collect();
        if origins.contains(&Origin::Own) {
            return Origin::Own;
        }
        let said = origins.into_iter().find(|o| *o != Origin::Default);
        said.unwrap_or(Origin::Default)
    }

    /// Whether anybody says a key.
    pub(super) fn says(&self, key: &str) -> bool {
        self.origin(key) != Origin::Default
    }

    /// The text under a key.
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        let (path, name) = key.rsplit_once('.')?;
        let table = path
            .split('.')
            .try_fold(self.merged, |table, name| table.table(name))?;
        table.text(name).map(crate::source::Text::as_str)
    }

    /// The end with a name.
    pub(super) fn end(&self, name: &str) -> Option<&'a End> {
        self.rules.ends.iter().find(|end| end.id == name)
    }

    /// Whether some end asks for something.
    pub(super) fn ends_ask(&self, is: &impl Fn(&Condition) -> bool) -> bool {
        self.rules.ends.iter().any(|end| end.condition.has(is))
    }

    /// Whether somebody has a royal piece.
    pub(super) fn has_royals(&self) -> bool {
        let has = |side: &Side| !self.rules.royals(*side).is_empty();
        Side::ALL.iter().any(has)
    }

    /// How many men of a kind a side starts with.
    pub(super) fn starters(&self, side: Side, kind: PieceId) -> usize {
        let man = Some(Man { side, kind });
        self.rules.array.iter().filter(|m| **m == man).count()
    }

    /// Whether a man of a kind has a term for which something holds.
    pub(super) fn can(&self, kind: PieceId, is: &impl Fn(&Term) -> bool) -> bool {
        let has = |side: &Side| self.rules.terms(Man { side: *side, kind }).any(is);
        Side::ALL.iter().any(has)
    }

    /// The kinds that have a term for which something holds.
    pub(super) fn those_that_can(&self, is: &impl Fn(&Term) -> bool) -> Vec<PieceId> {
        let kinds = self.rules.kinds().map(|(id, _)| id);
        kinds.filter(|kind| self.can(*kind, is)).collect()
    }

    /// The titles of kinds: `Pawn or King`.
    pub(super) fn titles(&self, kinds: &[PieceId]) -> String {
        let titles = kinds.iter().map(|k| sentence::title(self.rules, *k));
        either(titles.collect())
    }

    /// One of some kinds: `a Pawn`, `a Pawn or King`.
    pub(super) fn one(&self, kinds: &[PieceId]) -> String {
        sentence::with_article(&self.titles(kinds))
    }

    /// Whether a man of a kind can reach a square from which it could never move again.
    pub(super) fn gets_stuck(&self, kind: PieceId) -> bool {
        let stuck = |side: Side| {
            let man = Man { side, kind };
            let squares = self.rules.stuck_squares(man);
            !squares.is_empty() && squares.len() < self.rules.shape.len() / 2
        };
        Side::ALL.into_iter().any(stuck)
    }
}

/// A text in the quotes of a rule file.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}
