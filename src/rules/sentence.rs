//! Says conditions, choices of men and zones in plain English, with the names that a game gives its pieces.

use super::{
    BlackView, Compare, Condition, Effect, Origin, Owner, Part, PartAct, Pick, Place, Region,
    Rules, SquareState, Tally, Trigger, Verb,
};
use crate::board::{BySide, PieceId, PieceSet, Shape, Side, SquareSet};
use crate::notation::{either, list, number, pattern};

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

/// The condition without the parts that always or never hold.
pub fn simple(condition: &Condition) -> Condition {
    match condition {
        Condition::Not(part) => match simple(part) {
            Condition::Always => Condition::Never,
            Condition::Never => Condition::Always,
            part => Condition::Not(Box::new(part)),
        },
        Condition::After(part) => match simple(part) {
            part @ (Condition::Always | Condition::Never) => part,
            part => Condition::After(Box::new(part)),
        },
        Condition::All(parts) => {
            joined(parts, &Condition::Always, &Condition::Never, Condition::All)
        }
        Condition::Any(parts) => {
            joined(parts, &Condition::Never, &Condition::Always, Condition::Any)
        }
        other => other.clone(),
    }
}

/// A list without the parts that change nothing; `decides` alone if one part is that.
fn joined(
    parts: &[Condition],
    idle: &Condition,
    decides: &Condition,
    list: fn(Vec<Condition>) -> Condition,
) -> Condition {
    // A list inside one of its own kind is part of it.
    let inside = |part: &Condition| match (simple(part), decides) {
        (Condition::All(parts), Condition::Never) | (Condition::Any(parts), Condition::Always) => {
            parts
        }
        (part, _) => vec![part],
    };
    let mut parts: Vec<Condition> = parts
        .iter()
        .flat_map(inside)
        .filter(|p| p != idle)
        .collect();
    if parts.contains(decides) {
        return decides.clone();
    }
    match parts.len() {
        0 => idle.clone(),
        1 => parts.remove(0),
        _ => list(parts),
    }
}

/// Squares with what stands before them: `in the third to eighth ranks`, `on e1`.
pub(crate) fn located_squares(rules: &Rules, set: SquareSet) -> String {
    located(&squares(rules.shape, set))
}

/// A zone as it was told, with `in` before an area and `on` before single squares, an edge or a colour.
fn located(told: &str) -> String {
    if let Some(rest) = told.strip_prefix("the whole board but ") {
        return format!("on squares other than {rest}");
    }
    let area = ["rank", "file", " to ", "no square", "`"]
        .iter()
        .any(|word| told.contains(word));
    format!("{} {told}", if area { "in" } else { "on" })
}

/// Squares as a noun, as compact as it can be: `rank 2`, `a1 to c3`, `the edge`.
pub fn squares(shape: Shape, set: SquareSet) -> String {
    let all = |test: &dyn Fn(i32, i32) -> bool| -> SquareSet {
        shape
            .squares()
            .filter(|&s| test(shape.file(s), shape.rank(s)))
            .collect()
    };
    let (right, top) = (i32::from(shape.files()) - 1, i32::from(shape.ranks()) - 1);
    if set.is_empty() {
        return "no square".to_owned();
    }
    if set == all(&|_, _| true) {
        return "the whole board".to_owned();
    }
    if let Some(block) = rectangle(shape, set) {
        return block;
    }
    if set == all(&|file, rank| (file + rank) % 2 == 1) {
        return "the light squares".to_owned();
    }
    if set == all(&|file, rank| (file + rank) % 2 == 0) {
        return "the dark squares".to_owned();
    }
    if set == all(&|file, rank| file == 0 || rank == 0 || file == right || rank == top) {
        return "the edge".to_owned();
    }
    let rest = all(&|_, _| true) - set;
    if rest.len() <= 3 {
        return format!("the whole board but {}", runs(shape, rest));
    }
    runs(shape, set)
}

/// A filled rectangle by its ranks, its files or two corners.
fn rectangle(shape: Shape, set: SquareSet) -> Option<String> {
    let (first, last) = (set.iter().next()?, set.iter().last()?);
    let (left, bottom) = (shape.file(first), shape.rank(first));
    let (right, top) = (shape.file(last), shape.rank(last));
    if left > right {
        return None;
    }
    let inside =
        |s| (left..=right).contains(&shape.file(s)) && (bottom..=top).contains(&shape.rank(s));
    if set != shape.squares().filter(|&s| inside(s)).collect() {
        return None;
    }
    let file = |n: i32| char::from(b'a'.saturating_add(u8::try_from(n).unwrap_or(0)));
    let whole = |low: i32, high: i32, size: u8| low == 0 && high == i32::from(size) - 1;
    Some(if whole(left, right, shape.files()) && shape.files() > 1 {
        if bottom == top {
            format!("rank {}", bottom + 1)
        } else {
            format!("ranks {} to {}", bottom + 1, top + 1)
        }
    } else if whole(bottom, top, shape.ranks()) && shape.ranks() > 1 {
        if left == right {
            format!("file {}", file(left))
        } else {
            format!("files {} to {}", file(left), file(right))
        }
    } else if first == last {
        shape.name(first).to_string()
    } else {
        format!("{} to {}", shape.name(first), shape.name(last))
    })
}

/// Squares by runs along the ranks.
fn runs(shape: Shape, set: SquareSet) -> String {
    let mut runs: Vec<SquareSet> = Vec::new();
    let mut last: Option<crate::board::Square> = None;
    for square in set.iter() {
        let joins = last.is_some_and(|l| shape.offset(l, 1, 0, false) == Some(square));
        match runs.last_mut() {
            Some(run) if joins => run.insert(square),
            _ => runs.push(SquareSet::of(square)),
        }
        last = Some(square);
    }
    // Two neighbours are no row.
    let told = runs.into_iter().flat_map(|run| {
        let parts = if run.len() == 2 {
            run.iter().map(SquareSet::of).collect()
        } else {
            vec![run]
        };
        parts.into_iter().filter_map(|part| rectangle(shape, part))
    });
    list(told.collect(), "and")
}

/// A zone of whole ranks that both sides count from their own end.
fn relative(rules: &Rules, zone: &BySide<SquareSet>) -> Option<String> {
    let shape = rules.shape;
    let ranks = i32::from(shape.ranks());
    if rules.view == BlackView::Same || shape.files() == 0 {
        return None;
    }
    let block = |from: i32, to: i32| -> BySide<SquareSet> {
        BySide::from_fn(|side| {
            let seen = |rank: i32| {
                if side == Side::White {
                    rank
                } else {
                    ranks - 1 - rank
                }
            };
            shape
                .squares()
                .filter(|&s| (from..=to).contains(&seen(shape.rank(s))))
                .collect()
        })
    };
    for n in 1..ranks {
        let (noun, many) = if n == 1 {
            (String::new(), "")
        } else {
            (format!("{} ", number(n)), "s")
        };
        if *zone == block(ranks - n, ranks - 1) {
            return Some(format!("the last {noun}rank{many}"));
        }
        if *zone == block(0, n - 1) {
            return Some(format!("the first {noun}rank{many}"));
        }
    }
    (0..ranks)
        .find(|&r| *zone == block(r, r))
        .map(|r| format!("the {} rank", ordinal(r + 1)))
}

/// `third` up to the twelfth, then `13th`.
pub(super) fn ordinal(n: i32) -> String {
    const WORDS: [&str; 13] = [
        "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
        "ninth", "tenth", "eleventh", "twelfth",
    ];
    usize::try_from(n)
        .ok()
        .and_then(|i| WORDS.get(i))
        .map_or_else(|| format!("{n}th"), |w| (*w).to_owned())
}

impl Teller<'_> {
    /// A clause, or with `yes` false its opposite. `inner` says that a list of another kind needs parentheses.
    fn clause(&self, condition: &Condition, yes: bool, inner: bool) -> String {
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
                let compared = self::compare(*compare);
                format!("{} is{not} {compared}{number}", self.tally(*of))
            }
            Condition::Counters(left, compare, right) => {
                let (left, right) = (self.tally(*left), self.tally(*right));
                format!("{left} is{not} {}{right}", self::compare(*compare))
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
    fn noun_and_place(&self, pick: &Pick, amount: Amount) -> (String, String) {
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
    fn kinds(&self, kinds: PieceSet, amount: Amount, whose: &str) -> String {
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
    fn square(&self, place: Place) -> &'static str {
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

/// A title for several men: `Pawns`, `Ladies`, `Horsemen`, `Knights of the Moon`.
fn plural(title: &str) -> String {
    if let Some((head, tail)) = title.split_once(" of ") {
        return format!("{} of {tail}", plural(head));
    }
    let ends = |ends: &[&str]| ends.iter().any(|end| title.ends_with(end));
    if !title.ends_with(char::is_alphabetic) || title.ends_with("men") {
        return title.to_owned();
    }
    if let Some(stem) = title.strip_suffix("man") {
        return format!("{stem}men");
    }
    match title.strip_suffix('y') {
        Some(stem) if !ends(&["ay", "ey", "oy", "uy"]) => format!("{stem}ies"),
        _ if ends(&["s", "x", "z", "ch", "sh"]) => format!("{title}es"),
        _ => format!("{title}s"),
    }
}

/// A clause in the past tense. Clauses have few verbs, and names of pieces begin with capitals.
fn past(clause: &str) -> String {
    const VERBS: [(&str, &str); 14] = [
        ("is", "was"),
        ("are", "were"),
        ("has", "had"),
        ("have", "had"),
        ("does", "did"),
        ("captures", "captured"),
        ("promotes", "promoted"),
        ("castles", "castled"),
        ("changes", "changed"),
        ("starts", "started"),
        ("ends", "ended"),
        ("passes", "passed"),
        ("stands", "stood"),
        ("can", "could"),
    ];
    let word = |word: &str| {
        let stem = word.trim_start_matches('(').trim_end_matches([',', ')']);
        let verb = VERBS.iter().find(|(now, _)| *now == stem);
        verb.map_or_else(|| word.to_owned(), |(_, then)| word.replacen(stem, then, 1))
    };
    let words: Vec<_> = clause.split(' ').map(word).collect();
    words.join(" ")
}

fn compare(compare: Compare) -> &'static str {
    match compare {
        Compare::Less => "less than ",
        Compare::AtMost => "at most ",
        Compare::Equal => "",
        Compare::AtLeast => "at least ",
        Compare::More => "more than ",
    }
}

fn player(enemy: bool) -> &'static str {
    if enemy { "the opponent" } else { "the player" }
}

pub(crate) fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_condition, parse_zone};
    use crate::rules::condition::{Names, Site, condition as lower, zone as lower_zone};
    use crate::rules::{Kind, Letter};

    const TITLES: [&str; 6] = ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"];

    fn rules() -> Rules {
        let kind = |title: &str| Kind {
            id: title.to_lowercase(),
            title: title.to_owned(),
            letter: Letter {
                plus: false,
                capital: title.chars().next().unwrap(),
                tilde: false,
            },
            entries: BySide::default(),
            royal: BySide::both(title == "King"),
            value: BySide::default(),
            derived_from: None,
            stays: BySide::default(),
            in_hand: PieceId::new(0),
        };
        Rules {
            kinds: TITLES.map(kind).to_vec(),
            progress: Condition::Capture,
            ..Rules::new("game")
        }
    }

    fn names() -> Names {
        let mut names = Names::new(Shape::new(8, 8).unwrap(), BlackView::Mirror);
        names.pieces = TITLES.map(str::to_lowercase).to_vec();
        names.royals = BySide::from_fn(|side| rules().royals(side));
        names
    }

    #[test]
    fn conditions_are_told() {
        let mut out = String::new();
        for text in [
            "not check and track safe",
            "here in rank 2 and no enemy pawn at sW from there",
            "own king at K from here",
            "here in e1 and not check and path safe",
            "capture or mover is pawn",
            "quiet 100 or repeated 3",
            "mate or stalemate or enemy no-move",
            "no all but king/knight/bishop and all but king <= 1 or no all but king/bishop and (no bishop in light or no bishop in dark)",
            "not (check and here in last 3) and not path in files c..e",
            "not track in edge and there attacked and not track safe",
            "victim is knight/bishop and promotion and not capture",
            "own pawn in first 2 >= 2 and enemy pawn = 0 and white rook < 2 and black queen > 1",
            "some own pawn at (1,2) from own royal in e1",
            "not own pawn and not no own rook and not mover is king",
            "not own pawn = 2 and not victim is pawn and always",
            "enemy pawn in rank 5 >= 4 and all in edge <= 2 and own pawn/rook = 3 and not own all <= 1",
            "not here in edge and not there in light and not path in e4 and not track in e4/f6 and no own all but king in last 1",
        ] {
            let lowered = lower(
                &names(),
                &parse_condition(text).value.unwrap(),
                &Site::Word("w".to_owned()),
                &mut Vec::new(),
            );
            assert_eq!(lowered.findings, [], "{text}");
            out += &format!("{text}\n  {}\n", condition(&rules(), &lowered.value));
        }
        insta::assert_snapshot!(out);
    }

    #[test]
    fn facts_of_laws_and_counters_are_told() {
        let mut out = String::new();
        let mut rules = Rules {
            counters: vec![crate::rules::Counter {
                id: "checks".to_owned(),
                start: crate::rules::Amount {
                    number: BySide::both(3),
                    ..Default::default()
                },
                restart: Condition::Never,
                again: Vec::new(),
                decides: false,
                condition: Condition::Never,
                step: -1,
                in_fen: false,
                place: crate::source::Location::new(
                    crate::source::Sources::new().add("f", ""),
                    0..0,
                ),
            }],
            ..rules()
        };
        let mut names = names();
        names.counters = vec!["checks".to_owned()];
        for (site, text) in [
            (Site::Forbid, "after check"),
            (Site::Forbid, "drop and mover is pawn and after enemy mate"),
            (Site::Forbid, "after enemy king at R from own king"),
            (Site::Forbid, "after not (there attacked or full)"),
            (Site::Forced, "capture or castle or not drop"),
            (
                Site::End,
                "own checks > enemy checks and not own checks = 1",
            ),
            (Site::End, "last capture and not last promotion"),
            (
                Site::End,
                "last (here in rank 2 and path safe) and last not check",
            ),
            (
                Site::End,
                "last last mover is pawn and not last not last own pawn in hand",
            ),
            (
                Site::End,
                "full and own pawn > enemy pawn and not own pawn/knight in hand <= enemy rook",
            ),
            (
                Site::End,
                "pawn = rook or not own rook in e4 = enemy rook in e4 or pawn < rook or pawn >= rook",
            ),
            (
                Site::End,
                "every own king attacked and no own pawn attacked by enemy rook and own rook safe and every pawn safe",
            ),
            (Site::End, "own checks = 0 or not enemy checks >= 2"),
            (Site::End, "perpetual-check and not enemy perpetual-chase"),
            (
                Site::Drop,
                "own pawn in hand >= 2 and no own pawn in file of there and rook in rank of here",
            ),
            (
                Site::Drop,
                "enemy pawn between there and own pawn and no rook in path/there",
            ),
            (
                Site::Drop,
                "here unmoved and not there unmoved and there stuck and not there stuck",
            ),
        ] {
            let ast = parse_condition(text).value.unwrap();
            let lowered = lower(&names, &ast, &site, &mut rules.remembered);
            assert_eq!(lowered.findings, [], "{text}");
            out += &format!("{text}\n  {}\n", condition(&rules, &lowered.value));
        }
        insta::assert_snapshot!(out);
    }

    #[test]
    fn zones_are_told() {
        let mut out = String::new();
        for text in [
            "last 1",
            "last 3",
            "first 2",
            "rank 2",
            "rank 4",
            "ranks 3..4",
            "ranks 4..5",
            "file c",
            "files c..e",
            "e4",
            "e4/e5",
            "a1..c3",
            "light",
            "dark",
            "edge",
            "all",
            "c4..f4/c5/e5/f5",
            "all but e4",
            "last 2 but h8",
        ] {
            let lowered = lower_zone(&names(), &parse_zone(text).value.unwrap());
            assert_eq!(lowered.findings, [], "{text}");
            out += &format!("{text}: {}\n", Teller::new(&rules()).zone(&lowered.value));
        }
        insta::assert_snapshot!(out);
    }
}
