//! Lookup of blockable moves: the squares reached from a square, given which squares are occupied.
//!
//! A slot holds some reaches together. Where the processor extracts bits fast, a slot is a table indexed by the
//! occupied squares among its blockers; elsewhere, and on wide boards, its rays are scanned for the first occupied
//! square, and what is no ray is tried way by way.

use super::bits::{Bits, SquareTable};
use super::reach::{ReachId, ReachPool, Way, Ways};
use crate::board::{Square, SquareSet};
use std::collections::HashMap;

/// The most squares whose occupation one table entry may depend on. 2 to the power of this, times the number of
/// squares, bounds a slot's size; two small tables that stay in the cache beat a large one.
const MAX_BLOCKERS: usize = 10;

/// A slot of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlotId(u16);

/// Two slots looked up together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairId(u16);

/// All slots of a game.
#[derive(Clone, Debug)]
pub(crate) struct Slots<B: Bits> {
    all: Vec<Slot<B>>,
    table: Vec<B>,
    singles: Vec<Single<B>>,
    pairs: Vec<Pair<B>>,
    pair_table: Vec<[B; 2]>,
}

/// Two slots that depend on the same squares.
#[derive(Clone, Debug)]
pub(crate) struct Pair<B: Bits> {
    entries: B::Table<Entry<B>>,
    /// For each square all that they may look at and reach.
    scope: B::Table<B>,
}

impl<B: Bits> Slot<B> {
    /// The squares that matter for what it reaches from a square, given what that is: unless one of them is entered or
    /// left by somebody, it reaches the same.
    #[inline]
    pub(crate) fn view(&self, from: Square, reached: B) -> B {
        if self.looks_ahead {
            reached
        } else {
            self.scope.at(from)
        }
    }
}

impl<B: Bits> Pair<B> {
    /// The squares that matter for what its slots reach from a square.
    #[inline]
    pub(crate) fn view(&self, from: Square) -> B {
        self.scope.at(from)
    }

    fn bytes(&self) -> usize {
        self.entries.bytes() + self.scope.bytes()
    }
}

/// A way that is tried by itself.
#[derive(Clone, Copy, Debug)]
struct Single<B> {
    to: Square,
    blockers: B,
    hurdles: B,
}

impl<B: Bits> Single<B> {
    #[inline(always)]
    fn is_open(&self, occupied: B) -> bool {
        let men = self.blockers & occupied;
        if self.hurdles.is_empty() {
            men.is_empty()
        } else {
            men.is_single() && (men & self.hurdles).any()
        }
    }
}

/// Some reaches together.
#[derive(Clone, Debug)]
pub(crate) struct Slot<B: Bits> {
    /// For extraction: what to extract, and where the table starts.
    entries: B::Table<Entry<B>>,
    rays: Rays<B>,
    /// For each square the range of its ways that are no rays.
    singles: B::Table<(u32, u32)>,
    /// For each square all that it may look at and reach.
    scope: B::Table<B>,
    /// Whether it looks at nothing but what it reaches, as rays do.
    looks_ahead: bool,
}

#[derive(Clone, Copy, Debug)]
struct Entry<B> {
    mask: B,
    offset: u32,
    /// How many bits of the mask are in its lowest word.
    low: u8,
}

impl<B: Bits> Entry<B> {
    /// What extracts bits under a mask.
    fn new(mask: B, offset: usize) -> Self {
        let offset = offset as u32;
        let low = mask.low_bits();
        Self { mask, offset, low }
    }

    /// Where in the table to look.
    #[inline(always)]
    fn index(self, occupied: B) -> usize {
        self.offset as usize + occupied.extract(self.mask, self.low)
    }
}

/// The squares in some directions from each square.
#[derive(Clone, Debug)]
struct Rays<B> {
    /// Those from one square side by side, upward ones first.
    squares: Box<[B]>,
    /// In how many directions the squares farther away have the higher numbers.
    up: u32,
    directions: u32,
}

impl<B: Bits> Rays<B> {
    fn new(pool: &ReachPool, up: &[ReachId], down: &[ReachId]) -> Self {
        let all = [up, down].concat();
        let board = all.first().map_or(0, |&r| pool.ways(r).len());
        let ray = |from: usize, reach: ReachId| B::from_set(pool.ways(reach).targets()[from]);
        let from = |square| all.iter().map(move |&reach| ray(square, reach));
        Self {
            squares: (0..board).flat_map(from).collect(),
            up: up.len() as u32,
            directions: all.len() as u32,
        }
    }

    /// The rays from a square, upward ones first.
    #[inline(always)]
    fn from(&self, square: Square) -> (&[B], &[B]) {
        let directions = self.directions as usize;
        let start = square.index() * directions;
        self.squares[start..start + directions].split_at(self.up as usize)
    }
}

impl<B: Bits> Slots<B> {
    /// Their size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let slot = |slot: &Slot<B>| {
            let rays = size_of_val(&slot.rays.squares[..]);
            slot.entries.bytes() + slot.singles.bytes() + slot.scope.bytes() + rays
        };
        let slots: usize = self.all.iter().map(slot).sum();
        let pairs: usize = self.pairs.iter().map(Pair::bytes).sum();
        let tables = size_of_val(&self.table[..]) + size_of_val(&self.pair_table[..]);
        slots + pairs + tables + size_of_val(&self.singles[..])
    }

    /// What a slot reaches from a square. `EXTRACT` must be what the slots were made for.
    #[inline(always)]
    pub(crate) fn targets<const EXTRACT: bool>(&self, id: SlotId, from: Square, occupied: B) -> B {
        self.of_slot::<EXTRACT>(self.slot(id), from, occupied)
    }

    /// A slot, to be asked for many squares.
    #[inline(always)]
    pub(crate) fn slot(&self, id: SlotId) -> &Slot<B> {
        &self.all[id.0 as usize]
    }

    /// What this slot reaches from a square.
    #[inline(always)]
    pub(crate) fn of_slot<const EXTRACT: bool>(
        &self,
        slot: &Slot<B>,
        from: Square,
        occupied: B,
    ) -> B {
        if EXTRACT && B::EXTRACTS {
            let entry = slot.entries.at(from);
            self.table[entry.index(occupied)]
        } else {
            self.scan::<EXTRACT>(slot, from, occupied)
        }
    }

    /// A pair, to be asked for many squares.
    #[inline(always)]
    pub(crate) fn pair(&self, id: PairId) -> &Pair<B> {
        &self.pairs[id.0 as usize]
    }

    /// What the two slots of a pair reach from a square.
    #[inline(always)]
    pub(crate) fn of_pair(&self, pair: &Pair<B>, from: Square, occupied: B) -> [B; 2] {
        let entry = pair.entries.at(from);
        self.pair_table[entry.index(occupied)]
    }

    /// The squares of rays up to the first man, without a branch on where that is.
    #[inline]
    fn scan<const FAST: bool>(&self, slot: &Slot<B>, from: Square, occupied: B) -> B {
        let mut targets = B::EMPTY;
        let (up, down) = slot.rays.from(from);
        for &ray in up {
            targets |= ray & (ray & occupied).first_and_down();
        }
        for &ray in down {
            targets |= ray & (ray & occupied).last_and_up::<FAST>();
        }
        let (start, end) = slot.singles.at(from);
        for pair in &self.singles[start as usize..end as usize] {
            if pair.is_open(occupied) {
                targets |= B::of(pair.to);
            }
        }
        targets
    }
}

/// How many bytes the tables of a game may take. Larger ones are slower than rays, as they are in no cache.
const MOST_BYTES: usize = 64 << 20;

/// Makes the slots of a game.
pub(super) struct SlotBuilder<B: Bits> {
    slots: Slots<B>,
    known: HashMap<Vec<ReachId>, SlotId>,
    /// The slots of reaches that were asked before.
    asked: HashMap<Vec<ReachId>, Vec<SlotId>>,
    extract: bool,
    /// Whether tables would be larger than [`MOST_BYTES`].
    pub(super) overfull: bool,
}

impl<B: Bits> SlotBuilder<B> {
    /// No slots yet; `extract` chooses the kind of lookup.
    pub(super) fn new(extract: bool) -> Self {
        let slots = Slots {
            all: Vec::new(),
            table: Vec::new(),
            singles: Vec::new(),
            pairs: Vec::new(),
            pair_table: Vec::new(),
        };
        Self {
            slots,
            known: HashMap::new(),
            asked: HashMap::new(),
            extract,
            overfull: false,
        }
    }

    /// The finished slots.
    pub(super) fn finish(self) -> Slots<B> {
        self.slots
    }

    /// Slots for some reaches: as few as the bound on blockers allows.
    pub(super) fn slots(&mut self, pool: &ReachPool, reaches: &[ReachId]) -> Vec<SlotId> {
        if let Some(slots) = self.asked.get(reaches) {
            return slots.clone();
        }
        let mut groups: Vec<Vec<ReachId>> = Vec::new();
        for &reach in reaches {
            match groups.last_mut() {
                Some(group) if self.extract && fits(pool, group, reach) => group.push(reach),
                Some(group) if !self.extract => group.push(reach),
                _ => groups.push(vec![reach]),
            }
        }
        let slots: Vec<SlotId> = groups
            .into_iter()
            .map(|group| self.slot(pool, group))
            .collect();
        self.asked.insert(reaches.to_vec(), slots.clone());
        slots
    }

    fn slot(&mut self, pool: &ReachPool, mut group: Vec<ReachId>) -> SlotId {
        group.sort_unstable();
        group.dedup();
        if let Some(&id) = self.known.get(&group) {
            return id;
        }
        let id = SlotId(self.slots.all.len() as u16);
        let slot = if self.extract {
            self.table_slot(pool, &group)
        } else {
            self.ray_slot(pool, &group)
        };
        self.slots.all.push(slot);
        self.known.insert(group, id);
        id
    }

    /// Two slots as a pair; nothing if they depend on different squares or are no tables.
    pub(super) fn pair(&mut self, one: SlotId, two: SlotId) -> Option<PairId> {
        let squares = || (0..=u8::MAX).map(Square::new).take(size_of::<B>() * 8);
        let slots = &mut self.slots;
        let (one, two) = (slots.slot(one).clone(), slots.slot(two).clone());
        let alike = |s: Square| one.entries.at(s).mask == two.entries.at(s).mask;
        if !self.extract || !squares().all(alike) {
            return None;
        }
        let mut entries = one.entries.clone();
        let mut scope = one.scope.clone();
        for square in squares() {
            *scope.at_mut(square) |= two.scope.at(square);
            let (one, two) = (one.entries.at(square), two.entries.at(square));
            entries.at_mut(square).offset = slots.pair_table.len() as u32;
            for index in 0..1usize << one.mask.count::<false>() {
                let at = |entry: Entry<B>| slots.table[entry.offset as usize + index];
                slots.pair_table.push([at(one), at(two)]);
            }
        }
        slots.pairs.push(Pair { entries, scope });
        Some(PairId(slots.pairs.len() as u16 - 1))
    }

    fn table_slot(&mut self, pool: &ReachPool, group: &[ReachId]) -> Slot<B> {
        let mut entries = B::Table::filled(Entry::new(B::EMPTY, 0));
        // Squares beyond the board share one entry that reaches nothing.
        let nothing = self.slots.table.len();
        self.slots.table.push(B::EMPTY);
        for square in (0..=u8::MAX).map(Square::new).take(size_of::<B>() * 8) {
            *entries.at_mut(square) = Entry::new(B::EMPTY, nothing);
        }
        let squares = group.first().map_or(0, |&g| pool.ways(g).len());
        for from in (0..squares).map(|i| Square::new(i as u8)) {
            let mut ways: Vec<&Way> = Vec::new();
            let mut mask = SquareSet::EMPTY;
            for &reach in group {
                ways.extend(&pool.ways(reach)[from.index()]);
                mask |= pool.ways(reach).blockers(from.index());
            }
            let offset = self.slots.table.len();
            let entries_left = MOST_BYTES / size_of::<B>() - offset;
            let bits = mask.len() as u32;
            if 1_usize
                .checked_shl(bits)
                .is_none_or(|more| more > entries_left)
            {
                self.overfull = true;
                return self.ray_slot(pool, group);
            }
            *entries.at_mut(from) = Entry::new(B::from_set(mask), offset);
            self.fill(&ways, mask, offset);
        }
        Slot {
            entries,
            rays: Rays::new(pool, &[], &[]),
            singles: B::Table::filled((0, 0)),
            scope: scope::<B>(pool, group),
            looks_ahead: looks_ahead(pool, group),
        }
    }

    /// One entry for each set of occupied blockers, in the order of their extracted bits.
    fn fill(&mut self, ways: &[&Way], mask: SquareSet, offset: usize) {
        let mut bits = [0; 256];
        for (bit, square) in mask.iter().enumerate() {
            bits[square.index()] = bit;
        }
        let extracted = |set: SquareSet| {
            let squares = set.iter();
            squares.fold(0, |all, square| all | 1 << bits[square.index()])
        };
        let extracted: Vec<(B, usize, usize)> = ways
            .iter()
            .map(|w| (B::of(w.to), extracted(w.blockers), extracted(w.hurdles)))
            .collect();
        let reached = |index: usize| {
            let is_open = |&&(_, blockers, hurdles): &&(B, usize, usize)| {
                let men = index & blockers;
                if hurdles == 0 {
                    men == 0
                } else {
                    men.is_power_of_two() && men & hurdles != 0
                }
            };
            let open = extracted.iter().filter(is_open);
            open.fold(B::EMPTY, |targets, (to, ..)| targets | *to)
        };
        // Ways that share their end and differ in their blockers, or that need a man, must be asked one by one.
        let ends: SquareSet = ways.iter().map(|w| w.to).collect();
        let simple = ends.len() == ways.len() && !ways.iter().any(|w| w.hops());
        let blockers = mask.len();
        let single: Vec<B> = (0..blockers).map(|i| reached(1 << i)).collect();
        self.slots.table.reserve(1 << blockers);
        self.slots.table.push(reached(0));
        for index in 1..1usize << blockers {
            let lowest = index.trailing_zeros() as usize;
            let targets = if simple {
                // Reached with all these men if reached with each of them alone.
                self.slots.table[offset + (index & (index - 1))] & single[lowest]
            } else {
                reached(index)
            };
            self.slots.table.push(targets);
        }
    }

    fn ray_slot(&mut self, pool: &ReachPool, group: &[ReachId]) -> Slot<B> {
        let going = |wanted: Option<bool>| -> Vec<ReachId> {
            let all = group.iter().copied();
            all.filter(|&g| direction(pool.ways(g)) == wanted).collect()
        };
        let others = going(None);
        let mut slot: Slot<B> = Slot {
            entries: B::Table::filled(Entry::new(B::EMPTY, 0)),
            rays: Rays::new(pool, &going(Some(true)), &going(Some(false))),
            singles: B::Table::filled((0, 0)),
            scope: scope::<B>(pool, group),
            looks_ahead: others.is_empty(),
        };
        let squares = group.first().map_or(0, |&g| pool.ways(g).len());
        for from in 0..squares {
            let start = self.slots.singles.len() as u32;
            let ways = others.iter().flat_map(|&o| &pool.ways(o)[from]);
            self.slots.singles.extend(ways.map(|w| Single {
                to: w.to,
                blockers: B::from_set(w.blockers),
                hurdles: B::from_set(w.hurdles),
            }));
            *slot.singles.at_mut(Square::new(from as u8)) =
                (start, self.slots.singles.len() as u32);
        }
        slot
    }
}

/// For each square all that some reaches may look at and reach.
fn scope<B: Bits>(pool: &ReachPool, group: &[ReachId]) -> B::Table<B> {
    let mut scope = B::Table::filled(B::EMPTY);
    for &reach in group {
        let ways = pool.ways(reach);
        for (from, &targets) in ways.targets().iter().enumerate() {
            let all = targets | ways.blockers(from);
            *scope.at_mut(Square::new(from as u8)) |= B::from_set(all);
        }
    }
    scope
}

/// Whether some reaches look at nothing but what they reach, whoever stands where.
fn looks_ahead(pool: &ReachPool, group: &[ReachId]) -> bool {
    let mut all = group.iter();
    all.all(|&reach| direction(pool.ways(reach)).is_some())
}

/// Whether a group stays within the bound on blockers with one more reach.
fn fits(pool: &ReachPool, group: &[ReachId], more: ReachId) -> bool {
    let squares = pool.ways(more).len();
    (0..squares).all(|from| {
        let mut blockers = pool.ways(more).blockers(from);
        for &reach in group {
            blockers |= pool.ways(reach).blockers(from);
        }
        blockers.len() <= MAX_BLOCKERS
    })
}

/// Whether each square blocks exactly those behind it, in one direction of numbering: `Some(true)` upward.
fn direction(reach: &Ways) -> Option<bool> {
    let mut up = None;
    for (from, ways) in reach.iter().enumerate() {
        let mut nearer = SquareSet::EMPTY;
        let mut last = from;
        for way in ways {
            let rises = way.to.index() > last;
            if way.hops() || way.blockers != nearer || *up.get_or_insert(rises) != rises {
                return None;
            }
            nearer.insert(way.to);
            last = way.to.index();
        }
    }
    up
}
