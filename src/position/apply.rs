//! Making a move on the plain state: every rule's consequences, one after the other.
//!
//! The order: conditions read the old position; the men move and promote; effects happen in the order of the rules;
//! victims go to hand; the second part of the turn; rights, what can be taken en passant, counters; the turn.

use super::{EnPassant, Extra, Move, MoveKind, State};
use crate::board::{Man, Side, Square, SquareSet};
use crate::movegen::castling::{self, loses_rights_by_moving};
use crate::movegen::general::{Acting, Asked, deeds};
use crate::movegen::passing;
use crate::notation::Deed;
use crate::rules::{Captured, Condition, PartAct, Rules, Verb};

/// Makes a move that the men can make. Whether it is legal is not asked.
pub(crate) fn apply(rules: &Rules, state: &mut State, mv: Move) {
    if matches!(mv.kind, MoveKind::Legs { .. }) {
        if let Some(deed) = deeds::deed(rules, state, mv) {
            apply_deed(rules, state, mv, &deed);
        }
        return;
    }
    let Some(acting) = Acting::of(state, mv, None) else {
        return;
    };
    let plan = Plan::new(rules, state, &acting);
    let taken = taken_by(state, mv);
    let mut changed = SquareSet::of(mv.from) | SquareSet::of(mv.to);
    let mut settled = SquareSet::EMPTY;
    let targets = match mv.kind {
        MoveKind::Passing => passing::passed_squares(rules, state, mv),
        _ => SquareSet::EMPTY,
    };
    match mv.kind {
        MoveKind::Pass => changed = SquareSet::EMPTY,
        MoveKind::Drop => put_down(rules, state, mv),
        _ => {
            let Some(man) = state.man(mv.from) else {
                return;
            };
            settled |= lost_by_moving(rules, state, man);
            settled |= lost_by_leaving(rules, state, left_by(mv));
            if let (MoveKind::Swap, Some(other)) = (mv.kind, state.man(mv.to)) {
                settled |= lost_by_moving(rules, state, other);
            }
            changed |= move_men(state, man, mv);
        }
    }
    plan.carry_out(
        rules,
        state,
        mv,
        &Done {
            acting,
            taken,
            targets,
            changed,
            settled,
        },
    );
}

/// Makes a move of several legs, whose deed is this.
pub(crate) fn apply_deed(rules: &Rules, state: &mut State, mv: Move, deed: &Deed) {
    let (Some(man), Some(acting)) = (state.man(deed.mover), Acting::of(state, mv, Some(deed)))
    else {
        return;
    };
    let plan = Plan::new(rules, state, &acting);
    let mut settled = lost_by_leaving(rules, state, deed.taken | deed.destroyed);
    let before = state.men.clone();
    let taken = deed.taken.iter().filter_map(|s| state.man(s)).collect();
    // All leave before any of them lands: their squares may overlap.
    state.men[deed.mover.index()] = None;
    for square in (deed.taken | deed.destroyed).iter() {
        state.men[square.index()] = None;
    }
    for (old, _) in &deed.unloaded {
        state.men[old.index()] = None;
    }
    for (old, new) in &deed.unloaded {
        state.men[new.index()] = before[old.index()];
    }
    state.men[deed.to.index()] = Some(Man {
        kind: mv.promotion.unwrap_or(man.kind),
        ..man
    });
    let mut changed = differing(rules, &before, &state.men);
    changed |= deed.taken | deed.destroyed;
    if deed.mover != deed.to {
        settled |= lost_by_moving(rules, state, man);
    }
    let put = deed
        .unloaded
        .iter()
        .filter_map(|(old, _)| before[old.index()]);
    settled |= put.fold(SquareSet::EMPTY, |all, m| {
        all | lost_by_moving(rules, state, m)
    });
    plan.carry_out(
        rules,
        state,
        mv,
        &Done {
            acting,
            taken,
            targets: deed.leaves,
            changed,
            settled,
        },
    );
}

/// What has been done with the men.
struct Done {
    acting: Acting,
    /// The men that were taken.
    taken: Vec<Man>,
    /// The squares that were passed.
    targets: SquareSet,
    /// The squares on which something changed.
    changed: SquareSet,
    /// The squares of men that may not castle any more, although they have not moved.
    settled: SquareSet,
}

/// What the conditions said before the move.
struct Plan {
    progress: bool,
    memory: u64,
    /// The numbers of the effects that happen.
    effects: Vec<usize>,
    /// The position before, where something asks for it afterwards.
    before: Option<State>,
}

impl Plan {
    fn new(rules: &Rules, state: &State, acting: &Acting) -> Self {
        let asked = Asked::new(rules, state).about(acting);
        let happens = |at: &usize| {
            let effect = &rules.effects[*at];
            effect.on.iter().any(|on| acting.triggers(*on))
                && asked.holds(state.side, &effect.condition)
        };
        let bits = rules
            .remembered
            .iter()
            .enumerate()
            .flat_map(|(at, condition)| {
                let asked = &asked;
                Side::ALL
                    .map(|side| u64::from(asked.holds(side, condition)) << (at * 2 + side.index()))
            });
        Self {
            progress: asked.holds(state.side, &rules.progress),
            memory: bits.fold(0, |all, bit| all | bit),
            effects: (0..rules.effects.len()).filter(happens).collect(),
            before: (!rules.counters.is_empty()).then(|| state.clone()),
        }
    }

    /// What comes after every move of the men.
    fn carry_out(&self, rules: &Rules, state: &mut State, mv: Move, done: &Done) {
        let side = state.side;
        let (mut changed, mut settled) = (done.changed, done.settled);
        if !self.effects.is_empty() {
            let before = state.clone();
            for &effect in &self.effects {
                for verb in &rules.effects[effect].verbs {
                    carry_out(rules, state, &done.acting, verb);
                }
            }
            let differing = differing(rules, &before.men, &state.men);
            settled |= lost_by_leaving(rules, &before, differing);
            changed |= differing;
        }
        if rules.captured == Captured::Hand {
            for man in &done.taken {
                state.put_in_hand(side, rules.kind(man.kind).in_hand);
            }
        }
        second_part(rules, state, mv);
        let targets = done.targets - state.squares(|_| true) - state.walls;
        state.rights = state.rights - changed - settled;
        state.unmoved = state.unmoved - changed;
        if mv.kind == MoveKind::Drop && rules.castling.dropped {
            state.rights |= castling::rights_of_dropped(rules, state, mv.to);
        }
        // Effects may have taken away who passed.
        let victim = done.acting.there;
        let stands = state.man(victim).is_some_and(|man| man.side == side);
        state.en_passant = (stands && !targets.is_empty()).then_some(EnPassant { targets, victim });
        state.quiet = if self.progress {
            0
        } else {
            state.quiet.saturating_add(1)
        };
        if side == Side::Black {
            state.number = state.number.saturating_add(1);
        }
        state.side = side.other();
        state.memory = self.memory;
        if let Some(before) = &self.before {
            let asked = Asked::new(rules, before)
                .about(&done.acting)
                .and_then(state);
            let counters = rules.counters.iter();
            let changes: Vec<_> = counters
                .map(|c| {
                    let holds = |condition: &Condition| asked.holds(side, condition);
                    let again = holds(&c.restart).then(|| c.again(holds));
                    (again, holds(&c.condition))
                })
                .collect();
            for (at, (again, steps)) in changes.into_iter().enumerate() {
                if let (Some(again), Some(counter)) = (again, state.counters.get_mut(at)) {
                    counter[side] = again.of(&state.men)[side];
                }
                if steps {
                    add(state, at, side, rules.counters[at].step);
                }
            }
        }
    }
}

/// Makes one change of an effect; all its squares are chosen before one changes.
fn carry_out(rules: &Rules, state: &mut State, acting: &Acting, verb: &Verb) {
    let side = state.side;
    let asked = Asked::new(rules, state).about(acting);
    match verb {
        Verb::Remove(pick) => {
            for square in asked.men(side, pick).iter() {
                state.men[square.index()] = None;
            }
        }
        Verb::RemoveMover => state.men[acting.there.index()] = None,
        Verb::Flip(pick) => {
            for square in asked.men(side, pick).iter() {
                if let Some(man) = &mut state.men[square.index()] {
                    man.side = man.side.other();
                }
            }
        }
        Verb::Become(kinds) => {
            if let Some(man) = &mut state.men[acting.there.index()] {
                man.kind = kinds[man.side];
            }
        }
        Verb::Wall(place) => {
            let squares = acting.squares(*place).iter();
            let free: SquareSet = squares.filter(|&s| state.is_free(s)).collect();
            state.walls |= free;
        }
        Verb::Settle(pick) => {
            let men = asked.men(side, pick);
            state.unmoved = state.unmoved - men;
            state.rights = state.rights - men;
        }
        Verb::Add {
            counter,
            enemy,
            number,
        } => {
            let of = if *enemy { side.other() } else { side };
            add(state, *counter, of, *number);
        }
    }
}

fn add(state: &mut State, counter: usize, side: Side, number: i32) {
    if let Some(counter) = state.counters.get_mut(counter) {
        counter[side] = counter[side].saturating_add(number);
    }
}

/// The second part of the turn, made before the turn passes to the other player.
fn second_part(rules: &Rules, state: &mut State, mv: Move) {
    let side = state.side;
    let gate = |state: &mut State, kind, square: Square| {
        state.take_from_hand(side, kind);
        state.men[square.index()] = Some(Man { side, kind });
    };
    match (mv.extra, mv.kind) {
        (Extra::Wall(square), _) => {
            let moves = rules
                .turn
                .then
                .as_ref()
                .is_some_and(|p| p.act == PartAct::MoveWall);
            if moves {
                state.walls = state.walls & rules.holes;
            }
            state.walls.insert(square);
        }
        (Extra::Gate(kind), _) => gate(state, kind, mv.from),
        (Extra::PartnerGate(kind), MoveKind::Castle { partner_from, .. }) => {
            gate(state, kind, partner_from);
        }
        _ => {}
    }
}

/// Puts a man down from the hand.
fn put_down(rules: &Rules, state: &mut State, mv: Move) {
    if let Some(kind) = mv.promotion {
        let side = state.side;
        state.take_from_hand(side, rules.kind(kind).in_hand);
        state.men[mv.to.index()] = Some(Man { side, kind });
    }
}

/// The enemy men that a move of one leg takes.
fn taken_by(state: &State, mv: Move) -> Vec<Man> {
    let square = match mv.kind {
        MoveKind::Normal => mv.to,
        MoveKind::EnPassant { victim } => victim,
        _ => return Vec::new(),
    };
    state.man(square).into_iter().collect()
}

/// The squares on which other men stand than before.
fn differing(rules: &Rules, before: &[Option<Man>], after: &[Option<Man>]) -> SquareSet {
    let squares = rules.shape.squares();
    squares
        .filter(|s| before[s.index()] != after[s.index()])
        .collect()
}

/// The squares whose rights end when a man leaves its square or the board: all of its side if it castles and only while unmoved.
fn lost_by_moving(rules: &Rules, state: &State, man: Man) -> SquareSet {
    if !state.rights.is_empty() && loses_rights_by_moving(rules, man) {
        state.squares(|m| m.side == man.side)
    } else {
        SquareSet::EMPTY
    }
}

/// The square on which a move of one leg takes or removes a man, if one stands there.
fn left_by(mv: Move) -> SquareSet {
    match mv.kind {
        MoveKind::Normal | MoveKind::Destroy => SquareSet::of(mv.to),
        MoveKind::EnPassant { victim } => SquareSet::of(victim),
        _ => SquareSet::EMPTY,
    }
}

/// The squares whose rights end when the men on some squares leave the board: all of a side that one of them castles for.
fn lost_by_leaving(rules: &Rules, state: &State, squares: SquareSet) -> SquareSet {
    if state.rights.is_empty() {
        return SquareSet::EMPTY;
    }
    let castles = |square: Square| {
        let man = state.man(square)?;
        let is_castler = loses_rights_by_moving(rules, man)
            && castling::can_castle_from(rules, state, man, square);
        is_castler.then(|| state.squares(|m| m.side == man.side))
    };
    let lost = squares.iter().filter_map(castles);
    lost.fold(SquareSet::EMPTY, |all, men| all | men)
}

/// Changes the men and says on which further squares something changed.
fn move_men(state: &mut State, man: Man, mv: Move) -> SquareSet {
    let mut changed = SquareSet::EMPTY;
    let arrived = Man {
        kind: mv.promotion.unwrap_or(man.kind),
        ..man
    };
    let displaced = state.men[mv.to.index()];
    state.men[mv.from.index()] = None;
    match mv.kind {
        MoveKind::EnPassant { victim } => {
            state.men[victim.index()] = None;
            changed.insert(victim);
        }
        MoveKind::Swap => state.men[mv.from.index()] = displaced,
        MoveKind::Castle {
            partner_from,
            partner_to,
        } => {
            // Both leave before either lands: their squares may overlap.
            let partner = state.men[partner_from.index()].take();
            state.men[partner_to.index()] = partner;
            changed.insert(partner_from);
            changed.insert(partner_to);
        }
        _ => {}
    }
    state.men[mv.to.index()] = Some(arrived);
    changed
}
