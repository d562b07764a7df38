//! Why a move is legal, or why it is not: one mechanism for everybody who has to say it.
//!
//! A text is first read as the position's legal moves are written ([`Position::parse_move`]). Only if it names none of
//! them is it asked what it was meant to be (`read`), which men could have been meant, and what keeps each of their
//! terms from making the move (`attempts`, `castling`, `safety`). All of it is asked of the general path's own functions,
//! so that a reason cannot contradict the generator. Of several reasons the one is told that is nearest to allowing the
//! move.
//!
//! That a game is over makes no move illegal, unless its end stops it ([`End::stops`](crate::rules::End::stops)): the
//! rules say what a move is, and [`Position::outcome`] says the rest.

#[cfg(test)]
mod agreement;
mod attempts;
mod castling;
mod deeds;
mod drops;
mod effects;
mod judge;
mod laws;
mod nearest;
mod parts;
mod permission;
mod read;
mod refusal;
mod safety;
mod tell;
mod ways;

pub use effects::EffectDone;
pub use refusal::{CODES, Danger, Reason, Refusal};

use crate::board::{Side, Square, SquareSet};
use crate::movegen::general::attackers;
use crate::position::Move;
use crate::source::Location;
use crate::variant::Position;
use std::fmt;
use std::ops::Range;

/// Whether a text names a legal move, and why.
///
/// ```
/// use ferz::reason::Why;
/// let start = ferz::Variant::named("chess")?.start();
/// let Why::Illegal(refusal) = start.why("Bc1e3") else { return Err("it is legal".into()) };
/// assert_eq!(refusal.code(), "blocked");
/// assert_eq!(refusal.to_string(), "the Bishop on c1 cannot reach e3: d2 is occupied by White's Pawn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Why {
    /// It names a legal move.
    Legal(Permission),
    /// It does not.
    Illegal(Refusal),
}

impl Why {
    /// Whether the move is legal.
    pub const fn is_legal(&self) -> bool {
        matches!(self, Self::Legal(_))
    }

    /// A stable word: `legal`, or the refusal's code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Legal(_) => "legal",
            Self::Illegal(refusal) => refusal.code(),
        }
    }

    /// The squares that have to do with it, each once; for a legal move start and end, and what is between where a move of
    /// several legs does something.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Self::Legal(permission) => permission.squares.clone(),
            Self::Illegal(refusal) => refusal.squares.clone(),
        }
    }

    /// The places of the rule file that have to do with it.
    pub fn places(&self) -> Vec<Location> {
        match self {
            Self::Legal(permission) => permission.places(),
            Self::Illegal(refusal) => refusal.places.clone(),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Legal(permission) => permission.fmt(f),
            Self::Illegal(refusal) => refusal.fmt(f),
        }
    }
}

/// What allows a legal move. Prints as a sentence.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Permission {
    /// The move.
    pub mv: Move,
    /// Its squares, each once: the start, those where something happens on the way, and the end.
    pub squares: Vec<Square>,
    /// All terms of the mover that make it.
    pub terms: Vec<AllowingTerm>,
    /// The promotion rules by which the mover becomes what it does, with the places of their names.
    pub promotions: Vec<(String, Location)>,
    /// The rules by which a man is put down, with the places of their names.
    pub drops: Vec<(String, Location)>,
    /// Where it is said what castling needs, for a castling. Empty where that is a default.
    pub castling: Vec<Location>,
    /// Where it is said when a player may pass, for a pass.
    pub pass: Option<Location>,
    /// What else the move does, as [`Position::side_effects`] says it.
    pub effects: Vec<String>,
    /// A sentence about the move.
    text: String,
}

impl Permission {
    /// The places of the rule file that allow the move: terms with their conditions, promotion rules, drop
    /// rules, castling, what lets a player pass.
    pub fn places(&self) -> Vec<Location> {
        let mut places = Vec::new();
        for term in &self.terms {
            places.push(term.place.clone());
            places.extend(term.conditions.iter().cloned());
        }
        places.extend(self.castling.iter().cloned());
        places.extend(self.promotions.iter().map(|(_, place)| place.clone()));
        places.extend(self.drops.iter().map(|(_, place)| place.clone()));
        places.extend(self.pass.clone());
        places
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A term of a piece's moves that makes a move.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AllowingTerm {
    /// The number of the entry among the mover's.
    pub entry: usize,
    /// The number of the term in the entry.
    pub term: usize,
    /// Where the term stands.
    pub place: Location,
    /// The term's bytes in the notation string of its entry.
    pub span: Range<usize>,
    /// The term as it is written.
    pub text: String,
    /// What it does, in words.
    pub sentence: String,
    /// Where the conditions stand that hold.
    pub conditions: Vec<Location>,
}

impl Position {
    /// Why a text names a legal move or does not: anything that a person types, in long form, UCI or SAN, castling,
    /// swaps and promotions included. It is legal exactly if [`Position::parse_move`] reads it.
    ///
    /// ```
    /// let start = ferz::Variant::named("chess")?.start();
    /// assert!(start.why("Nf3").is_legal());
    /// assert_eq!(start.why("e2e5").code(), "never-moves");
    /// assert_eq!(start.why("e7e5").to_string(), "the Pawn on e7 is Black's, and it is White's turn");
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn why(&self, text: &str) -> Why {
        judge::Judge::new(self).why(text)
    }

    /// What a legal move does, in words that follow the name of the man.
    ///
    /// ```
    /// let start = ferz::Variant::named("chess")?.start();
    /// let mv = start.parse_move("e4")?;
    /// assert_eq!(start.what_happens(mv), "goes to e4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn what_happens(&self, mv: Move) -> String {
        tell::what(&judge::Judge::new(self), mv)
    }

    /// What legal moves do besides the mover's own deed, for each of them: what the effects of the rules change, and what
    /// the second part of the turn puts down. Each is told in words that follow `the move also`.
    ///
    /// ```
    /// let game = ferz::Variant::named("atomic")?;
    /// let position = game.position("4k3/8/2n5/3p4/4P3/8/8/4K3 w - - 0 1")?;
    /// let mv = position.parse_move("exd5")?;
    /// let told = position.side_effects(&[mv]);
    /// assert_eq!(told, [["removes White's Pawn on d5 and Black's Knight on c6"]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn side_effects(&self, moves: &[Move]) -> Vec<Vec<String>> {
        let plain = effects::Plain::new(self);
        moves.iter().map(|&mv| plain.besides(mv)).collect()
    }

    /// The effects of the rules that change something in a legal move, in the order in which they happen.
    ///
    /// ```
    /// let game = ferz::Variant::named("atomic")?;
    /// let position = game.position("4k3/8/2n5/3p4/4P3/8/8/4K3 w - - 0 1")?;
    /// let done = position.effects(position.parse_move("exd5")?);
    /// assert_eq!((done.len(), done[0].squares.len()), (1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn effects(&self, mv: Move) -> Vec<EffectDone> {
        effects::in_order(self, mv)
    }

    /// The men on the board that attack a square: those that could take there if an enemy of theirs stood on it, whether
    /// their own royals would be safe or not. On an occupied square that is the other side's men, on an empty one both
    /// sides'. In ascending order; nothing can stand on a wall.
    ///
    /// ```
    /// let start = ferz::Variant::named("chess")?.start();
    /// let shape = start.rules().shape;
    /// let attackers = start.attackers(shape.parse("f3").ok_or("no square")?);
    /// let names: Vec<_> = attackers.iter().map(|&s| shape.name(s).to_string()).collect();
    /// assert_eq!(names, ["g1", "e2", "g2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attackers(&self, target: Square) -> Vec<Square> {
        let by = |side| attackers(self.rules(), self.state(), target, side, SquareSet::EMPTY);
        let all = match self.man(target) {
            Some(man) => by(man.side.other()),
            None if self.state().walls.contains(target) => SquareSet::EMPTY,
            None => by(Side::White) | by(Side::Black),
        };
        all.iter().collect()
    }

    /// The squares that the man on a square attacks, as [`Position::attackers`] says it; those of its own side's men are
    /// not among them. In ascending order, and none if nobody stands there.
    pub fn attacks(&self, from: Square) -> Vec<Square> {
        let Some(man) = self.man(from) else {
            return Vec::new();
        };
        let is_attacked = |target: &Square| {
            self.man(*target).is_none_or(|other| other.side != man.side)
                && !self.state().walls.contains(*target)
                && attackers(
                    self.rules(),
                    self.state(),
                    *target,
                    man.side,
                    SquareSet::EMPTY,
                )
                .contains(from)
        };
        self.rules().shape.squares().filter(is_attacked).collect()
    }

    /// The legal moves that come nearest to a text, the best first, four at most: those of the same man or to the same
    /// square, and those that are written almost like it.
    ///
    /// ```
    /// use ferz::position::MoveNotation;
    /// let start = ferz::Variant::named("chess")?.start();
    /// let near = start.nearest_moves("e2e5");
    /// let texts: Vec<_> = near.iter().map(|&m| start.move_text(m, MoveNotation::Long)).collect();
    /// assert_eq!(texts[0], "e2e4");
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn nearest_moves(&self, text: &str) -> Vec<Move> {
        nearest::nearest(&judge::Judge::new(self), text)
    }
}
