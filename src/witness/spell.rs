//! Positions and moves as the peer writes them.

use super::export::Letters;
use crate::Position;
use crate::board::Side;
use crate::position::{Extra, Move, MoveKind, MoveNotation};
use crate::rules::{PartAct, Rules};
use std::collections::BTreeMap;

/// The signs with which Ferz tells moves apart that have the same text.
const MARK: char = '/';
/// A turn without a move.
const PASS: &str = "0000";

/// A position's FEN for the peer, or nothing where the peer could not know all of it: what is remembered of the last turn,
/// and counts that decide which moves are legal.
pub(super) fn fen(position: &Position, letters: &Letters) -> Option<String> {
    let rules = position.rules();
    let state = position.state();
    let counted = rules.counters.iter().zip(&state.counters);
    let hidden = counted
        .filter(|(rule, _)| rule.decides && !rule.in_fen)
        .any(|(rule, count)| *count != rule.first(&state.men));
    if hidden || state.memory != 0 {
        return None;
    }
    Some(plain(position, letters))
}

/// The same without what it could not know.
pub(super) fn plain(position: &Position, letters: &Letters) -> String {
    let fen = position.fen();
    let fields = fen.split(' ').filter(|field| !field.contains('='));
    let mut fields = fields.map(str::to_owned).collect::<Vec<_>>();
    if let Some(men) = fields.first_mut() {
        *men = letters.men(men);
    }
    if let Some(rights) = fields.get_mut(2) {
        *rights = self::rights(position, rights);
    }
    fields.join(" ")
}

/// The third field: letters of men behind which one in hand may enter are taken for castling rights where the player has
/// none in hand.
fn rights(position: &Position, field: &str) -> String {
    let then = position.rules().turn.then.as_ref();
    if !then.is_some_and(|part| matches!(part.act, PartAct::Drop(_))) {
        return field.to_owned();
    }
    let state = position.state();
    let keeps = |letter: &char| {
        let side = if letter.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let is_castling = matches!(letter.to_ascii_uppercase(), 'K' | 'Q' | '-');
        is_castling || state.hands[side].iter().any(|held| *held > 0)
    };
    let kept: String = field.chars().filter(keeps).collect();
    if kept.is_empty() {
        "-".to_owned()
    } else {
        kept
    }
}

/// The legal moves of a position by the texts that the peer is expected to have for them. Moves that it would write alike
/// share one.
pub(super) fn moves(position: &Position, letters: &Letters) -> BTreeMap<String, Vec<Move>> {
    let mut texts: BTreeMap<String, Vec<Move>> = BTreeMap::new();
    for (mv, text) in position.move_texts(MoveNotation::Uci) {
        let text = ours(position, mv, &text, letters);
        texts.entry(text).or_default().push(mv);
    }
    texts
}

/// Whether a peer may write a move of this form in several ways, so that it has to be asked for its own.
pub(super) fn is_its_own(form: &str, rules: &Rules, letters: &Letters) -> bool {
    form == PASS || rules.has_walls() && !letters.walls_are_chosen
}

/// The same for a move that the men can make, legal or not.
pub(super) fn possible(position: &Position, mv: Move, letters: &Letters) -> String {
    let name = |square| position.rules().shape.name(square).to_string();
    let text = match (mv.kind, mv.promotion) {
        (MoveKind::Drop, Some(kind)) => {
            let letter = position.rules().kind(kind).letter.text(Side::White);
            format!("{letter}@{}", name(mv.to))
        }
        _ => name(mv.from) + &name(mv.to),
    };
    ours(position, mv, &text, letters)
}

/// A move of Ferz in the peer's spelling.
fn ours(position: &Position, mv: Move, text: &str, letters: &Letters) -> String {
    let name = |square| position.rules().shape.name(square).to_string();
    match (mv.kind, mv.extra) {
        (MoveKind::Pass, _) => PASS.to_owned(),
        (_, Extra::Wall(wall)) => {
            let squares = name(mv.from) + &name(mv.to);
            let suffix = suffix(position, mv, letters).unwrap_or_default();
            format!("{squares}{suffix},{}{}", name(mv.to), name(wall))
        }
        (MoveKind::Drop, _) => match text.split_once('@') {
            Some((man, square)) => format!("{}@{square}", letters.men(man)),
            None => text.to_owned(),
        },
        (_, Extra::None) => match suffix(position, mv, letters) {
            Some(suffix) => name(mv.from) + &name(mv.to) + &suffix,
            None => text.split(MARK).next().unwrap_or_default().to_owned(),
        },
        _ => text.split(MARK).next().unwrap_or_default().to_owned(),
    }
}

/// What a man becomes: its own promoted form is a sign, its plain one another.
fn suffix(position: &Position, mv: Move, letters: &Letters) -> Option<String> {
    let rules = position.rules();
    let (to, man) = (mv.promotion?, position.man(mv.from)?);
    let (to, from) = (letters.of(rules, to), letters.of(rules, man.kind));
    let same = to.capital == from.capital;
    Some(match (from.plus, to.plus) {
        (_, true) if same => "+".to_owned(),
        (true, false) if same => "-".to_owned(),
        _ => to.capital.to_ascii_lowercase().to_string(),
    })
}

/// A move of the peer in the same form: a turn without a move is written in one way, and so is what the rules do by
/// themselves, such as a wall where the mover has left.
pub(super) fn theirs(text: &str, letters: &Letters) -> String {
    let (text, wall) = match text.split_once(',') {
        Some((text, wall)) => (text, Some(wall)),
        None => (text, None),
    };
    let half = text.len() / 2;
    if text.len().is_multiple_of(2)
        && text.is_char_boundary(half)
        && text[..half] == text[half..]
        && text.chars().next().is_some_and(|c| c.is_ascii_lowercase())
        && wall.is_none()
    {
        return PASS.to_owned();
    }
    match wall {
        Some(wall) if letters.walls_are_chosen => format!("{text},{wall}"),
        _ => text.to_owned(),
    }
}
