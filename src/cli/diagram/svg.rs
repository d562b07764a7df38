//! A diagram as an SVG picture.

use super::legend::{legend, look};
use super::{Diagram, Holds};
use svg::Document;
use svg::node::element::{Circle, Group, Rectangle, Text, Title};

/// A square's side.
const SIDE: i32 = 48;
/// The room for names of ranks and files.
const MARGIN: i32 = 24;
/// A line of the legend.
const LINE: i32 = 20;
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
    let board = (
        margin + diagram.columns * SIDE,
        diagram.rows * SIDE + margin,
    );
    let longest = legend.iter().map(|l| l.chars().count()).max().unwrap_or(0) as i32;
    let width = board.0.max(longest * LETTER + 2 * LETTER);
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
        (Some(letter), Some(holds)) if *holds != Holds::Hole => {
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
        Holds::Own(_) | Holds::Hole => "#ffffff",
    };
    Circle::new()
        .set("cx", x)
        .set("cy", y)
        .set("r", 13)
        .set("fill", fill)
        .set("stroke", INK)
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
