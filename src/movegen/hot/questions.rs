//! Sets and tests asked in a position.

use super::generate::Search;
use super::position::Board;
use crate::board::{PieceId, Side, Square};
use crate::compile::{
    AttackGroup, Bits, Chosen, Clue, Fact, HopGroup, Men, SetExpr, Sight, SquareTable, Tables,
    Test, Where, code_kind, code_side,
};
use crate::position::{DeedNumber, Move, MoveKind};
use crate::rules::{Place, SquareState, Trigger};

/// The move that a test asks about.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Asked<B> {
    pub(super) here: Square,
    pub(super) there: Square,
    pub(super) path: B,
    /// The man that moves or is put down, before it promotes.
    pub(super) mover: Option<PieceId>,
    pub(super) victim: Option<PieceId>,
    /// The man that is taken besides.
    pub(super) second: Option<PieceId>,
    pub(super) promotion: bool,
    pub(super) pass: bool,
    pub(super) drop: bool,
    pub(super) castle: bool,
    /// Whether it has been made.
    pub(super) made: bool,
    /// The number of the mover's royals before the move, where a law asks for it.
    pub(super) royals: u32,
    /// Whether a royal of the player to move is attacked, if that is known.
    pub(super) checked: Option<bool>,
    /// Whether the player to move has no move but a pass, if that is known.
    pub(super) stuck: Option<bool>,
}

impl<B: Bits> Asked<B> {
    /// No move.
    pub(super) fn nothing() -> Self {
        Self {
            pass: true,
            ..Self::between(Square::new(0), Square::new(0), B::EMPTY)
        }
    }

    /// A move of which only the squares matter.
    pub(super) fn between(here: Square, there: Square, path: B) -> Self {
        Self {
            here,
            there,
            path,
            mover: None,
            victim: None,
            second: None,
            promotion: false,
            pass: false,
            drop: false,
            castle: false,
            made: false,
            royals: 0,
            checked: None,
            stuck: None,
        }
    }

    /// A move of the player to move, not made yet.
    pub(super) fn of(board: &Board<B>, mv: Move) -> Self {
        let kind = |square| board.man_code(square).map(code_kind);
        let victim = match mv.kind {
            MoveKind::Normal => kind(mv.to),
            MoveKind::EnPassant { victim } => kind(victim),
            MoveKind::Legs { deed } => deed.victim().and_then(kind),
            _ => None,
        };
        let second = match mv.kind {
            MoveKind::Legs { .. } if mv.from != mv.to => kind(mv.to),
            _ => None,
        };
        let drop = mv.kind == MoveKind::Drop;
        let none = mv.kind == MoveKind::Pass;
        let deed = DeedNumber::NOTHING;
        let pass = none || mv.kind == MoveKind::Legs { deed };
        let mover = match () {
            () if none => None,
            () if drop => mv.promotion,
            () => kind(mv.from),
        };
        Self {
            mover,
            victim,
            second,
            promotion: mv.promotion.is_some() && !drop,
            pass,
            drop,
            castle: matches!(mv.kind, MoveKind::Castle { .. }),
            ..Self::between(mv.from, mv.to, B::EMPTY)
        }
    }

    /// The squares of a place.
    pub(super) fn squares(&self, place: Place) -> B {
        if self.is_nobodys() {
            return B::EMPTY;
        }
        let (here, there) = (B::of(self.here), B::of(self.there));
        match place {
            Place::Here => here,
            Place::There => there,
            Place::Path => self.path,
            Place::Track => here | self.path | there,
        }
    }

    /// Whether no man does anything.
    fn is_nobodys(&self) -> bool {
        self.pass && self.mover.is_none()
    }

    #[inline(always)]
    fn is(&self, fact: Fact) -> bool {
        match fact {
            Fact::Capture => self.victim.is_some(),
            Fact::Promotion => self.promotion,
            Fact::Pass => self.pass,
            Fact::Drop => self.drop,
            Fact::Castle => self.castle,
        }
    }

    /// Whether it sets off effects of a kind.
    pub(super) fn triggers(&self, on: Trigger) -> bool {
        match on {
            Trigger::Move => !self.drop && !self.is_nobodys(),
            Trigger::Capture => self.victim.is_some(),
            Trigger::Drop => self.drop,
            Trigger::Turn => true,
        }
    }
}

impl<B: Bits> Board<B> {
    /// The squares of a side's royals.
    #[inline]
    pub(super) fn royals(&self, tables: &Tables<B>, side: Side) -> B {
        let codes = tables.royals[side].iter();
        codes.fold(B::EMPTY, |all, &code| all | self.sets[code as usize])
    }

    /// Whether a test can hold by its clue.
    #[inline(always)]
    fn fits(&self, clue: Clue) -> bool {
        match clue {
            Clue::None => true,
            Clue::Remembered(bit) => self.memory >> bit & 1 == 1,
            Clue::Counter(counter, side, compare, number) => {
                let value = self.counters.get(counter).map(|c| c[side]);
                value.is_some_and(|value| compare.holds(value, number))
            }
            Clue::Nobody(code) => self.sets[code as usize].is_empty(),
        }
    }

    /// The squares of a set in this position.
    pub(super) fn set<const FAST: bool>(&self, tables: &Tables<B>, expr: &SetExpr<B>) -> B {
        let set = |part| self.set::<FAST>(tables, part);
        let all_if = |holds| if holds { !B::EMPTY } else { B::EMPTY };
        match expr {
            SetExpr::Const(set) => *set,
            SetExpr::All(parts) => parts.iter().fold(!B::EMPTY, |all, p| all & set(p)),
            SetExpr::Any(parts) => parts.iter().fold(B::EMPTY, |all, p| all | set(p)),
            SetExpr::Not(part) => !set(part),
            SetExpr::Near(men, lanes) => {
                let occupied = self.occupied();
                let from_man = |man| lanes.targets::<FAST>(&tables.slots, man, occupied);
                self.men(men)
                    .squares()
                    .fold(B::EMPTY, |all, man| all | from_man(man))
            }
            SetExpr::Steps(men, steps) => {
                let (men, occupied) = (self.men(men), self.occupied());
                let ends = steps.iter().map(|step| step.all_from(men, occupied));
                ends.fold(B::EMPTY, |all, set| all | set)
            }
            SetExpr::Lines(men, compare, number, lines) => {
                let men = self.men(men);
                let holds = |line: &&B| compare.holds((men & **line).count::<FAST>(), *number);
                let lines = lines.iter().filter(holds);
                lines.fold(B::EMPTY, |all, &line| all | line)
            }
            SetExpr::If(men, compare, number) => {
                all_if(compare.holds(self.men(men).count::<FAST>(), *number))
            }
            SetExpr::When(test) => all_if(self.holds::<FAST>(tables, test, &Asked::nothing())),
            SetExpr::Unmoved => self.unmoved,
            SetExpr::Of(men) => self.men(men),
        }
    }

    #[inline(always)]
    fn men(&self, men: &Men<B>) -> B {
        men.codes
            .iter()
            .fold(B::EMPTY, |all, &c| all | self.sets[c as usize])
            & men.zone
    }

    /// The squares of chosen men.
    pub(super) fn chosen<const FAST: bool>(
        &self,
        tables: &Tables<B>,
        chosen: &Chosen<B>,
        asked: &Asked<B>,
    ) -> B {
        self.within::<FAST>(tables, self.men(&chosen.men), &chosen.place, asked)
    }

    /// Those of some men that stand somewhere.
    fn within<const FAST: bool>(
        &self,
        tables: &Tables<B>,
        men: B,
        place: &Where<B>,
        asked: &Asked<B>,
    ) -> B {
        let reached = |lanes: &crate::compile::Lanes<B>, from: B| {
            from.squares().fold(B::EMPTY, |all, square| {
                all | lanes.targets::<FAST>(&tables.slots, square, self.occupied())
            })
        };
        match place {
            Where::Everywhere => men,
            Where::Nowhere => B::EMPTY,
            Where::Zone(zone) => men & *zone,
            Where::Outside(inside) => men & !self.within::<FAST>(tables, men, inside, asked),
            Where::Places(places) => {
                let squares = places.iter().map(|&place| asked.squares(place));
                men & squares.fold(B::EMPTY, |all, set| all | set)
            }
            Where::Lines(lines, place) => {
                let squares = asked.squares(*place);
                let lines = lines.iter().filter(|&&line| (line & squares).any());
                men & lines.fold(B::EMPTY, |all, &line| all | line)
            }
            Where::Reached(lanes, place) => men & reached(lanes, asked.squares(*place)),
            Where::Near(lanes, from) => {
                men & reached(lanes, self.chosen::<FAST>(tables, from, asked))
            }
            Where::Between(place, ends, next) => {
                let ends = self.chosen::<FAST>(tables, ends, asked);
                let rows = asked.squares(*place).squares();
                rows.fold(B::EMPTY, |all, start| {
                    all | rows_from(start, men, ends, next)
                })
            }
        }
    }

    /// Whether a test holds; what is asked most is asked at once.
    #[inline(always)]
    pub(super) fn is_so<const FAST: bool>(
        &self,
        tables: &Tables<B>,
        test: &Test<B>,
        asked: &Asked<B>,
    ) -> bool {
        match test {
            Test::Const(answer) => *answer,
            Test::Fact(fact) => asked.is(*fact),
            Test::Sees(sight) => self.sees(tables, sight),
            Test::Count(men, compare, number) => {
                compare.holds(self.men(men).count::<FAST>(), *number)
            }
            other => self.holds::<FAST>(tables, other, asked),
        }
    }

    /// Whether some men see others.
    #[inline]
    fn sees(&self, tables: &Tables<B>, sight: &Sight<B>) -> bool {
        let from = self.men(&sight.from);
        let occupied = self.occupied();
        self.men(&sight.men).squares().any(|seen| {
            sight.lines.iter().any(|line| {
                let mut near = (line.origins.at(seen) & from).squares();
                near.any(|from| (tables.between(line.lines, seen, from) & occupied).is_empty())
            })
        })
    }

    /// Whether a test holds. Legal moves cannot be asked for here.
    pub(super) fn holds<const FAST: bool>(
        &self,
        tables: &Tables<B>,
        test: &Test<B>,
        asked: &Asked<B>,
    ) -> bool {
        let holds = |part| self.holds::<FAST>(tables, part, asked);
        match test {
            Test::Const(answer) => *answer,
            Test::All(parts) => parts.iter().all(holds),
            Test::Any(parts) => parts.iter().any(holds),
            Test::Not(part) => !holds(part),
            Test::In(place, zone) => (asked.squares(*place) & !*zone).is_empty(),
            Test::State(place, state, side) => {
                let mut squares = asked.squares(*place).squares();
                squares.all(|s| self.is::<FAST>(tables, s, (*state, *side), asked))
            }
            Test::Check(side) => match asked.checked {
                Some(checked) if *side == self.side && !asked.made => checked,
                _ => self.is_in_check::<FAST>(tables, *side),
            },
            Test::Exposed { side, counted } => {
                let royals = self.royals(tables, *side);
                *counted && royals.count::<FAST>() < asked.royals
                    || self.is_in_check::<FAST>(tables, *side)
            }
            Test::Attacked {
                men,
                by,
                guards,
                every,
            } => {
                let by = by.as_ref().map(|by| self.chosen::<FAST>(tables, by, asked));
                let is_attacked = |square| {
                    self.is_attacked_by::<FAST>(tables, square, *guards, by.unwrap_or(!B::EMPTY))
                };
                let mut men = self.chosen::<FAST>(tables, men, asked).squares();
                if *every {
                    men.all(is_attacked)
                } else {
                    men.any(is_attacked)
                }
            }
            Test::Versus(left, compare, right) => {
                let count = |men| self.men(men).count::<FAST>();
                compare.holds(count(left), count(right))
            }
            Test::Full(squares) => self.occupied().count::<FAST>() == *squares,
            Test::Count(men, compare, number) => {
                compare.holds(self.men(men).count::<FAST>(), *number)
            }
            Test::Chosen(chosen, compare, number) => {
                let men = self.chosen::<FAST>(tables, chosen, asked);
                compare.holds(men.count::<FAST>(), *number)
            }
            Test::Hand(kinds, compare, number) => {
                let count = |&(side, kind): &(Side, PieceId)| {
                    let hand = &self.hands[side.index()];
                    hand.get(kind.index()).copied().map_or(0, u32::from)
                };
                compare.holds(kinds.iter().map(count).sum(), *number)
            }
            Test::Counter(counter, side, compare, number) => {
                let value = self.counters.get(*counter).map(|c| c[*side]);
                value.is_some_and(|value| compare.holds(value, *number))
            }
            Test::Counters(left, compare, right) => {
                let value = |&(at, side): &(usize, Side)| self.counters.get(at).map(|c| c[side]);
                let both = value(left).zip(value(right));
                both.is_some_and(|(left, right)| compare.holds(left, right))
            }
            Test::Remembered(bit) => self.memory >> bit & 1 == 1,
            Test::Mover(kinds) => asked.mover.is_some_and(|mover| kinds.contains(mover)),
            Test::Victim(kinds) => {
                let mut victims = asked.victim.into_iter().chain(asked.second);
                victims.any(|victim| kinds.contains(victim))
            }
            Test::Fact(fact) => asked.is(*fact),
            Test::Sees(sight) => self.sees(tables, sight),
            Test::Stuck => asked.stuck.unwrap_or(false),
            // These need a search and are asked there.
            Test::Can(_) | Test::Royal(..) => false,
        }
    }

    fn is<const FAST: bool>(
        &self,
        tables: &Tables<B>,
        square: Square,
        (state, side): (SquareState, Side),
        asked: &Asked<B>,
    ) -> bool {
        let attacked = || {
            // On its way the mover has left its square behind.
            let left = if asked.made {
                B::EMPTY
            } else {
                B::of(asked.here)
            };
            let occupied = (self.occupied() & !left) | B::of(square);
            let enemy = side.other();
            let attackers = self.attackers::<FAST>(tables, square, enemy, occupied);
            (attackers & !B::of(square)).any()
        };
        match state {
            SquareState::Safe => !attacked(),
            SquareState::Attacked => attacked(),
            SquareState::Unmoved => self.unmoved.has(square),
            // Games that ask so are not compiled.
            SquareState::Stuck => false,
        }
    }

    /// Whether a royal of a side is attacked.
    pub(super) fn is_in_check<const FAST: bool>(&self, tables: &Tables<B>, side: Side) -> bool {
        let occupied = self.occupied();
        let mut royals = self.royals(tables, side).squares();
        royals.any(|royal| {
            self.attackers::<FAST>(tables, royal, side.other(), occupied)
                .any()
        })
    }

    /// Whether one of some men attacks the man on a square as its enemy, or as its guard.
    fn is_attacked_by<const FAST: bool>(
        &self,
        tables: &Tables<B>,
        square: Square,
        guards: bool,
        by: B,
    ) -> bool {
        let Some(man) = self.man_code(square) else {
            return false;
        };
        let own = code_side(man);
        let side = if guards { own } else { own.other() };
        let found = self.attackers::<FAST>(tables, square, side, self.occupied());
        (found & by).any()
    }

    /// The men of a side that attack a square, given what is occupied.
    #[inline]
    pub(super) fn attackers<const FAST: bool>(
        &self,
        tables: &Tables<B>,
        target: Square,
        by: Side,
        occupied: B,
    ) -> B {
        let (plain, over) = self.attacks_on(tables, target, by);
        let mut found = B::EMPTY;
        for group in plain {
            let men = self.ready::<FAST>(tables, (&group.codes, group.guard), target);
            if men.any() {
                let mut attackers =
                    group.from.targets::<FAST>(&tables.slots, target, occupied) & men;
                if !group.screen.is_empty() {
                    attackers = self.unscreened(tables, group, attackers, target);
                }
                found |= attackers;
            }
        }
        if !over.is_empty() {
            found |= self.attackers_over_men::<FAST>(tables, over, target, occupied);
        }
        found
    }

    /// How the men of a side attack what stands on a square, or would stand there if nobody does.
    #[inline]
    fn attacks_on<'t>(
        &self,
        tables: &'t Tables<B>,
        target: Square,
        by: Side,
    ) -> (&'t [AttackGroup<B>], &'t [HopGroup<B>]) {
        let is_common = |code: u8| !tables.pieces[code as usize].royal;
        if let Some((plain, over)) = &tables.attacks_on_common[by]
            && self.man_code(target).is_some_and(is_common)
        {
            return (plain, over);
        }
        (&tables.attacks[by], &tables.hops[by])
    }

    /// The men of some codes whose condition lets them attack a square.
    #[inline]
    fn ready<const FAST: bool>(
        &self,
        tables: &Tables<B>,
        (codes, guard): (&[u8], Option<usize>),
        target: Square,
    ) -> B {
        let mut men = B::EMPTY;
        for &code in codes {
            men |= self.sets[code as usize];
        }
        let Some(guard) = guard.filter(|_| men.any()) else {
            return men;
        };
        let (_, guard) = &tables.guards[guard];
        men &= self.set::<FAST>(tables, &guard.here);
        if !self.set::<FAST>(tables, &guard.there).has(target) {
            return B::EMPTY;
        }
        match &guard.screen {
            Some((codes, true)) if self.man_code(target).is_some_and(|c| codes.contains(&c)) => {
                B::EMPTY
            }
            _ => men,
        }
    }

    /// The squares of men of some codes.
    fn of_codes(&self, codes: &[u8]) -> B {
        let codes = codes.iter();
        codes.fold(B::EMPTY, |all, &code| all | self.sets[code as usize])
    }

    /// Of some attackers those that pass none of the men that they may not pass, as the position stands: nobody has
    /// left his square.
    #[cold]
    fn unscreened(
        &self,
        tables: &Tables<B>,
        group: &AttackGroup<B>,
        attackers: B,
        target: Square,
    ) -> B {
        let screen = self.of_codes(&group.screen);
        let is_shut = |attacker: &Square| {
            group.threats.iter().any(|threat| {
                let path = tables.between(threat.lines, target, *attacker);
                threat.origins.at(target).has(*attacker) && (path & screen).any()
            })
        };
        let shut = attackers.squares().filter(is_shut);
        shut.fold(attackers, |open, attacker| open & !B::of(attacker))
    }

    /// Those that attack a square over a man.
    #[inline(never)]
    fn attackers_over_men<const FAST: bool>(
        &self,
        tables: &Tables<B>,
        groups: &[HopGroup<B>],
        target: Square,
        occupied: B,
    ) -> B {
        let mut found = B::EMPTY;
        for group in groups {
            let near = group.near.at(target);
            let men = self.of_codes(&group.codes) & near;
            if men.is_empty() {
                continue;
            }
            let men = self.ready::<FAST>(tables, (&group.codes, group.guard), target) & near;
            let screen = self.of_codes(&group.screen);
            for hop in &group.hops {
                for attacker in (hop.origins.at(target) & men).squares() {
                    let path = tables.between(hop.lines, target, attacker);
                    let between = path & occupied;
                    let hurdles = tables.between(hop.hurdles, target, attacker);
                    if between.is_single()
                        && (between & hurdles).any()
                        && (path & screen).is_empty()
                    {
                        found |= B::of(attacker);
                    }
                }
            }
        }
        found
    }
}

/// The men of unbroken rows from beside a square up to one of some ends, by the next square in each direction.
fn rows_from<B: Bits>(start: Square, men: B, ends: B, next: &[[Option<Square>; 8]]) -> B {
    let mut found = B::EMPTY;
    for (direction, &first) in next[start.index()].iter().enumerate() {
        let mut row = B::EMPTY;
        let mut at = first;
        while let Some(square) = at.filter(|&s| men.has(s)) {
            row |= B::of(square);
            at = next[square.index()][direction];
        }
        if at.is_some_and(|square| ends.has(square)) {
            found |= row;
        }
    }
    found
}

impl<B: Bits, const FAST: bool> Search<'_, B, FAST> {
    /// Computes the guards that matter at this node and are not always the same.
    pub(super) fn refresh_guards(&mut self) {
        let tables = self.tables;
        for &at in &tables.guards_for[self.board.side] {
            let (_, guard) = &tables.guards[at];
            self.guards[at] = (self.set(&guard.here), self.set(&guard.there));
        }
    }

    /// The squares of a set in this position.
    #[inline(always)]
    pub(super) fn set(&self, expr: &SetExpr<B>) -> B {
        if let SetExpr::Const(set) = expr {
            return *set;
        }
        self.board.set::<FAST>(self.tables, expr)
    }

    /// Whether the game is over here by an end after which no move is legal.
    #[inline(always)]
    pub(super) fn is_over(&mut self, checked: bool) -> bool {
        let tables = self.tables;
        let tests = &tables.over[self.board.side];
        tests
            .iter()
            .any(|(clue, test)| self.board.fits(*clue) && self.holds_here(test, checked))
    }

    /// Whether a test holds that asks about no move.
    #[cold]
    fn holds_here(&mut self, test: &Test<B>, checked: bool) -> bool {
        let asked = Asked {
            checked: Some(checked),
            ..Asked::nothing()
        };
        self.holds(test, &asked)
    }

    /// Whether a test holds.
    pub(super) fn holds(&mut self, test: &Test<B>, asked: &Asked<B>) -> bool {
        match test {
            Test::All(parts) => parts.iter().all(|part| self.holds(part, asked)),
            Test::Any(parts) => parts.iter().any(|part| self.holds(part, asked)),
            Test::Not(part) => !self.holds(part, asked),
            Test::Can(part) => self.can(part),
            Test::Stuck => match asked.stuck {
                Some(stuck) => stuck,
                None => !self.has_move(),
            },
            Test::Royal(place, check, attacked) => {
                let mut squares = asked.squares(*place).squares();
                squares.all(|square| self.is_checked_on(asked.here, square, check) == *attacked)
            }
            other => self.board.holds::<FAST>(self.tables, other, asked),
        }
    }

    /// Whether the man on a square would be in check on another one by what the rules say of that.
    fn is_checked_on(&mut self, from: Square, square: Square, check: &Test<B>) -> bool {
        let displaced = self.board.lift(from, square);
        let checked = self.holds(check, &Asked::nothing());
        self.board.put_back(from, square, displaced);
        // What was asked there is not true here.
        self.attacked = None;
        checked
    }
}
