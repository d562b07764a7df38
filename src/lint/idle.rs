//! Rules without effect in this game.

use super::Case;
use crate::board::{Man, Side};
use crate::diagnostics::{Diagnostic, Findings, Subject};
use crate::fen::{self, Options};
use crate::movegen::castling::all_rights;
use crate::prospect::known::{captures, castles_by};
use crate::rules::Captured;

pub(super) fn idle(case: &Case<'_>, findings: &mut Findings) {
    findings.extend(castling(case));
    findings.extend(hands(case));
}

/// Castling that nobody can do.
fn castling(case: &Case<'_>) -> Option<Diagnostic> {
    let rules = case.rules;
    let there = |man: &Man| !case.prospect.stands(*man).is_empty();
    let castles = rules.men().filter(there).any(|man| castles_by(rules, man));
    if !castles {
        // Who may be the partner is left over in many games; a condition was written on purpose.
        let place = case.places.of(&["castling", "if"])?;
        let message = "no man of this game castles";
        let finding = Diagnostic::warning("idle-castling", place, message);
        let help =
            "a man castles with `O` in its moves, such as `isO2`; otherwise take the condition out";
        return Some(finding.help(help).about(Subject::section("castling")));
    }
    let lasting = rules.castling.free || rules.castling.dropped || rules.shuffle.is_some();
    let fens = rules
        .others
        .iter()
        .map(|(_, fen)| fen)
        .chain([&rules.start]);
    let has_rights = |fen: &String| {
        let state = fen::read(rules, fen, Options::default());
        state.is_ok_and(|state| !(state.rights & all_rights(rules, &state)).is_empty())
    };
    if lasting || fens.into_iter().any(has_rights) {
        return None;
    }
    let place = ["fen", "rights", "array"]
        .iter()
        .find_map(|key| case.places.of(&["setup", key]))?;
    let message = "nobody has the right to castle in the start position, so nobody ever castles";
    let finding = Diagnostic::warning("no-castling-rights", place, message);
    Some(finding.help("give the rights in the start position, such as `KQkq`, or take the castling out of the moves").about(Subject::section("setup")))
}

/// Hands into which nothing comes.
fn hands(case: &Case<'_>) -> Option<Diagnostic> {
    let rules = case.rules;
    let nothing = Side::ALL
        .iter()
        .all(|&side| case.prospect.in_hand(side).is_empty());
    let is_kept = rules.captured == Captured::Hand;
    if !rules.uses_hands() || !(nothing || is_kept && !captures(rules)) {
        return None;
    }
    let place = case.places.of(&["hand", "captured"]).filter(|_| is_kept);
    let from_hand = rules.drops.iter().find(|rule| !rule.free);
    let place = place.or_else(|| Some(from_hand?.place.clone()))?;
    let message = "no man ever comes to a hand in this game";
    let finding = Diagnostic::warning("empty-hands", place, message);
    let help = "say `hand.captured = \"hand\"` if captured men are put down again, and let a piece capture; give men in hand in the start position, or take the hands out";
    Some(finding.help(help).about(Subject::section("hand")))
}
