//! Legal moves, a set at a time.

use super::detours::Aim;
use super::hurdles::Watched;
use super::position::{Board, Castling};
use super::questions::Asked;
use super::siblings::{Heritage, Siblings};
use crate::board::{PieceId, Square};
use crate::compile::{
    Bits, CastlingTest, Ends, Form, Irregular, Onto, Piece, Screened, SquareTable, Steppers,
    Tables, Tally, Test,
};
use crate::position::{Extra, Move, MoveKind, State};
use crate::rules::{Place, Rules, SquareState};
use std::rc::Rc;

/// Receives legal moves.
pub(super) trait Sink<B: Bits> {
    /// Whether it only counts.
    const COUNTS: bool;
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

/// What is known of a node before any move is made.
#[derive(Clone, Copy)]
pub(super) struct Node<B> {
    pub(super) own: B,
    pub(super) enemy: B,
    pub(super) occupied: B,
    /// Where an ordinary move may end, by [`Ends`](crate::compile::Ends).
    pub(super) onto: [B; Ends::COUNT],
    /// Where a man other than a royal must end to answer all checks.
    pub(super) allowed: B,
    /// The royals of the player to move.
    pub(super) royals: B,
    pub(super) checkers: B,
    /// Men that may not go everywhere where others may: see [`Search::pin_line`].
    pub(super) pinned: B,
    /// Those of them of which the line alone says where they may go.
    pub(super) bound: B,
    /// Men that stand between a royal and an enemy that could attack it from there.
    pub(super) shields: B,
    /// Whether moves that take nothing are wanted.
    pub(super) quiet: bool,
    /// What is known of it from the node before.
    pub(super) heritage: Heritage,
}

impl<B: Bits> Node<B> {
    /// The same node when only captures are wanted.
    fn of_captures(&self) -> Self {
        Self {
            onto: [
                self.enemy,
                B::EMPTY,
                self.enemy,
                self.onto[Ends::Royal as usize],
                self.onto[Ends::Common as usize],
            ],
            quiet: false,
            heritage: Heritage::Nothing,
            ..*self
        }
    }
}

/// What the enemy attacks of where a man can go, once it has left its square.
#[derive(Clone, Copy)]
pub(super) struct Attacked<B> {
    pub(super) from: Square,
    pub(super) squares: B,
    /// Whether it tells of castlings too.
    pub(super) castles: bool,
}

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
    /// Memory for the moves of a node.
    pub(super) certain: Vec<Move>,
    pub(super) doubtful: Vec<Move>,
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
            certain: Vec::new(),
            doubtful: Vec::new(),
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

    /// The moves of royals, and of men that are not pinned and counted table by table: as numbers, but for those that are
    /// wanted one by one.
    #[inline(always)]
    fn counted_moves<S: Sink<B>>(
        &mut self,
        tally: &'t Tally<B>,
        (node, stuck): (&Node<B>, bool),
        singly: Singly<B>,
        sink: &mut S,
    ) {
        // Only who counts all moves can use what is known from the node above.
        if S::COUNTS && node.heritage.is_all() {
            sink.number(self.siblings.royals);
        } else {
            self.moves_of_all_royals(node, sink);
        }
        if stuck {
            return;
        }
        let known = if S::COUNTS {
            self.count_by_heritage(tally, node)
        } else {
            None
        };
        let moves = known.unwrap_or_else(|| self.count_by(tally, node, singly, sink));
        sink.number(moves);
        let from = singly.from & node.own & !(node.royals | node.pinned);
        if from.any() {
            self.moves_from(tally, node, from, sink);
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
    fn moves_of_royals<S: Sink<B>>(
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

    /// The moves of men that are not pinned, for those that are counted table by table: their number but for those that
    /// are wanted one by one, which a sink receives if they start elsewhere. By itself, so that the loops have all
    /// registers.
    #[inline(never)]
    fn count_by<S: Sink<B>>(
        &self,
        tally: &Tally<B>,
        node: &Node<B>,
        singly: Singly<B>,
        sink: &mut S,
    ) -> u64 {
        let slots = &self.tables.slots;
        let free = !node.pinned & !singly.from;
        let allowed = node.allowed & node.onto[Ends::Both as usize];
        let men = |[one, two]: [u8; 2]| {
            let sets = &self.board.sets;
            ((sets[one as usize] | sets[two as usize]) & free).squares()
        };
        let mut moves = 0;
        for leapers in &tally.leapers {
            for from in men(leapers.codes) {
                let targets = leapers.leaps.at(from) & allowed;
                moves += Self::count_all(from, targets, singly, sink);
            }
        }
        for liners in &tally.lines {
            let [slot] = liners.slots.map(|slot| slots.slot(slot));
            for from in men(liners.codes) {
                let targets = slots.of_slot::<FAST>(slot, from, node.occupied) & allowed;
                moves += Self::count_all(from, targets, singly, sink);
            }
        }
        for liners in &tally.crosses {
            let [one, two] = liners.slots.map(|slot| slots.slot(slot));
            for from in men(liners.codes) {
                let targets = slots.of_slot::<FAST>(one, from, node.occupied)
                    | slots.of_slot::<FAST>(two, from, node.occupied);
                moves += Self::count_all(from, targets & allowed, singly, sink);
            }
        }
        for pairs in &tally.pairs {
            let [one, two] = pairs.pairs.map(|pair| slots.pair(pair));
            let empty = node.allowed & node.onto[Ends::Empty as usize];
            let enemy = node.allowed & node.onto[Ends::Enemy as usize];
            for from in men(pairs.codes) {
                let one = slots.of_pair(one, from, node.occupied);
                let two = slots.of_pair(two, from, node.occupied);
                let targets = ((one[0] | two[0]) & empty) | ((one[1] | two[1]) & enemy);
                moves += Self::count_all(from, targets, singly, sink);
            }
        }
        for &code in &tally.screened {
            let men = self.board.sets[code as usize] & free;
            let piece = &self.tables.pieces[code as usize];
            self.screened_moves(&piece.screened[0], men, node, |from, targets| {
                moves += Self::count_all(from, targets, singly, sink);
            });
        }
        for steps in &tally.steps {
            moves += self.count_steps(steps, (free, node.allowed), node, singly, sink);
        }
        for (guard, steps) in &tally.guarded {
            let (here, there) = self.guards[*guard];
            let squares = (free & here, node.allowed & there);
            moves += self.count_steps(steps, squares, node, singly, sink);
        }
        moves
    }

    /// The number of steps from some squares to some squares, but for those that are wanted one by one.
    #[inline(always)]
    fn count_steps<S: Sink<B>>(
        &self,
        steps: &Steppers<B>,
        squares: (B, B),
        node: &Node<B>,
        singly: Singly<B>,
        sink: &mut S,
    ) -> u64 {
        let mut targets = self.step_targets(steps, squares, node);
        if !S::COUNTS && (targets & singly.to).any() {
            self.single_steps(steps, targets & singly.to, sink);
            targets &= !singly.to;
        }
        steps.count::<FAST>(targets)
    }

    /// Where steps of one sort of some men end, from some squares to some squares.
    #[inline(always)]
    pub(super) fn step_targets(
        &self,
        steps: &Steppers<B>,
        (here, there): (B, B),
        node: &Node<B>,
    ) -> B {
        let mut movers = self.board.sets[steps.code as usize] & here & steps.origins;
        if steps.via != 0 {
            movers &= !node.occupied.shift_inside(-steps.via);
        }
        movers.shift_inside(steps.shift) & there & node.onto[steps.onto as usize]
    }

    /// The number of moves to some squares, but for those that are wanted one by one.
    #[inline(always)]
    fn count_all<S: Sink<B>>(from: Square, mut targets: B, singly: Singly<B>, sink: &mut S) -> u64 {
        if !S::COUNTS && (targets & singly.to).any() {
            sink.set::<FAST>(from, targets & singly.to, MoveKind::Normal);
            targets &= !singly.to;
        }
        u64::from(targets.count::<FAST>())
    }

    /// Steps to some squares, one by one.
    fn single_steps<S: Sink<B>>(&self, steps: &Steppers<B>, targets: B, sink: &mut S) {
        let kind = if steps.passing {
            MoveKind::Passing
        } else {
            MoveKind::Normal
        };
        sink.shifted::<FAST>(steps.shift, targets & !steps.leaves, kind);
        let promoting = targets & steps.promotes;
        if let Some(plan) = self.tables.pieces[steps.code as usize].promotions.first()
            && promoting.any()
        {
            sink.shifted_promotions::<FAST>(steps.shift, promoting, kind, &plan.choices);
        }
    }

    /// The moves one by one of men on some squares, for those that are counted table by table otherwise.
    #[inline(never)]
    fn moves_from<S: Sink<B>>(&self, tally: &Tally<B>, node: &Node<B>, from: B, sink: &mut S) {
        for &code in &tally.counted {
            let men = self.board.sets[code as usize] & from;
            if men.any() {
                self.free_moves(&self.tables.pieces[code as usize], men, node, sink);
            }
        }
    }

    /// The moves of pinned men.
    #[inline(never)]
    fn pinned_moves<S: Sink<B>>(&self, node: &Node<B>, sink: &mut S) {
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
    fn free_moves<S: Sink<B>>(&self, piece: &Piece<B>, men: B, node: &Node<B>, sink: &mut S) {
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
    fn targets(&self, piece: &Piece<B>, from: Square, node: &Node<B>) -> (B, B) {
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
    fn man_moves<S: Sink<B>>(
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
                let origins =
                    piece
                        .en_passant_from
                        .targets::<FAST>(&tables.slots, target, node.occupied);
                for from in (origins & self.board.sets[code as usize]).squares() {
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

    /// Gives the castlings: first looks whether there is a right and room for one, which mostly fails.
    #[inline(always)]
    fn castlings<S: Sink<B>>(&mut self, node: &Node<B>, sink: &mut S) {
        let rights = self.board.rights & node.own;
        if rights.is_empty() {
            return;
        }
        let castlings = &self.board.castlings[self.board.side.index()];
        if castlings.iter().any(|c| c.has_room(rights, node.occupied)) {
            self.castlings_of(rights, node, sink);
        }
    }

    /// Gives the castlings for which there are rights and room.
    #[inline(never)]
    fn castlings_of<S: Sink<B>>(&mut self, rights: B, node: &Node<B>, sink: &mut S) {
        let tables: &'t Tables<B> = self.tables;
        let castlings = Rc::clone(&self.board.castlings[self.board.side.index()]);
        let mut told = false;
        for castling in castlings.iter() {
            // Two lines may give the same castling; their options stand side by side.
            told &= castling.again;
            if told
                || !castling.has_room(rights, node.occupied)
                || self.board.code_at(castling.mv.from) != castling.code
            {
                continue;
            }
            let mv = castling.mv;
            let holds = match castling.safe {
                Some(squares) => {
                    node.checkers.is_empty()
                        && (squares & self.attacked_around(mv.from, node)).is_empty()
                }
                None => self.castling_holds(castling, node),
            };
            if holds && (!castling.exposes || self.castling_survives(castling, node)) {
                let piece = &tables.pieces[castling.code as usize];
                let there = (B::of(mv.to), B::EMPTY);
                emit::<B, S, FAST>(piece, mv.from, there, mv.kind, sink);
                told = true;
            }
        }
    }

    /// Whether nobody attacks the squares of a castling over a man, and no royal after it.
    #[inline(never)]
    fn castling_survives(&mut self, castling: &Castling<B>, node: &Node<B>) -> bool {
        let squares = castling.safe.unwrap_or(B::EMPTY);
        let from = castling.mv.from;
        (!self.enemy_hops() || self.not_attacked_over_men(from, squares, node) == squares)
            && self.survives(castling.mv)
    }

    /// Whether the condition of a castling holds.
    #[cold]
    fn castling_holds(&mut self, castling: &Castling<B>, node: &Node<B>) -> bool {
        let tables: &'t Tables<B> = self.tables;
        let tests = &tables.pieces[castling.code as usize].castling;
        let asked = Asked {
            checked: Some(node.checkers.any()),
            ..Asked::between(castling.mv.from, castling.mv.to, castling.path)
        };
        let mut tests = tests.iter().filter(|(entry, _)| *entry == castling.entry);
        tests.any(|(_, test)| match test {
            CastlingTest::Other(test) => self.holds(test, &asked),
            CastlingTest::Safe { .. } => false,
        })
    }

    #[inline(never)]
    fn irregular_moves<S: Sink<B>>(
        &mut self,
        piece: &Piece<B>,
        men: B,
        node: &Node<B>,
        sink: &mut S,
    ) {
        for from in men.squares() {
            // Two lines may give the same swap or removal; it is one move.
            let mut told: Vec<(MoveKind, B)> = Vec::new();
            for irregular in &piece.irregular {
                let known = told.iter().filter(|(kind, _)| *kind == irregular.kind);
                let known = known.fold(B::EMPTY, |all, (_, set)| all | *set);
                let ends = self.irregular_ends(irregular, from, node) & !known;
                emit::<B, S, FAST>(piece, from, (ends, B::EMPTY), irregular.kind, sink);
                if piece.irregular.len() > 1 {
                    told.push((irregular.kind, ends));
                }
            }
        }
    }

    /// The squares on which an irregular move from a square may end.
    fn irregular_ends(&mut self, irregular: &Irregular<B>, from: Square, node: &Node<B>) -> B {
        if !irregular.here.has(from) || irregular.unchecked && node.checkers.any() {
            return B::EMPTY;
        }
        let onto = match irregular.onto {
            Onto::Own => node.own & !B::of(from),
            Onto::Enemy => node.enemy,
        };
        let tables: &'t Tables<B> = self.tables;
        let reached = irregular
            .lanes
            .targets::<FAST>(&tables.slots, from, node.occupied)
            & onto;
        let survive = if reached.any() && self.swaps_alone(irregular, from, node) {
            let near = reached & tables.royals_go[self.board.side].at(from);
            near & !self.attacked_near(from, node)
        } else {
            B::EMPTY
        };
        let mut ends = B::EMPTY;
        for to in reached.squares() {
            if self.irregular_holds(irregular, (from, to), node)
                && (survive.has(to)
                    || self.survives(Move {
                        kind: irregular.kind,
                        ..Move::normal(from, to)
                    }))
            {
                ends |= B::of(to);
            }
        }
        ends
    }

    /// Whether a move is a swap of the only royal with an own man, after which it is attacked only where it would be if
    /// it went there: the same squares are occupied, and nothing attacks over men.
    fn swaps_alone(&self, irregular: &Irregular<B>, from: Square, node: &Node<B>) -> bool {
        irregular.kind == MoveKind::Swap
            && irregular.onto == Onto::Own
            && node.royals == B::of(from)
            && self.tables.extras.is_none()
            && !self.enemy_hops()
    }

    /// Whether what an irregular move needs besides its squares is so.
    fn irregular_holds(
        &mut self,
        irregular: &Irregular<B>,
        (from, to): (Square, Square),
        node: &Node<B>,
    ) -> bool {
        if irregular.kind == MoveKind::Destroy && !self.judging && self.royals().has(to) {
            return false;
        }
        let path = self.tables.between(irregular.lines, from, to);
        if irregular.test.is_none() && (!irregular.safe_path || path.is_empty()) {
            return true;
        }
        let asked = Asked {
            checked: Some(node.checkers.any()),
            ..Asked::between(from, to, path)
        };
        let safe = Test::State(Place::Path, SquareState::Safe, self.board.side);
        let tests = irregular.test.iter();
        tests
            .chain(irregular.safe_path.then_some(&safe))
            .all(|test| self.holds(test, &asked))
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
