//! How moves are written: long form, UCI and SAN.
//!
//! Knows positions and letters; which moves are legal, it asks. Reading texts is the business of `read`.
//!
//! One text names one move. Where the usual form would name two, castling is written as the king taking its partner,
//! SAN falls back to the long form, and what is then still the same gets a mark such as `/swap`.

use super::{Extra, Move, MoveKind, State};
use crate::board::{PieceId, Side, Square, SquareSet};
use crate::movegen::general::{Maker, deeds, in_check, legal_moves};
use crate::notation::Deed;
use crate::rules::Rules;
use crate::variant::Position;
use std::collections::BTreeMap;

/// A manner of writing moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveNotation {
    /// Start and end: `e2e4`, `e7e8=Q`, `e6e7=+P`. Castling is the king's start and end (in a position with free
    /// castling the partner's square instead of the end), a swap the king onto the man that it changes places with.
    ///
    /// A move of several legs is written leg by leg, with a comma between: `e4e5,e5f5`. Its squares are the start, those
    /// where something happens on the way (a man is taken, removed, put back, or makes the rest of the move) and the
    /// end. A move that changes nothing is `e4e4`.
    ///
    /// A man that is put down is `P@e4`, one that promotes where it stands `e4e4=F`, a turn without a move `pass`. A wall
    /// follows behind a comma, with the square where the mover ends before its own: `e2e4,e4d5`. A man that is put down
    /// where another has left follows behind a slash, after castling with its square: `b1c3/H`, `e1g1/He1`, `e1g1/Hh1`.
    #[default]
    Long,
    /// As the protocol UCI writes it: like the long form, but `e7e8q`, and `e6e7+` for a man's own promoted form, `0000`
    /// for `pass`, `b1c3h` and `e1g1h` for men that are put down where the mover has left, and with its own square first
    /// where a castling partner has left: `h1e1h`.
    Uci,
    /// Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
    ///
    /// - The letter is left out for one kind a side: the one with the most men in the start array, if no other has as
    ///   many and it is not royal. Its captures name the file where they start.
    /// - Start file, start rank or both are added where another man with the same letter could go to the same square.
    /// - Castling toward the last file is `O-O`, toward the first `O-O-O`; if there is more than one such move, the
    ///   square where the king ends follows: `O-O/i1`.
    /// - A swap is written with `~`: `K~d1`.
    /// - A move of several legs has a sign before each of its squares: `x` where a man is taken or removed, `~` where a man
    ///   stands that is put elsewhere or makes the rest of the move, `-` otherwise: `Lxe5-e6`, `Lxe5xf5`, `N~c3-a2`.
    ///   A move that changes nothing is `L--`.
    /// - A man that is put down is `P@e4`, one that promotes where it stands `e4=F`, a turn without a move `pass`.
    /// - What follows a move is added as in long form: a wall as `e4,e4d5`, a man put down where another has left as `Nc3/H`,
    ///   after castling with its square: `O-O/Hh1`.
    /// - `+` is added for check, `#` for check without a legal answer.
    San,
}

impl Position {
    /// All legal moves with their texts, in the order of [`Position::legal_moves`]. No two texts are the same.
    ///
    /// ```
    /// use ferz::{Library, Variant, position::MoveNotation};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let rules = Library::new().load("chess")?.rules.ok_or("the file has errors")?;
    /// let texts = Variant::new(rules).start().move_texts(MoveNotation::San);
    /// assert!(texts.iter().any(|(_, text)| text == "Nf3"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn move_texts(&self, notation: MoveNotation) -> Vec<(Move, String)> {
        let moves = self.legal_moves();
        let mut texts = Texts::new(self, &moves).all(notation);
        if notation == MoveNotation::San {
            let mut maker = Maker::new(self.rules(), self.state());
            for (mv, text) in moves.iter().zip(&mut texts) {
                text.push_str(check_mark(&mut maker, self.rules(), *mv));
            }
        }
        moves.into_iter().zip(texts).collect()
    }

    /// The squares of a move in order: where it starts, where something happens on the way of a move of several legs, and
    /// where it ends. One square where a man is put down or stays, none of a pass; a wall's square is not among them.
    pub fn move_squares(&self, mv: Move) -> Vec<Square> {
        let is_long = matches!(mv.kind, MoveKind::Legs { .. });
        let deed = deeds::deed(self.rules(), self.state(), mv).filter(|_| is_long);
        match deed {
            None => plain_squares(mv),
            Some(deed) => {
                let points = Way::new(mv.from, &deed).points.into_iter();
                std::iter::once(mv.from)
                    .chain(points.map(|p| p.0))
                    .collect()
            }
        }
    }

    /// The text of a legal move; of another move its long form.
    pub fn move_text(&self, mv: Move, notation: MoveNotation) -> String {
        let moves = self.legal_moves();
        let texts = Texts::new(self, &moves);
        let Some(index) = moves.iter().position(|&m| m == mv) else {
            return texts.long(mv);
        };
        let mut text = texts.all(notation).swap_remove(index);
        if notation == MoveNotation::San {
            let mut maker = Maker::new(self.rules(), self.state());
            text.push_str(check_mark(&mut maker, self.rules(), mv));
        }
        text
    }
}

fn plain_squares(mv: Move) -> Vec<Square> {
    match mv.kind {
        MoveKind::Pass => Vec::new(),
        MoveKind::Drop | MoveKind::Stay => vec![mv.to],
        _ => vec![mv.from, mv.to],
    }
}

/// The sign for check behind a legal move; whether it is legal is not asked again, since there can be thousands.
fn check_mark(maker: &mut Maker<'_>, rules: &Rules, mv: Move) -> &'static str {
    let next = maker.after(mv);
    if !in_check(rules, &next, next.side) {
        ""
    } else if legal_moves(rules, &next).is_empty() {
        "#"
    } else {
        "+"
    }
}

/// Whether a move of the man on `from` is written with these squares between its start and end, in whatever order.
pub(crate) fn is_by_way(from: Square, deed: &Deed, via: &[Square]) -> bool {
    let sorted = |mut squares: Vec<Square>| {
        squares.sort_unstable();
        squares
    };
    let mut points = Way::new(from, deed).points;
    points.pop();
    let points = points.into_iter().map(|(square, _)| square);
    sorted(points.collect()) == sorted(via.to_vec())
}

/// Whether legs of a move end on these squares in their order, whether anything happens there or not.
pub(crate) fn goes_over(deed: &Deed, via: &[Square]) -> bool {
    let mut stops = deed.stops.iter();
    via.iter().all(|via| stops.any(|stop| stop == via))
}

/// The kinds of the moves of the man on a square that go over these squares in their order and end on `to`, whether
/// anything happens on the way or not.
pub(crate) fn moves_over(
    rules: &Rules,
    state: &State,
    from: Square,
    via: &[Square],
    to: Square,
) -> Vec<MoveKind> {
    let found = deeds::Deeds::of(rules, state, from);
    let is_meant = |deed: &Deed| deed.to == to && goes_over(deed, via);
    let over = found.ways().filter(|(_, way)| is_meant(&way.deed));
    let mut kinds: Vec<MoveKind> = over
        .map(|(number, way)| deeds::kind(state, from, number, &way.deed))
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The kind whose letter SAN leaves out for a side.
pub(crate) fn letterless(rules: &Rules, side: Side) -> Option<PieceId> {
    let count = |kind| {
        rules
            .array
            .iter()
            .flatten()
            .filter(|man| man.side == side && man.kind == kind)
            .count()
    };
    let mut counts: Vec<(usize, PieceId)> = rules.kinds().map(|(id, _)| (count(id), id)).collect();
    counts.sort_by_key(|&(men, id)| (std::cmp::Reverse(men), id));
    let &(most, kind) = counts.first()?;
    let next = counts.get(1).map_or(0, |c| c.0);
    (most > next && !rules.kind(kind).royal[side]).then_some(kind)
}

/// Writes the moves of one position.
pub(super) struct Texts<'a> {
    position: &'a Position,
    rules: &'a Rules,
    moves: &'a [Move],
    letterless: Option<PieceId>,
    legs: BTreeMap<Move, Way>,
}

/// The squares of a move of several legs behind its start, each with its sign.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) points: Vec<(Square, char)>,
    pub(super) is_pass: bool,
}

impl Way {
    /// The squares where something happens, and the end.
    fn new(from: Square, deed: &Deed) -> Self {
        let removed = deed.taken | deed.destroyed;
        let mut others: SquareSet = deed.unloaded.iter().map(|(old, _)| *old).collect();
        if deed.mover != from {
            others.insert(deed.mover);
        }
        let put: SquareSet = deed.unloaded.iter().map(|(_, new)| *new).collect();
        let matters = removed | others | put;
        let mut points: Vec<(Square, char)> = Vec::new();
        let mut visited = SquareSet::EMPTY;
        let mut visit = |square: Square, points: &mut Vec<(Square, char)>| {
            if points.last().is_some_and(|(last, _)| *last == square) {
                return;
            }
            let sign = match square {
                s if visited.contains(s) => '-',
                s if removed.contains(s) => 'x',
                s if others.contains(s) => '~',
                _ => '-',
            };
            visited.insert(square);
            points.push((square, sign));
        };
        let stops: SquareSet = deed.stops.iter().copied().collect();
        for &stop in deed.stops.iter().filter(|&&s| matters.contains(s)) {
            visit(stop, &mut points);
        }
        // A man that has just passed is taken beside the way.
        let beside = removed - stops - SquareSet::of(deed.to);
        beside.iter().for_each(|square| visit(square, &mut points));
        visit(deed.to, &mut points);
        Self {
            points,
            is_pass: deed.is_pass() && deed.mover == from,
        }
    }
}

impl<'a> Texts<'a> {
    pub(super) fn new(position: &'a Position, moves: &'a [Move]) -> Self {
        let rules = position.variant().rules();
        let mut maker = Maker::new(rules, position.state());
        let way = |&mv: &Move| Some((mv, Way::new(mv.from, maker.deed(mv)?)));
        let legs = moves.iter().filter_map(way).collect();
        Self {
            position,
            rules,
            moves,
            letterless: letterless(rules, position.side()),
            legs,
        }
    }

    /// The way of a move of several legs.
    pub(super) fn way(&self, mv: Move) -> Option<Way> {
        if !matches!(mv.kind, MoveKind::Legs { .. }) {
            return None;
        }
        self.legs.get(&mv).cloned().or_else(|| {
            let deed = deeds::deed(self.rules, self.position.state(), mv)?;
            Some(Way::new(mv.from, &deed))
        })
    }

    /// One text for each move, without check marks.
    pub(super) fn all(&self, notation: MoveNotation) -> Vec<String> {
        match notation {
            MoveNotation::Long => {
                self.distinct(self.moves.iter().map(|&m| self.long(m)).collect(), &[])
            }
            MoveNotation::Uci => {
                self.distinct(self.moves.iter().map(|&m| self.uci(m)).collect(), &[])
            }
            MoveNotation::San => {
                let long = self.all(MoveNotation::Long);
                self.distinct(self.moves.iter().map(|&m| self.san(m)).collect(), &long)
            }
        }
    }

    fn name(&self, square: Square) -> String {
        self.rules.shape.name(square).to_string()
    }

    fn squares(&self, mv: Move) -> String {
        if let Some(way) = self.way(mv) {
            let mut at = mv.from;
            let legs = way.points.iter().map(|&(next, _)| {
                let leg = self.name(at) + &self.name(next);
                at = next;
                leg
            });
            return legs.collect::<Vec<_>>().join(",");
        }
        let target = match mv.kind {
            MoveKind::Castle { partner_from, .. } if self.position.chess960() => partner_from,
            _ => mv.to,
        };
        self.name(mv.from) + &self.name(target)
    }

    /// How what follows a move can be written, without the signs that reading leaves out.
    pub(super) fn endings(&self, mv: Move) -> Vec<String> {
        match mv.extra {
            Extra::None => vec![String::new()],
            Extra::Wall(square) => {
                let (end, square) = (self.name(mv.to), self.name(square));
                ["*", "/", &end]
                    .map(|sign| format!("{sign}{square}"))
                    .to_vec()
            }
            Extra::Gate(_) | Extra::PartnerGate(_) => {
                let text = self.gate(mv);
                let plain = format!("{text}{}", self.name(mv.from));
                let is_whole = matches!(mv.kind, MoveKind::Castle { .. });
                let mut all = vec![text.to_lowercase(), text];
                if !is_whole {
                    all.extend([plain.to_lowercase(), plain]);
                }
                all
            }
        }
    }

    /// The promotion's letter: `Q`, `+P`.
    pub(super) fn promotion(&self, mv: Move) -> Option<String> {
        mv.promotion
            .map(|kind| self.rules.kind(kind).letter.text(Side::White))
    }

    fn long(&self, mv: Move) -> String {
        let text = match mv.kind {
            MoveKind::Pass => "pass".to_owned(),
            MoveKind::Drop => self.put_down(mv),
            _ => {
                let promotion = self
                    .promotion(mv)
                    .map_or_else(String::new, |letter| format!("={letter}"));
                self.squares(mv) + &promotion
            }
        };
        match mv.extra {
            Extra::Wall(square) => text + &self.wall(mv, square),
            _ => text + &self.gate(mv),
        }
    }

    /// A man that is put down: `P@e4`.
    fn put_down(&self, mv: Move) -> String {
        format!(
            "{}@{}",
            self.promotion(mv).unwrap_or_default(),
            self.name(mv.to)
        )
    }

    /// A wall behind a move: `,e4d5`.
    fn wall(&self, mv: Move, square: Square) -> String {
        let end = match mv.kind {
            MoveKind::Pass => String::new(),
            _ => self.name(mv.to),
        };
        format!(",{end}{}", self.name(square))
    }

    /// A man that is put down behind a move: `/H`, with its square after castling.
    fn gate(&self, mv: Move) -> String {
        let (kind, square) = match (mv.extra, mv.kind) {
            (Extra::Gate(kind), MoveKind::Castle { .. }) => (kind, self.name(mv.from)),
            (Extra::PartnerGate(kind), MoveKind::Castle { partner_from, .. }) => {
                (kind, self.name(partner_from))
            }
            (Extra::Gate(kind) | Extra::PartnerGate(kind), _) => (kind, String::new()),
            (Extra::None | Extra::Wall(_), _) => return String::new(),
        };
        format!(
            "/{}{square}",
            self.rules.kind(kind).letter.text(Side::White)
        )
    }

    fn uci(&self, mv: Move) -> String {
        let gate = |kind: PieceId| self.rules.kind(kind).letter.text(Side::Black);
        match (mv.extra, mv.kind) {
            (Extra::Wall(square), _) => self.uci_move(mv) + &self.wall(mv, square),
            (Extra::PartnerGate(kind), MoveKind::Castle { partner_from, .. }) => {
                self.name(partner_from) + &self.name(mv.from) + &gate(kind)
            }
            (Extra::Gate(kind) | Extra::PartnerGate(kind), _) => self.uci_move(mv) + &gate(kind),
            (Extra::None, _) => self.uci_move(mv),
        }
    }

    /// The text without what comes behind the move.
    fn uci_move(&self, mv: Move) -> String {
        match mv.kind {
            MoveKind::Pass => return "0000".to_owned(),
            MoveKind::Drop => return self.put_down(mv),
            _ => {}
        }
        let mut text = self.squares(mv);
        if let Some(kind) = mv.promotion {
            let kind = self.rules.kind(kind);
            let own_form = kind.derived_from.is_some() && kind.derived_from == self.mover(mv);
            text += &if kind.letter.plus && own_form {
                "+".to_owned()
            } else {
                kind.letter.text(Side::Black)
            };
        }
        text
    }

    fn mover(&self, mv: Move) -> Option<PieceId> {
        self.position.man(mv.from).map(|man| man.kind)
    }

    /// The mover's letter in SAN, which may be empty.
    pub(super) fn letter(&self, mv: Move) -> String {
        if mv.kind == MoveKind::Pass {
            return String::new();
        }
        match self.mover(mv) {
            Some(kind) if Some(kind) != self.letterless => {
                self.rules.kind(kind).letter.text(Side::White)
            }
            _ => String::new(),
        }
    }

    fn captures(&self, mv: Move) -> bool {
        match mv.kind {
            MoveKind::EnPassant { .. } | MoveKind::Destroy => true,
            MoveKind::Castle { .. }
            | MoveKind::Swap
            | MoveKind::Legs { .. }
            | MoveKind::Drop
            | MoveKind::Stay
            | MoveKind::Pass => false,
            MoveKind::Normal | MoveKind::Passing => self.position.man(mv.to).is_some(),
        }
    }

    /// `O-O` or `O-O-O` if the move castles.
    pub(super) fn castling(&self, mv: Move) -> Option<&'static str> {
        let MoveKind::Castle { partner_from, .. } = mv.kind else {
            return None;
        };
        let file = |square| self.rules.shape.file(square);
        Some(if file(partner_from) > file(mv.from) {
            "O-O"
        } else {
            "O-O-O"
        })
    }

    fn san(&self, mv: Move) -> String {
        let text = self.san_move(mv);
        match mv.extra {
            Extra::Wall(square) => text + &self.wall(mv, square),
            _ => text + &self.gate(mv),
        }
    }

    /// The text without what comes behind the move.
    fn san_move(&self, mv: Move) -> String {
        match mv.kind {
            MoveKind::Pass => return "pass".to_owned(),
            MoveKind::Drop => return self.put_down(mv),
            _ => {}
        }
        if let Some(castling) = self.castling(mv) {
            let is_other = |m: Move| (m.from, m.to, m.kind) != (mv.from, mv.to, mv.kind);
            let several = self
                .moves
                .iter()
                .any(|&m| is_other(m) && self.castling(m) == Some(castling));
            return if several {
                format!("{castling}/{}", self.name(mv.to))
            } else {
                castling.to_owned()
            };
        }
        if let Some(way) = self.way(mv) {
            return self.san_of_legs(mv, &way);
        }
        let letter = self.letter(mv);
        let captures = self.captures(mv);
        let origin = self.origin(mv, letter.is_empty() && captures);
        let sign = match mv.kind {
            MoveKind::Swap => "~",
            _ if captures => "x",
            _ => "",
        };
        let promotion = self
            .promotion(mv)
            .map_or_else(String::new, |kind| format!("={kind}"));
        format!("{letter}{origin}{sign}{}{promotion}", self.name(mv.to))
    }

    fn san_of_legs(&self, mv: Move, way: &Way) -> String {
        let letter = self.letter(mv);
        let body = self.body(way);
        let is_rival = |m: &Move, w: &Way| {
            m.from != mv.from && self.letter(*m) == letter && self.body(w) == body
        };
        let rivals = self.legs.iter().filter(|(m, w)| is_rival(m, w));
        let rivals: Vec<Square> = rivals.map(|(m, _)| m.from).collect();
        let origin = if letter.is_empty() {
            self.name(mv.from)
        } else {
            self.origin_among(mv, &rivals, false)
        };
        let promotion = self
            .promotion(mv)
            .map_or_else(String::new, |kind| format!("={kind}"));
        format!("{letter}{origin}{body}{promotion}")
    }

    /// The squares of a move of several legs with their signs.
    fn body(&self, way: &Way) -> String {
        if way.is_pass {
            return "--".to_owned();
        }
        let points = way.points.iter();
        points
            .map(|&(square, sign)| format!("{sign}{}", self.name(square)))
            .collect()
    }

    /// As much of the start square as tells the mover from others with its letter and target.
    fn origin(&self, mv: Move, file_always: bool) -> String {
        let letter = self.letter(mv);
        let rivals: Vec<Square> = self
            .moves
            .iter()
            .filter(|m| {
                m.to == mv.to
                    && m.from != mv.from
                    && !matches!(
                        m.kind,
                        MoveKind::Castle { .. }
                            | MoveKind::Legs { .. }
                            | MoveKind::Drop
                            | MoveKind::Stay
                            | MoveKind::Pass
                    )
                    && self.letter(**m) == letter
            })
            .map(|m| m.from)
            .collect();
        self.origin_among(mv, &rivals, file_always)
    }

    /// The same with the squares of the others.
    fn origin_among(&self, mv: Move, rivals: &[Square], file_always: bool) -> String {
        let shape = self.rules.shape;
        let name = self.name(mv.from);
        let (file, rank) = name.split_at(1);
        if !rivals.iter().any(|&r| shape.file(r) == shape.file(mv.from)) {
            let needed = file_always || !rivals.is_empty();
            return if needed {
                file.to_owned()
            } else {
                String::new()
            };
        }
        let rank_tells =
            !file_always && !rivals.iter().any(|&r| shape.rank(r) == shape.rank(mv.from));
        if rank_tells { rank.to_owned() } else { name }
    }

    /// Makes texts that occur more than once different: first by another form, then by marks.
    fn distinct(&self, mut texts: Vec<String>, long: &[String]) -> Vec<String> {
        for index in repeated(&texts) {
            if let Some(text) = long.get(index) {
                texts[index].clone_from(text);
            } else if let (MoveKind::Castle { partner_from, .. }, Extra::None) =
                (self.moves[index].kind, self.moves[index].extra)
            {
                texts[index] = self.name(self.moves[index].from) + &self.name(partner_from);
            }
        }
        let mut used: BTreeMap<String, usize> = BTreeMap::new();
        let mut order = repeated(&texts);
        order.sort_by_key(|&index| (rank(self.moves[index].kind), index));
        for index in order {
            let before = used.entry(texts[index].clone()).or_default();
            *before += 1;
            if *before > 1 {
                let mark = self.mark(self.moves[index], *before);
                texts[index] += &mark;
            }
        }
        // Marks can be the same where what follows the move looks like a part of it.
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        for index in repeated(&texts) {
            let number = numbers.entry(texts[index].clone()).or_default();
            *number += 1;
            if *number > 1 {
                texts[index] += &format!("/{number}");
            }
        }
        texts
    }

    /// What tells a move from others with the same text; `number` is 2 for the second one.
    fn mark(&self, mv: Move, number: usize) -> String {
        match mv.kind {
            MoveKind::Normal => "/move".to_owned(),
            MoveKind::Passing => "/pass".to_owned(),
            MoveKind::EnPassant { .. } => "/ep".to_owned(),
            MoveKind::Castle { .. } => format!("/castle-{}", self.name(mv.to)),
            MoveKind::Swap => "/swap".to_owned(),
            MoveKind::Destroy => "/destroy".to_owned(),
            MoveKind::Drop => "/drop".to_owned(),
            MoveKind::Stay => "/stay".to_owned(),
            MoveKind::Pass => "/nothing".to_owned(),
            MoveKind::Legs { .. } => format!("/{number}"),
        }
    }
}

/// Which kind of move keeps the plain text where several have the same.
fn rank(kind: MoveKind) -> u8 {
    match kind {
        MoveKind::Normal => 0,
        MoveKind::EnPassant { .. } => 1,
        MoveKind::Passing => 2,
        MoveKind::Castle { .. } => 3,
        MoveKind::Swap => 4,
        MoveKind::Destroy => 5,
        MoveKind::Stay => 6,
        MoveKind::Drop => 7,
        MoveKind::Pass => 8,
        MoveKind::Legs { .. } => 9,
    }
}

/// The places of texts that occur more than once.
fn repeated(texts: &[String]) -> Vec<usize> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, text) in texts.iter().enumerate() {
        places.entry(text).or_default().push(index);
    }
    let mut repeated: Vec<usize> = places
        .into_values()
        .filter(|p| p.len() > 1)
        .flatten()
        .collect();
    repeated.sort_unstable();
    repeated
}
