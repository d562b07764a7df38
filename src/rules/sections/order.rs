//! Things that are defined by each other's names, in an order in which each comes after those that it names.

use super::build::Build;
use crate::diagnostics::Diagnostic;
use crate::similar::listed;
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

/// Says which things are defined by each other. `left` is what [`in_order`] left over.
pub(super) fn circles(
    build: &mut Build<'_>,
    what: &str,
    left: &[Thing<'_>],
    names: impl Fn(&Node) -> BTreeSet<String>,
) {
    let index: BTreeMap<_, _> = left
        .iter()
        .enumerate()
        .map(|(i, (key, _))| (key.name.as_str(), i))
        .collect();
    let next = |i: usize| {
        names(left[i].1)
            .iter()
            .find_map(|n| index.get(n.as_str()).copied())
    };
    // From each thing the way along the first name leads into a circle; each circle is told once.
    let mut seen_from = vec![usize::MAX; left.len()];
    for start in 0..left.len() {
        let mut at = Some(start);
        while let Some(i) = at.filter(|&i| seen_from[i] == usize::MAX) {
            seen_from[i] = start;
            at = next(i);
        }
        let Some(first) = at.filter(|&i| seen_from[i] == start) else {
            continue;
        };
        let mut circle = vec![first];
        while let Some(i) = circle.last().and_then(|&i| next(i)).filter(|&i| i != first) {
            circle.push(i);
        }
        circle.sort_unstable();
        // A name that something else has as well has been told; what was meant by it is not known.
        let is_taken = |key: &Key| build.is_taken(&key.name, &key.place);
        if what != "zone" && circle.iter().any(|&i| is_taken(left[i].0)) {
            continue;
        }
        build.findings.push(circle_finding(
            what,
            &circle.iter().map(|&i| left[i].0).collect::<Vec<_>>(),
        ));
    }
}

fn circle_finding(what: &str, circle: &[&Key]) -> Diagnostic {
    let names: Vec<_> = circle.iter().map(|k| k.name.as_str()).collect();
    let message = match names.as_slice() {
        [name] => format!("the {what} `{name}` is defined by itself"),
        _ => format!("the {what}s {} are defined by each other", listed(names)),
    };
    let mut finding = Diagnostic::error("circular-name", circle[0].place.clone(), message)
        .help("say one of them without the others");
    for key in circle.iter().skip(1).take(5) {
        finding = finding.related(key.place.clone(), "this one too");
    }
    finding
}
