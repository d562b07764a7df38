//! Reading: tokens from the grammar, put together to records with a stack of open variations.

use super::error::{PgnError, PgnProblem, Spot};
use super::record::{Line, Note, Record, Score, Step, plain};
use pest::Parser;
use pest::iterators::Pair;

/// The parser that is generated from the grammar.
mod grammar {
    #![allow(missing_docs)]
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/pgn.pest"]
    pub(super) struct PgnParser;
}
use grammar::{PgnParser, Rule};

/// No longer text is read at once.
pub const MAX_BYTES: usize = 16 << 20;
/// How deep variations may be nested.
pub const MAX_DEPTH: usize = 64;

/// The marks of judgement that are written behind a move, with their numbers.
const GLYPHS: [(&str, u8); 6] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
];

/// Reads all games of a text. A game without a mark at its end takes the one of its tag `Result`.
///
/// ```
/// let error = ferz::pgn::read("1. e4 {oops").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 7: this comment has no end: a `}` is missing");
/// ```
///
/// # Errors
/// The first thing in the text that is no part of a game. Whether the moves are legal is not asked.
pub fn read(text: &str) -> Result<Vec<Record>, PgnError> {
    if text.len() > MAX_BYTES {
        return Err(PgnError::new(None, PgnProblem::TooLarge));
    }
    let mut reader = Reader::new(text);
    let whole = PgnParser::parse(Rule::file, text).map_err(|_| {
        // The grammar takes every text; this is for its own mistakes.
        PgnError::new(None, PgnProblem::Unexpected(first_word(text)))
    })?;
    for token in whole.flat_map(Pair::into_inner) {
        reader.token(&token)?;
    }
    reader.finish()
}

/// What is being read.
struct Reader<'a> {
    places: Places<'a>,
    records: Vec<Record>,
    /// The game that is being read.
    record: Record,
    /// Its line and the open variations, each with the place of its `(`.
    open: Vec<(Line, Spot)>,
    /// Whether anything of the game has been read.
    begun: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            places: Places::new(text),
            records: Vec::new(),
            record: Record::new(),
            open: vec![(Line::default(), Spot { line: 1, column: 1 })],
            begun: false,
        }
    }

    fn token(&mut self, token: &Pair<'_, Rule>) -> Result<(), PgnError> {
        let spot = self.places.at(token.as_span().start());
        let problem = |problem| Err(PgnError::new(Some(spot), problem));
        let text = token.as_str();
        match token.as_rule() {
            Rule::tag => return self.tag(token, spot),
            Rule::comment | Rule::remark => self.comment(inner(token)),
            Rule::word => return self.word(text, spot),
            Rule::nag => {
                let digits = inner(token);
                let Ok(glyph) = digits.parse() else {
                    return problem(PgnProblem::BadAnnotation(digits.to_owned()));
                };
                return self.note(
                    Note::Glyph(glyph),
                    Some(spot),
                    PgnProblem::NothingToAnnotate,
                );
            }
            Rule::open => {
                if self.line().is_some_and(|line| line.steps.is_empty()) {
                    return problem(PgnProblem::NothingToVary);
                }
                if self.open.len() > MAX_DEPTH {
                    return problem(PgnProblem::TooDeep);
                }
                self.open.push((Line::default(), spot));
            }
            Rule::close => return self.close(spot),
            Rule::result => {
                if self.open.len() > 1 {
                    // Some programs end a variation with a result; it says nothing about the game.
                    return Ok(());
                }
                self.end(Score::read(text))?;
            }
            Rule::stray if text.starts_with('{') => return problem(PgnProblem::OpenComment),
            Rule::stray if text.starts_with('[') => return problem(PgnProblem::BadTag),
            Rule::stray => return problem(PgnProblem::Unexpected(first_word(text))),
            // Move numbers, dots and "e.p." say nothing that the moves do not say.
            _ => {}
        }
        Ok(())
    }

    fn line(&mut self) -> Option<&mut Line> {
        self.begun = true;
        self.open.last_mut().map(|(line, _)| line)
    }

    fn tag(&mut self, token: &Pair<'_, Rule>, spot: Spot) -> Result<(), PgnError> {
        if self.open.len() > 1 {
            return Err(PgnError::new(Some(spot), PgnProblem::TagInVariation));
        }
        if self.open.iter().any(|(line, _)| !line.steps.is_empty()) {
            // The mark at the end of the game before is missing.
            self.end(None)?;
        }
        if self.record.tags.is_empty() {
            self.give_back_comments();
        }
        self.begun = true;
        let mut parts = token.clone().into_inner();
        let name = parts.next().map_or("", |p| p.as_str());
        let value = parts.next().map_or("", |p| p.as_str());
        // A name that is there twice is kept twice.
        self.record.tags.push((name.to_owned(), unescaped(value)));
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let text = plain(text);
        let Some(line) = self.line() else { return };
        match line.steps.last_mut() {
            Some(step) => step.notes.push(Note::Comment(text)),
            None => line.comments.push(text),
        }
    }

    /// A move, or marks of judgement, or both.
    fn word(&mut self, text: &str, spot: Spot) -> Result<(), PgnError> {
        let bare = text.trim_end_matches(['!', '?']);
        let glyph = GLYPHS
            .iter()
            .find(|(sign, _)| *sign == &text[bare.len()..])
            .map(|&(_, number)| number);
        if bare.is_empty() && glyph.is_none() {
            let problem = PgnProblem::Unexpected(text.to_owned());
            return Err(PgnError::new(Some(spot), problem));
        }
        if !bare.is_empty() {
            let text = if glyph.is_some() { bare } else { text };
            let step = Step {
                spot: Some(spot),
                ..Step::new(text)
            };
            if let Some(line) = self.line() {
                line.steps.push(step);
            }
        }
        match glyph {
            Some(glyph) => self.note(
                Note::Glyph(glyph),
                Some(spot),
                PgnProblem::NothingToAnnotate,
            ),
            None => Ok(()),
        }
    }

    /// Adds a note to the last move.
    fn note(
        &mut self,
        note: Note,
        spot: Option<Spot>,
        otherwise: PgnProblem,
    ) -> Result<(), PgnError> {
        let step = self.line().and_then(|line| line.steps.last_mut());
        let step = step.ok_or(PgnError::new(spot, otherwise))?;
        step.notes.push(note);
        Ok(())
    }

    fn close(&mut self, spot: Spot) -> Result<(), PgnError> {
        if self.open.len() < 2 {
            return Err(PgnError::new(Some(spot), PgnProblem::Unopened));
        }
        let Some((line, start)) = self.open.pop() else {
            return Ok(());
        };
        if line.steps.is_empty() {
            return Err(PgnError::new(Some(start), PgnProblem::EmptyVariation));
        }
        self.note(
            Note::Variation(line),
            Some(start),
            PgnProblem::NothingToVary,
        )
    }

    /// Ends a game.
    fn end(&mut self, score: Option<Score>) -> Result<(), PgnError> {
        if self.open.len() > 1 {
            let spot = self.open.last().map(|(_, spot)| *spot);
            return Err(PgnError::new(spot, PgnProblem::OpenVariation));
        }
        let mut record = std::mem::take(&mut self.record);
        if let Some((line, _)) = self.open.last_mut() {
            record.moves = std::mem::take(line);
        }
        let by_tag = || record.tag("Result").and_then(Score::read);
        record.result = score.or_else(by_tag).unwrap_or_default();
        self.records.push(record);
        self.begun = false;
        Ok(())
    }

    /// Comments behind the end of a game belong to it, not to the next one.
    fn give_back_comments(&mut self) {
        let (Some(record), Some((line, _))) = (self.records.last_mut(), self.open.last_mut())
        else {
            return;
        };
        if !line.steps.is_empty() {
            return;
        }
        let comments = std::mem::take(&mut line.comments);
        match record.moves.steps.last_mut() {
            Some(step) => step.notes.extend(comments.into_iter().map(Note::Comment)),
            None => record.moves.comments.extend(comments),
        }
        self.begun = false;
    }

    fn finish(mut self) -> Result<Vec<Record>, PgnError> {
        if self.open.len() == 1 && self.record.tags.is_empty() {
            self.give_back_comments();
        }
        if self.begun {
            self.end(None)?;
        }
        Ok(self.records)
    }
}

/// The text of a token's only part.
fn inner<'a>(token: &Pair<'a, Rule>) -> &'a str {
    token
        .clone()
        .into_inner()
        .next()
        .map_or("", |part| part.as_str())
}

/// A tag's value without escapes.
fn unescaped(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = (c == '\\')
            .then(|| chars.next_if(|next| matches!(next, '\\' | '"')))
            .flatten();
        out.push(escaped.unwrap_or(c));
    }
    out
}

/// The beginning of a text, short enough for a message.
fn first_word(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or_default();
    word.chars().take(20).collect()
}

/// Finds line and column of places that are asked in their order, in one pass over the text.
struct Places<'a> {
    text: &'a str,
    offset: usize,
    spot: Spot,
}

impl<'a> Places<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            offset: 0,
            spot: Spot { line: 1, column: 1 },
        }
    }

    fn at(&mut self, offset: usize) -> Spot {
        for c in self
            .text
            .get(self.offset..offset)
            .unwrap_or_default()
            .chars()
        {
            if c == '\n' {
                self.spot.line += 1;
                self.spot.column = 1;
            } else {
                self.spot.column += 1;
            }
        }
        self.offset = offset.max(self.offset);
        self.spot
    }
}
