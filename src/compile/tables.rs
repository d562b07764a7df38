//! The tables of a game: what the hot path reads.

use super::Onto;
use super::bits::{Bits, SquareTable};
use super::dangers::{Attack, Dangers};
use super::detours::Detours;
use super::drops::{DropPlan, Hands};
use super::extras::Extras;
use super::guards::{Clue, Guard, Test};
use super::lanes::Lanes;
use super::lookup::{PairId, SlotBuilder, SlotId, Slots};
use super::promotions::{Plan, Promoting};
use super::steps::SetStep;
use super::tally::{Tally, board};
use crate::board::{BySide, Side, Square};
use crate::position::MoveKind;
use std::collections::BTreeSet;

/// All tables of a game.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Tables<B: Bits> {
    /// Whether the processor's own instructions are used.
    pub(crate) fast: bool,
    /// Blockable moves.
    pub(crate) slots: Slots<B>,
    /// What each man can do, by code.
    pub(crate) pieces: Vec<Piece<B>>,
    /// The codes of each side's men that can do something.
    pub(crate) movers: BySide<Vec<u8>>,
    /// How they are counted.
    pub(crate) tally: BySide<Tally<B>>,
    /// The codes of each side's men that can take en passant.
    pub(crate) passing_takers: BySide<Vec<u8>>,
    /// For each number that a code can be, whether such a man's moving ends its side's castling.
    pub(crate) castlers: Box<[bool; 256]>,
    /// The codes of those men.
    pub(crate) castling_codes: Vec<u8>,
    /// The codes of each side's royals.
    pub(crate) royals: BySide<Vec<u8>>,
    /// How each side's men attack, seen from the square that is attacked.
    pub(crate) attacks: BySide<Vec<AttackGroup<B>>>,
    /// What to look at first, for each code that attacks.
    pub(crate) watches: BySide<Vec<Watch<B>>>,
    /// For each code the number of its watch on its side; one that there is not for codes that attack nothing.
    pub(crate) watch_of: Box<[u8; 256]>,
    /// For each square what [`Watch::near`] says of it for each watch, and for any of them last.
    pub(crate) near: BySide<Rows<B>>,
    /// Whether a look at each kind that attacks costs less than one at each man that stands near.
    pub(crate) few: bool,
    /// How they attack over a man.
    pub(crate) hops: BySide<Vec<HopGroup<B>>>,
    /// Whether some moves take only royals, or only others.
    pub(crate) minds_royals: bool,
    /// How they attack men that are not royal, plainly and over a man, where that is something else.
    pub(crate) attacks_on_common: BySide<Option<AttackGroups<B>>>,
    /// The same seen from the men, table by table.
    pub(crate) dangers: BySide<Dangers<B>>,
    /// For each code the numbers of the first of these and of the one behind the last, where they are not joined.
    pub(crate) dangers_of: Box<[(u16, u16); 256]>,
    /// For each square of an enemy royal, and for each of those, the squares from which such a man may attack one where
    /// the royal can go, whoever stands between; last for any of them.
    pub(crate) near_royals: BySide<Rows<B>>,
    /// For each square of a royal where it can go, whoever stands where; moves that take nobody but royals left out.
    pub(crate) royals_go: BySide<B::Table<B>>,
    /// Whether a plain move changes nothing of the men but the two squares that it names.
    pub(crate) still: bool,
    /// The codes of each side's men that take a man beside their end, or come back to their start.
    pub(crate) detouring: BySide<Vec<u8>>,
    /// The codes of each side's men with irregular moves.
    pub(crate) irregulars: BySide<Vec<u8>>,
    /// The squares that must be empty between two squares, for each kind of line: `[target * squares + origin]`.
    pub(crate) lines: Vec<Vec<B>>,
    /// Conditions of entries.
    pub(crate) guards: Vec<(Side, Guard<B>)>,
    /// Those that matter when a side is to move and are not the same in all positions: its own, and those of the other
    /// side's attacks.
    pub(crate) guards_for: BySide<Vec<usize>>,
    /// Those of them that the other side's attacks have.
    pub(crate) guards_against: BySide<Vec<usize>>,
    /// When the game is over and no move is legal, for the side to move: when one of these holds.
    pub(crate) over: BySide<Vec<(Clue, Test<B>)>>,
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
    /// Moves that may not pass some men.
    pub(crate) screened: Vec<Screened<B>>,
    /// The same moves, if shifting all men at once pays.
    pub(crate) steps: Vec<SetStep<B>>,
    /// The squares from which a square is taken en passant.
    pub(crate) en_passant_from: Lanes<B>,
    /// Moves that are made and tested one by one.
    pub(crate) irregular: Vec<Irregular<B>>,
    /// Moves that take a man beside their end, or come back to their start.
    pub(crate) detours: Option<Box<Detours<B>>>,
    /// What its castling needs, by the number of the entry.
    pub(crate) castling: Vec<(usize, CastlingTest<B>)>,
    /// Its promotions.
    pub(crate) promotions: Vec<Plan<B>>,
    /// Whether it may not be left under attack.
    pub(crate) royal: bool,
    /// Where it promotes, if only zones decide.
    pub(crate) promoting: Option<Promoting<B>>,
    /// How it moves, if all that it has are moves of one of the usual forms.
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
    /// Moves of two slots and captures of two others, in pairs.
    Pairs(PairId, PairId),
    /// Moves of one sort that may not pass some men, without another condition.
    Screened,
    /// Moves and captures of leaps and slots, of more slots than the others.
    Mixed,
    /// Only `moves`, but of another form.
    Plain,
    /// With conditions, several rules of promotion, or moves that can be taken en passant.
    Other,
}

/// Ordinary moves that may end on the same squares.
#[derive(Debug)]
pub(crate) struct Moves<B: Bits> {
    pub(crate) onto: Ends,
    pub(crate) lanes: Lanes<B>,
    /// Where they end on an empty board, if that is worth a look first: they take royals only.
    pub(crate) near: Option<B::Table<B>>,
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
    /// Squares of enemy royals only.
    Royal,
    /// Squares of other enemies only.
    Common,
}

impl Ends {
    /// How many there are.
    pub(crate) const COUNT: usize = 5;
}

impl Ends {
    /// Whether it may be an empty square.
    pub(crate) fn empty(self) -> bool {
        matches!(self, Self::Both | Self::Empty)
    }

    /// Whether it may be an enemy's square.
    pub(crate) fn enemy(self) -> bool {
        self != Self::Empty
    }

    /// Whether it may be an enemy royal's square.
    pub(crate) fn attacks(self) -> bool {
        matches!(self, Self::Both | Self::Enemy | Self::Royal)
    }

    /// Whether it may be the square of an enemy that is not royal.
    pub(crate) fn attacks_common(self) -> bool {
        matches!(self, Self::Both | Self::Enemy | Self::Common)
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

/// Moves that may not pass some men, nor end on them if `ends` says so.
#[derive(Debug)]
pub(crate) struct Screened<B: Bits> {
    pub(crate) guard: usize,
    pub(crate) onto: Ends,
    pub(crate) lanes: Lanes<B>,
    /// The codes of those men.
    pub(crate) codes: Vec<u8>,
    pub(crate) ends: bool,
    /// From each square, those where such a man matters.
    pub(crate) near: B::Table<B>,
    /// The squares that such a man shuts off: `[from * squares + man]`.
    pub(crate) beyond: Vec<B>,
}

/// Moves that do something else than move and capture.
#[derive(Debug)]
pub(crate) struct Irregular<B: Bits> {
    pub(crate) lanes: Lanes<B>,
    pub(crate) onto: Onto,
    pub(crate) kind: MoveKind,
    pub(crate) lines: usize,
    /// Where it may start.
    pub(crate) here: B,
    /// Whether it is only for who is not in check.
    pub(crate) unchecked: bool,
    /// Whether no square that it passes may be attacked.
    pub(crate) safe_path: bool,
    /// What else it needs, if there is something, asked of each move.
    pub(crate) test: Option<Test<B>>,
}

/// How men attack: plainly, and over a man.
pub(crate) type AttackGroups<B> = (Vec<AttackGroup<B>>, Vec<HopGroup<B>>);

/// Men that attack in the same way.
#[derive(Debug)]
pub(crate) struct AttackGroup<B: Bits> {
    /// Which men.
    pub(crate) codes: Vec<u8>,
    /// Their condition.
    pub(crate) guard: Option<usize>,
    /// The codes of men that they may not pass.
    pub(crate) screen: Vec<u8>,
    /// The squares from which a square is attacked.
    pub(crate) from: Lanes<B>,
    /// Attacks that can be blocked.
    pub(crate) threats: Vec<Threat<B>>,
    /// Attacks that cannot be blocked: the squares from which a square is attacked.
    pub(crate) leaps: Option<B::Table<B>>,
}

/// Some sets for each square, side by side.
#[derive(Debug, Default)]
pub(crate) struct Rows<B> {
    sets: Vec<B>,
    length: usize,
}

impl<B: Bits> Rows<B> {
    /// The rows of some tables: of each what it has for the square, and last all of it together.
    pub(super) fn of(tables: &[&B::Table<B>], squares: usize) -> Self {
        let row = |square| tables.iter().map(|table| table.at(square)).collect();
        Self::new(board(squares).map(row))
    }

    /// These rows, square by square, each with all of it together added.
    pub(super) fn new(rows: impl Iterator<Item = Vec<B>>) -> Self {
        let (mut sets, mut length) = (Vec::new(), 0);
        for row in rows {
            length = row.len() + 1;
            let any = row.iter().fold(B::EMPTY, |all, &set| all | set);
            sets.extend(row);
            sets.push(any);
        }
        Self { sets, length }
    }

    /// The sets of a square, and all of them together.
    #[inline(always)]
    pub(crate) fn at(&self, square: Square) -> (&[B], B) {
        let start = square.index() * self.length;
        let row = &self.sets[start..start + self.length];
        (row, row.last().copied().unwrap_or(B::EMPTY))
    }

    /// Its size in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.sets[..])
    }
}

/// A first look at whether men of a code can attack a square: most stand nowhere near.
#[derive(Debug)]
pub(crate) struct Watch<B: Bits> {
    pub(crate) code: u8,
    /// For each square those from which it may be attacked, whoever stands between.
    pub(crate) near: B::Table<B>,
    /// Their attack groups.
    pub(crate) groups: Vec<usize>,
    /// Whether they also attack over men.
    pub(crate) hops: bool,
}

/// Men that attack in the same way over one man.
#[derive(Debug)]
pub(crate) struct HopGroup<B: Bits> {
    /// Which men.
    pub(crate) codes: Vec<u8>,
    /// Their condition.
    pub(crate) guard: Option<usize>,
    /// The squares from which a square may be attacked.
    pub(crate) near: B::Table<B>,
    /// The same for the squares where an enemy royal can step from a square.
    pub(crate) around: B::Table<B>,
    /// The codes of men over which they may not go.
    pub(crate) screen: Vec<u8>,
    /// How they attack.
    pub(crate) hops: Vec<Hop<B>>,
}

/// Attacks over a man: exactly one must stand between, and on a hurdle.
#[derive(Debug)]
pub(crate) struct Hop<B: Bits> {
    /// For each target the squares from which it may be attacked.
    pub(crate) origins: B::Table<B>,
    /// Which lines hold the squares between.
    pub(crate) lines: usize,
    /// Which lines hold the hurdles.
    pub(crate) hurdles: usize,
}

/// What the men of one code attack under one condition.
#[derive(Debug)]
pub(super) struct Attacking<B: Bits> {
    pub(super) code: u8,
    pub(super) guard: Option<usize>,
    /// The shifts of all such men at once; the squares that must be empty for each and where it stays on the board.
    pub(super) steps: Vec<SetStep<B>>,
    /// The rest.
    pub(super) lanes: Lanes<B>,
}

/// Attacks along lines.
#[derive(Clone, Debug)]
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

impl<B: Bits> Watch<B> {
    /// One for each code of some groups.
    pub(super) fn all(
        attacks: &[AttackGroup<B>],
        hops: &[HopGroup<B>],
        squares: usize,
    ) -> Vec<Self> {
        let plain = attacks.iter().flat_map(|group| &group.codes);
        let codes = plain.chain(hops.iter().flat_map(|group| &group.codes));
        let codes: BTreeSet<u8> = codes.copied().collect();
        let watch = |code: u8| {
            let plain = attacks.iter().enumerate();
            let plain = plain.filter(|(_, group)| group.codes.contains(&code));
            let plain: Vec<(usize, &AttackGroup<B>)> = plain.collect();
            let over = hops.iter().filter(|group| group.codes.contains(&code));
            let over: Vec<&HopGroup<B>> = over.collect();
            let mut near = B::Table::filled(B::EMPTY);
            for square in (0..squares).map(|i| Square::new(i as u8)) {
                let plain = plain.iter().map(|(_, group)| group.near(square));
                let all = plain.chain(over.iter().map(|group| group.near.at(square)));
                *near.at_mut(square) = all.fold(B::EMPTY, |all, set| all | set);
            }
            Self {
                code,
                near,
                groups: plain.iter().map(|(number, _)| *number).collect(),
                hops: !over.is_empty(),
            }
        };
        codes.into_iter().map(watch).collect()
    }
}

impl<B: Bits> Attacking<B> {
    /// Its tables, each by itself.
    pub(super) fn ways(&self) -> Vec<Attack<B>> {
        let steps = (!self.steps.is_empty()).then(|| Attack::Steps(self.steps.clone()));
        let leaps = self.lanes.leaps().cloned().map(Attack::Leaps);
        let lines = self.lanes.slots().iter().copied().map(Attack::Line);
        steps.into_iter().chain(leaps).chain(lines).collect()
    }
}

impl<B: Bits> AttackGroup<B> {
    /// The squares from which a square is attacked on an empty board.
    fn near(&self, target: Square) -> B {
        let leaps = self
            .leaps
            .as_ref()
            .map_or(B::EMPTY, |leaps| leaps.at(target));
        let lines = self.threats.iter().map(|threat| threat.origins.at(target));
        lines.fold(leaps, |all, set| all | set)
    }
}

impl<B: Bits> Piece<B> {
    /// The form of its moves.
    pub(super) fn form_of(&self, slots: &mut SlotBuilder<B>) -> Form {
        let only_moves = self.passing.is_empty()
            && self.guarded.is_empty()
            && self.screened.is_empty()
            && self.promoting.is_some()
            && !self.leans();
        match &self.moves[..] {
            _ if !only_moves => Form::Other,
            [
                Moves {
                    onto: Ends::Both,
                    lanes,
                    ..
                },
            ] => match (lanes.leaps(), lanes.slots()) {
                (Some(_), []) => Form::Leaper,
                (None, &[slot]) => Form::Line(slot),
                (None, &[one, two]) => Form::Lines(one, two),
                _ => Form::Mixed,
            },
            [quiet, takes] if (quiet.onto, takes.onto) == (Ends::Empty, Ends::Enemy) => {
                Self::paired(&quiet.lanes, &takes.lanes, slots).unwrap_or(Form::Plain)
            }
            _ => Form::Plain,
        }
    }

    /// Whether all that it has are moves that may not pass some men.
    pub(super) fn is_screened(&self) -> bool {
        self.moves.is_empty()
            && self.passing.is_empty()
            && self.guarded.is_empty()
            && self.promotions.is_empty()
            && self.steps.is_empty()
            && self.detours.is_none()
            && self.screened.len() == 1
    }

    fn paired(quiet: &Lanes<B>, takes: &Lanes<B>, slots: &mut SlotBuilder<B>) -> Option<Form> {
        let (&[a, b], &[c, d]) = (quiet.slots(), takes.slots()) else {
            return None;
        };
        if quiet.has_leaps() || takes.has_leaps() {
            return None;
        }
        Some(Form::Pairs(slots.pair(a, c)?, slots.pair(b, d)?))
    }

    /// Where it promotes and where it must, if where a move ends says all of that.
    pub(super) fn promoting_by_end(&self) -> Option<(B, B)> {
        match &self.promotions[..] {
            [] => Some((B::EMPTY, B::EMPTY)),
            [plan] => plan.by_end(),
            _ => None,
        }
    }

    /// Whether some of its ordinary moves need men on other squares.
    pub(crate) fn leans(&self) -> bool {
        self.detours.as_ref().is_some_and(|detours| detours.leans())
    }

    /// Whether there is anything that it can do by itself; castling and en passant are looked for elsewhere.
    pub(super) fn can_move(&self) -> bool {
        !self.moves.is_empty()
            || !self.steps.is_empty()
            || !self.passing.is_empty()
            || !self.guarded.is_empty()
            || !self.screened.is_empty()
            || !self.irregular.is_empty()
            || self.detours.is_some()
    }
}
