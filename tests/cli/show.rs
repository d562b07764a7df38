//! `ferz list` and `ferz show`.

use super::{command, command_in, json, run, run_in, seen, stdout};
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

/// What the shipped games do not have: hoppers, jumpers, sides that differ, claims, conditions on promotion.
const UNUSUAL: &str = r#"
format = 1
name = "Unusual"
base = "chess"
about = "A game that nobody should play."
source = ["one page", "another page"]

[pieces]
knight = { moves = "nN" }
bishop = { moves = ["mBcpB", "jjW3"], value = 3.25 }
rook   = { moves = "gQ", value = { white = 5, black = 4.5 } }
queen  = { moves = { white = "Q", black = "cdK mNN" }, name = "Lady" }
king   = { royal = { white = true, black = false } }
wall   = { letter = "W", moves = [] }
far    = { letter = "F", moves = "m(3,9) if check" }

[groups]
small = "knight/bishop"

[promotion.small]
pieces = { white = "small", black = "pawn" }
zone   = "first 2"
to     = "rook"
on     = "leave/within"
must   = "capture"
if     = "not check"

[setup.others]
bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"

[end.bored]
if     = "quiet 20"
result = "draw"
claim  = true
"#;

#[test]
fn show_an_unusual_game() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("unusual.toml"), UNUSUAL).unwrap();
    assert_cmd_snapshot!(command_in(folder.path(), &["show", "unusual.toml"]));
}
