//! Men that are put down: which, and on which squares.

use super::bits::Bits;
use super::guards::{About, SetExpr, Test};
use super::plan::Builder;
use super::settle::{Sort, fixed_squares, settled};
use super::{Unsupported, code};
use crate::board::{Man, PieceId, Side};
use crate::rules::{Captured, Condition, DropRule, Law, Rules};

/// The men of one kind that can be put down.
#[derive(Clone, Debug)]
pub(crate) struct DropPlan<B: Bits> {
    /// What stands on the board then.
    pub(crate) form: PieceId,
    /// Its code.
    pub(crate) code: u8,
    /// The rules by which it can be put down; they add up.
    pub(crate) ways: Vec<DropWay<B>>,
    /// Whether it may not mate.
    pub(crate) mates_not: bool,
    /// What must be in hand and the squares, of which the empty ones count, if that is all.
    pub(crate) simple: Option<(PieceId, B)>,
}

impl<B: Bits> DropPlan<B> {
    /// What must be in hand and the squares, if that is all: one rule without tests, always the same squares, and a
    /// man that may be put down wherever another may.
    fn simply(&self, rules: &Rules, side: Side) -> Option<(PieceId, B)> {
        let [way] = &self.ways[..] else { return None };
        let asks_nothing =
            way.test.is_none() && !self.mates_not && !rules.kind(self.form).royal[side];
        let squares = way.squares.always().filter(|_| asks_nothing)?;
        way.needs.map(|kind| (kind, squares))
    }
}

/// One rule by which men are put down.
#[derive(Clone, Debug)]
pub(crate) struct DropWay<B: Bits> {
    /// What must be in hand.
    pub(crate) needs: Option<PieceId>,
    /// The squares, of which the empty ones count.
    pub(crate) squares: SetExpr<B>,
    /// What is asked square by square besides.
    pub(crate) test: Option<Test<B>>,
}

/// What becomes of men in hand.
#[derive(Clone, Debug)]
pub(crate) struct Hands {
    /// Whether there are hands at all.
    pub(crate) used: bool,
    /// Whether captured men go there.
    pub(crate) captured: bool,
    /// What each kind is there, by its number.
    pub(crate) kinds: Vec<PieceId>,
}

impl Hands {
    /// The hands of a game.
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            used: rules.uses_hands(),
            captured: rules.captured == Captured::Hand,
            kinds: rules.kinds.iter().map(|kind| kind.in_hand).collect(),
        }
    }
}

impl<B: Bits> Builder<'_, B> {
    /// What a side can put down.
    pub(super) fn drops(&mut self, side: Side) -> Result<Vec<DropPlan<B>>, Unsupported> {
        let rules = self.rules;
        let mut plans: Vec<DropPlan<B>> = Vec::new();
        for rule in &rules.drops {
            for (kind, forms) in &rule.choices[side] {
                for &form in forms {
                    let man = Man { side, kind: form };
                    let (squares, test) = self.drop_squares(rule, man)?;
                    let way = DropWay {
                        needs: (!rule.free).then_some(*kind),
                        squares,
                        test,
                    };
                    match plans.iter_mut().find(|plan| plan.form == form) {
                        Some(plan) => plan.ways.push(way),
                        None => plans.push(DropPlan {
                            form,
                            code: code(form, side),
                            ways: vec![way],
                            mates_not: rules.forbidden.iter().any(|l| mates_not(rules, l, man)),
                            simple: None,
                        }),
                    }
                }
            }
        }
        for plan in &mut plans {
            plan.simple = plan.simply(rules, side);
        }
        // Those of which more is asked come last.
        plans.sort_by_key(|plan| plan.simple.is_none());
        Ok(plans)
    }

    /// Where a man can be put down by a rule, and what is asked of each of these squares besides.
    fn drop_squares(
        &mut self,
        rule: &DropRule,
        man: Man,
    ) -> Result<(SetExpr<B>, Option<Test<B>>), Unsupported> {
        let rules = self.rules;
        let condition = settled(rules, &rule.condition, man, Sort::Drop);
        let (here, there, rest) = fixed_squares(rules, &condition, man);
        let stays = rules.kind(man.kind).stays[man.side].unwrap_or(there);
        let zone = (rule.zone[man.side] - rules.holes) & here & there & stays;
        let mut sets = vec![SetExpr::Const(B::from_set(zone))];
        let mut tests = Vec::new();
        let parts = match &rest {
            Condition::All(parts) => &parts[..],
            one => std::slice::from_ref(one),
        };
        for part in parts {
            match self.squares_where(part, man.side) {
                Ok(set) => sets.extend(set),
                Err(_) => tests.push(self.test(part, man.side, About::Move)?),
            }
        }
        let test = (!tests.is_empty()).then_some(Test::All(tests));
        Ok((SetExpr::all(sets), test))
    }
}

/// Whether a law only says that some men may not mate when they are put down.
pub(super) fn is_about_mating_drops(law: &Law) -> bool {
    let Condition::All(parts) = &law.condition else {
        return false;
    };
    let is_simple = |part: &Condition| {
        matches!(
            part,
            Condition::Drop | Condition::MoverIs(_) | Condition::SideIs(_)
        )
    };
    let mates = parts.iter().filter(|part| is_mate(part)).count();
    parts.contains(&Condition::Drop)
        && mates == 1
        && parts.iter().all(|part| is_mate(part) || is_simple(part))
}

/// Whether a condition says that the opponent is mated after the move.
fn is_mate(condition: &Condition) -> bool {
    let Condition::After(after) = condition else {
        return false;
    };
    **after
        == Condition::All(vec![
            Condition::Check { enemy: true },
            Condition::NoMove { enemy: true },
        ])
}

/// Whether a law forbids a man to mate when it is put down.
fn mates_not(rules: &Rules, law: &Law, man: Man) -> bool {
    is_about_mating_drops(law) && is_mate(&settled(rules, &law.condition, man, Sort::Drop))
}
