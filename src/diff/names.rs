//! Which pieces of two games are the same, and the names by which both are compared.

use crate::board::{PieceId, Side, Square};
use crate::rules::Rules;

/// For each kind of one game the kind of the other that stands for it.
#[derive(Clone, Debug)]
pub(crate) struct Pairs {
    /// Indexed by the kinds of the first game.
    to_second: Vec<Option<PieceId>>,
    /// Indexed by the kinds of the second game.
    to_first: Vec<Option<PieceId>>,
}

impl Pairs {
    /// Pairs kinds by their names in the files. Those that are left are the same if they have the same letter and start
    /// on a common square, or start on the same squares: they were renamed.
    pub(crate) fn new(first: &Rules, second: &Rules) -> Self {
        let mut pairs = Self {
            to_second: vec![None; first.kinds.len()],
            to_first: vec![None; second.kinds.len()],
        };
        let (starts, others) = (starts(first), starts(second));
        let common = |a: PieceId, b: PieceId| {
            let (a, b) = (&starts[a.index()], &others[b.index()]);
            a.iter().any(|s| b.contains(s))
        };
        let letter = |a: PieceId, b: PieceId| first.kind(a).letter == second.kind(b).letter;
        pairs.join(|a, b| first.kind(a).id == second.kind(b).id);
        pairs.join(|a, b| letter(a, b) && common(a, b));
        pairs.join(|a, b| common(a, b) && starts[a.index()] == others[b.index()]);
        pairs
    }

    /// Pairs those that are left and for which something holds.
    fn join(&mut self, same: impl Fn(PieceId, PieceId) -> bool) {
        for a in (0..self.to_second.len()).map(|i| PieceId::new(i as u8)) {
            let free = (0..self.to_first.len()).map(|i| PieceId::new(i as u8));
            let mut free = free.filter(|b| self.to_first[b.index()].is_none());
            if self.to_second[a.index()].is_some() {
                continue;
            }
            if let Some(b) = free.find(|b| same(a, *b)) {
                self.to_second[a.index()] = Some(b);
                self.to_first[b.index()] = Some(a);
            }
        }
    }

    /// The same pairs seen from the second game.
    pub(crate) fn turned(&self) -> Self {
        Self {
            to_second: self.to_first.clone(),
            to_first: self.to_second.clone(),
        }
    }

    /// The kind of the second game that a kind of the first one is.
    pub(crate) fn second(&self, first: PieceId) -> Option<PieceId> {
        self.to_second.get(first.index()).copied().flatten()
    }

    /// The kind of the first game that a kind of the second one is.
    pub(crate) fn first(&self, second: PieceId) -> Option<PieceId> {
        self.to_first.get(second.index()).copied().flatten()
    }

    /// The second game with the titles that its pieces have in the first one.
    pub(crate) fn titled_like(&self, first: &Rules, second: &Rules) -> Rules {
        let mut titled = second.clone();
        for (at, kind) in titled.kinds.iter_mut().enumerate() {
            if let Some(partner) = self.first(PieceId::new(at as u8)) {
                let partner = first.kind(partner);
                kind.title.clone_from(&partner.title);
                kind.letter = partner.letter;
            }
        }
        titled
    }

    /// The names by which the kinds of the first game are compared: their own.
    pub(crate) fn names_of_first(first: &Rules) -> Vec<String> {
        first.kinds.iter().map(|kind| kind.id.clone()).collect()
    }

    /// The names by which the kinds of the second game are compared: those of their partners, or their own, with a mark
    /// if the first game calls something else so.
    pub(crate) fn names_of_second(&self, first: &Rules, second: &Rules) -> Vec<String> {
        let name = |(id, kind): (PieceId, &crate::rules::Kind)| match self.first(id) {
            Some(partner) => first.kind(partner).id.clone(),
            None if first.find(&kind.id).is_some() => format!("{}'", kind.id),
            None => kind.id.clone(),
        };
        second.kinds().map(name).collect()
    }
}

/// The squares on which men of each kind start, with their sides.
fn starts(rules: &Rules) -> Vec<Vec<(Square, Side)>> {
    let mut starts = vec![Vec::new(); rules.kinds.len()];
    for (square, man) in rules.shape.squares().zip(&rules.array) {
        if let Some(man) = man {
            starts[man.kind.index()].push((square, man.side));
        }
    }
    starts
}
