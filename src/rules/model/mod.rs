//! The rules of one game: meaning only. No tables, no board width, no TOML.
//!
//! Everything that a rule file says is here in resolved form: names are numbers, zones are sets of squares for each
//! side, inherited and derived parts are written out, defaults are filled in.

mod condition;
mod play;
mod shuffle;
mod test_case;

pub use condition::{Compare, Condition, Origin, Owner, Pick, Place, Region, SquareState, Tally};
pub use play::{
    Amount, Captured, Counter, DropRule, Effect, Law, Part, PartAct, Trigger, Turn, Verb,
};
pub use shuffle::{Placed, Shuffle};
pub use test_case::{EffectCase, TestCase};

use crate::board::{BySide, Man, PieceId, PieceSet, Shape, Side, Square, SquareSet};
use crate::notation::{Movement, Term, When};
use crate::source::Location;
use std::sync::OnceLock;

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
    /// The games that it is listed with.
    pub group: Option<String>,
    /// What other programs call it: the protocol's key in the file, such as `xboard`, and the name.
    pub protocol: Vec<(String, String)>,
    /// Who invented it.
    pub author: Option<String>,
    /// A sentence or two about it.
    pub about: Option<String>,
    /// Where the rules are published.
    pub source: Vec<String>,
    /// The board's rectangle.
    pub shape: Shape,
    /// Squares of the rectangle that are not part of the board.
    pub holes: SquareSet,
    /// How squares and zones written from White's view read for Black.
    pub view: BlackView,
    /// The named sets of squares in the order of the file, as each side sees them.
    pub zones: Vec<(String, BySide<SquareSet>)>,
    /// The kinds of piece, indexed by [`PieceId`], derived ones after the written ones.
    pub kinds: Vec<Kind>,
    /// The start position as FEN, with all six fields.
    pub start: String,
    /// Whether the file gives the castling rights of the start position by a key of their own.
    pub rights_given: bool,
    /// The men of the start position, one entry a square.
    pub array: Vec<Option<Man>>,
    /// The armies with which a player can start.
    pub armies: Vec<Army>,
    /// Each player's army, as its place in [`Rules::armies`], if the start position is made of armies.
    pub chosen: Option<BySide<usize>>,
    /// Start positions drawn by lot, if there are such.
    pub shuffle: Option<Shuffle>,
    /// Other start positions by name.
    pub others: Vec<(String, String)>,
    /// Promotions in the order of the file.
    pub promotions: Vec<Promotion>,
    /// What castling by `O` needs.
    pub castling: Castling,
    /// Where captured men go.
    pub captured: Captured,
    /// Which men may be put down where.
    pub drops: Vec<DropRule>,
    /// Whether each player's hand can hold anything at all: a man can come to it, or stands in it from the start.
    pub has_hands: bool,
    /// What a turn consists of besides the move.
    pub turn: Turn,
    /// What happens besides, in this order.
    pub effects: Vec<Effect>,
    /// Moves that are not legal: those for which one of these holds.
    pub forbidden: Vec<Law>,
    /// Moves that have to be made: the first of these that holds for a legal move allows only such moves.
    pub forced: Vec<Law>,
    /// What counts as check, asked with the checked player as `own`; nothing if it is that some own royal is attacked.
    pub check: Option<Condition>,
    /// Numbers that each player has.
    pub counters: Vec<Counter>,
    /// What is remembered of a turn for the next one, bit by bit of [`State::memory`](crate::position::State::memory).
    pub remembered: Vec<Condition>,
    /// Kinds whose first move is remembered by square, and not told by the place alone.
    pub unmoved: PieceSet,
    /// Moves that set the count of quiet half-moves back to nothing.
    pub progress: Condition,
    /// Ends of the game in the order in which they are asked.
    pub ends: Vec<End>,
    /// Laws and ends that other programs are known not to have, by name, each with the reason.
    pub witness: Vec<(String, String)>,
    /// The file's own tests.
    pub tests: Vec<TestCase>,
    /// For each man in the order of [`Rules::men`], see [`Rules::stuck_squares`]; worked out when it is first asked.
    pub(crate) stuck: OnceLock<Vec<SquareSet>>,
    /// The numbers of the arrays for which the shuffle's condition holds; worked out when they are first asked.
    pub(crate) fitting: OnceLock<Vec<u64>>,
    /// The keys, such as `castling.if`, that no file says and a default decides.
    pub defaults: Vec<String>,
}

impl Rules {
    /// The rules of a game without pieces on the usual board, where only check is forbidden.
    pub(crate) fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            title: id.to_owned(),
            aliases: Vec::new(),
            group: None,
            protocol: Vec::new(),
            author: None,
            about: None,
            source: Vec::new(),
            shape: Shape::default(),
            view: BlackView::default(),
            zones: Vec::new(),
            kinds: Vec::new(),
            start: String::new(),
            rights_given: false,
            array: Vec::new(),
            armies: Vec::new(),
            chosen: None,
            shuffle: None,
            fitting: OnceLock::new(),
            others: Vec::new(),
            promotions: Vec::new(),
            castling: Castling {
                with: BySide::default(),
                free: false,
                dropped: false,
                condition: Condition::Always,
                clauses: Vec::new(),
            },
            holes: SquareSet::EMPTY,
            captured: Captured::Gone,
            drops: Vec::new(),
            has_hands: false,
            turn: Turn {
                pass: Condition::Never,
                pass_place: None,
                then: None,
                each_part: false,
            },
            effects: Vec::new(),
            forbidden: vec![Law {
                id: "check".to_owned(),
                condition: Condition::After(Box::new(Condition::Check { enemy: false })),
                place: None,
            }],
            forced: Vec::new(),
            check: None,
            counters: Vec::new(),
            remembered: Vec::new(),
            unmoved: PieceSet::EMPTY,
            stuck: OnceLock::new(),
            progress: Condition::Never,
            ends: Vec::new(),
            witness: Vec::new(),
            tests: Vec::new(),
            defaults: Vec::new(),
        }
    }

    /// The kind with a number.
    pub fn kind(&self, id: PieceId) -> &Kind {
        &self.kinds[id.index()]
    }

    /// The army of a side, if the start position is made of armies.
    pub fn army(&self, side: Side) -> Option<&Army> {
        self.armies.get(self.chosen?[side])
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

    /// The squares from which a man could never move, alone on the board; conditions are not asked.
    pub fn stuck_squares(&self, man: Man) -> SquareSet {
        let all = self.stuck.get_or_init(|| {
            let men = self.men();
            men.map(|man| crate::movegen::general::stuck_squares(self, man))
                .collect()
        });
        let at = man.kind.index() * 2 + man.side.index();
        all.get(at).copied().unwrap_or_default()
    }

    /// Whether men can be in hand at all: some come there, or may be put down from there.
    pub fn uses_hands(&self) -> bool {
        let gates = self.turn.then.as_ref();
        self.has_hands
            || self.captured == Captured::Hand
            || self.drops.iter().any(|rule| !rule.free)
            || gates.is_some_and(|part| matches!(part.act, PartAct::Drop(_)))
    }

    /// Notes of each counter whether it decides which moves are legal.
    pub(crate) fn mark_counters(&mut self) {
        let is = |counter: usize| {
            move |fact: &Condition| match fact {
                Condition::Counter { of, .. } => of.counter == counter,
                Condition::Counters(left, _, right) => {
                    left.counter == counter || right.counter == counter
                }
                _ => false,
            }
        };
        let mut decides = vec![false; self.counters.len()];
        for (at, decides) in decides.iter_mut().enumerate() {
            *decides = self.deciding().any(|condition| condition.has(&is(at)));
        }
        // What a counter that decides asks for decides as well.
        loop {
            let asked = |at: usize| {
                let mut asking = self.counters.iter().zip(&decides).filter(|(_, d)| **d);
                asking.any(|(c, _)| c.conditions().any(|condition| condition.has(&is(at))))
            };
            let Some(more) = (0..decides.len()).find(|&at| !decides[at] && asked(at)) else {
                break;
            };
            decides[more] = true;
        }
        for (counter, decides) in self.counters.iter_mut().zip(decides) {
            counter.decides = decides;
        }
    }

    /// All conditions but those of counters and of ends that leave the moves as they are.
    fn deciding(&self) -> impl Iterator<Item = &Condition> {
        let entries = self.kinds.iter().flat_map(|kind| {
            let lines = Side::ALL.into_iter().flat_map(|side| &kind.entries[side]);
            lines.map(|entry| &entry.condition)
        });
        let promotions = self
            .promotions
            .iter()
            .flat_map(|rule| [&rule.must, &rule.condition]);
        let laws = self.forbidden.iter().chain(&self.forced);
        let stops = self.ends.iter().filter(|end| end.stops);
        entries
            .chain(promotions)
            .chain(self.drops.iter().map(|rule| &rule.condition))
            .chain(self.effects.iter().map(|effect| &effect.condition))
            .chain(self.turn.then.iter().map(|part| &part.condition))
            .chain(laws.map(|law| &law.condition))
            .chain(stops.map(|end| &end.condition))
            .chain(&self.remembered)
            .chain(&self.check)
            .chain([&self.turn.pass, &self.castling.condition])
    }

    /// Whether walls can come to stand on the board.
    pub fn has_walls(&self) -> bool {
        let puts = self.turn.then.as_ref();
        puts.is_some_and(|part| !matches!(part.act, PartAct::Drop(_)))
            || self
                .effects
                .iter()
                .any(|e| e.verbs.iter().any(|v| matches!(v, Verb::Wall(_))))
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

/// Men with which a player can start.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Army {
    /// The name in the rule file.
    pub id: String,
    /// The name shown to people.
    pub title: String,
    /// The kinds of its men.
    pub kinds: PieceSet,
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
    /// Where it may stand after a move; captures and checks count only there, too.
    pub stays: BySide<Option<SquareSet>>,
    /// What it is in the hand of whoever captures it.
    pub in_hand: PieceId,
}

/// A piece's letter, capital; White's men are written so, Black's in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Letter {
    /// Whether a `+` stands before it.
    pub plus: bool,
    /// The capital, `A` to `Z`.
    pub capital: char,
    /// Whether a `~` stands behind it.
    pub tilde: bool,
}

impl Letter {
    /// The text of a man of a side: `N`, `n`, `+P`, `+p`.
    pub fn text(self, side: Side) -> String {
        let letter = if side == Side::White {
            self.capital
        } else {
            self.capital.to_ascii_lowercase()
        };
        let (plus, tilde) = (
            if self.plus { "+" } else { "" },
            if self.tilde { "~" } else { "" },
        );
        format!("{plus}{letter}{tilde}")
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
    /// What the mover becomes by these moves, one of them; nothing for moves that leave it what it is.
    pub becomes: Vec<PieceId>,
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

/// A rule by which a man changes its kind when it moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
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
    /// Whether a man may promote where it stands, as a move of its own.
    pub stay: bool,
    /// How many men of a kind a player may have on the board at most for one more to be made by promotion.
    pub limits: Vec<(PieceId, u32)>,
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
    /// Whether castling men and partners may start anywhere on their rank, as in Chess960, in every position.
    pub free: bool,
    /// Whether men that are put down where they would castle from may castle.
    pub dropped: bool,
    /// What must hold besides empty squares between and unmoved men.
    pub condition: Condition,
    /// The same condition in parts that all have to hold, each with its place.
    pub clauses: Vec<Clause>,
}

/// A way in which the game ends.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct End {
    /// Its name in the file, which is the reason shown to people.
    pub id: String,
    /// When, asked for each player in turn.
    pub condition: Condition,
    /// What the asked player gets.
    pub result: BySide<Verdict>,
    /// What each side has besides its men where their worth decides, in hundredths of a pawn.
    pub bonus: BySide<i32>,
    /// Whether it is asked only for the player to move, so that the opponent had a reply.
    pub reply: bool,
    /// Whether no move is legal in a position where it holds.
    pub stops: bool,
    /// Whether a player has to claim it; otherwise it ends the game at once.
    pub claim: bool,
    /// Whether no file says it.
    pub default: bool,
    /// Where its name stands; nothing for a default.
    pub place: Option<Location>,
}

impl End {
    /// The players that it is asked for when it is a side's turn, in this order.
    pub(crate) fn players(&self, to_move: Side) -> Vec<Side> {
        if self.reply {
            vec![to_move]
        } else {
            vec![to_move.other(), to_move]
        }
    }
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
    /// The player whose men of these kinds on the board are worth more, each side by its own set; nobody if they are worth
    /// the same. A man without a value counts as one pawn.
    More(BySide<PieceSet>),
}
