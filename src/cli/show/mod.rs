//! `ferz show`: a game as a person reads it.

mod engine;
mod laws;
mod piece;
mod unsaid;

pub(crate) use ferz::rules::sentence::capital;
pub(crate) use piece::piece;

use super::args::{self, Format};
use super::draw::{self, paragraph};
use super::failure::{Failure, Status};
use super::session::Session;
use ferz::Position;
use ferz::board::Side;
use ferz::rules::told::Told;
use ferz::rules::{Army, Rules, sentence};
use std::io::Write;
use std::time::Instant;

/// Lines of text are broken here.
const WIDTH: usize = 100;

const EXAMPLES: &str = "\
Examples:
  ferz show kingsmen
  ferz show ./my-game.toml --ascii
  ferz show kjempe-chess --merged > whole.toml
  ferz show kjempe-chess --engine
  ferz show my-game.toml --unsaid";

/// Show a game: its board, its pieces and all its rules in words
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Name, alias or path of the game, or `-`
    game: String,

    /// Show the start position with this number, where the game draws them by lot
    #[arg(long, value_name = "N", conflicts_with_all = ["merged", "list"], value_parser = args::whole::<u64>)]
    setup: Option<u64>,

    /// A start position drawn by lot, the same for the same number; its own number is told
    #[arg(long, value_name = "N", conflicts_with_all = ["setup", "merged", "list"], value_parser = args::whole::<u64>)]
    seed: Option<u64>,

    /// The armies of White and Black instead of those that the file chooses, as in `knights/rooks`
    #[arg(long, value_name = "WHITE/BLACK")]
    armies: Option<String>,

    /// Print the rule file with everything that it inherits, as one file
    #[arg(long)]
    merged: bool,

    /// Tell how the program finds the moves: which path each piece takes and why, the size of the tables, the time to
    /// load
    #[arg(long, conflicts_with = "merged", group = "list")]
    engine: bool,

    /// Tell every rule that the file takes by default or from its base without saying it, with the lines that would say
    /// otherwise
    #[arg(long, conflicts_with = "merged", group = "list")]
    unsaid: bool,

    /// How to write what `--engine` or `--unsaid` tells
    #[arg(long, value_enum, default_value_t = Format::Text, requires = "list")]
    format: Format,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    let start = Instant::now();
    session.choose(args.armies.as_deref())?;
    let (loaded, variant) = session.open(&args.game)?;
    if args.engine {
        return engine::run(&variant, start.elapsed(), args.format, session);
    }
    if args.unsaid {
        let unsaid = ferz::unsaid::unsaid(&session.library, &loaded).ok_or(Failure::Shown)?;
        return unsaid::run(variant.rules(), &unsaid, args.format, session);
    }
    let text = if args.merged {
        loaded
            .merged()
            .ok_or_else(|| Failure::Internal("a file without errors was not merged".to_owned()))?
    } else {
        let start = match session.draw(&variant, args.setup, args.seed)? {
            Some(number) => Session::setup(&variant, number)?,
            None => variant.start(),
        };
        page(&start, session.ascii)
    };
    session.out.write_all(text.as_bytes())?;
    Ok(Status::Fine)
}

fn page(start: &Position, ascii: bool) -> String {
    let rules = start.rules();
    let mut text = heading(rules);
    text += "\n";
    text += &draw::board(rules.shape, ascii, |square| {
        draw::content(rules, start.state(), square)
    });
    text += &draw::aside(rules, start.state());
    text += &format!("\nStart: {}\n", start.fen());
    text += &armies(rules);
    text += &lots(start);
    text += &rights(rules);
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

/// Who may castle at the start, and of whom it is remembered whether they have moved. Rights that nobody has need no
/// remark.
fn rights(rules: &Rules) -> String {
    let unmoved = if rules.unmoved.is_empty() {
        String::new()
    } else {
        let men = sentence::kinds(rules, rules.unmoved);
        paragraph(
            &format!(
                "It is remembered of {men} who has not moved yet; a FEN names the files of those men with the castling \
                 rights."
            ),
            0,
            WIDTH,
        )
    };
    let rights = rules.start.split(' ').nth(2);
    let rights = match rights {
        None | Some("-") => String::new(),
        _ if says_nothing_of(rules, "setup.rights") => {
            "Castling rights: of all that stand where castling starts (default)\n".to_owned()
        }
        Some(rights) if rules.rights_given => format!("Castling rights: {rights}\n"),
        Some(_) => String::new(),
    };
    rights + &unmoved
}

/// The armies that there are, and whose they are here.
fn armies(rules: &Rules) -> String {
    let line = |army: &Army| {
        let players = Side::ALL
            .into_iter()
            .filter(|&side| rules.army(side) == Some(army));
        let players: Vec<String> = players.map(|side| side.to_string()).collect();
        let whose = if players.is_empty() {
            String::new()
        } else {
            format!(", here {}'s", players.join("'s and "))
        };
        let men = sentence::kinds(rules, army.kinds);
        paragraph(
            &format!("Army {} ({}){whose}: {men}", army.id, army.title),
            0,
            WIDTH,
        )
    };
    let lines: String = rules.armies.iter().map(line).collect();
    if lines.is_empty() {
        return lines;
    }
    lines + "Other armies are chosen by --armies WHITE/BLACK.\n"
}

/// How many start positions there are, if they are drawn by lot, and how.
fn lots(start: &Position) -> String {
    let rules = start.rules();
    let Some(shuffle) = &rules.shuffle else {
        return String::new();
    };
    let told = format!(
        "Drawn by lot: {} start positions, numbered from 0 (--setup N). {}",
        start.variant().setups(),
        Told::new(rules).for_page().shuffle(shuffle)
    );
    paragraph(&told, 0, WIDTH)
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
    let ring = if rules.shape.wraps() {
        "; the first file stands beside the last, as on a cylinder"
    } else {
        ""
    };
    let holes = match rules.holes.len() {
        0 => String::new(),
        _ => format!(", without {}", sentence::squares(rules.shape, rules.holes)),
    };
    let size = match by_default {
        [false, false] => format!("{}", rules.shape),
        [true, true] => format!("{} (default)", rules.shape),
        [true, false] => format!("{files} files (default), {ranks} ranks"),
        [false, true] => format!("{files} files, {ranks} ranks (default)"),
    };
    size + &holes + ring
}

/// Whether no file says a key.
fn says_nothing_of(rules: &Rules, key: &str) -> bool {
    rules.defaults.iter().any(|d| d == key)
}
