//! Fairy-Stockfish as a program of its own: it is only run, by the protocol UCI, if it is installed.

use crate::Result;
use crate::clock::Timed;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The program's name.
const NAME: &str = "fairy-stockfish";
/// Where Debian puts it, which is not always on the path.
const GAMES: &str = "/usr/games";

/// The running program. Its CPU time is read before and after each count, so that its start does not matter.
pub struct Fairy {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// What it calls itself.
    pub name: String,
    variants: BTreeSet<String>,
}

impl Fairy {
    /// Starts it; nothing if it is not installed.
    pub fn start() -> Result<Option<Self>> {
        let Some(program) = find() else {
            return Ok(None);
        };
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the program has no streams".into());
        };
        let output = BufReader::new(output);
        let (name, variants) = (NAME.to_owned(), BTreeSet::new());
        let mut fairy = Self {
            child,
            input,
            output,
            name,
            variants,
        };
        fairy.say("uci")?;
        while let Some(line) = fairy.line()? {
            if let Some(name) = line.strip_prefix("id name ") {
                name.trim().clone_into(&mut fairy.name);
            } else if line.contains("UCI_Variant") {
                let words: Vec<&str> = line.split_whitespace().collect();
                let known = words
                    .windows(2)
                    .filter(|pair| pair[0] == "var")
                    .map(|pair| pair[1].to_owned());
                fairy.variants = known.collect();
            } else if line == "uciok" {
                break;
            }
        }
        fairy.say("setoption name Threads value 1")?;
        Ok(Some(fairy))
    }

    /// Whether it plays a game.
    pub fn knows(&self, variant: &str) -> bool {
        self.variants.contains(variant)
    }

    /// Counts from the start position of a game.
    pub fn perft(&mut self, variant: &str, depth: u32) -> Result<Timed> {
        self.say(&format!("setoption name UCI_Variant value {variant}"))?;
        self.say("position startpos")?;
        self.say("isready")?;
        while self.line()?.ok_or("Fairy-Stockfish has ended")? != "readyok" {}
        let start = self.seconds()?;
        self.say(&format!("go perft {depth}"))?;
        loop {
            let line = self.line()?.ok_or("Fairy-Stockfish has ended")?;
            if let Some(nodes) = line.strip_prefix("Nodes searched: ") {
                return Ok(Timed {
                    nodes: nodes.trim().parse()?,
                    seconds: self.seconds()? - start,
                });
            }
        }
    }

    fn say(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    fn line(&mut self) -> Result<Option<String>> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line)?;
        Ok((read > 0).then(|| line.trim_end().to_owned()))
    }

    /// The CPU time of all its threads.
    fn seconds(&self) -> Result<f64> {
        let mut nanoseconds = 0;
        for task in std::fs::read_dir(format!("/proc/{}/task", self.child.id()))? {
            let times = std::fs::read_to_string(task?.path().join("schedstat"))?;
            let time: u64 = times.split_whitespace().next().ok_or("no time")?.parse()?;
            nanoseconds += time;
        }
        Ok(nanoseconds as f64 / 1e9)
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        // It may have ended already.
        if self.say("quit").is_err() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([Path::new(GAMES).to_owned()]);
    folders
        .map(|folder| folder.join(NAME))
        .find(|program| program.is_file())
}
