//! A game from its start to its end: moves, taking back, repetition, claims, results.

use crate::board::Side;
use crate::course::{asks_for_course, course};
use crate::movegen::general::{self, Course};
use crate::position::Move;
use crate::rules::{End, Rules};
use crate::variant::{IllegalMove, Outcome, Position, Variant};

/// The reason of a result by resignation.
pub(crate) const RESIGNATION: &str = "resignation";
/// The reason of a draw by agreement.
pub(crate) const AGREEMENT: &str = "agreement";

/// A game that is being played.
///
/// ```
/// let chess = ferz::Variant::named("chess")?;
/// let mut game = ferz::Game::new(&chess);
/// for text in ["f3", "e5", "g4", "Qh4"] {
///     let mv = game.position().parse_move(text)?;
///     game.play(mv)?;
/// }
/// let outcome = game.outcome().ok_or("the game goes on")?;
/// assert_eq!((outcome.score(), outcome.reason.as_str()), ("0-1", "mate"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// The positions so far and those taken back, the first one before any move.
    positions: Vec<Position>,
    /// Their keys.
    keys: Vec<u64>,
    /// The moves between them.
    moves: Vec<Move>,
    /// How many moves are made now; the rest is taken back.
    made: usize,
    /// A result that no rule gives by itself: resignation, agreement, a claim.
    declared: Option<(Ending, Outcome)>,
}

/// How a game came to its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// A rule ended it at once.
    Rule,
    /// A player claimed what a rule gives for the asking.
    Claim,
    /// A player gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// It was declared from outside, such as by an arbiter or a saved game.
    Declared,
}

/// Why a result cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// No rule gives it.
    #[error("no rule lets a player claim a result in this position")]
    NothingToClaim,
    /// There is a result already.
    #[error("the game is over")]
    Over,
}

impl Game {
    /// A game from the start position.
    pub fn new(variant: &Variant) -> Self {
        Self::from_position(variant.start())
    }

    /// A game from any position.
    pub fn from_position(position: Position) -> Self {
        let keys = vec![position.key()];
        Self {
            positions: vec![position],
            keys,
            moves: Vec::new(),
            made: 0,
            declared: None,
        }
    }

    /// The position now.
    ///
    /// # Panics
    /// Never: there is always the first position.
    pub fn position(&self) -> &Position {
        &self.positions[self.made]
    }

    /// The position before the first move.
    pub fn first_position(&self) -> &Position {
        &self.positions[0]
    }

    /// The position after so many moves, if so many are made.
    pub fn position_after(&self, moves: usize) -> Option<&Position> {
        self.positions[..=self.made].get(moves)
    }

    /// The moves made.
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.made]
    }

    /// The keys of all positions so far, the one now last.
    pub fn keys(&self) -> &[u64] {
        &self.keys[..=self.made]
    }

    /// Makes a legal move. Moves that were taken back are forgotten. That the game is over does not hinder it.
    ///
    /// # Errors
    /// If the move is not legal; the game is then as before.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let mut position = self.position().clone();
        position.play(mv)?;
        self.positions.truncate(self.made + 1);
        self.keys.truncate(self.made + 1);
        self.moves.truncate(self.made);
        self.keys.push(position.key());
        self.positions.push(position);
        self.moves.push(mv);
        self.made += 1;
        self.declared = None;
        Ok(())
    }

    /// Takes the last move back and says which it was.
    pub fn undo(&mut self) -> Option<Move> {
        self.made = self.made.checked_sub(1)?;
        self.declared = None;
        self.moves.get(self.made).copied()
    }

    /// Makes a move that was taken back again.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = self.moves.get(self.made).copied()?;
        self.made += 1;
        self.declared = None;
        Some(mv)
    }

    /// How often the position has stood so far, this time included.
    pub fn repeated(&self) -> u32 {
        let key = self.keys[self.made];
        self.keys().iter().filter(|&&k| k == key).count() as u32
    }

    /// What the moves since the position first stood say about it, as far as the rules ask.
    pub(crate) fn course(&self) -> Course {
        let key = self.keys[self.made];
        let first = self.keys().iter().position(|&k| k == key);
        let first = first.unwrap_or(self.made);
        let repeated = self.repeated();
        if first == self.made || !asks_for_course(self.rules()) {
            return Course::from(repeated);
        }
        let states: Vec<_> = self.positions[first..=self.made]
            .iter()
            .map(Position::state)
            .collect();
        Course {
            repeated,
            ..course(self.rules(), &states, &self.moves[first..self.made])
        }
    }

    fn rules(&self) -> &Rules {
        self.position().rules()
    }

    /// The result, if the game is over: by a rule, a claim, resignation or agreement.
    pub fn outcome(&self) -> Option<Outcome> {
        let declared = self.declared.as_ref().map(|(_, outcome)| outcome.clone());
        declared.or_else(|| {
            self.position()
                .outcome_with(self.course(), End::is_automatic)
        })
    }

    /// How the game came to its result, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        match &self.declared {
            Some((ending, _)) => Some(*ending),
            None => self.outcome().map(|_| Ending::Rule),
        }
    }

    /// The result in words, if the game is over.
    ///
    /// ```
    /// use ferz::{Game, Variant, board::Side};
    /// let mut game = Game::new(&Variant::named("chess")?);
    /// game.resign(Side::Black)?;
    /// assert_eq!(game.result_text().as_deref(), Some("White wins: Black resigns"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn result_text(&self) -> Option<String> {
        let Outcome { winner, reason } = self.outcome()?;
        let result = winner.map_or_else(|| "draw".to_owned(), |side| format!("{side} wins"));
        Some(match (self.ending()?, winner) {
            (Ending::Claim, _) => format!("{result}: {reason}, claimed"),
            (Ending::Resignation, Some(side)) => format!("{result}: {} resigns", side.other()),
            (Ending::Agreement, None) => format!("{result} by agreement"),
            _ => format!("{result}: {reason}"),
        })
    }

    /// What a player could claim now.
    pub fn claimable(&self) -> Option<Outcome> {
        match self.outcome() {
            Some(_) => None,
            None => self.position().outcome_with(self.course(), |end| end.claim),
        }
    }

    /// Claims the result that the rules give for the asking.
    ///
    /// # Errors
    /// If no rule gives one, or the game is over.
    pub fn claim(&mut self) -> Result<Outcome, ClaimError> {
        if self.outcome().is_some() {
            return Err(ClaimError::Over);
        }
        let outcome = self.claimable().ok_or(ClaimError::NothingToClaim)?;
        self.declared = Some((Ending::Claim, outcome.clone()));
        Ok(outcome)
    }

    /// A side gives up.
    ///
    /// # Errors
    /// If the game is over.
    pub fn resign(&mut self, side: Side) -> Result<Outcome, ClaimError> {
        let outcome = Outcome {
            winner: Some(side.other()),
            reason: RESIGNATION.to_owned(),
        };
        self.end(Ending::Resignation, outcome)
    }

    /// The players agree on a draw.
    ///
    /// # Errors
    /// If the game is over.
    pub fn agree_draw(&mut self) -> Result<Outcome, ClaimError> {
        let outcome = Outcome {
            winner: None,
            reason: AGREEMENT.to_owned(),
        };
        self.end(Ending::Agreement, outcome)
    }

    /// Takes over a result that is known from elsewhere, such as a saved game's.
    ///
    /// # Errors
    /// If the game is over.
    pub fn declare(&mut self, outcome: Outcome) -> Result<Outcome, ClaimError> {
        self.end(Ending::Declared, outcome)
    }

    fn end(&mut self, ending: Ending, outcome: Outcome) -> Result<Outcome, ClaimError> {
        if self.outcome().is_some() {
            return Err(ClaimError::Over);
        }
        self.declared = Some((ending, outcome.clone()));
        Ok(outcome)
    }
}

impl Position {
    /// The first of some ends that holds, for a position to which a game came by a course.
    pub(crate) fn outcome_with(
        &self,
        course: Course,
        wanted: impl Fn(&End) -> bool,
    ) -> Option<Outcome> {
        let rules = self.rules();
        let state = self.state();
        for end in rules.ends.iter().filter(|end| wanted(end)) {
            for player in end.players(state.side) {
                if general::holds_in_end(rules, state, player, course, &end.condition) {
                    return Some(Outcome {
                        winner: general::winner(rules, state, end, player),
                        reason: end.id.clone(),
                    });
                }
            }
        }
        None
    }
}

impl End {
    fn is_automatic(&self) -> bool {
        !self.claim
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split(' ') {
            let mv = game.position().parse_move(text).unwrap();
            game.play(mv).unwrap();
        }
    }

    #[test]
    fn repetition_needs_the_history() {
        let chess = Variant::named("chess").unwrap();
        let mut game = Game::new(&chess);
        play(&mut game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
        assert_eq!((game.repeated(), game.outcome()), (2, None));
        play(&mut game, "f6g8");
        assert_eq!(game.repeated(), 3);
        assert_eq!(
            game.outcome(),
            Some(Outcome {
                winner: None,
                reason: "repetition".to_owned()
            })
        );
        assert!(game.undo().is_some());
        assert_eq!(game.outcome(), None);
        assert!(game.redo().is_some() && game.redo().is_none());
        assert_eq!(game.repeated(), 3);
    }

    /// A passed square that nobody can use does not make a position another one.
    #[test]
    fn unusable_en_passant_does_not_hinder_repetition() {
        let chess = Variant::named("chess").unwrap();
        let mut game = Game::new(&chess);
        play(&mut game, "e2e4 b8c6 g1f3 c6b8 f3g1");
        assert_eq!(game.repeated(), 2);
    }

    #[test]
    fn resignation_and_agreement_end_a_game_once() {
        let chess = Variant::named("chess").unwrap();
        let mut game = Game::new(&chess);
        assert_eq!(game.claim(), Err(ClaimError::NothingToClaim));
        assert_eq!(game.resign(Side::White).unwrap().score(), "0-1");
        assert_eq!(game.agree_draw(), Err(ClaimError::Over));
        play(&mut game, "e2e4");
        assert_eq!(game.outcome(), None);
        assert_eq!(game.agree_draw().unwrap().score(), "1/2-1/2");
    }
}
