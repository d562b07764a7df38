//! Running the tests of a rule file: what came out instead of what the file says.
//!
//! Knows games and move texts; draws nothing.
//!
//! ```
//! let text = "format = 1\nbase = 'chess'\n[test.first]\nperft = [20, 401]\n";
//! let game = ferz::Variant::from_text("mine.toml", text)?;
//! let reports = ferz::trial::run(&game);
//! assert_eq!(reports[0].message(), "perft 2: expected 401, got 400");
//! # Ok::<(), ferz::LoadError>(())
//! ```

mod answers;
mod bless;
mod difference;
mod moves;
mod position;
mod remark;
mod run;

pub use bless::{Blessed, Kept, bless};
pub use difference::Difference;
pub use remark::Remark;
pub use run::{TestReport, run, run_one};
