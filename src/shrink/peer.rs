//! What another program knows otherwise, with as few men as it takes. Each try is a question to it.

use super::act::{Act, find};
use super::kept::does;
use super::reduce::shrink;
use super::rival::has_letters;
use super::test::{Expectation, Reduced};
use super::{Budget, Case, Shrinking};
use crate::board::Side;
use crate::position::Move;
use crate::variant::Position;
use crate::witness::{Difference, Hearing};

/// Reduces a difference from another program: its first move that only Ferz has, or else the first that only the other
/// program has. `peer` is the program's name.
pub fn of_difference(
    hearing: &mut Hearing<'_>,
    peer: &str,
    difference: &Difference,
    budget: Budget,
) -> Shrinking {
    let mut shrinking = Shrinking::default();
    let odd = Odd::of(difference);
    let case = Case::of(&difference.position);
    let (Some(odd), Some(case)) = (odd, case) else {
        let sentence = format!(
            "the counts of {peer} do not agree with its own moves, which cannot be reduced"
        );
        shrinking.unreduced.push(sentence);
        return shrinking;
    };
    let shrunk = shrink(case, budget, |case| odd.told(hearing, peer, case).is_some());
    let reduced = shrunk.and_then(|shrunk| {
        let (expects, said) = odd.told(hearing, peer, &shrunk.case)?;
        let mut reduced = Reduced::new(shrunk, expects);
        reduced.said = said;
        (!reduced.run().passed()).then_some(reduced)
    });
    match reduced {
        Some(reduced) => shrinking.reduced.push(reduced),
        None => shrinking.unreduced.push(format!(
            "{peer} has other moves only where it is told the moves before, so the position cannot be reduced"
        )),
    }
    shrinking.more = (difference.ours.len() + difference.theirs.len()).saturating_sub(1);
    shrinking
}

/// A move that one of both has alone.
enum Odd {
    Ours { text: String, act: Act },
    Theirs { text: String, code: &'static str },
}

impl Odd {
    fn of(difference: &Difference) -> Option<Self> {
        let position = &difference.position;
        if let Some(text) = difference.ours.first() {
            return Some(Self::Ours {
                act: Act::of(position, find(position, text)?),
                text: text.clone(),
            });
        }
        let text = difference.theirs.first()?;
        Some(Self::Theirs {
            text: text.clone(),
            code: position.why(text).code(),
        })
    }

    /// What a test of a case expects, and what both say; nothing if the case does not show the difference.
    fn told(
        &self,
        hearing: &mut Hearing<'_>,
        peer: &str,
        case: &Case,
    ) -> Option<(Expectation, Vec<String>)> {
        let position = &case.position;
        if !case.moves.is_empty() {
            return None;
        }
        match self {
            Self::Ours { text, act } => {
                let mv: Move = find(position, text).filter(|&mv| Act::of(position, mv) == *act)?;
                let found = hearing.ask(position).ok()??;
                let said = vec![
                    format!("The file allows {text}{}.", does(position, mv, text)),
                    format!("{peer} does not."),
                ];
                let is_there = found.ours.contains(text);
                is_there.then(|| (Expectation::Forbids(text.clone()), said))
            }
            Self::Theirs { text, code } => {
                let why = position.why(text);
                if why.code() != *code {
                    return None;
                }
                let found = hearing.ask(position).ok()??;
                if !found.theirs.contains(text) {
                    return None;
                }
                let said = vec![
                    format!("{peer} allows {text}."),
                    format!("The file does not: {why}."),
                ];
                let count = position.legal_moves().len() - found.ours.len() + found.theirs.len();
                let expects = long(position, text)
                    .map_or(Expectation::Perft(count as u64), Expectation::Allows);
                Some((expects, said))
            }
        }
    }
}

/// A move of the other program as tests are written, if its text says it.
fn long(position: &Position, text: &str) -> Option<String> {
    let rules = position.rules();
    if text.contains('@') {
        return has_letters(rules, text).then(|| text.to_owned());
    }
    let name = |text: &str| rules.shape.parse(text).is_some();
    let middle = text.bytes().skip(1).position(|b| b.is_ascii_lowercase())?;
    let (from, to) = text.split_at(middle + 1);
    if !name(from) {
        return None;
    }
    if name(to) {
        return Some(text.to_owned());
    }
    let end = to.len().checked_sub(1)?;
    let (to, letter) = to.split_at_checked(end)?;
    let letter = letter.to_ascii_uppercase();
    let mut kinds = rules.kinds.iter();
    let is_known = kinds.any(|kind| kind.letter.text(Side::White) == letter);
    (name(to) && is_known).then(|| format!("{from}{to}={letter}"))
}
