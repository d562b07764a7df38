//! Streams, colour, folders and paths.

use super::{command, ferz, run, run_in, seen, stdout};
use insta_cmd::assert_cmd_snapshot;
use std::fs;
use std::io::{Read as _, Write as _};
use std::process::Stdio;

const AMAZON: &str =
    "format = 1\nname = 'Amazon Chess'\nbase = 'chess'\npieces.queen = { moves = 'QN' }\n";

#[test]
fn an_unknown_game_gets_a_suggestion() {
    assert_cmd_snapshot!(command(&["show", "kingsman"]));
}

#[test]
fn a_file_that_cannot_be_opened_has_status_2() {
    for args in [
        &["check", "./no-such-file.toml"][..],
        &["show", "no-such-file.toml"],
        &["perft", "--suite", "no-such-file.tsv"],
        &["list", "--variants", "no-such-folder"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", seen(&output));
    }
    assert_cmd_snapshot!(command(&["moves", "./no-such-file.toml"]));
}

#[test]
fn folders_and_files_that_are_no_names_are_recognised() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("games")).unwrap();
    fs::write(folder.path().join("wizards.toml"), AMAZON).unwrap();
    let seen = |args: &[&str]| seen(&run_in(folder.path(), args));
    insta::assert_snapshot!("folder_here", seen(&["check", "."]));
    insta::assert_snapshot!("folder_by_name", seen(&["show", "games"]));
    insta::assert_snapshot!("file_that_is_no_name", seen(&["show", "wizards"]));
}

#[test]
fn standard_input_is_a_rule_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = ferz(folder.path())
        .args(["perft", "-", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(AMAZON.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(seen(&output), "exit status 0\n--- stdout\n22\n");
}

#[test]
fn folders_are_looked_at_before_the_shipped_games() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("meine Spiele äöü");
    fs::create_dir(&games).unwrap();
    fs::write(games.join("amazon.toml"), AMAZON).unwrap();
    let option = run_in(
        folder.path(),
        &["perft", "amazon", "1", "--variants", "meine Spiele äöü"],
    );
    assert_eq!(stdout(&option), "22\n", "{}", seen(&option));
    let environment = ferz(folder.path())
        .args(["perft", "amazon", "1"])
        .env("FERZ_VARIANTS", "nowhere:meine Spiele äöü")
        .output();
    assert_eq!(stdout(&environment.unwrap()), "22\n");
    let path = run_in(
        folder.path(),
        &["perft", "meine Spiele äöü/amazon.toml", "1"],
    );
    assert_eq!(stdout(&path), "22\n");
}

#[test]
fn crlf_and_bom_are_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("\u{feff}{}", AMAZON.replace('\n', "\r\n"));
    fs::write(folder.path().join("game.toml"), text).unwrap();
    let output = run_in(folder.path(), &["check", "game.toml"]);
    assert_eq!(
        seen(&output),
        "exit status 0\n--- stdout\n1 file checked: no problems\n"
    );
}

#[test]
fn colour_only_where_it_is_wanted() {
    let colored = |args: &[&str]| run(args).stderr.contains(&b'\x1b');
    let args = ["show", "kingsman"];
    assert!(!colored(&args), "not into a pipe");
    assert!(colored(&["show", "kingsman", "--color", "always"]));
    assert!(!colored(&["show", "kingsman", "--color", "never"]));
    assert!(colored(&["--color=always", "perft"]), "usage errors too");
    assert!(!colored(&["--color=never", "perft"]));
    let folder = tempfile::tempdir().unwrap();
    let output = ferz(folder.path())
        .args(args)
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert!(!output.stderr.contains(&b'\x1b'));
}

#[test]
fn ascii_means_ascii() {
    let output = run(&["show", "kjempe-chess", "--ascii"]);
    let after_heading = stdout(&output);
    assert!(after_heading.is_ascii(), "{after_heading}");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for args in [
        &["list"][..],
        &["show", "kjempe-chess"],
        &["moves", "chess"],
        &["--help"],
        &["man"],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = ferz(folder.path())
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let status = child.wait().unwrap();
        let mut message = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut message)
            .unwrap();
        assert_eq!((status.code(), message.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn the_log_goes_to_standard_error() {
    let output = run(&["-v", "perft", "chess", "1"]);
    assert_eq!(stdout(&output), "20\n");
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("ferz: info: ")
    );
    let folder = tempfile::tempdir().unwrap();
    let output = ferz(folder.path())
        .args(["perft", "chess", "1"])
        .env("FERZ_LOG", "debug")
        .output()
        .unwrap();
    assert!(!output.stderr.is_empty());
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for args in [
        &["list", "--format", "json"][..],
        &["show", "kingsmen"],
        &["moves", "kjempe-chess"],
    ] {
        assert_eq!(seen(&run(args)), seen(&run(args)), "{args:?}");
    }
}
