//! A piece that a notation string describes.

use super::Scene;
use super::moves::{self, Move, TooMany};
use crate::board::{Square, SquareSet};
use crate::diagnostics::Severity;
use crate::notation::{self, Action, MAX_STEPS, Movement, NotationFinding};
use std::{fmt, str};

/// A piece that a notation string describes, compiled and ready to be asked for its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    movement: Movement,
    findings: Vec<NotationFinding>,
}

/// A string that describes no piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", first_error(findings))]
#[non_exhaustive]
pub struct ParseError {
    /// What is wrong, in the order of the text; at least one finding is an error.
    pub findings: Vec<NotationFinding>,
}

fn first_error(findings: &[NotationFinding]) -> &str {
    let mut errors = findings.iter().filter(|f| f.severity == Severity::Error);
    errors.next().map_or("", |f| f.message.as_str())
}

/// What a piece could do on a square of an otherwise empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The square.
    pub square: Square,
    /// It could end there if the square were empty.
    pub quiet: bool,
    /// It could end there if an enemy man stood there.
    pub capture: bool,
}

impl Reach {
    /// `move`, `capture` or `either`.
    pub const fn word(self) -> &'static str {
        match (self.quiet, self.capture) {
            (true, true) => "either",
            (false, true) => "capture",
            _ => "move",
        }
    }
}

impl Piece {
    /// Reads a notation string.
    ///
    /// # Errors
    /// If something in the string is an error. The findings have their places in the string.
    ///
    /// ```
    /// use ferz::betza::Piece;
    ///
    /// let wrong = Piece::parse("fmWfcE").unwrap_err();
    /// assert_eq!((wrong.findings[0].code, wrong.findings[0].span.clone()), ("unknown-atom", 5..6));
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let parsed = notation::parse(text);
        let findings = parsed.findings;
        if findings.iter().any(|f| f.severity == Severity::Error) {
            return Err(ParseError { findings });
        }
        Ok(Self {
            movement: parsed.movement,
            findings,
        })
    }

    /// Warnings and notes about the string, in the order of the text.
    pub fn findings(&self) -> &[NotationFinding] {
        &self.findings
    }

    /// The terms.
    pub fn movement(&self) -> &Movement {
        &self.movement
    }

    /// The string in one form for all ways to write it.
    pub fn canonical(&self) -> String {
        notation::canonical(&self.movement)
    }

    /// One sentence for each term, in plain English, without capital or full stop.
    pub fn sentences(&self) -> Vec<String> {
        notation::sentences(&self.movement)
    }

    /// Whether all that the piece can do is to be dropped.
    pub fn only_drops(&self) -> bool {
        let terms = &self.movement.terms;
        !terms.is_empty() && terms.iter().all(|t| matches!(t.action, Action::Drop(_)))
    }

    /// The moves in a scene, each once, sorted by the square where they end. Whether a royal man is attacked then is
    /// not asked.
    ///
    /// A piece with `x` borrows only from men of which [`Scene::moves_like`] tells how they move, and does not borrow
    /// the terms with which these borrow themselves. From the hand there are drops only, from a square none.
    ///
    /// # Errors
    /// If there are more moves or ways than are followed.
    pub fn moves(&self, scene: &Scene) -> Result<Vec<Move>, TooMany> {
        Ok(self.moves_within(scene, MAX_STEPS)?.0)
    }

    /// The same, but with a bound of its own instead of [`MAX_STEPS`], and with the number of steps that were taken. For
    /// who asks for many scenes.
    ///
    /// # Errors
    /// If there are more moves or ways than are followed.
    pub fn moves_within(&self, scene: &Scene, limit: usize) -> Result<(Vec<Move>, usize), TooMany> {
        moves::moves(&self.movement, scene, limit)
    }

    /// What the piece could do on each square if the board were empty but for that square: the men of the scene are
    /// asked for nothing. Squares on which it could do nothing are left out.
    ///
    /// # Errors
    /// If there are more moves or ways than are followed.
    pub fn reach(&self, scene: &Scene) -> Result<Vec<Reach>, TooMany> {
        let empty = scene.clone().without_men();
        let ends = |scene: &Scene| -> Result<SquareSet, TooMany> {
            Ok(self.moves(scene)?.iter().map(|m| m.to).collect())
        };
        let quiet = ends(&empty)?;
        let mut found = Vec::new();
        for square in scene.shape().squares().filter(|&s| Some(s) != scene.from) {
            let capture = ends(&empty.clone().enemy(square))?.contains(square);
            let quiet = quiet.contains(square);
            if quiet || capture {
                found.push(Reach {
                    square,
                    quiet,
                    capture,
                });
            }
        }
        Ok(found)
    }
}

impl From<Movement> for Piece {
    fn from(movement: Movement) -> Self {
        Self {
            movement,
            findings: Vec::new(),
        }
    }
}

impl str::FromStr for Piece {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// The canonical string.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.canonical())
    }
}
