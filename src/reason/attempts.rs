//! What keeps the terms of a man from making a move: every term that goes that way is tried, and what is nearest to
//! success is told.

use super::judge::{Finding, Judge, cost, nearest};
use super::ways::{Way, ways};
use super::{Reason, castling};
use crate::board::{Man, Square, SquareSet};
use crate::movegen::general::{Acting, Deeds, acting, failing, is_ready, may_stay};
use crate::movegen::passing;
use crate::notation::{Leg, Term, When};
use crate::position::{Move, MoveKind, moves_over};
use crate::rules::{Clause, Condition, Entry};
use crate::source::Location;

/// The order in which failures of one try are told: what can never be mended first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Order {
    /// The man has moved.
    History,
    /// The entry is not for these squares.
    Squares,
    /// Something is in the way, or missing there.
    Way,
    /// What stands on the target.
    Target,
    /// Any other condition.
    Circumstance,
}

/// Something that keeps one try from success.
pub(super) struct Failure {
    pub(super) order: Order,
    pub(super) cost: u32,
    pub(super) reason: Reason,
    /// The place of a condition that does not hold.
    pub(super) place: Option<Location>,
}

impl Failure {
    pub(super) fn new(order: Order, cost: u32, reason: Reason) -> Self {
        Self {
            order,
            cost,
            reason,
            place: None,
        }
    }
}

/// The failure of a term that may not be used by a man in this state.
pub(super) fn not_ready(term: &Term, from: Square, to: Square) -> Failure {
    let reason = if term.when == When::Advanced {
        Reason::NotAdvanced(from, to)
    } else {
        Reason::FirstMove(from, to)
    };
    Failure::new(Order::History, cost::HISTORY, reason)
}

/// One finding for all that keeps a try from success: the costs add up, the first in order is told. `term` is where
/// the term stands.
pub(super) fn summary(failures: Vec<Failure>, term: Location) -> Option<Finding> {
    let cost = failures.iter().map(|f| f.cost).sum();
    let first = failures.into_iter().min_by_key(|f| f.order)?;
    let places = std::iter::once(term).chain(first.place).collect();
    Some(Finding::new(cost, first.reason).at(places))
}

impl<'a> Judge<'a> {
    /// Why no term of the man on a square makes a move.
    pub(super) fn failure(&self, from: Square, to: Square) -> Finding {
        let never = || {
            let reason = Reason::NeverMoves(from, to);
            Finding::new(cost::NEVER, reason).at(self.entry_places(from))
        };
        let Some(man) = self.state.man(from) else {
            return Finding::new(cost::NEVER, Reason::EmptySquare(from));
        };
        let mut found: Vec<Finding> = self
            .attempts(man, from, to)
            .filter_map(|(attempt, place)| attempt.finding(place))
            .collect();
        found.extend(self.deed_findings(from, to, None));
        found.extend(self.goes_on_findings(man, from, to));
        found.extend(castling::findings(self, from, to));
        let best = nearest(found);
        if best.is_none() && self.has_limits() && self.is_open(man, from, to) {
            return self
                .nothing_left(man, to, false)
                .at(self.promotion_places(from));
        }
        let terms = self.terms_that_may_get(man, from, (&[], to));
        if terms.is_empty() {
            return best.unwrap_or_else(never);
        }
        // What one term does is not all that the man may do there.
        let is_only = |r: &Reason| {
            matches!(
                r,
                Reason::OnlyCaptures(..)
                    | Reason::OnlyQuiet(..)
                    | Reason::OnlyOwn(..)
                    | Reason::EnPassant { .. }
            )
        };
        best.filter(|f| !is_only(&f.reason))
            .unwrap_or_else(|| Finding::new(cost::NOT_NOW, Reason::NotNow(from, to)).at(terms))
    }

    /// Why an own man's move by way of some squares is not there, if no man makes it.
    pub(super) fn failure_by_way(&self, from: Square, via: &[Square], to: Square) -> Finding {
        if let Some(finding) = nearest(self.deed_findings(from, to, Some(via))) {
            return finding;
        }
        let Some(man) = self.state.man(from) else {
            return Finding::new(cost::NEVER, Reason::EmptySquare(from));
        };
        if self.passes(man, (from, to), via) {
            return self.failure(from, to);
        }
        let terms = self.terms_that_may_get(man, from, (via, to));
        let finding = if terms.is_empty() {
            Finding::new(cost::NEVER, Reason::NeverMoves(from, to)).at(self.entry_places(from))
        } else {
            Finding::new(cost::NOT_NOW, Reason::NotNow(from, to)).at(terms)
        };
        Finding {
            via: via.to_vec(),
            ..finding
        }
    }

    /// Whether a plain term passes these squares in their order on its way from one square to another.
    fn passes(&self, man: Man, (from, to): (Square, Square), via: &[Square]) -> bool {
        let shape = self.rules.shape;
        let far = |s: &Square| {
            let files = shape.file(from).abs_diff(shape.file(*s));
            files.max(shape.rank(from).abs_diff(shape.rank(*s)))
        };
        self.attempts(man, from, to).any(|(attempt, _)| {
            let in_order = attempt.leg.wraps || via.is_sorted_by(|a, b| far(a) < far(b));
            let passes = |way: &Way| via.iter().all(|&s| way.path.contains(s));
            in_order && attempt.ways().iter().any(passes)
        })
    }

    /// Of the moves of a man to a square those that go over these squares in their order, though nothing happens there.
    pub(super) fn made_over(&self, from: Square, via: &[Square], to: Square) -> Vec<Move> {
        let plain = self
            .state
            .man(from)
            .is_some_and(|man| self.passes(man, (from, to), via));
        let over = moves_over(self.rules, self.state, from, via, to);
        let made = self.made(from, to).into_iter();
        made.filter(|m| {
            let is_plain = !matches!(m.kind, MoveKind::Legs { .. } | MoveKind::Castle { .. });
            is_plain && plain || over.contains(&m.kind)
        })
        .collect()
    }

    /// The terms of a man, to be tried for one move, and where they stand.
    fn attempts(
        &self,
        man: Man,
        from: Square,
        to: Square,
    ) -> impl Iterator<Item = (Attempt<'_, 'a>, &Location)> {
        let entries = self.rules.kind(man.kind).entries[man.side].iter();
        entries.flat_map(move |entry| {
            let terms = entry.movement.terms.iter().enumerate();
            terms.filter_map(move |(index, term)| {
                let leg = term.plain_leg()?;
                let attempt = Attempt {
                    judge: self,
                    man,
                    entry,
                    term,
                    leg,
                    from,
                    to,
                };
                Some((attempt, entry.places.get(index).unwrap_or(&entry.place)))
            })
        })
    }

    /// Whether promotion is limited by what is on the board.
    fn has_limits(&self) -> bool {
        let mut rules = self.rules.promotions.iter();
        rules.any(|rule| !rule.limits.is_empty())
    }

    /// Whether some term finds nothing against a move.
    pub(super) fn is_open(&self, man: Man, from: Square, to: Square) -> bool {
        let by_deed = Deeds::of(self.rules, self.state, from)
            .ways()
            .any(|(_, way)| way.deed.to == to && way.holds(self.rules, self.state, man.side));
        by_deed
            || self.attempts(man, from, to).any(|(attempt, _)| {
                let all = attempt.ways();
                all.iter().any(|way| attempt.failures(way, &all).is_empty())
            })
    }

    /// The parts of a condition on a move that do not hold.
    pub(super) fn failing_clauses(
        &self,
        man: Man,
        acting: &Acting,
        clauses: &[Clause],
        is_castling: bool,
    ) -> Vec<Failure> {
        let mut cost = cost::CIRCUMSTANCE;
        let failures = clauses.iter().filter_map(|clause| {
            let (part, about) =
                failing(self.rules, self.state, man.side, acting, &clause.condition)?;
            let order = if is_about_squares(part) {
                Order::Squares
            } else {
                Order::Circumstance
            };
            let reason = Reason::Condition {
                from: acting.here,
                to: acting.there,
                part: part.clone(),
                about: about.iter().collect(),
                castling: is_castling,
            };
            Some(Failure {
                place: clause.place.clone(),
                ..Failure::new(order, std::mem::replace(&mut cost, cost::FURTHER), reason)
            })
        });
        failures.collect()
    }
}

/// Whether a fact is about the squares and the man of the move alone, so that nothing else could change it.
fn is_about_squares(condition: &Condition) -> bool {
    match condition {
        Condition::Not(part) => is_about_squares(part),
        Condition::In(..) | Condition::MoverIs(_) | Condition::SideIs(_) | Condition::Never => true,
        _ => false,
    }
}

/// One term, tried for one move.
struct Attempt<'a, 'b> {
    judge: &'a Judge<'b>,
    man: Man,
    entry: &'a Entry,
    term: &'a Term,
    leg: &'a Leg,
    from: Square,
    to: Square,
}

impl Attempt<'_, '_> {
    /// What keeps the term from making the move; nothing if it never goes that way.
    fn finding(&self, place: &Location) -> Option<Finding> {
        let all = self.ways();
        let tries = all.iter().map(|way| self.failures(way, &all));
        nearest(tries.filter_map(|failures| summary(failures, place.clone())))
    }

    fn ways(&self) -> Vec<Way> {
        let board = (self.judge.rules.shape, self.judge.state.walls);
        ways(board, self.leg, (self.from, self.to), self.man.side)
    }

    /// What is against one way of the term.
    fn failures(&self, way: &Way, all: &[Way]) -> Vec<Failure> {
        let (rules, state) = (self.judge.rules, self.judge.state);
        let mut failures = Vec::new();
        if !is_ready(rules, state, self.from, self.man, self.term) {
            failures.push(not_ready(self.term, self.from, self.to));
        }
        if !may_stay(rules, self.man, self.to) {
            let reason = Reason::Stays(self.from, self.to);
            failures.push(Failure::new(Order::Squares, cost::HISTORY, reason));
        }
        failures.extend(self.on_the_way(way, all));
        let (target, victim) = self.target();
        failures.extend(target);
        let acting = acting(state, self.man, (self.from, self.to), way.path, victim);
        let clauses = &self.entry.clauses;
        failures.extend(
            self.judge
                .failing_clauses(self.man, &acting, clauses, false),
        );
        failures
    }

    /// Men in the way, or none where one is needed.
    fn on_the_way(&self, way: &Way, all: &[Way]) -> Option<Failure> {
        let (from, to) = (self.from, self.to);
        let men = self.judge.state.squares(|_| true) - SquareSet::of(from);
        let blockers = way.empty & men;
        if !blockers.is_empty() {
            let by = blockers.iter().collect();
            let reason = Reason::Blocked { from, to, by };
            return Some(Failure::new(Order::Way, cost::CIRCUMSTANCE, reason));
        }
        if way.occupied.is_subset(&men) {
            return None;
        }
        let over = all
            .iter()
            .fold(SquareSet::EMPTY, |over, w| over | w.occupied)
            - men;
        let over = over.iter().collect();
        let reason = Reason::NothingToJump { from, to, over };
        Some(Failure::new(Order::Way, cost::CIRCUMSTANCE, reason))
    }

    /// Whether the term may end on what stands on the target, and where the man is that it would take.
    fn target(&self) -> (Option<Failure>, Option<Square>) {
        let (state, modality) = (self.judge.state, self.leg.modality);
        let (from, to) = (self.from, self.to);
        let failure = |cost, reason| Some(Failure::new(Order::Target, cost, reason));
        match state.man(to) {
            None => {
                let passed = state.en_passant.filter(|p| p.targets.contains(to));
                match passed.filter(|_| modality.en_passant && !modality.quiet) {
                    Some(passed) => (None, Some(passed.victim)),
                    None if modality.quiet => (None, None),
                    None => (failure(cost::PURPOSE, self.nothing_there()), None),
                }
            }
            Some(man) if man.side == self.man.side => {
                let fine = modality.destroy;
                let failure = failure(cost::HISTORY, Reason::OwnMan(from, to));
                (failure.filter(|_| !fine), None)
            }
            Some(_) if modality.capture => (None, Some(to).filter(|_| !self.leg.unload)),
            Some(_) if modality.quiet || modality.en_passant => {
                (failure(cost::PURPOSE, Reason::OnlyQuiet(from, to)), None)
            }
            Some(_) => (failure(cost::PURPOSE, Reason::OnlyOwn(from, to)), None),
        }
    }

    /// Why a term that does not go onto empty squares cannot end on one.
    fn nothing_there(&self) -> Reason {
        let (from, to, modality) = (self.from, self.to, self.leg.modality);
        let (rules, state) = (self.judge.rules, self.judge.state);
        if modality.en_passant {
            let passers = passing::victims(rules, state, SquareSet::of(to));
            if !passers.is_empty() || !modality.capture {
                return Reason::EnPassant { from, to, passers };
            }
        }
        if modality.capture {
            Reason::OnlyCaptures(from, to)
        } else {
            Reason::OnlyOwn(from, to)
        }
    }
}
