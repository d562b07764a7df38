//! What men become.

use super::Question;
use super::game::{Game, quoted};
use crate::board::{PieceId, Side};
use crate::rules::{Condition, Promotion, sentence};

/// The men that a rule promotes.
fn promoted(rule: &Promotion) -> Vec<PieceId> {
    let mut kinds: Vec<PieceId> = Vec::new();
    for side in Side::ALL {
        for (kind, _) in &rule.choices[side] {
            if !kinds.contains(kind) {
                kinds.push(*kind);
            }
        }
    }
    kinds
}

/// The men that a rule promotes, as a subject: `a Pawn`, `a man` if they are many.
fn subject(game: &Game<'_>, rule: &Promotion) -> String {
    match promoted(rule).as_slice() {
        kinds @ ([_] | [_, _]) => game.one(kinds),
        _ => format!("a man of the rule `{}`", rule.id),
    }
}

fn comes_by_moving(rule: &Promotion) -> bool {
    rule.arrive || rule.leave || rule.within
}

/// Whether they have to promote.
pub(super) fn must(game: &Game<'_>) -> Vec<Question> {
    let rules = game.rules.promotions.iter().filter(|r| comes_by_moving(r));
    rules
        .map(|rule| {
            let key = format!("promotion.{}.must", rule.id);
            let (told, other) = match &rule.must {
                Condition::Never => ("may stay what it is".to_owned(), "true"),
                Condition::Always => ("has to".to_owned(), "false"),
                condition => (
                    format!("has to if {}", sentence::condition(game.rules, condition)),
                    "false",
                ),
            };
            let subject = sentence::capital(&subject(game, rule));
            let told = format!("{subject} that could promote {told}.");
            Question::new("must-promote", told)
                .key(key.as_str())
                .offer(key, other)
        })
        .collect()
}

/// Who chooses, and how many there may be.
pub(super) fn choices(game: &Game<'_>) -> Vec<Question> {
    let mut questions = Vec::new();
    for rule in &game.rules.promotions {
        let choices = rule.choices.white.iter().chain(&rule.choices.black);
        let Some((_, forms)) = choices.into_iter().find(|(_, forms)| forms.len() > 1) else {
            continue;
        };
        let key = format!("promotion.{}.limit", rule.id);
        let told = format!(
            "A player whose {} promotes chooses freely among {}, whatever has been taken, and may have any number of each.",
            subject(game, rule)
                .split_once(' ')
                .map_or("man", |(_, noun)| noun),
            game.titles(forms).replace(" or ", " and ")
        );
        let first = &game.rules.kind(forms[0]).id;
        questions.push(
            Question::new("promotion-choice", told)
                .key(key.as_str())
                .offer(key, format!("{{ {first} = 1 }}")),
        );
    }
    questions
}

/// By which moves they promote.
pub(super) fn occasions(game: &Game<'_>) -> Vec<Question> {
    let mut questions = Vec::new();
    for rule in &game.rules.promotions {
        let plain = rule.arrive && !rule.leave && !rule.within && !rule.stay;
        let deep = Side::ALL
            .iter()
            .any(|s| rule.zone[*s].len() > usize::from(game.rules.shape.files()));
        // In a single rank nobody stays who has to promote.
        if !plain || !deep && rule.must == Condition::Always {
            continue;
        }
        let key = format!("promotion.{}.on", rule.id);
        let told = format!(
            "{} promotes by moves that end in the zone; a move out of it promotes nobody.",
            sentence::capital(&subject(game, rule))
        );
        questions.push(
            Question::new("promotion-moves", told)
                .key(key.as_str())
                .offer(key, quoted("arrive/leave")),
        );
    }
    questions
}

/// Men that reach the end of the board and become nothing.
pub(super) fn nothing(game: &Game<'_>) -> Vec<Question> {
    let rules = game.rules;
    let promotes = |kind: PieceId| {
        let by_rule = rules
            .promotions
            .iter()
            .any(|rule| promoted(rule).contains(&kind));
        let mut entries = Side::ALL.iter().flat_map(|s| &rules.kind(kind).entries[*s]);
        by_rule || entries.any(|entry| !entry.becomes.is_empty())
    };
    let starts = |kind: PieceId| Side::ALL.iter().any(|s| game.starters(*s, kind) > 0);
    let mut questions = Vec::new();
    for (id, kind) in rules.kinds() {
        let royal = Side::ALL.iter().any(|s| kind.royal[*s]);
        if royal || promotes(id) || !starts(id) || !game.gets_stuck(id) {
            continue;
        }
        let told = format!(
            "{} never becomes anything else; at the end of the board it cannot move any more.",
            sentence::capital(&game.one(&[id]))
        );
        let mut others = rules.kinds().filter(|(other, k)| {
            *other != id && !k.royal.white && !k.royal.black && !game.gets_stuck(*other)
        });
        let mut question = Question::new("no-promotion", told);
        if let Some((_, other)) = others.next() {
            let line = format!(
                "{{ pieces = \"{}\", zone = \"last 1\", to = \"{}\" }}",
                kind.id, other.id
            );
            question = question.offer(format!("promotion.{}", kind.id), line);
        }
        questions.push(question);
    }
    questions
}
