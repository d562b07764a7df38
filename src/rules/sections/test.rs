//! `[test.NAME]`: what the file says about itself. The tests are read and checked here, not run.

use super::build::Build;
use super::groups::whole;
use super::setup::note;
use super::top::texts;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::Side;
use crate::diagnostics::Diagnostic;
use crate::fen::{self, Options};
use crate::rules::TestCase;
use crate::similar::{listed, similar};
use crate::source::{Location, Node, Table, Text, Value};

pub(super) const SECTION: Section = Section {
    name: "test",
    meaning: "what must come out, so that the file proves itself",
    body: Body::Things {
        keys: &[
            Key {
                name: "fen",
                want: Want::TEXT,
                missing: Missing::Default("the setup"),
                meaning: "the position",
            },
            Key {
                name: "moves",
                want: Want::TEXT_OR_TEXTS,
                missing: Missing::Nothing,
                meaning: "moves that are played first",
            },
            Key {
                name: "from",
                want: Want::TEXT,
                missing: Missing::Nothing,
                meaning: "limits `legal` to the moves from one square",
            },
            Key {
                name: "legal",
                want: Want::TEXT_OR_TEXTS,
                missing: Missing::Nothing,
                meaning: "exactly these moves are legal",
            },
            Key {
                name: "allows",
                want: Want::TEXT_OR_TEXTS,
                missing: Missing::Nothing,
                meaning: "these moves are legal",
            },
            Key {
                name: "forbids",
                want: Want::TEXT_OR_TEXTS,
                missing: Missing::Nothing,
                meaning: "these moves are not legal",
            },
            Key {
                name: "check",
                want: Want::BOOL,
                missing: Missing::Nothing,
                meaning: "whether the player to move is in check",
            },
            Key {
                name: "becomes",
                want: Want::TEXT,
                missing: Missing::Nothing,
                meaning: "the position after `moves`, as FEN",
            },
            Key {
                name: "ends",
                want: Want::TEXT,
                missing: Missing::Nothing,
                meaning: "the result and the name of the end, such as \"white mate\" or \"draw repetition\"",
            },
            Key {
                name: "perft",
                want: Want::INTEGERS,
                missing: Missing::Nothing,
                meaning: "the numbers of sequences of 1, 2, … moves",
            },
        ],
        defaults: &[],
    },
    inherited: false,
    steps: &[(Pass::Tests, lower)],
};

fn lower(build: &mut Build<'_>) {
    for (key, node) in build.things("test") {
        if let Some(table) = node.table() {
            let test = test(build, &key.name, &key.place, table);
            build.rules.tests.push(test);
        }
    }
    // A test without a position is about the setup: nothing that a reader of the rules has to know.
    build.rules.defaults.retain(|key| !key.starts_with("test."));
}

const EXPECTATIONS: [&str; 7] = [
    "legal", "allows", "forbids", "check", "becomes", "ends", "perft",
];

fn test(build: &mut Build<'_>, name: &str, place: &Location, table: &Table) -> TestCase {
    if EXPECTATIONS.iter().all(|key| table.get(key).is_none()) {
        let help = format!("add one of {}", listed(EXPECTATIONS));
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
        let about_moves = ["legal", "allows", "forbids"];
        if about_moves.iter().all(|key| table.get(key).is_none()) {
            let help = "add `legal`, or take `from` out";
            build.error(
                "empty-test",
                whole(from),
                "`from` limits `legal`, which is not there",
                help,
            );
        }
    }
    let mut moves = |key: &str| table.get(key).map(|node| moves(build, node));
    TestCase {
        id: name.to_owned(),
        moves: moves("moves").unwrap_or_default(),
        legal: moves("legal"),
        allows: moves("allows").unwrap_or_default(),
        forbids: moves("forbids").unwrap_or_default(),
        fen: text("fen"),
        from: text("from"),
        check: table.get("check").and_then(Node::boolean),
        becomes: text("becomes"),
        ends: table.text("ends").map(|t| ends(build, t)),
        perft: table
            .get("perft")
            .map(|n| counts(build, n))
            .unwrap_or_default(),
        place: Some(place.clone()),
    }
}

fn position(build: &mut Build<'_>, text: &Text) {
    if let Err(error) = fen::read(&build.rules, text.as_str(), Options::default()) {
        error.0.into_iter().for_each(|f| note(build, text, f));
    }
}

/// The moves of a text, with blanks between, or of a list; each is checked for its shape.
fn moves(build: &mut Build<'_>, node: &Node) -> Vec<String> {
    match &node.value {
        Value::Text(text) => {
            for part in text.as_str().split_whitespace() {
                let start = part.as_ptr() as usize - text.as_str().as_ptr() as usize;
                one_move(build, text, start..start + part.len());
            }
        }
        Value::List(items) => {
            for text in items.iter().filter_map(Node::text) {
                one_move(build, text, 0..text.as_str().len());
            }
        }
        _ => {}
    }
    let split = |text: String| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    texts(node).into_iter().flat_map(split).collect()
}

/// The places of the squares of `e2e4`, or of `e4e5,e5e4`, where each leg starts on the square where the one before ends.
fn legs(text: &str) -> Option<Vec<std::ops::Range<usize>>> {
    let mut names: Vec<std::ops::Range<usize>> = Vec::new();
    let mut start = 0;
    for leg in text.split(',') {
        let second = leg.bytes().skip(1).position(|b| b.is_ascii_lowercase())?;
        let (from, to) = leg.split_at(second + 1);
        let follows = names.last().is_none_or(|last| text[last.clone()] == *from);
        if !(is_square(from) && is_square(to) && follows) {
            return None;
        }
        let middle = start + from.len();
        if names.is_empty() {
            names.push(start..middle);
        }
        names.push(middle..start + leg.len());
        start += leg.len() + 1;
    }
    Some(names)
}

/// Checks `e2e4`, `e7e8=Q`, `e6e7=+P` or `e4e5,e5f6=Q`, each perhaps with a mark such as `/destroy` behind it; a drop
/// `P@e4`, a promotion in place `e4=Q`, or `pass`.
fn one_move(build: &mut Build<'_>, text: &Text, part: std::ops::Range<usize>) {
    let written = &text.as_str()[part.clone()];
    if written == "pass" {
        return;
    }
    let plain = written.split('/').next().unwrap_or_default();
    let (squares, promotion) = plain
        .split_once('=')
        .map_or((plain, None), |(s, p)| (s, Some(p)));
    if let Some((letter, name)) = squares.split_once('@').filter(|(_, name)| is_square(name)) {
        let middle = part.start + letter.len();
        known_letter(build, text, letter, part.start..middle);
        square(build, text, middle + 1..middle + 1 + name.len());
        return;
    }
    let stays = promotion.is_some() && is_square(squares);
    let Some(legs) =
        legs(squares).or_else(|| stays.then(|| std::iter::once(0..squares.len()).collect()))
    else {
        let help = move_help(written);
        build.error(
            "bad-move",
            text.at(part),
            format!("`{written}` is no move"),
            &help,
        );
        return;
    };
    for name in legs {
        square(build, text, part.start + name.start..part.start + name.end);
    }
    if let Some(letter) = promotion {
        let end = part.start + plain.len();
        known_letter(build, text, letter, end - letter.len()..end);
    }
}

/// Tells that a letter is no piece's, if it is none.
fn known_letter(build: &mut Build<'_>, text: &Text, letter: &str, part: std::ops::Range<usize>) {
    let mut letters = build.rules.kinds.iter().map(|k| k.letter.text(Side::White));
    if letters.any(|known| known == letter) {
        return;
    }
    let letters: Vec<_> = build
        .rules
        .kinds
        .iter()
        .map(|k| k.letter.text(Side::White))
        .collect();
    let help = format!("the letters are {}", letters.join(" "));
    let message = format!("no piece has the letter `{letter}`");
    build.error("unknown-letter", text.at(part), message, &help);
}

/// How to write what is no move.
fn move_help(written: &str) -> String {
    if let Some(legs) = as_legs(written) {
        return format!(
            "write a move of several legs leg by leg, with a comma between and each from where to where: `{legs}`"
        );
    }
    let plain: String = written
        .chars()
        .filter(|c| !matches!(c, '-' | ',' | ';' | 'x' | '+' | '#'))
        .collect();
    let squares = plain.split('=').next().unwrap_or_default();
    let middle = squares.rfind(|c: char| c.is_ascii_lowercase());
    let whole = middle.is_some_and(|i| is_square(&squares[..i]) && is_square(&squares[i..]));
    if whole && plain != written {
        return format!("write it without `-`, `x` and commas: `{plain}`");
    }
    if written.contains(',') && written.split(',').all(|leg| legs(leg).is_some()) {
        return "put blanks between moves; commas join the legs of one move, where each leg starts on the square where the one before ends, as in `e4e5,e5e4`"
            .to_owned();
    }
    let is_san = middle.is_some_and(|i| {
        let piece = squares[..i].trim_start_matches(|c: char| c.is_ascii_uppercase());
        is_square(&squares[i..]) && piece.len() <= 1
    });
    if is_san || written.starts_with("O-O") {
        return "moves of a score (SAN) are not read here: write from where to where, such as `g1f3`"
            .to_owned();
    }
    let behind = written.trim_start_matches(|c: char| c == '+' || c.is_ascii_uppercase());
    let names = behind.replace(['x', '-', '~'], "");
    if behind.len() < written.len() && square_names(&names).is_some_and(|names| names.len() > 1) {
        return "moves of a score (SAN) are not read here: write from where to where, such as `g1f3`, and a move of several legs leg by leg, such as `e4e5,e5e4`"
            .to_owned();
    }
    "write where it starts and where it ends, such as `e2e4`, `e7e8=Q` or `e6e7=+P`".to_owned()
}

/// The legs of a move that is written as its squares one after the other: `e4e5,e5e4` for `e4e5e4` and `e4xe5-e4`.
fn as_legs(written: &str) -> Option<String> {
    let (squares, promotion) = match written.find('=') {
        Some(at) => written.split_at(at),
        None => (written, ""),
    };
    let plain = squares.replace(['x', '-', '~'], "");
    let names = square_names(&plain)?;
    let legs: Vec<String> = names.windows(2).map(<[&str]>::concat).collect();
    (legs.len() > 1).then(|| legs.join(",") + promotion)
}

/// The squares of which a text consists.
fn square_names(text: &str) -> Option<Vec<&str>> {
    let mut names: Vec<&str> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.bytes().skip(1).position(|b| b.is_ascii_lowercase());
        let (name, behind) = rest.split_at_checked(end.map_or(rest.len(), |end| end + 1))?;
        if !is_square(name) {
            return None;
        }
        // In `e4e5-e5e6` the squares between stand twice.
        if names.last() != Some(&name) {
            names.push(name);
        }
        rest = behind;
    }
    Some(names)
}

/// A small letter and digits.
fn is_square(text: &str) -> bool {
    let digits = text
        .strip_prefix(|c: char| c.is_ascii_lowercase())
        .unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn square(build: &mut Build<'_>, text: &Text, part: std::ops::Range<usize>) {
    let name = text.as_str().get(part.clone()).unwrap_or_default();
    let shape = build.rules.shape;
    if shape.parse(name).is_none() {
        let last = shape
            .squares()
            .next_back()
            .map(|s| shape.name(s).to_string())
            .unwrap_or_default();
        let help = format!("the squares are a1 to {last}");
        build.error(
            "no-square",
            text.at(part),
            format!("`{name}` is no square of this board"),
            &help,
        );
    }
}

/// `white mate`, `draw repetition`.
fn ends(build: &mut Build<'_>, text: &Text) -> String {
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
        let names = || names.iter().map(String::as_str);
        let start = reason.as_ptr() as usize - written.as_ptr() as usize;
        let place = text.at(start..start + reason.len());
        let finding = Diagnostic::error(
            "unknown-end",
            place,
            format!("the game has no end `{reason}`"),
        );
        build.findings.push(match similar(reason, names()) {
            Some(close) => finding.meant(reason, close),
            None => finding.help(format!("the ends are {}", listed(names()))),
        });
    }
    written.to_owned()
}

fn counts(build: &mut Build<'_>, node: &Node) -> Vec<u64> {
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
