//! The texts of moves and squares: their shape and their squares, not whether they are legal.

use crate::board::Side;
use crate::diagnostics::Diagnostic;
use crate::rules::sections::build::Build;
use crate::rules::sections::top::texts;
use crate::source::{Node, Text, Value};

/// The moves of a text, with blanks between, or of a list of such texts; each is checked for its shape.
pub(super) fn moves(build: &mut Build<'_>, node: &Node) -> Vec<String> {
    match &node.value {
        Value::Text(text) => every_move(build, text),
        Value::List(items) => {
            for text in items.iter().filter_map(Node::text) {
                every_move(build, text);
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

fn every_move(build: &mut Build<'_>, text: &Text) {
    for part in text.as_str().split_whitespace() {
        let start = part.as_ptr() as usize - text.as_str().as_ptr() as usize;
        one_move(build, text, start..start + part.len());
    }
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
pub(super) fn one_move(build: &mut Build<'_>, text: &Text, part: std::ops::Range<usize>) {
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
    let place = text.at(part);
    if letter.is_empty() {
        let help = format!(
            "write the letter of the piece: one of {}",
            letters.join(" ")
        );
        build.error("unknown-letter", place, "a letter is missing here", &help);
        return;
    }
    let message = format!("no piece has the letter `{letter}`");
    let finding = Diagnostic::error("unknown-letter", place, message);
    let capital = letter.to_uppercase();
    build.findings.push(if letters.contains(&capital) {
        finding.meant(letter, &capital)
    } else {
        finding.help(format!("the letters are {}", letters.join(" ")))
    });
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

pub(super) fn square(build: &mut Build<'_>, text: &Text, part: std::ops::Range<usize>) {
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
