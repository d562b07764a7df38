//! What a rule file says about itself.

use crate::board::BySide;
use crate::source::Location;
use std::collections::BTreeSet;

/// A test of the rule file, read and checked; the values are as they are written. A test with several positions is one
/// of these for each of them.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TestCase {
    /// Its name.
    pub id: String,
    /// The number of the position among those of the test, from 1, if it has several.
    pub row: Option<usize>,
    /// The position; the setup if absent.
    pub fen: Option<String>,
    /// Moves to play first.
    pub moves: Vec<String>,
    /// Limits `legal` to the moves from one square.
    pub from: Option<String>,
    /// Exactly these moves are legal.
    pub legal: Option<Vec<String>>,
    /// These are legal.
    pub allows: Vec<String>,
    /// These are not legal.
    pub forbids: Vec<String>,
    /// For which reason some of [`TestCase::forbids`] are not legal: the move and the code of a
    /// [`Reason`](crate::reason::Reason).
    pub reasons: Vec<(String, String)>,
    /// Whether the player to move is in check.
    pub check: Option<bool>,
    /// From where exactly check is given.
    pub checkers: Option<Vec<String>>,
    /// A man's square, and exactly the squares that it attacks.
    pub attacks: Vec<(String, Vec<String>)>,
    /// A square, and exactly the squares of the men that attack it.
    pub attackers: Vec<(String, Vec<String>)>,
    /// A legal move, and its effects in their order.
    pub effects: Vec<(String, Vec<EffectCase>)>,
    /// The men in hand, as a FEN has them.
    pub hands: Option<String>,
    /// A counter's name, and what both players have counted.
    pub counters: Vec<(String, BySide<i32>)>,
    /// A legal move, and how a score writes it.
    pub san: Vec<(String, String)>,
    /// A legal move, and the position that it leads to.
    pub after: Vec<(String, String)>,
    /// The position afterwards.
    pub becomes: Option<String>,
    /// The result and its reason, such as `white mate` or `draw repetition`.
    pub ends: Option<String>,
    /// Counts for depth 1, 2, and so on.
    pub perft: Vec<u64>,
    /// The keys whose values were written by the program, and those that it has yet to write.
    pub recorded: Vec<String>,
    /// The keys of the test that are there.
    pub keys: BTreeSet<String>,
    /// Where it stands.
    pub place: Option<Location>,
}

impl TestCase {
    /// Its name, with the number of the position behind it if it has several.
    pub fn title(&self) -> String {
        match self.row {
            None => self.id.clone(),
            Some(row) => format!("{}, position {row}", self.id),
        }
    }

    /// Whether it is among those that somebody names: the test, or this position of it.
    pub fn is_among(&self, names: &[String]) -> bool {
        let title = self.title();
        names.iter().any(|name| *name == self.id || *name == title)
    }

    /// The keys that have yet to be recorded: they are named in [`TestCase::recorded`] and have no value.
    pub fn unrecorded(&self) -> impl Iterator<Item = &str> {
        let is_there = |key: &&String| self.keys.contains(*key);
        self.recorded
            .iter()
            .filter(move |key| !is_there(key))
            .map(String::as_str)
    }
}

/// An effect of a move, as a test expects it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EffectCase {
    /// The effect's name in the rule file.
    pub id: String,
    /// Exactly the squares that it changes; empty if the test does not say.
    pub squares: Vec<String>,
}
