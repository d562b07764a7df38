//! The hot path as a world for the search.

use super::generate::Search;
use super::position::Undo;
use crate::board::{BySide, Man, PieceSet, Side, Square, SquareSet};
use crate::compile::{Bits, code, code_kind, code_side};
use crate::notation::Deed;
use crate::position::{EnPassant, Move, MoveKind, State};
use crate::search::{Values, World};

/// A position with the moves that led to it.
pub(super) struct Hot<'t, B: Bits, const FAST: bool> {
    search: Search<'t, B, FAST>,
    made: Vec<(Move, Undo<B>)>,
    squares: usize,
}

impl<'t, B: Bits, const FAST: bool> Hot<'t, B, FAST> {
    /// A world at the search's position.
    pub(super) fn new(search: Search<'t, B, FAST>) -> Self {
        let squares = search.tables.squares;
        Self {
            search,
            made: Vec::new(),
            squares,
        }
    }
}

impl<B: Bits, const FAST: bool> World for Hot<'_, B, FAST> {
    const NODES_A_LOOK: u64 = 16;

    fn look(&mut self, moves: &mut Vec<Move>) -> bool {
        self.search.generate(moves)
    }

    fn make(&mut self, mv: Move) {
        let tables = self.search.tables;
        let undo = self.search.board.make::<FAST>(tables, mv);
        self.made.push((mv, undo));
    }

    fn unmake(&mut self) {
        if let Some((mv, undo)) = self.made.pop() {
            self.search.board.unmake(mv, &undo);
        }
    }

    fn key(&self) -> u64 {
        self.search.board.key
    }

    fn side(&self) -> Side {
        self.search.board.side
    }

    fn man(&self, square: Square) -> Option<Man> {
        let code = self.search.board.man_code(square)?;
        Some(Man {
            side: code_side(code),
            kind: code_kind(code),
        })
    }

    fn score(&self, values: &Values) -> i32 {
        let sets = self.search.board.sets.iter().enumerate();
        let sets = sets.take(self.search.tables.pieces.len());
        let sets = sets.filter(|(_, set)| set.any());
        sets.map(|(index, set)| {
            let man = Man {
                side: code_side(index as u8),
                kind: code_kind(index as u8),
            };
            let worth: i32 = set.squares().map(|square| values.placed(man, square)).sum();
            if man.side == self.side() {
                worth
            } else {
                -worth
            }
        })
        .sum()
    }

    fn count(&self, kinds: PieceSet, side: Option<Side>, zone: Option<&SquareSet>) -> u32 {
        let sides: &[Side] = match side {
            None => &Side::ALL,
            Some(Side::White) => &Side::ALL[..1],
            Some(Side::Black) => &Side::ALL[1..],
        };
        let codes = kinds
            .iter()
            .flat_map(|kind| sides.iter().map(move |&s| code(kind, s)));
        let men = codes.fold(B::EMPTY, |all, c| all | self.search.board.sets[c as usize]);
        zone.map_or(men, |&zone| men & B::from_set(zone))
            .count::<FAST>()
    }

    fn deed(&self, mv: Move) -> Option<Deed> {
        let MoveKind::Legs { deed } = mv.kind else {
            return None;
        };
        let mut taken: SquareSet = deed.victim().into_iter().collect();
        if mv.from != mv.to && self.man(mv.to).is_some() {
            taken.insert(mv.to);
        }
        Some(Deed {
            mover: mv.from,
            to: mv.to,
            taken,
            destroyed: SquareSet::EMPTY,
            unloaded: Vec::new(),
            leaves: SquareSet::EMPTY,
            en_passant: false,
            path: SquareSet::EMPTY,
            stops: Vec::new(),
        })
    }

    fn state(&self) -> State {
        let board = &self.search.board;
        let men = (0..self.squares)
            .map(|i| self.man(Square::new(i as u8)))
            .collect();
        let mut state = State::new(men);
        state.side = board.side;
        state.hands = BySide::from_fn(|side| board.hands[side.index()].clone());
        state.rights = board.rights.squares().collect();
        state.en_passant = board.passed.map(|passed| EnPassant {
            targets: passed.targets.squares().collect(),
            victim: passed.victim,
        });
        state.walls = (board.walls | self.search.tables.holes).squares().collect();
        state.unmoved = board.unmoved.squares().collect();
        state.counters.clone_from(&board.counters);
        state.memory = board.memory;
        state
    }
}
