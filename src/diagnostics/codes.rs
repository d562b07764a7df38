//! The register of codes: every kind of finding with its severity and its paragraph in the manual.

use super::Severity::{self, Error, Note, Warning};
use crate::similar::similar;

/// The manual's page with a paragraph for each code, under a heading `## CODE`.
const PAGE: &str = include_str!("../../docs/codes.md");

/// A kind of finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Code {
    /// The word that stands for it, which stays the same from version to version.
    pub word: &'static str,
    /// How serious it is.
    pub severity: Severity,
}

impl Code {
    /// What it means and how to mend it, as Markdown without a heading.
    pub fn paragraph(&self) -> &'static str {
        let heading = format!("\n## {}\n", self.word);
        let Some(start) = PAGE.find(&heading) else {
            return "";
        };
        let rest = &PAGE[start + heading.len()..];
        rest.split("\n## ").next().unwrap_or_default().trim()
    }

    /// The same without the line that says the severity.
    pub fn text(&self) -> &'static str {
        let paragraph = self.paragraph();
        let rest = paragraph.split_once("\n\n");
        rest.map_or(paragraph, |(_, text)| text)
    }

    /// What it means, in one sentence.
    pub fn summary(&self) -> &'static str {
        let line = self.text().lines().next().unwrap_or_default();
        line.find(". ").map_or(line, |end| &line[..=end])
    }
}

/// All codes in alphabetical order.
pub fn codes() -> impl Iterator<Item = Code> {
    CODES
        .iter()
        .map(|&(word, severity)| Code { word, severity })
}

/// The code that a word stands for.
pub fn code(word: &str) -> Option<Code> {
    let found = CODES.binary_search_by(|(known, _)| known.cmp(&word)).ok()?;
    let (word, severity) = CODES[found];
    Some(Code { word, severity })
}

/// The code that a word was probably meant to be.
pub fn similar_code(word: &str) -> Option<&'static str> {
    similar(word, CODES.iter().map(|(known, _)| *known))
}

/// Stops a test in which a finding has a code that is not in the list, or another severity than there.
pub(crate) fn assert_known(word: &str, severity: Severity) {
    debug_assert!(
        code(word).is_some_and(|code| code.severity == severity),
        "`{word}` is no {} of src/diagnostics/codes.rs",
        severity.word()
    );
}

const E: Severity = Error;
const W: Severity = Warning;
const N: Severity = Note;

/// All codes, sorted.
const CODES: &[(&str, Severity)] = &[
    ("adds-nothing", N),
    ("alias-taken", W),
    ("all-holes", E),
    ("allow-error", W),
    ("allow-nobody", W),
    ("allow-reason", W),
    ("allow-unknown-code", W),
    ("always-second", W),
    ("always-true", W),
    ("ambiguous-direction", E),
    ("army-letter", E),
    ("army-of-one-side", E),
    ("army-too-deep", E),
    ("attack-circle", E),
    ("attacked-at-start", W),
    ("bad-castling-direction", E),
    ("bad-castling-modifier", E),
    ("bad-comparison", E),
    ("bad-count", E),
    ("bad-drop-modifier", E),
    ("bad-effect", E),
    ("bad-fact", E),
    ("bad-group", E),
    ("bad-h-pair", E),
    ("bad-item", E),
    ("bad-last-leg", E),
    ("bad-leg", E),
    ("bad-letter", E),
    ("bad-limit", E),
    ("bad-move", E),
    ("bad-name", E),
    ("bad-number", E),
    ("bad-origin", E),
    ("bad-part", E),
    ("bad-pattern", E),
    ("bad-picture", E),
    ("bad-place", E),
    ("bad-protocol-name", E),
    ("bad-range", E),
    ("bad-result", E),
    ("bad-square", E),
    ("bad-suffix", E),
    ("bad-test-value", E),
    ("bad-universal-modifier", E),
    ("bad-utf8", E),
    ("bad-value", E),
    ("bad-vector", E),
    ("base-outside", E),
    ("becomes-itself", E),
    ("board-size", E),
    ("bonus-without-more", E),
    ("borrowing-behind-effect", E),
    ("bound-piece", W),
    ("can-pass", N),
    ("cannot-stop", E),
    ("castling-without-direction", W),
    ("castling-without-range", E),
    ("check-at-start", W),
    ("circular-base", E),
    ("circular-name", E),
    ("conflicting-modifiers", E),
    ("count-and-men", E),
    ("dangling-h", E),
    ("dead-too-early", W),
    ("deep-base", E),
    ("deprecated-atom", W),
    ("derive-of-derived", E),
    ("direction-on-compound", W),
    ("doubled-compound", E),
    ("doubled-slider", E),
    ("drop-in-moves", E),
    ("duplicate-key", E),
    ("duplicate-letter", E),
    ("empty", E),
    ("empty-file", E),
    ("empty-group", E),
    ("empty-hands", W),
    ("empty-leg", W),
    ("empty-moves", E),
    ("empty-set", E),
    ("empty-shuffle", E),
    ("empty-test", E),
    ("empty-zone", E),
    ("fairy-stockfish", N),
    ("fen-check-ignored", E),
    ("fen-counter", E),
    ("fen-empty", E),
    ("fen-en-passant", E),
    ("fen-extra-field", E),
    ("fen-hand", E),
    ("fen-hand-too-full", E),
    ("fen-hole", E),
    ("fen-number", E),
    ("fen-rank-too-narrow", E),
    ("fen-rank-too-wide", E),
    ("fen-ranks", E),
    ("fen-rights", E),
    ("fen-side", E),
    ("fen-unknown-man", E),
    ("fen-wall", E),
    ("file-too-large", E),
    ("forbids-all", W),
    ("hands-overlooked", W),
    ("hands-without-array", E),
    ("idle-castling", W),
    ("idle-law", W),
    ("idle-limit", W),
    ("idle-must", W),
    ("idle-promotion", W),
    ("inherited-setup", E),
    ("lame-path", E),
    ("leg-default", N),
    ("letter-of-castling", W),
    ("line-for-nobody", E),
    ("losing-first-move", N),
    ("lost-at-start", W),
    ("man-won-at-start", W),
    ("mate-decides-nothing", N),
    ("misplaced-cylinder", E),
    ("misplaced-fact", E),
    ("missing-atom", E),
    ("missing-effect", E),
    ("missing-end", E),
    ("missing-fact", E),
    ("missing-file", E),
    ("missing-format", E),
    ("missing-from", E),
    ("missing-item", E),
    ("missing-key", E),
    ("missing-leg", E),
    ("missing-name", E),
    ("missing-number", E),
    ("missing-of", E),
    ("missing-part", E),
    ("missing-pattern", E),
    ("missing-place", E),
    ("missing-royal", E),
    ("missing-separator", E),
    ("missing-side", E),
    ("missing-to", E),
    ("mixed-line", E),
    ("modifier-outside-brackets", E),
    ("more", N),
    ("name-taken", E),
    ("nearly-symmetric", W),
    ("nested-too-deep", E),
    ("never-appears", W),
    ("never-happens", W),
    ("never-in-hand", E),
    ("never-moves", E),
    ("never-moves-here", N),
    ("never-true", W),
    ("newer-format", E),
    ("no-betza", E),
    ("no-castling-partner", E),
    ("no-castling-rights", W),
    ("no-derived-form", E),
    ("no-drop", W),
    ("no-inherited-moves", E),
    ("no-line", E),
    ("no-move-at-start", W),
    ("no-pieces", E),
    ("no-setup", E),
    ("no-square", E),
    ("nobody-can-win", N),
    ("not-in-xboard", N),
    ("not-one-piece", E),
    ("not-yet", E),
    ("note-two-moves", N),
    ("number-too-large", E),
    ("off-board", E),
    ("one-army", E),
    ("other-dialect", E),
    ("other-in-hand", E),
    ("over-at-once", W),
    ("overruled-key", W),
    ("part-at-and-vacated", E),
    ("part-needs-vacated", E),
    ("part-on-vacated", E),
    ("promotes-to-itself", W),
    ("promotes-to-royal", W),
    ("range-before-atom", E),
    ("range-too-large", E),
    ("recursive-word", E),
    ("redundant-direction", W),
    ("redundant-modifier", W),
    ("removes-nothing", W),
    ("reserved-name", E),
    ("rights-without-array", E),
    ("royal-promotes", E),
    ("said-twice", E),
    ("same-title", W),
    ("several-in-hand", E),
    ("several-pieces", E),
    ("shuffle-leaves-out", E),
    ("shuffle-of-one-side", E),
    ("shuffle-order", E),
    ("shuffle-too-many", E),
    ("shuffle-without-room", E),
    ("still-used", E),
    ("stray-space", E),
    ("stuck-piece", W),
    ("suffix-before-atom", E),
    ("syntax", E),
    ("text-too-long", E),
    ("to-without-restart", E),
    ("too-large", E),
    ("too-many-legs", E),
    ("too-many-moves", E),
    ("too-many-pieces", E),
    ("too-many-terms", E),
    ("too-many-ways", E),
    ("trailing-space", E),
    ("tripled-atom", E),
    ("turn-without-leg", E),
    ("two-setups", E),
    ("unclear-owner", E),
    ("unclear-set", E),
    ("unclosed-bracket", E),
    ("unclosed-group", E),
    ("unclosed-vector", E),
    ("unexpected-character", E),
    ("unexpected-text", E),
    ("unguarded-at-start", W),
    ("unknown-army", E),
    ("unknown-atom", E),
    ("unknown-base", E),
    ("unknown-counter", E),
    ("unknown-effect", E),
    ("unknown-end", E),
    ("unknown-key", E),
    ("unknown-letter", E),
    ("unknown-modifier", E),
    ("unknown-name", E),
    ("unknown-piece", E),
    ("unknown-reason", E),
    ("unknown-section", E),
    ("unknown-word", E),
    ("unknown-zone", E),
    ("unreadable", E),
    ("unreadable-base", E),
    ("unused-allow", W),
    ("unused-name", W),
    ("useless-modifier", W),
    ("useless-range-change", E),
    ("value-too-large", E),
    ("without-name", E),
    ("without-shuffle", E),
    ("witness-reason", W),
    ("witness-unknown", E),
    ("word-too-large", E),
    ("wrong-format", E),
    ("wrong-type", E),
    ("xboard-reads", N),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted() {
        assert!(CODES.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn every_code_has_a_paragraph_and_no_paragraph_is_left_over() {
        let headings = PAGE.split("\n## ").skip(1);
        let headings: Vec<_> = headings.filter_map(|part| part.lines().next()).collect();
        let words: Vec<_> = codes().map(|code| code.word).collect();
        assert_eq!(headings, words);
    }
}
