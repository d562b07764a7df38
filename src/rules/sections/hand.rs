//! `[hand]`: where captured men go.

use super::build::Build;
use super::groups::whole;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::diagnostics::Diagnostic;
use crate::rules::Captured;
use crate::similar::similar;

const WORDS: [&str; 2] = ["gone", "hand"];

pub(super) const SECTION: Section = Section {
    name: "hand",
    meaning: "the men that a player holds in hand",
    body: Body::Keys(&[Key {
        name: "captured",
        want: Want::TEXT,
        missing: Missing::Default("\"gone\""),
        meaning: "where captured men go: out of the game (`gone`), or into the hand of whoever captures them (`hand`), \
                  as what the piece's key `hand` says",
    }]),
    inherited: true,
    steps: &[(Pass::Rules, lower)],
};

fn lower(build: &mut Build<'_>) {
    let Some(text) = build.section("hand").text("captured") else {
        return;
    };
    build.rules.captured = match text.as_str().trim() {
        "gone" => Captured::Gone,
        "hand" => Captured::Hand,
        word => {
            let message = format!("captured men cannot go to `{word}`");
            let finding = Diagnostic::error("unknown-word", whole(text), message);
            build.findings.push(match similar(word, WORDS) {
                Some(close) => finding.meant(word, close),
                None => finding.help("write \"gone\" or \"hand\""),
            });
            return;
        }
    };
    build.rules.has_hands |= build.rules.captured == Captured::Hand;
}
