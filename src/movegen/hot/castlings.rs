//! Castlings.

use super::generate::Search;
use super::node::Node;
use super::position::Castling;
use super::questions::Asked;
use super::sinks::{Sink, emit};
use crate::compile::{Bits, CastlingTest, Tables};
use std::rc::Rc;

impl<'t, B: Bits, const FAST: bool> Search<'t, B, FAST> {
    /// Gives the castlings: first looks whether there is a right and room for one, which mostly fails.
    #[inline(always)]
    pub(super) fn castlings<S: Sink<B>>(&mut self, node: &Node<B>, sink: &mut S) {
        if self.has_room_to_castle(node) {
            self.castlings_of(self.board.rights & node.own, node, sink);
        }
    }

    /// Whether there is a right and room for a castling.
    #[inline(always)]
    pub(super) fn has_room_to_castle(&self, node: &Node<B>) -> bool {
        let rights = self.board.rights & node.own;
        let castlings = &self.board.castlings[self.board.side.index()];
        rights.any() && castlings.iter().any(|c| c.has_room(rights, node.occupied))
    }

    /// Gives the castlings for which there are rights and room.
    #[inline(never)]
    fn castlings_of<S: Sink<B>>(&mut self, rights: B, node: &Node<B>, sink: &mut S) {
        let tables: &'t Tables<B> = self.tables;
        let castlings = Rc::clone(&self.board.castlings[self.board.side.index()]);
        let mut told = false;
        for castling in castlings.iter() {
            // Two lines may give the same castling; their options stand side by side.
            told &= castling.again;
            if told
                || !castling.has_room(rights, node.occupied)
                || self.board.code_at(castling.mv.from) != castling.code
            {
                continue;
            }
            let mv = castling.mv;
            let holds = match castling.safe {
                Some(squares) => {
                    node.checkers.is_empty()
                        && (squares & self.attacked_around(mv.from, node)).is_empty()
                }
                None => self.castling_holds(castling, node),
            };
            if holds && (!castling.exposes || self.castling_survives(castling, node)) {
                let piece = &tables.pieces[castling.code as usize];
                let there = (B::of(mv.to), B::EMPTY);
                emit::<B, S, FAST>(piece, mv.from, there, mv.kind, sink);
                told = true;
            }
        }
    }

    /// Whether nobody attacks the squares of a castling over a man, and no royal after it.
    #[inline(never)]
    fn castling_survives(&mut self, castling: &Castling<B>, node: &Node<B>) -> bool {
        let squares = castling.safe.unwrap_or(B::EMPTY);
        let from = castling.mv.from;
        (!self.enemy_hops() || self.not_attacked_over_men(from, squares, node) == squares)
            && self.survives(castling.mv)
    }

    /// Whether the condition of a castling holds.
    #[cold]
    fn castling_holds(&mut self, castling: &Castling<B>, node: &Node<B>) -> bool {
        let tables: &'t Tables<B> = self.tables;
        let tests = &tables.pieces[castling.code as usize].castling;
        let asked = Asked {
            checked: Some(node.checkers.any()),
            ..Asked::between(castling.mv.from, castling.mv.to, castling.path)
        };
        let mut tests = tests.iter().filter(|(entry, _)| *entry == castling.entry);
        tests.any(|(_, test)| match test {
            CastlingTest::Other(test) => self.holds(test, &asked),
            CastlingTest::Safe { .. } => false,
        })
    }
}
