//! Moves in games with laws of their own: which of them are certainly legal, and which must be made and tested.

use super::sinks::{Singly, Sink, origin};
use crate::board::{PieceId, PieceSet, Square};
use crate::compile::Bits;
use crate::position::{Move, MoveKind};

/// The moves of a node that some law may forbid.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Doubts<B> {
    /// Moves from these squares.
    pub(super) from: B,
    /// Moves to these squares.
    pub(super) to: B,
    /// Men put down.
    pub(super) drops: bool,
    pub(super) promotions: bool,
    /// Castling, en passant, swaps and removals.
    pub(super) others: bool,
    /// All moves.
    pub(super) all: bool,
    /// Whether royals go wherever their moves lead.
    pub(super) free_royals: bool,
    /// Whether the positions after the moves of a node can share what is counted of other men than pinned ones.
    pub(super) shared: bool,
    /// The ends of captures that are known to be forbidden.
    pub(super) lost: B,
    /// Where captures would be doubtful if somebody stood there.
    pub(super) open_to: B,
    /// The only royal: of its moves to where nobody stands only those into danger.
    pub(super) royal: B,
    /// Where the enemy attacks it.
    pub(super) danger: B,
}

impl<B: Bits> Doubts<B> {
    /// No moves.
    pub(super) const NONE: Self = Self {
        from: B::EMPTY,
        to: B::EMPTY,
        drops: false,
        promotions: false,
        others: false,
        all: false,
        free_royals: true,
        shared: false,
        lost: B::EMPTY,
        open_to: B::EMPTY,
        royal: B::EMPTY,
        danger: B::EMPTY,
    };
}

/// Receives the moves of a node and keeps the doubtful ones apart.
pub(super) struct Sieve<B: Bits> {
    pub(super) doubts: Doubts<B>,
    /// The squares to which moves of all men are doubtful.
    pub(super) to: B,
    /// Those on which men of each code check, where a law asks for checks.
    pub(super) direct: Vec<B>,
    /// What nobody may become by promotion now.
    pub(super) banned: PieceSet,
    /// Whether certain moves are only counted.
    pub(super) counts: bool,
    pub(super) count: u64,
    pub(super) certain: Vec<Move>,
    pub(super) doubtful: Vec<Move>,
}

impl<B: Bits> Sieve<B> {
    /// Of the squares where moves from a square may end, those for which they are doubtful.
    #[inline(always)]
    fn doubtful(&self, from: Square, targets: B, kind: MoveKind) -> B {
        let doubts = &self.doubts;
        if doubts.from.has(from) {
            if doubts.royal.has(from) && kind == MoveKind::Normal && !doubts.all {
                targets & (doubts.danger | doubts.to)
            } else {
                targets
            }
        } else if matches!(kind, MoveKind::Normal | MoveKind::Passing) {
            targets & doubts.to
        } else if doubts.others {
            targets
        } else {
            B::EMPTY
        }
    }

    /// The choices of a promotion that are left.
    fn left(&self, choices: &[PieceId]) -> Vec<PieceId> {
        let left = choices.iter().filter(|&&kind| !self.banned.contains(kind));
        left.copied().collect()
    }
}

impl<B: Bits> Sink<B> for Sieve<B> {
    const COUNTS: bool = false;
    const INHERITS: bool = true;

    fn len(&self) -> u64 {
        self.count + self.certain.len() as u64
    }

    #[inline]
    fn set<const FAST: bool>(&mut self, from: Square, targets: B, kind: MoveKind) {
        if targets.is_empty() {
            return;
        }
        let doubtful = self.doubtful(from, targets, kind);
        if doubtful.any() {
            Sink::<B>::set::<FAST>(&mut self.doubtful, from, doubtful, kind);
        }
        let certain = targets & !doubtful;
        if self.counts {
            self.count += u64::from(certain.count::<FAST>());
        } else {
            Sink::<B>::set::<FAST>(&mut self.certain, from, certain, kind);
        }
    }

    fn promotions<const FAST: bool>(
        &mut self,
        from: Square,
        targets: B,
        kind: MoveKind,
        choices: &[PieceId],
    ) {
        let choices = &self.left(choices)[..];
        let doubtful = if self.doubts.promotions {
            targets
        } else {
            self.doubtful(from, targets, kind)
        };
        Sink::<B>::promotions::<FAST>(&mut self.doubtful, from, doubtful, kind, choices);
        let certain = targets & !doubtful;
        if self.counts {
            self.count += u64::from(certain.count::<FAST>()) * choices.len() as u64;
        } else {
            Sink::<B>::promotions::<FAST>(&mut self.certain, from, certain, kind, choices);
        }
    }

    #[inline]
    fn shifted<const FAST: bool>(&mut self, shift: i32, targets: B, kind: MoveKind) {
        if targets.is_empty() {
            return;
        }
        let doubtful = targets & (self.doubts.to | self.doubts.from.shift(shift));
        if doubtful.any() {
            Sink::<B>::shifted::<FAST>(&mut self.doubtful, shift, doubtful, kind);
        }
        let certain = targets & !doubtful;
        if self.counts {
            self.count += u64::from(certain.count::<FAST>());
        } else {
            Sink::<B>::shifted::<FAST>(&mut self.certain, shift, certain, kind);
        }
    }

    fn shifted_promotions<const FAST: bool>(
        &mut self,
        shift: i32,
        targets: B,
        kind: MoveKind,
        choices: &[PieceId],
    ) {
        for to in targets.squares() {
            let from = origin(to, shift);
            Sink::<B>::promotions::<FAST>(self, from, B::of(to), kind, choices);
        }
    }

    fn put<const FAST: bool>(&mut self, form: PieceId, squares: B) {
        if self.doubts.drops {
            Sink::<B>::put::<FAST>(&mut self.doubtful, form, squares);
        } else if self.counts {
            self.count += u64::from(squares.count::<FAST>());
        } else {
            Sink::<B>::put::<FAST>(&mut self.certain, form, squares);
        }
    }

    fn moves(&mut self, moves: &[Move]) {
        self.certain.extend_from_slice(moves);
    }

    fn number(&mut self, number: u64) {
        self.count += number;
    }

    #[inline]
    fn mover(&mut self, code: u8) {
        if let Some(&direct) = self.direct.get(code as usize) {
            self.doubts.to = self.to | direct;
        }
    }

    fn danger(&mut self, squares: B) {
        self.doubts.danger = squares;
    }

    #[inline]
    fn singly(&self) -> Option<Singly<B>> {
        let Doubts { from, to, .. } = self.doubts;
        let by_square = !self.doubts.all && !self.doubts.promotions;
        let counts = self.counts && by_square && self.direct.is_empty() && self.banned.is_empty();
        counts.then_some(Singly { from, to })
    }
}
