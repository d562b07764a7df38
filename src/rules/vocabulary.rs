//! The vocabulary: every word of which rules are made, with its meaning.
//!
//! Keys come from the sections; the words of conditions, sets, zones, effects and turns are listed here. What a file only
//! says about itself (its name, its tests) is no rule and not among them, nor are the headings of sections.

use super::sections::{Body, Key, Missing, SECTIONS};

/// A word of the language of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Word {
    /// The word as it is written.
    pub word: &'static str,
    /// Where it stands: `key of [board]`, `condition`, `zone` and so on, one entry for each meaning.
    pub uses: Vec<Use>,
}

/// One meaning of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Use {
    /// Where it stands.
    pub place: String,
    /// What it means there, in one line.
    pub meaning: &'static str,
    /// What holds if it is not said; nothing for words that have no default.
    pub default: Option<&'static str>,
}

/// Sections that say nothing about how a game is played.
const NO_RULES: [&str; 4] = ["", "allow", "test", "protocol"];

/// All words in alphabetical order.
pub fn vocabulary() -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut add = |word: &'static str, found: Use| match words.iter_mut().find(|w| w.word == word) {
        Some(known) => known.uses.push(found),
        None => words.push(Word {
            word,
            uses: vec![found],
        }),
    };
    for section in SECTIONS.iter().filter(|s| !NO_RULES.contains(&s.name)) {
        for key in keys(&section.body).iter().filter(|key| !describes(key)) {
            add(
                key.name,
                Use {
                    place: format!("key of `[{}]`", section.name),
                    meaning: key.meaning,
                    default: match key.missing {
                        Missing::Error => Some("required"),
                        Missing::Nothing => None,
                        Missing::Default(text) => Some(text),
                    },
                },
            );
        }
    }
    for (place, list) in NOTATION {
        for (word, meaning) in *list {
            add(
                word,
                Use {
                    place: (*place).to_owned(),
                    meaning,
                    default: None,
                },
            );
        }
    }
    words.sort_by_key(|w| w.word);
    words
}

fn keys(body: &Body) -> &'static [Key] {
    match body {
        Body::Keys(keys) | Body::Things { keys, .. } => keys,
        Body::Values { .. } => &[],
    }
}

/// Whether a key is for people only.
fn describes(key: &Key) -> bool {
    matches!(key.name, "name" | "others")
}

/// The words inside texts, by where they stand.
type Words = &'static [(&'static str, &'static str)];

/// The words inside texts, by where they stand.
const NOTATION: &[(&str, Words)] = &[
    (
        "lines",
        &[
            (
                "if",
                "the moves, the part or the rule is there only under a condition",
            ),
            ("then", "what the mover becomes by the moves before it"),
        ],
    ),
    (
        "condition",
        &[
            ("and", "both hold; binds tighter than `or`"),
            ("or", "one of them holds"),
            ("not", "it does not hold"),
            ("after", "it holds in the position after the turn"),
            (
                "last",
                "it held of the turn before; before a number a zone: the far ranks",
            ),
            (
                "can",
                "the player to move has a legal move of which it holds",
            ),
            ("always", "holds in any case"),
            ("never", "holds in no case"),
            ("check", "the player is in check"),
            ("mate", "in check and without a legal move"),
            ("stalemate", "not in check and without a legal move"),
            ("no-move", "without a legal move"),
            ("capture", "the move takes an enemy man"),
            ("promotion", "the mover changes its kind"),
            ("pass", "the move changes nothing but the turn"),
            ("drop", "a man is put down from the hand"),
            ("castle", "a partner moves as well"),
            ("full", "no square of the board is empty"),
            ("repeated", "the position stands for so many times"),
            ("quiet", "so many half-moves without progress"),
            (
                "perpetual-check",
                "the player has checked with every move since the position first stood",
            ),
            (
                "perpetual-chase",
                "the player has threatened the same unprotected man with every move since the position first stood",
            ),
            ("mover", "the man that moves"),
            ("victim", "the man that is taken"),
            ("is", "it is one of these kinds"),
            ("in", "it stands on one of these squares"),
            ("safe", "no enemy attacks it"),
            ("attacked", "an enemy attacks it"),
            ("by", "who the attackers are"),
            ("unmoved", "the man there has not moved yet"),
            (
                "stuck",
                "the mover could never move from there, alone on the board",
            ),
        ],
    ),
    (
        "square of the move",
        &[
            ("here", "where the mover starts"),
            ("there", "where it ends"),
            ("path", "what it passes, ends left out"),
            ("track", "here, path and there"),
        ],
    ),
    (
        "choice of men",
        &[
            (
                "own",
                "the mover's, in an end those of the player that is asked",
            ),
            (
                "enemy",
                "the opponent's; before a word about a player it asks about the opponent",
            ),
            ("any", "anybody's"),
            ("white", "White's"),
            ("black", "Black's"),
            ("some", "at least one"),
            ("no", "none"),
            ("every", "all of them"),
            ("all", "all kinds, or all squares"),
            ("royal", "the kinds that are royal"),
            ("hand", "`in hand`: in the player's hand"),
            ("at", "on squares that a pattern of moves reaches"),
            ("from", "where the pattern starts"),
            (
                "of",
                "`file of there`, `rank of here`: the line through a square of the move",
            ),
            ("outside", "not on these squares"),
            (
                "between",
                "in an unbroken row from beside a square of the move up to a man",
            ),
        ],
    ),
    (
        "set",
        &[("within", "only those also in"), ("but", "without those")],
    ),
    (
        "zone",
        &[
            (
                "rank",
                "the squares of a rank, or with `ranks 2..4` of several",
            ),
            (
                "file",
                "the squares of a file, or with `files c..e` of several",
            ),
            ("first", "the near ranks, seen by the player"),
            ("light", "the light squares"),
            ("dark", "the dark squares; a1 is one"),
            ("edge", "the squares at the edge"),
        ],
    ),
    (
        "effect",
        &[
            ("remove", "men leave the board, which is no capture"),
            ("flip", "men change sides"),
            ("become", "the mover changes its kind"),
            ("wall", "nobody can enter the square from now on"),
            ("settle", "men count as moved"),
            ("add", "a number is added to a counter"),
            ("to", "which counter"),
        ],
    ),
    (
        "part of a turn",
        &[
            ("may", "it can be left out"),
            ("move", "the wall goes to another square"),
            ("put", "a new wall is put down"),
            ("on", "where it is done"),
            ("vacated", "squares that own men have just left"),
        ],
    ),
    (
        "value",
        &[
            ("win", "result: the player that is asked wins"),
            ("loss", "result: the player that is asked loses"),
            ("draw", "result: nobody wins"),
            ("more", "result: whoever has more of these men wins"),
            ("reply", "an end that is asked only of the player to move"),
            ("arrive", "a promotion by a move that ends in the zone"),
            ("leave", "a promotion by a move out of the zone"),
            ("stay", "a promotion without moving"),
            ("gone", "captured men leave the game"),
            ("mirror", "Black counts ranks from the other end"),
            ("turn", "Black counts ranks and files from the other end"),
            ("same", "Black sees the same squares as White"),
        ],
    ),
];
