//! `ferz perft --suite`: a table of counts, compared row by row.
//!
//! A row that cannot be counted is told with its line, counts as failed, and does not stop the run.

use super::args::Format;
use super::failure::{Failure, Status};
use super::json;
use super::session::Session;
use ferz::{Position, Variant};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// Which rows are counted.
pub(super) struct Filter {
    pub(super) max_nodes: Option<u64>,
    pub(super) only: Option<String>,
}

/// Where the columns are.
struct Columns {
    game: usize,
    fen: usize,
    depth: usize,
    nodes: usize,
    chess960: Option<usize>,
}

/// One row of the table.
struct Row<'a> {
    game: &'a str,
    fen: &'a str,
    depth: &'a str,
    nodes: &'a str,
    chess960: &'a str,
}

/// A row that failed: what was got instead of the number, or why it could not be counted.
struct Miss {
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

/// A row's result.
enum Verdict {
    Passed,
    Skipped,
    Failed(Miss),
}

struct Suite<'a> {
    session: &'a mut Session,
    filter: &'a Filter,
    columns: Columns,
    /// Games by the names that the table uses; the reason if one cannot be had.
    games: BTreeMap<String, Result<Variant, String>>,
}

pub(super) fn run(
    file: &Path,
    filter: &Filter,
    format: Format,
    session: &mut Session,
) -> Result<Status, Failure> {
    let name = file.display().to_string();
    let fail = |source| Failure::Read {
        name: name.clone(),
        source,
    };
    let input: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(BufReader::new(std::fs::File::open(file).map_err(fail)?))
    };
    if let Some(only) = &filter.only {
        session.variant(only)?;
    }
    let mut lines = Lines { input };
    let header = lines.next_line().map_err(fail)?.unwrap_or_default();
    let columns = match Columns::find(header.trim_start_matches('\u{feff}')) {
        Ok(columns) => columns,
        Err(problem) => {
            writeln!(session.err, "{name}: line 1: {problem}")?;
            return Ok(Status::Findings);
        }
    };
    let mut suite = Suite {
        session,
        filter,
        columns,
        games: BTreeMap::new(),
    };
    let mut tally = Tally::default();
    let mut number = 1;
    while let Some(line) = lines.next_line().map_err(fail)? {
        number += 1;
        if line.trim().is_empty() {
            continue;
        }
        let verdict = suite.judge(number, &line);
        if let (Verdict::Failed(miss), Format::Text) = (&verdict, format) {
            writeln!(suite.session.out, "line {}: {}", miss.line, miss.text)?;
        }
        tally.add(verdict);
    }
    tally.finish(format, suite.session)
}

/// The lines of a table without their ends. Bytes that are not UTF-8 become replacement characters, so that the row
/// fails and not the run.
struct Lines {
    input: Box<dyn BufRead>,
}

impl Lines {
    fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&bytes);
        Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
    }
}

impl Columns {
    fn find(header: &str) -> Result<Self, String> {
        let names: Vec<&str> = header.split('\t').map(str::trim).collect();
        let find = |name: &str| names.iter().position(|&n| n == name);
        let need = |name: &str| {
            find(name).ok_or_else(|| {
                format!("there is no column `{name}`; the first line names the columns, separated by tabs")
            })
        };
        Ok(Self {
            game: find("variant")
                .map_or_else(|| need("game"), Ok)
                .map_err(|e| e.replace("`game`", "`variant` or `game`"))?,
            fen: need("fen")?,
            depth: need("depth")?,
            nodes: need("nodes")?,
            chess960: find("chess960"),
        })
    }

    fn row<'a>(&self, cells: &[&'a str]) -> Option<Row<'a>> {
        let cell = |column: usize| cells.get(column).map(|c| c.trim());
        Some(Row {
            game: cell(self.game)?,
            fen: cell(self.fen)?,
            depth: cell(self.depth)?,
            nodes: cell(self.nodes)?,
            chess960: self.chess960.and_then(cell).unwrap_or_default(),
        })
    }
}

impl Suite<'_> {
    fn judge(&mut self, line: usize, text: &str) -> Verdict {
        let cells: Vec<&str> = text.split('\t').collect();
        let Some(row) = self.columns.row(&cells) else {
            let text = format!("too few columns: {}", cells.len());
            let object = json!({
                "line": line, "variant": null, "fen": null, "depth": null,
                "expected": null, "got": null, "message": text,
            });
            return Verdict::Failed(Miss { line, text, object });
        };
        if !self.wanted(&row) {
            return Verdict::Skipped;
        }
        let counted = self.count(&row);
        let (got, problem) = match counted {
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
            "line": line, "variant": row.game, "fen": row.fen, "depth": row.depth.parse::<u32>().ok(),
            "expected": row.nodes.parse::<u64>().ok(), "got": got, "message": problem,
        });
        Verdict::Failed(Miss { line, text, object })
    }

    fn wanted(&mut self, row: &Row<'_>) -> bool {
        if let Some(only) = self.filter.only.clone()
            && only != row.game
            && !self.same_game(&only, row.game)
        {
            return false;
        }
        match (self.filter.max_nodes, row.nodes.parse::<u64>()) {
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
        if let Some(game) = self.games.get(name) {
            return game.clone();
        }
        let game = match self.session.library.load(name) {
            Ok(loaded) => loaded
                .rules
                .map(Variant::new)
                .ok_or_else(|| "its rule file has errors".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        self.games.insert(name.to_owned(), game.clone());
        game
    }

    /// The number expected and the number found.
    fn count(&mut self, row: &Row<'_>) -> Result<(u64, u64), String> {
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
        let game = self.game(row.game)?;
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
