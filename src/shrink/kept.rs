//! What has to stay of a difference while a test is reduced.

use super::Case;
use super::act::{Act, find};
use super::change::Change;
use super::parts;
use super::test::Expectation;
use super::value::Pair;
use crate::board::{Man, Square};
use crate::fen;
use crate::game::Game;
use crate::movegen::general;
use crate::position::{Move, MoveKind, MoveNotation, State};
use crate::reason::Why;
use crate::rules::{Condition, End};
use crate::source::Location;
use crate::variant::{self, Position};
use std::collections::BTreeSet;

/// A difference as it has to stay.
pub(super) enum Kept {
    /// A move is not legal.
    Illegal {
        text: String,
        code: &'static str,
        places: Vec<Location>,
        /// The first square that the reason names, and who stands there.
        man: Option<(Square, Option<Man>)>,
        /// The reason that the test expects, if it expects one.
        wanted: Option<String>,
    },
    /// A move is legal.
    Legal { text: String, act: Act },
    /// The player to move is in check, by one of these men.
    Check { checkers: Vec<(Square, Man)> },
    /// The game ends in another way than expected, or not.
    End {
        expected: String,
        results: [Option<variant::Outcome>; 2],
        /// Which parts of the expected end's condition hold.
        facts: Vec<bool>,
        /// All legal moves, where an end that did not come asks for them.
        ways: Option<BTreeSet<String>>,
    },
    /// Another position comes out.
    Becomes {
        moves: Vec<String>,
        acts: Vec<Act>,
        change: Box<Change>,
        wanted: Outcome,
    },
    /// A man attacks a square or does not.
    Pair(Pair),
    /// A move has other effects.
    Effects(super::value::Effects),
    /// A move is written otherwise.
    San(super::value::San),
}

/// What a test asks of the position that comes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// All of it.
    Becomes,
    /// The men in hand.
    Hands,
    /// A counter.
    Counter(String),
}

impl Kept {
    pub(super) fn of_move(case: &Case, text: &str, is_legal: bool) -> Result<Self, String> {
        let game = case.game().ok_or("its moves cannot be played")?;
        let position = game.position();
        match find(position, text) {
            Some(mv) if is_legal => Ok(Self::Legal {
                act: Act::of(position, mv),
                text: text.to_owned(),
            }),
            Some(_) => Err(format!(
                "{text} is legal, but does not start where the test asks; there is nothing to reduce"
            )),
            None => Ok(Self::illegal(position, text, None)),
        }
    }

    pub(super) fn illegal(position: &Position, text: &str, wanted: Option<String>) -> Self {
        let why = position.why(text);
        let first = why.squares().first().copied();
        Self::Illegal {
            code: why.code(),
            places: why.places(),
            man: first.map(|square| (square, position.man(square))),
            text: text.to_owned(),
            wanted,
        }
    }

    pub(super) fn check(position: &Position) -> Self {
        Self::Check {
            checkers: checkers(position),
        }
    }

    pub(super) fn end(game: &Game, expected: &str) -> Option<Self> {
        let name = expected.split_whitespace().nth(1)?;
        let mut ends = game.position().rules().ends.iter();
        let end = ends.find(|end| end.id == name)?;
        let results = [game.outcome(), game.claimable()];
        let asks_moves = end
            .condition
            .has(&|part| matches!(part, Condition::NoMove { .. } | Condition::Can(_)));
        let ways = (asks_moves && results == [None, None]).then(|| ways(game.position()));
        Some(Self::End {
            expected: expected.to_owned(),
            facts: facts(game, end),
            results,
            ways,
        })
    }

    pub(super) fn becomes(
        case: &Case,
        game: &Game,
        expected: &State,
        wanted: Outcome,
    ) -> Option<Self> {
        let acts = acts(game).filter(|acts| !acts.is_empty())?;
        let change = Change::between(expected, game.position().state());
        Some(Self::Becomes {
            moves: case.moves.clone(),
            acts,
            change: Box::new(change),
            wanted,
        })
    }

    /// What a test of a case expects, and what the file says to it; nothing if the case does not show the difference.
    pub(super) fn told(&self, case: &Case) -> Option<(Expectation, Vec<String>)> {
        let game = case.game()?;
        let position = game.position();
        match self {
            Self::Illegal {
                text,
                code,
                places,
                man,
                wanted,
            } => {
                let Why::Illegal(refusal) = position.why(text) else {
                    return None;
                };
                let first = refusal.squares.first();
                let first = first.map(|&square| (square, position.man(square)));
                let same = refusal.code() == *code && refusal.places == *places && first == *man;
                let said = format!("The file does not allow {text}: {refusal}.");
                let expects = match wanted {
                    None => Expectation::Allows(text.clone()),
                    Some(wanted) => Expectation::ForbidsFor(text.clone(), wanted.clone()),
                };
                same.then(|| (expects, vec![said]))
            }
            Self::Legal { text, act } => {
                let mv = find(position, text).filter(|&mv| Act::of(position, mv) == *act)?;
                let said = format!("The file allows {text}{}.", does(position, mv, text));
                Some((Expectation::Forbids(text.clone()), vec![said]))
            }
            Self::Check { checkers: known } => {
                let mut now = checkers(position).into_iter();
                let same = position.in_check()
                    && (known.is_empty() || now.any(|checker| known.contains(&checker)));
                let said = format!("In the file {} is in check.", position.side());
                same.then(|| (Expectation::Check(false), vec![said]))
            }
            Self::End {
                expected,
                results,
                facts: known,
                ways: allowed,
            } => {
                let name = expected.split_whitespace().nth(1)?;
                let end = position.rules().ends.iter().find(|end| end.id == name)?;
                let same = [game.outcome(), game.claimable()] == *results
                    && facts(&game, end) == *known
                    && allowed.as_ref().is_none_or(|allowed| {
                        let now = ways(position);
                        now.is_subset(allowed) && now.is_empty() == allowed.is_empty()
                    });
                let said = format!("In the file {}.", result(results));
                same.then(|| (Expectation::Ends(expected.clone()), vec![said]))
            }
            Self::Becomes {
                moves,
                acts: known,
                change,
                wanted,
            } => {
                if case.moves != *moves || acts(&game)? != *known {
                    return None;
                }
                let expected = change.expected(position.state())?;
                wanted.told(position, &expected, change)
            }
            Self::Pair(pair) => pair.told(position),
            Self::Effects(effects) => effects.told(position),
            Self::San(san) => san.told(position),
        }
    }

    /// What is said if it cannot be reduced after all.
    pub(super) fn sentence(&self) -> String {
        let what = match self {
            Self::Illegal { text, .. } | Self::Legal { text, .. } => text.as_str(),
            Self::Check { .. } => "the check",
            Self::End { expected, .. } => expected.as_str(),
            Self::Becomes { .. } => "the position after the moves",
            Self::Pair(_) => "the attack",
            Self::Effects(effects) => effects.text(),
            Self::San(san) => san.text(),
        };
        format!("{what}: the FEN of the position does not show it")
    }
}

impl Outcome {
    /// What is expected of a position instead of what came out, and what came out.
    fn told(
        &self,
        position: &Position,
        expected: &State,
        change: &Change,
    ) -> Option<(Expectation, Vec<String>)> {
        let rules = position.rules();
        let bare = |text: String| text.trim_matches(['[', ']']).to_owned();
        match self {
            Self::Becomes => {
                let expected = parts::read(position.variant(), expected)?;
                let same = Change::between(expected.state(), position.state()) == *change;
                let said = format!("In the file it becomes {}", position.fen());
                same.then(|| (Expectation::Becomes(expected.fen()), vec![said]))
            }
            Self::Hands => {
                let said = match bare(fen::hands_text(rules, position.state())) {
                    text if text.is_empty() => "In the file no man is in hand.".to_owned(),
                    text => format!("In the file the men in hand are {text}."),
                };
                let text = bare(fen::hands_text(rules, expected));
                Some((Expectation::value_of("hands", None, text), vec![said]))
            }
            Self::Counter(name) => {
                let at = rules.counters.iter().position(|c| c.id == *name)?;
                let count = |state: &State| {
                    let count = state.counters.get(at)?;
                    Some(format!("{}+{}", count.white, count.black))
                };
                let said = format!("In the file `{name}` is {}.", count(position.state())?);
                let expects = Expectation::value_of("counters", Some(name), count(expected)?);
                Some((expects, vec![said]))
            }
        }
    }
}

/// What an allowed move does, behind a colon; nothing if its text says it.
pub(super) fn does(position: &Position, mv: Move, text: &str) -> String {
    let rules = position.rules();
    match position.man(mv.from) {
        Some(man) if !text.contains('@') && mv.kind != MoveKind::Pass => {
            let kind = &rules.kind(man.kind).title;
            let from = rules.shape.name(mv.from);
            let does = position.what_happens(mv);
            format!(": the {kind} on {from} {does}")
        }
        _ => String::new(),
    }
}

/// The result in words, or that there is none.
fn result(results: &[Option<variant::Outcome>; 2]) -> String {
    match results {
        [Some(outcome), _] => format!("the game ends: {}", words(outcome)),
        [None, Some(outcome)] => format!("the game goes on unless {} is claimed", words(outcome)),
        [None, None] => "the game goes on".to_owned(),
    }
}

/// A result as a test says it.
pub(super) fn words(outcome: &variant::Outcome) -> String {
    let who = outcome
        .winner
        .map_or_else(|| "draw".to_owned(), |side| side.to_string().to_lowercase());
    format!("{who} {}", outcome.reason)
}

/// The men that give check.
fn checkers(position: &Position) -> Vec<(Square, Man)> {
    let squares = position.checkers().into_iter();
    squares
        .filter_map(|square| Some((square, position.man(square)?)))
        .collect()
}

/// What each move of a game does.
fn acts(game: &Game) -> Option<Vec<Act>> {
    let moves = game.moves().iter().enumerate();
    moves
        .map(|(at, &mv)| Some(Act::of(game.position_after(at)?, mv)))
        .collect()
}

/// The texts of all legal moves.
pub(super) fn ways(position: &Position) -> BTreeSet<String> {
    let texts = position.move_texts(MoveNotation::Long).into_iter();
    texts.map(|(_, text)| text).collect()
}

/// Which parts of an end's condition hold, for each player that it asks.
fn facts(game: &Game, end: &End) -> Vec<bool> {
    let position = game.position();
    let mut parts = Vec::new();
    leaves(&end.condition, &mut parts);
    let course = game.course();
    let players = end.players(position.side()).into_iter();
    let both = players.flat_map(|player| parts.iter().map(move |part| (player, part)));
    both.map(|(player, part)| {
        general::holds_in_end(position.rules(), position.state(), player, course, part)
    })
    .collect()
}

/// The parts of a condition that are joined by `and`, `or` and `not`.
fn leaves<'c>(condition: &'c Condition, out: &mut Vec<&'c Condition>) {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            for part in parts {
                leaves(part, out);
            }
        }
        Condition::Not(part) => leaves(part, out),
        leaf => out.push(leaf),
    }
}
