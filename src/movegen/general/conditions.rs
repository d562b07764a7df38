//! Whether a condition holds.

use super::attacks::{attackers, in_check, royal_squares};
use super::legal_moves;
use crate::board::{Man, PieceId, PieceSet, Side, Square, SquareSet};
use crate::notation::{Deed, Landing, Modality, Term, walk};
use crate::position::{Move, State};
use crate::rules::{Condition, Origin, Owner, Pick, Place, Region, Rules, SquareState};

/// The move that a condition is asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Acting {
    pub(crate) here: Square,
    pub(crate) there: Square,
    pub(crate) path: SquareSet,
    pub(crate) mover: PieceId,
    /// The men that are taken.
    pub(crate) victims: PieceSet,
    pub(crate) capture: bool,
    pub(crate) promotion: bool,
    /// Whether nothing changes but the turn.
    pub(crate) pass: bool,
}

impl Acting {
    /// An en passant capture.
    pub(crate) fn en_passant(
        man: Man,
        from: Square,
        landing: &Landing,
        victim: Option<Man>,
    ) -> Self {
        Self {
            here: from,
            there: landing.to,
            path: landing.path,
            mover: man.kind,
            victims: victim.into_iter().map(|m| m.kind).collect(),
            capture: true,
            promotion: false,
            pass: false,
        }
    }

    /// What a move of several legs does; nothing if nobody stands where the mover should.
    pub(crate) fn of_deed(state: &State, deed: &Deed) -> Option<Self> {
        let kinds =
            |squares: SquareSet| squares.iter().filter_map(|s| state.man(s)).map(|m| m.kind);
        Some(Self {
            here: deed.mover,
            there: deed.to,
            path: deed.path,
            mover: state.man(deed.mover)?.kind,
            victims: kinds(deed.taken).collect(),
            capture: !deed.taken.is_empty(),
            promotion: false,
            pass: deed.is_pass(),
        })
    }

    /// A move whose path does not matter.
    pub(crate) fn of_move(mv: Move, mover: PieceId, victim: Option<PieceId>) -> Self {
        Self {
            here: mv.from,
            there: mv.to,
            path: SquareSet::EMPTY,
            mover,
            victims: victim.into_iter().collect(),
            capture: victim.is_some(),
            promotion: mv.promotion.is_some(),
            pass: false,
        }
    }

    fn squares(&self, place: Place) -> SquareSet {
        let (here, there) = (SquareSet::of(self.here), SquareSet::of(self.there));
        match place {
            Place::Here => here,
            Place::There => there,
            Place::Path => self.path,
            Place::Track => here | self.path | there,
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
    Asker {
        rules,
        state,
        own,
        acting,
        repeated: 0,
    }
    .holds(condition)
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
    let asker = Asker {
        rules,
        state,
        own,
        acting: Some(acting),
        repeated: 0,
    };
    asker.failing(condition)
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
            Condition::MoverIs(kinds) => kinds.contains(acting.mover),
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

/// Whether the condition of an end holds for a player; the position stands for the `repeated`-th time.
pub(crate) fn holds_in_end(
    rules: &Rules,
    state: &State,
    own: Side,
    repeated: u32,
    condition: &Condition,
) -> bool {
    Asker {
        rules,
        state,
        own,
        acting: None,
        repeated,
    }
    .holds(condition)
}

struct Asker<'a> {
    rules: &'a Rules,
    state: &'a State,
    own: Side,
    acting: Option<&'a Acting>,
    repeated: u32,
}

impl Asker<'_> {
    fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Always => true,
            Condition::Never => false,
            Condition::All(parts) => parts.iter().all(|c| self.holds(c)),
            Condition::Any(parts) => parts.iter().any(|c| self.holds(c)),
            Condition::Not(part) => !self.holds(part),
            Condition::SideIs(side) => self.own == *side,
            Condition::In(place, zone) => self.squares(*place).is_subset(&zone[self.own]),
            Condition::State(place, state) => self
                .squares(*place)
                .iter()
                .all(|s| self.square_is(s, *state)),
            Condition::Count(pick, compare, number) => {
                compare.holds(self.men(pick).len() as u32, *number)
            }
            Condition::MoverIs(kinds) => self.acting.is_some_and(|a| kinds.contains(a.mover)),
            Condition::VictimIs(kinds) => self
                .acting
                .is_some_and(|a| a.capture && !a.victims.intersection(*kinds).is_empty()),
            Condition::Capture => self.acting.is_some_and(|a| a.capture),
            Condition::Promotion => self.acting.is_some_and(|a| a.promotion),
            Condition::Pass => self.acting.is_some_and(|a| a.pass),
            Condition::Check { enemy } => in_check(self.rules, self.state, self.player(*enemy)),
            Condition::NoMove { enemy } => {
                self.state.side == self.player(*enemy)
                    && legal_moves(self.rules, self.state).is_empty()
            }
            Condition::Repeated(times) => self.repeated >= *times,
            Condition::Quiet(half_moves) => self.state.quiet >= *half_moves,
        }
    }

    fn failing<'c>(&self, condition: &'c Condition) -> Option<(&'c Condition, SquareSet)> {
        if self.holds(condition) {
            return None;
        }
        match condition {
            Condition::All(parts) => parts.iter().find_map(|part| self.failing(part)),
            // One case for each side: the other side's is out of the question.
            Condition::Any(parts) => parts
                .iter()
                .find_map(|part| self.failing_case(part))
                .or_else(|| Some((condition, self.about(condition)))),
            _ => Some((condition, self.about(condition))),
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
    fn about(&self, condition: &Condition) -> SquareSet {
        match condition {
            Condition::Not(part) => self.about(part),
            Condition::All(parts) | Condition::Any(parts) => parts
                .iter()
                .fold(SquareSet::EMPTY, |all, part| all | self.about(part)),
            Condition::In(place, zone) => self.squares(*place) - zone[self.own],
            Condition::State(place, state) => self
                .squares(*place)
                .iter()
                .filter(|&s| !self.square_is(s, *state))
                .collect(),
            Condition::Count(pick, ..) => self.men(pick),
            Condition::Check { enemy } => {
                let player = self.player(*enemy);
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
        let gone = self
            .acting
            .map_or(SquareSet::EMPTY, |a| SquareSet::of(a.here))
            - SquareSet::of(square);
        let attacked =
            || !attackers(self.rules, self.state, square, self.own.other(), gone).is_empty();
        match state {
            SquareState::Empty => self.state.man(square).is_none(),
            SquareState::Safe => !attacked(),
            SquareState::Attacked => attacked(),
        }
    }

    /// The squares of the men that a pick chooses.
    fn men(&self, pick: &Pick) -> SquareSet {
        let men = self.state.squares(|m| {
            pick.kinds.contains(m.kind)
                && match pick.owner {
                    Owner::Own => m.side == self.own,
                    Owner::Enemy => m.side != self.own,
                    Owner::Any => true,
                    Owner::Side(side) => m.side == side,
                }
        });
        match &pick.region {
            Region::Anywhere => men,
            Region::Zone(zone) => men & zone[self.own],
            Region::At { pattern, from } => {
                let origins = match from {
                    Origin::Place(place) => self.squares(*place),
                    Origin::Men(pick) => self.men(pick),
                };
                let reached = origins.iter().fold(SquareSet::EMPTY, |all, origin| {
                    all | self.reached(pattern, origin)
                });
                men & reached
            }
        }
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
