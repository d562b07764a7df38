//! What differs between two games, in sentences, and in how many positions it shows.
//!
//! [`Diff`] compares the rules themselves, not the files: the same rules written otherwise are no difference. [`sample()`]
//! plays random games of both and compares the legal moves.
//!
//! ```
//! use ferz::{Variant, diff::Diff};
//! let text = "format = 1\nbase = 'chess'\npieces.queen = { moves = 'QN' }\n";
//! let (chess, amazon) = (Variant::named("chess")?, Variant::from_text("amazon.toml", text)?);
//! let diff = Diff::new(chess.rules(), amazon.rules());
//! assert_eq!(diff.changes.len(), 1);
//! assert_eq!(diff.changes[0].subject, "Queen (Q)");
//! assert!(Diff::new(chess.rules(), chess.rules()).changes.is_empty());
//! # Ok::<(), ferz::LoadError>(())
//! ```

mod canon;
mod facts;
mod names;
mod sample;
mod share;
mod start;
mod wording;

pub(crate) use sample::Sampler;
pub use sample::{Example, Foreign, Sampled, Sampling, Share, sample};
pub(crate) use share::Men;

use crate::rules::Rules;
use facts::{Fact, facts};
use names::Pairs;

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Theme {
    /// The board.
    Board,
    /// The start position.
    Start,
    /// A piece.
    Pieces,
    /// Check, and what is forbidden or has to be done.
    Laws,
    /// A promotion.
    Promotion,
    /// Castling.
    Castling,
    /// Captured men, hands and drops.
    Hands,
    /// What a turn consists of.
    Turn,
    /// What a move does besides.
    Effects,
    /// A counter.
    Counters,
    /// How the game ends.
    Ends,
    /// Names, texts and other things by which nobody plays.
    Wording,
}

impl Theme {
    /// A stable word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Start => "start",
            Self::Pieces => "pieces",
            Self::Laws => "laws",
            Self::Promotion => "promotion",
            Self::Castling => "castling",
            Self::Hands => "hands",
            Self::Turn => "turn",
            Self::Effects => "effects",
            Self::Counters => "counters",
            Self::Ends => "ends",
            Self::Wording => "wording",
        }
    }
}

/// In which of two games a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Presence {
    /// In both, but not the same.
    Both,
    /// Only in the first.
    First,
    /// Only in the second.
    Second,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// What the rule is about.
    pub theme: Theme,
    /// What the rule is called, such as `Queen (Q)` or `stalemate`.
    pub subject: String,
    /// Which game has the rule.
    pub presence: Presence,
    /// What the first game says and the second does not.
    pub before: Vec<String>,
    /// What the second game says and the first does not.
    pub after: Vec<String>,
}

impl Change {
    pub(crate) fn new(theme: Theme, subject: impl Into<String>) -> Self {
        Self {
            theme,
            subject: subject.into(),
            presence: Presence::Both,
            before: Vec::new(),
            after: Vec::new(),
        }
    }

    pub(crate) fn only(mut self, presence: Presence) -> Self {
        self.presence = presence;
        self
    }

    pub(crate) fn told(mut self, before: Vec<String>, after: Vec<String>) -> Self {
        self.before = before;
        self.after = after;
        self
    }
}

/// All differences between the rules of two games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diff {
    /// Differences by which the games are played otherwise.
    pub changes: Vec<Change>,
    /// Differences in names, texts and tests.
    pub wording: Vec<Change>,
}

impl Diff {
    /// Compares two games.
    pub fn new(first: &Rules, second: &Rules) -> Self {
        let pairs = Pairs::new(first, second);
        let names = (
            Pairs::names_of_first(first),
            pairs.names_of_second(first, second),
        );
        let (old, new) = (facts(first, &names.0), facts(second, &names.1));
        // The second game's sentences with the first one's names of pieces, so that a new name is no new rule.
        let like = facts(&pairs.titled_like(first, second), &names.1);
        let mut diff = Self::default();
        let renamed = renamed(&old, &new);
        for fact in &old {
            let partner = partner(fact, &new, &renamed);
            let like = partner.and_then(|p| like.get(place(p, &new)?));
            diff.changes.extend(change(fact, partner.zip(like)));
            diff.wording.extend(called(fact, partner));
        }
        let is_new = |fact: &&Fact| {
            let mut same = old.iter().map(|old| partner(old, &new, &renamed));
            !same.any(|p| p.is_some_and(|p| std::ptr::eq(p, *fact))) && !is_aside(fact)
        };
        let added = new.iter().filter(is_new);
        diff.changes.extend(added.map(|fact| {
            let change = Change::new(fact.theme, fact.title.as_str());
            change.only(Presence::Second).told(Vec::new(), fact.told())
        }));
        diff.changes.extend(start::changes((first, second), &pairs));
        diff.changes.extend(orders(&old, &new, &renamed));
        diff.wording
            .extend(wording::changes((first, second), &pairs));
        diff.changes.sort_by_key(|change| change.theme);
        diff
    }

    /// Whether both games are played by the same rules.
    pub fn is_same(&self) -> bool {
        self.changes.is_empty()
    }
}

/// Facts that are compared only where both games have them: the other one follows from something that has been told.
fn is_aside(fact: &Fact) -> bool {
    matches!(
        (fact.theme, fact.name.as_str()),
        (Theme::Ends, "progress") | (Theme::Start, "view")
    )
}

/// Places of facts that mean the same under another name, the old one first.
fn renamed(old: &[Fact], new: &[Fact]) -> Vec<(usize, usize)> {
    let lacks = |fact: &Fact, others: &[Fact]| !others.iter().any(|o| same_name(fact, o));
    let may = |fact: &Fact| !matches!(fact.theme, Theme::Pieces | Theme::Start);
    let mut renamed: Vec<(usize, usize)> = Vec::new();
    for (at, fact) in old.iter().enumerate() {
        if !may(fact) || !lacks(fact, new) {
            continue;
        }
        let mut left = new.iter().enumerate();
        let found = left.find(|(to, other)| {
            lacks(other, old) && fact.means(other) && !renamed.iter().any(|(_, t)| t == to)
        });
        renamed.extend(found.map(|(to, _)| (at, to)));
    }
    renamed
}

fn same_name(one: &Fact, two: &Fact) -> bool {
    one.theme == two.theme && one.name == two.name
}

/// The fact of the second game that stands for one of the first.
fn partner<'n>(fact: &Fact, new: &'n [Fact], renamed: &[(usize, usize)]) -> Option<&'n Fact> {
    let by_name = new.iter().find(|other| same_name(fact, other));
    by_name.or_else(|| {
        let mut found = renamed.iter().filter_map(|(_, to)| new.get(*to));
        found.find(|other| fact.means(other))
    })
}

/// The place of a fact in the list that it is in.
fn place(fact: &Fact, list: &[Fact]) -> Option<usize> {
    list.iter().position(|other| std::ptr::eq(other, fact))
}

/// How a fact changes, if it does. The second game's comes with the same fact in the first one's names.
fn change(old: &Fact, new: Option<(&Fact, &Fact)>) -> Option<Change> {
    let change = Change::new(old.theme, old.title.as_str());
    let Some((new, like)) = new else {
        let change = change.only(Presence::First).told(old.told(), Vec::new());
        return (!is_aside(old)).then_some(change);
    };
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for ((old, new), like) in old.parts.iter().zip(&new.parts).zip(&like.parts) {
        // What only one game has to say at all, such as values, is told elsewhere.
        if old.meaning == new.meaning || old.told.is_empty() || new.told.is_empty() {
            continue;
        }
        let gone = old.told.iter().filter(|line| !like.told.contains(line));
        let come = new.told.iter().zip(&like.told);
        let come = come.filter(|(_, like)| !old.told.contains(like));
        let gone: Vec<String> = gone.cloned().collect();
        let come: Vec<String> = come.map(|(line, _)| line.clone()).collect();
        if gone.is_empty() && come.is_empty() {
            // Only names differ, or not even these: then all is shown.
            let alike = if old.told == new.told {
                " (Not the same, though it is told alike.)"
            } else {
                ""
            };
            before.extend(old.told.clone());
            after.extend(new.told.iter().map(|line| format!("{line}{alike}")));
        }
        before.extend(gone);
        after.extend(come);
    }
    let changed = !before.is_empty() || !after.is_empty();
    changed.then(|| change.told(before, after))
}

/// Another name for the same rule.
fn called(old: &Fact, new: Option<&Fact>) -> Option<Change> {
    let new = new.filter(|new| new.name != old.name)?;
    let change = Change::new(
        Theme::Wording,
        format!("{} {}", old.theme.word(), old.title),
    );
    Some(change.told(
        vec![format!("It is called `{}`.", old.title)],
        vec![format!("It is called `{}`.", new.title)],
    ))
}

/// Where the order of rules counts and another one is the first.
fn orders(old: &[Fact], new: &[Fact], renamed: &[(usize, usize)]) -> Vec<Change> {
    let lists: [(Theme, &str, &str); 3] = [
        (Theme::Ends, "", "the first that holds counts"),
        (Theme::Effects, "", "each happens after the one before"),
        (
            Theme::Laws,
            "forced ",
            "the first that can be followed counts",
        ),
    ];
    let mut changes = Vec::new();
    for (theme, begins, why) in lists {
        let listed =
            |fact: &&Fact| fact.theme == theme && fact.name.starts_with(begins) && !is_aside(fact);
        // Facts that both games have, in the order of each.
        let partners: Vec<(&Fact, &Fact)> = old
            .iter()
            .filter(listed)
            .filter_map(|fact| Some((fact, partner(fact, new, renamed)?)))
            .collect();
        let titles = |mut facts: Vec<&Fact>| -> Vec<String> {
            facts.dedup_by(|a, b| std::ptr::eq(*a, *b));
            facts.iter().map(|f| format!("`{}`", f.title)).collect()
        };
        let first = partners.iter().map(|(fact, _)| *fact).collect();
        let mut sorted = partners.clone();
        sorted.sort_by_key(|(_, fact)| place(fact, new));
        let second: Vec<&Fact> = sorted.iter().map(|(fact, _)| *fact).collect();
        let (first, second) = (titles(first), titles(second));
        if first != second {
            let told =
                |titles: &[String]| format!("In this order, and {why}: {}.", titles.join(", "));
            let change = Change::new(theme, "order");
            changes.push(change.told(vec![told(&first)], vec![told(&second)]));
        }
    }
    changes
}
