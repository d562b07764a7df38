//! `ferz test --shrink`: what a failing test shows, or another rule file has otherwise, with the fewest men and plies.
//!
//! All that is printed is TOML: what is not part of a test stands behind `#`, so that it can be added to a file as it is.

use super::args::{self, Format};
use super::failure::{Failure, Status};
use super::findings::plural;
use super::session::Session;
use super::show::capital;
use super::test::are_known;
use super::{draw, json, verify};
use ferz::diff::Sampling;
use ferz::rules::TestCase;
use ferz::shrink::{Budget, Case, Reduced, Rival, Shrinking, Unshared, of_difference, of_test};
use ferz::witness::{self, Hearing, Peer, PeerError, Plan, Told};
use ferz::{Position, Variant, trial};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The longest line of a report.
const WIDTH: usize = 100;
/// One case is reduced for so long at most.
const TIME: Duration = Duration::from_secs(30);
/// Another program is asked so often at most.
const QUESTIONS: usize = 1000;
/// One answer of it may take so many seconds.
const ANSWER: u64 = 20;
/// What a reduced test is called that comes of no other one.
const DIFFERS: &str = "differs";

/// What to reduce.
#[derive(Debug, clap::Args)]
#[group(id = "shrinking")]
pub(crate) struct Args {
    /// Reduce what failing tests (all, or those of --only) show to the fewest men and plies, and write it as tests
    #[arg(long, conflicts_with = "bless", help_heading = "Shrinking")]
    shrink: bool,

    /// Reduce what this rule file has otherwise, in positions of the failing tests or else of random games
    #[arg(
        long,
        value_name = "FILE",
        requires = "shrink",
        help_heading = "Shrinking"
    )]
    against: Option<String>,

    /// Reduce the first difference from another program, as `ferz verify` finds it
    #[arg(
        long,
        value_enum,
        value_name = "PROGRAM",
        requires = "shrink",
        conflicts_with = "against",
        help_heading = "Shrinking"
    )]
    with: Option<With>,

    /// The other program: an engine, a Python interpreter, or the folder of a Python environment
    #[arg(
        long,
        value_name = "PATH",
        requires = "with",
        help_heading = "Shrinking"
    )]
    peer: Option<PathBuf>,

    /// Look for the difference in this position instead
    #[arg(long, requires = "shrink", help_heading = "Shrinking")]
    fen: Option<String>,

    /// Look for it on the way of these moves, from the setup or from --fen
    #[arg(
        long,
        value_name = "MOVES",
        requires = "shrink",
        help_heading = "Shrinking"
    )]
    moves: Option<String>,

    /// So many positions of random games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = args::whole::<usize>, help_heading = "Shrinking")]
    positions: usize,

    /// The same number means the same games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = args::whole::<u64>, help_heading = "Shrinking")]
    seed: u64,
}

/// Another program that can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum With {
    FairyStockfish,
}

impl Args {
    /// Whether anything is to be reduced.
    pub(crate) const fn is_asked(&self) -> bool {
        self.shrink
    }
}

/// What is reduced.
struct Task {
    file: String,
    variant: Variant,
    /// The other file.
    other: Option<(String, Variant)>,
}

/// What came of one test, position or comparison.
struct Part {
    /// The test's name, if it is about one.
    test: Option<String>,
    /// What it is about, as a sentence begins.
    about: String,
    shrinking: Shrinking,
    /// What to say if nothing came of it.
    nothing: String,
    /// Whether it is about a test that fails.
    fails: bool,
}

impl Part {
    /// Nothing so far.
    fn about(about: String) -> Self {
        Self {
            test: None,
            about,
            shrinking: Shrinking::default(),
            nothing: String::new(),
            fails: false,
        }
    }

    /// Whether there is nothing to show of it.
    fn is_empty(&self) -> bool {
        self.shrinking.reduced.is_empty() && self.shrinking.unreduced.is_empty()
    }
}

pub(crate) fn run(
    files: &[String],
    only: &[String],
    args: &Args,
    format: Format,
    session: &mut Session,
) -> Result<Status, Failure> {
    let [file] = files else {
        return Err(Failure::Usage {
            message: "--shrink works on one rule file".to_owned(),
            help: Some("name one file, and tests of it with --only".to_owned()),
        });
    };
    if file == "-" && args.against.as_deref() == Some("-") {
        return Err(Failure::usage(
            "only one of the files can be standard input",
        ));
    }
    let variant = session.variant(file)?;
    let other = match &args.against {
        Some(name) => Some((name.clone(), session.variant(name)?)),
        None => None,
    };
    let task = Task {
        file: file.clone(),
        variant,
        other,
    };
    let parts = task.parts(only, args, session)?;
    let is_fine = parts.iter().all(|part| part.is_empty() && !part.fails);
    let mut names = Names::of(&task.variant);
    match format {
        Format::Text => {
            for (at, part) in parts.iter().enumerate() {
                let mut text = task.text(part, &mut names, session.ascii);
                // What is about one test stands apart from what is about the next one.
                if at + 1 < parts.len() && !text.ends_with("\n\n") {
                    text.push('\n');
                }
                session.out.write_all(text.as_bytes())?;
            }
        }
        Format::Json => {
            let objects: Vec<Value> = parts.iter().map(|p| object(p, &mut names)).collect();
            let fields = json!({ "file": task.file, "against": args.against, "shrunk": objects });
            json::write(&mut session.out, fields)?;
        }
    }
    Ok(if is_fine {
        Status::Fine
    } else {
        Status::Findings
    })
}

fn budget() -> Budget {
    let now = Instant::now();
    let until = now.checked_add(TIME);
    until.map_or_else(Budget::default, |until| Budget::default().until(until))
}

impl Task {
    fn parts(
        &self,
        names: &[String],
        args: &Args,
        session: &mut Session,
    ) -> Result<Vec<Part>, Failure> {
        if args.fen.is_some() || args.moves.is_some() {
            if let Some(name) = names.first() {
                return Err(Failure::usage(format!(
                    "the test `{name}` and --fen or --moves name two positions"
                )));
            }
            let position = session.position(&self.variant, args.fen.as_deref(), false, None)?;
            let case = given(&position, args.moves.as_deref().unwrap_or_default())?;
            if args.with.is_some() {
                let last = case.game().map_or(position, |game| game.position().clone());
                return Ok(vec![self.heard(args, vec![last], 0)?]);
            }
            if self.other.is_none() {
                return Err(Failure::Usage {
                    message: "a position alone shows no difference".to_owned(),
                    help: Some(
                        "name another rule file with --against, or a program with --with"
                            .to_owned(),
                    ),
                });
            }
            let at = |rival: &Rival<'_>| rival.at(&case, budget());
            return Ok(vec![self.compared(None, "this position", at)]);
        }
        let tests = self.tests(names)?;
        if args.with.is_some() {
            let reports = tests
                .iter()
                .map(|(test, _)| trial::run_one(&self.variant, test));
            let first: Vec<Position> = reports.filter_map(|report| report.position).collect();
            let games = if names.is_empty() { args.positions } else { 0 };
            return Ok(vec![self.heard(args, first, games)?]);
        }
        if self.other.is_some() && tests.is_empty() {
            return Ok(vec![self.sampled(args)]);
        }
        let mut parts = Vec::new();
        for (test, passes) in tests {
            let about = format!("the test `{}`", test.title());
            if self.other.is_some() {
                let ask = |rival: &Rival<'_>| rival.of_test(test, budget());
                let mut part = self.compared(Some(&test.id), &about, ask);
                part.fails = !passes;
                parts.push(part);
            } else {
                let mut part = Part::about(about);
                part.nothing = if passes {
                    format!(
                        "{} passes: there is nothing to reduce",
                        capital(&part.about)
                    )
                } else {
                    format!("Of {} nothing can be reduced", part.about)
                };
                part.test = Some(test.id.clone());
                part.shrinking = of_test(&self.variant, test, budget());
                part.fails = !passes;
                parts.push(part);
            }
        }
        if parts.is_empty() {
            let count = self.variant.rules().tests.len();
            let nothing = match count {
                0 => "There are no tests".to_owned(),
                1 => "The test passes".to_owned(),
                _ => format!("All {count} tests pass"),
            };
            let mut part = Part::about(String::new());
            part.nothing = format!(
                "{nothing}: there is nothing to reduce; `--against FILE` looks for differences from another file"
            );
            parts.push(part);
        }
        Ok(parts)
    }

    /// The tests to reduce and whether they pass: those that are named, or all that fail.
    fn tests(&self, names: &[String]) -> Result<Vec<(&TestCase, bool)>, Failure> {
        let tests = &self.variant.rules().tests;
        let passes = |test: &TestCase| trial::run_one(&self.variant, test).passed();
        if names.is_empty() {
            let all = tests.iter().map(|test| (test, passes(test)));
            return Ok(all.filter(|(_, passes)| !passes).collect());
        }
        are_known(names, tests)?;
        let named = tests.iter().filter(|test| test.is_among(names));
        Ok(named.map(|test| (test, passes(test))).collect())
    }

    fn rival(&self) -> Option<Rival<'_>> {
        let (name, other) = self.other.as_ref()?;
        Some(Rival::new([(&self.variant, &self.file), (other, name)]))
    }

    /// What the other file has otherwise in a position and on the way there.
    fn compared(
        &self,
        test: Option<&str>,
        about: &str,
        ask: impl FnOnce(&Rival<'_>) -> Result<Shrinking, Unshared>,
    ) -> Part {
        let other = self.other.as_ref().map_or("", |(name, _)| name);
        let mut part = Part::about(about.to_owned());
        part.test = test.map(str::to_owned);
        part.nothing = format!(
            "{} and {other} do not differ in {about} nor on the way there",
            self.file
        );
        match self.rival().as_ref().map(ask) {
            Some(Ok(shrinking)) => part.shrinking = shrinking,
            Some(Err(error)) => part.shrinking.unreduced.push(error.to_string()),
            None => {}
        }
        part
    }

    /// What the other file has otherwise in positions of random games and tests.
    fn sampled(&self, args: &Args) -> Part {
        let other = self.other.as_ref().map_or("", |(name, _)| name);
        let how = Sampling::default()
            .positions(args.positions)
            .seed(args.seed);
        let found = self.rival().map(|rival| rival.sampled(how, budget()));
        let (sampled, shrinking) = found.unwrap_or_default();
        let positions = sampled.random.positions + sampled.tests.positions;
        let mut part = Part::about(format!("a position of {} and {other}", self.file));
        part.shrinking = shrinking;
        if sampled.boards_differ {
            let sentence = "the boards differ, so there is none";
            part.shrinking.unreduced.push(sentence.to_owned());
        }
        part.nothing = format!(
            "{} and {other} do not differ in {} of random games and tests",
            self.file,
            plural(positions, "position")
        );
        part
    }

    /// What another program knows otherwise in these positions, or in those of random games.
    fn heard(&self, args: &Args, first: Vec<Position>, random: usize) -> Result<Part, Failure> {
        let about = if random == 0 {
            "this position"
        } else {
            "a position of random games or tests"
        };
        let mut part = Part::about(about.to_owned());
        let peers = verify::peers(args.peer.as_deref(), ANSWER)?;
        let Ok(mut peers) = peers else {
            part.nothing = format!("Nothing was compared: {}", verify::ABSENT);
            return Ok(part);
        };
        let mut plan = Plan::default();
        plan.first = first;
        plan.positions = random;
        plan.games = random.min(plan.games);
        plan.seed = args.seed;
        let mut beyond = Vec::new();
        for peer in &mut peers {
            let name = peer.name().to_owned();
            match Told::to(&self.variant, peer, None, false) {
                Err(why) => beyond.push(format!("beyond {name}, {}", why.join("; "))),
                Ok(told) => {
                    let found = self.witnessed(peer, &told, &plan);
                    let nothing = |why| format!("{}: {why} {name}", self.file);
                    match found {
                        Ok(Some(shrinking)) => part.shrinking = shrinking,
                        Ok(None) => part.nothing = nothing("no difference without a reason from"),
                        Err(error) => part.nothing = nothing(&format!("{error}:")),
                    }
                    return Ok(part);
                }
            }
        }
        part.nothing = format!("{}: not compared, {}", self.file, beyond.join("; "));
        Ok(part)
    }

    /// The first difference from a peer, reduced.
    fn witnessed(
        &self,
        peer: &mut Peer,
        told: &Told,
        plan: &Plan,
    ) -> Result<Option<Shrinking>, PeerError> {
        let name = peer.name().to_owned();
        let report = witness::compare(&self.variant, told, peer, plan, |_, _| {})?;
        let Some(difference) = report.unexplained() else {
            return Ok(None);
        };
        let mut hearing = Hearing::new(&self.variant, told, peer)?;
        let budget = budget().tries(QUESTIONS);
        Ok(Some(of_difference(&mut hearing, &name, difference, budget)))
    }

    /// What came of one part, as TOML.
    fn text(&self, part: &Part, names: &mut Names, ascii: bool) -> String {
        let shrinking = &part.shrinking;
        let mut text = String::new();
        if part.is_empty() {
            return remark(&format!("{}.", part.nothing));
        }
        for sentence in &shrinking.unreduced {
            text += &remark(&format!("{}: {sentence}.", capital(&part.about)));
        }
        for reduced in &shrinking.reduced {
            let name = names.next(part.test.as_deref());
            text += &remark(&format!("{}: {}", capital(&part.about), sizes(reduced)));
            if reduced.for_other {
                let other = self.other.as_ref().map_or("", |(name, _)| name);
                text += &remark(&format!(
                    "{} has no words for it, so this is a test for {other}.",
                    self.file
                ));
            }
            text += "#\n";
            text += &board(&reduced.case.position, ascii);
            text += &format!("\n{}\n", reduced.section(&name));
        }
        if shrinking.more > 0 {
            text += &remark(&format!(
                "{}: {} of the same kind {} not shown.",
                capital(&part.about),
                plural(shrinking.more, "more difference"),
                if shrinking.more == 1 { "is" } else { "are" }
            ));
        }
        text
    }
}

/// A position with moves that were typed.
fn given(position: &Position, moves: &str) -> Result<Case, Failure> {
    let case = Case::of(position)
        .ok_or_else(|| Failure::usage("the FEN of this position is none that the game reads"))?;
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    for at in 0..moves.len() {
        if case
            .clone()
            .with_moves(moves[..=at].to_vec())
            .game()
            .is_none()
        {
            let before = case.clone().with_moves(moves[..at].to_vec()).game();
            let why = before.map_or_else(String::new, |game| {
                game.position().why(&moves[at]).to_string()
            });
            return Err(Failure::usage(format!(
                "move {}, {}, cannot be played: {why}",
                at + 1,
                moves[at]
            )));
        }
    }
    Ok(case.with_moves(moves))
}

/// Names for new tests.
struct Names(Vec<String>);

impl Names {
    fn of(variant: &Variant) -> Self {
        Self(variant.rules().tests.iter().map(|t| t.id.clone()).collect())
    }

    /// A name that no test has, after the name of another test.
    fn next(&mut self, test: Option<&str>) -> String {
        let is_bare = |name: &&str| {
            let mut bytes = name.bytes();
            bytes.all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        };
        let base = test
            .filter(is_bare)
            .map_or_else(|| DIFFERS.to_owned(), |test| format!("{test}-shrunk"));
        let mut name = base.clone();
        let mut number = 1;
        while self.0.contains(&name) {
            number += 1;
            name = format!("{base}-{number}");
        }
        self.0.push(name.clone());
        name
    }
}

/// From how much to how much.
fn sizes(reduced: &Reduced) -> String {
    let size = |men: usize, plies: usize| {
        let men = if men == 1 {
            "1 man".to_owned()
        } else {
            format!("{men} men")
        };
        let plies = match plies {
            0 => "no plies".to_owned(),
            1 => "1 ply".to_owned(),
            _ => format!("{plies} plies"),
        };
        format!("{men} and {plies}")
    };
    let (before, after) = (&reduced.before, &reduced.after);
    let mut text = format!(
        "from {} to {}.",
        size(before.men, before.plies),
        size(after.men, after.plies)
    );
    if !reduced.complete {
        text += " The search was ended after its time, so something may still go.";
    }
    text
}

/// A sentence as comments.
fn remark(sentence: &str) -> String {
    let text = draw::paragraph(sentence, 0, WIDTH - 2);
    text.lines().map(|line| format!("# {line}\n")).collect()
}

fn board(position: &Position, ascii: bool) -> String {
    let rules = position.rules();
    let man = |square| draw::content(rules, position.state(), square);
    let text = draw::board(rules.shape, ascii, man) + &draw::aside(rules, position.state());
    let text = text + &format!("\n{} to move", position.side());
    text.lines()
        .map(|line| format!("#   {line}").trim_end().to_owned() + "\n")
        .collect()
}

fn object(part: &Part, names: &mut Names) -> Value {
    let reduced = part.shrinking.reduced.iter().map(|reduced| {
        let name = names.next(part.test.as_deref());
        json!({
            "name": name,
            "for_other": reduced.for_other,
            "fen": reduced.fen(),
            "moves": reduced.case.moves,
            "key": reduced.expects.key(),
            "value": reduced.expects.value(),
            "said": reduced.said,
            "men": [reduced.before.men, reduced.after.men],
            "plies": [reduced.before.plies, reduced.after.plies],
            "tries": reduced.tries,
            "complete": reduced.complete,
            "toml": reduced.section(&name),
        })
    });
    json!({
        "test": part.test,
        "tests": reduced.collect::<Vec<_>>(),
        "more": part.shrinking.more,
        "unreduced": part.shrinking.unreduced,
        "message": part.is_empty().then_some(part.nothing.as_str()),
    })
}
