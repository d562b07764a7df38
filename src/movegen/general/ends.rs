//! Ends of the game: whether one stops it, and who wins by it.

use super::conditions::holds_in_end;
use crate::board::{PieceSet, Side};
use crate::position::State;
use crate::rules::{End, Rules, Verdict};
use std::cmp::Ordering;

/// The end by which the game is over so that no move is legal.
pub(crate) fn over_by<'r>(rules: &'r Rules, state: &State) -> Option<&'r End> {
    let holds = |end: &End| {
        let mut players = end.players(state.side).into_iter();
        players.any(|player| holds_in_end(rules, state, player, 1, &end.condition))
    };
    rules
        .ends
        .iter()
        .filter(|end| end.stops)
        .find(|end| holds(end))
}

/// Who wins by an end that holds for a player.
pub(crate) fn winner(rules: &Rules, state: &State, end: &End, player: Side) -> Option<Side> {
    match end.result[player] {
        Verdict::Win => Some(player),
        Verdict::Loss => Some(player.other()),
        Verdict::Draw => None,
        Verdict::More(kinds) => {
            let of = |side| worth(rules, state, side, kinds[side]) + i64::from(end.bonus[side]);
            match of(Side::White).cmp(&of(Side::Black)) {
                Ordering::Greater => Some(Side::White),
                Ordering::Less => Some(Side::Black),
                Ordering::Equal => None,
            }
        }
    }
}

/// What the men of a side on the board are worth together; a man without a value counts as one pawn.
fn worth(rules: &Rules, state: &State, side: Side, kinds: PieceSet) -> i64 {
    let men = state.men.iter().flatten();
    let men = men.filter(|m| m.side == side && kinds.contains(m.kind));
    men.map(|m| i64::from(rules.kind(m.kind).value[side].unwrap_or(100)))
        .sum()
}
