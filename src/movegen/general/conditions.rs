//! Whether a condition holds.

use super::attacks::{attackers, in_check, royal_squares};
use super::laws::{can, has_move};
use crate::board::{BySide, Man, PieceId, PieceSet, Shape, Side, Square, SquareSet};
use crate::notation::{Deed, Landing, Modality, Term, walk};
use crate::position::{Move, MoveKind, State};
use crate::rules::{
    Condition, Origin, Owner, Pick, Place, Region, Rules, SquareState, Tally, Trigger,
};

/// The move that a condition is asked about.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Acting {
    pub(crate) here: Square,
    pub(crate) there: Square,
    pub(crate) path: SquareSet,
    /// The man that moves or is put down; nobody if the player passes.
    pub(crate) mover: Option<PieceId>,
    /// The men that are taken.
    pub(crate) victims: PieceSet,
    pub(crate) capture: bool,
    pub(crate) promotion: bool,
    /// Whether nothing changes but the turn.
    pub(crate) pass: bool,
    /// Whether a man is put down.
    pub(crate) drop: bool,
    /// Whether a partner moves as well.
    pub(crate) castle: bool,
}

impl Acting {
    /// A man that goes from one square to another and takes nobody.
    pub(crate) fn quiet(mover: PieceId, here: Square, there: Square) -> Self {
        Self {
            here,
            there,
            path: SquareSet::EMPTY,
            mover: Some(mover),
            victims: PieceSet::EMPTY,
            capture: false,
            promotion: false,
            pass: false,
            drop: false,
            castle: false,
        }
    }

    /// An en passant capture.
    pub(crate) fn en_passant(
        man: Man,
        from: Square,
        landing: &Landing,
        victim: Option<Man>,
    ) -> Self {
        Self {
            path: landing.path,
            victims: victim.into_iter().map(|m| m.kind).collect(),
            capture: true,
            ..Self::quiet(man.kind, from, landing.to)
        }
    }

    /// What a move of several legs does; nothing if nobody stands where the mover should.
    pub(crate) fn of_deed(state: &State, deed: &Deed) -> Option<Self> {
        let kinds =
            |squares: SquareSet| squares.iter().filter_map(|s| state.man(s)).map(|m| m.kind);
        Some(Self {
            path: deed.path,
            victims: kinds(deed.taken).collect(),
            capture: !deed.taken.is_empty(),
            pass: deed.is_pass(),
            ..Self::quiet(state.man(deed.mover)?.kind, deed.mover, deed.to)
        })
    }

    /// A move whose path does not matter.
    pub(crate) fn of_move(mv: Move, mover: PieceId, victim: Option<PieceId>) -> Self {
        Self {
            victims: victim.into_iter().collect(),
            capture: victim.is_some(),
            promotion: mv.promotion.is_some(),
            castle: matches!(mv.kind, MoveKind::Castle { .. }),
            ..Self::quiet(mover, mv.from, mv.to)
        }
    }

    /// Any move in a position; nothing if it means nothing there. What a move of several legs does must be given. The
    /// path is known only of those.
    pub(crate) fn of(state: &State, mv: Move, deed: Option<&Deed>) -> Option<Self> {
        let kind = |square: Square| state.man(square).map(|m| m.kind);
        Some(match (mv.kind, deed) {
            (MoveKind::Pass, _) => Self {
                mover: None,
                pass: true,
                ..Self::quiet(PieceId::new(0), mv.from, mv.to)
            },
            (MoveKind::Drop, _) => Self {
                drop: true,
                ..Self::quiet(mv.promotion?, mv.from, mv.to)
            },
            (MoveKind::Legs { .. }, Some(deed)) => Self {
                promotion: mv.promotion.is_some(),
                ..Self::of_deed(state, deed)?
            },
            (MoveKind::Normal, _) => Self::of_move(mv, kind(mv.from)?, kind(mv.to)),
            (MoveKind::EnPassant { victim }, _) => Self::of_move(mv, kind(mv.from)?, kind(victim)),
            _ => Self::of_move(mv, kind(mv.from)?, None),
        })
    }

    /// Whether it sets off effects of a kind.
    pub(crate) fn triggers(&self, on: Trigger) -> bool {
        match on {
            Trigger::Move => !self.drop && self.mover.is_some(),
            Trigger::Capture => self.capture,
            Trigger::Drop => self.drop,
            Trigger::Turn => true,
        }
    }

    /// The squares of a place.
    pub(crate) fn squares(&self, place: Place) -> SquareSet {
        if self.mover.is_none() {
            return SquareSet::EMPTY;
        }
        let (here, there) = (SquareSet::of(self.here), SquareSet::of(self.there));
        match place {
            Place::Here => here,
            Place::There => there,
            Place::Path => self.path,
            Place::Track => here | self.path | there,
        }
    }
}

/// What the course of a game says about a position, as ends ask it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    /// How often the position has stood.
    pub(crate) repeated: u32,
    /// Who has checked with every move since the position first stood.
    pub(crate) perpetual_check: BySide<bool>,
    /// Who has chased with every move since the position first stood.
    pub(crate) perpetual_chase: BySide<bool>,
}

impl From<u32> for Course {
    /// Nothing but how often the position has stood.
    fn from(repeated: u32) -> Self {
        Self {
            repeated,
            perpetual_check: BySide::both(false),
            perpetual_chase: BySide::both(false),
        }
    }
}

/// Whether a condition on a move of `own` holds before the move.
pub(crate) fn holds(
    rules: &Rules,
    state: &State,
    own: Side,
    acting: Option<&Acting>,
    condition: &Condition,
) -> bool {
    let asked = Asked::new(rules, state);
    acting
        .map_or(asked, |a| asked.about(a))
        .holds(own, condition)
}

/// The part of a condition on a move that keeps it from holding, and the squares that this part is about: those that
/// are not as they should be, the men counted, or those that attack. `None` if the condition holds.
pub(crate) fn failing<'c>(
    rules: &Rules,
    state: &State,
    own: Side,
    acting: &Acting,
    condition: &'c Condition,
) -> Option<(&'c Condition, SquareSet)> {
    Asked::new(rules, state)
        .about(acting)
        .by(own)
        .failing(condition)
}

/// Whether a move is progress. What is mostly asked needs no state, so that is made only when it is.
pub(crate) fn is_progress(
    rules: &Rules,
    own: Side,
    acting: &Acting,
    state: impl FnOnce() -> State,
) -> bool {
    fn quick(own: Side, acting: &Acting, condition: &Condition) -> Option<bool> {
        Some(match condition {
            Condition::Always => true,
            Condition::Never => false,
            Condition::SideIs(side) => own == *side,
            Condition::MoverIs(kinds) => acting.mover.is_some_and(|m| kinds.contains(m)),
            Condition::Drop => acting.drop,
            Condition::Castle => acting.castle,
            Condition::Capture => acting.capture,
            Condition::Promotion => acting.promotion,
            Condition::Pass => acting.pass,
            Condition::Not(part) => !quick(own, acting, part)?,
            Condition::All(parts) => {
                return parts
                    .iter()
                    .try_fold(true, |all, c| Some(all && quick(own, acting, c)?));
            }
            Condition::Any(parts) => {
                return parts
                    .iter()
                    .try_fold(false, |any, c| Some(any || quick(own, acting, c)?));
            }
            _ => return None,
        })
    }
    quick(own, acting, &rules.progress)
        .unwrap_or_else(|| holds(rules, &state(), own, Some(acting), &rules.progress))
}

/// Whether the condition of an end holds for a player.
pub(crate) fn holds_in_end(
    rules: &Rules,
    state: &State,
    own: Side,
    course: impl Into<Course>,
    condition: &Condition,
) -> bool {
    let asked = Asked::new(rules, state);
    Asked {
        course: course.into(),
        ..asked
    }
    .holds(own, condition)
}

/// A position, and perhaps a move in it, of which conditions are asked.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    rules: &'a Rules,
    state: &'a State,
    own: Side,
    acting: Option<&'a Acting>,
    /// The position after the turn.
    after: Option<&'a State>,
    course: Course,
    /// Whether the player to move has no move but a pass, where that is known.
    stuck: Option<bool>,
    /// Whether it is asked for the sake of a law that asks for moves itself.
    nested: bool,
    /// Whether the move has been made, so that only its squares are of interest.
    made: bool,
}

impl<'a> Asked<'a> {
    /// A position.
    pub(crate) fn new(rules: &'a Rules, state: &'a State) -> Self {
        Self {
            rules,
            state,
            own: state.side,
            acting: None,
            after: None,
            course: Course::from(0),
            stuck: None,
            nested: false,
            made: false,
        }
    }

    /// With a move.
    pub(crate) fn about(self, acting: &'a Acting) -> Self {
        Self {
            acting: Some(acting),
            ..self
        }
    }

    /// With the position after the turn.
    pub(crate) fn and_then(self, after: &'a State) -> Self {
        Self {
            after: Some(after),
            ..self
        }
    }

    /// Where it is known whether the player to move has a move other than a pass.
    pub(crate) fn knowing_stuck(self, stuck: bool) -> Self {
        Self {
            stuck: Some(stuck),
            ..self
        }
    }

    /// For the sake of a law that asks for moves itself, so that other such laws are left out.
    pub(crate) fn nested_if(self, nested: bool) -> Self {
        Self { nested, ..self }
    }

    fn by(self, own: Side) -> Self {
        Self { own, ..self }
    }

    /// Whether a condition holds, asked with a player as `own`.
    pub(crate) fn holds(&self, own: Side, condition: &Condition) -> bool {
        self.by(own).is(condition)
    }

    /// The squares of the men that a pick chooses, with a player as `own`.
    pub(crate) fn men(&self, own: Side, pick: &Pick) -> SquareSet {
        self.by(own).picked(pick)
    }

    /// The squares that make a condition hold or fail, asked with a player as `own`.
    pub(crate) fn about_what(&self, own: Side, condition: &Condition) -> SquareSet {
        self.by(own).concerned(condition)
    }

    fn is(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Always => true,
            Condition::Never => false,
            Condition::All(parts) => parts.iter().all(|c| self.is(c)),
            Condition::Any(parts) => parts.iter().any(|c| self.is(c)),
            Condition::Not(part) => !self.is(part),
            Condition::SideIs(side) => self.own == *side,
            Condition::In(place, zone) => self.squares(*place).is_subset(&zone[self.own]),
            Condition::State(place, state) => self
                .squares(*place)
                .iter()
                .all(|s| self.square_is(s, *state)),
            Condition::Count(pick, compare, number) => compare.holds(self.count(pick), *number),
            Condition::Versus(left, compare, right) => {
                compare.holds(self.count(left), self.count(right))
            }
            Condition::Attacked { men, by, every } => {
                let mut squares = self.picked(men).iter();
                let attacked = |s: Square| self.is_attacked(s, men.owner, by.as_deref());
                if *every {
                    squares.all(attacked)
                } else {
                    squares.any(attacked)
                }
            }
            Condition::MoverIs(kinds) => {
                let mover = self.acting.and_then(|a| a.mover);
                mover.is_some_and(|mover| kinds.contains(mover))
            }
            Condition::VictimIs(kinds) => self
                .acting
                .is_some_and(|a| a.capture && !a.victims.intersection(*kinds).is_empty()),
            Condition::Capture => self.acting.is_some_and(|a| a.capture),
            Condition::Promotion => self.acting.is_some_and(|a| a.promotion),
            Condition::Pass => self.acting.is_some_and(|a| a.pass),
            Condition::Drop => self.acting.is_some_and(|a| a.drop),
            Condition::Castle => self.acting.is_some_and(|a| a.castle),
            Condition::Full => self.rules.shape.squares().all(|s| !self.state.is_free(s)),
            Condition::Check { enemy } => in_check(self.rules, self.state, self.player(*enemy)),
            Condition::NoMove { enemy } => {
                self.state.side == self.player(*enemy)
                    && self
                        .stuck
                        .unwrap_or_else(|| !has_move(self.rules, self.state, self.nested))
            }
            Condition::Counter {
                of,
                compare,
                number,
            } => {
                let value = self.tally(*of);
                value.is_some_and(|value| compare.holds(value, *number))
            }
            Condition::Counters(left, compare, right) => {
                let both = self.tally(*left).zip(self.tally(*right));
                both.is_some_and(|(left, right)| compare.holds(left, right))
            }
            Condition::Can(part) => {
                self.state.side == self.own && can(self.rules, self.state, self.nested, part)
            }
            Condition::After(part) => self
                .after
                .is_some_and(|after| self.looking_at(after).is(part)),
            Condition::Remembered(bit) => {
                self.state.memory >> (bit * 2 + self.own.index()) & 1 == 1
            }
            Condition::Repeated(times) => self.course.repeated >= *times,
            Condition::Quiet(half_moves) => self.state.quiet >= *half_moves,
            Condition::PerpetualCheck { enemy } => self.course.perpetual_check[self.player(*enemy)],
            Condition::PerpetualChase { enemy } => self.course.perpetual_chase[self.player(*enemy)],
        }
    }

    /// A player's count.
    fn tally(&self, of: Tally) -> Option<i32> {
        let counts = self.state.counters.get(of.counter)?;
        Some(counts[self.player(of.enemy)])
    }

    /// The position after the turn, in which the squares of the move are still known.
    fn looking_at(&self, after: &'a State) -> Self {
        Self {
            own: self.own,
            acting: self.acting,
            nested: self.nested,
            made: true,
            ..Asked::new(self.rules, after)
        }
    }

    /// Whether the man on a square is attacked by enemies of its own, those of a choice if one is given; by its own side
    /// if the choice names the same player as that of the man.
    fn is_attacked(&self, square: Square, owner: Owner, by: Option<&Pick>) -> bool {
        let Some(man) = self.state.man(square) else {
            return false;
        };
        let guards = owner != Owner::Any && by.is_some_and(|pick| pick.owner == owner);
        let side = if guards { man.side } else { man.side.other() };
        let found = attackers(self.rules, self.state, square, side, SquareSet::EMPTY);
        match by {
            Some(pick) => !(found & self.picked(pick)).is_empty(),
            None => !found.is_empty(),
        }
    }

    /// How many men a pick chooses.
    fn count(&self, pick: &Pick) -> u32 {
        if pick.region != Region::Hand {
            return self.picked(pick).len() as u32;
        }
        let of = |side: Side| match pick.owner {
            Owner::Own => side == self.own,
            Owner::Enemy => side != self.own,
            Owner::Any => true,
            Owner::Side(wanted) => side == wanted,
        };
        let in_hand = |side| move |kind| u32::from(self.state.in_hand(side, kind));
        let sides = Side::ALL.into_iter().filter(|&side| of(side));
        sides
            .map(|side| pick.kinds.iter().map(in_hand(side)).sum::<u32>())
            .sum()
    }

    fn failing<'c>(&self, condition: &'c Condition) -> Option<(&'c Condition, SquareSet)> {
        if self.is(condition) {
            return None;
        }
        match condition {
            Condition::All(parts) => parts.iter().find_map(|part| self.failing(part)),
            // One case for each side: the other side's is out of the question.
            Condition::Any(parts) => parts
                .iter()
                .find_map(|part| self.failing_case(part))
                .or_else(|| Some((condition, self.concerned(condition)))),
            _ => Some((condition, self.concerned(condition))),
        }
    }

    fn failing_case<'c>(&self, condition: &'c Condition) -> Option<(&'c Condition, SquareSet)> {
        match condition {
            Condition::All(parts) => match parts.as_slice() {
                [Condition::SideIs(side), rest] if *side == self.own => self.failing(rest),
                _ => None,
            },
            _ => None,
        }
    }

    /// The squares that make a fact hold or fail.
    fn concerned(&self, condition: &Condition) -> SquareSet {
        match condition {
            Condition::Not(part) => self.concerned(part),
            Condition::After(part) => self.after.map_or(SquareSet::EMPTY, |after| {
                self.looking_at(after).concerned(part)
            }),
            // The other side's case is out of the question.
            Condition::All(parts) if parts.contains(&Condition::SideIs(self.own.other())) => {
                SquareSet::EMPTY
            }
            Condition::All(parts) | Condition::Any(parts) => parts
                .iter()
                .fold(SquareSet::EMPTY, |all, part| all | self.concerned(part)),
            Condition::In(place, zone) => self.squares(*place) - zone[self.own],
            Condition::State(place, state) => self
                .squares(*place)
                .iter()
                .filter(|&s| !self.square_is(s, *state))
                .collect(),
            Condition::Count(pick, ..) | Condition::Attacked { men: pick, .. } => self.picked(pick),
            Condition::Versus(left, _, right) => self.picked(left) | self.picked(right),
            Condition::Check { enemy } => {
                let player = self.player(*enemy);
                if let Some(check) = &self.rules.check {
                    return self.by(player).concerned(check);
                }
                royal_squares(self.rules, self.state, player).iter().fold(
                    SquareSet::EMPTY,
                    |all, royal| {
                        all | attackers(
                            self.rules,
                            self.state,
                            royal,
                            player.other(),
                            SquareSet::EMPTY,
                        )
                    },
                )
            }
            _ => SquareSet::EMPTY,
        }
    }

    fn player(&self, enemy: bool) -> Side {
        if enemy { self.own.other() } else { self.own }
    }

    fn squares(&self, place: Place) -> SquareSet {
        self.acting.map_or(SquareSet::EMPTY, |a| a.squares(place))
    }

    fn square_is(&self, square: Square, state: SquareState) -> bool {
        // On its way the mover has left its square behind.
        let left = self.acting.filter(|_| !self.made);
        let gone = left.map_or(SquareSet::EMPTY, |a| SquareSet::of(a.here)) - SquareSet::of(square);
        let attacked = || match self.checked_on(square) {
            Some(checked) => checked,
            None => !attackers(self.rules, self.state, square, self.own.other(), gone).is_empty(),
        };
        match state {
            SquareState::Unmoved => self.state.unmoved.contains(square),
            SquareState::Stuck => self.acting.and_then(|a| a.mover).is_some_and(|kind| {
                let man = Man {
                    side: self.own,
                    kind,
                };
                self.rules.stuck_squares(man).contains(square)
            }),
            SquareState::Safe => !attacked(),
            SquareState::Attacked => attacked(),
        }
    }

    /// Whether the mover, if it is royal, would be in check on a square of its way by what the rules say of check.
    fn checked_on(&self, square: Square) -> Option<bool> {
        let check = self.rules.check.as_ref()?;
        let acting = self.acting.filter(|_| !self.made)?;
        let man = self.state.man(acting.here)?;
        if !self.rules.kind(man.kind).royal[man.side] {
            return None;
        }
        let mut there = self.state.clone();
        there.men[acting.here.index()] = None;
        there.men[square.index()] = Some(man);
        Some(Asked::new(self.rules, &there).by(self.own).is(check))
    }

    /// The squares of the men that a pick chooses.
    fn picked(&self, pick: &Pick) -> SquareSet {
        let men = self.state.squares(|m| {
            pick.kinds.contains(m.kind)
                && match pick.owner {
                    Owner::Own => m.side == self.own,
                    Owner::Enemy => m.side != self.own,
                    Owner::Any => true,
                    Owner::Side(side) => m.side == side,
                }
        });
        self.in_region(men, &pick.region)
    }

    /// Those of some men that stand in a region.
    fn in_region(&self, men: SquareSet, region: &Region) -> SquareSet {
        match region {
            Region::Anywhere => men,
            Region::Outside(inside) => men - self.in_region(men, inside),
            Region::Zone(zone) => men & zone[self.own],
            Region::Hand => SquareSet::EMPTY,
            Region::Places(places) => {
                let squares = places.iter().map(|p| self.squares(*p));
                men & squares.fold(SquareSet::EMPTY, |all, s| all | s)
            }
            Region::FileOf(place) => men & self.in_line(*place, Shape::file),
            Region::RankOf(place) => men & self.in_line(*place, Shape::rank),
            Region::Between(place, ends) => self.between(*place, men, self.picked(ends)),
            Region::At { pattern, from } => {
                let origins = match from {
                    Origin::Place(place) => self.squares(*place),
                    Origin::Men(pick) => self.picked(pick),
                };
                let reached = origins.iter().fold(SquareSet::EMPTY, |all, origin| {
                    all | self.reached(pattern, origin)
                });
                men & reached
            }
        }
    }

    /// The squares on the files or ranks of a place.
    fn in_line(&self, place: Place, line: impl Fn(Shape, Square) -> i32) -> SquareSet {
        let shape = self.rules.shape;
        let lines: Vec<i32> = self.squares(place).iter().map(|s| line(shape, s)).collect();
        shape
            .squares()
            .filter(|&s| lines.contains(&line(shape, s)))
            .collect()
    }

    /// Those of `men` that stand in an unbroken row from beside a place up to one of `ends`.
    fn between(&self, place: Place, men: SquareSet, ends: SquareSet) -> SquareSet {
        let shape = self.rules.shape;
        let mut found = SquareSet::EMPTY;
        for start in self.squares(place).iter() {
            for (files, ranks) in Shape::AROUND {
                let mut row = SquareSet::EMPTY;
                let next = |square: Square| shape.offset(square, files, ranks, false);
                let mut at = next(start);
                while let Some(square) = at.filter(|&s| men.contains(s)) {
                    row.insert(square);
                    at = next(square).filter(|&s| s != start);
                }
                if at.is_some_and(|s| ends.contains(s)) {
                    found |= row;
                }
            }
        }
        found
    }

    /// The squares that a pattern reaches for a side, whatever stands on the last one.
    pub(crate) fn reached_by(&self, own: Side, pattern: &[Term], origin: Square) -> SquareSet {
        self.by(own).reached(pattern, origin)
    }

    /// The squares that a pattern reaches, whatever stands on the last one.
    fn reached(&self, pattern: &[Term], origin: Square) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        let look = |s: Square| self.state.content(s, self.own);
        for term in pattern {
            let Some(leg) = term.plain_leg() else {
                continue;
            };
            let mut leg = leg.clone();
            leg.modality = Modality {
                quiet: true,
                capture: true,
                en_passant: false,
                destroy: true,
            };
            walk(
                self.rules.shape,
                &leg,
                origin,
                self.own,
                look,
                |_| false,
                |landing| reached.insert(landing.to),
            );
        }
        reached
    }
}
