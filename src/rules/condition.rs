//! Gives conditions their meaning.
//!
//! Reads syntax trees of `notation` and the table of names, and makes conditions of the rule model. Knows where which
//! fact may be asked. Findings have places inside the notation string; the caller maps them to the file.

use super::names::unknown;
pub use super::names::{Lowered, Names, piece_list, pieces, zone, zone_half};
pub use super::site::Site;
use super::site::{Tense, misplaced, misplaced_after, misplaced_can, misplaced_last};
use super::{Compare, Condition, Origin, Owner, Pick, Place, Region, SquareState, Tally};
use crate::board::{BySide, PieceSet, Side, SquareSet};
use crate::notation::{
    CompareWord, CondAst, CondKind, FactAst, ManyWord, NotationFinding, OriginAst, OwnerWord,
    PickAst, PieceItem, PiecesAst, PlaceWord, RegionAst, SquareWord, StateWord, ZoneAst,
};
use crate::similar::similar;
use std::ops::Range as Span;

/// Lowers a condition. Facts whose sets differ between the sides become one case for each side.
///
/// What it asks of the turn before is added to `remembered` ([`Rules::remembered`](super::Rules::remembered)), if it is
/// not there already.
pub fn condition(
    names: &Names,
    ast: &CondAst,
    site: &Site,
    remembered: &mut Vec<Condition>,
) -> Lowered<Condition> {
    lower(names, (ast, None), site, remembered)
}

/// Lowers a condition that is written for each side.
pub fn condition_by_side(
    names: &Names,
    asts: &BySide<CondAst>,
    site: &Site,
    remembered: &mut Vec<Condition>,
) -> BySide<Lowered<Condition>> {
    BySide::from_fn(|side| lower(names, (&asts[side], Some(side)), site, remembered))
}

/// Lowers a choice of men, for a side as `own`. `what` says in a message what is done with them, such as `flip them`.
pub fn pick(names: &Names, ast: &PickAst, side: Side, what: &str) -> Lowered<Pick> {
    let mut remembered = Vec::new();
    let mut lowerer = Lowerer {
        names,
        site: &Site::Effect,
        tense: Tense::Now,
        remembered: &mut remembered,
        stack: Vec::new(),
        inside: None,
        facts: 0,
        findings: Vec::new(),
    };
    let value = lowerer.men(ast, side, what);
    Lowered {
        value,
        findings: lowerer.findings,
    }
}

/// Joins two conditions, each for one side, into one.
pub fn by_side(conditions: BySide<Condition>) -> Condition {
    if conditions.white == conditions.black {
        return conditions.white;
    }
    let case = |side, condition| Condition::All(vec![Condition::SideIs(side), condition]);
    Condition::Any(vec![
        case(Side::White, conditions.white),
        case(Side::Black, conditions.black),
    ])
}

fn lower(
    names: &Names,
    (ast, side): (&CondAst, Option<Side>),
    at: &Site,
    remembered: &mut Vec<Condition>,
) -> Lowered<Condition> {
    // A word is only looked at; it is remembered where it is used.
    let mut scratch = Vec::new();
    let (stack, remembered) = if let Site::Word(name) = at {
        (vec![name.clone()], &mut scratch)
    } else {
        (Vec::new(), remembered)
    };
    let mut lowerer = Lowerer {
        names,
        site: at,
        tense: Tense::Now,
        remembered,
        stack,
        inside: None,
        facts: 0,
        findings: Vec::new(),
    };
    let value = lowerer.condition(ast, side);
    let mut findings = lowerer.findings;
    findings.sort_by_key(|f| (f.span.start, f.span.end));
    findings.dedup();
    Lowered { value, findings }
}

/// How many facts a condition may have after its words are written out.
const MAX_FACTS: usize = 10_000;

/// How many conditions a game can remember of a turn.
const MAX_REMEMBERED: usize = 32;

/// One run over a condition.
struct Lowerer<'a> {
    names: &'a Names,
    site: &'a Site,
    tense: Tense,
    remembered: &'a mut Vec<Condition>,
    /// The words that are being written out, outermost first.
    stack: Vec<String>,
    /// The word in the text itself that is being written out, with its place.
    inside: Option<(String, Span<usize>)>,
    facts: usize,
    findings: Vec<NotationFinding>,
}

impl Lowerer<'_> {
    /// Adds a finding. Inside a word only what its use makes wrong counts; the rest is found in the word itself.
    fn report(&mut self, finding: NotationFinding) {
        let finding = place_meant(finding);
        let Some((word, place)) = &self.inside else {
            return self.findings.push(finding);
        };
        if matches!(
            finding.code,
            "misplaced-fact" | "attack-circle" | "recursive-word" | "too-large"
        ) {
            let message = format!("the word `{word}` cannot stand here: {}", finding.message);
            let finding = NotationFinding {
                span: place.clone(),
                message,
                ..finding
            };
            if !self
                .findings
                .iter()
                .any(|f| (f.code, &f.span) == (finding.code, &finding.span))
            {
                self.findings.push(finding);
            }
        }
    }

    /// Lowers a condition for one side, or for both if they do not differ yet.
    fn condition(&mut self, ast: &CondAst, side: Option<Side>) -> Condition {
        match &ast.kind {
            CondKind::All(parts) => {
                Condition::All(parts.iter().map(|p| self.condition(p, side)).collect())
            }
            CondKind::Any(parts) => {
                Condition::Any(parts.iter().map(|p| self.condition(p, side)).collect())
            }
            CondKind::Not(inner) => Condition::Not(Box::new(self.condition(inner, side))),
            CondKind::After(inner) => {
                let finding = misplaced_after(&ast.span, (self.site, self.tense));
                if let Some(finding) = finding {
                    self.report(finding);
                }
                Condition::After(Box::new(self.in_tense(Tense::After, inner, side)))
            }
            CondKind::Can(inner) => {
                let finding = misplaced_can(&ast.span, (self.site, self.tense));
                if let Some(finding) = finding {
                    self.report(finding);
                }
                Condition::Can(Box::new(self.in_tense(Tense::Can, inner, side)))
            }
            CondKind::Last(inner) => {
                let finding = misplaced_last(&ast.span, (self.site, self.tense));
                if let Some(finding) = finding {
                    self.report(finding);
                }
                let part = self.in_tense(Tense::Last, inner, side);
                self.remember(part, &ast.span)
            }
            CondKind::Fact(fact) => match side {
                Some(side) => self.fact(fact, &ast.span, side),
                None => by_side(BySide::from_fn(|side| self.fact(fact, &ast.span, side))),
            },
        }
    }

    /// Lowers what stands behind `after` or `last`.
    fn in_tense(&mut self, tense: Tense, ast: &CondAst, side: Option<Side>) -> Condition {
        let outer = std::mem::replace(&mut self.tense, tense);
        let lowered = self.condition(ast, side);
        self.tense = outer;
        lowered
    }

    /// What was true of the turn before, by the bit that remembers it.
    fn remember(&mut self, part: Condition, place: &Span<usize>) -> Condition {
        if let Some(bit) = self.remembered.iter().position(|c| *c == part) {
            return Condition::Remembered(bit);
        }
        if self.remembered.len() == MAX_REMEMBERED {
            let message = format!(
                "a game can ask {MAX_REMEMBERED} things of the turn before with `last`, and this is one more"
            );
            self.report(NotationFinding::error("too-large", place.clone(), message));
            return Condition::Never;
        }
        self.remembered.push(part);
        Condition::Remembered(self.remembered.len() - 1)
    }

    fn fact(&mut self, fact: &FactAst, place: &Span<usize>, side: Side) -> Condition {
        self.facts += 1;
        if self.facts > MAX_FACTS {
            if self.facts == MAX_FACTS + 1 {
                let message =
                    format!("with its words written out this has more than {MAX_FACTS} facts");
                self.report(NotationFinding::error("too-large", place.clone(), message));
            }
            return Condition::Never;
        }
        if let Some(finding) = misplaced(fact, place, (self.site, self.tense)) {
            self.report(finding);
        }
        match fact {
            FactAst::State { word, enemy } => state(*word, *enemy),
            FactAst::Capture => Condition::Capture,
            FactAst::Promotion => Condition::Promotion,
            FactAst::Pass => Condition::Pass,
            FactAst::Drop => Condition::Drop,
            FactAst::Castle => Condition::Castle,
            FactAst::Full => Condition::Full,
            FactAst::Always => Condition::Always,
            FactAst::Never => Condition::Never,
            FactAst::Repeated(n) => Condition::Repeated(*n),
            FactAst::Quiet(n) => Condition::Quiet(*n),
            FactAst::Name(name) => self.name(name, place, side),
            FactAst::In(word, ast) => Condition::In(self::place(*word), self.zone(ast)),
            FactAst::Square(word, state) => {
                Condition::State(self::place(*word), square_state(*state))
            }
            FactAst::MoverIs(ast) => Condition::MoverIs(self.pieces(ast)[side]),
            FactAst::VictimIs(ast) => Condition::VictimIs(self.pieces(ast)[side.other()]),
            FactAst::Count(pick, word, number) => {
                let compare = compare(*word);
                let counter = self.counter(pick, compare, *number, side);
                counter.unwrap_or_else(|| self.count(pick, compare, *number, side))
            }
            FactAst::Versus(left, word, right) => self.versus(left, compare(*word), right, side),
            FactAst::Attacked {
                men,
                many,
                safe,
                by,
            } => {
                let men = self.on_board(men, side);
                let by = by.as_ref().map(|by| Box::new(self.on_board(by, side)));
                attacked(men, by, *many, *safe)
            }
        }
    }

    /// A bare name: a word written out, or a piece of which there is at least one.
    fn name(&mut self, name: &str, place: &Span<usize>, side: Side) -> Condition {
        let names = self.names;
        let Some(word) = names.words.get(name) else {
            if names.knows_pieces(name) {
                let kinds = names.pieces_called(name).unwrap_or_default();
                return count_any(kinds, Region::Anywhere, Compare::AtLeast, 1)
                    .unwrap_or(Condition::Never);
            }
            let known = names
                .words
                .keys()
                .chain(&names.pieces)
                .chain(names.groups.keys())
                .map(String::as_str);
            let finding = unknown(
                "unknown-word",
                "word or piece",
                name,
                place,
                known.chain(FACTS),
                &names.words_help(name),
            );
            self.report(finding);
            return Condition::Never;
        };
        if let Some(at) = self.stack.iter().position(|s| s == name) {
            // A circle that this text is no part of is found in the words that form it.
            if at == 0 && matches!(self.site, Site::Word(_)) {
                let way = self
                    .stack
                    .iter()
                    .map(|s| format!("`{s}`"))
                    .collect::<Vec<_>>()
                    .join(" asks ");
                let message = format!("a word cannot ask for itself: {way} asks `{name}`");
                self.report(
                    NotationFinding::error("recursive-word", place.clone(), message)
                        .help("say it without the word itself"),
                );
            }
            return Condition::Never;
        }
        let outermost = self.inside.is_none();
        if outermost {
            self.inside = Some((name.to_owned(), place.clone()));
        }
        self.stack.push(name.to_owned());
        let lowered = self.condition(&word[side], Some(side));
        self.stack.pop();
        if outermost {
            self.inside = None;
        }
        lowered
    }

    fn zone(&mut self, ast: &ZoneAst) -> BySide<SquareSet> {
        let lowered = self.names.lower_zone(ast);
        lowered.findings.into_iter().for_each(|f| self.report(f));
        lowered.value
    }

    fn pieces(&mut self, ast: &PiecesAst) -> BySide<PieceSet> {
        let lowered = pieces(self.names, ast);
        lowered.findings.into_iter().for_each(|f| self.report(f));
        lowered.value
    }

    /// Whose count of what is meant, if the name is a counter's; `Err` if that cannot be told, which is a finding.
    fn tally(&mut self, pick: &PickAst, side: Side) -> Option<Result<Tally, ()>> {
        let name = only_name(pick)?;
        let counter = self.names.counters.iter().position(|c| c == name)?;
        let Some((_, of)) = owner(pick.owner, side) else {
            let message = format!("each player has a count of `{name}`; say whose is meant");
            let finding = NotationFinding::error("unclear-owner", pick.span.clone(), message);
            let help = format!("write `own` or `enemy` before it, as in `own {name} >= 3`");
            let before = pick.span.start..pick.span.start;
            self.report(finding.help(help).offer(before, "own "));
            return Some(Err(()));
        };
        let enemy = of != side;
        Some(Ok(Tally { counter, enemy }))
    }

    /// A counter compared with a number, if the name is a counter's.
    fn counter(
        &mut self,
        pick: &PickAst,
        compare: Compare,
        number: u32,
        side: Side,
    ) -> Option<Condition> {
        let Ok(of) = self.tally(pick, side)? else {
            return Some(Condition::Never);
        };
        Some(Condition::Counter {
            of,
            compare,
            number: i32::try_from(number).unwrap_or(i32::MAX),
        })
    }

    /// Men compared with men, or counts with counts.
    fn versus(
        &mut self,
        left: &PickAst,
        compare: Compare,
        right: &PickAst,
        side: Side,
    ) -> Condition {
        let men = match (self.tally(left, side), self.tally(right, side)) {
            (None, None) => {
                let left = self.men(left, side, "count them");
                return Condition::Versus(left, compare, self.men(right, side, "count them"));
            }
            (Some(Ok(left)), Some(Ok(right))) => {
                return Condition::Counters(left, compare, right);
            }
            (Some(_), Some(_)) => return Condition::Never,
            (Some(_), None) => right,
            (None, Some(_)) => left,
        };
        let message = "a count is compared with a number or with another count, not with men";
        let finding = NotationFinding::error("count-and-men", men.span.clone(), message);
        self.report(finding.help("write a number, or `own` or `enemy` and the name of a counter"));
        Condition::Never
    }

    fn count(&mut self, pick: &PickAst, compare: Compare, number: u32, side: Side) -> Condition {
        let kinds = self.pieces(&pick.pieces);
        let region = self.region(&pick.region, side);
        let (owner, kinds) = match owner(pick.owner, side) {
            Some((owner, of)) => (owner, kinds[of]),
            None if kinds.white == kinds.black => (Owner::Any, kinds.white),
            None => {
                return count_any(kinds, region, compare, number).unwrap_or_else(|| {
                    self.report(unclear_owner(pick, "count them"));
                    Condition::Never
                });
            }
        };
        Condition::Count(
            Pick {
                owner,
                kinds,
                region,
            },
            compare,
            number,
        )
    }

    fn region(&mut self, ast: &RegionAst, side: Side) -> Region {
        match ast {
            RegionAst::Zone(zone) => Region::Zone(self.zone(zone)),
            RegionAst::At { pattern, from } => {
                let from = match &**from {
                    OriginAst::Place(word) => Origin::Place(place(*word)),
                    OriginAst::Men(pick) => Origin::Men(Box::new(self.on_board(pick, side))),
                };
                Region::At {
                    pattern: pattern.value.terms.clone(),
                    from,
                }
            }
            RegionAst::Anywhere => Region::Anywhere,
            RegionAst::Outside(inside) => Region::Outside(Box::new(self.region(inside, side))),
            RegionAst::Hand => Region::Hand,
            RegionAst::Places(words) => {
                Region::Places(words.iter().map(|word| place(*word)).collect())
            }
            RegionAst::FileOf(word) => Region::FileOf(place(*word)),
            RegionAst::RankOf(word) => Region::RankOf(place(*word)),
            RegionAst::Between(word, ends) => {
                Region::Between(place(*word), Box::new(self.on_board(ends, side)))
            }
        }
    }

    /// Men that must stand somewhere.
    fn on_board(&mut self, pick: &PickAst, side: Side) -> Pick {
        if pick.region == RegionAst::Hand {
            let message = "men in hand stand on no square";
            let finding = NotationFinding::error("off-board", pick.span.clone(), message);
            self.report(finding.help("name men on the board; men in hand can only be counted"));
        }
        self.men(pick, side, "look at them")
    }

    /// A choice of men. `what` says for what it has to be known whose they are.
    fn men(&mut self, pick: &PickAst, side: Side, what: &str) -> Pick {
        let kinds = self.pieces(&pick.pieces);
        let region = self.region(&pick.region, side);
        let (owner, kinds) = if let Some((owner, of)) = owner(pick.owner, side) {
            (owner, kinds[of])
        } else {
            if kinds.white != kinds.black {
                self.report(unclear_owner(pick, what));
            }
            (Owner::Any, kinds.white)
        };
        Pick {
            owner,
            kinds,
            region,
        }
    }
}

/// Facts that stand alone, for suggestions.
const FACTS: [&str; 14] = [
    "check",
    "mate",
    "stalemate",
    "no-move",
    "perpetual-check",
    "perpetual-chase",
    "capture",
    "castle",
    "drop",
    "full",
    "promotion",
    "pass",
    "always",
    "never",
];

/// Whose men, and whose half of a set is meant; nothing if anybody's.
fn owner(word: OwnerWord, side: Side) -> Option<(Owner, Side)> {
    match word {
        OwnerWord::Own => Some((Owner::Own, side)),
        OwnerWord::Enemy => Some((Owner::Enemy, side.other())),
        OwnerWord::White => Some((Owner::Side(Side::White), Side::White)),
        OwnerWord::Black => Some((Owner::Side(Side::Black), Side::Black)),
        _ => None,
    }
}

/// "At least one" and "none" of men of both sides where the set differs between the sides.
fn count_any(
    kinds: BySide<PieceSet>,
    region: Region,
    compare: Compare,
    number: u32,
) -> Option<Condition> {
    if kinds.white == kinds.black {
        let pick = Pick {
            owner: Owner::Any,
            kinds: kinds.white,
            region,
        };
        return Some(Condition::Count(pick, compare, number));
    }
    let halves = Side::ALL.map(|side| {
        let pick = Pick {
            owner: Owner::Side(side),
            kinds: kinds[side],
            region: region.clone(),
        };
        Condition::Count(pick, compare, number)
    });
    match (compare, number) {
        (Compare::AtLeast, 1) | (Compare::More, 0) => Some(Condition::Any(halves.to_vec())),
        (Compare::Equal | Compare::AtMost, 0) | (Compare::Less, 1) => {
            Some(Condition::All(halves.to_vec()))
        }
        _ => None,
    }
}

/// A name that is no piece's, but like that of a square of the move, was probably meant to be that.
fn place_meant(finding: NotationFinding) -> NotationFinding {
    let Some(name) = finding
        .name
        .clone()
        .filter(|_| finding.code == "unknown-piece")
    else {
        return finding;
    };
    let is_offered = finding.edit.is_some();
    match similar(&name, ["here", "there"]) {
        Some(close) if !is_offered => finding.meant(&name, close),
        _ => finding,
    }
}

fn unclear_owner(pick: &PickAst, what: &str) -> NotationFinding {
    let message =
        format!("this set is not the same for both sides; say whose men are meant to {what}");
    NotationFinding::error("unclear-owner", pick.span.clone(), message)
        .help("write `own`, `enemy`, `white` or `black` before it")
}

/// The name, if a pick is nothing else but a name and perhaps whose it is.
fn only_name(pick: &PickAst) -> Option<&str> {
    let plain = pick.region == RegionAst::Anywhere
        && pick.pieces.within.is_none()
        && pick.pieces.but.is_none();
    match &pick.pieces.items[..] {
        [item] if plain => match &item.value {
            PieceItem::Name(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// That so many of some men are attacked or safe.
fn attacked(men: Pick, by: Option<Box<Pick>>, many: ManyWord, safe: bool) -> Condition {
    // That one is safe is that not every one is attacked.
    let (every, yes) = match (many, safe) {
        (ManyWord::Some, false) => (false, true),
        (ManyWord::No, false) | (ManyWord::Every, true) => (false, false),
        (ManyWord::Every, false) | (ManyWord::No, true) => (true, true),
        (ManyWord::Some, true) => (true, false),
    };
    let attacked = Condition::Attacked { men, by, every };
    if yes {
        attacked
    } else {
        Condition::Not(Box::new(attacked))
    }
}

fn state(word: StateWord, enemy: bool) -> Condition {
    let (check, no_move) = (Condition::Check { enemy }, Condition::NoMove { enemy });
    match word {
        StateWord::Check => check,
        StateWord::NoMove => no_move,
        StateWord::PerpetualCheck => Condition::PerpetualCheck { enemy },
        StateWord::PerpetualChase => Condition::PerpetualChase { enemy },
        StateWord::Mate => Condition::All(vec![check, no_move]),
        StateWord::Stalemate => Condition::All(vec![Condition::Not(Box::new(check)), no_move]),
    }
}

fn place(word: PlaceWord) -> Place {
    match word {
        PlaceWord::Here => Place::Here,
        PlaceWord::There => Place::There,
        PlaceWord::Path => Place::Path,
        PlaceWord::Track => Place::Track,
    }
}

fn square_state(word: SquareWord) -> SquareState {
    match word {
        SquareWord::Safe => SquareState::Safe,
        SquareWord::Attacked => SquareState::Attacked,
        SquareWord::Unmoved => SquareState::Unmoved,
        SquareWord::Stuck => SquareState::Stuck,
    }
}

fn compare(word: CompareWord) -> Compare {
    match word {
        CompareWord::Less => Compare::Less,
        CompareWord::AtMost => Compare::AtMost,
        CompareWord::Equal => Compare::Equal,
        CompareWord::AtLeast => Compare::AtLeast,
        CompareWord::More => Compare::More,
    }
}
