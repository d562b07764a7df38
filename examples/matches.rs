//! Plays whole games with the program and checks every move and result.
//!
//! ```text
//! cargo run --release --example matches -- self [GAMES] [NODES]    the program against itself
//! cargo run --release --example matches -- random [GAMES] [MS]     against a player who moves at random
//! ```
//!
//! Each shipped game is played GAMES times (10; against the random player 20, half with each colour) with the seeds 1, 2,
//! …. Every move is compared with the slow general path, the result is worked out again from the moves alone, and
//! the record, written and read back, must give the same game.
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

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| arguments.get(i).map_or(Ok(default), |a| a.parse());
    let variants: Result<Vec<Variant>, _> = Library::new()
        .games()
        .iter()
        .map(|g| Variant::named(&g.id))
        .collect();
    match arguments.first().map(String::as_str) {
        Some("self") => variants?
            .iter()
            .try_for_each(|v| self_play(v, number(1, 10)?, number(2, 3_000)?)),
        Some("random") => variants?
            .iter()
            .try_for_each(|v| against_random(v, number(1, 20)?, number(2, 100)?)),
        _ => Err("say `self` or `random`".into()),
    }
}

/// The program against itself.
fn self_play(variant: &Variant, games: u64, nodes: u64) -> Result<(), Failure> {
    let (mut results, mut plies) = ([0; 3], 0);
    let mut reasons: Vec<String> = Vec::new();
    for seed in 1..=games {
        let mut searcher = Searcher::new(variant);
        let mut game = Game::new(variant);
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
        "{:<22} {games} games from seeds 1 to {games}, {nodes} nodes a move: {white} won by White, {drawn} drawn, {black} won by Black, \
         {plies} moves checked ({})",
        variant.rules().id,
        reasons.join(", ")
    );
    Ok(())
}

/// The program against a player who moves at random.
fn against_random(variant: &Variant, games: u64, milliseconds: u64) -> Result<(), Failure> {
    let time = Duration::from_millis(milliseconds);
    let (mut won, mut slowest) = (0, Duration::ZERO);
    for seed in 1..=games {
        let program = if seed % 2 == 1 {
            Side::White
        } else {
            Side::Black
        };
        let mut searcher = Searcher::new(variant);
        let mut game = Game::new(variant);
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
        "{:<22} {won} of {games} won from seeds 1 to {games} at {milliseconds} ms a move; the slowest move took {} ms",
        variant.rules().id,
        slowest.as_millis()
    );
    Ok(())
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
