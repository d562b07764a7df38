//! The general path as a world, for games that have no compiled tables.

use super::{Values, World};
use crate::board::{Man, PieceSet, Side, Square, SquareSet};
use crate::movegen::general::{self, Deeds};
use crate::notation::Deed;
use crate::position::{Move, MoveKind, State, apply, keys};
use crate::rules::Rules;
use std::cell::RefCell;

/// A stack of states.
pub(super) struct Slow<'a> {
    rules: &'a Rules,
    state: State,
    before: Vec<State>,
    /// What the man on a square can do now, as it was asked last.
    known: RefCell<Option<(Square, Deeds<'a>)>>,
}

impl<'a> Slow<'a> {
    /// A world at a state.
    pub(super) fn new(rules: &'a Rules, state: State) -> Self {
        Self {
            rules,
            state,
            before: Vec::new(),
            known: RefCell::new(None),
        }
    }
}

impl World for Slow<'_> {
    // One node can take long.
    const NODES_A_LOOK: u64 = 1;

    fn look(&mut self, moves: &mut Vec<Move>) -> bool {
        moves.extend(general::legal_moves(self.rules, &self.state));
        general::in_check(self.rules, &self.state, self.state.side)
    }

    fn make(&mut self, mv: Move) {
        self.before.push(self.state.clone());
        apply(self.rules, &mut self.state, mv);
        self.known.replace(None);
    }

    fn unmake(&mut self) {
        if let Some(before) = self.before.pop() {
            self.state = before;
            self.known.replace(None);
        }
    }

    fn key(&self) -> u64 {
        keys::key(self.rules, &self.state)
    }

    fn side(&self) -> Side {
        self.state.side
    }

    fn man(&self, square: Square) -> Option<Man> {
        self.state.man(square)
    }

    fn score(&self, values: &Values) -> i32 {
        let men = self
            .rules
            .shape
            .squares()
            .filter_map(|s| self.state.man(s).map(|m| (s, m)));
        men.map(|(square, man)| {
            let worth = values.placed(man, square);
            if man.side == self.state.side {
                worth
            } else {
                -worth
            }
        })
        .sum()
    }

    fn count(&self, kinds: PieceSet, side: Option<Side>, zone: Option<&SquareSet>) -> u32 {
        let men = self
            .state
            .squares(|m| kinds.contains(m.kind) && side.is_none_or(|s| s == m.side));
        zone.map_or(men, |&zone| men & zone).len() as u32
    }

    fn deed(&self, mv: Move) -> Option<Deed> {
        let MoveKind::Legs { deed } = mv.kind else {
            return None;
        };
        let mut known = self.known.borrow_mut();
        if known.as_ref().is_none_or(|(from, _)| *from != mv.from) {
            *known = Some((mv.from, Deeds::of(self.rules, &self.state, mv.from)));
        }
        known.as_ref()?.1.get(deed, mv.to).cloned()
    }

    fn state(&self) -> State {
        self.state.clone()
    }
}
