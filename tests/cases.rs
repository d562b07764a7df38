//! Hand-made positions of the source games with their complete legal moves.
//!
//! The file beside says of each case how sure it is: by the text, by reconstruction, or by assumption.
#![allow(clippy::unwrap_used)] // a helper of tests that fails is a test that fails

use ferz::{Position, Variant, position::MoveNotation};
use serde::Deserialize;
use std::collections::BTreeSet;

#[derive(Deserialize)]
struct Case {
    game: String,
    id: String,
    fen: String,
    kind: String,
    from: Option<String>,
    #[serde(default)]
    expect: Vec<String>,
    in_check: bool,
    total_legal: usize,
}

fn texts(position: &Position, from: Option<&str>) -> BTreeSet<String> {
    let shape = position.rules().shape;
    let moves = position.move_texts(MoveNotation::Long).into_iter();
    let wanted = moves.filter(|(mv, _)| from.is_none_or(|f| shape.parse(f) == Some(mv.from)));
    wanted.map(|(_, text)| text).collect()
}

/// The castling of the smallest game is "written king-takes-own-rook" there, which is its from-to.
fn check(case: &Case) {
    let id = &case.id;
    let position = Variant::named(&case.game)
        .unwrap()
        .position(&case.fen)
        .unwrap();
    assert_eq!(position.in_check(), case.in_check, "{id}: check");
    assert_eq!(
        position.legal_moves().len(),
        case.total_legal,
        "{id}: number of moves"
    );
    let expected: BTreeSet<String> = case.expect.iter().cloned().collect();
    match case.kind.as_str() {
        "all_moves" => assert_eq!(texts(&position, None), expected, "{id}"),
        "moves_of" => assert_eq!(texts(&position, case.from.as_deref()), expected, "{id}"),
        "count" => {}
        other => panic!("{id}: {other} is no kind of case"),
    }
}

#[test]
fn every_case_of_the_source_games() {
    let cases: Vec<Case> =
        serde_json::from_str(&std::fs::read_to_string("tests/data/cases.json").unwrap()).unwrap();
    cases.iter().for_each(check);
    assert_eq!(cases.len(), 51);
}
