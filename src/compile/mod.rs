//! From rules to tables: what the hot path needs of a game, for one width of sets of squares.
//!
//! Everything that depends only on the rules is worked out here, once: reaches, slots of blockable moves, attack
//! groups, guards, promotions. A game with a rule that has no compiled form yet gets `Unsupported` with the reason
//! and is played on the general path. Nothing here knows a position.

mod attacks;
mod bits;
mod blasts;
mod cpu;
mod dangers;
mod detours;
mod drops;
mod extras;
mod guards;
mod lanes;
mod lookup;
mod plan;
mod promotions;
mod reach;
mod report;
mod settle;
mod steps;
mod tables;
mod tally;

pub(crate) use bits::{Bits, SquareTable, Wide};
pub(crate) use blasts::Blasts;
pub(crate) use dangers::Danger;
pub(crate) use detours::Detours;
pub(crate) use drops::DropPlan;
pub(crate) use extras::{Change, CounterPlan, Extras, Judged, PartDeed, PartPlan, Rule, Scope};
pub(crate) use guards::{Chosen, Clue, Fact, Men, SetExpr, Sight, Test, Where};
pub(crate) use lanes::Lanes;
pub(crate) use lookup::{Pair, Slot};
pub use report::{Lane, Path, Report};
pub(crate) use tables::{
    AttackGroup, CastlingTest, Ends, Form, HopGroup, Irregular, Piece, Screened, Tables, Threat,
    Watch,
};
pub(crate) use tally::{Leapers, Steppers, Tally};

use crate::board::{PieceId, Side};
use crate::rules::Rules;
use std::sync::Arc;

/// Why a game is not played on the hot path: it has this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it has {0}")]
pub(crate) struct Unsupported(pub(crate) &'static str);

/// The number of a kind on a side: the index of its set of squares.
pub(crate) const fn code(kind: PieceId, side: Side) -> u8 {
    (kind.index() * 2 + side.index()) as u8
}

/// The side of a code.
pub(crate) const fn code_side(code: u8) -> Side {
    if code & 1 == 0 {
        Side::White
    } else {
        Side::Black
    }
}

/// The kind of a code.
pub(crate) const fn code_kind(code: u8) -> PieceId {
    PieceId::new(code / 2)
}

/// What an irregular move does on the square where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Onto {
    /// It needs an own man there.
    Own,
    /// It needs an enemy man there.
    Enemy,
}

/// How squares that depend on blockers are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lookup {
    /// The fastest that this processor has.
    Best,
    /// Plain code for any processor.
    Portable,
}

/// A game compiled for the narrowest sets of squares that hold its board.
#[derive(Clone, Debug)]
pub(crate) enum Compiled {
    /// Up to 64 squares.
    Narrow(Arc<Tables<u64>>),
    /// Up to 128 squares.
    Middle(Arc<Tables<u128>>),
    /// Up to 256 squares.
    Broad(Arc<Tables<Wide>>),
}

/// The rules of a game that have no compiled form.
fn beyond(rules: &Rules) -> Vec<&'static str> {
    let rules_beyond = [(rules.castling.dropped, "castling of men that are put down")];
    rules_beyond
        .into_iter()
        .filter(|(has, _)| *has)
        .map(|(_, rule)| rule)
        .collect()
}

impl Compiled {
    /// Compiles a game.
    pub(crate) fn new(rules: &Rules, lookup: Lookup) -> Result<Self, Unsupported> {
        if let Some(rule) = beyond(rules).first() {
            return Err(Unsupported(rule));
        }
        let fast = lookup == Lookup::Best && cpu::available();
        Ok(match rules.shape.len() {
            0..=64 => Self::Narrow(Arc::new(Tables::new(rules, fast)?)),
            65..=128 => Self::Middle(Arc::new(Tables::new(rules, fast)?)),
            _ => Self::Broad(Arc::new(Tables::new(rules, fast)?)),
        })
    }
}
