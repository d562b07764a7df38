//! Which small endings are won, and from that the men with which nobody can mate any more.

use super::figure::{Bits, Figure, LeftOut, bits};
use super::solver::{Board, Table, solve};
use crate::board::{Man, PieceId, Side, Square, SquareSet};
use crate::fen;
use crate::position::State;
use crate::prospect::Prospect;
use crate::rules::{BlackView, Captured, Condition, Rules, Verdict};
use crate::variant::Variant;
use std::collections::BTreeMap;

/// The most squares of a board whose endings are worked out.
const MOST_SQUARES: usize = 64;

/// Why a game's endings are not worked out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotExamined {
    /// The board is too large.
    #[error("the board has more than {MOST_SQUARES} squares")]
    Board,
    /// There is not one royal man on each side.
    #[error("not both sides have one royal man from start to end")]
    Royals,
    /// A rule that the analysis does not know.
    #[error("it has {0}")]
    Rule(&'static str),
    /// An end that somebody wins, and that is no mate.
    #[error("`end.{0}` decides it in another way than by mate")]
    End(String),
    /// A royal is blocked, or does not attack as it is attacked.
    #[error("its royal men are blocked by others, or do not attack each other alike")]
    Royal,
    /// The royal's own moves.
    #[error("the royal man is one of those that are left out: {0}")]
    RoyalLeftOut(LeftOut),
}

/// One ending: a royal and some men against a royal alone, the strong side to move.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Ending {
    /// Whose men they are.
    pub side: Side,
    /// The men beside the royal, one or two.
    pub men: Vec<PieceId>,
    /// How many positions there are with the strong side to move.
    pub positions: u64,
    /// How many of them it wins.
    pub won: u64,
    /// How many of its moves the longest win takes; 0 without one.
    pub longest: u32,
    /// A position with the longest win, as FEN.
    pub example: Option<String>,
    /// Whether there is any position in which the lone side has lost, forced or not.
    pub has_mates: bool,
    /// The end by which the game calls the example a draw at once, if it does.
    pub drawn_by: Option<String>,
    /// Whether the game calls these men beside a royal a draw at once, wherever nobody has won.
    pub is_drawn: bool,
}

/// All endings of a game that were worked out.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Endings {
    /// Those that were, first with one man, then with two; White's, and behind them Black's where the sides differ.
    pub examined: Vec<Ending>,
    /// The men that were left out; Black's where the sides differ.
    pub left_out: Vec<(Man, LeftOut)>,
    /// A side whose endings are not worked out though the other's are, and why.
    pub without: Option<(Side, NotExamined)>,
    /// Whether both sides' endings are the same, so that only White's are told.
    pub are_alike: bool,
    /// How many endings the time did not suffice for.
    pub unfinished: usize,
    /// The pieces with one of which beside its royal nobody can win, whatever is played and whose they are.
    pub dead: Vec<PieceId>,
    /// The line of the rule file by which the game is drawn then, if there is such a piece.
    pub line: Option<String>,
}

/// Works out the endings of a game, a royal and one or two men against a royal alone: those of White, and of Black if its
/// men or the ends are others. `stop` is asked often whether there is time left, and told what is worked on.
///
/// # Errors
/// Why none is.
pub fn endings(
    variant: &Variant,
    stop: &mut dyn FnMut(&str) -> bool,
) -> Result<Endings, NotExamined> {
    let rules = variant.rules();
    laws(rules)?;
    let prospect = Prospect::new(rules);
    let royals = royals(rules, &prospect)?;
    let mut found = Endings::default();
    let force = |side: Side| Force::new(rules, &prospect, royals, side);
    let forces = match (force(Side::White), force(Side::Black)) {
        (Err(why), Err(_)) => return Err(why),
        (Ok(white), Ok(black)) if white.is_like(&black, rules) => {
            found.are_alike = true;
            vec![white]
        }
        (Ok(white), Ok(black)) => vec![white, black],
        (Ok(force), Err(why)) => {
            found.without = Some((Side::Black, why));
            vec![force]
        }
        (Err(why), Ok(force)) => {
            found.without = Some((Side::White, why));
            vec![force]
        }
    };
    for force in &forces {
        found.left_out.extend(force.left_out.iter().copied());
        force.work_out(variant, stop, &mut found);
    }
    dead(rules, &forces, royals, &mut found);
    Ok(found)
}

/// The royal of each side, White's first.
fn royals(rules: &Rules, prospect: &Prospect<'_>) -> Result<[Man; 2], NotExamined> {
    let royal = |side| {
        let mut royals = rules.royals(side).iter();
        let man = Man {
            side,
            kind: royals.next()?,
        };
        let is_one =
            royals.next().is_none() && prospect.starts(man).len() == 1 && !prospect.is_made(man);
        is_one.then_some(man)
    };
    match Side::ALL.map(royal) {
        [Some(white), Some(black)] => Ok([white, black]),
        _ => Err(NotExamined::Royals),
    }
}

/// Whether the game has only laws that the analysis knows, and a board that it can take in.
fn laws(rules: &Rules) -> Result<(), NotExamined> {
    let usual = Condition::After(Box::new(Condition::Check { enemy: false }));
    let is_usual = rules.check.is_none()
        && rules.forbidden.len() == 1
        && rules.forbidden[0].condition == usual;
    let facts = [
        (!is_usual, "other laws than that nobody may leave a check"),
        (!rules.forced.is_empty(), "moves that are forced"),
        (!rules.effects.is_empty(), "effects"),
        (
            rules.captured == Captured::Hand || rules.has_hands || !rules.drops.is_empty(),
            "men in hand",
        ),
        (rules.turn.pass != Condition::Never, "passes"),
        (rules.turn.then.is_some(), "second parts of a turn"),
    ];
    if let Some((_, what)) = facts.iter().find(|(is_there, _)| *is_there) {
        return Err(NotExamined::Rule(what));
    }
    if rules.shape.len() > MOST_SQUARES {
        return Err(NotExamined::Board);
    }
    Ok(())
}

/// Whether a lone side that is not in check and cannot move has lost, in games that are won by mate alone.
fn ends(rules: &Rules, lone: Side) -> Result<bool, NotExamined> {
    let (check, no_move) = (
        Condition::Check { enemy: false },
        Condition::NoMove { enemy: false },
    );
    let calm = Condition::Not(Box::new(check.clone()));
    let (mut mate, mut stalemate) = (None, None);
    for end in &rules.ends {
        let parts = match &end.condition {
            Condition::All(parts) => parts.clone(),
            other => vec![other.clone()],
        };
        let is_about_moves = parts.contains(&no_move);
        let says_all = parts.iter().all(|p| [&check, &no_move, &calm].contains(&p));
        if !(is_about_moves && says_all) {
            if end.result.white != Verdict::Draw || end.result.black != Verdict::Draw {
                return Err(NotExamined::End(end.id.clone()));
            }
            continue;
        }
        let asks = |part: &Condition| parts.contains(part);
        if !asks(&calm) && mate.is_none() {
            mate = Some((end.result[lone], &end.id));
        }
        if !asks(&check) && stalemate.is_none() {
            stalemate = Some((end.result[lone], &end.id));
        }
    }
    match (mate, stalemate) {
        (Some((Verdict::Loss, _)), None | Some((Verdict::Draw, _))) => Ok(false),
        (Some((Verdict::Loss, _)), Some((Verdict::Loss, _))) => Ok(true),
        (Some((_, id)), _) | (None, Some((_, id))) => Err(NotExamined::End(id.clone())),
        (None, None) => Err(NotExamined::Rule("no mate")),
    }
}

fn board(
    rules: &Rules,
    royal: Man,
    lone: Man,
    stalemate_loses: bool,
) -> Result<Board, NotExamined> {
    let figure = |man| Figure::new(rules, man).map_err(NotExamined::RoyalLeftOut);
    let (royal, lone) = (figure(royal)?, figure(lone)?);
    let back = Figure::backwards(&lone.quiet);
    let attacked_from = Figure::backwards(&lone.takes);
    let attacks: Vec<Bits> = (0..rules.shape.len())
        .map(|from| royal.attacks(from, 0))
        .collect();
    if !royal.is_leaper() || !lone.is_leaper() || attacks != attacked_from {
        return Err(NotExamined::Royal);
    }
    let all: SquareSet = rules.shape.squares().collect();
    Ok(Board {
        squares: rules.shape.len(),
        there: bits(&(all - rules.holes)),
        royal,
        back,
        attacked_from,
        stalemate_loses,
    })
}

/// A side that has men beside its royal, against the other one's royal alone.
struct Force {
    royal: Man,
    lone: Man,
    board: Board,
    /// The men whose endings are worked out.
    figures: BTreeMap<PieceId, Figure>,
    left_out: Vec<(Man, LeftOut)>,
}

impl Force {
    fn new(
        rules: &Rules,
        prospect: &Prospect<'_>,
        royals: [Man; 2],
        side: Side,
    ) -> Result<Self, NotExamined> {
        let (royal, lone) = match side {
            Side::White => (royals[0], royals[1]),
            Side::Black => (royals[1], royals[0]),
        };
        let board = board(rules, royal, lone, ends(rules, lone.side)?)?;
        let (mut figures, mut left_out) = (BTreeMap::new(), Vec::new());
        for (kind, of_kind) in rules.kinds() {
            let man = Man { side, kind };
            if of_kind.royal[side] || prospect.stands(man).is_empty() {
                continue;
            }
            match Figure::new(rules, man) {
                Ok(figure) => {
                    figures.insert(kind, figure);
                }
                Err(why) => left_out.push((man, why)),
            }
        }
        Ok(Self {
            royal,
            lone,
            board,
            figures,
            left_out,
        })
    }

    /// Whether the other side has the same men with the same moves, seen from its side of the board.
    fn is_like(&self, other: &Self, rules: &Rules) -> bool {
        let views = [BlackView::Mirror, BlackView::Turn, BlackView::Same];
        let kinds = |force: &Self| -> Vec<(PieceId, LeftOut)> {
            let left = force.left_out.iter();
            left.map(|(man, why)| (man.kind, *why)).collect()
        };
        self.royal.kind == other.royal.kind
            && self.board.stalemate_loses == other.board.stalemate_loses
            && kinds(self) == kinds(other)
            && self.figures.keys().eq(other.figures.keys())
            && views.into_iter().any(|view| {
                let seen: Vec<usize> = rules
                    .shape
                    .squares()
                    .map(|square| view.turned(rules.shape, square).unwrap_or(square).index())
                    .collect();
                let mut pairs = self.figures.values().zip(other.figures.values());
                self.board.royal.is_like(&other.board.royal, &seen)
                    && pairs.all(|(one, two)| one.is_like(two, &seen))
            })
    }

    /// Whether it can have such men.
    fn has(&self, kind: PieceId) -> bool {
        self.figures.contains_key(&kind) || self.left_out.iter().any(|(man, _)| man.kind == kind)
    }

    fn work_out(&self, variant: &Variant, stop: &mut dyn FnMut(&str) -> bool, found: &mut Endings) {
        let study = Study {
            variant,
            board: &self.board,
            royal: self.royal,
            lone: self.lone,
        };
        let rules = variant.rules();
        let names = |men: &[PieceId]| {
            let names: Vec<&str> = men
                .iter()
                .map(|kind| rules.kind(*kind).id.as_str())
                .collect();
            names.join(" and ")
        };
        let mut single: BTreeMap<PieceId, Table> = BTreeMap::new();
        for (&kind, figure) in &self.figures {
            let men = [kind];
            match solve(study.board, &[figure], &[None], &mut || stop(&names(&men))) {
                Some(table) => {
                    found.examined.push(study.ending(&men, &table));
                    single.insert(kind, table);
                }
                None => found.unfinished += 1,
            }
        }
        for (&first, one) in &self.figures {
            for (&second, two) in self.figures.range(first..) {
                let men = [first, second];
                // What is left behind a capture is the other man.
                let left = [single.get(&second), single.get(&first)];
                let is_known = left.iter().all(Option::is_some);
                match is_known
                    .then(|| solve(study.board, &[one, two], &left, &mut || stop(&names(&men))))
                    .flatten()
                {
                    Some(table) => found.examined.push(study.ending(&men, &table)),
                    None => found.unfinished += 1,
                }
            }
        }
    }
}

/// What all endings of a game have in common.
struct Study<'a> {
    variant: &'a Variant,
    board: &'a Board,
    royal: Man,
    lone: Man,
}

impl Study<'_> {
    fn ending(&self, men: &[PieceId], table: &Table) -> Ending {
        let example = table
            .example
            .as_ref()
            .map(|(squares, lone)| self.fen(men, squares, *lone));
        let drawn_by = example.as_ref().and_then(|fen| {
            let outcome = self.variant.position(fen).ok()?.outcome()?;
            outcome.winner.is_none().then_some(outcome.reason)
        });
        Ending {
            side: self.royal.side,
            men: men.to_vec(),
            positions: table.count,
            won: table.won_count,
            longest: table.longest,
            example,
            has_mates: table.has_mates,
            drawn_by,
            is_drawn: self.is_drawn(men),
        }
    }

    /// Whether some position with these men, and nothing special about it, is a draw at once.
    fn is_drawn(&self, men: &[PieceId]) -> bool {
        let rules = self.variant.rules();
        let squares: Vec<usize> = rules.shape.squares().map(Square::index).collect();
        let free = squares
            .iter()
            .copied()
            .filter(|s| self.board.there >> s & 1 == 1);
        let free: Vec<usize> = free.collect();
        let lone = free.last().copied();
        let strong: Vec<usize> = free.iter().copied().take(men.len() + 1).collect();
        let fen = lone.map(|lone| self.fen(men, &strong, lone));
        let outcome = fen.and_then(|fen| self.variant.position(&fen).ok()?.outcome());
        outcome.is_some_and(|outcome| outcome.winner.is_none())
    }

    /// The position as FEN, the strong side to move.
    fn fen(&self, men: &[PieceId], squares: &[usize], lone: usize) -> String {
        let rules = self.variant.rules();
        let mut state = State::new(vec![None; rules.shape.len()]);
        state.walls = rules.holes;
        state.side = self.royal.side;
        state.men[lone] = Some(self.lone);
        let kinds = [self.royal.kind].into_iter().chain(men.iter().copied());
        for (kind, &square) in kinds.zip(squares) {
            state.men[square] = Some(Man {
                side: self.royal.side,
                kind,
            });
        }
        if let Ok(start) = fen::read(rules, &rules.start, fen::Options::default()) {
            state.counters = start.counters;
            state.hands = start.hands;
        }
        fen::write(rules, &state)
    }
}

/// The pieces that cannot win alone, whose they may be, and the line that says so.
fn dead(rules: &Rules, forces: &[Force], royals: [Man; 2], found: &mut Endings) {
    if found.without.is_some() {
        // With the same piece the other side may win.
        return;
    }
    let alone = |ending: &&Ending| ending.men.len() == 1;
    let cannot_win = |kind: PieceId, side: Side| {
        let ending = found.examined.iter().filter(alone);
        let mut ending = ending.filter(|ending| ending.men[0] == kind && ending.side == side);
        ending.next().is_some_and(|ending| !ending.has_mates)
    };
    let kinds = rules.kinds().map(|(kind, _)| kind);
    let is_dead = |kind: &PieceId| {
        let sides: Vec<&Force> = forces.iter().filter(|force| force.has(*kind)).collect();
        !sides.is_empty()
            && sides
                .iter()
                .all(|force| cannot_win(*kind, force.royal.side))
    };
    let dead: Vec<PieceId> = kinds.filter(is_dead).collect();
    found.dead = dead;
    let name = |kind: PieceId| rules.kind(kind).id.as_str();
    let mut royal = vec![name(royals[0].kind), name(royals[1].kind)];
    royal.dedup();
    let royal = royal.join("/");
    let names: Vec<&str> = std::iter::once(royal.as_str())
        .chain(found.dead.iter().map(|k| name(*k)))
        .collect();
    if !found.dead.is_empty() {
        let all = names.join("/");
        found.line = Some(format!(
            "end.dead = {{ if = \"all but {royal} <= 1 and no all but {all}\", result = \"draw\" }}"
        ));
    }
}
