//! The command line: arguments in, text out.
//!
//! Each command is one module with its arguments, its help and its work. What is typed (`args`) becomes what is used
//! (`session`) in one place, and errors become exit statuses in one place (`failure`). Nothing here knows a rule.

mod args;
mod bless;
mod check;
mod completions;
mod deep;
mod diagram;
mod diff;
mod draw;
mod explain;
mod failure;
mod findings;
mod fix;
mod json;
mod list;
mod man;
mod moves;
mod perft;
mod play;
mod session;
mod show;
mod shrink;
mod suite;
mod test;
mod verify;
mod why;

use args::{Args, Command};
use failure::{Failure, Status};
use session::Session;
use std::ffi::OsString;
use std::io::Write as _;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

/// Runs the program with its arguments, the program's name first.
pub(crate) fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    let low = match args::parse(&args) {
        Ok(low) => low,
        Err(error) => return failure::usage(&error),
    };
    start_log(low.verbose);
    let color = low.color;
    let result = Session::new(&low).and_then(|mut session| dispatch(low, &mut session));
    failure::exit_code(result, color)
}

fn dispatch(args: Args, session: &mut Session) -> Result<Status, Failure> {
    log::info!("command: {:?}", args.command);
    match args.command {
        Command::List(args) => list::run(&args, session),
        Command::Show(args) => show::run(&args, session),
        Command::Check(args) => check::run(&args, session),
        Command::Moves(args) => moves::run(&args, session),
        Command::Explain(args) => explain::run(&args, session),
        Command::Perft(args) => perft::run(&args, session),
        Command::Play(args) => play::run(&args, session),
        Command::Why(args) => why::run(&args, session),
        Command::Diff(args) => diff::run(&args, session),
        Command::Test(args) => test::run(&args, session),
        Command::Verify(args) => verify::run(&args, session),
        Command::Completions(args) => completions::run(&args, session),
        Command::Man(args) => man::run(&args, session),
    }
}

/// The program's own log on standard error: `-v`, `-vv`, `-vvv`, or the filter in `FERZ_LOG`.
fn start_log(verbose: u8) {
    let level = match verbose {
        0 => "error",
        1 => "info",
        2 => "debug",
        _ => "trace",
    };
    let mut log = env_logger::Builder::new();
    log.parse_filters(level);
    if let Ok(filter) = std::env::var("FERZ_LOG") {
        log.parse_filters(&filter);
    }
    log.format(|out, record| {
        writeln!(
            out,
            "ferz: {}: {}",
            record.level().as_str().to_lowercase(),
            record.args()
        )
    });
    // A second start in one process is refused; the first log goes on then.
    let _ = log.try_init();
}

/// Turns a panic, which is a mistake in this program, into a short message and exit status 3.
pub(crate) fn guard(work: impl FnOnce() -> ExitCode) -> ExitCode {
    panic::set_hook(Box::new(|info| {
        let place = info
            .location()
            .map(|l| format!(" at {}:{}", l.file(), l.line()))
            .unwrap_or_default();
        let text = info.payload();
        let owned = text.downcast_ref::<String>().map(String::as_str);
        let what = text
            .downcast_ref::<&str>()
            .copied()
            .or(owned)
            .unwrap_or("unknown");
        // If standard error is closed, nobody can be told.
        let _ = writeln!(
            std::io::stderr(),
            "ferz: internal error{place}: {what}\nThis is a mistake in ferz, not in your file. Please report it with the command and the file."
        );
    }));
    panic::catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| ExitCode::from(failure::INTERNAL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_exit_status_3() {
        // Exit codes can be compared only by what they print.
        let code = |code: ExitCode| format!("{code:?}");
        let broken = guard(|| panic!("meant to happen in this test"));
        assert_eq!(code(broken), code(ExitCode::from(failure::INTERNAL)));
        assert_eq!(code(guard(|| ExitCode::SUCCESS)), code(ExitCode::SUCCESS));
    }
}
