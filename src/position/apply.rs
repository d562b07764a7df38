//! Making a move on the plain state: every rule's consequences, one after the other.

use super::{EnPassant, Move, MoveKind, State};
use crate::board::{Man, PieceId, Side, Square, SquareSet};
use crate::movegen::castling::loses_rights_by_moving;
use crate::movegen::general::{Acting, holds};
use crate::notation::{LandingKind, walk};
use crate::rules::Rules;

/// Makes a move that the men can make. Whether it is legal is not asked.
pub(crate) fn apply(rules: &Rules, state: &mut State, mv: Move) {
    let Some(man) = state.man(mv.from) else {
        return;
    };
    let progress = progresses(rules, state, man, mv);
    let mut changed = SquareSet::of(mv.from) | SquareSet::of(mv.to);
    if loses_rights_by_moving(rules, man) {
        changed |= state.squares(|m| m.side == man.side);
    }
    let en_passant = match mv.kind {
        MoveKind::Passing => {
            let targets = passed_squares(rules, state, man, mv);
            (!targets.is_empty()).then_some(EnPassant {
                targets,
                victim: mv.to,
            })
        }
        _ => None,
    };
    changed |= move_men(state, man, mv);
    state.rights = state.rights - changed;
    state.en_passant = en_passant;
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
        MoveKind::Normal | MoveKind::Passing | MoveKind::Destroy => {}
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

/// The squares that a passing move leaves behind to be taken en passant.
fn passed_squares(rules: &Rules, state: &State, man: Man, mv: Move) -> SquareSet {
    let look = |s: Square| state.content(s, man.side);
    let mut passed = SquareSet::EMPTY;
    for term in rules.kind(man.kind).entries[man.side]
        .iter()
        .flat_map(|e| &e.movement.terms)
    {
        let Some(leg) = term.plain_leg() else {
            continue;
        };
        if crate::movegen::passing::leaves_passed(leg) {
            walk(
                rules.shape,
                leg,
                mv.from,
                man.side,
                look,
                |_| false,
                |landing| {
                    if landing.to == mv.to && landing.kind == LandingKind::Quiet {
                        passed |= landing.path;
                    }
                },
            );
        }
    }
    passed
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
