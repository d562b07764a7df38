//! Where moves of several legs lead, and what must stand on which squares for it, whatever the board is.
//!
//! What [`run`](super::run::run) finds on a board are the routes whose squares hold what they need. The same program is gone
//! through, but instead of looking at a square each of the things that can stand there is supposed.

use super::legs::{Legs, Node, Program};
use super::walk::{Content, Ride, Stop, longest};
use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::{Between, Hop, Leg, Over, Victims};

/// One way of a move, and what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Route {
    /// Where the mover ends.
    pub(crate) to: Square,
    /// The enemy men that are taken.
    pub(crate) taken: SquareSet,
    /// The squares on which nobody may stand.
    pub(crate) empty: SquareSet,
    /// Those on which an own man must stand.
    pub(crate) own: SquareSet,
    /// Those on which an enemy must stand that is not taken.
    pub(crate) enemy: SquareSet,
    /// The squares passed between start and end, the start left out.
    pub(crate) path: SquareSet,
}

/// The routes of legs from a square for a side. `None` if there are more than `most`, or if the legs have letters that need
/// more than to know who stands where, or that do more than to take men (`p` and `g` on the last leg, `d`, `e`, `j`, `k`, `n`
/// with something left to be taken, `t` that takes, `u`, `x`, `U`).
pub(crate) fn routes(
    (shape, holes): (Shape, SquareSet),
    legs: &Legs,
    from: Square,
    side: Side,
    most: usize,
) -> Option<Vec<Route>> {
    if !legs.paths().iter().flatten().all(|leg| is_followed(leg)) {
        return None;
    }
    let start = Trip {
        at: from,
        slid: 0,
        route: Route {
            to: from,
            taken: SquareSet::EMPTY,
            empty: SquareSet::EMPTY,
            own: SquareSet::EMPTY,
            enemy: SquareSet::EMPTY,
            path: SquareSet::EMPTY,
        },
    };
    let mut scout = Scout {
        shape,
        holes,
        program: legs.program(),
        from,
        side,
        most,
        found: Vec::new(),
        steps: 0,
    };
    let program = scout.program;
    for &node in &program.starts {
        scout.leg(&program.nodes[node as usize], &start)?;
    }
    Some(scout.found)
}

fn is_followed(leg: &Leg) -> bool {
    !leg.is_universal()
        && leg.victims == Victims::Any
        && !leg.lends
        && leg.hop == Hop::None
        && leg.between != Between::Occupied
        && !leg.leaves_passed
        && leg.skip == 0
        && !leg.unload
        && !leg.modality.en_passant
        && !leg.modality.destroy
}

/// A move as far as it has come.
#[derive(Clone, Copy)]
struct Trip {
    at: Square,
    /// How many steps the last leg took that had no `i`.
    slid: u32,
    route: Route,
}

struct Scout<'a> {
    shape: Shape,
    holes: SquareSet,
    program: &'a Program,
    from: Square,
    side: Side,
    most: usize,
    found: Vec<Route>,
    steps: usize,
}

impl Trip {
    /// The same if a square is free when the move comes there.
    fn free(mut self, square: Square, from: Square) -> Option<Self> {
        let route = &mut self.route;
        if square == from || route.taken.contains(square) {
            return Some(self);
        }
        if route.own.contains(square) || route.enemy.contains(square) {
            return None;
        }
        route.empty.insert(square);
        Some(self)
    }

    /// Whether nothing is known of a square.
    fn is_open(&self, square: Square, from: Square) -> bool {
        let route = &self.route;
        let known = route.taken | route.empty | route.own | route.enemy;
        square != from && !known.contains(square)
    }

    /// The same if an enemy man is taken on a square.
    fn taking(mut self, square: Square, from: Square) -> Option<Self> {
        let route = &mut self.route;
        if route.enemy.contains(square) {
            route.enemy.remove(square);
        } else if !self.is_open(square, from) {
            return None;
        }
        self.route.taken.insert(square);
        Some(self)
    }
}

impl Scout<'_> {
    fn leg(&mut self, node: &Node, trip: &Trip) -> Option<()> {
        let program = self.program;
        let leg = &program.legs[node.leg as usize];
        let mut stops = Vec::new();
        let ride = Ride {
            shape: self.shape,
            leg,
            from: trip.at,
            side: self.side,
            step: node.step?,
            hand: node.hand,
            circle: node.circle,
            longest: if leg.same_length {
                trip.slid
            } else {
                longest(self.shape, node.range, trip.at, self.side)
            },
            hop: Hop::None,
        };
        let look = |square| {
            if self.holes.contains(square) {
                Content::Hole
            } else {
                Content::Empty
            }
        };
        ride.go(&look, |stop| {
            if !leg.same_length || stop.count == trip.slid {
                stops.push(stop);
            }
        });
        self.steps += 1 + stops.len();
        if self.steps > self.most * 8 {
            return None;
        }
        for stop in stops {
            let passed = stop.path.iter();
            let come = passed
                .into_iter()
                .try_fold(*trip, |t, s| t.free(s, self.from));
            let Some(mut come) = come else { continue };
            come.at = stop.at;
            if !leg.same_length {
                come.slid = stop.count;
            }
            come.route.path |= stop.path - SquareSet::of(self.from);
            if node.last {
                self.end(leg, &come)?;
            } else {
                self.onward(leg, node, &stop, &come)?;
            }
        }
        Some(())
    }

    /// A leg with nothing behind it.
    fn end(&mut self, leg: &Leg, trip: &Trip) -> Option<()> {
        let at = trip.at;
        let quiet = leg.modality.quiet.then(|| trip.free(at, self.from));
        let takes = leg.modality.capture.then(|| trip.taking(at, self.from));
        for end in [quiet, takes].into_iter().flatten().flatten() {
            let route = Route {
                to: at,
                ..end.route
            };
            if !self.found.contains(&route) {
                self.found.push(route);
            }
        }
        (self.found.len() <= self.most).then_some(())
    }

    /// A leg with others behind it.
    fn onward(&mut self, leg: &Leg, node: &Node, stop: &Stop, trip: &Trip) -> Option<()> {
        let (at, from) = (stop.at, self.from);
        let mut trip = *trip;
        if at != from {
            trip.route.path.insert(at);
        }
        let free = trip.free(at, from);
        let own = trip.is_open(at, from).then(|| {
            let mut with = trip;
            with.route.own.insert(at);
            with
        });
        let own = own.or_else(|| trip.route.own.contains(at).then_some(trip));
        let enemy = trip.is_open(at, from).then(|| {
            let mut with = trip;
            with.route.enemy.insert(at);
            with
        });
        let enemy = enemy.or_else(|| trip.route.enemy.contains(at).then_some(trip));
        let over = |over| match over {
            Over::Nobody => [None, None],
            Over::Own => [own, None],
            Over::Anybody => [own, enemy],
        };
        let onward = leg.onward;
        let quiet = leg.modality.quiet.then_some(free).flatten();
        let takes = leg
            .modality
            .capture
            .then(|| trip.taking(at, from))
            .flatten();
        for next in [quiet, takes]
            .into_iter()
            .chain(over(onward.over))
            .flatten()
        {
            self.go_on(&node.next, &next)?;
        }
        let switching = onward.quiet_switching.then_some(free).flatten();
        let switched = [switching].into_iter().chain(over(onward.over_switching));
        for next in switched.flatten() {
            self.go_on(&node.next_switched, &next)?;
        }
        Some(())
    }

    fn go_on(&mut self, next: &[u32], trip: &Trip) -> Option<()> {
        let program = self.program;
        for &number in next {
            self.leg(&program.nodes[number as usize], trip)?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Found, Ground, parse, run};
    use std::collections::BTreeSet;

    struct Men([Content; 49]);

    impl Ground for Men {
        fn content(&self, square: Square) -> Content {
            self.0[square.index()]
        }
        fn passed(&self, _: Square) -> Option<Square> {
            None
        }
        fn is_royal(&self, _: Square) -> bool {
            false
        }
    }

    type Way = (usize, Vec<usize>, Vec<usize>);

    fn way(to: Square, taken: SquareSet, path: SquareSet) -> Way {
        let squares = |set: SquareSet| set.iter().map(Square::index).collect();
        (to.index(), squares(taken), squares(path))
    }

    /// On random boards the routes that fit are what the legs do there.
    #[test]
    fn routes_are_what_legs_do() {
        let shape = Shape::new(7, 7).unwrap();
        let mut random = crate::random::Random(0x2545_F491_4F6C_DD1D);
        for text in [
            "caK",
            "mcabK",
            "KaK",
            "cabN",
            "mRcaibR",
            "[cQ-mK]",
            "fcafmF",
            "[mQ-cK-bmK]",
            "[mQ-tpK-bmK]",
            "[cK-bmK-mQ]",
            "mafmN",
            "RmasR",
            "mamaK",
            "yafsW",
            "[W?fsB]",
            "zB",
            "qN",
            "cafcK",
            "mpafcR",
            "gabR",
            "mWmpacW",
            "caf(macaf)mF",
            "fcabF",
            "R*",
            "nmaK",
            "mQcaK",
        ] {
            let terms = parse(text).movement.terms;
            for legs in terms.iter().filter_map(|t| t.legs()) {
                for round in 0..60 {
                    let from = Square::new(random.below(49) as u8);
                    let side = if round % 2 == 0 {
                        Side::White
                    } else {
                        Side::Black
                    };
                    let men = Men(std::array::from_fn(|_| match random.below(9) {
                        0 | 1 => Content::Own,
                        2 | 3 => Content::Enemy,
                        4 => Content::Hole,
                        _ => Content::Empty,
                    }));
                    let holes = shape
                        .squares()
                        .filter(|&s| men.content(s) == Content::Hole && s != from);
                    let board = (shape, holes.collect());
                    let Some(routes) = routes(board, legs, from, side, 5_000) else {
                        continue;
                    };
                    let all = |set: SquareSet, what| set.iter().all(|s| men.content(s) == what);
                    let fits = |r: &&Route| {
                        all(r.taken | r.enemy, Content::Enemy)
                            && all(r.own, Content::Own)
                            && all(r.empty, Content::Empty)
                    };
                    let fitting = routes.iter().filter(fits);
                    let found: BTreeSet<Way> =
                        fitting.map(|r| way(r.to, r.taken, r.path)).collect();
                    let mut expected = BTreeSet::new();
                    run(shape, legs, from, side, &men, |what| {
                        if let Found::Deed(deed) = what {
                            expected.insert(way(
                                deed.to,
                                deed.taken,
                                deed.path - SquareSet::of(from),
                            ));
                        }
                    })
                    .unwrap();
                    assert_eq!(found, expected, "{text}");
                }
            }
        }
    }
}
