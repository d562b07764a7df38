//! The legal moves that somebody may have meant.

use super::judge::Judge;
use super::read::Intent;
use crate::board::{Shape, Square};
use crate::position::{Move, MoveKind, MoveNotation};

/// So many moves are offered.
const MOST: usize = 4;

/// The legal moves nearest to a text, the best first.
pub(super) fn nearest(judge: &Judge<'_>, text: &str) -> Vec<Move> {
    let text = text.trim();
    let intent = judge.intent(text);
    let mut distances = vec![usize::MAX; judge.position.legal_moves().len()];
    for notation in [MoveNotation::Long, MoveNotation::Uci, MoveNotation::San] {
        for (index, (_, written)) in judge.position.move_texts(notation).iter().enumerate() {
            let distance = distance(text, written);
            distances[index] = distances[index].min(distance);
        }
    }
    let begun = judge.position.begun_by(text);
    let allowed = (text.chars().count() / 3).max(1);
    let moves = judge.position.legal_moves().into_iter().zip(distances);
    let mut ranked: Vec<((u32, u32, usize), Move)> = moves
        .filter_map(|(mv, distance)| {
            let (class, far) = match distance {
                0 => (0, 0),
                _ if begun.contains(&mv) => (0, 0),
                _ => likeness(judge, &intent, mv),
            };
            // Far from what was meant, a move is offered only if it is written almost the same.
            let near = class < UNLIKE || distance <= allowed;
            near.then_some(((class, far, distance), mv))
        })
        .collect();
    ranked.sort_unstable();
    if !begun.is_empty() {
        ranked.retain(|(_, mv)| begun.contains(mv));
    }
    ranked.into_iter().map(|(_, mv)| mv).take(MOST).collect()
}

/// How much it takes to make one text of another, small and capital letters being alike.
fn distance(text: &str, written: &str) -> usize {
    let plain = |text: &str| text.to_lowercase().replace(['x', '-', '=', '+', '#'], "");
    strsim::osa_distance(&plain(text), &plain(written))
}

/// The class of moves that have nothing to do with what was meant.
const UNLIKE: u32 = 9;

/// How far a move is from what was meant: a class, and within it how far its end is from the end that was meant.
fn likeness(judge: &Judge<'_>, intent: &Intent, mv: Move) -> (u32, u32) {
    let (rules, state) = (judge.rules, judge.state);
    let far = |to| steps(rules.shape, mv.to, to);
    match intent {
        Intent::Squares { from, to, .. } => {
            let kind = state
                .man(*from)
                .filter(|m| m.side == state.side)
                .map(|m| m.kind);
            let same_kind = kind.is_some() && state.man(mv.from).map(|m| m.kind) == kind;
            match (mv.from == *from, mv.to == *to, same_kind) {
                (true, true, _) => (0, 0),
                (true, ..) => (2, far(*to)),
                (_, true, true) => (1, 0),
                (_, true, false) => (3, 0),
                _ => (UNLIKE, 0),
            }
        }
        Intent::Kind { kind, to, .. } => {
            let same_kind = state.man(mv.from).is_some_and(|m| m.kind == *kind);
            match (same_kind, mv.to == *to) {
                (true, true) => (0, 0),
                (false, true) => (2, 0),
                (true, false) if far(*to) <= 2 => (3, far(*to)),
                _ => (UNLIKE, 0),
            }
        }
        Intent::Drop { kind, to } if mv.kind == MoveKind::Drop => {
            match (mv.promotion == Some(*kind), mv.to == *to) {
                (true, _) => (1, far(*to)),
                (false, true) => (2, 0),
                _ => (UNLIKE, 0),
            }
        }
        Intent::Castle { direction, .. } => match mv.kind {
            MoveKind::Castle { partner_from, .. } => {
                let file = |s| rules.shape.file(s);
                let same = (file(partner_from) - file(mv.from)).signum() == *direction;
                (u32::from(!same), 0)
            }
            _ => (UNLIKE, 0),
        },
        Intent::Pass { kind, from } => {
            let same_kind = state.man(mv.from).map(|m| m.kind) == *kind;
            let passes = || judge.position.move_squares(mv) == [mv.from, mv.from];
            let same = match (from, kind) {
                (Some(from), _) => *from == mv.from,
                (None, Some(_)) => same_kind,
                (None, None) => passes(),
            };
            let far = from.map_or(0, far);
            (if same { 2 } else { UNLIKE }, far)
        }
        Intent::Drop { .. }
        | Intent::Broken { .. }
        | Intent::NoLetter(_)
        | Intent::OffBoard(_)
        | Intent::Unreadable => (UNLIKE, 0),
    }
}

/// How many steps in any direction lie between two squares.
fn steps(shape: Shape, a: Square, b: Square) -> u32 {
    let files = shape.file(a).abs_diff(shape.file(b));
    files.max(shape.rank(a).abs_diff(shape.rank(b)))
}
