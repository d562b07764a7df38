//! Start positions that are drawn by lot, each with a number.

use crate::board::{Man, PieceId, Shape, Side, Square, SquareSet};
use crate::rules::{BlackView, Condition};

/// How the men of a zone are placed at the start of a game.
///
/// Each line places its men on squares that are still free: the squares are chosen, the men stand on them in the order
/// of the line, from the first file to the last. The choices of a line are counted in the order of their squares. The
/// number of an array has the first line's choice as its lowest place, and White's array before Black's if Black has one
/// of its own. Arrays of which the condition does not hold are left out of the numbers of start positions.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Shuffle {
    /// The squares that are cleared before men are placed, seen by White; Black's men stand opposite.
    pub zone: SquareSet,
    /// What is placed, one line after the other.
    pub lines: Vec<Placed>,
    /// Whether Black's men stand opposite White's; otherwise they are placed by themselves.
    pub alike: bool,
    /// What holds of each start position for both players.
    pub condition: Condition,
}

/// Men that are placed together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Placed {
    /// The men in the order in which they stand.
    pub men: Vec<PieceId>,
    /// Where, seen by White.
    pub zone: SquareSet,
}

impl Shuffle {
    /// The number of arrays, whether the condition holds of them or not.
    pub fn count(&self) -> u64 {
        let ways = self.ways();
        if self.alike {
            ways
        } else {
            ways.saturating_mul(ways)
        }
    }

    /// In how many ways the men of one side are placed.
    fn ways(&self) -> u64 {
        let radixes = (0..self.lines.len()).map(|line| self.choices(line));
        radixes.fold(1, u64::saturating_mul)
    }

    /// In how many ways a line places its men. Lines before it take the same number of its squares whatever was chosen,
    /// since their zones lie inside of its own or apart from it.
    fn choices(&self, line: usize) -> u64 {
        let Placed { men, zone } = &self.lines[line];
        let before = self.lines[..line].iter().filter(|l| l.zone.is_subset(zone));
        let taken: usize = before.map(|l| l.men.len()).sum();
        combinations(zone.len().saturating_sub(taken) as u64, men.len() as u64)
    }

    /// The array with a number, the men of the zone put into a board; nothing if there is none.
    pub(crate) fn place(
        &self,
        number: u64,
        (shape, view): (Shape, BlackView),
        men: &[Option<Man>],
    ) -> Option<Vec<Option<Man>>> {
        if number >= self.count() {
            return None;
        }
        let ways = self.ways();
        let whites = self.placed(number % ways)?;
        let blacks = if self.alike {
            whites.clone()
        } else {
            self.placed(number / ways)?
        };
        let mut board = men.to_vec();
        for square in self.zone.iter() {
            board[square.index()] = None;
            board[view.turned(shape, square)?.index()] = None;
        }
        let man = |side, kind| Some(Man { side, kind });
        for (square, kind) in whites {
            board[square.index()] = man(Side::White, kind);
        }
        for (square, kind) in blacks {
            board[view.turned(shape, square)?.index()] = man(Side::Black, kind);
        }
        Some(board)
    }

    /// Who stands where by a choice with a number, seen by White.
    fn placed(&self, number: u64) -> Option<Vec<(Square, PieceId)>> {
        let (mut rest, mut taken) = (number, SquareSet::EMPTY);
        let mut placed = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            let choices = self.choices(index);
            let free: Vec<Square> = (line.zone - taken).iter().collect();
            let chosen = combination(free.len() as u64, line.men.len() as u64, rest % choices);
            rest /= choices;
            for (&kind, at) in line.men.iter().zip(chosen) {
                let square = *free.get(at as usize)?;
                taken.insert(square);
                placed.push((square, kind));
            }
        }
        Some(placed)
    }
}

/// In how many ways so many of a number of things are chosen.
fn combinations(of: u64, chosen: u64) -> u64 {
    if chosen > of {
        return 0;
    }
    (0..chosen).fold(1, |ways, i| {
        // Each step divides without rest: the product of i + 1 neighbours is a multiple of (i + 1)!.
        (u128::from(ways) * u128::from(of - i) / u128::from(i + 1))
            .try_into()
            .unwrap_or(u64::MAX)
    })
}

/// The choice with a number, counted in the order of the things chosen.
fn combination(of: u64, chosen: u64, mut number: u64) -> Vec<u64> {
    let (mut found, mut next, mut left) = (Vec::new(), 0, chosen);
    while left > 0 && next < of {
        // So many choices take the next thing.
        let with = combinations(of - next - 1, left - 1);
        if number < with {
            found.push(next);
            left -= 1;
        } else {
            number -= with;
        }
        next += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_counted_in_order_and_all_differ() {
        for of in 0..8 {
            for chosen in 0..=of {
                let all: Vec<_> = (0..combinations(of, chosen))
                    .map(|n| combination(of, chosen, n))
                    .collect();
                assert!(all.is_sorted_by(|a, b| a < b), "{of} {chosen} {all:?}");
                assert!(all.iter().all(|c| c.len() as u64 == chosen));
            }
        }
        assert_eq!(combination(5, 2, 5), [1, 3]);
    }
}
