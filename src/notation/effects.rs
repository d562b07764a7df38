//! What happens besides a move, as it is written: `remove all but pawn at K from there, remove mover`.

use super::condition::{PickAst, PlaceWord, place_word};
use super::findings::{NotationFinding, Read, Spanned};
use super::pick;
use super::set::{self, PiecesAst};
use super::words::{self, Node, Rule, short, span};
use crate::similar::similar;
use std::ops::Range as Span;

type Findings = Vec<NotationFinding>;

/// One change with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerbAst {
    /// Byte offsets inside the notation string.
    pub span: Span<usize>,
    /// What is changed.
    pub kind: VerbKind,
}

/// What is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerbKind {
    /// `remove PICK`
    Remove(PickAst),
    /// `remove mover`
    RemoveMover,
    /// `flip PICK`
    Flip(PickAst),
    /// `become PIECE`
    Become(PiecesAst),
    /// `wall here`
    Wall(PlaceWord),
    /// `settle PICK`
    Settle(PickAst),
    /// `add N to COUNTER`, `add N to enemy COUNTER`
    Add {
        /// How much.
        number: i32,
        /// Whether `enemy` stands before the counter.
        enemy: bool,
        /// The counter's name with its place.
        counter: Spanned<String>,
    },
}

/// The words with which an effect begins.
const VERBS: [&str; 6] = ["remove", "flip", "become", "wall", "settle", "add"];

const HELP: &str = "effects are `remove …`, `remove mover`, `flip …`, `become PIECE`, `wall here`, `settle …` and `add 1 to COUNTER`, with commas between them";

/// The largest number that can be added at once.
const LARGEST: i32 = 10_000;

/// Reads effects.
///
/// ```
/// let effects = ferz::notation::parse_effects("remove all but pawn at K from there, remove mover");
/// assert!(effects.findings.is_empty() && effects.value.is_some_and(|e| e.len() == 2));
/// ```
pub fn parse_effects(text: &str) -> Read<Vec<VerbAst>> {
    words::read(text, Rule::effects_text, |tree, findings| {
        let effects = tree
            .into_inner()
            .find(|n| n.as_rule() == Rule::effects)?
            .into_inner();
        let read: Vec<_> = effects.map(|n| effect(n, findings)).collect();
        read.into_iter().collect()
    })
}

fn effect(node: Node<'_>, findings: &mut Findings) -> Option<VerbAst> {
    let (mut verb, mut extra) = (None, None);
    for part in node.into_inner() {
        if part.as_rule() == Rule::effect_extra {
            extra = Some(part);
        } else {
            verb = Some((span(&part), self::verb(part, findings)));
        }
    }
    let (span, kind) = verb?;
    if let Some(extra) = extra {
        let (text, at) = (extra.as_span().get_input(), words::span(&extra).start);
        if !words::is_told(text, at, findings) {
            findings.push(unexpected(&extra));
        }
        return None;
    }
    Some(VerbAst { span, kind: kind? })
}

/// The finding about words behind a complete effect.
fn unexpected(node: &Node<'_>) -> NotationFinding {
    let word = node.as_str().split_whitespace().next().unwrap_or_default();
    let message = format!(
        "`{}` does not fit behind what stands before it",
        short(node.as_str().trim_end())
    );
    let finding = NotationFinding::error("unexpected-text", span(node), message);
    finding.help(match word {
        "if" | "when" | "unless" => {
            "a condition for all the effects stands in `if = \"…\"`; give effects with another condition a name of their own"
        }
        "and" | "then" | ";" => "separate effects by commas",
        _ => "separate effects by commas, and look at the spelling",
    })
}

fn verb(node: Node<'_>, findings: &mut Findings) -> Option<VerbKind> {
    match node.as_rule() {
        Rule::remove_mover => Some(VerbKind::RemoveMover),
        Rule::remove => chosen(node, findings).map(VerbKind::Remove),
        Rule::flip => chosen(node, findings).map(VerbKind::Flip),
        Rule::settle => chosen(node, findings).map(VerbKind::Settle),
        Rule::become_kind => {
            let pieces = node.into_inner().find(|n| n.as_rule() == Rule::pieces)?;
            set::pieces(pieces, findings).map(VerbKind::Become)
        }
        Rule::wall => wall(node, findings),
        Rule::add => add(node, findings),
        _ => {
            findings.push(no_effect(&node));
            None
        }
    }
}

fn chosen(node: Node<'_>, findings: &mut Findings) -> Option<PickAst> {
    let pick = node.into_inner().find(|n| n.as_rule() == Rule::pick)?;
    pick::pick(pick, findings).map(|(_, pick)| pick)
}

fn wall(node: Node<'_>, findings: &mut Findings) -> Option<VerbKind> {
    let place = node
        .into_inner()
        .find(|n| matches!(n.as_rule(), Rule::place | Rule::missing_place))?;
    let error = |message: String| {
        NotationFinding::error("bad-place", span(&place), message)
            .help("write `wall here` for where the mover starts, or `wall there` for where it ends")
    };
    match place.as_str() {
        "here" | "there" => return Some(VerbKind::Wall(place_word(place.as_str()))),
        "" => findings.push(error("it is missing where the wall is put".to_owned())),
        word => findings.push(error(format!("a wall cannot be put on the `{word}`"))),
    }
    None
}

fn add(node: Node<'_>, findings: &mut Findings) -> Option<VerbKind> {
    let (mut number, mut enemy, mut counter) = (None, false, None);
    for part in node.into_inner() {
        let place = span(&part);
        match part.as_rule() {
            Rule::signed => number = signed(&part, findings),
            Rule::missing_number => {
                words::number(&part, "add 1 to COUNTER", findings);
            }
            Rule::enemy_word => enemy = true,
            Rule::name => {
                counter = Some(Spanned {
                    span: place,
                    value: part.as_str().to_owned(),
                });
            }
            Rule::missing_name => findings.push(
                NotationFinding::error(
                    "missing-name",
                    place,
                    "the name of a counter is missing here",
                )
                .help("counters are declared in [counters]"),
            ),
            Rule::missing_to if number.is_some() => findings.push(
                NotationFinding::error("missing-to", place, "`to` and a counter are missing here")
                    .help("write it like `add 1 to COUNTER` or `add -1 to enemy COUNTER`"),
            ),
            _ => {}
        }
    }
    Some(VerbKind::Add {
        number: number?,
        enemy,
        counter: counter?,
    })
}

fn signed(node: &Node<'_>, findings: &mut Findings) -> Option<i32> {
    let number = node.as_str().parse::<i32>().ok();
    match number.filter(|n| n.abs() <= LARGEST) {
        Some(0) => findings.push(NotationFinding::error(
            "bad-number",
            span(node),
            "adding 0 changes nothing",
        )),
        Some(number) => return Some(number),
        None => findings.push(NotationFinding::error(
            "number-too-large",
            span(node),
            format!("{} is too large a number", short(node.as_str())),
        )),
    }
    None
}

/// The finding where no effect can be read.
fn no_effect(node: &Node<'_>) -> NotationFinding {
    let written = node.as_str().trim_end();
    if written.is_empty() {
        return NotationFinding::error("missing-effect", span(node), "an effect is missing here")
            .help(HELP);
    }
    let word = written.split_whitespace().next().unwrap_or_default();
    let start = span(node).start;
    let place = start..start + word.len();
    let message = format!("no effect begins with `{}`", short(word));
    let finding = NotationFinding::error("bad-effect", place, message);
    match (word, similar(word, VERBS)) {
        (_, Some(close)) => finding.meant(word, close),
        ("destroy" | "kill" | "explode" | "delete", _) => {
            let place = finding.span.clone();
            finding.help("write `remove`").offer(place, "remove")
        }
        ("promote" | "turn", _) => finding.help("write `become PIECE`"),
        ("switch" | "convert", _) => finding.help("write `flip`, which changes the side of men"),
        _ => finding.help(HELP),
    }
}
