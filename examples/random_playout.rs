//! Plays random moves until the game ends: `cargo run --example random_playout -- kjempe-chess 7`.
//!
//! The same game and seed give the same moves.

#![allow(clippy::print_stdout)] // a program that prints

use ferz::position::MoveNotation;
use ferz::{Library, Variant};
use std::error::Error;

/// A small generator of random numbers (xorshift), good enough to choose moves with.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        // The generator stands still at 0.
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let game = args.next().unwrap_or_else(|| "chess".to_owned());
    let seed: u64 = args.next().map_or(Ok(1), |text| text.parse())?;
    println!("seed {seed}");

    let loaded = Library::new().load(&game)?;
    let rules = loaded
        .rules
        .ok_or("the rule file has errors; `ferz check` shows them")?;
    let mut position = Variant::new(rules).start();
    let mut random = Random::new(seed);
    for _ in 0..400 {
        let moves = position.legal_moves();
        if position.outcome().is_some() || moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        print!("{} ", position.move_text(mv, MoveNotation::San));
        position.play(mv)?;
    }
    println!("\n{}", position.fen());
    match position.outcome() {
        Some(outcome) => println!("{} ({})", outcome.score(), outcome.reason),
        None => println!("* (not finished)"),
    }
    Ok(())
}
