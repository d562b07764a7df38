//! What a piece does in one position: the men around it and its moves there.

use super::{At, Cell, Diagram, Holds, Needs, Use, Way, parts};
use ferz::betza::Move;
use ferz::board::{Shape, Square};
use std::collections::{BTreeMap, BTreeSet};

/// A board with its men.
pub(crate) struct Standing {
    pub(crate) shape: Shape,
    pub(crate) men: BTreeMap<Square, Holds>,
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
        remarks: Vec::new(),
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
    let victims = mv.captures | mv.destroys;
    let elsewhere = victims.iter().filter(|&s| s != mv.to);
    let mut found: Vec<(Square, Use)> = elsewhere.map(|s| (s, Use::Victim)).collect();
    let beyond = !found.is_empty();
    let end = match () {
        () if mv.captures.contains(mv.to) => Some(Use::Capture),
        () if mv.destroys.contains(mv.to) && !mv.unload.is_empty() => Some(Use::Swap),
        () if mv.destroys.contains(mv.to) => Some(Use::Remove),
        () if beyond => None,
        () => Some(Use::Quiet),
    };
    found.extend(end.map(|end| (mv.to, end)));
    if beyond {
        found.push((mv.to, Use::Beyond));
    }
    found
}
