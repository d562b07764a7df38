//! Conditions, entries, sets and zones are read without a panic, and every place is inside the text.
#![no_main]

use ferz::notation::{NotationFinding, parse_condition, parse_entry, parse_pieces, parse_zone};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let inside = |findings: &[NotationFinding]| {
        for finding in findings {
            assert!(
                text.get(finding.span.clone()).is_some(),
                "{:?} in {text:?}",
                finding.span
            );
        }
    };
    inside(&parse_condition(text).findings);
    inside(&parse_entry(text).findings);
    inside(&parse_pieces(text).findings);
    inside(&parse_zone(text).findings);
});
