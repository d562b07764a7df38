//! `ferz test`: passing and failing runs.

use super::{json, run, run_in, seen};
use insta::assert_snapshot;
use std::fs;
use std::path::Path;

/// A copy of a shipped game in which some tests are wrong.
fn spoiled(folder: &Path) {
    let text = fs::read_to_string("variants/mini-kingsmen.toml").unwrap();
    let text = text
        .replace("legal = \"a4a5 b4b5", "legal = \"a4a6 b4b5")
        .replace("b kq - 1 1\"", "b kq - 0 1\"")
        .replace(
            "legal = \"b1a2 b1b2 b1c2\"",
            "legal = \"b1a2\"\ncheck = true",
        )
        + "\n[test.moves-that-cannot-be-played]\nmoves = \"a4a5 a6a4\"\ncheck = false\n\
           \n[test.no-end]\nends = \"draw dead\"\n";
    fs::write(folder.join("spoiled.toml"), text).unwrap();
    let base = fs::read_to_string("variants/kingsmen.toml").unwrap();
    fs::write(folder.join("kingsmen.toml"), base).unwrap();
}

#[test]
fn the_shipped_games_pass() {
    let list = json(&run(&["list", "--format", "json"]));
    let names: Vec<&str> = list["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|g| g["name"].as_str().unwrap())
        .collect();
    let output = run(&[&["test"], &names[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", seen(&output));
    assert_snapshot!(seen(&run(&["test", "chess", "kingsmen", "kjempe-chess"])));
}

#[test]
fn failures_have_the_board_and_both_lists() {
    let folder = tempfile::tempdir().unwrap();
    spoiled(folder.path());
    let output = run_in(
        folder.path(),
        &["test", "spoiled.toml", "kingsmen", "--ascii"],
    );
    assert_eq!(output.status.code(), Some(1));
    assert_snapshot!(seen(&output));
}

#[test]
fn failures_as_json() {
    let folder = tempfile::tempdir().unwrap();
    spoiled(folder.path());
    let output = run_in(folder.path(), &["test", "spoiled.toml", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    assert_snapshot!(serde_json::to_string_pretty(&json(&output)).unwrap());
}

#[test]
fn files_with_errors_are_not_tested() {
    let folder = tempfile::tempdir().unwrap();
    let text = "format = 1\nbase = 'chess'\npieces.queen = 7\n[test.one]\nperft = [20]\n";
    fs::write(folder.path().join("broken.toml"), text).unwrap();
    let output = run_in(folder.path(), &["test", "broken.toml"]);
    assert_eq!(output.status.code(), Some(1));
    assert_snapshot!(seen(&output));
    let output = run_in(folder.path(), &["test", "broken.toml", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json(&output)["files"][0]["tests"], serde_json::json!([]));
    assert!(!output.stderr.is_empty());
}

#[test]
fn exit_statuses() {
    let folder = tempfile::tempdir().unwrap();
    let status = |args: &[&str]| run_in(folder.path(), args).status.code();
    let write = |name: &str, text: &str| {
        fs::write(
            folder.path().join(name),
            format!("format = 1\nbase = 'chess'\n{text}"),
        )
        .unwrap();
    };
    write("empty.toml", "");
    write(
        "warned.toml",
        "[pieces]\nwazir = false\n[test.one]\nperft = [20]\n",
    );
    write("wrong.toml", "[test.one]\nperft = [21]\n");
    assert_eq!(status(&["test", "empty.toml"]), Some(0));
    assert_eq!(status(&["test", "warned.toml"]), Some(1));
    assert_eq!(
        status(&["test", "warned.toml", "--allow", "removes-nothing"]),
        Some(0)
    );
    assert_eq!(status(&["test", "wrong.toml", "empty.toml"]), Some(1));
    assert_eq!(status(&["test", "./missing.toml", "empty.toml"]), Some(2));
    assert_eq!(status(&["test"]), Some(2));
}
