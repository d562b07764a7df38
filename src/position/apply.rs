//! Making a move on the plain state: every rule's consequences, one after the other.

use super::{EnPassant, Move, MoveKind, State};
use crate::board::{Man, PieceId, Side, Square, SquareSet};
use crate::movegen::castling::loses_rights_by_moving;
use crate::movegen::general::{Acting, deeds, holds};
use crate::movegen::passing;
use crate::notation::Deed;
use crate::rules::Rules;

/// Makes a move that the men can make. Whether it is legal is not asked.
pub(crate) fn apply(rules: &Rules, state: &mut State, mv: Move) {
    if matches!(mv.kind, MoveKind::Legs { .. }) {
        if let Some(deed) = deeds::deed(rules, state, mv) {
            apply_deed(rules, state, mv, &deed);
        }
        return;
    }
    let Some(man) = state.man(mv.from) else {
        return;
    };
    let progress = progresses(rules, state, man, mv);
    let mut changed = SquareSet::of(mv.from) | SquareSet::of(mv.to);
    changed |= lost_by_moving(rules, state, man);
    if let (MoveKind::Swap, Some(other)) = (mv.kind, state.man(mv.to)) {
        changed |= lost_by_moving(rules, state, other);
    }
    let targets = match mv.kind {
        MoveKind::Passing => passing::passed_squares(rules, state, mv),
        _ => SquareSet::EMPTY,
    };
    changed |= move_men(state, man, mv);
    finish(state, mv.to, targets, changed, progress);
}

/// Makes a move of several legs, whose deed is this.
pub(crate) fn apply_deed(rules: &Rules, state: &mut State, mv: Move, deed: &Deed) {
    let (Some(man), Some(acting)) = (state.man(deed.mover), Acting::of_deed(state, deed)) else {
        return;
    };
    let acting = Acting {
        promotion: mv.promotion.is_some(),
        ..acting
    };
    let progress = holds(rules, state, man.side, Some(&acting), &rules.progress);
    let before = state.men.clone();
    // All leave before any of them lands: their squares may overlap.
    state.men[deed.mover.index()] = None;
    for square in (deed.taken | deed.destroyed).iter() {
        state.men[square.index()] = None;
    }
    for (old, _) in &deed.unloaded {
        state.men[old.index()] = None;
    }
    for (old, new) in &deed.unloaded {
        state.men[new.index()] = before[old.index()];
    }
    state.men[deed.to.index()] = Some(Man {
        kind: mv.promotion.unwrap_or(man.kind),
        ..man
    });
    let differs = |s: &Square| before[s.index()] != state.men[s.index()];
    let mut changed: SquareSet = rules.shape.squares().filter(differs).collect();
    changed |= deed.taken | deed.destroyed;
    if deed.mover != deed.to {
        changed |= lost_by_moving(rules, state, man);
    }
    let put = deed
        .unloaded
        .iter()
        .filter_map(|(old, _)| before[old.index()]);
    changed |= put.fold(SquareSet::EMPTY, |all, m| {
        all | lost_by_moving(rules, state, m)
    });
    let targets = deed.leaves - state.squares(|_| true);
    finish(state, deed.to, targets, changed, progress);
}

/// The squares whose rights end when a man leaves its square: all of its side if it castles and only while unmoved.
fn lost_by_moving(rules: &Rules, state: &State, man: Man) -> SquareSet {
    if loses_rights_by_moving(rules, man) {
        state.squares(|m| m.side == man.side)
    } else {
        SquareSet::EMPTY
    }
}

/// What comes after every move of the men: rights lost on squares that have changed, what can be taken en passant, and
/// the counters.
fn finish(
    state: &mut State,
    victim: Square,
    targets: SquareSet,
    changed: SquareSet,
    progress: bool,
) {
    state.rights = state.rights - changed;
    state.en_passant = (!targets.is_empty()).then_some(EnPassant { targets, victim });
    state.quiet = if progress {
        0
    } else {
        state.quiet.saturating_add(1)
    };
    if state.side == Side::Black {
        state.number = state.number.saturating_add(1);
    }
    state.side = state.side.other();
}

/// Changes the men and says on which further squares something changed.
fn move_men(state: &mut State, man: Man, mv: Move) -> SquareSet {
    let mut changed = SquareSet::EMPTY;
    let arrived = Man {
        kind: mv.promotion.unwrap_or(man.kind),
        ..man
    };
    let displaced = state.men[mv.to.index()];
    state.men[mv.from.index()] = None;
    match mv.kind {
        MoveKind::Normal | MoveKind::Passing | MoveKind::Destroy | MoveKind::Legs { .. } => {}
        MoveKind::EnPassant { victim } => {
            state.men[victim.index()] = None;
            changed.insert(victim);
        }
        MoveKind::Swap => state.men[mv.from.index()] = displaced,
        MoveKind::Castle {
            partner_from,
            partner_to,
        } => {
            // Both leave before either lands: their squares may overlap.
            let partner = state.men[partner_from.index()].take();
            state.men[partner_to.index()] = partner;
            changed.insert(partner_from);
            changed.insert(partner_to);
        }
    }
    state.men[mv.to.index()] = Some(arrived);
    changed
}

fn progresses(rules: &Rules, state: &State, man: Man, mv: Move) -> bool {
    let victim: Option<PieceId> = match mv.kind {
        MoveKind::Normal => state.man(mv.to).map(|m| m.kind),
        MoveKind::EnPassant { victim } => state.man(victim).map(|m| m.kind),
        _ => None,
    };
    let acting = Acting::of_move(mv, man.kind, victim);
    holds(rules, state, man.side, Some(&acting), &rules.progress)
}
