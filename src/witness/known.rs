//! Differences that have a name: the reason is told, and they are no reason to worry.
//!
//! A law or end of the game that the peer does not have is named with its reason in the rule file (`[witness]`), or by the
//! export that could not tell it. `versions.tsv` names what old versions of a peer play otherwise.

use super::export::Letters;
use super::spell;
use crate::Position;
use crate::movegen::general::{self, Bar};
use crate::position::Move;
use std::collections::BTreeMap;

/// Why a difference is a known one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Known {
    /// The name of the law or end that the peer does not have.
    pub name: String,
    /// The reason.
    pub reason: String,
}

/// The known reasons for moves that only the peer has: each is barred by a law or end of the game that is among the named
/// ones. Nothing if one of them is not.
pub(super) fn reasons(
    position: &Position,
    theirs: &[String],
    letters: &Letters,
    named: &[Known],
) -> Option<Vec<Known>> {
    if named.is_empty() {
        return None;
    }
    let (rules, state) = (position.rules(), position.state());
    let mut possible: BTreeMap<String, Vec<Move>> = BTreeMap::new();
    let moves = general::pseudo_moves(rules, state);
    let whole = general::with_second_parts(rules, state, moves);
    for mv in whole.into_iter().chain([Move::PASS]) {
        possible
            .entry(spell::possible(position, mv, letters))
            .or_default()
            .push(mv);
    }
    let mut found: Vec<Known> = Vec::new();
    for text in theirs {
        let meant = possible.get(&spell::theirs(text, letters))?;
        // Where several are written alike, all have to be barred.
        for &mv in meant {
            let law = match general::bar(rules, state, mv)? {
                Bar::Over(end) => &end.id,
                Bar::Forbidden(law, _) | Bar::Forced(law) => &law.id,
                Bar::Check | Bar::NoSecondPart => return None,
            };
            let known = named.iter().find(|known| known.name == *law)?;
            if !found.contains(known) {
                found.push(known.clone());
            }
        }
    }
    Some(found)
}

/// Why a game is not compared with a version of a peer, if it is known to play it otherwise.
pub(super) fn otherwise(peer: &str, game: &str) -> Option<&'static str> {
    let rows = include_str!("versions.tsv").lines();
    rows.filter(|line| !line.starts_with('#')).find_map(|line| {
        let mut cells = line.split('\t');
        let (start, name) = (cells.next()?, cells.next()?);
        let fits = peer.starts_with(start) && name == game;
        fits.then(|| cells.next().unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_line_has_its_cells() {
        for line in include_str!("versions.tsv")
            .lines()
            .filter(|l| !l.starts_with('#'))
        {
            let cells: Vec<&str> = line.split('\t').collect();
            assert!(
                matches!(cells[..], [peer, game, why] if !peer.is_empty() && !game.is_empty() && why.len() > 20),
                "{line}"
            );
        }
    }
}
