//! `[words]`: names for conditions.

use super::build::{Build, halves_of};
use super::order::{circles, in_order};
use super::{Body, Pass, Section, Want};
use crate::board::BySide;
use crate::notation::{CondAst, CondKind, FactAst, parse_condition};
use crate::rules::Condition;
use crate::rules::condition::Site;
use crate::source::{Key, Location, Node, Text};
use std::collections::{BTreeMap, BTreeSet};

/// The word that decides what sets the count of quiet half-moves back.
const PROGRESS: &str = "progress";
const DEFAULT_PROGRESS: &str = "capture";

/// The word that decides what check is.
const CHECK: &str = "check";
const DEFAULT_CHECK: &str = "own royal attacked";

pub(super) const SECTION: Section = Section {
    name: "words",
    meaning: "names for conditions; `progress` is what sets `quiet` back to nothing, `check` is what check is, asked with the \
              checked player as `own`",
    body: Body::Values {
        want: Want::TEXT.or_by_side(),
        defaults: &[(PROGRESS, DEFAULT_PROGRESS), (CHECK, DEFAULT_CHECK)],
    },
    inherited: true,
    steps: &[(Pass::Names, declare), (Pass::Rules, lower)],
};

/// A word may say at most so many facts, those of the words in it included.
const MAX_FACTS: usize = 1000;

/// Reads the words; what is in them is known when all names are.
fn declare(build: &mut Build<'_>) {
    for (key, _) in build.things("words") {
        build.declare(&key.name, &key.place);
    }
    let (words, left) = in_order(&build.things("words"), names);
    circles(build, "word", &left, names);
    let mut sizes = BTreeMap::new();
    for (key, node) in words {
        let Some(asts) = build.condition_asts(node) else {
            stand_in(build, key);
            continue;
        };
        let size = [&asts.white, &asts.black].map(|ast| facts(ast, &sizes));
        let size = size[0].max(size[1]);
        if size > MAX_FACTS {
            let help = "say the same with fewer words inside words";
            let message = format!("the word `{}` says more than {MAX_FACTS} facts", key.name);
            build.error("word-too-large", key.place.clone(), message, help);
            stand_in(build, key);
            continue;
        }
        sizes.insert(key.name.clone(), size);
        build.names.words.insert(key.name.clone(), asts);
    }
    for (key, _) in left {
        stand_in(build, key);
    }
    // Removed, it is never: then nothing sets the count back.
    if build.section("words").get(PROGRESS).is_none()
        && let Some(ast) = parse_condition(DEFAULT_PROGRESS).value
    {
        build
            .names
            .words
            .insert(PROGRESS.to_owned(), BySide::both(ast));
    }
}

/// What a word with a mistake stands for, so that what names it has none.
fn stand_in(build: &mut Build<'_>, key: &Key) {
    if let Some(ast) = parse_condition("always").value {
        build
            .names
            .words
            .insert(key.name.clone(), BySide::both(ast));
    }
    build.unsound.insert(key.name.clone());
}

fn lower(build: &mut Build<'_>) {
    for (key, node) in build.things("words") {
        if build.unsound.contains(&key.name) {
            continue;
        }
        match key.name.as_str() {
            PROGRESS => build.rules.progress = build.condition(node, &Site::Progress),
            CHECK => {
                let check = build.condition(node, &Site::Check);
                // What is usual says something only where there are royals.
                let royals = build.names.royals;
                let has_royals = !royals.white.union(royals.black).is_empty();
                let is_usual = has_royals && check == made(build, DEFAULT_CHECK, &Site::Check);
                build.rules.check = (!is_usual).then_some(check);
            }
            name => {
                build.condition(node, &Site::Word(name.to_owned()));
            }
        }
    }
    if build
        .section("words")
        .get(CHECK)
        .is_some_and(Node::is_false)
    {
        build.rules.check = Some(Condition::Never);
    }
    if build.section("words").get(PROGRESS).is_none() {
        build.rules.progress = made(build, DEFAULT_PROGRESS, &Site::Progress);
    }
}

/// A condition that no file says.
fn made(build: &mut Build<'_>, text: &str, site: &Site) -> Condition {
    let place = Location::new(build.document.file, 0..0);
    build.condition_of(&Text::made(text, place), site)
}

/// The names in a condition, or in both of its halves.
fn names(node: &Node) -> BTreeSet<String> {
    let halves = halves_of(node);
    let texts = [halves.white, halves.black]
        .into_iter()
        .flatten()
        .filter_map(Node::text);
    let mut out = BTreeSet::new();
    for ast in texts.filter_map(|t| parse_condition(t.as_str()).value) {
        each_fact(&ast, &mut |fact| {
            if let FactAst::Name(name) = fact {
                out.insert(name.clone());
            }
        });
    }
    out
}

/// The number of facts in a condition, with those of the words in it.
fn facts(ast: &CondAst, sizes: &BTreeMap<String, usize>) -> usize {
    let mut count = 0usize;
    each_fact(ast, &mut |fact| {
        let inner = if let FactAst::Name(name) = fact {
            sizes.get(name)
        } else {
            None
        };
        count = count.saturating_add(inner.copied().unwrap_or(1));
    });
    count
}

fn each_fact(ast: &CondAst, visit: &mut impl FnMut(&FactAst)) {
    match &ast.kind {
        CondKind::All(parts) | CondKind::Any(parts) => {
            for part in parts {
                each_fact(part, visit);
            }
        }
        CondKind::Not(part)
        | CondKind::Can(part)
        | CondKind::After(part)
        | CondKind::Last(part) => {
            each_fact(part, visit);
        }
        CondKind::Fact(fact) => visit(fact),
    }
}
