//! Scenes and drops. The letters themselves are tested with the conformance corpus.

use super::MoveKind::{self, Capture, Quiet, Special};
use super::{Piece, Scene, TooMany};
use crate::board::{Shape, Side, Square};
use crate::notation::{Action, Drop, MAX_STEPS, Movement, Term, When};

fn shape(files: i64, ranks: i64) -> Shape {
    Shape::new(files, ranks).unwrap()
}

fn ends(piece: &Piece, scene: &Scene) -> String {
    let moves = piece.moves(scene).unwrap();
    let names: Vec<String> = moves
        .iter()
        .map(|m| scene.shape().name(m.to).to_string())
        .collect();
    names.join(" ")
}

fn drop(change: impl Fn(&mut Drop)) -> Piece {
    let mut drop = Drop {
        depth: 2,
        spares_back_rank: false,
        per_file: None,
        other_colour: false,
        only_one: false,
    };
    change(&mut drop);
    let term = Term {
        span: 0..0,
        when: When::Always,
        action: Action::Drop(drop),
    };
    Piece::from(Movement { terms: vec![term] })
}

#[test]
fn drops_obey_their_limits() {
    let shape = shape(3, 3);
    let [a1, b2] = ["a1", "b2"].map(|s| shape.parse(s).unwrap());
    let black = Scene::new(shape, Side::Black);
    let white = Scene::new(shape, Side::White).own(b2).same_kind(b2);
    assert_eq!(ends(&drop(|_| {}), &black), "a2 b2 c2 a3 b3 c3");
    assert_eq!(
        ends(&drop(|d| d.spares_back_rank = true), &black),
        "a2 b2 c2"
    );
    assert_eq!(ends(&drop(|d| d.depth = u16::MAX), &black).len(), 26);
    assert_eq!(ends(&drop(|_| {}), &white.clone().hole(a1)), "b1 c1 a2 c2");
    assert_eq!(ends(&drop(|d| d.per_file = Some(1)), &white), "a1 c1 a2 c2");
    assert_eq!(
        ends(&drop(|d| d.per_file = Some(2)), &white),
        "a1 b1 c1 a2 c2"
    );
    assert_eq!(ends(&drop(|d| d.other_colour = true), &white), "b1 a2 c2");
    assert_eq!(ends(&drop(|d| d.only_one = true), &white), "");
    // An enemy man is of no own kind, whatever is said of its square.
    assert_eq!(
        ends(&drop(|d| d.only_one = true), &white.enemy(b2)),
        "a1 b1 c1 a2 c2"
    );
}

#[test]
fn squares_that_are_not_on_the_board_have_no_effect() {
    let scene = Scene::new(shape(3, 3), Side::White)
        .at(Square::new(4))
        .own(Square::new(200))
        .hole(Square::new(255));
    let piece: Piece = "K".parse().unwrap();
    assert_eq!(piece.moves(&scene).unwrap().len(), 8);
    assert_eq!(piece.moves(&scene.at(Square::new(9))).unwrap().len(), 0);
}

#[test]
fn moves_are_told_apart_by_what_they_do() {
    let scene = Scene::new(shape(3, 3), Side::White)
        .at(Square::new(4))
        .enemy(Square::new(5))
        .own(Square::new(7));
    let kinds = |text: &str| -> Vec<MoveKind> {
        let piece = Piece::parse(text).unwrap();
        piece
            .moves(&scene)
            .unwrap()
            .iter()
            .map(super::Move::kind)
            .collect()
    };
    assert_eq!(kinds("W"), [Quiet, Quiet, Capture]);
    assert_eq!(kinds("WmWWcW"), kinds("W"));
    assert_eq!(kinds("dW"), [Special]);
}

#[test]
fn too_many_ways_are_an_answer() {
    let shape = shape(16, 16);
    let mut scene = Scene::new(shape, Side::White).at(Square::new(100));
    for square in shape.squares().step_by(3) {
        scene = scene.enemy(square);
    }
    let piece: Piece = "mcdamcdamcdaU".parse().unwrap();
    let error = piece.moves(&scene).unwrap_err();
    assert_eq!(error, TooMany::Ways(MAX_STEPS));
    assert!(
        error.to_string().contains(&MAX_STEPS.to_string()),
        "{error}"
    );
}
