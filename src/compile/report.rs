//! What the engine makes of a game: which way each piece is looked up, how large the tables are, how long they take.

use super::bits::{Bits, SquareTable, Wide};
use super::lanes::Lanes;
use super::plan::Builder;
use super::tables::{Piece, Rows, Tables};
use super::{Compiled, Lookup, beyond, cpu};
use crate::board::{Man, PieceId, Side};
use crate::rules::Rules;
use std::fmt;
use std::time::{Duration, Instant};

/// How a game is played, and what its tables cost.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// Why it is played on the general path, in words that fit behind "it has"; empty if it is played on the hot path.
    pub reasons: Vec<&'static str>,
    /// The bits of a set of squares on the hot path: 64, 128 or 256.
    pub width: usize,
    /// Whether squares that depend on blockers are extracted from tables; otherwise rays are scanned.
    pub extracts: bool,
    /// The size of all tables in bytes; 0 on the general path.
    pub bytes: usize,
    /// How long making the tables took, or finding out that there can be none.
    pub time: Duration,
    /// What becomes of each man, by kind and side.
    pub men: Vec<(Man, Path)>,
}

/// The way in which a man's moves are found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Path {
    /// From tables, in these ways.
    Hot(Vec<Lane>),
    /// By following the rules word by word, because the man has this.
    General(&'static str),
}

/// A sort of moves on the hot path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lane {
    /// All such men at once, by shifting their set.
    Shifts,
    /// Moves that nothing can block: a table of targets.
    Leaps,
    /// Moves that men can block: tables by the occupied squares among the blockers, or rays.
    Lines,
    /// Moves over a man: tables or tries by who stands between.
    Hurdles,
    /// Moves with a condition, which becomes a set of squares once a position.
    Conditions,
    /// Castling.
    Castling,
    /// Moves that take a man beside their end, or come back to their start: tables by start and victim.
    Detours,
    /// Moves that are made and tested one by one.
    Singly,
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shifts => "shifts of all men",
            Self::Leaps => "a table of leaps",
            Self::Lines => "lines with blockers",
            Self::Hurdles => "jumps over a man",
            Self::Conditions => "conditions as sets",
            Self::Castling => "castling",
            Self::Detours => "captures on the way",
            Self::Singly => "moves tested singly",
        })
    }
}

impl Report {
    /// Compiles a game and tells about it.
    pub(crate) fn new(rules: &Rules, lookup: Lookup) -> Self {
        let start = Instant::now();
        let compiled = Compiled::new(rules, lookup);
        let time = start.elapsed();
        let mut reasons = beyond(rules);
        if let Err(why) = &compiled
            && reasons.is_empty()
        {
            reasons.push(why.0);
        }
        let fast = lookup == Lookup::Best && cpu::available();
        let (width, extracts, bytes, men) = match rules.shape.len() {
            0..=64 => measured::<u64>(rules, compiled.ok().as_ref(), fast),
            65..=128 => measured::<u128>(rules, compiled.ok().as_ref(), fast),
            _ => measured::<Wide>(rules, compiled.ok().as_ref(), fast),
        };
        Self {
            reasons,
            width,
            extracts,
            bytes,
            time,
            men,
        }
    }

    /// What becomes of the men of a kind; the same for both sides if one entry comes back.
    pub fn paths(&self, kind: PieceId) -> Vec<(Side, &Path)> {
        let men = self.men.iter().filter(|(man, _)| man.kind == kind);
        let mut paths: Vec<_> = men.map(|(man, path)| (man.side, path)).collect();
        paths.dedup_by(|a, b| a.1 == b.1);
        paths
    }
}

type Measured = (usize, bool, usize, Vec<(Man, Path)>);

fn measured<B: Bits>(rules: &Rules, compiled: Option<&Compiled>, fast: bool) -> Measured {
    let extracts = fast && B::EXTRACTS;
    let bytes = match compiled {
        Some(Compiled::Narrow(tables)) => tables.bytes(),
        Some(Compiled::Middle(tables)) => tables.bytes(),
        Some(Compiled::Broad(tables)) => tables.bytes(),
        None => 0,
    };
    // Each man by itself, so that one that has no tables does not hide the others.
    let mut builder = Builder::<B>::new(rules, extracts);
    let men = rules.men().map(|man| {
        let path = match builder.piece(man) {
            Ok((piece, _)) => Path::Hot(lanes(&piece)),
            Err(why) => Path::General(why.0),
        };
        (man, path)
    });
    (size_of::<B>() * 8, extracts, bytes, men.collect())
}

fn lanes<B: Bits>(piece: &Piece<B>) -> Vec<Lane> {
    let has = |test: fn(&Lanes<B>) -> bool| {
        let moves = piece.moves.iter().map(|moves| &moves.lanes);
        let screened = piece.screened.iter().map(|moves| &moves.lanes);
        test(&piece.passing) || moves.chain(screened).any(test)
    };
    let shifts = !piece.steps.is_empty();
    let lanes = [
        (Lane::Shifts, shifts),
        (Lane::Leaps, !shifts && has(Lanes::has_leaps)),
        (Lane::Lines, !shifts && has(Lanes::has_lines)),
        (Lane::Hurdles, !shifts && has(Lanes::has_hops)),
        (
            Lane::Conditions,
            !piece.guarded.is_empty() || !piece.screened.is_empty(),
        ),
        (Lane::Castling, !piece.castling.is_empty()),
        (Lane::Detours, piece.detours.is_some()),
        (Lane::Singly, !piece.irregular.is_empty()),
    ];
    let lanes = lanes.into_iter().filter(|(_, has)| *has);
    lanes.map(|(lane, _)| lane).collect()
}

impl<B: Bits> Tables<B> {
    /// The size of everything that a look-up can touch, in bytes; shared slots once.
    fn bytes(&self) -> usize {
        let pieces: usize = self.pieces.iter().map(Piece::bytes).sum();
        let groups = self.attacks.white.iter().chain(&self.attacks.black);
        let groups: usize = groups
            .map(|group| {
                let leaps = group.leaps.as_ref().map_or(0, B::Table::<B>::bytes);
                group.from.bytes()
                    + leaps
                    + group
                        .threats
                        .iter()
                        .map(|t| t.origins.bytes())
                        .sum::<usize>()
            })
            .sum();
        let watches = self.watches.white.iter().chain(&self.watches.black);
        let watches: usize = watches.map(|watch| watch.near.bytes()).sum();
        let rows = [&self.near, &self.near_royals];
        let rows = rows.iter().flat_map(|rows| [&rows.white, &rows.black]);
        let dangers = self.dangers.white.bytes() + self.dangers.black.bytes();
        let royals = self.royals_go.white.bytes() + self.royals_go.black.bytes();
        let watches = watches + royals + dangers + rows.map(Rows::bytes).sum::<usize>();
        let hops = self.hops.white.iter().chain(&self.hops.black);
        let hops: usize = hops
            .map(|group| {
                let origins = group.hops.iter().map(|hop| hop.origins.bytes());
                group.near.bytes() + origins.sum::<usize>()
            })
            .sum();
        let lines: usize = self.lines.iter().map(|line| size_of_val(&line[..])).sum();
        let tally = self.tally.white.bytes() + self.tally.black.bytes();
        self.slots.bytes()
            + tally
            + pieces
            + groups
            + watches
            + hops
            + lines
            + size_of_val(&self.man_keys[..])
    }
}

impl<B: Bits> Piece<B> {
    fn bytes(&self) -> usize {
        let moves = self.moves.iter().map(|moves| {
            let near = moves.near.as_ref().map_or(0, B::Table::<B>::bytes);
            moves.lanes.bytes() + near
        });
        let plain: usize =
            moves.sum::<usize>() + self.passing.bytes() + self.en_passant_from.bytes();
        let guarded: usize = self.guarded.iter().map(|g| g.lanes.bytes()).sum();
        let irregular: usize = self.irregular.iter().map(|i| i.lanes.bytes()).sum();
        let screened = self.screened.iter();
        let screened: usize = screened
            .map(|s| s.lanes.bytes() + s.near.bytes() + size_of_val(&s.beyond[..]))
            .sum();
        let detours = self.detours.as_ref().map_or(0, |d| d.bytes());
        plain + guarded + screened + irregular + detours + size_of_val(&self.passed[..])
    }
}
