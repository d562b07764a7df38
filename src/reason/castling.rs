//! What keeps a man from castling.

use super::attempts::{Failure, Order, summary};
use super::judge::{Finding, Judge, cost, nearest};
use super::{Reason, laws};

use crate::board::{Side, Square, SquareSet};
use crate::movegen::castling::{self, CastlingOption};
use crate::movegen::general::{acting, attackers};
use crate::notation::Action;
use crate::position::{Move, MoveKind};
use crate::rules::{Condition, Rules, SquareState};

/// Why the man on a square does not castle to another, for each castling that could be meant: by the square where the
/// man ends, or by its partner's.
pub(super) fn findings(judge: &Judge<'_>, from: Square, to: Square) -> Vec<Finding> {
    let (rules, state) = (judge.rules, judge.state);
    let meant = |o: &CastlingOption| {
        let partner =
            o.partner_from == to && castling::is_partner(rules, state, state.side, o.partner_from);
        o.to == to || partner
    };
    let options = castling::imaginable(rules, state, from).into_iter();
    options
        .filter(meant)
        .filter_map(|o| finding(judge, &o))
        .collect()
}

impl Judge<'_> {
    /// Why nobody castles toward the last file (1) or the first (-1).
    pub(super) fn castle(&self, direction: i32, to: Option<Square>) -> Finding {
        let (rules, state) = (self.rules, self.state);
        let men = state.squares(|m| m.side == state.side && castles(rules, m.side, m.kind.index()));
        let Some(first) = men.iter().next() else {
            return Finding::new(cost::NEVER, Reason::NoCastling);
        };
        let file = |s| rules.shape.file(s);
        let options = men
            .iter()
            .flat_map(|from| castling::imaginable(rules, state, from))
            .filter(|o| (file(o.partner_from) - file(o.from)).signum() == direction)
            .filter(|o| to.is_none_or(|to| o.to == to));
        let found = nearest(options.filter_map(|o| finding(self, &o)));
        found.unwrap_or_else(|| self.without_options(first, direction, to))
    }

    /// The shape of the board allows no such castling from where the men stand, or there is no partner to try it with.
    fn without_options(&self, from: Square, direction: i32, to: Option<Square>) -> Finding {
        let (rules, state) = (self.rules, self.state);
        let reason = match (to, castling::castlers(rules, state, state.side).first()) {
            (Some(to), _) => Reason::NeverMoves(from, to),
            (None, Some(&castler)) => {
                let (shape, step) = (rules.shape, direction.signum());
                let edge = if step > 0 {
                    i32::from(shape.files()) - 1
                } else {
                    0
                };
                let partner = shape.square(edge, shape.rank(castler)).unwrap_or(castler);
                Reason::CastlingPartner {
                    from: castler,
                    partner,
                }
            }
            (None, None) => Reason::CastlingMoved(from),
        };
        Finding::new(cost::HISTORY, reason).at(self.entry_places(from))
    }
}

/// Whether a kind has a castling term.
fn castles(rules: &Rules, side: Side, kind: usize) -> bool {
    let entries = rules.kinds[kind].entries[side].iter();
    entries
        .flat_map(|e| &e.movement.terms)
        .any(|t| matches!(t.action, Action::Castle(_)))
}

/// What keeps one castling from being legal; if nothing does, it is only written in another way.
fn finding(judge: &Judge<'_>, option: &CastlingOption) -> Option<Finding> {
    let man = judge.state.man(option.from)?;
    let entry = judge.rules.kind(man.kind).entries[man.side].get(option.entry)?;
    let place = entry.places.get(option.term).unwrap_or(&entry.place);
    summary(failures(judge, option), place.clone()).or_else(|| {
        let is_meant = |m: &Move| {
            m.to == option.to
                && matches!(m.kind, MoveKind::Castle { partner_from, .. } if partner_from == option.partner_from)
        };
        let made: Vec<Move> = judge.moves_of(option.from).filter(is_meant).collect();
        let safe: Vec<Move> = made.iter().copied().filter(|&m| judge.is_legal(m)).collect();
        match (safe.is_empty(), made.first()) {
            (false, _) => Some(Finding::new(cost::TEXT, Reason::Spelling(safe))),
            (true, Some(&first)) => Some(laws::refusal(judge, first)),
            (true, None) => None,
        }
    })
}

fn failures(judge: &Judge<'_>, option: &CastlingOption) -> Vec<Failure> {
    let (rules, state) = (judge.rules, judge.state);
    let (from, to, partner) = (option.from, option.to, option.partner_from);
    let Some(man) = state.man(from) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if !castling::is_ready(rules, state, option) {
        let reason = Reason::CastlingMoved(from);
        found.push(Failure::new(Order::History, cost::HISTORY, reason));
    }
    if !castling::is_partner(rules, state, man.side, partner) {
        let reason = Reason::CastlingPartner { from, partner };
        found.push(Failure::new(Order::History, cost::HISTORY, reason));
    } else if !state.rights.contains(partner) {
        let reason = Reason::CastlingRight { from, partner };
        found.push(Failure::new(Order::History, cost::CIRCUMSTANCE, reason));
    }
    let by: Vec<Square> = option.empty.iter().filter(|&s| !state.is_free(s)).collect();
    if !by.is_empty() {
        let reason = Reason::CastlingBlocked { from, to, by };
        found.push(Failure::new(Order::Way, cost::CIRCUMSTANCE, reason));
    }
    let acting = acting(state, man, (from, to), option.path, None);
    if let Some(entry) = rules.kind(man.kind).entries[man.side].get(option.entry) {
        found.extend(judge.failing_clauses(man, &acting, &entry.clauses, true));
    }
    found.extend(judge.failing_clauses(man, &acting, &rules.castling.clauses, true));
    for failure in &mut found {
        usual(judge, &mut failure.reason);
    }
    found
}

/// The usual conditions of castling have reasons of their own.
fn usual(judge: &Judge<'_>, reason: &mut Reason) {
    let Reason::Condition {
        from,
        to,
        part,
        about,
        ..
    } = &*reason
    else {
        return;
    };
    let (from, to) = (*from, *to);
    let is_check = |c: &Condition| matches!(c, Condition::Not(part) if **part == Condition::Check { enemy: false });
    if is_check(part) && !about.is_empty() {
        let attackers = about.clone();
        *reason = Reason::CastlingCheck { from, attackers };
    } else if matches!(part, Condition::State(_, SquareState::Safe)) {
        let attacked = about.iter().map(|&square| {
            let gone = SquareSet::of(from) - SquareSet::of(square);
            let by = attackers(
                judge.rules,
                judge.state,
                square,
                judge.state.side.other(),
                gone,
            );
            (square, by.iter().collect())
        });
        *reason = Reason::CastlingAttack {
            from,
            to,
            attacked: attacked.collect(),
        };
    }
}
