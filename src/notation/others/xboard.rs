//! Moves as the program `XBoard` spells them, and how it reads a text that was not written for it.
//!
//! There all legs of a move share one atom, groups and brackets do not exist, and letters have one order: `i`,
//! directions, `u m c d e x t p g o y n j`, then `a`. What has another form here is written out.

use super::compare::{Compared, compare};
use super::futile::fits;
use crate::board::{MAX_FILES, MAX_RANKS, Shape};
use crate::diagnostics::Severity;
use crate::notation::movement::directions::{self, Geometry};
use crate::notation::movement::print::{Family, canonical_term, capitals, family};
use crate::notation::movement::term::{
    Action, Bend, Between, Hop, Leg, Modality, Movement, Onward, Over, Range, Step, Term, Turn,
    Victims, When,
};
use crate::notation::movement::turn::{self, Hand};
use std::sync::Arc;

/// The longest text that is written out.
const MAX_LETTERS: usize = 512;

/// Steps that are taken at most to compare the terms of one text with their spellings.
pub(in crate::notation) const MOST_STEPS: usize = 1_000_000;

/// Why a movement cannot be written for `XBoard`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotInXBoard {
    /// `U`.
    #[error("XBoard has no leap to any square (`U`)")]
    Universal,
    /// `k`.
    #[error("XBoard has no captures of royal men alone (`k`)")]
    RoyalOnly,
    /// `*`.
    #[error("XBoard has no range to the middle of the board (`*`)")]
    HalfBoard,
    /// A leap for which there is no letter.
    #[error("XBoard has no ({0},{1}) leap; it knows W F D N A H C Z G")]
    Leap(i32, i32),
    /// Legs with atoms that cannot be one.
    #[error("in XBoard all legs of a move are leaps of one size")]
    MixedLegs,
    /// Legs with ranges that do not follow from each other.
    #[error(
        "in XBoard single steps and slides change only behind an empty square (`y`) or over a man (`g`)"
    )]
    RangeChange,
    /// A ride that turns and has further letters.
    #[error(
        "in XBoard a ride that turns has to be written out, which does not go with `p g j n o u x`"
    )]
    Bend,
    /// An `o` that is not for all legs.
    #[error("in XBoard the edges are joined (`o`) for all legs of a move or for none")]
    Cylinder,
    /// A leg that leaves squares to be taken en passant, and a change of range behind it.
    #[error(
        "in XBoard a leg either leaves its squares to be taken en passant (`n`) or changes the range (`y`, `g`)"
    )]
    RightsAndRange,
    /// There is nothing to write.
    #[error("it never moves, so that there is nothing to write")]
    NeverMoves,
    /// What was written does something else.
    #[error("no spelling is known that makes the same moves")]
    Unlike,
    /// What was written cannot be compared.
    #[error("the move can go so many ways that no spelling could be compared with it")]
    Unsure,
    /// Too much to write.
    #[error("XBoard has no repetitions; written out, this takes more than {MAX_LETTERS} letters")]
    TooLong,
}

/// The movement in letters and order of `XBoard`, brackets, groups and rides that turn written out for boards of up to
/// 16 x 16 squares.
///
/// What is written makes the same moves: it is read again and compared on boards with men.
///
/// # Errors
/// If it has no such moves, if a part of it would take more than 512 letters, or if no spelling is known that does the
/// same.
///
/// ```
/// use ferz::notation::{parse, xboard};
/// assert_eq!(xboard(&parse("mfWcefF").movement)?, "fmWfceF");
/// assert_eq!(xboard(&parse("[F?R]").movement)?, "FyafsF");
/// assert!(xboard(&parse("U").movement).is_err());
/// # Ok::<(), ferz::notation::NotInXBoard>(())
/// ```
pub fn xboard(movement: &Movement) -> Result<String, NotInXBoard> {
    let largest = Shape::new(MAX_FILES.into(), MAX_RANKS.into());
    let shape = largest.map_err(|_| NotInXBoard::TooLong)?;
    let mut texts: Vec<String> = Vec::new();
    let mut left = MOST_STEPS;
    for term in &movement.terms {
        for text in terms(term, shape, &mut left)? {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
    joined(&texts)
}

/// Terms written together.
pub(in crate::notation) fn joined(texts: &[String]) -> Result<String, NotInXBoard> {
    let mut order: Vec<&str> = Vec::new();
    for text in texts {
        // A bare atom right behind the same atom would double it.
        let apart = |before: Option<&&str>, behind: Option<&&str>| {
            let first = behind.and_then(|b| b.chars().next());
            first.is_none() || first != before.and_then(|b| b.chars().last())
        };
        let mut places = (0..=order.len()).rev();
        let place = places.find(|&at| {
            apart(order[..at].last(), Some(&text.as_str()))
                && apart(Some(&text.as_str()), order.get(at))
        });
        order.insert(place.unwrap_or(order.len()), text);
    }
    let whole = order.concat();
    let again = crate::notation::parse(&whole);
    let wrong = again.findings.iter().any(|f| f.severity == Severity::Error);
    if wrong || again.movement.terms.len() != texts.len() {
        return Err(NotInXBoard::Unlike);
    }
    Ok(whole)
}

/// The terms for one term, written out as far as a board of a shape needs it, and compared with it. Takes the steps for
/// that from `left`.
pub(in crate::notation) fn terms(
    term: &Term,
    shape: Shape,
    left: &mut usize,
) -> Result<Vec<String>, NotInXBoard> {
    let texts = written_out(term, shape)?;
    let mut read: Vec<Term> = Vec::new();
    for text in &texts {
        let again = crate::notation::parse(text);
        let wrong = again.findings.iter().any(|f| f.severity == Severity::Error);
        if wrong || again.movement.terms.len() != 1 || as_typed(text) != *text {
            return Err(NotInXBoard::Unlike);
        }
        read.extend(again.movement.terms);
    }
    // What is written out for a large board has to be right on a usual one as well.
    let usual =
        Shape::new(shape.files().min(8).into(), shape.ranks().min(8).into()).unwrap_or(shape);
    let shapes: &[Shape] = if usual == shape {
        &[shape]
    } else {
        &[shape, usual]
    };
    for &shape in shapes {
        match compare(shape, term, &read, left) {
            Compared::Same => {}
            Compared::Different => return Err(NotInXBoard::Unlike),
            Compared::Unknown => return Err(NotInXBoard::Unsure),
        }
    }
    Ok(texts)
}

fn written_out(term: &Term, shape: Shape) -> Result<Vec<String>, NotInXBoard> {
    let Action::Legs(legs) = &term.action else {
        return Ok(vec![canonical_term(term)]);
    };
    let initial = match term.when {
        When::Always => "",
        When::Unmoved => "i",
        When::Advanced => "ii",
    };
    if legs.paths().len() > MAX_LETTERS {
        return Err(NotInXBoard::TooLong);
    }
    let plain = |path: &Vec<Arc<Leg>>| path.iter().map(|l| Leg::clone(l)).collect();
    let mut paths: Vec<Vec<Leg>> = legs.paths().iter().map(plain).collect();
    paths.sort_by_key(Vec::len);
    let several = paths.len() > 1;
    if several && !paths.iter().any(|path| fits(shape, path)) {
        return Err(NotInXBoard::NeverMoves);
    }
    let mut texts: Vec<String> = Vec::new();
    let mut letters = 0;
    for path in paths {
        if several && !fits(shape, &path) {
            continue;
        }
        for path in unbent(&path, shape)? {
            for path in by_hand(&path)? {
                for text in spelled(&path)? {
                    let text = format!("{initial}{text}");
                    if !texts.contains(&text) {
                        letters += text.len();
                        texts.push(text);
                    }
                    if letters > MAX_LETTERS {
                        return Err(NotInXBoard::TooLong);
                    }
                }
            }
        }
    }
    if texts.is_empty() {
        return Err(NotInXBoard::NeverMoves);
    }
    Ok(texts)
}

/// The paths of a ride that turns after each step; any other path as it is.
fn unbent(path: &[Leg], shape: Shape) -> Result<Vec<Vec<Leg>>, NotInXBoard> {
    let [leg] = path else {
        return if path.iter().any(|l| l.bend != Bend::None) {
            Err(NotInXBoard::Bend)
        } else {
            Ok(vec![path.to_vec()])
        };
    };
    if leg.bend == Bend::None {
        return Ok(vec![path.to_vec()]);
    }
    let simple = leg.hop == Hop::None
        && leg.between == Between::Any
        && leg.skip == 0
        && !leg.unload
        && !leg.lends
        // On a ring of files a ride ends before its start, legs do not.
        && !leg.wraps
        && !leg.leaves_passed;
    let longest = match leg.range {
        _ if !simple => return Err(NotInXBoard::Bend),
        Range::UpTo(n) => usize::from(n),
        Range::Unlimited => usize::MAX,
        Range::Half => return Err(NotInXBoard::HalfBoard),
    };
    let circle = turn::circle(&leg.steps);
    // The last step of a full circle comes back to the start.
    let longest = match leg.bend {
        Bend::Circular => longest.min(8 / usize::try_from(circle).unwrap_or(1) - 1),
        _ => longest,
    };
    let mut paths = Vec::new();
    for steps in 1..=longest {
        let mut fitting = false;
        let hands: &[i32] = if steps == 1 { &[1] } else { &[1, -1] };
        for &hand in hands {
            let eighths = |n: usize| match leg.bend {
                Bend::Circular => hand * circle,
                _ if n.is_multiple_of(2) => -2 * hand,
                _ => 2 * hand,
            };
            let one = |n: usize| Leg {
                range: Range::UpTo(1),
                bend: Bend::None,
                turn: (n > 0).then(|| Turn {
                    eighths: 1 << eighths(n).rem_euclid(8),
                    ..Turn::default()
                }),
                modality: if n + 1 == steps {
                    leg.modality
                } else {
                    Modality::QUIET
                },
                victims: if n + 1 == steps {
                    leg.victims
                } else {
                    Victims::Any
                },
                ..leg.clone()
            };
            let path: Vec<Leg> = (0..steps).map(one).collect();
            if fits(shape, &path) {
                fitting = true;
                paths.push(path);
            }
        }
        if !fitting {
            break;
        }
        if paths.len() > MAX_LETTERS {
            return Err(NotInXBoard::TooLong);
        }
    }
    Ok(paths)
}

/// Turns that depend on the turn before, written out for each hand.
fn by_hand(path: &[Leg]) -> Result<Vec<Vec<Leg>>, NotInXBoard> {
    let relative = |leg: &Leg| leg.turn.is_some_and(|t| t.against != 0 || t.along != 0);
    let own_atoms = path.iter().any(|l| l.turn.is_some_and(|t| t.own_atom));
    let Some((first, later)) = path.split_first() else {
        return Ok(Vec::new());
    };
    if first.steps.is_empty() || !(own_atoms || path.iter().any(relative)) {
        return Ok(vec![path.to_vec()]);
    }
    // Straight, diagonal and oblique steps of either hand turn differently.
    let class = |s: &Step| (turn::sides(*s).0 == 0, turn::first_hand(*s));
    let mut classes: Vec<(bool, Hand)> = first.steps.iter().map(class).collect();
    classes.sort_unstable();
    classes.dedup();
    if !path.iter().any(relative) && !own_atoms {
        classes.truncate(1);
    }
    let mut open: Vec<(Vec<Leg>, Hand)> = Vec::new();
    for one in classes {
        let steps: Vec<Step> = first
            .steps
            .iter()
            .copied()
            .filter(|s| class(s) == one)
            .collect();
        let leg = Leg {
            steps,
            ..first.clone()
        };
        open.push((vec![leg], one.1));
    }
    for (n, leg) in later.iter().enumerate() {
        let turn = leg.turn.unwrap_or_default();
        let needs_hand = later[n..].iter().any(relative);
        let mut next = Vec::new();
        for (before, hand) in open {
            for (eighths, hand) in resolved(turn, hand, needs_hand) {
                let turn = Turn {
                    eighths,
                    against: 0,
                    along: 0,
                    own_atom: turn.own_atom,
                };
                let leg = Leg {
                    turn: Some(turn),
                    ..leg.clone()
                };
                let mut path = before.clone();
                path.push(leg);
                next.push((path, hand));
            }
        }
        if next.len() > MAX_LETTERS {
            return Err(NotInXBoard::TooLong);
        }
        open = next;
    }
    Ok(open.into_iter().map(|(path, _)| path).collect())
}

/// The sets of eighths that a turn means, one for each hand behind it if that matters later.
fn resolved(turn: Turn, hand: Hand, needs_hand: bool) -> Vec<(u8, Hand)> {
    let mut all = turn.eighths;
    for (mask, sign) in [(turn.against, -1), (turn.along, 1)] {
        for n in (0..8).filter(|n| mask & (1 << n) != 0) {
            let turned = |way: i32| 1_u8 << (n * sign * way).rem_euclid(8);
            if hand != -1 {
                all |= turned(1);
            }
            if hand != 1 {
                all |= turned(-1);
            }
        }
    }
    if !needs_hand {
        return vec![(all, hand)];
    }
    let parts = [
        (all & 0b0001_0001, hand),
        (all & 0b0000_1110, 1),
        (all & 0b1110_0000, -1),
    ];
    parts.into_iter().filter(|(mask, _)| *mask != 0).collect()
}

/// One leg as it is to be written, with all that the ranges of the legs around it need.
#[derive(Clone)]
struct Written {
    leg: Leg,
    /// How it turns; nothing for the first leg.
    turn: Option<u8>,
    /// The range that it has when its turn comes.
    range: Range,
}

/// The texts for a path without bends and relative turns. Leaps that have no letter there, or stand beside legs of
/// another size, are taken as single steps over whatever stands between.
fn spelled(path: &[Leg]) -> Result<Vec<String>, NotInXBoard> {
    match one_size(path) {
        Err(why @ (NotInXBoard::Leap(..) | NotInXBoard::MixedLegs)) => {
            one_size(&stepped(path).ok_or(why)?)
        }
        found => found,
    }
}

fn one_size(path: &[Leg]) -> Result<Vec<String>, NotInXBoard> {
    let mut texts = Vec::new();
    for legs in split(path)? {
        let written = ranges(&turns(&legs)?);
        texts.extend(assembled(&written)?);
    }
    Ok(texts)
}

/// The path in single steps, if its leaps can be made so.
fn stepped(path: &[Leg]) -> Option<Vec<Leg>> {
    let mut legs = Vec::new();
    for leg in path {
        let (geometry, short, long) = family(leg);
        if long == 1 {
            legs.push(leg.clone());
            continue;
        }
        let plain = leg.range == Range::UpTo(1)
            && leg.hop == Hop::None
            && leg.between != Between::Occupied
            && !leg.leaves_passed
            && !leg.unload
            && !leg.same_length;
        // An oblique leap goes straight first, so that all eight have a path of their own.
        let straight_first = geometry == Geometry::Oblique
            && path.len() == 1
            && leg.steps.len() == 8
            && leg.between == Between::Any;
        if !plain || (geometry == Geometry::Oblique && !straight_first) {
            return None;
        }
        let steps: Vec<Step> = if straight_first {
            directions::all_steps(Geometry::Straight, 0, 1)
        } else {
            let single = |s: &Step| Step {
                right: s.right / long,
                forward: s.forward / long,
            };
            leg.steps.iter().map(single).collect()
        };
        for n in 0..long {
            let mut step = if n + 1 == long {
                leg.clone()
            } else {
                passing(leg)
            };
            step.steps.clone_from(&steps);
            step.between = Between::Any;
            if n > 0 {
                step.turn = Some(Turn {
                    eighths: if straight_first && n == long - short {
                        0b1000_0010
                    } else {
                        1
                    },
                    ..Turn::default()
                });
            }
            legs.push(step);
        }
    }
    Some(legs)
}

/// A step on the way of a leap: over whatever stands there, or for a lame one over nothing.
fn passing(leg: &Leg) -> Leg {
    let mut step = Leg::new(Vec::new());
    step.turn = leg.turn;
    step.wraps = leg.wraps;
    step.modality = Modality::QUIET;
    if leg.between == Between::Any {
        step.onward.over = Over::Anybody;
    }
    step
}

/// Paths in which each leg goes on either with its range or with the changed one, and `t` is about one thing.
fn split(path: &[Leg]) -> Result<Vec<Vec<Leg>>, NotInXBoard> {
    let mut open: Vec<Vec<Leg>> = vec![Vec::new()];
    for (n, leg) in path.iter().enumerate() {
        let mut forms = vec![leg.clone()];
        let Onward {
            quiet_switching,
            over_switching,
            ..
        } = leg.onward;
        let nothing = Modality::default();
        let only = |onward: Onward| Leg {
            modality: nothing,
            lends: false,
            leaves_passed: false,
            onward,
            ..leg.clone()
        };
        if n + 1 < path.len() && (quiet_switching || over_switching != Over::Nobody) {
            forms.clear();
            let rest = Leg {
                onward: Onward {
                    over: leg.onward.over,
                    ..Onward::default()
                },
                ..leg.clone()
            };
            if rest.modality != nothing || rest.lends || rest.onward.over != Over::Nobody {
                forms.push(rest);
            }
            if quiet_switching {
                forms.push(only(Onward {
                    quiet_switching,
                    ..Onward::default()
                }));
            }
            if over_switching != Over::Nobody {
                forms.push(only(Onward {
                    over_switching,
                    ..Onward::default()
                }));
            }
        }
        let forms: Vec<Leg> = forms.into_iter().flat_map(|f| part_victims(&f)).collect();
        open = open
            .into_iter()
            .flat_map(|path| {
                forms.iter().map(move |form| {
                    let mut path = path.clone();
                    path.push(form.clone());
                    path
                })
            })
            .collect();
        if open.len() > MAX_LETTERS {
            return Err(NotInXBoard::TooLong);
        }
    }
    Ok(open)
}

/// `t` limits both what is taken and what is passed over; where only one is limited, there are two legs.
fn part_victims(leg: &Leg) -> Vec<Leg> {
    let over = leg.onward.over;
    let both = leg.modality.capture && over != Over::Nobody;
    if !both || (over == Over::Own) == (leg.victims == Victims::Common) {
        return vec![leg.clone()];
    }
    let taking = Leg {
        onward: Onward::default(),
        ..leg.clone()
    };
    let passing = Leg {
        modality: Modality::default(),
        victims: Victims::Any,
        lends: false,
        leaves_passed: false,
        ..leg.clone()
    };
    vec![taking, passing]
}

/// The turns of the legs, those of brackets as turns of the step before.
fn turns(path: &[Leg]) -> Result<Vec<Written>, NotInXBoard> {
    let mut written: Vec<Written> = Vec::new();
    let mut places: Vec<(Step, Hand)> = Vec::new();
    for leg in path {
        check(leg)?;
        let turn = match leg.turn {
            Some(turn) if !written.is_empty() => {
                let mask = if turn.own_atom {
                    mask(leg, turn, &places)?
                } else {
                    turn.eighths
                };
                Some((mask, turn))
            }
            _ => None,
        };
        places = match turn {
            None => leg
                .steps
                .iter()
                .map(|&s| (s, turn::first_hand(s)))
                .collect(),
            Some((_, turn)) => {
                let mut next = Vec::new();
                for &(step, hand) in &places {
                    next.extend(turn::following(leg, turn, step, hand));
                }
                next.sort_unstable();
                next.dedup();
                next
            }
        };
        written.push(Written {
            leg: leg.clone(),
            turn: turn.map(|(mask, _)| mask),
            range: leg.range,
        });
    }
    Ok(written)
}

/// The eighths by which a leg with an atom of its own turns, if these are the same behind every step before it.
fn mask(leg: &Leg, turn: Turn, places: &[(Step, Hand)]) -> Result<u8, NotInXBoard> {
    let mut known: Option<u8> = None;
    for &(before, hand) in places {
        let mut mask = 0_u8;
        for (step, _) in turn::following(leg, turn, before, hand) {
            let eighths = (0..8).find(|&n| turn::turned(before, n) == step);
            mask |= 1 << eighths.ok_or(NotInXBoard::MixedLegs)?;
        }
        if known.is_some_and(|k| k != mask) {
            return Err(NotInXBoard::MixedLegs);
        }
        known = Some(mask);
    }
    known.ok_or(NotInXBoard::MixedLegs)
}

/// What no leg may have there.
fn check(leg: &Leg) -> Result<(), NotInXBoard> {
    if leg.is_universal() {
        return Err(NotInXBoard::Universal);
    }
    if leg.victims == Victims::Royal {
        return Err(NotInXBoard::RoyalOnly);
    }
    if leg.range == Range::Half {
        return Err(NotInXBoard::HalfBoard);
    }
    Ok(())
}

/// The ranges that legs have behind all changes.
fn ranges(path: &[Written]) -> Vec<Written> {
    let mut changes = 0;
    let mut legs = path.to_vec();
    for written in &mut legs {
        written.range = (0..changes).fold(written.range, |range, _| range.switched());
        let onward = written.leg.onward;
        changes += usize::from(onward.quiet_switching || onward.over_switching != Over::Nobody);
    }
    legs
}

/// The text of legs, or texts where a change of range needs one for empty squares and one for men.
fn assembled(path: &[Written]) -> Result<Vec<String>, NotInXBoard> {
    let Some(first) = path.first() else {
        return Ok(Vec::new());
    };
    if path.iter().any(|w| w.leg.wraps != first.leg.wraps) {
        return Err(NotInXBoard::Cylinder);
    }
    let family = family(&first.leg);
    let mut texts = vec![String::new()];
    let mut range = first.range;
    for (n, written) in path.iter().enumerate() {
        let last = n + 1 == path.len();
        let changes = match path.get(n + 1) {
            Some(next) if next.leg.same_length || next.range == range => false,
            Some(next) if next.range == range.switched() => {
                range = next.range;
                true
            }
            Some(_) => return Err(NotInXBoard::RangeChange),
            None => false,
        };
        let mut legs = Vec::new();
        for leg in changing(&written.leg, changes)? {
            for word in words(written, family) {
                legs.push(word + &letters(&leg, last));
            }
        }
        let separator = if last { "" } else { "a" };
        texts = texts
            .iter()
            .flat_map(|text| {
                legs.iter().map(move |leg| {
                    // `i` of the same length stands before the directions.
                    let same = if written.leg.same_length { "i" } else { "" };
                    format!("{text}{same}{leg}{separator}")
                })
            })
            .collect();
        if texts.len() > MAX_LETTERS {
            return Err(NotInXBoard::TooLong);
        }
    }
    let atom = atom(family, first.range)?;
    Ok(texts.into_iter().map(|text| text + &atom).collect())
}

/// The legs for one behind which the range changes or does not.
fn changing(leg: &Leg, changes: bool) -> Result<Vec<Leg>, NotInXBoard> {
    let quiet = leg.modality.quiet || leg.onward.quiet_switching;
    let over = match leg.onward.over_switching {
        Over::Nobody => leg.onward.over,
        over => over,
    };
    let plain = |quiet: bool, over: Over| Leg {
        modality: Modality {
            quiet,
            ..Modality::default()
        },
        onward: Onward {
            over,
            ..Onward::default()
        },
        ..leg.clone()
    };
    if !changes {
        let back = leg.onward.quiet_switching || leg.onward.over_switching != Over::Nobody;
        return Ok(vec![if back {
            plain(quiet, over)
        } else {
            leg.clone()
        }]);
    }
    let others = Modality {
        quiet: false,
        ..leg.modality
    };
    if others != Modality::default() || leg.lends {
        return Err(NotInXBoard::RangeChange);
    }
    if leg.leaves_passed {
        return Err(NotInXBoard::RightsAndRange);
    }
    let mut legs = Vec::new();
    if quiet {
        legs.push(Leg {
            onward: Onward {
                quiet_switching: true,
                ..Onward::default()
            },
            ..plain(false, Over::Nobody)
        });
    }
    if over != Over::Nobody {
        legs.push(Leg {
            onward: Onward {
                over_switching: over,
                ..Onward::default()
            },
            ..plain(false, Over::Nobody)
        });
    }
    Ok(legs)
}

/// The direction letters of a leg: one text for each leg that has to be written.
fn words(written: &Written, (geometry, short, long): (Geometry, i32, i32)) -> Vec<String> {
    let leg = &written.leg;
    let Some(mask) = written.turn else {
        if geometry != Geometry::Compound {
            let all = directions::all_steps(geometry, short, long);
            return vec![directions::write(geometry, &all, &leg.steps)];
        }
        let straight_ahead = Step {
            right: 0,
            forward: 1,
        };
        let steps = (0..8).filter(|&n| leg.steps.contains(&turn::turned(straight_ahead, n)));
        return cover(steps.fold(0, |mask, n| mask | 1 << n), 0xff);
    };
    let usual = match geometry {
        Geometry::Straight | Geometry::Diagonal => 0b0100_0101,
        Geometry::Oblique | Geometry::Compound => 0b1110_1111,
    };
    cover(mask, usual)
}

/// Letters that together mean a set of eighths, each for a leg of its own: programs join letters differently.
fn cover(mask: u8, usual: u8) -> Vec<String> {
    const WORDS: [(&str, u8); 14] = [
        ("fs", 0b1000_0010),
        ("bs", 0b0010_1000),
        ("v", 0b0001_0001),
        ("s", 0b0100_0100),
        ("rv", 0b0000_1010),
        ("lv", 0b1010_0000),
        ("f", 1),
        ("fr", 1 << 1),
        ("r", 1 << 2),
        ("br", 1 << 3),
        ("b", 1 << 4),
        ("bl", 1 << 5),
        ("l", 1 << 6),
        ("fl", 1 << 7),
    ];
    let (mut left, mut words) = (mask, Vec::new());
    if left & usual == usual {
        words.push(String::new());
        left &= !usual;
    }
    for (word, meaning) in WORDS {
        if left & meaning == meaning {
            words.push(word.to_owned());
            left &= !meaning;
        }
    }
    words
}

/// The letters of a leg behind its directions.
fn letters(leg: &Leg, last: bool) -> String {
    let Leg {
        modality, onward, ..
    } = leg;
    let usual = if last {
        *modality == Modality::USUAL && !leg.lends
    } else {
        *modality == Modality::QUIET && *onward == Onward::default() && !leg.lends
    };
    let limited = leg.victims == Victims::Common
        || onward.over == Over::Own
        || onward.over_switching == Over::Own;
    let spoken = !usual || limited;
    let jumps = usize::from(leg.skip) + usize::from(leg.between == Between::Occupied);
    let all = [
        (leg.unload, 'u'),
        (spoken && modality.quiet, 'm'),
        (spoken && modality.capture, 'c'),
        (modality.destroy, 'd'),
        (modality.en_passant, 'e'),
        (leg.lends, 'x'),
        (limited, 't'),
        (leg.hop == Hop::Over || onward.over != Over::Nobody, 'p'),
        (
            leg.hop == Hop::Beside || onward.over_switching != Over::Nobody,
            'g',
        ),
        (last && leg.wraps, 'o'),
        (onward.quiet_switching, 'y'),
        (leg.between == Between::Empty || leg.leaves_passed, 'n'),
    ];
    let letters: String = all.iter().filter(|l| l.0).map(|l| l.1).collect();
    letters + &"j".repeat(jumps)
}

fn atom(family: Family, range: Range) -> Result<String, NotInXBoard> {
    let (_, short, long) = family;
    let (step, slide) = capitals(family).ok_or(NotInXBoard::Leap(short, long))?;
    Ok(match range {
        Range::UpTo(1) => step.to_owned(),
        Range::UpTo(n) => format!("{slide}{n}"),
        Range::Unlimited if long > 1 => format!("{step}0"),
        Range::Unlimited => slide.to_owned(),
        Range::Half => return Err(NotInXBoard::HalfBoard),
    })
}

/// What `XBoard` makes of a text as it stands, in our letters: it drops letters that are out of order and everything
/// from the first atom on that it does not know.
pub(in crate::notation) fn as_typed(text: &str) -> String {
    let mut rest = text.char_indices().peekable();
    let mut read = String::new();
    'terms: while rest.peek().is_some() {
        let mut term = String::new();
        let take = |set: &str,
                    rest: &mut std::iter::Peekable<std::str::CharIndices<'_>>,
                    term: &mut String| {
            while let Some(&(_, letter)) = rest.peek().filter(|(_, l)| set.contains(*l)) {
                term.push(letter);
                rest.next();
            }
        };
        loop {
            take("i", &mut rest, &mut term);
            take("fblrvsh", &mut rest, &mut term);
            for letter in "umcdextpgoynj".chars() {
                take(letter.encode_utf8(&mut [0; 4]), &mut rest, &mut term);
            }
            let mut skipped = String::new();
            take("bcdefghijklmnopqrstuvwxyz", &mut rest, &mut skipped);
            match rest.next() {
                Some((_, 'a')) => term.push('a'),
                Some((_, atom)) if "WFDNAHCZGKRBQLJO@".contains(atom) => {
                    if read.ends_with(atom) {
                        read.push(' ');
                    }
                    read += &term;
                    read.push(atom);
                    for _ in 0..2 {
                        if let Some((_, digit)) = rest.next_if(|(_, c)| c.is_ascii_digit()) {
                            read.push(digit);
                        }
                    }
                    continue 'terms;
                }
                _ => break 'terms,
            }
        }
    }
    read
}
