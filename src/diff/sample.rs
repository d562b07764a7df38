//! In how many positions two games differ: random games of both, and the positions of their tests.

use super::names::Pairs;
use super::share::{self, Bridge};
use crate::board::Square;
use crate::mix::mix;
use crate::position::{Move, MoveKind, MoveNotation, apply};
use crate::variant::{Outcome, Position, Variant};
use std::collections::{BTreeMap, BTreeSet};

/// A random game goes on for at most so many half-moves.
const LONGEST: u64 = 160;
/// Of so many positions of a random game about one is looked at, since neighbours are much alike.
const EVERY: u64 = 4;
/// So many examples are given.
const EXAMPLES: usize = 3;
/// In an example so many moves of each side are told with the reason why the other game does not have them.
const REASONS: usize = 3;

/// How positions are sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sampling {
    /// How many positions of random games are looked at, half of them from games of each rule file.
    pub positions: usize,
    /// The same seed gives the same positions.
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            positions: 200,
            seed: 1,
        }
    }
}

impl Sampling {
    /// So many positions.
    #[must_use]
    pub fn positions(mut self, positions: usize) -> Self {
        self.positions = positions;
        self
    }

    /// Another seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}

/// What was seen in positions that both games have.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Sampled {
    /// In positions of random games.
    pub random: Share,
    /// In positions of the files' tests.
    pub tests: Share,
    /// How many positions only one game has.
    pub unshared: usize,
    /// Why the first of them is only in one game.
    pub because: Option<String>,
    /// Whether no position of one game can be one of the other, because the boards differ.
    pub boards_differ: bool,
    /// Some positions in which the games differ, as different ones as there are.
    pub examples: Vec<Example>,
}

/// In how many of some positions two games differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Share {
    /// How many positions were compared.
    pub positions: usize,
    /// In how many the legal moves differ.
    pub moves: usize,
    /// In how many a move that both games allow leads to something else.
    pub deeds: usize,
    /// In how many one game is over and the other is not, or is won by another player.
    pub ends: usize,
}

/// A position in which two games differ.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Example {
    /// The position in the first game.
    pub first: Position,
    /// The same position in the second game.
    pub second: Position,
    /// Moves that only the first game allows.
    pub only_first: Vec<Foreign>,
    /// Moves that only the second game allows.
    pub only_second: Vec<Foreign>,
    /// Moves that lead to something else, by their text in the first game.
    pub otherwise: Vec<String>,
    /// The result in each game, if they differ in it.
    pub results: Option<[Option<Outcome>; 2]>,
}

/// A move that the other game does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Foreign {
    /// The move in the long form of the game that allows it.
    pub text: String,
    /// Why the other game does not, for the first few moves.
    pub why: Option<String>,
}

/// Looks at positions of both games.
pub fn sample(first: &Variant, second: &Variant, how: Sampling) -> Sampled {
    let sampler = Sampler::new(first, second);
    let mut sampled = Sampled {
        boards_differ: !share::same_board(first.rules(), second.rules()),
        ..Sampled::default()
    };
    if sampled.boards_differ {
        return sampled;
    }
    let mut seen = BTreeSet::new();
    let mut differing = Vec::new();
    let tests = [(first, true), (second, false)].map(|(variant, is_first)| {
        let positions = of_tests(variant).into_iter();
        positions.map(|p| (p, is_first)).collect::<Vec<_>>()
    });
    let random = [(first, true), (second, false)].map(|(variant, is_first)| {
        let count = how.positions / 2 + if is_first { how.positions % 2 } else { 0 };
        let seed = mix(how.seed.wrapping_mul(2).wrapping_add(u64::from(is_first)));
        let positions = of_games(variant, count, seed).into_iter();
        positions.map(|p| (p, is_first)).collect::<Vec<_>>()
    });
    for (from_tests, positions) in [(true, tests), (false, random)] {
        for (position, is_first) in positions.into_iter().flatten() {
            let both = match sampler.both(position, is_first) {
                Ok(both) => both,
                Err(why) => {
                    sampled.unshared += 1;
                    sampled.because.get_or_insert(why);
                    continue;
                }
            };
            if !seen.insert(both.0.fen()) {
                continue;
            }
            let share = if from_tests {
                &mut sampled.tests
            } else {
                &mut sampled.random
            };
            let found = sampler.compare(both);
            share.positions += 1;
            share.moves += usize::from(found.moves_differ());
            share.deeds += usize::from(!found.otherwise.is_empty());
            share.ends += usize::from(found.results.is_some());
            if found.differs() {
                differing.push(found);
            }
        }
    }
    sampled.examples = sampler.examples(differing);
    sampled
}

/// The positions of a game's tests, those before and after their moves.
fn of_tests(variant: &Variant) -> Vec<Position> {
    let mut positions = Vec::new();
    for test in &variant.rules().tests {
        let start = match &test.fen {
            None => Ok(variant.start()),
            Some(fen) => variant.position(fen),
        };
        let Ok(mut position) = start else { continue };
        positions.push(position.clone());
        for text in &test.moves {
            let played = position.parse_move(text).map(|mv| position.play(mv));
            if !matches!(played, Ok(Ok(()))) {
                break;
            }
            positions.push(position.clone());
        }
    }
    positions
}

/// So many positions of random games; fewer if the games are very short.
fn of_games(variant: &Variant, count: usize, seed: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut state = seed;
    let mut below = |bound: u64| {
        state = state.wrapping_add(1);
        mix(state) % bound.max(1)
    };
    for _ in 0..count.max(1) * 2 {
        if positions.len() >= count {
            break;
        }
        let start = variant.setup(below(variant.setups()));
        let mut position = start.unwrap_or_else(|| variant.start());
        for _ in 0..LONGEST {
            let moves = position.legal_moves();
            if below(EVERY) == 0 || moves.is_empty() {
                positions.push(position.clone());
            }
            if moves.is_empty() || positions.len() >= count || position.outcome().is_some() {
                break;
            }
            let mv = moves[below(moves.len() as u64) as usize];
            // The moves are legal.
            let _ = position.play(mv);
        }
    }
    positions
}

/// A position in both games, with what differs.
pub(crate) struct Found {
    pub(crate) first: Position,
    pub(crate) second: Position,
    pub(crate) only_first: Vec<(Move, String)>,
    pub(crate) only_second: Vec<(Move, String)>,
    pub(crate) otherwise: Vec<String>,
    results: Option<[Option<Outcome>; 2]>,
}

impl Found {
    fn moves_differ(&self) -> bool {
        !self.only_first.is_empty() || !self.only_second.is_empty()
    }

    fn differs(&self) -> bool {
        self.moves_differ() || !self.otherwise.is_empty() || self.results.is_some()
    }

    /// What kinds of difference these are: which men have moves in which game alone, which moves do something else, which
    /// end it is.
    fn signature(&self) -> BTreeSet<String> {
        let of = |position: &Position, (mv, _): &(Move, String), whose: &str| {
            let man = position.man(mv.from).map(|man| man.kind);
            let does = match mv.kind {
                MoveKind::Castle { .. } => "castles",
                MoveKind::EnPassant { .. } => "passes",
                MoveKind::Drop => "drops",
                _ if mv.promotion.is_some() => "promotes",
                _ => "moves",
            };
            format!("{whose} {man:?} {does}")
        };
        let first = self.only_first.iter().map(|mv| of(&self.first, mv, "a"));
        let second = self.only_second.iter().map(|mv| of(&self.second, mv, "b"));
        let mut all: BTreeSet<String> = first.chain(second).collect();
        if !self.otherwise.is_empty() {
            all.insert("otherwise".to_owned());
        }
        if let Some(results) = &self.results {
            let reason = |outcome: &Option<Outcome>| outcome.as_ref().map(|o| o.reason.clone());
            all.insert(format!("{:?}", results.each_ref().map(reason)));
        }
        all
    }

    /// How much there is to see.
    fn size(&self) -> usize {
        let men = self.first.state().men.iter().flatten().count();
        (self.only_first.len() + self.only_second.len()) * 64 + men
    }
}

/// Two games beside each other.
pub(crate) struct Sampler<'a> {
    /// The way from the first game to the second.
    pub(crate) over: Bridge<'a>,
    /// The way back.
    pub(crate) back: Bridge<'a>,
}

impl<'a> Sampler<'a> {
    pub(crate) fn new(first: &'a Variant, second: &'a Variant) -> Self {
        let pairs = Pairs::new(first.rules(), second.rules());
        Self {
            back: Bridge::new(second, first, pairs.turned()),
            over: Bridge::new(first, second, pairs),
        }
    }

    /// The move of the other game that one of the first is, or with `is_first` unset the other way round.
    pub(crate) fn counterpart(
        &self,
        is_first: bool,
        (mv, text): (Move, &str),
        other: &Position,
    ) -> Option<Move> {
        let bridge = if is_first { &self.over } else { &self.back };
        let wanted = name(mv, &bridge.text(text));
        let moves = other.move_texts(MoveNotation::Long).into_iter();
        let mut named = moves.map(|(mv, text)| (name(mv, &text), mv));
        named.find(|(name, _)| *name == wanted).map(|(_, mv)| mv)
    }

    /// A position of one game in both.
    fn both(&self, position: Position, is_first: bool) -> Result<(Position, Position), String> {
        if is_first {
            let other = self.over.carry(&position)?;
            Ok((position, other))
        } else {
            let other = self.back.carry(&position)?;
            Ok((other, position))
        }
    }

    pub(crate) fn compare(&self, (first, second): (Position, Position)) -> Found {
        let old = first.move_texts(MoveNotation::Long);
        let translated: Vec<String> = old
            .iter()
            .map(|(mv, text)| name(*mv, &self.over.text(text)))
            .collect();
        let new: Vec<(String, Move, String)> = second
            .move_texts(MoveNotation::Long)
            .into_iter()
            .map(|(mv, text)| (name(mv, &text), mv, text))
            .collect();
        let places: BTreeMap<&str, Move> = new
            .iter()
            .map(|(name, mv, _)| (name.as_str(), *mv))
            .collect();
        let find = |text: &str| places.get(text).copied();
        let known: BTreeSet<&String> = translated.iter().collect();
        let mut found = Found {
            only_first: Vec::new(),
            only_second: new
                .iter()
                .filter(|(name, ..)| !known.contains(name))
                .map(|(_, mv, text)| (*mv, text.clone()))
                .collect(),
            otherwise: Vec::new(),
            results: results(&first, &second),
            first,
            second,
        };
        for ((mv, text), other) in old.into_iter().zip(&translated) {
            match find(other) {
                None => found.only_first.push((mv, text)),
                Some(other) if self.leads_elsewhere((&found.first, mv), (&found.second, other)) => {
                    found.otherwise.push(text);
                }
                Some(_) => {}
            }
        }
        found.only_first.sort_by(|a, b| a.1.cmp(&b.1));
        found.only_second.sort_by(|a, b| a.1.cmp(&b.1));
        found.otherwise.sort();
        found
    }

    /// Whether other men stand on the board or are in hand after a move, or a counter of both shows something else.
    pub(crate) fn leads_elsewhere(
        &self,
        first: (&Position, Move),
        second: (&Position, Move),
    ) -> bool {
        let after = |(position, mv): (&Position, Move)| {
            let mut state = position.state().clone();
            apply(position.rules(), &mut state, mv);
            state
        };
        let (old, new) = (after(first), after(second));
        let Some((men, mut hands, walls)) = self.over.men(&old) else {
            return true;
        };
        let mut held = new.hands.clone();
        for side in crate::board::Side::ALL {
            let kinds = hands[side].len().max(held[side].len());
            hands[side].resize(kinds, 0);
            held[side].resize(kinds, 0);
        }
        men != new.men || hands != held || walls != new.walls || !self.over.counts_alike(&old, &new)
    }

    /// A few positions that show as different differences as there are, each with as little to see as possible.
    fn examples(&self, mut found: Vec<Found>) -> Vec<Example> {
        found.sort_by_key(|found| (found.size(), found.first.fen()));
        let mut shown = BTreeSet::new();
        let mut chosen = Vec::new();
        let mut left = Vec::new();
        for found in found {
            let signature = found.signature();
            if chosen.len() < EXAMPLES && !signature.is_subset(&shown) {
                shown.extend(signature);
                chosen.push(found);
            } else {
                left.push(found);
            }
        }
        let missing = EXAMPLES.saturating_sub(chosen.len());
        chosen.extend(left.into_iter().take(missing));
        chosen
            .into_iter()
            .map(|found| self.example(found))
            .collect()
    }

    fn example(&self, found: Found) -> Example {
        let foreign = |moves: &[(Move, String)], other: &Position, bridge: &Bridge<'_>| {
            let told = moves.iter().enumerate().map(|(at, (_, text))| Foreign {
                text: text.clone(),
                why: (at < REASONS)
                    .then(|| other.why(&bridge.text(text)))
                    // A text that is read as another move there has no reason.
                    .filter(|why| !why.is_legal())
                    .map(|why| why.to_string()),
            });
            told.collect::<Vec<_>>()
        };
        Example {
            only_first: foreign(&found.only_first, &found.second, &self.over),
            only_second: foreign(&found.only_second, &found.first, &self.back),
            first: found.first,
            second: found.second,
            otherwise: found.otherwise,
            results: found.results,
        }
    }
}

/// By what a move is found in the other game: its text, but castling by all its squares, since games write it in two ways.
fn name(mv: Move, text: &str) -> String {
    let MoveKind::Castle {
        partner_from,
        partner_to,
    } = mv.kind
    else {
        return text.to_owned();
    };
    let squares = [mv.from, mv.to, partner_from, partner_to].map(Square::index);
    format!("{squares:?} {:?}", mv.extra)
}

/// The results of both, if only one game is over or they are won by different players.
fn results(first: &Position, second: &Position) -> Option<[Option<Outcome>; 2]> {
    let (old, new) = (first.outcome(), second.outcome());
    let winner = |outcome: &Option<Outcome>| outcome.as_ref().map(|o| o.winner);
    (winner(&old) != winner(&new)).then_some([old, new])
}
