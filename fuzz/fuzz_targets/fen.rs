//! Any text as a FEN of each shipped game: findings, or a position that is read again from what it prints.
#![no_main]

use ferz::{Library, Variant};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static GAMES: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let library = Library::new();
    let games = library.games().into_iter();
    games
        .filter_map(|game| library.load(&game.id).ok()?.rules)
        .map(Variant::new)
        .collect()
});

fuzz_target!(|text: &str| {
    for game in GAMES.iter() {
        for position in [game.position(text), game.position_chess960(text)] {
            match position {
                Ok(position) => {
                    let printed = position.fen();
                    let again = if position.chess960() {
                        game.position_chess960(&printed)
                    } else {
                        game.position(&printed)
                    };
                    assert_eq!(
                        again.map(|p| p.fen()).as_deref(),
                        Ok(printed.as_str()),
                        "{text:?}"
                    );
                    position.legal_moves();
                }
                Err(error) => {
                    for finding in &error.0 {
                        assert!(
                            text.get(finding.span.clone()).is_some(),
                            "{finding:?} in {text:?}"
                        );
                    }
                }
            }
        }
    }
});
