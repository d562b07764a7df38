//! What a move does, so that it can be told whether a move of another position is the same one.

use crate::board::{Man, PieceId, Square};
use crate::notation::Effects;
use crate::position::{Extra, Move, MoveKind, MoveNotation};
use crate::variant::Position;

/// What a move does, without anything that depends on men who have nothing to do with it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Act {
    /// The man that moves.
    mover: Option<Man>,
    /// Where it starts and ends.
    squares: (Square, Square),
    promotion: Option<PieceId>,
    extra: Extra,
    /// What kind of move it is; nothing for a move of several legs, whose number means something in one position only.
    kind: Option<MoveKind>,
    effects: Option<Effects>,
    /// Who is taken or removed.
    victims: Vec<(Square, Option<Man>)>,
}

impl Act {
    pub(super) fn of(position: &Position, mv: Move) -> Self {
        let deed = position.deed(mv);
        let victims = deed.as_ref().map(|deed| deed.taken | deed.destroyed);
        let victims = victims.into_iter().flat_map(|squares| squares.iter());
        Self {
            mover: position.man(mv.from).filter(|_| mv.kind != MoveKind::Drop),
            squares: (mv.from, mv.to),
            promotion: mv.promotion,
            extra: mv.extra,
            kind: Some(mv.kind).filter(|kind| !matches!(kind, MoveKind::Legs { .. })),
            victims: victims.map(|s| (s, position.man(s))).collect(),
            effects: deed.map(|deed| deed.effects()),
        }
    }

    /// The man that moves, if it stands on the board.
    pub(super) const fn mover(&self) -> Option<Man> {
        self.mover
    }
}

/// The legal move that a text of the long form names, or that it names in another way.
pub(super) fn find(position: &Position, text: &str) -> Option<Move> {
    let legal = position.move_texts(MoveNotation::Long);
    let exact = legal.iter().find(|(_, own)| own == text);
    exact
        .map(|(mv, _)| *mv)
        .or_else(|| position.parse_move(text).ok())
}
