//! A second witness: another program that knows the rules of a game is asked for its moves, and where it has others, the
//! first position is shown.
//!
//! `peer` runs the program and asks it; `export` tells a game in the peer's words, with a list of what is lost; `spell`
//! writes positions and moves as the peer does; `walk` plays random games; `compare` finds the first move that differs;
//! `known` knows differences with a reason. `xboard` tells how that program would read the pieces. Nothing here prints.

mod compare;
mod export;
mod known;
mod peer;
mod spell;
mod walk;
mod xboard;

pub use compare::Difference;
pub use export::{Export, export};
pub use known::Known;
pub use peer::{Launch, Peer, PeerError, candidates};
pub use xboard::{XboardLine, xboard_lines};

use crate::{Position, Variant};
use compare::Comparison;
use export::Letters;
use peer::GameFile;
use walk::{Dice, Sample};

/// What is compared.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// At least so many random games.
    pub games: usize,
    /// So many positions of them, if they have as many.
    pub positions: usize,
    /// Positions that are compared before them.
    pub first: Vec<Position>,
    /// Sequences of so many moves are counted, at least 1.
    pub depth: u32,
    /// So many moves of a position are followed at most; all of them if nothing is said, but of pyffish, which takes its
    /// time for each question.
    pub follow: Option<usize>,
    /// The same number means the same games.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            games: 10,
            positions: 50,
            first: Vec::new(),
            depth: 2,
            follow: None,
            seed: 1,
        }
    }
}

/// How a peer is told which game is meant.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Told {
    /// It has the game built in under this name.
    BuiltIn(String),
    /// It is told the game.
    Export(Box<Export>),
}

impl Told {
    /// How a game can be told to a peer: as one that it has built in under the name that `[protocol]` gives for UCI, or
    /// else under the game's own, unless `export` is set; otherwise in its words.
    ///
    /// # Errors
    /// Why it is beyond the peer, a sentence each.
    pub fn to(
        variant: &Variant,
        peer: &Peer,
        as_game: Option<&str>,
        export: bool,
    ) -> Result<Self, Vec<String>> {
        let rules = variant.rules();
        let uci = rules.protocol.iter().find(|(key, _)| key == "uci");
        let name = as_game
            .or(uci.map(|(_, name)| name.as_str()))
            .unwrap_or(&rules.id);
        let is_known = peer.games().iter().any(|game| game == name);
        if is_known && !export {
            return match known::otherwise(peer.name(), name) {
                Some(why) => Err(vec![format!("this version plays it otherwise: {why}")]),
                None => Ok(Self::BuiltIn(name.to_owned())),
            };
        }
        if as_game.is_some() {
            return Err(vec![format!("it has no game `{name}`")]);
        }
        if !peer.is_inventive() {
            let why = if is_known {
                "it passes over pieces of a game's own".to_owned()
            } else {
                format!("it has no game `{name}`, and passes over pieces of a game's own")
            };
            return Err(vec![why]);
        }
        self::export(rules).map(|export| Self::Export(Box::new(export)))
    }
}

/// What came out.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Positions that were compared.
    pub positions: usize,
    /// Positions of which only some moves were followed.
    pub sampled: usize,
    /// Moves that were compared, at all depths.
    pub moves: u64,
    /// Differences: at most one that nobody has explained, as the last.
    pub differences: Vec<Difference>,
    /// Positions for which the peer gave no answer: the FEN and why.
    pub unanswered: Vec<(String, PeerError)>,
}

impl Report {
    /// The difference that nobody has explained.
    pub fn unexplained(&self) -> Option<&Difference> {
        self.differences.iter().find(|d| d.known.is_empty())
    }

    /// The reasons of the known differences, each with how often it was met.
    pub fn reasons(&self) -> Vec<(&Known, usize)> {
        let mut reasons: Vec<(&Known, usize)> = Vec::new();
        for known in self.differences.iter().flat_map(|d| &d.known) {
            match reasons.iter_mut().find(|(other, _)| *other == known) {
                Some((_, times)) => *times += 1,
                None => reasons.push((known, 1)),
            }
        }
        reasons
    }
}

/// After so many positions in a row without an answer the rest is not asked.
const MOST_UNANSWERED: usize = 5;

/// So many moves of a position are followed with a peer that takes its time.
const FOLLOWED_SLOWLY: usize = 20;

/// A peer that has been told a game, for questions about its positions.
pub struct Hearing<'p> {
    peer: &'p mut Peer,
    letters: Letters,
    /// Laws and ends that the peer does not have.
    named: Vec<Known>,
    /// The file has to be there as long as the peer may be started again.
    _file: Option<GameFile>,
}

impl<'p> Hearing<'p> {
    /// Tells a peer a game.
    ///
    /// # Errors
    /// If the peer does not take part.
    pub fn new(variant: &Variant, told: &Told, peer: &'p mut Peer) -> Result<Self, PeerError> {
        let rules = variant.rules();
        let own = rules.witness.iter().map(|(name, reason)| Known {
            name: name.clone(),
            reason: reason.clone(),
        });
        let mut named: Vec<Known> = own.collect();
        let free = rules.castling.free;
        let (letters, file) = match told {
            Told::BuiltIn(game) => {
                peer.choose(game, free, None)?;
                (Letters::usual(rules), None)
            }
            Told::Export(export) => {
                let unsaid = export.unsaid.iter();
                let new = |known: &&Known| !named.iter().any(|other| other.name == known.name);
                let unsaid: Vec<Known> = unsaid.filter(new).cloned().collect();
                named.extend(unsaid);
                let file = GameFile::new(&export.text).map_err(|error| PeerError::Start {
                    path: "a temporary file".to_owned(),
                    why: error.to_string(),
                })?;
                peer.choose(&export.game, free, Some(&file))?;
                (export.letters.clone(), Some(file))
            }
        };
        Ok(Self {
            peer,
            letters,
            named,
            _file: file,
        })
    }

    fn comparison(&mut self) -> Comparison<'_> {
        Comparison::new(self.peer, &self.letters, &self.named)
    }

    /// Whether the peer has other moves in a position than Ferz, and nobody has explained why. Positions that a FEN does not
    /// tell whole are not asked about.
    ///
    /// # Errors
    /// If the peer does not answer. It can be asked again.
    pub fn ask(&mut self, position: &Position) -> Result<Option<Difference>, PeerError> {
        if spell::fen(position, &self.letters).is_none() {
            return Ok(None);
        }
        let mut comparison = self.comparison();
        comparison.position(&Sample::of(position.clone()), 1, 0)?;
        let mut differences = comparison.differences.into_iter();
        Ok(differences.find(|difference| difference.known.is_empty()))
    }
}

/// Compares a game with what a peer makes of it. `progress` is told how many positions of how many are done.
///
/// # Errors
/// If the peer does not take part at all.
pub fn compare(
    variant: &Variant,
    told: &Told,
    peer: &mut Peer,
    plan: &Plan,
    mut progress: impl FnMut(usize, usize),
) -> Result<Report, PeerError> {
    let mut hearing = Hearing::new(variant, told, peer)?;
    let mut dice = Dice::new(plan.seed);
    let mut samples: Vec<Sample> = plan.first.iter().cloned().map(Sample::of).collect();
    samples.extend(walk::samples(
        variant,
        &hearing.letters,
        plan.games,
        plan.positions,
        &mut dice,
    ));
    let mut report = Report::default();
    let mut row = 0;
    let is_slow = matches!(hearing.peer.launch(), Launch::Python(_));
    let usual = if is_slow { FOLLOWED_SLOWLY } else { usize::MAX };
    let mut comparison = hearing.comparison();
    comparison.follow = plan.follow.unwrap_or(usual).max(1);
    for (done, sample) in samples.iter().enumerate() {
        progress(done, samples.len());
        let also = dice.below(usize::MAX);
        match comparison.position(sample, plan.depth, also) {
            Ok(()) => {
                report.positions += 1;
                row = 0;
            }
            Err(error) => {
                let fen = spell::plain(&sample.position, comparison.letters);
                report.unanswered.push((fen, error));
                row += 1;
            }
        }
        if row >= MOST_UNANSWERED || comparison.differences.iter().any(|d| d.known.is_empty()) {
            break;
        }
    }
    report.moves = comparison.moves;
    report.sampled = comparison.sampled;
    report.differences = comparison.differences;
    Ok(report)
}
