//! What the names in sets and zones mean.
//!
//! Makes sets of kinds and of squares from syntax trees and a table of what a file declares. Findings have places inside
//! the notation string; the caller maps them to the file.

use super::BlackView;
use crate::board::{BySide, PieceId, PieceSet, Shape, Side, SquareSet};
use crate::notation::{
    CondAst, Corner, NotationFinding, PieceItem, PiecesAst, Spanned, ZoneAst, ZoneItem,
};
use crate::similar::{listed, similar};
use std::collections::BTreeMap;
use std::ops::Range as Span;

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
    /// The names of all counters, in the order of [`Rules::counters`](super::Rules::counters).
    pub counters: Vec<String>,
    /// The royal kinds of each side.
    pub royals: BySide<PieceSet>,
}

/// A lowered thing with what is wrong with it. With errors it is a stand-in that must not be played with.
#[derive(Clone, Debug, PartialEq)]
pub struct Lowered<T> {
    /// The thing.
    pub value: T,
    /// The findings.
    pub findings: Vec<NotationFinding>,
}

type Findings = Vec<NotationFinding>;

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
            counters: Vec::new(),
            royals: BySide::default(),
        }
    }

    /// Whether a piece or a group is called so.
    pub(super) fn knows_pieces(&self, name: &str) -> bool {
        self.groups.contains_key(name) || self.pieces.iter().any(|p| p == name)
    }

    /// The kinds that a piece's or group's name means.
    pub(super) fn pieces_called(&self, name: &str) -> Option<BySide<PieceSet>> {
        let piece = self
            .pieces
            .iter()
            .position(|p| p == name)
            .and_then(|i| u8::try_from(i).ok());
        let piece = piece.map(|i| BySide::both(PieceSet::of(PieceId::new(i))));
        piece.or_else(|| self.groups.get(name).copied())
    }

    /// A hint if a name is known, but as something else.
    pub(super) fn words_help(&self, name: &str) -> String {
        match name {
            _ if self.zones.contains_key(name) => {
                format!("`{name}` is a zone; say what is in it, such as `there in {name}`")
            }
            _ if self.knows_pieces(name) => format!("`{name}` is a piece or a group"),
            _ if self.counters.iter().any(|c| c == name) => format!(
                "`{name}` is a counter; compare a player's count with a number: `own {name} = 0`"
            ),
            _ if self.words.contains_key(name) => {
                format!("`{name}` is a word, a condition of its own")
            }
            _ => String::new(),
        }
    }

    /// Lowers a zone from White's view.
    pub(super) fn lower_zone(&self, ast: &ZoneAst) -> Lowered<BySide<SquareSet>> {
        let mut findings = Findings::new();
        let value =
            BySide::from_fn(|side| self.squares(ast, View { side, flip: true }, &mut findings));
        finish(
            value,
            findings,
            value.white.is_empty() && value.black.is_empty(),
            "empty-zone",
            "zone",
            &ast.span,
        )
    }

    fn squares(&self, ast: &ZoneAst, view: View, findings: &mut Findings) -> SquareSet {
        let mut set = self.union(&ast.items, view, findings);
        if let Some(within) = &ast.within {
            set = set & self.squares(within, view, findings);
        }
        if let Some(but) = &ast.but {
            set = set - self.squares(but, view, findings);
        }
        set
    }

    fn union(&self, items: &[Spanned<ZoneItem>], view: View, findings: &mut Findings) -> SquareSet {
        items.iter().fold(SquareSet::EMPTY, |set, item| {
            set | self.zone_item(item, view, findings)
        })
    }

    fn zone_item(
        &self,
        item: &Spanned<ZoneItem>,
        view: View,
        findings: &mut Findings,
    ) -> SquareSet {
        let place = &item.span;
        match &item.value {
            ZoneItem::Name(name) => self.zones.get(name).map_or_else(
                || {
                    findings.push(self.unknown_zone(name, place));
                    SquareSet::EMPTY
                },
                |zone| zone[view.side],
            ),
            ZoneItem::Square(at) => self.rectangle(*at, *at, place, view.flip, view.side, findings),
            ZoneItem::Rectangle(a, b) => {
                self.rectangle(*a, *b, place, view.flip, view.side, findings)
            }
            ZoneItem::Ranks(a, b) => self.ranks(*a, *b, place, view.flip, view.side, findings),
            ZoneItem::First(n) => self.ranks(0, n - 1, place, true, view.side, findings),
            ZoneItem::Last(n) => {
                let top = i32::from(self.shape.ranks());
                self.ranks(top - n, top - 1, place, true, view.side, findings)
            }
            ZoneItem::Files(a, b) => {
                let (one, other) = (
                    Corner { file: *a, rank: 0 },
                    Corner {
                        file: *b,
                        rank: i32::from(self.shape.ranks()) - 1,
                    },
                );
                self.rectangle(one, other, place, view.flip, view.side, findings)
            }
            // Colours and edges are what they are for everybody.
            ZoneItem::Light => self.all(|file, rank| (file + rank) % 2 == 1),
            ZoneItem::Dark => self.all(|file, rank| (file + rank) % 2 == 0),
            ZoneItem::Edge => {
                let (right, top) = (
                    i32::from(self.shape.files()) - 1,
                    i32::from(self.shape.ranks()) - 1,
                );
                self.all(|file, rank| file == 0 || rank == 0 || file == right || rank == top)
            }
            ZoneItem::All => self.all(|_, _| true),
            ZoneItem::Set(inner) => self.squares(inner, view, findings),
        }
    }

    fn all(&self, wanted: impl Fn(i32, i32) -> bool) -> SquareSet {
        self.shape
            .squares()
            .filter(|&s| wanted(self.shape.file(s), self.shape.rank(s)))
            .collect()
    }

    fn ranks(
        &self,
        from: i32,
        to: i32,
        place: &Span<usize>,
        flip: bool,
        side: Side,
        findings: &mut Findings,
    ) -> SquareSet {
        let (one, other) = (
            Corner {
                file: 0,
                rank: from,
            },
            Corner {
                file: i32::from(self.shape.files()) - 1,
                rank: to,
            },
        );
        self.rectangle(one, other, place, flip, side, findings)
    }

    /// The squares between two corners; `flip` says that they are written from White's view.
    fn rectangle(
        &self,
        one: Corner,
        other: Corner,
        place: &Span<usize>,
        flip: bool,
        side: Side,
        findings: &mut Findings,
    ) -> SquareSet {
        let on_board = |c: Corner| self.shape.square(c.file, c.rank).is_some();
        if !on_board(one) || !on_board(other) {
            let (last_file, ranks) = ((b'a' + self.shape.files() - 1) as char, self.shape.ranks());
            let message = format!("this goes beyond the board, which is {}", self.shape);
            findings.push(
                NotationFinding::error("off-board", place.clone(), message).help(format!(
                    "its files are a to {last_file}, its ranks 1 to {ranks}"
                )),
            );
            return SquareSet::EMPTY;
        }
        let (files, ranks) = (ordered(one.file, other.file), ordered(one.rank, other.rank));
        let set = self.all(|file, rank| files.contains(&file) && ranks.contains(&rank));
        if flip && side == Side::Black {
            set.iter()
                .filter_map(|s| self.view.turned(self.shape, s))
                .collect()
        } else {
            set
        }
    }

    fn unknown_zone(&self, name: &str, place: &Span<usize>) -> NotationFinding {
        let square = name.to_ascii_lowercase();
        let range: Vec<_> = square.split('-').collect();
        let help = match range[..] {
            [one] if self.shape.parse(one).is_some() => {
                format!("squares are written with a small letter: `{one}`")
            }
            [one, other]
                if self.shape.parse(one).is_some() && self.shape.parse(other).is_some() =>
            {
                format!("a rectangle of squares is written `{one}..{other}`")
            }
            _ if self.knows_pieces(name) => format!("`{name}` is a piece or a group, not a zone"),
            _ => String::new(),
        };
        unknown(
            "unknown-zone",
            "zone",
            name,
            place,
            self.zones.keys().map(String::as_str),
            &help,
        )
    }

    fn kinds(&self, ast: &PiecesAst, side: Side, findings: &mut Findings) -> PieceSet {
        let mut set = PieceSet::EMPTY;
        for item in &ast.items {
            set = set.union(self.piece_item(item, side, findings));
        }
        self.cut(ast, set, side, findings)
    }

    /// What `within` and `but` leave of a set.
    fn cut(
        &self,
        ast: &PiecesAst,
        mut set: PieceSet,
        side: Side,
        findings: &mut Findings,
    ) -> PieceSet {
        if let Some(within) = &ast.within {
            set = set.intersection(self.kinds(within, side, findings));
        }
        if let Some(but) = &ast.but {
            set = set.difference(self.kinds(but, side, findings));
        }
        set
    }

    fn piece_item(
        &self,
        item: &Spanned<PieceItem>,
        side: Side,
        findings: &mut Findings,
    ) -> PieceSet {
        match &item.value {
            PieceItem::All => PieceSet::first(self.pieces.len()),
            PieceItem::Royal => self.royals[side],
            PieceItem::Set(inner) => self.kinds(inner, side, findings),
            PieceItem::Name(name) => self.pieces_called(name).map_or_else(
                || {
                    findings.push(self.unknown_piece(name, &item.span));
                    PieceSet::EMPTY
                },
                |set| set[side],
            ),
        }
    }

    fn unknown_piece(&self, name: &str, place: &Span<usize>) -> NotationFinding {
        let known = self
            .pieces
            .iter()
            .chain(self.groups.keys())
            .chain(&self.counters)
            .map(String::as_str);
        unknown(
            "unknown-piece",
            "piece or group",
            name,
            place,
            known,
            &self.words_help(name),
        )
    }
}

/// From where a zone is seen.
#[derive(Clone, Copy)]
struct View {
    side: Side,
    /// Whether squares are written from White's view and turned for Black.
    flip: bool,
}

/// Lowers a set of pieces; the half of a side is about that side's men. An empty set is a finding.
pub fn pieces(names: &Names, ast: &PiecesAst) -> Lowered<BySide<PieceSet>> {
    let mut findings = Findings::new();
    let value = BySide::from_fn(|side| names.kinds(ast, side, &mut findings));
    findings.extend(nobody_royal(names, ast));
    finish(
        value,
        findings,
        value.white.is_empty() && value.black.is_empty(),
        "empty-set",
        "set",
        &ast.span,
    )
}

/// Lowers a set of pieces to a list in the order written, each kind once (a group's kinds in the order of the file).
pub fn piece_list(names: &Names, ast: &PiecesAst) -> Lowered<BySide<Vec<PieceId>>> {
    let mut findings = Findings::new();
    let value = BySide::from_fn(|side| ordered_kinds(names, ast, side, &mut findings));
    findings.extend(nobody_royal(names, ast));
    let empty = value.white.is_empty() && value.black.is_empty();
    finish(value, findings, empty, "empty-set", "set", &ast.span)
}

/// The finding about `royal` and nothing else where no piece is.
fn nobody_royal(names: &Names, ast: &PiecesAst) -> Option<NotationFinding> {
    let nobody = names.royals.white.union(names.royals.black).is_empty();
    let is_royal = |item: &Spanned<PieceItem>| item.value == PieceItem::Royal;
    let alone = ast.within.is_none() && ast.but.is_none() && ast.items.iter().all(is_royal);
    (nobody && alone).then(|| {
        let message = "no piece of this game is royal";
        NotationFinding::error("empty-set", ast.span.clone(), message).help(
            "name the pieces that are meant, or write `royal = true` in the line of one of them",
        )
    })
}

fn ordered_kinds(
    names: &Names,
    ast: &PiecesAst,
    side: Side,
    findings: &mut Findings,
) -> Vec<PieceId> {
    let mut list: Vec<PieceId> = Vec::new();
    for item in &ast.items {
        let found = match &item.value {
            PieceItem::Set(inner) => ordered_kinds(names, inner, side, findings),
            _ => names.piece_item(item, side, findings).iter().collect(),
        };
        for kind in found {
            if !list.contains(&kind) {
                list.push(kind);
            }
        }
    }
    let left = names.cut(ast, list.iter().copied().collect(), side, findings);
    list.retain(|&k| left.contains(k));
    list
}

/// Lowers a zone that is written from White's view. An empty zone is a finding.
pub fn zone(names: &Names, ast: &ZoneAst) -> Lowered<BySide<SquareSet>> {
    names.lower_zone(ast)
}

/// Lowers one half of a zone that is written for each side: squares, ranks and files stand as they are; `first`, `last`
/// and names are seen by that side.
pub fn zone_half(names: &Names, ast: &ZoneAst, side: Side) -> Lowered<SquareSet> {
    let mut findings = Findings::new();
    let value = names.squares(ast, View { side, flip: false }, &mut findings);
    finish(
        value,
        findings,
        value.is_empty(),
        "empty-zone",
        "zone",
        &ast.span,
    )
}

/// Puts a value and its findings together; an emptiness that no other finding explains is one itself.
fn finish<T>(
    value: T,
    mut findings: Findings,
    empty: bool,
    code: &'static str,
    what: &str,
    span: &Span<usize>,
) -> Lowered<T> {
    findings.sort_by_key(|f| (f.span.start, f.span.end));
    findings.dedup();
    if empty && findings.is_empty() {
        let message = format!("nothing is in this {what}");
        findings.push(
            NotationFinding::error(code, span.clone(), message).help(
                "look at what `within` and `but` leave over, and at what the names stand for",
            ),
        );
    }
    Lowered { value, findings }
}

/// Words that people have for what is called otherwise here, where the likeness of letters would mislead.
const OTHER_WORDS: [(&str, &str); 8] = [
    ("checkmate", "mate"),
    ("checkmated", "mate"),
    ("mated", "mate"),
    ("stalemated", "stalemate"),
    ("checked", "check"),
    ("in-check", "check"),
    ("castling", "castle"),
    ("captured", "capture"),
];

/// The finding about a name that nothing is called, with what it may have been meant to be.
pub(super) fn unknown<'a>(
    code: &'static str,
    what: &str,
    name: &str,
    place: &Span<usize>,
    known: impl Iterator<Item = &'a str>,
    hint: &str,
) -> NotationFinding {
    let mut known: Vec<_> = known.collect();
    known.sort_unstable();
    known.dedup();
    let shown: String = name.chars().take(40).collect();
    let message = format!("no {what} is called `{shown}`");
    let finding = NotationFinding::error(code, place.clone(), message).named(name);
    let is_letter = name.len() == 1 && name.bytes().all(|b| b.is_ascii_uppercase());
    let meant = OTHER_WORDS.iter().find(|(other, _)| *other == name);
    let meant = meant.map(|(_, word)| *word).filter(|w| known.contains(w));
    match meant.or_else(|| similar(name, known.iter().copied())) {
        _ if !hint.is_empty() => finding.help(hint),
        _ if is_letter && code == "unknown-piece" => finding.help(
            "pieces are named here as under [pieces]; their letters stand only in FENs and moves",
        ),
        Some(near) => finding.meant(name, near),
        None if known.is_empty() => finding.help(format!("this game has no {what} with a name")),
        None => finding.help(format!("known are {}", listed(known.iter().copied()))),
    }
}

fn ordered(a: i32, b: i32) -> std::ops::RangeInclusive<i32> {
    a.min(b)..=a.max(b)
}
