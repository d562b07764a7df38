//! What `XBoard` would make of a text that was not written for it, in squares.

use super::compare::Place;
use super::xboard::{self, MOST_STEPS, NotInXBoard};
use crate::board::{Shape, Side, Square, SquareSet};
use crate::notation::movement::run::Effects;
use crate::notation::movement::term::{Movement, When};
use std::collections::HashSet;

/// How `XBoard` would read a text, and what it would take it for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The text as it would be read; empty if nothing would be.
    pub read: String,
    /// What to write for it to be read as meant, or why there is no such text.
    pub needed: Result<String, NotInXBoard>,
    /// A square near the middle of the board, from which moves are compared.
    pub from: Square,
    /// Squares that only the text as it is meant reaches from there, on boards with other men.
    pub only_meant: SquareSet,
    /// Squares that only the text as it is read reaches.
    pub only_read: SquareSet,
}

/// So many boards are looked at, the first one empty.
const BOARDS: u64 = 24;

/// What `XBoard` would make of a text that is read here as a movement; nothing if it is the same.
///
/// ```
/// use ferz::board::Shape;
/// use ferz::notation::{parse, xboard_reading};
/// let board = Shape::new(8, 8)?;
/// let reading = |text: &str| xboard_reading(text, &parse(text).movement, board);
/// assert_eq!(reading("NfW"), None);
/// // It skips the `k` and takes all men straight ahead.
/// let other = reading("fkR").ok_or("it is read otherwise")?;
/// assert_eq!(other.read, "fR");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn xboard_reading(text: &str, movement: &Movement, shape: Shape) -> Option<Reading> {
    let read = xboard::as_typed(text);
    let other = crate::notation::parse(&read).movement;
    let terms = |movement: &Movement| {
        let terms = movement.terms.iter();
        let terms = terms.map(|term| (term.when, term.action.clone()));
        terms.collect::<Vec<_>>()
    };
    if terms(&other) == terms(movement) {
        return None;
    }
    let from = shape
        .square(
            i32::from(shape.files() - 1) / 2,
            i32::from(shape.ranks() - 1) / 2,
        )
        .unwrap_or(Square::new(0));
    let (mut only_meant, mut only_read) = (SquareSet::EMPTY, SquareSet::EMPTY);
    let mut left = MOST_STEPS;
    for number in 0..BOARDS {
        let place = Place::new(shape, number, from, Side::White);
        let meant = moves(&place, movement, &mut left);
        let read = moves(&place, &other, &mut left);
        only_meant |= meant
            .difference(&read)
            .map(|(_, effects)| effects.to())
            .collect();
        only_read |= read
            .difference(&meant)
            .map(|(_, effects)| effects.to())
            .collect();
    }
    Some(Reading {
        read,
        needed: xboard::xboard(movement),
        from,
        only_meant,
        only_read,
    })
}

/// The moves of a movement on a board, as far as the steps allow.
fn moves(place: &Place, movement: &Movement, left: &mut usize) -> HashSet<(When, Effects)> {
    let mut all = HashSet::new();
    for term in &movement.terms {
        let found = place
            .moves(term.legs().into_iter(), left)
            .unwrap_or_default();
        let deeds = found.into_iter().filter_map(Result::ok);
        all.extend(deeds.map(|effects| (term.when, effects)));
    }
    all
}
