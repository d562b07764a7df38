//! Positions to compare: from random games, in which rare kinds of moves come up as often as common ones.

use super::export::Letters;
use super::spell;
use crate::mix::mix;
use crate::position::Move;
use crate::{Position, Variant};
use std::collections::BTreeSet;

/// The longest random game, in half-moves.
const LONGEST: usize = 160;
/// Games without a new position after which there are no more to be had.
const MOST_VAIN: u64 = 40;

/// A position that the peer can be told: a FEN that says all, and the moves since.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// The position that the FEN is of.
    pub(super) base: Position,
    /// Moves from there.
    pub(super) moves: Vec<Move>,
    /// The position that is meant.
    pub(super) position: Position,
}

impl Sample {
    /// A position that a FEN says all of.
    pub(super) fn of(position: Position) -> Self {
        Self {
            base: position.clone(),
            moves: Vec::new(),
            position,
        }
    }

    /// The sample a move later.
    pub(super) fn after(&self, mv: Move, letters: &Letters) -> Option<Self> {
        let mut position = self.position.clone();
        position.play(mv).ok()?;
        if spell::fen(&position, letters).is_some() {
            return Some(Self::of(position));
        }
        let mut moves = self.moves.clone();
        moves.push(mv);
        Some(Self {
            base: self.base.clone(),
            moves,
            position,
        })
    }
}

/// Random numbers that a seed repeats.
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    /// A number below a bound; 0 below nothing.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        let number = mix(self.0) >> 33;
        (number as usize).checked_rem(bound).unwrap_or(0)
    }
}

/// Different positions from at least `games` random games, about `wanted`; fewer if there are no more to be had.
pub(super) fn samples(
    variant: &Variant,
    letters: &Letters,
    games: usize,
    wanted: usize,
    dice: &mut Dice,
) -> Vec<Sample> {
    let mut samples: Vec<Sample> = Vec::new();
    let mut seen = BTreeSet::new();
    let share = wanted.div_ceil(games.max(1));
    let setups = variant.setups();
    let mut vain = 0;
    while samples.len() < wanted && vain < MOST_VAIN {
        let number = dice.below(usize::try_from(setups).unwrap_or(usize::MAX)) as u64;
        let start = variant.setup(number).unwrap_or_else(|| variant.start());
        let mut game = game(start, letters, dice);
        let before = samples.len();
        while samples.len() < wanted && samples.len() - before < share && !game.is_empty() {
            let sample = game.swap_remove(dice.below(game.len()));
            if seen.insert(sample.position.fen()) {
                samples.push(sample);
            }
        }
        vain = if samples.len() == before { vain + 1 } else { 0 };
    }
    samples
}

/// All positions of one random game.
fn game(start: Position, letters: &Letters, dice: &mut Dice) -> Vec<Sample> {
    let mut game = vec![Sample::of(start)];
    while game.len() <= LONGEST {
        let Some(last) = game.last() else { break };
        let moves = last.position.legal_moves();
        let next = choose(&last.position, &moves, dice).and_then(|mv| last.after(mv, letters));
        match next {
            Some(next) => game.push(next),
            None => break,
        }
    }
    game
}

/// A move: every second time the kind of move is drawn first, so that a castling is as likely as a quiet step.
fn choose(position: &Position, moves: &[Move], dice: &mut Dice) -> Option<Move> {
    let any = moves.get(dice.below(moves.len())).copied();
    if dice.below(2) == 0 {
        return any;
    }
    let class = |mv: &Move| {
        let kind = std::mem::discriminant(&mv.kind);
        let takes = position.man(mv.to).is_some();
        (kind, takes, mv.promotion.is_some())
    };
    let wanted = class(&any?);
    let mut classes: Vec<_> = Vec::new();
    for mv in moves {
        let class = class(mv);
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    let class_drawn = classes
        .get(dice.below(classes.len()))
        .copied()
        .unwrap_or(wanted);
    let fitting: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| class(mv) == class_drawn)
        .collect();
    fitting.get(dice.below(fitting.len())).copied()
}
