//! The one interpreter of a leg: where it can land on a board with men.
//!
//! The general path plays with it, the compiler fills its tables from it, and the conformance tests run it, so that no
//! letter of the notation is implemented twice.

use super::{Between, Hop, Leg, Range, Step};
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
///
/// How the letters read: a range counts every square of the way, also those before a hurdle (`p`, `g`), the hurdle and
/// skipped ones (`j`), so that `gR3` finds its hurdle one or two squares away and lands right behind it. Hurdles count
/// only on the squares where a rider sets foot. `n` and `j` of leaps are asked for each leap of a ride. On a ring of
/// files a ride ends before it would come back to its start.
pub fn walk(
    shape: Shape,
    leg: &Leg,
    from: Square,
    side: Side,
    look: impl Fn(Square) -> Content,
    passed: impl Fn(Square) -> bool,
    mut visit: impl FnMut(Landing),
) {
    let look = |square| {
        if square == from {
            Content::Empty
        } else {
            look(square)
        }
    };
    for &step in &leg.steps {
        ride(shape, leg, from, side, step, &look, &passed, &mut visit);
    }
}

/// One step of a leg, taken again and again.
#[allow(clippy::too_many_arguments)] // the parts of `walk`, taken apart for one step
fn ride(
    shape: Shape,
    leg: &Leg,
    from: Square,
    side: Side,
    step: Step,
    look: &impl Fn(Square) -> Content,
    passed: &impl Fn(Square) -> bool,
    visit: &mut impl FnMut(Landing),
) {
    let offset = |at, step: Step| {
        let (files, ranks) = step.seen_by(side);
        shape.offset(at, files, ranks, leg.wraps)
    };
    let longest = match leg.range {
        Range::UpTo(n) => u32::from(n),
        Range::Unlimited => u32::MAX,
    };
    let (mut at, mut path, mut hopped) = (from, SquareSet::EMPTY, leg.hop == Hop::None);
    for count in 1..=longest {
        if !cross(
            leg.between,
            step.between().map(|b| offset(at, b)),
            look,
            &mut path,
        ) {
            return;
        }
        let Some(next) = offset(at, step).filter(|&n| n != from) else {
            return;
        };
        at = next;
        let content = look(at);
        if count <= u32::from(leg.skip) {
            path.insert(at);
            continue;
        }
        if !hopped {
            hopped = content != Content::Empty;
            path.insert(at);
            continue;
        }
        land(leg, at, content, path, passed, visit);
        if content != Content::Empty || leg.hop == Hop::Beside {
            return;
        }
        path.insert(at);
    }
}

/// Whether the squares between the ends of a leap hold what they must; those that matter join the path.
fn cross(
    between: Between,
    squares: impl Iterator<Item = Option<Square>>,
    look: &impl Fn(Square) -> Content,
    path: &mut SquareSet,
) -> bool {
    if between == Between::Any {
        return true;
    }
    for square in squares.flatten() {
        if (look(square) == Content::Empty) != (between == Between::Empty) {
            return false;
        }
        path.insert(square);
    }
    true
}

/// Visits the landings on one square.
fn land(
    leg: &Leg,
    to: Square,
    content: Content,
    path: SquareSet,
    passed: &impl Fn(Square) -> bool,
    visit: &mut impl FnMut(Landing),
) {
    let modality = leg.modality;
    let mut visit = |wanted, kind| {
        if wanted {
            visit(Landing { to, kind, path });
        }
    };
    match content {
        Content::Empty => {
            visit(modality.quiet, LandingKind::Quiet);
            visit(modality.en_passant && passed(to), LandingKind::EnPassant);
        }
        Content::Enemy => visit(modality.capture, LandingKind::Capture),
        Content::Own => visit(modality.destroy, LandingKind::Destroy),
    }
}
