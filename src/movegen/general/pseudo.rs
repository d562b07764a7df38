//! What the men can do, their royals' safety not asked.

use super::attacks::{is_ready, may_stay};
use super::conditions::{Acting, holds};
use super::deeds::{self, Deeds, Way};
use crate::board::{Man, PieceId, Square, SquareSet};
use crate::movegen::{castling, passing};
use crate::notation::{Landing, LandingKind, Leg, walk};
use crate::position::{Extra, Move, MoveKind, State};
use crate::rules::{DropRule, Entry, Promotion, Rules};

/// Every move that the men of the player to move can make; some may occur twice.
pub(crate) fn pseudo_moves(rules: &Rules, state: &State) -> Vec<Move> {
    let mut generator = Generator {
        rules,
        state,
        passing: passing::is_used(rules),
        moves: Vec::new(),
    };
    for from in state.squares(|m| m.side == state.side).iter() {
        if let Some(man) = state.man(from) {
            generator.man_moves(from, man);
        }
    }
    generator.castlings();
    generator.drops();
    generator.stays();
    prefer_passing(&mut generator.moves);
    generator.moves
}

/// The moves that a man can make by one term that is no castling; some may occur twice. `index` is the number of the
/// entry among those of the man, `at` that of the term in it.
pub(crate) fn term_moves(
    rules: &Rules,
    state: &State,
    from: Square,
    entry: &Entry,
    (index, at): (usize, usize),
) -> Vec<Move> {
    let mut generator = Generator {
        rules,
        state,
        passing: passing::is_used(rules),
        moves: Vec::new(),
    };
    let Some(term) = entry.movement.terms.get(at) else {
        return Vec::new();
    };
    match (state.man(from), term.plain_leg()) {
        (Some(man), Some(leg)) if is_ready(rules, state, from, man, term) => {
            generator.leg_moves(from, man, entry, leg);
        }
        (Some(_), None) => generator.deeds(from, |way| (way.entry, way.term) == (index, at)),
        _ => {}
    }
    generator.moves
}

/// A plain quiet move and one that can be taken en passant look alike; where a man can make both, it makes the latter.
fn prefer_passing(moves: &mut Vec<Move>) {
    let passing: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|m| m.kind == MoveKind::Passing)
        .collect();
    moves.retain(|m| {
        m.kind != MoveKind::Normal
            || !passing
                .iter()
                .any(|p| (p.from, p.to, p.promotion) == (m.from, m.to, m.promotion))
    });
}

struct Generator<'a> {
    rules: &'a Rules,
    state: &'a State,
    passing: bool,
    moves: Vec<Move>,
}

impl Generator<'_> {
    fn man_moves(&mut self, from: Square, man: Man) {
        let rules = self.rules;
        for entry in &rules.kind(man.kind).entries[man.side] {
            for term in &entry.movement.terms {
                if let Some(leg) = term.plain_leg()
                    && is_ready(rules, self.state, from, man, term)
                {
                    self.leg_moves(from, man, entry, leg);
                }
            }
        }
        self.deeds(from, |_| true);
    }

    /// The moves by terms that are not plain, as far as they are wanted.
    fn deeds(&mut self, from: Square, wanted: impl Fn(&Way<'_>) -> bool) {
        let (rules, state) = (self.rules, self.state);
        let deeds = Deeds::of(rules, state, from);
        for (number, way) in deeds.ways().filter(|(_, way)| wanted(way)) {
            let mover = state.man(way.deed.mover);
            let (Some(mover), Some(acting)) = (mover, way.acting(state)) else {
                continue;
            };
            if may_stay(rules, mover, way.deed.to) && way.holds(rules, state, mover.side) {
                let kind = deeds::kind(state, from, number, &way.deed);
                self.push_with_promotions((from, mover), kind, &acting, &way.own.becomes);
            }
        }
    }

    fn leg_moves(&mut self, from: Square, man: Man, entry: &Entry, leg: &Leg) {
        let state = self.state;
        let look = |s: Square| state.content(s, man.side);
        let passed = |s: Square| state.en_passant.is_some_and(|p| p.targets.contains(s));
        let mut landings: Vec<Landing> = Vec::new();
        walk(
            self.rules.shape,
            leg,
            from,
            man.side,
            look,
            passed,
            |landing| landings.push(landing),
        );
        for landing in landings {
            self.landing(from, man, entry, leg, &landing);
        }
    }

    fn landing(&mut self, from: Square, man: Man, entry: &Entry, leg: &Leg, landing: &Landing) {
        let Some((kind, victim)) = self.kind(leg, landing) else {
            return;
        };
        let acting = acting(self.state, man, (from, landing.to), landing.path, victim);
        if may_stay(self.rules, man, landing.to)
            && holds(
                self.rules,
                self.state,
                man.side,
                Some(&acting),
                &entry.condition,
            )
        {
            self.push_with_promotions((from, man), kind, &acting, &entry.becomes);
        }
    }

    /// What kind of move a landing is, and where an enemy man is taken for good.
    fn kind(&self, leg: &Leg, landing: &Landing) -> Option<(MoveKind, Option<Square>)> {
        Some(match landing.kind {
            LandingKind::Quiet
                if self.passing && passing::leaves_passed(leg) && !landing.path.is_empty() =>
            {
                (MoveKind::Passing, None)
            }
            LandingKind::Quiet => (MoveKind::Normal, None),
            LandingKind::Capture | LandingKind::Destroy if leg.unload => (MoveKind::Swap, None),
            LandingKind::Capture => (MoveKind::Normal, Some(landing.to)),
            LandingKind::Destroy => (MoveKind::Destroy, None),
            LandingKind::EnPassant => {
                let victim = self.state.en_passant?.victim;
                (MoveKind::EnPassant { victim }, Some(victim))
            }
        })
    }

    /// A move with each of its promotions; those that are given are instead of those of the promotion rules.
    fn push_with_promotions(
        &mut self,
        (from, man): (Square, Man),
        kind: MoveKind,
        acting: &Acting,
        given: &[PieceId],
    ) {
        let (may_stay, choices) = if given.is_empty() {
            promotions(self.rules, self.state, man, acting)
        } else {
            (false, given.to_vec())
        };
        let stays = may_stay.then_some(None);
        for promotion in stays.into_iter().chain(choices.into_iter().map(Some)) {
            self.moves.push(Move {
                from,
                to: acting.there,
                promotion,
                kind,
                extra: Extra::None,
            });
        }
    }

    fn castlings(&mut self) {
        let (state, side) = (self.state, self.state.side);
        for option in castling::options(self.rules, self.state, side) {
            let Some(man) = self.state.man(option.from) else {
                continue;
            };
            let acting = Acting {
                castle: true,
                ..acting(state, man, (option.from, option.to), option.path, None)
            };
            let holds = |c| holds(self.rules, self.state, side, Some(&acting), c);
            let empty = option.empty.iter().all(|s| self.state.is_free(s));
            if empty
                && holds(&self.rules.kind(man.kind).entries[side][option.entry].condition)
                && holds(&self.rules.castling.condition)
            {
                let kind = MoveKind::Castle {
                    partner_from: option.partner_from,
                    partner_to: option.partner_to,
                };
                self.push_with_promotions((option.from, man), kind, &acting, &[]);
            }
        }
    }
}

impl Generator<'_> {
    /// Men that are put down.
    fn drops(&mut self) {
        let (rules, state, side) = (self.rules, self.state, self.state.side);
        for rule in &rules.drops {
            let there = |kind: PieceId| rule.free || state.in_hand(side, kind) > 0;
            for (_, forms) in rule.choices[side].iter().filter(|(kind, _)| there(*kind)) {
                for &form in forms {
                    self.drops_as(rule, form);
                }
            }
        }
    }

    fn drops_as(&mut self, rule: &DropRule, form: PieceId) {
        let (state, side) = (self.state, self.state.side);
        let man = Man { side, kind: form };
        let open = |&s: &Square| state.is_free(s) && may_stay(self.rules, man, s);
        for square in rule.zone[side].iter().filter(open) {
            let mv = Move {
                promotion: Some(form),
                kind: MoveKind::Drop,
                ..Move::normal(square, square)
            };
            let acting = Acting::of(state, mv, None);
            if holds(self.rules, state, side, acting.as_ref(), &rule.condition) {
                self.moves.push(mv);
            }
        }
    }

    /// Men that promote where they stand.
    fn stays(&mut self) {
        let (rules, state) = (self.rules, self.state);
        if !rules.promotions.iter().any(|rule| rule.stay) {
            return;
        }
        for square in state.squares(|m| m.side == state.side).iter() {
            let Some(man) = state.man(square) else {
                continue;
            };
            let acting = Acting::quiet(man.kind, square, square);
            let here = |rule: &&Promotion| rule.stay && rule.zone[man.side].contains(square);
            let applying = rules.promotions.iter().filter(here);
            for (_, to) in choices_of(rules, state, man, &acting, applying) {
                self.moves.extend(to.into_iter().map(|kind| Move {
                    promotion: Some(kind),
                    kind: MoveKind::Stay,
                    ..Move::normal(square, square)
                }));
            }
        }
    }
}

/// What conditions are asked about a move that takes the enemy man on a square, or none.
pub(crate) fn acting(
    state: &State,
    man: Man,
    (here, there): (Square, Square),
    path: SquareSet,
    victim: Option<Square>,
) -> Acting {
    let victims = victim.and_then(|s| state.man(s)).into_iter();
    Acting {
        path,
        victims: victims.map(|m| m.kind).collect(),
        capture: victim.is_some(),
        ..Acting::quiet(man.kind, here, there)
    }
}

/// Whether the mover may stay what it is, and what it may become: the choices of all promotion rules that apply.
fn promotions(rules: &Rules, state: &State, man: Man, acting: &Acting) -> (bool, Vec<PieceId>) {
    let mut may_stay = true;
    let mut choices: Vec<PieceId> = Vec::new();
    for (rule, to) in promotions_by_rule(rules, state, man, acting) {
        may_stay &= !holds(rules, state, man.side, Some(acting), &rule.must);
        for kind in to {
            if !choices.contains(&kind) {
                choices.push(kind);
            }
        }
    }
    (may_stay, choices)
}

/// The promotion rules that apply to a move, each with its choices; a rule none of whose choices is left stays with
/// none.
pub(crate) fn promotions_by_rule<'r>(
    rules: &'r Rules,
    state: &State,
    man: Man,
    acting: &Acting,
) -> Vec<(&'r Promotion, Vec<PieceId>)> {
    let applying = rules.promotions.iter().filter(|rule| {
        let zone: &SquareSet = &rule.zone[man.side];
        match (zone.contains(acting.here), zone.contains(acting.there)) {
            (true, true) => rule.arrive || rule.within,
            (false, true) => rule.arrive,
            (true, false) => rule.leave,
            (false, false) => false,
        }
    });
    choices_of(rules, state, man, acting, applying)
}

/// The choices of some promotion rules as far as those are about a man and hold.
fn choices_of<'r>(
    rules: &'r Rules,
    state: &State,
    man: Man,
    acting: &Acting,
    applying: impl Iterator<Item = &'r Promotion>,
) -> Vec<(&'r Promotion, Vec<PieceId>)> {
    let left = |rule: &Promotion, kind: PieceId| {
        let limit = rule.limits.iter().find(|(limited, _)| *limited == kind);
        let there = || {
            state
                .squares(|m| m.side == man.side && m.kind == kind)
                .len() as u32
        };
        limit.is_none_or(|(_, limit)| there() < *limit)
    };
    let choices = |rule: &'r Promotion| {
        let mut all = rule.choices[man.side].iter();
        let (_, to) = all.find(|(kind, _)| *kind == man.kind)?;
        let to = to.iter().copied().filter(|&kind| left(rule, kind));
        Some((rule, to.collect()))
    };
    let holds = |rule: &&Promotion| holds(rules, state, man.side, Some(acting), &rule.condition);
    applying.filter(holds).filter_map(choices).collect()
}
