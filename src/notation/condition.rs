//! Conditions as they are written: `not check and (path safe or mover is pawn)`.
//!
//! Names stand as they are written; what they mean, and whether a fact may stand where it does, is known in `rules`.

use super::findings::{NotationFinding, Read, Spanned};
use super::set::{self, PieceItem, PiecesAst};
use super::words::{self, Node, Rule, span};
use super::zone::{self, ZoneAst};
use super::{Action, Movement, Term};
use crate::diagnostics::Severity;
use std::ops::Range as Span;

type Findings = Vec<NotationFinding>;

/// A condition with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CondAst {
    /// Byte offsets inside the notation string.
    pub span: Span<usize>,
    /// What it says.
    pub kind: CondKind,
}

/// What a condition says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CondKind {
    /// Parts joined by `and`.
    All(Vec<CondAst>),
    /// Parts joined by `or`.
    Any(Vec<CondAst>),
    /// `not`.
    Not(Box<CondAst>),
    /// A single fact.
    Fact(FactAst),
}

/// A single fact.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FactAst {
    /// A word about a player: `check`, `enemy no-move`.
    State {
        /// Which word.
        word: StateWord,
        /// Whether `enemy` stands before it.
        enemy: bool,
    },
    /// `capture`.
    Capture,
    /// `promotion`.
    Promotion,
    /// `always`.
    Always,
    /// `never`.
    Never,
    /// `repeated 3`.
    Repeated(u32),
    /// `quiet 100`.
    Quiet(u32),
    /// A bare name: a word of the file, or a piece of which there is at least one.
    Name(String),
    /// `here in ZONE`.
    In(PlaceWord, ZoneAst),
    /// `path safe`.
    Square(PlaceWord, SquareWord),
    /// `mover is SET`.
    MoverIs(PiecesAst),
    /// `victim is SET`.
    VictimIs(PiecesAst),
    /// `own pawn in ZONE >= 2`; without a comparison at least one, with `no` none.
    Count(PickAst, CompareWord, u32),
}

/// A word about a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateWord {
    /// `check`
    Check,
    /// `mate`: in check without a legal move.
    Mate,
    /// `stalemate`: not in check, without a legal move.
    Stalemate,
    /// `no-move`
    NoMove,
}

/// Squares that belong to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlaceWord {
    /// `here`
    Here,
    /// `there`
    There,
    /// `path`
    Path,
    /// `track`
    Track,
}

/// What a square is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SquareWord {
    /// `empty`
    Empty,
    /// `safe`
    Safe,
    /// `attacked`
    Attacked,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompareWord {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

/// A choice of men.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PickAst {
    /// Byte offsets inside the notation string.
    pub span: Span<usize>,
    /// Whose men; `any` if nothing is written.
    pub owner: OwnerWord,
    /// Which kinds.
    pub pieces: PiecesAst,
    /// Where.
    pub region: RegionAst,
}

/// Whose men are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OwnerWord {
    /// `own`
    Own,
    /// `enemy`
    Enemy,
    /// `any`, or nothing.
    Any,
    /// `white`
    White,
    /// `black`
    Black,
}

/// Where men are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegionAst {
    /// On the whole board.
    Anywhere,
    /// `in ZONE`
    Zone(ZoneAst),
    /// `at BETZA from ORIGIN`
    At {
        /// The pattern.
        pattern: Spanned<Movement>,
        /// Where it starts.
        from: Box<OriginAst>,
    },
}

/// Where a pattern starts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OriginAst {
    /// `here` or `there`.
    Place(PlaceWord),
    /// Any man so chosen.
    Men(PickAst),
}

/// Reads a condition.
///
/// ```
/// let condition = ferz::notation::parse_condition("not check and (path safe or no own pawn in home)");
/// assert!(condition.findings.is_empty() && condition.value.is_some());
/// ```
pub fn parse_condition(text: &str) -> Read<CondAst> {
    words::read(text, Rule::condition_text, |tree, findings| {
        tree.into_inner()
            .find(|n| n.as_rule() == Rule::condition)
            .and_then(|n| condition(n, findings))
    })
}

/// Builds a condition. Nothing comes back if a part of it cannot be read.
pub(super) fn condition(node: Node<'_>, findings: &mut Findings) -> Option<CondAst> {
    let place = span(&node);
    let parts = node.into_inner().filter(|n| n.as_rule() == Rule::both);
    let parts: Vec<_> = parts.map(|n| both(n, findings)).collect();
    joined(place, parts, CondKind::Any)
}

fn both(node: Node<'_>, findings: &mut Findings) -> Option<CondAst> {
    let place = span(&node);
    let mut facts = Vec::new();
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::fact => facts.push(fact(part, findings)),
            Rule::extra => {
                let message = format!(
                    "`{}` does not fit behind what stands before it",
                    words::short(part.as_str())
                );
                findings.push(
                    NotationFinding::error("unexpected-text", span(&part), message)
                        .help("join facts with `and` or `or`, and look at the spelling"),
                );
                facts.push(None);
            }
            _ => {}
        }
    }
    joined(place, facts, CondKind::All)
}

/// One part as it is, several as a list.
fn joined(
    span: Span<usize>,
    parts: Vec<Option<CondAst>>,
    list: fn(Vec<CondAst>) -> CondKind,
) -> Option<CondAst> {
    let mut parts = parts.into_iter().collect::<Option<Vec<_>>>()?;
    match parts.len() {
        0 => None,
        1 => parts.pop(),
        _ => Some(CondAst {
            span,
            kind: list(parts),
        }),
    }
}

fn fact(node: Node<'_>, findings: &mut Findings) -> Option<CondAst> {
    let node = node.into_inner().next()?;
    let place = span(&node);
    let kind = match node.as_rule() {
        Rule::negation => {
            let inner = node.into_inner().find(|n| n.as_rule() == Rule::fact)?;
            CondKind::Not(Box::new(fact(inner, findings)?))
        }
        Rule::parens => return parens(node, findings),
        Rule::repeated => CondKind::Fact(FactAst::Repeated(count(node, "repeated 3", findings)?)),
        Rule::quiet => CondKind::Fact(FactAst::Quiet(count(node, "quiet 100", findings)?)),
        Rule::state => CondKind::Fact(state(node)?),
        Rule::simple => CondKind::Fact(match node.as_str() {
            "capture" => FactAst::Capture,
            "promotion" => FactAst::Promotion,
            "always" => FactAst::Always,
            _ => FactAst::Never,
        }),
        Rule::place_fact => CondKind::Fact(place_fact(node, findings)?),
        Rule::member => CondKind::Fact(member(node, findings)?),
        Rule::pick_fact => CondKind::Fact(pick_fact(node, findings)?),
        _ => {
            findings.push(no_fact(&node));
            return None;
        }
    };
    Some(CondAst { span: place, kind })
}

/// The finding where no fact can be read.
fn no_fact(node: &Node<'_>) -> NotationFinding {
    let place = span(node);
    let help = "facts are, for example, `not check`, `path safe`, `here in last 1`, `no enemy pawn in e4`, `mover is king`";
    match node.as_rule() {
        Rule::later_fact => {
            let word: String = node
                .as_str()
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '-')
                .collect();
            words::later(&word, place.start..place.start + word.len())
        }
        Rule::missing_fact => {
            NotationFinding::error("missing-fact", place, "a fact is missing here").help(help)
        }
        _ => {
            let message = format!(
                "`{}` is not a fact",
                words::short(&node.as_str().escape_debug().to_string())
            );
            NotationFinding::error("bad-fact", place, message).help(help)
        }
    }
}

fn parens(node: Node<'_>, findings: &mut Findings) -> Option<CondAst> {
    let open = span(&node).start;
    let mut inside = None;
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::condition => inside = condition(part, findings),
            _ => findings.push(words::unclosed(open)),
        }
    }
    inside
}

fn count(node: Node<'_>, example: &str, findings: &mut Findings) -> Option<u32> {
    let number = node
        .into_inner()
        .find(|n| matches!(n.as_rule(), Rule::number | Rule::missing_number))?;
    let place = span(&number);
    let found = words::number(&number, example, findings)?;
    if found == 0 {
        findings.push(NotationFinding::error(
            "bad-number",
            place,
            "this is counted from 1",
        ));
        return None;
    }
    Some(found)
}

fn state(node: Node<'_>) -> Option<FactAst> {
    let (mut enemy, mut word) = (false, None);
    for part in node.into_inner() {
        match (part.as_rule(), part.as_str()) {
            (Rule::enemy_word, _) => enemy = true,
            (_, "check") => word = Some(StateWord::Check),
            (_, "mate") => word = Some(StateWord::Mate),
            (_, "stalemate") => word = Some(StateWord::Stalemate),
            _ => word = Some(StateWord::NoMove),
        }
    }
    word.map(|word| FactAst::State { word, enemy })
}

fn place_word(text: &str) -> PlaceWord {
    match text {
        "here" => PlaceWord::Here,
        "there" => PlaceWord::There,
        "path" => PlaceWord::Path,
        _ => PlaceWord::Track,
    }
}

fn place_fact(node: Node<'_>, findings: &mut Findings) -> Option<FactAst> {
    let mut word = PlaceWord::Here;
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::place => word = place_word(part.as_str()),
            Rule::zone => return zone::zone(part, findings).map(|z| FactAst::In(word, z)),
            Rule::square_state => {
                let state = match part.as_str() {
                    "empty" => SquareWord::Empty,
                    "safe" => SquareWord::Safe,
                    _ => SquareWord::Attacked,
                };
                return Some(FactAst::Square(word, state));
            }
            Rule::bad_place => findings.push(bad_rest(
                &part,
                "`in` and a zone, or `empty`, `safe` or `attacked`",
            )),
            _ => {}
        }
    }
    None
}

/// The finding about the rest of a fact that cannot be read.
fn bad_rest(node: &Node<'_>, wanted: &str) -> NotationFinding {
    let message = match node.as_str().trim() {
        "" => format!("{wanted} must stand here"),
        text => format!(
            "`{}` is not what must stand here: {wanted}",
            words::short(text)
        ),
    };
    NotationFinding::error("bad-fact", span(node), message)
}

fn member(node: Node<'_>, findings: &mut Findings) -> Option<FactAst> {
    let mut fact: fn(PiecesAst) -> FactAst = FactAst::MoverIs;
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::member_word if part.as_str() == "victim" => fact = FactAst::VictimIs,
            Rule::pieces => return set::pieces(part, findings).map(fact),
            Rule::bad_member => {
                findings.push(bad_rest(&part, "`is` and a piece or a set of pieces"))
            }
            _ => {}
        }
    }
    None
}

fn pick_fact(node: Node<'_>, findings: &mut Findings) -> Option<FactAst> {
    let whole = span(&node);
    let (mut quantity, mut found, mut compared) = (None, None, None);
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::quantity => quantity = Some(part.as_str().to_owned()),
            Rule::pick => found = Some(pick(part, findings)),
            Rule::compare => compared = Some((span(&part), compare(part, findings))),
            _ => {}
        }
    }
    let (owned, pick) = found??;
    match (quantity.as_deref(), compared) {
        (Some(word), Some((place, _))) => {
            let message =
                format!("`{word}` already says how many; a comparison behind it says it twice");
            findings.push(
                NotationFinding::error("said-twice", place, message)
                    .help(format!("leave out `{word}`, or the comparison")),
            );
            None
        }
        (Some("no"), None) => Some(FactAst::Count(pick, CompareWord::Equal, 0)),
        (Some(_), None) => Some(FactAst::Count(pick, CompareWord::AtLeast, 1)),
        (None, Some((_, compared))) => {
            compared.map(|(word, number)| FactAst::Count(pick, word, number))
        }
        (None, None) => match bare_name(owned, &pick) {
            Some(name) if pick.span == whole => Some(FactAst::Name(name)),
            _ => Some(FactAst::Count(pick, CompareWord::AtLeast, 1)),
        },
    }
}

/// The name, if a pick is nothing else.
fn bare_name(owned: bool, pick: &PickAst) -> Option<String> {
    let plain = !owned
        && pick.region == RegionAst::Anywhere
        && pick.pieces.within.is_none()
        && pick.pieces.but.is_none();
    match &pick.pieces.items[..] {
        [
            Spanned {
                value: PieceItem::Name(name),
                ..
            },
        ] if plain => Some(name.clone()),
        _ => None,
    }
}

fn compare(node: Node<'_>, findings: &mut Findings) -> Option<(CompareWord, u32)> {
    let (mut word, mut number) = (None, None);
    for part in node.into_inner() {
        match (part.as_rule(), part.as_str()) {
            (Rule::operator, "<") => word = Some(CompareWord::Less),
            (Rule::operator, "<=" | "≤") => word = Some(CompareWord::AtMost),
            (Rule::operator, "=") => word = Some(CompareWord::Equal),
            (Rule::operator, ">=" | "≥") => word = Some(CompareWord::AtLeast),
            (Rule::operator, ">") => word = Some(CompareWord::More),
            (Rule::operator, other) => {
                let message = format!("`{}` is not a comparison", words::short(other));
                findings.push(
                    NotationFinding::error("bad-comparison", span(&part), message)
                        .help("the comparisons are `<` `<=` `=` `>=` `>`"),
                );
            }
            _ => number = words::number(&part, ">= 2", findings),
        }
    }
    Some((word?, number?))
}

/// A choice of men, and whether it says whose.
fn pick(node: Node<'_>, findings: &mut Findings) -> Option<(bool, PickAst)> {
    let whole = span(&node);
    let (mut owner, mut owned, mut pieces) = (OwnerWord::Any, false, None);
    let (mut region, mut complete) = (RegionAst::Anywhere, true);
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::owner => {
                owned = true;
                owner = owner_word(part.as_str());
            }
            Rule::pieces => pieces = set::pieces(part, findings),
            _ => match self::region(part, findings) {
                Some(found) => region = found,
                None => complete = false,
            },
        }
    }
    let pieces = pieces.filter(|_| complete)?;
    Some((
        owned,
        PickAst {
            span: whole,
            owner,
            pieces,
            region,
        },
    ))
}

fn owner_word(text: &str) -> OwnerWord {
    match text {
        "own" => OwnerWord::Own,
        "enemy" => OwnerWord::Enemy,
        "white" => OwnerWord::White,
        "black" => OwnerWord::Black,
        _ => OwnerWord::Any,
    }
}

fn region(node: Node<'_>, findings: &mut Findings) -> Option<RegionAst> {
    let (mut pattern, mut from) = (None, None);
    for part in node.into_inner() {
        let place = span(&part);
        match part.as_rule() {
            Rule::zone => return zone::zone(part, findings).map(RegionAst::Zone),
            Rule::pattern => pattern = self::pattern(&part, findings),
            Rule::missing_pattern => findings.push(
                NotationFinding::error(
                    "missing-pattern",
                    place,
                    "a movement is missing behind `at`",
                )
                .help("write it like `own king at K from here`"),
            ),
            Rule::missing_from => findings.push(
                NotationFinding::error(
                    "missing-from",
                    place,
                    "`from` is missing behind the movement",
                )
                .help("say where it starts: `from here`, `from there`, or `from own king`"),
            ),
            Rule::origin => from = origin(part, findings),
            _ => {}
        }
    }
    Some(RegionAst::At {
        pattern: pattern?,
        from: Box::new(from?),
    })
}

/// A movement as a pattern: geometry alone.
fn pattern(node: &Node<'_>, findings: &mut Findings) -> Option<Spanned<Movement>> {
    let place = span(node);
    let parsed = super::parse(node.as_str());
    let mut fine = !parsed
        .findings
        .iter()
        .any(|f| f.severity == Severity::Error);
    findings.extend(parsed.findings.into_iter().map(|f| f.moved(place.start)));
    let mut value = parsed.movement;
    for term in &mut value.terms {
        term.span = term.span.start + place.start..term.span.end + place.start;
        let written = node
            .as_str()
            .get(term.span.start - place.start..term.span.end - place.start)
            .unwrap_or_default();
        if let Some(message) = no_pattern(term, written) {
            fine = false;
            findings.push(
                NotationFinding::error("bad-pattern", term.span.clone(), message)
                    .help("a pattern is where to look: directions, atoms, ranges and the letters p g n j o"),
            );
        }
    }
    fine.then_some(Spanned { span: place, value })
}

/// Why a term can be no pattern.
fn no_pattern(term: &Term, written: &str) -> Option<String> {
    let Action::Leg(_) = &term.action else {
        return Some("castling is no pattern".to_owned());
    };
    let letter = written.chars().find(|c| "mcdeiux".contains(*c))?;
    Some(format!(
        "`{letter}` says something about a move, not where to look"
    ))
}

fn origin(node: Node<'_>, findings: &mut Findings) -> Option<OriginAst> {
    for part in node.into_inner() {
        match (part.as_rule(), part.as_str()) {
            (Rule::place, "here" | "there") => {
                return Some(OriginAst::Place(place_word(part.as_str())));
            }
            (Rule::place, word) => {
                let message = format!(
                    "a pattern cannot start from `{word}`, which may be many squares or none"
                );
                findings.push(
                    NotationFinding::error("bad-origin", span(&part), message)
                        .help("write `from here` or `from there`"),
                );
                return None;
            }
            (Rule::quantity, "no") => {
                findings.push(
                    NotationFinding::error(
                        "bad-origin",
                        span(&part),
                        "a pattern cannot start from no man",
                    )
                    .help("name the men from which it starts, as in `from own king`"),
                );
                return None;
            }
            (Rule::pick, _) => return pick(part, findings).map(|(_, pick)| OriginAst::Men(pick)),
            _ => {}
        }
    }
    None
}
