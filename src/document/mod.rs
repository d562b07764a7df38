//! One rule file with its bases merged in, still as raw values with places.
//!
//! Knows how files are found for `base`, how tables merge and how the result is written as one file. What the keys
//! mean it does not know: what it has to know of sections stands in a [`Plan`].

mod chain;
mod merge;
mod print;

pub(crate) use chain::{Found, Home, Shelf, load};
pub(crate) use print::{name as key_text, print, string};

use crate::source::{FileId, Key, Location, Node, Table, Text, Value};

/// What merging and printing have to know about the sections of a rule file.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// All sections in the order in which they are printed.
    pub(crate) sections: Vec<SectionPlan>,
    /// Keys outside of all sections, in the order in which they are printed.
    pub(crate) top: Vec<&'static str>,
    /// Those of them that a file takes over from its base.
    pub(crate) top_inherited: Vec<&'static str>,
}

/// The same about one section.
#[derive(Clone, Debug)]
pub(crate) struct SectionPlan {
    pub(crate) name: &'static str,
    /// Whether it holds things with free names, which `false` removes.
    pub(crate) named: bool,
    /// Names that are there by default, and can be removed although no file says them.
    pub(crate) defaults: Vec<&'static str>,
    /// Whether a file takes it over from its base.
    pub(crate) inherited: bool,
    /// Whether what a file adds comes before what it inherits.
    pub(crate) new_first: bool,
}

impl Plan {
    fn section(&self, name: &str) -> Option<&SectionPlan> {
        self.sections.iter().find(|s| s.name == name)
    }
}

/// A rule file with its bases merged in.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// The merged tables. Removed things stand there as `false`.
    pub(crate) table: Table,
    /// The file itself.
    pub(crate) file: FileId,
    /// What was removed.
    pub(crate) removed: Vec<Removed>,
}

impl Document {
    /// Writes other armies into the start position, with the place of the armies that there are.
    pub(crate) fn choose(&mut self, armies: &[String; 2]) {
        let start = || Location::new(self.file, 0..0);
        let armed = self.table.entry("armies");
        let place = armed.map_or_else(start, |(key, _)| key.place.clone());
        let mut setup = self.table.table("setup").cloned().unwrap_or_default();
        setup.retain(|key, _| !["fen", "array", "rights"].contains(&key.name.as_str()));
        for (name, army) in ["white", "black"].into_iter().zip(armies) {
            let key = Key {
                name: name.to_owned(),
                place: place.clone(),
            };
            let text = Text::made(army.as_str(), place.clone());
            setup.set(key, Node::new(Value::Text(text), place.clone()));
        }
        let key = Key {
            name: "setup".to_owned(),
            place: place.clone(),
        };
        self.table.set(key, Node::new(Value::Table(setup), place));
    }
}

/// Something that a file removed with `NAME = false`.
#[derive(Clone, Debug)]
pub(crate) struct Removed {
    /// Its section.
    pub(crate) section: String,
    /// Its name.
    pub(crate) name: String,
    /// Where it is removed.
    pub(crate) place: Location,
    /// What it was.
    pub(crate) was: Option<Node>,
}

#[cfg(test)]
mod tests;
