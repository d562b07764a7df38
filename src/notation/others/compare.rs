//! Whether terms do the same, as far as boards with men show it.

use super::futile::Board;
use crate::board::{Shape, Side, Square};
use crate::notation::movement::legs::Legs;
use crate::notation::movement::run::{Effects, Found, MAX_STEPS, run_within};
use crate::notation::movement::term::Term;
use std::collections::HashSet;

/// What a comparison has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) enum Compared {
    /// No difference was seen.
    Same,
    /// They do not do the same.
    Different,
    /// The moves go more ways than are followed.
    Unknown,
}

/// So many boards are looked at.
const USUAL_BOARDS: u64 = 16;

/// So many boards are looked at where there are few moves.
const MOST_BOARDS: u64 = 80;

/// So many moves are enough not to look for more boards.
const ENOUGH_MOVES: usize = 60;

/// From so many squares of each board moves are made.
const SQUARES: usize = 8;

/// Steps that are taken at most for one term.
const MOST_STEPS: usize = 400_000;

/// Where, and for whom, moves are made.
pub(super) struct Place {
    shape: Shape,
    board: Board,
    from: Square,
    side: Side,
}

impl Place {
    /// A square of a board.
    pub(super) fn new(shape: Shape, number: u64, from: Square, side: Side) -> Self {
        let board = Board { number };
        Self {
            shape,
            board,
            from,
            side,
        }
    }

    /// The moves of terms, with those squares whose men's moves they borrow; nothing if they go more ways than `left`
    /// steps allow.
    pub(super) fn moves<'a>(
        &self,
        terms: impl Iterator<Item = &'a Legs>,
        left: &mut usize,
    ) -> Option<HashSet<Result<Effects, Square>>> {
        let mut moves = HashSet::new();
        for legs in terms {
            let limit = MAX_STEPS.min(*left);
            let (shape, board) = (self.shape, &self.board);
            let steps = run_within(limit, shape, legs, self.from, self.side, board, |found| {
                moves.insert(match found {
                    Found::Borrow(square) => Err(square),
                    Found::Deed(deed) => Ok(deed.effects()),
                });
            });
            // A run without a step costs something as well.
            *left = left.saturating_sub(steps.ok()?.max(1));
        }
        Some(moves)
    }
}

/// Compares a term with others that together are to do the same. Takes the steps that it needs from `left`.
pub(in crate::notation) fn compare(
    shape: Shape,
    term: &Term,
    others: &[Term],
    left: &mut usize,
) -> Compared {
    if others.iter().any(|other| other.when != term.when) {
        return Compared::Different;
    }
    if let [other] = others
        && other.action == term.action
    {
        return Compared::Same;
    }
    let legs: Option<Vec<&Legs>> = others.iter().map(Term::legs).collect();
    let (Some(own), Some(legs)) = (term.legs(), legs) else {
        return Compared::Different;
    };
    let most = MOST_STEPS.min(*left);
    let mut share = most;
    let compared = on_boards(shape, own, &legs, &mut share);
    *left -= most - share;
    compared
}

fn on_boards(shape: Shape, own: &Legs, others: &[&Legs], left: &mut usize) -> Compared {
    let mut seen = 0;
    for number in 0..MOST_BOARDS {
        if number >= USUAL_BOARDS && seen >= ENOUGH_MOVES {
            break;
        }
        for nth in 0..SQUARES {
            let size = shape.len();
            // Spread over the board, others on each board.
            let at = (nth * size / SQUARES + number as usize * 5) % size;
            let Ok(at) = u8::try_from(at) else { continue };
            let place = Place {
                shape,
                board: Board { number },
                from: Square::new(at),
                side: Side::ALL[number as usize % 2],
            };
            let moves = place.moves(std::iter::once(own), left);
            let (Some(moves), Some(spelled)) = (moves, place.moves(others.iter().copied(), left))
            else {
                return Compared::Unknown;
            };
            if moves != spelled {
                return Compared::Different;
            }
            seen += moves.len();
        }
    }
    Compared::Same
}
