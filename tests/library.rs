//! Finding rule files: folders, paths, aliases, and the bases that they build on.

#![allow(clippy::unwrap_used)] // in the helpers of tests

use ferz::{Library, Loaded, OpenError};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("format = 1\n{text}")).unwrap();
    }
    folder
}

fn title(loaded: &Loaded) -> &str {
    assert_eq!(loaded.findings, []);
    &loaded.rules.as_ref().unwrap().title
}

#[test]
fn folders_come_before_the_shipped_games_and_names_before_aliases() {
    let one = folder(&[(
        "chess.toml",
        "base = 'kingsmen'\nname = 'One'\naliases = ['kjempe-chess', 'two']",
    )]);
    let two = folder(&[
        ("chess.toml", "base = 'kingsmen'\nname = 'Two'"),
        ("two.toml", "base = 'chess'\nname = 'Child'"),
    ]);
    let library = Library::new()
        .with_folder(two.path())
        .with_folder(one.path());
    let loaded = library.load("chess").unwrap();
    assert_eq!(
        loaded.findings.iter().map(|d| d.code).collect::<Vec<_>>(),
        ["alias-taken"; 2]
    );
    assert_eq!(loaded.rules.unwrap().title, "One");
    // A base is looked for beside the file first; what a shipped game builds on is shipped.
    let child = library.load("two").unwrap();
    assert_eq!(title(&child), "Child");
    assert_eq!(child.sources.iter().count(), 4);
    assert_eq!(title(&library.load("kjempe").unwrap()), "Kjempe Chess");
    let games = library.games();
    assert_eq!(games.len(), 7);
    let chess = games.iter().find(|g| g.id == "chess").unwrap();
    assert_eq!(chess.title.as_deref(), Some("One"));
    assert_eq!(
        chess.path.as_deref(),
        Some(one.path().join("chess.toml").as_path())
    );
}

#[test]
fn paths_may_have_blanks_and_any_letters() {
    let files = folder(&[
        ("Große Schlacht №1.toml", "base = 'parts/eins'"),
        ("parts/eins.toml", "base = 'chess'"),
    ]);
    let path = files.path().join("Große Schlacht №1.toml");
    let loaded = Library::new().load_path(&path).unwrap();
    assert_eq!(title(&loaded), "Große Schlacht №1");
    assert_eq!(
        title(&Library::new().load(path.to_str().unwrap()).unwrap()),
        "Große Schlacht №1"
    );
    let names: Vec<_> = loaded
        .sources
        .iter()
        .map(|(_, f)| f.name().to_owned())
        .collect();
    assert!(
        names[1].ends_with("parts/eins.toml") && names[2] == "chess.toml",
        "{names:?}"
    );
}

#[test]
fn what_is_not_there_is_told() {
    let library = Library::new();
    let unknown = |name: &str| match library.load(name) {
        Err(OpenError::UnknownGame { similar, .. }) => similar,
        other => panic!("{other:?}"),
    };
    assert_eq!(unknown("kingsmem").as_deref(), Some("kingsmen"));
    assert_eq!(unknown("xyzzy"), None);
    assert!(matches!(
        library.load("no/such.toml"),
        Err(OpenError::Io { .. })
    ));
    assert!(matches!(
        library.load_path(Path::new("src")),
        Err(OpenError::Folder { .. })
    ));
    assert!(matches!(library.load("src"), Err(OpenError::Folder { .. })));
    assert_eq!(
        Library::new().with_folder("/no/such/folder").games().len(),
        6
    );
}

#[test]
fn a_text_finds_its_base_in_the_folders() {
    let files = folder(&[("mine.toml", "base = 'chess'\npieces.queen.moves = 'QN'")]);
    let text = b"format = 1\nbase = 'mine'\nname = 'Text'\n";
    let loaded = Library::new()
        .with_folder(files.path())
        .load_bytes("-", text);
    assert_eq!(title(&loaded), "Text");
    let loaded = Library::new().load_bytes("-", text);
    assert_eq!(loaded.findings[0].code, "unknown-base");
}
