//! Which of the moves that the men can make are legal: prohibitions, obligations, passes, and games that are over.

use super::Maker;
use super::attacks::{in_check, royal_squares};
use super::conditions::{Acting, Asked};
use super::ends::over_by;
use super::parts::with_second_parts;
use super::pseudo::pseudo_moves;
use crate::board::SquareSet;
use crate::position::{Extra, Move, MoveKind, State};
use crate::rules::{Condition, End, Law, Rules};

/// All legal moves, sorted, each once. There are none where the game is over by an end that stops it.
pub fn legal_moves(rules: &Rules, state: &State) -> Vec<Move> {
    if over_by(rules, state).is_some() {
        return Vec::new();
    }
    let mut moves = unforced(rules, state);
    let mut judge = Judge::new(rules, state, false);
    if let Some(law) = forcing(&mut judge, &moves) {
        moves.retain(|&mv| judge.is(mv, &law.condition));
    }
    moves
}

/// Whether there is a legal move.
pub(crate) fn can_move(rules: &Rules, state: &State) -> bool {
    if over_by(rules, state).is_some() {
        return false;
    }
    let moves = with_second_parts(rules, state, distinct(pseudo_moves(rules, state)));
    let mut judge = Judge::new(rules, state, false);
    // An obligation leaves those that fulfil it, and there is none that no move fulfils.
    moves.iter().any(|&mv| judge.allows(mv))
        || may_pass(rules, state, true) && judge.allows(Move::PASS)
}

/// The moves that no law forbids, sorted, each once, whatever others oblige to.
fn unforced(rules: &Rules, state: &State) -> Vec<Move> {
    let mut moves = with_second_parts(rules, state, distinct(pseudo_moves(rules, state)));
    let mut judge = Judge::new(rules, state, false);
    if judge.has_laws() {
        moves.retain(|&mv| judge.allows(mv));
    }
    if may_pass(rules, state, moves.is_empty()) && judge.allows(Move::PASS) {
        moves.push(Move::PASS);
        moves.sort_unstable();
    }
    moves
}

/// The first obligation that some of the moves fulfil.
fn forcing<'a>(judge: &mut Judge<'a>, moves: &[Move]) -> Option<&'a Law> {
    let rules = judge.rules;
    let mut laws = rules.forced.iter();
    laws.find(|law| moves.iter().any(|&mv| judge.is(mv, &law.condition)))
}

/// What keeps a move that the men can make from being legal.
#[derive(Debug)]
pub(crate) enum Bar<'r> {
    /// The game has ended so.
    Over(&'r End),
    /// The turn would have to go on with a second part, and there is none.
    NoSecondPart,
    /// The usual law: a royal would be attacked, or gone.
    Check,
    /// Another law, and the squares that it is about.
    Forbidden(&'r Law, SquareSet),
    /// Others have to be made.
    Forced(&'r Law),
}

/// What keeps a move that the men can make from being legal; nothing if nothing does. A move without a second part is
/// asked with each way to end the turn, of which the first counts.
pub(crate) fn bar<'r>(rules: &'r Rules, state: &'r State, mv: Move) -> Option<Bar<'r>> {
    if let Some(end) = over_by(rules, state) {
        return Some(Bar::Over(end));
    }
    let whole = match mv.extra {
        Extra::None if mv.kind != MoveKind::Pass => with_second_parts(rules, state, vec![mv]),
        _ => vec![mv],
    };
    let Some(&first) = whole.first() else {
        return Some(Bar::NoSecondPart);
    };
    let mut judge = Judge::new(rules, state, false);
    let allowed: Vec<Move> = whole.into_iter().filter(|&mv| judge.allows(mv)).collect();
    if allowed.is_empty() {
        return judge.forbidding(first);
    }
    let law = forcing(&mut judge, &unforced(rules, state))?;
    let fits = allowed.iter().any(|&mv| judge.is(mv, &law.condition));
    (!fits).then_some(Bar::Forced(law))
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
            !(idle || nested && asks_for_moves(&law.condition))
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

    /// What forbids a move.
    fn forbidding(&mut self, mv: Move) -> Option<Bar<'a>> {
        let bare = Move {
            extra: Extra::None,
            ..mv
        };
        if self.rules.turn.each_part && bare != mv && !self.allows(bare) {
            return self.forbidding(bare);
        }
        let after = self.maker.after(mv);
        let (rules, state, side) = (self.rules, self.state, self.state.side);
        let acting = Acting::of(state, mv, self.maker.deed(mv));
        let asked = Asked::new(rules, state)
            .and_then(&after)
            .nested_if(self.asks());
        let asked = acting.as_ref().map_or(asked, |acting| asked.about(acting));
        self.laws.iter().find_map(|&law| {
            if is_usual(rules, law) {
                return (!are_royals_safe(rules, state, &after)).then_some(Bar::Check);
            }
            let about = || asked.about_what(side, &law.condition);
            asked
                .holds(side, &law.condition)
                .then(|| Bar::Forbidden(law, about()))
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

/// Whether after a move every royal of the player who made it is on the board and out of attack.
fn are_royals_safe(rules: &Rules, before: &State, after: &State) -> bool {
    let royals = royal_squares(rules, after, before.side);
    royals.len() >= royal_squares(rules, before, before.side).len()
        && !in_check(rules, after, before.side)
}
