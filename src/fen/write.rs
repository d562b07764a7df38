//! Printing a position as FEN.

use crate::board::{Man, Shape, Side, Square};
use crate::movegen::{castling, passing};
use crate::position::{EnPassant, State};
use crate::rules::{Kind, Rules};
use std::fmt::Write as _;

/// The first field of a FEN.
pub fn placement_text(shape: Shape, kinds: &[Kind], men: &[Option<Man>]) -> String {
    let mut out = String::new();
    for rank in (0..i32::from(shape.ranks())).rev() {
        let mut gap = 0;
        for file in 0..i32::from(shape.files()) {
            let man = shape.square(file, rank).and_then(|s| men[s.index()]);
            match man {
                None => gap += 1,
                Some(man) => {
                    push_gap(&mut out, &mut gap);
                    out += &kinds[man.kind.index()].letter.text(man.side);
                }
            }
        }
        push_gap(&mut out, &mut gap);
        if rank > 0 {
            out.push('/');
        }
    }
    out
}

fn push_gap(out: &mut String, gap: &mut u32) {
    if *gap > 0 {
        // Writing to a String cannot fail.
        let _ = write!(out, "{gap}");
        *gap = 0;
    }
}

/// The whole FEN, in six fields. Reading it gives the same state.
pub fn write(rules: &Rules, state: &State) -> String {
    format!(
        "{} {} {} {} {} {}",
        placement_text(rules.shape, &rules.kinds, &state.men),
        state.side.letter(),
        rights_text(rules, state),
        en_passant_text(rules, state),
        state.quiet,
        state.number
    )
}

/// `KQkq` where the partner is the one that reading these letters finds, otherwise the letter of its file.
fn rights_text(rules: &Rules, state: &State) -> String {
    let mut out = String::new();
    for side in Side::ALL {
        let mut squares: Vec<Square> = state
            .rights
            .iter()
            .filter(|&s| state.man(s).is_some_and(|m| m.side == side))
            .collect();
        squares.sort_by_key(|&s| std::cmp::Reverse(rules.shape.file(s)));
        for square in squares {
            let named = [(1, 'K'), (-1, 'Q')].into_iter().find(|&(direction, _)| {
                castling::partner_by_direction(rules, state, side, direction) == Some(square)
            });
            let letter = named.map_or_else(
                || (b'A' + rules.shape.file(square) as u8) as char,
                |(_, letter)| letter,
            );
            out.push(if side == Side::White {
                letter
            } else {
                letter.to_ascii_lowercase()
            });
        }
    }
    if out.is_empty() { "-".to_owned() } else { out }
}

/// The empty squares; the victim's square follows where the empty squares alone do not tell it.
fn en_passant_text(rules: &Rules, state: &State) -> String {
    let Some(EnPassant { targets, victim }) = state.en_passant else {
        return "-".to_owned();
    };
    let mut out: String = targets
        .iter()
        .map(|s| rules.shape.name(s).to_string())
        .collect();
    if passing::victims(rules, state, targets) != [victim] {
        out += &rules.shape.name(victim).to_string();
    }
    out
}
