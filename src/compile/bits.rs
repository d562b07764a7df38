//! Sets of squares as narrow as the board allows, and tables with an entry a square.

use super::cpu;
use crate::board::{Square, SquareSet};
use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares of a fixed width, with a table type of the same width.
pub(crate) trait Bits:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// A table with an entry for each square, indexed without a bounds check.
    type Table<T: Copy + Send + Sync + Debug + 'static>: SquareTable<T>;
    /// The squares of a set in ascending order.
    type Squares: Iterator<Item = Square>;
    /// The set without squares.
    const EMPTY: Self;
    /// Whether lookup by extracted bits pays at this width; otherwise rays are scanned.
    const EXTRACTS: bool;

    /// The set of one square.
    fn of(square: Square) -> Self;
    /// Whether a square is in the set.
    fn has(self, square: Square) -> bool;
    /// Whether the set has no squares.
    fn is_empty(self) -> bool;
    /// The number of squares; `FAST` uses the processor's instruction.
    fn count<const FAST: bool>(self) -> u32;
    /// The lowest square of a set that is not empty.
    fn first(self) -> Square;
    /// The highest square of a set that is not empty.
    fn last(self) -> Square;
    /// The set without its lowest square.
    fn rest(self) -> Self;
    /// The squares in ascending order.
    fn squares(self) -> Self::Squares;
    /// Every square's number changed by so much; squares that leave the width are lost.
    fn shift(self, by: i32) -> Self;
    /// The bits under a mask, moved together.
    fn extract(self, mask: Self) -> usize;
    /// The narrow form of a wide set.
    fn from_set(set: SquareSet) -> Self;

    /// Whether the set has at least one square.
    #[inline(always)]
    fn any(self) -> bool {
        !self.is_empty()
    }

    /// Whether the set has exactly one square.
    #[inline(always)]
    fn is_single(self) -> bool {
        self.any() && self.rest().is_empty()
    }
}

/// The squares of a set in ascending order.
pub(crate) struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.rest();
        Some(square)
    }
}

/// The squares of a set of two words: the low word first, so that a square costs what one of a single word does.
pub(crate) struct SquaresOfTwo {
    word: u64,
    high: u64,
    base: u8,
}

impl Iterator for SquaresOfTwo {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.word == 0 {
            if self.high == 0 {
                return None;
            }
            (self.word, self.high, self.base) = (self.high, 0, 64);
        }
        let square = Square::new(self.word.trailing_zeros() as u8 | self.base);
        self.word &= self.word - 1;
        Some(square)
    }
}

/// A table with an entry for each square.
pub(crate) trait SquareTable<T: Copy>: Clone + Debug + Send + Sync {
    /// A table of one value.
    fn filled(value: T) -> Self;
    /// The entry of a square.
    fn at(&self, square: Square) -> T;
    /// The entry of a square, to be changed.
    fn at_mut(&mut self, square: Square) -> &mut T;
    /// Its size in bytes.
    fn bytes(&self) -> usize;
}

macro_rules! square_table {
    ($name:ident, $size:literal) => {
        /// A table of a fixed number of entries.
        #[derive(Clone, Debug)]
        pub(crate) struct $name<T>(Box<[T; $size]>);

        impl<T: Copy + Send + Sync + Debug> SquareTable<T> for $name<T> {
            fn filled(value: T) -> Self {
                Self(Box::new([value; $size]))
            }
            // The mask makes the index provably small enough, which saves the check.
            #[inline(always)]
            fn at(&self, square: Square) -> T {
                self.0[square.index() & ($size - 1)]
            }
            #[inline(always)]
            fn at_mut(&mut self, square: Square) -> &mut T {
                &mut self.0[square.index() & ($size - 1)]
            }
            fn bytes(&self) -> usize {
                size_of_val(&*self.0)
            }
        }
    };
}

square_table!(Table64, 64);
square_table!(Table128, 128);
square_table!(Table256, 256);

impl Bits for u64 {
    type Table<T: Copy + Send + Sync + Debug + 'static> = Table64<T>;
    type Squares = Squares<Self>;
    const EMPTY: Self = 0;
    const EXTRACTS: bool = true;

    #[inline(always)]
    fn of(square: Square) -> Self {
        1 << (square.index() & 63)
    }
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        self >> (square.index() & 63) & 1 != 0
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn count<const FAST: bool>(self) -> u32 {
        if FAST {
            cpu::count(self)
        } else {
            self.count_ones()
        }
    }
    #[inline(always)]
    fn first(self) -> Square {
        Square::new(self.trailing_zeros() as u8)
    }
    #[inline(always)]
    fn last(self) -> Square {
        Square::new(63 - self.leading_zeros() as u8)
    }
    #[inline(always)]
    fn rest(self) -> Self {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
    #[inline(always)]
    fn shift(self, by: i32) -> Self {
        if by >= 0 { self << by } else { self >> -by }
    }
    #[inline(always)]
    fn extract(self, mask: Self) -> usize {
        cpu::extract(self, mask) as usize
    }
    fn from_set(set: SquareSet) -> Self {
        set.words()[0]
    }
}

/// The set of each square: shifting two words takes several instructions.
static SINGLE: [u128; 128] = {
    let mut sets = [1; 128];
    let mut square = 0;
    while square < 128 {
        sets[square] <<= square;
        square += 1;
    }
    sets
};

impl Bits for u128 {
    type Table<T: Copy + Send + Sync + Debug + 'static> = Table128<T>;
    type Squares = SquaresOfTwo;
    const EMPTY: Self = 0;
    const EXTRACTS: bool = true;

    #[inline(always)]
    fn of(square: Square) -> Self {
        SINGLE[square.index() & 127]
    }
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        self & Self::of(square) != 0
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn count<const FAST: bool>(self) -> u32 {
        if FAST {
            cpu::count(self as u64) + cpu::count((self >> 64) as u64)
        } else {
            self.count_ones()
        }
    }
    #[inline(always)]
    fn first(self) -> Square {
        Square::new(self.trailing_zeros() as u8)
    }
    #[inline(always)]
    fn last(self) -> Square {
        Square::new(127 - self.leading_zeros() as u8)
    }
    #[inline(always)]
    fn rest(self) -> Self {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn squares(self) -> SquaresOfTwo {
        SquaresOfTwo {
            word: self as u64,
            high: (self >> 64) as u64,
            base: 0,
        }
    }
    #[inline(always)]
    fn shift(self, by: i32) -> Self {
        if by >= 0 { self << by } else { self >> -by }
    }
    #[inline(always)]
    fn extract(self, mask: Self) -> usize {
        let low_mask = mask as u64;
        let low = cpu::extract(self as u64, low_mask);
        let high = cpu::extract((self >> 64) as u64, (mask >> 64) as u64);
        (low | high << (cpu::count(low_mask) & 63)) as usize
    }
    fn from_set(set: SquareSet) -> Self {
        let words = set.words();
        u128::from(words[0]) | u128::from(words[1]) << 64
    }
}

/// A set of up to 256 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide([u64; 4]);

macro_rules! word_by_word {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign_method:ident, $op:tt) => {
        impl $trait for Wide {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let (a, b) = (self.0, other.0);
                Self([a[0] $op b[0], a[1] $op b[1], a[2] $op b[2], a[3] $op b[3]])
            }
        }
        impl $assign_trait for Wide {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

word_by_word!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
word_by_word!(BitOr, bitor, BitOrAssign, bitor_assign, |);
word_by_word!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Wide {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        let a = self.0;
        Self([!a[0], !a[1], !a[2], !a[3]])
    }
}

impl Bits for Wide {
    type Table<T: Copy + Send + Sync + Debug + 'static> = Table256<T>;
    type Squares = Squares<Self>;
    const EMPTY: Self = Self([0; 4]);
    const EXTRACTS: bool = false;

    #[inline(always)]
    fn of(square: Square) -> Self {
        let mut words = [0; 4];
        words[square.index() >> 6 & 3] = 1 << (square.index() & 63);
        Self(words)
    }
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        self.0[square.index() >> 6 & 3] >> (square.index() & 63) & 1 != 0
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        let a = self.0;
        a[0] | a[1] | a[2] | a[3] == 0
    }
    #[inline(always)]
    fn count<const FAST: bool>(self) -> u32 {
        let count = |w: u64| if FAST { cpu::count(w) } else { w.count_ones() };
        let a = self.0;
        count(a[0]) + count(a[1]) + count(a[2]) + count(a[3])
    }
    #[inline(always)]
    fn first(self) -> Square {
        let a = self.0;
        let word = if a[0] != 0 {
            0
        } else if a[1] != 0 {
            1
        } else if a[2] != 0 {
            2
        } else {
            3
        };
        Square::new((word as u32 * 64 + a[word].trailing_zeros()) as u8)
    }
    #[inline(always)]
    fn last(self) -> Square {
        let a = self.0;
        let word = if a[3] != 0 {
            3
        } else if a[2] != 0 {
            2
        } else {
            usize::from(a[1] != 0)
        };
        Square::new((word as u32 * 64 + 63 - a[word].leading_zeros()) as u8)
    }
    #[inline(always)]
    fn rest(self) -> Self {
        let mut a = self.0;
        for word in &mut a {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        Self(a)
    }
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
    #[inline(always)]
    fn shift(self, by: i32) -> Self {
        let a = self.0;
        let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        let word = |i: i32| {
            usize::try_from(i)
                .ok()
                .and_then(|i| a.get(i))
                .copied()
                .unwrap_or(0)
        };
        let at = |i: usize| {
            let (near, far) = if by >= 0 {
                (
                    word(i as i32 - words as i32),
                    word(i as i32 - words as i32 - 1),
                )
            } else {
                (word((i + words) as i32), word((i + words) as i32 + 1))
            };
            match (by >= 0, bits) {
                (_, 0) => near,
                (true, bits) => near << bits | far >> (64 - bits),
                (false, bits) => near >> bits | far << (64 - bits),
            }
        };
        Self([at(0), at(1), at(2), at(3)])
    }
    fn extract(self, mask: Self) -> usize {
        // Never used at this width (see `EXTRACTS`); right all the same.
        mask.squares().enumerate().fold(0, |index, (i, square)| {
            index | usize::from(self.has(square)) << i
        })
    }
    fn from_set(set: SquareSet) -> Self {
        Self(set.words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: Bits>(squares: u16) {
        let mut set = B::EMPTY;
        let mut wide = SquareSet::EMPTY;
        for i in (0..squares).filter(|i| i % 7 == 3 || i % 11 == 0) {
            let square = Square::new(i as u8);
            set |= B::of(square);
            wide.insert(square);
        }
        assert_eq!(set, B::from_set(wide));
        assert!(set.squares().eq(wide.iter()));
        assert_eq!(set.count::<false>() as usize, wide.len());
        assert_eq!(Some(set.first()), wide.iter().next());
        assert_eq!(Some(set.last()), wide.iter().last());
        assert!(B::of(Square::new(0)).is_single() && !B::EMPTY.is_single() && !set.is_single());
        for by in [0, 1, 9, 12, 16, 63, -1, -9, -12, -16, -63] {
            let moved = wide.iter().map(|s| s.index() as i32 + by);
            let kept = moved.filter(|&i| (0..i32::from(squares)).contains(&i));
            let moved: SquareSet = kept.map(|i| Square::new(i as u8)).collect();
            assert_eq!(set.shift(by), B::from_set(moved), "{by}");
        }
        if cpu::available() || !B::EXTRACTS {
            let under: SquareSet = wide.iter().step_by(3).take(9).collect();
            let mask = B::from_set(under);
            let ones = (1 << under.len()) - 1;
            assert_eq!(set.extract(mask), ones);
            assert_eq!((set & !B::of(mask.first())).extract(mask), ones - 1);
        }
    }

    #[test]
    fn all_widths_are_sets() {
        check::<u64>(64);
        check::<u128>(128);
        check::<Wide>(256);
    }
}
