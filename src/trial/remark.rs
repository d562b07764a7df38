//! A test that passes, but not for the reason that it seems to have.

use super::answers;
use crate::document;
use crate::game::Game;
use crate::reason::Why;
use crate::rules::TestCase;
use crate::variant::Position;
use std::fmt;

/// A reason why a passing test may prove nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remark {
    /// `forbids`: not the rules forbid the move; its text is none, or nobody stands there who could make it.
    Slip {
        /// The move as it is written.
        text: String,
        /// The code of the reason.
        code: &'static str,
        /// The reason in a sentence.
        because: String,
    },
    /// `from`: nobody stands there who could move.
    From {
        /// The square's name.
        square: String,
    },
    /// The game was over before all moves were played.
    Over {
        /// How many moves had been played.
        before: usize,
        /// The first move that was played although the game was over.
        text: String,
        /// The result with its reason, such as `white mate`.
        result: String,
    },
}

impl fmt::Display for Remark {
    /// One line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slip { text, because, .. } => {
                write!(
                    f,
                    "{text} is not legal, but no rule has to forbid it: {because}"
                )
            }
            Self::From { square } => write!(
                f,
                "there are no moves from {square}, as no man of the player to move stands there"
            ),
            Self::Over {
                before,
                text,
                result,
            } => write!(
                f,
                "move {}, {text}, is played although the game is over already: {result}",
                before + 1
            ),
        }
    }
}

impl Remark {
    /// What to do about it, a line each.
    pub fn help(&self) -> Vec<String> {
        match self {
            Self::Slip { text, code, .. } => vec![
                "mend the position or the move; if just this is meant, name the reason:".to_owned(),
                format!(
                    "`forbids = {{ {} = \"{code}\" }}`",
                    document::key_text(text)
                ),
            ],
            Self::From { .. } => vec!["mend the position or the square".to_owned()],
            Self::Over { .. } => {
                vec!["mend the moves, or leave out those behind the end".to_owned()]
            }
        }
    }
}

/// Forbidden moves that no rule has to forbid, unless the test names the reason.
pub(super) fn slips(position: &Position, test: &TestCase) -> Vec<Remark> {
    let is_named = |text: &&String| test.reasons.iter().any(|(known, _)| known == *text);
    let unnamed = test.forbids.iter().filter(|text| !is_named(text));
    let slips = unnamed.filter_map(|text| match position.why(text) {
        Why::Illegal(refusal) if refusal.reason.is_slip() => Some(Remark::Slip {
            text: text.clone(),
            code: refusal.code(),
            because: refusal.to_string(),
        }),
        _ => None,
    });
    slips.collect()
}

/// `from` on a square from which nobody could move.
pub(super) fn from(position: &Position, test: &TestCase) -> Option<Remark> {
    let name = test.from.as_ref()?;
    let square = position.rules().shape.parse(name)?;
    let is_own = position
        .man(square)
        .is_some_and(|man| man.side == position.side());
    // Men that are put down have no other start than the square.
    let is_start = position
        .legal_moves()
        .iter()
        .any(|mv| position.move_squares(*mv).first() == Some(&square));
    (!is_own && !is_start).then(|| Remark::From {
        square: name.clone(),
    })
}

/// Whether the game is over before a move of a test is played.
pub(super) fn over(game: &Game, before: usize, text: &str) -> Option<Remark> {
    let outcome = game.outcome()?;
    Some(Remark::Over {
        before,
        text: text.to_owned(),
        result: answers::result(&outcome),
    })
}
