//! `[end.NAME]`: how the game ends.

use super::build::Build;
use super::groups::whole;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::rules::condition::Site;
use crate::rules::{End, Verdict};
use crate::similar::similar;
use crate::source::{Location, Node, Table, Text};

/// The ends of orthodox chess: name, condition, result.
const DEFAULTS: [(&str, &str, Verdict); 4] = [
    ("mate", "mate", Verdict::Loss),
    ("stalemate", "no-move and not check", Verdict::Draw),
    ("repetition", "repeated 3", Verdict::Draw),
    ("fifty", "quiet 100", Verdict::Draw),
];

pub(super) const SECTION: Section = Section {
    name: "end",
    meaning: "how the game ends; the first that holds counts, asked for the player who moved, then for the other; \
              what a file adds comes before what it inherits",
    body: Body::Things {
        keys: &[
            Key {
                name: "if",
                want: Want::TEXT.or_by_side(),
                missing: Missing::Error,
                meaning: "when",
            },
            Key {
                name: "result",
                want: Want::TEXT,
                missing: Missing::Error,
                meaning: "\"win\", \"loss\" or \"draw\" for the player that is asked",
            },
            Key {
                name: "claim",
                want: Want::BOOL,
                missing: Missing::Default("false"),
                meaning: "whether a player has to claim it; otherwise the game is over at once",
            },
        ],
        defaults: &["mate", "stalemate", "repetition", "fifty"],
    },
    inherited: true,
    steps: &[(Pass::Rules, lower)],
};

/// The file's own ends, then the default ones in their order, changed or not: mate comes before the counts.
fn lower(build: &mut Build<'_>) {
    let usual = |name: &str| DEFAULTS.iter().any(|(n, ..)| *n == name);
    for (key, node) in build.things("end") {
        if let Some(table) = node.table().filter(|_| !usual(&key.name)) {
            let end = end(build, &key.name, table, false);
            build.rules.ends.push(end);
        }
    }
    let said = build.section("end");
    for (name, ..) in DEFAULTS {
        let node = said.get(name);
        if node.is_some_and(Node::is_false) {
            continue;
        }
        let own = node.and_then(Node::table);
        let end = end(build, name, own.unwrap_or(&Table::new()), own.is_none());
        build.rules.ends.push(end);
    }
}

/// An end; what a table lacks comes from the default of that name.
fn end(build: &mut Build<'_>, name: &str, table: &Table, default: bool) -> End {
    let usual = DEFAULTS.iter().find(|(n, ..)| *n == name);
    let condition = match (table.get("if"), usual) {
        (Some(node), _) => build.condition(node, &Site::End),
        (None, Some((_, usual, _))) => {
            let place = Location::new(build.document.file, 0..0);
            build.condition_of(&Text::made(*usual, place), &Site::End)
        }
        (None, None) => crate::rules::Condition::Never,
    };
    let usual = usual.map_or(Verdict::Draw, |(.., result)| *result);
    let result = table
        .text("result")
        .map_or(usual, |text| verdict(build, text));
    let claim = table.get("claim").and_then(Node::boolean).unwrap_or(false);
    End {
        id: name.to_owned(),
        condition,
        result,
        claim,
        default,
    }
}

const VERDICTS: [(&str, Verdict); 3] = [
    ("win", Verdict::Win),
    ("loss", Verdict::Loss),
    ("draw", Verdict::Draw),
];

fn verdict(build: &mut Build<'_>, text: &Text) -> Verdict {
    let word = text.as_str();
    if let Some((_, verdict)) = VERDICTS.iter().find(|(w, _)| *w == word) {
        return *verdict;
    }
    let help = similar(word, VERDICTS.iter().map(|(w, _)| *w)).map_or_else(
        || "write \"win\", \"loss\" or \"draw\", for the player that is asked".to_owned(),
        |close| format!("did you mean \"{close}\"?"),
    );
    build.error(
        "unknown-word",
        whole(text),
        format!("`{word}` is no result"),
        &help,
    );
    Verdict::Draw
}
