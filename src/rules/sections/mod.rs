//! The sections of a rule file, one module each.
//!
//! A section says which keys it has, what they mean and what holds if they are missing; how it becomes part of the
//! rule model; and how it is checked against the rest. [`SECTIONS`] is the one list of them: known keys, suggestions,
//! printing and the manual's table come from it.

mod advice;
mod allow;
mod armies;
mod board;
mod build;
mod castling;
mod choices;
mod counters;
mod derive;
mod drop;
mod effects;
mod end;
mod groups;
mod hand;
mod inherited;
mod laws;
mod mend;
mod order;
mod pieces;
mod promotion;
mod protocol;
mod reference;
mod setup;
mod shape;
mod shuffle;
mod test;
mod top;
mod turn;
mod uses;
mod witness;
mod words;
mod zones;

pub(crate) use allow::{keep_used, silences, subject};
pub(crate) use build::build;
pub use reference::reference;
pub(crate) use uses::{uses, vocabulary};

use crate::document::{Plan, SectionPlan};
use build::Build;

/// All sections, in the order in which a file reads best. Within a pass they are lowered in this order.
pub(crate) const SECTIONS: &[&Section] = &[
    &top::SECTION,
    &board::SECTION,
    &setup::SECTION,
    &pieces::SECTION,
    &derive::SECTION,
    &armies::SECTION,
    &groups::SECTION,
    &zones::SECTION,
    &words::SECTION,
    &promotion::SECTION,
    &castling::SECTION,
    &hand::SECTION,
    &drop::SECTION,
    &turn::SECTION,
    &effects::SECTION,
    &counters::SECTION,
    &laws::FORBID,
    &laws::FORCED,
    &end::SECTION,
    &allow::SECTION,
    &protocol::SECTION,
    &witness::SECTION,
    &test::SECTION,
];

/// One section of a rule file.
pub(crate) struct Section {
    /// Its name; empty for the keys outside of all sections.
    pub(crate) name: &'static str,
    /// What it is about, in one line.
    pub(crate) meaning: &'static str,
    /// What stands in it.
    pub(crate) body: Body,
    /// Whether a file takes it over from its base.
    pub(crate) inherited: bool,
    /// What it does in each pass.
    steps: &'static [(Pass, Step)],
}

/// What stands in a section.
pub(crate) enum Body {
    /// Fixed keys.
    Keys(&'static [Key]),
    /// Things with free names, each a table with these keys.
    Things {
        /// The keys of each.
        keys: &'static [Key],
        /// Things that are there although no file says them.
        defaults: &'static [&'static str],
    },
    /// Free names with a value each.
    Values {
        /// What each may hold.
        want: Want,
        /// Values that are there although no file says them.
        defaults: &'static [(&'static str, &'static str)],
    },
}

/// A key of a section.
pub(crate) struct Key {
    /// The name.
    pub(crate) name: &'static str,
    /// What it may hold.
    pub(crate) want: Want,
    /// What holds if it is missing.
    pub(crate) missing: Missing,
    /// What it means, in one line.
    pub(crate) meaning: &'static str,
}

/// What holds if a key is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// It has to be there.
    Error,
    /// Nothing.
    Nothing,
    /// A default, as it would be written.
    Default(&'static str),
}

/// What a key may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Want {
    /// The forms of a value.
    pub(crate) forms: &'static [Form],
    /// Whether it may be given for each side as `{ white = …, black = … }`.
    pub(crate) by_side: bool,
}

/// A form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Texts,
    Integer,
    Integers,
    Number,
    Bool,
    /// A table of names and texts.
    NamedTexts,
    /// A table of names and whole numbers.
    NamedIntegers,
    /// A list of tables. Each has the keys that stand before this one in the list of keys.
    Tables,
    /// An item of such a list.
    Table,
}

impl Want {
    const TEXT: Self = Self::one(&[Form::Text]);
    const TEXTS: Self = Self::one(&[Form::Texts]);
    const TEXT_OR_TEXTS: Self = Self::one(&[Form::Text, Form::Texts]);
    const INTEGER: Self = Self::one(&[Form::Integer]);
    const INTEGER_OR_TEXT: Self = Self::one(&[Form::Integer, Form::Text]);
    const INTEGER_OR_LINES: Self = Self::one(&[Form::Integer, Form::Text, Form::Texts]);
    const INTEGERS: Self = Self::one(&[Form::Integers]);
    const NUMBER: Self = Self::one(&[Form::Number]);
    const BOOL: Self = Self::one(&[Form::Bool]);
    const BOOL_OR_TEXT: Self = Self::one(&[Form::Bool, Form::Text]);
    const NAMED_TEXTS: Self = Self::one(&[Form::NamedTexts]);
    const NAMED_INTEGERS: Self = Self::one(&[Form::NamedIntegers]);
    const TEXTS_OR_NAMED: Self = Self::one(&[Form::Text, Form::Texts, Form::NamedTexts]);
    const TABLES: Self = Self::one(&[Form::Tables]);

    const fn one(forms: &'static [Form]) -> Self {
        Self {
            forms,
            by_side: false,
        }
    }

    const fn or_by_side(self) -> Self {
        Self {
            forms: self.forms,
            by_side: true,
        }
    }
}

impl Form {
    /// How a message and the manual call it, with an article.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Text => "a text in quotes",
            Self::Texts => "a list of texts",
            Self::Integer => "a whole number",
            Self::Integers => "a list of whole numbers",
            Self::Number => "a number",
            Self::Bool => "`true` or `false`",
            Self::NamedTexts => "a table of names and texts",
            Self::NamedIntegers => "a table of names and whole numbers",
            Self::Tables => "a list of tables",
            Self::Table => "a table",
        }
    }
}

/// A part of the work on a section.
type Step = fn(&mut Build<'_>);

/// The passes over the sections. A pass runs only if the ones before found no error, so that one mistake is one
/// message; only a mistake in what a name stands for does no harm to what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// The board's size.
    Board,
    /// What pieces, groups, zones and words there are.
    Names,
    /// What they do.
    Rules,
    /// The start position, and whatever needs all the rules.
    Start,
    /// What the file says about itself.
    Tests,
}

impl Pass {
    /// Whether it makes sense only if everything before is right.
    const fn needs_all(self) -> bool {
        matches!(self, Self::Start | Self::Tests)
    }

    const ALL: [Self; 5] = [
        Self::Board,
        Self::Names,
        Self::Rules,
        Self::Start,
        Self::Tests,
    ];
}

impl Section {
    /// Whether it only gives names to things, so that a mistake in it can be covered by a stand-in.
    fn names_only(&self) -> bool {
        matches!(self.body, Body::Values { .. })
    }

    /// Whether it holds things or values with free names.
    fn has_names(&self) -> bool {
        !matches!(self.body, Body::Keys(_))
    }
}

/// What merging and printing have to know.
pub(crate) fn plan() -> Plan {
    let mut plan = Plan {
        sections: Vec::new(),
        top: Vec::new(),
        top_inherited: Vec::new(),
    };
    for section in SECTIONS {
        match section.body {
            Body::Keys(keys) if section.name.is_empty() => {
                plan.top = keys.iter().map(|k| k.name).collect();
                plan.top_inherited = top::INHERITED.to_vec();
                continue;
            }
            _ => {}
        }
        let defaults = match section.body {
            Body::Keys(_) => Vec::new(),
            Body::Things { defaults, .. } => defaults.to_vec(),
            Body::Values { defaults, .. } => defaults.iter().map(|(name, _)| *name).collect(),
        };
        plan.sections.push(SectionPlan {
            name: section.name,
            named: section.has_names(),
            defaults,
            inherited: section.inherited,
            new_first: section.name == end::SECTION.name,
        });
    }
    plan
}
