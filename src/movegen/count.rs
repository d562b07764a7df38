//! Counting sequences of moves with choices: without bulk counting, with a table of counts, by several threads.

use super::{general, hot};
use crate::compile::Compiled;
use crate::position::{Move, State, keys};
use crate::rules::Rules;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// The stack of a thread in bytes: enough for the deepest count.
const STACK: usize = 16 << 20;
/// What an entry of the table takes.
const ENTRY: usize = size_of::<[AtomicU64; 2]>();

/// How [`Position::count`](crate::Position::count) counts. What comes out is the same, whatever is chosen.
///
/// ```
/// let chess = ferz::Variant::named("chess")?.start();
/// let mut how = ferz::Counting::default();
/// how.bulk = false;
/// how.hash = 1 << 20;
/// assert_eq!(chess.count(3, &how)?, 8902);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Counting {
    /// Whether the moves of the last ply are only counted; otherwise each is made.
    pub bulk: bool,
    /// How many threads share the work, at most [`MOST_THREADS`](Self::MOST_THREADS).
    pub threads: NonZeroUsize,
    /// How many bytes a table of counts may take that were made before, for positions that are reached in several
    /// ways; 0 for no table. Counts are found by the position's 64-bit key and the depth: should two positions share
    /// a key, a count would be wrong. A table of a hundred million counts that is asked a hundred million times errs with odds
    /// of one in two thousand.
    pub hash: usize,
}

impl Counting {
    /// More threads than this share no work; each takes memory for its stack.
    pub const MOST_THREADS: NonZeroUsize = NonZeroUsize::new(1024).unwrap();
}

impl Default for Counting {
    fn default() -> Self {
        Self {
            bulk: true,
            threads: NonZeroUsize::MIN,
            hash: 0,
        }
    }
}

/// The table of counts does not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for a table of {0} bytes")]
pub struct NoMemory(usize);

/// A position in which moves are made and taken back.
pub(crate) trait Walk {
    /// What all moves of a position need to be taken back.
    type Before;
    /// Puts the legal moves on top of the stack of moves; the stack's length before.
    fn expand(&mut self) -> usize;
    /// The stack's length.
    fn len(&self) -> usize;
    /// Cuts the stack.
    fn truncate(&mut self, len: usize);
    /// What takes back any move from here, together with what the move itself destroys.
    fn before(&self) -> Self::Before;
    /// Makes a move of the stack, counts something after it, and takes it back; `before` is of the position.
    fn after(
        &mut self,
        index: usize,
        before: &Self::Before,
        count: impl FnOnce(&mut Self) -> u64,
    ) -> u64;
    /// Makes each legal move and takes it back, and tells how many there are. Nobody asks for a key on the way.
    fn last_ply(&mut self) -> u64;
    /// The hash key.
    fn key(&self) -> u64;
    /// Sequences of moves, those of the last ply only counted.
    fn bulk(&mut self, depth: u32) -> u64;
}

/// The general path.
struct Plain<'a> {
    rules: &'a Rules,
    state: State,
    moves: Vec<Move>,
}

impl Walk for Plain<'_> {
    type Before = ();

    fn expand(&mut self) -> usize {
        let start = self.moves.len();
        self.moves
            .extend(general::legal_moves(self.rules, &self.state));
        start
    }

    fn len(&self) -> usize {
        self.moves.len()
    }

    fn truncate(&mut self, len: usize) {
        self.moves.truncate(len);
    }

    fn before(&self) {}

    fn after(&mut self, index: usize, (): &(), count: impl FnOnce(&mut Self) -> u64) -> u64 {
        let after = general::Maker::new(self.rules, &self.state).after(self.moves[index]);
        let before = std::mem::replace(&mut self.state, after);
        let nodes = count(self);
        self.state = before;
        nodes
    }

    fn last_ply(&mut self) -> u64 {
        each(self, |_| 1)
    }

    fn key(&self) -> u64 {
        keys::key(self.rules, &self.state)
    }

    fn bulk(&mut self, depth: u32) -> u64 {
        general::perft(self.rules, &self.state, depth)
    }
}

/// Counts of positions, shared between threads without a lock: of an entry half written by one thread and half by
/// another the check fails.
struct Memory {
    entries: Vec<[AtomicU64; 2]>,
}

impl Memory {
    /// The largest table that fits; none if nothing does.
    fn new(bytes: usize) -> Result<Option<Self>, NoMemory> {
        let count = bytes / ENTRY;
        if count < 2 {
            return Ok(None);
        }
        let count = 1usize << count.ilog2();
        let mut entries = Vec::new();
        entries
            .try_reserve_exact(count)
            .map_err(|_| NoMemory(count * ENTRY))?;
        entries.resize_with(count, Default::default);
        Ok(Some(Self { entries }))
    }

    /// The two entries of a position and depth, and what stands in them for it.
    fn place(&self, key: u64, depth: u32) -> (&[[AtomicU64; 2]], u64) {
        let key = crate::mix::mix(key ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let pair = key as usize & (self.entries.len() - 1) & !1;
        (&self.entries[pair..pair + 2], key)
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let (pair, key) = self.place(key, depth);
        pair.iter().find_map(|[check, count]| {
            let count = count.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ count == key).then_some(count)
        })
    }

    /// The first entry keeps the larger count, which took longer; the second keeps the last.
    fn put(&self, key: u64, depth: u32, nodes: u64) {
        let (pair, key) = self.place(key, depth);
        let larger = usize::from(pair[0][1].load(Ordering::Relaxed) > nodes);
        let [check, count] = &pair[larger];
        check.store(key ^ nodes, Ordering::Relaxed);
        count.store(nodes, Ordering::Relaxed);
    }
}

/// What all threads of a count share.
pub(crate) struct Work {
    depth: u32,
    /// After so many plies each position is a piece of work.
    split: u32,
    /// The next piece that nobody has begun.
    next: AtomicUsize,
    bulk: bool,
    memory: Option<Memory>,
}

impl Work {
    /// Whether positions are looked up by their keys.
    pub(crate) fn needs_keys(&self) -> bool {
        self.memory.is_some()
    }

    /// One thread's share: it walks the first plies as all others do, and counts the pieces that it takes.
    pub(crate) fn share<W: Walk>(&self, mut walk: W) -> u64 {
        let mut share = Share {
            work: self,
            seen: 0,
            taken: self.next.fetch_add(1, Ordering::Relaxed),
        };
        share.pieces(&mut walk, self.split)
    }

    /// The sequences of moves from here.
    fn count<W: Walk>(&self, walk: &mut W, depth: u32) -> u64 {
        if depth <= u32::from(self.bulk) || self.bulk && self.memory.is_none() {
            return match depth {
                0 => 1,
                depth => walk.bulk(depth),
            };
        }
        if depth == 1 {
            return walk.last_ply();
        }
        let memory = self.memory.as_ref();
        let key = memory.map_or(0, |_| walk.key());
        if let Some(known) = memory.and_then(|memory| memory.get(key, depth)) {
            return known;
        }
        let nodes = each(walk, |walk| self.count(walk, depth - 1));
        if let Some(memory) = memory {
            memory.put(key, depth, nodes);
        }
        nodes
    }
}

/// The sum over all legal moves.
#[inline(always)]
fn each<W: Walk>(walk: &mut W, mut count: impl FnMut(&mut W) -> u64) -> u64 {
    let start = walk.expand();
    let before = walk.before();
    let mut nodes = 0;
    for index in start..walk.len() {
        nodes += walk.after(index, &before, &mut count);
    }
    walk.truncate(start);
    nodes
}

/// A thread's place among the pieces of work.
struct Share<'a> {
    work: &'a Work,
    seen: usize,
    taken: usize,
}

impl Share<'_> {
    fn pieces<W: Walk>(&mut self, walk: &mut W, plies: u32) -> u64 {
        if plies > 0 {
            return each(walk, |walk| self.pieces(walk, plies - 1));
        }
        let mine = self.seen == self.taken;
        self.seen += 1;
        if !mine {
            return 0;
        }
        self.taken = self.work.next.fetch_add(1, Ordering::Relaxed);
        self.work.count(walk, self.work.depth - self.work.split)
    }
}

/// The number of sequences of legal moves of a length.
///
/// # Errors
/// If there is no memory for the table.
pub(crate) fn count(
    compiled: Option<&Compiled>,
    (rules, state): (&Rules, &State),
    depth: u32,
    how: &Counting,
) -> Result<u64, NoMemory> {
    let several = how.threads.get() > 1;
    let work = Work {
        depth,
        split: if several {
            depth.saturating_sub(2).min(2)
        } else {
            0
        },
        next: AtomicUsize::new(0),
        bulk: how.bulk,
        memory: Memory::new(how.hash)?,
    };
    let share = || match compiled {
        Some(tables) => hot::share(tables, rules, state, &work),
        None => work.share(Plain {
            rules,
            state: state.clone(),
            moves: Vec::new(),
        }),
    };
    Ok(thread::scope(|scope| {
        // Without a second piece of work nobody else is needed; a thread that cannot be had leaves its share to others.
        let others = if work.split == 0 {
            0
        } else {
            how.threads.min(Counting::MOST_THREADS).get() - 1
        };
        let others: Vec<_> = (0..others)
            .filter_map(|_| {
                let thread = thread::Builder::new().stack_size(STACK);
                thread.spawn_scoped(scope, share).ok()
            })
            .collect();
        let own = share();
        let join = |thread: thread::ScopedJoinHandle<'_, u64>| {
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        own + others.into_iter().map(join).sum::<u64>()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn every_choice_gives_the_same_count() {
        for (game, depth) in [
            ("chess", 4),
            ("shogi", 3),
            ("grand", 3),
            ("kjempe-chess", 2),
            ("atomic", 3),
        ] {
            let start = Variant::named(game).unwrap().start();
            let nodes = start.perft(depth);
            for bulk in [true, false] {
                for threads in [1, 3] {
                    for hash in [0, 1 << 10, 1 << 20] {
                        let how = Counting {
                            bulk,
                            threads: NonZeroUsize::new(threads).unwrap(),
                            hash,
                        };
                        assert_eq!(start.count(depth, &how), Ok(nodes), "{game} {how:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn shallow_counts_need_nobody_else() {
        let start = Variant::named("chess").unwrap().start();
        for bulk in [true, false] {
            let how = Counting {
                bulk,
                hash: 1 << 12,
                threads: NonZeroUsize::new(4).unwrap(),
            };
            let counts: Vec<_> = (0..4).map(|depth| start.count(depth, &how)).collect();
            assert_eq!(counts, [Ok(1), Ok(20), Ok(400), Ok(8902)]);
        }
    }

    #[test]
    fn a_table_that_cannot_be_had_is_an_error() {
        let start = Variant::named("chess").unwrap().start();
        let how = Counting {
            hash: usize::MAX,
            ..Counting::default()
        };
        assert!(start.count(2, &how).is_err());
    }
}
