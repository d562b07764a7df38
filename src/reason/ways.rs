//! What a leg needs to get from one square to another: which squares empty, which occupied.
//!
//! All of it is asked of `walk`, with boards that hold a man or two, so that no letter of the notation is read twice.

use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::{Between, Content, Hop, Leg, Modality, Step, walk};

/// One way in which a leg gets to a square, whatever stands on that square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// The squares that must be empty.
    pub(super) empty: SquareSet,
    /// The squares that must be occupied.
    pub(super) occupied: SquareSet,
    /// What the move passes, for conditions.
    pub(super) path: SquareSet,
}

/// All ways of a leg from a square to another, on a board with walls.
pub(super) fn ways(
    (shape, walls): (Shape, SquareSet),
    leg: &Leg,
    (from, to): (Square, Square),
    side: Side,
) -> Vec<Way> {
    let mut found = Vec::new();
    for &step in &leg.steps {
        let probe = Probe::new((shape, walls), leg, step, (from, to), side);
        if probe.is_on_line {
            found.extend(probe.ways());
        }
    }
    found
}

/// One step of a leg, asked about one target.
struct Probe {
    shape: Shape,
    /// Squares that nobody can enter.
    walls: SquareSet,
    leg: Leg,
    from: Square,
    to: Square,
    side: Side,
    /// Where the ride sets foot before the target.
    feet: SquareSet,
    /// The squares between the ends of its leaps.
    between: SquareSet,
    /// Whether the ride comes to the target at all.
    is_on_line: bool,
}

impl Probe {
    fn new(
        (shape, walls): (Shape, SquareSet),
        leg: &Leg,
        step: Step,
        (from, to): (Square, Square),
        side: Side,
    ) -> Self {
        let leg = Leg {
            steps: vec![step],
            // What stands on the last square is asked elsewhere.
            modality: Modality {
                quiet: true,
                ..Modality::default()
            },
            ..leg.clone()
        };
        let mut probe = Self {
            shape,
            walls,
            leg,
            from,
            to,
            side,
            feet: SquareSet::EMPTY,
            between: SquareSet::EMPTY,
            is_on_line: false,
        };
        probe.look_along(step);
        probe
    }

    fn look_along(&mut self, step: Step) {
        let offset = |at, step: Step| {
            let (files, ranks) = step.seen_by(self.side);
            self.shape.offset(at, files, ranks, self.leg.wraps)
        };
        let mut at = self.from;
        for _ in 0..self.shape.len() {
            self.between = step
                .between()
                .filter_map(|b| offset(at, b))
                .fold(self.between, |all, s| all | SquareSet::of(s));
            match offset(at, step) {
                Some(next) if next == self.to => {
                    self.is_on_line = true;
                    return;
                }
                Some(next) if next != self.from => at = next,
                _ => return,
            }
            self.feet.insert(at);
        }
    }

    fn ways(&self) -> Vec<Way> {
        let ends = SquareSet::of(self.from) | SquareSet::of(self.to);
        let leapt = if self.leg.between == Between::Occupied {
            self.between - self.feet - ends
        } else {
            SquareSet::EMPTY
        };
        if self.leg.hop == Hop::None {
            return self.way(leapt).into_iter().collect();
        }
        let hurdles = (self.feet - ends).iter();
        hurdles
            .filter_map(|h| self.way(leapt | SquareSet::of(h)))
            .collect()
    }

    /// What else is needed if these squares are occupied.
    fn way(&self, occupied: SquareSet) -> Option<Way> {
        let path = self.lands(occupied)?;
        let ends = SquareSet::of(self.from) | SquareSet::of(self.to);
        let others = (self.feet | self.between) - occupied - ends;
        let blocks = |s: &Square| self.lands(occupied | SquareSet::of(*s)).is_none();
        let carries = |s: &Square| self.lands(occupied - SquareSet::of(*s)).is_none();
        Some(Way {
            empty: others.iter().filter(blocks).collect(),
            occupied: occupied.iter().filter(carries).collect(),
            path,
        })
    }

    /// What is passed on the way to the target, if the leg gets there on a board with men on these squares.
    fn lands(&self, men: SquareSet) -> Option<SquareSet> {
        let look = |s: Square| {
            if self.walls.contains(s) {
                Content::Hole
            } else if men.contains(s) {
                Content::Enemy
            } else {
                Content::Empty
            }
        };
        let mut found = None;
        walk(
            self.shape,
            &self.leg,
            self.from,
            self.side,
            look,
            |_| false,
            |landing| {
                if landing.to == self.to {
                    found = Some(landing.path);
                }
            },
        );
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{LandingKind, parse};

    /// Whether some way's needs are met.
    fn reached(found: &[Way], men: SquareSet) -> bool {
        found
            .iter()
            .any(|w| (w.empty & men).is_empty() && w.occupied.is_subset(&men))
    }

    /// On random boards a way is open exactly if the interpreter of legs gets there.
    #[test]
    fn ways_agree_with_the_walk() {
        let shape = Shape::new(7, 7).unwrap();
        let mut seed = 0x2545_F491_4F6C_DD1D_u64;
        for text in [
            "Q", "R3", "NN", "nN", "nA", "jB", "jjR", "jD", "nDD", "jAA", "pR", "gQ", "pB4", "gR3",
            "oR", "opR", "mfnD", "nH",
        ] {
            for term in parse(text).movement.terms {
                let Some(leg) = term.plain_leg().cloned() else {
                    continue;
                };
                for _ in 0..150 {
                    seed ^= seed << 13;
                    seed ^= seed >> 7;
                    seed ^= seed << 17;
                    let from = Square::new((seed % 49) as u8);
                    let dense = if seed >> 20 & 1 == 0 {
                        seed >> 8
                    } else {
                        seed >> 8 & seed >> 13
                    };
                    let men: SquareSet = shape
                        .squares()
                        .filter(|s| dense >> s.index() & 1 == 1)
                        .collect();
                    let men = men - SquareSet::of(from);
                    for to in shape.squares().filter(|&to| to != from) {
                        let mut there = false;
                        let all = Leg {
                            modality: Modality {
                                quiet: true,
                                capture: true,
                                ..Modality::default()
                            },
                            ..leg.clone()
                        };
                        let look = |s| {
                            if men.contains(s) {
                                Content::Enemy
                            } else {
                                Content::Empty
                            }
                        };
                        walk(
                            shape,
                            &all,
                            from,
                            Side::White,
                            look,
                            |_| false,
                            |l| {
                                there |= l.to == to && l.kind != LandingKind::Destroy;
                            },
                        );
                        let found = ways((shape, SquareSet::EMPTY), &leg, (from, to), Side::White);
                        assert_eq!(
                            reached(&found, men),
                            there,
                            "{text} {from:?} {to:?} {men:?} {found:?}"
                        );
                    }
                }
            }
        }
    }
}
