//! Where moves of several legs can end at all, whatever stands on the board.

use super::legs::Legs;
use super::turn::turned;
use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::{Bend, Leg, Over, Range, Step};

/// Squares among which are all those where legs can end on whatever board: turns and men are not looked at.
pub(crate) fn reachable(shape: Shape, legs: &Legs, from: Square, side: Side) -> SquareSet {
    let mut all = SquareSet::EMPTY;
    for path in legs.paths() {
        let switches = path.iter().any(|leg| {
            let onward = leg.onward;
            onward.quiet_switching || onward.over_switching != Over::Nobody
        });
        let mut ends = SquareSet::of(from);
        for (n, leg) in path.iter().enumerate() {
            let starts = ends.iter();
            ends = starts.fold(SquareSet::EMPTY, |ends, at| {
                ends | leg_ends(shape, leg, at, side, n == 0, switches)
            });
        }
        all |= ends;
    }
    all
}

fn leg_ends(
    shape: Shape,
    leg: &Leg,
    from: Square,
    side: Side,
    is_first: bool,
    switches: bool,
) -> SquareSet {
    if leg.is_universal() {
        return shape.squares().collect();
    }
    let turns = if is_first && leg.bend == Bend::None {
        0..1
    } else {
        0..8
    };
    let steps: Vec<Step> = turns
        .flat_map(|eighths| leg.steps.iter().map(move |&step| turned(step, eighths)))
        .collect();
    let longest = match leg.range {
        Range::UpTo(n) if !switches && !leg.same_length => usize::from(n).min(shape.len()),
        _ => shape.len(),
    };
    let offset = |at: Square, step: Step| {
        let (files, ranks) = step.seen_by(side);
        shape.offset(at, files, ranks, leg.wraps)
    };
    let mut ends = SquareSet::EMPTY;
    if leg.bend == Bend::None {
        for &step in &steps {
            let ride = std::iter::successors(offset(from, step), |&at| offset(at, step));
            ride.take(longest).for_each(|at| ends.insert(at));
        }
        return ends;
    }
    let mut edge = SquareSet::of(from);
    for _ in 0..longest {
        let next = |at: Square| steps.iter().filter_map(move |&step| offset(at, step));
        edge = edge.iter().flat_map(next).collect::<SquareSet>() - ends;
        if edge.is_empty() {
            break;
        }
        ends |= edge;
    }
    ends
}
