//! What can be taken out of a position, piece by piece, and the position without it.

use crate::board::{PieceId, Side, Square};
use crate::fen;
use crate::position::State;
use crate::rules::Rules;
use crate::variant::{Position, Variant};

/// Something that a position can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A man on the board.
    Man(Square),
    /// One man in hand.
    Held(Side, PieceId),
    /// A wall.
    Wall(Square),
    /// A castling right, by its partner.
    Right(Square),
    /// That a man has not moved.
    Unmoved(Square),
    /// What can be taken en passant.
    Passed,
    /// That a counter is not as it starts.
    Counter(usize),
    /// One thing that is remembered of the last turn.
    Memory(u32),
    /// Half-moves without progress.
    Quiet,
    /// That it is not the first move.
    Number,
}

/// All that a position could do without, in a fixed order.
pub(super) fn parts(rules: &Rules, state: &State) -> Vec<Part> {
    let men = state.squares(|_| true);
    let held = Side::ALL.into_iter().flat_map(|side| {
        let kinds = rules.kinds().map(move |(kind, _)| kind);
        kinds.flat_map(move |kind| {
            std::iter::repeat_n(
                Part::Held(side, kind),
                usize::from(state.in_hand(side, kind)),
            )
        })
    });
    let counters = rules.counters.iter().zip(&state.counters).enumerate();
    let counters = counters.filter(|(_, (rule, count))| **count != rule.first(&state.men));
    let bits = (0..u64::BITS).filter(|bit| state.memory >> bit & 1 == 1);
    let mut parts: Vec<Part> = men.iter().map(Part::Man).collect();
    parts.extend(held);
    parts.extend((state.walls - rules.holes).iter().map(Part::Wall));
    parts.extend(state.rights.iter().map(Part::Right));
    parts.extend(state.unmoved.iter().map(Part::Unmoved));
    parts.extend(state.en_passant.map(|_| Part::Passed));
    parts.extend(counters.map(|(at, _)| Part::Counter(at)));
    parts.extend(bits.map(Part::Memory));
    parts.extend((state.quiet != 0).then_some(Part::Quiet));
    parts.extend((state.number != 1).then_some(Part::Number));
    parts
}

/// A state without some parts, and without what needs them.
fn without(rules: &Rules, state: &State, gone: &[Part]) -> State {
    let mut new = state.clone();
    for part in gone {
        match *part {
            Part::Man(square) => new.men[square.index()] = None,
            Part::Held(side, kind) => new.take_from_hand(side, kind),
            Part::Wall(square) => new.walls.remove(square),
            Part::Right(square) => new.rights.remove(square),
            Part::Unmoved(square) => new.unmoved.remove(square),
            Part::Passed => new.en_passant = None,
            Part::Counter(_) => {}
            Part::Memory(bit) => new.memory &= !(1 << bit),
            Part::Quiet => new.quiet = 0,
            Part::Number => new.number = 1,
        }
    }
    // A count that is as it starts stays so, though it may start elsewhere with other men.
    for (at, rule) in rules.counters.iter().enumerate() {
        let is_plain = state.counters.get(at) == Some(&rule.first(&state.men));
        if let Some(count) = new.counters.get_mut(at)
            && (is_plain || gone.contains(&Part::Counter(at)))
        {
            *count = rule.first(&new.men);
        }
    }
    tidy(&mut new);
    new
}

/// Takes out what is said of men that are not there.
pub(super) fn tidy(state: &mut State) {
    let men = state.squares(|_| true);
    state.rights = state.rights & men;
    state.unmoved = state.unmoved & men;
    let stands = |victim: Square| men.contains(victim);
    state.en_passant = state.en_passant.filter(|passed| stands(passed.victim));
}

/// A position without some parts; nothing if the game has none such.
pub(super) fn position_without(position: &Position, gone: &[Part]) -> Option<Position> {
    let state = without(position.rules(), position.state(), gone);
    read(position.variant(), &state)
}

/// A state as a position of a game; nothing if the game has none such.
pub(super) fn read(variant: &Variant, state: &State) -> Option<Position> {
    variant.position(&fen::write(variant.rules(), state)).ok()
}
