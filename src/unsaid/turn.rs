//! What a player may do and has to do in a turn.

use super::Question;
use super::game::{Game, quoted};
use crate::board::Side;
use crate::notation::Action;
use crate::rules::{Condition, sentence};

/// Castling out of, through and into check, and from where.
pub(super) fn castling(game: &Game<'_>) -> Vec<Question> {
    let castles = |term: &crate::notation::Term| matches!(term.action, Action::Castle(_));
    let kings = game.those_that_can(&castles);
    if kings.is_empty() {
        return Vec::new();
    }
    let rules = game.rules;
    let who = format!("The {}", game.titles(&kings));
    let when = match sentence::simple(&rules.castling.condition) {
        Condition::Always => "also out of, through and into attacked squares".to_owned(),
        condition => format!("only if {}", sentence::condition(rules, &condition)),
    };
    let mut questions = vec![
        Question::new("castling-check", format!("{who} castles {when}."))
            .key("castling.if")
            .offer("castling.if", quoted("not check"))
            .offer("castling.if", quoted("always")),
    ];
    let (told, other) = if rules.castling.free {
        ("from anywhere on the rank", "false")
    } else {
        ("only from where it and its partner start", "true")
    };
    questions.push(
        Question::new("castling-from", format!("{who} castles {told}."))
            .key("castling.free")
            .offer("castling.free", other),
    );
    if !rules.drops.is_empty() {
        let (told, other) = if rules.castling.dropped {
            ("can be a partner", "false")
        } else {
            ("is no partner", "true")
        };
        let told = format!("A man that was put down where a partner starts {told} for castling.");
        questions.push(
            Question::new("castling-dropped", told)
                .key("castling.dropped")
                .offer("castling.dropped", other),
        );
    }
    questions
}

/// Whether a king may be left under attack, and what check is.
pub(super) fn safety(game: &Game<'_>) -> Vec<Question> {
    let rules = game.rules;
    if !game.has_royals() {
        let told = "Nobody is royal, so nobody is ever in check and every man may be taken.";
        let single = |side: &Side, kind| game.starters(*side, kind) == 1;
        let mut kinds = rules.kinds();
        let king = kinds.find(|(id, _)| Side::ALL.iter().all(|side| single(side, *id)));
        let keys = rules
            .kinds()
            .map(|(_, kind)| format!("pieces.{}.royal", kind.id));
        let mut question = Question::new("no-royals", told);
        question.keys = keys.collect();
        if let Some((_, king)) = king {
            question = question.offer(format!("pieces.{}.royal", king.id), "true");
        }
        return vec![question.only_with_offers()];
    }
    let mut questions = Vec::new();
    if let Some(law) = rules.forbidden.iter().find(|law| law.id == "check") {
        let told = format!("Check: {}", game.told.forbidden(law));
        questions.push(
            Question::new("leave-check", told)
                .key("forbid.check")
                .offer("forbid.check", "false"),
        );
    }
    let several = |side: &Side| {
        let royals = rules.royals(*side).iter();
        royals.map(|kind| game.starters(*side, kind)).sum::<usize>() > 1
    };
    if rules.check.is_none() && Side::ALL.iter().any(several) {
        let told = "A player who has several royal men is in check if one of them is attacked.";
        questions.push(
            Question::new("which-royal", told)
                .key("words.check")
                .offer("words.check", quoted("every own royal attacked")),
        );
    }
    questions
}

pub(super) fn pass(game: &Game<'_>) -> Vec<Question> {
    let told = match sentence::simple(&game.rules.turn.pass) {
        Condition::Never => "Nobody may pass, not even where every move is bad.".to_owned(),
        Condition::Always => "A player may pass.".to_owned(),
        condition => format!(
            "A player may pass if {}.",
            sentence::condition(game.rules, &condition)
        ),
    };
    let question = Question::new("pass", told).key("turn.pass");
    vec![if game.rules.turn.pass == Condition::Always {
        question.offer("turn.pass", quoted("never"))
    } else {
        question
            .offer("turn.pass", quoted("always"))
            .offer("turn.pass", quoted("no-move"))
    }]
}

/// Whether captures are compulsory.
pub(super) fn obligation(game: &Game<'_>) -> Vec<Question> {
    if !game.rules.forced.is_empty() {
        return Vec::new();
    }
    let told = "Nobody has to capture.";
    vec![
        Question::new("must-capture", told)
            .offer("forced.capture", quoted("capture"))
            .only_with_offers(),
    ]
}

/// Who moves first, where the start position does not say it.
pub(super) fn first(game: &Game<'_>) -> Vec<Question> {
    let says = game
        .text("setup.fen")
        .is_some_and(|fen| fen.split_whitespace().count() > 1);
    if says || game.says("setup.white") {
        return Vec::new();
    }
    let start = &game.rules.start;
    let Some((board, rest)) = start.split_once(" w ") else {
        return Vec::new();
    };
    let mut question = Question::new("first-move", "White moves first.");
    if !game.says("setup.array") {
        question = question.offer("setup.fen", quoted(&format!("{board} b {rest}")));
    }
    vec![question.advice("write the start position as `setup.fen`, with `b` behind the board")]
}

/// What follows a move, and when the king has to be safe.
pub(super) fn parts(game: &Game<'_>) -> Vec<Question> {
    if game.rules.turn.then.is_none() || !game.has_royals() {
        return Vec::new();
    }
    let (told, other) = if game.rules.turn.each_part {
        ("after the move and again after the whole turn", "turn")
    } else {
        ("after the whole turn; after the move alone it may", "part")
    };
    let told = format!("No royal man may be under attack {told}.");
    vec![
        Question::new("parts-of-turn", told)
            .key("turn.check")
            .offer("turn.check", quoted(other))
            .only_with_offers(),
    ]
}
