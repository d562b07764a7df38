//! What a typed line does.

use super::meant::{self, Meant, meant};
use super::refusal::refusal;
use super::table::{Flow, Question, Table, is_good};
use super::words::{self, Typed, Word};
use super::{Player, display, help, record};
use crate::cli::draw::paragraph;
use crate::cli::failure::Failure;
use crate::cli::moves::none_from;
use crate::cli::show::capital;
use ferz::board::Side;
use ferz::position::{Extra, Move};
use ferz::search::Score;
use ferz::{ClaimError, Ending, Game};
use std::io::{self, Write as _};
use std::path::Path;

/// Longer texts are no moves and are not repeated.
const LONGEST_MOVE: usize = 40;
const OVER: &str = "The game is over; `undo`, `new`, `load` or `quit`";

impl Table<'_> {
    /// Does what a line asks for: the answer to a question, a move with its exact text, a command, any other move.
    pub(super) fn line(&mut self, line: &str) -> Result<Flow, Failure> {
        let line = line.trim();
        let is_rest = matches!(self.question, Some(Question::Rest(_) | Question::Wall(_)));
        let is_promotion = matches!(self.question, Some(Question::Promotion(_)));
        let is_cancelled = is_promotion && line.eq_ignore_ascii_case("cancel");
        if is_cancelled || is_rest && (line.is_empty() || line.eq_ignore_ascii_case("cancel")) {
            self.question = None;
            self.say("No move is made")?;
            return Ok(Flow::On);
        }
        if line.is_empty() {
            return Ok(Flow::On);
        }
        if let Some(question) = self.question.take()
            && self.answer(&question, line)?
        {
            return Ok(Flow::On);
        }
        if let Some(mv) = meant::exact(self.game.position(), line) {
            return self.typed_move(line, Meant::Move(mv));
        }
        if let Some(typed) = words::command(line) {
            self.command(typed)
        } else {
            let meaning = meant(self.game.position(), line);
            self.typed_move(line, meaning)
        }
    }

    /// Whether a line answers a question; then it is done.
    fn answer(&mut self, question: &Question, line: &str) -> Result<bool, Failure> {
        match question {
            Question::Promotion(choices) => {
                let letter = line.trim_start_matches('=');
                let same = |choice: &&(String, Vec<Move>)| choice.0.eq_ignore_ascii_case(letter);
                match choices.iter().find(same) {
                    Some((_, moves)) => {
                        let meaning = meant::choice(self.game.position(), moves.clone());
                        self.typed_move(line, meaning)?;
                    }
                    None if self.means_something(line) => return Ok(false),
                    None => {
                        let letters: Vec<&str> = choices.iter().map(|c| c.0.as_str()).collect();
                        self.say(format!("{}, or cancel", letters.join(", ")))?;
                        self.question = Some(question.clone());
                    }
                }
            }
            Question::Rest(moves) => {
                let number = line.parse::<usize>().ok();
                let chosen = number.and_then(|n| moves.get(n.checked_sub(1)?)).copied();
                let meant = match chosen {
                    Some(mv) => vec![mv],
                    None => meant::going_on(self.game.position(), moves, line),
                };
                match meant[..] {
                    [] if number.is_none() && self.means_something(line) => return Ok(false),
                    [] => {
                        self.say(format!("1 to {}, or cancel", moves.len()))?;
                        self.question = Some(question.clone());
                    }
                    [mv] => self.make(mv, false)?,
                    _ => self.ask_rest(meant)?,
                }
            }
            Question::Wall(moves) => match meant::with_wall(self.game.position(), moves, line) {
                Some(Ok(mv)) => self.make(mv, false)?,
                Some(Err(text)) => {
                    self.refuse(&text)?;
                    self.question = Some(question.clone());
                }
                None if self.means_something(line) => return Ok(false),
                None => {
                    self.say("The square of the wall, or cancel")?;
                    self.question = Some(question.clone());
                }
            },
            Question::Draw(side) => match line.to_lowercase().as_str() {
                "y" | "yes" => drop(self.game.agree_draw()),
                "n" | "no" => self.say(format!("{side} plays on"))?,
                _ => {
                    self.say(format!("{side} does not answer the offer"))?;
                    return Ok(false);
                }
            },
        }
        Ok(true)
    }

    /// Whether a line is a command or names moves.
    fn means_something(&self, line: &str) -> bool {
        words::command(line).is_some() || meant(self.game.position(), line) != Meant::Nothing
    }

    fn typed_move(&mut self, line: &str, meaning: Meant) -> Result<Flow, Failure> {
        let is_move = !matches!(meaning, Meant::Nothing);
        if is_move && self.game.outcome().is_some() {
            self.say(OVER)?;
            return Ok(Flow::On);
        }
        match meaning {
            Meant::Move(mv) => {
                self.paused = false;
                self.make(mv, false)?;
            }
            Meant::Promotion(choices) => {
                let letters: Vec<&str> = choices.iter().map(|c| c.0.as_str()).collect();
                self.say(format!("It becomes: {}?", letters.join(" ")))?;
                self.question = Some(Question::Promotion(choices));
            }
            Meant::Rest(moves) => self.ask_rest(moves)?,
            Meant::Wall(moves) => self.ask_wall(moves)?,
            Meant::Several(moves) => {
                let texts = display::list(self.game.position(), &moves);
                self.say(format!("That can mean {}", texts.join(" ")))?;
            }
            Meant::Nothing => self.refuse(line)?,
        }
        Ok(Flow::On)
    }

    /// Asks which of some moves is meant, and says what each of them does.
    fn ask_rest(&mut self, moves: Vec<Move>) -> Result<(), Failure> {
        self.say("Which move? Type its number, the next square, or the rest; `cancel` makes none")?;
        let position = self.game.position();
        let texts = meant::sans(position, &moves);
        let lines = moves.iter().zip(texts).enumerate().map(|(n, (&mv, text))| {
            let what = position.what_happens(mv);
            format!("{:>3} {text}: {what}", n + 1)
        });
        for line in lines.collect::<Vec<_>>() {
            writeln!(self.session.out, "{line}")?;
        }
        self.question = Some(Question::Rest(moves));
        Ok(())
    }

    /// Asks where the wall goes with a move.
    fn ask_wall(&mut self, moves: Vec<Move>) -> Result<(), Failure> {
        let shape = self.game.position().rules().shape;
        let walls = moves.iter().filter_map(|mv| match mv.extra {
            Extra::Wall(square) => Some(shape.name(square).to_string()),
            _ => None,
        });
        let walls: Vec<String> = walls.collect();
        self.say("Where does the wall go? Type its square; `cancel` makes no move")?;
        let text = paragraph(&walls.join(" "), 2, self.input.width());
        self.session.out.write_all(text.as_bytes())?;
        self.question = Some(Question::Wall(moves));
        Ok(())
    }

    fn refuse(&mut self, line: &str) -> Result<(), Failure> {
        let first = line.split_whitespace().next().unwrap_or(line);
        let is_text = line.chars().count() <= LONGEST_MOVE && !line.chars().any(char::is_control);
        if !is_text {
            self.say("That is no move and no command; `help` lists the commands")
        } else if let Some(word) = words::similar(first) {
            self.say(format!("{first} is no command; did you mean `{word}`?"))
        } else {
            let text = refusal(self.game.position(), line);
            self.say(text)
        }
    }

    fn command(&mut self, typed: Typed<'_>) -> Result<Flow, Failure> {
        let takes = matches!(
            typed.word,
            Word::Moves | Word::Help | Word::Save | Word::Load
        );
        if !takes && !typed.rest.is_empty() {
            self.say("Nothing may follow this command")?;
            return Ok(Flow::On);
        }
        match typed.word {
            Word::Board => self.show_board()?,
            Word::Moves => self.moves(typed.rest)?,
            Word::Hint | Word::Eval => return self.opinion(typed.word),
            Word::Go => return self.go(),
            Word::Undo => self.undo()?,
            Word::Redo => self.redo()?,
            Word::Flip => {
                self.flipped = !self.flipped;
                self.show_board()?;
            }
            Word::Fen => {
                let fen = self.game.position().fen();
                writeln!(self.session.out, "{fen}")?;
            }
            Word::Help => self.help(typed.rest)?,
            Word::Save => self.save(typed)?,
            Word::Load => self.load(typed)?,
            Word::New => self.start_again(typed.force)?,
            Word::Claim => self.claim()?,
            Word::Draw => return self.offer_draw(),
            Word::Resign => self.resign()?,
            Word::Quit => {
                if !typed.force && self.input.is_terminal() && !self.keep()? {
                    self.say("`quit!` ends the session without saving")?;
                    return Ok(Flow::On);
                }
                return Ok(Flow::End);
            }
        }
        Ok(Flow::On)
    }

    fn help(&mut self, what: &str) -> Result<(), Failure> {
        let width = self.input.width();
        let text = if what.is_empty() {
            help::commands(self.game.position(), width)
        } else {
            let rules = self.game.position().rules();
            help::about(rules, what, self.session.ascii, width)
        };
        self.session.out.write_all(text.as_bytes())?;
        Ok(())
    }

    fn moves(&mut self, from: &str) -> Result<(), Failure> {
        if self.game.outcome().is_some() {
            return self.say(OVER);
        }
        let shape = self.game.position().rules().shape;
        let mut moves = self.game.position().legal_moves();
        let mut place = String::new();
        let mut none = "No legal moves".to_owned();
        if !from.is_empty() {
            let from = from.trim().to_ascii_lowercase();
            let Some(square) = shape.parse(&from) else {
                let last = shape
                    .squares()
                    .next_back()
                    .map(|s| shape.name(s).to_string());
                let last = last.unwrap_or_default();
                return self.say(format!("That is no square; the squares are a1 to {last}"));
            };
            let position = self.game.position();
            moves.retain(|&mv| position.move_squares(mv).first() == Some(&square));
            place = format!(" from {from}");
            none = capital(&none_from(self.game.position(), square));
        }
        match moves.len() {
            0 => self.say(none),
            1 => self.say(format!("1 legal move{place}:")),
            count => self.say(format!("{count} legal moves{place}:")),
        }?;
        self.say_moves(&moves)
    }

    /// `hint` and `eval`.
    fn opinion(&mut self, word: Word) -> Result<Flow, Failure> {
        if self.game.outcome().is_some() {
            self.say(OVER)?;
            return Ok(Flow::On);
        }
        let side = self.game.position().side();
        let Some(thought) = self.think()? else {
            return Ok(Flow::Interrupted);
        };
        let Some(best) = thought.best else {
            self.say("There is no legal move")?;
            return Ok(Flow::On);
        };
        let score = display::score(thought.score, side);
        if word == Word::Hint {
            let best = display::line(self.game.position(), &[best]);
            self.say(format!("{best}: {score}"))?;
        } else {
            let glance = display::score(self.glance(), side);
            self.say(format!("at a glance: {glance}"))?;
            let half_moves = match thought.depth {
                1 => "1 half-move".to_owned(),
                depth => format!("{depth} half-moves"),
            };
            self.say(format!("after {half_moves}: {score}"))?;
            let line = display::line(self.game.position(), &thought.line);
            self.say(format!("expected: {line}"))?;
        }
        Ok(Flow::On)
    }

    fn go(&mut self) -> Result<Flow, Failure> {
        if self.game.outcome().is_some() {
            self.say(OVER)?;
            return Ok(Flow::On);
        }
        self.paused = false;
        self.program_moves()
    }

    /// Takes back to where a person was to move.
    fn undo(&mut self) -> Result<(), Failure> {
        let by_rule = matches!(self.game.ending(), None | Some(Ending::Rule));
        if !by_rule {
            // Making the last move again withdraws the result.
            if self.game.undo().is_some() {
                self.game.redo();
            } else {
                self.game = Game::from_position(self.game.first_position().clone());
            }
            self.board_due = true;
            return self.say("The result is taken back");
        }
        let made = self.game.moves().len();
        let side_at = |index| self.game.position_after(index).map(ferz::Position::side);
        let stops = |index: &usize| {
            self.is_without_people() || side_at(*index).is_some_and(|side| self.is_human(side))
        };
        let Some(target) = (0..made).rev().find(stops) else {
            return self.say("There is no move of yours to take back");
        };
        while self.game.moves().len() > target && self.game.undo().is_some() {}
        self.paused = self.is_without_people();
        self.board_due = true;
        match made - target {
            1 => self.say("1 move is taken back"),
            count => self.say(format!("{count} moves are taken back")),
        }
    }

    fn redo(&mut self) -> Result<(), Failure> {
        let before = self.game.moves().len();
        while self.game.redo().is_some() {
            if self.is_without_people() || self.to_move() == Player::Human {
                break;
            }
        }
        let moves = self.game.moves().to_vec();
        if moves.len() == before {
            return self.say("There is nothing to make again");
        }
        self.board_due = true;
        for (index, &mv) in moves.iter().enumerate().skip(before) {
            let text = display::numbered(&self.game, index, mv);
            self.say(text)?;
        }
        Ok(())
    }

    fn save(&mut self, typed: Typed<'_>) -> Result<(), Failure> {
        let text = self.text();
        let path = Path::new(typed.rest);
        let result = if typed.rest.is_empty() {
            let begin = record::file_name(&self.game.position().rules().id);
            record::save_numbered(&begin, &text)
        } else if typed.force {
            record::overwrite(path, &text).map(|()| path.to_owned())
        } else {
            record::save(path, &text).map(|()| path.to_owned())
        };
        match result {
            Ok(path) => {
                self.mark_saved();
                self.say_saved(&path)
            }
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && !typed.force => {
                self.say(format!(
                    "{0} is there already and was left alone; `save! {0}` overwrites it",
                    typed.rest
                ))
            }
            Err(e) => self.say(format!("The game cannot be saved: {e}")),
        }
    }

    fn load(&mut self, typed: Typed<'_>) -> Result<(), Failure> {
        if typed.rest.is_empty() {
            return self.say("Name a file: load FILE");
        }
        let loaded = match record::load(Path::new(typed.rest), self.game.position().variant()) {
            Ok(loaded) => loaded,
            Err(why) => return self.say(why),
        };
        if !typed.force && !self.keep()? {
            return self.say("`load!` gives the game on the table up");
        }
        self.replace(loaded.game);
        self.loaded = Some(loaded.record);
        self.mark_saved();
        let moves = self.game.moves().len();
        let half_moves = if moves == 1 {
            "half-move"
        } else {
            "half-moves"
        };
        self.say(format!("{}: {moves} {half_moves}", typed.rest))?;
        if loaded.games > 1 {
            self.say(format!(
                "The file has {} games; this is the first",
                loaded.games
            ))?;
        }
        Ok(())
    }

    fn start_again(&mut self, force: bool) -> Result<(), Failure> {
        if !force && !self.keep()? {
            return self.say("`new!` gives the game on the table up");
        }
        let first = self.game.first_position().clone();
        self.replace(Game::from_position(first));
        self.say("A new game")
    }

    fn claim(&mut self) -> Result<(), Failure> {
        match self.game.claim() {
            Ok(_) => Ok(()),
            Err(ClaimError::Over) => self.say(OVER),
            Err(error) => self.say(format!("Nothing to claim: {error}")),
        }
    }

    /// The person who speaks: the one to move, or the only one.
    fn speaker(&self) -> Side {
        let side = self.game.position().side();
        if self.is_human(side) || self.is_without_people() {
            side
        } else {
            side.other()
        }
    }

    fn resign(&mut self) -> Result<(), Failure> {
        match self.game.resign(self.speaker()) {
            Ok(_) => Ok(()),
            Err(_) => self.say(OVER),
        }
    }

    /// The program agrees if it does not think that it is better; another person is asked.
    fn offer_draw(&mut self) -> Result<Flow, Failure> {
        if self.game.outcome().is_some() {
            self.say(OVER)?;
            return Ok(Flow::On);
        }
        let other = self.speaker().other();
        let agrees = match self.players[other] {
            Player::Human => {
                self.say(format!("{other}, do you agree to a draw? yes or no"))?;
                self.question = Some(Question::Draw(other));
                return Ok(Flow::On);
            }
            Player::Random => true,
            Player::Computer => {
                let Some(thought) = self.think()? else {
                    return Ok(Flow::Interrupted);
                };
                if other == self.game.position().side() {
                    !is_good(thought.score)
                } else {
                    !matches!(thought.score, Score::Even(..0) | Score::Loses(_))
                }
            }
        };
        if agrees {
            self.say(format!("{other} agrees"))?;
            // The game is not over, as has been seen.
            let _ = self.game.agree_draw();
        } else {
            self.say(format!("{other} plays on"))?;
        }
        Ok(Flow::On)
    }
}
