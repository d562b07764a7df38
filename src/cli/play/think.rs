//! Thinking beside the session, so that it can be watched and given up.

use super::input::Input;
use crate::cli::failure::Failure;
use ferz::Game;
use ferz::search::{Limits, Searcher, Thought};
use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often is shown what is known so far.
const TICK: Duration = Duration::from_millis(100);

enum News {
    Depth(Thought),
    Done(Box<(Thought, Searcher)>),
}

/// What came of thinking.
pub(super) enum Outcome {
    Found(Box<(Thought, Searcher)>),
    /// Ctrl-C was pressed; the searcher is still at work and lost.
    Interrupted,
}

/// Thinks about a game. On a terminal a line on `err` tells how far it is, and is gone afterwards.
pub(super) fn think(
    mut searcher: Searcher,
    game: &Game,
    limits: &Limits,
    input: &Input,
    mut err: impl Write,
) -> Result<Outcome, Failure> {
    let (sender, receiver) = channel();
    let (game, limits) = (game.clone(), limits.clone());
    thread::spawn(move || {
        // Nobody listens any more after Ctrl-C.
        let thought = searcher.think(&game, &limits, |thought| {
            let _ = sender.send(News::Depth(thought.clone()));
        });
        let _ = sender.send(News::Done(Box::new((thought, searcher))));
    });
    let mut known = String::new();
    let mut shown = 0;
    let mut tick = Instant::now();
    loop {
        match receiver.recv_timeout(TICK.saturating_sub(tick.elapsed())) {
            Ok(News::Depth(thought)) => known = format!(" {}: {}", thought.depth, thought.score),
            Ok(News::Done(found)) => {
                wipe(&mut err, shown);
                return Ok(Outcome::Found(found));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::Internal("thinking broke off".to_owned()));
            }
        }
        if input.is_interrupted() {
            wipe(&mut err, shown);
            return Ok(Outcome::Interrupted);
        }
        if tick.elapsed() < TICK {
            continue;
        }
        tick = Instant::now();
        if input.is_terminal() {
            let text = format!("thinking{known}");
            wipe(&mut err, shown);
            shown = text.chars().count();
            // A line that cannot be shown is no reason to stop thinking.
            let _ = write!(err, "{text}");
            let _ = err.flush();
        }
    }
}

fn wipe(err: &mut impl Write, shown: usize) {
    if shown > 0 {
        let _ = write!(err, "\r{:shown$}\r", "");
        let _ = err.flush();
    }
}
