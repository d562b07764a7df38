//! `ferz why`.

use super::{command, json, run};
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
