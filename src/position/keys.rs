//! Hash keys: 64 bits that are the same for two positions if everything that decides the future is.
//!
//! A key is the exclusive or of one pseudo-random number for each fact (after Zobrist, 1970). The numbers come from a
//! mixing function of the fact, so they need no table to be right and are the same on every machine.

use super::State;
use crate::board::{Man, Side, Square};
use crate::mix::mix;
use crate::movegen::passing;
use crate::rules::Rules;

/// The number of a man on a square.
pub(crate) fn man_key(man: Man, square: Square) -> u64 {
    mix(1 << 32
        | (man.side.index() as u64) << 16
        | (man.kind.index() as u64) << 8
        | square.index() as u64)
}

/// The number of Black to move.
pub(crate) fn side_key() -> u64 {
    mix(2 << 32)
}

/// The number of a castling partner's right.
pub(crate) fn right_key(square: Square) -> u64 {
    mix(3 << 32 | square.index() as u64)
}

/// The number of a square that can be taken en passant, with the man that is then taken.
pub(crate) fn passed_key(target: Square, victim: Square) -> u64 {
    mix(4 << 32 | (target.index() as u64) << 8 | victim.index() as u64)
}

/// A state's key, from scratch. En passant counts only where somebody can take so.
pub(crate) fn key(rules: &Rules, state: &State) -> u64 {
    let men = state
        .men
        .iter()
        .enumerate()
        .filter_map(|(i, man)| man.map(|m| man_key(m, Square::new(i as u8))));
    let rights = state.rights.iter().map(right_key);
    let passed = passing::capturable(rules, state);
    let victim = state.en_passant.map(|p| p.victim);
    let passed = passed
        .iter()
        .filter_map(|target| victim.map(|v| passed_key(target, v)));
    let side = (state.side == Side::Black).then(side_key);
    men.chain(rights)
        .chain(passed)
        .chain(side)
        .fold(0, |a, b| a ^ b)
}
