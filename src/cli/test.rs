//! `ferz test`: runs the tests of rule files.

use super::args::Format;
use super::check::{Tally, silenced};
use super::failure::{self, Failure, Status};
use super::findings::{plural, render};
use super::session::Session;
use super::{bless, draw, fix, json, shrink};
use ferz::rules::TestCase;
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
  ferz test my-game.toml --only the-pinned-rook
  ferz test my-game.toml --bless --dry-run      what would be recorded
  ferz test my-game.toml --shrink               what fails, with the fewest men
  ferz test my-game.toml --shrink --against chess

A test that fails is shown with its place, the board, and what was expected and got; so is a test that passes, but not \
for the reason that it seems to have. The exit status is 1 if there is such a test, or a file has errors or warnings.";

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

    /// Only this test (may be repeated)
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// Write into the files what the game says: the keys that tests name in `recorded`, and with --only all that these
    /// tests expect and that comes out otherwise; the changes are shown
    #[arg(long)]
    bless: bool,

    /// With --bless: only show the changes
    #[arg(long, requires = "bless")]
    dry_run: bool,

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
    /// Tests that pass for another reason.
    doubtful: usize,
    /// Whether values would be recorded.
    unwritten: bool,
    findings: Tally,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    if args.shrink.is_asked() {
        return shrink::run(&args.files, &args.only, &args.shrink, args.format, session);
    }
    if args.bless && !args.dry_run {
        bless::refuse_where_nobody_looks()?;
    }
    if args.bless || !args.only.is_empty() {
        look_ahead(args, session)?;
    }
    let mut score = Score::default();
    let mut objects = Vec::new();
    let mut recorded = Vec::new();
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
        let loaded = if args.bless {
            let (loaded, change) = bless::record(file, loaded, &args.how(), session)?;
            score.unwritten |= args.dry_run && change.is_some();
            recorded.extend(change);
            loaded
        } else {
            loaded
        };
        show_findings(&loaded, args, session, &mut score.findings)?;
        let reports = reports(&loaded, &args.only, &mut score);
        match args.format {
            Format::Text => show(&loaded, reports.as_deref(), !args.only.is_empty(), session)?,
            Format::Json => objects.push(object(&loaded, reports.as_deref())),
        }
    }
    let (passed, failed) = (score.passed, score.failed);
    match args.format {
        Format::Text if score.findings.files > 0 => {
            let doubtful = match score.doubtful {
                0 => String::new(),
                n => format!(", {n} of them for another reason"),
            };
            writeln!(session.out, "{passed} passed{doubtful}, {failed} failed")?;
        }
        Format::Text => {}
        Format::Json => {
            let mut fields = json!({ "files": objects, "passed": passed, "doubtful": score.doubtful, "failed": failed });
            if args.bless {
                fields["recorded"] = json!(recorded);
            }
            json::write(&mut session.out, fields)?;
        }
    }
    let is_wrong = failed > 0 || score.doubtful > 0 || score.unwritten;
    Ok(match score.findings.status() {
        Status::Fine if is_wrong => Status::Findings,
        status => status,
    })
}

impl Args {
    /// How values are recorded.
    fn how(&self) -> bless::How<'_> {
        bless::How {
            named: &self.only,
            dry_run: self.dry_run,
            format: self.format,
        }
    }
}

/// Finds out whether the tests that are asked for are there, and whether the files can be changed, before anything is.
fn look_ahead(args: &Args, session: &Session) -> Result<(), Failure> {
    let mut tests: Vec<TestCase> = Vec::new();
    let mut is_complete = true;
    for file in &args.files {
        // What cannot be opened is told when its turn comes.
        let Ok(loaded) = session.load(file) else {
            continue;
        };
        if args.bless && !args.dry_run {
            fix::target(file, &loaded)?;
        }
        match &loaded.rules {
            Some(rules) => tests.extend(rules.tests.iter().cloned()),
            // Nobody knows which tests it has.
            None => is_complete = false,
        }
    }
    if is_complete {
        are_known(&args.only, &tests)
    } else {
        Ok(())
    }
}

/// Whether there are tests of all names that are asked for.
///
/// # Errors
/// The first name that is no test's, and what tests there are.
pub(super) fn are_known(asked: &[String], tests: &[TestCase]) -> Result<(), Failure> {
    let is_known = |name: &&String| {
        tests
            .iter()
            .any(|test| test.is_among(std::slice::from_ref(*name)))
    };
    let Some(name) = asked.iter().find(|name| !is_known(name)) else {
        return Ok(());
    };
    let mut names: Vec<&str> = tests.iter().map(|test| test.id.as_str()).collect();
    names.dedup();
    Err(Failure::Usage {
        message: format!("there is no test `{name}`"),
        help: Some(match names.as_slice() {
            [] => "there are no tests".to_owned(),
            names => format!("the tests are {}", names.join(", ")),
        }),
    })
}

/// Runs the tests that are asked for, unless the file has errors.
fn reports(loaded: &Loaded, only: &[String], score: &mut Score) -> Option<Vec<TestReport>> {
    let variant = Variant::new(loaded.rules.clone()?);
    let tests = &variant.rules().tests;
    let wanted = tests
        .iter()
        .filter(|test| only.is_empty() || test.is_among(only));
    let reports: Vec<_> = wanted.map(|test| trial::run_one(&variant, test)).collect();
    let failed = reports.iter().filter(|r| !r.passed()).count();
    score.failed += failed;
    score.passed += reports.len() - failed;
    let doubtful = reports.iter().filter(|r| r.passed() && !r.is_fine());
    score.doubtful += doubtful.count();
    Some(reports)
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
    is_limited: bool,
    session: &mut Session,
) -> Result<(), Failure> {
    let name = name(loaded);
    let Some(reports) = reports else {
        writeln!(session.out, "{name}: not tested, as the file has errors")?;
        return Ok(());
    };
    let failed = reports.iter().filter(|r| !r.passed()).count();
    let doubtful: Vec<_> = reports
        .iter()
        .filter(|r| r.passed() && !r.is_fine())
        .collect();
    let sentence = match failed {
        0 if reports.is_empty() && is_limited => "none of these tests".to_owned(),
        0 if reports.is_empty() => "no tests".to_owned(),
        0 => format!("{} passed", plural(reports.len(), "test")),
        _ => format!("{} of {} failed", failed, plural(reports.len(), "test")),
    };
    let but = match doubtful.len() {
        0 => String::new(),
        n if failed > 0 => format!(", {n} passed for another reason"),
        n => format!(", {n} of them for another reason"),
    };
    writeln!(session.out, "{name}: {sentence}{but}")?;
    for report in reports.iter().filter(|r| !r.is_fine()) {
        let verdict = if report.passed() {
            "passes, but not for what it seems to prove"
        } else {
            "failed"
        };
        let place = line(&loaded.sources, report).map_or_else(String::new, |l| format!(":{l}"));
        writeln!(
            session.out,
            "\n{name}{place}: the test `{}` {verdict}",
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
        for remark in &report.remarks {
            let help = remark.help();
            let help = help.iter().map(|line| draw::paragraph(line, 4, WIDTH));
            let told = draw::paragraph(&remark.to_string(), 2, WIDTH) + &help.collect::<String>();
            session.out.write_all(told.as_bytes())?;
        }
    }
    if failed > 0 || !doubtful.is_empty() {
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
        // All legal moves would only hide the few that matter.
        Difference::Allows {
            expected, missing, ..
        } => vec![("expected", moves(expected)), ("missing", moves(missing))],
        Difference::Forbids {
            expected, added, ..
        } => vec![("forbidden", moves(expected)), ("legal", moves(added))],
        Difference::Becomes {
            fields,
            expected,
            got,
            ..
        } => vec![
            ("expected", expected.clone()),
            ("got", got.clone()),
            ("other", fields.join(", ")),
        ],
        Difference::Ends { expected, got } => {
            vec![("expected", expected.clone()), ("got", got.clone())]
        }
        Difference::Value { expected, got, .. } => {
            let some = |text: &str| {
                if text.is_empty() {
                    "nothing".to_owned()
                } else {
                    text.to_owned()
                }
            };
            vec![("expected", some(expected)), ("got", some(got))]
        }
        Difference::Reason { expected, got, .. } => {
            vec![("expected", expected.clone()), ("got", (*got).to_owned())]
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
        Difference::Becomes { after, .. } => match after {
            Some(text) => format!("another position after {text}"),
            None => "another position".to_owned(),
        },
        Difference::Ends { .. } => "another result".to_owned(),
        Difference::Value { key, of, .. } => match of {
            Some(of) => format!("another value of `{key}` for {of}"),
            None => format!("another value of `{key}`"),
        },
        Difference::Reason { text, because, .. } => {
            format!("{text} is not legal for another reason: {because}")
        }
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
                "remarks": report.remarks.iter().map(ToString::to_string).collect::<Vec<_>>(),
            })
        })
        .collect();
    let variant = loaded.rules.as_ref().map(|rules| rules.id.clone());
    json!({ "file": name(loaded), "variant": variant, "tests": tests })
}
