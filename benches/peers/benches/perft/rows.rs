//! What is compared with what.

use crate::clock::{self, Timed, median};
use crate::fairy::Fairy;
use crate::table::{Row, Table};
use crate::{Plan, Result, peers, wanted_beside_cozy};
use ferz::compile::Lookup;
use ferz::{Counting, Library, Position, Variant};
use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::time::Duration;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// Games that Fairy-Stockfish plays too: the game, the depth, what is wanted.
const FAIRY: [(&str, u32, f64); 10] = [
    ("chess", 6, 20.0),
    ("xiangqi", 5, 20.0),
    ("shogi", 5, 12.0),
    ("janggi", 5, 12.0),
    ("capablanca", 5, 12.0),
    ("makruk", 6, 12.0),
    ("crazyhouse", 6, 12.0),
    ("atomic", 5, 12.0),
    ("antichess", 6, 12.0),
    ("lion", 4, 1.0),
];
/// The game that Fairy-Stockfish plays beside one that it does not know.
const INSTEAD: (&str, &str) = ("lion", "shogi");
/// Games beside chess on the same engine: where they are, the depth, what is wanted.
const BESIDE_CHESS: [(&str, u32, f64); 4] = [
    ("king-support-chess", 5, 0.4),
    ("conditions", 5, 0.4),
    ("kjempe-chess", 4, 0.3),
    ("army", 4, 0.3),
];

/// One of the two that are compared: counts to a depth.
type Side<'a> = Box<dyn FnMut(u32) -> Result<Timed> + 'a>;

/// A comparison.
struct Pair<'a> {
    work: &'a str,
    peer: &'a str,
    ours: (Side<'a>, u32),
    theirs: (Side<'a>, u32),
    /// Whether both count the same.
    same: bool,
    wanted: f64,
}

/// All rows.
pub fn all(plan: &Plan, table: &mut Table) -> Result<()> {
    crates(plan, table)?;
    fairy(plan, table)?;
    engine(plan, table)?;
    loading(plan, table)
}

/// A game by its name, or a file of this folder or of the tests.
fn game(name: &str) -> Result<Variant> {
    let files = [
        format!("{HERE}/games/{name}.toml"),
        format!("{HERE}/../../tests/data/legs/{name}.toml"),
    ];
    match files
        .iter()
        .find(|file| std::path::Path::new(file).is_file())
    {
        Some(file) => Ok(Variant::from_path(file)?),
        None => Ok(Variant::named(name)?),
    }
}

fn ours<'a>(position: Position) -> Side<'a> {
    position.prepare();
    Box::new(move |depth| clock::thread(|| position.perft(depth)))
}

/// Beside other crates.
fn crates(plan: &Plan, table: &mut Table) -> Result<()> {
    let chess = game("chess")?;
    for (work, fen, depth) in [("chess, start", START, 6), ("chess, kiwipete", KIWIPETE, 5)] {
        let board: cozy_chess::Board = fen.parse().map_err(|e| format!("{e:?}"))?;
        let theirs = Box::new(|depth| clock::thread(|| peers::cozy(&board, depth)));
        Pair {
            work,
            peer: "cozy-chess",
            ours: (ours(chess.position(fen)?), depth),
            theirs: (theirs, depth),
            same: true,
            wanted: wanted_beside_cozy(),
        }
        .compare(plan, table)?;
    }
    let board = haitaka::Board::startpos();
    let theirs = Box::new(|depth| clock::thread(|| peers::haitaka(&board, depth)));
    Pair {
        work: "shogi",
        peer: "haitaka",
        ours: (ours(game("shogi")?.start()), 5),
        theirs: (theirs, 5),
        same: true,
        wanted: 0.9,
    }
    .compare(plan, table)
}

/// Beside Fairy-Stockfish.
fn fairy(plan: &Plan, table: &mut Table) -> Result<()> {
    let program = Fairy::start()?.map(RefCell::new);
    for (name, depth, wanted) in FAIRY {
        let theirs = if name == INSTEAD.0 { INSTEAD.1 } else { name };
        let peer = match &program {
            Some(program) if theirs != name => format!("{}, {theirs}", program.borrow().name),
            Some(program) => program.borrow().name.clone(),
            None => "Fairy-Stockfish".to_owned(),
        };
        if !plan.wants(name, &peer) {
            continue;
        }
        let Some(program) = &program else {
            table.skip(name, &peer, "it is not installed");
            continue;
        };
        if !program.borrow().knows(theirs) {
            table.skip(name, &peer, "it does not know the game");
            continue;
        }
        Pair {
            work: name,
            peer: &peer,
            ours: (ours(game(name)?.start()), depth),
            theirs: (
                Box::new(|depth| program.borrow_mut().perft(theirs, depth)),
                depth,
            ),
            same: theirs == name,
            wanted,
        }
        .compare(plan, table)?;
    }
    Ok(())
}

/// What some things cost on the same engine.
fn engine(plan: &Plan, table: &mut Table) -> Result<()> {
    let chess = game("chess")?;
    for (name, depth, wanted) in BESIDE_CHESS {
        let game = game(name)?;
        Pair {
            work: name,
            peer: "ferz, chess",
            ours: (ours(game.start()), depth),
            theirs: (ours(chess.start()), 5),
            same: false,
            wanted,
        }
        .compare(plan, table)?;
    }
    for (work, fen) in [
        ("portable lookup, start", START),
        ("portable lookup, kiwipete", KIWIPETE),
    ] {
        Pair {
            work,
            peer: "ferz, fast lookup",
            ours: (ours(chess.with_lookup(Lookup::Portable).position(fen)?), 5),
            theirs: (ours(chess.position(fen)?), 5),
            same: true,
            wanted: 0.4,
        }
        .compare(plan, table)?;
    }
    let start = chess.start();
    let counted = |how: Counting| -> Side<'_> {
        let start = &start;
        Box::new(move |depth| clock::process(|| start.count(depth, &how).unwrap_or(0)))
    };
    let mut each = Counting::default();
    each.bulk = false;
    let mut two = Counting::default();
    two.threads = NonZeroUsize::MIN.saturating_add(1);
    // Starting threads costs as much as a count of a millisecond: they are for longer ones.
    for (work, how, depth, wanted) in [
        ("chess, every move made", each, 5, 0.25),
        ("chess, two threads", two, 6, 1.0 / 1.15),
    ] {
        Pair {
            work,
            peer: "ferz, one thread in bulk",
            ours: (counted(how), depth),
            theirs: (counted(Counting::default()), depth),
            same: true,
            wanted: (wanted * 100.0_f64).round() / 100.0,
        }
        .compare(plan, table)?;
    }
    Ok(())
}

impl Pair<'_> {
    fn compare(mut self, plan: &Plan, table: &mut Table) -> Result<()> {
        if !plan.wants(self.work, self.peer) {
            return Ok(());
        }
        // The slower side's runs are the longer ones.
        let mut ours = deepest(
            &mut self.ours.0,
            self.ours.1,
            plan.limit.as_secs_f64() / 4.0,
        )?;
        let mut theirs = deepest(&mut self.theirs.0, self.theirs.1, plan.limit.as_secs_f64())?;
        if self.same {
            ours = ours.min(theirs);
            theirs = ours;
        }
        let (mut nodes, mut note) = (0, String::new());
        let (mut own, mut other) = (Vec::new(), Vec::new());
        for _ in 0..plan.runs {
            let one = run(&mut self.ours.0, ours, plan.shortest)?;
            let two = run(&mut self.theirs.0, theirs, plan.shortest)?;
            nodes = one.nodes;
            if self.same && one.nodes != two.nodes {
                note = format!("no: the counts differ, {} and {}", one.nodes, two.nodes);
            }
            own.push(one.speed());
            other.push(two.speed());
        }
        let to = if ours == theirs {
            String::new()
        } else {
            format!(" {theirs}")
        };
        table.row(&Row {
            work: format!("{} {ours} ({nodes})", self.work),
            peer: format!("{}{to}", self.peer),
            ours: median(own),
            theirs: median(other),
            wanted: self.wanted,
            note,
        });
        Ok(())
    }
}

/// Counts again until the time is long enough to be measured. The result is that of one count, its time the mean.
fn run(side: &mut Side<'_>, depth: u32, shortest: Duration) -> Result<Timed> {
    let (mut seconds, mut counts) = (0.0, 0);
    loop {
        let one = side(depth)?;
        seconds += one.seconds;
        counts += 1;
        if seconds >= shortest.as_secs_f64() {
            let seconds = seconds / f64::from(counts);
            return Ok(Timed { seconds, ..one });
        }
    }
}

/// The deepest count up to `wanted` that should not take longer than a limit, where what is counted on the way
/// fills tables and caches.
fn deepest(side: &mut Side<'_>, wanted: u32, limit: f64) -> Result<u32> {
    let mut before = side(1)?;
    for depth in 2..wanted {
        let now = side(depth)?;
        let growth = now.nodes as f64 / before.nodes.max(1) as f64;
        if now.seconds * growth > limit {
            return Ok(depth);
        }
        before = now;
    }
    Ok(wanted)
}

/// What loading costs, and how large tables are.
fn loading(plan: &Plan, table: &mut Table) -> Result<()> {
    if !plan.wants("load", "") {
        return Ok(());
    }
    let mut chess = f64::NAN;
    let (mut narrow, mut any) = ((0.0, String::new()), (0.0, String::new()));
    let mut largest = (0, String::new());
    for listing in Library::new().games() {
        let mut times = Vec::new();
        for _ in 0..plan.runs {
            let time = clock::thread(|| {
                let Ok(variant) = Variant::named(&listing.id) else {
                    return 0;
                };
                variant.start().prepare();
                variant.rules().shape.len() as u64
            })?;
            times.push(time.seconds * 1e3);
        }
        let variant = Variant::named(&listing.id)?;
        let (time, bytes) = (median(times), variant.engine().bytes);
        if listing.id == "chess" {
            chess = time;
        }
        let worst = if variant.rules().shape.len() <= 64 {
            &mut narrow
        } else {
            &mut any
        };
        if time > worst.0 {
            *worst = (time, listing.id.clone());
        }
        if bytes > largest.0 {
            largest = (bytes, listing.id.clone());
        }
    }
    let megabytes = |bytes: usize| bytes as f64 / 1e6;
    table.at_most("load and compile chess", "ms", chess, 2.0);
    table.at_most(
        &format!("load and compile, slowest to 64 squares: {}", narrow.1),
        "ms",
        narrow.0,
        2.0,
    );
    table.at_most(
        &format!("load and compile, slowest of the others: {}", any.1),
        "ms",
        any.0,
        10.0,
    );
    table.at_most(
        "tables of chess",
        "MB",
        megabytes(game("chess")?.engine().bytes),
        1.0,
    );
    table.at_most(
        &format!("largest tables: {}", largest.1),
        "MB",
        megabytes(largest.0),
        256.0,
    );
    Ok(())
}
