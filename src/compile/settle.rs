//! What a condition says before any position is known: of one man, and of one sort of move.

use crate::board::{BySide, Man, SquareSet};
use crate::rules::{Condition, Place, Rules, SquareState};

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
            _ => rest.push(part),
        }
    }
    (here, there, all(rest))
}
