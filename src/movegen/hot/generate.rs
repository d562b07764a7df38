//! Legal moves, a set at a time.

use super::detours::Aim;
use super::hurdles::Watched;
use super::node::{Attacked, Node};
use super::position::Board;
use super::runs::Runs;
use super::siblings::Siblings;
use super::sinks::{Sink, emit};
use super::verdicts::Verdicts;
use crate::board::Square;
use crate::compile::{Bits, Ends, Piece, SquareTable, Tables};
use crate::position::{Extra, Move, MoveKind, State};
use crate::rules::Rules;

/// A position being searched, with the memory that a search needs.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Search<'t, B: Bits, const FAST: bool> {
    pub(super) tables: &'t Tables<B>,
    pub(super) board: Board<B>,
    pub(super) buffer: Vec<Move>,
    /// The guards of this node: where movers may start and end.
    pub(super) guards: Vec<(B, B)>,
    /// The enemies that attack over men and are lined up with a royal at this node.
    pub(super) watched: Vec<Watched<B>>,
    /// The enemies that attack a royal once two men have left, if that was asked at this node.
    pub(super) aims: Vec<Aim<B>>,
    /// What the enemy attacks at this node, if that was asked.
    pub(super) attacked: Option<Attacked<B>>,
    /// Whether moves are only looked for to answer a question of a law, which must not be asked again.
    pub(super) nested: bool,
    /// Whether all that the men can do is wanted, and laws are asked afterwards.
    pub(super) judging: bool,
    /// Whether royals go wherever their moves lead.
    pub(super) free_royals: bool,
    /// Whether the plain moves that are given leave no royal attacked.
    pub(super) masked: bool,
    /// Whether where the enemy attacks decides which moves of the only royal are doubtful.
    pub(super) royal_alone: bool,
    /// Whether a count asks for keys.
    pub(super) keyed: bool,
    /// Whether a question has made the search forget what it knew of the node.
    pub(super) disturbed: bool,
    /// The squares of own men that may check by leaving, where a law asks for checks.
    pub(super) opening: B,
    /// Memory for the squares on which men of each code check.
    pub(super) direct: Vec<B>,
    /// What the laws say of captures that remove royals.
    pub(super) verdicts: [Vec<Option<Verdicts<B>>>; 2],
    /// Memory for the moves of a node.
    pub(super) certain: Vec<Move>,
    pub(super) doubtful: Vec<Move>,
    /// Memory for the moves of a node that are made one after the other.
    pub(super) runs: Runs<B>,
    /// What the positions after the moves of a node have in common.
    pub(super) siblings: Siblings<'t, B>,
    /// For each pinned man the squares where it may go; valid for the node's pinned men only.
    pin_lines: B::Table<B>,
}

impl<'t, B: Bits, const FAST: bool> Search<'t, B, FAST> {
    /// A search from a state.
    pub(super) fn new(tables: &'t Tables<B>, rules: &Rules, state: &State) -> Self {
        let board = Board::new(tables, rules, state);
        let set = |expr| board.set::<FAST>(tables, expr);
        let guards = tables.guards.iter();
        let guards = guards.map(|(_, guard)| (set(&guard.here), set(&guard.there)));
        Self {
            tables,
            guards: guards.collect(),
            board,
            buffer: Vec::new(),
            watched: Vec::new(),
            aims: Vec::new(),
            attacked: None,
            nested: false,
            judging: false,
            free_royals: false,
            masked: false,
            royal_alone: false,
            keyed: false,
            disturbed: false,
            opening: B::EMPTY,
            direct: Vec::new(),
            verdicts: [Vec::new(), Vec::new()],
            certain: Vec::new(),
            doubtful: Vec::new(),
            runs: Runs::new(),
            siblings: Siblings::new(),
            pin_lines: B::Table::filled(B::EMPTY),
        }
    }

    #[inline(always)]
    pub(super) fn pin_line(&self, man: Square) -> B {
        self.pin_lines.at(man)
    }

    #[inline(always)]
    pub(super) fn set_pin_line(&mut self, man: Square, line: B) {
        *self.pin_lines.at_mut(man) = line;
    }

    /// Gives all legal moves of the player to move to a sink, and says whether that player is in check.
    #[inline]
    pub(super) fn generate<S: Sink<B>>(&mut self, sink: &mut S) -> bool {
        let tables: &'t Tables<B> = self.tables;
        if let Some(extras) = &tables.extras
            && !extras.moves_plainly
        {
            return self.generate_with(extras, sink);
        }
        self.generate_plainly(sink)
    }

    /// The same for a game whose laws are the usual ones.
    #[inline]
    pub(super) fn generate_plainly<S: Sink<B>>(&mut self, sink: &mut S) -> bool {
        let tables: &'t Tables<B> = self.tables;
        let node = self.look();
        let checked = node.checkers.any();
        if self.is_over(checked) {
            return checked;
        }
        if tables.must_capture {
            let before = sink.len();
            self.give(&node.of_captures(), sink);
            if sink.len() > before {
                return checked;
            }
        }
        self.give(&node, sink);
        checked
    }

    /// Gives the legal moves that a node allows to a sink.
    #[inline]
    pub(super) fn give<S: Sink<B>>(&mut self, node: &Node<B>, sink: &mut S) {
        let tables: &'t Tables<B> = self.tables;
        // First, as they may look at all attacks, which then serve the royal's steps.
        if node.quiet {
            self.castlings(node, sink);
        }
        let stuck = node.allowed.is_empty() && node.bound.is_empty();
        let tally = &tables.tally[self.board.side];
        let singly = sink.singly();
        let codes = match singly {
            Some(singly) => {
                self.counted_moves(tally, (node, stuck), singly, sink);
                &tally.others
            }
            None => &tables.movers[self.board.side],
        };
        for &code in codes {
            let men = self.board.sets[code as usize];
            if men.is_empty() {
                continue;
            }
            sink.mover(code);
            let piece = &tables.pieces[code as usize];
            if singly.is_none() && piece.royal {
                self.moves_of_royals(piece, men, node, sink);
            } else if !stuck {
                self.free_moves(piece, men & !node.pinned, node, sink);
            }
        }
        if node.pinned.any() && !stuck {
            self.pinned_moves(node, sink);
        }
        if node.quiet {
            for &code in &tables.irregulars[self.board.side] {
                let men = self.board.sets[code as usize];
                sink.mover(code);
                self.irregular_moves(&tables.pieces[code as usize], men, node, sink);
            }
        }
        for &code in &tables.detouring[self.board.side] {
            let piece = &tables.pieces[code as usize];
            if let Some(detours) = &piece.detours {
                sink.mover(code);
                self.detours(piece, detours, self.board.sets[code as usize], node, sink);
            }
        }
        self.en_passant(node, sink);
        if !tables.drops[self.board.side].is_empty() && node.quiet {
            self.drops(node, sink);
        }
    }

    /// The moves of all royals of the player to move.
    #[inline(always)]
    pub(super) fn moves_of_all_royals<S: Sink<B>>(&mut self, node: &Node<B>, sink: &mut S) {
        let tables: &'t Tables<B> = self.tables;
        for &code in &tables.tally[self.board.side].royals {
            let men = self.board.sets[code as usize];
            self.moves_of_royals(&tables.pieces[code as usize], men, node, sink);
        }
    }

    #[inline(always)]
    pub(super) fn moves_of_royals<S: Sink<B>>(
        &mut self,
        piece: &Piece<B>,
        men: B,
        node: &Node<B>,
        sink: &mut S,
    ) {
        for from in men.squares() {
            if self.free_royals {
                self.free_royal_moves(piece, from, node, sink);
            } else {
                self.royal_moves(piece, from, node, sink);
            }
        }
    }

    #[inline]
    fn royal_moves<S: Sink<B>>(
        &mut self,
        piece: &Piece<B>,
        from: Square,
        node: &Node<B>,
        sink: &mut S,
    ) {
        // No royal can be taken en passant.
        let (targets, _) = self.targets(piece, from, node);
        if targets.any() {
            let safe = self.safe(from, targets, node);
            emit::<B, S, FAST>(piece, from, (safe, node.enemy), MoveKind::Normal, sink);
        }
    }

    /// The moves of a royal wherever they lead; where the enemy attacks it is told to the sink.
    #[inline(never)]
    fn free_royal_moves<S: Sink<B>>(
        &mut self,
        piece: &Piece<B>,
        from: Square,
        node: &Node<B>,
        sink: &mut S,
    ) {
        let (targets, _) = self.targets(piece, from, node);
        let quiet = targets & !node.occupied;
        if self.royal_alone && quiet.any() {
            let safe = self.safe(from, quiet, node);
            sink.danger(!safe);
        }
        self.man_moves(piece, from, !B::EMPTY, node, sink);
    }

    /// Of the squares where a royal can go, those on which no royal of its side is then attacked.
    #[inline]
    fn safe(&mut self, from: Square, targets: B, node: &Node<B>) -> B {
        let others = node.royals & !B::of(from);
        // What can only be taken, as it is royal, is not among the squares that are looked at together.
        let taken = targets & node.onto[Ends::Royal as usize];
        // With two squares, looking at all that the enemy attacks nearby costs less than asking for each.
        if others.is_empty()
            && taken.is_empty()
            && (self.attacked.is_some() || targets.rest().any())
        {
            let safe = targets & !self.attacked_near(from, node);
            if self.is_hopped_around(from) {
                return self.not_attacked_over_men(from, safe, node);
            }
            return safe;
        }
        let is_safe = |&to: &Square| {
            let occupied = (node.occupied & !B::of(from)) | B::of(to);
            let attacked = |royal| self.is_attacked(royal, occupied, B::of(to));
            !attacked(to) && !others.squares().any(attacked)
        };
        let safe = targets.squares().filter(is_safe);
        safe.fold(B::EMPTY, |all, to| all | B::of(to))
    }

    #[inline]
    fn en_passant<S: Sink<B>>(&mut self, node: &Node<B>, sink: &mut S) {
        let Some(passed) = self.board.passed else {
            return;
        };
        let tables: &'t Tables<B> = self.tables;
        for target in (passed.targets & !node.occupied).squares() {
            for &code in &tables.passing_takers[self.board.side] {
                let piece = &tables.pieces[code as usize];
                for from in self.passing_takers(code, target, node).squares() {
                    let kind = MoveKind::EnPassant {
                        victim: passed.victim,
                    };
                    if self.survives(Move {
                        from,
                        to: target,
                        promotion: None,
                        kind,
                        extra: Extra::None,
                    }) {
                        let there = B::of(target);
                        emit::<B, S, FAST>(piece, from, (there, there), kind, sink);
                    }
                }
            }
        }
    }

    /// The men of a code that can take en passant on a square.
    #[inline(always)]
    fn passing_takers(&self, code: u8, target: Square, node: &Node<B>) -> B {
        let from = &self.tables.pieces[code as usize].en_passant_from;
        from.targets::<FAST>(&self.tables.slots, target, node.occupied)
            & self.board.sets[code as usize]
    }

    /// Whether somebody can take en passant.
    #[inline(always)]
    pub(super) fn can_take_passing(&self, node: &Node<B>) -> bool {
        let takers = &self.tables.passing_takers[self.board.side];
        self.board.passed.is_some_and(|passed| {
            let mut targets = (passed.targets & !node.occupied).squares();
            targets.any(|target| {
                let mut takers = takers.iter();
                takers.any(|&code| self.passing_takers(code, target, node).any())
            })
        })
    }

    /// Whether the royals of the player to move are safe after a move: made, tested and taken back.
    #[inline(never)]
    pub(super) fn survives(&mut self, mv: Move) -> bool {
        if self.judging {
            return true;
        }
        let tables: &'t Tables<B> = self.tables;
        let enemy = self.board.sides[self.board.side.other().index()];
        let undo = self.board.make_unkeyed::<FAST>(tables, mv);
        self.board.side = self.board.side.other();
        let occupied = self.board.occupied();
        // Enemies that the move took are gone; one that it swapped stands elsewhere now.
        let gone = enemy & !self.board.sides[self.board.side.other().index()];
        let safe = !self
            .royals()
            .squares()
            .any(|royal| self.is_attacked(royal, occupied, gone));
        self.board.side = self.board.side.other();
        self.board.unmake(mv, &undo);
        safe
    }
}
