//! What a move does besides the mover's own deed: the difference between the position after it and the position after
//! the same move under rules without effects.

use crate::board::{Man, Side, Square, SquareSet};
use crate::notation::list;
use crate::position::{Extra, Move, State, apply};
use crate::rules::Rules;
use crate::variant::Position;

/// What one effect of the rules does in a move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EffectDone {
    /// The effect's name.
    pub id: String,
    /// The squares on which it changes something, in ascending order; none if it changes counters alone.
    pub squares: Vec<Square>,
}

/// The effects that change something in a move, in their order: each by the difference between the positions after the
/// move with this effect as the last one, and without it. Which effects happen is decided before any of them does.
pub(super) fn in_order(position: &Position, mv: Move) -> Vec<EffectDone> {
    let whole = position.rules();
    if whole.effects.is_empty() {
        return Vec::new();
    }
    let mut rules = whole.clone();
    rules.effects.clear();
    let after = |rules: &Rules| {
        let mut state = position.state().clone();
        apply(rules, &mut state, mv);
        state
    };
    let mut before = after(&rules);
    let mut done = Vec::new();
    for effect in &whole.effects {
        rules.effects.push(effect.clone());
        let now = after(&rules);
        if now != before {
            done.push(EffectDone {
                id: effect.id.clone(),
                squares: changed(whole, &before, &now),
            });
        }
        before = now;
    }
    done
}

/// The squares on which two positions have other men, another wall, or a man that has moved in one of them alone.
fn changed(rules: &Rules, before: &State, now: &State) -> Vec<Square> {
    let is_other =
        |set: fn(&State) -> SquareSet, s: Square| set(before).contains(s) != set(now).contains(s);
    let squares = rules.shape.squares().filter(|&s| {
        before.man(s) != now.man(s)
            || is_other(|state| state.walls, s)
            || is_other(|state| state.unmoved, s)
    });
    squares.collect()
}

/// A position, and its rules without effects.
pub(super) struct Plain<'a> {
    rules: &'a Rules,
    state: &'a State,
    /// Nothing if no move can do anything else.
    bare: Option<Rules>,
}

impl<'a> Plain<'a> {
    pub(super) fn new(position: &'a Position) -> Self {
        let rules = position.rules();
        let does_more = !rules.effects.is_empty() || rules.turn.then.is_some();
        let bare = does_more.then(|| {
            let mut bare = rules.clone();
            bare.effects.clear();
            bare
        });
        Self {
            rules,
            state: position.state(),
            bare,
        }
    }

    /// What a move does else, each in words that follow `the move`.
    pub(super) fn besides(&self, mv: Move) -> Vec<String> {
        let Some(bare) = &self.bare else {
            return Vec::new();
        };
        let (mut plain, mut whole) = (self.state.clone(), self.state.clone());
        let alone = Move {
            extra: Extra::None,
            ..mv
        };
        apply(bare, &mut plain, alone);
        apply(self.rules, &mut whole, mv);
        let mut told = self.men(&plain, &whole);
        told.extend(self.walls(&plain, &whole));
        told
    }

    /// Men that are removed, change sides, become something else, or come in.
    fn men(&self, plain: &State, whole: &State) -> Vec<String> {
        let (mut removed, mut turned, mut changed, mut new) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for square in self.rules.shape.squares() {
            match (plain.man(square), whole.man(square)) {
                (Some(man), None) => removed.push(self.owned(man, square)),
                (None, Some(man)) => new.push(self.owned(man, square)),
                (Some(old), Some(now)) => {
                    if old.side != now.side {
                        turned.push(self.owned(old, square));
                    }
                    if old.kind != now.kind {
                        let man = if old.side == now.side {
                            self.owned(old, square)
                        } else {
                            format!("the man on {}", self.rules.shape.name(square))
                        };
                        changed.push(format!("{man} into {}", super::tell::a(&self.title(now))));
                    }
                }
                (None, None) => {}
            }
        }
        let to = |side: Side| format!("to {side}");
        let all_to = |side: Side| {
            // Only men of one side are turned by most rules.
            let squares = self.rules.shape.squares();
            let mut turned = squares.filter_map(|s| Some((plain.man(s)?, whole.man(s)?)));
            turned.all(|(old, now)| old.side == now.side || now.side == side)
        };
        let side = Side::ALL.into_iter().find(|&side| all_to(side));
        let over = side.map_or_else(|| "to the other side".to_owned(), to);
        let verbs = [
            (removed, "removes", String::new()),
            (turned, "turns", format!(" {over}")),
            (changed, "changes", String::new()),
            (new, "puts down", String::new()),
        ];
        let verbs = verbs.into_iter().filter(|(men, ..)| !men.is_empty());
        verbs
            .map(|(men, verb, behind)| format!("{verb} {}{behind}", list(men, "and")))
            .collect()
    }

    /// Walls that are put, moved or taken away.
    fn walls(&self, plain: &State, whole: &State) -> Option<String> {
        let names = |squares: SquareSet| {
            let names = squares.iter().map(|s| self.rules.shape.name(s).to_string());
            list(names.collect(), "and")
        };
        let (old, new) = (plain.walls - whole.walls, whole.walls - plain.walls);
        match (old.is_empty(), new.is_empty()) {
            (true, true) => None,
            (true, false) if new.len() == 1 => Some(format!("puts a wall on {}", names(new))),
            (true, false) => Some(format!("puts walls on {}", names(new))),
            (false, false) => Some(format!(
                "moves the wall from {} to {}",
                names(old),
                names(new)
            )),
            (false, true) => Some(format!("takes the wall on {} away", names(old))),
        }
    }

    fn title(&self, man: Man) -> String {
        self.rules.kind(man.kind).title.clone()
    }

    /// `White's Pawn on d2`
    fn owned(&self, man: Man, square: Square) -> String {
        format!(
            "{}'s {} on {}",
            man.side,
            self.title(man),
            self.rules.shape.name(square)
        )
    }
}
