//! `[protocol]`: what other programs call the game.

use super::build::Build;
use super::{Body, Key, Missing, Pass, Section, Want};
use crate::source::Text;

pub(super) const SECTION: Section = Section {
    name: "protocol",
    meaning: "what other programs call the game, where that is not its name; commands know these names too",
    body: Body::Keys(&[
        Key {
            name: "uci",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "its name as `UCI_Variant` of programs that speak UCI",
        },
        Key {
            name: "xboard",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "its name in the command `variant` of XBoard and WinBoard",
        },
        Key {
            name: "usi",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "its name as `USI_Variant` of programs that speak USI",
        },
        Key {
            name: "ucci",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "its name for programs that speak UCCI",
        },
        Key {
            name: "pgn",
            want: Want::TEXT,
            missing: Missing::Nothing,
            meaning: "its name in the tag `Variant` of games that others write",
        },
    ]),
    inherited: false,
    steps: &[(Pass::Names, lower)],
};

/// The longest name, in characters.
const LONGEST: usize = 64;

fn lower(build: &mut Build<'_>) {
    for (key, node) in build.section(SECTION.name).iter() {
        if let Some(text) = node.text()
            && is_sound(build, text)
        {
            let name = text.as_str().to_owned();
            build.rules.protocol.push((key.name.clone(), name));
        }
    }
}

/// Whether a text can be a name; otherwise it is told.
fn is_sound(build: &mut Build<'_>, text: &Text) -> bool {
    let name = text.as_str();
    let length = name.chars().count();
    let fine = (1..=LONGEST).contains(&length)
        && name.trim() == name
        && !name.chars().any(char::is_control);
    if !fine {
        let message = "this is no name that a program could have for the game";
        let help =
            format!("such a name has 1 to {LONGEST} characters, with no blank at either end");
        build.error("bad-protocol-name", text.at(0..name.len()), message, &help);
    }
    fine
}
