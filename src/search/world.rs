//! What the search needs of a position that is changed in place.

use super::Values;
use crate::board::{Man, PieceSet, Side, Square, SquareSet};
use crate::notation::Deed;
use crate::position::{Move, State};

/// A position in which moves are made and taken back.
pub(crate) trait World {
    /// After so many nodes the clock is read: where nodes are many, it costs as much as they do.
    const NODES_A_LOOK: u64;
    /// Adds all legal moves to `moves`, perhaps some of them twice, and says whether the player to move is in check.
    fn look(&mut self, moves: &mut Vec<Move>) -> bool;
    /// Makes a legal move.
    fn make(&mut self, mv: Move);
    /// Takes the last move back.
    fn unmake(&mut self);
    /// The hash key.
    fn key(&self) -> u64;
    /// Who moves.
    fn side(&self) -> Side;
    /// The man on a square.
    fn man(&self, square: Square) -> Option<Man>;
    /// The sum of all men's worth, for the player to move.
    fn score(&self, values: &Values) -> i32;
    /// The number of men of some kinds in a zone, of one side or both.
    fn count(&self, kinds: PieceSet, side: Option<Side>, zone: Option<&SquareSet>) -> u32;
    /// What a move of several legs does.
    fn deed(&self, mv: Move) -> Option<Deed>;
    /// The position as plain data; counters and free castling are not kept up to date.
    fn state(&self) -> State;
}

/// Something to be done in a world whose type is chosen at run time.
pub(crate) trait Visitor {
    /// What comes out.
    type Output;
    /// Does it.
    fn visit<W: World>(self, world: W) -> Self::Output;
}
