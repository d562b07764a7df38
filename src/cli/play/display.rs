//! What is shown: the board with its marks, moves with their numbers, results, lists.

use super::meant;
use crate::cli::draw;
use crate::cli::draw::Marks;
use ferz::board::{Side, Square};
use ferz::position::{Extra, Move, MoveKind, MoveNotation};
use ferz::search::Score;
use ferz::{Game, Outcome, Position};

/// The board as it stands, with the last move and checks marked and told below.
pub(super) fn board(game: &Game, flipped: bool, ascii: bool) -> String {
    let position = game.position();
    let rules = position.rules();
    let checkers = position.checkers();
    let checked = checked(position);
    let last = game.moves().last();
    let before = game.moves().len().checked_sub(1);
    let before = before.and_then(|index| game.position_after(index));
    let went = last
        .zip(before)
        .map(|(&mv, before)| before.move_squares(mv));
    let went = went.unwrap_or_default();
    let wide = rules
        .kinds()
        .map(|(_, k)| k.letter.text(Side::White).chars().count());
    let mut text = draw::Board {
        shape: rules.shape,
        ascii,
        flipped,
        cell: wide.max().unwrap_or(1),
        man: |square: Square| {
            let side = position.man(square).map(|man| man.side);
            Some((draw::content(rules, position.state(), square)?, side))
        },
        marks: |square: Square| Marks {
            last: went.contains(&square),
            check: checkers.contains(&square) || checked == Some(square),
        },
    }
    .draw();
    text += &draw::aside(rules, position.state());
    if let Some(&mv) = last {
        text += &format!(
            "[ ] last move: {}\n",
            numbered(game, game.moves().len() - 1, mv)
        );
    }
    if !checkers.is_empty() {
        let names: Vec<String> = checkers
            .iter()
            .map(|&s| rules.shape.name(s).to_string())
            .collect();
        text += &format!(
            "!   {} is in check from {}\n",
            position.side(),
            names.join(", ")
        );
    }
    text
}

/// The attacked royal, if there is only one that it can be.
fn checked(position: &Position) -> Option<Square> {
    let (rules, side) = (position.rules(), position.side());
    let royal = |man: ferz::board::Man| man.side == side && rules.kind(man.kind).royal[side];
    let royals = position.state().squares(royal);
    let mut royals = royals.iter();
    let only = royals.next().filter(|_| position.in_check())?;
    royals.next().is_none().then_some(only)
}

/// A list of moves in SAN: men that are put down, and moves that differ only in what follows them, are one item with a
/// count.
pub(super) fn list(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut items: Vec<(String, Option<String>, usize)> = Vec::new();
    for (mv, text) in moves.iter().zip(meant::sans(position, moves)) {
        let group = if mv.kind == MoveKind::Drop {
            text.split_once('@').map(|(letter, _)| format!("{letter}@"))
        } else if let Extra::Wall(_) = mv.extra {
            text.rsplit_once(',').map(|(first, _)| format!("{first},"))
        } else {
            None
        };
        match items
            .iter_mut()
            .find(|(_, other, _)| group.is_some() && *other == group)
        {
            Some((_, _, count)) => *count += 1,
            None => items.push((text, group, 1)),
        }
    }
    let item = |(text, group, count): (String, Option<String>, usize)| match group {
        Some(group) if count > 1 => format!("{group}.. ({count})"),
        _ => text,
    };
    items.into_iter().map(item).collect()
}

/// The number of the move to come: `12.` for White, `12...` for Black.
pub(super) fn number(position: &Position) -> String {
    let dots = if position.side() == Side::White {
        "."
    } else {
        "..."
    };
    format!("{}{dots}", position.state().number)
}

/// A move with its number, in SAN; `index` moves were made before it.
pub(super) fn numbered(game: &Game, index: usize, mv: Move) -> String {
    let position = game
        .position_after(index)
        .unwrap_or_else(|| game.position());
    format!(
        "{} {}",
        number(position),
        position.move_text(mv, MoveNotation::San)
    )
}

/// The result of a game that is over: `1-0, White wins: mate`.
pub(super) fn result(game: &Game) -> Option<String> {
    let (outcome, text) = (game.outcome()?, game.result_text()?);
    Some(format!("{}, {text}", outcome.score()))
}

/// What a player may claim, in words.
pub(super) fn offer(outcome: &Outcome) -> String {
    let what = outcome
        .winner
        .map_or_else(|| "a draw".to_owned(), |side| format!("a win for {side}"));
    format!(
        "A player may claim {what} ({}): type `claim`",
        outcome.reason
    )
}

/// A score of the player to move, as both players read it.
pub(super) fn score(score: Score, side: Side) -> String {
    match score {
        Score::Even(worth) => {
            let white = if side == Side::White { worth } else { -worth };
            format!("{} for White", Score::Even(white))
        }
        Score::Wins(moves) => format!("{side} wins in {moves}"),
        Score::Loses(moves) => format!("{} wins in {moves}", side.other()),
        other => format!("{other} for {side}"),
    }
}

/// A line of moves from a position, with numbers.
pub(super) fn line(position: &Position, moves: &[Move]) -> String {
    let mut position = position.clone();
    let mut texts: Vec<String> = Vec::new();
    for &mv in moves {
        if texts.is_empty() || position.side() == Side::White {
            texts.push(number(&position));
        }
        texts.extend(meant::sans(&position, &[mv]));
        if position.play(mv).is_err() {
            break;
        }
    }
    texts.join(" ")
}
