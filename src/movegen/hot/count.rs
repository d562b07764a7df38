//! The hot path for counts with choices.

use super::generate::Search;
use super::position::{Before, Taken};
use crate::compile::Bits;
use crate::movegen::count::{Walk, Work};

impl<B: Bits, const FAST: bool> Search<'_, B, FAST> {
    /// A thread's share of a count.
    pub(super) fn share(mut self, work: &Work) -> u64 {
        self.keyed = work.needs_keys();
        work.share(self)
    }
}

impl<B: Bits, const FAST: bool> Walk for Search<'_, B, FAST> {
    type Before = Before<B>;
    type Undo = Taken;

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
        self.board.before()
    }

    #[inline(always)]
    fn make(&mut self, index: usize) -> Taken {
        let mv = self.buffer[index];
        if self.keyed {
            self.board.advance_by::<FAST, true>(self.tables, mv)
        } else {
            self.board.advance_by::<FAST, false>(self.tables, mv)
        }
    }

    #[inline(always)]
    fn unmake(&mut self, index: usize, undo: Taken, before: &Before<B>) {
        self.board.retreat(self.buffer[index], undo, before);
    }

    fn key(&self) -> u64 {
        self.board.key
    }

    fn bulk(&mut self, depth: u32) -> u64 {
        self.perft(depth)
    }
}
