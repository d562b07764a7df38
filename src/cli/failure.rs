//! Why a command did not do its work, and the exit status that follows: the only place that knows the numbers.

use super::args::Color;
use super::session::color_choice;
use ferz::OpenError;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Nothing to complain about; notes do not count.
const FINE: u8 = 0;
/// Findings in a rule file, or a difference in a suite.
const FINDINGS: u8 = 1;
/// Wrong usage, or a file that cannot be opened or written.
const USAGE: u8 = 2;
/// A mistake in the program.
pub(crate) const INTERNAL: u8 = 3;

/// How a command ended that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Fine,
    Findings,
    /// Something could not be opened, and that has been said.
    Unopened,
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What was typed cannot be done.
    #[error("{message}")]
    Usage {
        message: String,
        help: Option<String>,
    },
    /// A rule file has errors, and they have been shown.
    #[error("the rule file has errors")]
    Shown,
    /// What was typed cannot be used, and that has been shown.
    #[error("what was typed cannot be used")]
    Refused,
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A file other than a rule file.
    #[error("{name} cannot be read")]
    Read { name: String, source: io::Error },
    /// A file that was to be written.
    #[error("{name} cannot be written")]
    Save { name: String, source: io::Error },
    /// Standard output does not take the result.
    #[error("the result cannot be written")]
    Write(#[from] io::Error),
    #[error("{0}")]
    Internal(String),
}

impl Failure {
    /// Wrong usage without advice.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage {
            message: message.into(),
            help: None,
        }
    }

    /// What to do about it.
    fn help(&self) -> Option<String> {
        match self {
            Self::Usage { help, .. } => help.clone(),
            Self::Open(OpenError::Folder { .. }) => Some(
                "name a rule file in it; with `--variants FOLDER` names of games are looked for there"
                    .to_owned(),
            ),
            Self::Open(OpenError::UnknownGame { name, .. }) if file_of(name).is_file() => {
                Some(format!(
                    "there is a file {}; a file is named by its path",
                    file_of(name).display()
                ))
            }
            Self::Open(OpenError::UnknownGame {
                similar: Some(similar),
                ..
            }) => Some(format!(
                "did you mean {similar:?}? `ferz list` shows all games"
            )),
            Self::Open(OpenError::UnknownGame { .. }) => Some(
                "`ferz list` shows all games; a file is named by its path, such as ./my-game.toml"
                    .to_owned(),
            ),
            _ => None,
        }
    }

    /// The message with its causes and the way out, as it is shown.
    pub(crate) fn report(&self) -> String {
        let mut text = self.to_string();
        let mut cause = std::error::Error::source(self);
        if let Self::Open(error) = self {
            cause = std::error::Error::source(error);
        }
        while let Some(error) = cause {
            text += &format!(": {error}");
            cause = error.source();
        }
        if let Some(help) = self.help() {
            text += &format!("\n  help: {help}");
        }
        text
    }
}

/// The rule file in the current folder that would have a name.
fn file_of(name: &str) -> PathBuf {
    Path::new(".").join(format!("{name}.toml"))
}

/// Shows a failure on standard error and says the exit status.
pub(crate) fn exit_code(result: Result<Status, Failure>, color: Color) -> ExitCode {
    let failure = match result {
        Ok(Status::Fine) => return ExitCode::from(FINE),
        Ok(Status::Findings) | Err(Failure::Shown) => return ExitCode::from(FINDINGS),
        Ok(Status::Unopened) | Err(Failure::Refused) => return ExitCode::from(USAGE),
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::from(FINE);
        }
        Err(failure) => failure,
    };
    say(&failure, color);
    ExitCode::from(match failure {
        Failure::Usage { .. }
        | Failure::Refused
        | Failure::Open(_)
        | Failure::Read { .. }
        | Failure::Save { .. }
        | Failure::Write(_) => USAGE,
        Failure::Shown => FINDINGS,
        Failure::Internal(_) => INTERNAL,
    })
}

/// Shows a failure on standard error.
pub(crate) fn say(failure: &Failure, color: Color) {
    let red = anstyle::AnsiColor::BrightRed.on_default().bold();
    let mut err = anstream::AutoStream::new(io::stderr(), color_choice(color));
    // If standard error is closed, nobody can be told.
    let _ = writeln!(err, "{red}error{red:#}: {}", failure.report());
}

/// Help, version or wrong usage, as the argument parser found it.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    match error.print() {
        Err(problem) if problem.kind() != io::ErrorKind::BrokenPipe => ExitCode::from(INTERNAL),
        _ if error.use_stderr() => ExitCode::from(USAGE),
        _ => ExitCode::from(FINE),
    }
}
