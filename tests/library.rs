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
    assert_eq!(games.len(), Library::new().games().len() + 1);
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
        Library::new().with_folder("/no/such/folder").games(),
        Library::new().games()
    );
}

#[test]
fn names_of_other_programs_come_last() {
    let files = folder(&[
        (
            "one.toml",
            "base = 'chess'\nname = 'One'\nprotocol = { uci = 'two', xboard = 'My Game', pgn = 'three' }",
        ),
        (
            "other.toml",
            "base = 'one'\nname = 'Other'\naliases = ['three']",
        ),
        (
            "two.toml",
            "base = 'chess'\nname = 'Two'\nprotocol.uci = 'two'",
        ),
    ]);
    let library = Library::new().with_folder(files.path());
    assert_eq!(title(&library.load("two").unwrap()), "Two");
    assert_eq!(title(&library.load("three").unwrap()), "Other");
    let one = library.load("My Game").unwrap();
    let codes: Vec<_> = one.findings.iter().map(|f| f.code).collect();
    assert_eq!(codes, ["alias-taken"]);
    let rules = one.rules.unwrap();
    let names: Vec<&str> = rules
        .protocol
        .iter()
        .map(|(_, name)| name.as_str())
        .collect();
    assert_eq!(names, ["two", "My Game", "three"]);
    let other = library.load("other").unwrap();
    assert_eq!(other.bases(), ["one", "chess"]);
    assert_eq!(other.rules.unwrap().protocol, []);
}

#[test]
fn a_group_is_taken_over_until_a_file_says_another() {
    let files = folder(&[
        ("one.toml", "base = 'chess'\ngroup = 'mine'\nauthor = 'me'"),
        ("two.toml", "base = 'one'\nname = 'Two'"),
        ("three.toml", "base = 'two'\ngroup = 'others'"),
    ]);
    let library = Library::new().with_folder(files.path());
    let rules = |name: &str| library.load(name).unwrap().rules.unwrap();
    assert_eq!(rules("two").group.as_deref(), Some("mine"));
    assert_eq!(rules("two").author, None);
    assert_eq!(rules("three").group.as_deref(), Some("others"));
    let merged = library.load("two").unwrap().merged().unwrap();
    assert!(merged.contains("group = \"mine\""), "{merged}");
}

#[test]
fn a_file_uses_what_it_writes_itself() {
    let text = "format = 1\nbase = 'kingsmen'\npieces.rook.moves = 'R if not here in edge'\n\
        promotion.crown.must = 'there in last 1'\n[test.one]\nallows = 'a1a2'\n";
    let loaded = Library::new().load_bytes("-", text.as_bytes());
    let uses: Vec<String> = loaded.uses().into_iter().collect();
    let expected = "base edge format here in last not pieces pieces.moves promotion promotion.must test test.allows there";
    let known: Vec<&str> = uses
        .iter()
        .map(String::as_str)
        .filter(|u| *u != "if")
        .collect();
    assert_eq!(known.join(" "), expected);
    assert_eq!(ferz::is_vocabulary("must"), Ok(()));
    assert_eq!(ferz::is_vocabulary("promotion.must"), Ok(()));
    assert_eq!(ferz::is_vocabulary("attacked"), Ok(()));
    assert_eq!(
        ferz::is_vocabulary("promotoin"),
        Err(Some("promotion".to_owned()))
    );
    assert_eq!(ferz::is_vocabulary("xyzzy"), Err(None));
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
