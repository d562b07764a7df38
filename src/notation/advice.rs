//! What people write who do not know the notation yet, and how it is written here.

use super::findings::NotationFinding;
use super::movement::atoms;
use super::words::{Node, short, span};
use crate::similar::{is_slip, similar};
use std::ops::Range as Span;

/// What stands in the text from a node on.
fn ahead<'a>(node: &Node<'a>) -> &'a str {
    let span = node.as_span();
    let rest = span.get_input().get(span.start()..).unwrap_or_default();
    rest.trim_start()
}

fn first_word(text: &str) -> &str {
    let word = text.split_whitespace().next().unwrap_or_default();
    let end = word.find([')', ',']).filter(|&i| i > 0);
    &word[..end.unwrap_or(word.len())]
}

/// The place of a word that stands at or behind the start of a node.
fn place_of(node: &Node<'_>, word: &str) -> Span<usize> {
    if word.is_empty() {
        return span(node);
    }
    let start = word.as_ptr() as usize - node.as_span().get_input().as_ptr() as usize;
    start..start + word.len()
}

const NUMBERS: [&str; 10] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

/// The number that a word says.
fn spelled_number(word: &str) -> Option<usize> {
    NUMBERS.iter().position(|n| *n == word).map(|i| i + 1)
}

/// Whether a word says a number.
pub(super) fn is_spelled_number(word: &str) -> bool {
    spelled_number(&word.to_ascii_lowercase()).is_some()
}

/// The finding where a number is missing. `example` shows how to write it.
pub(super) fn no_number(node: &Node<'_>, example: &str) -> NotationFinding {
    let word = first_word(ahead(node));
    let place = place_of(node, word);
    let error = |place, message: String| NotationFinding::error("missing-number", place, message);
    if let Some(number) = spelled_number(&word.to_ascii_lowercase()) {
        return error(place, format!("`{word}` is not written as a number"))
            .instead(&number.to_string());
    }
    let (from, to) = word.split_once(['-', '–', ':']).unwrap_or_default();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if is_number(from) && is_number(to) {
        return error(place.clone(), format!("`{word}` is no range of ranks"))
            .help(format!("write `ranks {from}..{to}`"))
            .fix(place, format!("{from}..{to}"));
    }
    error(span(node), "a number is missing here".to_owned())
        .help(format!("write it like `{example}`"))
}

/// The finding about a word where an item of a set should stand.
pub(super) fn no_item(node: &Node<'_>, wanted: &str) -> Option<NotationFinding> {
    let written = ahead(node);
    let word = first_word(written);
    let error =
        |message: String| NotationFinding::error("missing-item", place_of(node, word), message);
    match word {
        "not" => {
            let rest = written.strip_prefix(word)?.trim();
            let message = format!("`not` is a word of conditions, and {wanted} should stand here");
            let rest = if rest.is_empty() { "…" } else { rest };
            let finding = error(message).help(format!("write `all but {}`", short(rest)));
            let place = finding.span.clone();
            Some(finding.fix(place, "all but"))
        }
        "here" | "there" | "path" | "track" => {
            let message = format!("`{word}` is about a move, and {wanted} should stand here");
            Some(
                error(message)
                    .help("to look from a square of the move, write for example `at K from here`"),
            )
        }
        _ => None,
    }
}

/// The finding about a letter where a piece should be named.
pub(super) fn letter_for_name(place: Span<usize>, written: &str) -> NotationFinding {
    let message = format!(
        "`{}` is a letter, and pieces have to be named",
        short(written)
    );
    NotationFinding::error("bad-item", place, message).help(
        "write its name, as under [pieces]; the form of a `pawn` that `[derive.NAME]` makes is called `NAME-pawn`, \
         and all of them together `NAME`",
    )
}

/// Whether a text looks like the letter of a piece in a FEN, or like a name with such a sign.
pub(super) fn is_letter(text: &str) -> bool {
    let bare = text.trim_start_matches('+').trim_end_matches('~');
    let is_name = bare.starts_with(|c: char| c.is_ascii_alphabetic())
        && bare.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    is_name && bare.len() < text.len()
}

/// The finding about items of a set that are separated in another way.
pub(super) fn separator(rest: &Node<'_>) -> Option<NotationFinding> {
    const WITHOUT: [&str; 7] = [
        "without",
        "except",
        "excluding",
        "excepting",
        "minus",
        "besides",
        "-",
    ];
    const KEYWORDS: [&str; 9] = [
        "within", "but", "rank", "ranks", "file", "files", "first", "last", "not",
    ];
    let text = rest.as_span().get_input();
    let written = rest.as_str().trim();
    let word = match first_word(written) {
        word if word.starts_with([',', ';', '+', '|']) => &word[..1],
        word => word,
    };
    if let Some(finding) = counted_zone(rest, word) {
        return Some(finding);
    }
    if written.starts_with('~') {
        let before = text.get(..span(rest).start).unwrap_or_default();
        let letter = before.rsplit(['/', ' ', '(']).next().unwrap_or_default();
        let end = span(rest).start + '~'.len_utf8();
        let place = span(rest).start - letter.len()..end;
        return Some(letter_for_name(place, &format!("{letter}~")));
    }
    if WITHOUT.contains(&word) {
        let left = written.strip_prefix(word).unwrap_or_default().trim();
        let left = if left.is_empty() { "…" } else { left };
        let before = text.get(..span(rest).start).unwrap_or_default().trim();
        let message = format!("`{word}` is not understood here");
        let finding = NotationFinding::error("unexpected-text", place_of(rest, word), message);
        let help = format!(
            "what is left out stands behind `but`: `{} but {}`",
            short(before),
            short(left)
        );
        return Some(finding.help(help));
    }
    let is_separator = matches!(word, "or" | "and" | "," | ";" | "+" | "|");
    let joined = similar(word, ["but", "within"]).filter(|c| *c != word && word.len() > 2);
    if let Some(close) = joined {
        let message = format!("`{}` is not understood here", short(word));
        let finding = NotationFinding::error("unexpected-text", place_of(rest, word), message);
        return Some(finding.meant(word, close));
    }
    let plain = |word: &str| !KEYWORDS.contains(&word) && !word.contains(['(', ')']);
    let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic());
    if !is_separator && !text.split_whitespace().all(|w| plain(w) && is_name(w)) {
        return None;
    }
    let mut items = vec![String::new()];
    let spaced = text.replace([',', ';', '+', '|', '/'], " / ");
    for part in spaced.split_whitespace() {
        match items.last_mut() {
            _ if matches!(part, "or" | "and" | "/") => items.push(String::new()),
            Some(last) if is_separator && !last.is_empty() => {
                last.push(' ');
                last.push_str(part);
            }
            Some(last) if last.is_empty() => last.push_str(part),
            _ => items.push(part.to_owned()),
        }
    }
    items.retain(|i| !i.is_empty());
    let joined = items.join("/");
    if joined == text {
        // The items are separated; something else is wrong with one of them.
        let message = format!("`{}` means nothing here", short(word));
        let finding = NotationFinding::error("unexpected-text", place_of(rest, word), message);
        return Some(finding.help("a set is made of names, joined by `/`"));
    }
    let message = if is_separator {
        format!("`{word}` does not stand between the items of a set")
    } else {
        format!("something is missing before `{}`", short(word))
    };
    let finding = NotationFinding::error("unexpected-text", place_of(rest, word), message);
    let finding = finding.help(format!("separate them by `/`: `{}`", short(&joined)));
    Some(finding.edited(0..text.len(), &joined, is_separator))
}

/// The finding about a number, or the letter of a file, behind a misspelt word.
fn counted_zone(rest: &Node<'_>, word: &str) -> Option<NotationFinding> {
    const COUNTED: [&str; 6] = ["file", "files", "first", "last", "rank", "ranks"];
    let is_number = word.starts_with(|c: char| c.is_ascii_digit());
    if !is_number && word.len() != 1 {
        return None;
    }
    let before = rest.as_span().get_input().get(..span(rest).start)?;
    let before = before.split_whitespace().next_back()?;
    let close = similar(before, COUNTED).filter(|c| *c != before)?;
    let message = format!("`{}` is not understood here", short(before));
    let finding = NotationFinding::error("unexpected-text", place_of(rest, before), message);
    let place = finding.span.clone();
    Some(
        finding
            .help(format!("did you mean `{close} {word}`?"))
            .edited(place, close, is_slip(before, close)),
    )
}

/// The finding about `file` or `rank` with a square of a move behind it, which is a line of that square.
pub(super) fn line_of_place(node: &Node<'_>, line: &str) -> Option<NotationFinding> {
    let word = first_word(ahead(node));
    if !matches!(word, "here" | "there") {
        return None;
    }
    let message = format!("`of` is missing between `{line}` and `{word}`");
    let finding = NotationFinding::error("missing-of", place_of(node, word), message);
    let place = finding.span.clone();
    Some(
        finding
            .help(format!("write `{line} of {word}`"))
            .fix(place, format!("of {word}")),
    )
}

/// How to write the files that stand where a letter is missing.
pub(super) fn no_file(node: &Node<'_>) -> String {
    match first_word(ahead(node)).split_once(['-', ':']) {
        Some((from, to)) if from.len() == 1 && to.len() == 1 => {
            format!("write `files {from}..{to}`")
        }
        _ => "write it like `file c` or `files c..e`".to_owned(),
    }
}

const NEAR: [&str; 7] = [
    "adjacent", "beside", "close", "near", "next", "touches", "touching",
];

const OBLIGED: [&str; 5] = ["must", "may", "should", "shall", "always"];

/// The finding about words behind a fact that belong to another way of saying it.
pub(super) fn after_fact(node: &Node<'_>) -> Option<NotationFinding> {
    let text = node.as_span().get_input();
    let at = span(node).start;
    let before = text.get(..at)?.split_whitespace().next_back();
    let before = before?.trim_start_matches('(');
    let word = first_word(node.as_str());
    let error = |word: &str| {
        let message = format!("`{}` is not understood here", short(word));
        NotationFinding::error("unexpected-text", place_of(node, word), message)
    };
    if OBLIGED.contains(&before) {
        return Some(error(before).help(format!(
            "a condition only says what holds, here `{}`: a move has to be made where it stands under [forced], and must \
             not be made where it stands under [forbid]",
            short(node.as_str().trim_end())
        )));
    }
    let near =
        "to ask about the squares around one, write for example `enemy royal at K from here`";
    if NEAR.contains(&before) {
        return Some(error(before).help(near));
    }
    let is_number = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let is_letter = word.len() == 1 && word.bytes().all(|b| b.is_ascii_lowercase());
    let counted = || {
        let words: &[&str] = if is_number {
            &["repeated", "quiet", "rank", "ranks", "first", "last"]
        } else {
            &["file", "files"]
        };
        similar(before, words.iter().copied()).filter(|c| *c != before)
    };
    if (is_number || is_letter)
        && let Some(close) = counted()
    {
        let finding = error(before).help(format!("did you mean `{close} {word}`?"));
        let place = finding.span.clone();
        return Some(finding.edited(place, close, is_slip(before, close)));
    }
    if word.starts_with("check")
        && (spelled_number(before).is_some() || before.bytes().all(|b| b.is_ascii_digit()))
    {
        return Some(error(before).help("checks cannot be counted in this version"));
    }
    let help = match word {
        "&" | "&&" => return Some(error(word).instead("and")),
        "|" | "||" => return Some(error(word).instead("or")),
        _ if word.starts_with('&') => "write `and`".to_owned(),
        _ if word.starts_with('|') => "write `or`".to_owned(),
        _ if word.starts_with([',', ';']) => {
            "separate pieces and squares by `/`, and facts by `and` or `or`".to_owned()
        }
        "is" | "are"
            if let Some(close) = similar(before, ["mover", "victim"]).filter(|c| *c != before) =>
        {
            return Some(error(before).meant(before, close));
        }
        "is" | "are" => format!(
            "`{word}` stands only behind `mover` and `victim`; say where a man is with `in ZONE` or `at K from here`"
        ),
        "on" | "inside" | "into" => "write `in` before a zone".to_owned(),
        "when" | "unless" | "if" | "while" => "join facts with `and` or `or`".to_owned(),
        _ if NEAR.contains(&word) => near.to_owned(),
        _ if word.starts_with('/') => {
            "zones and squares of the move do not mix in one set: say two facts, joined by `or`"
                .to_owned()
        }
        "unmoved" => {
            "`unmoved` stands behind a square of the move: `here unmoved`, `there unmoved`"
                .to_owned()
        }
        "stuck" => "`stuck` stands behind a square of the move: `there stuck`".to_owned(),
        "by" => "write `by` behind `attacked`: `own king attacked by enemy pawn`".to_owned(),
        _ if word.len() > 2 => {
            let close = similar(word, ["and", "within", "but", "from"])?;
            return Some(error(word).meant(word, close));
        }
        _ => return None,
    };
    let word = if word.starts_with([',', ';']) {
        &word[..1]
    } else {
        word
    };
    Some(error(word).help(help))
}

/// The finding about `then` where no moves stand before it.
pub(super) fn behind_then(rest: &Node<'_>) -> Option<NotationFinding> {
    let word = first_word(rest.as_str());
    (word == "then").then(|| {
        let message = "`then` stands only behind moves, as in `fF then become king`";
        NotationFinding::error("unexpected-text", place_of(rest, word), message)
            .help(
                "what must hold after the move is a fact with `after`: `drop and after enemy mate`; what happens besides \
                 a move is said in [effects], with `if` and `do`",
            )
    })
}

/// The finding about what cannot stand behind `then`.
pub(super) fn after_then(node: &Node<'_>) -> NotationFinding {
    let word = first_word(node.as_str());
    let place = place_of(node, word);
    if word.is_empty() {
        return NotationFinding::error(
            "missing-effect",
            place,
            "an effect is missing behind `then`",
        )
        .help("write `then become PIECE`");
    }
    let message = format!(
        "behind moves only `become` can stand, not `{}`",
        short(word)
    );
    NotationFinding::error("bad-effect", place, message).help(
        "what else happens is said in [effects]: `effects.NAME = { on = \"move\", if = \"mover is PIECE\", do = \"…\" }`",
    )
}

/// How to write the rest of a fact about a square or a man of a move.
pub(super) fn rest_of_fact(node: &Node<'_>) -> Option<String> {
    let text = node.as_span().get_input();
    let subject = text
        .get(..span(node).start)?
        .split_whitespace()
        .next_back()?;
    let subject = subject.trim_start_matches('(');
    let written = node.as_str().trim();
    let (word, rest) = written
        .split_once(char::is_whitespace)
        .unwrap_or((written, ""));
    let about_man = matches!(subject, "mover" | "victim");
    match word {
        "is" | "are" if !about_man && !rest.is_empty() => Some(format!("write `{subject} {rest}`")),
        "on" | "at" if !about_man && !rest.is_empty() => {
            Some(format!("write `{subject} in {rest}`"))
        }
        "=" | "==" | "in" | "was" if about_man && !rest.is_empty() => {
            Some(format!("write `{subject} is {rest}`"))
        }
        _ => None,
    }
}

/// How to write what stands where a fact should.
pub(super) fn no_fact(written: &str) -> Option<String> {
    match written.split_whitespace().next()? {
        "unmoved" => Some(
            "`unmoved` stands behind a square of the move: `here unmoved`, `there unmoved`"
                .to_owned(),
        ),
        "stuck" => Some("`stuck` stands behind a square of the move: `there stuck`".to_owned()),
        "safe" | "attacked" => Some(
            "say first what is: `here safe`, `path safe`, `there attacked`, `own royal attacked`"
                .to_owned(),
        ),
        "in" => Some(
            "say first what is in it: the square where the man starts (`here in last 1`) or ends (`there in last 1`), \
             or men (`own pawn in last 1`)"
                .to_owned(),
        ),
        "between" => {
            Some("say first who stands between: `enemy pawn between there and own pawn`".to_owned())
        }
        "hand" => Some("say who is in it: `own pawn in hand`".to_owned()),
        word if word.starts_with('!') => Some("write `not` instead of `!`".to_owned()),
        _ => None,
    }
}

/// What stands where moves should, if it is words instead of Betza notation.
pub(super) fn no_moves(text: &str, written: &Span<usize>) -> Option<NotationFinding> {
    const INHERITED: &str = "{moves}";
    const BECOME: [&str; 5] = ["become", "becomes", "becoming", "promotes", "promote"];
    const IF: [&str; 7] = [
        "if", "when", "where", "while", "unless", "whenever", "provided",
    ];
    let moves = text.get(written.clone())?;
    let at = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        start..start + part.len()
    };
    if let Some((before, after)) = moves.split_once(INHERITED) {
        let lines = [before.trim(), INHERITED, after.trim()];
        let lines = lines.into_iter().filter(|l| !l.is_empty());
        let lines: Vec<_> = lines.map(|l| format!("\"{l}\"")).collect();
        let message = format!("`{INHERITED}` is a line of its own");
        let finding = NotationFinding::error("mixed-line", written.clone(), message);
        return Some(finding.help(format!("write `moves = [{}]`", lines.join(", "))));
    }
    let mut words = moves.split_whitespace();
    if let Some(word) = words.find(|w| IF.contains(&w.to_ascii_lowercase().as_str())) {
        let message = format!("`{word}` does not begin a condition");
        let finding = NotationFinding::error("no-betza", at(word), message);
        return Some(match word.to_ascii_lowercase().as_str() {
            "if" => {
                let place = finding.span.clone();
                finding.help("write `if` in small letters").fix(place, "if")
            }
            "unless" => finding.help("write `if not`"),
            _ => finding.instead("if"),
        });
    }
    let mut words = moves.split_whitespace();
    if let Some(word) = words.find(|w| BECOME.contains(&w.to_ascii_lowercase().as_str())) {
        let (before, after) = moves.split_once(word).unwrap_or_default();
        let message = format!("`{word}` is no move");
        let finding = NotationFinding::error("no-betza", at(word), message);
        let (before, after) = (before.trim(), after.trim());
        let after = if after.is_empty() { "PIECE" } else { after };
        return Some(finding.help(format!(
            "what the mover becomes stands behind `then become`: `{before} then become {}`",
            short(after)
        )));
    }
    let capitals = moves.to_ascii_uppercase();
    let are_atoms = (1..=3).contains(&moves.len())
        && moves.bytes().all(|b| b.is_ascii_lowercase())
        && capitals.chars().all(atoms::is_atom);
    if are_atoms {
        let message = format!("`{moves}` has no atom, which is a capital");
        let finding = NotationFinding::error("missing-atom", written.clone(), message);
        return Some(finding.meant(moves, &capitals));
    }
    if let Some(mark) = moves.find('#') {
        let message = "`#` inside a text begins no comment";
        let at = written.start + mark;
        let finding = NotationFinding::error("no-betza", at..at + 1, message);
        return Some(finding.help("write the comment behind the closing quote"));
    }
    let is_prose = |word: &str| {
        let word = word.trim_matches(|c| matches!(c, '(' | ')'));
        let small = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
        let capitals = word.len() - small.len();
        capitals < 2
            && small.len() > 2
            && small.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
    };
    let joins = |word: &str| matches!(word, "+" | "&" | "/" | "," | "and" | "or");
    if moves.split_whitespace().any(|w| is_prose(w) || joins(w)) {
        let message = format!("`{}` is not Betza notation", short(moves));
        let finding = NotationFinding::error("no-betza", written.clone(), message);
        return Some(finding.help(
            "write the letters of the moves one behind the other, such as `QN` for a queen that also leaps like a knight",
        ));
    }
    None
}
