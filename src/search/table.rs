//! What is known of positions that were searched before.

use crate::position::Move;

/// The number of entries, a power of two: about 13 MB.
const ENTRIES: usize = 1 << 19;

/// What a remembered score means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// One position's entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub(super) best: Option<Move>,
    pub(super) score: i16,
    pub(super) depth: i8,
    pub(super) bound: Bound,
}

/// Entries by key; a new one replaces what shares its place, unless that was searched deeper in the same position.
#[derive(Debug)]
pub(super) struct Table(Vec<Option<Entry>>);

impl Table {
    /// An empty table; its memory is taken when the first entry is kept.
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    /// What is known of a position.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.0.get(place(key)).copied().flatten()?;
        (entry.key == key).then_some(entry)
    }

    /// Remembers something about a position.
    pub(super) fn put(
        &mut self,
        key: u64,
        best: Option<Move>,
        score: i32,
        depth: i32,
        bound: Bound,
    ) {
        if self.0.is_empty() {
            self.0.resize(ENTRIES, None);
        }
        let depth = depth.clamp(-1, i32::from(i8::MAX)) as i8;
        let slot = &mut self.0[place(key)];
        let known = slot.filter(|e| e.key == key);
        if known.is_some_and(|e| e.depth > depth && bound != Bound::Exact) {
            return;
        }
        let best = best.or(known.and_then(|e| e.best));
        *slot = Some(Entry {
            key,
            best,
            score: score as i16,
            depth,
            bound,
        });
    }
}

fn place(key: u64) -> usize {
    (key >> 32) as usize & (ENTRIES - 1)
}
