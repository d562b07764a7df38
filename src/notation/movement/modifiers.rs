//! The small letters before an atom, taken in any order.
//!
//! Collects what is written and answers what is no modifier, or none of this version. What letters mean together with
//! an atom is decided in `lower`.

use super::betza::{Prefix, PrefixKind};
use super::directions::Letter;
use crate::notation::findings::NotationFinding;
use std::ops::Range as Span;

/// The letters before an atom, with the groups of them that may be repeated.
#[derive(Debug, Default)]
pub(in crate::notation) struct Letters {
    /// In the order written.
    pub(in crate::notation) all: Vec<Letter>,
    /// The groups `(az)`, as ranges of `all`.
    pub(in crate::notation) groups: Vec<Span<usize>>,
    /// Whether something among them is an error.
    pub(in crate::notation) broken: bool,
}

/// The modifiers of one leg.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::notation) struct Modifiers {
    /// Direction letters, `z` and `q` in the order written.
    pub(in crate::notation) directions: Vec<Letter>,
    /// All other letters in the order written.
    pub(in crate::notation) others: Vec<Letter>,
}

impl Modifiers {
    /// The modifiers among these letters.
    pub(in crate::notation) fn of(letters: &[Letter]) -> Self {
        let (directions, others) = letters
            .iter()
            .partition(|l| matches!(letter_kind(l.letter), LetterKind::Direction));
        Self { directions, others }
    }

    /// Whether a letter is there.
    pub(in crate::notation) fn has(&self, letter: char) -> bool {
        self.others.iter().any(|l| l.letter == letter)
    }

    /// How often a letter is there.
    pub(in crate::notation) fn count(&self, letter: char) -> usize {
        self.others.iter().filter(|l| l.letter == letter).count()
    }

    /// Where a letter stands first.
    pub(in crate::notation) fn span(&self, letter: char) -> Span<usize> {
        let at = self
            .others
            .iter()
            .find(|l| l.letter == letter)
            .map_or(0, |l| l.at);
        at..at + 1
    }

    /// The first letter that is not one of these, with its place.
    pub(in crate::notation) fn first_but(&self, letters: &str) -> Option<Letter> {
        self.others
            .iter()
            .copied()
            .find(|l| !letters.contains(l.letter))
    }
}

/// Reads the letters of a term. `atom` is the text of what they modify.
pub(in crate::notation) fn read(
    text: &str,
    prefixes: &[Prefix],
    atom: Option<&str>,
    findings: &mut Vec<NotationFinding>,
) -> Letters {
    let mut letters = Letters::default();
    for prefix in prefixes {
        let span = prefix.span.clone();
        match prefix.kind {
            PrefixKind::Letter(letter) => letters.add(letter, span.start, findings),
            PrefixKind::Repeat => {
                let first = letters.all.len();
                let inside = text.get(span.start + 1..span.end - 1).unwrap_or_default();
                for (at, letter) in inside.char_indices() {
                    letters.add(letter, span.start + 1 + at, findings);
                }
                letters.groups.push(first..letters.all.len());
            }
            kind => {
                letters.broken = true;
                let finding = broken_prefix(text, kind, span.clone(), atom);
                findings.push(match kind {
                    PrefixKind::Grouping => with_letters_before(text, span, finding),
                    PrefixKind::Stray => with_letters_cut_off(text, &span, finding),
                    _ => finding,
                });
            }
        }
    }
    letters.broken |= doubled(&letters.all, findings);
    letters
}

/// Letters before a group of moves are for each of them.
fn with_letters_before(text: &str, span: Span<usize>, finding: NotationFinding) -> NotationFinding {
    let before = text.get(..span.start).unwrap_or_default();
    let letters = &before[before
        .trim_end_matches(|c: char| c.is_ascii_lowercase())
        .len()..];
    let inside = text.get(span).unwrap_or_default();
    let moves = inside.trim_start_matches('(').trim_end_matches(')');
    if letters.is_empty() || moves.contains(['(', ')', '-']) {
        return finding;
    }
    let starts_term = |(at, _): &(usize, char)| {
        let last = moves[..*at].chars().next_back();
        last.is_none_or(|c| !c.is_ascii_lowercase())
    };
    let letter = |&(_, c): &(usize, char)| c.is_ascii_alphabetic();
    let mut rewrite = String::new();
    for (at, c) in moves.char_indices() {
        if letter(&(at, c)) && starts_term(&(at, c)) {
            rewrite += letters;
        }
        rewrite.push(c);
    }
    finding.help(format!("write the letters on each move: `{rewrite}`"))
}

/// Letters right before a comma belong to no atom.
fn with_letters_cut_off(
    text: &str,
    span: &Span<usize>,
    finding: NotationFinding,
) -> NotationFinding {
    let written = text.get(span.clone()).unwrap_or_default();
    let before = text.get(..span.start).unwrap_or_default();
    let letters = &before[before
        .trim_end_matches(|c: char| c.is_ascii_lowercase())
        .len()..];
    if letters.is_empty() || !written.starts_with([',', ';', '+']) {
        return finding;
    }
    finding.help(format!(
        "letters stand before their atom, and `{letters}` before the `{written}` has none; moves are written together"
    ))
}

impl Letters {
    fn add(&mut self, letter: char, at: usize, findings: &mut Vec<NotationFinding>) {
        match letter_kind(letter) {
            LetterKind::Unknown => {
                self.broken = true;
                findings.push(unknown_letter(letter, at..at + 1));
            }
            LetterKind::Direction | LetterKind::Modifier | LetterKind::Separator => {
                self.all.push(Letter { letter, at });
            }
        }
    }
}

enum LetterKind {
    Direction,
    Modifier,
    /// `a`: behind it another leg begins.
    Separator,
    Unknown,
}

fn letter_kind(letter: char) -> LetterKind {
    match letter {
        'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' | 'z' | 'q' => LetterKind::Direction,
        'm' | 'c' | 'd' | 'e' | 'g' | 'i' | 'j' | 'k' | 'n' | 'o' | 'p' | 't' | 'u' | 'x' | 'y' => {
            LetterKind::Modifier
        }
        'a' => LetterKind::Separator,
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
        let place = finding.span.clone();
        finding
            .help(format!(
                "atoms are capitals: write `{capital}` if the atom is meant"
            ))
            .offer(place, capital.to_string())
    } else {
        finding.help("directions are f b l r v s h, turns z q, other modifiers m c d e g i j k n o p t u x y, and `a` begins another leg")
    }
}

/// A number before its atom. It is put behind the atom, unless there is one.
fn misplaced_range(text: &str, span: Span<usize>, atom: Option<&str>) -> NotationFinding {
    let written = text.get(span.clone()).unwrap_or_default();
    let message = "a number goes right after its atom";
    let finding = NotationFinding::error("range-before-atom", span.clone(), message);
    let Some(atom) = atom else {
        return finding.help("write it like `R4`");
    };
    let finding = finding.help(format!("write `{atom}{written}`"));
    let rest = text.get(span.end..).unwrap_or_default();
    let Some((letters, behind)) = rest.split_once(atom) else {
        return finding;
    };
    let is_letters = letters.chars().all(|c| c.is_ascii_lowercase());
    if !is_letters || behind.starts_with(|c: char| c.is_ascii_digit() || c == '*') {
        return finding;
    }
    let end = span.end + letters.len() + atom.len();
    finding.fix(span.start..end, format!("{letters}{atom}{written}"))
}

fn broken_prefix(
    text: &str,
    kind: PrefixKind,
    span: Span<usize>,
    atom: Option<&str>,
) -> NotationFinding {
    let written = text.get(span.clone()).unwrap_or_default();
    match kind {
        PrefixKind::Grouping => NotationFinding::error(
            "other-dialect",
            span,
            format!("`{written}` is Betza 2.0, where parentheses group moves"),
        )
        .rewritten(written),
        PrefixKind::OpenGroup => NotationFinding::error(
            "unclosed-group",
            span,
            "`(` is never closed before the atom",
        )
        .help("a group is written like `(az)`; take the parenthesis out if none was meant"),
        PrefixKind::MisplacedRange => misplaced_range(text, span, atom),
        PrefixKind::Braces => NotationFinding::error(
            "other-dialect",
            span,
            "a choice in braces is not part of this notation",
        )
        .help("write all the moves one after the other"),
        PrefixKind::Colons => {
            let pair = written.trim_matches(':');
            NotationFinding::error(
                "other-dialect",
                span,
                format!("`{written}` is another dialect's way to write a leap"),
            )
            .instead(&format!("({pair})"))
        }
        PrefixKind::Letter(_) | PrefixKind::Repeat | PrefixKind::Stray => stray(written, span),
    }
}

impl NotationFinding {
    /// Says how the moves that Betza 2.0 joins in parentheses are written here. Other programs may read them otherwise.
    fn rewritten(self, written: &str) -> Self {
        let groups: Option<Vec<String>> = written.split_inclusive(')').map(group_rewrite).collect();
        match groups {
            Some(groups) => {
                let (place, text) = (self.span.clone(), groups.concat());
                self.help(format!("write `{text}`")).offer(place, text)
            }
            None => self.help(
                "write legs with `a` before one atom, `cabK`, or with atoms of their own in brackets, `[F-R]`",
            ),
        }
    }
}

/// One pair of parentheses, if it joins two legs or moves in a simple way.
fn group_rewrite(written: &str) -> Option<String> {
    let inside = written.strip_prefix('(')?.strip_suffix(')')?;
    if inside.contains(['(', ')']) || inside.matches('-').count() > 1 {
        return None;
    }
    let Some((first, second)) = inside.split_once('-') else {
        return Some(inside.to_owned());
    };
    let capitals = |leg: &str| leg.chars().filter(char::is_ascii_uppercase).count();
    if first.chars().last() != second.chars().last() || capitals(first) * capitals(second) != 1 {
        return Some(format!("[{inside}]"));
    }
    let (letters, atom) = first.split_at(first.len() - 1);
    Some(match &second[..second.len() - 1] {
        // There `a` is for all directions, here the usual ones are all but back.
        "a" => format!("{letters}a{atom}{letters}ab{atom}"),
        "" => format!("{letters}af{atom}"),
        turn => format!("{letters}a{turn}{atom}"),
    })
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
        Some(',' | ';') => finding
            .help("moves are written together without commas, or with blanks between them")
            .out(),
        Some('+') => finding
            .help(
                "moves that are written one after the other are already joined; leave out the `+`",
            )
            .out(),
        Some('?') => finding.help("`?` stands only between the legs in square brackets"),
        Some('-') => finding.help("`-` stands only between the legs in square brackets"),
        Some('\\') => finding.help("take it out; look at how the text is quoted in the file"),
        Some(')' | ']') => {
            let place = finding.span.clone();
            finding
                .help("nothing was opened before it; take it out")
                .offer(place, "")
        }
        Some('(') => finding.help("a leap is written like `(1,4)`"),
        Some('*') => finding.help("`*` stands right behind an atom, like a number"),
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
            _ => continue,
        });
        found = true;
    }
    found
}

/// Warns of letters that are there twice. `jj` skips two squares, `ii` and `nn` have a meaning of their own.
pub(in crate::notation) fn warn_repeated(
    modifiers: &Modifiers,
    findings: &mut Vec<NotationFinding>,
) {
    let letters = &modifiers.others;
    for (i, letter) in letters.iter().enumerate() {
        let name = letter.letter;
        if !"jin".contains(name) && letters[..i].iter().any(|l| l.letter == name) {
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
