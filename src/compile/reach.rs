//! Where a leg reaches from each square, and which squares must be empty for it.
//!
//! Found by asking the one interpreter of legs ([`walk`]) what it reaches on boards with no man and with one man, so
//! that no letter of the notation has a second meaning here.

use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::{Between, Content, Hop, LandingKind, Leg, Modality, Range, Step, walk};
use std::collections::HashMap;
use std::ops::Index;

/// A square that can be reached if nothing stands on the blockers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way {
    pub(super) to: Square,
    pub(super) blockers: SquareSet,
}

/// The ways from each square, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ways {
    all: Vec<Way>,
    /// Where the ways from each square end.
    ends: Vec<u32>,
    /// All that can block the ways from each square.
    blockers: Vec<SquareSet>,
    /// Whether anything can block any of them.
    is_blocked: bool,
}

impl Ways {
    /// The number of squares.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// All that can block the ways from a square.
    pub(super) fn blockers(&self, from: usize) -> SquareSet {
        self.blockers[from]
    }

    /// The ways from each square in turn.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[Way]> {
        (0..self.len()).map(|from| &self[from])
    }

    /// Ends the ways from a square, nearest first.
    fn close(&mut self) {
        let start = self.ends.last().copied().unwrap_or(0) as usize;
        let ways = &mut self.all[start..];
        let mut blockers = SquareSet::EMPTY;
        for way in ways.iter() {
            blockers |= way.blockers;
        }
        // Most come in order.
        if ways.len() > 1 && !ways.is_sorted_by_key(order) {
            ways.sort_by_cached_key(order);
        }
        self.is_blocked |= !blockers.is_empty();
        self.blockers.push(blockers);
        self.ends.push(self.all.len() as u32);
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
    /// The reaches of legs of one step for White.
    known: HashMap<Leg, ReachId>,
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
        let ways = self.ways(id);
        let mut by_end: Vec<Vec<Way>> = vec![Vec::new(); ways.len()];
        for (from, ways) in ways.iter().enumerate() {
            for way in ways {
                let to = Square::new(from as u8);
                by_end[way.to.index()].push(Way { to, ..*way });
            }
        }
        let mut reversed = Ways::default();
        for ways in by_end {
            reversed.all.extend(ways);
            reversed.close();
        }
        let found = self.add(reversed);
        self.reversed.insert(id, found);
        found
    }

    /// The ways that start and end on given squares.
    pub(super) fn within(
        &mut self,
        id: ReachId,
        origins: SquareSet,
        targets: SquareSet,
    ) -> ReachId {
        let mut kept = Ways::default();
        for (from, ways) in self.ways(id).iter().enumerate() {
            if origins.contains(Square::new(from as u8)) {
                kept.all
                    .extend(ways.iter().filter(|w| targets.contains(w.to)));
            }
            kept.close();
        }
        self.add(kept)
    }
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

/// The reaches of a leg's single steps for a side, in such an order that opposite steps are neighbours. `None` if the
/// leg needs men on the way: it hops.
pub(super) fn reaches(
    (shape, holes): (Shape, SquareSet),
    leg: &Leg,
    side: Side,
    pool: &mut ReachPool,
) -> Option<Vec<ReachId>> {
    if leg.hop != Hop::None || leg.between == Between::Occupied {
        return None;
    }
    let mut steps = leg.steps.clone();
    steps.sort_by_key(|s| {
        let line = (s.right, s.forward).max((-s.right, -s.forward));
        (line.0.abs() + line.1.abs(), line, s.right, s.forward)
    });
    let found = steps.into_iter().map(|step| {
        let modality = Modality {
            quiet: true,
            capture: true,
            en_passant: false,
            destroy: false,
        };
        // Half the board is another half for Black; all else is the same for who makes the same step.
        let (right, forward) = step.seen_by(side);
        let (step, side) = match leg.range {
            Range::Half => (step, side),
            _ => (Step { right, forward }, Side::White),
        };
        let single = Leg {
            steps: vec![step],
            modality,
            unload: false,
            ..leg.clone()
        };
        if side == Side::White
            && let Some(&known) = pool.known.get(&single)
        {
            return known;
        }
        let mut ways = Ways::default();
        for from in shape.squares() {
            ways_from((shape, holes), &single, side, from, &mut ways.all);
            ways.close();
        }
        let id = pool.add(ways);
        if side == Side::White {
            pool.known.insert(single, id);
        }
        id
    });
    Some(found.collect())
}

/// Adds the ways of a leg from a square: what it reaches on a board without men, blocked by what it passes there. What
/// is skipped (`j`) blocks nothing, so then each passed square is tried with a man on it.
fn ways_from(board: (Shape, SquareSet), leg: &Leg, side: Side, from: Square, into: &mut Vec<Way>) {
    if board.1.contains(from) {
        return;
    }
    let start = into.len();
    reached(board, leg, side, from, None, into);
    if leg.skip > 0 || cfg!(debug_assertions) {
        let tried = tried(board, leg, side, from, &into[start..]);
        debug_assert!(leg.skip > 0 || tried == into[start..]);
        into.truncate(start);
        into.extend(tried);
    }
}

/// The same ways blocked by exactly those of the passed squares on which a man blocks them.
fn tried(board: (Shape, SquareSet), leg: &Leg, side: Side, from: Square, ways: &[Way]) -> Vec<Way> {
    let passed = ways
        .iter()
        .fold(SquareSet::EMPTY, |passed, way| passed | way.blockers);
    let free = ways.iter().map(|way| Way {
        blockers: SquareSet::EMPTY,
        ..*way
    });
    let mut tried: Vec<Way> = free.collect();
    for man in passed.iter() {
        let mut still = Vec::new();
        reached(board, leg, side, from, Some(man), &mut still);
        let blocked = |w: &&mut Way| w.to != man && still.iter().all(|s| s.to != w.to);
        for way in tried.iter_mut().filter(blocked) {
            way.blockers.insert(man);
        }
    }
    tried
}

/// Adds what a leg reaches while at most one enemy stands on the board, each square once, with what it passes.
fn reached(
    (shape, holes): (Shape, SquareSet),
    leg: &Leg,
    side: Side,
    from: Square,
    man: Option<Square>,
    into: &mut Vec<Way>,
) {
    let look = |s: Square| {
        if Some(s) == man {
            Content::Enemy
        } else if holes.contains(s) {
            Content::Hole
        } else {
            Content::Empty
        }
    };
    let start = into.len();
    walk(
        shape,
        leg,
        from,
        side,
        look,
        |_| false,
        |landing| {
            let is_plain = matches!(landing.kind, LandingKind::Quiet | LandingKind::Capture);
            if is_plain && into[start..].iter().all(|way| way.to != landing.to) {
                into.push(Way {
                    to: landing.to,
                    blockers: landing.path,
                });
            }
        },
    );
}
