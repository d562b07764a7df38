//! What can come about in a game, whatever is played: where men can ever come to stand, and what is known of conditions
//! ([`known`]).
//!
//! Nothing is denied that is possible: who stands in the way is not looked at, a condition counts only where it names
//! squares, men or sides, and a man whose moves have several legs is thought to get everywhere.

pub(crate) mod known;

use self::known::Asked;
use crate::board::{BySide, Man, PieceId, PieceSet, Side, Square, SquareSet};
use crate::fen::{self, Options};
use crate::notation::{Action, Between, Content, Hop, Term, walk};
use crate::rules::{Captured, DropRule, Entry, PartAct, Promotion, Region, Rules, Verb};
use std::collections::BTreeSet;

/// What can come about in a game.
pub(crate) struct Prospect<'r> {
    rules: &'r Rules,
    /// The squares where each man can stand, in the order of [`Rules::men`].
    stands: Vec<SquareSet>,
    /// The squares where each man stands in some start position.
    starts: Vec<SquareSet>,
    /// The kinds that each player can have in hand.
    hands: BySide<PieceSet>,
    /// The kinds of which a player can get more men than there were at the start.
    made: BySide<PieceSet>,
    /// The promotions that can happen: the place in [`Rules::promotions`], and who promotes.
    promoting: BTreeSet<(usize, Man)>,
    /// What is still to be followed.
    todo: Vec<(Man, Square)>,
}

impl<'r> Prospect<'r> {
    pub(crate) fn new(rules: &'r Rules) -> Self {
        let count = rules.kinds.len() * 2;
        let mut prospect = Self {
            rules,
            stands: vec![SquareSet::EMPTY; count],
            starts: vec![SquareSet::EMPTY; count],
            hands: BySide::default(),
            made: BySide::default(),
            promoting: BTreeSet::new(),
            todo: Vec::new(),
        };
        prospect.set_up();
        loop {
            while let Some((man, square)) = prospect.todo.pop() {
                prospect.follow(man, square);
            }
            prospect.take();
            prospect.put_down();
            prospect.happen();
            if prospect.todo.is_empty() {
                return prospect;
            }
        }
    }

    /// The squares where a man can ever stand.
    pub(crate) fn stands(&self, man: Man) -> SquareSet {
        self.stands[place(man)]
    }

    /// The squares where a man stands in some start position.
    pub(crate) fn starts(&self, man: Man) -> SquareSet {
        self.starts[place(man)]
    }

    /// Whether a man can ever be on the board or in a hand.
    pub(crate) fn appears(&self, man: Man) -> bool {
        !self.stands(man).is_empty() || self.hands[man.side].contains(man.kind)
    }

    /// The kinds that a player can have in hand.
    pub(crate) fn in_hand(&self, side: Side) -> PieceSet {
        self.hands[side]
    }

    /// Whether a player can get more men of a kind than there were at the start.
    pub(crate) fn is_made(&self, man: Man) -> bool {
        self.made[man.side].contains(man.kind)
    }

    /// Whether a man can ever promote by a rule.
    pub(crate) fn promotes(&self, rule: usize, man: Man) -> bool {
        self.promoting.contains(&(rule, man))
    }

    /// The men of all start positions.
    fn set_up(&mut self) {
        let rules = self.rules;
        for (square, man) in rules.shape.squares().zip(&rules.array) {
            if let Some(man) = man {
                self.start(*man, square);
            }
        }
        let fens = rules.others.iter().map(|(_, fen)| fen);
        for fen in fens.chain([&rules.start]) {
            let Ok(state) = fen::read(rules, fen, Options::default()) else {
                continue;
            };
            for square in rules.shape.squares() {
                if let Some(man) = state.man(square) {
                    self.start(man, square);
                }
            }
            for side in Side::ALL {
                let kinds = rules.kinds().map(|(kind, _)| kind);
                let held = kinds.filter(|&kind| state.in_hand(side, kind) > 0);
                self.hands[side] = self.hands[side].union(held.collect());
            }
        }
        if let Some(shuffle) = &rules.shuffle {
            for line in &shuffle.lines {
                for (&kind, square) in line
                    .men
                    .iter()
                    .flat_map(|k| line.zone.iter().map(move |s| (k, s)))
                {
                    self.start_opposite(kind, square);
                }
            }
        }
        for side in Side::ALL {
            let squares = rules.shape.squares();
            let own = |s: &Square| rules.array[s.index()].is_some_and(|m| m.side == side);
            let squares: Vec<_> = squares
                .filter(|s| !rules.array.is_empty() && own(s))
                .collect();
            let others = rules.armies.iter().flat_map(|army| army.kinds.iter());
            for kind in others.collect::<Vec<_>>() {
                for &square in &squares {
                    self.start(Man { side, kind }, square);
                }
            }
        }
    }

    fn start_opposite(&mut self, kind: PieceId, square: Square) {
        let white = Man {
            side: Side::White,
            kind,
        };
        self.start(white, square);
        if let Some(square) = self.rules.view.turned(self.rules.shape, square) {
            self.start(
                Man {
                    side: Side::Black,
                    kind,
                },
                square,
            );
        }
    }

    fn start(&mut self, man: Man, square: Square) {
        self.starts[place(man)].insert(square);
        self.add(man, square);
    }

    fn add(&mut self, man: Man, square: Square) {
        let stands = &mut self.stands[place(man)];
        if !stands.contains(square) && !self.rules.holes.contains(square) {
            stands.insert(square);
            self.todo.push((man, square));
        }
    }

    /// A man that was not there at the start.
    fn make(&mut self, man: Man, square: Square) {
        self.made[man.side].insert(man.kind);
        self.add(man, square);
    }

    /// Where a man can go from a square, and what it can become there.
    fn follow(&mut self, man: Man, from: Square) {
        let rules = self.rules;
        for rule in rules.promotions.iter().enumerate().filter(|(_, r)| r.stay) {
            if rule.1.zone[man.side].contains(from) {
                self.promote(rule, man, from);
            }
        }
        for entry in &rules.kind(man.kind).entries[man.side] {
            for to in targets(rules, entry, man, from).iter() {
                for &kind in &entry.becomes {
                    self.make(Man { kind, ..man }, to);
                }
                let stays = self.arrive(man, from, to);
                if entry.becomes.is_empty() && stays {
                    self.add(man, to);
                }
            }
            self.castle(entry, man, from);
        }
    }

    /// What a man becomes by a move; whether it may stay what it is.
    fn arrive(&mut self, man: Man, from: Square, to: Square) -> bool {
        let mut stays = true;
        for (at, rule) in self.rules.promotions.iter().enumerate() {
            let zone: &SquareSet = &rule.zone[man.side];
            let applies = match (zone.contains(from), zone.contains(to)) {
                (true, true) => rule.arrive || rule.within,
                (false, true) => rule.arrive,
                (true, false) => rule.leave,
                (false, false) => false,
            };
            let asked = Asked::of_step(self.rules, man, from, to);
            if !applies || asked.is(&rule.condition, false) {
                continue;
            }
            if self.promote((at, rule), man, to) {
                stays &= !(asked.is(&rule.must, true) && asked.is(&rule.condition, true));
            }
        }
        stays
    }

    fn promote(&mut self, (at, rule): (usize, &Promotion), man: Man, to: Square) -> bool {
        let choices = rule.choices[man.side].iter();
        let mut found = false;
        for kind in choices
            .filter(|(kind, _)| *kind == man.kind)
            .flat_map(|(_, to)| to)
        {
            self.promoting.insert((at, man));
            self.make(Man { kind: *kind, ..man }, to);
            found = true;
        }
        found
    }

    /// A castling man and its partners stay on their rank.
    fn castle(&mut self, entry: &Entry, man: Man, from: Square) {
        let is_castling = |term: &Term| matches!(term.action, Action::Castle(_));
        if !entry.movement.terms.iter().any(is_castling) {
            return;
        }
        let rules = self.rules;
        let rank = |s: &Square| rules.shape.rank(*s) == rules.shape.rank(from);
        for square in rules.shape.squares().filter(rank) {
            self.add(man, square);
            for kind in rules.castling.with[man.side].iter() {
                let partner = Man { kind, ..man };
                if !self.stands(partner).is_empty() {
                    self.add(partner, square);
                }
            }
        }
    }

    /// Captured men come to the hands.
    fn take(&mut self) {
        if self.rules.captured != Captured::Hand {
            return;
        }
        for man in self.rules.men().collect::<Vec<_>>() {
            if !self.stands(man).is_empty() {
                let kind = self.rules.kind(man.kind).in_hand;
                self.hands[man.side.other()].insert(kind);
                self.made[man.side.other()].insert(kind);
            }
        }
    }

    /// Men in hand come to the board. Where nothing comes to a hand by the rules, all that may be put down is thought to
    /// come from elsewhere, such as another board.
    fn put_down(&mut self) {
        let rules = self.rules;
        let closed = rules.captured == Captured::Gone
            && Side::ALL.iter().all(|&side| self.hands[side].is_empty());
        let from_elsewhere = |rule: &DropRule| rule.free || closed;
        for side in Side::ALL {
            for rule in &rules.drops {
                for (kind, forms) in &rule.choices[side] {
                    if from_elsewhere(rule) || self.hands[side].contains(*kind) {
                        for (&kind, to) in forms
                            .iter()
                            .flat_map(|k| rule.zone[side].iter().map(move |s| (k, s)))
                        {
                            self.make(Man { side, kind }, to);
                        }
                    }
                }
            }
            let part = rules.turn.then.as_ref();
            if let Some((part, PartAct::Drop(kinds))) = part.map(|part| (part, &part.act)) {
                for kind in kinds[side].intersection(self.hands[side]).iter() {
                    for to in part.zone[side].iter() {
                        self.make(Man { side, kind }, to);
                    }
                }
            }
        }
    }

    /// What effects make of men, and where moves put others than the mover.
    fn happen(&mut self) {
        let rules = self.rules;
        let all = self.board();
        let puts = |term: &Term| term.all_legs().any(|leg| leg.unload || leg.lends);
        let puts = rules.men().any(|man| rules.terms(man).any(puts));
        for man in rules.men().filter(|_| puts).collect::<Vec<_>>() {
            if !self.stands(man).is_empty() {
                all.iter().for_each(|square| self.add(man, square));
            }
        }
        for verb in rules.effects.iter().flat_map(|effect| &effect.verbs) {
            match verb {
                Verb::Become(kinds) => {
                    for side in Side::ALL {
                        let own = rules.men().filter(|man| man.side == side);
                        let stood = own.fold(SquareSet::EMPTY, |all, man| all | self.stands(man));
                        for square in stood.iter() {
                            self.make(
                                Man {
                                    side,
                                    kind: kinds[side],
                                },
                                square,
                            );
                        }
                    }
                }
                Verb::Flip(pick) => {
                    for man in rules.men().filter(|man| pick.kinds.contains(man.kind)) {
                        let other = Man {
                            side: man.side.other(),
                            ..man
                        };
                        for square in self.stands(man).iter() {
                            self.make(other, square);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// All squares of the board.
    pub(crate) fn board(&self) -> SquareSet {
        let all: SquareSet = self.rules.shape.squares().collect();
        all - self.rules.holes
    }

    /// The squares that a man can reach from one, that one included if it can come back, and those where it promotes.
    pub(crate) fn reached_from(&self, man: Man, from: Square) -> SquareSet {
        let (mut seen, mut todo) = (SquareSet::EMPTY, vec![from]);
        while let Some(square) = todo.pop() {
            for entry in &self.rules.kind(man.kind).entries[man.side] {
                let new = targets(self.rules, entry, man, square) - seen;
                seen |= new;
                todo.extend((new & self.stands(man)).iter());
            }
        }
        seen
    }

    /// The men of a choice, on the side that `own` is.
    pub(crate) fn chosen(&self, pick: &crate::rules::Pick, own: Side) -> impl Iterator<Item = Man> {
        let (owner, kinds) = (pick.owner, pick.kinds);
        let men = self.rules.men().filter(move |man| kinds.contains(man.kind));
        men.filter(move |man| known::is_owner(owner, man.side, own))
    }

    /// How many men of a choice there can be, and whether the reason for none is the place.
    pub(crate) fn most(&self, pick: &crate::rules::Pick, own: Side) -> usize {
        let zone = match &pick.region {
            Region::Hand => {
                // Men may come from elsewhere where none come by the rules.
                let closed = self.rules.captured == Captured::Gone && !self.rules.drops.is_empty();
                let held = |man: &Man| closed || self.hands[man.side].contains(man.kind);
                return if self.chosen(pick, own).any(|man| held(&man)) {
                    usize::MAX
                } else {
                    0
                };
            }
            Region::Zone(zone) => Some(zone[own]),
            Region::Outside(inner) => match &**inner {
                Region::Zone(zone) => Some(self.board() - zone[own]),
                _ => None,
            },
            _ => None,
        };
        let men: Vec<Man> = self.chosen(pick, own).collect();
        let squares = |man: &Man| zone.map_or(self.stands(*man), |zone| zone & self.stands(*man));
        let room = men
            .iter()
            .fold(SquareSet::EMPTY, |all, man| all | squares(man))
            .len();
        let starting = men
            .iter()
            .map(|man| self.starts(*man).len() + self.held(*man));
        if self.rules.shuffle.is_some() || men.iter().any(|man| self.is_made(*man)) {
            return room;
        }
        room.min(starting.sum())
    }

    /// Men that are in hand are not counted one by one.
    fn held(&self, man: Man) -> usize {
        if self.hands[man.side].contains(man.kind) {
            usize::from(u8::MAX)
        } else {
            0
        }
    }
}

/// A man's place in [`Rules::men`].
fn place(man: Man) -> usize {
    man.kind.index() * 2 + man.side.index()
}

/// Where a line of moves can lead from a square on some board, castling aside.
pub(crate) fn targets(rules: &Rules, entry: &Entry, man: Man, from: Square) -> SquareSet {
    let mut found = SquareSet::EMPTY;
    for term in &entry.movement.terms {
        if matches!(term.action, Action::Legs(_)) && rules.stands_ready(term.when, from, man) {
            found |= term_targets(rules, term, man, from);
        }
    }
    let may_stand = rules.kind(man.kind).stays[man.side];
    let fits = |to: &Square| {
        may_stand.is_none_or(|zone| zone.contains(*to))
            && !Asked::of_step(rules, man, from, *to).is(&entry.condition, false)
    };
    (found - rules.holes).iter().filter(fits).collect()
}

fn term_targets(rules: &Rules, term: &Term, man: Man, from: Square) -> SquareSet {
    let Some(leg) = term.plain_leg().filter(|leg| !leg.is_universal()) else {
        return rules.shape.squares().collect();
    };
    let mut free = leg.clone();
    free.hop = Hop::None;
    free.between = Between::Any;
    free.modality.quiet = true;
    let before = if leg.hop == Hop::None {
        0
    } else {
        usize::from(leg.skip) + 1
    };
    let look = |square| {
        if rules.holes.contains(square) {
            Content::Hole
        } else {
            Content::Empty
        }
    };
    let mut found = SquareSet::EMPTY;
    walk(
        rules.shape,
        &free,
        from,
        man.side,
        look,
        |_| false,
        |landing| {
            if landing.path.len() >= before {
                found.insert(landing.to);
            }
        },
    );
    found
}
