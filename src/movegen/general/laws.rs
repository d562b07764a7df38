//! Which of the moves that the men can make are legal: prohibitions, obligations, passes, and games that are over.

use super::Maker;
use super::attacks::{in_check, royal_squares};
use super::conditions::{Acting, Asked};
use super::ends::over_by;
use super::parts::with_second_parts;
use super::pseudo::pseudo_moves;
use crate::position::{Extra, Move, State};
use crate::rules::{Condition, Law, Rules};

/// All legal moves, sorted, each once. There are none where the game is over by an end that stops it.
pub fn legal_moves(rules: &Rules, state: &State) -> Vec<Move> {
    if over_by(rules, state).is_some() {
        return Vec::new();
    }
    let mut moves = with_second_parts(rules, state, distinct(pseudo_moves(rules, state)));
    let mut judge = Judge::new(rules, state, false);
    if judge.has_laws() {
        moves.retain(|&mv| judge.allows(mv));
    }
    if may_pass(rules, state, moves.is_empty()) && judge.allows(Move::PASS) {
        moves.push(Move::PASS);
        moves.sort_unstable();
    }
    for law in &rules.forced {
        let fits: Vec<bool> = moves
            .iter()
            .map(|&mv| judge.is(mv, &law.condition))
            .collect();
        if fits.contains(&true) {
            let mut fits = fits.into_iter();
            moves.retain(|_| fits.next().unwrap_or(false));
            break;
        }
    }
    moves
}

/// Whether the player to move has a legal move, or may pass. `nested` leaves out laws that ask for moves themselves.
pub(super) fn has_move(rules: &Rules, state: &State, nested: bool) -> bool {
    let mut judge = Judge::new(rules, state, nested);
    let moves = with_second_parts(rules, state, distinct(pseudo_moves(rules, state)));
    moves.into_iter().any(|mv| judge.allows(mv))
        || may_pass(rules, state, true) && judge.allows(Move::PASS)
}

/// Whether the player to move has a legal move of which something holds.
pub(super) fn can(rules: &Rules, state: &State, nested: bool, wanted: &Condition) -> bool {
    let mut judge = Judge::new(rules, state, nested);
    let moves = with_second_parts(rules, state, distinct(pseudo_moves(rules, state)));
    moves
        .into_iter()
        .any(|mv| judge.is(mv, wanted) && judge.allows(mv))
}

fn distinct(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// Whether the player to move may pass; `stuck` tells whether there is no other legal move.
fn may_pass(rules: &Rules, state: &State, stuck: bool) -> bool {
    let pass = &rules.turn.pass;
    *pass != Condition::Never
        && Acting::of(state, Move::PASS, None).is_some_and(|acting| {
            let asked = Asked::new(rules, state).about(&acting).knowing_stuck(stuck);
            asked.holds(state.side, pass)
        })
}

/// Asks the laws about the moves of one position.
struct Judge<'a> {
    rules: &'a Rules,
    state: &'a State,
    maker: Maker<'a>,
    nested: bool,
    laws: Vec<&'a Law>,
}

impl<'a> Judge<'a> {
    fn new(rules: &'a Rules, state: &'a State, nested: bool) -> Self {
        let no_royals = royal_squares(rules, state, state.side).is_empty();
        let matters = |law: &&Law| {
            let idle = is_usual(rules, law) && no_royals;
            !idle && !(nested && asks_for_moves(&law.condition))
        };
        Self {
            rules,
            state,
            maker: Maker::new(rules, state),
            nested,
            laws: rules.forbidden.iter().filter(matters).collect(),
        }
    }

    /// Whether there is anything to ask.
    fn has_laws(&self) -> bool {
        !self.laws.is_empty()
    }

    /// Whether no law forbids a move.
    fn allows(&mut self, mv: Move) -> bool {
        if self.laws.is_empty() {
            return true;
        }
        let bare = Move {
            extra: Extra::None,
            ..mv
        };
        if self.rules.turn.each_part && bare != mv && !self.allows(bare) {
            return false;
        }
        let after = self.maker.after(mv);
        let (rules, state) = (self.rules, self.state);
        let acting = Acting::of(state, mv, self.maker.deed(mv));
        let asked = Asked::new(rules, state)
            .and_then(&after)
            .nested_if(self.asks());
        let asked = acting.as_ref().map_or(asked, |acting| asked.about(acting));
        self.laws.iter().all(|law| {
            if is_usual(rules, law) {
                are_royals_safe(rules, state, &after)
            } else {
                !asked.holds(state.side, &law.condition)
            }
        })
    }

    /// Whether a statement about a move is true.
    fn is(&mut self, mv: Move, statement: &Condition) -> bool {
        let after = self.maker.after(mv);
        let acting = Acting::of(self.state, mv, self.maker.deed(mv));
        let asked = Asked::new(self.rules, self.state)
            .and_then(&after)
            .nested_if(true);
        let asked = acting.as_ref().map_or(asked, |acting| asked.about(acting));
        asked.holds(self.state.side, statement)
    }

    /// Whether a law asks for moves, so that what it asks must not ask again.
    fn asks(&self) -> bool {
        self.nested || self.laws.iter().any(|law| asks_for_moves(&law.condition))
    }
}

/// Whether a law is the usual one: no own royal may be attacked after the move.
fn is_usual(rules: &Rules, law: &Law) -> bool {
    let is_check = |part: &Condition| *part == Condition::Check { enemy: false };
    rules.check.is_none() && matches!(&law.condition, Condition::After(part) if is_check(part))
}

/// Whether a condition asks if a player can move.
pub(crate) fn asks_for_moves(condition: &Condition) -> bool {
    match condition {
        Condition::NoMove { .. } | Condition::Can(_) => true,
        Condition::Not(part) | Condition::After(part) => asks_for_moves(part),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(asks_for_moves),
        _ => false,
    }
}

/// Whether a move that the men can make is allowed by all laws.
pub(crate) fn leaves_royals_safe(rules: &Rules, state: &State, mv: Move) -> bool {
    Judge::new(rules, state, false).allows(mv)
}

/// Whether after a move every royal of the player who made it is on the board and out of attack.
fn are_royals_safe(rules: &Rules, before: &State, after: &State) -> bool {
    let royals = royal_squares(rules, after, before.side);
    royals.len() >= royal_squares(rules, before, before.side).len()
        && !in_check(rules, after, before.side)
}
