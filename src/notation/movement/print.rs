//! Writes a movement as one canonical string, in the letter order that `XBoard` demands.

use super::atoms::geometry;
use super::directions::{self, Geometry};
use super::leg::{ring, usual_turn};
use super::term::{
    Action, Bend, Between, Castle, Drop, Hop, Leg, Modality, Movement, Onward, Over, Range, Step,
    Term, Turn, Victims, When,
};
use std::sync::Arc;

/// The canonical string of a movement. Reading it gives the same movement, places aside.
///
/// ```
/// let movement = ferz::notation::parse("mfW cefF").movement;
/// assert_eq!(ferz::notation::canonical(&movement), "fmWfceF");
/// ```
pub fn canonical(movement: &Movement) -> String {
    let mut text = String::new();
    for term in &movement.terms {
        let next = canonical_term(term);
        // A letter behind itself would double it.
        if text
            .chars()
            .last()
            .is_some_and(|last| next.starts_with(last))
        {
            text.push(' ');
        }
        text += &next;
    }
    text
}

/// The canonical string of one term.
pub fn canonical_term(term: &Term) -> String {
    let initial = match term.when {
        When::Always => "",
        When::Unmoved => "i",
        When::Advanced => "ii",
    };
    match &term.action {
        Action::Legs(legs) => match legs.spelled() {
            Some(text) => format!("{initial}{text}"),
            None => format!(
                "{initial}{}",
                path(&legs.paths()[0], term.when != When::Always)
            ),
        },
        Action::Castle(castle) => format!("{initial}{}", self::castle(castle)),
        Action::Drop(drop) => self::drop(*drop),
    }
}

/// Legs that share an atom, joined with `a`.
fn path(legs: &[Arc<Leg>], initial: bool) -> String {
    let Some(last) = legs.last() else {
        return String::new();
    };
    let family = family(last);
    // `o` stands with the last leg and is for all.
    let bare = |(n, leg): (usize, &Arc<Leg>)| {
        let leg = Leg {
            wraps: leg.wraps && n + 1 == legs.len(),
            ..Leg::clone(leg)
        };
        modifiers(&leg, family, n + 1 == legs.len(), initial && n == 0)
    };
    let mut texts: Vec<String> = legs.iter().enumerate().map(bare).collect();
    // `aK` is easily taken for a mistake.
    if texts.len() > 1 && texts.iter().all(String::is_empty) {
        texts[0].push('m');
    }
    texts.join("a") + &atom(last, family)
}

/// One leg of a chain in brackets.
pub(in crate::notation) fn chain_leg(leg: &Leg, last: bool) -> String {
    let family = family(leg);
    modifiers(leg, family, last, false) + &atom(leg, family)
}

/// The atom of a leg of a chain.
pub(in crate::notation) fn chain_atom(leg: &Leg) -> String {
    atom(leg, family(leg))
}

fn drop(drop: Drop) -> String {
    let letters = [
        (drop.spares_back_rank, "j"),
        (drop.per_file == Some(1), "f"),
        (drop.per_file == Some(2), "ff"),
        (drop.other_colour, "s"),
        (drop.only_one, "b"),
    ];
    let letters: String = letters.iter().filter(|l| l.0).map(|l| l.1).collect();
    let depth = if drop.depth == 1 {
        String::new()
    } else {
        drop.depth.to_string()
    };
    format!("{letters}@{depth}")
}

fn castle(castle: &Castle) -> String {
    let side = match (castle.left, castle.right) {
        (true, false) => "l",
        (false, true) => "r",
        _ => "s",
    };
    format!(
        "{side}{}O{}",
        "j".repeat(castle.inset.into()),
        castle.squares
    )
}

/// The letters of a leg whose atom is of a family, in the order that `XBoard` demands.
fn modifiers(leg: &Leg, (geometry, short, long): Family, last: bool, initial: bool) -> String {
    let directions = match leg.turn {
        None if leg.is_universal() => String::new(),
        None => directions::write(
            geometry,
            &directions::all_steps(geometry, short, long),
            &leg.steps,
        ),
        Some(turn) => self::turn(turn, geometry),
    };
    let mut text = String::from(if leg.same_length { "i" } else { "" }) + &directions;
    match leg.bend {
        Bend::None => {}
        Bend::Crooked => text.push('z'),
        Bend::Circular => text.push('q'),
    }
    let usual = if last {
        Modality::USUAL
    } else {
        Modality::QUIET
    };
    let bends_silently =
        leg.onward == Onward::default() && !leg.lends && leg.victims != Victims::Royal;
    let spoken =
        leg.modality != usual || !bends_silently || (!last && leg.victims == Victims::Common);
    let common = leg.victims == Victims::Common;
    let own_only = leg.onward.over == Over::Own || leg.onward.over_switching == Over::Own;
    let hops = [leg.hop == Hop::Over, leg.hop == Hop::Beside];
    // A lame leap and what is passed are both `n`; a slide that leaves rights needs `nn` unless it is initial.
    let lame = match (
        leg.between == Between::Empty,
        leg.leaves_passed && leg.range != Range::Half,
    ) {
        (false, true) if last && !initial => 2,
        (true, _) | (false, true) => 1,
        (false, false) => 0,
    };
    let jumps = usize::from(leg.skip) + usize::from(leg.between == Between::Occupied);
    let letters = [
        (leg.unload, "u"),
        (spoken && leg.modality.quiet, "m"),
        (
            spoken && leg.modality.capture && leg.victims != Victims::Royal,
            "c",
        ),
        (leg.victims == Victims::Royal, "k"),
        (leg.modality.destroy, "d"),
        (leg.modality.en_passant, "e"),
        (leg.lends, "x"),
        (common || own_only, "t"),
        (hops[0] || leg.onward.over != Over::Nobody, "p"),
        (hops[1] || leg.onward.over_switching != Over::Nobody, "g"),
        (leg.wraps, "o"),
        (leg.onward.quiet_switching, "y"),
        (lame > 0, "n"),
        (lame > 1, "n"),
    ];
    text.extend(letters.iter().filter(|l| l.0).map(|l| l.1));
    text + &"j".repeat(jumps)
}

/// The letters of a turn.
fn turn(turn: Turn, geometry: Geometry) -> String {
    let relative = |mask: u8, letter: char| {
        let amounts = [(1, "f"), (3, "b"), (2, "")];
        amounts
            .into_iter()
            .filter(move |(n, _)| mask & (1 << n) != 0)
            .map(move |(_, name)| format!("{name}{letter}"))
    };
    let mut text: String = relative(turn.against, 'z')
        .chain(relative(turn.along, 'q'))
        .collect();
    if text.is_empty() && turn.eighths == usual_turn(geometry, turn.own_atom) {
        return text;
    }
    if turn.eighths == 0xff {
        return text + "fhbhllrr";
    }
    let ring = ring();
    let mut all = ring.to_vec();
    all.sort_unstable();
    let chosen = |step: &Step| {
        let at = ring.iter().position(|s| s == step);
        at.is_some_and(|n| turn.eighths & (1 << n) != 0)
    };
    let wanted: Vec<Step> = all.iter().copied().filter(chosen).collect();
    if !wanted.is_empty() {
        text += &directions::write(Geometry::Compound, &all, &wanted);
    }
    text
}

/// A family of steps with its two sides.
pub(in crate::notation) type Family = (Geometry, i32, i32);

/// The family of a leg's steps and their two sides.
pub(in crate::notation) fn family(leg: &Leg) -> Family {
    let sides = |s: &Step| {
        (
            s.right.abs().min(s.forward.abs()),
            s.right.abs().max(s.forward.abs()),
        )
    };
    let first = leg.steps.first().map_or((0, 1), sides);
    if leg.steps.iter().any(|s| sides(s) != first) {
        return (Geometry::Compound, 0, 1);
    }
    (geometry(first.0, first.1), first.0, first.1)
}

/// The capitals of a family, for one step and for a ride of them; nothing where it has none.
pub(in crate::notation) fn capitals(
    (geometry, short, long): Family,
) -> Option<(&'static str, &'static str)> {
    Some(match (short, long) {
        _ if geometry == Geometry::Compound => ("K", "Q"),
        (0, 1) => ("W", "R"),
        (1, 1) => ("F", "B"),
        (0, 2) => ("D", "D"),
        (2, 2) => ("A", "A"),
        (0, 3) => ("H", "H"),
        (3, 3) => ("G", "G"),
        (1, 2) => ("N", "N"),
        (1, 3) => ("C", "C"),
        (2, 3) => ("Z", "Z"),
        _ => return None,
    })
}

fn atom(leg: &Leg, (geometry, short, long): Family) -> String {
    if leg.is_universal() {
        return "U".to_owned();
    }
    let range = leg.range;
    let capitals = capitals((geometry, short, long));
    let vector = || format!("({short},{long})");
    let name = capitals.map_or_else(vector, |(step, _)| step.to_owned());
    match range {
        Range::UpTo(1) => name,
        Range::UpTo(n) => format!("{}{n}", capitals.map_or(name, |(_, ride)| ride.to_owned())),
        Range::Unlimited => match capitals {
            Some((_, ride)) if long == 1 => ride.to_owned(),
            _ => format!("{name}0"),
        },
        Range::Half => format!("{name}*"),
    }
}
