//! Reading a FEN into a state, with every complaint at its place.

use super::{FenError, FenFinding, men::placement};
use crate::board::{Man, Side, Square, SquareSet};
use crate::movegen::{castling, general, passing};
use crate::position::{EnPassant, State};
use crate::rules::Rules;
use std::ops::Range;

/// How a FEN is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Castling men may start anywhere on their rank, as in Chess960: `KQkq` mean the outermost partner on that side
    /// of the castling man, and file letters any other.
    pub free_castling: bool,
}

/// Reads a position of a game.
///
/// # Errors
/// All that is wrong: with the text, with the men (a missing royal), with the position (the player who has just moved
/// is in check).
pub fn read(rules: &Rules, text: &str, options: Options) -> Result<State, FenError> {
    let fields = split(text);
    let mut findings = Vec::new();
    let state = Reader {
        rules,
        options,
        text,
        fields: &fields,
        findings: &mut findings,
    }
    .state();
    match state {
        Some(state) => {
            if !findings.iter().any(|f| f.code == "fen-side") {
                findings.extend(check_men(rules, &state, &fields));
            }
            if findings.is_empty() {
                Ok(state)
            } else {
                Err(FenError(findings))
            }
        }
        None => Err(FenError(findings)),
    }
}

/// The fields with their places.
fn split(text: &str) -> Vec<(Range<usize>, &str)> {
    let start = text.as_ptr() as usize;
    let place = |field: &str| field.as_ptr() as usize - start;
    text.split_ascii_whitespace()
        .map(|f| (place(f)..place(f) + f.len(), f))
        .collect()
}

struct Reader<'a> {
    rules: &'a Rules,
    options: Options,
    text: &'a str,
    fields: &'a [(Range<usize>, &'a str)],
    findings: &'a mut Vec<FenFinding>,
}

impl<'a> Reader<'a> {
    fn state(&mut self) -> Option<State> {
        let Some((place, men)) = self.fields.first().cloned() else {
            self.findings.push(FenFinding::new(
                "fen-empty",
                0..self.text.len(),
                "the FEN is empty",
            ));
            return None;
        };
        let men = match placement(self.rules.shape, &self.rules.kinds, men) {
            Ok(men) => men,
            Err(found) => {
                self.findings.extend(found.into_iter().map(|mut f| {
                    f.span = f.span.start + place.start..f.span.end + place.start;
                    f
                }));
                return None;
            }
        };
        let mut state = State::new(men);
        state.walls = self.rules.holes;
        let counters = self.rules.counters.iter();
        state.counters = counters.map(|c| c.first(&state.men)).collect();
        state.free_castling = self.options.free_castling;
        state.side = self.side()?;
        let mut next = 2;
        if !self
            .field(2)
            .is_some_and(|(_, f)| f.bytes().all(|b| b.is_ascii_digit()))
        {
            self.rights(&mut state);
            self.en_passant(&mut state);
            next = 4;
        }
        state.quiet = self.number(next, "half-move clock").unwrap_or(0);
        state.number = self.number(next + 1, "move number").unwrap_or(1);
        if let Some((place, extra)) = self.field(next + 2) {
            self.findings.push(
                FenFinding::new("fen-extra-field", place, format!("`{extra}` is one field too many"))
                    .help("a FEN has six fields: men, side, castling rights, en passant, half-move clock, move number"),
            );
        }
        Some(state)
    }

    fn field(&self, index: usize) -> Option<(Range<usize>, &'a str)> {
        self.fields.get(index).cloned()
    }

    fn side(&mut self) -> Option<Side> {
        match self.field(1) {
            None | Some((_, "w")) => Some(Side::White),
            Some((_, "b")) => Some(Side::Black),
            Some((place, other)) => {
                let message = format!("the side to move is `w` or `b`, not `{other}`");
                let finding = FenFinding::new("fen-side", place, message);
                let meant = match other.to_ascii_lowercase().chars().next() {
                    Some('w') => "w",
                    Some('b') => "b",
                    _ => "w` or `b",
                };
                self.findings.push(finding.help(format!("write `{meant}`")));
                None
            }
        }
    }

    fn number(&mut self, index: usize, what: &str) -> Option<u32> {
        let (place, text) = self.field(index)?;
        match text.parse() {
            Ok(number) if text.bytes().all(|b| b.is_ascii_digit()) => Some(number),
            _ => {
                let message = format!("the {what} is a whole number, not `{text}`");
                self.findings
                    .push(FenFinding::new("fen-number", place, message));
                None
            }
        }
    }

    fn rights(&mut self, state: &mut State) {
        let Some((place, text)) = self.field(2) else {
            return;
        };
        if text == "-" {
            return;
        }
        let nobody = Side::ALL.map(|s| castling::castlers(self.rules, state, s).is_empty());
        let mut told = [false; 2];
        for (at, letter) in text.char_indices() {
            let span = place.start + at..place.start + at + letter.len_utf8();
            if !letter.is_ascii_alphabetic() {
                let message =
                    format!("castling rights are letters such as KQkq, or `-`, not `{letter}`");
                self.findings
                    .push(FenFinding::new("fen-rights", span, message));
                return;
            }
            let side = if letter.is_ascii_uppercase() {
                Side::White
            } else {
                Side::Black
            };
            if nobody[side.index()] {
                // A royal that is missing is told by itself.
                let lacks = needs_royal(self.rules, side)
                    && general::royal_squares(self.rules, state, side).is_empty();
                if !lacks && !std::mem::replace(&mut told[side.index()], true) {
                    let message = format!(
                        "{side} has no castling rights: no man of it can castle from where it stands"
                    );
                    self.findings.push(
                        FenFinding::new("fen-rights", span, message)
                            .help("take its letters out, or write `-` if nobody may castle"),
                    );
                }
                continue;
            }
            match self.partner(state, side, letter.to_ascii_uppercase()) {
                Ok(square) => state.rights.insert(square),
                Err(why) => self.findings.push(
                    FenFinding::new(
                        "fen-rights",
                        span,
                        format!("{side} has no castling right `{letter}`: {why}"),
                    )
                    .help("remove the letter, or write `-` if nobody may castle"),
                ),
            }
        }
    }

    /// The partner that a capital letter names.
    fn partner(&self, state: &State, side: Side, letter: char) -> Result<Square, String> {
        let shape = self.rules.shape;
        let castlers = castling::castlers(self.rules, state, side);
        let is_partner = |s: &Square| castling::is_partner(self.rules, state, side, *s);
        let (square, toward) = match letter {
            'K' | 'Q' => {
                let direction = if letter == 'K' { 1 } else { -1 };
                let toward = if letter == 'K' { "last" } else { "first" };
                (
                    castling::partner_by_direction(self.rules, state, side, direction),
                    format!("toward the {toward} file"),
                )
            }
            _ => {
                let file = letter as i32 - 'A' as i32;
                let on_rank = |castler: &Square| shape.square(file, shape.rank(*castler));
                let square = castlers.iter().filter_map(on_rank).find(is_partner);
                let toward = format!("on the {} file", letter.to_ascii_lowercase());
                (square, toward)
            }
        };
        square
            .filter(is_partner)
            .ok_or_else(|| format!("nobody can castle {toward} with a partner that stands there"))
    }

    fn en_passant(&mut self, state: &mut State) {
        let Some((place, text)) = self.field(3) else {
            return;
        };
        if text == "-" {
            return;
        }
        let Some(squares) = self.squares(text) else {
            let message = format!("`{text}` is neither a square of this board nor `-`");
            self.findings
                .push(FenFinding::new("fen-en-passant", place, message));
            return;
        };
        let (occupied, empty): (Vec<Square>, Vec<Square>) =
            squares.iter().partition(|&&s| state.man(s).is_some());
        let targets: SquareSet = empty.iter().copied().collect();
        let victims = match occupied[..] {
            [] => passing::victims(self.rules, state, targets),
            [victim] => vec![victim],
            _ => Vec::new(),
        };
        let enemy = state.side.other();
        match victims[..] {
            [victim]
                if !targets.is_empty() && state.man(victim).is_some_and(|m| m.side == enemy) =>
            {
                state.en_passant = Some(EnPassant { targets, victim });
            }
            [_, _, ..] => self.findings.push(
                FenFinding::new(
                    "fen-en-passant",
                    place,
                    format!("several men can have passed `{text}`"),
                )
                .help("write the square of the man behind it, as in `d6c5`"),
            ),
            _ => self.findings.push(
                FenFinding::new(
                    "fen-en-passant",
                    place,
                    format!("no man of {enemy} can just have passed `{text}`"),
                )
                .help("write `-` if nothing can be taken en passant"),
            ),
        }
    }

    /// Squares written one after the other, as in `d6c5`.
    fn squares(&self, text: &str) -> Option<Vec<Square>> {
        let mut squares = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let digits = rest
                .get(1..)?
                .bytes()
                .take_while(u8::is_ascii_digit)
                .count();
            squares.push(self.rules.shape.parse(rest.get(..=digits)?)?);
            rest = rest.get(digits + 1..)?;
        }
        Some(squares)
    }
}

/// What only the whole position shows: royals that are missing, and a check that has been ignored.
fn check_men(rules: &Rules, state: &State, fields: &[(Range<usize>, &str)]) -> Vec<FenFinding> {
    let whole = fields.first().map_or(0..0, |(place, _)| place.clone());
    let mut findings = Vec::new();
    for side in Side::ALL {
        if needs_royal(rules, side) && general::royal_squares(rules, state, side).is_empty() {
            let names: Vec<&str> = rules
                .royals(side)
                .iter()
                .map(|k| rules.kind(k).title.as_str())
                .collect();
            let letters: Vec<String> = rules
                .royals(side)
                .iter()
                .map(|k| rules.kind(k).letter.text(side))
                .collect();
            findings.push(
                FenFinding::new(
                    "missing-royal",
                    whole.clone(),
                    format!("{side} has no {}", names.join(" or ")),
                )
                .help(format!("put `{}` on a square", letters.join("` or `"))),
            );
        }
    }
    let waiting = state.side.other();
    if findings.is_empty() && general::in_check(rules, state, waiting) {
        let place = fields.get(1).map_or(whole, |(place, _)| place.clone());
        findings.push(
            FenFinding::new(
                "fen-check-ignored",
                place,
                format!(
                    "{waiting} is in check while {} is to move, so its royal could be taken",
                    state.side
                ),
            )
            .help(format!(
                "let {waiting} move (`{}`), or move the attacker away",
                waiting.letter()
            )),
        );
    }
    findings
}

/// A side needs a royal if the start array gives it one; while the array itself is read, if it has a royal kind.
fn needs_royal(rules: &Rules, side: Side) -> bool {
    let royals = rules.royals(side);
    let in_array =
        |man: &Option<Man>| man.is_some_and(|m| m.side == side && royals.contains(m.kind));
    !royals.is_empty() && (rules.array.is_empty() || rules.array.iter().any(in_array))
}
