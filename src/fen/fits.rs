//! Whether what a FEN says fits the rules of the game.

use super::FenFinding;
use super::men::{Placement, place_in_hand, place_of};
use crate::board::{Man, PieceId, Side, SquareSet};
use crate::movegen::general;
use crate::position::State;
use crate::rules::{Condition, PartAct, Rules, Verb};
use std::ops::Range;

/// Men in hand, walls and holes that the game does not have, or has elsewhere; places are inside the first field.
pub(super) fn misplaced(rules: &Rules, placement: &Placement, text: &str) -> Vec<FenFinding> {
    let mut findings = Vec::new();
    if placement.hands.is_some() && !rules.uses_hands() {
        let place = placement.hands_place.clone();
        let place = place.start.saturating_sub(1)..(place.end + 1).min(text.len());
        let message = "this game has no men in hand";
        let help = "take the brackets out, or say under `[drop.NAME]` where men may be put down";
        findings.push(FenFinding::new("fen-hand", place, message).help(help));
    }
    findings.extend(never_held(rules, placement, text));
    let men = placement.men.iter().enumerate();
    let men: SquareSet = men
        .filter(|(_, man)| man.is_some())
        .filter_map(|(at, _)| rules.shape.squares().nth(at))
        .collect();
    let names = |squares: SquareSet| {
        let names: Vec<String> = squares
            .iter()
            .map(|s| rules.shape.name(s).to_string())
            .collect();
        match &names[..] {
            [one] => format!("`{one}` is"),
            _ => format!("`{}` are", names.join("/")),
        }
    };
    let board = text.get(..text.find('[').unwrap_or(text.len()));
    let board = board.unwrap_or_default();
    let mut wrong = |code, squares: SquareSet, message: &str, help: &str| {
        if !squares.is_empty() {
            let message = format!("{} {message}", names(squares));
            let first = squares
                .iter()
                .max_by_key(|&s| (rules.shape.rank(s), -rules.shape.file(s)));
            let place = first.map_or(0..board.len(), |square| {
                place_of(rules.shape, &rules.kinds, board, square)
            });
            findings.push(FenFinding::new(code, place, message).help(help));
        }
    };
    wrong(
        "fen-hole",
        rules.holes & men,
        "no part of the board, but a man stands there",
        "write `*` for a hole",
    );
    wrong(
        "fen-hole",
        rules.holes - men - placement.walls,
        "no part of the board, but written as empty",
        "write `*` for each hole of the board; it counts as one square of its rank",
    );
    if !rules.has_walls() {
        wrong(
            "fen-wall",
            placement.walls - rules.holes,
            "written as a wall (`*`), but this game has no walls there",
            "holes of the board are declared as `board.holes`, and walls come from `[turn]` or an effect",
        );
    }
    let standing = placement.walls - rules.holes;
    if has_one_wall(rules) && standing.len() > 1 {
        wrong(
            "fen-wall",
            standing,
            "written as walls (`*`), but this game has only one, which moves",
            "write `*` on one square",
        );
    }
    findings
}

/// Whether walls come to the board in no other way than by moving the only one.
fn has_one_wall(rules: &Rules) -> bool {
    let part = rules.turn.then.as_ref();
    let moves = part.is_some_and(|part| part.act == PartAct::MoveWall);
    let mut verbs = rules.effects.iter().flat_map(|effect| &effect.verbs);
    moves && !verbs.any(|verb| matches!(verb, Verb::Wall(_)))
}

/// Men in hand that are others there: no capture brings them to a hand, and nothing puts them down.
fn never_held(rules: &Rules, placement: &Placement, text: &str) -> Vec<FenFinding> {
    let part = placement.hands_place.clone();
    let written = text.get(part.clone()).unwrap_or_default();
    let is_told = |side: Side, kind: PieceId| {
        placement.in_hand(side, kind) > 0 && !can_be_held(rules, side, kind)
    };
    let sides = Side::ALL.into_iter();
    let wrong = sides.flat_map(|side| rules.kinds().map(move |(kind, _)| (side, kind)));
    let wrong = wrong.filter(|&(side, kind)| is_told(side, kind));
    wrong
        .map(|(side, kind)| {
            let place = place_in_hand(&rules.kinds, written, Man { side, kind });
            let held = rules.kind(rules.kind(kind).in_hand).letter.text(side);
            let letter = rules.kind(kind).letter.text(side);
            let message = format!("`{letter}` is never in a hand: there it is `{held}`");
            FenFinding::new(
                "fen-hand",
                part.start + place.start..part.start + place.end,
                message,
            )
            .help(format!("write `{held}`"))
            .instead(held)
        })
        .collect()
}

/// Whether a man can be in a hand as this kind: some man is this kind there, or it is put down behind a move.
fn can_be_held(rules: &Rules, side: Side, kind: PieceId) -> bool {
    let behind_a_move = || match &rules.turn.then {
        Some(part) => matches!(&part.act, PartAct::Drop(kinds) if kinds[side].contains(kind)),
        None => false,
    };
    rules.kinds.iter().any(|k| k.in_hand == kind) || behind_a_move()
}

/// What only the whole position shows: royals that are missing, and a check that has been ignored.
pub(super) fn check_men(
    rules: &Rules,
    state: &State,
    fields: &[(Range<usize>, &str)],
) -> Vec<FenFinding> {
    let whole = fields.first().map_or(0..0, |(place, _)| place.clone());
    let mut findings = Vec::new();
    // A game that is over may have lost its royals, and nobody has to mind a check any more.
    if general::over_by(rules, state).is_some() {
        return findings;
    }
    for side in Side::ALL {
        if needs_royal(rules, side) && general::royal_squares(rules, state, side).is_empty() {
            let names: Vec<&str> = rules
                .royals(side)
                .iter()
                .map(|k| rules.kind(k).title.as_str())
                .collect();
            let letters: Vec<String> = rules
                .royals(side)
                .iter()
                .map(|k| rules.kind(k).letter.text(side))
                .collect();
            findings.push(
                FenFinding::new(
                    "missing-royal",
                    whole.clone(),
                    format!("{side} has no {}", names.join(" or ")),
                )
                .help(format!("put `{}` on a square", letters.join("` or `"))),
            );
        }
    }
    let waiting = state.side.other();
    if findings.is_empty() && forbids_check(rules) && general::in_check(rules, state, waiting) {
        let place = fields.get(1).map_or(whole, |(place, _)| place.clone());
        findings.push(
            FenFinding::new(
                "fen-check-ignored",
                place,
                format!(
                    "{waiting} is in check while {} is to move, so its royal could be taken",
                    state.side
                ),
            )
            .help(format!(
                "let {waiting} move (`{}`), or move the attacker away",
                waiting.letter()
            )),
        );
    }
    findings
}

/// A side needs a royal if the start array gives it one; while the array itself is read, if it has a royal kind.
pub(super) fn needs_royal(rules: &Rules, side: Side) -> bool {
    let royals = rules.royals(side);
    let in_array =
        |man: &Option<Man>| man.is_some_and(|m| m.side == side && royals.contains(m.kind));
    !royals.is_empty() && (rules.array.is_empty() || rules.array.iter().any(in_array))
}

/// Whether no move may leave the mover in check.
fn forbids_check(rules: &Rules) -> bool {
    let own = Condition::After(Box::new(Condition::Check { enemy: false }));
    rules.forbidden.iter().any(|law| law.condition == own)
}
