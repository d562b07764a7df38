//! `ferz perft --suite`: tables of counts, compared row by row.
//!
//! A row that cannot be counted is told with its line, counts as failed, and does not stop the run. The rows are shared
//! out over threads; what is told comes in the order of the rows, whatever their number.

mod table;
mod workers;

pub(super) use workers::in_order;

use super::args::Format;
use super::failure::{Failure, Status};
use super::json;
use super::session::Session;
use ferz::{Position, Variant};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use table::{Row, Table};

/// Which rows are counted, and by how many threads.
pub(super) struct Options {
    pub(super) max_nodes: Option<u64>,
    pub(super) only: Option<String>,
    pub(super) threads: NonZeroUsize,
}

/// What there is to do for a row.
enum Task<'a> {
    /// Nothing: nobody asked for it.
    Skip,
    /// It cannot be counted, for a reason.
    Fail(Place<'a>, String),
    /// Positions are counted. All that needs the library is there.
    Count(Place<'a>, Row<'a>, Result<Variant, String>),
}

/// Where a row stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    file: &'a str,
    line: usize,
}

/// A row's result.
enum Verdict {
    Passed,
    Skipped,
    Failed(Miss),
}

/// A row that failed: what was got instead of the number, or why it could not be counted.
struct Miss {
    file: String,
    line: usize,
    text: String,
    object: Value,
}

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    skipped: usize,
    misses: Vec<Value>,
}

pub(super) fn run(
    files: &[PathBuf],
    options: &Options,
    format: Format,
    session: &mut Session,
) -> Result<Status, Failure> {
    if let Some(only) = &options.only {
        session.variant(only)?;
    }
    let Some(tables) = tables(files, session)? else {
        return Ok(Status::Findings);
    };
    let tasks = Games::new(session, options).tasks(&tables);
    let mut tally = Tally::default();
    in_order(&tasks, options.threads, Task::judge, |verdict| {
        if let (Verdict::Failed(miss), Format::Text) = (&verdict, format) {
            if tables.len() > 1 {
                write!(session.out, "{}: ", miss.file)?;
            }
            writeln!(session.out, "line {}: {}", miss.line, miss.text)?;
        }
        tally.add(verdict);
        Ok::<(), Failure>(())
    })?;
    tally.finish(format, session)
}

/// Reads all tables; nothing if a column is missing, which has been told.
fn tables(files: &[PathBuf], session: &mut Session) -> Result<Option<Vec<Table>>, Failure> {
    let mut tables = Vec::new();
    let mut sound = true;
    for file in files {
        let name = file.display().to_string();
        let text = table::read(file).map_err(|source| Failure::Read {
            name: name.clone(),
            source,
        })?;
        match Table::new(name.clone(), text) {
            Ok(table) => tables.push(table),
            Err(problem) => {
                writeln!(session.err, "{name}: line 1: {problem}")?;
                sound = false;
            }
        }
    }
    Ok(sound.then_some(tables))
}

/// The games that the tables name, each loaded once.
struct Games<'a> {
    session: &'a Session,
    options: &'a Options,
    /// By the names that the tables use; the reason if one cannot be had.
    loaded: BTreeMap<String, Result<Variant, String>>,
}

impl<'a> Games<'a> {
    fn new(session: &'a Session, options: &'a Options) -> Self {
        Self {
            session,
            options,
            loaded: BTreeMap::new(),
        }
    }

    fn tasks<'t>(&mut self, tables: &'t [Table]) -> Vec<Task<'t>> {
        let mut tasks = Vec::new();
        for table in tables {
            for (line, row) in table.rows() {
                let place = Place {
                    file: &table.name,
                    line,
                };
                tasks.push(match row {
                    Ok(row) if !self.wanted(&row) => Task::Skip,
                    Ok(row) => Task::Count(place, row, self.game(row.game)),
                    Err(cells) => Task::Fail(place, format!("too few columns: {cells}")),
                });
            }
        }
        tasks
    }

    fn wanted(&mut self, row: &Row<'_>) -> bool {
        if let Some(only) = &self.options.only
            && only != row.game
            && !self.same_game(only, row.game)
        {
            return false;
        }
        match (self.options.max_nodes, row.nodes.parse::<u64>()) {
            (Some(max), Ok(nodes)) => nodes <= max,
            _ => true,
        }
    }

    /// Whether two names mean one game, as an alias does.
    fn same_game(&mut self, one: &str, other: &str) -> bool {
        let id = |game: Result<Variant, String>| game.ok().map(|v| v.rules().id.clone());
        let one = id(self.game(one));
        one.is_some() && one == id(self.game(other))
    }

    fn game(&mut self, name: &str) -> Result<Variant, String> {
        if let Some(game) = self.loaded.get(name) {
            return game.clone();
        }
        let game = match self.session.library.load(name) {
            Ok(loaded) => loaded
                .rules
                .map(Variant::new)
                .ok_or_else(|| "its rule file has errors".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        self.loaded.insert(name.to_owned(), game.clone());
        game
    }
}

impl Task<'_> {
    fn judge(&self) -> Verdict {
        match self {
            Self::Skip => Verdict::Skipped,
            Self::Fail(place, text) => {
                let object = json!({
                    "file": place.file, "line": place.line, "variant": null, "fen": null, "depth": null,
                    "expected": null, "got": null, "message": text,
                });
                Verdict::Failed(Miss::new(*place, text.clone(), object))
            }
            Self::Count(place, row, game) => compare(*place, row, game),
        }
    }
}

fn compare(place: Place<'_>, row: &Row<'_>, game: &Result<Variant, String>) -> Verdict {
    let (got, problem) = match count(row, game) {
        Ok((expected, got)) if expected == got => return Verdict::Passed,
        Ok((_, got)) => (Some(got), None),
        Err(problem) => (None, Some(problem)),
    };
    let outcome = match (&got, &problem) {
        (Some(got), _) => format!("expected {}, got {got}", row.nodes),
        (None, problem) => problem.clone().unwrap_or_default(),
    };
    let text = format!("{}: {}: depth {}: {outcome}", row.game, row.fen, row.depth);
    let object = json!({
        "file": place.file, "line": place.line, "variant": row.game, "fen": row.fen,
        "depth": row.depth.parse::<u32>().ok(), "expected": row.nodes.parse::<u64>().ok(), "got": got,
        "message": problem,
    });
    Verdict::Failed(Miss::new(place, text, object))
}

/// The number expected and the number found.
fn count(row: &Row<'_>, game: &Result<Variant, String>) -> Result<(u64, u64), String> {
    let depth: u32 = row
        .depth
        .parse()
        .map_err(|_| format!("the depth {:?} is not a number", row.depth))?;
    if depth > super::perft::MAX_DEPTH {
        return Err(format!(
            "the depth {depth} is over the limit of {}",
            super::perft::MAX_DEPTH
        ));
    }
    let expected: u64 = row
        .nodes
        .parse()
        .map_err(|_| format!("{:?} is not a number of nodes", row.nodes))?;
    let game = game.as_ref().map_err(Clone::clone)?;
    let free = match row.chess960 {
        "true" => true,
        "false" | "" => false,
        other => return Err(format!("chess960 is `true` or `false`, not {other:?}")),
    };
    let position: Position = if free {
        game.position_chess960(row.fen)
    } else {
        game.position(row.fen)
    }
    .map_err(|e| format!("bad FEN: {e}"))?;
    log::debug!("{} depth {depth}: {}", row.game, row.fen);
    Ok((expected, position.perft(depth)))
}

impl Miss {
    fn new(place: Place<'_>, text: String, object: Value) -> Self {
        Self {
            file: place.file.to_owned(),
            line: place.line,
            text,
            object,
        }
    }
}

impl Tally {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Skipped => self.skipped += 1,
            Verdict::Failed(miss) => {
                self.failed += 1;
                self.misses.push(miss.object);
            }
        }
    }

    fn finish(self, format: Format, session: &mut Session) -> Result<Status, Failure> {
        let Self {
            passed,
            failed,
            skipped,
            misses,
        } = self;
        match format {
            Format::Text => writeln!(
                session.out,
                "{passed} passed, {failed} failed, {skipped} skipped"
            )?,
            Format::Json => {
                let object = json!({ "passed": passed, "failed": failed, "skipped": skipped, "failures": misses });
                json::write(&mut session.out, object)?;
            }
        }
        Ok(if failed == 0 {
            Status::Fine
        } else {
            Status::Findings
        })
    }
}
