//! Squares and zones as nouns, as short as they can be.

use crate::board::{BySide, Shape, Side, SquareSet};
use crate::notation::{list, number};
use crate::rules::{BlackView, Rules};

/// Squares with what stands before them: `in the third to eighth ranks`, `on e1`.
pub(crate) fn located_squares(rules: &Rules, set: SquareSet) -> String {
    located(&squares(rules.shape, set))
}

/// A zone as it was told, with `in` before an area and `on` before single squares, an edge or a colour.
pub(super) fn located(told: &str) -> String {
    if let Some(rest) = told.strip_prefix("the whole board but ") {
        return format!("on squares other than {rest}");
    }
    let area = ["rank", "file", " to ", "no square", "`"]
        .iter()
        .any(|word| told.contains(word));
    format!("{} {told}", if area { "in" } else { "on" })
}

/// Squares as a noun, as compact as it can be: `rank 2`, `a1 to c3`, `the edge`.
pub fn squares(shape: Shape, set: SquareSet) -> String {
    let all = |test: &dyn Fn(i32, i32) -> bool| -> SquareSet {
        shape
            .squares()
            .filter(|&s| test(shape.file(s), shape.rank(s)))
            .collect()
    };
    let (right, top) = (i32::from(shape.files()) - 1, i32::from(shape.ranks()) - 1);
    if set.is_empty() {
        return "no square".to_owned();
    }
    if set == all(&|_, _| true) {
        return "the whole board".to_owned();
    }
    if let Some(block) = rectangle(shape, set) {
        return block;
    }
    if set == all(&|file, rank| (file + rank) % 2 == 1) {
        return "the light squares".to_owned();
    }
    if set == all(&|file, rank| (file + rank) % 2 == 0) {
        return "the dark squares".to_owned();
    }
    if set == all(&|file, rank| file == 0 || rank == 0 || file == right || rank == top) {
        return "the edge".to_owned();
    }
    let rest = all(&|_, _| true) - set;
    if rest.len() <= 3 {
        return format!("the whole board but {}", runs(shape, rest));
    }
    runs(shape, set)
}

/// A filled rectangle by its ranks, its files or two corners.
fn rectangle(shape: Shape, set: SquareSet) -> Option<String> {
    let (first, last) = (set.iter().next()?, set.iter().last()?);
    let (left, bottom) = (shape.file(first), shape.rank(first));
    let (right, top) = (shape.file(last), shape.rank(last));
    if left > right {
        return None;
    }
    let inside =
        |s| (left..=right).contains(&shape.file(s)) && (bottom..=top).contains(&shape.rank(s));
    if set != shape.squares().filter(|&s| inside(s)).collect() {
        return None;
    }
    let file = |n: i32| char::from(b'a'.saturating_add(u8::try_from(n).unwrap_or(0)));
    let whole = |low: i32, high: i32, size: u8| low == 0 && high == i32::from(size) - 1;
    Some(if whole(left, right, shape.files()) && shape.files() > 1 {
        if bottom == top {
            format!("rank {}", bottom + 1)
        } else {
            format!("ranks {} to {}", bottom + 1, top + 1)
        }
    } else if whole(bottom, top, shape.ranks()) && shape.ranks() > 1 {
        if left == right {
            format!("file {}", file(left))
        } else {
            format!("files {} to {}", file(left), file(right))
        }
    } else if first == last {
        shape.name(first).to_string()
    } else {
        format!("{} to {}", shape.name(first), shape.name(last))
    })
}

/// Squares by runs along the ranks.
fn runs(shape: Shape, set: SquareSet) -> String {
    let mut runs: Vec<SquareSet> = Vec::new();
    let mut last: Option<crate::board::Square> = None;
    for square in set.iter() {
        let joins = last.is_some_and(|l| shape.offset(l, 1, 0, false) == Some(square));
        match runs.last_mut() {
            Some(run) if joins => run.insert(square),
            _ => runs.push(SquareSet::of(square)),
        }
        last = Some(square);
    }
    // Two neighbours are no row.
    let told = runs.into_iter().flat_map(|run| {
        let parts = if run.len() == 2 {
            run.iter().map(SquareSet::of).collect()
        } else {
            vec![run]
        };
        parts.into_iter().filter_map(|part| rectangle(shape, part))
    });
    list(told.collect(), "and")
}

/// A zone of whole ranks that both sides count from their own end.
pub(super) fn relative(rules: &Rules, zone: &BySide<SquareSet>) -> Option<String> {
    let shape = rules.shape;
    let ranks = i32::from(shape.ranks());
    if rules.view == BlackView::Same || shape.files() == 0 {
        return None;
    }
    let block = |from: i32, to: i32| -> BySide<SquareSet> {
        BySide::from_fn(|side| {
            let seen = |rank: i32| {
                if side == Side::White {
                    rank
                } else {
                    ranks - 1 - rank
                }
            };
            shape
                .squares()
                .filter(|&s| (from..=to).contains(&seen(shape.rank(s))))
                .collect()
        })
    };
    for n in 1..ranks {
        let (noun, many) = if n == 1 {
            (String::new(), "")
        } else {
            (format!("{} ", number(n)), "s")
        };
        if *zone == block(ranks - n, ranks - 1) {
            return Some(format!("the last {noun}rank{many}"));
        }
        if *zone == block(0, n - 1) {
            return Some(format!("the first {noun}rank{many}"));
        }
    }
    (0..ranks)
        .find(|&r| *zone == block(r, r))
        .map(|r| format!("the {} rank", ordinal(r + 1)))
}

/// `third` up to the twelfth, then `13th`.
pub(crate) fn ordinal(n: i32) -> String {
    const WORDS: [&str; 13] = [
        "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
        "ninth", "tenth", "eleventh", "twelfth",
    ];
    usize::try_from(n)
        .ok()
        .and_then(|i| WORDS.get(i))
        .map_or_else(|| format!("{n}th"), |w| (*w).to_owned())
}
