//! The rules of one game: meaning only. No tables, no board width, no TOML.
//!
//! Everything that a rule file says is here in resolved form: names are numbers, zones are sets of squares for each
//! side, inherited and derived parts are written out, defaults are filled in.

use crate::board::{BySide, Man, PieceId, PieceSet, Shape, Side, Square, SquareSet};
use crate::notation::{Movement, Term, When};
use crate::source::Location;

/// The rules of one game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rules {
    /// The name by which commands know it: the file's name without `.toml`.
    pub id: String,
    /// The name shown to people.
    pub title: String,
    /// Other names for commands.
    pub aliases: Vec<String>,
    /// Who invented it.
    pub author: Option<String>,
    /// A sentence or two about it.
    pub about: Option<String>,
    /// Where the rules are published.
    pub source: Vec<String>,
    /// The board's rectangle.
    pub shape: Shape,
    /// How squares and zones written from White's view read for Black.
    pub view: BlackView,
    /// The kinds of piece, indexed by [`PieceId`], derived ones after the written ones.
    pub kinds: Vec<Kind>,
    /// The start position as FEN, with all six fields.
    pub start: String,
    /// The men of the start position, one entry a square.
    pub array: Vec<Option<Man>>,
    /// Other start positions by name.
    pub others: Vec<(String, String)>,
    /// Promotions in the order of the file.
    pub promotions: Vec<Promotion>,
    /// What castling by `O` needs.
    pub castling: Castling,
    /// Moves that set the count of quiet half-moves back to nothing.
    pub progress: Condition,
    /// Ends of the game in the order in which they are asked.
    pub ends: Vec<End>,
    /// The file's own tests.
    pub tests: Vec<TestCase>,
    /// The keys, such as `castling.if`, that no file says and a default decides.
    pub defaults: Vec<String>,
}

impl Rules {
    /// The kind with a number.
    pub fn kind(&self, id: PieceId) -> &Kind {
        &self.kinds[id.index()]
    }

    /// All kinds with their numbers.
    pub fn kinds(&self) -> impl Iterator<Item = (PieceId, &Kind)> {
        self.kinds
            .iter()
            .enumerate()
            .map(|(i, k)| (PieceId::new(i as u8), k))
    }

    /// A man of each kind and side, in the order of kinds, White's first.
    pub fn men(&self) -> impl Iterator<Item = Man> {
        let kinds = self.kinds().map(|(kind, _)| kind);
        kinds.flat_map(|kind| Side::ALL.map(|side| Man { side, kind }))
    }

    /// The kinds that are royal for a side.
    pub fn royals(&self, side: Side) -> PieceSet {
        self.kinds()
            .filter(|(_, k)| k.royal[side])
            .map(|(id, _)| id)
            .collect()
    }

    /// Whether a man stands where it starts: where the start position has such a man; for a side whose start position
    /// has none, where it has the other side's. While a start position is being read, everybody stands right.
    pub fn starts_on(&self, square: Square, man: Man) -> bool {
        let has = |square: Square, man: Man| self.array.get(square.index()) == Some(&Some(man));
        if self.array.is_empty() || has(square, man) {
            return true;
        }
        let other = Man {
            side: man.side.other(),
            ..man
        };
        let seen = self.view.turned(self.shape, square);
        !self.array.contains(&Some(man)) && seen.is_some_and(|s| has(s, other))
    }

    /// All terms of all entries of a man.
    pub fn terms(&self, man: Man) -> impl Iterator<Item = &Term> {
        let entries = self.kind(man.kind).entries[man.side].iter();
        entries.flat_map(|entry| &entry.movement.terms)
    }

    /// Whether a man stands where a term with this `when` can be used, rights not asked.
    pub fn stands_ready(&self, when: When, square: Square, man: Man) -> bool {
        match when {
            When::Always => true,
            When::Unmoved => self.starts_on(square, man),
            When::Advanced => {
                let back = if man.side == Side::White { -1 } else { 1 };
                let behind = self.shape.offset(square, 0, back, false);
                behind.is_some_and(|s| self.starts_on(s, man))
            }
        }
    }

    /// The kind with a name of the rule file.
    pub fn find(&self, id: &str) -> Option<PieceId> {
        self.kinds().find(|(_, k)| k.id == id).map(|(id, _)| id)
    }
}

/// How White's view of the board reads for Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BlackView {
    /// Ranks are counted from the other end, files stay.
    #[default]
    Mirror,
    /// Ranks and files are counted from the other end.
    Turn,
    /// Both players see the same board.
    Same,
}

impl BlackView {
    /// The square that Black sees where White sees the given one.
    pub fn turned(self, shape: Shape, square: Square) -> Option<Square> {
        let (file, rank) = (shape.file(square), shape.rank(square));
        let turned = i32::from(shape.files()) - 1 - file;
        let flipped = i32::from(shape.ranks()) - 1 - rank;
        match self {
            Self::Mirror => shape.square(file, flipped),
            Self::Turn => shape.square(turned, flipped),
            Self::Same => Some(square),
        }
    }
}

/// A kind of piece.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Kind {
    /// The name in the rule file, such as `knight`.
    pub id: String,
    /// The name shown to people.
    pub title: String,
    /// How FEN and moves write it.
    pub letter: Letter,
    /// Its moves for each side.
    pub entries: BySide<Vec<Entry>>,
    /// Whether it may not be left under attack.
    pub royal: BySide<bool>,
    /// Its worth in hundredths of a pawn, if the file says it.
    pub value: BySide<Option<i32>>,
    /// The kind that this one was derived from.
    pub derived_from: Option<PieceId>,
}

/// A piece's letter, capital; White's men are written so, Black's in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Letter {
    /// Whether a `+` stands before it.
    pub plus: bool,
    /// The capital, `A` to `Z`.
    pub capital: char,
}

impl Letter {
    /// The text of a man of a side: `N`, `n`, `+P`, `+p`.
    pub fn text(self, side: Side) -> String {
        let letter = if side == Side::White {
            self.capital
        } else {
            self.capital.to_ascii_lowercase()
        };
        if self.plus {
            format!("+{letter}")
        } else {
            letter.to_string()
        }
    }
}

/// One line of a piece's moves: `MOVES if CONDITION`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The moves.
    pub movement: Movement,
    /// The notation string as it is written.
    pub text: String,
    /// Where the notation string stands.
    pub place: Location,
    /// Where each term of the movement stands, in their order.
    pub places: Vec<Location>,
    /// When the moves are there.
    pub condition: Condition,
    /// The same condition in parts that all have to hold, each with its place.
    pub clauses: Vec<Clause>,
}

/// A part of a condition that has to hold, and where it is written.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Clause {
    /// What has to hold.
    pub condition: Condition,
    /// Where it stands; `None` if no file says it and it is a default.
    pub place: Option<Location>,
}

/// A statement about a position and, in most places, a move in it.
///
/// `Own` is the mover's side, in an [`End`] the player that is asked.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Condition {
    /// Holds always.
    Always,
    /// Holds never.
    Never,
    /// All of them hold.
    All(Vec<Condition>),
    /// One of them holds.
    Any(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// Every square of a place is in a zone.
    In(Place, BySide<SquareSet>),
    /// Every square of a place is in a state.
    State(Place, SquareState),
    /// So many men are there.
    Count(Pick, Compare, u32),
    /// The mover is one of these, before it promotes.
    MoverIs(PieceSet),
    /// A man is taken and is one of these.
    VictimIs(PieceSet),
    /// The move takes an enemy man.
    Capture,
    /// The mover changes its kind.
    Promotion,
    /// The move changes nothing but the turn.
    Pass,
    /// The condition's `Own` is this side.
    SideIs(Side),
    /// Some own royal is attacked; with `enemy` some enemy royal.
    Check {
        /// Ask about the other player.
        enemy: bool,
    },
    /// The player has no legal move. Holds only for the player to move. Stands only in ends.
    NoMove {
        /// Ask about the other player.
        enemy: bool,
    },
    /// The position stands for at least the n-th time. Stands only in ends.
    Repeated(u32),
    /// At least n half-moves have been made since the last progress. Stands only in ends.
    Quiet(u32),
}

/// Squares that belong to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Place {
    /// Where the mover starts.
    Here,
    /// Where it ends.
    There,
    /// What it passes, ends left out.
    Path,
    /// Here, path and there.
    Track,
}

/// What a square is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SquareState {
    /// Nothing stands there.
    Empty,
    /// No enemy attacks it, as if the mover had left its square.
    Safe,
    /// An enemy attacks it.
    Attacked,
}

/// How a number of men is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compare {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Compare {
    /// Whether `left` and `right` compare so.
    pub fn holds(self, left: u32, right: u32) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Equal => left == right,
            Self::AtLeast => left >= right,
            Self::More => left > right,
        }
    }
}

/// A choice of men on the board.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Pick {
    /// Whose men.
    pub owner: Owner,
    /// Which kinds.
    pub kinds: PieceSet,
    /// Where.
    pub region: Region,
}

/// Whose men are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Owner {
    /// The mover's, in an end the asked player's.
    Own,
    /// The opponent's.
    Enemy,
    /// Anybody's.
    Any,
    /// White's or Black's.
    Side(Side),
}

/// Where men are looked for.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Region {
    /// On the whole board.
    Anywhere,
    /// In a zone.
    Zone(BySide<SquareSet>),
    /// On a square that a pattern reaches from each of some squares; forward is `Own`'s forward. The pattern's steps,
    /// ranges, hops and `n` mean what they mean in a move; the last square may hold anything.
    At {
        /// The pattern: single-leg terms only.
        pattern: Vec<Term>,
        /// Where it starts.
        from: Origin,
    },
}

/// Where a pattern starts.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Origin {
    /// On a square of the move (`Here` or `There`).
    Place(Place),
    /// On the square of any man so chosen.
    Men(Box<Pick>),
}

/// A rule by which a man changes its kind when it moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Promotion {
    /// The rule's name in the file.
    pub id: String,
    /// Who promotes to what, for each side, the choices in the order of the file.
    pub choices: BySide<Vec<(PieceId, Vec<PieceId>)>>,
    /// Where.
    pub zone: BySide<SquareSet>,
    /// Whether a move that ends in the zone promotes.
    pub arrive: bool,
    /// Whether a move that starts in the zone and ends outside promotes.
    pub leave: bool,
    /// Whether a move that starts and ends in the zone promotes.
    pub within: bool,
    /// When the mover must promote; otherwise it may stay what it is.
    pub must: Condition,
    /// When the rule applies at all.
    pub condition: Condition,
    /// Where its name stands.
    pub place: Location,
}

/// What castling by `O` needs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Castling {
    /// Who may be the partner.
    pub with: BySide<PieceSet>,
    /// What must hold besides empty squares between and unmoved men.
    pub condition: Condition,
    /// The same condition in parts that all have to hold, each with its place.
    pub clauses: Vec<Clause>,
}

/// A way in which the game ends.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct End {
    /// Its name in the file, which is the reason shown to people.
    pub id: String,
    /// When, asked for each player in turn.
    pub condition: Condition,
    /// What the asked player gets.
    pub result: Verdict,
    /// Whether a player has to claim it; otherwise it ends the game at once.
    pub claim: bool,
    /// Whether no file says it.
    pub default: bool,
}

/// A result for the player that an end asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// The asked player wins.
    Win,
    /// The asked player loses.
    Loss,
    /// Nobody wins.
    Draw,
}

/// A test of the rule file, read and checked; the values are as they are written.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TestCase {
    /// Its name.
    pub id: String,
    /// The position; the setup if absent.
    pub fen: Option<String>,
    /// Moves to play first.
    pub moves: Vec<String>,
    /// Limits `legal` to the moves from one square.
    pub from: Option<String>,
    /// Exactly these moves are legal.
    pub legal: Option<Vec<String>>,
    /// These are legal.
    pub allows: Vec<String>,
    /// These are not legal.
    pub forbids: Vec<String>,
    /// Whether the player to move is in check.
    pub check: Option<bool>,
    /// The position afterwards.
    pub becomes: Option<String>,
    /// The result and its reason, such as `white mate` or `draw repetition`.
    pub ends: Option<String>,
    /// Counts for depth 1, 2, and so on.
    pub perft: Vec<u64>,
    /// Where it stands.
    pub place: Option<Location>,
}
