//! What moves of several legs do, whatever the letters that say it: all their ways, one by one.

use super::legs::{Legs, Node};
use super::term::{Bend, Leg, Modality, Over, Range, Victims};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Terms with more ways are not taken apart.
const MOST_WAYS: usize = 2000;

/// The ways of a term that have several legs, each as a number that stands for all of it: each direction of each leg, with
/// one thing that may stand where it ends. Two terms with the same ways do the same. On a board without a ring of files
/// nothing goes farther than `longest` steps. Nothing if there are too many.
pub(crate) fn ways(legs: &Legs, longest: u16) -> Option<BTreeSet<u64>> {
    let program = legs.program();
    let labels: Vec<Label<'_>> = program
        .nodes
        .iter()
        .map(|node| Label::new(node, &program.legs[node.leg as usize], longest))
        .collect();
    let mut counts = vec![None; labels.len()];
    let starts = program.starts.iter();
    let count = starts
        .clone()
        .map(|start| count(&labels, *start, &mut counts))
        .fold(0_usize, usize::saturating_add);
    if count > MOST_WAYS {
        return None;
    }
    let mut found = BTreeSet::new();
    // A move of one leg is none of these ways.
    let mut open: Vec<(u32, u64)> = starts
        .filter(|start| !program.nodes[**start as usize].last)
        .map(|start| (*start, 0))
        .collect();
    while let Some((number, before)) = open.pop() {
        let label = &labels[number as usize];
        for (how, next) in &label.ends {
            let way = hashed(&(before, &label.ride, how));
            match next {
                None => {
                    found.insert(way);
                }
                Some(next) => open.extend(next.iter().map(|next| (*next, way))),
            }
        }
    }
    Some(found)
}

/// What a node does.
struct Label<'a> {
    ride: String,
    /// What may stand where it ends, with the nodes behind it; without them the move ends there.
    ends: Vec<(String, Option<&'a [u32]>)>,
}

impl<'a> Label<'a> {
    fn new(node: &'a Node, leg: &Leg, longest: u16) -> Self {
        Self {
            ride: ride(node, leg, longest),
            ends: if node.last {
                last(leg).into_iter().map(|end| (end, None)).collect()
            } else {
                let onward = onward(node, leg).into_iter();
                onward.map(|(how, next)| (how, Some(next))).collect()
            },
        }
    }
}

/// How many ways begin with a node.
fn count(labels: &[Label<'_>], node: u32, counts: &mut [Option<usize>]) -> usize {
    if let Some(known) = counts[node as usize] {
        return known;
    }
    let mut all = 0_usize;
    for (_, next) in &labels[node as usize].ends {
        let behind = match next {
            None => 1,
            Some(next) => next
                .iter()
                .map(|next| count(labels, *next, counts))
                .fold(0, usize::saturating_add),
        };
        all = all.saturating_add(behind);
    }
    counts[node as usize] = Some(all);
    all
}

fn hashed(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// Where a leg goes, and over what.
fn ride(node: &Node, leg: &Leg, longest: u16) -> String {
    let range = match node.range {
        Range::UpTo(n) if n >= longest && !leg.wraps => Range::Unlimited,
        range => range,
    };
    let mut out = match node.step {
        Some(step) => format!("{},{}", step.right, step.forward),
        None => "anywhere".to_owned(),
    };
    if leg.same_length {
        out += " as far";
    } else if node.step.is_some() {
        let _ = write!(out, " {range:?}");
    }
    if leg.bend != Bend::None {
        let _ = write!(out, " {:?} {} {}", leg.bend, node.hand, node.circle);
    }
    if node.last {
        let _ = write!(out, " {:?}", leg.hop);
    }
    let _ = write!(out, " {:?} {} {}", leg.between, leg.skip, leg.wraps);
    out
}

/// What a leg may end on, one by one, with what happens to a man there.
fn kinds(leg: &Leg) -> Vec<String> {
    let Modality {
        quiet,
        capture,
        en_passant,
        destroy,
    } = leg.modality;
    let back = back(leg);
    let victims: &[Victims] = match leg.victims {
        Victims::Any => &[Victims::Royal, Victims::Common],
        Victims::Royal => &[Victims::Royal],
        Victims::Common => &[Victims::Common],
    };
    let mut found = Vec::new();
    if quiet {
        let passed = if leg.leaves_passed { " passed" } else { "" };
        found.push(format!("quiet{passed}{back}"));
    }
    let takes = [
        (capture, "takes"),
        (en_passant, "passing"),
        (destroy, "destroys"),
    ];
    for (_, how) in takes.iter().filter(|(is_there, _)| *is_there) {
        found.extend(victims.iter().map(|v| format!("{how} {v:?}{back}")));
    }
    found
}

/// Whether the man taken last reappears where the leg began.
fn back(leg: &Leg) -> &'static str {
    if leg.unload { " back" } else { "" }
}

/// The ends of a leg with nothing behind it.
fn last(leg: &Leg) -> Vec<String> {
    let mut found = kinds(leg);
    if leg.lends {
        found.push("borrows".to_owned());
    }
    found
}

/// How a leg goes on, and to which nodes.
fn onward<'a>(node: &'a Node, leg: &Leg) -> Vec<(String, &'a [u32])> {
    let mut found: Vec<(String, &[u32])> = Vec::new();
    found.extend(kinds(leg).into_iter().map(|kind| (kind, &node.next[..])));
    if leg.onward.quiet_switching {
        found.push((format!("quiet{}", back(leg)), &node.next_switched));
    }
    let over = |over| -> &[&str] {
        match over {
            Over::Nobody => &[],
            Over::Own => &["over own"],
            Over::Anybody => &["over own", "over enemy"],
        }
    };
    for how in over(leg.onward.over) {
        found.push((format!("{how}{}", back(leg)), &node.next));
    }
    for how in over(leg.onward.over_switching) {
        found.push((format!("{how}{}", back(leg)), &node.next_switched));
    }
    if leg.lends {
        found.push((format!("lends{}", back(leg)), &node.next));
    }
    found
}
