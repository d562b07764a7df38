//! The vocabulary of sets, zones and conditions, and the parser generated from their grammar.

use super::advice;
use super::findings::NotationFinding;
use crate::diagnostics::Severity;
use pest::Parser;
use pest::iterators::Pair;
use std::ops::Range as Span;

/// The parser that is generated from the grammar.
mod grammar {
    #![allow(missing_docs)]
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/rules.pest"]
    pub(in crate::notation) struct RulesParser;
}
pub(super) use grammar::Rule;

/// A node of the parse tree.
pub(super) type Node<'a> = Pair<'a, Rule>;

/// How deep parentheses, `not`, `after`, `last`, `from` and `between` may be nested.
pub const MAX_DEPTH: usize = 32;

/// Words with a meaning in this version.
const VOCABULARY: &[&str] = &[
    "after",
    "can",
    "all",
    "always",
    "and",
    "any",
    "at",
    "attacked",
    "between",
    "black",
    "but",
    "by",
    "capture",
    "castle",
    "check",
    "dark",
    "drop",
    "edge",
    "enemy",
    "every",
    "file",
    "files",
    "first",
    "from",
    "full",
    "hand",
    "here",
    "if",
    "in",
    "is",
    "last",
    "light",
    "mate",
    "moves",
    "mover",
    "never",
    "no",
    "no-move",
    "not",
    "or",
    "outside",
    "own",
    "path",
    "perpetual-chase",
    "perpetual-check",
    "promotion",
    "pass",
    "quiet",
    "rank",
    "ranks",
    "repeated",
    "royal",
    "safe",
    "some",
    "stalemate",
    "stuck",
    "there",
    "track",
    "unmoved",
    "victim",
    "white",
    "within",
    "as",
    "else",
    "to",
    "of",
    "on",
    "than",
    "then",
    "through",
];

/// Words that a later version will understand.
const LATER: &[&str] = &[
    "birth", "counter", "neutral", "prison", "promoted", "same", "screen", "seen", "turn",
    "vacated",
];

/// Whether a word means something in conditions, sets or zones, now or later, so that no piece, group, zone or word of a
/// file may be called so.
pub fn is_reserved(word: &str) -> bool {
    VOCABULARY.contains(&word) || LATER.contains(&word) || looks_like_square(word)
}

/// One small letter and digits.
fn looks_like_square(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(|c| c.is_ascii_lowercase())
        && !chars.as_str().is_empty()
        && chars.all(|c| c.is_ascii_digit())
}

/// Parses a text and hands its tree to a builder, with what stands behind the readable part as a finding. Texts that
/// are too long or too deep are not parsed.
pub(super) fn read<T>(
    text: &str,
    rule: Rule,
    build: impl FnOnce(Node<'_>, &mut Vec<NotationFinding>) -> Option<T>,
) -> super::Read<T> {
    let mut findings = Vec::new();
    if let Some(finding) = too_large(text) {
        return super::Read {
            value: None,
            findings: vec![finding],
        };
    }
    let tree = grammar::RulesParser::parse(rule, text)
        .ok()
        .and_then(|mut pairs| pairs.next());
    let Some(tree) = tree else {
        // The grammar matches every text; should it not, the author still gets a message.
        let finding = NotationFinding::error("unreadable", 0..text.len(), "this cannot be read");
        return super::Read {
            value: None,
            findings: vec![finding],
        };
    };
    let rest = tree
        .clone()
        .into_inner()
        .find(|p| p.as_rule() == Rule::rest);
    let value = build(tree, &mut findings);
    if let Some(rest) = rest
        && !is_told(text, span(&rest).start, &findings)
    {
        findings.extend(behind(&rest, rule));
    }
    findings.sort_by_key(|f| (f.span.start, f.span.end));
    super::Read { value, findings }
}

/// Whether something is wrong right before an offset, so that what stands there cannot be understood either.
pub(super) fn is_told(text: &str, offset: usize, findings: &[NotationFinding]) -> bool {
    findings.iter().any(|f| {
        let between = text.get(f.span.end..offset).unwrap_or_default();
        f.severity == Severity::Error && f.span.start <= offset && between.trim().is_empty()
    })
}

/// The finding about text behind the readable part.
fn behind(rest: &Node<'_>, rule: Rule) -> Option<NotationFinding> {
    let written = rest.as_str().trim_end();
    let start = span(rest).start;
    if written.is_empty() {
        return None;
    }
    if let Some(finding) = later_first(rest) {
        return Some(finding);
    }
    if rule != Rule::entry_text
        && let Some(finding) = advice::behind_then(rest)
    {
        return Some(finding);
    }
    if matches!(rule, Rule::pieces_text | Rule::zone_text)
        && let Some(finding) = advice::separator(rest)
    {
        return Some(finding);
    }
    let finding = NotationFinding::error(
        "unexpected-text",
        start..start + written.len(),
        match written.chars().next() {
            Some(')') => "`)` closes what was never opened".to_owned(),
            _ => format!(
                "`{}` does not fit behind what stands before it",
                short(written)
            ),
        },
    );
    Some(finding.help("take it out, or join parts with `and`, `or`, `/`, `within` or `but`"))
}

/// The finding about a text that begins with a word of a later version.
pub(super) fn later_first(node: &Node<'_>) -> Option<NotationFinding> {
    let start = span(node).start;
    let word = node
        .as_str()
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .next()?;
    LATER.contains(&word).then(|| {
        let message = format!("the word `{word}` is not in this version");
        let finding = NotationFinding::error("not-yet", start..start + word.len(), message);
        if word == "counter" {
            finding.help("ask a counter by its name, with whose it is: `own checks = 0`")
        } else {
            finding
        }
    })
}

fn too_large(text: &str) -> Option<NotationFinding> {
    if text.len() > super::MAX_TEXT {
        let message = format!(
            "the text is {} bytes long; {} are read",
            text.len(),
            super::MAX_TEXT
        );
        let help = "split it: give parts of it a name in [words], [groups] or [zones]";
        return Some(NotationFinding::error("text-too-long", 0..text.len(), message).help(help));
    }
    let place = deepest(text)?;
    let message = format!(
        "parentheses and words such as `not`, `after` and `from` are nested more than {MAX_DEPTH} deep"
    );
    Some(
        NotationFinding::error("nested-too-deep", place, message)
            .help("give parts of it a name in [words]"),
    )
}

/// Where the text is nested too deeply, if it is.
fn deepest(text: &str) -> Option<Span<usize>> {
    let (mut outer, mut depth) = (vec![0usize], 0usize);
    // The `and` of a `between` joins no facts.
    let mut between = 0usize;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let at = text.len() - rest.len();
        let word: usize = rest
            .bytes()
            .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
            .count();
        let length = if word > 0 { word } else { first.len_utf8() };
        match &rest[..length] {
            "(" => {
                depth += 1;
                outer.push(depth);
            }
            ")" if outer.len() > 1 => {
                outer.pop();
                depth = outer.last().copied().unwrap_or_default();
            }
            "and" if between > 0 => between -= 1,
            "and" | "or" => depth = outer.last().copied().unwrap_or_default(),
            "between" => {
                between += 1;
                depth += 1;
            }
            "not" | "from" | "after" | "can" => depth += 1,
            "last" if !is_number(&rest[length..]) => depth += 1,
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Some(at..at + length);
        }
        rest = &rest[length..];
    }
    None
}

/// Whether a number comes next.
fn is_number(text: &str) -> bool {
    text.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// The node's place.
pub(super) fn span(node: &Node<'_>) -> Span<usize> {
    let span = node.as_span();
    span.start()..span.start() + span.as_str().trim_end().len()
}

/// A text cut to what fits into a message.
pub(super) fn short(text: &str) -> String {
    if text.chars().count() <= 40 {
        return text.to_owned();
    }
    text.chars().take(39).chain(['…']).collect()
}

/// A number that stands where one is wanted, or what is wrong. `example` shows how to write it.
pub(super) fn number(
    node: &Node<'_>,
    example: &str,
    findings: &mut Vec<NotationFinding>,
) -> Option<u32> {
    const LARGEST: u32 = 10_000;
    let parsed = node.as_str().parse::<u32>().ok().filter(|&n| n <= LARGEST);
    if node.as_rule() != Rule::number {
        findings.push(advice::no_number(node, example));
    } else if parsed.is_none() {
        let message = format!("{} is too large a number", short(node.as_str()));
        findings.push(NotationFinding::error(
            "number-too-large",
            span(node),
            message,
        ));
    }
    parsed.filter(|_| node.as_rule() == Rule::number)
}

/// The finding about a parenthesis that is never closed.
pub(super) fn unclosed(open: usize) -> NotationFinding {
    NotationFinding::error("unclosed-group", open..open + 1, "`(` is never closed")
        .help("write `)` behind its last word")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_words_are_reserved() {
        for word in ["e4", "a1", "own", "no-move", "then", "z99"] {
            assert!(is_reserved(word), "{word}");
        }
        for word in ["pawn", "e", "e4x", "home", "progress", "", "ä4"] {
            assert!(!is_reserved(word), "{word}");
        }
    }

    #[test]
    fn depth_counts_what_is_open() {
        assert_eq!(deepest(&"(check) and ".repeat(40)), None);
        assert_eq!(deepest(&"not check and ".repeat(40)), None);
        assert_eq!(deepest(&"(".repeat(33)), Some(32..33));
        assert!(deepest(&"not ".repeat(33)).is_some());
        assert!(deepest(&"not (".repeat(17)).is_some());
        assert!(deepest(&"king at K from ".repeat(33)).is_some());
        assert!(deepest(&"last ".repeat(33)).is_some());
        assert!(deepest(&"king between here and ".repeat(33)).is_some());
        assert_eq!(deepest(&"last 1/".repeat(40)), None);
        assert_eq!(deepest(&"after last check and ".repeat(40)), None);
    }
}
