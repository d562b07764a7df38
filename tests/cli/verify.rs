//! `ferz verify`: peers that tell the truth, lie, hang, die and talk rubbish, and real ones where they are installed.

use super::{ferz, json, run_in, seen};
use insta::assert_snapshot;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A king that has one move, to which there are five answers.
const FEN: &str = "k7/8/1K6/8/8/8/8/8 b - - 0 1";

/// An engine in the shell that knows the moves of that position and of the next one. `MODE` chooses what it does wrong.
const ENGINE: &str = r#"#!/bin/sh
at=start
while read -r line; do
  case "$line" in
    uci)
      echo "id name Fake 1"
      test MODE = nobody || echo "option name UCI_Variant type combo default chess var chess var xiangqi"
      test MODE = slow && sleep 5
      echo uciok ;;
    isready) echo readyok ;;
    "position fen k7/8/1K6/8/8/8/8/8 b - - 0 1") at=start ;;
    "position fen k7/8/1K6/8/8/8/8/8 b - - 0 1 moves a8b8") at=next ;;
    position*) at=elsewhere ;;
    d)
      test MODE = dies && { echo "cannot go on" >&2; exit 7; }
      if test MODE = misreads; then echo "Fen: k7/8/1K6/8/8/8/8/8 w - - 0 1"
      else echo "Fen: k7/8/1K6/8/8/8/8/8 b - - 0 1"; fi ;;
    "go perft 1")
      case $at in
        start) echo "a8b8: 1"; echo; echo "Nodes searched: 1" ;;
        next)
          for move in b6a5 b6b5 b6c5 b6a6; do echo "$move: 1"; done
          case MODE in
            lies) echo "b6c7: 1" ;;
            *) echo "b6c6: 1" ;;
          esac
          echo "Nodes searched: 5" ;;
        elsewhere) echo "Nodes searched: 0" ;;
      esac ;;
    "go perft 2")
      test MODE = hangs && sleep 30
      case MODE in
        rubbish) echo "what is a perft?" ;;
        sums) echo "a8b8: 5"; echo "Nodes searched: 6" ;;
        counts) echo "a8b8: 6"; echo "Nodes searched: 6" ;;
        more) echo "a8b8: 5"; echo "a8a7: 1"; echo "Nodes searched: 6" ;;
        *) echo "a8b8: 5"; echo; echo "Nodes searched: 5" ;;
      esac ;;
    quit) exit 0 ;;
  esac
done
"#;

/// Writes the engine into a folder.
#[cfg(unix)]
fn engine(folder: &Path, mode: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join("engine");
    // Written under another name and renamed, so that no other thread's child still has it open.
    let text = ENGINE.replace("MODE", mode);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Asks the engine about the one position; tells its path as `PEER`.
#[cfg(unix)]
fn asked(mode: &str, more: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = engine(folder.path(), mode);
    let path = path.to_str().unwrap();
    let args = [
        "verify",
        "chess",
        "--positions",
        "0",
        "--fen",
        FEN,
        "--ascii",
        "--peer",
        path,
    ];
    let mut output = run_in(folder.path(), &[&args, more].concat());
    for stream in [&mut output.stdout, &mut output.stderr] {
        *stream = String::from_utf8_lossy(stream)
            .replace(path, "PEER")
            .into_bytes();
    }
    output
}

#[cfg(unix)]
#[test]
fn a_peer_that_agrees() {
    assert_snapshot!(seen(&asked("honest", &[])));
}

#[cfg(unix)]
#[test]
fn a_peer_that_lies_about_one_move_with_the_right_count() {
    // The count of the first move is the same: only the moves behind it as a set show it.
    assert_snapshot!(seen(&asked("lies", &[])));
}

#[cfg(unix)]
#[test]
fn a_peer_with_a_move_too_many() {
    assert_snapshot!(seen(&asked("more", &[])));
}

#[cfg(unix)]
#[test]
fn a_peer_whose_counts_do_not_agree_with_its_moves() {
    assert_snapshot!(seen(&asked("counts", &[])));
}

#[cfg(unix)]
#[test]
fn peers_that_do_not_answer() {
    for mode in ["dies", "rubbish", "sums", "misreads"] {
        insta::with_settings!({ snapshot_suffix => mode }, {
            assert_snapshot!(seen(&asked(mode, &[])));
        });
    }
}

#[cfg(unix)]
#[test]
fn a_peer_that_hangs_is_stopped() {
    let start = std::time::Instant::now();
    assert_snapshot!(seen(&asked("hangs", &["--timeout", "1"])));
    assert!(start.elapsed().as_secs() < 25);
    let output = asked("hangs", &["--timeout", "1", "--require"]);
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn programs_that_are_no_peers() {
    assert_snapshot!(seen(&asked("nobody", &[])));
    assert_snapshot!(seen(&asked("slow", &["--timeout", "1"])));
    let folder = tempfile::tempdir().unwrap();
    let output = run_in(
        folder.path(),
        &["verify", "chess", "--peer", "./nobody-here"],
    );
    assert_snapshot!(seen(&output));
}

#[cfg(unix)]
#[test]
fn games_that_are_beyond_a_peer() {
    let folder = tempfile::tempdir().unwrap();
    let path = engine(folder.path(), "honest");
    let path = path.to_str().unwrap();
    let output = run_in(
        folder.path(),
        &[
            "verify", "kingsmen", "chess", "--as", "shogi", "--peer", path,
        ],
    );
    assert_snapshot!(seen(&output));
    let output = run_in(folder.path(), &["verify", "kingsmen", "--peer", path]);
    assert_snapshot!(seen(&output));
}

#[test]
fn what_is_put_down_in_other_ways_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let text = "format = 1\nbase = \"chess\"\nhand.captured = \"hand\"\ndrop.any = { if = \"not check\" }\n";
    fs::write(folder.path().join("game.toml"), text).unwrap();
    let output = seen(&run_in(folder.path(), &["verify", "game.toml", "--export"]));
    assert!(output.contains("put down by `any`"), "{output}");
    assert!(!output.contains("never put down"), "{output}");
}

#[cfg(unix)]
#[test]
fn results_as_json() {
    let output = json(&asked("more", &["--format", "json"]));
    assert_snapshot!(serde_json::to_string_pretty(&output).unwrap());
}

#[test]
fn nobody_to_ask() {
    let folder = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| {
        let mut command = ferz(folder.path());
        command.args([&["verify", "chess"], more].concat());
        command
            .env("PATH", folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap()
    };
    assert_snapshot!(seen(&run(&[])));
    assert_eq!(run(&["--require"]).status.code(), Some(1));
    assert_eq!(
        json(&run(&["--format", "json"]))["games"],
        serde_json::json!([])
    );
}

/// The script that asks pyffish, with a stand-in for the package: it has the moves of the one position.
#[test]
fn python_is_asked_by_the_script() {
    let is_there = Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|o| o.status.success());
    if !is_there {
        println!("skipped: there is no python3");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let module = r#"
def version(): return (0, 0, 1)
def info(): return "Stand-in by nobody"
def variants(): return ["chess"]
def legal_moves(game, fen, moves, free):
    return ["b6a5", "b6b5", "b6c5", "b6a6", "b6c6"] if moves else ["a8b8"]
def get_fen(game, fen, moves, free, *rest): return fen
"#;
    fs::write(folder.path().join("pyffish.py"), module).unwrap();
    let asked = |package: bool| {
        let mut command = ferz(folder.path());
        command.args([
            "verify",
            "chess",
            "--positions",
            "0",
            "--fen",
            FEN,
            "--peer",
            "python3",
        ]);
        let place = if package { "." } else { "elsewhere" };
        command.env("PYTHONPATH", place).env_remove("PYTHONHOME");
        command.stdin(Stdio::null()).output().unwrap()
    };
    assert_snapshot!(seen(&asked(true)));
    let without = seen(&asked(false));
    // Where the package itself is installed, it is asked.
    assert!(
        without.contains("has no package pyffish") || without.contains("pyffish 0.0."),
        "{without}"
    );
}

/// The real witness, where there is one.
#[test]
fn two_games_beside_an_installed_peer() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "verify",
        "chess",
        "xiangqi",
        "--positions",
        "5",
        "--games",
        "2",
        "--timeout",
        "100",
    ];
    let output = run_in(folder.path(), &args);
    let text = seen(&output);
    if text.contains("nothing was compared") {
        println!("skipped: {text}");
        return;
    }
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(
        text.contains("chess: the same moves as") && text.contains("5 positions"),
        "{text}"
    );
}

#[test]
fn games_in_the_words_of_the_peer() {
    let folder = tempfile::tempdir().unwrap();
    assert_snapshot!(seen(&run_in(
        folder.path(),
        &["verify", "chess", "mini-kingsmen", "--export"]
    )));
    assert_snapshot!(seen(&run_in(
        folder.path(),
        &["verify", "crazyhouse", "shogi", "--export"]
    )));
    assert_snapshot!(seen(&run_in(
        folder.path(),
        &["verify", "king-support-chess", "spartan", "--export"]
    )));
}

#[test]
fn what_xboard_would_read() {
    let folder = tempfile::tempdir().unwrap();
    let output = run_in(
        folder.path(),
        &["verify", "chess", "xiangqi", "clobber", "--with", "xboard"],
    );
    assert_snapshot!(seen(&output));
    let output = run_in(
        folder.path(),
        &["verify", "clobber", "--with", "xboard", "--format", "json"],
    );
    assert_eq!(json(&output)["games"][0]["variant"], "clobber");
}
