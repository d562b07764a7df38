//! Terms that do nothing on a board: too long for it, never found to move, or covered by another term.

use crate::board::{Shape, Side, Square, SquareSet};
use crate::mix::mix;
use crate::notation::movement::legs::Legs;
use crate::notation::movement::run::{Found, Ground, run};
use crate::notation::movement::term::{Action, Hop, Leg, Modality, Over, Range, Step, Term, When};
use crate::notation::movement::turn::{self, Hand};
use crate::notation::movement::walk::Content;
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Whether a board has room for the legs of a path, whatever men stand there. Where that is not sure, it has.
pub(in crate::notation) fn fits<L: Borrow<Leg>>(shape: Shape, path: &[L]) -> bool {
    let everywhere: SquareSet = shape.squares().collect();
    let mut places: BTreeMap<(Step, Hand), SquareSet> = BTreeMap::new();
    let mut changed = false;
    for (n, leg) in path.iter().map(Borrow::borrow).enumerate() {
        let last = n + 1 == path.len();
        let starts: Vec<(Step, Hand, SquareSet)> = if n == 0 {
            let steps = leg.steps.iter();
            steps
                .map(|&s| (s, turn::first_hand(s), everywhere))
                .collect()
        } else {
            let turn = leg.turn.unwrap_or_default();
            let before = places.iter().flat_map(|(&(step, hand), &squares)| {
                let next = turn::following(leg, turn, step, hand).into_iter();
                next.map(move |(step, hand)| (step, hand, squares))
            });
            before.collect()
        };
        // Rides that bend and leaps to any square are not followed.
        if leg.is_universal() || leg.bend != crate::notation::Bend::None {
            return shape.len() > 1;
        }
        places = BTreeMap::new();
        for (step, hand, from) in starts {
            let to = ridden(shape, leg, step, from, last, changed);
            if !to.is_empty() {
                let there = places.entry((step, hand)).or_insert(SquareSet::EMPTY);
                *there |= to;
            }
        }
        if places.is_empty() {
            return false;
        }
        changed |= leg.onward.quiet_switching || leg.onward.over_switching != Over::Nobody;
    }
    true
}

/// The squares where a ride can end for want of room only.
fn ridden(
    shape: Shape,
    leg: &Leg,
    step: Step,
    from: SquareSet,
    last: bool,
    changed: bool,
) -> SquareSet {
    let longest = match leg.range {
        Range::UpTo(n) if !changed && !leg.same_length => u32::from(n),
        _ => u32::from(shape.files().max(shape.ranks())),
    };
    let hurdle = u32::from(last && leg.hop != Hop::None);
    let shortest = 1 + u32::from(leg.skip) + hurdle;
    let (files, ranks) = step.seen_by(Side::White);
    let (mut at, mut to) = (from, SquareSet::EMPTY);
    for count in 1..=longest {
        let next: SquareSet = at
            .iter()
            .filter_map(|s| shape.offset(s, files, ranks, leg.wraps))
            .collect();
        // What only shrinks from step to step reaches nothing new.
        if next.is_empty() || (count > shortest && next.is_subset(&at)) {
            break;
        }
        at = next;
        if count >= shortest {
            to |= at;
        }
    }
    to
}

/// What is known about the moves of a term on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) enum Mobility {
    /// It moves in some position.
    Moves {
        /// Whether it was seen to change nothing at all.
        can_pass: bool,
    },
    /// No path fits on the board.
    NoRoom,
    /// It has room, but did not move on any board that was tried.
    NeverSeen,
}

/// How many boards with men are tried for a term that does not move.
pub(in crate::notation) const BOARDS: u64 = 60;

/// After so many moves nothing more is looked for.
const MOST_VISITED: u32 = 20_000;

/// Terms with more legs and directions than this are not tried: it would take too long.
const MOST_NODES: usize = 600;

/// How many paths of terms are compared with each other.
pub(in crate::notation) const MOST_PATHS: usize = 256;

/// What a term does on the empty board and on boards with men, until one is found where it moves.
pub(in crate::notation) fn mobility(shape: Shape, legs: &Legs) -> Mobility {
    if !legs.paths().iter().any(|path| fits(shape, path)) {
        return Mobility::NoRoom;
    }
    let nodes = legs.program().nodes.len();
    if nodes > MOST_NODES {
        return Mobility::Moves { can_pass: false };
    }
    let mut seen = Mobility::NeverSeen;
    let mut visited = 0_u32;
    for number in 0..=BOARDS {
        let board = Board { number };
        for from in shape.squares() {
            let mut passes = false;
            let before = visited;
            let ran = run(shape, legs, from, Side::White, &board, |found| {
                visited += 1;
                passes |= matches!(found, Found::Deed(deed) if deed.is_pass());
            });
            if visited > before || ran.is_err() {
                seen = Mobility::Moves { can_pass: passes };
            }
            if passes || ran.is_err() || visited > MOST_VISITED {
                return seen;
            }
        }
        if seen != Mobility::NeverSeen {
            return seen;
        }
    }
    seen
}

/// A board with men strewn over it, the first one empty. What stands on a square depends on the number of the board
/// and the square only, so that the same boards come every time.
pub(super) struct Board {
    pub(super) number: u64,
}

impl Board {
    fn dice(&self, square: Square) -> u64 {
        mix(self.number << 16 | square.index() as u64)
    }
}

impl Ground for Board {
    fn content(&self, square: Square) -> Content {
        let dice = self.dice(square);
        // From nearly empty boards to rather full ones.
        let men = if self.number == 0 {
            0
        } else {
            10 + self.number % 7 * 10
        };
        match (dice % 100 < men, dice & 0x1_0000 == 0) {
            (false, _) => Content::Empty,
            (true, false) => Content::Own,
            (true, true) => Content::Enemy,
        }
    }

    fn passed(&self, square: Square) -> Option<Square> {
        // Any enemy man that stands next to the square in the order of squares can have passed it.
        let beside = Square::new(u8::try_from(square.index()).ok()?.wrapping_add(1));
        (self.number > 0 && self.content(beside) == Content::Enemy).then_some(beside)
    }

    fn is_royal(&self, square: Square) -> bool {
        self.dice(square) & 0x2_0000 == 0
    }
}

/// Whether every move of a term is a move of another one, by their structure. Where that is not sure, it is not.
pub(in crate::notation) fn covered(term: &Term, by: &Term) -> bool {
    let when = term.when == by.when || by.when == When::Always;
    let action = match (&term.action, &by.action) {
        (Action::Legs(legs), Action::Legs(others)) => legs
            .paths()
            .iter()
            .all(|path| others.paths().iter().any(|other| path_covered(path, other))),
        (Action::Castle(one), Action::Castle(other)) => {
            (one.squares, one.inset) == (other.squares, other.inset)
                && (!one.left || other.left)
                && (!one.right || other.right)
        }
        (Action::Drop(one), Action::Drop(other)) => one == other,
        _ => false,
    };
    when && action
}

fn path_covered(path: &[Arc<Leg>], other: &[Arc<Leg>]) -> bool {
    path.len() == other.len()
        && path.iter().zip(other).all(|(leg, other)| {
            let turn = match (leg.turn, other.turn) {
                (None, None) => true,
                (Some(turn), Some(other)) => {
                    turn.own_atom == other.own_atom
                        && turn.eighths & !other.eighths == 0
                        && turn.against & !other.against == 0
                        && turn.along & !other.along == 0
                }
                _ => false,
            };
            let same = Leg {
                steps: other.steps.clone(),
                turn: other.turn,
                range: other.range,
                modality: other.modality,
                ..Leg::clone(leg)
            };
            // A circle and the nearest of several steps depend on all steps of the leg.
            let whole = leg.steps == other.steps
                || leg.bend == crate::notation::Bend::None && !leg.turn.is_some_and(|t| t.own_atom);
            let fixed = path
                .iter()
                .any(|l| l.onward.quiet_switching || l.onward.over_switching != Over::Nobody);
            turn && same == **other
                && whole
                && leg.steps.is_empty() == other.steps.is_empty()
                && leg.steps.iter().all(|s| other.steps.contains(s))
                && (leg.range == other.range || !fixed && within(leg.range, other.range))
                && fewer(leg.modality, other.modality)
        })
}

fn within(range: Range, other: Range) -> bool {
    match (range, other) {
        (Range::UpTo(n), Range::UpTo(m)) => n <= m,
        (_, Range::Unlimited) | (Range::UpTo(1), Range::Half) => true,
        (one, other) => one == other,
    }
}

fn fewer(modality: Modality, other: Modality) -> bool {
    (!modality.quiet || other.quiet)
        && (!modality.capture || other.capture)
        && (!modality.en_passant || other.en_passant)
        && (!modality.destroy || other.destroy)
}
