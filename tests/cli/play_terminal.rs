//! `ferz play` in a real pseudo-terminal: the line editor, completion, Ctrl-C and Ctrl-D, a narrow window.

use super::play::FIXED;
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::{TempDir, tempdir};

/// No step takes so long on any machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A session in a terminal of its own.
struct Terminal {
    pty: Arc<Pty>,
    child: Child,
    news: Receiver<Vec<u8>>,
    /// All that was shown and not looked at.
    text: String,
    /// All that was shown.
    all: String,
}

impl Terminal {
    fn open(folder: &Path, columns: u16, args: &[&str]) -> Self {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(40, columns)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .arg("play")
            .args(args)
            .current_dir(folder)
            .env("TERM", "xterm");
        for name in [
            "FERZ_VARIANTS",
            "FERZ_LOG",
            "CLICOLOR",
            "CLICOLOR_FORCE",
            "COLUMNS",
        ] {
            command = command.env_remove(name);
        }
        let child = command.env("NO_COLOR", "1").spawn(pts).unwrap();
        let pty = Arc::new(pty);
        let (sender, news) = channel();
        let reader = Arc::clone(&pty);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Reading fails when the program has ended.
            while let Ok(count @ 1..) = (&*reader).read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            pty,
            child,
            news,
            text: String::new(),
            all: String::new(),
        }
    }

    fn keys(&mut self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until something is shown and gives what was shown up to its end.
    fn wait(&mut self, wanted: &str) -> String {
        let started = Instant::now();
        loop {
            if let Some(at) = self.text.find(wanted) {
                let rest = self.text.split_off(at + wanted.len());
                return std::mem::replace(&mut self.text, rest);
            }
            let left = PATIENCE.saturating_sub(started.elapsed());
            let Ok(bytes) = self.news.recv_timeout(left) else {
                panic!("{wanted:?} is not shown; all that was:\n{}", self.all);
            };
            let text = plain(&String::from_utf8_lossy(&bytes));
            self.text += &text;
            self.all += &text;
        }
    }

    /// Types a line and waits for something.
    fn enter(&mut self, line: &str, wanted: &str) -> String {
        self.keys(&format!("{line}\r"));
        self.wait(wanted)
    }

    /// Waits for the end with status 0 and gives all that was shown.
    fn end(mut self) -> String {
        let started = Instant::now();
        let status = loop {
            while let Ok(bytes) = self.news.try_recv() {
                self.all += &plain(&String::from_utf8_lossy(&bytes));
            }
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None if started.elapsed() > PATIENCE => {
                    self.child.kill().unwrap();
                    panic!("the session does not end:\n{}", self.all);
                }
                None => thread::sleep(Duration::from_millis(5)),
            }
        };
        while let Ok(bytes) = self.news.recv_timeout(Duration::from_millis(200)) {
            self.all += &plain(&String::from_utf8_lossy(&bytes));
        }
        assert_eq!(status.code(), Some(0), "{}", self.all);
        self.all
    }
}

/// Text without the signs that move the cursor.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(sign) = rest.next() {
        match sign {
            '\u{1b}' => {
                if rest.next() == Some('[') {
                    rest.by_ref().find(|c| ('@'..='~').contains(c));
                }
            }
            // The editor writes its line anew from here.
            '\r' => plain.push('\n'),
            '\u{7}' => {}
            _ => plain.push(sign),
        }
    }
    plain
}

fn at(game: &str, columns: u16, options: &[&str]) -> (TempDir, Terminal) {
    let folder = tempdir().unwrap();
    let args: Vec<&str> = [game]
        .iter()
        .chain(options)
        .chain(&FIXED)
        .copied()
        .collect();
    let terminal = Terminal::open(folder.path(), columns, &args);
    (folder, terminal)
}

fn saved(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn a_short_game_in_a_window_of_40_columns() {
    let (folder, mut terminal) = at("kjempe-chess", 40, &["--two", "--ascii"]);
    let board = terminal.wait("1. White> ");
    assert!(board.contains("a b c d e f g h i j k l"), "{board}");
    terminal.enter("moves", "legal moves:");
    terminal.wait("1. White> ");
    terminal.enter("nonsense", "1. White> ");
    terminal.enter("help", "1. White> ");
    terminal.enter("help K", "1. White> ");
    let board = terminal.enter("e5", "1... Black> ");
    assert!(board.contains("last move: 1. e5"), "{board}");
    terminal.enter("resign", "1-0, ");
    terminal.wait("over> ");
    terminal.enter("save done.pgn", "saved as done.pgn");
    terminal.enter("quit", "");
    let all = terminal.end();
    let wide: Vec<&str> = all.lines().filter(|l| l.chars().count() > 40).collect();
    assert!(wide.is_empty(), "{wide:#?}");
    assert!(saved(&folder, "done.pgn").contains("resign"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_whole_game_against_the_program() {
    let fen = "7k/R7/8/8/8/8/8/1R5K w - - 0 1";
    let (folder, mut terminal) = at("chess", 80, &["--fen", fen]);
    terminal.wait("1. White> ");
    terminal.enter("Rb6", "(program)");
    let board = terminal.wait("2. White> ");
    assert!(board.contains("[ ] last move: 1... Kg8"), "{board}");
    let end = terminal.enter("Rb8", "over> ");
    assert!(
        end.contains("!k") && end.contains("1-0, White wins: mate"),
        "{end}"
    );
    terminal.enter("quit", "saved as chess-autosave.pgn");
    terminal.end();
    assert!(saved(&folder, "chess-autosave.pgn").contains("1. Rb6 Kg8 2. Rb8# 1-0"));
}

#[test]
fn tab_completes_moves_and_commands_and_history_comes_back() {
    let (_folder, mut terminal) = at("chess", 80, &["--two"]);
    terminal.wait("1. White> ");
    terminal.keys("Nf\t");
    terminal.enter("", "[ ] last move: 1. Nf3");
    terminal.wait("1... Black> ");
    terminal.keys("und\t");
    terminal.enter("", "1 move is taken back");
    terminal.wait("1. White> ");
    terminal.keys("N\t\t");
    let list = terminal.wait("Nh3");
    assert!(list.contains("Na3"), "{list}");
    terminal.keys("\u{15}");
    // Twice up: the move before `undo`.
    terminal.keys("\u{1b}[A\u{1b}[A");
    terminal.enter("", "[ ] last move: 1. Nf3");
    terminal.wait("1... Black> ");
    terminal.enter("quit!", "");
    terminal.end();
}

#[test]
fn ctrl_c_saves_the_game() {
    let (folder, mut terminal) = at("chess", 80, &["--two"]);
    fs::write(folder.path().join("chess-autosave.pgn"), "mine").unwrap();
    terminal.wait("1. White> ");
    terminal.enter("e4", "1... Black> ");
    terminal.keys("\u{3}");
    terminal.wait("saved as chess-autosave-2.pgn");
    let all = terminal.end();
    assert!(
        all.contains("ferz play chess --load chess-autosave-2.pgn"),
        "{all}"
    );
    assert_eq!(saved(&folder, "chess-autosave.pgn"), "mine");
    let game = saved(&folder, "chess-autosave-2.pgn");
    assert!(game.ends_with("1. e4 *\n"), "{game}");
}

#[test]
fn ctrl_c_while_the_program_thinks_saves_the_game() {
    let folder = tempdir().unwrap();
    let args = ["chess", "--time", "1000"];
    let mut terminal = Terminal::open(folder.path(), 80, &args);
    terminal.wait("1. White> ");
    terminal.enter("e4", "thinking");
    terminal.keys("\u{3}");
    terminal.wait("saved as chess-autosave.pgn");
    terminal.end();
    assert!(saved(&folder, "chess-autosave.pgn").ends_with("1. e4 *\n"));
}

#[test]
fn ctrl_d_ends_and_saves() {
    let (folder, mut terminal) = at("chess", 80, &["--two"]);
    terminal.wait("1. White> ");
    terminal.keys("\u{4}");
    terminal.end();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let (folder, mut terminal) = at("chess", 80, &["--two"]);
    terminal.wait("1. White> ");
    terminal.enter("d4", "1... Black> ");
    terminal.keys("\u{4}");
    terminal.end();
    assert!(saved(&folder, "chess-autosave.pgn").ends_with("1. d4 *\n"));
}

#[test]
fn a_signal_to_end_saves_the_game() {
    for signal in ["TERM", "HUP"] {
        let (folder, mut terminal) = at("chess", 80, &["--two"]);
        terminal.wait("1. White> ");
        terminal.enter("e4", "1... Black> ");
        let id = terminal.child.id().to_string();
        let kill = std::process::Command::new("kill")
            .args(["-s", signal, &id])
            .status();
        assert!(kill.unwrap().success());
        terminal.wait("saved as chess-autosave.pgn");
        terminal.end();
        assert!(saved(&folder, "chess-autosave.pgn").ends_with("1. e4 *\n"));
    }
}
