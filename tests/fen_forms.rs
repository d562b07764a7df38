//! Every form of FEN: hands, walls, holes, counts, unmoved men and pairs of squares are read, written and read again.

#![allow(clippy::unwrap_used)] // a test stops where it fails

use ferz::board::Side;
use ferz::position::{Move, MoveNotation};
use ferz::{Position, Variant};
use std::collections::{BTreeSet, HashMap};

fn game_of(text: &str) -> Variant {
    let text = format!("format = 1\n{text}");
    Variant::from_text("test", &text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Captured men go to the captor's hand, from where they can be put down.
const HOLDS_MEN: &str = "hand.captured = 'hand'\ndrop.all = { pieces = 'all but king' }\n";

/// A kind with `+` and one with `~`.
fn forms() -> Variant {
    let text = format!(
        "base = 'chess'\n{HOLDS_MEN}
        [derive.crowned]\nof = 'pawn'\nletter = '+{{letter}}'\nmoves = 'Q'\nhand = 'crowned'
        [derive.made]\nof = 'knight'\nletter = '{{letter}}~'\nmoves = '{{moves}}'\n"
    );
    game_of(&text)
}

fn games() -> Vec<(&'static str, Variant)> {
    let plain = |text: &str| game_of(&format!("base = 'chess'\n{text}"));
    let gates = "
        [pieces.hawk]\nletter = 'H'\nmoves = 'BN'
        [setup]\nunmoved = 'all but pawn'
        fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Hh] w KQBCDFGkqbcdfg - 0 1'
        [turn]\nthen = 'may drop hawk on vacated if here unmoved'\n";
    vec![
        ("hands", plain(HOLDS_MEN)),
        ("walls", plain("turn.then = 'put wall'\n")),
        ("duck", plain("turn.then = 'move wall'\n")),
        (
            "checks",
            plain(
                "counters.checks = { start = 3, if = 'after enemy check', step = -1, fen = true }
                 end.checks = { if = 'own checks <= 0', result = 'win' }\n",
            ),
        ),
        (
            "facts",
            plain(
                "counters.takes = { if = 'capture' }\nforbid.twice = 'capture and last capture and own takes > 1'\n",
            ),
        ),
        ("unmoved", plain("setup.unmoved = 'all but pawn'\n")),
        ("gates", plain(gates)),
        ("passes", plain("turn.pass = 'always'\n")),
        (
            "stays",
            plain(
                "promotion.stay = { pieces = 'pawn', zone = 'all', on = 'stay', to = 'queen' }\n",
            ),
        ),
        (
            "holes",
            plain(
                "board.holes = 'a4/h5'\nsetup.fen = 'rnbqkbnr/pppppppp/8/7*/*7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'\n",
            ),
        ),
    ]
}

fn game(name: &str) -> Variant {
    let all = games().into_iter();
    all.chain([("forms", forms())])
        .find(|(n, _)| *n == name)
        .unwrap()
        .1
}

fn read(game: &Variant, fen: &str) -> Position {
    let read = game.position(fen);
    read.unwrap_or_else(|e| panic!("{fen}: {:?}", e.0))
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of forms")]
fn each_form_is_read_and_written_in_one_way() {
    let p64 = "P".repeat(64);
    let long = format!("4k3/8/8/8/8/8/8/4K3[{p64}] w - - 0 1");
    let full = format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "n".repeat(255));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let rows: Vec<(&str, String, String)> = [
        // Hands: none said, none, a dash, unsorted, behind one slash more.
        (
            "hands",
            "4k3/8/8/8/8/8/8/4K3 w - -",
            "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        ),
        (
            "hands",
            "4k3/8/8/8/8/8/8/4K3[] b - - 3 7",
            "4k3/8/8/8/8/8/8/4K3[] b - - 3 7",
        ),
        (
            "hands",
            "4k3/8/8/8/8/8/8/4K3[-] w 3 7",
            "4k3/8/8/8/8/8/8/4K3[] w - - 3 7",
        ),
        (
            "hands",
            "4k3/8/8/8/8/8/8/4K3[nQPqPN] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[PPNQnq] w - - 0 1",
        ),
        (
            "hands",
            "4k3/8/8/8/8/8/8/4K3/Qn w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1",
        ),
        ("hands", &long, &long),
        ("hands", &full, &full),
        (
            "forms",
            "4k3/+p7/8/3n~4/8/8/8/4K2N~[+P] w - - 0 1",
            "4k3/+p7/8/3n~4/8/8/8/4K2N~[+P] w - - 0 1",
        ),
        // Walls beside gaps.
        (
            "walls",
            "4k3/*6*/8/3*4/2**4/8/8/4K3 w - - 0 1",
            "4k3/*6*/8/3*4/2**4/8/8/4K3 w - - 0 1",
        ),
        (
            "holes",
            "4k3/8/8/7*/*7/8/8/4K3 w - - 0 1",
            "4k3/8/8/7*/*7/8/8/4K3 w - - 0 1",
        ),
        // Counts: left, given, not said.
        (
            "checks",
            "4k3/8/8/8/8/8/8/4K3 w - - 1+3 5 39",
            "4k3/8/8/8/8/8/8/4K3 w - - 1+3 5 39",
        ),
        (
            "checks",
            "4k3/8/8/8/8/8/8/4K3 w - - 5 39 +2+0",
            "4k3/8/8/8/8/8/8/4K3 w - - 1+3 5 39",
        ),
        (
            "checks",
            "4k3/8/8/8/8/8/8/4K3 w - - 5 39",
            "4k3/8/8/8/8/8/8/4K3 w - - 3+3 5 39",
        ),
        (
            "checks",
            "4k3/8/8/8/8/8/8/4K3 w 1+-1 5 39",
            "4k3/8/8/8/8/8/8/4K3 w - - 1+-1 5 39",
        ),
        // What has no field of its own.
        (
            "facts",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 takes=2+0,last=1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 takes=2+0,last=1",
        ),
        (
            "facts",
            "4k3/8/8/8/8/8/8/4K3 w last=3,takes=1+-1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 takes=1+-1,last=3",
        ),
        (
            "facts",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 takes=0+0,last=0",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        // Unmoved men: with K and Q go the king and the rooks.
        (
            "unmoved",
            &format!("{start} w KQBCDFGkqbcdfg - 0 1"),
            &format!("{start} w KQBCDFGkqbcdfg - 0 1"),
        ),
        (
            "unmoved",
            &format!("{start} w AEHaeh - 0 1"),
            &format!("{start} w KQkq - 0 1"),
        ),
        (
            "unmoved",
            &format!("{start} w GDh - 0 1"),
            &format!("{start} w DGh - 0 1"),
        ),
        (
            "unmoved",
            &format!("{start} w AH - 0 1"),
            &format!("{start} w AH - 0 1"),
        ),
        (
            "unmoved",
            &format!("{start} w KB - 0 1"),
            &format!("{start} w KB - 0 1"),
        ),
        // Pairs: the empty square is the target, the other the victim.
        (
            "unmoved",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6d5 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ),
        (
            "unmoved",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d5d6 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ),
        (
            "unmoved",
            "4k3/8/8/2p1P3/8/8/8/4K3 w - c5d6 0 1",
            "4k3/8/8/2p1P3/8/8/8/4K3 w - d6c5 0 1",
        ),
    ]
    .map(|(game, fen, written)| (game, fen.to_owned(), written.to_owned()))
    .to_vec();
    for (name, fen, written) in rows {
        let game = game(name);
        let position = read(&game, &fen);
        assert_eq!(position.fen(), written, "{name}: {fen}");
        assert_eq!(
            read(&game, &written).state(),
            position.state(),
            "{name}: {fen}"
        );
    }
}

#[test]
fn free_castling_can_be_a_rule() {
    let free = game_of("base = 'chess'\ncastling.free = true\n");
    let position = read(&free, "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1");
    assert!(position.chess960());
    assert_eq!(position.fen(), "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1");
}

/// A picture of each finding: the FEN, a line under its place, and the words.
fn findings(game: &Variant, fen: &str) -> String {
    let found = match game.position(fen) {
        Ok(_) => return format!("{fen}\n  can be read\n"),
        Err(error) => error.0,
    };
    let told = found.iter().map(|f| {
        let mark = "^".repeat(f.span.len().max(1));
        let help = f.help.as_deref().unwrap_or("-");
        let (start, code, message) = (f.span.start, f.code, &f.message);
        format!("{:start$}{mark}\n  {code}: {message}\n  help: {help}\n", "")
    });
    format!("{fen}\n{}", told.collect::<String>())
}

#[test]
fn mistakes_are_told_at_their_place() {
    let too_full = format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "p".repeat(256));
    let rows = [
        ("hands", "4k3/8/8/8/8/8/8/4K3[N w - - 0 1"),
        ("hands", "4k3/8/8/8/8/8/8/4K3N] w - - 0 1"),
        ("hands", "4k3/8/8/8/8/8/8/4K3[N]8 w - - 0 1"),
        ("hands", "4k3/8/8/8/8/8/8/4K3[NXp1] w - - 0 1"),
        ("hands", "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1"),
        ("hands", &too_full),
        ("hands", "4k3/8/8/8/8/8/8/4K2Q~ w - - 0 1"),
        ("hands", "4k3/8/8/8/3*4/8/8/4K3 w - - 0 1"),
        ("walls", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"),
        ("walls", "4k3/8/8/8/8/8/8/4K3/n w - - 0 1"),
        ("holes", "4k3/8/8/8/*7/8/8/4K3 w - - 0 1"),
        ("holes", "4k3/8/8/7n/*7/8/8/4K3 w - - 0 1"),
        ("holes", "4k3/8/8/7*/*2*4/8/8/4K3 w - - 0 1"),
        ("walls", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1"),
        ("walls", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +2+0"),
        ("checks", "4k3/8/8/8/8/8/8/4K3 w - - 3+x 0 1"),
        ("checks", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 2+2 0 1"),
        ("checks", "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1 +1+0"),
        ("checks", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 7"),
        ("checks", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 checks=1+1"),
        ("facts", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 take=1+1"),
        ("facts", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 takes=1"),
        ("facts", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 takes=1+1,takes=2+2"),
        ("facts", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 last=4,last"),
        ("facts", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 last=1 takes=1+1"),
        (
            "unmoved",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQA - 0 1",
        ),
        (
            "unmoved",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Z - 0 1",
        ),
        ("unmoved", "4k3/8/8/3pP3/8/8/8/4K3 w - d5e5 0 1"),
        ("unmoved", "4k3/8/8/3pP3/8/8/8/4K3 w - d6x 0 1"),
        ("unmoved", "4k3/8/8/3pP3/8/8/8/4K3 b - d6d5 0 1"),
    ];
    let told: Vec<String> = rows
        .iter()
        .map(|(name, fen)| findings(&game(name), fen))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

/// A small generator of random numbers (xorshift).
fn next(seed: &mut u64, limit: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed % limit as u64) as usize
}

#[test]
fn positions_of_random_games_are_read_as_they_were_written() {
    for (index, (name, game)) in games().into_iter().enumerate() {
        let mut seed = 0x9E37_79B9 + index as u64;
        let mut position = game.start();
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[next(&mut seed, moves.len())]).unwrap();
            let again = read(&game, &position.fen());
            assert_eq!(again.fen(), position.fen(), "{name}");
            assert_eq!(
                again.state(),
                position.state(),
                "{name}: {}",
                position.fen()
            );
            assert_eq!(again.key(), position.key(), "{name}: {}", position.fen());
        }
    }
}

/// Whether the FEN of a position has a field for what has no other place; reading it gives the same position.
fn is_read_again(game: &Variant, position: &Position) -> bool {
    let (name, fen) = (&game.rules().id, position.fen());
    let again = read(game, &fen);
    assert_eq!(again.fen(), fen, "{name}");
    assert_eq!(again.state(), position.state(), "{name}: {fen}");
    assert_eq!(again.key(), position.key(), "{name}: {fen}");
    fen.contains('=')
}

/// A FEN says all of a position of every shipped game, counts and what is remembered of the last turn, too: in random
/// games, and in the tests of the files, which come to their counts.
#[test]
fn positions_of_shipped_games_are_read_as_they_were_written() {
    let (mut facts, mut games) = (BTreeSet::new(), 0);
    for (index, game) in ferz::Library::new().games().into_iter().enumerate() {
        let game = Variant::named(&game.id).unwrap();
        let mut has_facts = false;
        let mut seed = 0x517C_C1B7 + index as u64;
        for _ in 0..2 {
            let mut position = game.start();
            for _ in 0..80 {
                let moves = position.legal_moves();
                let Some(mv) = moves.get(next(&mut seed, moves.len().max(1))) else {
                    break;
                };
                position.play(*mv).unwrap();
                has_facts |= is_read_again(&game, &position);
            }
        }
        for test in &game.rules().tests {
            let mut position = match &test.fen {
                Some(fen) => game.position(fen).unwrap(),
                None => game.start(),
            };
            for text in &test.moves {
                position.play(position.parse_move(text).unwrap()).unwrap();
                has_facts |= is_read_again(&game, &position);
            }
        }
        if has_facts {
            facts.insert(game.rules().id.clone());
        }
        games += 1;
    }
    assert!(games >= 90, "{games}");
    for name in [
        "makruk",
        "cambodian",
        "sittuyin",
        "asean",
        "shatar",
        "janggi",
    ] {
        assert!(facts.contains(name), "{name}: {facts:?}");
    }
}

#[test]
fn texts_of_random_games_are_distinct_and_read_back() {
    let notations = [MoveNotation::Long, MoveNotation::Uci, MoveNotation::San];
    for (index, (name, game)) in games().into_iter().enumerate() {
        let mut seed = 0x1234_5678 + index as u64;
        let mut position = game.start();
        for ply in 0..30 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            for notation in notations.into_iter().filter(|_| ply % 6 == 0) {
                let texts = position.move_texts(notation);
                let different: BTreeSet<&String> = texts.iter().map(|(_, text)| text).collect();
                assert_eq!(different.len(), texts.len(), "{name}: {}", position.fen());
                for _ in 0..8 {
                    let (mv, text) = &texts[next(&mut seed, texts.len())];
                    assert_eq!(
                        position.parse_move(text),
                        Ok(*mv),
                        "{text} in {}",
                        position.fen()
                    );
                }
            }
            position.play(moves[next(&mut seed, moves.len())]).unwrap();
        }
    }
}

#[test]
fn each_move_has_its_texts() {
    let rows = [
        (
            "hands",
            "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1",
            "P@e4",
            "P@e4",
            "P@e4",
        ),
        (
            "passes",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "pass",
            "0000",
            "pass",
        ),
        (
            "walls",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "e2e4,e4d5",
            "e2e4,e4d5",
            "e4,e4d5",
        ),
        (
            "stays",
            "k7/4P3/8/8/8/8/8/4K3 w - - 0 1",
            "e7e7=Q",
            "e7e7q",
            "e7=Q",
        ),
        (
            "gates",
            "4k3/8/8/8/8/8/8/1N2K3[H] w BE - 0 1",
            "b1c3/H",
            "b1c3h",
            "Nc3/H",
        ),
        (
            "gates",
            "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1",
            "e1g1/He1",
            "e1g1h",
            "O-O/He1",
        ),
        (
            "gates",
            "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1",
            "e1g1/Hh1",
            "h1e1h",
            "O-O/Hh1",
        ),
    ];
    for (name, fen, long, uci, san) in rows {
        let position = read(&game(name), fen);
        let mv = position
            .parse_move(long)
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        let text = |notation| position.move_text(mv, notation);
        let bare = text(MoveNotation::San);
        let bare = bare.trim_end_matches(['+', '#']);
        let texts = (
            text(MoveNotation::Long),
            text(MoveNotation::Uci),
            bare.to_owned(),
        );
        assert_eq!(
            texts,
            (long.to_owned(), uci.to_owned(), san.to_owned()),
            "{name}: {fen}"
        );
    }
    let read = |name: &str, fen: &str, text: &str| -> Move {
        let position = read(&game(name), fen);
        position
            .parse_move(text)
            .unwrap_or_else(|e| panic!("{name}: {e}"))
    };
    // People's spellings.
    let fen = "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1";
    let drop = read("hands", fen, "P@e4");
    for text in ["p@e4", "P*e4", "@e4", "P@e4!"] {
        assert_eq!(read("hands", fen, text), drop, "{text}");
    }
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let wall = read("walls", fen, "e2e4,e4d5");
    for text in ["e4,e4d5", "e2-e4 *d5", "e4*d5", "e4/d5"] {
        assert_eq!(read("walls", fen, text), wall, "{text}");
    }
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(read("passes", fen, "Pass"), Move::PASS);
}

#[test]
fn keys_differ_where_positions_do() {
    let rows = [
        (
            "hands",
            "4k3/8/8/8/8/8/8/4K3[] w - -",
            "4k3/8/8/8/8/8/8/4K3[P] w - -",
        ),
        (
            "hands",
            "4k3/8/8/8/8/8/8/4K3[p] w - -",
            "4k3/8/8/8/8/8/8/4K3[P] w - -",
        ),
        (
            "hands",
            "4k3/8/8/8/8/8/8/4K3[PP] w - -",
            "4k3/8/8/8/8/8/8/4K3[P] w - -",
        ),
        (
            "walls",
            "4k3/8/8/8/8/8/8/4K3 w - -",
            "4k3/8/8/*7/8/8/8/4K3 w - -",
        ),
        (
            "checks",
            "4k3/8/8/8/8/8/8/4K3 w - - 3+3",
            "4k3/8/8/8/8/8/8/4K3 w - - 3+2",
        ),
        (
            "checks",
            "4k3/8/8/8/8/8/8/4K3 w - - 2+3",
            "4k3/8/8/8/8/8/8/4K3 w - - 3+2",
        ),
        (
            "unmoved",
            "4k3/8/8/8/8/8/8/1N2K3 w - -",
            "4k3/8/8/8/8/8/8/1N2K3 w B -",
        ),
        (
            "unmoved",
            "4k3/8/8/8/8/8/8/1N2K3 w E -",
            "4k3/8/8/8/8/8/8/1N2K3 w B -",
        ),
    ];
    for (name, one, other) in rows {
        let game = game(name);
        assert_ne!(
            read(&game, one).key(),
            read(&game, other).key(),
            "{one} {other}"
        );
    }
}

/// The position after each sequence of moves, as deep as said; of many moves only some are looked at.
fn visit(position: &Position, depth: u32, seen: &mut HashMap<String, u64>) {
    let state = position.state();
    let fields: Vec<String> = position.fen().split(' ').map(str::to_owned).collect();
    let known = fields.len() - 2;
    let text = format!("{} {}", fields[..known].join(" "), state.memory);
    let key = position.key();
    assert_eq!(*seen.entry(text).or_insert(key), key, "{}", position.fen());
    if depth == 0 {
        return;
    }
    let moves = position.legal_moves();
    let step = (moves.len() / 6).max(1);
    for mv in moves.into_iter().step_by(step) {
        let mut after = position.clone();
        after.play(mv).unwrap();
        visit(&after, depth - 1, seen);
    }
}

#[test]
fn the_order_of_moves_does_not_matter_for_the_key() {
    for (name, fen) in [
        ("hands", "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1"),
        ("walls", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("gates", "4k3/8/8/8/8/8/8/RN2K2R[H] w KQB - 0 1"),
        ("checks", "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1"),
    ] {
        let mut seen = HashMap::new();
        visit(&read(&game(name), fen), 3, &mut seen);
        let different: BTreeSet<u64> = seen.values().copied().collect();
        assert_eq!(
            different.len(),
            seen.len(),
            "{name}: two positions with one key"
        );
    }
}

#[test]
fn hands_can_stand_beside_a_picture() {
    let text = "
        [board]\nfiles = 3\nranks = 3
        [pieces]\nking = { letter = 'K', moves = 'K', royal = true }\nknight = { letter = 'N', moves = 'N' }
        [setup]\narray = '''\n. k .\n. . .\n. K .\n'''\nhands = 'NNn'
        [turn]\nthen = 'may drop knight on vacated'\n";
    let game = game_of(text);
    assert_eq!(game.rules().start, "1k1/3/1K1[NNn] w - - 0 1");
    assert_eq!(
        game.start().state().hands[Side::White].iter().sum::<u8>(),
        2
    );
}

/// With the man that castles goes the right to castle, so that the FEN that is written can be read.
#[test]
fn a_taken_king_leaves_no_castling_rights() {
    for (game, fen, mv, after) in [
        (
            "extinction",
            "rnbqk2r/7p/8/8/8/8/P3Q3/RNB1K2R w KQkq - 0 1",
            "e2e8",
            "rnbqQ2r/7p/8/8/8/8/P7/RNB1K2R b KQ - 0 1",
        ),
        (
            "duck",
            "r3k2r/4R3/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "e7e8,e8a3",
            "r3R2r/8/8/8/8/*7/8/R3K2R b KQ - 0 1",
        ),
        (
            "atomic",
            "r2qk2r/8/8/8/8/8/3R4/R3K2R w KQkq - 0 1",
            "d2d8",
            "r6r/8/8/8/8/8/8/R3K2R b KQ - 0 1",
        ),
    ] {
        let variant = Variant::named(game).unwrap();
        let mut position = variant.position(fen).unwrap();
        position.play(position.parse_move(mv).unwrap()).unwrap();
        assert_eq!(position.fen(), after, "{game}");
    }
}

/// Each line of the table: a game and a FEN that is none of its positions.
#[test]
fn bad_fens_are_told_at_the_character() {
    let (mut told, mut games, mut without_help) = (String::new(), BTreeSet::new(), Vec::new());
    for line in include_str!("data/bad_fens.tsv").lines().skip(1) {
        let (name, fen) = line.split_once('\t').unwrap();
        games.insert(name);
        let game = Variant::named(name).unwrap();
        let Err(error) = game.position(fen) else {
            panic!("{line}: it is read")
        };
        told += &format!("{name}: {fen}\n");
        for finding in error.0 {
            let place = finding.span.clone();
            let marked = fen
                .get(place.clone())
                .unwrap_or_else(|| panic!("{line}: {place:?}"));
            told += &format!(
                "  {} at {place:?} {marked:?}: {}\n",
                finding.code, finding.message
            );
            match finding.help {
                Some(help) => told += &format!("    help: {help}\n"),
                None => without_help.push(line),
            }
        }
    }
    assert!(games.len() >= 15, "{games:?}");
    assert_eq!(without_help, Vec::<&str>::new());
    insta::assert_snapshot!(told);
}
