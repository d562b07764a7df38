//! `ferz test --bless`: shows what would be recorded in a file, and records it.

use super::args::Format;
use super::failure::Failure;
use super::findings::plural;
use super::fix;
use super::session::Session;
use ferz::Loaded;
use ferz::trial::{Kept, bless};
use serde_json::{Value, json};
use std::io::Write as _;

/// How values are recorded.
pub(super) struct How<'a> {
    /// The tests that are asked for by name; all if there is none.
    pub(super) named: &'a [String],
    /// Whether the file is left as it is.
    pub(super) dry_run: bool,
    pub(super) format: Format,
}

/// Where a program builds and tests, nobody looks at what is recorded: a mistake would become what is expected.
///
/// # Errors
/// If the environment says that this is such a place.
pub(super) fn refuse_where_nobody_looks() -> Result<(), Failure> {
    let is_set = std::env::var_os("CI").is_some_and(|v| !v.is_empty() && v != "false" && v != "0");
    if !is_set {
        return Ok(());
    }
    Err(Failure::Usage {
        message: "nothing is recorded where `CI` is set, as nobody would look at it".to_owned(),
        help: Some("`--bless --dry-run` shows what would be recorded".to_owned()),
    })
}

/// Records the values of a file's tests, and shows what is changed. Returns the file as it is then, and what was changed.
pub(super) fn record(
    name: &str,
    loaded: Loaded,
    how: &How<'_>,
    session: &mut Session,
) -> Result<(Loaded, Option<Value>), Failure> {
    let path = match fix::target(name, &loaded) {
        Ok(path) => Some(path),
        Err(_) if how.dry_run => None,
        Err(error) => return Err(error),
    };
    if loaded.rules.is_none() {
        // What is wrong with it is shown next.
        return Ok((loaded, None));
    }
    let old = loaded.file().map(|(_, file)| (file.name(), file.text()));
    let (shown, old) = old.map_or_else(Default::default, |(n, t)| (n.to_owned(), t.to_owned()));
    // What is only shown is not tested: its lines are not those of the file.
    let before = how.dry_run.then(|| loaded.clone());
    let blessed = bless(&session.library, loaded, how.named);
    let changed = blessed.text != old;
    if how.format == Format::Text {
        if changed {
            let diff = fix::diff(&shown, &old, &blessed.text);
            write!(session.out, "{diff}")?;
        }
        write!(session.out, "{}", kept(&blessed.kept))?;
        let values = plural(blessed.written.len(), "value");
        match (changed, how.dry_run) {
            (false, _) => writeln!(session.out, "{shown}: nothing to record\n")?,
            (true, true) => writeln!(session.out, "{shown}: {values} would be recorded\n")?,
            (true, false) => {}
        }
        // What is shown before anything is written can be seen even if writing fails.
        session.out.flush()?;
    }
    if let Some(path) = path.filter(|_| changed && !how.dry_run) {
        fix::save(&path, &old, &blessed.text)?;
        if how.format == Format::Text {
            let values = plural(blessed.written.len(), "value");
            writeln!(session.out, "{shown}: {values} recorded\n")?;
        }
    }
    let pairs = |pairs: &[(String, String)]| -> Vec<Value> {
        let pairs = pairs.iter();
        pairs
            .map(|(test, key)| json!({ "test": test, "key": key }))
            .collect()
    };
    let kept = blessed
        .kept
        .iter()
        .map(|kept| json!({ "test": kept.test, "key": kept.key, "because": kept.because }));
    let change = json!({
        "file": shown,
        "recorded": pairs(&blessed.written),
        "kept": kept.collect::<Vec<_>>(),
        "written": changed && !how.dry_run,
        "text": blessed.text,
    });
    let loaded = before.unwrap_or(blessed.loaded);
    Ok((loaded, changed.then_some(change)))
}

/// What was not recorded, a line each.
fn kept(kept: &[Kept]) -> String {
    let line = |kept: &Kept| {
        format!(
            "not recorded: `{}` of the test `{}`: {}\n",
            kept.key, kept.test, kept.because
        )
    };
    kept.iter().map(line).collect()
}
