//! A set of squares wide enough for every board.

use super::Square;
use std::ops;

/// A set of squares on a board of up to 256 squares, as the rule model uses it.
///
/// The hot path has sets of its own, as narrow as the board allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// The set without squares.
    pub const EMPTY: Self = Self([0; 4]);

    /// The set of one square.
    pub fn of(square: Square) -> Self {
        let mut set = Self::EMPTY;
        set.insert(square);
        set
    }

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Whether the square is in the set.
    pub fn contains(&self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 == 1
    }

    /// The number of squares.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether no square is in the set.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// Whether every square of this set is in the other.
    pub fn is_subset(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// The squares in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        (0u8..4).zip(self.0).flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                let lowest = (word != 0).then_some(word.trailing_zeros() as u8)?;
                word &= word - 1;
                Some(Square::new(index * 64 + lowest))
            })
        })
    }

    /// The set's words, lowest squares first.
    pub fn words(&self) -> [u64; 4] {
        self.0
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|s| set.insert(s));
        set
    }
}

impl ops::BitOr for SquareSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl ops::BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl ops::BitAnd for SquareSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

/// Set difference.
impl ops::Sub for SquareSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
}
