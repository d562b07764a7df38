//! Counts the legal moves of a game's start position: `cargo run --example count_moves -- kingsmen`.

#![allow(clippy::print_stdout)] // a program that prints

use ferz::{Library, Variant};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let game = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "chess".to_owned());
    let loaded = Library::new().load(&game)?;
    let rules = loaded
        .rules
        .ok_or("the rule file has errors; `ferz check` shows them")?;
    let start = Variant::new(rules).start();
    println!(
        "{}: {} legal moves",
        start.variant().rules().title,
        start.legal_moves().len()
    );
    for depth in 1..=3 {
        println!("{} sequences of {depth} half-moves", start.perft(depth));
    }
    Ok(())
}
