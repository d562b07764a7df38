//! What the keys of a rule file come to, on small files that build on a shipped game.

#![allow(clippy::unwrap_used)] // in the helpers of tests

use ferz::board::Side;
use ferz::rules::{Condition, Rules, Verdict};
use ferz::{Library, Loaded};
use std::sync::Arc;

fn load(text: &str) -> Loaded {
    Library::new().load_bytes("game.toml", format!("format = 1\n{text}").as_bytes())
}

/// The rules of a file that must be right; its merged text must give the same.
fn rules(text: &str) -> Arc<Rules> {
    let loaded = load(text);
    assert_eq!(loaded.findings, [], "{text}");
    let merged = loaded.merged().unwrap();
    let rules = loaded.rules.unwrap();
    let again = Library::new().load_bytes("game.toml", merged.as_bytes());
    assert_eq!(again.findings, [], "{merged}");
    let again = again.rules.unwrap();
    assert_eq!(
        (&again.start, &again.defaults),
        (&rules.start, &rules.defaults),
        "{merged}"
    );
    let conditions = |rules: &Rules| {
        let entries = rules
            .kinds
            .iter()
            .flat_map(|k| k.entries.white.iter().chain(&k.entries.black));
        entries
            .map(|e| (e.movement.clone(), format!("{:?}", e.condition)))
            .collect::<Vec<_>>()
    };
    assert_eq!(conditions(&again), conditions(&rules), "{merged}");
    rules
}

fn codes(text: &str) -> Vec<&'static str> {
    load(text).findings.iter().map(|d| d.code).collect()
}

const CHESS: &str = "base = 'chess'\n";

#[test]
fn inherited_moves_can_get_a_condition() {
    let rules = rules(&format!(
        "{CHESS}pieces.knight.moves = ['{{moves}} if own king at K from here', 'mW']"
    ));
    let knight = &rules.kind(rules.find("knight").unwrap()).entries.white;
    assert_eq!(knight.len(), 2);
    assert_eq!(knight[0].text, "N");
    assert!(
        matches!(knight[0].condition, Condition::Count(..)),
        "{:?}",
        knight[0].condition
    );
}

#[test]
fn conditions_add_up() {
    let rules = rules(
        "base = 'king-support-chess'\npieces.pawn.moves = ['{moves} if here in last 4 or here in e2']",
    );
    let pawn = &rules.kind(rules.find("pawn").unwrap()).entries.white;
    assert_eq!(pawn.len(), 3);
    assert!(
        matches!(pawn[0].condition, Condition::Any(_)),
        "{:?}",
        pawn[0].condition
    );
    assert!(
        pawn[1..]
            .iter()
            .all(|e| matches!(e.condition, Condition::All(_))),
        "{pawn:?}"
    );
}

#[test]
fn derived_moves_can_get_a_condition() {
    let rules = rules(&format!(
        "{CHESS}derive.strong = {{ of = 'knight/rook', letter = '+{{letter}}', name = 'Strong {{name}}', \
         moves = ['{{moves}} if here in last 4', 'mF'] }}\n\
         promotion.strong = {{ pieces = 'knight/rook', zone = 'last 4', to = 'strong', must = false }}\n"
    ));
    let strong = rules.kind(rules.find("strong-knight").unwrap());
    assert_eq!(
        (
            strong.title.as_str(),
            strong.letter.text(Side::Black).as_str()
        ),
        ("Strong Knight", "+n")
    );
    assert_eq!(strong.derived_from, rules.find("knight"));
    assert_eq!(strong.entries.black.len(), 2);
    assert!(matches!(
        strong.entries.black[0].condition,
        Condition::In(..)
    ));
    assert_eq!(rules.promotions[1].choices.white.len(), 2);
    assert_eq!(rules.promotions[1].must, Condition::Never);
}

#[test]
fn values_can_differ_by_side() {
    let rules = rules(&format!(
        "{CHESS}pieces.pawn.moves = {{ white = ['{{moves}}', 'sW'], black = '{{moves}}' }}\n\
         pieces.pawn.value = {{ white = 1, black = 1.25 }}\n\
         pieces.queen.royal = {{ white = false, black = true }}\n\
         promotion.pawn.zone = {{ white = 'rank 8', black = 'rank 2' }}\n\
         promotion.pawn.to = {{ white = 'queen', black = 'knight/rook' }}\n\
         promotion.pawn.must = {{ white = false, black = 'there in e2' }}\n\
         words.progress = {{ white = 'capture', black = 'never' }}\n"
    ));
    let pawn = rules.kind(rules.find("pawn").unwrap());
    assert_eq!((pawn.entries.white.len(), pawn.entries.black.len()), (2, 1));
    assert_eq!((pawn.value.white, pawn.value.black), (Some(100), Some(125)));
    assert_eq!(rules.royals(Side::White).len(), 1);
    assert_eq!(rules.royals(Side::Black).len(), 2);
    let promotion = &rules.promotions[0];
    assert!(
        promotion
            .zone
            .black
            .contains(rules.shape.parse("a2").unwrap())
    );
    assert_eq!(promotion.choices.black[0].1.len(), 2);
    assert!(
        matches!(promotion.must, Condition::Any(_)),
        "{:?}",
        promotion.must
    );
    assert!(
        matches!(rules.progress, Condition::Any(_) | Condition::All(_)),
        "{:?}",
        rules.progress
    );
}

#[test]
fn an_array_gives_all_rights() {
    let array = "setup.array = '''\n  r . . . k . . r\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  \
                 . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  R . . . K . . .\n'''\n";
    let rules = rules(&format!("{CHESS}{array}"));
    assert_eq!(rules.start, "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1");
    assert!(rules.defaults.contains(&"setup.rights".to_owned()));
    let some = self::rules(&format!("{CHESS}{array}setup.rights = 'k'"));
    assert_eq!(some.start, "r3k2r/8/8/8/8/8/8/R3K3 w k - 0 1");
    assert_eq!(
        codes(&format!("{CHESS}{array}setup.rights = 'K'")),
        ["fen-rights"]
    );
}

#[test]
fn ends_can_be_changed_and_removed() {
    let rules = rules(&format!(
        "{CHESS}end.stalemate = false\nend.mate.result = 'draw'\nend.repetition.claim = true\n\
         end.goal = {{ if = 'own king in last 1', result = 'win' }}\n"
    ));
    let ends: Vec<_> = rules
        .ends
        .iter()
        .map(|e| (e.id.as_str(), e.result.white, e.claim))
        .collect();
    let expected = [
        ("goal", Verdict::Win, false),
        ("dead", Verdict::Draw, false),
        ("mate", Verdict::Draw, false),
        ("repetition", Verdict::Draw, true),
        ("fifty", Verdict::Draw, false),
    ];
    assert_eq!(ends, expected);
    assert!(rules.defaults.contains(&"end.mate.if".to_owned()));
}

#[test]
fn a_bare_file_gets_the_defaults() {
    let rules = rules(
        "board = { files = 3, ranks = 4 }\nsetup.fen = 'k2/3/3/2K'\n\
         pieces.king = { letter = 'K', moves = 'K', royal = true }\npieces.stone = { letter = 'S', moves = [] }\n",
    );
    assert_eq!(rules.start, "k2/3/3/2K w - - 0 1");
    assert_eq!((rules.id.as_str(), rules.title.as_str()), ("game", "game"));
    assert_eq!(rules.progress, Condition::Capture);
    let ends: Vec<_> = rules
        .ends
        .iter()
        .map(|e| (e.id.as_str(), e.default))
        .collect();
    assert_eq!(
        ends,
        [
            ("mate", true),
            ("stalemate", true),
            ("repetition", true),
            ("fifty", true)
        ]
    );
    let expected = [
        "name",
        "board.black",
        "pieces.king.name",
        "pieces.stone.name",
        "pieces.stone.royal",
        "words.progress",
        "end.mate",
        "end.stalemate",
        "end.repetition",
        "end.fifty",
    ];
    let said = |key: &&&str| !rules.defaults.iter().any(|d| d == **key);
    let unsaid: Vec<_> = expected.iter().filter(said).collect();
    assert!(unsaid.is_empty(), "{unsaid:?}: {:?}", rules.defaults);
    assert!(!rules.defaults.contains(&"board.files".to_owned()));
}

#[test]
fn progress_can_be_removed() {
    let rules = rules(&format!("{CHESS}words.progress = false\n"));
    assert_eq!(rules.progress, Condition::Never);
}

#[test]
fn names_build_on_each_other_in_any_order() {
    let rules = rules(&format!(
        "{CHESS}groups = {{ a = 'b/strong-knight', b = 'strong but strong-rook', c = 'a within b', minor = 'knight/bishop/rook' }}\n\
         zones = {{ far = 'near but e8', near = 'last 2' }}\n\
         words = {{ late = 'soon and capture', soon = 'there in far' }}\n\
         derive.strong = {{ of = 'minor', letter = '+{{letter}}', moves = '{{moves}}' }}\n\
         promotion.pawn.to = 'c'\npromotion.pawn.if = 'late'\n"
    ));
    let to: Vec<_> = rules.promotions[0].choices.white[0]
        .1
        .iter()
        .map(|&k| rules.kind(k).id.as_str())
        .collect();
    assert_eq!(to, ["strong-knight", "strong-bishop"]);
}

#[test]
fn black_sees_the_board_as_it_is_told() {
    let origin = |view: &str| {
        let text = format!(
            "board.black = '{view}'\nsetup.fen = '4k3/8/8/8/8/8/8/4K3'\n\
             pieces.king = {{ letter = 'K', moves = ['K', 'mD if here in a2'], royal = true }}\n"
        );
        let rules = rules(&text);
        match &rules.kinds[0].entries.white[1].condition {
            Condition::In(_, zone) => rules
                .shape
                .name(zone.black.iter().next().unwrap())
                .to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        [origin("mirror"), origin("turn"), origin("same")],
        ["a7", "h7", "a2"]
    );
}

#[test]
fn other_arrays_have_royals_of_their_own() {
    let text = format!(
        "{CHESS}setup.others = {{ small = 'k7/8/8/8/8/8/8/7K', bad = 'k7/8/8/8/8/8/8/8' }}"
    );
    assert_eq!(codes(&text), ["missing-royal"]);
    let rules = rules(
        &format!("{CHESS}setup.others = {{ small = 'k7/8/8/8/8/8/8/7K', gone = false }}")
            .replace(", gone = false", ""),
    );
    assert_eq!(
        rules.others,
        [("small".to_owned(), "k7/8/8/8/8/8/8/7K w - - 0 1".to_owned())]
    );
}

#[test]
fn the_reference_names_every_key() {
    let reference = ferz::rules::reference();
    for word in [
        "`letter`",
        "`[promotion.NAME]`",
        "`fifty`",
        "`progress = \"capture\"`",
        "one for each side",
    ] {
        assert!(reference.contains(word), "{word}\n{reference}");
    }
    insta::assert_snapshot!(reference);
}

#[test]
fn a_witness_is_known_to_differ_by_a_law_or_an_end() {
    let reason = "an engine that we know of allows it";
    let law = format!(
        "{CHESS}forbid.late = 'mover is king and here in rank 8'\nwitness.late = '{reason}'\nwitness.fifty = '{reason}'"
    );
    assert_eq!(
        rules(&law).witness,
        [("late", reason), ("fifty", reason)].map(|(n, r)| (n.to_owned(), r.to_owned()))
    );
    let unknown = format!("{CHESS}witness.early = '{reason}'");
    assert_eq!(codes(&unknown), ["witness-unknown"]);
    let short = format!("{CHESS}witness.fifty = 'it is so'");
    assert_eq!(codes(&short), ["witness-reason"]);
    let removed = "base = 'shogi'\nforbid.pawn-drop-mate = false\n";
    assert_eq!(codes(removed), ["witness-unknown"]);
    assert_eq!(
        codes(&format!("{removed}witness.pawn-drop-mate = false")),
        [""; 0]
    );
}
