//! A movement string gives terms and findings, never a panic, and every place is inside the string; what is read is
//! printed so that it reads as the same, and runs on a crowded board.
#![no_main]

use ferz::board::{Shape, Side, Square};
use ferz::notation::{Content, Ground, canonical, parse, run_within};
use libfuzzer_sys::fuzz_target;

/// Men in a pattern that has neighbours of all kinds.
struct Crowd;

impl Ground for Crowd {
    fn content(&self, square: Square) -> Content {
        match square.index() * 7 % 11 {
            0 | 3 => Content::Own,
            1 | 5 => Content::Enemy,
            8 => Content::Hole,
            _ => Content::Empty,
        }
    }

    fn passed(&self, square: Square) -> Option<Square> {
        (square.index() == 18).then(|| Square::new(26))
    }

    fn is_royal(&self, square: Square) -> bool {
        square.index().is_multiple_of(5)
    }
}

fuzz_target!(|text: &str| {
    let parsed = parse(text);
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
    let printed = canonical(&parsed.movement);
    if printed.len() <= ferz::notation::MAX_TEXT {
        let again = parse(&printed).movement;
        assert_eq!(canonical(&again), printed, "{text:?}");
    }
    let Ok(shape) = Shape::new(8, 8) else { return };
    for term in parsed.movement.terms.iter().take(4) {
        let Some(legs) = term.legs() else { continue };
        for side in Side::ALL {
            // Too many ways is an answer, not a mistake.
            let _ = run_within(3000, shape, legs, Square::new(27), side, &Crowd, |_| {});
        }
    }
});
