//! A piece of a game: in general, or as it stands in a position.

use super::{Args, Format, WIDTH, save, side_word};
use crate::cli::diagram::{self, Diagram, Entries, Hand, Holds, Standing, Use};
use crate::cli::failure::{Failure, Status};
use crate::cli::findings::plural;
use crate::cli::json;
use crate::cli::moves::{besides, effects, without_walls};
use crate::cli::session::Session;
use crate::cli::show;
use ferz::Position;
use ferz::betza;
use ferz::board::{BySide, Man, Side, Square};
use ferz::notation;
use ferz::position::{Move, MoveKind, MoveNotation};
use ferz::rules::{Condition, Kind, Rules, sentence};
use serde_json::{Value, json};
use std::io::Write;

pub(super) fn run(args: &Args, game: &str, session: &mut Session) -> Result<Status, Failure> {
    let variant = session.variant(game)?;
    let rules = variant.rules();
    let named = args
        .string
        .as_deref()
        .map(|name| kind(rules, name))
        .transpose()?;
    let Some(at) = &args.at else {
        let Some(kind) = named else {
            let message =
                "which piece? write its name or letter behind the game, or a square with --at";
            return Err(Failure::usage(message));
        };
        return general(args, rules, kind, session);
    };
    let position = session.position(&variant, args.fen.as_deref(), false, None)?;
    let square = super::scene::square(rules.shape, at)?;
    let Some(man) = position.man(square) else {
        return Err(Failure::usage(format!(
            "nobody stands on {at} in this position"
        )));
    };
    let kind = rules.kind(man.kind);
    if named.is_some_and(|named| named.id != kind.id) {
        return Err(Failure::usage(format!("on {at} stands a {}", kind.id)));
    }
    standing(args, &position, square, man, session)
}

/// The piece with a name or letter.
fn kind<'a>(rules: &'a Rules, name: &str) -> Result<&'a Kind, Failure> {
    let kinds = || rules.kinds().map(|(_, kind)| kind);
    // White's letters come first: those of one side may be other men's of the other side.
    let letter = |side: Side| move |kind: &&Kind| kind.letter.text(side) == name;
    let called = |kind: &&Kind| kind.id == name || kind.title.eq_ignore_ascii_case(name);
    kinds()
        .find(called)
        .or_else(|| kinds().find(letter(Side::White)))
        .or_else(|| kinds().find(letter(Side::Black)))
        .ok_or_else(|| {
            let names: Vec<&str> = kinds().map(|kind| kind.id.as_str()).collect();
            Failure::Usage {
                message: format!("{name:?} is no piece of {}", rules.id),
                help: Some(format!("its pieces are {}", names.join(", "))),
            }
        })
}

/// A piece wherever it stands.
fn general(
    args: &Args,
    rules: &Rules,
    kind: &Kind,
    session: &mut Session,
) -> Result<Status, Failure> {
    let letter = kind.letter.text(Side::White);
    let drawn = BySide::from_fn(|side| {
        diagram::could_around(&Entries::of_rules(&kind.entries[side]), &letter)
    });
    let picture = drawn.white.as_ref().or(drawn.black.as_ref());
    let object = || {
        json!({
            "variant": rules.id,
            "piece": kind.id,
            "letter": letter,
            "moves": { "white": entries(rules, kind, Side::White), "black": entries(rules, kind, Side::Black) },
            "diagram": {
                "white": drawn.white.as_ref().map(diagram::json),
                "black": drawn.black.as_ref().map(diagram::json),
            },
        })
    };
    let text = |ascii| show::piece(rules, kind, ascii, WIDTH);
    write(args, session, picture, &kind.title, text, object)
}

/// The lines of moves of a side, as they are written and in words.
fn entries(rules: &Rules, kind: &Kind, side: Side) -> Vec<Value> {
    let entries = kind.entries[side].iter();
    entries
        .map(|entry| {
            let condition = match &entry.condition {
                Condition::Always => None,
                condition => Some(sentence::condition(rules, condition)),
            };
            json!({
                "string": entry.text,
                "canonical": notation::canonical(&entry.movement),
                "sentences": notation::sentences(&entry.movement),
                "condition": condition,
            })
        })
        .collect()
}

/// A man in a position.
fn standing(
    args: &Args,
    position: &Position,
    square: Square,
    man: Man,
    session: &mut Session,
) -> Result<Status, Failure> {
    let rules = position.rules();
    let (kind, shape) = (rules.kind(man.kind), rules.shape);
    let moves: Vec<(Move, String)> = position
        .move_texts(MoveNotation::Long)
        .into_iter()
        .filter(|(mv, _)| position.move_squares(*mv).first() == Some(&square))
        .collect();
    let diagram = drawn(position, square, man, &moves);
    let mut texts: Vec<&str> = moves.iter().map(|(_, text)| text.as_str()).collect();
    texts.sort_unstable();
    let turn = man.side == position.side();
    let written = moves.iter().map(|(mv, text)| (text.as_str(), *mv));
    let effects = effects(position, written);
    let object = || {
        let mut object = json!({
            "variant": rules.id,
            "piece": kind.id,
            "letter": kind.letter.text(man.side),
            "fen": position.fen(),
            "square": shape.name(square).to_string(),
            "side": side_word(man.side),
            "to_move": turn,
            "entries": entries(rules, kind, man.side),
            "moves": texts,
            "diagram": diagram::json(&diagram),
        });
        besides(position, &mut object);
        if let Some(effects) = &effects {
            object["effects"] = effects.clone();
        }
        object
    };
    let text = |ascii| {
        let count = plural(texts.len(), "legal move");
        let told = match texts.as_slice() {
            _ if !turn => format!("it is not {}'s turn", man.side),
            [] => "no legal moves".to_owned(),
            _ => format!("{count}: {}", without_walls(&moves).join(" ")),
        };
        let heading = format!("{} of {} on {}", kind.title, man.side, shape.name(square));
        format!(
            "{heading}\n\n{}\n{told}\n{}",
            diagram::text(&diagram, ascii, super::INDENT),
            effect_lines(rules, effects.as_ref())
        )
    };
    write(args, session, Some(&diagram), &kind.title, text, object)
}

/// A line for each move that the rules' effects add something to. What only its second part does, its text says.
fn effect_lines(rules: &Rules, effects: Option<&Value>) -> String {
    let effects = effects.filter(|_| !rules.effects.is_empty());
    let each = effects.and_then(Value::as_object).into_iter().flatten();
    let line = |(text, told): (&String, &Value)| {
        let told = told.as_array().into_iter().flatten();
        let told: Vec<&str> = told.filter_map(Value::as_str).collect();
        format!("{text} also {}\n", told.join(" and "))
    };
    each.map(line).collect()
}

fn drawn(position: &Position, square: Square, mover: Man, moves: &[(Move, String)]) -> Diagram {
    let rules = position.rules();
    let shape = rules.shape;
    let state = position.state();
    let holds = |at: Square| {
        let Some(man) = position.man(at) else {
            let is_hole = rules.holes.contains(at);
            let closed = if is_hole { Holds::Hole } else { Holds::Wall };
            return state.walls.contains(at).then_some(closed);
        };
        let letter = rules.kind(man.kind).letter.text(man.side);
        Some(match () {
            () if at == square => Holds::Mover(letter),
            () if man.side == mover.side => Holds::Own(Some(letter)),
            () => Holds::Enemy(Some(letter)),
        })
    };
    let men = shape.squares().filter_map(|at| Some((at, holds(at)?)));
    let mut terms = rules.terms(mover);
    let ring = terms.any(|term| term.legs().is_some_and(diagram::wraps));
    let mut happens: Vec<(Square, Use, bool)> = Vec::new();
    for (mv, _) in moves {
        if let MoveKind::Legs { .. } = mv.kind
            && let Some(deed) = position.deed(*mv)
        {
            let look = |at| position.state().content(at, mover.side);
            let uses = diagram::uses(&betza::Move::of_deed(&deed, Some(square), look));
            happens.extend(uses.into_iter().map(|(at, purpose)| (at, purpose, false)));
            continue;
        }
        let purpose = match mv.kind {
            MoveKind::EnPassant { .. } => Use::EnPassant,
            MoveKind::Castle { .. } => Use::Castle,
            MoveKind::Swap => Use::Swap,
            MoveKind::Destroy => Use::Remove,
            _ if position
                .man(mv.to)
                .is_some_and(|man| man.side != mover.side) =>
            {
                Use::Capture
            }
            _ => Use::Quiet,
        };
        let oblique = {
            let x = shape.file(mv.to) - shape.file(square);
            let y = shape.rank(mv.to) - shape.rank(square);
            let files = i32::from(shape.files());
            let same = |one: i32, other: i32| {
                let off = one - other;
                off == 0 || ring && off % files == 0
            };
            x != 0 && y != 0 && !same(x, y) && !same(x, -y)
        };
        let plain = matches!(purpose, Use::Quiet | Use::Capture);
        happens.push((mv.to, purpose, plain && oblique));
    }
    diagram::has(
        &Standing {
            shape,
            men: men.collect(),
            hands: hands(position, mover.side),
        },
        &happens,
    )
}

/// The players' hands, in games with hands.
fn hands(position: &Position, mover: Side) -> Vec<Hand> {
    let (rules, state) = (position.rules(), position.state());
    let hand = |side: Side| {
        let men = rules.kinds().map(|(kind, piece)| {
            let letter = piece.letter.text(side);
            (letter, state.in_hand(side, kind))
        });
        Hand {
            side,
            own: side == mover,
            men: men.filter(|(_, count)| *count > 0).collect(),
        }
    };
    let sides = Side::ALL.into_iter().filter(|_| rules.uses_hands());
    sides.map(hand).collect()
}

fn write(
    args: &Args,
    session: &mut Session,
    drawn: Option<&Diagram>,
    title: &str,
    text: impl Fn(bool) -> String,
    object: impl Fn() -> Value,
) -> Result<Status, Failure> {
    let picture = || drawn.map(|drawn| diagram::svg(drawn, title));
    if let (Some(file), Some(picture)) = (&args.svg, picture()) {
        save(file, &picture)?;
    }
    match args.format {
        Format::Json => json::write(&mut session.out, object())?,
        Format::Text => session.out.write_all(text(session.ascii).as_bytes())?,
        Format::Svg => {
            let picture =
                picture().ok_or_else(|| Failure::usage(format!("{title} has no moves to draw")))?;
            session.out.write_all(picture.as_bytes())?;
        }
    }
    Ok(Status::Fine)
}
