//! Captures that remove men besides their victim.
//!
//! Such a capture can remove a royal or what shields it. It does so only near royals and shields: where it would have to
//! end for a man on a square to leave the board is kept for every square. Beside a royal it surely removes it in most
//! games, which decides about all captures there at once.

use super::Unsupported;
use super::bits::{Bits, SquareTable};
use super::extras::{Rule, Scope};
use super::plan::Builder;
use super::tally::board;
use crate::board::Side;
use crate::rules::{Condition, Origin, Owner, Pick, Place, Region, Trigger, Verb};

/// What captures of a side remove.
#[derive(Debug)]
pub(crate) struct Blasts<B: Bits> {
    /// For each square the ends of captures by which a man there may be taken or removed.
    pub(crate) ends: B::Table<B>,
    /// Whether they surely are, if the man is royal, and the mover always is.
    pub(crate) sure: bool,
}

impl<B: Bits> Builder<'_, B> {
    /// What a side's captures remove. Nothing where other captures can attack a royal, or lose it.
    pub(super) fn blasts(
        &mut self,
        laws: &[Rule<B>],
        shaken_by: &[Trigger],
        side: Side,
    ) -> Result<Option<Blasts<B>>, Unsupported> {
        let rules = self.rules;
        // Only lines without men in between may be opened.
        let is_simple = !self.hops && !self.takes_beside && !self.minds_royals;
        let is_of_royals = |law: &Rule<B>| {
            matches!(
                law.scope,
                Scope::Usual | Scope::UsualWhile(_) | Scope::Royals { .. }
            )
        };
        let by_captures = shaken_by.iter().all(|on| *on == Trigger::Capture);
        let has_guards = !self.guards.is_empty();
        if !is_simple || has_guards || !by_captures || !laws.iter().all(is_of_royals) {
            return Ok(None);
        }
        let mut ends = B::Table::filled(B::EMPTY);
        for square in board(rules.shape.len()) {
            *ends.at_mut(square) = B::of(square);
        }
        for verb in rules.effects.iter().flat_map(|effect| &effect.verbs) {
            match verb {
                Verb::RemoveMover | Verb::Settle(_) | Verb::Add { .. } => {}
                Verb::Remove(men) => {
                    let Some(from) = self.removed_by(men, side)? else {
                        return Ok(None);
                    };
                    for square in board(rules.shape.len()) {
                        *ends.at_mut(square) |= from.at(square);
                    }
                }
                Verb::Flip(_) | Verb::Become(_) | Verb::Wall(_) => return Ok(None),
            }
        }
        let sure = self.removes_royals();
        Ok(Some(Blasts { ends, sure }))
    }

    /// Whether every capture removes its mover, and every royal that it may remove.
    fn removes_royals(&self) -> bool {
        let rules = self.rules;
        let royals = Side::ALL.map(|side| rules.royals(side));
        let has_royals = |men: &Pick| royals.iter().all(|r| r.difference(men.kinds).is_empty());
        let effects = || rules.effects.iter();
        let mut verbs = effects().flat_map(|effect| &effect.verbs);
        effects().all(|effect| effect.condition == Condition::Always)
            && effects().any(|effect| effect.verbs.contains(&Verb::RemoveMover))
            && verbs.all(|verb| match verb {
                Verb::Remove(men) => men.owner == Owner::Any && has_royals(men),
                _ => true,
            })
    }

    /// For each square the ends of captures that remove a man there, if no man can be in the way of that.
    fn removed_by(&mut self, men: &Pick, side: Side) -> Result<Option<B::Table<B>>, Unsupported> {
        let Region::At {
            pattern,
            from: Origin::Place(Place::There),
        } = &men.region
        else {
            return Ok(None);
        };
        let lanes = self.pattern(pattern, side, true)?;
        if !lanes.slots().is_empty() {
            return Ok(None);
        }
        let nowhere = || B::Table::filled(B::EMPTY);
        Ok(Some(lanes.leaps().cloned().unwrap_or_else(nowhere)))
    }
}
