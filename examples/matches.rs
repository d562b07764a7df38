//! Plays whole games with the program and checks every move and result.
//!
//! ```text
//! cargo run --release --example matches -- self [--games N] [--nodes N] [--seed N] [GAME…]      the program against itself
//! cargo run --release --example matches -- random [--games N] [--time MS] [--seed N] [GAME…]    against a player who moves at random
//! ```
//!
//! Each GAME, a name or a path, or without one each shipped game is played so many times (10; against the random player 20, half
//! with each colour) with the seeds N, N + 1, … (from 1). Every move is compared with the slow general path, the result is worked out
//! again from the moves alone, and the record, written and read back, must give the same game.
#![allow(clippy::print_stdout)] // a program that reports

use ferz::{
    Game, Library, Variant,
    board::Side,
    movegen::general,
    pgn,
    search::{Limits, Score, Searcher},
};
use std::{
    error::Error,
    time::{Duration, Instant},
};

type Failure = Box<dyn Error>;

/// What is asked for.
struct Asked {
    games: Option<u64>,
    nodes: u64,
    milliseconds: u64,
    seed: u64,
    names: Vec<String>,
}

impl Asked {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut asked = Self {
            games: None,
            nodes: 3_000,
            milliseconds: 100,
            seed: 1,
            names: Vec::new(),
        };
        while let Some(argument) = arguments.next() {
            let mut number = || -> Result<u64, Failure> {
                let value = arguments.next();
                Ok(value
                    .ok_or_else(|| format!("{argument} needs a number"))?
                    .parse()?)
            };
            match argument.as_str() {
                "--games" => asked.games = Some(number()?),
                "--nodes" => asked.nodes = number()?,
                "--time" => asked.milliseconds = number()?,
                "--seed" => asked.seed = number()?,
                option if option.starts_with('-') => {
                    return Err(format!("no option {option}").into());
                }
                _ => asked.names.push(argument),
            }
        }
        if asked.names.is_empty() {
            asked.names = Library::new().games().into_iter().map(|g| g.id).collect();
        }
        Ok(asked)
    }

    fn seeds(&self, games: u64) -> std::ops::RangeInclusive<u64> {
        self.seed
            ..=self
                .seed
                .saturating_add(self.games.unwrap_or(games).max(1) - 1)
    }
}

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let play = match arguments.next().as_deref() {
        Some("self") => self_play,
        Some("random") => against_random,
        _ => return Err("say `self` or `random`".into()),
    };
    let asked = Asked::read(arguments)?;
    asked.names.iter().try_for_each(|name| {
        let variant = Variant::try_from(Library::new().load(name)?)?;
        play(&variant, &asked)
    })
}

/// The program against itself.
fn self_play(variant: &Variant, asked: &Asked) -> Result<(), Failure> {
    let (seeds, nodes) = (asked.seeds(10), asked.nodes);
    let (mut results, mut plies) = ([0; 3], 0);
    let mut reasons: Vec<String> = Vec::new();
    for seed in seeds.clone() {
        let mut searcher = Searcher::new(variant);
        let mut game = start(variant, seed)?;
        while game.outcome().is_none() && game.claimable().is_none() {
            let thought = searcher.think(&game, &Limits::nodes(nodes).seed(seed), |_| ());
            play_checked(
                &mut game,
                thought.best.ok_or("no move, but no result either")?,
            )?;
        }
        let outcome = game.outcome().or(game.claimable()).ok_or("no result")?;
        check_record(&game)?;
        plies += game.moves().len();
        results[match outcome.winner {
            Some(Side::White) => 0,
            None => 1,
            Some(Side::Black) => 2,
        }] += 1;
        reasons.push(outcome.reason);
    }
    reasons.sort();
    let [white, drawn, black] = results;
    println!(
        "{:<22} games from seeds {seeds:?}, {nodes} nodes a move: {white} won by White, {drawn} drawn, {black} won by Black, \
         {plies} moves checked ({})",
        variant.rules().id,
        reasons.join(", ")
    );
    Ok(())
}

/// The program against a player who moves at random.
fn against_random(variant: &Variant, asked: &Asked) -> Result<(), Failure> {
    let (seeds, milliseconds) = (asked.seeds(20), asked.milliseconds);
    let time = Duration::from_millis(milliseconds);
    let (mut won, mut slowest) = (0, Duration::ZERO);
    for seed in seeds.clone() {
        let program = if seed % 2 == 1 {
            Side::White
        } else {
            Side::Black
        };
        let mut searcher = Searcher::new(variant);
        let mut game = start(variant, seed)?;
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        while game.outcome().is_none() && game.claimable().is_none() {
            let mv = if game.position().side() == program {
                let start = Instant::now();
                let thought = searcher.think(&game, &Limits::time(time), |_| ());
                slowest = slowest.max(start.elapsed());
                debug_assert!(thought.score != Score::Loses(0));
                thought.best.ok_or("no move, but no result either")?
            } else {
                let moves = game.position().legal_moves();
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                moves[(random >> 33) as usize % moves.len()]
            };
            play_checked(&mut game, mv)?;
        }
        let winner = game.outcome().or(game.claimable()).and_then(|o| o.winner);
        won += u64::from(winner == Some(program));
        if winner != Some(program) {
            println!("not won, seed {seed}: {}", game.position().fen());
        }
    }
    println!(
        "{:<22} {won} won from seeds {seeds:?} at {milliseconds} ms a move; the slowest move took {} ms",
        variant.rules().id,
        slowest.as_millis()
    );
    Ok(())
}

/// A game from the start, or from one of the start positions where they are drawn by lot.
fn start(variant: &Variant, seed: u64) -> Result<Game, Failure> {
    let first = variant.setup(seed % variant.setups());
    Ok(Game::from_position(first.ok_or("no start position")?))
}

/// Makes a move if the general path finds it too.
fn play_checked(game: &mut Game, mv: ferz::position::Move) -> Result<(), Failure> {
    let position = game.position();
    if !general::legal_moves(position.rules(), position.state()).contains(&mv) {
        return Err(format!("{mv:?} is not legal in {}", position.fen()).into());
    }
    Ok(game.play(mv)?)
}

/// Plays the moves again and reads the written record back: both must give the same game and result.
fn check_record(game: &Game) -> Result<(), Failure> {
    let mut again = Game::from_position(game.first_position().clone());
    game.moves().iter().try_for_each(|&mv| again.play(mv))?;
    if again.outcome() != game.outcome() || again.position() != game.position() {
        return Err("the moves alone give another result".into());
    }
    let record = pgn::Record::from_game(game).to_string();
    let records = pgn::read(&record)?;
    let read = records
        .first()
        .ok_or("the record is empty")?
        .game(game.position().variant())?;
    if read.moves() != game.moves() || read.outcome() != game.outcome() {
        return Err(format!("the record gives another game:\n{record}").into());
    }
    Ok(())
}
