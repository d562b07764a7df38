//! What each man can do, and how squares are attacked.

use super::bits::{Bits, SquareTable};
use super::dangers::{Dangers, near_royals};
use super::detours::{KnownRoutes, Sorted, Trails, asks_for_passed};
use super::drops::Hands;
use super::extras::Extras;
use super::guards::{About, Guard, SetExpr, Test, codes, parts};
use super::lanes::Lanes;
use super::lookup::SlotBuilder;
use super::promotions::Plan;
use super::reach::{ReachId, ReachPool, reaches, reaches_of_legs};
use super::settle::{Passage, Sort, fixed_squares, passage, settled};
use super::steps::{SetStep, as_step};
use super::tables::{
    AttackGroup, Attacking, CastlingTest, Ends, Form, Guarded, HopGroup, Irregular, Moves, Piece,
    Rows, Screened, Tables, Watch,
};
use super::tally::Tally;
use super::{Onto, Unsupported, code, code_kind, code_side};
use crate::board::{BySide, Man, PieceSet, Shape, Side, Square, SquareSet};
use crate::movegen::castling::loses_rights_by_moving;
use crate::movegen::passing;
use crate::notation::{
    Action, Bend, Between, Hop, Leg, Legs, Modality, Onward, Range, Term, Victims, When,
};
use crate::position::{MoveKind, keys};
use crate::rules::{Condition, Entry, Kind, PartAct, Place, Rules, SquareState};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What a reach is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    Both,
    Quiet,
    Capture,
    /// Taking a royal, or a man that is none.
    Royal,
    Common,
    Passing,
    EnPassant,
    /// Taking on the way of a move that ends elsewhere; such moves are made elsewhere, this is for attacks.
    Struck,
}

impl Use {
    /// Where its moves may end; en passant, which ends on an empty square, is looked for elsewhere.
    pub(super) fn ends(self) -> Ends {
        match self {
            Self::Both => Ends::Both,
            Self::Quiet | Self::Passing | Self::EnPassant => Ends::Empty,
            Self::Capture | Self::Struck => Ends::Enemy,
            Self::Royal => Ends::Royal,
            Self::Common => Ends::Common,
        }
    }
}

/// The reaches of one man, by use and condition.
pub(super) type ByUse = BTreeMap<(Option<usize>, Use), Vec<ReachId>>;

/// The codes that attack along a reach, by condition.
pub(super) type Attacks = BTreeMap<(Option<usize>, ReachId), Vec<u8>>;

/// Lines of a kind while they are collected.
pub(super) struct Lines<B> {
    /// The squares between two squares: `[target * squares + origin]`.
    pub(super) between: Vec<B>,
    /// The origins entered so far, for each target.
    pub(super) known: Vec<SquareSet>,
}

/// Makes the tables of a game.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Builder<'a, B: Bits> {
    pub(super) rules: &'a Rules,
    pub(super) pool: ReachPool,
    pub(super) slots: SlotBuilder<B>,
    /// The reaches of legs that were asked before. Few, and most differ in their steps, which are compared first.
    known: Vec<((Side, Leg), Vec<ReachId>)>,
    /// The routes of several legs that were asked before.
    pub(super) routes: KnownRoutes,
    pub(super) lines: Vec<Lines<B>>,
    pub(super) guards: Vec<(Side, Guard<B>)>,
    pub(super) uses_passing: bool,
    /// Whether some moves take only royals, or only others.
    pub(super) minds_royals: bool,
    /// Whether something jumps over a man.
    pub(super) hops: bool,
    /// Whether some men take beside where they end, or come back to their start.
    pub(super) takes_beside: bool,
}

/// So many kinds are few: each is looked at, whether or not one of its men stands near.
const FEW_KINDS: usize = 8;

impl<B: Bits> Tables<B> {
    /// Compiles a game.
    pub(crate) fn new(rules: &Rules, fast: bool) -> Result<Self, Unsupported> {
        let mut builder = Builder::new(rules, fast);
        let mut pieces = Vec::new();
        let [mut attacks, mut common]: [BySide<Attacks>; 2] = Default::default();
        let mut reach: BySide<Vec<Attacking<B>>> = BySide::default();
        let mut royals_go = BySide::both(B::Table::filled(B::EMPTY));
        for man in rules.men() {
            let (piece, by_use) = builder.piece(man)?;
            builder.attacking(&piece, &by_use, man, &mut reach[man.side]);
            builder.takes_beside |= piece.detours.is_some();
            if piece.royal {
                builder.add_ends(&piece, &by_use, &mut royals_go[man.side]);
            }
            pieces.push(piece);
            add_attacks(&mut attacks[man.side], &by_use, man, Ends::attacks);
            add_attacks(&mut common[man.side], &by_use, man, Ends::attacks_common);
        }
        let (white, mut white_hops) = builder.attack_groups(attacks.white);
        let (black, mut black_hops) = builder.attack_groups(attacks.black);
        look_around(&mut white_hops, &royals_go.black, rules.shape);
        look_around(&mut black_hops, &royals_go.white, rules.shape);
        let minds_royals = builder.minds_royals;
        let mut on_common = |attacks| minds_royals.then(|| builder.attack_groups(attacks));
        let attacks_on_common = BySide {
            white: on_common(common.white),
            black: on_common(common.black),
        };
        builder.check_screens()?;
        let squares = rules.shape.len();
        let watches = BySide {
            white: Watch::all(&white, &white_hops, squares),
            black: Watch::all(&black, &black_hops, squares),
        };
        let attack_guards = BySide {
            white: attack_guards(&reach.white, &white, &white_hops),
            black: attack_guards(&reach.black, &black, &black_hops),
        };
        let guards_for = builder.guards_for(&attack_guards);
        let over = builder.by_side(Builder::over)?;
        let drops = builder.by_side(Builder::drops)?;
        let extras = builder.extras()?;
        if builder.takes_beside && extras.is_some() {
            builder.check_beside(rules)?;
        }
        if builder.hops {
            no_hurdles_put_down(rules)?;
        }
        let codes = |side, test: &dyn Fn(&Piece<B>) -> bool| {
            let of_side = rules.men().filter(|man| man.side == side);
            let codes = of_side.map(|man| code(man.kind, man.side));
            codes.filter(|&c| test(&pieces[c as usize])).collect()
        };
        let by_side = |test: &dyn Fn(&Piece<B>) -> bool| BySide::from_fn(|side| codes(side, test));
        if builder.slots.overfull {
            return Self::new(rules, false);
        }
        let slots = builder.slots.finish();
        let movers: BySide<Vec<u8>> = by_side(&|piece| piece.can_move());
        let few = watches.white.len().max(watches.black.len()) <= FEW_KINDS;
        let dangers = Dangers::both(&reach, (&slots, squares), (few, fast));
        Ok(Self {
            fast,
            still: is_still(&pieces, extras.as_deref()),
            guards_against: guards_against(&guards_for, &attack_guards),
            tally: Tally::both(fast, &movers, &pieces, &slots, squares),
            few,
            slots,
            movers,
            royals: by_side(&|piece| piece.royal),
            passing_takers: by_side(&|piece| !piece.en_passant_from.is_empty()),
            irregulars: by_side(&|piece| !piece.irregular.is_empty()),
            detouring: by_side(&|piece| piece.detours.is_some()),
            castling_codes: castling_codes(rules).collect(),
            castlers: castlers(rules),
            pieces,
            attacks: BySide { white, black },
            near: near(&watches, squares),
            near_royals: near_royals(&dangers, &royals_go, squares),
            royals_go,
            watch_of: watch_of(&watches),
            dangers_of: dangers_of(&dangers),
            watches,
            dangers,
            hops: BySide {
                white: white_hops,
                black: black_hops,
            },
            minds_royals,
            attacks_on_common,
            lines: builder.lines.into_iter().map(|l| l.between).collect(),
            guards: builder.guards,
            guards_for,
            over,
            drops,
            hands: Hands::new(rules),
            must_capture: extras.is_none() && !rules.forced.is_empty(),
            extras,
            man_keys: man_keys(rules),
            holes: B::from_set(rules.holes),
            squares,
        })
    }
}

/// Whether a plain move to an empty square changes nothing of the men but the two squares that it names.
fn is_still<B: Bits>(pieces: &[Piece<B>], extras: Option<&Extras<B>>) -> bool {
    let is_still = |extras: &Extras<B>| {
        Side::ALL
            .iter()
            .all(|&side| extras.effects[side].is_empty() || extras.only_captures)
    };
    extras.is_none_or(is_still) && pieces.iter().all(|piece| piece.detours.is_none())
}

/// The guards that matter when a side is to move and that the other side's attacks have.
fn guards_against(
    guards_for: &BySide<Vec<usize>>,
    attacks: &BySide<BTreeSet<usize>>,
) -> BySide<Vec<usize>> {
    BySide::from_fn(|side| {
        let all = guards_for[side].iter().copied();
        all.filter(|guard| attacks[side.other()].contains(guard))
            .collect()
    })
}

/// A wall is an occupied square, and what is skipped is not looked at.
fn no_walls_skipped(rules: &Rules, leg: &Leg) -> Result<(), Unsupported> {
    if leg.skip > 0 && rules.has_walls() {
        return Err(Unsupported("skipped squares, besides walls"));
    }
    Ok(())
}

/// Walls are no hurdles, though they are occupied squares like those of men; men that a second part of a turn puts down
/// are, and nothing asks what they uncover.
fn no_hurdles_put_down(rules: &Rules) -> Result<(), Unsupported> {
    let act = rules.turn.then.as_ref().map(|part| &part.act);
    if rules.has_walls() {
        return Err(Unsupported("jumps over men, besides walls"));
    }
    match act {
        Some(PartAct::Drop(_)) => Err(Unsupported("jumps over men, besides gating")),
        _ => Ok(()),
    }
}

/// Says from where squares next to an enemy royal can be attacked over a man, by where such royals go.
fn look_around<B: Bits>(hops: &mut [HopGroup<B>], royals_go: &B::Table<B>, shape: Shape) {
    for group in hops {
        group.around = around::<B>(&group.near, royals_go, shape);
    }
}

/// Adds what a man attacks with moves that end somewhere.
fn add_attacks(attacks: &mut Attacks, by_use: &ByUse, man: Man, ends: fn(Ends) -> bool) {
    for ((guard, _), reaches) in by_use.iter().filter(|((_, used), _)| ends(used.ends())) {
        for &reach in reaches {
            let codes = attacks.entry((*guard, reach)).or_default();
            codes.push(code(man.kind, man.side));
        }
    }
}

/// For each square of a royal those from which one of its steps can be attacked, from the squares from which each square
/// can be.
fn around<B: Bits>(near: &B::Table<B>, steps: &B::Table<B>, shape: Shape) -> B::Table<B> {
    let mut around = B::Table::filled(B::EMPTY);
    for square in shape.squares() {
        let ends = steps.at(square).squares();
        *around.at_mut(square) = ends.fold(B::EMPTY, |all, end| all | near.at(end));
    }
    around
}

/// The hash numbers of men, by code and square.
fn man_keys(rules: &Rules) -> Vec<u64> {
    let of_man = |man| rules.shape.squares().map(move |s| keys::man_key(man, s));
    rules.men().flat_map(of_man).collect()
}

/// For each number that a code can be, whether such a man's moving ends its side's castling.
fn castlers(rules: &Rules) -> Box<[bool; 256]> {
    let mut castlers = Box::new([false; 256]);
    for code in castling_codes(rules) {
        castlers[code as usize] = true;
    }
    castlers
}

/// The codes of the men whose moving ends their side's castling.
fn castling_codes(rules: &Rules) -> impl Iterator<Item = u8> {
    let men = rules
        .men()
        .filter(|&man| loses_rights_by_moving(rules, man));
    men.map(|man| code(man.kind, man.side))
}

/// For each code the number of its watch on its side.
fn watch_of<B: Bits>(watches: &BySide<Vec<Watch<B>>>) -> Box<[u8; 256]> {
    let mut numbers = Box::new([u8::MAX; 256]);
    for side in Side::ALL {
        for (at, watch) in watches[side].iter().enumerate() {
            numbers[watch.code as usize] = at as u8;
        }
    }
    numbers
}

/// For each code the numbers of the first of its dangers and of the one behind the last, if they stand side by side.
fn dangers_of<B: Bits>(dangers: &BySide<Dangers<B>>) -> Box<[(u16, u16); 256]> {
    let mut ranges = Box::new([(0, 0); 256]);
    for side in Side::ALL {
        for (at, danger) in dangers[side].others.iter().enumerate() {
            let (first, end) = &mut ranges[danger.code as usize];
            if *end == 0 {
                *first = at as u16;
            }
            *end = at as u16 + 1;
        }
    }
    ranges
}

/// From where men may attack each square.
fn near<B: Bits>(watches: &BySide<Vec<Watch<B>>>, squares: usize) -> BySide<Rows<B>> {
    BySide::from_fn(|side| {
        let near: Vec<_> = watches[side].iter().map(|watch| &watch.near).collect();
        Rows::of(&near, squares)
    })
}

/// The guards of a side's attacks.
fn attack_guards<B: Bits>(
    reach: &[Attacking<B>],
    plain: &[AttackGroup<B>],
    hops: &[HopGroup<B>],
) -> BTreeSet<usize> {
    let of_reach = reach.iter().map(|attacking| attacking.guard);
    let of_groups = plain.iter().map(|group| group.guard);
    let of_hops = hops.iter().map(|group| group.guard);
    of_reach.chain(of_groups).chain(of_hops).flatten().collect()
}

/// Whether a kind castles.
fn castles(kind: &Kind) -> bool {
    let entries = kind.entries.white.iter().chain(&kind.entries.black);
    let mut terms = entries.flat_map(|entry| &entry.movement.terms);
    terms.any(|term| matches!(term.action, Action::Castle(_)))
}

/// Whether legs are one leg of which tables can hold where it goes.
fn is_single(legs: &Legs) -> bool {
    matches!(legs.paths(), [path] if path.len() == 1)
}

/// The leg that says what may stand where a move ends, if tables can hold where it goes: one leg, or several of which
/// all but the last are single steps to empty squares.
fn served(legs: &Legs) -> Option<&Leg> {
    let [path] = legs.paths() else { return None };
    let (last, first) = path.split_last()?;
    let plain = |leg: &Leg| {
        !leg.is_universal() && leg.bend == Bend::None && !leg.lends && leg.range != Range::Half
    };
    let is_step = |leg: &Leg| {
        plain(leg)
            && leg.range == Range::UpTo(1)
            && leg.modality == Modality::QUIET
            && leg.onward == Onward::default()
            && leg.between == Between::Any
            && leg.victims == Victims::Any
            && !leg.unload
            && !leg.leaves_passed
    };
    let ends_plainly = |leg: &Leg| {
        first.is_empty()
            || leg.hop == Hop::None
                && leg.skip == 0
                && leg.between != Between::Occupied
                && !leg.same_length
                && !leg.leaves_passed
                && !leg.unload
                && !leg.modality.en_passant
                && !leg.modality.destroy
    };
    // With more legs not every way to a square is followed.
    let served = plain(last)
        && first.len() <= 2
        && first.iter().all(|leg| is_step(leg))
        && ends_plainly(last)
        && (last.victims == Victims::Any || !last.unload);
    served.then_some(&**last)
}

/// What keeps legs from being served.
pub(super) fn why_not_plain(legs: &Legs) -> &'static str {
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
    } else if leg.range == Range::Half {
        "rides to the middle of the board (`*`)"
    } else if leg.victims != Victims::Any {
        "swaps that depend on whether a man is royal (`k`, `t`)"
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
            known: Vec::new(),
            routes: KnownRoutes::new(),
            lines: Vec::new(),
            guards: Vec::new(),
            uses_passing: passing::is_used(rules),
            minds_royals: false,
            hops: false,
            takes_beside: false,
        }
    }

    /// The reaches of a leg, or the reason why there are none.
    pub(super) fn reaches(&mut self, leg: &Leg, side: Side) -> Result<Vec<ReachId>, Unsupported> {
        no_walls_skipped(self.rules, leg)?;
        // What it may end on does not change where it goes.
        let way = Leg {
            modality: Modality::default(),
            unload: false,
            ..leg.clone()
        };
        let way = (side, way);
        if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == way) {
            return Ok(known.clone());
        }
        let found = reaches(
            (self.rules.shape, self.rules.holes),
            leg,
            side,
            &mut self.pool,
        )
        .ok_or(Unsupported("moves that need several men to jump over"))?;
        self.hops |= found.iter().any(|&reach| self.pool.hops(reach));
        self.known.push((way, found.clone()));
        Ok(found)
    }

    fn reaches_of_legs(&mut self, legs: &Legs, side: Side) -> Result<Vec<ReachId>, Unsupported> {
        let board = (self.rules.shape, self.rules.holes);
        reaches_of_legs(board, legs, side, &mut self.pool)
            .ok_or(Unsupported("moves of several legs that lead back"))
    }

    /// What a man can do, and its reaches.
    pub(super) fn piece(&mut self, man: Man) -> Result<(Piece<B>, ByUse), Unsupported> {
        let rules = self.rules;
        let mut by_use = ByUse::new();
        let mut irregular = Vec::new();
        let mut castling = Vec::new();
        let mut trails = Trails::default();
        for (index, entry) in rules.kind(man.kind).entries[man.side].iter().enumerate() {
            let condition = settled(rules, &entry.condition, man, Sort::Move);
            if condition == Condition::Never {
                continue;
            }
            let (here, there, rest) = fixed_squares(rules, &condition, man);
            if !entry.becomes.is_empty() {
                // Made and tested one by one.
                continue;
            }
            let passage = passage(rules, rest, man);
            let guard = self.entry_guard(entry, &passage, man)?;
            for term in &entry.movement.terms {
                match &term.action {
                    Action::Legs(legs) => {
                        let squares = (here, passage.zone, there);
                        let Some(leg) = served(legs) else {
                            self.trail((term, legs), man, squares, &passage, &mut trails)?;
                            continue;
                        };
                        let reaches = self.term_reaches(term, leg, man, squares)?;
                        let guard = if self.is_remembered(term, man) {
                            Some(self.unmoved_guard(leg, &passage, man)?)
                        } else {
                            guard
                        };
                        self.sort_reaches(leg, &reaches, guard, &mut by_use)?;
                        irregular.extend(self.irregular(entry, leg, &reaches, man)?);
                    }
                    Action::Castle(_) if term.when != When::Unmoved => {
                        return Err(Unsupported("castling of a man that has moved"));
                    }
                    Action::Castle(_) => castling.push((index, self.castling(entry, man)?)),
                    Action::Drop(_) => return Err(Unsupported("drops")),
                }
            }
        }
        let Sorted { detours, struck } = self.sorted(&trails, &mut by_use)?;
        let mut lanes = |guard, used| {
            let reaches = by_use.get(&(guard, used)).map_or(&[][..], Vec::as_slice);
            Lanes::new(&self.pool, &mut self.slots, reaches)
        };
        let moves = [
            (Ends::Both, Use::Both),
            (Ends::Empty, Use::Quiet),
            (Ends::Enemy, Use::Capture),
            (Ends::Royal, Use::Royal),
            (Ends::Common, Use::Common),
        ];
        let mut moves: Vec<Moves<B>> = moves
            .into_iter()
            .map(|(onto, used)| Moves {
                onto,
                lanes: lanes(None, used),
                near: None,
            })
            .collect();
        moves.retain(|moves| !moves.lanes.is_empty());
        let passing = lanes(None, Use::Passing);
        if let Some(reaches) = by_use.get(&(None, Use::Royal)) {
            for moves in moves.iter_mut().filter(|m| m.onto == Ends::Royal) {
                moves.near = Some(self.ends(reaches));
            }
        }
        let en_passant_from = self.en_passant(&by_use)?;
        let promotions = Plan::all(rules, man)?;
        let guarded = self.guarded(&by_use);
        let screened = self.screened(&by_use)?;
        let mut piece = Piece {
            steps: self.steps(&by_use, &promotions, man),
            moves,
            passing,
            passed: self.passed(&by_use),
            guarded,
            screened,
            en_passant_from,
            irregular,
            detours,
            castling,
            promoting: Plan::promoting(&promotions),
            promotions,
            royal: rules.kind(man.kind).royal[man.side],
            form: Form::Other,
        };
        piece.form = piece.form_of(&mut self.slots);
        if piece.is_screened() && self.guards[piece.screened[0].guard].1.is_open() {
            piece.form = Form::Screened;
        }
        Self::check_royals(&piece)?;
        if !struck.is_empty() || piece.leans() {
            // All attacks and all moves are looked up together.
            piece.steps.clear();
        }
        if !struck.is_empty() {
            by_use.insert((None, Use::Struck), struck);
        }
        Ok((piece, by_use))
    }

    /// Whether moves of several legs stand beside nothing that they cannot have here in games with effects or laws.
    fn check_beside(&self, rules: &Rules) -> Result<(), Unsupported> {
        if asks_for_passed(rules) {
            return Err(Unsupported(
                "moves of several legs, and effects or laws about the squares that a move passes",
            ));
        }
        if self.hops || self.guards.iter().any(|(_, g)| g.screen.is_some()) {
            return Err(Unsupported(
                "moves of several legs and jumps, besides effects or laws of its own",
            ));
        }
        if self.minds_royals {
            return Err(Unsupported(
                "captures that depend on whether a man is royal, besides moves of several legs and effects or laws",
            ));
        }
        Ok(())
    }

    /// Whether a man has nothing that royals cannot have here.
    fn check_royals(piece: &Piece<B>) -> Result<(), Unsupported> {
        if piece.royal && !piece.passed.is_empty() {
            return Err(Unsupported("a royal that can be taken en passant"));
        }
        Ok(())
    }

    /// The guards that matter when a side is to move and are not the same in all positions: its own, and those of the
    /// other side's attacks.
    fn guards_for(&self, attacks: &BySide<BTreeSet<usize>>) -> BySide<Vec<usize>> {
        BySide::from_fn(|side| {
            let wanted = |&at: &usize| {
                let (of, guard) = &self.guards[at];
                let matters = *of == side || attacks[side.other()].contains(&at);
                matters && !guard.is_fixed()
            };
            (0..self.guards.len()).filter(wanted).collect()
        })
    }

    /// Adds where a man's moves end, whoever stands between.
    fn add_ends(&self, piece: &Piece<B>, by_use: &ByUse, into: &mut B::Table<B>) {
        if piece.leans() {
            // Where it can go is not all in its reaches.
            let all = self.rules.shape.squares().collect();
            *into = B::Table::filled(B::from_set(all));
            return;
        }
        let steps = by_use.iter().filter(|((_, used), _)| *used != Use::Royal);
        for &reach in steps.flat_map(|(_, reaches)| reaches) {
            for (from, ways) in self.pool.ways(reach).iter().enumerate() {
                let ends = ways.iter().fold(B::EMPTY, |all, way| all | B::of(way.to));
                *into.at_mut(Square::new(from as u8)) |= ends;
            }
        }
    }

    /// What a castling line needs.
    fn castling(&mut self, entry: &Entry, man: Man) -> Result<CastlingTest<B>, Unsupported> {
        let condition = &self.rules.castling.condition;
        if self.rules.check.is_none()
            && entry.condition == Condition::Always
            && let Condition::All(parts) = condition
            && let [
                Condition::Not(check),
                Condition::State(place, SquareState::Safe),
            ] = &parts[..]
            && **check == (Condition::Check { enemy: false })
            && matches!(place, Place::Path | Place::Track)
        {
            return Ok(CastlingTest::Safe {
                ends: *place == Place::Track,
            });
        }
        let mover = About::Men(PieceSet::of(man.kind));
        let common = self.test(condition, man.side, mover)?;
        let own = self.test(&entry.condition, man.side, mover)?;
        Ok(CastlingTest::Other(Test::All(vec![common, own])))
    }

    /// The guard of an entry's ordinary moves; irregular ones have tests instead.
    fn entry_guard(
        &mut self,
        entry: &Entry,
        passage: &Passage,
        man: Man,
    ) -> Result<Option<usize>, Unsupported> {
        let condition = &passage.rest;
        let leg_of = |t: &Term| t.legs().and_then(served).cloned();
        let is_regular = |t: &Term| {
            leg_of(t).is_some_and(|leg| {
                let m = leg.modality;
                m.quiet || m.en_passant || (m.capture && !leg.unload)
            })
        };
        let nothing_asked = *condition == Condition::Always && passage.screen.is_none();
        if nothing_asked || !entry.movement.terms.iter().any(is_regular) {
            return Ok(None);
        }
        let takes = |t: &Term| leg_of(t).is_some_and(|leg| leg.modality.capture);
        // Masks are only right where attacks last until the next move.
        let matters = self
            .rules
            .kinds
            .iter()
            .any(|k| k.royal.white || k.royal.black);
        let takes = entry.movement.terms.iter().any(takes);
        if takes && matters && !self.is_stable(condition, man.side) {
            return Err(Unsupported(
                "attacks with a condition that a move of the other side can change",
            ));
        }
        let mut guard = match self.guard(condition, man.side)? {
            Some(guard) => guard,
            None if passage.screen.is_none() => return Ok(None),
            None => Guard {
                here: SetExpr::Const(!B::EMPTY),
                there: SetExpr::Const(!B::EMPTY),
                screen: None,
            },
        };
        let screen = passage.screen.as_ref();
        guard.screen = screen.map(|s| (codes(s.owner, s.kinds, man.side), s.ends));
        if *condition == Condition::Always {
            let is_same = |(side, known): &(Side, Guard<B>)| {
                *side == man.side && known.screen == guard.screen && known.is_open()
            };
            if let Some(known) = self.guards.iter().position(is_same) {
                return Ok(Some(known));
            }
        }
        self.guards.push((man.side, guard));
        Ok(Some(self.guards.len() - 1))
    }

    /// Whether a term is only for men of which it is remembered that they have not moved.
    pub(super) fn is_remembered(&self, term: &Term, man: Man) -> bool {
        term.when == When::Unmoved && self.rules.unmoved.contains(man.kind)
    }

    /// The guard of an entry's moves that are only for men that have not moved.
    fn unmoved_guard(
        &mut self,
        leg: &Leg,
        passage: &Passage,
        man: Man,
    ) -> Result<usize, Unsupported> {
        if leg.modality.capture {
            return Err(Unsupported("captures by first moves that are remembered"));
        }
        if passage.screen.is_some() {
            return Err(Unsupported("first moves that may not pass some men"));
        }
        let all = || SetExpr::Const(!B::EMPTY);
        let guard = self.guard(&passage.rest, man.side)?;
        let guard = guard.unwrap_or(Guard {
            here: all(),
            there: all(),
            screen: None,
        });
        let here = SetExpr::all(vec![guard.here, SetExpr::Unmoved]);
        self.guards.push((man.side, Guard { here, ..guard }));
        Ok(self.guards.len() - 1)
    }

    /// The reaches of a term from and to the squares that its entry's condition allows.
    fn term_reaches(
        &mut self,
        term: &Term,
        leg: &Leg,
        man: Man,
        squares: (SquareSet, SquareSet, SquareSet),
    ) -> Result<Vec<ReachId>, Unsupported> {
        let reaches = match term.legs() {
            Some(legs) if is_single(legs) => self.reaches(leg, man.side)?,
            Some(legs) => self.reaches_of_legs(legs, man.side)?,
            None => Vec::new(),
        };
        let (here, passed, there) = self.squares_of(term, man, squares)?;
        let count = self.rules.shape.len();
        if [here, passed, there].iter().all(|s| s.len() == count) {
            return Ok(reaches);
        }
        let within = |r| self.pool.within(r, here, passed, there);
        Ok(reaches.into_iter().map(within).collect())
    }

    /// The squares from, over and to which a term may lead: those that its entry's condition allows, where the man may
    /// stay, and where it may start.
    pub(super) fn squares_of(
        &self,
        term: &Term,
        man: Man,
        (mut here, passed, mut there): (SquareSet, SquareSet, SquareSet),
    ) -> Result<(SquareSet, SquareSet, SquareSet), Unsupported> {
        let shape = self.rules.shape;
        if let Some(stays) = self.rules.kind(man.kind).stays[man.side] {
            there = there & stays;
        }
        match term.when {
            When::Always => {}
            When::Unmoved if self.rules.unmoved.contains(man.kind) => {}
            When::Unmoved => {
                let castles = |t: &Term| matches!(t.action, Action::Castle(_));
                let entries = &self.rules.kind(man.kind).entries[man.side];
                if entries.iter().flat_map(|e| &e.movement.terms).any(castles) {
                    return Err(Unsupported("first moves of a man that castles"));
                }
                let births = shape.squares().filter(|s| self.rules.starts_on(*s, man));
                here = here & births.collect();
            }
            When::Advanced => return Err(Unsupported("moves from one rank ahead of the start")),
        }
        Ok((here, passed, there))
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
            (true, true) if !passes && leg.victims == Victims::Any => uses.push(Use::Both),
            (quiet, capture) => {
                if quiet {
                    uses.push(if passes { Use::Passing } else { Use::Quiet });
                }
                if capture {
                    uses.push(match leg.victims {
                        Victims::Any => Use::Capture,
                        Victims::Royal => Use::Royal,
                        Victims::Common => Use::Common,
                    });
                    self.minds_royals |= leg.victims != Victims::Any;
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
            let lanes = Lanes::new(&self.pool, &mut self.slots, reaches);
            let mut irregular = Irregular {
                lanes,
                onto,
                kind,
                lines,
                here: !B::EMPTY,
                unchecked: false,
                safe_path: false,
                test: None,
            };
            self.ask(&mut irregular, &entry.condition, man)?;
            found.push(irregular);
        }
        Ok(found)
    }

    /// Says what an irregular move needs; of what is asked, most need not be asked of each move.
    fn ask(
        &mut self,
        irregular: &mut Irregular<B>,
        condition: &Condition,
        man: Man,
    ) -> Result<(), Unsupported> {
        let about = About::Men(PieceSet::of(man.kind));
        let mut rest = Vec::new();
        for part in parts(condition) {
            match self.test(part, man.side, about)? {
                Test::In(Place::Here, zone) => irregular.here &= zone,
                Test::Not(part) if matches!(*part, Test::Check(side) if side == man.side) => {
                    irregular.unchecked = true;
                }
                Test::State(Place::Path, SquareState::Safe, side) if side == man.side => {
                    irregular.safe_path = true;
                }
                Test::Const(true) => {}
                test => rest.push(test),
            }
        }
        irregular.test = (!rest.is_empty()).then_some(Test::All(rest));
        Ok(())
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
        let of_guards = by_use.iter().filter(|((guard, used), _)| {
            *used != Use::EnPassant && guard.is_some_and(|g| self.guards[g].1.screen.is_none())
        });
        let guarded =
            of_guards.filter_map(|((guard, used), reaches)| guard.map(|g| (g, *used, reaches)));
        guarded
            .map(|(guard, used, reaches)| Guarded {
                guard,
                onto: used.ends(),
                passing: used == Use::Passing,
                lanes: Lanes::new(&self.pool, &mut self.slots, reaches),
            })
            .collect()
    }

    /// The codes of men that moves with a condition may not pass.
    pub(super) fn screen(&self, guard: usize) -> Option<Vec<u8>> {
        let screen = self.guards[guard].1.screen.as_ref();
        screen.map(|(codes, _)| codes.clone())
    }

    /// Moves that may not pass some men.
    fn screened(&mut self, by_use: &ByUse) -> Result<Vec<Screened<B>>, Unsupported> {
        let squares = self.rules.shape.len();
        let mut screened = Vec::new();
        for ((guard, used), reaches) in by_use {
            let Some(guard) = *guard else { continue };
            let Some((codes, ends)) = self.guards[guard].1.screen.clone() else {
                continue;
            };
            if matches!(used, Use::Passing | Use::EnPassant) {
                return Err(Unsupported("en passant with a condition"));
            }
            let mut near = B::Table::filled(B::EMPTY);
            let mut beyond = vec![B::EMPTY; squares * squares];
            let mut ways_to: HashMap<(usize, Square), usize> = HashMap::new();
            for (from, way) in reaches.iter().flat_map(|&reach| {
                let ways = self.pool.ways(reach).iter().enumerate();
                ways.flat_map(|(from, ways)| ways.iter().map(move |way| (from, way)))
            }) {
                *ways_to.entry((from, way.to)).or_default() += 1;
                *near.at_mut(Square::new(from as u8)) |= B::from_set(way.path);
                for man in way.path.iter() {
                    beyond[from * squares + man.index()] |= B::of(way.to);
                }
            }
            if ways_to.values().any(|&n| n > 1) {
                return Err(Unsupported("several ways past men that may not be passed"));
            }
            screened.push(Screened {
                guard,
                onto: used.ends(),
                lanes: Lanes::new(&self.pool, &mut self.slots, reaches),
                codes,
                ends,
                near,
                beyond,
            });
        }
        Ok(screened)
    }

    /// Whether what may not be passed stays the same in a move, but for where its men stand.
    fn check_screens(&self) -> Result<(), Unsupported> {
        let rules = self.rules;
        let screens = || self.guards.iter().filter_map(|(_, g)| g.screen.as_ref());
        let is_royal = |&code: &u8| rules.kind(code_kind(code)).royal[code_side(code)];
        if screens().any(|(codes, _)| codes.iter().any(is_royal)) {
            return Err(Unsupported("men that may not pass a royal"));
        }
        let changes = !rules.promotions.is_empty() || !rules.drops.is_empty();
        if changes && screens().next().is_some() {
            return Err(Unsupported(
                "men that may not pass some kinds, which others can become",
            ));
        }
        if self.minds_royals && rules.kinds().any(|(_, k)| castles(k)) {
            return Err(Unsupported(
                "castling, and captures that depend on whether a man is royal (`k`, `t`)",
            ));
        }
        Ok(())
    }

    /// The ordinary moves as shifts, for men of few directions of which the array has many.
    fn steps(&self, by_use: &ByUse, promotions: &[Plan<B>], man: Man) -> Vec<SetStep<B>> {
        let count = self.rules.array.iter().filter(|m| **m == Some(man)).count();
        let royal = self.rules.kind(man.kind).royal[man.side];
        let uses = by_use
            .iter()
            .filter(|((_, used), _)| *used != Use::EnPassant);
        let many = uses.map(|(_, reaches)| reaches.len()).sum::<usize>() >= count;
        let taking = promotions.iter().any(|p| p.taking.is_some());
        if royal || promotions.len() > 1 || taking || many {
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
                    onto: used.ends(),
                    passing: *used == Use::Passing,
                    guard: *guard,
                });
            }
        }
        // A square that two steps of one man reach would be counted twice.
        let mut shifts: Vec<(i32, bool)> = Vec::new();
        for step in &steps {
            shifts.extend(step.onto.empty().then_some((step.shift, true)));
            shifts.extend(step.onto.enemy().then_some((step.shift, false)));
        }
        let distinct = shifts
            .iter()
            .enumerate()
            .all(|(i, s)| !shifts[..i].contains(s));
        // Where one table holds all that they do, looking it up for each man costs less than half a shift.
        let is_leap = |reaches: &Vec<ReachId>| reaches.iter().all(|&r| self.pool.is_leap(r));
        let tabled = promotions.is_empty()
            && by_use.keys().all(|&key| key == (None, Use::Both))
            && by_use.values().all(is_leap);
        let cost = if tabled { 2 * steps.len() } else { steps.len() };
        if distinct && cost < count {
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
}
