//! Says reasons in words for somebody who does not program, naming squares and men.

use super::judge::{Finding, Judge};
use super::{AllowingTerm, Danger, Reason};
use crate::board::{PieceId, Side, Square, SquareSet};
use crate::movegen::castling;
use crate::movegen::general::deeds::deed;
use crate::notation::{Deed, clause, either, list, sentence};
use crate::position::{Move, MoveKind, MoveNotation};
use crate::rules::sentence::{condition, squares};
use crate::rules::{Condition, SquareState};
use std::borrow::Cow;

/// So much of a text that nobody can read is repeated.
const SHOWN: usize = 24;
/// So many moves are listed as a way out.
const LISTED: usize = 12;

/// A reason as a sentence without a full stop.
pub(super) fn reason(judge: &Judge<'_>, text: &str, finding: &Finding) -> String {
    let (reason, via) = (&finding.reason, finding.via.as_slice());
    let teller = Teller { judge, via };
    teller
        .about_text(text, reason)
        .or_else(|| teller.about_men(reason))
        .or_else(|| teller.about_ends(reason))
        .or_else(|| teller.about_castling(reason))
        .or_else(|| teller.about_hands(reason))
        .or_else(|| teller.about_parts(reason))
        .unwrap_or_else(|| teller.about_result(reason))
}

/// What allows a move as a sentence without a full stop.
pub(super) fn permission(
    judge: &Judge<'_>,
    mv: Move,
    terms: &[AllowingTerm],
    promotions: &[(String, crate::source::Location)],
) -> String {
    let teller = Teller { judge, via: &[] };
    if mv.kind == MoveKind::Pass {
        return teller.passes();
    }
    if matches!(mv.kind, MoveKind::Drop | MoveKind::Stay) {
        let rules: Vec<String> = promotions.iter().map(|(id, _)| format!("`{id}`")).collect();
        let rules = list(rules, "and");
        return match mv.kind {
            MoveKind::Drop => format!(
                "{} {}: the drop rule {rules} allows it",
                judge.state.side,
                what(judge, mv)
            ),
            _ => format!(
                "{} {} by the promotion rule {rules}",
                teller.man(mv.from),
                what(judge, mv)
            ),
        };
    }
    let man = judge.state.man(mv.from);
    let clauses = terms.iter().filter_map(|t| {
        let man = man?;
        let entry = judge.rules.kind(man.kind).entries[man.side].get(t.entry)?;
        Some(clause(entry.movement.terms.get(t.term)?, "it"))
    });
    let ways: Vec<String> = clauses.collect();
    let what = teller.what(mv);
    let mut text = format!("{} {what}: {}", teller.man(mv.from), list(ways, "and"));
    if let Some(kind) = mv.promotion {
        let rules: Vec<String> = promotions.iter().map(|(id, _)| format!("`{id}`")).collect();
        text += &format!(
            "; it becomes {} by the promotion rule {}",
            a(&judge.rules.kind(kind).title),
            list(rules, "and")
        );
    }
    text
}

/// What a move does, in words that follow the name of the man.
pub(super) fn what(judge: &Judge<'_>, mv: Move) -> String {
    let teller = Teller { judge, via: &[] };
    let what = teller.what(mv);
    match mv.promotion.filter(|_| mv.kind != MoveKind::Drop) {
        None => what,
        Some(kind) => format!("{what} and becomes {}", a(&judge.rules.kind(kind).title)),
    }
}

/// A noun with its article.
pub(super) fn a(noun: &str) -> String {
    let vowel = noun.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// `is` or `are`.
const fn verb(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

pub(super) struct Teller<'a, 'b> {
    pub(super) judge: &'a Judge<'b>,
    /// The squares between, if only moves by way of them are told about.
    via: &'a [Square],
}

impl Teller<'_, '_> {
    pub(super) fn name(&self, square: Square) -> String {
        self.judge.rules.shape.name(square).to_string()
    }

    fn names(&self, squares: &[Square], word: &str) -> String {
        list(squares.iter().map(|&s| self.name(s)).collect(), word)
    }

    fn title(&self, square: Square) -> Cow<'_, str> {
        match self.judge.state.man(square) {
            Some(man) => Cow::Borrowed(self.judge.rules.kind(man.kind).title.as_str()),
            None => Cow::Borrowed("man"),
        }
    }

    /// Where a move should end, and by way of what: `g6 by way of f5`.
    fn target(&self, from: Square, to: Square) -> String {
        let again = if from == to { " again" } else { "" };
        let by = match self.via {
            [] => String::new(),
            via => format!(" by way of {}", self.names(via, "and")),
        };
        format!("{}{again}{by}", self.name(to))
    }

    /// `the Bishop on c1`
    pub(super) fn man(&self, square: Square) -> String {
        format!("the {} on {}", self.title(square), self.name(square))
    }

    /// `White's Pawn`
    fn owned_man(&self, square: Square) -> String {
        match self.judge.state.man(square) {
            Some(man) => format!("{}'s {}", man.side, self.title(square)),
            None => "nothing".to_owned(),
        }
    }

    /// `White's Pawn on d2`
    fn owned(&self, square: Square) -> String {
        format!("{} on {}", self.owned_man(square), self.name(square))
    }

    fn all_owned(&self, squares: &[Square]) -> String {
        list(squares.iter().map(|&s| self.owned(s)).collect(), "and")
    }

    /// `d2 is occupied by White's Pawn`
    pub(super) fn occupied(&self, by: &[Square]) -> String {
        let each = by
            .iter()
            .map(|&s| format!("{} is occupied by {}", self.name(s), self.owned_man(s)));
        list(each.collect(), "and")
    }

    /// That a player passes, and what allows it.
    fn passes(&self) -> String {
        let (rules, side) = (self.judge.rules, self.judge.state.side);
        let allowed = match &rules.turn.pass {
            Condition::Always => "the rules always allow it".to_owned(),
            only => format!("the rules allow it if {}", condition(rules, only)),
        };
        format!("{side} passes, so that nothing changes but whose turn it is: {allowed}")
    }

    /// Who cannot make a move: `the Pawn on e2 cannot go to e5`.
    fn cannot(&self, mv: Move) -> String {
        let to = self.name(mv.to);
        match mv.kind {
            MoveKind::Pass => format!("{} cannot pass", self.judge.state.side),
            MoveKind::Drop => {
                let kind = mv.promotion.map(|kind| &self.judge.rules.kind(kind).title);
                let man = kind.map_or_else(|| "a man".to_owned(), |title| a(title));
                format!("{man} cannot be put down on {to}")
            }
            MoveKind::Stay => format!("{} cannot promote where it stands", self.man(mv.to)),
            MoveKind::Castle { .. } => format!("{} cannot castle to {to}", self.man(mv.from)),
            _ => format!("{} cannot go to {to}", self.man(mv.from)),
        }
    }

    /// What a move does, without the man that makes it: `goes to e4`.
    fn what(&self, mv: Move) -> String {
        match mv.kind {
            MoveKind::Legs { .. } => match deed(self.judge.rules, self.judge.state, mv) {
                Some(deed) => self.deed(mv.from, &deed),
                None => format!("goes to {}", self.name(mv.to)),
            },
            MoveKind::Castle { partner_from, .. } => {
                format!("castles with {}", self.man(partner_from))
            }
            MoveKind::Drop => {
                let kind = mv.promotion.map(|kind| &self.judge.rules.kind(kind).title);
                let man = kind.map_or_else(|| "a man".to_owned(), |title| a(title));
                format!("puts {man} down on {}", self.name(mv.to))
            }
            MoveKind::Stay => format!("stays on {}", self.name(mv.to)),
            MoveKind::Pass => "passes".to_owned(),
            MoveKind::Swap => format!("changes places with {}", self.owned(mv.to)),
            MoveKind::EnPassant { victim } => {
                format!(
                    "takes {} en passant on {}",
                    self.owned(victim),
                    self.name(mv.to)
                )
            }
            _ if self.judge.state.man(mv.to).is_some() => {
                format!("takes {} on {}", self.owned_man(mv.to), self.name(mv.to))
            }
            _ => format!("goes to {}", self.name(mv.to)),
        }
    }

    /// What a move of several legs of the man on a square does.
    fn deed(&self, from: Square, deed: &Deed) -> String {
        if deed.is_pass() && deed.mover == from {
            return "stays where it is, and nothing changes".to_owned();
        }
        let mut parts: Vec<String> = Vec::new();
        let all = |squares: SquareSet| squares.iter().collect::<Vec<_>>();
        // In the order of the way; what is taken beside it comes last.
        let in_order = |squares: SquareSet| {
            let way = deed.stops.iter().copied().chain([deed.to]);
            let mut met: Vec<Square> = Vec::new();
            for square in way.chain(squares.iter()) {
                if squares.contains(square) && !met.contains(&square) {
                    met.push(square);
                }
            }
            met
        };
        if !deed.taken.is_empty() {
            parts.push(format!("takes {}", self.all_owned(&in_order(deed.taken))));
        }
        if !deed.destroyed.is_empty() {
            let removed = self.all_owned(&in_order(deed.destroyed));
            parts.push(format!("removes {removed}"));
        }
        for &(old, new) in &deed.unloaded {
            let (man, new) = (self.owned(old), self.name(new));
            parts.push(format!("puts {man} on {new}"));
        }
        let to = self.name(deed.to);
        parts.push(match (deed.mover == from, deed.to == from) {
            (true, true) => format!("ends on {to}, where it started"),
            (true, false) => format!("ends on {to}"),
            (false, _) => format!("lets {} move to {to}", self.man(deed.mover)),
        });
        if !deed.leaves.is_empty() {
            let left = self.names(&all(deed.leaves), "and");
            parts.push(format!("can be taken en passant on {left}"));
        }
        list(parts, "and")
    }

    pub(super) fn titles(&self, kinds: &[PieceId]) -> String {
        either(
            kinds
                .iter()
                .map(|&k| a(&self.judge.rules.kind(k).title))
                .collect(),
        )
    }

    pub(super) fn texts(&self, moves: &[Move], notation: MoveNotation) -> Vec<String> {
        let mut texts: Vec<String> = moves
            .iter()
            .take(LISTED)
            .map(|&m| self.judge.position.move_text(m, notation))
            .map(|text| {
                if text.contains(',') {
                    format!("`{text}`")
                } else {
                    text
                }
            })
            .collect();
        if moves.len() > LISTED {
            texts.push("…".to_owned());
        }
        texts
    }

    /// What a man can do, in one sentence.
    fn abilities(&self, square: Square) -> String {
        let Some(man) = self.judge.state.man(square) else {
            return String::new();
        };
        let kind = self.judge.rules.kind(man.kind);
        let entries = kind.entries[man.side].iter();
        let ways = entries.flat_map(|entry| {
            entry.movement.terms.iter().map(|term| {
                let conditional = if entry.condition == Condition::Always {
                    ""
                } else {
                    " (under a condition)"
                };
                sentence(term) + conditional
            })
        });
        let ways: Vec<String> = ways.collect();
        if ways.is_empty() {
            return format!("{} never moves at all", a(&kind.title));
        }
        format!("{} {}", a(&kind.title), ways.join("; or "))
    }

    /// Reasons that lie in the text, or in who stands where.
    fn about_text(&self, text: &str, reason: &Reason) -> Option<String> {
        let (rules, side) = (self.judge.rules, self.judge.state.side);
        Some(match reason {
            Reason::Unreadable => {
                let example = self.judge.position.legal_moves().first().copied();
                let example = example.map(|m| self.judge.position.move_text(m, MoveNotation::Long));
                let example = example.map(|e| format!("; a move is written like {e}"));
                format!(
                    "{:?} cannot be read as a move{}",
                    short(text),
                    example.unwrap_or_default()
                )
            }
            Reason::Spelling(moves) => {
                let texts = self.texts(moves, MoveNotation::Long);
                format!(
                    "{:?} is not how that move is written; write {}",
                    short(text),
                    either(texts)
                )
            }
            Reason::Ambiguous(moves) => {
                let texts = self.texts(moves, MoveNotation::Long);
                format!(
                    "{:?} can mean more than one move: {}",
                    short(text),
                    either(texts)
                )
            }
            Reason::NoSquare(names) => {
                let last = rules.shape.squares().next_back().map(|s| self.name(s));
                let (first, count) = (names.join(" and "), names.len());
                let noun = if count == 1 {
                    "no square"
                } else {
                    "no squares"
                };
                let last = last.unwrap_or_default();
                format!(
                    "{first} {} {noun} of this board, whose squares are a1 to {last}",
                    verb(count)
                )
            }
            Reason::NoLetter(letter) => {
                let letters = rules.kinds.iter().map(|k| k.letter.text(Side::White));
                let letters: Vec<String> = letters.collect();
                format!(
                    "no man of this game has the letter {letter}; the letters are {}",
                    letters.join(" ")
                )
            }
            Reason::BrokenWay { leg, starts, ended } => {
                let ordinal = ["first", "second", "third", "fourth", "fifth"];
                let word = |n: usize| match ordinal.get(n.wrapping_sub(1)) {
                    Some(word) => format!("the {word} leg"),
                    None => format!("leg {n}"),
                };
                let before = match leg {
                    2 => "the first".to_owned(),
                    _ => word(leg - 1),
                };
                format!(
                    "{} starts on {}, but {before} ended on {}",
                    word(*leg),
                    self.name(*starts),
                    self.name(*ended)
                )
            }
            Reason::PassCondition { part, about } => format!(
                "{side} may pass only if {}{}",
                condition(rules, part),
                self.detail(part, about)
            ),
            Reason::NoPass => format!(
                "no rule of this game lets a player pass, and no man of {side} can make a move that changes nothing"
            ),
            Reason::Over(end) => {
                format!("the game is over by `{end}`, and no move is legal any more")
            }
            Reason::EmptySquare(square) => format!("nothing stands on {}", self.name(*square)),
            Reason::NotYours(square, man) => {
                format!(
                    "{} is {}'s, and it is {side}'s turn",
                    self.man(*square),
                    man.side
                )
            }
            Reason::OtherMan(square, kind) => {
                let (there, meant) = (a(&self.title(*square)), a(&rules.kind(*kind).title));
                format!("on {} stands {there}, not {meant}", self.name(*square))
            }
            Reason::NoSuchMan { kind, file, rank } => {
                let file = file.and_then(|f| char::from_u32('a' as u32 + u32::try_from(f).ok()?));
                let file = file.map_or_else(String::new, |f| format!(" on file {f}"));
                let rank = rank.map_or_else(String::new, |r| format!(" on rank {}", r + 1));
                format!("{side} has no {}{file}{rank}", rules.kind(*kind).title)
            }
            _ => return None,
        })
    }

    /// Reasons that lie in how men move and what stands in the way.
    fn about_men(&self, reason: &Reason) -> Option<String> {
        Some(match reason {
            Reason::NoneReaches(men, to) => {
                let first = men.first().copied()?;
                let (all, to) = (self.names(men, "and"), self.name(*to));
                format!(
                    "no {} ever moves from {all} to {to}: {}",
                    self.title(first),
                    self.abilities(first)
                )
            }
            Reason::NeverMoves(from, to) if from == to && self.via.is_empty() => {
                format!("{} is on {} already", self.man(*from), self.name(*to))
            }
            Reason::NeverMoves(from, to) => {
                format!(
                    "{} never moves to {}: {}",
                    self.man(*from),
                    self.target(*from, *to),
                    self.abilities(*from)
                )
            }
            Reason::Blocked { from, to, by } => {
                format!(
                    "{} cannot reach {}: {}",
                    self.man(*from),
                    self.target(*from, *to),
                    self.occupied(by)
                )
            }
            Reason::GoesOn { from, over, by } => format!(
                "{} takes on {} only by going on to {}, and {}",
                self.man(*from),
                self.name(*over),
                either(by.iter().map(|&s| self.name(s)).collect()),
                self.occupied(by)
            ),
            Reason::NothingToJump { from, to, over } => format!(
                "{} needs something to jump over to get to {}, and {} {} empty",
                self.man(*from),
                self.name(*to),
                self.names(over, "and"),
                verb(over.len())
            ),
            Reason::Condition {
                from,
                to,
                part,
                about,
                castling,
            } => {
                let in_place = self.judge.rules.promotions.iter().any(|p| p.stay);
                let does = match castling {
                    true => format!("castles to {}", self.target(*from, *to)),
                    false if in_place && from == to && self.via.is_empty() => {
                        format!("promotes on {}", self.name(*to))
                    }
                    false => format!("moves to {}", self.target(*from, *to)),
                };
                let detail = self.detail(part, about);
                let part = condition(self.judge.rules, part);
                format!("{} {does} only if {part}{detail}", self.man(*from))
            }
            Reason::EnPassant { from, to, passers } => {
                let to = self.name(*to);
                let passed = match passers.as_slice() {
                    [] => "nothing has".to_owned(),
                    passers => format!("{} did not do so just now", self.all_owned(passers)),
                };
                format!(
                    "{} can capture on {to} only what has just passed it, and {passed}",
                    self.man(*from)
                )
            }
            _ => return None,
        })
    }

    /// Reasons that lie in what stands where the man would end, or in its past.
    fn about_ends(&self, reason: &Reason) -> Option<String> {
        Some(match reason {
            Reason::OwnMan(from, to) => {
                let own = self.owned_man(*to);
                format!(
                    "{} cannot go to {}: {own} stands there",
                    self.man(*from),
                    self.target(*from, *to)
                )
            }
            Reason::MissingMan { from, to, on, own } => {
                let on = either(on.iter().map(|&s| self.name(s)).collect());
                let missing = match own {
                    Some(true) => format!("no man of its own side stands on {on}"),
                    Some(false) => format!("no enemy stands on {on}"),
                    None => format!("nothing stands on {on}"),
                };
                format!(
                    "{} cannot get to {} as the men stand: {missing}",
                    self.man(*from),
                    self.target(*from, *to)
                )
            }
            Reason::NotNow(from, to) => format!(
                "{} cannot get to {} as the men stand: {}",
                self.man(*from),
                self.target(*from, *to),
                self.abilities(*from)
            ),
            Reason::NotAdvanced(from, to) => format!(
                "{} moves to {} only from one rank ahead of where such men start",
                self.man(*from),
                self.target(*from, *to)
            ),
            Reason::OnlyCaptures(from, to) => format!(
                "{} moves to {} only to capture, and nothing stands there",
                self.man(*from),
                self.name(*to)
            ),
            Reason::OnlyQuiet(from, to) => format!(
                "{} moves to {} only without capturing, and {} stands there",
                self.man(*from),
                self.name(*to),
                self.owned_man(*to)
            ),
            Reason::OnlyOwn(from, to) => format!(
                "{} moves to {} only onto a man of its own side, and {} stands there",
                self.man(*from),
                self.name(*to),
                self.owned_man(*to)
            ),
            Reason::Stays(from, to) => {
                let state = self.judge.state;
                let zone = state.man(*from).and_then(|man| {
                    let rules = self.judge.rules;
                    let zone = rules.kind(man.kind).stays[man.side]?;
                    Some(squares(rules.shape, zone))
                });
                format!(
                    "{} cannot go to {}: it ends its moves only in {}",
                    self.man(*from),
                    self.target(*from, *to),
                    zone.unwrap_or_default()
                )
            }
            Reason::FirstMove(from, to) => format!(
                "{} moves to {} only as its first move, and it has moved already",
                self.man(*from),
                self.target(*from, *to)
            ),
            _ => return None,
        })
    }

    /// What a failing part of a condition finds on the board.
    pub(super) fn detail(&self, part: &Condition, about: &[Square]) -> String {
        let part = match part {
            Condition::Not(part) => part,
            part => part,
        };
        match part {
            Condition::Count(..) if !about.is_empty() => {
                let stands = if about.len() == 1 { "stands" } else { "stand" };
                let men = about
                    .iter()
                    .map(|&s| format!("{} {stands} on {}", self.owned_man(s), self.name(s)));
                format!(", and {}", list(men.collect(), "and"))
            }
            Condition::Check { .. } if !about.is_empty() => {
                format!(", and the check comes from {}", self.all_owned(about))
            }
            Condition::State(_, SquareState::Safe) if !about.is_empty() => {
                format!(
                    ", and {} {} attacked",
                    self.names(about, "and"),
                    verb(about.len())
                )
            }
            Condition::Count(..) => ", and there is none".to_owned(),
            _ => String::new(),
        }
    }

    fn about_castling(&self, reason: &Reason) -> Option<String> {
        let (rules, state) = (self.judge.rules, self.judge.state);
        Some(match reason {
            Reason::NoCastling => format!("{} has no man that castles", state.side),
            Reason::CastlingMoved(from) => {
                format!(
                    "{} castles only from where it starts the game",
                    self.man(*from)
                )
            }
            Reason::CastlingRight { from, partner } => format!(
                "{} may no longer castle with {}: the right is lost when one of them moves",
                self.man(*from),
                self.man(*partner)
            ),
            Reason::CastlingPartner { from, partner } => {
                let side = state.side;
                let partners: Vec<PieceId> = rules.castling.with[side].iter().collect();
                let there = if castling::is_partner(rules, state, side, *partner) {
                    String::new()
                } else {
                    format!(", and {} stands there", self.owned_man(*partner))
                };
                format!(
                    "{} would castle with {} of its own side on {}{there}",
                    self.man(*from),
                    self.titles(&partners),
                    self.name(*partner)
                )
            }
            Reason::CastlingBlocked { from, to, by } => {
                format!(
                    "{} cannot castle to {}: {}",
                    self.man(*from),
                    self.name(*to),
                    self.occupied(by)
                )
            }
            Reason::CastlingCheck { from, attackers } => format!(
                "{} cannot castle out of check, which comes from {}",
                self.man(*from),
                self.all_owned(attackers)
            ),
            Reason::CastlingAttack { from, to, attacked } => {
                let each = attacked.iter().map(|(square, by)| {
                    format!(
                        "{} is attacked by {}",
                        self.name(*square),
                        self.all_owned(by)
                    )
                });
                let each = list(each.collect(), "and");
                format!(
                    "{} cannot castle to {}: {each}",
                    self.man(*from),
                    self.name(*to)
                )
            }
            _ => return None,
        })
    }

    /// Reasons that lie in what the move would lead to.
    fn about_result(&self, reason: &Reason) -> String {
        match reason {
            Reason::IntoAttack(danger) if self.judge.state.man(danger.from).is_none() => format!(
                "it cannot be put down on {}: it would be attacked there by {}",
                self.name(danger.to),
                self.attackers(danger)
            ),
            Reason::IntoAttack(danger) => format!(
                "{} cannot go to {}: it would be attacked there by {}",
                self.man(danger.from),
                self.name(danger.to),
                self.attackers(danger)
            ),
            Reason::CheckStays(danger) => {
                format!(
                    "the move leaves {} in check from {}",
                    self.royal(danger),
                    self.attackers(danger)
                )
            }
            Reason::Exposes(danger) if danger.from == danger.to => format!(
                "the move would open {} to an attack by {}",
                self.royal(danger),
                self.attackers(danger)
            ),
            Reason::Exposes(danger) => format!(
                "{} cannot go to {}: it would open {} to an attack by {}",
                self.man(danger.from),
                self.name(danger.to),
                self.royal(danger),
                self.attackers(danger)
            ),
            Reason::RemovesRoyal(square) => {
                format!(
                    "the move would take {} off the board, which has to stay",
                    self.owned(*square)
                )
            }
            Reason::Forbidden {
                mv,
                law,
                part,
                about,
            } => {
                let where_ = match about.as_slice() {
                    [] => String::new(),
                    about => format!(" ({})", self.names(about, "and")),
                };
                format!(
                    "{}: `{law}` forbids moves of which this is true: {}{where_}",
                    self.cannot(*mv),
                    condition(self.judge.rules, part)
                )
            }
            Reason::Forced {
                mv,
                law,
                part,
                moves,
            } => format!(
                "{} now: another move has to be made, as `{law}` asks for ({}): {}",
                self.cannot(*mv),
                condition(self.judge.rules, part),
                either(self.texts(moves, MoveNotation::Long))
            ),
            Reason::MustPromote { to, choices, moves } => format!(
                "on {} the man has to become {}: {}",
                self.name(*to),
                self.titles(choices),
                either(self.texts(moves, MoveNotation::Long))
            ),
            Reason::CannotBecome {
                wanted,
                to,
                choices,
            } => {
                format!(
                    "on {} the man cannot become {wanted}, but {}",
                    self.name(*to),
                    self.titles(choices)
                )
            }
            Reason::NoPromotion(from, to) => {
                format!("{} does not promote on {}", self.man(*from), self.name(*to))
            }
            _ => "the move is not legal".to_owned(),
        }
    }

    /// The men that would attack, where they would stand.
    fn attackers(&self, danger: &Danger) -> String {
        let each = danger.attackers.iter().zip(&danger.men);
        let each = each.map(|(&square, man)| {
            let title = &self.judge.rules.kind(man.kind).title;
            format!("{}'s {title} on {}", man.side, self.name(square))
        });
        list(each.collect(), "and")
    }

    /// The royal that would be attacked, on the square where it would stand.
    fn royal(&self, danger: &Danger) -> String {
        self.owned(danger.royal)
    }
}

/// The beginning of a long text.
fn short(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if text.chars().count() > SHOWN {
        shown.push('…');
    }
    shown
}
