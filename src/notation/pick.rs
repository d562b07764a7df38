//! Reads choices of men: `own pawn at sW from there >= 2`.

use super::advice;
use super::condition::{
    CompareWord, FactAst, ManyWord, OriginAst, OwnerWord, PickAst, PlaceWord, RegionAst, place_word,
};
use super::findings::{NotationFinding, Spanned};
use super::set::{self, PieceItem};
use super::words::{self, Node, Rule, span};
use super::zone;
use super::{Action, Movement, Term};
use crate::diagnostics::Severity;

type Findings = Vec<NotationFinding>;

/// Builds a fact about men that are there.
pub(super) fn pick_fact(node: Node<'_>, findings: &mut Findings) -> Option<FactAst> {
    let whole = span(&node);
    let (mut quantity, mut found, mut compared, mut state) = (None, None, None, None);
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::quantity => quantity = Some((span(&part), part.as_str().to_owned())),
            Rule::pick => found = Some(pick(part, findings)),
            Rule::compare => compared = Some((span(&part), compare(part, findings))),
            Rule::men_state => state = Some(men_state(part, findings)),
            _ => {}
        }
    }
    let (owned, pick) = found??;
    let quantity = quantity
        .as_ref()
        .map(|(place, word)| (place, word.as_str()));
    if let Some(state) = state {
        let (safe, by) = state?;
        return Some(FactAst::Attacked {
            men: pick,
            many: match quantity {
                Some((_, "every")) => ManyWord::Every,
                Some((_, "no")) => ManyWord::No,
                _ => ManyWord::Some,
            },
            safe,
            by,
        });
    }
    if let Some((place, "every")) = quantity {
        let message = "`every` stands only where men are said to be `attacked` or `safe`";
        findings.push(
            NotationFinding::error("bad-fact", place.clone(), message).help(
                "to ask whether all are somewhere, ask that none is elsewhere: `no own pawn in all but last 1`",
            ),
        );
        return None;
    }
    match (quantity.map(|(_, word)| word), compared) {
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
        (None, Some((_, compared))) => match compared? {
            (word, Amount::Number(number)) => Some(FactAst::Count(pick, word, number)),
            (word, Amount::Men(other)) => Some(FactAst::Versus(pick, word, other)),
        },
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

/// With what a number of men is compared.
enum Amount {
    Number(u32),
    Men(PickAst),
}

/// `attacked` or `safe`, the latter as true, and by whom.
fn men_state(node: Node<'_>, findings: &mut Findings) -> Option<(bool, Option<Box<PickAst>>)> {
    let (mut safe, mut by) = (false, None);
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::men_word => safe = part.as_str() == "safe",
            Rule::by_word if safe => {
                let message = "men are `safe` from everybody";
                findings.push(
                    NotationFinding::error("bad-fact", span(&part), message)
                        .help("write `not` before the fact, and `attacked by` in it"),
                );
                return None;
            }
            Rule::pick => by = Some(Box::new(pick(part, findings)?.1)),
            _ => {}
        }
    }
    Some((safe, by))
}

fn compare(node: Node<'_>, findings: &mut Findings) -> Option<(CompareWord, Amount)> {
    let (mut word, mut amount) = (None, None);
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
            (Rule::pick, written) if advice::is_spelled_number(written.trim_end()) => {
                findings.push(advice::no_number(&part, ">= 2"));
            }
            (Rule::pick, _) => amount = pick(part, findings).map(|(_, men)| Amount::Men(men)),
            _ => amount = words::number(&part, ">= 2", findings).map(Amount::Number),
        }
    }
    Some((word?, amount?))
}

/// A choice of men, and whether it says whose.
pub(super) fn pick(node: Node<'_>, findings: &mut Findings) -> Option<(bool, PickAst)> {
    let whole = span(&node);
    let (mut owner, mut said, mut pieces) = (OwnerWord::Any, false, None);
    let (mut region, mut complete) = (RegionAst::Anywhere, true);
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::owner => {
                said = true;
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
        said,
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
            Rule::hand => return Some(RegionAst::Hand),
            Rule::places => {
                let places = part.into_inner().filter(|n| n.as_rule() == Rule::place);
                return Some(RegionAst::Places(
                    places.map(|n| place_word(n.as_str())).collect(),
                ));
            }
            Rule::line_of => return line_of(part, findings),
            // What stands behind it is read as behind `in`.
            Rule::outside => return Some(RegionAst::Outside(Box::new(region(part, findings)?))),
            Rule::between => return between(part, findings),
            Rule::pattern => pattern = self::pattern(&part, findings),
            Rule::missing_pattern => findings.push(
                NotationFinding::error(
                    "missing-pattern",
                    place,
                    "a movement is missing behind `at`",
                )
                .help("write it like `own royal at K from here`"),
            ),
            Rule::missing_from => findings.push(
                NotationFinding::error(
                    "missing-from",
                    place,
                    "`from` is missing behind the movement",
                )
                .help("say where it starts: `from here`, `from there`, or `from own royal`"),
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

/// `file of there`
fn line_of(node: Node<'_>, findings: &mut Findings) -> Option<RegionAst> {
    let mut line: fn(PlaceWord) -> RegionAst = RegionAst::FileOf;
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::rank_word => line = RegionAst::RankOf,
            Rule::place => return Some(line(place_word(part.as_str()))),
            Rule::missing_place => findings.push(no_place(&part, "in file of there")),
            _ => {}
        }
    }
    None
}

/// `between there and PICK`
fn between(node: Node<'_>, findings: &mut Findings) -> Option<RegionAst> {
    let (mut from, mut end) = (None, None);
    for part in node.into_inner() {
        match part.as_rule() {
            Rule::place => from = Some(place_word(part.as_str())),
            Rule::missing_place => {
                findings.push(no_place(&part, "between there and own pawn"));
                return None;
            }
            Rule::missing_end => findings.push(
                NotationFinding::error(
                    "missing-end",
                    span(&part),
                    "`and` is missing, and the men at the other end",
                )
                .help("write it like `enemy pawn between there and own pawn`"),
            ),
            Rule::quantity if part.as_str() != "some" => {
                let message = format!("`{}` men cannot be the other end", part.as_str());
                findings.push(
                    NotationFinding::error("bad-fact", span(&part), message)
                        .help("name the men that stand at the other end, one of them is enough"),
                );
                return None;
            }
            Rule::pick => end = pick(part, findings).map(|(_, men)| men),
            _ => {}
        }
    }
    Some(RegionAst::Between(from?, Box::new(end?)))
}

/// The finding where a square of the move is missing.
fn no_place(node: &Node<'_>, example: &str) -> NotationFinding {
    let message = "a square of the move must stand here: `here` or `there`";
    NotationFinding::error("missing-place", span(node), message)
        .help(format!("write it like `{example}`"))
}

/// A movement as a pattern: geometry alone.
pub(super) fn pattern(node: &Node<'_>, findings: &mut Findings) -> Option<Spanned<Movement>> {
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
    match &term.action {
        Action::Castle(_) => return Some("castling is no pattern".to_owned()),
        Action::Drop(_) => return Some("a drop is no pattern".to_owned()),
        Action::Legs(legs) if legs.plain().is_none() => {
            return Some("only plain moves of one leg are patterns".to_owned());
        }
        Action::Legs(_) => {}
    }
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
            (Rule::quantity, word @ ("no" | "every")) => {
                let message = match word {
                    "no" => "a pattern cannot start from no man",
                    _ => "a pattern starts from each of the men that are named",
                };
                findings.push(
                    NotationFinding::error("bad-origin", span(&part), message)
                        .help("name the men from which it starts, as in `from own royal`"),
                );
                return None;
            }
            (Rule::pick, _) => return pick(part, findings).map(|(_, pick)| OriginAst::Men(pick)),
            _ => {}
        }
    }
    None
}
