//! Moves of one sort made ready for lookup: leaps in a table, blockable moves in slots.

use super::bits::{Bits, SquareTable};
use super::lookup::{SlotBuilder, SlotId, Slots};
use super::reach::{ReachId, ReachPool};
use super::tally::board;
use crate::board::Square;

/// The squares that some moves reach.
#[derive(Clone, Debug)]
pub(crate) struct Lanes<B: Bits> {
    leaps: Option<B::Table<B>>,
    slots: Vec<SlotId>,
    hops: bool,
    blocked: bool,
}

impl<B: Bits> Lanes<B> {
    /// Makes lanes of some reaches.
    pub(super) fn new(pool: &ReachPool, slots: &mut SlotBuilder<B>, reaches: &[ReachId]) -> Self {
        let (leaps, rides): (Vec<ReachId>, Vec<ReachId>) =
            reaches.iter().partition(|&&r| pool.is_leap(r));
        let leaps = (!leaps.is_empty()).then(|| {
            let mut table = B::Table::filled(B::EMPTY);
            for &leap in &leaps {
                for (from, &targets) in pool.ways(leap).targets().iter().enumerate() {
                    *table.at_mut(Square::new(from as u8)) |= B::from_set(targets);
                }
            }
            table
        });
        Self {
            leaps,
            slots: slots.slots(pool, &rides),
            hops: rides.iter().any(|&r| pool.hops(r)),
            blocked: rides.iter().any(|&r| !pool.hops(r)),
        }
    }

    /// Those that cannot be blocked: the squares reached from each square.
    #[inline(always)]
    pub(crate) fn leaps(&self) -> Option<&B::Table<B>> {
        self.leaps.as_ref()
    }

    /// Those that can be blocked.
    #[inline(always)]
    pub(crate) fn slots(&self) -> &[SlotId] {
        &self.slots
    }

    /// Whether some of them cannot be blocked.
    pub(crate) fn has_leaps(&self) -> bool {
        self.leaps.is_some()
    }

    /// Whether some of them can be blocked and need no man to jump over.
    pub(crate) fn has_lines(&self) -> bool {
        self.blocked
    }

    /// Whether some of them jump over a man.
    pub(crate) fn has_hops(&self) -> bool {
        self.hops
    }

    /// The size of their own tables, slots left out, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.leaps.as_ref().map_or(0, SquareTable::bytes)
    }

    /// Whether they reach anything from anywhere.
    pub(crate) fn is_empty(&self) -> bool {
        self.leaps.is_none() && self.slots.is_empty()
    }

    /// Whether no two of their tables lead from a square to the same one, whoever stands where.
    pub(super) fn are_apart<const EXTRACT: bool>(&self, slots: &Slots<B>, squares: usize) -> bool {
        board(squares).all(|from| {
            let leaps = self.leaps.iter().map(|leaps| leaps.at(from));
            let nobody = B::EMPTY;
            let rides = self.slots.iter();
            let rides = rides.map(|&slot| slots.targets::<EXTRACT>(slot, from, nobody));
            let mut seen = B::EMPTY;
            leaps.chain(rides).all(|ends| {
                let apart = (seen & ends).is_empty();
                seen |= ends;
                apart
            })
        })
    }

    /// The squares that matter for what is reached from a square: unless one of them is entered or left by somebody, that
    /// stays the same.
    pub(crate) fn view<const EXTRACT: bool>(
        &self,
        slots: &Slots<B>,
        from: Square,
        occupied: B,
    ) -> B {
        let leaps = self.leaps.as_ref().map_or(B::EMPTY, |leaps| leaps.at(from));
        self.slots.iter().fold(leaps, |view, &slot| {
            let slot = slots.slot(slot);
            let reached = slots.of_slot::<EXTRACT>(slot, from, occupied);
            view | slot.view(from, reached)
        })
    }

    /// The squares reached from a square.
    #[inline(always)]
    pub(crate) fn targets<const EXTRACT: bool>(
        &self,
        slots: &Slots<B>,
        from: Square,
        occupied: B,
    ) -> B {
        let mut targets = match &self.leaps {
            Some(leaps) => leaps.at(from),
            None => B::EMPTY,
        };
        for &slot in &self.slots {
            targets |= slots.targets::<EXTRACT>(slot, from, occupied);
        }
        targets
    }
}
