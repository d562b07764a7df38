//! One piece of work of ferz, for tools that count instructions: `work perft GAME DEPTH [FEN]`, `work load GAME`,
//! `work read GAME`, `work nothing`. A perft prints its nodes.

use ferz::Variant;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["perft", game, depth, ref fen @ ..] => {
            let game = load(game)?;
            let position = match fen {
                [] => game.start(),
                [fen, ..] => game.position(fen)?,
            };
            position.prepare();
            println!("{}", position.perft(depth.parse()?));
        }
        ["read", game] => drop(load(game)?.start()),
        ["load", game] => load(game)?.start().prepare(),
        ["nothing"] => {}
        _ => {
            return Err(
                "usage: work perft GAME DEPTH [FEN] | load GAME | read GAME | nothing".into(),
            );
        }
    }
    Ok(())
}

/// A game by name or file.
fn load(game: &str) -> Result<Variant, Box<dyn Error>> {
    Ok(if game.ends_with(".toml") {
        Variant::from_path(game)?
    } else {
        Variant::named(game)?
    })
}
