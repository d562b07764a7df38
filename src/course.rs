//! What the moves since a position first stood say about it: who has checked with every one of them, and who has chased.
//!
//! A player chases a man with a move if it could take that man next, and
//!
//! - the man is not royal, and after the capture nobody could take the captor;
//! - the captor has just moved, or could not have taken before the move (it stood in the way).
//!
//! A chase is perpetual if every move of the player chases one and the same man, wherever that man goes meanwhile.

use crate::board::{BySide, Side, Square, SquareSet};
use crate::movegen::general::{self, Course, Maker, deeds, in_check};
use crate::position::{Move, State};
use crate::rules::{Condition, Rules};

/// Whether some end asks for more of the course of a game than how often a position has stood.
pub(crate) fn asks_for_course(rules: &Rules) -> bool {
    asks_for_checks(rules) || asks_for_chases(rules)
}

fn asks_for_checks(rules: &Rules) -> bool {
    let is = |fact: &Condition| matches!(fact, Condition::PerpetualCheck { .. });
    rules.ends.iter().any(|end| end.condition.has(&is))
}

fn asks_for_chases(rules: &Rules) -> bool {
    let is = |fact: &Condition| matches!(fact, Condition::PerpetualChase { .. });
    rules.ends.iter().any(|end| end.condition.has(&is))
}

/// The course from the first of some positions to the last, with the moves between them.
pub(crate) fn course(rules: &Rules, states: &[&State], moves: &[Move]) -> Course {
    let (checks, chases) = (asks_for_checks(rules), asks_for_chases(rules));
    Course {
        perpetual_check: BySide::from_fn(|side| checks && checked(rules, states, side)),
        perpetual_chase: BySide::from_fn(|side| chases && chased(rules, states, moves, side)),
        ..Course::from(0)
    }
}

/// Whether a side has moved, and checked with each of its moves.
fn checked(rules: &Rules, states: &[&State], side: Side) -> bool {
    let mut after = states
        .windows(2)
        .filter(|pair| pair[0].side == side)
        .map(|pair| pair[1])
        .peekable();
    after.peek().is_some() && after.all(|state| in_check(rules, state, side.other()))
}

/// Whether a side has moved, and chased the same man with each of its moves.
fn chased(rules: &Rules, states: &[&State], moves: &[Move], side: Side) -> bool {
    // Where the men stand now that all moves so far have chased; nothing before the first one.
    let mut hunted: Option<SquareSet> = None;
    for (pair, &mv) in states.windows(2).zip(moves) {
        let (before, after) = (pair[0], pair[1]);
        if before.side == side {
            let chased = chased_by(rules, before, after, mv);
            let still = hunted.map_or(chased, |hunted| hunted & chased);
            if still.is_empty() {
                return false;
            }
            hunted = Some(still);
        } else {
            hunted = hunted.map(|hunted| followed(hunted, after, mv));
        }
    }
    hunted.is_some_and(|hunted| !hunted.is_empty())
}

/// Where men stand after a move of their own side.
fn followed(men: SquareSet, after: &State, mv: Move) -> SquareSet {
    let stayed = men - SquareSet::of(mv.from);
    let moved = if men.contains(mv.from) {
        SquareSet::of(mv.to)
    } else {
        SquareSet::EMPTY
    };
    let own = after.squares(|man| man.side != after.side);
    (stayed | moved) & own
}

/// The men that a move chases, by their squares.
fn chased_by(rules: &Rules, before: &State, after: &State, mv: Move) -> SquareSet {
    let next = State {
        side: before.side,
        en_passant: None,
        ..after.clone()
    };
    let could: Vec<(Square, SquareSet)> = captures(rules, before)
        .map(|(mv, taken)| (mv.from, taken))
        .collect();
    let is_new = |capture: Move, square: Square| {
        let old =
            |(from, taken): &(Square, SquareSet)| *from == capture.from && taken.contains(square);
        capture.from == mv.to || !could.iter().any(old)
    };
    let mut found = SquareSet::EMPTY;
    for (capture, taken) in captures(rules, &next) {
        let wanted = taken.iter().filter(|&square| {
            let royal = |m: crate::board::Man| rules.kind(m.kind).royal[m.side];
            !next.man(square).is_some_and(royal) && is_new(capture, square)
        });
        let wanted: SquareSet = wanted.collect();
        if !wanted.is_empty() && !can_be_answered(rules, &next, capture) {
            found |= wanted;
        }
    }
    found
}

/// The captures of the player to move, each with the squares of the men that it takes.
fn captures<'a>(
    rules: &'a Rules,
    state: &'a State,
) -> impl Iterator<Item = (Move, SquareSet)> + 'a {
    let moves = general::legal_moves(rules, state).into_iter();
    moves.filter_map(move |mv| {
        let taken = deeds::deed(rules, state, mv)?.taken;
        (!taken.is_empty()).then_some((mv, taken))
    })
}

/// Whether the man that captures could be taken in turn.
fn can_be_answered(rules: &Rules, state: &State, capture: Move) -> bool {
    let after = Maker::new(rules, state).after(capture);
    captures(rules, &after).any(|(_, taken)| taken.contains(capture.to))
}
