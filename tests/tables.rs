//! The size of what the engine makes of each game.

use ferz::{Library, Variant};

/// What the tables of a game on a board like that of chess may take in bytes, so that they stay in the cache.
const HOT: usize = 1_000_000;
/// What those of any game may take.
const ANY: usize = 256_000_000;

#[test]
fn tables_are_small() {
    let shipped = Library::new().games().into_iter();
    let shipped = shipped.map(|game| Variant::named(&game.id).unwrap());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peers/games");
    // A package from the registry has no benches.
    let files = std::fs::read_dir(folder).into_iter().flatten();
    let measured = files.map(|file| Variant::from_path(file.unwrap().path()).unwrap());
    let mut with_tables = 0;
    for variant in shipped.chain(measured) {
        let (bytes, rules) = (variant.engine().bytes, variant.rules());
        let most = if rules.shape.len() <= 64 { HOT } else { ANY };
        assert!(bytes <= most, "{}: {bytes} bytes", rules.id);
        with_tables += usize::from(bytes > 0);
    }
    assert!(with_tables >= 20, "{with_tables}");
}
