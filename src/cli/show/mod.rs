//! `ferz show`: a game as a person reads it.

mod engine;
mod laws;
mod piece;

pub(crate) use piece::piece;

use super::args::Format;
use super::draw::{self, paragraph};
use super::failure::{Failure, Status};
use super::session::Session;
use ferz::rules::Rules;
use std::io::Write;
use std::time::Instant;

/// Lines of text are broken here.
const WIDTH: usize = 100;

const EXAMPLES: &str = "\
Examples:
  ferz show kingsmen
  ferz show ./my-game.toml --ascii
  ferz show kjempe-chess --merged > whole.toml
  ferz show kjempe-chess --engine";

/// Show a game: its board, its pieces and all its rules in words
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Name, alias or path of the game, or `-`
    game: String,

    /// Print the rule file with everything that it inherits, as one file
    #[arg(long)]
    merged: bool,

    /// Tell how the program finds the moves: which path each piece takes and why, the size of the tables, the time to
    /// load
    #[arg(long, conflicts_with = "merged")]
    engine: bool,

    /// How to write what `--engine` tells
    #[arg(long, value_enum, default_value_t = Format::Text, requires = "engine")]
    format: Format,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    let start = Instant::now();
    let (loaded, variant) = session.open(&args.game)?;
    if args.engine {
        return engine::run(&variant, start.elapsed(), args.format, session);
    }
    let text = if args.merged {
        loaded
            .merged
            .ok_or_else(|| Failure::Internal("a file without errors was not merged".to_owned()))?
    } else {
        page(variant.rules(), session.ascii)
    };
    session.out.write_all(text.as_bytes())?;
    Ok(Status::Fine)
}

fn page(rules: &Rules, ascii: bool) -> String {
    let mut text = heading(rules);
    text += "\n";
    // The start position of rules without errors can be read.
    if let Ok(start) = ferz::fen::read(rules, &rules.start, ferz::fen::Options::default()) {
        text += &draw::board(rules.shape, ascii, |square| {
            draw::content(rules, &start, square)
        });
        text += &draw::aside(rules, &start);
    }
    text += &format!("\nStart: {}\n", rules.start);
    // Rights that nobody has need no remark.
    let rights = rules.start.split(' ').nth(2);
    if says_nothing_of(rules, "setup.rights") && rights.is_some_and(|r| r != "-") {
        text += "Castling rights: of all that stand where castling starts (default)\n";
    }
    for (name, fen) in &rules.others {
        text += &format!("Start {name}: {fen}\n");
    }
    text += "\nPIECES\n";
    for (_, kind) in rules.kinds() {
        text += "\n";
        text += &piece(rules, kind, ascii, WIDTH);
    }
    text + &laws::laws(rules)
}

fn heading(rules: &Rules) -> String {
    let mut text = format!(
        "{}\n{}\n",
        rules.title,
        "=".repeat(rules.title.chars().count())
    );
    let aliases = if rules.aliases.is_empty() {
        String::new()
    } else {
        format!(" (also: {})", rules.aliases.join(", "))
    };
    let author = rules.author.as_ref().map(|author| format!("by {author}\n"));
    text += &author.unwrap_or_default();
    text += &format!("Game: {}{aliases}\nBoard: {}\n", rules.id, size(rules));
    if let Some(group) = &rules.group {
        text += &format!("Group: {group}\n");
    }
    for (protocol, name) in &rules.protocol {
        text += &format!("Name for {}: {name}\n", protocol.to_uppercase());
    }
    if let Some(about) = &rules.about {
        text += &format!("\n{}", paragraph(about, 0, WIDTH));
    }
    for source in &rules.source {
        text += &format!("Source: {source}\n");
    }
    text
}

/// The board's size, with what no file says marked.
fn size(rules: &Rules) -> String {
    let (files, ranks) = (rules.shape.files(), rules.shape.ranks());
    let by_default = ["board.files", "board.ranks"].map(|key| says_nothing_of(rules, key));
    match by_default {
        [false, false] => format!("{}", rules.shape),
        [true, true] => format!("{} (default)", rules.shape),
        [true, false] => format!("{files} files (default), {ranks} ranks"),
        [false, true] => format!("{files} files, {ranks} ranks (default)"),
    }
}

/// Whether no file says a key.
fn says_nothing_of(rules: &Rules, key: &str) -> bool {
    rules.defaults.iter().any(|d| d == key)
}

/// The text with its first letter as a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
