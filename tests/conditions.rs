//! Conditions, sets and zones: what is read, what it means, and what is said about mistakes.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::board::{BySide, PieceId, PieceSet, Shape, Side, SquareSet};
use ferz::notation::{NotationFinding, parse_condition, parse_entry, parse_pieces, parse_zone};
use ferz::rules::condition::{Names, Site, condition, piece_list, pieces, zone, zone_half};
use ferz::rules::{BlackView, Compare, Condition};
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
    names.counters = ["checks", "moves-left"].map(String::from).to_vec();
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
            .map(|c| condition(&names(), &c, site, &mut Vec::new()).findings)
            .unwrap_or_default(),
    );
    all
}

/// What a condition without mistakes means.
fn lowered(text: &str, site: &Site, remembered: &mut Vec<Condition>) -> Condition {
    let read = parse_condition(text);
    assert_eq!(read.findings, [], "{text}");
    let lowered = condition(&names(), &read.value.unwrap(), site, remembered);
    assert_eq!(lowered.findings, [], "{text}");
    lowered.value
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
        ("after check", Site::Forbid),
        ("after enemy mate and drop and mover is pawn", Site::Forbid),
        ("after not (check or last-word) and capture", Site::Forced),
        ("capture and after there attacked by-name", Site::Forced),
        ("after enemy check", Site::Counter),
        (
            "last (capture or there in home)",
            Site::Entry { attacks: true },
        ),
        ("last last mover is pawn", Site::End),
        ("last check and not last not castle", Site::Check),
        ("castle or drop or promotion", Site::Progress),
        ("full and own pawn > enemy pawn", Site::End),
        ("own pawn in home <= white pawn in home", Site::End),
        ("every own royal attacked", Site::Check),
        ("own royal attacked by enemy minors/pawn", Site::End),
        (
            "no own pawn in home safe or every own rook safe",
            Site::Castling,
        ),
        ("king at K from here attacked", Site::Promotion),
        (
            "king at K from own pawn attacked by enemy pawn at W from there",
            Site::Effect,
        ),
        ("here unmoved and not there stuck", Site::Drop),
        ("own pawn in hand >= 2 and no enemy all in hand", Site::Turn),
        ("no rook in path/there", Site::Entry { attacks: true }),
        (
            "no own pawn in file of there and own rook in rank of here",
            Site::Drop,
        ),
        ("enemy pawn between there and own pawn and drop", Site::Drop),
        (
            "some pawn between here and some own pawn/rook in home",
            Site::Effect,
        ),
        (
            "own checks = 0 or enemy checks >= 2 or black moves-left < 3",
            Site::End,
        ),
        ("no own checks", Site::Entry { attacks: true }),
        ("repeated 3 and perpetual-check", Site::End),
        ("enemy perpetual-chase or enemy perpetual-check", Site::End),
        ("no-move and not check", Site::Turn),
    ] {
        let text = &text
            .replace("last-word", "no own pawn")
            .replace("by-name", "");
        assert_eq!(findings(text, &site), [], "{text}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of texts")]
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
        "after",
        "last",
        "last 2",
        "after after check",
        "last after capture",
        "last no-move",
        "last capture",
        "own unmoved rook in a1",
        "unmoved own rook in a1",
        "own rook unmoved",
        "stuck",
        "in e4 and not check",
        "attacked or own king in e4",
        "every own pawn",
        "every own pawn in home >= 2",
        "own pawn attacked by",
        "own pawn safe by enemy rook",
        "own pawn attacked by no rook",
        "own guards attacked",
        "guards attacked",
        "guards > own pawn",
        "own pawn in hand attacked",
        "own pawn at K from own pawn in hand",
        "own pawn in hand/home",
        "own pawn in path/home",
        "own pawn in home/path",
        "own pawn in file of",
        "own pawn in file of home",
        "pawn between",
        "pawn between there",
        "pawn between there and",
        "pawn between there and no pawn",
        "between here and there",
        "hand has pawn",
        "own pawn > two",
        "own pawn > some pawn",
        "checks",
        "checks = 0",
        "own checks",
        "own checks in home",
        "own pawn > own checks",
        "own cheks = 0",
        "counter checks = 0",
        "own turn 3",
        "promoted pawn in e4",
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
        ("last capture or last not here in home", &Site::End),
        ("after check", &Site::End),
        ("after check", &attacks),
        ("after check", &Site::Drop),
        ("capture and after capture", &Site::Forbid),
        ("after mover is pawn", &Site::Forced),
        ("after last check", &Site::Forbid),
        ("mate", &Site::Forbid),
        ("after repeated 3", &Site::Forbid),
        ("after enemy no-move", &Site::Counter),
        ("perpetual-check", &Site::Forced),
        ("check", &Site::Check),
        ("calm", &Site::Check),
        ("here in home", &Site::Check),
        ("mate", &Site::Check),
        ("capture", &Site::Turn),
        ("quiet 3", &Site::Turn),
        ("no pawn in path/there", &Site::End),
        ("own pawn attacked by rook at K from here", &Site::End),
        ("own pawn attacked", &attacks),
        ("no own pawn safe", &attacks),
        ("progress", &Site::Turn),
        ("after progress", &Site::Forbid),
        ("last over", &Site::End),
        ("perpetual-chase", &word("any-name")),
        ("last quiet 3", &word("any-name")),
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
    let lower = |text: &str| lowered(text, &Site::End, &mut Vec::new());
    assert!(matches!(lower("own pawn in home"), Condition::Count(..)));
    assert!(matches!(lower("own guards"), Condition::Any(_)));
    assert!(matches!(lower("guards"), Condition::Any(_)));
    assert!(matches!(lower("no guards"), Condition::All(_)));
    assert!(matches!(lower("minors"), Condition::Count(..)));
}

#[test]
fn what_is_remembered_is_kept_once() {
    let mut remembered = Vec::new();
    let site = Site::Entry { attacks: true };
    assert_eq!(
        lowered("last capture", &site, &mut remembered),
        Condition::Remembered(0)
    );
    let both = lowered(
        "last promotion or last capture",
        &Site::End,
        &mut remembered,
    );
    assert_eq!(
        both,
        Condition::Any(vec![Condition::Remembered(1), Condition::Remembered(0)])
    );
    assert_eq!(
        lowered("last last capture", &Site::End, &mut remembered),
        Condition::Remembered(2)
    );
    assert_eq!(
        remembered,
        [
            Condition::Capture,
            Condition::Promotion,
            Condition::Remembered(0)
        ]
    );
    // A word is remembered where it is used.
    let word = Site::Word("any-name".to_owned());
    lowered("last castle", &word, &mut remembered);
    assert_eq!(remembered.len(), 3);
    let many: Vec<_> = (1..=30).map(|n| format!("last own pawn >= {n}")).collect();
    let read = parse_condition(&many.join(" and ")).value.unwrap();
    let lowered = condition(&names(), &read, &Site::End, &mut remembered);
    assert_eq!(remembered.len(), 32);
    let codes: Vec<_> = lowered.findings.iter().map(|f| f.code).collect();
    assert_eq!(codes, ["too-large"]);
}

#[test]
fn attacks_are_said_of_some_of_none_and_of_all() {
    let told = |text: &str| match lowered(text, &Site::End, &mut Vec::new()) {
        Condition::Attacked { every, by, .. } => (true, every, by.is_some()),
        Condition::Not(part) => match *part {
            Condition::Attacked { every, by, .. } => (false, every, by.is_some()),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    assert_eq!(told("own pawn attacked"), (true, false, false));
    assert_eq!(told("some own pawn attacked by rook"), (true, false, true));
    assert_eq!(told("no own pawn attacked"), (false, false, false));
    assert_eq!(told("every own pawn attacked"), (true, true, false));
    assert_eq!(told("own pawn safe"), (false, true, false));
    assert_eq!(told("no own pawn safe"), (true, true, false));
    assert_eq!(told("every own pawn safe"), (false, false, false));
}

/// A player's count, as the program reads it.
fn tally(counter: usize, enemy: bool) -> ferz::rules::Tally {
    let name = ["checks", "moves-left"][counter];
    let whose = if enemy { "enemy" } else { "own" };
    let text = format!("{whose} {name} = 0");
    let Condition::Counter { of, .. } = lowered(&text, &Site::End, &mut Vec::new()) else {
        panic!("`{text}` is about a counter")
    };
    assert_eq!((of.counter, of.enemy), (counter, enemy));
    of
}

#[test]
fn counters_are_asked_of_a_player() {
    let counter = |text: &str| lowered(text, &Site::End, &mut Vec::new());
    let told = |counter, enemy, compare, number| Condition::Counter {
        of: tally(counter, enemy),
        compare,
        number,
    };
    assert_eq!(
        counter("own checks >= enemy moves-left"),
        Condition::Counters(tally(0, false), Compare::AtLeast, tally(1, true))
    );
    assert_eq!(counter("own checks = 0"), told(0, false, Compare::Equal, 0));
    assert_eq!(
        counter("enemy moves-left > 3"),
        told(1, true, Compare::More, 3)
    );
    assert_eq!(counter("no own checks"), told(0, false, Compare::Equal, 0));
    // White's is the player's own if White is asked.
    let Condition::Any(sides) = counter("white checks < 2") else {
        panic!("one case for each side")
    };
    assert_eq!(
        sides[1],
        Condition::All(vec![
            Condition::SideIs(Side::Black),
            told(0, true, Compare::Less, 2)
        ])
    );
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
        "after ",
        "last ",
        "king between here and ",
        "king attacked by ",
        "king > ",
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
        &mut Vec::new(),
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
        "(1,2)", "é", "-", "W0", "all", "royal", "home", "ping", "after", "every", "attacked", "by", "between", "there", "hand", "file",
        "of", "unmoved", "stuck", "drop", "castle", "full", "checks", ">",
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
        .map(|c| condition(&names(), c, &Site::Word("ping".to_owned()), &mut Vec::new()).findings);
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
