//! Who attacks what.

use super::conditions::{Acting, holds};
use super::deeds::{Seen, ways};
use crate::board::{Man, Shape, Side, Square, SquareSet};
use crate::notation::{Action, Bend, Content, LandingKind, Leg, Legs, Term, When, walk};
use crate::position::State;
use crate::rules::{Condition, Entry, Rules};

/// The squares of a side's royals.
pub fn royal_squares(rules: &Rules, state: &State, side: Side) -> SquareSet {
    state.squares(|m| m.side == side && rules.kind(m.kind).royal[side])
}

/// Whether a man may end a move on a square.
pub(crate) fn may_stay(rules: &Rules, man: Man, square: Square) -> bool {
    let stays = &rules.kind(man.kind).stays[man.side];
    stays.as_ref().is_none_or(|zone| zone.contains(square))
}

/// Whether a side is in check: some royal of it is attacked, or what the rules say instead.
pub fn in_check(rules: &Rules, state: &State, side: Side) -> bool {
    if let Some(check) = &rules.check {
        return holds(rules, state, side, None, check);
    }
    royal_squares(rules, state, side)
        .iter()
        .any(|royal| !attackers(rules, state, royal, side.other(), SquareSet::EMPTY).is_empty())
}

/// The enemy men that attack a royal of the player to move.
pub fn checkers(rules: &Rules, state: &State) -> SquareSet {
    let side = state.side;
    royal_squares(rules, state, side)
        .iter()
        .fold(SquareSet::EMPTY, |found, royal| {
            found | attackers(rules, state, royal, side.other(), SquareSet::EMPTY)
        })
}

/// The men of a side that could take on a square if an enemy of theirs stood there; their own safety is not asked. The
/// men on `gone` count as absent. A swap takes nothing, so it is no attack.
pub fn attackers(
    rules: &Rules,
    state: &State,
    target: Square,
    by: Side,
    gone: SquareSet,
) -> SquareSet {
    let from_squares = state.squares(|m| m.side == by) - gone - SquareSet::of(target);
    from_squares
        .iter()
        .filter(|&from| attacks(rules, state, from, target, gone))
        .collect()
}

fn attacks(rules: &Rules, state: &State, from: Square, target: Square, gone: SquareSet) -> bool {
    let Some(man) = state.man(from) else {
        return false;
    };
    let entries = &rules.kind(man.kind).entries[man.side];
    let plainly = entries.iter().any(|entry| {
        entry
            .movement
            .terms
            .iter()
            .any(|term| match term.plain_leg() {
                Some(leg) => {
                    !leg.unload
                        && is_ready(rules, state, from, man, term)
                        && leg_attacks(rules, state, (from, man), entry, leg, target, gone)
                }
                None => false,
            })
    });
    plainly || deeds_attack(rules, state, (from, man), target, gone)
}

/// Whether a term that is not plain takes on a square. A man that is put elsewhere is not taken.
fn deeds_attack(
    rules: &Rules,
    state: &State,
    (from, man): (Square, Man),
    target: Square,
    gone: SquareSet,
) -> bool {
    let entries = &rules.kind(man.kind).entries[man.side];
    let is_deed = |term: &Term| term.plain_leg().is_none() && term.legs().is_some();
    if !entries.iter().any(|e| e.movement.terms.iter().any(is_deed)) {
        return false;
    }
    let lends = |entry: &Entry| {
        entry
            .movement
            .terms
            .iter()
            .any(|t| t.legs().is_some_and(Legs::borrows))
    };
    let unconditional = |entry: &Entry| entry.condition == Condition::Always && !lends(entry);
    let mut seen = Seen::new(rules, state, man.side).probing(target, gone);
    if entries.iter().all(unconditional) {
        seen = seen.by_any_way();
    }
    let mut found = false;
    ways(rules, &seen, from, man, |way| {
        if !found && way.deed.taken.contains(target) && may_stay(rules, man, way.deed.to) {
            found = way.holds(rules, state, man.side);
            if found {
                seen.stop();
            }
        }
    });
    found
}

fn leg_attacks(
    rules: &Rules,
    state: &State,
    (from, man): (Square, Man),
    entry: &Entry,
    leg: &Leg,
    target: Square,
    gone: SquareSet,
) -> bool {
    let look = |s: Square| {
        if s == target {
            return Content::Enemy;
        }
        match state.man(s) {
            Some(m) if !gone.contains(s) => {
                if m.side == man.side {
                    Content::Own
                } else {
                    Content::Enemy
                }
            }
            None if state.walls.contains(s) => Content::Hole,
            _ => Content::Empty,
        }
    };
    let passed = state
        .en_passant
        .filter(|p| p.victim == target && state.side == man.side);
    if passed.is_none() && !points_at(rules.shape, leg, (from, man.side), target) {
        return false;
    }
    let can_pass = |s: Square| passed.is_some_and(|p| p.targets.contains(s));
    let mut found = false;
    walk(
        rules.shape,
        leg,
        from,
        man.side,
        look,
        can_pass,
        |landing| {
            let takes = match landing.kind {
                LandingKind::Capture => landing.to == target,
                LandingKind::EnPassant => true,
                LandingKind::Quiet | LandingKind::Destroy => false,
            };
            if takes && !found {
                let acting = Acting::en_passant(man, from, &landing, state.man(target));
                found = may_stay(rules, man, landing.to)
                    && holds(rules, state, man.side, Some(&acting), &entry.condition);
            }
        },
    );
    found
}

/// Whether a square lies in one of a leg's directions, so that following the leg is not in vain.
fn points_at(shape: Shape, leg: &Leg, (from, side): (Square, Side), target: Square) -> bool {
    if leg.wraps || shape.wraps() || leg.bend != Bend::None || leg.is_universal() {
        return true;
    }
    let files = shape.file(target) - shape.file(from);
    let ranks = shape.rank(target) - shape.rank(from);
    leg.modality.capture
        && leg.steps.iter().any(|step| {
            let (right, forward) = step.seen_by(side);
            // On one line through the start, and on the same side of it.
            files * forward == ranks * right && files * right + ranks * forward > 0
        })
}

/// Whether a term's `i` allows it: the man has not moved. Where that is remembered square by square, the memory tells;
/// for men that castle the rights field does, for all others the place.
pub(crate) fn is_ready(rules: &Rules, state: &State, from: Square, man: Man, term: &Term) -> bool {
    if term.when == When::Unmoved && rules.unmoved.contains(man.kind) {
        return state.unmoved.contains(from);
    }
    if !rules.stands_ready(term.when, from, man) {
        return false;
    }
    if term.when != When::Unmoved {
        return true;
    }
    let castles = rules
        .terms(man)
        .any(|t| matches!(t.action, Action::Castle(_)));
    !castles
        || state
            .rights
            .iter()
            .any(|s| state.man(s).is_some_and(|m| m.side == man.side))
}
