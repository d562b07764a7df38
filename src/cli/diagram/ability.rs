//! What a piece could do on a board without men: tried out with the library's own interpreter, square by square.
//!
//! The empty board shows the quiet moves, a lone man on each square what is done with men, and a second one what hurdles
//! make possible.

use super::actual::uses;
use super::{At, Cell, Diagram, Holds, Needs, Use, Way, parts};
use ferz::betza::{MAX_WAYS, Move, Piece, Scene};
use ferz::board::{Shape, Side, Square, SquareSet};
use ferz::notation::{
    Action, Bend, Between, Content, Ground, Hop, Leg, Legs, Movement, Onward, Over, Range, Term,
    Victims, When, canonical, run_within,
};
use ferz::rules::{Condition, Entry};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The widest board has 16 files, so that a piece in the middle sees 7 squares to each side.
const MAX_RADIUS: i32 = 7;
/// How far lines without an end are drawn.
const OPEN_RADIUS: i32 = 3;
/// So many steps are taken for one drawing: enough for three legs of a king or two of a queen on the largest board.
const BUDGET: usize = 400_000;

/// Terms with what they need besides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries(Vec<Attempt>);

/// A term to try.
#[derive(Clone, Debug)]
struct Attempt {
    term: Term,
    /// Which of the piece's lines it is from.
    entry: usize,
    needs: Needs,
    /// Whether the line's condition rules out that nothing but the turn changes.
    never_passes: bool,
}

impl Entries {
    /// The terms of one movement.
    pub(crate) fn of_movement(movement: &Movement) -> Self {
        let terms = movement.terms.iter();
        let attempt = |term: &Term| Attempt {
            term: term.clone(),
            entry: 0,
            needs: needs(term.when),
            never_passes: false,
        };
        Self(terms.map(attempt).collect())
    }

    /// The terms of a piece of a game.
    pub(crate) fn of_rules(entries: &[Entry]) -> Self {
        let mut attempts = Vec::new();
        for (number, entry) in entries.iter().enumerate() {
            let never_passes = rules_out_passes(&entry.condition);
            // What else does not pass is free of a condition that asks for nothing else.
            let condition =
                if entry.condition == Condition::Always || only_rules_out(&entry.condition) {
                    Needs::NOTHING
                } else {
                    Needs::CONDITION
                };
            for term in &entry.movement.terms {
                attempts.push(Attempt {
                    term: term.clone(),
                    entry: number,
                    needs: needs(term.when).and(condition),
                    never_passes,
                });
            }
        }
        Self(attempts)
    }

    /// Without what a man that has moved, or one that is one rank ahead of its start, cannot do or need not ask for.
    pub(crate) fn standing(mut self, moved: bool, one_rank_ahead: bool) -> Self {
        if moved {
            self.0.retain(|one| one.term.when != When::Unmoved);
        }
        if one_rank_ahead {
            for one in &mut self.0 {
                one.needs = one.needs.without(Needs::ADVANCED);
            }
        }
        self
    }

    /// Those of several legs or one, with places and castling apart.
    fn legs(&self) -> impl Iterator<Item = &Legs> {
        self.0.iter().filter_map(|one| one.term.legs())
    }
}

/// Whether a condition never holds for a pass.
fn rules_out_passes(condition: &Condition) -> bool {
    match condition {
        Condition::All(all) => all.iter().any(rules_out_passes),
        Condition::Any(any) => !any.is_empty() && any.iter().all(rules_out_passes),
        _ => only_rules_out(condition) || *condition == Condition::Never,
    }
}

/// Whether a condition rules out passes and nothing else.
fn only_rules_out(condition: &Condition) -> bool {
    matches!(condition, Condition::Not(inner) if **inner == Condition::Pass)
}

fn needs(when: When) -> Needs {
    match when {
        When::Always => Needs::NOTHING,
        When::Unmoved => Needs::UNMOVED,
        When::Advanced => Needs::ADVANCED,
    }
}

/// Draws what a piece could do on a board from a square.
pub(crate) fn could(
    entries: &Entries,
    letter: &str,
    shape: Shape,
    from: Square,
    side: Side,
) -> Diagram {
    let mut trial = Trial::new(shape, from, side);
    for (number, attempt) in entries.0.iter().enumerate() {
        trial.share(entries.0.len() - number);
        trial.term(attempt);
    }
    let corner = (shape.file(from), shape.rank(from));
    let window = Window {
        columns: i32::from(shape.files()),
        rows: i32::from(shape.ranks()),
        left: 0,
        low: 0,
    };
    trial.draw(&window, true, letter, corner)
}

/// Draws what a piece could do around it, forward being up; nothing if there is nothing to draw.
pub(crate) fn could_around(entries: &Entries, letter: &str) -> Option<Diagram> {
    let wanted = entries.legs().map(farthest).max().unwrap_or(0);
    let most = wanted.clamp(2, MAX_RADIUS);
    let step = entries.legs().map(longest_step).max().unwrap_or(1);
    // Lines without an end are seen to leave the drawing on a board that is a step larger.
    let around = (most + step).min(MAX_RADIUS);
    let shape = Shape::new(i64::from(2 * around + 1), i64::from(2 * around + 1)).ok()?;
    let from = shape.square(around, around)?;
    let mut trial = Trial::new(shape, from, Side::White);
    for (number, attempt) in entries.0.iter().enumerate() {
        trial.share(entries.0.len() - number);
        let mut flat = attempt.clone();
        if let Action::Legs(legs) = &attempt.term.action {
            if wraps(legs) {
                trial.omit("lines over the edge, from the last file to the first, are not drawn");
            }
            flat.term.action = Action::Legs(legs.flat());
        }
        match flat.term.action {
            Action::Legs(_) => trial.term(&flat),
            Action::Castle(_) => trial.omit("castling is not drawn"),
            _ => trial.remark("drops from the hand are not drawn"),
        }
    }
    let radius = if entries.legs().any(is_open) {
        most
    } else {
        trial.farthest().clamp(2, most)
    };
    if wanted > radius && radius == MAX_RADIUS {
        trial.remark(&format!(
            "moves of more than {radius} squares are not drawn"
        ));
    }
    if entries
        .legs()
        .flat_map(Legs::paths)
        .flatten()
        .any(|leg| leg.range == Range::Half)
    {
        trial.remark("how far `*` goes depends on the rank");
    }
    if trial.found.is_empty() && !trial.overrun {
        return None;
    }
    let window = Window {
        columns: 2 * radius + 1,
        rows: 2 * radius + 1,
        left: around - radius,
        low: around - radius,
    };
    Some(trial.draw(&window, false, letter, (around, around)))
}

/// How far some legs go; lines without an end as far as such lines are drawn, two leaps at least if there is room.
fn farthest(legs: &Legs) -> i32 {
    let path = |path: &Vec<Arc<Leg>>| path.iter().map(|leg| length(leg)).sum::<i32>();
    let farthest = legs.paths().iter().map(path).max().unwrap_or(0);
    if is_open(legs) {
        let first = legs.paths().first().map_or(0, path);
        return first.clamp(OPEN_RADIUS, MAX_RADIUS);
    }
    farthest
}

fn length(leg: &Leg) -> i32 {
    let step = longest(leg);
    match leg.range {
        Range::UpTo(times) => step.saturating_mul(i32::from(times)),
        Range::Unlimited if 2 * step <= MAX_RADIUS && step > 1 => 2 * step,
        Range::Unlimited | Range::Half => step,
    }
}

fn longest(leg: &Leg) -> i32 {
    let steps = leg.steps.iter();
    steps
        .map(|s| s.right.abs().max(s.forward.abs()))
        .max()
        .unwrap_or(0)
}

fn longest_step(legs: &Legs) -> i32 {
    legs.paths()
        .iter()
        .flatten()
        .map(|leg| longest(leg))
        .max()
        .unwrap_or(0)
}

/// Whether a line of the term has no end, or so many legs that it looks so.
fn is_open(legs: &Legs) -> bool {
    let switches =
        |leg: &Leg| leg.onward.quiet_switching || leg.onward.over_switching != Over::Nobody;
    let endless = |leg: &Leg| leg.range == Range::Unlimited && leg.bend != Bend::Circular;
    let long =
        |path: &Vec<Arc<Leg>>| path.iter().map(|leg| length(leg)).sum::<i32>() > 2 * MAX_RADIUS;
    let paths = || legs.paths().iter();
    paths().flatten().any(|leg| endless(leg) || switches(leg)) || paths().any(long)
}

/// The part of a board that is drawn.
struct Window {
    columns: i32,
    rows: i32,
    left: i32,
    low: i32,
}

impl Window {
    fn place(&self, (column, row): At) -> Option<At> {
        let at = (column - self.left, row - self.low);
        let inside = (0..self.columns).contains(&at.0) && (0..self.rows).contains(&at.1);
        inside.then_some(at)
    }
}

/// A way to use a square.
struct Try {
    at: Square,
    way: Way,
    /// The squares that must be empty for it, hurdles aside.
    blocked_on: SquareSet,
    /// What it passes on each way.
    paths: Vec<SquareSet>,
    /// Whether a line ends there that would go on.
    open: bool,
}

/// A piece under trial.
#[allow(clippy::struct_excessive_bools)] // independent facts
struct Trial {
    shape: Shape,
    from: Square,
    side: Side,
    found: Vec<Try>,
    remarks: Vec<String>,
    /// Some moves are left out.
    partial: bool,
    /// Some lines without an end are not straight.
    bent: bool,
    budget: usize,
    /// How many of the steps are for the terms behind the present one.
    saved: usize,
    /// More steps would have been needed for the present term.
    spent: bool,
    /// The same for any term.
    overrun: bool,
}

impl Trial {
    fn new(shape: Shape, from: Square, side: Side) -> Self {
        Self {
            shape,
            from,
            side,
            found: Vec::new(),
            remarks: Vec::new(),
            partial: false,
            bent: false,
            budget: BUDGET,
            saved: 0,
            spent: false,
            overrun: false,
        }
    }

    fn remark(&mut self, remark: &str) {
        if !self.remarks.iter().any(|r| r == remark) {
            self.remarks.push(remark.to_owned());
        }
    }

    /// Says what is left out.
    fn omit(&mut self, remark: &str) {
        self.remark(remark);
        self.partial = true;
    }

    /// Sets the steps for the next of so many terms aside: the same for each, with what those before it left.
    fn share(&mut self, terms: usize) {
        let all = self.budget + self.saved;
        self.budget = all / terms.max(1);
        self.saved = all - self.budget;
    }

    /// The moves in a scene; nothing once too many ways have been followed.
    fn moves(&mut self, piece: &Piece, scene: &Scene) -> Vec<Move> {
        if self.spent {
            return Vec::new();
        }
        if let Ok((moves, steps)) = piece.moves_within(scene, self.budget) {
            self.budget -= steps;
            return moves;
        }
        self.budget = 0;
        self.spent = true;
        Vec::new()
    }

    /// Tries a term. If it could do more than can be tried, only its quiet moves are drawn, with a sign of their own: a
    /// square where a capture has not been tried must not look as if there were none.
    fn term(&mut self, attempt: &Attempt) {
        self.spent = false;
        let known = self.found.len();
        self.try_term(attempt);
        if attempt.never_passes {
            let mut number = 0;
            self.found.retain(|one| {
                number += 1;
                number <= known || one.way.purpose != Use::Pass
            });
        }
        if !self.spent {
            return;
        }
        let mut number = 0;
        self.found.retain_mut(|one| {
            number += 1;
            if number <= known || one.way.purpose == Use::Pass {
                return true;
            }
            let quiet = one.way.purpose == Use::Quiet && !one.way.needs.include(Needs::HURDLE);
            one.way.purpose = Use::Untried;
            one.way.leap = false;
            one.way.needs = one.way.needs.without(Needs::WAY.and(Needs::CLEAR));
            quiet
        });
        let one = Movement {
            terms: vec![attempt.term.clone()],
        };
        let rest = if self.found.len() > known {
            "captures and the like are not drawn"
        } else {
            "nothing of it is drawn"
        };
        let text = shortened(&canonical(&one));
        self.overrun = true;
        self.omit(&format!("`{text}` can do so much that {rest}"));
    }

    fn try_term(&mut self, attempt: &Attempt) {
        let Attempt {
            ref term,
            entry,
            needs,
            ..
        } = *attempt;
        let piece = Piece::from(Movement {
            terms: vec![term.clone()],
        });
        let scene = Scene::new(self.shape, self.side)
            .at(self.from)
            .one_rank_ahead(term.when == When::Advanced);
        let Some(legs) = term.legs() else {
            return self.no_legs(term, &piece, &scene, entry, needs);
        };
        let each = |ask: fn(&Leg) -> bool| legs.paths().iter().flatten().any(|leg| ask(leg));
        if each(Leg::is_universal) {
            return self.omit("leaps to any square are not drawn");
        }
        if each(|leg| leg.lends)
            && legs
                .paths()
                .iter()
                .any(|path| path.last().is_some_and(|l| l.lends))
        {
            self.omit("moves borrowed from other men are not drawn");
        }
        let job = Job {
            piece: &piece,
            entry,
            open: is_open(legs),
            bent: legs.paths().iter().any(|path| path.len() > 1)
                || each(|leg| leg.bend != Bend::None),
            merges: legs.paths().iter().any(|path| path.len() > 3),
            path_blocks: !each(passes_men),
            wraps: wraps(legs),
        };
        let quiet = self.moves(&piece, &scene);
        for mv in &quiet {
            self.add(&job, &scene, mv, needs);
        }
        let others = self.looked_at(legs, &scene);
        let captures = each(|leg| leg.modality.capture);
        let royal = each(|leg| leg.victims == Victims::Royal);
        let own = each(|leg| leg.modality.destroy || leg.lends);
        for &square in &others {
            let mut lone = |scene: Scene, needs: Needs| {
                for mv in self.moves(&piece, &scene) {
                    if concerns(&mv, square) {
                        self.add(&job, &scene, &mv, needs);
                    }
                }
            };
            if captures {
                lone(scene.clone().enemy(square), needs);
            }
            if royal {
                let royal = scene.clone().enemy(square).royal(square);
                lone(royal, needs.and(Needs::ROYAL));
            }
            if own {
                lone(scene.clone().own(square), needs);
            }
        }
        if each(|leg| leg.between == Between::Occupied) {
            self.crowd(&job, &scene, needs);
        }
        if each(hops) {
            self.hurdles(&job, &scene, &quiet, legs, needs);
        }
    }

    fn no_legs(&mut self, term: &Term, piece: &Piece, scene: &Scene, entry: usize, needs: Needs) {
        let job = Job {
            piece,
            entry,
            open: false,
            bent: false,
            merges: false,
            path_blocks: true,
            wraps: false,
        };
        if let Action::Castle(castle) = &term.action {
            // Partners where they have to stand.
            let rank = self.shape.rank(self.from);
            let inset = i32::from(castle.inset);
            let files = [inset, i32::from(self.shape.files()) - 1 - inset];
            let partners = files.into_iter().filter_map(|f| self.shape.square(f, rank));
            let scene = partners.fold(scene.clone(), |scene, at| scene.own(at).unmoved(at));
            for mv in self.moves(piece, &scene) {
                self.add(&job, &scene, &mv, needs);
            }
        } else {
            self.remark("drops from the hand are drawn with `--hand`");
        }
    }

    /// What is possible if men stand everywhere between.
    fn crowd(&mut self, job: &Job<'_>, scene: &Scene, needs: Needs) {
        let others: Vec<Square> = self.shape.squares().filter(|&s| s != self.from).collect();
        let full = others.iter().fold(scene.clone(), |scene, &s| scene.own(s));
        for square in others {
            for scene in [full.clone().enemy(square), full.clone().empty(square)] {
                for mv in self.moves(job.piece, &scene) {
                    if mv.to == square {
                        self.add(job, &scene, &mv, needs.and(Needs::HURDLE));
                    }
                }
            }
        }
    }

    /// What is possible behind one man.
    fn hurdles(&mut self, job: &Job<'_>, scene: &Scene, quiet: &[Move], legs: &Legs, needs: Needs) {
        let needs = needs.and(Needs::HURDLE);
        let others = self.looked_at(legs, scene);
        let known = |mv: &Move| quiet.iter().any(|other| same(mv, other));
        for hurdle in others {
            let scene = scene.clone().own(hurdle);
            let here = self.moves(job.piece, &scene);
            let new = |mv: &&Move| !concerns(mv, hurdle) && !known(mv);
            for mv in here.iter().filter(new) {
                self.add(job, &scene, mv, needs);
            }
            for square in self.looked_at(legs, &scene) {
                if square == hurdle {
                    continue;
                }
                let scene = scene.clone().enemy(square);
                for mv in self.moves(job.piece, &scene) {
                    if concerns(&mv, square) && !concerns(&mv, hurdle) {
                        self.add(job, &scene, &mv, needs);
                    }
                }
            }
        }
    }

    /// The squares that the legs of a term ask about in a scene.
    fn looked_at(&mut self, legs: &Legs, scene: &Scene) -> Vec<Square> {
        if self.spent {
            return Vec::new();
        }
        let watch = Watch {
            scene,
            seen: std::cell::Cell::default(),
        };
        let run = run_within(
            self.budget,
            self.shape,
            legs,
            self.from,
            self.side,
            &watch,
            |_| {},
        );
        self.spent |= run.is_err();
        self.budget -= run.unwrap_or(self.budget);
        watch
            .seen
            .get()
            .iter()
            .filter(|&s| s != self.from)
            .collect()
    }

    fn add(&mut self, job: &Job<'_>, scene: &Scene, mv: &Move, needs: Needs) {
        let hurdle = needs.include(Needs::HURDLE);
        let block = if hurdle {
            Block::default()
        } else {
            self.block(job, scene, mv)
        };
        let mut needs = needs;
        if block.ways {
            needs = needs.and(Needs::WAY);
        }
        if !block.on.is_empty() {
            needs = needs.and(Needs::CLEAR);
        }
        let paths: Vec<SquareSet> = mv.ways.iter().map(|way| way.path).collect();
        for (at, purpose) in uses(mv) {
            let plain = matches!(purpose, Use::Quiet | Use::Capture);
            let rides = plain || matches!(purpose, Use::Swap | Use::SwapEnemy | Use::Remove);
            // By how many ways a man is taken elsewhere, or nothing is done, is beside the point.
            let beside = match purpose {
                Use::Pass | Use::Put => Needs::WAY.and(Needs::CLEAR),
                Use::Beyond | Use::AfterCarry | Use::Victim | Use::OwnVictim | Use::Relay => {
                    Needs::WAY
                }
                _ => Needs::NOTHING,
            };
            let needs = needs.without(beside);
            let far = apart(self.shape, job.wraps, self.from, at) > 1;
            let leap = plain && !hurdle && block.never && far;
            let open = job.open && rides;
            self.bent |= open && job.bent;
            self.found.push(Try {
                at,
                way: Way {
                    purpose,
                    leap,
                    needs,
                    entry: job.entry,
                },
                blocked_on: block.on,
                paths: paths.clone(),
                open,
            });
        }
    }

    /// On which squares men are in the way of a move.
    fn block(&mut self, job: &Job<'_>, scene: &Scene, mv: &Move) -> Block {
        let victims = mv.captures | mv.destroys;
        let free =
            |path: SquareSet| path - victims - SquareSet::of(mv.to) - SquareSet::of(self.from);
        let paths: Vec<SquareSet> = mv.ways.iter().map(|way| free(way.path)).collect();
        let all = paths.iter().fold(SquareSet::EMPTY, |all, &path| all | path);
        if paths.iter().any(SquareSet::is_empty) {
            return Block {
                never: true,
                ..Block::default()
            };
        }
        let all_known = mv.ways.len() < MAX_WAYS && !job.merges;
        let mut stops = |men: SquareSet| {
            let scene = men.iter().fold(scene.clone(), Scene::own);
            let moves = self.moves(job.piece, &scene);
            !moves.iter().any(|other| same(mv, other))
        };
        if job.path_blocks {
            let common = paths.iter().fold(all, |common, &path| common & path);
            // A square that all known ways pass may not be on one that is not known.
            let on: SquareSet = common
                .iter()
                .filter(|&s| all_known || stops(SquareSet::of(s)))
                .collect();
            return Block {
                never: false,
                ways: on.is_empty(),
                on,
            };
        }
        if !stops(all) {
            return Block {
                never: all_known,
                ways: !all_known,
                ..Block::default()
            };
        }
        let on: SquareSet = all.iter().filter(|&s| stops(SquareSet::of(s))).collect();
        Block {
            never: false,
            ways: on.is_empty(),
            on,
        }
    }

    fn farthest(&self) -> i32 {
        let distances = self
            .found
            .iter()
            .map(|f| distance(self.shape, self.from, f.at));
        distances.max().unwrap_or(0)
    }

    /// A line that is drawn without a gap looks as if a man would block it, so no mark has to say that.
    fn forget_usual_blocks(&mut self) {
        let walked: SquareSet = self.found.iter().map(|f| f.at).collect();
        let offset = |s: Square| {
            let (shape, from) = (self.shape, self.from);
            (
                shape.file(s) - shape.file(from),
                shape.rank(s) - shape.rank(from),
            )
        };
        for one in &mut self.found {
            let (x, y) = offset(one.at);
            let on_line = |s: Square| {
                let (a, b) = offset(s);
                a * y == b * x && a * x + b * y > 0
            };
            if one
                .blocked_on
                .iter()
                .all(|s| on_line(s) && walked.contains(s))
            {
                one.way.needs = one.way.needs.without(Needs::CLEAR);
            }
        }
    }

    fn draw(mut self, window: &Window, named: bool, letter: &str, mover: At) -> Diagram {
        self.forget_usual_blocks();
        let place = |s: Square| window.place((self.shape.file(s), self.shape.rank(s)));
        let mut ways: BTreeMap<At, BTreeSet<Way>> = BTreeMap::new();
        let mut opens: BTreeMap<At, BTreeSet<Needs>> = BTreeMap::new();
        for one in &self.found {
            if let Some(at) = place(one.at) {
                ways.entry(at).or_default().insert(one.way);
            } else if one.open {
                // The line leaves the drawing behind the square of its way that is nearest to its end.
                for path in &one.paths {
                    let inside = path.iter().filter_map(|s| Some((s, place(s)?)));
                    let last = inside.min_by_key(|(s, _)| away(self.shape, *s, one.at));
                    if let Some((_, at)) = last {
                        opens.entry(at).or_default().insert(one.way.needs);
                    }
                }
            }
        }
        let mut cells: BTreeMap<At, Cell> = BTreeMap::new();
        for (at, ways) in &ways {
            cells.entry(*at).or_default().parts = parts(ways);
        }
        for (at, needs) in opens {
            if ways.contains_key(&at) {
                cells.entry(at).or_default().open = needs.first().copied();
            }
        }
        if let Some(at) = window.place(mover) {
            cells.entry(at).or_default().holds = Some(Holds::Mover(letter.to_owned()));
        }
        Diagram {
            columns: window.columns,
            rows: window.rows,
            named,
            cells,
            hands: Vec::new(),
            remarks: self.remarks,
            partial: self.partial,
            bent: self.bent,
        }
    }
}

/// A scene that remembers what it was asked about.
struct Watch<'a> {
    scene: &'a Scene,
    seen: std::cell::Cell<SquareSet>,
}

impl Ground for Watch<'_> {
    fn content(&self, square: Square) -> Content {
        self.seen.set(self.seen.get() | SquareSet::of(square));
        self.scene.content(square)
    }

    fn passed(&self, square: Square) -> Option<Square> {
        self.scene.passed(square)
    }

    fn is_royal(&self, square: Square) -> bool {
        self.scene.is_royal(square)
    }
}

/// A term under trial.
#[allow(clippy::struct_excessive_bools)] // independent facts
struct Job<'a> {
    piece: &'a Piece,
    entry: usize,
    /// Whether its lines have no end.
    open: bool,
    /// Whether its lines turn.
    bent: bool,
    /// Whether it has so many legs that only one of several ways to a place is followed on.
    merges: bool,
    /// Whether every man on a way blocks it.
    path_blocks: bool,
    /// Whether it goes over the edge from the last file to the first.
    wraps: bool,
}

/// What blocks a move.
#[derive(Default)]
struct Block {
    /// Nothing.
    never: bool,
    /// Only men on all its ways together.
    ways: bool,
    /// A man on any of these squares.
    on: SquareSet,
}

fn passes_men(leg: &Leg) -> bool {
    hops(leg) || leg.skip > 0 || leg.modality.destroy || leg.lends
}

fn hops(leg: &Leg) -> bool {
    let Onward {
        over,
        over_switching,
        ..
    } = leg.onward;
    leg.hop != Hop::None || over != Over::Nobody || over_switching != Over::Nobody
}

/// Whether a move does something to the man on a square.
fn concerns(mv: &Move, square: Square) -> bool {
    mv.captures.contains(square) || mv.destroys.contains(square) || mv.mover == Some(square)
}

/// Whether two moves do the same.
fn same(one: &Move, other: &Move) -> bool {
    let what = |m: &Move| (m.to, m.mover, m.captures, m.destroys, m.unload.clone());
    what(one) == what(other)
}

/// How far two squares are apart, in steps to any side and, among equals, in straight steps.
fn away(shape: Shape, one: Square, other: Square) -> (i32, i32) {
    let files = (shape.file(one) - shape.file(other)).abs();
    let ranks = (shape.rank(one) - shape.rank(other)).abs();
    (files.max(ranks), files + ranks)
}

/// How far two squares are apart, over the edge if the files form a ring.
pub(crate) fn apart(shape: Shape, ring: bool, one: Square, other: Square) -> i32 {
    let files = (shape.file(one) - shape.file(other)).abs();
    let ranks = (shape.rank(one) - shape.rank(other)).abs();
    let files = if ring {
        files.min(i32::from(shape.files()) - files)
    } else {
        files
    };
    files.max(ranks)
}

/// Whether legs go over the edge from the last file to the first.
pub(crate) fn wraps(legs: &Legs) -> bool {
    legs.paths().iter().flatten().any(|leg| leg.wraps)
}

/// The beginning of a long text.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}

fn distance(shape: Shape, one: Square, other: Square) -> i32 {
    away(shape, one, other).0
}
