//! Any text as games: an error with its place, or records that come back when they are written, never a panic.
#![no_main]

use ferz::{Variant, pgn};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static CHESS: LazyLock<Option<Variant>> = LazyLock::new(|| Variant::named("chess").ok());

fuzz_target!(|text: &str| {
    if let Ok(records) = pgn::read(text) {
        assert_eq!(pgn::read(&pgn::write(&records)).as_ref(), Ok(&records));
        for (record, chess) in records.iter().zip(CHESS.iter().cycle()) {
            let _ = record.game(chess);
        }
    }
});
