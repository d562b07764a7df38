//! `[derive.NAME]`: new pieces made from the written ones.

use super::build::Build;
use super::groups::{of_written, piece_names, whole};
use super::pieces::{add_kind, entries, in_hand, letter, royal, stays, value, written};
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::{BySide, PieceId, PieceSet, Side};
use crate::diagnostics::Diagnostic;
use crate::notation::parse_pieces;
use crate::rules::condition::pieces;
use crate::rules::{Kind, Letter};
use crate::source::{Key as Name, Table, Text};
use std::collections::BTreeSet;

const LETTER: &str = "{letter}";
const NAME: &str = "{name}";

pub(super) const SECTION: Section = Section {
    name: "derive",
    meaning: "pieces made from the others, such as promoted ones; the piece `NAME-PIECE` for each, together the \
              group `NAME`",
    body: Body::Things {
        keys: &[
            Key {
                name: "of",
                want: Want::TEXT,
                missing: Missing::Error,
                meaning: "the pieces that a new one is made from, never derived ones",
            },
            Key {
                name: "letter",
                want: Want::TEXT,
                missing: Missing::Error,
                meaning: "the new letter, in which `{letter}` is the old one: \"+{letter}\" or \"{letter}~\"",
            },
            Key {
                name: "moves",
                want: Want::TEXT_OR_TEXTS.or_by_side(),
                missing: Missing::Error,
                meaning: "the new moves, in which `{moves}` is the old ones",
            },
            Key {
                name: "name",
                want: Want::TEXT,
                missing: Missing::Default("\"{name}\""),
                meaning: "the new name for people, in which `{name}` is the old one",
            },
            Key {
                name: "royal",
                want: Want::BOOL.or_by_side(),
                missing: Missing::Default("false"),
                meaning: "whether the new pieces may not be left under attack",
            },
            Key {
                name: "stays",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Default("that of the piece"),
                meaning: "the zone in which the new pieces have to end each move",
            },
            Key {
                name: "value",
                want: Want::NUMBER.or_by_side(),
                missing: Missing::Nothing,
                meaning: "their worth in pawns",
            },
            Key {
                name: "hand",
                want: Want::TEXT,
                missing: Missing::Default("what the piece is that each was made from"),
                meaning: "the piece that they are in the hand of whoever captures them; a derivation's name means the \
                          form of each in it",
            },
        ],
        defaults: &[],
    },
    inherited: true,
    steps: &[(Pass::Names, declare), (Pass::Rules, lower)],
};

/// Makes the derived kinds, without their moves.
fn declare(build: &mut Build<'_>) {
    let derives = build.things("derive");
    if derives.is_empty() {
        return;
    }
    // Groups of written pieces may stand in `of`; the others get their meaning when all kinds are there.
    let others = of_written(build);
    let mut made = Vec::new();
    for (key, node) in &derives {
        build.declare(&key.name, &key.place);
        let of = node.table().and_then(|t| t.text("of"));
        let errors = build.findings.errors();
        made.push(of.map(|of| sources(build, of, &others)).unwrap_or_default());
        build.cover(&key.name, errors);
    }
    build.names.groups.clear();
    for ((key, node), of) in derives.into_iter().zip(made) {
        if let Some(table) = node.table() {
            let (errors, letters) = (build.findings.errors(), build.bad_letters);
            derive(build, key, table, of);
            build.cover(&key.name, errors + build.bad_letters - letters);
        }
    }
}

/// The written kinds that `of` means.
fn sources(build: &mut Build<'_>, of: &Text, others: &BTreeSet<String>) -> PieceSet {
    let Some(ast) = build.read(of, parse_pieces(of.as_str())) else {
        return PieceSet::EMPTY;
    };
    let mut names = BTreeSet::new();
    piece_names(&ast, &mut names);
    if let Some(name) = names.intersection(others).next() {
        let help = "name written pieces here, and groups of written pieces";
        let message =
            format!("`{name}` has derived pieces in it, and nothing is derived from those");
        build.error("derive-of-derived", whole(of), message, help);
        return PieceSet::EMPTY;
    }
    let lowered = pieces(&build.names, &ast);
    let set = build.lowered(of, lowered);
    set.white.union(set.black)
}

fn derive(build: &mut Build<'_>, key: &Name, table: &Table, of: PieceSet) {
    let (Some(letters), mut made) = (table.text("letter"), PieceSet::EMPTY) else {
        return;
    };
    if !letters.as_str().contains(LETTER) {
        let help = "write \"+{letter}\" or \"{letter}~\"";
        let message = format!("the letter of derived pieces has `{LETTER}` in it");
        build.error("bad-letter", whole(letters), message, help);
        return;
    }
    if letters.as_str() == LETTER {
        let help = "write \"+{letter}\" or \"{letter}~\"";
        let message = "the derived pieces would have the letters of the old ones";
        build.error("bad-letter", whole(letters), message, help);
        return;
    }
    let title = table.text("name").map_or(NAME, Text::as_str);
    let royal = table.get("royal").map(royal).unwrap_or_default();
    let value = table
        .get("value")
        .map(|n| value(build, n))
        .unwrap_or_default();
    for source in of.iter() {
        let old = build.rules.kind(source).clone();
        let text = letters
            .as_str()
            .replace(LETTER, &old.letter.text(Side::White));
        let Some(letter) = new_letter(build, &old, letters, &text) else {
            continue;
        };
        let kind = Kind {
            id: format!("{}-{}", key.name, old.id),
            title: title.replace(NAME, &old.title),
            letter,
            entries: BySide::default(),
            royal,
            value,
            derived_from: Some(source),
            stays: old.stays,
            in_hand: old.in_hand,
        };
        build.declare(&kind.id, &key.place);
        let id = PieceId::new(build.rules.kinds.len().min(PieceId::MAX) as u8);
        add_kind(build, kind, whole(letters), &key.place);
        made.insert(id);
    }
    build
        .names
        .groups
        .insert(key.name.clone(), BySide::both(made));
}

fn new_letter(build: &mut Build<'_>, old: &Kind, letters: &Text, text: &str) -> Option<Letter> {
    for (mark, twice) in [
        ('+', old.letter.plus && text.starts_with("++")),
        ('~', old.letter.tilde && text.ends_with("~~")),
    ] {
        if twice {
            let old_letter = old.letter.text(Side::White);
            let message = format!(
                "`{}` has the letter `{old_letter}` already, which takes no second `{mark}`",
                old.id
            );
            let finding = Diagnostic::error("bad-letter", whole(letters), message).help(format!(
                "leave it out of `of`, or give it a letter without `{mark}`"
            ));
            build.findings.push(finding);
            return None;
        }
    }
    letter(build, letters, text)
}

/// Gives the derived kinds their moves. Runs after the written ones have theirs.
fn lower(build: &mut Build<'_>) {
    let count = written(build).len();
    for index in count..build.rules.kinds.len() {
        let kind = &build.rules.kinds[index];
        let Some(old) = kind.derived_from else {
            continue;
        };
        let old = build.rules.kind(old);
        let name = kind
            .id
            .strip_suffix(&old.id)
            .and_then(|n| n.strip_suffix('-'));
        let (inherited, stays_of_old) = (old.entries.clone(), old.stays);
        let hand_of_old = old.in_hand;
        let table = name.and_then(|name| build.section("derive").table(name));
        if let Some(moves) = table.and_then(|table| table.get("moves")) {
            let id = PieceId::new(index as u8);
            let entries = entries(build, moves, Some(&inherited), id);
            build.rules.kinds[index].entries = entries;
        }
        build.rules.kinds[index].in_hand = table
            .and_then(|table| table.text("hand"))
            .and_then(|text| in_hand(build, text, index))
            .unwrap_or(hand_of_old);
        let zone = table.and_then(|table| table.get("stays"));
        build.rules.kinds[index].stays = zone.map_or(stays_of_old, |zone| stays(build, zone));
    }
}
