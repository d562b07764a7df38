//! `[board]`: the board's size and how Black sees it.

use super::build::Build;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::{MAX_FILES, MAX_RANKS, Shape};
use crate::rules::BlackView;
use crate::rules::condition::Names;
use crate::similar::similar;
use crate::source::{Table, Text};

pub(super) const SECTION: Section = Section {
    name: "board",
    meaning: "the board's size and how Black sees it",
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
    ]),
    inherited: true,
    steps: &[(Pass::Board, lower)],
};

fn lower(build: &mut Build<'_>) {
    let table = build.section("board");
    let files = size(build, table, "files", MAX_FILES);
    let ranks = size(build, table, "ranks", MAX_RANKS);
    if let Ok(shape) = Shape::new(files, ranks) {
        build.rules.shape = shape;
    }
    if let Some(text) = table.text("black") {
        view(build, text);
    }
    build.names = Names::new(build.rules.shape, build.rules.view);
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
    let help = similar(word, VIEWS.iter().map(|(name, _)| *name)).map_or_else(
        || "write \"mirror\", \"turn\" or \"same\"".to_owned(),
        |close| format!("did you mean \"{close}\"?"),
    );
    let place = text.at(0..word.len());
    build.error(
        "unknown-word",
        place,
        format!("`{word}` is no view of the board"),
        &help,
    );
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
