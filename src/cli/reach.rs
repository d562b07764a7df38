//! Where a piece's moves go, tried out square by square on an empty board with the library's own interpreter.

use ferz::board::{Shape, Side, Square};
use ferz::notation::{Action, Between, Content, Hop, LandingKind, Leg, Range, When, walk};
use ferz::rules::{Condition, Entry};
use std::collections::{BTreeMap, BTreeSet};

/// The widest board has 16 files, so that a piece in the middle sees 7 squares to each side.
const MAX_RADIUS: i32 = 7;
/// How far lines without an end are drawn.
const OPEN_RADIUS: i32 = 3;

/// What a way to a square needs besides the squares being as drawn: several of the four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Needs(u8);

impl Needs {
    /// Nothing.
    pub(crate) const NOTHING: Self = Self(0);
    /// The mover has not moved yet.
    pub(crate) const UNMOVED: Self = Self(1);
    /// A man to jump over.
    pub(crate) const HURDLE: Self = Self(2);
    /// Nothing stands on the squares that a leap passes.
    pub(crate) const CLEAR: Self = Self(4);
    /// The entry's condition holds.
    pub(crate) const CONDITION: Self = Self(8);

    /// Whether all of the others are among these.
    pub(crate) fn include(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }
}

/// What happens on the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Use {
    Quiet,
    Capture,
    /// An own man changes places with the mover.
    Swap,
    /// An own man is removed.
    Remove,
}

/// One way to use a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    purpose: Use,
    /// What stands between does not matter.
    leap: bool,
    needs: Needs,
    /// Whose condition is needed: conditions of two entries are two needs.
    entry: usize,
}

impl Way {
    /// Whether this way is there whenever the other one is.
    fn covers(self, other: Self) -> bool {
        self.purpose == other.purpose
            && self.leap >= other.leap
            && other.needs.include(self.needs)
            && (self.entry == other.entry || !self.needs.include(Needs::CONDITION))
    }
}

/// Uses of a square that are had in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) needs: Needs,
    pub(crate) leap: bool,
    /// In order, without repetitions.
    pub(crate) uses: Vec<Use>,
}

/// What a piece can do on a square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    ways: BTreeSet<Way>,
    /// What the lines without an end need that leave the drawing here.
    open: BTreeSet<Needs>,
}

impl Cell {
    /// The uses, those that need least first. A way is left out if there is an easier one to the same use.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let covered = |way: &Way| {
            let mut others = self.ways.iter().filter(|other| *other != way);
            others.any(|other| other.covers(*way) && !(way.covers(*other) && way < other))
        };
        let mut parts: BTreeMap<(Needs, bool), Vec<Use>> = BTreeMap::new();
        for way in self.ways.iter().filter(|way| !covered(way)) {
            let uses = parts.entry((way.needs, way.leap)).or_default();
            if !uses.contains(&way.purpose) {
                uses.push(way.purpose);
            }
        }
        parts
            .into_iter()
            .map(|((needs, leap), uses)| Part { needs, leap, uses })
            .collect()
    }

    /// What the easiest line needs that goes on behind the square, if one does.
    pub(crate) fn open(&self) -> Option<Needs> {
        self.open.first().copied()
    }
}

/// All that a piece can do around it: squares to the right and forward.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    pub(crate) radius: i32,
    /// Whether moves with an end go farther than the radius.
    pub(crate) beyond: bool,
    /// Whether the piece castles, which is not drawn.
    pub(crate) castles: bool,
    pub(crate) cells: BTreeMap<(i32, i32), Cell>,
}

impl Reach {
    /// The moves of some entries; castling is none of them.
    pub(crate) fn of(entries: &[Entry]) -> Self {
        let mut legs: Vec<(&Leg, usize, Needs)> = Vec::new();
        let mut castles = false;
        for (number, entry) in entries.iter().enumerate() {
            for term in &entry.movement.terms {
                if let Some(leg) = term.plain_leg() {
                    let first = term.when == When::Unmoved;
                    legs.push((leg, number, needs(entry, first)));
                }
                castles |= matches!(term.action, Action::Castle(_));
            }
        }
        let farthest = legs.iter().map(|(leg, ..)| length(leg)).max().unwrap_or(0);
        let radius = farthest.clamp(2, MAX_RADIUS);
        let mut reach = Self {
            radius,
            beyond: farthest > radius,
            castles,
            cells: BTreeMap::new(),
        };
        let Ok(shape) = Shape::new(i64::from(2 * radius + 1), i64::from(2 * radius + 1)) else {
            return reach;
        };
        for (leg, entry, needs) in legs {
            let mut flat = leg.clone();
            flat.wraps = false;
            reach.try_leg(shape, &flat, entry, needs);
        }
        reach.forget_usual_blocks();
        reach
    }

    fn try_leg(&mut self, shape: Shape, leg: &Leg, entry: usize, needs: Needs) {
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
                let Some((kind, leap, extra)) = land(shape, leg, from, to, *content) else {
                    continue;
                };
                let Some(purpose) = purpose(kind, leg.unload) else {
                    continue;
                };
                let at = (shape.file(to) - self.radius, shape.rank(to) - self.radius);
                let needs = needs.and(extra);
                let cell = self.cells.entry(at).or_default();
                cell.ways.insert(Way {
                    purpose,
                    leap: leap && matches!(purpose, Use::Quiet | Use::Capture),
                    needs,
                    entry,
                });
                if goes_on(leg, at, self.radius) {
                    cell.open.insert(needs);
                }
            }
        }
    }

    /// A line that is drawn without a gap looks as if a man would block it, so no mark has to say that.
    fn forget_usual_blocks(&mut self) {
        let quiet = |cell: &Cell| cell.ways.iter().any(|way| way.purpose == Use::Quiet);
        let walked: BTreeSet<(i32, i32)> = self
            .cells
            .iter()
            .filter(|(_, cell)| quiet(cell))
            .map(|(at, _)| *at)
            .collect();
        for (&(right, forward), cell) in &mut self.cells {
            let (x, y) = (right.abs(), forward.abs());
            let line = x == 0 || y == 0 || x == y;
            let mut between = (1..x.max(y)).map(|n| (right.signum() * n, forward.signum() * n));
            if line && between.all(|at| walked.contains(&at)) {
                let plain = |way: &Way| Way {
                    needs: way.needs.without(Needs::CLEAR),
                    ..*way
                };
                cell.ways = cell.ways.iter().map(plain).collect();
                let open = cell.open.iter();
                cell.open = open.map(|needs| needs.without(Needs::CLEAR)).collect();
            }
        }
    }
}

fn purpose(kind: LandingKind, unload: bool) -> Option<Use> {
    match kind {
        LandingKind::Quiet => Some(Use::Quiet),
        LandingKind::Capture => Some(Use::Capture),
        LandingKind::Destroy if unload => Some(Use::Swap),
        LandingKind::Destroy => Some(Use::Remove),
        LandingKind::EnPassant => None,
    }
}

fn needs(entry: &Entry, initial: bool) -> Needs {
    let some = |yes: bool, needs: Needs| if yes { needs } else { Needs::NOTHING };
    let conditional = entry.condition != Condition::Always;
    some(conditional, Needs::CONDITION).and(some(initial, Needs::UNMOVED))
}

/// How far a leg goes; a line without an end as far as such lines are drawn, two leaps at least if there is room.
fn length(leg: &Leg) -> i32 {
    let step = leg
        .steps
        .iter()
        .map(|s| s.right.abs().max(s.forward.abs()))
        .max()
        .unwrap_or(0);
    match leg.range {
        Range::UpTo(times) => step.saturating_mul(i32::from(times)),
        Range::Unlimited if 2 * step <= MAX_RADIUS => OPEN_RADIUS.max(2 * step),
        Range::Unlimited => step,
        Range::Half => step,
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

/// Whether and how a leg ends on a square that holds something, on a board that is empty but for what it must jump:
/// what happens, whether it leaps, what that needs.
fn land(
    shape: Shape,
    leg: &Leg,
    from: Square,
    to: Square,
    content: Content,
) -> Option<(LandingKind, bool, Needs)> {
    let far = |a: Square, b: Square| {
        (shape.file(a) - shape.file(b))
            .abs()
            .max((shape.rank(a) - shape.rank(b)).abs())
    };
    if let Some((kind, free)) = ends(shape, leg, from, to, |s| {
        if s == to { content } else { Content::Empty }
    }) {
        let needs = if leg.between == Between::Empty && !free {
            Needs::CLEAR
        } else {
            Needs::NOTHING
        };
        return Some((kind, free && far(from, to) > 1, needs));
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
        return found.next().map(|(kind, _)| (kind, false, Needs::HURDLE));
    }
    if leg.between == Between::Occupied || leg.skip > 0 {
        let full = ends(shape, leg, from, to, |s| {
            if s == to { content } else { Content::Own }
        });
        return full.map(|(kind, _)| (kind, false, Needs::HURDLE));
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
