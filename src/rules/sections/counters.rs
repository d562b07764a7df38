//! `[counters.NAME]`: numbers that each player has.

use super::build::{Build, by_side};
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::{BySide, PieceSet, Side};
use crate::rules::condition::Site;
use crate::rules::{Condition, Counter};
use crate::source::{Node, Table};

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
        let (start, men) = start(build, table.get("start"));
        let counter = Counter {
            id: key.name.clone(),
            start,
            men,
            restart,
            condition: steps,
            step: table.get("step").map_or(1, |n| number(build, n)),
            in_fen: table.get("fen").and_then(Node::boolean) == Some(true),
            place: key.place.clone(),
        };
        build.rules.counters.push(counter);
    }
}

/// What a counter starts at: a number, and men to be counted.
fn start(build: &mut Build<'_>, node: Option<&Node>) -> (BySide<i32>, BySide<PieceSet>) {
    let mut start = (BySide::both(0), BySide::default());
    let Some(node) = node else { return start };
    start.0 = by_side(node, |node, _: Side| {
        node.integer().map(|_| number(build, node))
    });
    // A set is the same for both players: they stand on one board.
    if node.text().is_some() {
        start.1 = build.pieces(node);
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

/// A whole number, not too large.
fn number(build: &mut Build<'_>, node: &Node) -> i32 {
    let written = node.integer().unwrap_or_default();
    if let Some(number) = i32::try_from(written).ok().filter(|n| n.abs() <= MAX) {
        return number;
    }
    let message = format!("{written} is too large a number here");
    let help = format!("write a number from -{MAX} to {MAX}");
    build.error("value-too-large", node.place.clone(), message, &help);
    0
}
