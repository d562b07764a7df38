//! The moves of a piece in a scene, each destination and effect once.

use super::Scene;
use crate::board::{Square, SquareSet};
use crate::notation::{
    Action, Content, Deed, Drop, Found, Legs, Movement, TooManyWays, When, castle, drop_squares,
    run_within,
};
use std::collections::HashMap;

/// So many different moves of one piece are kept.
pub const MAX_MOVES: usize = 5_000;

/// So many ways of one move are kept.
pub const MAX_WAYS: usize = 8;

/// What a move does. Two moves are the same if all but their ways is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Move {
    /// The square on which the man that moves ends.
    pub to: Square,
    /// Where the man that moves starts: the piece, or with `x` another own man. Nothing for a drop.
    pub mover: Option<Square>,
    /// Whether `mover` is another man than the piece.
    pub lent: bool,
    /// The enemy men that are taken, also those that are put back elsewhere.
    pub captures: SquareSet,
    /// The own men that are removed, also those that are put back elsewhere.
    pub destroys: SquareSet,
    /// Men that are put back: from where, to where, in order.
    pub unload: Vec<(Square, Square)>,
    /// For castling: where the partner starts and ends.
    pub castle: Option<(Square, Square)>,
    /// Whether a man is taken that has just passed the move's square.
    pub en_passant: bool,
    /// The squares on which the other side may take this man en passant.
    pub leaves: SquareSet,
    /// The ways on which the move is found, without repetitions; the first eight.
    pub ways: Vec<Way>,
}

/// One way of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Way {
    /// The squares that it passes between start and end.
    pub path: SquareSet,
    /// Where its legs end, the last one excepted.
    pub stops: Vec<Square>,
}

/// What a move does, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// The piece goes to an empty square, and nothing else happens.
    Quiet,
    /// The piece takes the man on the square where it ends, and nothing else happens.
    Capture,
    /// Everything else.
    Special,
}

impl MoveKind {
    /// `move`, `capture` or `special`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Quiet => "move",
            Self::Capture => "capture",
            Self::Special => "special",
        }
    }
}

/// The moves of a piece are too many, or there are too many ways to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TooMany {
    /// More steps than this bound would have to be taken: one for each leg, and one for each square where it can end.
    #[error(
        "the piece can go so many ways here that its moves are not told: {0} steps were tried, which is the bound"
    )]
    Ways(usize),
    /// There are more than [`MAX_MOVES`] different moves.
    #[error("the piece has more than {MAX_MOVES} different moves here")]
    Moves,
}

impl Move {
    fn new(to: Square, mover: Option<Square>) -> Self {
        Self {
            to,
            mover,
            lent: false,
            captures: SquareSet::EMPTY,
            destroys: SquareSet::EMPTY,
            unload: Vec::new(),
            castle: None,
            en_passant: false,
            leaves: SquareSet::EMPTY,
            ways: Vec::new(),
        }
    }

    /// The move that a deed of the piece on `from` is. `look` tells what stood where before.
    #[must_use]
    pub fn of_deed(deed: &Deed, from: Option<Square>, look: impl Fn(Square) -> Content) -> Self {
        let mut mv = Self::new(deed.to, Some(deed.mover));
        mv.lent = Some(deed.mover) != from;
        mv.captures = deed.taken;
        mv.destroys = deed.destroyed;
        mv.en_passant = deed.en_passant;
        mv.leaves = deed.leaves;
        mv.unload.clone_from(&deed.unloaded);
        mv.unload.sort_unstable();
        // A man that is put back has been taken or removed all the same.
        for &(man, _) in &mv.unload {
            match look(man) {
                Content::Own => mv.destroys.insert(man),
                Content::Enemy => mv.captures.insert(man),
                // The piece itself, by the man to which it has lent its move.
                Content::Empty if Some(man) == from => mv.destroys.insert(man),
                Content::Empty | Content::Hole => {}
            }
        }
        mv
    }

    /// Whether the piece stays and nothing changes but the turn.
    #[must_use]
    pub fn is_pass(&self) -> bool {
        self.mover == Some(self.to)
            && !self.lent
            && self.leaves.is_empty()
            && self.captures.is_empty()
            && self.destroys.is_empty()
            && self.unload.is_empty()
            && self.castle.is_none()
    }

    /// Whether a man is put on the board.
    #[must_use]
    pub fn is_drop(&self) -> bool {
        self.mover.is_none()
    }

    /// The squares of `leaves` if the move leaves them on purpose, by an `n` on a leg with another one behind it. The
    /// squares that a single lame leap passes are not among them.
    #[must_use]
    pub fn rights(&self) -> SquareSet {
        if self.ways.iter().all(|way| way.stops.is_empty()) {
            return SquareSet::EMPTY;
        }
        self.leaves
    }

    /// The other man that moves instead of the piece (`x`), if one does.
    #[must_use]
    pub fn other_mover(&self) -> Option<Square> {
        self.mover.filter(|_| self.lent)
    }

    /// What the move does, in a word.
    #[must_use]
    pub fn kind(&self) -> MoveKind {
        let plain = self.mover.is_some()
            && !self.lent
            && self.destroys.is_empty()
            && self.unload.is_empty()
            && self.castle.is_none()
            && !self.en_passant
            && self.rights().is_empty()
            && !self.is_pass();
        match () {
            () if plain && self.captures.is_empty() => MoveKind::Quiet,
            () if plain && self.captures == SquareSet::of(self.to) => MoveKind::Capture,
            () => MoveKind::Special,
        }
    }
}

/// Moves under collection.
struct Collection {
    moves: Vec<Move>,
    /// Where a move without its ways stands in the list.
    known: HashMap<Move, usize>,
    full: bool,
    limit: usize,
    steps: usize,
}

impl Collection {
    fn new(limit: usize) -> Self {
        Self {
            moves: Vec::new(),
            known: HashMap::new(),
            full: false,
            limit,
            steps: 0,
        }
    }

    fn add(&mut self, mv: Move, way: Way) {
        if let Some(&at) = self.known.get(&mv) {
            let ways = &mut self.moves[at].ways;
            if ways.len() < MAX_WAYS && !ways.contains(&way) {
                ways.push(way);
            }
            return;
        }
        if self.moves.len() >= MAX_MOVES {
            self.full = true;
            return;
        }
        self.known.insert(mv.clone(), self.moves.len());
        self.moves.push(Move {
            ways: vec![way],
            ..mv
        });
    }
}

/// All moves of a movement in a scene, and how many steps were taken for them, at most `limit`.
pub(super) fn moves(
    movement: &Movement,
    scene: &Scene,
    limit: usize,
) -> Result<(Vec<Move>, usize), TooMany> {
    let mut found = Collection::new(limit);
    match scene.from {
        None => drops(movement, scene, &mut found),
        Some(from) if from.index() < scene.shape.len() && scene.look(from) != Content::Hole => {
            on_board(movement, scene, from, &mut found)?;
        }
        Some(_) => {}
    }
    if found.full {
        return Err(TooMany::Moves);
    }
    let (mut moves, steps) = (found.moves, found.steps);
    let squares = |set: SquareSet| set.iter().collect::<Vec<_>>();
    moves.sort_by_cached_key(|m| {
        let victims = (squares(m.captures), squares(m.destroys));
        let rest = (m.mover, m.unload.clone(), m.castle, squares(m.leaves));
        (m.to, m.kind(), victims, m.en_passant, rest)
    });
    Ok((moves, steps))
}

fn drops(movement: &Movement, scene: &Scene, found: &mut Collection) {
    let drops = movement.terms.iter().filter_map(|term| match &term.action {
        Action::Drop(drop) => Some(drop),
        Action::Legs(_) | Action::Castle(_) => None,
    });
    for square in drops.flat_map(|drop: &Drop| {
        let same = |square| scene.is_alike(square);
        drop_squares(scene.shape, drop, scene.side, scene, same).iter()
    }) {
        found.add(Move::new(square, None), Way::default());
    }
}

fn on_board(
    movement: &Movement,
    scene: &Scene,
    from: Square,
    found: &mut Collection,
) -> Result<(), TooMany> {
    let mut lenders: Vec<Square> = Vec::new();
    for term in movement.terms.iter().filter(|t| may(t.when, scene)) {
        match &term.action {
            Action::Legs(legs) => go(legs, scene, from, found, |lender| {
                if !lenders.contains(&lender) {
                    lenders.push(lender);
                }
            })?,
            Action::Castle(castling) => castle(scene.shape, castling, from, scene.side, |c| {
                let free = |s| scene.look(s) == Content::Empty;
                if scene.is_partner(c.partner_from) && c.empty.iter().all(free) {
                    let mut mv = Move::new(c.to, Some(from));
                    mv.castle = Some((c.partner_from, c.partner_to));
                    let way = Way {
                        path: c.path,
                        stops: Vec::new(),
                    };
                    found.add(mv, way);
                }
            }),
            Action::Drop(_) => {}
        }
    }
    // Terms that borrow are not lent: two borrowers side by side would ask each other for ever.
    for lender in lenders.iter().filter_map(|&square| scene.lender(square)) {
        for term in &lender.movement().terms {
            let lent = term.legs().filter(|legs| !legs.borrows());
            if let (true, Some(legs)) = (may(term.when, scene), lent) {
                go(legs, scene, from, found, |_| {})?;
            }
        }
    }
    Ok(())
}

fn may(when: When, scene: &Scene) -> bool {
    match when {
        When::Always => true,
        When::Unmoved => !scene.moved,
        When::Advanced => scene.advanced,
    }
}

fn go(
    legs: &Legs,
    scene: &Scene,
    from: Square,
    found: &mut Collection,
    mut borrow: impl FnMut(Square),
) -> Result<(), TooMany> {
    let (limit, steps) = (found.limit, found.steps);
    let followed = run_within(
        limit.saturating_sub(steps),
        scene.shape,
        legs,
        from,
        scene.side,
        scene,
        |one| match one {
            Found::Deed(deed) => {
                let (mv, way) = read(&deed, scene);
                found.add(mv, way);
            }
            Found::Borrow(square) => borrow(square),
        },
    );
    found.steps += followed.map_err(|TooManyWays| TooMany::Ways(limit))?;
    Ok(())
}

/// The move that a deed is, with its way.
fn read(deed: &Deed, scene: &Scene) -> (Move, Way) {
    let way = Way {
        path: deed.path,
        stops: deed.stops.clone(),
    };
    let mv = Move::of_deed(deed, scene.from, |square| scene.look(square));
    (mv, way)
}
