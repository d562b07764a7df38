//! Things that are defined by each other's names, in an order in which each comes after those that it names.

use super::build::Build;
use crate::diagnostics::Diagnostic;
use crate::source::{Key, Node};
use std::collections::{BTreeMap, BTreeSet};

/// A thing of the file.
pub(super) type Thing<'a> = (&'a Key, &'a Node);

/// Sorts things so that each comes after those that it names, else in their own order. The second list holds those for
/// which there is no such order: circles, and what names them.
pub(super) fn in_order<'a>(
    things: &[Thing<'a>],
    names: impl Fn(&Node) -> BTreeSet<String>,
) -> (Vec<Thing<'a>>, Vec<Thing<'a>>) {
    let index: BTreeMap<_, _> = things
        .iter()
        .enumerate()
        .map(|(i, (key, _))| (key.name.as_str(), i))
        .collect();
    let mut waits = vec![0; things.len()];
    let mut wanted_by = vec![Vec::new(); things.len()];
    for (i, (_, node)) in things.iter().enumerate() {
        for needed in names(node).iter().filter_map(|n| index.get(n.as_str())) {
            waits[i] += 1;
            wanted_by[*needed].push(i);
        }
    }
    let mut ready: BTreeSet<_> = (0..things.len()).filter(|&i| waits[i] == 0).collect();
    let mut sorted = Vec::new();
    while let Some(next) = ready.pop_first() {
        sorted.push(things[next]);
        for &i in &wanted_by[next] {
            waits[i] -= 1;
            if waits[i] == 0 {
                ready.insert(i);
            }
        }
    }
    let left = (0..things.len())
        .filter(|&i| waits[i] > 0)
        .map(|i| things[i])
        .collect();
    (sorted, left)
}

/// Says that things are defined by each other.
pub(super) fn circles(build: &mut Build<'_>, what: &str, left: &[Thing<'_>]) {
    let Some(((key, _), others)) = left.split_first() else {
        return;
    };
    let names: Vec<_> = left.iter().map(|(k, _)| k.name.as_str()).collect();
    let message = match others {
        [] => format!("the {what} `{}` is defined by itself", key.name),
        _ => format!(
            "the {what}s {} are defined by each other",
            crate::similar::listed(names)
        ),
    };
    let mut finding = Diagnostic::error("circular-name", key.place.clone(), message)
        .help("say one of them without the others");
    for (key, _) in others.iter().take(5) {
        finding = finding.related(key.place.clone(), "this one too");
    }
    build.findings.push(finding);
}
