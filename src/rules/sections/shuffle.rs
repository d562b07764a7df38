//! `setup.shuffle`: start positions drawn by lot.

use super::build::Build;
use crate::board::{Man, PieceId, Side, SquareSet};
use crate::diagnostics::Diagnostic;
use crate::notation::{parse_pieces, parse_zone};
use crate::rules::condition as lower;
use crate::rules::condition::Site;
use crate::rules::{BlackView, Condition, Placed, Shuffle};
use crate::source::{Node, Text};

/// The zone of a file that does not say it.
pub(super) const DEFAULT_ZONE: &str = "first 1";

/// So many arrays can be asked whether a condition holds of them.
const MOST: u64 = 200_000;

/// Reads the lines and the zone in which they place their men.
pub(super) fn lower(build: &mut Build<'_>) {
    let table = build.section("setup");
    let Some((key, node)) = table.entry("shuffle") else {
        for name in ["zone", "if", "alike"] {
            let Some((key, _)) = table.entry(name) else {
                continue;
            };
            let help = format!(
                "write `shuffle` with the men that are drawn by lot, or leave `{name}` out"
            );
            let message = format!("`{name}` belongs to `shuffle`");
            build.error("without-shuffle", key.place.clone(), message, &help);
        }
        return;
    };
    if build.rules.view == BlackView::Same {
        let message = "men can be shuffled only where each player has a side of the board";
        let help = "take `shuffle` out, or write `board.black = \"mirror\"`";
        build.error("shuffle-of-one-side", key.place.clone(), message, help);
        return;
    }
    let zone = match table.get("zone") {
        Some(node) => build.zone(node).white,
        None => zone(build, &Text::made(DEFAULT_ZONE, key.place.clone())),
    } - build.rules.holes;
    let mut lines: Vec<Placed> = Vec::new();
    let mut all_fit = true;
    for text in node
        .list()
        .unwrap_or_default()
        .iter()
        .filter_map(Node::text)
    {
        // Where a line has a mistake, how much room the next ones have is not known; the rest of them is looked at.
        match line(build, text, zone) {
            Some(line) if all_fit => {
                all_fit = fits(build, text, &line, &lines);
                lines.push(line);
            }
            Some(_) => {}
            None => all_fit = false,
        }
    }
    if !all_fit {
        return;
    }
    let condition = table.entry("if");
    let shuffle = Shuffle {
        zone,
        lines,
        alike: table.get("alike").and_then(Node::boolean).unwrap_or(true),
        condition: condition.map_or(Condition::Always, |(_, node)| {
            build.condition(node, &Site::Setup)
        }),
    };
    if let Some((key, _)) = condition.filter(|_| shuffle.count() > MOST) {
        let message = format!(
            "{} arrays are too many to ask a condition of each",
            shuffle.count()
        );
        let help = format!(
            "at most {MOST} are asked: say in `shuffle` what it can say, such as `bishop on light`"
        );
        build.error("shuffle-too-many", key.place.clone(), message, &help);
    }
    build.rules.shuffle = Some(shuffle);
}

/// Whether the lines place the men that the start position has in the zone: one that no line places would be lost.
pub(super) fn check(build: &mut Build<'_>) {
    let rules = &build.rules;
    let (Some(shuffle), Some((key, node))) =
        (&rules.shuffle, build.section("setup").entry("shuffle"))
    else {
        return;
    };
    let lines = || shuffle.lines.iter().flat_map(|line| &line.men);
    let there = |side: Side, kind: PieceId| {
        let zone = shuffle.zone.iter().filter_map(|square| match side {
            Side::White => Some(square),
            Side::Black => rules.view.turned(rules.shape, square),
        });
        let wanted = Some(Man { side, kind });
        zone.filter(|s| rules.array.get(s.index()).copied().flatten() == wanted)
            .count()
    };
    let kinds = || {
        Side::ALL
            .into_iter()
            .flat_map(|side| rules.kinds().map(move |k| (side, k)))
    };
    let differs = kinds().find_map(|(side, (kind, piece))| {
        let (placed, there) = (lines().filter(|k| **k == kind).count(), there(side, kind));
        (placed < there).then_some((side, piece, placed, there))
    });
    let Some((side, piece, placed, there)) = differs else {
        return;
    };
    let id = &piece.id;
    let placed = match placed {
        0 => format!("no line of `shuffle` places `{id}`"),
        n => format!("the lines of `shuffle` place {n} `{id}`"),
    };
    let message = format!("{placed}, and {side} has {there} in the zone at the start");
    let help = format!(
        "name `{id}` once for each square, as in \"{}\": a man that no line places would be gone",
        vec![id.as_str(); there].join(" ")
    );
    let line = node.list().unwrap_or_default().iter().find(|line| {
        let text = line.text().map(Text::as_str).unwrap_or_default();
        text.split_whitespace().any(|word| word == id)
    });
    let lines = line.map_or_else(|| key.place.clone(), |line| line.place.clone());
    let mut place = lines.clone();
    let own = build.document.file;
    if lines.file != own {
        let setup = build.section("setup").iter();
        let mut here = setup.filter(|(key, _)| key.place.file == own);
        place = here
            .next()
            .map_or(lines.clone(), |(key, _)| key.place.clone());
    }
    let finding = Diagnostic::error("shuffle-leaves-out", place.clone(), message).help(help);
    build.findings.push(if place == lines {
        finding
    } else {
        finding.related(lines, "the inherited lines")
    });
}

/// `knight knight`, `bishop on light`.
fn line(build: &mut Build<'_>, text: &Text, within: SquareSet) -> Option<Placed> {
    let written = text.as_str();
    let mut words = words(written);
    let on = words.iter().position(|&(_, word)| word == "on");
    let zone = match on {
        Some(on) => {
            let start = words[on].0 + "on".len();
            words.truncate(on);
            let errors = build.findings.errors();
            let named = zone(build, &text.slice(start..written.len())) & within;
            if build.findings.errors() > errors {
                return None;
            }
            named
        }
        None => within,
    };
    let mut men = Vec::new();
    if let Some(&(start, word)) = words
        .iter()
        .find(|(_, word)| matches!(*word, "in" | "at" | "within"))
    {
        let message = format!("`{word}` does not tell where men are placed");
        let behind = written[start + word.len()..].trim();
        let help = format!("write `on`: `{} on {behind}`", written[..start].trim());
        build.error(
            "unexpected-text",
            text.at(start..start + word.len()),
            message,
            &help,
        );
        return None;
    }
    for (start, word) in words {
        men.push(piece(build, &text.slice(start..start + word.len()))?);
    }
    if men.is_empty() {
        let message = "this line places nobody";
        let help = "write the names of pieces, such as `rook king rook` or `bishop on light`";
        build.error("empty-shuffle", text.at(0..written.len()), message, help);
        return None;
    }
    Some(Placed { men, zone })
}

/// The words of a text with their places.
fn words(text: &str) -> Vec<(usize, &str)> {
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace().map(|w| (place(w), w)).collect()
}

fn zone(build: &mut Build<'_>, text: &Text) -> SquareSet {
    let Some(ast) = build.read(text, parse_zone(text.as_str())) else {
        return SquareSet::EMPTY;
    };
    let lowered = lower::zone(&build.names, &ast);
    build.lowered(text, lowered)[Side::White]
}

/// One piece by its name.
fn piece(build: &mut Build<'_>, text: &Text) -> Option<PieceId> {
    let ast = build.read(text, parse_pieces(text.as_str()))?;
    let lowered = lower::piece_list(&build.names, &ast);
    let found = build.lowered(text, lowered);
    match (&found[Side::White][..], &found[Side::Black][..]) {
        ([one], [other]) if one == other => Some(*one),
        ([], []) => None,
        _ => {
            let message = format!("`{}` is not one piece", text.as_str());
            let help = "write the name of one piece for each square";
            let place = text.at(0..text.as_str().len());
            build.error("not-one-piece", place, message, help);
            None
        }
    }
}

/// Whether a line has room, and the lines before it leave it the same number of squares whatever they chose.
fn fits(build: &mut Build<'_>, text: &Text, line: &Placed, before: &[Placed]) -> bool {
    let place = || text.at(0..text.as_str().len());
    let depends = |l: &&Placed| !l.zone.is_subset(&line.zone) && !(l.zone & line.zone).is_empty();
    if before.iter().any(|l| depends(&l)) {
        let message = "how many squares are left here depends on where others stand";
        let help = "put this line before the lines whose squares it shares only in part";
        build.error("shuffle-order", place(), message, help);
        return false;
    }
    let inside = before.iter().filter(|l| l.zone.is_subset(&line.zone));
    let taken: usize = inside.map(|l| l.men.len()).sum();
    let free = line.zone.len().saturating_sub(taken);
    if line.men.len() > free {
        let men = match line.men.len() {
            1 => "1 man".to_owned(),
            n => format!("{n} men"),
        };
        let squares = match free {
            0 => "no square is".to_owned(),
            1 => "1 square is".to_owned(),
            n => format!("{n} squares are"),
        };
        let message = format!("this line places {men}, but {squares} free there");
        build.error(
            "shuffle-without-room",
            place(),
            message,
            "place fewer men, or name a larger zone",
        );
        return false;
    }
    true
}
