//! `ferz completions`: scripts that complete the command line in a shell.

use super::args;
use super::failure::{Failure, Status};
use super::session::Session;
use clap_complete::Shell;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  ferz completions bash > ~/.local/share/bash-completion/completions/ferz
  ferz completions fish > ~/.config/fish/completions/ferz.fish";

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::definition(), "ferz", &mut script);
    session.out.write_all(&script)?;
    Ok(Status::Fine)
}
