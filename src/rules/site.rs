//! Where a condition stands, and which facts may be asked there.

use crate::notation::{FactAst, NotationFinding, OriginAst, PickAst, PlaceWord, RegionAst};
use crate::notation::{SquareWord, StateWord};
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
    /// In a counter's `if`: a statement about a move and the position after it.
    Counter,
    /// In an effect's `if`, and behind `if` of what belongs to a turn besides the move: about a move.
    Effect,
    /// In a drop rule's `if`: about a man that is put down.
    Drop,
    /// In `turn.pass`: about a position; `no-move` means no other legal move.
    Turn,
    /// In `setup.if`: about a start position.
    Setup,
    /// The word `check`, which is asked about a position and cannot ask for check itself.
    Check,
    /// Any other word, with its name: it may ask everything, but not itself.
    Word(String),
}

/// Of which moment a fact is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tense {
    /// Of the move and the position before it.
    Now,
    /// Of the position after the turn: behind `after`.
    After,
    /// Of the turn before: behind `last`.
    Last,
    /// Of a move that the player to move could make, behind `can`.
    Can,
}

/// What a fact has to know, as far as it decides where it may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// The squares of a move.
    Place,
    /// What a move does.
    Deed,
    /// Who attacks what.
    Attack,
    /// Whether a player is in check.
    Check,
    /// Which moves are legal.
    Moves,
    /// The course of the game.
    Course,
}

/// The finding about a fact that cannot be asked where it stands.
pub(super) fn misplaced(
    fact: &FactAst,
    place: &Span<usize>,
    (site, tense): (&Site, Tense),
) -> Option<NotationFinding> {
    needs(fact).into_iter().find_map(|(need, word)| {
        let (code, message, help) = match tense {
            Tense::Now => refused(need, word, site),
            Tense::After => refused_after(need, word, site),
            Tense::Last => refused_last(need, word),
            Tense::Can => refused(need, word, &Site::Forced),
        }?;
        Some(NotationFinding::error(code, place.clone(), message).help(help))
    })
}

/// The finding about an `after` that cannot stand where it does.
pub(super) fn misplaced_after(
    place: &Span<usize>,
    (site, tense): (&Site, Tense),
) -> Option<NotationFinding> {
    let (message, help) = match (tense, site) {
        (Tense::Now, Site::Forbid | Site::Forced | Site::Counter | Site::Word(_))
        | (Tense::Can, _) => return None,
        (Tense::Now, Site::End) => (
            "`after` looks ahead of a move, and an end asks about the position that stands",
            "leave `after` out",
        ),
        (Tense::Now, _) => (
            "`after` can be asked only in [forbid], [forced] and [counters]",
            "what must not come about is a line of [forbid], such as `facing = \"after enemy royal at R from own royal\"`",
        ),
        (Tense::After, _) => (
            "one `after` is enough: no turn behind the next one can be looked at",
            "leave one of them out",
        ),
        (Tense::Last, _) => (
            "`last` asks about the turn before, and `after` about the one ahead",
            "leave `after` out",
        ),
    };
    Some(NotationFinding::error("misplaced-fact", place.clone(), message).help(help))
}

/// The finding about a `can` that cannot stand where it does.
pub(super) fn misplaced_can(
    place: &Span<usize>,
    (site, tense): (&Site, Tense),
) -> Option<NotationFinding> {
    let fits = matches!(site, Site::End | Site::Turn | Site::Word(_)) && tense == Tense::Now;
    (!fits).then(|| {
        let message = "`can` looks for a legal move, and which moves are legal is known only in ends and for passes";
        NotationFinding::error("misplaced-fact", place.clone(), message)
            .help("ask it in [end], such as `not can (mover is king and there in last 1)`")
    })
}

/// The finding about a `last` that cannot stand where it does.
pub(super) fn misplaced_last(
    place: &Span<usize>,
    (site, tense): (&Site, Tense),
) -> Option<NotationFinding> {
    if *site == Site::Setup {
        let message = "`last` asks about the turn before, and before the start position is none";
        let finding = NotationFinding::error("misplaced-fact", place.clone(), message);
        return Some(
            finding.help("ask about men and squares instead, such as `own royal in first 1`"),
        );
    }
    (tense == Tense::After).then(|| {
        let message = "`last` asks about the turn before, and `after` about the one ahead";
        NotationFinding::error("misplaced-fact", place.clone(), message)
            .help("leave out both: a fact without them is about this turn")
    })
}

/// Why a fact cannot be asked: code, message and help.
type Refused = Option<(&'static str, String, &'static str)>;

const ENDS_ONLY: &str =
    "ask it in [end]; for the safety of squares there are `check`, `safe` and `attacked`";

/// Why a fact about a move, or the position before it, cannot be asked somewhere.
fn refused(need: Need, word: &str, site: &Site) -> Refused {
    match (site, need) {
        (Site::End | Site::Turn | Site::Check | Site::Setup, Need::Place | Need::Deed) => {
            let whose = match site {
                Site::End => "an end asks",
                Site::Turn => "whether a player may pass is asked",
                Site::Setup => "an array that is drawn by lot is asked",
                _ => "what check is, is asked",
            };
            let help = match site {
                Site::End => {
                    "ask about men and squares instead, such as `own royal in last 1`, or about the move before with `last`"
                }
                _ => "ask about men and squares instead, such as `own royal in last 1`",
            };
            let message = format!("`{word}` is about a move, but {whose} about a position");
            Some(("misplaced-fact", message, help))
        }
        (Site::Check, Need::Check) => Some((
            "recursive-word",
            format!("the word `check` says what `{word}` means, and cannot ask for it"),
            "ask what is attacked, such as `own royal attacked`",
        )),
        (Site::Word(_) | Site::End, _) | (Site::Turn, Need::Moves) => None,
        (Site::Forbid | Site::Forced, Need::Moves) => Some((
            "misplaced-fact",
            format!("here `{word}` has to be asked of the position after the move"),
            "write `after enemy mate` or `after enemy no-move`",
        )),
        (_, Need::Moves | Need::Course) => Some((
            "misplaced-fact",
            format!("`{word}` can be asked only in ends of the game"),
            ENDS_ONLY,
        )),
        (Site::Entry { attacks: true }, Need::Attack | Need::Check) => Some((
            "attack-circle",
            format!(
                "moves that can capture cannot ask `{word}`, because what is attacked depends on them"
            ),
            "ask it only for moves that do not capture (`m`), in a line of their own, or look with a pattern: `no enemy royal at K from there`",
        )),
        _ => None,
    }
}

/// Why a fact about the position after the turn cannot be asked.
fn refused_after(need: Need, word: &str, site: &Site) -> Refused {
    match (need, site) {
        (Need::Deed, _) => Some((
            "misplaced-fact",
            format!("`{word}` is about the move itself, not about the position after it"),
            "take it out of `after`, as in `capture and after check`",
        )),
        (Need::Moves, Site::Counter) => Some((
            "misplaced-fact",
            format!(
                "a counter cannot ask `{word}`, because which moves are legal can depend on it"
            ),
            "ask it in [end] or [forbid]",
        )),
        (Need::Course, _) => Some((
            "misplaced-fact",
            format!("`{word}` can be asked only in ends of the game"),
            ENDS_ONLY,
        )),
        _ => None,
    }
}

/// Why a fact about the turn before cannot be asked.
fn refused_last(need: Need, word: &str) -> Refused {
    matches!(need, Need::Moves | Need::Course).then(|| {
        (
            "misplaced-fact",
            format!("`{word}` cannot be asked of the turn before"),
            "`last` asks about the move that was made, or about men, squares and check before it",
        )
    })
}

/// What a fact has to know, each with the word that needs it.
fn needs(fact: &FactAst) -> Vec<(Need, &'static str)> {
    match fact {
        FactAst::State { word, .. } => match word {
            StateWord::Check => vec![(Need::Check, "check")],
            StateWord::Mate => vec![(Need::Moves, "mate")],
            StateWord::Stalemate => vec![(Need::Moves, "stalemate")],
            StateWord::NoMove => vec![(Need::Moves, "no-move")],
            StateWord::PerpetualCheck => vec![(Need::Course, "perpetual-check")],
            StateWord::PerpetualChase => vec![(Need::Course, "perpetual-chase")],
        },
        FactAst::Repeated(_) => vec![(Need::Course, "repeated")],
        FactAst::Quiet(_) => vec![(Need::Course, "quiet")],
        FactAst::Capture => vec![(Need::Deed, "capture")],
        FactAst::Promotion => vec![(Need::Deed, "promotion")],
        FactAst::Pass => vec![(Need::Deed, "pass")],
        FactAst::Drop => vec![(Need::Deed, "drop")],
        FactAst::Castle => vec![(Need::Deed, "castle")],
        FactAst::MoverIs(_) => vec![(Need::Deed, "mover")],
        FactAst::VictimIs(_) => vec![(Need::Deed, "victim")],
        FactAst::In(word, _) => vec![(Need::Place, place_word(*word))],
        FactAst::Square(word, state) => {
            let place = (Need::Place, place_word(*word));
            match state {
                SquareWord::Safe => vec![place, (Need::Attack, "safe")],
                SquareWord::Attacked => vec![place, (Need::Attack, "attacked")],
                // The man that moves is part of the question.
                SquareWord::Stuck => vec![place, (Need::Deed, "stuck")],
                _ => vec![place],
            }
        }
        FactAst::Count(pick, ..) => places_of(pick),
        FactAst::Versus(left, _, right) => [places_of(left), places_of(right)].concat(),
        FactAst::Attacked { men, by, safe, .. } => {
            let mut needs = places_of(men);
            needs.extend(by.iter().flat_map(|by| places_of(by)));
            needs.push((Need::Attack, if *safe { "safe" } else { "attacked" }));
            needs
        }
        FactAst::Always | FactAst::Never | FactAst::Full | FactAst::Name(_) => Vec::new(),
    }
}

/// The squares of a move from which a pick looks.
fn places_of(pick: &PickAst) -> Vec<(Need, &'static str)> {
    places_of_region(&pick.region)
}

fn places_of_region(region: &RegionAst) -> Vec<(Need, &'static str)> {
    match region {
        RegionAst::At { from, .. } => match &**from {
            OriginAst::Place(_) => vec![(Need::Place, "from here")],
            OriginAst::Men(inner) => places_of(inner),
        },
        RegionAst::Places(places) => places
            .iter()
            .map(|word| (Need::Place, place_word(*word)))
            .collect(),
        RegionAst::FileOf(word) | RegionAst::RankOf(word) => {
            vec![(Need::Place, place_word(*word))]
        }
        RegionAst::Between(word, ends) => {
            let mut needs = vec![(Need::Place, place_word(*word))];
            needs.extend(places_of(ends));
            needs
        }
        RegionAst::Outside(inside) => places_of_region(inside),
        RegionAst::Anywhere | RegionAst::Zone(_) | RegionAst::Hand => Vec::new(),
    }
}

fn place_word(word: PlaceWord) -> &'static str {
    match word {
        PlaceWord::Here => "here",
        PlaceWord::There => "there",
        PlaceWord::Path => "path",
        PlaceWord::Track => "track",
    }
}
