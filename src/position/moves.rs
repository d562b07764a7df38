//! A move, small enough to be copied everywhere.

use crate::board::{PieceId, Square};

/// A move of the player whose turn it is.
///
/// It means something only in the position that it was made for. Eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Move {
    /// Where the mover starts.
    pub from: Square,
    /// Where the mover ends.
    pub to: Square,
    /// What becomes of it; `None` if it stays what it is.
    pub promotion: Option<PieceId>,
    /// What else happens.
    pub kind: MoveKind,
    /// The second part of the turn.
    pub extra: Extra,
}

/// What follows a move and belongs to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Extra {
    /// Nothing.
    #[default]
    None,
    /// A wall is put on a square.
    Wall(Square),
    /// A man is put down from the hand where the mover has started.
    Gate(PieceId),
    /// A man is put down from the hand where the castling partner has started.
    PartnerGate(PieceId),
}

/// What happens besides the mover going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum MoveKind {
    /// Nothing, or the capture of an enemy man on the square where the mover ends.
    Normal,
    /// A quiet lame move: the squares that it passes can be taken en passant.
    Passing,
    /// The man on another square, which has just passed the square where the mover ends, is taken.
    EnPassant {
        /// Where that man stands.
        victim: Square,
    },
    /// A partner moves too.
    Castle {
        /// Where it starts.
        partner_from: Square,
        /// Where it ends.
        partner_to: Square,
    },
    /// The man on the last square and the mover change places.
    Swap,
    /// The own man on the last square is removed.
    Destroy,
    /// A man is put down from the hand, or from nowhere: `from` and `to` are its square, `promotion` is what it is there.
    Drop,
    /// The man on the square, which is `from` and `to`, promotes without moving.
    Stay,
    /// Nothing is done; `from` and `to` mean nothing.
    Pass,
    /// Something that no other kind can say, by a move of several legs: several men are taken, or the mover comes back
    /// to its start, or another man moves. [`Position::deed`](crate::Position::deed) tells what it does.
    Legs {
        /// Which of the deeds of the man on `from`.
        deed: DeedNumber,
    },
}

/// Which deed of a man is meant, in two bytes without alignment.
///
/// The frequent ones say by themselves what is done: one enemy man is taken on another square than the last one, besides
/// an enemy on the last one, or nothing is done at all. The others are numbered, and what a number means depends on the
/// position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeedNumber([u8; 2]);

impl DeedNumber {
    /// The first byte where the second one is the square of a man that is taken on the way.
    const TAKING: u8 = 0xFF;
    /// The mover stays, and nobody is taken.
    pub const NOTHING: Self = Self([0xFE, 0]);
    /// So many deeds of a man can be numbered.
    pub const COUNT: u16 = 0xFE00;

    /// A number, less than [`DeedNumber::COUNT`].
    pub const fn new(number: u16) -> Self {
        Self(number.to_be_bytes())
    }

    /// The enemy man on a square is taken, and one on the square where the mover ends, if another one stands there.
    pub const fn taking(victim: Square) -> Self {
        Self([Self::TAKING, victim.index() as u8])
    }

    /// The man that is taken on another square than the last one, if the deed says so by itself.
    pub const fn victim(self) -> Option<Square> {
        match self.0 {
            [Self::TAKING, square] => Some(Square::new(square)),
            _ => None,
        }
    }

    /// The two bytes as a number.
    pub const fn get(self) -> u16 {
        u16::from_be_bytes(self.0)
    }
}

impl Move {
    /// A move that is only a pass.
    pub const PASS: Self = Self {
        from: Square::new(0),
        to: Square::new(0),
        promotion: None,
        kind: MoveKind::Pass,
        extra: Extra::None,
    };

    /// A move without side effects other than a capture where it ends.
    pub const fn normal(from: Square, to: Square) -> Self {
        Self {
            from,
            to,
            promotion: None,
            kind: MoveKind::Normal,
            extra: Extra::None,
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_move_fits_eight_bytes() {
        assert!(size_of::<super::Move>() <= 8);
    }
}
