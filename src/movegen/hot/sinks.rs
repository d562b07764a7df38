//! What legal moves are given to: counters and lists.

use crate::board::{PieceId, Square};
use crate::compile::{Bits, Piece};
use crate::position::{Move, MoveKind};

/// Receives legal moves.
pub(super) trait Sink<B: Bits> {
    /// Whether it only counts.
    const COUNTS: bool;
    /// Whether it may be given numbers that are known from the node above, if the node says so.
    const INHERITS: bool;
    /// How many moves it has received.
    fn len(&self) -> u64;
    /// Moves from a square to each of some squares, without promotion.
    fn set<const FAST: bool>(&mut self, from: Square, targets: B, kind: MoveKind);
    /// Moves from a square to each of some squares, with each of some promotions.
    fn promotions<const FAST: bool>(
        &mut self,
        from: Square,
        targets: B,
        kind: MoveKind,
        choices: &[PieceId],
    );
    /// Moves to each of some squares, each from the square a shift before it.
    fn shifted<const FAST: bool>(&mut self, shift: i32, targets: B, kind: MoveKind);
    /// The same with each of some promotions.
    fn shifted_promotions<const FAST: bool>(
        &mut self,
        shift: i32,
        targets: B,
        kind: MoveKind,
        choices: &[PieceId],
    );
    /// Men of a form put down on each of some squares.
    fn put<const FAST: bool>(&mut self, form: PieceId, squares: B);
    /// These moves.
    fn moves(&mut self, moves: &[Move]);
    /// So many moves; only for those that count.
    fn number(&mut self, number: u64);
    /// The moves of men of a code come next.
    #[inline(always)]
    fn mover(&mut self, _: u8) {}
    /// The squares that the enemy attacks, before the moves of the only royal.
    fn danger(&mut self, _: B) {}
    /// Whether it is enough to tell how many plain moves there are, but for some that are wanted one by one.
    #[inline(always)]
    fn singly(&self) -> Option<Singly<B>> {
        None
    }
}

/// The plain moves that are given one by one where the others are counted.
#[derive(Clone, Copy)]
pub(super) struct Singly<B> {
    /// Those from these squares.
    pub(super) from: B,
    /// Those to these squares.
    pub(super) to: B,
}

/// Where a step to a square started.
#[inline(always)]
pub(super) fn origin(to: Square, shift: i32) -> Square {
    Square::new((to.index() as i32 - shift) as u8)
}

/// Counts moves.
#[derive(Default)]
pub(super) struct Counter(pub(super) u64);

impl<B: Bits> Sink<B> for Counter {
    const COUNTS: bool = true;
    const INHERITS: bool = true;

    fn len(&self) -> u64 {
        self.0
    }
    #[inline(always)]
    fn set<const FAST: bool>(&mut self, _: Square, targets: B, _: MoveKind) {
        self.0 += u64::from(targets.count::<FAST>());
    }
    #[inline(always)]
    fn promotions<const FAST: bool>(
        &mut self,
        _: Square,
        targets: B,
        _: MoveKind,
        choices: &[PieceId],
    ) {
        self.0 += u64::from(targets.count::<FAST>()) * choices.len() as u64;
    }
    #[inline(always)]
    fn shifted<const FAST: bool>(&mut self, _: i32, targets: B, _: MoveKind) {
        self.0 += u64::from(targets.count::<FAST>());
    }
    #[inline(always)]
    fn shifted_promotions<const FAST: bool>(
        &mut self,
        _: i32,
        targets: B,
        _: MoveKind,
        choices: &[PieceId],
    ) {
        self.0 += u64::from(targets.count::<FAST>()) * choices.len() as u64;
    }
    #[inline(always)]
    fn put<const FAST: bool>(&mut self, _: PieceId, squares: B) {
        self.0 += u64::from(squares.count::<FAST>());
    }
    fn moves(&mut self, moves: &[Move]) {
        self.0 += moves.len() as u64;
    }
    fn number(&mut self, number: u64) {
        self.0 += number;
    }
    #[inline(always)]
    fn singly(&self) -> Option<Singly<B>> {
        let (from, to) = (B::EMPTY, B::EMPTY);
        Some(Singly { from, to })
    }
}

/// Adds a move for each square of a set. Room is made once, and each move is then written without asking for it.
#[inline(always)]
fn list<B: Bits, const FAST: bool>(moves: &mut Vec<Move>, to: B, mv: impl Fn(Square) -> Move) {
    let mut squares = to.squares();
    let count = to.count::<FAST>();
    // There is a square for each time.
    let next = move |_| squares.next().map_or(Move::PASS, &mv);
    moves.extend((0..count).map(next));
}

impl<B: Bits> Sink<B> for Vec<Move> {
    const COUNTS: bool = false;
    const INHERITS: bool = false;

    fn len(&self) -> u64 {
        self.len() as u64
    }
    #[inline(always)]
    fn set<const FAST: bool>(&mut self, from: Square, targets: B, kind: MoveKind) {
        list::<B, FAST>(self, targets, |to| Move {
            kind,
            ..Move::normal(from, to)
        });
    }
    #[inline(always)]
    fn promotions<const FAST: bool>(
        &mut self,
        from: Square,
        targets: B,
        kind: MoveKind,
        choices: &[PieceId],
    ) {
        for to in targets.squares() {
            self.extend(choices.iter().map(|&c| Move {
                promotion: Some(c),
                kind,
                ..Move::normal(from, to)
            }));
        }
    }
    #[inline(always)]
    fn shifted<const FAST: bool>(&mut self, shift: i32, targets: B, kind: MoveKind) {
        list::<B, FAST>(self, targets, |to| Move {
            kind,
            ..Move::normal(origin(to, shift), to)
        });
    }
    #[inline(always)]
    fn shifted_promotions<const FAST: bool>(
        &mut self,
        shift: i32,
        targets: B,
        kind: MoveKind,
        choices: &[PieceId],
    ) {
        for to in targets.squares() {
            let from = origin(to, shift);
            self.extend(choices.iter().map(|&c| Move {
                promotion: Some(c),
                kind,
                ..Move::normal(from, to)
            }));
        }
    }
    #[inline(always)]
    fn put<const FAST: bool>(&mut self, form: PieceId, squares: B) {
        list::<B, FAST>(self, squares, |square| Move {
            promotion: Some(form),
            kind: MoveKind::Drop,
            ..Move::normal(square, square)
        });
    }
    fn moves(&mut self, moves: &[Move]) {
        self.extend_from_slice(moves);
    }
    fn number(&mut self, _: u64) {}
}

/// Gives moves to a sink, split by what the promotion rules make of them; on the second squares they take somebody.
#[inline(always)]
pub(super) fn emit<B: Bits, S: Sink<B>, const FAST: bool>(
    piece: &Piece<B>,
    from: Square,
    (targets, taken): (B, B),
    kind: MoveKind,
    sink: &mut S,
) {
    match piece.promotions.as_slice() {
        [] => sink.set::<FAST>(from, targets, kind),
        [plan] if plan.taking.is_none() => {
            let here = B::of(from);
            let promoting = targets & plan.promotes(here);
            sink.set::<FAST>(from, targets & !(promoting & plan.must(here)), kind);
            if promoting.any() {
                sink.promotions::<FAST>(from, promoting, kind, &plan.choices);
            }
        }
        _ => emit_by_several_rules::<B, S, FAST>(piece, from, (targets, taken), kind, sink),
    }
}

#[cold]
fn emit_by_several_rules<B: Bits, S: Sink<B>, const FAST: bool>(
    piece: &Piece<B>,
    from: Square,
    (targets, taken): (B, B),
    kind: MoveKind,
    sink: &mut S,
) {
    let here = B::of(from);
    for target in targets.squares() {
        let to = B::of(target);
        let mut may_stay = true;
        let mut choices: Vec<PieceId> = Vec::new();
        for plan in piece
            .promotions
            .iter()
            .filter(|p| (p.promotes(here) & to).any())
            .filter(|p| p.taking.is_none_or(|taking| taking == (taken & to).any()))
        {
            may_stay &= (plan.must(here) & to).is_empty();
            choices.extend(
                plan.choices
                    .iter()
                    .filter(|c| !choices.contains(c))
                    .copied()
                    .collect::<Vec<_>>(),
            );
        }
        if may_stay {
            sink.set::<FAST>(from, to, kind);
        }
        sink.promotions::<FAST>(from, to, kind, &choices);
    }
}
