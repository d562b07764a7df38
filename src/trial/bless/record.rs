//! The value of a key as the game says it.

use crate::document::string;
use crate::game::Game;
use crate::position::{Move, MoveNotation};
use crate::reason::Why;
use crate::rules::TestCase;
use crate::trial::{answers, moves, position};
use std::collections::BTreeMap;

/// So deep is counted where no counts stand yet.
const DEPTH: usize = 3;
/// No further than to so many sequences.
const MOST: u64 = 1_000_000;

/// What the game says, as TOML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// A value.
    Value(String),
    /// The texts of moves, squares and the like, which may need several lines.
    Words(Vec<String>),
    /// The lines of a table: keys with their texts.
    Lines(Vec<(String, String)>),
}

/// What the game says to a key of a test.
///
/// # Errors
/// Why it cannot be recorded.
pub(super) fn answer(game: &Game, test: &TestCase, key: &str) -> Result<Answer, String> {
    let position = game.position();
    let shape = position.rules().shape;
    let text = |text: &str| Ok(Answer::Value(string(text)));
    match key {
        "legal" => Ok(Answer::Words(moves::legal_texts(position, test))),
        "check" if test.checkers.is_some() && position.in_check() => {
            text(&answers::names(shape, &position.checkers()))
        }
        "check" => Ok(Answer::Value(position.in_check().to_string())),
        "hands" if !position.rules().uses_hands() => {
            Err("nobody has a hand in this game".to_owned())
        }
        "hands" => text(&answers::hands(position)),
        "becomes" => text(&position.fen()),
        "ends" => match game.outcome().or_else(|| game.claimable()) {
            Some(outcome) => text(&answers::result(&outcome)),
            None => Ok(Answer::Value("false".to_owned())),
        },
        "perft" => {
            let (depth, most) = match test.perft.len() {
                0 => (DEPTH, MOST),
                depth => (depth, u64::MAX),
            };
            let counts = position::recorded_counts(position, depth, most);
            if counts.len() < test.perft.len() {
                return Err(format!(
                    "{} moves deep there are too many to be counted in a test; make the list shorter",
                    counts.len() + 1
                ));
            }
            let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
            Ok(Answer::Value(format!("[{}]", counts.join(", "))))
        }
        _ => lines(game, test, key).map(Answer::Lines),
    }
}

/// The lines of a table.
fn lines(game: &Game, test: &TestCase, key: &str) -> Result<Vec<(String, String)>, String> {
    let position = game.position();
    let shape = position.rules().shape;
    let which = |example: &str| {
        Err(format!(
            "say which are meant: `{key} = {{ {example} = \"\" }}`"
        ))
    };
    let squares = |name: &String| shape.parse(name);
    match key {
        "attacks" | "attackers" => {
            let asked = if key == "attacks" {
                &test.attacks
            } else {
                &test.attackers
            };
            if asked.is_empty() {
                return which("e4");
            }
            let is_empty = |name: &&String| {
                key == "attacks" && squares(name).is_some_and(|s| position.man(s).is_none())
            };
            if let Some(name) = asked.iter().map(|(name, _)| name).find(is_empty) {
                return Err(format!("nobody stands on {name}"));
            }
            let names = asked.iter().map(|(name, _)| name);
            let answers = names.filter_map(|name| {
                let square = squares(name)?;
                let got = if key == "attacks" {
                    position.attacks(square)
                } else {
                    position.attackers(square)
                };
                Some((name.clone(), answers::names(shape, &got)))
            });
            Ok(answers.collect())
        }
        "counters" => {
            let counters = position.rules().counters.iter();
            let asked = counters.filter(|counter| {
                test.counters.is_empty() || test.counters.iter().any(|(id, _)| *id == counter.id)
            });
            let counts =
                asked.filter_map(|c| Some((c.id.clone(), answers::count(position, &c.id)?)));
            let counts: Vec<_> = counts.collect();
            if counts.is_empty() {
                return Err("the game has no counters".to_owned());
            }
            Ok(counts)
        }
        "forbids" => {
            let reasons = test
                .reasons
                .iter()
                .map(|(text, _)| match position.why(text) {
                    Why::Illegal(refusal) => Ok((text.clone(), refusal.code().to_owned())),
                    Why::Legal(_) => Err(format!("{text} is legal: there is no reason to record")),
                });
            let reasons: Vec<_> = reasons.collect::<Result<_, _>>()?;
            if reasons.is_empty() {
                return Err("only reasons are recorded, not which moves are meant".to_owned());
            }
            Ok(reasons)
        }
        "san" => {
            let scores: BTreeMap<Move, String> =
                position.move_texts(MoveNotation::San).into_iter().collect();
            of_moves(game, &test.san, |mv| scores.get(&mv).cloned())
        }
        "effects" => {
            let with_squares = test.effects.is_empty()
                || test
                    .effects
                    .iter()
                    .any(|(_, e)| e.iter().any(|e| !e.squares.is_empty()));
            let recorded = of_moves(game, &test.effects, |mv| {
                let done = position.effects(mv);
                let is_wanted = !test.effects.is_empty() || !done.is_empty();
                is_wanted.then(|| answers::effects(position, &done, with_squares))
            })?;
            if recorded.is_empty() {
                return Err("no legal move has an effect there".to_owned());
            }
            Ok(recorded)
        }
        "after" if test.after.is_empty() => which("e2e4"),
        "after" => of_moves(game, &test.after, |mv| {
            let mut after = position.clone();
            // The move is legal.
            let _ = after.play(mv);
            Some(after.fen())
        }),
        _ => Err("which moves are meant is for you to say; `legal` can be recorded".to_owned()),
    }
}

/// What is to be recorded of moves: of those that the test names, or of all legal ones.
fn of_moves<T>(
    game: &Game,
    asked: &[(String, T)],
    ask: impl Fn(Move) -> Option<String>,
) -> Result<Vec<(String, String)>, String> {
    let position = game.position();
    if asked.is_empty() {
        let mut legal = position.move_texts(MoveNotation::Long);
        legal.sort_by(|a, b| a.1.cmp(&b.1));
        let lines = legal
            .into_iter()
            .filter_map(|(mv, text)| Some((text, ask(mv)?)));
        return Ok(lines.collect());
    }
    let legal = moves::by_text(position);
    let mut lines = Vec::new();
    for (text, _) in asked {
        let found = legal.get(text).copied().ok_or(());
        let mv = found.or_else(|()| position.parse_move(text));
        let mv = mv.map_err(|_| format!("{text} is not legal: {}", position.why(text)))?;
        lines.extend(ask(mv).map(|value| (text.clone(), value)));
    }
    Ok(lines)
}
