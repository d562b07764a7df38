//! `ferz moves`: the legal moves of a position.

use super::args::Format;
use super::failure::{Failure, Status};
use super::json;
use super::session::Session;
use clap::ValueEnum;
use ferz::board::Square;
use ferz::position::MoveNotation;
use ferz::{Outcome, Position};
use serde_json::{Value, json};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  ferz moves kingsmen
  ferz moves chess --from e2
  ferz moves chess --fen '4k3/P7/8/8/8/8/8/4K3 w - - 0 1' --notation san
  ferz moves my-game.toml --format json

Texts are sorted, and no two are the same. In long form a swap is the king onto its own man, and castling is \
the king's start and end.";

/// List the legal moves of a position
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Name, alias or path of the game, or `-`
    game: String,

    /// The position; the start position if left out
    #[arg(long)]
    fen: Option<String>,

    /// Only moves that start on this square
    #[arg(long, value_name = "SQUARE")]
    from: Option<String>,

    /// How to write the moves: `e7e8=Q` (long), `e7e8q` (uci), `Nf3`, `O-O` (san)
    #[arg(long, value_enum, default_value_t = Notation::Long)]
    notation: Notation,

    /// King and partners may stand anywhere on their rank; castling is the king taking its partner
    #[arg(long)]
    chess960: bool,

    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How to write moves.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Notation {
    Long,
    Uci,
    San,
}

impl From<Notation> for MoveNotation {
    fn from(notation: Notation) -> Self {
        match notation {
            Notation::Long => Self::Long,
            Notation::Uci => Self::Uci,
            Notation::San => Self::San,
        }
    }
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    let variant = session.variant(&args.game)?;
    let from = args
        .from
        .as_deref()
        .map(|name| square(&variant, name))
        .transpose()?;
    let position = session.position(&variant, args.fen.as_deref(), args.chess960)?;
    let moves = texts(&position, from, args.notation.into());
    match args.format {
        Format::Json => json::write(&mut session.out, object(&position, &moves))?,
        Format::Text => {
            for text in &moves {
                writeln!(session.out, "{text}")?;
            }
            if moves.is_empty() {
                let why = why_none(&position, from);
                writeln!(session.err, "{why}")?;
            }
        }
    }
    Ok(Status::Fine)
}

fn square(variant: &ferz::Variant, name: &str) -> Result<Square, Failure> {
    let shape = variant.rules().shape;
    shape.parse(name).ok_or_else(|| {
        let last = shape
            .squares()
            .next_back()
            .map(|s| shape.name(s).to_string())
            .unwrap_or_default();
        Failure::Usage {
            message: format!("{name:?} is not a square of this board"),
            help: Some(format!("its squares are a1 to {last}")),
        }
    })
}

fn texts(position: &Position, from: Option<Square>, notation: MoveNotation) -> Vec<String> {
    let moves = position.move_texts(notation).into_iter();
    let mut texts: Vec<String> = moves
        .filter(|(mv, _)| from.is_none_or(|from| mv.from == from))
        .map(|(_, text)| text)
        .collect();
    texts.sort();
    texts
}

fn why_none(position: &Position, from: Option<Square>) -> String {
    match (position.outcome(), from) {
        (
            Some(Outcome {
                winner: Some(side),
                reason,
                ..
            }),
            _,
        ) => format!("no legal moves: {side} has won ({reason})"),
        (Some(Outcome { reason, .. }), _) => format!("no legal moves: a draw ({reason})"),
        (None, Some(from)) => format!(
            "no legal moves from {}",
            position.variant().rules().shape.name(from)
        ),
        (None, None) => "no legal moves".to_owned(),
    }
}

fn object(position: &Position, moves: &[String]) -> Value {
    let rules = position.variant().rules();
    let checkers: Vec<String> = position
        .checkers()
        .into_iter()
        .map(|s| rules.shape.name(s).to_string())
        .collect();
    json!({
        "variant": rules.id,
        "fen": position.fen(),
        "moves": moves,
        "in_check": position.in_check(),
        "checkers": checkers,
        "result": position.outcome().map(|outcome| json!({ "score": outcome.score(), "reason": outcome.reason })),
    })
}
