//! Legal moves of games with laws of their own, obligations, passes and second parts of the turn.

use super::generate::Search;
use super::node::Node;
use super::questions::Asked;
use super::siblings::Heritage;
use super::sieve::{Doubts, Sieve};
use super::sinks::{Counter, Sink};
use crate::board::{PieceSet, Square};
use crate::compile::{
    Bits, Extras, Judged, PartDeed, PartPlan, Rule, Scope, SquareTable, Tables, Test, code,
};
use crate::position::{Extra, Move, MoveKind};
use crate::rules::Trigger;

impl<'t, B: Bits, const FAST: bool> Search<'t, B, FAST> {
    /// Gives all legal moves of a game with extras to a sink, and says whether the player to move is in check.
    #[inline(never)]
    pub(super) fn generate_with<S: Sink<B>>(
        &mut self,
        extras: &'t Extras<B>,
        sink: &mut S,
    ) -> bool {
        let mut node = self.look();
        let checked = match &extras.check[self.board.side] {
            None => node.checkers.any(),
            Some((_, true)) if node.checkers.is_empty() => false,
            Some((check, _)) => self.holds(check, &Asked::nothing()),
        };
        self.disturbed = false;
        if self.is_over(checked) {
            return checked;
        }
        if self.disturbed {
            node = self.inspect();
        }
        if extras.forced[self.board.side].is_empty() {
            self.with_pass(extras, &mut node, checked, sink);
        } else {
            let moves = self.obliged(extras, &mut node, checked);
            sink.moves(&moves);
        }
        checked
    }

    /// Gives the moves of a node that no law forbids to a sink, and the pass.
    fn with_pass<S: Sink<B>>(
        &mut self,
        extras: &'t Extras<B>,
        node: &mut Node<B>,
        checked: bool,
        sink: &mut S,
    ) {
        let before = sink.len();
        self.allowed(extras, node, sink);
        if let Some((pass, unless_checked)) = &extras.pass[self.board.side] {
            let holds = !checked && *unless_checked || {
                let asked = Asked {
                    checked: Some(checked),
                    stuck: Some(sink.len() == before),
                    ..Asked::of(&self.board, Move::PASS)
                };
                self.holds(pass, &asked)
            };
            if holds && self.may_pass(extras, checked) {
                sink.moves(&[Move::PASS]);
            }
        }
    }

    /// Whether no law forbids to pass. Where nothing follows from it, who is not in check is not in check after it.
    fn may_pass(&mut self, extras: &'t Extras<B>, checked: bool) -> bool {
        let still = !checked && !extras.shaken_by.contains(&Trigger::Turn);
        let laws = &extras.laws[self.board.side];
        let spares =
            |law: &Rule<B>| law.spares_passes || still && matches!(law.scope, Scope::Usual);
        laws.iter().all(spares) || self.is_allowed(extras, Move::PASS)
    }

    /// The legal moves of a node with passes: those that have to be made, if there are such.
    fn obliged(&mut self, extras: &'t Extras<B>, node: &mut Node<B>, checked: bool) -> Vec<Move> {
        let side = self.board.side;
        let mut moves = Vec::new();
        self.with_pass(extras, node, checked, &mut moves);
        for law in &extras.forced[side] {
            let mut fitting = moves.clone();
            fitting.retain(|&mv| self.is(law, mv));
            if !fitting.is_empty() {
                return fitting;
            }
        }
        moves
    }

    /// Gives the moves of a node that no law forbids to a sink, passes left out.
    fn allowed<S: Sink<B>>(&mut self, extras: &'t Extras<B>, node: &mut Node<B>, sink: &mut S) {
        if S::COUNTS && self.is_settled(node) {
            node.bar_captures(self.siblings.lost);
            return self.give(node, sink);
        }
        if let Some(tests) = &extras.plain_unless[self.board.side]
            && !tests.iter().any(|test| self.holds_now(test))
        {
            return self.give(node, sink);
        }
        let part = extras.part[self.board.side].as_ref();
        let doubts = self.doubts(extras, node);
        let counts = S::COUNTS && part.is_none();
        if !counts || !doubts.shared || doubts.lost != self.siblings.lost {
            node.heritage = Heritage::Nothing;
        }
        let mut sieve = self.sieve(extras, doubts, counts);
        self.give(node, &mut sieve);
        self.judge(extras, &mut sieve);
        if !extras.crownings[self.board.side].is_empty() {
            sieve.doubtful = self.crownings(extras);
            self.judge(extras, &mut sieve);
        }
        match part {
            None => {
                sink.number(sieve.count);
                sink.moves(&sieve.certain);
            }
            Some(part) => self.with_parts(part, &sieve.certain, sink),
        }
        self.keep_memory_of(sieve);
    }

    /// The number of moves of royals that no law forbids, at a node that some doubts are of.
    pub(super) fn count_royals(
        &mut self,
        extras: &'t Extras<B>,
        node: &Node<B>,
        doubts: Doubts<B>,
    ) -> u64 {
        let mut sieve = self.sieve(extras, doubts, true);
        self.moves_of_all_royals(node, &mut sieve);
        self.judge(extras, &mut sieve);
        let number = sieve.len();
        self.keep_memory_of(sieve);
        number
    }

    /// A sieve for moves of which laws are asked afterwards.
    #[inline(always)]
    fn sieve(&mut self, extras: &Extras<B>, doubts: Doubts<B>, counts: bool) -> Sieve<B> {
        (self.judging, self.free_royals) = (true, doubts.free_royals);
        self.royal_alone = doubts.royal.any();
        let mut sieve = Sieve {
            doubts,
            to: doubts.to,
            direct: std::mem::take(&mut self.direct),
            banned: self.banned(extras),
            counts,
            count: 0,
            certain: std::mem::take(&mut self.certain),
            doubtful: std::mem::take(&mut self.doubtful),
        };
        sieve.certain.clear();
        sieve.doubtful.clear();
        sieve
    }

    /// Makes and tests the doubtful moves of a sieve, and adds those that no law forbids to the certain ones.
    #[inline(always)]
    fn judge(&mut self, extras: &'t Extras<B>, sieve: &mut Sieve<B>) {
        (self.judging, self.free_royals) = (false, false);
        for &mv in &sieve.doubtful {
            if self.is_allowed(extras, mv) {
                sieve.certain.push(mv);
            }
        }
    }

    /// Keeps the memory of a sieve for the next one.
    #[inline(always)]
    fn keep_memory_of(&mut self, sieve: Sieve<B>) {
        (self.certain, self.doubtful) = (sieve.certain, sieve.doubtful);
        self.direct = sieve.direct;
        self.direct.clear();
    }

    /// The moves that make something else of the mover, laws not asked.
    fn crownings(&mut self, extras: &'t Extras<B>) -> Vec<Move> {
        let tables: &'t Tables<B> = self.tables;
        let mut moves = Vec::new();
        let plans = &extras.crownings[self.board.side];
        let occupied = self.board.occupied();
        let banned = self.banned(extras);
        for plan in plans {
            for from in (self.board.sets[plan.code as usize] & plan.zone).squares() {
                let (ends, kind) = match &plan.moves {
                    None => (B::of(from), MoveKind::Stay),
                    Some(lanes) => {
                        let reached = lanes.targets::<FAST>(&tables.slots, from, occupied);
                        (reached & !occupied, MoveKind::Normal)
                    }
                };
                for to in ends.squares() {
                    let mv = Move {
                        kind,
                        ..Move::normal(from, to)
                    };
                    let asked = Asked::of(&self.board, mv);
                    if self.holds(&plan.test, &asked) {
                        let choices = plan.choices.iter().map(|&choice| Some(choice));
                        let stays = kind == MoveKind::Stay;
                        let choices = choices
                            .filter(|kind| !stays || kind.is_none_or(|k| !banned.contains(k)));
                        moves.extend(choices.map(|promotion| Move { promotion, ..mv }));
                    }
                }
            }
        }
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// What a side may not make by promotion because it has enough of them.
    fn banned(&self, extras: &Extras<B>) -> PieceSet {
        let is_full = |kind| {
            let men = self.board.sets[code(kind, self.board.side) as usize];
            men.count::<FAST>()
        };
        let limits = extras.limits.iter();
        limits
            .filter(|&&(kind, limit)| is_full(kind) >= limit)
            .map(|&(kind, _)| kind)
            .collect()
    }

    /// The moves that have to be made and tested. The masks of the node are lifted where they do not tell what is legal.
    #[inline]
    pub(super) fn doubts(&mut self, extras: &'t Extras<B>, node: &mut Node<B>) -> Doubts<B> {
        match self.doubts_of_blasts(extras, node) {
            Some(doubts) => doubts,
            None => self.doubts_by_scopes(extras, node),
        }
    }

    /// The same by what each law can forbid.
    fn doubts_by_scopes(&mut self, extras: &'t Extras<B>, node: &mut Node<B>) -> Doubts<B> {
        let side = self.board.side;
        let mut doubts = Doubts::NONE;
        let (mut masked, mut any) = (false, false);
        // Whether there is only one royal, and whether another law asks where royals go.
        let (mut alone, mut moved) = (false, false);
        let mut free_royals = true;
        let mut unmasked = B::EMPTY;
        let royals = self.royals();
        let enemy_royals = self.board.royals(self.tables, side.other());
        // Men that attack over others may keep everybody from some squares, though nobody is in check or pinned.
        let binds = node.checkers.any() || node.pinned.any() || node.allowed != !B::EMPTY;
        for law in &extras.laws[side] {
            if law.asks_for_moves && self.nested {
                continue;
            }
            match &law.scope {
                Scope::Usual if royals.is_empty() => continue,
                Scope::Usual => {
                    (masked, free_royals) = (true, false);
                    doubts.drops |= extras.puts_royals_down;
                    doubts.promotions |= extras.crowns;
                }
                Scope::UsualWhile(test) => {
                    // Without checks and pins there is nothing to lift.
                    masked = !binds || self.holds_now(test);
                    alone = royals.is_single();
                    doubts.from |= royals;
                    doubts.to |= enemy_royals;
                    unmasked |= enemy_royals;
                }
                // Another royal made by promotion could be what saves them.
                Scope::Every => {
                    if royals.is_single() && !binds {
                        (masked, free_royals) = (true, false);
                    } else {
                        doubts.all = true;
                    }
                }
                Scope::Royals { test, number } => {
                    doubts.all |= self.holds_now(test);
                    doubts.to |= enemy_royals;
                    if !number {
                        doubts.from |= royals;
                        moved = true;
                    }
                }
                Scope::While(test) if !self.holds_now(test) => continue,
                Scope::While(_) => {
                    doubts.from = !B::EMPTY;
                    moved = true;
                    (doubts.promotions, doubts.drops) = (true, true);
                }
                Scope::Drops => doubts.drops = true,
                Scope::Promotions => doubts.promotions = true,
                Scope::Movers(codes) => {
                    let sets = codes.iter().map(|&code| self.board.sets[code as usize]);
                    doubts.from |= sets.fold(B::EMPTY, |all, set| all | set);
                    let mut drops = self.tables.drops[side].iter();
                    doubts.drops |= drops.any(|drop| codes.contains(&drop.code));
                    moved = true;
                }
                Scope::Checks => {
                    self.opening = self.checking_moves(enemy_royals);
                    doubts.from |= self.opening;
                    moved = true;
                    (doubts.promotions, doubts.drops) = (true, true);
                }
                Scope::All => doubts.all = true,
            }
            any = true;
        }
        if any {
            doubts.others = true;
            for on in &extras.shaken_by {
                if *on == Trigger::Capture {
                    doubts.to |= node.enemy & self.shaken_near(extras, node, enemy_royals);
                    doubts.from |= royals | node.shields & node.own;
                    unmasked |= node.enemy;
                    free_royals = true;
                } else {
                    doubts.all = true;
                }
            }
        }
        if doubts.all {
            (doubts.from, doubts.drops) = (!B::EMPTY, true);
        } else if alone && !moved {
            (doubts.royal, doubts.danger) = (royals, !B::EMPTY);
        }
        if doubts.all || !masked {
            free_royals = true;
            node.lift_masks();
        } else if unmasked.any() {
            node.allowed |= unmasked;
            for man in node.pinned.squares() {
                let line = self.pin_line(man);
                self.set_pin_line(man, line | unmasked);
            }
        }
        self.masked = masked && !free_royals && unmasked.is_empty();
        (doubts.free_royals, doubts.shared) = (free_royals, extras.laws[side].is_empty());
        doubts
    }

    /// Where captures may leave a royal attacked, or without some royal: everywhere, unless more is known.
    fn shaken_near(&self, extras: &Extras<B>, node: &Node<B>, enemy_royals: B) -> B {
        match &extras.blasts[self.board.side] {
            Some(blasts) if node.checkers.is_empty() => {
                let held = node.royals | enemy_royals | node.shields;
                held.squares()
                    .fold(B::EMPTY, |all, square| all | blasts.ends.at(square))
            }
            _ => !B::EMPTY,
        }
    }

    pub(super) fn holds_now(&self, test: &Test<B>) -> bool {
        self.board
            .is_so::<FAST>(self.tables, test, &Asked::nothing())
    }

    /// Finds for each code the squares on which such a man checks, and tells the squares of own men that may check by
    /// leaving.
    fn checking_moves(&mut self, royals: B) -> B {
        let tables: &'t Tables<B> = self.tables;
        let occupied = self.board.occupied();
        let mut opening = B::EMPTY;
        self.direct.clear();
        if self.checks_anyhow() {
            return !B::EMPTY;
        }
        self.direct.resize(tables.pieces.len(), B::EMPTY);
        for group in &tables.attacks[self.board.side] {
            let codes = group.codes.iter();
            let men = codes.fold(B::EMPTY, |all, &c| all | self.board.sets[c as usize]);
            if men.is_empty() {
                continue;
            }
            for royal in royals.squares() {
                let direct = group.from.targets::<FAST>(&tables.slots, royal, occupied);
                if (direct & men).any() {
                    // Who is in check already may stay so.
                    return !B::EMPTY;
                }
                for &code in &group.codes {
                    self.direct[code as usize] |= direct;
                }
                for threat in &group.threats {
                    for origin in threat.origins.at(royal).squares() {
                        let between = tables.between(threat.lines, royal, origin);
                        // Who leaves a line that he then attacks along has been in his own way.
                        let concerned = if men.has(origin) { !B::EMPTY } else { men };
                        opening |= between & concerned;
                    }
                }
            }
        }
        opening
    }

    /// Whether any move of the player to move may give check: one that makes a man a hurdle, or that makes a condition
    /// hold.
    fn checks_anyhow(&self) -> bool {
        let side = self.board.side;
        let mut groups = self.tables.attacks[side].iter();
        !self.tables.hops[side].is_empty() || groups.any(|group| group.guard.is_some())
    }

    /// Whether a move surely gives no check.
    fn checks_not(&self, mv: Move) -> bool {
        let tables: &'t Tables<B> = self.tables;
        let side = self.board.side;
        if self.opening == !B::EMPTY || self.checks_anyhow() {
            return false;
        }
        let mover = match (mv.kind, mv.promotion) {
            (MoveKind::Normal | MoveKind::Passing, None) if !self.opening.has(mv.from) => {
                self.board.code_at(mv.from)
            }
            (MoveKind::Drop, Some(form)) => code(form, side),
            _ => return false,
        };
        let royals = self.board.royals(tables, side.other());
        let occupied = self.board.occupied();
        let groups = tables.attacks[side].iter();
        let mut groups = groups.filter(|group| group.codes.contains(&mover));
        !groups.any(|group| {
            royals.squares().any(|royal| {
                let from = group.from.targets::<FAST>(&tables.slots, royal, occupied);
                from.has(mv.to)
            })
        })
    }

    /// Whether no law forbids a move.
    fn is_allowed(&mut self, extras: &'t Extras<B>, mv: Move) -> bool {
        let tables: &'t Tables<B> = self.tables;
        let laws = &extras.laws[self.board.side];
        let asked = Asked::of(&self.board, mv);
        let mut pending = 0_u32;
        for (at, law) in laws.iter().enumerate() {
            if law.asks_for_moves && self.nested {
                continue;
            }
            let always = matches!(law.judged.before, Test::Const(true));
            if !always && !self.holds(&law.judged.before, &asked) {
                continue;
            }
            if law.judged.after.is_none() {
                return false;
            }
            if !self.spares(extras, law, mv) {
                pending |= 1 << at;
            }
        }
        let royals = if extras.counts_royals {
            self.royals().count::<FAST>()
        } else {
            0
        };
        let asked = Asked {
            made: true,
            royals,
            ..asked
        };
        let is_plain = matches!(mv.kind, MoveKind::Normal | MoveKind::Passing);
        if pending == 0 {
            true
        } else if extras.men_decide[self.board.side] && is_plain && mv.promotion.is_none() {
            self.is_allowed_by_men(extras, pending, &asked)
        } else {
            let nested = std::mem::replace(&mut self.nested, true);
            let undo = self.board.make_unkeyed::<FAST>(tables, mv);
            let allowed = !Self::pending(laws, pending).any(|test| self.holds(test, &asked));
            self.board.unmake(mv, &undo);
            self.nested = nested;
            allowed
        }
    }

    /// What some laws ask after a move.
    fn pending(laws: &'t [Rule<B>], pending: u32) -> impl Iterator<Item = &'t Test<B>> {
        let laws = laws.iter().enumerate();
        let laws = laws.filter(move |(at, _)| pending >> at & 1 == 1);
        laws.filter_map(|(_, law)| law.judged.after.as_ref())
    }

    /// Whether none of some laws forbids a plain move, where only the men decide and effects only remove some: nothing
    /// else is changed.
    fn is_allowed_by_men(&mut self, extras: &'t Extras<B>, pending: u32, asked: &Asked<B>) -> bool {
        let tables: &'t Tables<B> = self.tables;
        let laws = &extras.laws[self.board.side];
        let removed = self.board.journal.len();
        let happens = self.board.happening::<FAST>(tables, extras, asked);
        let displaced = self.board.lift(asked.here, asked.there);
        if happens != 0 {
            self.board.remove_by::<FAST>(tables, extras, happens, asked);
        }
        let board = &self.board;
        let allowed =
            !Self::pending(laws, pending).any(|test| board.holds::<FAST>(tables, test, asked));
        self.board.roll_back(removed);
        self.board.put_back(asked.here, asked.there, displaced);
        allowed
    }

    /// Whether a law surely does not forbid a move.
    fn spares(&self, extras: &Extras<B>, law: &Rule<B>, mv: Move) -> bool {
        match law.scope {
            // Effects open lines, and make others of men or of their sides.
            Scope::Checks => extras.shaken_by.is_empty() && self.checks_not(mv),
            Scope::Usual => {
                let is_plain = matches!(mv.kind, MoveKind::Normal | MoveKind::Passing);
                self.masked && is_plain && mv.promotion.is_none()
            }
            _ => false,
        }
    }

    /// Whether a statement about a move is true.
    fn is(&mut self, judged: &Judged<B>, mv: Move) -> bool {
        let tables: &'t Tables<B> = self.tables;
        let asked = Asked::of(&self.board, mv);
        let nested = std::mem::replace(&mut self.nested, true);
        let mut holds = self.holds(&judged.before, &asked);
        if holds && let Some(after) = &judged.after {
            let asked = Asked {
                made: true,
                ..asked
            };
            let undo = self.board.make_unkeyed::<FAST>(tables, mv);
            holds = self.holds(after, &asked);
            self.board.unmake(mv, &undo);
        }
        self.nested = nested;
        holds
    }

    /// Whether the player to move has a legal move, or may pass. What is known of the node is lost.
    pub(super) fn has_move(&mut self) -> bool {
        let tables: &'t Tables<B> = self.tables;
        let Some(extras) = &tables.extras else {
            return true;
        };
        self.disturbed = true;
        // The laws of the node that asks are not through with it.
        let known = (self.opening, self.masked);
        let mut moves = Counter::default();
        let mut node = self.inspect();
        self.allowed(extras, &mut node, &mut moves);
        (self.opening, self.masked) = known;
        moves.0 > 0
            || extras.pass[self.board.side]
                .as_ref()
                .is_some_and(|(pass, _)| {
                    let asked = Asked {
                        stuck: Some(true),
                        ..Asked::of(&self.board, Move::PASS)
                    };
                    self.holds(pass, &asked) && self.is_allowed(extras, Move::PASS)
                })
    }

    /// Whether the player to move has a legal move of which something holds. What is known of the node is lost.
    pub(super) fn can(&mut self, wanted: &Test<B>) -> bool {
        let tables: &'t Tables<B> = self.tables;
        self.disturbed = true;
        let known = (self.opening, self.masked);
        let mut node = self.inspect();
        let mut moves: Vec<Move> = Vec::new();
        match &tables.extras {
            Some(extras) => self.allowed(extras, &mut node, &mut moves),
            None => self.give(&node, &mut moves),
        }
        (self.opening, self.masked) = known;
        moves.into_iter().any(|mv| {
            let asked = Asked::of(&self.board, mv);
            self.holds(wanted, &asked)
        })
    }

    /// Gives moves with each way to end the turn to a sink.
    fn with_parts<S: Sink<B>>(&self, part: &PartPlan<B>, moves: &[Move], sink: &mut S) {
        let from = self.set(&part.from);
        for &mv in moves {
            if !from.has(mv.from) {
                sink.moves(&[mv]);
                continue;
            }
            if part.may {
                sink.moves(&[mv]);
            }
            match &part.act {
                PartDeed::Wall(reach) => {
                    let after = self.occupied_after(mv);
                    let mut squares = part.zone & !after;
                    if let Some((lanes, place)) = reach {
                        let starts = Asked::between(mv.from, mv.to, B::EMPTY).squares(*place);
                        squares &= starts.squares().fold(B::EMPTY, |all, start| {
                            all | lanes.targets::<FAST>(&self.tables.slots, start, after)
                        });
                    }
                    if S::COUNTS {
                        sink.number(u64::from(squares.count::<FAST>()));
                    } else {
                        for square in squares.squares() {
                            let extra = Extra::Wall(square);
                            sink.moves(&[Move { extra, ..mv }]);
                        }
                    }
                }
                PartDeed::Gate(kinds) => {
                    let hand = &self.board.hands[self.board.side.index()];
                    let left = self.left_by(mv, part.zone);
                    for &kind in kinds.iter().filter(|kind| hand[kind.index()] > 0) {
                        let extras = [Extra::Gate(kind), Extra::PartnerGate(kind)];
                        for (extra, _) in extras.into_iter().zip(left).filter(|(_, is)| *is) {
                            sink.moves(&[Move { extra, ..mv }]);
                        }
                    }
                }
            }
        }
    }

    /// What is occupied after a move.
    fn occupied_after(&self, mv: Move) -> B {
        let occupied = self.board.occupied();
        let (from, to) = (B::of(mv.from), B::of(mv.to));
        match mv.kind {
            MoveKind::Swap => occupied,
            MoveKind::EnPassant { victim } => (occupied & !from & !B::of(victim)) | to,
            MoveKind::Legs { deed } => {
                let victim = deed.victim().map_or(B::EMPTY, B::of);
                (occupied & !from & !victim) | to
            }
            MoveKind::Castle {
                partner_from,
                partner_to,
            } => (occupied & !from & !B::of(partner_from)) | to | B::of(partner_to),
            _ => (occupied & !from) | to,
        }
    }

    /// Whether the mover and its castling partner leave squares of a zone empty.
    fn left_by(&self, mv: Move, zone: B) -> [bool; 2] {
        let free = zone & !self.occupied_after(mv);
        let partner: Option<Square> = match mv.kind {
            MoveKind::Castle { partner_from, .. } => Some(partner_from),
            _ => None,
        };
        [
            mv.from != mv.to && free.has(mv.from),
            partner.is_some_and(|square| free.has(square)),
        ]
    }
}
