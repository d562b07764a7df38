//! A board with men, as one piece on it sees it.

use super::Piece;
use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::{Content, Ground};
use std::collections::BTreeMap;

/// Where a piece stands, whose it is, and who stands around it.
///
/// Squares that are not on the board have no effect. The mover's own square counts as empty whatever is said to stand
/// there. What is said last of a square holds.
///
/// ```
/// use ferz::betza::{Piece, Scene};
/// use ferz::board::{Shape, Side};
///
/// let shape = Shape::new(8, 8)?;
/// let [e1, a1, h1] = ["e1", "a1", "h1"].map(|name| shape.parse(name).unwrap());
/// let scene = Scene::new(shape, Side::White).at(e1).own(a1).own(h1).unmoved(h1);
/// let castling: Piece = "isO2".parse()?;
/// assert_eq!(castling.moves(&scene)?.len(), 1);
/// assert_eq!(castling.moves(&scene.moved(true))?.len(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scene {
    pub(super) shape: Shape,
    pub(super) side: Side,
    pub(super) from: Option<Square>,
    pub(super) moved: bool,
    pub(super) advanced: bool,
    own: SquareSet,
    enemy: SquareSet,
    royal: SquareSet,
    holes: SquareSet,
    unmoved: SquareSet,
    same_kind: SquareSet,
    passed: Option<(Square, Square)>,
    moves_like: BTreeMap<Square, Piece>,
}

impl Scene {
    /// An empty board, with the piece in the hand and not moved yet.
    pub fn new(shape: Shape, side: Side) -> Self {
        Self {
            shape,
            side,
            from: None,
            moved: false,
            advanced: false,
            own: SquareSet::EMPTY,
            enemy: SquareSet::EMPTY,
            royal: SquareSet::EMPTY,
            holes: SquareSet::EMPTY,
            unmoved: SquareSet::EMPTY,
            same_kind: SquareSet::EMPTY,
            passed: None,
            moves_like: BTreeMap::new(),
        }
    }

    /// Where the piece stands; without a square it is in the hand, from where it can only be dropped.
    #[must_use]
    pub fn at(mut self, square: Square) -> Self {
        self.from = Some(square);
        self
    }

    /// Whether the piece has moved (`i`).
    #[must_use]
    pub fn moved(mut self, yes: bool) -> Self {
        self.moved = yes;
        self
    }

    /// Whether the piece stands one rank ahead of where men of its kind start (`ii`).
    #[must_use]
    pub fn one_rank_ahead(mut self, yes: bool) -> Self {
        self.advanced = yes;
        self
    }

    /// A man of the piece's side.
    #[must_use]
    pub fn own(mut self, square: Square) -> Self {
        self.own.insert(square);
        self.enemy.remove(square);
        self
    }

    /// A man of the other side.
    #[must_use]
    pub fn enemy(mut self, square: Square) -> Self {
        self.enemy.insert(square);
        self.own.remove(square);
        self
    }

    /// Nobody stands on a square.
    #[must_use]
    pub fn empty(mut self, square: Square) -> Self {
        self.own.remove(square);
        self.enemy.remove(square);
        self
    }

    /// The man on a square is royal (`k` and `t`).
    #[must_use]
    pub fn royal(mut self, square: Square) -> Self {
        self.royal.insert(square);
        self
    }

    /// A square that is missing from the board. It ends rides as the edge does; leaps may pass over it.
    #[must_use]
    pub fn hole(mut self, square: Square) -> Self {
        self.holes.insert(square);
        self
    }

    /// The man on a square has not moved, so that one of the own side can castle (`O`).
    #[must_use]
    pub fn unmoved(mut self, square: Square) -> Self {
        self.unmoved.insert(square);
        self
    }

    /// The own man on a square is of the piece's own kind (`@`, and `x` does not borrow from it).
    #[must_use]
    pub fn same_kind(mut self, square: Square) -> Self {
        self.same_kind.insert(square);
        self
    }

    /// An enemy man that stands on `victim` has just passed `target` (`e`).
    #[must_use]
    pub fn en_passant(mut self, target: Square, victim: Square) -> Self {
        self.passed = Some((target, victim));
        self
    }

    /// How the own man on a square moves, which `x` can borrow. It is not told of others.
    #[must_use]
    pub fn moves_like(mut self, square: Square, piece: Piece) -> Self {
        self.moves_like.insert(square, piece);
        self
    }

    /// The same without any other man.
    #[must_use]
    pub fn without_men(mut self) -> Self {
        self.own = SquareSet::EMPTY;
        self.enemy = SquareSet::EMPTY;
        self.passed = None;
        self
    }

    /// The board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whose piece it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Where the piece stands; nothing if it is in the hand.
    pub fn square(&self) -> Option<Square> {
        self.from
    }

    /// What stands on a square.
    pub fn look(&self, square: Square) -> Content {
        match () {
            () if self.holes.contains(square) => Content::Hole,
            () if Some(square) == self.from => Content::Empty,
            () if self.own.contains(square) => Content::Own,
            () if self.enemy.contains(square) => Content::Enemy,
            () => Content::Empty,
        }
    }

    /// Whether an own man of another kind stands on a square of which nothing is said how it moves
    /// ([`moves_like`](Self::moves_like)), so that `x` borrows nothing from it.
    pub fn is_unknown(&self, square: Square) -> bool {
        let other = self.look(square) == Content::Own && !self.is_alike(square);
        other && !self.moves_like.contains_key(&square)
    }

    pub(super) fn is_partner(&self, square: Square) -> bool {
        self.look(square) == Content::Own && self.unmoved.contains(square)
    }

    pub(super) fn is_alike(&self, square: Square) -> bool {
        self.same_kind.contains(square)
    }

    /// Whose moves can be borrowed on a square.
    pub(super) fn lender(&self, square: Square) -> Option<&Piece> {
        let lends = self.look(square) == Content::Own && !self.is_alike(square);
        self.moves_like.get(&square).filter(|_| lends)
    }
}

impl Ground for Scene {
    fn content(&self, square: Square) -> Content {
        self.look(square)
    }

    fn passed(&self, square: Square) -> Option<Square> {
        let (target, victim) = self.passed?;
        (target == square && self.look(victim) == Content::Enemy).then_some(victim)
    }

    fn is_royal(&self, square: Square) -> bool {
        self.royal.contains(square)
    }
}
