//! Gives conditions their meaning.
//!
//! Reads syntax trees of `notation` and the table of names, and makes conditions of the rule model. Knows where which
//! fact may be asked. Findings have places inside the notation string; the caller maps them to the file.

use super::names::unknown;
pub use super::names::{Lowered, Names, piece_list, pieces, zone, zone_half};
use super::{Compare, Condition, Origin, Owner, Pick, Place, Region, SquareState};
use crate::board::{BySide, PieceSet, Side, SquareSet};
use crate::notation::{
    CompareWord, CondAst, CondKind, FactAst, NotationFinding, OriginAst, OwnerWord, PickAst,
    PiecesAst, PlaceWord, RegionAst, SquareWord, StateWord, ZoneAst,
};
use std::ops::Range as Span;

/// Where a condition stands, which decides what it may ask.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Site {
    /// Behind `if` of moves; `attacks` if one of them can take an enemy man (castling aside).
    Entry {
        /// Whether the moves attack.
        attacks: bool,
    },
    /// In a promotion's `if` or `must`.
    Promotion,
    /// In `castling.if`.
    Castling,
    /// In an end's `if`.
    End,
    /// The word `progress`, which is asked about each move.
    Progress,
    /// In `[forbid]`: a statement about a move and the position after it.
    Forbid,
    /// In `[forced]`: the same.
    Forced,
    /// In a counter's `if` or `restart`: a statement about a move and the position after it.
    Counter,
    /// In an effect's `if`, and behind `if` of what belongs to a turn besides the move: about a move.
    Effect,
    /// In a drop rule's `if`: about a man that is put down.
    Drop,
    /// In `turn.pass`: about a position; `no-move` means no other legal move.
    Turn,
    /// The word `check`, which is asked about a position and cannot ask for check itself.
    Check,
    /// Any other word, with its name: it may ask everything, but not itself.
    Word(String),
}

/// Lowers a condition. Facts whose sets differ between the sides become one case for each side.
pub fn condition(names: &Names, ast: &CondAst, site: &Site) -> Lowered<Condition> {
    lower(names, ast, site, None)
}

/// Lowers a condition that is written for each side.
pub fn condition_by_side(
    names: &Names,
    asts: &BySide<CondAst>,
    site: &Site,
) -> BySide<Lowered<Condition>> {
    BySide::from_fn(|side| lower(names, &asts[side], site, Some(side)))
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

fn lower(names: &Names, ast: &CondAst, at: &Site, side: Option<Side>) -> Lowered<Condition> {
    let stack = if let Site::Word(name) = at {
        vec![name.clone()]
    } else {
        Vec::new()
    };
    let mut lowerer = Lowerer {
        names,
        site: at,
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

/// One run over a condition.
struct Lowerer<'a> {
    names: &'a Names,
    site: &'a Site,
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
            CondKind::Fact(fact) => match side {
                Some(side) => self.fact(fact, &ast.span, side),
                None => by_side(BySide::from_fn(|side| self.fact(fact, &ast.span, side))),
            },
        }
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
        if let Some(finding) = misplaced(fact, place, self.site) {
            self.report(finding);
        }
        match fact {
            FactAst::State { word, enemy } => state(*word, *enemy),
            FactAst::Capture => Condition::Capture,
            FactAst::Promotion => Condition::Promotion,
            FactAst::Pass => Condition::Pass,
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
            FactAst::Count(pick, word, number) => self.count(pick, compare(*word), *number, side),
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
                    OriginAst::Men(pick) => Origin::Men(Box::new(self.origin(pick, side))),
                };
                Region::At {
                    pattern: pattern.value.terms.clone(),
                    from,
                }
            }
            RegionAst::Anywhere => Region::Anywhere,
        }
    }

    fn origin(&mut self, pick: &PickAst, side: Side) -> Pick {
        let kinds = self.pieces(&pick.pieces);
        let region = self.region(&pick.region, side);
        let (owner, kinds) = if let Some((owner, of)) = owner(pick.owner, side) {
            (owner, kinds[of])
        } else {
            if kinds.white != kinds.black {
                self.report(unclear_owner(pick, "start from them"));
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
const FACTS: [&str; 9] = [
    "check",
    "mate",
    "stalemate",
    "no-move",
    "capture",
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

fn unclear_owner(pick: &PickAst, what: &str) -> NotationFinding {
    let message =
        format!("this set is not the same for both sides; say whose men are meant to {what}");
    NotationFinding::error("unclear-owner", pick.span.clone(), message)
        .help("write `own`, `enemy`, `white` or `black` before it")
}

fn state(word: StateWord, enemy: bool) -> Condition {
    let (check, no_move) = (Condition::Check { enemy }, Condition::NoMove { enemy });
    match word {
        StateWord::Check => check,
        StateWord::NoMove => no_move,
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
        SquareWord::Empty => SquareState::Empty,
        SquareWord::Safe => SquareState::Safe,
        SquareWord::Attacked => SquareState::Attacked,
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

/// The finding about a fact that cannot be asked where it stands.
fn misplaced(fact: &FactAst, place: &Span<usize>, site: &Site) -> Option<NotationFinding> {
    let word = fact_word(fact, *site == Site::End)?;
    let error = |code, message: String| NotationFinding::error(code, place.clone(), message);
    let kind = match fact {
        FactAst::Square(..) if *site == Site::End => FactKind::Move,
        _ => kind_of_fact(fact),
    };
    match (site, kind) {
        (Site::Word(_), _) | (_, FactKind::Plain) | (Site::End, FactKind::Attack | FactKind::Game) => None,
        (Site::End, FactKind::Move) => Some(
            error("misplaced-fact", format!("`{word}` is about a move, but an end asks about a position"))
                .help("ask about men and squares instead, such as `own royal in last 1`"),
        ),
        (_, FactKind::Game) => Some(
            error("misplaced-fact", format!("`{word}` can be asked only in ends of the game"))
                .help("ask it in [end]; for the safety of squares there are `check`, `safe` and `attacked`"),
        ),
        (Site::Entry { attacks: true }, FactKind::Attack) => Some(
            error(
                "attack-circle",
                format!("moves that can capture cannot ask `{word}`, because what is attacked depends on them"),
            )
            .help("ask it only for moves that do not capture (`m`), in a line of their own, or look with a pattern: `no enemy royal at K from there`"),
        ),
        (_, FactKind::Attack | FactKind::Move) => None,
    }
}

/// What a fact is about, as far as it decides where it may stand.
enum FactKind {
    /// Men, zones and the like.
    Plain,
    /// A move.
    Move,
    /// Attacks.
    Attack,
    /// Legal moves or the course of the game.
    Game,
}

fn kind_of_fact(fact: &FactAst) -> FactKind {
    match fact {
        FactAst::State {
            word: StateWord::Check,
            ..
        } => FactKind::Attack,
        FactAst::State { .. } | FactAst::Repeated(_) | FactAst::Quiet(_) => FactKind::Game,
        FactAst::Square(_, SquareWord::Empty)
        | FactAst::In(..)
        | FactAst::Capture
        | FactAst::Promotion
        | FactAst::Pass
        | FactAst::MoverIs(_)
        | FactAst::VictimIs(_) => FactKind::Move,
        FactAst::Square(..) => FactKind::Attack,
        FactAst::Count(pick, ..) if starts_from_move(pick) => FactKind::Move,
        _ => FactKind::Plain,
    }
}

/// Whether a pick looks from a square of a move.
fn starts_from_move(pick: &PickAst) -> bool {
    match &pick.region {
        RegionAst::At { from, .. } => match &**from {
            OriginAst::Place(_) => true,
            OriginAst::Men(inner) => starts_from_move(inner),
        },
        _ => false,
    }
}

/// The word that names a fact in a message.
fn fact_word(fact: &FactAst, in_end: bool) -> Option<&'static str> {
    let of_place = |word: PlaceWord| match word {
        PlaceWord::Here => "here",
        PlaceWord::There => "there",
        PlaceWord::Path => "path",
        PlaceWord::Track => "track",
    };
    Some(match fact {
        FactAst::State { word, .. } => match word {
            StateWord::Check => "check",
            StateWord::Mate => "mate",
            StateWord::Stalemate => "stalemate",
            StateWord::NoMove => "no-move",
        },
        FactAst::Capture => "capture",
        FactAst::Promotion => "promotion",
        FactAst::Pass => "pass",
        FactAst::Repeated(_) => "repeated",
        FactAst::Quiet(_) => "quiet",
        FactAst::Square(_, SquareWord::Safe) if !in_end => "safe",
        FactAst::Square(_, SquareWord::Attacked) if !in_end => "attacked",
        FactAst::In(word, _) | FactAst::Square(word, _) => of_place(*word),
        FactAst::MoverIs(_) => "mover",
        FactAst::VictimIs(_) => "victim",
        FactAst::Count(pick, ..) if starts_from_move(pick) => "from here",
        _ => return None,
    })
}
