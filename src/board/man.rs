//! Men: a kind of piece on a side.

use super::Side;
use std::num::NonZeroU8;

/// A kind of piece of one game, numbered in the order of its rule file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceId(NonZeroU8);

impl PieceId {
    /// The largest number of kinds in one game.
    pub const MAX: usize = 120;

    /// The kind with a number below [`PieceId::MAX`].
    pub const fn new(index: u8) -> Self {
        // One more than the number, so that an absent kind needs no room of its own in a move.
        Self(NonZeroU8::MIN.saturating_add(index))
    }

    /// The kind's number.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A piece of a side, as it stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Man {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: PieceId,
}

/// A set of kinds of piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceSet(u128);

impl PieceSet {
    /// No kinds.
    pub const EMPTY: Self = Self(0);

    /// The first `count` kinds, that is, all of a game with so many.
    pub fn first(count: usize) -> Self {
        (0..count).map(|i| PieceId::new(i as u8)).collect()
    }

    /// The set of one kind.
    pub fn of(kind: PieceId) -> Self {
        Self(1 << kind.index())
    }

    /// Adds a kind.
    pub fn insert(&mut self, kind: PieceId) {
        self.0 |= 1 << kind.index();
    }

    /// Whether the kind is in the set.
    pub fn contains(self, kind: PieceId) -> bool {
        self.0 >> kind.index() & 1 == 1
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of kinds.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Kinds in either set.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Kinds in both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Kinds of this set that are not in the other.
    #[must_use]
    pub fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The kinds in ascending order.
    pub fn iter(self) -> impl Iterator<Item = PieceId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lowest = (rest != 0).then_some(rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(PieceId::new(lowest))
        })
    }
}

impl FromIterator<PieceId> for PieceSet {
    fn from_iter<I: IntoIterator<Item = PieceId>>(kinds: I) -> Self {
        kinds
            .into_iter()
            .fold(Self::EMPTY, |set, kind| set.union(Self::of(kind)))
    }
}
