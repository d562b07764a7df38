//! What allows a legal move.

use super::judge::Judge;
use super::ways::ways;
use super::{AllowingTerm, Permission, tell};
use crate::board::{Man, Square, SquareSet};
use crate::movegen::castling;
use crate::movegen::general::{Acting, Deeds, acting, deeds, promotions_by_rule, term_moves};
use crate::notation::{Deed, list, sentence};
use crate::position::{DeedNumber, Move, MoveKind};
use crate::rules::Entry;
use crate::source::Location;

/// What allows a move that is legal.
pub(super) fn permission(judge: &Judge<'_>, mv: Move) -> Permission {
    let terms = judge
        .state
        .man(mv.from)
        .filter(|_| mv.kind != MoveKind::Pass)
        .map(|man| terms(judge, man, mv))
        .unwrap_or_default();
    let castles = matches!(mv.kind, MoveKind::Castle { .. });
    let clauses = judge.rules.castling.clauses.iter().filter(|_| castles);
    let castling: Vec<Location> = clauses.filter_map(|c| c.place.clone()).collect();
    let pass = judge.rules.turn.pass_place.clone();
    let promotions = promotions(judge, mv);
    let drops = judge.allowing_drops(mv);
    let named = if drops.is_empty() {
        &promotions
    } else {
        &drops
    };
    let effects = judge.position.side_effects(&[mv]).concat();
    let mut text = tell::permission(judge, mv, &terms, named);
    if !effects.is_empty() {
        text += &format!("; the move also {}", list(effects.clone(), "and"));
    }
    let mut squares: Vec<Square> = Vec::new();
    for square in judge.position.move_squares(mv) {
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    Permission {
        mv,
        squares,
        terms,
        promotions,
        drops,
        castling,
        pass: pass.filter(|_| mv.kind == MoveKind::Pass),
        effects,
        text,
    }
}

fn terms(judge: &Judge<'_>, man: Man, mv: Move) -> Vec<AllowingTerm> {
    let (rules, state) = (judge.rules, judge.state);
    let entries = rules.kind(man.kind).entries[man.side].iter().enumerate();
    if let MoveKind::Castle { partner_from, .. } = mv.kind {
        let options = castling::options(rules, state, state.side).into_iter();
        let made =
            options.filter(|o| (o.from, o.to, o.partner_from) == (mv.from, mv.to, partner_from));
        return made
            .filter_map(|o| {
                let (_, entry) = entries.clone().nth(o.entry)?;
                allowing(entry, o.entry, o.term)
            })
            .collect();
    }
    // Where a man can make a move with and without passing, it is the one that passes; both kinds of term allow it.
    let same = |m: &Move| {
        (m.from, m.to, m.promotion) == (mv.from, mv.to, mv.promotion)
            && (m.kind == mv.kind || (mv.kind, m.kind) == (MoveKind::Passing, MoveKind::Normal))
    };
    entries
        .flat_map(|(index, entry)| {
            let terms = entry.movement.terms.iter().enumerate();
            let makes = terms.filter(move |&(at, _)| {
                let made = term_moves(rules, state, mv.from, entry, (index, at));
                made.iter().any(same)
            });
            makes.filter_map(move |(at, _)| allowing(entry, index, at))
        })
        .collect()
}

fn allowing(entry: &Entry, index: usize, at: usize) -> Option<AllowingTerm> {
    let term = entry.movement.terms.get(at)?;
    let text = entry.text.get(term.span.clone()).unwrap_or(&entry.text);
    Some(AllowingTerm {
        entry: index,
        term: at,
        place: entry.places.get(at).unwrap_or(&entry.place).clone(),
        span: term.span.clone(),
        text: text.to_owned(),
        sentence: sentence(term),
        conditions: entry
            .clauses
            .iter()
            .filter_map(|c| c.place.clone())
            .collect(),
    })
}

/// The promotion rules that give the mover its choice.
fn promotions(judge: &Judge<'_>, mv: Move) -> Vec<(String, Location)> {
    let (rules, state) = (judge.rules, judge.state);
    let Some(kind) = mv.promotion.filter(|_| mv.kind != MoveKind::Drop) else {
        return Vec::new();
    };
    if mv.kind == MoveKind::Stay {
        let staying = rules.promotions.iter().filter(|rule| rule.stay);
        let here = staying.filter(|rule| rule.zone[state.side].contains(mv.from));
        return here
            .map(|rule| (rule.id.clone(), rule.place.clone()))
            .collect();
    }
    let mut found: Vec<(String, Location)> = Vec::new();
    for acting in ways_of(judge, mv) {
        let Some(kind_before) = acting.mover else {
            continue;
        };
        let man = Man {
            side: state.side,
            kind: kind_before,
        };
        for (rule, to) in promotions_by_rule(rules, state, man, &acting) {
            if to.contains(&kind) && !found.iter().any(|(id, _)| *id == rule.id) {
                found.push((rule.id.clone(), rule.place.clone()));
            }
        }
    }
    found
}

/// What conditions can be asked about a move, for each way on which it is open.
fn ways_of(judge: &Judge<'_>, mv: Move) -> Vec<Acting> {
    let (rules, state) = (judge.rules, judge.state);
    let Some(man) = state.man(mv.from) else {
        return Vec::new();
    };
    let deeds = Deeds::of(rules, state, mv.from);
    let same = |number: DeedNumber, deed: &Deed| {
        let kind = deeds::kind(state, mv.from, number, deed);
        kind == mv.kind && deed.to == mv.to
    };
    let ways = deeds
        .ways()
        .filter(|(number, way)| same(*number, &way.deed));
    let mut found: Vec<Acting> = ways.filter_map(|(_, way)| way.acting(state)).collect();
    let victim = match mv.kind {
        MoveKind::Legs { .. } => return found,
        MoveKind::EnPassant { victim } => Some(victim),
        MoveKind::Normal => state.man(mv.to).map(|_| mv.to),
        _ => None,
    };
    let paths = paths(judge, man, mv).into_iter();
    found.extend(paths.map(|path| acting(state, man, (mv.from, mv.to), path, victim)));
    found
}

/// What a move by a plain term can pass on its way, for each way that is open.
fn paths(judge: &Judge<'_>, man: Man, mv: Move) -> Vec<SquareSet> {
    let men = judge.state.squares(|_| true) - SquareSet::of(mv.from);
    let terms = judge.rules.terms(man);
    let ways = terms.flat_map(|term| match term.plain_leg() {
        Some(leg) => {
            let board = (judge.rules.shape, judge.state.walls);
            ways(board, leg, (mv.from, mv.to), man.side)
        }
        None => Vec::new(),
    });
    let open = ways.filter(|w| (w.empty & men).is_empty() && w.occupied.is_subset(&men));
    let castlings = castling::options(judge.rules, judge.state, man.side).into_iter();
    let castlings = castlings.filter(|o| (o.from, o.to) == (mv.from, mv.to));
    let castlings = castlings.map(|o| o.path);
    open.map(|w| w.path).chain(castlings).collect()
}
