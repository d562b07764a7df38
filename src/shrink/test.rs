//! A reduced case as a test of a rule file.

use super::{Case, Shrunk, Size};
use crate::board::BySide;
use crate::document::{key_text, string};
use crate::rules::{EffectCase, TestCase};
use crate::trial::{self, TestReport};

/// What a test expects.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expectation {
    /// A move is legal.
    Allows(String),
    /// A move is not legal.
    Forbids(String),
    /// A move is not legal, for a reason with this code.
    ForbidsFor(String, String),
    /// What comes out for another key.
    Value {
        /// The key: `check` with squares, `attacks`, `attackers`, `effects`, `hands`, `counters`, `san`.
        key: &'static str,
        /// The square, move or counter that it is about.
        of: Option<String>,
        /// What is expected.
        text: String,
    },
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
    /// An expectation of a key that has no kind of its own.
    pub(super) fn value_of(key: &'static str, of: Option<&str>, text: String) -> Self {
        Self::Value {
            key,
            of: of.map(str::to_owned),
            text,
        }
    }

    /// The key in a test.
    pub const fn key(&self) -> &'static str {
        match self {
            Self::Allows(_) => "allows",
            Self::Forbids(_) | Self::ForbidsFor(..) => "forbids",
            Self::Value { key, .. } => key,
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
                string(text)
            }
            Self::ForbidsFor(of, text)
            | Self::Value {
                of: Some(of), text, ..
            } => format!("{{ {} = {} }}", key_text(of), string(text)),
            Self::Value { text, .. } => string(text),
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
            text += &format!("fen = {}\n", string(&fen));
        }
        if !self.case.moves.is_empty() {
            text += &format!("moves = {}\n", string(&self.case.moves.join(" ")));
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
            Expectation::ForbidsFor(text, code) => {
                test.forbids = vec![text.clone()];
                test.reasons = vec![(text, code)];
            }
            Expectation::Value { key, of, text } => set(&mut test, key, of, &text),
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

/// What a text of a test means for a key, written as the reading of a rule file would have it.
fn set(test: &mut TestCase, key: &str, of: Option<String>, text: &str) {
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    match (key, of) {
        ("check", _) => {
            test.check = Some(true);
            test.checkers = Some(words(text));
        }
        ("hands", _) => test.hands = Some(text.to_owned()),
        ("attacks", Some(of)) => test.attacks = vec![(of, words(text))],
        ("attackers", Some(of)) => test.attackers = vec![(of, words(text))],
        ("san", Some(of)) => test.san = vec![(of, text.to_owned())],
        ("effects", Some(of)) => {
            let effects = text.split(',').filter_map(|effect| {
                let mut words = words(effect).into_iter();
                Some(EffectCase {
                    id: words.next()?,
                    squares: words.collect(),
                })
            });
            test.effects = vec![(of, effects.collect())];
        }
        ("counters", Some(of)) => {
            let both = text.split_once('+');
            let both = both.and_then(|(white, black)| {
                Some(BySide {
                    white: white.parse().ok()?,
                    black: black.parse().ok()?,
                })
            });
            test.counters = both.map(|both| (of, both)).into_iter().collect();
        }
        _ => {}
    }
}
