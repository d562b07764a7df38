//! A piece's moves as a small grid with a legend of the signs that occur in it.

use crate::cli::reach::{Cell, Needs, Part, Reach, Use};
use std::collections::{BTreeMap, BTreeSet};

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
    sign('○', 'o', "moves"),
    sign('×', 'x', "captures"),
    sign('◆', '#', "leaps there to move or capture"),
    sign('◇', 'O', "leaps there to move"),
    sign('⊗', 'X', "leaps there to capture"),
    sign('⇄', 's', "changes places with an own man"),
    sign('†', 'd', "removes an own man"),
];

/// What one of the signs means besides, where each square has one sign.
const ONLY: [&str; 8] = ["", " only", " only", "", " only", " only", "", ""];

const NEEDS: [(Needs, char, &str); 4] = [
    (Needs::UNMOVED, 'i', "before it has moved"),
    (Needs::HURDLE, '^', "by jumping over a man on the way"),
    (
        Needs::CLEAR,
        '|',
        "if nothing stands on the squares it passes",
    ),
    (Needs::CONDITION, '?', "under a condition"),
];

/// Marks the last square drawn of a line without an end.
const OPEN: char = '+';

/// What has been drawn, for the legend.
#[derive(Default)]
struct Used {
    signs: [bool; SIGNS.len()],
    needs: [bool; NEEDS.len()],
    /// Some square has several signs.
    several: bool,
    open: bool,
    /// What lines need to go on, where the signs before do not say it.
    open_needs: BTreeSet<Needs>,
}

/// Draws the moves of a piece that stands in the middle, forward being up.
///
/// A square shows a sign for each way to use it, each with marks of what that way needs, and last whether the line goes
/// on.
pub(crate) fn diagram(letter: &str, reach: &Reach, ascii: bool, indent: usize) -> String {
    let radius = reach.radius;
    let mut used = Used::default();
    let cells: BTreeMap<(i32, i32), String> = reach
        .cells
        .iter()
        .map(|(at, cell)| (*at, draw(cell, ascii, &mut used)))
        .collect();
    let longest = cells.values().map(|c| c.chars().count()).max().unwrap_or(1);
    // One mark takes the room of the blank behind a sign.
    let width = if longest <= 2 { 2 } else { longest + 1 };
    let mut text = String::new();
    for forward in (-radius..=radius).rev() {
        let mut line = " ".repeat(indent);
        for right in -radius..=radius {
            if (right, forward) == (0, 0) {
                // A letter with a plus takes the room of the blank before it.
                let room = if letter.len() > 1 && line.ends_with(' ') {
                    line.pop();
                    width + 1
                } else {
                    width
                };
                line += &format!("{letter:room$}");
                continue;
            }
            let empty = if ascii { "." } else { "·" };
            let cell = cells.get(&(right, forward)).map_or(empty, String::as_str);
            line += &format!("{cell:width$}");
        }
        text += line.trim_end();
        text.push('\n');
    }
    for entry in legend(&used, reach, ascii) {
        text += &format!("{:indent$}{entry}\n", "");
    }
    text
}

/// A square's signs and marks.
fn draw(cell: &Cell, ascii: bool, used: &mut Used) -> String {
    let parts = cell.parts();
    let mut text = String::new();
    let mut signs = 0;
    for part in &parts {
        for index in indices(part) {
            let sign = &SIGNS[index];
            text.push(if ascii { sign.ascii } else { sign.unicode });
            text += &marks(part.needs);
            used.signs[index] = true;
            signs += 1;
        }
        for (used, need) in used.needs.iter_mut().zip(NEEDS) {
            *used |= part.needs.include(need.0);
        }
    }
    used.several |= signs > 1;
    if let Some(needs) = cell.open() {
        text.push(OPEN);
        if needs == Needs::NOTHING || parts.iter().all(|part| part.needs == needs) {
            used.open = true;
        } else {
            text += &marks(needs);
            used.open_needs.insert(needs);
        }
    }
    text
}

fn marks(needs: Needs) -> String {
    let needed = NEEDS.iter().filter(|need| needs.include(need.0));
    needed.map(|need| need.1).collect()
}

fn legend(used: &Used, reach: &Reach, ascii: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, sign) in SIGNS.iter().enumerate().filter(|s| used.signs[s.0]) {
        let only = if used.several { "" } else { ONLY[index] };
        let drawn = if ascii { sign.ascii } else { sign.unicode };
        lines.push(format!("{drawn} {}{only}", sign.meaning));
    }
    for (need, _) in NEEDS.iter().zip(used.needs).filter(|n| n.1) {
        lines.push(format!("{} {}", need.1, need.2));
    }
    if used.open {
        lines.push(format!("{OPEN} and on in this line"));
    }
    for &needs in &used.open_needs {
        let needed = NEEDS.iter().filter(|need| needs.include(need.0));
        let told: Vec<&str> = needed.map(|need| need.2).collect();
        lines.push(format!(
            "{OPEN}{} and on in this line, {}",
            marks(needs),
            told.join(" and ")
        ));
    }
    if reach.beyond {
        let radius = reach.radius;
        lines.push(format!(
            "(moves of more than {radius} squares are not drawn)"
        ));
    }
    if reach.castles {
        lines.push("(castling is not drawn)".to_owned());
    }
    lines
}

/// The signs of uses that are had in one way.
fn indices(part: &Part) -> Vec<usize> {
    let has = |purpose: Use| part.uses.contains(&purpose);
    let base = match (has(Use::Quiet), has(Use::Capture)) {
        (true, true) => Some(0),
        (true, false) => Some(1),
        (false, true) => Some(2),
        (false, false) => None,
    };
    let goes = base.map(|base| if part.leap { base + 3 } else { base });
    let own = [(Use::Swap, 6), (Use::Remove, 7)];
    let own = own.into_iter().filter(|o| has(o.0)).map(|o| o.1);
    goes.into_iter().chain(own).collect()
}
