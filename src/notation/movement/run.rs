//! Runs the compiled legs of a term on a board with men: where a man can go, and what it does on the way.
//!
//! The legs ride as single ones do (`walk`); what happens between them is here.

use super::legs::{Legs, Node, Program};
use super::walk::{Content, LandingKind, Ride, Stop, kinds, longest};
use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::{Hop, Leg, Over, Victims};
use std::collections::HashSet;

/// A board as legs see it: the men by side, what can be taken en passant, and which men are royal.
pub trait Ground {
    /// What stands on a square, seen by the mover.
    fn content(&self, square: Square) -> Content;
    /// The man that is taken en passant by a move to an empty square.
    fn passed(&self, square: Square) -> Option<Square>;
    /// Whether the man on a square is royal.
    fn is_royal(&self, square: Square) -> bool;
    /// Whether it matters on which of several ways the same is done. Where it does not, many ways need not be gone.
    fn minds_ways(&self) -> bool {
        true
    }
    /// Whether what was found is enough, so that nothing more is looked for.
    fn has_enough(&self) -> bool {
        false
    }
}

/// What a move does, and on which way. Two moves of one man are the same if their [`Effects`] are.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deed {
    /// Where the man that moves starts: the one whose term it is, or with `x` the one to which the move is lent.
    pub mover: Square,
    /// Where it ends.
    pub to: Square,
    /// The enemy men that are taken.
    pub taken: SquareSet,
    /// The own men that are removed.
    pub destroyed: SquareSet,
    /// Men that reappear, each with its square before and the one after.
    pub unloaded: Vec<(Square, Square)>,
    /// Squares that can be taken en passant now.
    pub leaves: SquareSet,
    /// Whether a man was taken on a square that it has just passed.
    pub en_passant: bool,
    /// The squares passed between start and end.
    pub path: SquareSet,
    /// Where the legs ended, the last one excepted.
    pub stops: Vec<Square>,
}

impl Deed {
    /// Whether nothing changes but the turn: every man stays, and no square is left to be taken en passant.
    #[must_use]
    pub fn is_pass(&self) -> bool {
        self.mover == self.to
            && self.taken.is_empty()
            && self.destroyed.is_empty()
            && self.unloaded.is_empty()
            && self.leaves.is_empty()
    }

    /// What it changes. Deeds of one man with the same effects are the same move, on whatever way.
    #[must_use]
    pub fn effects(&self) -> Effects {
        let mut unloaded = self.unloaded.clone();
        unloaded.sort_unstable();
        Effects {
            mover: self.mover,
            to: self.to,
            taken: self.taken,
            destroyed: self.destroyed,
            unloaded,
            leaves: self.leaves,
        }
    }
}

/// What a deed changes: who moves from where to where, who is taken, removed or put elsewhere, and what can be taken en
/// passant then.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Effects {
    mover: Square,
    to: Square,
    taken: SquareSet,
    destroyed: SquareSet,
    unloaded: Vec<(Square, Square)>,
    leaves: SquareSet,
}

impl Effects {
    /// Where the man that moves ends.
    pub(in crate::notation) const fn to(&self) -> Square {
        self.to
    }
}

/// What the legs of a term lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// A move.
    Deed(Deed),
    /// The mover may move as the own man on this square would (`x` on the last leg).
    Borrow(Square),
}

/// How many steps [`run`] takes at most: one for each leg that it follows, and one for each square where a leg can end. It
/// keeps the worst string on the largest board to some hundredths of a second.
pub const MAX_STEPS: usize = 20_000;

/// Moves that are not looked for because there are too many ways: [`MAX_STEPS`] is the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move can go so many ways here that only {MAX_STEPS} steps of them were followed")]
pub struct TooManyWays;

/// Visits every move that the legs of a term lead to. One that is found on several ways is visited for each, except
/// that with more than three legs only one of the ways to the same place and effects is followed on.
///
/// Men that the move takes or removes leave their squares at once, and men that it puts back stand there at once, so
/// that later legs see the board as it then is. The start square counts as empty.
///
/// # Errors
/// If there are too many ways. What was visited until then is right.
pub fn run(
    shape: Shape,
    legs: &Legs,
    from: Square,
    side: Side,
    ground: &impl Ground,
    visit: impl FnMut(Found),
) -> Result<(), TooManyWays> {
    run_within(MAX_STEPS, shape, legs, from, side, ground, visit).map(|_| ())
}

/// The same as [`run`], but with a bound of its own. Says how many steps were taken.
///
/// # Errors
/// If there are more.
pub fn run_within(
    limit: usize,
    shape: Shape,
    legs: &Legs,
    from: Square,
    side: Side,
    ground: &impl Ground,
    visit: impl FnMut(Found),
) -> Result<usize, TooManyWays> {
    let program = legs.program();
    let deed = Deed {
        mover: from,
        to: from,
        taken: SquareSet::EMPTY,
        destroyed: SquareSet::EMPTY,
        unloaded: Vec::new(),
        leaves: SquareSet::EMPTY,
        en_passant: false,
        path: SquareSet::EMPTY,
        stops: Vec::new(),
    };
    let trip = Trip {
        deed,
        at: from,
        slid: 0,
        last_victim: None,
        changes: vec![(from, None)],
    };
    let mut runner = Runner {
        shape,
        program,
        side,
        ground,
        visit,
        start: from,
        seen: (program.longest > 3 || !ground.minds_ways()).then(|| Memory::new(program)),
        steps: 0,
        limit,
    };
    for &node in &program.starts {
        runner.leg(&program.nodes[node as usize], node, &trip)?;
    }
    Ok(runner.steps)
}

/// A move as far as it has come.
#[derive(Clone)]
struct Trip {
    deed: Deed,
    at: Square,
    /// How many steps the last leg took that had no `i`.
    slid: u32,
    /// The man that was taken or removed last, unless it was put back.
    last_victim: Option<Square>,
    /// Squares that are not as at the beginning, with where the man comes from that stands there now.
    changes: Vec<(Square, Option<Square>)>,
}

/// Where trips have been: none goes on twice from the same place with the same effects.
struct Memory {
    /// For each node, where trips without any effect began it.
    quiet: Vec<SquareSet>,
    others: HashSet<Seen>,
}

impl Memory {
    fn new(program: &Program) -> Self {
        Self {
            quiet: vec![SquareSet::EMPTY; program.nodes.len()],
            others: HashSet::new(),
        }
    }

    /// Whether a trip is the first one there.
    fn is_new(&mut self, program: &Program, start: Square, node: u32, trip: &Trip) -> bool {
        let deed = &trip.deed;
        let effects = deed.taken | deed.destroyed | deed.leaves;
        if effects.is_empty()
            && deed.unloaded.is_empty()
            && deed.mover == start
            && trip.last_victim.is_none()
            && !program.counts_steps
        {
            let squares = &mut self.quiet[node as usize];
            let new = !squares.contains(trip.at);
            squares.insert(trip.at);
            return new;
        }
        self.others.insert((
            node,
            trip.at,
            trip.slid,
            deed.mover,
            deed.taken,
            deed.destroyed,
            deed.unloaded.clone(),
            deed.leaves,
        ))
    }
}

/// A place in the program, on the board, and what has happened.
type Seen = (
    u32,
    Square,
    u32,
    Square,
    SquareSet,
    SquareSet,
    Vec<(Square, Square)>,
    SquareSet,
);

struct Runner<'a, G, V> {
    shape: Shape,
    program: &'a Program,
    side: Side,
    ground: &'a G,
    visit: V,
    start: Square,
    seen: Option<Memory>,
    steps: usize,
    limit: usize,
}

impl<G: Ground, V: FnMut(Found)> Runner<'_, G, V> {
    fn content(&self, trip: &Trip, square: Square) -> Content {
        match trip.man(square) {
            None => Content::Empty,
            // A man that lent its move stays behind.
            Some(man) if man == self.start => Content::Own,
            Some(man) => self.ground.content(man),
        }
    }

    fn leg(&mut self, node: &Node, number: u32, trip: &Trip) -> Result<(), TooManyWays> {
        if self.ground.has_enough() {
            return Ok(());
        }
        self.steps += 1;
        if self.steps > self.limit {
            return Err(TooManyWays);
        }
        if let Some(seen) = &mut self.seen
            && !seen.is_new(self.program, self.start, number, trip)
        {
            return Ok(());
        }
        let mut stops = Vec::new();
        self.stops(node, trip, &mut stops);
        self.steps += stops.len();
        if self.steps > self.limit {
            return Err(TooManyWays);
        }
        for stop in stops {
            if node.last {
                self.end(node, trip, &stop);
            } else {
                self.onward(node, trip, &stop)?;
            }
        }
        Ok(())
    }

    fn stops(&self, node: &Node, trip: &Trip, stops: &mut Vec<Stop>) {
        let leg = &self.program.legs[node.leg as usize];
        let look = |square| self.content(trip, square);
        let Some(step) = node.step else {
            let others = self.shape.squares();
            let others = others.filter(|&s| s != trip.at && look(s) != Content::Hole);
            stops.extend(others.map(|at| Stop {
                at,
                content: look(at),
                path: SquareSet::EMPTY,
                count: 1,
            }));
            return;
        };
        let ride = Ride {
            shape: self.shape,
            leg,
            from: trip.at,
            side: self.side,
            step,
            hand: node.hand,
            circle: node.circle,
            longest: if leg.same_length {
                trip.slid
            } else {
                longest(self.shape, node.range, trip.at, self.side)
            },
            hop: if node.last { leg.hop } else { Hop::None },
        };
        ride.go(&look, |stop| {
            if !leg.same_length || stop.count == trip.slid {
                stops.push(stop);
            }
        });
    }

    /// The man that a last or other leg takes on an empty square.
    fn passed(&self, trip: &Trip, square: Square) -> Option<Square> {
        let victim = self.ground.passed(square)?;
        (trip.man(victim) == Some(victim)).then_some(victim)
    }

    fn spares(&self, leg: &Leg, trip: &Trip, square: Square) -> bool {
        let royal = || {
            trip.man(square)
                .is_some_and(|man| self.ground.is_royal(man))
        };
        match leg.victims {
            Victims::Any => false,
            Victims::Royal => !royal(),
            Victims::Common => royal(),
        }
    }

    /// A leg with nothing behind it.
    fn end(&mut self, node: &Node, trip: &Trip, stop: &Stop) {
        let leg = &self.program.legs[node.leg as usize];
        if leg.lends && stop.content == Content::Own {
            (self.visit)(Found::Borrow(stop.at));
        }
        let found: Vec<LandingKind> =
            kinds(leg, stop.content, || self.passed(trip, stop.at).is_some()).collect();
        for kind in found {
            if let Some(next) = self.moved(leg, trip, stop, Some(kind)) {
                let mut deed = next.deed;
                deed.to = stop.at;
                if leg.leaves_passed && kind == LandingKind::Quiet {
                    deed.leaves |= stop.path;
                }
                (self.visit)(Found::Deed(deed));
            }
        }
    }

    /// A leg with others behind it.
    fn onward(&mut self, node: &Node, trip: &Trip, stop: &Stop) -> Result<(), TooManyWays> {
        let program = self.program;
        let leg = &program.legs[node.leg as usize];
        let kinds: Vec<LandingKind> =
            kinds(leg, stop.content, || self.passed(trip, stop.at).is_some()).collect();
        for kind in kinds {
            let Some(mut next) = self.moved(leg, trip, stop, Some(kind)) else {
                continue;
            };
            if leg.leaves_passed && kind == LandingKind::Quiet {
                next.deed.leaves |= stop.path | SquareSet::of(stop.at);
            }
            self.go_on(&node.next, next.stopped(stop.at))?;
        }
        let crosses = |over| match over {
            Over::Nobody => false,
            Over::Own => stop.content == Content::Own,
            Over::Anybody => stop.content.is_man(),
        };
        let onward = leg.onward;
        let stays = onward.quiet_switching && stop.content == Content::Empty
            || crosses(onward.over)
            || crosses(onward.over_switching);
        if stays && let Some(mut next) = self.moved(leg, trip, stop, None) {
            next.stopped(stop.at);
            if crosses(onward.over) {
                self.go_on(&node.next, &next)?;
            }
            if onward.quiet_switching && stop.content == Content::Empty
                || crosses(onward.over_switching)
            {
                self.go_on(&node.next_switched, &next)?;
            }
        }
        if leg.lends
            && stop.content == Content::Own
            && let Some(mut next) = self.moved(leg, trip, stop, None)
        {
            // The man whose term it is stays where it began, and the other one leaves.
            let start = next.deed.mover;
            next.changes.push((start, Some(start)));
            if let Some(man) = trip.man(stop.at) {
                next.deed.mover = man;
            }
            next.changes.push((stop.at, None));
            self.go_on(&node.next, next.stopped(stop.at))?;
        }
        Ok(())
    }

    fn go_on(&mut self, next: &[u32], trip: &Trip) -> Result<(), TooManyWays> {
        let program = self.program;
        for &number in next {
            self.leg(&program.nodes[number as usize], number, trip)?;
        }
        Ok(())
    }

    /// The move after a leg that ended on a square; nothing if its man may not be taken.
    fn moved(
        &self,
        leg: &Leg,
        trip: &Trip,
        stop: &Stop,
        kind: Option<LandingKind>,
    ) -> Option<Trip> {
        let mut next = trip.clone();
        next.at = stop.at;
        if !leg.same_length {
            next.slid = stop.count;
        }
        next.deed.path |= stop.path;
        let victim = match kind {
            None | Some(LandingKind::Quiet) => {
                if leg.unload
                    && let Some(man) = next.last_victim.take()
                {
                    self.put_back(&mut next, man, trip.at)?;
                }
                return Some(next);
            }
            Some(LandingKind::EnPassant) => {
                next.deed.en_passant = true;
                self.passed(trip, stop.at)?
            }
            Some(LandingKind::Capture | LandingKind::Destroy) => stop.at,
        };
        if self.spares(leg, trip, victim) {
            return None;
        }
        let man = trip.man(victim)?;
        next.changes.push((victim, None));
        next.deed.unloaded.retain(|(before, _)| *before != man);
        next.last_victim = Some(man);
        if kind == Some(LandingKind::Destroy) {
            next.deed.destroyed.insert(man);
        } else {
            next.deed.taken.insert(man);
        }
        if leg.unload {
            self.put_back(&mut next, man, trip.at)?;
        }
        Some(next)
    }

    /// Puts a man that was taken or removed on a square; nothing if somebody stands there whom the move passed over.
    fn put_back(&self, trip: &mut Trip, man: Square, square: Square) -> Option<()> {
        if self.content(trip, square) != Content::Empty {
            return None;
        }
        trip.last_victim = None;
        trip.deed.taken.remove(man);
        trip.deed.destroyed.remove(man);
        if man != square {
            trip.deed.unloaded.push((man, square));
        }
        trip.changes.push((square, Some(man)));
        Some(())
    }
}

impl Trip {
    /// Who stands on a square now: where it stood at the beginning.
    fn man(&self, square: Square) -> Option<Square> {
        let change = self.changes.iter().rev().find(|(s, _)| *s == square);
        change.map_or(Some(square), |(_, man)| *man)
    }

    /// Notes where a leg ended that has another one behind it.
    fn stopped(&mut self, at: Square) -> &Self {
        self.deed.stops.push(at);
        self.deed.path.insert(at);
        self
    }
}
