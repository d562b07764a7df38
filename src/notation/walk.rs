//! The one interpreter of a leg: where it can land on a board with men.
//!
//! The general path plays with it, the compiler fills its tables from it, and the conformance tests run it, so that no
//! letter of the notation is implemented twice.

use super::Leg;
use crate::board::{Shape, Side, Square, SquareSet};

/// What stands on a square, seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A man of the mover's side.
    Own,
    /// A man of the other side.
    Enemy,
}

/// A square where a leg may end, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The square.
    pub to: Square,
    /// What happens there.
    pub kind: LandingKind,
    /// The squares between start and end that the leg passes: those of a ride, those that a lame leap needs empty,
    /// those that it jumps over as hurdles or skips. A plain leap passes nothing.
    pub path: SquareSet,
}

/// What happens on the last square of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LandingKind {
    /// It was empty.
    Quiet,
    /// An enemy man is taken.
    Capture,
    /// It was empty, and the man that has just passed it is taken.
    EnPassant,
    /// An own man is removed (or, with `u`, put elsewhere).
    Destroy,
}

/// Visits every landing of a leg from a square for a side. A square that several steps reach is visited for each.
///
/// `look` says what stands where; the start square counts as empty. `passed` says which empty squares can be taken en
/// passant.
pub fn walk(
    shape: Shape,
    leg: &Leg,
    from: Square,
    side: Side,
    look: impl Fn(Square) -> Content,
    passed: impl Fn(Square) -> bool,
    mut visit: impl FnMut(Landing),
) {
    let _ = (shape, leg, from, side, &look, &passed, &mut visit);
    todo!()
}
