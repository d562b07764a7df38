//! A diagram as characters, with its legend below.

use super::legend::{legend, look};
use super::{Diagram, Hand};

/// Draws a diagram with characters.
pub(crate) fn text(diagram: &Diagram, ascii: bool, indent: usize) -> String {
    let empty = if ascii { "." } else { "·" };
    let drawn = |at| {
        let look = look(diagram.cells.get(&at)?, ascii);
        Some(look.man.unwrap_or_default() + &look.signs)
    };
    let at = |row| (0..diagram.columns).map(move |column| (column, row));
    // A blank behind the widest square: signs side by side would be read as one.
    let room = |at| Some(drawn(at)?.chars().count() + 1);
    let squares = (0..diagram.rows).flat_map(at);
    let width = squares.filter_map(room).max().unwrap_or(2).max(2);
    let margin = diagram.rows.to_string().len();
    let mut text = String::new();
    for row in (0..diagram.rows).rev() {
        let mut line = " ".repeat(indent);
        if diagram.named {
            line += &format!("{:>margin$}  ", row + 1);
        }
        for at in at(row) {
            let cell = drawn(at).filter(|text| !text.is_empty());
            let cell = cell.as_deref().unwrap_or(empty);
            line += &format!("{cell:width$}");
        }
        text += line.trim_end();
        text.push('\n');
    }
    if diagram.named {
        let files = (b'a'..).take(diagram.columns.unsigned_abs() as usize);
        let files: String = files.map(|f| format!("{:width$}", f as char)).collect();
        text += &format!("\n{:indent$}{:margin$}  {}\n", "", "", files.trim_end());
    }
    let hands = diagram.hands.iter().map(hand);
    let hands: Vec<String> = hands.collect();
    if !hands.is_empty() {
        text += &format!("{:indent$}in hand: {}\n", "", hands.join(", "));
    }
    for entry in legend(diagram, ascii) {
        text += &format!("{:indent$}{} {}\n", "", entry.sign, entry.meaning);
    }
    for remark in &diagram.remarks {
        text += &format!("{:indent$}({remark})\n", "");
    }
    text
}

/// `White 3P N`, or `White -`.
fn hand(hand: &Hand) -> String {
    let men = hand.men.iter().map(|(letter, count)| match count {
        1 => letter.clone(),
        _ => format!("{count}{letter}"),
    });
    let men: Vec<String> = men.collect();
    let men = if men.is_empty() {
        "-".to_owned()
    } else {
        men.join(" ")
    };
    format!("{} {men}", hand.side)
}
