//! All rules of a game as sentences, rule by rule: what `ferz show` prints and `ferz diff` compares.

use super::sentence::{self, Teller, capital};
use super::{
    Amount, BlackView, Captured, Condition, Counter, DropRule, Effect, End, Entry, Kind, Law,
    Promotion, Rules, Shuffle, Verdict,
};
use crate::board::{BySide, PieceId, PieceSet, Side, SquareSet};
use crate::notation::{self, Action};

/// What stands behind something that no file says.
const DEFAULT: &str = " (default)";

/// Tells the rules of one game, rule by rule. Sentences about rules with a name do not say it.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    rules: &'a Rules,
    teller: Teller<'a>,
    marked: bool,
}

impl<'a> Told<'a> {
    /// Tells everything in full, without a word about what is a default.
    pub fn new(rules: &'a Rules) -> Self {
        Self {
            rules,
            teller: Teller::new(rules),
            marked: false,
        }
    }

    /// For a page that has a list of the zones and marks what no file says.
    #[must_use]
    pub fn for_page(self) -> Self {
        Self {
            teller: self.teller.with_names(),
            marked: true,
            ..self
        }
    }

    /// Whether no file says a key, such as `castling.if`.
    fn says_nothing_of(&self, key: &str) -> bool {
        self.rules.defaults.iter().any(|d| d == key)
    }

    /// A mark, if this is for a page and no file says a key.
    fn mark(&self, key: &str) -> &'static str {
        if self.marked && self.says_nothing_of(key) {
            DEFAULT
        } else {
            ""
        }
    }

    /// Who is royal, and what check is.
    pub fn royals(&self) -> Vec<String> {
        royals(self)
    }

    /// Whether a law only says that a player may not be in check, which [`Told::royals`] tells.
    pub fn is_told_of_royals(&self, law: &Law) -> bool {
        let check = &self.rules.check;
        is_check(law) && (check.is_none() || *check == Some(Condition::Never))
    }

    /// A prohibition.
    pub fn forbidden(&self, law: &Law) -> String {
        forbidden(self, law)
    }

    /// An obligation; the first one of a game counts before the others.
    pub fn forced(&self, law: &Law, first: bool) -> String {
        forced(self, law, first)
    }

    /// A promotion.
    pub fn promotion(&self, rule: &Promotion) -> Vec<String> {
        promotion(self, rule)
    }

    /// Who castles with whom, and when.
    pub fn castling(&self) -> Vec<String> {
        castling(self)
    }

    /// Where captured men go, and whether men are put down; nothing in a game in which nobody has men in hand.
    pub fn hands(&self) -> Vec<String> {
        hands(self)
    }

    /// A rule by which men are put down.
    pub fn drop(&self, rule: &DropRule) -> Vec<String> {
        drop(self, rule)
    }

    /// What a turn is besides a move.
    pub fn turn(&self) -> Vec<String> {
        turn(self)
    }

    /// Something that a move does besides.
    pub fn effect(&self, effect: &Effect) -> String {
        format!("{}.", self.teller.effect(effect))
    }

    /// A counter.
    pub fn counter(&self, rule: &Counter) -> String {
        counter(self, rule)
    }

    /// An end of the game.
    pub fn end(&self, rule: &End) -> String {
        end(self, rule)
    }

    /// What sets the count of quiet half-moves back.
    pub fn progress(&self) -> String {
        progress(self)
    }

    /// How the men of the start position are drawn by lot.
    pub fn shuffle(&self, shuffle: &Shuffle) -> String {
        lots(self, shuffle)
    }

    /// How squares read for Black.
    pub fn view(&self) -> String {
        view(self)
    }

    /// The named zones and their squares.
    pub fn zones(&self) -> Vec<(String, String)> {
        let zones = self.rules.zones.iter();
        zones
            .map(|(name, zone)| (name.clone(), self.teller.zone_in_full(zone)))
            .collect()
    }

    /// What a line of moves does, a sentence for each of its terms.
    pub fn moves(&self, entry: &Entry) -> Vec<String> {
        moves(self, entry)
    }

    /// Where a piece has to end its moves, if that is not everywhere.
    pub fn stays(&self, kind: &Kind) -> Option<String> {
        stays(self, kind)
    }
}

fn titles(told: &Told<'_>, kinds: impl IntoIterator<Item = PieceId>, word: &str) -> String {
    let kinds = kinds.into_iter();
    let mut titles: Vec<String> = kinds
        .map(|kind| sentence::title(told.rules, kind))
        .collect();
    let Some(last) = titles.pop() else {
        return "nothing".to_owned();
    };
    if titles.is_empty() {
        last
    } else {
        format!("{} {word} {last}", titles.join(", "))
    }
}

fn royals(told: &Told<'_>) -> Vec<String> {
    let (white, black) = (
        told.rules.royals(Side::White),
        told.rules.royals(Side::Black),
    );
    let usual = told.rules.check.is_none();
    let line = |kinds: PieceSet, who: &str| {
        let men = titles(told, kinds.iter(), "or");
        match kinds.len() {
            0 if usual => format!("{who} has no royal piece and cannot be in check."),
            0 => format!("{who} has no royal piece."),
            _ if usual => match safety(told) {
                Safety::Always => format!("{who} may not leave its {men} under attack."),
                Safety::Sometimes => format!("{who} is in check if its {men} is under attack."),
                Safety::Never => format!("{who} may leave its {men} under attack."),
            },
            _ => format!("{who} has a royal {men}."),
        }
    };
    let mut lines = if white == black {
        vec![line(white, "A player")]
    } else {
        vec![line(white, "White"), line(black, "Black")]
    };
    if let Some(check) = &told.rules.check {
        lines.push(match check {
            Condition::Never => "Nobody is ever in check.".to_owned(),
            check => format!("A player is in check if {}.", told.teller.condition(check)),
        });
    }
    lines
}

/// Whether the laws forbid to be in check after the turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Safety {
    /// In every case.
    Always,
    /// In some cases, which the laws tell, or it cannot be said so simply.
    Sometimes,
    /// No law asks what is attacked after the turn.
    Never,
}

fn safety(told: &Told<'_>) -> Safety {
    let conditions = || told.rules.forbidden.iter().map(|law| &law.condition);
    if conditions().any(|law| in_check(law, false) == Some(true)) {
        return Safety::Always;
    }
    let asks = |condition: &Condition| matches!(condition, Condition::After(_));
    if conditions().any(|law| law.has(&asks)) {
        Safety::Sometimes
    } else {
        Safety::Never
    }
}

/// What a condition is if the player is in check after the turn, as far as that alone decides it. `after` says whether the
/// condition is asked of the position after the turn.
fn in_check(condition: &Condition, after: bool) -> Option<bool> {
    let each = |parts: &[Condition]| -> Vec<Option<bool>> {
        parts.iter().map(|part| in_check(part, after)).collect()
    };
    // A list is decided by one part of the deciding kind, or by all parts of the other.
    let list = |parts: Vec<Option<bool>>, decides: bool| {
        if parts.contains(&Some(decides)) {
            Some(decides)
        } else if parts.iter().all(|part| *part == Some(!decides)) {
            Some(!decides)
        } else {
            None
        }
    };
    match condition {
        Condition::Always => Some(true),
        Condition::Never => Some(false),
        Condition::Check { enemy: false } if after => Some(true),
        Condition::Not(part) => in_check(part, after).map(|holds| !holds),
        Condition::After(part) => in_check(part, true),
        Condition::All(parts) => list(each(parts), false),
        Condition::Any(parts) => list(each(parts), true),
        _ => None,
    }
}

/// Whether a law only says that a player may not be in check after the turn.
fn is_check(law: &Law) -> bool {
    let check = Condition::Check { enemy: false };
    matches!(&law.condition, Condition::After(part) if **part == check)
}

/// A prohibition as a sentence.
fn forbidden(told: &Told<'_>, law: &Law) -> String {
    let condition = told.teller.condition(&law.condition);
    format!("a move is forbidden if {condition}.")
}

/// An obligation as a sentence; the first one of a game counts before the others.
fn forced(told: &Told<'_>, law: &Law, first: bool) -> String {
    let otherwise = if first { "" } else { "otherwise, " };
    let condition = told.teller.condition(&law.condition);
    format!(
        "{otherwise}if there is a legal move of which it is true that {condition}, only such moves are legal."
    )
}

/// What a turn is besides a move; nothing if it is nothing else.
fn turn(told: &Told<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(part) = &told.rules.turn.then {
        lines.push(format!("{}.", capital(&told.teller.part(part))));
        if told.rules.turn.each_part {
            lines.push("The move must be legal without this as well.".to_owned());
        } else if !part.may {
            lines.push("A move after which this cannot be done is not legal.".to_owned());
        }
    }
    match &told.rules.turn.pass {
        Condition::Never => {}
        Condition::Always => lines.push("A player may pass.".to_owned()),
        condition => lines.push(format!(
            "A player may pass if {}.",
            told.teller.condition(condition)
        )),
    }
    lines
}

fn promotion(told: &Told<'_>, promotion: &Promotion) -> Vec<String> {
    let mut lines = Vec::new();
    for (who, side) in sides(&promotion.choices) {
        // Pieces with the same choices share a line.
        let mut groups: Vec<(Vec<PieceId>, &[PieceId])> = Vec::new();
        for (piece, choices) in &promotion.choices[side] {
            match groups.iter_mut().find(|g| g.1 == choices.as_slice()) {
                Some(group) => group.0.push(*piece),
                None => groups.push((vec![*piece], choices)),
            }
        }
        let who = if who {
            format!("{side}'s ")
        } else {
            String::new()
        };
        for (pieces, choices) in groups {
            lines.push(format!(
                "{who}{} becomes {}.",
                titles(told, pieces, "or"),
                titles(told, choices.iter().copied(), "or")
            ));
        }
    }
    let key = |name: &str| format!("promotion.{}.{name}", promotion.id);
    lines.push(format!(
        "Where: {}.",
        told.teller.located_zone(&promotion.zone)
    ));
    lines.push(format!(
        "When: {}{}.",
        occasions(promotion),
        told.mark(&key("on"))
    ));
    let forced = promotion.arrive || promotion.leave || promotion.within;
    let must = match &promotion.must {
        _ if !forced => "It is a free choice".to_owned(),
        Condition::Always => "It is compulsory".to_owned(),
        Condition::Never => "The piece may also stay what it is".to_owned(),
        condition => format!("It is compulsory if {}", told.teller.condition(condition)),
    };
    let must_mark = if forced { told.mark(&key("must")) } else { "" };
    lines.push(format!("{must}{must_mark}."));
    if promotion.condition != Condition::Always {
        lines.push(format!(
            "Only if {}.",
            told.teller.condition(&promotion.condition)
        ));
    }
    let limits = promotion.limits.iter().map(|(kind, most)| {
        let title = &told.rules.kind(*kind).title;
        format!("no {title} while the player has {most} on the board")
    });
    let limits: Vec<String> = limits.collect();
    if !limits.is_empty() {
        lines.push(format!("{}.", capital(&limits.join(", "))));
    }
    lines
}

/// Where captured men go, and whether men are put down; nothing in a game in which nobody has men in hand.
fn hands(told: &Told<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    if !told.rules.has_hands && told.rules.drops.is_empty() {
        return lines;
    }
    let mark = told.mark("hand.captured");
    lines.push(match told.rules.captured {
        Captured::Hand => {
            format!("A captured man goes into the hand of the player who took it{mark}.")
        }
        _ => format!("Captured men leave the game{mark}."),
    });
    if told.rules.captured == Captured::Hand {
        let others = told.rules.kinds().filter(|(id, kind)| kind.in_hand != *id);
        for (id, kind) in others {
            let (title, hand) = (titles(told, [id], "or"), titles(told, [kind.in_hand], "or"));
            lines.push(format!("In the hand {title} is {hand}."));
        }
    }
    lines.push(if told.rules.drops.is_empty() {
        "Nobody puts men down.".to_owned()
    } else {
        "Instead of moving a man, a player may put one down:".to_owned()
    });
    lines
}

fn drop(told: &Told<'_>, rule: &DropRule) -> Vec<String> {
    let mut lines = Vec::new();
    let zone = if rule.zone.white == rule.zone.black
        && rule.zone.white == told.rules.shape.squares().collect::<SquareSet>() - told.rules.holes
    {
        "on any empty square".to_owned()
    } else {
        let zone = told.teller.located_zone(&rule.zone);
        match zone.strip_prefix("on ") {
            Some(_) => format!("on empty squares, namely {zone}"),
            None => format!("on empty squares {zone}"),
        }
    };
    let only_if = match sentence::simple(&rule.condition) {
        Condition::Always => String::new(),
        condition => format!(", if {}", told.teller.of_drops().condition(&condition)),
    };
    let all = told.rules.kinds().filter(|(id, kind)| kind.in_hand == *id);
    let all: Vec<(PieceId, Vec<PieceId>)> = all.map(|(id, _)| (id, vec![id])).collect();
    for (who, side) in sides(&rule.choices) {
        let player = if who {
            side.to_string()
        } else {
            "A player".to_owned()
        };
        let place = if rule.free {
            format!("puts down {{}}, without having it in hand, {zone}")
        } else {
            format!("puts down {{}} from the hand {zone}")
        };
        let choices = &rule.choices[side];
        if *choices == all {
            lines.push(format!(
                "{player} {}{only_if}.",
                place.replace("{}", "any man")
            ));
            continue;
        }
        let (same, other): (Vec<_>, Vec<_>) = choices
            .iter()
            .partition(|(kind, forms)| forms[..] == [*kind]);
        if !same.is_empty() {
            let men = titles(told, same.iter().map(|(kind, _)| *kind), "or");
            lines.push(format!("{player} {}{only_if}.", place.replace("{}", &men)));
        }
        for (kind, forms) in other {
            let forms = titles(told, forms.iter().copied(), "or");
            let men = format!("{} as {forms}", titles(told, [*kind], "or"));
            lines.push(format!("{player} {}{only_if}.", place.replace("{}", &men)));
        }
    }
    lines
}

/// When a promotion applies; its zone has been told.
fn occasions(promotion: &Promotion) -> String {
    let occasions = [
        (promotion.arrive, "a move ends there"),
        (promotion.leave, "a move starts there and ends elsewhere"),
        (promotion.within, "a move starts and ends there"),
        (
            promotion.stay,
            "as a move of its own, in which the piece stays on its square",
        ),
    ];
    let occasions: Vec<&str> = occasions.into_iter().filter(|o| o.0).map(|o| o.1).collect();
    occasions.join(", or ")
}

/// One entry if both sides have the same, else one for each; whether the side has to be named.
fn sides<T: PartialEq>(value: &BySide<T>) -> Vec<(bool, Side)> {
    if value.white == value.black {
        vec![(false, Side::White)]
    } else {
        Side::ALL.map(|side| (true, side)).into()
    }
}

fn castling(told: &Told<'_>) -> Vec<String> {
    let castles = |side: Side| -> PieceSet {
        let terms = |kind: &Kind| {
            kind.entries[side]
                .iter()
                .flat_map(|e| &e.movement.terms)
                .any(|t| matches!(t.action, Action::Castle(_)))
        };
        told.rules
            .kinds()
            .filter(|(_, kind)| terms(kind))
            .map(|(id, _)| id)
            .collect()
    };
    let who = BySide::from_fn(|side| (castles(side), told.rules.castling.with[side]));
    let mut lines = Vec::new();
    for (named, side) in sides(&who) {
        let (kings, partners) = who[side];
        let player = if named {
            format!("{side}'s ")
        } else {
            String::new()
        };
        if !kings.is_empty() {
            let partners = titles(told, partners.iter(), "or");
            let kings = titles(told, kings.iter(), "or");
            let where_from = castling_starts(told);
            lines.push(format!(
                "{player}{kings} castles with its {partners}. {where_from}"
            ));
        }
    }
    if !lines.is_empty() {
        let mark = told.mark("castling.if");
        lines.push(match &told.rules.castling.condition {
            Condition::Always => format!("Attacked squares do not matter{mark}."),
            condition => format!("Only if {}{mark}.", told.teller.condition(condition)),
        });
    }
    lines
}

/// From where castling goes, and over what.
fn castling_starts(told: &Told<'_>) -> &'static str {
    match (told.rules.castling.free, told.rules.castling.dropped) {
        (true, _) => {
            "Neither has moved; both may have started anywhere on their rank, and end where castling from the usual \
             start position would put them. All squares that they pass and end on are empty, but for themselves."
        }
        (_, true) => {
            "Neither has moved since it was there from the start or was put down, and all squares between them are \
             empty."
        }
        _ => "Neither has moved, and all squares between them are empty.",
    }
}

fn verdict(told: &Told<'_>, verdict: Verdict) -> String {
    match verdict {
        Verdict::Win => "the player wins".to_owned(),
        Verdict::Loss => "the player loses".to_owned(),
        Verdict::Draw => "the game is drawn".to_owned(),
        Verdict::More(kinds) => more(told, kinds),
    }
}

/// Who wins by having more.
fn more(told: &Told<'_>, kinds: BySide<PieceSet>) -> String {
    let valued = Side::ALL.into_iter().any(|side| {
        let mut kinds = kinds[side].iter();
        kinds.any(|kind| told.rules.kind(kind).value[side].is_some())
    });
    let men = |side: Side| sentence::kinds(told.rules, kinds[side]);
    let men = if kinds.white == kinds.black {
        men(Side::White)
    } else {
        let [white, black] = Side::ALL.map(men);
        format!("{white} (White) or {black} (Black)")
    };
    if valued {
        format!(
            "the player whose {men} are worth more wins, and it is drawn if they are worth the same"
        )
    } else {
        format!("the player with more {men} wins, and it is drawn if both have as many")
    }
}

fn end(told: &Told<'_>, end: &End) -> String {
    let result = verdict(told, end.result.white);
    let result = if end.result.white == end.result.black {
        result
    } else {
        let black = verdict(told, end.result.black);
        format!("{result} as White, and {black} as Black")
    };
    let claim = if end.claim {
        ", if a player claims it"
    } else {
        ""
    };
    let reply = if end.reply {
        " when it is the player's turn"
    } else {
        ""
    };
    let bonus: String = Side::ALL
        .into_iter()
        .filter(|&side| end.bonus[side] != 0)
        .map(|side| {
            let pawns = f64::from(end.bonus[side]) / 100.0;
            format!(" {side} has {pawns} besides its men.")
        })
        .collect();
    let stops = if end.stops {
        " No move is legal then."
    } else {
        ""
    };
    let when = told.teller.condition(&end.condition);
    // A file that changes one key of a default end leaves the other to the default.
    let by_default =
        |key: &str| !end.default && told.says_nothing_of(&format!("end.{}.{key}", end.id));
    let mark = |yes: bool| if yes && told.marked { DEFAULT } else { "" };
    format!(
        "if {when}{reply}{}, {result}{}{claim}.{bonus}{stops}",
        mark(by_default("if")),
        mark(by_default("result")),
    )
}

fn counter(told: &Told<'_>, counter: &Counter) -> String {
    let key = |name: &str| told.mark(&format!("counters.{}.{name}", counter.id));
    let start = amount(told, &counter.start);
    let step = counter.step;
    let steps = match sentence::simple(&counter.condition) {
        Condition::Never => ", and changes only by what else a move does".to_owned(),
        Condition::Always => format!(
            " and changes by {step:+}{} with every move{}",
            key("step"),
            key("if")
        ),
        condition => format!(
            " and changes by {step:+}{} with a move if {}{}",
            key("step"),
            told.teller.condition(&condition),
            key("if")
        ),
    };
    let restarts = match sentence::simple(&counter.restart) {
        Condition::Never => String::new(),
        Condition::Always => " Before that, it starts again with every move.".to_owned(),
        condition => format!(
            " It starts again{} with a move if {}.",
            again(told, counter),
            told.teller.condition(&condition)
        ),
    };
    let fen = if counter.in_fen {
        " A FEN has it behind the en passant field.".to_owned()
    } else {
        format!(
            " Where it is not what it starts at, a FEN has it at its end: `{}=1+0`.",
            counter.id
        )
    };
    format!(
        "each player's own count starts at {start}{}{steps}.{restarts}{fen}",
        key("start"),
    )
}

/// What a counter is set to: `8`, `the number of men on the board`.
fn amount(told: &Told<'_>, amount: &Amount) -> String {
    let men = amount.men.white.union(amount.men.black);
    if men.is_empty() {
        let number = |n: i32| n.to_string();
        return sentence::by_side(amount.number.white, amount.number.black, number);
    }
    format!(
        "the number of {} on the board",
        sentence::kinds(told.rules, men)
    )
}

/// What a counter starts at again, if that is something else: ` at 8 if …, else at 16`.
fn again(told: &Told<'_>, counter: &Counter) -> String {
    let lines = counter.again.iter().map(|(condition, at)| match condition {
        Condition::Always => format!("at {}", amount(told, at)),
        _ => format!(
            "at {} if {}",
            amount(told, at),
            told.teller.condition(condition)
        ),
    });
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        String::new()
    } else {
        format!(" ({})", lines.join(", else "))
    }
}

fn progress(told: &Told<'_>) -> String {
    let mark = told.mark("words.progress");
    match sentence::simple(&told.rules.progress) {
        Condition::Never => format!("Every half-move is quiet{mark}."),
        when => {
            let when = told.teller.condition(&when);
            format!("The count of quiet half-moves starts again if {when}{mark}.")
        }
    }
}

fn view(told: &Told<'_>) -> String {
    let mark = told.mark("board.black");
    let view = match told.rules.view {
        BlackView::Mirror => "Black counts ranks from the other end; files stay",
        BlackView::Turn => "Black counts ranks and files from the other end",
        _ => "Both players count ranks and files in the same way",
    };
    format!("{view}{mark}.")
}

/// What a line of moves does, a sentence for each of its terms.
fn moves(told: &Told<'_>, entry: &Entry) -> Vec<String> {
    let only_if = match &entry.condition {
        Condition::Always => String::new(),
        condition => format!(", if {}", told.teller.condition(condition)),
    };
    let becomes = match &entry.becomes[..] {
        [] => String::new(),
        kinds => {
            let titles = kinds.iter().map(|k| sentence::title(told.rules, *k));
            let titles: Vec<String> = titles.collect();
            format!(", and becomes {}", titles.join(" or "))
        }
    };
    let phrases = notation::sentences(&entry.movement).into_iter();
    phrases
        .map(|phrase| format!("{}{becomes}{only_if}.", capital(&phrase)))
        .collect()
}

/// Where a piece has to end its moves, if that is not everywhere.
fn stays(told: &Told<'_>, kind: &Kind) -> Option<String> {
    if Side::ALL.iter().all(|&side| kind.stays[side].is_none()) {
        return None;
    }
    let board = || told.rules.shape.squares().collect();
    let zone = BySide::from_fn(|side| kind.stays[side].unwrap_or_else(board));
    let zone = told.teller.located_zone(&zone);
    Some(format!(
        "Ends its moves only {zone}, and attacks only there."
    ))
}

/// How the men of the start position are drawn by lot.
fn lots(told: &Told<'_>, shuffle: &Shuffle) -> String {
    let title = |kind: &PieceId| sentence::title(told.rules, *kind);
    let lines = shuffle.lines.iter().map(|line| {
        let men: Vec<String> = line.men.iter().map(title).collect();
        let zone = if line.zone == shuffle.zone {
            String::new()
        } else {
            let squares = sentence::squares(told.rules.shape, line.zone);
            format!(" on {squares}")
        };
        format!("{}{zone}", men.join(", "))
    });
    let lines: Vec<String> = lines.collect();
    format!(
        "Placed on free squares of {}, each group in \
         its order: {}. {}{}",
        sentence::squares(told.rules.shape, shuffle.zone),
        lines.join("; "),
        if shuffle.alike {
            "Black's men stand opposite."
        } else {
            "Black's men are drawn in the same way by themselves."
        },
        match &shuffle.condition {
            Condition::Always => String::new(),
            condition => format!(
                " Only arrays are drawn of which it holds for both players that {}.",
                told.teller.condition(condition)
            ),
        }
    )
}
