//! What moves change besides their men: effects, counters, walls, what is remembered. Every change is written down, so
//! that it can be taken back whatever it was.

use super::position::{Board, EMPTY, Taken, passed_keys};
use super::questions::Asked;
use crate::board::{PieceId, Side, Square};
use crate::compile::{
    Bits, Change, CounterPlan, Extras, Judged, Tables, code, code_kind, code_side,
};
use crate::position::{Extra, Move, MoveKind, keys};

/// Something that was changed, as it was before.
#[derive(Clone, Copy)]
pub(super) enum Entry<B> {
    /// The code on a square.
    Square(Square, u8),
    Walls(B),
    Unmoved(B),
    Counter(u8, Side, i32),
    Memory(u64),
    /// How many men of a kind a side had in hand.
    Hand(Side, PieceId, u8),
}

impl<B: Bits> Board<B> {
    /// Makes a move with everything that the rules make of it.
    #[inline(never)]
    pub(super) fn make_with<const FAST: bool>(
        &mut self,
        tables: &Tables<B>,
        extras: &Extras<B>,
        mv: Move,
    ) -> Taken {
        let is_quiet = match mv.kind {
            MoveKind::Normal => !self.occupied().has(mv.to),
            MoveKind::Passing => true,
            _ => false,
        };
        if extras.only_captures && is_quiet && mv.extra == Extra::None && self.unmoved.is_empty() {
            return self.make_plainly::<FAST, true>(tables, mv);
        }
        let side = self.side;
        let asked = Asked::of(self, mv);
        let happens = self.happening::<FAST>(tables, extras, &asked);
        let counts = self.counting::<FAST>(tables, &extras.counters[side], &asked);
        let memory = self.memory_of::<FAST>(tables, extras, &asked);
        let taken = match mv.kind {
            MoveKind::Pass => self.pass(),
            MoveKind::Stay => {
                let taken = self.pass();
                if let Some(kind) = mv.promotion {
                    self.replace(tables, mv.to, code(kind, side));
                    self.lose_rights_on(B::of(mv.to));
                }
                taken
            }
            _ => self.make_plainly::<FAST, true>(tables, mv),
        };
        let mut changed = changed_by(mv, taken);
        if happens != 0 {
            let (sides, first) = (self.sides, self.journal.len());
            let shaken = self.carry_out::<FAST>(tables, extras, (side, happens), &asked);
            self.lose_rights_on(shaken);
            if self.rights.any() {
                self.lose_rights_of_castlers(tables, first, sides);
            }
            changed |= shaken;
        }
        if mv.extra != Extra::None {
            self.second_part(tables, extras, side, mv);
        }
        if (happens != 0 || mv.extra != Extra::None)
            && let Some(passed) = self.passed
        {
            // Who can take it is known only now.
            self.key ^= passed_keys(passed);
            self.passed = None;
            let targets = passed.targets & !self.occupied();
            let stands = |code| code_side(code) == side;
            if targets.any() && self.man_code(passed.victim).is_some_and(stands) {
                self.set_passed::<FAST>(tables, targets, passed.victim);
            }
        }
        if (self.unmoved & changed).any() {
            self.set_unmoved(self.unmoved & !changed);
        }
        if memory != self.memory {
            self.journal.push(Entry::Memory(self.memory));
            self.key ^= keys::memory_key(self.memory) ^ keys::memory_key(memory);
            self.memory = memory;
        }
        if !extras.counters[side].is_empty() {
            self.count::<FAST>(tables, &extras.counters[side], (side, counts), &asked);
        }
        taken
    }

    /// The effects that a move sets off, a bit for each.
    pub(super) fn happening<const FAST: bool>(
        &self,
        tables: &Tables<B>,
        extras: &Extras<B>,
        asked: &Asked<B>,
    ) -> u32 {
        let mut happens = 0;
        for (at, effect) in extras.effects[self.side].iter().enumerate() {
            let set_off = effect.on.iter().any(|&on| asked.triggers(on));
            if set_off && self.holds::<FAST>(tables, &effect.when, asked) {
                happens |= 1 << at;
            }
        }
        happens
    }

    /// What is remembered of a move.
    fn memory_of<const FAST: bool>(
        &self,
        tables: &Tables<B>,
        extras: &Extras<B>,
        asked: &Asked<B>,
    ) -> u64 {
        let bits = extras.remembered.iter().enumerate();
        let bits =
            bits.map(|(bit, test)| u64::from(self.is_so::<FAST>(tables, test, asked)) << bit);
        bits.fold(0, |all, bit| all | bit)
    }

    /// The counters that may start again and those that may step, as far as is known before the move; a bit for each.
    fn counting<const FAST: bool>(
        &self,
        tables: &Tables<B>,
        counters: &[CounterPlan<B>],
        asked: &Asked<B>,
    ) -> (u64, u64) {
        let holds = |judged: &Judged<B>| self.is_so::<FAST>(tables, &judged.before, asked);
        let (mut restarts, mut steps) = (0, 0);
        for (at, counter) in counters.iter().enumerate() {
            restarts |= u64::from(holds(&counter.restart)) << at;
            steps |= u64::from(holds(&counter.steps)) << at;
        }
        (restarts, steps)
    }

    /// Changes the counters of a side after its move.
    fn count<const FAST: bool>(
        &mut self,
        tables: &Tables<B>,
        counters: &[CounterPlan<B>],
        (side, (restarts, steps)): (Side, (u64, u64)),
        asked: &Asked<B>,
    ) {
        let asked = Asked {
            made: true,
            ..*asked
        };
        let holds = |board: &Self, known: u64, at: usize, judged: &Judged<B>| {
            let after = judged.after.as_ref();
            known >> at & 1 == 1
                && after.is_none_or(|after| board.holds::<FAST>(tables, after, &asked))
        };
        // All are asked before one changes.
        let mut changes = (0_u64, 0_u64);
        for (at, counter) in counters.iter().enumerate() {
            changes.0 |= u64::from(holds(self, restarts, at, &counter.restart)) << at;
            changes.1 |= u64::from(holds(self, steps, at, &counter.steps)) << at;
        }
        for (at, counter) in counters.iter().enumerate() {
            let Some(mut value) = self.counters.get(counter.at).map(|c| c[side]) else {
                continue;
            };
            if changes.0 >> at & 1 == 1 {
                let men = counter.men.iter();
                let men: u32 = men.map(|&c| self.sets[c as usize].count::<FAST>()).sum();
                value = counter.start.saturating_add(men as i32);
            }
            if changes.1 >> at & 1 == 1 {
                value = value.saturating_add(counter.step);
            }
            self.set_counter(counter.at, side, value);
        }
    }

    fn add(&mut self, counter: usize, side: Side, number: i32) {
        if let Some(value) = self.counters.get(counter).map(|c| c[side]) {
            self.set_counter(counter, side, value.saturating_add(number));
        }
    }

    fn set_counter(&mut self, at: usize, side: Side, value: i32) {
        let Some(counter) = self.counters.get_mut(at) else {
            return;
        };
        let before = std::mem::replace(&mut counter[side], value);
        if before == value {
            return;
        }
        self.journal.push(Entry::Counter(at as u8, side, before));
        self.key ^= keys::counter_key(at, side, before) ^ keys::counter_key(at, side, value);
    }

    /// Only the turn passes to the other player.
    fn pass(&mut self) -> Taken {
        if let Some(passed) = self.passed.take() {
            self.key ^= passed_keys(passed);
        }
        self.side = self.side.other();
        self.key ^= keys::side_key();
        Taken::NOTHING
    }

    /// Makes the changes of some effects, and tells on which squares other men stand than before.
    fn carry_out<const FAST: bool>(
        &mut self,
        tables: &Tables<B>,
        extras: &Extras<B>,
        (side, happens): (Side, u32),
        asked: &Asked<B>,
    ) -> B {
        let mut changed = B::EMPTY;
        for (at, effect) in extras.effects[side].iter().enumerate() {
            if happens >> at & 1 == 0 {
                continue;
            }
            for change in &effect.changes {
                changed |= self.change::<FAST>(tables, change, asked);
            }
        }
        changed
    }

    fn change<const FAST: bool>(
        &mut self,
        tables: &Tables<B>,
        change: &Change<B>,
        asked: &Asked<B>,
    ) -> B {
        let mut changed = B::EMPTY;
        match change {
            Change::Remove(men) => {
                changed = self.chosen::<FAST>(tables, men, asked);
                for square in changed.squares() {
                    self.replace(tables, square, EMPTY);
                }
            }
            Change::RemoveMover => {
                if self.man_code(asked.there).is_some() {
                    changed = B::of(asked.there);
                    self.replace(tables, asked.there, EMPTY);
                }
            }
            Change::Flip(men) => {
                changed = self.chosen::<FAST>(tables, men, asked);
                for square in changed.squares() {
                    let man = self.code_at(square);
                    let flipped = code(code_kind(man), code_side(man).other());
                    self.replace(tables, square, flipped);
                }
            }
            Change::Become(kinds) => {
                if let Some(man) = self.man_code(asked.there) {
                    let side = code_side(man);
                    let new = code(kinds[side], side);
                    if new != man {
                        changed = B::of(asked.there);
                        self.replace(tables, asked.there, new);
                    }
                }
            }
            Change::Wall(place) => {
                self.set_walls(self.walls | (asked.squares(*place) & !self.occupied()));
            }
            Change::Settle(men) => {
                let men = self.chosen::<FAST>(tables, men, asked);
                self.set_unmoved(self.unmoved & !men);
                self.lose_rights_on(men);
            }
            Change::Add(counter, side, number) => self.add(*counter, *side, *number),
        }
        changed
    }

    /// Takes the men from the board that some effects of a move of the player to move remove. No key is kept.
    pub(super) fn remove_by<const FAST: bool>(
        &mut self,
        tables: &Tables<B>,
        extras: &Extras<B>,
        happens: u32,
        asked: &Asked<B>,
    ) {
        for (at, effect) in extras.effects[self.side].iter().enumerate() {
            if happens >> at & 1 == 0 {
                continue;
            }
            for change in &effect.changes {
                let removed = match change {
                    Change::Remove(men) => self.chosen::<FAST>(tables, men, asked),
                    _ => B::of(asked.there) & self.occupied(),
                };
                for square in removed.squares() {
                    let man = self.code_at(square);
                    self.journal.push(Entry::Square(square, man));
                    self.take(man, square);
                }
            }
        }
    }

    /// Puts another man on a square, or none.
    fn replace(&mut self, tables: &Tables<B>, square: Square, new: u8) {
        let before = self.code_at(square);
        self.journal.push(Entry::Square(square, before));
        if before != EMPTY {
            self.take_keyed(tables, before, square);
        }
        if new != EMPTY {
            self.put_keyed(tables, new, square);
        }
    }

    fn set_walls(&mut self, walls: B) {
        self.journal.push(Entry::Walls(self.walls));
        let differing = (self.walls & !walls) | (walls & !self.walls);
        for square in differing.squares() {
            self.key ^= keys::wall_key(square);
        }
        self.walls = walls;
    }

    fn set_unmoved(&mut self, unmoved: B) {
        self.journal.push(Entry::Unmoved(self.unmoved));
        for square in (self.unmoved & !unmoved).squares() {
            self.key ^= keys::unmoved_key(square);
        }
        self.unmoved = unmoved;
    }

    /// A side whose castling man an effect has taken away or changed does not castle any more; `sides` are the men
    /// before, and the journal tells from `first` on what was changed.
    fn lose_rights_of_castlers(&mut self, tables: &Tables<B>, first: usize, sides: [B; 2]) {
        let mut lost = B::EMPTY;
        for entry in &self.journal[first..] {
            if let Entry::Square(square, code) = *entry
                && code != EMPTY
                && tables.castlers[code as usize]
                && self.castles_from(square, code)
            {
                lost |= sides[code_side(code).index()];
            }
        }
        self.lose_rights_on(lost);
    }

    pub(super) fn lose_rights_on(&mut self, squares: B) {
        for square in (self.rights & squares).squares() {
            self.key ^= keys::right_key(square);
        }
        self.rights &= !squares;
    }

    /// The second part of a turn.
    fn second_part(&mut self, tables: &Tables<B>, extras: &Extras<B>, side: Side, mv: Move) {
        match (mv.extra, mv.kind) {
            (Extra::Wall(square), _) => {
                let moves = extras.wall_moves;
                let others = if moves { B::EMPTY } else { self.walls };
                self.set_walls(others | B::of(square));
            }
            (Extra::Gate(kind), _) => self.gate(tables, side, kind, mv.from),
            (Extra::PartnerGate(kind), MoveKind::Castle { partner_from, .. }) => {
                self.gate(tables, side, kind, partner_from);
            }
            _ => {}
        }
    }

    fn gate(&mut self, tables: &Tables<B>, side: Side, kind: PieceId, square: Square) {
        if let Some(entry) = self.hands[side.index()].get_mut(kind.index()) {
            let before = *entry;
            *entry = before.saturating_sub(1);
            let after = *entry;
            self.journal.push(Entry::Hand(side, kind, before));
            self.key ^= keys::hand_key(side, kind.index(), before)
                ^ keys::hand_key(side, kind.index(), after);
        }
        self.replace(tables, square, code(kind, side));
    }

    /// Takes back what the journal holds beyond a length. The key is restored elsewhere.
    #[cold]
    pub(super) fn roll_back(&mut self, length: usize) {
        while self.journal.len() > length
            && let Some(entry) = self.journal.pop()
        {
            match entry {
                Entry::Square(square, before) => {
                    if let Some(now) = self.man_code(square) {
                        self.take(now, square);
                    }
                    if before != EMPTY {
                        self.put(before, square);
                    }
                }
                Entry::Walls(walls) => self.walls = walls,
                Entry::Unmoved(unmoved) => self.unmoved = unmoved,
                Entry::Counter(at, side, value) => {
                    if let Some(counter) = self.counters.get_mut(at as usize) {
                        counter[side] = value;
                    }
                }
                Entry::Memory(memory) => self.memory = memory,
                Entry::Hand(side, kind, count) => self.hands[side.index()][kind.index()] = count,
            }
        }
    }
}

/// The squares on which a move alone has changed something.
fn changed_by<B: Bits>(mv: Move, taken: Taken) -> B {
    let ends = B::of(mv.from) | B::of(mv.to);
    match mv.kind {
        MoveKind::Pass => B::EMPTY,
        MoveKind::EnPassant { victim } if taken.displaced().is_some() => ends | B::of(victim),
        MoveKind::Legs { deed } => {
            let stays = mv.from == mv.to && mv.promotion.is_none();
            let ends = if stays { B::EMPTY } else { ends };
            ends | deed.victim().map_or(B::EMPTY, B::of)
        }
        MoveKind::Castle {
            partner_from,
            partner_to,
        } => ends | B::of(partner_from) | B::of(partner_to),
        _ => ends,
    }
}
