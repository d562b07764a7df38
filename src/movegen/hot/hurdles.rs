//! Checks over hurdles, and what they forbid.
//!
//! A man that attacks over one man is watched wherever it is lined up with a royal and at most two men stand between. What
//! a move may do then depends on who stands between once its man has left: see [`Watched::allows`].

use super::generate::Search;
use super::node::Node;
use crate::board::Square;
use crate::compile::{Bits, HopGroup, SquareTable, Tables};

/// An enemy man that is lined up with a royal.
#[derive(Clone, Copy)]
pub(super) struct Watched<B> {
    attacker: B,
    /// The squares between.
    path: B,
    /// Where the one man between must stand.
    hurdles: B,
    /// Who stands between.
    between: B,
    /// The men over which it may not go.
    screen: B,
}

impl<B: Bits> Watched<B> {
    /// Whether it attacks the royal over these men.
    #[inline(always)]
    fn attacks_over(&self, between: B) -> bool {
        between.is_single() && (between & self.hurdles & !self.screen).any()
    }

    /// Where a man may end that stood outside the path or has left it, when these men are left there. `screens` says
    /// whether the attacker may not go over it.
    #[inline(always)]
    fn allows(&self, between: B, screens: bool) -> B {
        match (self.attacks_over(between), screens) {
            // It is no hurdle where it ends, also when it takes the one that is there.
            (true, true) => self.path | self.attacker,
            // A second man between, or the attacker taken.
            (true, false) => (self.path & !between) | self.attacker,
            (false, false) if between.is_empty() => !self.hurdles,
            // A man that is no hurdle may be taken by one that is.
            (false, false) if between.is_single() => !(between & self.hurdles),
            _ => !B::EMPTY,
        }
    }
}

impl<B: Bits, const FAST: bool> Search<'_, B, FAST> {
    fn screen_of(&self, group: &HopGroup<B>) -> B {
        let codes = group.screen.iter();
        codes.fold(B::EMPTY, |all, &code| all | self.board.sets[code as usize])
    }

    /// Looks at the checks over hurdles of the player to move, and at the moves that would give or uncover one.
    #[inline(never)]
    pub(super) fn look_over_hurdles(&mut self, royals: B, node: &mut Node<B>) {
        let tables: &Tables<B> = self.tables;
        let plainly = node.allowed;
        let mut bound = B::EMPTY;
        self.watched.clear();
        for group in &tables.hops[self.board.side.other()] {
            let (men, there) = self.men_of(&group.codes, group.guard);
            if men.is_empty() {
                continue;
            }
            let screen = self.screen_of(group);
            for royal in (royals & there).squares() {
                for hop in &group.hops {
                    for attacker in (hop.origins.at(royal) & men).squares() {
                        let path = tables.between(hop.lines, royal, attacker);
                        let between = path & node.occupied;
                        // With three men between, no move of one leaves a single one.
                        if between.rest().rest().any() {
                            continue;
                        }
                        let watched = Watched {
                            attacker: B::of(attacker),
                            path,
                            hurdles: tables.between(hop.hurdles, royal, attacker),
                            between,
                            screen,
                        };
                        node.allowed &= watched.allows(between, false);
                        if watched.attacks_over(between) {
                            node.checkers |= watched.attacker;
                        }
                        bound |= node.own & (between | screen);
                        self.watched.push(watched);
                    }
                }
            }
        }
        bound &= !royals;
        for man in bound.squares() {
            let here = B::of(man);
            let mut line = plainly;
            if node.pinned.has(man) {
                line &= self.pin_line(man);
            }
            for watched in &self.watched {
                let screens = (watched.screen & here).any();
                line &= watched.allows(watched.between & !here, screens);
            }
            self.set_pin_line(man, line);
        }
        node.pinned |= bound;
        node.bound = bound;
    }

    /// Whether an enemy of the player to move attacks a square over a man, given what is occupied; men on `gone` do not
    /// count.
    #[inline(never)]
    pub(super) fn is_attacked_over_men(&self, target: Square, occupied: B, gone: B) -> bool {
        let tables: &Tables<B> = self.tables;
        let groups = &tables.hops[self.board.side.other()];
        for group in groups {
            let (men, there) = self.men_of(&group.codes, group.guard);
            let men = men & !gone & group.near.at(target);
            if men.is_empty() || !there.has(target) {
                continue;
            }
            for hop in &group.hops {
                for attacker in (hop.origins.at(target) & men).squares() {
                    let between = tables.between(hop.lines, target, attacker) & occupied;
                    if between.is_single() {
                        let hurdles = tables.between(hop.hurdles, target, attacker);
                        let screen = self.screen_of(group) & !gone;
                        if (between & hurdles & !screen).any() {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Of some squares, those on which a royal from a square is not attacked over a man.
    #[inline(never)]
    pub(super) fn not_attacked_over_men(&self, from: Square, targets: B, node: &Node<B>) -> B {
        let mut safe = targets;
        for to in targets.squares() {
            let here = B::of(to);
            let occupied = (node.occupied & !B::of(from)) | here;
            if self.is_attacked_over_men(to, occupied, here) {
                safe &= !here;
            }
        }
        safe
    }
}
