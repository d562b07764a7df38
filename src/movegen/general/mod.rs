//! The general path: every rule, straight from the model, one man and one square at a time.
//!
//! Slow and plain on purpose. It serves the games that the hot path leaves out, and it is what the hot path is compared
//! with. It must not use compiled tables.

mod attacks;
mod conditions;
pub(crate) mod deeds;
mod ends;
mod laws;
mod parts;
mod pseudo;
mod stuck;

pub use attacks::{attackers, checkers, in_check, royal_squares};
pub(crate) use attacks::{is_ready, may_stay};
pub(crate) use conditions::{Acting, Asked, Course, failing, holds, holds_in_end, is_progress};
pub(crate) use deeds::{Deeds, Seen, Way};
pub(crate) use ends::{over_by, winner};
pub use laws::legal_moves;
pub(crate) use laws::{Bar, asks_for_moves, bar, can_move};
pub(crate) use parts::with_second_parts;
pub(crate) use pseudo::{acting, promotions_by_rule, pseudo_moves, term_moves};
pub(crate) use stuck::stuck_squares;

use crate::board::Square;
use crate::notation::Deed;
use crate::position::{Move, MoveKind, State, apply, apply_deed};
use crate::rules::Rules;

/// Makes the moves of one position, looking only once for what a man can do.
pub(crate) struct Maker<'a> {
    rules: &'a Rules,
    state: &'a State,
    known: Option<(Square, Deeds<'a>)>,
}

impl<'a> Maker<'a> {
    /// One for a position.
    pub(crate) fn new(rules: &'a Rules, state: &'a State) -> Self {
        Self {
            rules,
            state,
            known: None,
        }
    }

    /// What a move of several legs does.
    pub(crate) fn deed(&mut self, mv: Move) -> Option<&Deed> {
        let MoveKind::Legs { deed } = mv.kind else {
            return None;
        };
        if self.known.as_ref().is_none_or(|(from, _)| *from != mv.from) {
            self.known = Some((mv.from, Deeds::of(self.rules, self.state, mv.from)));
        }
        self.known.as_ref()?.1.get(deed, mv.to)
    }

    /// What conditions can be asked about a move.
    pub(crate) fn acting(&mut self, mv: Move) -> Option<Acting> {
        let state = self.state;
        Acting::of(state, mv, self.deed(mv))
    }

    /// The position after a move that the men can make.
    pub(crate) fn after(&mut self, mv: Move) -> State {
        let (rules, mut after) = (self.rules, self.state.clone());
        match self.deed(mv) {
            Some(deed) => apply_deed(rules, &mut after, mv, deed),
            None => apply(rules, &mut after, mv),
        }
        after
    }
}

/// The number of sequences of legal moves of a length.
pub fn perft(rules: &Rules, state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(rules, state);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut maker = Maker::new(rules, state);
    let count = |mv: Move| perft(rules, &maker.after(mv), depth - 1);
    moves.into_iter().map(count).sum()
}
