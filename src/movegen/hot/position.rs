//! A position as sets of squares, changed in place.

use super::journal::Entry;
use crate::board::{BySide, PieceId, Side, Square};
use crate::compile::{Bits, CastlingTest, SquareTable, Tables, Threat, code, code_kind, code_side};
use crate::movegen::castling;
use crate::position::{EnPassant, Move, MoveKind, State, keys};
use crate::rules::Rules;

/// No man.
pub(super) const EMPTY: u8 = u8::MAX;

/// A position on the hot path.
pub(super) struct Board<B: Bits> {
    /// The squares of each code's men; an entry for every number that a code can be, so that no index is checked.
    pub(super) sets: Box<[B; 256]>,
    /// The squares of each side's men.
    pub(super) sides: [B; 2],
    /// The code on each square.
    codes: B::Table<u8>,
    /// Who moves.
    pub(super) side: Side,
    /// The partners that may castle.
    pub(super) rights: B,
    /// What can be taken en passant.
    pub(super) passed: Option<Passed<B>>,
    /// How many men of each kind each side has in hand, by the number of the kind; nothing in games without hands.
    pub(super) hands: [Vec<u8>; 2],
    /// The hash key.
    pub(super) key: u64,
    /// The castlings that the rights allow.
    pub(super) castlings: Vec<Castling<B>>,
    /// Walls, which come and go; the holes of the board are in no table.
    pub(super) walls: B,
    /// Men that have not moved, as far as that is remembered.
    pub(super) unmoved: B,
    /// The counters of the rules.
    pub(super) counters: Vec<BySide<i32>>,
    /// What is remembered of the last turn.
    pub(super) memory: u64,
    /// What the moves made have changed besides their men, in order.
    pub(super) journal: Vec<Entry<B>>,
}

/// What has just been passed.
#[derive(Clone, Copy)]
pub(super) struct Passed<B> {
    pub(super) targets: B,
    pub(super) victim: Square,
    /// The part of the targets that somebody can take on, which counts for the key.
    capturable: B,
}

/// A castling that the men's places allow while the right lasts.
#[derive(Clone, Copy)]
pub(super) struct Castling<B: Bits> {
    pub(super) code: u8,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) partner_from: Square,
    pub(super) partner_to: Square,
    pub(super) empty: B,
    pub(super) path: B,
    /// Which of the man's entries allows it.
    pub(super) entry: usize,
    /// Whether a royal may be attacked after it though its own condition holds, so that it is made and tested.
    pub(super) exposes: bool,
}

/// What a move destroys.
pub(super) struct Undo<B> {
    /// The mover, before it promoted.
    pub(super) mover: u8,
    /// The man that stood where the mover ended, or was taken en passant.
    pub(super) displaced: u8,
    rights: B,
    passed: Option<Passed<B>>,
    key: u64,
    /// The entry of the mover's hand that the move changed, and what it was before.
    hand: Option<(u8, u8)>,
    /// How long the journal was before.
    pub(super) journal: u32,
}

impl<B: Bits> Undo<B> {
    /// The man that stood where the mover ended, or was taken en passant.
    pub(super) fn displaced(&self) -> Option<u8> {
        Some(self.displaced).filter(|&code| code != EMPTY)
    }
}

impl<B: Bits> Board<B> {
    /// The squares of a state.
    pub(super) fn new(tables: &Tables<B>, rules: &Rules, state: &State) -> Self {
        let mut board = Self {
            sets: Box::new([B::EMPTY; 256]),
            sides: [B::EMPTY; 2],
            codes: B::Table::filled(EMPTY),
            side: state.side,
            rights: B::from_set(state.rights),
            passed: None,
            hands: Side::ALL.map(|side| {
                let mut hand = state.hands[side].clone();
                hand.resize(
                    if tables.hands.used {
                        rules.kinds.len()
                    } else {
                        0
                    },
                    0,
                );
                hand
            }),
            key: keys::key(rules, state),
            castlings: Vec::new(),
            walls: B::from_set(state.walls - rules.holes),
            unmoved: B::from_set(state.unmoved),
            counters: state.counters.clone(),
            memory: state.memory,
            journal: Vec::new(),
        };
        for square in rules.shape.squares() {
            if let Some(man) = state.man(square) {
                board.put(code(man.kind, man.side), square);
            }
        }
        if let Some(EnPassant { targets, victim }) = state.en_passant {
            let capturable = B::from_set(crate::movegen::passing::capturable(rules, state));
            board.passed = Some(Passed {
                targets: B::from_set(targets),
                victim,
                capturable,
            });
        }
        for side in Side::ALL {
            for option in castling::options(rules, state, side) {
                let code = board.code_at(option.from);
                board.castlings.push(Castling {
                    code,
                    from: option.from,
                    to: option.to,
                    partner_from: option.partner_from,
                    partner_to: option.partner_to,
                    empty: B::from_set(option.empty),
                    path: B::from_set(option.path),
                    entry: option.entry,
                    exposes: true,
                });
            }
        }
        for i in 0..board.castlings.len() {
            board.castlings[i].exposes = board.exposes(tables, &board.castlings[i]);
        }
        // The same castling by several lines stands side by side.
        board
            .castlings
            .sort_by_key(|c| (c.from, c.to, c.partner_from, c.entry));
        board
    }

    /// Whether a royal may be attacked after a castling whose condition holds: it is not the only royal, or the
    /// condition does not look at where it ends, or the partner's leaving may open a line to it.
    fn exposes(&self, tables: &Tables<B>, castling: &Castling<B>) -> bool {
        let side = code_side(castling.code);
        let royals = &tables.royals[side];
        let alone = royals.is_empty()
            || royals[..] == [castling.code] && self.sets[castling.code as usize].is_single();
        let tests = &tables.pieces[castling.code as usize].castling;
        let looks = tests.iter().any(|(entry, test)| {
            *entry == castling.entry && matches!(test, CastlingTest::Safe { ends: true })
        });
        let opens = |threat: &Threat<B>| {
            threat.origins.at(castling.to).squares().any(|origin| {
                let between = tables.between(threat.lines, castling.to, origin);
                between.has(castling.partner_from) && !between.has(castling.partner_to)
            })
        };
        let groups = &tables.attacks[side.other()];
        // A castling moves hurdles.
        let hops = !tables.hops[side.other()].is_empty();
        !alone || !looks || hops || groups.iter().any(|group| group.threats.iter().any(opens))
    }

    /// The squares of all men and walls.
    #[inline(always)]
    pub(super) fn occupied(&self) -> B {
        self.sides[0] | self.sides[1] | self.walls
    }

    /// The code on a square that is not empty.
    #[inline(always)]
    pub(super) fn code_at(&self, square: Square) -> u8 {
        self.codes.at(square)
    }

    /// The code on a square, if it is not empty.
    pub(super) fn man_code(&self, square: Square) -> Option<u8> {
        Some(self.codes.at(square)).filter(|&code| code != EMPTY)
    }

    /// Puts the man on a square on another one, and tells who stood there. No key is kept.
    pub(super) fn lift(&mut self, from: Square, to: Square) -> u8 {
        let (mover, displaced) = (self.code_at(from), self.code_at(to));
        self.take(mover, from);
        if from != to && displaced != EMPTY {
            self.take(displaced, to);
        }
        self.put(mover, to);
        displaced
    }

    /// Takes that back.
    pub(super) fn put_back(&mut self, from: Square, to: Square, displaced: u8) {
        let mover = self.code_at(to);
        self.take(mover, to);
        if from != to && displaced != EMPTY {
            self.put(displaced, to);
        }
        self.put(mover, from);
    }

    #[inline(always)]
    pub(super) fn put(&mut self, code: u8, square: Square) {
        let bit = B::of(square);
        self.sets[code as usize] |= bit;
        self.sides[code_side(code).index()] |= bit;
        *self.codes.at_mut(square) = code;
    }

    #[inline(always)]
    pub(super) fn take(&mut self, code: u8, square: Square) {
        let bit = B::of(square);
        self.sets[code as usize] ^= bit;
        self.sides[code_side(code).index()] ^= bit;
        *self.codes.at_mut(square) = EMPTY;
    }

    #[inline(always)]
    pub(super) fn put_keyed(&mut self, tables: &Tables<B>, code: u8, square: Square) {
        self.key ^= tables.man_key(code, square);
        self.put(code, square);
    }

    #[inline(always)]
    pub(super) fn take_keyed(&mut self, tables: &Tables<B>, code: u8, square: Square) {
        self.key ^= tables.man_key(code, square);
        self.take(code, square);
    }

    /// Makes a move that the men can make.
    #[inline]
    pub(super) fn make<const EXTRACT: bool>(&mut self, tables: &Tables<B>, mv: Move) -> Undo<B> {
        match &tables.extras {
            None => self.make_plainly::<EXTRACT>(tables, mv),
            Some(extras) => self.make_with::<EXTRACT>(tables, extras, mv),
        }
    }

    /// Makes a move in a game without extras, or what such a game would make of it.
    #[inline]
    pub(super) fn make_plainly<const EXTRACT: bool>(
        &mut self,
        tables: &Tables<B>,
        mv: Move,
    ) -> Undo<B> {
        match mv.kind {
            MoveKind::Drop => return self.put_down(tables, mv),
            MoveKind::Legs { deed } => return self.make_detour(tables, mv, deed),
            _ => {}
        }
        let mover = self.code_at(mv.from);
        let displaced = match mv.kind {
            MoveKind::EnPassant { victim } => self.code_at(victim),
            _ => self.code_at(mv.to),
        };
        let mut undo = Undo {
            mover,
            displaced,
            rights: self.rights,
            passed: self.passed,
            key: self.key,
            hand: None,
            journal: self.journal.len() as u32,
        };
        if let Some(passed) = self.passed.take() {
            self.key ^= passed_keys(passed);
        }
        let arrived = mv
            .promotion
            .map_or(mover, |kind: PieceId| code(kind, self.side));
        let mut changed = B::of(mv.from) | B::of(mv.to);
        self.take_keyed(tables, mover, mv.from);
        match mv.kind {
            // Moves of several legs, drops and passes are made elsewhere.
            MoveKind::Normal
            | MoveKind::Passing
            | MoveKind::Destroy
            | MoveKind::Legs { .. }
            | MoveKind::Drop
            | MoveKind::Stay
            | MoveKind::Pass => {
                if displaced != EMPTY {
                    self.take_keyed(tables, displaced, mv.to);
                }
            }
            MoveKind::EnPassant { victim } => {
                changed |= B::of(victim);
                self.take_keyed(tables, displaced, victim);
            }
            MoveKind::Swap => {
                self.take_keyed(tables, displaced, mv.to);
                self.put_keyed(tables, displaced, mv.from);
                if tables.pieces[displaced as usize].loses_rights {
                    changed |= self.sides[code_side(displaced).index()];
                }
            }
            MoveKind::Castle {
                partner_from,
                partner_to,
            } => {
                changed |= B::of(partner_from) | B::of(partner_to);
                let partner = self.code_at(partner_from);
                self.take_keyed(tables, partner, partner_from);
                self.put_keyed(tables, partner, partner_to);
            }
        }
        self.put_keyed(tables, arrived, mv.to);
        if displaced != EMPTY
            && tables.pieces[displaced as usize].loses_rights
            && self.castles_from(mv.to, displaced)
        {
            changed |= self.sides[code_side(displaced).index()];
        }
        if tables.hands.captured
            && displaced != EMPTY
            && matches!(mv.kind, MoveKind::Normal | MoveKind::EnPassant { .. })
        {
            let kind = tables.hands.kinds[code_kind(displaced).index()];
            let count = self.hands[self.side.index()][kind.index()];
            undo.hand = Some(self.set_hand(kind, count.saturating_add(1)));
        }
        if (self.rights & changed).any()
            || (tables.pieces[mover as usize].loses_rights && self.rights.any())
        {
            self.lose_rights(tables, mover, changed);
        }
        self.side = self.side.other();
        self.key ^= keys::side_key();
        if mv.kind == MoveKind::Passing {
            self.record_passed::<EXTRACT>(tables, mover, mv);
        }
        undo
    }

    /// Whether a man could castle from a square.
    #[cold]
    pub(super) fn castles_from(&self, square: Square, code: u8) -> bool {
        let mut castlings = self.castlings.iter();
        castlings.any(|c| c.from == square && c.code == code)
    }

    /// What a move destroys that does nothing yet.
    pub(super) fn nothing_done(&self) -> Undo<B> {
        Undo {
            mover: EMPTY,
            displaced: EMPTY,
            rights: self.rights,
            passed: self.passed,
            key: self.key,
            hand: None,
            journal: self.journal.len() as u32,
        }
    }

    /// Puts a man down from the hand of the player to move.
    fn put_down(&mut self, tables: &Tables<B>, mv: Move) -> Undo<B> {
        let mut undo = self.nothing_done();
        if let Some(passed) = self.passed.take() {
            self.key ^= passed_keys(passed);
        }
        if let Some(form) = mv.promotion {
            let kind = tables.hands.kinds[form.index()];
            if let Some(&count) = self.hands[self.side.index()].get(kind.index()) {
                undo.hand = Some(self.set_hand(kind, count.saturating_sub(1)));
            }
            self.put_keyed(tables, code(form, self.side), mv.to);
        }
        self.side = self.side.other();
        self.key ^= keys::side_key();
        undo
    }

    /// Changes an entry of the hand of the player to move, and tells what it was.
    pub(super) fn set_hand(&mut self, kind: PieceId, count: u8) -> (u8, u8) {
        let entry = &mut self.hands[self.side.index()][kind.index()];
        let before = std::mem::replace(entry, count);
        self.key ^= keys::hand_key(self.side, kind.index(), before)
            ^ keys::hand_key(self.side, kind.index(), count);
        (kind.index() as u8, before)
    }

    #[cold]
    fn lose_rights(&mut self, tables: &Tables<B>, mover: u8, changed: B) {
        let mut lost = changed;
        if tables.pieces[mover as usize].loses_rights {
            lost |= self.sides[code_side(mover).index()];
        }
        for square in (self.rights & lost).squares() {
            self.key ^= keys::right_key(square);
        }
        self.rights &= !lost;
    }

    fn record_passed<const EXTRACT: bool>(&mut self, tables: &Tables<B>, mover: u8, mv: Move) {
        let targets =
            tables.pieces[mover as usize].passed[mv.from.index() * tables.squares + mv.to.index()];
        self.set_passed::<EXTRACT>(tables, targets, mv.to);
    }

    /// Says what can be taken en passant now, and nothing could before.
    pub(super) fn set_passed<const EXTRACT: bool>(
        &mut self,
        tables: &Tables<B>,
        targets: B,
        victim: Square,
    ) {
        let mut capturable = B::EMPTY;
        for target in targets.squares() {
            for &code in &tables.passing_takers[self.side] {
                let takers = self.sets[code as usize];
                let from = &tables.pieces[code as usize].en_passant_from;
                if takers.any()
                    && (from.targets::<EXTRACT>(&tables.slots, target, self.occupied()) & takers)
                        .any()
                {
                    capturable |= B::of(target);
                }
            }
        }
        let passed = Passed {
            targets,
            victim,
            capturable,
        };
        self.key ^= passed_keys(passed);
        self.passed = Some(passed);
    }

    /// Takes a move back.
    #[inline]
    pub(super) fn unmake(&mut self, mv: Move, undo: &Undo<B>) {
        self.side = self.side.other();
        if self.journal.len() > undo.journal as usize {
            self.roll_back(undo.journal as usize);
        }
        if matches!(mv.kind, MoveKind::Pass | MoveKind::Stay) {
            (self.rights, self.passed, self.key) = (undo.rights, undo.passed, undo.key);
            return;
        }
        self.take(self.code_at(mv.to), mv.to);
        if let Some((kind, count)) = undo.hand {
            self.hands[self.side.index()][kind as usize] = count;
        }
        match mv.kind {
            MoveKind::Normal
            | MoveKind::Passing
            | MoveKind::Destroy
            | MoveKind::Legs { .. }
            | MoveKind::Drop
            | MoveKind::Stay
            | MoveKind::Pass => {
                if undo.displaced != EMPTY {
                    self.put(undo.displaced, mv.to);
                }
            }
            MoveKind::EnPassant { victim } => {
                self.put(undo.displaced, victim);
            }
            MoveKind::Swap => {
                self.take(undo.displaced, mv.from);
                self.put(undo.displaced, mv.to);
            }
            MoveKind::Castle {
                partner_from,
                partner_to,
            } => {
                let partner = self.code_at(partner_to);
                self.take(partner, partner_to);
                self.put(partner, partner_from);
            }
        }
        if mv.kind != MoveKind::Drop {
            self.put(undo.mover, mv.from);
        }
        self.rights = undo.rights;
        self.passed = undo.passed;
        self.key = undo.key;
    }
}

pub(super) fn passed_keys<B: Bits>(passed: Passed<B>) -> u64 {
    passed.capturable.squares().fold(0, |key, target| {
        key ^ keys::passed_key(target, passed.victim)
    })
}
