//! Reading the text of a move.
//!
//! Everything that `text` writes is read back as the move it names. Beyond that, people's spellings are taken: more of
//! the start square than needed, without `x` or `=`, with `-`, `0-0`, check marks and comments such as `!?`. Of a move of
//! several legs as much is enough as no other move begins with, or its start and end; a comma or a hyphen at the end says
//! that there is more to come. If nothing is written so, squares on which legs end are taken, as draughts players write
//! where they land (`c1e3g5`), and `pass` or `--` where only one man can leave everything as it is.

use super::text::{Texts, letterless, moves_over};
use super::{Move, MoveKind, MoveNotation};
use crate::board::{Shape, Square};
use crate::variant::Position;
use std::collections::BTreeMap;

/// A text that does not name one legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveTextError {
    /// No legal move is written so.
    #[error("{text:?} is not a legal move here")]
    Unknown {
        /// The text.
        text: String,
    },
    /// Several legal moves can be meant.
    #[error("{text:?} can mean {}", candidates.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that can be meant, in long form.
        candidates: Vec<String>,
    },
}

impl Position {
    /// The legal move that a text names, in long form, UCI or SAN.
    ///
    /// ```
    /// use ferz::{Library, Variant};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let rules = Library::new().load("chess")?.rules.ok_or("the file has errors")?;
    /// let start = Variant::new(rules).start();
    /// assert_eq!(start.parse_move("e4")?, start.parse_move("e2e4")?);
    /// assert!(start.parse_move("e5").is_err());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If it names none or more than one.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveTextError> {
        let text = text.trim();
        let moves = self.legal_moves();
        let texts = Texts::new(self, &moves);
        let bare = bare(text);
        for notation in [MoveNotation::Long, MoveNotation::Uci, MoveNotation::San] {
            let exact = if notation == MoveNotation::San {
                bare
            } else {
                text
            };
            if let Some(index) = texts.all(notation).iter().position(|t| t == exact) {
                return Ok(moves[index]);
            }
        }
        let wanted = normal(bare);
        let is_open = bare.ends_with([',', '-']) && !bare.ends_with("--");
        let written = |fits: &dyn Fn(Move) -> bool| -> Vec<Move> {
            moves.iter().copied().filter(|&m| fits(m)).collect()
        };
        let mut found = Vec::new();
        if !is_open {
            found = written(&|m| self.can_be_written(&texts, m, &wanted, bare));
        }
        if found.is_empty() {
            found = written(&|m| self.is_begun(&texts, m, &wanted, is_open));
        }
        if found.is_empty() && bare.ends_with('-') {
            found = written(&|m| self.can_be_written(&texts, m, &wanted, bare));
        }
        if found.is_empty() {
            let says_pass = bare == "--" || text.eq_ignore_ascii_case("pass");
            found = written(&|m| says_pass && texts.way(m).is_some_and(|way| way.is_pass));
        }
        let shape = self.variant().rules().shape;
        if found.is_empty() && !is_open && broken_leg(shape, text).is_none() {
            found = self.landing_on(&texts, &moves, &wanted);
        }
        match found[..] {
            [] => Err(MoveTextError::Unknown {
                text: text.to_owned(),
            }),
            [mv] => Ok(mv),
            _ => {
                let long = texts.all(MoveNotation::Long).into_iter().zip(&moves);
                let candidates = long
                    .filter(|(_, mv)| found.contains(mv))
                    .map(|(text, _)| text);
                Err(MoveTextError::Ambiguous {
                    text: text.to_owned(),
                    candidates: candidates.collect(),
                })
            }
        }
    }

    /// The legal moves of several legs that begin as a text does that says that there is more to come.
    pub(crate) fn begun_by(&self, text: &str) -> Vec<Move> {
        let bare = bare(text.trim());
        if !bare.ends_with([',', '-']) || bare.ends_with("--") {
            return Vec::new();
        }
        let moves = self.legal_moves();
        let texts = Texts::new(self, &moves);
        let wanted = normal(bare);
        let begun = |m: &&Move| self.is_begun(&texts, **m, &wanted, true);
        moves.iter().filter(begun).copied().collect()
    }

    /// Whether a text without its signs, which is also given with them, means a move with what follows it.
    fn can_be_written(&self, texts: &Texts<'_>, mv: Move, wanted: &str, signed: &str) -> bool {
        let endings = texts.endings(mv).into_iter();
        let mut begins = endings.filter_map(|ending| wanted.strip_suffix(ending.as_str()));
        begins.any(|wanted| self.can_be_meant(texts, mv, wanted, signed))
    }

    /// The same without what follows the move.
    fn can_be_meant(&self, texts: &Texts<'_>, mv: Move, wanted: &str, signed: &str) -> bool {
        if mv.kind == MoveKind::Pass {
            let is_sign = wanted.is_empty() && signed.starts_with("--");
            return is_sign || wanted == "0000" || wanted.eq_ignore_ascii_case("pass");
        }
        if mv.kind == MoveKind::Drop {
            return self.puts_down(texts, mv, wanted);
        }
        if let Some(way) = texts.way(mv) {
            let squares: Vec<Square> = way.points.iter().map(|p| p.0).collect();
            return self
                .readings(texts, mv, wanted)
                .iter()
                .any(|(read, promotes)| {
                    let passes = way.is_pass && read.is_empty() && signed.ends_with("--");
                    *promotes && (passes || is_same_way(read, &squares))
                });
        }
        if texts
            .castling(mv)
            .is_some_and(|castling| normal(castling) == wanted)
        {
            return true;
        }
        let shape = self.variant().rules().shape;
        let from = shape.name(mv.from).to_string();
        let (file, rank) = from.split_at(1);
        let letter = texts.letter(mv);
        let target = shape.name(mv.to).to_string();
        let promotion = texts.promotion(mv).unwrap_or_default();
        // A castling is no step of the king: it needs both squares, or its own sign.
        let origins = match texts.castling(mv) {
            Some(_) => vec![from.as_str()],
            None => vec!["", file, rank, from.as_str()],
        };
        let starts: Vec<String> = origins
            .iter()
            .map(|origin| format!("{letter}{origin}"))
            .collect();
        starts.iter().chain([&from]).any(|start| {
            let plain = format!("{start}{target}");
            wanted
                .strip_prefix(&plain)
                .is_some_and(|rest| rest == promotion || rest == promotion.to_lowercase())
        })
    }

    /// Whether a text means that a man is put down: `P@e4`, as players of shogi write it `P*e4`, or without the letter
    /// that is left out in SAN.
    fn puts_down(&self, texts: &Texts<'_>, mv: Move, wanted: &str) -> bool {
        let rules = self.rules();
        let target = rules.shape.name(mv.to).to_string();
        let Some(letter) = wanted
            .strip_suffix(target.as_str())
            .and_then(|start| start.strip_suffix(['@', '*']))
        else {
            return false;
        };
        let full = texts.promotion(mv).unwrap_or_default();
        let left_out = mv.promotion.is_some() && mv.promotion == letterless(rules, self.side());
        letter.eq_ignore_ascii_case(&full) || (letter.is_empty() && left_out)
    }

    /// The moves that go over the squares of a text in their order, as players of draughts name where they land.
    fn landing_on(&self, texts: &Texts<'_>, moves: &[Move], wanted: &str) -> Vec<Move> {
        let mut known: BTreeMap<(Square, Vec<Square>, Square), Vec<MoveKind>> = BTreeMap::new();
        let mut goes_over = |mv: &Move| {
            let readings = self.readings(texts, *mv, wanted).into_iter();
            readings
                .filter(|(_, promotes)| *promotes)
                .any(|(mut read, _)| {
                    let Some(to) = read.pop().filter(|&to| to == mv.to && !read.is_empty()) else {
                        return false;
                    };
                    let over =
                        known
                            .entry((mv.from, read, to))
                            .or_insert_with_key(|(from, via, to)| {
                                moves_over(self.rules(), self.state(), *from, via, *to)
                            });
                    over.contains(&mv.kind)
                })
        };
        moves.iter().copied().filter(|mv| goes_over(mv)).collect()
    }

    /// Whether a text begins a move of several legs, or names its start and end. With `is_open` only a beginning counts.
    fn is_begun(&self, texts: &Texts<'_>, mv: Move, wanted: &str, is_open: bool) -> bool {
        let Some(way) = texts.way(mv) else {
            return false;
        };
        let squares: Vec<Square> = way.points.iter().map(|p| p.0).collect();
        self.readings(texts, mv, wanted).iter().any(|(read, _)| {
            let begins = read.len() < squares.len() && squares.starts_with(read);
            let ends = !is_open && read[..] == squares[squares.len() - 1..];
            !read.is_empty() && (begins || ends)
        })
    }

    /// The squares behind the start, for each way of reading a text as this man's move, and whether the promotion is the
    /// one that is written.
    fn readings(&self, texts: &Texts<'_>, mv: Move, wanted: &str) -> Vec<(Vec<Square>, bool)> {
        let shape = self.variant().rules().shape;
        let from = shape.name(mv.from).to_string();
        let (file, rank) = from.split_at(1);
        let letter = texts.letter(mv);
        let promotion = texts.promotion(mv).unwrap_or_default();
        let origins = ["", file, rank, from.as_str()];
        let mut starts: Vec<String> = origins.iter().map(|o| format!("{letter}{o}")).collect();
        starts.push(from.clone());
        let read = |start: &String| {
            let mut rest = wanted.strip_prefix(start.as_str())?;
            let mut squares: Vec<Square> = Vec::new();
            while let Some((square, behind)) = first_square(shape, rest) {
                // In `e4e5,e5e6` the squares between stand twice.
                if squares.last() != Some(&square) {
                    squares.push(square);
                }
                rest = behind;
            }
            let promotes = rest == promotion || rest == promotion.to_lowercase();
            (promotes || rest.is_empty()).then_some((squares, promotes))
        };
        starts.iter().filter_map(read).collect()
    }
}

/// The first leg of `a1b2,c3d4` that does not start where the one before it ends: its number, from 1, where that one
/// ends, and where it starts.
pub(crate) fn broken_leg(shape: Shape, text: &str) -> Option<(usize, Square, Square)> {
    let mut ended: Option<Square> = None;
    for (n, leg) in text.split(',').enumerate() {
        let leg = normal(bare(leg.trim()));
        let mut rest = leg.trim_start_matches(|c: char| c == '+' || c.is_ascii_uppercase());
        let mut squares: Vec<Square> = Vec::new();
        while let Some((square, behind)) = first_square(shape, rest) {
            squares.push(square);
            rest = behind;
        }
        if let (Some(ended), [starts, _, ..]) = (ended, &squares[..])
            && ended != *starts
        {
            return Some((n + 1, ended, *starts));
        }
        ended = squares.last().copied().or(ended);
    }
    None
}

/// The square with which a text begins, and what stands behind it.
fn first_square(shape: Shape, text: &str) -> Option<(Square, &str)> {
    let digits = text
        .get(1..)?
        .bytes()
        .take_while(u8::is_ascii_digit)
        .count();
    let (name, behind) = text.split_at(1 + digits);
    Some((shape.parse(name)?, behind))
}

/// Whether two lists of squares name one way: the same end, and the same squares before it in whatever order.
fn is_same_way(read: &[Square], squares: &[Square]) -> bool {
    let sorted = |list: &[Square]| {
        let mut list = list.to_vec();
        list.sort_unstable();
        list
    };
    match (read, squares) {
        ([read @ .., end], [squares @ .., to]) => end == to && sorted(read) == sorted(squares),
        _ => false,
    }
}

/// The text without check marks and comments.
fn bare(text: &str) -> &str {
    let text = text.strip_suffix("e.p.").map_or(text, str::trim_end);
    text.trim_end_matches(['+', '#', '!', '?'])
}

/// The text without signs that only help reading.
fn normal(text: &str) -> String {
    let text = if text.starts_with("0-0") {
        text.replace('0', "O")
    } else {
        text.to_owned()
    };
    text.chars()
        .filter(|c| !matches!(c, 'x' | ':' | '-' | '=' | '~' | ' ' | ','))
        .collect()
}
