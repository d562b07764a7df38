//! En passant: which moves leave squares that can be taken, and by whom.

use super::general::{Acting, holds};
use crate::board::{Man, Square, SquareSet};
use crate::notation::{Content, LandingKind, Leg, walk};
use crate::position::State;
use crate::rules::Rules;

/// Whether a leg leaves what it passes to be taken en passant: a quiet lame move.
pub(crate) fn leaves_passed(leg: &Leg) -> bool {
    leg.leaves_passed && leg.modality.quiet
}

/// Whether some piece of the game takes en passant; otherwise nothing is recorded.
pub(crate) fn is_used(rules: &Rules) -> bool {
    rules
        .kinds
        .iter()
        .flat_map(|k| k.entries.white.iter().chain(&k.entries.black))
        .any(|entry| {
            entry
                .movement
                .terms
                .iter()
                .any(|t| t.all_legs().any(|leg| leg.modality.en_passant))
        })
}

/// The men of the side that has just moved whose move can have passed all these squares, in ascending order.
pub(crate) fn victims(rules: &Rules, state: &State, targets: SquareSet) -> Vec<Square> {
    let waiting = state.side.other();
    let all = state.squares(|m| m.side == waiting);
    all.iter()
        .filter(|&square| {
            state
                .man(square)
                .is_some_and(|man| can_have_passed(rules, state, square, man, targets))
        })
        .collect()
}

fn can_have_passed(
    rules: &Rules,
    state: &State,
    now: Square,
    man: Man,
    targets: SquareSet,
) -> bool {
    let look = |s: Square| {
        if s != now && state.man(s).is_some() {
            Content::Own
        } else {
            Content::Empty
        }
    };
    rules.kind(man.kind).entries[man.side]
        .iter()
        .flat_map(|e| &e.movement.terms)
        .any(|term| {
            let Some(leg) = term.plain_leg() else {
                return false;
            };
            leaves_passed(leg)
                && rules.shape.squares().any(|from| {
                    let starts_there =
                        state.man(from).is_none() && rules.stands_ready(term.when, from, man);
                    let mut found = false;
                    if starts_there {
                        walk(
                            rules.shape,
                            leg,
                            from,
                            man.side,
                            look,
                            |_| false,
                            |landing| {
                                let quiet = landing.kind == LandingKind::Quiet && landing.to == now;
                                found |= quiet && targets.is_subset(&landing.path);
                            },
                        );
                    }
                    found
                })
        })
}

/// The squares that can be taken en passant by some man of the player to move, its safety not asked. They alone make
/// two positions differ.
pub(crate) fn capturable(rules: &Rules, state: &State) -> SquareSet {
    let Some(en_passant) = state.en_passant else {
        return SquareSet::EMPTY;
    };
    let mut found = SquareSet::EMPTY;
    let look = |s: Square| state.content(s, state.side);
    for from in state.squares(|m| m.side == state.side).iter() {
        let Some(man) = state.man(from) else { continue };
        for entry in &rules.kind(man.kind).entries[man.side] {
            for term in &entry.movement.terms {
                let Some(leg) = term.plain_leg() else {
                    continue;
                };
                if !leg.modality.en_passant || !rules.stands_ready(term.when, from, man) {
                    continue;
                }
                walk(
                    rules.shape,
                    leg,
                    from,
                    man.side,
                    look,
                    |s| en_passant.targets.contains(s),
                    |landing| {
                        let acting =
                            Acting::en_passant(man, from, &landing, state.man(en_passant.victim));
                        if landing.kind == LandingKind::EnPassant
                            && holds(rules, state, man.side, Some(&acting), &entry.condition)
                        {
                            found.insert(landing.to);
                        }
                    },
                );
            }
        }
    }
    found
}
