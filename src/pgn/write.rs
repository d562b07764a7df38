//! Writing: tags one a line, then the moves in lines of at most 80 characters.

use super::record::{Line, Note, Record, Step, plain};
use crate::board::Side;
use std::fmt;

/// The longest line of moves. Only a single word, and a comment that has to stand on its line alone, can be longer.
const WIDTH: usize = 80;

/// All records as one text, an empty line between them.
///
/// ```
/// let text = "[White \"Anna\"]\n\n1. e4 *\n\n[White \"Bert\"]\n\n1. d4 d5 1/2-1/2\n";
/// let records = ferz::pgn::read(text)?;
/// assert_eq!(ferz::pgn::write(&records), text);
/// # Ok::<(), ferz::pgn::PgnError>(())
/// ```
pub fn write<'a>(records: impl IntoIterator<Item = &'a Record>) -> String {
    let texts: Vec<String> = records.into_iter().map(ToString::to_string).collect();
    texts.join("\n")
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut lines = Lines::default();
        lines.moves(&self.moves, Turn::first(self));
        lines.word(self.result.text());
        f.write_str(&lines.finish())
    }
}

/// Whose move with which number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    number: u64,
    side: Side,
}

impl Turn {
    /// The turn of a record's first move, from its tag `FEN`.
    fn first(record: &Record) -> Self {
        let fields: Vec<&str> = record
            .tag("FEN")
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        let black = fields.get(1) == Some(&"b");
        let is_number = |field: &&&str| field.bytes().all(|b| b.is_ascii_digit());
        // The last field, if the one before it is a number too: the half-move clock.
        let numbers = fields.iter().skip(2).rev().take(2).filter(is_number);
        let number = match &numbers.collect::<Vec<_>>()[..] {
            [number, _] => number.parse::<u32>().ok().map(u64::from),
            _ => None,
        };
        Self {
            number: number.unwrap_or(1),
            side: if black { Side::Black } else { Side::White },
        }
    }

    /// The turn in a position.
    pub(super) fn of(number: u32, side: Side) -> Self {
        Self {
            number: number.into(),
            side,
        }
    }

    fn next(self) -> Self {
        Self {
            number: self.number + u64::from(self.side == Side::Black),
            side: self.side.other(),
        }
    }

    fn dots(self) -> String {
        let dots = if self.side == Side::White { "." } else { "..." };
        format!("{}{dots}", self.number)
    }
}

impl fmt::Display for Turn {
    /// `12.` or `12…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.side == Side::White { '.' } else { '…' };
        write!(f, "{}{dots}", self.number)
    }
}

/// Words put into lines.
#[derive(Default)]
struct Lines {
    out: String,
    column: usize,
    /// The word that may still grow.
    word: String,
    /// What the next word begins with: opened parentheses.
    before: String,
}

impl Lines {
    fn moves(&mut self, line: &Line, mut turn: Turn) {
        for comment in &line.comments {
            self.comment(comment);
        }
        let mut numbered = false;
        for step in &line.steps {
            if turn.side == Side::White || !numbered {
                self.word(&turn.dots());
            }
            self.step(step, turn);
            numbered = step.notes.iter().all(|n| matches!(n, Note::Glyph(_)));
            turn = turn.next();
        }
    }

    fn step(&mut self, step: &Step, turn: Turn) {
        self.word(&step.text);
        for note in &step.notes {
            match note {
                Note::Glyph(number) => self.word(&format!("${number}")),
                Note::Comment(text) => self.comment(text),
                // One without moves would be read as a mistake.
                Note::Variation(line) if line.steps.is_empty() => {}
                Note::Variation(line) => {
                    self.flush();
                    self.before.push('(');
                    self.moves(line, turn);
                    self.word.push(')');
                }
            }
        }
    }

    fn comment(&mut self, text: &str) {
        let text = plain(text);
        if text.contains('}') {
            // Braces cannot hold it: it takes the rest of the line.
            self.word(&format!("; {text}"));
            self.flush();
            self.end_line();
            return;
        }
        // A word that means something to programs at the beginning of a line stays with the one before it.
        let mut words: Vec<String> = Vec::new();
        for word in format!("{{{text}}}").split(' ') {
            match words.last_mut() {
                Some(last) if word.starts_with(['%', '[', ';']) => {
                    last.push(' ');
                    last.push_str(word);
                }
                _ => words.push(word.to_owned()),
            }
        }
        for word in &words {
            self.word(word);
        }
    }

    fn word(&mut self, word: &str) {
        self.flush();
        self.word = std::mem::take(&mut self.before) + word;
    }

    /// Puts the word into its line.
    fn flush(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let word = std::mem::take(&mut self.word);
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.end_line();
        }
        if self.column > 0 {
            self.out.push(' ');
            self.column += 1;
        }
        self.out += &word;
        self.column += length;
    }

    fn end_line(&mut self) {
        self.out.push('\n');
        self.column = 0;
    }

    fn finish(mut self) -> String {
        self.flush();
        self.end_line();
        self.out
    }
}
