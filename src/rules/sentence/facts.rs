//! Conditions as clauses, fact by fact.

use super::squares::ordinal;
use super::words::{self, past, player, plural, with_article};
use super::{Amount, Teller};
use crate::board::{PieceSet, Side};
use crate::notation::{either, list, number, pattern};
use crate::rules::{Compare, Condition, Origin, Owner, Pick, Place, Region, SquareState, Tally};

impl Teller<'_> {
    /// A clause, or with `yes` false its opposite. `inner` says that a list of another kind needs parentheses.
    pub(super) fn clause(&self, condition: &Condition, yes: bool, inner: bool) -> String {
        match condition {
            Condition::Not(part) => self.clause(part, !yes, inner),
            Condition::All(parts) | Condition::Any(parts) => {
                let all = matches!(condition, Condition::All(_)) == yes;
                let parts: Vec<_> = parts.iter().map(|p| self.clause(p, yes, true)).collect();
                let several = parts.len() > 1;
                let text = parts.join(if all { " and " } else { " or " });
                if inner && several {
                    format!("({text})")
                } else {
                    text
                }
            }
            _ => self.fact(condition, yes),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one sentence for each fact")]
    fn fact(&self, condition: &Condition, yes: bool) -> String {
        let not = if yes { "" } else { " not" };
        match condition {
            Condition::Always => if yes { "always" } else { "never" }.to_owned(),
            Condition::Never => if yes { "never" } else { "always" }.to_owned(),
            Condition::In(place, zone) => {
                let inside = self.located_zone(zone);
                let on = inside.starts_with("on ");
                let outside = format!("outside {}", self.zone(zone));
                match place {
                    Place::There if self.drop => match (yes, on) {
                        (true, _) => format!("that square is {inside}"),
                        (false, true) => format!("that square is not {inside}"),
                        (false, false) => format!("that square is {outside}"),
                    },
                    Place::Here | Place::There => {
                        let verb = if *place == Place::Here {
                            "start"
                        } else {
                            "end"
                        };
                        match (yes, on) {
                            (true, _) => format!("the move {verb}s {inside}"),
                            (false, true) => format!("the move does not {verb} {inside}"),
                            (false, false) => format!("the move {verb}s {outside}"),
                        }
                    }
                    Place::Path if yes => format!("all squares it passes are {inside}"),
                    Place::Path if on => format!("it passes a square that is not {inside}"),
                    Place::Path => format!("it passes a square {outside}"),
                    Place::Track if yes => {
                        format!("its start, its end and all squares between are {inside}")
                    }
                    Place::Track if on => {
                        format!("its start, its end or a square between is not {inside}")
                    }
                    Place::Track => {
                        format!("its start, its end or a square between is {outside}")
                    }
                }
            }
            Condition::State(place, state) => self.square_state(*place, *state, yes),
            Condition::Count(pick, compare, n) => self.count(pick, *compare, *n, yes),
            Condition::MoverIs(kinds) => format!("the moving man is{not} {}", self.a_kind(*kinds)),
            Condition::VictimIs(kinds) if yes => format!("{} is captured", self.a_kind(*kinds)),
            Condition::VictimIs(kinds) => {
                format!("no {} is captured", self.kinds(*kinds, Amount::One, ""))
            }
            Condition::Capture => format!(
                "the move {}",
                if yes { "captures" } else { "does not capture" }
            ),
            Condition::Promotion => format!(
                "the move {}",
                if yes { "promotes" } else { "does not promote" }
            ),
            Condition::Pass if yes => "the move changes nothing but the turn".to_owned(),
            Condition::Pass => "the move changes something".to_owned(),
            Condition::Drop if yes => "a man is put down from the hand".to_owned(),
            Condition::Drop => "no man is put down from the hand".to_owned(),
            Condition::Castle => format!(
                "the move {}",
                if yes { "castles" } else { "does not castle" }
            ),
            Condition::Full if yes => "no square is empty".to_owned(),
            Condition::Full => "a square is empty".to_owned(),
            Condition::Versus(left, compare, right) => self.versus(left, *compare, right, yes),
            Condition::Attacked { men, by, every } => {
                self.attacked(men, by.as_deref(), *every, yes)
            }
            Condition::Counter {
                of,
                compare,
                number,
            } => {
                let compared = words::compare(*compare);
                format!("{} is{not} {compared}{number}", self.tally(*of))
            }
            Condition::Counters(left, compare, right) => {
                let (left, right) = (self.tally(*left), self.tally(*right));
                format!("{left} is{not} {}{right}", words::compare(*compare))
            }
            Condition::Can(part) if yes => format!(
                "the player can move so that {}",
                self.clause(part, true, true)
            ),
            Condition::Can(part) => format!(
                "the player cannot move so that {}",
                self.clause(part, true, true)
            ),
            Condition::After(part) => {
                format!("after the turn {}", self.clause(part, yes, true))
            }
            Condition::Remembered(bit) => self.remembered(*bit, yes),
            Condition::PerpetualCheck { enemy } => {
                let player = player(*enemy);
                let does = if yes {
                    "has checked"
                } else {
                    "has not checked"
                };
                format!("{player} {does} with every move since the position first stood")
            }
            Condition::PerpetualChase { enemy } => {
                let player = player(*enemy);
                let does = if yes { "has chased" } else { "has not chased" };
                format!(
                    "{player} {does} the same unprotected man with every move since the position first stood"
                )
            }
            Condition::SideIs(side) => format!("the player is{not} {side}"),
            Condition::Check { enemy } => format!("{} is{not} in check", player(*enemy)),
            Condition::NoMove { enemy } => {
                format!(
                    "{} has {} legal move",
                    player(*enemy),
                    if yes { "no" } else { "a" }
                )
            }
            Condition::Repeated(n) if yes => {
                format!("the position stands for the {} time", ordinal(*n as i32))
            }
            Condition::Repeated(n) => format!("the position stands less than {n} times"),
            Condition::Quiet(n) if yes => format!("{n} half-moves have been made without progress"),
            Condition::Quiet(n) => {
                format!("less than {n} half-moves have been made without progress")
            }
            // Lists and negations are told by `clause`.
            Condition::All(_) | Condition::Any(_) | Condition::Not(_) => {
                self.clause(condition, yes, true)
            }
        }
    }

    /// What was so a turn earlier, or several turns.
    fn remembered(&self, bit: usize, yes: bool) -> String {
        let (mut turns, mut bit, mut yes) = (1, bit, yes);
        loop {
            let part = self.rules.remembered.get(bit);
            let denied = match part {
                Some(Condition::Not(part)) => Some(&**part),
                _ => None,
            };
            if let Some(Condition::Remembered(earlier)) = denied
                && *earlier < bit
            {
                (turns, bit, yes) = (turns + 1, *earlier, !yes);
                continue;
            }
            match part {
                Some(Condition::Remembered(earlier)) if *earlier < bit => {
                    turns += 1;
                    bit = *earlier;
                }
                Some(part) => {
                    let when = match turns {
                        1 => "one turn earlier".to_owned(),
                        n => format!("{} turns earlier", number(n)),
                    };
                    return format!("{when} {}", past(&self.clause(part, yes, true)));
                }
                None => return String::new(),
            }
        }
    }

    /// A player's count: the player's count of `checks`.
    fn tally(&self, of: Tally) -> String {
        let whose = if of.enemy { "opponent" } else { "player" };
        let counter = self.rules.counters.get(of.counter);
        let name = counter.map_or("counter", |c| c.id.as_str());
        format!("the {whose}'s count of `{name}`")
    }

    fn versus(&self, left: &Pick, compare: Compare, right: &Pick, yes: bool) -> String {
        let compared = match (compare, yes) {
            (Compare::Less, true) | (Compare::AtLeast, false) => ("fewer", "than"),
            (Compare::AtMost, true) | (Compare::More, false) => ("at most as many", "as"),
            (Compare::Equal, true) => ("as many", "as"),
            (Compare::Equal, false) => ("more or fewer", "than"),
            (Compare::AtLeast, true) | (Compare::Less, false) => ("at least as many", "as"),
            (Compare::More, true) | (Compare::AtMost, false) => ("more", "than"),
        };
        let (amount, than) = compared;
        let men = self.kinds(left.kinds, Amount::Several, "") + &self.region(&left.region);
        let same = left.kinds == right.kinds && left.region == right.region;
        match (left.owner, right.owner) {
            (Owner::Own, Owner::Enemy) if same => {
                format!("the player has {amount} {men} {than} the opponent")
            }
            (Owner::Own, _) => {
                format!(
                    "the player has {amount} {men} {than} there are {}",
                    self.noun(right, Amount::Several)
                )
            }
            _ => format!(
                "there are {amount} {} {than} {}",
                self.noun(left, Amount::Several),
                self.noun(right, Amount::Several)
            ),
        }
    }

    fn attacked(&self, men: &Pick, by: Option<&Pick>, every: bool, yes: bool) -> String {
        // By the same player's men it is guarded.
        let guards = |by: &Pick| men.owner != Owner::Any && by.owner == men.owner;
        let verb = if by.is_some_and(guards) {
            "guarded"
        } else {
            "attacked"
        };
        let by = by.map_or_else(String::new, |by| {
            format!(" by {}", with_article(&self.pick(by)))
        });
        let by = format!("{verb}{by}");
        let noun = self.pick(men);
        match (every, yes) {
            (true, true) => format!("every {noun} is {by}"),
            (true, false) => format!("not every {noun} is {by}"),
            (false, true) => format!("{} is {by}", with_article(&noun)),
            (false, false) => format!("no {noun} is {by}"),
        }
    }

    fn count(&self, pick: &Pick, compare: Compare, n: u32, yes: bool) -> String {
        let (least, most) = match (compare, yes) {
            (Compare::AtLeast, true) | (Compare::Less, false) => (Some(n), None),
            (Compare::More, true) | (Compare::AtMost, false) => (n.checked_add(1), None),
            (Compare::AtMost, true) | (Compare::More, false) => (None, Some(n)),
            (Compare::Less, true) | (Compare::AtLeast, false) => (None, n.checked_sub(1)),
            (Compare::Equal, false) if n == 0 => (Some(1), None),
            (Compare::Equal, false) => {
                let nouns = |pick: &Pick| self.noun(pick, Amount::Several);
                return if pick.owner == Owner::Own {
                    let amount = number(n as i32);
                    let all = Pick {
                        owner: Owner::Any,
                        ..pick.clone()
                    };
                    format!("the player does not have exactly {amount} {}", nouns(&all))
                } else {
                    format!("the number of {} is not {n}", nouns(pick))
                };
            }
            (Compare::Equal, true) => (Some(n), Some(n)),
        };
        // The player has men, all others are there.
        let own = pick.owner == Owner::Own;
        let noun = |many: bool| {
            let amount = if many { Amount::Several } else { Amount::One };
            if own {
                self.kinds(pick.kinds, amount, "") + &self.region(&pick.region)
            } else {
                self.noun(pick, amount)
            }
        };
        let there = |many: bool| match (own, many) {
            (true, _) => "the player has",
            (false, true) => "there are",
            (false, false) => "there is",
        };
        let (one, many) = (there(false), there(true));
        let amount = |n: u32| number(n as i32);
        match (least, most) {
            (_, Some(0)) => format!("{one} no {}", noun(false)),
            (Some(1), None) => format!("{one} {}", with_article(&noun(false))),
            (Some(n), None) => format!("{many} {} or more {}", amount(n), noun(true)),
            (None, Some(1)) => format!("{one} at most one {}", noun(false)),
            (None, Some(n)) => format!("{many} at most {} {}", amount(n), noun(true)),
            (Some(1), Some(_)) => format!("{one} exactly one {}", noun(false)),
            (Some(n), Some(_)) => format!("{many} exactly {} {}", amount(n), noun(true)),
            (None, None) => "never".to_owned(),
        }
    }

    fn pick(&self, pick: &Pick) -> String {
        self.noun(pick, Amount::One)
    }

    /// Men as a noun, one or several: `enemy Pawns in rank 4`, `King of the player`.
    fn noun(&self, pick: &Pick, amount: Amount) -> String {
        let (men, place) = self.noun_and_place(pick, amount);
        men + &place
    }

    /// Men as a noun, and where they are.
    pub(super) fn noun_and_place(&self, pick: &Pick, amount: Amount) -> (String, String) {
        let (before, behind) = match pick.owner {
            Owner::Own => ("", " of the player"),
            Owner::Enemy => ("enemy ", ""),
            Owner::Any => ("", ""),
            Owner::Side(Side::White) => ("white ", ""),
            Owner::Side(Side::Black) => ("black ", ""),
        };
        let kinds = self.kinds(pick.kinds, amount, behind);
        (format!("{before}{kinds}"), self.region(&pick.region))
    }

    fn region(&self, region: &Region) -> String {
        match region {
            Region::Anywhere => String::new(),
            Region::Zone(zone) => format!(" {}", self.located_zone(zone)),
            Region::Hand => " in hand".to_owned(),
            Region::Places(places) => {
                let places: Vec<_> = places.iter().map(|p| self.square(*p).to_owned()).collect();
                format!(" on {}", either(places))
            }
            Region::FileOf(place) => format!(" on the same file as {}", self.square(*place)),
            Region::RankOf(place) => format!(" on the same rank as {}", self.square(*place)),
            Region::Outside(inside) => {
                let inside = self.region(inside);
                let squares = ["in", "on"]
                    .iter()
                    .find_map(|word| inside.trim_start().strip_prefix(word));
                format!(" outside{}", squares.unwrap_or(&inside))
            }
            Region::Between(place, ends) => format!(
                " in an unbroken row between {} and {}",
                self.square(*place),
                with_article(&self.pick(ends))
            ),
            Region::At {
                pattern: terms,
                from,
            } => {
                let ways = either(terms.iter().map(pattern).collect());
                let from = match from {
                    Origin::Place(Place::Here) => "the start of the move".to_owned(),
                    Origin::Place(_) if self.drop => "there".to_owned(),
                    Origin::Place(_) => "the end of the move".to_owned(),
                    Origin::Men(pick) => with_article(&self.pick(pick)),
                };
                format!(" {ways} from {from}")
            }
        }
    }

    fn a_kind(&self, kinds: PieceSet) -> String {
        with_article(&self.kinds(kinds, Amount::One, ""))
    }

    /// Kinds by their titles, one man or several, all but a few if that is shorter. `whose` stands behind the noun.
    pub(super) fn kinds(&self, kinds: PieceSet, amount: Amount, whose: &str) -> String {
        let man = if amount == Amount::One { "man" } else { "men" };
        let all = PieceSet::first(self.rules.kinds.len());
        let rest = all.difference(kinds);
        if rest.is_empty() {
            format!("{man}{whose}")
        } else if kinds.is_empty() {
            // No kind is in the set, so nothing counts.
            format!("{man}{whose} of no kind")
        } else if kinds.len() > 3 && rest.len() <= 3 {
            format!(
                "{man}{whose} other than {}",
                list(self.titles(rest, Amount::One), "and")
            )
        } else {
            let titles = self.titles(kinds, amount);
            let word = if amount == Amount::All { "and" } else { "or" };
            format!("{}{whose}", list(titles, word))
        }
    }

    /// Each title once, with the letter where only some of the kinds of a title are meant.
    fn titles(&self, kinds: PieceSet, amount: Amount) -> Vec<String> {
        let mut titles: Vec<String> = Vec::new();
        for kind in kinds.iter() {
            let found = self.rules.kind(kind);
            let mut same = self.rules.kinds().filter(|(_, k)| k.title == found.title);
            let letter = if same.all(|(id, _)| kinds.contains(id)) {
                String::new()
            } else {
                format!(" ({})", found.letter.text(Side::White))
            };
            let title = match amount {
                Amount::One => found.title.clone(),
                Amount::Several | Amount::All => plural(&found.title),
            };
            let told = title + &letter;
            if !titles.contains(&told) {
                titles.push(told);
            }
        }
        titles
    }

    /// A square of the move as a noun.
    pub(super) fn square(&self, place: Place) -> &'static str {
        match place {
            Place::Here => "the square where it starts",
            Place::There if self.drop => "that square",
            Place::There => "the square where it ends",
            Place::Path => "the squares that it passes",
            Place::Track => "the squares from its start to its end",
        }
    }

    fn square_state(&self, place: Place, state: SquareState, yes: bool) -> String {
        let all = match (place, yes) {
            (Place::Here | Place::There, _) => self.square(place),
            (Place::Path, true) => "every square that it passes",
            (Place::Path, false) => "some square that it passes",
            (Place::Track, true) => "every square from its start to its end",
            (Place::Track, false) => "some square from its start to its end",
        };
        let state = match (state, yes) {
            (SquareState::Unmoved, true) => return format!("the man on {all} has not moved yet"),
            (SquareState::Unmoved, false) => {
                return format!("no man stands on {all} that has not moved yet");
            }
            (SquareState::Stuck, true) => return format!("the man could never move from {all}"),
            (SquareState::Stuck, false) => {
                return format!("the man could move from {all} if nobody stood in its way");
            }
            (SquareState::Safe, true) | (SquareState::Attacked, false) => "not attacked",
            (SquareState::Safe, false) | (SquareState::Attacked, true) => "attacked",
        };
        if yes && state == "not attacked" && all.starts_with("every") {
            return all.replacen("every", "no", 1) + " is attacked";
        }
        format!("{all} is {state}")
    }
}
