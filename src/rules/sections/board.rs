//! `[board]`: the board's size and form, and how Black sees it.

use super::build::Build;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::{MAX_FILES, MAX_RANKS, Shape};
use crate::diagnostics::Diagnostic;
use crate::rules::BlackView;
use crate::rules::condition::Names;
use crate::similar::similar;
use crate::source::{Node, Table, Text};

pub(super) const SECTION: Section = Section {
    name: "board",
    meaning: "the board's size and form, and how Black sees it",
    body: Body::Keys(&[
        Key {
            name: "files",
            want: Want::INTEGER,
            missing: Missing::Default("8"),
            meaning: "the number of files, 1 to 16",
        },
        Key {
            name: "ranks",
            want: Want::INTEGER,
            missing: Missing::Default("8"),
            meaning: "the number of ranks, 1 to 16",
        },
        Key {
            name: "black",
            want: Want::TEXT,
            missing: Missing::Default("\"mirror\""),
            meaning: "how squares and zones read for Black: \"mirror\" counts ranks from the other end, \"turn\" \
                      files too, \"same\" nothing",
        },
        Key {
            name: "holes",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "squares of the rectangle that are not part of the board, `*` in a FEN",
        },
        Key {
            name: "wrap",
            want: Want::BOOL,
            missing: Missing::Default("false"),
            meaning: "whether the first file stands beside the last, as on a cylinder",
        },
    ]),
    inherited: true,
    steps: &[(Pass::Board, lower)],
};

fn lower(build: &mut Build<'_>) {
    let table = build.section("board");
    let files = size(build, table, "files", MAX_FILES);
    let ranks = size(build, table, "ranks", MAX_RANKS);
    if let Ok(shape) = Shape::new(files, ranks) {
        let wraps = table.get("wrap").and_then(Node::boolean).unwrap_or(false);
        build.rules.shape = shape.with_wraps(wraps);
    }
    if let Some(text) = table.text("black") {
        view(build, text);
    }
    build.names = Names::new(build.rules.shape, build.rules.view);
    if let Some(node) = table.get("holes") {
        holes(build, node);
    }
}

/// The squares that are missing, as White sees them; some square has to be left.
fn holes(build: &mut Build<'_>, node: &Node) {
    let holes = build.zone(node).white;
    if holes.len() == build.rules.shape.len() {
        build.error(
            "all-holes",
            node.place.clone(),
            "no square of the board is left",
            "name only the squares that are missing",
        );
        return;
    }
    build.rules.holes = holes;
}

const VIEWS: [(&str, BlackView); 3] = [
    ("mirror", BlackView::Mirror),
    ("turn", BlackView::Turn),
    ("same", BlackView::Same),
];

fn view(build: &mut Build<'_>, text: &Text) {
    let word = text.as_str();
    if let Some((_, view)) = VIEWS.iter().find(|(name, _)| *name == word) {
        build.rules.view = *view;
        return;
    }
    let place = text.at(0..word.len());
    let message = format!("`{word}` is no view of the board");
    let finding = Diagnostic::error("unknown-word", place, message);
    build
        .findings
        .push(match similar(word, VIEWS.iter().map(|(name, _)| *name)) {
            Some(close) => finding.meant(word, close),
            None => finding.help("write \"mirror\", \"turn\" or \"same\""),
        });
}

fn size(build: &mut Build<'_>, table: &Table, key: &str, max: u8) -> i64 {
    let usual = 8;
    let Some(node) = table.get(key) else {
        return usual;
    };
    let Some(size) = node.integer() else {
        return usual;
    };
    if (1..=i64::from(max)).contains(&size) {
        return size;
    }
    let help = format!("write a number from 1 to {max}");
    build.error(
        "board-size",
        node.place.clone(),
        format!("a board has 1 to {max} {key}, not {size}"),
        &help,
    );
    usual
}
