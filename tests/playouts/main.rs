//! Five games of every shipped game, played to their end from seeds, and their results recounted.
//!
//! The player prefers captures, and among a few moves one that ends the game, so that games end. Each move of the fast path is
//! one that the general path finds too. The result is then worked out a second time, by [`referee`], from what the games leave behind.
#![allow(clippy::unwrap_used)] // a helper of tests that fails is a test that fails

mod board;
mod referee;

use ferz::board::Side;
use ferz::movegen::general;
use ferz::position::{Move, MoveKind};
use ferz::{Game, Library, Position, Variant};
use insta::assert_snapshot;
use referee::Referee;
use std::sync::atomic::{AtomicUsize, Ordering};

const SEEDS: [u64; 5] = [1, 2, 3, 4, 5];
/// No game may be longer. No file's rules set a limit like this; the longest of these games has half as many.
const MOST_PLIES: usize = 2_000;
/// So many moves are looked at for one that ends the game: fewer where there are many, since each look asks for all of them.
const LOOKS: usize = 3;
const MANY: usize = 60;

/// A number with all its bits in use.
fn mixed(seed: u64) -> u64 {
    seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1
}

/// Xorshift numbers: the same for the same seed on every machine.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(mixed(seed))
    }

    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % count
    }
}

/// Whether a move takes a man, or makes the mover another one.
fn is_progress(position: &Position, mv: Move) -> bool {
    let takes = match mv.kind {
        MoveKind::Normal => position.man(mv.to).is_some(),
        MoveKind::EnPassant { .. } => true,
        MoveKind::Legs { .. } => position.deed(mv).is_some_and(|d| !d.taken.is_empty()),
        _ => false,
    };
    takes || mv.promotion.is_some() && !matches!(mv.kind, MoveKind::Drop | MoveKind::Stay)
}

/// The move that the player makes.
fn choose(game: &Game, moves: &[Move], dice: &mut Dice) -> Move {
    let position = game.position();
    let mut any = moves[dice.below(moves.len())];
    let looks = if moves.len() > MANY { 1 } else { LOOKS };
    for _ in 0..looks {
        let mv = moves[dice.below(moves.len())];
        let mut after = position.clone();
        after.play(mv).unwrap();
        if after.outcome().is_some() {
            return mv;
        }
        if is_progress(position, mv) {
            any = mv;
        }
    }
    any
}

/// Plays a game to its end, from some start position where they are drawn by lot.
fn play(variant: &Variant, seed: u64) -> Result<Game, String> {
    let name = &variant.rules().id;
    let mut dice = Dice::new(seed);
    let first = variant.setup(mixed(seed) % variant.setups()).unwrap();
    let mut game = Game::from_position(first);
    while game.outcome().is_none() && game.claimable().is_none() {
        let position = game.position();
        let at = || format!("{name}, seed {seed}, {}", position.fen());
        let moves = position.legal_moves();
        if variant.slow_because().is_none()
            && general::legal_moves(position.rules(), position.state()) != moves
        {
            return Err(format!("{}: the two paths differ", at()));
        }
        if moves.is_empty() {
            return Err(format!("{}: no legal move, but no result", at()));
        }
        if game.moves().len() == MOST_PLIES {
            return Err(format!("{}: the game does not end", at()));
        }
        let mv = choose(&game, &moves, &mut dice);
        let place = at();
        game.play(mv).map_err(|e| format!("{place}: {mv:?}: {e}"))?;
    }
    Ok(game)
}

/// The cell of the table for a game, or what is wrong with it.
fn judged(game: &Game, seed: u64) -> Result<String, String> {
    let (position, plies) = (game.position(), game.moves().len());
    let at = || format!("{}, seed {seed}, {}", position.rules().id, position.fen());
    let said = game.outcome().or(game.claimable());
    let said = said.as_ref().map(|o| (o.winner, o.reason.as_str()));
    let referee = Referee::new(game);
    let recounted = referee.outcome(plies);
    if recounted != said {
        let (said, recounted) = (told(said), told(recounted));
        return Err(format!("{}: {said}, recounted {recounted}", at()));
    }
    if let Some(early) = plies.checked_sub(1).and_then(|p| referee.outcome(p)) {
        return Err(format!("{}: was over before, {}", at(), told(Some(early))));
    }
    let again = position.variant().position(&position.fen());
    let again = again.map_err(|e| format!("{}: {e}", at()))?;
    if again.fen() != position.fen() {
        return Err(format!("{}: read as {}", at(), again.fen()));
    }
    Ok(format!("{} {plies}", told(said)))
}

fn told(outcome: Option<(Option<Side>, &str)>) -> String {
    match outcome {
        Some((Some(Side::White), reason)) => format!("1-0 {reason}"),
        Some((Some(Side::Black), reason)) => format!("0-1 {reason}"),
        Some((None, reason)) => format!("1/2 {reason}"),
        None => "goes on".to_owned(),
    }
}

#[test]
fn five_games_of_every_file_end_and_are_recounted() {
    let variants: Vec<Variant> = Library::new()
        .games()
        .iter()
        .map(|listing| Variant::named(&listing.id).unwrap())
        .collect();
    let games: Vec<(usize, u64)> = (0..variants.len())
        .flat_map(|variant| SEEDS.map(|seed| (variant, seed)))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut cells = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(variant, seed)) = games.get(at) else {
                return cells;
            };
            let game = play(&variants[variant], seed);
            cells.push((at, game.and_then(|game| judged(&game, seed))));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut cells: Vec<(usize, Result<String, String>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .flat_map(|t| t.join().unwrap())
            .collect()
    });
    cells.sort_by_key(|(at, _)| *at);
    let wrong: Vec<&String> = cells.iter().filter_map(|c| c.1.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let mut table = String::new();
    for (variant, cells) in variants.iter().zip(cells.chunks(SEEDS.len())) {
        let cells: Vec<&str> = cells.iter().flat_map(|c| c.1.as_deref()).collect();
        table += &format!("{}: {}\n", variant.rules().id, cells.join(", "));
    }
    assert_snapshot!(table);
}
