//! The table: a game, its players, and the session's turns.

use super::dice::Dice;
use super::input::{Input, Read, Typeable};
use super::think::{self, think};
use super::{Player, display, record};
use crate::cli::draw::paragraph;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use ferz::Game;
use ferz::board::{BySide, Side};
use ferz::pgn::Record;
use ferz::position::{Move, MoveNotation};
use ferz::search::{Limits, Score, Searcher, Thought};
use std::fmt::Display;
use std::io::Write as _;
use std::path::Path;

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    On,
    /// The session ends; the game may be given up or has been saved.
    End,
    /// Ctrl-C was pressed.
    Interrupted,
}

/// What the next line may answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// What does the man become?
    Promotion(Vec<(String, Vec<Move>)>),
    /// Which of these moves, which begin alike?
    Rest(Vec<Move>),
    /// Where does the wall go with these moves, which are the same but for that?
    Wall(Vec<Move>),
    /// Does this side agree to a draw?
    Draw(Side),
}

/// A session of playing.
#[allow(clippy::struct_excessive_bools)] // independent facts about the terminal and the game
pub(super) struct Table<'a> {
    pub(super) session: &'a mut Session,
    pub(super) input: Input,
    pub(super) game: Game,
    pub(super) players: BySide<Player>,
    /// How the user names the game, for hints how to go on with it.
    pub(super) name: String,
    pub(super) limits: Limits,
    pub(super) dice: Dice,
    pub(super) flipped: bool,
    /// Whether the program waits for `go`: after taking back where no person plays.
    pub(super) paused: bool,
    pub(super) question: Option<Question>,
    searcher: Option<Searcher>,
    /// The record that the game was loaded from.
    pub(super) loaded: Option<Record>,
    /// The game as it is in a file.
    saved: Option<String>,
    /// Whether the board has to be shown before the next line on a terminal.
    pub(super) board_due: bool,
    /// Whether the end of the game has been told.
    told: bool,
}

impl<'a> Table<'a> {
    /// A table where no move of the session has been made.
    pub(super) fn new(
        session: &'a mut Session,
        input: Input,
        game: Game,
        players: BySide<Player>,
    ) -> Self {
        Self {
            session,
            input,
            game,
            players,
            name: String::new(),
            limits: Limits::default(),
            dice: Dice::new(None),
            flipped: players.white != Player::Human && players.black == Player::Human,
            paused: false,
            question: None,
            searcher: None,
            loaded: None,
            saved: None,
            board_due: true,
            told: false,
        }
    }

    /// Plays until the session ends.
    pub(super) fn run(&mut self) -> Result<(), Failure> {
        loop {
            self.tell_end()?;
            let flow = if self.is_program_to_move() {
                self.program_moves()?
            } else {
                match self.read()? {
                    Read::Line(line) => self.line(&line)?,
                    Read::Interrupted => Flow::Interrupted,
                    Read::End if self.input.is_terminal() => {
                        self.keep()?;
                        Flow::End
                    }
                    Read::End => Flow::End,
                }
            };
            match flow {
                Flow::On => {}
                Flow::End => return Ok(()),
                Flow::Interrupted => {
                    self.keep()?;
                    return Ok(());
                }
            }
        }
    }

    fn read(&mut self) -> Result<Read, Failure> {
        if self.input.is_terminal() && self.board_due {
            self.show_board()?;
        }
        self.session.out.flush()?;
        let position = self.game.position();
        let prompt = match &self.question {
            Some(_) => "? ".to_owned(),
            None if self.game.outcome().is_some() => "over> ".to_owned(),
            None => format!("{} {}> ", display::number(position), position.side()),
        };
        let typeable = || {
            let texts = |notation| {
                let moves = position.move_texts(notation).into_iter();
                moves.map(|(_, text)| text).collect()
            };
            let shape = position.rules().shape;
            Typeable {
                san: texts(MoveNotation::San),
                long: texts(MoveNotation::Long),
                squares: shape.squares().map(|s| shape.name(s).to_string()).collect(),
                pieces: position
                    .rules()
                    .kinds()
                    .map(|(_, kind)| kind.title.clone())
                    .collect(),
            }
        };
        Ok(self.input.read(&prompt, typeable))
    }

    /// Shows the board with the marks of the last move and of checks.
    pub(super) fn show_board(&mut self) -> Result<(), Failure> {
        let board = display::board(&self.game, self.flipped, self.session.ascii);
        self.session.out.write_all(board.as_bytes())?;
        self.board_due = false;
        Ok(())
    }

    /// Says something, broken at the window's width.
    pub(super) fn say(&mut self, text: impl Display) -> Result<(), Failure> {
        let text = paragraph(&text.to_string(), 0, self.input.width());
        self.session.out.write_all(text.as_bytes())?;
        Ok(())
    }

    /// Tells once that the game is over and how.
    fn tell_end(&mut self) -> Result<(), Failure> {
        let result = display::result(&self.game);
        if let (Some(result), false) = (&result, self.told) {
            if self.input.is_terminal() && self.board_due {
                self.show_board()?;
            }
            self.say(result)?;
        }
        self.told = result.is_some();
        Ok(())
    }

    /// Who is to move.
    pub(super) fn to_move(&self) -> Player {
        self.players[self.game.position().side()]
    }

    /// Whether a side is played by a person.
    pub(super) fn is_human(&self, side: Side) -> bool {
        self.players[side] == Player::Human
    }

    /// Whether no person plays.
    pub(super) fn is_without_people(&self) -> bool {
        !Side::ALL.iter().any(|&side| self.is_human(side))
    }

    fn is_program_to_move(&self) -> bool {
        !self.paused && self.to_move() != Player::Human && self.game.outcome().is_none()
    }

    /// Makes a legal move and tells it.
    pub(super) fn make(&mut self, mv: Move, by_program: bool) -> Result<(), Failure> {
        let index = self.game.moves().len();
        let text = display::numbered(&self.game, index, mv);
        if self.game.play(mv).is_err() {
            return Err(Failure::Internal(format!("{text} was thought to be legal")));
        }
        self.board_due = true;
        self.question = None;
        let program = if by_program { " (program)" } else { "" };
        self.say(format!("{text}{program}"))?;
        if let Some(outcome) = self.game.claimable() {
            self.say(display::offer(&outcome))?;
        }
        Ok(())
    }

    /// Lets the program make the move to come, or claim what it may.
    pub(super) fn program_moves(&mut self) -> Result<Flow, Failure> {
        if self.input.is_interrupted() {
            return Ok(Flow::Interrupted);
        }
        let side = self.game.position().side();
        let is_random = self.to_move() == Player::Random;
        let (best, is_worse) = if is_random {
            let moves = self.game.position().legal_moves();
            (self.dice.choose(&moves), true)
        } else {
            match self.think()? {
                Some(thought) => (thought.best, !is_good(thought.score)),
                None => return Ok(Flow::Interrupted),
            }
        };
        let claim = self
            .game
            .claimable()
            .is_some_and(|outcome| match outcome.winner {
                Some(winner) => winner == side,
                None => is_worse,
            });
        if claim && self.game.claim().is_ok() {
            self.say(format!("{side} claims what the rules offer"))?;
            return Ok(Flow::On);
        }
        if let Some(mv) = best {
            self.make(mv, true)?;
        } else {
            self.paused = true;
            self.say(format!(
                "{side} has no legal move, and no rule of this game says what that means"
            ))?;
        }
        Ok(Flow::On)
    }

    /// What the program thinks of the position; `None` if Ctrl-C was pressed.
    pub(super) fn think(&mut self) -> Result<Option<Thought>, Failure> {
        self.session.out.flush()?;
        let searcher = self.searcher();
        let err = &mut self.session.err;
        match think(searcher, &self.game, &self.limits, &self.input, err)? {
            think::Outcome::Found(found) => {
                let (thought, searcher) = *found;
                self.searcher = Some(searcher);
                Ok(Some(thought))
            }
            think::Outcome::Interrupted => Ok(None),
        }
    }

    /// The worth of the position for White, in hundredths of a pawn, at a glance.
    pub(super) fn glance(&mut self) -> Score {
        let searcher = self.searcher();
        let worth = searcher.evaluate(&self.game);
        self.searcher = Some(searcher);
        Score::Even(worth)
    }

    fn searcher(&mut self) -> Searcher {
        self.searcher
            .take()
            .unwrap_or_else(|| Searcher::new(self.game.position().variant()))
    }

    /// Puts another game on the table.
    pub(super) fn replace(&mut self, game: Game) {
        self.game = game;
        self.loaded = None;
        self.saved = None;
        self.question = None;
        self.paused = false;
        self.told = false;
        self.board_due = true;
    }

    /// Remembers that the game is in a file as it stands.
    pub(super) fn mark_saved(&mut self) {
        self.saved = Some(self.text());
    }

    /// The game as PGN.
    pub(super) fn text(&self) -> String {
        record::text(&self.game, self.players, self.loaded.as_ref())
    }

    /// Saves the game in a new file if it has moves that are in none yet; says whether the game is safe.
    pub(super) fn keep(&mut self) -> Result<bool, Failure> {
        if self.game.moves().is_empty() || self.saved.as_ref() == Some(&self.text()) {
            return Ok(true);
        }
        let begin = record::file_name(&self.game.position().rules().id) + "-autosave";
        match record::save_numbered(&begin, &self.text()) {
            Ok(path) => {
                self.mark_saved();
                self.say_saved(&path)?;
                let load = format!("`ferz play {} --load {}`", self.name, path.display());
                self.say(format!("go on with it: {load}"))?;
                Ok(true)
            }
            Err(error) => {
                self.say(format!("The game cannot be saved here: {error}"))?;
                // What is on the screen is not lost.
                let text = self.text();
                self.session.out.write_all(text.as_bytes())?;
                Ok(false)
            }
        }
    }

    /// Says where the game is.
    pub(super) fn say_saved(&mut self, path: &Path) -> Result<(), Failure> {
        self.say(format!("saved as {}", path.display()))
    }

    /// The texts of some legal moves, wrapped.
    pub(super) fn say_moves(&mut self, moves: &[Move]) -> Result<(), Failure> {
        if moves.is_empty() {
            return Ok(());
        }
        let mut texts = display::list(self.game.position(), moves);
        texts.sort();
        let text = paragraph(&texts.join(" "), 2, self.input.width());
        self.session.out.write_all(text.as_bytes())?;
        Ok(())
    }
}

/// Whether a score is better than even for the player to move.
pub(super) fn is_good(score: Score) -> bool {
    matches!(score, Score::Even(1..) | Score::Wins(_))
}
