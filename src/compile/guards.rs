//! Conditions made ready for the hot path.
//!
//! A condition on an ordinary move becomes two sets of squares, computed once a node: where the mover may start and
//! where it may end ([`Guard`]). A condition on a castling or a swap is a [`Test`] of the single move.

use super::bits::Bits;
use super::lanes::Lanes;
use super::plan::Builder;
use super::reach::ReachId;
use super::steps::{SetStep, all_steps};
use super::tables::Threat;
use super::{Unsupported, code};
use crate::board::{PieceId, PieceSet, Shape, Side, Square, SquareSet};
use crate::notation::{Between, Hop, Range, Term};
use crate::rules::{Compare, Condition, Origin, Owner, Pick, Place, Region, SquareState};
use std::collections::BTreeMap;

/// The reason for conditions that only the general path asks.
const BEYOND: Unsupported = Unsupported("a condition that is asked of the whole position");

/// Where an entry's moves may start and end.
#[derive(Clone, Debug)]
pub(crate) struct Guard<B: Bits> {
    /// The squares where the mover may start.
    pub(crate) here: SetExpr<B>,
    /// The squares where it may end.
    pub(crate) there: SetExpr<B>,
    /// The codes of men that it may not pass, and whether it may not end on them either.
    pub(crate) screen: Option<(Vec<u8>, bool)>,
}

impl<B: Bits> Guard<B> {
    /// Whether it is the same in all positions.
    pub(super) fn is_fixed(&self) -> bool {
        self.here.is_fixed() && self.there.is_fixed()
    }

    /// Whether it keeps nobody from anywhere, but for the men that may not be passed.
    pub(super) fn is_open(&self) -> bool {
        let is_all = |set: &SetExpr<B>| matches!(set, SetExpr::Const(set) if *set == !B::EMPTY);
        is_all(&self.here) && is_all(&self.there)
    }
}

impl<B: Bits> SetExpr<B> {
    fn is_fixed(&self) -> bool {
        match self {
            Self::Const(_) => true,
            Self::All(parts) | Self::Any(parts) => parts.iter().all(Self::is_fixed),
            Self::Not(part) => part.is_fixed(),
            _ => false,
        }
    }
}

/// A set of squares that depends on the position.
#[derive(Clone, Debug)]
pub(crate) enum SetExpr<B: Bits> {
    /// The same always.
    Const(B),
    /// In all of them.
    All(Vec<SetExpr<B>>),
    /// In one of them.
    Any(Vec<SetExpr<B>>),
    /// Not in it.
    Not(Box<SetExpr<B>>),
    /// Squares from which a pattern reaches one of some men.
    Near(Men<B>, Lanes<B>),
    /// The same for a pattern of few steps that leads to many men.
    Steps(Men<B>, Vec<SetStep<B>>),
    /// All squares if so many men are there, none otherwise.
    If(Men<B>, Compare, u32),
    /// Of these lines, those on which so many men stand.
    Lines(Men<B>, Compare, u32, Vec<B>),
    /// All squares if it holds, none otherwise.
    When(Box<Test<B>>),
    /// The squares of men that have not moved yet, as far as that is remembered.
    Unmoved,
    /// The squares of some men.
    Of(Men<B>),
}

impl<B: Bits> SetExpr<B> {
    /// The squares in all of some sets; those that are always the same are joined now.
    pub(super) fn all(parts: Vec<Self>) -> Self {
        let (fixed, mut others): (Vec<Self>, Vec<Self>) =
            parts.into_iter().partition(|part| part.always().is_some());
        let fixed = fixed.iter().filter_map(Self::always);
        let fixed = fixed.fold(!B::EMPTY, |all, set| all & set);
        if others.is_empty() {
            return Self::Const(fixed);
        }
        if fixed != !B::EMPTY {
            others.push(Self::Const(fixed));
        }
        match others.pop() {
            Some(only) if others.is_empty() => only,
            last => Self::All(others.into_iter().chain(last).collect()),
        }
    }

    /// The squares, if they are always the same.
    pub(super) fn always(&self) -> Option<B> {
        match self {
            Self::Const(set) => Some(*set),
            Self::All(parts) => parts
                .iter()
                .try_fold(!B::EMPTY, |all, part| Some(all & part.always()?)),
            _ => None,
        }
    }
}

/// Men of some codes in a zone.
#[derive(Clone, Debug)]
pub(crate) struct Men<B> {
    pub(crate) codes: Vec<u8>,
    pub(crate) zone: B,
}

/// Something that is asked about one move.
#[derive(Clone, Debug)]
pub(crate) enum Test<B: Bits> {
    /// The answer is known.
    Const(bool),
    /// All hold.
    All(Vec<Test<B>>),
    /// One holds.
    Any(Vec<Test<B>>),
    /// It does not hold.
    Not(Box<Test<B>>),
    /// All squares of a place are in a set.
    In(Place, B),
    /// All squares of a place are in a state, seen by a side.
    State(Place, SquareState, Side),
    /// The mover, a royal, put on any square of a place would not be in check by what the rules say of that; with
    /// `true` it would be everywhere.
    Royal(Place, Box<Test<B>>, bool),
    /// A royal of this side is attacked.
    Check(Side),
    /// A royal of this side is attacked after the move, or lost by it if they are counted.
    Exposed { side: Side, counted: bool },
    /// Some of these men are attacked, or every one, by enemies of theirs or by those chosen.
    Attacked {
        men: Chosen<B>,
        by: Option<Chosen<B>>,
        /// Whether the attackers are men of the same side.
        guards: bool,
        every: bool,
    },
    /// So many men are in hands.
    Hand(Vec<(Side, PieceId)>, Compare, u32),
    /// A counter of a side compares so.
    Counter(usize, Side, Compare, i32),
    /// Counters of sides compare so.
    Counters((usize, Side), Compare, (usize, Side)),
    /// A bit of the memory is set.
    Remembered(u32),
    /// The mover is one of these.
    Mover(PieceSet),
    /// One of these is taken.
    Victim(PieceSet),
    /// Something is true of the move.
    Fact(Fact),
    /// The player to move has a legal move of which it holds.
    Can(Box<Test<B>>),
    /// The player to move has no legal move.
    Stuck,
    /// As many men are here as there, compared.
    Versus(Men<B>, Compare, Men<B>),
    /// So many men are on the board, one on each square.
    Full(u32),
    /// So many men are there.
    Count(Men<B>, Compare, u32),
    /// So many men are chosen.
    Chosen(Chosen<B>, Compare, u32),
    /// A man sees one of some others.
    Sees(Box<Sight<B>>),
}

/// Men that see others along a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Sight<B: Bits> {
    /// Who is seen.
    pub(crate) men: Men<B>,
    /// Who sees.
    pub(crate) from: Men<B>,
    /// From where a square is seen, and what must be empty between.
    pub(crate) lines: Vec<Threat<B>>,
}

/// A part of a test that costs nothing to ask first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clue {
    /// There is no such part.
    None,
    /// A bit of the memory is set.
    Remembered(u32),
    /// A counter of a side compares so.
    Counter(usize, Side, Compare, i32),
    /// No man of this code is on the board.
    Nobody(u8),
}

impl Clue {
    /// The clue of a test: the test cannot hold without it.
    fn of<B: Bits>(test: &Test<B>) -> Self {
        match test {
            Test::Remembered(bit) => Self::Remembered(*bit),
            Test::Counter(counter, side, compare, number) => {
                Self::Counter(*counter, *side, *compare, *number)
            }
            Test::Count(men, compare, number)
                if men.zone == !B::EMPTY && asks_for_some(*compare, *number) == Some(false) =>
            {
                men.codes
                    .first()
                    .map_or(Self::None, |&code| Self::Nobody(code))
            }
            Test::All(parts) => {
                let mut clues = parts.iter().map(Self::of);
                clues.find(|clue| *clue != Self::None).unwrap_or(Self::None)
            }
            _ => Self::None,
        }
    }
}

/// What a move can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// It takes an enemy man.
    Capture,
    /// The mover changes its kind.
    Promotion,
    /// Nothing but the turn changes.
    Pass,
    /// A man is put down.
    Drop,
    /// A partner moves as well.
    Castle,
}

/// Men of some codes that stand somewhere.
#[derive(Clone, Debug)]
pub(crate) struct Chosen<B: Bits> {
    pub(crate) men: Men<B>,
    pub(crate) place: Where<B>,
}

/// Where men are looked for, besides the zone of their choice.
#[derive(Clone, Debug)]
pub(crate) enum Where<B: Bits> {
    Everywhere,
    Nowhere,
    Zone(B),
    Outside(Box<Where<B>>),
    /// On squares of the move.
    Places(Vec<Place>),
    /// On those of these lines that hold a square of a place.
    Lines(Vec<B>, Place),
    /// Where a pattern reaches from squares of a place.
    Reached(Lanes<B>, Place),
    /// Where a pattern reaches from some men.
    Near(Lanes<B>, Box<Chosen<B>>),
    /// In an unbroken row of such men from beside a place up to one of these; the next square in each direction.
    Between(Place, Box<Chosen<B>>, Vec<[Option<Square>; 8]>),
}

/// What is known of the move that a test is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// There is none.
    Nothing,
    /// A castling or a swap of one of these men.
    Men(PieceSet),
    /// Any move, not made yet.
    Move,
    /// Any move that has been made.
    Made,
}

/// Which place of the move a condition asks about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    Nothing,
    Here,
    There,
}

impl<B: Bits> Builder<'_, B> {
    /// Makes a guard of an entry's condition for a mover of a side. `None` if it always holds.
    pub(super) fn guard(
        &mut self,
        condition: &Condition,
        side: Side,
    ) -> Result<Option<Guard<B>>, Unsupported> {
        if *condition == Condition::Always {
            return Ok(None);
        }
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for part in parts(condition) {
            match asks(part)? {
                Asks::There => there.push(self.set(part, side)?),
                Asks::Here | Asks::Nothing => here.push(self.set(part, side)?),
            }
        }
        Ok(Some(Guard {
            here: SetExpr::all(here),
            there: SetExpr::all(there),
            screen: None,
        }))
    }

    /// The squares of which a condition holds that asks about one square of the move. `None` if it always holds.
    pub(super) fn squares_where(
        &mut self,
        condition: &Condition,
        side: Side,
    ) -> Result<Option<SetExpr<B>>, Unsupported> {
        match condition {
            Condition::Always => Ok(None),
            other => self.set(other, side).map(Some),
        }
    }

    fn set(&mut self, condition: &Condition, side: Side) -> Result<SetExpr<B>, Unsupported> {
        let all = |yes: bool| SetExpr::Const(if yes { !B::EMPTY } else { B::EMPTY });
        Ok(match condition {
            Condition::Always => all(true),
            // An ordinary move changes something.
            Condition::Never | Condition::Pass => all(false),
            Condition::SideIs(wanted) => all(side == *wanted),
            Condition::All(parts) => SetExpr::All(
                parts
                    .iter()
                    .map(|c| self.set(c, side))
                    .collect::<Result<_, _>>()?,
            ),
            Condition::Any(parts) => SetExpr::Any(
                parts
                    .iter()
                    .map(|c| self.set(c, side))
                    .collect::<Result<_, _>>()?,
            ),
            Condition::Not(part) => SetExpr::Not(Box::new(self.set(part, side)?)),
            Condition::In(Place::Here | Place::There, zone) => {
                SetExpr::Const(B::from_set(zone[side]))
            }
            Condition::Count(pick, compare, number) if pick.region != Region::Hand => {
                self.count_set(pick, *compare, *number, side)?
            }
            Condition::State(Place::Here, SquareState::Unmoved) => SetExpr::Unmoved,
            // An ordinary move takes who stands where it ends.
            Condition::VictimIs(kinds) => SetExpr::Of(enemies(*kinds, side)),
            Condition::Capture => {
                let kinds = self.rules.kinds().map(|(kind, _)| kind).collect();
                SetExpr::Of(enemies(kinds, side))
            }
            Condition::Check { enemy: false }
            | Condition::Count(..)
            | Condition::Counter { .. }
            | Condition::Remembered(_)
            | Condition::Versus(..)
            | Condition::Full => {
                SetExpr::When(Box::new(self.test(condition, side, About::Nothing)?))
            }
            _ => return Err(Unsupported("a condition that is asked move by move")),
        })
    }

    fn count_set(
        &mut self,
        pick: &Pick,
        compare: Compare,
        number: u32,
        side: Side,
    ) -> Result<SetExpr<B>, Unsupported> {
        let men = men(pick, side);
        let shape = self.rules.shape;
        let (pattern, from) = match &pick.region {
            Region::Anywhere | Region::Zone(_) => return Ok(SetExpr::If(men, compare, number)),
            Region::FileOf(Place::Here | Place::There) => {
                let lines = lines_of(shape, |square| shape.file(square));
                return Ok(SetExpr::Lines(men, compare, number, lines));
            }
            Region::RankOf(Place::Here | Place::There) => {
                let lines = lines_of(shape, |square| shape.rank(square));
                return Ok(SetExpr::Lines(men, compare, number, lines));
            }
            Region::At { pattern, from } => (pattern, from),
            _ => return Err(BEYOND),
        };
        if !matches!(from, Origin::Place(Place::Here | Place::There)) {
            return Err(Unsupported("a pattern that starts on a man"));
        }
        let near = self.near(men, pattern, side)?;
        // Only "some" and "none" are questions about a set of squares.
        match asks_for_some(compare, number) {
            Some(true) => Ok(near),
            Some(false) => Ok(SetExpr::Not(Box::new(near))),
            None => Err(Unsupported("a number of men at a pattern")),
        }
    }

    /// The squares from which a pattern reaches one of some men.
    fn near(
        &mut self,
        men: Men<B>,
        pattern: &[Term],
        side: Side,
    ) -> Result<SetExpr<B>, Unsupported> {
        let reaches = self.pattern_reaches(pattern, side, true)?;
        let array = self.rules.array.iter().flatten();
        let count = array.filter(|man| men.codes.contains(&code(man.kind, man.side)));
        if reaches.len() < count.count()
            && let Some(steps) = all_steps(&self.pool, &reaches)
        {
            return Ok(SetExpr::Steps(men, steps));
        }
        let lanes = Lanes::new(&self.pool, &mut self.slots, &reaches);
        Ok(SetExpr::Near(men, lanes))
    }

    /// Makes a test of a condition, asked by a side about a move of some sort.
    pub(super) fn test(
        &mut self,
        condition: &Condition,
        side: Side,
        about: About,
    ) -> Result<Test<B>, Unsupported> {
        let mut each = |parts: &[Condition]| {
            parts
                .iter()
                .map(|c| self.test(c, side, about))
                .collect::<Result<Vec<_>, _>>()
        };
        let player = |enemy: bool| if enemy { side.other() } else { side };
        let is_open = matches!(about, About::Move | About::Made);
        Ok(match condition {
            Condition::Always => Test::Const(true),
            Condition::Capture if is_open => Test::Fact(Fact::Capture),
            Condition::Promotion if is_open => Test::Fact(Fact::Promotion),
            Condition::Pass if is_open => Test::Fact(Fact::Pass),
            Condition::Drop if is_open => Test::Fact(Fact::Drop),
            Condition::Castle if is_open => Test::Fact(Fact::Castle),
            Condition::VictimIs(kinds) if is_open => Test::Victim(*kinds),
            Condition::MoverIs(kinds) if is_open => Test::Mover(*kinds),
            Condition::Never
            | Condition::Capture
            | Condition::VictimIs(_)
            | Condition::Pass
            | Condition::Drop
            | Condition::Promotion => Test::Const(false),
            Condition::SideIs(wanted) => Test::Const(side == *wanted),
            Condition::MoverIs(kinds) => match about {
                About::Men(movers) => Test::Const(!kinds.intersection(movers).is_empty()),
                _ => Test::Const(false),
            },
            // The cheapest first.
            Condition::All(parts) => {
                let mut parts = each(parts)?;
                parts.sort_by_key(cost);
                Test::All(parts)
            }
            Condition::Any(parts) => {
                let mut parts = each(parts)?;
                parts.sort_by_key(cost);
                Test::Any(parts)
            }
            Condition::Not(part) => Test::Not(Box::new(self.test(part, side, about)?)),
            Condition::In(place, zone) => Test::In(*place, B::from_set(zone[side])),
            Condition::State(place, state) => self.state(*place, *state, side, about)?,
            Condition::Check { enemy } => match &self.rules.check {
                // What check is was asked without a move.
                Some(word) => self.test(word, player(*enemy), About::Nothing)?,
                None => Test::Check(player(*enemy)),
            },
            Condition::Count(pick, compare, number) => match &pick.region {
                Region::Anywhere | Region::Zone(_) => {
                    Test::Count(men(pick, side), *compare, *number)
                }
                Region::Hand => Test::Hand(in_hand(pick, side), *compare, *number),
                _ => self.count(pick, (*compare, *number), side)?,
            },
            Condition::Versus(left, compare, right) => {
                let counted = |pick: &Pick| match &pick.region {
                    Region::Anywhere | Region::Zone(_) => Ok(men(pick, side)),
                    _ => Err(BEYOND),
                };
                Test::Versus(counted(left)?, *compare, counted(right)?)
            }
            Condition::Full => {
                let squares = self.rules.shape.len() - self.rules.holes.len();
                Test::Full(squares as u32)
            }
            Condition::Attacked { men, by, every } => {
                self.attacked(men, by.as_deref(), *every, side)?
            }
            Condition::Counter {
                of,
                compare,
                number,
            } => Test::Counter(of.counter, player(of.enemy), *compare, *number),
            Condition::Counters(left, compare, right) => {
                let [left, right] = [left, right].map(|of| (of.counter, player(of.enemy)));
                Test::Counters(left, *compare, right)
            }
            Condition::Remembered(bit) => Test::Remembered((bit * 2 + side.index()) as u32),
            Condition::Can(part) => Test::Can(Box::new(self.test(part, side, About::Move)?)),
            // After a move the other player is to move.
            Condition::NoMove { enemy } if *enemy == (about == About::Made) => Test::Stuck,
            Condition::NoMove { .. } if is_open => Test::Const(false),
            Condition::Castle
            | Condition::After(_)
            | Condition::PerpetualCheck { .. }
            | Condition::PerpetualChase { .. } => return Err(BEYOND),
            Condition::NoMove { .. } | Condition::Repeated(_) | Condition::Quiet(_) => {
                return Err(Unsupported(
                    "a condition about the opponent or the game so far",
                ));
            }
        })
    }

    fn state(
        &mut self,
        place: Place,
        state: SquareState,
        side: Side,
        about: About,
    ) -> Result<Test<B>, Unsupported> {
        let royal = self.rules.royals(side);
        let attack = matches!(state, SquareState::Safe | SquareState::Attacked);
        Ok(match (&self.rules.check, about) {
            (_, _) if state == SquareState::Stuck => return Err(BEYOND),
            (Some(word), About::Men(movers)) if attack && movers.difference(royal).is_empty() => {
                let word = Box::new(self.test(word, side, About::Nothing)?);
                Test::Royal(place, word, state == SquareState::Attacked)
            }
            (Some(_), About::Move) if attack => return Err(BEYOND),
            (_, About::Made) if attack && self.uses_passing => return Err(BEYOND),
            _ => Test::State(place, state, side),
        })
    }

    fn attacked(
        &mut self,
        men: &Pick,
        by: Option<&Pick>,
        every: bool,
        side: Side,
    ) -> Result<Test<B>, Unsupported> {
        // Whoever has just passed is attacked en passant as well.
        let passes = |kind| {
            let men = Side::ALL.map(|side| crate::board::Man { side, kind });
            men.into_iter().any(|man| {
                let mut legs = self.rules.terms(man).filter_map(Term::plain_leg);
                legs.any(crate::movegen::passing::leaves_passed)
            })
        };
        if self.uses_passing && men.kinds.iter().any(passes) {
            return Err(Unsupported(
                "a condition about attacks on men that can be taken en passant",
            ));
        }
        let guards = men.owner != Owner::Any && by.is_some_and(|by| by.owner == men.owner);
        Ok(Test::Attacked {
            guards,
            every,
            by: match by {
                Some(by) => Some(self.chosen(by, side)?),
                None => None,
            },
            men: self.chosen(men, side)?,
        })
    }

    /// The men of a pick.
    pub(super) fn chosen(&mut self, pick: &Pick, side: Side) -> Result<Chosen<B>, Unsupported> {
        Ok(Chosen {
            men: men(pick, side),
            place: match &pick.region {
                Region::Zone(_) => Where::Everywhere,
                region => self.region(region, side)?,
            },
        })
    }

    fn region(&mut self, region: &Region, side: Side) -> Result<Where<B>, Unsupported> {
        let shape = self.rules.shape;
        Ok(match region {
            Region::Anywhere => Where::Everywhere,
            Region::Zone(zone) => Where::Zone(B::from_set(zone[side])),
            Region::Hand => Where::Nowhere,
            Region::Places(places) => Where::Places(places.clone()),
            Region::FileOf(place) => Where::Lines(lines_of(shape, |s| shape.file(s)), *place),
            Region::RankOf(place) => Where::Lines(lines_of(shape, |s| shape.rank(s)), *place),
            Region::Outside(inside) => Where::Outside(Box::new(self.region(inside, side)?)),
            Region::Between(place, ends) => {
                let next = |square| {
                    Shape::AROUND.map(|(files, ranks)| shape.offset(square, files, ranks, false))
                };
                let next = shape.squares().map(next).collect();
                Where::Between(*place, Box::new(self.chosen(ends, side)?), next)
            }
            Region::At { pattern, from } => {
                let lanes = self.pattern(pattern, side, false)?;
                match from {
                    Origin::Place(place) => Where::Reached(lanes, *place),
                    Origin::Men(men) => Where::Near(lanes, Box::new(self.chosen(men, side)?)),
                }
            }
        })
    }

    /// Makes the tests of which one holds where the game is over and no move is legal, when it is a side's turn.
    pub(super) fn over(&mut self, to_move: Side) -> Result<Vec<(Clue, Test<B>)>, Unsupported> {
        let mut tests = Vec::new();
        for end in self.rules.ends.iter().filter(|end| end.stops) {
            for player in end.players(to_move) {
                let condition = seen_by(&end.condition, player == to_move)?;
                let test = self.test(&condition, player, About::Nothing)?;
                if !matches!(test, Test::Const(false)) {
                    tests.push((Clue::of(&test), test));
                }
            }
        }
        Ok(tests)
    }

    /// A test of how many men of a pick there are that depends on more than a zone.
    fn count(
        &mut self,
        pick: &Pick,
        (compare, number): (Compare, u32),
        side: Side,
    ) -> Result<Test<B>, Unsupported> {
        if let Some(some) = asks_for_some(compare, number)
            && let Region::At {
                pattern,
                from: Origin::Men(from),
            } = &pick.region
            && matches!(from.region, Region::Anywhere | Region::Zone(_))
            && let Some(sight) = self.sight(pick, pattern, from, side)?
        {
            let sees = Test::Sees(Box::new(sight));
            return Ok(if some {
                sees
            } else {
                Test::Not(Box::new(sees))
            });
        }
        Ok(Test::Chosen(self.chosen(pick, side)?, compare, number))
    }

    /// Men of a pick that others see along a pattern; nothing if they see over men.
    fn sight(
        &mut self,
        pick: &Pick,
        pattern: &[Term],
        from: &Pick,
        side: Side,
    ) -> Result<Option<Sight<B>>, Unsupported> {
        let reaches = self.pattern_reaches(pattern, side, false)?;
        if reaches.iter().any(|&reach| self.pool.hops(reach)) {
            return Ok(None);
        }
        let reversed: Vec<ReachId> = reaches.iter().map(|&r| self.pool.reversed(r)).collect();
        Ok(Some(Sight {
            men: men(pick, side),
            from: men(from, side),
            lines: self.threats(&reversed),
        }))
    }

    pub(super) fn pattern(
        &mut self,
        pattern: &[Term],
        side: Side,
        reversed: bool,
    ) -> Result<Lanes<B>, Unsupported> {
        let reaches = self.pattern_reaches(pattern, side, reversed)?;
        Ok(Lanes::new(&self.pool, &mut self.slots, &reaches))
    }

    fn pattern_reaches(
        &mut self,
        pattern: &[Term],
        side: Side,
        reversed: bool,
    ) -> Result<Vec<ReachId>, Unsupported> {
        let mut reaches = Vec::new();
        for term in pattern {
            let Some(leg) = term.plain_leg() else {
                continue;
            };
            for reach in self.reaches(leg, side)? {
                reaches.push(if reversed {
                    self.pool.reversed(reach)
                } else {
                    reach
                });
            }
        }
        Ok(reaches)
    }

    /// Whether an attacker's condition stays as it is whatever the other side moves: it asks for zones and for royals
    /// of the attacker's side, which cannot be taken, without anything in between.
    pub(super) fn is_stable(&self, condition: &Condition, side: Side) -> bool {
        match condition {
            Condition::Always
            | Condition::Never
            | Condition::Pass
            | Condition::SideIs(_)
            | Condition::In(_, _) => true,
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().all(|c| self.is_stable(c, side))
            }
            Condition::Not(part) => self.is_stable(part, side),
            Condition::Count(pick, ..) => {
                let owned = pick.owner == Owner::Own || pick.owner == Owner::Side(side);
                let royal = pick.kinds.difference(self.rules.royals(side)).is_empty();
                owned && royal && is_open(&pick.region)
            }
            _ => false,
        }
    }
}

/// The condition of an end, asked for the player to move or for the other one, as a test of the player to move.
fn seen_by(condition: &Condition, to_move: bool) -> Result<Condition, Unsupported> {
    let each = |parts: &[Condition]| {
        let parts = parts.iter().map(|part| seen_by(part, to_move));
        parts.collect::<Result<Vec<_>, _>>()
    };
    Ok(match condition {
        Condition::All(parts) => Condition::All(each(parts)?),
        Condition::Any(parts) => Condition::Any(each(parts)?),
        Condition::Not(part) => Condition::Not(Box::new(seen_by(part, to_move)?)),
        Condition::Can(_) if !to_move => Condition::Never,
        Condition::NoMove { .. } => {
            return Err(Unsupported(
                "an end that stops the game by asking for legal moves",
            ));
        }
        // An end has no move whose squares it could ask about.
        Condition::In(..) | Condition::State(..) => return Err(BEYOND),
        other => other.clone(),
    })
}

/// What must all hold for a condition to hold.
pub(super) fn parts(condition: &Condition) -> &[Condition] {
    match condition {
        Condition::All(parts) => parts,
        other => std::slice::from_ref(other),
    }
}

/// Whether a comparison asks for some men, or for none.
fn asks_for_some(compare: Compare, number: u32) -> Option<bool> {
    match (compare, number) {
        (Compare::AtLeast, 1) | (Compare::More, 0) => Some(true),
        (Compare::Less, 1) | (Compare::AtMost | Compare::Equal, 0) => Some(false),
        _ => None,
    }
}

/// The one place that a condition asks about.
fn asks(condition: &Condition) -> Result<Asks, Unsupported> {
    let join = |parts: &[Condition]| {
        parts
            .iter()
            .try_fold(Asks::Nothing, |known, part| match (known, asks(part)?) {
                (known, Asks::Nothing) => Ok(known),
                (Asks::Nothing, new) => Ok(new),
                (known, new) if known == new => Ok(known),
                _ => Err(Unsupported(
                    "a condition that asks about both ends of a move at once",
                )),
            })
    };
    let of = |place: Place| match place {
        Place::Here => Ok(Asks::Here),
        Place::There => Ok(Asks::There),
        Place::Path | Place::Track => Err(Unsupported(
            "a condition about the squares that a move passes",
        )),
    };
    match condition {
        Condition::All(parts) | Condition::Any(parts) => join(parts),
        Condition::Not(part) => asks(part),
        Condition::VictimIs(_) | Condition::Capture => Ok(Asks::There),
        Condition::In(place, _) | Condition::State(place, _) => of(*place),
        Condition::Count(pick, ..) => match &pick.region {
            Region::FileOf(place)
            | Region::RankOf(place)
            | Region::At {
                from: Origin::Place(place),
                ..
            } => of(*place),
            _ => Ok(Asks::Nothing),
        },
        _ => Ok(Asks::Nothing),
    }
}

/// The squares of each file, or of each rank.
fn lines_of<B: Bits>(shape: Shape, number: impl Fn(Square) -> i32) -> Vec<B> {
    let mut lines: BTreeMap<i32, SquareSet> = BTreeMap::new();
    for square in shape.squares() {
        lines.entry(number(square)).or_default().insert(square);
    }
    lines.into_values().map(B::from_set).collect()
}

/// The codes of some kinds of an owner's.
pub(super) fn codes(owner: Owner, kinds: PieceSet, side: Side) -> Vec<u8> {
    let sides: &[Side] = match owner {
        Owner::Own => &[side],
        Owner::Enemy => &[side.other()],
        Owner::Any => &Side::ALL,
        Owner::Side(Side::White) => &[Side::White],
        Owner::Side(Side::Black) => &[Side::Black],
    };
    kinds
        .iter()
        .flat_map(|kind| sides.iter().map(move |&s| code(kind, s)))
        .collect()
}

/// The men of a pick, its pattern left out.
fn men<B: Bits>(pick: &Pick, side: Side) -> Men<B> {
    let codes = codes(pick.owner, pick.kinds, side);
    let zone = match &pick.region {
        Region::Zone(zone) => B::from_set(zone[side]),
        _ => !B::EMPTY,
    };
    Men { codes, zone }
}

/// All enemies of some kinds.
fn enemies<B: Bits>(kinds: PieceSet, side: Side) -> Men<B> {
    Men {
        codes: kinds.iter().map(|kind| code(kind, side.other())).collect(),
        zone: !B::EMPTY,
    }
}

/// How much asking a test costs, by rank.
fn cost<B: Bits>(test: &Test<B>) -> u8 {
    match test {
        Test::All(parts) | Test::Any(parts) => parts.iter().map(cost).max().unwrap_or(0),
        Test::Not(part) => cost(part),
        Test::Chosen(..) | Test::Sees(_) => 1,
        Test::State(_, SquareState::Safe | SquareState::Attacked, _)
        | Test::Check(_)
        | Test::Exposed { .. } => 2,
        Test::Attacked { .. } => 3,
        Test::Royal(..) => 4,
        Test::Can(_) | Test::Stuck => 5,
        _ => 0,
    }
}

/// The men of a pick in hands.
fn in_hand(pick: &Pick, side: Side) -> Vec<(Side, PieceId)> {
    let wanted = |of: &Side| match pick.owner {
        Owner::Own => *of == side,
        Owner::Enemy => *of != side,
        Owner::Any => true,
        Owner::Side(side) => *of == side,
    };
    let sides = Side::ALL.into_iter().filter(wanted);
    sides
        .flat_map(|of| pick.kinds.iter().map(move |kind| (of, kind)))
        .collect()
}

/// Whether nothing can block a region's pattern.
pub(super) fn is_open(region: &Region) -> bool {
    match region {
        Region::Anywhere | Region::Zone(_) => true,
        Region::At { pattern, .. } => pattern.iter().all(|term| {
            term.plain_leg().is_some_and(|leg| {
                leg.range == Range::UpTo(1) && leg.between == Between::Any && leg.hop == Hop::None
            })
        }),
        _ => false,
    }
}
