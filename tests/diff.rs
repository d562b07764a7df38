//! Differences between games: which there are, and that the same rules written otherwise are none.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::diff::{Diff, Sampling, sample};
use ferz::{Library, Variant};
use std::fmt::Write as _;

fn variant(name: &str, text: &str) -> Variant {
    Variant::from_text(name, text).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"))
}

/// A file that builds on chess.
fn chess(lines: &str) -> Variant {
    variant(
        "mine.toml",
        &format!("format = 1\nbase = \"chess\"\nname = \"Chess\"\n{lines}\n"),
    )
}

fn told(diff: &Diff) -> String {
    let mut out = String::new();
    for change in &diff.changes {
        let _ = writeln!(
            out,
            "  {} / {} ({:?})",
            change.theme.word(),
            change.subject,
            change.presence
        );
        for line in &change.before {
            let _ = writeln!(out, "    A: {line}");
        }
        for line in &change.after {
            let _ = writeln!(out, "    B: {line}");
        }
    }
    out
}

/// The queen with another letter.
const LETTER: &str = "pieces.queen.letter = \"M\"
setup.fen = \"rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR w KQkq - 0 1\"";

/// One line for each rule that can differ.
const CHANGES: &[&str] = &[
    "board.wrap = true",
    "setup.fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR b - - 0 1\"",
    LETTER,
    "pieces.knight.moves = \"nN\"",
    "pieces.rook.moves = { white = \"R\", black = \"R4\" }",
    "pieces.queen.stays = \"first 4\"",
    "setup.unmoved = \"knight\"",
    "promotion.pawn.must = false",
    "promotion.pawn.limit = { queen = 1 }",
    "promotion.pawn = false",
    "castling.if = \"always\"",
    "castling.free = true",
    "hand.captured = \"hand\"\ndrop.any = { pieces = \"all but pawn\" }",
    "turn.pass = \"check\"",
    "turn.then = \"put wall\"",
    "effects.blast = { on = \"capture\", do = \"remove mover\" }",
    "forbid.check = false",
    "words.check = \"every own royal attacked\"",
    "forbid.far = \"capture and there in last 2\"",
    "forced.capture = \"capture\"",
    "counters.tries = { step = 2 }",
    "end.stalemate.result = \"loss\"",
    "end.hill = { if = \"own king in d4..e5\", result = \"win\" }",
    "end.dead = false",
    "end.fifty.claim = true",
    "end.repetition.if = \"repeated 5\"",
    "words.progress = \"capture\"",
];

#[test]
fn each_rule_is_told() {
    let base = chess("");
    let mut out = String::new();
    for line in CHANGES {
        let diff = Diff::new(base.rules(), chess(line).rules());
        assert!(!diff.is_same(), "{line}");
        let _ = write!(out, "{line}\n{}\n", told(&diff));
    }
    insta::assert_snapshot!(out);
}

/// Other ways to write what chess says.
const SAME: &[&str] = &[
    "",
    "pieces.queen.moves = \"RB\"",
    "pieces.queen.moves = [\"B\", \"R\"]",
    "pieces.queen.moves = \"mQ cQ\"",
    "pieces.queen.moves = [\"Q\", \"N if never\"]",
    "pieces.rook.moves = \"R7\"",
    "pieces.pawn.moves = [\"ifmnD\", \"cefF\", \"mfW if not never\"]",
    "pieces.king.moves = [\"isO2 if always\", \"WF\"]",
    "promotion.pawn.to = \"bishop/knight/queen/rook\"",
    "promotion.pawn.zone = \"rank 8\"",
    "castling.if = \"track safe and not check\"",
    "castling.if = \"not (check or not track safe)\"",
    "end.repetition.if = \"repeated 3 and always\"",
    "end.mate.if = \"no-move and check\"",
    "words.progress = \"mover is pawn or capture\"",
    "zones.nowhere = \"e4\"",
    "pieces.queen.name = \"Lady\"",
    "promotion.pawn = false\npromotion.foot = { pieces = \"pawn\", zone = \"last 1\", to = \"all but pawn/king\" }",
    "board = { files = 8, ranks = 8 }",
    "board.black = \"turn\"",
    "forbid.check = \"after own royal attacked\"",
];

#[test]
fn the_same_rules_written_otherwise_are_no_difference() {
    let base = Variant::named("chess").unwrap();
    let mut wrong = String::new();
    for line in SAME {
        let diff = Diff::new(base.rules(), chess(line).rules());
        if !diff.is_same() {
            let _ = write!(wrong, "{line}\n{}\n", told(&diff));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Chess with such a queen.
fn queen(moves: &str) -> Variant {
    chess(&format!("pieces.queen.moves = \"{moves}\""))
}

#[test]
fn moves_of_several_legs_are_compared_by_what_they_do() {
    let same = [
        ("F yafsF", "[F?R]"),
        ("afsW", "[W-F]"),
        ("aK", "maK"),
        ("afW", "vafW safW"),
        ("mcabK", "cabK mabK"),
        ("pafN", "tpafN pafN"),
        ("afafR7", "afafR"),
    ];
    for (one, two) in same {
        let diff = Diff::new(queen(one).rules(), queen(two).rules());
        assert!(diff.is_same(), "{one} and {two}:\n{}", told(&diff));
    }
    let others = [
        ("mcabK", "cabK"),
        ("afsW", "afW"),
        ("[F?R]", "[F-R]"),
        ("mpafN", "pafN"),
        ("tcafK", "cafK"),
        ("caibR", "cabR"),
        ("ucdafR", "cdafR"),
        ("nafmW", "afmW"),
        ("mNxaN", "mNaN"),
    ];
    for (one, two) in others {
        let diff = Diff::new(queen(one).rules(), queen(two).rules());
        assert!(!diff.is_same(), "{one} and {two}");
    }
}

#[test]
fn other_names_of_pieces_are_no_difference() {
    let text = Library::new().load("chess").unwrap().merged().unwrap();
    let rules = text.split("[test.").next().unwrap();
    let renamed = rules.replace("queen", "lady").replace("pawn", "foot");
    assert_ne!(renamed, rules);
    let (old, new) = (variant("a.toml", rules), variant("b.toml", &renamed));
    let diff = Diff::new(old.rules(), new.rules());
    assert!(diff.is_same(), "{}", told(&diff));
    assert!(diff.wording.iter().any(|change| change.subject == "Queen"));
}

#[test]
fn a_game_and_its_merged_file_are_the_same() {
    let library = Library::new();
    for game in library.games() {
        let loaded = library.load(&game.id).unwrap();
        let merged = variant(&format!("{}.toml", game.id), &loaded.merged().unwrap());
        let diff = Diff::new(&loaded.rules.unwrap(), merged.rules());
        assert!(diff.is_same(), "{}\n{}", game.id, told(&diff));
    }
}

#[test]
fn a_game_does_not_differ_from_itself_in_any_position() {
    for game in Library::new().games() {
        let one = Variant::named(&game.id).unwrap();
        let seen = sample(&one, &one, Sampling::default().positions(16));
        assert_eq!(seen.unshared, 0, "{}: {:?}", game.id, seen.because);
        assert!(seen.random.positions > 0, "{}", game.id);
        for share in [seen.random, seen.tests] {
            assert_eq!(
                (share.moves, share.deeds, share.ends),
                (0, 0, 0),
                "{}",
                game.id
            );
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_positions() {
    let (old, new) = (chess(""), chess("pieces.queen.moves = \"QN\""));
    let seen = |seed| {
        format!(
            "{:?}",
            sample(&old, &new, Sampling::default().positions(60).seed(seed)).random
        )
    };
    assert_eq!(seen(1), seen(1));
    let seen = sample(&old, &new, Sampling::default().positions(60));
    assert!(seen.random.moves > 0 && seen.examples.len() == 3);
    assert!(
        seen.examples
            .iter()
            .all(|e| !e.only_first.is_empty() || !e.only_second.is_empty() || e.results.is_some())
    );
}

#[test]
fn a_letter_of_another_piece_is_no_other_move() {
    let (old, new) = (chess(""), chess(LETTER));
    let seen = sample(&old, &new, Sampling::default().positions(100));
    assert_eq!(
        (seen.unshared, seen.random.moves, seen.tests.moves),
        (0, 0, 0)
    );
    assert!(seen.random.positions > 50);
}
