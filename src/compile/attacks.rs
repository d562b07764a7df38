//! How squares are attacked: groups of men that attack alike, the lines between, and what a side attacks in all.

use super::bits::{Bits, SquareTable};
use super::lanes::Lanes;
use super::plan::{Attacks, Builder, ByUse, Lines};
use super::reach::{ReachId, Way};
use super::tables::{AttackGroup, Attacking, Hop, HopGroup, Piece, Threat};
use super::{Unsupported, code};
use crate::board::{Man, Square, SquareSet};
use std::collections::BTreeMap;

/// Reversed reaches by the condition and the codes of the men that attack along them.
type Grouped = BTreeMap<(Option<usize>, Vec<u8>), Vec<ReachId>>;

impl<B: Bits> Builder<'_, B> {
    /// What a man attacks, by condition.
    pub(super) fn attacking(
        &mut self,
        piece: &Piece<B>,
        by_use: &ByUse,
        man: Man,
        into: &mut Vec<Attacking<B>>,
    ) {
        let mut by_guard: BTreeMap<Option<usize>, Vec<ReachId>> = BTreeMap::new();
        for ((guard, used), reaches) in by_use {
            if used.ends().attacks() {
                let plain = reaches.iter().filter(|&&r| !self.pool.hops(r));
                by_guard.entry(*guard).or_default().extend(plain);
            }
        }
        by_guard.retain(|_, reaches| !reaches.is_empty());
        for (guard, reaches) in by_guard {
            let steps = piece
                .steps
                .iter()
                .filter(|s| s.onto.attacks() && s.guard == guard);
            let steps: Vec<_> = steps.cloned().collect();
            let rest = if steps.is_empty() { &reaches[..] } else { &[] };
            into.push(Attacking {
                code: code(man.kind, man.side),
                guard,
                lanes: Lanes::new(&self.pool, &mut self.slots, rest),
                steps,
            });
        }
    }

    /// Men that attack along the same reaches form a group; those that need a man between form others.
    pub(super) fn attack_groups(
        &mut self,
        attacks: Attacks,
    ) -> (Vec<AttackGroup<B>>, Vec<HopGroup<B>>) {
        let (mut plain, mut hopping) = (Grouped::new(), Grouped::new());
        for ((guard, reach), mut codes) in attacks {
            codes.dedup();
            let groups = if self.pool.hops(reach) {
                &mut hopping
            } else {
                &mut plain
            };
            let reversed = self.pool.reversed(reach);
            groups.entry((guard, codes)).or_default().push(reversed);
        }
        (self.plain_groups(plain), self.hop_groups(hopping))
    }

    fn hop_groups(&mut self, groups: Grouped) -> Vec<HopGroup<B>> {
        let group = |((guard, codes), reaches): ((Option<usize>, Vec<u8>), Vec<ReachId>)| {
            let screen = guard.and_then(|g| self.screen(g)).unwrap_or_default();
            HopGroup {
                codes,
                guard,
                near: self.ends(&reaches),
                around: B::Table::filled(B::EMPTY),
                screen,
                hops: self.hops(&reaches),
            }
        };
        groups.into_iter().map(group).collect()
    }

    fn plain_groups(&mut self, groups: Grouped) -> Vec<AttackGroup<B>> {
        groups
            .into_iter()
            .map(|((guard, codes), reaches)| {
                let (leaps, rides): (Vec<ReachId>, Vec<ReachId>) =
                    reaches.iter().partition(|&&r| self.pool.is_leap(r));
                let screen = guard.and_then(|g| self.screen(g)).unwrap_or_default();
                AttackGroup {
                    codes,
                    guard,
                    screen,
                    threats: self.threats(&rides),
                    leaps: (!leaps.is_empty()).then(|| self.ends(&leaps)),
                    from: Lanes::new(&self.pool, &mut self.slots, &reaches),
                }
            })
            .collect()
    }

    /// For each square those that it reaches if the right men stand on the way. Of reversed reaches: those that reach it.
    pub(super) fn ends(&self, reaches: &[ReachId]) -> B::Table<B> {
        let mut table = B::Table::filled(B::EMPTY);
        for &reach in reaches {
            for (target, &origins) in self.pool.ways(reach).targets().iter().enumerate() {
                *table.at_mut(Square::new(target as u8)) |= B::from_set(origins);
            }
        }
        table
    }

    /// Reversed reaches by the lines that hold what is between: as few kinds of line as their squares allow.
    pub(super) fn threats(&mut self, reversed: &[ReachId]) -> Vec<Threat<B>> {
        let mut by_lines: BTreeMap<usize, Vec<ReachId>> = BTreeMap::new();
        for reach in self.pool.layers(reversed) {
            let lines = self.lines(reach, |way| way.blockers);
            by_lines.entry(lines).or_default().push(reach);
        }
        by_lines
            .into_iter()
            .map(|(lines, reaches)| Threat {
                origins: self.ends(&reaches),
                lines,
            })
            .collect()
    }

    /// The same for reaches that need a man between.
    fn hops(&mut self, reversed: &[ReachId]) -> Vec<Hop<B>> {
        let mut by_lines: BTreeMap<(usize, usize), Vec<ReachId>> = BTreeMap::new();
        for reach in self.pool.layers(reversed) {
            let lines = self.lines(reach, |way| way.blockers);
            let hurdles = self.lines(reach, |way| way.hurdles);
            by_lines.entry((lines, hurdles)).or_default().push(reach);
        }
        by_lines
            .into_iter()
            .map(|((lines, hurdles), reaches)| Hop {
                origins: self.ends(&reaches),
                lines,
                hurdles,
            })
            .collect()
    }

    /// Lines that hold the ways of all these reaches, from their origins.
    pub(super) fn lines_for(&mut self, reaches: &[ReachId]) -> Result<usize, Unsupported> {
        let layers = self.pool.layers(reaches);
        let found = layers.iter().map(|&r| self.lines(r, |way| way.blockers));
        let found: Vec<usize> = found.collect();
        let first = found.first().copied().unwrap_or(0);
        if found.iter().all(|&l| l == first) {
            Ok(first)
        } else {
            Err(Unsupported("swaps along several kinds of path"))
        }
    }

    /// The number of lines that hold some squares of a reach's ways, entered there if they are new.
    fn lines(&mut self, reach: ReachId, squares_of: fn(&Way) -> SquareSet) -> usize {
        let squares = self.rules.shape.len();
        let ways = self.pool.ways(reach);
        let agrees = |lines: &Lines<B>| {
            ways.iter().enumerate().all(|(at, ways)| {
                let between = &lines.between[at * squares..(at + 1) * squares];
                let agrees = |way: &Way| {
                    !lines.known[at].contains(way.to)
                        || between[way.to.index()] == B::from_set(squares_of(way))
                };
                ways.iter().all(agrees)
            })
        };
        let index = self.lines.iter().position(agrees).unwrap_or_else(|| {
            self.lines.push(Lines {
                between: vec![B::EMPTY; squares * squares],
                known: vec![SquareSet::EMPTY; squares],
            });
            self.lines.len() - 1
        });
        let lines = &mut self.lines[index];
        for (at, all) in ways.iter().enumerate() {
            for way in all {
                lines.between[at * squares + way.to.index()] = B::from_set(squares_of(way));
            }
            lines.known[at] |= ways.targets()[at];
        }
        index
    }
}
