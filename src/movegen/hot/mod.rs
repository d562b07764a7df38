//! The fast path: legal moves from compiled tables.
//!
//! Legality is decided by masks once a node: checks and pins of each royal give the squares where other men may go.
//! Only a royal's own steps, en passant, castling and irregular moves are tested one by one. Must agree with the
//! general path everywhere; the tests compare them.

mod attacks;
mod castlings;
mod count;
mod detours;
mod drops;
mod generate;
mod hurdles;
mod irregular;
mod journal;
mod laws;
mod men;
mod node;
mod position;
mod questions;
mod runs;
mod siblings;
mod sieve;
mod sinks;
mod tally;
mod verdicts;
mod world;

use crate::board::SquareSet;
#[cfg(test)]
use crate::compile::Tables;
use crate::compile::{Bits, Compiled};
use crate::movegen::count::Work;
use crate::position::{Move, State};
use crate::rules::Rules;
use crate::search::Visitor;
use generate::Search;
use sinks::Counter;
use world::Hot;

/// Calls a function of `Search` with the engine for a compiled game.
macro_rules! on_engine {
    ($compiled:expr, $rules:expr, $state:expr, $call:ident($($argument:expr),*)) => {
        match $compiled {
            Compiled::Narrow(tables) => match tables.fast {
                true => Search::<u64, true>::new(tables, $rules, $state).$call($($argument),*),
                false => Search::<u64, false>::new(tables, $rules, $state).$call($($argument),*),
            },
            Compiled::Middle(tables) => match tables.fast {
                true => Search::<u128, true>::new(tables, $rules, $state).$call($($argument),*),
                false => Search::<u128, false>::new(tables, $rules, $state).$call($($argument),*),
            },
            Compiled::Broad(tables) => match tables.fast {
                true => Search::<crate::compile::Wide, true>::new(tables, $rules, $state).$call($($argument),*),
                false => Search::<crate::compile::Wide, false>::new(tables, $rules, $state).$call($($argument),*),
            },
        }
    };
}

/// Does something in a world of the hot path.
pub(crate) fn visit<V: Visitor>(
    compiled: &Compiled,
    rules: &Rules,
    state: &State,
    visitor: V,
) -> V::Output {
    on_engine!(compiled, rules, state, visit(visitor))
}

/// All legal moves, sorted, each once.
pub(crate) fn legal_moves(compiled: &Compiled, rules: &Rules, state: &State) -> Vec<Move> {
    let mut moves = on_engine!(compiled, rules, state, legal_moves());
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// The enemy men that attack a royal of the player to move.
pub(crate) fn checkers(compiled: &Compiled, rules: &Rules, state: &State) -> SquareSet {
    on_engine!(compiled, rules, state, checkers())
}

/// The number of sequences of legal moves of a length.
pub(crate) fn perft(compiled: &Compiled, rules: &Rules, state: &State, depth: u32) -> u64 {
    match depth {
        0 => 1,
        depth => on_engine!(compiled, rules, state, perft(depth)),
    }
}

/// A thread's share of a count with choices.
pub(crate) fn share(compiled: &Compiled, rules: &Rules, state: &State, work: &Work) -> u64 {
    on_engine!(compiled, rules, state, share(work))
}

/// The hash key after each legal move, made and kept up to date step by step.
#[cfg(test)]
pub(crate) fn keys_after_moves(
    compiled: &Compiled,
    rules: &Rules,
    state: &State,
) -> Vec<(Move, u64)> {
    on_engine!(compiled, rules, state, keys_after_moves())
}

/// What is on the board after each legal move that a count makes, and what should be: what is there in these positions.
/// Both are sorted.
#[cfg(test)]
pub(crate) fn boards_after_moves(
    compiled: &Compiled,
    rules: &Rules,
    state: &State,
    after: &[State],
) -> [Vec<String>; 2] {
    on_engine!(compiled, rules, state, boards_after_moves(rules, after))
}

impl<B: Bits, const FAST: bool> Search<'_, B, FAST> {
    fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit(Hot::new(self))
    }

    fn legal_moves(&mut self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.generate(&mut moves);
        moves
    }

    fn checkers(&mut self) -> SquareSet {
        self.inspect().checkers.squares().collect()
    }

    #[cfg(test)]
    fn keys_after_moves(&mut self) -> Vec<(Move, u64)> {
        let tables: &Tables<B> = self.tables;
        let moves = self.legal_moves();
        let with_key = |mv: Move| {
            let undo = self.board.make::<FAST>(tables, mv);
            let key = self.board.key;
            self.board.unmake(mv, &undo);
            (mv, key)
        };
        let keys: Vec<(Move, u64)> = moves.iter().copied().map(with_key).collect();
        // What was taken back has left nothing behind.
        assert_eq!(self.legal_moves(), moves);
        keys
    }

    #[cfg(test)]
    fn boards_after_moves(&mut self, rules: &Rules, after: &[State]) -> [Vec<String>; 2] {
        let tables: &Tables<B> = self.tables;
        let after = after.iter();
        let expected = after.map(|state| position::Board::new(tables, rules, state).told(tables));
        let mut boards = [Vec::new(), expected.collect()];
        let start = self.board.told(tables);
        let number = self.after_each_move(|board| {
            boards[0].push(board.told(tables));
            1
        });
        assert_eq!(number, boards[0].len() as u64);
        assert_eq!(start, self.board.told(tables));
        boards.map(|mut boards| {
            boards.sort_unstable();
            boards
        })
    }

    /// Counts leaves; the last ply is counted from sets of moves.
    fn perft(&mut self, depth: u32) -> u64 {
        if depth <= 1 {
            return self.moves_here();
        }
        let start = self.buffer.len();
        let mut buffer = std::mem::take(&mut self.buffer);
        self.generate(&mut buffer);
        let end = buffer.len();
        self.buffer = buffer;
        let before = self.board.before(self.tables);
        let shared = depth == 2 && self.look_ahead(end - start);
        let mut nodes = 0;
        for i in start..end {
            let mv = self.buffer[i];
            nodes += self.between(&mv, &before, |search, plain| {
                if shared {
                    search.siblings.after(mv, plain);
                }
                search.perft(depth - 1)
            });
        }
        self.buffer.truncate(start);
        nodes
    }

    /// The number of legal moves.
    #[inline]
    fn moves_here(&mut self) -> u64 {
        let mut counter = Counter::default();
        self.generate(&mut counter);
        counter.0
    }
}
