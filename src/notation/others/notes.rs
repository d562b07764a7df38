//! What is worth knowing about a movement that is not wrong: what other programs make of it, terms that do nothing.

use super::fairy;
use super::futile::{self, BOARDS, Mobility};
use super::xboard::{self, NotInXBoard};
use crate::board::{Shape, Side};
use crate::notation::castle;
use crate::notation::findings::NotationFinding;
use crate::notation::movement::legs::Legs;
use crate::notation::movement::term::{Action, Movement, Term, When};
use std::collections::HashMap;
use std::ops::Range as Span;

/// Notes about the movement that a text was read as, in the order of the text. `shape` is the board that it is for.
///
/// | code | about |
/// |---|---|
/// | `not-in-xboard` | a term that `XBoard` does not have, and why |
/// | `xboard-reads` | what `XBoard` makes of the text as it stands, with the spelling that it needs |
/// | `fairy-stockfish` | what Fairy-Stockfish does not have, and what it makes of the text |
/// | `never-moves-here` | a term for which the board is too small, or that was not found to move |
/// | `adds-nothing` | a term whose moves another one has too |
/// | `can-pass` | a term that can change nothing but whose turn it is |
///
/// What warnings of [`parse`](crate::notation::parse()) say is not said again.
///
/// ```
/// use ferz::board::Shape;
/// use ferz::notation::{notes, parse};
/// let text = "mfWcefF";
/// let found = notes(text, &parse(text).movement, Shape::new(8, 8)?);
/// assert_eq!(found[0].code, "xboard-reads");
/// assert_eq!(found[0].help.as_deref(), Some("for XBoard write `fmWfceF`"));
/// # Ok::<(), ferz::board::ShapeError>(())
/// ```
pub fn notes(text: &str, movement: &Movement, shape: Shape) -> Vec<NotationFinding> {
    let mut notes = Vec::new();
    useless_terms(text, movement, shape, &mut notes);
    xboard_notes(text, movement, shape, &mut notes);
    fairy_notes(text, movement, &mut notes);
    notes.sort_by_key(|n| (n.span.start, n.span.end));
    notes
}

/// The text of a term.
fn written<'a>(text: &'a str, term: &Term) -> &'a str {
    text.get(term.span.clone()).unwrap_or_default()
}

/// A text in backticks, or a word for it where it is too long for a sentence.
fn quoted(text: &str) -> String {
    if text.len() > 80 {
        "the text".to_owned()
    } else {
        format!("`{text}`")
    }
}

fn whole(text: &str) -> Span<usize> {
    0..text.len()
}

/// Terms that never move, pass, or repeat another one.
fn useless_terms(text: &str, movement: &Movement, shape: Shape, notes: &mut Vec<NotationFinding>) {
    let terms = &movement.terms;
    let paths = terms.iter().filter_map(Term::legs).map(|l| l.paths().len());
    let comparable = terms.len().max(paths.sum()) <= futile::MOST_PATHS;
    #[allow(clippy::mutable_key_type)] // the compiled program counts for neither equality nor hash
    let mut known: HashMap<&Legs, Mobility> = HashMap::new();
    for (n, term) in terms.iter().enumerate() {
        let span = term.span.clone();
        let name = written(text, term);
        if let Action::Castle(castling) = &term.action {
            let mut possible = false;
            for from in shape.squares() {
                castle(shape, castling, from, Side::White, |_| possible = true);
            }
            if !possible {
                let message = format!(
                    "`{name}` never castles on a board of {} files: nobody stands so far from the edge",
                    shape.files()
                );
                notes.push(
                    NotationFinding::note("never-moves-here", span.clone(), message)
                        .help("take it out, or castle by fewer squares"),
                );
            }
        }
        if let Some(legs) = term.legs() {
            let board = format!("a board of {} x {} squares", shape.files(), shape.ranks());
            match *known
                .entry(legs)
                .or_insert_with(|| futile::mobility(shape, legs))
            {
                Mobility::Moves { can_pass: false } => {}
                Mobility::Moves { can_pass: true } => notes.push(
                    NotationFinding::note(
                        "can-pass",
                        span.clone(),
                        format!("with `{name}` a player can pass: the move may change nothing but whose turn it is"),
                    )
                    .help("if that is not meant, take it out or make a leg capture"),
                ),
                Mobility::NoRoom => notes.push(
                    NotationFinding::note(
                        "never-moves-here",
                        span.clone(),
                        format!("`{name}` never moves on {board}: it is too small"),
                    )
                    .help("take it out, or make the board larger"),
                ),
                Mobility::NeverSeen => notes.push(
                    NotationFinding::note(
                        "never-moves-here",
                        span.clone(),
                        format!("`{name}` had no move from any square of {BOARDS} boards that were tried, {board} each"),
                    )
                    .help("look whether its letters contradict each other"),
                ),
            }
        }
        let covers = |(m, other): &(usize, &Term)| {
            *m != n
                && futile::covered(term, other)
                // Of two that are the same the first one is kept.
                && (*m < n || !futile::covered(other, term))
        };
        if comparable && let Some((_, other)) = terms.iter().enumerate().find(covers) {
            let other = written(text, other);
            notes.push(
                NotationFinding::note(
                    "adds-nothing",
                    span,
                    format!("`{name}` adds nothing to `{other}`"),
                )
                .help("take it out"),
            );
        }
    }
}

/// Whether two movements have the same terms, places aside.
fn same(one: &Movement, other: &Movement) -> bool {
    let key = |term: &Term| Term {
        span: 0..0,
        ..term.clone()
    };
    one.terms.len() == other.terms.len()
        && one
            .terms
            .iter()
            .zip(&other.terms)
            .all(|(a, b)| key(a) == key(b))
}

fn xboard_notes(text: &str, movement: &Movement, shape: Shape, notes: &mut Vec<NotationFinding>) {
    #[allow(clippy::mutable_key_type)] // the compiled program counts for neither equality nor hash
    let mut known: HashMap<(When, &Action), Result<Vec<String>, NotInXBoard>> = HashMap::new();
    let mut spelled: Option<Vec<String>> = Some(Vec::new());
    let mut left = xboard::MOST_STEPS;
    for term in &movement.terms {
        let texts = known
            .entry((term.when, &term.action))
            .or_insert_with(|| xboard::terms(term, shape, &mut left));
        match texts {
            Ok(texts) => {
                if let Some(spelled) = &mut spelled {
                    for text in texts {
                        if !spelled.contains(text) {
                            spelled.push(text.clone());
                        }
                    }
                }
            }
            Err(why) => {
                spelled = None;
                notes.push(NotationFinding::note(
                    "not-in-xboard",
                    term.span.clone(),
                    format!(
                        "`{}` cannot be written for XBoard: {why}",
                        written(text, term)
                    ),
                ));
            }
        }
    }
    let read = xboard::as_typed(text);
    if same(&crate::notation::parse(&read).movement, movement) {
        return;
    }
    let message = if read.is_empty() {
        format!("XBoard does not read {}", quoted(text))
    } else {
        format!("XBoard reads {} as `{read}`", quoted(text))
    };
    let note = NotationFinding::note("xboard-reads", whole(text), message);
    let whole = spelled.and_then(|spelled| xboard::joined(&spelled).ok());
    notes.push(match whole {
        Some(whole) => note.help(format!("for XBoard write `{whole}`")),
        None => note,
    });
}

/// So many terms are named in one sentence.
const NAMED: usize = 5;

fn fairy_notes(text: &str, movement: &Movement, notes: &mut Vec<NotationFinding>) {
    let mut lacking: Vec<(String, Vec<&Term>)> = Vec::new();
    for term in &movement.terms {
        if let Some(why) = fairy::lacks(term) {
            match lacking.iter_mut().find(|(known, _)| *known == why) {
                Some((_, terms)) => terms.push(term),
                None => lacking.push((why, vec![term])),
            }
        }
    }
    let read = fairy::as_typed(text);
    let misread = !same(&crate::notation::parse(&read).movement, movement);
    for (n, (why, terms)) in lacking.iter().enumerate() {
        let mut names: Vec<String> = terms
            .iter()
            .take(NAMED)
            .map(|t| quoted(written(text, t)))
            .collect();
        if terms.len() > NAMED {
            names.push("more".to_owned());
        }
        let names = crate::notation::tell::sentence::list(names, "and");
        let mut message = format!("Fairy-Stockfish does not have {names}: {why}");
        if n == 0 && misread {
            message += &if read.is_empty() {
                "; it reads nothing here".to_owned()
            } else {
                format!("; it reads {} as `{read}`", quoted(text))
            };
        }
        let span = terms.first().map_or(whole(text), |t| t.span.clone());
        notes.push(NotationFinding::note("fairy-stockfish", span, message));
    }
    if lacking.is_empty() && misread {
        let message = if read.is_empty() {
            format!("Fairy-Stockfish does not read {}", quoted(text))
        } else {
            format!("Fairy-Stockfish reads {} as `{read}`", quoted(text))
        };
        notes.push(NotationFinding::note(
            "fairy-stockfish",
            whole(text),
            message,
        ));
    }
}
