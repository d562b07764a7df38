//! Tables of counts: cells separated by tabs, the columns named in the first line.

use std::io::{self, Read as _};
use std::path::Path;

/// A table that was read, its lines not yet.
pub(super) struct Table {
    /// The file, as it was typed.
    pub(super) name: String,
    columns: Columns,
    text: String,
}

/// Where the columns are.
struct Columns {
    game: usize,
    fen: usize,
    depth: usize,
    nodes: usize,
    chess960: Option<usize>,
}

/// One row of a table.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) game: &'a str,
    pub(super) fen: &'a str,
    pub(super) depth: &'a str,
    pub(super) nodes: &'a str,
    pub(super) chess960: &'a str,
}

/// Reads a file or, for `-`, standard input. Bytes that are not UTF-8 become replacement characters, so that the row fails
/// and not the run.
pub(super) fn read(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(file)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl Table {
    /// Finds the columns of a text; the sentence that tells which one is missing.
    pub(super) fn new(name: String, text: String) -> Result<Self, String> {
        let header = text.lines().next().unwrap_or_default();
        let columns = Columns::find(header.trim_start_matches('\u{feff}'))?;
        Ok(Self {
            name,
            columns,
            text,
        })
    }

    /// The rows with the numbers of their lines; the number of cells of a line that has too few.
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, Result<Row<'_>, usize>)> {
        let lines = (1..).zip(self.text.lines()).skip(1);
        lines
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(number, line)| {
                let cells: Vec<&str> = line.split('\t').collect();
                (number, self.columns.row(&cells).ok_or(cells.len()))
            })
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
