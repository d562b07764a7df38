//! Steps of many men at once: the whole set of them shifted.
//!
//! For men of few directions of which there are many, such as pawns, one shift serves all.

use super::bits::Bits;
use super::reach::{ReachId, ReachPool};
use super::tables::Ends;
use crate::board::{Square, SquareSet};

/// One step of all men that can make it.
#[derive(Clone, Debug)]
pub(crate) struct SetStep<B> {
    /// The difference of the squares' numbers.
    pub(crate) shift: i32,
    /// The differences to the squares that must be empty.
    pub(crate) via: Vec<i32>,
    /// Where the step stays on the board.
    pub(crate) origins: B,
    /// Where it may end.
    pub(crate) onto: Ends,
    /// Whether it can be taken en passant.
    pub(crate) passing: bool,
    /// Its condition.
    pub(crate) guard: Option<usize>,
}

impl<B: Bits> SetStep<B> {
    /// The men of a set that can make the step: it stays on the board and what it passes is empty.
    #[inline(always)]
    pub(crate) fn movers(&self, men: B, occupied: B) -> B {
        let mut movers = men & self.origins;
        for &via in &self.via {
            movers &= !occupied.shift(-via);
        }
        movers
    }

    /// Where those men end.
    #[inline(always)]
    pub(crate) fn all_from(&self, men: B, occupied: B) -> B {
        self.movers(men, occupied).shift(self.shift)
    }
}

/// Reaches as steps to anywhere, if that is what all of them are.
pub(super) fn all_steps<B: Bits>(pool: &ReachPool, reaches: &[ReachId]) -> Option<Vec<SetStep<B>>> {
    let step = |&reach: &ReachId| {
        let (shift, via, origins) = as_step(pool, reach)?;
        Some(SetStep {
            shift,
            via,
            origins,
            onto: Ends::Both,
            passing: false,
            guard: None,
        })
    };
    reaches.iter().map(step).collect()
}

/// The shift, the differences to the blockers and the origins of a reach, if they are the same everywhere.
pub(super) fn as_step<B: Bits>(pool: &ReachPool, reach: ReachId) -> Option<(i32, Vec<i32>, B)> {
    let mut found: Option<(i32, Vec<i32>)> = None;
    let mut origins = SquareSet::EMPTY;
    for (from, ways) in pool.ways(reach).iter().enumerate() {
        let [way] = ways[..] else {
            if ways.is_empty() {
                continue;
            }
            return None;
        };
        if way.hops() {
            return None;
        }
        let difference = |to: Square| to.index() as i32 - from as i32;
        let step = (
            difference(way.to),
            way.blockers.iter().map(difference).collect(),
        );
        if *found.get_or_insert_with(|| step.clone()) != step {
            return None;
        }
        origins.insert(Square::new(from as u8));
    }
    found.map(|(shift, via)| (shift, via, B::from_set(origins)))
}
