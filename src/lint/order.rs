//! Two rules of which one always wins.

use super::Case;
use crate::diagnostics::{Diagnostic, Findings, Subject};
use crate::prospect::known::implies;
use crate::rules::{Condition, Law, Rules};
use crate::source::Location;

pub(super) fn order(case: &Case<'_>, findings: &mut Findings) {
    let Rules {
        forbidden, forced, ..
    } = case.rules;
    ends(case, findings);
    laws(
        case,
        ("forbid", forbidden),
        "forbids the same moves and more",
        findings,
    );
    laws(
        case,
        ("forced", forced),
        "is asked first and holds wherever this holds",
        findings,
    );
}

/// An end behind one that holds wherever it does.
fn ends(case: &Case<'_>, findings: &mut Findings) {
    let ends = &case.rules.ends;
    for (at, end) in ends.iter().enumerate() {
        let earlier = ends[..at].iter().find(|first| {
            let asks_as_many = !first.reply || end.reply;
            !first.claim
                && asks_as_many
                && first.condition != Condition::Never
                && implies(&end.condition, &first.condition)
        });
        if let (Some(first), Some(place)) = (earlier, &end.place) {
            findings.push(covered(
                case,
                ("end", &end.id),
                place,
                (&first.id, first.place.as_ref()),
                "comes first and holds wherever this holds",
            ));
        }
    }
}

fn laws(
    case: &Case<'_>,
    (section, laws): (&'static str, &[Law]),
    how: &str,
    findings: &mut Findings,
) {
    for (at, law) in laws.iter().enumerate() {
        let covers = |(other, first): &(usize, &Law)| {
            let comes_first = *other < at;
            // Of two that say the same, the second is told; of forced moves only the first ones win.
            let may_win =
                comes_first || (section == "forbid" && !implies(&first.condition, &law.condition));
            *other != at && may_win && implies(&law.condition, &first.condition)
        };
        let winner = laws.iter().enumerate().find(covers);
        if let (Some((_, first)), Some(place)) = (winner, &law.place) {
            findings.push(covered(
                case,
                (section, &law.id),
                place,
                (&first.id, first.place.as_ref()),
                how,
            ));
        }
    }
}

fn covered(
    case: &Case<'_>,
    (section, id): (&'static str, &str),
    place: &Location,
    (first, other): (&str, Option<&Location>),
    how: &str,
) -> Diagnostic {
    let message = format!("`{id}` decides nothing: `{first}` {how}");
    let (always, never) = ("this one always wins", "this one decides nothing");
    // What the file itself says is marked, also where that has made an inherited rule idle.
    let own = other.filter(|other| case.places.is_own(other) && !case.places.is_own(place));
    let finding = match (own, other) {
        (Some(own), _) => {
            Diagnostic::warning("always-second", own.clone(), message).related(place.clone(), never)
        }
        (None, Some(other)) => Diagnostic::warning("always-second", place.clone(), message)
            .related(other.clone(), always),
        (None, None) => Diagnostic::warning("always-second", place.clone(), message),
    };
    finding
        .help(format!("change their order, ask something else, or take one of them out: `{section}.{id} = false`"))
        .about(Subject::thing(section, id))
}
