//! `ferz list`: the games there are.

use super::args::Format;
use super::draw;
use super::failure::{Failure, Status};
use super::json;
use super::session::Session;
use ferz::rules::Rules;
use ferz::{Library, Listing};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  ferz list
  ferz list --variants my-games
  ferz list --format json";

/// List the games with their boards and aliases
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// How to write the list
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A game with its rules, unless its file has errors.
struct Game {
    listing: Listing,
    rules: Option<Arc<Rules>>,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    let games: Vec<Game> = session
        .library
        .games()
        .into_iter()
        .map(|game| read(&session.library, game))
        .collect();
    match args.format {
        Format::Json => {
            let games: Vec<Value> = games.iter().map(object).collect();
            json::write(&mut session.out, json!({ "games": games }))?;
        }
        Format::Text => session.out.write_all(table(&games).as_bytes())?,
    }
    Ok(Status::Fine)
}

fn read(library: &Library, listing: Listing) -> Game {
    let loaded = match &listing.path {
        Some(path) => library.load_path(path).ok(),
        None => library.load(&listing.id).ok(),
    };
    Game {
        rules: loaded.and_then(|loaded| loaded.rules),
        listing,
    }
}

fn table(games: &[Game]) -> String {
    let heading = ["GAME", "BOARD", "TITLE", "ALIASES"].map(str::to_owned);
    let rows = games.iter().map(|game| {
        let board = game
            .rules
            .as_ref()
            .map_or("has errors".to_owned(), |rules| rules.shape.to_string());
        let title = game.listing.title.clone().unwrap_or_default();
        [
            game.listing.id.clone(),
            board,
            title,
            game.listing.aliases.join(", "),
        ]
    });
    draw::table(&std::iter::once(heading).chain(rows).collect::<Vec<_>>())
}

fn object(game: &Game) -> Value {
    json!({
        "name": game.listing.id,
        "title": game.listing.title,
        "aliases": game.listing.aliases,
        "path": game.listing.path.as_ref().map(|path| path.display().to_string()),
        "files": game.rules.as_ref().map(|rules| rules.shape.files()),
        "ranks": game.rules.as_ref().map(|rules| rules.shape.ranks()),
    })
}
