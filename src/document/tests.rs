//! Tests of merging and printing, without the sections of real rule files.

use super::*;
use crate::diagnostics::Findings;
use crate::source::Sources;
use std::collections::BTreeMap;

/// Files by name.
struct Files(BTreeMap<&'static str, &'static str>);

impl Shelf for Files {
    fn find(&self, name: &str, _: &Home) -> Option<Found> {
        let text = self.0.get(name)?;
        let (name, home) = (name.to_owned(), Home::Shipped(name.to_owned()));
        Some(Found {
            name,
            home,
            bytes: Ok(text.as_bytes().to_vec()),
        })
    }

    fn names(&self, _: &Home) -> Vec<String> {
        self.0.keys().map(|n| (*n).to_owned()).collect()
    }
}

fn plan() -> Plan {
    let section = |name, named, inherited| SectionPlan {
        name,
        named,
        defaults: if name == "end" {
            vec!["mate"]
        } else {
            Vec::new()
        },
        inherited,
        new_first: name == "end",
    };
    Plan {
        sections: vec![
            section("setup", false, true),
            section("pieces", true, true),
            section("end", true, true),
            section("test", true, false),
        ],
        top: vec!["format", "name", "base"],
        top_inherited: Vec::new(),
    }
}

/// The merged text of a file on top of another, and the codes of the findings.
fn merged(base: &'static str, child: &str) -> (String, Vec<&'static str>) {
    let files = Files(BTreeMap::from([("base", base)]));
    let mut sources = Sources::new();
    let mut findings = Findings::new();
    let found = ("child", child.as_bytes(), Home::Nowhere);
    let document = load(&mut sources, &mut findings, &files, &plan(), found);
    let codes = findings.into_sorted().iter().map(|d| d.code).collect();
    (
        document.map(|d| print(&d, &plan())).unwrap_or_default(),
        codes,
    )
}

const BASE: &str = "format = 1\nname = 'Base'\nsetup.fen = 'k w'\n\
    [pieces]\nqueen = { letter = 'Q', moves = 'Q' }\nking = { letter = 'K', moves = 'K', royal = true }\n\
    pawn = { letter = 'P', moves = ['mfW if here in home', 'cfF'] }\n\
    [end]\nfifty = { if = 'quiet 100' }\n[test.a]\nperft = [1]\n";

fn with_base(child: &str) -> (String, Vec<&'static str>) {
    merged(BASE, &format!("format = 1\nbase = 'base'\n{child}"))
}

#[test]
fn tables_merge_and_values_replace() {
    let (text, codes) = with_base("pieces.king.royal = false\npieces.fool.letter = 'F'\n");
    assert_eq!(codes, [""; 0]);
    let king = text.find("[pieces.king]\nletter = \"K\"\nmoves = \"K\"\nroyal = false\n");
    assert!(
        king.unwrap() < text.find("[pieces.fool]").unwrap(),
        "{text}"
    );
    assert!(!text.contains("Base") && !text.contains("test"), "{text}");
}

#[test]
fn false_removes_what_is_there() {
    let (text, codes) = with_base("pieces = { queen = false, amazon = false }\nend.mate = false\n");
    assert_eq!(codes, ["removes-nothing"]);
    assert!(
        !text.contains("queen") && !text.contains("amazon"),
        "{text}"
    );
    assert!(text.contains("[end]\nmate = false\n"), "{text}");
}

#[test]
fn new_ends_come_first_and_old_ones_stay() {
    let (text, _) = with_base("end.goal.if = 'x'\nend.fifty.if = 'quiet 40'\nend.late.if = 'y'\n");
    let at = |name: &str| text.find(&format!("[end.{name}]")).unwrap();
    assert!(
        at("goal") < at("late") && at("late") < at("fifty"),
        "{text}"
    );
    assert!(
        text.contains("quiet 40") && !text.contains("quiet 100"),
        "{text}"
    );
}

#[test]
fn moves_can_be_taken_over() {
    let (text, _) = with_base("pieces.pawn.moves = ['N', '{moves}']\n");
    assert!(
        text.contains(r#"moves = ["N", "mfW if here in home", "cfF"]"#),
        "{text}"
    );
    let (text, _) =
        with_base("pieces.king.moves = { white = '{moves}', black = ['{moves}', 'N'] }\n");
    assert!(
        text.contains(r#"moves = { white = ["K"], black = ["K", "N"] }"#),
        "{text}"
    );
}

#[test]
fn an_array_drops_the_inherited_fen() {
    let (text, _) = with_base("setup.array = '''\n  k .\n  . K\n'''\n");
    assert!(!text.contains("fen"), "{text}");
    assert!(text.contains("array = '''\n  k .\n  . K\n'''\n"), "{text}");
}

#[test]
fn bases_that_cannot_be_used_are_findings() {
    let codes = |base, child: &str| merged(base, child).1;
    assert_eq!(
        codes("format = 1\nbase = 'base'", "format = 1\nbase = 'base'"),
        ["circular-base"]
    );
    assert_eq!(
        codes("format = 1", "format = 1\nbase = 'bass'"),
        ["unknown-base"]
    );
    assert_eq!(
        codes("format = 1", "format = 1\nbase = '../base'"),
        ["base-outside"]
    );
    assert_eq!(
        codes("format = 1", "format = 1\nbase = '/base'"),
        ["base-outside"]
    );
    assert_eq!(
        codes("format = 2", "format = 1\nbase = 'base'"),
        ["newer-format"]
    );
    assert_eq!(codes("format = 1", "base = 'base'"), ["missing-format"]);
}

#[test]
fn what_is_printed_reads_back() {
    let odd = "format = 1\nname = \"a\\\"b\\\\c\\u0007\\td\"\n[setup]\nfen = '''a\n'b\n'''\n\
        x = [1, 2.5, -0.0, inf, true, []]\n[setup.others]\n'odd key' = 'x'\ngone = false\n";
    let (text, codes) = merged("format = 1", odd);
    assert_eq!(codes, ["removes-nothing"], "{text}");
    assert!(!text.contains("gone"), "{text}");
    let (again, codes) = merged("format = 1", &text);
    assert_eq!((again, codes), (text, Vec::new()));
}
