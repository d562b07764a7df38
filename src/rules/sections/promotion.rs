//! `[promotion.NAME]`: pieces that become others when they move.

use super::build::{Build, by_side, halves_of};
use super::groups::whole;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::{BySide, PieceId, PieceSet, Side};
use crate::diagnostics::Diagnostic;
use crate::rules::condition::Site;
use crate::rules::{Condition, Promotion};
use crate::similar::{listed, similar};
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
                want: Want::TEXT.or_by_side(),
                missing: Missing::Error,
                meaning: "what they become: pieces to choose from, or the name of a derivation, each piece to its own",
            },
            Key {
                name: "on",
                want: Want::TEXT,
                missing: Missing::Default("\"arrive\""),
                meaning: "when: a move that ends in the zone (`arrive`), goes out of it (`leave`), stays inside \
                          (`within`), or some of these: \"arrive/leave\"",
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
        ],
        defaults: &[],
    },
    inherited: true,
    steps: &[(Pass::Rules, lower), (Pass::Start, check)],
};

fn lower(build: &mut Build<'_>) {
    for (key, node) in build.things("promotion") {
        let Some(table) = node.table() else { continue };
        let (arrive, leave, within) = table
            .text("on")
            .map_or((true, false, false), |t| on(build, t));
        let promotion = Promotion {
            id: key.name.clone(),
            choices: choices(build, table),
            zone: table.get("zone").map(|n| build.zone(n)).unwrap_or_default(),
            arrive,
            leave,
            within,
            stay: false,
            limits: Vec::new(),
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
    let (old, new) = find((false, true))?;
    let (old, new) = (&rules.kind(old).id, &rules.kind(new).id);
    let message = format!("`{old}` can become `{new}`, which is royal");
    let finding = Diagnostic::warning("promotes-to-royal", place(), message);
    Some(finding.help("a side that has several royals must keep all of them safe"))
}

/// Pieces and what each may become.
type Choices = Vec<(PieceId, Vec<PieceId>)>;

/// Who becomes what.
fn choices(build: &mut Build<'_>, table: &Table) -> BySide<Choices> {
    let (Some(who), Some(to)) = (table.get("pieces"), table.get("to")) else {
        return BySide::default();
    };
    let pieces = build.pieces(who);
    let derived = |node: Option<&Node>| {
        let name = node?.text()?.as_str().trim();
        build
            .section("derive")
            .get(name)
            .filter(|n| !n.is_false())
            .map(|_| name.to_owned())
    };
    let halves = halves_of(to);
    let forms = BySide {
        white: derived(halves.white),
        black: derived(halves.black),
    };
    let lists = if forms.white.is_none() || forms.black.is_none() {
        build.piece_list(to)
    } else {
        BySide::default()
    };
    BySide::from_fn(|side| {
        if let Some(name) = &forms[side] {
            return derived_choices(build, who, name, pieces[side]);
        }
        let to = halves[side].and_then(Node::text);
        to.map_or_else(Vec::new, |to| chosen(build, to, pieces[side], &lists[side]))
    })
}

/// Each piece to its own derived kind. Derived pieces among them stay what they are.
fn derived_choices(build: &mut Build<'_>, who: &Node, name: &str, pieces: PieceSet) -> Choices {
    let mut out = Vec::new();
    let mut without = Vec::new();
    for piece in pieces.iter() {
        let kind = build.rules.kind(piece);
        match build.rules.find(&format!("{name}-{}", kind.id)) {
            Some(new) => out.push((piece, vec![new])),
            None if kind.derived_from.is_none() => without.push(kind.id.as_str()),
            None => {}
        }
    }
    if !without.is_empty() {
        let verb = if without.len() == 1 { "has" } else { "have" };
        let message = format!("{} {verb} no `{name}` form to promote to", listed(without));
        let mut finding = Diagnostic::error("no-derived-form", who.place.clone(), message)
            .help(format!("extend `derive.{name}.of`, or leave them out here"));
        if let Some(of) = build
            .section("derive")
            .table(name)
            .and_then(|t| t.text("of"))
        {
            finding = finding.related(whole(of), "the pieces that have one");
        }
        build.findings.push(finding);
    }
    out
}

/// Each piece to any of a list.
fn chosen(build: &mut Build<'_>, to: &Text, pieces: PieceSet, list: &[PieceId]) -> Choices {
    let mut out = Vec::new();
    for piece in pieces.iter() {
        let others: Vec<_> = list.iter().copied().filter(|&p| p != piece).collect();
        if others.len() < list.len() {
            let message = format!("`{}` would promote to itself", build.rules.kind(piece).id);
            let finding = Diagnostic::warning("promotes-to-itself", whole(to), message)
                .help("take it out; with `must = false` a piece may stay what it is");
            build.findings.push(finding);
        }
        if !others.is_empty() {
            out.push((piece, others));
        }
    }
    out
}

const WORDS: [&str; 3] = ["arrive", "leave", "within"];

fn on(build: &mut Build<'_>, text: &Text) -> (bool, bool, bool) {
    let mut found = [false; 3];
    let mut start = 0;
    for part in text.as_str().split('/') {
        let word = part.trim();
        let at = start + part.len() - part.trim_start().len();
        start += part.len() + 1;
        if let Some(i) = WORDS.iter().position(|w| *w == word) {
            found[i] = true;
            continue;
        }
        let help = similar(word, WORDS).map_or_else(
            || "write `arrive`, `leave` or `within`, or some of them with `/` between".to_owned(),
            |close| format!("did you mean `{close}`?"),
        );
        let place = text.at(at..at + word.len());
        build.error(
            "unknown-word",
            place,
            format!("a promotion is never on `{word}`"),
            &help,
        );
    }
    (found[0], found[1], found[2])
}

/// Whether a text is meant as a condition.
fn is_condition(text: &Text) -> bool {
    !matches!(text.as_str().trim(), "true" | "false")
}

fn must(build: &mut Build<'_>, node: &Node) -> Condition {
    let single = |build: &mut Build<'_>, node: &Node| match node.boolean() {
        Some(true) => Condition::Always,
        Some(false) => Condition::Never,
        None => match node.text() {
            Some(text) if !is_condition(text) => {
                let word = text.as_str().trim();
                let message = format!("`{word}` stands in quotes here, as if it were a condition");
                let help = format!("write {word} without the quotes");
                build.error("wrong-type", node.place.clone(), message, &help);
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
