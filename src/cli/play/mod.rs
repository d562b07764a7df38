//! `ferz play`: a game in the terminal, line by line.
//!
//! `table` holds the game and the players, `words` knows the commands, `commands` does them, `meant` finds the move that
//! a text means, `input` reads lines from a terminal or a pipe, `think` lets the program think, `display` draws,
//! `record` keeps games in files, `forms` and `help` say what can be typed. Nothing here knows a rule.

mod commands;
pub(super) mod dice;
mod display;
mod forms;
mod help;
mod input;
mod meant;
mod record;
mod refusal;
mod table;
mod think;
mod words;

use super::failure::{Failure, Status};
use super::session::Session;
use clap::ValueEnum;
use ferz::Game;
use ferz::board::BySide;
use ferz::search::Limits;
use input::Input;
use std::path::PathBuf;
use std::time::Duration;
use table::Table;

/// How long the program thinks about a move if nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

const EXAMPLES: &str = "\
Examples:
  ferz play kingsmen                                 you against the program
  ferz play kingsmen --white computer --time 5       the program begins and thinks for five seconds
  ferz play my-game.toml --two                       two people
  ferz play chess --load chess-autosave.pgn          go on with a saved game
  echo 'save game.pgn' | ferz play chess --white computer --black computer --nodes 2000

Type a move (`e4`, `Nf3`, `e2e4`, `O-O`) or a command; `help` lists the commands. The end of the input ends the \
session, Ctrl-C saves the game first.";

/// Play a game against the program or another person
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Name, alias or path of the game
    game: String,

    /// Who plays White; if left out, a person, or the program where Black is a person's
    #[arg(long, value_enum, value_name = "WHO")]
    white: Option<Player>,

    /// Who plays Black; if left out, the program, or a person where White is not
    #[arg(long, value_enum, value_name = "WHO")]
    black: Option<Player>,

    /// Two people play: `--white human --black human`
    #[arg(long, conflicts_with_all = ["white", "black"])]
    two: bool,

    /// How long the program thinks about a move; 1 second if nothing is said
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// How many positions the program looks at for a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Vary the program's play, and draw the start position where the game draws it by lot; with `--nodes` alone the same number gives the same moves
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// The first position; the start position if left out
    #[arg(long)]
    fen: Option<String>,

    /// The start position with this number, where the game draws them by lot
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "load"], value_parser = crate::cli::args::whole::<u64>)]
    setup: Option<u64>,

    /// The armies of White and Black instead of those that the file chooses, as in `knights/rooks`
    #[arg(long, value_name = "WHITE/BLACK")]
    armies: Option<String>,

    /// King and partners may stand anywhere on their rank; castling is the king taking its partner
    #[arg(long)]
    chess960: bool,

    /// Go on with the first game of a PGN file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "chess960"])]
    load: Option<PathBuf>,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Player {
    /// A person at the keyboard
    Human,
    /// The program, as well as it can
    Computer,
    /// The program, any legal move
    Random,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    match Duration::try_from_secs_f64(number) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("not a time".to_owned()),
    }
}

impl Args {
    fn players(&self) -> BySide<Player> {
        let against = |other: Option<Player>| match other {
            None | Some(Player::Human) => Player::Computer,
            Some(_) => Player::Human,
        };
        if self.two {
            return BySide::both(Player::Human);
        }
        let white = match (self.white, self.black) {
            (None, None) => Player::Human,
            (None, black) => against(black),
            (Some(white), _) => white,
        };
        BySide {
            white,
            black: self.black.unwrap_or_else(|| against(Some(white))),
        }
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        limits.nodes = self.nodes;
        limits.time = self.time.or(self.nodes.is_none().then_some(DEFAULT_TIME));
        limits.seed = self.seed;
        limits
    }
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    if args.game == "-" {
        return Err(Failure::Usage {
            message: "standard input has the moves, so it cannot have the rule file".to_owned(),
            help: Some("save the rule file and give its path".to_owned()),
        });
    }
    session.choose(args.armies.as_deref())?;
    let variant = session.variant(&args.game)?;
    let mut loaded = None;
    let game = if let Some(path) = &args.load {
        let file = record::load(path, &variant).map_err(Failure::usage)?;
        loaded = Some(file.record);
        file.game
    } else {
        let seed = args
            .seed
            .filter(|_| args.fen.is_none() && args.setup.is_none() && variant.setups() > 1);
        let setup = session.draw(&variant, args.setup, seed)?;
        let position = session.position(&variant, args.fen.as_deref(), args.chess960, setup)?;
        Game::from_position(position)
    };
    let input = Input::new()?;
    let mut table = Table::new(session, input, game, args.players());
    table.limits = args.limits();
    table.dice = dice::Dice::new(args.seed);
    table.name.clone_from(&args.game);
    if loaded.is_some() {
        table.loaded = loaded;
        table.mark_saved();
    }
    table.run()?;
    Ok(Status::Fine)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{self, Command};

    fn players(options: &[&str]) -> (Player, Player) {
        let words = ["ferz", "play", "game"].iter().chain(options);
        let words: Vec<_> = words.map(Into::into).collect();
        let Command::Play(args) = args::parse(&words).unwrap().command else {
            unreachable!("another command")
        };
        let players = args.players();
        (players.white, players.black)
    }

    #[test]
    fn who_is_not_named_is_the_other_kind_of_player() {
        use Player::{Computer, Human, Random};
        assert_eq!(players(&[]), (Human, Computer));
        assert_eq!(players(&["--two"]), (Human, Human));
        assert_eq!(players(&["--white", "computer"]), (Computer, Human));
        assert_eq!(players(&["--white", "human"]), (Human, Computer));
        assert_eq!(players(&["--black", "human"]), (Computer, Human));
        assert_eq!(players(&["--black", "random"]), (Human, Random));
        let both = ["--white", "random", "--black", "computer"];
        assert_eq!(players(&both), (Random, Computer));
    }

    #[test]
    fn times_are_positive_numbers() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["", "0", "-1", "NaN", "inf", "1e99", "soon"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
