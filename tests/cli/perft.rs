//! `ferz perft`, single counts and suites.

use super::{command_in, json, run, run_in, seen, stdout};
use insta::assert_snapshot;
use insta_cmd::assert_cmd_snapshot;
use std::fs;

#[test]
fn a_count() {
    assert_eq!(stdout(&run(&["perft", "chess", "3"])), "8902\n");
    assert_eq!(stdout(&run(&["perft", "chess", "0"])), "1\n");
    assert_eq!(stdout(&run(&["perft", "chess", "0", "--divide"])), "1\n");
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_eq!(stdout(&run(&["perft", "chess", "1", "--fen", fen])), "6\n");
}

#[test]
fn a_count_for_each_move() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_snapshot!(stdout(&run(&[
        "perft", "chess", "2", "--divide", "--fen", fen
    ])));
}

/// Whatever is chosen, the count is the same.
#[test]
fn choices_do_not_change_a_count() {
    let count = |options: &[&str]| stdout(&run(&[&["perft", "chess", "4"], options].concat()));
    assert_eq!(count(&[]), "197281\n");
    for options in [
        &["--no-bulk"][..],
        &["--threads", "3"],
        &["--hash", "1"],
        &["--lookup", "portable"],
        &[
            "--lookup",
            "best",
            "--threads",
            "2",
            "--hash",
            "4",
            "--no-bulk",
        ],
    ] {
        assert_eq!(count(options), "197281\n", "{options:?}");
    }
    let divide = ["perft", "minishogi", "3", "--divide"];
    let plain = stdout(&run(&divide));
    let options = ["--threads", "2", "--hash", "1", "--no-bulk"];
    assert_eq!(stdout(&run(&[&divide[..], &options].concat())), plain);
}

#[test]
fn choices_that_cannot_be() {
    let cases = [
        &["perft", "chess", "3", "--hash", "many"][..],
        &["perft", "chess", "3", "--hash", "99999999"],
        &["perft", "chess", "3", "--threads", "0"],
        &["perft", "chess", "3", "--lookup", "slow"],
        &["perft", "--suite", "suite.tsv", "--no-bulk"],
        &["perft", "chess", "3", "--threads", "100000"],
    ];
    for (number, args) in cases.iter().enumerate() {
        assert_cmd_snapshot!(
            format!("choices_that_cannot_be_{number}"),
            command_in(std::path::Path::new("."), args)
        );
    }
}

#[test]
fn json_of_a_count() {
    let count = json(&run(&["perft", "chess", "3", "--format", "json"]));
    assert_eq!(count["nodes"], 8902);
    assert_eq!(count["depth"], 3);
    assert_eq!(count["variant"], "chess");
    assert!(count["seconds"].is_f64());
    assert!(count["nps"].is_u64());
    let keys: Vec<&String> = count.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 7, "{keys:?}");
    let divide = json(&run(&[
        "perft", "chess", "2", "--format", "json", "--divide",
    ]));
    assert_eq!(divide["divide"].as_array().unwrap().len(), 20);
}

const SUITE: &str = "\
remark\tnodes\tgame\tdepth\tfen\tchess960
right\t20\tchess\t1\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\tfalse
wrong\t401\tchess\t2\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t
large\t4865609\tchess\t5\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\tfalse
unknown\t20\tno-such-game\t1\t8/8 w - - 0 1\tfalse
fen\t20\tchess\t1\t9/8 w - - 0 1\tfalse
depth\t20\tchess\tone\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\tfalse
nodes\tmany\tchess\t1\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\tfalse
alias\t7\tmini-kingsmen\t1\trkr/bnb/bnb/ppp/3/PPP/BNB/BNB/RKR w KQkq - 0 1\tfalse
960\t20\tchess\t1\tbbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\ttrue

short\t20
";

#[test]
fn a_suite_goes_on_after_failures() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("suite.tsv"), SUITE).unwrap();
    assert_cmd_snapshot!(command_in(
        folder.path(),
        &["perft", "--suite", "suite.tsv", "--max-nodes", "1000"]
    ));
    let object = json(&run_in(
        folder.path(),
        &[
            "perft",
            "--suite",
            "suite.tsv",
            "--max-nodes",
            "1000",
            "--format",
            "json",
        ],
    ));
    assert_eq!(
        (&object["passed"], &object["failed"], &object["skipped"]),
        (&3.into(), &6.into(), &1.into())
    );
    assert_eq!(object["failures"][0]["got"], 400);
}

#[test]
fn several_suites_are_told_in_order_whatever_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.tsv"), SUITE).unwrap();
    let long = "game\tfen\tdepth\tnodes\n\
        chess\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t4\t1\n\
        chess\t4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\t1\t7\n";
    fs::write(folder.path().join("two.tsv"), long).unwrap();
    let tell = |threads: &str, format: &str| {
        let output = run_in(
            folder.path(),
            &[
                "perft",
                "--suite",
                "one.tsv",
                "two.tsv",
                "--max-nodes",
                "1000",
                "--threads",
                threads,
                "--format",
                format,
            ],
        );
        seen(&output)
    };
    let text = tell("1", "text");
    assert_snapshot!(text);
    for threads in ["2", "9"] {
        assert_eq!(tell(threads, "text"), text);
        assert_eq!(tell(threads, "json"), tell("1", "json"));
    }
}

#[test]
fn there_is_at_least_one_thread() {
    for arguments in [
        &["perft", "chess", "1", "--threads", "0"][..],
        &["perft", "--suite", "x.tsv", "--threads", "0"],
    ] {
        assert_eq!(run(arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_suite_of_one_game() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("suite.tsv"), SUITE).unwrap();
    let output = run_in(
        folder.path(),
        &["perft", "--suite", "suite.tsv", "--only", "mini-kingsmen"],
    );
    assert!(
        stdout(&output).ends_with("1 passed, 1 failed, 8 skipped\n"),
        "{}",
        seen(&output)
    );
}

#[test]
fn a_suite_with_crlf_passes() {
    let folder = tempfile::tempdir().unwrap();
    let text = "\u{feff}variant\tfen\tdepth\tnodes\nchess\t4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\t1\t6\n"
        .replace('\n', "\r\n");
    fs::write(folder.path().join("suite.tsv"), text).unwrap();
    let output = run_in(folder.path(), &["perft", "--suite", "suite.tsv"]);
    assert_eq!(
        seen(&output),
        "exit status 0\n--- stdout\n1 passed, 0 failed, 0 skipped\n"
    );
}

#[test]
fn a_table_without_its_columns_is_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("suite.tsv"), "fen\tdepth\n").unwrap();
    assert_cmd_snapshot!(command_in(
        folder.path(),
        &["perft", "--suite", "suite.tsv"]
    ));
}

#[test]
fn a_depth_is_a_whole_number() {
    for depth in ["four", "-1", "2.5", "99999999999", "201", ""] {
        let output = run(&["perft", "chess", depth]);
        assert_eq!(output.status.code(), Some(2), "{depth}");
        let message = String::from_utf8(output.stderr).unwrap();
        let known = ["whole number", "too large", "largest depth"];
        assert!(known.iter().any(|k| message.contains(k)), "{message}");
    }
}
