//! The tables of a game: what the hot path reads.

use super::Onto;
use super::bits::Bits;
use super::drops::{DropPlan, Hands};
use super::extras::Extras;
use super::guards::{Guard, Test};
use super::lanes::Lanes;
use super::lookup::{SlotId, Slots};
use super::promotions::Plan;
use super::steps::SetStep;
use crate::board::{BySide, Side, Square};
use crate::position::MoveKind;

/// All tables of a game.
#[derive(Debug)]
pub(crate) struct Tables<B: Bits> {
    /// Whether the processor's own instructions are used.
    pub(crate) fast: bool,
    /// Blockable moves.
    pub(crate) slots: Slots<B>,
    /// What each man can do, by code.
    pub(crate) pieces: Vec<Piece<B>>,
    /// The codes of each side's men that can do something.
    pub(crate) movers: BySide<Vec<u8>>,
    /// The codes of each side's men that can take en passant.
    pub(crate) passing_takers: BySide<Vec<u8>>,
    /// The codes of each side's royals.
    pub(crate) royals: BySide<Vec<u8>>,
    /// How each side's men attack, seen from the square that is attacked.
    pub(crate) attacks: BySide<Vec<AttackGroup<B>>>,
    /// The same seen from the men.
    pub(crate) reach: BySide<Vec<Attacking<B>>>,
    /// The squares that must be empty between two squares, for each kind of line: `[target * squares + origin]`.
    pub(crate) lines: Vec<Vec<B>>,
    /// Conditions of entries.
    pub(crate) guards: Vec<(Side, Guard<B>)>,
    /// When the game is over and no move is legal, for the side to move: when one of these holds.
    pub(crate) over: BySide<Vec<Test<B>>>,
    /// Whether a player who can capture must.
    pub(crate) must_capture: bool,
    /// What each side can put down.
    pub(crate) drops: BySide<Vec<DropPlan<B>>>,
    /// What becomes of men in hand.
    pub(crate) hands: Hands,
    /// What few games have.
    pub(crate) extras: Option<Box<Extras<B>>>,
    /// Hash numbers of men, `[code * squares + square]`.
    pub(crate) man_keys: Vec<u64>,
    /// Squares of the rectangle that are not part of the board.
    pub(crate) holes: B,
    /// The number of squares.
    pub(crate) squares: usize,
}

/// What a man can do.
#[derive(Debug)]
pub(crate) struct Piece<B: Bits> {
    /// Ordinary moves without a condition, by the squares on which they may end.
    pub(crate) moves: Vec<Moves<B>>,
    /// Moves to empty squares that can be taken en passant.
    pub(crate) passing: Lanes<B>,
    /// The squares that a passing move passes: `[from * squares + to]`.
    pub(crate) passed: Vec<B>,
    /// Moves with a condition.
    pub(crate) guarded: Vec<Guarded<B>>,
    /// The same moves, if shifting all men at once pays.
    pub(crate) steps: Vec<SetStep<B>>,
    /// The squares from which a square is taken en passant.
    pub(crate) en_passant_from: Lanes<B>,
    /// Moves that are made and tested one by one.
    pub(crate) irregular: Vec<Irregular<B>>,
    /// What its castling needs, by the number of the entry.
    pub(crate) castling: Vec<(usize, CastlingTest<B>)>,
    /// Its promotions.
    pub(crate) promotions: Vec<Plan<B>>,
    /// Whether it may not be left under attack.
    pub(crate) royal: bool,
    /// Whether its moving ends its side's castling.
    pub(crate) loses_rights: bool,
    /// How it moves, if all that it has are `moves` of one of the usual forms.
    pub(crate) form: Form,
}

/// The usual forms of a man's moves, each with a loop of its own on the hot path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Moves and captures by leaps alone.
    Leaper,
    /// Moves and captures of one slot.
    Line(SlotId),
    /// Moves and captures of two slots.
    Lines(SlotId, SlotId),
    /// Only `moves`, but of another form.
    Plain,
    /// With conditions, promotions, or moves that can be taken en passant.
    Other,
}

/// Ordinary moves that may end on the same squares.
#[derive(Debug)]
pub(crate) struct Moves<B: Bits> {
    pub(crate) onto: Ends,
    pub(crate) lanes: Lanes<B>,
}

/// The squares on which an ordinary move may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// Empty squares and those of enemies.
    Both,
    /// Empty squares only.
    Empty,
    /// Squares of enemies only.
    Enemy,
}

impl Ends {
    /// Whether it may be an empty square.
    pub(crate) fn empty(self) -> bool {
        self != Self::Enemy
    }

    /// Whether it may be an enemy's square.
    pub(crate) fn enemy(self) -> bool {
        self != Self::Empty
    }
}

/// What a castling needs besides empty squares and rights.
#[derive(Clone, Debug)]
pub(crate) enum CastlingTest<B: Bits> {
    /// No check, and no attack on the squares that the castling man passes, nor where it starts and ends if `ends`
    /// says so.
    Safe { ends: bool },
    /// Anything else.
    Other(Test<B>),
}

/// Moves with a condition.
#[derive(Debug)]
pub(crate) struct Guarded<B: Bits> {
    pub(crate) guard: usize,
    pub(crate) onto: Ends,
    pub(crate) passing: bool,
    pub(crate) lanes: Lanes<B>,
}

/// Moves that do something else than move and capture.
#[derive(Debug)]
pub(crate) struct Irregular<B: Bits> {
    pub(crate) lanes: Lanes<B>,
    pub(crate) onto: Onto,
    pub(crate) kind: MoveKind,
    pub(crate) lines: usize,
    pub(crate) test: Test<B>,
}

/// Men that attack in the same way.
#[derive(Debug)]
pub(crate) struct AttackGroup<B: Bits> {
    /// Which men.
    pub(crate) codes: Vec<u8>,
    /// Their condition.
    pub(crate) guard: Option<usize>,
    /// The squares from which a square is attacked.
    pub(crate) from: Lanes<B>,
    /// Attacks that can be blocked.
    pub(crate) threats: Vec<Threat<B>>,
    /// Attacks that cannot be blocked: the squares from which a square is attacked.
    pub(crate) leaps: Option<B::Table<B>>,
}

/// What the men of one code attack under one condition.
#[derive(Debug)]
pub(crate) struct Attacking<B: Bits> {
    pub(crate) code: u8,
    pub(crate) guard: Option<usize>,
    /// The shifts of all such men at once; the squares that must be empty for each and where it stays on the board.
    pub(crate) steps: Vec<SetStep<B>>,
    /// The rest.
    pub(crate) lanes: Lanes<B>,
}

/// Attacks along lines.
#[derive(Debug)]
pub(crate) struct Threat<B: Bits> {
    /// For each target the squares from which it is attacked on an empty board.
    pub(crate) origins: B::Table<B>,
    /// Which lines hold the squares between.
    pub(crate) lines: usize,
}

impl<B: Bits> Tables<B> {
    /// The hash number of a man on a square.
    #[inline(always)]
    pub(crate) fn man_key(&self, code: u8, square: Square) -> u64 {
        self.man_keys[code as usize * self.squares + square.index()]
    }

    /// The squares between two squares, on lines of a kind.
    #[inline(always)]
    pub(crate) fn between(&self, lines: usize, a: Square, b: Square) -> B {
        self.lines[lines][a.index() * self.squares + b.index()]
    }
}

impl<B: Bits> Piece<B> {
    /// The form of its moves.
    pub(super) fn form_of(&self) -> Form {
        let only_moves =
            self.passing.is_empty() && self.guarded.is_empty() && self.promotions.is_empty();
        match &self.moves[..] {
            _ if !only_moves => Form::Other,
            [
                Moves {
                    onto: Ends::Both,
                    lanes,
                },
            ] => match (lanes.leaps(), lanes.slots()) {
                (Some(_), []) => Form::Leaper,
                (None, &[slot]) => Form::Line(slot),
                (None, &[one, two]) => Form::Lines(one, two),
                _ => Form::Plain,
            },
            _ => Form::Plain,
        }
    }

    /// Whether there is anything that it can do by itself; castling and en passant are looked for elsewhere.
    pub(super) fn can_move(&self) -> bool {
        !self.moves.is_empty()
            || !self.steps.is_empty()
            || !self.passing.is_empty()
            || !self.guarded.is_empty()
            || !self.irregular.is_empty()
    }
}
