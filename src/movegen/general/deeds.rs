//! What men do by terms that are not one plain leg, and the moves that stand for it.
//!
//! A deed that takes one man besides whoever stands at its end, or does nothing, is named by that man's square. The others
//! have a number among the different deeds of their man: in the order of entries, terms and discovery, conditions
//! not asked, so that the number depends on nothing but the position.

use super::attacks::is_ready;
use super::conditions::{Acting, holds};
use crate::board::{Man, Side, Square, SquareSet};
use crate::movegen::passing;
use crate::notation::{Content, Deed, Effects, Found, Ground, Term, run};
use crate::position::{DeedNumber, Move, MoveKind, State};
use crate::rules::{Entry, Rules};
use std::cell::Cell;
use std::collections::HashMap;

/// A position as the legs of a side see it.
pub(crate) struct Seen<'a> {
    rules: &'a Rules,
    state: &'a State,
    side: Side,
    /// Men that count as absent.
    gone: SquareSet,
    /// A square that counts as something else than it is.
    other: Option<(Square, Content)>,
    /// Whether it matters on which way something is done.
    minds_ways: bool,
    /// Whether what was found is enough.
    enough: Cell<bool>,
}

impl<'a> Seen<'a> {
    /// The position as it is.
    pub(crate) fn new(rules: &'a Rules, state: &'a State, side: Side) -> Self {
        Self {
            rules,
            state,
            side,
            gone: SquareSet::EMPTY,
            other: None,
            minds_ways: true,
            enough: Cell::new(false),
        }
    }

    /// The position without some men and with an enemy on a square: one that is royal unless another man stands there.
    pub(crate) fn probing(self, target: Square, gone: SquareSet) -> Self {
        Self {
            gone,
            other: Some((target, Content::Enemy)),
            ..self
        }
    }

    /// The same where it does not matter on which way something is done: no condition asks for it.
    pub(crate) fn by_any_way(self) -> Self {
        Self {
            minds_ways: false,
            ..self
        }
    }

    /// Ends the search for ways.
    pub(crate) fn stop(&self) {
        self.enough.set(true);
    }

    /// The position with something else on a square.
    pub(crate) fn changed(self, square: Square, content: Content) -> Self {
        Self {
            other: Some((square, content)),
            ..self
        }
    }
}

impl Ground for Seen<'_> {
    fn content(&self, square: Square) -> Content {
        if let Some((_, content)) = self.other.filter(|(s, _)| *s == square) {
            content
        } else if self.gone.contains(square) {
            Content::Empty
        } else {
            self.state.content(square, self.side)
        }
    }

    fn passed(&self, square: Square) -> Option<Square> {
        let passed = self.state.en_passant?;
        let can = self.state.side == self.side && passed.targets.contains(square);
        can.then_some(passed.victim)
    }

    fn minds_ways(&self) -> bool {
        self.minds_ways
    }

    fn has_enough(&self) -> bool {
        self.enough.get()
    }

    fn is_royal(&self, square: Square) -> bool {
        match self.state.man(square) {
            Some(man) => self.rules.kind(man.kind).royal[man.side],
            None => self.other == Some((square, Content::Enemy)),
        }
    }
}

/// One way in which a man can do something.
#[derive(Clone, Debug)]
pub(crate) struct Way<'r> {
    /// The number of the entry among those of the man's kind, and of the term in it.
    pub(crate) entry: usize,
    pub(crate) term: usize,
    pub(super) own: &'r Entry,
    /// The entry of another man whose moves are borrowed.
    lent: Option<&'r Entry>,
    /// What is done.
    pub(crate) deed: Deed,
}

impl Way<'_> {
    /// What conditions are asked about it.
    pub(crate) fn acting(&self, state: &State) -> Option<Acting> {
        Acting::of_deed(state, &self.deed)
    }

    /// Whether its conditions hold.
    pub(crate) fn holds(&self, rules: &Rules, state: &State, side: Side) -> bool {
        let Some(acting) = self.acting(state) else {
            return false;
        };
        self.entries()
            .all(|entry| holds(rules, state, side, Some(&acting), &entry.condition))
    }

    /// The entries whose conditions must hold.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        std::iter::once(self.own).chain(self.lent)
    }
}

/// Visits every way of a man by its terms that are not plain.
pub(crate) fn ways<'r>(
    rules: &'r Rules,
    seen: &Seen<'_>,
    from: Square,
    man: Man,
    mut visit: impl FnMut(Way<'r>),
) {
    let entries = &rules.kind(man.kind).entries[man.side];
    for (index, entry) in entries.iter().enumerate() {
        for (at, term) in entry.movement.terms.iter().enumerate() {
            if is_ready(rules, seen.state, from, man, term) {
                term_ways(rules, seen, (from, man), entry, (index, at), &mut visit);
            }
        }
    }
}

/// Visits every way of one term, whether it may be used now or not. A term with too many ways has those that are found
/// first.
pub(crate) fn term_ways<'r>(
    rules: &'r Rules,
    seen: &Seen<'_>,
    (from, man): (Square, Man),
    entry: &'r Entry,
    (index, at): (usize, usize),
    visit: &mut impl FnMut(Way<'r>),
) {
    let term = entry.movement.terms.get(at);
    let Some(legs) = term
        .filter(|t| t.plain_leg().is_none())
        .and_then(Term::legs)
    else {
        return;
    };
    let way = |lent, deed| Way {
        entry: index,
        term: at,
        own: entry,
        lent,
        deed,
    };
    let mut lenders: Vec<Square> = Vec::new();
    // What was found before there were too many is right, and always the same.
    let _ = run(
        rules.shape,
        legs,
        from,
        man.side,
        seen,
        |found| match found {
            Found::Deed(deed) => visit(way(None, deed)),
            Found::Borrow(lender) if lenders.contains(&lender) => {}
            Found::Borrow(lender) => lenders.push(lender),
        },
    );
    for lender in lenders {
        let Some(lender) = seen.state.man(lender).filter(|m| m.kind != man.kind) else {
            continue;
        };
        for lent in &rules.kind(lender.kind).entries[lender.side] {
            for term in &lent.movement.terms {
                let Some(legs) = term.legs().filter(|legs| !legs.borrows()) else {
                    continue;
                };
                if is_ready(rules, seen.state, from, lender, term) {
                    let _ = run(rules.shape, legs, from, man.side, seen, |found| {
                        if let Found::Deed(deed) = found {
                            visit(way(Some(lent), deed));
                        }
                    });
                }
            }
        }
    }
}

/// All that a man can do by terms that are not plain, conditions not asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deeds<'r> {
    ways: Vec<(DeedNumber, Way<'r>)>,
    /// The first way of each deed, by where it ends.
    first: HashMap<(DeedNumber, Square), usize>,
}

impl<'r> Deeds<'r> {
    /// Those of the man on a square.
    pub(crate) fn of(rules: &'r Rules, state: &State, from: Square) -> Self {
        let mut found = Self::default();
        let Some(man) = state.man(from) else {
            return found;
        };
        let mut numbers: HashMap<Effects, usize> = HashMap::new();
        let mut used: Option<bool> = None;
        ways(
            rules,
            &Seen::new(rules, state, man.side),
            from,
            man,
            |mut way| {
                let deed = &mut way.deed;
                if !deed.leaves.is_empty() && !*used.get_or_insert_with(|| passing::is_used(rules))
                {
                    deed.leaves = SquareSet::EMPTY;
                }
                deed.unloaded.sort_unstable();
                let named = name(from, deed).or_else(|| {
                    let next = numbers.len();
                    let number = *numbers.entry(deed.effects()).or_insert(next);
                    let number = u16::try_from(number).ok();
                    number
                        .filter(|&n| n < DeedNumber::COUNT)
                        .map(DeedNumber::new)
                });
                // More moves than a number has room for are not made.
                let Some(number) = named else { return };
                let first = found.first.entry((number, deed.to));
                first.or_insert(found.ways.len());
                found.ways.push((number, way));
            },
        );
        found
    }

    /// Every way with the number of its deed.
    pub(crate) fn ways(&self) -> impl Iterator<Item = (DeedNumber, &Way<'r>)> {
        self.ways.iter().map(|(number, way)| (*number, way))
    }

    /// The deed with a number that ends on a square.
    pub(crate) fn get(&self, number: DeedNumber, to: Square) -> Option<&Deed> {
        let first = *self.first.get(&(number, to))?;
        self.ways.get(first).map(|(_, way)| &way.deed)
    }
}

/// The number of a deed of the man on `from` that says by itself what is done, if there is one: what an enemy man on the
/// last square means is known from the position.
fn name(from: Square, deed: &Deed) -> Option<DeedNumber> {
    let plain = deed.mover == from
        && deed.destroyed.is_empty()
        && deed.unloaded.is_empty()
        && deed.leaves.is_empty();
    let mut others = (deed.taken - SquareSet::of(deed.to)).iter();
    match (plain, others.next(), others.next()) {
        (true, Some(victim), None) => Some(DeedNumber::taking(victim)),
        (true, None, _) if deed.is_pass() => Some(DeedNumber::NOTHING),
        _ => None,
    }
}

/// The kind of move that a deed of the man on `from` is: a plain one wherever that says it all.
pub(crate) fn kind(state: &State, from: Square, number: DeedNumber, deed: &Deed) -> MoveKind {
    let legs = MoveKind::Legs { deed: number };
    let Deed {
        mover,
        to,
        taken,
        destroyed,
        unloaded,
        leaves,
        ..
    } = deed;
    if *mover != from || *to == from {
        return legs;
    }
    let there = SquareSet::of(*to);
    let takes_there = taken.is_subset(&there);
    let removes = !destroyed.is_empty();
    match (&unloaded[..], leaves.is_empty()) {
        ([], true) if takes_there && !removes => MoveKind::Normal,
        ([], false) if taken.is_empty() && !removes => MoveKind::Passing,
        ([], true) if taken.is_empty() && *destroyed == there => MoveKind::Destroy,
        ([swap], true) if taken.is_empty() && !removes && *swap == (*to, from) => MoveKind::Swap,
        ([], true) if deed.en_passant && !removes => {
            let passed = state.en_passant.filter(|p| p.targets.contains(*to));
            match passed {
                Some(passed) if *taken == SquareSet::of(passed.victim) => MoveKind::EnPassant {
                    victim: passed.victim,
                },
                _ => legs,
            }
        }
        _ => legs,
    }
}

/// What a move does, made in a position where its men can make it; nothing for a castling, where two men move.
pub(crate) fn deed(rules: &Rules, state: &State, mv: Move) -> Option<Deed> {
    state.man(mv.from)?;
    let (there, none) = (SquareSet::of(mv.to), SquareSet::EMPTY);
    let plain = |taken, destroyed, unloaded| Deed {
        mover: mv.from,
        to: mv.to,
        taken,
        destroyed,
        unloaded,
        leaves: none,
        en_passant: false,
        path: none,
        stops: Vec::new(),
    };
    Some(match mv.kind {
        MoveKind::Legs { deed } => {
            return Deeds::of(rules, state, mv.from).get(deed, mv.to).cloned();
        }
        MoveKind::Castle { .. } | MoveKind::Drop | MoveKind::Pass => return None,
        MoveKind::Normal if state.man(mv.to).is_some() => plain(there, none, Vec::new()),
        MoveKind::Normal | MoveKind::Stay => plain(none, none, Vec::new()),
        MoveKind::Passing => Deed {
            leaves: passing::passed_squares(rules, state, mv),
            ..plain(none, none, Vec::new())
        },
        MoveKind::EnPassant { victim } => Deed {
            en_passant: true,
            ..plain(SquareSet::of(victim), none, Vec::new())
        },
        MoveKind::Swap => plain(none, none, vec![(mv.to, mv.from)]),
        MoveKind::Destroy => plain(none, there, Vec::new()),
    })
}
