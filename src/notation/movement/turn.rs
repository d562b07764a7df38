//! Directions as members of a ring: turning a step, and the turns that lead from one leg to the next.
//!
//! Every leap belongs to a ring of eight directions, in clockwise order as the mover sees them. Straight and diagonal
//! steps of one count share a ring, so that a turn by an eighth makes (0,2) of (2,2); oblique leaps turn among their own
//! eight.

use crate::notation::{Bend, Leg, Step, Turn};

/// To which hand a move turned last, as +1 for right, -1 for left, 0 for not yet.
pub(in crate::notation) type Hand = i8;

/// A step turned clockwise by eighths.
#[must_use]
pub(in crate::notation) fn turned(step: Step, eighths: i32) -> Step {
    let (short, long) = sides(step);
    let ring = ring(short, long);
    let at = ring.iter().position(|&s| s == step).unwrap_or(0);
    let at = (at as i32 + eighths).rem_euclid(8);
    ring[at as usize]
}

/// The two sides of a step's rectangle, the shorter one first.
pub(in crate::notation) fn sides(step: Step) -> (i32, i32) {
    let (a, b) = (step.right.abs(), step.forward.abs());
    (a.min(b), a.max(b))
}

/// The eight directions of a leap, clockwise from straight ahead.
fn ring(short: i32, long: i32) -> [Step; 8] {
    let first = if short == 0 || short == long {
        [(0, long), (long, long)]
    } else {
        [(short, long), (long, short)]
    };
    let mut ring = [Step {
        right: 0,
        forward: 0,
    }; 8];
    for quarter in 0..4 {
        for (half, &(right, forward)) in first.iter().enumerate() {
            // A quarter clockwise takes (x, y) to (y, -x).
            let (right, forward) = (0..quarter).fold((right, forward), |(x, y), _| (y, -x));
            ring[quarter * 2 + half] = Step { right, forward };
        }
    }
    ring
}

/// The hand of a first step: an oblique leap counts as bent already, (1,2) to the right and (-1,2) to the left.
pub(in crate::notation) fn first_hand(step: Step) -> Hand {
    let (short, long) = sides(step);
    if short == 0 || short == long {
        return 0;
    }
    let upright = step.forward.abs() > step.right.abs();
    if (step.forward * step.right > 0) == upright {
        1
    } else {
        -1
    }
}

/// The steps that a later leg can start with behind a step, each with the hand of the last turn then.
pub(in crate::notation) fn following(
    leg: &Leg,
    turn: Turn,
    before: Step,
    hand: Hand,
) -> Vec<(Step, Hand)> {
    let mut found: Vec<(Step, Hand)> = Vec::new();
    let mut add = |eighths: i32| {
        let turned_to = match eighths.rem_euclid(8) {
            0 | 4 => hand,
            1..=3 => 1,
            _ => -1,
        };
        let steps = if turn.own_atom {
            nearest(&leg.steps, before, eighths)
        } else {
            vec![turned(before, eighths)]
        };
        for step in steps {
            if !found.contains(&(step, turned_to)) {
                found.push((step, turned_to));
            }
        }
    };
    let bits = |mask: u8| (0..8).filter(move |n| mask & (1 << n) != 0);
    bits(turn.eighths).for_each(&mut add);
    for (mask, sign) in [(turn.against, -1), (turn.along, 1)] {
        for eighths in bits(mask) {
            if hand != -1 {
                add(eighths * sign);
            }
            if hand != 1 {
                add(-eighths * sign);
            }
        }
    }
    found
}

/// Those of a leg's own steps whose direction is nearest to a step turned by eighths.
///
/// An oblique leg behind a straight step reads its letters as it would on its own, so that the two leaps nearest to
/// an eighth are the flat ones.
fn nearest(steps: &[Step], before: Step, eighths: i32) -> Vec<Step> {
    let wanted = angle(before) + f64::from(eighths) * 45.0;
    let straight = sides(before).0 == 0;
    let distance = |&step: &Step| {
        let (short, long) = sides(step);
        let oblique = short != 0 && short != long;
        let mut off = (angle(step) - wanted).rem_euclid(360.0);
        if off > 180.0 {
            off = 360.0 - off;
        }
        // The flat leap wins the tie with the steep one.
        let beside = (angle(step) - angle(before)).rem_euclid(180.0);
        let steep = !(45.0..=135.0).contains(&beside);
        let odd = eighths.rem_euclid(2) == 1;
        (off * 1000.0).round() as i64 + i64::from(oblique && straight && odd && steep)
    };
    let Some(least) = steps.iter().map(distance).min() else {
        return Vec::new();
    };
    steps
        .iter()
        .copied()
        .filter(|s| distance(s) == least)
        .collect()
}

/// A direction in degrees, clockwise from straight ahead.
fn angle(step: Step) -> f64 {
    f64::from(step.right)
        .atan2(f64::from(step.forward))
        .to_degrees()
}

/// The `count`th step of a ride, counted from 1, that starts with a step and bends to a hand.
pub(in crate::notation) fn bent(
    step: Step,
    bend: Bend,
    hand: Hand,
    count: u32,
    circle: i32,
) -> Step {
    match bend {
        Bend::Crooked if count.is_multiple_of(2) => turned(step, 2 * i32::from(hand)),
        Bend::None | Bend::Crooked => step,
        Bend::Circular => {
            let turns = ((count - 1) % 8) as i32;
            turned(step, turns * circle * i32::from(hand))
        }
    }
}

/// By how many eighths a circular ride turns: to the next of its own directions.
pub(in crate::notation) fn circle(steps: &[Step]) -> i32 {
    let mixed = |s: &Step| sides(*s).0 == 0;
    let all_alike = steps.iter().all(mixed) || !steps.iter().any(mixed);
    let oblique = steps
        .iter()
        .any(|&s| sides(s).0 != 0 && sides(s).0 != sides(s).1);
    if all_alike && !oblique { 2 } else { 1 }
}
