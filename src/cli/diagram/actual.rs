//! What a piece does in one position: the men around it and its moves there.

use super::{At, Cell, Diagram, Hand, Holds, Needs, Use, Way, parts};
use ferz::betza::Move;
use ferz::board::{Shape, Square};
use std::collections::{BTreeMap, BTreeSet};

/// A board with its men.
pub(crate) struct Standing {
    pub(crate) shape: Shape,
    pub(crate) men: BTreeMap<Square, Holds>,
    pub(crate) hands: Vec<Hand>,
}

/// Draws the men of a board and what happens where.
pub(crate) fn has(standing: &Standing, happens: &[(Square, Use, bool)]) -> Diagram {
    let shape = standing.shape;
    let place = |s: Square| -> At { (shape.file(s), shape.rank(s)) };
    let mut ways: BTreeMap<At, BTreeSet<Way>> = BTreeMap::new();
    for &(square, purpose, leap) in happens {
        ways.entry(place(square)).or_default().insert(Way {
            purpose,
            leap,
            needs: Needs::NOTHING,
            entry: 0,
        });
    }
    let mut cells: BTreeMap<At, Cell> = BTreeMap::new();
    for (at, ways) in &ways {
        cells.entry(*at).or_default().parts = parts(ways);
    }
    for (&square, holds) in &standing.men {
        cells.entry(place(square)).or_default().holds = Some(holds.clone());
    }
    Diagram {
        columns: i32::from(shape.files()),
        rows: i32::from(shape.ranks()),
        named: true,
        cells,
        hands: standing.hands.clone(),
        ..Diagram::default()
    }
}

/// What a move does on which squares.
pub(crate) fn uses(mv: &Move) -> Vec<(Square, Use)> {
    if mv.is_drop() {
        return vec![(mv.to, Use::Drop)];
    }
    if let Some(other) = mv.other_mover() {
        return vec![(other, Use::Relay)];
    }
    if mv.is_pass() {
        return vec![(mv.to, Use::Pass)];
    }
    if mv.castle.is_some() {
        return vec![(mv.to, Use::Castle)];
    }
    if mv.en_passant {
        return vec![(mv.to, Use::EnPassant)];
    }
    let mut found = men(mv);
    let elsewhere = |one: &(Square, Use)| one.0 != mv.to && one.1 != Use::Put;
    let end = match () {
        () if found.iter().any(|one| one.1 == Use::Victim) => Some(Use::Beyond),
        () if found.iter().any(elsewhere) => Some(Use::AfterCarry),
        () if found.iter().any(|one| one.0 == mv.to) => None,
        () => Some(Use::Quiet),
    };
    found.extend(end.map(|end| (mv.to, end)));
    found
}

/// What a move does to other men, on the squares where they stand and where they are put.
fn men(mv: &Move) -> Vec<(Square, Use)> {
    let mut found = Vec::new();
    for man in (mv.captures | mv.destroys).iter() {
        let enemy = mv.captures.contains(man);
        let put = mv.unload.iter().find(|pair| pair.0 == man);
        let swapped = man == mv.to && put.is_some_and(|pair| Some(pair.1) == mv.mover);
        let purpose = match (enemy, put) {
            (true, Some(_)) if swapped => Use::SwapEnemy,
            (false, Some(_)) if swapped => Use::Swap,
            (true, Some(_)) => Use::CarryEnemy,
            (false, Some(_)) => Use::Carry,
            (true, None) if man == mv.to => Use::Capture,
            (true, None) => Use::Victim,
            (false, None) if man == mv.to => Use::Remove,
            (false, None) => Use::OwnVictim,
        };
        found.push((man, purpose));
        if let Some(&(_, at)) = put.filter(|_| !swapped) {
            found.push((at, Use::Put));
        }
    }
    found
}
