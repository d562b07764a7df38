//! From a text to a verdict: who could have been meant, and which of the reasons is the nearest.

use super::deeds::ChangedWays;
use super::read::{Intent, Wanted, intent};
use super::{Reason, Refusal, Why, laws, parts, permission, tell};
use crate::board::{Man, PieceId, Square, SquareSet};
use crate::movegen::general::deeds::deed;
use crate::movegen::general::{Acting, failing, legal_moves, over_by, pseudo_moves};
use crate::position::{Extra, Move, MoveKind, MoveTextError, State, is_by_way};
use crate::rules::{Condition, Rules};
use crate::source::Location;
use crate::variant::Position;
use std::cell::OnceCell;

/// One reason against a move, and how far it is from allowing it.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    /// How much would have to be otherwise.
    pub(super) cost: u32,
    pub(super) reason: Reason,
    pub(super) places: Vec<Location>,
    /// The squares between, if the reason is about one way only.
    pub(super) via: Vec<Square>,
}

impl Finding {
    pub(super) fn new(cost: u32, reason: Reason) -> Self {
        Self {
            cost,
            reason,
            places: Vec::new(),
            via: Vec::new(),
        }
    }

    pub(super) fn at(mut self, places: Vec<Location>) -> Self {
        self.places = places;
        self
    }
}

/// What a reason costs, from the nearest miss to the farthest.
pub(super) mod cost {
    /// Only the text has to be otherwise.
    pub(in super::super) const TEXT: u32 = 1;
    /// A royal would not be safe, or another law is against it.
    pub(in super::super) const SAFETY: u32 = 2;
    /// Another man in the way, a condition, a lost right.
    pub(in super::super) const CIRCUMSTANCE: u32 = 4;
    /// One more condition: they often fail together, as check and an attacked square do.
    pub(in super::super) const FURTHER: u32 = 1;
    /// The man has moved, or an own man stands there.
    pub(in super::super) const HISTORY: u32 = 6;
    /// Nothing there to take, or something.
    pub(in super::super) const PURPOSE: u32 = 8;
    /// The man does that only with other men around it.
    pub(in super::super) const NOT_NOW: u32 = 50;
    /// The man never does that.
    pub(in super::super) const NEVER: u32 = 100;
}

/// Judges texts in one position.
pub(super) struct Judge<'a> {
    pub(super) position: &'a Position,
    pub(super) rules: &'a Rules,
    pub(super) state: &'a State,
    /// What the men can do, laws not asked.
    pseudo: Vec<Move>,
    /// What is legal; worked out when it is first asked.
    legal: OnceCell<Vec<Move>>,
    pub(super) changed: ChangedWays<'a>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(position: &'a Position) -> Self {
        let (rules, state) = (position.rules(), position.state());
        let mut pseudo = pseudo_moves(rules, state);
        pseudo.sort_unstable();
        pseudo.dedup();
        Self {
            position,
            rules,
            state,
            pseudo,
            legal: OnceCell::new(),
            changed: ChangedWays::default(),
        }
    }

    pub(super) fn why(&self, text: &str) -> Why {
        let finding = match self.position.parse_move(text) {
            Ok(mv) => return Why::Legal(permission::permission(self, mv)),
            Err(MoveTextError::Ambiguous { candidates, .. }) => {
                let moves = candidates
                    .iter()
                    .filter_map(|c| self.position.parse_move(c).ok());
                Finding::new(cost::TEXT, Reason::Ambiguous(moves.collect()))
            }
            Err(MoveTextError::Unknown { .. }) => self.finding_with_part(text),
        };
        let mut squares: Vec<Square> = Vec::new();
        for square in finding.reason.squares() {
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        Why::Illegal(Refusal {
            text: tell::reason(self, text.trim(), &finding),
            squares,
            places: finding.places,
            reason: finding.reason,
        })
    }

    pub(super) fn intent(&self, text: &str) -> Intent {
        intent(
            self.rules,
            self.state.side,
            parts::of_move(self.rules, text),
        )
    }

    /// Why a text is no legal move, whatever it says of a second part.
    pub(super) fn finding(&self, text: &str) -> Finding {
        let intent = self.intent(text);
        let is_read = !matches!(
            intent,
            Intent::NoLetter(_) | Intent::OffBoard(_) | Intent::Unreadable
        );
        if let Some(end) = over_by(self.rules, self.state).filter(|_| is_read) {
            let places = end.place.iter().cloned().collect();
            return Finding::new(cost::TEXT, Reason::Over(end.id.clone())).at(places);
        }
        match intent {
            Intent::Drop { kind, to } => self.drop(kind, to),
            Intent::Squares {
                from, to, wanted, ..
            } if self.means_stay(Some(from), to, &wanted) => self.stay(to, &wanted),
            Intent::Kind { to, wanted, .. } if self.means_stay(None, to, &wanted) => {
                self.stay(to, &wanted)
            }
            Intent::Squares {
                from,
                via,
                to,
                kind,
                wanted,
            } => self.squares(from, (&via, to), kind, &wanted),
            Intent::Kind {
                kind,
                file,
                rank,
                via,
                to,
                wanted,
            } => self.kind(kind, (file, rank), (&via, to), &wanted),
            Intent::Pass { kind, from } => self.pass(kind, from),
            Intent::Broken { leg, starts, ended } => {
                let reason = Reason::BrokenWay { leg, starts, ended };
                Finding::new(cost::TEXT, reason)
            }
            Intent::Castle { direction, to } => self.castle(direction, to),
            Intent::NoLetter(letter) => Finding::new(cost::TEXT, Reason::NoLetter(letter)),
            Intent::OffBoard(names) => Finding::new(cost::TEXT, Reason::NoSquare(names)),
            Intent::Unreadable => Finding::new(cost::TEXT, Reason::Unreadable),
        }
    }

    fn squares(
        &self,
        from: Square,
        to: (&[Square], Square),
        kind: Option<PieceId>,
        wanted: &Wanted,
    ) -> Finding {
        let Some(man) = self.state.man(from) else {
            return Finding::new(cost::NEVER, Reason::EmptySquare(from));
        };
        if man.side != self.state.side {
            return Finding::new(cost::NEVER, Reason::NotYours(from, man));
        }
        match kind {
            Some(kind) if kind != man.kind => {
                Finding::new(cost::NEVER, Reason::OtherMan(from, kind))
            }
            _ => self.on_way(from, to, wanted),
        }
    }

    /// Why a man does not stay where it is, or none of some kind.
    fn pass(&self, kind: Option<PieceId>, from: Option<Square>) -> Finding {
        match (from, kind) {
            (Some(from), kind) => self.squares(from, (&[], from), kind, &Wanted::Nothing),
            (None, None) => {
                let is_pass = |m: &&Move| {
                    m.from == m.to && deed(self.rules, self.state, **m).is_some_and(|d| d.is_pass())
                };
                match self.pseudo.iter().find(is_pass) {
                    Some(&mv) => laws::refusal(self, mv),
                    None => self.pass_by_rule(),
                }
            }
            (None, Some(kind)) => {
                let state = self.state;
                let is_meant = |m: Man| m.side == state.side && m.kind == kind;
                let men = state.squares(is_meant).iter();
                let found = men.map(|s| self.squares(s, (&[], s), Some(kind), &Wanted::Nothing));
                let nobody = || Reason::NoSuchMan {
                    kind,
                    file: None,
                    rank: None,
                };
                nearest(found).unwrap_or_else(|| Finding::new(cost::NEVER, nobody()))
            }
        }
    }

    /// Why the rules do not let the player pass.
    fn pass_by_rule(&self) -> Finding {
        let (rules, state) = (self.rules, self.state);
        let condition = &rules.turn.pass;
        let acting = Acting::of(state, Move::PASS, None);
        let Some(acting) = acting.filter(|_| *condition != Condition::Never) else {
            return Finding::new(cost::NEVER, Reason::NoPass);
        };
        match failing(rules, state, state.side, &acting, condition) {
            Some((part, about)) => {
                let (part, about) = (part.clone(), about.iter().collect());
                let places = rules.turn.pass_place.iter().cloned();
                Finding::new(cost::CIRCUMSTANCE, Reason::PassCondition { part, about })
                    .at(places.collect())
            }
            None => laws::refusal(self, Move::PASS),
        }
    }

    /// Why an own man's move by way of some squares is not written so, or not legal.
    fn on_way(&self, from: Square, (via, to): (&[Square], Square), wanted: &Wanted) -> Finding {
        if via.is_empty() {
            return self.between(from, to, wanted);
        }
        let made = self.made(from, to).into_iter();
        let mut made: Vec<Move> = made.filter(|&m| self.goes_by(m, via)).collect();
        if made.is_empty() {
            made = self.made_over(from, via, to);
        }
        let safe: Vec<Move> = made.iter().copied().filter(|&m| self.is_legal(m)).collect();
        match (made.first(), safe.is_empty()) {
            (Some(&first), true) => laws::refusal(self, first),
            (Some(_), false) => self.promotion(from, to, &safe, wanted),
            (None, _) => self.failure_by_way(from, via, to),
        }
    }

    /// Whether a move goes by way of some squares, in whatever order.
    fn goes_by(&self, mv: Move, via: &[Square]) -> bool {
        let deed = deed(self.rules, self.state, mv);
        deed.is_some_and(|deed| is_by_way(mv.from, &deed, via))
    }

    /// Why an own man's move is not written so, or not legal.
    pub(super) fn between(&self, from: Square, to: Square, wanted: &Wanted) -> Finding {
        let made = self.made(from, to);
        let Some(&first) = made.first() else {
            return self.failure(from, to);
        };
        let safe: Vec<Move> = made.iter().copied().filter(|&m| self.is_legal(m)).collect();
        if safe.is_empty() {
            return laws::refusal(self, first);
        }
        self.promotion(from, to, &safe, wanted)
    }

    /// The moves that are written with these squares.
    pub(super) fn made(&self, from: Square, to: Square) -> Vec<Move> {
        let target = |m: &Move| match m.kind {
            MoveKind::Castle { partner_from, .. } if self.state.free_castling => partner_from,
            _ => m.to,
        };
        let all = self.pseudo.iter().copied();
        all.filter(|m| m.from == from && target(m) == to).collect()
    }

    /// All moves of a man that laws allow or forbid.
    pub(super) fn moves_of(&self, from: Square) -> impl Iterator<Item = Move> + '_ {
        self.pseudo.iter().copied().filter(move |m| m.from == from)
    }

    /// Whether a move of the men is legal, whatever follows it in the turn.
    pub(super) fn is_legal(&self, mv: Move) -> bool {
        let alone = |legal: &Move| Move {
            extra: Extra::None,
            ..*legal
        };
        self.legal().iter().any(|legal| alone(legal) == mv)
    }

    /// The legal moves.
    pub(super) fn legal(&self) -> &[Move] {
        self.legal
            .get_or_init(|| legal_moves(self.rules, self.state))
    }

    /// The move is there, and only what it promotes to is not as the text says.
    pub(super) fn promotion(
        &self,
        from: Square,
        to: Square,
        safe: &[Move],
        wanted: &Wanted,
    ) -> Finding {
        let mut choices: Vec<PieceId> = safe.iter().filter_map(|m| m.promotion).collect();
        choices.dedup();
        let places = self.promotion_places(from);
        let may_stay = safe.iter().any(|m| m.promotion.is_none());
        let written = match wanted {
            Wanted::Nothing | Wanted::OwnForm if !may_stay => {
                let moves = safe.to_vec();
                let reason = Reason::MustPromote { to, choices, moves };
                return Finding::new(cost::TEXT, reason).at(places);
            }
            Wanted::Nothing | Wanted::OwnForm => None,
            Wanted::Kind(kind) if choices.contains(kind) => None,
            Wanted::Kind(kind)
                if let Some(limit) = self.state.man(from).and_then(|m| self.limit(m, *kind)) =>
            {
                let kind = *kind;
                let reason = Reason::PromotionLimit { to, kind, limit };
                return Finding::new(cost::TEXT, reason).at(places);
            }
            Wanted::Kind(kind) => Some(tell::a(&self.rules.kind(*kind).title)),
            Wanted::Unknown(text) => Some(text.clone()),
        };
        match written {
            None => Finding::new(cost::TEXT, Reason::Spelling(safe.to_vec())),
            Some(_) if choices.is_empty() => {
                Finding::new(cost::TEXT, Reason::NoPromotion(from, to)).at(places)
            }
            Some(wanted) => Finding::new(
                cost::TEXT,
                Reason::CannotBecome {
                    wanted,
                    to,
                    choices,
                },
            )
            .at(places),
        }
    }

    /// The names of the promotion rules of the man on a square.
    pub(super) fn promotion_places(&self, from: Square) -> Vec<Location> {
        let Some(man) = self.state.man(from) else {
            return Vec::new();
        };
        let rules = self.rules.promotions.iter();
        rules
            .filter(|p| {
                p.choices[man.side]
                    .iter()
                    .any(|(kind, _)| *kind == man.kind)
            })
            .map(|p| p.place.clone())
            .collect()
    }

    /// A kind of man and where it should go.
    fn kind(
        &self,
        kind: PieceId,
        (file, rank): (Option<i32>, Option<i32>),
        (via, to): (&[Square], Square),
        wanted: &Wanted,
    ) -> Finding {
        let shape = self.rules.shape;
        let never_moves = self.rules.kind(kind).entries[self.state.side].is_empty();
        if never_moves && file.is_none() && rank.is_none() && self.is_put_down(kind) {
            return self.drop(kind, to);
        }
        let own = self
            .state
            .squares(|m| m.side == self.state.side && m.kind == kind);
        let fits = |s: &Square| {
            file.is_none_or(|f| shape.file(*s) == f) && rank.is_none_or(|r| shape.rank(*s) == r)
        };
        let men: SquareSet = own.iter().filter(fits).collect();
        if men.is_empty() {
            let hint = |hint: Option<i32>| hint.filter(|_| !own.is_empty());
            let (file, rank) = (hint(file), hint(rank));
            return Finding::new(cost::NEVER, Reason::NoSuchMan { kind, file, rank });
        }
        let findings = men.iter().map(|from| self.on_way(from, (via, to), wanted));
        let best = nearest(findings);
        match best {
            Some(best) if men.len() == 1 || best.cost < cost::NEVER => best,
            _ => {
                let places = men.iter().next().map(|from| self.entry_places(from));
                let reason = Reason::NoneReaches(men.iter().collect(), to);
                Finding::new(cost::NEVER, reason).at(places.unwrap_or_default())
            }
        }
    }

    /// Where the moves of the man on a square are written.
    pub(super) fn entry_places(&self, from: Square) -> Vec<Location> {
        let Some(man) = self.state.man(from) else {
            return Vec::new();
        };
        let entries = &self.rules.kind(man.kind).entries[man.side];
        entries.iter().map(|e| e.place.clone()).collect()
    }
}

/// The finding that is nearest to allowing the move; of equal ones the first.
pub(super) fn nearest(findings: impl IntoIterator<Item = Finding>) -> Option<Finding> {
    findings.into_iter().min_by_key(|f| f.cost)
}
