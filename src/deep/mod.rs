//! What a search finds out about a game (`ferz check --deep`): what the first plies decide ([`openings`]), and what
//! small endings are worth ([`endings`]).
//!
//! Nothing here is needed to play; `ferz check` without `--deep` searches nothing.

mod endings;
mod figure;
mod findings;
mod opening;
mod solver;

pub use endings::{Ending, Endings, NotExamined, endings};
pub use figure::LeftOut;
pub use opening::{Opening, Unsearched, openings};

use crate::board::Side;
use crate::diagnostics::Diagnostic;
use crate::library::Loaded;
use crate::variant::Variant;
use std::time::Instant;

pub(crate) use findings::CODES;

/// How far is searched.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Depth {
    /// Plies from the start position.
    pub plies: u32,
    /// When to stop, whatever is left.
    pub until: Instant,
}

impl Depth {
    /// So many plies, until some moment.
    pub fn new(plies: u32, until: Instant) -> Self {
        Self { plies, until }
    }
}

/// What a search has found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The first plies, once for each side that begins.
    pub openings: Vec<Opening>,
    /// The sides for which the first plies were not searched.
    pub unsearched: Vec<(Side, Unsearched)>,
    /// The small endings, or why none was worked out.
    pub endings: Result<Endings, NotExamined>,
    /// What is doubtful about it, for [`Loaded::checked_with`].
    pub findings: Vec<Diagnostic>,
}

/// Searches a game; nothing if its file has errors. `working` is told what is worked on, again and again.
pub fn search(loaded: &Loaded, depth: Depth, mut working: impl FnMut(&str)) -> Option<Report> {
    let (rules, places) = (loaded.rules.as_ref()?, loaded.places()?);
    let variant = Variant::new(rules.clone());
    let mut stop = |what: &str| {
        working(what);
        Instant::now() >= depth.until
    };
    // The endings take what the first plies leave over, at least half of the time.
    let now = Instant::now();
    let half = now + depth.until.saturating_duration_since(now) / 2;
    let (openings, unsearched) = openings(&variant, depth.plies, half, &mut |what| {
        stop(what) || Instant::now() >= half
    });
    let endings = endings(&variant, &mut stop);
    let mut found = findings::of_openings(&openings, places);
    if let Ok(endings) = &endings {
        found.extend(findings::of_endings(endings, rules, places));
    }
    Some(Report {
        openings,
        unsearched,
        endings,
        findings: found,
    })
}
