//! What is typed: the options of all commands, and which command.

use super::{check, completions, diff, explain, list, man, moves, perft, play, show, test, why};
use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  ferz list                              the games there are
  ferz show kingsmen                     a game's board, pieces and rules
  ferz check my-game.toml                what is wrong with a rule file
  ferz test my-game.toml                 the tests in a rule file
  ferz moves chess --notation san        the legal moves
  ferz perft chess 4                     the number of games of four half-moves
  ferz play kingsmen                     a game against the program
  ferz diff chess my-game.toml           what differs between two games
  ferz why chess e2e5                    why a move is legal or not
  ferz explain mRcpR                     a notation string in words and as a diagram

GAME is the name of a game, one of its aliases, or the path of a rule file; `-` reads a rule file from standard input.

Exit status: 0 fine, 1 findings or a difference, 2 wrong usage or a file that cannot be opened, 3 internal error.";

/// Describe, check and play chess variants from one TOML file each.
#[derive(Debug, Parser)]
#[command(name = "ferz", version, about, after_help = EXAMPLES, max_term_width = 100, subcommand_required = true)]
pub(crate) struct Args {
    /// Look for games in this folder first (may be repeated, the first one wins)
    #[arg(
        long,
        value_name = "DIR",
        global = true,
        help_heading = "Options of all commands"
    )]
    pub(crate) variants: Vec<PathBuf>,

    /// When to colour; `auto`: on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_name = "WHEN", global = true, help_heading = "Options of all commands", value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,

    /// Draw with ASCII characters only
    #[arg(long, global = true, help_heading = "Options of all commands")]
    pub(crate) ascii: bool,

    /// Tell on standard error what the program does (-vv: more, -vvv: everything)
    #[arg(short, long, global = true, help_heading = "Options of all commands", action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    List(list::Args),
    Show(show::Args),
    Explain(Box<explain::Args>),
    Check(check::Args),
    Moves(moves::Args),
    Perft(perft::Args),
    Play(play::Args),
    Why(why::Args),
    Diff(diff::Args),
    Test(test::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

/// What a result is written as: text for people, or one JSON object for programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    #[default]
    Text,
    Json,
}

/// Reads a number that counts something.
pub(crate) fn whole<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits => Ok(number),
        _ if digits => Err("the number is too large".to_owned()),
        _ => Err("it is not a whole number such as 4".to_owned()),
    }
}

/// The definition of the command line, from which help, completions and the man page are made.
pub(crate) fn definition() -> clap::Command {
    Args::command()
}

/// Reads the arguments.
pub(crate) fn parse(args: &[OsString]) -> Result<Args, clap::Error> {
    let matches = definition()
        .color(help_color(args))
        .try_get_matches_from(args)?;
    Args::from_arg_matches(&matches)
}

/// Help and usage errors are coloured by the argument parser itself, before it has read `--color`.
fn help_color(args: &[OsString]) -> ColorChoice {
    let words: Vec<_> = args.iter().map(|a| a.to_string_lossy()).collect();
    let next = words.iter().skip_while(|w| *w != "--color").nth(1);
    let word = words
        .iter()
        .find_map(|w| w.strip_prefix("--color="))
        .or(next.map(AsRef::as_ref));
    match word {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_definition_is_consistent() {
        super::definition().debug_assert();
    }
}
