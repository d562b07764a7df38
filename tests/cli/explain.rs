//! `ferz explain`: strings in words and as diagrams, findings, JSON, SVG, pieces of games, suites.

use super::{command, command_in, json, run, run_in, seen, stdout};
use insta_cmd::assert_cmd_snapshot;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Each with a name for its snapshot.
const STRINGS: [(&str, &[&str]); 31] = [
    ("knight", &["N"]),
    ("griffon", &["FyafsF"]),
    ("lion", &["KNADcaKmabK"]),
    ("checkers", &["fmFfcafmF"]),
    ("rifle", &["mRcaibR"]),
    ("rose", &["qN"]),
    ("cannon", &["mRcpR"]),
    ("any_square", &["KU"]),
    ("relay", &["mNxaN"]),
    ("castling", &["KisO2", "--at", "e1", "--own", "a1,h1"]),
    (
        "drop",
        &["f@3", "--board", "4x4", "--same", "b2", "--enemy", "c3"],
    ),
    (
        "checkers_with_men",
        &["fmFfcafmF", "--at", "c3", "--enemy", "d4,b4", "--own", "a5"],
    ),
    (
        "lion_with_men",
        &[
            "KNADcaKmabK",
            "--enemy",
            "e5",
            "--own",
            "d4",
            "--side",
            "black",
        ],
    ),
    (
        "en_passant",
        &[
            "fmWfceF",
            "--at",
            "e5",
            "--enemy",
            "d5",
            "--en-passant",
            "d6:d5",
        ],
    ),
    (
        "holes",
        &["Q", "--board", "5x5", "--at", "c3", "--holes", "c4,d4"],
    ),
    (
        "borrow",
        &["xK", "--at", "b1", "--like", "b2:R", "--board", "4x4"],
    ),
    ("three_steps", &["K maK mamaK", "--board", "9x9"]),
    ("too_much", &["FmamaQ"]),
    ("moved", &["WifmnD", "--moved"]),
    (
        "one_rank_ahead",
        &["iifmW2", "--at", "e3", "--one-rank-ahead"],
    ),
    ("porter", &["mRafudR", "--at", "a1", "--own", "e1"]),
    ("swap_enemies", &["uK"]),
    ("swap_enemy", &["ucR", "--enemy", "e6"]),
    ("swap_both", &["mRucdR"]),
    ("put_elsewhere", &["cuafmR", "--enemy", "e6"]),
    ("ring", &["oR", "--at", "a1", "--own", "c1"]),
    ("own_on_the_way", &["cdafR", "--at", "a1", "--own", "c1"]),
    ("bent", &["BmasB", "--board", "16x16"]),
    ("no_drop", &["K", "--hand", "--own", "e6, e7"]),
    ("unknown_lender", &["xK", "--own", "e5", "--at", "E4"]),
    ("lame", &["mpRnN", "--board", "5x5"]),
];

#[test]
fn strings_in_words_and_drawn() {
    for (name, args) in STRINGS {
        let args = [&["explain"], args].concat();
        assert_cmd_snapshot!(format!("explain_{name}"), command(&args));
    }
}

#[test]
fn in_ascii() {
    assert_cmd_snapshot!(command(&["explain", "FyafsFmRcpR", "--ascii"]));
}

#[test]
fn findings_mark_their_characters() {
    assert_cmd_snapshot!("explain_error", command(&["explain", "fmWfcE"]));
    assert_cmd_snapshot!("explain_empty", command(&["explain", ""]));
    assert_cmd_snapshot!("explain_warning", command(&["explain", "fK"]));
    let crowded = [
        "explain",
        &("mcpda".repeat(40) + "K"),
        "--own",
        "e5,d5,f5",
        "--enemy",
        "e3,d3,f3",
    ];
    assert_cmd_snapshot!("explain_too_many", command(&crowded));
}

#[test]
fn wrong_options() {
    let wrong: [&[&str]; 20] = [
        &["W", "--board", "0x8"],
        &["W", "--board", "99999999999999999999x8"],
        &["W", "--board", "eight"],
        &["W", "--at", "j9"],
        &["W", "--own", "e5,z1"],
        &["W", "--en-passant", "d6"],
        &["xW", "--like", "b2:Y"],
        &["--in", "chess", "unicorn"],
        &["--in", "chess", "--at", "e4"],
        &["W", "--at", "e4", "--own", "e4"],
        &["W", "--enemy", "e4"],
        &["W", "--holes", "e4"],
        &["W", "--own", "d4", "--enemy", "d4"],
        &["W", "--own", "d4", "--holes", "d4"],
        &["W", "--en-passant", "e5:e4"],
        &["W", "--en-passant", "d6:d5"],
        &["W", "--enemy", "d6,d5", "--en-passant", "d6:d5"],
        &["W", "--kings", "e5"],
        &["W", "--unmoved", "h1"],
        &["W", "--enemy", "h1", "--unmoved", "h1"],
    ];
    let said: Vec<String> = wrong
        .iter()
        .map(|args| {
            let output = run(&[&["explain"], *args].concat());
            assert_eq!(output.status.code(), Some(2), "{args:?}: {}", seen(&output));
            format!(
                "{}\n{}",
                args.join(" "),
                String::from_utf8_lossy(&output.stderr)
            )
        })
        .collect();
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn as_json() {
    let args = [
        "explain",
        "fmFfcafmF",
        "--board",
        "5x5",
        "--at",
        "c3",
        "--enemy",
        "d4",
        "--format",
        "json",
    ];
    let object = json(&run(&args));
    insta::assert_json_snapshot!(object);
    let moves = json!([["b4", "move"], ["e5", "special", { "captures": ["d4"] }]]);
    assert_eq!(object["moves"], moves);
}

#[test]
fn findings_as_json_have_places_in_the_string() {
    let output = run(&["explain", "WéW", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let object = json(&output);
    let finding = &object["findings"][0];
    assert_eq!(
        (&finding["offset"], &finding["length"]),
        (&json!(1), &json!(1)),
        "{object}"
    );
    assert_eq!(object["canonical"], Value::Null);
    assert_eq!(object["moves"], json!([]));
}

/// Whether every element that is opened is closed in order, and no text has a sign that must be escaped.
fn is_well_formed(xml: &str) -> bool {
    let mut open = Vec::new();
    for part in xml.split('<').skip(1) {
        let Some((tag, text)) = part.split_once('>') else {
            return false;
        };
        let name = tag.split([' ', '/', '\n']).next().unwrap_or_default();
        match tag {
            _ if tag.starts_with('/') => {
                if open.pop() != Some(&tag[1..]) {
                    return false;
                }
            }
            _ if tag.ends_with('/') => {}
            _ => open.push(name),
        }
        let escaped = ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;"];
        if text
            .split('&')
            .skip(1)
            .any(|t| !escaped.iter().any(|e| t.starts_with(&e[1..])))
        {
            return false;
        }
    }
    open.is_empty()
}

#[test]
fn as_svg() {
    let folder = tempfile::tempdir().unwrap();
    for (_, args) in STRINGS {
        let picture = stdout(&run(&[&["explain"], args, &["--format", "svg"]].concat()));
        assert!(
            picture.starts_with("<svg") && is_well_formed(&picture),
            "{picture}"
        );
        let saved = run_in(
            folder.path(),
            &[&["explain"], args, &["--svg", "a.svg"]].concat(),
        );
        assert_eq!(saved.status.code(), Some(0), "{}", seen(&saved));
        let file = std::fs::read_to_string(folder.path().join("a.svg")).unwrap();
        assert_eq!(file, picture);
    }
    insta::assert_snapshot!(stdout(&run(&[
        "explain", "fW", "--board", "2x2", "--at", "a1", "--format", "svg"
    ])));
}

#[test]
fn pieces_of_games() {
    assert_cmd_snapshot!(
        "explain_in_chess",
        command(&["explain", "--in", "chess", "knight"])
    );
    let by_letter = |letter| stdout(&run(&["explain", "--in", "chess", letter]));
    assert_eq!(by_letter("n"), by_letter("knight"));
    let fen = "r3k2r/8/8/8/4pP2/8/8/R3K2R b KQkq f3 0 1";
    let pawn = ["explain", "--in", "chess", "--fen", fen, "--at", "e4"];
    assert_cmd_snapshot!("explain_in_a_position", command(&pawn));
    let king = [
        "explain", "--in", "chess", "--fen", fen, "--at", "e8", "--format", "json",
    ];
    let object = json(&run(&king));
    assert_eq!(object["piece"], "king");
    assert!(
        object["moves"]
            .as_array()
            .unwrap()
            .iter()
            .any(|m| m == "e8g8"),
        "{object}"
    );
}

#[test]
fn a_pass_that_a_condition_forbids_is_not_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = |lion: &str| {
        let text = format!("format = 1\nbase = 'chess'\npieces.queen.moves = {lion}\n");
        std::fs::write(folder.path().join("lion.toml"), text).unwrap();
        let args = ["explain", "--in", "lion.toml", "queen"];
        stdout(&run_in(folder.path(), &args))
    };
    let free = drawn("['KNADcaK', 'mcabK']");
    let forbidden = drawn("['KNADcaK', 'mcabK if not pass']");
    assert!(free.contains("may pass"), "{free}");
    assert!(!forbidden.contains("may pass"), "{forbidden}");
    assert!(!forbidden.contains("under a condition"), "{forbidden}");
}

#[test]
fn suites() {
    let folder = tempfile::tempdir().unwrap();
    let suite = json!([
        entry("right", "W", &json!([["b1", "move"], ["a2", "move"]])),
        entry("wrong", "F", &json!([["b1", "move"], ["a2", "move"]])),
        merge(entry("open", "W", &json!([])), &json!({ "disputed": true })),
        merge(entry("odd", "W", &json!([])), &json!({ "colour": "red" })),
        merge(entry("size", "W", &json!([])), &json!({ "board": [1_000_000_000_000_u64, 8] })),
        merge(entry("side", "W", &json!([])), &json!({ "side": 3 })),
        merge(entry("man", "W", &json!([])), &json!({ "position": [["a1", "mine"]] })),
        merge(entry("pair", "W", &json!([])), &json!({ "en_passant": { "target": "b2" } })),
        merge(entry("like", "W", &json!([])), &json!({ "piece_moves": { "b2": "E" } })),
        entry("kind", "W", &json!([["b1", "jump"]])),
        entry("right", "W", &json!([])),
        entry("bad-string", "E", &json!([])),
        7,
        { "id": "nothing" },
    ]);
    std::fs::write(folder.path().join("suite.json"), suite.to_string()).unwrap();
    assert_cmd_snapshot!(
        "explain_suite",
        command_in(folder.path(), &["explain", "--suite", "suite.json"])
    );
    let output = run_in(
        folder.path(),
        &["explain", "--suite", "suite.json", "--format", "json"],
    );
    let object = json(&output);
    assert_eq!(
        (&object["passed"], &object["failed"], &object["skipped"]),
        (&json!(1), &json!(12), &json!(1))
    );
    std::fs::write(folder.path().join("bad.json"), "[{\"id\":").unwrap();
    assert_cmd_snapshot!(
        "explain_suite_no_json",
        command_in(folder.path(), &["explain", "--suite", "bad.json"])
    );
    std::fs::write(folder.path().join("object.json"), "{}").unwrap();
    assert_cmd_snapshot!(
        "explain_suite_no_list",
        command_in(folder.path(), &["explain", "--suite", "object.json"])
    );
}

fn entry(id: &str, betza: &str, expected: &Value) -> Value {
    json!({
        "id": id, "betza": betza, "board": [2, 2], "piece_square": "a1", "side": "white", "position": [],
        "mode": "moves", "expected": expected,
    })
}

fn merge(mut entry: Value, more: &Value) -> Value {
    let more = more.as_object().cloned().unwrap();
    entry.as_object_mut().unwrap().extend(more);
    entry
}

#[test]
fn the_corpus_passes_as_a_suite() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/betza/corpus.json");
    let output = run(&["explain", "--suite", path]);
    assert_eq!(stdout(&output), "387 passed, 0 failed, 66 skipped\n");
    assert_eq!(output.status.code(), Some(0));
}

/// The worst strings that are known, on the largest board with a man on every other square.
#[test]
fn no_string_takes_long() {
    let squares = |first: usize| {
        let all = (1..=16).flat_map(|rank| ('a'..='p').map(move |file| format!("{file}{rank}")));
        all.skip(first).step_by(4).collect::<Vec<_>>().join(",")
    };
    let (own, enemy) = (squares(0), squares(2));
    let long = format!("{}K", "mcpda".repeat(63));
    let strings = [
        &long,
        "mcdamcdamcdaU",
        "(mpa)(mpa)(mpa)N",
        "(mcda)(mcda)Q",
        "uudaudaudaudaudQ",
        "[K?K?K?K?K?K?K?K?K?K]",
    ];
    for string in strings {
        for men in [&["--own", own.as_str(), "--enemy", enemy.as_str()][..], &[]] {
            let args = [
                &[
                    "explain", "--board", "16x16", "--at", "j8", "--format", "json",
                ],
                men,
                &[string],
            ]
            .concat();
            let start = std::time::Instant::now();
            let output = run(&args);
            let code = output.status.code();
            assert!(matches!(code, Some(0 | 1)), "{string}: {}", seen(&output));
            // Some hundredths of a second are usual; the rest is for a machine with much else to do.
            assert!(start.elapsed().as_secs() < 5, "{string}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is written, there is one JSON object, and the program does not break down.
    #[test]
    fn any_string_gets_an_answer(
        string in "[a-zA-Z0-9()\\[\\]?@*é -]{0,12}|([fblrvsmcdpgyxu]{0,3}a?){0,5}[WFDNAKRBQOU@][0-9]?",
        files in 1..=16, ranks in 1..=16,
        own in proptest::collection::vec((0..16u8, 1..=16), 0..9),
        flags in 0..8u8,
    ) {
        let board = format!("{files}x{ranks}");
        let at = format!("{}{}", (b'a' + (files / 2) as u8) as char, (ranks + 1) / 2);
        let squares: Vec<String> = own
            .iter()
            .filter(|s| i32::from(s.0) < files && s.1 <= ranks)
            .map(|(file, rank)| format!("{}{rank}", (b'a' + file) as char))
            .filter(|square| *square != at)
            .collect();
        let squares = squares.join(",");
        let mut args = vec!["explain", "--format", "json", "--board", &board];
        args.extend(["--at", &at]);
        if !squares.is_empty() {
            args.extend([if flags & 1 == 0 { "--own" } else { "--enemy" }, &squares]);
        }
        if flags & 2 != 0 {
            args.push("--moved");
        }
        if flags & 4 != 0 {
            args.extend(["--side", "black"]);
        }
        args.extend(["--", &string]);
        let output = run(&args);
        prop_assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}: {}", seen(&output));
        let object = json(&output);
        let wrong = object["findings"].as_array().unwrap().iter().any(|f| f["severity"] == "error");
        prop_assert_eq!(output.status.code() == Some(1), wrong);
    }
}

#[test]
fn of_very_many_findings_the_first_are_shown() {
    let output = run(&["explain", &"w".repeat(4000)]);
    assert_eq!(output.status.code(), Some(1));
    let text =
        String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("error[").count(), 40);
    assert!(text.ends_with("3960 more findings; `--format json` has all of them\n"));
}

/// Hands and walls stand in the pictures of positions.
#[test]
fn hands_walls_and_holes_are_drawn() {
    let hands = "r1bqkb1r/ppp2ppp/2n5/8/8/5N2/PPPP1PPP/RNBQKB1R[PPNqr] w KQkq - 0 6";
    let walls = "rnbqkbnr/ppp1pppp/3*4/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let arrows = "3q2q3/10/10/q3*4q/6**2/10/Q8Q/2*7/10/3Q2Q3 w - - 0 1";
    for (game, at, fen) in [
        ("crazyhouse", "f3", hands),
        ("crazyhouse", "c6", hands),
        ("duck", "e4", walls),
        ("amazons", "d1", arrows),
    ] {
        let args = |format| {
            let args = [
                "explain", "--in", game, "--at", at, "--fen", fen, "--format", format,
            ];
            run(&args)
        };
        let name = format!("drawn_{game}_{at}");
        insta::assert_snapshot!(name.clone(), seen(&args("text")));
        if game != "amazons" {
            insta::assert_snapshot!(name.clone() + "_svg", stdout(&args("svg")));
            let mut json = json(&args("json"));
            json["diagram"] = Value::Null;
            insta::assert_snapshot!(name + "_json", serde_json::to_string_pretty(&json).unwrap());
        }
    }
}

#[test]
fn codes_are_explained() {
    assert_cmd_snapshot!("code", command(&["explain", "--code", "bad-h-pair"]));
    assert_cmd_snapshot!(
        "code_misspelt",
        command(&["explain", "--code", "bad-letters"])
    );
    let object = json(&run(&[
        "explain",
        "--code",
        "bad-letter",
        "--format",
        "json",
    ]));
    assert_eq!(object["severity"], "error");
    let list = run(&["explain", "--list"]);
    let text = String::from_utf8(list.stdout).unwrap();
    assert!(text.starts_with("note[adds-nothing]\n"), "{text}");
    let object = json(&run(&["explain", "--list", "--format", "json"]));
    assert_eq!(
        object["codes"].as_array().unwrap().len(),
        ferz::diagnostics::codes().count()
    );
}
