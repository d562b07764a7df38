//! `[end.NAME]`: how the game ends.

use super::build::Build;
use super::groups::whole;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::{BySide, Side};
use crate::diagnostics::Diagnostic;
use crate::fen::{self, Options};
use crate::movegen::general::holds_in_end;
use crate::rules::condition::Site;
use crate::rules::{Condition, End, Verdict};
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
                want: Want::TEXT,
                missing: Missing::Error,
                meaning: "\"win\", \"loss\" or \"draw\" for the player that is asked",
            },
            Key {
                name: "claim",
                want: Want::BOOL,
                missing: Missing::Default("false"),
                meaning: "whether a player has to claim it; otherwise the game is over at once",
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
            let mut players = Side::ALL.into_iter();
            let player =
                players.find(|&side| holds_in_end(rules, &start, side, 1, &end.condition))?;
            Some((end, player))
        });
        if let Some((end, player)) = holds
            && let Some(place) = place(&end.id)
        {
            let message = format!("`{}` holds for {player} in the start position", end.id);
            let finding = Diagnostic::warning("over-at-once", place, message);
            found.push(finding.help(
                "so the game is over before the first move; say it of a later position only",
            ));
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
    build.findings.extend(found);
}

/// Whether a condition asks if a player can move.
fn asks_for_moves(condition: &Condition) -> bool {
    match condition {
        Condition::NoMove { .. } | Condition::Can(_) => true,
        Condition::Not(part) => asks_for_moves(part),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(asks_for_moves),
        _ => false,
    }
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
    let usual = usual.map_or(Verdict::Draw, |(.., result)| *result);
    let result = table
        .text("result")
        .map_or(usual, |text| verdict(build, text));
    let claim = table.get("claim").and_then(Node::boolean).unwrap_or(false);
    End {
        id: name.to_owned(),
        condition,
        result: BySide::both(result),
        reply: false,
        stops: false,
        claim,
        default,
    }
}

const VERDICTS: [(&str, Verdict); 3] = [
    ("win", Verdict::Win),
    ("loss", Verdict::Loss),
    ("draw", Verdict::Draw),
];

fn verdict(build: &mut Build<'_>, text: &Text) -> Verdict {
    let word = text.as_str();
    if let Some((_, verdict)) = VERDICTS.iter().find(|(w, _)| *w == word) {
        return *verdict;
    }
    let help = similar(word, VERDICTS.iter().map(|(w, _)| *w)).map_or_else(
        || "write \"win\", \"loss\" or \"draw\", for the player that is asked".to_owned(),
        |close| format!("did you mean \"{close}\"?"),
    );
    build.error(
        "unknown-word",
        whole(text),
        format!("`{word}` is no result"),
        &help,
    );
    Verdict::Draw
}
