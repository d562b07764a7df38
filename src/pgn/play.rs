//! Records and games: playing a record by the rules, and writing a game down.

use super::error::{PgnError, PgnProblem};
use super::read::MAX_DEPTH;
use super::record::{Line, Note, Record, Score, Step};
use super::write::Turn;
use crate::board::Side;
use crate::game::{AGREEMENT, Ending, Game, RESIGNATION};
use crate::position::{Move, MoveKind, MoveNotation};
use crate::rules::Rules;
use crate::variant::{Outcome, Position, Variant};

/// The tags that every record has, with the value for what is not known.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];
/// The tag of a position in which castling is the king taking its partner.
const CHESS960: &str = "Chess960";
const TERMINATION: &str = "Termination";
/// How the tag `Termination` tells of a claim.
const CLAIM: &str = "claim of ";

impl Record {
    /// Plays the record by the rules of a game, variations too, and gives the game with its result.
    ///
    /// A result that no rule gives is taken over, with the tag `Termination` as its reason.
    ///
    /// ```
    /// let chess = ferz::Variant::named("chess")?;
    /// let records = ferz::pgn::read("1. e4 e5\n2. Ke3 *")?;
    /// let error = records[0].game(&chess).unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, column 4: move 2. Ke3 is not legal: "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the record is of another game, its first position or a move, also one of a variation, is not of the game, or
    /// the rules give another result.
    pub fn game(&self, variant: &Variant) -> Result<Game, PgnError> {
        let rules = variant.rules();
        let problem = |problem| PgnError::new(None, problem);
        if let Some(found) = self.variant().filter(|name| !is_named(rules, name)) {
            return Err(problem(PgnProblem::OtherGame {
                found: found.to_owned(),
                wanted: rules.id.clone(),
            }));
        }
        let first = self.first_position(variant)?;
        let mut game = Game::from_position(first);
        for mv in line(game.first_position(), &self.moves, 0)? {
            // The moves have been found among the legal ones.
            let _ = game.play(mv);
        }
        self.end(&mut game).map_err(problem)?;
        Ok(game)
    }

    fn first_position(&self, variant: &Variant) -> Result<Position, PgnError> {
        let chess960 = self.tag(CHESS960).is_some_and(|value| value == "1");
        let fen = self.tag("FEN").unwrap_or(&variant.rules().start);
        let position = if chess960 {
            variant.position_chess960(fen)
        } else {
            variant.position(fen)
        };
        position.map_err(|error| {
            let problem = PgnProblem::Fen {
                fen: fen.to_owned(),
                reason: error.to_string(),
            };
            PgnError::new(None, problem)
        })
    }

    /// Brings the result of the record into the game.
    fn end(&self, game: &mut Game) -> Result<(), PgnProblem> {
        let wanted = match self.result {
            Score::Open => return Ok(()),
            Score::White => Some(Side::White),
            Score::Black => Some(Side::Black),
            Score::Draw => None,
        };
        let differs = |outcome: &Outcome| PgnProblem::Result {
            found: self.result.to_string(),
            wanted: outcome.score().to_owned(),
            reason: outcome.reason.clone(),
        };
        if let Some(outcome) = game.outcome() {
            return if outcome.winner == wanted {
                Ok(())
            } else {
                Err(differs(&outcome))
            };
        }
        let reason = self.tag(TERMINATION).unwrap_or("unknown");
        if let Some(end) = reason.strip_prefix(CLAIM) {
            let claimed = game.claimable().filter(|outcome| outcome.reason == end);
            let claimed = claimed.ok_or_else(|| PgnProblem::Claim {
                found: end.to_owned(),
            })?;
            if claimed.winner != wanted {
                return Err(differs(&claimed));
            }
            let _ = game.claim();
            return Ok(());
        }
        // The game is not over, so a result can be declared.
        let _ = match (reason, wanted) {
            (RESIGNATION, Some(winner)) => game.resign(winner.other()),
            (AGREEMENT, None) => game.agree_draw(),
            _ => game.declare(Outcome {
                winner: wanted,
                reason: reason.to_owned(),
            }),
        };
        Ok(())
    }

    /// Writes a game down in standard algebraic notation.
    ///
    /// The tags are those that every record has, unknown ones with `?`; `Variant` with the game's name; `SetUp` and
    /// `FEN` if the game does not begin at the start; `Termination` with the reason if it is over.
    pub fn from_game(game: &Game) -> Self {
        let mut record = Self::new();
        let first = game.first_position();
        let rules = first.rules();
        let outcome = game.outcome();
        record.result = match &outcome {
            None => Score::Open,
            Some(outcome) => match outcome.winner {
                Some(Side::White) => Score::White,
                Some(Side::Black) => Score::Black,
                None => Score::Draw,
            },
        };
        for (name, value) in ROSTER {
            record.set_tag(name, value);
        }
        record.set_tag("Result", record.result.text());
        record.set_tag("Variant", &rules.id);
        if first.chess960() {
            record.set_tag(CHESS960, "1");
        }
        let begins = (first.side(), first.state().number) == (Side::White, 1);
        if !begins || first.chess960() || *first != first.variant().start() {
            record.set_tag("SetUp", "1");
            record.set_tag("FEN", &first.fen());
        }
        if let (Some(outcome), Some(ending)) = (&outcome, game.ending()) {
            let reason = match ending {
                Ending::Claim => format!("{CLAIM}{}", outcome.reason),
                _ => outcome.reason.clone(),
            };
            record.set_tag(TERMINATION, &reason);
        }
        for (index, &mv) in game.moves().iter().enumerate() {
            if let Some(position) = game.position_after(index) {
                let mut text = position.move_text(mv, MoveNotation::San);
                if mv.kind == MoveKind::Pass {
                    // Other programs know a move that is none by this sign.
                    text = text.replacen("pass", "--", 1);
                }
                record.moves.steps.push(Step::new(text));
            }
        }
        record
    }
}

/// The tags that the game itself decides.
const OF_THE_GAME: [&str; 6] = ["Result", "Variant", CHESS960, "SetUp", "FEN", TERMINATION];

impl Record {
    /// Writes a game down that was read from a record and may have gone on since. What the record says besides is kept: its
    /// other tags, and comments, annotations and variations of the moves that both have. Where the game has left
    /// the moves of the record, the rest of these becomes a variation.
    ///
    /// ```
    /// use ferz::pgn::{self, Record};
    /// let chess = ferz::Variant::named("chess")?;
    /// let old = &pgn::read("[Event \"Park\"]\n\n1. e4 {best} e5 $1 2. Nf3 *")?[0];
    /// let mut game = old.game(&chess)?;
    /// game.undo();
    /// game.play(game.position().parse_move("f4")?)?;
    /// let new = Record::from_game_with(&game, old);
    /// assert_eq!(new.tag("Event"), Some("Park"));
    /// assert!(new.to_string().ends_with("1. e4 {best} 1... e5 $1 2. f4 (2. Nf3) *\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_game_with(game: &Game, old: &Self) -> Self {
        let mut record = Self::from_game(game);
        let mut kept = Self::new();
        let others = old.tags().filter(|(name, _)| !OF_THE_GAME.contains(name));
        others.for_each(|(name, value)| kept.set_tag(name, value));
        // What the old record has, in its order, then the tags of the game.
        for (name, value) in &record.tags {
            if OF_THE_GAME.contains(&name.as_str()) || kept.tag(name).is_none() {
                kept.set_tag(name, value);
            }
        }
        record.tags = kept.tags;
        record.moves.comments.clone_from(&old.moves.comments);
        for (index, (step, before)) in record
            .moves
            .steps
            .iter_mut()
            .zip(&old.moves.steps)
            .enumerate()
        {
            let position = game.position_after(index);
            let was = position.and_then(|position| position.parse_move(&before.text).ok());
            if was != game.moves().get(index).copied() {
                let rest = old.moves.steps[index..].to_vec();
                step.notes.push(Note::Variation(Line {
                    comments: Vec::new(),
                    steps: rest,
                }));
                break;
            }
            step.notes.clone_from(&before.notes);
        }
        record
    }
}

/// Whether a tag `Variant` means these rules.
fn is_named(rules: &Rules, name: &str) -> bool {
    let others = rules.protocol.iter().map(|(_, name)| name);
    let own = rules.aliases.iter().chain([&rules.id, &rules.title]);
    let mut names = own.chain(others);
    names.any(|own| own.to_lowercase() == name.to_lowercase())
}

/// The moves of a line; those of its variations are only tried.
fn line(first: &Position, moves: &Line, depth: usize) -> Result<Vec<Move>, PgnError> {
    let mut position = first.clone();
    let mut found = Vec::new();
    for step in &moves.steps {
        let error = |problem| PgnError::new(step.spot, problem);
        if depth > MAX_DEPTH {
            return Err(error(PgnProblem::TooDeep));
        }
        let mv = position.parse_move(&step.text).map_err(|_| {
            error(PgnProblem::Illegal {
                number: Turn::of(position.state().number, position.side()).to_string(),
                text: step.text.clone(),
                reason: position.why(&step.text).to_string(),
            })
        })?;
        for note in &step.notes {
            if let Note::Variation(variation) = note {
                line(&position, variation, depth + 1)?;
            }
        }
        // What a text names is legal.
        let _ = position.play(mv);
        found.push(mv);
    }
    Ok(found)
}
