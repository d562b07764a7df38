//! Reads a movement in Betza notation into a syntax tree with spans.
//!
//! Knows the shape of the notation only; what a letter means is decided in `lower` and `directions`.

use super::directions::Letter;
use super::lower;
use crate::notation::Movement;
use crate::notation::findings::{MAX_TEXT, NotationFinding};
use pest::Parser;
use pest::iterators::Pair;
use std::ops::Range as Span;

/// The parser that is generated from the grammar.
mod grammar {
    #![allow(missing_docs)]
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/betza.pest"]
    pub(in crate::notation) struct BetzaParser;
}
use grammar::{BetzaParser, Rule};

/// What came of reading a movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The terms that are fine.
    pub movement: Movement,
    /// All findings in the order of the text.
    pub findings: Vec<NotationFinding>,
}

/// A part of the text in the order written.
pub(in crate::notation) enum Item {
    /// Blanks.
    Gap(Span<usize>),
    /// Modifiers and, unless it is missing, what they modify.
    Term(Box<TermAst>),
}

/// Modifiers with a head.
pub(in crate::notation) struct TermAst {
    pub(in crate::notation) span: Span<usize>,
    pub(in crate::notation) prefixes: Vec<Prefix>,
    pub(in crate::notation) head: Option<Head>,
}

/// Something before the head.
pub(in crate::notation) struct Prefix {
    pub(in crate::notation) span: Span<usize>,
    pub(in crate::notation) kind: PrefixKind,
}

/// What stands before the head; all but letters are answered with a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::notation) enum PrefixKind {
    Letter(char),
    Repeat,
    Grouping,
    OpenGroup,
    MisplacedRange,
    Braces,
    Colons,
    Stray,
}

/// What is modified.
pub(in crate::notation) enum Head {
    Atom(AtomAst),
    BrokenVector(Span<usize>),
    Drop(DropAst),
    Chain(ChainAst),
}

/// An atom with what stands behind it.
pub(in crate::notation) struct AtomAst {
    pub(in crate::notation) span: Span<usize>,
    pub(in crate::notation) name: AtomName,
    pub(in crate::notation) extend: Option<(char, Span<usize>)>,
    pub(in crate::notation) doubled: Vec<Span<usize>>,
    pub(in crate::notation) range: Option<Span<usize>>,
    pub(in crate::notation) fraction: Option<Span<usize>>,
    pub(in crate::notation) star: Option<Span<usize>>,
}

/// An atom's letter or its two numbers as they are written.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::notation) enum AtomName {
    Letter(char),
    Vector(String, String),
}

/// `@` with the number behind it.
pub(in crate::notation) struct DropAst {
    pub(in crate::notation) span: Span<usize>,
    pub(in crate::notation) range: Option<Span<usize>>,
}

/// A chain of legs in brackets.
pub(in crate::notation) struct ChainAst {
    pub(in crate::notation) span: Span<usize>,
    pub(in crate::notation) parts: Vec<(ChainPart, Span<usize>)>,
    pub(in crate::notation) closed: bool,
    /// A number behind the brackets.
    pub(in crate::notation) range: Option<Span<usize>>,
}

/// What stands in the brackets.
pub(in crate::notation) enum ChainPart {
    Separator,
    /// The letters, and the atom unless it is a broken leap in parentheses.
    Leg(Vec<Letter>, Option<Box<AtomAst>>),
    Stray,
}

/// Reads a movement. Never fails: what is wrong becomes findings, what is right becomes terms.
///
/// ```
/// let pawn = ferz::notation::parse("mfW cefF ifmnD");
/// assert!(pawn.findings.is_empty());
/// assert_eq!(pawn.movement.terms.len(), 3);
///
/// let wrong = ferz::notation::parse("fmWfcE");
/// assert_eq!(wrong.findings[0].code, "unknown-atom");
/// assert_eq!(wrong.findings[0].span, 5..6);
/// assert_eq!(wrong.movement.terms.len(), 1);
/// ```
pub fn parse(text: &str) -> Parsed {
    if text.len() > MAX_TEXT {
        let message = format!(
            "the text is {} characters long; {MAX_TEXT} are read",
            text.len()
        );
        let finding = NotationFinding::error("text-too-long", 0..text.len(), message);
        return Parsed {
            movement: Movement::default(),
            findings: vec![finding.help("split it into several entries")],
        };
    }
    let (movement, mut findings) = lower::movement(text, &items(text));
    findings.sort_by_key(|f| (f.span.start, f.span.end));
    Parsed { movement, findings }
}

/// The parts of the text. The grammar matches every text, so that an error here would be a defect of the grammar; the
/// empty list makes it an empty movement, which is a finding.
fn items(text: &str) -> Vec<Item> {
    let Ok(pairs) = BetzaParser::parse(Rule::movement, text) else {
        return Vec::new();
    };
    pairs.flat_map(Pair::into_inner).filter_map(item).collect()
}

fn item(pair: Pair<'_, Rule>) -> Option<Item> {
    let span = span(&pair);
    match pair.as_rule() {
        Rule::gap => Some(Item::Gap(span)),
        Rule::term | Rule::dangling => {
            let mut term = TermAst {
                span,
                prefixes: Vec::new(),
                head: None,
            };
            for part in pair.into_inner() {
                match prefix_kind(&part) {
                    Some(kind) => term.prefixes.push(Prefix {
                        span: self::span(&part),
                        kind,
                    }),
                    None => term.head = head(part),
                }
            }
            Some(Item::Term(Box::new(term)))
        }
        _ => None,
    }
}

fn prefix_kind(pair: &Pair<'_, Rule>) -> Option<PrefixKind> {
    Some(match pair.as_rule() {
        Rule::letter => PrefixKind::Letter(pair.as_str().chars().next()?),
        Rule::repeat => PrefixKind::Repeat,
        Rule::grouping => PrefixKind::Grouping,
        Rule::open_group => PrefixKind::OpenGroup,
        Rule::misplaced_range => PrefixKind::MisplacedRange,
        Rule::braces => PrefixKind::Braces,
        Rule::colons => PrefixKind::Colons,
        Rule::stray => PrefixKind::Stray,
        _ => return None,
    })
}

fn head(pair: Pair<'_, Rule>) -> Option<Head> {
    let span = span(&pair);
    match pair.as_rule() {
        Rule::atom | Rule::vector => Some(Head::Atom(atom(pair)?)),
        Rule::broken_vector => Some(Head::BrokenVector(span)),
        Rule::drop => Some(Head::Drop(DropAst {
            span,
            range: pair.into_inner().next().map(|range| self::span(&range)),
        })),
        Rule::chain => Some(Head::Chain(chain(pair))),
        _ => None,
    }
}

fn atom(pair: Pair<'_, Rule>) -> Option<AtomAst> {
    let (mut extend, mut doubled, mut numbers) = (None, Vec::new(), Vec::new());
    let (mut range, mut fraction, mut star) = (None, None, None);
    let (whole, letter) = (span(&pair), pair.as_str().chars().next()?);
    for part in pair.into_inner() {
        let span = span(&part);
        match part.as_rule() {
            Rule::extend => extend = Some((part.as_str().chars().next()?, span)),
            Rule::doubled => doubled.push(span),
            Rule::number => numbers.push(part.as_str().to_owned()),
            Rule::range => range = Some(span),
            Rule::fraction => fraction = Some(span),
            Rule::star => star = Some(span),
            _ => {}
        }
    }
    let name = match <[String; 2]>::try_from(numbers) {
        Ok([first, second]) => AtomName::Vector(first, second),
        Err(_) => AtomName::Letter(letter),
    };
    Some(AtomAst {
        span: whole,
        name,
        extend,
        doubled,
        range,
        fraction,
        star,
    })
}

fn chain(pair: Pair<'_, Rule>) -> ChainAst {
    let mut chain = ChainAst {
        span: span(&pair),
        parts: Vec::new(),
        closed: false,
        range: None,
    };
    for part in pair.into_inner() {
        let span = span(&part);
        match part.as_rule() {
            Rule::separator => chain.parts.push((ChainPart::Separator, span)),
            Rule::leg => chain.parts.push((chain_leg(part), span)),
            Rule::chain_stray => chain.parts.push((ChainPart::Stray, span)),
            Rule::chain_end => {
                chain.closed = true;
                chain.range = part.into_inner().next().map(|range| self::span(&range));
            }
            _ => {}
        }
    }
    chain
}

fn chain_leg(pair: Pair<'_, Rule>) -> ChainPart {
    let (mut letters, mut atom) = (Vec::new(), None);
    for part in pair.into_inner() {
        let at = span(&part).start;
        match part.as_rule() {
            Rule::letter => {
                letters.extend(part.as_str().chars().map(|letter| Letter { letter, at }));
            }
            Rule::atom | Rule::vector => atom = self::atom(part).map(Box::new),
            _ => {}
        }
    }
    ChainPart::Leg(letters, atom)
}

fn span(pair: &Pair<'_, Rule>) -> Span<usize> {
    let span = pair.as_span();
    span.start()..span.end()
}
