//! All that decides the future of a game, apart from the positions before.

use crate::board::{Man, Side, Square, SquareSet};
use crate::notation::Content;

/// A position as plain data: the men and the fields of a FEN. Whether it makes sense, the rules decide.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct State {
    /// The men, one entry a square.
    pub men: Vec<Option<Man>>,
    /// Who moves.
    pub side: Side,
    /// The squares of castling partners that have not moved and may still castle.
    pub rights: SquareSet,
    /// Whether castling men may start anywhere on their rank, as in Chess960.
    pub free_castling: bool,
    /// What has just passed over which squares.
    pub en_passant: Option<EnPassant>,
    /// Half-moves since the last progress.
    pub quiet: u32,
    /// The number of the move, counted from 1 and raised after Black's move.
    pub number: u32,
}

impl State {
    /// These men, White to move, no rights.
    pub fn new(men: Vec<Option<Man>>) -> Self {
        Self {
            men,
            side: Side::White,
            rights: SquareSet::EMPTY,
            free_castling: false,
            en_passant: None,
            quiet: 0,
            number: 1,
        }
    }

    /// The man on a square.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }

    /// What stands on a square, seen by a side.
    pub fn content(&self, square: Square, side: Side) -> Content {
        match self.man(square) {
            None => Content::Empty,
            Some(man) if man.side == side => Content::Own,
            Some(_) => Content::Enemy,
        }
    }

    /// The squares of the men for which something holds.
    pub fn squares(&self, mut test: impl FnMut(Man) -> bool) -> SquareSet {
        let men = self.men.iter().enumerate();
        men.filter(|(_, m)| m.is_some_and(&mut test))
            .map(|(i, _)| Square::new(i as u8))
            .collect()
    }
}

/// The squares that a man has just passed, and the man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EnPassant {
    /// The empty squares.
    pub targets: SquareSet,
    /// Where the man stands now.
    pub victim: Square,
}
