//! The result of a game, worked out a second time: from the FENs of its positions and the moves between them.
//!
//! Men, hands and walls are counted in the FENs. Who attacks whom is found by letting the attacker move in a game with the same
//! men and no other rule: what it can take is attacked. Repetition, quiet moves and counters are counted by going over the game.
//! The library lends only the general path's legal moves, and what a move does.

use crate::board::Board;
use ferz::board::{BySide, Side, Square};
use ferz::movegen::general;
use ferz::notation::Deed;
use ferz::position::{Move, MoveKind};
use ferz::rules::{
    Amount, Condition, End, Origin, Owner, Pick, Place, Region, Rules, Tally, Trigger, Verb,
    Verdict,
};
use ferz::{Game, Position, Variant};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A game that is looked at.
pub(crate) struct Referee<'g> {
    rules: &'g Rules,
    positions: Vec<&'g Position>,
    moves: &'g [Move],
    boards: Vec<Board>,
    /// The game as if no end stopped it.
    endless: Rules,
    /// Men that move and nothing else.
    bare: Variant,
    /// What the counters have come to in each position, as far as that was asked.
    counts: RefCell<Vec<Vec<BySide<i32>>>>,
    /// Whether a move is being counted.
    counting: Cell<bool>,
}

/// What a statement is about: a position, perhaps with the move that is made there.
#[derive(Clone, Copy)]
struct Asked {
    /// The number of the position.
    at: usize,
    own: Side,
    /// Whether the move that follows the position is meant too.
    moving: bool,
}

impl<'g> Referee<'g> {
    pub(crate) fn new(game: &'g Game) -> Self {
        let rules = game.position().rules();
        let positions: Vec<&Position> = (0..=game.moves().len())
            .map(|n| game.position_after(n).unwrap())
            .collect();
        let boards = positions
            .iter()
            .map(|p| Board::read(rules, &p.fen()))
            .collect();
        let mut endless = rules.clone();
        endless.ends.clear();
        Self {
            rules,
            positions,
            moves: game.moves(),
            boards,
            bare: bare(&endless),
            endless,
            counts: RefCell::default(),
            counting: Cell::default(),
        }
    }

    /// The winner, if somebody wins, and the name of the end after so many moves, if the game is over.
    pub(crate) fn outcome(&self, at: usize) -> Option<(Option<Side>, &'g str)> {
        let to_move = self.positions[at].side();
        for end in &self.rules.ends {
            let players = if end.reply {
                vec![to_move]
            } else {
                vec![to_move.other(), to_move]
            };
            for own in players {
                let asked = Asked {
                    at,
                    own,
                    moving: false,
                };
                if self.holds(asked, &end.condition) {
                    return Some((self.winner(at, end, own), &end.id));
                }
            }
        }
        None
    }

    fn winner(&self, at: usize, end: &End, own: Side) -> Option<Side> {
        match &end.result[own] {
            Verdict::Win => Some(own),
            Verdict::Loss => Some(own.other()),
            Verdict::Draw => None,
            Verdict::More(sets) => {
                let worth = |side: Side| -> i32 {
                    let men = self.boards[at].men.values();
                    let counted = men.filter(|(s, kind)| *s == side && sets[side].contains(*kind));
                    let worth = |kind| self.rules.kind(kind).value[side].unwrap_or(100);
                    counted.map(|(_, kind)| worth(*kind)).sum::<i32>() + end.bonus[side]
                };
                let (white, black) = (worth(Side::White), worth(Side::Black));
                match white.cmp(&black) {
                    std::cmp::Ordering::Greater => Some(Side::White),
                    std::cmp::Ordering::Less => Some(Side::Black),
                    std::cmp::Ordering::Equal => None,
                }
            }
            other => panic!("no second way for {other:?}"),
        }
    }

    fn holds(&self, asked: Asked, condition: &Condition) -> bool {
        let Asked { at, own, .. } = asked;
        let player = |enemy: bool| if enemy { own.other() } else { own };
        match condition {
            Condition::Always => true,
            Condition::Never => false,
            Condition::All(parts) => parts.iter().all(|part| self.holds(asked, part)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds(asked, part)),
            Condition::Not(part) => !self.holds(asked, part),
            Condition::SideIs(side) => own == *side,
            Condition::Count(pick, compare, number) => {
                compare.holds(self.count(asked, pick), *number)
            }
            Condition::Versus(left, compare, right) => {
                compare.holds(self.count(asked, left), self.count(asked, right))
            }
            Condition::Attacked { men, by, every } => {
                let mut men = self.picked(asked, men).into_iter();
                let by = by.as_ref().map(|by| self.picked(asked, by));
                let is_attacked = |square| self.is_attacked_by(at, square, by.as_ref());
                if *every {
                    men.all(is_attacked)
                } else {
                    men.any(is_attacked)
                }
            }
            Condition::Check { enemy } => self.is_check(at, player(*enemy)),
            Condition::Full => {
                let board = &self.boards[at];
                let mut squares = self.rules.shape.squares();
                squares.all(|s| board.men.contains_key(&s) || board.closed.contains(&s))
            }
            Condition::NoMove { enemy } => {
                let position = self.positions[at];
                position.side() == player(*enemy)
                    && general::legal_moves(&self.endless, position.state()).is_empty()
            }
            Condition::Can(part) => {
                let position = self.positions[at];
                let moves = general::legal_moves(&self.endless, position.state());
                let fits = |mv: Move| Done::new(position, mv).holds(own, part);
                position.side() == own && moves.into_iter().any(fits)
            }
            Condition::Counter {
                of,
                compare,
                number,
            } => compare.holds(self.tally(asked, *of), *number),
            Condition::Counters(left, compare, right) => {
                compare.holds(self.tally(asked, *left), self.tally(asked, *right))
            }
            Condition::Remembered(bit) => at.checked_sub(1).is_some_and(|before| {
                let asked = Asked {
                    at: before,
                    own,
                    moving: true,
                };
                self.holds(asked, &self.rules.remembered[*bit])
            }),
            Condition::Repeated(times) => self.standing_alike(at).len() as u32 >= *times,
            Condition::Quiet(half_moves) => self.quiet(at) >= *half_moves as usize,
            Condition::PerpetualCheck { enemy } => {
                let side = player(*enemy);
                let mut after = self.moves_since(at, side).peekable();
                after.peek().is_some() && after.all(|n| self.is_check(n + 1, side.other()))
            }
            Condition::PerpetualChase { enemy } => {
                let side = player(*enemy);
                let mut moves = self.moves_since(at, side);
                let hunts = |n: usize| {
                    self.boards[n + 1]
                        .men
                        .iter()
                        .any(|(&s, m)| m.0 != side && self.is_attacked(n + 1, s))
                };
                assert!(!moves.all(hunts), "no second way for a chase");
                false
            }
            Condition::After(part) if asked.moving => {
                let after = Asked {
                    at: at + 1,
                    own,
                    moving: false,
                };
                self.holds(after, part)
            }
            _ if asked.moving => {
                let done = Done::new(self.positions[at], self.moves[at]);
                done.holds(own, condition)
            }
            other => panic!("no second way for {other:?}"),
        }
    }

    fn count(&self, asked: Asked, pick: &Pick) -> u32 {
        if pick.region != Region::Hand {
            return self.picked(asked, pick).len() as u32;
        }
        let hands = &self.boards[asked.at].hands;
        let sides = Side::ALL
            .into_iter()
            .filter(|&s| is_meant(pick.owner, asked.own, s));
        let held = sides.flat_map(|side| hands[side].iter());
        let held = held.filter(|(kind, _)| pick.kinds.contains(**kind));
        held.map(|(_, count)| count).sum()
    }

    /// The squares of the men that are chosen.
    fn picked(&self, asked: Asked, pick: &Pick) -> BTreeSet<Square> {
        let men = self.boards[asked.at].men.iter();
        let chosen = men.filter(|(_, (side, kind))| {
            is_meant(pick.owner, asked.own, *side) && pick.kinds.contains(*kind)
        });
        let mut squares: BTreeSet<Square> = chosen.map(|(square, _)| *square).collect();
        self.keep(asked, &mut squares, &pick.region);
        squares
    }

    /// Keeps the squares that lie in a region.
    fn keep(&self, asked: Asked, squares: &mut BTreeSet<Square>, region: &Region) {
        match region {
            Region::Anywhere => {}
            Region::Zone(zone) => squares.retain(|s| zone[asked.own].contains(*s)),
            Region::Outside(inside) => {
                let mut others = squares.clone();
                self.keep(asked, &mut others, inside);
                squares.retain(|s| !others.contains(s));
            }
            Region::At {
                pattern,
                from: Origin::Men(men),
            } => {
                let from = self.picked(asked, men);
                squares.retain(|to| {
                    from.iter()
                        .any(|from| self.reaches(asked, pattern, *from, *to))
                });
            }
            other => panic!("no second way for {other:?}"),
        }
    }

    /// Whether the man on a square could go to another man's square if it moved by a pattern.
    fn reaches(
        &self,
        asked: Asked,
        pattern: &[ferz::notation::Term],
        from: Square,
        to: Square,
    ) -> bool {
        let board = &self.boards[asked.at];
        let (Some(&(side, kind)), Some(&(other, _))) = (board.men.get(&from), board.men.get(&to))
        else {
            panic!("no men on {from:?} and {to:?}");
        };
        assert!(
            side == asked.own && other != side,
            "no second way for {pattern:?}"
        );
        let mut rules = self.bare.rules().clone();
        let moves = &mut rules.kinds[kind.index()].entries[side];
        moves.truncate(1);
        moves[0].movement.terms = pattern.to_vec();
        moves[0].condition = Condition::Always;
        moves[0].becomes.clear();
        rules.kinds[kind.index()].stays = BySide::default();
        let position = with_move(
            &Variant::new(Arc::new(rules)),
            self.positions[asked.at],
            side,
        );
        let moves = general::legal_moves(position.rules(), position.state());
        moves.iter().any(|mv| mv.from == from && mv.to == to)
    }

    /// Whether the other side could take the man on a square, if it were its turn.
    fn is_attacked(&self, at: usize, square: Square) -> bool {
        self.is_attacked_by(at, square, None)
    }

    /// The same with one of some men.
    fn is_attacked_by(&self, at: usize, square: Square, by: Option<&BTreeSet<Square>>) -> bool {
        let (side, _) = self.boards[at].men[&square];
        let position = with_move(&self.bare, self.positions[at], side.other());
        let moves = general::legal_moves(position.rules(), position.state());
        let is_meant = |mv: &Move| by.is_none_or(|by| by.contains(&mv.from));
        moves
            .into_iter()
            .filter(is_meant)
            .any(|mv| Done::new(&position, mv).taken().contains(&square))
    }

    fn is_check(&self, at: usize, side: Side) -> bool {
        if let Some(check) = &self.rules.check {
            let asked = Asked {
                at,
                own: side,
                moving: false,
            };
            return self.holds(asked, check);
        }
        let royals = self.rules.royals(side);
        let mut men = self.boards[at].men.iter();
        men.any(|(square, (s, kind))| {
            *s == side && royals.contains(*kind) && self.is_attacked(at, *square)
        })
    }

    /// What a player's count has come to.
    fn tally(&self, asked: Asked, of: Tally) -> i32 {
        let player = if of.enemy {
            asked.own.other()
        } else {
            asked.own
        };
        self.counted(asked.at)[of.counter][player]
    }

    /// What all counters have come to in a position, counted from the start. While a move is being counted, the counts
    /// before it are those that its statements ask for.
    fn counted(&self, at: usize) -> Vec<BySide<i32>> {
        if self.counts.borrow().is_empty() {
            let first = self.rules.counters.iter();
            let first = first.map(|counter| self.amount(&counter.start, 0));
            self.counts.borrow_mut().push(first.collect());
        }
        while self.counts.borrow().len() <= at && !self.counting.get() {
            self.counting.set(true);
            let next = self.counts_after(self.counts.borrow().len() - 1);
            self.counting.set(false);
            self.counts.borrow_mut().push(next);
        }
        let counts = self.counts.borrow();
        counts[at.min(counts.len() - 1)].clone()
    }

    /// The counts after the move that is made in a position.
    fn counts_after(&self, n: usize) -> Vec<BySide<i32>> {
        let mut counts = self.counts.borrow()[n].clone();
        let own = self.positions[n].side();
        let asked = Asked {
            at: n,
            own,
            moving: true,
        };
        self.add_effects(asked, &mut counts);
        for (counter, count) in self.rules.counters.iter().zip(&mut counts) {
            if self.holds(asked, &counter.restart) {
                let mut lines = counter.again.iter();
                let fits = lines.find(|(condition, _)| self.holds(asked, condition));
                let again = fits.map_or(&counter.start, |(_, again)| again);
                count[own] = self.amount(again, n + 1)[own];
            }
            if self.holds(asked, &counter.condition) {
                count[own] += counter.step;
            }
        }
        counts
    }

    /// What effects of the move that is made in a position add to the counts.
    fn add_effects(&self, asked: Asked, counts: &mut [BySide<i32>]) {
        let done = Done::new(self.positions[asked.at], self.moves[asked.at]);
        for effect in &self.rules.effects {
            let fits = |on: &Trigger| match on {
                Trigger::Turn => true,
                Trigger::Capture => done.holds(asked.own, &Condition::Capture),
                Trigger::Drop => done.holds(asked.own, &Condition::Drop),
                other => panic!("no second way for {other:?}"),
            };
            for verb in &effect.verbs {
                let Verb::Add {
                    counter,
                    enemy,
                    number,
                } = verb
                else {
                    continue;
                };
                if effect.on.iter().any(fits) && self.holds(asked, &effect.condition) {
                    let player = if *enemy { asked.own.other() } else { asked.own };
                    counts[*counter][player] += number;
                }
            }
        }
    }

    /// What a counter is set to in a position.
    fn amount(&self, amount: &Amount, at: usize) -> BySide<i32> {
        let men = self.boards[at].men.values();
        let counted = men.filter(|(s, kind)| amount.men[*s].contains(*kind));
        let there = counted.count() as i32;
        BySide::from_fn(|side| amount.number[side] + there)
    }

    /// The half-moves since the last progress.
    fn quiet(&self, at: usize) -> usize {
        let is_progress = |n: &usize| {
            let own = self.positions[*n].side();
            self.holds(
                Asked {
                    at: *n,
                    own,
                    moving: true,
                },
                &self.rules.progress,
            )
        };
        (0..at).rev().take_while(|n| !is_progress(n)).count()
    }

    /// What decides the future, as text.
    fn identity(&self, at: usize) -> String {
        let position = self.positions[at];
        let fen = position.fen();
        let mut fields: Vec<&str> = fen.split(' ').collect();
        let can_be_taken = || {
            let moves = general::legal_moves(&self.endless, position.state());
            moves
                .iter()
                .any(|mv| matches!(mv.kind, MoveKind::EnPassant { .. }))
        };
        fields.truncate(4);
        if fields.get(3).is_some_and(|f| *f != "-") && !can_be_taken() {
            fields[3] = "-";
        }
        let counted = self.counted(at);
        let counters = self.rules.counters.iter().zip(counted);
        let counts = counters.filter(|(counter, _)| counter.decides);
        let counts: Vec<BySide<i32>> = counts.map(|(_, count)| count).collect();
        let remembered = (0..self.rules.remembered.len()).map(|bit| {
            Side::ALL.map(|own| {
                let asked = Asked {
                    at,
                    own,
                    moving: false,
                };
                self.holds(asked, &Condition::Remembered(bit))
            })
        });
        let remembered: Vec<[bool; 2]> = remembered.collect();
        format!("{} {counts:?} {remembered:?}", fields.join(" "))
    }

    /// The positions up to one that are the same.
    fn standing_alike(&self, at: usize) -> Vec<usize> {
        let board = |n: usize| {
            self.positions[n]
                .fen()
                .split(' ')
                .take(2)
                .collect::<String>()
        };
        let now = board(at);
        let alike: Vec<usize> = (0..=at).filter(|n| board(*n) == now).collect();
        if alike.len() == 1 {
            return alike;
        }
        let wanted = self.identity(at);
        alike
            .into_iter()
            .filter(|n| self.identity(*n) == wanted)
            .collect()
    }

    /// The numbers of the moves of a side since the position first stood.
    fn moves_since(&self, at: usize, side: Side) -> impl Iterator<Item = usize> {
        let first = self.standing_alike(at)[0];
        (first..at).filter(move |n| self.positions[*n].side() == side)
    }
}

/// A move and what it does.
struct Done<'p> {
    position: &'p Position,
    mv: Move,
    deed: Option<Deed>,
}

impl<'p> Done<'p> {
    fn new(position: &'p Position, mv: Move) -> Self {
        let deed = match mv.kind {
            MoveKind::Legs { .. } => position.deed(mv),
            _ => None,
        };
        Self { position, mv, deed }
    }

    /// Whether a statement about a move holds.
    fn holds(&self, own: Side, condition: &Condition) -> bool {
        let Done { position, mv, deed } = self;
        let mover = position.man(mv.from).filter(|_| mv.kind != MoveKind::Pass);
        match condition {
            Condition::All(parts) => parts.iter().all(|part| self.holds(own, part)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds(own, part)),
            Condition::Not(part) => !self.holds(own, part),
            Condition::SideIs(side) => own == *side,
            Condition::Always => true,
            Condition::Capture => !self.taken().is_empty(),
            Condition::VictimIs(kinds) => {
                let taken = self.taken();
                let mut kinds_taken = taken.iter().filter_map(|s| position.man(*s));
                kinds_taken.any(|man| kinds.contains(man.kind))
            }
            Condition::MoverIs(kinds) if mv.kind == MoveKind::Drop => {
                mv.promotion.is_some_and(|kind| kinds.contains(kind))
            }
            Condition::MoverIs(kinds) => mover.is_some_and(|man| kinds.contains(man.kind)),
            Condition::Promotion => mv.promotion.is_some() && mv.kind != MoveKind::Drop,
            Condition::Pass => {
                mv.kind == MoveKind::Pass || deed.as_ref().is_some_and(Deed::is_pass)
            }
            Condition::Drop => mv.kind == MoveKind::Drop,
            Condition::Castle => matches!(mv.kind, MoveKind::Castle { .. }),
            Condition::In(Place::There, zone) => zone[own].contains(mv.to),
            Condition::In(Place::Here, zone) => zone[own].contains(mv.from),
            other => panic!("no second way for {other:?}"),
        }
    }

    /// The squares of the men that it takes.
    fn taken(&self) -> Vec<Square> {
        match (self.mv.kind, &self.deed) {
            (MoveKind::Normal, _) if self.position.man(self.mv.to).is_some() => vec![self.mv.to],
            (MoveKind::EnPassant { victim }, _) => vec![victim],
            (_, Some(deed)) => deed.taken.iter().collect(),
            _ => Vec::new(),
        }
    }
}

/// The same men, without royals, laws, ends, drops, promotions and all that follows a move.
fn bare(endless: &Rules) -> Variant {
    let mut rules = endless.clone();
    for kind in &mut rules.kinds {
        kind.royal = BySide::both(false);
    }
    rules.forbidden.clear();
    rules.forced.clear();
    rules.check = None;
    rules.has_hands = rules.uses_hands();
    rules.drops.clear();
    rules.promotions.clear();
    rules.effects.clear();
    rules.turn.then = None;
    rules.turn.pass = Condition::Never;
    Variant::new(Arc::new(rules))
}

/// A position by other rules, with a side to move.
fn with_move(variant: &Variant, position: &Position, side: Side) -> Position {
    let fen = position.fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    fields[1] = if side == Side::White { "w" } else { "b" };
    fields[3] = "-";
    let fen = fields.join(" ");
    variant
        .position(&fen)
        .unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn is_meant(owner: Owner, own: Side, side: Side) -> bool {
    match owner {
        Owner::Own => side == own,
        Owner::Enemy => side != own,
        Owner::Any => true,
        Owner::Side(wanted) => side == wanted,
        other => panic!("no second way for {other:?}"),
    }
}
