//! Checks, pins and attacked squares.

use super::generate::Search;
use super::node::{Attacked, Node};
use super::siblings::Heritage;
use crate::board::{Side, Square};
use crate::compile::{AttackGroup, Bits, Danger, Ends, SquareTable, Tables, Watch};

impl<'t, B: Bits, const FAST: bool> Search<'t, B, FAST> {
    /// Whether the enemy has men that attack over others.
    #[inline(always)]
    pub(super) fn enemy_hops(&self) -> bool {
        !self.tables.hops[self.board.side.other()].is_empty()
    }

    /// The men of some codes that may attack at this node, and the squares on which they may.
    #[inline(always)]
    pub(super) fn men_of(&self, codes: &[u8], guard: Option<usize>) -> (B, B) {
        let mut men = B::EMPTY;
        for &code in codes {
            men |= self.board.sets[code as usize];
        }
        match guard {
            None => (men, !B::EMPTY),
            Some(guard) => {
                let (here, there) = self.guards[guard];
                (men & here, there)
            }
        }
    }

    /// Whether an enemy of the player to move attacks a square, given what is occupied; men on `gone` do not count.
    #[inline]
    pub(super) fn is_attacked(&self, target: Square, occupied: B, gone: B) -> bool {
        let tables: &Tables<B> = self.tables;
        let side = self.board.side.other();
        let (row, any) = tables.near[side].at(target);
        if tables.few {
            let mut all = tables.watches[side].iter().zip(row);
            return all.any(|(watch, &near)| {
                let men = self.board.sets[watch.code as usize] & near & !gone;
                men.any()
                    && (self.attack_at(watch, men, target, occupied)
                        || watch.hops && self.is_attacked_over_men(target, occupied, gone))
            });
        }
        for man in (self.board.sides[side.index()] & any & !gone).squares() {
            let at = tables.watch_of[self.board.code_at(man) as usize] as usize;
            if row.get(at).is_some_and(|near| near.has(man))
                && let Some(watch) = tables.watches[side].get(at)
                && (self.attack_at(watch, B::of(man), target, occupied)
                    || watch.hops && self.is_attacked_over_men(target, occupied, gone))
            {
                return true;
            }
        }
        false
    }

    /// Whether one of some men that a watch is for attacks a square, but for attacks over men.
    #[inline]
    fn attack_at(&self, watch: &Watch<B>, men: B, target: Square, occupied: B) -> bool {
        let tables: &Tables<B> = self.tables;
        let groups = &tables.attacks[self.board.side.other()];
        watch.groups.iter().any(|&number| {
            let group = &groups[number];
            let men = self.ready(group, men, target);
            men.any() && (group.from.targets::<FAST>(&tables.slots, target, occupied) & men).any()
        })
    }

    /// Of some men of a group those whose condition lets them attack a square at this node.
    #[inline(always)]
    fn ready(&self, group: &AttackGroup<B>, men: B, target: Square) -> B {
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

    /// What the enemy attacks, but for attacks over men, once a man that may castle has left its square; men that it
    /// attacks through are not looked for. Tells of the squares where that man may go, and of those that it passes.
    ///
    /// A man taken where it goes blocks as the taker does.
    #[inline(always)]
    pub(super) fn attacked_around(&mut self, from: Square, node: &Node<B>) -> B {
        if let Some(known) = &self.attacked
            && known.from == from
            && known.castles
        {
            return known.squares;
        }
        let squares = self.look_around(from, node);
        self.attacked = Some(Attacked {
            from,
            squares,
            castles: true,
        });
        squares
    }

    #[inline(never)]
    fn look_around(&self, from: Square, node: &Node<B>) -> B {
        let dangers = &self.tables.dangers[self.board.side.other()];
        match &self.board.around[self.board.side.index()] {
            Some(around) if around.from == from => self.attacked_by_all(&around.near, from, node),
            // Another man that castles: everybody is asked.
            _ => self.attacked_by_all(&dangers.everywhere(), from, node),
        }
    }

    /// Whether an enemy stands where it may attack a square over a man, to which the man on a square, a royal, can step.
    #[inline]
    pub(super) fn is_hopped_around(&self, from: Square) -> bool {
        let groups = &self.tables.hops[self.board.side.other()];
        groups.iter().any(|group| {
            let codes = group.codes.iter();
            let men = codes.fold(B::EMPTY, |all, &code| all | self.board.sets[code as usize]);
            (men & group.around.at(from)).any()
        })
    }

    /// The same for squares where a royal can go by its moves: most of the enemy's men stand too far away to attack one.
    #[inline(always)]
    pub(super) fn attacked_near(&mut self, from: Square, node: &Node<B>) -> B {
        if let Some(known) = &self.attacked
            && known.from == from
        {
            return known.squares;
        }
        let squares = self.look_near(from, node);
        self.attacked = Some(Attacked {
            from,
            squares,
            castles: false,
        });
        squares
    }

    #[inline(never)]
    fn look_near(&self, from: Square, node: &Node<B>) -> B {
        let tables: &Tables<B> = self.tables;
        let side = self.board.side.other();
        let (row, any) = tables.near_royals[side].at(from);
        if tables.few {
            return self.attacked_by_all(row, from, node);
        }
        let occupied = node.occupied & !B::of(from);
        let mut attacked = B::EMPTY;
        for man in (node.enemy & any).squares() {
            let (first, last) = tables.dangers_of[self.board.code_at(man) as usize];
            for at in first as usize..last as usize {
                if row.get(at).is_some_and(|near| near.has(man))
                    && let Some(danger) = tables.dangers[side].others.get(at)
                {
                    attacked |= self.attacked_by(danger, B::of(man), occupied);
                }
            }
        }
        attacked
    }

    /// What enemies attack once a man has left its square: those of each kind that stand on its squares of a row.
    #[inline(always)]
    fn attacked_by_all(&self, row: &[B], from: Square, node: &Node<B>) -> B {
        let occupied = node.occupied & !B::of(from);
        let (slots, sets) = (&self.tables.slots, &self.board.sets);
        let men = |[one, two]: [u8; 2], near| (sets[one as usize] | sets[two as usize]) & near;
        let dangers = &self.tables.dangers[self.board.side.other()];
        let (lines, row) = row.split_at(dangers.lines.len().min(row.len()));
        let (leaps, others) = row.split_at(dangers.leaps.len().min(row.len()));
        let mut attacked = B::EMPTY;
        for (liners, &near) in dangers.lines.iter().zip(lines) {
            for man in men(liners.codes, near).squares() {
                attacked |= slots.targets::<FAST>(liners.slots[0], man, occupied);
            }
        }
        for (leapers, &near) in dangers.leaps.iter().zip(leaps) {
            for man in men(leapers.codes, near).squares() {
                attacked |= leapers.leaps.at(man);
            }
        }
        for (danger, &near) in dangers.others.iter().zip(others) {
            let men = self.board.sets[danger.code as usize] & near;
            if men.any() {
                attacked |= self.attacked_by(danger, men, occupied);
            }
        }
        attacked
    }

    /// The squares that some enemy men attack, given what is occupied.
    #[inline]
    fn attacked_by(&self, danger: &Danger<B>, men: B, occupied: B) -> B {
        let slots = &self.tables.slots;
        match danger.guard {
            None => danger.by.from::<FAST>(slots, men, occupied),
            Some(guard) => {
                let (here, there) = self.guards[guard];
                danger.by.from::<FAST>(slots, men & here, occupied) & there
            }
        }
    }

    /// Looks at the checks and pins of the player to move.
    ///
    /// The node is filled where it stays: copied, it would be read in larger pieces than it was written, for which the
    /// processor waits.
    #[inline(always)]
    pub(super) fn inspect(&mut self) -> Node<B> {
        if !self.tables.guards_for[self.board.side].is_empty() {
            self.refresh_guards();
        }
        self.inspect_by_guards()
    }

    /// The same where the guards are those of this node.
    pub(super) fn inspect_by_guards(&mut self) -> Node<B> {
        self.attacked = None;
        let mut node = self.plain_node();
        self.look_at_royals(&mut node);
        node
    }

    /// Finds the checks and pins of the royals of the player to move.
    #[inline(never)]
    fn look_at_royals(&mut self, node: &mut Node<B>) {
        let royals = node.royals;
        let tables: &'t Tables<B> = self.tables;
        let mut over_men = false;
        let side = self.board.side.other();
        for royal in royals.squares() {
            let (row, any) = tables.near[side].at(royal);
            if tables.few {
                for (watch, &near) in tables.watches[side].iter().zip(row) {
                    let men = self.board.sets[watch.code as usize] & near;
                    if men.any() {
                        over_men |= watch.hops;
                        self.look_from(royal, watch, men, node);
                    }
                }
                continue;
            }
            for man in (node.enemy & any).squares() {
                let at = tables.watch_of[self.board.code_at(man) as usize] as usize;
                if row.get(at).is_some_and(|near| near.has(man))
                    && let Some(watch) = tables.watches[side].get(at)
                {
                    over_men |= watch.hops;
                    self.look_from(royal, watch, B::of(man), node);
                }
            }
        }
        if over_men {
            self.look_over_hurdles(royals, node);
        }
    }

    /// The node as it is without checks and pins.
    #[inline(always)]
    pub(super) fn plain_node(&self) -> Node<B> {
        let own = self.board.sides[self.board.side.index()];
        let enemy = self.board.sides[self.board.side.other().index()];
        let walls = self.board.walls;
        let mut node = Node {
            own,
            enemy,
            occupied: own | enemy | walls,
            onto: [
                !(own | walls),
                !(own | enemy | walls),
                enemy,
                B::EMPTY,
                B::EMPTY,
            ],
            allowed: !B::EMPTY,
            checkers: B::EMPTY,
            royals: self.royals(),
            pinned: B::EMPTY,
            bound: B::EMPTY,
            shields: B::EMPTY,
            quiet: true,
            heritage: Heritage::Nothing,
        };
        if self.tables.minds_royals {
            let royals = self.royals_of(self.board.side.other());
            node.onto[Ends::Royal as usize] = royals;
            node.onto[Ends::Common as usize] = enemy & !royals;
        }
        node
    }

    /// The squares of the royals of the player to move.
    #[inline]
    pub(super) fn royals(&self) -> B {
        self.royals_of(self.board.side)
    }

    /// The squares of a side's royals.
    #[inline(always)]
    pub(super) fn royals_of(&self, side: Side) -> B {
        self.board.royals(self.tables, side)
    }

    /// The checks and pins of a royal by men that a watch is for.
    #[inline]
    fn look_from(&mut self, royal: Square, watch: &Watch<B>, men: B, node: &mut Node<B>) {
        let tables: &'t Tables<B> = self.tables;
        let groups = &tables.attacks[self.board.side.other()];
        for &number in &watch.groups {
            let group = &groups[number];
            let men = self.ready(group, men, royal);
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
        node.shields |= men;
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
