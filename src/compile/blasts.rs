//! Captures that remove men besides their victim.
//!
//! Such a capture can remove a royal or what shields it. It does so only near royals and shields: where it would have to
//! end for a man on a square to leave the board is kept for every square.

use super::Unsupported;
use super::bits::{Bits, SquareTable};
use super::extras::{Rule, Scope, moves_men};
use super::plan::Builder;
use super::tally::board;
use crate::board::Side;
use crate::rules::{Effect, Origin, Place, Region, Trigger, Verb};

impl<B: Bits> Builder<'_, B> {
    /// For each square the ends of a side's captures by which a man there is taken or removed. Nothing where other
    /// captures can attack a royal, or lose it.
    pub(super) fn blasts(
        &mut self,
        laws: &[Rule<B>],
        side: Side,
    ) -> Result<Option<B::Table<B>>, Unsupported> {
        let rules = self.rules;
        // Only lines without men in between may be opened.
        let is_simple = !self.hops && !self.takes_beside && !self.minds_royals;
        let is_of_royals = |law: &Rule<B>| {
            matches!(
                law.scope,
                Scope::Usual | Scope::UsualWhile(_) | Scope::Royals { .. }
            )
        };
        if !is_simple || !self.guards.is_empty() || !laws.iter().all(is_of_royals) {
            return Ok(None);
        }
        let squares = rules.shape.len();
        let mut ends = B::Table::filled(B::EMPTY);
        for square in board(squares) {
            *ends.at_mut(square) = B::of(square);
        }
        let shakes = |verb: &Verb| moves_men(verb) || matches!(verb, Verb::Wall(_));
        let shaking = |effect: &&Effect| effect.verbs.iter().any(shakes);
        for effect in rules.effects.iter().filter(shaking) {
            if effect.on != [Trigger::Capture] {
                return Ok(None);
            }
            for verb in &effect.verbs {
                match verb {
                    Verb::RemoveMover => {}
                    Verb::Remove(men) => {
                        let Region::At { pattern, from } = &men.region else {
                            return Ok(None);
                        };
                        let lanes = self.pattern(pattern, side, false)?;
                        if *from != Origin::Place(Place::There) || !lanes.slots().is_empty() {
                            return Ok(None);
                        }
                        for end in board(squares) {
                            let reached = lanes.leaps().map_or(B::EMPTY, |leaps| leaps.at(end));
                            for square in reached.squares() {
                                *ends.at_mut(square) |= B::of(end);
                            }
                        }
                    }
                    verb if shakes(verb) => return Ok(None),
                    _ => {}
                }
            }
        }
        Ok(Some(ends))
    }
}
