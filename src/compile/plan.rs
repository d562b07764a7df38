//! What each man can do, and how squares are attacked.

use super::bits::{Bits, SquareTable};
use super::guards::{Guard, Test};
use super::lanes::Lanes;
use super::lookup::{SlotBuilder, Slots};
use super::promotions::Plan;
use super::reach::{ReachId, ReachPool, Way, reaches};
use super::steps::{SetStep, as_step};
use super::{Onto, Unsupported, code};
use crate::board::{BySide, Man, PieceSet, Side, Square, SquareSet};
use crate::movegen::castling::loses_rights_by_moving;
use crate::movegen::passing;
use crate::notation::{Action, Bend, Leg, Legs, Modality, Range, Term, Victims, When};
use crate::position::{MoveKind, keys};
use crate::rules::{Condition, Entry, Rules};
use std::collections::{BTreeMap, HashMap};

/// All tables of a game.
#[derive(Debug)]
pub(crate) struct Tables<B: Bits> {
    /// Whether the processor's own instructions are used.
    pub(crate) fast: bool,
    /// Blockable moves.
    pub(crate) slots: Slots<B>,
    /// What each man can do, by code.
    pub(crate) pieces: Vec<Piece<B>>,
    /// How each side's men attack.
    pub(crate) attacks: BySide<Vec<AttackGroup<B>>>,
    /// The squares that must be empty between two squares, for each kind of line: `[target * squares + origin]`.
    pub(crate) lines: Vec<Vec<B>>,
    /// Conditions of entries.
    pub(crate) guards: Vec<(Side, Guard<B>)>,
    /// When the game is over and no move is legal, for the side to move: when one of these holds.
    pub(crate) over: BySide<Vec<Test<B>>>,
    /// Hash numbers of men, `[code * squares + square]`.
    pub(crate) man_keys: Vec<u64>,
    /// The number of squares.
    pub(crate) squares: usize,
}

/// What a man can do.
#[derive(Debug)]
pub(crate) struct Piece<B: Bits> {
    /// Moves to empty squares and captures.
    pub(crate) both: Lanes<B>,
    /// Moves to empty squares only.
    pub(crate) quiet: Lanes<B>,
    /// Captures only.
    pub(crate) capture: Lanes<B>,
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
    pub(crate) castling: Vec<(usize, Test<B>)>,
    /// Its promotions.
    pub(crate) promotions: Vec<Plan<B>>,
    /// Whether it may not be left under attack.
    pub(crate) royal: bool,
    /// Whether its moving ends its side's castling.
    pub(crate) loses_rights: bool,
}

/// Moves with a condition.
#[derive(Debug)]
pub(crate) struct Guarded<B: Bits> {
    pub(crate) guard: usize,
    pub(crate) onto_empty: bool,
    pub(crate) onto_enemy: bool,
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

/// Attacks along lines.
#[derive(Debug)]
pub(crate) struct Threat<B: Bits> {
    /// For each target the squares from which it is attacked on an empty board.
    pub(crate) origins: B::Table<B>,
    /// Which lines hold the squares between.
    pub(crate) lines: usize,
}

/// What a reach is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    Both,
    Quiet,
    Capture,
    Passing,
    EnPassant,
}

/// The reaches of one man, by use and condition.
pub(super) type ByUse = BTreeMap<(Option<usize>, Use), Vec<ReachId>>;

/// The codes that attack along a reach, by condition.
type Attacks = BTreeMap<(Option<usize>, ReachId), Vec<u8>>;

/// Makes the tables of a game.
pub(super) struct Builder<'a, B: Bits> {
    pub(super) rules: &'a Rules,
    pub(super) pool: ReachPool,
    pub(super) slots: SlotBuilder<B>,
    /// The reaches of legs that were asked before.
    known: HashMap<(Side, Leg), Vec<ReachId>>,
    lines: Vec<Vec<Option<B>>>,
    guards: Vec<(Side, Guard<B>)>,
    uses_passing: bool,
}

impl<B: Bits> Tables<B> {
    /// Compiles a game.
    pub(crate) fn new(rules: &Rules, fast: bool) -> Result<Self, Unsupported> {
        let mut builder = Builder::new(rules, fast);
        let mut pieces = Vec::new();
        let mut attacks: BySide<Attacks> = BySide::default();
        for man in rules.men() {
            let (piece, by_use) = builder.piece(man)?;
            pieces.push(piece);
            let takes = |used: &Use| matches!(used, Use::Both | Use::Capture);
            for ((guard, _), reaches) in by_use.iter().filter(|((_, used), _)| takes(used)) {
                for &reach in reaches {
                    let codes = attacks[man.side].entry((*guard, reach)).or_default();
                    codes.push(code(man.kind, man.side));
                }
            }
        }
        let attacks = BySide {
            white: builder.attack_groups(attacks.white),
            black: builder.attack_groups(attacks.black),
        };
        let over = BySide {
            white: builder.over(Side::White)?,
            black: builder.over(Side::Black)?,
        };
        let squares = rules.shape.len();
        let mut man_keys = Vec::with_capacity(pieces.len() * squares);
        for man in rules.men() {
            man_keys.extend(rules.shape.squares().map(|s| keys::man_key(man, s)));
        }
        let plain =
            |lines: Vec<Option<B>>| lines.into_iter().map(|l| l.unwrap_or(B::EMPTY)).collect();
        Ok(Self {
            fast,
            slots: builder.slots.finish(),
            pieces,
            attacks,
            lines: builder.lines.into_iter().map(plain).collect(),
            guards: builder.guards,
            over,
            man_keys,
            squares,
        })
    }
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

/// What keeps legs from being one plain leg.
fn why_not_plain(legs: &Legs) -> &'static str {
    let [path] = legs.paths() else {
        return "moves of several legs";
    };
    let [leg] = &path[..] else {
        return "moves of several legs";
    };
    if leg.is_universal() {
        "leaps to any square (`U`)"
    } else if leg.bend != Bend::None {
        "bent rides (`z`, `q`)"
    } else if leg.victims != Victims::Any {
        "captures that depend on whether a man is royal (`k`, `t`)"
    } else if leg.range == Range::Half {
        "rides to the middle of the board (`*`)"
    } else {
        "moves that are borrowed from other men (`x`)"
    }
}

impl<'a, B: Bits> Builder<'a, B> {
    /// Nothing made yet; `fast` says whether the processor's own instructions may be used.
    pub(super) fn new(rules: &'a Rules, fast: bool) -> Self {
        Self {
            rules,
            pool: ReachPool::default(),
            slots: SlotBuilder::new(fast && B::EXTRACTS),
            known: HashMap::new(),
            lines: Vec::new(),
            guards: Vec::new(),
            uses_passing: passing::is_used(rules),
        }
    }

    /// The reaches of a leg, or the reason why there are none.
    pub(super) fn reaches(&mut self, leg: &Leg, side: Side) -> Result<Vec<ReachId>, Unsupported> {
        // What it may end on does not change where it goes.
        let way = Leg {
            modality: Modality::default(),
            unload: false,
            ..leg.clone()
        };
        if let Some(known) = self.known.get(&(side, way.clone())) {
            return Ok(known.clone());
        }
        let found = reaches(
            (self.rules.shape, self.rules.holes),
            leg,
            side,
            &mut self.pool,
        )
        .ok_or(Unsupported("moves that need a man to jump over"))?;
        self.known.insert((side, way), found.clone());
        Ok(found)
    }

    /// What a man can do, and its reaches.
    pub(super) fn piece(&mut self, man: Man) -> Result<(Piece<B>, ByUse), Unsupported> {
        let rules = self.rules;
        let mut by_use = ByUse::new();
        let mut irregular = Vec::new();
        let mut castling = Vec::new();
        for (index, entry) in rules.kind(man.kind).entries[man.side].iter().enumerate() {
            let guard = self.entry_guard(entry, man)?;
            for term in &entry.movement.terms {
                match &term.action {
                    Action::Legs(legs) => {
                        let Some(leg) = legs.plain() else {
                            return Err(Unsupported(why_not_plain(legs)));
                        };
                        let reaches = self.term_reaches(term, leg, man)?;
                        self.sort_reaches(leg, &reaches, guard, &mut by_use)?;
                        irregular.extend(self.irregular(entry, leg, &reaches, man)?);
                    }
                    Action::Castle(_) if term.when != When::Unmoved => {
                        return Err(Unsupported("castling of a man that has moved"));
                    }
                    Action::Castle(_) => {
                        let mover = PieceSet::of(man.kind);
                        let common = self.test(&rules.castling.condition, man.side, mover)?;
                        let own = self.test(&entry.condition, man.side, mover)?;
                        castling.push((index, Test::All(vec![common, own])));
                    }
                    Action::Drop(_) => return Err(Unsupported("drops")),
                }
            }
        }
        let mut lanes = |guard, used| {
            let reaches = by_use.get(&(guard, used)).map_or(&[][..], Vec::as_slice);
            Lanes::new(&self.pool, &mut self.slots, reaches)
        };
        let (both, quiet) = (lanes(None, Use::Both), lanes(None, Use::Quiet));
        let (capture, passing) = (lanes(None, Use::Capture), lanes(None, Use::Passing));
        let en_passant_from = self.en_passant(&by_use)?;
        let promotions = Plan::all(rules, man)?;
        let piece = Piece {
            steps: self.steps(&by_use, &promotions, man),
            both,
            quiet,
            capture,
            passing,
            passed: self.passed(&by_use),
            guarded: self.guarded(&by_use),
            en_passant_from,
            irregular,
            castling,
            promotions,
            royal: rules.kind(man.kind).royal[man.side],
            loses_rights: loses_rights_by_moving(rules, man),
        };
        if piece.royal && !piece.passed.is_empty() {
            return Err(Unsupported("a royal that can be taken en passant"));
        }
        Ok((piece, by_use))
    }

    /// The guard of an entry's ordinary moves; irregular ones have tests instead.
    fn entry_guard(&mut self, entry: &Entry, man: Man) -> Result<Option<usize>, Unsupported> {
        let is_regular = |t: &Term| {
            t.plain_leg().is_some_and(|leg| {
                let m = leg.modality;
                m.quiet || m.en_passant || (m.capture && !leg.unload)
            })
        };
        if entry.condition == Condition::Always || !entry.movement.terms.iter().any(is_regular) {
            return Ok(None);
        }
        let takes = |t: &Term| t.plain_leg().is_some_and(|leg| leg.modality.capture);
        if entry.movement.terms.iter().any(takes) && !self.is_stable(&entry.condition, man.side) {
            return Err(Unsupported(
                "attacks with a condition that a move of the other side can change",
            ));
        }
        let Some(guard) = self.guard(&entry.condition, man.side)? else {
            return Ok(None);
        };
        self.guards.push((man.side, guard));
        Ok(Some(self.guards.len() - 1))
    }

    fn term_reaches(
        &mut self,
        term: &Term,
        leg: &Leg,
        man: Man,
    ) -> Result<Vec<ReachId>, Unsupported> {
        let reaches = self.reaches(leg, man.side)?;
        let shape = self.rules.shape;
        let everywhere: SquareSet = shape.squares().collect();
        let stays = self.rules.kind(man.kind).stays[man.side];
        let targets = stays.unwrap_or(everywhere);
        match term.when {
            When::Always if stays.is_none() => return Ok(reaches),
            When::Always => {
                let within = |r| self.pool.within(r, everywhere, targets);
                return Ok(reaches.into_iter().map(within).collect());
            }
            When::Unmoved => {}
            When::Advanced => return Err(Unsupported("moves from one rank ahead of the start")),
        }
        let castles = |t: &Term| matches!(t.action, Action::Castle(_));
        let entries = &self.rules.kind(man.kind).entries[man.side];
        if entries.iter().flat_map(|e| &e.movement.terms).any(castles) {
            return Err(Unsupported("first moves of a man that castles"));
        }
        let birth = shape
            .squares()
            .filter(|s| self.rules.starts_on(*s, man))
            .collect();
        Ok(reaches
            .into_iter()
            .map(|r| self.pool.within(r, birth, targets))
            .collect())
    }

    fn sort_reaches(
        &mut self,
        leg: &Leg,
        reaches: &[ReachId],
        guard: Option<usize>,
        by_use: &mut ByUse,
    ) -> Result<(), Unsupported> {
        let modality = leg.modality;
        let takes = modality.capture && !leg.unload;
        let passes = self.uses_passing
            && passing::leaves_passed(leg)
            && reaches.iter().any(|&r| !self.pool.is_leap(r));
        let unblocked = |r: &ReachId| {
            self.pool
                .ways(*r)
                .iter()
                .flatten()
                .any(|w| w.blockers.is_empty())
        };
        if passes && reaches.iter().any(unblocked) {
            return Err(Unsupported("lame moves of which some pass nothing"));
        }
        let mut uses = Vec::new();
        match (modality.quiet, takes) {
            (true, true) if !passes => uses.push(Use::Both),
            (quiet, capture) => {
                if quiet {
                    uses.push(if passes { Use::Passing } else { Use::Quiet });
                }
                if capture {
                    uses.push(Use::Capture);
                }
            }
        }
        if modality.en_passant {
            uses.push(Use::EnPassant);
        }
        for used in uses {
            let known: &mut Vec<ReachId> = by_use.entry((guard, used)).or_default();
            let new: Vec<ReachId> = reaches
                .iter()
                .copied()
                .filter(|r| !known.contains(r))
                .collect();
            known.extend(new);
        }
        Ok(())
    }

    fn irregular(
        &mut self,
        entry: &Entry,
        leg: &Leg,
        reaches: &[ReachId],
        man: Man,
    ) -> Result<Vec<Irregular<B>>, Unsupported> {
        let kind = if leg.unload {
            MoveKind::Swap
        } else {
            MoveKind::Destroy
        };
        let wanted = [
            (Onto::Own, leg.modality.destroy),
            (Onto::Enemy, leg.modality.capture && leg.unload),
        ];
        let mut found = Vec::new();
        for (onto, _) in wanted.into_iter().filter(|(_, wanted)| *wanted) {
            let lines = self.lines_for(reaches)?;
            let test = self.test(&entry.condition, man.side, PieceSet::of(man.kind))?;
            let lanes = Lanes::new(&self.pool, &mut self.slots, reaches);
            found.push(Irregular {
                lanes,
                onto,
                kind,
                lines,
                test,
            });
        }
        Ok(found)
    }

    fn en_passant(&mut self, by_use: &ByUse) -> Result<Lanes<B>, Unsupported> {
        if by_use
            .keys()
            .any(|(guard, used)| *used == Use::EnPassant && guard.is_some())
        {
            return Err(Unsupported("en passant with a condition"));
        }
        let reaches = by_use
            .get(&(None, Use::EnPassant))
            .map_or(&[][..], Vec::as_slice);
        let reversed: Vec<ReachId> = reaches.iter().map(|&r| self.pool.reversed(r)).collect();
        Ok(Lanes::new(&self.pool, &mut self.slots, &reversed))
    }

    fn guarded(&mut self, by_use: &ByUse) -> Vec<Guarded<B>> {
        let of_guards = by_use
            .iter()
            .filter(|((_, used), _)| *used != Use::EnPassant);
        let guarded =
            of_guards.filter_map(|((guard, used), reaches)| guard.map(|g| (g, *used, reaches)));
        guarded
            .map(|(guard, used, reaches)| Guarded {
                guard,
                onto_empty: matches!(used, Use::Both | Use::Quiet | Use::Passing),
                onto_enemy: matches!(used, Use::Both | Use::Capture),
                passing: used == Use::Passing,
                lanes: Lanes::new(&self.pool, &mut self.slots, reaches),
            })
            .collect()
    }

    /// The ordinary moves as shifts, for men of few directions of which the array has many.
    fn steps(&self, by_use: &ByUse, promotions: &[Plan<B>], man: Man) -> Vec<SetStep<B>> {
        let count = self.rules.array.iter().filter(|m| **m == Some(man)).count();
        let royal = self.rules.kind(man.kind).royal[man.side];
        if royal || promotions.len() > 1 || promotions.iter().any(|p| p.anywhere().is_none()) {
            return Vec::new();
        }
        let mut steps = Vec::new();
        for ((guard, used), reaches) in by_use
            .iter()
            .filter(|((_, used), _)| *used != Use::EnPassant)
        {
            for &reach in reaches {
                let Some((shift, via, origins)) = as_step(&self.pool, reach) else {
                    return Vec::new();
                };
                steps.push(SetStep {
                    shift,
                    via,
                    origins,
                    onto_empty: matches!(used, Use::Both | Use::Quiet | Use::Passing),
                    onto_enemy: matches!(used, Use::Both | Use::Capture),
                    passing: *used == Use::Passing,
                    guard: *guard,
                });
            }
        }
        // A square that two steps of one man reach would be counted twice.
        let mut shifts: Vec<(i32, bool)> = Vec::new();
        for step in &steps {
            shifts.extend(step.onto_empty.then_some((step.shift, true)));
            shifts.extend(step.onto_enemy.then_some((step.shift, false)));
        }
        let distinct = shifts
            .iter()
            .enumerate()
            .all(|(i, s)| !shifts[..i].contains(s));
        if distinct && steps.len() < count {
            steps
        } else {
            Vec::new()
        }
    }

    /// The squares that passing moves pass, with and without a condition.
    fn passed(&self, by_use: &ByUse) -> Vec<B> {
        let squares = self.rules.shape.len();
        let mut passed = Vec::new();
        for (_, reaches) in by_use.iter().filter(|((_, used), _)| *used == Use::Passing) {
            passed.resize(squares * squares, B::EMPTY);
            for (from, ways) in reaches
                .iter()
                .flat_map(|&r| self.pool.ways(r).iter().enumerate())
            {
                for way in ways {
                    passed[from * squares + way.to.index()] |= B::from_set(way.blockers);
                }
            }
        }
        passed
    }

    /// Men that attack along the same reaches form a group.
    fn attack_groups(&mut self, attacks: Attacks) -> Vec<AttackGroup<B>> {
        let mut groups: BTreeMap<(Option<usize>, Vec<u8>), Vec<ReachId>> = BTreeMap::new();
        for ((guard, reach), codes) in attacks {
            let reversed = self.pool.reversed(reach);
            groups.entry((guard, codes)).or_default().push(reversed);
        }
        groups
            .into_iter()
            .map(|((guard, mut codes), reaches)| {
                codes.dedup();
                let (leaps, rides): (Vec<ReachId>, Vec<ReachId>) =
                    reaches.iter().partition(|&&r| self.pool.is_leap(r));
                AttackGroup {
                    codes,
                    guard,
                    threats: self.threats(&rides),
                    leaps: (!leaps.is_empty()).then(|| self.origins(&leaps)),
                    from: Lanes::new(&self.pool, &mut self.slots, &reaches),
                }
            })
            .collect()
    }

    fn origins(&self, reaches: &[ReachId]) -> B::Table<B> {
        let mut table = B::Table::filled(B::EMPTY);
        for (target, ways) in reaches
            .iter()
            .flat_map(|&r| self.pool.ways(r).iter().enumerate())
        {
            *table.at_mut(Square::new(target as u8)) |=
                ways.iter().fold(B::EMPTY, |all, w| all | B::of(w.to));
        }
        table
    }

    /// Reversed reaches by the lines that hold what is between: as few kinds of line as their squares allow.
    fn threats(&mut self, reversed: &[ReachId]) -> Vec<Threat<B>> {
        let mut by_lines: BTreeMap<usize, Vec<ReachId>> = BTreeMap::new();
        for &reach in reversed {
            let lines = self.lines(reach);
            by_lines.entry(lines).or_default().push(reach);
        }
        by_lines
            .into_iter()
            .map(|(lines, reaches)| Threat {
                origins: self.origins(&reaches),
                lines,
            })
            .collect()
    }

    /// Lines that hold the ways of all these reaches, from their origins.
    fn lines_for(&mut self, reaches: &[ReachId]) -> Result<usize, Unsupported> {
        let found: Vec<usize> = reaches.iter().map(|&r| self.lines(r)).collect();
        let first = found.first().copied().unwrap_or(0);
        if found.iter().all(|&l| l == first) {
            Ok(first)
        } else {
            Err(Unsupported("swaps along several kinds of path"))
        }
    }

    /// The number of lines that hold a reach, entered there if it is new.
    fn lines(&mut self, reach: ReachId) -> usize {
        let squares = self.rules.shape.len();
        let entries: Vec<(usize, B)> = (self.pool.ways(reach).iter().enumerate())
            .flat_map(|(at, ways)| {
                ways.iter()
                    .map(move |w: &Way| (at * squares + w.to.index(), B::from_set(w.blockers)))
            })
            .collect();
        let agrees = |lines: &Vec<Option<B>>| {
            entries
                .iter()
                .all(|&(i, b)| lines[i].is_none_or(|known| known == b))
        };
        let index = self.lines.iter().position(agrees).unwrap_or_else(|| {
            self.lines.push(vec![None; squares * squares]);
            self.lines.len() - 1
        });
        for (i, blockers) in entries {
            self.lines[index][i] = Some(blockers);
        }
        index
    }
}
