//! A diagram as characters, with its legend below.

use super::legend::{legend, look};
use super::{Diagram, Holds};

/// Draws a diagram with characters.
pub(crate) fn text(diagram: &Diagram, ascii: bool, indent: usize) -> String {
    let empty = if ascii { "." } else { "·" };
    let drawn = |at| {
        let look = look(diagram.cells.get(&at)?, ascii);
        Some(look.man.unwrap_or_default() + &look.signs)
    };
    let plain = |at| {
        let mover = |cell: &super::Cell| {
            matches!(cell.holds, Some(Holds::Mover(_))) && cell.parts.is_empty()
        };
        !diagram.cells.get(&at).is_some_and(mover)
    };
    let at = |row| (0..diagram.columns).map(move |column| (column, row));
    // One mark takes the room of the blank behind a sign, but a second sign or a sign behind a man does not.
    let room = |at| {
        let length = drawn(at)?.chars().count();
        let look = look(diagram.cells.get(&at)?, ascii);
        let close = length <= 2 && look.man.is_none() && look.count <= 1;
        Some(if close { 2 } else { length + 1 })
    };
    let squares = (0..diagram.rows).flat_map(at).filter(|&at| plain(at));
    let width = squares.filter_map(room).max().unwrap_or(2);
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
            // A letter with a plus takes the room of the blank before it.
            let mut room = width;
            if !plain(at) && cell.chars().count() > 1 && line.ends_with(' ') && at.0 > 0 {
                line.pop();
                room += 1;
            }
            line += &format!("{cell:room$}");
        }
        text += line.trim_end();
        text.push('\n');
    }
    if diagram.named {
        let files = (b'a'..).take(diagram.columns.unsigned_abs() as usize);
        let files: String = files.map(|f| format!("{:width$}", f as char)).collect();
        text += &format!("\n{:indent$}{:margin$}  {}\n", "", "", files.trim_end());
    }
    for entry in legend(diagram, ascii) {
        text += &format!("{:indent$}{} {}\n", "", entry.sign, entry.meaning);
    }
    for remark in &diagram.remarks {
        text += &format!("{:indent$}({remark})\n", "");
    }
    text
}
