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

/// The number of a wall.
fn wall_key(square: Square) -> u64 {
    mix(5 << 32 | square.index() as u64)
}

/// The number of a man's not having moved.
fn unmoved_key(square: Square) -> u64 {
    mix(6 << 32 | square.index() as u64)
}

/// The numbers of the men in hand, one for each kind and number that is not nothing.
fn hand_keys(state: &State) -> impl Iterator<Item = u64> {
    Side::ALL.into_iter().flat_map(|side| {
        let hand = state.hands[side].iter().enumerate();
        hand.filter(|(_, count)| **count > 0)
            .map(move |(kind, &count)| {
                mix(8 << 32 | (side.index() as u64) << 16 | (kind as u64) << 8 | u64::from(count))
            })
    })
}

/// The numbers of the counters.
fn counter_keys(state: &State) -> impl Iterator<Item = u64> {
    state.counters.iter().enumerate().flat_map(|(at, counter)| {
        Side::ALL.map(|side| {
            mix(9 << 56
                | (at as u64) << 40
                | (side.index() as u64) << 32
                | u64::from(counter[side].cast_unsigned()))
        })
    })
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
    let walls = (state.walls - rules.holes).iter().map(wall_key);
    let unmoved = state.unmoved.iter().map(unmoved_key);
    let memory = (state.memory != 0).then(|| mix(7 << 32 ^ state.memory));
    men.chain(rights)
        .chain(passed)
        .chain(side)
        .chain(walls)
        .chain(unmoved)
        .chain(memory)
        .chain(hand_keys(state))
        .chain(counter_keys(state))
        .fold(0, |a, b| a ^ b)
}
