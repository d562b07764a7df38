//! Moves of several legs in games: what they do, how they are written and read, why they are legal.

use ferz::board::{Man, Square, SquareSet};
use ferz::position::{Move, MoveKind, MoveNotation};
use ferz::{Game, Position, Variant};

/// A small generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
}

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
    "pieces.pawn.moves = 'mfW cefF ifmnD fmW*'\npieces.rook.moves = 'mnWamW cefaW R'\npieces.bishop.moves = 'kB mtB tF'",
    "pieces.queen.moves = ['Q', 'caK if not there in edge', 'mabK if not pass', 'cdaK if path empty or victim is pawn']",
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
        assert!(variant.slow_because().is_some(), "{moves}");
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
        assert!(several > 0, "{moves}");
    }
}

#[allow(dead_code)]
fn squares(position: &Position, names: &[&str]) -> SquareSet {
    let shape = position.rules().shape;
    names.iter().filter_map(|n| shape.parse(n)).collect()
}
