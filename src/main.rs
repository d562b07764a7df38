//! The program `ferz`: games from rule files, on the command line.
//!
//! Everything that can be tested without a process is in [`cli`]; here stand only the ends of the process.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::guard(|| cli::run(std::env::args_os()))
}
