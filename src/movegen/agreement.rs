//! The hot path against the general path, on positions of random games.
//!
//! For every shipped game the same number of positions, chosen so that the rare things occur often: see [`Tally`].
//! Compared are legal moves, checkers and, after each move, the hash key kept up to date against the one from scratch;
//! with the processor's lookup and with the portable one.

use super::{castling, general, hot};
use crate::Variant;
use crate::board::{PieceId, Side, Square, SquareSet};
use crate::compile::{Compiled, Lookup};
use crate::library::Library;
use crate::notation::{Hop, Term};
use crate::position::{Extra, Move, MoveKind, State, apply, keys};
use crate::random::Random;
use crate::rules::Rules;
use crate::shrink::{Budget, Case, shrink};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Positions of each game.
const POSITIONS: usize = 400;
/// Half-moves of a random game.
const PLIES: usize = 200;
/// Random games in which rare things are looked for; after them any position will do.
const CHOSEN: u64 = 150;
/// Games tried at most, so that a bound which cannot be met fails instead of running on.
const GAMES: u64 = 4_000;

/// What is remarkable in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Feature {
    Check,
    Castling,
    Promotion,
    EnPassant,
    Swap,
    Derived,
    /// Check over a man.
    HurdleCheck,
    /// A move that is illegal for no other reason than that it gives or uncovers a hurdle.
    HurdleMade,
    Drop,
    Hand,
    Obliged,
    Effect,
    Pass,
    Wall,
    Gate,
    /// A move that takes a man beside its end, or comes back to its start.
    Beside,
}

/// How many positions of a game show a feature, out of how many. Half of the positions may be plain.
type Tally = BTreeMap<Feature, usize>;

fn features(rules: &Rules, state: &State, moves: &[Move]) -> BTreeSet<Feature> {
    let mut found = BTreeSet::new();
    if general::in_check(rules, state, state.side) {
        found.insert(Feature::Check);
    }
    for mv in moves {
        found.extend(mv.promotion.map(|_| Feature::Promotion));
        found.extend(match mv.kind {
            MoveKind::Castle { .. } => Some(Feature::Castling),
            MoveKind::EnPassant { .. } => Some(Feature::EnPassant),
            MoveKind::Swap => Some(Feature::Swap),
            MoveKind::Drop => Some(Feature::Drop),
            MoveKind::Pass => Some(Feature::Pass),
            MoveKind::Legs { .. } => Some(Feature::Beside),
            _ => None,
        });
        found.extend(match mv.extra {
            Extra::Wall(_) => Some(Feature::Wall),
            Extra::Gate(_) | Extra::PartnerGate(_) => Some(Feature::Gate),
            Extra::None => None,
        });
        let acting = general::Acting::of(state, *mv, None);
        let sets_off = |on| acting.as_ref().is_some_and(|acting| acting.triggers(on));
        if rules
            .effects
            .iter()
            .any(|e| e.on.iter().any(|&on| sets_off(on)))
        {
            found.insert(Feature::Effect);
        }
    }
    let takes = |mv: &Move| general::Acting::of(state, *mv, None).is_some_and(|a| a.capture);
    if !rules.forced.is_empty() && !moves.is_empty() && moves.iter().all(takes) {
        found.insert(Feature::Obliged);
    }
    if Side::ALL
        .iter()
        .any(|&side| state.hands[side].iter().any(|&n| n > 0))
    {
        found.insert(Feature::Hand);
    }
    if state
        .men
        .iter()
        .flatten()
        .any(|m| rules.kind(m.kind).derived_from.is_some())
    {
        found.insert(Feature::Derived);
    }
    if rules.men().any(|man| hops(rules, man.kind)) {
        found.extend(hurdles(rules, state, moves));
    }
    found
}

/// Whether men of a kind attack over others.
fn hops(rules: &Rules, kind: PieceId) -> bool {
    let entries = &rules.kind(kind).entries.white;
    let mut legs = entries
        .iter()
        .flat_map(|e| e.movement.terms.iter().filter_map(Term::plain_leg));
    legs.any(|leg| leg.modality.capture && leg.hop != Hop::None)
}

/// What hurdles do in a position.
fn hurdles(rules: &Rules, state: &State, moves: &[Move]) -> Vec<Feature> {
    let hop = |state: &State, men: SquareSet| {
        let men = men.iter().filter_map(|square| state.man(square));
        men.into_iter().any(|man| hops(rules, man.kind))
    };
    let mut found = Vec::new();
    let checkers = general::checkers(rules, state);
    if hop(state, checkers) {
        found.push(Feature::HurdleCheck);
    }
    let royal = |square| {
        let man = state.man(square);
        man.is_none_or(|m| rules.kind(m.kind).royal[m.side])
    };
    let gives_check = |mv: &Move| {
        let mut after = state.clone();
        apply(rules, &mut after, *mv);
        after.side = state.side;
        hop(&after, general::checkers(rules, &after))
    };
    if checkers.is_empty()
        && general::pseudo_moves(rules, state)
            .iter()
            .any(|mv| !moves.contains(mv) && !royal(mv.from) && gives_check(mv))
    {
        found.push(Feature::HurdleMade);
    }
    found
}

/// A game compiled for both lookups.
fn engines(rules: &Rules) -> [Compiled; 2] {
    [Lookup::Best, Lookup::Portable].map(|lookup| Compiled::new(rules, lookup).unwrap())
}

/// Compares both paths in a position. Where they differ, it is shown with as few men as it takes.
fn compare(rules: &Rules, engines: &[Compiled], state: &State, moves: &[Move]) {
    if let Some((_, what)) = difference(rules, engines, state, moves) {
        let fen = crate::fen::write(rules, state);
        let reduced = reduced(rules, engines, state);
        let reduced = reduced.unwrap_or_else(|| "the FEN does not show it".to_owned());
        panic!("{} {fen}\n{what}\nwith the fewest men: {reduced}", rules.id);
    }
}

/// What differs between the paths in a position: a word for it, and all of it.
fn difference(
    rules: &Rules,
    engines: &[Compiled],
    state: &State,
    moves: &[Move],
) -> Option<(&'static str, String)> {
    for engine in engines {
        let found = hot::legal_moves(engine, rules, state);
        if found != moves {
            let only = |some: &[Move], others: &[Move]| {
                let some = some.iter().filter(|mv| !others.contains(mv));
                some.copied().collect::<Vec<Move>>()
            };
            let (hot, general) = (only(&found, moves), only(moves, &found));
            return Some((
                "moves",
                format!("only hot {hot:?}, only general {general:?}"),
            ));
        }
        let (found, expected) = (
            hot::checkers(engine, rules, state),
            general::checkers(rules, state),
        );
        if found != expected {
            return Some((
                "checkers",
                format!("checkers: hot {found:?}, general {expected:?}"),
            ));
        }
        // Counting has a way of its own.
        let count = hot::perft(engine, rules, state, 1);
        if count != moves.len() as u64 {
            return Some(("count", format!("counted {count}, general {}", moves.len())));
        }
        let mut leaves = 0;
        for (mv, key) in hot::keys_after_moves(engine, rules, state) {
            let mut after = state.clone();
            apply(rules, &mut after, mv);
            leaves += hot::perft(engine, rules, &after, 1);
            if key != keys::key(rules, &after) {
                return Some(("key", format!("the key after {mv:?}")));
            }
        }
        // So has making moves where nobody asks for keys. To look at all that a position is takes long.
        if keys::key(rules, state).is_multiple_of(8)
            && let Some(what) = boards(rules, engine, state, moves)
        {
            return Some(("boards", what));
        }
        // Positions that differ by a move are counted together.
        let count = hot::perft(engine, rules, state, 2);
        if count != leaves {
            return Some(("leaves", format!("counted {count}, one by one {leaves}")));
        }
    }
    None
}

/// What differs between the boards after the moves of a position, each made and taken back in a count, and what should
/// be there.
fn boards(rules: &Rules, engine: &Compiled, state: &State, moves: &[Move]) -> Option<String> {
    let after = moves.iter().map(|&mv| {
        let mut after = state.clone();
        apply(rules, &mut after, mv);
        after
    });
    let after: Vec<State> = after.collect();
    let [found, expected] = hot::boards_after_moves(engine, rules, state, &after);
    let mut pairs = found.iter().zip(&expected);
    let pair = pairs.find(|(found, expected)| found != expected);
    (found != expected).then(|| format!("{} and {}: {pair:?}", found.len(), expected.len()))
}

/// The FEN of a position with as few men as show a difference of the same kind.
fn reduced(rules: &Rules, engines: &[Compiled], state: &State) -> Option<String> {
    let variant = Variant::new(Arc::new(rules.clone()));
    let position = variant.position(&crate::fen::write(rules, state)).ok()?;
    let asked = |state: &State| {
        let moves = general::legal_moves(rules, state);
        difference(rules, engines, state, &moves).map(|(word, _)| word)
    };
    let word = asked(position.state())?;
    let case = Case::of(&position)?;
    let shrunk = shrink(case, Budget::default(), |case| {
        asked(case.position.state()) == Some(word)
    });
    shrunk.map(|shrunk| shrunk.case.position.fen())
}

/// Tables of another game disagree, and three men show it.
#[test]
fn a_disagreement_is_shown_with_few_men() {
    let game = |moves: &str| {
        let text = format!("format = 1\nbase = 'chess'\npieces.knight.moves = '{moves}'\n");
        Variant::from_text("mine.toml", &text).unwrap()
    };
    let (knights, others) = (game("N"), game("NA"));
    let engines = [Compiled::new(others.rules(), Lookup::Best).unwrap()];
    let reduced = reduced(knights.rules(), &engines, knights.start().state()).unwrap();
    let men = reduced.split(' ').next().unwrap();
    let men = men.chars().filter(char::is_ascii_alphabetic).count();
    assert_eq!(men, 3, "{reduced}");
}

/// Plays random games until enough positions are compared.
fn compare_game(rules: &Rules) -> Tally {
    let engines = engines(rules);
    let (mut seen, mut chosen) = (BTreeSet::new(), true);
    let start = crate::fen::read(rules, &rules.start, crate::fen::Options::default()).unwrap();
    let (mut tally, mut compared, mut plain) = (Tally::new(), 0, 0);
    for seed in 1..GAMES {
        chosen &= seed <= CHOSEN;
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut state = start.clone();
        for _ in 0..PLIES {
            let moves = hot::legal_moves(&engines[0], rules, &state);
            if moves.is_empty() {
                break;
            }
            if compared == POSITIONS {
                return tally;
            }
            let features = features(rules, &state, &moves);
            let scarce = features
                .iter()
                .any(|f| tally.get(f).copied().unwrap_or(0) < POSITIONS / 5);
            let plenty = chosen && plain >= POSITIONS / 2;
            if (scarce || (!plenty && random.below(8) == 0))
                && seen.insert(keys::key(rules, &state))
            {
                plain += usize::from(!scarce);
                compared += 1;
                for &feature in &features {
                    *tally.entry(feature).or_default() += 1;
                }
                compare(
                    rules,
                    &engines,
                    &state,
                    &general::legal_moves(rules, &state),
                );
            }
            let mv = moves[random.below(moves.len())];
            apply(rules, &mut state, mv);
        }
    }
    panic!(
        "{}: only {compared} positions in {GAMES} games: {tally:?}",
        rules.id
    );
}

#[test]
fn both_paths_agree_on_random_positions() {
    let games: Vec<Variant> = Library::new()
        .games()
        .iter()
        .map(|game| Variant::named(&game.id).unwrap())
        .filter(|variant| match variant.slow_because() {
            None => true,
            Some(why) => {
                println!("{}: left out, {why}", variant.rules().id);
                false
            }
        })
        .collect();
    let tallies: Vec<(String, Tally)> = std::thread::scope(|scope| {
        let tasks: Vec<_> = games
            .iter()
            .map(|variant| {
                scope.spawn(move || (variant.rules().id.clone(), compare_game(variant.rules())))
            })
            .collect();
        tasks.into_iter().map(|t| t.join().unwrap()).collect()
    });
    let mut all = Tally::new();
    for (game, tally) in &tallies {
        println!("{game}: {POSITIONS} positions, {tally:?}");
        for (&feature, n) in tally {
            *all.entry(feature).or_default() += n;
        }
    }
    let positions = tallies.len() * POSITIONS;
    println!("all: {positions} positions, {all:?}");
    assert!(positions >= 10_000);
    let of = |feature| all.get(&feature).copied().unwrap_or(0);
    assert!(of(Feature::Check) * 10 >= positions, "{all:?}");
    let rare = [
        Feature::Castling,
        Feature::Promotion,
        Feature::EnPassant,
        Feature::Swap,
        Feature::Derived,
        Feature::HurdleCheck,
        Feature::HurdleMade,
        Feature::Drop,
        Feature::Hand,
        Feature::Obliged,
        Feature::Effect,
        Feature::Pass,
        Feature::Wall,
        Feature::Gate,
    ];
    assert!(rare.into_iter().all(|feature| of(feature) >= 50), "{all:?}");
}

/// Free castling has no random games of its own: both paths on positions of the array with the men of the back rank
/// moved about.
#[test]
fn both_paths_agree_on_free_castling() {
    let variant = Variant::named("chess").unwrap();
    let rules = variant.rules();
    let engines = engines(rules);
    let mut castlings = 0;
    for back in [
        "R1K1R3", "1RK4R", "RK5R", "R5KR", "4R1KR", "RKR5", "1R2K1R1", "5RKR",
    ] {
        let fen = format!("{}/8/8/8/8/8/8/{back} w KQkq - 0 1", back.to_lowercase());
        let position = variant.position_chess960(&fen).unwrap();
        let moves = general::legal_moves(rules, position.state());
        castlings += moves
            .iter()
            .filter(|m| matches!(m.kind, MoveKind::Castle { .. }))
            .count();
        compare(rules, &engines, position.state(), &moves);
        assert_eq!(
            general::perft(rules, position.state(), 3),
            position.perft(3),
            "{fen}"
        );
        let rights: Vec<Square> = position.state().rights.iter().collect();
        assert_eq!(rights.len(), 4, "{fen}");
        assert!(!castling::castlers(rules, position.state(), position.side()).is_empty());
    }
    assert!(castlings >= 8, "{castlings}");
}

/// Lines that give the same move by several ways, and several men that castle: one move is one move.
#[test]
fn both_paths_agree_on_moves_written_twice() {
    let text = "format = 1\nbase = 'chess'\n[pieces]\nqueen.moves = 'Q irO2'\nrook.moves = ['R', 'udW udR', 'dW dR']\n\
        bishop.moves = ['B', 'ucF ucB']\nking.moves = ['K', 'isO2', 'isO2']\n";
    let variant = Variant::from_text("twice.toml", text).unwrap();
    let fens = [
        variant.rules().start.as_str(),
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r2qk2r/8/3b4/4n3/8/2B5/8/R2QK2R b KQkq - 0 1",
        "4k3/8/8/8/8/8/Pp6/RP2K3 w - - 0 1",
    ];
    compare_positions(&variant, &fens);
}

/// Two kinds of men that step: what the steps of one leave behind to be taken en passant is gone when the others step.
#[test]
fn both_paths_agree_on_two_kinds_that_step() {
    let text = "format = 1\nbase = 'chess'\n\
        setup.fen = '4k3/pppppppp/nnnnnnnn/8/8/NNNNNNNN/PPPPPPPP/4K3 w - - 0 1'\n[pieces]\nknight.moves = 'mfW cfF'\n";
    let variant = Variant::from_text("steps.toml", text).unwrap();
    let fens = [
        variant.rules().start.as_str(),
        "4k3/3p4/2n5/4Pp2/8/N5n1/P6P/4K3 w - f6 0 2",
        "4k3/3p4/2n5/4P3/5p2/N5n1/P6P/4K3 b - - 0 2",
    ];
    compare_positions(&variant, &fens);
}

/// Men that become royal, where every royal must be safe and where one may be lost: on attacked squares, out of check,
/// beside castlings.
#[test]
fn both_paths_agree_where_men_become_royal() {
    let fens = [
        "r3k2r/P1ppqpbP/bn2pnp1/3PN3/1p2P3/2N2Q2/PPPBBPpP/R3K2R w KQkq - 0 1",
        "4k3/P1P4r/8/8/8/8/8/R3K2R w KQ - 0 1",
        "1r2k3/P7/8/8/7b/8/8/R3K2R w KQ - 0 1",
        "K3k3/2P5/8/8/8/8/8/R3K2R w KQ - 0 1",
        "K3k2r/2P5/8/8/8/8/8/q3K2R w K - 0 1",
        "K3k3/r1P5/8/8/4q3/8/8/4K2R w K - 0 1",
    ];
    for check in ["", "words.check = 'every own royal attacked'\n"] {
        let text =
            format!("format = 1\nbase = 'chess'\n{check}promotion.pawn.to = 'queen/knight/king'\n");
        let variant = Variant::from_text("crowns.toml", &text).unwrap();
        compare_positions(&variant, &fens);
        let mut random = Random(11);
        for fen in fens {
            let position = variant.position(fen).unwrap();
            let games = (4, 12);
            compare_random_games(
                variant.rules(),
                position.state(),
                games,
                &mut random,
                &mut Tally::new(),
            )
            .unwrap();
        }
    }
}

/// A royal that changes places with men beside it and far away, out of check and out of attacks of lame leapers, which
/// both men block, and castlings whose squares are attacked by steps, leaps, lines and under a condition.
#[test]
fn both_paths_agree_where_royals_end_elsewhere() {
    let text = "format = 1\nbase = 'chess'\n[pieces]\nknight.moves = ['nN', 'WD']\nqueen.moves = ['Q', 'N']\n\
        bishop.moves = ['B', 'cW if own king at K from here']\nking.moves = ['K', 'isO2', 'udR if path safe', 'udB if not check']\n";
    let variant = Variant::from_text("elsewhere.toml", text).unwrap();
    let fens = [
        variant.rules().start.as_str(),
        "r3k2r/8/8/2n2q2/3n4/8/4P3/R3K2R w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "3rk2r/4p3/7N/2N1Q3/4b3/3n4/3P4/R1B1K1BR w KQk - 0 1",
        "4k3/3bp3/8/8/1n6/3PK3/2Bn1R2/3q4 w - - 0 1",
    ];
    compare_positions(&variant, &fens);
}

/// Ends after which no move is legal: random games of the small games that end so, up to and with the last position.
#[test]
fn both_paths_agree_where_games_stop() {
    for name in [
        "hill",
        "breakthrough",
        "extinction",
        "bare",
        "race",
        "results",
    ] {
        let variant = Variant::from_path(format!("tests/data/ends/{name}.toml")).unwrap();
        let rules = variant.rules();
        let engines = engines(rules);
        let tests = rules.tests.iter().filter_map(|t| t.fen.as_ref());
        let mut starts: Vec<State> = tests
            .map(|fen| variant.position(fen).unwrap().state().clone())
            .collect();
        starts.push(variant.start().state().clone());
        let mut stopped = 0;
        for seed in 0..60 {
            let mut random = Random(0x9E37_79B9_7F4A_7C15 + seed as u64);
            let mut state = starts[seed % starts.len()].clone();
            for _ in 0..60 {
                let moves = general::legal_moves(rules, &state);
                compare(rules, &engines, &state, &moves);
                stopped += usize::from(general::over_by(rules, &state).is_some());
                assert_eq!(
                    hot::perft(&engines[0], rules, &state, 2),
                    general::perft(rules, &state, 2),
                    "{name} {}",
                    crate::fen::write(rules, &state)
                );
                if moves.is_empty() {
                    break;
                }
                apply(rules, &mut state, moves[random.below(moves.len())]);
            }
        }
        assert!(stopped >= 5, "{name}: {stopped}");
    }
}

/// A wall that a man leaves behind shields its king as the man did.
#[test]
fn both_paths_agree_on_walls_beside_royals() {
    for (place, fen) in [
        ("here", "4r2k/8/8/8/8/4B3/8/4K3 w - - 0 1"),
        ("here", "4k3/8/8/8/1b6/8/3R4/4K2R w K - 0 1"),
        ("there", "4r2k/8/8/b7/8/4B3/3P4/4K3 w - - 0 1"),
    ] {
        let text = format!(
            "format = 1\nbase = 'chess'\neffects.wall = {{ on = 'move', do = 'wall {place}' }}\n"
        );
        let variant = Variant::from_text("wall.toml", &text).unwrap();
        let rules = variant.rules();
        let engines = engines(rules);
        let position = variant.position(fen).unwrap();
        let moves = general::legal_moves(rules, position.state());
        compare(rules, &engines, position.state(), &moves);
        assert_eq!(
            hot::perft(&engines[0], rules, position.state(), 2),
            general::perft(rules, position.state(), 2),
            "{fen}"
        );
    }
}

/// Boards that are rings or have holes, and castling from anywhere as the rule file says it: the hot path serves them.
#[test]
fn both_paths_agree_on_boards_of_other_forms() {
    let ring = "format = 1\nbase = 'chess'\nboard.wrap = true\npieces.queen.moves = 'RNN'\ncastling.if = 'never'\n";
    let holes = "format = 1\nbase = 'chess'\nboard.holes = 'd4/e5/a3/h6'\n\
        setup.fen = 'rnbqkbnr/pppppppp/7*/4*3/3*4/*7/PPPPPPPP/RNBQKBNR w KQkq - 0 1'\npieces.queen.moves = 'Q nD'\n";
    let shuffled = "format = 1\nbase = 'chess'\ncastling.free = true\n";
    for (text, fens) in [
        (
            ring,
            [
                "r2k3r/1p4pp/8/q6b/B6Q/8/PP4P1/R2K3R w - - 0 1",
                "1r2k3/p7/8/3n4/b6p/8/6PP/QR3K2 w - - 0 1",
                "1k5r/8/8/8/8/8/8/R5K1 w - - 0 1",
            ],
        ),
        (
            holes,
            [
                "rnbqkbnr/pppppppp/7*/4*3/3*4/*7/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "r3k2r/8/2q4*/4*3/3*4/*1Q5/8/R3K2R w KQkq - 0 1",
                "4k3/1b6/7*/4*3/3*4/*4B2/4P3/R3K2R b KQ - 0 1",
            ],
        ),
        (
            shuffled,
            [
                "1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1",
                "r3k1r1/8/8/8/8/8/8/R3K1R1 b KQkq - 0 1",
                "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
            ],
        ),
    ] {
        let variant = Variant::from_text("form.toml", text).unwrap();
        let rules = variant.rules();
        let engines = engines(rules);
        for fen in fens {
            let position = variant.position(fen).unwrap();
            let moves = general::legal_moves(rules, position.state());
            compare(rules, &engines, position.state(), &moves);
            assert_eq!(
                position.perft(2),
                general::perft(rules, position.state(), 2),
                "{fen}"
            );
        }
    }
}

/// Games with men drawn by lot that jump, go lame ways of several legs or take only royals or others, on chess boards,
/// a ring, with hands, with two royals, and with palaces: both paths agree on every position of some random games.
#[test]
fn both_paths_agree_on_men_drawn_by_lot() {
    const GAMES: usize = 60;
    let bases = [
        "base = 'chess'\n[pieces]\nking.moves = 'K isO2'\n",
        "base = 'chess'\nFEN[pieces]\nking.moves = 'K gQ'\n",
        "base = 'crazyhouse'\n[pieces]\n",
        "base = 'chess'\nboard.wrap = true\nFEN[pieces]\nking.moves = 'K'\n",
        "base = 'chess'\nFENpromotion.pawn.to = 'rook/bishop/knight'\n[pieces]\nking.moves = 'K'\nqueen.royal = true\n",
        "base = 'xiangqi'\n[pieces]\n",
        "base = 'janggicasual'\nturn.pass = 'never'\ncounters.passes = false\nend.passed = false\n[pieces]\n",
    ];
    let chess = ["rook", "knight", "bishop", "queen"];
    let xiangqi = ["rook", "cannon", "horse", "elephant"];
    let common = [
        "mRcpR", "gQ", "pB", "pR", "mQcgQ", "gB3 W", "pQ4", "jD", "jA F", "R", "nN", "mafsmafW",
        "mafsW", "masW", "mafF", "mRcgR", "cpR mK", "jjR", "mafcpW",
    ];
    let victims = ["kR W", "tB F", "kpR mB", "mRtR"];
    let screens = [
        "'pR if no rook in path/there'",
        "'pR if no cannon in path', 'fF'",
        "'gQ if no cannon/horse in path/there', 'W if track in palace'",
        "'mRcpR if no own cannon in path'",
        "'mK', 'pB2 if path in palace'",
    ];
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let (mut served, mut tally) = (0, Tally::new());
    let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
    for game in 0..GAMES {
        let base = bases[game % bases.len()];
        let palaces = base.contains("qi'") || base.contains("janggi");
        let fen = "setup.fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'\n";
        let mut text = format!("format = 1\n{}", base.replace("FEN", fen));
        for kind in if palaces { xiangqi } else { chess } {
            let moves = match random.below(4) {
                // As it is in the base, whose cannons may not jump over cannons.
                1 if base.contains("janggi") => continue,
                0 if palaces => screens[random.below(screens.len())].to_owned(),
                0 if base.contains("'K'") => format!("'{}'", victims[random.below(victims.len())]),
                _ => format!("'{}'", common[random.below(common.len())]),
            };
            text += &format!("{kind}.moves = [{moves}]\n");
        }
        let Ok(variant) = Variant::from_text("lot.toml", &text) else {
            panic!("{text}");
        };
        let rules = variant.rules();
        println!("{text}");
        let start = variant.start();
        let (start, games) = (start.state(), (3, 60));
        if let Err(why) = compare_random_games(rules, start, games, &mut random, &mut tally) {
            *refused.entry(why).or_default() += 1;
            continue;
        }
        served += 1;
    }
    println!("{served} games of {GAMES}, {tally:?}");
    assert!(served * 4 >= GAMES * 3, "{served}: {refused:?}");
    for feature in [
        Feature::HurdleCheck,
        Feature::HurdleMade,
        Feature::Promotion,
    ] {
        assert!(tally.get(&feature).copied().unwrap_or(0) >= 50, "{tally:?}");
    }
}

/// The men of a FEN, from the last rank down.
fn as_fen(board: &[[char; 8]; 8]) -> String {
    let rank = |rank: &[char; 8]| {
        let mut text: String = rank.iter().collect();
        for empty in (1..=8).rev() {
            text = text.replace(&" ".repeat(empty), &empty.to_string());
        }
        text
    };
    board.iter().map(rank).collect::<Vec<String>>().join("/")
}

/// What captures remove, the laws about that, and who is royal, in games where captures may lay royals open. The first is
/// the one of which it is counted how often they do.
const BLASTS: &[&str] = &[
    "",
    "forbid.check = 'after check'",
    "forbid.check = 'after check'\nforbid.suicide = false\nwords.check = false",
    "forbid.suicide = false",
    "forbid.check = false",
    "forbid.check = false\nforbid.suicide = false",
    "forbid.win = 'after no enemy king'",
    "forbid.far = 'after own king in ranks 1..4'",
    "forbid.near = 'after enemy king at D from own king'",
    "pieces.king.moves = ['K', 'D', 'isO2']",
    "pieces.king.moves = ['Q', 'isO2']",
    "promotion.pawn.to = 'rook/knight'\npieces.queen.royal = true\nwords.touching = 'enemy king/queen at K from own king/queen'\n\
     words.check = 'some own king/queen attacked and not touching'",
    "effects.blast = { on = 'capture', do = 'remove all at W from there, remove mover' }",
    "effects.blast = { on = 'capture', do = 'remove all at D from there, remove mover' }",
    "effects.blast = { on = 'capture', do = 'remove all but king at K from there, remove mover' }",
    "effects.blast = { on = 'capture', do = 'remove enemy all at K from there, remove mover' }",
    "effects.blast = { on = 'capture', do = 'remove all at K from there' }",
    "effects.blast = { on = 'capture', if = 'mover is pawn/rook', do = 'remove all at K from there, remove mover' }",
];

/// Captures that blow up what stands between a royal and an enemy are rare in random games: men are put down at random
/// beside the kings.
#[test]
fn both_paths_agree_where_captures_lay_royals_open() {
    let mut random = Random(0x0F1E_2D3C_4B5A_6978);
    for (at, lines) in BLASTS.iter().enumerate() {
        let text = format!("format = 1\nbase = 'atomic'\n{lines}\n");
        let Ok(variant) = Variant::from_text("blasts.toml", &text) else {
            panic!("{text}");
        };
        let positions = if at == 0 { 800 } else { 120 };
        let (captures, opening) = compare_crowded_boards(&variant, positions, &mut random);
        assert!(
            at > 0 || captures > 500 && opening > 50,
            "{captures} captures, {opening} of them illegal"
        );
        // A pawn steps beside two men that shield the king, and may not be taken there.
        let fens = [
            "4r2k/3p4/8/4N3/2P1N3/8/8/4K3 b - - 0 1",
            "4k3/8/8/2p1n3/4n3/8/3P4/4R2K w - - 0 1",
        ];
        compare_positions(&variant, &fens);
    }
}

/// Compares both paths on boards with men around the kings, and tells how many captures chess allows there, and how many
/// of them the game does not.
fn compare_crowded_boards(
    variant: &Variant,
    positions: usize,
    random: &mut Random,
) -> (usize, usize) {
    let rules = variant.rules();
    let engines = engines(rules);
    let chess = Variant::named("chess").unwrap();
    let (mut captures, mut opening) = (0, 0);
    for _ in 0..positions {
        let mut board = [[' '; 8]; 8];
        for man in "RNBPPPRNBqrbqrbnppKk".chars() {
            let (file, rank) = (random.below(8), random.below(6) + 1);
            board[rank][file] = man;
        }
        let fen = format!("{} w - - 0 1", as_fen(&board));
        let Ok(position) = variant.position(&fen) else {
            continue;
        };
        let state = position.state();
        let moves = general::legal_moves(rules, state);
        compare(rules, &engines, state, &moves);
        let Ok(plain) = chess.position(&fen) else {
            continue;
        };
        let is_capture = |mv: &&Move| state.man(mv.to).is_some();
        let allowed = general::legal_moves(chess.rules(), plain.state());
        let taking: Vec<&Move> = allowed.iter().filter(is_capture).collect();
        captures += taking.len();
        let is_man = |mv: &&&Move| {
            state
                .man(mv.from)
                .is_some_and(|m| !rules.kind(m.kind).royal.white)
        };
        opening += taking
            .iter()
            .filter(is_man)
            .filter(|mv| !moves.contains(mv))
            .count();
    }
    (captures, opening)
}

/// Compares both paths on some positions, and counts two plies from each by both.
fn compare_positions(variant: &Variant, fens: &[&str]) {
    let rules = variant.rules();
    let engines = engines(rules);
    for fen in fens {
        let position = variant.position(fen).unwrap();
        let moves = general::legal_moves(rules, position.state());
        compare(rules, &engines, position.state(), &moves);
        for engine in &engines {
            assert_eq!(
                boards(rules, engine, position.state(), &moves),
                None,
                "{fen}"
            );
        }
        for depth in 1..=2 {
            assert_eq!(
                position.perft(depth),
                general::perft(rules, position.state(), depth),
                "{fen} {depth}"
            );
        }
    }
}

/// Compares both paths on every position of some random games from a position.
fn compare_random_games(
    rules: &Rules,
    start: &State,
    (games, plies): (usize, usize),
    random: &mut Random,
    tally: &mut Tally,
) -> Result<(), &'static str> {
    let engine = Compiled::new(rules, Lookup::Best).map_err(|why| why.0)?;
    let engines = [engine, Compiled::new(rules, Lookup::Portable).unwrap()];
    for _ in 0..games {
        let mut state = start.clone();
        for _ in 0..plies {
            let moves = general::legal_moves(rules, &state);
            compare(rules, &engines, &state, &moves);
            for feature in features(rules, &state, &moves) {
                *tally.entry(feature).or_default() += 1;
            }
            if moves.is_empty() {
                break;
            }
            apply(rules, &mut state, moves[random.below(moves.len())]);
        }
    }
    Ok(())
}

/// The games of `tests/data/paths`, in each of which the paths disagreed once, from their setup and from the positions of
/// their tests, which say what is right.
#[test]
fn both_paths_agree_where_they_did_not() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut left_out = Vec::new();
    let files = std::fs::read_dir("tests/data/paths").unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    for file in files {
        let variant = Variant::from_path(&file).unwrap();
        let rules = variant.rules();
        for test in crate::trial::run(&variant) {
            assert!(test.passed(), "{}: {}", rules.id, test.message());
        }
        if let Err(why) = Compiled::new(rules, Lookup::Best) {
            left_out.push(format!("{}: {}", rules.id, why.0));
            continue;
        }
        let fens = rules.tests.iter().filter_map(|t| t.fen.as_deref());
        let fens: Vec<&str> = fens.chain([rules.start.as_str()]).collect();
        compare_positions(&variant, &fens);
        for fen in fens {
            let start = variant.position(fen).unwrap();
            let games = (6, 20);
            compare_random_games(rules, start.state(), games, &mut random, &mut Tally::new())
                .unwrap();
        }
    }
    insta::assert_snapshot!(left_out.join("\n"), @r"
    passing-and-changing: moves that change the mover and ask for the squares that they pass
    walls-and-skips: skipped squares, besides walls
    ");
}

/// The games of `tests/data/legs`: those that have tables, from their setup and from the positions of their tests.
#[test]
fn both_paths_agree_on_games_of_several_legs() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut served = Vec::new();
    for name in [
        "advancer",
        "bent-riders",
        "draughts",
        "hoppers",
        "lion",
        "long-leaper",
        "relay",
        "rifle",
        "rose",
        "wanderers",
    ] {
        let variant = Variant::from_path(format!("tests/data/legs/{name}.toml")).unwrap();
        let rules = variant.rules();
        let fens = rules.tests.iter().filter_map(|t| t.fen.as_ref());
        let mut starts: Vec<State> = fens
            .map(|fen| variant.position(fen).unwrap().state().clone())
            .collect();
        starts.push(variant.start().state().clone());
        let mut tally = Tally::new();
        let compared = starts.iter().try_for_each(|start| {
            compare_random_games(rules, start, (2, 30), &mut random, &mut tally)
        });
        match compared {
            Ok(()) => served.push(name),
            Err(why) => println!("{name}: left out, it has {why}"),
        }
        println!("{name}: {tally:?}");
    }
    let wanted = ["advancer", "bent-riders", "hoppers", "lion", "rifle"];
    assert!(
        wanted.iter().all(|name| served.contains(name)),
        "{served:?}"
    );
}

/// Games with men drawn by lot that take on their way, come back to their start, or shoot: on chess boards, with hands,
/// with effects and laws, with jumps over men, with royals that do so themselves, and where captures must be made.
#[test]
fn both_paths_agree_on_men_of_several_legs_drawn_by_lot() {
    const GAMES: usize = 48;
    let bases = [
        "base = 'chess'\n[pieces]\nking.moves = 'K isO2'\n",
        "base = 'chess'\n[pieces]\nking.moves = ['K isO2', 'cabF']\n",
        "base = 'chess'\nFENpromotion.pawn.to = 'rook/bishop/knight'\n[pieces]\nking.moves = 'KNAD caK mcabK'\nqueen.royal = true\n",
        "base = 'crazyhouse'\n[pieces]\n",
        "base = 'atomic'\n[pieces]\n",
        "base = 'antichess'\n[pieces]\n",
        "base = 'chess'\nFEN[pieces]\nking.moves = 'mK cabK'\nqueen.moves = 'mRcpR'\n",
        "base = '3check'\n[pieces]\n",
    ];
    let common = [
        "KNAD caK mcabK",
        "FAD caF mcabF",
        "R mcabK",
        "mQ caibQ",
        "mR caibR",
        "mN cabN",
        "[cQ-mK]",
        "mB caibB W",
        "[mQ-cK-bmK] K",
        "[cK-bmK-mQ] K",
        "W fcafmW",
        "[F?fsR]",
        "K mcabK",
        "mW cabF fmD",
        "N [cN-mK]",
        "[mQ-tpK-bmK] K",
        "WAD mafcabW",
        "yafsF F",
        "K maK",
        "cQ mcabW",
    ];
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let (mut served, mut tally) = (0, Tally::new());
    let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
    for game in 0..GAMES {
        let base = bases[game % bases.len()];
        let fen = "setup.fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'\n";
        let mut text = format!("format = 1\n{}", base.replace("FEN", fen));
        for kind in ["rook", "knight", "bishop", "queen"] {
            if !base.contains(&format!("{kind}.moves")) && random.below(4) > 0 {
                text += &format!(
                    "{kind}.moves = ['{}']\n",
                    common[random.below(common.len())]
                );
            }
        }
        if random.below(3) == 0 {
            text += "pawn.moves = ['fmWfceF', 'ifmnD', 'fcabF']\n";
        }
        let Ok(variant) = Variant::from_text("lot.toml", &text) else {
            panic!("{text}");
        };
        println!("{text}");
        let rules = variant.rules();
        let rights = if base.contains("isO2") { "KQkq" } else { "-" };
        let open = format!("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w {rights} - 0 1");
        // Games with hands or counters have other forms of positions.
        let starts = [Ok(variant.start()), variant.position(&open)];
        let starts: Vec<_> = starts.into_iter().flatten().collect();
        let compared = starts.iter().try_for_each(|start| {
            compare_random_games(rules, start.state(), (2, 30), &mut random, &mut tally)
        });
        match compared {
            Ok(()) => served += 1,
            Err(why) => *refused.entry(why).or_default() += 1,
        }
    }
    println!("{served} games of {GAMES}, {tally:?}, {refused:?}");
    assert!(served * 4 >= GAMES * 3, "{served}: {refused:?}");
    for feature in [
        Feature::Beside,
        Feature::Check,
        Feature::Promotion,
        Feature::Hand,
        Feature::Effect,
    ] {
        assert!(tally.get(&feature).copied().unwrap_or(0) >= 50, "{tally:?}");
    }
}

/// What the games are based on; `FEN` stands for an array without castling rights.
const BASES: &[&str] = &[
    "base = 'chess'\nFENpieces.king.moves = 'K'\n",
    "base = 'chess'\nFENpieces.queen.royal = true\npromotion.pawn.to = 'rook/bishop/knight'\n",
    "base = 'xiangqi'\n",
    "base = 'janggi'\n",
    "base = 'crazyhouse'\n",
];

/// Men that jump.
const JUMPS: &[&str] = &[
    "mRcpR", "gQ", "pB", "pR", "mQcgQ", "gB3 W", "pQ4", "jD", "cpR mK", "mRpB", "mNcpR",
];

/// Men that take only royals or others.
const VICTIMS: &[&str] = &["kR W", "tB F", "kpR mB", "mRtR", "mBtB"];

/// Men that may not pass some others.
const SCREENS: &[&str] = &[
    "'pR if no rook in path/there'",
    "'pR if no cannon in path'",
    "'mRcpR if no own cannon in path', 'fF'",
    "'gQ if no cannon/horse in path/there'",
];

/// Men of other sorts.
const OTHERS: &[&str] = &["R", "nN", "mafsmafW", "B", "F W"];

/// Effects, in which `KING` is royal and `ONE` and `TWO` are some kinds.
const EFFECTS: &[&str] = &[
    "effects.blast = { on = 'capture', do = 'remove all but KING at K from there, remove mover' }",
    "effects.blast = { on = 'capture', do = 'remove all at K from there, remove mover' }",
    "effects.fall = { on = 'capture', if = 'not mover is KING', do = 'remove mover' }",
    "effects.turn = { on = 'capture', do = 'flip enemy all but KING at F from there' }",
    "effects.turn = { on = 'move', if = 'mover is ONE', do = 'flip enemy all but KING at W from there' }",
    "effects.grow = { on = 'capture', if = 'mover is ONE', do = 'become TWO' }",
    "effects.swap = { on = 'move', if = 'mover is TWO', do = 'become ONE' }",
];

/// Laws, obligations, passes and ends, with the same words.
const LAWS: &[&str] = &[
    "forbid.peace = 'after enemy check'",
    "forbid.calm = 'mover is ONE and after enemy check'",
    "forbid.calm = 'not capture and after enemy check'",
    "forbid.drop = 'drop and after enemy check'",
    "forbid.alone = 'after own ONE attacked'",
    "forbid.guarded = 'after some own ONE attacked by enemy TWO'",
    "forbid.there = 'there attacked and not capture'",
    "forbid.here = 'mover is ONE and here safe'",
    "forbid.flight = 'check and mover is KING'",
    "forbid.meeting = 'not pass and enemy KING at R from own KING and after enemy KING at R from own KING'",
    "forbid.open = 'own ONE > 1 and after own TWO attacked'",
    "forbid.cover = 'enemy check and not (pass and own ONE) and after no own TWO'",
    "forbid.still = 'enemy KING at Q from own KING and mover is ONE'",
    "forbid.again = 'capture and last capture'",
    "forbid.count = 'own ONE < 2 and capture'",
    "forbid.mate = 'after enemy mate'",
    "forbid.check = 'after (check and own ONE)'",
    "forbid.check = 'after (check and enemy KING)'",
    "forbid.check = 'after check and not (pass and own ONE)'",
    "forbid.check = false",
    "words.check = 'every own KING attacked'",
    "words.check = 'own KING attacked by enemy all but ONE'",
    "forced.capture = 'capture'",
    "forced.check = 'after enemy check'",
    "turn.pass = 'not check'",
    "turn.pass = 'no-move'",
    "turn.pass = 'check or own ONE attacked'",
    "turn.pass = 'not check'\ncounters.waits = { if = 'pass', restart = 'always' }\n\
     end.waited = { if = 'own waits = 1 and enemy waits = 1', result = 'draw', stops = true }",
    "end.bare = { if = 'every own ONE attacked and own ONE > 0', result = 'loss', stops = true }",
    "end.hit = { if = 'enemy ONE attacked by own TWO', result = 'win', stops = true }",
];

/// A rule file drawn by lot, and the lines of the lists above that it has.
fn drawn_game(base: &str, random: &mut Random) -> (String, Vec<&'static str>) {
    let palaces = base.contains("xiangqi") || base.contains("janggi");
    let (king, kinds) = match base {
        _ if base.contains("royal") => ("king/queen", ["rook", "knight", "bishop"]),
        _ if palaces => ("general", ["rook", "cannon", "horse"]),
        _ => ("king", ["rook", "knight", "bishop"]),
    };
    let fen = "setup.fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'\n";
    let mut text = format!("format = 1\n{}", base.replace("FEN", fen));
    let mut lines: Vec<&str> = Vec::new();
    if random.below(2) == 0 {
        lines.push(EFFECTS[random.below(EFFECTS.len())]);
    }
    for _ in 0..=random.below(2) {
        let line = LAWS[random.below(LAWS.len())];
        let key = |line: &str| line.split(' ').next().map(str::to_owned);
        if lines.iter().all(|known| key(known) != key(line)) {
            lines.push(line);
        }
    }
    let (one, two) = (kinds[random.below(3)], kinds[random.below(3)]);
    for line in &lines {
        let line = line.replace("KING", king);
        text += &(line.replace("ONE", one).replace("TWO", two) + "\n");
    }
    for kind in kinds {
        let moves = match random.below(8) {
            0 if palaces => SCREENS[random.below(SCREENS.len())].to_owned(),
            1 => format!("'{}'", VICTIMS[random.below(VICTIMS.len())]),
            // As it is in the base.
            2 if palaces => continue,
            2 | 3 => format!("'{}'", OTHERS[random.below(OTHERS.len())]),
            _ => format!("'{}'", JUMPS[random.below(JUMPS.len())]),
        };
        text += &format!("pieces.{kind}.moves = [{moves}]\n");
    }
    (text, lines)
}

/// Games drawn by lot in which men jump, go where others may not pass, or take only royals or others, and which have
/// effects, laws, obligations, passes and ends of their own besides: both paths agree on every position of some random
/// games.
#[test]
fn both_paths_agree_on_jumps_beside_other_rules() {
    const LOTS: usize = 120;
    let mut random = Random(0x1357_9BDF_0246_8ACE);
    let (mut served, mut tally) = (0, Tally::new());
    let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    for game in 0..LOTS {
        let (text, lines) = drawn_game(BASES[game % BASES.len()], &mut random);
        let variant = match Variant::from_text("lot.toml", &text) {
            Ok(variant) => variant,
            Err(why) => panic!("{text}{why:?}"),
        };
        let rules = variant.rules();
        println!("{text}");
        let start = variant.start();
        let (start, games) = (start.state(), (3, 50));
        if let Err(why) = compare_random_games(rules, start, games, &mut random, &mut tally) {
            *refused.entry(why).or_default() += 1;
            continue;
        }
        served += 1;
        for line in lines {
            *used.entry(line).or_default() += 1;
        }
    }
    println!("{served} games of {LOTS}, {tally:?}, {refused:?}");
    assert!(served * 4 >= LOTS * 3, "{served}: {refused:?}");
    let mut lines = EFFECTS.iter().chain(LAWS);
    assert!(lines.all(|line| used.contains_key(line)), "{used:?}");
    for feature in [
        Feature::HurdleCheck,
        Feature::HurdleMade,
        Feature::Promotion,
        Feature::Effect,
        Feature::Pass,
        Feature::Obliged,
        Feature::Drop,
    ] {
        assert!(tally.get(&feature).copied().unwrap_or(0) >= 50, "{tally:?}");
    }
}
