//! Hash keys: whatever the way to a position, its key is the same, and positions with another future have other keys.

#![allow(clippy::unwrap_used)] // a test stops where it fails

mod random;

use ferz::position::{Move, MoveKind, State};
use ferz::{Position, Variant};
use random::Random;
use std::collections::HashMap;

/// Games of every kind: castling and en passant, first moves and gates, hands and drops, walls, counters, effects,
/// passes, what is remembered of a turn.
const GAMES: &[&str] = &[
    "chess",
    "fischerandom",
    "kjempe-chess",
    "king-support-chess",
    "seirawan",
    "crazyhouse",
    "shogi",
    "kyotoshogi",
    "sittuyin",
    "placement",
    "duck",
    "isolation7x7",
    "snailtrail",
    "3check",
    "atomic",
    "ataxx",
    "flipello",
    "janggi",
    "xiangqi",
    "makruk",
];

/// All that decides the future, as text; with `passed` also what can be taken en passant.
fn future(position: &Position, passed: bool) -> String {
    let mut state: State = position.state().clone();
    (state.quiet, state.number) = (0, 1);
    for hand in [&mut state.hands.white, &mut state.hands.black] {
        while hand.last() == Some(&0) {
            hand.pop();
        }
    }
    if !passed {
        state.en_passant = None;
    }
    // Counts that no move depends on are like quiet half-moves.
    let rules = position.rules().counters.iter().zip(&mut state.counters);
    for (_, count) in rules.filter(|(rule, _)| !rule.decides) {
        (count.white, count.black) = (0, 0);
    }
    format!("{state:?}")
}

fn takes_in_passing(position: &Position) -> bool {
    let moves = position.legal_moves().into_iter();
    moves
        .filter(|mv| position.state().man(mv.from).is_some())
        .any(|mv| matches!(mv.kind, MoveKind::EnPassant { .. }))
}

/// The positions of a game that have been met.
#[derive(Default)]
struct Met {
    keys: HashMap<String, u64>,
    positions: HashMap<u64, Position>,
    /// How often a position was met again by another order of moves.
    again: usize,
}

impl Met {
    fn meet(&mut self, position: &Position, game: &str) {
        let (key, fen) = (position.key(), position.fen());
        let known = *self.keys.entry(future(position, true)).or_insert(key);
        assert_eq!(known, key, "{game}: one future, two keys: {fen}");
        let Some(other) = self.positions.get(&key) else {
            self.positions.insert(key, position.clone());
            return;
        };
        let both = format!("{game}: one key: {fen} and {}", other.fen());
        assert_eq!(future(position, false), future(other, false), "{both}");
        if future(position, true) != future(other, true) {
            assert!(
                !takes_in_passing(position) && !takes_in_passing(other),
                "{both}"
            );
        }
    }
}

/// The position after some moves, if each of them is legal.
fn after(position: &Position, moves: [Move; 4]) -> Option<Position> {
    let mut position = position.clone();
    moves.iter().try_for_each(|&mv| position.play(mv)).ok()?;
    Some(position)
}

/// Two moves of each side, as they come.
fn four(position: &Position, random: &mut Random) -> Option<[Move; 4]> {
    let mut position = position.clone();
    let mut found = [Move::PASS; 4];
    for mv in &mut found {
        let moves = position.legal_moves();
        *mv = *moves.get(random.below(moves.len().max(1)))?;
        position.play(*mv).unwrap();
    }
    Some(found)
}

/// Moves of each side in both orders.
fn transpose(position: &Position, random: &mut Random, game: &str, met: &mut Met) {
    let Some([a, b, c, d]) = four(position, random) else {
        return;
    };
    let orders = [[a, b, c, d], [c, b, a, d], [a, d, c, b], [c, d, a, b]];
    let ends: Vec<Position> = orders.iter().filter_map(|&o| after(position, o)).collect();
    for end in &ends {
        met.meet(end, game);
    }
    let first = ends.first().map(|end| future(end, true));
    let again = ends
        .iter()
        .skip(1)
        .filter(|end| Some(future(end, true)) == first);
    met.again += again.count();
}

#[test]
fn one_future_has_one_key() {
    for (number, &game) in GAMES.iter().enumerate() {
        let variant = Variant::named(game).unwrap();
        let mut random = Random(0x9E37_79B9_7F4A_7C15 + number as u64);
        let mut met = Met::default();
        for _ in 0..3 {
            let mut position = variant.start();
            for _ in 0..36 {
                met.meet(&position, game);
                let again = if position.chess960() {
                    variant.position_chess960(&position.fen())
                } else {
                    variant.position(&position.fen())
                };
                let again = again.unwrap();
                assert_eq!(again.key(), position.key(), "{game} {}", position.fen());
                for _ in 0..2 {
                    transpose(&position, &mut random, game, &mut met);
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.below(moves.len())]).unwrap();
            }
        }
        // Where stones turn or squares vanish, another order makes another position.
        let apart = ["ataxx", "flipello", "snailtrail", "isolation7x7"].contains(&game);
        assert!(apart || met.again >= 10, "{game}: {}", met.again);
    }
}
