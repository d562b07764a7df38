//! Where legs reach from each square, and what must stand on the way for it.
//!
//! Found by asking the one interpreter of legs ([`walk`], and [`run`] for several legs) what it reaches on boards with no
//! man, with one and with two, so that no letter of the notation has a second meaning here.

use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::{
    Between, Content, Found, Ground, Hop, LandingKind, Leg, Legs, Modality, Range, Step, run, walk,
};
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};
use std::ops::Index;

/// A square that can be reached if the right men stand on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) to: Square,
    /// The squares that are looked at. Without hurdles nothing may stand on them.
    pub(super) blockers: SquareSet,
    /// If there are some, exactly one man must stand on the blockers, and on one of these.
    pub(super) hurdles: SquareSet,
    /// The squares that are passed between start and end.
    pub(super) path: SquareSet,
}

/// All ways of a game are hashed when it is compiled: in one word, of what tells most of them apart.
impl Hash for Way {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let words = self.blockers.words();
        let blockers = words
            .iter()
            .fold(0, |all: u64, word| all.rotate_left(13) ^ word);
        state.write_u64(blockers ^ (self.to.index() as u64).rotate_left(55));
    }
}

impl Way {
    /// Whether it needs a man to jump over.
    pub(super) fn hops(&self) -> bool {
        !self.hurdles.is_empty()
    }
}

/// The ways from each square, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ways {
    all: Vec<Way>,
    /// Where the ways from each square end.
    ends: Vec<u32>,
    /// All that can block the ways from each square.
    blockers: Vec<SquareSet>,
    /// Where they end.
    targets: Vec<SquareSet>,
    /// Whether anything can block any of them.
    is_blocked: bool,
    /// Whether any of them needs a man to jump over.
    hops: bool,
}

impl Ways {
    /// None yet, with room for so many in all from so many squares.
    fn with_room(ways: usize, squares: usize) -> Self {
        Self {
            all: Vec::with_capacity(ways),
            ends: Vec::with_capacity(squares),
            blockers: Vec::with_capacity(squares),
            targets: Vec::with_capacity(squares),
            is_blocked: false,
            hops: false,
        }
    }

    /// From the ways of each square.
    pub(super) fn of(lists: Vec<Vec<Way>>) -> Self {
        let mut ways = Self::with_room(lists.iter().map(Vec::len).sum(), lists.len());
        for list in lists {
            ways.all.extend(list);
            ways.close();
        }
        ways
    }

    /// The number of squares.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// All that can block the ways from a square.
    pub(super) fn blockers(&self, from: usize) -> SquareSet {
        self.blockers[from]
    }

    /// Whether no two ways have both ends in common.
    fn is_distinct(&self) -> bool {
        self.targets.iter().map(SquareSet::len).sum::<usize>() == self.all.len()
    }

    /// Where the ways from each square end.
    pub(super) fn targets(&self) -> &[SquareSet] {
        &self.targets
    }

    /// The ways from each square in turn.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[Way]> {
        (0..self.len()).map(|from| &self[from])
    }

    /// Ends the ways from a square, nearest first.
    fn close(&mut self) {
        let start = self.ends.last().copied().unwrap_or(0) as usize;
        let ways = &mut self.all[start..];
        let (mut blockers, mut targets) = (SquareSet::EMPTY, SquareSet::EMPTY);
        let (mut rises, mut falls, mut before) = (true, true, None);
        for way in ways.iter() {
            blockers |= way.blockers;
            targets.insert(way.to);
            self.hops |= way.hops();
            let this = order(way);
            if let Some(before) = before.replace(this) {
                rises &= before <= this;
                falls &= before > this;
            }
        }
        // Most come in order, or the other way round.
        if !rises && falls {
            ways.reverse();
        } else if !rises {
            ways.sort_by_cached_key(order);
        }
        self.is_blocked |= !blockers.is_empty();
        self.blockers.push(blockers);
        self.targets.push(targets);
        self.ends.push(self.all.len() as u32);
    }

    /// The same ways seen from their ends: from each square, the origins that reach it.
    fn reversed(&self) -> Self {
        // Sorted by their ends with one look at each: how many end on each square, then each at its place.
        let mut places = vec![0; self.len() + 1];
        for way in &self.all {
            places[way.to.index() + 1] += 1;
        }
        for end in 0..self.len() {
            places[end + 1] += places[end];
        }
        let ends = places.clone();
        let mut order = vec![(0, 0); self.all.len()];
        let mut number = 0;
        for (from, ways) in self.iter().enumerate() {
            for way in ways {
                let place: &mut usize = &mut places[way.to.index()];
                order[*place] = (from, number);
                *place += 1;
                number += 1;
            }
        }
        let mut reversed = Self::with_room(self.all.len(), self.len());
        for range in ends.windows(2) {
            let here = &order[range[0]..range[1]];
            reversed.all.extend(here.iter().map(|&(from, number)| Way {
                to: Square::new(from as u8),
                ..self.all[number]
            }));
            reversed.close();
        }
        reversed
    }
}

impl Index<usize> for Ways {
    type Output = [Way];

    #[inline]
    fn index(&self, from: usize) -> &[Way] {
        let start = from.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start as usize..self.ends[from] as usize]
    }
}

/// A reach of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ReachId(usize);

/// All different reaches of a game.
#[derive(Debug, Default)]
pub(super) struct ReachPool {
    all: Vec<Ways>,
    /// A number made of each reach: equal reaches have equal ones, so that few reaches are compared in full.
    prints: Vec<u64>,
    /// The reaches of legs of one step for White. Few, and most differ in their step, which is compared first.
    known: Vec<(Leg, ReachId)>,
    reversed: HashMap<ReachId, ReachId>,
}

impl ReachPool {
    /// The ways of a reach.
    pub(super) fn ways(&self, id: ReachId) -> &Ways {
        &self.all[id.0]
    }

    /// Whether nothing can block the reach.
    pub(super) fn is_leap(&self, id: ReachId) -> bool {
        !self.ways(id).is_blocked
    }

    /// Whether a way of it needs a man to jump over.
    pub(super) fn hops(&self, id: ReachId) -> bool {
        self.ways(id).hops
    }

    /// The same ways in as many reaches as it takes for each to have one way at most from a square to another.
    pub(super) fn layers(&mut self, ids: &[ReachId]) -> Vec<ReachId> {
        let mut found = Vec::new();
        for &id in ids {
            let ways = self.ways(id);
            if ways.all.is_empty() {
                continue;
            }
            if ways.is_distinct() {
                found.push(id);
                continue;
            }
            for layer in layers(ways) {
                found.push(self.add(layer));
            }
        }
        found
    }

    /// Puts ways into the pool, or finds them there.
    pub(super) fn add(&mut self, ways: Ways) -> ReachId {
        let print = print(&ways);
        let mut same = (0..self.all.len()).filter(|&i| self.prints[i] == print);
        if let Some(known) = same.find(|&i| self.all[i] == ways) {
            return ReachId(known);
        }
        self.all.push(ways);
        self.prints.push(print);
        ReachId(self.all.len() - 1)
    }

    /// The same ways seen from their ends: from each square, the origins that reach it.
    pub(super) fn reversed(&mut self, id: ReachId) -> ReachId {
        if let Some(&known) = self.reversed.get(&id) {
            return known;
        }
        let found = self.add(self.ways(id).reversed());
        self.reversed.insert(id, found);
        found
    }

    /// The ways that start, pass and end on given squares.
    pub(super) fn within(
        &mut self,
        id: ReachId,
        origins: SquareSet,
        passed: SquareSet,
        targets: SquareSet,
    ) -> ReachId {
        let mut kept = Ways::default();
        for (from, ways) in self.ways(id).iter().enumerate() {
            if origins.contains(Square::new(from as u8)) {
                let keeps = |w: &&Way| w.path.is_subset(&passed) && targets.contains(w.to);
                kept.all.extend(ways.iter().filter(keeps));
            }
            kept.close();
        }
        self.add(kept)
    }
}

fn layers(all: &Ways) -> Vec<Ways> {
    let mut layers: Vec<Vec<Vec<Way>>> = Vec::new();
    for (from, ways) in all.iter().enumerate() {
        for way in ways {
            let is_free = |layer: &&mut Vec<Vec<Way>>| layer[from].iter().all(|w| w.to != way.to);
            if let Some(layer) = layers.iter_mut().find(is_free) {
                layer[from].push(*way);
            } else {
                let mut layer = vec![Vec::new(); all.len()];
                layer[from].push(*way);
                layers.push(layer);
            }
        }
    }
    layers.into_iter().map(Ways::of).collect()
}

/// A number made of the ends of the ways, in order.
fn print(ways: &Ways) -> u64 {
    let ends = ways
        .iter()
        .flat_map(|ways| ways.iter().map(|w| w.to.index() as u64 + 1).chain([0]));
    ends.fold(0, |print, end| {
        (print ^ end)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(23)
    })
}

/// Nearest first: a way has fewer blockers than the ways behind it.
fn order(way: &Way) -> (usize, Square) {
    (way.blockers.len(), way.to)
}

/// The reaches of a leg's single steps for a side, in such an order that opposite steps are neighbours. `None` if it
/// may need several men on the way.
pub(super) fn reaches(
    (shape, holes): (Shape, SquareSet),
    leg: &Leg,
    side: Side,
    pool: &mut ReachPool,
) -> Option<Vec<ReachId>> {
    let mut steps = leg.steps.clone();
    if leg.between == Between::Occupied {
        let leaps = leg.range == Range::UpTo(1) && leg.hop == Hop::None;
        if !leaps || steps.iter().any(|step| step.between().count() > 1) {
            return None;
        }
    }
    steps.sort_by_key(|s| {
        let line = (s.right, s.forward).max((-s.right, -s.forward));
        (line.0.abs() + line.1.abs(), line, s.right, s.forward)
    });
    let found = steps.into_iter().map(|step| {
        // Half the board is another half for Black; all else is the same for who makes the same step.
        let (right, forward) = step.seen_by(side);
        let (step, side) = match leg.range {
            Range::Half => (step, side),
            _ => (Step { right, forward }, Side::White),
        };
        let single = Leg {
            steps: vec![step],
            modality: Modality::USUAL,
            unload: false,
            ..leg.clone()
        };
        if side == Side::White
            && let Some((_, known)) = pool.known.iter().find(|(leg, _)| *leg == single)
        {
            return *known;
        }
        let id = pool.add(ways((shape, holes), &single, side));
        if side == Side::White {
            pool.known.push((single, id));
        }
        id
    });
    Some(found.collect())
}

/// The reaches of several legs of which all but the last only pass empty squares, by where the first leg ends seen from
/// the start. `None` if a way leads back to its start or over its own end.
pub(super) fn reaches_of_legs(
    (shape, holes): (Shape, SquareSet),
    legs: &Legs,
    side: Side,
    pool: &mut ReachPool,
) -> Option<Vec<ReachId>> {
    let mut by_first: BTreeMap<(i32, i32), Vec<Vec<Way>>> = BTreeMap::new();
    for from in shape.squares().filter(|&s| !holes.contains(s)) {
        let mut found: Vec<(Square, Way)> = Vec::new();
        let board = Sparse { holes, from };
        run(shape, legs, from, side, &board, |what| {
            if let Found::Deed(deed) = what {
                let path = deed.path - SquareSet::of(from);
                let way = Way {
                    to: deed.to,
                    blockers: path,
                    hurdles: SquareSet::EMPTY,
                    path,
                };
                found.extend(deed.stops.first().map(|&first| (first, way)));
            }
        })
        .ok()?;
        for (first, way) in found {
            if way.to == from || way.path.contains(way.to) {
                return None;
            }
            let ahead = (
                shape.file(first) - shape.file(from),
                shape.rank(first) - shape.rank(from),
            );
            let ways = by_first
                .entry(ahead)
                .or_insert_with(|| vec![Vec::new(); shape.len()]);
            if !ways[from.index()].contains(&way) {
                ways[from.index()].push(way);
            }
        }
    }
    let found = by_first
        .into_values()
        .map(|lists| pool.add(Ways::of(lists)));
    Some(found.collect())
}

/// A board without men but for the one that moves.
struct Sparse {
    holes: SquareSet,
    from: Square,
}

impl Ground for Sparse {
    fn content(&self, square: Square) -> Content {
        if self.holes.contains(square) {
            Content::Hole
        } else if square == self.from {
            Content::Own
        } else {
            Content::Empty
        }
    }

    fn passed(&self, _: Square) -> Option<Square> {
        None
    }

    fn is_royal(&self, _: Square) -> bool {
        false
    }
}

/// The ways of a leg. Without hurdles and skipped squares, what it reaches on a board without men is blocked by all that
/// it passes there; otherwise it is tried with men on the way.
fn ways(board: (Shape, SquareSet), leg: &Leg, side: Side) -> Ways {
    let needs_none = leg.hop == Hop::None && leg.between != Between::Occupied && leg.skip == 0;
    let free = free(leg);
    // Most boards hold this many ways of a ride along ranks, files and diagonals.
    let squares = board.0.len();
    let rides = if leg.range == Range::UpTo(1) { 1 } else { 4 };
    let mut ways = Ways::with_room(rides * squares, squares);
    let mut ends = Vec::new();
    for from in board.0.squares() {
        if board.1.contains(from) {
            // Nobody stands there.
        } else if needs_none {
            reached(board, leg, side, from, SquareSet::EMPTY, &mut ends);
            let all = ends.iter().map(|&(to, path)| Way {
                to,
                blockers: path,
                hurdles: SquareSet::EMPTY,
                path,
            });
            ways.all.extend(all);
            debug_assert_eq!(
                ways.all[ways.all.len() - ends.len()..],
                tried(board, (leg, &free), side, from)
            );
        } else {
            ways.all.extend(tried(board, (leg, &free), side, from));
        }
        ways.close();
    }
    ways
}

/// The ways of a leg from a square, found with one man and with two on the squares that it passes.
fn tried(
    board: (Shape, SquareSet),
    (leg, free): (&Leg, &Leg),
    side: Side,
    from: Square,
) -> Vec<Way> {
    let with = |men: SquareSet, ends: &mut Vec<Reached>| reached(board, leg, side, from, men, ends);
    let mut reached = Vec::new();
    with(SquareSet::EMPTY, &mut reached);
    let mut ways: Vec<Way> = reached
        .iter()
        .map(|&(to, path)| Way {
            to,
            blockers: SquareSet::EMPTY,
            hurdles: SquareSet::EMPTY,
            path,
        })
        .collect();
    for man in along(board, free, leg.hop, side, from).iter() {
        with(SquareSet::of(man), &mut reached);
        for way in ways.iter_mut().filter(|w| w.to != man) {
            let still = reached.contains(&(way.to, way.path));
            if way.hurdles.is_empty() && !still && way.path.contains(man) {
                way.blockers.insert(man);
            } else if !way.hurdles.is_empty() && still {
                way.hurdles.insert(man);
            }
        }
        for &(to, path) in &reached {
            if to != man && !ways.iter().any(|w| (w.to, w.path) == (to, path)) {
                ways.push(Way {
                    to,
                    blockers: SquareSet::EMPTY,
                    hurdles: SquareSet::of(man),
                    path,
                });
            }
        }
    }
    // What stands beside the hurdle may block as well.
    let mut with_two: Vec<((Square, Square), Vec<Reached>)> = Vec::new();
    for way in ways.iter_mut().filter(|w| !w.hurdles.is_empty()) {
        way.blockers = way.hurdles;
        let Some(hurdle) = way.hurdles.iter().next() else {
            continue;
        };
        for man in (way.path - way.hurdles).iter().filter(|&s| s != from) {
            let two = (hurdle, man);
            let known = with_two.iter().position(|(known, _)| *known == two);
            let known = known.unwrap_or_else(|| {
                let mut reached = Vec::new();
                with(SquareSet::of(hurdle) | SquareSet::of(man), &mut reached);
                with_two.push((two, reached));
                with_two.len() - 1
            });
            if !with_two[known].1.contains(&(way.to, way.path)) {
                way.blockers.insert(man);
            }
        }
    }
    ways
}

/// Where a leg ends, and what it passes.
type Reached = (Square, SquareSet);

/// A leg that does not look at the men that it passes.
fn free(leg: &Leg) -> Leg {
    Leg {
        hop: Hop::None,
        between: match leg.between {
            Between::Occupied => Between::Empty,
            other => other,
        },
        ..leg.clone()
    }
}

/// The squares on which a man may matter to a leg that hops so: those that it would pass or reach if it were free.
fn along(board: (Shape, SquareSet), free: &Leg, hop: Hop, side: Side, from: Square) -> SquareSet {
    let mut all = Vec::new();
    reached(board, free, side, from, SquareSet::EMPTY, &mut all);
    all.into_iter().fold(SquareSet::EMPTY, |all, (to, path)| {
        all | path
            | if hop == Hop::None {
                SquareSet::EMPTY
            } else {
                SquareSet::of(to)
            }
    })
}

/// What a leg reaches while some enemies stand on the board: the new content of `ends`.
fn reached(
    (shape, holes): (Shape, SquareSet),
    leg: &Leg,
    side: Side,
    from: Square,
    men: SquareSet,
    ends: &mut Vec<Reached>,
) {
    let look = |s: Square| {
        if men.contains(s) {
            Content::Enemy
        } else if holes.contains(s) {
            Content::Hole
        } else {
            Content::Empty
        }
    };
    ends.clear();
    walk(
        shape,
        leg,
        from,
        side,
        look,
        |_| false,
        |landing| {
            let usual = matches!(landing.kind, LandingKind::Quiet | LandingKind::Capture);
            if usual && !ends.contains(&(landing.to, landing.path)) {
                ends.push((landing.to, landing.path));
            }
        },
    );
}
