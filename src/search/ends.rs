//! The rules' ends, asked at every node of the search.

use super::World;
use crate::board::Side;
use crate::movegen::general;
use crate::rules::{Condition, Owner, Region, Rules, Verdict};

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// Whether the player to move is in check.
    pub(super) checked: bool,
    /// Whether the player to move has no legal move.
    pub(super) stuck: bool,
    /// How often the position has stood; a repetition inside the search counts as often as it takes.
    pub(super) repeated: u32,
    /// Half-moves without progress.
    pub(super) quiet: u32,
}

/// The result for the player to move, if the game has ended. A draw that has to be claimed counts: somebody will.
pub(super) fn verdict<W: World>(rules: &Rules, world: &W, facts: &Facts) -> Option<Verdict> {
    let mover = world.side();
    for end in &rules.ends {
        for player in end.players(mover) {
            let known = ask((rules, world), facts, player, &end.condition);
            let holds = known.unwrap_or_else(|| {
                let mut state = world.state();
                state.quiet = facts.quiet;
                general::holds_in_end(rules, &state, player, facts.repeated, &end.condition)
            });
            if holds {
                return Some(match (end.result[player], player == mover) {
                    (Verdict::Win, true) | (Verdict::Loss, false) => Verdict::Win,
                    (Verdict::Win, false) | (Verdict::Loss, true) => Verdict::Loss,
                    (Verdict::Draw, _) => Verdict::Draw,
                    (Verdict::More(_), _) => {
                        match general::winner(rules, &world.state(), end, player) {
                            Some(side) if side == mover => Verdict::Win,
                            Some(_) => Verdict::Loss,
                            None => Verdict::Draw,
                        }
                    }
                });
            }
        }
    }
    None
}

/// Whether a condition holds for a player, if that can be told quickly.
fn ask<W: World>(
    (rules, world): (&Rules, &W),
    facts: &Facts,
    own: Side,
    condition: &Condition,
) -> Option<bool> {
    let to_move = |enemy: bool| (own == world.side()) != enemy;
    Some(match condition {
        Condition::Always => true,
        Condition::SideIs(side) => own == *side,
        Condition::All(parts) => return all((rules, world), facts, own, parts, false),
        Condition::Any(parts) => return all((rules, world), facts, own, parts, true),
        Condition::Not(part) => !ask((rules, world), facts, own, part)?,
        // The player who has just moved is never in check.
        Condition::Check { enemy } => to_move(*enemy) && facts.checked,
        // Where the game is over by another end there is no legal move either.
        Condition::NoMove { enemy }
            if to_move(*enemy) && facts.stuck && rules.ends.iter().any(|end| end.stops) =>
        {
            return None;
        }
        Condition::NoMove { enemy } => to_move(*enemy) && facts.stuck,
        Condition::Repeated(times) => facts.repeated >= *times,
        Condition::Quiet(half_moves) => facts.quiet >= *half_moves,
        Condition::Count(pick, compare, number) => {
            let side = match pick.owner {
                Owner::Own => Some(own),
                Owner::Enemy => Some(own.other()),
                Owner::Any => None,
                Owner::Side(side) => Some(side),
            };
            let zone = match &pick.region {
                Region::Anywhere => None,
                Region::Zone(zone) => Some(&zone[own]),
                _ => return None,
            };
            compare.holds(world.count(pick.kinds, side, zone), *number)
        }
        // What is known only of the position as a whole.
        Condition::Counter { .. }
        | Condition::Counters(..)
        | Condition::Can(_)
        | Condition::Remembered(_)
        | Condition::Versus(..)
        | Condition::Attacked { .. }
        | Condition::Full => return None,
        // What asks about a move holds for none.
        _ => false,
    })
}

/// Conjunction, or with `any` disjunction, stopping at the first part that decides.
fn all<W: World>(
    (rules, world): (&Rules, &W),
    facts: &Facts,
    own: Side,
    parts: &[Condition],
    any: bool,
) -> Option<bool> {
    let mut unknown = false;
    for part in parts {
        match ask((rules, world), facts, own, part) {
            Some(holds) if holds == any => return Some(any),
            Some(_) => {}
            None => unknown = true,
        }
    }
    (!unknown).then_some(!any)
}
