//! The course of the game: effects, counts, the board and how it is seen.

use super::Question;
use super::game::{Game, quoted};
use crate::notation::Term;
use crate::rules::{BlackView, Condition, sentence};

/// The order of effects that one move sets off together.
pub(super) fn effects(game: &Game<'_>) -> Vec<Question> {
    let effects = &game.rules.effects;
    let shares = |at: usize| {
        let others = effects.iter().enumerate().filter(move |(n, _)| *n != at);
        let on = &effects[at].on;
        others
            .into_iter()
            .any(|(_, other)| other.on.iter().any(|o| on.contains(o)))
    };
    let names: Vec<String> = (0..effects.len())
        .filter(|at| shares(*at))
        .map(|at| format!("`{}`", effects[at].id))
        .collect();
    if names.len() < 2 {
        return Vec::new();
    }
    let told = format!(
        "Effects of one move happen in the order {}, each decided before the move, after the men have moved and promoted.",
        names.join(", ")
    );
    let advice = "write the effect that shall happen first before the others";
    vec![Question::new("order-of-effects", told).advice(advice)]
}

/// What sets the count of quiet half-moves back.
pub(super) fn progress(game: &Game<'_>) -> Vec<Question> {
    let quiet = |fact: &Condition| matches!(fact, Condition::Quiet(_));
    if !game.ends_ask(&quiet) {
        return Vec::new();
    }
    let rules = game.rules;
    let question = Question::new("progress", game.told.progress()).key("words.progress");
    // Men that cannot go back make progress with every move; otherwise those of which there are most.
    let most = |id| -> usize {
        crate::board::Side::ALL
            .iter()
            .map(|s| game.starters(*s, id))
            .sum()
    };
    let royal = |kind: &crate::rules::Kind| kind.royal.white || kind.royal.black;
    let kinds = rules.kinds().filter(|(_, kind)| !royal(kind));
    let forward = kinds.max_by_key(|(id, _)| (game.gets_stuck(*id), most(*id)));
    let mut question = question;
    if let Some((_, kind)) = forward {
        let line = format!("capture or mover is {}", kind.id);
        question = question.offer("words.progress", quoted(&line));
    }
    vec![question.offer("words.progress", quoted("capture or promotion"))]
}

/// Whether changing places with a man is a capture.
pub(super) fn swaps(game: &Game<'_>) -> Vec<Question> {
    let swaps = |term: &Term| term.all_legs().any(|leg| leg.unload);
    let kinds = game.those_that_can(&swaps);
    if kinds.is_empty() {
        return Vec::new();
    }
    let told = format!(
        "When {} changes places with a man, that is no capture: it sets off no effect of captures, fills no hand and is \
         no progress.",
        game.one(&kinds)
    );
    let quiet = |fact: &Condition| matches!(fact, Condition::Quiet(_));
    let mut question = Question::new("swap", told);
    if game.ends_ask(&quiet) && !game.says("words.progress") {
        let line = format!("capture or mover is {}", game.rules.kind(kinds[0]).id);
        question = question.offer("words.progress", quoted(&line));
    }
    vec![question]
}

/// What counters start at, and whether they start again.
pub(super) fn counters(game: &Game<'_>) -> Vec<Question> {
    let mut questions = Vec::new();
    for counter in &game.rules.counters {
        let key = |name: &str| format!("counters.{}.{name}", counter.id);
        let told = |told: &str| format!("The count of `{}` {told}.", counter.id);
        if counter.restart == Condition::Never {
            questions.push(
                Question::new("counter-restart", told("never starts again"))
                    .key(key("restart"))
                    .offer(key("restart"), quoted("capture")),
            );
        }
        if !game.says(&key("start")) {
            questions.push(
                Question::new("counter-start", told("starts at 0"))
                    .key(key("start"))
                    .offer(key("start"), "10"),
            );
        }
        if !game.says(&key("step")) && sentence::simple(&counter.condition) != Condition::Never {
            questions.push(
                Question::new("counter-step", told("changes by one"))
                    .key(key("step"))
                    .offer(key("step"), "-1"),
            );
        }
        if !game.says(&key("if")) {
            questions.push(
                Question::new(
                    "counter-moves",
                    told("changes with every move of the player"),
                )
                .key(key("if"))
                .offer(key("if"), quoted("capture")),
            );
        }
    }
    questions
}

/// How squares read for Black.
pub(super) fn view(game: &Game<'_>) -> Vec<Question> {
    let question = Question::new("black-view", game.told.view()).key("board.black");
    let others: &[&str] = match game.rules.view {
        BlackView::Mirror => &["turn", "same"],
        BlackView::Turn => &["mirror", "same"],
        BlackView::Same => &["mirror", "turn"],
    };
    let question = others
        .iter()
        .fold(question, |q, other| q.offer("board.black", quoted(other)));
    vec![question.only_with_offers()]
}

/// What holds of start positions that are drawn by lot, and of rights at the start.
pub(super) fn lots(game: &Game<'_>) -> Vec<Question> {
    let mut questions = Vec::new();
    if let Some(shuffle) = &game.rules.shuffle {
        let (told, other) = if shuffle.alike {
            ("Black's men stand opposite White's", "false")
        } else {
            ("Black's men are drawn by lot of their own", "true")
        };
        questions.push(
            Question::new("drawn-alike", format!("{told}."))
                .key("setup.alike")
                .offer("setup.alike", other),
        );
        if shuffle.condition == Condition::Always {
            let told = "All arrays that the lot can bring are played.";
            questions.push(
                Question::new("drawn-arrays", told)
                    .key("setup.if")
                    .offer("setup.if", quoted("no own all attacked")),
            );
        }
    }
    let castles = game
        .rules
        .start
        .split(' ')
        .nth(2)
        .is_some_and(|rights| rights != "-");
    if castles && !game.says("setup.fen") {
        let told = "Whoever stands at the start where castling starts has the right to castle.";
        questions.push(
            Question::new("castling-rights", told)
                .key("setup.rights")
                .offer("setup.rights", quoted("-")),
        );
    }
    questions
}

/// The board's size and edges.
pub(super) fn board(game: &Game<'_>) -> Vec<Question> {
    let shape = game.rules.shape;
    let size = format!(
        "The board has {} files and {} ranks.",
        shape.files(),
        shape.ranks()
    );
    let advice = "write `board.files` and `board.ranks`, and a start position of that size";
    let (told, other) = if shape.wraps() {
        ("The first file stands beside the last", "false")
    } else {
        ("The first and the last file are edges", "true")
    };
    vec![
        Question::new("board-size", size)
            .key("board.files")
            .key("board.ranks")
            .advice(advice),
        Question::new("board-edges", format!("{told}."))
            .key("board.wrap")
            .offer("board.wrap", other),
    ]
}
