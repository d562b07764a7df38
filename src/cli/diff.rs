//! `ferz diff`: what differs between two games.

use super::args::{self, Format};
use super::draw::{self, bullet, paragraph};
use super::failure::{Failure, Status};
use super::findings::{plural, render};
use super::json;
use super::session::Session;
use super::show::capital;
use ferz::diagnostics::Severity;
use ferz::diff::{
    Change, Diff, Example, Foreign, Presence, Sampled, Sampling, Share, Theme, sample,
};
use ferz::rules::Rules;
use ferz::{Outcome, Variant};
use serde_json::{Value, json};
use std::io::Write;

/// Lines of text are broken here.
const WIDTH: usize = 100;
/// So many moves of an example are shown.
const MOVES: usize = 8;

const EXAMPLES: &str = "\
Examples:
  ferz diff chess my-game.toml
  ferz diff my-game.toml my-game-2.toml --positions 1000 --seed 7
  ferz diff capablanca gothic --positions 0
  ferz diff old.toml new.toml --format json

The rules are compared, not the files: the same rules written otherwise are no difference.

Exit status: 0 the same rules, 1 other rules, 2 a file that cannot be opened or has errors.";

/// Show what differs between two games: each rule in words, and in how many positions it shows
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Name, alias or path of a game, or `-`
    #[arg(value_name = "A")]
    first: String,

    /// Name, alias or path of the other game
    #[arg(value_name = "B")]
    second: String,

    /// How many positions of random games to compare, half of them from games of each file
    #[arg(long, value_name = "N", default_value = "200", value_parser = args::whole::<usize>)]
    positions: usize,

    /// Other random games, the same for the same number
    #[arg(long, value_name = "N", default_value = "1", value_parser = args::whole::<u64>)]
    seed: u64,

    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    if args.first == "-" && args.second == "-" {
        return Err(Failure::usage(
            "only one of the files can be standard input",
        ));
    }
    let (first, second) = (open(&args.first, session)?, open(&args.second, session)?);
    let (Some(first), Some(second)) = (first, second) else {
        return Err(Failure::Refused);
    };
    let diff = Diff::new(first.rules(), second.rules());
    let sampled = (!diff.is_same()).then(|| {
        let how = Sampling::default()
            .positions(args.positions)
            .seed(args.seed);
        sample(&first, &second, how)
    });
    let games = [first.rules(), second.rules()];
    match args.format {
        Format::Text => {
            let page = page(games, &diff, sampled.as_ref(), session.ascii);
            session.out.write_all(page.as_bytes())?;
        }
        Format::Json => {
            json::write(
                &mut session.out,
                object(games, &diff, sampled.as_ref(), args.seed),
            )?;
        }
    }
    Ok(if diff.is_same() {
        Status::Fine
    } else {
        Status::Findings
    })
}

/// A game; nothing if its file has errors, which are shown.
fn open(game: &str, session: &mut Session) -> Result<Option<Variant>, Failure> {
    let loaded = session.load(game)?;
    if let Some(rules) = &loaded.rules {
        return Ok(Some(Variant::new(rules.clone())));
    }
    let errors = loaded.findings.iter();
    for finding in errors.filter(|f| f.severity == Severity::Error) {
        let text = render(&loaded.sources, finding);
        session.err.write_all(text.as_bytes())?;
    }
    Ok(None)
}

/// The heading under which the differences of a theme stand.
fn heading(theme: Theme) -> &'static str {
    match theme {
        Theme::Board => "BOARD",
        Theme::Start => "START POSITION",
        Theme::Pieces => "PIECES",
        Theme::Laws => "CHECK, FORBIDDEN AND FORCED",
        Theme::Promotion => "PROMOTION",
        Theme::Castling => "CASTLING",
        Theme::Hands => "HANDS AND DROPS",
        Theme::Turn => "TURN",
        Theme::Effects => "WHAT ELSE A MOVE DOES",
        Theme::Counters => "COUNTERS",
        Theme::Ends => "END OF THE GAME",
        _ => "ONLY NAMES, TEXTS AND TESTS",
    }
}

fn page(games: [&Rules; 2], diff: &Diff, sampled: Option<&Sampled>, ascii: bool) -> String {
    let [first, second] = games;
    let name = |rules: &Rules| format!("{} ({})", rules.title, rules.id);
    let mut text = format!("A: {}\nB: {}\n", name(first), name(second));
    if diff.is_same() {
        text += "\nThere is no difference in the rules.\n";
    }
    text += &themes(&diff.changes);
    if let Some(sampled) = sampled {
        text += &seen(sampled, ascii);
    }
    text + &themes(&diff.wording)
}

/// Differences under the headings of their themes.
fn themes(changes: &[Change]) -> String {
    let mut text = String::new();
    let mut last = None;
    for change in changes {
        if last != Some(change.theme) {
            text += &format!("\n{}\n\n", heading(change.theme));
            last = Some(change.theme);
        }
        text += &told(change);
    }
    text
}

/// A difference, in one line if it is short.
fn told(change: &Change) -> String {
    let subject = capital(&change.subject);
    if let ([before], [after], true) = (
        &change.before[..],
        &change.after[..],
        matches!(change.theme, Theme::Start | Theme::Wording),
    ) {
        let plain = |line: &str| line.trim_end_matches('.').to_owned();
        let line = format!("{subject}: A {}, B {}", plain(before), plain(after));
        if line.chars().count() < WIDTH - 4 {
            return bullet(&line, WIDTH);
        }
    }
    let (kind, also) = match change.presence {
        Presence::First => (", only in A", ""),
        Presence::Second => (", only in B", ""),
        _ if change.before.is_empty() != change.after.is_empty() => ("", " also"),
        _ => ("", ""),
    };
    let mut text = format!("  - {subject}{kind}\n");
    for line in &change.before {
        text += &marked(&format!("A{also}"), line);
    }
    for line in &change.after {
        text += &marked(&format!("B{also}"), line);
    }
    text
}

/// A sentence behind the letter of the game that it is about.
fn marked(letter: &str, line: &str) -> String {
    let body = paragraph(line, letter.len() + 6, WIDTH);
    format!("    {letter}: {}", body.trim_start())
}

/// What the sampled positions show.
fn seen(sampled: &Sampled, ascii: bool) -> String {
    let mut text = "\nIN POSITIONS OF BOTH GAMES\n\n".to_owned();
    let shares = [
        (sampled.random, "random games"),
        (sampled.tests, "the files' tests"),
    ];
    for (share, of) in shares.into_iter().filter(|s| s.0.positions > 0) {
        text += &bullet(&share_told(share, of), WIDTH);
    }
    if sampled.boards_differ {
        let told = "The boards differ, so no position of one game is one of the other.";
        return text + &bullet(told, WIDTH);
    }
    if sampled.random.positions + sampled.tests.positions == 0 {
        text += &bullet("No position could be compared.", WIDTH);
    }
    if sampled.unshared > 0 {
        let because = sampled.because.as_deref().unwrap_or_default();
        let told = format!(
            "{} could not be set up in the other game; of the first one because: {because}.",
            plural(sampled.unshared, "more position")
        );
        text += &bullet(&told, WIDTH);
    }
    for (at, example) in sampled.examples.iter().enumerate() {
        text += &format!("\nEXAMPLE {}\n\n", at + 1);
        text += &self::example(example, ascii);
    }
    text
}

fn share_told(share: Share, of: &str) -> String {
    let part = |n: usize| match n {
        0 => "in none".to_owned(),
        n if n == share.positions => "in all".to_owned(),
        n => {
            let percent = ((n * 200 + share.positions) / (share.positions * 2)).max(1);
            format!("in {n} ({percent} %)")
        }
    };
    let mut told = format!(
        "Of {} of {of}, the legal moves differ {}",
        plural(share.positions, "position"),
        part(share.moves)
    );
    if share.deeds > 0 {
        told += &format!(
            "; a move of both leads to something else {}",
            part(share.deeds)
        );
    }
    if share.ends > 0 {
        told += &format!("; the result differs {}", part(share.ends));
    }
    told + "."
}

fn example(example: &Example, ascii: bool) -> String {
    let position = &example.first;
    let rules = position.rules();
    let mut text = draw::board(rules.shape, ascii, |square| {
        draw::content(rules, position.state(), square)
    });
    text += &draw::aside(rules, position.state());
    text += &format!("\n  {} to move: {}\n", position.side(), position.fen());
    let (first, second) = (position.fen(), example.second.fen());
    if first != second {
        text += &format!("  in B: {second}\n");
    }
    text += &foreign("A", "B", &example.only_first);
    text += &foreign("B", "A", &example.only_second);
    if !example.otherwise.is_empty() {
        let told = format!("Lead to something else: {}.", listed(&example.otherwise));
        text += &bullet(&told, WIDTH);
    }
    if let Some([a, b]) = &example.results {
        let told = format!("A: {}. B: {}.", result(a.as_ref()), result(b.as_ref()));
        text += &bullet(&told, WIDTH);
    }
    text
}

/// The moves of one game alone, the first ones with the reason of the other.
fn foreign(own: &str, other: &str, moves: &[Foreign]) -> String {
    if moves.is_empty() {
        return String::new();
    }
    let texts: Vec<String> = moves.iter().map(|m| m.text.clone()).collect();
    let mut text = bullet(&format!("Only {own} allows: {}.", listed(&texts)), WIDTH);
    let mut told: Vec<&str> = Vec::new();
    for (mv, why) in moves
        .iter()
        .filter_map(|m| Some((&m.text, m.why.as_deref()?)))
    {
        // The same reason is told once.
        if !told.contains(&why) {
            text += &paragraph(&format!("{mv} in {other}: {why}."), 6, WIDTH);
            told.push(why);
        }
    }
    text
}

fn listed(texts: &[String]) -> String {
    let shown: Vec<&str> = texts.iter().take(MOVES).map(String::as_str).collect();
    match texts.len().saturating_sub(MOVES) {
        0 => shown.join(" "),
        more => format!("{} and {more} more", shown.join(" ")),
    }
}

fn result(outcome: Option<&Outcome>) -> String {
    outcome.map_or_else(
        || "the game goes on".to_owned(),
        |o| format!("{} ({})", o.score(), o.reason),
    )
}

fn object(games: [&Rules; 2], diff: &Diff, sampled: Option<&Sampled>, seed: u64) -> Value {
    let change = |change: &Change| {
        json!({
            "theme": change.theme.word(),
            "subject": change.subject,
            "in": match change.presence {
                Presence::First => "a",
                Presence::Second => "b",
                _ => "both",
            },
            "before": change.before,
            "after": change.after,
        })
    };
    let changes = |changes: &[Change]| changes.iter().map(change).collect::<Vec<_>>();
    let share = |share: Share| {
        json!({
            "positions": share.positions,
            "moves_differ": share.moves,
            "deeds_differ": share.deeds,
            "results_differ": share.ends,
        })
    };
    let sampled = sampled.map(|sampled| {
        json!({
            "seed": seed,
            "random": share(sampled.random),
            "tests": share(sampled.tests),
            "unshared": sampled.unshared,
            "unshared_because": sampled.because,
            "boards_differ": sampled.boards_differ,
            "examples": sampled.examples.iter().map(example_object).collect::<Vec<_>>(),
        })
    });
    json!({
        "a": games[0].id,
        "b": games[1].id,
        "same_rules": diff.is_same(),
        "changes": changes(&diff.changes),
        "wording": changes(&diff.wording),
        "sampled": sampled,
    })
}

fn example_object(example: &Example) -> Value {
    let moves = |moves: &[Foreign]| {
        let moves = moves
            .iter()
            .map(|m| json!({ "move": m.text, "why_not": m.why }));
        moves.collect::<Vec<_>>()
    };
    let result = |outcome: &Option<Outcome>| {
        outcome
            .as_ref()
            .map(|o| json!({ "score": o.score(), "reason": o.reason }))
    };
    let results = example.results.as_ref();
    json!({
        "fen_a": example.first.fen(),
        "fen_b": example.second.fen(),
        "only_a": moves(&example.only_first),
        "only_b": moves(&example.only_second),
        "otherwise": example.otherwise,
        "results": results.map(|both| both.each_ref().map(result)),
    })
}
