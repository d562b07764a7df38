//! Checks, pins and attacked squares.

use super::generate::{Node, Search};
use super::siblings::Heritage;
use crate::board::{Side, Square};
use crate::compile::{AttackGroup, Attacking, Bits, Ends, SquareTable, Tables, Watch};

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
    #[inline]
    pub(super) fn attacked_around(&mut self, from: Square, node: &Node<B>) -> B {
        if let Some((square, attacked)) = self.attacked
            && square == from
        {
            return attacked;
        }
        let attacked = match &self.board.around[self.board.side.index()] {
            Some(around) if around.from == from => self.attacked_by_all(&around.near, from, node),
            _ => self.attacked_without(from, node),
        };
        self.attacked = Some((from, attacked));
        attacked
    }

    /// The same for all squares.
    #[cold]
    fn attacked_without(&self, from: Square, node: &Node<B>) -> B {
        let occupied = node.occupied & !B::of(from);
        let all = self.tables.reach[self.board.side.other()].iter();
        all.fold(B::EMPTY, |attacked, attacking| {
            let men = self.board.sets[attacking.code as usize];
            attacked | self.attacked_by(attacking, men, occupied)
        })
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
    #[inline]
    pub(super) fn attacked_near(&self, from: Square, node: &Node<B>) -> B {
        if let Some((square, attacked)) = self.attacked
            && square == from
        {
            return attacked;
        }
        let tables: &Tables<B> = self.tables;
        let side = self.board.side.other();
        let (row, any) = tables.near_royals[side].at(from);
        if tables.few {
            return self.attacked_by_all(row, from, node);
        }
        let occupied = node.occupied & !B::of(from);
        let mut attacked = B::EMPTY;
        for man in (node.enemy & any).squares() {
            let (first, last) = tables.reach_of[self.board.code_at(man) as usize];
            for at in first as usize..last as usize {
                if row.get(at).is_some_and(|near| near.has(man))
                    && let Some(attacking) = tables.reach[side].get(at)
                {
                    attacked |= self.attacked_by(attacking, B::of(man), occupied);
                }
            }
        }
        attacked
    }

    /// What enemies attack once a man has left its square: those of each kind that stand on its squares of a row.
    #[inline(always)]
    fn attacked_by_all(&self, row: &[B], from: Square, node: &Node<B>) -> B {
        let occupied = node.occupied & !B::of(from);
        let mut attacked = B::EMPTY;
        for (attacking, &near) in self.tables.reach[self.board.side.other()].iter().zip(row) {
            let men = self.board.sets[attacking.code as usize] & near;
            if men.any() {
                attacked |= self.attacked_by(attacking, men, occupied);
            }
        }
        attacked
    }

    /// The squares that some enemy men attack, given what is occupied.
    #[inline(always)]
    fn attacked_by(&self, attacking: &Attacking<B>, mut men: B, occupied: B) -> B {
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
            let slots = &self.tables.slots;
            for man in men.squares() {
                attacked |= attacking.lanes.targets::<FAST>(slots, man, occupied);
            }
        }
        attacked & there
    }

    /// Looks at the checks and pins of the player to move.
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
        let royals = node.royals;
        let enemy = node.enemy;
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
                        self.look_from(royal, watch, men, &mut node);
                    }
                }
                continue;
            }
            for man in (enemy & any).squares() {
                let at = tables.watch_of[self.board.code_at(man) as usize] as usize;
                if row.get(at).is_some_and(|near| near.has(man))
                    && let Some(watch) = tables.watches[side].get(at)
                {
                    over_men |= watch.hops;
                    self.look_from(royal, watch, B::of(man), &mut node);
                }
            }
        }
        if over_men {
            self.look_over_hurdles(royals, &mut node);
        }
        node
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
