//! A position as its FEN says it, read without the library.

use ferz::board::{BySide, PieceId, Side, Square};
use ferz::rules::Rules;
use std::collections::BTreeMap;

/// What the first field of a FEN says.
pub(crate) struct Board {
    pub(crate) men: BTreeMap<Square, (Side, PieceId)>,
    pub(crate) hands: BySide<BTreeMap<PieceId, u32>>,
    /// Squares that nobody can enter.
    pub(crate) closed: Vec<Square>,
}

impl Board {
    pub(crate) fn read(rules: &Rules, fen: &str) -> Self {
        let field = fen.split(' ').next().unwrap();
        let (rows, hands) = field.split_once('[').unwrap_or((field, ""));
        let mut board = Self {
            men: BTreeMap::new(),
            hands: BySide::default(),
            closed: Vec::new(),
        };
        for (down, row) in rows.split('/').enumerate() {
            let rank = i32::from(rules.shape.ranks()) - 1 - down as i32;
            let mut file = 0;
            for word in words(row) {
                if let Ok(empty) = word.parse::<i32>() {
                    file += empty;
                    continue;
                }
                let square = rules.shape.square(file, rank).unwrap();
                if word == "*" {
                    board.closed.push(square);
                } else {
                    board.men.insert(square, man(rules, &word));
                }
                file += 1;
            }
            assert_eq!(file, i32::from(rules.shape.files()), "{fen}");
        }
        for word in words(hands.trim_end_matches(']')) {
            let (side, kind) = man(rules, &word);
            *board.hands[side].entry(kind).or_default() += 1;
        }
        board
    }
}

/// The numbers, letters with their signs, and walls of a row.
fn words(row: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for sign in row.chars() {
        match words.last_mut() {
            Some(word) if sign == '~' || word == "+" => word.push(sign),
            Some(word) if sign.is_ascii_digit() && word.parse::<u32>().is_ok() => word.push(sign),
            _ => words.push(sign.to_string()),
        }
    }
    words
}

fn man(rules: &Rules, word: &str) -> (Side, PieceId) {
    let men = rules
        .kinds()
        .flat_map(|(kind, piece)| Side::ALL.map(|side| (piece.letter.text(side), (side, kind))));
    let mut found = men.filter(|(text, _)| text == word);
    found.next().unwrap_or_else(|| panic!("{word}")).1
}
