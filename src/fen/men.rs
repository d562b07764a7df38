//! The first field of a FEN: which men stand where.

use super::FenFinding;
use crate::board::{Man, PieceId, Shape, Side};
use crate::rules::{Kind, Letter};

/// Reads the men of a FEN's first field.
///
/// # Errors
/// All that is wrong, with spans inside `text`.
pub fn placement(
    shape: Shape,
    kinds: &[Kind],
    text: &str,
) -> Result<Vec<Option<Man>>, Vec<FenFinding>> {
    let mut men = vec![None; shape.len()];
    let mut findings = Vec::new();
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(shape.ranks()) {
        findings.push(
            FenFinding::new(
                "fen-ranks",
                0..text.len(),
                format!("the FEN has {} ranks, but the board has {}", ranks.len(), shape.ranks()),
            )
            .help("write one part for each rank, from the last rank down to rank 1, with `/` between them"),
        );
        return Err(findings);
    }
    let mut offset = 0;
    for (i, rank_text) in ranks.iter().enumerate() {
        let rank = i32::from(shape.ranks()) - 1 - i as i32;
        let reader = RankReader {
            shape,
            kinds,
            rank,
            start: offset,
            text: rank_text,
        };
        reader.read(&mut men, &mut findings);
        offset += rank_text.len() + 1;
    }
    if findings.is_empty() {
        Ok(men)
    } else {
        Err(findings)
    }
}

/// One rank's part of the field.
struct RankReader<'a> {
    shape: Shape,
    kinds: &'a [Kind],
    rank: i32,
    start: usize,
    text: &'a str,
}

impl RankReader<'_> {
    fn read(&self, men: &mut [Option<Man>], findings: &mut Vec<FenFinding>) {
        let before = findings.len();
        let mut file: usize = 0;
        let mut at = 0;
        while let Some(c) = self.text[at..].chars().next() {
            if c.is_ascii_digit() {
                let digits = self.text[at..]
                    .bytes()
                    .take_while(u8::is_ascii_digit)
                    .count();
                // A number too long to read is certainly too wide.
                file =
                    file.saturating_add(self.text[at..at + digits].parse().unwrap_or(usize::MAX));
                at += digits;
                continue;
            }
            let plus = c == '+';
            let letter = if plus {
                self.text[at + 1..].chars().next()
            } else {
                Some(c)
            };
            let length = usize::from(plus) + letter.map_or(0, char::len_utf8);
            match letter.and_then(|l| self.man(plus, l)) {
                Some(man) => {
                    if let Some(square) = self.shape.square(file.min(255) as i32, self.rank) {
                        men[square.index()] = Some(man);
                    }
                }
                None => findings.push(self.unknown(at, length)),
            }
            file = file.saturating_add(1);
            at += length.max(1);
        }
        let wanted = usize::from(self.shape.files());
        // A rank with an unknown man would only be told twice.
        if file != wanted && findings.len() == before {
            findings.push(self.wrong_width(file, wanted));
        }
    }

    fn man(&self, plus: bool, letter: char) -> Option<Man> {
        if !letter.is_ascii_alphabetic() {
            return None;
        }
        let side = if letter.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let wanted = Letter {
            plus,
            capital: letter.to_ascii_uppercase(),
            tilde: false,
        };
        let index = self.kinds.iter().position(|k| k.letter == wanted)?;
        Some(Man {
            side,
            kind: PieceId::new(index as u8),
        })
    }

    fn unknown(&self, at: usize, length: usize) -> FenFinding {
        let text = &self.text[at..at + length];
        let span = self.start + at..self.start + at + length;
        let known: Vec<String> = self
            .kinds
            .iter()
            .map(|k| k.letter.text(Side::White))
            .collect();
        match text {
            "[" | "]" => FenFinding::new("not-yet", span, "men in hand are not in this version"),
            "~" => FenFinding::new(
                "not-yet",
                span,
                "`~` for a promoted man is not in this version",
            ),
            "*" => FenFinding::new(
                "not-yet",
                span,
                "walls and holes (`*`) are not in this version",
            ),
            _ => FenFinding::new(
                "fen-unknown-man",
                span,
                format!("no piece of this game has the letter `{text}`"),
            )
            .help(format!(
                "the letters are {} (capital for White, small for Black)",
                known.join(" ")
            )),
        }
    }

    fn wrong_width(&self, file: usize, wanted: usize) -> FenFinding {
        let span = self.start..self.start + self.text.len();
        let rank = self.rank + 1;
        if file > wanted {
            let squares = if file > 1000 {
                "far too many".to_owned()
            } else {
                file.to_string()
            };
            FenFinding::new(
                "fen-rank-too-wide",
                span,
                format!("rank {rank} has {squares} squares, but the board has {wanted} files"),
            )
            .help("make the numbers and letters of this rank add up to the number of files")
        } else {
            FenFinding::new(
                "fen-rank-too-narrow",
                span,
                format!("rank {rank} has only {file} squares, but the board has {wanted} files"),
            )
            .help("make the numbers and letters of this rank add up to the number of files")
        }
    }
}
