//! `[setup]`: the start position.

use super::build::Build;
use super::groups::whole;
use super::shape::{check_name, is_name};
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::{Man, Side};
use crate::diagnostics::Diagnostic;
use crate::fen::{self, FenFinding, Options};
use crate::movegen::castling::partner_by_direction;
use crate::position::State;
use crate::source::{Location, Node, Table, Text};

pub(super) const SECTION: Section = Section {
    name: "setup",
    meaning: "the start position",
    body: Body::Keys(&[
        Key {
            name: "fen",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "the start position as FEN; missing fields take their defaults",
        },
        Key {
            name: "array",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "the start position as a picture, instead of `fen`: a line a rank from the top, the men with \
                      blanks between, `.` for an empty square",
        },
        Key {
            name: "rights",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "with `array`: the castling rights as in a FEN; by default everybody's who stands right for it",
        },
        Key {
            name: "others",
            want: Want::NAMED_TEXTS,
            missing: Missing::Nothing,
            meaning: "other start positions: NAME = FEN",
        },
    ]),
    inherited: true,
    steps: &[(Pass::Rules, look), (Pass::Start, lower)],
};

/// What can be said of the setup before the rules are known.
fn look(build: &mut Build<'_>) {
    let table = build.section("setup");
    match (table.entry("fen"), table.entry("array")) {
        (Some((_, fen)), None) => {
            if let Some((key, _)) = table.entry("rights") {
                let help = "write the rights as the third field of `fen`";
                build.error(
                    "rights-without-array",
                    key.place.clone(),
                    "`rights` belongs to `array`",
                    help,
                );
            }
            if let Some(text) = fen.text() {
                placement(build, text);
            }
        }
        (None, Some((_, array))) => {
            if let Some(text) = array.text() {
                look_at_picture(build, text);
            }
        }
        (Some((fen, _)), Some((array, _))) => {
            let finding = Diagnostic::error(
                "two-setups",
                array.place.clone(),
                "the setup is given twice, as `fen` and as `array`",
            )
            .related(fen.place.clone(), "the other one")
            .help("keep one of them");
            build.findings.push(finding);
        }
        (None, None) => {
            let place = build.document.table.entry("setup").map_or_else(
                || Location::new(build.document.file, 0..0),
                |(key, _)| key.place.clone(),
            );
            let help = "write `setup.fen = \"…\"`, or `setup.array` with a picture";
            build.error(
                "no-setup",
                place,
                "the file does not say the start position",
                help,
            );
        }
    }
    let names: Vec<_> = table
        .table("others")
        .map(|t| t.iter().map(|(k, _)| k).collect())
        .unwrap_or_default();
    for key in names {
        if !is_name(&key.name) {
            build.findings.extend(check_name("setup.others", key));
        }
    }
}

fn look_at_picture(build: &mut Build<'_>, text: &Text) {
    let written = text.as_str();
    let Some(digit) = written.find(|c: char| c.is_ascii_digit() || c == '/') else {
        placement(build, &picture(text));
        return;
    };
    let help = "a picture has `.` for each empty square and a line for each rank";
    let message = format!("`{}` belongs to a FEN", &written[digit..=digit]);
    build.error("bad-picture", text.at(digit..digit + 1), message, help);
}

/// Reads the first field of a FEN.
fn placement(build: &mut Build<'_>, text: &Text) -> Option<Vec<Option<Man>>> {
    let (start, men) = first_field(text);
    match fen::placement(build.rules.shape, &build.rules.kinds, men) {
        Ok(men) => Some(men),
        Err(findings) => {
            for finding in findings {
                note(build, text, start, finding);
            }
            None
        }
    }
}

fn first_field(text: &Text) -> (usize, &str) {
    let fen = text.as_str();
    let start = fen.len() - fen.trim_start().len();
    (
        start,
        fen[start..]
            .split_ascii_whitespace()
            .next()
            .unwrap_or_default(),
    )
}

/// Passes on a finding about a FEN that starts at an offset of a text.
pub(super) fn note(build: &mut Build<'_>, text: &Text, start: usize, finding: FenFinding) {
    let place = text.at(finding.span.start + start..finding.span.end + start);
    let written = text
        .as_str()
        .get(finding.span.start + start..finding.span.end + start);
    let mut out = Diagnostic::error(finding.code, place, finding.message);
    out.help = finding.help;
    // A man of a piece that was removed.
    let gone = build.document.removed.iter().find(|removed| {
        let letter = removed
            .was
            .as_ref()
            .and_then(Node::table)
            .and_then(|t| t.text("letter"));
        removed.section == "pieces"
            && letter.is_some_and(|l| written.is_some_and(|w| l.as_str().eq_ignore_ascii_case(w)))
    });
    if let (Some(gone), true) = (gone, finding.code == "fen-unknown-man") {
        out = out.related(
            gone.place.clone(),
            format!("`{}` is removed here", gone.name),
        );
    }
    build.findings.push(out);
}

/// The picture of an array as the first field of a FEN whose characters stand where those of the picture do.
fn picture(array: &Text) -> Text {
    let text = array.as_str();
    let start_of = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let mut out = Text::made("", whole(array));
    let lines: Vec<_> = text.lines().filter(|l| !l.trim().is_empty()).collect();
    for (i, line) in lines.iter().enumerate() {
        let at = start_of(line);
        if i > 0 {
            out.push(&Text::made("/", array.at(at..at)));
        }
        let mut dots: Option<(usize, usize)> = None;
        let mut count = 0;
        for man in line.split_whitespace() {
            let at = start_of(man);
            if man == "." {
                dots = Some((dots.map_or(at, |(start, _)| start), at + man.len()));
                count += 1;
                continue;
            }
            flush(&mut out, array, &mut dots, &mut count);
            out.push(&array.slice(at..at + man.len()));
        }
        flush(&mut out, array, &mut dots, &mut count);
    }
    out
}

/// Writes a run of empty squares.
fn flush(out: &mut Text, array: &Text, dots: &mut Option<(usize, usize)>, count: &mut usize) {
    if let Some((start, end)) = dots.take() {
        out.push(&Text::made(count.to_string(), array.at(start..end)));
        *count = 0;
    }
}

fn lower(build: &mut Build<'_>) {
    let table = build.section("setup");
    let state = match (table.text("fen"), table.text("array")) {
        (Some(text), _) => read(build, text),
        (None, Some(array)) => {
            let mut text = picture(array);
            let place = whole(array);
            text.push(&Text::made(" w ", place));
            if let Some(rights) = table.text("rights") {
                text.push(rights);
                read(build, &text)
            } else {
                build.rules.defaults.push("setup.rights".to_owned());
                text.push(&Text::made("-", whole(array)));
                read(build, &text).map(|state| with_all_rights(build, state))
            }
        }
        (None, None) => None,
    };
    let Some(state) = state else { return };
    build.rules.start = fen::write(&build.rules, &state);
    build.rules.array = state.men;
    for (key, node) in table.table("others").into_iter().flat_map(Table::iter) {
        if let Some(text) = node.text() {
            other(build, &key.name, text);
        }
    }
}

fn other(build: &mut Build<'_>, name: &str, text: &Text) {
    let array = std::mem::take(&mut build.rules.array);
    if let Some(state) = read(build, text) {
        let fen = fen::write(&build.rules, &state);
        build.rules.others.push((name.to_owned(), fen));
    }
    build.rules.array = array;
}

/// A start position, or findings. Its own men become the array that tells who has moved.
fn read(build: &mut Build<'_>, text: &Text) -> Option<State> {
    build.rules.array = placement(build, text)?;
    missing_royals(build, text);
    match fen::read(&build.rules, text.as_str(), Options::default()) {
        Ok(state) => Some(state),
        Err(error) => {
            error.0.into_iter().for_each(|f| note(build, text, 0, f));
            None
        }
    }
}

/// Where there are royal kinds, each side starts with a man of one.
fn missing_royals(build: &mut Build<'_>, text: &Text) {
    let (start, men) = first_field(text);
    let place = text.at(start..start + men.len());
    for side in Side::ALL {
        let royals = build.rules.royals(side);
        let is_royal = |man: &Man| man.side == side && royals.contains(man.kind);
        if royals.is_empty() || build.rules.array.iter().flatten().any(is_royal) {
            continue;
        }
        let kinds = royals.iter().map(|k| build.rules.kind(k));
        let (names, letters): (Vec<_>, Vec<_>) = kinds
            .map(|k| (k.title.clone(), format!("`{}`", k.letter.text(side))))
            .unzip();
        let message = format!("{side} has no {}", names.join(" or "));
        let help = format!("put {} on a square", letters.join(" or "));
        build.error("missing-royal", place.clone(), message, &help);
    }
}

/// The rights of all partners that stand where castling looks for them.
fn with_all_rights(build: &Build<'_>, mut state: State) -> State {
    for side in Side::ALL {
        for direction in [1, -1] {
            if let Some(square) = partner_by_direction(&build.rules, &state, side, direction) {
                state.rights.insert(square);
            }
        }
    }
    state
}
