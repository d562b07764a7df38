use super::*;
use crate::board::Shape;
use crate::notation::{parse_condition, parse_zone};
use crate::rules::BlackView;
use crate::rules::condition::{Names, Site, condition as lower, zone as lower_zone};
use crate::rules::{Kind, Letter};

const TITLES: [&str; 6] = ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"];

fn rules() -> Rules {
    let kind = |title: &str| Kind {
        id: title.to_lowercase(),
        title: title.to_owned(),
        letter: Letter {
            plus: false,
            capital: title.chars().next().unwrap(),
            tilde: false,
        },
        entries: BySide::default(),
        royal: BySide::both(title == "King"),
        value: BySide::default(),
        derived_from: None,
        stays: BySide::default(),
        in_hand: PieceId::new(0),
    };
    Rules {
        kinds: TITLES.map(kind).to_vec(),
        progress: Condition::Capture,
        ..Rules::new("game")
    }
}

fn names() -> Names {
    let mut names = Names::new(Shape::new(8, 8).unwrap(), BlackView::Mirror);
    names.pieces = TITLES.map(str::to_lowercase).to_vec();
    names.royals = BySide::from_fn(|side| rules().royals(side));
    names
}

#[test]
fn conditions_are_told() {
    let mut out = String::new();
    for text in [
        "not check and track safe",
        "here in rank 2 and no enemy pawn at sW from there",
        "own king at K from here",
        "here in e1 and not check and path safe",
        "capture or mover is pawn",
        "quiet 100 or repeated 3",
        "mate or stalemate or enemy no-move",
        "no all but king/knight/bishop and all but king <= 1 or no all but king/bishop and (no bishop in light or no bishop in dark)",
        "not (check and here in last 3) and not path in files c..e",
        "not track in edge and there attacked and not track safe",
        "victim is knight/bishop and promotion and not capture",
        "own pawn in first 2 >= 2 and enemy pawn = 0 and white rook < 2 and black queen > 1",
        "some own pawn at (1,2) from own royal in e1",
        "not own pawn and not no own rook and not mover is king",
        "not own pawn = 2 and not victim is pawn and always",
        "enemy pawn in rank 5 >= 4 and all in edge <= 2 and own pawn/rook = 3 and not own all <= 1",
        "not here in edge and not there in light and not path in e4 and not track in e4/f6 and no own all but king in last 1",
    ] {
        let lowered = lower(
            &names(),
            &parse_condition(text).value.unwrap(),
            &Site::Word("w".to_owned()),
            &mut Vec::new(),
        );
        assert_eq!(lowered.findings, [], "{text}");
        out += &format!("{text}\n  {}\n", condition(&rules(), &lowered.value));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn facts_of_laws_and_counters_are_told() {
    let mut out = String::new();
    let mut rules = Rules {
        counters: vec![crate::rules::Counter {
            id: "checks".to_owned(),
            start: crate::rules::Amount {
                number: BySide::both(3),
                ..Default::default()
            },
            restart: Condition::Never,
            again: Vec::new(),
            decides: false,
            condition: Condition::Never,
            step: -1,
            in_fen: false,
            place: crate::source::Location::new(crate::source::Sources::new().add("f", ""), 0..0),
        }],
        ..rules()
    };
    let mut names = names();
    names.counters = vec!["checks".to_owned()];
    for (site, text) in [
        (Site::Forbid, "after check"),
        (Site::Forbid, "drop and mover is pawn and after enemy mate"),
        (Site::Forbid, "after enemy king at R from own king"),
        (Site::Forbid, "after not (there attacked or full)"),
        (Site::Forced, "capture or castle or not drop"),
        (
            Site::End,
            "own checks > enemy checks and not own checks = 1",
        ),
        (Site::End, "last capture and not last promotion"),
        (
            Site::End,
            "last (here in rank 2 and path safe) and last not check",
        ),
        (
            Site::End,
            "last last mover is pawn and not last not last own pawn in hand",
        ),
        (
            Site::End,
            "full and own pawn > enemy pawn and not own pawn/knight in hand <= enemy rook",
        ),
        (
            Site::End,
            "pawn = rook or not own rook in e4 = enemy rook in e4 or pawn < rook or pawn >= rook",
        ),
        (
            Site::End,
            "every own king attacked and no own pawn attacked by enemy rook and own rook safe and every pawn safe",
        ),
        (Site::End, "own checks = 0 or not enemy checks >= 2"),
        (Site::End, "perpetual-check and not enemy perpetual-chase"),
        (
            Site::Drop,
            "own pawn in hand >= 2 and no own pawn in file of there and rook in rank of here",
        ),
        (
            Site::Drop,
            "enemy pawn between there and own pawn and no rook in path/there",
        ),
        (
            Site::Drop,
            "here unmoved and not there unmoved and there stuck and not there stuck",
        ),
    ] {
        let ast = parse_condition(text).value.unwrap();
        let lowered = lower(&names, &ast, &site, &mut rules.remembered);
        assert_eq!(lowered.findings, [], "{text}");
        out += &format!("{text}\n  {}\n", condition(&rules, &lowered.value));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn zones_are_told() {
    let mut out = String::new();
    for text in [
        "last 1",
        "last 3",
        "first 2",
        "rank 2",
        "rank 4",
        "ranks 3..4",
        "ranks 4..5",
        "file c",
        "files c..e",
        "e4",
        "e4/e5",
        "a1..c3",
        "light",
        "dark",
        "edge",
        "all",
        "c4..f4/c5/e5/f5",
        "all but e4",
        "last 2 but h8",
    ] {
        let lowered = lower_zone(&names(), &parse_zone(text).value.unwrap());
        assert_eq!(lowered.findings, [], "{text}");
        out += &format!("{text}: {}\n", Teller::new(&rules()).zone(&lowered.value));
    }
    insta::assert_snapshot!(out);
}
