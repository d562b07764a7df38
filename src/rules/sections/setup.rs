//! `[setup]`: the start position.

use super::armies;
use super::build::Build;
use super::groups::whole;
use super::inherited;
use super::shape::{check_name, is_name};
use super::shuffle;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::{Man, PieceId, Shape, Side};
use crate::diagnostics::Diagnostic;
use crate::fen::{self, FenFinding, Options, Placement};
use crate::movegen::castling::all_rights;
use crate::notation::NotationEdit;
use crate::position::State;
use crate::source::{Key as Written, Location, Table, Text};
use std::ops::Range;

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
            name: "white",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "White's army, one of `[armies]`; with `black`, instead of `fen` or `array`",
        },
        Key {
            name: "black",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "Black's army, which stands opposite",
        },
        Key {
            name: "hands",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "with `array` or armies: the men in hand as in a FEN, without the brackets; nobody's by default",
        },
        Key {
            name: "rights",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "with `array` or armies: the castling rights as in a FEN; by default everybody's who stands right for it",
        },
        Key {
            name: "unmoved",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "the pieces whose first move is remembered square by square; for all others the place tells",
        },
        Key {
            name: "shuffle",
            want: Want::TEXTS,
            missing: Missing::Nothing,
            meaning: "start positions drawn by lot: each line places its pieces on squares of `zone` that are still \
                      free, in the order written, as in \"rook king rook\"; `bishop on light` names the squares",
        },
        Key {
            name: "zone",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "with `shuffle`: the squares that are cleared and filled, seen by White; `first 1` if not said",
        },
        Key {
            name: "if",
            want: Want::TEXT,
            missing: Missing::Default("\"always\""),
            meaning: "with `shuffle`: what must hold of an array, asked for both players; only such are drawn, and \
                      numbered in their order",
        },
        Key {
            name: "alike",
            want: Want::BOOL,
            missing: Missing::Default("true"),
            meaning: "with `shuffle`: whether Black's men stand opposite White's; if not, they are drawn by lot of \
                      their own",
        },
        Key {
            name: "others",
            want: Want::NAMED_TEXTS,
            missing: Missing::Nothing,
            meaning: "other start positions: NAME = FEN",
        },
    ]),
    inherited: true,
    steps: &[
        (Pass::Rules, look),
        (Pass::Rules, shuffle::lower),
        (Pass::Start, lower),
        (Pass::Start, shuffle::check),
    ],
};

/// What can be said of the setup before the rules are known.
fn look(build: &mut Build<'_>) {
    let table = build.section("setup");
    if let Some(unmoved) = table.get("unmoved") {
        let kinds = build.pieces(unmoved);
        build.rules.unmoved = kinds.white.union(kinds.black);
    }
    let army = table.entry("white").or(table.entry("black"));
    match (table.entry("fen"), table.entry("array").or(army)) {
        (Some((_, fen)), None) => {
            let keys = [
                (
                    "rights",
                    "rights-without-array",
                    "write the rights as the third field of `fen`",
                ),
                (
                    "hands",
                    "hands-without-array",
                    "write the men in hand in brackets behind the board's part of `fen`, as in `…/4K3[Nn]`",
                ),
            ];
            for (name, code, help) in keys {
                if let Some((key, _)) = table.entry(name) {
                    let message = format!("`{name}` belongs to `array`");
                    build.error(code, key.place.clone(), message, help);
                }
            }
            if let Some(text) = fen.text() {
                placement(build, text);
            }
        }
        (None, Some((key, node))) => {
            if let Some(text) = node.text().filter(|_| key.name == "array") {
                look_at_picture(build, text);
            }
            if let Some((other, _)) = army.filter(|(army, _)| army.name != key.name) {
                two_setups(build, key, other);
            }
        }
        (Some((fen, _)), Some((other, _))) => two_setups(build, fen, other),
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

/// Tells that the start position is given in two ways.
fn two_setups(build: &mut Build<'_>, one: &Written, other: &Written) {
    let message = format!(
        "the setup is given twice, as `{}` and as `{}`",
        one.name, other.name
    );
    let finding = Diagnostic::error("two-setups", other.place.clone(), message)
        .related(one.place.clone(), "the other one")
        .help("keep one of them");
    build.findings.push(finding);
}

/// What is wrong with a picture as a picture; else what is wrong with its men.
fn look_at_picture(build: &mut Build<'_>, text: &Text) {
    let found = if inherited::is_inherited(build, text) {
        Vec::new()
    } else {
        picture_mistakes(build.rules.shape, text.as_str())
    };
    if found.is_empty() {
        placement(build, &picture(text));
    }
    // What the men mean can be told in spite of ranks that are too long or too short.
    if !found.is_empty() && found.iter().all(|m| m.is_width) {
        let picture = picture(text);
        let men = fen::placement(build.rules.shape, &build.rules.kinds, picture.as_str());
        for finding in men.err().into_iter().flatten() {
            if finding.code == "fen-unknown-man" && build.bad_letters == 0 {
                note(build, &picture, finding);
            }
        }
    }
    for mistake in found {
        let place = text.at(mistake.part);
        build.error("bad-picture", place, mistake.message, &mistake.help);
    }
}

/// Something wrong with a picture.
struct Mistake {
    part: Range<usize>,
    message: String,
    help: String,
    /// Whether a rank has too many or too few squares.
    is_width: bool,
}

fn picture_mistakes(shape: Shape, written: &str) -> Vec<Mistake> {
    let place = |part: &str| {
        let start = part.as_ptr() as usize - written.as_ptr() as usize;
        start..start + part.len()
    };
    let one = |part, message: String, help: String| {
        vec![Mistake {
            part,
            message,
            help,
            is_width: false,
        }]
    };
    if let Some(digit) = written.find(|c: char| c.is_ascii_digit() || c == '/') {
        let message = format!("`{}` belongs to a FEN", &written[digit..=digit]);
        let help = "a picture has `.` for each empty square and a line for each rank";
        return one(digit..digit + 1, message, help.to_owned());
    }
    let is_man = |word: &str| word.chars().filter(|&c| c != '+').count() <= 1;
    if let Some(word) = written.split_whitespace().find(|w| !is_man(w)) {
        let apart: String = word.chars().take(16).flat_map(|c| [c, ' ']).collect();
        let apart = apart.trim().replace("+ ", "+");
        let help = format!("put blanks between the men: `{apart}`");
        return one(place(word), "several men stand together".to_owned(), help);
    }
    let counted = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let (files, ranks) = (usize::from(shape.files()), usize::from(shape.ranks()));
    let lines = written.lines().map(str::trim).filter(|l| !l.is_empty());
    let lines: Vec<_> = lines.collect();
    if lines.len() != ranks {
        let had = counted(lines.len(), "rank");
        let message = format!("the picture has {had}, but the board has {ranks}");
        let help = "write a line for each rank, the last rank first".to_owned();
        return one(place(written.trim()), message, help);
    }
    let squares = |line: &str| line.split_whitespace().count();
    let wrong = lines.into_iter().filter(|line| squares(line) != files);
    let mistake = |line: &str| {
        let had = counted(squares(line), "square");
        let message = format!("this rank has {had}, but the board has {files} files");
        let help = "write a man or `.` for each square of the rank".to_owned();
        Mistake {
            part: place(line),
            message,
            help,
            is_width: true,
        }
    };
    wrong.map(mistake).collect()
}

/// Reads the first field of a FEN. What is wrong with it is told.
fn placement(build: &mut Build<'_>, text: &Text) -> Option<Placement> {
    if text.as_str().trim().is_empty() {
        let message = "the FEN is empty";
        let help = "write the men, rank by rank, and who moves, as in `4k3/…/4K3 w - - 0 1`";
        build.error("fen-empty", whole(text), message, help);
        return None;
    }
    let (start, men) = first_field(text);
    match fen::placement(build.rules.shape, &build.rules.kinds, men) {
        Ok(placement) => Some(placement),
        Err(mut findings) => {
            // Men whose letter is not known can have one that is told to be wrong.
            findings.retain(|f| build.bad_letters == 0 || f.code != "fen-unknown-man");
            let moved = findings.into_iter().map(|mut f| {
                f.span = f.span.start + start..f.span.end + start;
                f
            });
            notes(build, text, moved.collect());
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

/// Passes on what is wrong with a start position: what the file has spoilt of an inherited one as one finding.
fn notes(build: &mut Build<'_>, text: &Text, findings: Vec<FenFinding>) {
    if !inherited::setup(build, text, &findings) {
        for finding in findings {
            note(build, text, finding);
        }
    }
}

/// Passes on a finding about a FEN.
pub(super) fn note(build: &mut Build<'_>, text: &Text, finding: FenFinding) {
    let gone = inherited::removed_man(build, text, &finding);
    let edit = |span: &Range<usize>, text: String, is_safe: bool| NotationEdit {
        span: span.clone(),
        text,
        is_safe,
    };
    let sure = finding.instead.map(|new| edit(&finding.span, new, true));
    let offered = finding.offer.map(|offer| {
        let (span, new) = *offer;
        edit(&span, new, false)
    });
    let edit = sure.or(offered);
    let mut out = Diagnostic::error(finding.code, text.at(finding.span), finding.message);
    out.help = finding.help;
    out.edits.extend(edit.and_then(|edit| text.edit(&edit)));
    if let Some(gone) = gone {
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
        (None, array) => {
            let picture = array.map(picture);
            let Some(mut text) = picture.or_else(|| armies::placement(build)) else {
                return;
            };
            let place = text.at(0..text.as_str().len());
            if let Some(hands) = table.text("hands") {
                text.push(&Text::made("[", hands.at(0..0)));
                text.push(hands);
                text.push(&Text::made("]", hands.at(0..0)));
            }
            text.push(&Text::made(" w ", place.clone()));
            if let Some(rights) = table.text("rights") {
                text.push(rights);
                build.rules.rights_given = true;
                read(build, &text)
            } else {
                build.rules.defaults.push("setup.rights".to_owned());
                text.push(&Text::made("-", place));
                read(build, &text).map(|state| with_all_rights(build, state))
            }
        }
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
    let placement = placement(build, text)?;
    let mut findings = missing_royals(build, &placement, text);
    build.rules.array = placement.men;
    match fen::read(&build.rules, text.as_str(), Options::default()) {
        Ok(state) if findings.is_empty() => return Some(state),
        Ok(_) => {}
        Err(error) => {
            let new = error.0.into_iter();
            findings.extend(new.filter(|f| f.code != "missing-royal"));
        }
    }
    notes(build, text, findings);
    None
}

/// Where there are royal kinds, each side starts with a man of one.
fn missing_royals(build: &Build<'_>, placement: &Placement, text: &Text) -> Vec<FenFinding> {
    let (start, men) = first_field(text);
    let mut findings = Vec::new();
    for side in Side::ALL {
        let royals = build.rules.royals(side);
        let is_royal = |man: &Man| man.side == side && royals.contains(man.kind);
        let is_held = |kind: PieceId| placement.in_hand(side, kind) > 0;
        let stands = placement.men.iter().flatten().any(is_royal);
        if royals.is_empty() || stands || royals.iter().any(is_held) {
            continue;
        }
        let kinds = royals.iter().map(|k| build.rules.kind(k));
        let (names, letters): (Vec<_>, Vec<_>) = kinds
            .map(|k| (k.title.clone(), format!("`{}`", k.letter.text(side))))
            .unzip();
        let message = format!("{side} has no {}", names.join(" or "));
        let help = format!("put {} on a square", letters.join(" or "));
        let finding = FenFinding::new("missing-royal", start..start + men.len(), message);
        findings.push(finding.help(help));
    }
    findings
}

/// The rights of all partners that stand where castling looks for them, and nobody moved.
fn with_all_rights(build: &Build<'_>, mut state: State) -> State {
    state.unmoved = state.squares(|m| build.rules.unmoved.contains(m.kind));
    state.rights = all_rights(&build.rules, &state);
    state
}
