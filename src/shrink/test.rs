//! A reduced case as a test of a rule file.

use super::{Case, Shrunk, Size};
use crate::rules::TestCase;
use crate::trial::{self, TestReport};

/// What a test expects.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expectation {
    /// A move is legal.
    Allows(String),
    /// A move is not legal.
    Forbids(String),
    /// Whether the player to move is in check.
    Check(bool),
    /// The position after the moves.
    Becomes(String),
    /// The result and its reason.
    Ends(String),
    /// The number of legal moves.
    Perft(u64),
}

impl Expectation {
    /// The key in a test.
    pub const fn key(&self) -> &'static str {
        match self {
            Self::Allows(_) => "allows",
            Self::Forbids(_) => "forbids",
            Self::Check(_) => "check",
            Self::Becomes(_) => "becomes",
            Self::Ends(_) => "ends",
            Self::Perft(_) => "perft",
        }
    }

    /// The value as it is written in a rule file.
    pub fn value(&self) -> String {
        match self {
            Self::Allows(text) | Self::Forbids(text) | Self::Becomes(text) | Self::Ends(text) => {
                quoted(text)
            }
            Self::Check(check) => check.to_string(),
            Self::Perft(count) => format!("[{count}]"),
        }
    }
}

/// A test that fails, with as few men and plies as it takes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reduced {
    /// The position and the moves that the test plays.
    pub case: Case,
    /// What the test expects, and what does not come out.
    pub expects: Expectation,
    /// Whether it is a test for the other of two files, since this one has no words for it.
    pub for_other: bool,
    /// What both sides say, a sentence each.
    pub said: Vec<String>,
    /// How large the case was.
    pub before: Size,
    /// How large it is.
    pub after: Size,
    /// How many smaller cases were looked at.
    pub tries: usize,
    /// Whether nothing more can go; otherwise the budget ran out.
    pub complete: bool,
}

impl Reduced {
    /// A test of what is left of a case.
    pub(crate) fn new(shrunk: Shrunk, expects: Expectation) -> Self {
        Self {
            case: shrunk.case,
            expects,
            for_other: false,
            said: Vec::new(),
            before: shrunk.before,
            after: shrunk.after,
            tries: shrunk.tries,
            complete: shrunk.complete,
        }
    }

    /// The FEN, unless it is the setup of the game.
    pub fn fen(&self) -> Option<String> {
        let position = &self.case.position;
        let start = position.variant().start();
        (*position != start).then(|| position.fen())
    }

    /// The test as a section of a rule file, with what both sides say as comments.
    pub fn section(&self, name: &str) -> String {
        let mut text = format!("[test.{name}]\n");
        for sentence in &self.said {
            text += &comment(sentence);
        }
        if let Some(fen) = self.fen() {
            text += &format!("fen = {}\n", quoted(&fen));
        }
        if !self.case.moves.is_empty() {
            text += &format!("moves = {}\n", quoted(&self.case.moves.join(" ")));
        }
        text + &format!("{} = {}\n", self.expects.key(), self.expects.value())
    }

    /// What comes out if the test is run.
    pub fn run(&self) -> TestReport {
        let mut test = TestCase {
            fen: Some(self.case.position.fen()),
            moves: self.case.moves.clone(),
            ..TestCase::default()
        };
        match self.expects.clone() {
            Expectation::Allows(text) => test.allows = vec![text],
            Expectation::Forbids(text) => test.forbids = vec![text],
            Expectation::Check(check) => test.check = Some(check),
            Expectation::Becomes(fen) => test.becomes = Some(fen),
            Expectation::Ends(words) => test.ends = Some(words),
            Expectation::Perft(count) => test.perft = vec![count],
        }
        trial::run_one(self.case.position.variant(), &test)
    }
}

/// The longest line of a comment.
const WIDTH: usize = 98;

/// A sentence as lines of comment.
fn comment(sentence: &str) -> String {
    let mut text = String::new();
    let mut line = String::from("#");
    for word in sentence.split_whitespace() {
        if line.len() > 1 && line.chars().count() + 1 + word.chars().count() > WIDTH {
            text += &format!("{line}\n");
            line = String::from("#");
        }
        line.push(' ');
        line.push_str(word);
    }
    text + &line + "\n"
}

/// A text between quotes.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}
