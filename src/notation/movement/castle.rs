//! Castling as geometry: who goes where, and what has to be empty.

use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::Castle;

/// One castling move of a man on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castled {
    /// Where the mover goes.
    pub to: Square,
    /// Where the partner stands.
    pub partner_from: Square,
    /// Where the partner goes: right beside the mover, on the side from which it came.
    pub partner_to: Square,
    /// The squares between mover and partner, which must be empty.
    pub empty: SquareSet,
    /// The squares between the mover's start and its end.
    pub path: SquareSet,
}

/// Visits the castling moves that the board's shape allows from a square, left before right of White's view.
///
/// The partner stands on the mover's rank, `inset` files from the edge, and at least `squares` files away; the mover may
/// end on the partner's square. Whether an unmoved partner stands there and whether `empty` is empty is for the caller.
pub fn castle(
    shape: Shape,
    castle: &Castle,
    from: Square,
    side: Side,
    mut visit: impl FnMut(Castled),
) {
    let (left, right) = match side {
        Side::White => (castle.left, castle.right),
        Side::Black => (castle.right, castle.left),
    };
    for (wanted, step) in [(left, -1), (right, 1)] {
        if wanted && let Some(castled) = toward(shape, castle, from, step) {
            visit(castled);
        }
    }
}

fn toward(shape: Shape, castle: &Castle, from: Square, step: i32) -> Option<Castled> {
    let (file, rank) = (shape.file(from), shape.rank(from));
    let inset = i32::from(castle.inset);
    let partner = if step < 0 {
        inset
    } else {
        i32::from(shape.files()) - 1 - inset
    };
    let goal = file + step * i32::from(castle.squares);
    if (partner - file) * step < i32::from(castle.squares) {
        return None;
    }
    let between = |end: i32| -> SquareSet {
        let files = file.min(end) + 1..file.max(end);
        files.filter_map(|f| shape.square(f, rank)).collect()
    };
    Some(Castled {
        to: shape.square(goal, rank)?,
        partner_from: shape.square(partner, rank)?,
        partner_to: shape.square(goal - step, rank)?,
        empty: between(partner),
        path: between(goal),
    })
}
