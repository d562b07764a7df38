//! Says conditions, choices of men and zones in plain English, with the names that a game gives its pieces.

mod facts;
mod simple;
mod squares;
#[cfg(test)]
mod tests;
mod words;

pub use simple::simple;
pub(crate) use squares::located_squares;
pub use squares::squares;
use squares::{located, relative};
pub(crate) use words::with_article;

use super::{Condition, Effect, Part, PartAct, Pick, Region, Rules, Trigger, Verb};
use crate::board::{BySide, PieceId, PieceSet, Side, SquareSet};
use crate::notation::{either, pattern};

/// A condition as a clause: `the move starts in the second rank and there is no enemy Pawn …`.
///
/// A negation is told in the clause itself where English allows it.
pub fn condition(rules: &Rules, condition: &Condition) -> String {
    Teller::new(rules).condition(condition)
}

/// Kinds as a noun for several men: `Pawns and Kings`, `men other than King`.
pub fn kinds(rules: &Rules, kinds: PieceSet) -> String {
    Teller::new(rules).kinds(kinds, Amount::All, "")
}

/// The title of a kind, with its letter if another kind has the same title.
pub fn title(rules: &Rules, kind: PieceId) -> String {
    let found = rules.kind(kind);
    let same = rules.kinds.iter().filter(|k| k.title == found.title);
    if same.count() > 1 {
        format!("{} ({})", found.title, found.letter.text(Side::White))
    } else {
        found.title.clone()
    }
}

/// The text with its first letter as a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// A value that may differ by side: `3`, `3 for White, 5 for Black`.
pub fn by_side<T: PartialEq>(white: T, black: T, told: impl Fn(T) -> String) -> String {
    if white == black {
        return told(white);
    }
    format!("{} for White, {} for Black", told(white), told(black))
}

/// A zone with what stands before it: `in the last three ranks`, `on e1 for White, on e8 for Black`.
pub fn located_zone(rules: &Rules, zone: &BySide<SquareSet>) -> String {
    Teller::new(rules).located_zone(zone)
}

/// Tells the rules of one game.
#[derive(Clone, Copy, Debug)]
pub struct Teller<'a> {
    rules: &'a Rules,
    named: bool,
    drop: bool,
}

impl<'a> Teller<'a> {
    /// Tells everything in full, so that a sentence can stand by itself.
    pub fn new(rules: &'a Rules) -> Self {
        Self {
            rules,
            named: false,
            drop: false,
        }
    }

    /// Tells zones that would be long lists of squares by the names that the file gives them, for a page that also has a
    /// list of the zones.
    #[must_use]
    pub fn with_names(self) -> Self {
        Self {
            named: true,
            ..self
        }
    }

    /// Tells of men that are put down, behind a sentence that has named the square.
    #[must_use]
    pub fn of_drops(self) -> Self {
        Self { drop: true, ..self }
    }

    /// A condition as a clause, see [`condition`].
    pub fn condition(&self, condition: &Condition) -> String {
        self.clause(&simple(condition), true, false)
    }

    /// An effect as a sentence: `when a man is taken, the mover is removed`.
    pub fn effect(&self, effect: &Effect) -> String {
        let on = effect.on.iter().map(|on| match on {
            Trigger::Move => "a man moves",
            Trigger::Capture => "a man is taken",
            Trigger::Drop => "a man is put down",
            Trigger::Turn => "a turn ends",
        });
        let on = either(on.map(str::to_owned).collect());
        let only_if = match simple(&effect.condition) {
            Condition::Always => String::new(),
            condition => format!(", if {}", self.condition(&condition)),
        };
        let does = effect.verbs.iter().map(|verb| self.verb(verb));
        let does: Vec<String> = does.collect();
        format!("when {on}{only_if}, {}", does.join(", then "))
    }

    /// A change as a clause: `every enemy Pawn is removed`.
    fn verb(&self, verb: &Verb) -> String {
        let every = |pick: &Pick, does: &str| {
            let (men, place) = self.noun_and_place(pick, Amount::One);
            let stands = match pick.region {
                Region::Anywhere | Region::Hand => "",
                _ => " that stands",
            };
            format!("every {men}{stands}{place} {does}")
        };
        match verb {
            Verb::Remove(pick) => every(pick, "is removed"),
            Verb::RemoveMover => "the mover is removed".to_owned(),
            Verb::Flip(pick) => every(pick, "changes sides"),
            Verb::Become(kinds) => {
                let kind = |side| with_article(&title(self.rules, kinds[side]));
                if kinds.white == kinds.black {
                    format!("the mover becomes {}", kind(Side::White))
                } else {
                    let [white, black] = Side::ALL.map(kind);
                    format!("the mover becomes {white} for White, {black} for Black")
                }
            }
            Verb::Wall(place) => format!("{} becomes a wall if it is empty", self.square(*place)),
            Verb::Settle(pick) => every(pick, "counts as moved"),
            Verb::Add {
                counter,
                enemy,
                number,
            } => {
                let name = self.rules.counters.get(*counter);
                let name = name.map_or("counter", |c| c.id.as_str());
                let whose = if *enemy { "opponent's" } else { "player's" };
                let (changes, by) = if *number < 0 {
                    ("falls", -number)
                } else {
                    ("rises", *number)
                };
                format!("the {whose} count of `{name}` {changes} by {by}")
            }
        }
    }

    /// The second part of a turn as a sentence: `the player puts a wall on an empty square`.
    pub fn part(&self, part: &Part) -> String {
        let does = |must: &str, may: &str| {
            let verb = if part.may { may } else { must };
            format!("the player {verb}")
        };
        let act = match &part.act {
            PartAct::PutWall => does("puts", "may put") + " a wall on an empty square",
            PartAct::MoveWall => {
                does("moves", "may move")
                    + " the wall to another empty square (or puts it there, if there is none yet)"
            }
            PartAct::Drop(kinds) => {
                let men = |side: Side| {
                    let kinds = kinds[side].iter();
                    either(kinds.map(|k| with_article(&title(self.rules, k))).collect())
                };
                let men = if kinds.white == kinds.black {
                    men(Side::White)
                } else {
                    format!("{} (White), {} (Black)", men(Side::White), men(Side::Black))
                };
                let verb = does("puts", "may put");
                format!("{verb} {men} down from the hand on a square that own men have just left")
            }
        };
        let reach = part
            .reach
            .as_ref()
            .map_or_else(String::new, |(terms, from)| {
                let ways = either(terms.iter().map(pattern).collect());
                format!(" {ways} from {}", self.square(*from))
            });
        let board: SquareSet = self.rules.shape.squares().collect();
        let zone = if Side::ALL.iter().all(|&side| part.zone[side] == board) {
            String::new()
        } else {
            let zone = self.located_zone(&part.zone);
            let others = zone.strip_prefix("on squares").unwrap_or(&zone);
            format!(" {}", others.trim_start())
        };
        let only_if = match simple(&part.condition) {
            Condition::Always => String::new(),
            condition => format!("if {}, ", self.condition(&condition)),
        };
        format!("after the move, {only_if}{act}{reach}{zone}")
    }

    /// A zone as a noun: `the last three ranks`, `e1 for White, e8 for Black`.
    pub fn zone(&self, zone: &BySide<SquareSet>) -> String {
        let in_full = self.zone_in_full(zone);
        let name = self.rules.zones.iter().find(|(_, squares)| squares == zone);
        match name {
            Some((name, _)) if self.named && in_full.len() > LONG => format!("`{name}`"),
            _ => in_full,
        }
    }

    /// A zone as a noun, by its squares.
    pub fn zone_in_full(&self, zone: &BySide<SquareSet>) -> String {
        let shape = self.rules.shape;
        if zone.white == zone.black {
            return squares(shape, zone.white);
        }
        if let Some(name) = relative(self.rules, zone) {
            return name;
        }
        format!(
            "{} for White, {} for Black",
            squares(shape, zone.white),
            squares(shape, zone.black)
        )
    }

    /// A zone with what stands before it: `in the last three ranks`, `on e1 for White, on e8 for Black`.
    pub fn located_zone(&self, zone: &BySide<SquareSet>) -> String {
        let told = self.zone(zone);
        let one = zone.white == zone.black || relative(self.rules, zone).is_some();
        if one || told.starts_with('`') {
            return located(&told);
        }
        let [white, black] = Side::ALL.map(|side| located(&squares(self.rules.shape, zone[side])));
        format!("{white} for White, {black} for Black")
    }
}

/// Zones that take more letters than this are told by their names, if they have any.
const LONG: usize = 30;

/// How many men a noun stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Amount {
    /// One: `Pawn or King`.
    One,
    /// Several of them: `Pawns or Kings`.
    Several,
    /// All of them together: `Pawns and Kings`.
    All,
}
