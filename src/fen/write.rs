//! Printing a position as FEN.

use super::{MEMORY, rights};
use crate::board::{Shape, Side};
use crate::movegen::passing;
use crate::position::{EnPassant, State};
use crate::rules::{Kind, Rules};
use std::fmt::Write as _;

/// The board's part of the first field of a FEN.
pub fn placement_text(shape: Shape, kinds: &[Kind], state: &State) -> String {
    let mut out = String::new();
    for rank in (0..i32::from(shape.ranks())).rev() {
        let mut gap = 0;
        for file in 0..i32::from(shape.files()) {
            let square = shape.square(file, rank);
            match square.and_then(|s| state.man(s)) {
                None if square.is_some_and(|s| state.walls.contains(s)) => {
                    push_gap(&mut out, &mut gap);
                    out.push('*');
                }
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

/// The whole FEN: six fields, counts where the game has them, and at the end what else is not as it starts. Reading it
/// gives the same state.
pub fn write(rules: &Rules, state: &State) -> String {
    format!(
        "{}{} {} {} {}{} {} {}{}",
        placement_text(rules.shape, &rules.kinds, state),
        hands_text(rules, state),
        state.side.letter(),
        rights::text(rules, state),
        en_passant_text(rules, state),
        counters_text(rules, state),
        state.quiet,
        state.number,
        more_text(rules, state)
    )
}

/// The men in hand in brackets, White's first, each player's in the order of the kinds; nothing in a game without hands.
pub fn hands_text(rules: &Rules, state: &State) -> String {
    let is_held = Side::ALL
        .iter()
        .any(|&side| state.hands[side].iter().any(|n| *n > 0));
    if !rules.uses_hands() && !is_held {
        return String::new();
    }
    let mut out = "[".to_owned();
    for side in Side::ALL {
        for (kind, piece) in rules.kinds() {
            let count = usize::from(state.in_hand(side, kind));
            out += &piece.letter.text(side).repeat(count);
        }
    }
    out + "]"
}

/// A field for each counter that FENs have, with a blank before it.
fn counters_text(rules: &Rules, state: &State) -> String {
    let both = rules.counters.iter().zip(&state.counters);
    both.filter(|(rule, _)| rule.in_fen)
        .fold(String::new(), |mut out, (_, count)| {
            let _ = write!(out, " {}+{}", count.white, count.black);
            out
        })
}

/// A field for the counters that have no other place and for what is remembered of the last turn, with a blank before
/// it: ` hunt=5+0,last=2`. What is as it starts is left out.
fn more_text(rules: &Rules, state: &State) -> String {
    let both = rules.counters.iter().zip(&state.counters);
    let counts = both.filter(|(rule, count)| !rule.in_fen && **count != rule.first(&state.men));
    let mut parts: Vec<String> = counts
        .map(|(rule, count)| format!("{}={}+{}", rule.id, count.white, count.black))
        .collect();
    if state.memory != 0 {
        parts.push(format!("{MEMORY}={:x}", state.memory));
    }
    if parts.is_empty() {
        String::new()
    } else {
        format!(" {}", parts.join(","))
    }
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
