//! `[test.NAME]`: what the file says about itself. The tests are read and checked here, not run.

mod moves;
mod values;

use super::build::Build;
use super::groups::whole;
use super::setup::note;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::diagnostics::Diagnostic;
use crate::fen::{self, Options};
use crate::rules::TestCase;
use crate::similar::{listed, similar};
use crate::source::{Location, Node, Table, Text, Value};
use moves::{moves, square};

pub(super) const SECTION: Section = Section {
    name: "test",
    meaning: "what must come out, so that the file proves itself",
    body: Body::Things {
        keys: KEYS,
        defaults: &[],
    },
    inherited: false,
    steps: &[(Pass::Tests, lower)],
};

const fn key(name: &'static str, want: Want, meaning: &'static str) -> Key {
    Key {
        name,
        want,
        missing: Missing::Nothing,
        meaning,
    }
}

const KEYS: &[Key] = &[
    Key {
        name: "fen",
        want: Want::TEXT,
        missing: Missing::Default("the setup"),
        meaning: "the position",
    },
    key(
        "moves",
        Want::TEXT_OR_TEXTS,
        "moves that are played first; all that is expected is looked at after them",
    ),
    key(
        "from",
        Want::TEXT,
        "limits `legal` to the moves from one square",
    ),
    key(
        "legal",
        Want::TEXT_OR_TEXTS,
        "exactly these moves are legal",
    ),
    key("allows", Want::TEXT_OR_TEXTS, "these moves are legal"),
    key(
        "forbids",
        Want::TEXTS_OR_NAMED,
        "these moves are not legal; with `{ e1g1 = \"castling-check\" }` for this reason, a word that `ferz why` gives, with an empty text for any",
    ),
    key(
        "check",
        Want::BOOL_OR_TEXT,
        "whether the player to move is in check, or exactly the squares of the men that give it",
    ),
    key(
        "attacks",
        Want::NAMED_TEXTS,
        "for men on these squares exactly the squares where each could take an enemy: `{ g1 = \"f3 h3\" }`",
    ),
    key(
        "attackers",
        Want::NAMED_TEXTS,
        "for these squares exactly the men that attack them, of both sides if nobody stands there: `{ f3 = \"e2 g1 g2\" }`",
    ),
    key(
        "effects",
        Want::NAMED_TEXTS,
        "for these moves exactly the effects that change something, in their order, and where: `{ e4d5 = \"blast c6 d5, flip d4\" }`; squares may be left out",
    ),
    key(
        "hands",
        Want::TEXT,
        "exactly the men in hand, as in a FEN: \"PPn\"",
    ),
    key(
        "counters",
        Want::NAMED_TEXTS,
        "White's and Black's count: `{ checks = \"3+2\" }`",
    ),
    key(
        "san",
        Want::NAMED_TEXTS,
        "how a score writes these moves: `{ g1f3 = \"Nf3\" }`",
    ),
    key(
        "after",
        Want::NAMED_TEXTS,
        "the positions after these moves, as FEN",
    ),
    key("becomes", Want::TEXT, "the position after `moves`, as FEN"),
    key(
        "ends",
        Want::BOOL_OR_TEXT,
        "the result and the name of the end, such as \"white mate\" or \"draw repetition\"; `false`: the game goes on",
    ),
    key(
        "perft",
        Want::INTEGERS,
        "the numbers of sequences of 1, 2, … moves",
    ),
    key(
        "recorded",
        Want::TEXT,
        "which of these keys `ferz test --bless` writes, so that nobody has vouched for them",
    ),
    key(
        "positions",
        Want::TABLES,
        "several positions, each a table with the keys above; what stands in the test itself holds for each of them that does not say it itself",
    ),
];

/// The keys that say what must come out.
const EXPECTATIONS: [&str; 15] = [
    "legal",
    "allows",
    "forbids",
    "check",
    "attacks",
    "attackers",
    "effects",
    "hands",
    "counters",
    "san",
    "after",
    "becomes",
    "ends",
    "perft",
    RECORDED,
];
const RECORDED: &str = "recorded";
pub(super) const POSITIONS: &str = "positions";

fn lower(build: &mut Build<'_>) {
    for (key, node) in build.things("test") {
        let Some(table) = node.table() else { continue };
        for (row, place, table) in rows(build, &key.place, table) {
            let mut test = test(build, &key.name, &place, (&table, row));
            test.row = row;
            build.rules.tests.push(test);
        }
    }
    // A test without a position is about the setup: nothing that a reader of the rules has to know.
    build.rules.defaults.retain(|key| !key.starts_with("test."));
}

/// A test by itself, or its positions, each with its number, its place and its keys with those of the whole test.
fn rows(
    build: &mut Build<'_>,
    place: &Location,
    table: &Table,
) -> Vec<(Option<usize>, Location, Table)> {
    let Some(node) = table.get(POSITIONS) else {
        return vec![(None, place.clone(), table.clone())];
    };
    let mut shared = table.clone();
    shared.retain(|key, _| key.name != POSITIONS);
    let items = node.list().unwrap_or_default();
    if items.is_empty() {
        build.error(
            "empty-test",
            node.place.clone(),
            "the list of positions is empty",
            "write a table for each position, or take `positions` out",
        );
    }
    for (key, _) in shared.iter() {
        let has_own = |item: &Node| item.table().is_some_and(|t| t.get(&key.name).is_some());
        if !items.is_empty() && items.iter().all(has_own) {
            let message = format!("`{}` holds for no position, as each has its own", key.name);
            let finding = Diagnostic::warning("overruled-key", key.place.clone(), message);
            let help =
                "take the line out, or leave the key out of those positions for which it holds";
            build.findings.push(finding.help(help));
        }
    }
    let with_shared = |item: &Node| {
        let mut row = shared.clone();
        for (key, value) in item.table()?.iter() {
            row.set(key.clone(), value.clone());
        }
        Some((item.place.clone(), row))
    };
    let rows = (1..).zip(items.iter().filter_map(with_shared));
    rows.map(|(number, (place, row))| (Some(number), place, row))
        .collect()
}

fn test(
    build: &mut Build<'_>,
    name: &str,
    place: &Location,
    (table, row): (&Table, Option<usize>),
) -> TestCase {
    if EXPECTATIONS.iter().all(|key| table.get(key).is_none()) {
        let expectations = EXPECTATIONS.iter().filter(|key| **key != RECORDED);
        let help = format!("add one of {}", listed(expectations.copied()));
        build.error(
            "empty-test",
            place.clone(),
            format!("the test `{name}` expects nothing"),
            &help,
        );
    }
    let text = |key: &str| table.text(key).map(|t| t.as_str().to_owned());
    for key in ["fen", "becomes"] {
        if let Some(text) = table.text(key) {
            position(build, text);
        }
    }
    if let Some(from) = table.text("from") {
        square(build, from, 0..from.as_str().len());
        // What a test says once is not for each of its positions.
        if row.is_none() {
            limits_something(build, from, table);
        }
    }
    for (key, node) in table.iter().filter(|(key, node)| is_blank(&key.name, node)) {
        if !values::is_recorded(table, &key.name) {
            let message = format!("`{}` expects nothing", key.name);
            let help = "say what must come out, take the line out, or name the key in `recorded`, so that `ferz test --bless` writes it";
            build.error("empty-test", node.place.clone(), message, help);
        }
    }
    let (forbids, reasons) = table
        .get("forbids")
        .map(|node| values::forbids(build, node, values::is_recorded(table, "forbids")))
        .unwrap_or_default();
    let check = table.get("check").map(|node| values::check(build, node));
    let mut moves = |key: &str| table.get(key).map(|node| moves(build, node));
    TestCase {
        id: name.to_owned(),
        row: None,
        moves: moves("moves").unwrap_or_default(),
        legal: moves("legal"),
        allows: moves("allows").unwrap_or_default(),
        forbids,
        reasons,
        fen: text("fen"),
        from: text("from"),
        check: check.as_ref().and_then(|check| check.0),
        checkers: check.and_then(|check| check.1),
        attacks: values::squares_of_squares(build, table, "attacks"),
        attackers: values::squares_of_squares(build, table, "attackers"),
        effects: values::effects(build, table),
        hands: table.text("hands").map(|text| values::hands(build, text)),
        counters: values::counters(build, table),
        san: values::scores(build, table),
        after: values::positions(build, table),
        becomes: text("becomes"),
        ends: table.get("ends").map(|node| values::ends(build, node)),
        perft: table
            .get("perft")
            .map(|node| values::counts(build, node))
            .unwrap_or_default(),
        recorded: table
            .text(RECORDED)
            .map(|text| values::recorded(build, text))
            .unwrap_or_default(),
        keys: table
            .iter()
            .filter(|(key, node)| !is_blank(&key.name, node))
            .map(|(key, _)| key.name.clone())
            .collect(),
        place: Some(place.clone()),
    }
}

/// Whether the value of a key expects nothing, so that everything would be as it says. That nothing is legal is something.
fn is_blank(key: &str, node: &Node) -> bool {
    const MOVES: [&str; 2] = ["allows", "forbids"];
    const LISTS: [&str; 7] = [
        "attacks",
        "attackers",
        "effects",
        "counters",
        "san",
        "after",
        "perft",
    ];
    if !MOVES.contains(&key) && !LISTS.contains(&key) {
        return false;
    }
    match &node.value {
        Value::Text(text) => text.as_str().trim().is_empty(),
        Value::List(items) => items.iter().all(|item| is_blank(key, item)),
        Value::Table(table) => table.is_empty(),
        _ => false,
    }
}

/// There is something that `from` limits.
fn limits_something(build: &mut Build<'_>, from: &Text, table: &Table) {
    if table.get("legal").is_none() && !values::is_recorded(table, "legal") {
        let help = "add `legal`, or take `from` out";
        build.error(
            "empty-test",
            whole(from),
            "`from` limits `legal`, which is not there",
            help,
        );
    }
}

fn position(build: &mut Build<'_>, text: &Text) {
    if let Err(error) = fen::read(&build.rules, text.as_str(), Options::default()) {
        error.0.into_iter().for_each(|f| note(build, text, f));
    }
}

/// Tells that a word is none of those that can stand there.
fn unknown<'a>(
    build: &mut Build<'_>,
    place: Location,
    (code, message): (&'static str, String),
    written: &str,
    known: impl Iterator<Item = &'a str> + Clone,
    what: &str,
) {
    let finding = Diagnostic::error(code, place, message);
    build.findings.push(match similar(written, known.clone()) {
        Some(close) => finding.meant(written, close),
        None => finding.help(format!("{what} {}", listed(known))),
    });
}
