//! A position as sets of squares, changed in place.

use super::journal::Entry;
use crate::board::{BySide, Man, PieceId, Side, Square};
use crate::compile::{Bits, CastlingTest, SquareTable, Tables, Threat, code, code_kind, code_side};
use crate::movegen::castling::{self, CastlingOption};
use crate::position::{EnPassant, Move, MoveKind, State, keys};
use crate::rules::Rules;
use std::rc::Rc;

/// No man.
pub(super) const EMPTY: u8 = u8::MAX;

/// A position on the hot path.
pub(super) struct Board<B: Bits> {
    /// The squares of each code's men; an entry for every number that a code can be, so that no index is checked.
    pub(super) sets: [B; 256],
    /// The squares of each side's men.
    pub(super) sides: [B; 2],
    /// The code on each square; an entry for every number that a square can have.
    codes: [u8; 256],
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
    /// The castlings that the rights allow each side.
    pub(super) castlings: [Rc<[Castling<B>]>; 2],
    /// The squares from which men of each code can castle, for those whose moving ends their side's castling; nothing
    /// without rights, which only get fewer.
    homes: Vec<(u8, B)>,
    /// From where the enemy may attack what matters to each side's castlings from one square, if there are some.
    pub(super) around: [Option<Around<B>>; 2],
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
    pub(super) mv: Move,
    /// Where the partner starts.
    pub(super) partner: Square,
    pub(super) empty: B,
    pub(super) path: B,
    /// Which of the man's entries allows it.
    pub(super) entry: usize,
    /// The squares that may not be attacked, besides check, if that is all that its condition asks.
    pub(super) safe: Option<B>,
    /// Whether it is the same as the one before it, by another line.
    pub(super) again: bool,
    /// Whether a royal may be attacked after it though its own condition holds, so that it is made and tested.
    pub(super) exposes: bool,
}

impl<B: Bits> Castling<B> {
    /// Whether its partner has a right and nobody is in the way.
    #[inline(always)]
    pub(super) fn has_room(&self, rights: B, occupied: B) -> bool {
        (self.empty & occupied).is_empty() && rights.has(self.partner)
    }

    /// The squares that may not be attacked, besides check, if that is all that its condition asks. That a royal stands
    /// where it is not in check is known.
    fn must_be_safe(&self, tables: &Tables<B>) -> Option<B> {
        let piece = &tables.pieces[self.code as usize];
        let mut tests = piece.castling.iter();
        let (_, test) = tests.find(|(entry, _)| *entry == self.entry)?;
        let ends = match test {
            CastlingTest::Safe { ends: true } if piece.royal => B::of(self.mv.to),
            CastlingTest::Safe { ends: true } => B::of(self.mv.from) | B::of(self.mv.to),
            CastlingTest::Safe { ends: false } => B::EMPTY,
            CastlingTest::Other(_) => return None,
        };
        Some(self.path | ends)
    }
}

/// The squares from which an enemy may attack one where a royal can go, by castling too, whoever stands between.
pub(super) struct Around<B> {
    /// The royal's.
    pub(super) from: Square,
    /// For each of what the enemy attacks.
    pub(super) near: Vec<B>,
}

/// What all moves of a position destroy alike. One copy serves them all: what is put back from here does not wait for
/// what the move before has left in memory.
pub(super) struct Before<B> {
    pub(super) side: Side,
    pub(super) sides: [B; 2],
    pub(super) rights: B,
    passed: Option<Passed<B>>,
    key: u64,
    /// How long the journal was.
    journal: usize,
    /// Where a man's leaving or coming may cost rights.
    pub(super) unsettled: B,
    /// Where a man's leaving or coming may do more than [`make_step`](Board::make_step) does.
    pub(super) eventful: B,
}

/// What one move destroys. Small enough to stay in a register: what is written byte by byte and read at once as a whole
/// makes the processor wait.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    /// The mover, before it promoted.
    pub(super) mover: u8,
    /// The man that stood where the mover ended, or was taken en passant.
    pub(super) displaced: u8,
    /// The entry of the mover's hand that the move changed, if any, and what it was before.
    hand: u8,
    count: u8,
}

/// No entry of a hand.
const NO_HAND: u8 = u8::MAX;

/// A man going to a square, and who stood there before: by itself most of what moves do.
pub(super) struct Step<B> {
    from: Square,
    to: Square,
    mover: u8,
    displaced: u8,
    /// The men of both codes before.
    sets: [B; 2],
}

impl<B: Bits> Step<B> {
    /// Where it starts and ends.
    #[inline(always)]
    pub(super) fn ends(&self) -> B {
        B::of(self.from) | B::of(self.to)
    }
}

impl Taken {
    /// Nothing.
    pub(super) const NOTHING: Self = Self {
        mover: EMPTY,
        displaced: EMPTY,
        hand: NO_HAND,
        count: 0,
    };

    /// The man that stood where the mover ended, or was taken en passant.
    pub(super) fn displaced(self) -> Option<u8> {
        Some(self.displaced).filter(|&code| code != EMPTY)
    }
}

/// What a move destroys, with all that is needed to take it back.
pub(super) struct Undo<B> {
    taken: Taken,
    before: Before<B>,
}

impl<B: Bits> Board<B> {
    /// The squares of a state.
    pub(super) fn new(tables: &Tables<B>, rules: &Rules, state: &State) -> Self {
        let mut board = Self {
            sets: [B::EMPTY; 256],
            sides: [B::EMPTY; 2],
            codes: [EMPTY; 256],
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
            castlings: [Rc::new([]), Rc::new([])],
            homes: Vec::new(),
            around: [None, None],
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
        if !state.rights.is_empty() {
            let homes = tables.castling_codes.iter().map(|&code| {
                let man = Man {
                    kind: code_kind(code),
                    side: code_side(code),
                };
                let squares = rules.shape.squares();
                let homes = squares.filter(|&s| castling::can_castle_from(rules, state, man, s));
                (code, B::from_set(homes.collect()))
            });
            board.homes = homes.collect();
        }
        board.castlings = Side::ALL.map(|side| board.castlings_of(tables, rules, state, side));
        board.around = Side::ALL.map(|side| board.around(tables, side));
        board
    }

    /// The castlings that the rights of a state allow a side.
    fn castlings_of(
        &self,
        tables: &Tables<B>,
        rules: &Rules,
        state: &State,
        side: Side,
    ) -> Rc<[Castling<B>]> {
        let castling = |option: CastlingOption| {
            let (partner_from, partner_to) = (option.partner_from, option.partner_to);
            let kind = MoveKind::Castle {
                partner_from,
                partner_to,
            };
            let mut castling = Castling {
                code: self.code_at(option.from),
                mv: Move {
                    kind,
                    ..Move::normal(option.from, option.to)
                },
                partner: partner_from,
                empty: B::from_set(option.empty),
                path: B::from_set(option.path),
                entry: option.entry,
                safe: None,
                again: false,
                exposes: false,
            };
            castling.exposes = self.exposes(tables, &castling, partner_to);
            castling.safe = castling.must_be_safe(tables);
            castling
        };
        let options = castling::options(rules, state, side).into_iter();
        let mut castlings: Vec<Castling<B>> = options.map(castling).collect();
        // The same castling by several lines stands side by side.
        let place = |c: &Castling<B>| (c.mv.from, c.mv.to, c.partner);
        castlings.sort_by_key(|c| (place(c), c.entry));
        for at in 1..castlings.len() {
            castlings[at].again = place(&castlings[at - 1]) == place(&castlings[at]);
        }
        castlings.into()
    }

    /// From where the enemy may attack what matters to the castlings of a side from one square.
    fn around(&self, tables: &Tables<B>, side: Side) -> Option<Around<B>> {
        let castlings = &self.castlings[side.index()];
        let from = castlings.first()?.mv.from;
        let of_royal = castlings.iter().filter(|c| c.mv.from == from);
        let squares = of_royal.fold(B::EMPTY, |all, c| all | c.safe.unwrap_or(B::EMPTY));
        let enemy = side.other();
        let (steps, _) = tables.near_royals[enemy].at(from);
        let near = tables.dangers[enemy].near(squares);
        let near = near.iter().zip(steps).map(|(&near, &steps)| near | steps);
        Some(Around {
            from,
            near: near.collect(),
        })
    }

    /// Whether a royal may be attacked after a castling whose condition holds: it is not the only royal, or the
    /// condition does not look at where it ends, or the partner's leaving may open a line to it.
    fn exposes(&self, tables: &Tables<B>, castling: &Castling<B>, partner_to: Square) -> bool {
        let side = code_side(castling.code);
        let royals = &tables.royals[side];
        let alone = royals.is_empty()
            || royals[..] == [castling.code] && self.sets[castling.code as usize].is_single();
        let tests = &tables.pieces[castling.code as usize].castling;
        let looks = tests.iter().any(|(entry, test)| {
            *entry == castling.entry && matches!(test, CastlingTest::Safe { ends: true })
        });
        let opens = |threat: &Threat<B>| {
            threat.origins.at(castling.mv.to).squares().any(|origin| {
                let between = tables.between(threat.lines, castling.mv.to, origin);
                between.has(castling.partner) && !between.has(partner_to)
            })
        };
        let groups = &tables.attacks[side.other()];
        // A castling moves hurdles.
        let hops = !tables.hops[side.other()].is_empty();
        !alone || !looks || hops || groups.iter().any(|group| group.threats.iter().any(opens))
    }

    /// All that a position is, but for its key, to be compared. What moves do not change here is left out.
    #[cfg(test)]
    pub(super) fn told(&self, tables: &Tables<B>) -> String {
        let sets = self.sets.iter().enumerate();
        let sets: Vec<_> = sets.filter(|(_, set)| set.any()).collect();
        let codes = self.codes.iter().enumerate();
        let codes: Vec<_> = codes.filter(|&(_, &code)| code != EMPTY).collect();
        let passed = self.passed.map(|passed| (passed.targets, passed.victim));
        let men = (sets, codes, self.sides, self.side, self.rights, passed);
        let others = tables.extras.as_ref().map(|extras| {
            let counted = |&at: &usize| {
                let mut plans = Side::ALL.iter().flat_map(|&side| &extras.counters[side]);
                plans.any(|plan| plan.at == at)
            };
            let counters = (0..self.counters.len()).filter(counted);
            let counters: Vec<_> = counters.map(|at| self.counters[at]).collect();
            (self.walls, self.unmoved, self.memory, counters)
        });
        format!("{men:?} {:?} {others:?}", self.hands)
    }

    /// The squares of all men and walls.
    #[inline(always)]
    pub(super) fn occupied(&self) -> B {
        self.sides[0] | self.sides[1] | self.walls
    }

    /// The code on a square that is not empty.
    #[inline(always)]
    pub(super) fn code_at(&self, square: Square) -> u8 {
        self.codes[square.index()]
    }

    #[inline(always)]
    pub(super) fn set_code(&mut self, square: Square, code: u8) {
        self.codes[square.index()] = code;
    }

    /// The code on a square, if it is not empty.
    pub(super) fn man_code(&self, square: Square) -> Option<u8> {
        Some(self.codes[square.index()]).filter(|&code| code != EMPTY)
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
        self.codes[square.index()] = code;
    }

    #[inline(always)]
    pub(super) fn take(&mut self, code: u8, square: Square) {
        let bit = B::of(square);
        self.sets[code as usize] ^= bit;
        self.sides[code_side(code).index()] ^= bit;
        self.codes[square.index()] = EMPTY;
    }

    #[inline(always)]
    fn put_by<const KEYED: bool>(&mut self, tables: &Tables<B>, code: u8, square: Square) {
        if KEYED {
            self.key ^= tables.man_key(code, square);
        }
        self.put(code, square);
    }

    #[inline(always)]
    fn take_by<const KEYED: bool>(&mut self, tables: &Tables<B>, code: u8, square: Square) {
        if KEYED {
            self.key ^= tables.man_key(code, square);
        }
        self.take(code, square);
    }

    #[inline(always)]
    pub(super) fn put_keyed(&mut self, tables: &Tables<B>, code: u8, square: Square) {
        self.put_by::<true>(tables, code, square);
    }

    #[inline(always)]
    pub(super) fn take_keyed(&mut self, tables: &Tables<B>, code: u8, square: Square) {
        self.take_by::<true>(tables, code, square);
    }

    /// Makes a move that the men can make.
    #[inline]
    pub(super) fn make<const EXTRACT: bool>(&mut self, tables: &Tables<B>, mv: Move) -> Undo<B> {
        self.make_by::<EXTRACT, true>(tables, mv)
    }

    /// Makes a move that is taken back before anybody asks for the key, which means nothing until then.
    #[inline(always)]
    pub(super) fn make_unkeyed<const EXTRACT: bool>(
        &mut self,
        tables: &Tables<B>,
        mv: Move,
    ) -> Undo<B> {
        self.make_by::<EXTRACT, false>(tables, mv)
    }

    #[inline(always)]
    fn make_by<const EXTRACT: bool, const KEYED: bool>(
        &mut self,
        tables: &Tables<B>,
        mv: Move,
    ) -> Undo<B> {
        let before = self.before(tables);
        let taken = self.advance_by::<EXTRACT, KEYED>(tables, mv, &before);
        Undo { taken, before }
    }

    /// What takes back any move from here, together with what the move destroys.
    #[inline(always)]
    pub(super) fn before(&self, tables: &Tables<B>) -> Before<B> {
        let unsettled = self.unsettled(tables);
        Before {
            side: self.side,
            sides: self.sides,
            rights: self.rights,
            passed: self.passed,
            key: self.key,
            journal: self.journal.len(),
            unsettled,
            eventful: self.eventful(tables, unsettled),
        }
    }

    /// Where a man's leaving or coming may do more than [`make_step`](Self::make_step) does: everywhere if moves have
    /// effects, or where somebody stands if captures have; where somebody stands who would go into a hand, and where it
    /// may cost rights.
    #[inline(always)]
    fn eventful(&self, tables: &Tables<B>, unsettled: B) -> B {
        let enemy = self.sides[self.side.other().index()];
        match &tables.extras {
            Some(extras) if extras.spares_quiet_moves(self.side) => {
                let stirs = tables.hands.captured || !extras.effects[self.side].is_empty();
                let taken = if stirs { enemy } else { B::EMPTY };
                unsettled | self.unmoved | taken
            }
            Some(_) => !B::EMPTY,
            None if tables.hands.captured => unsettled | enemy,
            None => unsettled,
        }
    }

    /// Where a man's leaving or coming may cost rights: the partners that may castle, and the men with whom they do.
    #[inline(always)]
    fn unsettled(&self, tables: &Tables<B>) -> B {
        let mut squares = self.rights;
        if squares.any() {
            for &code in &tables.castling_codes {
                squares |= self.sets[code as usize];
            }
        }
        squares
    }

    /// Makes a move from the position that `before` is of; `KEYED` says whether the key is kept up to date. Without, it
    /// means nothing until the move is taken back.
    #[inline(always)]
    pub(super) fn advance_by<const EXTRACT: bool, const KEYED: bool>(
        &mut self,
        tables: &Tables<B>,
        mv: Move,
        before: &Before<B>,
    ) -> Taken {
        match &tables.extras {
            Some(extras) => self.make_with::<EXTRACT>(tables, extras, mv),
            None if is_simple(mv) => {
                let step = self.step(mv.from, mv.to);
                let passes = mv.kind == MoveKind::Passing;
                let (hand, count) =
                    self.make_simply::<EXTRACT, KEYED>(tables, &step, passes, before);
                Taken {
                    mover: step.mover,
                    displaced: step.displaced,
                    hand,
                    count,
                }
            }
            None => self.make_plainly::<EXTRACT, KEYED>(tables, mv),
        }
    }

    /// Makes a step that is nothing but that, from the position that `before` is of: most moves are. Without a call, so
    /// that all stays in registers until it is taken back; no key is kept.
    #[inline(always)]
    pub(super) fn make_step<const EXTRACT: bool>(
        &mut self,
        tables: &Tables<B>,
        step: &Step<B>,
        passes: bool,
        before: &Before<B>,
    ) {
        self.pass_to_other_side(before);
        self.put_step(step, before);
        if passes {
            self.record_passed::<EXTRACT, false>(tables, step.mover, (step.from, step.to));
        }
    }

    /// What every step does: the other side is to move, and what could be taken en passant cannot be any more.
    #[inline(always)]
    pub(super) fn pass_to_other_side(&mut self, before: &Before<B>) {
        self.passed = None;
        self.side = before.side.other();
    }

    /// Takes back what [`make_step`](Self::make_step) has made. What was there is put back, not reckoned from what is
    /// there now, which would wait for it.
    #[inline(always)]
    pub(super) fn take_back_step(&mut self, step: &Step<B>, before: &Before<B>) {
        self.sets[step.mover as usize] = step.sets[0];
        self.sets[step.displaced as usize] = step.sets[1];
        self.codes[step.from.index()] = step.mover;
        self.codes[step.to.index()] = step.displaced;
        self.restore(before);
    }

    #[inline(always)]
    fn put_step(&mut self, step: &Step<B>, before: &Before<B>) {
        self.go(step.mover, step.displaced, (step.from, step.to), before);
        self.codes[step.from.index()] = EMPTY;
        self.codes[step.to.index()] = step.mover;
    }

    /// The man on a square going to another one.
    #[inline(always)]
    pub(super) fn step(&self, from: Square, to: Square) -> Step<B> {
        let (mover, displaced) = (self.code_at(from), self.code_at(to));
        Step {
            from,
            to,
            mover,
            displaced,
            sets: [mover, displaced].map(|code| self.sets[code as usize]),
        }
    }

    /// Makes a move that is nothing but a man going to a square: most are. Without a branch for the man taken, as
    /// nobody can guess whether there is one. Tells the entry of the hand that was changed, if any, and what was there.
    #[inline(always)]
    fn make_simply<const EXTRACT: bool, const KEYED: bool>(
        &mut self,
        tables: &Tables<B>,
        step: &Step<B>,
        passes: bool,
        before: &Before<B>,
    ) -> (u8, u8) {
        let Step {
            from,
            to,
            mover,
            displaced,
            ..
        } = *step;
        if let Some(passed) = self.passed.take()
            && KEYED
        {
            self.key ^= passed_keys(passed);
        }
        if KEYED {
            self.key ^= tables.man_key(mover, from) ^ tables.man_key(mover, to);
            if displaced != EMPTY {
                self.key ^= tables.man_key(displaced, to);
            }
            self.key ^= keys::side_key();
        }
        self.put_step(step, before);
        // A passing move takes nobody.
        let hand = if tables.hands.captured && displaced != EMPTY {
            self.receive::<KEYED>(tables, displaced)
        } else {
            (NO_HAND, 0)
        };
        if (before.unsettled & step.ends()).any() {
            self.lose_rights_by(tables, step.ends(), mover, (displaced, to));
        }
        self.side = before.side.other();
        if passes {
            self.record_passed::<EXTRACT, KEYED>(tables, mover, (from, to));
        }
        hand
    }

    /// Moves a man in the sets, there or back, and takes the man that it displaces out of them or puts it in again.
    #[inline(always)]
    fn go(&mut self, mover: u8, displaced: u8, (from, to): (Square, Square), before: &Before<B>) {
        let (from, to) = (B::of(from), B::of(to));
        // Nobody can guess whether a man is taken, so there must be no branch for it.
        let gone = to & (before.sides[0] | before.sides[1]);
        self.sets[displaced as usize] ^= gone;
        self.sides[code_side(displaced).index()] ^= gone;
        self.sets[mover as usize] ^= from | to;
        self.sides[code_side(mover).index()] ^= from | to;
    }

    /// Puts a man that was taken into the hand of the player to move, and tells what was there.
    #[inline(always)]
    fn receive<const KEYED: bool>(&mut self, tables: &Tables<B>, displaced: u8) -> (u8, u8) {
        let kind = tables.hands.kinds[code_kind(displaced).index()];
        let count = self.hands[self.side.index()][kind.index()];
        self.set_hand::<KEYED>(kind, count.saturating_add(1))
    }

    /// Makes a move in a game without extras, or what such a game would make of it.
    #[inline(never)]
    pub(super) fn make_plainly<const EXTRACT: bool, const KEYED: bool>(
        &mut self,
        tables: &Tables<B>,
        mv: Move,
    ) -> Taken {
        match mv.kind {
            MoveKind::Drop => return self.put_down::<KEYED>(tables, mv),
            MoveKind::Legs { deed } => return self.make_detour(tables, mv, deed),
            _ => {}
        }
        let mover = self.code_at(mv.from);
        let displaced = match mv.kind {
            MoveKind::EnPassant { victim } => self.code_at(victim),
            _ => self.code_at(mv.to),
        };
        let mut taken = Taken {
            mover,
            displaced,
            ..Taken::NOTHING
        };
        if let Some(passed) = self.passed.take()
            && KEYED
        {
            self.key ^= passed_keys(passed);
        }
        let arrived = mv
            .promotion
            .map_or(mover, |kind: PieceId| code(kind, self.side));
        let mut changed = B::of(mv.from) | B::of(mv.to);
        self.take_by::<KEYED>(tables, mover, mv.from);
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
                    self.take_by::<KEYED>(tables, displaced, mv.to);
                }
            }
            MoveKind::EnPassant { victim } => {
                changed |= B::of(victim);
                self.take_by::<KEYED>(tables, displaced, victim);
            }
            MoveKind::Swap => {
                self.take_by::<KEYED>(tables, displaced, mv.to);
                self.put_by::<KEYED>(tables, displaced, mv.from);
                if tables.castlers[displaced as usize] {
                    changed |= self.sides[code_side(displaced).index()];
                }
            }
            MoveKind::Castle {
                partner_from,
                partner_to,
            } => {
                changed |= B::of(partner_from) | B::of(partner_to);
                let partner = self.code_at(partner_from);
                self.take_by::<KEYED>(tables, partner, partner_from);
                self.put_by::<KEYED>(tables, partner, partner_to);
            }
        }
        self.put_by::<KEYED>(tables, arrived, mv.to);
        if tables.hands.captured
            && displaced != EMPTY
            && matches!(mv.kind, MoveKind::Normal | MoveKind::EnPassant { .. })
        {
            (taken.hand, taken.count) = self.receive::<KEYED>(tables, displaced);
        }
        if self.rights.any() {
            self.lose_rights_by(tables, changed, mover, (displaced, mv.to));
        }
        self.side = self.side.other();
        if KEYED {
            self.key ^= keys::side_key();
        }
        if mv.kind == MoveKind::Passing {
            self.record_passed::<EXTRACT, KEYED>(tables, mover, (mv.from, mv.to));
        }
        taken
    }

    /// Takes the rights of men that have moved or are gone: on `changed`, and all of a side whose castling man has moved
    /// or is gone from a square.
    #[inline(never)]
    pub(super) fn lose_rights_by(
        &mut self,
        tables: &Tables<B>,
        changed: B,
        mover: u8,
        (gone, from): (u8, Square),
    ) {
        let mut lost = changed;
        if tables.castlers[mover as usize] {
            lost |= self.sides[code_side(mover).index()];
        }
        if tables.castlers[gone as usize] && self.castles_from(from, gone) {
            lost |= self.sides[code_side(gone).index()];
        }
        self.lose_rights_on(lost);
    }

    /// Whether a man could castle from a square.
    #[cold]
    pub(super) fn castles_from(&self, square: Square, code: u8) -> bool {
        let mut homes = self.homes.iter();
        homes.any(|(of, squares)| *of == code && squares.has(square))
    }

    /// Puts a man down from the hand of the player to move.
    fn put_down<const KEYED: bool>(&mut self, tables: &Tables<B>, mv: Move) -> Taken {
        let mut taken = Taken::NOTHING;
        if let Some(passed) = self.passed.take()
            && KEYED
        {
            self.key ^= passed_keys(passed);
        }
        if let Some(form) = mv.promotion {
            let kind = tables.hands.kinds[form.index()];
            if let Some(&count) = self.hands[self.side.index()].get(kind.index()) {
                (taken.hand, taken.count) = self.set_hand::<KEYED>(kind, count.saturating_sub(1));
            }
            self.put_by::<KEYED>(tables, code(form, self.side), mv.to);
        }
        self.side = self.side.other();
        if KEYED {
            self.key ^= keys::side_key();
        }
        taken
    }

    /// Changes an entry of the hand of the player to move, and tells what it was.
    #[inline(always)]
    pub(super) fn set_hand<const KEYED: bool>(&mut self, kind: PieceId, count: u8) -> (u8, u8) {
        let entry = &mut self.hands[self.side.index()][kind.index()];
        let before = std::mem::replace(entry, count);
        if KEYED {
            self.key ^= keys::hand_key(self.side, kind.index(), before)
                ^ keys::hand_key(self.side, kind.index(), count);
        }
        (kind.index() as u8, before)
    }

    pub(super) fn record_passed<const EXTRACT: bool, const KEYED: bool>(
        &mut self,
        tables: &Tables<B>,
        mover: u8,
        (from, to): (Square, Square),
    ) {
        let passed = &tables.pieces[mover as usize].passed;
        let targets = passed[from.index() * tables.squares + to.index()];
        if KEYED {
            self.set_passed::<EXTRACT>(tables, targets, to);
        } else {
            self.passed = Some(Passed {
                targets,
                victim: to,
                capturable: B::EMPTY,
            });
        }
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
    #[inline(always)]
    pub(super) fn unmake(&mut self, mv: Move, undo: &Undo<B>) {
        self.retreat(mv, undo.taken, &undo.before);
    }

    /// Takes back a move from a position.
    #[inline(always)]
    pub(super) fn retreat(&mut self, mv: Move, taken: Taken, before: &Before<B>) {
        if self.journal.len() > before.journal {
            self.roll_back(before.journal);
        }
        if taken.hand != NO_HAND {
            self.hands[before.side.index()][taken.hand as usize] = taken.count;
        }
        if is_simple(mv) {
            self.go(taken.mover, taken.displaced, (mv.from, mv.to), before);
            self.codes[mv.from.index()] = taken.mover;
            self.codes[mv.to.index()] = taken.displaced;
        } else {
            self.unmake_plainly(mv, taken);
        }
        self.restore(before);
    }

    /// Makes all that there is besides the men and hands what it was.
    #[inline(always)]
    pub(super) fn restore(&mut self, before: &Before<B>) {
        (self.side, self.sides) = (before.side, before.sides);
        (self.rights, self.passed, self.key) = (before.rights, before.passed, before.key);
    }

    #[inline(never)]
    fn unmake_plainly(&mut self, mv: Move, taken: Taken) {
        if matches!(mv.kind, MoveKind::Pass | MoveKind::Stay) {
            return;
        }
        self.take(self.code_at(mv.to), mv.to);
        match mv.kind {
            MoveKind::Normal
            | MoveKind::Passing
            | MoveKind::Destroy
            | MoveKind::Legs { .. }
            | MoveKind::Drop
            | MoveKind::Stay
            | MoveKind::Pass => {
                if taken.displaced != EMPTY {
                    self.put(taken.displaced, mv.to);
                }
            }
            MoveKind::EnPassant { victim } => {
                self.put(taken.displaced, victim);
            }
            MoveKind::Swap => {
                self.take(taken.displaced, mv.from);
                self.put(taken.displaced, mv.to);
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
            self.put(taken.mover, mv.from);
        }
    }
}

/// Whether a move is nothing but a man going to a square.
#[inline(always)]
pub(super) fn is_simple(mv: Move) -> bool {
    matches!(mv.kind, MoveKind::Normal | MoveKind::Passing) && mv.promotion.is_none()
}

pub(super) fn passed_keys<B: Bits>(passed: Passed<B>) -> u64 {
    passed.capturable.squares().fold(0, |key, target| {
        key ^ keys::passed_key(target, passed.victim)
    })
}
