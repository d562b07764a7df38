//! `ferz test`: passing and failing runs.

use super::{ferz, json, run, run_in, seen};
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

const TO_BLESS: &str = "format = 1
base   = \"chess\"

[test.start]
recorded = \"legal perft\"   # written by the program

[test.knight]
attacks = { g1 = \"f3 g3\" }   # a slip
forbids = \"e3e4\"
";

/// A folder with a file whose tests ask for values.
fn to_bless() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.toml"), TO_BLESS).unwrap();
    folder
}

#[test]
fn what_would_be_recorded_is_shown_and_then_recorded() {
    let folder = to_bless();
    let text = || fs::read_to_string(folder.path().join("mine.toml")).unwrap();
    let output = run_in(
        folder.path(),
        &["test", "mine.toml", "--bless", "--dry-run"],
    );
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(), TO_BLESS);
    assert_snapshot!(seen(&output));
    let output = run_in(folder.path(), &["test", "mine.toml", "--bless"]);
    assert_eq!(output.status.code(), Some(1));
    assert_snapshot!(seen(&output));
    assert_snapshot!(text());
    let args = ["test", "mine.toml", "--bless", "--only", "knight"];
    let output = run_in(folder.path(), &[&args[..], &["--format", "json"]].concat());
    assert_snapshot!(serde_json::to_string_pretty(&json(&output)).unwrap());
    assert!(text().contains("g1 = \"f3 h3\""));
    let output = run_in(folder.path(), &["test", "mine.toml", "--only", "start"]);
    assert_eq!(output.status.code(), Some(0), "{}", seen(&output));
}

#[test]
fn what_cannot_be_recorded_is_refused() {
    let folder = to_bless();
    let mut command = ferz(folder.path());
    let output = command
        .args(["test", "mine.toml", "--bless"])
        .env("CI", "true")
        .output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let mut told = seen(&output);
    let text = fs::read_to_string(folder.path().join("mine.toml")).unwrap();
    assert_eq!(text, TO_BLESS);
    fs::write(
        folder.path().join("broken.toml"),
        "format = 1\nbase = 'ches'\n",
    )
    .unwrap();
    for args in [
        &["test", "chess", "--bless"][..],
        &["test", "-", "--bless"],
        &["test", "broken.toml", "--bless"],
        &["test", "mine.toml", "--only", "night"],
        &["test", "mine.toml", "--dry-run"],
        &["test", "chess", "--bless", "--dry-run", "--only", "start"],
    ] {
        let output = run_in(folder.path(), args);
        told += &format!("\n$ ferz {}\n{}", args.join(" "), seen(&output));
    }
    assert_snapshot!(told);
}

#[test]
fn effects_and_remarks_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let text = "format = 1
base = 'crazyhouse'
counters.takes = { if = 'capture' }
effects.blast = { on = 'capture', do = 'remove all but pawn at K from there' }
[test.all]
fen = '4k3/8/2n5/3p4/4P1n1/2N5/8/4K3[] w - - 0 1'
effects = { e4d5 = 'blast c6 d5', e4e5 = '' }
hands = 'P'
counters = { takes = '1+0' }
san = { e4d5 = 'ed' }
forbids = { e4f5 = 'blocked' }
[test.slip]
positions = [{ forbids = 'e4e6' }, { fen = '4k3/8/8/8/8/8/8/4K3[] b - - 0 1', allows = 'e8d8', forbids = 'e1d1' }]
";
    fs::write(folder.path().join("mine.toml"), text).unwrap();
    let output = run_in(folder.path(), &["test", "mine.toml"]);
    assert_eq!(output.status.code(), Some(1));
    assert_snapshot!(seen(&output));
    let output = run_in(folder.path(), &["test", "mine.toml", "--format", "json"]);
    assert_snapshot!(serde_json::to_string_pretty(&json(&output)).unwrap());
}
