//! Prints the table of docs/speed.md: how fast each shipped game is counted, and on which path.
//!
//! `cargo run --release --example speed`; a game's name behind it prints only that game's row.

// A speed has three digits.
#![allow(clippy::cast_precision_loss)]

use cpu_time::ThreadTime;
use ferz::{Library, Variant};
use std::error::Error;
use std::io::{self, Write};

/// Counts are made deeper until one takes so many seconds, or would take longer than ten times this.
const LONG_ENOUGH: f64 = 0.2;

fn main() -> Result<(), Box<dyn Error>> {
    let only = std::env::args().nth(1);
    let mut out = io::stdout().lock();
    writeln!(out, "| game | board | moves from | depth | nodes | Mn/s |")?;
    writeln!(out, "|---|---|---|---:|---:|---:|")?;
    let games = Library::new().games();
    let ids = games.iter().map(|game| &game.id);
    for id in ids.filter(|id| only.as_ref().is_none_or(|only| only == *id)) {
        let variant = Variant::named(id)?;
        let shape = variant.rules().shape;
        let path = match variant.slow_because() {
            None => format!("tables of {} bits", variant.engine().width),
            Some(why) => format!("the rules: {why}"),
        };
        let (depth, nodes, seconds) = count(&variant)?;
        let speed = nodes as f64 / seconds / 1e6;
        let digits = if speed < 1.0 { 3 } else { 1 };
        let (files, ranks) = (shape.files(), shape.ranks());
        writeln!(
            out,
            "| {id} | {files} x {ranks} | {path} | {depth} | {nodes} | {speed:.digits$} |"
        )?;
        out.flush()?;
    }
    Ok(())
}

/// The first depth whose count takes long enough to be measured, its nodes and CPU seconds.
fn count(variant: &Variant) -> Result<(u32, u64, f64), Box<dyn Error>> {
    let start = variant.start();
    start.prepare();
    let (mut before, mut depth) = (1, 1);
    loop {
        let clock = ThreadTime::try_now()?;
        let nodes = start.perft(depth);
        let seconds = clock.try_elapsed()?.as_secs_f64().max(1e-9);
        let next = seconds * nodes as f64 / before as f64;
        if seconds >= LONG_ENOUGH || next > 10.0 * LONG_ENOUGH || nodes == 0 {
            return Ok((depth, nodes, seconds));
        }
        (before, depth) = (nodes.max(1), depth + 1);
    }
}
