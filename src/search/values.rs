//! What men are worth, worked out from what they can do.
//!
//! The base is Betza's crowded board: how many squares a man reaches on average if each square is empty with a fixed
//! probability, a square that can only be moved to counting a third and one that can only be taken on two thirds
//! (H. G. Muller). One such square is worth 58 hundredths of a pawn, which gives the orthodox pieces about their usual
//! values. A man that can promote is worth more the nearer it is.

use super::sampled;
use crate::board::{Man, PieceId, Square, SquareSet};
use crate::notation::{Content, LandingKind, Leg, Modality, Term, When, walk};
use crate::rules::Rules;

/// The probability that a square is empty.
const EMPTY: f64 = 0.68;
/// The worth of one square of mobility.
const SQUARE: f64 = 58.0;
/// What a promotion one square away is worth, as a part of the gain; another square away that part of it again.
const NEARER: f64 = 0.34;
/// The worth given to royals, which are never exchanged.
const ROYAL: i32 = 0;

/// Values of a game's men, in hundredths of a pawn.
#[derive(Clone, Debug)]
pub struct Values {
    /// By side and kind.
    base: Vec<i32>,
    /// By side, kind and square: with what the place is worth.
    placed: Vec<i32>,
    squares: usize,
}

impl Values {
    /// Works the values out; what the rule file gives is taken as it is.
    pub fn new(rules: &Rules) -> Self {
        let squares = rules.shape.len();
        let men = || rules.men();
        let mobility: Vec<Vec<f64>> = men().map(|man| mobilities(rules, man)).collect();
        let average = |m: &[f64]| m.iter().sum::<f64>() / f64::from(squares as u32);
        let base: Vec<i32> = men()
            .zip(&mobility)
            .map(|(man, mobility)| {
                let kind = rules.kind(man.kind);
                match kind.value[man.side] {
                    _ if kind.royal[man.side] => ROYAL,
                    Some(value) => value,
                    None => (SQUARE * average(mobility)).round() as i32,
                }
            })
            .collect();
        let mut values = Self {
            base,
            placed: Vec::new(),
            squares,
        };
        for (man, mobility) in men().zip(&mobility) {
            let average = average(mobility);
            let royal = rules.kind(man.kind).royal[man.side];
            let promotion = values.promotion(rules, man);
            for square in rules.shape.squares() {
                // A royal is better off where it is hard to reach, so its mobility does not count.
                let centre = if royal {
                    0.0
                } else {
                    (mobility[square.index()] - average) * SQUARE / 6.0
                };
                let place = centre + promotion[square.index()];
                values.placed.push(values.of(man) + place.round() as i32);
            }
        }
        values
    }

    /// A man's value; 0 for a royal.
    pub fn of(&self, man: Man) -> i32 {
        self.base[index(man)]
    }

    /// A man's value on a square.
    pub(crate) fn placed(&self, man: Man, square: Square) -> i32 {
        self.placed[index(man) * self.squares + square.index()]
    }

    /// What the nearness of promotion is worth on each square.
    fn promotion(&self, rules: &Rules, man: Man) -> Vec<f64> {
        let mut worth = vec![0.0; self.squares];
        for rule in &rules.promotions {
            let Some((_, to)) = rule.choices[man.side]
                .iter()
                .find(|(kind, _)| *kind == man.kind)
            else {
                continue;
            };
            let value = |&kind: &PieceId| self.of(Man { kind, ..man });
            let gain = f64::from(to.iter().map(value).max().unwrap_or(0) - self.of(man));
            let distances = distances(rules, man, rule.zone[man.side]);
            for (worth, distance) in worth.iter_mut().zip(distances) {
                if let Some(distance) = distance.filter(|_| gain > 0.0) {
                    *worth += gain * NEARER.powi(distance.max(1));
                }
            }
        }
        worth
    }
}

fn index(man: Man) -> usize {
    man.kind.index() * 2 + man.side.index()
}

/// A man's expected mobility on each square.
fn mobilities(rules: &Rules, man: Man) -> Vec<f64> {
    let shape = rules.shape;
    let terms = || rules.terms(man);
    // A conditional line counts as much as another: what it is worth depends on too much.
    let plain = shape
        .squares()
        .map(|from| terms().map(|term| mobility(rules, man, term, from)).sum());
    let mut all: Vec<f64> = plain.collect();
    for (all, sampled) in all.iter_mut().zip(sampled::mobilities(rules, man)) {
        *all += sampled;
    }
    all
}

/// What one term adds on a square: each target by the probability that its way is free.
fn mobility(rules: &Rules, man: Man, term: &Term, from: Square) -> f64 {
    let Some(leg) = term.plain_leg() else {
        return 0.0;
    };
    if term.when != When::Always {
        return 0.0;
    }
    let weight = match (leg.modality.quiet, leg.modality.capture && !leg.unload) {
        (true, true) => 1.0,
        (true, false) => 1.0 / 3.0,
        (false, true) => 2.0 / 3.0,
        (false, false) => 0.0,
    };
    let mut probe = leg.clone();
    probe.modality = Modality {
        quiet: true,
        capture: true,
        en_passant: false,
        destroy: true,
    };
    let mut sum = 0.0;
    // On an empty board, then with a hurdle on each square of the way for what needs one.
    walk(
        rules.shape,
        &probe,
        from,
        man.side,
        |s| empty_board(rules, s),
        |_| false,
        |landing| {
            sum += weight * EMPTY.powi(landing.path.len() as i32);
        },
    );
    if sum == 0.0 && weight > 0.0 {
        sum += weight * with_hurdles(rules, man, &probe, from);
    }
    sum
}

/// What stands on a square of a board without men.
fn empty_board(rules: &Rules, square: Square) -> Content {
    if rules.holes.contains(square) {
        Content::Hole
    } else {
        Content::Empty
    }
}

/// The mobility of what must jump over a man: averaged over boards with one man on each square in turn.
fn with_hurdles(rules: &Rules, man: Man, leg: &Leg, from: Square) -> f64 {
    let mut sum = 0.0;
    for hurdle in rules.shape.squares().filter(|&s| s != from) {
        let look = |s: Square| {
            if s == hurdle {
                Content::Enemy
            } else {
                empty_board(rules, s)
            }
        };
        walk(
            rules.shape,
            leg,
            from,
            man.side,
            look,
            |_| false,
            |landing| {
                if landing.path.contains(hurdle) && landing.kind == LandingKind::Quiet {
                    sum += (1.0 - EMPTY) * EMPTY.powi(landing.path.len() as i32 - 1);
                }
            },
        );
    }
    sum
}

/// How many of its moves on an empty board a man is away from a zone.
fn distances(rules: &Rules, man: Man, zone: SquareSet) -> Vec<Option<i32>> {
    let shape = rules.shape;
    let steps: Vec<SquareSet> = shape
        .squares()
        .map(|from| quiet_moves(rules, man, from))
        .collect();
    let mut distances: Vec<Option<i32>> = shape
        .squares()
        .map(|s| zone.contains(s).then_some(0))
        .collect();
    for distance in 1..=i32::from(shape.ranks()) {
        let reached: Vec<usize> = (0..shape.len())
            .filter(|&s| distances[s].is_none())
            .filter(|&s| {
                steps[s]
                    .iter()
                    .any(|t| distances[t.index()] == Some(distance - 1))
            })
            .collect();
        for square in reached {
            distances[square] = Some(distance);
        }
    }
    distances
}

/// Where a man can go in one move on an empty board; lines with a condition count.
fn quiet_moves(rules: &Rules, man: Man, from: Square) -> SquareSet {
    let mut found = SquareSet::EMPTY;
    for term in rules.terms(man) {
        if term.when != When::Always {
            continue;
        }
        let Some(leg) = term.plain_leg() else {
            found |= sampled::quiet_moves(rules, man, term, from);
            continue;
        };
        let empty = |s| empty_board(rules, s);
        walk(
            rules.shape,
            leg,
            from,
            man.side,
            empty,
            |_| false,
            |landing| found.insert(landing.to),
        );
    }
    found
}
