//! The one interpreter of a leg: where a man can go on a board with men.
//!
//! [`walk`] runs one plain leg, [`run`](super::run::run) the compiled legs of any term with the same ride. The general path
//! plays with them, the compiler fills its tables from them, and the conformance tests run them, so that no letter of
//! the notation is implemented twice.
//!
//! How the letters read: a range counts every square of the way, also those before a hurdle (`p`, `g`), the hurdle and
//! skipped ones (`j`), so that `gR3` finds its hurdle one or two squares away and lands right behind it. Hurdles count
//! only on the squares where a rider sets foot. `n` and `j` of leaps are asked for each leap of a ride. On a ring of
//! files a ride ends before it would come back to its start.

use super::legs::Node;
use super::turn;
use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::{Bend, Between, Hop, Leg, Range, Step};

/// What stands on a square, seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A man of the mover's side.
    Own,
    /// A man of the other side.
    Enemy,
    /// A hole in the board: nobody goes there or over it on foot, and it is no hurdle.
    Hole,
}

impl Content {
    /// Whether a man stands there.
    #[must_use]
    pub const fn is_man(self) -> bool {
        matches!(self, Self::Own | Self::Enemy)
    }
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
/// The leg must be plain (see [`Legs::plain`](super::legs::Legs::plain)): of others, only what does not need more than the squares' contents is
/// visited.
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
    let look = |square| {
        if square == from {
            Content::Empty
        } else {
            look(square)
        }
    };
    for &step in &leg.steps {
        let ride = Ride {
            shape,
            leg,
            from,
            side,
            step,
            hand: 0,
            circle: 0,
            longest: longest(shape, leg.range, from, side),
            hop: leg.hop,
        };
        ride.go(&look, |stop| {
            for kind in kinds(leg, stop.content, || passed(stop.at)) {
                visit(Landing {
                    to: stop.at,
                    kind,
                    path: stop.path,
                });
            }
        });
    }
}

/// How many steps a range allows at most.
pub(super) fn longest(shape: Shape, range: Range, from: Square, side: Side) -> u32 {
    match range {
        Range::UpTo(n) => u32::from(n),
        Range::Unlimited => u32::MAX,
        Range::Half => {
            let ranks = i32::from(shape.ranks());
            let own = match side {
                Side::White => shape.rank(from),
                Side::Black => ranks - 1 - shape.rank(from),
            };
            u32::try_from((ranks - 1) / 2 - own).unwrap_or(1).max(1)
        }
    }
}

/// What can happen where a last leg ends.
pub(super) fn kinds(
    leg: &Leg,
    content: Content,
    passed: impl Fn() -> bool,
) -> impl Iterator<Item = LandingKind> {
    let modality = leg.modality;
    let (first, second) = match content {
        Content::Empty => (
            modality.quiet.then_some(LandingKind::Quiet),
            (modality.en_passant && passed()).then_some(LandingKind::EnPassant),
        ),
        Content::Enemy => (modality.capture.then_some(LandingKind::Capture), None),
        Content::Own => (modality.destroy.then_some(LandingKind::Destroy), None),
        Content::Hole => (None, None),
    };
    first.into_iter().chain(second)
}

/// One step of a leg, taken again and again.
pub(super) struct Ride<'a> {
    pub(super) shape: Shape,
    pub(super) leg: &'a Leg,
    pub(super) from: Square,
    pub(super) side: Side,
    pub(super) step: Step,
    pub(super) hand: turn::Hand,
    pub(super) circle: i32,
    pub(super) longest: u32,
    pub(super) hop: Hop,
}

/// A square where a ride can end.
pub(super) struct Stop {
    pub(super) at: Square,
    pub(super) content: Content,
    pub(super) path: SquareSet,
    /// How many steps it is away.
    pub(super) count: u32,
}

impl Ride<'_> {
    fn offset(&self, at: Square, step: Step) -> Option<Square> {
        let (files, ranks) = step.seen_by(self.side);
        self.shape.offset(at, files, ranks, self.leg.wraps)
    }

    pub(super) fn go(&self, look: &impl Fn(Square) -> Content, mut visit: impl FnMut(Stop)) {
        let (mut at, mut path, mut hopped) = (self.from, SquareSet::EMPTY, self.hop == Hop::None);
        // No ride has more different places than squares in four directions.
        let longest = self.longest.min(4 * self.shape.len() as u32);
        for count in 1..=longest {
            let step = match self.leg.bend {
                Bend::None => self.step,
                bend => turn::bent(self.step, bend, self.hand, count, self.circle),
            };
            if !self.cross(at, step, look, &mut path) {
                return;
            }
            let Some(next) = self.offset(at, step).filter(|&n| n != self.from) else {
                return;
            };
            at = next;
            let content = look(at);
            if content == Content::Hole {
                return;
            }
            if count <= u32::from(self.leg.skip) {
                path.insert(at);
                continue;
            }
            if !hopped {
                hopped = content.is_man();
                path.insert(at);
                continue;
            }
            visit(Stop {
                at,
                content,
                path,
                count,
            });
            if content != Content::Empty || self.hop == Hop::Beside {
                return;
            }
            path.insert(at);
        }
    }

    /// Whether the squares between the ends of a leap hold what they must; those that matter join the path.
    fn cross(
        &self,
        at: Square,
        step: Step,
        look: &impl Fn(Square) -> Content,
        path: &mut SquareSet,
    ) -> bool {
        let between = self.leg.between;
        if between == Between::Any {
            return true;
        }
        for square in step.between().filter_map(|b| self.offset(at, b)) {
            let fits = match between {
                Between::Any => true,
                Between::Empty => look(square) == Content::Empty,
                Between::Occupied => look(square).is_man(),
            };
            if !fits {
                return false;
            }
            path.insert(square);
        }
        true
    }
}

/// Where a node's leg can end from a square on some board, each with the number of steps: what stands on the squares is
/// not looked at. `slid` is how many steps the last leg took that had no `i`.
pub(super) fn possible_stops(
    shape: Shape,
    (leg, node): (&Leg, &Node),
    from: Square,
    slid: u32,
    side: Side,
) -> Vec<(Square, u32)> {
    let Some(step) = node.step else {
        let others = shape.squares().filter(|&s| s != from);
        return others.map(|s| (s, 1)).collect();
    };
    let free = Leg {
        between: Between::Any,
        ..leg.clone()
    };
    let hops = node.last && leg.hop != Hop::None;
    let ride = Ride {
        shape,
        leg: &free,
        from,
        side,
        step,
        hand: node.hand,
        circle: node.circle,
        longest: if leg.same_length {
            slid
        } else {
            longest(shape, node.range, from, side)
        },
        hop: Hop::None,
    };
    let mut stops = Vec::new();
    ride.go(&|_| Content::Empty, |stop| {
        // The first square of a hopping leg that is not skipped can only be its hurdle.
        let lands = !hops || stop.count > u32::from(leg.skip) + 1;
        if lands && (!leg.same_length || stop.count == slid) {
            stops.push((stop.at, stop.count));
        }
    });
    stops
}
