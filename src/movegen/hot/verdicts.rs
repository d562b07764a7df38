//! What the laws say of captures that remove royals.
//!
//! As long as the same royals stand where they do, it is the same: so it is asked once, and kept for each side. Beside the own
//! royal captures are forbidden in most games, beside the enemy's nothing else matters any more.

use super::generate::Search;
use super::node::Node;
use super::sieve::Doubts;
use crate::board::Square;
use crate::compile::{Bits, Blasts, Extras, Rule, Scope, SquareTable, Test};

/// What the laws for a side's moves say while the royals stand where they do.
#[derive(Clone, Copy)]
pub(super) struct Verdicts<B> {
    /// The only royals of the side and of the enemy, and what they are.
    royals: [(Square, u8); 2],
    /// Whether laws may forbid any move.
    any: bool,
    /// Whether a law forbids to leave the royal attacked.
    usual: bool,
    /// Whether a law asks where the royal goes, besides that.
    going: bool,
    /// The ends of captures that are forbidden whatever else they do.
    lost: B,
    /// The ends of captures that no law forbids.
    won: B,
    /// The ends of captures beside royals after which the royal must not be attacked.
    asked: B,
}

/// What the laws say of a position, from the mildest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Free,
    /// The royal must not be attacked.
    Usual,
    Forbidden,
}

/// For how many places of the royals it is kept: they mostly step to and fro.
const KEPT: usize = 32;

impl<'t, B: Bits, const FAST: bool> Search<'t, B, FAST> {
    /// The moves that have to be made and tested where captures surely remove the royals beside their ends, each side
    /// has one, and laws ask for nothing else than royals. The node is told which captures are forbidden, and its masks
    /// are lifted where they do not tell what is legal.
    ///
    /// Whether a capture is legal depends only on where it ends, unless its mover shields a royal; and only if it ends
    /// beside what shields one or attacks it the masks do not tell.
    pub(super) fn doubts_of_blasts(
        &mut self,
        extras: &'t Extras<B>,
        node: &mut Node<B>,
    ) -> Option<Doubts<B>> {
        let side = self.board.side;
        let blasts = extras.blasts[side].as_ref().filter(|blasts| blasts.sure)?;
        let enemy = self.royals_of(side.other());
        let is_known = !extras.laws[side].is_empty() && !extras.crowns;
        if !is_known || !node.royals.is_single() || !enemy.is_single() {
            return None;
        }
        let royals = [node.royals, enemy].map(B::first);
        let royals = royals.map(|royal| (royal, self.board.code_at(royal)));
        let verdicts = self.verdicts(extras, blasts, royals);
        if verdicts.any {
            return None;
        }
        let open_to = self.open_ends(&verdicts, blasts, node);
        let open = open_to & node.enemy;
        node.bar_captures(verdicts.lost);
        self.masked = false;
        let mut doubts = Doubts {
            from: node.royals | node.pinned,
            to: open,
            others: true,
            free_royals: true,
            shared: open.is_empty(),
            lost: verdicts.lost,
            open_to,
            ..Doubts::NONE
        };
        if !verdicts.going {
            (doubts.royal, doubts.danger) = (node.royals, !B::EMPTY);
        }
        Some(doubts)
    }

    /// Where captures are doubtful if somebody stands there. The masks of the node let men go there, and pinned men
    /// wherever captures are not forbidden.
    #[inline(always)]
    fn open_ends(&mut self, verdicts: &Verdicts<B>, blasts: &Blasts<B>, node: &mut Node<B>) -> B {
        if !verdicts.usual {
            node.lift_masks();
            return verdicts.asked;
        }
        if node.heritage.is_all() {
            node.shields = self.siblings.shields;
        }
        let held = (node.shields | node.checkers).squares();
        let near = held.fold(B::EMPTY, |all, square| all | blasts.ends.at(square));
        let open_to = near & !(verdicts.lost | verdicts.won);
        node.allowed |= (verdicts.won | open_to) & node.enemy;
        for man in node.pinned.squares() {
            let line = self.pin_line(man);
            self.set_pin_line(man, line | (node.enemy & !verdicts.lost));
        }
        open_to
    }

    /// What the laws say while the royals stand where they do.
    #[inline(always)]
    fn verdicts(
        &mut self,
        extras: &'t Extras<B>,
        blasts: &Blasts<B>,
        royals: [(Square, u8); 2],
    ) -> Verdicts<B> {
        let at = (royals[0].0.index() + 5 * royals[1].0.index()) % KEPT;
        match self.verdicts[self.board.side.index()].get(at) {
            Some(Some(known)) if known.royals == royals => *known,
            _ => self.ask_for_verdicts(extras, blasts, (royals, at)),
        }
    }

    #[cold]
    fn ask_for_verdicts(
        &mut self,
        extras: &'t Extras<B>,
        blasts: &Blasts<B>,
        (royals, at): ([(Square, u8); 2], usize),
    ) -> Verdicts<B> {
        let side = self.board.side;
        let laws = &extras.laws[side];
        let now = self.verdict(laws, B::EMPTY);
        let goes = |law: &Rule<B>| matches!(law.scope, Scope::Royals { number: false, .. });
        let mut found = Verdicts {
            royals,
            any: now == Verdict::Forbidden,
            usual: now == Verdict::Usual,
            going: laws.iter().any(goes),
            lost: B::EMPTY,
            won: B::EMPTY,
            asked: B::EMPTY,
        };
        let [own, enemy] = royals.map(|(royal, _)| blasts.ends.at(royal));
        let [at_own, at_enemy] = royals.map(|(royal, _)| B::of(royal));
        for (ends, gone) in [
            (own & !enemy, at_own),
            (enemy & !own, at_enemy),
            (own & enemy, at_own | at_enemy),
        ] {
            if ends.any() {
                *match self.verdict(laws, gone) {
                    Verdict::Forbidden => &mut found.lost,
                    Verdict::Free => &mut found.won,
                    Verdict::Usual => &mut found.asked,
                } |= ends;
            }
        }
        let kept = &mut self.verdicts[side.index()];
        kept.resize(KEPT, None);
        kept[at] = Some(found);
        found
    }

    /// What laws about royals would say if the men on some squares were gone.
    fn verdict(&mut self, laws: &[Rule<B>], gone: B) -> Verdict {
        let codes: Vec<u8> = gone.squares().map(|s| self.board.code_at(s)).collect();
        for (square, &code) in gone.squares().zip(&codes) {
            self.board.take(code, square);
        }
        let has_royal = self.royals().any();
        let said = |law: &Rule<B>| match &law.scope {
            Scope::Royals { test, .. } if self.holds_now(test) => Verdict::Forbidden,
            Scope::UsualWhile(test) if has_royal && self.holds_now(test) => Verdict::Usual,
            Scope::Usual if has_royal => Verdict::Usual,
            Scope::Usual => match law.judged.after {
                Some(Test::Exposed { counted: true, .. }) => Verdict::Forbidden,
                _ => Verdict::Free,
            },
            _ => Verdict::Free,
        };
        // The strictest.
        let verdict = laws.iter().map(said).max().unwrap_or(Verdict::Free);
        for (square, &code) in gone.squares().zip(&codes) {
            self.board.put(code, square);
        }
        verdict
    }
}
