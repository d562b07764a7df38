//! `ferz play` through a pipe: sessions as they are read, and a thousand lines of anything.

use super::{command_in, ferz, run, stdout};
use insta::assert_snapshot;
use insta_cmd::assert_cmd_snapshot;
use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Output, Stdio};
use tempfile::tempdir;

/// The same moves every time, quickly.
pub(crate) const FIXED: [&str; 4] = ["--nodes", "2000", "--seed", "1"];

/// Runs a session with some lines of input.
fn session_in(folder: &Path, args: &[&str], input: &[u8]) -> Output {
    let fixed = if args.contains(&"--nodes") {
        &[][..]
    } else {
        &FIXED
    };
    let mut child = ferz(folder)
        .arg("play")
        .args(args)
        .args(fixed)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The program may have ended before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// What a session says; it has to end well.
pub(crate) fn said_in(folder: &Path, args: &[&str], input: &str) -> String {
    let output = session_in(folder, args, input.as_bytes());
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

pub(crate) fn said(args: &[&str], input: &str) -> String {
    said_in(tempdir().unwrap().path(), args, input)
}

/// Input and output side by side: each line is fed to a session of its own behind the ones before it.
pub(crate) fn dialogue(args: &[&str], lines: &[&str]) -> String {
    let folder = tempdir().unwrap();
    let marked: String = lines.iter().map(|l| format!("{l}\n")).collect();
    let whole = said_in(folder.path(), args, &marked);
    let mut text = String::new();
    let mut shown = 0;
    for count in 0..=lines.len() {
        let folder = tempdir().unwrap();
        let input: String = lines[..count].iter().map(|l| format!("{l}\n")).collect();
        let so_far = said_in(folder.path(), args, &input);
        assert!(
            whole.starts_with(&so_far),
            "a session depends on what follows"
        );
        if count > 0 {
            text += &format!("> {}\n", lines[count - 1]);
        }
        text += &so_far[shown..];
        shown = so_far.len();
    }
    text
}

#[test]
fn a_short_game_of_two_people() {
    let lines = ["f3", "e5", "g2g4", "Qh4", "Nf3", "undo", "d6", "fen"];
    assert_snapshot!(dialogue(&["chess", "--two"], &lines));
}

#[test]
fn a_short_game_on_another_board() {
    let moves = said(
        &["mini-kingsmen", "--white", "computer", "--black", "random"],
        "board\n",
    );
    assert_snapshot!(moves);
}

#[test]
fn commands_about_the_position() {
    let lines = [
        "e4",
        "board",
        "flip",
        "moves e2",
        "moves g1",
        "moves",
        "fen",
        "hint",
        "eval",
        "?",
        "help n",
        "help Queen",
        "help undo",
        "help wizard",
    ];
    assert_snapshot!(dialogue(&["chess", "--ascii"], &lines));
}

#[test]
fn commands_that_change_the_game() {
    let lines = [
        "undo", "redo", "e4", "undo", "redo", "redo", "go", "draw", "resign", "resign", "undo",
        "claim", "new", "quit", "e4",
    ];
    let said = dialogue(&["chess"], &lines);
    assert_snapshot!(said);
}

#[test]
fn two_people_agree_on_a_draw() {
    let lines = ["e4", "draw", "no", "draw", "e5", "draw", "yes", "draw"];
    assert_snapshot!(dialogue(&["chess", "--two"], &lines));
}

#[test]
fn a_claim_is_offered_and_an_end_is_told() {
    let folder = tempdir().unwrap();
    let rules = "format = 1\nbase = 'chess'\nend.repetition = { if = 'repeated 3', result = 'draw', claim = true }\n";
    fs::write(folder.path().join("claims.toml"), rules).unwrap();
    let shuffle = "Nf3\nNf6\nNg1\nNg8\n".repeat(2);
    let said = said_in(
        folder.path(),
        &["claims.toml", "--two"],
        &(shuffle + "claim\nclaim\n"),
    );
    assert_snapshot!(said);
}

#[test]
fn promotions_are_asked_for() {
    let fen = [
        "chess",
        "--two",
        "--fen",
        "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1",
    ];
    let lines = ["e8", "x", "e7d8", "n", "undo", "exd8", "fen", "Q", "e8=N"];
    assert_snapshot!(dialogue(&fen, &lines));
}

#[test]
fn castling_and_swaps() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_snapshot!(dialogue(
        &["chess", "--two", "--fen", fen],
        &["0-0", "O-O-O"]
    ));
    let fen = "4k3/8/8/8/8/8/8/R2QK3 w - - 0 1";
    let args = ["king-support-chess", "--two", "--fen", fen];
    assert_snapshot!(dialogue(&args, &["moves e1", "K~d1", "undo", "e1d1"]));
}

#[test]
fn wrong_input_of_twenty_kinds() {
    let long = "x".repeat(200);
    let lines = [
        "e5",
        "e2e5",
        "Ke2",
        "e9",
        "z1",
        "N",
        "Nd4",
        "exd5",
        "O-O",
        "e8=Q",
        "moves e9",
        "moves e4 e5",
        "help me",
        "load",
        "load missing.pgn",
        "save /missing/folder/x.pgn",
        "undo 3",
        "udno",
        "claim",
        "\u{1b}[31m",
        "größe ♞",
        &long,
        "save!",
        "--help",
        "1-0",
        "yes",
    ];
    assert_snapshot!(dialogue(&["chess", "--two"], &lines).replace(&long, "xxx…"));
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempdir().unwrap();
    let said = |args: &[&str], input: &str| said_in(folder.path(), args, input);
    let two = ["chess", "--two"];
    let first = said(
        &two,
        "e4\ne5\nsave game.pgn\nNf3\nsave game.pgn\nsave\nsave! game.pgn\nfen\n",
    );
    assert_snapshot!("saving", first);
    let fen = first.lines().last().unwrap();
    let again = said(&["chess", "--two", "--load", "game.pgn"], "fen\n");
    assert_eq!(again.trim(), fen);
    assert_snapshot!(fs::read_to_string(folder.path().join("game.pgn")).unwrap());
    assert_snapshot!(
        "loading",
        said(
            &two,
            "d4\nload game.pgn\nfen\nd5\nnew\nload chess-autosave.pgn\n"
        )
    );
    assert!(folder.path().join("chess-autosave-2.pgn").is_file());
    fs::write(folder.path().join("bad.pgn"), "1. e4 e5 2. Ke3 *").unwrap();
    fs::write(folder.path().join("empty.pgn"), "").unwrap();
    let bad = said(&two, "e4\nload bad.pgn\nload empty.pgn\nfen\n");
    assert!(bad.contains("move 2. Ke3"), "{bad}");
    assert!(bad.contains("empty.pgn has no game in it"), "{bad}");
    assert!(bad.contains("4P3"), "{bad}");
}

#[test]
fn a_game_that_cannot_be_loaded_is_wrong_usage() {
    let folder = tempdir().unwrap();
    let args = ["play", "chess", "--load", "missing.pgn"];
    let output = super::run_in(folder.path(), &args);
    assert_eq!(output.status.code(), Some(2));
    for wrong in [
        &["play", "-"][..],
        &["play", "chess", "--time", "0"],
        &["play", "chess", "--white", "nobody"],
        &["play", "chess", "--two", "--white", "human"],
        &["play", "chess", "--fen", "8/8"],
    ] {
        assert_eq!(run(wrong).status.code(), Some(2), "{wrong:?}");
    }
    assert_cmd_snapshot!(command_in(folder.path(), &["play", "-"]));
}

#[test]
fn the_input_may_end_anywhere() {
    let whole = b"e4\nmoves\nhint\ne7e8\ndraw\nsave x.pgn\nload x.pgn\nresign\nundo\n";
    for end in 0..whole.len() {
        let output = session_in(tempdir().unwrap().path(), &["chess"], &whole[..end]);
        assert_eq!(output.status.code(), Some(0), "after {end} bytes");
        assert!(output.stderr.is_empty(), "after {end} bytes");
    }
}

#[test]
fn lists_fit_a_narrow_window() {
    let folder = tempdir().unwrap();
    let mut command = ferz(folder.path());
    command
        .args(["play", "kjempe-chess", "--two"])
        .env("COLUMNS", "40");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin
        .write_all(b"moves\nboard\nhelp\nfoo\nmoves z0\nhelp foo\n")
        .unwrap();
    drop(stdin);
    let text = stdout(&child.wait_with_output().unwrap());
    let wide: Vec<&str> = text.lines().filter(|l| l.chars().count() > 40).collect();
    assert!(wide.is_empty(), "{wide:#?}");
}

#[test]
fn colour_only_where_it_is_asked_for() {
    let input = "e4\nboard\n";
    assert!(!said(&["chess", "--two"], input).contains('\u{1b}'));
    let colourful = said(&["chess", "--two", "--color", "always"], input);
    assert!(colourful.contains("\u{1b}["));
}

/// Small numbers that a seed repeats.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    /// Commands, squares, moves, garbage; nothing that ends the session or names a folder.
    fn line(&mut self) -> String {
        const COMMANDS: [&str; 22] = [
            "board",
            "moves",
            "moves e2",
            "moves ♞",
            "hint",
            "eval",
            "go",
            "undo",
            "redo",
            "flip",
            "fen",
            "help",
            "help K",
            "help ?",
            "save a.pgn",
            "save! b.pgn",
            "load a.pgn",
            "load b.pgn",
            "claim",
            "draw",
            "resign",
            "new!",
        ];
        const SIGNS: [&str; 24] = [
            "e",
            "4",
            "N",
            "x",
            "=",
            "O-O",
            "+",
            "#",
            "♞",
            "é",
            "\u{0}",
            "\t",
            "\u{1b}[2J",
            "~",
            "{",
            "\"",
            "\\",
            "%s",
            "9",
            "-",
            "/",
            "日本",
            "\u{200b}",
            "k",
        ];
        let square = |chance: &mut Self| {
            let file = char::from(b'a' + chance.below(9) as u8);
            format!("{file}{}", chance.below(9) + 1)
        };
        match self.below(10) {
            0..=2 => self.pick(&COMMANDS).to_owned(),
            3..=5 => square(self) + &square(self),
            6 => self.pick(&["", "N", "B", "R", "Q", "K", "K~"]).to_owned() + &square(self),
            7 => self
                .pick(&["yes", "no", "q", "Q", "=Q", "a", "b", "N", "h", "g"])
                .to_owned(),
            8 => (0..self.below(40)).map(|_| self.pick(&SIGNS)).collect(),
            _ => "x".repeat(self.below(3000)),
        }
    }
}

/// The moves on the table by what a session has told.
fn accepted(said: &str) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    let mut files: HashMap<String, Vec<String>> = HashMap::new();
    for line in said.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["A", "new", "game"] => moves.clear(),
            ["saved", "as", file] => drop(files.insert(file.to_owned(), moves.clone())),
            [file, _, "half-move" | "half-moves"] => {
                moves.clone_from(&files[file.trim_end_matches(':')]);
            }
            [count, "move" | "moves", _, "taken", "back"] => {
                moves.truncate(moves.len() - count.parse::<usize>().unwrap());
            }
            [number, san] | [number, san, "(program)"] => {
                let digits = number.trim_end_matches('.');
                let is_number = digits.parse::<u32>().is_ok() && digits != number;
                if is_number && !san.ends_with(':') {
                    moves.push(san.to_owned());
                }
            }
            _ => {}
        }
    }
    moves
}

/// A session of random lines: it ends well, and the game on the table is what it said that it was.
fn random_session(game: &str, seed: u64, lines: usize) {
    let folder = tempdir().unwrap();
    let mut chance = Chance(seed);
    let mut input: String = (0..lines).map(|_| chance.line() + "\n").collect();
    input += "no\nsave! final.pgn\nfen\n";
    let mut args = vec![game, "--two"];
    args.extend(["--nodes", "50"]);
    let said = said_in(folder.path(), &args, &input);
    let saved = fs::read_to_string(folder.path().join("final.pgn")).unwrap();
    let records = ferz::pgn::read(&saved).unwrap();
    let texts: Vec<&str> = records[0]
        .moves
        .steps
        .iter()
        .map(|s| s.text.as_str())
        .collect();
    assert_eq!(texts, accepted(&said), "{game} {seed}");
    let variant = ferz::Variant::named(game).unwrap();
    let played = records[0].game(&variant).unwrap();
    assert_eq!(
        said.lines().last().unwrap(),
        played.position().fen(),
        "{game} {seed}"
    );
    let made = said
        .lines()
        .filter(|l| l.starts_with(char::is_numeric))
        .count();
    assert!(
        made > lines / 50,
        "{game} {seed}: only {made} moves were accepted"
    );
}

#[test]
fn a_thousand_random_lines_lose_no_game() {
    for (game, seed) in [("chess", 1), ("kingsmen", 2), ("king-support-chess", 3)] {
        random_session(game, seed, 1000);
    }
}

/// Men that move in several legs: what begins so is asked for, and only what is chosen is done.
#[test]
fn the_rest_of_a_move_is_asked_for() {
    let folder = tempdir().unwrap();
    let rules = "format = 1\nbase = 'chess'\npieces.queen.moves = 'KNAD caK cabK mabK'\n";
    fs::write(folder.path().join("lions.toml"), rules).unwrap();
    let start = "4k3/8/8/4pn2/4Q3/8/8/4K3 w - - 0 1";
    let args = ["lions.toml", "--two", "--fen", start];
    let sessions = [
        // By number, by the next square, by the rest, in pieces and at once; what is complete is a move.
        "Qxe5-\n3\nboard\nundo\n",
        "e4e5,\nf5\nboard\nsave game.pgn\n",
        "e4f5,\nxe6\nfen\n",
        "e4f5,\nf5g6\nfen\n",
        "Qxe5xf5\nfen\n",
        "e4e5\nfen\n",
        "Q--\nboard\n",
        // Taken back, answered by something else, and cut short.
        "e4e5,\n\nfen\n",
        "e4e5,\ncancel\nfen\n",
        "e4e5,\n99\nx\n1\nfen\n",
        "pass\nfen\n",
        "e4e5,\nh8\nKd1\n",
        "e4e5,\nQxf5\nfen\n",
        "e4e5,\n",
        "e4h4,h4e4\nmoves e4\n",
    ];
    let mut all = String::new();
    for input in sessions {
        all += &format!("--- {}\n", input.trim_end().replace('\n', " | "));
        all += &said_in(folder.path(), &args, input);
    }
    assert_snapshot!(all);
    let record = fs::read_to_string(folder.path().join("game.pgn")).unwrap();
    assert!(record.contains("1. Qxe5xf5 *"), "{record}");
}
