//! Atoms with what stands behind them: how long a step is, how many of them, castling.

use super::betza::{AtomAst, AtomName};
use super::directions::Geometry;
use super::term::Range;
use crate::notation::findings::NotationFinding;
use std::ops::Range as Span;

/// The largest number that a range or a leap may have: the longest side of a board.
const MAX_NUMBER: u32 = 16;

/// What an atom means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::notation) enum Atom {
    /// Steps of one size.
    Steps(Steps),
    /// `O` with the number of squares.
    Castling(u8),
    /// `U`: any other square.
    Universal,
}

/// The steps of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) struct Steps {
    pub(in crate::notation) geometry: Geometry,
    pub(in crate::notation) short: i32,
    pub(in crate::notation) long: i32,
    pub(in crate::notation) range: Range,
}

/// How an atom letter may be lengthened and doubled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Simple,
    Slider,
    Compound,
}

/// Whether a capital is an atom of this version.
pub(in crate::notation) fn is_atom(capital: char) -> bool {
    capital == 'O' || capital == 'U' || table(capital).is_some()
}

/// The family of a leap by its two sides.
pub(in crate::notation) fn geometry(short: i32, long: i32) -> Geometry {
    if short == 0 {
        Geometry::Straight
    } else if short == long {
        Geometry::Diagonal
    } else {
        Geometry::Oblique
    }
}

fn table(letter: char) -> Option<(Class, i32, i32)> {
    Some(match letter {
        'W' => (Class::Simple, 0, 1),
        'F' => (Class::Simple, 1, 1),
        'D' => (Class::Simple, 0, 2),
        'A' => (Class::Simple, 2, 2),
        'H' => (Class::Simple, 0, 3),
        'G' => (Class::Simple, 3, 3),
        'N' => (Class::Simple, 1, 2),
        'C' | 'L' => (Class::Simple, 1, 3),
        'Z' | 'J' => (Class::Simple, 2, 3),
        'R' => (Class::Slider, 0, 1),
        'B' => (Class::Slider, 1, 1),
        'K' | 'Q' => (Class::Compound, 0, 1),
        _ => return None,
    })
}

/// What an atom means, unless something is wrong with it. `followed` says whether another atom stands right behind it.
pub(in crate::notation) fn read(
    text: &str,
    ast: &AtomAst,
    followed: bool,
    findings: &mut Vec<NotationFinding>,
) -> Option<Atom> {
    let before = findings.len();
    let atom = match &ast.name {
        AtomName::Letter('O') => castling(text, ast, findings).map(Atom::Castling),
        AtomName::Letter('U') => universal(ast, findings).map(|()| Atom::Universal),
        AtomName::Letter(letter) => {
            if let Some(entry) = table(*letter) {
                letter_steps(text, ast, *letter, entry, findings).map(Atom::Steps)
            } else {
                findings.push(unknown(*letter, ast, followed));
                None
            }
        }
        AtomName::Vector(first, second) => {
            vector(text, ast, first, second, findings).map(Atom::Steps)
        }
    };
    let fine = !findings[before..]
        .iter()
        .any(|f| f.severity == crate::diagnostics::Severity::Error);
    atom.filter(|_| fine)
}

fn unknown(letter: char, ast: &AtomAst, followed: bool) -> NotationFinding {
    let span = ast.span.start..ast.span.start + 1;
    match letter {
        'I' => NotationFinding::error("unknown-atom", span, "`I`, the imitation of the last move, is not part of this notation")
            .help("write the moves that the piece can always make"),
        'X' | 'Y' if followed => {
            NotationFinding::error("suffix-before-atom", span, format!("`{letter}` comes after the atom that it lengthens"))
                .help(format!("write it like `N{letter}`"))
        }
        'X' | 'Y' => NotationFinding::error(
            "unknown-atom",
            span,
            format!("`{letter}` alone is not an atom; it lengthens the atom right before it"),
        )
        .help(format!("write it like `N{letter}`, and look at the letters before it")),
        _ => NotationFinding::error("unknown-atom", span, format!("`{letter}` is not an atom of this notation"))
            .help("the atoms are W F D N A H C Z G K R B Q U O and leaps like `(1,4)`; spell other pieces with them, for example RN"),
    }
}

fn letter_steps(
    text: &str,
    ast: &AtomAst,
    letter: char,
    (class, mut short, mut long): (Class, i32, i32),
    findings: &mut Vec<NotationFinding>,
) -> Option<Steps> {
    if let Some((suffix, span)) = &ast.extend {
        if class != Class::Simple {
            let message = format!(
                "`{suffix}` cannot lengthen `{letter}`, which is more than one simple leap"
            );
            findings.push(
                NotationFinding::error("bad-suffix", span.clone(), message).help(match letter {
                    'K' => format!("lengthen its parts, `W{suffix}F{suffix}`"),
                    _ => format!("only simple atoms can be lengthened, such as `N{suffix}`"),
                }),
            );
            return None;
        }
        (short, long) = if *suffix == 'X' {
            (short, long + 3)
        } else {
            (short + 2, long + 2)
        };
    }
    if let Some(modern) = deprecated(letter) {
        let span = ast.span.start..ast.span.start + 1;
        let message = format!(
            "`{letter}` is read as ({short},{long}) here, but some programs read it the other way round"
        );
        findings.push(
            NotationFinding::warning("deprecated-atom", span, message).instead(&modern.to_string()),
        );
    }
    let range = letter_range(text, ast, letter, class, findings)?;
    let geometry = if class == Class::Compound {
        Geometry::Compound
    } else {
        geometry(short, long)
    };
    Some(Steps {
        geometry,
        short,
        long,
        range,
    })
}

/// An atom's text with the letter that all programs read alike.
pub(in crate::notation) fn modern(atom: &str) -> String {
    let letter = atom.chars().next().unwrap_or_default();
    match deprecated(letter) {
        Some(modern) => atom.replace(letter, modern.encode_utf8(&mut [0; 4])),
        None => atom.to_owned(),
    }
}

fn deprecated(letter: char) -> Option<char> {
    match letter {
        'L' => Some('C'),
        'J' => Some('Z'),
        _ => None,
    }
}

fn letter_range(
    text: &str,
    ast: &AtomAst,
    letter: char,
    class: Class,
    findings: &mut Vec<NotationFinding>,
) -> Option<Range> {
    let written = range(text, ast, findings)?;
    if let (Some(second), true) = (
        ast.doubled.first(),
        letter == 'K' || class == Class::Slider || letter == 'Q',
    ) {
        let finding = if letter == 'K' {
            NotationFinding::error(
                "doubled-compound",
                second.clone(),
                "only simple atoms can be doubled; `K` is a compound",
            )
            .help("write `Q` if it may go as far as it likes")
        } else {
            NotationFinding::error(
                "doubled-slider",
                second.clone(),
                format!("`{letter}` is unlimited already"),
            )
            .help(format!("write `{letter}` once"))
            .out()
        };
        findings.push(finding);
        return None;
    }
    if let Some(third) = ast.doubled.get(1) {
        let message = format!(
            "`{letter}{letter}` goes on without limit already; another `{letter}` adds nothing"
        );
        findings.push(
            NotationFinding::error("tripled-atom", third.clone(), message)
                .help(format!("write `{letter}{letter}`"))
                .out(),
        );
        return None;
    }
    if let (Some(_), Some(span)) = (ast.doubled.first(), &ast.range) {
        let message =
            format!("`{letter}{letter}` has no limit, so that a number behind it contradicts it");
        findings.push(
            NotationFinding::error("bad-range", span.clone(), message).help(
                match text.get(span.clone()) {
                    Some(limit) if limit != "0" => format!("write `{letter}{limit}` for a limit"),
                    _ => format!("write `{letter}{letter}`"),
                },
            ),
        );
        return None;
    }
    let unlimited =
        !ast.doubled.is_empty() || (written.is_none() && (class == Class::Slider || letter == 'Q'));
    Some(if unlimited {
        Range::Unlimited
    } else {
        written.unwrap_or(Range::UpTo(1))
    })
}

/// The written range; an outer `None` is an error.
#[allow(clippy::option_option)] // "wrong" and "not written" are different answers
fn range(text: &str, ast: &AtomAst, findings: &mut Vec<NotationFinding>) -> Option<Option<Range>> {
    if let (Some(star), Some(_)) = (&ast.star, &ast.range) {
        findings.push(
            NotationFinding::error(
                "bad-range",
                star.clone(),
                "`*` is a range, like the number before it",
            )
            .help("write one of them"),
        );
        return None;
    }
    if ast.star.is_some() {
        return Some(Some(Range::Half));
    }
    if let Some(span) = &ast.fraction {
        findings.push(
            NotationFinding::error("bad-range", span.clone(), "a range is a whole number")
                .help("0 is unlimited: `W0`"),
        );
        return None;
    }
    let Some(span) = &ast.range else {
        return Some(None);
    };
    match number(text, span, findings)? {
        0 => Some(Some(Range::Unlimited)),
        n => Some(Some(Range::UpTo(n))),
    }
}

/// A range's number, checked.
fn number(text: &str, span: &Span<usize>, findings: &mut Vec<NotationFinding>) -> Option<u16> {
    let digits = text.get(span.clone()).unwrap_or_default();
    if digits.len() > 1 && digits.starts_with('0') {
        findings.push(
            NotationFinding::error("bad-range", span.clone(), "a range has no zero before it")
                .help("write the number alone; \"exactly so many steps\" cannot be said this way"),
        );
        return None;
    }
    match digits.parse::<u32>() {
        Ok(n) if n <= MAX_NUMBER => u16::try_from(n).ok(),
        _ => {
            let shown: String = digits.chars().take(12).collect();
            let dots = if shown.len() < digits.len() {
                "…"
            } else {
                ""
            };
            let message = format!(
                "a range of {shown}{dots} is more than any board has; the largest is {MAX_NUMBER}"
            );
            findings.push(
                NotationFinding::error("range-too-large", span.clone(), message)
                    .help("write 0 for an unlimited range"),
            );
            None
        }
    }
}

fn vector(
    text: &str,
    ast: &AtomAst,
    first: &str,
    second: &str,
    findings: &mut Vec<NotationFinding>,
) -> Option<Steps> {
    let written = range(text, ast, findings);
    let side = |digits: &str| {
        digits
            .parse::<u32>()
            .ok()
            .filter(|&n| n < MAX_NUMBER)
            .and_then(|n| i32::try_from(n).ok())
    };
    let (Some(a), Some(b)) = (side(first), side(second)) else {
        let message = format!(
            "a leap of more than {} squares fits on no board",
            MAX_NUMBER - 1
        );
        let end = ast
            .range
            .as_ref()
            .or(ast.fraction.as_ref())
            .or(ast.star.as_ref())
            .map_or(ast.span.end, |s| s.start);
        findings.push(NotationFinding::error(
            "bad-vector",
            ast.span.start..end,
            message,
        ));
        return None;
    };
    if (a, b) == (0, 0) {
        let message = "the leap (0,0) stays where it is";
        findings.push(
            NotationFinding::error("bad-vector", ast.span.clone(), message)
                .help("(0,1) is one step straight"),
        );
        return None;
    }
    let (short, long) = (a.min(b), a.max(b));
    Some(Steps {
        geometry: geometry(short, long),
        short,
        long,
        range: written?.unwrap_or(Range::UpTo(1)),
    })
}

/// What is wrong with a leap in parentheses that cannot be read.
pub(in crate::notation) fn broken_vector(text: &str, span: &Span<usize>) -> NotationFinding {
    let written = text.get(span.clone()).unwrap_or_default();
    let odd = written
        .char_indices()
        .skip(1)
        .find(|&(_, c)| !c.is_ascii_digit() && c != ',');
    match odd {
        None => NotationFinding::error(
            "unclosed-vector",
            span.start..span.start + 1,
            "the leap needs a closing parenthesis",
        )
        .help(format!("write `{written})`"))
        .fix(span.end..span.end, ")"),
        Some((at, ')')) => {
            let at = span.start + at;
            NotationFinding::error("bad-vector", at..at + 1, "a leap has two numbers")
                .help("write it like `(1,4)`: so many squares one way and so many across")
        }
        Some((at, c)) => {
            let at = span.start + at;
            NotationFinding::error(
                "bad-vector",
                at..at + c.len_utf8(),
                "the two numbers are separated by a comma",
            )
            .help("write it like `(1,4)`")
            .fix(at..at + c.len_utf8(), ",")
        }
    }
}

/// `U` has nothing behind it.
fn universal(ast: &AtomAst, findings: &mut Vec<NotationFinding>) -> Option<()> {
    let extended = ast.extend.iter().map(|(_, span)| span);
    let behind = extended
        .chain(&ast.doubled)
        .chain(&ast.range)
        .chain(&ast.fraction)
        .chain(&ast.star)
        .next();
    let Some(span) = behind else { return Some(()) };
    findings.push(
        NotationFinding::error("bad-range", span.clone(), "`U` goes to any square already")
            .help("write `U` alone"),
    );
    None
}

/// The number behind `@`: how many ranks its zone has; 1 if there is none.
pub(in crate::notation) fn drop_depth(
    text: &str,
    range: Option<&Span<usize>>,
    findings: &mut Vec<NotationFinding>,
) -> Option<u16> {
    let Some(span) = range else { return Some(1) };
    let before = findings.len();
    let depth = number(text, span, findings);
    for finding in &mut findings[before..] {
        finding.help = Some(format!(
            "write the number of ranks, 1 to {MAX_NUMBER}, counted from the own back rank"
        ));
    }
    match depth? {
        0 => {
            findings.push(
                NotationFinding::error(
                    "bad-range",
                    span.clone(),
                    "a zone of no ranks allows no drop",
                )
                .help("write the number of ranks, counted from the own back rank"),
            );
            None
        }
        n => Some(n),
    }
}

fn castling(text: &str, ast: &AtomAst, findings: &mut Vec<NotationFinding>) -> Option<u8> {
    if let Some((suffix, span)) = &ast.extend {
        findings.push(
            NotationFinding::error(
                "bad-suffix",
                span.clone(),
                format!("`{suffix}` cannot lengthen castling"),
            )
            .help("write the number of squares, `O3`"),
        );
        return None;
    }
    if let Some(span) = ast.doubled.first() {
        findings.push(
            NotationFinding::error(
                "doubled-compound",
                span.clone(),
                "castling cannot be doubled",
            )
            .help("write the number of squares, `O2`"),
        );
        return None;
    }
    let written = range(text, ast, findings)?;
    match (written, &ast.range) {
        (Some(Range::UpTo(n)), _) => u8::try_from(n).ok(),
        (Some(Range::Half), _) => {
            let span = ast.star.clone().unwrap_or(ast.span.clone());
            findings.push(
                NotationFinding::error("bad-range", span, "castling needs a number of squares")
                    .help("usually 2: `isO2`"),
            );
            None
        }
        (Some(Range::Unlimited), Some(span)) => {
            findings.push(
                NotationFinding::error(
                    "bad-range",
                    span.clone(),
                    "castling moves by at least one square",
                )
                .help("usually 2: `isO2`"),
            );
            None
        }
        _ => {
            let message = "castling needs the number of squares to move";
            findings.push(
                NotationFinding::error(
                    "castling-without-range",
                    ast.span.end..ast.span.end,
                    message,
                )
                .help("usually 2: `isO2`"),
            );
            None
        }
    }
}
