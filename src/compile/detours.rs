//! Moves of several legs: what they reach as ordinary moves do, and what they take beside their end.
//!
//! Every way of a move is known before the game ([`routes`]): the squares that must be empty, the men that it takes. Ways that
//! take nobody but on their last square become reaches like any others. Those that take one man on another square, or come
//! back to their start, become [`Detours`]. What all of them attack becomes reaches too, for checks and pins.

use super::Unsupported;
use super::bits::{Bits, SquareTable};
use super::plan::{Builder, ByUse, Use, why_not_plain};
use super::reach::{ReachId, Way, Ways};
use super::settle::Passage;
use crate::board::{Man, Side, Square, SquareSet};
use crate::notation::{Legs, Route, Term, is_same_for_both, routes};
use crate::rules::{Condition, Origin, Pick, Place, Region, Rules, Verb};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// More ways from a square than these are not put into tables.
const MOST_ROUTES: usize = 600;
/// The squares that the ways of a table may depend on.
const MOST_BLOCKERS: usize = 10;
/// So many tables are made of the ways that end like ordinary moves.
const MOST_LAYERS: usize = 8;

/// Moves that take a man beside their end, or come back to their start.
#[derive(Debug)]
pub(crate) struct Detours<B: Bits> {
    /// From each square, those on which a man can be taken beside the end.
    pub(crate) near: B::Table<B>,
    /// Which of the takings belong to a start and a victim: `[from * squares + victim]`.
    places: Vec<(u32, u32)>,
    takings: Vec<Taking<B>>,
    /// Squares of which an empty one is enough to come back to the start without taking anybody.
    touched: B::Table<B>,
    /// From each square, the ways to come back that need several empty squares.
    rounds: Vec<Vec<B>>,
    /// From each square, quiet moves for which men must stand somewhere.
    beside: Vec<Vec<Beside<B>>>,
}

/// Where a man can end that has taken another one on its way.
#[derive(Clone, Copy, Debug)]
struct Taking<B> {
    /// The squares that must be empty.
    blockers: B,
    /// Where it ends if they are empty.
    quiet: B,
    /// Where it takes a second man.
    takes: B,
}

/// Where a man can go if men stand on some squares.
#[derive(Clone, Copy, Debug)]
struct Beside<B> {
    blockers: B,
    own: B,
    enemy: B,
    to: B,
}

impl<B: Bits> Detours<B> {
    /// Where a man can end that takes the man on a square beside; its own square counts as empty.
    #[inline]
    pub(crate) fn ends(&self, squares: usize, ends: (Square, Square), men: (B, B)) -> B {
        let ((from, victim), (occupied, enemy)) = (ends, men);
        let (start, end) = self.places[from.index() * squares + victim.index()];
        let mut found = B::EMPTY;
        for taking in &self.takings[start as usize..end as usize] {
            if (taking.blockers & occupied).is_empty() {
                found |= (taking.quiet & !occupied) | (taking.takes & enemy);
            }
        }
        found
    }

    /// Whether a man can come back to its square without taking anybody.
    #[inline]
    pub(crate) fn comes_back(&self, from: Square, occupied: B) -> bool {
        (self.touched.at(from) & !occupied).any()
            || self.rounds[from.index()]
                .iter()
                .any(|&round| (round & occupied).is_empty())
    }

    /// Whether some moves need men on other squares than their last one.
    pub(crate) fn leans(&self) -> bool {
        self.beside.iter().any(|ways| !ways.is_empty())
    }

    /// Where a man can go because of men on other squares.
    pub(crate) fn leaning(&self, from: Square, own: B, enemy: B, occupied: B) -> B {
        let holds = |way: &&Beside<B>| {
            (way.blockers & occupied).is_empty()
                && (way.own & !own).is_empty()
                && (way.enemy & !enemy).is_empty()
        };
        let ways = self.beside[from.index()].iter().filter(holds);
        ways.fold(B::EMPTY, |all, way| all | way.to)
    }

    /// The size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let rounds: usize = self.rounds.iter().map(|r| size_of_val(&r[..])).sum();
        let beside: usize = self.beside.iter().map(|w| size_of_val(&w[..])).sum();
        let takings = size_of_val(&self.takings[..]) + size_of_val(&self.places[..]);
        self.near.bytes() + self.touched.bytes() + rounds + beside + takings
    }
}

/// The routes of legs for a side, from each square.
pub(super) type KnownRoutes = HashMap<(Side, Legs), Arc<Vec<Vec<Route>>>>;

/// The ways of a man by its moves of several legs, from each square.
#[derive(Debug, Default)]
pub(super) struct Trails(Vec<Vec<Route>>);

/// What becomes of the ways of a man that are not like ordinary moves.
pub(super) struct Sorted<B: Bits> {
    pub(super) detours: Option<Box<Detours<B>>>,
    /// What they attack beyond what its other moves do.
    pub(super) struck: Vec<ReachId>,
}

/// What an attack on a square needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Attack {
    target: Square,
    empty: SquareSet,
    own: SquareSet,
    enemy: SquareSet,
    /// The squares on which no man of the attacker's side may stand.
    open: SquareSet,
    path: SquareSet,
}

impl Attack {
    /// The attacks of a way: one on each man that it takes.
    fn of(route: &Route) -> impl Iterator<Item = Self> {
        let route = *route;
        route.taken.iter().map(move |target| {
            let there = SquareSet::of(target);
            Self {
                target,
                empty: route.empty,
                own: route.own,
                enemy: route.enemy | (route.taken - there),
                open: SquareSet::EMPTY,
                path: route.path - there,
            }
        })
    }

    /// Whether it holds wherever another one does.
    fn is_weaker(&self, other: &Self) -> bool {
        let open = other.open | other.empty | other.enemy;
        self.target == other.target
            && self.empty.is_subset(&other.empty)
            && self.own.is_subset(&other.own)
            && self.enemy.is_subset(&other.enemy)
            && self.open.is_subset(&open)
    }

    /// Whether only the squares that must be empty matter.
    fn is_plain(&self) -> bool {
        self.own.is_empty() && self.enemy.is_empty() && self.open.is_empty()
    }
}

impl<B: Bits> Builder<'_, B> {
    /// Adds the ways of a term to those of a man, as far as its entry's condition allows them.
    pub(super) fn trail(
        &mut self,
        (term, legs): (&Term, &Legs),
        man: Man,
        squares: (SquareSet, SquareSet, SquareSet),
        passage: &Passage,
        trails: &mut Trails,
    ) -> Result<(), Unsupported> {
        let rules = self.rules;
        let (here, passed, there) = self.squares_of(term, man, squares)?;
        trails.0.resize(rules.shape.len(), Vec::new());
        let all = self.routes(legs, man.side)?;
        for (from, routes) in rules.shape.squares().zip(all.iter()) {
            if here.contains(from) {
                let fits =
                    |route: &&Route| there.contains(route.to) && route.path.is_subset(&passed);
                trails.0[from.index()].extend(routes.iter().filter(fits));
            }
        }
        if passage.screen.is_some() || passage.rest != Condition::Always {
            return Err(Unsupported("moves of several legs with a condition"));
        }
        if self.is_remembered(term, man) {
            return Err(Unsupported("first moves of several legs"));
        }
        Ok(())
    }

    /// The routes of legs from each square.
    fn routes(&mut self, legs: &Legs, side: Side) -> Result<Arc<Vec<Vec<Route>>>, Unsupported> {
        let side = if is_same_for_both(legs) {
            Side::White
        } else {
            side
        };
        let key = (side, legs.clone());
        if let Some(known) = self.routes.get(&key) {
            return Ok(Arc::clone(known));
        }
        let (shape, holes) = (self.rules.shape, self.rules.holes);
        let found: Option<Vec<Vec<Route>>> = shape
            .squares()
            .map(|from| {
                if holes.contains(from) {
                    Some(Vec::new())
                } else {
                    routes((shape, holes), legs, from, side, MOST_ROUTES)
                }
            })
            .collect();
        let found = Arc::new(found.ok_or(Unsupported(why_not_plain(legs)))?);
        self.routes.insert(key, Arc::clone(&found));
        Ok(found)
    }

    /// Sorts the ways of a man: those that are like ordinary moves join them, the others come back, with what all of
    /// them attack.
    pub(super) fn sorted(
        &mut self,
        trails: &Trails,
        by_use: &mut ByUse,
    ) -> Result<Sorted<B>, Unsupported> {
        if trails.0.is_empty() {
            return Ok(Sorted {
                detours: None,
                struck: Vec::new(),
            });
        }
        let squares = self.rules.shape.len();
        let mut plain: BTreeMap<Use, Vec<Vec<Way>>> = BTreeMap::new();
        let mut places = vec![(0, 0); squares * squares];
        let mut detours = Detours {
            near: B::Table::filled(B::EMPTY),
            places: Vec::new(),
            takings: Vec::new(),
            touched: B::Table::filled(B::EMPTY),
            rounds: vec![Vec::new(); squares],
            beside: vec![Vec::new(); squares],
        };
        for (index, routes) in trails.0.iter().enumerate() {
            let from = Square::new(index as u8);
            let mut takings: BTreeMap<Square, Vec<Taking<B>>> = BTreeMap::new();
            for route in routes {
                let to = SquareSet::of(route.to);
                let mut beside = (route.taken - to).iter();
                let plainly = route.own.is_empty() && route.enemy.is_empty();
                match (beside.next(), beside.next()) {
                    (_, Some(_)) => {
                        return Err(Unsupported("moves that take several men on their way"));
                    }
                    (Some(_), None) if !plainly => {
                        return Err(Unsupported("captures on the way past men that stay"));
                    }
                    (Some(victim), None) => add_taking(takings.entry(victim).or_default(), route),
                    (None, _) if route.to == from => add_round(&mut detours, from, route)?,
                    (None, _) if plainly => {
                        let takes = !route.taken.is_empty();
                        let used = if takes { Use::Capture } else { Use::Quiet };
                        let lists = plain
                            .entry(used)
                            .or_insert_with(|| vec![Vec::new(); squares]);
                        add_way(&mut lists[index], route, to);
                    }
                    (None, _) if route.taken.is_empty() => detours.beside[index].push(Beside {
                        blockers: B::from_set(route.empty),
                        own: B::from_set(route.own),
                        enemy: B::from_set(route.enemy),
                        to: B::from_set(to),
                    }),
                    (None, _) => {
                        return Err(Unsupported("captures that need men on other squares"));
                    }
                }
            }
            for (victim, takings) in takings {
                *detours.near.at_mut(from) |= B::of(victim);
                let start = detours.takings.len() as u32;
                detours.takings.extend(takings);
                places[index * squares + victim.index()] = (start, detours.takings.len() as u32);
            }
        }
        detours.places = places;
        for (used, lists) in both(plain) {
            let reaches = self.packed(lists)?;
            by_use.entry((None, used)).or_default().extend(reaches);
        }
        let struck = self.attacks_of(trails, by_use)?;
        let some = (0..squares).map(|i| Square::new(i as u8)).any(|s| {
            detours.near.at(s).any()
                || detours.touched.at(s).any()
                || !detours.rounds[s.index()].is_empty()
        });
        let detours = (some || detours.leans()).then(|| Box::new(detours));
        Ok(Sorted { detours, struck })
    }

    /// What the ways of a man attack beyond what its other moves do.
    fn attacks_of(&mut self, trails: &Trails, by_use: &ByUse) -> Result<Vec<ReachId>, Unsupported> {
        let mut lists: Vec<Vec<Way>> = vec![Vec::new(); self.rules.shape.len()];
        for (index, routes) in trails.0.iter().enumerate() {
            let known = self.attacked_plainly(index, by_use);
            for attack in needed(routes, &known) {
                if !attack.is_plain() {
                    return Err(Unsupported(
                        "captures of several legs that depend on whose men stand there",
                    ));
                }
                lists[index].push(Way {
                    to: attack.target,
                    blockers: attack.empty,
                    hurdles: SquareSet::EMPTY,
                    path: attack.path,
                });
            }
        }
        self.packed(lists)
    }

    /// What a man attacks from a square by its moves without a condition.
    fn attacked_plainly(&self, from: usize, by_use: &ByUse) -> Vec<Attack> {
        let taking = by_use.iter().filter(|((guard, used), _)| {
            guard.is_none() && matches!(used, Use::Both | Use::Capture)
        });
        let ways =
            taking.flat_map(|(_, reaches)| reaches.iter().flat_map(|&r| &self.pool.ways(r)[from]));
        let attack = |way: &Way| Attack {
            target: way.to,
            empty: way.blockers,
            own: SquareSet::EMPTY,
            enemy: SquareSet::EMPTY,
            open: SquareSet::EMPTY,
            path: way.path,
        };
        ways.filter(|way| !way.hops()).map(attack).collect()
    }

    /// Ways as reaches, each of which depends on few squares and has one way at most to a square.
    fn packed(&mut self, lists: Vec<Vec<Way>>) -> Result<Vec<ReachId>, Unsupported> {
        let squares = lists.len();
        let mut layers: Vec<Vec<Vec<Way>>> = Vec::new();
        for (from, mut ways) in lists.into_iter().enumerate() {
            // Those along one line come together, the longest first.
            ways.sort_by_key(|way| std::cmp::Reverse(way.blockers.len()));
            let mut masks = vec![SquareSet::EMPTY; layers.len()];
            for way in ways {
                let fits = |layer: &[Vec<Way>], mask: SquareSet| {
                    (mask | way.blockers).len() <= MOST_BLOCKERS
                        && layer[from].iter().all(|other| other.to != way.to)
                };
                let known = (0..layers.len()).find(|&n| fits(&layers[n], masks[n]));
                let at = known.unwrap_or(layers.len());
                if known.is_none() {
                    layers.push(vec![Vec::new(); squares]);
                    masks.push(SquareSet::EMPTY);
                }
                if at >= MOST_LAYERS || way.blockers.len() > MOST_BLOCKERS {
                    return Err(Unsupported(
                        "moves of several legs that can go too many ways",
                    ));
                }
                masks[at] |= way.blockers;
                layers[at][from].push(way);
            }
        }
        Ok(layers
            .into_iter()
            .map(|lists| self.pool.add(Ways::of(lists)))
            .collect())
    }
}

/// Adds a way that takes a man beside its end.
fn add_taking<B: Bits>(takings: &mut Vec<Taking<B>>, route: &Route) {
    let to = SquareSet::of(route.to);
    let blockers = B::from_set(route.empty - to);
    let takes = route.taken.contains(route.to);
    let known = takings
        .iter()
        .position(|taking| taking.blockers == blockers);
    let at = known.unwrap_or(takings.len());
    if known.is_none() {
        takings.push(Taking {
            blockers,
            quiet: B::EMPTY,
            takes: B::EMPTY,
        });
    }
    let taking = &mut takings[at];
    let ends = if takes {
        &mut taking.takes
    } else {
        &mut taking.quiet
    };
    *ends |= B::from_set(to);
}

/// Adds a way that comes back without taking anybody.
fn add_round<B: Bits>(
    detours: &mut Detours<B>,
    from: Square,
    route: &Route,
) -> Result<(), Unsupported> {
    if !route.own.is_empty() || !route.enemy.is_empty() {
        return Err(Unsupported("moves past men that lead back"));
    }
    let squares = B::from_set(route.empty);
    if squares.is_single() {
        *detours.touched.at_mut(from) |= squares;
    } else if !detours.rounds[from.index()].contains(&squares) {
        detours.rounds[from.index()].push(squares);
    }
    Ok(())
}

/// Adds a way that is like an ordinary move, unless another one needs less.
fn add_way(ways: &mut Vec<Way>, route: &Route, to: SquareSet) {
    let way = Way {
        to: route.to,
        blockers: route.empty - to,
        hurdles: SquareSet::EMPTY,
        path: route.path - to,
    };
    let needs_less =
        |one: &Way, other: &Way| one.to == other.to && one.blockers.is_subset(&other.blockers);
    if !ways.iter().any(|known| needs_less(known, &way)) {
        ways.retain(|known| !needs_less(&way, known));
        ways.push(way);
    }
}

/// Quiet ways and those that take, with those apart that are the same.
fn both(mut plain: BTreeMap<Use, Vec<Vec<Way>>>) -> BTreeMap<Use, Vec<Vec<Way>>> {
    let (mut quiet, mut takes) = (plain.remove(&Use::Quiet), plain.remove(&Use::Capture));
    if let (Some(quiet), Some(takes)) = (&mut quiet, &mut takes) {
        let apart = quiet
            .iter_mut()
            .zip(takes)
            .map(|(quiet, takes)| shared(quiet, takes));
        plain.insert(Use::Both, apart.collect());
    }
    plain.extend(quiet.map(|lists| (Use::Quiet, lists)));
    plain.extend(takes.map(|lists| (Use::Capture, lists)));
    plain.retain(|_, lists| lists.iter().any(|ways| !ways.is_empty()));
    plain
}

/// Takes out of two lists the ways that are in both.
fn shared(quiet: &mut Vec<Way>, takes: &mut Vec<Way>) -> Vec<Way> {
    let is_in = |way: &Way, list: &[Way]| {
        list.iter()
            .any(|other| (other.to, other.blockers) == (way.to, way.blockers))
    };
    let (shared, rest) = quiet.iter().partition(|way| is_in(way, takes));
    *quiet = rest;
    takes.retain(|way| !is_in(way, &shared));
    shared
}

/// The attacks of some ways that others and those known already do not imply.
fn needed(routes: &[Route], known: &[Attack]) -> Vec<Attack> {
    let mut needed: Vec<Attack> = Vec::new();
    for route in routes {
        for attack in Attack::of(route) {
            add_attack(&mut needed, known, attack);
        }
        if !route.empty.contains(route.to) {
            continue;
        }
        // Where a man may end on an empty square and on an enemy's alike, only its own men keep it away.
        let to = SquareSet::of(route.to);
        let open = Route {
            empty: route.empty - to,
            ..*route
        };
        let taking = Route {
            taken: route.taken | to,
            ..open
        };
        for attack in Attack::of(&open) {
            let is_implied = known.iter().any(|other| other.is_weaker(&attack));
            if !is_implied && routes.contains(&taking) {
                add_attack(&mut needed, known, Attack { open: to, ..attack });
            }
        }
    }
    needed
}

/// Adds an attack, unless others imply it.
fn add_attack(needed: &mut Vec<Attack>, known: &[Attack], attack: Attack) {
    let mut others = known.iter().chain(&*needed);
    if !others.any(|other| other.is_weaker(&attack)) {
        needed.retain(|other| !attack.is_weaker(other));
        needed.push(attack);
    }
}

/// Whether laws, effects or what else is asked about moves names the squares that a move passes.
pub(super) fn asks_for_passed(rules: &Rules) -> bool {
    let laws = rules
        .forbidden
        .iter()
        .chain(&rules.forced)
        .map(|law| &law.condition);
    let effects = rules.effects.iter().map(|effect| &effect.condition);
    let counters = rules
        .counters
        .iter()
        .flat_map(|c| [&c.restart, &c.condition]);
    let others = rules.turn.then.iter().map(|part| &part.condition);
    let mut asked = laws.chain(effects).chain(counters).chain(others);
    let of_conditions = asked.any(names_passed)
        || rules.remembered.iter().any(names_passed)
        || names_passed(&rules.turn.pass);
    let verb = |verb: &Verb| match verb {
        Verb::Remove(pick) | Verb::Flip(pick) | Verb::Settle(pick) => picks_passed(pick),
        Verb::Wall(place) => is_passed(*place),
        Verb::RemoveMover | Verb::Become(_) | Verb::Add { .. } => false,
    };
    let mut verbs = rules.effects.iter().flat_map(|effect| &effect.verbs);
    let reach = rules
        .turn
        .then
        .iter()
        .filter_map(|part| part.reach.as_ref());
    of_conditions || verbs.any(verb) || reach.into_iter().any(|(_, place)| is_passed(*place))
}

pub(super) fn names_passed(condition: &Condition) -> bool {
    condition.has(&|part| match part {
        Condition::In(place, _) | Condition::State(place, _) => is_passed(*place),
        Condition::Count(pick, ..) => picks_passed(pick),
        Condition::Versus(one, _, other) => picks_passed(one) || picks_passed(other),
        Condition::Attacked { men, by, .. } => {
            picks_passed(men) || by.as_deref().is_some_and(picks_passed)
        }
        _ => false,
    })
}

fn picks_passed(pick: &Pick) -> bool {
    fn in_region(region: &Region) -> bool {
        match region {
            Region::Anywhere | Region::Zone(_) | Region::Hand => false,
            Region::Places(places) => places.iter().any(|&place| is_passed(place)),
            Region::FileOf(place) | Region::RankOf(place) => is_passed(*place),
            Region::Between(place, ends) => is_passed(*place) || picks_passed(ends),
            Region::Outside(inside) => in_region(inside),
            Region::At { from, .. } => match from {
                Origin::Place(place) => is_passed(*place),
                Origin::Men(men) => picks_passed(men),
            },
        }
    }
    in_region(&pick.region)
}

fn is_passed(place: Place) -> bool {
    matches!(place, Place::Path | Place::Track)
}
