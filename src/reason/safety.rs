//! Moves that the men can make and that would leave a royal attacked.

use super::judge::{Finding, Judge, cost};
use super::{Danger, Reason};
use crate::board::{Square, SquareSet};
use crate::movegen::general::deeds::deed;
use crate::movegen::general::{attackers, royal_squares};
use crate::position::{Move, MoveKind, apply};

/// Why a move that the men can make is not safe.
pub(super) fn danger(judge: &Judge<'_>, mv: Move) -> Finding {
    let (rules, before) = (judge.rules, judge.state);
    let side = before.side;
    let mut after = before.clone();
    apply(rules, &mut after, mv);
    let (old, new) = (
        royal_squares(rules, before, side),
        royal_squares(rules, &after, side),
    );
    let done = deed(rules, before, mv);
    if new.len() < old.len() {
        let removed = done
            .as_ref()
            .map_or(SquareSet::EMPTY, |deed| deed.destroyed & old);
        return Finding::new(
            cost::SAFETY,
            Reason::RemovesRoyal(removed_royal(removed, (old, new), mv)),
        );
    }
    let by = |state, royal| attackers(rules, state, royal, side.other(), SquareSet::EMPTY);
    let attacked: Vec<(Square, SquareSet)> = new
        .iter()
        .map(|royal| (royal, by(&after, royal)))
        .filter(|(_, by)| !by.is_empty())
        .collect();
    // A royal that moves, or that was in check before, tells more than one that is exposed.
    let moved = attacked.iter().find(|(royal, _)| !old.contains(*royal));
    let stays = attacked
        .iter()
        .find(|(royal, now)| old.contains(*royal) && !(by(before, *royal) & *now).is_empty());
    let Some(&(royal, attackers)) = moved.or(stays).or(attacked.first()) else {
        return Finding::new(cost::NEVER, Reason::NotNow(mv.from, mv.to));
    };
    let (mut from, mut to) = match mv.kind {
        MoveKind::Pass => (royal, royal),
        _ => (mv.from, mv.to),
    };
    if let Some(deed) = done {
        from = deed.mover;
        let put = deed.unloaded.iter().find(|(_, new)| *new == royal);
        if let Some(&(old, new)) = put.filter(|_| moved.is_some()) {
            (from, to) = (old, new);
        }
    }
    let danger = Danger {
        from,
        to,
        royal,
        attackers: attackers.iter().collect(),
        men: attackers.iter().filter_map(|s| after.man(s)).collect(),
    };
    let reason = if moved.is_some() {
        Reason::IntoAttack(danger)
    } else if stays.is_some() {
        Reason::CheckStays(danger)
    } else {
        Reason::Exposes(danger)
    };
    Finding::new(cost::SAFETY, reason)
}

/// Where a royal stands before a move that takes it off the board: the move itself removes it, or an effect does, the
/// mover being one of those that may be gone.
fn removed_royal(removed: SquareSet, (old, new): (SquareSet, SquareSet), mv: Move) -> Square {
    let mut gone = (old - new).iter();
    let mover = || (old.contains(mv.from) && !new.contains(mv.to)).then_some(mv.from);
    let elsewhere = gone.find(|&s| s != mv.from);
    removed
        .iter()
        .next()
        .or_else(mover)
        .or(elsewhere)
        .unwrap_or(mv.from)
}
