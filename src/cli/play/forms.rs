//! How moves are typed in the game on the table: its own forms, with examples from the position where there are any.

use ferz::Position;
use ferz::board::{Man, PieceId, Shape, Side, Square, SquareSet};
use ferz::notation::{Action, Leg};
use ferz::position::{Extra, Move, MoveKind, MoveNotation};
use ferz::rules::{Condition, PartAct, Rules};
use std::collections::BTreeMap;

/// A way to type a move, and what it does.
pub(super) struct Form {
    pub(super) typed: String,
    pub(super) does: String,
}

fn form(typed: impl Into<String>, does: impl Into<String>) -> Form {
    let (typed, does) = (typed.into(), does.into());
    Form { typed, does }
}

/// The legal moves of a position with their texts.
struct Texts<'a> {
    position: &'a Position,
    san: BTreeMap<Move, String>,
    long: BTreeMap<Move, String>,
}

impl Texts<'_> {
    /// The texts of a legal move, SAN first; once if they are the same.
    fn of(&self, mv: Move) -> Option<String> {
        let (san, long) = (self.san.get(&mv)?, self.long.get(&mv)?);
        Some(if san == long {
            san.clone()
        } else {
            format!("{san} or {long}")
        })
    }

    /// The move with a property that ends nearest to the middle of the board.
    fn example(&self, fits: impl Fn(&Move) -> bool) -> Option<Move> {
        let shape = self.position.rules().shape;
        let moves = self.san.iter().filter(|(mv, _)| fits(mv));
        let nearest = moves.min_by_key(|(mv, text)| {
            let wall = match mv.extra {
                Extra::Wall(wall) => from_middle(shape, wall),
                _ => 0,
            };
            (from_middle(shape, mv.to), wall, text.len(), (*text).clone())
        });
        nearest.map(|(mv, _)| *mv)
    }
}

fn from_middle(shape: Shape, square: Square) -> i32 {
    let off = |at: i32, count: u8| (2 * at - i32::from(count) + 1).abs();
    off(shape.file(square), shape.files()).max(off(shape.rank(square), shape.ranks()))
}

/// All forms of moves of a game, the plain move first.
pub(super) fn forms(position: &Position) -> Vec<Form> {
    let rules = position.rules();
    let texts = Texts {
        position,
        san: position.move_texts(MoveNotation::San).into_iter().collect(),
        long: position
            .move_texts(MoveNotation::Long)
            .into_iter()
            .collect(),
    };
    let mut forms: Vec<Form> = plain(&texts).into_iter().collect();
    forms.extend(second_part(&texts));
    if has(rules, |action| matches!(action, Action::Castle(_))) {
        forms.push(form(
            "O-O, O-O-O",
            "castling toward the last file, toward the first",
        ));
    }
    forms.extend(promotion(&texts));
    forms.extend(in_place(&texts));
    if has(rules, swaps) {
        let example = texts.example(|mv| mv.kind == MoveKind::Swap);
        let text = example.and_then(|mv| texts.of(mv));
        forms.push(form(
            text.unwrap_or_else(|| "~ before the square, as in K~d1".to_owned()),
            "the mover and the man there change places",
        ));
    }
    let example = texts.example(|mv| matches!(mv.kind, MoveKind::Legs { .. }));
    if example.is_some() || has(rules, does_more) {
        let text = example.and_then(|mv| texts.of(mv));
        forms.push(form(
            text.unwrap_or_else(|| "leg by leg, as in e4e5,e5f6".to_owned()),
            "a move of several legs; a comma at the end asks how it can go on",
        ));
    }
    forms.extend(drops(&texts));
    if rules.turn.pass != Condition::Never {
        forms.push(form("pass", "nothing is done"));
    }
    forms
}

/// Whether a term of some man does something.
fn has(rules: &Rules, does: impl Fn(&Action) -> bool) -> bool {
    rules
        .men()
        .any(|man| rules.terms(man).any(|term| does(&term.action)))
}

/// Whether a term puts the man on its last square where the mover has started.
fn swaps(action: &Action) -> bool {
    matches!(action, Action::Legs(legs) if legs.plain().is_some_and(|leg| leg.unload))
}

/// Whether a term does something on its way that a plain move cannot say.
fn does_more(action: &Action) -> bool {
    let Action::Legs(legs) = action else {
        return false;
    };
    let changes =
        |leg: &Leg| leg.modality.capture || leg.modality.destroy || leg.unload || leg.lends;
    let on_the_way = |path: &Vec<_>| {
        path.split_last()
            .is_some_and(|(_, way)| way.iter().any(|leg: &std::sync::Arc<Leg>| changes(leg)))
    };
    legs.plain().is_none() && legs.paths().iter().any(on_the_way)
}

/// The plain move, where men move and nothing has to follow.
fn plain(texts: &Texts<'_>) -> Option<Form> {
    let rules = texts.position.rules();
    let asks_more = rules.turn.then.as_ref().is_some_and(|part| !part.may);
    if asks_more || !has(rules, |_| true) {
        return None;
    }
    let is_plain = |mv: &Move| matches!(mv.kind, MoveKind::Normal | MoveKind::Passing);
    let example = texts.example(|mv| {
        is_plain(mv) && mv.extra == Extra::None && texts.position.man(mv.to).is_none()
    });
    let text = example.and_then(|mv| texts.of(mv));
    Some(form(
        text.unwrap_or_else(|| "start and end, as in e2e4".to_owned()),
        "a move; the beginning is enough if no other move begins so",
    ))
}

/// The letter of a kind as moves write it.
fn letter(rules: &Rules, kind: PieceId) -> String {
    rules.kind(kind).letter.text(Side::White)
}

/// The square of a zone that is nearest to the middle.
fn nearest(rules: &Rules, zone: SquareSet) -> Option<String> {
    let shape = rules.shape;
    let square = zone.iter().min_by_key(|&s| (from_middle(shape, s), s))?;
    Some(shape.name(square).to_string())
}

/// A promotion by moving.
fn promotion(texts: &Texts<'_>) -> Option<Form> {
    let (rules, side) = (texts.position.rules(), texts.position.side());
    let is_promotion =
        |mv: &Move| mv.promotion.is_some() && !matches!(mv.kind, MoveKind::Drop | MoveKind::Stay);
    if let Some(mv) = texts.example(is_promotion) {
        let title = &rules.kind(mv.promotion?).title;
        return Some(form(
            texts.of(mv)?,
            format!("what the man becomes, here {title}"),
        ));
    }
    let moving = rules.promotions.iter().filter(|rule| !rule.stay);
    let by_rule = moving.flat_map(|rule| rule.choices[side].iter().filter_map(|c| c.1.first()));
    let entries = rules
        .kinds()
        .flat_map(|(_, kind)| kind.entries[side].iter());
    let by_line = entries.filter_map(|entry| entry.becomes.first());
    let to = *by_rule.chain(by_line).next()?;
    let title = &rules.kind(to).title;
    let typed = format!("={} behind it", letter(rules, to));
    Some(form(typed, format!("what the man becomes, here {title}")))
}

/// A promotion without a move.
fn in_place(texts: &Texts<'_>) -> Option<Form> {
    let (rules, side) = (texts.position.rules(), texts.position.side());
    let does = "without a move: what the man there becomes, here";
    if let Some(mv) = texts.example(|mv| mv.kind == MoveKind::Stay) {
        let title = &rules.kind(mv.promotion?).title;
        return Some(form(texts.of(mv)?, format!("{does} {title}")));
    }
    let standing = rules.promotions.iter().filter(|rule| rule.stay);
    let mut found = standing.filter_map(|rule| {
        let to = *rule.choices[side].iter().find_map(|c| c.1.first())?;
        let typed = format!("{}={}", nearest(rules, rule.zone[side])?, letter(rules, to));
        Some(form(typed, format!("{does} {}", rules.kind(to).title)))
    });
    found.next()
}

/// Men that are put down instead of a move.
fn drops(texts: &Texts<'_>) -> Vec<Form> {
    let rules = texts.position.rules();
    let side = texts.position.side();
    let of = |free: bool| {
        let mut found = rules.drops.iter().filter(|rule| rule.free == free);
        let rule = found.find(|rule| !rule.choices[side].is_empty())?;
        let is_of_it = |mv: &Move| {
            let choices = rule.choices[side].iter();
            let mut kinds = choices.flat_map(|(_, to)| to);
            mv.kind == MoveKind::Drop && kinds.any(|kind| mv.promotion == Some(*kind))
        };
        let example = texts.example(is_of_it).and_then(|mv| texts.of(mv));
        let shown = || {
            let (kind, to) = rule.choices[side].first()?;
            let square = nearest(rules, rule.zone[side])?;
            Some(format!(
                "{}@{square}",
                letter(rules, *to.first().unwrap_or(kind))
            ))
        };
        let does = if free {
            "a new man is put down"
        } else {
            "a man is put down from the hand"
        };
        Some(form(example.or_else(shown)?, does))
    };
    [false, true].into_iter().filter_map(of).collect()
}

/// What follows a move.
fn second_part(texts: &Texts<'_>) -> Option<Form> {
    let rules = texts.position.rules();
    let part = rules.turn.then.as_ref()?;
    let example = texts.example(|mv| mv.extra != Extra::None);
    let text = example.and_then(|mv| texts.of(mv));
    Some(match &part.act {
        PartAct::Drop(kinds) => {
            let kind = kinds[texts.position.side()].iter().next()?;
            let shown = format!("/{} behind the move", letter(rules, kind));
            let mut does = "with a man from the hand, put down where the mover has left".to_owned();
            if let Some(home) = castles_from(texts.position) {
                does += &format!(
                    "; after castling with the square, as in /{}{home}",
                    letter(rules, kind)
                );
            }
            form(text.unwrap_or(shown), does)
        }
        act => {
            let wall = if *act == PartAct::MoveWall {
                "the wall goes"
            } else {
                "a wall is put"
            };
            let does = format!(
                "a move, and behind the square where it ends the one where {wall}; the move alone asks for it"
            );
            let shown = "a move, a comma and two squares, as in e2e4,e4d5".to_owned();
            form(text.unwrap_or(shown), does)
        }
    })
}

/// The square from which a man of the player to move castles at the start.
fn castles_from(position: &Position) -> Option<String> {
    let rules = position.rules();
    let castles = |man: Man| {
        let mut terms = rules.terms(man);
        man.side == position.side() && terms.any(|term| matches!(term.action, Action::Castle(_)))
    };
    let mut squares = rules.shape.squares().zip(&rules.array);
    let (square, _) = squares.find(|(_, man)| man.is_some_and(castles))?;
    Some(rules.shape.name(square).to_string())
}
