//! `ferz moves`: the legal moves of a position.

use super::args::{self, Format};
use super::failure::{Failure, Status};
use super::json;
use super::session::Session;
use clap::ValueEnum;
use ferz::board::{Side, Square};
use ferz::position::{Extra, Move, MoveNotation};
use ferz::{Game, Outcome, Position};
use serde_json::{Value, json};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  ferz moves kingsmen
  ferz moves chess --from e2
  ferz moves chess --fen '4k3/P7/8/8/8/8/8/4K3 w - - 0 1' --notation san
  ferz moves my-game.toml --format json

Texts are sorted, and no two are the same. In long form a swap is the king onto its own man, and castling is \
the king's start and end. If the game is over, standard error says so; the moves of the position are listed all \
the same.";

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
    session.choose(args.armies.as_deref())?;
    let variant = session.variant(&args.game)?;
    let from = args
        .from
        .as_deref()
        .map(|name| square(&variant, name))
        .transpose()?;
    let setup = session.draw(&variant, args.setup, args.seed)?;
    let position = session.position(&variant, args.fen.as_deref(), args.chess960, setup)?;
    let moves = texts(&position, from, args.notation.into());
    match args.format {
        Format::Json => json::write(&mut session.out, object(&position, &moves))?,
        Format::Text => {
            for (text, _) in &moves {
                writeln!(session.out, "{text}")?;
            }
            for remark in remarks(&position, from, moves.is_empty()) {
                writeln!(session.err, "{remark}")?;
            }
        }
    }
    Ok(Status::Fine)
}

fn square(variant: &ferz::Variant, name: &str) -> Result<Square, Failure> {
    let shape = variant.rules().shape;
    shape
        .parse(&name.trim().to_ascii_lowercase())
        .ok_or_else(|| {
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

fn texts(position: &Position, from: Option<Square>, notation: MoveNotation) -> Vec<(String, Move)> {
    let moves = position.move_texts(notation).into_iter();
    let mut texts: Vec<(String, Move)> = moves
        .filter(|(mv, _)| from.is_none_or(|from| position.move_squares(*mv).first() == Some(&from)))
        .map(|(mv, text)| (text, mv))
        .collect();
    texts.sort();
    texts
}

/// What the list does not show: that the game is over or could be, and why there are no moves.
fn remarks(position: &Position, from: Option<Square>, none: bool) -> Vec<String> {
    let mut remarks = Vec::new();
    let over = over(position);
    let is_over = over.is_some();
    remarks.extend(over);
    if let Some(outcome) = claimable(position) {
        remarks.push(format!("a player may claim: {}", told(&outcome)));
    }
    match from {
        Some(from) if none => remarks.push(none_from(position, from)),
        None if none && !is_over => remarks.push("no legal moves".to_owned()),
        _ => {}
    }
    remarks
}

/// Why there are no moves from a square, without capital or full stop.
pub(super) fn none_from(position: &Position, from: Square) -> String {
    let (at, side) = (position.rules().shape.name(from), position.side());
    match position.man(from) {
        None => format!("no legal moves from {at}: nothing stands there"),
        Some(man) if man.side != side => {
            format!(
                "no legal moves from {at}: that is {}'s man, and {side} moves",
                man.side
            )
        }
        Some(_) => format!("no legal moves from {at}"),
    }
}

/// That the game is over, if it is.
pub(super) fn over(position: &Position) -> Option<String> {
    let outcome = position.outcome()?;
    Some(format!("the game is over: {}", told(&outcome)))
}

/// `1-0, mate`.
fn told(outcome: &Outcome) -> String {
    format!("{}, {}", outcome.score(), outcome.reason)
}

/// What a player could claim in the position by itself.
fn claimable(position: &Position) -> Option<Outcome> {
    Game::from_position(position.clone()).claimable()
}

/// What moves do besides the mover's own deed, by their texts; nothing in games in which moves do nothing else.
pub(super) fn effects<'t>(
    position: &Position,
    moves: impl Iterator<Item = (&'t str, Move)>,
) -> Option<Value> {
    let rules = position.rules();
    if rules.effects.is_empty() && rules.turn.then.is_none() {
        return None;
    }
    let (texts, moves): (Vec<&str>, Vec<Move>) = moves.unzip();
    let told = position.side_effects(&moves);
    let each = texts.into_iter().zip(told);
    let each = each.filter(|(_, effects)| !effects.is_empty());
    Some(each.map(|(text, effects)| (text, json!(effects))).collect())
}

fn object(position: &Position, moves: &[(String, Move)]) -> Value {
    let rules = position.rules();
    let json = |outcome: Outcome| json!({ "score": outcome.score(), "reason": outcome.reason });
    let checkers: Vec<String> = position
        .checkers()
        .into_iter()
        .map(|s| rules.shape.name(s).to_string())
        .collect();
    let mut object = json!({
        "variant": rules.id,
        "fen": position.fen(),
        "moves": moves.iter().map(|(text, _)| text).collect::<Vec<_>>(),
        "in_check": position.in_check(),
        "checkers": checkers,
        "result": position.outcome().map(json),
        "claimable": claimable(position).map(json),
    });
    besides(position, &mut object);
    let moves = moves.iter().map(|(text, mv)| (text.as_str(), *mv));
    if let Some(effects) = effects(position, moves) {
        object["effects"] = effects;
    }
    object
}

/// The texts of moves, sorted; those that differ only in the square of a wall are one, with their number.
pub(super) fn without_walls(moves: &[(Move, String)]) -> Vec<String> {
    let mut items: Vec<(&str, bool, usize)> = Vec::new();
    for (mv, text) in moves {
        let first = match mv.extra {
            Extra::Wall(_) => text.rsplit_once(',').map(|(first, _)| first),
            _ => None,
        };
        let item = (first.unwrap_or(text), first.is_some());
        match items
            .iter_mut()
            .find(|(text, wall, _)| (*text, *wall) == item)
        {
            Some((.., count)) => *count += 1,
            None => items.push((item.0, item.1, 1)),
        }
    }
    items.sort_unstable();
    let told = |(text, has_wall, count): (&str, bool, usize)| {
        if has_wall {
            format!("{text},.. ({count})")
        } else {
            text.to_owned()
        }
    };
    items.into_iter().map(told).collect()
}

/// Men in hand, walls and counts, in games that have them.
pub(super) fn besides(position: &Position, object: &mut Value) {
    let (rules, state) = (position.rules(), position.state());
    let of_sides =
        |of: &dyn Fn(Side) -> Value| json!({ "white": of(Side::White), "black": of(Side::Black) });
    if rules.uses_hands() {
        object["hands"] = of_sides(&|side| {
            let held = rules
                .kinds()
                .filter(|(kind, _)| state.in_hand(side, *kind) > 0);
            held.map(|(kind, piece)| {
                (
                    piece.letter.text(Side::White),
                    json!(state.in_hand(side, kind)),
                )
            })
            .collect()
        });
    }
    if rules.has_walls() {
        let walls = (state.walls - rules.holes).iter();
        object["walls"] = walls
            .map(|s| json!(rules.shape.name(s).to_string()))
            .collect();
    }
    if !rules.counters.is_empty() {
        let counters = rules.counters.iter().zip(&state.counters);
        let counters =
            counters.map(|(rule, count)| (rule.id.clone(), of_sides(&|side| json!(count[side]))));
        object["counters"] = counters.collect();
    }
}
