//! Where a piece's moves go, tried out square by square on an empty board with the library's own interpreter.

use ferz::board::{Shape, Side, Square};
use ferz::notation::{Action, Between, Content, Hop, LandingKind, Leg, Range, walk};
use ferz::rules::{Condition, Entry};
use std::collections::BTreeMap;

/// The widest board has 16 files, so that a piece in the middle sees 7 squares to each side.
const MAX_RADIUS: i32 = 7;
/// How far lines without an end are drawn.
const OPEN_RADIUS: i32 = 3;

/// What a way to a square needs besides the squares being as drawn; the last is the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    Nothing,
    /// The mover has not moved yet.
    Unmoved,
    /// A man to jump over.
    Hurdle,
    /// The entry's condition holds.
    Condition,
}

/// What a piece can do on a square, and what the easiest way to do it needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) quiet: Option<Need>,
    pub(crate) capture: Option<Need>,
    /// Something happens to an own man there.
    pub(crate) own: Option<Need>,
    /// The own man changes places and is not removed.
    pub(crate) swap: bool,
    /// What stands between does not matter.
    pub(crate) leap: bool,
    /// A line without an end leaves the drawing here.
    pub(crate) open: bool,
}

impl Cell {
    /// The most that one of its uses needs, if that is something.
    pub(crate) fn need(self) -> Option<Need> {
        let most = [self.quiet, self.capture, self.own]
            .into_iter()
            .flatten()
            .max();
        most.filter(|&need| need != Need::Nothing)
    }

    /// Whether only some of its uses need that.
    pub(crate) fn needed_in_part(self) -> bool {
        let mut needs = [self.quiet, self.capture, self.own].into_iter().flatten();
        needs.any(|need| Some(need) != self.need())
    }
}

/// All that a piece can do around it: squares to the right and forward.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    pub(crate) radius: i32,
    /// Whether moves with an end go farther than the radius.
    pub(crate) beyond: bool,
    pub(crate) cells: BTreeMap<(i32, i32), Cell>,
}

impl Reach {
    /// The moves of some entries; castling is none of them.
    pub(crate) fn of(entries: &[Entry]) -> Self {
        let terms = || {
            entries
                .iter()
                .flat_map(|e| e.movement.terms.iter().map(move |t| (e, t)))
        };
        let legs: Vec<(&Leg, Need)> = terms()
            .filter_map(|(entry, term)| match &term.action {
                Action::Leg(leg) => Some((leg, need(entry, term.initial))),
                _ => None,
            })
            .collect();
        let farthest = legs.iter().map(|(leg, _)| length(leg)).max().unwrap_or(0);
        let radius = farthest.clamp(2, MAX_RADIUS);
        let mut reach = Self {
            radius,
            beyond: farthest > radius,
            cells: BTreeMap::new(),
        };
        let Ok(shape) = Shape::new(i64::from(2 * radius + 1), i64::from(2 * radius + 1)) else {
            return reach;
        };
        for (leg, need) in legs {
            let mut flat = leg.clone();
            flat.wraps = false;
            reach.try_leg(shape, &flat, need);
        }
        reach
    }

    fn try_leg(&mut self, shape: Shape, leg: &Leg, need: Need) {
        let modality = leg.modality;
        let contents = [
            (Content::Empty, modality.quiet),
            (Content::Enemy, modality.capture),
            (Content::Own, modality.destroy),
        ];
        let Some(from) = shape.square(self.radius, self.radius) else {
            return;
        };
        for to in shape.squares().filter(|&to| to != from) {
            for (content, _) in contents.iter().filter(|c| c.1) {
                if let Some((kind, leap, need)) = land(shape, leg, from, to, *content, need) {
                    let at = (shape.file(to) - self.radius, shape.rank(to) - self.radius);
                    let cell = self.cells.entry(at).or_default();
                    cell.add(kind, leap, need, leg.unload);
                    cell.open |= goes_on(leg, at, self.radius);
                }
            }
        }
    }
}

impl Cell {
    fn add(&mut self, kind: LandingKind, leap: bool, need: Need, unload: bool) {
        let use_ = match kind {
            LandingKind::Quiet => &mut self.quiet,
            LandingKind::Capture => &mut self.capture,
            LandingKind::Destroy => {
                self.swap |= unload;
                &mut self.own
            }
            LandingKind::EnPassant => return,
        };
        *use_ = Some(use_.map_or(need, |old| old.min(need)));
        self.leap |= leap;
    }
}

fn need(entry: &Entry, initial: bool) -> Need {
    if entry.condition != Condition::Always {
        Need::Condition
    } else if initial {
        Need::Unmoved
    } else {
        Need::Nothing
    }
}

/// How far a leg goes; a line without an end as far as such lines are drawn.
fn length(leg: &Leg) -> i32 {
    let step = leg
        .steps
        .iter()
        .map(|s| s.right.abs().max(s.forward.abs()))
        .max()
        .unwrap_or(0);
    match leg.range {
        Range::UpTo(times) => step.saturating_mul(i32::from(times)),
        Range::Unlimited => step.max(OPEN_RADIUS),
    }
}

/// Whether a line without an end goes through a square and its next square is outside the drawing.
fn goes_on(leg: &Leg, (right, forward): (i32, i32), radius: i32) -> bool {
    let leaves = |step: &ferz::notation::Step| {
        let on_line = right * step.forward == forward * step.right
            && right * step.right + forward * step.forward > 0;
        let outside = |at: i32| at.abs() > radius;
        on_line && (outside(right + step.right) || outside(forward + step.forward))
    };
    leg.range == Range::Unlimited && leg.steps.iter().any(leaves)
}

/// Whether and how a leg ends on a square that holds something, on a board that is empty but for what it must jump.
fn land(
    shape: Shape,
    leg: &Leg,
    from: Square,
    to: Square,
    content: Content,
    need: Need,
) -> Option<(LandingKind, bool, Need)> {
    let far = |a: Square, b: Square| {
        (shape.file(a) - shape.file(b))
            .abs()
            .max((shape.rank(a) - shape.rank(b)).abs())
    };
    if let Some((kind, clear)) = ends(shape, leg, from, to, |s| {
        if s == to { content } else { Content::Empty }
    }) {
        return Some((kind, clear && far(from, to) > 1, need));
    }
    if leg.hop != Hop::None {
        let hurdles = shape.squares().filter(|&h| between(shape, from, h, to));
        let mut found = hurdles.filter_map(|hurdle| {
            ends(shape, leg, from, to, |s| match s {
                s if s == to => content,
                s if s == hurdle => Content::Own,
                _ => Content::Empty,
            })
        });
        return found
            .next()
            .map(|(kind, _)| (kind, false, need.max(Need::Hurdle)));
    }
    if leg.between == Between::Occupied || leg.skip > 0 {
        let full = ends(shape, leg, from, to, |s| {
            if s == to { content } else { Content::Own }
        });
        return full.map(|(kind, _)| (kind, false, need.max(Need::Hurdle)));
    }
    None
}

/// How the leg ends on a square, and whether it passes nothing on the way.
fn ends(
    shape: Shape,
    leg: &Leg,
    from: Square,
    to: Square,
    look: impl Fn(Square) -> Content,
) -> Option<(LandingKind, bool)> {
    let mut found = None;
    let visit = |landing: ferz::notation::Landing| {
        if landing.to == to && landing.kind != LandingKind::EnPassant {
            found = Some((landing.kind, landing.path.is_empty()));
        }
    };
    walk(shape, leg, from, Side::White, look, |_| false, visit);
    found
}

/// Whether a square lies on the straight line between two others.
fn between(shape: Shape, from: Square, square: Square, to: Square) -> bool {
    let offset = |s: Square| {
        (
            shape.file(s) - shape.file(from),
            shape.rank(s) - shape.rank(from),
        )
    };
    let ((x, y), (tx, ty)) = (offset(square), offset(to));
    square != from
        && square != to
        && x * ty == y * tx
        && x * tx + y * ty > 0
        && x.abs() <= tx.abs()
        && y.abs() <= ty.abs()
}
