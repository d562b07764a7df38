//! The small letters before an atom, taken in any order.
//!
//! Collects what is written and answers what is no modifier, or none of this version. What letters mean together with
//! an atom is decided in `lower`.

use super::betza::{Prefix, PrefixKind};
use super::directions::Letter;
use super::findings::NotationFinding;
use std::ops::Range as Span;

/// The modifiers of one term.
#[derive(Debug, Default)]
pub(super) struct Modifiers {
    /// Direction letters in the order written.
    pub(super) directions: Vec<Letter>,
    /// All other letters in the order written.
    others: Vec<Letter>,
    /// Whether something among them is an error.
    pub(super) broken: bool,
}

impl Modifiers {
    /// Whether a letter is there.
    pub(super) fn has(&self, letter: char) -> bool {
        self.others.iter().any(|l| l.letter == letter)
    }

    /// How often a letter is there.
    pub(super) fn count(&self, letter: char) -> usize {
        self.others.iter().filter(|l| l.letter == letter).count()
    }

    /// Where a letter stands first.
    pub(super) fn span(&self, letter: char) -> Span<usize> {
        let at = self
            .others
            .iter()
            .find(|l| l.letter == letter)
            .map_or(0, |l| l.at);
        at..at + 1
    }

    /// The first letter that is not one of these, with its place.
    pub(super) fn first_but(&self, letters: &str) -> Option<Letter> {
        self.others
            .iter()
            .copied()
            .find(|l| !letters.contains(l.letter))
    }
}

/// Reads the modifiers of a term. `atom` is the text of what they modify.
pub(super) fn read(
    text: &str,
    prefixes: &[Prefix],
    atom: Option<&str>,
    findings: &mut Vec<NotationFinding>,
) -> Modifiers {
    let mut all = Modifiers::default();
    let mut known = Vec::new();
    let mut later = Vec::new();
    for prefix in prefixes {
        let span = prefix.span.clone();
        let finding = match prefix.kind {
            PrefixKind::Letter(letter) => match letter_kind(letter) {
                LetterKind::Direction => {
                    known.push(Letter {
                        letter,
                        at: span.start,
                    });
                    all.directions.push(Letter {
                        letter,
                        at: span.start,
                    });
                    continue;
                }
                LetterKind::Modifier => {
                    known.push(Letter {
                        letter,
                        at: span.start,
                    });
                    all.others.push(Letter {
                        letter,
                        at: span.start,
                    });
                    continue;
                }
                LetterKind::Later(_) if later.contains(&letter) => continue,
                LetterKind::Later(what) => {
                    later.push(letter);
                    not_yet(span, format!("`{letter}` {what}"))
                }
                LetterKind::Unknown => unknown_letter(letter, span),
            },
            kind => broken_prefix(text, kind, span, atom),
        };
        all.broken = true;
        findings.push(finding);
    }
    all.broken |= doubled(&known, findings);
    if !all.broken {
        warn_repeated(&all.others, findings);
    }
    all
}

/// A finding about what a later version will read.
pub(super) fn not_yet(span: Span<usize>, what: impl std::fmt::Display) -> NotationFinding {
    NotationFinding::error("not-yet", span, format!("{what} not in this version"))
}

enum LetterKind {
    Direction,
    Modifier,
    Later(&'static str),
    Unknown,
}

fn letter_kind(letter: char) -> LetterKind {
    match letter {
        'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => LetterKind::Direction,
        'm' | 'c' | 'd' | 'e' | 'i' | 'j' | 'n' | 'p' | 'g' | 'o' | 'u' => LetterKind::Modifier,
        'a' => LetterKind::Later("starts another leg; moves of several legs are"),
        't' => LetterKind::Later("limits what may be captured or jumped over; that is"),
        'y' => LetterKind::Later("changes the range on the way; that is"),
        'x' => LetterKind::Later("lends a move to another piece; that is"),
        'k' => LetterKind::Later("limits a move to the capture of royal pieces; that is"),
        'z' => LetterKind::Later("makes a crooked ride; such rides are"),
        'q' => LetterKind::Later("makes a circular ride; such rides are"),
        _ => LetterKind::Unknown,
    }
}

fn unknown_letter(letter: char, span: Span<usize>) -> NotationFinding {
    let capital = letter.to_ascii_uppercase();
    let finding = NotationFinding::error(
        "unknown-modifier",
        span,
        format!("`{letter}` is not a modifier"),
    );
    if super::atoms::is_atom(capital) {
        finding.help(format!(
            "atoms are capitals: write `{capital}` if the atom is meant"
        ))
    } else {
        finding.help("directions are f b l r v s h, other modifiers m c d e i j n p g o u")
    }
}

fn broken_prefix(
    text: &str,
    kind: PrefixKind,
    span: Span<usize>,
    atom: Option<&str>,
) -> NotationFinding {
    let written = text.get(span.clone()).unwrap_or_default();
    match kind {
        PrefixKind::Repeat => not_yet(span, format!("`{written}` repeats a part of the move; such groups are")),
        PrefixKind::Grouping => {
            NotationFinding::error("other-dialect", span, format!("`{written}` is Betza 2.0, where parentheses group moves"))
                .help("write each move with its own atom, `KNAD` instead of `(KNAD)`; moves of several legs are not in this version")
        }
        PrefixKind::OpenGroup => NotationFinding::error("unclosed-group", span, "`(` is never closed before the atom")
            .help("a group is written like `(az)`; take the parenthesis out if none was meant"),
        PrefixKind::MisplacedRange => {
            let finding = NotationFinding::error("range-before-atom", span, "a number goes right after its atom");
            match atom {
                Some(atom) => finding.help(format!("write `{atom}{written}`")),
                None => finding.help("write it like `R4`"),
            }
        }
        PrefixKind::Braces => {
            NotationFinding::error("other-dialect", span, "a choice in braces is not part of this notation")
                .help("write all the moves one after the other")
        }
        PrefixKind::Colons => {
            let pair = written.trim_matches(':');
            NotationFinding::error("other-dialect", span, format!("`{written}` is another dialect's way to write a leap"))
                .help(format!("write `({pair})`"))
        }
        PrefixKind::Letter(_) | PrefixKind::Stray => stray(written, span),
    }
}

/// Characters that mean nothing here.
fn stray(written: &str, span: Span<usize>) -> NotationFinding {
    let quoted = written.escape_debug();
    let finding = NotationFinding::error(
        "unexpected-character",
        span,
        format!("`{quoted}` means nothing here"),
    );
    match written.chars().next() {
        Some(',' | ';') => {
            finding.help("moves are written together without commas, or with blanks between them")
        }
        Some('+') => finding.help(
            "moves that are written one after the other are already joined; leave out the `+`",
        ),
        Some('?') => finding.help("`?` stands only between the legs in square brackets"),
        Some('-') => finding.help("`-` stands only between the legs in square brackets"),
        Some('\\') => finding.help("take it out; look at how the text is quoted in the file"),
        Some(')' | ']') => finding.help("nothing was opened before it; take it out"),
        Some('(') => finding.help("a leap is written like `(1,4)`"),
        Some('*') => finding.help("a range is a number, and 0 is unlimited"),
        Some('.') => finding.help("a range is a whole number right after its atom"),
        _ => finding.help("movement is written with plain letters and digits, such as `fmWfcF`"),
    }
}

/// Letters that stand twice and then mean something else, in other dialects or in a later version.
fn doubled(letters: &[Letter], findings: &mut Vec<NotationFinding>) -> bool {
    let mut found = false;
    for pair in letters.windows(2) {
        let &[first, second] = pair else { continue };
        if first.letter != second.letter || first.at + 1 != second.at {
            continue;
        }
        let span = first.at..second.at + 1;
        let other = |what: &str, span, help: &str| {
            NotationFinding::error(
                "other-dialect",
                span,
                format!("{what} is not part of this notation"),
            )
            .help(help)
        };
        findings.push(match first.letter {
            'h' => other("`hh`, the halfling,", span, "give the range as a number"),
            's' => other(
                "`ss`, the spacious slider,",
                span,
                "write a single `s` if sideways is meant",
            ),
            'c' => other(
                "`cc`, the forced capture,",
                span,
                "write a single `c` if a capture is meant",
            ),
            'i' => not_yet(
                span,
                "`ii` asks for a piece one rank ahead of its start; that is",
            ),
            _ => continue,
        });
        found = true;
    }
    found
}

/// Warns of letters that are there twice. `jj` skips two squares.
fn warn_repeated(letters: &[Letter], findings: &mut Vec<NotationFinding>) {
    for (i, letter) in letters.iter().enumerate() {
        let name = letter.letter;
        if name != 'j' && letters[..i].iter().any(|l| l.letter == name) {
            let span = letter.at..letter.at + 1;
            findings.push(
                NotationFinding::warning(
                    "redundant-modifier",
                    span,
                    format!("`{name}` is there twice"),
                )
                .help("leave out one of them"),
            );
        }
    }
}
