//! From where a man could never move.

use super::deeds::Deeds;
use crate::board::{Man, SquareSet};
use crate::notation::{Content, walk};
use crate::position::State;
use crate::rules::Rules;

/// The squares from which a man could never move, alone on the board; conditions and what it may end on are not asked.
pub(crate) fn stuck_squares(rules: &Rules, man: Man) -> SquareSet {
    let is_stuck = |&square: &_| {
        let mut state = State::new(vec![None; rules.shape.len()]);
        state.walls = rules.holes;
        state.men[crate::board::Square::index(square)] = Some(man);
        let moves = rules
            .terms(man)
            .filter_map(|term| term.plain_leg())
            .any(|leg| {
                let mut moves = false;
                let look = |s| {
                    if rules.holes.contains(s) {
                        Content::Hole
                    } else {
                        Content::Empty
                    }
                };
                let mut leg = leg.clone();
                leg.modality.quiet = true;
                walk(
                    rules.shape,
                    &leg,
                    square,
                    man.side,
                    look,
                    |_| false,
                    |_| moves = true,
                );
                moves
            });
        !moves && Deeds::of(rules, &state, square).ways().next().is_none()
    };
    rules.shape.squares().filter(is_stuck).collect()
}
