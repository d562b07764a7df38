//! What differs between the position that a test expects and the one that came out, so that the same can be said of a
//! smaller one.

use super::parts;
use crate::board::{BySide, Man, PieceId, Side, Square, SquareSet};
use crate::position::{EnPassant, State};

/// A difference between two positions of one game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Change {
    /// Squares with what is expected and what is there.
    men: Vec<(Square, [Option<Man>; 2])>,
    /// Men in hand that are expected more than there are.
    hands: Vec<(Side, PieceId, i32)>,
    walls: Sets,
    rights: Sets,
    unmoved: Sets,
    side: [Side; 2],
    passed: [Option<EnPassant>; 2],
    quiet: i64,
    number: i64,
    /// Counts that are expected higher, by how much.
    counters: Vec<BySide<i32>>,
    memory: u64,
}

/// What is expected and not there, and what is there and not expected.
type Sets = [SquareSet; 2];

impl Change {
    pub(super) fn between(expected: &State, got: &State) -> Self {
        let sets = |one: SquareSet, two: SquareSet| [one - two, two - one];
        let squares = got.men.iter().zip(&expected.men).enumerate();
        let men = squares.filter(|(_, (got, expected))| got != expected);
        let held = Side::ALL.into_iter().flat_map(|side| {
            let kinds = expected.hands[side].len().max(got.hands[side].len());
            (0..kinds).map(move |kind| (side, PieceId::new(kind as u8)))
        });
        let more = |(side, kind): (Side, PieceId)| {
            let count = |state: &State| i32::from(state.in_hand(side, kind));
            (side, kind, count(expected) - count(got))
        };
        let counters = expected.counters.iter().zip(&got.counters);
        Self {
            men: men
                .map(|(at, (got, expected))| (Square::new(at as u8), [*expected, *got]))
                .collect(),
            hands: held.map(more).filter(|held| held.2 != 0).collect(),
            walls: sets(expected.walls, got.walls),
            rights: sets(expected.rights, got.rights),
            unmoved: sets(expected.unmoved, got.unmoved),
            side: [expected.side, got.side],
            passed: [expected.en_passant, got.en_passant],
            quiet: i64::from(expected.quiet) - i64::from(got.quiet),
            number: i64::from(expected.number) - i64::from(got.number),
            counters: counters
                .map(|(expected, got)| {
                    BySide::from_fn(|side| expected[side].saturating_sub(got[side]))
                })
                .collect(),
            memory: expected.memory ^ got.memory,
        }
    }

    /// What would be expected instead of another position; nothing if that is not different in the same way.
    pub(super) fn expected(&self, got: &State) -> Option<State> {
        let is_same =
            |(square, [_, there]): &(Square, [Option<Man>; 2])| got.man(*square) == *there;
        let has =
            |sets: &Sets, set: SquareSet| sets[1].is_subset(&set) && (sets[0] & set).is_empty();
        let keeps_passed = self.passed[0] == self.passed[1] || got.en_passant == self.passed[1];
        let fits = self.men.iter().all(is_same)
            && has(&self.walls, got.walls)
            && has(&self.rights, got.rights)
            && has(&self.unmoved, got.unmoved)
            && got.side == self.side[1]
            && keeps_passed;
        if !fits {
            return None;
        }
        let mut new = got.clone();
        for (square, [expected, _]) in &self.men {
            new.men[square.index()] = *expected;
        }
        let set = |sets: &Sets, set: SquareSet| (set | sets[0]) - sets[1];
        new.walls = set(&self.walls, got.walls);
        new.rights = set(&self.rights, got.rights);
        new.unmoved = set(&self.unmoved, got.unmoved);
        new.side = self.side[0];
        if self.passed[0] != self.passed[1] {
            new.en_passant = self.passed[0];
        }
        new.quiet = u32::try_from(i64::from(got.quiet) + self.quiet).ok()?;
        new.number = u32::try_from(i64::from(got.number) + self.number).ok()?;
        for (count, more) in new.counters.iter_mut().zip(&self.counters) {
            *count = BySide::from_fn(|side| count[side].saturating_add(more[side]));
        }
        new.memory ^= self.memory;
        for &(side, kind, more) in &self.hands {
            let held = new.hands[side].get_mut(kind.index())?;
            *held = u8::try_from(i32::from(*held) + more).ok()?;
        }
        parts::tidy(&mut new);
        Some(new)
    }
}
