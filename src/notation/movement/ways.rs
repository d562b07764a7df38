//! What moves of several legs do, whatever the letters that say it: all their ways, one by one.

use super::legs::{Legs, Node};
use super::term::{Bend, Leg, Modality, Over, Range, Victims};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Terms with more ways are not taken apart.
const MOST_WAYS: usize = 4000;

/// The ways of a term that have several legs: each direction of each leg, with one thing that may stand where it ends. Two terms
/// with the same ways do the same. On a board without a ring of files nothing goes farther than `longest` steps. Nothing
/// if there are too many.
pub(crate) fn ways(legs: &Legs, longest: u16) -> Option<BTreeSet<String>> {
    let program = legs.program();
    let mut found = BTreeSet::new();
    let mut open: Vec<(u32, String)> = Vec::new();
    open.extend(program.starts.iter().map(|start| (*start, String::new())));
    while let Some((number, before)) = open.pop() {
        let node = &program.nodes[number as usize];
        let leg = &program.legs[node.leg as usize];
        let ride = format!("{before}{}", ride(node, leg, longest));
        if node.last && before.is_empty() {
            // That is a move of one leg.
        } else if node.last {
            found.extend(last(leg).into_iter().map(|end| format!("{ride} {end}")));
        } else {
            for (how, next) in onward(node, leg) {
                let before = format!("{ride} {how}; ");
                open.extend(next.iter().map(|next| (*next, before.clone())));
            }
        }
        if open.len() + found.len() > MOST_WAYS {
            return None;
        }
    }
    Some(found)
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
