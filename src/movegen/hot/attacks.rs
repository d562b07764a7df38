//! Checks, pins and attacked squares.

use super::generate::{Node, Search};
use crate::board::Square;
use crate::compile::{AttackGroup, Bits, SquareTable, Tables};

impl<B: Bits, const FAST: bool> Search<'_, B, FAST> {
    /// Finds the enemy's men by groups for this node.
    pub(super) fn gather_attackers(&mut self) {
        let groups = &self.tables.attacks[self.board.side.other()];
        for (i, group) in groups.iter().enumerate() {
            self.attackers[i] = self.attackers_of(group);
        }
    }

    /// A group's men that may attack at this node, and the squares on which they may.
    #[inline(always)]
    fn attackers_of(&self, group: &AttackGroup<B>) -> (B, B) {
        let mut men = B::EMPTY;
        for &code in &group.codes {
            men |= self.board.sets[code as usize];
        }
        match group.guard {
            None => (men, !B::EMPTY),
            Some(guard) => {
                let (here, there) = self.guards[guard];
                (men & here, there)
            }
        }
    }

    /// Whether an enemy of the player to move attacks a square, given what is occupied; men on `gone` do not count.
    /// The enemy's men must stand as they did when the node was inspected, but for those.
    #[inline]
    pub(super) fn is_attacked(&self, target: Square, occupied: B, gone: B) -> bool {
        let tables: &Tables<B> = self.tables;
        let groups = &tables.attacks[self.board.side.other()];
        for (group, &(men, there)) in groups.iter().zip(&self.attackers) {
            let men = men & !gone;
            if men.any()
                && there.has(target)
                && (group.from.targets::<FAST>(&tables.slots, target, occupied) & men).any()
            {
                return true;
            }
        }
        false
    }

    /// What the enemy attacks once a man has left its square; men that it attacks through are not looked for.
    ///
    /// Right for the squares where that man may go: a man taken there blocks as the taker does.
    #[inline]
    pub(super) fn attacked_without(&mut self, from: Square, node: &Node<B>) -> B {
        if let Some((square, attacked)) = self.attacked
            && square == from
        {
            return attacked;
        }
        let attacked = self.all_attacked(node.occupied & !B::of(from));
        self.attacked = Some((from, attacked));
        attacked
    }

    /// The squares that an enemy man attacks, given what is occupied.
    fn all_attacked(&self, occupied: B) -> B {
        let tables: &Tables<B> = self.tables;
        let mut all = B::EMPTY;
        for attacking in &tables.reach[self.board.side.other()] {
            let mut men = self.board.sets[attacking.code as usize];
            let mut attacked = B::EMPTY;
            let mut there = !B::EMPTY;
            if let Some(guard) = attacking.guard {
                men &= self.guards[guard].0;
                there = self.guards[guard].1;
            }
            for step in &attacking.steps {
                attacked |= step.all_from(men, occupied);
            }
            if !attacking.lanes.is_empty() {
                for man in men.squares() {
                    attacked |= attacking
                        .lanes
                        .targets::<FAST>(&tables.slots, man, occupied);
                }
            }
            all |= attacked & there;
        }
        all
    }

    /// Looks at the checks and pins of the player to move.
    pub(super) fn inspect(&mut self) -> Node<B> {
        if !self.guards.is_empty() {
            self.refresh_guards();
        }
        self.attacked = None;
        let own = self.board.sides[self.board.side.index()];
        let enemy = self.board.sides[self.board.side.other().index()];
        let walls = self.board.walls;
        let mut node = Node {
            own,
            enemy,
            occupied: own | enemy | walls,
            onto: [!(own | walls), !(own | enemy | walls), enemy],
            allowed: !B::EMPTY,
            checkers: B::EMPTY,
            pinned: B::EMPTY,
            quiet: true,
        };
        let royals = self.royals();
        let groups = &self.tables.attacks[self.board.side.other()];
        for (i, group) in groups.iter().enumerate() {
            let (men, there) = self.attackers_of(group);
            self.attackers[i] = (men, there);
            if men.any() {
                for royal in (royals & there).squares() {
                    self.look_from(royal, group, men, &mut node);
                }
            }
        }
        node
    }

    /// The squares of the royals of the player to move.
    #[inline]
    pub(super) fn royals(&self) -> B {
        self.board.royals(self.tables, self.board.side)
    }

    /// The checks and pins of a royal by the men of a group.
    #[inline(always)]
    fn look_from(&mut self, royal: Square, group: &AttackGroup<B>, men: B, node: &mut Node<B>) {
        if let Some(leaps) = &group.leaps {
            for attacker in (leaps.at(royal) & men).squares() {
                node.checkers |= B::of(attacker);
                node.allowed &= B::of(attacker);
            }
        }
        for threat in &group.threats {
            for attacker in (threat.origins.at(royal) & men).squares() {
                let between = self.tables.between(threat.lines, royal, attacker);
                self.weigh(attacker, between, node);
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
