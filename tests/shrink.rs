//! Reducing positions and games: what comes out shows the same, nothing more can go, and it is a test that fails where it
//! should.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

mod random;

use ferz::board::{Side, Square, SquareSet};
use ferz::diff::Sampling;
use ferz::position::{Move, MoveNotation, State};
use ferz::shrink::{Budget, Case, Expectation, Reduced, Rival, Shrinking, of_test, shrink};
use ferz::{Library, Position, Variant, trial};
use random::Random;
use std::fmt::Write as _;

fn variant(name: &str, text: &str) -> Variant {
    Variant::from_text(name, text).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"))
}

/// A file that builds on a shipped game, with the same name for people.
fn based(game: &str, lines: &str) -> String {
    let title = &Variant::named(game).unwrap().rules().title.clone();
    format!("format = 1\nbase = \"{game}\"\nname = \"{title}\"\n{lines}\n")
}

/// All positions with one thing less, made without the library's own reduction.
fn smaller(position: &Position) -> Vec<Position> {
    let (rules, state) = (position.rules(), position.state());
    let mut states: Vec<State> = Vec::new();
    let mut add = |change: &dyn Fn(&mut State)| {
        let mut new = state.clone();
        change(&mut new);
        // Counters that are as they start stay so.
        for (at, counter) in rules.counters.iter().enumerate() {
            if state.counters[at] == counter.first(&state.men) {
                new.counters[at] = counter.first(&new.men);
            }
        }
        states.push(new);
    };
    for square in rules.shape.squares() {
        let drop = |set: &mut SquareSet| set.remove(square);
        if state.man(square).is_some() {
            add(&|new| {
                new.men[square.index()] = None;
                drop(&mut new.rights);
                drop(&mut new.unmoved);
                new.en_passant = new.en_passant.filter(|p| p.victim != square);
            });
        }
        if state.walls.contains(square) && !rules.holes.contains(square) {
            add(&|new| drop(&mut new.walls));
        }
        if state.rights.contains(square) {
            add(&|new| drop(&mut new.rights));
        }
        if state.unmoved.contains(square) {
            add(&|new| drop(&mut new.unmoved));
        }
    }
    for side in Side::ALL {
        for (kind, count) in state.hands[side].iter().enumerate() {
            if *count > 0 {
                add(&|new| new.hands[side][kind] -= 1);
            }
        }
    }
    add(&|new| new.en_passant = None);
    add(&|new| new.quiet = 0);
    add(&|new| new.number = 1);
    for (at, counter) in rules.counters.iter().enumerate() {
        add(&|new| new.counters[at] = counter.first(&new.men));
    }
    for bit in 0..u64::BITS {
        add(&|new| new.memory &= !(1 << bit));
    }
    let fens = states.iter().map(|state| ferz::fen::write(rules, state));
    let read = fens.filter_map(|fen| position.variant().position(&fen).ok());
    read.filter(|new| new.state() != state).collect()
}

/// What a move does: who moves, what it changes, and who is taken or removed.
fn act(position: &Position, mv: Move) -> String {
    let deed = position.deed(mv);
    let victims = deed.as_ref().map(|deed| deed.taken | deed.destroyed);
    let victims = victims.into_iter().flat_map(|set| set.iter());
    let victims: Vec<_> = victims
        .map(|square| (square, position.man(square)))
        .collect();
    let mover = (mv.from != mv.to).then(|| position.man(mv.from)).flatten();
    let effects = deed.map(|deed| deed.effects());
    format!(
        "{mover:?} {:?} {:?} {effects:?} {victims:?}",
        mv.promotion, mv.extra
    )
}

/// What a reduced test shows in a position, as this file understands it: nothing if it shows nothing.
fn shown(expects: &Expectation, position: &Position) -> Option<String> {
    match expects {
        Expectation::Forbids(text) => {
            let mv = position.parse_move(text).ok()?;
            Some(act(position, mv))
        }
        Expectation::Allows(text) => {
            let why = position.why(text);
            let first = why.squares().first().map(|&s| (s, position.man(s)));
            (!why.is_legal()).then(|| format!("{} {first:?} {:?}", why.code(), why.places()))
        }
        _ => None,
    }
}

/// Nothing can be taken from a reduced test of one game.
fn assert_minimal(reduced: &Reduced, about: &str) {
    assert!(reduced.complete, "{about}");
    let game = reduced.case.game().unwrap();
    let last = game.position();
    let told = shown(&reduced.expects, last).unwrap_or_else(|| panic!("{about}: not shown"));
    // No ply is needed where the position after it shows the same.
    assert!(reduced.case.moves.is_empty(), "{about}: {reduced:?}");
    for position in smaller(last) {
        let now = shown(&reduced.expects, &position);
        let is_less = now.as_ref() == Some(&told);
        assert!(!is_less, "{about}: {} shows it too", position.fen());
    }
}

/// The tests of a file with one more, which loads without a new finding: the message of the new one, if it fails.
fn fed_back(name: &str, text: &str, reduced: &Reduced) -> Option<String> {
    let library = Library::new();
    let before = library.load_bytes(name, text.as_bytes());
    let with = format!("{text}\n{}", reduced.section("fed-back"));
    let after = library.load_bytes(name, with.as_bytes());
    let findings = |loaded: &ferz::Loaded| -> Vec<String> {
        let all = loaded.checked().into_iter();
        all.map(|f| format!("{} {}", f.code, f.message)).collect()
    };
    assert_eq!(findings(&before), findings(&after), "{with}");
    let variant = Variant::try_from(after).unwrap();
    let mut reports = trial::run(&variant).into_iter();
    let report = reports.find(|report| report.name == "fed-back").unwrap();
    (!report.passed()).then(|| report.message())
}

/// A random game with a legal move and one that is not legal, by the same man where possible.
fn wrong_tests(variant: &Variant, random: &mut Random) -> Option<(Vec<String>, String, String)> {
    let mut position = variant.start();
    let mut moves = Vec::new();
    for _ in 0..random.below(40) {
        let legal = position.move_texts(MoveNotation::Long);
        if legal.is_empty() || position.outcome().is_some() {
            break;
        }
        let (mv, text) = legal[random.below(legal.len())].clone();
        let mut next = position.clone();
        next.play(mv).unwrap();
        if next.legal_moves().is_empty() || next.outcome().is_some() {
            break;
        }
        position = next;
        moves.push(text);
    }
    let legal = position.move_texts(MoveNotation::Long);
    let (mv, text) = legal.get(random.below(legal.len().max(1)))?.clone();
    let shape = variant.rules().shape;
    let squares: Vec<Square> = shape.squares().collect();
    let wrong = loop {
        let to = squares[random.below(squares.len())];
        let wrong = format!("{}{}", shape.name(mv.from), shape.name(to));
        if mv.from != to && position.parse_move(&wrong).is_err() {
            break wrong;
        }
    };
    Some((moves, text, wrong))
}

fn only(shrinking: Shrinking, about: &str) -> Reduced {
    assert_eq!(shrinking.unreduced, Vec::<String>::new(), "{about}");
    assert_eq!(shrinking.reduced.len(), 1, "{about}");
    shrinking.reduced.into_iter().next().unwrap()
}

/// In every shipped game, with hands, walls, gates, several royals and large boards: a test that forbids a legal move and
/// one that wants a move that is not legal, each after a random game.
#[test]
fn wrong_tests_of_every_game_are_reduced() {
    let mut random = Random(20);
    let (mut before, mut after) = (0, 0);
    for game in Library::new().games() {
        let variant = Variant::named(&game.id).unwrap();
        let Some((moves, legal, wrong)) = wrong_tests(&variant, &mut random) else {
            continue;
        };
        let moves = moves.join(" ");
        for line in [
            format!("forbids = \"{legal}\""),
            format!("allows = \"{wrong}\""),
        ] {
            let base = based(&game.id, "");
            let text = format!("{base}[test.it]\nmoves = \"{moves}\"\n{line}\n");
            let mine = self::variant("mine.toml", &text);
            let test = &mine.rules().tests[0];
            let about = format!("{}: {line} after {moves}", game.id);
            let reduced = only(of_test(&mine, test, Budget::default()), &about);
            assert_minimal(&reduced, &about);
            let message = fed_back("mine.toml", &text, &reduced);
            let named = if line.starts_with('f') {
                &legal
            } else {
                &wrong
            };
            assert!(message.unwrap().contains(named.as_str()), "{about}");
            before += reduced.before.men;
            after += reduced.after.men;
        }
    }
    assert!(after * 5 < before, "{after} of {before} men are left");
}

/// Mistakes in shipped games: the game, and lines that say something else.
const MISTAKES: &[(&str, &str)] = &[
    ("chess", "pieces.knight.moves = \"NW\""),
    ("chess", "pieces.pawn.moves = [\"mfW\", \"cefF\"]"),
    ("chess", "castling.if = \"always\""),
    ("chess", "end.stalemate.result = \"loss\""),
    ("chess", "forbid.check = false"),
    ("chess", "promotion.pawn.to = \"queen/rook\""),
    ("atomic", "effects.blast = false"),
    (
        "atomic",
        "effects.blast = { on = \"capture\", do = \"remove all but pawn at W from there, remove mover\" }",
    ),
    (
        "crazyhouse",
        "drop.pawn = { pieces = \"pawn\", on = \"all but rank 1\" }",
    ),
    ("crazyhouse", "hand.captured = \"gone\""),
    (
        "shogi",
        "drop.pawn = { pieces = \"pawn\", if = \"not there stuck\" }",
    ),
    ("duck", "pieces.knight.moves = \"nN\""),
    ("amazons", "turn.then = \"put wall at R from there\""),
    (
        "seirawan",
        "turn.then = \"may drop hawk on vacated if here unmoved\"",
    ),
    ("xiangqi", "pieces.horse.moves = \"N\""),
    ("xiangqi", "pieces.cannon.moves = \"mRcR\""),
    ("kingsmen", "promotion.crown.zone = \"last 2\""),
    ("makruk", "pieces.khon.moves = \"F\""),
    ("placement", "drop.others.if = \"always\""),
    (
        "3check",
        "counters.needs = { start = 3, if = \"after enemy check\", step = -2, fen = true }",
    ),
    ("spartan", "words.check = \"some own royal attacked\""),
    (
        "snailtrail",
        "effects.trail = { on = \"capture\", do = \"wall here\" }",
    ),
    ("sittuyin", "drop.men.on = \"first 4\""),
];

/// What a move shows in two games: nothing if both have it or neither.
fn rivals(expects: &Expectation, mine: &Position, other: &Variant) -> Option<String> {
    let other = other.position(&mine.fen()).ok()?;
    let (Expectation::Forbids(text) | Expectation::Allows(text)) = expects else {
        return None;
    };
    let (has, lacks) = match expects {
        Expectation::Forbids(_) => (mine, &other),
        _ => (&other, mine),
    };
    let mv = has.parse_move(text).ok()?;
    let why = lacks.why(text);
    (!why.is_legal()).then(|| format!("{} {}", act(has, mv), why.code()))
}

#[test]
fn mistakes_in_shipped_games_are_found_by_their_originals() {
    let mut out = String::new();
    for (game, lines) in MISTAKES {
        let text = based(game, lines);
        let loaded = Library::new().load_bytes("mine.toml", text.as_bytes());
        let Ok(mine) = Variant::try_from(loaded) else {
            panic!("{game}: {lines}: it does not load");
        };
        let original = Variant::named(game).unwrap();
        let rival = Rival::new([(&mine, "mine.toml"), (&original, game)]);
        let how = Sampling::default().positions(400);
        let (_, shrinking) = rival.sampled(how, Budget::default());
        let _ = writeln!(out, "== {game}: {lines}");
        assert!(!shrinking.reduced.is_empty(), "{game}: {lines}");
        for reduced in &shrinking.reduced {
            let about = format!("{game}: {lines}: {reduced:?}");
            let _ = writeln!(
                out,
                "{} men, {} plies to {} men, {} plies{}\n{}",
                reduced.before.men,
                reduced.before.plies,
                reduced.after.men,
                reduced.after.plies,
                if reduced.for_other {
                    ", a test for the original"
                } else {
                    ""
                },
                reduced.section("differs"),
            );
            assert!(reduced.complete, "{about}");
            let home = if reduced.for_other {
                based(game, "")
            } else {
                text.clone()
            };
            assert!(fed_back("mine.toml", &home, reduced).is_some(), "{about}");
            // The other game agrees with the test.
            let away = if reduced.for_other {
                text.clone()
            } else {
                based(game, "")
            };
            assert_eq!(fed_back("mine.toml", &away, reduced), None, "{about}");
            let position = &reduced.case.position;
            let other = if reduced.for_other { &mine } else { &original };
            if let Some(told) = rivals(&reduced.expects, position, other) {
                assert!(reduced.case.moves.is_empty(), "{about}");
                for smaller in smaller(position) {
                    let now = rivals(&reduced.expects, &smaller, other);
                    assert_ne!(now.as_ref(), Some(&told), "{about}: {}", smaller.fen());
                }
            }
        }
    }
    insta::assert_snapshot!(out);
}

/// Moves that cannot go are kept, others go by themselves and in pairs.
#[test]
fn a_repetition_needs_its_moves() {
    let chess = Variant::named("chess").unwrap();
    let moves = "e2e4 e7e5 g1f3 g8f6 f3g1 f6g8 a2a3 a7a6 b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8";
    let moves = moves.split(' ').map(str::to_owned).collect();
    let case = Case::of(&chess.start()).unwrap().with_moves(moves);
    let repeated = |case: &Case| {
        let outcome = case.game().and_then(|game| game.outcome());
        outcome.is_some_and(|outcome| outcome.reason == "repetition")
    };
    let shrunk = shrink(case, Budget::default(), repeated).unwrap();
    assert!(shrunk.complete);
    assert_eq!((shrunk.before.plies, shrunk.after.plies), (16, 8));
    // Two kings would be a dead position, which is asked first.
    assert_eq!(shrunk.after.men, 4, "{}", shrunk.case.position.fen());
    for at in 0..8 {
        let mut moves = shrunk.case.moves.clone();
        moves.remove(at);
        assert!(!repeated(&shrunk.case.clone().with_moves(moves)));
    }
    for position in smaller(&shrunk.case.position) {
        let case = Case::of(&position).unwrap();
        assert!(
            !repeated(&case.with_moves(shrunk.case.moves.clone())),
            "{}",
            position.fen()
        );
    }
}

#[test]
fn the_budget_ends_it_and_is_told() {
    let chess = Variant::named("chess").unwrap();
    let case = Case::of(&chess.start()).unwrap();
    let has_pawn = |case: &Case| case.position.fen().contains('P');
    let shrunk = shrink(case.clone(), Budget::default().tries(3), has_pawn).unwrap();
    assert!(!shrunk.complete && shrunk.tries == 3);
    let now = std::time::Instant::now();
    let shrunk = shrink(case.clone(), Budget::default().until(now), has_pawn).unwrap();
    assert!(!shrunk.complete && shrunk.after == shrunk.before);
    let one = shrink(case.clone(), Budget::default(), has_pawn).unwrap();
    let two = shrink(case.clone(), Budget::default(), has_pawn).unwrap();
    assert_eq!(one, two);
    assert_eq!(one.after.men, 3);
    assert!(shrink(case, Budget::default(), |_| false).is_none());
}

/// What comes of each failing test of a file.
fn all_tests(name: &str, text: &str) -> String {
    let mine = variant(name, text);
    let mut out = String::new();
    for test in &mine.rules().tests {
        let shrinking = of_test(&mine, test, Budget::default());
        let _ = writeln!(out, "== {}", test.title());
        for sentence in &shrinking.unreduced {
            let _ = writeln!(out, "{sentence}");
        }
        for reduced in &shrinking.reduced {
            assert!(reduced.complete, "{}", test.id);
            assert!(
                fed_back(name, text, reduced).is_some(),
                "{}: {reduced:?}",
                test.id
            );
            let _ = writeln!(
                out,
                "{} men, {} plies\n{}",
                reduced.after.men,
                reduced.after.plies,
                reduced.section("new")
            );
        }
        if shrinking.more > 0 {
            let _ = writeln!(out, "{} more", shrinking.more);
        }
    }
    out
}

/// Every kind of expectation, and what there is to say where nothing can be reduced.
#[test]
fn every_kind_of_difference_is_reduced() {
    let text = based(
        "chess",
        "
pieces.queen.moves = \"QN\"
[test]
move = { moves = 'e2e4 e7e5 e4e5', check = false }
legal = { moves = 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5', from = 'e1', legal = 'e1g1 a1b1' }
square = { from = 'b1', legal = 'b1a3 b1c3 e2e4' }
queen = { moves = 'e2e4 e7e5', forbids = 'd1c3 d1g4 e1e2 g1f3 d1h5' }
mate = { moves = 'f2f3 e7e5 g2g4 d8h4', ends = 'black mate' }
no-mate = { moves = 'f2f3 e7e5 g2g3 d8h4', ends = 'white mate' }
stalemate = { fen = '7k/5Q2/8/8/8/8/8/K7 b - - 0 1', ends = 'draw stalemate' }
claimed = { moves = 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8', ends = 'white mate' }
check = { moves = 'e2e4 f7f6 d1h5', check = false }
no-check = { moves = 'e2e4 f7f6', check = true }
becomes = { moves = 'e2e4 d7d5 e4d5', becomes = 'rnbqkbnr/pp2pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2' }
passed = { moves = 'e2e4 e7e5 f2f4 e5f4 g2g4', becomes = 'rnbqkbnr/pppp1ppp/8/8/4PpP1/8/PPPP3P/RNBQKBNR b KQ - 0 3' }
start = { becomes = '4k3/8/8/8/8/8/8/4K3 w - - 0 1' }
count = { perft = [20, 400] }
",
    );
    insta::assert_snapshot!(all_tests("mine.toml", &text));
}

#[test]
fn attacks_effects_hands_and_texts_are_reduced() {
    let chess = based(
        "chess",
        "
[test]
reason = { fen = 'r3k2r/pppp1ppp/8/8/4R3/8/PPPP1PPP/4K3 b kq - 0 1', forbids = { e8g8 = 'castling-attack' } }
checkers = { moves = 'e2e4 f7f6 d1h5', check = 'd1' }
no-checker = { moves = 'e2e4 f7f6 f1e2', check = 'e2' }
attacks = { attacks = { b1 = 'a3 c3 d2' } }
attackers = { attackers = { f3 = 'g1 e2 f2' } }
nobody = { attacks = { e4 = 'd5' } }
san = { fen = 'k7/pp6/8/8/8/8/PP6/KN3N2 w - - 0 1', san = { b1d2 = 'Nd2' } }
mate = { fen = 'k7/pp5p/8/8/8/8/PP6/K6R w - - 0 1', san = { h1e1 = 'Re1#', h1h7 = 'Rxh7#' } }
not-legal = { san = { e2e5 = 'e5' } }
after = { after = { e2e4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQk - 0 1' } }
unwritten = { recorded = 'perft', check = false }
positions = { check = true, positions = [{ fen = '4k3/8/8/8/8/8/8/4K3 w - - 0 1' }, { fen = '4k3/8/8/8/8/8/8/4K2r w - - 0 1' }] }
",
    );
    let atomic = based(
        "atomic",
        "
[test]
extra = { fen = '4k3/8/2nr4/3p4/4P3/8/7P/4K3 w - - 0 1', effects = { e4d5 = 'blast c6 d5' } }
none = { fen = '4k3/8/2nr4/3p4/4P3/8/7P/4K3 w - - 0 1', effects = { e4d5 = '' } }
lost = { fen = '4k3/p7/2p5/3p4/4P3/8/7P/4K3 w - - 0 1', effects = { e4d5 = 'blast c6 d5' } }
",
    );
    let hands = based(
        "crazyhouse",
        "
[test]
hands = { moves = 'e2e4 d7d5 e4d5', hands = 'Pn' }
nothing = { hands = 'P' }
",
    );
    let counts = based(
        "3check",
        "
[test]
counters = { moves = 'e2e4 f7f6 d1h5', counters = { needs = '3+3' } }
",
    );
    let mut out = String::new();
    for (base, text) in [
        ("chess", chess),
        ("atomic", atomic),
        ("crazyhouse", hands),
        ("3check", counts),
    ] {
        let _ = writeln!(out, "=== {base}\n{}", all_tests("mine.toml", &text));
    }
    insta::assert_snapshot!(out);
}

/// The same with the original beside it: also counts and checks that do not come.
#[test]
fn another_file_says_what_is_wrong() {
    let text = based(
        "chess",
        "
pieces.bishop.moves = \"B3\"
end.repetition.if = \"repeated 2\"
[test]
no-check = { moves = 'e2e4 f7f6 d2d3 e7e6 h2h4 b7b6 h4h5 f8b4', check = true }
count = { fen = '4k3/pppp4/8/8/8/8/PPP1P3/2B1K3 w - - 0 1', perft = [12, 66, 0] }
legal = { moves = 'e2e4 e7e5', forbids = 'f1a6 f1b5' }
repeated = { moves = 'e2e4 e7e5 g1f3 g8f6 f3g1 f6g8', ends = 'white mate' }
same = { ends = 'white mate' }
",
    );
    let mine = variant("mine.toml", &text);
    let chess = Variant::named("chess").unwrap();
    let rival = Rival::new([(&mine, "mine.toml"), (&chess, "chess")]);
    let mut out = String::new();
    for test in &mine.rules().tests {
        let shrinking = rival.of_test(test, Budget::default()).unwrap();
        let _ = writeln!(out, "== {}", test.id);
        for reduced in &shrinking.reduced {
            let home = if reduced.for_other {
                based("chess", "")
            } else {
                text.clone()
            };
            assert!(
                fed_back("mine.toml", &home, reduced).is_some(),
                "{}: {reduced:?}",
                test.id
            );
            let _ = writeln!(
                out,
                "{} men, {} plies\n{}",
                reduced.after.men,
                reduced.after.plies,
                reduced.section("new")
            );
        }
        for sentence in &shrinking.unreduced {
            let _ = writeln!(out, "{sentence}");
        }
    }
    insta::assert_snapshot!(out);
}
