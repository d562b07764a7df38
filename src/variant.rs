//! The front door: a variant ready to play, and positions of it.

use crate::board::{Man, Side, Square};
use crate::compile::{Compiled, Lookup, Report, Unsupported};
use crate::diagnostics::{Diagnostic, Severity};
use crate::fen::{self, FenError};
use crate::library::{Library, Loaded, OpenError};
use crate::movegen::count::{self, Counting, NoMemory};
use crate::movegen::general::{self, Course};
use crate::movegen::{castling, hot};
use crate::notation::Deed;
use crate::position::{Move, State, apply, keys};
use crate::rules::{Condition, Rules, Shuffle};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

/// A game's rules together with what the engine makes of them. Cheap to clone, shared between threads.
///
/// ```
/// let chess = ferz::Variant::named("chess")?;
/// assert_eq!(chess.start().legal_moves().len(), 20);
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Variant {
    rules: Arc<Rules>,
    engine: Arc<Engine>,
}

/// How often the moves of single positions are found on the general path before tables are made: about as often as the
/// tables take to be made, so that few questions cost little and many cost at most twice what they could.
const BEFORE_TABLES: u32 = 8;

/// The tables of a game, made when they are first worth it.
#[derive(Debug)]
struct Engine {
    lookup: Lookup,
    compiled: OnceLock<Result<Compiled, Unsupported>>,
    /// How often single positions were asked about.
    asked: AtomicU32,
}

impl Engine {
    fn new(lookup: Lookup) -> Arc<Self> {
        Arc::new(Self {
            lookup,
            compiled: OnceLock::new(),
            asked: AtomicU32::new(0),
        })
    }
}

/// A game that could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// There is no such game or file.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The rule file has errors.
    #[error("{}", first_error(.0))]
    Rules(Box<Loaded>),
}

/// `file:line:column: message` of the first error.
fn first_error(loaded: &Loaded) -> String {
    let is_error = |d: &&Diagnostic| d.severity == Severity::Error;
    loaded.findings.iter().find(is_error).map_or_else(
        || "the rule file cannot be used".to_owned(),
        |d| {
            let file = loaded.sources.file(d.place.file);
            let (line, column) = file.line_column(d.place.span.start);
            format!("{}:{line}:{column}: {}", file.name(), d.message)
        },
    )
}

impl TryFrom<Loaded> for Variant {
    type Error = LoadError;

    fn try_from(loaded: Loaded) -> Result<Self, LoadError> {
        match &loaded.rules {
            Some(rules) => Ok(Self::new(Arc::clone(rules))),
            None => Err(LoadError::Rules(Box::new(loaded))),
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// The name of the rule, such as `mate`.
    pub reason: String,
}

impl Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn score(&self) -> &'static str {
        match self.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// A move that is not legal in the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move is not legal in this position")]
pub struct IllegalMove;

/// A position of a game.
///
/// ```
/// # use ferz::Variant;
/// let game = Variant::named("chess")?;
/// let mut position = game.position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
/// let moves = position.legal_moves();
/// position.play(moves[0])?;
/// assert_eq!(position.side(), ferz::board::Side::Black);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    variant: Variant,
    state: State,
}

impl PartialEq for Position {
    /// The same game's rules and the same state.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.variant.rules, &other.variant.rules) && self.state == other.state
    }
}

impl Variant {
    /// Makes a game from rules.
    pub fn new(rules: Arc<Rules>) -> Self {
        Self {
            rules,
            engine: Engine::new(Lookup::Best),
        }
    }

    /// The compiled tables, made when they are first needed; `None` if the game is played on the general path.
    pub(crate) fn compiled(&self) -> Option<&Compiled> {
        self.engine
            .compiled
            .get_or_init(|| Compiled::new(&self.rules, self.engine.lookup))
            .as_ref()
            .ok()
    }

    /// The same for a question about a single position: not made for the first few.
    fn compiled_by_now(&self) -> Option<&Compiled> {
        let engine = &self.engine;
        let is_worth_it = engine.compiled.get().is_some()
            || engine.asked.fetch_add(1, Ordering::Relaxed) >= BEFORE_TABLES;
        is_worth_it.then(|| self.compiled()).flatten()
    }

    /// The same game, looked up in another way: [`Lookup::Portable`] is what processors without the fast instructions
    /// use. Makes tables of its own.
    ///
    /// ```
    /// use ferz::compile::Lookup;
    /// let chess = ferz::Variant::named("chess")?.with_lookup(Lookup::Portable);
    /// assert_eq!(chess.start().perft(3), 8902);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    #[must_use]
    pub fn with_lookup(&self, lookup: Lookup) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            engine: Engine::new(lookup),
        }
    }

    /// What the engine makes of the game. Compiles it anew, to measure it.
    ///
    /// ```
    /// let report = ferz::Variant::named("chess")?.engine();
    /// assert!(report.reasons.is_empty() && report.bytes < 1_000_000);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn engine(&self) -> Report {
        Report::new(&self.rules, self.engine.lookup)
    }

    /// Why the game is played on the slower general path; `None` if it has compiled tables.
    ///
    /// ```
    /// assert_eq!(ferz::Variant::named("chess")?.slow_because(), None);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn slow_because(&self) -> Option<String> {
        self.compiled();
        self.engine
            .compiled
            .get()
            .and_then(|e| e.as_ref().err())
            .map(ToString::to_string)
    }

    /// A shipped game by name or alias.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Self, LoadError> {
        Self::try_from(Library::new().load(name)?)
    }

    /// A game from a rule file.
    ///
    /// ```no_run
    /// let game = ferz::Variant::from_path("my-game.toml")?;
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// If the file cannot be opened or has errors.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        Self::try_from(Library::new().load_path(path.as_ref())?)
    }

    /// A game from the text of a rule file; `name` is shown in findings.
    ///
    /// ```
    /// let text = "format = 1\nbase = 'chess'\npieces.queen = { moves = 'QN' }\n";
    /// let game = ferz::Variant::from_text("amazon.toml", text)?;
    /// assert_eq!(game.rules().id, "amazon");
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// If the text has errors.
    pub fn from_text(name: &str, text: &str) -> Result<Self, LoadError> {
        Self::try_from(Library::new().load_bytes(name, text.as_bytes()))
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The start position.
    pub fn start(&self) -> Position {
        // Loading has read the start position already.
        self.position(&self.rules.start)
            .unwrap_or_else(|_| Position {
                variant: self.clone(),
                state: State::new(self.rules.array.clone()),
            })
    }

    /// The number of start positions: 1, unless the game draws them by lot.
    pub fn setups(&self) -> u64 {
        match self.fitting() {
            Some(fitting) => fitting.len() as u64,
            None => self.rules.shuffle.as_ref().map_or(1, Shuffle::count),
        }
    }

    /// The numbers of the arrays of which the shuffle's condition holds, if there is one.
    fn fitting(&self) -> Option<&[u64]> {
        let shuffle = self.rules.shuffle.as_ref()?;
        if shuffle.condition == Condition::Always {
            return None;
        }
        let numbers = self.rules.fitting.get_or_init(|| {
            let start = self.start().state;
            let fits = |number: &u64| {
                let state = self.shuffled(shuffle, &start, *number);
                state.is_some_and(|state| {
                    let holds =
                        |side| general::holds(&self.rules, &state, side, None, &shuffle.condition);
                    Side::ALL.into_iter().all(holds)
                })
            };
            (0..shuffle.count()).filter(fits).collect()
        });
        Some(numbers)
    }

    /// A state in which the men of an array of the shuffle stand.
    fn shuffled(&self, shuffle: &Shuffle, start: &State, number: u64) -> Option<State> {
        let board = (self.rules.shape, self.rules.view);
        let mut state = start.clone();
        state.men = shuffle.place(number, board, &start.men)?;
        Some(state)
    }

    /// The start position with a number from 0, where the game draws them by lot; otherwise 0 is the only one. `None` if
    /// there are fewer.
    ///
    /// ```
    /// let game = ferz::Variant::named("fischerandom")?;
    /// let start = game.setup(518).ok_or("there are 960")?;
    /// assert_eq!((game.setups(), start.fen()), (960, game.start().fen()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn setup(&self, number: u64) -> Option<Position> {
        let mut start = self.start();
        let Some(shuffle) = &self.rules.shuffle else {
            return (number == 0).then_some(start);
        };
        let number = match self.fitting() {
            Some(fitting) => *fitting.get(usize::try_from(number).ok()?)?,
            None => number,
        };
        start.state = self.shuffled(shuffle, &start.state, number)?;
        start.state.rights = castling::all_rights(&self.rules, &start.state);
        Some(start)
    }

    /// A position from a FEN.
    ///
    /// ```
    /// let chess = ferz::Variant::named("chess")?;
    /// let error = chess.position("8/8/8/8/8/8/8/4K3 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "Black has no King");
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn position(&self, fen: &str) -> Result<Position, FenError> {
        self.position_with(fen, fen::Options::default())
    }

    /// The same where king and partners may start anywhere on their rank, as in Chess960: castling is the king taking
    /// its partner.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn position_chess960(&self, fen: &str) -> Result<Position, FenError> {
        self.position_with(
            fen,
            fen::Options {
                free_castling: true,
            },
        )
    }

    fn position_with(&self, fen: &str, options: fen::Options) -> Result<Position, FenError> {
        let state = fen::read(&self.rules, fen, options)?;
        Ok(Position {
            variant: self.clone(),
            state,
        })
    }
}

impl Position {
    /// The game.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.variant.rules
    }

    /// The bare data.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The man on a square.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.state.man(square)
    }

    /// Whose turn it is.
    pub fn side(&self) -> Side {
        self.state.side
    }

    /// Whether castling is written as the king taking its partner.
    pub fn chess960(&self) -> bool {
        self.state.free_castling
    }

    /// All legal moves, sorted.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.variant.compiled_by_now() {
            Some(tables) => hot::legal_moves(tables, self.rules(), &self.state),
            None => general::legal_moves(self.rules(), &self.state),
        }
    }

    /// The enemy men that attack a royal of the player to move, in ascending order.
    pub fn checkers(&self) -> Vec<Square> {
        let checkers = match self.variant.compiled_by_now() {
            Some(tables) => hot::checkers(tables, self.rules(), &self.state),
            None => general::checkers(self.rules(), &self.state),
        };
        checkers.iter().collect()
    }

    /// Whether a royal of the player to move is attacked, or what else the rules say that check is.
    pub fn in_check(&self) -> bool {
        match self.rules().check {
            Some(_) => general::in_check(self.rules(), &self.state, self.side()),
            None => !self.checkers().is_empty(),
        }
    }

    /// What a move does that the men can make here: who moves where, who is taken, removed or put elsewhere. Nothing for
    /// a castling, where two men move, and for moves that mean nothing here.
    ///
    /// ```
    /// # use ferz::Variant;
    /// let start = Variant::named("chess")?.start();
    /// let mv = start.parse_move("e2e4")?;
    /// let deed = start.deed(mv).ok_or("it is no castling")?;
    /// assert!(deed.mover == mv.from && deed.to == mv.to && deed.taken.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn deed(&self, mv: Move) -> Option<Deed> {
        general::deeds::deed(self.rules(), &self.state, mv)
    }

    /// Makes a legal move.
    ///
    /// # Errors
    /// If it is not legal; the position is then as before.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.legal_moves().binary_search(&mv).is_err() {
            return Err(IllegalMove);
        }
        apply(&self.variant.rules, &mut self.state, mv);
        Ok(())
    }

    /// The result, if the game has ended here. Repetition needs a game's history and is not seen here, nor is what a
    /// player would have to claim.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_with(Course::from(1), |end| !end.claim)
    }

    /// The position as FEN with six fields.
    ///
    /// ```
    /// let chess = ferz::Variant::named("chess")?;
    /// assert_eq!(chess.start().fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn fen(&self) -> String {
        fen::write(self.rules(), &self.state)
    }

    /// A number that is the same for positions with the same future: men, side to move, rights, en passant where it
    /// can be used. Different positions almost never share it.
    pub fn key(&self) -> u64 {
        keys::key(self.rules(), &self.state)
    }

    /// The number of sequences of legal moves of a length.
    ///
    /// ```
    /// let chess = ferz::Variant::named("chess")?;
    /// assert_eq!(chess.start().perft(3), 8902);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        match self.tables_for(depth) {
            Some(tables) => hot::perft(tables, self.rules(), &self.state, depth),
            None => general::perft(self.rules(), &self.state, depth),
        }
    }

    /// The same with choices: every last move made, several threads, a table of counts.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn count(&self, depth: u32, how: &Counting) -> Result<u64, NoMemory> {
        count::count(
            self.tables_for(depth),
            (self.rules(), &self.state),
            depth,
            how,
        )
    }

    /// The tables that a count of sequences of moves of a length uses.
    fn tables_for(&self, depth: u32) -> Option<&Compiled> {
        if depth <= 1 {
            self.variant.compiled_by_now()
        } else {
            self.variant.compiled()
        }
    }

    /// Makes the game's tables, if it has any, so that their making is not part of what is measured next.
    pub fn prepare(&self) {
        self.variant.compiled();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_questions_make_no_tables() {
        let chess = Variant::named("chess").unwrap();
        let made = || chess.engine.compiled.get().is_some();
        let mut position = chess.start();
        let moves = position.legal_moves();
        position.play(moves[0]).unwrap();
        assert!(!position.in_check() && position.perft(1) == 20 && position.outcome().is_none());
        assert!(!made());
        for _ in 0..BEFORE_TABLES {
            assert_eq!(chess.start().legal_moves(), moves);
        }
        assert!(made());
    }

    #[test]
    fn counting_makes_tables() {
        let chess = Variant::named("chess").unwrap();
        assert_eq!(chess.start().perft(2), 400);
        assert!(chess.engine.compiled.get().is_some());
    }
}
