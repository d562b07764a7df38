//! The start position: who is attacked, who is not guarded, who cannot move, and which man was put on a wrong square.

use super::{Case, joined};
use crate::board::{Man, Side, Square, SquareSet};
use crate::diagnostics::{Diagnostic, Findings, Subject};
use crate::fen::{self, Options};
use crate::movegen::general::{attackers, can_move, in_check, over_by, pseudo_moves};
use crate::position::State;
use crate::prospect::known::captures;
use crate::rules::{BlackView, Rules};
use crate::source::Location;

/// So many squares at most may differ in an array that was meant to be symmetric.
const FEW: usize = 4;

pub(super) fn start(case: &Case<'_>, findings: &mut Findings) {
    let rules = case.rules;
    // What is drawn by lot differs from game to game.
    if rules.shuffle.is_some() {
        return;
    }
    let Ok(state) = fen::read(rules, &rules.start, Options::default()) else {
        return;
    };
    let place = case.places.setup();
    let board = Start {
        rules,
        state: &state,
    };
    let found = [
        board.checked(),
        board.stuck(),
        board.attacked(),
        board.unguarded(),
        board.uneven(),
    ];
    let found = found.into_iter().flatten();
    findings.extend(found.map(|found| found.told(place.clone())));
}

/// A start position.
struct Start<'a> {
    rules: &'a Rules,
    state: &'a State,
}

/// What is doubtful about a start position.
struct Doubt {
    code: &'static str,
    message: String,
    help: &'static str,
}

impl Doubt {
    fn told(self, place: Location) -> Diagnostic {
        Diagnostic::warning(self.code, place, self.message)
            .help(self.help)
            .about(Subject::section("setup"))
    }
}

impl Start<'_> {
    fn checked(&self) -> Option<Doubt> {
        let side = Side::ALL
            .into_iter()
            .find(|&side| in_check(self.rules, self.state, side))?;
        Some(Doubt {
            code: "check-at-start",
            message: format!("{side} is in check in the start position"),
            help: "change the array, or say why it is meant in [allow]",
        })
    }

    /// A side that could not move if it were its turn. Where a law is the reason, that has been told.
    fn stuck(&self) -> Option<Doubt> {
        if over_by(self.rules, self.state).is_some() {
            return None;
        }
        let first = self.state.side;
        let side = [first, first.other()].into_iter().find(|&side| {
            let state = State {
                side,
                ..self.state.clone()
            };
            if side == first {
                pseudo_moves(self.rules, &state).is_empty() && !can_move(self.rules, &state)
            } else {
                !can_move(self.rules, &state)
            }
        })?;
        Some(Doubt {
            code: "no-move-at-start",
            message: format!("{side} has no move in the start position"),
            help: "leave a man room to move, or say why it is meant in [allow]",
        })
    }

    /// Men that can be taken at once.
    fn attacked(&self) -> Option<Doubt> {
        let is_attacked = |(square, man): &(Square, Man)| {
            !self.rules.kind(man.kind).royal[man.side]
                && !attackers(
                    self.rules,
                    self.state,
                    *square,
                    man.side.other(),
                    SquareSet::EMPTY,
                )
                .is_empty()
        };
        let attacked: Vec<(Square, Man)> = self.men().filter(is_attacked).collect();
        let verb = if attacked.len() == 1 { "is" } else { "are" };
        let text = self.listed(attacked.into_iter())?;
        Some(Doubt {
            code: "attacked-at-start",
            message: format!("{text} {verb} attacked in the start position"),
            help: "move the armies apart, or say why it is meant in [allow]",
        })
    }

    /// Men in front of their side that nobody guards, as far as men are taken in this game.
    fn unguarded(&self) -> Option<Doubt> {
        let guards = |square, side| {
            !attackers(self.rules, self.state, square, side, SquareSet::EMPTY).is_empty()
        };
        let is_open = |(square, man): &(Square, Man)| {
            !self.rules.kind(man.kind).royal[man.side]
                && self.is_foremost(*square, man.side)
                && !guards(*square, man.side)
        };
        if !captures(self.rules) {
            return None;
        }
        let text = self.listed(self.men().filter(is_open))?;
        Some(Doubt {
            code: "unguarded-at-start",
            message: format!("nobody guards {text} in the start position"),
            help: "the first attack on such a man wins it or has to be answered; change the array, or say why it is meant in [allow]",
        })
    }

    /// Men that stand where the other side's array has something else, in an array that is otherwise symmetric.
    fn uneven(&self) -> Option<Doubt> {
        let (rules, state) = (self.rules, self.state);
        let other = |man: Man| Man {
            side: man.side.other(),
            ..man
        };
        let men: Vec<_> = self.men().collect();
        let odd = |view: BlackView| -> Vec<Square> {
            let opposite = |square: Square| view.turned(rules.shape, square);
            let fits = |(square, man): &(Square, Man)| {
                opposite(*square).and_then(|s| state.man(s)).map(other) == Some(*man)
            };
            let odd = men.iter().filter(|one| !fits(one));
            odd.map(|(square, _)| *square).collect()
        };
        let views = [rules.view, BlackView::Mirror, BlackView::Turn];
        let odd = views.map(odd).into_iter().min_by_key(Vec::len)?;
        // With different armies nothing is to be symmetric, and with few men there is nothing to compare.
        if odd.is_empty() || odd.len() > FEW || men.len() < 4 * odd.len() {
            return None;
        }
        let names: Vec<String> = odd
            .iter()
            .map(|s| rules.shape.name(*s).to_string())
            .collect();
        Some(Doubt {
            code: "nearly-symmetric",
            message: format!("the array is symmetric but for {}", joined(&names)),
            help: "one of these men may stand on a wrong square; `board.black` says how Black's squares read",
        })
    }

    fn men(&self) -> impl Iterator<Item = (Square, Man)> {
        let squares = self.rules.shape.squares();
        squares.filter_map(|square| Some((square, self.state.man(square)?)))
    }

    /// Whether no man of the same side stands ahead on the file.
    fn is_foremost(&self, square: Square, side: Side) -> bool {
        let shape = self.rules.shape;
        let ahead = |other: &Square| {
            let (rank, own) = (shape.rank(*other), shape.rank(square));
            shape.file(*other) == shape.file(square)
                && if side == Side::White {
                    rank > own
                } else {
                    rank < own
                }
        };
        let is_own = |other: Square| self.state.man(other).is_some_and(|man| man.side == side);
        !shape.squares().filter(ahead).any(is_own)
    }

    /// `White's men on a2 and b2, and Black's men on a7`.
    fn listed(&self, men: impl Iterator<Item = (Square, Man)>) -> Option<String> {
        let men: Vec<_> = men.collect();
        let sides = Side::ALL.into_iter().filter_map(|side| {
            let own = men.iter().filter(|(_, man)| man.side == side);
            let names: Vec<String> = own
                .map(|(square, _)| self.rules.shape.name(*square).to_string())
                .collect();
            let noun = if names.len() == 1 { "man" } else { "men" };
            (!names.is_empty()).then(|| format!("{side}'s {noun} on {}", shortened(names)))
        });
        let sides: Vec<String> = sides.collect();
        (!sides.is_empty()).then(|| sides.join(", and "))
    }
}

/// So many squares are named one by one.
const MOST_NAMED: usize = 10;

/// Names, or the first of them and how many more there are.
fn shortened(mut names: Vec<String>) -> String {
    if names.len() > MOST_NAMED + 1 {
        let more = names.len() - MOST_NAMED;
        names.truncate(MOST_NAMED);
        names.push(format!("{more} other squares"));
    }
    joined(&names)
}
