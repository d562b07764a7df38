//! `[counters.NAME]`: numbers that each player has.

use super::build::{Build, by_side};
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::{BySide, Side};
use crate::notation::{AmountWord, parse_amount};
use crate::rules::condition::{self as lower, Site};
use crate::rules::{Amount, Condition, Counter};
use crate::source::{Location, Node, Table, Text, Value};

/// The largest number that may be written.
const MAX: i32 = 1_000_000;

pub(super) const SECTION: Section = Section {
    name: "counters",
    meaning: "numbers that each player has, changed by the player's own moves and asked like a number of men: `own NAME >= 3`",
    body: Body::Things {
        keys: &[
            Key {
                name: "start",
                want: Want::INTEGER_OR_TEXT.or_by_side(),
                missing: Missing::Default("0"),
                meaning: "what it starts at: a number, or a set of pieces such as \"all\" for the number of such men on the board",
            },
            Key {
                name: "if",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Default("\"always\""),
                meaning: "the moves that change the count of the player who makes them",
            },
            Key {
                name: "step",
                want: Want::INTEGER,
                missing: Missing::Default("1"),
                meaning: "by how much",
            },
            Key {
                name: "restart",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Default("\"never\""),
                meaning: "the moves with which the count of the player who makes them starts again, before `if` is asked",
            },
            Key {
                name: "to",
                want: Want::INTEGER_OR_LINES,
                missing: Missing::Nothing,
                meaning: "with `restart`: what it starts at again, like `start` if nothing is said; or lines such as \"8 if own rook >= 2\", \
                          of which the first counts whose condition holds",
            },
            Key {
                name: "fen",
                want: Want::BOOL,
                missing: Missing::Default("false"),
                meaning: "whether a FEN has it, behind the en passant field, as in `3+3`: White's count and Black's, a field for each such counter",
            },
        ],
        defaults: &[],
    },
    inherited: true,
    steps: &[(Pass::Names, names), (Pass::Rules, lower)],
};

/// Conditions name counters, so all names must be known before the first condition is read.
fn names(build: &mut Build<'_>) {
    for (key, _) in build.things("counters") {
        build.declare(&key.name, &key.place);
        build.names.counters.push(key.name.clone());
    }
}

fn lower(build: &mut Build<'_>) {
    for (key, node) in build.things("counters") {
        let Some(table) = node.table() else { continue };
        let mut condition = |key: &str, missing: Condition| {
            let node = table.get(key);
            node.map_or(missing, |n| build.condition(n, &Site::Counter))
        };
        let (steps, restart) = (
            condition("if", Condition::Always),
            condition("restart", Condition::Never),
        );
        let start = start(build, table.get("start"));
        let again = table.get("to").map(|node| again(build, node, start));
        if let (Some((to, _)), None) = (table.entry("to"), table.get("restart")) {
            build.error(
                "to-without-restart",
                to.place.clone(),
                "this count never starts again",
                "say with which moves in `restart`, or what it starts at in `start`",
            );
        }
        let counter = Counter {
            id: key.name.clone(),
            start,
            restart,
            again: again.unwrap_or_default(),
            condition: steps,
            step: table.get("step").map_or(1, |n| number(build, n)),
            decides: true,
            in_fen: table.get("fen").and_then(Node::boolean) == Some(true),
            place: key.place.clone(),
        };
        build.rules.counters.push(counter);
    }
}

/// What a counter starts at: a number, or men to be counted.
fn start(build: &mut Build<'_>, node: Option<&Node>) -> Amount {
    let mut start = Amount::default();
    let Some(node) = node else { return start };
    start.number = by_side(node, |node, _: Side| {
        node.integer().map(|_| number(build, node))
    });
    // A set is the same for both players: they stand on one board.
    if node.text().is_some() {
        start.men = build.pieces(node);
    } else if let Some(half) = [node.table()]
        .into_iter()
        .flatten()
        .flat_map(Table::iter)
        .map(|(_, half)| half)
        .find(|half| half.text().is_some())
    {
        build.error(
            "wrong-type",
            half.place.clone(),
            "men are counted for both players alike",
            "write one set for both, or a number for each",
        );
    }
    start
}

/// What a counter starts at again: lines of which the first that holds counts, and what it starts at if none does.
fn again(build: &mut Build<'_>, node: &Node, start: Amount) -> Vec<(Condition, Amount)> {
    let fixed = |number| Amount {
        number: BySide::both(number),
        ..Amount::default()
    };
    if node.integer().is_some() {
        return vec![(Condition::Always, fixed(number(build, node)))];
    }
    let texts: Vec<&Text> = match &node.value {
        Value::List(items) => items.iter().filter_map(Node::text).collect(),
        _ => node.text().into_iter().collect(),
    };
    let mut lines = Vec::new();
    for text in texts {
        let Some(ast) = build.read(text, parse_amount(text.as_str())) else {
            continue;
        };
        let condition = ast.condition.as_ref().map_or(Condition::Always, |ast| {
            let kept = &mut build.rules.remembered;
            let lowered = lower::condition(&build.names, ast, &Site::Counter, kept);
            build.lowered(text, lowered)
        });
        let amount = match &ast.what.value {
            AmountWord::Number(written) => {
                fixed(in_bounds(build, *written, &text.at(ast.what.span.clone())))
            }
            AmountWord::Men(ast) => {
                let lowered = lower::pieces(&build.names, ast);
                Amount {
                    men: build.lowered(text, lowered),
                    ..Amount::default()
                }
            }
        };
        lines.push((condition, amount));
    }
    let always = |(condition, _): &(Condition, Amount)| *condition == Condition::Always;
    if !lines.iter().any(always) {
        lines.push((Condition::Always, start));
    }
    lines
}

/// A whole number, not too large.
fn number(build: &mut Build<'_>, node: &Node) -> i32 {
    in_bounds(build, node.integer(), &node.place)
}

/// A number that was written somewhere, if it is not too large.
fn in_bounds(build: &mut Build<'_>, written: Option<i64>, place: &Location) -> i32 {
    let fits = written.and_then(|n| i32::try_from(n).ok());
    if let Some(number) = fits.filter(|n| n.abs() <= MAX) {
        return number;
    }
    let written = written.map_or_else(|| "this".to_owned(), |n| n.to_string());
    let message = format!("{written} is too large a number here");
    let help = format!("write a number from -{MAX} to {MAX}");
    build.error("value-too-large", place.clone(), message, &help);
    0
}
