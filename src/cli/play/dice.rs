//! Chance: a small generator of numbers that a seed repeats.

use std::hash::{BuildHasher as _, RandomState};

/// A generator by the method `SplitMix64`, good enough to choose moves.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Dice(u64);

impl Dice {
    /// The same seed gives the same numbers; without one they are others every time.
    pub(in crate::cli) fn new(seed: Option<u64>) -> Self {
        Self(seed.unwrap_or_else(|| RandomState::new().hash_one(0)))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 below another; nothing below 0.
    pub(in crate::cli) fn below(&mut self, count: u64) -> Option<u64> {
        self.next().checked_rem(count)
    }

    /// One of some things.
    pub(super) fn choose<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        let index = self.below(things.len() as u64)?;
        things.get(index as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_the_numbers() {
        let throw = |seed| {
            let mut dice = Dice::new(Some(seed));
            (0..20)
                .filter_map(|_| dice.choose(&[1, 2, 3, 4, 5, 6]))
                .collect::<Vec<_>>()
        };
        assert_eq!(throw(1), throw(1));
        assert_ne!(throw(1), throw(2));
        assert_eq!(Dice::new(None).choose::<u8>(&[]), None);
    }
}
