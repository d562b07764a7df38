//! `ferz explain --suite`: entries of the form of the conformance corpus, each compared with what the library finds.

use super::Format;
use super::lines::{lines, reach, sorted};
use super::scene::Put;
use crate::cli::failure::{Failure, Status};
use crate::cli::json;
use crate::cli::session::Session;
use ferz::betza::{Piece, Scene};
use ferz::board::{Shape, Side, Square};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

/// Fields that say nothing about the moves.
const REMARKS: [&str; 7] = [
    "why",
    "dialect",
    "verified_by",
    "dispute_note",
    "disagreements",
    "equivalent_strings",
    "note",
];
/// Fields that an entry must have.
const NEEDED: [&str; 8] = [
    "id",
    "betza",
    "board",
    "piece_square",
    "side",
    "position",
    "mode",
    "expected",
];
/// Fields that an entry may have.
const OPTIONAL: [&str; 8] = [
    "disputed",
    "has_moved",
    "one_rank_ahead_of_start",
    "en_passant",
    "unmoved",
    "kings",
    "holes",
    "piece_moves",
];

/// What came of an entry.
enum Verdict {
    Passed,
    Skipped,
    Failed(Failed),
}

/// An entry that differs or cannot be used.
#[derive(Default)]
struct Failed {
    string: Option<String>,
    missing: Vec<Value>,
    added: Vec<Value>,
    problem: Option<String>,
}

pub(super) fn run(file: &Path, format: Format, session: &mut Session) -> Result<Status, Failure> {
    if format == Format::Svg {
        return Err(Failure::usage(
            "a suite has no diagram; write --format text or json",
        ));
    }
    let name = file.display().to_string();
    let entries = match read(file)? {
        Ok(entries) => entries,
        Err(problem) => {
            writeln!(session.err, "{name}: {problem}")?;
            return Ok(Status::Findings);
        }
    };
    let (mut passed, mut skipped, mut failures) = (0, 0, Vec::new());
    let mut ids = BTreeSet::new();
    for (number, entry) in (1..).zip(&entries) {
        let id = entry.get("id").and_then(Value::as_str);
        let verdict = if id.is_some_and(|id| !ids.insert(id)) {
            failed("`id`: an entry before has the same one".to_owned())
        } else {
            judge(entry).unwrap_or_else(failed)
        };
        match verdict {
            Verdict::Passed => passed += 1,
            Verdict::Skipped => skipped += 1,
            Verdict::Failed(failed) => {
                let head = id.map_or_else(
                    || format!("entry {number}"),
                    |id| format!("entry {number} ({})", super::printable(id)),
                );
                if format == Format::Text {
                    session.out.write_all(failed.text(&head).as_bytes())?;
                }
                failures.push(failed.object(number, id));
            }
        }
    }
    let count = failures.len();
    if format == Format::Json {
        let object =
            json!({ "passed": passed, "failed": count, "skipped": skipped, "failures": failures });
        json::write(&mut session.out, object)?;
    } else {
        writeln!(
            session.out,
            "{passed} passed, {count} failed, {skipped} skipped"
        )?;
    }
    Ok(if count == 0 {
        Status::Fine
    } else {
        Status::Findings
    })
}

/// The entries of a file, or why it has none.
fn read(file: &Path) -> Result<Result<Vec<Value>, String>, Failure> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    let bytes = bytes.map_err(|source| Failure::Read {
        name: file.display().to_string(),
        source,
    })?;
    Ok(match serde_json::from_slice(&bytes) {
        Ok(Value::Array(entries)) => Ok(entries),
        Ok(_) => Err("the file is not a list of entries in `[` and `]`".to_owned()),
        Err(error) => Err(format!("this is not JSON: {error}")),
    })
}

fn failed(problem: String) -> Verdict {
    Verdict::Failed(Failed {
        problem: Some(problem),
        ..Failed::default()
    })
}

impl Failed {
    fn text(&self, head: &str) -> String {
        let string = self.string.as_deref().map(super::printable);
        let mut text = match &string {
            Some(string) => format!("{head}: {string}\n"),
            None => format!("{head}\n"),
        };
        if let Some(problem) = &self.problem {
            text += &format!("  {problem}\n");
        }
        for (word, lines) in [("missing", &self.missing), ("added", &self.added)] {
            for line in lines {
                text += &format!("  {word:7}  {}\n", told(line));
            }
        }
        text
    }

    fn object(&self, number: usize, id: Option<&str>) -> Value {
        json!({
            "entry": number,
            "id": id,
            "string": self.string,
            "missing": self.missing,
            "added": self.added,
            "message": self.problem,
        })
    }
}

/// `e5 special {"captures":["d4"]}`.
fn told(line: &Value) -> String {
    let parts = line.as_array().map(Vec::as_slice).unwrap_or_default();
    let word = |part: &Value| {
        part.as_str()
            .map_or_else(|| part.to_string(), str::to_owned)
    };
    parts.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn judge(entry: &Value) -> Result<Verdict, String> {
    let fields = Fields::new(entry)?;
    let string = fields.text("betza")?;
    let shape = fields.shape()?;
    let scene = fields.scene(shape)?;
    let expected = fields.expected(shape)?;
    let moves = match fields.text("mode")? {
        "moves" => true,
        "reach" => false,
        other => return Err(format!("`mode`: it is `moves` or `reach`, not {other:?}")),
    };
    if fields.yes("disputed")? {
        return Ok(Verdict::Skipped);
    }
    let difference = |problem: Option<String>, missing, added| {
        Verdict::Failed(Failed {
            string: Some(string.to_owned()),
            missing,
            added,
            problem,
        })
    };
    let piece = match Piece::parse(string) {
        Ok(piece) => piece,
        Err(error) => return Ok(difference(Some(error.to_string()), expected, Vec::new())),
    };
    let found = if moves {
        piece.moves(&scene).map(|moves| lines(&scene, &moves))
    } else {
        piece.reach(&scene).map(|found| reach(&scene, &found))
    };
    let found = match found {
        Ok(found) => found,
        Err(error) => return Ok(difference(Some(error.to_string()), expected, Vec::new())),
    };
    let without = |all: &[Value], others: &[Value]| -> Vec<Value> {
        all.iter()
            .filter(|line| !others.contains(line))
            .cloned()
            .collect()
    };
    let (missing, added) = (without(&expected, &found), without(&found, &expected));
    if missing.is_empty() && added.is_empty() {
        return Ok(Verdict::Passed);
    }
    Ok(difference(None, missing, added))
}

/// The fields of an entry, read with the field's name before every complaint.
struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    fn new(entry: &'a Value) -> Result<Self, String> {
        let fields = entry
            .as_object()
            .ok_or_else(|| format!("an entry is an object in braces, not {}", short(entry)))?;
        let known = |name: &str| {
            let mut known = NEEDED.iter().chain(&OPTIONAL).chain(&REMARKS);
            known.any(|&known| known == name)
        };
        if let Some(name) = fields.keys().find(|name| !known(name)) {
            return Err(format!(
                "`{}`: there is no such field",
                super::printable(name)
            ));
        }
        if let Some(name) = NEEDED.iter().find(|&&name| !fields.contains_key(name)) {
            return Err(format!("`{name}`: this field is missing"));
        }
        Ok(Self(fields))
    }

    fn text(&self, name: &str) -> Result<&'a str, String> {
        let value = &self.0[name];
        value
            .as_str()
            .ok_or_else(|| format!("`{name}`: it is a text, not {}", short(value)))
    }

    /// A field that is true or false, false if left out.
    fn yes(&self, name: &str) -> Result<bool, String> {
        let Some(value) = self.0.get(name) else {
            return Ok(false);
        };
        value
            .as_bool()
            .ok_or_else(|| format!("`{name}`: it is true or false, not {}", short(value)))
    }

    /// A list, empty if left out.
    fn list(&self, name: &str) -> Result<&'a [Value], String> {
        let Some(value) = self.0.get(name) else {
            return Ok(&[]);
        };
        let list = value.as_array().map(Vec::as_slice);
        list.ok_or_else(|| format!("`{name}`: it is a list, not {}", short(value)))
    }

    fn squares(&self, name: &str, shape: Shape) -> Result<Vec<Square>, String> {
        let list = self.list(name)?.iter();
        list.map(|value| square(name, value, shape)).collect()
    }

    fn shape(&self) -> Result<Shape, String> {
        let [files, ranks] = self.list("board")? else {
            return Err("`board`: it is a list of two numbers, files and ranks".to_owned());
        };
        let number = |value: &Value| {
            value
                .as_i64()
                .ok_or_else(|| format!("`board`: {} is not a whole number", short(value)))
        };
        Shape::new(number(files)?, number(ranks)?).map_err(|error| format!("`board`: {error}"))
    }

    fn scene(&self, shape: Shape) -> Result<Scene, String> {
        let side = match self.text("side")? {
            "white" => Side::White,
            "black" => Side::Black,
            other => return Err(format!("`side`: it is `white` or `black`, not {other:?}")),
        };
        let mut scene = Scene::new(shape, side)
            .moved(self.yes("has_moved")?)
            .one_rank_ahead(self.yes("one_rank_ahead_of_start")?);
        if self.text("piece_square")? != "hand" {
            scene = scene.at(square("piece_square", &self.0["piece_square"], shape)?);
        }
        for man in self.list("position")? {
            scene = place(scene, man, shape)?;
        }
        let sets: [(&str, Put); 3] = [
            ("unmoved", Scene::unmoved),
            ("kings", Scene::royal),
            ("holes", Scene::hole),
        ];
        for (name, set) in sets {
            scene = self.squares(name, shape)?.into_iter().fold(scene, set);
        }
        if let Some(pair) = self.0.get("en_passant") {
            let part = |part: &str| {
                let value = pair.get(part).unwrap_or(&Value::Null);
                square(&format!("en_passant.{part}"), value, shape)
            };
            only("en_passant", pair, &["target", "victim"])?;
            scene = scene.en_passant(part("target")?, part("victim")?);
        }
        self.lenders(scene, shape)
    }

    fn lenders(&self, mut scene: Scene, shape: Shape) -> Result<Scene, String> {
        let name = "piece_moves";
        let Some(value) = self.0.get(name) else {
            return Ok(scene);
        };
        let lenders = value
            .as_object()
            .ok_or_else(|| format!("`{name}`: it is an object, not {}", short(value)))?;
        for (at, string) in lenders {
            let at = square(name, &Value::String(at.clone()), shape)?;
            let text = string
                .as_str()
                .ok_or_else(|| format!("`{name}`: {} is not a text", short(string)))?;
            let piece = Piece::parse(text).map_err(|e| format!("`{name}`: {text:?}: {e}"))?;
            scene = scene.moves_like(at, piece);
        }
        Ok(scene)
    }

    /// The lines that are expected, in the form of those that are found.
    fn expected(&self, shape: Shape) -> Result<Vec<Value>, String> {
        let lines = self.list("expected")?.iter();
        Ok(sorted(
            lines
                .map(|line| expected(line, shape))
                .collect::<Result<_, _>>()?,
        ))
    }
}

/// Puts a man of `position` on the board.
fn place(scene: Scene, man: &Value, shape: Shape) -> Result<Scene, String> {
    let parts = man.as_array().map(Vec::as_slice).unwrap_or_default();
    let (at, who, same) = match parts {
        [at, who] => (at, who, None),
        [at, who, same] => (at, who, Some(same)),
        _ => {
            let wanted = "a man is a list of a square and `own` or `enemy`";
            return Err(format!("`position`: {wanted}, not {}", short(man)));
        }
    };
    let at = square("position", at, shape)?;
    let scene = match who.as_str() {
        Some("own") => scene.own(at),
        Some("enemy") => scene.enemy(at),
        _ => {
            return Err(format!(
                "`position`: a man is `own` or `enemy`, not {}",
                short(who)
            ));
        }
    };
    match same.map(|same| (same, same.as_str())) {
        None => Ok(scene),
        Some((_, Some("same"))) => Ok(scene.same_kind(at)),
        Some((other, _)) => Err(format!(
            "`position`: behind `own` may stand `same`, not {}",
            short(other)
        )),
    }
}

/// One line of `expected`: checked, and with squares in order.
fn expected(line: &Value, shape: Shape) -> Result<Value, String> {
    let name = "expected";
    let wrong = || {
        let wanted = "a move is a list of a square, a kind and perhaps effects";
        format!("`{name}`: {wanted}, not {}", short(line))
    };
    let parts = line.as_array().ok_or_else(wrong)?;
    let (at, kind, effects) = match parts.as_slice() {
        [at, kind] => (at, kind, None),
        [at, kind, effects] => (at, kind, Some(effects)),
        _ => return Err(wrong()),
    };
    square(name, at, shape)?;
    let kinds = ["move", "capture", "either", "special"];
    if !kind.as_str().is_some_and(|kind| kinds.contains(&kind)) {
        let kinds = kinds.join("`, `");
        return Err(format!(
            "`{name}`: a kind is one of `{kinds}`, not {}",
            short(kind)
        ));
    }
    let Some(effects) = effects else {
        return Ok(line.clone());
    };
    let known = [
        "captures",
        "destroys",
        "unload",
        "castle",
        "en_passant",
        "ep_rights",
        "mover",
        "pass",
        "drop",
    ];
    only(name, effects, &known)?;
    let mut effects = effects.clone();
    for key in ["captures", "destroys", "ep_rights"] {
        if let Some(list) = effects.get_mut(key) {
            let squares = list.as_array_mut();
            let squares =
                squares.ok_or_else(|| format!("`{name}`: `{key}` is a list of squares"))?;
            squares.sort_by_cached_key(Value::to_string);
        }
    }
    Ok(json!([at, kind, effects]))
}

/// Complains about a field with other parts than these.
fn only(name: &str, value: &Value, known: &[&str]) -> Result<(), String> {
    let parts = value
        .as_object()
        .ok_or_else(|| format!("`{name}`: {} is not an object", short(value)))?;
    match parts.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(format!(
            "`{name}`: `{}` is not known there",
            super::printable(key)
        )),
        None => Ok(()),
    }
}

fn square(name: &str, value: &Value, shape: Shape) -> Result<Square, String> {
    let square = value.as_str().and_then(|text| shape.parse(text));
    square.ok_or_else(|| format!("`{name}`: {} is not a square of this board", short(value)))
}

/// A value in a few characters.
fn short(value: &Value) -> String {
    const MOST: usize = 40;
    let text = value.to_string();
    if text.chars().count() <= MOST {
        return text;
    }
    text.chars().take(MOST).collect::<String>() + "…"
}
