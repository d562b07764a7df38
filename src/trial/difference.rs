//! What came out instead of what a test says.

use std::fmt;

/// One way in which a test failed. Moves are written in long form and sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// A FEN of the test is no position of the game.
    Fen {
        /// The key: `fen` or `becomes`.
        key: &'static str,
        /// The first thing that is wrong.
        reason: String,
    },
    /// One of the moves to play first is not legal.
    Move {
        /// How many moves stand before it.
        before: usize,
        /// The move as it is written.
        text: String,
        /// Why.
        reason: String,
    },
    /// `legal`: other moves are legal.
    Legal {
        /// The square from which the moves were asked, if there was one.
        from: Option<String>,
        /// What the test says.
        expected: Vec<String>,
        /// What is legal.
        got: Vec<String>,
        /// Expected and not legal.
        missing: Vec<String>,
        /// Legal and not expected.
        added: Vec<String>,
    },
    /// `allows`: some of these moves are not legal.
    Allows {
        /// What the test says.
        expected: Vec<String>,
        /// What is legal.
        got: Vec<String>,
        /// Expected and not legal.
        missing: Vec<String>,
    },
    /// `forbids`: some of these moves are legal.
    Forbids {
        /// What the test says.
        expected: Vec<String>,
        /// What is legal.
        got: Vec<String>,
        /// Forbidden and legal.
        added: Vec<String>,
    },
    /// `forbids`: a move is not legal, but for another reason.
    Reason {
        /// The move as it is written.
        text: String,
        /// The code that the test names.
        expected: String,
        /// The code of the reason.
        got: &'static str,
        /// The reason in a sentence.
        because: String,
    },
    /// A move of which something is expected is not legal.
    NotLegal {
        /// The key.
        key: &'static str,
        /// The move as it is written.
        text: String,
        /// Why.
        reason: String,
    },
    /// `attacks`: nobody stands on the square.
    NoMan {
        /// The square's name.
        square: String,
    },
    /// Something else came out: `check` with squares, `attacks`, `attackers`, `effects`, `hands`, `counters`, `san`.
    Value {
        /// The key.
        key: &'static str,
        /// The square, move or counter that it is about.
        of: Option<String>,
        /// What the test says; may be empty.
        expected: String,
        /// What came out, in the same form; may be empty.
        got: String,
    },
    /// A key is to be recorded, and has not been so far.
    Unrecorded {
        /// The key.
        key: String,
    },
    /// `check`: the player to move is in check, or not.
    Check {
        /// What the test says; the opposite came out.
        expected: bool,
    },
    /// `becomes`, `after`: another position.
    Becomes {
        /// The move that leads there, with `after`.
        after: Option<String>,
        /// In what they differ, in words.
        fields: Vec<&'static str>,
        /// The FEN of the test, all fields written out.
        expected: String,
        /// The position's FEN.
        got: String,
    },
    /// `ends`: another result, or none.
    Ends {
        /// What the test says, such as `white mate`.
        expected: String,
        /// What came out, in the same form, or what there is instead of a result.
        got: String,
    },
    /// `perft`: another count.
    Perft {
        /// The number of moves.
        depth: u32,
        /// What the test says.
        expected: u64,
        /// What came out.
        got: u64,
    },
    /// `perft`: too many sequences to be counted in a test.
    TooMany {
        /// The number of moves.
        depth: u32,
        /// The largest count that a test may have in this game.
        limit: u64,
    },
}

impl Difference {
    /// The key of the test that expects something else; none if its position or its moves cannot be played.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Fen { key: "fen", .. } | Self::Move { .. } => None,
            Self::Fen { key, .. } | Self::NotLegal { key, .. } | Self::Value { key, .. } => {
                Some(key)
            }
            Self::Legal { .. } => Some("legal"),
            Self::Allows { .. } => Some("allows"),
            Self::Forbids { .. } | Self::Reason { .. } => Some("forbids"),
            Self::NoMan { .. } => Some("attacks"),
            Self::Check { .. } => Some("check"),
            Self::Becomes { after: Some(_), .. } => Some("after"),
            Self::Becomes { .. } => Some("becomes"),
            Self::Ends { .. } => Some("ends"),
            Self::Perft { .. } | Self::TooMany { .. } => Some("perft"),
            Self::Unrecorded { key } => Some(key),
        }
    }
}

impl fmt::Display for Difference {
    /// One line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen { key, reason } => {
                write!(f, "`{key}` is no position of this game: {reason}")
            }
            Self::Move {
                before,
                text,
                reason,
            } => write!(f, "move {}, {text}, cannot be played: {reason}", before + 1),
            Self::Legal {
                from,
                missing,
                added,
                ..
            } => {
                f.write_str("legal moves")?;
                if let Some(from) = from {
                    write!(f, " from {from}")?;
                }
                f.write_str(": ")?;
                match (missing.is_empty(), added.is_empty()) {
                    (false, true) => write!(f, "missing {}", missing.join(" ")),
                    (true, _) => write!(f, "not expected {}", added.join(" ")),
                    (false, false) => write!(
                        f,
                        "missing {}; not expected {}",
                        missing.join(" "),
                        added.join(" ")
                    ),
                }
            }
            Self::Allows { missing, .. } => write!(f, "not legal: {}", missing.join(" ")),
            Self::Forbids { added, .. } => {
                write!(f, "legal, but forbidden: {}", added.join(" "))
            }
            Self::Reason {
                text,
                expected,
                got,
                because,
            } if expected.is_empty() => write!(
                f,
                "{text} is not legal by `{got}`, which has not been recorded yet: {because}"
            ),
            Self::Reason {
                text,
                expected,
                got,
                because,
            } => write!(
                f,
                "{text} is not legal, but by `{got}` and not by `{expected}`: {because}"
            ),
            Self::NotLegal { key, text, reason } => {
                write!(f, "{key}: {text} is not legal: {reason}")
            }
            Self::NoMan { square } => write!(f, "attacks: nobody stands on {square}"),
            Self::Value {
                key,
                of,
                expected,
                got,
            } => {
                f.write_str(key)?;
                if let Some(of) = of {
                    write!(f, " of {of}")?;
                }
                write!(f, ": expected {}, got {}", some(expected), some(got))
            }
            Self::Unrecorded { key } => write!(
                f,
                "`{key}` is named in `recorded` and has no value yet: `ferz test --bless` writes it, or says why it cannot"
            ),
            Self::Check { expected: true } => f.write_str("the player to move is not in check"),
            Self::Check { expected: false } => f.write_str("the player to move is in check"),
            Self::Becomes {
                after,
                fields,
                expected,
                got,
            } => {
                if let Some(text) = after {
                    write!(f, "after {text}: ")?;
                }
                let fields = fields.join(", ");
                write!(f, "becomes {got}, expected {expected} (other: {fields})")
            }
            Self::Ends { expected, got } => write!(f, "ends: expected {expected}, got {got}"),
            Self::Perft {
                depth,
                expected,
                got,
            } => write!(f, "perft {depth}: expected {expected}, got {got}"),
            Self::TooMany { depth, limit } => write!(
                f,
                "perft {depth}: not counted, as it may be more than the {limit} sequences that a test can have"
            ),
        }
    }
}

/// A text, or the word for its absence.
fn some(text: &str) -> &str {
    if text.is_empty() { "nothing" } else { text }
}
