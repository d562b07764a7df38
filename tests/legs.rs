//! Moves of several legs in games: what they do, how they are written and read, why they are legal.

#![allow(clippy::unwrap_used)] // a test stops where it fails

mod random;

use ferz::board::{Man, Square};
use ferz::position::{Move, MoveKind, MoveNotation};
use ferz::{Game, Position, Variant};
use random::Random;

/// Chess with other moves for some men.
fn game(moves: &str) -> Variant {
    let text = format!("format = 1\nbase = 'chess'\n{moves}");
    Variant::from_text("legs.toml", &text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

const GAMES: [&str; 9] = [
    "pieces.queen.moves = 'KNAD caK cabK mabK'",
    "pieces.pawn.moves = 'fmF fcafmF ifmnD'\npieces.knight.moves = 'vmF vcafmF vcafmcafmF'",
    "pieces.rook.moves = 'mR caibR'\npieces.king.moves = 'K cabK isO2'",
    "pieces.knight.moves = 'N xaN'\npieces.rook.moves = 'mR xaK'",
    "pieces.bishop.moves = 'mB udB ucB'\npieces.queen.moves = 'mQ afudQ cuaK'",
    "pieces.rook.moves = 'mR mRcafmR'\npieces.bishop.moves = 'FyafsF'\npieces.knight.moves = 'daK mpafN'",
    "pieces.bishop.moves = 'mB xB'\npieces.knight.moves = 'xK mK'\npieces.queen.moves = 'RmasR zB qN'",
    "pieces.pawn.moves = 'mfW cefF ifmnD fmW*'\npieces.rook.moves = 'mnamW cefaW R'\npieces.bishop.moves = 'kB mtB tF'",
    "pieces.queen.moves = ['Q', 'caK if not there in edge', 'mabK if not pass', 'cdaK if no all in path or victim is pawn']",
];

fn name(position: &Position, square: Square) -> String {
    position.rules().shape.name(square).to_string()
}

/// The men after a move, by what it says that it does.
fn told(position: &Position, mv: Move) -> Vec<Option<Man>> {
    let before = &position.state().men;
    let deed = position.deed(mv).unwrap();
    let mut men = before.clone();
    men[deed.mover.index()] = None;
    for gone in (deed.taken | deed.destroyed).iter() {
        assert!(before[gone.index()].is_some());
        men[gone.index()] = None;
    }
    deed.unloaded
        .iter()
        .for_each(|(old, _)| men[old.index()] = None);
    for (old, new) in &deed.unloaded {
        men[new.index()] = before[old.index()];
    }
    let mover = before[deed.mover.index()].unwrap();
    let kind = mv.promotion.unwrap_or(mover.kind);
    men[deed.to.index()] = Some(Man { kind, ..mover });
    men
}

fn check(position: &Position, random: &mut Random) -> usize {
    let side = position.side();
    let legal = position.legal_moves();
    let mut several = 0;
    for notation in [MoveNotation::Long, MoveNotation::Uci, MoveNotation::San] {
        let texts = position.move_texts(notation);
        for (mv, text) in &texts {
            let read = position.parse_move(text);
            assert_eq!(read.as_ref(), Ok(mv), "{text} in {}", position.fen());
            let same = texts.iter().filter(|(_, t)| t == text).count();
            assert_eq!(same, 1, "{text} in {}", position.fen());
        }
    }
    assert_eq!(position.perft(1), legal.len() as u64);
    for &mv in &legal {
        let mut after = position.clone();
        after.play(mv).unwrap();
        if !matches!(mv.kind, MoveKind::Castle { .. }) {
            let deed = position.deed(mv).unwrap();
            assert_eq!(after.state().men, told(position, mv));
            let enemies = position.state().squares(|m| m.side != side);
            assert!(deed.taken.is_subset(&enemies));
            assert!(
                deed.destroyed
                    .is_subset(&position.state().squares(|m| m.side == side))
            );
        }
        let again = position.variant().position(&after.fen());
        let again = again.unwrap_or_else(|e| panic!("{e}: {}", after.fen()));
        assert_eq!(again.state(), after.state(), "{}", after.fen());
        assert_eq!(again.key(), after.key());
        if let MoveKind::Legs { .. } = mv.kind {
            several += 1;
            if random.below(20) == 0 {
                let text = position.move_text(mv, MoveNotation::Long);
                assert!(position.why(&text).is_legal(), "{text}");
                let bare = text.replace(',', "");
                assert_eq!(
                    position.parse_move(&bare),
                    Ok(mv),
                    "{bare} in {}",
                    position.fen()
                );
            }
        }
    }
    several
}

/// Texts that mostly mean nothing.
fn check_other_texts(position: &Position, random: &mut Random) {
    let shape = position.rules().shape;
    for _ in 0..6 {
        let mut square = || name(position, Square::new(random.below(shape.len()) as u8));
        let (a, b, c) = (square(), square(), square());
        for text in [
            format!("{a}{b}"),
            format!("{a}{b},{b}{c}"),
            format!("{a}{a}"),
        ] {
            let why = position.why(&text);
            let read = position.parse_move(&text);
            assert_eq!(why.is_legal(), read.is_ok(), "{text}: {why:?}");
        }
    }
}

#[test]
fn texts_effects_and_reasons_agree_in_random_games() {
    for (index, moves) in GAMES.iter().enumerate() {
        let variant = game(moves);
        let mut random = Random(0x9E37_79B9_7F4A_7C15 + index as u64);
        let mut several = 0;
        for _ in 0..2 {
            let mut game = Game::new(&variant);
            for ply in 0..60 {
                let position = game.position().clone();
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                if ply % 6 == random.below(6) {
                    several += check(&position, &mut random);
                    check_other_texts(&position, &mut random);
                }
                game.play(legal[random.below(legal.len())]).unwrap();
                let last = game.position().clone();
                let key = *game.keys().last().unwrap();
                assert_eq!(key, last.key());
                game.undo();
                assert_eq!(*game.position(), position);
                game.redo();
                assert_eq!(*game.position(), last);
            }
        }
        assert!(several > 0 || *moves == ALL_PLAIN, "{moves}");
    }
}

/// Plain moves come of them too, and the text of those is the usual one.
const ALL_PLAIN: &str = GAMES[6];

/// Positions: the game, the FEN, and whose moves are listed.
const POSITIONS: [(usize, &str, &str); 14] = [
    (0, "4k3/8/8/4pn2/4Q3/8/8/4K3 w - - 0 1", "e4"),
    (1, "4k3/8/8/8/3p1p2/8/1p6/P1N1K3 w - - 0 1", "c1"),
    (1, "4k3/8/1p6/8/1p6/P7/8/4K3 w - - 0 1", "a3"),
    (2, "4k3/8/4n3/8/8/8/P3K3/R5p1 w - - 0 1", "a1"),
    (2, "4k3/8/8/8/8/8/4p3/4K2R w K - 0 1", "e1"),
    (3, "4k3/8/8/8/8/2B5/8/1N2K3 w - - 0 1", "b1"),
    (4, "4k3/8/8/8/8/8/1P1n4/2B1K3 w - - 0 1", "c1"),
    (4, "4k3/8/8/8/8/p7/8/Q3K2N w - - 0 1", "a1"),
    (5, "4k3/8/8/8/p7/8/8/R3K3 w - - 0 1", "a1"),
    (5, "4k3/8/8/8/1p6/1P6/NP6/4K3 w - - 0 1", "a2"),
    (6, "4k3/8/8/8/8/8/1N6/B3K3 w - - 0 1", "b2"),
    (7, "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1", "a1"),
    (7, "4k3/3p4/8/8/8/2K5/8/B6r b - - 0 1", "h1"),
    (8, "4k3/8/8/8/3p4/3QP3/8/4K3 w - - 0 1", "d3"),
];

#[test]
fn moves_are_told_and_written() {
    let mut all = String::new();
    for (index, fen, from) in POSITIONS {
        let position = game(GAMES[index]).position(fen).unwrap();
        let from = position.rules().shape.parse(from).unwrap();
        all += &format!("{}\n{fen}\n", GAMES[index].replace('\n', "; "));
        let sans = position.move_texts(MoveNotation::San);
        let longs = position.move_texts(MoveNotation::Long);
        let mut plain = Vec::new();
        for ((mv, san), (_, long)) in sans.into_iter().zip(longs) {
            if mv.from != from {
                continue;
            }
            if matches!(mv.kind, MoveKind::Legs { .. }) {
                let what = position.what_happens(mv);
                all += &format!("  {long:<12} {san:<12} {what}\n");
            } else {
                plain.push(long);
            }
        }
        all += &format!("  and {}\n\n", plain.join(" "));
    }
    insta::assert_snapshot!(all);
}

/// A game, a position with the men to move attacked or not, and by whom.
#[test]
fn royals_are_attacked_by_every_way_of_taking() {
    let checkers = |moves: &str, fen: &str| -> Vec<String> {
        let position = game(moves).position(fen).unwrap();
        let checkers = position.checkers().into_iter();
        checkers.map(|square| name(&position, square)).collect()
    };
    let table = [
        // Over an empty landing square or not.
        (
            "pieces.pawn.moves = 'fcafmF'",
            "8/8/8/3k4/2P5/8/8/4K3 b - - 0 1",
            "c4",
        ),
        (
            "pieces.pawn.moves = 'fcafmF'",
            "8/8/4p3/3k4/2P5/8/8/4K3 b - - 0 1",
            "",
        ),
        (
            "pieces.pawn.moves = 'fcafmF'",
            "8/8/4P3/3k4/2P5/8/8/4K3 b - - 0 1",
            "",
        ),
        // The rifle sees along open lines only.
        (
            "pieces.rook.moves = 'mR caibR'",
            "4k3/8/8/8/8/8/8/K3R3 b - - 0 1",
            "e1",
        ),
        (
            "pieces.rook.moves = 'mR caibR'",
            "4k3/4p3/8/8/8/8/8/K3R3 b - - 0 1",
            "",
        ),
        // The second step of a lion, round a corner and behind a victim.
        (
            "pieces.queen.moves = 'K caK'",
            "8/8/4k3/4p3/4Q3/8/8/K7 b - - 0 1",
            "e4",
        ),
        (
            "pieces.queen.moves = 'K caK'",
            "8/8/4k3/8/4Q3/8/8/K7 b - - 0 1",
            "",
        ),
        (
            "pieces.queen.moves = 'K caK'",
            "8/8/5k2/5p2/4Q3/8/8/K7 b - - 0 1",
            "e4",
        ),
        // What is put elsewhere is not taken.
        (
            "pieces.rook.moves = 'mR ucR'",
            "4k3/8/8/8/8/8/8/K3R3 b - - 0 1",
            "",
        ),
        // The man that lends its move is not the one that takes, but the one whose term it is.
        (
            "pieces.knight.moves = 'xaN'",
            "8/8/8/8/1k6/8/2R5/K3N3 b - - 0 1",
            "e1",
        ),
        // Borrowed moves take too.
        (
            "pieces.bishop.moves = 'mB xB'",
            "8/8/8/8/3N4/8/1B3k2/K7 b - - 0 1",
            "",
        ),
        (
            "pieces.bishop.moves = 'mB xB'",
            "8/8/8/8/3N4/2k5/8/KB6 b - - 0 1",
            "",
        ),
        (
            "pieces.bishop.moves = 'mB xB'",
            "8/8/8/8/8/3N4/2k5/K7 b - - 0 1",
            "",
        ),
        (
            "pieces.bishop.moves = 'mB xB'",
            "8/8/8/4N3/8/1k6/8/B3K3 b - - 0 1",
            "a1",
        ),
        // Royal men only, and all others only.
        (
            "pieces.bishop.moves = 'kB'",
            "8/8/8/3k4/8/8/8/B3K2B b - - 0 1",
            "h1",
        ),
        (
            "pieces.bishop.moves = 'mB tB'",
            "8/8/8/3k4/8/8/8/4K2B b - - 0 1",
            "",
        ),
    ];
    for (moves, fen, expected) in table {
        assert_eq!(checkers(moves, fen).join(" "), expected, "{moves} {fen}");
    }
}

#[test]
fn conditions_and_rights_follow_what_happens() {
    // A pass is a move unless the rules forbid it, and gives nobody's right away.
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let passing = game("pieces.rook.moves = 'R mabK'\npieces.king.moves = 'K mabK isO2'");
    let mut position = passing.position(fen).unwrap();
    let pass = position.parse_move("e1e1").unwrap();
    assert!(position.deed(pass).unwrap().is_pass());
    position.play(pass).unwrap();
    assert_eq!(position.fen(), "4k3/8/8/8/8/8/8/R3K2R b KQ - 1 1");
    let forbidden = game("pieces.king.moves = ['K isO2', 'mabK if not pass']");
    let why = forbidden.position(fen).unwrap().why("e1e1");
    assert_eq!((why.code(), why.is_legal()), ("condition", false), "{why}");

    // A castling man that is put elsewhere has moved.
    let swapping = game("pieces.bishop.moves = 'mB udB'");
    let mut position = swapping
        .position("4k3/8/8/8/8/8/3B4/R3K2R w KQ - 0 1")
        .unwrap();
    position.play(position.parse_move("d2e1").unwrap()).unwrap();
    assert_eq!(position.fen(), "4k3/8/8/8/8/8/3K4/R3B2R b - - 1 1");

    // Castling does not go through what a jump attacks.
    let jumping = game("pieces.pawn.moves = 'fmF fcafmF'\npieces.rook.moves = 'mR fmRafcafmR R'");
    let position = jumping
        .position("4k3/8/8/8/8/8/6p1/4K2R w K - 0 1")
        .unwrap();
    assert!(position.parse_move("e1g1").is_ok());
    let position = jumping
        .position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
        .unwrap();
    assert!(position.parse_move("O-O").is_ok());

    // What a move of several legs passes can be taken.
    let leaving = game("pieces.rook.moves = 'mnamW R'");
    let mut position = leaving
        .position("4k3/8/8/8/8/2p5/8/3RK3 w - - 0 1")
        .unwrap();
    position.play(position.parse_move("d1d3").unwrap()).unwrap();
    assert_eq!(position.fen(), "4k3/8/8/8/8/2pR4/8/4K3 b - d2 1 1");
    let taken = position.parse_move("c3d2").unwrap();
    assert!(matches!(taken.kind, MoveKind::EnPassant { .. }));
}

#[test]
fn texts_are_read_as_people_write_them() {
    let lion = game(GAMES[0]);
    let position = lion.position("4k3/8/8/4pn2/4Q3/8/8/4K3 w - - 0 1").unwrap();
    let read = |text: &str| match position.parse_move(text) {
        Ok(mv) => position.move_text(mv, MoveNotation::Long),
        Err(error) => error.to_string(),
    };
    let texts = [
        "e4e5,e5f5",
        "e4e5f5",
        "e4xe5xf5",
        "Qxe5xf5",
        "Qe5f5",
        "e4-e5-f5",
        "Qe4xe5-e6",
        "e4e5e6",
        "e4e5,e5e4",
        "Qxe5-e4",
        "e4e4",
        "Q--",
        "Qe4--",
        "e4e5",
        "e4e5,",
        "e4f5,",
        "e4d4,d4e4",
        "Qxe5xe6",
    ];
    let all = texts
        .map(|text| format!("{text}: {}", read(text)))
        .join("\n");
    insta::assert_snapshot!(all);
    // Where only one move begins so, or ends there.
    let pawns = game(GAMES[1]);
    let position = pawns
        .position("4k3/8/1p6/8/1p6/P7/8/4K3 w - - 0 1")
        .unwrap();
    let jump = position.parse_move("a3b4,b4c5").unwrap();
    for text in ["a3b4", "a3c5", "a3xb4", "a3:c5", "a3xb4-c5+"] {
        assert_eq!(position.parse_move(text), Ok(jump), "{text}");
    }
}

#[test]
fn illegal_moves_have_true_reasons() {
    let table = [
        (0, "4k3/8/8/4p3/4Q3/8/8/4K3 w - - 0 1", "e4f5,f5g6"),
        (0, "4k3/8/8/4p3/4Q3/8/8/4K3 w - - 0 1", "e4h8"),
        (0, "4k3/8/8/4p3/4Q3/8/8/4K3 w - - 0 1", "e4f4,f4e4"),
        (0, "4k3/4r3/8/3p4/4Q3/8/8/4K3 w - - 0 1", "e4d5,d5c5"),
        (1, "4k3/8/2p5/8/1p6/P7/8/4K3 w - - 0 1", "a3c5"),
        (1, "4k3/8/2p5/2p5/1p6/P7/8/4K3 w - - 0 1", "a3c5"),
        (1, "4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3c5"),
        (1, "4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3xb4-c5"),
        (1, "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "Nxd4xf6-h8"),
        (2, "4k3/8/8/8/8/8/8/R2K4 w - - 0 1", "a1a5,a5a1"),
        (2, "4k3/8/8/p7/8/P7/8/R2K4 w - - 0 1", "a1a5,a5a1"),
        (2, "4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1", "e3d5"),
        (1, "4k3/8/8/4p3/3K4/2N5/8/8 w - - 0 1", "c3b4"),
        (3, "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1c3,c3b5"),
        (3, "4k3/8/8/8/4r3/2N5/8/1N2K3 w - - 0 1", "b1b1"),
        (4, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1b1,b1c1"),
        (8, "4k3/8/8/8/3p4/3QP3/8/4K3 w - - 0 1", "d3d3"),
        (8, "4k3/8/8/8/3p4/3QP3/8/4K3 w - - 0 1", "Q--"),
        (8, "4k3/8/8/8/8/8/1p6/Q3K3 w - - 0 1", "a1b2,b2c2"),
    ];
    let mut all = String::new();
    for (index, fen, text) in table {
        let position = game(GAMES[index]).position(fen).unwrap();
        let why = position.why(text);
        assert_eq!(why.is_legal(), position.parse_move(text).is_ok(), "{text}");
        let moves = GAMES[index].replace('\n', "; ");
        all += &format!("{moves}\n{fen} {text} [{}]\n    {why}\n", why.code());
    }
    insta::assert_snapshot!(all);
}

/// What nothing in the notation can do is told as such, and no other move is offered as what was meant.
#[test]
fn moves_that_can_never_happen_are_told_so() {
    let alone = "4k3/8/8/8/8/3B4/8/4K3 w - - 0 1";
    let draughts = "mfF fcaf(macaf)mF";
    let table = [
        ("fmF fcafmF", alone, "d3d4 d3c5 d3d5 d3b5"),
        ("fcafmF", alone, "d3d4"),
        ("mRcaibR", alone, "d3e4 d3e5"),
        ("caibR", alone, "d3d4"),
        ("mcabK", alone, "d3d4 d3e5"),
        ("[cQ-mK]", alone, "d3e6"),
        ("mRafudR", alone, "d3e4"),
        ("mafmN", alone, "d3d5"),
        (
            draughts,
            "4k3/8/8/8/8/8/B7/4K3 w - - 0 1",
            "a2a3 a2b5 a2b3,b3d5 a2c4",
        ),
        // A rifle comes back, a lender does not go along, and a porter does not turn.
        (
            "mR caibR",
            "n3k3/8/8/8/8/8/8/B3K3 w - - 0 1",
            "a1a8,a8a2 a1a8,a8a1",
        ),
        (
            "mN xaN",
            "4k3/8/8/8/8/2B5/1P6/4K3 w - - 0 1",
            "c3b2,b2d1 c3b2,b2c4",
        ),
        (
            "mB afudB",
            "4k3/8/2P5/8/8/8/8/4K2B w - - 0 1",
            "h1c6,c6e4 h1e4,e4c6 h1f3,f3e4",
        ),
        // It takes on b3 only by going on.
        (draughts, "4k3/8/8/8/2p5/1p6/B7/4K3 w - - 0 1", "a2b3"),
        ("fcafmF", "4k3/8/8/8/2p5/1p6/B7/4K3 w - - 0 1", "a2b3"),
        (
            "mfF fcafmF",
            "4k3/8/8/8/8/p7/1B6/4K3 w - - 0 1",
            "b2a3 b2c3,d4e5",
        ),
    ];
    let mut all = String::new();
    for (moves, fen, texts) in table {
        let position = game(&format!("pieces.bishop.moves = '{moves}'"));
        let position = position.position(fen).unwrap();
        all += &format!("{moves}: {fen}\n");
        for text in texts.split(' ') {
            let why = position.why(text);
            assert_eq!(why.is_legal(), position.parse_move(text).is_ok(), "{text}");
            all += &format!("  {text} [{}] {why}\n", why.code());
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn passes_and_landing_squares_are_read() {
    let draughts = "pieces.bishop.moves = 'mfF fcaf(macaf)mF'";
    let two_ways = "4k3/8/8/8/5p2/2p1p3/3p4/2B1K3 w - - 0 1";
    let table = [
        (
            GAMES[0],
            "4k3/8/8/4p3/4Q3/8/8/4K3 w - - 0 1",
            "pass -- Pass Q-- B--",
        ),
        (GAMES[0], "4k3/8/8/4p3/4Q2Q/8/8/4K3 w - - 0 1", "pass --"),
        (GAMES[0], "4k3/4r3/8/8/8/3Q4/8/4K3 w - - 0 1", "pass"),
        (GAMES[1], "4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "pass --"),
        (
            draughts,
            two_ways,
            "c1e3g5 c1g5 c1e3 c1d2,d2e3,e3f4,f4g5 c1d2,e3f4",
        ),
        (
            draughts,
            "4k3/8/8/8/5p2/8/3p4/2B1K3 w - - 0 1",
            "c1e3g5 c1xe3xg5 c1e3,e3g5 c1-e3-g5 c1g5e3",
        ),
        (
            GAMES[0],
            "4k3/8/8/3pp3/4Q3/8/8/4K3 w - - 0 1",
            "Qxe5xd5 Qxd5xe5 e4e5,",
        ),
    ];
    let mut all = String::new();
    for (moves, fen, texts) in table {
        let position = game(moves).position(fen).unwrap();
        all += &format!("{moves}: {fen}\n");
        for text in texts.split(' ') {
            let why = position.why(text);
            let read = position.parse_move(text);
            assert_eq!(why.is_legal(), read.is_ok(), "{text}");
            let read = read.map(|mv| position.move_text(mv, MoveNotation::Long));
            let read = read.unwrap_or_default();
            all += &format!("  {text} [{}] {read} {why}\n", why.code());
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn rule_files_can_test_them() {
    let tests = "\n[test.lion]\nfen = '4k3/8/8/4pn2/4Q3/8/8/4K3 w - - 0 1'\n\
        allows = 'e4e5,e5e4 e4e5,e5f5 e4e4 e4e5'\nforbids = 'e4d4,d4d5'\n\
        [test.after]\nfen = '4k3/8/8/4pn2/4Q3/8/8/4K3 w - - 0 1'\nmoves = 'e4e5,e5f5'\n\
        becomes = '4k3/8/8/5Q2/8/8/8/4K3 b - - 0 1'\n";
    let variant = game(&format!("{}{tests}", GAMES[0]));
    let outcomes = ferz::trial::run(&variant);
    assert!(
        outcomes.iter().all(ferz::trial::TestReport::passed),
        "{outcomes:?}"
    );
    let text = "format = 1\nbase = 'chess'\n[test.wrong]\nallows = 'e2e4,e7e5'\n";
    let error = Variant::from_text("wrong.toml", text)
        .unwrap_err()
        .to_string();
    assert!(error.contains("is no move"), "{error}");
}

#[test]
fn games_are_written_and_read() {
    let variant = game(GAMES[0]);
    let mut game = Game::new(&variant);
    for text in ["d1e3", "d7d5", "Qe4", "Qd6", "Qxd5-e4", "Qf4", "Qxf4--"] {
        let Ok(mv) = game.position().parse_move(text) else {
            break;
        };
        game.play(mv).unwrap();
    }
    let mut random = Random(5);
    for _ in 0..40 {
        let legal = game.position().legal_moves();
        let several = |m: &&Move| matches!(m.kind, MoveKind::Legs { .. });
        let long: Vec<Move> = legal.iter().filter(several).copied().collect();
        let from = if long.is_empty() { &legal } else { &long };
        if from.is_empty() || game.outcome().is_some() {
            break;
        }
        game.play(from[random.below(from.len())]).unwrap();
    }
    let record = ferz::pgn::Record::from_game(&game);
    let text = ferz::pgn::write(&[record]);
    let read = ferz::pgn::read(&text).unwrap();
    let again = read[0].game(&variant).unwrap();
    assert_eq!(again.moves(), game.moves(), "{text}");
    assert!(text.contains("--"), "{text}");
}
