//! `[pieces.NAME]`: what the pieces are and how they move.

use super::build::{Build, by_side, clauses};
use super::choices::{form, is_derivation};
use super::groups::whole;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::{BySide, PieceId, PieceSet, Side, SquareSet};
use crate::diagnostics::{Diagnostic, Edit};
use crate::notation::{Action, Drop, EntryMoves, Movement, PiecesAst, Term, parse_pieces};
use crate::rules::condition::{Site, condition, piece_list, pieces};
use crate::rules::{Condition, Entry, Kind, Letter};
use crate::source::{Location, Node, Text, Value};

pub(super) const VALUE_LIMIT: f64 = 10_000.0;

pub(super) const SECTION: Section = Section {
    name: "pieces",
    meaning: "the pieces and their moves",
    body: Body::Things {
        keys: &[
            Key {
                name: "letter",
                want: Want::TEXT,
                missing: Missing::Error,
                meaning: "how FEN and moves write it: a capital, with a `+` before it or a `~` behind it if you like",
            },
            Key {
                name: "moves",
                want: Want::TEXT_OR_TEXTS.or_by_side(),
                missing: Missing::Error,
                meaning: "its moves in Betza notation, or a list of them, each with `if CONDITION` and `then become \
                          PIECES` if you like; `[]` for a piece that never moves",
            },
            Key {
                name: "name",
                want: Want::TEXT,
                missing: Missing::Default("the key, with capitals"),
                meaning: "its name for people",
            },
            Key {
                name: "royal",
                want: Want::BOOL.or_by_side(),
                missing: Missing::Default("false"),
                meaning: "whether it may not be left under attack",
            },
            Key {
                name: "stays",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Default("\"all\""),
                meaning: "the zone in which it has to end each move; it attacks only there",
            },
            Key {
                name: "value",
                want: Want::NUMBER.or_by_side(),
                missing: Missing::Nothing,
                meaning: "its worth in pawns, where the program's own guess is not good",
            },
            Key {
                name: "hand",
                want: Want::TEXT,
                missing: Missing::Default("the piece itself"),
                meaning: "the piece that it is in the hand of whoever captures it",
            },
        ],
        defaults: &[],
    },
    inherited: true,
    steps: &[(Pass::Names, declare), (Pass::Rules, lower)],
};

/// Makes a kind of each piece, without its moves.
fn declare(build: &mut Build<'_>) {
    let pieces = build.things("pieces");
    if pieces.is_empty() {
        let place = build.document.table.entry("pieces").map_or_else(
            || Location::new(build.document.file, 0..0),
            |(key, _)| key.place.clone(),
        );
        let help = "write a table for each, such as `[pieces.NAME]`, with `letter` and `moves`";
        build.error("no-pieces", place, "the game has no pieces", help);
    }
    if let Some((key, _)) = pieces.get(PieceId::MAX) {
        too_many(build, &key.place);
        return;
    }
    for (key, node) in pieces {
        let Some(table) = node.table() else { continue };
        build.declare(&key.name, &key.place);
        let letter = table
            .text("letter")
            .and_then(|text| letter(build, text, text.as_str()));
        let title = table.text("name").map(|t| t.as_str().trim().to_owned());
        let kind = Kind {
            id: key.name.clone(),
            title: title
                .filter(|t| !t.is_empty())
                .unwrap_or_else(|| titled(&key.name)),
            letter: letter.unwrap_or(Letter {
                plus: false,
                capital: '?',
                tilde: false,
            }),
            entries: BySide::default(),
            royal: table.get("royal").map(royal).unwrap_or_default(),
            value: table
                .get("value")
                .map(|n| value(build, n))
                .unwrap_or_default(),
            derived_from: None,
            stays: BySide::default(),
            in_hand: PieceId::new(build.rules.kinds.len().min(PieceId::MAX) as u8),
        };
        let place = table
            .text("letter")
            .map_or_else(|| key.place.clone(), whole);
        add_kind(build, kind, place, &key.place);
    }
}

/// Adds a kind if its letter and its number are free. `place` is where its letter is said.
pub(super) fn add_kind(build: &mut Build<'_>, kind: Kind, place: Location, name: &Location) {
    if build.rules.kinds.len() >= PieceId::MAX {
        too_many(build, name);
        return;
    }
    if kind.letter.capital != '?'
        && let Some(first) = build
            .rules
            .kinds
            .iter()
            .position(|k| k.letter == kind.letter)
        && !build.is_no_name(&kind.id)
    {
        let text = kind.letter.text(Side::White);
        let message = format!(
            "two pieces have the letter `{text}`: `{}` and `{}`",
            build.rules.kinds[first].id, kind.id
        );
        let finding = Diagnostic::error("duplicate-letter", place.clone(), message)
            .related(build.letters[first].clone(), "first used here")
            .help(free_letters(build));
        build.findings.push(finding);
        build.bad_letters += 1;
    }
    let id = PieceId::new(build.rules.kinds.len() as u8);
    for side in Side::ALL.into_iter().filter(|&s| kind.royal[s]) {
        build.names.royals[side].insert(id);
    }
    build.names.pieces.push(kind.id.clone());
    build.rules.kinds.push(kind);
    build.letters.push(place);
}

fn too_many(build: &mut Build<'_>, place: &Location) {
    let most = PieceId::MAX;
    let message = format!("a game has at most {most} kinds of piece, derived ones included");
    build.error(
        "too-many-pieces",
        place.clone(),
        message,
        "this one is one too many",
    );
}

fn free_letters(build: &Build<'_>) -> String {
    let used = |c: char| {
        build
            .rules
            .kinds
            .iter()
            .any(|k| !k.letter.plus && k.letter.capital == c)
    };
    let free: String = ('A'..='Z').filter(|&c| !used(c)).collect();
    if free.is_empty() {
        "write `+` before a letter".to_owned()
    } else {
        format!("these letters are free: {free}")
    }
}

/// Reads a letter. `text` is where it stands, `written` what it is.
pub(super) fn letter(build: &mut Build<'_>, text: &Text, written: &str) -> Option<Letter> {
    let (plus, rest) = match written.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, written),
    };
    let (tilde, rest) = match rest.strip_suffix('~') {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let mut chars = rest.chars();
    match (chars.next(), chars.next()) {
        (Some(capital @ 'A'..='Z'), None) => Some(Letter {
            plus,
            capital,
            tilde,
        }),
        (first, second) => {
            let message = format!("`{written}` is no letter for a piece");
            let finding = Diagnostic::error("bad-letter", whole(text), message);
            build.findings.push(match (first, second) {
                (Some(small @ 'a'..='z'), None) if text.as_str() == written => {
                    let help = format!("write \"{}\"", small.to_ascii_uppercase());
                    let place = text.at(0..text.as_str().len());
                    finding
                        .help(help)
                        .fix(place, text.as_str().to_ascii_uppercase())
                }
                _ => finding.help(
                    "write one capital A to Z, with a `+` before it if you like, such as \"N\" or \"+N\"",
                ),
            });
            build.bad_letters += 1;
            None
        }
    }
}

/// `dark-knight` as `Dark Knight`.
pub(super) fn titled(key: &str) -> String {
    let word = |word: &str| {
        let mut chars = word.chars();
        chars
            .next()
            .map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
    };
    key.split('-').map(word).collect::<Vec<_>>().join(" ")
}

pub(super) fn royal(node: &Node) -> BySide<bool> {
    by_side(node, |node, _| node.boolean())
}

/// A worth in hundredths of a pawn.
pub(super) fn value(build: &mut Build<'_>, node: &Node) -> BySide<Option<i32>> {
    by_side(node, |node, _| {
        let pawns = match node.value {
            // Numbers too large to be exact are too large anyway.
            Value::Integer(number) => {
                number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32 as f64
            }
            Value::Float(number) => number,
            _ => return None,
        };
        if pawns.abs() <= VALUE_LIMIT {
            Some(Some((pawns * 100.0).round() as i32))
        } else {
            let message = format!("a value is a number of pawns up to {VALUE_LIMIT}");
            build.error(
                "bad-value",
                node.place.clone(),
                message,
                "1 is the worth of a pawn",
            );
            None
        }
    })
}

/// Gives the written pieces their moves.
fn lower(build: &mut Build<'_>) {
    for (i, (_, node)) in build.things("pieces").into_iter().enumerate() {
        let Some(table) = node.table() else { continue };
        if let Some(moves) = table.get("moves") {
            let entries = entries(build, moves, None, PieceId::new(i as u8));
            build.rules.kinds[i].entries = entries;
        }
        if let Some(hand) = table.text("hand").and_then(|text| in_hand(build, text, i)) {
            build.rules.kinds[i].in_hand = hand;
        }
        if let Some(zone) = table.get("stays") {
            build.rules.kinds[i].stays = stays(build, zone);
        }
    }
}

/// The piece that the kind with a number is in the hand. A derivation means the form that was made of it.
pub(super) fn in_hand(build: &mut Build<'_>, text: &Text, of: usize) -> Option<PieceId> {
    let name = text.as_str().trim();
    let kind = PieceId::new(of.min(PieceId::MAX - 1) as u8);
    if is_derivation(build, name) {
        let root = build.rules.kind(kind).derived_from.unwrap_or(kind);
        let form = form(build, name, root);
        if form.is_none() {
            let message = format!("`{}` has no `{name}` form", build.rules.kind(root).id);
            let help = format!("extend `derive.{name}.of`, or name a piece");
            build.error("no-derived-form", whole(text), message, &help);
        }
        return form;
    }
    let ast = build.read(text, parse_pieces(name))?;
    let set = pieces(&build.names, &ast);
    let set = build.lowered(text, set);
    let mut kinds = set.white.union(set.black).iter();
    match (kinds.next(), kinds.next()) {
        (Some(only), None) => Some(only),
        (None, _) => None,
        _ => {
            let message = "in the hand a man is one piece, and these are several";
            build.error("several-in-hand", whole(text), message, "name one piece");
            None
        }
    }
}

/// Where a piece has to end its moves; nothing where that is the whole board.
pub(super) fn stays(build: &mut Build<'_>, node: &Node) -> BySide<Option<SquareSet>> {
    let zone = build.zone(node);
    let board: SquareSet = build.rules.shape.squares().collect();
    BySide::from_fn(|side| Some(zone[side]).filter(|zone| *zone != board))
}

/// The entries of a value of `moves`. `inherited` is what `{moves}` stands for.
pub(super) fn entries(
    build: &mut Build<'_>,
    node: &Node,
    inherited: Option<&BySide<Vec<Entry>>>,
    mover: PieceId,
) -> BySide<Vec<Entry>> {
    by_side(node, |node, side| {
        let lines = match &node.value {
            Value::List(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let mut out = Vec::new();
        for line in lines {
            let Some(text) = line.text() else { continue };
            let inherited = inherited.map(|i| i[side].as_slice());
            let before = build.findings.errors();
            entry(build, text, inherited, (mover, side), &mut out);
            if build.findings.errors() > before {
                split_line(build, (line, text), node);
            }
        }
        Some(out)
    })
}

/// Lets the finding about a text in which `{moves}` stands beside other moves say how to write them as lines of their
/// own.
fn split_line(build: &mut Build<'_>, (line, text): (&Node, &Text), all: &Node) {
    const INHERITED: &str = "{moves}";
    let Some((before, after)) = text.as_str().split_once(INHERITED) else {
        return;
    };
    let lines = [before.trim(), INHERITED, after.trim()];
    let is_plain = |line: &&str| !line.contains(['"', '\'', '\\', '{']) || *line == INHERITED;
    let has_more = lines.iter().any(|line| line.contains(char::is_whitespace));
    if has_more || !lines.iter().all(is_plain) {
        return;
    }
    let lines = lines.iter().filter(|line| !line.is_empty());
    let lines: Vec<String> = lines.map(|line| format!("\"{line}\"")).collect();
    let lines = lines.join(", ");
    let written = text.at(0..text.as_str().len());
    // Between one quote at each end, so that the lines can take the text's place.
    if written.span.len() + 2 != line.place.span.len() {
        return;
    }
    // A text that adds to an inherited list is a list by now, but not in the file.
    let (outer, inner) = (&all.place.span, &line.place.span);
    let is_in_list =
        all.place.file == line.place.file && outer.start < inner.start && inner.end < outer.end;
    let edit = Edit {
        place: line.place.clone(),
        text: if is_in_list {
            lines
        } else {
            format!("[{lines}]")
        },
        is_safe: true,
    };
    // Both sides are told of a value that is for both.
    let told = build.findings.iter_mut();
    for finding in told.filter(|f| f.code == "mixed-line" && f.place == written) {
        finding.edits = vec![edit.clone()];
    }
}

fn entry(
    build: &mut Build<'_>,
    text: &Text,
    inherited: Option<&[Entry]>,
    (mover, side): (PieceId, Side),
    out: &mut Vec<Entry>,
) {
    if text.as_str().trim().is_empty() {
        let help = "write moves in Betza notation, or `moves = []` for a piece that never moves";
        build.error(
            "empty-moves",
            whole(text),
            "there are no moves in this text",
            help,
        );
        return;
    }
    let read = build.parsed_entry(text.as_str());
    let Some(ast) = build.read(text, read) else {
        return;
    };
    let place = text.at(ast.moves.span.clone());
    if let EntryMoves::Written(movement) = &ast.moves.value {
        refuse_drops(build, text, movement);
    }
    let becomes = ast.becomes.as_ref();
    let becomes = becomes.map_or_else(Vec::new, |to| becomes_of(build, text, to, mover, side));
    let mut lowered = |attacks: bool| match &ast.condition {
        Some(ast) => {
            let site = Site::Entry { attacks };
            let remembered = &mut build.rules.remembered;
            let lowered = condition(&build.names, ast, &site, remembered);
            let condition = build.lowered(text, lowered);
            let clauses = clauses(ast, &condition, &|part| Some(text.at(part)));
            (condition, clauses)
        }
        None => (Condition::Always, Vec::new()),
    };
    match (ast.moves.value, inherited) {
        (EntryMoves::Written(mut movement), _) => {
            let (condition, clauses) = lowered(attacks(&movement));
            let places = movement.terms.iter().map(|t| text.at(t.span.clone()));
            let places = places.collect();
            let start = ast.moves.span.start;
            for term in &mut movement.terms {
                term.span =
                    term.span.start.saturating_sub(start)..term.span.end.saturating_sub(start);
            }
            let text = text
                .as_str()
                .get(ast.moves.span)
                .unwrap_or_default()
                .to_owned();
            out.push(Entry {
                movement,
                text,
                place,
                places,
                condition,
                clauses,
                becomes,
            });
        }
        (EntryMoves::Inherited, Some(inherited)) => {
            let (further, clauses) = lowered(inherited.iter().any(|e| attacks(&e.movement)));
            for old in inherited {
                let condition = both(old.condition.clone(), further.clone());
                let clauses = old.clauses.iter().chain(&clauses).cloned().collect();
                let becomes = match &becomes[..] {
                    [] => old.becomes.clone(),
                    new => new.to_vec(),
                };
                out.push(Entry {
                    condition,
                    clauses,
                    becomes,
                    ..old.clone()
                });
            }
        }
        (EntryMoves::Inherited, None) => {
            let message = "there are no moves that `{moves}` could stand for";
            let help = "`{moves}` means the moves that the piece has in the base, or in `derive` those of each piece";
            build.error("no-inherited-moves", place, message, help);
        }
    }
}

/// What the mover becomes, in the order written.
fn becomes_of(
    build: &mut Build<'_>,
    text: &Text,
    ast: &PiecesAst,
    mover: PieceId,
    side: Side,
) -> Vec<PieceId> {
    let lowered = piece_list(&build.names, ast);
    let kinds = build.lowered(text, lowered)[side].clone();
    if kinds.contains(&mover) {
        let message = format!("`{}` would become itself", build.rules.kind(mover).id);
        let help = "name only what it can become; moves that leave it what it is stand in a line of their own";
        build.error("becomes-itself", text.at(ast.span.clone()), message, help);
    }
    kinds
}

/// Where a man may be put down is a rule of the game, which has a section of its own.
fn refuse_drops(build: &mut Build<'_>, text: &Text, movement: &Movement) {
    for term in &movement.terms {
        if let Action::Drop(drop) = &term.action {
            build.error(
                "drop-in-moves",
                text.at(term.span.clone()),
                "`@` drops a man from the hand, and a rule file says that in a section of its own",
                &drop_help(*drop, build.rules.shape.ranks().into()),
            );
        }
    }
}

/// How a drop of the notation is written in a rule file.
fn drop_help(drop: Drop, ranks: u16) -> String {
    let mut zone = if drop.depth < ranks {
        format!("first {}", drop.depth)
    } else {
        "all".to_owned()
    };
    if drop.spares_back_rank {
        zone += " but rank 1";
    }
    let mut conditions = Vec::new();
    match drop.per_file {
        Some(1) => conditions.push("no own PIECE in file of there".to_owned()),
        Some(most) => conditions.push(format!("own PIECE in file of there < {most}")),
        None => {}
    }
    if drop.only_one {
        conditions.push("no own PIECE".to_owned());
    }
    if drop.other_colour {
        conditions.push(
            "(there in light and no own PIECE in light or there in dark and no own PIECE in dark)"
                .to_owned(),
        );
    }
    let mut help =
        "leave it out here, and write `[drop.NAME]` with `pieces = \"PIECE\"`".to_owned();
    if zone != "all" {
        help += &format!(", `on = \"{zone}\"`");
    }
    if !conditions.is_empty() {
        help += &format!(", `if = \"{}\"`", conditions.join(" and "));
    }
    help
}

/// Whether a movement can take an enemy man.
fn attacks(movement: &Movement) -> bool {
    let mut legs = movement.terms.iter().flat_map(Term::all_legs);
    legs.any(|leg| leg.modality.capture || leg.modality.en_passant || leg.lends)
}

fn both(one: Condition, two: Condition) -> Condition {
    match (one, two) {
        (Condition::Always, other) | (other, Condition::Always) => other,
        (one, two) => Condition::All(vec![one, two]),
    }
}

/// All kinds that are no derived ones.
pub(super) fn written(build: &Build<'_>) -> PieceSet {
    build
        .rules
        .kinds()
        .filter(|(_, k)| k.derived_from.is_none())
        .map(|(id, _)| id)
        .collect()
}
