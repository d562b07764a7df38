//! The number of moves, table by table.

use super::generate::Search;
use super::node::Node;
use super::sinks::{Singly, Sink};
use crate::board::Square;
use crate::compile::{Bits, Ends, SquareTable, Steppers, Tally};
use crate::position::MoveKind;

impl<'t, B: Bits, const FAST: bool> Search<'t, B, FAST> {
    /// The moves of royals, and of men that are not pinned and counted table by table: as numbers, but for those that are
    /// wanted one by one.
    #[inline(always)]
    pub(super) fn counted_moves<S: Sink<B>>(
        &mut self,
        tally: &'t Tally<B>,
        (node, stuck): (&Node<B>, bool),
        singly: Singly<B>,
        sink: &mut S,
    ) {
        if S::INHERITS && node.heritage.is_all() {
            sink.number(self.siblings.royals);
        } else {
            self.moves_of_all_royals(node, sink);
        }
        if stuck {
            return;
        }
        let known = if S::INHERITS {
            self.count_by_heritage(tally, node)
        } else {
            None
        };
        let moves = known.unwrap_or_else(|| self.count_by(tally, node, singly, sink));
        sink.number(moves);
        let from = singly.from & node.own & !(node.royals | node.pinned);
        if from.any() {
            self.moves_from(tally, node, from, sink);
        }
    }

    /// The moves of men that are not pinned, for those that are counted table by table: their number but for those that
    /// are wanted one by one, which a sink receives if they start elsewhere. By itself, so that the loops have all
    /// registers.
    #[inline(never)]
    fn count_by<S: Sink<B>>(
        &self,
        tally: &Tally<B>,
        node: &Node<B>,
        singly: Singly<B>,
        sink: &mut S,
    ) -> u64 {
        let slots = &self.tables.slots;
        let free = !node.pinned & !singly.from;
        let allowed = node.allowed & node.onto[Ends::Both as usize];
        let men = |[one, two]: [u8; 2]| {
            let sets = &self.board.sets;
            ((sets[one as usize] | sets[two as usize]) & free).squares()
        };
        let mut moves = 0;
        for leapers in &tally.leapers {
            for from in men(leapers.codes) {
                let targets = leapers.leaps.at(from) & allowed;
                moves += Self::count_all(from, targets, singly, sink);
            }
        }
        for liners in &tally.lines {
            let [slot] = liners.slots.map(|slot| slots.slot(slot));
            for from in men(liners.codes) {
                let targets = slots.of_slot::<FAST>(slot, from, node.occupied) & allowed;
                moves += Self::count_all(from, targets, singly, sink);
            }
        }
        for liners in &tally.crosses {
            let [one, two] = liners.slots.map(|slot| slots.slot(slot));
            for from in men(liners.codes) {
                let targets = slots.of_slot::<FAST>(one, from, node.occupied)
                    | slots.of_slot::<FAST>(two, from, node.occupied);
                moves += Self::count_all(from, targets & allowed, singly, sink);
            }
        }
        for pairs in &tally.pairs {
            let [one, two] = pairs.pairs.map(|pair| slots.pair(pair));
            let empty = node.allowed & node.onto[Ends::Empty as usize];
            let enemy = node.allowed & node.onto[Ends::Enemy as usize];
            for from in men(pairs.codes) {
                let one = slots.of_pair(one, from, node.occupied);
                let two = slots.of_pair(two, from, node.occupied);
                let targets = ((one[0] | two[0]) & empty) | ((one[1] | two[1]) & enemy);
                moves += Self::count_all(from, targets, singly, sink);
            }
        }
        for &code in &tally.screened {
            let men = self.board.sets[code as usize] & free;
            let piece = &self.tables.pieces[code as usize];
            self.screened_moves(&piece.screened[0], men, node, |from, targets| {
                moves += Self::count_all(from, targets, singly, sink);
            });
        }
        for steps in &tally.steps {
            moves += self.count_steps(steps, (free, node.allowed), node, singly, sink);
        }
        for (guard, steps) in &tally.guarded {
            let (here, there) = self.guards[*guard];
            let squares = (free & here, node.allowed & there);
            moves += self.count_steps(steps, squares, node, singly, sink);
        }
        moves
    }

    /// The number of steps from some squares to some squares, but for those that are wanted one by one.
    #[inline(always)]
    fn count_steps<S: Sink<B>>(
        &self,
        steps: &Steppers<B>,
        squares: (B, B),
        node: &Node<B>,
        singly: Singly<B>,
        sink: &mut S,
    ) -> u64 {
        let mut targets = self.step_targets(steps, squares, node);
        if !S::COUNTS && (targets & singly.to).any() {
            self.single_steps(steps, targets & singly.to, sink);
            targets &= !singly.to;
        }
        steps.count::<FAST>(targets)
    }

    /// Where steps of one sort of some men end, from some squares to some squares.
    #[inline(always)]
    pub(super) fn step_targets(
        &self,
        steps: &Steppers<B>,
        (here, there): (B, B),
        node: &Node<B>,
    ) -> B {
        let mut movers = self.board.sets[steps.code as usize] & here & steps.origins;
        if steps.via != 0 {
            movers &= !node.occupied.shift_inside(-steps.via);
        }
        movers.shift_inside(steps.shift) & there & node.onto[steps.onto as usize]
    }

    /// The number of moves to some squares, but for those that are wanted one by one.
    #[inline(always)]
    fn count_all<S: Sink<B>>(from: Square, mut targets: B, singly: Singly<B>, sink: &mut S) -> u64 {
        if !S::COUNTS && (targets & singly.to).any() {
            sink.set::<FAST>(from, targets & singly.to, MoveKind::Normal);
            targets &= !singly.to;
        }
        u64::from(targets.count::<FAST>())
    }

    /// Steps to some squares, one by one.
    fn single_steps<S: Sink<B>>(&self, steps: &Steppers<B>, targets: B, sink: &mut S) {
        let kind = if steps.passing {
            MoveKind::Passing
        } else {
            MoveKind::Normal
        };
        sink.shifted::<FAST>(steps.shift, targets & !steps.leaves, kind);
        let promoting = targets & steps.promotes;
        if let Some(plan) = self.tables.pieces[steps.code as usize].promotions.first()
            && promoting.any()
        {
            sink.shifted_promotions::<FAST>(steps.shift, promoting, kind, &plan.choices);
        }
    }

    /// The moves one by one of men on some squares, for those that are counted table by table otherwise.
    #[inline(never)]
    fn moves_from<S: Sink<B>>(&self, tally: &Tally<B>, node: &Node<B>, from: B, sink: &mut S) {
        for &code in &tally.counted {
            let men = self.board.sets[code as usize] & from;
            if men.any() {
                self.free_moves(&self.tables.pieces[code as usize], men, node, sink);
            }
        }
    }
}
