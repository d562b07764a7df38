//! Moves that the men can make and that are not legal: a law forbids them, others have to be made, the game is over.

use super::Reason;
use super::judge::{Finding, Judge, cost};
use super::refusal::ends;
use super::safety::danger;
use crate::movegen::general::{Bar, bar};
use crate::position::Move;

/// Why a move that the men can make is not legal.
pub(super) fn refusal(judge: &Judge<'_>, mv: Move) -> Finding {
    match bar(judge.rules, judge.state, mv) {
        Some(Bar::Check) => danger(judge, mv),
        Some(Bar::Over(end)) => Finding::new(cost::SAFETY, Reason::Over(end.id.clone())).at(end
            .place
            .iter()
            .cloned()
            .collect()),
        Some(Bar::Forbidden(law, about)) => {
            let reason = Reason::Forbidden {
                mv,
                law: law.id.clone(),
                part: law.condition.clone(),
                about: about.iter().filter(|s| !ends(mv).contains(s)).collect(),
            };
            Finding::new(cost::SAFETY, reason).at(law.place.iter().cloned().collect())
        }
        Some(Bar::Forced(law)) => {
            let reason = Reason::Forced {
                mv,
                law: law.id.clone(),
                part: law.condition.clone(),
                moves: judge.legal().to_vec(),
            };
            Finding::new(cost::SAFETY, reason).at(law.place.iter().cloned().collect())
        }
        Some(Bar::NoSecondPart) => {
            let places = judge.rules.turn.then.iter().map(|part| part.place.clone());
            Finding::new(cost::SAFETY, Reason::NoSecondPart(mv.from, mv.to)).at(places.collect())
        }
        None => Finding::new(cost::NEVER, Reason::NotNow(mv.from, mv.to)),
    }
}
