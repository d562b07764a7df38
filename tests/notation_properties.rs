//! What must hold for every movement, whatever it is.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::board::{Shape, Side, Square, SquareSet};
use ferz::diagnostics::Severity;
use ferz::notation::{
    Action, Content, Deed, Found, Ground, Movement, canonical, castle, parse, run,
};
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

const ATOMS: [&str; 15] = [
    "W", "F", "D", "A", "H", "G", "N", "C", "Z", "K", "R", "B", "Q", "(1,4)", "NY",
];

/// The letters of a leg: its directions, which stay together, and others, which may stand in any order.
#[derive(Clone, Debug)]
struct LegText {
    directions: String,
    others: Vec<char>,
}

impl LegText {
    fn spell(&self) -> String {
        self.directions.clone() + &self.others.iter().collect::<String>()
    }

    /// The same with the letters in another order.
    fn mixed(&self, seed: &mut u64) -> String {
        let mut pieces: Vec<String> = self.others.iter().map(char::to_string).collect();
        pieces.push(self.directions.clone());
        for i in (1..pieces.len()).rev() {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            pieces.swap(i, (*seed >> 33) as usize % (i + 1));
        }
        pieces.concat()
    }
}

/// One move: legs, and the atom with its range.
#[derive(Clone, Debug)]
struct TermText {
    legs: Vec<LegText>,
    atom: String,
}

impl TermText {
    fn spell(&self) -> String {
        let legs: Vec<String> = self.legs.iter().map(LegText::spell).collect();
        legs.join("a") + &self.atom
    }

    fn has(&self, letter: char) -> bool {
        self.spell().contains(letter)
    }
}

fn leg(directions: Vec<&'static str>, others: &'static str) -> impl Strategy<Value = LegText> {
    let letters = prop::sample::subsequence(others.chars().collect::<Vec<_>>(), 0..=3);
    (prop::sample::select(directions), letters).prop_map(|(directions, others)| LegText {
        directions: directions.to_owned(),
        others,
    })
}

/// One move of one leg.
fn single() -> impl Strategy<Value = TermText> {
    prop::sample::select(ATOMS.to_vec()).prop_flat_map(|atom| {
        let range = prop::sample::select(vec!["", "0", "2", "3", "5"]);
        let bend = prop::sample::select(vec!["", "", "", "z", "q"]);
        (leg(directions(atom), "mcdeipgounjktx"), bend, range).prop_map(
            move |(mut leg, bend, range)| {
                leg.directions.push_str(bend);
                TermText {
                    legs: vec![leg],
                    atom: format!("{atom}{range}"),
                }
            },
        )
    })
}

/// One move of two or three legs.
fn several() -> impl Strategy<Value = TermText> {
    let turns = vec![
        "", "f", "b", "s", "fs", "bs", "l", "fr", "v", "fz", "z", "q", "bq", "fzf", "fhb",
        "fhbhllrr",
    ];
    let ranges = vec!["", "", "2", "0"];
    prop::sample::select(ATOMS.to_vec()).prop_flat_map(move |atom| {
        let first = leg(directions(atom), "mcdepgytxknui");
        let middle = prop::collection::vec(leg(turns.clone(), "mcdepgytkuni"), 0..2);
        let last = leg(turns.clone(), "mcdepgktu");
        (first, middle, last, prop::sample::select(ranges.clone())).prop_map(
            move |(first, middle, last, range)| TermText {
                legs: [vec![first], middle, vec![last]].concat(),
                atom: format!("{atom}{range}"),
            },
        )
    })
}

fn term() -> impl Strategy<Value = TermText> {
    prop_oneof![single(), several(), several()]
}

/// Terms that are not plain letters and an atom.
fn odd() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "[F?R]",
        "[W-F]",
        "[W?sR]",
        "[D?B]",
        "[N?fB]",
        "[W?fW?fsB]",
        "[mF-cfsR]",
        "[K?K]",
        "[mW?F]",
        "[tW?F]",
        "[ncW?F]",
        "[mcdN?fW?kB]",
        "[nD?fsB]",
        "[cF-bF]",
        "(az)N",
        "afs(afz)W",
        "(afmpaf)F",
        "U",
        "mU",
        "fmW*",
        "i[F-R]",
        "isO2",
        "irjO3",
        "j@7",
        "ff@6",
        "sb@",
        "W(af)(as)W",
        "k[W?F]",
    ])
    .prop_map(str::to_owned)
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

/// Crowd by their place on an 8 x 8 board, seen through a map of squares.
struct Crowd<'a, M> {
    men: &'a [u8],
    /// From a square of the board to its place among the men; nothing if it is empty.
    place: M,
    /// And back.
    square: &'a dyn Fn(usize) -> Square,
}

impl<M: Fn(Square) -> Option<usize>> Ground for Crowd<'_, M> {
    fn content(&self, square: Square) -> Content {
        match (self.place)(square).map(|at| self.men[at]) {
            Some(0) => Content::Own,
            Some(1) => Content::Enemy,
            Some(2) => Content::Hole,
            _ => Content::Empty,
        }
    }

    fn passed(&self, square: Square) -> Option<Square> {
        let at = (self.place)(square).filter(|at| at % 3 == 0 && at + 1 < 64)?;
        (self.men[at + 1] == 1).then(|| (self.square)(at + 1))
    }

    fn is_royal(&self, square: Square) -> bool {
        (self.place)(square).is_some_and(|at| at.is_multiple_of(5))
    }
}

/// What a move does, with the squares as places.
type Effects = (
    usize,
    usize,
    Vec<usize>,
    Vec<usize>,
    Vec<(usize, usize)>,
    Vec<usize>,
    bool,
);

/// All that a movement can do, sorted, with the squares mapped; `keep` says which deeds count.
fn deeds(
    movement: &Movement,
    (shape, from, side): (Shape, Square, Side),
    ground: &impl Ground,
    map: impl Fn(Square) -> usize,
    keep: impl Fn(&Deed) -> bool,
) -> Vec<Effects> {
    let mut all = Vec::new();
    let set = |squares: SquareSet| {
        let mut places: Vec<usize> = squares.iter().map(&map).collect();
        places.sort_unstable();
        places
    };
    for term in &movement.terms {
        match &term.action {
            Action::Legs(legs) => run(shape, legs, from, side, ground, |found| match found {
                Found::Deed(deed) if keep(&deed) => all.push((
                    map(deed.mover),
                    map(deed.to),
                    set(deed.taken),
                    set(deed.destroyed),
                    deed.unloaded
                        .iter()
                        .map(|&(a, b)| (map(a), map(b)))
                        .collect(),
                    set(deed.leaves),
                    deed.en_passant,
                )),
                Found::Borrow(square) => {
                    all.push((999, map(square), vec![], vec![], vec![], vec![], false));
                }
                _ => {}
            })
            .unwrap(),
            Action::Castle(c) => castle(shape, c, from, side, |c| {
                all.push((map(from), map(c.to), vec![], vec![], vec![], vec![], false));
            }),
            _ => {}
        }
    }
    all.sort();
    all.dedup();
    all
}

fn index(square: Square) -> usize {
    square.index()
}

fn on(men: &[u8]) -> Crowd<'_, impl Fn(Square) -> Option<usize>> {
    Crowd {
        men,
        place: |s: Square| Some(s.index()),
        square: &|at| Square::new(at as u8),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, max_global_rejects: 1_000_000, ..ProptestConfig::default() })]

    #[test]
    fn letters_may_stand_in_any_order(term in term(), order in any::<u64>()) {
        let base = parse(&term.spell());
        let mut seed = order;
        let legs: Vec<String> = term.legs.iter().map(|l| l.mixed(&mut seed)).collect();
        let mixed = parse(&(legs.join("a") + &term.atom));
        prop_assert_eq!(bare(base.movement), bare(mixed.movement));
        prop_assert_eq!(base.findings.len(), mixed.findings.len());
    }

    #[test]
    fn reading_what_is_printed_gives_the_same(
        terms in prop::collection::vec(prop_oneof![3 => term().prop_map(|t| t.spell()), 1 => odd()], 1..4),
    ) {
        let movement = parse(&terms.join(" ")).movement;
        if movement.terms.is_empty() {
            return Ok(());
        }
        let printed = canonical(&movement);
        let again = parse(&printed);
        prop_assert!(fine(&printed), "{} {:?}", printed, again.findings);
        prop_assert_eq!(canonical(&again.movement), printed);
        prop_assert_eq!(bare(again.movement), bare(movement.clone()));
    }

    #[test]
    fn black_moves_as_white_on_the_turned_board(
        text in prop_oneof![3 => term().prop_map(|t| t.spell()), 1 => odd()],
        at in 0u8..64,
        men in prop::collection::vec(0u8..7, 64),
    ) {
        let shape = Shape::new(8, 8).unwrap();
        let movement = parse(&text).movement;
        let from = Square::new(at);
        let turn = |s: Square| Square::new(63 - s.index() as u8);
        let white = deeds(&movement, (shape, from, Side::White), &on(&men), index, |_| true);
        let turned = Crowd { men: &men, place: |s| Some(turn(s).index()), square: &|at| turn(Square::new(at as u8)) };
        let black = deeds(&movement, (shape, turn(from), Side::Black), &turned, |s| turn(s).index(), |_| true);
        prop_assert_eq!(white, black);
    }

    #[test]
    fn left_and_right_mirror(
        text in prop_oneof![3 => term().prop_map(|t| t.spell()), 1 => odd()],
        at in 0u8..64,
        men in prop::collection::vec(0u8..7, 64),
    ) {
        let shape = Shape::new(8, 8).unwrap();
        let mirrored: String = text.chars().map(|c| match c { 'l' => 'r', 'r' => 'l', c => c }).collect();
        let mirror = |s: Square| shape.square(7 - shape.file(s), shape.rank(s)).unwrap();
        let from = Square::new(at);
        let one = deeds(&parse(&text).movement, (shape, from, Side::White), &on(&men), index, |_| true);
        let other_men = Crowd { men: &men, place: |s| Some(mirror(s).index()), square: &|at| mirror(Square::new(at as u8)) };
        let movement = parse(&mirrored).movement;
        let other = deeds(&movement, (shape, mirror(from), Side::White), &other_men, |s| mirror(s).index(), |_| true);
        prop_assert_eq!(one, other);
    }

    #[test]
    fn a_larger_board_changes_nothing_within_the_smaller(
        term in term(),
        at in 0u8..64,
        men in prop::collection::vec(0u8..7, 64),
    ) {
        prop_assume!(!term.has('o') && !term.has('e') && !term.has('x'));
        let (small, large) = (Shape::new(8, 8).unwrap(), Shape::new(12, 11).unwrap());
        let movement = parse(&term.spell()).movement;
        let place = |shape: Shape, s: Square| {
            let (file, rank) = (shape.file(s), shape.rank(s));
            (file < 8 && rank < 8).then(|| (rank * 8 + file) as usize)
        };
        let from = Square::new(at);
        let one = deeds(&movement, (small, from, Side::White), &on(&men), index, |_| true);
        let start = large.square(small.file(from), small.rank(from)).unwrap();
        let grown = Crowd {
            men: &men,
            place: |s| place(large, s),
            square: &|at| large.square(at as i32 % 8, at as i32 / 8).unwrap(),
        };
        let inside = |s: Square| place(large, s).is_some();
        let within = |deed: &Deed| {
            let path = deed.path | deed.leaves | SquareSet::of(deed.to) | deed.stops.iter().copied().collect();
            path.iter().all(inside)
        };
        let other = deeds(&movement, (large, start, Side::White), &grown, |s| place(large, s).unwrap_or(1000), within);
        prop_assert_eq!(one, other);
    }

    #[test]
    fn a_compiled_leg_and_a_walked_leg_agree(
        term in single(),
        at in 0u8..64,
        men in prop::collection::vec(0u8..7, 64),
    ) {
        let shape = Shape::new(8, 8).unwrap();
        let from = Square::new(at);
        // The mover is no man that it could take.
        let mut men = men;
        men[usize::from(at)] = 6;
        for term in parse(&term.spell()).movement.terms {
            let Some(leg) = term.plain_leg() else { continue };
            let ground = on(&men);
            let mut walked = std::collections::BTreeSet::new();
            let passed = |s| ground.passed(s).is_some();
            ferz::notation::walk(shape, leg, from, Side::White, |s| ground.content(s), passed, |l| {
                walked.insert((l.to, l.path.words()));
            });
            let mut ran = std::collections::BTreeSet::new();
            run(shape, term.legs().unwrap(), from, Side::White, &ground, |found| {
                if let Found::Deed(deed) = found {
                    ran.insert((deed.to, deed.path.words()));
                }
            }).unwrap();
            prop_assert_eq!(walked, ran);
        }
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

#[test]
fn nobody_is_put_back_onto_a_man_that_was_passed_over() {
    let shape = Shape::new(8, 8).unwrap();
    let square = |name: &str| shape.parse(name).unwrap();
    let mut men = vec![6u8; 64];
    men[square("e5").index()] = 1;
    men[square("f6").index()] = 0;
    let movement = parse("fpafrudW").movement;
    let found = |men: &[u8]| {
        let start = (shape, square("e4"), Side::White);
        deeds(&movement, start, &on(men), index, |_| true)
    };
    assert!(found(&men).is_empty());
    // Where the passed square is free the man is put there.
    let movement = parse("fmafrudW").movement;
    men[square("e5").index()] = 6;
    let start = (shape, square("e4"), Side::White);
    assert_eq!(deeds(&movement, start, &on(&men), index, |_| true).len(), 1);
}

#[test]
fn an_initial_in_a_group_is_refused() {
    // A fuzzer found that it was there on some paths of the move and not on others.
    for text in ["(ilar)N", "(af)(ilar)N", "f(ia)W"] {
        assert!(
            parse(text).findings.iter().any(|f| f.code == "bad-group"),
            "{text}"
        );
    }
    assert!(fine("ia(fa)bW") && fine("ca(ia)bR"));
}

#[test]
fn a_text_over_a_bound_is_told_the_bound() {
    let legs = "ya".repeat(63);
    for (text, code, number) in [
        ("W".repeat(4097), "text-too-long", "4096"),
        ("ma".repeat(64) + "K", "too-many-legs", "64"),
        ("(az)(aq)(afz)(abz)W".to_owned(), "too-many-terms", "10000"),
        ("(az)(az)(az)N".repeat(300), "too-many-terms", "10000"),
        (format!("{legs}K").repeat(30), "too-many-ways", "40000"),
        ("(az)N".repeat(800), "too-many-ways", "40000"),
    ] {
        let findings = parse(&text).findings;
        let told: Vec<_> = findings.iter().filter(|f| f.code == code).collect();
        assert_eq!(told.len(), 1, "{code}: {findings:?}");
        assert!(told[0].message.contains(number), "{:?}", told[0]);
    }
    assert!(fine(&("ma".repeat(63) + "K")));
    assert!(fine("(az)(az)(az)N"));
}
