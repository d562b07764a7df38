//! What the positions after the moves of a node have in common.
//!
//! Where the last ply is only counted, the positions before it differ from the node above them by one move each, which
//! mostly changes two squares. So that node is looked at once with the other player to move: who can move how often, and
//! which squares each man looks at for that; what attacks the royals, and which squares matter for that. After a move only
//! men that look at one of its squares are counted again, and attacks on royals are only looked for if one of its squares
//! matters.

use super::generate::Search;
use super::node::Node;
use super::position::is_simple;
use super::sieve::Doubts;
use super::sinks::Counter;
use crate::board::Square;
use crate::compile::{
    Bits, Ends, Extras, HopGroup, Leapers, Pair, Screened, Slot, SquareTable, Steppers, Tables,
    Tally, Watch,
};
use crate::position::{Extra, Move};

/// With fewer moves than these, looking ahead costs more than it saves.
const FEW_MOVES: usize = 8;
/// The most terms of a count, one for each bit of a word.
const TERMS: usize = u64::BITS as usize;
/// The most squares, together with those where they can go, on which royals are watched.
const WATCHED: u32 = 12;

/// What a node has from the one above it.
#[derive(Clone, Copy)]
pub(super) enum Heritage {
    /// Nothing.
    Nothing,
    /// What does not look at these squares moves as before.
    Men(Square, Square),
    /// The same, and what attacks the royals and where they can go is as before.
    All(Square, Square),
}

impl Heritage {
    /// Whether the royals are as before.
    #[inline(always)]
    pub(super) fn is_all(self) -> bool {
        matches!(self, Self::All(..))
    }
}

/// How a term of a count is looked up.
#[derive(Clone, Copy)]
enum Lookup<'t, B: Bits> {
    Leaps(&'t Leapers<B>),
    Line(&'t Slot<B>),
    Cross(&'t Slot<B>, &'t Slot<B>),
    Pairs(&'t Pair<B>, &'t Pair<B>),
    Screened(&'t Screened<B>),
    Steps(&'t Steppers<B>),
}

/// A number of moves that is looked up at once: those of a man in one loop of a count, or all steps of a sort.
struct Term<'t, B: Bits> {
    lookup: Lookup<'t, B>,
    /// The squares of the men.
    men: B,
    from: Square,
    moves: u64,
}

/// What the positions after the moves of a node have in common.
pub(super) struct Siblings<'t, B: Bits> {
    /// The squares of the move that has just been made, if it was a plain one and nothing has been looked at since.
    moved: Option<(Square, Square)>,
    /// The men whose capture changes more than the squares of the move.
    stirring: B,
    /// The ends of captures that are known to be forbidden.
    pub(super) lost: B,
    /// Where captures would be doubtful if somebody stood there.
    open_to: B,
    /// Whether nothing but such captures, pins, castlings and captures in passing makes moves doubtful.
    settled: bool,
    terms: Vec<Term<'t, B>>,
    /// For each square which terms look at it.
    looking: B::Table<u64>,
    /// The moves of all terms.
    moves: u64,
    /// Whether all terms have found room.
    counted: bool,
    /// Where men may go, which are pinned and which shield royals, as in a [`Node`]. On a line with more than two men one
    /// may have come or gone unseen: a capture that opens it ends beside some of the others all the same.
    allowed: B,
    pinned: B,
    bound: B,
    pub(super) shields: B,
    /// The pinned men and their lines.
    lines: Vec<(Square, B)>,
    /// The moves of royals.
    pub(super) royals: u64,
    /// Whether what attacks the royals is known.
    kept: bool,
    /// The squares that matter for what attacks the royals and for where they can go.
    matters: B,
    /// For each watch of the other side the squares on which such a man, come there, may attack.
    arrivals: Vec<B>,
    /// The guards of attacks on them.
    guards: Vec<(B, B)>,
}

impl<B: Bits> Siblings<'_, B> {
    /// Nothing known.
    pub(super) fn new() -> Self {
        Self {
            moved: None,
            stirring: B::EMPTY,
            lost: B::EMPTY,
            open_to: B::EMPTY,
            settled: false,
            terms: Vec::new(),
            looking: B::Table::filled(0),
            moves: 0,
            counted: false,
            allowed: B::EMPTY,
            pinned: B::EMPTY,
            bound: B::EMPTY,
            shields: B::EMPTY,
            lines: Vec::new(),
            royals: 0,
            kept: false,
            matters: B::EMPTY,
            arrivals: Vec::new(),
            guards: Vec::new(),
        }
    }

    /// Says which move has been made, and whether it is surely nothing but a man going to a square.
    #[inline(always)]
    pub(super) fn after(&mut self, mv: Move, plain: bool) {
        let plain = plain || is_simple(mv) && mv.extra == Extra::None && !self.stirring.has(mv.to);
        self.moved = plain.then_some((mv.from, mv.to));
    }
}

impl<'t, B: Bits, const FAST: bool> Search<'t, B, FAST> {
    /// Finds out what the positions after so many moves of this node have in common, if that pays.
    #[inline(never)]
    pub(super) fn look_ahead(&mut self, moves: usize) -> bool {
        if moves < FEW_MOVES || !self.tables.still {
            return false;
        }
        let tables: &'t Tables<B> = self.tables;
        self.board.side = self.board.side.other();
        let mut node = self.inspect();
        let lines = node.pinned.squares().map(|man| (man, self.pin_line(man)));
        self.siblings.lines = lines.collect();
        let (own, extras) = (node.own, tables.extras.as_deref());
        let stirs = extras.is_some_and(|extras| !extras.effects[self.board.side].is_empty());
        self.siblings.stirring = if stirs { own } else { B::EMPTY };
        let shared = match extras.filter(|extras| extras.are_sifted(self.board.side)) {
            None => {
                self.siblings.settled = false;
                self.note(&node, None);
                true
            }
            Some(extras) => self.note_judged(extras, &mut node),
        };
        self.board.side = self.board.side.other();
        shared && (self.siblings.counted || self.siblings.kept)
    }

    /// Notes what the positions have in common where laws are asked, if they tell nothing but royals and captures apart.
    fn note_judged(&mut self, extras: &'t Extras<B>, node: &mut Node<B>) -> bool {
        let side = self.board.side;
        let doubts = self.doubts(extras, node);
        self.direct.clear();
        let known = &mut self.siblings;
        (known.lost, known.open_to) = (doubts.lost, doubts.open_to);
        known.settled = doubts.shared
            && extras.gives_only_moves(side)
            && self.tables.irregulars[side].is_empty();
        if doubts.shared {
            self.note(node, Some((extras, doubts)));
        }
        doubts.shared
    }

    /// Whether all moves of a node that are not known from the one above are certain.
    #[inline(always)]
    pub(super) fn is_settled(&self, node: &Node<B>) -> bool {
        let known = &self.siblings;
        node.heritage.is_all()
            && known.settled
            && (known.open_to & node.enemy).is_empty()
            && node.pinned.is_empty()
            && !self.has_room_to_castle(node)
            && !self.can_take_passing(node)
    }

    /// Notes what the positions have in common, with the moves of a node that have to be tested.
    fn note(&mut self, node: &Node<B>, judged: Option<(&'t Extras<B>, Doubts<B>)>) {
        self.note_men(node);
        self.note_royals(node, judged);
    }

    /// Counts the moves of men that are not royal, and notes who looks where.
    fn note_men(&mut self, node: &Node<B>) {
        let tables: &'t Tables<B> = self.tables;
        let known = &mut self.siblings;
        known.terms.clear();
        known.looking.fill(0);
        (known.moves, known.counted) = (0, true);
        (known.allowed, known.pinned, known.bound) = (node.allowed, node.pinned, node.bound);
        known.shields = node.shields;
        let tally: &'t Tally<B> = &tables.tally[self.board.side];
        for leapers in &tally.leapers {
            self.add_terms(&leapers.codes, Lookup::Leaps(leapers), node);
        }
        for liners in &tally.lines {
            let [slot] = liners.slots.map(|slot| tables.slots.slot(slot));
            self.add_terms(&liners.codes, Lookup::Line(slot), node);
        }
        for liners in &tally.crosses {
            let [one, two] = liners.slots.map(|slot| tables.slots.slot(slot));
            self.add_terms(&liners.codes, Lookup::Cross(one, two), node);
        }
        for pairs in &tally.pairs {
            let [one, two] = pairs.pairs.map(|pair| tables.slots.pair(pair));
            self.add_terms(&pairs.codes, Lookup::Pairs(one, two), node);
        }
        for &code in &tally.screened {
            let [screened] = &tables.pieces[code as usize].screened[..] else {
                continue;
            };
            self.add_terms(&[code], Lookup::Screened(screened), node);
        }
        for steps in &tally.steps {
            let men = self.board.sets[steps.code as usize];
            self.add_term(Lookup::Steps(steps), men, Square::new(0), node);
        }
    }

    fn add_terms(&mut self, codes: &[u8], lookup: Lookup<'t, B>, node: &Node<B>) {
        let codes = codes.iter();
        let men = codes.fold(B::EMPTY, |all, &code| all | self.board.sets[code as usize]);
        for from in men.squares() {
            self.add_term(lookup, B::of(from), from, node);
        }
    }

    fn add_term(&mut self, lookup: Lookup<'t, B>, men: B, from: Square, node: &Node<B>) {
        let number = self.siblings.terms.len();
        if number == TERMS {
            self.siblings.counted = false;
            return;
        }
        let mut term = Term {
            lookup,
            men,
            from,
            moves: 0,
        };
        term.moves = self.count_term(&term, node);
        let view = self.view(&term, node);
        let known = &mut self.siblings;
        for square in view.squares() {
            *known.looking.at_mut(square) |= 1 << number;
        }
        known.moves += term.moves;
        known.terms.push(term);
    }

    /// The number of moves of a term.
    #[inline(always)]
    fn count_term(&self, term: &Term<'t, B>, node: &Node<B>) -> u64 {
        let (slots, from, occupied) = (&self.tables.slots, term.from, node.occupied);
        let targets = match term.lookup {
            Lookup::Steps(steps) => {
                return steps.count::<FAST>(self.step_targets(
                    steps,
                    (!node.pinned, node.allowed),
                    node,
                ));
            }
            _ if (term.men & node.own & !node.pinned).is_empty() => return 0,
            Lookup::Screened(screened) => {
                let mut targets = B::EMPTY;
                self.screened_moves(screened, term.men, node, |_, found| targets = found);
                targets
            }
            Lookup::Leaps(leapers) => leapers.leaps.at(from) & node.onto[Ends::Both as usize],
            Lookup::Line(slot) => {
                slots.of_slot::<FAST>(slot, from, occupied) & node.onto[Ends::Both as usize]
            }
            Lookup::Cross(one, two) => {
                let one = slots.of_slot::<FAST>(one, from, occupied);
                let two = slots.of_slot::<FAST>(two, from, occupied);
                (one | two) & node.onto[Ends::Both as usize]
            }
            Lookup::Pairs(one, two) => {
                let one = slots.of_pair(one, from, occupied);
                let two = slots.of_pair(two, from, occupied);
                ((one[0] | two[0]) & node.onto[Ends::Empty as usize])
                    | ((one[1] | two[1]) & node.onto[Ends::Enemy as usize])
            }
        };
        u64::from((targets & node.allowed).count::<FAST>())
    }

    /// The squares at which a term looks: while nobody enters or leaves one of them, its number stays the same.
    fn view(&self, term: &Term<'t, B>, node: &Node<B>) -> B {
        let (slots, from, occupied) = (&self.tables.slots, term.from, node.occupied);
        let of_slot = |slot: &Slot<B>| {
            let reached = slots.of_slot::<FAST>(slot, from, occupied);
            slot.view(from, reached)
        };
        let view = match term.lookup {
            Lookup::Leaps(leapers) => leapers.leaps.at(from),
            Lookup::Line(slot) => of_slot(slot),
            Lookup::Cross(one, two) => of_slot(one) | of_slot(two),
            Lookup::Pairs(one, two) => one.view(from) | two.view(from),
            Lookup::Screened(screened) => {
                screened.near.at(from) | screened.lanes.view::<FAST>(slots, from, occupied)
            }
            Lookup::Steps(steps) => {
                let movers = term.men & steps.origins;
                movers.shift_inside(steps.via) | movers.shift_inside(steps.shift)
            }
        };
        view | term.men
    }

    /// Finds out where the royals can go, and what matters for that and for attacks on them.
    fn note_royals(&mut self, node: &Node<B>, judged: Option<(&'t Extras<B>, Doubts<B>)>) {
        let tables: &'t Tables<B> = self.tables;
        let side = self.board.side;
        let going = |all, royal| all | tables.royals_go[side].at(royal);
        let targets = node.royals.squares().fold(node.royals, going);
        let few = targets.count::<FAST>() <= WATCHED;
        self.siblings.kept = tables.tally[side].royals_plain && node.checkers.is_empty() && few;
        if !self.siblings.kept {
            return;
        }
        let royals = if let Some((extras, doubts)) = judged {
            self.count_royals(extras, node, doubts)
        } else {
            let mut counter = Counter::default();
            self.moves_of_all_royals(node, &mut counter);
            counter.0
        };
        let mut matters = targets;
        if judged.is_some() {
            // Laws may ask where they stand.
            matters |= self.royals_of(side.other());
        }
        for royal in node.royals.squares() {
            let piece = &tables.pieces[self.board.code_at(royal) as usize];
            for moves in &piece.moves {
                matters |= moves
                    .lanes
                    .view::<FAST>(&tables.slots, royal, node.occupied);
            }
        }
        self.siblings.arrivals.clear();
        self.siblings
            .arrivals
            .resize(tables.watches[side.other()].len(), B::EMPTY);
        for target in targets.squares() {
            matters |= self.note_royal_square(target, node);
        }
        let guards = self.guards_now().collect();
        let known = &mut self.siblings;
        known.guards = guards;
        (known.royals, known.matters) = (royals, matters);
    }

    /// The squares that matter for whether a square is attacked, or for pins if a royal stands there. Notes whose arrival
    /// matters where.
    fn note_royal_square(&mut self, target: Square, node: &Node<B>) -> B {
        let tables: &'t Tables<B> = self.tables;
        let side = self.board.side.other();
        let mut matters = B::EMPTY;
        let watches = tables.watches[side]
            .iter()
            .zip(tables.near[side].at(target).0);
        for (at, (watch, &near)) in watches.enumerate() {
            self.siblings.arrivals[at] |= near;
            let men = self.board.sets[watch.code as usize] & near;
            if men.any() {
                matters |= self.lines_to(target, watch, men, node);
            }
        }
        for group in &tables.hops[side] {
            matters |= self.hops_to(target, group, node);
        }
        matters
    }

    /// The squares of some men that a watch is for, and those between them and a square. Left out are men with so many
    /// others between that one more or less does not matter.
    fn lines_to(&self, target: Square, watch: &Watch<B>, men: B, node: &Node<B>) -> B {
        let tables: &'t Tables<B> = self.tables;
        let most = 1 + u32::from(node.royals.has(target));
        let mut matters = B::EMPTY;
        for &number in &watch.groups {
            let group = &tables.attacks[self.board.side.other()][number];
            if let Some(leaps) = &group.leaps {
                matters |= leaps.at(target) & men;
            }
            for threat in &group.threats {
                for attacker in (threat.origins.at(target) & men).squares() {
                    let between = tables.between(threat.lines, target, attacker);
                    matters |= line(attacker, between, node.within::<FAST>(between, most));
                }
            }
        }
        matters
    }

    /// The same for men that attack over others.
    fn hops_to(&self, target: Square, group: &HopGroup<B>, node: &Node<B>) -> B {
        let tables: &'t Tables<B> = self.tables;
        let most = 2 + u32::from(node.royals.has(target));
        let (men, _) = self.men_of(&group.codes, group.guard);
        let men = men & group.near.at(target);
        let mut matters = B::EMPTY;
        if men.is_empty() {
            return matters;
        }
        for hop in &group.hops {
            for attacker in (hop.origins.at(target) & men).squares() {
                let between = tables.between(hop.lines, target, attacker);
                matters |= line(attacker, between, node.within::<FAST>(between, most));
            }
        }
        matters
    }

    /// Looks at the checks and pins of the player to move, or knows them from the node above.
    #[inline(always)]
    pub(super) fn look(&mut self) -> Node<B> {
        let Some((from, to)) = self.siblings.moved.take() else {
            return self.inspect();
        };
        if !self.tables.guards_for[self.board.side].is_empty() {
            self.refresh_guards();
        }
        if self.keeps(from, to) {
            return self.inherit(from, to);
        }
        let mut node = self.inspect_by_guards();
        node.heritage = Heritage::Men(from, to);
        node
    }

    /// The guards of attacks on the player to move.
    #[inline(always)]
    fn guards_now(&self) -> impl Iterator<Item = (B, B)> {
        let guards = &self.tables.guards_against[self.board.side];
        guards.iter().map(|&guard| self.guards[guard])
    }

    /// Whether a move that was made keeps what attacks the royals.
    #[inline(always)]
    fn keeps(&self, from: Square, to: Square) -> bool {
        let known = &self.siblings;
        let watch = self.tables.watch_of[self.board.code_at(to) as usize];
        let arrivals = known.arrivals.get(watch as usize);
        known.kept
            && ((B::of(from) | B::of(to)) & known.matters).is_empty()
            && !arrivals.is_some_and(|arrivals| arrivals.has(to))
            && self.guards_now().eq(known.guards.iter().copied())
    }

    /// The node after a move that keeps what attacks the royals.
    #[inline(always)]
    fn inherit(&mut self, from: Square, to: Square) -> Node<B> {
        self.attacked = None;
        for at in 0..self.siblings.lines.len() {
            let (man, line) = self.siblings.lines[at];
            self.set_pin_line(man, line);
        }
        let mut node = self.plain_node();
        node.allowed = self.siblings.allowed;
        node.pinned = self.siblings.pinned & node.own;
        node.bound = self.siblings.bound & node.own;
        node.heritage = Heritage::All(from, to);
        node
    }

    /// The number of moves of men that are not pinned, for those that are counted table by table, if it is known from the
    /// node above: only what looks at one of two squares is counted again, and men that are pinned here and not there or
    /// the other way round. Steps under a condition are counted anew.
    #[inline(always)]
    pub(super) fn count_by_heritage(&self, tally: &Tally<B>, node: &Node<B>) -> Option<u64> {
        match node.heritage {
            Heritage::Men(from, to) | Heritage::All(from, to)
                if self.siblings.counted && self.siblings.allowed == node.allowed =>
            {
                let mut moves = self.count_changes(from, to, node);
                for (guard, steps) in &tally.guarded {
                    let (here, there) = self.guards[*guard];
                    let squares = (here & !node.pinned, there & node.allowed);
                    moves += steps.count::<FAST>(self.step_targets(steps, squares, node));
                }
                Some(moves)
            }
            _ => None,
        }
    }

    #[inline(never)]
    fn count_changes(&self, from: Square, to: Square, node: &Node<B>) -> u64 {
        let known = &self.siblings;
        let mut again = known.looking.at(from) | known.looking.at(to);
        for man in (node.pinned ^ known.pinned).squares() {
            again |= known.looking.at(man);
        }
        let mut moves = known.moves;
        while again != 0 {
            let term = &known.terms[again.trailing_zeros() as usize];
            again &= again - 1;
            moves = moves - term.moves + self.count_term(term, node);
        }
        moves
    }
}

/// The squares of a line with its attacker, if it matters.
#[inline(always)]
fn line<B: Bits>(attacker: Square, between: B, matters: bool) -> B {
    if matters {
        between | B::of(attacker)
    } else {
        B::EMPTY
    }
}

impl<B: Bits> Node<B> {
    /// Whether so many men or fewer stand on some squares, royals of the player to move left out.
    #[inline(always)]
    fn within<const FAST: bool>(&self, squares: B, most: u32) -> bool {
        (squares & self.occupied & !self.royals).count::<FAST>() <= most
    }
}
