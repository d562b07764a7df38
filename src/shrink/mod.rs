//! Reducing a position or a game that shows something to the fewest men and plies with which it still shows.
//!
//! [`shrink()`] reduces a [`Case`] for any question that can be asked of one. The questions that a rule file raises are
//! here too: what a failing test of it shows ([`of_test`]), what another file has otherwise ([`Rival`]), and what another
//! program knows otherwise ([`of_difference`]).
//! What comes out is a test ([`Reduced`]), written as a section of a rule file by [`Reduced::section`].
//!
//! `parts` knows what can be taken out of a position, `reduce` in which order it is tried; `act` says which move is the
//! same in two positions, `failing` which differences of a test can be reduced, `kept` and `value` what has to stay of
//! them, `change` what differs between two positions, `rival`
//! asks two games, and `peer` another program. Nothing here prints.
//!
//! ```
//! use ferz::{Variant, shrink};
//! let chess = Variant::named("chess")?;
//! let case = shrink::Case::of(&chess.start()).ok_or("the start position has a FEN")?;
//! let knight = |case: &shrink::Case| case.position.fen().contains('N');
//! let shrunk = shrink::shrink(case, shrink::Budget::default(), knight).ok_or("it has knights")?;
//! assert_eq!(shrunk.after.men, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod act;
mod change;
mod failing;
mod kept;
mod parts;
mod peer;
mod reduce;
mod rival;
mod test;
mod value;

pub use failing::of_test;
pub use peer::of_difference;
pub use reduce::shrink;
pub use rival::{Rival, Unshared};
pub use test::{Expectation, Reduced};

use crate::board::Side;
use crate::game::Game;
use crate::variant::Position;
use std::time::Instant;

/// A position, which is what its FEN says, and moves from there.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Case {
    /// The position.
    pub position: Position,
    /// The moves, in long form.
    pub moves: Vec<String>,
}

impl Case {
    /// A position without moves, as its FEN is read; nothing if its FEN is none of a position of the game.
    pub fn of(position: &Position) -> Option<Self> {
        let position = position.variant().position(&position.fen()).ok()?;
        Some(Self {
            position,
            moves: Vec::new(),
        })
    }

    /// The same with moves.
    #[must_use]
    pub fn with_moves(mut self, moves: Vec<String>) -> Self {
        self.moves = moves;
        self
    }

    /// The game of these moves; nothing if one of them is not legal.
    pub fn game(&self) -> Option<Game> {
        let mut game = Game::from_position(self.position.clone());
        for text in &self.moves {
            let mv = act::find(game.position(), text)?;
            game.play(mv).ok()?;
        }
        Some(game)
    }

    /// How large it is.
    pub fn size(&self) -> Size {
        let state = self.position.state();
        let held = Side::ALL.into_iter().flat_map(|side| &state.hands[side]);
        let held: usize = held.map(|&count| usize::from(count)).sum();
        Size {
            men: state.men.iter().flatten().count() + held,
            plies: self.moves.len(),
        }
    }
}

/// How large a case is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Size {
    /// The men on the board and in hand.
    pub men: usize,
    /// The half-moves.
    pub plies: usize,
}

/// How much may be tried for one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// So many smaller cases are looked at, at most.
    pub tries: usize,
    /// And none after this time.
    pub until: Option<Instant>,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            tries: 10_000,
            until: None,
        }
    }
}

impl Budget {
    /// So many smaller cases.
    #[must_use]
    pub fn tries(mut self, tries: usize) -> Self {
        self.tries = tries;
        self
    }

    /// Not after this time.
    #[must_use]
    pub fn until(mut self, time: Instant) -> Self {
        self.until = Some(time);
        self
    }
}

/// A case that has been reduced.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Shrunk {
    /// What is left.
    pub case: Case,
    /// How large it was.
    pub before: Size,
    /// How large it is.
    pub after: Size,
    /// How many smaller cases were looked at.
    pub tries: usize,
    /// Whether nothing more can go: no single man, ply, right or other detail. Otherwise the budget ran out.
    pub complete: bool,
}

/// The tests to which something came.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Shrinking {
    /// The reduced tests.
    pub reduced: Vec<Reduced>,
    /// How many more there would be of the same kind.
    pub more: usize,
    /// What cannot be reduced, a sentence each.
    pub unreduced: Vec<String>,
}

/// So many tests are made of a list of moves.
const MOST: usize = 3;
