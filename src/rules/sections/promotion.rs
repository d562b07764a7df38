//! `[promotion.NAME]`: pieces that become others when they move.

use super::advice::separated;
use super::build::{Build, by_side, halves_of};
use super::choices::{Choices, choices, named};
use super::groups::whole;
use super::{Body, Form, Key, Missing, Pass, Section, Want};
use crate::board::{BySide, PieceId, PieceSet, Side};
use crate::diagnostics::Diagnostic;
use crate::rules::condition::Site;
use crate::rules::{Condition, Promotion};
use crate::similar::similar;
use crate::source::{Location, Node, Table, Text};

pub(super) const SECTION: Section = Section {
    name: "promotion",
    meaning: "pieces that become others when they move",
    body: Body::Things {
        keys: &[
            Key {
                name: "pieces",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Error,
                meaning: "the pieces that promote",
            },
            Key {
                name: "zone",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Error,
                meaning: "the squares where they promote, such as \"last 1\"",
            },
            Key {
                name: "to",
                want: Want::one(&[Form::Text, Form::NamedTexts]).or_by_side(),
                missing: Missing::Error,
                meaning: "what they become: pieces to choose from; the name of a derivation, each piece to its own form, or \
                          to any of the derivation's if none of them has a form there; or a table with a line `PIECE = \
                          \"PIECES\"` for each",
            },
            Key {
                name: "on",
                want: Want::TEXT,
                missing: Missing::Default("\"arrive\""),
                meaning: "when: a move that ends in the zone (`arrive`), goes out of it (`leave`), stays inside \
                          (`within`), or some of these: \"arrive/leave\"; or as a move of its own, by which a piece \
                          in the zone stays on its square (`stay`)",
            },
            Key {
                name: "must",
                want: Want::BOOL_OR_TEXT.or_by_side(),
                missing: Missing::Default("true"),
                meaning: "whether they have to promote, or a condition for that",
            },
            Key {
                name: "if",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Default("\"always\""),
                meaning: "a condition for the rule as a whole",
            },
            Key {
                name: "limit",
                want: Want::NAMED_INTEGERS,
                missing: Missing::Nothing,
                meaning: "a table with a line `PIECE = NUMBER` for pieces of which a player may not get more than so many \
                          on the board by promotion; a move that must promote and has no choice left is illegal",
            },
        ],
        defaults: &[],
    },
    inherited: true,
    steps: &[(Pass::Rules, lower), (Pass::Start, check)],
};

fn lower(build: &mut Build<'_>) {
    for (key, node) in build.things("promotion") {
        let Some(table) = node.table() else { continue };
        let [arrive, leave, within, stay] = table
            .text("on")
            .map_or([true, false, false, false], |t| on(build, t));
        let choices = choices_of(build, table);
        if let Some(must) = table.get("must").filter(|_| !(arrive || leave || within)) {
            let message = "a promotion that is only a move of its own is never forced";
            let finding = Diagnostic::warning("idle-must", must.place.clone(), message);
            let help = "take `must` out; moves that have to be made are said in [forced]";
            build.findings.push(finding.help(help));
        }
        let promotion = Promotion {
            id: key.name.clone(),
            limits: limits(build, table, &choices),
            choices,
            zone: table.get("zone").map(|n| build.zone(n)).unwrap_or_default(),
            arrive,
            leave,
            within,
            stay,
            must: table
                .get("must")
                .map_or(Condition::Always, |n| must(build, n)),
            condition: table
                .get("if")
                .map_or(Condition::Always, |n| build.condition(n, &Site::Promotion)),
            place: key.place.clone(),
        };
        build.rules.promotions.push(promotion);
    }
}

/// A side must not lose its royal by a promotion, and a second one is rarely meant.
fn check(build: &mut Build<'_>) {
    for index in 0..build.rules.promotions.len() {
        let promotion = &build.rules.promotions[index];
        let table = build.section("promotion").table(&promotion.id);
        let Some(to) = table.and_then(|t| t.get("to")) else {
            continue;
        };
        let Some(finding) = royals(build, promotion, &to.place) else {
            continue;
        };
        build.findings.push(finding);
    }
}

/// What is wrong with the first choice by which a royal comes or goes.
fn royals(build: &Build<'_>, promotion: &Promotion, to: &Location) -> Option<Diagnostic> {
    let rules = &build.rules;
    let choices = |side: Side| {
        let choices = promotion.choices[side].iter();
        choices.flat_map(|(old, new)| new.iter().map(|new| (*old, *new)))
    };
    let changes = |old: PieceId, new: PieceId, side: Side| {
        (rules.kind(old).royal[side], rules.kind(new).royal[side])
    };
    let find = |wanted: (bool, bool)| {
        Side::ALL
            .into_iter()
            .find_map(|side| choices(side).find(|&(old, new)| changes(old, new, side) == wanted))
    };
    let place = || to.clone();
    if let Some((old, new)) = find((true, false)) {
        let (old, new) = (&rules.kind(old).id, &rules.kind(new).id);
        let message = format!("the royal `{old}` would become `{new}`, which is not royal");
        let finding = Diagnostic::error("royal-promotes", place(), message);
        return Some(finding.help(format!(
            "make `{new}` royal as well, or leave `{old}` out of `pieces`"
        )));
    }
    // Where the file says itself what check is, several royals need not all be safe.
    let usual = build.section("words").get("check").is_none();
    let (old, new) = find((false, true)).filter(|_| usual)?;
    let (old, new) = (&rules.kind(old).id, &rules.kind(new).id);
    let message = format!("`{old}` can become `{new}`, which is royal");
    let finding = Diagnostic::warning("promotes-to-royal", place(), message);
    Some(finding.help("a side that has several royals must keep all of them safe"))
}

/// Who becomes what.
fn choices_of(build: &mut Build<'_>, table: &Table) -> BySide<Choices> {
    let (Some(who), Some(to)) = (table.get("pieces"), table.get("to")) else {
        return BySide::default();
    };
    let pieces = build.pieces(who);
    let mut made = choices(build, (&who.place, pieces), to);
    for side in Side::ALL {
        made[side].retain_mut(|(piece, to_pieces)| {
            let before = to_pieces.len();
            to_pieces.retain(|p| p != piece);
            if to_pieces.len() < before {
                let message = format!("`{}` would promote to itself", build.rules.kind(*piece).id);
                let place = to.text().map_or_else(|| to.place.clone(), whole);
                let finding = Diagnostic::warning("promotes-to-itself", place, message)
                    .help("take it out; with `must = false` a piece may stay what it is");
                build.findings.push(finding);
            }
            !to_pieces.is_empty()
        });
    }
    made
}

/// How many of a kind may be on the board for one more to be made.
fn limits(build: &mut Build<'_>, table: &Table, choices: &BySide<Choices>) -> Vec<(PieceId, u32)> {
    let made: PieceSet = [&choices.white, &choices.black]
        .into_iter()
        .flatten()
        .flat_map(|(_, to)| to.iter().copied())
        .collect();
    let mut limits: Vec<(PieceId, u32)> = Vec::new();
    let lines = table.get("limit").and_then(Node::table);
    for (key, node) in lines.into_iter().flat_map(Table::iter) {
        let (Some(kinds), Some(number)) = (named(build, key), node.integer()) else {
            continue;
        };
        let limit = u32::try_from(number).unwrap_or(0);
        if limit == 0 {
            let message = "a limit is how many there may be, at least 1";
            let help = "leave the piece out of `to` if it is never promoted to";
            build.error("bad-limit", node.place.clone(), message, help);
        }
        if kinds.intersection(made).is_empty() {
            let message = format!("nothing promotes to `{}` by this rule", key.name);
            let finding = Diagnostic::warning("idle-limit", key.place.clone(), message);
            let help = "take the limit out, or add the piece to `to`";
            build.findings.push(finding.help(help));
        }
        for kind in kinds.intersection(made).iter() {
            limits.retain(|(old, _)| *old != kind);
            limits.push((kind, limit));
        }
    }
    limits
}

const WORDS: [&str; 4] = ["arrive", "leave", "within", "stay"];

fn on(build: &mut Build<'_>, text: &Text) -> [bool; 4] {
    let mut found = [false; 4];
    let mut start = 0;
    for part in text.as_str().split('/') {
        let word = part.trim();
        let at = start + part.len() - part.trim_start().len();
        start += part.len() + 1;
        if let Some(i) = WORDS.iter().position(|w| *w == word) {
            found[i] = true;
            continue;
        }
        let place = text.at(at..at + word.len());
        let message = format!("a promotion is never on `{word}`");
        let finding = Diagnostic::error("unknown-word", place.clone(), message);
        build.findings.push(match separated(word, &WORDS) {
            Some(words) => finding
                .help(format!("write `{words}`, with `/` between them"))
                .fix(place, words),
            None => match similar(word, WORDS) {
                Some(close) => finding.meant(word, close),
                None => finding.help(
                    "write `arrive`, `leave`, `within` or `stay`, or some of them with `/` between",
                ),
            },
        });
        // What was meant is not known, so nothing is said of what does not fit it.
        found[0] = true;
    }
    found
}

/// Whether a text is meant as a condition.
fn is_condition(text: &Text) -> bool {
    yes_or_no(text).is_none()
}

/// What a text says that says yes or no.
fn yes_or_no(text: &Text) -> Option<&'static str> {
    match text.as_str().trim() {
        "true" | "yes" => Some("true"),
        "false" | "no" => Some("false"),
        _ => None,
    }
}

fn must(build: &mut Build<'_>, node: &Node) -> Condition {
    let single = |build: &mut Build<'_>, node: &Node| match node.boolean() {
        Some(true) => Condition::Always,
        Some(false) => Condition::Never,
        None => match node.text().and_then(|text| Some((text, yes_or_no(text)?))) {
            Some((text, word)) => {
                let written = text.as_str().trim();
                let message =
                    format!("`{written}` stands in quotes here, as if it were a condition");
                let help = format!("write {word} without the quotes");
                let finding = Diagnostic::error("wrong-type", node.place.clone(), message);
                build
                    .findings
                    .push(finding.help(help).fix(node.place.clone(), word));
                Condition::Always
            }
            _ => build.condition(node, &Site::Promotion),
        },
    };
    if node.table().is_none() {
        return single(build, node);
    }
    let halves = halves_of(node);
    if Side::ALL
        .iter()
        .all(|&s| halves[s].and_then(Node::text).is_some_and(is_condition))
    {
        return build.condition(node, &Site::Promotion);
    }
    let halves = by_side(node, |node, _| Some(Some(single(build, node))));
    let half = |c: Option<Condition>| c.unwrap_or(Condition::Always);
    crate::rules::condition::by_side(BySide {
        white: half(halves.white),
        black: half(halves.black),
    })
}
