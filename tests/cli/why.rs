//! `ferz why`.

use super::{command, json, run, seen};
use insta::assert_snapshot;
use insta_cmd::assert_cmd_snapshot;

#[test]
fn a_legal_move_and_its_term() {
    assert_cmd_snapshot!(command(&["why", "chess", "Nf3"]));
    assert_cmd_snapshot!(command(&["why", "king-support-chess", "e2e4"]));
    let fen = "4k4/9/3n5/4P4/9/9/9/9/4K4 w - - 0 1";
    assert_cmd_snapshot!(command(&["why", "kingsmen", "e6e7=+P", "--fen", fen]));
}

#[test]
fn a_blocked_move() {
    assert_cmd_snapshot!(command(&["why", "chess", "Bc1e3"]));
}

#[test]
fn a_condition_that_does_not_hold() {
    let fen = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    assert_cmd_snapshot!(command(&[
        "why",
        "king-support-chess",
        "e2e4",
        "--fen",
        fen
    ]));
}

#[test]
fn castling_through_an_attack() {
    let fen = "5rk1/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_cmd_snapshot!(command(&["why", "chess", "O-O", "--fen", fen]));
}

#[test]
fn a_text_that_is_no_move() {
    assert_cmd_snapshot!(command(&["why", "chess", "nf3"]));
}

#[test]
fn a_game_that_is_over_is_told() {
    let fen = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    assert_cmd_snapshot!(command(&["why", "chess", "h8h7", "--fen", fen]));
}

#[test]
fn castling_from_anywhere() {
    let fen = "1k6/8/8/8/8/8/8/RN2K1R1 w KQ - 0 1";
    assert_cmd_snapshot!(command(&[
        "why",
        "chess",
        "e1a1",
        "--fen",
        fen,
        "--chess960"
    ]));
}

#[test]
fn an_answer_for_programs() {
    let fen = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    let args = [
        "why",
        "king-support-chess",
        "e2e4",
        "--fen",
        fen,
        "--format",
        "json",
    ];
    let output = run(&args);
    assert_eq!(output.status.code(), Some(1));
    assert_snapshot!(serde_json::to_string_pretty(&json(&output)).unwrap());
    let legal = run(&["why", "chess", "e4", "--format", "json"]);
    assert_eq!(legal.status.code(), Some(0));
    assert_snapshot!(serde_json::to_string_pretty(&json(&legal)).unwrap());
}

#[test]
fn moves_that_are_none_are_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("relay.toml");
    let rules = "format = 1\nbase = 'chess'\npieces.knight.moves = ['mN', 'xaN', 'ucdW']\n\
                 pieces.queen.moves = 'KNAD caK cabK mabK'\n";
    std::fs::write(&file, rules).unwrap();
    let fen = "4k3/8/8/4p3/4Q3/2N5/8/4K3 w - - 0 1";
    let mut all = String::new();
    for text in ["c3b2", "c3e3", "e4e5,", "e4h8", "pass"] {
        let mut command = command(&["why", "relay.toml", text, "--fen", fen]);
        let output = command.current_dir(folder.path()).output().unwrap();
        all += &format!("--- {text}\n{}", String::from_utf8_lossy(&output.stdout));
    }
    assert_snapshot!(all);
}

/// Men put down, walls and effects: legal ones and what stands in their way.
#[test]
fn turns_of_more_than_a_move() {
    let hands = "4k3/8/8/8/4p3/8/8/4K3[Pn] w - - 0 1";
    let walls = "4k3/8/3*4/3p4/4P3/8/8/4K3 w - - 0 1";
    let gates = "4k3/8/8/8/8/2p5/1P6/1N2K3[H] w B - 0 1";
    let blast = "4k3/8/8/3pp3/4P3/5N2/8/4K3 w - - 0 1";
    let mut all = String::new();
    for (game, fen, text) in [
        ("crazyhouse", hands, "P@d5"),
        ("crazyhouse", hands, "N@d5"),
        ("crazyhouse", hands, "P@e4"),
        ("crazyhouse", hands, "P@d8"),
        ("duck", walls, "exd5,d5e4"),
        ("duck", walls, "e4d5,*d6"),
        ("duck", walls, "exd5"),
        ("duck", walls, "exd5,*d5"),
        ("seirawan", gates, "Nxc3/H"),
        ("seirawan", gates, "bxc3/H"),
        ("seirawan", gates, "Na3/E"),
        ("atomic", blast, "Nxe5"),
        ("atomic", blast, "exd5"),
        ("snailtrail", "7/7/7/3P3/7/6p/7 w - - 0 1", "d4c4"),
        ("ataxx", "p5P/7/7/7/7/7/P5p w - - 0 1", "P@b2"),
    ] {
        let output = run(&["why", game, text, "--fen", fen]);
        all += &format!("=== {game} {text}\n{}", seen(&output));
    }
    assert_snapshot!(all);
}
