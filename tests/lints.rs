//! Lints of meaning: for each a file in which it fires, as a snapshot, and one close by in which it does not.

#![allow(clippy::unwrap_used)] // in the helpers of tests

use ferz::Library;
use ferz::diagnostics::Diagnostic;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lints");
    let mut files: Vec<_> = folder
        .read_dir()
        .unwrap()
        .map(|f| f.unwrap().path())
        .collect();
    files.sort();
    files
}

/// The code that a file is about, and whether it has to be found there.
fn case(path: &Path) -> (String, bool) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let name = name.strip_suffix(".toml").unwrap();
    match name.strip_suffix(".fine") {
        Some(code) => (code.to_owned(), false),
        None => (name.to_owned(), true),
    }
}

#[test]
fn each_lint_fires_where_it_should_and_not_close_by() {
    let mut cases = BTreeSet::new();
    for path in files() {
        let (code, fires) = case(&path);
        cases.insert((code.clone(), fires));
        let loaded = Library::new().load_path(&path).unwrap();
        let about = |d: &&Diagnostic| d.code == code;
        let found: Vec<Diagnostic> = loaded.checked().iter().filter(about).cloned().collect();
        assert_eq!(
            !found.is_empty(),
            fires,
            "{}: {:?}",
            path.display(),
            loaded.checked()
        );
        let text: Vec<String> = found
            .iter()
            .map(|d| {
                let file = loaded.sources.file(d.place.file);
                let marked = &file.text()[d.place.span.clone()];
                format!(
                    "{}\n  at: {marked}\n  help: {}\n",
                    d.message,
                    d.help.as_deref().unwrap()
                )
            })
            .collect();
        if fires {
            insta::assert_snapshot!(code, text.concat());
        }
    }
    let codes: BTreeSet<_> = cases.iter().map(|(code, _)| code).collect();
    assert_eq!(cases.len(), 2 * codes.len(), "each lint has both files");
}

/// Every finding about a shipped game is mended or silenced there with a reason.
#[test]
fn shipped_files_have_no_findings() {
    for listing in Library::new().games() {
        let found = Library::new().load(&listing.id).unwrap().checked();
        assert!(found.is_empty(), "{}: {found:#?}", listing.id);
    }
}
