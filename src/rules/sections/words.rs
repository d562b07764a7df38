//! `[words]`: names for conditions.

use super::build::Build;
use super::{Body, Pass, Section, Want};
use crate::board::BySide;
use crate::notation::parse_condition;
use crate::rules::condition::Site;
use crate::source::Text;

/// The word that decides what sets the count of quiet half-moves back.
const PROGRESS: &str = "progress";
const DEFAULT_PROGRESS: &str = "capture";

pub(super) const SECTION: Section = Section {
    name: "words",
    meaning: "names for conditions; `progress` is what sets `quiet` back to nothing",
    body: Body::Values {
        want: Want::TEXT.or_by_side(),
        defaults: &[(PROGRESS, DEFAULT_PROGRESS)],
    },
    inherited: true,
    steps: &[(Pass::Names, declare), (Pass::Rules, lower)],
};

/// Reads the words; what is in them is known when all names are.
fn declare(build: &mut Build<'_>) {
    let words = build.things("words");
    for (key, node) in &words {
        build.declare(&key.name, &key.place);
        if let Some(asts) = build.condition_asts(node) {
            build.names.words.insert(key.name.clone(), asts);
        }
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

fn lower(build: &mut Build<'_>) {
    for (key, node) in build.things("words") {
        if key.name == PROGRESS {
            build.rules.progress = build.condition(node, &Site::Progress);
        } else {
            build.condition(node, &Site::Word(key.name.clone()));
        }
    }
    if build.section("words").get(PROGRESS).is_none() {
        let place = crate::source::Location::new(build.document.file, 0..0);
        build.rules.progress =
            build.condition_of(&Text::made(DEFAULT_PROGRESS, place), &Site::Progress);
    }
}
