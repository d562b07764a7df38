//! The speed of ferz beside other move generators, one row of the table for each pair.
//!
//! Perft by CPU time, the last ply counted without being made. The machine's speed drifts: runs are interleaved, and
//! what counts is the ratio of the medians in one run. docs/speed.md tells how to run it and what the rows mean.

mod clock;
mod fairy;
mod peers;
mod rows;
mod table;

use std::error::Error;
use std::time::Duration;
use table::Table;

/// Any error; the bench is not a library.
type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

/// How much is measured.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Interleaved runs.
    runs: usize,
    /// What one run of one side may take; the depth is chosen by it, up to the one that a row wants.
    limit: Duration,
    /// What one run of one side has to take: it counts again until then, so that caches are warm for most of it.
    shortest: Duration,
    /// Only rows whose text has this.
    only: Option<String>,
}

const USAGE: &str = "options: --quick (3 short runs), --only TEXT (rows whose text has TEXT)";

impl Plan {
    fn read() -> Result<Self> {
        let mut plan = Self {
            runs: 5,
            limit: Duration::from_secs(26),
            shortest: Duration::from_millis(300),
            only: None,
        };
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            match &arg[..] {
                "--quick" => {
                    plan.runs = 3;
                    plan.limit = Duration::from_millis(500);
                    plan.shortest = Duration::from_millis(50);
                }
                "--only" => plan.only = Some(args.next().ok_or(USAGE)?),
                // What cargo adds.
                "--bench" => {}
                _ => return Err(format!("{arg} is not known; {USAGE}").into()),
            }
        }
        Ok(plan)
    }

    /// Whether a row is asked for.
    fn wants(&self, work: &str, peer: &str) -> bool {
        self.only
            .as_ref()
            .is_none_or(|text| work.contains(text) || peer.contains(text))
    }
}

fn main() -> Result<()> {
    let plan = Plan::read()?;
    println!("{}, {}", processor(), build());
    println!(
        "bulk perft, one thread, CPU time, medians of {} interleaved runs, million nodes a second\n",
        plan.runs
    );
    let mut table = Table::begin();
    rows::all(&plan, &mut table)?;
    table.end();
    Ok(())
}

/// The processor's name.
fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(
        || format!("a processor of {}", std::env::consts::ARCH),
        |(_, name)| name.trim().to_owned(),
    )
}

/// For which processors this program was built.
fn build() -> &'static str {
    if cfg!(target_feature = "bmi2") {
        "built for a processor with BMI2 (`-C target-cpu=native`)"
    } else {
        "plain release build"
    }
}

/// What is wanted beside cozy-chess: a build for this processor makes it faster, and ferz no slower.
pub fn wanted_beside_cozy() -> f64 {
    if cfg!(target_feature = "bmi2") {
        1.0
    } else {
        0.8
    }
}
