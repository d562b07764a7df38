//! Conditions as they are written: `not check and (path safe or mover is pawn)`.
//!
//! Names stand as they are written; what they mean, and whether a fact may stand where it does, is known in `rules`.

use super::Movement;
use super::advice;
use super::findings::{NotationFinding, Read, Spanned};
use super::pick;
use super::set::{self, PiecesAst};
use super::words::{self, Node, Rule, span};
use super::zone::{self, ZoneAst};
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
#[expect(
    clippy::large_enum_variant,
    reason = "conditions are small and read once"
)]
pub enum CondKind {
    /// Parts joined by `and`.
    All(Vec<CondAst>),
    /// Parts joined by `or`.
    Any(Vec<CondAst>),
    /// `not`.
    Not(Box<CondAst>),
    /// `after`: in the position after the turn.
    After(Box<CondAst>),
    /// `can`: the player to move has a legal move of which it holds.
    Can(Box<CondAst>),
    /// `last`: of the turn before.
    Last(Box<CondAst>),
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
    /// `pass`: nothing changes but the turn.
    Pass,
    /// `drop`: a man is put down from the hand.
    Drop,
    /// `castle`
    Castle,
    /// `full`: no square is empty.
    Full,
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
    /// `own pawn in ZONE >= 2`; without a comparison at least one, with `no` none. Also a counter compared with a number.
    Count(PickAst, CompareWord, u32),
    /// `own pawn > enemy pawn`
    Versus(PickAst, CompareWord, PickAst),
    /// `every own royal attacked by enemy pawn`, `no own pawn safe`.
    Attacked {
        /// Of whom it is said.
        men: PickAst,
        /// Of how many of them.
        many: ManyWord,
        /// Whether they are said to be safe instead.
        safe: bool,
        /// By whom; anybody if nobody is named.
        by: Option<Box<PickAst>>,
    },
}

/// Of how many of some men something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ManyWord {
    /// `some`, or nothing: at least one.
    Some,
    /// `no`
    No,
    /// `every`
    Every,
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
    /// `perpetual-check`: with every move since the position first stood.
    PerpetualCheck,
    /// `perpetual-chase`
    PerpetualChase,
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
    /// `safe`
    Safe,
    /// `attacked`
    Attacked,
    /// `unmoved`: by a man that has not moved.
    Unmoved,
    /// `stuck`: the mover could never move from there.
    Stuck,
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
    /// `in hand`
    Hand,
    /// `in path/there`
    Places(Vec<PlaceWord>),
    /// `in file of there`
    FileOf(PlaceWord),
    /// `in rank of there`
    RankOf(PlaceWord),
    /// `between there and PICK`
    Between(PlaceWord, Box<PickAst>),
    /// `outside ZONE`, or squares of the move
    Outside(Box<RegionAst>),
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
                let (text, at) = (part.as_span().get_input(), span(&part).start);
                if !words::is_told(text, at, findings) {
                    findings.push(unexpected(&part));
                }
                facts.push(None);
            }
            _ => {}
        }
    }
    joined(place, facts, CondKind::All)
}

/// The finding about words behind a complete fact.
fn unexpected(node: &Node<'_>) -> NotationFinding {
    if let Some(finding) = words::later_first(node) {
        return finding;
    }
    if let Some(finding) = advice::after_fact(node) {
        return finding;
    }
    let message = format!(
        "`{}` does not fit behind what stands before it",
        words::short(node.as_str())
    );
    NotationFinding::error("unexpected-text", span(node), message)
        .help("join facts with `and` or `or`, and look at the spelling")
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
        Rule::negation => CondKind::Not(Box::new(inner_fact(node, findings)?)),
        Rule::after => CondKind::After(Box::new(inner_fact(node, findings)?)),
        Rule::can => CondKind::Can(Box::new(inner_fact(node, findings)?)),
        Rule::before => CondKind::Last(Box::new(inner_fact(node, findings)?)),
        Rule::parens => return parens(node, findings),
        Rule::repeated => CondKind::Fact(FactAst::Repeated(count(node, "repeated 3", findings)?)),
        Rule::quiet => CondKind::Fact(FactAst::Quiet(count(node, "quiet 100", findings)?)),
        Rule::state => CondKind::Fact(state(node)?),
        Rule::simple => CondKind::Fact(match node.as_str() {
            "capture" => FactAst::Capture,
            "promotion" => FactAst::Promotion,
            "pass" => FactAst::Pass,
            "drop" => FactAst::Drop,
            "castle" => FactAst::Castle,
            "full" => FactAst::Full,
            "always" => FactAst::Always,
            _ => FactAst::Never,
        }),
        Rule::place_fact => CondKind::Fact(place_fact(node, findings)?),
        Rule::member => CondKind::Fact(member(node, findings)?),
        Rule::pick_fact => CondKind::Fact(pick::pick_fact(node, findings)?),
        _ => {
            findings.push(no_fact(&node));
            return None;
        }
    };
    Some(CondAst { span: place, kind })
}

/// The fact behind `not`, `after` or `last`.
fn inner_fact(node: Node<'_>, findings: &mut Findings) -> Option<CondAst> {
    let inner = node.into_inner().find(|n| n.as_rule() == Rule::fact)?;
    fact(inner, findings)
}

/// The finding where no fact can be read.
fn no_fact(node: &Node<'_>) -> NotationFinding {
    let place = span(node);
    let help = "facts are, for example, `not check`, `path safe`, `here in last 1`, `no enemy royal in e4`, `mover is royal`";
    if let Some(finding) = words::later_first(node) {
        return finding;
    }
    if node.as_rule() == Rule::missing_fact {
        return NotationFinding::error("missing-fact", place, "a fact is missing here").help(help);
    }
    let written = node.as_str().escape_debug().to_string();
    let message = format!("`{}` is not a fact", words::short(&written));
    let finding = NotationFinding::error("bad-fact", place, message);
    match advice::no_fact(&written) {
        Some(advice) if written.starts_with('!') && written.len() > 1 => {
            let start = finding.span.start;
            finding.help(advice).fix(start..start + 1, "not ")
        }
        Some(advice) if written.starts_with("in ") => {
            let start = finding.span.start;
            finding.help(advice).offer(start..start, "here ")
        }
        Some(advice) => finding.help(advice),
        None => finding.help(help),
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
        findings.push(
            NotationFinding::error("bad-number", place, "this is counted from 1")
                .help(format!("write it like `{example}`")),
        );
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
            (_, "perpetual-check") => word = Some(StateWord::PerpetualCheck),
            (_, "perpetual-chase") => word = Some(StateWord::PerpetualChase),
            _ => word = Some(StateWord::NoMove),
        }
    }
    word.map(|word| FactAst::State { word, enemy })
}

pub(super) fn place_word(text: &str) -> PlaceWord {
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
                    "safe" => SquareWord::Safe,
                    "unmoved" => SquareWord::Unmoved,
                    "stuck" => SquareWord::Stuck,
                    _ => SquareWord::Attacked,
                };
                return Some(FactAst::Square(word, state));
            }
            Rule::bad_place => findings.push(bad_rest(
                &part,
                "`in` and a zone, or `safe`, `attacked`, `unmoved` or `stuck` (that nobody stands there is \
                 said as `no all in path`)",
            )),
            _ => {}
        }
    }
    None
}

/// The finding about the rest of a fact that cannot be read.
fn bad_rest(node: &Node<'_>, wanted: &str) -> NotationFinding {
    if let Some(finding) = words::later_first(node) {
        return finding;
    }
    let message = match node.as_str().trim() {
        "" => format!("{wanted} must stand here"),
        text => format!(
            "`{}` is not what must stand here: {wanted}",
            words::short(text)
        ),
    };
    let finding = NotationFinding::error("bad-fact", span(node), message);
    match advice::rest_of_fact(node) {
        Some(help) => finding.help(help),
        None => finding,
    }
}

fn member(node: Node<'_>, findings: &mut Findings) -> Option<FactAst> {
    let mut fact: fn(PiecesAst) -> FactAst = FactAst::MoverIs;
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::member_word if part.as_str() == "victim" => fact = FactAst::VictimIs,
            Rule::pieces => return set::pieces(part, findings).map(fact),
            Rule::bad_member => {
                findings.push(bad_rest(&part, "`is` and a piece or a set of pieces"));
            }
            _ => {}
        }
    }
    None
}
