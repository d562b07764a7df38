//! `ferz check --fix`, `ferz test --bless`: showing what would be changed in a file, and changing it.

use super::failure::Failure;
use ferz::Loaded;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// So many unchanged lines are shown before and behind a change.
const CONTEXT: usize = 2;
/// The largest product of lines for which the shortest difference is looked for.
const MOST_CELLS: usize = 4_000_000;
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The file that can be changed.
pub(super) fn target(name: &str, loaded: &Loaded) -> Result<PathBuf, Failure> {
    if let Some(path) = loaded.path() {
        return Ok(path.to_owned());
    }
    Err(Failure::Usage {
        message: if name == "-" {
            "standard input cannot be changed".to_owned()
        } else {
            format!("{name} is a shipped game, which cannot be changed")
        },
        help: Some(if name == "-" {
            "name the file; with `--dry-run` the changes are only shown".to_owned()
        } else {
            format!("`ferz show --merged {name} > my-game.toml` makes a file of your own")
        }),
    })
}

/// Writes the text into the file, unless that has changed since it was read. A byte order mark, the file's permissions
/// and a link that leads to it are kept. What goes wrong leaves the file as it was.
pub(super) fn save(path: &Path, old: &str, new: &str) -> Result<(), Failure> {
    let fail = |source| Failure::Save {
        name: path.display().to_string(),
        source,
    };
    let target = path.canonicalize().map_err(fail)?;
    let now = fs::read(&target).map_err(fail)?;
    let bare = now.strip_prefix(BOM).unwrap_or(&now);
    if bare != old.as_bytes() {
        return Err(fail(io::Error::other(
            "it has been changed by somebody else in the meantime",
        )));
    }
    let permissions = fs::metadata(&target).map_err(fail)?.permissions();
    if permissions.readonly() {
        return Err(fail(io::ErrorKind::PermissionDenied.into()));
    }
    let mark = &now[..now.len() - bare.len()];
    let (temporary, file) = beside(&target).map_err(fail)?;
    let written = write(file, mark, new)
        .and_then(|()| fs::set_permissions(&temporary, permissions))
        .and_then(|()| fs::rename(&temporary, &target));
    written.map_err(|error| {
        // The file itself is untouched; what is left of the other one helps nobody.
        let _ = fs::remove_file(&temporary);
        fail(error)
    })
}

/// A new file in the same folder, so that it can take the other's place at once.
fn beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    for number in 0..100 {
        let path = target.with_file_name(format!(".{name}.{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn write(mut file: File, mark: &[u8], text: &str) -> io::Result<()> {
    file.write_all(mark)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// The lines that differ, with a few around them.
pub(super) fn diff(name: &str, old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let red = anstyle::AnsiColor::Red.on_default();
    let green = anstyle::AnsiColor::Green.on_default();
    let steps = steps(&old, &new);
    let changed: Vec<usize> = (0..steps.len())
        .filter(|&i| !matches!(steps[i], Step::Same(_)))
        .collect();
    let near = |i: usize| {
        let at = changed.partition_point(|&c| c + CONTEXT < i);
        changed.get(at).is_some_and(|&c| c <= i + CONTEXT)
    };
    let mut out = format!("{name}:\n");
    let mut skipped = false;
    let (mut old_line, mut shown) = (0, false);
    for (i, step) in steps.iter().enumerate() {
        old_line += usize::from(!matches!(step, Step::New(_)));
        if !near(i) {
            skipped = true;
            continue;
        }
        if skipped && shown {
            out += "  ...\n";
        }
        (skipped, shown) = (false, true);
        let number = old_line.max(1);
        out += &match *step {
            Step::Same(line) => format!("{number:5}   {line}\n"),
            Step::Old(line) => format!("{red}{number:5} - {line}{red:#}\n"),
            Step::New(line) => format!("{green}{:5} + {line}{green:#}\n", ""),
        };
    }
    out
}

/// A line of both texts, of the old or of the new one.
enum Step<'a> {
    Same(&'a str),
    Old(&'a str),
    New(&'a str),
}

/// How the new lines come about from the old ones, with as many kept as possible.
fn steps<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Step<'a>> {
    let same = |(a, b): &(&&str, &&str)| a == b;
    let before = old.iter().zip(new).take_while(same).count();
    let (old_rest, new_rest) = (&old[before..], &new[before..]);
    let behind = old_rest
        .iter()
        .rev()
        .zip(new_rest.iter().rev())
        .take_while(same)
        .count();
    let (a, b) = (
        &old_rest[..old_rest.len() - behind],
        &new_rest[..new_rest.len() - behind],
    );
    let mut steps: Vec<Step<'a>> = old[..before].iter().map(|l| Step::Same(l)).collect();
    middle(a, b, &mut steps);
    steps.extend(old[old.len() - behind..].iter().map(|l| Step::Same(l)));
    steps
}

fn middle<'a>(a: &[&'a str], b: &[&'a str], steps: &mut Vec<Step<'a>>) {
    let (mut i, mut j) = (0, 0);
    if (a.len() + 1).saturating_mul(b.len() + 1) <= MOST_CELLS {
        let width = b.len() + 1;
        // How many lines the rests from here on have in common.
        let mut common = vec![0_u32; (a.len() + 1) * width];
        for i in (0..a.len()).rev() {
            for j in (0..b.len()).rev() {
                common[i * width + j] = if a[i] == b[j] {
                    common[(i + 1) * width + j + 1] + 1
                } else {
                    common[(i + 1) * width + j].max(common[i * width + j + 1])
                };
            }
        }
        while i < a.len() && j < b.len() {
            if a[i] == b[j] {
                steps.push(Step::Same(a[i]));
                (i, j) = (i + 1, j + 1);
            } else if common[(i + 1) * width + j] >= common[i * width + j + 1] {
                steps.push(Step::Old(a[i]));
                i += 1;
            } else {
                steps.push(Step::New(b[j]));
                j += 1;
            }
        }
    }
    steps.extend(a[i..].iter().map(|l| Step::Old(l)));
    steps.extend(b[j..].iter().map(|l| Step::New(l)));
}
