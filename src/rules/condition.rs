//! Gives the names in conditions, sets and zones their meaning.
//!
//! Reads syntax trees of `notation` and a table of what the file declares, and makes parts of the rule model. Findings
//! have places inside the notation string; the caller maps them to the file.

use super::{BlackView, Condition};
use crate::board::{BySide, PieceId, PieceSet, Shape, Side, SquareSet};
use crate::notation::{CondAst, NotationFinding, PiecesAst, ZoneAst};
use std::collections::BTreeMap;

/// What the names of a rule file mean.
#[derive(Clone, Debug)]
pub struct Names {
    /// The board's rectangle.
    pub shape: Shape,
    /// How White's view reads for Black.
    pub view: BlackView,
    /// The names of all kinds, indexed by [`PieceId`], derived ones too.
    pub pieces: Vec<String>,
    /// Groups and derivations (a derivation's name is the group of the kinds that it makes). The half of a side is about
    /// that side's men.
    pub groups: BTreeMap<String, BySide<PieceSet>>,
    /// Zones; the half of a side is how that side sees the zone.
    pub zones: BTreeMap<String, BySide<SquareSet>>,
    /// Words.
    pub words: BTreeMap<String, BySide<CondAst>>,
    /// The royal kinds of each side.
    pub royals: BySide<PieceSet>,
}

impl Names {
    /// A board without any names.
    pub fn new(shape: Shape, view: BlackView) -> Self {
        Self {
            shape,
            view,
            pieces: Vec::new(),
            groups: BTreeMap::new(),
            zones: BTreeMap::new(),
            words: BTreeMap::new(),
            royals: BySide::default(),
        }
    }
}

/// Where a condition stands, which decides what it may ask.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Site {
    /// Behind `if` of moves; `attacks` if one of them can take an enemy man (castling aside).
    Entry {
        /// Whether the moves attack.
        attacks: bool,
    },
    /// In a promotion's `if` or `must`.
    Promotion,
    /// In `castling.if`.
    Castling,
    /// In an end's `if`.
    End,
    /// The word `progress`, which is asked about each move.
    Progress,
    /// Any other word, with its name: it may ask everything, but not itself.
    Word(String),
}

/// A lowered thing with what is wrong with it. With errors it is a stand-in that must not be played with.
#[derive(Clone, Debug, PartialEq)]
pub struct Lowered<T> {
    /// The thing.
    pub value: T,
    /// The findings.
    pub findings: Vec<NotationFinding>,
}

/// Lowers a condition. Facts whose sets differ between the sides become one case for each side.
pub fn condition(names: &Names, ast: &CondAst, site: &Site) -> Lowered<Condition> {
    let _ = (names, ast, site);
    todo!()
}

/// Lowers a condition that is written for each side.
pub fn condition_by_side(
    names: &Names,
    asts: &BySide<CondAst>,
    site: &Site,
) -> BySide<Lowered<Condition>> {
    let _ = (names, asts, site);
    todo!()
}

/// Lowers a set of pieces; the half of a side is about that side's men. An empty set is a finding.
pub fn pieces(names: &Names, ast: &PiecesAst) -> Lowered<BySide<PieceSet>> {
    let _ = (names, ast);
    todo!()
}

/// Lowers a set of pieces to a list in the order written, each kind once (a group's kinds in the order of the file).
pub fn piece_list(names: &Names, ast: &PiecesAst) -> Lowered<BySide<Vec<PieceId>>> {
    let _ = (names, ast);
    todo!()
}

/// Lowers a zone that is written from White's view. An empty zone is a finding.
pub fn zone(names: &Names, ast: &ZoneAst) -> Lowered<BySide<SquareSet>> {
    let _ = (names, ast);
    todo!()
}

/// Lowers one half of a zone that is written for each side: squares, ranks and files stand as they are.
pub fn zone_half(names: &Names, ast: &ZoneAst, side: Side) -> Lowered<SquareSet> {
    let _ = (names, ast, side);
    todo!()
}

/// Joins two conditions, each for one side, into one.
pub fn by_side(conditions: BySide<Condition>) -> Condition {
    if conditions.white == conditions.black {
        return conditions.white;
    }
    let case = |side, condition| Condition::All(vec![Condition::SideIs(side), condition]);
    Condition::Any(vec![
        case(Side::White, conditions.white),
        case(Side::Black, conditions.black),
    ])
}
