//! From the letters of a term to the legs that they name: groups repeated, the separator `a` taken out.
//!
//! `x(y)z` means `xz`, `xyz`, `xyyz` and so on, letter by letter, so that a group may begin or end in the middle of a
//! leg.

use super::directions::Letter;
use super::modifiers::{Letters, Modifiers};
use crate::notation::findings::{MAX_LEGS, MAX_PATHS, NotationFinding};
use std::collections::HashMap;
use std::ops::Range as Span;

/// How many legs a repetition may lead to: a ride that never turns back takes fewer steps on the largest board.
const MAX_REPEATED: usize = 32;

/// The paths of a term.
pub(in crate::notation) struct Paths {
    /// The different legs, as letters.
    pub(in crate::notation) segments: Vec<Modifiers>,
    /// The legs of each path as places among the segments, shortest path first.
    pub(in crate::notation) paths: Vec<Vec<usize>>,
}

/// The paths of a term, or what is wrong. `most` is how many paths there may be.
pub(in crate::notation) fn paths(letters: &Letters, most: usize) -> Result<Paths, NotationFinding> {
    let separators = |part: &[Letter]| part.iter().filter(|l| l.letter == 'a').count();
    for group in &letters.groups {
        let part = &letters.all[group.clone()];
        if separators(part) == 0 {
            let at = part.first().map_or(0, |l| l.at);
            let finding = NotationFinding::error(
                "bad-group",
                at..at + part.len(),
                "a group is repeated, so it needs an `a` that begins another leg",
            );
            return Err(finding.help("write it like `(az)`"));
        }
    }
    check_initial(letters)?;
    let grouped: usize = letters
        .groups
        .iter()
        .map(|g| separators(&letters.all[g.clone()]))
        .sum();
    let legs = 1 + separators(&letters.all);
    let shortest = legs - grouped;
    let limit = if letters.groups.is_empty() {
        MAX_LEGS
    } else {
        MAX_REPEATED.max(legs).min(MAX_LEGS)
    };
    if shortest.max(legs) > MAX_LEGS {
        let ends = [letters.all.first(), letters.all.last()];
        let at = ends.map(|end| end.map_or(0, |l| l.at));
        let message = format!("the move has {legs} legs; {MAX_LEGS} are the most");
        let finding = NotationFinding::error("too-many-legs", at[0]..at[1] + 1, message);
        return Err(finding.help("split it into several shorter moves"));
    }
    let sizes: Vec<usize> = letters
        .groups
        .iter()
        .map(|g| separators(&letters.all[g.clone()]))
        .collect();
    let room = limit.saturating_sub(shortest);
    if ways(&sizes, room) > most {
        let ends = [letters.all.first(), letters.all.last()];
        let at = ends.map(|end| end.map_or(0, |l| l.at));
        return Err(too_many_paths(at[0]..at[1] + 1));
    }
    let mut counts: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
    for &size in &sizes {
        let longer = counts.into_iter().flat_map(|before| {
            let used: usize = before.iter().map(|(n, size)| n * size).sum();
            (0..=(room - used) / size).map(move |times| [&before[..], &[(times, size)]].concat())
        });
        counts = longer.collect();
    }
    counts.sort_by_key(|counts| counts.iter().map(|(n, size)| n * size).sum::<usize>());
    let mut all = Paths {
        segments: Vec::new(),
        paths: Vec::new(),
    };
    let mut known: HashMap<Vec<Letter>, usize> = HashMap::new();
    let mut written = Vec::new();
    for counts in &counts {
        write_out(letters, counts, &mut written);
        let segments = written.split(|l: &Letter| l.letter == 'a');
        let path = segments.map(|segment| {
            known.get(segment).copied().unwrap_or_else(|| {
                let number = all.segments.len();
                all.segments.push(Modifiers::of(segment));
                known.insert(segment.to_vec(), number);
                number
            })
        });
        all.paths.push(path.collect());
    }
    Ok(all)
}

/// `i` on the first leg is for the whole term, so it cannot come and go with a group.
fn check_initial(letters: &Letters) -> Result<(), NotationFinding> {
    let mut at = 0;
    for group in &letters.groups {
        // A group stands on the first leg if all before it that begins a leg is in groups.
        if letters.all[at..group.start].iter().any(|l| l.letter == 'a') {
            return Ok(());
        }
        let part = &letters.all[group.clone()];
        let first = part.iter().take_while(|l| l.letter != 'a');
        if let Some(initial) = first.into_iter().find(|l| l.letter == 'i') {
            let finding = NotationFinding::error(
                "bad-group",
                initial.at..initial.at + 1,
                "`i` on the first leg is for the whole move, so it cannot stand in a group",
            );
            return Err(finding.help("write it before the parenthesis"));
        }
        at = group.end;
    }
    Ok(())
}

/// In how many ways groups of so many legs can be repeated in a room for legs.
fn ways(sizes: &[usize], room: usize) -> usize {
    // By how many legs are used; each group can be there any number of times.
    let mut by_used = vec![0usize; room + 1];
    by_used[0] = 1;
    for &size in sizes {
        for used in size..=room {
            by_used[used] = by_used[used].saturating_add(by_used[used - size]);
        }
    }
    by_used.iter().fold(0, |all, &n| all.saturating_add(n))
}

/// The message that the groups of a text stand for too many moves.
pub(in crate::notation) fn too_many_paths(span: Span<usize>) -> NotationFinding {
    let message = format!("the groups of this text can be repeated in more than {MAX_PATHS} ways");
    NotationFinding::error("too-many-terms", span, message)
        .help("use fewer groups, or write out what is needed")
}

/// The letters with each group repeated so often.
fn write_out(letters: &Letters, counts: &[(usize, usize)], all: &mut Vec<Letter>) {
    all.clear();
    let mut at = 0;
    for (group, &(times, _)) in letters.groups.iter().zip(counts) {
        all.extend(&letters.all[at..group.start]);
        for _ in 0..times {
            all.extend(&letters.all[group.clone()]);
        }
        at = group.end;
    }
    all.extend(&letters.all[at..]);
}
