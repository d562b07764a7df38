//! A program that knows the rules too, run as a process of its own and asked line by line.
//!
//! It speaks the part of UCI that every variant engine has: `position`, `go perft`, and `d` for the position as it was
//! understood. The package pyffish is asked by a script that speaks the same lines. Whatever the program does, an answer
//! or an error comes back in time: its lines are read by a thread, and it is stopped when it takes too long.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What pyffish is asked by.
const SCRIPT: &str = include_str!("pyffish.py");
/// Longer lines are cut: no answer has such.
const LONGEST_LINE: u64 = 1 << 20;
/// An answer has at most so many lines: no position has as many moves.
const MOST_LINES: usize = 200_000;
/// How much of its complaints is kept.
const MOST_COMPLAINTS: usize = 2_000;
/// How long a program that was told to end may take.
const GRACE: Duration = Duration::from_secs(2);

/// How a peer is started.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Launch {
    /// A program that speaks UCI.
    Engine(PathBuf),
    /// A Python interpreter that has the package pyffish.
    Python(PathBuf),
}

impl Launch {
    /// The peer that a path names: a folder with a Python environment, a Python interpreter, or an engine.
    pub fn of(path: &Path) -> Self {
        if path.is_dir() {
            let inner = ["bin/python3", "bin/python", "Scripts/python.exe"];
            let found = inner
                .iter()
                .map(|name| path.join(name))
                .find(|p| p.is_file());
            return Self::Python(found.unwrap_or_else(|| path.join("bin/python3")));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("python") {
            Self::Python(path.to_owned())
        } else {
            Self::Engine(path.to_owned())
        }
    }

    /// The program's path.
    pub fn path(&self) -> &Path {
        match self {
            Self::Engine(path) | Self::Python(path) => path,
        }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.path());
        if let Self::Python(_) = self {
            command.args(["-c", SCRIPT]);
        }
        command
    }
}

/// The engine's name as a program.
const ENGINE: &str = "fairy-stockfish";
/// What interpreters are called.
const INTERPRETERS: [&str; 2] = ["python3", "python"];

/// The peers that there may be, engines first: programs on a path like that of the environment. Where Debian puts games is
/// not always on it, so that it is looked at beside `/usr/bin`. Whether an interpreter has pyffish is not asked.
pub fn candidates(path: Option<OsString>) -> Vec<Launch> {
    let path = path.unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if folders.iter().any(|folder| folder == Path::new("/usr/bin")) {
        folders.push(PathBuf::from("/usr/games"));
    }
    let first = |name: &str| {
        let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        folders.iter().map(|f| f.join(&name)).find(|p| p.is_file())
    };
    let engine = first(ENGINE).map(Launch::Engine);
    let python = INTERPRETERS.iter().find_map(|name| first(name));
    engine
        .into_iter()
        .chain(python.map(Launch::Python))
        .collect()
}

/// Why a peer gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PeerError {
    /// The program cannot be run.
    #[error("{path} cannot be started: {why}")]
    Start {
        /// Its path.
        path: String,
        /// What the system says.
        why: String,
    },
    /// The interpreter has no pyffish.
    #[error("{path} has no package pyffish ({why})")]
    NoPackage {
        /// The interpreter.
        path: String,
        /// What it says.
        why: String,
    },
    /// The program is none that can be asked.
    #[error("{path} does not answer as a UCI engine with variants does: {why}")]
    NoEngine {
        /// Its path.
        path: String,
        /// What it did.
        why: String,
    },
    /// It ended instead of answering.
    #[error("it ended ({0}) instead of answering")]
    Died(String),
    /// It took too long and was stopped.
    #[error("it did not answer within {0} s and was stopped")]
    Hung(u64),
    /// What it wrote is no answer.
    #[error("it answered with what is no count of moves: `{0}`")]
    Rubbish(String),
    /// It understood another position than it was told.
    #[error("it reads the position as `{0}`")]
    Misread(String),
}

/// A move as the peer writes it, and how many sequences of moves begin with it.
pub(super) type Counted = (String, u64);

/// A running peer.
#[derive(Debug)]
pub struct Peer {
    launch: Launch,
    timeout: Duration,
    running: Option<Running>,
    name: String,
    games: Vec<String>,
    /// What a new process has to be told: files of games, the game.
    told: Vec<String>,
    inventive: bool,
}

#[derive(Debug)]
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    complaints: Arc<Mutex<String>>,
    /// Who reads its complaints.
    reader: thread::JoinHandle<()>,
}

impl Peer {
    /// Starts a peer, asks its name and which games it has built in, and tries whether it can be told games of its own.
    /// An answer may take `timeout`.
    ///
    /// # Errors
    /// If it cannot be started or is no peer.
    pub fn start(launch: Launch, timeout: Duration) -> Result<Self, PeerError> {
        let mut peer = Self {
            launch,
            timeout,
            running: None,
            name: String::new(),
            games: Vec::new(),
            told: Vec::new(),
            inventive: false,
        };
        peer.introduce()?;
        peer.inventive = peer.reads_games();
        peer.stop();
        Ok(peer)
    }

    /// The same peer as a process of its own, which is started when it is first asked.
    #[must_use]
    pub fn twin(&self) -> Self {
        Self {
            launch: self.launch.clone(),
            timeout: self.timeout,
            running: None,
            name: self.name.clone(),
            games: self.games.clone(),
            told: Vec::new(),
            inventive: self.inventive,
        }
    }

    /// What it calls itself, with its version.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The games that it has built in.
    pub fn games(&self) -> &[String] {
        &self.games
    }

    /// Whether it can be told games with pieces of their own.
    pub fn is_inventive(&self) -> bool {
        self.inventive
    }

    /// How it is started.
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    fn path(&self) -> String {
        self.launch.path().display().to_string()
    }

    fn introduce(&mut self) -> Result<(), PeerError> {
        let path = self.path();
        let no_engine = |why: String| PeerError::NoEngine {
            path: path.clone(),
            why,
        };
        self.say("uci").map_err(|error| match error {
            PeerError::Start { .. } => error,
            other => no_engine(other.to_string()),
        })?;
        let deadline = Instant::now() + self.timeout;
        loop {
            let line = match self.line(deadline) {
                Ok(line) => line,
                Err(error) => return Err(no_engine(error.to_string())),
            };
            if let Some(why) = line.strip_prefix("info string no pyffish: ") {
                let why = why.to_owned();
                return Err(PeerError::NoPackage { path, why });
            }
            if let Some(name) = line.strip_prefix("id name ") {
                name.trim().clone_into(&mut self.name);
            } else if line.starts_with("option name UCI_Variant ") {
                let words: Vec<&str> = line.split_whitespace().collect();
                let pairs = words.windows(2).filter(|pair| pair[0] == "var");
                self.games = pairs.map(|pair| pair[1].to_owned()).collect();
            } else if line == "uciok" {
                break;
            }
        }
        if self.games.is_empty() {
            return Err(no_engine("it names no variants".to_owned()));
        }
        Ok(())
    }

    /// Whether a game with a piece that only its own line describes is understood.
    fn reads_games(&mut self) -> bool {
        let Ok(file) = GameFile::new(PROBE) else {
            return false;
        };
        let counts = self
            .choose("ferz-probe", false, Some(&file))
            .and_then(|()| self.divide(PROBE_FEN, &[], 1));
        self.told.clear();
        counts.is_ok_and(|counts| {
            let has = |text: &&str| counts.iter().any(|(found, _)| found == *text);
            PROBE_MOVES.iter().all(has)
        })
    }

    /// Chooses the game that is asked about from now on, with the file that describes it unless it is built in.
    ///
    /// # Errors
    /// If it does not take part.
    pub(super) fn choose(
        &mut self,
        game: &str,
        free_castling: bool,
        file: Option<&GameFile>,
    ) -> Result<(), PeerError> {
        self.stop();
        self.told.clear();
        if let Some(file) = file {
            let path = file.path().display();
            self.told
                .push(format!("setoption name VariantPath value {path}"));
        }
        self.told
            .push(format!("setoption name UCI_Variant value {game}"));
        self.told
            .push(format!("setoption name UCI_Chess960 value {free_castling}"));
        self.ready()
    }

    /// The position as the peer understood it, as it writes it.
    pub(super) fn reads(&mut self, fen: &str, moves: &[String]) -> Result<String, PeerError> {
        self.place(fen, moves)?;
        self.say("d")?;
        let deadline = Instant::now() + self.timeout;
        let mut read = String::new();
        for _ in 0..MOST_LINES {
            let line = self.line(deadline)?;
            if let Some(fen) = line.strip_prefix("Fen: ") {
                fen.trim().clone_into(&mut read);
                break;
            }
        }
        self.ready()?;
        Ok(read)
    }

    /// The legal moves of a position, each with the number of sequences of `depth` moves that begin with it.
    pub(super) fn divide(
        &mut self,
        fen: &str,
        moves: &[String],
        depth: u32,
    ) -> Result<Vec<Counted>, PeerError> {
        self.place(fen, moves)?;
        self.say(&format!("go perft {depth}"))?;
        let deadline = Instant::now() + self.timeout;
        let mut counts: Vec<Counted> = Vec::new();
        for _ in 0..MOST_LINES {
            let line = self.line(deadline)?;
            if let Some(total) = line.strip_prefix("Nodes searched: ") {
                let sum: u64 = counts.iter().map(|c| c.1).fold(0, u64::saturating_add);
                // Some versions count a position without moves as one.
                let is_sound = total.trim().parse() == Ok(sum) || counts.is_empty();
                return if is_sound {
                    Ok(counts)
                } else {
                    Err(PeerError::Rubbish(shortened(&line)))
                };
            }
            if line.is_empty() || line.starts_with("info ") {
                continue;
            }
            let counted = line.split_once(": ").and_then(|(text, count)| {
                let is_move = !text.is_empty() && !text.contains(char::is_whitespace);
                let count = count.trim().parse().ok().filter(|_| is_move)?;
                Some((text.to_owned(), count))
            });
            counts.push(counted.ok_or_else(|| PeerError::Rubbish(shortened(&line)))?);
        }
        Err(PeerError::Rubbish(
            "more lines than there are moves".to_owned(),
        ))
    }

    fn place(&mut self, fen: &str, moves: &[String]) -> Result<(), PeerError> {
        let moves = match moves {
            [] => String::new(),
            moves => format!(" moves {}", moves.join(" ")),
        };
        self.say(&format!("position fen {fen}{moves}"))
    }

    /// Waits until everything before has been done.
    fn ready(&mut self) -> Result<(), PeerError> {
        self.say("isready")?;
        let deadline = Instant::now() + self.timeout;
        while self.line(deadline)? != "readyok" {}
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<(), PeerError> {
        let path = self.path();
        if self.running.is_none() {
            let mut running = Running::start(&self.launch).map_err(|error| PeerError::Start {
                path,
                why: error.to_string(),
            })?;
            for line in &self.told {
                log::trace!("to the peer: {line}");
                // If it has ended already, the first question tells.
                let _ = writeln!(running.input, "{line}");
            }
            self.running = Some(running);
        }
        log::trace!("to the peer: {line}");
        let said = self
            .running
            .as_mut()
            .map(|running| writeln!(running.input, "{line}").and_then(|()| running.input.flush()));
        match said {
            Some(Ok(())) => Ok(()),
            // It has closed its input; what it wrote before may tell why.
            _ => match self.running.as_mut().map(|r| r.lines.try_recv()) {
                Some(Ok(_)) => Ok(()),
                _ => Err(self.died()),
            },
        }
    }

    /// The next line of its output.
    fn line(&mut self, deadline: Instant) -> Result<String, PeerError> {
        let Some(running) = &self.running else {
            return Err(PeerError::Died("it was not running".to_owned()));
        };
        let left = deadline.saturating_duration_since(Instant::now());
        match running.lines.recv_timeout(left) {
            Ok(line) => {
                log::trace!("from the peer: {line}");
                Ok(line)
            }
            Err(RecvTimeoutError::Timeout) => {
                self.stop();
                Err(PeerError::Hung(self.timeout.as_secs()))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.died()),
        }
    }

    /// What became of a program that has ended; the next question starts it again.
    fn died(&mut self) -> PeerError {
        let how = self.running.take().map(Running::end);
        PeerError::Died(how.unwrap_or_else(|| "it was not running".to_owned()))
    }

    fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            // It may have ended already.
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Running {
    fn start(launch: &Launch) -> std::io::Result<Self> {
        let mut child = launch
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let missing = || std::io::Error::other("it has no streams");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let errors = child.stderr.take().ok_or_else(missing)?;
        // A peer that writes without end has to wait until somebody reads.
        let (sender, lines) = mpsc::sync_channel(1024);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(line) = read_line(&mut output) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let complaints = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&complaints);
        let reader = thread::spawn(move || {
            let mut errors = BufReader::new(errors);
            while let Some(line) = read_line(&mut errors) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.push_str(&line);
                kept.push('\n');
                while kept.len() > MOST_COMPLAINTS {
                    let first = kept.find('\n').map_or(kept.len(), |at| at + 1);
                    kept.drain(..first);
                }
            }
        });
        Ok(Self {
            child,
            input,
            lines,
            complaints,
            reader,
        })
    }

    /// How it ended, with its last complaint.
    fn end(mut self) -> String {
        let deadline = Instant::now() + GRACE;
        let mut status = self.child.try_wait();
        while matches!(status, Ok(None)) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
            status = self.child.try_wait();
        }
        // What it said last is still being read.
        while !self.reader.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        let how = match status {
            Ok(Some(status)) => how_it_ended(status),
            _ => "its output was closed".to_owned(),
        };
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let complaints = self
            .complaints
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match complaints
            .lines()
            .rev()
            .find(|line| !line.trim().is_empty())
        {
            Some(last) => format!("{how}; it said `{}`", shortened(last.trim())),
            None => how,
        }
    }
}

/// A line without its end; nothing at the end of the stream.
fn read_line(stream: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = stream
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut bytes)
        .ok()?;
    (read > 0).then(|| String::from_utf8_lossy(&bytes).trim_end().to_owned())
}

/// Why a process is no more, in words.
fn how_it_ended(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("stopped by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("exit status {code}"),
        None => "it was stopped".to_owned(),
    }
}

/// The beginning of a line, for a message.
fn shortened(line: &str) -> String {
    const MOST: usize = 80;
    let line: String = line
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    match line.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

/// A game with a piece that no engine has built in.
const PROBE: &str = "[ferz-probe:chess]\ncustomPiece1 = a:mfWcH\npromotionPieceTypes = qrbna\n";
const PROBE_FEN: &str = "7k/8/8/8/2p5/8/7P/2A4K w - - 0 1";
/// The moves of the piece.
const PROBE_MOVES: [&str; 2] = ["c1c2", "c1c4"];

/// A file that describes a game to a peer; it is removed when it is no longer needed.
#[derive(Debug)]
pub(super) struct GameFile(PathBuf);

impl GameFile {
    /// Writes it among the temporary files.
    pub(super) fn new(text: &str) -> std::io::Result<Self> {
        static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let folder = std::env::temp_dir();
        for _ in 0..1000 {
            let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let name = format!("ferz-verify-{}-{number}.ini", std::process::id());
            let path = folder.join(name);
            let mut options = std::fs::OpenOptions::new();
            match options.write(true).create_new(true).open(&path) {
                Ok(mut file) => {
                    file.write_all(text.as_bytes())?;
                    return Ok(Self(path));
                }
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(std::io::Error::other("there are too many temporary files"))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for GameFile {
    fn drop(&mut self) {
        // Who cleans the temporary files may have been faster.
        let _ = std::fs::remove_file(&self.0);
    }
}
