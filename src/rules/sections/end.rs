//! `[end.NAME]`: how the game ends.

use super::build::{Build, halves_of};
use super::groups::whole;
use super::pieces;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::{BySide, Side};
use crate::diagnostics::Diagnostic;
use crate::fen::{self, Options};
use crate::movegen::general::holds_in_end;
use crate::notation::{NotationFinding, parse_pieces};
use crate::rules::condition::{self as lower, Site};
use crate::rules::{Compare, Condition, End, Region, Verdict};
use crate::similar::similar;
use crate::source::{Location, Node, Table, Text};

const MATE: &str = "mate";

/// The ends of orthodox chess: name, condition, result.
const DEFAULTS: [(&str, &str, Verdict); 4] = [
    (MATE, MATE, Verdict::Loss),
    ("stalemate", "no-move and not check", Verdict::Draw),
    ("repetition", "repeated 3", Verdict::Draw),
    ("fifty", "quiet 100", Verdict::Draw),
];

pub(super) const SECTION: Section = Section {
    name: "end",
    meaning: "how the game ends; the first that holds counts, asked for the player who moved, then for the other; \
              what a file adds comes before what it inherits",
    body: Body::Things {
        keys: &[
            Key {
                name: "if",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Error,
                meaning: "the condition under which the game ends so",
            },
            Key {
                name: "result",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Error,
                meaning: "\"win\", \"loss\" or \"draw\" for the player that is asked; \"more SET\": the player whose men of the \
                          set are worth more wins (by `value`, or one each)",
            },
            Key {
                name: "bonus",
                want: Want::NUMBER.or_by_side(),
                missing: Missing::Default("0"),
                meaning: "with \"more SET\": what a player has besides its men, in pawns, as in `{ white = 0, black = 1.5 }`",
            },
            Key {
                name: "when",
                want: Want::TEXT,
                missing: Missing::Default("\"at once\""),
                meaning: "when it is asked: after every turn, for both players (\"at once\"), or only for the player whose turn \
                          it is, so that the other had a turn to answer (\"reply\")",
            },
            Key {
                name: "claim",
                want: Want::BOOL,
                missing: Missing::Default("false"),
                meaning: "whether a player has to claim it; otherwise the game is over at once",
            },
            Key {
                name: "stops",
                want: Want::BOOL,
                missing: Missing::Nothing,
                meaning: "whether no move is legal where it holds; by default if somebody wins by it, nobody has to claim it, \
                          and it asks for men, squares, attacks and counters alone, not for legal moves or the course of the game",
            },
        ],
        defaults: &["mate", "stalemate", "repetition", "fifty"],
    },
    inherited: true,
    steps: &[(Pass::Rules, lower), (Pass::Start, check)],
};

/// The file's own ends, then the default ones in their order, changed or not: mate comes before the counts.
fn lower(build: &mut Build<'_>) {
    let usual = |name: &str| DEFAULTS.iter().any(|(n, ..)| *n == name);
    for (key, node) in build.things("end") {
        if let Some(table) = node.table().filter(|_| !usual(&key.name)) {
            let end = end(build, &key.name, table, false);
            build.rules.ends.push(end);
        }
    }
    let said = build.section("end");
    for (name, ..) in DEFAULTS {
        let node = said.get(name);
        if node.is_some_and(Node::is_false) {
            continue;
        }
        let own = node.and_then(Node::table);
        let end = end(build, name, own.unwrap_or(&Table::new()), own.is_none());
        build.rules.ends.push(end);
    }
}

/// The first piece that a condition asks for on some squares without saying whose it is, with the place before it.
fn without_owner<'a>(build: &Build<'_>, text: &'a Text) -> Option<(&'a str, Location)> {
    let written = text.as_str();
    let mut before = "";
    let mut words = written
        .split([' ', '(', ')', '\n', '\t'])
        .filter(|w| !w.is_empty());
    while let Some(word) = words.next() {
        let is_piece = build.rules.kinds.iter().any(|kind| kind.id == word);
        let is_open = matches!(before, "" | "no" | "and" | "or" | "not");
        if is_piece && is_open && words.clone().next() == Some("in") {
            let at = word.as_ptr() as usize - written.as_ptr() as usize;
            return Some((word, text.at(at..at)));
        }
        before = word;
    }
    None
}

/// Ends that decide the game before it begins, and a mate that decides nothing.
fn check(build: &mut Build<'_>) {
    let said = build.section("end");
    let place = |name: &str| {
        let (key, node) = said.entry(name)?;
        let node = node.table().and_then(|t| t.get("if"));
        Some(node.map_or_else(|| key.place.clone(), |n| n.place.clone()))
    };
    let rules = &build.rules;
    let mut found = Vec::new();
    if let Ok(start) = fen::read(rules, &rules.start, Options::default()) {
        let holds = rules.ends.iter().find_map(|end| {
            let asked = end.players(start.side);
            let player = Side::ALL.into_iter().find(|side| {
                asked.contains(side) && holds_in_end(rules, &start, *side, 1, &end.condition)
            })?;
            Some((end, player))
        });
        if let Some((end, player)) = holds
            && let Some(place) = place(&end.id)
        {
            let message = format!("`{}` holds for {player} in the start position", end.id);
            let finding = Diagnostic::warning("over-at-once", place, message);
            let written = said.table(&end.id).and_then(|end| end.text("if"));
            found.push(match written.and_then(|text| without_owner(build, text)) {
                Some((name, at)) => finding
                    .help(format!(
                        "so the game is over before the first move; `{name}` alone is either player's: perhaps `own {name}` is meant"
                    ))
                    .offer(at, "own "),
                None => finding.help(
                    "so the game is over before the first move; say it of a later position only",
                ),
            });
        }
    }
    let has_royals = Side::ALL.iter().any(|&side| !rules.royals(side).is_empty());
    if has_royals
        && !rules.ends.iter().any(|end| asks_for_moves(&end.condition))
        && let Some(place) = place(MATE)
    {
        let finding = Diagnostic::note("mate-decides-nothing", place, "mate has no result here");
        found.push(finding.help("no end asks for `mate`, `stalemate` or `no-move`; a player without a legal move cannot go on"));
    }
    found.extend(overlooked_hands(build));
    build.findings.extend(found);
}

/// A condition in a game in which nobody has anything in hand, so that a base can ask for men in hand for the games that
/// have them.
fn without_hands(condition: Condition) -> Condition {
    let joined = |parts: Vec<Condition>, (idle, decides), join: fn(Vec<Condition>) -> Condition| {
        let parts = parts.into_iter().map(without_hands);
        let mut left: Vec<Condition> = parts.filter(|part| *part != idle).collect();
        match left.len() {
            _ if left.contains(&decides) => decides,
            0 => idle,
            1 => left.swap_remove(0),
            _ => join(left),
        }
    };
    let (always, never) = (Condition::Always, Condition::Never);
    match condition {
        Condition::Count(pick, compare, number) if pick.region == Region::Hand => {
            if compare.holds(0, number) {
                Condition::Always
            } else {
                Condition::Never
            }
        }
        Condition::Not(part) => match without_hands(*part) {
            Condition::Always => Condition::Never,
            Condition::Never => Condition::Always,
            part => Condition::Not(Box::new(part)),
        },
        Condition::All(parts) => joined(parts, (always, never), Condition::All),
        Condition::Any(parts) => joined(parts, (never, always), Condition::Any),
        other => other,
    }
}

/// Draws for want of men that look at the board alone, in a game in which more men come from the hand.
fn overlooked_hands(build: &Build<'_>) -> Vec<Diagnostic> {
    let rules = &build.rules;
    if !rules.uses_hands() {
        return Vec::new();
    }
    let mut sections = ["hand", "drop", "turn"].into_iter();
    let cause = sections.find_map(|name| {
        let (key, _) = build.document.table.entry(name)?;
        (key.place.file == build.document.file).then(|| key.place.clone())
    });
    let is_draw = |end: &&End| {
        Side::ALL
            .iter()
            .all(|&side| end.result[side] == Verdict::Draw)
    };
    let ends = rules.ends.iter().filter(is_draw);
    let ends = ends.filter(|end| is_want_of_men(&end.condition));
    let found = ends.filter_map(|end| {
        let place = end.place.clone()?;
        let message = format!(
            "`end.{}` looks at the men on the board alone, and more can come from the hands",
            end.id
        );
        let is_own = place.file == build.document.file;
        let finding = match cause.clone().filter(|_| !is_own) {
            Some(cause) => Diagnostic::warning("hands-overlooked", cause, message)
                .related(place, "this end is inherited"),
            None => Diagnostic::warning("hands-overlooked", place, message),
        };
        Some(finding.help(format!(
            "write `and no all in hand` behind its condition, or `end.{} = false`",
            end.id
        )))
    });
    found.collect()
}

/// Whether a condition says that few men are on the board, and nothing of men in hand or of anything else.
fn is_want_of_men(condition: &Condition) -> bool {
    let counts = |fact: &Condition| {
        matches!(
            fact,
            Condition::Count(pick, Compare::Less | Compare::AtMost | Compare::Equal, 0..=4)
                if pick.region != Region::Hand
        )
    };
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().all(is_want_of_men),
        fact => counts(fact),
    }
}

/// Whether a condition asks if a player can move.
fn asks_for_moves(condition: &Condition) -> bool {
    condition.has(&|fact| matches!(fact, Condition::NoMove { .. } | Condition::Can(_)))
}

/// Whether a condition asks for positions before this one.
fn asks_for_history(condition: &Condition) -> bool {
    condition.has(&|fact| {
        matches!(
            fact,
            Condition::Repeated(_)
                | Condition::PerpetualCheck { .. }
                | Condition::PerpetualChase { .. }
        )
    })
}

/// An end; what a table lacks comes from the default of that name.
fn end(build: &mut Build<'_>, name: &str, table: &Table, default: bool) -> End {
    let usual = DEFAULTS.iter().find(|(n, ..)| *n == name);
    let condition = match (table.get("if"), usual) {
        (Some(node), _) => build.condition(node, &Site::End),
        (None, Some((_, usual, _))) => {
            let place = Location::new(build.document.file, 0..0);
            build.condition_of(&Text::made(*usual, place), &Site::End)
        }
        (None, None) => Condition::Never,
    };
    let condition = if build.rules.uses_hands() {
        condition
    } else {
        without_hands(condition)
    };
    let usual = BySide::both(usual.map_or(Verdict::Draw, |(.., result)| *result));
    let result = table
        .get("result")
        .map_or(usual, |node| verdicts(build, node, usual));
    let bonus = bonus(build, table, result);
    let reply = table.text("when").is_some_and(|text| reply(build, text));
    let claim = table.get("claim").and_then(Node::boolean).unwrap_or(false);
    let decides = Side::ALL.iter().any(|&side| result[side] != Verdict::Draw);
    let stops = if let Some(node) = table.get("stops") {
        node.boolean() == Some(true) && may_stop(build, node, &condition, claim)
    } else {
        let is_quiet = |fact: &Condition| matches!(fact, Condition::Quiet(_));
        let by_course = asks_for_history(&condition) || condition.has(&is_quiet);
        decides && !claim && !by_course && !asks_for_moves(&condition)
    };
    End {
        id: name.to_owned(),
        condition,
        result,
        bonus,
        reply,
        stops,
        claim,
        default,
        place: build
            .section("end")
            .entry(name)
            .map(|(key, _)| key.place.clone()),
    }
}

/// What each side has besides its men, in hundredths of a pawn.
fn bonus(build: &mut Build<'_>, table: &Table, result: BySide<Verdict>) -> BySide<i32> {
    let Some((key, node)) = table.entry("bonus") else {
        return BySide::both(0);
    };
    let said = pieces::value(build, node);
    let bonus = BySide::from_fn(|side| said[side].unwrap_or(0));
    let counts = |side: &Side| matches!(result[*side], Verdict::More(_));
    if bonus != BySide::both(0) && !Side::ALL.iter().any(counts) {
        build.error(
            "bonus-without-more",
            key.place.clone(),
            "nobody counts men at this end",
            "write `result = \"more all\"`, or `bonus = 0`",
        );
    }
    bonus
}

/// Whether an end can leave no legal move: whether it holds must be told by the position alone, and for certain.
fn may_stop(build: &mut Build<'_>, node: &Node, condition: &Condition, claim: bool) -> bool {
    let why = if claim {
        "an end that has to be claimed cannot stop the game by itself"
    } else if asks_for_history(condition) {
        "which moves are legal depends on the position alone, and this end asks for earlier ones"
    } else {
        return true;
    };
    let help = "take `stops` out: the game is over all the same when the end holds";
    build.error("cannot-stop", node.place.clone(), why, help);
    false
}

/// The words for when an end is asked, and whether the opponent has a reply.
const TIMES: [(&str, bool); 2] = [("at once", false), ("reply", true)];

/// Whether an end leaves the opponent a reply.
fn reply(build: &mut Build<'_>, text: &Text) -> bool {
    let word = text.as_str();
    if let Some((_, reply)) = TIMES.iter().find(|(w, _)| *w == word) {
        return *reply;
    }
    let message = format!("`{word}` does not say when the end is asked");
    let finding = Diagnostic::error("unknown-word", whole(text), message);
    build.findings.push(match similar(word, TIMES.iter().map(|(w, _)| *w)) {
        Some(close) => finding.meant(word, close),
        None => finding.help(
            "write \"at once\", or \"reply\" if the other player has a turn to answer; the condition stands in `if`",
        ),
    });
    false
}

const VERDICTS: [(&str, Verdict); 3] = [
    ("win", Verdict::Win),
    ("loss", Verdict::Loss),
    ("draw", Verdict::Draw),
];

/// The results of both players, which may differ.
fn verdicts(build: &mut Build<'_>, node: &Node, usual: BySide<Verdict>) -> BySide<Verdict> {
    if let Some(text) = node.text() {
        return BySide::both(verdict(build, text));
    }
    let halves = halves_of(node);
    BySide::from_fn(|side| {
        let text = halves[side].and_then(Node::text);
        text.map_or(usual[side], |text| verdict(build, text))
    })
}

fn verdict(build: &mut Build<'_>, text: &Text) -> Verdict {
    let word = text.as_str();
    if let Some((_, verdict)) = VERDICTS.iter().find(|(w, _)| *w == word) {
        return *verdict;
    }
    if let Some(set) = word.strip_prefix("more ") {
        return more(build, text, set);
    }
    let words = VERDICTS.iter().map(|(w, _)| *w).chain(["more"]);
    let finding = Diagnostic::error(
        "unknown-word",
        whole(text),
        format!("`{word}` is no result"),
    );
    build.findings.push(match similar(word, words) {
        None | Some("more") => finding.help(
            "write \"win\", \"loss\" or \"draw\", for the player that is asked, or \"more all\" if the player with more men wins",
        ),
        Some(close) => finding.meant(word, close),
    });
    Verdict::Draw
}

/// `more SET`, where the set stands behind the word.
fn more(build: &mut Build<'_>, text: &Text, set: &str) -> Verdict {
    let shift = text.as_str().len() - set.len();
    let moved = |mut finding: NotationFinding| {
        finding.span = finding.span.start + shift..finding.span.end + shift;
        finding
    };
    let mut read = parse_pieces(set);
    read.findings = read.findings.into_iter().map(moved).collect();
    let Some(ast) = build.read(text, read) else {
        return Verdict::Draw;
    };
    let mut lowered = lower::pieces(&build.names, &ast);
    lowered.findings = lowered.findings.into_iter().map(moved).collect();
    Verdict::More(build.lowered(text, lowered))
}
