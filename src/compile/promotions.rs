//! Promotion rules made ready for the hot path: which squares promote, to what.

use super::Unsupported;
use super::bits::Bits;
use super::settle::{Sort, settled};
use crate::board::{Man, PieceId, SquareSet};
use crate::rules::{Condition, Place, Promotion, Rules};

/// One promotion rule for one kind of one side.
#[derive(Clone, Debug)]
pub(crate) struct Plan<B> {
    /// The squares that make a move promote by ending there, for one that starts outside the rule's zone.
    from_outside: B,
    /// The same for one that starts inside.
    from_inside: B,
    zone: B,
    when: Squares<B>,
    must: Squares<B>,
    /// Whether where a move starts does not matter.
    simple: bool,
    /// Only moves that take an enemy man promote, or only those that do not.
    pub(crate) taking: Option<bool>,
    /// What the man may become.
    pub(crate) choices: Vec<PieceId>,
}

/// Where the men of a code promote by a rule that asks only for zones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Promoting<B> {
    /// Moves that start here have squares of their own.
    pub(crate) zone: B,
    /// The squares where moves that start outside of the zone promote, and those where moves that start inside do.
    pub(crate) squares: [B; 2],
    /// Those where they must.
    pub(crate) must: B,
}

/// Moves from some squares to some squares.
#[derive(Clone, Copy, Debug)]
struct Squares<B> {
    here: B,
    there: B,
}

impl<B: Bits> Plan<B> {
    /// The rules for a man.
    pub(super) fn all(rules: &Rules, man: Man) -> Result<Vec<Self>, Unsupported> {
        let of_man = |rule: &'_ Promotion| -> Option<Vec<PieceId>> {
            rule.choices[man.side]
                .iter()
                .find(|(kind, _)| *kind == man.kind)
                .map(|(_, to)| to.clone())
        };
        let plans = rules
            .promotions
            .iter()
            // Men that promote where they stand are made and tested one by one.
            .filter(|rule| rule.arrive || rule.leave || rule.within)
            .filter_map(|rule| of_man(rule).map(|choices| (rule, choices)));
        plans
            .map(|(rule, choices)| {
                let known = |condition| settled(rules, condition, man, Sort::Move);
                let (condition, taking) = without_taking(&known(&rule.condition));
                let when: Squares<B> = squares(rules, &condition, man)?;
                let must: Squares<B> = squares(rules, &known(&rule.must), man)?;
                let all = !B::EMPTY;
                let zone = B::from_set(rule.zone[man.side]);
                let if_so = |squares: B, so: bool| if so { squares } else { B::EMPTY };
                let from_outside = if_so(zone, rule.arrive);
                let from_inside =
                    if_so(zone, rule.arrive || rule.within) | if_so(!zone, rule.leave);
                Ok(Self {
                    taking,
                    simple: from_outside == from_inside && when.here == all && must.here == all,
                    from_outside,
                    from_inside,
                    zone,
                    when,
                    must,
                    choices,
                })
            })
            .collect()
    }

    /// Where men promote by some rules, if only zones decide.
    pub(super) fn promoting(plans: &[Self]) -> Option<Promoting<B>> {
        let none = Promoting {
            zone: B::EMPTY,
            squares: [B::EMPTY; 2],
            must: B::EMPTY,
        };
        match plans {
            [] => Some(none),
            [plan] if plan.taking.is_none() && plan.when.here == !B::EMPTY => Some(Promoting {
                zone: if plan.from_outside == plan.from_inside {
                    B::EMPTY
                } else {
                    plan.zone
                },
                squares: [plan.from_outside, plan.from_inside].map(|set| set & plan.when.there),
                must: plan.must(!B::EMPTY),
            })
            .filter(|_| plan.must.here == !B::EMPTY || plan.must.here.is_empty()),
            _ => None,
        }
    }

    /// Where a move promotes by its end, and where it must, if where it starts does not matter nor whom it takes.
    pub(super) fn by_end(&self) -> Option<(B, B)> {
        let promotes = self.from_outside & self.when.there;
        let is_so = self.simple && self.taking.is_none();
        is_so.then_some((promotes, promotes & self.must.there))
    }

    /// The squares where a move from a square promotes.
    #[inline(always)]
    pub(crate) fn promotes(&self, from: B) -> B {
        if (self.when.here & from).is_empty() {
            B::EMPTY
        } else if (self.zone & from).any() {
            self.from_inside & self.when.there
        } else {
            self.from_outside & self.when.there
        }
    }

    /// Of the squares where men end by one step, those where they promote and those where they may not stay what they
    /// are; `movers` is where they start.
    #[inline(always)]
    pub(crate) fn of_step(&self, movers: B, targets: B, shift: i32) -> (B, B) {
        if self.simple {
            return (
                targets & self.from_outside & self.when.there,
                self.must.there,
            );
        }
        let inside = (movers & self.zone).shift(shift);
        let promoting = self.from_outside & !inside | self.from_inside & inside;
        let when = (movers & self.when.here).shift(shift) & self.when.there;
        let must = (movers & self.must.here).shift(shift) & self.must.there;
        (targets & promoting & when, must)
    }

    /// Of those the squares where the man may not stay what it is.
    #[inline(always)]
    pub(crate) fn must(&self, from: B) -> B {
        if (self.must.here & from).is_empty() {
            B::EMPTY
        } else {
            self.must.there
        }
    }
}

/// A condition without what it says of captures, and that.
fn without_taking(condition: &Condition) -> (Condition, Option<bool>) {
    let says = |part: &Condition| match part {
        Condition::Capture => Some(true),
        Condition::Not(inner) if **inner == Condition::Capture => Some(false),
        _ => None,
    };
    let parts = match condition {
        Condition::All(parts) => &parts[..],
        one => std::slice::from_ref(one),
    };
    let taking = parts.iter().find_map(says);
    let rest = parts
        .iter()
        .filter(|part| taking.is_none() || says(part) != taking);
    (Condition::All(rest.cloned().collect()), taking)
}

/// The moves for which a condition on zones holds.
fn squares<B: Bits>(
    rules: &Rules,
    condition: &Condition,
    man: Man,
) -> Result<Squares<B>, Unsupported> {
    let all = !B::EMPTY;
    let everywhere: SquareSet = rules.shape.squares().collect();
    Ok(match condition {
        Condition::Always => Squares {
            here: all,
            there: all,
        },
        Condition::Never => Squares {
            here: B::EMPTY,
            there: all,
        },
        Condition::SideIs(side) => Squares {
            here: if *side == man.side { all } else { B::EMPTY },
            there: all,
        },
        Condition::In(Place::Here, zone) => Squares {
            here: B::from_set(zone[man.side]),
            there: all,
        },
        Condition::In(Place::There, zone) => Squares {
            here: all,
            there: B::from_set(zone[man.side]),
        },
        Condition::Not(part) => match part.as_ref() {
            Condition::In(Place::Here, zone) => Squares {
                here: B::from_set(everywhere - zone[man.side]),
                there: all,
            },
            Condition::In(Place::There, zone) => Squares {
                here: all,
                there: B::from_set(everywhere - zone[man.side]),
            },
            _ => return Err(Unsupported("a promotion that depends on more than zones")),
        },
        Condition::All(parts) => {
            let mut joined = Squares {
                here: all,
                there: all,
            };
            for part in parts {
                let part: Squares<B> = squares(rules, part, man)?;
                joined = Squares {
                    here: joined.here & part.here,
                    there: joined.there & part.there,
                };
            }
            joined
        }
        _ => return Err(Unsupported("a promotion that depends on more than zones")),
    })
}
