//! What is expected besides lists of moves: tables of squares and moves, hands, counts, results.

use super::moves::{moves, one_move, square};
use super::{EXPECTATIONS, RECORDED, position, unknown};
use crate::board::BySide;
use crate::diagnostics::Diagnostic;
use crate::fen;
use crate::reason;
use crate::rules::EffectCase;
use crate::rules::sections::build::Build;
use crate::rules::sections::groups::whole;
use crate::rules::sections::setup::note;
use crate::similar::{listed, similar};
use crate::source::{Key, Node, Table, Text, Value};
use std::ops::Range;

/// The moves that are not legal, and for which of them a reason is named.
pub(super) fn forbids(
    build: &mut Build<'_>,
    node: &Node,
    is_recorded: bool,
) -> (Vec<String>, Vec<(String, String)>) {
    let Some(table) = node.table() else {
        return (moves(build, node), Vec::new());
    };
    let (mut moves, mut reasons) = (Vec::new(), Vec::new());
    for (key, text) in lines(build, table) {
        move_key(build, key);
        let reason = text.as_str().trim();
        moves.push(key.name.clone());
        if reason.is_empty() && !is_recorded {
            // For whatever reason.
            continue;
        }
        if !reason.is_empty() && !reason::CODES.contains(&reason) {
            unknown_reason(build, text, reason);
        }
        reasons.push((key.name.clone(), reason.to_owned()));
    }
    (moves, reasons)
}

/// A word is no reason. There are too many to name all: those that begin alike may have been meant.
fn unknown_reason(build: &mut Build<'_>, text: &Text, reason: &str) {
    let message = format!("`{reason}` is no reason why a move is not legal");
    let finding = Diagnostic::error("unknown-reason", whole(text), message);
    let codes = || reason::CODES.iter().copied();
    let first = |word: &str| word.split('-').next().map(str::to_owned);
    let alike = || codes().filter(|code| first(code) == first(reason));
    build.findings.push(match similar(reason, codes()) {
        Some(close) => finding.meant(reason, close),
        None if alike().count() > 1 => finding.help(format!("those like it are {}", listed(alike()))),
        None => finding.help(
            "`ferz why GAME MOVE` names the reason of a move, and docs/commands.md lists all of them; for any reason write an empty text",
        ),
    });
}

/// Whether there is check, and from where if that is said.
pub(super) fn check(build: &mut Build<'_>, node: &Node) -> (Option<bool>, Option<Vec<String>>) {
    let Some(text) = node.text() else {
        return (node.boolean(), None);
    };
    if let word @ ("true" | "false") = text.as_str().trim() {
        let message = format!("`{word}` stands in quotes");
        let finding = Diagnostic::error("wrong-type", whole(text), message);
        let place = node.place.clone();
        build
            .findings
            .push(finding.help("take the quotes away").fix(place, word));
        return (None, None);
    }
    let men = squares(build, text);
    if men.is_empty() {
        let message = "nobody is named who gives check";
        let help =
            "write `true`, `false`, or the squares of the men that give check, such as \"e4 h5\"";
        build.error("bad-test-value", whole(text), message, help);
    }
    (Some(true), Some(men))
}

/// Squares, each with squares.
pub(super) fn squares_of_squares(
    build: &mut Build<'_>,
    table: &Table,
    key: &str,
) -> Vec<(String, Vec<String>)> {
    let mut all = Vec::new();
    for (key, text) in table_lines(build, table, key) {
        let name = Text::of_key(&key.name, &key.place);
        square(build, &name, 0..key.name.len());
        all.push((key.name.clone(), squares(build, text)));
    }
    all
}

/// `blast c6 d5, flip`: effects by name, each perhaps with squares.
pub(super) fn effects(build: &mut Build<'_>, table: &Table) -> Vec<(String, Vec<EffectCase>)> {
    let mut all = Vec::new();
    for (key, text) in table_lines(build, table, "effects") {
        move_key(build, key);
        let parts = text.as_str().split(',').filter(|p| !p.trim().is_empty());
        let effects = parts.filter_map(|part| effect(build, text, part));
        all.push((key.name.clone(), effects.collect()));
    }
    all
}

fn effect(build: &mut Build<'_>, text: &Text, part: &str) -> Option<EffectCase> {
    let mut words = words(text, part);
    let name = words.next()?;
    let id = &text.as_str()[name.clone()];
    let names: Vec<String> = build.rules.effects.iter().map(|e| e.id.clone()).collect();
    if !names.iter().any(|known| known == id) {
        let message = format!("the game has no effect `{id}`");
        let finding = ("unknown-effect", message);
        if names.is_empty() {
            let help = "write an empty text for a move without effects";
            build.error(finding.0, text.at(name), finding.1, help);
        } else {
            let known = names.iter().map(String::as_str);
            let what = "the effects are";
            unknown(build, text.at(name), finding, id, known, what);
        }
    }
    let squares = words.map(|place| {
        square(build, text, place.clone());
        text.as_str()[place].to_owned()
    });
    Some(EffectCase {
        id: id.to_owned(),
        squares: squares.collect(),
    })
}

/// The men in hand.
pub(super) fn hands(build: &mut Build<'_>, text: &Text) -> String {
    let written = text.as_str();
    if !build.rules.uses_hands() {
        let help = "take the line out, or say in `[hand]` how men come there";
        build.error(
            "bad-test-value",
            whole(text),
            "nobody has a hand in this game",
            help,
        );
    } else if let Err(findings) = fen::hands(&build.rules.kinds, written, 0) {
        for finding in findings {
            note(build, text, finding);
        }
    }
    written.to_owned()
}

/// `3+2` for each counter.
pub(super) fn counters(build: &mut Build<'_>, table: &Table) -> Vec<(String, BySide<i32>)> {
    let mut all = Vec::new();
    for (key, text) in table_lines(build, table, "counters") {
        let names: Vec<String> = build.rules.counters.iter().map(|c| c.id.clone()).collect();
        if !names.contains(&key.name) {
            let message = format!("the game has no counter `{}`", key.name);
            let finding = ("unknown-counter", message);
            if names.is_empty() {
                let help = "a game's counters stand in `[counters]`, and this one has none";
                build.error(finding.0, key.place.clone(), finding.1, help);
            } else {
                let known = names.iter().map(String::as_str);
                let what = "the counters are";
                unknown(build, key.place.clone(), finding, &key.name, known, what);
            }
        }
        let both = text.as_str().split_once('+').and_then(|(white, black)| {
            Some(BySide {
                white: white.trim().parse().ok()?,
                black: black.trim().parse().ok()?,
            })
        });
        match both {
            Some(both) => all.push((key.name.clone(), both)),
            None => build.error(
                "bad-test-value",
                whole(text),
                format!("`{}` is not what both players have counted", text.as_str()),
                "write White's count, `+` and Black's: \"3+2\"",
            ),
        }
    }
    all
}

/// Moves, each with its text in a score.
pub(super) fn scores(build: &mut Build<'_>, table: &Table) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (key, text) in table_lines(build, table, "san") {
        move_key(build, key);
        all.push((key.name.clone(), text.as_str().trim().to_owned()));
    }
    all
}

/// Moves, each with a position.
pub(super) fn positions(build: &mut Build<'_>, table: &Table) -> Vec<(String, String)> {
    let is_recorded = is_recorded(table, "after");
    let mut all = Vec::new();
    for (key, text) in table_lines(build, table, "after") {
        move_key(build, key);
        // A position that is yet to be recorded is empty.
        if !(is_recorded && text.as_str().is_empty()) {
            position(build, text);
        }
        all.push((key.name.clone(), text.as_str().to_owned()));
    }
    all
}

/// Whether a key is recorded.
pub(super) fn is_recorded(table: &Table, key: &str) -> bool {
    let recorded = table.text(RECORDED).map_or("", Text::as_str);
    recorded.split_whitespace().any(|word| word == key)
}

/// The keys that are recorded.
pub(super) fn recorded(build: &mut Build<'_>, text: &Text) -> Vec<String> {
    // Which moves somebody wants to be legal, no program knows.
    let known = || {
        let keys = EXPECTATIONS.into_iter();
        keys.filter(|key| ![RECORDED, "allows"].contains(key))
    };
    let mut keys = Vec::new();
    for place in words(text, text.as_str()) {
        let word = &text.as_str()[place.clone()];
        if !known().any(|key| key == word) {
            let message = format!("`{word}` is no key of a test that can be recorded");
            let what = "these can:";
            let finding = ("unknown-key", message);
            unknown(build, text.at(place), finding, word, known(), what);
        }
        keys.push(word.to_owned());
    }
    if keys.is_empty() {
        let help = "write which keys the program shall fill in: \"legal perft\"";
        build.error("bad-test-value", whole(text), "no key is named", help);
    }
    keys
}

/// The lines of a table of texts.
fn table_lines<'t>(build: &mut Build<'_>, table: &'t Table, key: &str) -> Vec<(&'t Key, &'t Text)> {
    let table = table.table(key);
    table.map(|t| lines(build, t)).unwrap_or_default()
}

/// The lines of a table. `false`, which takes things away elsewhere, takes nothing away here.
fn lines<'t>(build: &mut Build<'_>, table: &'t Table) -> Vec<(&'t Key, &'t Text)> {
    let mut lines = Vec::new();
    for (key, node) in table.iter() {
        match &node.value {
            Value::Text(text) => lines.push((key, text)),
            _ => build.error(
                "wrong-type",
                node.place.clone(),
                format!("`{}` should be a text in quotes", key.name),
                "tests are not inherited, so that nothing has to be removed: take the line out",
            ),
        }
    }
    lines
}

/// Checks a key that is a move.
fn move_key(build: &mut Build<'_>, key: &Key) {
    let name = Text::of_key(&key.name, &key.place);
    one_move(build, &name, 0..key.name.len());
}

/// The squares of a text, each checked.
fn squares(build: &mut Build<'_>, text: &Text) -> Vec<String> {
    let places = words(text, text.as_str());
    let names = places.map(|place| {
        square(build, text, place.clone());
        text.as_str()[place].to_owned()
    });
    names.collect()
}

/// Where the words of a part of a text stand in it.
fn words<'t>(text: &'t Text, part: &'t str) -> impl Iterator<Item = Range<usize>> + use<'t> {
    let start = text.as_str().as_ptr() as usize;
    part.split_whitespace().map(move |word| {
        let at = word.as_ptr() as usize - start;
        at..at + word.len()
    })
}

/// `white mate`, `draw repetition`, or with `false` nothing: the game goes on.
pub(super) fn ends(build: &mut Build<'_>, node: &Node) -> String {
    let Some(text) = node.text() else {
        if node.boolean() == Some(true) {
            let help = "say how it ends: \"white mate\"; `false` says that the game goes on";
            build.error(
                "bad-result",
                node.place.clone(),
                "`true` is no result of a game",
                help,
            );
        }
        return String::new();
    };
    let written = text.as_str();
    let mut words = written.split_whitespace();
    let (winner, reason, rest) = (words.next(), words.next(), words.next());
    if !matches!(winner, Some("white" | "black" | "draw")) || reason.is_none() || rest.is_some() {
        let help = "write `white`, `black` or `draw`, then the name of the end: \"white mate\", \"draw repetition\"";
        build.error(
            "bad-result",
            whole(text),
            format!("`{written}` is no result of a game"),
            help,
        );
        return written.to_owned();
    }
    let reason = reason.unwrap_or_default();
    let names: Vec<_> = build.rules.ends.iter().map(|e| e.id.clone()).collect();
    if !names.iter().any(|n| n == reason) {
        let start = reason.as_ptr() as usize - written.as_ptr() as usize;
        let place = text.at(start..start + reason.len());
        let finding = ("unknown-end", format!("the game has no end `{reason}`"));
        let known = names.iter().map(String::as_str);
        unknown(build, place, finding, reason, known, "the ends are");
    }
    written.to_owned()
}

/// The counts of `perft`.
pub(super) fn counts(build: &mut Build<'_>, node: &Node) -> Vec<u64> {
    let mut out = Vec::new();
    for item in node.list().unwrap_or_default() {
        match item.integer().map(u64::try_from) {
            Some(Ok(count)) => out.push(count),
            _ => build.error(
                "bad-count",
                item.place.clone(),
                "a count is not negative",
                "write a whole number from 0 on",
            ),
        }
    }
    out
}
