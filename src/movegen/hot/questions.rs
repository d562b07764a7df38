//! Guards and tests asked in a position.

use super::generate::Search;
use crate::board::Square;
use crate::compile::{Bits, Men, SetExpr, Test};
use crate::rules::{Place, SquareState};

/// The squares of a move that a test asks about.
#[derive(Clone, Copy)]
pub(super) struct Asked<B> {
    pub(super) here: Square,
    pub(super) there: Square,
    pub(super) path: B,
}

impl<B: Bits> Asked<B> {
    fn squares(&self, place: Place) -> B {
        let (here, there) = (B::of(self.here), B::of(self.there));
        match place {
            Place::Here => here,
            Place::There => there,
            Place::Path => self.path,
            Place::Track => here | self.path | there,
        }
    }
}

impl<B: Bits, const FAST: bool> Search<'_, B, FAST> {
    /// Computes all guards of the game for this node.
    pub(super) fn refresh_guards(&mut self) {
        let tables = self.tables;
        for (i, (_, guard)) in tables.guards.iter().enumerate() {
            let pair = (self.set(&guard.here), self.set(&guard.there));
            self.guards[i] = pair;
        }
    }

    /// The squares of a set in this position.
    pub(super) fn set(&self, expr: &SetExpr<B>) -> B {
        match expr {
            SetExpr::Const(set) => *set,
            SetExpr::All(parts) => parts.iter().fold(!B::EMPTY, |all, p| all & self.set(p)),
            SetExpr::Any(parts) => parts.iter().fold(B::EMPTY, |all, p| all | self.set(p)),
            SetExpr::Not(part) => !self.set(part),
            SetExpr::Near(men, lanes) => {
                let occupied = self.board.occupied();
                let from_man = |man| lanes.targets::<FAST>(&self.tables.slots, man, occupied);
                self.men(men)
                    .squares()
                    .fold(B::EMPTY, |all, man| all | from_man(man))
            }
            SetExpr::Lines(men, compare, number, lines) => {
                let men = self.men(men);
                let holds = |line: &&B| compare.holds((men & **line).count::<FAST>(), *number);
                let lines = lines.iter().filter(holds);
                lines.fold(B::EMPTY, |all, &line| all | line)
            }
            SetExpr::If(men, compare, number) => {
                if compare.holds(self.men(men).count::<FAST>(), *number) {
                    !B::EMPTY
                } else {
                    B::EMPTY
                }
            }
        }
    }

    fn men(&self, men: &Men<B>) -> B {
        men.codes
            .iter()
            .fold(B::EMPTY, |all, &c| all | self.board.sets[c as usize])
            & men.zone
    }

    /// Whether the game is over here by an end after which no move is legal.
    #[inline(always)]
    pub(super) fn is_over(&self, checked: bool) -> bool {
        let tests = &self.tables.over[self.board.side];
        !tests.is_empty() && self.one_holds(tests, checked)
    }

    /// Whether one of some tests holds that ask about no move.
    #[cold]
    fn one_holds(&self, tests: &[Test<B>], checked: bool) -> bool {
        let nowhere = Asked {
            here: Square::new(0),
            there: Square::new(0),
            path: B::EMPTY,
        };
        tests.iter().any(|test| self.holds(test, &nowhere, checked))
    }

    /// Whether a test of one move holds, while `checked` says whether a royal of the mover's side is attacked.
    pub(super) fn holds(&self, test: &Test<B>, asked: &Asked<B>, checked: bool) -> bool {
        match test {
            Test::Const(answer) => *answer,
            Test::All(parts) => parts.iter().all(|p| self.holds(p, asked, checked)),
            Test::Any(parts) => parts.iter().any(|p| self.holds(p, asked, checked)),
            Test::Not(part) => !self.holds(part, asked, checked),
            Test::In(place, zone) => (asked.squares(*place) & !*zone).is_empty(),
            Test::State(place, state) => asked
                .squares(*place)
                .squares()
                .all(|s| self.is(s, *state, asked)),
            Test::Check => checked,
            Test::Versus(left, compare, right) => {
                let count = |men| self.men(men).count::<FAST>();
                compare.holds(count(left), count(right))
            }
            Test::Full(squares) => self.board.occupied().count::<FAST>() == *squares,
            Test::Count(men, compare, number) => {
                compare.holds(self.men(men).count::<FAST>(), *number)
            }
            Test::CountAt(men, lanes, place, compare, number) => {
                let occupied = self.board.occupied();
                let reached = asked.squares(*place).squares().fold(B::EMPTY, |all, s| {
                    all | lanes.targets::<FAST>(&self.tables.slots, s, occupied)
                });
                compare.holds((self.men(men) & reached).count::<FAST>(), *number)
            }
        }
    }

    fn is(&self, square: Square, state: SquareState, asked: &Asked<B>) -> bool {
        // On its way the mover has left its square behind.
        let occupied = (self.board.occupied() & !B::of(asked.here)) | B::of(square);
        match state {
            SquareState::Safe => !self.is_attacked(square, occupied, B::of(square)),
            // Games that ask so are not compiled.
            SquareState::Unmoved | SquareState::Stuck => false,
            SquareState::Attacked => self.is_attacked(square, occupied, B::of(square)),
        }
    }
}
