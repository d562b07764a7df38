//! What is told about notation strings: sentences, what other programs make of them, what they cannot do.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::board::{Shape, Side, Square};
use ferz::diagnostics::Severity;
use ferz::notation::{
    Content, Found, Ground, Movement, canonical_term, notes, parse, run_within, sentences, xboard,
};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The strings found in the wild.
fn wild() -> Vec<String> {
    let lines = include_str!("data/betza/real_world.tsv").lines().skip(1);
    lines
        .map(|line| line.split('\t').next().unwrap().to_owned())
        .collect()
}

/// The strings of the conformance corpus and those found in the wild, without repetitions.
fn strings() -> Vec<String> {
    let corpus: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("data/betza/corpus.json")).unwrap();
    let corpus = corpus
        .iter()
        .map(|row| row["betza"].as_str().unwrap().to_owned());
    let mut strings: Vec<String> = Vec::new();
    for text in corpus.chain(wild()) {
        if !strings.contains(&text) {
            strings.push(text);
        }
    }
    strings
}

/// Each term that is more than one plain leg, once, with its sentence.
#[test]
fn moves_of_several_legs_are_told() {
    let (mut out, mut seen) = (String::new(), Vec::new());
    for text in strings() {
        let movement = parse(&text).movement;
        for (term, phrase) in movement.terms.iter().zip(sentences(&movement)) {
            let written = text[term.span.clone()].to_owned();
            if term.plain_leg().is_none() && !seen.contains(&written) {
                writeln!(out, "{written}: {phrase}").unwrap();
                seen.push(written);
            }
        }
    }
    insta::assert_snapshot!(out);
}

/// Letters that are rare in the wild, one of each.
#[test]
fn rare_letters_are_told() {
    let mut out = String::new();
    for text in [
        "U mU cU aU caU xU",
        "zN3 zW zK0 qK qQ qW qN3 qD fqN",
        "iifmW2 fmW* ifmW2 ifmnW2 fmnnR fmN*",
        "kQ mkK tQ cktR ckQ",
        "xR mxK cxN",
        "ucR udR uR mudK",
        "uafcQ caufmQ cdaufmK dufaK",
        "[W?sfNN] [K-zB] [F-N] [N-sR] [W-zF-zF] [N?N] [cF?mW-B] [mpW?F] [tpR-R]",
        "(afq)W (az)fN a(fa)sW c(afmcaf)W (afsa)fW (az)(aq)W",
        "hlN flfrN fhbN vlN vrW fN fsN",
        "foW oR afoR",
        "tcaW ktaK tpgaR ygaR mygasR",
        "pafpafR gafgafR yafyafW",
        "sj@4 fb@2 j@2",
        "O1 isO3 jO3 sjjO2",
        "mafmafibR cafmaibaR",
        "mabK vmavR dabK eabF",
    ] {
        let parsed = parse(text);
        let errors: Vec<_> = parsed.findings.iter().map(|f| &f.message).collect();
        for (term, phrase) in parsed
            .movement
            .terms
            .iter()
            .zip(sentences(&parsed.movement))
        {
            writeln!(out, "{}: {phrase}", &text[term.span.clone()]).unwrap();
        }
        for error in errors {
            writeln!(out, "  ({error})").unwrap();
        }
    }
    insta::assert_snapshot!(out);
}

/// A board with men strewn over it, different for each seed.
struct Strewn {
    shape: Shape,
    men: Vec<u8>,
}

impl Strewn {
    fn new(shape: Shape, seed: u64) -> Self {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut dice = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 24) as u8
        };
        let full = 4 + (seed % 5) as u8 * 6;
        let men = (0..shape.len()).map(|_| match dice() % 32 {
            n if n >= full => 0,
            n => 1 + n % 3,
        });
        Self {
            shape,
            men: men.collect(),
        }
    }
}

impl Ground for Strewn {
    fn content(&self, square: Square) -> Content {
        match self.men[square.index()] {
            0 => Content::Empty,
            1 => Content::Own,
            _ => Content::Enemy,
        }
    }

    fn passed(&self, square: Square) -> Option<Square> {
        let behind = self.shape.offset(square, 0, -1, false)?;
        (self.content(behind) == Content::Enemy).then_some(behind)
    }

    fn is_royal(&self, square: Square) -> bool {
        self.men[square.index()] == 3
    }
}

/// What the terms of a movement do on a board, whatever way they take.
fn deeds(movement: &Movement, board: &Strewn, side: Side) -> BTreeSet<String> {
    deeds_within(ferz::notation::MAX_STEPS, movement, board, side).unwrap()
}

/// The same; nothing if there are too many ways.
fn deeds_within(
    limit: usize,
    movement: &Movement,
    board: &Strewn,
    side: Side,
) -> Option<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for from in board.shape.squares() {
        for term in &movement.terms {
            let Some(legs) = term.legs() else {
                found.insert(format!("{:?} {}", term.when, canonical_term(term)));
                continue;
            };
            run_within(limit, board.shape, legs, from, side, board, |deed| {
                found.insert(match deed {
                    Found::Borrow(square) => format!("{:?} {from:?} as {square:?}", term.when),
                    Found::Deed(d) => format!(
                        "{:?} {:?} {:?} {:?} {:?} {:?} {:?}",
                        term.when, d.mover, d.to, d.taken, d.destroyed, d.unloaded, d.leaves
                    ),
                    other => format!("{other:?}"),
                });
            })
            .ok()?;
        }
    }
    Some(found)
}

/// What is written for other programs means the same, as far as they are read like this one.
#[test]
fn the_spelling_for_xboard_has_the_same_moves() {
    let shape = Shape::new(8, 8).unwrap();
    let mut out = String::new();
    for text in strings() {
        let parsed = parse(&text);
        if parsed.movement.terms.is_empty() {
            continue;
        }
        match xboard(&parsed.movement) {
            Err(why) => writeln!(out, "{text}: {why}").unwrap(),
            Ok(spelled) => {
                let again = parse(&spelled);
                for seed in 0..6 {
                    let board = Strewn::new(shape, seed);
                    let side = Side::ALL[(seed % 2) as usize];
                    let (one, other) = (
                        deeds(&parsed.movement, &board, side),
                        deeds(&again.movement, &board, side),
                    );
                    let missing: Vec<_> = one.difference(&other).take(3).collect();
                    let more: Vec<_> = other.difference(&one).take(3).collect();
                    assert!(
                        missing.is_empty() && more.is_empty(),
                        "{text} as {spelled}: lacks {missing:?}, adds {more:?}"
                    );
                }
                if spelled != text {
                    writeln!(out, "{text}: {spelled}").unwrap();
                }
            }
        }
    }
    insta::assert_snapshot!(out);
}

/// Spellings that once did something else, or could not be read.
#[test]
fn where_xboard_has_no_spelling_none_is_offered() {
    let mut out = String::new();
    for text in [
        "mtaumbK",
        "tmfbraqW",
        "(afzmt)F",
        "fhabstmabsNN",
        "[nvW-B]",
        "nyafsW",
        "fsa(ba)pK",
        "fsa(ba)lhpK",
        "bjma(fajza)vzK",
        "[D?ro(2,2)]",
        "[oW-oF]",
        "rcmaojcfR",
        "rcmajcfoR",
        "fhaolhC",
        "fhalhoC",
        "[efD-lxqF]",
        "N NN",
        "WfW",
        "fWW",
        "R R3",
        "ifmnR3",
        "fmnnR",
    ] {
        let parsed = parse(text);
        let told = match xboard(&parsed.movement) {
            _ if parsed.movement.terms.is_empty() => "not read".to_owned(),
            Ok(spelled) => format!("`{spelled}`"),
            Err(why) => why.to_string(),
        };
        writeln!(out, "{text}: {told}").unwrap();
    }
    insta::assert_snapshot!(out);
}

const ATOMS: [&str; 16] = [
    "W", "F", "D", "A", "H", "G", "N", "C", "Z", "K", "R", "B", "Q", "R3", "N2", "(1,4)",
];

/// The letters of a leg in any order.
fn letters(
    directions: &'static [&'static str],
    others: &'static str,
) -> impl Strategy<Value = String> {
    let others = prop::sample::subsequence(others.chars().collect::<Vec<_>>(), 0..=3);
    (prop::sample::select(directions), others)
        .prop_map(|(d, others)| d.to_owned() + &others.iter().collect::<String>())
}

/// One move: of legs with one atom, perhaps some of them repeated, or of legs with atoms of their own.
fn random_term() -> impl Strategy<Value = String> {
    const FIRST: &[&str] = &["", "", "f", "b", "l", "r", "v", "s", "fs", "fh", "lv"];
    const LATER: &[&str] = &[
        "", "f", "b", "s", "fs", "bs", "l", "fr", "v", "fz", "z", "q", "bq", "rv",
    ];
    let atom = || prop::sample::select(ATOMS.as_slice());
    let last = || letters(LATER, "mcdegkptuxojn");
    let middle = || letters(LATER, "mcdepgytkxnuijo");
    let alone = (
        letters(&["", "f", "s", "v", "z", "q", "fq"], "mcdeipgounjktx"),
        atom(),
    )
        .prop_map(|(leg, atom)| leg + atom);
    let chained = (
        letters(FIRST, "mcdepgytxknui"),
        prop::collection::vec(middle(), 0..2),
        last(),
        atom(),
    )
        .prop_map(|(first, middle, last, atom)| {
            let legs = [vec![first], middle, vec![last]].concat();
            legs.join("a") + atom
        });
    let repeated = (letters(FIRST, "mcptn"), middle(), last(), atom())
        .prop_map(|(first, middle, last, atom)| format!("{first}(a{middle}){last}{atom}"));
    let bracketed = (
        letters(FIRST, "mcdepgytnuo"),
        atom(),
        prop::sample::select(vec!['-', '?']),
        last(),
        atom(),
    )
        .prop_map(|(a, one, sign, b, other)| format!("[{a}{one}{sign}{b}{other}]"));
    prop_oneof![1 => alone, 2 => chained, 1 => repeated, 1 => bracketed]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 768, max_global_rejects: 1_000_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a text is: what is offered for `XBoard` can be read and does the same.
    #[test]
    fn what_is_offered_for_xboard_has_the_same_moves(
        terms in prop::collection::vec(random_term(), 1..3),
        seed in 100_u64..1000,
    ) {
        let text = terms.join(" ");
        let movement = parse(&text).movement;
        prop_assume!(!movement.terms.is_empty());
        let Ok(spelled) = xboard(&movement) else { return Ok(()) };
        prop_assert!(!spelled.is_empty());
        let again = parse(&spelled);
        let errors = again.findings.iter().filter(|f| f.severity == Severity::Error);
        prop_assert_eq!(errors.count(), 0, "{} as {}", text, spelled);
        let board = Strewn::new(Shape::new(8, 8).unwrap(), seed);
        let side = Side::ALL[(seed % 2) as usize];
        let limit = 5_000;
        if let Some(one) = deeds_within(limit, &movement, &board, side)
            && let Some(other) = deeds_within(limit, &again.movement, &board, side)
        {
            prop_assert_eq!(one, other, "{} as {}", text, spelled);
        }
    }
}

/// What is noted about the strings.
#[test]
fn strings_have_notes() {
    let mut out = String::new();
    let shape = Shape::new(8, 8).unwrap();
    let more = [
        "mfW cefF ifmnD",
        "RW",
        "fWW",
        "W[W-F]",
        "RmRmabK",
        "camabK",
        "nLnJ",
        "H W10",
        "gR3pN0",
        "cib",
    ];
    for text in wild().into_iter().chain(more.map(str::to_owned)) {
        let movement = parse(&text).movement;
        if movement.terms.is_empty() {
            continue;
        }
        writeln!(out, "{text}").unwrap();
        for note in notes(&text, &movement, shape) {
            writeln!(out, "  {} {:?}: {}", note.code, note.span, note.message).unwrap();
            if let Some(help) = note.help {
                writeln!(out, "    {help}").unwrap();
            }
        }
    }
    insta::assert_snapshot!(out);
}

/// A term that adds nothing has no move that the rest does not have.
#[test]
fn what_adds_nothing_has_no_move_of_its_own() {
    let shape = Shape::new(8, 8).unwrap();
    let atoms = [
        "W", "R", "K", "Q", "R3", "F", "B", "N", "N0", "afsW", "mafsW", "yafsF", "mR", "cR", "fR",
        "iR", "zB", "zB3", "qN", "(az)N", "[F?R]", "[F-R]", "pR", "pR3", "gQ", "gR", "caK", "cabK",
        "afK", "afsK",
    ];
    let mut covered = 0;
    for one in atoms {
        for other in atoms {
            let text = format!("{one} {other}");
            let movement = parse(&text).movement;
            let notes = notes(&text, &movement, shape);
            let Some(note) = notes.iter().find(|n| n.code == "adds-nothing") else {
                continue;
            };
            covered += 1;
            let mut rest = movement.clone();
            rest.terms.retain(|t| t.span != note.span);
            let strip = |mut movement: Movement| {
                movement
                    .terms
                    .iter_mut()
                    .for_each(|t| t.when = ferz::notation::When::Always);
                movement
            };
            for seed in 0..4 {
                let board = Strewn::new(shape, seed);
                let all = deeds(&strip(movement.clone()), &board, Side::White);
                assert_eq!(
                    all,
                    deeds(&strip(rest.clone()), &board, Side::White),
                    "{text}"
                );
            }
        }
    }
    assert!(covered > 40, "{covered}");
}

/// Texts made to take long.
#[test]
fn long_texts_are_told_in_a_moment() {
    let shape = Shape::new(16, 16).unwrap();
    let repeated = |part: &str, times: usize| part.repeat(times);
    for text in [
        repeated("mpya", 60) + "Q",
        repeated("a", 63) + "K",
        repeated("mcpdyga", 63) + "K",
        "(az)(aq)(afs)W".to_owned(),
        repeated("(az)N", 100),
        repeated("RNK", 1300),
        repeated("cabK", 1000),
        repeated("[F?R]", 800),
        repeated("(afmpaf)F", 200),
        "[".to_owned() + &repeated("K?", 63) + "K]",
    ] {
        let start = std::time::Instant::now();
        let movement = parse(&text).movement;
        let told = sentences(&movement).len() + notes(&text, &movement, shape).len();
        assert!(told > 0);
        let taken = start.elapsed();
        assert!(taken.as_secs() < 5, "{} takes {taken:?}", &text[..20]);
    }
}
