//! Where men that are not royal can go.

use super::generate::Search;
use super::node::Node;
use super::sinks::{Sink, emit};
use crate::board::Square;
use crate::compile::{Bits, Ends, Form, Piece, Screened, SquareTable, Tables};
use crate::position::MoveKind;

impl<B: Bits, const FAST: bool> Search<'_, B, FAST> {
    /// The moves of pinned men.
    #[inline(never)]
    pub(super) fn pinned_moves<S: Sink<B>>(&self, node: &Node<B>, sink: &mut S) {
        for from in node.pinned.squares() {
            let code = self.board.code_at(from);
            let piece = &self.tables.pieces[code as usize];
            if piece.royal {
                continue;
            }
            let mut allowed = self.pin_line(from);
            if !node.bound.has(from) {
                allowed &= node.allowed;
            }
            sink.mover(code);
            self.man_moves(piece, from, allowed, node, sink);
        }
    }

    /// The moves of men that are not pinned.
    #[inline(always)]
    pub(super) fn free_moves<S: Sink<B>>(
        &self,
        piece: &Piece<B>,
        men: B,
        node: &Node<B>,
        sink: &mut S,
    ) {
        if !piece.steps.is_empty() {
            self.set_moves(piece, men, node, sink);
        } else if piece.form == Form::Other {
            for from in men.squares() {
                self.man_moves(piece, from, node.allowed, node, sink);
            }
        } else if !S::COUNTS {
            self.moves_apart(piece, men, node, sink);
        } else if piece.promotions.is_empty() {
            self.moves_by_form(piece, men, node, |from, targets| {
                sink.set::<FAST>(from, targets, MoveKind::Normal);
            });
        } else {
            self.promoting_moves(piece, men, node, sink);
        }
    }

    /// The moves of men that are not pinned, where they are listed: a call costs little then.
    #[inline(never)]
    fn moves_apart<S: Sink<B>>(&self, piece: &Piece<B>, men: B, node: &Node<B>, sink: &mut S) {
        if piece.promotions.is_empty() {
            self.moves_by_form(piece, men, node, |from, targets| {
                sink.set::<FAST>(from, targets, MoveKind::Normal);
            });
        } else {
            self.promoting_moves(piece, men, node, sink);
        }
    }

    /// The moves of men that are not pinned and may promote: those that start where others squares make them promote
    /// apart.
    #[inline(always)]
    fn promoting_moves<S: Sink<B>>(&self, piece: &Piece<B>, men: B, node: &Node<B>, sink: &mut S) {
        let Some(promoting) = &piece.promoting else {
            return;
        };
        let choices = piece
            .promotions
            .first()
            .map_or(&[][..], |plan| &plan.choices);
        let mut inside = men & promoting.zone;
        let (mut men, mut squares) = (men & !inside, promoting.squares[0]);
        loop {
            self.moves_by_form(piece, men, node, |from, targets| {
                let promotes = targets & squares;
                if promotes.is_empty() {
                    sink.set::<FAST>(from, targets, MoveKind::Normal);
                } else {
                    let staying = targets & !(promotes & promoting.must);
                    sink.set::<FAST>(from, staying, MoveKind::Normal);
                    sink.promotions::<FAST>(from, promotes, MoveKind::Normal, choices);
                }
            });
            if inside.is_empty() {
                return;
            }
            (men, squares, inside) = (inside, promoting.squares[1], B::EMPTY);
        }
    }

    /// Where men that are not pinned can go: one loop for each usual form, so that what is the same for all men of a
    /// kind is looked up once.
    #[inline(always)]
    fn moves_by_form(
        &self,
        piece: &Piece<B>,
        men: B,
        node: &Node<B>,
        mut give: impl FnMut(Square, B),
    ) {
        let slots = &self.tables.slots;
        let allowed = node.allowed & node.onto[Ends::Both as usize];
        match piece.form {
            Form::Leaper => {
                if let Some(leaps) = piece.moves[0].lanes.leaps() {
                    for from in men.squares() {
                        give(from, leaps.at(from) & allowed);
                    }
                }
            }
            Form::Line(slot) => {
                let slot = slots.slot(slot);
                for from in men.squares() {
                    let targets = slots.of_slot::<FAST>(slot, from, node.occupied);
                    give(from, targets & allowed);
                }
            }
            Form::Lines(one, two) => {
                let (one, two) = (slots.slot(one), slots.slot(two));
                for from in men.squares() {
                    let targets = slots.of_slot::<FAST>(one, from, node.occupied)
                        | slots.of_slot::<FAST>(two, from, node.occupied);
                    give(from, targets & allowed);
                }
            }
            Form::Pairs(one, two) => {
                let (one, two) = (slots.pair(one), slots.pair(two));
                let empty = node.allowed & node.onto[Ends::Empty as usize];
                let enemy = node.allowed & node.onto[Ends::Enemy as usize];
                for from in men.squares() {
                    let one = slots.of_pair(one, from, node.occupied);
                    let two = slots.of_pair(two, from, node.occupied);
                    let targets = ((one[0] | two[0]) & empty) | ((one[1] | two[1]) & enemy);
                    give(from, targets);
                }
            }
            Form::Screened => {
                self.screened_moves(&piece.screened[0], men, node, give);
            }
            Form::Mixed => {
                let lanes = &piece.moves[0].lanes;
                for from in men.squares() {
                    let targets = lanes.targets::<FAST>(slots, from, node.occupied);
                    give(from, targets & allowed);
                }
            }
            Form::Plain | Form::Other => {
                for from in men.squares() {
                    give(from, self.plain_targets(piece, from, node) & node.allowed);
                }
            }
        }
    }

    /// Where men that are not pinned can go, if they move in one way that may not pass some men.
    #[inline(always)]
    pub(super) fn screened_moves(
        &self,
        screened: &Screened<B>,
        men: B,
        node: &Node<B>,
        mut give: impl FnMut(Square, B),
    ) {
        let slots = &self.tables.slots;
        let codes = screened.codes.iter();
        let screen = codes.fold(B::EMPTY, |all, &code| all | self.board.sets[code as usize]);
        let mut allowed = node.allowed & node.onto[screened.onto as usize];
        if screened.ends {
            allowed &= !screen;
        }
        for from in men.squares() {
            let mut reached = screened.lanes.targets::<FAST>(slots, from, node.occupied);
            for man in (screen & screened.near.at(from)).squares() {
                reached &= !screened.beyond[from.index() * self.tables.squares + man.index()];
            }
            give(from, reached & allowed);
        }
    }

    /// Where a man can go by its ordinary moves without a condition.
    #[inline(always)]
    fn plain_targets(&self, piece: &Piece<B>, from: Square, node: &Node<B>) -> B {
        let mut targets = B::EMPTY;
        for moves in &piece.moves {
            if let Some(near) = &moves.near
                && (near.at(from) & node.onto[moves.onto as usize]).is_empty()
            {
                continue;
            }
            let reached = moves
                .lanes
                .targets::<FAST>(&self.tables.slots, from, node.occupied);
            targets |= reached & node.onto[moves.onto as usize];
        }
        targets
    }

    /// Where a man can go by its ordinary moves, and by moves that can be taken en passant.
    #[inline(always)]
    pub(super) fn targets(&self, piece: &Piece<B>, from: Square, node: &Node<B>) -> (B, B) {
        match piece.form {
            Form::Leaper => {
                let leaps = piece.moves[0].lanes.leaps();
                let targets = leaps.map_or(B::EMPTY, |leaps| leaps.at(from));
                return (targets & node.onto[Ends::Both as usize], B::EMPTY);
            }
            Form::Screened => return (self.screened_targets(piece, from, node), B::EMPTY),
            _ => {}
        }
        let mut targets = self.plain_targets(piece, from, node);
        if piece.form != Form::Other {
            return (targets, B::EMPTY);
        }
        let slots = &self.tables.slots;
        let occupied = node.occupied;
        let mut passing =
            piece.passing.targets::<FAST>(slots, from, occupied) & node.onto[Ends::Empty as usize];
        for guarded in &piece.guarded {
            let (here, there) = self.guards[guarded.guard];
            if !here.has(from) {
                continue;
            }
            let reached = guarded.lanes.targets::<FAST>(slots, from, occupied) & there;
            if guarded.passing {
                passing |= reached & node.onto[guarded.onto as usize];
            } else {
                targets |= reached & node.onto[guarded.onto as usize];
            }
        }
        if !piece.screened.is_empty() {
            targets |= self.screened_targets(piece, from, node);
        }
        if let Some(detours) = &piece.detours {
            let empty = node.onto[Ends::Empty as usize];
            targets |= detours.leaning(from, node.own, node.enemy, occupied) & empty;
        }
        (targets & !passing, passing)
    }

    /// Where a man can go by moves that may not pass some men.
    #[inline(never)]
    fn screened_targets(&self, piece: &Piece<B>, from: Square, node: &Node<B>) -> B {
        let tables: &Tables<B> = self.tables;
        let mut targets = B::EMPTY;
        for screened in &piece.screened {
            let (here, there) = self.guards[screened.guard];
            if !here.has(from) {
                continue;
            }
            let lanes = &screened.lanes;
            let mut reached = lanes.targets::<FAST>(&tables.slots, from, node.occupied) & there;
            let codes = screened.codes.iter();
            let men = codes.fold(B::EMPTY, |all, &code| all | self.board.sets[code as usize]);
            for man in (men & screened.near.at(from)).squares() {
                reached &= !screened.beyond[from.index() * tables.squares + man.index()];
            }
            if screened.ends {
                reached &= !men;
            }
            targets |= reached & node.onto[screened.onto as usize];
        }
        targets
    }

    #[inline]
    pub(super) fn man_moves<S: Sink<B>>(
        &self,
        piece: &Piece<B>,
        from: Square,
        allowed: B,
        node: &Node<B>,
        sink: &mut S,
    ) {
        let (targets, passing) = self.targets(piece, from, node);
        let taken = node.enemy;
        emit::<B, S, FAST>(
            piece,
            from,
            (targets & allowed, taken),
            MoveKind::Normal,
            sink,
        );
        if passing.any() {
            let none = B::EMPTY;
            emit::<B, S, FAST>(
                piece,
                from,
                (passing & allowed, none),
                MoveKind::Passing,
                sink,
            );
        }
    }

    /// The ordinary moves of men that are not pinned, all men at once.
    #[inline]
    fn set_moves<S: Sink<B>>(&self, piece: &Piece<B>, men: B, node: &Node<B>, sink: &mut S) {
        for step in &piece.steps {
            let mut movers = step.movers(men, node.occupied);
            let mut allowed = node.allowed;
            if let Some(guard) = step.guard {
                let (here, there) = self.guards[guard];
                movers &= here;
                allowed &= there;
            }
            let targets = movers.shift(step.shift) & allowed & node.onto[step.onto as usize];
            let kind = if step.passing {
                MoveKind::Passing
            } else {
                MoveKind::Normal
            };
            match piece.promotions.first() {
                None => sink.shifted::<FAST>(step.shift, targets, kind),
                Some(plan) => {
                    let (promoting, must) = plan.of_step(movers, targets, step.shift);
                    sink.shifted::<FAST>(step.shift, targets & !(promoting & must), kind);
                    if promoting.any() {
                        sink.shifted_promotions::<FAST>(step.shift, promoting, kind, &plan.choices);
                    }
                }
            }
        }
    }
}
