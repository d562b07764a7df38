//! Boards of other forms, start positions by lot, and castling in its forms.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

use ferz::{Position, Variant};
use std::collections::BTreeSet;

fn game(text: &str) -> Variant {
    Variant::from_text("game.toml", text).unwrap()
}

fn moves(position: &Position, from: &str) -> Vec<String> {
    let texts = position.legal_moves().into_iter();
    let mut texts: Vec<String> = texts
        .map(|mv| position.move_text(mv, ferz::position::MoveNotation::Long))
        .filter(|text| text.starts_with(from))
        .collect();
    texts.sort();
    texts
}

/// The men of White's first rank.
fn back_rank(position: &Position) -> String {
    let fen = position.fen();
    let men = fen.split(' ').next().unwrap();
    men.rsplit('/').next().unwrap().to_owned()
}

#[test]
fn start_positions_have_their_published_numbers() {
    let game = Variant::named("fischerandom").unwrap();
    assert_eq!(game.setups(), 960);
    // Reinhard Scharnagl's table, first, orthodox and last.
    for (number, men) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB")] {
        let start = game.setup(number).unwrap();
        assert_eq!(back_rank(&start), men, "{number}");
        assert!(start.fen().contains(" w KQkq - 0 1"), "{number}");
    }
    assert_eq!(game.setup(518).unwrap(), game.start());
    assert!(game.setup(960).is_none());
}

#[test]
fn all_start_positions_differ_and_obey_the_rules() {
    let game = Variant::named("fischerandom").unwrap();
    let all: BTreeSet<String> = (0..game.setups())
        .map(|n| back_rank(&game.setup(n).unwrap()))
        .collect();
    assert_eq!(all.len(), 960);
    for men in all {
        let at = |letter| {
            men.match_indices(letter)
                .map(|(i, _)| i)
                .collect::<Vec<_>>()
        };
        let (bishops, rooks, king) = (at('B'), at('R'), at('K')[0]);
        assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{men}");
        assert!(rooks[0] < king && king < rooks[1], "{men}");
    }
}

#[test]
fn other_games_have_one_start_position() {
    let chess = Variant::named("chess").unwrap();
    assert_eq!(chess.setups(), 1);
    assert_eq!(chess.setup(0).unwrap(), chess.start());
    assert!(chess.setup(1).is_none());
}

#[test]
fn men_are_placed_on_the_zone_that_the_file_says_and_opposite() {
    let game = game(
        "format = 1\nboard = { files = 3, ranks = 4, black = 'turn' }\n\
         setup = { fen = 'k2/3/3/2K', zone = 'a1..b2', shuffle = ['rook on a2..b2', 'king'] }\n\
         [pieces]\nking = { letter = 'K', moves = 'K', royal = true }\nrook = { letter = 'R', moves = 'R' }\n",
    );
    // What stands outside of the zone stays.
    assert_eq!(game.setups(), 6);
    let starts: BTreeSet<String> = (0..6).map(|n| game.setup(n).unwrap().fen()).collect();
    assert_eq!(starts.len(), 6);
    let first = game.setup(0).unwrap();
    assert_eq!(first.fen().split(' ').next(), Some("k1k/2r/R2/K1K"));
}

const CYLINDER: &str = "format = 1\nbase = 'chess'\nboard.wrap = true\ncastling.if = 'never'\n";

#[test]
fn files_that_wrap_are_a_ring_for_every_move() {
    let game = game(CYLINDER);
    let position = |fen: &str| game.position(fen).unwrap();
    let knight = position("4k3/8/8/8/N7/8/8/4K3 w - - 0 1");
    assert_eq!(
        moves(&knight, "a4"),
        [
            "a4b2", "a4b6", "a4c3", "a4c5", "a4g3", "a4g5", "a4h2", "a4h6"
        ]
    );
    let pawn = position("4k3/8/8/7p/P7/8/8/4K3 w - - 0 1");
    assert_eq!(moves(&pawn, "a4"), ["a4a5", "a4h5"]);
    let king = position("4k3/8/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(moves(&king, "a1"), ["a1a2", "a1b1", "a1b2", "a1h1", "a1h2"]);
    // A rook gives check around the edge.
    assert!(
        position("r2k4/8/8/8/8/8/8/7K w - - 0 1")
            .outcome()
            .is_none()
    );
    assert!(position("3k4/8/8/8/8/8/8/1r1P3K w - - 0 1").in_check());
    // En passant goes around the edge as well.
    let passed = position("4k3/8/8/8/p7/8/7P/4K3 w - - 0 1");
    let mut passed = passed;
    let double = passed.parse_move("h2h4").unwrap();
    passed.play(double).unwrap();
    assert!(moves(&passed, "a4").contains(&"a4h3".to_owned()));
}

/// Patterns of conditions go around as well.
#[test]
fn patterns_wrap() {
    let game = game(&format!(
        "{CYLINDER}[pieces.knight]\nmoves = 'N if own rook at W from here'\n"
    ));
    let alone = game.position("4k3/8/8/8/N5R1/8/8/4K3 w - - 0 1").unwrap();
    assert!(moves(&alone, "a4").is_empty());
    let beside = game.position("4k3/8/8/8/N6R/8/8/4K3 w - - 0 1").unwrap();
    assert_eq!(moves(&beside, "a4").len(), 8);
}

const DROPPED: &str = "format = 1\nbase = 'chess'\ncastling.dropped = true\n\
    setup.fen = '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1'\npieces.king.moves = ['K', 'isO2 if here in e1']\n";

#[test]
fn castling_of_men_put_down_starts_where_the_line_says() {
    let game = game(DROPPED);
    let right = game.position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
    let castlings = moves(&right, "e1");
    assert!(castlings.contains(&"e1g1".to_owned()) && castlings.contains(&"e1c1".to_owned()));
    assert!(game.position("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1").is_err());
}

/// A count that Python made from the inventor's rules, without this program.
#[test]
fn a_condition_leaves_arrays_out_of_the_numbers() {
    let game = Variant::named("caparandom").unwrap();
    assert_eq!(game.setups(), 21836);
    assert!(game.setup(21836).is_none());
    for number in (0..21836).step_by(1000) {
        let men = back_rank(&game.setup(number).unwrap());
        assert!((0..10).all(|file| is_guarded(&men, file)), "{men}");
        let colour = |letter| men.find(letter).unwrap() % 2;
        assert_ne!(colour('Q'), colour('A'), "{men}");
    }
}

/// What each rule of the pages leaves of the arrays, counted without this program as well. The pages that have 12 118 say
/// all of these rules and that the array of Gothic Chess is left out, which makes 12 129.
#[test]
fn the_arrays_of_capablanca_random_chess_by_rules() {
    let with = |rule: &str| {
        let text = format!("format = 1\nbase = 'caparandom'\nsetup.if = '{rule}'\n");
        Variant::from_text("test", &text).unwrap().setups()
    };
    let colours = "own queen/archbishop in light = 1";
    let guarded = "every own pawn attacked by own all";
    let apart = "not own bishop at sW from own bishop";
    assert_eq!(with(colours), 48_000);
    assert_eq!(with(&format!("{colours} and {apart}")), 30_720);
    assert_eq!(with(&format!("{colours} and {guarded}")), 21_836);
    assert_eq!(
        with(&format!("{colours} and {guarded} and {apart}")),
        12_130
    );
}

/// Whether a man of the first rank guards the pawn of a file, with pawns on the whole second rank.
fn is_guarded(men: &str, file: usize) -> bool {
    men.char_indices().any(|(at, man)| match at.abs_diff(file) {
        0 => "RQCK".contains(man),
        1 => "BQAK".contains(man),
        2 => "NAC".contains(man),
        _ => false,
    })
}

#[test]
fn black_can_have_an_array_of_its_own() {
    let game = Variant::named("double-fischerandom").unwrap();
    assert_eq!(game.setups(), 960 * 960);
    let orthodox = game.setup(518 + 518 * 960).unwrap();
    assert_eq!(orthodox.fen(), game.start().fen());
    let start = game.setup(518 + 959 * 960).unwrap();
    let fen = start.fen();
    assert!(
        fen.starts_with("rkrnnqbb/") && back_rank(&start) == "RNBQKBNR",
        "{fen}"
    );
    assert!(fen.contains(" w KQkq "), "{fen}");
}

#[test]
fn every_army_meets_every_other() {
    let armies = [
        ("fabulous-fides", "RNBQKBNR"),
        ("colorbound-clobberers", "DWFAKFWD"),
        ("nutty-knights", "GHIOKIHG"),
        ("remarkable-rookies", "STUCKUTS"),
    ];
    for (white, men) in armies {
        for (black, others) in armies {
            let library = ferz::Library::new().with_armies(white, black);
            let loaded = library.load("different-armies").unwrap();
            let game = Variant::try_from(loaded).unwrap();
            let others = others.to_lowercase();
            let fen = format!("{others}/pppppppp/8/8/8/8/PPPPPPPP/{men} w KQkq - 0 1");
            assert_eq!(game.start().fen(), fen);
            let promoting = game.position("8/P7/8/8/8/2k5/8/K7 w - - 0 1").unwrap();
            let choices = if white == black { 4 } else { 8 };
            assert_eq!(moves(&promoting, "a7").len(), choices, "{white} {black}");
        }
    }
    let loaded = ferz::Library::new().with_armies("fides", "nutty-knights");
    assert!(loaded.load("different-armies").unwrap().rules.is_none());
    assert!(loaded.load("chess").unwrap().rules.is_none());
}

#[test]
fn armies_stand_opposite_where_the_board_turns() {
    let game = game(
        "format = 1\nboard = { files = 3, ranks = 4, black = 'turn' }\n\
         setup = { white = 'left', black = 'left' }\narmies.left = { array = 'KR1' }\n\
         [pieces]\nking = { letter = 'K', moves = 'K', royal = true }\nrook = { letter = 'R', moves = 'R' }\n",
    );
    assert_eq!(game.start().fen().split(' ').next(), Some("1rk/3/3/KR1"));
}

/// Through a wall nobody has gone, so the man cannot be taken en passant.
#[test]
fn a_wall_says_that_nothing_was_passed() {
    let game = game(
        "format = 1\nbase = 'chess'\nturn.then = 'put wall'\npieces.knight.moves = 'mnfD'\npieces.pawn.moves = ['mfW cF', 'mfeF']\n",
    );
    let free = "4k3/8/8/8/3pN3/8/8/4K3 b - e3 0 1";
    let walled = "4k3/8/8/8/3pN3/8/4*3/4K3 b - e3 0 1";
    assert!(game.position(free).unwrap().state().en_passant.is_some());
    assert!(
        game.position(walled)
            .map_or(true, |p| p.state().en_passant.is_none())
    );
}
