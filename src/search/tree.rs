//! Alpha-beta with iterative deepening.
//!
//! Principal variation search with a table of positions, quiescence over captures and promotions, late moves looked at
//! less deeply first, and checks a ply deeper. Scores are in hundredths of a pawn for the player to move.

use super::ends::{Facts, verdict};
use super::table::{Bound, Table};
use super::{Limits, Score, Thought, Values, World};
use crate::board::{Man, SquareSet};
use crate::movegen::general::{Acting, is_progress};
use crate::position::{Move, MoveKind};
use crate::rules::{Rules, Verdict};
use std::time::{Duration, Instant};

/// The score of a win at once; farther ones are lower by their distance in half-moves.
const WIN: i32 = 30_000;
/// Scores beyond this are wins or losses.
const DECIDED: i32 = 29_000;
/// The deepest line.
const MAX_PLY: usize = 96;
/// The time taken if there is no limit at all.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// How far seeds may vary the worth of a position.
const NOISE: u64 = 12;

/// One search.
pub(super) struct Tree<'a> {
    rules: &'a Rules,
    values: &'a Values,
    table: &'a mut Table,
    limits: Limits,
    started: Instant,
    deadline: Option<Instant>,
    nodes: u64,
    stopped: bool,
    /// Keys of the game and of the line being looked at.
    keys: Vec<u64>,
    /// Half-moves without progress along the line.
    quiet: Vec<u32>,
    killers: Vec<[Option<Move>; 2]>,
    /// How often a quiet move, by start and end, was too good for the opponent.
    history: Vec<u32>,
    /// The best line of the last complete depth.
    line: Vec<Move>,
    lines: Vec<Vec<Move>>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(
        rules: &'a Rules,
        values: &'a Values,
        table: &'a mut Table,
        limits: &Limits,
        keys: &[u64],
        quiet: u32,
    ) -> Self {
        let started = Instant::now();
        let unlimited = limits.nodes.is_none() && limits.time.is_none() && limits.depth.is_none();
        let time = limits.time.or(unlimited.then_some(DEFAULT_TIME));
        let squares = rules.shape.len();
        Self {
            rules,
            values,
            table,
            limits: limits.clone(),
            started,
            deadline: time.map(|t| started + t),
            nodes: 0,
            stopped: false,
            keys: keys.to_vec(),
            quiet: vec![quiet],
            killers: vec![[None; 2]; MAX_PLY + 1],
            history: vec![0; squares * squares],
            line: Vec::new(),
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Searches deeper and deeper until a limit is reached.
    pub(super) fn deepen<W: World>(
        &mut self,
        world: &mut W,
        mut root: Vec<Move>,
        progress: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let mut best = Thought {
            best: root.first().copied(),
            score: Score::Even(0),
            depth: 0,
            nodes: 0,
            line: Vec::new(),
        };
        if root.is_empty() {
            return best;
        }
        let deepest = self
            .limits
            .depth
            .unwrap_or(MAX_PLY as u32 / 2)
            .min(MAX_PLY as u32 / 2);
        for depth in 1..=deepest.max(1) {
            let Some((mv, score)) = self.root(world, &mut root, depth as i32) else {
                break;
            };
            let line = self.line.clone();
            best = Thought {
                best: Some(mv),
                score: public(score),
                depth,
                nodes: self.nodes,
                line,
            };
            progress(&best);
            let decided = score.abs() > DECIDED && (WIN - score.abs()) as u32 <= depth;
            // More depth than half of the time allows would not be finished.
            let late = self
                .deadline
                .is_some_and(|d| (d - self.started) / 2 < self.started.elapsed());
            if decided || late || (root.len() == 1 && self.limits.depth.is_none()) {
                break;
            }
        }
        best.nodes = self.nodes;
        best
    }

    /// Searches all moves at the root; `None` if time ran out before the first was judged.
    fn root<W: World>(
        &mut self,
        world: &mut W,
        root: &mut Vec<Move>,
        depth: i32,
    ) -> Option<(Move, i32)> {
        let mut best: Option<(Move, i32)> = None;
        let mut alpha = -WIN;
        for (i, &mv) in root.iter().enumerate() {
            let score = self.child(world, mv, depth - 1, 0, alpha, WIN, i > 0);
            if self.stopped {
                break;
            }
            if best.is_none() || score > alpha {
                alpha = score.max(alpha);
                best = Some((mv, score));
                self.line = std::iter::once(mv)
                    .chain(self.lines[1].iter().copied())
                    .collect();
            }
        }
        // The best move is looked at first the next time, also if this time was cut short.
        if let Some((mv, _)) = best {
            root.retain(|&m| m != mv);
            root.insert(0, mv);
        }
        best
    }

    /// The score of a move, for the player who makes it. With `scout` it is first asked whether it beats `alpha`.
    #[allow(clippy::too_many_arguments)] // the frame of a recursion
    fn child<W: World>(
        &mut self,
        world: &mut W,
        mv: Move,
        depth: i32,
        ply: usize,
        alpha: i32,
        beta: i32,
        scout: bool,
    ) -> i32 {
        let quiet = if self.is_progress(world, mv) {
            0
        } else {
            self.quiet.last().map_or(0, |q| q + 1)
        };
        world.make(mv);
        self.keys.push(world.key());
        self.quiet.push(quiet);
        let mut score = alpha + 1;
        if scout {
            score = -self.node(world, depth, ply + 1, -alpha - 1, -alpha);
        }
        if score > alpha && !self.stopped {
            score = -self.node(world, depth, ply + 1, -beta, -alpha);
        }
        self.quiet.pop();
        self.keys.pop();
        world.unmake();
        score
    }

    fn node<W: World>(
        &mut self,
        world: &mut W,
        depth: i32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.lines[ply].clear();
        if self.is_over::<W>() {
            return 0;
        }
        let mut moves = Vec::new();
        let checked = world.look(&mut moves);
        let facts = self.facts(checked, moves.is_empty());
        if let Some(verdict) = verdict(self.rules, world, &facts) {
            return ended(verdict, ply);
        }
        if moves.is_empty() {
            // No rule says what a player without a move gets.
            return 0;
        }
        let depth = if checked { depth + 1 } else { depth };
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(world, &moves, checked, ply, alpha, beta);
        }
        let key = world.key();
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|e| i32::from(e.depth) >= depth && beta - alpha == 1) {
            let score = from_table(i32::from(entry.score), ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if decides {
                return score;
            }
        }
        self.sort(world, &mut moves, known.and_then(|e| e.best), ply);
        let before = alpha;
        let (mut best, mut best_move) = (-WIN, None);
        for (i, &mv) in moves.iter().enumerate() {
            let is_quiet = !is_noisy(world, mv);
            let late = i >= 4 && depth >= 3 && is_quiet && !checked;
            let mut score = alpha + 1;
            if late {
                score = self.child(world, mv, depth - 2, ply, alpha, alpha + 1, false);
            }
            if score > alpha {
                score = self.child(world, mv, depth - 1, ply, alpha, beta, i > 0);
            }
            if self.stopped {
                return 0;
            }
            if score > best {
                (best, best_move) = (score, Some(mv));
            }
            if score > alpha {
                alpha = score;
                self.keep_line(ply, mv);
            }
            if alpha >= beta {
                if is_quiet {
                    self.remember_quiet(mv, ply, depth);
                }
                break;
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > before => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table
            .put(key, best_move, to_table(best, ply), depth, bound);
        best
    }

    /// Only captures and promotions, until the position is calm; out of check all moves.
    fn quiesce<W: World>(
        &mut self,
        world: &mut W,
        moves: &[Move],
        checked: bool,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut best = -WIN + ply as i32;
        if !checked || ply >= MAX_PLY {
            best = self.evaluate(world);
            if best >= beta || ply >= MAX_PLY {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut noisy: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&m| checked || is_noisy(world, m))
            .collect();
        self.sort(world, &mut noisy, None, ply);
        for mv in noisy {
            let score = self.child(world, mv, 0, ply, alpha, beta, false);
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.keep_line(ply, mv);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn keep_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend(lower.first().into_iter().flatten());
    }

    /// Counts a node and says whether a limit is reached.
    fn is_over<W: World>(&mut self) -> bool {
        self.nodes += 1;
        let too_many = self.limits.nodes.is_some_and(|n| self.nodes >= n);
        let too_late = self.nodes.is_multiple_of(W::NODES_A_LOOK)
            && self.deadline.is_some_and(|d| Instant::now() >= d);
        self.stopped |= too_many || too_late;
        self.stopped
    }

    fn facts(&self, checked: bool, stuck: bool) -> Facts {
        let quiet = self.quiet.last().copied().unwrap_or(0);
        let key = self.keys.last().copied();
        // Nothing older than the last progress can come again.
        let before = self.keys.iter().rev().skip(1).take(quiet as usize);
        let seen = before.filter(|&&k| Some(k) == key).count();
        // A position that comes a second time can be made to come as often as it takes.
        let repeated = if seen > 0 { u32::MAX } else { 1 };
        Facts {
            checked,
            stuck,
            repeated,
            quiet,
        }
    }

    fn evaluate<W: World>(&self, world: &W) -> i32 {
        let score = world.score(self.values);
        match self.limits.seed {
            None => score,
            Some(seed) => {
                let mixed = (world.key() ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
                    .wrapping_mul(0xBF58_476D_1CE4_E5B9);
                score + (mixed >> 40) as i32 % NOISE as i32 - NOISE as i32 / 2
            }
        }
    }

    /// Best first: what the table says, captures of much by little, promotions, moves that were good elsewhere.
    fn sort<W: World>(&self, world: &W, moves: &mut [Move], known: Option<Move>, ply: usize) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let worth = |man: Option<Man>| man.map_or(0, |m| self.values.of(m));
        moves.sort_by_cached_key(|&mv| {
            if Some(mv) == known {
                return i64::MIN;
            }
            let (taken, lost) = exchange(world, mv, &worth);
            let taken = match taken {
                None => -16 * lost,
                Some(taken) => 10_000 + 16 * (taken - lost) - worth(world.man(mv.from)),
            };
            let mover = world.man(mv.from);
            let gain = mv.promotion.map_or(0, |kind| {
                8 * (worth(mover.map(|m| Man { kind, ..m })) - worth(mover))
            });
            let killer = if killers.contains(&Some(mv)) {
                5_000
            } else {
                0
            };
            let history = self.history[self.history_index(mv)].min(4_000) as i32;
            -i64::from(taken + gain + killer + history)
        });
    }

    fn remember_quiet(&mut self, mv: Move, ply: usize, depth: i32) {
        if let Some(killers) = self.killers.get_mut(ply).filter(|k| k[0] != Some(mv)) {
            *killers = [Some(mv), killers[0]];
        }
        let index = self.history_index(mv);
        self.history[index] = self.history[index].saturating_add((depth * depth) as u32);
    }

    fn history_index(&self, mv: Move) -> usize {
        mv.from.index() * self.rules.shape.len() + mv.to.index()
    }

    fn is_progress<W: World>(&self, world: &W, mv: Move) -> bool {
        let acting = match mv.kind {
            MoveKind::Legs { .. } => {
                let state = world.state();
                let acting = world.deed(mv).and_then(|d| Acting::of_deed(&state, &d));
                acting.map(|acting| Acting {
                    promotion: mv.promotion.is_some(),
                    ..acting
                })
            }
            _ => world.man(mv.from).map(|mover| {
                let victim = victim(world, mv).map(|v| v.kind);
                Acting::of_move(mv, mover.kind, victim)
            }),
        };
        acting
            .is_some_and(|acting| is_progress(self.rules, world.side(), &acting, || world.state()))
    }
}

/// The enemy man that a move takes, if it is a move of one leg.
fn victim<W: World>(world: &W, mv: Move) -> Option<Man> {
    match mv.kind {
        MoveKind::Normal => world.man(mv.to),
        MoveKind::EnPassant { victim } => world.man(victim),
        _ => None,
    }
}

/// What the men that a move takes are worth together, if it takes any, and the own ones that it removes.
fn exchange<W: World>(
    world: &W,
    mv: Move,
    worth: &impl Fn(Option<Man>) -> i32,
) -> (Option<i32>, i32) {
    if !matches!(mv.kind, MoveKind::Legs { .. }) {
        return (victim(world, mv).map(|v| worth(Some(v))), 0);
    }
    let Some(deed) = world.deed(mv) else {
        return (None, 0);
    };
    let sum = |squares: SquareSet| squares.iter().map(|s| worth(world.man(s))).sum();
    let taken = (!deed.taken.is_empty()).then(|| sum(deed.taken));
    (taken, sum(deed.destroyed))
}

fn is_noisy<W: World>(world: &W, mv: Move) -> bool {
    let takes = match mv.kind {
        MoveKind::Legs { .. } => world.deed(mv).is_some_and(|d| !d.taken.is_empty()),
        _ => victim(world, mv).is_some(),
    };
    mv.promotion.is_some() || takes
}

fn ended(verdict: Verdict, ply: usize) -> i32 {
    match verdict {
        Verdict::Win => WIN - ply as i32,
        Verdict::Loss => ply as i32 - WIN,
        // Who has more has been counted.
        Verdict::Draw | Verdict::More(_) => 0,
    }
}

/// In the table wins are counted from the position itself.
fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        _ if score > DECIDED => score + ply as i32,
        _ if score < -DECIDED => score - ply as i32,
        _ => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        _ if score > DECIDED => score - ply as i32,
        _ if score < -DECIDED => score + ply as i32,
        _ => score,
    }
}

fn public(score: i32) -> Score {
    let moves = |distance: i32| (distance.max(0) as u32).div_ceil(2);
    match score {
        _ if score > DECIDED => Score::Wins(moves(WIN - score)),
        _ if score < -DECIDED => Score::Loses(moves(WIN + score)),
        _ => Score::Even(score),
    }
}
