//! The hot path for counts with choices.

use super::generate::Search;
use super::position::{Before, Board, is_simple};
use super::runs::Runs;
use crate::compile::Bits;
use crate::movegen::count::{Walk, Work};
use crate::position::{Move, MoveKind};
use std::hint::black_box;

impl<B: Bits, const FAST: bool> Search<'_, B, FAST> {
    /// A thread's share of a count.
    pub(super) fn share(mut self, work: &Work) -> u64 {
        self.keyed = work.needs_keys();
        work.share(self)
    }

    /// Makes a move, does something in the position after it that does not ask for its key, and takes the move back.
    /// Where men leave or come on squares that are eventful, more may happen than steps; what is done is told whether
    /// the move is surely nothing but that.
    #[inline(always)]
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "its bytes are looked at where they are; a word would be taken apart"
    )]
    pub(super) fn between(
        &mut self,
        mv: &Move,
        before: &Before<B>,
        work: impl FnOnce(&mut Self, bool) -> u64,
    ) -> u64 {
        let step = self.board.step(mv.from, mv.to);
        if is_simple(*mv) && (step.ends() & before.eventful).is_empty() {
            let passes = mv.kind == MoveKind::Passing;
            (self.board).make_step::<FAST>(self.tables, &step, passes, before);
            let number = work(self, true);
            self.board.take_back_step(&step, before);
            return number;
        }
        self.between_any::<false>(*mv, before, |search| work(search, false))
    }

    /// The same for any move, apart from the frequent ones and so not in their way. `KEYED` says whether the key is kept
    /// up to date.
    #[inline(never)]
    fn between_any<const KEYED: bool>(
        &mut self,
        mv: Move,
        before: &Before<B>,
        work: impl FnOnce(&mut Self) -> u64,
    ) -> u64 {
        let taken = (self.board).advance_by::<FAST, KEYED>(self.tables, mv, before);
        let number = work(self);
        self.board.retreat(mv, taken, before);
        number
    }

    /// Makes each legal move, does something in the position after it that does not ask for its key, and takes the move
    /// back.
    #[inline(always)]
    pub(super) fn after_each_move(&mut self, mut work: impl FnMut(&mut Board<B>) -> u64) -> u64 {
        let before = self.board.before(self.tables);
        let mut runs = std::mem::replace(&mut self.runs, Runs::new());
        runs.eventful = before.eventful;
        if self.tables.extras.is_some() {
            self.generate(&mut runs.others);
        } else {
            self.generate_plainly(&mut runs);
        }
        let mut nodes = (self.board).after_each::<FAST>(self.tables, &runs, &before, &mut work);
        for &mv in &runs.others {
            nodes += self.between(&mv, &before, |search, _| work(&mut search.board));
        }
        runs.clear();
        self.runs = runs;
        nodes
    }
}

impl<B: Bits, const FAST: bool> Walk for Search<'_, B, FAST> {
    type Before = Before<B>;

    fn expand(&mut self) -> usize {
        let start = self.buffer.len();
        let mut buffer = std::mem::take(&mut self.buffer);
        self.generate(&mut buffer);
        self.buffer = buffer;
        start
    }

    fn len(&self) -> usize {
        self.buffer.len()
    }

    fn truncate(&mut self, len: usize) {
        self.buffer.truncate(len);
    }

    #[inline(always)]
    fn before(&self) -> Before<B> {
        self.board.before(self.tables)
    }

    #[inline(always)]
    fn after(
        &mut self,
        index: usize,
        before: &Before<B>,
        count: impl FnOnce(&mut Self) -> u64,
    ) -> u64 {
        let mv = self.buffer[index];
        if self.keyed {
            self.between_any::<true>(mv, before, count)
        } else {
            self.between(&mv, before, |search, _| count(search))
        }
    }

    fn last_ply(&mut self) -> u64 {
        // Whatever the compiler finds out about making and taking back, the position is there in between.
        self.after_each_move(|board| {
            black_box(board);
            1
        })
    }

    fn key(&self) -> u64 {
        self.board.key
    }

    fn bulk(&mut self, depth: u32) -> u64 {
        self.perft(depth)
    }
}
