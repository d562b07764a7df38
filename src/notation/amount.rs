//! What a counter is set to, as it is written: `8 if own rook >= 2`, `all`.

use super::condition::{self, CondAst};
use super::findings::{NotationFinding, Read, Spanned};
use super::set::{self, PiecesAst};
use super::words::{self, Node, Rule, span};

/// A number or men to be counted, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AmountAst {
    /// How much, with its place.
    pub what: Spanned<AmountWord>,
    /// What stands behind `if`.
    pub condition: Option<CondAst>,
}

/// How much.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AmountWord {
    /// A number; nothing if it is too large to be one.
    Number(Option<i64>),
    /// As many as there are such men on the board.
    Men(PiecesAst),
}

/// Reads an amount.
///
/// ```
/// let amount = ferz::notation::parse_amount("8 if own rook >= 2");
/// assert!(amount.value.is_some_and(|a| a.condition.is_some()));
/// ```
pub fn parse_amount(text: &str) -> Read<AmountAst> {
    words::read(text, Rule::amount_text, |tree, findings| {
        tree.into_inner()
            .find(|n| n.as_rule() == Rule::amount)
            .and_then(|n| amount(n, findings))
    })
}

fn amount(node: Node<'_>, findings: &mut Vec<NotationFinding>) -> Option<AmountAst> {
    let (mut what, mut condition, mut asked) = (None, None, false);
    for part in node.into_inner() {
        let place = span(&part);
        let value = match part.as_rule() {
            Rule::signed => AmountWord::Number(part.as_str().parse().ok()),
            Rule::pieces => AmountWord::Men(set::pieces(part, findings)?),
            Rule::if_word => {
                asked = true;
                continue;
            }
            Rule::condition => {
                condition = condition::condition(part, findings);
                continue;
            }
            _ => continue,
        };
        what = Some(Spanned { span: place, value });
    }
    let what = what.filter(|_| !asked || condition.is_some())?;
    Some(AmountAst { what, condition })
}
