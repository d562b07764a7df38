//! `ferz list` and `ferz show`.

use super::{command, json, run, run_in, seen, stdout};
use insta_cmd::assert_cmd_snapshot;

#[test]
fn list() {
    assert_cmd_snapshot!(command(&["list"]));
}

#[test]
fn list_as_json() {
    let list = json(&run(&["list", "--format", "json"]));
    let games = list["games"].as_array().unwrap();
    let chess = games.iter().find(|g| g["name"] == "chess").unwrap();
    assert_eq!((&chess["files"], &chess["ranks"]), (&8.into(), &8.into()));
    assert!(games.iter().all(|g| g["path"].is_null()));
}

#[test]
fn show_each_game() {
    let list = json(&run(&["list", "--format", "json"]));
    for game in list["games"].as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        assert_cmd_snapshot!(format!("show_{name}"), command(&["show", name]));
    }
}

#[test]
fn show_in_ascii() {
    assert_cmd_snapshot!(command(&["show", "king-support", "--ascii"]));
}

#[test]
fn merged_files_give_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let list = json(&run(&["list", "--format", "json"]));
    for game in list["games"].as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let merged = run(&["show", name, "--merged"]);
        assert_eq!(merged.status.code(), Some(0), "{name}");
        let path = format!("{name}.toml");
        std::fs::write(folder.path().join(&path), &merged.stdout).unwrap();
        let check = run_in(folder.path(), &["check", &path]);
        assert_eq!(check.status.code(), Some(0), "{name}: {}", seen(&check));
        let count = |game: &str| stdout(&run_in(folder.path(), &["perft", game, "2"]));
        assert_eq!(count(&path), count(name), "{name}");
    }
}
