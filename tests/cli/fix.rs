//! `ferz check --fix`: what is mended in a file, and what is left alone.

use super::{command_in, json, run_in, seen};
use insta_cmd::assert_cmd_snapshot;
use std::fs;
use std::path::Path;

/// A file with slips, comments and a layout of its own.
const SLIPS: &str = "\
# my game
format = 1
base   = \"ches\"   # the usual rules

[pieces]
  qeen.value   = \"9\"      # a text
  knight.moves = \"N  \"
zebra          = false   # no zebras
[promotion.pawn]
pieces = [\"pawn\"]
mst = false
";

const MENDED: &str = "\
# my game
format = 1
base   = \"chess\"   # the usual rules

[pieces]
  queen.value   = 9      # a text
  knight.moves = \"N\"
   # no zebras
[promotion.pawn]
pieces = \"pawn\"
must = false
";

fn fix(folder: &Path, bytes: &[u8]) -> (Vec<u8>, std::process::Output) {
    let path = folder.join("game.toml");
    fs::write(&path, bytes).unwrap();
    let output = run_in(folder, &["check", "game.toml", "--fix"]);
    (fs::read(&path).unwrap(), output)
}

#[test]
fn slips_are_mended_and_the_layout_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.toml");
    fs::write(&path, SLIPS).unwrap();
    assert_cmd_snapshot!(command_in(folder.path(), &["check", "game.toml", "--fix"]));
    assert_eq!(fs::read_to_string(&path).unwrap(), MENDED);
    let again = run_in(folder.path(), &["check", "game.toml", "--fix"]);
    assert_eq!(again.status.code(), Some(0), "{}", seen(&again));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn changes_can_be_looked_at_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.toml");
    fs::write(&path, SLIPS).unwrap();
    let args = ["check", "game.toml", "--fix", "--dry-run"];
    assert_cmd_snapshot!(command_in(folder.path(), &args));
    assert_eq!(fs::read_to_string(&path).unwrap(), SLIPS);
    let output = run_in(folder.path(), &[&args[..], &["--format", "json"]].concat());
    let object = json(&output);
    assert_eq!(object["changes"][0]["text"], MENDED);
    assert_eq!(object["changes"][0]["written"], false);
}

#[test]
fn what_a_mended_mistake_has_hidden_is_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    // Behind the missing quotes stand more mistakes than one, of which a person has to decide some.
    let text = b"Format = 1\nname = Dragon Chess\nbase = \"xyz\"\npieces.queen.mves = \"Q\"\n";
    let (bytes, output) = fix(folder.path(), text);
    assert_eq!(
        String::from_utf8(bytes).unwrap(),
        "Format = 1\nname = \"Dragon Chess\"\nbase = \"xyz\"\npieces.queen.mves = \"Q\"\n",
        "{}",
        seen(&output)
    );
}

#[test]
fn a_file_is_mended_behind_its_base() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    fs::write(file("base.toml"), "format = 1\nbase = \"ches\"\n").unwrap();
    let text = "format = 1\nbase = \"base\"\npieces.qeen.moves = \"QN\"\n";
    fs::write(file("game.toml"), text).unwrap();
    let args = ["check", "--fix", "game.toml", "base.toml", "base.toml"];
    assert_cmd_snapshot!(command_in(folder.path(), &args));
    let text = fs::read_to_string(file("game.toml")).unwrap();
    assert_eq!(
        text,
        "format = 1\nbase = \"base\"\npieces.queen.moves = \"QN\"\n"
    );
}

#[test]
fn line_ends_and_a_byte_order_mark_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let text = b"\xEF\xBB\xBFbase = 'ches'\r\n# end\r\n";
    let (bytes, output) = fix(folder.path(), text);
    assert_eq!(
        bytes,
        b"\xEF\xBB\xBFformat = 1\r\nbase = 'chess'\r\n# end\r\n",
        "{}",
        seen(&output)
    );
}

#[test]
fn what_is_only_offered_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let text = b"format = 1\nbase = 'chess'\n[pieces.knight]\nmoves = 'NE w'\n";
    let (bytes, output) = fix(folder.path(), text);
    assert_eq!(bytes, text, "{}", seen(&output));
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn links_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let real = folder.path().join("real.toml");
    fs::write(&real, "format = 1\nbase = 'ches'\n").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.toml", folder.path().join("link.toml")).unwrap();
    let output = run_in(folder.path(), &["check", "link.toml", "--fix"]);
    assert_eq!(output.status.code(), Some(0), "{}", seen(&output));
    let link = fs::symlink_metadata(folder.path().join("link.toml")).unwrap();
    assert!(link.file_type().is_symlink());
    assert_eq!(
        fs::read_to_string(&real).unwrap(),
        "format = 1\nbase = 'chess'\n"
    );
    let mode = fs::metadata(&real).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn files_that_cannot_be_changed_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fixed.toml");
    fs::write(&path, "format = 1\nbase = 'ches'\n").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    assert_cmd_snapshot!(
        "read_only",
        command_in(folder.path(), &["check", "fixed.toml", "--fix"])
    );
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, "format = 1\nbase = 'ches'\n");
    assert_cmd_snapshot!(
        "shipped",
        command_in(folder.path(), &["check", "chess", "--fix"])
    );
    assert_cmd_snapshot!("stdin", command_in(folder.path(), &["check", "-", "--fix"]));
}

#[test]
fn a_base_is_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let base = "format = 1\nbase = 'chess'\npieces.zebra = false\n";
    fs::write(folder.path().join("mine.toml"), base).unwrap();
    fs::write(
        folder.path().join("game.toml"),
        "format = 1\nbase = 'mine'\n",
    )
    .unwrap();
    let output = run_in(folder.path(), &["check", "game.toml", "--fix"]);
    assert_eq!(output.status.code(), Some(1), "{}", seen(&output));
    let text = fs::read_to_string(folder.path().join("mine.toml")).unwrap();
    assert_eq!(text, base);
}

/// Of all broken files none is left with more errors than it had, and what is mended once is mended.
#[test]
fn nothing_becomes_worse() {
    let mut mended = 0;
    for entry in fs::read_dir("tests/broken").unwrap().flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|e| e != "toml") {
            continue;
        }
        let library = ferz::Library::new();
        let before = library.load_path(&path).unwrap();
        let safe = before
            .checked()
            .iter()
            .any(ferz::diagnostics::Diagnostic::is_fixable);
        let fixed = ferz::fix::fix(&library, before, |_| true);
        mended += usize::from(fixed.mended > 0);
        let left = fixed.loaded.checked();
        let again = ferz::fix::fix(&library, fixed.loaded, |_| true);
        assert_eq!(again.mended, 0, "{}: {left:?}", path.display());
        assert!(safe || fixed.mended == 0, "{}", path.display());
    }
    assert!(mended >= 40, "{mended}");
}
