//! The conformance corpus of the movement notation, through the library's own door: every row that nobody disputes must
//! come out as published programs have it, and every disputed row as our table says.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::betza::{Move, Piece, Scene};
use ferz::board::{Shape, Side, SquareSet};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn corpus() -> Vec<Value> {
    serde_json::from_str(include_str!("data/betza/corpus.json")).unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn items(row: &Value, field: &str) -> Vec<Value> {
    row[field].as_array().cloned().unwrap_or_default()
}

fn scene(row: &Value) -> Scene {
    let size = |i: usize| row["board"][i].as_i64().unwrap();
    let shape = Shape::new(size(0), size(1)).unwrap();
    let square = |v: &Value| shape.parse(text(v)).unwrap();
    let side = match text(&row["side"]) {
        "white" => Side::White,
        _ => Side::Black,
    };
    let mut scene = Scene::new(shape, side)
        .moved(row["has_moved"] == true)
        .one_rank_ahead(row["one_rank_ahead_of_start"] == true);
    if row["piece_square"] != "hand" {
        scene = scene.at(square(&row["piece_square"]));
    }
    for man in items(row, "position") {
        let at = square(&man[0]);
        scene = match text(&man[1]) {
            "own" => scene.own(at),
            _ => scene.enemy(at),
        };
        if man[2] == "same" {
            scene = scene.same_kind(at);
        }
    }
    scene = items(row, "kings")
        .iter()
        .fold(scene, |s, k| s.royal(square(k)));
    scene = items(row, "holes")
        .iter()
        .fold(scene, |s, h| s.hole(square(h)));
    scene = items(row, "unmoved")
        .iter()
        .fold(scene, |s, u| s.unmoved(square(u)));
    if let Some(pair) = row["en_passant"].as_object() {
        scene = scene.en_passant(square(&pair["target"]), square(&pair["victim"]));
    }
    for (at, like) in row["piece_moves"].as_object().into_iter().flatten() {
        scene = scene.moves_like(shape.parse(at).unwrap(), text(like).parse().unwrap());
    }
    scene
}

/// A move as the corpus writes it.
fn line(scene: &Scene, mv: &Move) -> Value {
    let shape = scene.shape();
    let name = |square| json!(shape.name(square).to_string());
    let names = |set: SquareSet| -> Value { set.iter().map(name).collect() };
    let kind = mv.kind().word();
    if kind != "special" {
        return json!([name(mv.to), kind]);
    }
    let mut effects = Map::new();
    let mut tell = |key: &str, told: bool, value: Value| {
        if told {
            effects.insert(key.to_owned(), value);
        }
    };
    tell("captures", !mv.captures.is_empty(), names(mv.captures));
    tell("destroys", !mv.destroys.is_empty(), names(mv.destroys));
    let unload: Map<String, Value> = mv
        .unload
        .iter()
        .map(|&(from, to)| (shape.name(from).to_string(), name(to)))
        .collect();
    tell("unload", !unload.is_empty(), unload.into());
    if let Some((from, to)) = mv.castle {
        tell("castle", true, json!([name(from), name(to)]));
    }
    tell("en_passant", mv.en_passant, true.into());
    tell("ep_rights", !mv.rights().is_empty(), names(mv.rights()));
    let other = mv.other_mover();
    tell("mover", other.is_some(), other.map_or(Value::Null, name));
    tell("pass", mv.is_pass(), true.into());
    tell("drop", mv.is_drop(), true.into());
    json!([name(mv.to), kind, effects])
}

/// What the library says of a row, or why it says nothing.
fn found(row: &Value) -> Result<BTreeSet<String>, String> {
    let piece = Piece::parse(text(&row["betza"])).map_err(|e| format!("error {e}"))?;
    let scene = scene(row);
    if row["mode"] == "reach" {
        let reach = piece.reach(&scene).map_err(|e| format!("error {e}"))?;
        let line =
            |r: &ferz::betza::Reach| json!([scene.shape().name(r.square).to_string(), r.word()]);
        return Ok(reach.iter().map(|r| canonical(&line(r))).collect());
    }
    let moves = piece.moves(&scene).map_err(|e| format!("error {e}"))?;
    Ok(moves.iter().map(|m| canonical(&line(&scene, m))).collect())
}

fn expected(value: &Value) -> BTreeSet<String> {
    value.as_array().unwrap().iter().map(canonical).collect()
}

/// JSON with sorted keys, so that texts can be compared.
fn canonical(value: &Value) -> String {
    match value {
        Value::Array(parts) => {
            let parts: Vec<String> = parts.iter().map(canonical).collect();
            format!("[{}]", parts.join(","))
        }
        Value::Object(fields) => {
            let sorted: BTreeMap<_, _> = fields.iter().collect();
            let fields = sorted
                .iter()
                .map(|(k, v)| format!("{k:?}:{}", canonical(v)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
        plain => plain.to_string(),
    }
}

/// What differs, or nothing.
fn difference(row: &Value, expected: &BTreeSet<String>) -> Option<String> {
    let head = format!("{} {}", text(&row["id"]), text(&row["betza"]));
    match found(row) {
        Ok(found) if found == *expected => None,
        Ok(found) => {
            let list = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
                a.difference(b).cloned().collect::<Vec<_>>().join(" ")
            };
            let (missing, added) = (list(expected, &found), list(&found, expected));
            Some(format!("{head}\n  missing {missing}\n  added   {added}"))
        }
        Err(problem) => Some(format!("{head}\n  {problem}")),
    }
}

#[test]
fn every_undisputed_row_comes_out_as_published() {
    let corpus = corpus();
    let rows: Vec<&Value> = corpus.iter().filter(|r| r["disputed"] == false).collect();
    assert_eq!((corpus.len(), rows.len()), (453, 387));
    let failures: Vec<String> = rows
        .iter()
        .filter_map(|row| difference(row, &expected(&row["expected"])))
        .collect();
    assert!(
        failures.is_empty(),
        "{} failed:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// What we do with the disputed rows: the row, where it is decided, what we do, and why.
///
/// What we do is `agrees` with the row, `error` and a finding's code, or our own result as the corpus writes it.
const DISPUTED: &str = include_str!("data/betza/disputed.tsv");

#[test]
fn every_disputed_row_comes_out_as_decided() {
    let corpus = corpus();
    let mut table: BTreeMap<&str, [&str; 3]> = BTreeMap::new();
    for line in DISPUTED.lines().skip(1) {
        let [id, decision, ours, reason] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four columns are needed: {line}");
        };
        assert!(
            table.insert(id, [decision, ours, reason]).is_none(),
            "{id} stands twice"
        );
        assert!(!decision.is_empty() && !reason.is_empty(), "{line}");
    }
    let mut failures = Vec::new();
    for row in corpus.iter().filter(|r| r["disputed"] == true) {
        let id = text(&row["id"]);
        let Some([_, ours, _]) = table.remove(id) else {
            failures.push(format!("{id} is disputed and not in the table"));
            continue;
        };
        let problem = match ours.strip_prefix("error ") {
            Some(code) => (!rejected(text(&row["betza"]), code))
                .then(|| format!("{id} {} is not rejected with {code}", row["betza"])),
            None if ours == "agrees" => difference(row, &expected(&row["expected"])),
            None => difference(row, &expected(&serde_json::from_str(ours).unwrap())),
        };
        failures.extend(problem);
    }
    let left: Vec<_> = table.keys().collect();
    assert!(left.is_empty(), "no disputed rows: {left:?}");
    assert!(
        failures.is_empty(),
        "{} failed:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn rejected(betza: &str, code: &str) -> bool {
    Piece::parse(betza).is_err_and(|e| e.findings.iter().any(|f| f.code == code))
}
