//! A board in a game: coordinates, colours, and marks that can be read without colours. Either side may be below.

use anstyle::{AnsiColor, Style};
use ferz::board::{Shape, Side, Square};

/// What is marked about a square.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    /// The last move started or ended there: brackets.
    pub(crate) last: bool,
    /// The man gives check or is in check: an exclamation mark before it.
    pub(crate) check: bool,
}

/// A board to draw.
pub(crate) struct Board<M, K> {
    pub(crate) shape: Shape,
    pub(crate) ascii: bool,
    /// Whether Black is below.
    pub(crate) flipped: bool,
    /// How many characters the longest letter has.
    pub(crate) cell: usize,
    /// The letters of the man on a square, and whose it is; nobody's is a wall.
    pub(crate) man: M,
    pub(crate) marks: K,
}

const WHITE: Style = Style::new().bold();
const BLACK: Style = AnsiColor::Cyan.on_default();
const LAST: Style = AnsiColor::Yellow.on_default();
const CHECK: Style = AnsiColor::BrightRed.on_default().bold();

impl<M: Fn(Square) -> Option<(String, Option<Side>)>, K: Fn(Square) -> Marks> Board<M, K> {
    /// Draws it; one character stands between two squares.
    pub(crate) fn draw(&self) -> String {
        let (files, ranks) = (self.shape.files(), self.shape.ranks());
        let margin = ranks.to_string().len();
        let mut text = String::new();
        let squares: Vec<Square> = self.shape.squares().collect();
        let mut rows: Vec<Vec<Square>> = squares
            .chunks(usize::from(files))
            .map(<[Square]>::to_vec)
            .collect();
        let mut letters: Vec<char> = (b'a'..).take(usize::from(files)).map(char::from).collect();
        let mut numbers: Vec<usize> = (1..=usize::from(ranks)).collect();
        if self.flipped {
            for row in &mut rows {
                row.reverse();
            }
            letters.reverse();
        } else {
            rows.reverse();
            numbers.reverse();
        }
        for (number, row) in numbers.iter().zip(&rows) {
            text += &format!("{number:>margin$} {}\n", self.row(row).trim_end());
        }
        let cell = self.cell;
        let letters: Vec<String> = letters.iter().map(|l| format!("{l:>cell$}")).collect();
        text + &format!("{:margin$}  {}\n", "", letters.join(" "))
    }

    fn row(&self, row: &[Square]) -> String {
        let mut text = String::new();
        let mut before = Marks::default();
        for &square in row {
            let marks = (self.marks)(square);
            text += &between(before, marks);
            text += &self.square(square);
            before = marks;
        }
        text + &between(before, Marks::default())
    }

    fn square(&self, square: Square) -> String {
        let cell = self.cell;
        match (self.man)(square) {
            Some((letter, side)) => {
                let style = match side {
                    Some(Side::White) => WHITE,
                    Some(Side::Black) => BLACK,
                    None => Style::new(),
                };
                // Blanks stand outside of the colour.
                let blanks = cell.saturating_sub(letter.chars().count());
                format!("{:blanks$}{style}{letter}{style:#}", "")
            }
            None => format!("{:>cell$}", if self.ascii { "." } else { "·" }),
        }
    }
}

/// The sign between two squares.
fn between(left: Marks, right: Marks) -> String {
    let (style, sign) = match (left.last, right.last) {
        _ if right.check => (CHECK, '!'),
        (true, true) => (LAST, '|'),
        (true, false) => (LAST, ']'),
        (false, true) => (LAST, '['),
        (false, false) => return " ".to_owned(),
    };
    format!("{style}{sign}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(flipped: bool) -> String {
        let text = Board {
            shape: Shape::new(3, 2).unwrap(),
            ascii: true,
            flipped,
            cell: 2,
            man: |s: Square| match s.index() {
                1 => Some(("+K".to_owned(), Some(Side::White))),
                5 => Some(("q".to_owned(), Some(Side::Black))),
                _ => None,
            },
            marks: |s: Square| Marks {
                last: matches!(s.index(), 3 | 4),
                check: s.index() == 5,
            },
        }
        .draw();
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn marks_stand_between_the_squares() {
        assert_eq!(draw(false), "2 [ .| .! q\n1   . +K  .\n    a  b  c\n");
    }

    #[test]
    fn black_can_be_below() {
        assert_eq!(draw(true), "1   . +K  .\n2 ! q[ .| .]\n    c  b  a\n");
    }
}
