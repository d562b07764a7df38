//! `ferz check`: how findings look.

use super::{command_in, json, run, run_in, seen};
use insta::assert_snapshot;
use insta_cmd::assert_cmd_snapshot;
use std::fs;

const BROKEN: &str = "\
format = 1
base = \"chess\"
nmae = \"Broken\"

[pieces]
knight = { letter = \"N\", moves = \"N fmWfcE\" }
queen = false

[promotion.pawn]
to = \"knight/queen\"
";

#[test]
fn findings_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("broken.toml"), BROKEN).unwrap();
    assert_cmd_snapshot!(command_in(folder.path(), &["check", "broken.toml"]));
}

#[test]
fn findings_as_json() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("broken.toml"), BROKEN).unwrap();
    let output = run_in(folder.path(), &["check", "broken.toml", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    assert_snapshot!(serde_json::to_string_pretty(&json(&output)).unwrap());
}

#[test]
fn a_missing_format_has_a_place_without_characters() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("old.toml"), "base = 'chess'\n").unwrap();
    assert_cmd_snapshot!(command_in(folder.path(), &["check", "old.toml"]));
}

#[test]
fn a_newer_format_has_status_1() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("new.toml"),
        "format = 2\nsomething = 'else'\n",
    )
    .unwrap();
    assert_cmd_snapshot!(command_in(folder.path(), &["check", "new.toml"]));
}

#[test]
fn other_commands_show_errors_on_standard_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("broken.toml"),
        "format = 1\nbase = 'chess'\npieces.queen = 7\n",
    )
    .unwrap();
    assert_cmd_snapshot!(command_in(folder.path(), &["moves", "broken.toml"]));
}

#[test]
fn the_shipped_games_are_fine() {
    let list = json(&run(&["list", "--format", "json"]));
    let names = list["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|g| g["name"].as_str().unwrap().to_owned());
    let args: Vec<String> = std::iter::once("check".to_owned()).chain(names).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = run(&args);
    assert_eq!(output.status.code(), Some(0), "{}", seen(&output));
}

#[test]
fn one_missing_file_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    assert_cmd_snapshot!(command_in(
        folder.path(),
        &["check", "./missing.toml", "chess"]
    ));
}

#[test]
fn warnings_can_be_silenced() {
    let folder = tempfile::tempdir().unwrap();
    let text = "format = 1\nbase = 'chess'\n[pieces]\nwazir = false\n";
    fs::write(folder.path().join("game.toml"), text).unwrap();
    assert_cmd_snapshot!(command_in(folder.path(), &["check", "game.toml"]));
    let quiet = run_in(
        folder.path(),
        &["check", "game.toml", "--allow", "removes-nothing"],
    );
    assert_eq!(quiet.status.code(), Some(0), "{}", seen(&quiet));
}

/// Every broken file has status 1, and its findings can be drawn with their edits.
#[test]
fn every_broken_file_has_status_1() {
    let files = fs::read_dir("tests/broken").unwrap().flatten();
    for path in files
        .map(|f| f.path())
        .filter(|p| p.extension().is_some_and(|e| e == "toml"))
    {
        let output = run(&["check", path.canonicalize().unwrap().to_str().unwrap()]);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{}: {}",
            path.display(),
            seen(&output)
        );
    }
}

#[test]
fn an_unknown_code_is_not_allowed_silently() {
    assert_cmd_snapshot!(command_in(
        std::path::Path::new("."),
        &["check", "chess", "--allow", "removes-nothin"]
    ));
}

/// A small game whose sides have other men, and that is over where it begins if Black is to move.
const UNEVEN: &str = r#"
format = 1
board = { files = 4, ranks = 4 }
setup.fen = "1l1k/4/4/K1R1 w - - 0 1"
[pieces]
king = { letter = "K", moves = "K", royal = true }
rook = { letter = "R", moves = "R" }
lame = { letter = "L", moves = "nN" }
[end.dead]
if = "all but king <= 1 and no rook"
result = "draw"
"#;

#[test]
fn a_search_tells_both_sides_where_they_differ() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    file("game.toml", UNEVEN);
    // White is in check, so that Black cannot be to move.
    file("check.toml", &UNEVEN.replace("1l1k/4", "3k/1l2"));
    let over = UNEVEN.replace("all but king <= 1 and no rook", "all but king <= 2");
    file("over.toml", &over);
    for name in ["game", "check", "over"] {
        let file = format!("{name}.toml");
        let args = ["check", "--deep", "--depth", "2", "--time", "3600", &file];
        insta::with_settings!({ snapshot_suffix => name }, {
            assert_cmd_snapshot!(command_in(folder.path(), &args));
        });
        let output = run_in(folder.path(), &[&args[..], &["--format", "json"]].concat());
        let searched = &json(&output)["searched"][0];
        let told = searched["openings"].as_array().unwrap().len()
            + searched["unsearched"].as_array().unwrap().len();
        assert_eq!(told, 2, "{searched}");
    }
}
