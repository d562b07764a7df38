//! A piece's moves as a small grid with a legend of the signs that occur in it.

use crate::cli::reach::{Cell, Need, Reach};

/// A sign with its meaning.
struct Sign {
    unicode: char,
    ascii: char,
    meaning: &'static str,
}

const fn sign(unicode: char, ascii: char, meaning: &'static str) -> Sign {
    Sign {
        unicode,
        ascii,
        meaning,
    }
}

/// In the order of the legend.
const SIGNS: [Sign; 8] = [
    sign('●', '*', "moves or captures"),
    sign('○', 'o', "moves only"),
    sign('×', 'x', "captures only"),
    sign('◆', '#', "leaps there to move or capture"),
    sign('◇', 'O', "leaps there to move only"),
    sign('⊗', 'X', "leaps there to capture only"),
    sign('⇄', 's', "changes places with an own man"),
    sign('†', 'd', "removes an own man"),
];

const NEEDS: [(Need, char, &str); 3] = [
    (Need::Unmoved, 'i', "before it has moved"),
    (Need::Hurdle, '^', "over a man"),
    (Need::Condition, '?', "under a condition"),
];

/// Marks the last square drawn of a line without an end.
const OPEN: char = '+';

/// Draws the moves of a piece that stands in the middle, forward being up.
pub(crate) fn diagram(letter: &str, reach: &Reach, ascii: bool, indent: usize) -> String {
    let radius = reach.radius;
    let draw = |sign: &Sign| if ascii { sign.ascii } else { sign.unicode };
    let mut used = [false; SIGNS.len()];
    let mut marks = [false; NEEDS.len()];
    let mut in_part = [false; NEEDS.len()];
    let mut open = false;
    let mut text = String::new();
    for forward in (-radius..=radius).rev() {
        let mut line = " ".repeat(indent);
        for right in -radius..=radius {
            if (right, forward) == (0, 0) {
                // A letter with a plus takes the room of the blank before it.
                if letter.len() > 1 && line.ends_with(' ') {
                    line.pop();
                }
                line += &format!("{letter} ");
                continue;
            }
            let Some(cell) = reach.cells.get(&(right, forward)).copied() else {
                line += if ascii { ". " } else { "· " };
                continue;
            };
            let index = index(cell);
            used[index] = true;
            line.push(draw(&SIGNS[index]));
            let need = NEEDS.iter().position(|n| Some(n.0) == cell.need());
            let otherwise = if cell.open { OPEN } else { ' ' };
            line.push(need.map_or(otherwise, |n| NEEDS[n].1));
            open |= cell.open && need.is_none();
            if let Some(need) = need {
                marks[need] = true;
                in_part[need] |= cell.needed_in_part();
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    let signs = SIGNS
        .iter()
        .zip(used)
        .filter(|s| s.1)
        .map(|(s, _)| format!("{} {}", draw(s), s.meaning));
    let marks = NEEDS.iter().zip(marks).zip(in_part).filter(|m| m.0.1);
    let marks = marks.map(|((need, _), part)| {
        let part = if part { ", at least in part" } else { "" };
        format!("{} {}{part}", need.1, need.2)
    });
    for entry in signs.chain(marks) {
        text += &format!("{:indent$}{entry}\n", "");
    }
    if open {
        text += &format!("{:indent$}{OPEN} and on in this line\n", "");
    }
    if reach.beyond {
        text += &format!(
            "{:indent$}(moves of more than {radius} squares are not drawn)\n",
            ""
        );
    }
    text
}

fn index(cell: Cell) -> usize {
    let base = match (cell.quiet.is_some(), cell.capture.is_some()) {
        (true, true) => 0,
        (true, false) => 1,
        (false, true) => 2,
        (false, false) => return if cell.swap { 6 } else { 7 },
    };
    if cell.leap { base + 3 } else { base }
}
