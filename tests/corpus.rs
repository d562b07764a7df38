//! The conformance corpus of the movement notation: what is parsed and walked must give the moves that published
//! programs give.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used, clippy::similar_names)]

use ferz::board::{Shape, Side, Square};
use ferz::notation::{Action, Content, LandingKind, Movement, When, castle, parse, walk};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Rows with letters of this version that need what is not in it: `ii` and holes in the board.
const LATER: [&str; 5] = [
    "initial-013",
    "initial-014",
    "pieces-045",
    "edge-018",
    "edge-019",
];

fn corpus() -> Vec<Value> {
    serde_json::from_str(include_str!("data/betza/corpus.json")).unwrap()
}

/// Whether the string uses only the letters of this version.
fn is_single_leg(betza: &str) -> bool {
    !betza.contains(|c| "atyxkzq@[]?*{}UI".contains(c))
}

struct Row<'a> {
    value: &'a Value,
    shape: Shape,
    side: Side,
    from: Square,
    men: BTreeMap<Square, Content>,
}

impl<'a> Row<'a> {
    fn new(value: &'a Value) -> Self {
        let size = |i: usize| value["board"][i].as_i64().unwrap();
        let shape = Shape::new(size(0), size(1)).unwrap();
        let side = if value["side"] == "white" {
            Side::White
        } else {
            Side::Black
        };
        let square = |v: &Value| shape.parse(v.as_str().unwrap()).unwrap();
        let men = value["position"].as_array().unwrap().iter().map(|man| {
            let content = if man[1] == "own" {
                Content::Own
            } else {
                Content::Enemy
            };
            (square(&man[0]), content)
        });
        Self {
            value,
            shape,
            side,
            from: square(&value["piece_square"]),
            men: men.collect(),
        }
    }

    fn look(&self, square: Square) -> Content {
        self.men.get(&square).copied().unwrap_or(Content::Empty)
    }

    fn name(&self, square: Square) -> String {
        self.shape.name(square).to_string()
    }

    fn unmoved(&self, square: Square) -> bool {
        let listed = self.value["unmoved"].as_array();
        listed.is_some_and(|l| {
            l.iter()
                .any(|s| self.shape.parse(s.as_str().unwrap()) == Some(square))
        })
    }

    /// All moves as the corpus writes them, sorted.
    fn moves(&self, movement: &Movement) -> Vec<String> {
        let mut found = Vec::new();
        let en_passant = self.value["en_passant"]["target"]
            .as_str()
            .and_then(|s| self.shape.parse(s));
        for term in &movement.terms {
            if term.when == When::Unmoved && self.value["has_moved"] == true {
                continue;
            }
            match &term.action {
                Action::Legs(legs) => {
                    let leg = legs.plain().unwrap();
                    walk(
                        self.shape,
                        leg,
                        self.from,
                        self.side,
                        |s| self.look(s),
                        |s| Some(s) == en_passant,
                        |l| {
                            let to = self.name(l.to);
                            let unload = leg
                                .unload
                                .then(|| json!({ to.clone(): self.name(self.from) }));
                            let mut effects = json!({});
                            let kind = match l.kind {
                                LandingKind::Quiet => "move",
                                LandingKind::Capture if unload.is_none() => "capture",
                                LandingKind::Capture => {
                                    effects["captures"] = json!([to]);
                                    "special"
                                }
                                LandingKind::Destroy => {
                                    effects["destroys"] = json!([to]);
                                    "special"
                                }
                                LandingKind::EnPassant => {
                                    effects["en_passant"] = json!(true);
                                    effects["captures"] =
                                        json!([self.value["en_passant"]["victim"]]);
                                    "special"
                                }
                            };
                            if let Some(unload) = unload.filter(|_| kind == "special") {
                                effects["unload"] = unload;
                            }
                            found.push(if kind == "special" {
                                json!([to, kind, effects])
                            } else {
                                json!([to, kind])
                            });
                        },
                    );
                }
                Action::Castle(c) => castle(self.shape, c, self.from, self.side, |c| {
                    let partner =
                        self.look(c.partner_from) == Content::Own && self.unmoved(c.partner_from);
                    if partner && c.empty.iter().all(|s| self.look(s) == Content::Empty) {
                        let effects =
                            json!({"castle": [self.name(c.partner_from), self.name(c.partner_to)]});
                        found.push(json!([self.name(c.to), "special", effects]));
                    }
                }),
                other => panic!("{other:?}"),
            }
        }
        normal(&found)
    }

    /// What the piece could do on each square of an empty board, as the corpus writes it.
    fn reach(&self, movement: &Movement) -> Vec<String> {
        let mut found = BTreeMap::new();
        for square in self.shape.squares().filter(|&s| s != self.from) {
            for content in [Content::Empty, Content::Enemy] {
                let row = Row {
                    men: BTreeMap::from([(square, content)]),
                    ..Row::new(self.value)
                };
                let name = self.name(square);
                if row
                    .moves(movement)
                    .iter()
                    .any(|m| m.contains(&format!("[\"{name}\",")))
                {
                    let kinds: &mut Vec<_> = found.entry(name).or_default();
                    kinds.push(if content == Content::Empty {
                        "move"
                    } else {
                        "capture"
                    });
                }
            }
        }
        let kind = |kinds: &[&'static str]| if kinds.len() == 2 { "either" } else { kinds[0] };
        normal(
            &found
                .iter()
                .map(|(name, kinds)| json!([name, kind(kinds)]))
                .collect::<Vec<_>>(),
        )
    }
}

fn normal(rows: &[Value]) -> Vec<String> {
    let mut rows: Vec<_> = rows.iter().map(canonical).collect();
    rows.sort();
    rows.dedup();
    rows
}

/// JSON with sorted keys, so that texts can be compared.
fn canonical(value: &Value) -> String {
    match value {
        Value::Array(parts) => {
            let parts: Vec<String> = parts.iter().map(canonical).collect();
            format!("[{}]", parts.join(","))
        }
        Value::Object(fields) => {
            let sorted: BTreeMap<&String, String> =
                fields.iter().map(|(k, v)| (k, canonical(v))).collect();
            format!("{sorted:?}")
        }
        plain => plain.to_string(),
    }
}

#[test]
fn single_leg_rows_give_the_moves_of_the_corpus() {
    let corpus = corpus();
    let rows = corpus
        .iter()
        .filter(|r| r["disputed"] == false && is_single_leg(r["betza"].as_str().unwrap()));
    let (mut all, mut passed, mut failures) = (0, 0, Vec::new());
    for value in rows {
        all += 1;
        let (id, betza) = (
            value["id"].as_str().unwrap(),
            value["betza"].as_str().unwrap(),
        );
        if LATER.contains(&id) {
            continue;
        }
        let parsed = parse(betza);
        let row = Row::new(value);
        let found = if value["mode"] == "reach" {
            row.reach(&parsed.movement)
        } else {
            row.moves(&parsed.movement)
        };
        let expected = normal(value["expected"].as_array().unwrap());
        let errors = parsed
            .findings
            .iter()
            .any(|f| f.severity == ferz::diagnostics::Severity::Error);
        if found == expected && !errors {
            passed += 1;
        } else {
            failures.push(format!(
                "{id} {betza}\n  {:?}\n  found    {found:?}\n  expected {expected:?}",
                parsed.findings
            ));
        }
    }
    assert_eq!(all, 264);
    assert!(
        failures.is_empty(),
        "{} failed:\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(passed >= 259, "{passed} passed");
}
