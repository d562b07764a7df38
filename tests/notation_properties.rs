//! What must hold for every movement, whatever it is.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::board::{Shape, Side, Square};
use ferz::diagnostics::Severity;
use ferz::notation::{Action, Content, LandingKind, Movement, canonical, castle, parse, walk};
use proptest::prelude::*;

/// Directions that every family of atoms understands, one choice for each.
fn directions(atom: &str) -> Vec<&'static str> {
    match atom {
        "W" | "D" | "H" | "R" => vec!["", "f", "b", "l", "r", "v", "s", "fs", "frb", "lv"],
        "F" | "A" | "G" | "B" => vec!["", "f", "b", "l", "fl", "rb", "frbl", "ffrr", "lbr"],
        "K" | "Q" => vec!["", "f", "fl", "fs", "fh", "v", "ffrr", "bs", "lvrv"],
        _ => vec![
            "", "f", "fs", "lh", "hr", "lf", "fhb", "rflb", "ffbsll", "v", "s", "flfr",
        ],
    }
}

/// One move in parts: directions, other letters, atom and range.
fn term() -> impl Strategy<Value = (String, Vec<char>, String)> {
    let atoms = prop::sample::select(vec![
        "W", "F", "D", "A", "H", "G", "N", "C", "Z", "K", "R", "B", "Q", "(1,4)", "NY",
    ]);
    atoms.prop_flat_map(|atom| {
        let range = prop::sample::select(vec!["", "0", "2", "3", "5"]);
        let letters = prop::sample::subsequence(
            vec!['m', 'c', 'd', 'e', 'i', 'p', 'g', 'o', 'u', 'n', 'j'],
            0..=4,
        );
        (prop::sample::select(directions(atom)), letters, range)
            .prop_map(move |(d, l, r)| (d.to_owned(), l, format!("{atom}{r}")))
    })
}

fn spell((directions, letters, atom): &(String, Vec<char>, String)) -> String {
    format!("{directions}{}{atom}", letters.iter().collect::<String>())
}

/// A movement without places.
fn bare(mut movement: Movement) -> Movement {
    movement.terms.iter_mut().for_each(|t| t.span = 0..0);
    movement
}

fn fine(text: &str) -> bool {
    parse(text)
        .findings
        .iter()
        .all(|f| f.severity != Severity::Error)
}

/// Landings with what happens there, sorted.
fn landings(
    movement: &Movement,
    shape: Shape,
    from: Square,
    side: Side,
    look: impl Fn(Square) -> Content,
) -> Vec<(Square, LandingKind)> {
    let mut all = Vec::new();
    for term in &movement.terms {
        match &term.action {
            Action::Legs(legs) => walk(
                shape,
                legs.plain().unwrap(),
                from,
                side,
                &look,
                |s| s.index() % 3 == 0,
                |l| all.push((l.to, l.kind)),
            ),
            Action::Castle(c) => castle(shape, c, from, side, |c| {
                all.push((c.to, LandingKind::Quiet));
            }),
            other => panic!("{other:?}"),
        }
    }
    all.sort();
    all.dedup();
    all
}

fn content(men: &[u8], shape: Shape, file: i32, rank: i32) -> Content {
    match men[(rank * i32::from(shape.files()) + file) as usize % men.len()] {
        0 => Content::Own,
        1 => Content::Enemy,
        _ => Content::Empty,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn letters_may_stand_in_any_order(term in term(), order in any::<u64>()) {
        let (directions, mut letters, atom) = term.clone();
        let base = parse(&spell(&term));
        // Direction letters keep together; the others go anywhere around them.
        let mut pieces: Vec<String> = letters.drain(..).map(String::from).collect();
        pieces.push(directions);
        let mut seed = order;
        for i in (1..pieces.len()).rev() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            pieces.swap(i, (seed >> 33) as usize % (i + 1));
        }
        let mixed = parse(&format!("{}{atom}", pieces.concat()));
        prop_assert_eq!(bare(base.movement), bare(mixed.movement));
        prop_assert_eq!(base.findings.len(), mixed.findings.len());
    }

    #[test]
    fn reading_what_is_printed_gives_the_same(terms in prop::collection::vec(term(), 1..4)) {
        let text = terms.iter().map(spell).collect::<Vec<_>>().join(" ");
        let movement = parse(&text).movement;
        prop_assume!(!movement.terms.is_empty());
        let printed = canonical(&movement);
        let again = parse(&printed);
        prop_assert!(fine(&printed), "{} {:?}", printed, again.findings);
        prop_assert_eq!(canonical(&again.movement), printed);
        prop_assert_eq!(bare(again.movement), bare(movement));
    }

    #[test]
    fn black_moves_as_white_on_the_turned_board(term in term(), at in 0u8..64, men in prop::collection::vec(0u8..5, 64)) {
        let shape = Shape::new(8, 8).unwrap();
        let movement = parse(&spell(&term)).movement;
        let turn = |s: Square| Square::new(63 - s.index() as u8);
        let quiet = |l: Vec<(Square, LandingKind)>| l.into_iter().filter(|l| l.1 != LandingKind::EnPassant).collect::<Vec<_>>();
        let look = |s: Square| content(&men, shape, shape.file(s), shape.rank(s));
        let white = quiet(landings(&movement, shape, Square::new(at), Side::White, look));
        let black = landings(&movement, shape, turn(Square::new(at)), Side::Black, |s| look(turn(s)));
        let mut black: Vec<_> = quiet(black).into_iter().map(|(s, k)| (turn(s), k)).collect();
        black.sort();
        prop_assert_eq!(white, black);
    }

    #[test]
    fn left_and_right_mirror(term in term(), at in 0u8..64, men in prop::collection::vec(0u8..5, 64)) {
        let shape = Shape::new(8, 8).unwrap();
        let text = spell(&term);
        let mirrored: String = text.chars().map(|c| match c { 'l' => 'r', 'r' => 'l', c => c }).collect();
        let mirror = |s: Square| shape.square(7 - shape.file(s), shape.rank(s)).unwrap();
        let look = |s: Square| content(&men, shape, shape.file(s), shape.rank(s));
        let quiet = |l: Vec<(Square, LandingKind)>| l.into_iter().filter(|l| l.1 != LandingKind::EnPassant).collect::<Vec<_>>();
        let from = Square::new(at);
        let one = quiet(landings(&parse(&text).movement, shape, from, Side::White, look));
        let other = quiet(landings(&parse(&mirrored).movement, shape, mirror(from), Side::White, |s| look(mirror(s))));
        let mut other: Vec<_> = other.into_iter().map(|(s, k)| (mirror(s), k)).collect();
        other.sort();
        prop_assert_eq!(one, other);
    }

    #[test]
    fn a_larger_board_changes_nothing_within_the_smaller(term in term(), at in 0u8..64, men in prop::collection::vec(0u8..5, 64)) {
        prop_assume!(!term.1.contains(&'o') && !term.1.contains(&'e'));
        let (small, large) = (Shape::new(8, 8).unwrap(), Shape::new(12, 11).unwrap());
        let movement = parse(&spell(&term)).movement;
        let name = |shape: Shape, s: Square| (shape.file(s), shape.rank(s));
        let from = Square::new(at);
        let one: Vec<_> = landings(&movement, small, from, Side::White, |s| content(&men, small, small.file(s), small.rank(s)))
            .into_iter().map(|(s, k)| (name(small, s), k)).collect();
        let start = large.square(small.file(from), small.rank(from)).unwrap();
        let other: Vec<_> = landings(&movement, large, start, Side::White, |s| {
            let (file, rank) = name(large, s);
            if file < 8 && rank < 8 { content(&men, small, file, rank) } else { Content::Empty }
        }).into_iter().map(|(s, k)| (name(large, s), k)).filter(|((f, r), _)| *f < 8 && *r < 8).collect();
        prop_assert_eq!(one, other);
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in any::<String>()) {
        check_spans(&text);
    }

    #[test]
    fn any_text_of_its_letters_is_read_without_a_panic(text in "[a-zA-Z0-9()\\[\\]{}?,;:.@*+ é♞-]{0,60}") {
        check_spans(&text);
    }
}

/// Every finding lies inside the text and cuts no character.
fn check_spans(text: &str) {
    for finding in parse(text).findings {
        assert!(
            text.get(finding.span.clone()).is_some(),
            "{text:?} {finding:?}"
        );
        assert!(!finding.message.contains("Rule"), "{finding:?}");
    }
}

#[test]
fn long_and_deep_texts_are_read_quickly() {
    for part in [
        "(", "((", "[", "[a", "(a", "(aW", "f", "W", "1", "é", "(1,", "{", ":1", "(1,2)", " ",
        "-1", "W W", "[W-",
    ] {
        let text = part.repeat(4096 / part.len());
        check_spans(&text);
    }
    assert_eq!(parse(&"W".repeat(5000)).findings[0].code, "text-too-long");
}
