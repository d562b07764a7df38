//! Mistakes that a file makes in what it inherits, by changing something that the inherited part relies on. They are
//! told once, at the line that changes it, and not in the file of somebody else.

use super::build::Build;
use crate::diagnostics::Diagnostic;
use crate::document::Removed;
use crate::fen::{self, FenFinding, Options};
use crate::source::{FileId, Location, Node, Table, Text};

/// Something that is wrong because a line changes what is inherited.
struct Cause {
    code: &'static str,
    /// The line.
    place: Location,
    message: String,
    help: String,
}

/// Whether a text is taken over from a base.
pub(super) fn is_inherited(build: &Build<'_>, text: &Text) -> bool {
    text.at(0..0).file != build.document.file
}

/// Tells a mistake at the line that causes it; what it spoils are further places of one finding.
fn tell(build: &mut Build<'_>, cause: Cause, spoils: Location, label: &str) {
    const MOST: usize = 5;
    if let Some(finding) = build.findings.find(cause.code, &cause.place) {
        let is_told = finding.related.iter().any(|(place, _)| *place == spoils);
        if !is_told && finding.related.len() < MOST {
            finding.related.push((spoils, label.to_owned()));
        }
        return;
    }
    let finding = Diagnostic::error(cause.code, cause.place, cause.message).related(spoils, label);
    build.findings.push(finding.help(cause.help));
}

/// Tells that something inherited names what was removed.
pub(super) fn still_named(build: &mut Build<'_>, gone: &Removed, place: Location) {
    tell(build, still_used(gone), place, "it is named here");
}

fn still_used(gone: &Removed) -> Cause {
    let message = format!(
        "`{}` is removed, but what is inherited still needs it",
        gone.name
    );
    Cause {
        code: "still-used",
        place: gone.place.clone(),
        message,
        help: "write what is marked anew without it, or remove that too".to_owned(),
    }
}

/// Tells that something inherited lies beyond a board that the file changes. Whether the file does that.
pub(super) fn off_board(build: &mut Build<'_>, text: &Text, place: Location) -> bool {
    if !is_inherited(build, text) {
        return false;
    }
    let Some(line) = board_line(build, place.file, ["files", "ranks"]) else {
        return false;
    };
    let message = format!(
        "something inherited lies beyond a board of {}",
        build.rules.shape
    );
    let cause = Cause {
        code: "off-board",
        place: line,
        message,
        help: "write what is marked anew for this board".to_owned(),
    };
    tell(build, cause, place, "this lies beyond it");
    true
}

/// Tells what is wrong with an inherited start position because of what the file changes, as one mistake. Whether
/// there is such a change.
pub(super) fn setup(build: &mut Build<'_>, text: &Text, findings: &[FenFinding]) -> bool {
    if !is_inherited(build, text) {
        return false;
    }
    let home = text.at(0..0).file;
    let place = |finding: &FenFinding| text.at(finding.span.clone());
    let mut is_told = false;
    for finding in findings {
        if let Some(gone) = removed_man(build, text, finding)
            && gone.place.file != home
        {
            let gone = gone.clone();
            let others = findings
                .iter()
                .filter(|f| f.code == finding.code)
                .filter(|f| removed_man(build, text, f).is_some_and(|g| g.name == gone.name));
            let first = others.map(&place).min_by_key(|p| p.span.start);
            let label = "the inherited start position has such men";
            let first = first.unwrap_or_else(|| place(finding));
            tell(build, still_used(&gone), first, label);
            is_told = true;
        }
    }
    if is_told {
        return true;
    }
    for finding in findings {
        if let Some(cause) = setup_cause(build, text, finding) {
            tell(build, cause, place(finding), "the inherited start position");
            return true;
        }
    }
    false
}

fn setup_cause(build: &Build<'_>, text: &Text, finding: &FenFinding) -> Option<Cause> {
    let home = text.at(0..0).file;
    let anew = "write your own start position, as `setup.fen` or `setup.array`".to_owned();
    let cause = |place, message: String, help| Cause {
        code: "inherited-setup",
        place,
        message,
        help,
    };
    let changed = |message: String, help: String, keys: [&str; 2]| {
        Some(cause(piece_line(build, home, keys)?, message, help))
    };
    match finding.code {
        "fen-ranks" | "fen-rank-too-wide" | "fen-rank-too-narrow" => {
            let keys = if finding.code == "fen-ranks" {
                ["ranks", "files"]
            } else {
                ["files", "ranks"]
            };
            let message = format!(
                "the inherited start position does not fit a board of {}",
                build.rules.shape
            );
            Some(cause(board_line(build, home, keys)?, message, anew))
        }
        "fen-hole" => {
            let message =
                "the inherited start position does not have the holes of this board".to_owned();
            Some(cause(
                board_line(build, home, ["holes", "holes"])?,
                message,
                anew,
            ))
        }
        "fen-unknown-man" => {
            let written = text
                .as_str()
                .get(finding.span.clone())
                .unwrap_or_default()
                .to_owned();
            let message = format!(
                "the inherited start position has men with the letter `{written}`, which no piece has any more"
            );
            changed(message, anew, ["letter", "letter"])
        }
        "missing-royal" => {
            let message = format!("in the inherited start position {}", finding.message);
            changed(message, anew, ["royal", "royal"])
        }
        "fen-rights" => {
            let message =
                "the inherited start position has castling rights that nobody can use any more";
            let place = castling_line(build, home)
                .or_else(|| piece_line(build, home, ["moves", "royal"]))?;
            Some(cause(
                place,
                message.to_owned(),
                without_rights(build, text),
            ))
        }
        _ => {
            let message = format!("in the inherited start position {}", finding.message);
            changed(message, anew, ["moves", "royal"])
        }
    }
}

/// The help that writes the start position without the rights that nobody can use.
fn without_rights(build: &Build<'_>, text: &Text) -> String {
    let fields: Vec<_> = text.as_str().split_whitespace().collect();
    let with = |rights: &str| {
        let all = fields.iter().enumerate();
        let all: Vec<_> = all
            .map(|(i, field)| if i == 2 { rights } else { *field })
            .collect();
        all.join(" ")
    };
    let is_usable = |letter: &char| {
        let read = fen::read(&build.rules, &with(&letter.to_string()), Options::default());
        read.map_or_else(|e| e.0.iter().all(|f| f.code != "fen-rights"), |_| true)
    };
    let letters = fields.get(2).map(|rights| rights.chars());
    let left: String = letters.into_iter().flatten().filter(is_usable).collect();
    let left = if left.is_empty() { "-" } else { &left };
    format!("write it without them: `setup.fen = \"{}\"`", with(left))
}

/// The man in a start position that a finding is about, if its piece was removed.
pub(super) fn removed_man<'a>(
    build: &Build<'a>,
    text: &Text,
    finding: &FenFinding,
) -> Option<&'a Removed> {
    let written = text.as_str().get(finding.span.clone())?;
    let document = build.document;
    document.removed.iter().find(|removed| {
        let was = removed.was.as_ref().and_then(Node::table);
        let letter = was.and_then(|t| t.text("letter"));
        finding.code == "fen-unknown-man"
            && removed.section == "pieces"
            && letter.is_some_and(|l| l.as_str().eq_ignore_ascii_case(written))
    })
}

/// The line of a key of the board that does not come from a file.
fn board_line(build: &Build<'_>, home: FileId, keys: [&str; 2]) -> Option<Location> {
    let board = build.section("board");
    keys.into_iter().find_map(|key| line(board, key, home))
}

/// The line about castling that does not come from a file.
fn castling_line(build: &Build<'_>, home: FileId) -> Option<Location> {
    let castling = build.section("castling");
    line(castling, "with", home)
}

/// The line of a key of some piece that does not come from a file; that of a royal piece counts first.
fn piece_line(build: &Build<'_>, home: FileId, keys: [&str; 2]) -> Option<Location> {
    let mut pieces = build.things("pieces");
    let is_royal = |node: &Node| {
        let table = node.table();
        table
            .and_then(|t| t.get("royal"))
            .is_some_and(|n| !n.is_false())
    };
    pieces.sort_by_key(|(_, node)| !is_royal(node));
    keys.into_iter().find_map(|key| {
        let mut tables = pieces.iter().filter_map(|(_, node)| node.table());
        tables.find_map(|table| line(table, key, home))
    })
}

/// A key with its value, if they do not come from a file.
fn line(table: &Table, key: &str, home: FileId) -> Option<Location> {
    let (key, node) = table.entry(key)?;
    let (start, end) = (key.place.span.start, node.place.span.end);
    (key.place.file != home)
        .then(|| Location::new(key.place.file, start..end.max(key.place.span.end)))
}
