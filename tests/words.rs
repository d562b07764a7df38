//! What is told about notation strings: sentences, what other programs make of them, what they cannot do.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::notation::{parse, sentences};
use std::fmt::Write;

/// The strings of the conformance corpus and those found in the wild, without repetitions.
fn strings() -> Vec<String> {
    let corpus: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("data/betza/corpus.json")).unwrap();
    let corpus = corpus
        .iter()
        .map(|row| row["betza"].as_str().unwrap().to_owned());
    let wild = include_str!("data/betza/real_world.tsv").lines().skip(1);
    let wild = wild.map(|line| line.split('\t').next().unwrap().to_owned());
    let mut strings: Vec<String> = Vec::new();
    for text in corpus.chain(wild) {
        if !strings.contains(&text) {
            strings.push(text);
        }
    }
    strings
}

/// Each term that is more than one plain leg, once, with its sentence.
#[test]
fn moves_of_several_legs_are_told() {
    let (mut out, mut seen) = (String::new(), Vec::new());
    for text in strings() {
        let movement = parse(&text).movement;
        for (term, phrase) in movement.terms.iter().zip(sentences(&movement)) {
            let written = text[term.span.clone()].to_owned();
            if term.plain_leg().is_none() && !seen.contains(&written) {
                writeln!(out, "{written}: {phrase}").unwrap();
                seen.push(written);
            }
        }
    }
    insta::assert_snapshot!(out);
}

/// Letters that are rare in the wild, one of each.
#[test]
fn rare_letters_are_told() {
    let mut out = String::new();
    for text in [
        "U mU cU aU caU xU",
        "zN3 zW zK0 qK qQ qW qN3 qD fqN",
        "iifmW2 fmW* ifmW2 ifmnW2 fmnnR fmN*",
        "kQ mkK tQ cktR ckQ",
        "xR mxK cxN",
        "ucR udR uR mudK",
        "uafcQ caufmQ cdaufmK dufaK",
        "[W?sfNN] [K-zB] [F-N] [N-sR] [W-zF-zF] [N?N] [cF?mW-B] [mpW?F] [tpR-R]",
        "(afq)W (az)fN a(fa)sW c(afmcaf)W (afsa)fW (az)(aq)W",
        "hlN flfrN fhbN vlN vrW fN fsN",
        "foW oR afoR",
        "tcaW ktaK tpgaR ygaR mygasR",
        "pafpafR gafgafR yafyafW",
        "sj@4 fb@2 j@2",
        "O1 isO3 jO3 sjjO2",
        "mafmafibR cafmaibaR",
        "mabK vmavR dabK eabF",
    ] {
        let parsed = parse(text);
        let errors: Vec<_> = parsed.findings.iter().map(|f| &f.message).collect();
        for (term, phrase) in parsed
            .movement
            .terms
            .iter()
            .zip(sentences(&parsed.movement))
        {
            writeln!(out, "{}: {phrase}", &text[term.span.clone()]).unwrap();
        }
        for error in errors {
            writeln!(out, "  ({error})").unwrap();
        }
    }
    insta::assert_snapshot!(out);
}
