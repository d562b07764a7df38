//! Making the edits that findings suggest, as far as nobody has to be asked.
//!
//! Edits change characters of the text, so that comments, blank lines and the order of things stay as they are. Nothing
//! here writes files.
//!
//! ```
//! use ferz::{Library, fix::fix};
//! let library = Library::new();
//! let loaded = library.load_bytes("mine.toml", b"format = 1\nbase = 'ches' # with a slip\n");
//! let fixed = fix(&library, loaded, |_| true);
//! assert_eq!(fixed.text, "format = 1\nbase = 'chess' # with a slip\n");
//! ```

use crate::diagnostics::{Diagnostic, Edit};
use crate::source::FileId;
use crate::{Library, Loaded};
use std::ops::Range;

/// So often edits are looked for again in what the earlier ones have made.
const MOST_ROUNDS: usize = 50;

/// What came of a file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The text with the edits made.
    pub text: String,
    /// How many findings were mended.
    pub mended: usize,
    /// The file as it would be with this text.
    pub loaded: Loaded,
}

/// Makes the edits of a file's findings that are safe ([`Diagnostic::is_fixable`]) and wanted, again and again until none
/// is left. Of edits that overlap the first one counts. Edits that would leave more errors than there were are not made.
pub fn fix(library: &Library, loaded: Loaded, wanted: impl Fn(&Diagnostic) -> bool) -> Fixed {
    let text = loaded.file().map(|(_, file)| file.text().to_owned());
    let mut fixed = Fixed {
        text: text.unwrap_or_default(),
        mended: 0,
        loaded,
    };
    for _ in 0..MOST_ROUNDS {
        if !round(library, &mut fixed, &wanted) {
            break;
        }
    }
    fixed
}

/// One round. Whether something was changed.
fn round(library: &Library, fixed: &mut Fixed, wanted: &impl Fn(&Diagnostic) -> bool) -> bool {
    let Some((file, _)) = fixed.loaded.file() else {
        return false;
    };
    let findings = fixed.loaded.checked();
    let mut sets: Vec<&Diagnostic> = findings
        .iter()
        .filter(|f| f.is_fixable() && wanted(f) && is_about(f, file))
        .collect();
    sets.sort_by_key(|finding| finding.edits.iter().map(|e| e.place.span.start).min());
    sets.dedup_by(|one, two| one.edits == two.edits);
    let mut chosen: Vec<&Diagnostic> = Vec::new();
    for finding in sets {
        let meets = |other: &&Diagnostic| overlap(&other.edits, &finding.edits);
        if !chosen.iter().any(meets) {
            chosen.push(finding);
        }
    }
    // If all together do harm, each is tried by itself.
    let alone = chosen.iter().map(|finding| vec![*finding]);
    let tries: Vec<Vec<&Diagnostic>> = std::iter::once(chosen.clone()).chain(alone).collect();
    for sets in tries.iter().filter(|sets| !sets.is_empty()) {
        let edits: Vec<Edit> = sets.iter().flat_map(|f| f.edits.iter().cloned()).collect();
        let text = apply(&fixed.text, &edits);
        let loaded = library.load_changed(&fixed.loaded, &text);
        if text != fixed.text
            && !loaded.is_worse_than(&fixed.loaded)
            && are_gone(sets, &findings, &loaded.checked())
        {
            *fixed = Fixed {
                text,
                mended: fixed.mended + sets.len(),
                loaded,
            };
            return true;
        }
    }
    false
}

/// Whether of each of some findings there are fewer than before. An edit that leaves its finding there would be made
/// again and again.
fn are_gone(mended: &[&Diagnostic], before: &[Diagnostic], after: &[Diagnostic]) -> bool {
    mended.iter().all(|finding| {
        let same =
            |other: &&Diagnostic| (other.code, &other.message) == (finding.code, &finding.message);
        after.iter().filter(same).count() < before.iter().filter(same).count()
    })
}

/// Whether all edits of a finding are in a file.
fn is_about(finding: &Diagnostic, file: FileId) -> bool {
    finding.edits.iter().all(|edit| edit.place.file == file)
}

fn overlap(one: &[Edit], other: &[Edit]) -> bool {
    let meet = |a: &Range<usize>, b: &Range<usize>| {
        a.start == b.start || (a.start < b.end && b.start < a.end)
    };
    one.iter()
        .any(|a| other.iter().any(|b| meet(&a.place.span, &b.place.span)))
}

/// A text with edits made that do not overlap. A line that is left empty by what is taken out goes with it.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.place.span.start));
    let mut out = text.to_owned();
    for edit in edits {
        let span = edit.place.span.clone();
        if out.get(span.clone()).is_none() {
            continue;
        }
        let is_removed = edit.text.is_empty() && !span.is_empty();
        let newline = newline(&out, span.end);
        out.replace_range(span.clone(), &edit.text.replace('\n', newline));
        if is_removed {
            remove_blank_line(&mut out, span.start);
        }
    }
    out
}

/// How the line of a place ends, or, if it is the last one, the line before.
fn newline(text: &str, at: usize) -> &'static str {
    let next = text[at..].find('\n').map(|n| at + n);
    let end = next.or_else(|| text[..at].rfind('\n'));
    match end {
        Some(end) if text[..end].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// Takes out the line at a place if nothing is on it.
fn remove_blank_line(text: &mut String, at: usize) {
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    let end = text[at..].find('\n').map_or(text.len(), |n| at + n + 1);
    if text[start..end].trim().is_empty() {
        text.replace_range(start..end, "");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Location, Sources};

    fn edited(text: &str, edits: &[(Range<usize>, &str)]) -> String {
        let file = Sources::new().add("t.toml", text);
        let edits = edits.iter().map(|(span, new)| Edit {
            place: Location::new(file, span.clone()),
            text: (*new).to_owned(),
            is_safe: true,
        });
        apply(text, &edits.collect::<Vec<_>>())
    }

    #[test]
    fn edits_are_made_from_the_end_and_empty_lines_go() {
        assert_eq!(
            edited("a = 1\nb = 2\n", &[(0..1, "x"), (6..11, "")]),
            "x = 1\n"
        );
        assert_eq!(edited("a = 1 # one\n", &[(0..5, "")]), " # one\n");
        assert_eq!(
            edited("a = 1\r\nb = 2\r\n", &[(0..0, "c\n")]),
            "c\r\na = 1\r\nb = 2\r\n"
        );
        assert_eq!(edited("a = 1", &[(0..5, "")]), "");
    }
}
