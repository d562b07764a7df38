//! What some games have besides moves, captures and the usual law: effects of moves, laws, obligations, counters, what
//! is remembered, passes and second parts of the turn, made ready for the hot path.

use super::bits::Bits;
use super::blasts::Blasts;
use super::detours::names_passed;
use super::drops::is_about_mating_drops;
use super::guards::{About, Chosen, SetExpr, Test, is_open};
use super::lanes::Lanes;
use super::plan::Builder;
use super::settle::{asks_no_move, of_passes};
use super::{Unsupported, code, code_kind};
use crate::board::{BySide, Man, PieceId, Side};
use crate::movegen::castling::loses_rights_by_moving;
use crate::movegen::general::asks_for_moves;
use crate::notation::{Term, When};
use crate::rules::{
    Condition, Counter, Effect, Law, Origin, Owner, Part, PartAct, Pick, Place, Region, Rules,
    SquareState, Trigger, Verb,
};

/// All of that for one game.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Extras<B: Bits> {
    /// What happens besides a move, for the side that makes it, in order.
    pub(crate) effects: BySide<Vec<EffectPlan<B>>>,
    /// What sets off effects that can change who or what stands where.
    pub(crate) shaken_by: Vec<Trigger>,
    /// What captures by each side remove, if nothing else that follows from captures matters to royals.
    pub(crate) blasts: BySide<Option<Blasts<B>>>,
    /// Whether nothing follows from moves to empty squares.
    pub(crate) only_captures: bool,
    /// The laws for each side's moves.
    pub(crate) laws: BySide<Vec<Rule<B>>>,
    /// What each side has to do if it can, in order.
    pub(crate) forced: BySide<Vec<Judged<B>>>,
    /// Numbers that change with each side's moves.
    pub(crate) counters: BySide<Vec<CounterPlan<B>>>,
    /// What is remembered of a turn, one for each bit.
    pub(crate) remembered: Vec<Test<B>>,
    /// What counts as check of each side, if it is not that a royal is attacked, and whether a royal must be attacked
    /// for it.
    pub(crate) check: BySide<Option<(Test<B>, bool)>>,
    /// Whether the usual law is the only one and everything else is a matter of making moves.
    pub(crate) moves_plainly: bool,
    /// Where the usual law is the only one for each side's moves while none of these holds, and nothing but moves and
    /// passes decides what is legal.
    pub(crate) plain_unless: BySide<Option<Vec<Test<B>>>>,
    /// Whether a royal can be put down.
    pub(crate) puts_royals_down: bool,
    /// Whether a man can become royal by promotion.
    pub(crate) crowns: bool,
    /// Whether a law asks for the number of royals before a move.
    pub(crate) counts_royals: bool,
    /// Whether the laws for a side's moves ask of the position after a move only where which men stand, and effects
    /// only remove men.
    pub(crate) men_decide: BySide<bool>,
    /// When each side may pass, and whether it always may while it is not in check.
    pub(crate) pass: BySide<Option<(Test<B>, bool)>>,
    /// What comes after the move.
    pub(crate) part: BySide<Option<PartPlan<B>>>,
    /// Moves that make something else of the mover.
    pub(crate) crownings: BySide<Vec<Crowning<B>>>,
    /// Whether a wall that is put down is the only one.
    pub(crate) wall_moves: bool,
    /// How many men of a kind a side may have for one more to be made by promotion.
    pub(crate) limits: Vec<(PieceId, u32)>,
}

impl<B: Bits> Extras<B> {
    /// Whether the moves of a side always go through a sieve.
    pub(crate) fn are_sifted(&self, side: Side) -> bool {
        !self.moves_plainly && self.plain_unless[side].is_none()
    }

    /// Whether each move of a side is a turn, and promotions are the same everywhere.
    pub(crate) fn gives_only_moves(&self, side: Side) -> bool {
        self.part[side].is_none() && self.crownings[side].is_empty() && self.limits.is_empty()
    }

    /// Whether nothing follows from a side's moves to empty squares.
    pub(crate) fn spares_quiet_moves(&self, side: Side) -> bool {
        self.only_captures && self.part[side].is_none()
    }
}

/// Something that happens besides a move.
#[derive(Debug)]
pub(crate) struct EffectPlan<B: Bits> {
    pub(crate) on: Vec<Trigger>,
    /// Asked before the move.
    pub(crate) when: Test<B>,
    pub(crate) changes: Vec<Change<B>>,
}

/// One change of an effect.
#[derive(Debug)]
pub(crate) enum Change<B: Bits> {
    /// These men leave the board.
    Remove(Chosen<B>),
    /// The mover leaves the board.
    RemoveMover,
    /// These men change sides.
    Flip(Chosen<B>),
    /// The mover becomes this.
    Become(BySide<PieceId>),
    /// A wall stands there.
    Wall(Place),
    /// These men count as moved.
    Settle(Chosen<B>),
    /// A number is added to a counter of a side.
    Add(usize, Side, i32),
}

/// A statement about a move: what is asked before it is made, and what after it.
#[derive(Debug)]
pub(crate) struct Judged<B: Bits> {
    pub(crate) before: Test<B>,
    pub(crate) after: Option<Test<B>>,
}

/// A law: a statement about a move that makes it illegal.
#[derive(Debug)]
pub(crate) struct Rule<B: Bits> {
    pub(crate) judged: Judged<B>,
    pub(crate) scope: Scope<B>,
    /// Whether it asks for moves, so that it is not asked for the sake of another such law.
    pub(crate) asks_for_moves: bool,
    /// Whether it never forbids to pass.
    pub(crate) spares_passes: bool,
}

/// Which moves a law can forbid; the others need not be made and tested.
#[derive(Debug)]
pub(crate) enum Scope<B: Bits> {
    /// Those that leave a royal attacked or lose it: the checks and pins of a node tell which.
    Usual,
    /// The same while this holds, which only royals' moves and removals can change.
    UsualWhile(Test<B>),
    /// Those after which every royal is attacked.
    Every,
    /// While this does not hold, only royals' moves and removals; only removals if it asks for nothing but a number.
    Royals { test: Test<B>, number: bool },
    /// None but while this holds, which asks about the position before the move.
    While(Test<B>),
    /// Men put down.
    Drops,
    /// Promotions.
    Promotions,
    /// Moves of men of these codes.
    Movers(Vec<u8>),
    /// Moves that give check.
    Checks,
    /// Any.
    All,
}

/// A move that makes something else of the mover, or what it becomes where it stands.
#[derive(Debug)]
pub(crate) struct Crowning<B: Bits> {
    /// The mover.
    pub(crate) code: u8,
    /// How it moves, and whether to empty squares; nothing if it stays where it is.
    pub(crate) moves: Option<Lanes<B>>,
    /// Where it may start.
    pub(crate) zone: B,
    pub(crate) test: Test<B>,
    pub(crate) choices: Vec<PieceId>,
}

/// A number of a side that changes with its moves, and decides which moves are legal.
#[derive(Debug)]
pub(crate) struct CounterPlan<B: Bits> {
    /// Its place among the counters of the rules.
    pub(crate) at: usize,
    pub(crate) restart: Judged<B>,
    pub(crate) steps: Judged<B>,
    pub(crate) step: i32,
    /// What it starts at, without men.
    pub(crate) start: i32,
    /// It starts higher by the number of men of these codes.
    pub(crate) men: Vec<u8>,
}

/// A second part of a turn.
#[derive(Debug)]
pub(crate) struct PartPlan<B: Bits> {
    /// Whether it may be left out.
    pub(crate) may: bool,
    /// The squares from which a move must start to have it.
    pub(crate) from: SetExpr<B>,
    /// The squares on which something can be put.
    pub(crate) zone: B,
    pub(crate) act: PartDeed<B>,
}

/// What a second part does.
#[derive(Debug)]
pub(crate) enum PartDeed<B: Bits> {
    /// A wall is put down: on any square, or on those that a pattern reaches from a square of the move.
    Wall(Option<(Lanes<B>, Place)>),
    /// One of these men is put down from the hand where an own man has left.
    Gate(Vec<PieceId>),
}

/// The tests of which none may hold for the usual law to be all that the laws of a side say of its moves; nothing if
/// there is more to them.
fn plain_unless<B: Bits>(rules: &Rules, laws: &[Rule<B>], side: Side) -> Option<Vec<Test<B>>> {
    if rules.check.is_some() {
        return None;
    }
    let mut tests = Vec::new();
    let mut usual = rules.royals(side).is_empty();
    for law in laws {
        match (&law.scope, &law.judged.after) {
            // The masks of a node do not let a royal be removed.
            (Scope::Usual, Some(Test::Exposed { counted, .. }))
                if *counted || !removes_own(rules) =>
            {
                usual = true;
            }
            (Scope::While(test), _) => tests.push(test.clone()),
            _ => return None,
        }
    }
    usual.then_some(tests)
}

/// Whether some men can remove men of their own side.
fn removes_own(rules: &Rules) -> bool {
    rules.men().any(|man| {
        let mut legs = rules.terms(man).flat_map(Term::all_legs);
        legs.any(|leg| leg.modality.destroy)
    })
}

/// How many men of a kind a side may have for one more to be made by promotion.
fn limits(rules: &Rules) -> Result<Vec<(PieceId, u32)>, Unsupported> {
    let mut limits: Vec<(PieceId, u32)> = Vec::new();
    for promotion in &rules.promotions {
        for &limit in &promotion.limits {
            if !limits.contains(&limit) {
                limits.push(limit);
            }
        }
    }
    let of_all_rules = limits
        .iter()
        .all(|limit| rules.promotions.iter().all(|p| p.limits.contains(limit)));
    if !of_all_rules {
        return Err(Unsupported("promotions with several limits"));
    }
    Ok(limits)
}

/// What sets off effects that can change who or what stands where, as far as that can matter to royals.
fn shaken_by(rules: &Rules) -> Vec<Trigger> {
    let has_royals = Side::ALL.iter().any(|&s| !rules.royals(s).is_empty());
    // A wall shields royals.
    let shields = |verb: &Verb| has_royals && matches!(verb, Verb::Wall(_));
    let shakes = |verb: &Verb| moves_men(verb) || shields(verb);
    let effects = rules.effects.iter();
    let shaking = effects.filter(|e| e.verbs.iter().any(shakes));
    shaking.flat_map(|e| e.on.iter().copied()).collect()
}

/// Whether a game has anything of this kind.
pub(super) fn has_extras(rules: &Rules) -> bool {
    let usual = Condition::After(Box::new(Condition::Check { enemy: false }));
    let is_known = |condition: &Condition| *condition == usual;
    let mut others = rules
        .forbidden
        .iter()
        .filter(|law| !is_about_mating_drops(law));
    !(rules.effects.is_empty()
        && rules.counters.iter().all(|counter| !counter.decides)
        && rules.remembered.is_empty()
        && rules.unmoved.is_empty()
        && rules.check.is_none()
        && rules.turn.then.is_none()
        && rules.turn.pass == Condition::Never
        && rules.promotions.iter().all(|p| p.limits.is_empty())
        && !has_crownings(rules)
        && !crowns(rules)
        && rules
            .forced
            .iter()
            .all(|l| l.condition == Condition::Capture)
        && others.all(|law| is_known(&law.condition))
        && (has_usual(rules) || rules.kinds.iter().all(|k| !k.royal.white && !k.royal.black)))
}

fn has_usual(rules: &Rules) -> bool {
    let usual = Condition::After(Box::new(Condition::Check { enemy: false }));
    rules.forbidden.iter().any(|law| law.condition == usual)
}

/// Whether a royal can be put down, so that it may be attacked where it stands then.
fn puts_royals_down(rules: &Rules) -> bool {
    let mut drops = rules.drops.iter();
    drops.any(|drop| leads_to_royals(rules, &drop.choices))
}

/// Whether one of the men that some men can become, or be put down as, is royal.
fn leads_to_royals(rules: &Rules, choices: &BySide<Vec<(PieceId, Vec<PieceId>)>>) -> bool {
    Side::ALL.into_iter().any(|side| {
        let mut forms = choices[side].iter().flat_map(|(_, forms)| forms);
        forms.any(|&form| rules.kind(form).royal[side])
    })
}

/// Whether a man can become royal at the end of a move, and so be attacked where nobody asked before.
fn crowns(rules: &Rules) -> bool {
    let mut promotions = rules.promotions.iter();
    promotions.any(|promotion| leads_to_royals(rules, &promotion.choices))
}

/// Whether men become something else where they stand, or by some of their moves.
fn has_crownings(rules: &Rules) -> bool {
    let becomes = |man: Man| {
        let entries = &rules.kind(man.kind).entries[man.side];
        entries.iter().any(|entry| !entry.becomes.is_empty())
    };
    rules.promotions.iter().any(|p| p.stay) || rules.men().any(becomes)
}

impl<B: Bits> Builder<'_, B> {
    /// What the game has besides moves, captures and the usual law, if it has anything.
    pub(super) fn extras(&mut self) -> Result<Option<Box<Extras<B>>>, Unsupported> {
        let rules = self.rules;
        if !has_extras(rules) {
            return Ok(None);
        }
        if rules.effects.len() > 32 {
            return Err(Unsupported("more than 32 effects of moves"));
        }
        let mut remembered = Vec::new();
        for condition in &rules.remembered {
            for side in Side::ALL {
                remembered.push(self.test(condition, side, About::Move)?);
            }
        }
        let limits = limits(rules)?;
        let laws = self.by_side(Self::laws)?;
        if laws.white.len().max(laws.black.len()) > 32 {
            return Err(Unsupported("more than 32 laws"));
        }
        let shaken_by = shaken_by(rules);
        let is_usual = |rule: &Rule<B>| matches!(rule.scope, Scope::Usual);
        let lawful = |side| rules.royals(side).is_empty() || !laws[side].is_empty();
        let only_moves = shaken_by.is_empty()
            && limits.is_empty()
            && !has_crownings(rules)
            && !puts_royals_down(rules)
            && !crowns(rules)
            && rules.turn.then.is_none();
        let plain = only_moves && !self.takes_beside;
        let plain_unless =
            self.by_side(|_, side| Ok(plain_unless(rules, &laws[side], side).filter(|_| plain)))?;
        let removes = |verb: &Verb| matches!(verb, Verb::Remove(_) | Verb::RemoveMover);
        let only_removes = rules.effects.iter().all(|e| e.verbs.iter().all(removes));
        let guards_last = self.guards.iter().all(|(_, guard)| guard.is_fixed());
        Ok(Some(Box::new(Extras {
            effects: self.by_side(|builder, side| {
                let effects = rules.effects.iter();
                effects.map(|e| builder.effect(e, side)).collect()
            })?,
            forced: self.by_side(|builder, side| {
                let laws = rules.forced.iter();
                laws.map(|l| builder.judged(&l.condition, side)).collect()
            })?,
            counters: self.by_side(Self::counters)?,
            remembered,
            moves_plainly: rules.check.is_none()
                && Side::ALL.into_iter().all(lawful)
                && laws.white.iter().chain(&laws.black).all(is_usual)
                && only_moves
                && rules.forced.is_empty()
                && rules.turn.pass == Condition::Never,
            plain_unless,
            puts_royals_down: puts_royals_down(rules),
            crowns: crowns(rules),
            counts_royals: laws.white.iter().chain(&laws.black).any(is_usual),
            men_decide: BySide::from_fn(|side| {
                let tests = laws[side].iter().filter_map(|l| l.judged.after.as_ref());
                only_removes && guards_last && tests.into_iter().all(is_about_men)
            }),
            crownings: self.by_side(Self::crownings)?,
            check: self.by_side(|builder, side| {
                let Some(word) = &rules.check else {
                    return Ok(None);
                };
                let parts = match word {
                    Condition::All(parts) => &parts[..],
                    one => std::slice::from_ref(one),
                };
                let attack = parts
                    .iter()
                    .any(|part| builder.royals_attacked(part, side) == Some(false));
                Ok(Some((builder.test(word, side, About::Nothing)?, attack)))
            })?,
            pass: self.by_side(|builder, side| {
                let pass = Some(&rules.turn.pass).filter(|c| **c != Condition::Never);
                let test = pass.map(|c| builder.test(c, side, About::Move));
                let free = |test: &Test<B>| rules.check.is_none() && holds_unless_check(test, side);
                Ok(test
                    .transpose()?
                    .map(|test| (check_first(test.clone()), free(&test))))
            })?,
            part: self.by_side(|builder, side| {
                let part = rules.turn.then.as_ref();
                part.map(|p| builder.part(p, side)).transpose()
            })?,
            wall_moves: rules
                .turn
                .then
                .as_ref()
                .is_some_and(|part| part.act == PartAct::MoveWall),
            blasts: self.by_side(|builder, side| builder.blasts(&laws[side], &shaken_by, side))?,
            only_captures: rules.effects.iter().all(|e| e.on == [Trigger::Capture])
                && rules.counters.iter().all(|counter| !counter.decides)
                && rules.remembered.is_empty(),
            limits,
            shaken_by,
            laws,
        })))
    }

    pub(super) fn by_side<T>(
        &mut self,
        mut make: impl FnMut(&mut Self, Side) -> Result<T, Unsupported>,
    ) -> Result<BySide<T>, Unsupported> {
        Ok(BySide {
            white: make(self, Side::White)?,
            black: make(self, Side::Black)?,
        })
    }

    fn effect(&mut self, effect: &Effect, side: Side) -> Result<EffectPlan<B>, Unsupported> {
        let rules = self.rules;
        let mut changes = Vec::new();
        let matters = |verb: &&Verb| match verb {
            Verb::Add { counter, .. } => rules.counters.get(*counter).is_some_and(|c| c.decides),
            _ => true,
        };
        for verb in effect.verbs.iter().filter(matters) {
            changes.push(match verb {
                Verb::Remove(pick) => Change::Remove(self.chosen(pick, side)?),
                Verb::RemoveMover => Change::RemoveMover,
                Verb::Flip(pick) => Change::Flip(self.chosen(pick, side)?),
                Verb::Become(kinds) => Change::Become(*kinds),
                Verb::Wall(place) => Change::Wall(*place),
                Verb::Settle(pick) => Change::Settle(self.chosen(pick, side)?),
                Verb::Add {
                    counter,
                    enemy,
                    number,
                } => {
                    if !self.rules.counters[*counter].decides {
                        continue;
                    }
                    let of = if *enemy { side.other() } else { side };
                    Change::Add(*counter, of, *number)
                }
            });
        }
        Ok(EffectPlan {
            on: effect.on.clone(),
            when: self.test(&effect.condition, side, About::Move)?,
            changes,
        })
    }

    fn crownings(&mut self, side: Side) -> Result<Vec<Crowning<B>>, Unsupported> {
        let rules = self.rules;
        let mut all = Vec::new();
        for man in rules.men().filter(|man| man.side == side) {
            for entry in &rules.kind(man.kind).entries[side] {
                if entry.becomes.is_empty() {
                    continue;
                }
                let promotes = rules.promotions.iter().any(|rule| {
                    let of_man = |(kind, _): &(PieceId, Vec<PieceId>)| *kind == man.kind;
                    (rule.arrive || rule.leave || rule.within)
                        && rule.choices[side].iter().any(of_man)
                });
                if promotes {
                    return Err(Unsupported("moves that change a man that promotes as well"));
                }
                if names_passed(&entry.condition) {
                    return Err(Unsupported(
                        "moves that change the mover and ask for the squares that they pass",
                    ));
                }
                for term in &entry.movement.terms {
                    let leg = term.plain_leg().filter(|leg| {
                        let modality = leg.modality;
                        modality.quiet && !modality.capture && !modality.en_passant
                    });
                    let leg = leg.filter(|leg| !leg.leaves_passed && term.when == When::Always);
                    let Some(leg) = leg else {
                        return Err(Unsupported(
                            "moves that change the mover and are more than quiet steps",
                        ));
                    };
                    let reaches = self.reaches(leg, side)?;
                    let moves = Lanes::new(&self.pool, &mut self.slots, &reaches);
                    let moves = Some(moves);
                    all.push(Crowning {
                        code: code(man.kind, side),
                        moves,
                        zone: !B::EMPTY,
                        test: self.test(&entry.condition, side, About::Move)?,
                        choices: entry.becomes.clone(),
                    });
                }
            }
            for rule in rules.promotions.iter().filter(|rule| rule.stay) {
                let of_man = rule.choices[side]
                    .iter()
                    .find(|(kind, _)| *kind == man.kind);
                if let Some((_, choices)) = of_man {
                    all.push(Crowning {
                        code: code(man.kind, side),
                        moves: None,
                        zone: B::from_set(rule.zone[side]),
                        test: self.test(&rule.condition, side, About::Move)?,
                        choices: choices.clone(),
                    });
                }
            }
        }
        let castles = |crowning: &Crowning<B>| {
            let man = Man {
                kind: code_kind(crowning.code),
                side,
            };
            loses_rights_by_moving(rules, man) || rules.kind(man.kind).stays[side].is_some()
        };
        if all.iter().any(castles) {
            return Err(Unsupported("moves that change a man that castles"));
        }
        Ok(all)
    }

    fn counters(&mut self, side: Side) -> Result<Vec<CounterPlan<B>>, Unsupported> {
        let rules = self.rules;
        let deciding = rules.counters.iter().enumerate().filter(|(_, c)| c.decides);
        let plan = |(at, counter): (usize, &Counter)| {
            if !counter.again.is_empty() {
                return Err(Unsupported("counters that start again in several ways"));
            }
            let start = counter.start;
            Ok(CounterPlan {
                at,
                restart: self.judged(&counter.restart, side)?,
                steps: self.judged(&counter.condition, side)?,
                step: counter.step,
                start: start.number[side],
                men: Side::ALL
                    .into_iter()
                    .flat_map(|s| start.men[s].iter().map(move |kind| code(kind, s)))
                    .collect(),
            })
        };
        deciding.map(plan).collect()
    }

    /// A statement about a move, what is asked before it apart from what is asked after it.
    fn judged(&mut self, condition: &Condition, side: Side) -> Result<Judged<B>, Unsupported> {
        let (before, after) = split(condition)?;
        Ok(Judged {
            before: self.test(&before, side, About::Move)?,
            after: match after {
                Some(after) => Some(self.test(&after, side, About::Made)?),
                None => None,
            },
        })
    }

    fn laws(&mut self, side: Side) -> Result<Vec<Rule<B>>, Unsupported> {
        let rules = self.rules;
        let mut all = Vec::new();
        for law in &rules.forbidden {
            if is_about_mating_drops(law) {
                continue;
            }
            for part in alternatives(&law.condition) {
                all.push(self.law(&part, part == law.condition, side)?);
            }
        }
        let is_shield = |rule: &Rule<B>| {
            matches!(
                rule.scope,
                Scope::Usual | Scope::UsualWhile(_) | Scope::Every
            )
        };
        if all.iter().filter(|rule| is_shield(rule)).count() > 1 {
            return Err(Unsupported("several laws about attacked royals"));
        }
        let asks_for_royals = |rule: &Rule<B>| {
            matches!(
                rule.scope,
                Scope::UsualWhile(_) | Scope::Every | Scope::Royals { .. }
            )
        };
        if puts_royals_down(rules) && all.iter().any(asks_for_royals) {
            return Err(Unsupported("laws of its own and royals that are put down"));
        }
        // Where one of several royals may be attacked, a new one can only help.
        let counts_royals =
            |rule: &Rule<B>| asks_for_royals(rule) && !matches!(rule.scope, Scope::Every);
        if crowns(rules) && all.iter().any(counts_royals) {
            return Err(Unsupported("laws of its own and promotion to a royal"));
        }
        Ok(all)
    }

    fn law(&mut self, law: &Condition, whole: bool, side: Side) -> Result<Rule<B>, Unsupported> {
        let rules = self.rules;
        let asks_for_moves = asks_for_moves(law);
        let (before, after) = split(law)?;
        let exposes = after == Some(Condition::Check { enemy: false });
        // Each pass is asked by itself, unless men can pass by coming back to where they started.
        let moving = if self.takes_beside {
            before.clone()
        } else {
            of_passes(&before, false)
        };
        let spares_passes = of_passes(&before, true) == Condition::Never;
        if rules.check.is_none() && exposes && moving == Condition::Always {
            return Ok(Rule {
                judged: Judged {
                    before: self.test(&before, side, About::Move)?,
                    after: Some(Test::Exposed {
                        side,
                        counted: whole && before == Condition::Always,
                    }),
                },
                scope: Scope::Usual,
                asks_for_moves,
                spares_passes,
            });
        }
        let judged = self.judged(law, side)?;
        let scope = self.scope(&moving, after.as_ref(), side)?;
        Ok(Rule {
            judged,
            scope,
            asks_for_moves,
            spares_passes,
        })
    }

    fn scope(
        &mut self,
        before: &Condition,
        after: Option<&Condition>,
        side: Side,
    ) -> Result<Scope<B>, Unsupported> {
        let rules = self.rules;
        let parts = match before {
            Condition::All(parts) => &parts[..],
            one => std::slice::from_ref(one),
        };
        if parts.contains(&Condition::Drop) {
            return Ok(Scope::Drops);
        }
        if parts.contains(&Condition::Promotion) {
            return Ok(Scope::Promotions);
        }
        for part in parts {
            if let Condition::MoverIs(kinds) = part {
                return Ok(Scope::Movers(kinds.iter().map(|k| code(k, side)).collect()));
            }
        }
        if *before != Condition::Always && asks_no_move(before) {
            return Ok(Scope::While(self.test(before, side, About::Nothing)?));
        }
        let Some(after) = after.filter(|_| *before == Condition::Always) else {
            return Ok(Scope::All);
        };
        if rules.check.is_none() && *after == (Condition::Check { enemy: true }) {
            return Ok(Scope::Checks);
        }
        // The word for check written out.
        let after = match (&rules.check, after) {
            (Some(word), Condition::Check { enemy: false }) => word.clone(),
            (Some(word), Condition::All(parts)) => Condition::All(
                parts
                    .iter()
                    .flat_map(|part| match (part, word) {
                        (Condition::Check { enemy: false }, Condition::All(inner)) => inner.clone(),
                        (Condition::Check { enemy: false }, word) => vec![word.clone()],
                        (part, _) => vec![part.clone()],
                    })
                    .collect(),
            ),
            (_, other) => other.clone(),
        };
        let parts = match &after {
            Condition::All(parts) => &parts[..],
            one => std::slice::from_ref(one),
        };
        let (attacks, rest): (Vec<&Condition>, Vec<&Condition>) = parts
            .iter()
            .partition(|part| self.royals_attacked(part, side).is_some());
        if !rest.iter().all(|part| is_steady(rules, part)) {
            return Ok(Scope::All);
        }
        let rest = Condition::All(rest.into_iter().cloned().collect());
        Ok(match attacks[..] {
            [] => Scope::Royals {
                test: self.test(&rest, side, About::Nothing)?,
                number: is_number(&rest),
            },
            [attack] if self.royals_attacked(attack, side) == Some(false) => {
                Scope::UsualWhile(self.test(&rest, side, About::Nothing)?)
            }
            [_] if rest == Condition::All(Vec::new()) => Scope::Every,
            _ => Scope::All,
        })
    }

    /// Whether a condition says that some of the royals of a side are attacked, or that every one is (`true`).
    fn royals_attacked(&self, condition: &Condition, side: Side) -> Option<bool> {
        match condition {
            Condition::Attacked {
                men:
                    Pick {
                        owner: Owner::Own,
                        kinds,
                        region: Region::Anywhere,
                    },
                by: None,
                every,
            } if *kinds == self.rules.royals(side) => Some(*every),
            _ => None,
        }
    }

    fn part(&mut self, part: &Part, side: Side) -> Result<PartPlan<B>, Unsupported> {
        let rules = self.rules;
        let mut from = SetExpr::Const(!B::EMPTY);
        if let Some(set) = self.squares_where(&part.condition, side)? {
            if part.condition.has(&is_about_there) {
                return Err(Unsupported(
                    "a second part of the turn that depends on where a move ends",
                ));
            }
            from = set;
        }
        let usual_only =
            rules.forbidden.iter().all(is_usual_law) && rules.check.is_none() && has_usual(rules);
        let no_royals = Side::ALL.iter().all(|&s| rules.royals(s).is_empty());
        if !rules.forced.is_empty() || !rules.effects.is_empty() {
            return Err(Unsupported(
                "a second part of the turn and obligations or effects",
            ));
        }
        let act = match &part.act {
            PartAct::PutWall | PartAct::MoveWall => {
                if !no_royals || !usual_only || !rules.drops.is_empty() || part.may {
                    return Err(Unsupported("walls put down by players with a royal"));
                }
                PartDeed::Wall(match &part.reach {
                    Some((pattern, place @ (Place::Here | Place::There))) => {
                        Some((self.pattern(pattern, side, false)?, *place))
                    }
                    Some(_) => {
                        return Err(Unsupported("walls around the squares that a move passes"));
                    }
                    None => None,
                })
            }
            PartAct::Drop(kinds) => {
                if !usual_only || !(rules.turn.each_part || no_royals) || !part.may {
                    return Err(Unsupported("gating that a law depends on"));
                }
                PartDeed::Gate(kinds[side].iter().collect())
            }
        };
        Ok(PartPlan {
            may: part.may,
            from,
            zone: B::from_set(part.zone[side]),
            act,
        })
    }
}

fn is_usual_law(law: &Law) -> bool {
    law.condition == Condition::After(Box::new(Condition::Check { enemy: false }))
}

fn is_about_there(condition: &Condition) -> bool {
    matches!(
        condition,
        Condition::In(Place::There, _) | Condition::State(Place::There, _)
    )
}

/// Whether a change can alter whose or what men stand on the board.
fn moves_men(verb: &Verb) -> bool {
    match verb {
        Verb::Remove(_) | Verb::RemoveMover | Verb::Flip(_) | Verb::Become(_) => true,
        Verb::Wall(_) | Verb::Settle(_) | Verb::Add { .. } => false,
    }
}

/// Whether a test holds wherever a side is not in check.
fn holds_unless_check<B: Bits>(test: &Test<B>, side: Side) -> bool {
    match test {
        Test::Const(answer) => *answer,
        Test::Not(part) => matches!(**part, Test::Check(of) if of == side),
        Test::Any(parts) => parts.iter().any(|part| holds_unless_check(part, side)),
        Test::All(parts) => parts.iter().all(|part| holds_unless_check(part, side)),
        _ => false,
    }
}

/// The same test, in which check is asked first, as for where that is known.
fn check_first<B: Bits>(test: Test<B>) -> Test<B> {
    let sorted = |parts: Vec<Test<B>>| {
        let mut parts: Vec<Test<B>> = parts.into_iter().map(check_first).collect();
        let is_check = |test: &Test<B>| match test {
            Test::Not(part) => matches!(**part, Test::Check(_)),
            other => matches!(other, Test::Check(_)),
        };
        parts.sort_by_key(|part| !is_check(part));
        parts
    };
    match test {
        Test::All(parts) => Test::All(sorted(parts)),
        Test::Any(parts) => Test::Any(sorted(parts)),
        other => other,
    }
}

/// Whether a test asks only which men stand where, and about the squares of the move.
fn is_about_men<B: Bits>(test: &Test<B>) -> bool {
    match test {
        Test::All(parts) | Test::Any(parts) => parts.iter().all(is_about_men),
        Test::Not(part) => is_about_men(part),
        Test::Can(_)
        | Test::Royal(..)
        | Test::Stuck
        | Test::Counter(..)
        | Test::Counters(..)
        | Test::Remembered(_)
        | Test::Hand(..)
        | Test::State(_, SquareState::Unmoved | SquareState::Stuck, _) => false,
        _ => true,
    }
}

/// The alternatives of which a law forbids each.
fn alternatives(law: &Condition) -> Vec<Condition> {
    match law {
        Condition::Any(parts) => parts.iter().flat_map(alternatives).collect(),
        Condition::After(part) => match part.as_ref() {
            Condition::Any(parts) => parts
                .iter()
                .map(|part| Condition::After(Box::new(part.clone())))
                .collect(),
            _ => vec![law.clone()],
        },
        other => vec![other.clone()],
    }
}

/// A condition on a move in two: what is asked before it and what of the position after it.
fn split(condition: &Condition) -> Result<(Condition, Option<Condition>), Unsupported> {
    let is_after = |part: &Condition| matches!(part, Condition::After(_));
    if !condition.has(&is_after) {
        return Ok((condition.clone(), None));
    }
    match condition {
        Condition::After(part) => Ok((Condition::Always, Some((**part).clone()))),
        Condition::Not(part) => match split(part)? {
            (Condition::Always, Some(after)) => {
                Ok((Condition::Always, Some(Condition::Not(Box::new(after)))))
            }
            _ => Err(MIXED),
        },
        Condition::All(parts) => {
            let (mut before, mut after) = (Vec::new(), Vec::new());
            for part in parts {
                let (first, second) = split(part)?;
                if first != Condition::Always {
                    before.push(first);
                }
                after.extend(second);
            }
            Ok((joined(before), Some(joined(after))))
        }
        Condition::Any(parts) => {
            let mut after = Vec::new();
            for part in parts {
                match split(part)? {
                    (Condition::Always, Some(second)) => after.push(second),
                    _ => return Err(MIXED),
                }
            }
            Ok((Condition::Always, Some(Condition::Any(after))))
        }
        _ => Err(MIXED),
    }
}

/// The reason for statements that are about both.
const MIXED: Unsupported =
    Unsupported("a statement about a move that is partly about the position after it");

fn joined(mut parts: Vec<Condition>) -> Condition {
    match parts.len() {
        0 => Condition::Always,
        1 => parts.remove(0),
        _ => Condition::All(parts),
    }
}

/// Whether an ordinary move of a man that is not royal, which takes no royal, leaves a condition as it is.
fn is_steady(rules: &Rules, condition: &Condition) -> bool {
    match condition {
        Condition::Always | Condition::Never | Condition::SideIs(_) => true,
        Condition::Not(part) => is_steady(rules, part),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().all(|c| is_steady(rules, c)),
        Condition::Count(pick, ..) => is_steady_pick(rules, pick),
        _ => false,
    }
}

/// Whether a condition asks for numbers of men on the whole board, and nothing else.
fn is_number(condition: &Condition) -> bool {
    match condition {
        Condition::Not(part) => is_number(part),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().all(is_number),
        Condition::Count(pick, ..) => pick.region == Region::Anywhere,
        _ => false,
    }
}

fn is_steady_pick(rules: &Rules, pick: &Pick) -> bool {
    let royal = Side::ALL
        .into_iter()
        .all(|side| pick.kinds.difference(rules.royals(side)).is_empty());
    royal
        && match &pick.region {
            Region::Anywhere | Region::Zone(_) => true,
            Region::At {
                from: Origin::Men(men),
                ..
            } => is_open(&pick.region) && is_steady_pick(rules, men),
            _ => false,
        }
}
