//! What somebody meant by the text of a move that is not legal: as much as can be made out of it.

use crate::board::{PieceId, Side, Square};
use crate::position::{broken_leg, letterless};
use crate::rules::Rules;

/// What a text seems to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    /// Start and end, with the kind if a letter is written.
    Squares {
        from: Square,
        /// The squares between.
        via: Vec<Square>,
        to: Square,
        kind: Option<PieceId>,
        wanted: Wanted,
    },
    /// A kind and the end, with what is told of the start.
    Kind {
        kind: PieceId,
        file: Option<i32>,
        rank: Option<i32>,
        /// The squares between.
        via: Vec<Square>,
        to: Square,
        wanted: Wanted,
    },
    /// A man that is put down.
    Drop { kind: PieceId, to: Square },
    /// A move that changes nothing, of a kind if a letter is written, and of the man on a square if that is.
    Pass {
        kind: Option<PieceId>,
        from: Option<Square>,
    },
    /// A leg, counted from 1, that starts elsewhere than where the one before it ends.
    Broken {
        leg: usize,
        starts: Square,
        ended: Square,
    },
    /// Castling toward the last file (1) or the first (-1), with the end if it is written.
    Castle { direction: i32, to: Option<Square> },
    /// A capital that is no piece's letter.
    NoLetter(String),
    /// Names of squares that are not on the board.
    OffBoard(Vec<String>),
    /// Nothing that could be a move.
    Unreadable,
}

/// The promotion that a text asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// None.
    Nothing,
    /// To this kind.
    Kind(PieceId),
    /// To the mover's own promoted form.
    OwnForm,
    /// To something that no piece's letter is.
    Unknown(String),
}

/// Longer texts are no moves.
const MAX_LENGTH: usize = 60;

/// Reads a text.
pub(super) fn intent(rules: &Rules, side: Side, text: &str) -> Intent {
    let text = text.trim();
    if text.len() > MAX_LENGTH || text.is_empty() {
        return Intent::Unreadable;
    }
    if let Some(intent) = castling(rules, text) {
        return intent;
    }
    if let Some((letter, square)) = text.split_once('@') {
        return drop(rules, side, letter, square);
    }
    if text.eq_ignore_ascii_case("pass") {
        return Intent::Pass {
            kind: None,
            from: None,
        };
    }
    if let Some((leg, ended, starts)) = broken_leg(rules.shape, text) {
        return Intent::Broken { leg, starts, ended };
    }
    // Marks such as `/swap` tell moves with one text apart.
    let text = text.split('/').next().unwrap_or_default();
    let text = text.strip_suffix("e.p.").unwrap_or(text);
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    if let Some(passing) = bare.strip_suffix("--") {
        return pass(rules, passing);
    }
    // In `Lxe5-e6` what stands behind the letter is not the start.
    let behind = text.trim_start_matches(|c: char| c == '+' || c.is_ascii_uppercase());
    let is_signed = behind.len() < text.len() && behind.starts_with(['x', ':', '-', '~']);
    let text: String = text
        .chars()
        .filter(|c| !matches!(c, 'x' | ':' | '-' | '=' | '~' | ' ' | '#' | '!' | '?' | ','))
        .collect();
    Reader {
        rules,
        side,
        rest: &text,
        is_signed,
    }
    .read()
}

/// What `P@e4` and `@e4` mean.
fn drop(rules: &Rules, side: Side, letter: &str, square: &str) -> Intent {
    let named = |(_, kind): &(PieceId, &crate::rules::Kind)| {
        let all = [Side::White, Side::Black].iter();
        all.map(|&s| kind.letter.text(s)).any(|text| text == letter)
    };
    let kind = if letter.is_empty() {
        letterless(rules, side)
    } else {
        rules.kinds().find(named).map(|(kind, _)| kind)
    };
    let square = square.trim_end_matches(['+', '#', '!', '?']);
    let is_name = square.len() <= 4
        && square.starts_with(|c: char| c.is_ascii_lowercase())
        && square[1..].bytes().all(|b| b.is_ascii_digit());
    match (kind, rules.shape.parse(square)) {
        (Some(kind), Some(to)) => Intent::Drop { kind, to },
        (_, None) if square.len() < 2 || !is_name => Intent::Unreadable,
        (_, None) => Intent::OffBoard(vec![square.to_owned()]),
        (None, _)
            if letter.is_empty()
                || !letter
                    .chars()
                    .all(|c| c.is_ascii_alphabetic() || matches!(c, '+' | '~')) =>
        {
            Intent::Unreadable
        }
        (None, _) => Intent::NoLetter(letter.to_owned()),
    }
}

/// What `L--` and `e4--` mean.
fn pass(rules: &Rules, text: &str) -> Intent {
    let square = text.trim_start_matches(|c: char| c == '+' || c.is_ascii_uppercase());
    let letter = &text[..text.len() - square.len()];
    let kind = rules
        .kinds()
        .find(|(_, k)| k.letter.text(Side::White) == letter);
    let kind = kind.map(|(id, _)| id);
    match (kind, letter.is_empty(), rules.shape.parse(square)) {
        (None, true, None) if square.is_empty() => Intent::Pass {
            kind: None,
            from: None,
        },
        (None, false, _) => Intent::NoLetter(letter.to_owned()),
        (_, _, None) if !square.is_empty() => Intent::Unreadable,
        (kind, _, from) => Intent::Pass { kind, from },
    }
}

fn castling(rules: &Rules, text: &str) -> Option<Intent> {
    let same: String = text
        .chars()
        .map(|c| if matches!(c, '0' | 'o') { 'O' } else { c })
        .collect();
    let (direction, length) = if same.starts_with("O-O-O") {
        (-1, "O-O-O".len())
    } else if same.starts_with("O-O") {
        (1, "O-O".len())
    } else {
        return None;
    };
    let rest = text.get(length..)?.trim_end_matches(['+', '#', '!', '?']);
    Some(match rest.strip_prefix('/') {
        None if rest.is_empty() => Intent::Castle {
            direction,
            to: None,
        },
        None => Intent::Unreadable,
        Some(name) => match rules.shape.parse(name) {
            Some(to) => Intent::Castle {
                direction,
                to: Some(to),
            },
            None => Intent::OffBoard(vec![name.to_owned()]),
        },
    })
}

struct Reader<'a> {
    rules: &'a Rules,
    side: Side,
    rest: &'a str,
    /// Whether a sign stands between the letter and the first square.
    is_signed: bool,
}

impl<'a> Reader<'a> {
    /// Takes characters off the front.
    fn take(&mut self, test: impl Fn(usize, char) -> bool) -> &'a str {
        let end = self
            .rest
            .char_indices()
            .enumerate()
            .find(|&(n, (_, c))| !test(n, c))
            .map_or(self.rest.len(), |(_, (at, _))| at);
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn file(&mut self) -> &'a str {
        self.take(|n, c| n == 0 && c.is_ascii_lowercase())
    }

    fn rank(&mut self) -> &'a str {
        self.take(|_, c| c.is_ascii_digit())
    }

    fn read(mut self) -> Intent {
        let letter = self.take(|n, c| (n == 0 && c == '+') || c.is_ascii_uppercase());
        let first = (self.file(), self.rank());
        let mut names: Vec<(&str, &str)> = vec![first];
        loop {
            let before = self.rest;
            let (file, rank) = (self.file(), self.rank());
            if file.is_empty() || rank.is_empty() {
                self.rest = before;
                break;
            }
            names.push((file, rank));
        }
        if names.iter().any(|(_, rank)| rank.len() > 3) {
            return Intent::Unreadable;
        }
        let is_whole = !first.0.is_empty() && !first.1.is_empty();
        let starts = if names.len() == 1 || (self.is_signed && is_whole) {
            ("", "")
        } else {
            names.remove(0)
        };
        // In `e4e5,e5e6` the squares between stand twice.
        names.dedup();
        if names
            .iter()
            .any(|(file, rank)| file.is_empty() || rank.is_empty())
        {
            return Intent::Unreadable;
        }
        let kind = self
            .rules
            .kinds()
            .find(|(_, k)| k.letter.text(Side::White) == letter);
        let kind = kind.map(|(id, _)| id);
        if kind.is_none() && !letter.is_empty() {
            return Intent::NoLetter(letter.to_owned());
        }
        let Some(wanted) = self.wanted() else {
            return Intent::Unreadable;
        };
        self.meant(kind, starts, &names, wanted)
    }

    fn meant(
        &self,
        kind: Option<PieceId>,
        (file, rank): (&str, &str),
        others: &[(&str, &str)],
        wanted: Wanted,
    ) -> Intent {
        let shape = self.rules.shape;
        let start = format!("{file}{rank}");
        let others = others.iter().map(|(file, rank)| format!("{file}{rank}"));
        let others: Vec<String> = others.collect();
        let whole = !file.is_empty() && !rank.is_empty();
        let off = |name: &&String| shape.parse(name).is_none();
        let named = Some(&start).filter(|_| whole).into_iter().chain(&others);
        let missing: Vec<String> = named.filter(off).cloned().collect();
        if !missing.is_empty() {
            return Intent::OffBoard(missing);
        }
        let mut via: Vec<Square> = others.iter().filter_map(|name| shape.parse(name)).collect();
        let Some(to) = via.pop() else {
            return Intent::Unreadable;
        };
        if let Some(from) = shape.parse(&start).filter(|_| whole) {
            return Intent::Squares {
                from,
                via,
                to,
                kind,
                wanted,
            };
        }
        let Some(kind) = kind.or_else(|| letterless(self.rules, self.side)) else {
            return Intent::Unreadable;
        };
        let file = file.bytes().next().map(|f| i32::from(f) - i32::from(b'a'));
        let rank = rank.parse::<i32>().ok().map(|r| r - 1);
        if file.is_some_and(|f| f >= i32::from(shape.files())) {
            return Intent::Unreadable;
        }
        Intent::Kind {
            kind,
            file,
            rank,
            via,
            to,
            wanted,
        }
    }

    /// The promotion at the end of the text.
    fn wanted(&self) -> Option<Wanted> {
        let rest = self.rest;
        if rest.is_empty() {
            return Some(Wanted::Nothing);
        }
        let is_letter = |k: &crate::rules::Letter| {
            [Side::White, Side::Black]
                .iter()
                .any(|&s| k.text(s) == rest)
        };
        if let Some((id, _)) = self.rules.kinds().find(|(_, k)| is_letter(&k.letter)) {
            return Some(Wanted::Kind(id));
        }
        let letter = rest.trim_start_matches('+');
        match (rest, letter.chars().count()) {
            // A check mark looks the same; a man without such a form is found out later.
            ("+", _) => Some(Wanted::OwnForm),
            (_, 0) => Some(Wanted::Nothing),
            (_, 1) if letter.chars().all(char::is_alphanumeric) => {
                Some(Wanted::Unknown(rest.to_owned()))
            }
            _ => None,
        }
    }
}
