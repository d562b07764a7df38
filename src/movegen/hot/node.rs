//! What is known of a position before any move is made.

use super::siblings::Heritage;
use crate::board::Square;
use crate::compile::{Bits, Ends};

/// What is known of a node before any move is made.
#[derive(Clone, Copy)]
pub(super) struct Node<B> {
    pub(super) own: B,
    pub(super) enemy: B,
    pub(super) occupied: B,
    /// Where an ordinary move may end, by [`Ends`](crate::compile::Ends).
    pub(super) onto: [B; Ends::COUNT],
    /// Where a man other than a royal must end to answer all checks.
    pub(super) allowed: B,
    /// The royals of the player to move.
    pub(super) royals: B,
    pub(super) checkers: B,
    /// Men that may not go everywhere where others may: see [`Search::pin_line`].
    pub(super) pinned: B,
    /// Those of them of which the line alone says where they may go.
    pub(super) bound: B,
    /// Men that stand between a royal and an enemy that could attack it from there.
    pub(super) shields: B,
    /// Whether moves that take nothing are wanted.
    pub(super) quiet: bool,
    /// What is known of it from the node before.
    pub(super) heritage: Heritage,
}

impl<B: Bits> Node<B> {
    /// Takes everything back that checks and pins forbid.
    pub(super) fn lift_masks(&mut self) {
        self.allowed = !B::EMPTY;
        (self.pinned, self.bound) = (B::EMPTY, B::EMPTY);
    }

    /// Forbids captures on some squares.
    #[inline(always)]
    pub(super) fn bar_captures(&mut self, ends: B) {
        let barred = ends & self.enemy;
        for onto in &mut self.onto {
            *onto &= !barred;
        }
    }

    /// The same node when only captures are wanted.
    pub(super) fn of_captures(&self) -> Self {
        Self {
            onto: [
                self.enemy,
                B::EMPTY,
                self.enemy,
                self.onto[Ends::Royal as usize],
                self.onto[Ends::Common as usize],
            ],
            quiet: false,
            heritage: Heritage::Nothing,
            ..*self
        }
    }
}

/// What the enemy attacks of where a man can go, once it has left its square.
#[derive(Clone, Copy)]
pub(super) struct Attacked<B> {
    pub(super) from: Square,
    pub(super) squares: B,
    /// Whether it tells of castlings too.
    pub(super) castles: bool,
}
