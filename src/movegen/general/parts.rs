//! The second part of a turn: each move with each way to end the turn.

use super::Maker;
use super::conditions::{Acting, Asked};
use crate::board::{PieceId, Square, SquareSet};
use crate::position::{Extra, Move, MoveKind, State};
use crate::rules::{Part, PartAct, Rules};

/// The moves with what follows them; a move that must be followed by something that is not possible is left out.
pub(crate) fn with_second_parts(rules: &Rules, state: &State, moves: Vec<Move>) -> Vec<Move> {
    let Some(part) = &rules.turn.then else {
        return moves;
    };
    let mut maker = Maker::new(rules, state);
    let mut all = Vec::new();
    for mv in moves {
        let acting = Acting::of(state, mv, maker.deed(mv));
        let asked = Asked::new(rules, state);
        let asked = acting.as_ref().map_or(asked, |a| asked.about(a));
        if !asked.holds(state.side, &part.condition) {
            all.push(mv);
            continue;
        }
        let after = maker.after(mv);
        if part.may {
            all.push(mv);
        }
        if let PartAct::Drop(kinds) = &part.act {
            // A man that is put down has left no square.
            let kinds = kinds[state.side]
                .iter()
                .filter(|&k| state.in_hand(state.side, k) > 0);
            for kind in kinds {
                let gates = gates(part, state, mv, &after, kind);
                all.extend(gates.map(|extra| Move { extra, ..mv }));
            }
        } else if let Some(acting) = acting {
            let squares = squares(rules, part, state, &acting, &after);
            all.extend(squares.iter().map(|square| Move {
                extra: Extra::Wall(square),
                ..mv
            }));
        }
    }
    all.sort_unstable();
    all
}

/// Where a man can be put down behind a move: on squares that own men have left.
fn gates(
    part: &Part,
    state: &State,
    mv: Move,
    after: &State,
    kind: PieceId,
) -> impl Iterator<Item = Extra> {
    let zone = part.zone[state.side];
    let can = move |square: &Square| zone.contains(*square) && after.is_free(*square);
    let own = Some(mv.from)
        .filter(|s| mv.to != *s && can(s))
        .map(|_| Extra::Gate(kind));
    let partner = match mv.kind {
        MoveKind::Castle { partner_from, .. } => Some(partner_from),
        _ => None,
    };
    let partner = partner.filter(|s| can(s)).map(|_| Extra::PartnerGate(kind));
    own.into_iter().chain(partner)
}

/// Where a wall can be put behind a move.
fn squares(rules: &Rules, part: &Part, state: &State, acting: &Acting, after: &State) -> SquareSet {
    let side = state.side;
    let free = part.zone[side]
        .iter()
        .filter(|&s| after.is_free(s))
        .collect();
    let Some((pattern, place)) = &part.reach else {
        return free;
    };
    // The mover looks from where it is now.
    let asked = Asked::new(rules, after);
    let starts = acting.squares(*place);
    let reached = starts
        .iter()
        .map(|start| asked.reached_by(side, pattern, start));
    free & reached.fold(SquareSet::EMPTY, |all, s| all | s)
}
