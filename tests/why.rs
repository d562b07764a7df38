//! Why moves are legal or not: the reason told is the true one.

#![allow(clippy::unwrap_used)] // a test stops where it fails

use ferz::reason::Why;
use ferz::source::Sources;
use ferz::{Library, Position, Variant};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A game's name with `960` behind it means positions in which castling men start anywhere.
fn position(game: &str, fen: &str) -> (Sources, Position) {
    let (name, free) = match game.strip_suffix("960") {
        Some(name) => (name, true),
        None => (game, false),
    };
    let loaded = Library::new().load(name).unwrap();
    let variant = Variant::new(loaded.rules.unwrap());
    let position = match (fen, free) {
        ("start", _) => variant.start(),
        (fen, false) => variant.position(fen).unwrap(),
        (fen, true) => variant.position_chess960(fen).unwrap(),
    };
    (loaded.sources, position)
}

fn names(position: &Position, why: &Why) -> String {
    let shape = position.rules().shape;
    let names: Vec<String> = why
        .squares()
        .iter()
        .map(|&s| shape.name(s).to_string())
        .collect();
    names.join(" ")
}

fn marked(sources: &Sources, why: &Why) -> String {
    let marked: Vec<&str> = why.places().iter().map(|p| sources.text(p)).collect();
    marked.join(" | ")
}

/// Each line: game, FEN, what is typed, the code, the squares, and the marked characters of the rule file.
#[test]
fn the_reasons_are_the_true_ones() {
    let table = include_str!("data/why.tsv");
    let (mut wrong, mut sentences) = (Vec::new(), String::new());
    let (mut legal, mut illegal, mut codes) = (0, 0, BTreeSet::new());
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [game, fen, text, code, squares, rule] = cells[..] else {
            panic!("{line:?}");
        };
        let (sources, position) = position(game, fen);
        let why = position.why(text);
        let found = (why.code(), names(&position, &why), marked(&sources, &why));
        if found != (code, squares.to_owned(), rule.to_owned()) {
            wrong.push(format!("{line}\n  got {found:?}\n  {why}"));
        }
        assert_eq!(why.is_legal(), position.parse_move(text).is_ok(), "{line}");
        legal += usize::from(why.is_legal());
        if !why.is_legal() {
            illegal += 1;
            codes.insert(why.code());
        }
        sentences += &format!("{game} {text} [{}]\n    {why}\n", why.code());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        illegal >= 40 && legal >= 20 && codes.len() >= 12,
        "{illegal} {legal} {codes:?}"
    );
    insta::assert_snapshot!(sentences);
}

/// The manual lists every code that the table has.
#[test]
fn the_manual_lists_the_codes() {
    let page = std::fs::read_to_string("docs/commands.md").unwrap();
    for line in include_str!("data/why.tsv").lines().skip(1) {
        let code = line.split('\t').nth(3).unwrap();
        assert!(
            code == "legal" || page.contains(&format!("| `{code}` |")),
            "{code}"
        );
    }
}

/// The manual lists every code that there is, and no other.
#[test]
fn the_manual_lists_all_codes() {
    let codes: BTreeSet<&str> = ferz::reason::CODES.iter().copied().collect();
    let page = std::fs::read_to_string("docs/commands.md").unwrap();
    let table = page
        .split("| code | the move is not legal because |")
        .nth(1)
        .unwrap();
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with("| `"));
    let listed: BTreeSet<&str> = rows.filter_map(|line| line.split('`').nth(1)).collect();
    assert!(codes.len() > 50, "{codes:?}");
    assert_eq!(codes, listed);
}

/// Reasons that no shipped game has.
#[test]
fn reasons_of_other_games() {
    let text = "format = 1\nbase = 'chess'\n\
        pieces.rook.moves = 'mRcpR'\n\
        pieces.bishop.moves = ['nA', 'gB']\n\
        pieces.knight.moves = ['jD', 'dW', 'udF']\n";
    let game = Variant::from_text("strange.toml", text).unwrap();
    let fen = "4k3/8/r7/8/2P1P3/1B6/8/RN2K3 w - - 0 1";
    let position = game.position(fen).unwrap();
    let mut told = String::new();
    for (typed, code) in [
        ("a1a6", "nothing-to-jump"),
        ("a1c1", "blocked"),
        ("b3e6", "blocked"),
        ("b1b3", "nothing-to-jump"),
        ("b1c1", "only-own"),
        ("b1b1", "never-moves"),
    ] {
        let why = position.why(typed);
        told += &format!("{typed} [{}]\n    {why}\n", why.code());
        assert_eq!(why.code(), code, "{typed}: {why}");
    }
    let fen = "4k3/8/8/8/8/8/8/3KN3 w - - 0 1";
    let why = game.position(fen).unwrap().why("e1d1");
    assert_eq!(why.code(), "removes-royal", "{why}");
    told += &format!("e1d1\n    {why}\n");
    insta::assert_snapshot!(told);
}

/// A royal that an effect takes off the board is named where it stands: the mover, or another man.
#[test]
fn effects_that_remove_a_royal() {
    let text = "format = 1\nbase = 'chess'\n\
        effects.blast = { on = 'capture', do = 'remove all but pawn at K from there, remove mover' }\n";
    let game = Variant::from_text("blast.toml", text).unwrap();
    let mut told = String::new();
    for (fen, typed, royal) in [
        ("7k/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", "e1"),
        ("7k/8/8/8/8/8/r4p2/4K1B1 w - - 0 1", "e1f2", "e1"),
        ("7k/8/8/8/8/4K3/4p3/4R3 w - - 0 1", "e1e2", "e3"),
        ("7k/8/8/8/8/3pK3/4P3/4R3 w - - 0 1", "e2d3", "e3"),
    ] {
        let position = game.position(fen).unwrap();
        let why = position.why(typed);
        assert_eq!(why.code(), "removes-royal", "{typed}: {why}");
        assert_eq!(names(&position, &why), royal, "{typed}: {why}");
        told += &format!("{fen} {typed}\n    {why}\n");
    }
    insta::assert_snapshot!(told);
}

/// What is no move of a man is told as what it is, allowed and forbidden by every kind of law.
#[test]
fn passes_drops_and_stays() {
    let text = "format = 1\nbase = 'chess'\nhand.captured = 'hand'\n\
        [drop.men]\npieces = 'all but king'\n\
        [promotion.rise]\npieces = 'pawn'\non = 'stay'\nzone = 'ranks 4..5'\nto = 'knight'\n\
        [turn]\npass = 'not check'\n\
        [forbid]\nidle = 'pass and own pawn in last 2'\nmate = 'drop and after enemy check'\n\
        rise = 'promotion and own queen'\n\
        [forced]\ntake = 'capture'\n";
    let game = Variant::from_text("others.toml", text).unwrap();
    let mut told = String::new();
    for (fen, typed, code) in [
        ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "pass", "legal"),
        ("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "pass", "forbidden"),
        (
            "4k3/8/8/8/8/8/3q4/4K3[] w - - 0 1",
            "pass",
            "pass-condition",
        ),
        ("4k3/8/8/8/8/3p4/4P3/4K3[] w - - 0 1", "pass", "forced"),
        ("4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "R@e4", "forbidden"),
        ("4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "R@d4", "legal"),
        ("4k3/8/8/8/8/3p4/4P3/4K3[R] w - - 0 1", "R@d4", "forced"),
        ("4k3/8/8/8/4P3/8/8/4K3[] w - - 0 1", "e4=N", "legal"),
        ("4k3/8/8/8/4P3/8/8/Q3K3[] w - - 0 1", "e4=N", "forbidden"),
        ("4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", "e4=N", "forced"),
        ("4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", "e4e5", "forced"),
        ("4k3/8/8/3p1p2/4P3/8/8/4K3[] w - - 0 1", "e4e5", "forced"),
    ] {
        let position = game.position(fen).unwrap();
        let why = position.why(typed);
        assert_eq!(why.code(), code, "{fen} {typed}: {why}");
        assert_eq!(why.is_legal(), position.parse_move(typed).is_ok());
        told += &format!(
            "{fen} {typed} [{code}] {}\n    {why}\n",
            names(&position, &why)
        );
    }
    insta::assert_snapshot!(told);
}

/// A move after which nothing can follow, and one that is against a law only with what follows it.
#[test]
fn what_follows_a_move() {
    let part = |then: &str| format!("format = 1\nbase = 'chess'\nturn.then = '{then}'\n");
    let fen = "4r2k/8/8/8/3P4/8/4N3/4K3 w - - 0 1";
    let mut told = String::new();
    for (then, typed, code) in [
        ("put wall on d4", "e1f1", "no-second-part"),
        ("put wall at W from here", "e1f1,f1d1", "legal"),
        ("put wall at W from here", "e1f1,f1d4", "part-occupied"),
        ("put wall at W from here", "e1f1,f1h4", "part-unreached"),
        ("put wall", "e2c3,c3e7", "legal"),
        ("put wall", "e2c3,c3a1", "exposes"),
        ("put wall", "e2c3", "part-missing"),
        ("may put wall if capture", "e1d1,d1a1", "part-condition"),
        ("may put wall if capture", "e1d1", "legal"),
    ] {
        let game = Variant::from_text("parts.toml", &part(then)).unwrap();
        let position = game.position(fen).unwrap();
        let why = position.why(typed);
        assert_eq!(why.code(), code, "{then}, {typed}: {why}");
        assert_eq!(why.is_legal(), position.parse_move(typed).is_ok());
        told += &format!("{then}: {typed} [{}]\n    {why}\n", why.code());
    }
    insta::assert_snapshot!(told);
}

#[test]
fn nearest_moves_are_those_meant() {
    let (_, start) = position("chess", "start");
    let near = |position: &Position, text: &str| {
        let moves = position.nearest_moves(text);
        let texts = moves
            .iter()
            .map(|&m| position.move_text(m, ferz::position::MoveNotation::Long));
        texts.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(near(&start, "e2e5"), "e2e4 e2e3");
    assert!(near(&start, "nf3").starts_with("g1f3"));
    assert_eq!(near(&start, "xyzzy"), "");
    let fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    let (_, promoting) = position("chess", fen);
    assert_eq!(near(&promoting, "a7a8").split(' ').count(), 4);
    assert!(
        near(&promoting, "a7a8")
            .split(' ')
            .all(|m| m.starts_with("a7a8="))
    );
    let (_, castling) = position("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(near(&castling, "O-O-O").starts_with("e1g1"));
}

static STARTS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let games = Library::new().games();
    games.iter().map(|g| position(&g.id, "start").1).collect()
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever is typed gets an answer, and it is legal exactly if it can be played.
    #[test]
    fn any_text_gets_a_true_answer(
        text in prop_oneof![
            "[ -~]{0,12}",
            "\\PC{0,10}",
            "[KQRBNPSGV+]?[a-i]?[1-9]?[x-]?[a-i][1-9](=?[QRBNK+]P?)?[+#!?]?",
            "[Oo0]-[Oo0](-[Oo0])?(/[a-l]1[0-2]?)?[+#]?",
        ],
        game in 0_usize..6,
    ) {
        let position = &STARTS[game];
        let why = position.why(&text);
        prop_assert_eq!(why.is_legal(), position.parse_move(&text).is_ok());
        prop_assert!(!why.to_string().is_empty());
        prop_assert!(position.nearest_moves(&text).len() <= 4);
    }
}
