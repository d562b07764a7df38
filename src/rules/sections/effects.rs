//! `[effects.NAME]`: what happens besides a move.

use super::advice::separated;
use super::build::{Build, halves_of};
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::{BySide, PieceId, PieceSet, Side};
use crate::diagnostics::Diagnostic;
use crate::notation::{
    NotationFinding, PickAst, PlaceWord, Spanned, VerbAst, VerbKind, parse_effects,
};
use crate::rules::condition::{self as lower, Site};
use crate::rules::{Condition, Effect, Place, Trigger, Verb};
use crate::similar::similar;
use crate::source::{Node, Table, Text};

pub(super) const SECTION: Section = Section {
    name: "effects",
    meaning: "what happens besides a move, in this order",
    body: Body::Things {
        keys: &[
            Key {
                name: "on",
                want: Want::TEXT,
                missing: Missing::Error,
                meaning: "what sets it off: a man moves on the board (`move`), takes (`capture`), is put down (`drop`), \
                          the turn ends in any way (`turn`), or some of these: \"move/drop\"",
            },
            Key {
                name: "if",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Default("\"always\""),
                meaning: "a condition, asked before the move",
            },
            Key {
                name: "do",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Error,
                meaning: "what happens after the move, one after the other: `remove PICK`, `remove mover`, `flip PICK`, \
                          `become PIECE`, `wall here`, `settle PICK`, `add 1 to COUNTER`, with commas between",
            },
        ],
        defaults: &[],
    },
    inherited: true,
    steps: &[(Pass::Rules, lower), (Pass::Start, check)],
};

fn lower(build: &mut Build<'_>) {
    for (key, node) in build.things("effects") {
        let Some(table) = node.table() else { continue };
        let on = table.text("on").map(|text| on(build, text));
        let condition = table
            .get("if")
            .map_or(Condition::Always, |n| build.condition(n, &Site::Effect));
        let verbs = table.get("do").map(|n| verbs(build, n)).unwrap_or_default();
        let effect = |condition, verbs| Effect {
            id: key.name.clone(),
            on: on.clone().unwrap_or_default(),
            condition,
            verbs,
            place: key.place.clone(),
        };
        if verbs.white == verbs.black {
            build.rules.effects.push(effect(condition, verbs.white));
            continue;
        }
        // What differs between the sides is one effect for each.
        for side in Side::ALL {
            let only = Condition::All(vec![Condition::SideIs(side), condition.clone()]);
            build.rules.effects.push(effect(only, verbs[side].clone()));
        }
    }
}

const TRIGGERS: [(&str, Trigger); 4] = [
    ("move", Trigger::Move),
    ("capture", Trigger::Capture),
    ("drop", Trigger::Drop),
    ("turn", Trigger::Turn),
];

/// The words of `on` with where they begin.
fn words(text: &Text) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.as_str().split('/').map(move |part| {
        let at = start + part.len() - part.trim_start().len();
        start += part.len() + 1;
        (at, part.trim())
    })
}

fn on(build: &mut Build<'_>, text: &Text) -> Vec<Trigger> {
    let mut found = Vec::new();
    for (at, word) in words(text) {
        if let Some((_, trigger)) = TRIGGERS.iter().find(|(w, _)| *w == word) {
            if !found.contains(trigger) {
                found.push(*trigger);
            }
            continue;
        }
        let known = TRIGGERS.map(|(word, _)| word);
        let place = text.at(at..at + word.len());
        let message = format!("an effect is never on `{word}`");
        let finding = Diagnostic::error("unknown-word", place.clone(), message);
        build.findings.push(match separated(word, &known) {
            Some(words) => finding
                .help(format!("write `{words}`, with `/` between them"))
                .fix(place, words),
            None => match similar(word, known) {
                Some(close) => finding.meant(word, close),
                None => finding.help(
                    "write `move`, `capture`, `drop` or `turn`, or some of them with `/` between",
                ),
            },
        });
    }
    found
}

/// The changes for each side as the player who moves.
fn verbs(build: &mut Build<'_>, node: &Node) -> BySide<Vec<Verb>> {
    let halves = halves_of(node);
    let mut read = |node: Option<&Node>| {
        let text = node?.text()?;
        Some((
            text.clone(),
            build.read(text, parse_effects(text.as_str()))?,
        ))
    };
    let white = read(halves.white);
    let black = if node.table().is_some() {
        read(halves.black)
    } else {
        white.clone()
    };
    let asts = BySide { white, black };
    let same = node.table().is_none();
    BySide::from_fn(|side| {
        let Some((text, asts)) = &asts[side] else {
            return Vec::new();
        };
        let mut findings = Vec::new();
        let read = asts
            .iter()
            .filter_map(|ast| verb(build, ast, side, &mut findings));
        let verbs = read.collect();
        // One text for both sides is read twice; what is wrong for both is told once.
        for finding in findings {
            let place = text.at(finding.span.clone());
            if !same || build.findings.find(finding.code, &place).is_none() {
                build.note(text, finding);
            }
        }
        verbs
    })
}

fn verb(
    build: &Build<'_>,
    ast: &VerbAst,
    side: Side,
    findings: &mut Vec<NotationFinding>,
) -> Option<Verb> {
    let mut men = |ast: &PickAst, what: &str| {
        let lowered = lower::pick(&build.names, ast, side, what);
        findings.extend(lowered.findings);
        lowered.value
    };
    Some(match &ast.kind {
        VerbKind::Remove(ast) => Verb::Remove(men(ast, "remove them")),
        VerbKind::Flip(ast) => Verb::Flip(men(ast, "flip them")),
        VerbKind::Settle(ast) => Verb::Settle(men(ast, "settle them")),
        VerbKind::RemoveMover => Verb::RemoveMover,
        VerbKind::Wall(place) => Verb::Wall(match place {
            PlaceWord::Here => Place::Here,
            PlaceWord::There => Place::There,
            PlaceWord::Path => Place::Path,
            PlaceWord::Track => Place::Track,
        }),
        VerbKind::Become(ast) => {
            let lowered = lower::pieces(&build.names, ast);
            let fine = lowered.findings.is_empty();
            findings.extend(lowered.findings);
            let only = |set: PieceSet| set.iter().next().filter(|_| set.len() == 1);
            if let (Some(white), Some(black)) =
                (only(lowered.value.white), only(lowered.value.black))
            {
                Verb::Become(BySide::<PieceId> { white, black })
            } else {
                if fine {
                    let message = "the mover becomes one piece, without a choice";
                    let finding =
                        NotationFinding::error("several-pieces", ast.span.clone(), message);
                    findings.push(finding.help(
                            "for a choice write `then become PIECES` behind the moves, or use [promotion]",
                        ));
                }
                return None;
            }
        }
        VerbKind::Add {
            number,
            enemy,
            counter,
        } => Verb::Add {
            counter: self::counter(build, counter, findings)?,
            enemy: *enemy,
            number: *number,
        },
    })
}

/// The number of a counter among those of the file.
fn counter(
    build: &Build<'_>,
    name: &Spanned<String>,
    findings: &mut Vec<NotationFinding>,
) -> Option<usize> {
    let counters = build.things("counters");
    let found = counters.iter().position(|(key, _)| key.name == name.value);
    if found.is_none() {
        let message = format!("there is no counter `{}`", name.value);
        let finding = NotationFinding::error("unknown-name", name.span.clone(), message);
        let close = similar(
            &name.value,
            counters.iter().map(|(key, _)| key.name.as_str()),
        );
        findings.push(match close {
            Some(close) => finding.meant(&name.value, close),
            None => finding.help(format!(
                "declare it: `counters.{} = {{ start = 0 }}`",
                name.value
            )),
        });
    }
    found
}

/// What can never happen.
fn check(build: &mut Build<'_>) {
    for (_, node) in build.things("effects") {
        let Some(table) = node.table() else { continue };
        check_drops(build, table);
        check_settled(build, table);
    }
}

fn check_drops(build: &mut Build<'_>, table: &Table) {
    let Some(text) = table.text("on").filter(|_| build.rules.drops.is_empty()) else {
        return;
    };
    for (at, word) in words(text).filter(|(_, word)| *word == "drop") {
        let place = text.at(at..at + word.len());
        let message = "no man is ever put down in this game, so this never happens";
        let finding = Diagnostic::warning("never-happens", place, message)
            .help("what men can be put down is said in [drop]");
        build.findings.push(finding);
    }
}

/// Only men whose first move matters can be settled.
fn check_settled(build: &mut Build<'_>, table: &Table) {
    let rules = &build.rules;
    let matters = !rules.unmoved.is_empty()
        || Side::ALL
            .iter()
            .any(|&s| !rules.castling.with[s].is_empty());
    let Some(text) = table.text("do").filter(|_| !matters) else {
        return;
    };
    let read = parse_effects(text.as_str()).value.unwrap_or_default();
    for ast in read
        .iter()
        .filter(|a| matches!(a.kind, VerbKind::Settle(_)))
    {
        let message =
            "it is not remembered of any man whether it has moved, so this changes nothing";
        let finding = Diagnostic::warning("never-happens", text.at(ast.span.clone()), message)
            .help("name the men of which it is remembered in `setup.unmoved`");
        build.findings.push(finding);
    }
}
