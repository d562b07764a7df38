//! The record of one game as data: tags, the tree of moves as they are written, the result.

use super::error::Spot;
use std::fmt;

/// The record of one game.
///
/// Two records are equal if they say the same, wherever it stood in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// Names and values in their order.
    pub(super) tags: Vec<(String, String)>,
    /// The moves played, with all that is said about them.
    pub moves: Line,
    /// The mark behind the last move.
    pub result: Score,
}

/// Moves one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub steps: Vec<Step>,
}

/// A move with what is said about it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Step {
    /// The move as it is written, such as `Nf3`.
    pub text: String,
    /// What follows it, in its order.
    pub notes: Vec<Note>,
    /// Where it stands, if it was read from a text.
    pub spot: Option<Spot>,
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.notes == other.notes
    }
}

impl Eq for Step {}

impl Step {
    /// A move without notes.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

/// What can stand behind a move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// A numeric annotation: `$1` is a good move, `$2` a mistake.
    Glyph(u8),
    /// A comment. Line breaks and runs of blanks in it are written as one blank.
    Comment(String),
    /// Moves that could have been played instead of this one. Without moves it is not written.
    Variation(Line),
}

/// The mark at the end of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Score {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, or nobody knows.
    #[default]
    Open,
}

impl Score {
    /// All scores.
    pub const ALL: [Self; 4] = [Self::White, Self::Black, Self::Draw, Self::Open];

    /// How it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// The score that is written so.
    pub(super) fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.text() == text)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Record {
    /// A record without tags and moves.
    pub fn new() -> Self {
        Self::default()
    }

    /// The tags in their order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(n, v)| (n.as_str(), v.as_str()))
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|(n, _)| *n == name).map(|(_, v)| v)
    }

    /// Sets a tag, at its place if it is there and otherwise behind all others. Characters that no name has become
    /// `_`, line breaks in the value blanks.
    ///
    /// ```
    /// let mut record = ferz::pgn::Record::new();
    /// record.set_tag("White", "Anna");
    /// assert_eq!(record.to_string(), "[White \"Anna\"]\n\n*\n");
    /// ```
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let fit = |c: char| {
            if c.is_ascii_alphanumeric() || c == '-' {
                c
            } else {
                '_'
            }
        };
        let mut name: String = name.chars().map(fit).collect();
        if name.is_empty() {
            name.push('_');
        }
        let value = value.replace(['\n', '\r'], " ");
        match self.tags.iter_mut().find(|(n, _)| *n == name) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name, value)),
        }
    }

    /// Takes a tag out.
    pub fn remove_tag(&mut self, name: &str) {
        self.tags.retain(|(n, _)| n != name);
    }

    /// The game that the record is of, as its tag `Variant` names it.
    pub fn variant(&self) -> Option<&str> {
        self.tag("Variant")
    }
}

/// A comment as reading gives it: runs of blanks and line breaks are one blank.
pub(super) fn plain(comment: &str) -> String {
    comment.split_whitespace().collect::<Vec<_>>().join(" ")
}
