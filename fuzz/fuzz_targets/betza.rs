//! A movement string gives terms and findings, never a panic, and every place is inside the string.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let parsed = ferz::notation::parse(text);
    for finding in &parsed.findings {
        assert!(
            text.get(finding.span.clone()).is_some(),
            "{:?} in {text:?}",
            finding.span
        );
    }
    for term in &parsed.movement.terms {
        assert!(
            text.get(term.span.clone()).is_some(),
            "{:?} in {text:?}",
            term.span
        );
    }
});
