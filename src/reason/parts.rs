//! Why a turn does not go on as a text says, in games in which something follows the move.

use super::judge::{Finding, Judge, cost};
use super::tell::Teller;
use super::{Reason, laws};
use crate::board::{PieceId, Side, Square};
use crate::movegen::general::{Maker, failing, with_second_parts};
use crate::notation::{either, list};
use crate::position::{Extra, Move, MoveKind, MoveNotation};
use crate::rules::{Part, PartAct, Place, Rules, sentence};

/// So many moves show how something that is missing is written.
const EXAMPLES: usize = 3;

/// What a text says behind the move.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Said {
    /// Nothing.
    Nothing,
    /// A square for a wall.
    Wall(Square),
    /// A man, and a square if one is written.
    Gate(PieceId, Option<Square>),
    /// A man with a letter that no man has.
    NoLetter(String),
    /// A square that the board does not have.
    NoSquare(String),
}

/// The part of a text that is about the move itself.
pub(super) fn of_move<'t>(rules: &Rules, text: &'t str) -> &'t str {
    split(rules, text).0
}

/// A text's move, and what it says behind it.
fn split<'t>(rules: &Rules, text: &'t str) -> (&'t str, Said) {
    let text = text.trim();
    let nothing = (text, Said::Nothing);
    let Some(part) = &rules.turn.then else {
        return nothing;
    };
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let found = match &part.act {
        PartAct::Drop(_) => split_gate(rules, bare),
        PartAct::PutWall | PartAct::MoveWall => split_wall(rules, bare),
    };
    // A man behind a move where walls are put, or a wall where men are put down.
    let found = found.or_else(|| match &part.act {
        PartAct::Drop(_) => split_wall(rules, bare),
        PartAct::PutWall | PartAct::MoveWall => split_gate(rules, bare),
    });
    found.unwrap_or_else(|| (text.trim_end_matches(','), Said::Nothing))
}

/// `e2e4,e4d5`, `Nf3,*d5`, `e2e4/d5`, `e2e4 d5`.
fn split_wall<'t>(rules: &Rules, text: &'t str) -> Option<(&'t str, Said)> {
    let (start, end) = text.rsplit_once([',', '*', '/', ' '])?;
    let start = start.trim_end_matches([',', ' ', '*']);
    let is_move = start.bytes().any(|b| b.is_ascii_digit()) || start.ends_with(['O', '0', 'o']);
    let end = end.trim_start_matches(['*', '@']);
    // The square on which the mover ends may stand before the wall's.
    let at = end.rfind(|c: char| c.is_ascii_lowercase())?;
    let (before, name) = end.split_at(at);
    let is_square = |name: &str| {
        let behind = name.strip_prefix(|c: char| c.is_ascii_lowercase());
        behind.is_some_and(|rank| {
            (1..=2).contains(&rank.len()) && rank.bytes().all(|b| b.is_ascii_digit())
        })
    };
    if !is_move || !is_square(name) || !(before.is_empty() || is_square(before)) {
        return None;
    }
    Some(match rules.shape.parse(name) {
        Some(square) => (start, Said::Wall(square)),
        None => (start, Said::NoSquare(name.to_owned())),
    })
}

/// `b1c3/H`, `e1g1/He1`, `O-O/Hh1`.
fn split_gate<'t>(rules: &Rules, text: &'t str) -> Option<(&'t str, Said)> {
    let (start, end) = text.rsplit_once('/')?;
    let letters = end
        .find(|c: char| c.is_ascii_lowercase())
        .unwrap_or(end.len());
    let (letter, name) = end.split_at(letters);
    if letter.is_empty() || !letter.chars().all(|c| c.is_ascii_uppercase() || c == '+') {
        return None;
    }
    let mut kinds = rules.kinds();
    let kind = kinds.find(|(_, k)| k.letter.text(Side::White) == letter);
    let Some((kind, _)) = kind else {
        return Some((start, Said::NoLetter(letter.to_owned())));
    };
    let square = rules.shape.parse(name);
    Some(match (name.is_empty(), square) {
        (false, None) => (start, Said::NoSquare(name.to_owned())),
        _ => (start, Said::Gate(kind, square)),
    })
}

impl Judge<'_> {
    /// Why a text is no legal move.
    pub(super) fn finding_with_part(&self, text: &str) -> Finding {
        let Some(part) = &self.rules.turn.then else {
            return self.finding(text);
        };
        let (start, said) = split(self.rules, text);
        let finding = match self.legal_start(start) {
            Some(mv) => Finding::new(cost::TEXT, Reason::Spelling(vec![mv])),
            None => self.finding(start),
        };
        match &finding.reason {
            // The move itself is right.
            Reason::Spelling(moves) => match moves.first() {
                Some(&mv) => self.against_part(part, mv, said),
                None => finding,
            },
            _ => finding,
        }
    }

    /// The legal move that a text names which says nothing of a second part.
    fn legal_start(&self, text: &str) -> Option<Move> {
        let mv = self.position.parse_move(text).ok()?;
        Some(bare(mv))
    }

    /// Why what is said does not follow a move that is legal by itself.
    fn against_part(&self, part: &Part, mv: Move, said: Said) -> Finding {
        let (from, to) = (mv.from, mv.to);
        let mv = bare(mv);
        let at_part = |cost, reason| Finding::new(cost, reason).at(vec![part.place.clone()]);
        if said == Said::Nothing {
            let legal = self.legal().iter().copied();
            let moves: Vec<Move> = legal.filter(|&legal| bare(legal) == mv).collect();
            return if moves.contains(&mv) {
                Finding::new(cost::TEXT, Reason::Spelling(vec![mv]))
            } else {
                at_part(cost::TEXT, Reason::PartMissing { from, to, moves })
            };
        }
        if mv.kind == MoveKind::Pass {
            return at_part(cost::TEXT, Reason::PartOther(from, to));
        }
        if let Some(acting) = Maker::new(self.rules, self.state).acting(mv)
            && let Some((part, about)) = failing(
                self.rules,
                self.state,
                self.state.side,
                &acting,
                &part.condition,
            )
        {
            let (part, about) = (part.clone(), about.iter().collect());
            let reason = Reason::PartCondition {
                from,
                to,
                part,
                about,
            };
            return at_part(cost::CIRCUMSTANCE, reason);
        }
        let reason = match (said, &part.act) {
            (Said::NoLetter(letter), _) => {
                return Finding::new(cost::TEXT, Reason::NoLetter(letter));
            }
            (Said::NoSquare(name), _) => {
                return Finding::new(cost::TEXT, Reason::NoSquare(vec![name]));
            }
            (Said::Wall(square), PartAct::PutWall | PartAct::MoveWall) => {
                self.against_square(part, mv, square, Extra::Wall(square))
            }
            (Said::Gate(kind, _), PartAct::Drop(kinds))
                if !kinds[self.state.side].contains(kind) =>
            {
                Err(Reason::NeverDropped(kind))
            }
            (Said::Gate(kind, _), PartAct::Drop(_))
                if self.state.in_hand(self.state.side, kind) == 0 =>
            {
                Err(Reason::NotInHand(kind))
            }
            (Said::Gate(kind, square), PartAct::Drop(_)) => {
                self.against_gate(part, mv, kind, square)
            }
            _ => Err(Reason::PartOther(from, to)),
        };
        match reason {
            Err(reason) => at_part(cost::CIRCUMSTANCE, reason),
            Ok(mv) if self.legal().contains(&mv) => {
                Finding::new(cost::TEXT, Reason::Spelling(vec![mv]))
            }
            Ok(mv) => laws::refusal(self, mv),
        }
    }

    /// Why a man is not put down behind a move.
    #[expect(clippy::result_large_err, reason = "a reason is made once an answer")]
    fn against_gate(
        &self,
        part: &Part,
        mv: Move,
        kind: PieceId,
        square: Option<Square>,
    ) -> Result<Move, Reason> {
        let mut left = vec![mv.from];
        if let MoveKind::Castle { partner_from, .. } = mv.kind {
            left.push(partner_from);
        }
        if mv.kind == MoveKind::Drop || mv.from == mv.to {
            left.clear();
        }
        let square = match (square, left.first()) {
            (Some(square), _) => square,
            (None, Some(&first)) => first,
            (None, None) => mv.to,
        };
        if !left.contains(&square) {
            return Err(Reason::PartNotLeft(square, left));
        }
        let extra = if square == mv.from {
            Extra::Gate(kind)
        } else {
            Extra::PartnerGate(kind)
        };
        self.against_square(part, mv, square, extra)
    }

    /// The whole move, or why its second part is not done on a square.
    #[expect(clippy::result_large_err, reason = "a reason is made once an answer")]
    fn against_square(
        &self,
        part: &Part,
        mv: Move,
        square: Square,
        extra: Extra,
    ) -> Result<Move, Reason> {
        let (rules, state) = (self.rules, self.state);
        let mut maker = Maker::new(rules, state);
        let after = maker.after(mv);
        if !after.is_free(square) {
            return Err(Reason::PartOccupied(square, after.man(square)));
        }
        if !part.zone[state.side].contains(square) {
            return Err(Reason::PartOutside(square));
        }
        let whole = with_second_parts(rules, state, vec![mv]);
        let found = whole.into_iter().find(|m| m.extra == extra);
        found.ok_or_else(|| {
            let place = part
                .reach
                .as_ref()
                .map_or(Place::There, |(_, place)| *place);
            let starts = maker.acting(mv).map(|acting| acting.squares(place));
            let from = starts.map(|s| s.iter().collect()).unwrap_or_default();
            Reason::PartUnreached { square, from }
        })
    }
}

impl Teller<'_, '_> {
    /// Reasons that lie in what follows a move.
    pub(super) fn about_parts(&self, reason: &Reason) -> Option<String> {
        let (rules, state) = (self.judge.rules, self.judge.state);
        let part = rules.turn.then.as_ref()?;
        let named = |squares: &[Square]| {
            let names = squares.iter().map(|&s| self.name(s));
            list(names.collect(), "and")
        };
        Some(match reason {
            Reason::NoSecondPart(from, to) => format!(
                "{} cannot go to {}: `{}` would have to follow, and there is no square for it",
                self.man(*from),
                self.name(*to),
                part.text
            ),
            Reason::PartMissing { moves, .. } => {
                let shown = &moves[..moves.len().min(EXAMPLES)];
                let such = if shown.len() < moves.len() {
                    "such as "
                } else {
                    ""
                };
                format!(
                    "what follows the move is missing, which is `{}`: {such}{}",
                    part.text,
                    either(self.texts(shown, MoveNotation::Long))
                )
            }
            Reason::PartOther(..) => {
                format!(
                    "what follows a move here is `{}`, and nothing else",
                    part.text
                )
            }
            Reason::PartCondition {
                part: condition,
                about,
                ..
            } => {
                let detail = self.detail(condition, about);
                let condition = sentence::condition(rules, condition);
                format!("`{}` can follow only if {condition}{detail}", part.text)
            }
            Reason::PartOccupied(square, man) => {
                let name = self.name(*square);
                let moves = part.act == PartAct::MoveWall;
                match man {
                    Some(man) => {
                        let title = &rules.kind(man.kind).title;
                        format!(
                            "{name} is not empty after the move: {}'s {title} stands there",
                            man.side
                        )
                    }
                    None if rules.holes.contains(*square) => {
                        format!("{name} is no part of the board")
                    }
                    None if moves && state.walls.contains(*square) => {
                        format!("the wall stands on {name} already and has to move")
                    }
                    None => format!("{name} is not empty: a wall stands there"),
                }
            }
            Reason::PartOutside(square) => format!(
                "nothing is put on {} behind a move, but only {}",
                self.name(*square),
                sentence::located_squares(rules, part.zone[state.side])
            ),
            Reason::PartUnreached { square, from } => format!(
                "`{}` does not reach {} from {}",
                part.text,
                self.name(*square),
                named(from)
            ),
            Reason::PartNotLeft(square, left) if left.is_empty() => format!(
                "the move leaves no square, so that nobody can be put down on {}",
                self.name(*square)
            ),
            Reason::PartNotLeft(square, left) => format!(
                "a man can be put down only where the move has left a square, on {}, not on {}",
                named(left),
                self.name(*square)
            ),
            _ => return None,
        })
    }
}

/// A move without what follows it.
fn bare(mv: Move) -> Move {
    Move {
        extra: Extra::None,
        ..mv
    }
}
