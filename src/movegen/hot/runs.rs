//! Legal moves as runs of steps, and the positions after the steps of a run one after the other.

use super::position::{Before, Board, EMPTY};
use super::sinks::{Singly, Sink, origin};
use crate::board::{PieceId, Square};
use crate::compile::{Bits, Tables};
use crate::position::{Move, MoveKind};

/// Receives moves: steps that nothing else follows from as runs, others one by one. It is empty between positions.
pub(super) struct Runs<B> {
    /// Where men's coming may do more than steps do; see [`Before::eventful`].
    pub(super) eventful: B,
    /// Where a man starts, and where its steps end.
    pub(super) men: Vec<(Square, B)>,
    /// How far men go, where their steps end, and whether they can be taken en passant then.
    pub(super) shifts: Vec<(i32, B, bool)>,
    /// The other moves.
    pub(super) others: Vec<Move>,
}

impl<B: Bits> Runs<B> {
    /// No moves.
    pub(super) fn new() -> Self {
        Self {
            eventful: B::EMPTY,
            men: Vec::new(),
            shifts: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Forgets all moves.
    pub(super) fn clear(&mut self) {
        self.men.clear();
        self.shifts.clear();
        self.others.clear();
    }
}

impl<B: Bits> Sink<B> for Runs<B> {
    const COUNTS: bool = false;
    const INHERITS: bool = false;

    fn len(&self) -> u64 {
        let men = self.men.iter().map(|(_, ends)| *ends);
        let ends = men.chain(self.shifts.iter().map(|(_, ends, _)| *ends));
        let steps: u64 = ends.map(|ends| u64::from(ends.count::<false>())).sum();
        steps + self.others.len() as u64
    }

    #[inline(always)]
    fn set<const FAST: bool>(&mut self, from: Square, targets: B, kind: MoveKind) {
        let steps = match kind {
            MoveKind::Normal => targets & !self.eventful,
            _ => B::EMPTY,
        };
        if steps.any() {
            self.men.push((from, steps));
        }
        let others = targets & !steps;
        if others.any() {
            Sink::<B>::set::<FAST>(&mut self.others, from, others, kind);
        }
    }

    #[inline]
    fn promotions<const FAST: bool>(
        &mut self,
        from: Square,
        targets: B,
        kind: MoveKind,
        choices: &[PieceId],
    ) {
        Sink::<B>::promotions::<FAST>(&mut self.others, from, targets, kind, choices);
    }

    #[inline(always)]
    fn shifted<const FAST: bool>(&mut self, shift: i32, targets: B, kind: MoveKind) {
        let others = targets & (self.eventful | self.eventful.shift(shift));
        let steps = targets & !others;
        if steps.any() {
            self.shifts.push((shift, steps, kind == MoveKind::Passing));
        }
        if others.any() {
            Sink::<B>::shifted::<FAST>(&mut self.others, shift, others, kind);
        }
    }

    #[inline]
    fn shifted_promotions<const FAST: bool>(
        &mut self,
        shift: i32,
        targets: B,
        kind: MoveKind,
        choices: &[PieceId],
    ) {
        Sink::<B>::shifted_promotions::<FAST>(&mut self.others, shift, targets, kind, choices);
    }

    fn put<const FAST: bool>(&mut self, form: PieceId, squares: B) {
        Sink::<B>::put::<FAST>(&mut self.others, form, squares);
    }

    fn moves(&mut self, moves: &[Move]) {
        self.others.extend_from_slice(moves);
    }

    fn number(&mut self, _: u64) {}

    #[inline(always)]
    fn singly(&self) -> Option<Singly<B>> {
        let (from, to) = (B::EMPTY, !B::EMPTY);
        Some(Singly { from, to })
    }
}

impl<B: Bits> Board<B> {
    /// Makes each step of some runs from the position that `before` is of, does something in the position after it, and
    /// tells how many there were. What all steps do alike is done once: the other side is to move, and nothing can be
    /// taken en passant. No key is kept.
    pub(super) fn after_each<const EXTRACT: bool>(
        &mut self,
        tables: &Tables<B>,
        runs: &Runs<B>,
        before: &Before<B>,
        mut work: impl FnMut(&mut Self) -> u64,
    ) -> u64 {
        self.pass_to_other_side(before);
        let mut nodes = 0;
        for &(from, ends) in &runs.men {
            let unsettles = before.unsettled.has(from);
            if unsettles {
                let mover = self.code_at(from);
                self.lose_rights_by(tables, B::of(from), mover, (EMPTY, from));
            }
            nodes += self.after_run(from, ends, before, |_| from, |board, _| work(board));
            if unsettles {
                self.rights = before.rights;
            }
        }
        for &(shift, ends, passing) in &runs.shifts {
            let start = |to| origin(to, shift);
            let first = start(ends.first());
            nodes += if passing {
                let mover = self.code_at(first);
                self.after_run(first, ends, before, start, |board, to| {
                    board.record_passed::<EXTRACT, false>(tables, mover, (start(to), to));
                    let nodes = work(board);
                    board.passed = None;
                    nodes
                })
            } else {
                self.after_run(first, ends, before, start, |board, _| work(board))
            };
        }
        self.restore(before);
        nodes
    }

    /// The same for the steps of men of one kind, one of whom stands on `first`, to some squares, each from the square
    /// that `start` tells.
    #[inline(always)]
    fn after_run(
        &mut self,
        first: Square,
        ends: B,
        before: &Before<B>,
        start: impl Fn(Square) -> Square,
        mut work: impl FnMut(&mut Self, Square) -> u64,
    ) -> u64 {
        let mover = self.code_at(first);
        let men = self.sets[mover as usize];
        let sides = before.sides;
        let (own, enemy) = (before.side.index(), before.side.other().index());
        let mut nodes = 0;
        for to in ends.squares() {
            let from = start(to);
            let (left, there) = (!B::of(from), B::of(to));
            let displaced = self.code_at(to);
            let victims = self.sets[displaced as usize];
            self.sets[displaced as usize] = victims & !there;
            self.sets[mover as usize] = (men & left) | there;
            self.sides[own] = (sides[own] & left) | there;
            self.sides[enemy] = sides[enemy] & !there;
            self.set_code(from, EMPTY);
            self.set_code(to, mover);
            nodes += work(self, to);
            self.set_code(from, mover);
            self.set_code(to, displaced);
            self.sets[displaced as usize] = victims;
        }
        (self.sets[mover as usize], self.sides) = (men, sides);
        nodes
    }
}
