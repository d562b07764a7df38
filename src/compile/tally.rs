//! What counting needs of a side's men, put together by how they move.
//!
//! Who only counts need not know who makes a move. A rook's lines and a queen's are looked up alike, and where a man's
//! moves by different tables never end on the same square, each table's are counted by themselves. So men of several
//! kinds go through one short loop for each table, and what a kind is otherwise asked (whether it promotes, which form
//! its moves have) is known before.

use super::bits::{Bits, SquareTable};
use super::lookup::{PairId, SlotId, Slots};
use super::tables::{Ends, Form, Piece};
use crate::board::{BySide, Square};

/// A code that no man has: its set is always empty.
const NOBODY: u8 = u8::MAX;

/// How a side's men are counted.
#[derive(Debug)]
pub(crate) struct Tally<B: Bits> {
    /// Men that move and capture by leaps.
    pub(crate) leapers: Vec<Leapers<B>>,
    /// Men that move and capture by one slot.
    pub(crate) lines: Vec<Liners<1>>,
    /// Men that move and capture by two slots.
    pub(crate) crosses: Vec<Liners<2>>,
    /// Men that move by two slots and capture by two others.
    pub(crate) pairs: Vec<Pairs>,
    /// The codes of men that move in one way that may not pass some men.
    pub(crate) screened: Vec<u8>,
    /// Steps of all men of a code at once.
    pub(crate) steps: Vec<Steppers<B>>,
    /// The same under a condition, with its number.
    pub(crate) guarded: Vec<(usize, Steppers<B>)>,
    /// The codes of the men that are counted so.
    pub(crate) counted: Vec<u8>,
    /// The codes of royals.
    pub(crate) royals: Vec<u8>,
    /// Whether all that they have are ordinary moves without a condition.
    pub(crate) royals_plain: bool,
    /// The codes of all others.
    pub(crate) others: Vec<u8>,
}

/// Men of one or two codes with the same leaps.
#[derive(Debug)]
pub(crate) struct Leapers<B: Bits> {
    pub(crate) codes: [u8; 2],
    pub(crate) leaps: B::Table<B>,
}

/// Men of one or two codes with the same slots.
#[derive(Debug)]
pub(crate) struct Liners<const N: usize> {
    pub(crate) codes: [u8; 2],
    pub(crate) slots: [SlotId; N],
}

/// Men of one or two codes with the same pairs of slots.
#[derive(Debug)]
pub(crate) struct Pairs {
    pub(crate) codes: [u8; 2],
    pub(crate) pairs: [PairId; 2],
}

/// A step of the men of a code.
#[derive(Debug)]
pub(crate) struct Steppers<B> {
    pub(crate) code: u8,
    /// Where it may end.
    pub(crate) onto: Ends,
    /// The difference of the squares' numbers.
    pub(crate) shift: i32,
    /// The difference to the square that must be empty, or 0 if there is none.
    pub(crate) via: i32,
    /// Where the step stays on the board.
    pub(crate) origins: B,
    /// Whether it can be taken en passant.
    pub(crate) passing: bool,
    /// Where they promote, and to how many kinds.
    pub(crate) promotes: B,
    pub(crate) choices: u64,
    /// Where they do not stay what they are.
    pub(crate) leaves: B,
}

impl<B: Bits> Steppers<B> {
    /// The number of moves that steps to some squares are.
    #[inline(always)]
    pub(crate) fn count<const FAST: bool>(&self, targets: B) -> u64 {
        let mut moves = u64::from((targets & !self.leaves).count::<FAST>());
        let promoting = targets & self.promotes;
        if promoting.any() {
            moves += u64::from(promoting.count::<FAST>()) * self.choices;
        }
        moves
    }
}

impl<B: Bits> Tally<B> {
    /// How each side's men are counted. `fast` must be what the slots were made for.
    pub(super) fn both(
        fast: bool,
        codes: &BySide<Vec<u8>>,
        pieces: &[Piece<B>],
        slots: &Slots<B>,
        squares: usize,
    ) -> BySide<Self> {
        BySide::from_fn(|side| {
            if fast {
                Self::new::<true>(&codes[side], pieces, slots, squares)
            } else {
                Self::new::<false>(&codes[side], pieces, slots, squares)
            }
        })
    }

    /// How some men are counted.
    fn new<const FAST: bool>(
        codes: &[u8],
        pieces: &[Piece<B>],
        slots: &Slots<B>,
        squares: usize,
    ) -> Self {
        let mut tally = Self {
            leapers: Vec::new(),
            lines: Vec::new(),
            crosses: Vec::new(),
            pairs: Vec::new(),
            screened: Vec::new(),
            steps: Vec::new(),
            guarded: Vec::new(),
            counted: Vec::new(),
            royals: Vec::new(),
            royals_plain: true,
            others: Vec::new(),
        };
        for &code in codes {
            let piece = &pieces[code as usize];
            if piece.royal {
                tally.royals.push(code);
                tally.royals_plain &= !matches!(piece.form, Form::Other | Form::Screened);
            } else if tally.steps_of(code, piece)
                || tally.moves_of::<FAST>(code, piece, slots, squares)
            {
                tally.counted.push(code);
            } else {
                tally.others.push(code);
            }
        }
        tally
    }

    /// Adds men that step all at once, if what they do is simple enough.
    fn steps_of(&mut self, code: u8, piece: &Piece<B>) -> bool {
        let steps = piece.steps.iter();
        let is_plain = |step: &super::steps::SetStep<B>| step.via.len() < 2;
        let Some((promotes, leaves)) = piece.promoting_by_end() else {
            return false;
        };
        if piece.steps.is_empty() || !piece.steps.iter().all(is_plain) {
            return false;
        }
        let choices = piece
            .promotions
            .first()
            .map_or(0, |plan| plan.choices.len());
        for step in steps {
            let steppers = Steppers {
                code,
                onto: step.onto,
                shift: step.shift,
                via: step.via.first().copied().unwrap_or(0),
                origins: step.origins,
                passing: step.passing,
                promotes,
                choices: choices as u64,
                leaves,
            };
            match step.guard {
                None => self.steps.push(steppers),
                Some(guard) => self.guarded.push((guard, steppers)),
            }
        }
        true
    }

    /// Adds men that do not promote and move in one of the usual forms.
    fn moves_of<const FAST: bool>(
        &mut self,
        code: u8,
        piece: &Piece<B>,
        slots: &Slots<B>,
        squares: usize,
    ) -> bool {
        if !piece.promotions.is_empty() || !piece.steps.is_empty() {
            return false;
        }
        if let Form::Pairs(one, two) = piece.form {
            self.add_pairs(code, [one, two]);
            return true;
        }
        if piece.form == Form::Screened {
            self.screened.push(code);
            return true;
        }
        let usual = matches!(
            piece.form,
            Form::Leaper | Form::Line(_) | Form::Lines(..) | Form::Mixed
        );
        let [moves] = &piece.moves[..] else {
            return false;
        };
        if !usual {
            return false;
        }
        let lanes = &moves.lanes;
        let alone = matches!(piece.form, Form::Leaper | Form::Line(_));
        // Moves over men have no ends that are known without them.
        if !alone && (lanes.has_hops() || !lanes.are_apart::<FAST>(slots, squares)) {
            return false;
        }
        if let Some(leaps) = lanes.leaps() {
            join_leaps(&mut self.leapers, code, leaps, squares);
        }
        match *lanes.slots() {
            [one, two, ref rest @ ..] => {
                join(&mut self.crosses, code, [one, two]);
                for &slot in rest {
                    join(&mut self.lines, code, [slot]);
                }
            }
            [one] => join(&mut self.lines, code, [one]),
            [] => {}
        }
        true
    }

    fn add_pairs(&mut self, code: u8, pairs: [PairId; 2]) {
        let has_room = |known: &&mut Pairs| known.codes[1] == NOBODY && known.pairs == pairs;
        match self.pairs.iter_mut().find(has_room) {
            Some(known) => known.codes[1] = code,
            None => self.pairs.push(Pairs {
                codes: [code, NOBODY],
                pairs,
            }),
        }
    }

    /// The size of its own tables in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.leapers.iter().map(|men| men.leaps.bytes()).sum()
    }
}

/// Adds a code to those that have some leaps.
pub(super) fn join_leaps<B: Bits>(
    all: &mut Vec<Leapers<B>>,
    code: u8,
    leaps: &B::Table<B>,
    squares: usize,
) {
    let is_same = |known: &&mut Leapers<B>| {
        known.codes[1] == NOBODY
            && board(squares).all(|square| known.leaps.at(square) == leaps.at(square))
    };
    match all.iter_mut().find(is_same) {
        Some(known) => known.codes[1] = code,
        None => all.push(Leapers {
            codes: [code, NOBODY],
            leaps: leaps.clone(),
        }),
    }
}

/// Adds a code to those that have some slots.
pub(super) fn join<const N: usize>(all: &mut Vec<Liners<N>>, code: u8, slots: [SlotId; N]) {
    let has_room = |known: &&mut Liners<N>| known.codes[1] == NOBODY && known.slots == slots;
    match all.iter_mut().find(has_room) {
        Some(known) => known.codes[1] = code,
        None => all.push(Liners {
            codes: [code, NOBODY],
            slots,
        }),
    }
}

/// The squares of a board.
pub(super) fn board(squares: usize) -> impl Iterator<Item = Square> {
    (0..squares).map(|i| Square::new(i as u8))
}
