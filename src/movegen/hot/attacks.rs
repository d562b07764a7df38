//! Checks, pins and attacked squares.

use super::generate::{Node, Search};
use crate::board::Square;
use crate::compile::{Bits, SquareTable, Tables};

impl<B: Bits, const FAST: bool> Search<'_, B, FAST> {
    /// Finds the enemy's men by groups for this node.
    #[inline(always)]
    pub(super) fn gather_attackers(&mut self) {
        let tables: &Tables<B> = self.tables;
        self.attackers.clear();
        for group in &tables.attacks[self.board.side.other()] {
            let men = group
                .codes
                .iter()
                .fold(B::EMPTY, |all, &c| all | self.board.sets[c as usize]);
            let pair = match group.guard {
                None => (men, !B::EMPTY),
                Some(guard) => {
                    let (here, there) = self.guards[guard];
                    (men & here, there)
                }
            };
            self.attackers.push(pair);
        }
    }

    /// Whether an enemy of the player to move attacks a square, given what is occupied; men on `gone` do not count.
    /// The enemy's men must stand as they did when the node was inspected, but for those.
    #[inline]
    pub(super) fn is_attacked(&self, target: Square, occupied: B, gone: B) -> bool {
        let tables: &Tables<B> = self.tables;
        tables.attacks[self.board.side.other()]
            .iter()
            .zip(&self.attackers)
            .any(|(group, &(men, there))| {
                let men = men & !gone;
                men.any()
                    && there.has(target)
                    && (group.from.targets::<FAST>(&tables.slots, target, occupied) & men).any()
            })
    }

    /// Looks at the checks and pins of the player to move.
    pub(super) fn inspect(&mut self) -> Node<B> {
        if !self.guards.is_empty() {
            self.refresh_guards();
        }
        self.gather_attackers();
        let own = self.board.sides[self.board.side.index()];
        let enemy = self.board.sides[self.board.side.other().index()];
        let mut node = Node {
            own,
            enemy,
            occupied: own | enemy,
            allowed: !B::EMPTY,
            checkers: B::EMPTY,
            pinned: B::EMPTY,
        };
        for royal in self.royals().squares() {
            self.look_from(royal, &mut node);
        }
        node
    }

    /// The squares of the royals of the player to move.
    #[inline]
    pub(super) fn royals(&self) -> B {
        let side = self.board.side.index();
        self.royal_codes[side]
            .iter()
            .fold(B::EMPTY, |all, &c| all | self.board.sets[c as usize])
    }

    #[inline]
    fn look_from(&mut self, royal: Square, node: &mut Node<B>) {
        let tables: &Tables<B> = self.tables;
        for (i, group) in tables.attacks[self.board.side.other()].iter().enumerate() {
            let (men, there) = self.attackers[i];
            if men.is_empty() || !there.has(royal) {
                continue;
            }
            if let Some(leaps) = &group.leaps {
                for attacker in (leaps.at(royal) & men).squares() {
                    node.checkers |= B::of(attacker);
                    node.allowed &= B::of(attacker);
                }
            }
            for threat in &group.threats {
                for attacker in (threat.origins.at(royal) & men).squares() {
                    let between = tables.between(threat.lines, royal, attacker);
                    self.weigh(attacker, between, node);
                }
            }
        }
    }

    /// An attacker on a line: with nothing between it checks, with one own man between it pins.
    #[inline(always)]
    fn weigh(&mut self, attacker: Square, between: B, node: &mut Node<B>) {
        let men = between & node.occupied;
        let line = between | B::of(attacker);
        if men.is_empty() {
            node.checkers |= B::of(attacker);
            node.allowed &= line;
        } else if men.is_single() && (men & node.own).any() {
            let man = men.first();
            let known = if node.pinned.has(man) {
                self.pin_line(man)
            } else {
                !B::EMPTY
            };
            node.pinned |= men;
            self.set_pin_line(man, known & line);
        }
    }
}
