//! `ferz diff`.

use super::{command, command_in, json, run, run_in};
use insta_cmd::assert_cmd_snapshot;
use std::fs;

const AMAZON: &str = "format = 1
base = \"chess\"
name = \"Amazon Chess\"
pieces.queen = { name = \"Amazon\", moves = \"QN\" }
promotion.pawn.zone = \"last 3\"
end.hill = { if = \"own king in d4..e5\", result = \"win\" }
";

#[test]
fn another_game_is_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("amazon.toml"), AMAZON).unwrap();
    assert_cmd_snapshot!(command_in(
        folder.path(),
        &["diff", "chess", "./amazon.toml", "--ascii"]
    ));
}

#[test]
fn shipped_games_are_told() {
    assert_cmd_snapshot!(command(&["diff", "chess", "atomic", "--positions", "60"]));
    assert_cmd_snapshot!(command(&["diff", "chess", "kingsmen"]));
    assert_cmd_snapshot!(command(&[
        "diff",
        "capablanca",
        "gothic",
        "--positions",
        "0"
    ]));
}

#[test]
fn the_same_rules_are_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    let text = "format = 1\nbase = \"chess\"\npieces.queen.moves = \"BR\"\n";
    fs::write(folder.path().join("same.toml"), text).unwrap();
    assert_cmd_snapshot!(command_in(folder.path(), &["diff", "chess", "./same.toml"]));
}

#[test]
fn errors_of_both_files_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("a.toml"),
        "format = 1\nbase = \"chess\"\nend.mat = 3\n",
    )
    .unwrap();
    fs::write(
        folder.path().join("b.toml"),
        "format = 1\nbase = \"ches\"\n",
    )
    .unwrap();
    assert_cmd_snapshot!(command_in(folder.path(), &["diff", "./a.toml", "./b.toml"]));
    let output = run(&["diff", "chess", "no-such-game"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_program_reads_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("amazon.toml"), AMAZON).unwrap();
    let output = run_in(
        folder.path(),
        &[
            "diff",
            "chess",
            "./amazon.toml",
            "--format",
            "json",
            "--positions",
            "40",
        ],
    );
    assert_eq!(output.status.code(), Some(1));
    let value = json(&output);
    assert_eq!(value["same_rules"], false);
    assert_eq!(value["changes"][0]["theme"], "pieces");
    assert_eq!(
        value["changes"][0]["after"][0],
        "Leaps (1,2) in any direction."
    );
    assert_eq!(value["changes"][2]["in"], "b");
    assert_eq!(value["sampled"]["examples"].as_array().unwrap().len(), 3);
    let value = json(&run(&["diff", "chess", "chess", "--format", "json"]));
    assert_eq!(
        (&value["same_rules"], value["sampled"].is_null()),
        (&true.into(), true)
    );
}
