//! `[witness]`: where another program is known to play otherwise, and why.

use super::build::Build;
use super::{Body, Pass, Section, Want};
use crate::diagnostics::Diagnostic;
use crate::similar::similar;

/// The fewest words of a reason.
const FEWEST: usize = 5;

pub(super) const SECTION: Section = Section {
    name: "witness",
    meaning: "where programs that `ferz verify` asks are known to allow what a law or end of this game does not: the name of \
              the law or end, and the reason in at least five words",
    body: Body::Values {
        want: Want::TEXT,
        defaults: &[],
    },
    inherited: true,
    steps: &[(Pass::Start, lower)],
};

fn lower(build: &mut Build<'_>) {
    let rules = &build.rules;
    let laws = rules.forbidden.iter().chain(&rules.forced);
    let ends = rules.ends.iter().map(|end| end.id.as_str());
    let names = laws.map(|law| law.id.as_str()).chain(ends);
    let names: Vec<String> = names.map(str::to_owned).collect();
    for (key, node) in build.things(SECTION.name) {
        let Some(text) = node.text() else { continue };
        if !names.contains(&key.name) {
            let message = format!("there is no law and no end `{}`", key.name);
            let help = match similar(&key.name, names.iter().map(String::as_str)) {
                _ if key.place.file != build.document.file => {
                    format!("write `witness.{} = false` where the law has been taken out", key.name)
                }
                Some(name) => format!("did you mean `{name}`?"),
                None => "a line here has the name of a line of `[forbid]` or `[forced]`, or of an `[end.NAME]`"
                    .to_owned(),
            };
            build.error("witness-unknown", key.place.clone(), message, &help);
            continue;
        }
        let reason = text.as_str().split_whitespace().collect::<Vec<_>>();
        if reason.len() < FEWEST {
            let message = "this says too little";
            let help = format!(
                "say in at least {FEWEST} words why the other program may have other moves"
            );
            let finding =
                Diagnostic::warning("witness-reason", text.at(0..text.as_str().len()), message);
            build.findings.push(finding.help(help));
            continue;
        }
        build
            .rules
            .witness
            .push((key.name.clone(), reason.join(" ")));
    }
}
