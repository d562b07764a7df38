//! Positions and moves of one game as the other one has them.

use super::canon::Canon;
use super::names::Pairs;
use crate::board::{BySide, Man, PieceId, Side, SquareSet};
use crate::fen;
use crate::movegen::castling;
use crate::position::State;
use crate::rules::Rules;
use crate::variant::{Position, Variant};

/// The men on the board and in hand, and the walls.
pub(crate) type Men = (Vec<Option<Man>>, BySide<Vec<u8>>, SquareSet);

/// Whether two games have the same squares; whether the files form a ring is a matter of the moves.
pub(super) fn same_board(one: &Rules, two: &Rules) -> bool {
    let size = |rules: &Rules| (rules.shape.files(), rules.shape.ranks());
    size(one) == size(two) && one.holes == two.holes
}

/// The way from one game to another.
#[derive(Clone, Debug)]
pub(crate) struct Bridge<'a> {
    from: &'a Rules,
    to: &'a Variant,
    pairs: Pairs,
    /// For each counter of the game that is gone to, the counter of the same name.
    counters: Vec<Option<usize>>,
    /// Whether both remember the same of the last turn.
    same_memory: bool,
    /// Letters of pieces, White's, that are written otherwise.
    letters: Vec<(String, String)>,
}

impl<'a> Bridge<'a> {
    pub(super) fn new(from: &'a Variant, to: &'a Variant, pairs: Pairs) -> Self {
        let (old, new) = (from.rules(), to.rules());
        let counters = new.counters.iter();
        let counters = counters
            .map(|counter| old.counters.iter().position(|c| c.id == counter.id))
            .collect();
        let names = (Pairs::names_of_first(old), pairs.names_of_second(old, new));
        let memory = |rules: &Rules, names: &[String]| -> Vec<String> {
            let canon = Canon::new(rules, names);
            rules
                .remembered
                .iter()
                .map(|c| canon.condition(c))
                .collect()
        };
        let letters = old.kinds().filter_map(|(id, kind)| {
            let other = new.kind(pairs.second(id)?);
            let (letter, other) = (
                kind.letter.text(Side::White),
                other.letter.text(Side::White),
            );
            (letter != other).then_some((letter, other))
        });
        Self {
            from: old,
            to,
            counters,
            same_memory: memory(old, &names.0) == memory(new, &names.1),
            letters: letters.collect(),
            pairs,
        }
    }

    /// The men of a state as the other game has them; nothing if it does not have one of them.
    pub(crate) fn men(&self, state: &State) -> Option<Men> {
        let kinds = self.to.rules().kinds.len();
        let man = |man: &Option<Man>| match man {
            None => Some(None),
            Some(man) => {
                let kind = self.pairs.second(man.kind)?;
                Some(Some(Man { kind, ..*man }))
            }
        };
        let men: Option<Vec<Option<Man>>> = state.men.iter().map(man).collect();
        let mut hands = BySide::both(vec![0; kinds]);
        for side in Side::ALL {
            for (at, &count) in state.hands[side].iter().enumerate() {
                if count > 0 {
                    let kind = self.pairs.second(PieceId::new(at as u8))?;
                    hands[side][kind.index()] = count;
                }
            }
        }
        Some((men?, hands, state.walls))
    }

    /// Whether counters of both games show the same, those of this game in the first state.
    pub(crate) fn counts_alike(&self, own: &State, others: &State) -> bool {
        let mut counters = others.counters.iter().zip(&self.counters);
        counters.all(|(count, same)| same.is_none_or(|at| own.counters.get(at) == Some(count)))
    }

    /// Takes over what counters of both games show.
    pub(crate) fn take_counts(&self, own: &State, others: &mut State) {
        for (count, same) in others.counters.iter_mut().zip(&self.counters) {
            if let Some(known) = same.and_then(|at| own.counters.get(at)) {
                *count = *known;
            }
        }
    }

    /// A position as the other game has it.
    ///
    /// # Errors
    /// Why it has none.
    pub(crate) fn carry(&self, position: &Position) -> Result<Position, String> {
        let (old, rules) = (position.state(), self.to.rules());
        let Some((men, hands, walls)) = self.men(old) else {
            return Err(
                "a man is on the board or in hand that the other game does not have".to_owned(),
            );
        };
        let mut state = State {
            men,
            walls,
            hands,
            ..old.clone()
        };
        if !rules.uses_hands() && state.hands == BySide::both(vec![0; rules.kinds.len()]) {
            state.hands = BySide::default();
        }
        state.rights = old.rights & castling::all_rights(rules, &state);
        let remembered = |man: Man| rules.unmoved.contains(man.kind);
        let squares = state.squares(remembered);
        state.unmoved = if self.from.unmoved.is_empty() {
            let stays = |s: &crate::board::Square| {
                state.man(*s).is_some_and(|man| rules.starts_on(*s, man))
            };
            squares.iter().filter(stays).collect()
        } else {
            squares & old.unmoved
        };
        let counters = rules.counters.iter().zip(&self.counters);
        state.counters = counters
            .map(|(counter, same)| {
                let known = same.and_then(|at| old.counters.get(at).copied());
                known.unwrap_or_else(|| counter.first(&state.men))
            })
            .collect();
        state.memory = if self.same_memory { old.memory } else { 0 };
        self.read(&state).or_else(|_| {
            // The other game may know nothing of what could be taken in passing.
            state.en_passant = None;
            self.read(&state)
        })
    }

    fn read(&self, state: &State) -> Result<Position, String> {
        let text = fen::write(self.to.rules(), state);
        let read = if state.free_castling {
            self.to.position_chess960(&text)
        } else {
            self.to.position(&text)
        };
        read.map_err(|error| error.to_string())
    }

    /// A move's text with the letters of the other game.
    pub(crate) fn text(&self, text: &str) -> String {
        if self.letters.is_empty() {
            return text.to_owned();
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let is_letter = |(old, _): &&(String, String)| rest.starts_with(old.as_str());
            // The longest letter is the one that stands there: `+P` before `P`.
            let found = self.letters.iter().filter(is_letter);
            if let Some((old, new)) = found.max_by_key(|(old, _)| old.len()) {
                out += new;
                rest = &rest[old.len()..];
            } else {
                out.push(next);
                rest = &rest[next.len_utf8()..];
            }
        }
        out
    }
}
