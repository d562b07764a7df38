//! The second part of a turn as it is written: `put wall at Q from there`, `may drop hawk on vacated`.

use super::Movement;
use super::condition::{self, CondAst, PlaceWord, place_word};
use super::findings::{NotationFinding, Read, Spanned};
use super::pick;
use super::set::{self, PiecesAst};
use super::words::{self, Node, Rule, short, span};
use super::zone::{self, ZoneAst};

type Findings = Vec<NotationFinding>;

/// A second part of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartAst {
    /// Whether it may be left out.
    pub may: bool,
    /// What is done, with its place.
    pub act: Spanned<ActAst>,
    /// `at BETZA from PLACE`
    pub reach: Option<(Spanned<Movement>, PlaceWord)>,
    /// `on vacated`
    pub vacated: bool,
    /// `on ZONE`, or what stands behind `on vacated within`.
    pub zone: Option<ZoneAst>,
    /// What stands behind `if`.
    pub condition: Option<CondAst>,
}

/// What a second part does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ActAst {
    /// `put wall`
    PutWall,
    /// `move wall`
    MoveWall,
    /// `drop SET`
    Drop(PiecesAst),
}

const HELP: &str = "write `move wall`, `put wall` or `drop PIECES`, perhaps with `may` before it";

/// Reads the second part of a turn.
///
/// ```
/// let part = ferz::notation::parse_part("put wall at Q from there");
/// assert!(part.findings.is_empty() && part.value.is_some_and(|p| p.reach.is_some()));
/// ```
pub fn parse_part(text: &str) -> Read<PartAst> {
    words::read(text, Rule::part_text, |tree, findings| {
        tree.into_inner()
            .find(|n| n.as_rule() == Rule::part)
            .and_then(|n| part(n, findings))
    })
}

fn part(node: Node<'_>, findings: &mut Findings) -> Option<PartAst> {
    let (mut may, mut act, mut reach, mut complete) = (false, None, None, true);
    let (mut vacated, mut zone, mut condition, mut asked) = (false, None, None, false);
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::may_word => may = true,
            Rule::act => act = self::act(part, findings),
            Rule::part_reach => {
                reach = self::reach(part, findings);
                complete &= reach.is_some();
            }
            Rule::part_on => {
                (vacated, zone) = on(part, findings);
                complete &= vacated || zone.is_some();
            }
            Rule::if_word => asked = true,
            Rule::condition => condition = condition::condition(part, findings),
            _ => {}
        }
    }
    let act = act.filter(|_| complete && (!asked || condition.is_some()))?;
    Some(PartAst {
        may,
        act,
        reach,
        vacated,
        zone,
        condition,
    })
}

fn act(node: Node<'_>, findings: &mut Findings) -> Option<Spanned<ActAst>> {
    let node = node.into_inner().next()?;
    let place = span(&node);
    let value = match node.as_rule() {
        Rule::move_wall => ActAst::MoveWall,
        Rule::put_wall => ActAst::PutWall,
        Rule::put_down => {
            let pieces = node.into_inner().find(|n| n.as_rule() == Rule::pieces)?;
            ActAst::Drop(set::pieces(pieces, findings)?)
        }
        _ => {
            findings.push(no_act(&node));
            return None;
        }
    };
    Some(Spanned { span: place, value })
}

/// The finding where nothing that is done can be read.
fn no_act(node: &Node<'_>) -> NotationFinding {
    let written = node.as_str().trim_end();
    if written.is_empty() {
        let message = "it is missing here what is done";
        return NotationFinding::error("missing-part", span(node), message).help(HELP);
    }
    let message = format!("`{}` is no second part of a turn", short(written));
    NotationFinding::error("bad-part", span(node), message).help(HELP)
}

fn reach(node: Node<'_>, findings: &mut Findings) -> Option<(Spanned<Movement>, PlaceWord)> {
    let (mut pattern, mut from) = (None, None);
    for part in node.into_inner() {
        let place = span(&part);
        match (part.as_rule(), part.as_str()) {
            (Rule::part_pattern, _) => pattern = pick::pattern(&part, findings),
            (Rule::missing_pattern, _) => findings.push(
                NotationFinding::error("missing-pattern", place, "a movement is missing behind `at`")
                    .help("write it like `put wall at Q from there`"),
            ),
            (Rule::place, "here" | "there") => from = Some(place_word(part.as_str())),
            (Rule::place | Rule::missing_place, _) => findings.push(
                NotationFinding::error("bad-place", place, "`here` or `there` must stand behind `from`")
                    .help("`from there` looks from where the mover ends, `from here` from where it starts"),
            ),
            (Rule::missing_from, _) => findings.push(
                NotationFinding::error("missing-from", place, "`from` is missing behind the movement")
                    .help("say where it starts: `from there` or `from here`"),
            ),
            _ => {}
        }
    }
    Some((pattern?, from?))
}

fn on(node: Node<'_>, findings: &mut Findings) -> (bool, Option<ZoneAst>) {
    let (mut vacated, mut zone) = (false, None);
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::vacated_word => vacated = true,
            Rule::zone => zone = zone::zone(part, findings),
            _ => {}
        }
    }
    (vacated, zone)
}
