//! What a rule means as a text that is the same however the rule was written.
//!
//! The texts are compared and never shown. Kinds have the names that both games share, counters their own names; lists
//! whose order means nothing are sorted, negations stand before single facts, moves are taken apart into single
//! directions.

use crate::board::{BySide, PieceId, PieceSet, Side};
use crate::notation::{Action, Bend, Leg, Legs, Modality, Range, Term, When, ways};
use crate::rules::{
    Amount, Compare, Condition, Counter, DropRule, Effect, End, Entry, Origin, Owner, Part,
    PartAct, Pick, Promotion, Region, Rules, Tally, Verb, Verdict, sentence,
};
use std::collections::BTreeSet;

/// Writes the rules of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Canon<'a> {
    rules: &'a Rules,
    names: &'a [String],
}

impl<'a> Canon<'a> {
    /// `names` are those of the kinds, in their order.
    pub(crate) fn new(rules: &'a Rules, names: &'a [String]) -> Self {
        Self { rules, names }
    }

    /// A kind.
    pub(crate) fn kind(&self, kind: PieceId) -> &'a str {
        self.names.get(kind.index()).map_or("", String::as_str)
    }

    /// Kinds, in the order of their names.
    pub(crate) fn kinds(&self, kinds: PieceSet) -> String {
        let names: BTreeSet<&str> = kinds.iter().map(|kind| self.kind(kind)).collect();
        format!("{names:?}")
    }

    fn both(&self, kinds: BySide<PieceSet>) -> String {
        format!("{}/{}", self.kinds(kinds.white), self.kinds(kinds.black))
    }

    /// A condition.
    pub(crate) fn condition(&self, condition: &Condition) -> String {
        self.clause(&sentence::simple(condition), true)
    }

    /// A condition or its opposite.
    fn clause(&self, condition: &Condition, yes: bool) -> String {
        match condition {
            Condition::Not(part) => self.clause(part, !yes),
            Condition::All(parts) | Condition::Any(parts) => {
                let all = matches!(condition, Condition::All(_)) == yes;
                let parts: BTreeSet<String> = parts.iter().map(|p| self.clause(p, yes)).collect();
                let parts: Vec<String> = parts.into_iter().collect();
                match parts.as_slice() {
                    [only] => only.clone(),
                    several => format!("({})", several.join(if all { " & " } else { " | " })),
                }
            }
            Condition::Count(pick, compare, number) => {
                let pick = self.pick(pick);
                let number = i64::from(*number);
                match (compare, yes) {
                    (Compare::Equal, true) => format!("{pick} = {number}"),
                    (Compare::Equal, false) => format!("{pick} != {number}"),
                    (Compare::AtLeast, true) | (Compare::Less, false) => {
                        format!("{pick} >= {number}")
                    }
                    (Compare::More, true) | (Compare::AtMost, false) => {
                        format!("{pick} >= {}", number + 1)
                    }
                    (Compare::Less, true) | (Compare::AtLeast, false) => {
                        least_or_none(&pick, number)
                    }
                    (Compare::AtMost, true) | (Compare::More, false) => {
                        least_or_none(&pick, number + 1)
                    }
                }
            }
            Condition::Always | Condition::Never => {
                format!("{}", (*condition == Condition::Always) == yes)
            }
            fact => {
                let not = if yes { "" } else { "not " };
                format!("{not}{}", self.fact(fact))
            }
        }
    }

    fn fact(&self, fact: &Condition) -> String {
        match fact {
            Condition::Versus(left, compare, right) => {
                format!("{} {compare:?} {}", self.pick(left), self.pick(right))
            }
            // The usual check may be written as the attack that it is.
            Condition::Attacked {
                men,
                by: None,
                every: false,
            } if self.is_royals(men) => {
                let enemy = men.owner == Owner::Enemy;
                format!("{:?}", Condition::Check { enemy })
            }
            Condition::Attacked { men, by, every } => {
                let by = by.as_deref().map(|by| self.pick(by));
                format!("attacked {} {by:?} {every}", self.pick(men))
            }
            Condition::Counter {
                of,
                compare,
                number,
            } => format!("{} {compare:?} {number}", self.tally(*of)),
            Condition::Counters(left, compare, right) => {
                format!("{} {compare:?} {}", self.tally(*left), self.tally(*right))
            }
            Condition::Can(part) => format!("can {}", self.clause(part, true)),
            Condition::After(part) => format!("after {}", self.clause(part, true)),
            Condition::Remembered(bit) => self.remembered(*bit),
            Condition::MoverIs(kinds) => format!("mover {}", self.kinds(*kinds)),
            Condition::VictimIs(kinds) => format!("victim {}", self.kinds(*kinds)),
            other => format!("{other:?}"),
        }
    }

    /// Whether a choice is of all royals of a player, where their being attacked is check.
    fn is_royals(&self, pick: &Pick) -> bool {
        let all = Side::ALL
            .iter()
            .all(|side| self.rules.royals(*side) == pick.kinds);
        let player = matches!(pick.owner, Owner::Own | Owner::Enemy);
        self.rules.check.is_none() && all && player && pick.region == Region::Anywhere
    }

    /// What is remembered in a bit; it may ask for earlier bits.
    fn remembered(&self, bit: usize) -> String {
        match self.rules.remembered.get(bit) {
            Some(part) if !part.has(&|f| matches!(f, Condition::Remembered(b) if *b >= bit)) => {
                format!("last {}", self.clause(part, true))
            }
            _ => format!("last {bit}"),
        }
    }

    fn tally(&self, of: Tally) -> String {
        let counter = self.rules.counters.get(of.counter);
        format!("{} {}", of.enemy, counter.map_or("", |c| c.id.as_str()))
    }

    fn pick(&self, pick: &Pick) -> String {
        format!(
            "{:?} {} {}",
            pick.owner,
            self.kinds(pick.kinds),
            self.region(&pick.region)
        )
    }

    fn region(&self, region: &Region) -> String {
        match region {
            Region::Between(place, ends) => format!("between {place:?} {}", self.pick(ends)),
            Region::Outside(inside) => format!("outside {}", self.region(inside)),
            Region::At { pattern, from } => {
                let from = match from {
                    Origin::Place(place) => format!("{place:?}"),
                    Origin::Men(men) => self.pick(men),
                };
                format!("at {} from {from}", self.terms(pattern))
            }
            other => format!("{other:?}"),
        }
    }

    fn terms(&self, terms: &[Term]) -> String {
        let terms: BTreeSet<String> = terms.iter().flat_map(|term| self.term(term)).collect();
        format!("{terms:?}")
    }

    /// A piece's moves: what it can do, each with its condition and what it becomes by it.
    pub(crate) fn moves(&self, entries: &[Entry]) -> String {
        let mut all = BTreeSet::new();
        for entry in entries {
            let becomes: BTreeSet<&str> = entry.becomes.iter().map(|k| self.kind(*k)).collect();
            let condition = self.condition(&entry.condition);
            if condition == "false" {
                continue;
            }
            for term in &entry.movement.terms {
                for part in self.term(term) {
                    all.insert(format!("{part} if {condition} becomes {becomes:?}"));
                }
            }
        }
        format!("{all:?}")
    }

    /// A term, taken apart: legs into their directions, each with the ways in which it can end.
    fn term(&self, term: &Term) -> Vec<String> {
        let when = term.when;
        match &term.action {
            Action::Legs(legs) => self.legs(when, legs),
            Action::Castle(castle) => [(castle.left, "left"), (castle.right, "right")]
                .into_iter()
                .filter(|side| side.0)
                .map(|(_, side)| {
                    format!("{when:?} castle {side} {} {}", castle.squares, castle.inset)
                })
                .collect(),
            Action::Drop(drop) => vec![format!("{when:?} {drop:?}")],
        }
    }

    /// The ways of one leg and those of several. If there are too many, they are compared as they are written.
    fn legs(&self, when: When, legs: &Legs) -> Vec<String> {
        let paths = || legs.paths().iter();
        let single = paths().filter(|path| path.len() == 1).flatten();
        let mut parts: Vec<String> = single.flat_map(|leg| self.leg(when, leg)).collect();
        if paths().all(|path| path.len() == 1) {
            return parts;
        }
        match ways(legs, self.longest()) {
            Some(ways) => parts.extend(ways.iter().map(|way| format!("{when:?} {way}"))),
            None => parts.push(format!("{when:?} {:?}", legs.paths())),
        }
        parts
    }

    /// How many steps a ride has at most; on a ring of files as many as it likes.
    fn longest(&self) -> u16 {
        let shape = self.rules.shape;
        if shape.wraps() {
            u16::MAX
        } else {
            u16::from(shape.files().max(shape.ranks())) - 1
        }
    }

    fn leg(&self, when: When, leg: &Leg) -> Vec<String> {
        let mut parts = Vec::new();
        for modality in endings(leg) {
            let leg = self.plain(leg, modality);
            let text = |leg: &Leg| format!("{when:?} {leg:?}");
            if leg.is_universal() || leg.bend != Bend::None {
                parts.push(text(&leg));
                continue;
            }
            parts.extend(leg.steps.iter().map(|step| {
                text(&Leg {
                    steps: vec![*step],
                    ..leg.clone()
                })
            }));
        }
        parts
    }

    /// A leg with one ending, its range as short or as unlimited as it is on this board.
    fn plain(&self, leg: &Leg, modality: Modality) -> Leg {
        let range = match leg.range {
            Range::UpTo(n) if n >= self.longest() && !leg.wraps => Range::Unlimited,
            range => range,
        };
        Leg {
            range,
            modality,
            ..leg.clone()
        }
    }

    /// The second part of a turn.
    pub(crate) fn part(&self, part: &Part) -> String {
        let act = match &part.act {
            PartAct::Drop(kinds) => format!("drop {}", self.both(*kinds)),
            act => format!("{act:?}"),
        };
        let reach = part
            .reach
            .as_ref()
            .map(|(terms, from)| (self.terms(terms), *from));
        format!(
            "{act} {} {reach:?} {:?} {} {}",
            part.may,
            part.zone,
            part.vacated,
            self.condition(&part.condition)
        )
    }

    /// An effect.
    pub(crate) fn effect(&self, effect: &Effect) -> String {
        let on: BTreeSet<String> = effect.on.iter().map(|on| format!("{on:?}")).collect();
        let verbs: Vec<String> = effect.verbs.iter().map(|verb| self.verb(verb)).collect();
        format!("{on:?} {} {verbs:?}", self.condition(&effect.condition))
    }

    fn verb(&self, verb: &Verb) -> String {
        match verb {
            Verb::Remove(pick) => format!("remove {}", self.pick(pick)),
            Verb::Flip(pick) => format!("flip {}", self.pick(pick)),
            Verb::Settle(pick) => format!("settle {}", self.pick(pick)),
            Verb::Become(kinds) => {
                format!(
                    "become {}/{}",
                    self.kind(kinds.white),
                    self.kind(kinds.black)
                )
            }
            Verb::Add {
                counter,
                enemy,
                number,
            } => {
                let of = Tally {
                    counter: *counter,
                    enemy: *enemy,
                };
                format!("add {number} {}", self.tally(of))
            }
            other => format!("{other:?}"),
        }
    }

    fn amount(&self, amount: &Amount) -> String {
        format!("{:?} {}", amount.number, self.both(amount.men))
    }

    /// A counter.
    pub(crate) fn counter(&self, counter: &Counter) -> String {
        let again = counter.again.iter();
        let again: Vec<String> = again
            .map(|(condition, amount)| {
                format!("{} {}", self.condition(condition), self.amount(amount))
            })
            .collect();
        format!(
            "{} {} {again:?} {} {} {}",
            self.amount(&counter.start),
            self.condition(&counter.restart),
            self.condition(&counter.condition),
            counter.step,
            counter.in_fen
        )
    }

    /// What men can become, by kind.
    fn choices(&self, choices: &BySide<Vec<(PieceId, Vec<PieceId>)>>) -> String {
        let of = |side: Side| -> BTreeSet<String> {
            let lines = choices[side].iter().map(|(kind, forms)| {
                let forms: BTreeSet<&str> = forms.iter().map(|k| self.kind(*k)).collect();
                format!("{} {forms:?}", self.kind(*kind))
            });
            lines.collect()
        };
        format!("{:?}/{:?}", of(Side::White), of(Side::Black))
    }

    /// A promotion.
    pub(crate) fn promotion(&self, rule: &Promotion) -> String {
        let limits = rule.limits.iter();
        let limits: BTreeSet<(&str, u32)> = limits
            .map(|(kind, most)| (self.kind(*kind), *most))
            .collect();
        format!(
            "{} {:?} {:?} {limits:?} {} {}",
            self.choices(&rule.choices),
            rule.zone,
            [rule.arrive, rule.leave, rule.within, rule.stay],
            self.condition(&rule.must),
            self.condition(&rule.condition)
        )
    }

    /// A rule by which men are put down.
    pub(crate) fn drop(&self, rule: &DropRule) -> String {
        format!(
            "{} {:?} {} {}",
            self.choices(&rule.choices),
            rule.zone,
            self.condition(&rule.condition),
            rule.free
        )
    }

    /// An end of the game.
    pub(crate) fn end(&self, end: &End) -> String {
        let result = |side: Side| match end.result[side] {
            Verdict::More(kinds) => format!("more {}", self.both(kinds)),
            other => format!("{other:?}"),
        };
        let results = Side::ALL.map(result);
        format!(
            "{} {results:?} {:?} {:?}",
            self.condition(&end.condition),
            end.bonus,
            [end.reply, end.stops, end.claim]
        )
    }
}

fn least_or_none(pick: &str, number: i64) -> String {
    if number == 1 {
        format!("{pick} = 0")
    } else {
        format!("{pick} < {number}")
    }
}

/// The ways in which a leg can end, one by one where they do not hang together.
fn endings(leg: &Leg) -> Vec<Modality> {
    let all = leg.modality;
    if leg.leaves_passed || leg.unload || leg.lends {
        return vec![all];
    }
    let none = Modality {
        quiet: false,
        capture: false,
        en_passant: false,
        destroy: false,
    };
    let single = [
        (
            all.quiet,
            Modality {
                quiet: true,
                ..none
            },
        ),
        (
            all.capture,
            Modality {
                capture: true,
                ..none
            },
        ),
        (
            all.en_passant,
            Modality {
                en_passant: true,
                ..none
            },
        ),
        (
            all.destroy,
            Modality {
                destroy: true,
                ..none
            },
        ),
    ];
    single.into_iter().filter(|m| m.0).map(|m| m.1).collect()
}
