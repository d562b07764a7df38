//! The first field of a FEN: which men stand where.

use super::FenFinding;
use crate::board::{BySide, Man, PieceId, Shape, Side, Square, SquareSet};
use crate::rules::{Kind, Letter};
use std::ops::Range;

/// What the first field says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The men, one entry a square.
    pub men: Vec<Option<Man>>,
    /// The squares with `*`: holes of the board and walls.
    pub walls: SquareSet,
    /// The men in hand, if the field has a part for them, even an empty one.
    pub hands: Option<BySide<Vec<u8>>>,
    /// Where that part stands.
    pub hands_place: Range<usize>,
}

impl Placement {
    /// How many men of a kind a player has in hand.
    pub fn in_hand(&self, side: Side, kind: PieceId) -> u8 {
        let hands = self.hands.as_ref();
        let count = hands.and_then(|hands| hands[side].get(kind.index()));
        count.copied().unwrap_or(0)
    }
}

/// Reads the first field of a FEN: the men on the board and in hand, the walls and holes. Whether the game has hands
/// and walls is not asked.
///
/// # Errors
/// All that is wrong, with spans inside `text`.
pub fn placement(shape: Shape, kinds: &[Kind], text: &str) -> Result<Placement, Vec<FenFinding>> {
    let mut findings = Vec::new();
    let (board, hand) = match split_hand(shape, text) {
        Ok(parts) => parts,
        Err(finding) => return Err(vec![finding]),
    };
    let mut placement = Placement {
        men: vec![None; shape.len()],
        walls: SquareSet::EMPTY,
        hands: None,
        hands_place: hand.clone().unwrap_or(text.len()..text.len()),
    };
    let ranks: Vec<&str> = text[..board].split('/').collect();
    let wanted = usize::from(shape.ranks());
    if ranks.len() != wanted {
        // Of too many ranks those behind the last one of the board.
        let enough: usize = ranks.iter().take(wanted).map(|rank| rank.len() + 1).sum();
        let place = if ranks.len() > wanted {
            enough..board
        } else {
            0..board
        };
        let had = match ranks.len() {
            1 => "1 rank".to_owned(),
            n => format!("{n} ranks"),
        };
        let message = format!("the FEN has {had}, but the board has {wanted}");
        findings.push(FenFinding::new("fen-ranks", place, message).help(
            if text.contains('\\') { "write `/` between the ranks, not `\\`" } else { "write one part for each rank, from the last rank down to rank 1, with `/` between them" },
        ));
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
        reader.read(&mut placement, &mut findings);
        offset += rank_text.len() + 1;
    }
    if let Some(place) = hand {
        match hands(kinds, &text[place.clone()], place.start) {
            Ok(hands) => placement.hands = Some(hands),
            Err(found) => findings.extend(found),
        }
    }
    if findings.is_empty() {
        Ok(placement)
    } else {
        once_a_letter(text, &mut findings);
        Err(findings)
    }
}

/// Tells once of a letter that is no man's, however often it stands there and for which side.
fn once_a_letter(text: &str, findings: &mut Vec<FenFinding>) {
    let letter = |finding: &FenFinding| {
        let is_one = finding.code == UNKNOWN_MAN;
        is_one.then(|| {
            text.get(finding.span.clone())
                .unwrap_or_default()
                .to_ascii_uppercase()
        })
    };
    let letters: Vec<Option<String>> = findings.iter().map(letter).collect();
    for (at, finding) in findings.iter_mut().enumerate() {
        let times = letters
            .iter()
            .filter(|other| **other == letters[at])
            .count();
        if letters[at].is_some() && times > 1 {
            finding.message += &format!(", which stands there {times} times");
        }
    }
    let mut seen = letters.iter().enumerate();
    findings.retain(|_| {
        let is_first = |(at, letter): (usize, &Option<String>)| {
            letter.is_none() || !letters[..at].contains(letter)
        };
        seen.next().is_none_or(is_first)
    });
}

/// Where the board's part ends, and what is inside the brackets behind it, or behind one slash too many.
fn split_hand(shape: Shape, text: &str) -> Result<(usize, Option<Range<usize>>), FenFinding> {
    let help = "write the men in hand between `[` and `]` behind the board, without blanks, as in `…/4K3[Qn]`";
    let wrong = |place, message| Err(FenFinding::new("fen-hand", place, message).help(help));
    match (text.find('['), text.find(']')) {
        (Some(open), Some(close)) if open < close => {
            if close + 1 < text.len() {
                return wrong(
                    close + 1..text.len(),
                    "nothing stands behind the men in hand",
                );
            }
            Ok((open, Some(open + 1..close)))
        }
        (Some(open), _) => wrong(open..open + 1, "`[` has no `]` behind it"),
        (None, Some(close)) => wrong(close..close + 1, "`]` has no `[` before it"),
        (None, None) => {
            let is_extra = text.matches('/').count() == usize::from(shape.ranks());
            let last = text.rfind('/').filter(|_| is_extra);
            // A rank too many is told as such unless it looks like a hand.
            let hand = last.filter(|at| !text[at + 1..].contains(|c: char| c.is_ascii_digit()));
            Ok(hand.map_or((text.len(), None), |at| (at, Some(at + 1..text.len()))))
        }
    }
}

/// Reads the letters of the men in hand, in any order.
///
/// # Errors
/// All that is wrong; `start` is where the letters stand.
pub fn hands(kinds: &[Kind], text: &str, start: usize) -> Result<BySide<Vec<u8>>, Vec<FenFinding>> {
    let mut hands = BySide::both(vec![0; kinds.len()]);
    if text == "-" {
        return Ok(hands);
    }
    let mut findings: Vec<FenFinding> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (man, length) = first_man(kinds, &text[at..]);
        let place = start + at..start + at + length;
        match man {
            Some(man) => {
                let count: &mut u8 = &mut hands[man.side][man.kind.index()];
                if *count == u8::MAX {
                    let message = format!("nobody can hold more than {} men of a kind", u8::MAX);
                    findings.push(FenFinding::new("fen-hand-too-full", place, message));
                    break;
                }
                *count += 1;
            }
            None => findings.push(no_man_in_hand(kinds, &text[at..], length, place)),
        }
        at += length;
    }
    if findings.is_empty() {
        Ok(hands)
    } else {
        Err(findings)
    }
}

/// Where the letter of a man stands first among the men in hand; all of them if it does not.
pub(super) fn place_in_hand(kinds: &[Kind], text: &str, wanted: Man) -> Range<usize> {
    let mut at = 0;
    while at < text.len() {
        let (man, length) = first_man(kinds, &text[at..]);
        if man == Some(wanted) {
            return at..at + length;
        }
        at += length;
    }
    0..text.len()
}

/// Where a square is written in the board's part of a FEN that can be read; all of it if it is not found.
pub(super) fn place_of(shape: Shape, kinds: &[Kind], text: &str, square: Square) -> Range<usize> {
    let (rank, file) = (shape.rank(square), shape.file(square) as usize);
    let (mut start, mut left) = (0, i32::from(shape.ranks()) - 1 - rank);
    while left > 0
        && let Some(slash) = text[start..].find('/')
    {
        start += slash + 1;
        left -= 1;
    }
    let (mut at, mut next) = (start, 0);
    while let Some(c) = text[at..].chars().next().filter(|c| *c != '/') {
        let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        let (length, squares) = match digits {
            0 if c == '*' => (1, 1),
            0 => (first_man(kinds, &text[at..]).1, 1),
            _ => (digits, text[at..at + digits].parse().unwrap_or(1)),
        };
        if file < next + squares {
            return at..at + length;
        }
        (at, next) = (at + length, next + squares);
    }
    0..text.len()
}

/// The man whose letter a text begins with, if there is such a kind, and the letter's length, at least one character.
fn first_man(kinds: &[Kind], text: &str) -> (Option<Man>, usize) {
    let plus = text.starts_with('+');
    let letter = text.chars().nth(usize::from(plus));
    let mut length = usize::from(plus) + letter.map_or(0, char::len_utf8);
    let tilde = text[length..].starts_with('~');
    length += usize::from(tilde);
    let man = letter.filter(char::is_ascii_alphabetic).and_then(|letter| {
        let wanted = Letter {
            plus,
            capital: letter.to_ascii_uppercase(),
            tilde,
        };
        let index = kinds.iter().position(|k| k.letter == wanted)?;
        let side = if letter.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        Some(Man {
            side,
            kind: PieceId::new(index as u8),
        })
    });
    (man, length)
}

/// The finding about something among the men in hand that is no man.
fn no_man_in_hand(kinds: &[Kind], text: &str, length: usize, place: Range<usize>) -> FenFinding {
    let sign = &text[..length];
    let finding = unknown_man(kinds, sign, place);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        let (man, behind) = first_man(kinds, &text[digits..]);
        let letter = match man {
            Some(_) => &text[digits..digits + behind],
            None => "P",
        };
        let times = text[..digits].parse().unwrap_or(2).clamp(1, 4);
        let help = format!(
            "each man in hand has a letter of its own, as in `[{}]`",
            letter.repeat(times)
        );
        return finding.help(help);
    }
    if sign.chars().all(char::is_alphanumeric) {
        return finding;
    }
    finding.help("men in hand stand one behind the other, without anything between them")
}

/// The code of the finding about a letter that is no man's.
const UNKNOWN_MAN: &str = "fen-unknown-man";

fn unknown_man(kinds: &[Kind], text: &str, place: Range<usize>) -> FenFinding {
    let known: Vec<String> = kinds.iter().map(|k| k.letter.text(Side::White)).collect();
    FenFinding::new(
        UNKNOWN_MAN,
        place,
        format!("no piece of this game has the letter `{text}`"),
    )
    .help(format!(
        "the letters are {} (capital for White, small for Black)",
        known.join(" ")
    ))
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
    fn read(&self, placement: &mut Placement, findings: &mut Vec<FenFinding>) {
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
            let square = self.shape.square(file.min(255) as i32, self.rank);
            file = file.saturating_add(1);
            if c == '*' {
                if let Some(square) = square {
                    placement.walls.insert(square);
                }
                at += 1;
                continue;
            }
            let (man, length) = first_man(self.kinds, &self.text[at..]);
            match (man, square) {
                (Some(man), Some(square)) => placement.men[square.index()] = Some(man),
                (Some(_), None) => {}
                (None, _) => {
                    let text = &self.text[at..at + length];
                    let place = self.start + at..self.start + at + length;
                    findings.push(unknown_man(self.kinds, text, place));
                }
            }
            at += length;
        }
        let wanted = usize::from(self.shape.files());
        // A rank with an unknown man would only be told twice.
        if file != wanted && findings.len() == before {
            findings.push(self.wrong_width(file, wanted));
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
