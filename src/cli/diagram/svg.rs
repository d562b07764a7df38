//! A diagram as an SVG picture.

use super::legend::{legend, look};
use super::{Diagram, Hand, Holds};
use svg::Document;
use svg::node::element::{Circle, Group, Rectangle, Text, Title};

/// A square's side.
const SIDE: i32 = 48;
/// The room for names of ranks and files.
const MARGIN: i32 = 24;
/// A line of the legend.
const LINE: i32 = 20;
/// A player's hand: its height, where its men begin, and the room for each.
const HAND: i32 = 34;
const HAND_START: i32 = 120;
const HAND_MAN: i32 = 52;
/// About the width of a letter of the legend.
const LETTER: i32 = 8;

const LIGHT: &str = "#f4efe3";
const DARK: &str = "#dccfb4";
const INK: &str = "#222222";

/// Draws a diagram as the text of an SVG file.
pub(crate) fn svg(diagram: &Diagram, title: &str) -> String {
    let legend: Vec<String> = legend(diagram, false)
        .into_iter()
        .map(|entry| format!("{}  {}", entry.sign, entry.meaning))
        .chain(diagram.remarks.iter().map(|remark| format!("({remark})")))
        .collect();
    let margin = if diagram.named { MARGIN } else { 0 };
    let squares = diagram.rows * SIDE + margin;
    let board = (
        margin + diagram.columns * SIDE,
        squares + HAND * diagram.hands.len() as i32,
    );
    let widest = diagram.hands.iter().map(hand_width).max().unwrap_or(0);
    let longest = legend.iter().map(|l| l.chars().count()).max().unwrap_or(0) as i32;
    let width = board.0.max(longest * LETTER + 2 * LETTER).max(widest);
    let height = board.1 + LINE * legend.len() as i32 + LINE / 2;
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", "sans-serif")
        .add(Title::new(title));
    for row in 0..diagram.rows {
        for column in 0..diagram.columns {
            let corner = (margin + column * SIDE, (diagram.rows - 1 - row) * SIDE);
            document = document.add(square(diagram, (column, row), corner));
        }
    }
    if diagram.named {
        document = document.add(names(diagram));
    }
    for (number, hand) in (0..).zip(&diagram.hands) {
        document = document.add(in_hand(hand, squares + HAND * number));
    }
    for (number, line) in (1..).zip(&legend) {
        let at = (LETTER, board.1 + LINE * number);
        document = document.add(label(line, at, 14).set("text-anchor", "start"));
    }
    format!("{document}\n")
}

fn square(diagram: &Diagram, at: (i32, i32), (x, y): (i32, i32)) -> Group {
    let cell = diagram.cells.get(&at);
    let holds = cell.and_then(|cell| cell.holds.as_ref());
    // Square a1 is dark.
    let fill = match (holds, (at.0 + at.1) % 2) {
        (Some(Holds::Hole), _) => "#808080",
        (Some(Holds::Wall), _) => "#5d4a36",
        (_, 0) => DARK,
        _ => LIGHT,
    };
    let group = Group::new().add(
        Rectangle::new()
            .set("x", x)
            .set("y", y)
            .set("width", SIDE)
            .set("height", SIDE)
            .set("fill", fill)
            .set("stroke", INK)
            .set("stroke-width", 0.5),
    );
    let Some(cell) = cell else { return group };
    let look = look(cell, false);
    let middle = (x + SIDE / 2, y + SIDE / 2);
    match (look.man, holds) {
        (Some(letter), Some(holds)) if !matches!(holds, Holds::Hole | Holds::Wall) => {
            let place = (middle.0, y + 18);
            let group = group.add(man(holds, place)).add(
                label(&letter, (place.0, place.1 + 5), 14)
                    .set("fill", if is_enemy(holds) { LIGHT } else { INK }),
            );
            if look.signs.is_empty() {
                return group;
            }
            let size = size(&look.signs, 14);
            group.add(label(&look.signs, (middle.0, y + SIDE - 3), size))
        }
        (Some(sign), Some(Holds::Wall)) => {
            group.add(label(&sign, (middle.0, middle.1 + 14), 28).set("fill", LIGHT))
        }
        _ => {
            let size = size(&look.signs, 20);
            group.add(label(&look.signs, (middle.0, middle.1 + size / 3), size))
        }
    }
}

/// The size of letters with which signs stay within their square: signs are about as wide as high.
fn size(signs: &str, most: i32) -> i32 {
    let count = i32::try_from(signs.chars().count()).unwrap_or(i32::MAX);
    ((SIDE - 4) / count.max(1)).clamp(1, most)
}

fn is_enemy(holds: &Holds) -> bool {
    matches!(holds, Holds::Enemy(_))
}

fn man(holds: &Holds, (x, y): (i32, i32)) -> Circle {
    let fill = match holds {
        Holds::Mover(_) => "#9ec5e8",
        Holds::Enemy(_) => "#444444",
        Holds::Own(_) | Holds::Hole | Holds::Wall => "#ffffff",
    };
    Circle::new()
        .set("cx", x)
        .set("cy", y)
        .set("r", 13)
        .set("fill", fill)
        .set("stroke", INK)
}

/// The men that a player has in hand, one circle for each kind with their number beside it.
fn in_hand(hand: &Hand, y: i32) -> Group {
    let middle = y + HAND / 2;
    let whose = label(&format!("{} in hand:", hand.side), (LETTER, middle + 5), 14);
    let mut group = Group::new().add(whose.set("text-anchor", "start"));
    if hand.men.is_empty() {
        return group.add(label("-", (HAND_START + 14, middle + 5), 14));
    }
    for (at, (letter, count)) in (0..).zip(&hand.men) {
        let x = HAND_START + 14 + at * HAND_MAN;
        let (holds, ink) = if hand.own {
            (Holds::Own(None), INK)
        } else {
            (Holds::Enemy(None), LIGHT)
        };
        group = group
            .add(man(&holds, (x, middle)))
            .add(label(letter, (x, middle + 5), 14).set("fill", ink));
        if *count > 1 {
            group = group.add(label(&format!("×{count}"), (x + 24, middle + 5), 14));
        }
    }
    group
}

fn hand_width(hand: &Hand) -> i32 {
    HAND_START + HAND_MAN * hand.men.len().max(1) as i32
}

fn names(diagram: &Diagram) -> Group {
    let mut group = Group::new();
    for row in 0..diagram.rows {
        let y = (diagram.rows - 1 - row) * SIDE + SIDE / 2 + 5;
        group = group.add(label(&(row + 1).to_string(), (MARGIN / 2, y), 14));
    }
    for (column, file) in (0..diagram.columns).zip('a'..) {
        let x = MARGIN + column * SIDE + SIDE / 2;
        let y = diagram.rows * SIDE + MARGIN - 6;
        group = group.add(label(&file.to_string(), (x, y), 14));
    }
    group
}

/// A text with its middle above a point.
fn label(text: &str, (x, y): (i32, i32), size: i32) -> Text {
    Text::new(text)
        .set("x", x)
        .set("y", y)
        .set("font-size", size)
        .set("text-anchor", "middle")
        .set("fill", INK)
}
