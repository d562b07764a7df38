//! `[turn]`: what a turn consists of besides the move.

use super::build::Build;
use super::groups::whole;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::board::{BySide, PieceSet, Side, SquareSet};
use crate::diagnostics::Diagnostic;
use crate::fen::{self, Options};
use crate::notation::{ActAst, PartAst, PlaceWord, parse_part};
use crate::rules::condition::{self as lower, Site};
use crate::rules::{Captured, Condition, Part, PartAct, Place};
use crate::source::Text;

pub(super) const SECTION: Section = Section {
    name: "turn",
    meaning: "what a turn consists of besides the move",
    body: Body::Keys(&[
        Key {
            name: "pass",
            want: Want::TEXT.or_by_side(),
            missing: Missing::Default("\"never\""),
            meaning: "when a player may pass; `no-move` means here that there is no other legal move",
        },
        Key {
            name: "then",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "what follows the move and belongs to it: `move wall`, `put wall`, `put wall at Q from there`, \
                      `may drop PIECES on vacated`, each with `if CONDITION` if you like",
        },
        Key {
            name: "check",
            want: Want::TEXT,
            missing: Missing::Default("\"turn\""),
            meaning: "what must leave no own royal under attack: the whole `turn`, or each `part`, so that the move \
                      must be legal without what follows it as well",
        },
    ]),
    inherited: true,
    steps: &[(Pass::Rules, lower), (Pass::Start, check)],
};

fn lower(build: &mut Build<'_>) {
    let table = build.section("turn");
    if let Some(node) = table.get("pass") {
        build.rules.turn.pass = build.condition(node, &Site::Turn);
        build.rules.turn.pass_place = Some(node.place.clone());
    }
    if let Some(text) = table.text("then") {
        build.rules.turn.then = build
            .read(text, parse_part(text.as_str()))
            .and_then(|ast| part(build, text, &ast));
    }
    if let Some(text) = table.text("check") {
        build.rules.turn.each_part = each_part(build, text);
    }
}

fn part(build: &mut Build<'_>, text: &Text, ast: &PartAst) -> Option<Part> {
    if !fits(build, text, ast) {
        return None;
    }
    let act = match &ast.act.value {
        ActAst::PutWall => PartAct::PutWall,
        ActAst::MoveWall => PartAct::MoveWall,
        ActAst::Drop(pieces) => {
            let lowered = lower::pieces(&build.names, pieces);
            PartAct::Drop(build.lowered(text, lowered))
        }
    };
    let board: SquareSet = build.rules.shape.squares().collect();
    let zone = match &ast.zone {
        Some(zone) => {
            let lowered = lower::zone(&build.names, zone);
            build.lowered(text, lowered)
        }
        None => BySide::both(board),
    };
    let condition = match &ast.condition {
        Some(ast) => {
            let lowered = lower::condition(
                &build.names,
                ast,
                &Site::Effect,
                &mut build.rules.remembered,
            );
            build.lowered(text, lowered)
        }
        None => Condition::Always,
    };
    let reach = ast.reach.as_ref().map(|(pattern, from)| {
        let from = match from {
            PlaceWord::Here => Place::Here,
            _ => Place::There,
        };
        (pattern.value.terms.clone(), from)
    });
    Some(Part {
        act,
        may: ast.may,
        reach,
        zone,
        vacated: ast.vacated,
        condition,
        text: text.as_str().trim().to_owned(),
        place: whole(text),
    })
}

/// Whether each part must be legal by itself.
fn each_part(build: &mut Build<'_>, text: &Text) -> bool {
    let word = text.as_str().trim();
    if !matches!(word, "turn" | "part") {
        let message = format!("`{word}` is no part of the game that could be asked for check");
        build.error(
            "unknown-word",
            whole(text),
            message,
            "write \"turn\" or \"part\"",
        );
    }
    word == "part"
}

/// Whether what is done fits where it is done: men go where own men have left, walls where they like.
fn fits(build: &mut Build<'_>, text: &Text, ast: &PartAst) -> bool {
    let place = text.at(ast.act.span.clone());
    let is_drop = matches!(ast.act.value, ActAst::Drop(_));
    match (is_drop, ast.vacated) {
        (true, false) => build.error(
            "part-needs-vacated",
            place,
            "behind a move a man can be put down only on a square that own men have just left",
            "write `on vacated` behind the pieces, as in `may drop PIECES on vacated`",
        ),
        (false, true) => build.error(
            "part-on-vacated",
            place,
            "`on vacated` is about men that are put down, not about walls",
            "a wall where the mover started is an effect: `effects.NAME = { on = \"move\", do = \"wall here\" }`",
        ),
        (true, true) if ast.reach.is_some() => build.error(
            "part-at-and-vacated",
            place,
            "`at … from` is about walls, not about men that are put down",
            "leave it out: the squares are those that own men have just left",
        ),
        _ => return true,
    }
    false
}

/// The men that are put down behind a move must come from somewhere.
fn check(build: &mut Build<'_>) {
    let rules = &build.rules;
    let Some(Part {
        act: PartAct::Drop(kinds),
        place,
        ..
    }) = &rules.turn.then
    else {
        return;
    };
    if rules.captured == Captured::Hand {
        return;
    }
    let Ok(start) = fen::read(rules, &rules.start, Options::default()) else {
        return;
    };
    let held = |side: Side| -> PieceSet {
        let kinds = kinds[side].iter();
        kinds
            .filter(|&kind| start.in_hand(side, kind) > 0)
            .collect()
    };
    if Side::ALL.iter().all(|&side| held(side).is_empty()) {
        let message = "nobody ever has one of these men in hand, so this never happens";
        let finding = Diagnostic::warning("never-happens", place.clone(), message)
            .help("put them into the hands of the start position, in brackets behind the board of `setup.fen`");
        build.findings.push(finding);
    }
}
