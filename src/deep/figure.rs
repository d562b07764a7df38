//! Men of small endings: where each goes and what it attacks from each square, with the squares that must be empty.

use crate::board::{Man, Square, SquareSet};
use crate::notation::{Action, Between, Content, Hop, Leg, Term, Victims, When, walk};
use crate::prospect::known::Asked;
use crate::rules::{Entry, Rules};
use std::collections::BTreeSet;

/// A set of squares of a board with at most 64.
pub(super) type Bits = u64;

/// One way from a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Where it ends.
    pub(super) to: usize,
    /// What has to be empty on the way.
    pub(super) path: Bits,
}

/// What a man can do from each square on boards with few men.
#[derive(Clone, Debug, Default)]
pub(super) struct Figure {
    /// To empty squares.
    pub(super) quiet: Vec<Vec<Step>>,
    /// Onto men of the other side.
    pub(super) takes: Vec<Vec<Step>>,
}

/// Why a man is left out of small endings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum LeftOut {
    /// It can promote.
    #[error("it promotes")]
    Promotes,
    /// Its moves have several legs, jump over men, take own men or carry others.
    #[error("its moves depend on more than empty squares on their way")]
    Moves,
    /// Its moves have conditions that more than their squares decide.
    #[error("its moves have conditions")]
    Conditions,
    /// Its first move is another one.
    #[error("it has other moves while it stands where it started")]
    FirstMove,
}

impl Figure {
    pub(super) fn new(rules: &Rules, man: Man) -> Result<Self, LeftOut> {
        let promotes = |rule: &crate::rules::Promotion| {
            let mut choices = rule.choices[man.side].iter();
            choices.any(|(kind, to)| *kind == man.kind && !to.is_empty())
        };
        let entries = &rules.kind(man.kind).entries[man.side];
        if rules.promotions.iter().any(promotes) || entries.iter().any(|e| !e.becomes.is_empty()) {
            return Err(LeftOut::Promotes);
        }
        let mut figure = Self::default();
        for from in rules.shape.squares() {
            let (mut quiet, mut takes) = (Vec::new(), Vec::new());
            for entry in entries.iter().filter(|_| !rules.holes.contains(from)) {
                for term in &entry.movement.terms {
                    let Some(leg) = leg(term)? else { continue };
                    for step in steps(rules, (man, from), entry, leg)? {
                        if leg.modality.quiet {
                            quiet.push(step);
                        }
                        if leg.modality.capture {
                            takes.push(step);
                        }
                    }
                }
            }
            figure.quiet.push(quiet);
            figure.takes.push(takes);
        }
        Ok(figure)
    }

    /// The squares that it attacks from one, men standing on some.
    pub(super) fn attacks(&self, from: usize, occupied: Bits) -> Bits {
        let open = self.takes[from]
            .iter()
            .filter(|step| step.path & occupied == 0);
        open.fold(0, |all, step| all | 1 << step.to)
    }

    /// Whether another one has the same moves on squares that are seen otherwise: `seen` has for each square the other.
    pub(super) fn is_like(&self, other: &Self, seen: &[usize]) -> bool {
        let squares = |path: Bits| {
            let on = (0..seen.len()).filter(|square| path >> square & 1 == 1);
            on.fold(0, |all: Bits, square| all | 1 << seen[square])
        };
        let ways = |steps: &[Step]| -> BTreeSet<(usize, Bits)> {
            steps.iter().map(|step| (step.to, step.path)).collect()
        };
        let seen_ways = |steps: &[Step]| -> BTreeSet<(usize, Bits)> {
            let steps = steps.iter();
            steps
                .map(|step| (seen[step.to], squares(step.path)))
                .collect()
        };
        let same = |one: &[Vec<Step>], two: &[Vec<Step>]| {
            (0..seen.len()).all(|from| seen_ways(&one[from]) == ways(&two[seen[from]]))
        };
        same(&self.quiet, &other.quiet) && same(&self.takes, &other.takes)
    }

    /// Whether nothing can stand in its way.
    pub(super) fn is_leaper(&self) -> bool {
        let mut all = self.quiet.iter().chain(&self.takes).flatten();
        all.all(|step| step.path == 0)
    }

    /// For each square those from which it goes there.
    pub(super) fn backwards(steps: &[Vec<Step>]) -> Vec<Bits> {
        let mut back = vec![0; steps.len()];
        for (from, steps) in steps.iter().enumerate() {
            for step in steps {
                back[step.to] |= 1 << from;
            }
        }
        back
    }
}

/// The one plain leg of a term that needs nothing but empty squares; nothing for castling.
fn leg(term: &Term) -> Result<Option<&Leg>, LeftOut> {
    if matches!(term.action, Action::Castle(_)) {
        return Ok(None);
    }
    if term.when != When::Always {
        return Err(LeftOut::FirstMove);
    }
    let leg = term.plain_leg().ok_or(LeftOut::Moves)?;
    let is_plain = leg.hop == Hop::None
        && leg.skip == 0
        && leg.between != Between::Occupied
        && leg.victims == Victims::Any
        && !leg.is_universal()
        && !leg.modality.destroy
        && !leg.modality.en_passant
        && !(leg.unload || leg.lends);
    is_plain.then_some(Some(leg)).ok_or(LeftOut::Moves)
}

fn steps(
    rules: &Rules,
    (man, from): (Man, Square),
    entry: &Entry,
    leg: &Leg,
) -> Result<Vec<Step>, LeftOut> {
    let mut free = leg.clone();
    free.modality.quiet = true;
    let look = |square| {
        if rules.holes.contains(square) {
            Content::Hole
        } else {
            Content::Empty
        }
    };
    let mut landings = Vec::new();
    let visit = |landing| landings.push(landing);
    walk(rules.shape, &free, from, man.side, look, |_| false, visit);
    let mut found = Vec::new();
    for landing in landings {
        let stays = rules.kind(man.kind).stays[man.side];
        if stays.is_some_and(|zone| !zone.contains(landing.to)) {
            continue;
        }
        let asked = Asked::of_step(rules, man, from, landing.to);
        match asked.known(&entry.condition) {
            Some(known) if !known.holds => {}
            Some(_) => found.push(Step {
                to: landing.to.index(),
                path: bits(&landing.path),
            }),
            None => return Err(LeftOut::Conditions),
        }
    }
    Ok(found)
}

/// A set of squares of a board with at most 64 squares.
pub(super) fn bits(squares: &SquareSet) -> Bits {
    squares.words()[0]
}
