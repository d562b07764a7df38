//! `ferz why`: why a move is legal, or why it is not.

use super::args::{self, Format};
use super::check::end_column;
use super::failure::{Failure, Status};
use super::findings::render;
use super::json;
use super::session::Session;
use ferz::board::Square;
use ferz::diagnostics::Diagnostic;
use ferz::position::MoveNotation;
use ferz::reason::Why;
use ferz::source::{Location, Sources};
use ferz::{Outcome, Position};
use serde_json::{Value, json};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  ferz why chess e2e5
  ferz why chess O-O --fen '5rk1/8/8/8/8/8/8/4K2R w K - 0 1'
  ferz why kingsmen c3c4 --format json

MOVE is anything that names a move: e2e4, e7e8=Q, Nf3, O-O. The exit status is 1 if the move is not legal.";

/// Say why a move is legal or not, with the place in the rule file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Name, alias or path of the game, or `-`
    game: String,

    /// The move as somebody would write it
    #[arg(value_name = "MOVE")]
    text: String,

    /// The position; the start position if left out
    #[arg(long)]
    fen: Option<String>,

    /// The start position with this number, where the game draws them by lot
    #[arg(long, value_name = "N", conflicts_with_all = ["fen"], value_parser = args::whole::<u64>)]
    setup: Option<u64>,

    /// A start position drawn by lot, the same for the same number; its own number is told
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "setup"], value_parser = args::whole::<u64>)]
    seed: Option<u64>,

    /// The armies of White and Black instead of those that the file chooses, as in `knights/rooks`
    #[arg(long, value_name = "WHITE/BLACK")]
    armies: Option<String>,

    /// King and partners may stand anywhere on their rank; castling is the king taking its partner
    #[arg(long)]
    chess960: bool,

    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    session.choose(args.armies.as_deref())?;
    let (loaded, variant) = session.open(&args.game)?;
    let setup = session.draw(&variant, args.setup, args.seed)?;
    let position = session.position(&variant, args.fen.as_deref(), args.chess960, setup)?;
    let why = position.why(&args.text);
    match args.format {
        Format::Json => {
            let object = object(&position, &args.text, &why, &loaded.sources);
            json::write(&mut session.out, object)?;
        }
        Format::Text => {
            let verdict = if why.is_legal() { "legal" } else { "not legal" };
            writeln!(session.out, "{verdict}: {why}")?;
            if let Some(note) = note(&why) {
                let text = render(&loaded.sources, &note);
                writeln!(session.out, "{}", text.trim_end())?;
            }
            let near = near(&position, &args.text, &why);
            if !near.is_empty() {
                writeln!(
                    session.out,
                    "legal moves like it: {}",
                    near.iter()
                        .map(|text| quoted(text))
                        .collect::<Vec<_>>()
                        .join(", ")
                )?;
            }
            if let Some(outcome) = position.outcome() {
                writeln!(
                    session.out,
                    "the game is over in this position: {}",
                    result(&outcome)
                )?;
            }
        }
    }
    Ok(if why.is_legal() {
        Status::Fine
    } else {
        Status::Findings
    })
}

fn result(outcome: &Outcome) -> String {
    format!("{} ({})", outcome.score(), outcome.reason)
}

/// The places of the rule file that have to do with the answer, each with a word of explanation.
fn places(why: &Why) -> Vec<(Location, String)> {
    match why {
        Why::Legal(permission) => {
            let mut places = Vec::new();
            for term in &permission.terms {
                places.push((term.place.clone(), term.sentence.clone()));
                let conditions = term.conditions.iter().chain(&permission.castling);
                places.extend(conditions.map(|c| (c.clone(), "this holds".to_owned())));
            }
            let promotions = permission.promotions.iter();
            places.extend(promotions.map(|(_, p)| (p.clone(), "this promotes it".to_owned())));
            let drops = permission.drops.iter();
            places.extend(drops.map(|(_, p)| (p.clone(), "this puts it down".to_owned())));
            let pass = permission.pass.iter();
            places.extend(pass.map(|p| (p.clone(), "when a player may pass".to_owned())));
            places
        }
        _ => why
            .places()
            .into_iter()
            .enumerate()
            .map(|(n, place)| (place, label(why, n).to_owned()))
            .collect(),
    }
}

/// What to write beside the n-th place of a refusal.
fn label(why: &Why, n: usize) -> &'static str {
    match (why.code(), n) {
        ("never-moves" | "none-reaches", _) => "all that it can do",
        ("not-now", _) => "only with other men around it",
        (
            "must-promote" | "cannot-become" | "no-promotion" | "promotion-limit"
            | "no-choice-left",
            _,
        ) => "the rule",
        ("drop-occupied" | "not-dropped-there" | "drop-condition", _) => "the drop rule",
        ("not-in-hand" | "never-dropped", _) => "what puts men down",
        // Of a promotion in place; a condition on moves stands behind them.
        ("condition", 0) if why.places().len() == 1 => "the rule",
        ("forbidden" | "forced", _) => "the law",
        ("pass-condition", _) => "when a player may pass",
        ("over", _) => "the end",
        (code, _) if code.starts_with("part-") || code == "no-second-part" => "what follows a move",
        (_, 0) => "the move that comes nearest",
        ("condition" | "castling-check" | "castling-attack", _) => "this does not hold",
        _ => "another of its moves",
    }
}

fn note(why: &Why) -> Option<Diagnostic> {
    let mut places = places(why).into_iter();
    let (place, label) = places.next()?;
    let note = Diagnostic::remark(why.code(), place, "where the rules say it").label(label);
    Some(places.fold(note, |note, (place, label)| note.related(place, label)))
}

/// A move in a list with commas: one with commas of its own stands in backticks.
pub(super) fn quoted(text: &str) -> String {
    if text.contains(',') {
        format!("`{text}`")
    } else {
        text.to_owned()
    }
}

fn near(position: &Position, text: &str, why: &Why) -> Vec<String> {
    if why.is_legal() {
        return Vec::new();
    }
    let moves = position.nearest_moves(text).into_iter();
    moves
        .map(|m| position.move_text(m, MoveNotation::Long))
        .collect()
}

/// What a legal move does else.
fn effects(why: &Why) -> &[String] {
    match why {
        Why::Legal(permission) => &permission.effects,
        _ => &[],
    }
}

fn object(position: &Position, text: &str, why: &Why, sources: &Sources) -> Value {
    let shape = position.rules().shape;
    let name = |s: Square| shape.name(s).to_string();
    let places: Vec<Value> = why
        .places()
        .iter()
        .map(|place| {
            let file = sources.file(place.file);
            let (line, column) = file.line_column(place.span.start);
            json!({
                "file": file.name(),
                "line": line,
                "column": column,
                "end_column": end_column(file, place, line, column),
            })
        })
        .collect();
    json!({
        "variant": position.rules().id,
        "fen": position.fen(),
        "move": text,
        "legal": why.is_legal(),
        "reason": why.code(),
        "text": why.to_string(),
        "effects": effects(why),
        "squares": why.squares().into_iter().map(name).collect::<Vec<_>>(),
        "places": places,
        "near": near(position, text, why),
        "result": position.outcome().map(|o| json!({ "score": o.score(), "reason": o.reason })),
    })
}
