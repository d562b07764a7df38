//! Moves that take a man beside their end or come back to their start: which are legal, and making them.
//!
//! Such a move empties two squares and fills one. For all ends of one man and one victim at once it is legal where the
//! men that would then look at a royal are taken or have the mover in their way.

use super::generate::Search;
use super::journal::Entry;
use super::node::Node;
use super::position::{Board, EMPTY, Taken, passed_keys};
use super::sinks::{Sink, emit};
use crate::board::Square;
use crate::compile::{Bits, Detours, Piece, SquareTable, Tables, code, code_kind, code_side};
use crate::position::{DeedNumber, Move, MoveKind, keys};

/// An enemy man that attacks a royal unless somebody stands between.
#[derive(Clone, Copy)]
pub(super) struct Aim<B> {
    attacker: Square,
    between: B,
}

impl<B: Bits, const FAST: bool> Search<'_, B, FAST> {
    /// Gives the moves of some men that take somebody beside their end or come back to their start to a sink.
    #[inline(never)]
    pub(super) fn detours<S: Sink<B>>(
        &mut self,
        piece: &Piece<B>,
        detours: &Detours<B>,
        men: B,
        node: &Node<B>,
        sink: &mut S,
    ) {
        let mut aimed = false;
        for from in men.squares() {
            let victims = detours.near.at(from) & node.enemy;
            if victims.any() && !aimed && !self.judging {
                self.take_aim(node);
                aimed = true;
            }
            for victim in victims.squares() {
                let ends = self.detour_ends(piece, detours, (from, victim), node);
                if ends.any() {
                    let deed = DeedNumber::taking(victim);
                    let kind = MoveKind::Legs { deed };
                    emit::<B, S, FAST>(piece, from, (ends, ends), kind, sink);
                }
            }
            let still = self.judging || node.checkers.is_empty();
            if node.quiet && still && detours.comes_back(from, node.occupied) {
                let deed = DeedNumber::NOTHING;
                let kind = MoveKind::Legs { deed };
                emit::<B, S, FAST>(piece, from, (B::of(from), B::EMPTY), kind, sink);
            }
        }
    }

    /// The squares on which a man may end that takes a man beside.
    #[inline]
    fn detour_ends(
        &self,
        piece: &Piece<B>,
        detours: &Detours<B>,
        (from, victim): (Square, Square),
        node: &Node<B>,
    ) -> B {
        let left = node.occupied & !B::of(from);
        let squares = self.tables.squares;
        let ends = detours.ends(squares, (from, victim), (left, node.enemy));
        if self.judging {
            return ends;
        }
        let left = left & !B::of(victim);
        if piece.royal || self.enemy_hops() {
            let is_safe = |to: &Square| self.is_safe_after(from, left, B::of(victim), *to);
            let safe = ends.squares().filter(is_safe);
            return safe.fold(B::EMPTY, |all, to| all | B::of(to));
        }
        let open = |aim: &&Aim<B>| aim.attacker != victim && (aim.between & left).is_empty();
        let open = self.aims.iter().filter(open);
        open.fold(ends, |ends, aim| ends & (aim.between | B::of(aim.attacker)))
    }

    /// Whether no royal is attacked after a man has gone to a square, when these are the others left and that man has
    /// been taken beside.
    fn is_safe_after(&self, from: Square, left: B, victim: B, to: Square) -> bool {
        let mut royals = self.royals();
        if royals.has(from) {
            royals = (royals & !B::of(from)) | B::of(to);
        }
        let there = B::of(to);
        !royals
            .squares()
            .any(|royal| self.is_attacked(royal, left | there, victim | there))
    }

    /// Finds the enemy men that attack a royal if at most two men are taken from between.
    fn take_aim(&mut self, node: &Node<B>) {
        let tables: &Tables<B> = self.tables;
        self.aims.clear();
        let enemy = self.board.side.other();
        for royal in self.royals().squares() {
            for group in &tables.attacks[enemy] {
                let (men, there) = self.men_of(&group.codes, group.guard);
                if men.is_empty() || !there.has(royal) {
                    continue;
                }
                if let Some(leaps) = &group.leaps {
                    let attackers = (leaps.at(royal) & men).squares();
                    self.aims.extend(attackers.map(|attacker| Aim {
                        attacker,
                        between: B::EMPTY,
                    }));
                }
                for threat in &group.threats {
                    for attacker in (threat.origins.at(royal) & men).squares() {
                        let between = tables.between(threat.lines, royal, attacker);
                        if (between & node.occupied).rest().rest().is_empty() {
                            self.aims.push(Aim { attacker, between });
                        }
                    }
                }
            }
        }
    }
}

impl<B: Bits> Board<B> {
    /// Makes a move that takes a man beside its end or comes back to its start.
    #[inline(never)]
    pub(super) fn make_detour(&mut self, tables: &Tables<B>, mv: Move, deed: DeedNumber) -> Taken {
        let mut destroyed = Taken::NOTHING;
        let mover = self.code_at(mv.from);
        let mut changed = B::EMPTY;
        if let Some(passed) = self.passed.take() {
            self.key ^= passed_keys(passed);
        }
        if let Some(victim) = deed.victim() {
            let taken = self.code_at(victim);
            self.journal.push(Entry::Square(victim, taken));
            changed |= self.captured(tables, victim, taken);
        }
        destroyed.mover = mover;
        if mv.from != mv.to {
            changed |= B::of(mv.from) | B::of(mv.to);
            let displaced = self.code_at(mv.to);
            if displaced != EMPTY {
                destroyed.displaced = displaced;
                changed |= self.captured(tables, mv.to, displaced);
            }
            if tables.castlers[mover as usize] {
                changed |= self.sides[self.side.index()];
            }
        }
        let arrived = mv.promotion.map_or(mover, |kind| code(kind, self.side));
        if arrived != mover {
            changed |= B::of(mv.to);
        }
        self.take_keyed(tables, mover, mv.from);
        self.put_keyed(tables, arrived, mv.to);
        self.lose_rights_on(changed);
        self.side = self.side.other();
        self.key ^= keys::side_key();
        destroyed
    }

    /// Takes a man from the board, into the hand of the player to move where there are hands, and tells whose rights to
    /// castle may end by it.
    fn captured(&mut self, tables: &Tables<B>, square: Square, taken: u8) -> B {
        let mut changed = B::of(square);
        if tables.castlers[taken as usize] && self.castles_from(square, taken) {
            changed |= self.sides[code_side(taken).index()];
        }
        self.take_keyed(tables, taken, square);
        if tables.hands.captured {
            let kind = tables.hands.kinds[code_kind(taken).index()];
            let count = self.hands[self.side.index()][kind.index()];
            let (_, before) = self.set_hand::<true>(kind, count.saturating_add(1));
            self.journal.push(Entry::Hand(self.side, kind, before));
        }
        changed
    }
}
