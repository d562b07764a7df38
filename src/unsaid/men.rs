//! Men that are taken, put down, passed, and those that have not moved.

use super::Question;
use super::game::{Game, quoted};
use crate::board::{PieceId, PieceSet};
use crate::notation::{Term, When};
use crate::rules::{Captured, Condition, Verb, sentence};

/// What a promoted man is in the hand of whoever takes it.
pub(super) fn in_hand(game: &Game<'_>) -> Vec<Question> {
    let rules = game.rules;
    if rules.captured != Captured::Hand {
        return Vec::new();
    }
    let made: PieceSet = rules
        .promotions
        .iter()
        .flat_map(|rule| rule.choices.white.iter().chain(&rule.choices.black))
        .flat_map(|(_, forms)| forms.iter().copied())
        .collect();
    let mut questions = Vec::new();
    let derived: Vec<PieceId> = made
        .iter()
        .filter(|kind| rules.kind(*kind).derived_from.is_some())
        .collect();
    // A derivation is asked about once, by the first man of it.
    if let Some(first) = derived.first() {
        let kind = rules.kind(*first);
        let made_of = kind.derived_from.map(|old| rules.kind(old).id.clone());
        let name =
            made_of.and_then(|old| kind.id.strip_suffix(&format!("-{old}")).map(str::to_owned));
        if let Some(name) = name {
            let key = format!("derive.{name}.hand");
            let told = format!(
                "A promoted man that is taken turns back: {} is {} in the hand.",
                game.one(&[*first]),
                game.one(&[kind.in_hand])
            );
            if kind.in_hand != *first {
                let question = Question::new("promoted-in-hand", told).key(key.as_str());
                questions.push(question.offer(key, quoted(&name)));
            }
        }
    }
    for kind in made
        .iter()
        .filter(|kind| rules.kind(*kind).derived_from.is_none())
    {
        let found = rules.kind(kind);
        let key = format!("pieces.{}.hand", found.id);
        let was = rules
            .promotions
            .iter()
            .flat_map(|rule| rule.choices.white.iter());
        let was = was
            .filter(|(_, forms)| forms.contains(&kind))
            .map(|(old, _)| *old)
            .next();
        let told = format!(
            "{} that is taken is {} in the hand, whether it was promoted or not.",
            sentence::capital(&game.one(&[kind])),
            game.one(&[found.in_hand])
        );
        let mut question = Question::new("promoted-in-hand", told).key(key.as_str());
        if let Some(was) = was.filter(|was| *was != found.in_hand) {
            question = question.offer(key, quoted(&rules.kind(was).id));
        }
        questions.push(question);
    }
    questions
}

/// Where men are put down, and what that may lead to.
pub(super) fn drops(game: &Game<'_>) -> Vec<Question> {
    let rules = game.rules;
    let mut questions = Vec::new();
    for rule in &rules.drops {
        let key = format!("drop.{}.on", rule.id);
        let board: crate::board::SquareSet = rules.shape.squares().collect();
        if rule.zone.white != rule.zone.black || rule.zone.white != board - rules.holes {
            continue;
        }
        let choices = rule.choices.white.iter().chain(&rule.choices.black);
        let mut forms = choices.flat_map(|(_, forms)| forms);
        let stuck = rule.condition == Condition::Always && forms.any(|kind| game.gets_stuck(*kind));
        let also = if stuck {
            ", also where they could never move again"
        } else {
            ""
        };
        let told = format!(
            "Men of the drop rule `{}` are put down on any empty square{also}.",
            rule.id
        );
        let question = Question::new("drop-squares", told).key(key.as_str());
        let question = question.offer(key, quoted("first 4"));
        questions.push(if stuck {
            question.offer(format!("drop.{}.if", rule.id), quoted("not there stuck"))
        } else {
            question
        });
    }
    let asks_drops = |fact: &Condition| matches!(fact, Condition::Drop);
    if rules.drops.is_empty() || !game.has_royals() {
        return questions;
    }
    if !rules
        .forbidden
        .iter()
        .any(|law| law.condition.has(&asks_drops))
    {
        let told = "A man may be put down with check and with mate, whatever man it is.";
        questions.push(
            Question::new("drop-mate", told)
                .offer("forbid.drop-mate", quoted("drop and after enemy mate"))
                .offer("forbid.drop-check", quoted("drop and after enemy check")),
        );
    }
    questions
}

/// Whether the squares that a first long step passes matter.
pub(super) fn en_passant(game: &Game<'_>) -> Vec<Question> {
    let takes = |term: &Term| term.all_legs().any(|leg| leg.modality.en_passant);
    let leaves = |term: &Term| term.all_legs().any(|leg| leg.leaves_passed);
    let long = |term: &Term| {
        term.when == When::Unmoved
            && term.plain_leg().is_some_and(|leg| {
                let far = leg.steps.iter().any(|s| s.right == 0 && s.forward == 2);
                far && !leg.modality.capture
            })
    };
    let (takers, leavers) = (game.those_that_can(&takes), game.those_that_can(&leaves));
    if !takers.is_empty() && !leavers.is_empty() {
        let told = format!(
            "En passant: what {} passes can be taken by {}, with the next move only, and that counts as a capture like any other.",
            game.one(&leavers),
            game.one(&takers)
        );
        let keys = leavers.iter().chain(&takers);
        let mut question = Question::new("en-passant", told)
            .advice("write the moves without `e` and nobody is taken so");
        question.keys = keys
            .map(|k| format!("pieces.{}.moves", game.rules.kind(*k).id))
            .collect();
        return vec![question];
    }
    let striders = game.those_that_can(&long);
    if striders.is_empty() {
        return Vec::new();
    }
    let told = format!(
        "There is no en passant: {} that goes two squares cannot be taken on the square between.",
        game.one(&striders)
    );
    let advice = "write the long step with `n`, as in `ifmnD`, and the moves that take so with `e`, as in `cefF`";
    vec![Question::new("en-passant", told).advice(advice)]
}

/// How it is known that a man has not moved.
pub(super) fn first_moves(game: &Game<'_>) -> Vec<Question> {
    let rules = game.rules;
    let steps = |term: &Term| term.when == When::Unmoved && term.legs().is_some();
    let put_down = |kind: PieceId| {
        let mut choices = rules
            .drops
            .iter()
            .flat_map(|rule| rule.choices.white.iter());
        choices.any(|(_, forms)| forms.contains(&kind))
    };
    // A man that only goes forward never comes back to where it could start.
    let returns = |kind: &PieceId| put_down(*kind) || !game.gets_stuck(*kind);
    let kinds: Vec<PieceId> = game
        .those_that_can(&steps)
        .into_iter()
        .filter(|kind| !rules.unmoved.contains(*kind) && returns(kind))
        .collect();
    let Some(first) = kinds.first() else {
        return Vec::new();
    };
    let told = format!(
        "Whether {} has moved is told by its square: who comes to where such a man starts has a first move again.",
        game.one(&kinds)
    );
    vec![
        Question::new("first-moves", told)
            .key("setup.unmoved")
            .offer("setup.unmoved", quoted(&rules.kind(*first).id)),
    ]
}

/// Where captured men go.
pub(super) fn captured(game: &Game<'_>) -> Vec<Question> {
    let rules = game.rules;
    let takes = |term: &Term| {
        term.all_legs()
            .any(|leg| leg.modality.capture && !leg.unload)
    };
    if game.those_that_can(&takes).is_empty() {
        return Vec::new();
    }
    let mut questions = Vec::new();
    let question = if rules.captured == Captured::Gone {
        let question =
            Question::new("captured-men", "Captured men leave the game.").key("hand.captured");
        let line = ("hand.captured".to_owned(), quoted("hand"));
        if rules.drops.is_empty() {
            let drop = ("drop.any.pieces".to_owned(), quoted("all"));
            question.offers(vec![line, drop])
        } else {
            question.offers(vec![line])
        }
    } else {
        Question::new(
            "captured-men",
            "Captured men go into the hand of whoever takes them.",
        )
        .key("hand.captured")
        .offer("hand.captured", quoted("gone"))
    };
    questions.push(question);
    let removes = |verb: &Verb| matches!(verb, Verb::Remove(_) | Verb::RemoveMover);
    let mut effects = rules.effects.iter();
    if let Some(effect) = effects.find(|e| e.verbs.iter().any(removes)) {
        let told = format!(
            "Men that the effect `{}` removes are not captured: that sets off no effect, fills no hand and is no progress.",
            effect.id
        );
        questions.push(Question::new("removed-men", told));
    }
    questions
}
