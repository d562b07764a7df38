//! One text names one move, and every text is read back, in all games and all notations.

#![allow(clippy::unwrap_used)] // a test stops where it fails

use ferz::position::{Extra, Move, MoveKind, MoveNotation, MoveTextError};
use ferz::{Library, Position, Variant};
use std::collections::{BTreeMap, BTreeSet};

const NOTATIONS: [MoveNotation; 3] = [MoveNotation::Long, MoveNotation::Uci, MoveNotation::San];

fn games() -> Vec<Variant> {
    let library = Library::new();
    let games = library.games();
    games
        .iter()
        .map(|game| Variant::new(library.load(&game.id).unwrap().rules.unwrap()))
        .collect()
}

fn game(name: &str) -> Variant {
    Variant::new(Library::new().load(name).unwrap().rules.unwrap())
}

fn inline(text: &str) -> Variant {
    let loaded = Library::new().load_bytes("test.toml", text.as_bytes());
    Variant::new(
        loaded
            .rules
            .unwrap_or_else(|| panic!("{:?}", loaded.findings)),
    )
}

fn check(position: &Position) {
    for notation in NOTATIONS {
        let texts = position.move_texts(notation);
        let different: BTreeSet<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(
            different.len(),
            texts.len(),
            "{}: {texts:?}",
            position.fen()
        );
    }
}

/// Reads some texts again, at most one for every `step`; a hit of each kind of move is among them.
fn check_some_reading(position: &Position, seed: &mut u64, seen: &mut Seen) {
    for notation in NOTATIONS {
        let texts = position.move_texts(notation);
        let mut wanted: Vec<usize> = (0..2).map(|_| next(seed, texts.len())).collect();
        let mut kinds = BTreeSet::new();
        for (index, (mv, _)) in texts.iter().enumerate() {
            if kinds.insert(kind_of(*mv)) && seen.is_wanted(notation, *mv) {
                wanted.push(index);
            }
        }
        for index in wanted {
            let (mv, text) = &texts[index];
            let read = position.parse_move(text);
            assert_eq!(read, Ok(*mv), "{text} in {}", position.fen());
        }
    }
}

/// The kinds of moves whose texts have been read in one game.
#[derive(Default)]
struct Seen(BTreeMap<(u8, &'static str), usize>);

impl Seen {
    /// Whether a text of this kind has not been read often.
    fn is_wanted(&mut self, notation: MoveNotation, mv: Move) -> bool {
        let count = self.0.entry((notation as u8, kind_of(mv))).or_default();
        *count += 1;
        *count <= 3
    }
}

/// What kind of turn a move is, as far as texts differ by it.
fn kind_of(mv: Move) -> &'static str {
    match (mv.extra, mv.kind) {
        (Extra::Wall(_), _) => "wall",
        (Extra::Gate(_) | Extra::PartnerGate(_), MoveKind::Castle { .. }) => "castling and gate",
        (Extra::Gate(_) | Extra::PartnerGate(_), _) => "gate",
        (_, MoveKind::Drop) => "drop",
        (_, MoveKind::Stay) => "stay",
        (_, MoveKind::Pass) => "pass",
        (_, MoveKind::Castle { .. }) => "castling",
        (_, MoveKind::EnPassant { .. }) => "en passant",
        (_, MoveKind::Swap) => "swap",
        (_, MoveKind::Legs { .. }) => "legs",
        _ if mv.promotion.is_some() => "promotion",
        _ => "move",
    }
}

fn check_reading(position: &Position) {
    for notation in NOTATIONS {
        for (mv, text) in position.move_texts(notation) {
            assert_eq!(
                position.parse_move(&text),
                Ok(mv),
                "{text} in {}",
                position.fen()
            );
        }
    }
}

/// A small generator of random numbers (xorshift).
fn next(seed: &mut u64, limit: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed % limit as u64) as usize
}

#[test]
fn random_games() {
    for (index, game) in games().iter().enumerate() {
        let mut seed = 0x9E37_79B9 + index as u64;
        let (times, plies) = match game.slow_because() {
            Some(_) => (1, 16),
            None => (2, 40),
        };
        let mut seen = Seen::default();
        for _ in 0..times {
            let mut position = game.start();
            for ply in 0..plies {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                if ply % 4 == 0 {
                    check(&position);
                }
                // Reading one text asks for all moves; games of walls have hundreds.
                if ply % 20 == 0 && moves.len() <= 60 {
                    check_reading(&position);
                } else if ply % 4 == 2 {
                    check_some_reading(&position, &mut seed, &mut seen);
                }
                position.play(moves[next(&mut seed, moves.len())]).unwrap();
            }
        }
    }
}

/// Positions in which each kind of turn is possible, so that its texts are read whatever random games come to.
#[test]
fn each_kind_of_turn_is_read_back() {
    let mut found = BTreeSet::new();
    for (name, fen) in [
        ("crazyhouse", "4k3/P7/8/3pP3/8/8/8/R3K2R[QRBNP] w KQ d6 0 1"),
        ("shogi", "4k4/9/P8/9/9/9/9/9/4K4[RBGSNLP] w - - 0 1"),
        ("kyotoshogi", "3k1/5/5/5/1K3[PLNS] w - - 0 1"),
        ("dobutsu", "1l1/3/1C1/1L1[CEG] w - - 0 1"),
        (
            "seirawan",
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQkq - 0 1",
        ),
        ("duck", "4k3/P7/8/3pP3/8/4*3/8/R3K2R w KQ d6 0 1"),
        ("amazons", "3q6/10/10/10/10/10/10/10/10/Q9 w - - 0 1"),
        ("isolation7x7", "start"),
        ("snailtrail", "start"),
        ("janggi", "4k4/9/9/9/9/9/9/9/4K4/R8 w - - 0 1"),
        ("flipello", "start"),
        ("flipello", "8/8/8/8/8/8/8/PPp5 w - - 0 1"),
        ("ataxx", "start"),
        ("sittuyin", "7k/8/8/4P3/8/8/8/K7[] w - - 0 1"),
        ("placement", "start"),
        ("omicron", "start"),
        ("king-support-chess", "start"),
        ("supply", "start"),
    ] {
        let game = game(name);
        let position = match fen {
            "start" => game.start(),
            fen => game.position(fen).unwrap_or_else(|e| panic!("{name}: {e}")),
        };
        for notation in NOTATIONS {
            let texts = position.move_texts(notation);
            let mut read: BTreeMap<&str, usize> = BTreeMap::new();
            for (mv, text) in &texts {
                let count = read.entry(kind_of(*mv)).or_default();
                *count += 1;
                found.insert(kind_of(*mv));
                if *count <= 12 {
                    let read = position.parse_move(text);
                    assert_eq!(read, Ok(*mv), "{name}: {text} in {}", position.fen());
                }
            }
        }
        check(&position);
    }
    for kind in [
        "wall",
        "gate",
        "castling and gate",
        "drop",
        "stay",
        "pass",
        "castling",
        "en passant",
        "swap",
        "promotion",
        "move",
    ] {
        assert!(found.contains(kind), "{kind}: {found:?}");
    }
}

/// Both texts of a pass are read, and the one that is written is no option of a command line.
#[test]
fn a_pass_is_written_as_a_word() {
    let position = game("janggi").start();
    for notation in [MoveNotation::Long, MoveNotation::San] {
        assert_eq!(position.move_text(Move::PASS, notation), "pass");
    }
    for text in ["pass", "--", "0000", "PASS", "pass!?"] {
        assert_eq!(position.parse_move(text), Ok(Move::PASS), "{text}");
    }
}

fn san(position: &Position) -> Vec<String> {
    let mut texts: Vec<String> = position
        .move_texts(MoveNotation::San)
        .into_iter()
        .map(|(_, text)| text)
        .collect();
    texts.sort();
    texts
}

#[test]
fn san_says_no_more_than_needed() {
    let chess = game("chess");
    let position = chess
        .position("7k/8/8/8/1N3N2/8/1N6/4K3 w - - 0 1")
        .unwrap();
    let texts = san(&position);
    // Three knights reach d3: b2 by its rank, f4 by its file, b4 only by both.
    for wanted in ["N2d3", "Nfd3", "Nb4d3", "Nbd5", "Nfd5"] {
        assert!(texts.iter().any(|t| t == wanted), "{wanted}: {texts:?}");
    }
    check_reading(&position);
}

#[test]
fn san_of_special_moves() {
    let chess = game("chess");
    let position = chess
        .position("r3k2r/1P6/8/3Pp3/8/8/8/R3K2R w KQkq e6 0 1")
        .unwrap();
    let texts = san(&position);
    for wanted in ["O-O", "O-O-O", "b8=Q+", "bxa8=N", "dxe6", "d6", "Rxa8+"] {
        assert!(texts.iter().any(|t| t == wanted), "{wanted}: {texts:?}");
    }
    let mate = chess.position("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
    assert!(san(&mate).contains(&"Ra8#".to_owned()));
}

#[test]
fn several_castlings_to_one_side_name_the_square() {
    let kjempe = game("kjempe-chess");
    let position = kjempe
        .position("6k5/12/12/12/12/12/12/12/12/12/12/R5K4R w KQ - 0 1")
        .unwrap();
    let texts = san(&position);
    for wanted in [
        "O-O/i1", "O-O/j1", "O-O/k1", "O-O-O/e1", "O-O-O/d1", "O-O-O/c1",
    ] {
        assert!(texts.iter().any(|t| t == wanted), "{wanted}: {texts:?}");
    }
    check_reading(&position);
}

#[test]
fn swaps_in_san() {
    let texts = san(&game("king-support-chess").start());
    assert!(
        texts.contains(&"K~d1".to_owned()) && texts.contains(&"K~f1".to_owned()),
        "{texts:?}"
    );
    let texts = san(&game("mini-kingsmen").start());
    assert!(
        texts.contains(&"O-O".to_owned()) && texts.contains(&"O-O-O".to_owned()),
        "{texts:?}"
    );
}

#[test]
fn people_s_spellings_are_read() {
    let chess = game("chess");
    let position = chess
        .position("r3k2r/1P6/8/3Pp3/8/8/8/R3K2R w KQkq e6 0 1")
        .unwrap();
    let long = |text: &str| {
        position
            .parse_move(text)
            .map(|mv| position.move_text(mv, MoveNotation::Long))
    };
    for (text, wanted) in [
        ("0-0", "e1g1"),
        ("O-O!", "e1g1"),
        ("0-0-0", "e1c1"),
        ("e1-g1", "e1g1"),
        ("Ke1f1", "e1f1"),
        ("d5xe6", "d5e6"),
        ("de6", "d5e6"),
        ("dxe6 e.p.", "d5e6"),
        ("b8Q", "b7b8=Q"),
        ("b7b8n", "b7b8=N"),
        ("ba8=R", "b7a8=R"),
        (" Ra1xa8+!? ", "a1a8"),
    ] {
        assert_eq!(long(text).as_deref(), Ok(wanted), "{text}");
    }
    assert_eq!(
        long("Kg1"),
        Err(MoveTextError::Unknown {
            text: "Kg1".to_owned()
        })
    );
    for wrong in ["", "e9", "Ka1", "b8", "b8=K", "♔e2", "e1g1g1"] {
        assert!(long(wrong).is_err(), "{wrong}");
    }
    let rooks = chess.position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").unwrap();
    let error = rooks.parse_move("Rd1").unwrap_err();
    assert_eq!(error.to_string(), "\"Rd1\" can mean a1d1 or h1d1");
}

#[test]
fn castling_that_looks_like_a_step_is_written_with_the_partner() {
    let text = "format = 1\nbase = 'chess'\n[pieces.king]\nmoves = 'K isO1'\n";
    let position = inline(text)
        .position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
        .unwrap();
    let texts: Vec<String> = position
        .move_texts(MoveNotation::Long)
        .into_iter()
        .map(|(_, text)| text)
        .collect();
    for wanted in ["e1d1", "e1f1", "e1a1", "e1h1"] {
        assert!(texts.iter().any(|t| t == wanted), "{wanted}: {texts:?}");
    }
    check(&position);
    check_reading(&position);
}

#[test]
fn a_move_that_is_not_legal_still_has_a_long_text() {
    let position = game("chess").start();
    let shape = position.variant().rules().shape;
    let mv = Move::normal(shape.parse("a1").unwrap(), shape.parse("a5").unwrap());
    assert_eq!(position.move_text(mv, MoveNotation::San), "a1a5");
}
