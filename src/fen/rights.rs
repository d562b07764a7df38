//! The third field of a FEN: who may castle with whom, and which men have not moved.
//!
//! `K` and `Q` are castling rights with the partner toward the last and the first file, other letters name files. In a
//! game that remembers which men have not moved, a file letter is such a man of that side's home rank, `K` and `Q` say
//! it of the castling man and its partner, and castling is the right of every pair that has not moved. Where a letter
//! would name another square, the rank stands behind it: `C3`.

use super::FenFinding;
use super::fits::needs_royal;
use crate::board::{Side, Square, SquareSet};
use crate::movegen::{castling, general};
use crate::position::State;
use crate::rules::Rules;
use std::ops::Range;

/// Reads the field into a state that has its men.
pub(super) fn read(
    rules: &Rules,
    state: &mut State,
    (place, text): (Range<usize>, &str),
    findings: &mut Vec<FenFinding>,
) {
    if text == "-" {
        return;
    }
    let mut reader = Reader {
        rules,
        state,
        findings,
        told: [false; 2],
        wrong: Vec::new(),
    };
    let first = reader.findings.len();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let behind = at + letter.len_utf8();
        let digits = text[behind..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let digits = if rules.unmoved.is_empty() { 0 } else { digits };
        let span = place.start + at..place.start + behind + digits;
        if !letter.is_ascii_alphabetic() {
            let message =
                format!("castling rights are letters such as KQkq, or `-`, not `{letter}`");
            reader.findings.push(
                FenFinding::new("fen-rights", span, message).help("write `-` if nobody may castle"),
            );
            return;
        }
        reader.letter(letter, &text[behind..behind + digits], span);
        at = behind + digits;
    }
    reader.offer(first, (place, text));
    for side in Side::ALL {
        let pairs = unmoved_partners(rules, state, side);
        state.rights |= pairs;
    }
}

struct Reader<'a> {
    rules: &'a Rules,
    state: &'a mut State,
    findings: &'a mut Vec<FenFinding>,
    /// For whom it has been told that nobody castles.
    told: [bool; 2],
    /// Where letters stand that give no right.
    wrong: Vec<Range<usize>>,
}

impl Reader<'_> {
    /// Lets the findings since one of them say what the field is without the letters that give no right.
    fn offer(&mut self, first: usize, (place, text): (Range<usize>, &str)) {
        let is_wrong = |at: usize| {
            self.wrong
                .iter()
                .any(|span| span.contains(&(place.start + at)))
        };
        let right = text.char_indices().filter(|(at, _)| !is_wrong(*at));
        let right: String = right.map(|(_, letter)| letter).collect();
        let field = if right.is_empty() { "-" } else { &right };
        for finding in &mut self.findings[first..] {
            finding.offer = Some(Box::new((place.clone(), field.to_owned())));
        }
    }

    fn letter(&mut self, letter: char, rank: &str, span: Range<usize>) {
        let rules = self.rules;
        let side = if letter.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let capital = letter.to_ascii_uppercase();
        let nobody = castling::castlers(rules, self.state, side).is_empty();
        let is_direction = matches!(capital, 'K' | 'Q') && rank.is_empty() && !nobody;
        if !rules.unmoved.is_empty() && !is_direction {
            if let Some(square) = unmoved_square(rules, self.state, side, capital, rank) {
                self.state.unmoved.insert(square);
                return;
            }
            self.wrong.push(span.clone());
            self.no_unmoved(side, &format!("{letter}{rank}"), span);
            return;
        }
        if nobody {
            self.wrong.push(span.clone());
            self.nobody_castles(side, span);
            return;
        }
        match partner(rules, self.state, side, capital) {
            Ok(square) => {
                self.state.rights.insert(square);
                self.state.unmoved |= pair(rules, self.state, side, square);
            }
            Err(why) => {
                self.wrong.push(span.clone());
                let message = format!("{side} has no castling right `{letter}`: {why}");
                let finding = FenFinding::new("fen-rights", span, message);
                self.findings
                    .push(finding.help("remove the letter, or write `-` if nobody may castle"));
            }
        }
    }

    fn nobody_castles(&mut self, side: Side, span: Range<usize>) {
        // A royal that is missing is told by itself.
        let lacks = needs_royal(self.rules, side)
            && general::royal_squares(self.rules, self.state, side).is_empty();
        if !lacks && !std::mem::replace(&mut self.told[side.index()], true) {
            let message = format!(
                "{side} has no castling rights: no man of it can castle from where it stands"
            );
            self.findings.push(
                FenFinding::new("fen-rights", span, message)
                    .help("take its letters out, or write `-` if nobody may castle"),
            );
        }
    }

    fn no_unmoved(&mut self, side: Side, letter: &str, span: Range<usize>) {
        let kinds = self.rules.unmoved.iter();
        let names: Vec<&str> = kinds.map(|k| self.rules.kind(k).title.as_str()).collect();
        let message = format!(
            "`{letter}` names no man of {side} that has not moved: {} can be meant",
            names.join(", ")
        );
        let help = "write the letter of its file, capital for White, and behind it the rank if it is not the first \
                    that such men start on; or `-` if none is left";
        self.findings
            .push(FenFinding::new("fen-rights", span, message).help(help));
    }
}

/// The partner that a capital letter names.
fn partner(rules: &Rules, state: &State, side: Side, letter: char) -> Result<Square, String> {
    let shape = rules.shape;
    let castlers = castling::castlers(rules, state, side);
    let is_partner = |s: &Square| castling::is_partner(rules, state, side, *s);
    let (square, toward) = match letter {
        'K' | 'Q' => {
            let direction = if letter == 'K' { 1 } else { -1 };
            let toward = if letter == 'K' { "last" } else { "first" };
            (
                castling::partner_by_direction(rules, state, side, direction),
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

/// Whether a man of a side stands on a square whose first move is remembered.
fn is_remembered(rules: &Rules, state: &State, side: Side, square: Square) -> bool {
    let man = state.man(square);
    man.is_some_and(|m| m.side == side && rules.unmoved.contains(m.kind))
}

/// The ranks on which a side's men whose first move is remembered start, its own edge first; all of them if none does.
fn home_ranks(rules: &Rules, side: Side) -> Vec<i32> {
    let start = |s: &Square| {
        let man = rules.array.get(s.index()).copied().flatten();
        man.is_some_and(|m| m.side == side && rules.unmoved.contains(m.kind))
    };
    let squares = rules.shape.squares();
    let mut ranks: Vec<i32> = squares.filter(start).map(|s| rules.shape.rank(s)).collect();
    ranks.dedup();
    if ranks.is_empty() {
        ranks = (0..i32::from(rules.shape.ranks())).collect();
    }
    if side == Side::Black {
        ranks.reverse();
    }
    ranks
}

/// The man that has not moved and that a file's capital names, with the number of its rank or on the first home rank
/// where such a man stands.
fn unmoved_square(
    rules: &Rules,
    state: &State,
    side: Side,
    letter: char,
    rank: &str,
) -> Option<Square> {
    let shape = rules.shape;
    let on = |square: &Square| is_remembered(rules, state, side, *square);
    if !rank.is_empty() {
        let name = format!("{}{rank}", letter.to_ascii_lowercase());
        return shape.parse(&name).filter(on);
    }
    let file = letter as i32 - 'A' as i32;
    let ranks = home_ranks(rules, side).into_iter();
    ranks.filter_map(|rank| shape.square(file, rank)).find(on)
}

/// The partner and the men that castle with it, as far as their first moves are remembered.
fn pair(rules: &Rules, state: &State, side: Side, partner: Square) -> SquareSet {
    let castlers = castling::castlers(rules, state, side).into_iter();
    let on_rank = castlers.filter(|&s| rules.shape.rank(s) == rules.shape.rank(partner));
    let both: SquareSet = on_rank.chain([partner]).collect();
    both.iter()
        .filter(|&s| is_remembered(rules, state, side, s))
        .collect()
}

/// The partners that castle because they and a castling man are known not to have moved.
fn unmoved_partners(rules: &Rules, state: &State, side: Side) -> SquareSet {
    let unmoved = state.unmoved.iter();
    let partners = unmoved.filter(|&s| castling::is_partner(rules, state, side, s));
    let castlers = castling::castlers(rules, state, side);
    let castlers: Vec<Square> = castlers
        .into_iter()
        .filter(|&s| state.unmoved.contains(s))
        .collect();
    let with = |partner: Square| {
        let may = |castler: &Square| {
            let options = castling::imaginable(rules, state, *castler);
            options.iter().any(|o| o.partner_from == partner)
        };
        castlers.iter().any(may)
    };
    partners.filter(|&s| with(s)).collect()
}

/// The field of a state.
pub(super) fn text(rules: &Rules, state: &State) -> String {
    let out: String = Side::ALL.map(|side| side_text(rules, state, side)).concat();
    if out.is_empty() { "-".to_owned() } else { out }
}

fn side_text(rules: &Rules, state: &State, side: Side) -> String {
    let own = |set: SquareSet| {
        let own = move |s: &Square| state.man(*s).is_some_and(|m| m.side == side);
        set.iter().filter(own)
    };
    let mut out = String::new();
    let mut said = SquareSet::EMPTY;
    let mut rights: Vec<Square> = own(state.rights).collect();
    rights.sort_by_key(|&s| std::cmp::Reverse(rules.shape.file(s)));
    let file_letter = |square| (b'A' + rules.shape.file(square) as u8) as char;
    let spelled = |letter: char| match side {
        Side::White => letter,
        Side::Black => letter.to_ascii_lowercase(),
    };
    for &square in &rights {
        let named = [(1, 'K'), (-1, 'Q')].into_iter().find(|&(direction, _)| {
            castling::partner_by_direction(rules, state, side, direction) == Some(square)
        });
        if named.is_some() {
            said |= pair(rules, state, side, square);
        }
        if named.is_some() || !is_remembered(rules, state, side, square) {
            let letter = named.map_or_else(|| file_letter(square), |(_, letter)| letter);
            out.push(spelled(letter));
        }
    }
    let mut unmoved: Vec<Square> = own(state.unmoved - said).collect();
    unmoved.sort_by_key(|&s| (rules.shape.file(s), rules.shape.rank(s)));
    for square in unmoved {
        let file = file_letter(square);
        out.push(spelled(file));
        let is_plain = unmoved_square(rules, state, side, file, "") == Some(square);
        let castles = !castling::castlers(rules, state, side).is_empty();
        if !is_plain || (castles && matches!(file, 'K' | 'Q')) {
            out += &(rules.shape.rank(square) + 1).to_string();
        }
    }
    out
}
