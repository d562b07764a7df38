//! Where a leg reaches from each square, and which squares must be empty for it.
//!
//! Found by asking the one interpreter of legs ([`walk`]) what it reaches on boards with no man and with one man, so
//! that no letter of the notation has a second meaning here.

use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::{Between, Content, Hop, LandingKind, Leg, Modality, walk};
use std::collections::HashMap;

/// A square that can be reached if nothing stands on the blockers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way {
    pub(super) to: Square,
    pub(super) blockers: SquareSet,
}

/// The ways from each square.
pub(super) type Ways = Vec<Vec<Way>>;

/// A reach of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ReachId(usize);

/// All different reaches of a game.
#[derive(Debug, Default)]
pub(super) struct ReachPool {
    all: Vec<Ways>,
    by_ways: HashMap<Ways, ReachId>,
}

impl ReachPool {
    /// The ways of a reach.
    pub(super) fn ways(&self, id: ReachId) -> &Ways {
        &self.all[id.0]
    }

    /// Whether nothing can block the reach.
    pub(super) fn is_leap(&self, id: ReachId) -> bool {
        self.ways(id)
            .iter()
            .flatten()
            .all(|w| w.blockers.is_empty())
    }

    /// Puts ways into the pool, or finds them there.
    pub(super) fn add(&mut self, ways: Ways) -> ReachId {
        if let Some(&id) = self.by_ways.get(&ways) {
            return id;
        }
        let id = ReachId(self.all.len());
        self.all.push(ways.clone());
        self.by_ways.insert(ways, id);
        id
    }

    /// The same ways seen from their ends: from each square, the origins that reach it.
    pub(super) fn reversed(&mut self, id: ReachId) -> ReachId {
        let mut reversed: Ways = vec![Vec::new(); self.ways(id).len()];
        for (from, ways) in self.ways(id).iter().enumerate() {
            for way in ways {
                reversed[way.to.index()].push(Way {
                    to: Square::new(from as u8),
                    blockers: way.blockers,
                });
            }
        }
        for ways in &mut reversed {
            sort(ways);
        }
        self.add(reversed)
    }

    /// The ways that start and end on given squares.
    pub(super) fn within(
        &mut self,
        id: ReachId,
        origins: SquareSet,
        targets: SquareSet,
    ) -> ReachId {
        let kept = self.ways(id).iter().enumerate().map(|(from, ways)| {
            let keeps =
                |w: &&Way| origins.contains(Square::new(from as u8)) && targets.contains(w.to);
            ways.iter().filter(keeps).copied().collect()
        });
        let kept = kept.collect();
        self.add(kept)
    }
}

/// Nearest first: a way has fewer blockers than the ways behind it.
fn sort(ways: &mut [Way]) {
    ways.sort_by_key(|w| (w.blockers.len(), w.to));
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
        let single = Leg {
            steps: vec![step],
            modality,
            unload: false,
            ..leg.clone()
        };
        let ways = shape
            .squares()
            .map(|from| ways_from((shape, holes), &single, side, from))
            .collect();
        pool.add(ways)
    });
    Some(found.collect())
}

fn ways_from(board: (Shape, SquareSet), leg: &Leg, side: Side, from: Square) -> Vec<Way> {
    if board.1.contains(from) {
        return Vec::new();
    }
    let (free, passed) = reached(board, leg, side, from, None);
    let mut ways: Vec<Way> = free
        .iter()
        .map(|to| Way {
            to,
            blockers: SquareSet::EMPTY,
        })
        .collect();
    for man in passed.iter() {
        let (still, _) = reached(board, leg, side, from, Some(man));
        for way in ways
            .iter_mut()
            .filter(|w| w.to != man && !still.contains(w.to))
        {
            way.blockers.insert(man);
        }
    }
    sort(&mut ways);
    ways
}

/// What a leg reaches while at most one enemy stands on the board, and what it passes.
fn reached(
    (shape, holes): (Shape, SquareSet),
    leg: &Leg,
    side: Side,
    from: Square,
    man: Option<Square>,
) -> (SquareSet, SquareSet) {
    let look = |s: Square| {
        if Some(s) == man {
            Content::Enemy
        } else if holes.contains(s) {
            Content::Hole
        } else {
            Content::Empty
        }
    };
    let (mut ends, mut path) = (SquareSet::EMPTY, SquareSet::EMPTY);
    walk(
        shape,
        leg,
        from,
        side,
        look,
        |_| false,
        |landing| {
            if matches!(landing.kind, LandingKind::Quiet | LandingKind::Capture) {
                ends.insert(landing.to);
                path |= landing.path;
            }
        },
    );
    (ends, path)
}
