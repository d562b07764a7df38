//! The mobility of terms that are not one plain leg, from boards with men put on them at random.
//!
//! What such a term does depends on many squares at once, so it is run on sample boards that are as crowded as Betza's
//! and the same every time. A square that it can go to counts as in `values` a third, a man that it can take two thirds.

use crate::board::{Man, Square, SquareSet};
use crate::mix::mix;
use crate::notation::{Content, Deed, Found, Ground, Term, When, run};
use crate::rules::Rules;
use std::collections::HashSet;

/// How many boards are looked at.
const BOARDS: u32 = 16;
/// Of 100 squares so many are empty, as in `values`, and so many hold an enemy; own men stand on the rest.
const EMPTY: u32 = 68;
const ENEMY: u32 = 20;
/// More moves of one man are not looked at; the squares that are left are taken to be like the others.
const MOST: usize = 400_000;

/// A board with men at random.
struct Sample(u32);

impl Ground for Sample {
    fn content(&self, square: Square) -> Content {
        match (mix(u64::from(self.0) << 8 | square.index() as u64) % 100) as u32 {
            n if n < EMPTY => Content::Empty,
            n if n < EMPTY + ENEMY => Content::Enemy,
            _ => Content::Own,
        }
    }

    fn passed(&self, _: Square) -> Option<Square> {
        None
    }

    fn is_royal(&self, _: Square) -> bool {
        false
    }
}

/// A board without men.
struct Bare;

impl Ground for Bare {
    fn content(&self, _: Square) -> Content {
        Content::Empty
    }

    fn passed(&self, _: Square) -> Option<Square> {
        None
    }

    fn is_royal(&self, _: Square) -> bool {
        false
    }
}

/// The terms that are run.
fn terms(rules: &Rules, man: Man) -> impl Iterator<Item = &Term> {
    rules
        .terms(man)
        .filter(|t| t.when == When::Always && t.plain_leg().is_none())
}

/// What the terms of a man that are not plain add to its mobility on each square.
pub(super) fn mobilities(rules: &Rules, man: Man) -> Vec<f64> {
    let shape = rules.shape;
    let mut found = vec![0.0; shape.len()];
    if terms(rules, man).next().is_none() {
        return found;
    }
    let mut left = MOST;
    let mut done = 0_usize;
    // Squares from all over the board come first, so that the rest is like them.
    let primes = [3, 5, 7, 11, 13, 17];
    let stride = primes.into_iter().find(|n| !shape.len().is_multiple_of(*n));
    let stride = stride.unwrap_or(1);
    let order = (0..shape.len()).map(|n| n * stride % shape.len());
    for index in order.clone() {
        if left == 0 {
            break;
        }
        found[index] = mobility(rules, man, Square::new(index as u8), &mut left);
        done += 1;
    }
    let average = found.iter().sum::<f64>() / f64::from(done.max(1) as u32);
    for index in order.skip(done) {
        found[index] = average;
    }
    found
}

fn mobility(rules: &Rules, man: Man, from: Square, left: &mut usize) -> f64 {
    let (third, hundred) = (1.0 / 3.0, 100.0);
    let quiet_worth = third * hundred / f64::from(EMPTY);
    let taken_worth = 2.0 * third * hundred / f64::from(ENEMY);
    let mut sum = 0.0;
    for board in 0..BOARDS {
        let (mut quiet, mut taken) = (HashSet::new(), SquareSet::EMPTY);
        for term in terms(rules, man) {
            let Some(legs) = term.legs() else { continue };
            let visit = |found| {
                *left = left.saturating_sub(1);
                match found {
                    Found::Deed(deed) if !deed.taken.is_empty() => taken |= deed.taken,
                    Found::Deed(deed) if changes_place(&deed) => {
                        quiet.insert((deed.mover, deed.to));
                    }
                    Found::Deed(_) | Found::Borrow(_) => {}
                }
            };
            // A term with too many ways has enough of them.
            let _ = run(rules.shape, legs, from, man.side, &Sample(board), visit);
        }
        sum += quiet_worth * f64::from(quiet.len() as u32)
            + taken_worth * f64::from(taken.len() as u32);
    }
    sum / f64::from(BOARDS)
}

/// Whether a move that takes nothing is worth having.
fn changes_place(deed: &Deed) -> bool {
    deed.mover != deed.to && deed.destroyed.is_empty()
}

/// Where a term goes on an empty board.
pub(super) fn quiet_moves(rules: &Rules, man: Man, term: &Term, from: Square) -> SquareSet {
    let mut reached = SquareSet::EMPTY;
    if let Some(legs) = term.legs() {
        let _ = run(rules.shape, legs, from, man.side, &Bare, |found| {
            if let Found::Deed(deed) = found {
                reached.insert(deed.to);
            }
        });
    }
    reached
}
