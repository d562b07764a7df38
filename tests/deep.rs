//! What a search finds out: small endings against a plain count of all positions, and against what is known of chess.

#![allow(clippy::unwrap_used)] // in the helpers of tests

use ferz::board::{PieceId, Side};
use ferz::deep::{Depth, Ending, Report, search};
use ferz::{Library, Variant};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// A game on a board of four files and ranks, with men of all sorts.
const SMALL: &str = r#"
format = 1
board = { files = 4, ranks = 4 }
setup.fen = "hlrk/4/4/KRLH w - - 0 1"
[pieces]
king = { letter = "K", moves = "K", royal = true }
rook = { letter = "R", moves = "R" }
lame = { letter = "L", moves = "nN F if there in rank 1..3" }
half = { letter = "H", moves = "mQ cF" }
[test.start]
perft = [1]
"#;

fn report(text: &str, plies: u32, seconds: u64) -> (ferz::Loaded, Report) {
    let loaded = Library::new().load_bytes("game", text.as_bytes());
    let until = Instant::now() + Duration::from_secs(seconds);
    let report = search(&loaded, Depth::new(plies, until), |_| ());
    assert!(report.is_some(), "{:#?}", loaded.findings);
    (loaded, report.unwrap())
}

/// Placements of a side's royal and man and of a lone royal, worked out position by position with the moves of the game.
fn brute(variant: &Variant, side: Side, letter: char) -> (u64, u64, u32) {
    let letters = match side {
        Side::White => ['K', letter, 'k'],
        Side::Black => ['k', letter.to_ascii_lowercase(), 'K'],
    };
    let squares: Vec<usize> = (0..16).collect();
    let fen = |men: &[(usize, char)], side: char| {
        let mut ranks = Vec::new();
        for rank in (0..4).rev() {
            let (mut text, mut empty) = (String::new(), 0);
            for file in 0..4 {
                let man = men.iter().find(|(s, _)| *s == rank * 4 + file);
                match man {
                    None => empty += 1,
                    Some((_, letter)) if empty > 0 => {
                        let _ = write!(text, "{empty}{letter}");
                        empty = 0;
                    }
                    Some((_, letter)) => text.push(*letter),
                }
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            ranks.push(text);
        }
        format!("{} {side} - - 0 1", ranks.join("/"))
    };
    let mut positions = HashMap::new();
    for &king in &squares {
        for &man in &squares {
            for &lone in &squares {
                if king == man || king == lone || man == lone {
                    continue;
                }
                let men = [(king, letters[0]), (man, letters[1]), (lone, letters[2])];
                // A FEN in which the side that is not to move is in check is refused.
                let both = ['w', 'b'].map(|side| variant.position(&fen(&men, side)).ok());
                let sound = both
                    .into_iter()
                    .flatten()
                    .filter(|p| p.side() != side || !p.in_check());
                positions.extend(sound.map(|position| (position.fen(), position)));
            }
        }
    }
    // The counts of moves are no part of a position.
    let key = |position: &ferz::Position| {
        position
            .fen()
            .split(' ')
            .take(2)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut worth: HashMap<String, u32> = HashMap::new();
    let (mut moves, mut won) = (0, 0);
    let positions: Vec<ferz::Position> = positions.into_values().collect();
    let after: Vec<Vec<String>> = positions
        .iter()
        .map(|position| {
            let moves = position.legal_moves();
            let next = moves.iter().map(|&mv| {
                let mut next = position.clone();
                next.play(mv).unwrap();
                key(&next)
            });
            next.collect()
        })
        .collect();
    let total = positions.iter().filter(|p| p.side() == side).count() as u64;
    loop {
        let mut changed = Vec::new();
        for (position, after) in positions.iter().zip(&after) {
            let name = key(position);
            if worth.contains_key(&name) {
                continue;
            }
            if position.side() != side {
                let is_mate = after.is_empty() && position.in_check();
                let is_lost = !after.is_empty() && after.iter().all(|a| worth.contains_key(a));
                if is_mate || is_lost {
                    changed.push((name, 0));
                }
            }
        }
        for (name, worth_of) in changed.drain(..) {
            worth.insert(name, worth_of);
        }
        for (position, after) in positions.iter().zip(&after) {
            let name = key(position);
            let is_new = position.side() == side && !worth.contains_key(&name);
            if is_new && after.iter().any(|a| worth.contains_key(a)) {
                changed.push((name, moves + 1));
            }
        }
        if changed.is_empty() {
            return (total, won, moves);
        }
        moves += 1;
        won += changed.len() as u64;
        worth.extend(changed);
    }
}

/// Compares the endings with one man with the count of all positions. Returns how many are won somewhere.
fn compare(text: &str, men: &[(Side, char)]) -> usize {
    let (_, report) = report(text, 1, 600);
    let endings = report.endings.unwrap();
    let variant = Variant::from_text("game", text).unwrap();
    assert_eq!(endings.left_out, []);
    assert_eq!((endings.unfinished, endings.without), (0, None));
    let mut won = 0;
    for &(side, letter) in men {
        let found = endings.examined.iter().find(|ending| {
            let kind = variant.rules().kind(ending.men[0]);
            ending.men.len() == 1 && kind.letter.capital == letter && ending.side == side
        });
        let found = found.unwrap();
        assert_eq!(
            (found.positions, found.won, found.longest),
            brute(&variant, side, letter),
            "{side} {letter}"
        );
        won += usize::from(found.won > 0);
    }
    let alone = endings.examined.iter().filter(|e| e.men.len() == 1);
    assert_eq!(alone.count(), men.len());
    won
}

#[test]
fn endings_are_what_all_positions_one_by_one_say() {
    let white = ['R', 'L', 'H'].map(|letter| (Side::White, letter));
    assert!(
        compare(SMALL, &white) >= 2,
        "the comparison has to see wins"
    );
}

#[test]
fn both_sides_are_told_where_they_differ() {
    // A royal that moves otherwise, a man that does, and a man that one side lacks.
    let text = SMALL
        .replace("hlrk/4/4/KRLH", "1lrk/4/4/KRLH")
        .replace(
            "\"nN F if there in rank 1..3\"",
            "{ white = \"nN F\", black = \"F\" }",
        )
        .replace("moves = \"R\"", "moves = { white = \"R\", black = \"R2\" }");
    let men = [
        (Side::White, 'R'),
        (Side::White, 'L'),
        (Side::White, 'H'),
        (Side::Black, 'R'),
        (Side::Black, 'L'),
    ];
    assert!(compare(&text, &men) >= 3, "the comparison has to see wins");
    let (_, report) = report(&text, 1, 600);
    let endings = report.endings.unwrap();
    assert!(!endings.are_alike);
    let of = |side, men: usize| {
        let endings = endings.examined.iter();
        endings
            .filter(|e| e.side == side && e.men.len() == men)
            .count()
    };
    assert_eq!([of(Side::White, 2), of(Side::Black, 2)], [6, 3]);
    // Black's lame man cannot mate, but White's can, so that only the man that White alone has is dead.
    let lame = endings
        .examined
        .iter()
        .filter(|e| e.men.len() == 1 && e.men[0].index() == 2);
    let has_mates: Vec<bool> = lame.map(|ending| ending.has_mates).collect();
    assert_eq!(has_mates, [true, false]);
    let line =
        "end.dead = { if = \"all but king <= 1 and no all but king/half\", result = \"draw\" }";
    assert_eq!(endings.line.as_deref(), Some(line));
}

/// The longest wins in moves, with mate as the last one, are in the literature on endgame tables.
#[test]
fn endings_of_chess_are_as_long_as_known() {
    let chess = Library::new().load("chess").unwrap();
    let report = search(
        &chess,
        Depth::new(1, Instant::now() + Duration::from_secs(3600)),
        |_| (),
    )
    .unwrap();
    let endings = report.endings.unwrap();
    let rules = chess.rules.as_ref().unwrap();
    let name = |kind: &PieceId| rules.kind(*kind).letter.capital;
    let ending = |men: &str| -> &Ending {
        let is = |e: &&Ending| e.men.iter().map(name).collect::<String>() == men;
        endings.examined.iter().find(is).unwrap()
    };
    for (men, longest) in [
        ("Q", 10),
        ("R", 16),
        ("B", 0),
        ("N", 0),
        ("BB", 19),
        ("NB", 33),
        ("RR", 7),
        ("QQ", 4),
    ] {
        assert_eq!(ending(men).longest, longest, "{men}");
    }
    assert!(!ending("B").has_mates && !ending("N").has_mates);
    // Two knights mate only who walks into it.
    assert!(ending("NN").has_mates && ending("NN").longest == 1);
    assert_eq!(
        endings.line.as_deref(),
        Some(
            "end.dead = { if = \"all but king <= 1 and no all but king/knight/bishop\", result = \"draw\" }"
        )
    );
    assert!(report.findings.is_empty(), "{:#?}", report.findings);
}

/// An end that somebody wins by another way than mate, so that no ending is worked out.
const HOME: &str = "end.home = { if = \"own king in rank 8\", result = \"win\" }\n";

#[test]
fn what_is_doubtful_is_told() {
    let small = SMALL.replace(
        "[test",
        "[end.dead]\nif = \"all but king <= 1\"\nresult = \"draw\"\n[test",
    );
    let chess = |lines: &str| format!("format = 1\nbase = \"chess\"\n{HOME}{lines}\n");
    let files = [
        (
            "a mate in two",
            chess("setup.fen = \"7k/8/8/8/8/8/R7/1R2K3 w - - 0 1\""),
        ),
        (
            "a queen for nothing",
            chess("setup.fen = \"rnb1kbnr/pppppppp/8/8/3q4/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1\""),
        ),
        (
            "a fool's first move",
            chess("setup.fen = \"rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 1\""),
        ),
        ("a rook is no dead man", small),
        ("nobody says that it is drawn", SMALL.replace("mQ cF", "F")),
    ];
    let mut all = String::new();
    for (title, text) in files {
        let (_, report) = report(&text, 3, 3600);
        let _ = writeln!(all, "{title}:");
        for finding in &report.findings {
            let _ = writeln!(
                all,
                "  {}[{}] {}",
                finding.severity.word(),
                finding.code,
                finding.message
            );
            let _ = writeln!(all, "    help: {}", finding.help.as_deref().unwrap());
        }
        if let Err(why) = &report.endings {
            let _ = writeln!(all, "  endings are not examined: {why}");
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn findings_of_a_search_can_be_silenced() {
    let line = "allow.dead-too-early.dead = \"this game is drawn early on purpose\"\n";
    let end = "[end.dead]\nif = \"all but king <= 1\"\nresult = \"draw\"\n[test";
    let text = SMALL
        .replacen("board =", &format!("{line}board ="), 1)
        .replace("[test", end);
    let (loaded, report) = report(&text, 1, 3600);
    let codes = |findings: Vec<ferz::diagnostics::Diagnostic>| -> Vec<&str> {
        findings.iter().map(|f| f.code).collect()
    };
    assert!(report.findings.iter().any(|f| f.code == "dead-too-early"));
    let with = codes(loaded.checked_with(report.findings));
    assert!(
        !with.contains(&"dead-too-early") && !with.contains(&"unused-allow"),
        "{with:?}"
    );
    assert!(!codes(loaded.checked()).contains(&"unused-allow"));
}
