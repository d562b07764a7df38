//! What is decided in the first plies: a forced win, a man that is lost by force, first moves that lose at once.

use crate::board::Side;
use crate::fen;
use crate::game::Game;
use crate::position::{Move, MoveNotation};
use crate::search::{Limits, Score, Searcher};
use crate::variant::{Position, Variant};
use std::time::{Duration, Instant};

/// So much more than the position is worth, in hundredths of a pawn, is a man won.
const A_MAN: i32 = 150;

/// What was found for one side, as if it were its turn in the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opening {
    /// Who moves first.
    pub side: Side,
    /// How many plies were looked ahead.
    pub depth: u32,
    /// What the position is worth for this side after that.
    pub score: Score,
    /// How much more that is than at once, in hundredths of a pawn; nothing if somebody wins.
    pub gain: Option<i32>,
    /// The best moves of both, in long form.
    pub line: Vec<String>,
    /// First moves after which the other side wins by force: the moves from there on.
    pub dead: Vec<Vec<String>>,
    /// How many first moves there are.
    pub moves: usize,
}

impl Opening {
    /// Whether this side wins a man or more by force.
    pub fn wins_a_man(&self) -> bool {
        self.gain.is_some_and(|gain| gain >= A_MAN)
    }
}

/// Why nothing was searched for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Unsearched {
    /// The game has ended where it begins.
    #[error("the game is over in the start position")]
    Over,
    /// It cannot be to move, as the other side would be in check.
    #[error("it cannot be to move in the start position")]
    NotToMove,
    /// There was no time left.
    #[error("the time was over")]
    Time,
}

/// Looks ahead from the start position for each side, who begins first. `stop` is asked before each search whether there
/// is time left, and told what is worked on.
pub fn openings(
    variant: &Variant,
    depth: u32,
    until: Instant,
    stop: &mut dyn FnMut(&str) -> bool,
) -> (Vec<Opening>, Vec<(Side, Unsearched)>) {
    let start = variant.start();
    let (mut openings, mut unsearched) = (Vec::new(), Vec::new());
    for side in [start.side(), start.side().other()] {
        match turned(&start, side) {
            None => unsearched.push((side, Unsearched::NotToMove)),
            Some(position) if position.outcome().is_some() => {
                unsearched.push((side, Unsearched::Over));
            }
            Some(_) if stop(&format!("the first moves of {side}")) => {
                unsearched.push((side, Unsearched::Time));
            }
            Some(position) => openings.push(opening(position, depth, until, stop)),
        }
    }
    (openings, unsearched)
}

/// The start position with a side to move.
fn turned(start: &Position, side: Side) -> Option<Position> {
    if start.side() == side {
        return Some(start.clone());
    }
    let mut state = start.state().clone();
    state.side = side;
    state.en_passant = None;
    let fen = fen::write(start.rules(), &state);
    start.variant().position(&fen).ok()
}

fn opening(
    position: Position,
    depth: u32,
    until: Instant,
    stop: &mut dyn FnMut(&str) -> bool,
) -> Opening {
    let side = position.side();
    let moves = position.legal_moves();
    let game = Game::from_position(position);
    let mut searcher = Searcher::new(game.position().variant());
    let now = searcher.evaluate(&game);
    let thought = searcher.think(&game, &limits(depth, until), |_| ());
    let gain = match thought.score {
        Score::Even(worth) => Some(worth - now),
        _ => None,
    };
    let mut dead = Vec::new();
    for &mv in &moves {
        if stop(&format!("the first moves of {side}")) {
            break;
        }
        let mut after = game.clone();
        if after.play(mv).is_err() || after.outcome().is_some() {
            continue;
        }
        let reply = searcher.think(&after, &limits(depth.saturating_sub(1), until), |_| ());
        if matches!(reply.score, Score::Wins(_)) {
            dead.push(texts(&game, [mv].into_iter().chain(reply.line)));
        }
    }
    Opening {
        side,
        depth: thought.depth,
        score: thought.score,
        gain,
        line: texts(&game, thought.line),
        dead,
        moves: moves.len(),
    }
}

fn limits(depth: u32, until: Instant) -> Limits {
    let left = until.saturating_duration_since(Instant::now());
    Limits {
        depth: Some(depth),
        ..Limits::time(left.max(Duration::from_millis(1)))
    }
}

/// Moves in long form, from a game's position on.
fn texts(game: &Game, line: impl IntoIterator<Item = Move>) -> Vec<String> {
    let mut position = game.position().clone();
    let mut texts = Vec::new();
    for mv in line {
        texts.push(position.move_text(mv, MoveNotation::Long));
        if position.play(mv).is_err() {
            break;
        }
    }
    texts
}
