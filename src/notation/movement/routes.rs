//! Where moves of several legs lead, and what must stand on which squares for it, whatever the board is.
//!
//! What [`run`](super::run::run) finds on a board are the routes whose squares hold what they need. The same program is gone
//! through, but instead of looking at a square each of the things that can stand there is supposed.

use super::legs::{Legs, Node, Program};
use super::walk::{Content, Ride, Stop, longest};
use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::{Between, Hop, Leg, Over, Range, Step, Victims};

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

/// The routes of legs from a square for a side, some perhaps more than once. `None` if there are more than `most`, or if the legs have letters that need
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

/// Whether legs go the same ways for both sides.
pub(crate) fn is_same_for_both(legs: &Legs) -> bool {
    let opposite = |step: &Step| Step {
        right: -step.right,
        forward: -step.forward,
    };
    let turned = |leg: &Leg| {
        leg.steps
            .iter()
            .all(|step| leg.steps.contains(&opposite(step)))
    };
    let half = |leg: &Leg| leg.range == Range::Half;
    legs.paths().iter().all(|path| {
        path.first().is_some_and(|leg| turned(leg)) && !path.iter().any(|leg| half(leg))
    })
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

/// Supposes something of a square, and says whether that agrees with what was supposed before.
type Supposed = fn(&mut Trip, Square, Square) -> bool;

impl Trip {
    /// Nobody stands there when the move comes there.
    fn free(&mut self, square: Square, from: Square) -> bool {
        let route = &mut self.route;
        if square == from || route.taken.contains(square) {
            return true;
        }
        if route.own.contains(square) || route.enemy.contains(square) {
            return false;
        }
        route.empty.insert(square);
        true
    }

    /// Whether nothing was supposed of a square.
    fn is_open(&self, square: Square, from: Square) -> bool {
        let route = &self.route;
        let known = route.taken | route.empty | route.own | route.enemy;
        square != from && !known.contains(square)
    }

    /// An enemy man is taken there.
    fn taking(&mut self, square: Square, from: Square) -> bool {
        let stands = self.enemy(square, from);
        self.route.enemy.remove(square);
        if stands {
            self.route.taken.insert(square);
        }
        stands
    }

    /// An own man stands there.
    fn own(&mut self, square: Square, from: Square) -> bool {
        let stands = self.route.own.contains(square) || self.is_open(square, from);
        if stands {
            self.route.own.insert(square);
        }
        stands
    }

    /// An enemy man stands there.
    fn enemy(&mut self, square: Square, from: Square) -> bool {
        let stands = self.route.enemy.contains(square) || self.is_open(square, from);
        if stands {
            self.route.enemy.insert(square);
        }
        stands
    }
}

impl Scout<'_> {
    fn leg(&mut self, node: &Node, trip: &Trip) -> Option<()> {
        let (program, holes) = (self.program, self.holes);
        let leg = &program.legs[node.leg as usize];
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
            if holes.contains(square) {
                Content::Hole
            } else {
                Content::Empty
            }
        };
        self.steps += 1;
        let mut going = Some(());
        ride.go(&look, |stop| {
            if going.is_some() && (!leg.same_length || stop.count == trip.slid) {
                going = self.stop(leg, node, trip, &stop);
            }
        });
        going
    }

    /// A square where a leg can end.
    fn stop(&mut self, leg: &Leg, node: &Node, trip: &Trip, stop: &Stop) -> Option<()> {
        self.steps += 1;
        if self.steps > self.most * 8 {
            return None;
        }
        let mut come = *trip;
        for square in stop.path.iter() {
            if !come.free(square, self.from) {
                return Some(());
            }
        }
        come.at = stop.at;
        if !leg.same_length {
            come.slid = stop.count;
        }
        come.route.path |= stop.path;
        come.route.path.remove(self.from);
        if node.last {
            self.end(leg, &come)
        } else {
            self.onward(leg, node, come)
        }
    }

    /// A leg with nothing behind it.
    fn end(&mut self, leg: &Leg, trip: &Trip) -> Option<()> {
        let (at, from) = (trip.at, self.from);
        let ends: [(bool, Supposed); 2] = [
            (leg.modality.quiet, Trip::free),
            (leg.modality.capture, Trip::taking),
        ];
        for (_, happens) in ends.into_iter().filter(|(may, _)| *may) {
            let mut end = *trip;
            if happens(&mut end, at, from) {
                self.found.push(Route {
                    to: at,
                    ..end.route
                });
            }
        }
        (self.found.len() <= self.most).then_some(())
    }

    /// A leg with others behind it.
    fn onward(&mut self, leg: &Leg, node: &Node, mut trip: Trip) -> Option<()> {
        let (at, from) = (trip.at, self.from);
        if at != from {
            trip.route.path.insert(at);
        }
        let onward = leg.onward;
        let over =
            |over, wanted| matches!((over, wanted), (Over::Own, Over::Own) | (Over::Anybody, _));
        let supposed: [(Supposed, bool, bool); 4] = [
            (Trip::free, leg.modality.quiet, onward.quiet_switching),
            (Trip::taking, leg.modality.capture, false),
            (
                Trip::own,
                over(onward.over, Over::Own),
                over(onward.over_switching, Over::Own),
            ),
            (
                Trip::enemy,
                over(onward.over, Over::Anybody),
                over(onward.over_switching, Over::Anybody),
            ),
        ];
        for (happens, plainly, switching) in supposed {
            if !plainly && !switching {
                continue;
            }
            let mut next = trip;
            if !happens(&mut next, at, from) {
                continue;
            }
            if plainly {
                self.go_on(&node.next, &next)?;
            }
            if switching {
                self.go_on(&node.next_switched, &next)?;
            }
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
    use std::collections::{BTreeSet, HashSet};

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
                    if is_same_for_both(legs) {
                        let others = super::routes(board, legs, from, side.other(), 5_000).unwrap();
                        let [one, other] =
                            [&routes, &others].map(|r| r.iter().collect::<HashSet<_>>());
                        assert_eq!(one, other, "{text}");
                    }
                }
            }
        }
    }
}
