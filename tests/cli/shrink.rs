//! `ferz test --shrink`: what comes of failing tests and other files, and what is said where nothing does.

use super::{command_in, json, run, run_in, seen};
use insta::assert_snapshot;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// A game with a queen that leaps, and tests of which some fail.
const MINE: &str = r#"format = 1
base = "chess"
name = "Chess"
pieces.queen.moves = "QN"

[test.fine]
allows = "e2e4"

[test.queen]
moves    = "e2e4 e7e5"
forbids  = "d1c3 d1f3 d1g4 d1e3 d1h5"

[test.mate]
moves = "f2f3 e7e5 g2g4 d8h4"
ends  = "black mate"

[test.no-check]
moves = "e2e4 f7f6"
check = true

[test.count]
perft = [20, 400]
"#;

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.toml"), MINE).unwrap();
    let broken = "format = 1\nbase = \"chess\"\npiece.queen.moves = \"QN\"\n";
    fs::write(folder.path().join("broken.toml"), broken).unwrap();
    folder
}

fn shrunk(args: &[&str]) -> String {
    let folder = folder();
    seen(&run_in(folder.path(), args))
}

#[test]
fn failing_tests_are_reduced() {
    assert_snapshot!(shrunk(&["test", "mine.toml", "--shrink", "--ascii"]));
}

#[test]
fn another_file_tells_what_is_wrong() {
    assert_snapshot!(shrunk(&[
        "test",
        "mine.toml",
        "--shrink",
        "--only",
        "count",
        "--only",
        "mate",
        "--against",
        "chess"
    ]));
}

#[test]
fn hands_walls_and_counts_are_drawn() {
    let folder = folder();
    let hands = "format = 1\nbase = \"crazyhouse\"\nname = \"Crazyhouse\"\ndrop.pawn.on = \"all but rank 1\"\n";
    fs::write(folder.path().join("hands.toml"), hands).unwrap();
    let args = ["test", "hands.toml", "--shrink", "--against", "crazyhouse"];
    assert_snapshot!(seen(&run_in(folder.path(), &args)));
    let walls =
        "format = 1\nbase = \"duck\"\nname = \"Duck Chess\"\npieces.knight.moves = \"nN\"\n";
    fs::write(folder.path().join("walls.toml"), walls).unwrap();
    let args = ["test", "walls.toml", "--shrink", "--against", "duck"];
    assert_snapshot!(seen(&run_in(folder.path(), &args)));
}

/// All that is printed is TOML: added to the file, the file still loads, and the new tests fail.
#[test]
fn what_is_printed_can_be_added_to_the_file() {
    for more in [&[][..], &["--against", "chess"]] {
        let folder = folder();
        let output = run_in(
            folder.path(),
            &[&["test", "mine.toml", "--shrink"], more].concat(),
        );
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stdout).unwrap();
        fs::write(folder.path().join("more.toml"), format!("{MINE}\n{text}")).unwrap();
        let checked = run_in(folder.path(), &["check", "more.toml"]);
        assert_eq!(checked.status.code(), Some(0), "{}", seen(&checked));
        let tested = json(&run_in(
            folder.path(),
            &["test", "more.toml", "--format", "json"],
        ));
        let tests = tested["files"][0]["tests"].as_array().unwrap();
        let new = tests
            .iter()
            .filter(|t| t["name"].as_str().unwrap().contains("-shrunk"));
        let passed: Vec<bool> = new.map(|test| test["passed"].as_bool().unwrap()).collect();
        assert!(
            passed.len() >= 2 && passed.iter().all(|passed| !passed),
            "{passed:?}\n{text}"
        );
    }
}

#[test]
fn as_json() {
    let folder = folder();
    let args = [
        "test",
        "mine.toml",
        "--shrink",
        "--only",
        "queen",
        "--only",
        "count",
        "--format",
        "json",
    ];
    let output = run_in(folder.path(), &args);
    assert_eq!(output.status.code(), Some(1));
    assert_snapshot!(serde_json::to_string_pretty(&json(&output)).unwrap());
}

/// What was typed, and what a person is told.
fn told(folder: &Path, args: &[&str]) -> String {
    let output = command_in(folder, args).output().unwrap();
    format!("$ ferz {}\n{}\n", args.join(" "), seen(&output))
}

#[test]
fn what_cannot_be_reduced_is_told() {
    let folder = folder();
    let mut out = String::new();
    let calls: &[&[&str]] = &[
        &["test", "mine.toml", "--shrink", "--only", "fine"],
        &["test", "mine.toml", "--shrink", "--only", "quen"],
        &[
            "test",
            "mine.toml",
            "--shrink",
            "--only",
            "no-check",
            "--only",
            "count",
        ],
        &["test", "chess", "--shrink"],
        &["test", "chess", "mine.toml", "--shrink"],
        &["test", "--shrink", "mine.toml"],
        &["test", "mine.toml", "--against", "chess"],
        &["test", "broken.toml", "--shrink"],
        &["test", "mine.toml", "--shrink", "--against", "broken.toml"],
        &["test", "mine.toml", "--shrink", "--against", "no-such-game"],
        &["test", "mine.toml", "--shrink", "--against", "kingsmen"],
        &[
            "test",
            "mine.toml",
            "--shrink",
            "--against",
            "mine.toml",
            "fine",
        ],
        &[
            "test",
            "chess",
            "--shrink",
            "--against",
            "chess",
            "--positions",
            "20",
        ],
        &[
            "test",
            "mine.toml",
            "--shrink",
            "--against",
            "chess",
            "--fen",
            "4k3/8/8/8/8/8/8/8 w - - 0 1",
        ],
        &[
            "test",
            "mine.toml",
            "--shrink",
            "--fen",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ],
        &[
            "test",
            "mine.toml",
            "--shrink",
            "--against",
            "chess",
            "--fen",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ],
        &[
            "test",
            "mine.toml",
            "--shrink",
            "--against",
            "chess",
            "--moves",
            "e2e4 e7e4",
        ],
        &[
            "test",
            "mine.toml",
            "--shrink",
            "--only",
            "fine",
            "--against",
            "chess",
            "--moves",
            "e2e4",
        ],
        &["test", "mine.toml", "--shrink", "--with", "nobody"],
    ];
    for args in calls {
        out += &told(folder.path(), args);
    }
    assert_snapshot!(out);
}

/// A game that does not end any more where its test says so.
#[test]
fn a_game_that_goes_on_is_reduced_for_its_reasons() {
    let folder = folder();
    let text = "format = 1\nbase = \"kingofthehill\"\nname = \"Hill\"\nend.hill.if = \"own king in d4..d5\"\n\
                [test.top]\nfen = \"rnbq1bnr/pppp1ppp/8/4k3/8/4P3/PPPP1PPP/RNBQKBNR w KQ - 0 1\"\nends = \"black hill\"\n";
    let _ = fs::write(folder.path().join("hill.toml"), text);
    let mut out = told(folder.path(), &["test", "hill.toml", "--shrink"]);
    let against = [
        "test",
        "hill.toml",
        "--shrink",
        "--against",
        "kingofthehill",
    ];
    let _ = writeln!(out, "{}", told(folder.path(), &against));
    assert_snapshot!(out);
}

/// Another program that plays as a rule file says: Ferz itself behind the few words of the protocol that are needed.
#[cfg(unix)]
const PEER: &str = r#"#!/bin/sh
while read -r line; do
  case "$line" in
    uci) echo "id name Fake 1"; echo "option name UCI_Variant type combo default chess var chess"; echo uciok ;;
    isready) echo readyok ;;
    "position fen "*) fen="${line#position fen }" ;;
    d) echo "Fen: ${fen%% moves *}" ;;
    "go perft "*)
      case "$fen" in
        *moves*) echo "Nodes searched: 0" ;;
        *)
          FERZ perft FILE "${line#go perft }" --divide --fen "$fen" > counts
          grep -v total counts
          echo "Nodes searched: $(sed -n "s/total: //p" counts)" ;;
      esac ;;
    quit) exit 0 ;;
  esac
done
"#;

#[cfg(unix)]
#[test]
fn another_program_tells_what_is_wrong() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder();
    let file = folder.path().join("theirs.toml");
    let theirs =
        "format = 1\nbase = \"chess\"\npieces.queen.moves = \"QN\"\npieces.knight.moves = \"nN\"\n";
    fs::write(&file, theirs).unwrap();
    let text = PEER
        .replace("FERZ", env!("CARGO_BIN_EXE_ferz"))
        .replace("FILE", file.to_str().unwrap());
    fs::write(folder.path().join("written"), text).unwrap();
    let engine = folder.path().join("engine");
    fs::set_permissions(
        folder.path().join("written"),
        fs::Permissions::from_mode(0o755),
    )
    .unwrap();
    fs::rename(folder.path().join("written"), &engine).unwrap();
    let shrunk = |fen: &str| {
        let fixed = [
            "test",
            "chess",
            "--shrink",
            "--with",
            "fairy-stockfish",
            "--peer",
            "./engine",
        ];
        seen(&run_in(
            folder.path(),
            &[&fixed[..], &["--fen", fen]].concat(),
        ))
    };
    let queens = shrunk("r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2QK2R w KQkq - 4 9");
    assert_snapshot!("peer_with_more", queens);
    let knights = shrunk("rn2kbnr/pppppppp/8/8/8/8/PPPPPPPP/RN2KBNR w KQkq - 0 1");
    assert_snapshot!("peer_with_more_and_less", knights);
}

/// A peer that there is not is told with a word; that one answers is tested where one is installed.
#[test]
fn another_program_is_skipped_where_it_is_missing() {
    let folder = folder();
    let mut command = command_in(
        folder.path(),
        &["test", "mine.toml", "--shrink", "--with", "fairy-stockfish"],
    );
    let output = command.env("PATH", folder.path()).output().unwrap();
    let output = seen(&output);
    if output.contains("Nothing was compared") {
        assert_snapshot!("no_peer", output);
    }
    let help = run(&["test", "--help"]);
    assert!(seen(&help).contains("--with"));
}
