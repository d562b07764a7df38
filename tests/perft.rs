//! Counts of known positions: the source games, and the known games of `reference.tsv` and `random_positions.tsv`.
//!
//! Each row is counted by both paths up to a number of nodes; `ferz perft --suite` counts all of them.
#![allow(clippy::unwrap_used)] // a helper of tests that fails is a test that fails

use ferz::{Library, Position, Variant, movegen::general};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Which rows of a table are counted.
#[derive(Clone, Copy)]
struct Bounds {
    /// The deepest count.
    depth: u32,
    /// The largest count on the path that games are played on, and on the general path.
    nodes: u64,
    general: u64,
}

/// The rows of the source games and of chess.
const SOURCE: Bounds = Bounds {
    depth: u32::MAX,
    nodes: 1_000_000,
    general: 20_000,
};

/// The rows of the known games.
const KNOWN: Bounds = Bounds {
    depth: 2,
    nodes: 50_000,
    general: 50_000,
};

/// A row of a table with its position.
struct Row {
    text: String,
    position: Result<Position, String>,
    depth: u32,
    nodes: u64,
}

/// The rows of a table inside the bounds whose games have a rule file.
fn rows(file: &str, bounds: Bounds) -> Vec<Row> {
    let text = std::fs::read_to_string(format!("tests/data/perft/{file}")).unwrap();
    let shipped: BTreeSet<String> = Library::new().games().into_iter().map(|g| g.id).collect();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let find = |wanted: &[&str]| names.iter().position(|n| wanted.contains(n));
    let column = |wanted: &[&str]| find(wanted).unwrap();
    let (game, fen) = (column(&["game", "variant"]), column(&["fen"]));
    let (depth, nodes) = (column(&["depth"]), column(&["nodes"]));
    let free = find(&["chess960"]);
    let mut games: BTreeMap<String, Variant> = BTreeMap::new();
    let mut out = Vec::new();
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        let (depth, nodes) = (cells[depth].parse().unwrap(), cells[nodes].parse().unwrap());
        if depth > bounds.depth || nodes > bounds.nodes || !shipped.contains(cells[game]) {
            continue;
        }
        let game = games
            .entry(cells[game].to_owned())
            .or_insert_with_key(|name| Variant::named(name).unwrap());
        let position = if free.is_some_and(|column| cells[column] == "true") {
            game.position_chess960(cells[fen])
        } else {
            game.position(cells[fen])
        };
        out.push(Row {
            text: line.to_owned(),
            position: position.map_err(|error| error.to_string()),
            depth,
            nodes,
        });
    }
    out
}

/// What is wrong with a row on either path.
fn problem(row: &Row, bounds: Bounds) -> Option<String> {
    let position = match &row.position {
        Ok(position) => position,
        Err(error) => return Some(format!("{}: {error}", row.text)),
    };
    let rules = position.rules();
    let by_general = || general::perft(rules, position.state(), row.depth);
    let hot = Some(position.perft(row.depth)).filter(|&n| n != row.nodes);
    let slow = Some(row.nodes)
        .filter(|&nodes| nodes <= bounds.general)
        .map(|_| by_general())
        .filter(|&n| n != row.nodes);
    let told = |path: &str, n: Option<u64>| n.map(|n| format!("{}: {path} path: {n}", row.text));
    told("general", slow).or(told("played", hot))
}

/// Counts the rows of a table on all processors, and says how many there were.
fn count(file: &str, bounds: Bounds) -> usize {
    let rows = rows(file, bounds);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut problems = Vec::new();
        while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
            problems.extend(problem(row, bounds));
        }
        problems
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut problems: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .flat_map(|t| t.join().unwrap())
            .collect()
    });
    problems.sort();
    assert!(
        problems.is_empty(),
        "{} rows differ:\n{}",
        problems.len(),
        problems.join("\n")
    );
    rows.len()
}

#[test]
fn source_games() {
    assert_eq!(count("seeds.tsv", SOURCE), 85);
    for row in rows("seeds.tsv", SOURCE) {
        let position = row.position.unwrap();
        assert_eq!(position.variant().slow_because(), None, "{}", row.text);
    }
}

#[test]
fn chess_reference_positions() {
    assert_eq!(count("chess-reference.tsv", SOURCE), 4);
}

#[test]
fn chess_random_positions() {
    assert_eq!(count("chess-random.tsv", SOURCE), 48);
}

#[test]
fn reference_positions_of_the_known_games() {
    assert!(count("reference.tsv", KNOWN) > 60);
}

#[test]
fn random_positions_of_the_known_games() {
    assert!(count("random_positions.tsv", KNOWN) > 1000);
}

/// The games of the tables that have no rule file.
#[test]
fn every_known_game_has_a_rule_file() {
    let shipped: BTreeSet<String> = Library::new().games().into_iter().map(|g| g.id).collect();
    let table = std::fs::read_to_string("tests/data/perft/random_positions.tsv").unwrap();
    let names = table
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').next());
    let known: BTreeSet<&str> = names.collect();
    assert_eq!(known.len(), 86);
    let missing: Vec<&&str> = known
        .iter()
        .filter(|name| !shipped.contains(**name))
        .collect();
    assert!(missing.is_empty(), "no rule file for {missing:?}");
}
