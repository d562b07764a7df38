//! Swaps, and men that remove others without moving.

use super::generate::Search;
use super::node::Node;
use super::questions::Asked;
use super::sinks::{Sink, emit};
use crate::board::Square;
use crate::compile::{Bits, Irregular, Onto, Piece, SquareTable, Tables, Test};
use crate::position::{Move, MoveKind};
use crate::rules::{Place, SquareState};

impl<'t, B: Bits, const FAST: bool> Search<'t, B, FAST> {
    #[inline(never)]
    pub(super) fn irregular_moves<S: Sink<B>>(
        &mut self,
        piece: &Piece<B>,
        men: B,
        node: &Node<B>,
        sink: &mut S,
    ) {
        for from in men.squares() {
            // Two lines may give the same swap or removal; it is one move.
            let mut told: Vec<(MoveKind, B)> = Vec::new();
            for irregular in &piece.irregular {
                let known = told.iter().filter(|(kind, _)| *kind == irregular.kind);
                let known = known.fold(B::EMPTY, |all, (_, set)| all | *set);
                let ends = self.irregular_ends(irregular, from, node) & !known;
                emit::<B, S, FAST>(piece, from, (ends, B::EMPTY), irregular.kind, sink);
                if piece.irregular.len() > 1 {
                    told.push((irregular.kind, ends));
                }
            }
        }
    }

    /// The squares on which an irregular move from a square may end.
    fn irregular_ends(&mut self, irregular: &Irregular<B>, from: Square, node: &Node<B>) -> B {
        if !irregular.here.has(from) || irregular.unchecked && node.checkers.any() {
            return B::EMPTY;
        }
        let onto = match irregular.onto {
            Onto::Own => node.own & !B::of(from),
            Onto::Enemy => node.enemy,
        };
        let tables: &'t Tables<B> = self.tables;
        let reached = irregular
            .lanes
            .targets::<FAST>(&tables.slots, from, node.occupied)
            & onto;
        let survive = if reached.any() && self.swaps_alone(irregular, from, node) {
            let near = reached & tables.royals_go[self.board.side].at(from);
            near & !self.attacked_near(from, node)
        } else {
            B::EMPTY
        };
        let mut ends = B::EMPTY;
        for to in reached.squares() {
            if self.irregular_holds(irregular, (from, to), node)
                && (survive.has(to)
                    || self.survives(Move {
                        kind: irregular.kind,
                        ..Move::normal(from, to)
                    }))
            {
                ends |= B::of(to);
            }
        }
        ends
    }

    /// Whether a move is a swap of the only royal with an own man, after which it is attacked only where it would be if
    /// it went there: the same squares are occupied, and nothing attacks over men.
    fn swaps_alone(&self, irregular: &Irregular<B>, from: Square, node: &Node<B>) -> bool {
        irregular.kind == MoveKind::Swap
            && irregular.onto == Onto::Own
            && node.royals == B::of(from)
            && self.tables.extras.is_none()
            && !self.enemy_hops()
    }

    /// Whether what an irregular move needs besides its squares is so.
    fn irregular_holds(
        &mut self,
        irregular: &Irregular<B>,
        (from, to): (Square, Square),
        node: &Node<B>,
    ) -> bool {
        if irregular.kind == MoveKind::Destroy && !self.judging && self.royals().has(to) {
            return false;
        }
        let path = self.tables.between(irregular.lines, from, to);
        if irregular.test.is_none() && (!irregular.safe_path || path.is_empty()) {
            return true;
        }
        let asked = Asked {
            checked: Some(node.checkers.any()),
            ..Asked::between(from, to, path)
        };
        let safe = Test::State(Place::Path, SquareState::Safe, self.board.side);
        let tests = irregular.test.iter();
        tests
            .chain(irregular.safe_path.then_some(&safe))
            .all(|test| self.holds(test, &asked))
    }
}
