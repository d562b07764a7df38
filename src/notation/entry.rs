//! One line of a piece's moves as it is written: `MOVES if CONDITION then become PIECES`.

use super::Movement;
use super::advice;
use super::condition::{self, CondAst};
use super::findings::{NotationFinding, Read, Spanned};
use super::set::{self, PiecesAst};
use super::words::{self, Node, Rule, span};

/// An entry. All spans are byte offsets into the whole entry, those of the terms included.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EntryAst {
    /// The moves with the place of their text.
    pub moves: Spanned<EntryMoves>,
    /// What stands behind `if`.
    pub condition: Option<CondAst>,
    /// What stands behind `then become`.
    pub becomes: Option<PiecesAst>,
}

/// The moves of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryMoves {
    /// Moves in Betza notation.
    Written(Movement),
    /// `{moves}`: the inherited moves, or those of the piece from which one is derived.
    Inherited,
}

/// Reads an entry.
///
/// ```
/// let entry = ferz::notation::parse_entry("mfnD if here in rank 2").value.expect("it is fine");
/// assert!(entry.condition.is_some());
/// ```
pub fn parse_entry(text: &str) -> Read<EntryAst> {
    words::read(text, Rule::entry_text, |tree, findings| {
        build(text, tree, findings)
    })
}

fn build(text: &str, tree: Node<'_>, findings: &mut Vec<NotationFinding>) -> Option<EntryAst> {
    let (mut written, mut condition, mut wanted) = (0..0, None, false);
    let (mut becomes, mut then) = (None, false);
    for part in tree.into_inner() {
        match part.as_rule() {
            Rule::moves => written = span(&part),
            Rule::if_word => wanted = true,
            Rule::condition => condition = condition::condition(part, findings),
            Rule::then_word => then = true,
            Rule::then_become => {
                let pieces = part.into_inner().find(|n| n.as_rule() == Rule::pieces);
                becomes = pieces.and_then(|n| set::pieces(n, findings));
            }
            // What is wrong with the condition is told; what stands behind it may then be part of it.
            Rule::then_other if !(wanted && condition.is_none()) => {
                findings.push(advice::after_then(&part));
            }
            _ => {}
        }
    }
    // Blanks at the end belong to what is read last, so that they are findings with and without a condition. Blanks at
    // the start are findings of the movement.
    let plain = !(wanted || then)
        && text
            .get(written.end..)
            .is_some_and(|rest| rest.trim_end().is_empty());
    let place = 0..if plain { text.len() } else { written.end };
    let value = if text.get(written.clone()) == Some("{moves}") {
        EntryMoves::Inherited
    } else if let Some(finding) = advice::no_moves(text, &written) {
        findings.push(finding);
        return None;
    } else {
        let parsed = super::parse(text.get(place).unwrap_or_default());
        findings.extend(parsed.findings);
        EntryMoves::Written(parsed.movement)
    };
    if wanted && condition.is_none() || then && becomes.is_none() {
        return None;
    }
    Some(EntryAst {
        moves: Spanned {
            span: written,
            value,
        },
        condition,
        becomes,
    })
}
