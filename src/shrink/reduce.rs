//! The reduction itself: what is tried in which order. Each step makes the case smaller, so it comes to an end; the last
//! round tries every single thing in vain, so that nothing more can go.

use super::parts::{self, parts};
use super::{Budget, Case, Shrunk};
use std::time::Instant;

/// Of so many moves at most, two that are not neighbours are tried together.
const FEW: usize = 16;

/// Reduces a case as far as it still shows something: moves are played into the position or left out, then men, castling
/// rights and the like are taken away, many at a time first. The same case and question give the same result.
///
/// Nothing if the case itself does not show it. Positions that the game does not have, such as those without a royal or
/// with a check that has been ignored, are never asked about.
pub fn shrink(case: Case, budget: Budget, shows: impl FnMut(&Case) -> bool) -> Option<Shrunk> {
    let before = case.size();
    let mut reducer = Reducer {
        case,
        budget,
        shows,
        tries: 0,
        ran_out: false,
    };
    if !(reducer.shows)(&reducer.case) {
        return None;
    }
    loop {
        let weight = reducer.weight();
        reducer.plies();
        reducer.parts();
        if reducer.weight() == weight || reducer.ran_out {
            break;
        }
    }
    Some(Shrunk {
        before,
        after: reducer.case.size(),
        case: reducer.case,
        tries: reducer.tries,
        complete: !reducer.ran_out,
    })
}

struct Reducer<F> {
    case: Case,
    budget: Budget,
    shows: F,
    tries: usize,
    ran_out: bool,
}

/// Plies, then all else that could go. Every step makes it smaller.
type Weight = (usize, usize);

fn weight(case: &Case) -> Weight {
    let position = &case.position;
    let parts = parts(position.rules(), position.state());
    (case.moves.len(), parts.len())
}

impl<F: FnMut(&Case) -> bool> Reducer<F> {
    fn weight(&self) -> Weight {
        weight(&self.case)
    }

    /// Takes a smaller case if it shows the same.
    fn attempt(&mut self, smaller: Option<Case>) -> bool {
        let late = |time: Instant| Instant::now() >= time;
        self.ran_out |= self.tries >= self.budget.tries || self.budget.until.is_some_and(late);
        if self.ran_out {
            return false;
        }
        self.tries += 1;
        let Some(smaller) = smaller.filter(|case| weight(case) < self.weight()) else {
            return false;
        };
        let shows = (self.shows)(&smaller);
        if shows {
            self.case = smaller;
        }
        shows
    }

    /// Plays as many moves as possible into the position, then leaves moves out.
    fn plies(&mut self) {
        for made in (1..=self.case.moves.len()).rev() {
            let case = self.played_into(made);
            if self.attempt(case) {
                break;
            }
        }
        for left in 0..self.case.moves.len() {
            let moves = self.case.moves[..left].to_vec();
            if self.attempt_moves(moves) {
                break;
            }
        }
        let mut size = (self.case.moves.len() / 2).max(1);
        while !self.case.moves.is_empty() {
            let is_less = self.runs_of_moves(size);
            match size {
                1 | 2 if is_less => size = 2.min(self.case.moves.len().max(1)),
                1 => break,
                _ => size /= 2,
            }
        }
        self.pairs_of_moves();
    }

    /// The case with its first moves played into the position.
    fn played_into(&self, made: usize) -> Option<Case> {
        let first = self
            .case
            .clone()
            .with_moves(self.case.moves[..made].to_vec());
        let position = Case::of(first.game()?.position())?;
        Some(position.with_moves(self.case.moves[made..].to_vec()))
    }

    fn attempt_moves(&mut self, moves: Vec<String>) -> bool {
        let smaller = self.case.clone().with_moves(moves);
        self.attempt(Some(smaller))
    }

    /// Leaves out so many moves in a row, wherever that is possible.
    fn runs_of_moves(&mut self, size: usize) -> bool {
        let mut is_less = false;
        let mut at = 0;
        while at + size <= self.case.moves.len() && !self.ran_out {
            let mut moves = self.case.moves.clone();
            moves.drain(at..at + size);
            if self.attempt_moves(moves) {
                is_less = true;
            } else {
                at += 1;
            }
        }
        is_less
    }

    /// Leaves out two moves that are not neighbours, one of each side as a rule.
    fn pairs_of_moves(&mut self) {
        if self.case.moves.len() > FEW {
            return;
        }
        let mut first = 0;
        while first < self.case.moves.len() && !self.ran_out {
            let mut seconds = first + 2..self.case.moves.len();
            let is_less = seconds.any(|second| {
                let mut moves = self.case.moves.clone();
                moves.remove(second);
                moves.remove(first);
                self.attempt_moves(moves)
            });
            first += usize::from(!is_less);
        }
    }

    /// Takes men and all else out of the position: halves, quarters and so on, at last each by itself until none can go.
    fn parts(&mut self) {
        let mut size = self.weight().1.div_ceil(2).max(1);
        loop {
            let is_less = self.runs_of_parts(size);
            match size {
                1 if !is_less => break,
                1 => {}
                _ => size = size.div_ceil(2),
            }
            if self.ran_out {
                break;
            }
        }
    }

    fn runs_of_parts(&mut self, size: usize) -> bool {
        let mut is_less = false;
        let mut at = 0;
        loop {
            let position = &self.case.position;
            let all = parts(position.rules(), position.state());
            if at >= all.len() || self.ran_out {
                return is_less;
            }
            let gone = &all[at..all.len().min(at + size)];
            let smaller = parts::position_without(position, gone);
            let smaller = smaller.map(|position| Case {
                position,
                moves: self.case.moves.clone(),
            });
            if self.attempt(smaller) {
                is_less = true;
            } else {
                at += size;
            }
        }
    }
}
