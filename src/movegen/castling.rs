//! Castling by `O`: who castles with whom, and which squares matter.

use crate::board::{Man, Side, Square, SquareSet};
use crate::notation::{Action, Castle, Castled, Term, When, castle};
use crate::position::State;
use crate::rules::{Condition, Place, Rules};

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
    /// The number of the entry, among those of the castling man, that allows it, and of the term in it.
    pub(crate) entry: usize,
    pub(crate) term: usize,
}

/// The castling terms of a man's kind with the numbers of their entries and their own.
fn terms(rules: &Rules, man: Man) -> impl Iterator<Item = ((usize, usize), &Term, &Castle)> {
    rules.kind(man.kind).entries[man.side]
        .iter()
        .enumerate()
        .flat_map(|(index, entry)| {
            entry
                .movement
                .terms
                .iter()
                .enumerate()
                .filter_map(move |(at, term)| match &term.action {
                    Action::Castle(castle) => Some(((index, at), term, castle)),
                    Action::Legs(_) | Action::Drop(_) => None,
                })
        })
}

/// Whether a man's move ends all castling of its side: it castles, and only while it is unmoved.
pub(crate) fn loses_rights_by_moving(rules: &Rules, man: Man) -> bool {
    let mut any = false;
    terms(rules, man).all(|(_, term, _)| {
        any = true;
        term.when == When::Unmoved
    }) && any
}

/// The men of a side that can castle from where they stand.
pub(crate) fn castlers(rules: &Rules, state: &State, side: Side) -> Vec<Square> {
    let ready = |&square: &Square| {
        let man = state.man(square).filter(|m| m.side == side);
        man.is_some_and(|man| can_castle_from(rules, state, man, square))
    };
    rules.shape.squares().filter(ready).collect()
}

/// Whether a man could castle from a square, if it stood there. Rights and partners are asked elsewhere.
pub(crate) fn can_castle_from(rules: &Rules, state: &State, man: Man, square: Square) -> bool {
    terms(rules, man)
        .any(|(place, term, _)| stands_ready(rules, state, (square, man), term, place.0))
}

/// Whether a man stands where its castling term may start. Rights are asked elsewhere. Where men that are put down may
/// castle, the array does not tell: every square will do that the line's own condition does not exclude.
fn stands_ready(
    rules: &Rules,
    state: &State,
    (square, man): (Square, Man),
    term: &Term,
    entry: usize,
) -> bool {
    if rules.castling.dropped {
        let entry = rules.kind(man.kind).entries[man.side].get(entry);
        return entry.is_none_or(|e| may_start(&e.condition, man.side, square));
    }
    if term.when == When::Always || rules.array.is_empty() {
        return true;
    }
    if state.free_castling {
        let rank = rules.shape.rank(square);
        return rules
            .shape
            .squares()
            .any(|s| rules.shape.rank(s) == rank && rules.starts_on(s, man));
    }
    rules.starts_on(square, man)
}

/// Whether what a condition says of the square where the mover starts allows a square; what else it says is not asked.
fn may_start(condition: &Condition, side: Side, square: Square) -> bool {
    match condition {
        Condition::In(Place::Here, zone) => zone[side].contains(square),
        Condition::All(parts) => parts.iter().all(|part| may_start(part, side, square)),
        Condition::SideIs(own) => *own == side,
        _ => true,
    }
}

/// Whether a man that may be a castling partner of a side stands on a square.
pub(crate) fn is_partner(rules: &Rules, state: &State, side: Side, square: Square) -> bool {
    state
        .man(square)
        .is_some_and(|m| m.side == side && rules.castling.with[side].contains(m.kind))
}

/// The partner that stands right (`direction` 1) or left (-1) of a side's castling man, seen by White: at the edge, or
/// with free castling the outermost one. If several men castle, the first that has one.
pub(crate) fn partner_by_direction(
    rules: &Rules,
    state: &State,
    side: Side,
    direction: i32,
) -> Option<Square> {
    castlers(rules, state, side).into_iter().find_map(|from| {
        let man = state.man(from)?;
        terms(rules, man)
            .filter(|(_, _, castle)| allows(castle, side, direction))
            .find_map(|(_, _, castle)| partner(rules, state, side, from, castle, direction))
    })
}

/// The rights of all partners that stand where castling looks for them.
pub(crate) fn all_rights(rules: &Rules, state: &State) -> SquareSet {
    let both = |side| [1, -1].map(|direction| partner_by_direction(rules, state, side, direction));
    Side::ALL.into_iter().flat_map(both).flatten().collect()
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
    term: &Castle,
    direction: i32,
) -> Option<Square> {
    let shape = rules.shape;
    if !state.free_castling {
        let mut found = None;
        castle(shape, term, from, side, |castled| {
            let toward = (shape.file(castled.partner_from) - shape.file(from)).signum();
            if toward == direction && is_partner(rules, state, side, castled.partner_from) {
                found = Some(castled.partner_from);
            }
        });
        return found;
    }
    let edge = if direction > 0 {
        i32::from(shape.files()) - 1
    } else {
        0
    };
    let mut file = edge - direction * i32::from(term.inset);
    while file != shape.file(from) {
        let square = shape.square(file, shape.rank(from))?;
        if is_partner(rules, state, side, square) {
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
        for (place, term, castle) in terms(rules, man) {
            if !stands_ready(rules, state, (from, man), term, place.0) {
                continue;
            }
            for &partner in &own_rights {
                options.extend(option(rules, state, (from, man), castle, partner, place));
            }
        }
    }
    options
}

/// The partners whose castling begins to be possible because a man is put down: those that stand right with a castling
/// man of their side, one of the two being the new man.
pub(crate) fn rights_of_dropped(rules: &Rules, state: &State, dropped: Square) -> SquareSet {
    let Some(man) = state.man(dropped) else {
        return SquareSet::EMPTY;
    };
    let own = state.squares(|m| m.side == man.side);
    let mut rights = SquareSet::EMPTY;
    for from in own.iter() {
        for option in imaginable(rules, state, from) {
            let is_new = from == dropped || option.partner_from == dropped;
            let stands = is_partner(rules, state, man.side, option.partner_from);
            if is_new && stands && is_ready(rules, state, &option) {
                rights.insert(option.partner_from);
            }
        }
    }
    rights
}

/// The castlings of a man that the shape of the board allows, whoever stands where its partners should and whatever
/// has moved.
pub(crate) fn imaginable(rules: &Rules, state: &State, from: Square) -> Vec<CastlingOption> {
    let Some(man) = state.man(from) else {
        return Vec::new();
    };
    let partners = || {
        rules.shape.squares().filter(|&s| {
            let same_rank = rules.shape.rank(s) == rules.shape.rank(from);
            same_rank && (!state.free_castling || is_partner(rules, state, man.side, s))
        })
    };
    terms(rules, man)
        .flat_map(|(place, _, castle)| {
            partners().filter_map(move |p| option(rules, state, (from, man), castle, p, place))
        })
        .collect()
}

/// Whether the castling man of an option stands where it may start.
pub(crate) fn is_ready(rules: &Rules, state: &State, option: &CastlingOption) -> bool {
    state.man(option.from).is_some_and(|man| {
        let entry = rules.kind(man.kind).entries[man.side].get(option.entry);
        let term = entry.and_then(|e| e.movement.terms.get(option.term));
        term.is_some_and(|term| stands_ready(rules, state, (option.from, man), term, option.entry))
    })
}

fn option(
    rules: &Rules,
    state: &State,
    (from, man): (Square, Man),
    term: &Castle,
    partner_from: Square,
    (entry, at): (usize, usize),
) -> Option<CastlingOption> {
    let shape = rules.shape;
    if shape.rank(partner_from) != shape.rank(from) || partner_from == from {
        return None;
    }
    let on_board = |option: &CastlingOption| (option.empty & rules.holes).is_empty();
    if state.free_castling {
        return free_option(rules, (from, man), term, partner_from, (entry, at)).filter(on_board);
    }
    let mut found = None;
    castle(shape, term, from, man.side, |castled| {
        if castled.partner_from == partner_from {
            let Castled {
                to,
                partner_to,
                empty,
                path,
                ..
            } = castled;
            found = Some(CastlingOption {
                from,
                to,
                partner_from,
                partner_to,
                empty,
                path,
                entry,
                term: at,
            });
        }
    });
    found.filter(on_board)
}

/// Castling from anywhere on the rank: both end where castling from the array would have put them.
fn free_option(
    rules: &Rules,
    (from, man): (Square, Man),
    term: &Castle,
    partner_from: Square,
    (entry, at): (usize, usize),
) -> Option<CastlingOption> {
    let shape = rules.shape;
    let rank = shape.rank(from);
    let direction = (shape.file(partner_from) - shape.file(from)).signum();
    if !allows(term, man.side, direction) {
        return None;
    }
    let is_home = |s: &Square| shape.rank(*s) == rank && rules.starts_on(*s, man);
    let home = shape.squares().find(is_home)?;
    let to = shape.square(shape.file(home) + direction * i32::from(term.squares), rank)?;
    let partner_to = shape.square(shape.file(to) - direction, rank)?;
    let both = SquareSet::of(from) | SquareSet::of(partner_from);
    let empty = (span(from, to) | span(partner_from, partner_to)) - both;
    let path = span(from, to) - SquareSet::of(from) - SquareSet::of(to);
    Some(CastlingOption {
        from,
        to,
        partner_from,
        partner_to,
        empty,
        path,
        entry,
        term: at,
    })
}

/// The squares from one square of a rank to another, both included.
fn span(a: Square, b: Square) -> SquareSet {
    (a.min(b).index()..=a.max(b).index())
        .map(|i| Square::new(i as u8))
        .collect()
}
