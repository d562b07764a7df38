//! Says in plain English what a term does.

use super::journey::journey;
use crate::notation::movement::directions::{self, Geometry};
use crate::notation::movement::print::family;
use crate::notation::movement::term::{
    Action, Bend, Between, Castle, Drop, Hop, Leg, Modality, Movement, Range, Step, Term, Victims,
    When,
};
use crate::notation::movement::turn;

/// What a movement does: one phrase for each term, such as `steps one square straight forward, without capturing`.
///
/// ```
/// let pawn = ferz::notation::parse("mfW").movement;
/// assert_eq!(ferz::notation::sentences(&pawn), ["steps one square straight forward, without capturing"]);
/// ```
pub fn sentences(movement: &Movement) -> Vec<String> {
    movement.terms.iter().map(sentence).collect()
}

/// What a term does, as a phrase without a subject.
pub fn sentence(term: &Term) -> String {
    let first = when(term);
    match &term.action {
        Action::Legs(legs) => match legs.paths() {
            [path] if path.len() == 1 => {
                format!("{first}{}", path.iter().map(|l| leg(l)).collect::<String>())
            }
            _ => format!("{first}{}", journey(legs)),
        },
        Action::Castle(castle) => format!("{first}{}", self::castle(castle)),
        Action::Drop(drop) => format!("{first}{}", self::drop(*drop)),
    }
}

/// When a term may be used, as the beginning of a phrase.
fn when(term: &Term) -> &'static str {
    match term.when {
        When::Always => "",
        When::Unmoved => "as its first move ",
        When::Advanced => "from one rank ahead of where it starts ",
    }
}

/// What a term does, as a clause about somebody: `as its first move it leaps …`.
pub(crate) fn clause(term: &Term, subject: &str) -> String {
    let what = sentence(&Term {
        when: When::Always,
        ..term.clone()
    });
    let first = when(term);
    format!("{first}{subject} {what}")
}

/// Where a pattern looks, as a phrase such as `one square sideways`.
pub fn pattern(term: &Term) -> String {
    term.plain_leg().map_or_else(
        || sentence(term),
        |leg| {
            let slides = leg.range != Range::UpTo(1) && leg.between == Between::Any;
            let stopped = if slides && leg.hop == Hop::None && leg.skip == 0 {
                " with nobody in between"
            } else {
                ""
            };
            format!("{}{stopped}{}", way(leg, Voice::Pattern), path_notes(leg))
        },
    )
}

/// How a way is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::notation) enum Voice {
    /// `steps one square`
    Move,
    /// `one square`
    Pattern,
}

fn castle(castle: &Castle) -> String {
    let side = match (castle.left, castle.right) {
        (true, false) => "to the left",
        (false, true) => "to the right",
        _ => "toward either side",
    };
    let partner = match castle.inset {
        0 => "the partner at the edge".to_owned(),
        n => format!("the partner {} from the edge", count(i32::from(n), "file")),
    };
    format!(
        "castles {} {side} with {partner}",
        count(i32::from(castle.squares), "square")
    )
}

fn drop(drop: Drop) -> String {
    let depth = i32::from(drop.depth);
    let zone = match (drop.spares_back_rank, depth) {
        (false, 1) => "its side's back rank".to_owned(),
        (false, n) => format!("its side's first {} ranks", number(n)),
        (true, 1) => "no rank at all".to_owned(),
        (true, 2) => "its side's second rank".to_owned(),
        (true, n) => format!("its side's first {} ranks but the back rank", number(n)),
    };
    let mut text = format!("is put from the hand on an empty square of {zone}");
    let mut limits = Vec::new();
    match drop.per_file {
        None => {}
        Some(1) => limits.push("no other of its kind and side stands on the file".to_owned()),
        Some(n) => limits.push(format!(
            "there are then at most {} of its kind and side on the file",
            number(i32::from(n))
        )),
    }
    if drop.other_colour {
        limits.push("no other of its kind and side stands on a square of that colour".to_owned());
    }
    if drop.only_one {
        limits.push("no other of its kind and side is on the board".to_owned());
    }
    if !limits.is_empty() {
        text += &format!(", if {}", list(limits, "and"));
    }
    text
}

/// A move of one leg.
fn leg(leg: &Leg) -> String {
    if leg.lends {
        return borrow(leg);
    }
    format!(
        "{}{}{}{}",
        way(leg, Voice::Move),
        path_notes(leg),
        purpose(leg),
        if leg.leaves_passed && leg.between == Between::Any {
            "; what it passes can then be taken en passant"
        } else {
            ""
        }
    )
}

/// `x` on the last leg: the moves of an own man are borrowed, besides what other letters allow.
fn borrow(leg: &Leg) -> String {
    let way = format!("{}{}", way(leg, Voice::Pattern), path_notes(leg));
    if leg.is_universal() {
        return "moves as any man of its own side would here".to_owned();
    }
    let near = ["square ", "squares ", "leap "];
    let way = near.iter().fold(way, |way, word| {
        way.replacen(word, &format!("{word}away "), 1)
    });
    let borrowed = format!("moves as a man of its own side would here that stands {way}");
    if leg.modality == Modality::default() {
        return borrowed;
    }
    let own = Leg {
        lends: false,
        ..leg.clone()
    };
    format!("{borrowed}; or {}", self::leg(&own))
}

/// How far and in which directions.
fn way(leg: &Leg, voice: Voice) -> String {
    if leg.is_universal() {
        return match voice {
            Voice::Move => "leaps to any other square".to_owned(),
            Voice::Pattern => "any other square".to_owned(),
        };
    }
    let (geometry, short, long) = family(leg);
    let all = directions::all_steps(geometry, short, long);
    let directions = directions_of(geometry, &all, &leg.steps);
    far(leg, leg.range, (geometry, short, long), &directions, voice)
}

/// How far a leg goes, with its directions in words.
pub(in crate::notation) fn far(
    leg: &Leg,
    range: Range,
    (geometry, short, long): (Geometry, i32, i32),
    directions: &str,
    voice: Voice,
) -> String {
    let verb = |verb: &str| {
        if voice == Voice::Move {
            format!("{verb} ")
        } else {
            String::new()
        }
    };
    let straight = leg.bend == Bend::None;
    let bend = bend(leg);
    if long == 1 {
        return match range {
            _ if leg.same_length => format!(
                "{}exactly as many squares as before {directions}",
                verb("slides")
            ),
            Range::UpTo(1) => format!("{}one square {directions}", verb("steps")),
            Range::UpTo(n) => format!(
                "{}up to {} {directions}{bend}",
                verb("slides"),
                count(i32::from(n), "square")
            ),
            Range::Unlimited => {
                format!("{}any number of squares {directions}{bend}", verb("slides"))
            }
            Range::Half => format!(
                "{}{directions} up to the middle of the board, at least one square",
                verb("slides")
            ),
        };
    }
    let manner = if straight {
        " in the same direction"
    } else {
        ""
    };
    let often = match range {
        _ if leg.same_length => ", exactly as many times as before".to_owned(),
        Range::UpTo(1) => String::new(),
        Range::UpTo(n) => format!(", up to {} times{manner}{bend}", number(i32::from(n))),
        Range::Unlimited => format!(", any number of times{manner}{bend}"),
        Range::Half => ", up to the middle of the board".to_owned(),
    };
    if geometry == Geometry::Oblique {
        // Squares that are told one by one need no size.
        let size = match (directions.contains(" and "), voice) {
            (true, _) => String::new(),
            (false, Voice::Move) => format!("({short},{long}) "),
            (false, Voice::Pattern) => format!("a ({short},{long}) leap "),
        };
        return format!("{}{size}{directions}{often}", verb("leaps"));
    }
    format!(
        "{}{} {directions}{often}",
        verb("leaps"),
        count(long, "square")
    )
}

/// How a ride turns after each step.
fn bend(leg: &Leg) -> &'static str {
    match leg.bend {
        Bend::None => "",
        Bend::Crooked => {
            ", turning 90 degrees after each step, to the left and to the right in turn"
        }
        Bend::Circular => match (turn::circle(&leg.steps), family(leg).0) {
            (2, _) => {
                ", turning 90 degrees after each step, always the same way, until the circle closes"
            }
            (_, Geometry::Oblique) => {
                ", turning to the next of its directions after each leap, always the same way, until the circle closes"
            }
            _ => {
                ", turning 45 degrees after each step, always the same way, until the circle closes"
            }
        },
    }
}

/// What the squares on the way have to do with it.
pub(in crate::notation) fn path_notes(leg: &Leg) -> String {
    let mut notes = String::new();
    if leg.range != Range::UpTo(1) && leg.between != Between::Any {
        notes.push(',');
    }
    match leg.between {
        Between::Any => {}
        Between::Empty => notes += " if nothing stands in between",
        Between::Occupied => notes += " if something stands in between",
    }
    match leg.hop {
        Hop::None => {}
        Hop::Over => notes += ", jumping over exactly one man on the way",
        Hop::Beside => notes += ", jumping over exactly one man and ending right behind it",
    }
    if leg.skip > 0 {
        let squares = if leg.skip == 1 {
            "square".to_owned()
        } else {
            format!("{} squares", number(i32::from(leg.skip)))
        };
        notes += &format!(", passing over the first {squares} whatever stands there");
    }
    if leg.wraps {
        notes += ", the left and the right edge being joined";
    }
    notes
}

/// What a move of one leg may do at its end.
fn purpose(leg: &Leg) -> String {
    let Leg {
        modality, unload, ..
    } = *leg;
    let mut text = match (modality.quiet, modality.capture, modality.en_passant) {
        (true, true, false) if !unload && leg.victims == Victims::Any => String::new(),
        (true, true, false) => ", also to capture".to_owned(),
        (true, true, true) => ", also to capture en passant".to_owned(),
        (true, false, false) if modality.destroy => String::new(),
        (true, false, false) => ", without capturing".to_owned(),
        (true, false, true) => ", capturing only en passant".to_owned(),
        (false, true, false) => ", only to capture".to_owned(),
        (false, true, true) => ", only to capture, also en passant".to_owned(),
        (false, false, true) => ", only to capture en passant".to_owned(),
        (false, false, false) => String::new(),
    };
    if modality.capture || modality.en_passant {
        text += match leg.victims {
            Victims::Any => "",
            Victims::Royal => ", of enemy men royal ones only",
            Victims::Common => ", but no royal man",
        };
    }
    if unload && modality.capture {
        text += "; the captured man goes to the square where the move started";
    }
    if modality.destroy {
        let only = !(modality.quiet || modality.capture || modality.en_passant);
        text += if only {
            ", only onto a man of its own side"
        } else {
            ", also onto a man of its own side"
        };
        text += if unload {
            ", changing places with it"
        } else {
            ", which is removed"
        };
    }
    text
}

pub(in crate::notation) fn directions_of(
    geometry: Geometry,
    all: &[Step],
    chosen: &[Step],
) -> String {
    match geometry {
        Geometry::Straight => straight(chosen),
        Geometry::Diagonal => diagonal(chosen),
        Geometry::Compound if chosen.len() == all.len() => "in any direction".to_owned(),
        Geometry::Compound => {
            let (diagonals, straights): (Vec<_>, Vec<_>) = chosen
                .iter()
                .copied()
                .partition(|s| s.right != 0 && s.forward != 0);
            let parts = [straight(&straights), diagonal(&diagonals)];
            let there = [!straights.is_empty(), !diagonals.is_empty()];
            either(
                parts
                    .into_iter()
                    .zip(there)
                    .filter(|(_, there)| *there)
                    .map(|(part, _)| part)
                    .collect(),
            )
        }
        Geometry::Oblique => oblique(all, chosen),
    }
}

/// Whether the chosen steps are just those that a test takes.
fn just(all: &[Step], chosen: &[Step], test: impl Fn(Step) -> bool) -> bool {
    all.iter().all(|s| chosen.contains(s) == test(*s))
}

fn straight(chosen: &[Step]) -> String {
    let has = |right: i32, forward: i32| {
        chosen
            .iter()
            .any(|s| s.right.signum() == right && s.forward.signum() == forward)
    };
    let (ahead, back, left, right) = (has(0, 1), has(0, -1), has(-1, 0), has(1, 0));
    if ahead && back && left && right {
        return "straight".to_owned();
    }
    let mut parts = Vec::new();
    match (ahead, back) {
        (true, true) => parts.push("straight forward or back".to_owned()),
        (true, false) => parts.push("straight forward".to_owned()),
        (false, true) => parts.push("straight back".to_owned()),
        (false, false) => {}
    }
    match (left, right) {
        (true, true) => parts.push("sideways".to_owned()),
        (true, false) => parts.push("to the left".to_owned()),
        (false, true) => parts.push("to the right".to_owned()),
        (false, false) => {}
    }
    either(parts)
}

fn diagonal(chosen: &[Step]) -> String {
    let has = |right: i32, forward: i32| {
        chosen
            .iter()
            .any(|s| s.right.signum() == right && s.forward.signum() == forward)
    };
    let corners = [has(-1, 1), has(1, 1), has(-1, -1), has(1, -1)];
    let what = match corners {
        [true, true, true, true] => return "diagonally".to_owned(),
        [true, true, false, false] => "forward".to_owned(),
        [false, false, true, true] => "back".to_owned(),
        [true, false, true, false] => "to the left".to_owned(),
        [false, true, false, true] => "to the right".to_owned(),
        _ => {
            let names = ["forward left", "forward right", "back left", "back right"];
            either(
                names
                    .into_iter()
                    .zip(corners)
                    .filter(|(_, there)| *there)
                    .map(|(n, _)| n.to_owned())
                    .collect(),
            )
        }
    };
    format!("diagonally {what}")
}

/// A test of a step.
type Test = fn(Step) -> bool;

fn oblique(all: &[Step], chosen: &[Step]) -> String {
    let tests: [(&str, Test); 9] = [
        ("in any direction", |_| true),
        ("forward", |s| s.forward > 0),
        ("back", |s| s.forward < 0),
        ("to the left", |s| s.right < 0),
        ("to the right", |s| s.right > 0),
        ("the long way forward or back", |s| {
            s.forward.abs() > s.right.abs()
        }),
        ("the long way sideways", |s| s.forward.abs() < s.right.abs()),
        ("to the right-hand side of each straight direction", |s| {
            (s.forward * s.right > 0) == (s.forward.abs() > s.right.abs())
        }),
        ("to the left-hand side of each straight direction", |s| {
            (s.forward * s.right < 0) == (s.forward.abs() > s.right.abs())
        }),
    ];
    if let Some((name, _)) = tests.into_iter().find(|(_, test)| just(all, chosen, test)) {
        return name.to_owned();
    }
    let mut names: Vec<String> = Vec::new();
    for step in chosen {
        let (right, forward) = (step.right, step.forward);
        let mirrored = Step {
            right: -right,
            forward,
        };
        let long = if forward > 0 { "forward" } else { "back" };
        let side = match (chosen.contains(&mirrored), right > 0) {
            (true, _) => "either side",
            (false, true) => "the right",
            (false, false) => "the left",
        };
        let name = format!(
            "{} {long} and {} to {side}",
            number(forward.abs()),
            number(right.abs())
        );
        if !names.contains(&name) {
            names.push(name);
        }
    }
    either(names)
}

/// `a`, `a or b`, `a, b or c`.
pub(crate) fn either(parts: Vec<String>) -> String {
    list(parts, "or")
}

/// Parts joined by commas and a word before the last.
pub(crate) fn list(mut parts: Vec<String>, word: &str) -> String {
    let last = parts.pop().unwrap_or_default();
    if parts.is_empty() {
        last
    } else {
        format!("{} {word} {last}", parts.join(", "))
    }
}

/// A number in words, up to twelve.
pub(crate) fn number(n: i32) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    usize::try_from(n)
        .ok()
        .and_then(|i| WORDS.get(i))
        .map_or_else(|| n.to_string(), |w| (*w).to_owned())
}

/// `one square`, `two squares`.
pub(in crate::notation) fn count(n: i32, what: &str) -> String {
    format!("{} {what}{}", number(n), if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movement_is_told() {
        let mut out = String::new();
        for text in [
            "W F K R B Q N D A H G C Z (1,4) NY",
            "mfW cefF ifmnD",
            "fW bW lW vW sW fsW frbW",
            "fF bF lF flF frblF ffrrF fB3",
            "fN fsN fhN lhN vN hrN lfN rflbN",
            "fK fhK fsQ vK",
            "R4 N0 N3 D0 W2 Q2",
            "mRcpR gQ pN0 jB jjR jD nN nA0",
            "oR dW udR sudR ucR cdK mcdK mdF meF eF mceF",
            "isO2 irO2 lO3 isjO2 isO1 iR",
        ] {
            let movement = crate::notation::parse(text).movement;
            for (term, phrase) in movement.terms.iter().zip(sentences(&movement)) {
                out += &format!("{}: {phrase}\n", &text[term.span.clone()]);
            }
        }
        insta::assert_snapshot!(out);
    }
}
