//! Conditions, sets and zones: what is read, what it means, and what is said about mistakes.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::board::{BySide, PieceId, PieceSet, Shape, Side, SquareSet};
use ferz::notation::{NotationFinding, parse_condition, parse_entry, parse_pieces, parse_zone};
use ferz::rules::condition::{Names, Site, condition, piece_list, pieces, zone, zone_half};
use ferz::rules::{BlackView, Condition};
use proptest::prelude::*;

fn names() -> Names {
    let mut names = Names::new(Shape::new(8, 8).unwrap(), BlackView::Mirror);
    names.pieces = ["pawn", "knight", "bishop", "rook", "queen", "king"]
        .map(String::from)
        .to_vec();
    let set = |ids: &[u8]| ids.iter().map(|&i| PieceId::new(i)).collect::<PieceSet>();
    names
        .groups
        .insert("minors".to_owned(), BySide::both(set(&[1, 2])));
    names.groups.insert(
        "guards".to_owned(),
        BySide {
            white: set(&[3]),
            black: set(&[4]),
        },
    );
    names.royals = BySide {
        white: set(&[5]),
        black: set(&[5]),
    };
    let home = parse_zone("rank 2").value.unwrap();
    let home = zone(&names, &home).value;
    names.zones.insert("home".to_owned(), home);
    for (word, text) in [
        ("progress", "capture or mover is pawn"),
        ("calm", "not check"),
        ("over", "mate or stalemate"),
        ("self", "check or self"),
        ("ping", "pong and check"),
        ("pong", "not ping"),
        ("lost", "self"),
    ] {
        names.words.insert(
            word.to_owned(),
            BySide::both(parse_condition(text).value.unwrap()),
        );
    }
    names
}

fn show(text: &str, findings: &[NotationFinding]) -> String {
    let mut out = format!("{text:?}\n");
    for f in findings {
        let help = f
            .help
            .as_ref()
            .map(|h| format!("; {h}"))
            .unwrap_or_default();
        out += &format!(
            "  {:?} {} {}: {}{help}\n",
            f.span,
            f.severity.word(),
            f.code,
            f.message
        );
    }
    out
}

/// All findings about a condition, syntax and meaning.
fn findings(text: &str, site: &Site) -> Vec<NotationFinding> {
    let read = parse_condition(text);
    let mut all = read.findings;
    all.extend(
        read.value
            .map(|c| condition(&names(), &c, site).findings)
            .unwrap_or_default(),
    );
    all
}

fn squares(text: &str) -> BySide<Vec<String>> {
    let names = names();
    let read = parse_zone(text);
    assert_eq!(read.findings, []);
    let lowered = zone(&names, &read.value.unwrap());
    assert_eq!(lowered.findings, []);
    BySide::from_fn(|side| spell(&names, lowered.value[side]))
}

fn spell(names: &Names, set: SquareSet) -> Vec<String> {
    set.iter()
        .map(|s| names.shape.name(s).to_string())
        .collect()
}

#[test]
fn what_the_six_games_ask_is_fine() {
    for (text, site) in [
        ("not check and track safe", Site::Castling),
        (
            "here in home and no enemy pawn at sW from there",
            Site::Entry { attacks: false },
        ),
        ("own king at K from here", Site::Entry { attacks: true }),
        (
            "here in e1 and not check and path safe",
            Site::Entry { attacks: false },
        ),
        ("capture or mover is pawn", Site::Progress),
        ("quiet 100", Site::End),
        ("repeated 3", Site::End),
        ("mate", Site::End),
        ("no-move and not check", Site::End),
        (
            "no all but king/knight/bishop and all but king <= 1 or no all but king/bishop and (no bishop in light or no bishop in dark)",
            Site::End,
        ),
        ("there in last 1", Site::Promotion),
        ("enemy no-move", Site::End),
        ("calm and minors in first 3 >= 2", Site::End),
        ("white king at R from black king", Site::End),
        (
            "some own guards within minors/guards but knight in a1..c3/rank 4",
            Site::End,
        ),
        ("victim is royal or promotion", Site::Promotion),
        (
            "no own pawn at (1,2) from own royal in files a..c",
            Site::End,
        ),
        ("not (not check or not (always and never))", Site::Castling),
    ] {
        assert_eq!(findings(text, &site), [], "{text}");
    }
}

#[test]
fn messages_are_stable() {
    let move_site = Site::Entry { attacks: false };
    let mut out = String::new();
    for text in [
        "",
        "  ",
        "and",
        "check and",
        "check or or mate",
        "not",
        "(check",
        "check)",
        "((check) and (capture)",
        "chek",
        "prawn in e4",
        "own prawn",
        "here on e4",
        "here",
        "here in",
        "here in e9",
        "here in e4-e6",
        "here in E4",
        "here in hoem",
        "here in pawn",
        "path safe safe",
        "mover pawn",
        "mover is",
        "mover is pawn/",
        "victim is pawn but pawn",
        "repeated",
        "repeated 0",
        "repeated 99999999999",
        "no own pawn >= 2",
        "own pawn >> 2",
        "own pawn >=",
        "own pawn == 2",
        "own pawn at W",
        "own pawn at from here",
        "own pawn at mW from here",
        "own pawn at isO2 from here",
        "own pawn at WWW from here",
        "own pawn at W from path",
        "own pawn at W from no king",
        "own pawn at W from",
        "after check",
        "last capture",
        "own unmoved rook in a1",
        "check then remove mover",
        "there seen by king",
        "no own pawn in rank 9",
        "here in rank",
        "here in ranks 2..",
        "here in file 3",
        "here in last 9",
        "here in last 0",
        "here in home but rank 2",
        "pawn but knight but rook",
        "guards >= 2",
        "own pawn at W from guards",
        "pawn in e4 check",
        "%&$",
        "♞ in e4",
        "over",
        "mate and quiet 3",
        "home",
        "minors",
        "Pawn",
        "check and (path safe or chek) and there in hoem",
    ] {
        out += &show(text, &findings(text, &move_site));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn facts_may_not_stand_everywhere() {
    let attacks = Site::Entry { attacks: true };
    let word = |name: &str| Site::Word(name.to_owned());
    let mut out = String::new();
    for (text, site) in [
        ("check", &attacks),
        ("path safe and not here attacked", &attacks),
        ("calm", &attacks),
        ("enemy check", &attacks),
        ("mate", &attacks),
        ("here in e4 and there safe", &Site::End),
        (
            "capture or promotion or mover is king or victim is king",
            &Site::End,
        ),
        ("own king at K from here", &Site::End),
        ("own king at K from own pawn at W from there", &Site::End),
        ("progress", &Site::End),
        ("over or no-move or repeated 3", &Site::Castling),
        ("check or self", &word("self")),
        ("pong and check", &word("ping")),
        ("not ping", &word("pong")),
        ("self", &word("lost")),
        ("mate and here in e4", &word("any-name")),
    ] {
        out += &show(text, &findings(text, site));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn entries_split_at_the_whole_word_if() {
    let mut out = String::new();
    for text in [
        "ifmnD",
        "mfnD if here in home",
        "{moves}",
        "{moves} if check",
        "K if",
        "if check",
        "",
        "fmWfcF ",
        " K",
        "K if (check",
        "fcE if chek and own",
        "K\n  if check",
        "K then remove mover",
        "K if check then remove mover",
        "{moves",
        "mW c if check",
        "Kif check",
        "K if(check)",
    ] {
        let read = parse_entry(text);
        out += &show(text, &read.findings);
        if let Some(entry) = read.value {
            out += &format!(
                "  = {:?} {}\n",
                &text[entry.moves.span],
                entry.condition.is_some()
            );
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn zones_are_seen_by_the_mover() {
    assert_eq!(squares("a1..c1").black, ["a8", "b8", "c8"]);
    assert_eq!(squares("c1..a1 but b1").white, ["a1", "c1"]);
    assert_eq!(squares("last 1 within file c/file e").white, ["c8", "e8"]);
    assert_eq!(squares("last 1 within files c..d").black, ["c1", "d1"]);
    assert_eq!(squares("first 2 within (file a but a1)").black, ["a7"]);
    assert_eq!(squares("home within file h").black, ["h7"]);
    assert_eq!(squares("dark within a1..b2").white, ["a1", "b2"]);
    assert_eq!(squares("light").white, squares("light").black);
    assert_eq!(squares("edge").white.len(), 28);
    assert_eq!(squares("all but edge").white.len(), 36);
    let names = names();
    let half = |text: &str, side| {
        let lowered = zone_half(&names, &parse_zone(text).value.unwrap(), side);
        assert_eq!(lowered.findings, []);
        spell(&names, lowered.value)
    };
    assert_eq!(
        half("a1/rank 8 within files a..b", Side::Black),
        ["a1", "a8", "b8"]
    );
    assert_eq!(half("last 1 within file a", Side::Black), ["a1"]);
    let mut turned = names.clone();
    turned.view = BlackView::Turn;
    assert_eq!(
        spell(
            &turned,
            zone(&turned, &parse_zone("a1").value.unwrap()).value.black
        ),
        ["h8"]
    );
    turned.view = BlackView::Same;
    assert_eq!(
        zone(&turned, &parse_zone("last 1").value.unwrap())
            .value
            .black,
        zone(&names, &parse_zone("last 1").value.unwrap())
            .value
            .white
    );
}

#[test]
fn sets_have_an_order_and_sides() {
    let names = names();
    let list = |text: &str| {
        let lowered = piece_list(&names, &parse_pieces(text).value.unwrap());
        assert_eq!(lowered.findings, []);
        lowered
            .value
            .white
            .iter()
            .map(|k| names.pieces[k.index()].as_str())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(list("queen/rook/minors/queen"), "queen rook knight bishop");
    assert_eq!(list("all but king/pawn"), "knight bishop rook queen");
    assert_eq!(list("(queen/pawn) within all but pawn"), "queen");
    let guards = pieces(&names, &parse_pieces("guards").value.unwrap()).value;
    assert_ne!(guards.white, guards.black);
    assert_eq!(
        pieces(&names, &parse_pieces("pawn within rook").value.unwrap()).findings[0].code,
        "empty-set"
    );
}

#[test]
fn sides_are_told_apart_only_where_they_differ() {
    let lower =
        |text: &str| condition(&names(), &parse_condition(text).value.unwrap(), &Site::End).value;
    assert!(matches!(lower("own pawn in home"), Condition::Count(..)));
    assert!(matches!(lower("own guards"), Condition::Any(_)));
    assert!(matches!(lower("guards"), Condition::Any(_)));
    assert!(matches!(lower("no guards"), Condition::All(_)));
    assert!(matches!(lower("minors"), Condition::Count(..)));
}

#[test]
fn long_and_deep_texts_are_answered() {
    for part in [
        "(",
        "not ",
        "king at K from ",
        "check and ",
        "king/",
        "a but (",
        "((king) or ",
        ")",
        "here in ",
        "é",
        "(own ",
        "own (",
        "at ",
    ] {
        let text = part.repeat(4096 / part.len());
        for read in [
            parse_condition(&text).findings,
            parse_entry(&text).findings,
            parse_zone(&text).findings,
            parse_pieces(&text).findings,
        ] {
            assert!(!read.is_empty(), "{part}");
        }
    }
    let mut names = names();
    names.words.insert(
        "w0".to_owned(),
        BySide::both(parse_condition("check").value.unwrap()),
    );
    for i in 1..40 {
        let text = format!("w{} and w{}", i - 1, i - 1);
        names.words.insert(
            format!("w{i}"),
            BySide::both(parse_condition(&text).value.unwrap()),
        );
    }
    let lowered = condition(
        &names,
        &parse_condition("w39").value.unwrap(),
        &Site::Castling,
    );
    assert_eq!(lowered.findings[0].code, "too-large");
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_words_are_read_without_a_panic(words in prop::collection::vec(prop::sample::select(vec![
        "and", "or", "not", "(", ")", "own", "enemy", "no", "pawn", "king", "in", "at", "from", "here", "path", "safe", "is",
        "mover", "K", "e4", "a1..c3", "rank", "2", ">=", "/", "within", "but", "last", "check", "mate", "repeated", "if", "then",
        "(1,2)", "é", "-", "W0", "all", "royal", "home", "ping",
    ]), 0..25)) {
        check(&words.join(" "));
        check(&words.concat());
    }
}

/// Every finding lies inside the text and cuts no character; nothing is dropped without one.
fn check(text: &str) {
    let read = parse_condition(text);
    let entry = parse_entry(text);
    let sets = (parse_zone(text), parse_pieces(text));
    let lowered = read
        .value
        .as_ref()
        .map(|c| condition(&names(), c, &Site::Word("ping".to_owned())).findings);
    let all = read
        .findings
        .iter()
        .chain(&entry.findings)
        .chain(&sets.0.findings)
        .chain(&sets.1.findings);
    for finding in all.chain(lowered.iter().flatten()) {
        assert!(
            text.get(finding.span.clone()).is_some(),
            "{text:?} {finding:?}"
        );
    }
    assert!(
        read.value.is_some() || !read.findings.is_empty(),
        "{text:?}"
    );
    assert!(
        entry.value.is_some() || !entry.findings.is_empty(),
        "{text:?}"
    );
    assert!(
        sets.0.value.is_some() || !sets.0.findings.is_empty(),
        "{text:?}"
    );
    assert!(
        sets.1.value.is_some() || !sets.1.findings.is_empty(),
        "{text:?}"
    );
}
