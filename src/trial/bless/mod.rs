//! Writing into a rule file what the game says to its tests.
//!
//! Only what the file asks for is written: the keys that a test names in `recorded`, and all keys of the tests that are
//! named to [`bless`]. Values that somebody has written by hand are otherwise left as they are, since a difference may
//! be a mistake of the rules.

mod edit;
mod record;

use super::run::{played, run_one};
use crate::diagnostics::Edit;
use crate::fix::apply;
use crate::rules::TestCase;
use crate::source::{FileId, Table, read};
use crate::variant::Variant;
use crate::{Library, Loaded};
use edit::Writer;
use std::sync::Arc;

/// What came of recording.
#[derive(Debug)]
#[non_exhaustive]
pub struct Blessed {
    /// The text of the file with the values.
    pub text: String,
    /// What was written: the tests with their keys.
    pub written: Vec<(String, String)>,
    /// What differs still, or could not be recorded.
    pub kept: Vec<Kept>,
    /// The file as it would be with this text.
    pub loaded: Loaded,
}

/// A key that was not written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Kept {
    /// The test, with the number of the position if it has several.
    pub test: String,
    /// The key.
    pub key: String,
    /// Why it was not written.
    pub because: String,
}

/// Records what the game says to the tests of a file, as far as it is asked for: by `recorded`, or by naming the test.
/// With names only these tests are looked at. A file with errors is left as it is.
pub fn bless(library: &Library, loaded: Loaded, named: &[String]) -> Blessed {
    let text = loaded.file().map(|(_, file)| file.text().to_owned());
    let mut blessed = Blessed {
        text: text.unwrap_or_default(),
        written: Vec::new(),
        kept: Vec::new(),
        loaded,
    };
    let rules = blessed.loaded.rules.clone();
    let file = blessed.loaded.file().map(|(file, _)| file);
    let (Some(rules), Some(file)) = (rules, file) else {
        return blessed;
    };
    let tree = read(&blessed.loaded.sources, file).0;
    let edits = Recorder {
        variant: Variant::new(Arc::clone(&rules)),
        tree: &tree,
        writer: Writer::new(&blessed.text),
        written: Vec::new(),
        kept: Vec::new(),
    };
    let (edits, written, kept) = edits.record(&rules.tests, named, file);
    let text = apply(&blessed.text, &edits);
    let now = library.load_changed(&blessed.loaded, &text);
    blessed.kept = kept;
    if now.is_worse_than(&blessed.loaded) {
        let unwritten = written.into_iter().map(|(test, key)| Kept {
            test,
            key,
            because: "the file could not be read with it; this is a mistake of the program"
                .to_owned(),
        });
        blessed.kept.extend(unwritten);
        return blessed;
    }
    Blessed {
        text,
        written,
        kept: blessed.kept,
        loaded: now,
    }
}

/// Collects what is to be written.
struct Recorder<'a> {
    variant: Variant,
    tree: &'a Table,
    writer: Writer<'a>,
    written: Vec<(String, String)>,
    kept: Vec<Kept>,
}

impl Recorder<'_> {
    fn record(
        mut self,
        tests: &[TestCase],
        named: &[String],
        file: FileId,
    ) -> (Vec<Edit>, Vec<(String, String)>, Vec<Kept>) {
        for test in tests {
            let is_named = test.is_among(named);
            if named.is_empty() || is_named {
                self.test(test, tests, is_named);
            }
        }
        (self.writer.edits(file), self.written, self.kept)
    }

    fn test(&mut self, test: &TestCase, tests: &[TestCase], is_named: bool) {
        let report = run_one(&self.variant, test);
        let mut keys: Vec<&str> = Vec::new();
        for key in report.differences.iter().filter_map(|d| d.key()) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let game = match played(&self.variant, test) {
            Ok(game) => game,
            Err(difference) => {
                self.keep(test, "moves", difference.to_string());
                return;
            }
        };
        for key in keys {
            if !is_named && !test.recorded.iter().any(|k| k == key) {
                let because = format!(
                    "it was written by hand, and `--only {}` lets it be written anew",
                    test.id
                );
                self.keep(test, key, because);
                continue;
            }
            let answer = record::answer(&game, test, key);
            let place = edit::Place::find(self.tree, test, tests, key);
            let result = answer
                .and_then(|answer| place.and_then(|place| self.writer.write(&place, key, &answer)));
            match result {
                Ok(()) => self.written.push((test.title(), key.to_owned())),
                Err(because) => self.keep(test, key, because),
            }
        }
    }

    fn keep(&mut self, test: &TestCase, key: &str, because: String) {
        self.kept.push(Kept {
            test: test.title(),
            key: key.to_owned(),
            because,
        });
    }
}
