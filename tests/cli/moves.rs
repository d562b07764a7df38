//! `ferz moves`.

use super::{command, json, run, run_in, seen, stdout};
use insta::assert_snapshot;
use insta_cmd::assert_cmd_snapshot;

/// Castling both ways, promotion, en passant.
const BUSY: &str = "r3k2r/1P6/8/3Pp3/8/8/8/R3K2R w KQkq e6 0 1";

#[test]
fn three_notations() {
    for notation in ["long", "uci", "san"] {
        let output = run(&["moves", "chess", "--fen", BUSY, "--notation", notation]);
        let moves = stdout(&output).lines().collect::<Vec<_>>().join(" ");
        assert_snapshot!(format!("moves_{notation}"), moves);
    }
}

#[test]
fn moves_are_sorted_and_unique() {
    for game in [
        "chess",
        "mini-kingsmen",
        "king-support-chess",
        "kjempe-chess",
    ] {
        for notation in ["long", "uci", "san"] {
            let text = stdout(&run(&["moves", game, "--notation", notation]));
            let moves: Vec<&str> = text.lines().collect();
            assert!(!moves.is_empty());
            assert!(
                moves.is_sorted_by(|a, b| a < b),
                "{game} {notation}: {moves:?}"
            );
        }
    }
}

#[test]
fn moves_from_a_square() {
    assert_eq!(
        stdout(&run(&["moves", "chess", "--from", "g1"])),
        "g1f3\ng1h3\n"
    );
    assert_cmd_snapshot!(command(&["moves", "chess", "--from", "e4"]));
    assert_cmd_snapshot!(command(&["moves", "chess", "--from", "z9"]));
}

#[test]
fn swaps_and_crowning_in_long_form() {
    assert_snapshot!(
        stdout(&run(&["moves", "mini-kingsmen"])).replace('\n', " "),
        @"a4a5 b1a1 b1c1 b3a5 b3c5 b4b5 c4c5 "
    );
    let fen = "4k4/9/3n5/4P4/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(
        stdout(&run(&["moves", "kingsmen", "--fen", fen, "--from", "e6"])),
        "e6d7=+P\ne6e7=+P\n"
    );
    let uci = run(&[
        "moves",
        "kingsmen",
        "--fen",
        fen,
        "--from",
        "e6",
        "--notation",
        "uci",
    ]);
    assert_eq!(stdout(&uci), "e6d7+\ne6e7+\n");
}

#[test]
fn castling_as_the_king_taking_its_rook() {
    let fen = "4k3/8/8/8/8/8/8/R3K1R1 w KQ - 0 1";
    let moves = stdout(&run(&[
        "moves",
        "chess",
        "--fen",
        fen,
        "--chess960",
        "--from",
        "e1",
    ]));
    assert!(
        moves.contains("e1g1\n") && moves.contains("e1a1\n"),
        "{moves}"
    );
}

#[test]
fn json_of_a_position() {
    let value = json(&run(&[
        "moves", "chess", "--format", "json", "--from", "e2",
    ]));
    let text = serde_json::to_string_pretty(&value).unwrap();
    assert_snapshot!(text);
}

#[test]
fn json_of_mate_and_stalemate() {
    let mate = json(&run(&[
        "moves",
        "chess",
        "--format",
        "json",
        "--fen",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    ]));
    assert_eq!(
        mate["result"],
        serde_json::json!({ "score": "1-0", "reason": "mate" })
    );
    assert_eq!(mate["checkers"], serde_json::json!(["g7"]));
    assert_eq!(mate["in_check"], true);
    assert_eq!(mate["moves"], serde_json::json!([]));
    let stalemate = json(&run(&[
        "moves",
        "chess",
        "--format",
        "json",
        "--fen",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ]));
    assert_eq!(
        stalemate["result"],
        serde_json::json!({ "score": "1/2-1/2", "reason": "stalemate" })
    );
    assert_eq!(stalemate["in_check"], false);
}

#[test]
fn no_moves_is_said_on_standard_error() {
    assert_cmd_snapshot!(command(&[
        "moves",
        "chess",
        "--fen",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
    ]));
}

#[test]
fn a_bad_fen_is_shown_with_its_place() {
    for (name, fen) in [
        (
            "wide",
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
        (
            "letter",
            "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
        ("royal", "8/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("empty", ""),
    ] {
        assert_cmd_snapshot!(
            format!("fen_{name}"),
            command(&["moves", "chess", "--fen", fen])
        );
    }
}

/// The king wins at the far end; a draw can be claimed after two quiet half-moves.
const MARCH: &str = r#"
format = 1
base   = "chess"
[end]
march = { if = "own king in last 1", result = "win" }
bored = { if = "quiet 2", result = "draw", claim = true }
"#;

#[test]
fn an_end_that_leaves_moves_is_said_on_standard_error() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("march.toml"), MARCH).unwrap();
    let over = "4K3/8/8/8/8/8/8/k7 b - - 0 1";
    let open = "8/4K3/8/8/8/k7/7P/8 b - - 2 1";
    let seen = |args: &[&str]| seen(&run_in(folder.path(), args));
    assert_snapshot!("march_over", seen(&["moves", "march.toml", "--fen", over]));
    assert_snapshot!(
        "march_over_from_a_square",
        seen(&["moves", "march.toml", "--fen", over, "--from", "h8"])
    );
    assert_snapshot!(
        "march_claimable",
        seen(&["moves", "march.toml", "--fen", open, "--from", "a3"])
    );
    assert_snapshot!(
        "march_over_perft",
        seen(&["perft", "march.toml", "2", "--fen", over])
    );
    let json = |fen: &str| {
        json(&run_in(
            folder.path(),
            &["moves", "march.toml", "--format", "json", "--fen", fen],
        ))
    };
    assert_eq!(json(over)["result"]["reason"], "march");
    assert!(json(over)["claimable"].is_null());
    assert!(json(open)["result"].is_null());
    assert_eq!(
        json(open)["claimable"],
        serde_json::json!({ "score": "1/2-1/2", "reason": "bored" })
    );
}

/// Walls, men put down and what else moves do.
#[test]
fn turns_of_more_than_a_move() {
    let fen = "4k3/8/8/8/8/2p5/1P6/1N2K3[H] w B - 0 1";
    for (name, args) in [
        ("wall", &["duck", "--from", "g1"][..]),
        (
            "drop",
            &["crazyhouse", "--fen", "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1"],
        ),
        ("gate", &["seirawan", "--fen", fen]),
        ("pass", &["janggi", "--from", "e2"]),
        (
            "stay",
            &["sittuyin", "--fen", "4k3/8/8/4P3/8/8/8/4K3[] w - - 0 1"],
        ),
    ] {
        let mut all = String::new();
        for notation in ["long", "uci", "san"] {
            let args = [&["moves"], args, &["--notation", notation]].concat();
            let moves = stdout(&run(&args));
            let moves: Vec<&str> = moves.lines().collect();
            all += &format!("{notation}: {}\n", moves.join(" "));
        }
        assert_snapshot!(format!("turns_{name}"), all);
    }
    let exploding = "4k3/8/8/3pp3/4P3/5N2/8/4K3 w - - 0 1";
    let trail = "7/7/7/3P3/7/6p/7 w - - 0 1";
    for (name, game, fen) in [
        ("atomic", "atomic", exploding),
        ("trail", "snailtrail", trail),
    ] {
        let args = ["moves", game, "--fen", fen, "--format", "json"];
        assert_snapshot!(format!("effects_{name}"), stdout(&run(&args)));
    }
}
