//! Differences by which nobody plays otherwise: names, texts, tests.

use super::names::Pairs;
use super::{Change, Theme, facts};
use crate::rules::told::Told;
use crate::rules::{Rules, TestCase, sentence};

pub(super) fn changes(both: (&Rules, &Rules), pairs: &Pairs) -> Vec<Change> {
    let (first, second) = both;
    let mut changes = Vec::new();
    let mut add = |subject: &str, told: fn(&Rules) -> Vec<String>| {
        let (before, after) = (told(first), told(second));
        if before != after {
            let change = Change::new(Theme::Wording, subject);
            changes.push(change.told(before, after));
        }
    };
    add("name", |rules| vec![rules.title.clone()]);
    add("aliases", |rules| rules.aliases.clone());
    add("group", |rules| rules.group.iter().cloned().collect());
    add("author", |rules| rules.author.iter().cloned().collect());
    add("about", |rules| rules.about.iter().cloned().collect());
    add("source", |rules| rules.source.clone());
    add("protocol", |rules| {
        let names = rules.protocol.iter();
        names.map(|(key, name)| format!("{key}: {name}")).collect()
    });
    add("known differences of other programs", |rules| {
        let lines = rules.witness.iter();
        lines
            .map(|(law, reason)| format!("{law}: {reason}"))
            .collect()
    });
    add("other start positions", |rules| {
        let others = rules.others.iter();
        others.map(|(name, fen)| format!("{name}: {fen}")).collect()
    });
    changes.extend(kinds(both, pairs));
    changes.extend(zones(both));
    if !facts::needs_view(first) && !facts::needs_view(second) && first.view != second.view {
        let told = |rules| vec![Told::new(rules).view()];
        let change = Change::new(Theme::Wording, "how squares read for Black");
        changes.push(change.told(told(first), told(second)));
    }
    changes.extend(tests(first, second));
    changes
}

/// Other titles and names of pieces, and values where nobody weighs men.
fn kinds((first, second): (&Rules, &Rules), pairs: &Pairs) -> Vec<Change> {
    let mut changes = Vec::new();
    for (id, kind) in first.kinds() {
        let Some(other) = pairs.second(id).map(|id| second.kind(id)) else {
            continue;
        };
        let (mut before, mut after) = (Vec::new(), Vec::new());
        if kind.title != other.title || kind.id != other.id {
            let told = |title: &str, id: &str| format!("It is called {title} (`{id}`).");
            before.push(told(&kind.title, &kind.id));
            after.push(told(&other.title, &other.id));
        }
        let weighed = facts::weighs_men(first) || facts::weighs_men(second);
        if kind.value != other.value && !weighed {
            before.push(facts::worth(kind));
            after.push(facts::worth(other));
        }
        if !before.is_empty() {
            let title = sentence::title(first, id);
            changes.push(Change::new(Theme::Wording, title).told(before, after));
        }
    }
    changes
}

/// Zones with other squares or names; the rules that use them are compared by their squares.
fn zones((first, second): (&Rules, &Rules)) -> Vec<Change> {
    let (old, new) = (Told::new(first).zones(), Told::new(second).zones());
    let find = |zones: &[(String, String)], name: &str| -> Vec<String> {
        let zones = zones.iter().filter(|(n, _)| n == name);
        zones
            .map(|(_, squares)| sentence::capital(squares) + ".")
            .collect()
    };
    let mut names: Vec<&String> = old.iter().chain(&new).map(|(name, _)| name).collect();
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    let changes = names.into_iter().filter_map(|name| {
        let (before, after) = (find(&old, name), find(&new, name));
        let change = Change::new(Theme::Wording, format!("zone `{name}`"));
        (before != after).then(|| change.told(before, after))
    });
    changes.collect()
}

/// Tests that were added, taken out or changed.
fn tests(first: &Rules, second: &Rules) -> Option<Change> {
    let same = |a: &TestCase, b: &TestCase| {
        let plain = |test: &TestCase| {
            let mut test = test.clone();
            test.place = None;
            format!("{test:?}")
        };
        plain(a) == plain(b)
    };
    let lacking = |tests: &[TestCase], others: &[TestCase]| -> Vec<String> {
        let lacking = tests.iter().filter(|t| !others.iter().any(|o| same(t, o)));
        lacking.map(|t| format!("`{}`", t.title())).collect()
    };
    let (gone, come) = (
        lacking(&first.tests, &second.tests),
        lacking(&second.tests, &first.tests),
    );
    let told = |names: Vec<String>| -> Vec<String> {
        match names.len() {
            0 => Vec::new(),
            n if n <= 8 => vec![format!("{}.", names.join(", "))],
            n => vec![format!("{} and {} more.", names[..6].join(", "), n - 6)],
        }
    };
    let differ = !gone.is_empty() || !come.is_empty();
    differ.then(|| Change::new(Theme::Wording, "tests").told(told(gone), told(come)))
}
