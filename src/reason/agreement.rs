//! Reasons against the generator: on positions of random games a term has nothing against a move exactly if the general
//! path makes it, and a text is judged legal exactly if its move is.

use super::Reason;
use super::judge::Judge;
use super::read::Wanted;
use crate::Variant;
use crate::board::{PieceId, Square};
use crate::library::Library;
use crate::movegen::general;
use crate::position::{Move, MoveKind, MoveNotation};
use crate::random::Random;
use crate::rules::Condition;
use crate::variant::Position;
use std::collections::BTreeSet;

/// Whether a man of the board goes somewhere; the rest is asked in `check_others`.
fn goes(mv: Move) -> bool {
    !matches!(mv.kind, MoveKind::Drop | MoveKind::Stay | MoveKind::Pass)
}

/// All that a player can do otherwise than by moving a man: each man on each empty square, each promotion in place, a pass.
fn check_others(position: &Position) {
    let judge = Judge::new(position);
    let (rules, state) = (judge.rules, judge.state);
    let legal = general::legal_moves(rules, state);
    let kinds = || rules.kinds().map(|(kind, _)| kind);
    let is_legal = |kind: MoveKind, to: Square, form: PieceId| {
        let mut moves = legal.iter();
        moves.any(|m| (m.kind, m.to, m.promotion) == (kind, to, Some(form)))
    };
    let is_spelled = |reason: &Reason| matches!(reason, Reason::Spelling(_));
    for to in rules.shape.squares().filter(|_| !rules.drops.is_empty()) {
        for kind in kinds() {
            let reason = judge.drop(kind, to).reason;
            let wanted = is_legal(MoveKind::Drop, to, kind);
            let what = || format!("{kind:?} on {to:?} in {}: {reason:?}", position.fen());
            assert_eq!(is_spelled(&reason), wanted, "{} {}", rules.id, what());
        }
    }
    let stays = rules.promotions.iter().any(|rule| rule.stay);
    for from in state.squares(|m| stays && m.side == state.side).iter() {
        for kind in kinds() {
            let reason = judge.stay(from, &Wanted::Kind(kind)).reason;
            let wanted = is_legal(MoveKind::Stay, from, kind);
            let what = || format!("{from:?} to {kind:?} in {}: {reason:?}", position.fen());
            assert_eq!(is_spelled(&reason), wanted, "{} {}", rules.id, what());
        }
    }
    let by_a_man = legal.iter().any(|m| {
        let done = general::deeds::deed(rules, state, *m);
        done.is_some_and(|deed| deed.is_pass())
    });
    if rules.turn.pass != Condition::Never && !by_a_man {
        let why = position.why("pass");
        assert_eq!(
            why.is_legal(),
            legal.contains(&Move::PASS),
            "{} {}: {why}",
            rules.id,
            position.fen()
        );
        let told = ["legal", "pass-condition", "forbidden", "forced", "over"];
        let royal = ["check-stays", "exposes"];
        let is_told = told.iter().chain(&royal).any(|code| *code == why.code());
        assert!(is_told, "{}: {why}", position.fen());
    }
}

/// All start and end squares of a position, without texts.
fn check_squares(position: &Position) {
    check_others(position);
    let judge = Judge::new(position);
    let (rules, state) = (judge.rules, judge.state);
    let legal = general::legal_moves(rules, state);
    for from in state.squares(|m| m.side == state.side).iter() {
        let Some(man) = state.man(from) else { continue };
        for to in rules.shape.squares() {
            let place = || {
                let (from, to) = (rules.shape.name(from), rules.shape.name(to));
                format!("{} {from}{to} in {}", rules.id, position.fen())
            };
            let steps = judge
                .made(from, to)
                .iter()
                .any(|m| !matches!(m.kind, MoveKind::Castle { .. }) && goes(*m));
            assert_eq!(judge.is_open(man, from, to), steps, "{}", place());
            let reason = judge.between(from, to, &Wanted::Nothing).reason;
            // A promotion in place is written with what the man becomes, too.
            let here =
                |m: &&Move| m.from == from && m.to == to && (goes(**m) || m.kind == MoveKind::Stay);
            let there: Vec<_> = legal.iter().filter(here).collect();
            let plain = there.iter().any(|m| m.promotion.is_none());
            let promoting = there.iter().any(|m| m.promotion.is_some());
            if !state.free_castling {
                // A castling that is written with its partner is legal, but not so written.
                let spelled =
                    matches!(&reason, Reason::Spelling(moves) if moves.iter().all(|m| m.to == to));
                assert_eq!(spelled, plain, "{}: {reason:?}", place());
            }
            let must = matches!(reason, Reason::MustPromote { .. });
            assert_eq!(must, promoting && !plain, "{}: {reason:?}", place());
            if let Reason::IntoAttack(d) | Reason::CheckStays(d) | Reason::Exposes(d) = &reason {
                assert!(there.is_empty() && !d.attackers.is_empty(), "{}", place());
            }
        }
    }
}

/// Whether a line of the mover's says what it becomes, which is no promotion rule.
fn becomes(position: &Position, mv: Move) -> bool {
    let (rules, state) = (position.rules(), position.state());
    state.man(mv.from).is_some_and(|man| {
        let mut entries = rules.kind(man.kind).entries[man.side].iter();
        entries.any(|entry| !entry.becomes.is_empty())
    })
}

/// Some texts of a position, the legal ones and others.
fn check_texts(position: &Position, random: &mut Random) {
    let legal: BTreeSet<_> = position.legal_moves().into_iter().collect();
    for notation in [MoveNotation::Long, MoveNotation::San] {
        for (mv, text) in position.move_texts(notation) {
            if random.below(8) > 0 {
                continue;
            }
            match position.why(&text) {
                super::Why::Legal(permission) => {
                    assert!(permission.mv == mv && legal.contains(&mv));
                    // A pass, a drop and a promotion in place are made by no term.
                    let by_term = goes(mv);
                    assert!(
                        !permission.places().is_empty(),
                        "{text} in {}",
                        position.fen()
                    );
                    assert_eq!(
                        by_term,
                        !permission.terms.is_empty(),
                        "{text} in {}",
                        position.fen()
                    );
                    if becomes(position, mv) {
                        continue;
                    }
                    let promotes = mv.promotion.is_some() && mv.kind != MoveKind::Drop;
                    assert_eq!(
                        promotes,
                        !permission.promotions.is_empty(),
                        "{text} in {}",
                        position.fen()
                    );
                }
                super::Why::Illegal(refusal) => panic!("{text}: {refusal} in {}", position.fen()),
            }
        }
    }
    let shape = position.rules().shape;
    for _ in 0..12 {
        let square = |random: &mut Random| {
            let index = random.below(shape.len());
            shape.name(Square::new(index as u8)).to_string()
        };
        let text = square(random) + &square(random);
        let why = position.why(&text);
        assert_eq!(why.is_legal(), position.parse_move(&text).is_ok(), "{text}");
        assert!(position.nearest_moves(&text).len() <= 4);
    }
}

fn games() -> Vec<Variant> {
    let library = Library::new();
    let games = library.games();
    games
        .iter()
        .map(|game| Variant::new(library.load(&game.id).unwrap().rules.unwrap()))
        .collect()
}

fn play(start: Position, random: &mut Random) {
    let mut position = start;
    for ply in 0..70 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        if ply % 5 == random.below(5) {
            check_squares(&position);
        }
        if ply % 10 == 3 {
            check_texts(&position, random);
        }
        position.play(moves[random.below(moves.len())]).unwrap();
    }
    check_squares(&position);
}

#[test]
fn reasons_agree_with_the_generator() {
    for (index, game) in games().iter().enumerate() {
        let mut random = Random(0x9E37_79B9_7F4A_7C15 + index as u64);
        for _ in 0..2 {
            play(game.start(), &mut random);
        }
    }
}

#[test]
fn reasons_agree_where_castling_is_free() {
    let game = Variant::named("chess").unwrap();
    let fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1";
    let mut random = Random(77);
    for _ in 0..3 {
        play(game.position_chess960(fen).unwrap(), &mut random);
    }
}

/// Letters that no shipped game uses: hoppers, lame riders, removal, swaps, conditions of all kinds.
#[test]
fn reasons_agree_in_a_strange_game() {
    let text = "format = 1\nbase = 'chess'\n\
        pieces.rook.moves = 'mRcpR'\n\
        pieces.bishop.moves = ['nA', 'gB', 'dF']\n\
        pieces.knight.moves = ['nN', 'jD if here in ranks 1..6', 'udW if no check']\n\
        pieces.queen.moves = ['jjR', 'oF', 'K if own pawn >= 5 and not there in edge', 'mpQ3']\n\
        pieces.pawn.moves = ['mfW cefF ifmnD', 'smW if no all in path and (there attacked or here in rank 4)']\n";
    let text = text.replace("if no check", "if not check");
    let game = Variant::from_text("strange.toml", &text).unwrap();
    let mut random = Random(99);
    for _ in 0..4 {
        play(game.start(), &mut random);
    }
}
