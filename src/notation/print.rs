//! Writes a movement as one canonical string, in the letter order that `XBoard` demands.

use super::atoms::geometry;
use super::directions::{self, Geometry};
use super::term::{Action, Between, Castle, Hop, Leg, Modality, Movement, Range, Term, When};

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
        Action::Legs(legs) => {
            let spelled = legs.spelled().map(str::to_owned);
            let text = spelled.unwrap_or_else(|| legs.paths()[0].iter().map(leg).collect());
            format!("{initial}{text}")
        }
        Action::Castle(castle) => format!("{initial}{}", self::castle(castle)),
        Action::Drop(_) => todo!(),
    }
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

fn leg(leg: &Leg) -> String {
    let (geometry, short, long) = family(leg);
    let all = directions::all_steps(geometry, short, long);
    let mut text = directions::write(geometry, &all, &leg.steps);
    let default = Modality {
        quiet: true,
        capture: true,
        ..Modality::default()
    };
    let spoken = leg.modality != default;
    let jumps = usize::from(leg.skip) + usize::from(leg.between == Between::Occupied);
    let letters = [
        (leg.unload, 'u'),
        (spoken && leg.modality.quiet, 'm'),
        (spoken && leg.modality.capture, 'c'),
        (leg.modality.destroy, 'd'),
        (leg.modality.en_passant, 'e'),
        (leg.hop == Hop::Over, 'p'),
        (leg.hop == Hop::Beside, 'g'),
        (leg.wraps, 'o'),
        (leg.between == Between::Empty, 'n'),
    ];
    text.extend(
        letters
            .into_iter()
            .filter(|(there, _)| *there)
            .map(|(_, letter)| letter),
    );
    text += &"j".repeat(jumps);
    text + &atom(geometry, short, long, leg.range)
}

/// The family of a leg's steps and their two sides.
pub(super) fn family(leg: &Leg) -> (Geometry, i32, i32) {
    let sides = |s: &super::Step| {
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

fn atom(geometry: Geometry, short: i32, long: i32, range: Range) -> String {
    let (step, slide) = match (short, long) {
        _ if geometry == Geometry::Compound => ("K", "Q"),
        (0, 1) => ("W", "R"),
        (1, 1) => ("F", "B"),
        (0, 2) => ("D", ""),
        (2, 2) => ("A", ""),
        (0, 3) => ("H", ""),
        (3, 3) => ("G", ""),
        (1, 2) => ("N", ""),
        (1, 3) => ("C", ""),
        (2, 3) => ("Z", ""),
        _ => ("", ""),
    };
    let name = if step.is_empty() {
        format!("({short},{long})")
    } else {
        step.to_owned()
    };
    match range {
        Range::UpTo(1) => name,
        Range::UpTo(n) if slide.is_empty() => format!("{name}{n}"),
        Range::UpTo(n) => format!("{slide}{n}"),
        Range::Unlimited if slide.is_empty() => format!("{name}0"),
        Range::Unlimited => slide.to_owned(),
        Range::Half => format!("{name}*"),
    }
}
