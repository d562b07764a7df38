//! `[armies.NAME]`: the men of one player, of which each chooses an army in `[setup]`.

use super::build::Build;
use super::groups::whole;
use super::setup::note;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::{BySide, PieceSet, Side};
use crate::diagnostics::Diagnostic;
use crate::fen;
use crate::rules::{Army, BlackView};
use crate::similar::similar;
use crate::source::{Table, Text};

/// The group of the pieces of both armies.
const BOTH: &str = "armies";

pub(super) const SECTION: Section = Section {
    name: "armies",
    meaning: "the men with which a player can start; each army's name is a group of its pieces, and `armies` that of the \
              two that play",
    body: Body::Things {
        keys: &[
            Key {
                name: "array",
                want: Want::TEXT,
                missing: Missing::Error,
                meaning: "its men as in a FEN, White's, the ranks from the front to the player's own: \
                          \"PPPPPPPP/RNBQKBNR\"",
            },
            Key {
                name: "name",
                want: Want::TEXT,
                missing: Missing::Default("the key, with capitals"),
                meaning: "its name for people",
            },
        ],
        defaults: &[],
    },
    inherited: true,
    steps: &[(Pass::Names, lower)],
};

/// Runs after all kinds are known: an army is a group of its pieces.
fn lower(build: &mut Build<'_>) {
    let armies = build.things("armies");
    for &(key, node) in &armies {
        build.declare(&key.name, &key.place);
        let Some(table) = node.table() else { continue };
        let kinds = table
            .text("array")
            .and_then(|array| kinds(build, array))
            .unwrap_or_default();
        let title = table.text("name").map(|t| t.as_str().trim().to_owned());
        let army = Army {
            id: key.name.clone(),
            title: title
                .filter(|t| !t.is_empty())
                .unwrap_or_else(|| super::pieces::titled(&key.name)),
            kinds,
        };
        let group = BySide::both(kinds);
        build.names.groups.insert(key.name.clone(), group);
        build.rules.armies.push(army);
    }
    choose(build);
    if let (Some((key, _)), false) = (build.document.table.entry("armies"), armies.is_empty()) {
        build.declare(BOTH, &key.place);
        let chosen = Side::ALL
            .into_iter()
            .filter_map(|side| build.rules.army(side));
        let kinds = chosen.fold(PieceSet::EMPTY, |all, army| all.union(army.kinds));
        let group = BySide::both(kinds);
        build.names.groups.insert(BOTH.to_owned(), group);
    }
}

/// The pieces of an army, or findings.
fn kinds(build: &mut Build<'_>, array: &Text) -> Option<PieceSet> {
    let written = array.as_str();
    let ranks = written.split('/').count();
    let shape = build.rules.shape;
    let all = usize::from(shape.ranks());
    if ranks * 2 > all {
        let message = format!("two armies of {ranks} ranks have no room on {all}");
        let help = "write the ranks from the front to the player's own, with `/` between them";
        build.error("army-too-deep", whole(array), message, help);
        return None;
    }
    if let Some(at) = written.find(|c: char| !c.is_ascii_alphanumeric() && !"/+~".contains(c)) {
        let place = array.at(at..at + written[at..].chars().next().map_or(1, char::len_utf8));
        let help =
            "write letters, numbers of empty squares, and `/` between ranks: \"PPPPPPPP/RNBQKBNR\"";
        build.error("army-letter", place, "this is no man of an army", help);
        return None;
    }
    if let Some(at) = written.find(|c: char| c.is_ascii_lowercase()) {
        let help = "write the men in capitals; for Black they are turned into its own";
        let message = "an army is written with White's letters";
        build.error("army-letter", array.at(at..at + 1), message, help);
        return None;
    }
    let empty = format!("{}/", shape.files()).repeat(all - ranks);
    let mut text = Text::made(empty, array.at(0..0));
    text.push(array);
    match fen::placement(shape, &build.rules.kinds, text.as_str()) {
        Ok(placement) => Some(placement.men.iter().flatten().map(|m| m.kind).collect()),
        Err(findings) => {
            for finding in findings {
                note(build, &text, finding);
            }
            None
        }
    }
}

/// Which army each player has.
fn choose(build: &mut Build<'_>) {
    let setup = build.section("setup");
    let (white, black) = (setup.entry("white"), setup.entry("black"));
    let Some((key, _)) = white.or(black) else {
        return;
    };
    if white.is_none() || black.is_none() {
        let help = "write `white = \"…\"` and `black = \"…\"`, with the names of two armies or twice the same";
        let message = "only one player has an army";
        build.error("one-army", key.place.clone(), message, help);
        return;
    }
    if build.rules.view == BlackView::Same {
        let message = "armies stand opposite each other, so each player needs a side of the board";
        let help = "write the start position as `fen`, or `board.black = \"mirror\"`";
        build.error("army-of-one-side", key.place.clone(), message, help);
        return;
    }
    let white = find(build, setup, "white");
    let black = find(build, setup, "black");
    build.rules.chosen = white
        .zip(black)
        .map(|(white, black)| BySide { white, black });
}

/// The army that a key of the setup names.
fn find(build: &mut Build<'_>, setup: &Table, key: &str) -> Option<usize> {
    let text = setup.text(key)?;
    let name = text.as_str().trim();
    let names: Vec<&str> = build.rules.armies.iter().map(|a| a.id.as_str()).collect();
    if let Some(found) = names.iter().position(|n| *n == name) {
        return Some(found);
    }
    let message = format!("there is no army called `{name}`");
    let finding = Diagnostic::error("unknown-army", whole(text), message);
    let finding = match similar(name, names.iter().copied()) {
        Some(near) => finding.meant(name, near),
        None if names.is_empty() => finding.help("write a table `[armies.NAME]` for each army"),
        None => finding.help(format!("the armies are {}", names.join(", "))),
    };
    build.findings.push(finding);
    None
}

/// The first field of the start position in which both players have the armies that they chose; `None` if the file
/// does not choose any.
pub(super) fn placement(build: &Build<'_>) -> Option<Text> {
    let array = |side: Side| {
        let army = build.rules.army(side)?;
        build.section("armies").table(&army.id)?.text("array")
    };
    let (white, black) = (array(Side::White)?, array(Side::Black)?);
    let deep = |array: &Text| array.as_str().split('/').count();
    let between = usize::from(build.rules.shape.ranks()).checked_sub(deep(white) + deep(black))?;
    let slash = |array: &Text| Text::made("/", array.at(0..0));
    let mut text = Text::made("", whole(black));
    for rank in ranks(black).into_iter().rev() {
        for man in men(&rank, build.rules.view) {
            let small = man.as_str().to_ascii_lowercase();
            text.push(&Text::made(small, whole(&man)));
        }
        text.push(&slash(black));
    }
    let empty = format!("{}/", build.rules.shape.files()).repeat(between);
    text.push(&Text::made(empty, white.at(0..0)));
    text.push(white);
    Some(text)
}

/// The ranks of an array, each with its place.
fn ranks(array: &Text) -> Vec<Text> {
    let mut start = 0;
    let ranks = array.as_str().split('/').map(|rank| {
        let part = start..start + rank.len();
        start = part.end + 1;
        array.slice(part)
    });
    ranks.collect()
}

/// The men and numbers of a rank as Black sees them.
fn men(rank: &Text, view: BlackView) -> Vec<Text> {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let mut before = ' ';
    for (at, c) in rank.as_str().char_indices() {
        let goes_on = before == '+' || c == '~' || before.is_ascii_digit() && c.is_ascii_digit();
        match parts.last_mut() {
            Some((_, end)) if goes_on => *end = at + 1,
            _ => parts.push((at, at + 1)),
        }
        before = c;
    }
    if view == BlackView::Turn {
        parts.reverse();
    }
    parts
        .into_iter()
        .map(|(start, end)| rank.slice(start..end))
        .collect()
}
