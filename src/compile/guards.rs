//! Conditions made ready for the hot path.
//!
//! A condition on an ordinary move becomes two sets of squares, computed once a node: where the mover may start and
//! where it may end ([`Guard`]). A condition on a castling or a swap is a [`Test`] of the single move.

use super::bits::Bits;
use super::lanes::Lanes;
use super::plan::Builder;
use super::{Unsupported, code};
use crate::board::{PieceSet, Shape, Side, Square, SquareSet};
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
    /// All squares if so many men are there, none otherwise.
    If(Men<B>, Compare, u32),
    /// Of these lines, those on which so many men stand.
    Lines(Men<B>, Compare, u32, Vec<B>),
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
    /// All squares of a place are in a state.
    State(Place, SquareState),
    /// A royal of the mover's side is attacked.
    Check,
    /// As many men are here as there, compared.
    Versus(Men<B>, Compare, Men<B>),
    /// So many men are on the board, one on each square.
    Full(u32),
    /// So many men are there.
    Count(Men<B>, Compare, u32),
    /// So many men stand where a pattern from a square of the move reaches.
    CountAt(Men<B>, Lanes<B>, Place, Compare, u32),
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
        let parts = match condition {
            Condition::All(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        for part in parts {
            match asks(part)? {
                Asks::There => there.push(self.set(part, side)?),
                Asks::Here | Asks::Nothing => here.push(self.set(part, side)?),
            }
        }
        Ok(Some(Guard {
            here: SetExpr::All(here),
            there: SetExpr::All(there),
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
            Condition::Count(pick, compare, number) => {
                self.count_set(pick, *compare, *number, side)?
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
        let near = SetExpr::Near(men, self.pattern(pattern, side, true)?);
        // Only "some" and "none" are questions about a set of squares.
        match (compare, number) {
            (Compare::AtLeast, 1) | (Compare::More, 0) => Ok(near),
            (Compare::Less, 1) | (Compare::AtMost | Compare::Equal, 0) => {
                Ok(SetExpr::Not(Box::new(near)))
            }
            _ => Err(Unsupported("a number of men at a pattern")),
        }
    }

    /// Makes a test of a condition on a castling or swap of a mover of some kind.
    pub(super) fn test(
        &mut self,
        condition: &Condition,
        side: Side,
        mover: PieceSet,
    ) -> Result<Test<B>, Unsupported> {
        let mut each = |parts: &[Condition]| {
            parts
                .iter()
                .map(|c| self.test(c, side, mover))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match condition {
            Condition::Always => Test::Const(true),
            Condition::Never
            | Condition::Capture
            | Condition::VictimIs(_)
            | Condition::Pass
            | Condition::Drop
            | Condition::Promotion => Test::Const(false),
            Condition::SideIs(wanted) => Test::Const(side == *wanted),
            Condition::MoverIs(kinds) => Test::Const(!kinds.intersection(mover).is_empty()),
            Condition::All(parts) => Test::All(each(parts)?),
            Condition::Any(parts) => Test::Any(each(parts)?),
            Condition::Not(part) => Test::Not(Box::new(self.test(part, side, mover)?)),
            Condition::In(place, zone) => Test::In(*place, B::from_set(zone[side])),
            Condition::State(place, state)
                if !matches!(state, SquareState::Unmoved | SquareState::Stuck) =>
            {
                Test::State(*place, *state)
            }
            Condition::Check { enemy: false } => Test::Check,
            Condition::Count(pick, compare, number) => {
                let men = men(pick, side);
                match &pick.region {
                    Region::Anywhere | Region::Zone(_) => Test::Count(men, *compare, *number),
                    Region::At {
                        pattern,
                        from: Origin::Place(place @ (Place::Here | Place::There)),
                    } => Test::CountAt(
                        men,
                        self.pattern(pattern, side, false)?,
                        *place,
                        *compare,
                        *number,
                    ),
                    Region::At { .. } => return Err(Unsupported("a pattern that starts on a man")),
                    _ => return Err(BEYOND),
                }
            }
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
            Condition::State(..)
            | Condition::Castle
            | Condition::Attacked { .. }
            | Condition::Counter { .. }
            | Condition::Counters(..)
            | Condition::After(_)
            | Condition::Can(_)
            | Condition::Remembered(_)
            | Condition::PerpetualCheck { .. }
            | Condition::PerpetualChase { .. } => return Err(BEYOND),
            Condition::Check { enemy: true }
            | Condition::NoMove { .. }
            | Condition::Repeated(_)
            | Condition::Quiet(_) => {
                return Err(Unsupported(
                    "a condition about the opponent or the game so far",
                ));
            }
        })
    }

    /// Makes the tests of which one holds where the game is over and no move is legal, when it is a side's turn.
    pub(super) fn over(&mut self, to_move: Side) -> Result<Vec<Test<B>>, Unsupported> {
        let mut tests = Vec::new();
        for end in self.rules.ends.iter().filter(|end| end.stops) {
            for player in end.players(to_move) {
                let condition = seen_by(&end.condition, player == to_move)?;
                tests.push(self.test(&condition, player, PieceSet::EMPTY)?);
            }
        }
        tests.retain(|test| !matches!(test, Test::Const(false)));
        Ok(tests)
    }

    fn pattern(
        &mut self,
        pattern: &[Term],
        side: Side,
        reversed: bool,
    ) -> Result<Lanes<B>, Unsupported> {
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
        Ok(Lanes::new(&self.pool, &mut self.slots, &reaches))
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
        Condition::Check { enemy } if to_move != *enemy => Condition::Check { enemy: false },
        // The player who has just moved is never in check.
        Condition::Check { .. } => Condition::Never,
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

/// Whether nothing can block a region's pattern.
fn is_open(region: &Region) -> bool {
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
