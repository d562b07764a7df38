//! Sets of squares as narrow as the board allows, and tables with an entry a square.

use super::cpu;
use crate::board::{Square, SquareSet};
use std::array;
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
    /// The highest square of a set that is not empty, and square 0 of an empty one; `FAST` uses the processor's
    /// instruction.
    fn last<const FAST: bool>(self) -> Square;
    /// The set without its lowest square.
    fn rest(self) -> Self;
    /// All squares up to the lowest one of the set, and with it; all there are if the set is empty.
    fn first_and_down(self) -> Self;
    /// All squares from the highest one of the set on, and with it; all there are if the set is empty. `FAST` uses the
    /// processor's instruction.
    fn last_and_up<const FAST: bool>(self) -> Self;
    /// The squares in ascending order.
    fn squares(self) -> Self::Squares;
    /// Every square's number changed by so much; squares that leave the width are lost.
    fn shift(self, by: i32) -> Self;
    /// The same where no square leaves the width.
    fn shift_inside(self, by: i32) -> Self;
    /// The bits under a mask, moved together; `low` must be the mask's [`low_bits`](Self::low_bits).
    fn extract(self, mask: Self, low: u8) -> usize;
    /// How many bits are in the lowest word.
    fn low_bits(self) -> u8;
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

/// The number of the highest bit that is set; 0 if none is.
#[inline(always)]
fn highest<const FAST: bool>(word: u64) -> u32 {
    if FAST {
        cpu::highest(word | 1)
    } else {
        (word | 1).ilog2()
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
    /// Gives all entries the same value.
    fn fill(&mut self, value: T);
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
            fn fill(&mut self, value: T) {
                self.0.fill(value);
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
    fn last<const FAST: bool>(self) -> Square {
        Square::new(highest::<FAST>(self) as u8)
    }
    #[inline(always)]
    fn rest(self) -> Self {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn first_and_down(self) -> Self {
        self ^ self.wrapping_sub(1)
    }
    #[inline(always)]
    fn last_and_up<const FAST: bool>(self) -> Self {
        Self::MAX << highest::<FAST>(self)
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
    fn shift_inside(self, by: i32) -> Self {
        self.rotate_left(by as u32 & (Self::BITS - 1))
    }
    #[inline(always)]
    fn extract(self, mask: Self, _: u8) -> usize {
        cpu::extract(self, mask) as usize
    }
    fn low_bits(self) -> u8 {
        self.count_ones() as u8
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
    fn last<const FAST: bool>(self) -> Square {
        let high = (self >> 64) as u64;
        let last = if high == 0 {
            highest::<FAST>(self as u64)
        } else {
            64 + highest::<FAST>(high)
        };
        Square::new(last as u8)
    }
    #[inline(always)]
    fn rest(self) -> Self {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn first_and_down(self) -> Self {
        self ^ self.wrapping_sub(1)
    }
    #[inline(always)]
    fn last_and_up<const FAST: bool>(self) -> Self {
        Self::MAX << (self.last::<FAST>().index() & 127)
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
    fn shift_inside(self, by: i32) -> Self {
        self.rotate_left(by as u32 & (Self::BITS - 1))
    }
    #[inline(always)]
    fn extract(self, mask: Self, low: u8) -> usize {
        let lower = cpu::extract(self as u64, mask as u64);
        let higher = cpu::extract((self >> 64) as u64, (mask >> 64) as u64);
        (lower | higher << (low & 63)) as usize
    }
    fn low_bits(self) -> u8 {
        (self as u64).count_ones() as u8
    }
    fn from_set(set: SquareSet) -> Self {
        let words = set.words();
        u128::from(words[0]) | u128::from(words[1]) << 64
    }
}

/// A set of up to 64 squares for each of some words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words<const N: usize>([u64; N]);

/// A set of up to 256 squares.
pub(crate) type Wide = Words<4>;

macro_rules! word_by_word {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign_method:ident, $op:tt) => {
        impl<const N: usize> $trait for Words<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
        impl<const N: usize> $assign_trait for Words<N> {
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

impl<const N: usize> Not for Words<N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> Words<N> {
    /// The set of each square. A word written by itself into a set in memory would make the next look at the whole set
    /// wait for it.
    const ONE: [Self; 256] = {
        let mut sets = [Self([0; N]); 256];
        let mut square = 0;
        while square < N * 64 {
            sets[square].0[square / 64] = 1 << (square % 64);
            square += 1;
        }
        sets
    };

    /// For each square the set of it and all higher ones.
    const FROM: [Self; 256] = {
        let mut sets = [Self([0; N]); 256];
        let mut square = 0;
        while square < N * 64 {
            let mut word = square / 64;
            sets[square].0[word] = u64::MAX << (square % 64);
            word += 1;
            while word < N {
                sets[square].0[word] = u64::MAX;
                word += 1;
            }
            square += 1;
        }
        sets
    };

    /// One less, all words read as one number.
    #[inline(always)]
    fn less_one(self) -> Self {
        let mut borrow = true;
        Self(self.0.map(|word| {
            let (less, borrows) = word.overflowing_sub(u64::from(borrow));
            borrow = borrows;
            less
        }))
    }

    /// The word of a square. Always a word of the set, which saves a check.
    #[inline(always)]
    fn word(square: Square) -> usize {
        (square.index() >> 6).min(N - 1)
    }

    /// Moved up by whole words.
    fn words_up(self, by: usize) -> Self {
        let from = |i: usize| i.checked_sub(by).map_or(0, |i| self.0[i]);
        Self(array::from_fn(from))
    }

    /// Moved down by whole words.
    fn words_down(self, by: usize) -> Self {
        let from = |i: usize| self.0.get(i + by).copied().unwrap_or(0);
        Self(array::from_fn(from))
    }
}

impl<const N: usize> Bits for Words<N> {
    type Table<T: Copy + Send + Sync + Debug + 'static> = Table256<T>;
    type Squares = SquaresOfWords<N>;
    const EMPTY: Self = Self([0; N]);
    const EXTRACTS: bool = false;

    #[inline(always)]
    fn of(square: Square) -> Self {
        Self::ONE[square.index() & 255]
    }
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        self.0[Self::word(square)] >> (square.index() & 63) & 1 != 0
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.into_iter().fold(0, |all, word| all | word) == 0
    }
    #[inline(always)]
    fn count<const FAST: bool>(self) -> u32 {
        let count = |w: u64| if FAST { cpu::count(w) } else { w.count_ones() };
        self.0.into_iter().map(count).sum()
    }
    #[inline(always)]
    fn first(self) -> Square {
        let (mut at, mut word) = (N - 1, self.0[N - 1]);
        for i in (0..N - 1).rev() {
            if self.0[i] != 0 {
                (at, word) = (i, self.0[i]);
            }
        }
        Square::new((at as u32 * 64 + word.trailing_zeros()) as u8)
    }
    #[inline(always)]
    fn last<const FAST: bool>(self) -> Square {
        let (mut at, mut word) = (0, self.0[0]);
        for i in 1..N {
            if self.0[i] != 0 {
                (at, word) = (i, self.0[i]);
            }
        }
        Square::new((at as u32 * 64 + highest::<FAST>(word)) as u8)
    }
    #[inline(always)]
    fn rest(self) -> Self {
        self & self.less_one()
    }
    #[inline(always)]
    fn first_and_down(self) -> Self {
        self ^ self.less_one()
    }
    #[inline(always)]
    fn last_and_up<const FAST: bool>(self) -> Self {
        Self::FROM[self.last::<FAST>().index() & 255]
    }
    #[inline(always)]
    fn squares(self) -> SquaresOfWords<N> {
        SquaresOfWords {
            words: self.0,
            at: 0,
            word: self.0[0],
        }
    }
    #[inline(always)]
    fn shift(self, by: i32) -> Self {
        let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        let mut a = self.0;
        if by >= 0 {
            if words > 0 {
                a = self.words_up(words).0;
            }
            let under = |i: usize| if i == 0 { 0 } else { a[i - 1] };
            // In two shifts, as the whole width of a word is too much for one.
            Self(array::from_fn(|i| {
                a[i] << bits | under(i) >> 1 >> (63 - bits)
            }))
        } else {
            if words > 0 {
                a = self.words_down(words).0;
            }
            let over = |i: usize| if i + 1 == N { 0 } else { a[i + 1] };
            Self(array::from_fn(|i| {
                a[i] >> bits | over(i) << 1 << (63 - bits)
            }))
        }
    }
    #[inline(always)]
    fn shift_inside(self, by: i32) -> Self {
        self.shift(by)
    }
    fn extract(self, mask: Self, _: u8) -> usize {
        // Never used at this width (see `EXTRACTS`); right all the same.
        mask.squares().enumerate().fold(0, |index, (i, square)| {
            index | usize::from(self.has(square)) << i
        })
    }
    fn low_bits(self) -> u8 {
        self.0[0].count_ones() as u8
    }
    fn from_set(set: SquareSet) -> Self {
        let words = set.words();
        Self(array::from_fn(|i| words[i]))
    }
}

/// The squares of a set of several words, in ascending order.
pub(crate) struct SquaresOfWords<const N: usize> {
    words: [u64; N],
    at: usize,
    /// What is left of the word at `at`.
    word: u64,
}

impl<const N: usize> Iterator for SquaresOfWords<N> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        while self.word == 0 {
            self.at += 1;
            self.word = *self.words.get(self.at)?;
        }
        let square = Square::new((self.at as u32 * 64 + self.word.trailing_zeros()) as u8);
        self.word &= self.word.wrapping_sub(1);
        Some(square)
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
        check_ends::<B, false>(set, wide);
        if cpu::available() {
            check_ends::<B, true>(set, wide);
        }
        assert!(B::of(Square::new(0)).is_single() && !B::EMPTY.is_single() && !set.is_single());
        for by in [0, 1, 9, 12, 16, 63, -1, -9, -12, -16, -63] {
            let moved = wide.iter().map(|s| s.index() as i32 + by);
            let kept = moved.filter(|&i| (0..i32::from(squares)).contains(&i));
            let moved: SquareSet = kept.map(|i| Square::new(i as u8)).collect();
            let moved = B::from_set(moved);
            assert_eq!(set.shift(by), moved, "{by}");
            assert_eq!(moved.shift(-by).shift_inside(by), moved, "{by}");
        }
        if cpu::available() || !B::EXTRACTS {
            let under: SquareSet = wide.iter().step_by(3).take(9).collect();
            let mask = B::from_set(under);
            let ones = (1 << under.len()) - 1;
            assert_eq!(set.extract(mask, mask.low_bits()), ones);
            assert_eq!(
                (set & !B::of(mask.first())).extract(mask, mask.low_bits()),
                ones - 1
            );
        }
    }

    /// What is at the upper end of a set, and up to its lowest and from its highest square.
    fn check_ends<B: Bits, const FAST: bool>(all: B, wide: SquareSet) {
        let mut set = all;
        for square in wide.iter() {
            assert_eq!(Some(set.last::<FAST>()), wide.iter().last());
            let one = B::of(square);
            assert_eq!((set.first(), one.last::<FAST>()), (square, square));
            assert_eq!(set.first_and_down() & one.last_and_up::<FAST>(), one);
            assert_eq!(one.first_and_down() | one.last_and_up::<FAST>(), !B::EMPTY);
            set = set.rest();
        }
        assert_eq!(set, B::EMPTY);
        assert_eq!(set.first_and_down() & set.last_and_up::<FAST>(), !B::EMPTY);
    }

    #[test]
    fn all_widths_are_sets() {
        check::<u64>(64);
        check::<u128>(128);
        check::<Wide>(256);
    }
}
