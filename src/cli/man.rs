//! `ferz man`: the manual page.

use super::args;
use super::failure::{Failure, Status};
use super::session::Session;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  ferz man > ferz.1
  ferz man perft | man -l -";

/// Print the manual page
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The command whose page it is; the whole program's if left out
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    let mut program = args::definition();
    program.build();
    let page = match args.command.as_deref() {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Failure::usage(format!("there is no command called {name:?}")))?,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    session.out.write_all(&text)?;
    Ok(Status::Fine)
}
