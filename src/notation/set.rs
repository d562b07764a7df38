//! Sets of pieces as they are written: `knight/bishop`, `all but king`.
//!
//! Names stand as they are written; which pieces they mean is known in `rules`.

use super::advice;
use super::findings::{NotationFinding, Read, Spanned};
use super::words::{self, Node, Rule, span};
use std::ops::Range as Span;

type Findings = Vec<NotationFinding>;

/// A set as it is written: the union of items, cut down by `within` and `but`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAst<I> {
    /// Byte offsets inside the notation string.
    pub span: Span<usize>,
    /// The items of the union, in the order written.
    pub items: Vec<Spanned<I>>,
    /// What the union is limited to.
    pub within: Option<Box<SetAst<I>>>,
    /// What is taken out at last.
    pub but: Option<Box<SetAst<I>>>,
}

/// A set of pieces.
pub type PiecesAst = SetAst<PieceItem>;

/// One item of a set of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceItem {
    /// A piece, a group or a derivation.
    Name(String),
    /// `all`: every kind.
    All,
    /// `royal`: every kind that is royal.
    Royal,
    /// A set in parentheses.
    Set(Box<PiecesAst>),
}

/// Reads a set of pieces.
///
/// ```
/// let set = ferz::notation::parse_pieces("knight/bishop/rook");
/// assert_eq!(set.value.map(|s| s.items.len()), Some(3));
/// ```
pub fn parse_pieces(text: &str) -> Read<PiecesAst> {
    words::read(text, Rule::pieces_text, |tree, findings| {
        tree.into_inner()
            .find(|n| n.as_rule() == Rule::pieces)
            .and_then(|n| pieces(n, findings))
    })
}

/// Builds a set of pieces.
pub(super) fn pieces(node: Node<'_>, findings: &mut Findings) -> Option<PiecesAst> {
    build(node, findings, &piece_item)
}

/// Builds a set from its node; `item` builds what is inside an item. There is no set if nothing of it can be read.
pub(super) fn build<I>(
    node: Node<'_>,
    findings: &mut Findings,
    item: &impl Fn(Node<'_>, &mut Findings) -> Option<I>,
) -> Option<SetAst<I>> {
    let mut set = SetAst {
        span: span(&node),
        items: Vec::new(),
        within: None,
        but: None,
    };
    let mut complete = true;
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::piece_union | Rule::zone_union => {
                complete &= union(part, findings, item, &mut set.items);
            }
            _ => complete &= cut(part, findings, item, &mut set),
        }
    }
    (complete && !set.items.is_empty()).then_some(set)
}

/// Adds the items of a union. Whether all of them could be read.
fn union<I>(
    node: Node<'_>,
    findings: &mut Findings,
    item: &impl Fn(Node<'_>, &mut Findings) -> Option<I>,
    items: &mut Vec<Spanned<I>>,
) -> bool {
    let mut complete = true;
    for part in node.into_inner() {
        let span = span(&part);
        match part
            .into_inner()
            .next()
            .and_then(|inner| item(inner, findings))
        {
            Some(value) => items.push(Spanned { span, value }),
            None => complete = false,
        }
    }
    complete
}

/// Adds `within …` or `but …`, each at most once and in this order, since nobody could tell otherwise what is cut from
/// what.
fn cut<I>(
    node: Node<'_>,
    findings: &mut Findings,
    item: &impl Fn(Node<'_>, &mut Findings) -> Option<I>,
    set: &mut SetAst<I>,
) -> bool {
    let whole = span(&node);
    let mut parts = node.into_inner();
    let (Some(word), Some(part)) = (parts.next(), parts.next()) else {
        return false;
    };
    let mut cut = SetAst {
        span: span(&part),
        items: Vec::new(),
        within: None,
        but: None,
    };
    let complete = union(part, findings, item, &mut cut.items);
    let within = word.as_rule() == Rule::within_word;
    if set.but.is_some() || (within && set.within.is_some()) {
        findings.push(
            NotationFinding::error("unclear-set", whole, format!("it is not clear from what `{}` cuts", word.as_str()))
                .help("put parentheses around the part that belongs together, as in `(all but royal) within GROUP`"),
        );
        return false;
    }
    let place = if within {
        &mut set.within
    } else {
        &mut set.but
    };
    *place = Some(Box::new(cut));
    complete
}

fn piece_item(node: Node<'_>, findings: &mut Findings) -> Option<PieceItem> {
    match node.as_rule() {
        Rule::all => Some(PieceItem::All),
        Rule::royal => Some(PieceItem::Royal),
        Rule::name => Some(PieceItem::Name(node.as_str().to_owned())),
        Rule::piece_set => group(node, findings, pieces).map(|s| PieceItem::Set(Box::new(s))),
        _ => {
            findings.push(bad_item(
                &node,
                "a piece",
                "name a piece or a group, or write `all` or `royal`",
            ));
            None
        }
    }
}

/// Builds a set in parentheses.
pub(super) fn group<I>(
    node: Node<'_>,
    findings: &mut Findings,
    inner: impl Fn(Node<'_>, &mut Findings) -> Option<SetAst<I>>,
) -> Option<SetAst<I>> {
    let open = span(&node).start;
    let mut set = None;
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::missing_close => findings.push(words::unclosed(open)),
            _ => set = inner(part, findings),
        }
    }
    set
}

/// The finding about an item that is none. `wanted` says what should stand there.
pub(super) fn bad_item(node: &Node<'_>, wanted: &str, help: &str) -> NotationFinding {
    if let Some(finding) = words::later_first(node) {
        return finding;
    }
    let span = span(node);
    if node.as_rule() == Rule::missing_item {
        if let Some(finding) = advice::no_item(node, wanted) {
            return finding;
        }
        let message = format!("{wanted} is missing here");
        return NotationFinding::error("missing-item", span, message).help(help);
    }
    let written = node.as_str().escape_debug().to_string();
    if wanted == "a piece" && advice::is_letter(&written) {
        return advice::letter_for_name(span, &written);
    }
    let message = format!("`{}` is not {wanted}", words::short(&written));
    NotationFinding::error("bad-item", span, message).help(help)
}
