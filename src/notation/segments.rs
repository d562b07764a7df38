//! From the letters of a term to the legs that they name: groups repeated, the separator `a` taken out.
//!
//! `x(y)z` means `xz`, `xyz`, `xyyz` and so on, letter by letter, so that a group may begin or end in the middle of a
//! leg.

use super::directions::Letter;
use super::findings::{MAX_LEGS, MAX_PATHS, NotationFinding};
use super::modifiers::{Letters, Modifiers};

/// How many legs a repetition may lead to: a ride that never turns back takes fewer steps on the largest board.
const MAX_REPEATED: usize = 32;

/// The legs of each path of a term, shortest first, or what is wrong.
pub(super) fn paths(letters: &Letters) -> Result<Vec<Vec<Modifiers>>, NotationFinding> {
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
    let mut counts = vec![Vec::new()];
    for group in &letters.groups {
        let size = separators(&letters.all[group.clone()]);
        let mut longer = Vec::new();
        for before in &counts {
            let used: usize = before.iter().map(|(n, size)| n * size).sum();
            let room = limit.saturating_sub(shortest + used) / size;
            for times in 0..=room {
                let mut all: Vec<(usize, usize)> = before.clone();
                all.push((times, size));
                longer.push(all);
            }
            if longer.len() > MAX_PATHS {
                return Err(too_many_paths(letters));
            }
        }
        counts = longer;
    }
    counts.sort_by_key(|counts| counts.iter().map(|(n, size)| n * size).sum::<usize>());
    let paths = counts.iter().map(|counts| path(letters, counts));
    Ok(paths.collect())
}

fn too_many_paths(letters: &Letters) -> NotationFinding {
    let ends = [letters.all.first(), letters.all.last()];
    let at = ends.map(|end| end.map_or(0, |l| l.at));
    let message = format!("the groups can be repeated in more than {MAX_PATHS} ways");
    NotationFinding::error("too-many-terms", at[0]..at[1] + 1, message)
        .help("use fewer groups, or write out what is needed")
}

/// The legs with each group repeated so often.
fn path(letters: &Letters, counts: &[(usize, usize)]) -> Vec<Modifiers> {
    let mut all: Vec<Letter> = Vec::new();
    let mut at = 0;
    for (group, &(times, _)) in letters.groups.iter().zip(counts) {
        all.extend(&letters.all[at..group.start]);
        for _ in 0..times {
            all.extend(&letters.all[group.clone()]);
        }
        at = group.end;
    }
    all.extend(&letters.all[at..]);
    all.split(|l| l.letter == 'a').map(Modifiers::of).collect()
}
