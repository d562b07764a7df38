//! CPU time.

use crate::Result;
use cpu_time::{ProcessTime, ThreadTime};
use std::hint::black_box;

/// A count and the CPU seconds that it took.
#[derive(Clone, Copy, Debug)]
pub struct Timed {
    pub nodes: u64,
    pub seconds: f64,
}

impl Timed {
    /// Million nodes a second.
    pub fn speed(self) -> f64 {
        self.nodes as f64 / self.seconds.max(1e-9) / 1e6
    }
}

/// Times a count on this thread.
pub fn thread(count: impl FnOnce() -> u64) -> Result<Timed> {
    let start = ThreadTime::try_now()?;
    let nodes = black_box(count());
    Ok(Timed {
        nodes,
        seconds: start.try_elapsed()?.as_secs_f64(),
    })
}

/// Times a count on all threads of this program.
pub fn process(count: impl FnOnce() -> u64) -> Result<Timed> {
    let start = ProcessTime::try_now()?;
    let nodes = black_box(count());
    Ok(Timed {
        nodes,
        seconds: start.try_elapsed()?.as_secs_f64(),
    })
}

/// The middle of some numbers.
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
