//! `[forbid]` and `[forced]`: moves that are not legal, and moves that have to be made.

use super::build::Build;
use super::{Body, Pass, Section, Want};
use crate::diagnostics::Diagnostic;
use crate::fen::{self, Options};
use crate::movegen::general::can_move;
use crate::prospect::known::castles;
use crate::rules::condition::Site;
use crate::rules::{Condition, Law, Rules};
use crate::source::{Location, Text};

/// The law that holds if no file says another or removes it.
const CHECK: (&str, &str) = ("check", "after check");

pub(super) const FORBID: Section = Section {
    name: "forbid",
    meaning: "moves that are not legal, by name: a condition on a move; `after` asks the position after it",
    body: Body::Values {
        want: Want::TEXT.or_by_side(),
        defaults: &[CHECK],
    },
    inherited: true,
    steps: &[
        (Pass::Rules, lower_forbidden),
        (Pass::Start, check_forbidden),
    ],
};

pub(super) const FORCED: Section = Section {
    name: "forced",
    meaning: "moves that have to be made, by name: if the condition holds for a legal move, only such moves are legal; \
              the first name that has such a move counts",
    body: Body::Values {
        want: Want::TEXT.or_by_side(),
        defaults: &[],
    },
    inherited: true,
    steps: &[(Pass::Rules, lower_forced), (Pass::Start, check_forced)],
};

fn lower_forbidden(build: &mut Build<'_>) {
    let mut laws = laws(build, FORBID.name, &Site::Forbid);
    let (name, usual) = CHECK;
    if build.section(FORBID.name).get(name).is_none() {
        let place = Location::new(build.document.file, 0..0);
        let condition = build.condition_of(&Text::made(usual, place), &Site::Forbid);
        laws.push(Law {
            id: name.to_owned(),
            condition,
            place: None,
        });
    }
    build.rules.forbidden = laws;
}

fn lower_forced(build: &mut Build<'_>) {
    build.rules.forced = laws(build, FORCED.name, &Site::Forced);
}

/// The laws of a section in the order of the file.
fn laws(build: &mut Build<'_>, section: &str, site: &Site) -> Vec<Law> {
    let things = build.things(section);
    let laws = things.into_iter().map(|(key, node)| Law {
        id: key.name.clone(),
        condition: build.condition(node, site),
        place: Some(node.place.clone()),
    });
    laws.collect()
}

/// Prohibitions that never hold, and those that leave no first move.
fn check_forbidden(build: &mut Build<'_>) {
    let mut found = idle(&build.rules, &build.rules.forbidden, "it forbids nothing");
    found.extend(forbids_all(&build.rules));
    build.findings.extend(found);
}

fn check_forced(build: &mut Build<'_>) {
    let mut found = idle(&build.rules, &build.rules.forced, "it forces nothing");
    for law in &build.rules.forced {
        let place = law
            .place
            .clone()
            .filter(|_| known(&build.rules, &law.condition) == Some(true));
        let message = format!("`{}` holds for every move", law.id);
        found.extend(place.map(|place| {
            Diagnostic::warning("idle-law", place, message)
                .help("so it forces nothing; say for which moves it holds")
        }));
    }
    build.findings.extend(found);
}

/// The findings about laws that can never hold.
fn idle(rules: &Rules, laws: &[Law], so: &str) -> Vec<Diagnostic> {
    let never = laws
        .iter()
        .filter(|law| known(rules, &law.condition) == Some(false));
    let findings = never.filter_map(|law| {
        let message = format!("`{}` can never hold, so {so}", law.id);
        let finding = Diagnostic::warning("idle-law", law.place.clone()?, message);
        Some(finding.help(if asks_mover(&law.condition) {
            "after a move it is the opponent's turn: write `after enemy mate` or `after enemy no-move`"
        } else {
            "look at what it asks, or take the line out"
        }))
    });
    findings.collect()
}

/// The finding about the law that leaves no first move where there would be one.
fn forbids_all(rules: &Rules) -> Option<Diagnostic> {
    let start = fen::read(rules, &rules.start, Options::default()).ok()?;
    let is_stuck = |rules: &Rules| !can_move(rules, &start);
    if !is_stuck(rules) {
        return None;
    }
    let without = |id: &str| {
        let mut others = rules.clone();
        others.forbidden.retain(|law| law.id != id);
        others
    };
    let law = rules
        .forbidden
        .iter()
        .find(|law| law.place.is_some() && !is_stuck(&without(&law.id)))?;
    let message = format!("`{}` forbids every move of the start position", law.id);
    let finding = Diagnostic::warning("forbids-all", law.place.clone()?, message);
    Some(finding.help("say for which moves it holds, and whether it holds before or `after` them"))
}

/// Whether a law asks after a move if the player who made it can move.
fn asks_mover(condition: &Condition) -> bool {
    match condition {
        Condition::NoMove { enemy } => !enemy,
        Condition::Not(part) | Condition::After(part) => asks_mover(part),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(asks_mover),
        _ => false,
    }
}

/// Whether a statement about a move holds for every move or for none, where that is plain to see.
fn known(rules: &Rules, condition: &Condition) -> Option<bool> {
    match condition {
        Condition::Always => Some(true),
        Condition::Never => Some(false),
        Condition::Not(part) => known(rules, part).map(|holds| !holds),
        Condition::All(parts) => all(parts.iter().map(|part| known(rules, part))),
        Condition::Any(parts) => all(parts
            .iter()
            .map(|part| known(rules, part).map(|holds| !holds)))
        .map(|none| !none),
        Condition::After(part) => match &**part {
            // It is the other player's turn.
            Condition::NoMove { enemy: false } => Some(false),
            Condition::All(parts) if parts.contains(&Condition::NoMove { enemy: false }) => {
                Some(false)
            }
            part => known(rules, part),
        },
        Condition::MoverIs(kinds) | Condition::VictimIs(kinds) if kinds.is_empty() => Some(false),
        Condition::Drop if rules.drops.is_empty() => Some(false),
        Condition::Castle if !castles(rules) => Some(false),
        Condition::Promotion if !promotes(rules) => Some(false),
        _ => None,
    }
}

/// Whether all hold, where that is known.
fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut all = Some(true);
    for part in parts {
        match part {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}

fn promotes(rules: &Rules) -> bool {
    let becomes = |kind: &crate::rules::Kind| {
        let mut entries = kind.entries.white.iter().chain(&kind.entries.black);
        entries.any(|entry| !entry.becomes.is_empty())
    };
    !rules.promotions.is_empty() || rules.kinds.iter().any(becomes)
}
