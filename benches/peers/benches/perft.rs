//! Bulk-counted perft of chess beside cozy-chess, by CPU time on one thread.
//!
//! The machine's speed drifts: what counts is the ratio of the medians of interleaved runs. `--quick` takes three
//! runs of one depth less instead of five.

use cozy_chess::{Board, PieceMoves};
use cpu_time::ThreadTime;
use std::{error::Error, hint::black_box};

/// Name, FEN, depth and leaves of each position.
const POSITIONS: [(&str, &str, u32); 2] = [
    ("chess start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
];

fn main() -> Result<(), Box<dyn Error>> {
    let quick = std::env::args().any(|a| a == "--quick");
    let runs = if quick { 3 } else { 5 };
    let game = ferz::Variant::named("chess")?;
    println!("bulk perft, one thread, CPU time, medians of {runs} interleaved runs, million nodes a second");
    println!("{:<16} {:>5} {:>12} {:>8} {:>11} {:>6}", "position", "depth", "nodes", "ferz", "cozy-chess", "ratio");
    for (name, fen, depth) in POSITIONS {
        let depth = if quick { depth - 1 } else { depth };
        let position = game.position(fen)?;
        let board: Board = fen.parse().map_err(|e| format!("{e:?}"))?;
        // The first run fills tables and caches.
        let nodes = position.perft(depth);
        if nodes != cozy_perft(&board, depth) {
            return Err(format!("{name}: the counts differ").into());
        }
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..runs {
            ours.push(seconds(|| position.perft(black_box(depth)))?);
            theirs.push(seconds(|| cozy_perft(&board, black_box(depth)))?);
        }
        let speed = |times: &mut Vec<f64>| {
            times.sort_by(f64::total_cmp);
            nodes as f64 / times[times.len() / 2] / 1e6
        };
        let (ours, theirs) = (speed(&mut ours), speed(&mut theirs));
        println!("{name:<16} {depth:>5} {nodes:>12} {ours:>8.1} {theirs:>11.1} {:>6.2}", ours / theirs);
    }
    Ok(())
}

/// CPU seconds of a count.
fn seconds(count: impl FnOnce() -> u64) -> Result<f64, Box<dyn Error>> {
    let start = ThreadTime::try_now()?;
    black_box(count());
    Ok(start.try_elapsed()?.as_secs_f64())
}

/// Leaves under a position, the last ply counted from sets of moves.
fn cozy_perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves: PieceMoves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_perft(&child, depth - 1);
            }
        }
        false
    });
    nodes
}
