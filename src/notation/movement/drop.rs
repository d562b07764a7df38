//! Drops as geometry: where a man from the hand may be put.

use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::{Content, Drop, Ground};

/// The squares on which a side may drop a man of a kind. `same` says on which squares own men of that kind stand; it is
/// asked of squares with own men only.
///
/// The zone's ranks are counted from the side's own back rank; a zone deeper than the board is the whole board.
pub fn drop_squares(
    shape: Shape,
    drop: &Drop,
    side: Side,
    ground: &impl Ground,
    same: impl Fn(Square) -> bool,
) -> SquareSet {
    let alike: Vec<Square> = shape
        .squares()
        .filter(|&s| ground.content(s) == Content::Own && same(s))
        .collect();
    if drop.only_one && !alike.is_empty() {
        return SquareSet::EMPTY;
    }
    let depth = |square| match side {
        Side::White => shape.rank(square),
        Side::Black => i32::from(shape.ranks()) - 1 - shape.rank(square),
    };
    let in_zone = |square| {
        let first = i32::from(drop.spares_back_rank);
        (first..i32::from(drop.depth)).contains(&depth(square))
    };
    let file_has_room = |square| {
        let there = alike
            .iter()
            .filter(|&&s| shape.file(s) == shape.file(square));
        drop.per_file
            .is_none_or(|most| there.count() < usize::from(most))
    };
    let colour = |square| (shape.file(square) + shape.rank(square)) % 2;
    let colour_is_free =
        |square| !drop.other_colour || alike.iter().all(|&s| colour(s) != colour(square));
    shape
        .squares()
        .filter(|&s| ground.content(s) == Content::Empty)
        .filter(|&s| in_zone(s) && file_has_room(s) && colour_is_free(s))
        .collect()
}
