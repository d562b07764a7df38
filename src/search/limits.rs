//! How long to think, and what comes out of it.

use crate::position::Move;
use std::fmt;
use std::time::Duration;

/// When to stop thinking: at the first limit that is reached. Without any, after a second.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// The most positions to look at.
    pub nodes: Option<u64>,
    /// The most time to take.
    pub time: Option<Duration>,
    /// The most half-moves to look ahead, not counting exchanges.
    pub depth: Option<u32>,
    /// Varies the play: the same seed gives the same moves, another one perhaps others of about the same worth.
    pub seed: Option<u64>,
}

impl Limits {
    /// So many positions, which gives the same move every time.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// So much time.
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::default()
        }
    }

    /// Varies the play by a seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }
}

/// What a position is worth for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Score {
    /// Hundredths of a pawn.
    Even(i32),
    /// The player wins in so many own moves.
    Wins(u32),
    /// The player loses in so many own moves.
    Loses(u32),
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Even(worth) => {
                let sign = if *worth < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", worth.abs() / 100, worth.abs() % 100)
            }
            Self::Wins(moves) => write!(f, "wins in {moves}"),
            Self::Loses(moves) => write!(f, "loses in {moves}"),
        }
    }
}

/// What thinking found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Thought {
    /// The best move; `None` if there is no legal one.
    pub best: Option<Move>,
    /// What the position is worth.
    pub score: Score,
    /// The depth that was looked through, in half-moves.
    pub depth: u32,
    /// The positions that were looked at.
    pub nodes: u64,
    /// The moves that both sides are expected to make, the best one first.
    pub line: Vec<Move>,
}
