//! Checks, pins and attacked squares.

use super::generate::{Node, Search};
use crate::board::Square;
use crate::compile::{AttackGroup, Bits, SquareTable, Tables};

impl<B: Bits, const FAST: bool> Search<'_, B, FAST> {
    /// The men of an enemy group that may attack a square, their condition asked.
    #[inline(always)]
    fn attackers_of_group(&self, group: &AttackGroup<B>, target: Square) -> B {
        let men = group
            .codes
            .iter()
            .fold(B::EMPTY, |all, &c| all | self.board.sets[c as usize]);
        match group.guard {
            None => men,
            Some(guard) => {
                let (here, there) = self.guards[guard];
                if there.has(target) {
                    men & here
                } else {
                    B::EMPTY
                }
            }
        }
    }

    /// Whether an enemy of the player to move attacks a square, given what is occupied; men on `gone` do not count.
    #[inline]
    pub(super) fn is_attacked(&self, target: Square, occupied: B, gone: B) -> bool {
        let tables: &Tables<B> = self.tables;
        tables.attacks[self.board.side.other()].iter().any(|group| {
            let men = self.attackers_of_group(group, target) & !gone;
            men.any() && (group.from.targets::<FAST>(&tables.slots, target, occupied) & men).any()
        })
    }

    /// Looks at the checks and pins of the player to move.
    pub(super) fn inspect(&mut self) -> Node<B> {
        if !self.guards.is_empty() {
            self.refresh_guards();
        }
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
        for group in &tables.attacks[self.board.side.other()] {
            let men = self.attackers_of_group(group, royal);
            if men.is_empty() {
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
