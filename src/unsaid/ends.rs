//! How the game ends.

use super::Question;
use super::game::{Game, quoted};
use crate::board::{BySide, Side};
use crate::rules::{Condition, End, Verdict};

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Loss => "loss",
        _ => "draw",
    }
}

/// Offers the results that an end does not have.
fn with_results(mut question: Question, end: &End, others: &[&str]) -> Question {
    let now = word(end.result.white);
    for other in others.iter().filter(|other| **other != now) {
        question = question.offer(format!("end.{}.result", end.id), quoted(other));
    }
    question
}

pub(super) fn stalemate(game: &Game<'_>) -> Vec<Question> {
    let Some(end) = game.end("stalemate") else {
        return Vec::new();
    };
    // Another end that asks for moves may have said all about it.
    let asks = |fact: &Condition| matches!(fact, Condition::NoMove { .. });
    let mut others = game.rules.ends.iter();
    if others.any(|e| !["mate", "stalemate"].contains(&e.id.as_str()) && e.condition.has(&asks)) {
        return Vec::new();
    }
    let told = format!("Stalemate: {}", game.told.end(end));
    let question = Question::new("stalemate", told).key("end.stalemate.result");
    vec![with_results(question, end, &["loss", "win", "draw"])]
}

pub(super) fn repetition(game: &Game<'_>) -> Vec<Question> {
    let Some(end) = game.end("repetition") else {
        return Vec::new();
    };
    let told = format!("Repetition: {}", game.told.end(end));
    let often = |n: &str| quoted(&format!("repeated {n}"));
    let rule = Question::new("repetition", told)
        .key("end.repetition.if")
        .key("end.repetition.result")
        .offer("end.repetition.if", often("4"))
        .offer("end.repetition.result", quoted("loss"))
        .offer("end.repetition", "false");
    let same = "Positions are the same if the same men stand on the same squares and the same player is to move, with \
                the same rights to castle and to take en passant.";
    vec![rule, claim(end), Question::new("same-position", same)]
}

/// Whether an end has to be claimed.
fn claim(end: &End) -> Question {
    let key = format!("end.{}.claim", end.id);
    let (told, other) = if end.claim {
        ("counts only if a player claims it", "false")
    } else {
        ("is there at once, without a claim", "true")
    };
    let told = format!("The end `{}` {told}.", end.id);
    Question::new("claim", told)
        .key(key.as_str())
        .offer(key, other)
}

/// A player who repeats by checking again and again.
pub(super) fn perpetual(game: &Game<'_>) -> Vec<Question> {
    let is = |fact: &Condition| {
        matches!(
            fact,
            Condition::PerpetualCheck { .. } | Condition::PerpetualChase { .. }
        )
    };
    let repeats = |fact: &Condition| matches!(fact, Condition::Repeated(_));
    if !game.has_royals() || game.ends_ask(&is) || !game.ends_ask(&repeats) {
        return Vec::new();
    }
    let told = "Perpetual check is a repetition like any other.";
    let line = "{ if = \"repeated 3 and perpetual-check and not enemy perpetual-check\", result = \"loss\" }";
    vec![
        Question::new("perpetual-check", told)
            .offer("end.perpetual", line)
            .only_with_offers(),
    ]
}

/// Positions in which nobody can win any more, and bared players.
pub(super) fn dead(game: &Game<'_>) -> Vec<Question> {
    let counts = |fact: &Condition| matches!(fact, Condition::Count(..) | Condition::Versus(..));
    if !game.has_royals() || game.ends_ask(&counts) {
        return Vec::new();
    }
    let told = "A position in which nobody can win any more is no end by itself, and a player who has only royal \
                pieces left plays on.";
    vec![
        Question::new("dead-position", told)
            .key("end.dead")
            .offer(
                "end.dead",
                "{ if = \"no all but royal\", result = \"draw\" }",
            )
            .offer(
                "end.bare",
                "{ if = \"no own all but royal\", result = \"loss\" }",
            )
            .only_with_offers(),
    ]
}

pub(super) fn fifty(game: &Game<'_>) -> Vec<Question> {
    let Some(end) = game.end("fifty") else {
        return Vec::new();
    };
    let told = format!("Quiet moves: {}", game.told.end(end));
    let rule = Question::new("quiet-moves", told)
        .key("end.fifty.if")
        .key("end.fifty.result")
        .offer("end.fifty.if", quoted("quiet 150"))
        .offer("end.fifty", "false");
    vec![rule, claim(end)]
}

/// When the game's own ends are asked, and which of them counts.
pub(super) fn occasions(game: &Game<'_>) -> Vec<Question> {
    let usual = ["mate", "stalemate", "repetition", "fifty"];
    let own = |end: &&End| !usual.contains(&end.id.as_str());
    let mut questions = Vec::new();
    for end in game.rules.ends.iter().filter(own) {
        let decides = Side::ALL.iter().any(|s| end.result[*s] != Verdict::Draw);
        let asks = |fact: &Condition| {
            matches!(
                fact,
                Condition::NoMove { .. } | Condition::Repeated(_) | Condition::Quiet(_)
            )
        };
        if decides && !end.reply && !end.condition.has(&asks) {
            let key = format!("end.{}.when", end.id);
            let told = format!(
                "The end `{}` is asked after every turn, so that the opponent has no move to answer it.",
                end.id
            );
            let question = Question::new("reply", told).key(key.as_str());
            questions.push(question.offer(key, quoted("reply")));
        }
        if !decides && !end.stops {
            questions.push(claim(end));
        }
    }
    let decided = game.rules.ends.iter().filter(own);
    let names: Vec<String> = decided.map(|end| format!("`{}`", end.id)).collect();
    if names.len() > 1 {
        let told = format!(
            "If several ends hold after one move, the first counts: {}, then the usual ones; each is asked of the player \
             who has moved and then of the opponent.",
            names.join(", ")
        );
        let advice = "write the end that shall count first before the others";
        questions.push(Question::new("order-of-ends", told).advice(advice));
    }
    questions
}

pub(super) fn mate(game: &Game<'_>) -> Vec<Question> {
    let Some(end) = game.end("mate").filter(|_| game.has_royals()) else {
        return Vec::new();
    };
    let told = format!("Mate: {}", game.told.end(end));
    let question = Question::new("mate", told).key("end.mate.result");
    vec![with_results(question, end, &["win", "loss"])]
}

/// What men are worth where they decide.
pub(super) fn weights(game: &Game<'_>) -> Vec<Question> {
    let mut questions = Vec::new();
    for end in &game.rules.ends {
        let Verdict::More(kinds) = end.result.white else {
            continue;
        };
        let without =
            |kind: &crate::board::PieceId| game.rules.kind(*kind).value == BySide::both(None);
        let unvalued: Vec<_> = kinds.white.iter().filter(without).collect();
        if let Some(first) = unvalued.first() {
            let told = format!(
                "At the end `{}` each {} counts as one.",
                end.id,
                game.titles(&unvalued)
            );
            let key = format!("pieces.{}.value", game.rules.kind(*first).id);
            questions.push(Question::new("value", told).offer(key, "3"));
        }
        let told = format!(
            "At the end `{}` nobody has anything besides the men.",
            end.id
        );
        let key = format!("end.{}.bonus", end.id);
        let question = Question::new("bonus", told).key(key.as_str());
        questions.push(question.offer(key, "{ white = 0, black = 0.5 }"));
    }
    questions
}
