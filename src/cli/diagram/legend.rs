//! The signs of a drawing and what they mean, for all ways to draw it.

use super::{Cell, Diagram, Holds, Needs, Part, Use};
use std::collections::BTreeSet;

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
const SIGNS: [Sign; 22] = [
    sign('●', '*', "moves or captures"),
    sign('○', 'o', "moves"),
    sign('×', 'x', "captures"),
    sign('◆', '#', "leaps there to move or capture"),
    sign('◇', 'O', "leaps there to move"),
    sign('⊗', 'X', "leaps there to capture"),
    sign(
        '◌',
        '-',
        "moves there on an empty board; what men change has not been tried",
    ),
    sign('⇄', 's', "changes places with an own man"),
    sign('⇋', 'S', "changes places with an enemy man"),
    sign('†', 'd', "removes an own man"),
    sign('⇗', 'w', "puts an own man there on another square"),
    sign('⇒', 'W', "puts an enemy man there on another square"),
    sign('▼', 'u', "a man from another square is put there"),
    sign('¤', '$', "takes a man there and ends elsewhere"),
    sign('‡', 'D', "removes an own man there and ends elsewhere"),
    sign('⊙', '@', "ends there after it has taken a man elsewhere"),
    sign(
        '⊚',
        'a',
        "ends there after it has removed or moved a man elsewhere",
    ),
    sign('↷', 'r', "lets an own man there make the move"),
    sign('ε', 'p', "captures en passant"),
    sign('⌂', '%', "castles"),
    sign('↺', '=', "may pass the turn"),
    sign('▽', 'v', "is put there from the hand"),
];

/// What one of the signs means besides, where each square has one sign.
const ONLY: [&str; 6] = ["", " only", " only", "", " only", " only"];

const NEEDS: [(Needs, char, &str); 7] = [
    (Needs::UNMOVED, 'i', "before it has moved"),
    (
        Needs::ADVANCED,
        ':',
        "if it stands one rank ahead of its start",
    ),
    (Needs::HURDLE, '^', "by jumping over a man on the way"),
    (
        Needs::CLEAR,
        '|',
        "if nothing stands on the squares it passes",
    ),
    (Needs::WAY, '/', "if one of its ways there is free"),
    (Needs::ROYAL, '!', "if the man there is royal"),
    (Needs::CONDITION, '?', "under a condition"),
];

/// Marks the last square drawn of a line without an end.
const OPEN: char = '+';

/// The men without letters of their own.
const OWN: &str = "F";
const ENEMY: &str = "e";
/// A wall, as in a FEN.
const WALL: &str = "*";

/// How a square looks: what stands there, and the signs with their marks behind them.
pub(super) struct Look {
    pub(super) man: Option<String>,
    pub(super) signs: String,
}

pub(super) fn look(cell: &Cell, ascii: bool) -> Look {
    let man = cell.holds.as_ref().map(|holds| match holds {
        Holds::Mover(letter) | Holds::Own(Some(letter)) | Holds::Enemy(Some(letter)) => {
            letter.clone()
        }
        Holds::Own(None) => OWN.to_owned(),
        Holds::Enemy(None) => ENEMY.to_owned(),
        Holds::Hole => hole(ascii).to_owned(),
        Holds::Wall => WALL.to_owned(),
    });
    let mut signs = String::new();
    for part in &cell.parts {
        for index in indices(part) {
            signs.push(drawn(index, ascii));
            signs += &marks(part.needs);
        }
    }
    if let Some(needs) = cell.open {
        signs.push(OPEN);
        if !open_as_said(cell, needs) {
            signs += &marks(needs);
        }
    }
    Look { man, signs }
}

fn hole(ascii: bool) -> &'static str {
    if ascii { "~" } else { "▒" }
}

fn drawn(index: usize, ascii: bool) -> char {
    let sign = &SIGNS[index];
    if ascii { sign.ascii } else { sign.unicode }
}

/// Whether a line goes on under no more needs than the signs before the mark say.
fn open_as_said(cell: &Cell, needs: Needs) -> bool {
    needs == Needs::NOTHING || cell.parts.iter().all(|part| part.needs == needs)
}

fn marks(needs: Needs) -> String {
    let needed = NEEDS.iter().filter(|need| needs.include(need.0));
    needed.map(|need| need.1).collect()
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
    let others = [
        Use::Untried,
        Use::Swap,
        Use::SwapEnemy,
        Use::Remove,
        Use::Carry,
        Use::CarryEnemy,
        Use::Put,
        Use::Victim,
        Use::OwnVictim,
        Use::Beyond,
        Use::AfterCarry,
        Use::Relay,
        Use::EnPassant,
        Use::Castle,
        Use::Pass,
        Use::Drop,
    ];
    let others = (6..).zip(others).filter(|(_, purpose)| has(*purpose));
    goes.into_iter().chain(others.map(|(n, _)| n)).collect()
}

/// A sign or letter of the drawing and what it means.
pub(super) struct Entry {
    pub(super) sign: String,
    pub(super) meaning: String,
}

/// What the drawing's signs and letters mean, in a fixed order, those only that occur.
pub(super) fn legend(diagram: &Diagram, ascii: bool) -> Vec<Entry> {
    let cells = || diagram.cells.values();
    let all = || cells().flat_map(|cell| &cell.parts);
    let mut entries = men(diagram, ascii);
    let mut add = |sign: String, meaning: String| entries.push(Entry { sign, meaning });
    for index in 0..SIGNS.len() {
        if all().any(|part| indices(part).contains(&index)) {
            add(drawn(index, ascii).to_string(), meaning(diagram, index));
        }
    }
    for need in &NEEDS {
        if all().any(|part| part.needs.include(need.0)) {
            add(need.1.to_string(), need.2.to_owned());
        }
    }
    let open = || cells().filter_map(|cell| Some((cell, cell.open?)));
    if open().any(|(cell, needs)| open_as_said(cell, needs)) {
        add(OPEN.to_string(), onward(diagram).to_owned());
    }
    let others: BTreeSet<Needs> = open()
        .filter(|(cell, needs)| !open_as_said(cell, *needs))
        .map(|(_, needs)| needs)
        .collect();
    for needs in others {
        add(
            format!("{OPEN}{}", marks(needs)),
            format!("{}, {}", onward(diagram), told(needs)),
        );
    }
    entries
}

/// What a sign means; where every square has one sign and nothing is left out, also that it is all.
fn meaning(diagram: &Diagram, index: usize) -> String {
    let signs = |cell: &Cell| cell.parts.iter().map(|p| indices(p).len()).sum::<usize>();
    let several = diagram.partial || diagram.cells.values().any(|cell| signs(cell) > 1);
    let only = ONLY.get(index).filter(|_| !several).unwrap_or(&"");
    format!("{}{only}", SIGNS[index].meaning)
}

fn onward(diagram: &Diagram) -> &'static str {
    if diagram.bent {
        "and on in the same way"
    } else {
        "and on in this line"
    }
}

/// What a way needs, in words.
pub(super) fn told(needs: Needs) -> String {
    let needed = NEEDS.iter().filter(|need| needs.include(need.0));
    needed.map(|need| need.2).collect::<Vec<_>>().join(" and ")
}

/// The meaning of each of a part's signs.
pub(super) fn meanings(diagram: &Diagram, part: &Part) -> Vec<(String, String)> {
    let told = |index: usize| (drawn(index, false).to_string(), meaning(diagram, index));
    indices(part).into_iter().map(told).collect()
}

fn men(diagram: &Diagram, ascii: bool) -> Vec<Entry> {
    let holds = |wanted: fn(&Holds) -> bool| {
        let mut all = diagram
            .cells
            .values()
            .filter_map(|cell| cell.holds.as_ref());
        all.any(wanted)
    };
    let men = [
        (holds(|h| *h == Holds::Own(None)), OWN, "another own man"),
        (holds(|h| *h == Holds::Enemy(None)), ENEMY, "an enemy man"),
        (
            holds(|h| *h == Holds::Hole),
            hole(ascii),
            "no square of the board",
        ),
        (holds(|h| *h == Holds::Wall), WALL, "a wall"),
    ];
    men.into_iter()
        .filter(|man| man.0)
        .map(|(_, sign, meaning)| Entry {
            sign: sign.to_owned(),
            meaning: meaning.to_owned(),
        })
        .collect()
}
