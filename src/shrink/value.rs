//! What has to stay where a test asks for attacks, effects or the text of a move.

use super::act::{Act, find};
use super::kept::{Kept, ways};
use super::test::Expectation;
use crate::board::{Man, Square};
use crate::position::{Move, MoveNotation};
use crate::variant::Position;
use std::collections::{BTreeMap, BTreeSet};

/// Whether a man attacks a square, or gives check.
pub(super) struct Pair {
    key: &'static str,
    /// The square that the test asks about.
    of: Option<String>,
    from: Square,
    man: Option<Man>,
    /// What it attacks; a royal if nothing is said.
    to: Option<Square>,
    /// Whether it does.
    attacks: bool,
}

/// For each square that only the test or only the position has, the attack that is there or not.
pub(super) fn pairs(
    position: &Position,
    key: &'static str,
    of: Option<&str>,
    expected: &str,
    got: &str,
) -> Vec<Kept> {
    let shape = position.rules().shape;
    let squares = |text: &str| -> BTreeSet<Square> {
        let names = text.split_whitespace();
        names.filter_map(|name| shape.parse(name)).collect()
    };
    let (expected, got) = (squares(expected), squares(got));
    let asked = of.and_then(|name| shape.parse(name));
    let differ = expected.symmetric_difference(&got);
    let pair = |&square: &Square| {
        let (from, to) = match (key, asked) {
            ("attacks", Some(from)) => (from, Some(square)),
            (_, to) => (square, to),
        };
        Kept::Pair(Pair {
            key,
            of: of.map(str::to_owned),
            from,
            man: position.man(from),
            to,
            attacks: got.contains(&square),
        })
    };
    differ.map(pair).collect()
}

impl Pair {
    pub(super) fn told(&self, position: &Position) -> Option<(Expectation, Vec<String>)> {
        let shape = position.rules().shape;
        if position.man(self.from) != self.man {
            return None;
        }
        let (list, square) = match (self.key, self.to) {
            ("attacks", Some(to)) => (position.attacks(self.from), to),
            ("attackers", Some(to)) => (position.attackers(to), self.from),
            _ => (position.checkers(), self.from),
        };
        let mut list: BTreeSet<Square> = list.into_iter().collect();
        if list.contains(&square) != self.attacks {
            return None;
        }
        if self.attacks {
            list.remove(&square);
        } else {
            list.insert(square);
        }
        let names: Vec<String> = list.iter().map(|&s| shape.name(s).to_string()).collect();
        let expects = if self.key == "check" && names.is_empty() {
            Expectation::Check(false)
        } else {
            Expectation::value_of(self.key, self.of.as_deref(), names.join(" "))
        };
        let from = shape.name(self.from).to_string();
        let what = self
            .to
            .map_or_else(|| "a royal".to_owned(), |to| shape.name(to).to_string());
        let said = match self.man {
            None => format!("In the file nobody stands on {from}."),
            Some(man) => {
                let title = &position.rules().kind(man.kind).title;
                let verb = if self.attacks {
                    "attacks"
                } else {
                    "does not attack"
                };
                format!(
                    "In the file {}'s {title} on {from} {verb} {what}.",
                    man.side
                )
            }
        };
        Some((expects, vec![said]))
    }
}

/// A move that has effects which the test does not expect, or lacks some.
pub(super) struct Effects {
    text: String,
    act: Act,
    /// Expected and not there.
    lost: BTreeSet<Atom>,
    /// There and not expected.
    extra: BTreeSet<Atom>,
    /// Who stands where these would happen.
    men: Vec<(Square, Option<Man>)>,
    /// Whether the test names squares.
    with_squares: bool,
    /// The effects in both orders, if only that differs.
    order: Option<[Vec<String>; 2]>,
}

/// An effect, or one square that it changes.
type Atom = (String, Option<Square>);

/// What has to stay of a move with other effects; the expected ones are written as in a test.
pub(super) fn effects(position: &Position, text: &str, expected: &str) -> Option<Kept> {
    let mv = find(position, text)?;
    let shape = position.rules().shape;
    let mut wanted = BTreeSet::new();
    let mut names = Vec::new();
    for effect in expected.split(',') {
        let mut words = effect.split_whitespace();
        let Some(id) = words.next() else { continue };
        names.push(id.to_owned());
        wanted.insert((id.to_owned(), None));
        wanted.extend(words.map(|name| (id.to_owned(), shape.parse(name))));
    }
    let with_squares = wanted.iter().any(|(_, square)| square.is_some());
    let got = atoms(position, mv, with_squares);
    let extra: BTreeSet<Atom> = got.difference(&wanted).cloned().collect();
    let lost: BTreeSet<Atom> = wanted.difference(&got).cloned().collect();
    let squares = extra.iter().chain(&lost).filter_map(|(_, square)| *square);
    let order = (extra.is_empty() && lost.is_empty()).then(|| [names, ids(position, mv)]);
    Some(Kept::Effects(Effects {
        text: text.to_owned(),
        act: Act::of(position, mv),
        men: squares.map(|s| (s, position.man(s))).collect(),
        lost,
        extra,
        with_squares,
        order,
    }))
}

/// The names of a move's effects in their order.
fn ids(position: &Position, mv: Move) -> Vec<String> {
    let effects = position.effects(mv).into_iter();
    effects.map(|effect| effect.id).collect()
}

fn atoms(position: &Position, mv: Move, with_squares: bool) -> BTreeSet<Atom> {
    let mut atoms = BTreeSet::new();
    for effect in position.effects(mv) {
        let squares = effect.squares.iter().filter(|_| with_squares);
        atoms.extend(squares.map(|&square| (effect.id.clone(), Some(square))));
        atoms.insert((effect.id, None));
    }
    atoms
}

impl Effects {
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn told(&self, position: &Position) -> Option<(Expectation, Vec<String>)> {
        let mv = find(position, &self.text)?;
        let stays = |(square, man): &(Square, Option<Man>)| position.man(*square) == *man;
        if Act::of(position, mv) != self.act || !self.men.iter().all(stays) {
            return None;
        }
        let expected = match &self.order {
            Some([expected, got]) => (ids(position, mv) == *got).then(|| expected.join(", "))?,
            None => self.expected(position, mv)?,
        };
        let done = ids(position, mv);
        let said = match &done[..] {
            [] => format!("In the file {} has no effects.", self.text),
            _ => format!(
                "In the file the effects of {} are {}.",
                self.text,
                done.join(", ")
            ),
        };
        let expects = Expectation::value_of("effects", Some(&self.text), expected);
        Some((expects, vec![said]))
    }

    /// What would be expected of the move in another position; nothing if that is not different in the same way.
    fn expected(&self, position: &Position, mv: Move) -> Option<String> {
        let got = atoms(position, mv, self.with_squares);
        if !self.extra.is_subset(&got) || !self.lost.is_disjoint(&got) {
            return None;
        }
        let mut order = ids(position, mv);
        let lost = self.lost.iter().map(|(id, _)| id);
        for id in lost {
            if !order.contains(id) {
                order.push(id.clone());
            }
        }
        let mut wanted: BTreeMap<&str, BTreeSet<Square>> = BTreeMap::new();
        let kept = got.iter().filter(|atom| !self.extra.contains(*atom));
        for (id, square) in kept.chain(&self.lost) {
            wanted.entry(id).or_default().extend(*square);
        }
        let shape = position.rules().shape;
        let mut texts = Vec::new();
        for id in &order {
            let Some(squares) = wanted.get(id.as_str()) else {
                continue;
            };
            // Without squares all would be said of them that there is to say.
            if squares.is_empty()
                && self
                    .extra
                    .iter()
                    .any(|(extra, s)| extra == id && s.is_some())
            {
                return None;
            }
            let names = squares.iter().map(|&s| shape.name(s).to_string());
            let words: Vec<String> = std::iter::once(id.clone()).chain(names).collect();
            texts.push(words.join(" "));
        }
        Some(texts.join(", "))
    }
}

/// A move that a score writes in another way.
pub(super) struct San {
    text: String,
    act: Act,
    expected: String,
    got: String,
    /// The other men of this kind: on account of them squares are named.
    twins: Vec<Square>,
    /// The answers, where it is about whether there are any.
    answers: Option<BTreeSet<String>>,
}

/// What has to stay of a move that is written in another way.
pub(super) fn san(position: &Position, text: &str, expected: &str, got: &str) -> Option<Kept> {
    let mv = find(position, text)?;
    let is_mate = |text: &str| text.ends_with('#');
    let asks = is_mate(expected) != is_mate(got);
    Some(Kept::San(San {
        text: text.to_owned(),
        act: Act::of(position, mv),
        expected: expected.to_owned(),
        got: got.to_owned(),
        twins: twins(position, mv),
        answers: asks.then(|| answers(position, mv)).flatten(),
    }))
}

/// The men of the mover's kind and side.
fn twins(position: &Position, mv: Move) -> Vec<Square> {
    let mover = position.man(mv.from);
    let squares = position.state().squares(|man| Some(man) == mover);
    squares.iter().collect()
}

fn answers(position: &Position, mv: Move) -> Option<BTreeSet<String>> {
    let mut after = position.clone();
    after.play(mv).ok()?;
    Some(ways(&after))
}

impl San {
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn told(&self, position: &Position) -> Option<(Expectation, Vec<String>)> {
        let mv = find(position, &self.text)?;
        let now = answers(position, mv)?;
        let keeps =
            |known: &BTreeSet<String>| now.is_subset(known) && now.is_empty() == known.is_empty();
        let same = Act::of(position, mv) == self.act
            && position.move_text(mv, MoveNotation::San) == self.got
            && twins(position, mv) == self.twins
            && self.answers.as_ref().is_none_or(keeps);
        let said = format!("In the file {} is written {}.", self.text, self.got);
        let expects = Expectation::value_of("san", Some(&self.text), self.expected.clone());
        same.then(|| (expects, vec![said]))
    }
}
