//! What is known of a condition whatever is played.

use super::Prospect;
use crate::board::{Man, PieceSet, Side, Square, SquareSet};
use crate::notation::{Action, Term};
use crate::rules::{Compare, Condition, Owner, Pick, Place, Region, Rules};

/// Of whom and where a condition is asked, as far as that is known.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    rules: &'a Rules,
    prospect: Option<&'a Prospect<'a>>,
    /// Who `own` is; without it, whatever is known must be so for both.
    own: Option<Side>,
    movers: Option<PieceSet>,
    here: Option<SquareSet>,
    there: Option<SquareSet>,
}

/// Whether a condition holds, and what makes it so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) holds: bool,
    pub(crate) why: &'static str,
}

impl Known {
    fn new(holds: bool, why: &'static str) -> Self {
        Self { holds, why }
    }

    /// The same of the opposite.
    fn turned(self) -> Self {
        Self {
            holds: !self.holds,
            ..self
        }
    }
}

/// Whether a choice's owner is a side where `own` is the given one.
pub(crate) fn is_owner(owner: Owner, side: Side, own: Side) -> bool {
    match owner {
        Owner::Own => side == own,
        Owner::Enemy => side != own,
        Owner::Side(wanted) => side == wanted,
        _ => true,
    }
}

impl<'a> Asked<'a> {
    /// About anything in a game.
    pub(crate) fn anywhere(rules: &'a Rules, prospect: &'a Prospect<'a>) -> Self {
        Self {
            rules,
            prospect: Some(prospect),
            own: None,
            movers: None,
            here: None,
            there: None,
        }
    }

    /// About one step of a man, when nothing is known yet of what can come about.
    pub(crate) fn of_step(rules: &'a Rules, man: Man, here: Square, there: Square) -> Self {
        Self {
            rules,
            prospect: None,
            own: Some(man.side),
            movers: Some(PieceSet::of(man.kind)),
            here: Some(SquareSet::of(here)),
            there: Some(SquareSet::of(there)),
        }
    }

    /// About moves of some kinds.
    pub(crate) fn of_kinds(self, movers: PieceSet) -> Self {
        Self {
            movers: Some(movers),
            ..self
        }
    }

    /// About moves of one man.
    pub(crate) fn by(self, man: Man, here: SquareSet, there: SquareSet) -> Self {
        Self {
            own: Some(man.side),
            movers: Some(PieceSet::of(man.kind)),
            here: Some(here),
            there: Some(there),
            ..self
        }
    }

    /// Whether it is known that a condition holds, or that it does not.
    pub(crate) fn is(&self, condition: &Condition, holds: bool) -> bool {
        self.known(condition)
            .is_some_and(|known| known.holds == holds)
    }

    /// Whether a condition always holds or never does.
    pub(crate) fn known(&self, condition: &Condition) -> Option<Known> {
        if let Some(own) = self.own {
            return self.known_to(condition, own);
        }
        let known = self.known_to(condition, Side::White)?;
        let same = self.known_to(condition, Side::Black)?.holds == known.holds;
        same.then_some(known)
    }

    fn known_to(&self, condition: &Condition, own: Side) -> Option<Known> {
        let part = |part: &Condition| self.known_to(part, own);
        match condition {
            Condition::Always => Some(Known::new(true, "")),
            Condition::Never => Some(Known::new(false, "")),
            Condition::Not(inner) => part(inner).map(Known::turned),
            Condition::All(parts) => self.all(parts, own),
            Condition::Any(parts) => {
                let none = |inner: &Condition| part(inner).map(Known::turned);
                let parts_none: Vec<_> = parts.iter().map(none).collect();
                together(&parts_none).map(Known::turned)
            }
            Condition::After(inner) => {
                let later = Self {
                    here: None,
                    there: None,
                    movers: None,
                    ..*self
                };
                later.known_to(inner, own)
            }
            Condition::In(place, zone) => {
                let squares = self.squares(*place).filter(|squares| !squares.is_empty())?;
                if squares.is_subset(&zone[own]) {
                    Some(Known::new(true, "the squares are always in there"))
                } else {
                    let is_outside = (squares & zone[own]).is_empty();
                    never(!is_outside, "the squares are never in there")
                }
            }
            Condition::MoverIs(kinds) => self.mover(*kinds, own),
            Condition::SideIs(side) => Some(Known::new(*side == own, "")),
            Condition::Count(pick, compare, number) => self.count(pick, (*compare, *number), own),
            Condition::Attacked { men, by, every } => {
                self.attacked(men, by.as_deref(), *every, own)
            }
            Condition::Repeated(count) if *count <= 1 => {
                Some(Known::new(true, "every position stands at least once"))
            }
            Condition::Quiet(0) => {
                Some(Known::new(true, "there are never less than no quiet moves"))
            }
            other => self.deed(other, own),
        }
    }

    /// Whether a statement about what a move does never holds, as no man of the game does that.
    fn deed(&self, condition: &Condition, own: Side) -> Option<Known> {
        let rules = self.rules;
        match condition {
            Condition::VictimIs(kinds) => {
                let prospect = self.prospect?;
                let men = |kind| Side::ALL.map(|side| Man { side, kind });
                let stands = |man: Man| !prospect.stands(man).is_empty();
                let are_there = kinds.iter().flat_map(men).any(stands);
                never(are_there, "there never is such a man on the board")
            }
            Condition::Capture => {
                self.prospect?;
                never(captures(rules), "no man of this game captures")
            }
            Condition::Promotion => {
                let mut entries = rules.kinds.iter().flat_map(|kind| &kind.entries[own]);
                let becomes = entries.any(|entry| !entry.becomes.is_empty());
                let promotes = becomes || !rules.promotions.is_empty();
                never(promotes, "no man of this game promotes")
            }
            Condition::Drop => never(
                !rules.drops.is_empty(),
                "no man is ever put down in this game",
            ),
            Condition::Castle => never(castles(rules), "no man of this game castles"),
            Condition::Check { enemy } if rules.check.is_none() => {
                let asked = if *enemy { own.other() } else { own };
                let has_royal = !rules.royals(asked).is_empty();
                never(has_royal, "without a royal man nobody is ever in check")
            }
            _ => None,
        }
    }

    /// Whether all parts hold, and whether two of them exclude each other.
    fn all(&self, parts: &[Condition], own: Side) -> Option<Known> {
        let each: Vec<_> = parts.iter().map(|part| self.known_to(part, own)).collect();
        if let Some(known) = together(&each) {
            return Some(known);
        }
        let exclude = |a: &Condition, b: &Condition| excludes(a, b, own) || excludes(b, a, own);
        let pair = parts
            .iter()
            .enumerate()
            .any(|(at, a)| parts[..at].iter().any(|b| exclude(a, b)));
        pair.then_some(Known {
            holds: false,
            why: "two of its parts exclude each other",
        })
    }

    fn squares(&self, place: Place) -> Option<SquareSet> {
        match place {
            Place::Here => self.here,
            Place::There => self.there,
            _ => None,
        }
    }

    fn mover(&self, kinds: PieceSet, own: Side) -> Option<Known> {
        let movers = match (self.movers, self.prospect) {
            (Some(movers), _) => movers,
            (None, Some(prospect)) => {
                let own = self.rules.men().filter(|man| man.side == own);
                own.filter(|man| prospect.appears(*man))
                    .map(|man| man.kind)
                    .collect()
            }
            (None, None) => return None,
        };
        if movers.is_empty() {
            None
        } else if kinds.intersection(movers).is_empty() {
            Some(Known::new(false, "no such man ever moves"))
        } else if movers.difference(kinds).is_empty() {
            Some(Known::new(true, "every man that moves is one"))
        } else {
            None
        }
    }

    fn count(&self, pick: &Pick, (compare, number): (Compare, u32), own: Side) -> Option<Known> {
        let prospect = self.prospect?;
        let least = u64::from(self.least(pick, own));
        let most = prospect.most(pick, own) as u64;
        let number = u64::from(number);
        let (at_least, at_most) = (compare.holds(least, number), compare.holds(most, number));
        let is_constant = match compare {
            Compare::Equal => least == most || number < least || number > most,
            _ => at_least == at_most,
        };
        is_constant.then_some(())?;
        let why = match (most, &pick.region) {
            (0, Region::Hand) => "such a man is never in hand",
            (0, Region::Zone(_) | Region::Outside(_)) => "such a man never stands there",
            (0, _) => "there never is such a man on the board",
            _ if least > 0 => {
                "there is always exactly one such man, as check may not be left standing"
            }
            _ => "there never are so many such men",
        };
        let holds = if compare == Compare::Equal {
            least == most && number == least
        } else {
            at_least
        };
        Some(Known::new(holds, why))
    }

    /// How many men of a choice there are at least: a royal that must not be left in check stays on the board.
    fn least(&self, pick: &Pick, own: Side) -> u32 {
        let Some(prospect) = self.prospect.filter(|_| pick.region == Region::Anywhere) else {
            return 0;
        };
        let mut men = prospect.chosen(pick, own);
        u32::from(men.any(|man| is_kept(self.rules, prospect, man)))
    }

    fn attacked(&self, men: &Pick, by: Option<&Pick>, every: bool, own: Side) -> Option<Known> {
        let prospect = self.prospect?;
        if prospect.most(men, own) == 0 {
            return Some(Known::new(every, "there never is such a man there"));
        }
        let attackers = |by: &Pick| prospect.most(by, own) > 0;
        if !every && by.is_some_and(|by| !attackers(by)) {
            return Some(Known::new(false, "there never is such an attacker there"));
        }
        None
    }
}

/// That something never holds, unless there is what it needs.
fn never(is_there: bool, why: &'static str) -> Option<Known> {
    (!is_there).then(|| Known::new(false, why))
}

/// Whether all hold, where that is known.
fn together(parts: &[Option<Known>]) -> Option<Known> {
    let never = parts.iter().flatten().find(|part| !part.holds);
    if let Some(never) = never {
        return Some(never.clone());
    }
    let all: Option<Vec<_>> = parts.iter().cloned().collect();
    let why = all?.into_iter().find(|part| !part.why.is_empty());
    Some(why.unwrap_or(Known {
        holds: true,
        why: "",
    }))
}

/// Whether two statements can never hold together, where that is plain.
fn excludes(a: &Condition, b: &Condition, own: Side) -> bool {
    match (a, b) {
        (Condition::Not(inner), other) => **inner == *other,
        (Condition::In(place, one), Condition::In(other, two)) => {
            place == other
                && matches!(place, Place::Here | Place::There)
                && (one[own] & two[own]).is_empty()
        }
        (Condition::MoverIs(one), Condition::MoverIs(two)) => one.intersection(*two).is_empty(),
        (Condition::Count(one, compare, n), Condition::Count(two, other, m)) if one == two => {
            let range = |compare: &Compare, n: u32| {
                let n = i64::from(n);
                match compare {
                    Compare::Less => (0, n - 1),
                    Compare::AtMost => (0, n),
                    Compare::Equal => (n, n),
                    Compare::AtLeast => (n, i64::MAX),
                    Compare::More => (n + 1, i64::MAX),
                }
            };
            let ((low, high), (lower, higher)) = (range(compare, *n), range(other, *m));
            low.max(lower) > high.min(higher)
        }
        _ => false,
    }
}

/// Whether a statement holds wherever another one does, where that is plain.
pub(crate) fn implies(a: &Condition, b: &Condition) -> bool {
    if a == b {
        return true;
    }
    match (a, b) {
        (Condition::Any(parts), _) => parts.iter().all(|part| implies(part, b)),
        (_, Condition::All(parts)) => parts.iter().all(|part| implies(a, part)),
        (Condition::All(parts), _) if parts.iter().any(|part| implies(part, b)) => true,
        (_, Condition::Any(parts)) => parts.iter().any(|part| implies(a, part)),
        (Condition::Repeated(a), Condition::Repeated(b))
        | (Condition::Quiet(a), Condition::Quiet(b)) => a >= b,
        (
            Condition::Count(one, Compare::AtLeast, n),
            Condition::Count(two, Compare::AtLeast, m),
        ) => one == two && n >= m,
        (Condition::Count(one, Compare::AtMost, n), Condition::Count(two, Compare::AtMost, m)) => {
            one == two && n <= m
        }
        (Condition::After(a), Condition::After(b)) => implies(a, b),
        _ => false,
    }
}

/// Whether some man of a game castles.
pub(crate) fn castles(rules: &Rules) -> bool {
    rules.men().any(|man| castles_by(rules, man))
}

/// Whether a man has a castling among its moves.
pub(crate) fn castles_by(rules: &Rules, man: Man) -> bool {
    let is_castling = |term: &Term| matches!(term.action, Action::Castle(_));
    rules.terms(man).any(is_castling)
}

/// Whether some man of a game can take another.
pub(crate) fn captures(rules: &Rules) -> bool {
    let takes = |term: &Term| {
        term.all_legs()
            .any(|leg| leg.modality.capture || leg.modality.en_passant || leg.modality.destroy)
    };
    rules.men().any(|man| rules.terms(man).any(takes))
}

/// Whether a royal man stays on the board from the start to the end: nobody may leave it in check, and nothing else takes
/// it away.
fn is_kept(rules: &Rules, prospect: &Prospect<'_>, man: Man) -> bool {
    let left_in_check = Condition::After(Box::new(Condition::Check { enemy: false }));
    let is_law = rules.check.is_none()
        && rules
            .forbidden
            .iter()
            .any(|law| law.condition == left_in_check);
    let kind = rules.kind(man.kind);
    let becomes = kind.entries[man.side]
        .iter()
        .any(|entry| !entry.becomes.is_empty())
        || (0..rules.promotions.len()).any(|rule| prospect.promotes(rule, man));
    let destroys = |term: &Term| {
        term.all_legs()
            .any(|leg| leg.modality.destroy || leg.unload)
    };
    let others_royal = rules.royals(man.side).len() == 1;
    is_law
        && kind.royal[man.side]
        && others_royal
        && rules.effects.is_empty()
        && rules.shuffle.is_none()
        && rules.others.is_empty()
        && !becomes
        && !rules.men().any(|man| rules.terms(man).any(destroys))
        && prospect.starts(man).len() == 1
}
