//! Why a man is not put down, or does not promote where it stands; and by which rules it does.

use super::judge::{Finding, Judge, cost, nearest};
use super::read::Wanted;
use super::{Reason, laws, tell};
use crate::board::{Man, PieceId, Square};
use crate::movegen::general::{Acting, failing};
use crate::position::{Move, MoveKind};
use crate::rules::{DropRule, Promotion};
use crate::source::Location;

impl Judge<'_> {
    /// The rules by which the player may put down a man, each with what that man is in the hand.
    fn drop_rules(&self, kind: PieceId) -> Vec<(&DropRule, PieceId)> {
        let side = self.state.side;
        let rules = self.rules.drops.iter();
        let choices = rules.flat_map(|rule| rule.choices[side].iter().map(move |c| (rule, c)));
        choices
            .filter(|(_, (_, forms))| forms.contains(&kind))
            .map(|(rule, (held, _))| (rule, *held))
            .collect()
    }

    /// Whether a rule puts such a man down.
    pub(super) fn is_put_down(&self, kind: PieceId) -> bool {
        !self.drop_rules(kind).is_empty()
    }

    /// Why a man is not put down on a square.
    pub(super) fn drop(&self, kind: PieceId, square: Square) -> Finding {
        let (side, state) = (self.state.side, self.state);
        let all = self.drop_rules(kind);
        let places = |rules: &[(&DropRule, PieceId)]| -> Vec<Location> {
            rules.iter().map(|(rule, _)| rule.place.clone()).collect()
        };
        if all.is_empty() {
            return Finding::new(cost::NEVER, Reason::NeverDropped(kind));
        }
        let there =
            |&&(rule, held): &&(&DropRule, PieceId)| rule.free || state.in_hand(side, held) > 0;
        let held: Vec<_> = all.iter().filter(there).copied().collect();
        if held.is_empty() {
            return Finding::new(cost::PURPOSE, Reason::NotInHand(all[0].1)).at(places(&all));
        }
        if !state.is_free(square) {
            let reason = Reason::DropOccupied(kind, square);
            return Finding::new(cost::CIRCUMSTANCE, reason).at(places(&held));
        }
        let here = |&&(rule, _): &&(&DropRule, PieceId)| rule.zone[side].contains(square);
        let right: Vec<_> = held.iter().filter(here).copied().collect();
        if right.is_empty() {
            let reason = Reason::NotDroppedThere(kind, square);
            return Finding::new(cost::HISTORY, reason).at(places(&held));
        }
        let is_meant =
            |m: &Move| (m.kind, m.to, m.promotion) == (MoveKind::Drop, square, Some(kind));
        match self.moves_of(square).find(is_meant) {
            Some(mv) if self.is_legal(mv) => Finding::new(cost::TEXT, Reason::Spelling(vec![mv])),
            Some(mv) => laws::refusal(self, mv),
            None => {
                let found = right
                    .iter()
                    .filter_map(|(rule, _)| self.against(rule, kind, square));
                let nothing = || Finding::new(cost::HISTORY, Reason::NotDroppedThere(kind, square));
                nearest(found).unwrap_or_else(nothing)
            }
        }
    }

    /// The part of a drop rule's condition that does not hold.
    fn against(&self, rule: &DropRule, kind: PieceId, square: Square) -> Option<Finding> {
        let mv = Move {
            promotion: Some(kind),
            kind: MoveKind::Drop,
            ..Move::normal(square, square)
        };
        let acting = Acting::of(self.state, mv, None)?;
        let (rules, state) = (self.rules, self.state);
        let (part, about) = failing(rules, state, state.side, &acting, &rule.condition)?;
        let reason = Reason::DropCondition {
            kind,
            square,
            part: part.clone(),
            about: about.iter().collect(),
        };
        Some(Finding::new(cost::CIRCUMSTANCE, reason).at(vec![rule.place.clone()]))
    }

    /// The rules by which a legal move puts a man down, with the places of their names.
    pub(super) fn allowing_drops(&self, mv: Move) -> Vec<(String, Location)> {
        let (Some(kind), MoveKind::Drop) = (mv.promotion, mv.kind) else {
            return Vec::new();
        };
        let (side, state) = (self.state.side, self.state);
        let all = self.drop_rules(kind).into_iter();
        let allow = all.filter(|(rule, held)| {
            let has = rule.free || state.in_hand(side, *held) > 0;
            has && rule.zone[side].contains(mv.to) && self.against(rule, kind, mv.to).is_none()
        });
        allow
            .map(|(rule, _)| (rule.id.clone(), rule.place.clone()))
            .collect()
    }

    /// Whether a text with these squares can only mean that an own man promotes where it stands.
    pub(super) fn means_stay(&self, from: Option<Square>, to: Square, wanted: &Wanted) -> bool {
        let own = self
            .state
            .man(to)
            .is_some_and(|m| m.side == self.state.side);
        let stays = self.rules.promotions.iter().any(|rule| rule.stay);
        own && stays && from.is_none_or(|from| from == to) && *wanted != Wanted::Nothing
    }

    /// Why an own man does not promote where it stands.
    pub(super) fn stay(&self, square: Square, wanted: &Wanted) -> Finding {
        let (rules, state) = (self.rules, self.state);
        let Some(man) = state.man(square) else {
            return Finding::new(cost::NEVER, Reason::EmptySquare(square));
        };
        let is_about = |rule: &&Promotion| rule.stay && choices_for(rule, man).is_some();
        let about: Vec<&Promotion> = rules.promotions.iter().filter(is_about).collect();
        let places: Vec<Location> = about.iter().map(|rule| rule.place.clone()).collect();
        let here: Vec<&&Promotion> = about
            .iter()
            .filter(|rule| rule.zone[man.side].contains(square))
            .collect();
        if here.is_empty() {
            let reason = Reason::NoPromotion(square, square);
            return Finding::new(cost::HISTORY, reason).at(places);
        }
        let acting = Acting::quiet(man.kind, square, square);
        let fails = |rule: &&&Promotion| {
            let (part, about) = failing(rules, state, man.side, &acting, &rule.condition)?;
            let reason = Reason::Condition {
                from: square,
                to: square,
                part: part.clone(),
                about: about.iter().collect(),
                castling: false,
            };
            Some(Finding::new(cost::CIRCUMSTANCE, reason).at(vec![rule.place.clone()]))
        };
        if !here.iter().any(|rule| fails(rule).is_none())
            && let Some(finding) = nearest(here.iter().filter_map(fails))
        {
            return finding;
        }
        let is_stay = |m: &Move| m.kind == MoveKind::Stay;
        let made: Vec<Move> = self.moves_of(square).filter(is_stay).collect();
        let safe: Vec<Move> = made.iter().copied().filter(|&m| self.is_legal(m)).collect();
        match (made.first(), safe.is_empty()) {
            (None, _) => self.nothing_left(man, square, true).at(places),
            (Some(&first), true) => laws::refusal(self, first),
            (Some(_), false) => self.promotion(square, square, &safe, wanted),
        }
    }

    /// That a man has to promote, by a move or where it stands, and nothing is left that it could become.
    pub(super) fn nothing_left(&self, man: Man, to: Square, stays: bool) -> Finding {
        let is_meant = |rule: &&Promotion| {
            if stays {
                rule.stay
            } else {
                rule.arrive || rule.leave || rule.within
            }
        };
        let all = self.rules.promotions.iter().filter(is_meant);
        let choices = all.filter_map(|rule| choices_for(rule, man)).flatten();
        let mut kinds: Vec<PieceId> = Vec::new();
        for kind in choices {
            if !kinds.contains(kind) {
                kinds.push(*kind);
            }
        }
        Finding::new(cost::CIRCUMSTANCE, Reason::NoChoiceLeft(to, kinds))
    }

    /// The limit that keeps a man from becoming something on a square, if one does.
    pub(super) fn limit(&self, man: Man, kind: PieceId) -> Option<u32> {
        let rules = self.rules.promotions.iter();
        let about =
            rules.filter(|rule| choices_for(rule, man).is_some_and(|to| to.contains(&kind)));
        let there = self
            .state
            .squares(|m| m.side == man.side && m.kind == kind)
            .len();
        about
            .filter_map(|rule| rule.limits.iter().find(|(limited, _)| *limited == kind))
            .map(|(_, limit)| *limit)
            .find(|limit| there >= *limit as usize)
    }
}

/// What a rule lets a man become.
fn choices_for(rule: &Promotion, man: Man) -> Option<&Vec<PieceId>> {
    let mut choices = rule.choices[man.side].iter();
    choices
        .find(|(kind, _)| *kind == man.kind)
        .map(|(_, to)| to)
}

impl tell::Teller<'_, '_> {
    /// Reasons that lie in the hand, or in what a rule lets men become.
    pub(super) fn about_hands(&self, reason: &Reason) -> Option<String> {
        let (rules, side) = (self.judge.rules, self.judge.state.side);
        let title = |kind: &PieceId| rules.kind(*kind).title.as_str();
        Some(match reason {
            Reason::NeverDropped(kind) => {
                format!("no rule of this game puts {} down", tell::a(title(kind)))
            }
            Reason::NotInHand(kind) => format!("{side} has no {} in hand", title(kind)),
            Reason::DropOccupied(kind, square) => {
                let there = match self.judge.state.man(*square) {
                    Some(_) => self.occupied(&[*square]),
                    None => format!("nothing can stand on {}", self.name(*square)),
                };
                format!(
                    "{} cannot be put down on {}: {there}",
                    tell::a(title(kind)),
                    self.name(*square)
                )
            }
            Reason::NotDroppedThere(kind, square) => {
                let zones = self.judge.drop_rules(*kind).into_iter();
                let zones = zones.map(|(rule, _)| {
                    crate::rules::sentence::located_squares(rules, rule.zone[side])
                });
                format!(
                    "{} cannot be put down on {}, but only {}",
                    tell::a(title(kind)),
                    self.name(*square),
                    crate::notation::either(zones.collect())
                )
            }
            Reason::DropCondition {
                kind,
                square,
                part,
                about,
            } => {
                let detail = self.detail(part, about);
                let part = crate::rules::sentence::condition(rules, part);
                format!(
                    "{} is put down on {} only if {part}{detail}",
                    tell::a(title(kind)),
                    self.name(*square)
                )
            }
            Reason::PromotionLimit { to, kind, limit } => format!(
                "on {} the man cannot become {}: {side} has {limit} on the board already, which is the most",
                self.name(*to),
                tell::a(title(kind))
            ),
            Reason::NoChoiceLeft(to, kinds) => format!(
                "on {} the man could only become {}, and {side} has as many of each as there may be",
                self.name(*to),
                self.titles(kinds)
            ),
            _ => return None,
        })
    }
}
