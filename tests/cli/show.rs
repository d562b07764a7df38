//! `ferz list` and `ferz show`.

use super::{command, command_in, json, run, run_in, seen, stdout};
use insta::assert_snapshot;
use insta_cmd::assert_cmd_snapshot;

#[test]
fn list() {
    assert_cmd_snapshot!(command(&["list", "--base", "shatranj"]));
    let all = stdout(&run(&["list"]));
    let games = json(&run(&["list", "--format", "json"]));
    for game in games["games"].as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        assert!(all.contains(&format!("\n{name} ")), "{name}: {all}");
    }
}

#[test]
fn lists_of_what_fits() {
    assert_cmd_snapshot!(
        "list_by_board",
        command(&["list", "--group", "kingsmen", "--by", "board"])
    );
    assert_cmd_snapshot!(
        "list_of_a_piece",
        command(&[
            "list", "--piece", "B N", "chess", "--board", "10x*", "--by", "none"
        ])
    );
    assert_cmd_snapshot!("list_of_a_name", command(&["list", "--piece", "mann"]));
    assert_cmd_snapshot!(
        "list_of_words",
        command(&["list", "--uses", "there", "xiangqi"])
    );
    assert_cmd_snapshot!(
        "list_of_a_key",
        command(&["list", "--uses", "castling.if", "--by", "base"])
    );
    assert_cmd_snapshot!("list_by_group", command(&["list", "--board", "9x*"]));
    assert_cmd_snapshot!(
        "list_by_base",
        command(&["list", "--group", "shogi", "--by", "base"])
    );
    assert_cmd_snapshot!(
        "list_of_two_filters",
        command(&["list", "--base", "makruk", "--uses", "effects"])
    );
    assert_cmd_snapshot!(
        "list_of_nothing",
        command(&["list", "chess", "--board", "3x*"])
    );
    assert_cmd_snapshot!(
        "list_of_unknown_words",
        command(&["list", "--uses", "promotoin"])
    );
    let list = json(&run(&[
        "list",
        "--format",
        "json",
        "King of the Hill",
        "--board",
        "8x8",
    ]));
    assert_snapshot!(serde_json::to_string_pretty(&list).unwrap());
}

#[test]
fn sizes_have_their_form() {
    for size in ["8", "8x", "axb", "8x8x8"] {
        assert_eq!(
            run(&["list", "--board", size]).status.code(),
            Some(2),
            "{size}"
        );
    }
}

#[test]
fn list_as_json() {
    let list = json(&run(&["list", "--format", "json"]));
    let games = list["games"].as_array().unwrap();
    let chess = games.iter().find(|g| g["name"] == "chess").unwrap();
    assert_eq!((&chess["files"], &chess["ranks"]), (&8.into(), &8.into()));
    assert!(games.iter().all(|g| g["path"].is_null()));
}

/// The games that the shipped ones are built on and those that are unlike the others. No page is empty.
#[test]
fn show_games() {
    for name in [
        "atomic",
        "caparandom",
        "chess",
        "different-armies",
        "double-fischerandom",
        "janggi",
        "janus",
        "king-support-chess",
        "kingsmen",
        "kingsmen-vs-dark-horde",
        "kjempe-chess",
        "kyotoshogi",
        "mini-kingsmen",
        "monochromatic",
        "placement",
        "racingkings",
        "eight-ahead",
        "seirawan",
        "shoshogi",
        "sittuyin",
        "xiangqi",
    ] {
        assert_cmd_snapshot!(format!("show_{name}"), command(&["show", name]));
    }
    let list = json(&run(&["list", "--format", "json"]));
    for game in list["games"].as_array().unwrap() {
        let page = stdout(&run(&["show", game["name"].as_str().unwrap()]));
        assert!(page.contains("END OF THE GAME"), "{page}");
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

/// Whatever form the laws have, the page says no more of check than they do.
#[test]
fn royals_are_told_as_the_laws_have_them() {
    let folder = tempfile::tempdir().unwrap();
    let may_not = "A player may not leave its King under attack.";
    let may = "A player may leave its King under attack.";
    let check = "A player is in check if its King is under attack.";
    for (laws, told) in [
        ("", may_not),
        ("forbid.other = \"capture\"", may_not),
        (
            "forbid.check = \"after check or after enemy check\"",
            may_not,
        ),
        ("forbid.check = \"after (enemy check or check)\"", may_not),
        ("forbid.check = \"not not after check\"", may_not),
        (
            "forbid.check = \"after not (not check and not enemy check)\"",
            may_not,
        ),
        ("forbid.check = \"after check and always\"", may_not),
        ("forbid.check = \"capture and after check\"", check),
        ("forbid.check = \"after (check and enemy check)\"", check),
        ("forbid.check = \"after not check\"", check),
        (
            "forbid = { check = false, guard = \"after own king attacked by enemy pawn\" }",
            check,
        ),
        ("forbid.check = false", may),
        ("forbid = { check = false, other = \"capture\" }", may),
    ] {
        let text = format!("format = 1\nname = \"Laws\"\nbase = \"chess\"\n{laws}\n");
        std::fs::write(folder.path().join("laws.toml"), text).unwrap();
        let output = run_in(folder.path(), &["show", "laws.toml"]);
        let page = stdout(&output);
        assert!(page.contains(told), "{laws}: {told}\n{}", seen(&output));
    }
}

/// What a file says of a rule is not marked as a default, and what it leaves out is.
const HALF_SAID: &str = r#"
format = 1
base = "chess"
board.files = 8
promotion.pawn.zone = "last 3"
end.stalemate.result = "win"

[end.swarm]
if     = "enemy pawn in rank 5 >= 4 and own king in edge or own knight/bishop >= 3"
result = "loss"
"#;

#[test]
fn only_what_a_default_decides_is_marked() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("half.toml"), HALF_SAID).unwrap();
    let page = stdout(&run_in(folder.path(), &["show", "half.toml"]));
    let board = page.lines().find(|l| l.starts_with("Board")).unwrap();
    let rules = page.split_once("PROMOTION").unwrap().1;
    insta::assert_snapshot!(format!("{board}\nPROMOTION{rules}"));
}

/// Ways to a square that do not hide each other.
const CROWDED: &str = r#"
format = 1
base = "chess"

[pieces]
leap-and-ride = { letter = "A", moves = ["N", "NN if here in dark"] }
light-rook    = { letter = "C", moves = "R if here in light" }
cannon        = { letter = "D", moves = "mRcpR" }
two-chances   = { letter = "E", moves = ["D if here in dark", "R if here in light"] }
far-chance    = { letter = "F", moves = ["R3", "R if here in dark"] }
horse         = { letter = "G", moves = "nN" }
elephant      = { letter = "H", moves = "W nD nA" }
first-hop     = { letter = "I", moves = "icpR4 if here in dark" }
trader        = { letter = "J", moves = ["K", "sudR if check", "fdF"] }
"#;

#[test]
fn signs_do_not_hide_each_other() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("crowded.toml"), CROWDED).unwrap();
    for ascii in [&[][..], &["--ascii"]] {
        let args = [&["show", "crowded.toml"], ascii].concat();
        let output = run_in(folder.path(), &args);
        let page = stdout(&output);
        let (_, pieces) = page
            .split_once("Leap And Ride")
            .unwrap_or_else(|| panic!("{}", seen(&output)));
        let pieces = pieces.split_once("ROYAL PIECES").unwrap().0;
        insta::assert_snapshot!(format!("crowded{}", ascii.concat()), pieces);
    }
}

/// Pieces that move in several legs.
const LEGS: &str = r#"
format = 1
base = "chess"

[pieces]
draughtsman = { letter = "M", moves = "fmFfcafmF" }
griffon     = { letter = "G", moves = "FyafsF if here in dark" }
lion        = { letter = "L", moves = "KNADcaKmabK" }
long-leaper = { letter = "E", moves = "mRcafmR" }
relay       = { letter = "Y", moves = "mNxaN" }
ram         = { letter = "V", moves = ["[F?R]", "fW*", "caibQ"] }
hook-mover  = { letter = "H", moves = "RmasR" }
fox         = { letter = "X", moves = ["UK", "pafsR"] }
"#;

#[test]
fn pieces_that_move_in_several_legs_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("legs.toml"), LEGS).unwrap();
    let output = run_in(folder.path(), &["show", "legs.toml"]);
    let page = stdout(&output);
    let (_, pieces) = page
        .split_once("\nDraughtsman")
        .unwrap_or_else(|| panic!("{}", seen(&output)));
    insta::assert_snapshot!(pieces.split_once("ROYAL PIECES").unwrap().0);
    let fen = "4k3/8/8/8/3p4/2M5/8/4K3 w - - 0 1";
    let there = ["explain", "--in", "legs.toml", "--fen", fen, "--at", "c3"];
    assert_cmd_snapshot!("show_legs_in_a_position", command_in(folder.path(), &there));
}

#[test]
fn what_a_file_does_not_say() {
    assert_cmd_snapshot!(command(&["show", "--unsaid", "kingsmen"]));
    assert_cmd_snapshot!(command(&["show", "--unsaid", "shogi"]));
    assert_cmd_snapshot!(command(&["show", "--unsaid", "breakthrough"]));
}

#[test]
fn a_program_reads_what_a_file_does_not_say() {
    let value = json(&run(&["show", "--unsaid", "kingsmen", "--format", "json"]));
    let first = &value["unsaid"][0];
    assert_eq!(first["code"], "stalemate");
    assert!(first["base"].is_null());
    assert_eq!(
        first["otherwise"][0][0]["line"],
        "stalemate.result = \"loss\""
    );
}
