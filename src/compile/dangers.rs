//! What a side attacks, table by table, for the squares where a royal of the other side may go.
//!
//! Whom an attack comes from does not matter to a royal. So a rook's lines and a queen's are looked up together, and a
//! queen on no diagonal of a square that matters is not asked for hers.

use super::bits::{Bits, SquareTable};
use super::lookup::{SlotId, Slots};
use super::steps::SetStep;
use super::tables::{Attacking, Rows};
use super::tally::{Leapers, Liners, board, join, join_leaps};
use crate::board::BySide;

/// What a side attacks.
#[derive(Debug)]
pub(crate) struct Dangers<B: Bits> {
    /// By one slot, without a condition, where all men of a kind are looked at together.
    pub(crate) lines: Vec<Liners<1>>,
    /// By leaps, likewise.
    pub(crate) leaps: Vec<Leapers<B>>,
    /// The rest.
    pub(crate) others: Vec<Danger<B>>,
    /// For each of these in order, and for each square, those from which it may be attacked, whoever stands between.
    near: Vec<B::Table<B>>,
}

/// What the men of a code attack by one table.
#[derive(Debug)]
pub(crate) struct Danger<B: Bits> {
    pub(crate) code: u8,
    /// Their condition.
    pub(crate) guard: Option<usize>,
    /// How they attack.
    pub(crate) by: Attack<B>,
}

/// A way to attack.
#[derive(Debug)]
pub(crate) enum Attack<B: Bits> {
    /// By leaps: the squares attacked from each square.
    Leaps(B::Table<B>),
    /// By what may be blocked.
    Line(SlotId),
    /// By steps of all such men at once.
    Steps(Vec<SetStep<B>>),
}

impl<B: Bits> Attack<B> {
    /// The squares that some men attack, given what is occupied.
    #[inline]
    pub(crate) fn from<const FAST: bool>(&self, slots: &Slots<B>, men: B, occupied: B) -> B {
        let mut attacked = B::EMPTY;
        match self {
            Self::Leaps(leaps) => {
                for man in men.squares() {
                    attacked |= leaps.at(man);
                }
            }
            Self::Line(slot) => {
                for man in men.squares() {
                    attacked |= slots.targets::<FAST>(*slot, man, occupied);
                }
            }
            Self::Steps(steps) => {
                for step in steps {
                    attacked |= step.all_from(men, occupied);
                }
            }
        }
        attacked
    }
}

impl<B: Bits> Dangers<B> {
    /// What each side attacks, of what its men attack. What men attack alike is joined if `joined` says so; otherwise
    /// what the men of a code attack stands side by side.
    pub(super) fn both(
        attacking: &BySide<Vec<Attacking<B>>>,
        (slots, squares): (&Slots<B>, usize),
        (joined, fast): (bool, bool),
    ) -> BySide<Self> {
        BySide::from_fn(|side| {
            let mut dangers = Self {
                lines: Vec::new(),
                leaps: Vec::new(),
                others: Vec::new(),
                near: Vec::new(),
            };
            for attacking in &attacking[side] {
                for by in attacking.ways() {
                    dangers.add(attacking, by, joined, squares);
                }
            }
            dangers.near = if fast {
                dangers.look_near::<true>(slots, squares)
            } else {
                dangers.look_near::<false>(slots, squares)
            };
            dangers
        })
    }

    fn add(&mut self, attacking: &Attacking<B>, by: Attack<B>, joined: bool, squares: usize) {
        let (code, guard) = (attacking.code, attacking.guard);
        match by {
            Attack::Line(slot) if joined && guard.is_none() => join(&mut self.lines, code, [slot]),
            Attack::Leaps(leaps) if joined && guard.is_none() => {
                join_leaps(&mut self.leaps, code, &leaps, squares);
            }
            by => self.others.push(Danger { code, guard, by }),
        }
    }

    /// For each of them, and for each square, those from which it is attacked on an empty board.
    fn look_near<const FAST: bool>(&self, slots: &Slots<B>, squares: usize) -> Vec<B::Table<B>> {
        let near = |attacked: &dyn Fn(B) -> B| {
            let mut near = B::Table::filled(B::EMPTY);
            for from in board(squares).map(B::of) {
                for end in attacked(from).squares() {
                    *near.at_mut(end) |= from;
                }
            }
            near
        };
        let nobody = B::EMPTY;
        let lines = self.lines.iter().map(|liners| {
            let [slot] = liners.slots;
            near(&|from| slots.targets::<FAST>(slot, from.first(), nobody))
        });
        let leaps = self.leaps.iter();
        let leaps = leaps.map(|leapers| near(&|from| leapers.leaps.at(from.first())));
        let others = self.others.iter();
        let others = others.map(|danger| near(&|from| danger.by.from::<FAST>(slots, from, nobody)));
        lines.chain(leaps).chain(others).collect()
    }

    /// For each of them the squares from which one of some squares may be attacked, whoever stands between.
    pub(crate) fn near(&self, targets: B) -> Vec<B> {
        let near_any = |near: &B::Table<B>| {
            let near = targets.squares().map(|square| near.at(square));
            near.fold(B::EMPTY, |all, set| all | set)
        };
        self.near.iter().map(near_any).collect()
    }

    /// For each of them all squares.
    #[cold]
    pub(crate) fn everywhere(&self) -> Vec<B> {
        vec![!B::EMPTY; self.near.len()]
    }

    /// The size of their own tables in bytes.
    pub(super) fn bytes(&self) -> usize {
        let near = self.near.iter().map(SquareTable::bytes);
        let leaps = self.leaps.iter().map(|men| men.leaps.bytes());
        let others = self.others.iter().map(|danger| match &danger.by {
            Attack::Leaps(leaps) => leaps.bytes(),
            Attack::Line(_) | Attack::Steps(_) => 0,
        });
        near.chain(leaps).chain(others).sum()
    }
}

/// For each square, and for each danger, the squares from which such men may attack one where a royal of the other side
/// can go from there.
pub(super) fn near_royals<B: Bits>(
    dangers: &BySide<Dangers<B>>,
    royals_go: &BySide<B::Table<B>>,
    squares: usize,
) -> BySide<Rows<B>> {
    BySide::from_fn(|side| {
        let ends = board(squares).map(|square| royals_go[side.other()].at(square));
        Rows::new(ends.map(|ends| dangers[side].near(ends)))
    })
}
