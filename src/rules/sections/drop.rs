//! `[drop.NAME]`: rules by which men are put down from the hand.

use super::build::Build;
use super::choices::{Choices, choices};
use super::{Body, Form, Key, Missing, Pass, Section, Want};
use crate::board::{BySide, PieceId, PieceSet, SquareSet};
use crate::diagnostics::Diagnostic;
use crate::rules::condition::Site;
use crate::rules::{Captured, Condition, DropRule};
use crate::source::{Key as Name, Node, Table};

pub(super) const SECTION: Section = Section {
    name: "drop",
    meaning: "rules by which men are put down from the hand on empty squares; what one of them allows is allowed, and \
              without any there are no drops",
    body: Body::Things {
        keys: &[
            Key {
                name: "pieces",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Default("\"all\""),
                meaning: "the men in hand that the rule is about",
            },
            Key {
                name: "on",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Default("\"all\""),
                meaning: "the squares, of which the empty ones count",
            },
            Key {
                name: "if",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Default("\"always\""),
                meaning: "a condition: `there` is the square, `mover` the man as it is put down",
            },
            Key {
                name: "to",
                want: Want::one(&[Form::Text, Form::NamedTexts]).or_by_side(),
                missing: Missing::Nothing,
                meaning: "what they may be put down as, themselves if nothing is said: pieces to choose from, the name \
                          of a derivation, or a table with a line `PIECE = \"PIECES\"` for each",
            },
            Key {
                name: "free",
                want: Want::BOOL,
                missing: Missing::Default("false"),
                meaning: "whether they need not be in hand: there is no end of them",
            },
        ],
        defaults: &[],
    },
    inherited: true,
    steps: &[(Pass::Rules, lower), (Pass::Start, check)],
};

fn lower(build: &mut Build<'_>) {
    for (key, node) in build.things("drop") {
        let Some(table) = node.table() else { continue };
        let free = table.get("free").and_then(Node::boolean) == Some(true);
        let rule = DropRule {
            id: key.name.clone(),
            choices: forms(build, key, table, free),
            zone: zone(build, key, table),
            condition: table
                .get("if")
                .map_or(Condition::Always, |n| build.condition(n, &Site::Drop)),
            free,
            place: key.place.clone(),
        };
        build.rules.has_hands |= !free;
        build.rules.drops.push(rule);
    }
}

fn zone(build: &mut Build<'_>, key: &Name, table: &Table) -> BySide<SquareSet> {
    let board: SquareSet = build.rules.shape.squares().collect();
    let holes = build.rules.holes;
    let Some(node) = table.get("on") else {
        return BySide::both(board - holes);
    };
    let written = build.zone(node);
    let zone = BySide::from_fn(|side| written[side] - holes);
    let is_lost = |zone: &BySide<SquareSet>| zone.white.is_empty() && zone.black.is_empty();
    if is_lost(&zone) && !is_lost(&written) {
        let message = format!("all squares of `drop.{}` are holes of the board", key.name);
        build.error(
            "empty-zone",
            node.place.clone(),
            message,
            "name squares of the board",
        );
    }
    zone
}

/// The men of a rule, each with what it may be put down as.
fn forms(build: &mut Build<'_>, key: &Name, table: &Table, free: bool) -> BySide<Choices> {
    let errors = build.findings.errors();
    let all = PieceSet::first(build.rules.kinds.len());
    let (who, written) = match table.get("pieces") {
        Some(node) => (&node.place, build.pieces(node)),
        None => (&key.place, BySide::both(all)),
    };
    let of = if free {
        written
    } else {
        BySide::from_fn(|side| in_hand(build, written[side]))
    };
    let nobody = |set: &BySide<PieceSet>| set.white.is_empty() && set.black.is_empty();
    if nobody(&of) && !nobody(&written) && build.findings.errors() == errors {
        never_in_hand(build, table, written.white.union(written.black));
        return BySide::default();
    }
    let Some(to) = table.get("to") else {
        return BySide::from_fn(|side| of[side].iter().map(|kind| (kind, vec![kind])).collect());
    };
    let choices = choices(build, (who, of), to);
    if !free {
        taken_from_the_hand(build, to, &choices);
    }
    choices
}

/// Those of some kinds that a hand can hold: what others become there is said of them.
fn in_hand(build: &Build<'_>, kinds: PieceSet) -> PieceSet {
    let is_itself = |kind: &PieceId| build.rules.kind(*kind).in_hand == *kind;
    kinds.iter().filter(is_itself).collect()
}

/// Tells that a rule is about men which are others in the hand.
fn never_in_hand(build: &mut Build<'_>, table: &Table, kinds: PieceSet) {
    let Some((node, kind)) = table.get("pieces").zip(kinds.iter().next()) else {
        return;
    };
    let kind = build.rules.kind(kind);
    let (id, hand) = (&kind.id, &build.rules.kind(kind.in_hand).id);
    let message = format!("`{id}` is never in a hand: there it is `{hand}`");
    let help = format!(
        "write `pieces = \"{hand}\"`, with `to = \"{id}\"` if it is put down as that; or say by the key `hand` of `{id}` \
         what it is in the hand"
    );
    build.error("never-in-hand", node.place.clone(), message, &help);
}

/// A man must be put down as something that counts as this man in the hand.
fn taken_from_the_hand(build: &mut Build<'_>, to: &Node, choices: &BySide<Choices>) {
    let pairs = choices.white.iter().chain(&choices.black);
    let mut pairs = pairs.flat_map(|(kind, forms)| forms.iter().map(|form| (*kind, *form)));
    let stranger = pairs.find(|(kind, form)| build.rules.kind(*form).in_hand != *kind);
    let Some((kind, form)) = stranger else {
        return;
    };
    let (kind, form) = (&build.rules.kind(kind).id, &build.rules.kind(form).id);
    let message =
        format!("`{kind}` in the hand cannot be put down as `{form}`, which is another man there");
    let help = format!("say that it is the same in the hand: `pieces.{form}.hand = \"{kind}\"`");
    build.error("other-in-hand", to.place.clone(), message, &help);
}

/// Men that come to a hand should get out of it again.
fn check(build: &mut Build<'_>) {
    let rules = &build.rules;
    if rules.captured == Captured::Gone || !rules.drops.is_empty() || rules.turn.then.is_some() {
        return;
    }
    let Some(text) = build.section("hand").get("captured") else {
        return;
    };
    let message = "captured men go to the hand, and no rule puts them down again";
    let finding = Diagnostic::warning("no-drop", text.place.clone(), message);
    build.findings.push(finding.help(
        "write `[drop.NAME]` for what may be put down where; without any keys it is all men, on all empty squares",
    ));
}
