//! `ferz check`: all that is wrong with rule files, at once.

use super::args::Format;
use super::explain::code::unknown;
use super::failure::{self, Failure, Status};
use super::findings::{plural, render};
use super::session::Session;
use super::{deep, fix, json};
use ferz::Loaded;
use ferz::diagnostics::{Diagnostic, Edit, Severity};
use ferz::fix::fix;
use ferz::source::{Location, SourceFile, Sources};
use serde_json::{Value, json};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  ferz check my-game.toml
  ferz check games/*.toml --format json
  ferz check my-game.toml --allow removes-nothing
  ferz check my-game.toml --fix --dry-run     what would be mended without asking
  ferz check my-game.toml --deep              what a search finds out
  ferz explain --code duplicate-letter        what a finding means

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

    /// Mend in the files what can be mended without asking, and show the changes; the findings are those that are left
    #[arg(long)]
    fix: bool,

    /// With --fix: only show the changes
    #[arg(long, requires = "fix")]
    dry_run: bool,

    /// Search as well: forced wins in the first plies, and what small endings are worth
    #[arg(long)]
    deep: bool,

    /// With --deep: how many plies to look ahead from the start position
    #[arg(long, value_name = "N", requires = "deep", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: u32,

    /// With --deep: how many seconds to search a file at most
    #[arg(long, value_name = "S", requires = "deep", default_value = "60", value_parser = deep::read_seconds, allow_negative_numbers = true)]
    time: f64,

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
    /// Whether something was mended.
    changed: bool,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    let mut tally = Tally::default();
    for word in &args.allow {
        if ferz::diagnostics::code(word).is_none() {
            return Err(unknown(word));
        }
    }
    let mut told = Told::default();
    let mut changes = Vec::new();
    if args.fix {
        for loaded in mend_all(args, session, &mut tally, &mut changes)? {
            told.add(&loaded, args, session, &mut tally)?;
        }
    } else {
        for file in &args.files {
            match session.load(file) {
                Ok(loaded) => told.add(&loaded, args, session, &mut tally)?,
                Err(error) => tally.unopened(&error.into(), session),
            }
        }
    }
    match args.format {
        Format::Text if tally.files > 0 => writeln!(session.out, "{}", tally.sentence())?,
        Format::Text => {}
        Format::Json => {
            let mut answer = json!({ "findings": told.findings });
            if args.fix {
                answer["changes"] = json!(changes);
            }
            if args.deep {
                answer["searched"] = json!(told.searched);
            }
            json::write(&mut session.out, answer)?;
        }
    }
    let is_only_shown = args.dry_run && tally.changed;
    Ok(match tally.status() {
        Status::Fine if is_only_shown => Status::Findings,
        status => status,
    })
}

/// What is told to programs at the end.
#[derive(Default)]
struct Told {
    findings: Vec<Value>,
    searched: Vec<Value>,
}

impl Told {
    /// Tells of one file.
    fn add(
        &mut self,
        loaded: &Loaded,
        args: &Args,
        session: &mut Session,
        tally: &mut Tally,
    ) -> Result<(), Failure> {
        tally.files += 1;
        let report = if args.deep {
            deep::report(loaded, args.depth, args.time, session)?
        } else {
            None
        };
        let findings = match &report {
            Some(report) => loaded.checked_with(report.findings.clone()),
            None => loaded.checked(),
        };
        for finding in findings.iter().filter(|f| !silenced(f, &args.allow)) {
            tally.add(finding.severity);
            match args.format {
                Format::Text => session
                    .out
                    .write_all(render(&loaded.sources, finding).as_bytes())?,
                Format::Json => self.findings.push(object(&loaded.sources, finding)),
            }
        }
        if let (Some(report), Some(rules)) = (&report, &loaded.rules) {
            match args.format {
                Format::Text => writeln!(session.out, "{}", deep::text(report, rules))?,
                Format::Json => self.searched.push(deep::object(report, rules)),
            }
        }
        Ok(())
    }
}

/// Mends what can be mended in all files. As a file may build on one that is mended after it, all are looked at again
/// until nothing changes. Returns them as they are then.
fn mend_all(
    args: &Args,
    session: &mut Session,
    tally: &mut Tally,
    changes: &mut Vec<Value>,
) -> Result<Vec<Loaded>, Failure> {
    let mut files: Vec<(&str, Loaded)> = Vec::new();
    for name in &args.files {
        let mended = session
            .load(name)
            .map_err(Failure::from)
            .and_then(|loaded| mend(name, loaded, args, session));
        match mended {
            Ok((loaded, change)) => {
                tally.changed |= change.is_some();
                changes.extend(change);
                files.push((name, loaded));
            }
            Err(Failure::Write(error)) => return Err(error.into()),
            Err(error) => tally.unopened(&error, session),
        }
    }
    let mut is_new = tally.changed && !args.dry_run && files.len() > 1;
    for _ in 0..files.len() {
        if !std::mem::take(&mut is_new) {
            break;
        }
        for (name, loaded) in files.iter_mut().filter(|(_, file)| file.path().is_some()) {
            let again = session.load(name)?;
            let (mended, change) = mend(name, again, args, session)?;
            is_new |= change.is_some();
            changes.extend(change);
            *loaded = mended;
        }
    }
    Ok(files.into_iter().map(|(_, loaded)| loaded).collect())
}

/// Mends what can be mended in a file and shows it. Returns the file as it is then, and what was changed.
fn mend(
    name: &str,
    loaded: Loaded,
    args: &Args,
    session: &mut Session,
) -> Result<(Loaded, Option<Value>), Failure> {
    let path = match fix::target(name, &loaded) {
        Ok(path) => Some(path),
        Err(_) if args.dry_run => None,
        Err(error) => return Err(error),
    };
    let old = loaded.file().map(|(_, file)| (file.name(), file.text()));
    let (shown, old) = old.map_or_else(Default::default, |(n, t)| (n.to_owned(), t.to_owned()));
    let fixed = fix(&session.library, loaded, |f| !silenced(f, &args.allow));
    if fixed.mended == 0 {
        return Ok((fixed.loaded, None));
    }
    if let Some(path) = path.filter(|_| !args.dry_run) {
        fix::save(&path, &old, &fixed.text)?;
    }
    let diff = fix::diff(&shown, &old, &fixed.text);
    if args.format == Format::Text {
        let mended = plural(fixed.mended, "finding");
        let verb = if args.dry_run {
            "would be mended"
        } else {
            "mended"
        };
        writeln!(session.out, "{diff}{mended} {verb}\n")?;
    }
    let change = json!({
        "file": shown,
        "mended": fixed.mended,
        "written": !args.dry_run,
        "text": fixed.text,
    });
    Ok((fixed.loaded, Some(change)))
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

    /// Tells why a file cannot be used at all.
    fn unopened(&mut self, error: &Failure, session: &Session) {
        failure::say(error, session.color);
        self.unopened += 1;
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
/// last marked character, on the line where the marks begin; `range` has the whole place.
fn object(sources: &Sources, finding: &Diagnostic) -> Value {
    let file = sources.file(finding.place.file);
    let (line, column) = file.line_column(finding.place.span.start);
    let related = finding.related.iter().map(|(at, label)| {
        let mut object = place(sources, at);
        object["label"] = label.as_str().into();
        object
    });
    json!({
        "file": file.name(),
        "line": line,
        "column": column,
        "end_column": end_column(file, &finding.place, line, column),
        "range": range(file, &finding.place),
        "code": finding.code,
        "severity": finding.severity.word(),
        "message": finding.message,
        "label": finding.label,
        "help": finding.help,
        "about": finding.allowed_as(),
        "related": related.collect::<Vec<_>>(),
        "edits": finding.edits.iter().map(|e| edit(sources, e)).collect::<Vec<_>>(),
        "doc": ferz::diagnostics::code(finding.code).map(|code| code.text()),
    })
}

fn edit(sources: &Sources, edit: &Edit) -> Value {
    let mut object = place(sources, &edit.place);
    object["text"] = edit.text.as_str().into();
    object["safe"] = edit.is_safe.into();
    object
}

/// A place in one of the files.
fn place(sources: &Sources, place: &Location) -> Value {
    let file = sources.file(place.file);
    json!({ "file": file.name(), "range": range(file, place) })
}

/// Where a place begins and where it ends, `offset` in bytes of the text without a byte order mark.
fn range(file: &SourceFile, place: &Location) -> Value {
    let end = |offset: usize| {
        let (line, column) = file.line_column(offset);
        json!({ "line": line, "column": column, "offset": offset })
    };
    json!({ "start": end(place.span.start), "end": end(place.span.end) })
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
