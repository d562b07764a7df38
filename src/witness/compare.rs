//! The comparison of one position: the moves as a set, then the counts behind each, down to the first that differs.

use super::export::Letters;
use super::known::{self, Known};
use super::peer::{Peer, PeerError};
use super::spell;
use super::walk::Sample;
use crate::position::{Move, MoveNotation};
use crate::{Counting, Position};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Differences behind one position that are followed at most, so that a game full of them comes to an end.
const MOST_FOLLOWED: usize = 40;

/// A position for which Ferz and the peer have other moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Difference {
    /// The position.
    pub position: Position,
    /// Its FEN as the peer was told it.
    pub told: String,
    /// The moves from there to the position, as the peer writes them.
    pub moves: Vec<String>,
    /// Moves that only Ferz has, in its long form.
    pub ours: Vec<String>,
    /// Moves that only the peer has, as it writes them.
    pub theirs: Vec<String>,
    /// The two counts, where they differ although the moves are the same everywhere below: Ferz's and the peer's.
    pub counts: Option<(u64, u64)>,
    /// Why it is a known one; nothing if nobody has explained it.
    pub known: Vec<Known>,
}

/// What the comparison of some positions is made with.
pub(super) struct Comparison<'a> {
    pub(super) peer: &'a mut Peer,
    pub(super) letters: &'a Letters,
    /// Laws and ends that the peer does not have.
    pub(super) named: &'a [Known],
    /// Moves that were compared.
    pub(super) moves: u64,
    pub(super) differences: Vec<Difference>,
    /// So many moves of a position are followed at most.
    pub(super) follow: usize,
    /// Positions of which only some moves were followed.
    pub(super) sampled: usize,
    followed: usize,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(peer: &'a mut Peer, letters: &'a Letters, named: &'a [Known]) -> Self {
        Self {
            peer,
            letters,
            named,
            moves: 0,
            differences: Vec::new(),
            follow: usize::MAX,
            sampled: 0,
            followed: 0,
        }
    }

    /// Compares the moves of a position, and the counts of sequences of `depth` moves behind each. `also` chooses one
    /// move behind which the moves are compared as a set although the counts are the same.
    pub(super) fn position(
        &mut self,
        sample: &Sample,
        depth: u32,
        also: usize,
    ) -> Result<(), PeerError> {
        self.followed = 0;
        let told = spell::plain(&sample.base, self.letters);
        let moves = self.spelled(&told, sample)?;
        let read = self.peer.reads(&told, &moves)?;
        if let Some(wrong) = misread(&spell::plain(&sample.position, self.letters), &read) {
            return Err(PeerError::Misread(wrong));
        }
        let choices = sample.position.legal_moves();
        // All counts at once, or of some moves only; one move is followed in any case.
        let is_much = depth > 1 && choices.len() > self.follow;
        self.below(sample, &told, &moves, if is_much { 1 } else { depth })?;
        let (followed, depth) = match depth {
            0 | 1 => (0, 0),
            _ if is_much => (self.follow, depth - 1),
            _ => (1, 1),
        };
        self.sampled += usize::from(is_much);
        for nth in 0..followed.min(choices.len()) {
            let at = also.wrapping_add(nth * (choices.len() / followed.max(1)));
            let Some(&mv) = choices.get(at % choices.len()) else {
                continue;
            };
            let mut next = sample.position.clone();
            let text = self.text((&told, &moves), &sample.position, mv)?;
            if next.play(mv).is_err() || self.has_been_told(&moves, &text) {
                continue;
            }
            let mut line = moves.clone();
            line.push(text);
            let next = Sample {
                base: sample.base.clone(),
                moves: Vec::new(),
                position: next,
            };
            self.below(&next, &told, &line, depth)?;
        }
        Ok(())
    }

    /// Whether a difference at a move has been found already.
    fn has_been_told(&self, moves: &[String], text: &str) -> bool {
        let is_there = |d: &Difference| {
            d.ours.iter().any(|m| m == text)
                || d.moves.len() > moves.len() && d.moves[moves.len()] == text
        };
        self.differences.iter().any(is_there)
    }

    /// A move as the peer is told it behind others. What it writes in its own way, it is asked.
    fn text(
        &mut self,
        (told, moves): (&str, &[String]),
        position: &Position,
        mv: Move,
    ) -> Result<String, PeerError> {
        let all = spell::moves(position, self.letters);
        let found = all.into_iter().find(|(_, moves)| moves.contains(&mv));
        let form = found.map_or_else(String::new, |(form, _)| form);
        if !spell::is_its_own(&form, position.rules(), self.letters) {
            return Ok(form);
        }
        let list = self.peer.divide(told, moves, 1)?;
        let own = list
            .into_iter()
            .find(|(text, _)| spell::theirs(text, self.letters) == form);
        Ok(own.map_or(form, |(text, _)| text))
    }

    /// The moves that lead from a sample's FEN to its position.
    fn spelled(&mut self, told: &str, sample: &Sample) -> Result<Vec<String>, PeerError> {
        let mut position = sample.base.clone();
        let mut texts: Vec<String> = Vec::new();
        for &mv in &sample.moves {
            let text = self.text((told, &texts), &position, mv)?;
            texts.push(text);
            if position.play(mv).is_err() {
                break;
            }
        }
        Ok(texts)
    }

    /// Compares a position and what is below it. Says whether anything differed.
    fn below(
        &mut self,
        sample: &Sample,
        told: &str,
        moves: &[String],
        depth: u32,
    ) -> Result<bool, PeerError> {
        let position = &sample.position;
        let counted = self.peer.divide(told, moves, depth)?;
        let mut theirs: BTreeMap<String, Vec<(String, u64)>> = BTreeMap::new();
        for (text, count) in counted {
            let form = spell::theirs(&text, self.letters);
            theirs.entry(form).or_default().push((text, count));
        }
        if theirs.is_empty() && position.outcome().is_some() {
            // It is over for both; Ferz only goes on counting.
            return Ok(false);
        }
        let ours = spell::moves(position, self.letters);
        self.moves += ours.values().map(Vec::len).sum::<usize>() as u64;
        let forms: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
        let forms: Vec<String> = forms.into_iter().cloned().collect();
        let (mut only_ours, mut only_theirs) = (Vec::new(), Vec::new());
        let mut both = Vec::new();
        for form in &forms {
            let (our, their) = (ours.get(form), theirs.get(form));
            let (some, others) = (our.map_or(0, Vec::len), their.map_or(0, Vec::len));
            let our = our.into_iter().flatten().copied();
            let their = their.into_iter().flatten().cloned();
            match some.cmp(&others) {
                Ordering::Equal => both.extend(our.zip(their)),
                Ordering::Greater => only_ours.extend(our.skip(others)),
                Ordering::Less => only_theirs.extend(their.skip(some).map(|(text, _)| text)),
            }
        }
        let mut differs = false;
        if !(only_ours.is_empty() && only_theirs.is_empty()) {
            differs = true;
            self.tell(position, told, moves, &only_ours, only_theirs);
        }
        if depth > 1 {
            for (mv, (text, count)) in both {
                differs |= self.child(sample, (told, moves), (mv, text, count), depth - 1)?;
            }
        }
        Ok(differs)
    }

    /// Compares the count behind one move, and where it differs what is behind it.
    fn child(
        &mut self,
        sample: &Sample,
        (told, moves): (&str, &[String]),
        (mv, text, theirs): (Move, String, u64),
        depth: u32,
    ) -> Result<bool, PeerError> {
        let mut position = sample.position.clone();
        if position.play(mv).is_err() {
            return Ok(false);
        }
        let ours = position.count(depth, &Counting::default()).unwrap_or(0);
        self.moves += ours;
        let is_over = theirs == 0 && position.outcome().is_some();
        if ours == theirs || is_over || self.followed >= MOST_FOLLOWED {
            return Ok(ours != theirs && !is_over);
        }
        self.followed += 1;
        let mut line = moves.to_vec();
        line.push(text);
        let next = Sample {
            base: sample.base.clone(),
            moves: Vec::new(),
            position,
        };
        if !self.below(&next, told, &line, depth)? {
            // Asked again, it has the same moves: its own counts do not agree.
            self.differences.push(Difference {
                position: next.position,
                told: told.to_owned(),
                moves: line,
                ours: Vec::new(),
                theirs: Vec::new(),
                counts: Some((ours, theirs)),
                known: Vec::new(),
            });
        }
        Ok(true)
    }

    fn tell(
        &mut self,
        position: &Position,
        told: &str,
        moves: &[String],
        ours: &[Move],
        theirs: Vec<String>,
    ) {
        let reasons = if ours.is_empty() {
            known::reasons(position, &theirs, self.letters, self.named)
        } else {
            None
        };
        let long = |mv: &Move| position.move_text(*mv, MoveNotation::Long);
        self.differences.push(Difference {
            position: position.clone(),
            told: told.to_owned(),
            moves: moves.to_vec(),
            ours: ours.iter().map(long).collect(),
            theirs,
            counts: None,
            known: reasons.unwrap_or_default(),
        });
    }
}

/// The position as the peer reads it, if that is another one: other men, or another player to move.
fn misread(told: &str, read: &str) -> Option<String> {
    let fields = |fen: &str| {
        let mut fields = fen.split(' ').map(str::to_owned);
        (
            fields.next().unwrap_or_default(),
            fields.next().unwrap_or_default(),
        )
    };
    let ((men, side), (read_men, read_side)) = (fields(told), fields(read));
    let same = side == read_side && bare(&men) == bare(&read_men);
    (!same && !read.is_empty()).then(|| read.to_owned())
}

/// The men without what peers may write otherwise: the order in the hand, and marks of men that have promoted.
fn bare(men: &str) -> (String, Vec<char>) {
    let (board, hand) = men.split_once('[').unwrap_or((men, ""));
    let mut hand: Vec<char> = hand.chars().filter(char::is_ascii_alphabetic).collect();
    hand.sort_unstable();
    (board.replace('~', ""), hand)
}
