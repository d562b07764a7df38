//! The rules besides the pieces' moves, in words: promotion, castling, ends, the counts.

use super::{WIDTH, capital, says_nothing_of, teller};
use crate::cli::draw::bullet;
use ferz::board::{BySide, PieceId, PieceSet, Side, SquareSet};
use ferz::notation::Action;
use ferz::rules::{
    Amount, BlackView, Captured, Condition, Counter, DropRule, End, Law, Promotion, Rules, Verdict,
    sentence,
};

/// Of whom an end is asked, and in which order.
const ORDER_OF_ENDS: &str = "After each move these are asked in this order, each of the player who has moved and then \
                             of the opponent. The first that holds counts.";

/// All rules besides the moves, section by section.
pub(super) fn laws(rules: &Rules) -> String {
    let mut ends: Vec<String> = rules.ends.iter().map(|end| self::end(rules, end)).collect();
    if ends.len() > 1 {
        ends.push(ORDER_OF_ENDS.to_owned());
    }
    [
        section("ROYAL PIECES", &bullets(&royals(rules))),
        section("FORBIDDEN AND FORCED", &bullets(&obligations(rules))),
        section("PROMOTION", &promotions(rules)),
        section("CASTLING", &bullets(&castling(rules))),
        section("HANDS AND DROPS", &bullets(&hands(rules))),
        section("TURN", &bullets(&turn(rules))),
        section("WHAT ELSE A MOVE DOES", &bullets(&effects(rules))),
        section("COUNTERS", &bullets(&counters(rules))),
        section("END OF THE GAME", &bullets(&ends)),
        section(
            "COUNTS AND VIEWS",
            &bullets(&[progress(rules), view(rules)]),
        ),
        section("ZONES", &bullets(&zones(rules))),
    ]
    .concat()
}

/// A text under its title, if there is one.
fn section(title: &str, text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("\n{title}\n\n{text}")
    }
}

fn bullets(lines: &[String]) -> String {
    lines.iter().map(|line| bullet(line, WIDTH)).collect()
}

/// ` (default)` if no file says the key.
fn mark(rules: &Rules, key: &str) -> &'static str {
    if says_nothing_of(rules, key) {
        " (default)"
    } else {
        ""
    }
}

fn titles(rules: &Rules, kinds: impl IntoIterator<Item = PieceId>, word: &str) -> String {
    let kinds = kinds.into_iter();
    let mut titles: Vec<String> = kinds.map(|kind| sentence::title(rules, kind)).collect();
    let Some(last) = titles.pop() else {
        return "nothing".to_owned();
    };
    if titles.is_empty() {
        last
    } else {
        format!("{} {word} {last}", titles.join(", "))
    }
}

fn royals(rules: &Rules) -> Vec<String> {
    let (white, black) = (rules.royals(Side::White), rules.royals(Side::Black));
    let usual = rules.check.is_none();
    let line = |kinds: PieceSet, who: &str| {
        let men = titles(rules, kinds.iter(), "or");
        match kinds.len() {
            0 if usual => format!("{who} has no royal piece and cannot be in check."),
            0 => format!("{who} has no royal piece."),
            _ if usual => match safety(rules) {
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
    if let Some(check) = &rules.check {
        lines.push(match check {
            Condition::Never => "Nobody is ever in check.".to_owned(),
            check => format!(
                "A player is in check if {}.",
                teller(rules).condition(check)
            ),
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

fn safety(rules: &Rules) -> Safety {
    let conditions = || rules.forbidden.iter().map(|law| &law.condition);
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

/// The laws, but for the one that the royals' line tells.
fn obligations(rules: &Rules) -> Vec<String> {
    let is_told = |law: &&Law| {
        is_check(law) && (rules.check.is_none() || rules.check == Some(Condition::Never))
    };
    let forbidden = rules.forbidden.iter().filter(|law| !is_told(law));
    let forbidden = forbidden.map(|law| {
        format!(
            "{}{}: a move is forbidden if {}.",
            capital(&law.id),
            if law.place.is_none() {
                " (default)"
            } else {
                ""
            },
            teller(rules).condition(&law.condition)
        )
    });
    let forced = rules.forced.iter().enumerate().map(|(at, law)| {
        let otherwise = if at == 0 { "" } else { "otherwise, " };
        let told = teller(rules).condition(&law.condition);
        format!(
            "{}: {otherwise}if there is a legal move of which it is true that {told}, only such moves are legal.",
            capital(&law.id)
        )
    });
    forbidden.chain(forced).collect()
}

/// What a turn is besides a move; nothing if it is nothing else.
fn turn(rules: &Rules) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(part) = &rules.turn.then {
        lines.push(format!("{}.", capital(&teller(rules).part(part))));
        if rules.turn.each_part {
            lines.push("The move must be legal without this as well.".to_owned());
        } else if !part.may {
            lines.push("A move after which this cannot be done is not legal.".to_owned());
        }
    }
    match &rules.turn.pass {
        Condition::Never => {}
        Condition::Always => lines.push("A player may pass.".to_owned()),
        condition => lines.push(format!(
            "A player may pass if {}.",
            teller(rules).condition(condition)
        )),
    }
    lines
}

/// The effects in their order.
fn effects(rules: &Rules) -> Vec<String> {
    let effects = rules.effects.iter();
    let mut lines: Vec<String> = effects
        .map(|e| format!("{}: {}.", capital(&e.id), teller(rules).effect(e)))
        .collect();
    if lines.len() > 1 {
        lines.push("They happen in this order, after the men have moved and promoted.".to_owned());
    }
    lines
}

/// The promotions; if there are several, each under its name.
fn promotions(rules: &Rules) -> String {
    let told = |p: &Promotion| bullets(&promotion(rules, p));
    match rules.promotions.as_slice() {
        [only] => told(only),
        several => {
            let parts: Vec<String> = several
                .iter()
                .map(|p| format!("  {}:\n{}", capital(&p.id), told(p)))
                .collect();
            parts.join("\n")
        }
    }
}

fn promotion(rules: &Rules, promotion: &Promotion) -> Vec<String> {
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
                titles(rules, pieces, "or"),
                titles(rules, choices.iter().copied(), "or")
            ));
        }
    }
    let key = |name: &str| format!("promotion.{}.{name}", promotion.id);
    lines.push(format!(
        "Where: {}.",
        teller(rules).located_zone(&promotion.zone)
    ));
    lines.push(format!(
        "When: {}{}.",
        occasions(promotion),
        mark(rules, &key("on"))
    ));
    let forced = promotion.arrive || promotion.leave || promotion.within;
    let must = match &promotion.must {
        _ if !forced => "It is a free choice".to_owned(),
        Condition::Always => "It is compulsory".to_owned(),
        Condition::Never => "The piece may also stay what it is".to_owned(),
        condition => format!("It is compulsory if {}", teller(rules).condition(condition)),
    };
    let must_mark = if forced {
        mark(rules, &key("must"))
    } else {
        ""
    };
    lines.push(format!("{must}{must_mark}."));
    if promotion.condition != Condition::Always {
        lines.push(format!(
            "Only if {}.",
            teller(rules).condition(&promotion.condition)
        ));
    }
    let limits = promotion.limits.iter().map(|(kind, most)| {
        let title = &rules.kind(*kind).title;
        format!("no {title} while the player has {most} on the board")
    });
    let limits: Vec<String> = limits.collect();
    if !limits.is_empty() {
        lines.push(format!("{}.", capital(&limits.join(", "))));
    }
    lines
}

/// Where captured men go, and who is put down where.
fn hands(rules: &Rules) -> Vec<String> {
    let mut lines = Vec::new();
    if !rules.has_hands && rules.drops.is_empty() {
        return lines;
    }
    let mark = mark(rules, "hand.captured");
    lines.push(match rules.captured {
        Captured::Hand => {
            format!("A captured man goes into the hand of the player who took it{mark}.")
        }
        _ => format!("Captured men leave the game{mark}."),
    });
    if rules.captured == Captured::Hand {
        let others = rules.kinds().filter(|(id, kind)| kind.in_hand != *id);
        for (id, kind) in others {
            let (title, hand) = (
                titles(rules, [id], "or"),
                titles(rules, [kind.in_hand], "or"),
            );
            lines.push(format!("In the hand {title} is {hand}."));
        }
    }
    lines.push(if rules.drops.is_empty() {
        "Nobody puts men down.".to_owned()
    } else {
        "Instead of moving a man, a player may put one down:".to_owned()
    });
    for rule in &rules.drops {
        lines.extend(drop(rules, rule));
    }
    lines
}

fn drop(rules: &Rules, rule: &DropRule) -> Vec<String> {
    let mut lines = Vec::new();
    let zone = if rule.zone.white == rule.zone.black
        && rule.zone.white == rules.shape.squares().collect::<SquareSet>() - rules.holes
    {
        "on any empty square".to_owned()
    } else {
        let zone = teller(rules).located_zone(&rule.zone);
        match zone.strip_prefix("on ") {
            Some(_) => format!("on empty squares, namely {zone}"),
            None => format!("on empty squares {zone}"),
        }
    };
    let only_if = match sentence::simple(&rule.condition) {
        Condition::Always => String::new(),
        condition => format!(", if {}", teller(rules).of_drops().condition(&condition)),
    };
    let all = rules.kinds().filter(|(id, kind)| kind.in_hand == *id);
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
            let men = titles(rules, same.iter().map(|(kind, _)| *kind), "or");
            lines.push(format!("{player} {}{only_if}.", place.replace("{}", &men)));
        }
        for (kind, forms) in other {
            let forms = titles(rules, forms.iter().copied(), "or");
            let men = format!("{} as {forms}", titles(rules, [*kind], "or"));
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

fn castling(rules: &Rules) -> Vec<String> {
    let castles = |side: Side| -> PieceSet {
        let terms = |kind: &ferz::rules::Kind| {
            kind.entries[side]
                .iter()
                .flat_map(|e| &e.movement.terms)
                .any(|t| matches!(t.action, Action::Castle(_)))
        };
        rules
            .kinds()
            .filter(|(_, kind)| terms(kind))
            .map(|(id, _)| id)
            .collect()
    };
    let who = BySide::from_fn(|side| (castles(side), rules.castling.with[side]));
    let mut lines = Vec::new();
    for (named, side) in sides(&who) {
        let (kings, partners) = who[side];
        let player = if named {
            format!("{side}'s ")
        } else {
            String::new()
        };
        if !kings.is_empty() {
            let partners = titles(rules, partners.iter(), "or");
            let kings = titles(rules, kings.iter(), "or");
            let where_from = castling_starts(rules);
            lines.push(format!(
                "{player}{kings} castles with its {partners}. {where_from}"
            ));
        }
    }
    if !lines.is_empty() {
        let mark = mark(rules, "castling.if");
        lines.push(match &rules.castling.condition {
            Condition::Always => format!("Attacked squares do not matter{mark}."),
            condition => format!("Only if {}{mark}.", teller(rules).condition(condition)),
        });
    }
    lines
}

/// From where castling goes, and over what.
fn castling_starts(rules: &Rules) -> &'static str {
    match (rules.castling.free, rules.castling.dropped) {
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

fn verdict(rules: &Rules, verdict: Verdict) -> String {
    match verdict {
        Verdict::Win => "the player wins".to_owned(),
        Verdict::Loss => "the player loses".to_owned(),
        Verdict::Draw => "the game is drawn".to_owned(),
        Verdict::More(kinds) => more(rules, kinds),
        _ => "the game is over".to_owned(),
    }
}

/// Who wins by having more.
fn more(rules: &Rules, kinds: BySide<PieceSet>) -> String {
    let valued = Side::ALL.into_iter().any(|side| {
        let mut kinds = kinds[side].iter();
        kinds.any(|kind| rules.kind(kind).value[side].is_some())
    });
    let men = |side: Side| sentence::kinds(rules, kinds[side]);
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

fn end(rules: &Rules, end: &End) -> String {
    let result = verdict(rules, end.result.white);
    let result = if end.result.white == end.result.black {
        result
    } else {
        let black = verdict(rules, end.result.black);
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
    let when = teller(rules).condition(&end.condition);
    // A file that changes one key of a default end leaves the other to the default.
    let by_default =
        |key: &str| !end.default && says_nothing_of(rules, &format!("end.{}.{key}", end.id));
    let mark = |yes: bool| if yes { " (default)" } else { "" };
    format!(
        "{}{}: if {when}{reply}{}, {result}{}{claim}.{bonus}{stops}",
        capital(&end.id),
        mark(end.default),
        mark(by_default("if")),
        mark(by_default("result")),
    )
}

fn counters(rules: &Rules) -> Vec<String> {
    rules.counters.iter().map(|c| counter(rules, c)).collect()
}

fn counter(rules: &Rules, counter: &Counter) -> String {
    let key = |name: &str| mark(rules, &format!("counters.{}.{name}", counter.id));
    let start = amount(rules, &counter.start);
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
            teller(rules).condition(&condition),
            key("if")
        ),
    };
    let restarts = match sentence::simple(&counter.restart) {
        Condition::Never => String::new(),
        Condition::Always => " Before that, it starts again with every move.".to_owned(),
        condition => format!(
            " It starts again{} with a move if {}.",
            again(rules, counter),
            teller(rules).condition(&condition)
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
        "{}: each player's own count starts at {start}{}{steps}.{restarts}{fen}",
        capital(&counter.id),
        key("start"),
    )
}

/// What a counter is set to: `8`, `the number of men on the board`.
fn amount(rules: &Rules, amount: &Amount) -> String {
    let men = amount.men.white.union(amount.men.black);
    if men.is_empty() {
        let number = |n: i32| n.to_string();
        return sentence::by_side(amount.number.white, amount.number.black, number);
    }
    format!("the number of {} on the board", sentence::kinds(rules, men))
}

/// What a counter starts at again, if that is something else: ` at 8 if …, else at 16`.
fn again(rules: &Rules, counter: &Counter) -> String {
    let lines = counter.again.iter().map(|(condition, at)| match condition {
        Condition::Always => format!("at {}", amount(rules, at)),
        _ => format!(
            "at {} if {}",
            amount(rules, at),
            teller(rules).condition(condition)
        ),
    });
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        String::new()
    } else {
        format!(" ({})", lines.join(", else "))
    }
}

fn progress(rules: &Rules) -> String {
    let mark = mark(rules, "words.progress");
    match sentence::simple(&rules.progress) {
        Condition::Never => format!("Every half-move is quiet{mark}."),
        when => {
            let when = teller(rules).condition(&when);
            format!("The count of quiet half-moves starts again if {when}{mark}.")
        }
    }
}

/// The squares of the zones that have a name.
fn zones(rules: &Rules) -> Vec<String> {
    let zones = rules.zones.iter();
    zones
        .map(|(name, zone)| format!("`{name}`: {}.", teller(rules).zone_in_full(zone)))
        .collect()
}

fn view(rules: &Rules) -> String {
    let mark = mark(rules, "board.black");
    let view = match rules.view {
        BlackView::Mirror => "Black counts ranks from the other end; files stay",
        BlackView::Turn => "Black counts ranks and files from the other end",
        _ => "Both players count ranks and files in the same way",
    };
    format!("{view}{mark}.")
}
