//! `ferz perft`: the number of sequences of legal moves.

use super::args::{self, Format};
use super::failure::{Failure, Status};
use super::session::Session;
use super::{json, moves, suite};
use cpu_time::ProcessTime;
use ferz::compile::Lookup;
use ferz::position::MoveNotation;
use ferz::{Counting, NoMemory, Position};
use serde_json::{Value, json};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The deepest count: far beyond what can be waited for, and shallow enough for the stack.
pub(super) const MAX_DEPTH: u32 = 200;
/// The largest table of counts in megabytes.
const MAX_HASH: usize = 1 << 20;

const EXAMPLES: &str = "\
Examples:
  ferz perft chess 5
  ferz perft kjempe-chess 3 --divide
  ferz perft chess 4 --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --format json
  ferz perft --suite counts.tsv more.tsv --max-nodes 1000000 --only chess

A suite is a table with tabs. Its first line names the columns, in any order: `variant` (or `game`), `fen`, \
`depth`, `nodes`, and if there is one `chess960`; other columns are ignored. The exit status is 1 if a row fails.

Moves are counted, not games: a position without legal moves ends a sequence, the other ends of a game do not.";

/// Count the sequences of legal moves of a length
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Name, alias or path of the game, or `-`
    #[arg(required_unless_present = "suite")]
    game: Option<String>,

    /// The number of half-moves, at most 200
    #[arg(required_unless_present = "suite", value_parser = read_depth, allow_negative_numbers = true)]
    depth: Option<u32>,

    /// The position; the start position if left out
    #[arg(long, conflicts_with = "suite")]
    fen: Option<String>,

    /// Count for each first move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,

    /// The start position with this number, where the game draws them by lot
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "suite"], value_parser = args::whole::<u64>)]
    setup: Option<u64>,

    /// A start position drawn by lot, the same for the same number; its own number is told
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "setup", "suite"], value_parser = args::whole::<u64>)]
    seed: Option<u64>,

    /// The armies of White and Black instead of those that the file chooses, as in `knights/rooks`
    #[arg(long, value_name = "WHITE/BLACK", conflicts_with = "suite")]
    armies: Option<String>,

    /// King and partners may stand anywhere on their rank; castling is the king taking its partner
    #[arg(long, conflicts_with = "suite")]
    chess960: bool,

    /// Compare the counts of tables
    #[arg(long, value_name = "FILE.tsv", num_args = 1.., conflicts_with_all = ["game", "depth"])]
    suite: Vec<PathBuf>,

    /// Skip rows of the tables with more nodes
    #[arg(long, value_name = "N", value_parser = args::whole::<u64>, allow_negative_numbers = true)]
    max_nodes: Option<u64>,

    /// Skip rows of other games
    #[arg(long, value_name = "GAME")]
    only: Option<String>,

    /// How many threads count: 1 if left out, for tables as many as there are processors
    #[arg(long, value_name = "N", value_parser = read_threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,

    /// Make each move of the last ply instead of only counting it
    #[arg(long, conflicts_with = "suite")]
    no_bulk: bool,

    /// Keep counts of positions reached in several ways in a table of so many megabytes
    #[arg(long, value_name = "MB", conflicts_with = "suite", value_parser = read_megabytes, allow_negative_numbers = true)]
    hash: Option<usize>,

    /// How moves that men can block are looked up
    #[arg(long, value_enum, default_value_t = Way::Best, conflicts_with = "suite")]
    lookup: Way,

    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How moves that men can block are looked up: in the fastest way that this processor has, or as on any processor.
// Comments of the single values would make the help one of many paragraphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Way {
    Best,
    Portable,
}

fn read_megabytes(text: &str) -> Result<usize, String> {
    let megabytes: usize = args::whole(text)?;
    if megabytes > MAX_HASH {
        return Err(format!("the largest table has {MAX_HASH} megabytes"));
    }
    Ok(megabytes)
}

fn read_depth(text: &str) -> Result<u32, String> {
    let depth = args::whole(text)?;
    if depth > MAX_DEPTH {
        return Err(format!("the largest depth is {MAX_DEPTH}"));
    }
    Ok(depth)
}

fn read_threads(text: &str) -> Result<NonZeroUsize, String> {
    match NonZeroUsize::new(args::whole(text)?) {
        None => Err("it takes at least one thread".to_owned()),
        Some(threads) if threads > Counting::MOST_THREADS => {
            let most = Counting::MOST_THREADS;
            Err(format!("it takes at most {most} threads"))
        }
        Some(threads) => Ok(threads),
    }
}

/// The number of processors, 1 if it cannot be known.
fn processors() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    if !args.suite.is_empty() {
        let options = suite::Options {
            max_nodes: args.max_nodes,
            only: args.only.clone(),
            threads: args.threads.unwrap_or_else(processors),
        };
        return suite::run(&args.suite, &options, args.format, session);
    }
    // The argument parser drops `requires` for options that stand in conflict with what is there.
    if args.max_nodes.is_some() || args.only.is_some() {
        return Err(Failure::usage(
            "--max-nodes and --only are about the rows of a table, so they need --suite",
        ));
    }
    let (Some(game), Some(depth)) = (&args.game, args.depth) else {
        return Err(Failure::usage("a game and a depth are needed, or --suite"));
    };
    session.choose(args.armies.as_deref())?;
    let variant = session.variant(game)?.with_lookup(args.lookup.into());
    let setup = session.draw(&variant, args.setup, args.seed)?;
    let position = session.position(&variant, args.fen.as_deref(), args.chess960, setup)?;
    if let Some(over) = moves::over(&position) {
        writeln!(session.err, "{over}; its moves are counted all the same")?;
    }
    if depth > 1 {
        position.prepare();
    }
    let mut how = Counting::default();
    how.bulk = !args.no_bulk;
    how.threads = args.threads.unwrap_or(NonZeroUsize::MIN);
    how.hash = args.hash.unwrap_or(0) << 20;
    if args.divide && depth > 0 {
        divide(&position, depth, &how, args.format, session)
    } else {
        count(&position, depth, &how, args.format, session)
    }
}

impl From<Way> for Lookup {
    fn from(way: Way) -> Self {
        match way {
            Way::Best => Self::Best,
            Way::Portable => Self::Portable,
        }
    }
}

fn count(
    position: &Position,
    depth: u32,
    how: &Counting,
    format: Format,
    session: &mut Session,
) -> Result<Status, Failure> {
    let (nodes, seconds) = timed(|| position.count(depth, how))?;
    match format {
        Format::Text => writeln!(session.out, "{nodes}")?,
        Format::Json => json::write(&mut session.out, object(position, depth, nodes, seconds))?,
    }
    log::info!("{nodes} nodes in {seconds:.6} seconds");
    Ok(Status::Fine)
}

fn divide(
    position: &Position,
    depth: u32,
    how: &Counting,
    format: Format,
    session: &mut Session,
) -> Result<Status, Failure> {
    let mut rows = Vec::new();
    let mut seconds = 0.0;
    for (mv, text) in position.move_texts(MoveNotation::Long) {
        let mut next = position.clone();
        next.play(mv)
            .map_err(|_| Failure::Internal(format!("the listed move {text} is refused")))?;
        let (nodes, time) = timed(|| next.count(depth - 1, how))?;
        rows.push((text, nodes));
        seconds += time;
    }
    rows.sort();
    let total = rows.iter().map(|row| row.1).sum();
    match format {
        Format::Text => {
            for (text, nodes) in &rows {
                writeln!(session.out, "{text}: {nodes}")?;
            }
            writeln!(session.out, "total: {total}")?;
        }
        Format::Json => {
            let mut object = object(position, depth, total, seconds);
            let rows: Vec<Value> = rows
                .iter()
                .map(|(mv, nodes)| json!({ "move": mv, "nodes": nodes }))
                .collect();
            object["divide"] = rows.into();
            json::write(&mut session.out, object)?;
        }
    }
    Ok(Status::Fine)
}

/// The result and the seconds of processor time that it took.
fn timed(count: impl FnOnce() -> Result<u64, NoMemory>) -> Result<(u64, f64), Failure> {
    let clock =
        |e: std::io::Error| Failure::Internal(format!("the processor time cannot be read: {e}"));
    let start = ProcessTime::try_now().map_err(clock)?;
    let nodes = count().map_err(|e| Failure::usage(e.to_string()))?;
    Ok((nodes, start.try_elapsed().map_err(clock)?.as_secs_f64()))
}

/// A count for programs.
fn object(position: &Position, depth: u32, nodes: u64, seconds: f64) -> Value {
    // A count that is too short for the clock has no speed. Beyond 2^53 nodes the speed is rounded.
    #[allow(clippy::cast_precision_loss)]
    let nps = if seconds > 0.0 {
        json!((nodes as f64 / seconds).round() as u64)
    } else {
        Value::Null
    };
    json!({
        "variant": position.variant().rules().id,
        "fen": position.fen(),
        "depth": depth,
        "nodes": nodes,
        "seconds": seconds,
        "nps": nps,
    })
}
