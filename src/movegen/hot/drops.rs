//! Men put down from the hand.

use super::generate::Search;
use super::node::Node;
use super::questions::Asked;
use super::sinks::{Counter, Sink};
use crate::board::{PieceId, Square};
use crate::compile::{Bits, DropPlan, Tables, Test};
use crate::position::{Move, MoveKind};

impl<'t, B: Bits, const FAST: bool> Search<'t, B, FAST> {
    /// Gives all men that can be put down to a sink. Must come last: it may forget what the node knows.
    pub(super) fn drops<S: Sink<B>>(&mut self, node: &Node<B>, sink: &mut S) {
        let tables: &'t Tables<B> = self.tables;
        let free = node.allowed & !node.occupied;
        if free.is_empty() {
            return;
        }
        let mut plans = tables.drops[self.board.side].iter();
        let hand = &self.board.hands[self.board.side.index()][..];
        let mut next = None;
        for plan in plans.by_ref() {
            let Some((kind, squares)) = plan.simple else {
                next = Some(plan);
                break;
            };
            if hand.get(kind.index()).is_some_and(|&count| count > 0) {
                sink.put::<FAST>(plan.form, squares & free);
            }
        }
        for plan in next.into_iter().chain(plans) {
            let squares = self.drop_squares(plan, free);
            if squares.any() {
                sink.put::<FAST>(plan.form, squares);
            }
        }
    }

    /// Of the free squares those where a man can be put down.
    fn drop_squares(&mut self, plan: &DropPlan<B>, free: B) -> B {
        let mut squares = B::EMPTY;
        for way in &plan.ways {
            if way.needs.is_none_or(|kind| self.has_in_hand(kind)) {
                let open = self.set(&way.squares) & free;
                squares |= match &way.test {
                    None => open,
                    Some(test) => self.passing_test(plan.form, open, test),
                };
            }
        }
        squares &= free;
        if squares.is_empty() {
            return squares;
        }
        if self.tables.pieces[plan.code as usize].royal {
            squares = self.safe_for_royal(plan.form, squares);
        }
        if plan.mates_not && !self.nested && squares.any() {
            squares &= !self.mates(plan, squares);
        }
        squares
    }

    /// Of some squares, those on which a test holds of a man put down there.
    fn passing_test(&self, form: PieceId, squares: B, test: &Test<B>) -> B {
        let holds = |&square: &Square| {
            let asked = Asked::of(&self.board, put_down(form, square));
            self.board.holds::<FAST>(self.tables, test, &asked)
        };
        let squares = squares.squares().filter(holds);
        squares.fold(B::EMPTY, |all, square| all | B::of(square))
    }

    /// Of some squares, those on which a royal is not attacked where it is put down.
    #[cold]
    fn safe_for_royal(&mut self, form: PieceId, squares: B) -> B {
        let safe = squares
            .squares()
            .filter(|&square| self.survives(put_down(form, square)));
        safe.fold(B::EMPTY, |all, square| all | B::of(square))
    }

    #[inline(always)]
    fn has_in_hand(&self, kind: PieceId) -> bool {
        self.board.hands[self.board.side.index()][kind.index()] > 0
    }

    /// Of some squares, those on which a man that is put down mates.
    fn mates(&mut self, plan: &DropPlan<B>, squares: B) -> B {
        let mut mates = B::EMPTY;
        // A man over which others attack may mate from anywhere.
        let hops = !self.tables.hops[self.board.side].is_empty();
        let from = if hops {
            squares
        } else {
            self.checking(plan.code)
        };
        for square in (squares & from).squares() {
            if self.mates_on(plan.form, square) {
                mates |= B::of(square);
            }
        }
        mates
    }

    /// The squares from which a man of a code attacks an enemy royal.
    fn checking(&self, code: u8) -> B {
        let tables: &'t Tables<B> = self.tables;
        let royals = self.royals_of(self.board.side.other());
        let mut from = B::EMPTY;
        let groups = tables.attacks[self.board.side].iter();
        for group in groups.filter(|group| group.codes.contains(&code)) {
            for royal in royals.squares() {
                let occupied = self.board.occupied();
                from |= group.from.targets::<FAST>(&tables.slots, royal, occupied);
            }
        }
        from
    }

    fn mates_on(&mut self, form: PieceId, square: Square) -> bool {
        let tables: &'t Tables<B> = self.tables;
        let mv = put_down(form, square);
        let undo = self.board.make_unkeyed::<FAST>(tables, mv);
        let nested = std::mem::replace(&mut self.nested, true);
        // Whether the game is over is not asked, only for moves.
        let node = self.inspect();
        let mates = node.checkers.any()
            && if tables.extras.is_some() {
                !self.has_move()
            } else {
                let mut answers = Counter::default();
                self.give(&node, &mut answers);
                answers.0 == 0
            };
        self.nested = nested;
        self.board.unmake(mv, &undo);
        mates
    }
}

/// The move by which a man is put down.
fn put_down(form: PieceId, square: Square) -> Move {
    Move {
        promotion: Some(form),
        kind: MoveKind::Drop,
        ..Move::normal(square, square)
    }
}
