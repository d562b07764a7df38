//! The front door: a variant ready to play, and positions of it.

use crate::board::{Man, Side, Square};
use crate::fen::{self, FenError};
use crate::position::{Move, State};
use crate::rules::Rules;
use std::sync::Arc;

/// A game's rules together with what the engine makes of them. Cheap to clone, shared between threads.
#[derive(Clone, Debug)]
pub struct Variant {
    rules: Arc<Rules>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// The name of the rule, such as `mate`.
    pub reason: String,
}

/// A move that is not legal in the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move is not legal in this position")]
pub struct IllegalMove;

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Position {
    variant: Variant,
    state: State,
}

impl Variant {
    /// Makes a game from rules.
    pub fn new(rules: Arc<Rules>) -> Self {
        Self { rules }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The start position.
    pub fn start(&self) -> Position {
        todo!()
    }

    /// A position from a FEN.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn position(&self, fen: &str) -> Result<Position, FenError> {
        let _ = fen;
        todo!()
    }

    /// The same where king and partners may start anywhere on their rank, as in Chess960: castling is the king taking
    /// its partner.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn position_chess960(&self, fen: &str) -> Result<Position, FenError> {
        let _ = fen;
        todo!()
    }
}

impl Position {
    /// The game.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The bare data.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The man on a square.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.state.man(square)
    }

    /// Whose turn it is.
    pub fn side(&self) -> Side {
        self.state.side
    }

    /// Whether castling is written as the king taking its partner.
    pub fn chess960(&self) -> bool {
        todo!()
    }

    /// All legal moves, sorted.
    pub fn legal_moves(&self) -> Vec<Move> {
        todo!()
    }

    /// The enemy men that attack a royal of the player to move.
    pub fn checkers(&self) -> Vec<Square> {
        todo!()
    }

    /// Whether a royal of the player to move is attacked.
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Makes a legal move.
    ///
    /// # Errors
    /// If it is not legal; the position is then as before.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let _ = mv;
        todo!()
    }

    /// The result, if the game has ended here. Repetition needs a game's history and is not seen here.
    pub fn outcome(&self) -> Option<Outcome> {
        todo!()
    }

    /// The position as FEN with six fields.
    pub fn fen(&self) -> String {
        todo!()
    }

    /// The number of sequences of legal moves of a length.
    pub fn perft(&self, depth: u32) -> u64 {
        let _ = depth;
        todo!()
    }
}
