//! A game in the peer's words: a section of its file of variants, and what is lost.
//!
//! Only what decides which moves are legal is told. What the peer has no words for is one of two things: a law or an end,
//! whose moves are then known to be the peer's alone, or something that makes the whole game another one, so that it is
//! beyond the peer. The peer's words are those of its public description of variants.

mod letters;
mod men;
mod moves;

pub(super) use letters::Letters;

use super::known::Known;
use crate::rules::Rules;
use std::fmt::{Display, Write as _};

/// The largest board of the peer.
const LARGEST: (u8, u8) = (12, 10);

/// A game told to the peer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Export {
    /// Its name there.
    pub game: String,
    /// The section of the file of variants.
    pub text: String,
    /// What is told differently or not at all, a sentence each.
    pub lost: Vec<String>,
    /// The laws and ends among that: moves that they bar are the peer's alone.
    pub(super) unsaid: Vec<Known>,
    pub(super) letters: Letters,
}

/// What is being written.
#[derive(Debug, Default)]
struct Draft {
    lines: Vec<String>,
    lost: Vec<String>,
    unsaid: Vec<Known>,
    /// Why the game is beyond the peer, as sentences.
    beyond: Vec<String>,
}

impl Draft {
    fn say(&mut self, key: impl Display, value: impl Display) {
        self.lines.push(format!("{key} = {value}"));
    }

    /// Whether a key has been said.
    fn says(&self, key: &str) -> bool {
        let mut said = self.lines.iter().filter_map(|line| line.split_once(' '));
        said.any(|(known, _)| known == key)
    }

    fn beyond(&mut self, why: impl Into<String>) {
        let why = why.into();
        if !self.beyond.contains(&why) {
            self.beyond.push(why);
        }
    }

    /// A law or end that the peer is not told.
    fn unsaid(&mut self, section: &str, name: &str) {
        self.lost
            .push(format!("the line `{name}` of `[{section}]` is not told"));
        self.unsaid.push(Known {
            name: name.to_owned(),
            reason: format!(
                "Fairy-Stockfish has no words for this line of `[{section}]`, so it was not told"
            ),
        });
    }
}

/// Tells a game in the peer's words.
///
/// # Errors
/// Why it cannot be told, a sentence each: something that changes which moves there are has no word there.
pub fn export(rules: &Rules) -> Result<Export, Vec<String>> {
    let mut draft = Draft::default();
    board(rules, &mut draft);
    let letters = Letters::of_game(rules, &mut draft);
    men::tell(rules, &letters, &mut draft);
    moves::tell(rules, &letters, &mut draft);
    if !draft.beyond.is_empty() {
        return Err(draft.beyond);
    }
    draft.lost.push(
        "only moves are told: how the game ends, its counters and the names of men stay here"
            .to_owned(),
    );
    let game = format!("ferz-{}", rules.id);
    let mut text = format!("[{game}]\n");
    for line in &draft.lines {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{line}");
    }
    Ok(Export {
        game,
        text,
        lost: draft.lost,
        unsaid: draft.unsaid,
        letters,
    })
}

fn board(rules: &Rules, draft: &mut Draft) {
    let (files, ranks) = (rules.shape.files(), rules.shape.ranks());
    if files > LARGEST.0 || ranks > LARGEST.1 {
        draft.beyond(format!(
            "the board has {files} x {ranks} squares, and the largest there has {} x {}",
            LARGEST.0, LARGEST.1
        ));
    }
    if rules.shape.wraps() {
        draft.beyond("the files are a ring");
    }
    if !rules.holes.is_empty() {
        draft.beyond("the board has holes");
    }
    draft.say("maxFile", char::from(b'a' + files - 1));
    draft.say("maxRank", ranks.to_string());
}
