//! Help, version, completions, the manual page, wrong usage.

use super::{command, run, stdout};
use insta_cmd::assert_cmd_snapshot;

#[test]
fn help_of_the_program() {
    assert_cmd_snapshot!(command(&["--help"]));
}

#[test]
fn help_of_each_command() {
    for name in [
        "list",
        "show",
        "check",
        "moves",
        "perft",
        "play",
        "why",
        "test",
        "completions",
        "man",
    ] {
        let args = [name, "--help"];
        assert!(stdout(&run(&args)).contains("Examples:"), "{name}");
        assert_cmd_snapshot!(format!("help_{name}"), command(&args));
    }
}

#[test]
fn version() {
    let output = run(&["--version"]);
    assert_eq!(
        stdout(&output),
        format!("ferz {}\n", env!("CARGO_PKG_VERSION"))
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn wrong_usage_has_status_2() {
    for args in [
        &[][..],
        &["no-such-command"],
        &["moves"],
        &["perft", "chess"],
        &["perft", "chess", "minus"],
        &["perft", "chess", "1", "--suite", "x.tsv"],
        &["perft", "chess", "1", "--max-nodes", "3"],
        &["moves", "chess", "--notation", "short"],
        &["list", "--color", "pink"],
        &["man", "no-such-command"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn a_mistyped_command_gets_a_suggestion() {
    assert_cmd_snapshot!(command(&["perf", "chess", "3"]));
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        assert!(stdout(&output).contains("perft"), "{shell}");
    }
}

#[test]
fn the_manual_page_is_roff() {
    let page = stdout(&run(&["man"]));
    assert!(page.contains(".TH ferz 1"), "{page}");
    assert!(
        page.contains("FERZ\\-PERFT") || page.contains("ferz\\-perft"),
        "{page}"
    );
    assert!(stdout(&run(&["man", "perft"])).contains("max\\-nodes"));
}
