//! The opponent: finds short mates, beats a random player, plays legal games to their end.
#![allow(clippy::unwrap_used)] // a helper of tests that fails is a test that fails

use ferz::board::Side;
use ferz::movegen::general;
use ferz::position::Move;
use ferz::search::{Limits, Score, Searcher, Values};
use ferz::{Game, Library, Position, Variant, pgn};

/// Positions in which exactly one move forces mate in two: found in games of the program, checked here by trying all.
const MATES_IN_TWO: [(&str, &str); 12] = [
    (
        "chess",
        "1k1r1b1r/pp3ppp/8/5q2/2B4P/4K3/PP3PP1/2R5 b - - 0 30",
    ),
    ("chess", "R7/6pk/5p1P/5q2/6rP/7K/p7/8 b - - 3 49"),
    (
        "king-support-chess",
        "4kb1r/2p1p1p1/2n5/p2b1p1p/P6P/6PK/5q2/6R1 b - - 2 29",
    ),
    (
        "king-support-chess",
        "4bk2/4p1p1/8/p1p2p1p/4b3/3q4/8/4K3 b - - 3 52",
    ),
    (
        "kingsmen",
        "r1b1k4/2b2b3/pp1p3+Bp/4P4/1P4p2/6P2/PP1P1+n2P/2B6/2RK5 b q - 0 25",
    ),
    (
        "kingsmen",
        "9/3k5/p2pp1+B1p/9/1p4+b2/9/P4+b+b1P/2+r6/K8 b - - 1 49",
    ),
    (
        "kingsmen-vs-dark-horde",
        "9/9/2s2e1+Ng/g1+B6/P8/1P1P1g3/d2K1B1PP/9/9 w - - 1 44",
    ),
    (
        "kingsmen-vs-dark-horde",
        "1e7/1v7/3g+R3g/4s4/P8/2vPdP3/P7P/9/1R3K3 b - - 4 48",
    ),
    (
        "kjempe-chess",
        "7k4/10b1/2s4j1s2/2nTpb2w3/12/2q1t1P5/6P5/3P8/12/2S9/7r4/2KS5r2 b - - 4 107",
    ),
    (
        "kjempe-chess",
        "6k5/1b1j4j1b1/2nss2s1s2/5t2pn1r/4p5P1/3pwp1p2P1/12/3b7p/9K1P/7B1R2/9q2/11q b - - 6 93",
    ),
    ("mini-kingsmen", "krr/b2/3/b2/2b/3/1N+p/BRB/R1K b - - 1 16"),
    ("mini-kingsmen", "1k1/3/1n+P/3/2N/3/B2/3/1K1 w - - 0 26"),
];

/// Whether a move mates in so many moves against every answer.
fn forces_mate(position: &Position, mv: Move, moves: u32) -> bool {
    let mut after = position.clone();
    after.play(mv).unwrap();
    let answers = after.legal_moves();
    if answers.is_empty() {
        return after.in_check();
    }
    moves > 1
        && answers.into_iter().all(|answer| {
            let mut next = after.clone();
            next.play(answer).unwrap();
            next.legal_moves()
                .into_iter()
                .any(|mv| forces_mate(&next, mv, moves - 1))
        })
}

#[test]
fn mates_in_two_are_played_at_once() {
    for (name, fen) in MATES_IN_TWO {
        let variant = Variant::named(name).unwrap();
        let position = variant.position(fen).unwrap();
        let mates = |n| {
            position
                .legal_moves()
                .into_iter()
                .filter(|&m| forces_mate(&position, m, n))
                .count()
        };
        assert_eq!((mates(1), mates(2)), (0, 1), "{name} {fen}");
        let thought = Searcher::new(&variant).think(
            &Game::from_position(position.clone()),
            &Limits::nodes(60_000),
            |_| (),
        );
        assert_eq!(thought.score, Score::Wins(2), "{name} {fen}");
        assert!(
            forces_mate(&position, thought.best.unwrap(), 2),
            "{name} {fen}"
        );
        assert_eq!(thought.line.len(), 3, "{name} {fen}");
    }
}

/// The counts of the endgame are looked ahead: with one move left for the mate a rook is worth nothing.
#[test]
fn the_opponent_knows_how_far_a_count_has_gone() {
    let makruk = Variant::named("makruk").unwrap();
    assert_eq!(makruk.slow_because(), None);
    let score = |fen: &str| {
        let game = Game::from_position(makruk.position(fen).unwrap());
        let limits = Limits::nodes(2_000);
        Searcher::new(&makruk).think(&game, &limits, |_| ()).score
    };
    let fen = "8/8/8/3k4/8/8/8/R3K3 w - - 0 40";
    assert_eq!(
        score(&format!("{fen} hunt=15+0,limit=16+0")),
        Score::Even(0)
    );
    let Score::Even(worth) = score(fen) else {
        panic!("a rook alone does not mate so soon")
    };
    assert!(worth > 200, "{worth}");
    let mate = "k7/8/1K6/8/8/8/8/7R w - - 0 40 hunt=15+0,limit=16+0";
    assert_eq!(score(mate), Score::Wins(1));
}

/// Makes a move after asking the general path.
fn play_checked(game: &mut Game, mv: Move) {
    let position = game.position();
    assert!(
        general::legal_moves(position.rules(), position.state()).contains(&mv),
        "{mv:?} in {}",
        position.fen()
    );
    game.play(mv).unwrap();
}

fn is_over(game: &Game) -> bool {
    game.outcome().is_some() || game.claimable().is_some()
}

/// Games that are played to their end; the others for a while, a short one where no tables help.
const TO_THE_END: [&str; 6] = [
    "chess",
    "kingsmen",
    "king-support-chess",
    "crazyhouse",
    "minishogi",
    "breakthrough",
];

#[test]
fn the_program_plays_each_game() {
    for listing in Library::new().games() {
        let variant = Variant::named(&listing.id).unwrap();
        let mut searcher = Searcher::new(&variant);
        let mut game = Game::new(&variant);
        let (plies, nodes) = match variant.slow_because() {
            _ if TO_THE_END.contains(&&*listing.id) => (usize::MAX, 100),
            None => (40, 100),
            Some(_) => (8, 20),
        };
        while !is_over(&game) && game.moves().len() < plies {
            let thought = searcher.think(&game, &Limits::nodes(nodes).seed(7), |_| ());
            play_checked(&mut game, thought.best.unwrap());
        }
        let mut again = Game::new(&variant);
        game.moves().iter().for_each(|&mv| again.play(mv).unwrap());
        assert_eq!(again.outcome(), game.outcome());
        assert_eq!(again.position().fen(), game.position().fen());
        let text = pgn::Record::from_game(&game).to_string();
        let read = pgn::read(&text).unwrap();
        let back = read[0].game(&variant).unwrap();
        assert_eq!(
            (back.moves(), back.outcome()),
            (game.moves(), game.outcome()),
            "{text}"
        );
    }
}

/// In games that mate decides, most of them large; where every move may be the last one or none matters, a random player
/// has better chances.
#[test]
fn the_program_beats_a_random_player() {
    for name in [
        "chess",
        "capablanca",
        "king-support-chess",
        "kingsmen",
        "kingsmen-vs-dark-horde",
        "kjempe-chess",
        "mini-kingsmen",
    ] {
        let variant = Variant::named(name).unwrap();
        for program in Side::ALL {
            let mut random = 0x9E37_79B9_7F4A_7C15_u64 + program.index() as u64;
            let mut searcher = Searcher::new(&variant);
            let mut game = Game::new(&variant);
            while !is_over(&game) {
                let mv = if game.position().side() == program {
                    searcher
                        .think(&game, &Limits::nodes(2_000), |_| ())
                        .best
                        .unwrap()
                } else {
                    random ^= random << 13;
                    random ^= random >> 7;
                    random ^= random << 17;
                    let moves = game.position().legal_moves();
                    moves[(random >> 33) as usize % moves.len()]
                };
                play_checked(&mut game, mv);
            }
            let winner = game.outcome().and_then(|o| o.winner);
            assert_eq!(winner, Some(program), "{name}: {}", game.position().fen());
        }
    }
}

#[test]
fn the_same_nodes_give_the_same_move() {
    let variant = Variant::named("chess").unwrap();
    let think =
        || Searcher::new(&variant).think(&Game::new(&variant), &Limits::nodes(20_000), |_| ());
    assert_eq!(think(), think());
}

#[test]
fn a_position_without_moves_has_no_best_one() {
    let variant = Variant::named("chess").unwrap();
    let game = Game::from_position(variant.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap());
    let thought = Searcher::new(&variant).think(&game, &Limits::nodes(100), |_| ());
    assert_eq!((thought.best, thought.nodes), (None, 0));
}

/// The general path as the world of a search: a bishop that lends its move to others has no compiled form.
#[test]
fn games_without_tables_are_searched_too() {
    let text = "format = 1\nbase = 'chess'\npieces.rook.moves = 'mRcpR'\npieces.king.moves = 'K'\npieces.bishop.moves = 'B xaK'\n\
        setup.fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'\ncastling.with = 'rook'\n";
    let variant = Variant::from_text("general.toml", text).unwrap();
    assert!(variant.slow_because().is_some());
    let position = variant
        .position("7k/8/8/8/3n4/3P4/8/K2R4 w - - 0 1")
        .unwrap();
    let thought =
        Searcher::new(&variant).think(&Game::from_position(position), &Limits::nodes(500), |_| ());
    assert_eq!(
        variant
            .rules()
            .shape
            .name(thought.best.unwrap().to)
            .to_string(),
        "d4"
    );
}

/// The orthodox pieces come out at about their usual worth without anybody saying so.
#[test]
fn values_come_from_mobility() {
    let variant = Variant::named("chess").unwrap();
    let values = Values::new(variant.rules());
    let of = |id| {
        values.of(ferz::board::Man {
            side: Side::White,
            kind: variant.rules().find(id).unwrap(),
        })
    };
    assert!((250..400).contains(&of("knight")), "{}", of("knight"));
    assert!((280..420).contains(&of("bishop")), "{}", of("bishop"));
    assert!((420..600).contains(&of("rook")), "{}", of("rook"));
    assert!((750..1000).contains(&of("queen")), "{}", of("queen"));
    assert!((50..140).contains(&of("pawn")), "{}", of("pawn"));
    assert_eq!(of("king"), 0);
}
