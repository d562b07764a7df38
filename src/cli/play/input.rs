//! Where lines come from: an editor on a terminal, or a pipe. Also knows whether Ctrl-C was pressed.

use super::words;
use crate::cli::failure::Failure;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Context, Editor};
use std::io::{self, BufRead as _, IsTerminal as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How often a wait looks whether Ctrl-C was pressed.
const TICK: Duration = Duration::from_millis(50);
/// The width of the window if nobody says it.
const WIDTH: usize = 80;
/// Longer lines are hard to read.
const MAX_WIDTH: usize = 100;
/// No longer line is kept from a pipe; nothing that means something is longer.
const MAX_LINE: usize = 1 << 16;

/// What came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Read {
    Line(String),
    End,
    Interrupted,
}

/// What can be typed now, for completion.
#[derive(Debug, Default)]
pub(super) struct Typeable {
    pub(super) san: Vec<String>,
    pub(super) long: Vec<String>,
    pub(super) squares: Vec<String>,
    pub(super) pieces: Vec<String>,
}

/// The source of lines.
pub(super) struct Input {
    source: Source,
    interrupted: Arc<AtomicBool>,
}

enum Source {
    Terminal(Box<Editor<Typeable, MemHistory>>),
    Pipe(Receiver<String>),
}

impl Input {
    /// An editor if both streams are a terminal, otherwise plain lines. From now on Ctrl-C, the closing of the window and
    /// the wish that the program ends are only remembered.
    pub(super) fn new() -> Result<Self, Failure> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let mut signals = vec![signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];
        #[cfg(unix)]
        signals.push(signal_hook::consts::SIGHUP);
        for signal in signals {
            signal_hook::flag::register(signal, Arc::clone(&interrupted))
                .map_err(|e| Failure::Internal(format!("signals cannot be caught: {e}")))?;
        }
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let source = if is_terminal {
            let config = Config::builder()
                .completion_type(CompletionType::List)
                .build();
            let editor = Editor::with_history(config.clone(), MemHistory::with_config(&config));
            let mut editor =
                editor.map_err(|e| Failure::Internal(format!("no line editor: {e}")))?;
            editor.set_helper(Some(Typeable::default()));
            wake(&mut editor, Arc::clone(&interrupted));
            Source::Terminal(Box::new(editor))
        } else {
            Source::Pipe(lines_of_a_pipe())
        };
        Ok(Self {
            source,
            interrupted,
        })
    }

    /// Whether a person sits at a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        matches!(self.source, Source::Terminal(_))
    }

    /// Whether Ctrl-C was pressed, the window closed, or the program is to end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// The width of the window in characters.
    pub(super) fn width(&mut self) -> usize {
        let columns = match &mut self.source {
            Source::Terminal(editor) => editor.dimensions().map(|(columns, _)| columns as usize),
            Source::Pipe(_) => std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok()),
        };
        columns
            .filter(|&c| c > 0)
            .unwrap_or(WIDTH)
            .clamp(20, MAX_WIDTH)
    }

    /// Waits for a line. A pipe gets no prompt.
    pub(super) fn read(&mut self, prompt: &str, typeable: impl FnOnce() -> Typeable) -> Read {
        if self.is_interrupted() {
            return Read::Interrupted;
        }
        match &mut self.source {
            Source::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    *helper = typeable();
                }
                let read = editor.readline(prompt);
                if self.interrupted.load(Ordering::Relaxed) {
                    return Read::Interrupted;
                }
                match read {
                    Ok(line) => {
                        // A line that is not remembered can be typed again.
                        let _ = editor.add_history_entry(&line);
                        Read::Line(line)
                    }
                    Err(ReadlineError::Interrupted) => Read::Interrupted,
                    Err(_) => Read::End,
                }
            }
            Source::Pipe(lines) => loop {
                match lines.recv_timeout(TICK) {
                    Ok(line) => return Read::Line(line),
                    Err(RecvTimeoutError::Disconnected) => return Read::End,
                    Err(RecvTimeoutError::Timeout) => {
                        if self.interrupted.load(Ordering::Relaxed) {
                            return Read::Interrupted;
                        }
                    }
                }
            },
        }
    }
}

/// Ends the editor's wait for a key when the program is to end: of all signals it listens to Ctrl-C's only.
fn wake(editor: &mut Editor<Typeable, MemHistory>, interrupted: Arc<AtomicBool>) {
    // An editor that something can be printed in waits for more than keys. Without one, the next key ends the wait.
    let Ok(printer) = editor.create_external_printer() else {
        return;
    };
    thread::spawn(move || {
        let _printer = printer;
        loop {
            thread::sleep(TICK);
            if interrupted.load(Ordering::Relaxed) {
                let _ = signal_hook::low_level::raise(signal_hook::consts::SIGINT);
            }
        }
    });
}

/// Reads standard input beside the session, so that a wait for it can be given up.
fn lines_of_a_pipe() -> Receiver<String> {
    let (sender, receiver) = sync_channel(1);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            match input.read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
            bytes.truncate(MAX_LINE);
            let line = String::from_utf8_lossy(&bytes).into_owned();
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

impl Typeable {
    /// All words that continue a line, and where the word begins.
    fn continuing(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.rfind(char::is_whitespace).map_or(0, |i| i + 1);
        let start = line[start..]
            .char_indices()
            .find(|(_, c)| !c.is_whitespace())
            .map_or(line.len(), |(i, _)| start + i);
        let begun = &line[start..];
        let before = line[..start].trim();
        let names: Vec<String> = words::ENTRIES.iter().map(|e| e.name.to_owned()).collect();
        let mut lists: Vec<&Vec<String>> = Vec::new();
        match words::command(before).map(|typed| typed.word) {
            None if before.is_empty() && begun.is_empty() => lists.extend([&self.san, &names]),
            None if before.is_empty() => lists.extend([&self.san, &self.long, &names]),
            Some(words::Word::Moves) => lists.push(&self.squares),
            Some(words::Word::Help) => lists.extend([&self.pieces, &names]),
            _ => {}
        }
        let all = lists.into_iter().flatten();
        let mut found: Vec<String> = all.filter(|w| w.starts_with(begun)).cloned().collect();
        found.sort();
        found.dedup();
        (start, found)
    }
}

impl Completer for Typeable {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.continuing(line.get(..position).unwrap_or(line)))
    }
}

impl rustyline::hint::Hinter for Typeable {
    type Hint = String;
}
impl rustyline::highlight::Highlighter for Typeable {}
impl rustyline::validate::Validator for Typeable {}
impl rustyline::Helper for Typeable {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_commands_squares_and_pieces_are_completed() {
        let list = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
        let typeable = Typeable {
            san: list(&["Nf3", "e4"]),
            long: list(&["e2e4", "g1f3"]),
            squares: list(&["e2", "g1"]),
            pieces: list(&["Knight"]),
        };
        assert_eq!(typeable.continuing("e"), (0, list(&["e2e4", "e4", "eval"])));
        assert_eq!(typeable.continuing("  un"), (2, list(&["undo"])));
        assert_eq!(typeable.continuing("moves g"), (6, list(&["g1"])));
        assert_eq!(typeable.continuing("help K"), (5, list(&["Knight"])));
        assert_eq!(typeable.continuing("save x"), (5, list(&[])));
        assert_eq!(typeable.continuing("größe é"), (8, list(&[])));
        assert_eq!(typeable.continuing("").1.len(), 2 + words::ENTRIES.len());
    }
}
