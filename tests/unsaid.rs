//! What files do not say: every line that is offered says something else, and no default is forgotten.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::diff::Diff;
use ferz::unsaid::{Unsaid, unsaid};
use ferz::{Library, Variant};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::OnceLock;

/// What each shipped file does not say, worked out once for all tests.
fn all() -> &'static [(String, Unsaid)] {
    static ALL: OnceLock<Vec<(String, Unsaid)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let library = Library::new();
        let found = library.games().into_iter().map(|game| {
            let loaded = library.load(&game.id).unwrap();
            let found = unsaid(&library, &loaded).unwrap();
            (game.id, found)
        });
        found.collect()
    })
}

#[test]
fn every_offered_line_loads_and_changes_the_rules() {
    let mut tried = 0;
    for (id, found) in all() {
        let game = Variant::named(id).unwrap();
        for answer in &found.answers {
            for offer in &answer.offers {
                let with = Variant::from_text(&format!("{id}.toml"), &offer.text);
                let with =
                    with.unwrap_or_else(|e| panic!("{id} {}: {e}\n{}", answer.code, offer.text));
                assert!(
                    !Diff::new(game.rules(), with.rules()).is_same(),
                    "{id} {:?}",
                    offer.lines
                );
                for placed in &offer.lines {
                    assert!(offer.text.contains(&placed.line), "{id} {placed:?}");
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 2000, "{tried}");
}

/// Lines that do not fit some files; nobody sees them, but each should have a reason.
#[test]
fn lines_that_do_not_fit_are_few() {
    let mut refused: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (id, found) in all() {
        for (code, lines, why) in &found.refused {
            refused
                .entry(format!("{code}: {lines}: {why}"))
                .or_default()
                .push(id.clone());
        }
    }
    let mut out = String::new();
    for (line, games) in refused {
        let _ = writeln!(out, "{line}\n    {}", games.join(" "));
    }
    insta::assert_snapshot!(out);
}

/// Keys with a default that no question is about, and why.
const NO_QUESTION: &[(&str, &str)] = &[
    ("name", "a text"),
    ("pieces.*.name", "a text"),
    ("derive.*.name", "a text"),
    ("pieces.*.value", "how strong the program thinks it is"),
    ("pieces.*.stays", "a piece may go everywhere"),
    (
        "derive.*.royal",
        "what is made is not royal; a royal that promotes is an error otherwise",
    ),
    ("derive.*.stays", "as the piece that it is made from"),
    ("pieces.*.hand", "asked only of what men become"),
    (
        "derive.*.hand",
        "asked only where captured men go to the hand",
    ),
    ("promotion.*.if", "a rule without a condition holds"),
    ("drop.*.if", "a rule without a condition holds"),
    ("drop.*.pieces", "a rule about all men"),
    ("drop.*.free", "men are put down from the hand"),
    ("effects.*.if", "an effect without a condition happens"),
    ("counters.*.fen", "how positions are written"),
    ("armies.*.name", "a text"),
    ("end.mate.if", "what the word says"),
    ("end.stalemate.if", "what the word says"),
    (
        "turn.check",
        "asked where somebody is royal and a second part follows a move",
    ),
    ("words.check", "asked where there are several royal men"),
    ("promotion.*.must", "of a promotion in place nobody asks it"),
];

/// A key with the name of its thing left out: `promotion.pawn.must` is `promotion.*.must`.
fn general(key: &str) -> String {
    let names: Vec<&str> = key.split('.').collect();
    match names.as_slice() {
        ["end", _, key @ ("bonus" | "when" | "claim")] => format!("end.*.{key}"),
        [section, _, key] if *section != "end" => format!("{section}.*.{key}"),
        _ => key.to_owned(),
    }
}

#[test]
fn every_default_has_its_question() {
    let found = all();
    let answers = found.iter().flat_map(|(_, found)| &found.answers);
    let asked: BTreeSet<String> = answers
        .flat_map(|a| a.keys.iter().map(|k| general(k)))
        .collect();
    // A thing that is there by default is asked about by its keys.
    let covers = |key: &str| {
        asked.contains(key)
            || asked
                .iter()
                .any(|asked| asked.starts_with(&format!("{key}.")))
            || NO_QUESTION.iter().any(|(exempt, _)| *exempt == key)
    };
    let mut missing = BTreeSet::new();
    for (id, _) in found {
        let game = Variant::named(id).unwrap();
        let defaults = game.rules().defaults.iter().map(|key| general(key));
        missing.extend(defaults.filter(|key| !covers(key)));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn each_question_is_posed_by_some_game() {
    let mut posed: BTreeMap<&str, (usize, String)> = BTreeMap::new();
    let found = all();
    for (id, found) in found {
        for answer in &found.answers {
            let example = || (0, format!("{id}: {}", answer.sentence));
            posed.entry(answer.code).or_insert_with(example).0 += 1;
        }
    }
    let mut out = String::new();
    for (code, (count, example)) in &posed {
        let _ = writeln!(out, "{code} ({count})\n    {example}");
    }
    insta::assert_snapshot!(out);
}

#[test]
fn a_file_that_says_it_is_not_asked() {
    let library = Library::new();
    let codes = |lines: &str| -> Vec<&'static str> {
        let text = format!("format = 1\nbase = \"chess\"\n{lines}\n");
        let loaded = library.load_bytes("mine.toml", text.as_bytes());
        let found = unsaid(&library, &loaded);
        let found = found.unwrap_or_else(|| panic!("{lines}: {:?}", loaded.findings));
        found.answers.iter().map(|a| a.code).collect()
    };
    let cases = [
        ("stalemate", "end.stalemate.result = \"loss\""),
        ("stalemate", "end.stalemate = false"),
        (
            "repetition",
            "end.repetition = { if = \"repeated 4\", result = \"draw\" }",
        ),
        ("must-promote", "promotion.pawn.must = false"),
        ("promotion-choice", "promotion.pawn.limit = { queen = 1 }"),
        ("castling-check", "castling.if = \"always\""),
        ("castling-from", "[castling]\nfree = true"),
        ("leave-check", "forbid.check = false"),
        ("pass", "turn.pass = \"always\""),
        ("must-capture", "forced.capture = \"capture\""),
        ("progress", "words.progress = \"capture\""),
        ("quiet-moves", "end.fifty = false"),
        ("captured-men", "hand.captured = \"hand\"\ndrop.any = {}"),
        ("board-edges", "board.wrap = true"),
        (
            "castling-check",
            "pieces.king.moves = \"K\"\nsetup.fen = \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"",
        ),
        ("en-passant", "pieces.pawn.moves = \"mfW cfF\""),
    ];
    let open = codes("");
    for (code, lines) in cases {
        assert!(open.contains(&code), "{code}");
        assert!(!codes(lines).contains(&code), "{code}: {lines}");
    }
}

#[test]
fn a_base_beside_the_file_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let base = "format = 1\nbase = \"chess\"\nname = \"Base\"\nturn.pass = \"always\"\n";
    std::fs::write(folder.path().join("my-base.toml"), base).unwrap();
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, "format = 1\nbase = \"my-base\"\n").unwrap();
    let library = Library::new();
    let loaded = library.load_path(&path).unwrap();
    let found = unsaid(&library, &loaded).unwrap();
    let pass = found.answers.iter().find(|a| a.code == "pass").unwrap();
    assert_eq!(pass.base.as_deref(), Some("my-base"));
    assert_eq!(pass.offers.len(), 1);
}
