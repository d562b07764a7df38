//! Counts of known positions: the source games, and chess.
//!
//! Each row is counted on the hot path up to a million nodes and on the general path up to twenty thousand; `ferz perft
//! --suite` counts all of them.
#![allow(clippy::unwrap_used)] // a helper of tests that fails is a test that fails

use ferz::{Variant, movegen::general};
use std::collections::BTreeMap;

/// The largest count made here, on the hot path and on the general one.
const HOT: u64 = 1_000_000;
const GENERAL: u64 = 20_000;

/// Counts the rows of a file and says how many were counted on each path.
fn count(file: &str) -> (usize, usize) {
    let text = std::fs::read_to_string(file).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let column = |wanted: &[&str]| names.iter().position(|n| wanted.contains(n)).unwrap();
    let (game, fen) = (column(&["game", "variant"]), column(&["fen"]));
    let (depth, nodes) = (column(&["depth"]), column(&["nodes"]));
    let mut games: BTreeMap<String, Variant> = BTreeMap::new();
    let (mut hot, mut slow) = (0, 0);
    for row in lines {
        let fields: Vec<&str> = row.split('\t').collect();
        let game = games
            .entry(fields[game].to_owned())
            .or_insert_with_key(|name| Variant::named(name).unwrap());
        let position = game.position(fields[fen]).unwrap();
        let (depth, nodes): (u32, u64) = (
            fields[depth].parse().unwrap(),
            fields[nodes].parse().unwrap(),
        );
        if nodes <= HOT {
            assert_eq!(game.slow_because(), None, "{row}");
            assert_eq!(position.perft(depth), nodes, "hot path: {row}");
            hot += 1;
        }
        if nodes <= GENERAL {
            assert_eq!(
                general::perft(game.rules(), position.state(), depth),
                nodes,
                "general path: {row}"
            );
            slow += 1;
        }
    }
    (hot, slow)
}

#[test]
fn source_games() {
    assert_eq!(count("tests/data/perft/seeds.tsv"), (85, 80));
}

#[test]
fn chess_reference_positions() {
    assert_eq!(count("tests/data/perft/chess-reference.tsv"), (4, 3));
}

#[test]
fn chess_random_positions() {
    assert_eq!(count("tests/data/perft/chess-random.tsv"), (48, 36));
}
