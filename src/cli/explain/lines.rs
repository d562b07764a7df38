//! Moves as lines of the conformance corpus: `[square, kind]` or `[square, kind, effects]`.

use ferz::betza::{Move, MoveKind, Reach, Scene};
use ferz::board::{Square, SquareSet};
use serde_json::{Map, Value, json};

/// The moves of a scene, sorted, without repetitions.
pub(super) fn lines(scene: &Scene, moves: &[Move]) -> Vec<Value> {
    sorted(moves.iter().map(|mv| line(scene, mv)).collect())
}

/// What a piece could do, sorted.
pub(super) fn reach(scene: &Scene, reach: &[Reach]) -> Vec<Value> {
    let line = |r: &Reach| json!([scene.shape().name(r.square).to_string(), r.word()]);
    sorted(reach.iter().map(line).collect())
}

/// The lines in the order of their texts, each once.
pub(super) fn sorted(mut lines: Vec<Value>) -> Vec<Value> {
    lines.sort_by_cached_key(Value::to_string);
    lines.dedup();
    lines
}

fn line(scene: &Scene, mv: &Move) -> Value {
    let kind = mv.kind();
    let to = scene.shape().name(mv.to).to_string();
    if kind == MoveKind::Special {
        json!([to, kind.word(), effects(scene, mv)])
    } else {
        json!([to, kind.word()])
    }
}

fn effects(scene: &Scene, mv: &Move) -> Map<String, Value> {
    let shape = scene.shape();
    let name = |square: Square| shape.name(square).to_string();
    let mut effects = Map::new();
    let sets = [
        ("captures", mv.captures),
        ("destroys", mv.destroys),
        ("ep_rights", mv.rights()),
    ];
    for (key, set) in sets.into_iter().filter(|(_, set)| !set.is_empty()) {
        effects.insert(key.to_owned(), names(set, name));
    }
    if !mv.unload.is_empty() {
        let pairs = mv.unload.iter();
        let pairs: Map<String, Value> = pairs.map(|&(a, b)| (name(a), name(b).into())).collect();
        effects.insert("unload".to_owned(), pairs.into());
    }
    if let Some((from, to)) = mv.castle {
        effects.insert("castle".to_owned(), json!([name(from), name(to)]));
    }
    if let Some(other) = mv.other_mover() {
        effects.insert("mover".to_owned(), name(other).into());
    }
    let facts = [
        ("en_passant", mv.en_passant),
        ("pass", mv.is_pass()),
        ("drop", mv.is_drop()),
    ];
    for (key, _) in facts.into_iter().filter(|fact| fact.1) {
        effects.insert(key.to_owned(), true.into());
    }
    effects
}

fn names(set: SquareSet, name: impl Fn(Square) -> String) -> Value {
    let mut names: Vec<String> = set.iter().map(name).collect();
    names.sort();
    names.into()
}
