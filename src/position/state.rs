//! All that decides the future of a game, apart from the positions before.

use crate::board::{BySide, Man, PieceId, Side, Square, SquareSet};
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
    /// Squares that nobody can enter: the holes of the board, and walls.
    pub walls: SquareSet,
    /// How many men of each kind each player has in hand, indexed by kind; empty in games without hands.
    pub hands: BySide<Vec<u8>>,
    /// The squares of men that have not moved yet, of the kinds for which that is remembered.
    pub unmoved: SquareSet,
    /// The counters of the rules, in their order.
    pub counters: Vec<BySide<i32>>,
    /// What is remembered of the last turn, a bit for each condition of
    /// [`Rules::remembered`](crate::rules::Rules::remembered).
    pub memory: u64,
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
            walls: SquareSet::EMPTY,
            hands: BySide::default(),
            unmoved: SquareSet::EMPTY,
            counters: Vec::new(),
            memory: 0,
        }
    }

    /// The man on a square.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }

    /// Whether a man could be put on a square: nothing stands there and it is no wall.
    pub fn is_free(&self, square: Square) -> bool {
        self.man(square).is_none() && !self.walls.contains(square)
    }

    /// How many men of a kind a player has in hand.
    pub fn in_hand(&self, side: Side, kind: PieceId) -> u8 {
        self.hands[side].get(kind.index()).copied().unwrap_or(0)
    }

    /// Takes a man from a hand, if one is there.
    pub(crate) fn take_from_hand(&mut self, side: Side, kind: PieceId) {
        if let Some(count) = self.hands[side].get_mut(kind.index()) {
            *count = count.saturating_sub(1);
        }
    }

    /// Puts a man into a hand, which can hold 255 of a kind.
    pub(crate) fn put_in_hand(&mut self, side: Side, kind: PieceId) {
        let hand = &mut self.hands[side];
        if hand.len() <= kind.index() {
            hand.resize(kind.index() + 1, 0);
        }
        hand[kind.index()] = hand[kind.index()].saturating_add(1);
    }

    /// What stands on a square, seen by a side.
    pub fn content(&self, square: Square, side: Side) -> Content {
        match self.man(square) {
            None if self.walls.contains(square) => Content::Hole,
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
