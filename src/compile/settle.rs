//! What a condition says before any position is known: of one man, and of one sort of move.

use crate::board::{BySide, Man, PieceSet, SquareSet};
use crate::rules::{Compare, Condition, Origin, Owner, Pick, Place, Region, Rules, SquareState};

/// A sort of move that a condition is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A man goes from one square to another.
    Move,
    /// A man is put down.
    Drop,
}

/// A condition of which everything is decided that depends only on the man and on the sort of move.
pub(super) fn settled(rules: &Rules, condition: &Condition, man: Man, sort: Sort) -> Condition {
    let each = |parts: &[Condition]| -> Vec<Condition> {
        parts
            .iter()
            .map(|part| settled(rules, part, man, sort))
            .collect()
    };
    match condition {
        Condition::MoverIs(kinds) => known(kinds.contains(man.kind)),
        Condition::SideIs(side) => known(*side == man.side),
        Condition::Drop => known(sort == Sort::Drop),
        Condition::Pass => Condition::Never,
        Condition::Capture | Condition::VictimIs(_) | Condition::Castle | Condition::Promotion
            if sort == Sort::Drop =>
        {
            Condition::Never
        }
        Condition::State(place @ (Place::Here | Place::There), SquareState::Stuck) => {
            let stuck = rules.stuck_squares(man);
            Condition::In(*place, BySide::from_fn(|_| stuck))
        }
        Condition::Not(part) => not(settled(rules, part, man, sort)),
        Condition::All(parts) => all(each(parts)),
        Condition::Any(parts) => not(all(each(parts).into_iter().map(not).collect())),
        other => other.clone(),
    }
}

/// What a condition says of turns that are passes, or of those that are none.
pub(super) fn of_passes(condition: &Condition, passes: bool) -> Condition {
    let each = |parts: &[Condition]| -> Vec<Condition> {
        parts.iter().map(|part| of_passes(part, passes)).collect()
    };
    match condition {
        Condition::Pass => known(passes),
        Condition::Not(part) => not(of_passes(part, passes)),
        Condition::All(parts) => all(each(parts)),
        Condition::Any(parts) => not(all(each(parts).into_iter().map(not).collect())),
        other => other.clone(),
    }
}

/// Whether a condition asks about the position alone, and about no move in it.
pub(super) fn asks_no_move(condition: &Condition) -> bool {
    match condition {
        Condition::Always
        | Condition::Never
        | Condition::SideIs(_)
        | Condition::Check { .. }
        | Condition::Full
        | Condition::Counter { .. }
        | Condition::Counters(..)
        | Condition::Remembered(_) => true,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().all(asks_no_move),
        Condition::Not(part) => asks_no_move(part),
        Condition::Count(pick, ..) => is_still(pick),
        Condition::Versus(left, _, right) => is_still(left) && is_still(right),
        Condition::Attacked { men, by, .. } => is_still(men) && by.as_deref().is_none_or(is_still),
        _ => false,
    }
}

/// Whether a choice of men has nothing to do with a move.
fn is_still(pick: &Pick) -> bool {
    fn is_fixed(region: &Region) -> bool {
        match region {
            Region::Anywhere | Region::Zone(_) | Region::Hand => true,
            Region::Outside(inside) => is_fixed(inside),
            Region::At {
                from: Origin::Men(men),
                ..
            } => is_still(men),
            _ => false,
        }
    }
    is_fixed(&pick.region)
}

fn known(holds: bool) -> Condition {
    if holds {
        Condition::Always
    } else {
        Condition::Never
    }
}

fn not(condition: Condition) -> Condition {
    match condition {
        Condition::Always => Condition::Never,
        Condition::Never => Condition::Always,
        Condition::Not(part) => *part,
        other => Condition::Not(Box::new(other)),
    }
}

/// That all parts hold, those inside them put beside the others.
fn all(parts: Vec<Condition>) -> Condition {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Condition::Never => return Condition::Never,
            Condition::Always => {}
            Condition::All(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    match flat.len() {
        0 => Condition::Always,
        1 => flat.remove(0),
        _ => Condition::All(flat),
    }
}

/// Where a move may start and end by the fixed squares that a condition names, and the rest of the condition.
pub(super) fn fixed_squares(
    rules: &Rules,
    condition: &Condition,
    man: Man,
) -> (SquareSet, SquareSet, Condition) {
    let everywhere: SquareSet = rules.shape.squares().collect();
    let (mut here, mut there) = (everywhere, everywhere);
    let mut rest = Vec::new();
    let parts = match condition {
        Condition::All(parts) => parts.clone(),
        other => vec![other.clone()],
    };
    for part in parts {
        let inside = |zone: &BySide<SquareSet>| zone[man.side];
        let fixed = match &part {
            Condition::In(place, zone) => Some((*place, inside(zone))),
            Condition::Not(inner) => match **inner {
                Condition::In(place, ref zone) => Some((place, everywhere - inside(zone))),
                _ => None,
            },
            _ => None,
        };
        match fixed {
            Some((Place::Here, zone)) => here = here & zone,
            Some((Place::There, zone)) => there = there & zone,
            // That it is not all inside is no question about each square.
            Some((Place::Track, zone)) if matches!(part, Condition::In(..)) => {
                here = here & zone;
                there = there & zone;
                rest.push(Condition::In(Place::Path, BySide::from_fn(|_| zone)));
            }
            _ => rest.push(part),
        }
    }
    (here, there, all(rest))
}

/// What a move may not pass: squares outside a zone, and men.
#[derive(Clone, Debug)]
pub(super) struct Passage {
    pub(super) zone: SquareSet,
    pub(super) screen: Option<Screen>,
    /// What else the condition says.
    pub(super) rest: Condition,
}

/// Men that a move may not pass.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Screen {
    pub(super) owner: Owner,
    pub(super) kinds: PieceSet,
    /// Whether it may not end on them either.
    pub(super) ends: bool,
}

/// What a condition says about the squares that a move passes.
pub(super) fn passage(rules: &Rules, condition: Condition, man: Man) -> Passage {
    let mut zone: SquareSet = rules.shape.squares().collect();
    let mut screen = None;
    let mut rest = Vec::new();
    let parts = match condition {
        Condition::All(parts) => parts,
        other => vec![other],
    };
    for part in parts {
        match &part {
            Condition::In(Place::Path, passed) => zone = zone & passed[man.side],
            _ => match screened(&part) {
                Some(found) if screen.is_none() => screen = Some(found),
                _ => rest.push(part),
            },
        }
    }
    Passage {
        zone,
        screen,
        rest: all(rest),
    }
}

/// The men of which a condition says that the move passes none of them.
fn screened(condition: &Condition) -> Option<Screen> {
    let none = |compare: Compare, number: u32| {
        matches!(
            (compare, number),
            (Compare::Less, 1) | (Compare::AtMost | Compare::Equal, 0)
        )
    };
    let some = |compare: Compare, number: u32| {
        matches!(
            (compare, number),
            (Compare::AtLeast, 1) | (Compare::More, 0)
        )
    };
    let pick = match condition {
        Condition::Count(pick, compare, number) if none(*compare, *number) => pick,
        Condition::Not(part) => match part.as_ref() {
            Condition::Count(pick, compare, number) if some(*compare, *number) => pick,
            _ => return None,
        },
        _ => return None,
    };
    let Pick {
        owner,
        kinds,
        region: Region::Places(places),
    } = pick
    else {
        return None;
    };
    let only = |place: &Place| matches!(place, Place::Path | Place::There);
    (places.contains(&Place::Path) && places.iter().all(only)).then(|| Screen {
        owner: *owner,
        kinds: *kinds,
        ends: places.contains(&Place::There),
    })
}
