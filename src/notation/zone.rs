//! Zones as they are written: `a1..c3`, `rank 2`, `last 3`.
//!
//! Knows no board: whether a square is on it is known in `rules`.

use super::findings::Read;
use super::set::SetAst;

/// A set of squares as it is written.
pub type ZoneAst = SetAst<ZoneItem>;

/// One item of a zone. Files and ranks are counted from 0, as in [`crate::board::Shape`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ZoneItem {
    /// A zone of the file.
    Name(String),
    /// `e4`: one square.
    Square(Corner),
    /// `a1..c3`: a rectangle between two corners.
    Rectangle(Corner, Corner),
    /// `rank 2`, `ranks 2..4`: whole ranks from the first to the last.
    Ranks(i32, i32),
    /// `file c`, `files c..e`: whole files from the first to the last.
    Files(i32, i32),
    /// `first 3`: the ranks nearest to the mover.
    First(i32),
    /// `last 3`: the ranks farthest from the mover.
    Last(i32),
    /// `light`: the squares of the colour of h1 on the usual board.
    Light,
    /// `dark`: the squares of the colour of a1.
    Dark,
    /// `edge`: the outermost files and ranks.
    Edge,
    /// `all`: the whole board.
    All,
    /// A zone in parentheses.
    Set(Box<ZoneAst>),
}

/// A square as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The file, counted from 0.
    pub file: i32,
    /// The rank, counted from 0.
    pub rank: i32,
}

/// Reads a zone.
pub fn parse_zone(text: &str) -> Read<ZoneAst> {
    let _ = text;
    todo!()
}
