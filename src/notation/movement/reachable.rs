//! Where moves of several legs can end at all, whatever stands on the board.

use super::legs::{Legs, Node, Program};
use super::walk::possible_stops;
use crate::board::{Shape, Side, Square};
use crate::notation::Leg;
use std::collections::HashSet;

/// So many places on the way are looked at.
const MOST: usize = 200_000;
/// So many squares between can be told apart.
const MOST_VIA: usize = 16;

/// Whether legs can lead from a square to another on some board, with stops on all squares of `via` in whatever order.
///
/// Men are not looked at, except that the square where the move starts is empty behind it. Nothing is denied that is
/// possible: with too many ways to look at all, and where a man can be taken beside the way, the answer is yes.
pub(crate) fn may_go(
    shape: Shape,
    legs: &Legs,
    (from, to): (Square, Square),
    via: &[Square],
    side: Side,
) -> bool {
    let all_legs = || legs.paths().iter().flatten();
    let takes_beside = all_legs().any(|leg| leg.modality.en_passant);
    let via = if takes_beside || via.len() > MOST_VIA {
        &[]
    } else {
        via
    };
    let mut search = Search {
        shape,
        program: legs.program(),
        from,
        to,
        via,
        side,
        refills: all_legs().any(|leg| leg.lends || leg.unload),
        counts: all_legs().any(|leg| leg.same_length),
        seen: HashSet::new(),
        todo: Vec::new(),
    };
    search.runs()
}

/// A node, the square where its leg starts, how many steps the last leg without `i` took, and which squares of `via` have
/// been visited.
type Place = (u32, Square, u32, u16);

struct Search<'a> {
    shape: Shape,
    program: &'a Program,
    from: Square,
    to: Square,
    via: &'a [Square],
    side: Side,
    /// Whether a man can stand where the move started.
    refills: bool,
    /// Whether it matters how many steps a leg took.
    counts: bool,
    seen: HashSet<Place>,
    todo: Vec<Place>,
}

impl Search<'_> {
    fn runs(&mut self) -> bool {
        let all = (1u32 << self.via.len()) - 1;
        let program = self.program;
        for &start in &program.starts {
            self.add((start, self.from, 0, 0));
        }
        while let Some((number, at, slid, visited)) = self.todo.pop() {
            if self.seen.len() > MOST {
                return true;
            }
            let node = &program.nodes[number as usize];
            let leg = &program.legs[node.leg as usize];
            for (stop, count) in possible_stops(self.shape, (leg, node), at, slid, self.side) {
                if node.last {
                    if stop == self.to && u32::from(visited) == all && self.can_end(leg, stop) {
                        return true;
                    }
                    continue;
                }
                let slid = match (self.counts, leg.same_length) {
                    (false, _) => 0,
                    (true, true) => slid,
                    (true, false) => count,
                };
                self.go_on((leg, node), stop, slid, visited | self.marks(stop));
            }
        }
        false
    }

    fn go_on(&mut self, (leg, node): (&Leg, &Node), stop: Square, slid: u32, visited: u16) {
        let stays_empty = leg.onward.quiet_switching;
        if !stays_empty && !self.can_end(leg, stop) {
            return;
        }
        for &next in node.next.iter().chain(&node.next_switched) {
            self.add((next, stop, slid, visited));
        }
    }

    /// Whether a leg can do anything on a square: the start is empty, unless a man is put there.
    fn can_end(&self, leg: &Leg, stop: Square) -> bool {
        stop != self.from || self.refills || leg.modality.quiet || leg.modality.en_passant
    }

    /// Which of the squares between a stop is.
    fn marks(&self, stop: Square) -> u16 {
        let places = self.via.iter().enumerate();
        places
            .filter(|&(_, &square)| square == stop)
            .fold(0, |marks, (n, _)| marks | 1 << n)
    }

    fn add(&mut self, place: Place) {
        if self.seen.insert(place) {
            self.todo.push(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Content, Found, Ground, parse, run_within};

    struct Men(u64);

    impl Ground for Men {
        fn content(&self, square: Square) -> Content {
            match self.0 >> (2 * (square.index() % 29)) & 3 {
                0 | 3 => Content::Empty,
                1 => Content::Own,
                _ => Content::Enemy,
            }
        }
        fn passed(&self, _: Square) -> Option<Square> {
            None
        }
        fn is_royal(&self, _: Square) -> bool {
            false
        }
    }

    fn legs(text: &str) -> Vec<Legs> {
        let terms = parse(text).movement.terms.into_iter();
        terms.filter_map(|t| t.legs().cloned()).collect()
    }

    /// What legs do on random boards is never denied.
    #[test]
    fn nothing_possible_is_denied() {
        let shape = Shape::new(7, 7).unwrap();
        let mut seed = 0x2545_F491_4F6C_DD1D_u64;
        for text in [
            "fmF fcafmF",
            "mRcaibR",
            "mcabK",
            "[cQ-mK]",
            "mRafudR",
            "mafmN",
            "fcaf(macaf)mF",
            "KaK",
            "mQcaK",
            "xaN",
            "caibR",
            "zB",
            "qN",
            "mpafcR",
            "gabR",
            "yafsW",
            "dafudW",
            "cdafabK",
            "pR",
            "jcafR",
            "mRaudQ",
            "U",
            "cDaibD",
            "mQaxK",
        ] {
            for legs in legs(text) {
                for _ in 0..40 {
                    seed ^= seed << 13;
                    seed ^= seed >> 7;
                    seed ^= seed << 17;
                    let from = Square::new((seed % 49) as u8);
                    let side = if seed >> 60 & 1 == 0 {
                        Side::White
                    } else {
                        Side::Black
                    };
                    let mut found = Vec::new();
                    let men = Men(seed);
                    let _ = run_within(3_000, shape, &legs, from, side, &men, |f| found.push(f));
                    for deed in found {
                        let Found::Deed(deed) = deed else { continue };
                        for via in [&[][..], &deed.stops] {
                            assert!(
                                may_go(shape, &legs, (from, deed.to), via, side),
                                "{text} {deed:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_impossible_is_denied() {
        let shape = Shape::new(8, 8).unwrap();
        let square = |name| shape.parse(name).unwrap();
        for (text, from, others) in [
            ("fcafmF", "d3", "d4 c5 d5 c4 e4"),
            ("caibR", "d3", "d4 e4 e5"),
            ("mcabK", "d3", "d4 e5"),
            ("[cQ-mK]", "d3", "d4 e6"),
            ("mRafudR", "d3", "e4"),
            ("mafmN", "d3", "d5"),
            ("fcaf(macaf)mF", "a2", "a3 b3 b5 d5"),
        ] {
            for other in others.split(' ') {
                for legs in legs(text) {
                    let ends = (square(from), square(other));
                    assert!(
                        !may_go(shape, &legs, ends, &[], Side::White),
                        "{text} {other}"
                    );
                }
            }
        }
    }
}
