//! `ferz play` where a turn is more than a man's move: men put down, walls, men at the gate, passes; and games from files.

use super::play::{FIXED, dialogue, said, said_in};
use insta::assert_snapshot;
use std::fs;
use tempfile::tempdir;

/// What the help says of moves, without the commands.
fn forms(game: &str) -> String {
    let help = said(&[game, "--two"], "help\n");
    let (forms, _) = help.split_once("Commands:").unwrap();
    format!("--- {game}\n{forms}")
}

#[test]
fn the_help_tells_how_the_moves_of_a_game_are_typed() {
    let games = [
        "chess",
        "crazyhouse",
        "shogi",
        "kyotoshogi",
        "seirawan",
        "duck",
        "amazons",
        "isolation7x7",
        "ataxx",
        "flipello",
        "janggi",
        "sittuyin",
        "king-support-chess",
        "kjempe-chess",
    ];
    assert_snapshot!(games.map(forms).concat());
}

#[test]
fn men_are_put_down_from_the_hand() {
    let lines = [
        "P@e4", "e4", "d5", "exd5", "Qxd5", "board", "moves", "N@e4", "P@d5", "P@e9", "P@e8", "P@",
        "P@e4", "p*e5", "board", "moves e5", "fen", "undo", "@e6", "flip",
    ];
    assert_snapshot!(dialogue(&["crazyhouse", "--two"], &lines));
    let lines = [
        "c4", "g6", "Bxg7=+B", "undo", "Bxg7+", "Nxg7", "board", "P@e4", "P@d4", "B*e5", "board",
        "B@a5",
    ];
    assert_snapshot!(dialogue(&["shogi", "--two", "--ascii"], &lines));
}

#[test]
fn men_are_put_down_behind_a_move() {
    let lines = [
        "help", "Nf3/Q", "Nf3/H", "Nc6", "board", "moves b1", "Nc3/H", "b1c3e", "e5", "e4/E", "e4",
        "d6", "Bd3", "d5", "O-O/He1", "board", "fen",
    ];
    assert_snapshot!(dialogue(&["seirawan", "--two"], &lines));
}

#[test]
fn a_wall_follows_the_move() {
    let lines = [
        "moves e2",
        "e4",
        "e4",
        "z9",
        "*e5",
        "board",
        "d5",
        "cancel",
        "d7d5,d5e5",
        "d5,d5e3",
        "board",
        "exd5,*d5",
        "exd5",
        "d5d4",
        "fen",
        "e5",
        "Nf6",
        "e4,e3",
        "undo",
    ];
    assert_snapshot!(dialogue(&["duck", "--two"], &lines));
    let lines = [
        "d1d7", "d1", "g7", "board", "dd1,d1d7", "a7a8", "a7a8,*b8", "board", "flip",
    ];
    assert_snapshot!(dialogue(&["amazons", "--two", "--ascii"], &lines));
    let lines = ["d2", "d1", "d7", "d3", "d6,d6a1", "board"];
    assert_snapshot!(dialogue(&["isolation7x7", "--two"], &lines));
}

#[test]
fn passes_placing_and_effects() {
    let lines = ["pass", "board", "undo", "0000", "--"];
    assert_snapshot!(dialogue(&["janggi", "--two"], &lines));
    let lines = [
        "a4", "K@e4", "K@d1", "pass", "K@d8", "R@a3", "R@a1", "board", "moves",
    ];
    assert_snapshot!(dialogue(&["sittuyin", "--two"], &lines));
    let lines = ["P@b1", "P@b6", "a1c3", "board", "a7c7", "pass"];
    assert_snapshot!(dialogue(&["ataxx", "--two"], &lines));
    let lines = ["b2", "f6", "a1", "board"];
    assert_snapshot!(dialogue(&["snailtrail", "--two"], &lines));
    let rules = "format = 1\nbase = 'chess'\nboard.holes = 'a4/h5'\n\
        setup.fen = 'rnbqkbnr/pppppppp/8/7*/*7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'\n";
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("holes.toml"), rules).unwrap();
    let args = ["holes.toml", "--two"];
    assert_snapshot!(said_in(folder.path(), &args, "a3\nboard\na5\na4\n"));
}

/// What a file says besides the moves is still there when the game is saved again.
#[test]
fn comments_and_variations_are_kept() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    let text = "[Event \"Park\"]\n[Site \"?\"]\n[Date \"2026.05.01\"]\n[Round \"?\"]\n[White \"Anna\"]\n\
        [Black \"Bert\"]\n[Annotator \"Carl\"]\n[Result \"*\"]\n[Variant \"chess\"]\n\n\
        {A friendly game} 1. e4 $1 {best} (1. d4 d5 (1... Nf6)) 1... e5 2. Nf3 {so} *\n";
    fs::write(&file, text).unwrap();
    let args = ["chess", "--two", "--load", "game.pgn"];
    said_in(folder.path(), &args, "save! game.pgn\n");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    let args = ["chess", "--black", "computer"];
    said_in(
        folder.path(),
        &args,
        "load game.pgn\ngo\nundo\nundo\nf4\nsave! game.pgn\n",
    );
    assert_snapshot!(fs::read_to_string(&file).unwrap());
    said_in(
        folder.path(),
        &args,
        "load game.pgn\nnew\ne4\nundo\nd4\nsave new.pgn\n",
    );
    let new = fs::read_to_string(folder.path().join("new.pgn")).unwrap();
    assert!(new.contains("[Event \"?\"]") && !new.contains('{'), "{new}");
}

/// Who ends the program from outside loses no game either.
#[cfg(unix)]
#[test]
fn a_signal_to_end_saves_the_game() {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::{Command, Stdio};
    for signal in ["TERM", "HUP", "INT"] {
        let folder = tempdir().unwrap();
        let mut child = super::ferz(folder.path())
            .args(["play", "chess", "--two"])
            .args(FIXED)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"e4\n").unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "1. e4");
        let id = child.id().to_string();
        let kill = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(kill.unwrap().success());
        let rest: Vec<String> = lines.map(|line| line.unwrap()).collect();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{signal}");
        assert_eq!(rest[0], "saved as chess-autosave.pgn", "{signal}");
        let saved = fs::read_to_string(folder.path().join("chess-autosave.pgn")).unwrap();
        assert!(saved.ends_with("1. e4 *\n"), "{saved}");
    }
}
