//! The hot path for counts with choices.

use super::generate::Search;
use super::position::Undo;
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
    type Undo = Undo<B>;

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

    #[inline]
    fn make(&mut self, index: usize) -> Undo<B> {
        let mv = self.buffer[index];
        if self.keyed {
            self.board.make::<FAST>(self.tables, mv)
        } else {
            self.board.make_unkeyed::<FAST>(self.tables, mv)
        }
    }

    #[inline]
    fn unmake(&mut self, index: usize, undo: Undo<B>) {
        self.board.unmake(self.buffer[index], &undo);
    }

    fn key(&self) -> u64 {
        self.board.key
    }

    fn bulk(&mut self, depth: u32) -> u64 {
        self.perft(depth)
    }
}
