//! En passant: which moves leave squares that can be taken, and by whom.

use super::general::{Acting, Deeds, Seen, deeds, holds};
use crate::board::{Man, Square, SquareSet};
use crate::notation::{Content, LandingKind, Leg, walk};
use crate::position::{Move, MoveKind, State};
use crate::rules::{Entry, Rules};

/// Whether a leg leaves what it passes to be taken en passant: a quiet lame move.
pub(crate) fn leaves_passed(leg: &Leg) -> bool {
    leg.leaves_passed && leg.modality.quiet
}

/// Whether some piece of the game takes en passant; otherwise nothing is recorded.
pub(crate) fn is_used(rules: &Rules) -> bool {
    rules
        .kinds
        .iter()
        .flat_map(|k| k.entries.white.iter().chain(&k.entries.black))
        .any(|entry| {
            entry
                .movement
                .terms
                .iter()
                .any(|t| t.all_legs().any(|leg| leg.modality.en_passant))
        })
}

/// The squares that a passing move leaves behind to be taken en passant: on whatever way it can go.
pub(crate) fn passed_squares(rules: &Rules, state: &State, mv: Move) -> SquareSet {
    let Some(man) = state.man(mv.from) else {
        return SquareSet::EMPTY;
    };
    let look = |s: Square| state.content(s, man.side);
    let mut passed = SquareSet::EMPTY;
    for term in rules.terms(man) {
        let Some(leg) = term.plain_leg().filter(|leg| leaves_passed(leg)) else {
            continue;
        };
        walk(
            rules.shape,
            leg,
            mv.from,
            man.side,
            look,
            |_| false,
            |landing| {
                if landing.to == mv.to && landing.kind == LandingKind::Quiet {
                    passed |= landing.path;
                }
            },
        );
    }
    let deeds = Deeds::of(rules, state, mv.from);
    let passing = deeds.ways().filter(|(number, way)| {
        way.deed.to == mv.to
            && deeds::kind(state, mv.from, *number, &way.deed) == MoveKind::Passing
            && way.holds(rules, state, man.side)
    });
    passing.fold(passed, |all, (_, way)| all | way.deed.leaves)
}

/// The men of the side that has just moved whose move can have passed all these squares, in ascending order.
pub(crate) fn victims(rules: &Rules, state: &State, targets: SquareSet) -> Vec<Square> {
    let waiting = state.side.other();
    let all = state.squares(|m| m.side == waiting);
    all.iter()
        .filter(|&square| {
            state
                .man(square)
                .is_some_and(|man| can_have_passed(rules, state, square, man, targets))
        })
        .collect()
}

fn can_have_passed(
    rules: &Rules,
    state: &State,
    now: Square,
    man: Man,
    targets: SquareSet,
) -> bool {
    // Where the man stands now nobody stood then.
    let look = |s: Square| {
        if s == now {
            Content::Empty
        } else {
            state.content(s, man.side)
        }
    };
    rules.terms(man).any(|term| {
        let Some(leg) = term.plain_leg() else {
            return false;
        };
        leaves_passed(leg)
            && rules.shape.squares().any(|from| {
                let starts_there = state.is_free(from) && rules.stands_ready(term.when, from, man);
                let mut found = false;
                if starts_there {
                    walk(
                        rules.shape,
                        leg,
                        from,
                        man.side,
                        look,
                        |_| false,
                        |landing| {
                            let quiet = landing.kind == LandingKind::Quiet && landing.to == now;
                            found |= quiet && targets.is_subset(&landing.path);
                        },
                    );
                }
                found
            })
    }) || deeds_can_have_passed(rules, state, now, man, targets)
}

/// The same by terms that are not plain and moves that do nothing else: what they took is not known any more.
fn deeds_can_have_passed(
    rules: &Rules,
    state: &State,
    now: Square,
    man: Man,
    targets: SquareSet,
) -> bool {
    let entries = &rules.kind(man.kind).entries[man.side];
    let leaves = |entry: &Entry| {
        let terms = entry.movement.terms.iter();
        let mut terms = terms.filter(|t| t.plain_leg().is_none());
        terms.any(|t| t.all_legs().any(|leg| leg.leaves_passed))
    };
    if !entries.iter().any(leaves) {
        return false;
    }
    let empty = rules.shape.squares().filter(|&s| state.is_free(s));
    empty.into_iter().any(|from| {
        let mut before = state.clone();
        before.men[from.index()] = before.men[now.index()].take();
        before.side = man.side;
        before.en_passant = None;
        let deeds = Deeds::of(rules, &before, from);
        deeds.ways().any(|(number, way)| {
            let deed = &way.deed;
            deed.to == now
                && targets.is_subset(&deed.leaves)
                && deeds::kind(&before, from, number, deed) == MoveKind::Passing
        })
    })
}

/// The squares that can be taken en passant by some man of the player to move, its safety not asked. They alone make
/// two positions differ.
pub(crate) fn capturable(rules: &Rules, state: &State) -> SquareSet {
    let Some(en_passant) = state.en_passant else {
        return SquareSet::EMPTY;
    };
    let mut found = SquareSet::EMPTY;
    let look = |s: Square| state.content(s, state.side);
    for from in state.squares(|m| m.side == state.side).iter() {
        let Some(man) = state.man(from) else { continue };
        let seen = Seen::new(rules, state, man.side);
        deeds::ways(rules, &seen, from, man, |way| {
            if way.deed.en_passant && way.holds(rules, state, man.side) {
                let stops = way.deed.stops.iter().copied();
                let ends: SquareSet = stops.chain([way.deed.to]).collect();
                found |= ends & en_passant.targets;
            }
        });
        for entry in &rules.kind(man.kind).entries[man.side] {
            for term in &entry.movement.terms {
                let Some(leg) = term.plain_leg() else {
                    continue;
                };
                if !leg.modality.en_passant || !rules.stands_ready(term.when, from, man) {
                    continue;
                }
                walk(
                    rules.shape,
                    leg,
                    from,
                    man.side,
                    look,
                    |s| en_passant.targets.contains(s),
                    |landing| {
                        let acting =
                            Acting::en_passant(man, from, &landing, state.man(en_passant.victim));
                        if landing.kind == LandingKind::EnPassant
                            && holds(rules, state, man.side, Some(&acting), &entry.condition)
                        {
                            found.insert(landing.to);
                        }
                    },
                );
            }
        }
    }
    found
}
