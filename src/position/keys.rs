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
pub(crate) fn wall_key(square: Square) -> u64 {
    mix(5 << 32 | square.index() as u64)
}

/// The number of a man's not having moved.
pub(crate) fn unmoved_key(square: Square) -> u64 {
    mix(6 << 32 | square.index() as u64)
}

/// The number of so many men of a kind in a hand; 0 for none.
pub(crate) fn hand_key(side: Side, kind: usize, count: u8) -> u64 {
    match count {
        0 => 0,
        _ => mix(8 << 32 | (side.index() as u64) << 16 | (kind as u64) << 8 | u64::from(count)),
    }
}

/// The numbers of the men in hand, one for each kind and number that is not nothing.
fn hand_keys(state: &State) -> impl Iterator<Item = u64> {
    Side::ALL.into_iter().flat_map(|side| {
        let hand = state.hands[side].iter().enumerate();
        hand.filter(|(_, count)| **count > 0)
            .map(move |(kind, &count)| hand_key(side, kind, count))
    })
}

/// The number of a counter that has a value.
pub(crate) fn counter_key(at: usize, side: Side, value: i32) -> u64 {
    mix(9 << 56
        | (at as u64) << 40
        | (side.index() as u64) << 32
        | u64::from(value.cast_unsigned()))
}

/// The number of what is remembered; 0 for nothing.
pub(crate) fn memory_key(memory: u64) -> u64 {
    match memory {
        0 => 0,
        // Mixed first, so that no bit can be taken for another fact.
        _ => mix(7 << 32 ^ mix(memory)),
    }
}

/// The numbers of the counters that decide which moves are legal.
fn counter_keys(rules: &Rules, state: &State) -> impl Iterator<Item = u64> {
    let decides = |at: usize| rules.counters.get(at).is_none_or(|rule| rule.decides);
    let counters = state.counters.iter().enumerate();
    let counters = counters.filter(move |(at, _)| decides(*at));
    counters.flat_map(|(at, counter)| Side::ALL.map(|side| counter_key(at, side, counter[side])))
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
    men.chain(rights)
        .chain(passed)
        .chain(side)
        .chain(walls)
        .chain(unmoved)
        .chain([memory_key(state.memory)])
        .chain(hand_keys(state))
        .chain(counter_keys(rules, state))
        .fold(0, |a, b| a ^ b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use crate::board::{PieceId, SquareSet};
    use crate::position::EnPassant;

    fn state(game: &str, fen: &str) -> (Variant, State) {
        let variant = Variant::named(game).unwrap();
        let state = variant.position(fen).unwrap().state().clone();
        (variant, state)
    }

    /// A change of one thing that decides the future changes the key, and so do any two of them together.
    #[test]
    fn every_fact_counts() {
        let (variant, first) = state("seirawan", "r3k2r/8/8/3pP3/8/8/8/R3K2R[HEhe] w KQkq d6 0 1");
        let rules = variant.rules();
        let shape = rules.shape;
        let at = |name: &str| shape.parse(name).unwrap();
        let mut changed: Vec<State> = vec![first.clone()];
        let mut change = |alter: &dyn Fn(&mut State)| {
            let mut state = first.clone();
            alter(&mut state);
            changed.push(state);
        };
        for square in first.rights.iter() {
            change(&|s| s.rights = s.rights - SquareSet::of(square));
        }
        for square in first.unmoved.iter() {
            change(&|s| s.unmoved = s.unmoved - SquareSet::of(square));
        }
        for square in shape.squares().filter(|&s| first.is_free(s)) {
            change(&|s| s.walls.insert(square));
        }
        change(&|s| s.side = Side::Black);
        change(&|s| s.en_passant = None);
        for side in Side::ALL {
            for (kind, _) in rules.kinds() {
                for _ in 0..3 {
                    change(&|s| s.put_in_hand(side, kind));
                }
            }
            change(&|s| s.hands[side].clear());
        }
        for bit in 0..64 {
            change(&|s| s.memory |= 1 << bit);
        }
        for counter in 0..3 {
            for value in [-1, 1, 2] {
                change(&|s| {
                    s.counters
                        .resize(counter + 1, crate::board::BySide::both(0));
                    s.counters[counter].white = value;
                });
            }
        }
        change(&|s| s.men[at("a1").index()] = None);
        let mut distinct: Vec<State> = Vec::new();
        for state in changed {
            if !distinct.contains(&state) {
                distinct.push(state);
            }
        }
        let mut keys: Vec<u64> = distinct.iter().map(|s| key(rules, s)).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), distinct.len());
        assert!(keys.len() > 150, "{}", keys.len());
    }

    /// What nobody can take, counts of moves, and empty places in a hand do not count.
    #[test]
    fn other_facts_do_not() {
        let (variant, first) = state("seirawan", "4k3/8/8/3p4/8/8/8/4K3[] w - - 0 1");
        let rules = variant.rules();
        let mut second = first.clone();
        second.en_passant = Some(EnPassant {
            targets: SquareSet::of(rules.shape.parse("d6").unwrap()),
            victim: rules.shape.parse("d5").unwrap(),
        });
        (second.quiet, second.number) = (7, 9);
        second.put_in_hand(Side::White, PieceId::new(2));
        second.take_from_hand(Side::White, PieceId::new(2));
        assert_eq!(key(rules, &first), key(rules, &second));
    }
}
