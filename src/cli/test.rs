//! `ferz test`: runs the tests of rule files.

use super::args::Format;
use super::check::{Tally, silenced};
use super::failure::{self, Failure, Status};
use super::findings::{plural, render};
use super::session::Session;
use super::{draw, json, shrink};
use ferz::source::Sources;
use ferz::trial::{self, Difference, TestReport};
use ferz::{Loaded, Variant};
use serde_json::{Value, json};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  ferz test my-game.toml
  ferz test games/*.toml --format json
  ferz test chess kingsmen
  ferz test my-game.toml --shrink
  ferz test my-game.toml --shrink --against chess

A test that fails is shown with its place, the board, and what was expected and got. The exit status is 1 if a \
test fails or a file has errors or warnings.";

/// The longest line of a report.
const WIDTH: usize = 100;

/// Run the tests in rule files
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Rule files; also names of games, and `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    /// Leave out warnings and notes with this code (may be repeated)
    #[arg(long, value_name = "CODE")]
    allow: Vec<String>,

    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    shrink: shrink::Args,
}

/// What was counted over all files.
#[derive(Default)]
struct Score {
    passed: usize,
    failed: usize,
    findings: Tally,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    if args.shrink.is_asked() {
        return shrink::run(&args.files, &args.shrink, args.format, session);
    }
    let mut score = Score::default();
    let mut objects = Vec::new();
    for file in &args.files {
        let loaded = match session.load(file) {
            Ok(loaded) => loaded,
            Err(error) => {
                failure::say(&error.into(), session.color);
                score.findings.unopened += 1;
                continue;
            }
        };
        score.findings.files += 1;
        show_findings(&loaded, args, session, &mut score.findings)?;
        let reports = loaded
            .rules
            .clone()
            .map(|rules| trial::run(&Variant::new(rules)));
        let failed = reports.iter().flatten().filter(|r| !r.passed()).count();
        score.failed += failed;
        score.passed += reports.as_ref().map_or(0, Vec::len) - failed;
        match args.format {
            Format::Text => show(&loaded, reports.as_deref(), session)?,
            Format::Json => objects.push(object(&loaded, reports.as_deref())),
        }
    }
    let (passed, failed) = (score.passed, score.failed);
    match args.format {
        Format::Text if score.findings.files > 0 => {
            writeln!(session.out, "{passed} passed, {failed} failed")?;
        }
        Format::Text => {}
        Format::Json => {
            let fields = json!({ "files": objects, "passed": passed, "failed": failed });
            json::write(&mut session.out, fields)?;
        }
    }
    Ok(match score.findings.status() {
        Status::Fine if failed > 0 => Status::Findings,
        status => status,
    })
}

/// Shows what is wrong with the file: among the results for people, beside them for programs.
fn show_findings(
    loaded: &Loaded,
    args: &Args,
    session: &mut Session,
    tally: &mut Tally,
) -> Result<(), Failure> {
    let findings = loaded.checked();
    for finding in findings.iter().filter(|f| !silenced(f, &args.allow)) {
        tally.add(finding.severity);
        let text = render(&loaded.sources, finding);
        match args.format {
            Format::Text => session.out.write_all(text.as_bytes())?,
            Format::Json => session.err.write_all(text.as_bytes())?,
        }
    }
    Ok(())
}

/// The name of the file that was asked for; its bases come after it.
fn name(loaded: &Loaded) -> &str {
    loaded
        .sources
        .iter()
        .next()
        .map_or("", |(_, file)| file.name())
}

fn line(sources: &Sources, report: &TestReport) -> Option<usize> {
    let place = report.place.as_ref()?;
    Some(sources.file(place.file).line_column(place.span.start).0)
}

fn show(
    loaded: &Loaded,
    reports: Option<&[TestReport]>,
    session: &mut Session,
) -> Result<(), Failure> {
    let name = name(loaded);
    let Some(reports) = reports else {
        writeln!(session.out, "{name}: not tested, as the file has errors")?;
        return Ok(());
    };
    let failed = reports.iter().filter(|r| !r.passed()).count();
    let sentence = match failed {
        0 if reports.is_empty() => "no tests".to_owned(),
        0 => format!("{} passed", plural(reports.len(), "test")),
        _ => format!("{} of {} failed", failed, plural(reports.len(), "test")),
    };
    writeln!(session.out, "{name}: {sentence}")?;
    for report in reports.iter().filter(|r| !r.passed()) {
        let place = line(&loaded.sources, report).map_or_else(String::new, |l| format!(":{l}"));
        writeln!(
            session.out,
            "\n{name}{place}: the test `{}` failed",
            report.name
        )?;
        if let Some(position) = &report.position {
            let rules = position.rules();
            let man = |square| draw::content(rules, position.state(), square);
            let board = draw::board(rules.shape, session.ascii, man)
                + &draw::aside(rules, position.state());
            for row in board.lines() {
                writeln!(session.out, "{}", format!("  {row}").trim_end())?;
            }
            writeln!(session.out, "  {}", position.fen())?;
        }
        for difference in &report.differences {
            session.out.write_all(details(difference).as_bytes())?;
        }
    }
    if failed > 0 {
        writeln!(session.out)?;
    }
    Ok(())
}

/// A difference with its lists.
fn details(difference: &Difference) -> String {
    let rows: Vec<(&str, String)> = match difference {
        Difference::Legal {
            expected,
            got,
            missing,
            added,
            ..
        } => vec![
            ("expected", moves(expected)),
            ("got", moves(got)),
            ("missing", moves(missing)),
            ("added", moves(added)),
        ],
        Difference::Allows {
            expected,
            got,
            missing,
        } => vec![
            ("expected", moves(expected)),
            ("got", moves(got)),
            ("missing", moves(missing)),
        ],
        Difference::Forbids {
            expected,
            got,
            added,
        } => vec![
            ("forbidden", moves(expected)),
            ("got", moves(got)),
            ("added", moves(added)),
        ],
        Difference::Becomes { expected, got } | Difference::Ends { expected, got } => {
            vec![("expected", expected.clone()), ("got", got.clone())]
        }
        Difference::Perft { expected, got, .. } => {
            vec![("expected", expected.to_string()), ("got", got.to_string())]
        }
        _ => Vec::new(),
    };
    let head = match difference {
        Difference::Legal {
            from: Some(from), ..
        } => format!("other legal moves from {from}"),
        Difference::Legal { .. } => "other legal moves".to_owned(),
        Difference::Allows { .. } => "some of these moves are not legal".to_owned(),
        Difference::Forbids { .. } => "some forbidden moves are legal".to_owned(),
        Difference::Becomes { .. } => "another position".to_owned(),
        Difference::Ends { .. } => "another result".to_owned(),
        Difference::Perft { depth, .. } => {
            format!("another count of {}", plural(*depth as usize, "move"))
        }
        other => other.to_string(),
    };
    let mut text = draw::paragraph(&head, 2, WIDTH);
    for (label, list) in rows {
        let body = draw::paragraph(&list, 16, WIDTH);
        text += &format!("    {label:<12}{}", body.trim_start());
    }
    text
}

fn moves(list: &[String]) -> String {
    if list.is_empty() {
        "nothing".to_owned()
    } else {
        list.join(" ")
    }
}

fn object(loaded: &Loaded, reports: Option<&[TestReport]>) -> Value {
    let tests: Vec<Value> = reports
        .unwrap_or_default()
        .iter()
        .map(|report| {
            json!({
                "name": report.name,
                "line": line(&loaded.sources, report),
                "passed": report.passed(),
                "message": (!report.passed()).then(|| report.message()),
            })
        })
        .collect();
    let variant = loaded.rules.as_ref().map(|rules| rules.id.clone());
    json!({ "file": name(loaded), "variant": variant, "tests": tests })
}
