//! Games as text: reading and writing are inverse, in every shipped game, and no text breaks the reader.

#![allow(clippy::unwrap_used)] // a test stops where it fails

use ferz::pgn::{self, Line, Note, Record, Step};
use ferz::position::MoveNotation;
use ferz::{Ending, Game, Library, Position, Variant};
use proptest::prelude::*;

/// A small generator, so that a seed means the same games everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ (x >> 31)) % n as u64) as usize
    }
}

const COMMENTS: [&str; 6] = [
    "",
    "a good move",
    "\"quoted\" \\ and [%clk 0:01:00] (in parentheses) $3 ; {",
    "ends a brace } early",
    "größe ½ … a long comment that has to be broken into several lines, since it is longer than eighty characters",
    "% at the beginning",
];

fn comment(random: &mut Random) -> String {
    COMMENTS[random.below(COMMENTS.len())].to_owned()
}

/// Random notes behind the move of a position.
fn notes(position: &Position, depth: usize, random: &mut Random) -> Vec<Note> {
    let mut notes = Vec::new();
    while random.below(3) == 0 {
        notes.push(match random.below(3) {
            0 => Note::Glyph(random.below(256) as u8),
            1 => Note::Comment(comment(random)),
            _ if depth < 3 => Note::Variation(line(position, depth + 1, random)),
            _ => continue,
        });
    }
    notes
}

fn line(first: &Position, depth: usize, random: &mut Random) -> Line {
    let mut position = first.clone();
    let mut line = Line::default();
    if random.below(4) == 0 {
        line.comments.push(comment(random));
    }
    for _ in 0..=random.below(3) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        let mut step = Step::new(position.move_text(mv, MoveNotation::San));
        step.notes = notes(&position, depth, random);
        line.steps.push(step);
        position.play(mv).unwrap();
    }
    line
}

fn random_game(variant: &Variant, plies: usize, random: &mut Random) -> Game {
    let mut game = Game::new(variant);
    while game.moves().len() < plies && game.outcome().is_none() {
        let moves = game.position().legal_moves();
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    game
}

fn assert_same(one: &Game, two: &Game, text: &str) {
    assert_eq!(one.moves(), two.moves(), "{text}");
    assert_eq!(one.keys(), two.keys(), "{text}");
    assert_eq!(one.position().fen(), two.position().fen(), "{text}");
    assert_eq!(one.outcome(), two.outcome(), "{text}");
    assert_eq!(one.ending(), two.ending(), "{text}");
}

#[test]
fn random_games_of_every_game_come_back() {
    let mut ended = 0;
    for (number, listing) in Library::new().games().iter().enumerate() {
        let variant = Variant::named(&listing.id).unwrap();
        let mut all = Vec::new();
        let slow = variant.slow_because().is_some();
        for seed in 0..if slow { 2 } else { 4 } {
            let mut random = Random(seed * 100 + number as u64);
            // One long game, to its end if it has one, and short ones.
            let plies = match (slow, seed) {
                (true, _) => 16,
                (false, 0) => 300,
                (false, _) => 40,
            };
            let game = random_game(&variant, plies, &mut random);
            ended += usize::from(game.ending() == Some(Ending::Rule));
            let mut record = Record::from_game(&game);
            record.set_tag("Round", "1 \"b\" \\");
            let mut position = game.first_position().clone();
            for (step, &mv) in record.moves.steps.iter_mut().zip(game.moves()) {
                if random.below(4) == 0 {
                    step.notes = notes(&position, 0, &mut random);
                }
                position.play(mv).unwrap();
            }
            let text = record.to_string();
            let read = pgn::read(&text).unwrap();
            assert_eq!(read.len(), 1, "{text}");
            assert_eq!(read[0], record, "{text}");
            assert_eq!(read[0].to_string(), text);
            assert_same(&read[0].game(&variant).unwrap(), &game, &text);
            all.push(record);
        }
        let text = pgn::write(&all);
        assert_eq!(pgn::read(&text).unwrap(), all, "{text}");
    }
    assert!(ended > 0);
}

#[test]
fn games_from_other_positions_come_back() {
    // Black to move, another number, a promotion to a man's own form, castlings to several squares, a swap.
    for (name, fen, moves, wanted) in [
        (
            "kjempe",
            "6k5/12/12/12/12/12/12/12/12/12/12/R5K4R w KQ - 0 7",
            "g1i1",
            "7. O-O/i1 *",
        ),
        (
            "kingsmen",
            "4k4/9/3n5/4P4/9/9/9/9/4K4 w - - 0 1",
            "e6e7=+P",
            "1. e7=+P *",
        ),
        (
            "kingsmen",
            "4k4/9/9/9/4p4/9/9/9/4K4 b - - 3 12",
            "e5e4",
            "12... e4 *",
        ),
        (
            "king-support",
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "e1h1",
            "1. K~h1+ *",
        ),
        (
            "kjempe",
            "11k/4P7/12/12/12/12/12/12/12/12/12/K11 w - - 0 1",
            "e11e12=J",
            "1. e12=J *",
        ),
    ] {
        let variant = Variant::named(name).unwrap();
        let mut game = Game::from_position(variant.position(fen).unwrap());
        for text in moves.split(' ') {
            game.play(game.position().parse_move(text).unwrap())
                .unwrap();
        }
        let record = Record::from_game(&game);
        let text = record.to_string();
        assert!(text.contains(&format!("[FEN \"{fen}\"]")), "{text}");
        assert!(text.ends_with(&format!("\n\n{wanted}\n")), "{text}");
        assert_same(
            &pgn::read(&text).unwrap()[0].game(&variant).unwrap(),
            &game,
            &text,
        );
    }
}

/// Texts made of parts that mean something.
fn parts() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "[",
        "]",
        "\"",
        "\\",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "\n",
        "\r\n",
        " ",
        "1.",
        "12...",
        "e4",
        "Nf3",
        "e5",
        "O-O",
        "0-0",
        "1-0",
        "*",
        "$1",
        "$999",
        "!?",
        "=+P",
        "K~d1",
        "[White \"x\"]",
        "[Result \"1-0\"]",
        "e.p.",
        "…",
        "ß",
    ]);
    prop::collection::vec(part, 0..60).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_breaks_the_reader(text in prop_oneof![any::<String>(), parts()]) {
        let chess = Variant::named("chess").unwrap();
        if let Ok(records) = pgn::read(&text) {
            let again = pgn::read(&pgn::write(&records)).unwrap();
            prop_assert_eq!(&again, &records);
            for record in &records {
                let _ = record.game(&chess);
            }
        }
    }
}
