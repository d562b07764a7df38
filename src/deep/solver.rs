//! Small endings, played to their end: a royal and one or two men against a royal alone.
//!
//! Retro-analysis by sets: a configuration is where the strong side's men stand, and what is known of it are the squares of
//! the lone royal for which the strong side wins to move, and those for which the lone side, to move, is lost. All squares
//! of the lone royal are worked on at once. The lone royal leaves a configuration as it is, unless it takes a man.

use super::figure::{Bits, Figure};
use std::num::NonZeroU8;

/// A board with the royals of an ending, who attack each other alike and cannot be blocked.
pub(super) struct Board {
    /// How many squares it has.
    pub(super) squares: usize,
    /// Those that are no holes.
    pub(super) there: Bits,
    /// The strong side's royal.
    pub(super) royal: Figure,
    /// For each square those from which the lone royal goes there.
    pub(super) back: Vec<Bits>,
    /// For each square those from which the lone royal attacks it.
    pub(super) attacked_from: Vec<Bits>,
    /// Whether the lone side loses if it is not in check and cannot move.
    pub(super) stalemate_loses: bool,
}

/// What an ending is worth.
pub(super) struct Table {
    /// With one man: for each configuration and square of the lone royal how many moves the strong side, to move, needs;
    /// nothing where it does not win.
    moves: Vec<Option<NonZeroU8>>,
    squares: usize,
    /// How many moves of the strong side the longest win has.
    pub(super) longest: u32,
    /// A position with the longest win: the strong side's squares, its royal's first, and the lone royal's.
    pub(super) example: Option<(Vec<usize>, usize)>,
    /// How many positions with the strong side to move are won.
    pub(super) won_count: u64,
    /// How many there are.
    pub(super) count: u64,
    /// Whether there is a position in which the lone side has lost.
    pub(super) has_mates: bool,
}

impl Table {
    /// Notes positions that are won in so many moves. A win that takes more than 255 counts as that long.
    fn note(&mut self, won: &[(usize, Bits)], moves: u32) {
        let needed = NonZeroU8::new(moves.min(u32::from(u8::MAX)) as u8);
        if self.moves.is_empty() {
            return;
        }
        for &(at, squares) in won {
            for lone in ones(squares) {
                self.moves[at * self.squares + lone] = needed;
            }
        }
    }

    /// Whether the strong side, to move, wins in at most so many moves.
    fn is_won_in(&self, moves: u32, men: &[usize], lone: usize) -> bool {
        let place = index(men, self.squares) * self.squares + lone;
        let needed = self.moves.get(place).copied().flatten();
        needed.is_some_and(|needed| u32::from(needed.get()) <= moves)
    }
}

/// A configuration's number.
fn index(men: &[usize], squares: usize) -> usize {
    men.iter()
        .rev()
        .fold(0, |all, square| all * squares + square)
}

/// What is known of all configurations.
struct Work<'a> {
    board: &'a Board,
    figures: &'a [&'a Figure],
    /// What is left if the lone royal takes the first man, or the second.
    left: &'a [Option<&'a Table>],
    /// The squares where the lone royal may stand.
    valid: Vec<Bits>,
    /// The squares that the strong side attacks where the lone royal is not in the way.
    attacked: Vec<Bits>,
    won: Vec<Bits>,
    lost: Vec<Bits>,
}

/// Works an ending out. `left` has the endings without the first man and without the second; nothing for bare royals.
/// `None` if `stop` said so.
pub(super) fn solve(
    board: &Board,
    figures: &[&Figure],
    left: &[Option<&Table>],
    stop: &mut dyn FnMut() -> bool,
) -> Option<Table> {
    let mut work = Work::new(board, figures, left);
    let mut fresh: Vec<Bits> = (0..work.valid.len())
        .map(|at| work.lost_at(at, 0))
        .collect();
    work.lost.clone_from(&fresh);
    let has_mates = fresh.iter().any(|lost| *lost != 0);
    let places = fresh.len() * board.squares;
    let mut table = Table {
        moves: vec![None; if figures.len() == 1 { places } else { 0 }],
        squares: board.squares,
        longest: 0,
        example: None,
        won_count: 0,
        count: 0,
        has_mates,
    };
    // As long as a man can be taken into an ending that takes longer, positions still come to be lost.
    let longest_left = left.iter().flatten().map(|table| table.longest).max();
    for moves in 1.. {
        if stop() {
            return None;
        }
        let newly = work.win(&fresh);
        if newly.is_empty() && moves > longest_left.unwrap_or(0) + 1 {
            break;
        }
        if let Some(&(at, squares)) = newly.first() {
            table.longest = moves;
            table.example = Some((work.men(at), squares.trailing_zeros() as usize));
        }
        table.note(&newly, moves);
        for (at, fresh) in fresh.iter_mut().enumerate() {
            let lost = work.lost_at(at, moves);
            *fresh = lost & !work.lost[at];
            work.lost[at] = lost;
        }
    }
    let count = |bits: Bits| u64::from(bits.count_ones());
    let attacked = work.attacked.iter();
    let to_move = work.valid.iter().zip(attacked);
    table.count = to_move
        .map(|(valid, attacked)| count(valid & !attacked))
        .sum();
    table.won_count = work.won.iter().copied().map(count).sum();
    Some(table)
}

impl<'a> Work<'a> {
    fn new(board: &'a Board, figures: &'a [&'a Figure], left: &'a [Option<&'a Table>]) -> Self {
        let count = board.squares.pow(figures.len() as u32 + 1);
        let mut work = Self {
            board,
            figures,
            left,
            valid: vec![0; count],
            attacked: vec![0; count],
            won: vec![0; count],
            lost: vec![0; count],
        };
        for at in 0..count {
            let men = work.men(at);
            let occupied = men.iter().fold(0, |all: Bits, man| all | 1 << man);
            let is_real =
                occupied.count_ones() as usize == men.len() && occupied & !board.there == 0;
            if is_real {
                work.valid[at] = board.there & !occupied & !board.attacked_from[men[0]];
                let others = figures.iter().zip(&men[1..]);
                work.attacked[at] = others.fold(
                    board.royal.attacks(men[0], occupied),
                    |all, (figure, from)| all | figure.attacks(*from, occupied),
                );
            }
        }
        work
    }

    /// The squares of a configuration, the royal's first.
    fn men(&self, mut at: usize) -> Vec<usize> {
        let squares = self.board.squares;
        (0..=self.figures.len())
            .map(|_| {
                let square = at % squares;
                at /= squares;
                square
            })
            .collect()
    }

    /// The squares where the lone royal, to move, has lost or loses whatever it does, in at most so many moves of the strong
    /// side.
    fn lost_at(&self, at: usize, within: u32) -> Bits {
        let (board, valid) = (self.board, self.valid[at]);
        if valid == 0 {
            return 0;
        }
        let men = self.men(at);
        let occupied = men.iter().fold(0, |all: Bits, man| all | 1 << man);
        let attacked = self.attacked[at];
        let (mut moves, mut escapes) = (0, 0);
        for to in ones(board.there & !occupied & !attacked) {
            moves |= board.back[to];
            if self.won[at] >> to & 1 == 0 {
                escapes |= board.back[to];
            }
        }
        for (place, &man) in men.iter().enumerate().skip(1) {
            if attacked >> man & 1 == 1 {
                continue;
            }
            moves |= board.attacked_from[man];
            let mut rest = men.clone();
            rest.remove(place);
            let left = self.left[place - 1];
            let is_lost = left.is_some_and(|table| table.is_won_in(within, &rest, man));
            if !is_lost {
                escapes |= board.attacked_from[man];
            }
        }
        let without_move = if board.stalemate_loses {
            Bits::MAX
        } else {
            attacked
        };
        valid & !escapes & (moves | without_move)
    }

    /// Notes all positions that are won by a move to one that has just been lost, and says which are new.
    fn win(&mut self, fresh: &[Bits]) -> Vec<(usize, Bits)> {
        let squares = self.board.squares;
        let mut newly = Vec::new();
        for at in 0..self.valid.len() {
            let open = self.valid[at] & !self.attacked[at] & !self.won[at];
            if open == 0 {
                continue;
            }
            let men = self.men(at);
            let occupied = men.iter().fold(0, |all: Bits, man| all | 1 << man);
            let mut found = 0;
            let mut weight = 1;
            for (place, &from) in men.iter().enumerate() {
                let figure = if place == 0 {
                    &self.board.royal
                } else {
                    self.figures[place - 1]
                };
                for step in &figure.quiet[from] {
                    if step.path & occupied == 0 && occupied >> step.to & 1 == 0 {
                        // Where the lone royal stands in the way, the move is not there.
                        let other = at + weight * step.to - weight * from;
                        found |= fresh[other] & !step.path;
                    }
                }
                weight *= squares;
            }
            found &= open;
            if found != 0 {
                self.won[at] |= found;
                newly.push((at, found));
            }
        }
        newly
    }
}

fn ones(mut bits: Bits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let first = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            first
        })
    })
}
