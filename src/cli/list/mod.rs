//! `ferz list`: the games there are, those that fit, in groups.

mod filter;

use super::args::Format;
use super::draw;
use super::failure::{Failure, Status};
use super::json;
use super::session::Session;
use ferz::board::Side;
use ferz::rules::{Kind, Rules};
use ferz::{Library, Listing};
use filter::Filter;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  ferz list
  ferz list janggi                         games with the word in their names or descriptions
  ferz list --group large --by board
  ferz list --piece BN                     games with a piece that moves so, or is called so
  ferz list --uses promotion.must          games whose files write this key, to learn from
  ferz list --base shatranj --format json";

/// List the games with their boards and aliases, all or those that fit
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    filter: Filter,

    /// How to group the list
    #[arg(long, value_enum, default_value_t = By::Group)]
    by: By,

    /// How to write the list
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What the games are put together by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum By {
    /// The `group` of their files
    Group,
    /// The game that they build on, last of all
    Base,
    /// The size of the board
    Board,
    /// Not at all
    None,
}

/// A game with its rules, unless its file has errors.
struct Game {
    listing: Listing,
    rules: Option<Arc<Rules>>,
    /// The games that it builds on, its own base first.
    bases: Vec<String>,
    /// The sections, keys and words of its own file.
    uses: BTreeSet<String>,
    /// What was asked for and is in it.
    found: Vec<String>,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    args.filter.check()?;
    let games = session.library.games().into_iter();
    let games = games.map(|game| read(&session.library, game));
    let games: Vec<Game> = games.filter_map(|game| args.filter.keep(game)).collect();
    match args.format {
        Format::Json => {
            let games: Vec<Value> = games.iter().map(object).collect();
            json::write(&mut session.out, json!({ "games": games }))?;
        }
        Format::Text if games.is_empty() => writeln!(session.err, "no game fits")?,
        Format::Text => {
            let text = text(&games, args.by, args.filter.finds());
            session.out.write_all(text.as_bytes())?;
        }
    }
    Ok(Status::Fine)
}

fn read(library: &Library, listing: Listing) -> Game {
    let loaded = match &listing.path {
        Some(path) => library.load_path(path).ok(),
        None => library.load(&listing.id).ok(),
    };
    Game {
        bases: loaded.as_ref().map(ferz::Loaded::bases).unwrap_or_default(),
        uses: loaded.as_ref().map(ferz::Loaded::uses).unwrap_or_default(),
        found: Vec::new(),
        rules: loaded.and_then(|loaded| loaded.rules),
        listing,
    }
}

impl Game {
    fn board(&self) -> String {
        self.rules
            .as_ref()
            .map_or("has errors".to_owned(), |rules| rules.shape.to_string())
    }

    fn group(&self) -> Option<&str> {
        self.rules.as_ref()?.group.as_deref()
    }

    /// What it is put together with others by: a number to sort by, and the heading.
    fn place(&self, by: By) -> (u32, String) {
        let base = || self.bases.last().unwrap_or(&self.listing.id).clone();
        let squares = |rules: &Arc<Rules>| rules.shape.squares().count() as u32;
        match by {
            By::Group => self
                .group()
                .map_or_else(|| (1, "no group".to_owned()), |group| (0, group.to_owned())),
            By::Base => (0, base()),
            By::Board => (self.rules.as_ref().map_or(u32::MAX, squares), self.board()),
            By::None => (0, String::new()),
        }
    }
}

/// A table under one heading for each group. `finds`: what was asked for stands in the last column.
fn text(games: &[Game], by: By, finds: bool) -> String {
    let last = if finds { "FOUND" } else { "ALIASES" };
    let heading = ["GAME", "BOARD", "TITLE", last].map(str::to_owned);
    let rows = games.iter().map(|game| {
        let last = if finds {
            &game.found
        } else {
            &game.listing.aliases
        };
        [
            game.listing.id.clone(),
            game.board(),
            game.listing.title.clone().unwrap_or_default(),
            last.join(", "),
        ]
    });
    // One table, so that the columns are the same under all headings.
    let table = draw::table(&std::iter::once(heading).chain(rows).collect::<Vec<_>>());
    let mut lines = table.lines();
    let mut text = format!("{}\n", lines.next().unwrap_or_default());
    let mut groups: BTreeMap<(u32, String), Vec<&str>> = BTreeMap::new();
    for (game, line) in games.iter().zip(lines) {
        groups.entry(game.place(by)).or_default().push(line);
    }
    for ((_, heading), lines) in groups {
        if by != By::None {
            text += &format!("\n{heading}: {}\n", lines.len());
        }
        for line in lines {
            text += &format!("{line}\n");
        }
    }
    text
}

fn object(game: &Game) -> Value {
    let rules = game.rules.as_ref();
    json!({
        "name": game.listing.id,
        "title": game.listing.title,
        "aliases": game.listing.aliases,
        "protocol": game.listing.protocol.iter().cloned().collect::<BTreeMap<_, _>>(),
        "group": game.group(),
        "bases": game.bases,
        "about": rules.and_then(|rules| rules.about.clone()),
        "author": rules.and_then(|rules| rules.author.clone()),
        "path": game.listing.path.as_ref().map(|path| path.display().to_string()),
        "files": rules.map(|rules| rules.shape.files()),
        "ranks": rules.map(|rules| rules.shape.ranks()),
        "pieces": rules.map(|rules| rules.kinds().map(|(_, kind)| piece(kind)).collect::<Vec<_>>()),
        "uses": game.uses,
        "found": game.found,
    })
}

fn piece(kind: &Kind) -> Value {
    let moves = |side: Side| -> Vec<&str> {
        let entries = kind.entries[side].iter();
        entries.map(|entry| entry.text.as_str()).collect()
    };
    json!({
        "name": kind.id,
        "title": kind.title,
        "letter": kind.letter.text(Side::White),
        "moves": { "white": moves(Side::White), "black": moves(Side::Black) },
    })
}
