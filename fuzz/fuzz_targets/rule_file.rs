//! Any bytes as a rule file: findings or a game with a start position, never a panic.
#![no_main]

use ferz::{Library, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let loaded = Library::new().load_bytes("fuzz.toml", bytes);
    for finding in &loaded.findings {
        let text = loaded.sources.file(finding.place.file).text();
        assert!(
            text.get(finding.place.span.clone()).is_some(),
            "{finding:?}"
        );
    }
    if let Some(rules) = loaded.rules {
        let start = Variant::new(rules).start();
        start.legal_moves();
        start.checkers();
    }
});
