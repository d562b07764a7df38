//! The general path: every rule, straight from the model, one man and one square at a time.
//!
//! Slow and plain on purpose. It serves the games that the hot path leaves out, and it is what the hot path is compared
//! with. It must not use compiled tables.

mod attacks;
mod conditions;
mod pseudo;

pub(crate) use attacks::is_ready;
pub use attacks::{attackers, checkers, in_check, royal_squares};
pub(crate) use conditions::{Acting, failing, holds, holds_in_end, is_progress};
pub(crate) use pseudo::{acting, promotions_by_rule, pseudo_moves, term_moves};

use crate::position::{Move, State, apply};
use crate::rules::Rules;

/// All legal moves, sorted, each once.
pub fn legal_moves(rules: &Rules, state: &State) -> Vec<Move> {
    let mut moves = pseudo_moves(rules, state);
    moves.sort_unstable();
    moves.dedup();
    moves.retain(|&mv| leaves_royals_safe(rules, state, mv));
    moves
}

/// Whether a move that the men can make leaves every own royal on the board and out of attack.
pub(crate) fn leaves_royals_safe(rules: &Rules, state: &State, mv: Move) -> bool {
    let mut after = state.clone();
    apply(rules, &mut after, mv);
    let royals = royal_squares(rules, &after, state.side);
    royals.len() >= royal_squares(rules, state, state.side).len()
        && !in_check(rules, &after, state.side)
}

/// The number of sequences of legal moves of a length.
pub fn perft(rules: &Rules, state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(rules, state);
    if depth == 1 {
        return moves.len() as u64;
    }
    let count = |mv: Move| {
        let mut after = state.clone();
        apply(rules, &mut after, mv);
        perft(rules, &after, depth - 1)
    };
    moves.into_iter().map(count).sum()
}
