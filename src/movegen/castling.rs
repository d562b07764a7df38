//! Castling by `O`: who castles with whom, and which squares matter.

use crate::board::{Man, Side, Square, SquareSet};
use crate::notation::{Action, Castle, Term};
use crate::position::State;
use crate::rules::Rules;

/// One castling that the men and rights of a position allow, before anything between them is looked at.
#[derive(Clone, Debug)]
pub(crate) struct CastlingOption {
    /// Where the castling man starts and ends.
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// Where its partner starts and ends.
    pub(crate) partner_from: Square,
    pub(crate) partner_to: Square,
    /// The squares that must be empty.
    pub(crate) empty: SquareSet,
    /// The squares between `from` and `to`.
    pub(crate) path: SquareSet,
    /// The number of the entry, among those of the castling man, that allows it.
    pub(crate) entry: usize,
}

/// The castling terms of a man's kind with the numbers of their entries.
fn terms(rules: &Rules, man: Man) -> impl Iterator<Item = (usize, &Term, &Castle)> {
    rules.kind(man.kind).entries[man.side]
        .iter()
        .enumerate()
        .flat_map(|(index, entry)| {
            entry
                .movement
                .terms
                .iter()
                .filter_map(move |term| match &term.action {
                    Action::Castle(castle) => Some((index, term, castle)),
                    Action::Leg(_) => None,
                })
        })
}

/// Whether a man's move ends all castling of its side: it castles, and only while it is unmoved.
pub(crate) fn loses_rights_by_moving(rules: &Rules, man: Man) -> bool {
    let mut any = false;
    terms(rules, man).all(|(_, term, _)| {
        any = true;
        term.initial
    }) && any
}

/// The man of a side that can castle from where it stands.
pub(crate) fn castler(rules: &Rules, state: &State, side: Side) -> Option<Square> {
    rules.shape.squares().find(|&square| {
        let man = state.man(square).filter(|m| m.side == side);
        man.is_some_and(|m| {
            terms(rules, m).any(|(_, term, _)| stands_ready(rules, state, square, m, term))
        })
    })
}

/// Whether a man stands where its castling term may start. Rights are asked elsewhere.
fn stands_ready(rules: &Rules, state: &State, square: Square, man: Man, term: &Term) -> bool {
    if !term.initial || rules.array.is_empty() {
        return true;
    }
    if state.free_castling {
        let rank = rules.shape.rank(square);
        return rules
            .shape
            .squares()
            .any(|s| rules.shape.rank(s) == rank && rules.array[s.index()] == Some(man));
    }
    rules.array[square.index()] == Some(man)
}

/// Whether a man that may be a castling partner of a side stands on a square.
pub(crate) fn is_partner(rules: &Rules, state: &State, side: Side, square: Square) -> bool {
    state
        .man(square)
        .is_some_and(|m| m.side == side && rules.castling.with[side].contains(m.kind))
}

/// The partner that stands right (`direction` 1) or left (-1) of a side's castling man, seen by White: at the edge, or
/// with free castling the outermost one.
pub(crate) fn partner_by_direction(
    rules: &Rules,
    state: &State,
    side: Side,
    direction: i32,
) -> Option<Square> {
    let from = castler(rules, state, side)?;
    let man = state.man(from)?;
    let (_, _, castle) =
        terms(rules, man).find(|(_, _, castle)| allows(castle, side, direction))?;
    partner(rules, state, side, from, castle, direction)
}

/// Whether a castling term goes in a direction seen by White.
fn allows(castle: &Castle, side: Side, direction: i32) -> bool {
    if (direction > 0) == (side == Side::White) {
        castle.right
    } else {
        castle.left
    }
}

fn partner(
    rules: &Rules,
    state: &State,
    side: Side,
    from: Square,
    castle: &Castle,
    direction: i32,
) -> Option<Square> {
    let shape = rules.shape;
    let edge = if direction > 0 {
        i32::from(shape.files()) - 1
    } else {
        0
    };
    let outermost = edge - direction * i32::from(castle.inset);
    let rank = shape.rank(from);
    if !state.free_castling {
        return shape
            .square(outermost, rank)
            .filter(|&s| s != from && is_partner(rules, state, side, s));
    }
    let mut file = outermost;
    while file != shape.file(from) {
        if let Some(square) = shape
            .square(file, rank)
            .filter(|&s| is_partner(rules, state, side, s))
        {
            return Some(square);
        }
        file -= direction;
    }
    None
}

/// All castlings of a side that its men and rights allow.
pub(crate) fn options(rules: &Rules, state: &State, side: Side) -> Vec<CastlingOption> {
    let mut options = Vec::new();
    let own_rights: Vec<Square> = state
        .rights
        .iter()
        .filter(|&s| is_partner(rules, state, side, s))
        .collect();
    if own_rights.is_empty() {
        return options;
    }
    for from in rules.shape.squares() {
        let Some(man) = state.man(from).filter(|m| m.side == side) else {
            continue;
        };
        for (entry, term, castle) in terms(rules, man) {
            if !stands_ready(rules, state, from, man, term) {
                continue;
            }
            for &partner_from in &own_rights {
                options.extend(option(
                    rules,
                    state,
                    (from, man),
                    castle,
                    partner_from,
                    entry,
                ));
            }
        }
    }
    options
}

fn option(
    rules: &Rules,
    state: &State,
    (from, man): (Square, Man),
    castle: &Castle,
    partner_from: Square,
    entry: usize,
) -> Option<CastlingOption> {
    let shape = rules.shape;
    let (rank, file) = (shape.rank(from), shape.file(from));
    if shape.rank(partner_from) != rank || partner_from == from {
        return None;
    }
    let direction = (shape.file(partner_from) - file).signum();
    if !allows(castle, man.side, direction) {
        return None;
    }
    let squares = i32::from(castle.squares);
    let (to, partner_to, empty) = if state.free_castling {
        // Everybody ends where castling from the array would have put them.
        let home = shape
            .squares()
            .find(|&s| shape.rank(s) == rank && rules.array[s.index()] == Some(man))?;
        let to = shape.square(shape.file(home) + direction * squares, rank)?;
        let partner_to = shape.square(shape.file(to) - direction, rank)?;
        (
            to,
            partner_to,
            span(rules, from, to) | span(rules, partner_from, partner_to),
        )
    } else {
        let reach = (shape.file(partner_from) - file).abs();
        if partner(rules, state, man.side, from, castle, direction) != Some(partner_from)
            || squares > reach
        {
            return None;
        }
        let to = shape.square(file + direction * squares, rank)?;
        let partner_to = shape.square(shape.file(to) - direction, rank)?;
        (to, partner_to, span(rules, from, partner_from))
    };
    let both = SquareSet::of(from) | SquareSet::of(partner_from);
    let ends = SquareSet::of(from) | SquareSet::of(to);
    let path = span(rules, from, to) - ends;
    Some(CastlingOption {
        from,
        to,
        partner_from,
        partner_to,
        empty: empty - both,
        path,
        entry,
    })
}

/// The squares of a rank from one square to another, both included.
fn span(rules: &Rules, a: Square, b: Square) -> SquareSet {
    (a.min(b).index()..=a.max(b).index())
        .filter(|_| rules.shape.rank(a) == rules.shape.rank(b))
        .map(|i| Square::new(i as u8))
        .collect()
}
