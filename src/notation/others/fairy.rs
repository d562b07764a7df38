//! What the program Fairy-Stockfish makes of a movement. It reads moves of one leg with part of the letters, and skips
//! what it does not know without a word.

use crate::notation::movement::directions::Geometry;
use crate::notation::movement::legs::Legs;
use crate::notation::movement::print::{canonical_term, family};
use crate::notation::movement::term::{
    Action, Bend, Between, Hop, Leg, Range, Step, Term, Victims, When,
};

/// Why a term is not to be had there, as the end of a sentence; nothing if it is.
pub(in crate::notation) fn lacks(term: &Term) -> Option<String> {
    let legs = match &term.action {
        Action::Castle(_) => {
            return Some("it sets castling for the whole variant, not with `O`".to_owned());
        }
        Action::Drop(_) => {
            return Some("it sets drops for the whole variant, not with `@`".to_owned());
        }
        Action::Legs(legs) => legs,
    };
    let [path] = legs.paths() else {
        return Some(SEVERAL.to_owned());
    };
    let [leg] = &path[..] else {
        return Some(SEVERAL.to_owned());
    };
    letters(term, leg).or_else(|| leap(leg))
}

/// A term in its letters, which it reads as the same moves.
///
/// # Errors
/// Why there are none, as the end of a sentence.
pub(crate) fn spelled(term: &Term) -> Result<String, String> {
    if let Some(why) = lacks(term) {
        return Err(why);
    }
    // It reads `fK` as the moves of three squares, and `fQ` likewise.
    let texts: Vec<String> = alone(term).iter().map(canonical_term).collect();
    for text in &texts {
        let read = as_typed(text);
        if read != *text {
            return Err(format!("it would read `{text}` as `{read}`"));
        }
    }
    Ok(texts.concat())
}

/// The term, straight and diagonal steps apart where it has some of each only.
fn alone(term: &Term) -> Vec<Term> {
    let Some(leg) = term
        .legs()
        .and_then(|legs| legs.paths().first()?.first().cloned())
    else {
        return vec![term.clone()];
    };
    let (geometry, ..) = family(&leg);
    if geometry != Geometry::Compound || leg.steps.len() == 8 {
        return vec![term.clone()];
    }
    let (straight, diagonal): (Vec<_>, Vec<_>) = leg
        .steps
        .iter()
        .partition(|step| step.right == 0 || step.forward == 0);
    let part = |steps: Vec<Step>| Term {
        action: Action::Legs(Legs::one(Leg {
            steps,
            ..Leg::clone(&leg)
        })),
        ..term.clone()
    };
    let parts = [straight, diagonal]
        .into_iter()
        .filter(|steps| !steps.is_empty());
    parts.map(part).collect()
}

const SEVERAL: &str = "it reads moves of one leg only";

/// A letter of a leg that it does not know, or not there.
fn letters(term: &Term, leg: &Leg) -> Option<String> {
    let unknown = [
        (leg.is_universal(), 'U'),
        (leg.bend == Bend::Crooked, 'z'),
        (leg.bend == Bend::Circular, 'q'),
        (leg.range == Range::Half, '*'),
        (leg.modality.destroy, 'd'),
        (leg.unload, 'u'),
        (leg.lends, 'x'),
        (leg.wraps, 'o'),
        (leg.victims == Victims::Royal, 'k'),
        (leg.victims == Victims::Common, 't'),
        (leg.skip > 0 || leg.between == Between::Occupied, 'j'),
    ];
    if let Some((_, letter)) = unknown.into_iter().find(|u| u.0) {
        return Some(format!("it does not know `{letter}`"));
    }
    if leg.modality.en_passant {
        return Some("it sets en passant for the whole variant, not with `e`".to_owned());
    }
    match term.when {
        When::Advanced => Some("it does not know `ii`".to_owned()),
        When::Unmoved if leg.modality.capture => {
            Some("its first moves (`i`) never capture".to_owned())
        }
        When::Always | When::Unmoved => None,
    }
}

/// The leaps that it has as lame ones.
const LAME: [(i32, i32); 4] = [(0, 2), (1, 2), (2, 2), (2, 3)];

/// A leap or ride that it does not have.
fn leap(leg: &Leg) -> Option<String> {
    let (geometry, short, long) = family(leg);
    if long > 3 || geometry == Geometry::Compound && long > 1 {
        return Some(format!("it has no ({short},{long}) leap"));
    }
    let knight = (short, long) == (1, 2);
    if leg.between == Between::Empty && !LAME.contains(&(short, long)) {
        return Some("its lame leaps (`n`) are those of D, N, A and Z".to_owned());
    }
    let ride = leg.range != Range::UpTo(1);
    if leg.hop != Hop::None && long > 1 {
        return Some("it jumps over men (`p`, `g`) only along lines of squares".to_owned());
    }
    if ride && long > 1 && !knight {
        return Some(
            "its rides are those of W, F and N; a ride of longer leaps has no moves there"
                .to_owned(),
        );
    }
    match leg.range {
        Range::UpTo(n) if n > 9 => Some("it reads one digit of a range".to_owned()),
        Range::UpTo(n) if n > 1 && leg.hop == Hop::Beside => {
            Some("a number takes the place of `g` there, so that it reads `p`".to_owned())
        }
        _ => None,
    }
}

/// The text without what it skips.
pub(in crate::notation) fn as_typed(text: &str) -> String {
    let mut read = String::new();
    let mut letters = String::new();
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            'm' | 'c' | 'p' | 'g' | 'n' | 'i' | 'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {
                letters.push(letter);
            }
            'W' | 'F' | 'N' | 'D' | 'A' | 'H' | 'L' | 'C' | 'J' | 'Z' | 'G' | 'K' | 'R' | 'B'
            | 'Q' => {
                if letters.is_empty() && read.ends_with(letter) {
                    read.push(' ');
                }
                read += &letters;
                letters.clear();
                read.push(letter);
                let behind = rest.next_if(|&c| c == letter || c.is_ascii_digit());
                read.extend(behind);
            }
            _ => {}
        }
    }
    read
}

#[cfg(test)]
mod tests {
    #[test]
    fn unknown_letters_are_skipped() {
        let read = ["afsW", "FyafsF", "W10", "[F?R]", "fWf@8", "NN", "R R"].map(super::as_typed);
        assert_eq!(read, ["fsW", "FfsF", "W1", "FR", "fW", "NN", "R R"]);
    }
}
