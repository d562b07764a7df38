//! A piece of a game: its letter, its moves in words and as a diagram.

use crate::cli::diagram::{self, Entries};
use crate::cli::draw::bullet;
use ferz::board::{BySide, Side};
use ferz::rules::told::Told;
use ferz::rules::{Entry, Kind, Rules, sentence};

/// How far diagrams stand from the margin.
const INDENT: usize = 6;

/// A piece as a few lines of text, sentences broken at a width.
pub(crate) fn piece(rules: &Rules, kind: &Kind, ascii: bool, width: usize) -> String {
    let letter = kind.letter.text(Side::White);
    let made = kind.derived_from.map_or_else(String::new, |old| {
        format!(", made from {}", sentence::title(rules, old))
    });
    let mut text = format!(
        "{} ({letter}){made}{}{}\n",
        kind.title,
        royal(kind.royal),
        value(kind.value)
    );
    text += &stays(rules, kind, width);
    for (side, entries) in per_side(&kind.entries) {
        if let Some(side) = side {
            text += &format!("  For {side}:\n");
        }
        text += &moves(rules, entries, width);
        if let Some(drawn) = diagram::could_around(&Entries::of_rules(entries), &letter) {
            text += "\n";
            text += &diagram::text(&drawn, ascii, INDENT);
        }
    }
    text
}

fn moves(rules: &Rules, entries: &[Entry], width: usize) -> String {
    if entries.is_empty() {
        return bullet("Never moves.", width);
    }
    let told = Told::new(rules).for_page();
    let lines = entries.iter().flat_map(|entry| told.moves(entry));
    lines.map(|line| bullet(&line, width)).collect()
}

/// Where it has to end its moves.
fn stays(rules: &Rules, kind: &Kind, width: usize) -> String {
    let told = Told::new(rules).for_page().stays(kind);
    told.map_or_else(String::new, |line| bullet(&line, width))
}

fn royal(royal: BySide<bool>) -> &'static str {
    match (royal.white, royal.black) {
        (true, true) => ", royal",
        (true, false) => ", royal for White",
        (false, true) => ", royal for Black",
        (false, false) => "",
    }
}

fn value(value: BySide<Option<i32>>) -> String {
    let pawns = |hundredths: i32| {
        let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    match (value.white, value.black) {
        (None, None) => String::new(),
        (Some(white), Some(black)) if white == black => format!(", worth {}", pawns(white)),
        (white, black) => {
            let one = |value: Option<i32>| value.map_or_else(|| "nothing said".to_owned(), pawns);
            format!(", worth {} for White, {} for Black", one(white), one(black))
        }
    }
}

/// The moves once, or for each side if they differ.
fn per_side(entries: &BySide<Vec<Entry>>) -> Vec<(Option<Side>, &[Entry])> {
    let same = |a: &Entry, b: &Entry| {
        a.movement == b.movement && a.condition == b.condition && a.becomes == b.becomes
    };
    let (white, black) = (&entries.white, &entries.black);
    if white.len() == black.len() && white.iter().zip(black).all(|(a, b)| same(a, b)) {
        return vec![(None, white)];
    }
    Side::ALL
        .map(|side| (Some(side), entries[side].as_slice()))
        .into()
}
