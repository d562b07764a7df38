//! Squares and the rectangle that they form.

use std::fmt;

/// The largest number of files.
pub const MAX_FILES: u8 = 16;
/// The largest number of ranks.
pub const MAX_RANKS: u8 = 16;

/// A square: `rank * files + file`, so that a board's squares are numbered densely from `a1`.
///
/// A square means nothing without the [`Shape`] that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with a number; whether it is on the board only the shape knows.
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The square's number, counted from `a1` along the ranks.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A board's size was out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board has 1 to {MAX_FILES} files and 1 to {MAX_RANKS} ranks, not {files} x {ranks}")]
pub struct ShapeError {
    /// The number of files asked for.
    pub files: i64,
    /// The number of ranks asked for.
    pub ranks: i64,
}

/// A board's rectangle: its number of files and ranks, each from 1 to 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    files: u8,
    ranks: u8,
    wraps: bool,
}

/// The usual board, 8 x 8.
impl Default for Shape {
    fn default() -> Self {
        Self {
            files: 8,
            ranks: 8,
            wraps: false,
        }
    }
}

impl Shape {
    /// The steps to the eight neighbours of a square, in files and ranks, clockwise from the next rank.
    pub(crate) const AROUND: [(i32, i32); 8] = [
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
    ];

    /// A rectangle.
    ///
    /// # Errors
    /// If a side is not within 1 to 16.
    pub fn new(files: i64, ranks: i64) -> Result<Self, ShapeError> {
        let fits = |n: i64, max: u8| (1..=i64::from(max)).contains(&n);
        if fits(files, MAX_FILES) && fits(ranks, MAX_RANKS) {
            Ok(Self {
                files: files as u8,
                ranks: ranks as u8,
                wraps: false,
            })
        } else {
            Err(ShapeError { files, ranks })
        }
    }

    /// The same rectangle with its files joined to a ring, as on a cylinder, or not.
    #[must_use]
    pub const fn with_wraps(self, wraps: bool) -> Self {
        Self { wraps, ..self }
    }

    /// Whether the files form a ring: the first stands beside the last.
    pub const fn wraps(self) -> bool {
        self.wraps
    }

    /// The number of files.
    pub const fn files(self) -> u8 {
        self.files
    }

    /// The number of ranks.
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// The number of squares, 1 to 256.
    pub const fn len(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Never: a shape has at least one square.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// The square on a file and rank counted from 0, if they are on the board.
    pub fn square(self, file: i32, rank: i32) -> Option<Square> {
        let on_board = (0..i32::from(self.files)).contains(&file)
            && (0..i32::from(self.ranks)).contains(&rank);
        on_board.then(|| Square((rank * i32::from(self.files) + file) as u8))
    }

    /// The square's file, counted from 0.
    pub fn file(self, square: Square) -> i32 {
        i32::from(square.0 % self.files)
    }

    /// The square's rank, counted from 0.
    pub fn rank(self, square: Square) -> i32 {
        i32::from(square.0 / self.files)
    }

    /// All squares from `a1` along the ranks.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..self.len()).map(|i| Square(i as u8))
    }

    /// The square `files` to the right and `ranks` up, seen by White.
    ///
    /// With `wraps`, or if the shape says so, the files form a ring, as on a cylinder; ranks never do.
    pub fn offset(self, from: Square, files: i32, ranks: i32, wraps: bool) -> Option<Square> {
        let file = self.file(from) + files;
        let file = if wraps || self.wraps {
            file.rem_euclid(i32::from(self.files))
        } else {
            file
        };
        self.square(file, self.rank(from) + ranks)
    }

    /// Reads `e4`, `p16`: a file letter and a rank number without leading zeros.
    pub fn parse(self, text: &str) -> Option<Square> {
        let mut chars = text.chars();
        let file = chars.next().filter(char::is_ascii_lowercase)?;
        let digits = chars.as_str();
        if digits.is_empty()
            || digits.starts_with('0')
            || !digits.bytes().all(|b| b.is_ascii_digit())
        {
            return None;
        }
        let rank: i32 = digits.parse().ok()?;
        self.square(file as i32 - 'a' as i32, rank - 1)
    }

    /// The square's name, such as `e4`.
    pub fn name(self, square: Square) -> SquareName {
        SquareName {
            file: (b'a' + square.0 % self.files) as char,
            rank: square.0 / self.files + 1,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.files, self.ranks)
    }
}

/// A square's name, made by [`Shape::name`]; prints as `e4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareName {
    file: char,
    rank: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, self.rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_parsing_are_inverse() {
        for (files, ranks) in [(1, 1), (3, 9), (8, 8), (12, 12), (16, 16)] {
            let shape = Shape::new(files, ranks).unwrap();
            for square in shape.squares() {
                assert_eq!(shape.parse(&shape.name(square).to_string()), Some(square));
            }
        }
        let shape = Shape::new(8, 8).unwrap();
        for bad in ["", "e", "e0", "e09", "e9", "i1", "E4", "e4 ", "é4", "e+4"] {
            assert_eq!(shape.parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn sizes_have_bounds() {
        assert!(Shape::new(0, 8).is_err());
        assert!(Shape::new(17, 8).is_err());
        assert!(Shape::new(16, 16).is_ok());
    }
}
