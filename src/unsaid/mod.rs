//! What a rule file does not say: every rule that it takes by default or from its base, as a sentence with the line that
//! would say otherwise.
//!
//! There is a list of questions that can be left open, the most often disputed first. Each question knows the keys by
//! which a file answers it, whether the game poses it at all, the answer that holds, and lines for other answers. Each
//! line is tried before it is offered: with it the file loads, and its rules are others.
//!
//! ```
//! let library = ferz::Library::new();
//! let loaded = library.load("kingsmen")?;
//! let unsaid = ferz::unsaid::unsaid(&library, &loaded).ok_or("the file has errors")?;
//! let first = &unsaid.answers[0];
//! assert_eq!(first.code, "stalemate");
//! assert!(first.offers.iter().any(|offer| offer.lines[0].line == "stalemate.result = \"loss\""));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod course;
mod ends;
mod game;
mod men;
mod place;
mod promotion;
mod turn;

use crate::diff::Diff;
use crate::library::{Library, Loaded};
use crate::source::read;
use game::{Game, Origin};
use place::insert;

/// All that a file leaves to a default or to its base.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Unsaid {
    /// What is left open, the most often disputed first.
    pub answers: Vec<Answer>,
    /// Lines that were thought of, but do not fit the file: the question's code, the lines and why not.
    pub refused: Vec<(&'static str, String, String)>,
}

/// A rule that a file does not say itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// A stable word for the question, such as `stalemate`.
    pub code: &'static str,
    /// The keys by which a file can answer it, such as `end.stalemate.result`; none where it takes a rule of its own.
    pub keys: Vec<String>,
    /// What holds, as a sentence.
    pub sentence: String,
    /// The game from which it is taken over; nothing if it is a default.
    pub base: Option<String>,
    /// What would have to be written for something else, each by itself.
    pub offers: Vec<Offer>,
    /// What is to be done for something else where a line is not enough.
    pub advice: Option<String>,
}

/// Lines that together say something else.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Offer {
    /// The lines.
    pub lines: Vec<PlacedLine>,
    /// The whole file with them.
    pub text: String,
}

/// A line and where it has to stand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlacedLine {
    /// The line, such as `stalemate.result = "loss"`.
    pub line: String,
    /// Where it has to stand.
    pub spot: Spot,
}

/// Where a line has to stand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spot {
    /// Before the first heading.
    Top,
    /// Below a heading such as `[end]`, in the line with this number.
    Below(String, usize),
    /// Between the braces of a key such as `end.dead`, which begin in the line with this number.
    Braces(String, usize),
    /// Instead of the value of its key, in the line with this number.
    Instead(usize),
}

/// A question as it is posed for a game.
#[derive(Clone, Debug, Default)]
struct Question {
    code: &'static str,
    /// The keys by which a file answers it, with dots.
    keys: Vec<String>,
    sentence: String,
    /// Lines for other answers: keys with dots and values.
    offers: Vec<Vec<(String, String)>>,
    advice: Option<String>,
    /// Whether it is only a question if one of the lines would change anything.
    only_with_offers: bool,
}

impl Question {
    fn new(code: &'static str, sentence: impl Into<String>) -> Self {
        Self {
            code,
            sentence: sentence.into(),
            ..Self::default()
        }
    }

    /// A key by which a file answers it.
    fn key(mut self, key: impl Into<String>) -> Self {
        self.keys.push(key.into());
        self
    }

    /// A line for another answer.
    fn offer(self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.offers(vec![(key.into(), value.into())])
    }

    /// Lines that make another answer together.
    fn offers(mut self, lines: Vec<(String, String)>) -> Self {
        self.offers.push(lines);
        self
    }

    fn advice(mut self, advice: &str) -> Self {
        self.advice = Some(advice.to_owned());
        self
    }

    fn only_with_offers(mut self) -> Self {
        self.only_with_offers = true;
        self
    }
}

/// What can go without saying, the most often disputed first; each may be several questions or none in a game.
const QUESTIONS: &[fn(&Game<'_>) -> Vec<Question>] = &[
    ends::stalemate,
    ends::repetition,
    promotion::must,
    promotion::choices,
    promotion::occasions,
    promotion::nothing,
    turn::castling,
    turn::safety,
    turn::pass,
    turn::obligation,
    turn::first,
    course::effects,
    course::progress,
    course::swaps,
    men::in_hand,
    men::drops,
    men::en_passant,
    men::first_moves,
    ends::perpetual,
    ends::dead,
    ends::fifty,
    ends::occasions,
    ends::mate,
    ends::weights,
    course::counters,
    men::captured,
    turn::parts,
    course::view,
    course::lots,
    course::board,
];

/// What a file does not say; nothing if it has errors.
pub fn unsaid(library: &Library, loaded: &Loaded) -> Option<Unsaid> {
    let rules = loaded.rules.as_deref()?;
    let document = loaded.document()?;
    let game = Game::new(rules, &document.table, document.file);
    let mut unsaid = Unsaid::default();
    for question in QUESTIONS.iter().flat_map(|questions| questions(&game)) {
        let base = match game.origin_of(&question.keys) {
            Origin::Own => continue,
            Origin::Default => None,
            Origin::Base(file) => Some(base_name(loaded.sources.file(file).name())),
        };
        let mut answer = Answer {
            code: question.code,
            keys: question.keys,
            sentence: question.sentence,
            base,
            offers: Vec::new(),
            advice: question.advice,
        };
        for lines in question.offers {
            match offer(library, loaded, &lines) {
                Ok(offer) => answer.offers.push(offer),
                // What a base says may be the very thing.
                Err(_) if answer.base.is_some() => {}
                Err(why) => {
                    let lines: Vec<String> =
                        lines.iter().map(|(k, v)| format!("{k} = {v}")).collect();
                    unsaid.refused.push((answer.code, lines.join("; "), why));
                }
            }
        }
        if !question.only_with_offers || !answer.offers.is_empty() {
            unsaid.answers.push(answer);
        }
    }
    Some(unsaid)
}

fn base_name(file: &str) -> String {
    let stem = std::path::Path::new(file).file_stem();
    stem.map_or_else(|| file.to_owned(), |s| s.to_string_lossy().into_owned())
}

/// Tries lines in the file.
///
/// # Errors
/// Why they say nothing else there.
fn offer(library: &Library, loaded: &Loaded, lines: &[(String, String)]) -> Result<Offer, String> {
    let (_, file) = loaded.sources.iter().next().ok_or("there is no file")?;
    let mut text = file.text().to_owned();
    let mut placed = Vec::new();
    for (key, value) in lines {
        let mut sources = crate::source::Sources::new();
        let id = sources.add(file.name(), text.as_str());
        let (table, _) = read(&sources, id);
        let (line, with) = insert(&text, &table, key, value).ok_or("there is no place for it")?;
        text = with;
        placed.push(line);
    }
    let with = library.load_changed(loaded, &text);
    let (Some(old), Some(new)) = (&loaded.rules, &with.rules) else {
        let first = with
            .findings
            .iter()
            .find(|f| f.severity == crate::diagnostics::Severity::Error);
        return Err(first.map_or_else(String::new, |f| f.message.clone()));
    };
    if Diff::new(old, new).is_same() {
        return Err("it changes nothing".to_owned());
    }
    Ok(Offer {
        lines: placed,
        text,
    })
}
