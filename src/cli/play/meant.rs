//! Which move a text means: exactly, liberally, with a promotion still to be chosen, or as a unique beginning.

use ferz::Position;
use ferz::board::Square;
use ferz::position::{Extra, Move, MoveKind, MoveNotation, MoveTextError};
use std::collections::BTreeMap;

/// More moves than these are not offered for a choice.
const MOST_CHOICES: usize = 40;

/// What a text means as a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    Move(Move),
    /// One start and one end, but what the man becomes is not said: the choices by their letters.
    Promotion(Vec<(String, Vec<Move>)>),
    /// Several moves of one man that begin so, some of them of several legs: what is still to be said.
    Rest(Vec<Move>),
    /// Several moves that differ only in the square of the wall.
    Wall(Vec<Move>),
    /// Several moves.
    Several(Vec<Move>),
    Nothing,
}

/// The move of which a text is the full text, in any notation; check marks may be missing.
pub(super) fn exact(position: &Position, text: &str) -> Option<Move> {
    let bare = |text: &str| text.trim_end_matches(['+', '#', '!', '?']).to_owned();
    let wanted = bare(text);
    let find = |notation| {
        let mut texts = position.move_texts(notation).into_iter();
        texts.find(|(_, t)| t == text || (notation == MoveNotation::San && bare(t) == wanted))
    };
    [MoveNotation::Long, MoveNotation::Uci, MoveNotation::San]
        .into_iter()
        .find_map(find)
        .map(|(mv, _)| mv)
}

/// The move that a text means.
pub(super) fn meant(position: &Position, text: &str) -> Meant {
    let text = text.trim();
    if text.is_empty() {
        return Meant::Nothing;
    }
    if let Some(mv) = exact(position, text) {
        return Meant::Move(mv);
    }
    match position.parse_move(text) {
        Ok(mv) => Meant::Move(mv),
        Err(MoveTextError::Ambiguous { candidates, .. }) => {
            let texts = position.move_texts(MoveNotation::Long).into_iter();
            let meant = texts.filter(|(_, text)| candidates.contains(text));
            choice(position, meant.map(|(mv, _)| mv).collect())
        }
        Err(_) => match choice(position, promoting(position, text)) {
            Meant::Nothing => choice(position, beginning(position, text)),
            found => found,
        },
    }
}

/// The promotions that a text without its last letter can mean.
fn promoting(position: &Position, text: &str) -> Vec<Move> {
    let kinds = position.rules().kinds();
    let letters = kinds.map(|(_, kind)| kind.letter.text(ferz::board::Side::White));
    let texts = letters.map(|letter| format!("{text}={letter}"));
    let moves = texts.filter_map(|text| position.parse_move(&text).ok());
    moves.filter(|mv| mv.promotion.is_some()).collect()
}

/// The moves whose text begins so.
fn beginning(position: &Position, text: &str) -> Vec<Move> {
    let notations = [MoveNotation::San, MoveNotation::Long];
    let texts = notations
        .into_iter()
        .flat_map(|notation| position.move_texts(notation));
    let found = texts.filter(|(_, t)| t.starts_with(text));
    found.map(|(mv, _)| mv).collect()
}

/// What some moves together mean.
pub(super) fn choice(position: &Position, mut moves: Vec<Move>) -> Meant {
    moves.sort_unstable();
    moves.dedup();
    match moves[..] {
        [] => Meant::Nothing,
        [mv] => Meant::Move(mv),
        [first, ..] => {
            let same = |m: &Move| (m.from, m.to, m.kind) == (first.from, first.to, first.kind);
            let letters: Option<Vec<(String, Move)>> = moves
                .iter()
                .map(|&mv| Some((letter(position, mv)?, mv)))
                .collect();
            let is_alike = |m: &Move| same(m) && m.promotion == first.promotion;
            let has_wall = |m: &Move| matches!(m.extra, Extra::Wall(_));
            match letters {
                _ if moves.iter().all(|m| is_alike(m) && has_wall(m)) => Meant::Wall(moves),
                Some(letters) if moves.iter().all(same) => Meant::Promotion(by_letter(letters)),
                _ if moves.len() <= MOST_CHOICES
                    && moves.iter().all(|m| m.from == first.from)
                    && moves
                        .iter()
                        .any(|m| matches!(m.kind, MoveKind::Legs { .. })) =>
                {
                    Meant::Rest(moves)
                }
                _ => Meant::Several(moves),
            }
        }
    }
}

/// Those of some moves that go on as a text says, which has the next squares or all that are left; the squares that all of
/// the moves begin with have been said already.
pub(super) fn going_on(position: &Position, moves: &[Move], text: &str) -> Vec<Move> {
    let shape = position.rules().shape;
    let signs = ['x', '-', '~', ',', ' ', ':'];
    let mut rest = text.trim_start_matches(signs);
    let mut said: Vec<Square> = Vec::new();
    while !rest.is_empty() {
        let digits = |c: char| c.is_ascii_digit();
        let end = rest
            .char_indices()
            .skip(1)
            .find(|&(_, c)| !digits(c))
            .map_or(rest.len(), |(at, _)| at);
        let Some(square) = shape.parse(&rest[..end]) else {
            return Vec::new();
        };
        if said.last() != Some(&square) {
            said.push(square);
        }
        rest = rest[end..].trim_start_matches(signs);
    }
    if said.is_empty() {
        return Vec::new();
    }
    let all: Vec<Vec<Square>> = moves.iter().map(|&m| position.move_squares(m)).collect();
    let longest = all.iter().map(Vec::len).max().unwrap_or(0);
    let shared = (0..longest)
        .take_while(|&n| {
            let first = all.first().and_then(|squares| squares.get(n));
            first.is_some() && all.iter().all(|squares| squares.get(n) == first)
        })
        .count();
    let goes_on = |squares: &[Square], exactly: bool| {
        let fits =
            |rest: &[Square]| rest.starts_with(&said) && (!exactly || rest.len() == said.len());
        // The square where the common part ends may be said again.
        fits(&squares[shared..]) || squares.get(shared - 1..).is_some_and(fits)
    };
    let those = |exactly| -> Vec<Move> {
        let each = moves.iter().zip(&all);
        let those = each.filter(|(_, squares)| shared > 0 && goes_on(squares, exactly));
        those.map(|(&mv, _)| mv).collect()
    };
    let complete = those(true);
    if complete.is_empty() {
        those(false)
    } else {
        complete
    }
}

/// The moves to each letter, which are several where something else has to be said too.
fn by_letter(letters: Vec<(String, Move)>) -> Vec<(String, Vec<Move>)> {
    let mut choices: Vec<(String, Vec<Move>)> = Vec::new();
    for (letter, mv) in letters {
        match choices.iter_mut().find(|(other, _)| *other == letter) {
            Some((_, moves)) => moves.push(mv),
            None => choices.push((letter, vec![mv])),
        }
    }
    choices
}

/// That one of some moves, which differ in their walls, with which a wall goes to the square that a text says; the text of
/// the whole move if that is none of them, and nothing if the text is no square.
pub(super) fn with_wall(
    position: &Position,
    moves: &[Move],
    text: &str,
) -> Option<Result<Move, String>> {
    let shape = position.rules().shape;
    let text = text.trim_start_matches([',', '*', '@', '/', ' ']);
    let end = shape.name(moves.first()?.to).to_string();
    let behind = text.strip_prefix(end.as_str()).map(str::trim_start);
    let square = shape.parse(text).or_else(|| shape.parse(behind?))?;
    let fits = |mv: &&Move| mv.extra == Extra::Wall(square);
    Some(moves.iter().find(fits).copied().ok_or_else(|| {
        let first = position.move_text(moves[0], MoveNotation::Long);
        let start = first.rsplit_once(',').map_or(&*first, |(start, _)| start);
        format!("{start},{end}{}", shape.name(square))
    }))
}

fn letter(position: &Position, mv: Move) -> Option<String> {
    let kind = position.rules().kind(mv.promotion?);
    Some(kind.letter.text(ferz::board::Side::White))
}

/// The texts of some legal moves in SAN.
pub(super) fn sans(position: &Position, moves: &[Move]) -> Vec<String> {
    let texts: BTreeMap<Move, String> =
        position.move_texts(MoveNotation::San).into_iter().collect();
    moves
        .iter()
        .filter_map(|mv| texts.get(mv).cloned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Variant;

    fn position(fen: &str) -> Position {
        Variant::named("chess").unwrap().position(fen).unwrap()
    }

    fn long(position: &Position, text: &str) -> String {
        match meant(position, text) {
            Meant::Move(mv) => position.move_text(mv, MoveNotation::Long),
            Meant::Promotion(choices) => {
                let letters: Vec<_> = choices.into_iter().map(|c| c.0).collect();
                format!("becomes {}", letters.join(" "))
            }
            Meant::Wall(moves) => format!("a wall for one of {}", moves.len()),
            Meant::Several(moves) => sans(position, &moves).join(" "),
            Meant::Rest(moves) => format!("one of {}", sans(position, &moves).join(" ")),
            Meant::Nothing => "nothing".to_owned(),
        }
    }

    #[test]
    fn spellings() {
        let start = Variant::named("chess").unwrap().start();
        assert_eq!(long(&start, "e2e4"), "e2e4");
        assert_eq!(long(&start, "Nf3!?"), "g1f3");
        assert_eq!(long(&start, "Nf"), "g1f3");
        assert_eq!(long(&start, "e2-e4"), "e2e4");
        assert_eq!(long(&start, "Na"), "b1a3");
        assert_eq!(long(&start, "a"), "a3 a4");
        assert_eq!(long(&start, "N"), "Na3 Nc3 Nf3 Nh3");
        assert_eq!(long(&start, "e5"), "nothing");
        assert_eq!(long(&start, ""), "nothing");
    }

    #[test]
    fn a_missing_promotion_is_asked_for() {
        let position = position("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1");
        for text in ["e7e8", "e8", "e7-e8"] {
            let choice = long(&position, text);
            assert!(
                choice.starts_with("becomes ") && choice.contains('Q'),
                "{text}: {choice}"
            );
        }
        assert!(long(&position, "ed8").starts_with("becomes "));
        assert_eq!(long(&position, "e8=Q"), "e7e8=Q");
        assert_eq!(long(&position, "e7e8n"), "e7e8=N");
        assert!(matches!(meant(&position, "e"), Meant::Several(_)));
    }
}
