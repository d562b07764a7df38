//! The program as a person runs it: every command, its text, its JSON and its exit status.

#![allow(clippy::unwrap_used)] // a test stops where it fails

mod check;
mod diff;
mod explain;
mod fix;
mod help;
mod moves;
mod perft;
mod play;
#[cfg(unix)]
mod play_terminal;
mod play_turns;
mod show;
mod shrink;
mod streams;
mod test;
mod verify;
mod why;

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program in a folder, without settings from outside.
pub(crate) fn ferz(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.current_dir(folder);
    for name in [
        "FERZ_VARIANTS",
        "FERZ_LOG",
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "COLUMNS",
        "CI",
    ] {
        command.env_remove(name);
    }
    command
}

/// A command in a folder, for a snapshot.
pub(crate) fn command_in(folder: &Path, args: &[&str]) -> Command {
    let mut command = ferz(folder);
    command.args(args).stdin(Stdio::null());
    command
}

/// A command in a folder without rule files, for a snapshot.
pub(crate) fn command(args: &[&str]) -> Command {
    command_in(Path::new(env!("CARGO_TARGET_TMPDIR")), args)
}

/// Runs the program in a folder.
pub(crate) fn run_in(folder: &Path, args: &[&str]) -> Output {
    ferz(folder)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Runs the program in an empty folder.
pub(crate) fn run(args: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), args)
}

/// What a person sees: exit status, standard output, standard error.
pub(crate) fn seen(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let status = output.status.code().unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let mut seen = format!("exit status {status}\n");
    if !out.is_empty() {
        seen += &format!("--- stdout\n{out}");
    }
    if !err.is_empty() {
        seen += &format!("--- stderr\n{err}");
    }
    seen
}

/// Standard output as text.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Standard output as one JSON object.
pub(crate) fn json(output: &Output) -> serde_json::Value {
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["schema"], 1);
    value
}
