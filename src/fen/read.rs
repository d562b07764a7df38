//! Reading a FEN into a state, with every complaint at its place.

use super::fits::{check_men, misplaced};
use super::men::placement;
use super::{FenError, FenFinding, MEMORY, rights};
use crate::board::{BySide, Side, Square, SquareSet};
use crate::movegen::passing;
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
            let finding = FenFinding::new("fen-empty", 0..self.text.len(), "the FEN is empty");
            self.findings.push(
                finding.help(
                    "write the men, rank by rank, and who moves, as in `4k3/…/4K3 w - - 0 1`",
                ),
            );
            return None;
        };
        let placement = match placement(self.rules.shape, &self.rules.kinds, men) {
            Ok(placement) => placement,
            Err(found) => {
                self.findings.extend(moved(found, place.start));
                return None;
            }
        };
        let misplaced = misplaced(self.rules, &placement, men);
        let mut state = State::new(placement.men);
        state.walls = placement.walls | self.rules.holes;
        if let Some(hands) = placement.hands {
            state.hands = hands;
        } else if self.rules.uses_hands() {
            state.hands = BySide::both(vec![0; self.rules.kinds.len()]);
        }
        let counters = self.rules.counters.iter();
        state.counters = counters.map(|c| c.first(&state.men)).collect();
        state.free_castling = self.options.free_castling || self.rules.castling.free;
        if !misplaced.is_empty() {
            self.findings.extend(moved(misplaced, place.start));
            return None;
        }
        state.side = self.side()?;
        let mut next = 2;
        if !self
            .field(2)
            .is_some_and(|(_, f)| is_number(f) || is_counts(f) || is_facts(f))
        {
            if let Some((place, text)) = self.field(2) {
                rights::read(self.rules, &mut state, (place, text), self.findings);
            }
            self.en_passant(&mut state);
            next = 4;
        }
        next += self.remaining(&mut state, next);
        if let Some(finding) = self.no_counts(next) {
            self.findings.push(finding);
            return None;
        }
        if !self.field(next).is_some_and(|(_, f)| is_facts(f)) {
            state.quiet = self.number(next, "half-move clock").unwrap_or(0);
            state.number = self.number(next + 1, "move number").unwrap_or(1);
            next += 2;
        }
        next += self.given(&mut state, next);
        next += self.more(&mut state, next);
        if let Some((place, extra)) = self.field(next) {
            self.findings.push(
                FenFinding::new("fen-extra-field", place, format!("`{extra}` is one field too many"))
                    .help(if extra.starts_with('#') { "a comment stands behind the closing quote" } else { "a FEN has six fields: men, side, castling rights, en passant, half-move clock, move number" }),
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
                let mut finding = FenFinding::new("fen-side", place, message);
                let small = other.to_ascii_lowercase();
                let is_word = matches!(small.as_str(), "w" | "b" | "white" | "black");
                finding.instead = small.get(..1).filter(|_| is_word).map(str::to_owned);
                let help = match small.chars().next() {
                    Some('w') => "write `w`",
                    Some('b') => "write `b`",
                    Some('[') => {
                        "men in hand stand right behind the board, without a blank between"
                    }
                    _ if is_other_field(other) => {
                        "write `w` or `b` before it: who moves stands behind the board"
                    }
                    _ => "write `w` or `b`",
                };
                self.findings.push(finding.help(help));
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
                let least = u32::from(what == "move number");
                let help = if is_number(text) {
                    format!("the largest is {}", u32::MAX)
                } else {
                    format!("write `{least}` if you do not know it")
                };
                self.findings
                    .push(FenFinding::new("fen-number", place, message).help(help));
                None
            }
        }
    }

    /// Counts behind the en passant field, one field for each counter that FENs have: what each player has now. Says
    /// how many fields were read.
    fn remaining(&mut self, state: &mut State, first: usize) -> usize {
        self.counts(first, |counter, counts| {
            state.counters[counter] = counts;
        })
    }

    /// The finding about a field that stands where counts do and is none: there are more fields behind it than the two
    /// numbers, or it is no number.
    fn no_counts(&self, next: usize) -> Option<FenFinding> {
        let expects = self.rules.counters.iter().any(|c| c.in_fen);
        let is_read = next > 0 && self.field(next - 1).is_some_and(|(_, f)| is_counts(f));
        let (place, text) = self
            .field(next)
            .filter(|(_, f)| expects && !is_read && !is_facts(f))?;
        let numbers = (next..)
            .map_while(|at| self.field(at))
            .filter(|(_, f)| is_number(f));
        let is_pair = !is_number(text) && text.bytes().any(|b| b.is_ascii_digit());
        (is_pair || numbers.count() > 2).then(|| {
            let message = format!("`{text}` stands where each player's count does");
            FenFinding::new("fen-counter", place, message).help(
                "write White's count, `+`, and Black's, as in `3+3 0 1`; or at the end how far they have gone, as in \
                 `0 1 +0+0`",
            )
        })
    }

    /// Counts at the end with a `+` before them: how many times each player's counter has gone on since the start.
    fn given(&mut self, state: &mut State, first: usize) -> usize {
        let rules = self.rules;
        let behind = first;
        let given = |at: usize| {
            let (_, text) = self.field(behind + at)?;
            text.starts_with('+').then_some(())
        };
        if given(0).is_none() {
            return 0;
        }
        if state
            .counters
            .iter()
            .zip(&rules.counters)
            .any(|(now, c)| *now != c.first(&state.men))
        {
            let (place, text) = self.field(first).unwrap_or((0..0, ""));
            let message = format!("`{text}` tells the counts a second time");
            let help = "keep one of the two: what is left, as in `3+3`, or what has been counted, as in `+0+0`";
            self.findings
                .push(FenFinding::new("fen-counter", place, message).help(help));
            return 1;
        }
        self.counts(first, |counter, counts| {
            let Some(counter_rule) = rules.counters.get(counter) else {
                return;
            };
            let start = counter_rule.first(&state.men);
            state.counters[counter] = BySide::from_fn(|side| {
                let steps = counter_rule.step.saturating_mul(counts[side]);
                start[side].saturating_add(steps)
            });
        })
    }

    /// The field with counters that have no other place and with what is remembered of the last turn, as in
    /// `hunt=5+0,last=2`. Says how many fields were read.
    fn more(&mut self, state: &mut State, index: usize) -> usize {
        let Some((place, text)) = self.field(index).filter(|(_, f)| is_facts(f)) else {
            return 0;
        };
        let mut start = place.start;
        let mut seen: Vec<&str> = Vec::new();
        for part in text.split(',') {
            let place = start..start + part.len();
            start += part.len() + 1;
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let problem = if seen.contains(&name) {
                Err((
                    format!("`{name}` is told a second time"),
                    "keep one of the two".to_owned(),
                ))
            } else {
                self.fact(state, name, value)
            };
            seen.push(name);
            if let Err((message, help)) = problem {
                let finding = FenFinding::new("fen-counter", place, message);
                self.findings.push(finding.help(help));
            }
        }
        1
    }

    /// Reads one counter or what is remembered of the last turn; what is wrong, and help.
    fn fact(&self, state: &mut State, name: &str, value: &str) -> Result<(), (String, String)> {
        let rules = self.rules;
        if name == MEMORY {
            let bits = 2 * rules.remembered.len() as u32;
            let read = u64::from_str_radix(value, 16).ok();
            let fits = read.filter(|memory| memory.checked_shr(bits).unwrap_or(0) == 0);
            state.memory = fits.ok_or_else(|| {
                let message = format!("`{value}` is nothing that is remembered of the last turn");
                let help = "take it out, or keep it as Ferz wrote it for the same rules";
                (message, help.to_owned())
            })?;
            return Ok(());
        }
        let mut counters = rules.counters.iter();
        let Some(counter) = counters.position(|c| c.id == name && !c.in_fen) else {
            let message = format!("this game has no counter `{name}` that stands here");
            let named = rules.counters.iter().filter(|c| !c.in_fen);
            let named: Vec<String> = named.map(|c| format!("`{}`", c.id)).collect();
            let help = match named[..] {
                [] => "take it out".to_owned(),
                _ => format!("the counters that stand here are {}", named.join(", ")),
            };
            return Err((message, help));
        };
        state.counters[counter] = counts(value).ok_or_else(|| {
            let message = format!("`{value}` does not tell a count for each player");
            let help = format!("write White's count, `+`, and Black's, as in `{name}=1+0`");
            (message, help)
        })?;
        Ok(())
    }

    /// Reads the fields that are counts, beginning with one, and says how many they are.
    fn counts(&mut self, first: usize, mut take: impl FnMut(usize, BySide<i32>)) -> usize {
        let counters = self.rules.counters.iter().enumerate();
        let mut counters = counters.filter(|(_, c)| c.in_fen).map(|(at, _)| at);
        let mut read = 0;
        while let Some((place, text)) = self.field(first + read).filter(|(_, f)| is_counts(f)) {
            read += 1;
            match (counters.next(), counts(text)) {
                (Some(counter), Some(counts)) => take(counter, counts),
                (Some(_), None) => {
                    let message = format!("`{text}` does not tell a count for each player");
                    let help = "write White's count, `+`, and Black's, as in `3+3`";
                    self.findings
                        .push(FenFinding::new("fen-counter", place, message).help(help));
                }
                (None, _) => {
                    let message = format!(
                        "`{text}` is a field of counts, but this game has no counter for it"
                    );
                    let help = "take the field out, or declare a counter with `fen = true` under `[counters]`";
                    self.findings
                        .push(FenFinding::new("fen-counter", place, message).help(help));
                }
            }
        }
        read
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
            let finding = FenFinding::new("fen-en-passant", place, message);
            self.findings.push(finding.help(
                "here stands what can be taken en passant: write `-` if nothing can be, before the half-move clock",
            ));
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

/// Findings whose places are in a part of the text that starts there.
fn moved(findings: Vec<FenFinding>, start: usize) -> impl Iterator<Item = FenFinding> {
    findings.into_iter().map(move |mut f| {
        f.span = f.span.start + start..f.span.end + start;
        f
    })
}

fn is_number(field: &str) -> bool {
    field.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a field is the one of what has no other place: no other has a `=`.
fn is_facts(field: &str) -> bool {
    field.contains('=')
}

/// Whether a field looks like one that stands behind the side to move.
fn is_other_field(field: &str) -> bool {
    field == "-" || is_number(field) || field.bytes().all(|b| b"KQkq".contains(&b))
}

/// Whether a field is one of counts: no other has a `+`.
fn is_counts(field: &str) -> bool {
    field.contains('+') && !is_facts(field)
}

/// White's count and Black's, joined by `+`; a `+` may stand before both.
fn counts(field: &str) -> Option<BySide<i32>> {
    let (white, black) = field.strip_prefix('+').unwrap_or(field).split_once('+')?;
    let number = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let number = text.parse().ok()?;
        is_number(digits).then_some(number)
    };
    Some(BySide {
        white: number(white)?,
        black: number(black)?,
    })
}
