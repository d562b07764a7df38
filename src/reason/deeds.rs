//! What keeps terms that are not one plain leg from making a move.
//!
//! Such a term is asked on the board as it is, then on boards on which one square is changed: what would be needed there
//! is a true reason. Where no single change helps, nothing more is claimed than that the move is not there as the men
//! stand.

use super::Reason;
use super::attempts::{Failure, Order, not_ready, summary};
use super::judge::{Finding, Judge, cost};
use crate::board::{Man, Square, SquareSet};
use crate::movegen::general::deeds::term_ways;
use crate::movegen::general::{Seen, Way, is_ready};
use crate::notation::{Content, Deed, Legs, Term, may_go};
use crate::position::{goes_over, is_by_way};
use crate::rules::Entry;
use crate::source::Location;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// So many moves are looked at on changed boards.
const MOST: usize = 30_000;

/// A square, what it is changed to, and what a term can do then.
pub(super) type Changed<'a> = (Square, Content, Way<'a>);

/// What terms can do on changed boards, by the square of the man and the places of entry and term.
pub(super) type ChangedWays<'a> = RefCell<HashMap<(Square, (usize, usize)), Rc<Vec<Changed<'a>>>>>;

/// A move that was asked for.
struct Asked<'a> {
    from: Square,
    man: Man,
    to: Square,
    /// The squares between, if they are named.
    via: Option<&'a [Square]>,
}

impl Asked<'_> {
    fn is(&self, deed: &Deed) -> bool {
        let by_way = |via: &[Square]| is_by_way(self.from, deed, via) || goes_over(deed, via);
        deed.to == self.to && self.via.is_none_or(by_way)
    }
}

/// The squares where one other man or none would make a move.
#[derive(Default)]
struct Changes {
    emptied: SquareSet,
    enemy: SquareSet,
    own: SquareSet,
    /// What else is against the move on the board with the first such change.
    failures: Option<Vec<Failure>>,
}

impl<'a> Judge<'a> {
    /// Where the terms stand that are not plain and may lead from one square to another on some board, by way of others.
    pub(super) fn terms_that_may_get(
        &self,
        man: Man,
        from: Square,
        (via, to): (&[Square], Square),
    ) -> Vec<Location> {
        let mut places = Vec::new();
        for entry in &self.rules.kind(man.kind).entries[man.side] {
            for (at, term) in entry.movement.terms.iter().enumerate() {
                let legs = term.legs().filter(|_| term.plain_leg().is_none());
                if legs.is_some_and(|legs| self.may_get(legs, man, (from, to), via)) {
                    places.push(entry.places.get(at).unwrap_or(&entry.place).clone());
                }
            }
        }
        places
    }

    fn may_get(&self, legs: &Legs, man: Man, ends: (Square, Square), via: &[Square]) -> bool {
        legs.borrows() || may_go(self.rules.shape, legs, ends, via, man.side)
    }

    /// What is against a move by the terms of a man that are not plain, for each of them that may make it.
    pub(super) fn deed_findings(
        &self,
        from: Square,
        to: Square,
        via: Option<&[Square]>,
    ) -> Vec<Finding> {
        let Some(man) = self.state.man(from) else {
            return Vec::new();
        };
        let asked = Asked { from, man, to, via };
        let between = via.unwrap_or_default();
        let mut found = Vec::new();
        for (index, entry) in self.rules.kind(man.kind).entries[man.side]
            .iter()
            .enumerate()
        {
            for (at, term) in entry.movement.terms.iter().enumerate() {
                let legs = term.legs().filter(|_| term.plain_leg().is_none());
                if legs.is_some_and(|legs| self.may_get(legs, man, (from, to), between)) {
                    let failures = self.deed_failures(&asked, entry, (index, at), term);
                    let place = entry.places.get(at).unwrap_or(&entry.place).clone();
                    let finding = failures.and_then(|failures| summary(failures, place));
                    found.extend(finding.map(|finding| Finding {
                        via: via.unwrap_or_default().to_vec(),
                        ..finding
                    }));
                }
            }
        }
        found
    }

    /// What is in the way of taking an enemy man and going on from there, if the square is not where such a move ends.
    pub(super) fn goes_on_findings(&self, man: Man, from: Square, over: Square) -> Vec<Finding> {
        if self.state.man(over).is_none_or(|m| m.side == man.side) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let entries = self.rules.kind(man.kind).entries[man.side].iter();
        for (index, entry) in entries.enumerate() {
            for (at, term) in entry.movement.terms.iter().enumerate() {
                if !is_ready(self.rules, self.state, from, man, term) {
                    continue;
                }
                let changed = self.changed_ways(from, man, (index, at));
                let mut ends = SquareSet::EMPTY;
                for (square, content, way) in changed.iter() {
                    let deed = &way.deed;
                    let takes = deed.taken == SquareSet::of(over) && deed.to == *square;
                    if takes && *content == Content::Empty && self.failing_of(way, man).is_empty() {
                        ends.insert(*square);
                    }
                }
                let by: Vec<Square> = (ends - SquareSet::of(over)).iter().collect();
                if !by.is_empty() {
                    let reason = Reason::GoesOn { from, over, by };
                    let place = entry.places.get(at).unwrap_or(&entry.place).clone();
                    found.push(Finding::new(cost::CIRCUMSTANCE, reason).at(vec![place]));
                }
            }
        }
        found
    }

    fn deed_failures(
        &self,
        asked: &Asked<'_>,
        entry: &Entry,
        place: (usize, usize),
        term: &Term,
    ) -> Option<Vec<Failure>> {
        let Asked { from, man, to, .. } = *asked;
        let ready = is_ready(self.rules, self.state, from, man, term);
        let mut best: Option<Vec<Failure>> = None;
        let cost = |failures: &[Failure]| failures.iter().map(|f| f.cost).sum::<u32>();
        let seen = Seen::new(self.rules, self.state, man.side);
        term_ways(self.rules, &seen, (from, man), entry, place, &mut |way| {
            if asked.is(&way.deed) {
                let failures = self.failing_of(&way, man);
                if best.as_ref().is_none_or(|b| cost(&failures) < cost(b)) {
                    best = Some(failures);
                }
            }
        });
        if best.is_none() {
            best = self.changed_failures(asked, place);
        }
        if !ready {
            let failures = best.get_or_insert_default();
            failures.push(not_ready(term, from, to));
        }
        best
    }

    /// The conditions of a way that do not hold.
    fn failing_of(&self, way: &Way<'_>, man: Man) -> Vec<Failure> {
        let Some(acting) = way.acting(self.state) else {
            return Vec::new();
        };
        let entries = way.entries();
        entries
            .flat_map(|entry| self.failing_clauses(man, &acting, &entry.clauses, false))
            .collect()
    }

    /// What is missing, or in the way, on one square.
    fn changed_failures(&self, asked: &Asked<'_>, place: (usize, usize)) -> Option<Vec<Failure>> {
        let changes = self.changes(asked, place);
        let (from, to) = (asked.from, asked.to);
        let mut failures = changes.failures?;
        let reason = if let Some(square) = changes.emptied.iter().next() {
            let own = |m: Man| m.side == asked.man.side;
            if square == to && self.state.man(square).is_some_and(own) {
                Reason::OwnMan(from, to)
            } else {
                let by = vec![square];
                Reason::Blocked { from, to, by }
            }
        } else {
            let either = changes.enemy & changes.own;
            let (on, own) = if !either.is_empty() {
                (either, None)
            } else if !changes.enemy.is_empty() {
                (changes.enemy, Some(false))
            } else {
                (changes.own, Some(true))
            };
            let on = on.iter().collect();
            Reason::MissingMan { from, to, on, own }
        };
        failures.push(Failure::new(Order::Way, cost::CIRCUMSTANCE, reason));
        Some(failures)
    }

    /// The single changes of the board that make a move possible.
    fn changes(&self, asked: &Asked<'_>, place: (usize, usize)) -> Changes {
        let mut changes = Changes::default();
        let ways = self.changed_ways(asked.from, asked.man, place);
        for (square, content, way) in ways.iter().filter(|(.., way)| asked.is(&way.deed)) {
            if changes.failures.is_none() {
                changes.failures = Some(self.failing_of(way, asked.man));
            }
            match content {
                Content::Enemy => changes.enemy.insert(*square),
                Content::Own => changes.own.insert(*square),
                Content::Empty | Content::Hole => changes.emptied.insert(*square),
            }
        }
        changes
    }

    /// What a term can do on all boards with one square changed. A term that can do too much has what is found first.
    fn changed_ways(&self, from: Square, man: Man, place: (usize, usize)) -> Rc<Vec<Changed<'a>>> {
        let key = (from, place);
        if let Some(known) = self.changed.borrow().get(&key) {
            return Rc::clone(known);
        }
        let rules = self.rules;
        let mut found: Vec<Changed<'a>> = Vec::new();
        if let Some(entry) = rules.kind(man.kind).entries[man.side].get(place.0) {
            for square in rules.shape.squares().filter(|&s| s != from) {
                let now = self.state.content(square, man.side);
                for content in [Content::Empty, Content::Enemy, Content::Own] {
                    if content == now || found.len() > MOST {
                        continue;
                    }
                    let seen = Seen::new(rules, self.state, man.side).changed(square, content);
                    term_ways(rules, &seen, (from, man), entry, place, &mut |way| {
                        if found.len() <= MOST {
                            found.push((square, content, way));
                        }
                    });
                }
            }
        }
        let found = Rc::new(found);
        self.changed.borrow_mut().insert(key, Rc::clone(&found));
        found
    }
}
