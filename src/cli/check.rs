//! `ferz check`: all that is wrong with rule files, at once.

use super::args::Format;
use super::failure::{self, Failure, Status};
use super::findings::{plural, render};
use super::json;
use super::session::Session;
use ferz::diagnostics::{Diagnostic, Severity};
use ferz::source::{Location, SourceFile, Sources};
use serde_json::{Value, json};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  ferz check my-game.toml
  ferz check games/*.toml --format json
  ferz check my-game.toml --allow removes-nothing

Notes do not change the exit status; errors and warnings make it 1.";

/// Show everything that is wrong with rule files, and how to mend it
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Rule files; also names of games, and `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    /// Leave out warnings and notes with this code (may be repeated)
    #[arg(long, value_name = "CODE")]
    allow: Vec<String>,

    /// How to write the findings
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What was counted over all files.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) files: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    pub(super) unopened: usize,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    let mut tally = Tally::default();
    let mut objects = Vec::new();
    for file in &args.files {
        let loaded = match session.load(file) {
            Ok(loaded) => loaded,
            Err(error) => {
                failure::say(&error.into(), session.color);
                tally.unopened += 1;
                continue;
            }
        };
        tally.files += 1;
        let findings = loaded.checked();
        for finding in findings.iter().filter(|f| !silenced(f, &args.allow)) {
            tally.add(finding.severity);
            match args.format {
                Format::Text => session
                    .out
                    .write_all(render(&loaded.sources, finding).as_bytes())?,
                Format::Json => objects.push(object(&loaded.sources, finding)),
            }
        }
    }
    match args.format {
        Format::Text if tally.files > 0 => writeln!(session.out, "{}", tally.sentence())?,
        Format::Text => {}
        Format::Json => json::write(&mut session.out, json!({ "findings": objects }))?,
    }
    Ok(tally.status())
}

/// Whether a finding is not to be shown; errors always are.
pub(super) fn silenced(finding: &Diagnostic, allowed: &[String]) -> bool {
    finding.severity != Severity::Error && allowed.iter().any(|code| code == finding.code)
}

impl Tally {
    pub(super) fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            _ => self.notes += 1,
        }
    }

    fn sentence(&self) -> String {
        let counts = [
            (self.errors, "error"),
            (self.warnings, "warning"),
            (self.notes, "note"),
        ];
        let found: Vec<String> = counts
            .iter()
            .filter(|c| c.0 > 0)
            .map(|&(n, noun)| plural(n, noun))
            .collect();
        let found = if found.is_empty() {
            "no problems".to_owned()
        } else {
            found.join(", ")
        };
        format!("{} checked: {found}", plural(self.files, "file"))
    }

    pub(super) fn status(&self) -> Status {
        match self {
            _ if self.unopened > 0 => Status::Unopened,
            _ if self.errors + self.warnings > 0 => Status::Findings,
            _ => Status::Fine,
        }
    }
}

/// A finding for programs. Lines and columns count from 1, columns in characters; `end_column` is the column behind the
/// last marked character, on the line where the marks begin.
fn object(sources: &Sources, finding: &Diagnostic) -> Value {
    let file = sources.file(finding.place.file);
    let (line, column) = file.line_column(finding.place.span.start);
    json!({
        "file": file.name(),
        "line": line,
        "column": column,
        "end_column": end_column(file, &finding.place, line, column),
        "code": finding.code,
        "severity": finding.severity.word(),
        "message": finding.message,
        "help": finding.help,
    })
}

/// The column behind the last marked character of a place that begins at a line and column.
pub(super) fn end_column(file: &SourceFile, place: &Location, line: usize, column: usize) -> usize {
    let (end_line, end_column) = file.line_column(place.span.end);
    if end_line == line {
        return end_column;
    }
    let first_line = file.text().lines().nth(line - 1).unwrap_or_default();
    (first_line.chars().count() + 1).max(column)
}
