use super::*;
use crate::Variant;

fn chess() -> Variant {
    Variant::named("chess").unwrap()
}

fn error(text: &str) -> String {
    match read(text) {
        Err(error) => error.to_string(),
        Ok(records) => records
            .iter()
            .find_map(|r| r.game(&chess()).err())
            .map_or_else(|| "fine".to_owned(), |e| e.to_string()),
    }
}

#[test]
fn everything_about_a_move_is_kept_in_its_order() {
    let text = "[Event \"A \\\"great\\\" game, C:\\\\x\"]\n\n{first} 1. e4 $1 {good} (1. d4 d5 (1... Nf6 {Indian} 2. c4) 2. c4) {best by\ntest} 1... e5 2. Nf3 1-0\n";
    let records = read(text).unwrap();
    assert_eq!(records[0].tag("Event"), Some("A \"great\" game, C:\\x"));
    assert_eq!(records[0].moves.comments, ["first"]);
    let first = &records[0].moves.steps[0];
    assert_eq!(first.notes.len(), 4, "{first:?}");
    assert_eq!(write(&records), text);
}

#[test]
fn other_spellings_are_read() {
    let text = "\u{FEFF}% by a program\r\n[White \"x\"]\r\n1.e4! e5?? ; a remark } here\r\n% more\r\n2 Nf3 ... (2.d4 1-0) Nc6!? { two\r\n lines } 3. 0-0 *\r\n\r\n1. d4 e.p. $3 [Black \"second\"] [Result \"0-1\"] e4";
    let records = read(text).unwrap();
    assert_eq!(records.len(), 3);
    assert_eq!(
        write(&records[..1]),
        "[White \"x\"]\n\n1. e4 $1 e5 $4 ; a remark } here\n2. Nf3 (2. d4) 2... Nc6 $5 {two lines} 3. 0-0 *\n"
    );
    assert_eq!(records[2].result, Score::Black);
    assert_eq!(read(&write(&records)).unwrap(), records);
}

#[test]
fn comments_behind_a_result_belong_to_its_game() {
    let text = "1. e4 1-0 {resigns} [White \"x\"] [White \"y\"] * {empty}";
    let records = read(text).unwrap();
    let written = "1. e4 {resigns} 1-0\n\n[White \"x\"]\n[White \"y\"]\n\n{empty} *\n";
    assert_eq!(write(&records), written);
    assert_eq!(read(written).unwrap(), records);
    assert_eq!(read("{only}").unwrap()[0].moves.comments, ["only"]);
}

#[test]
fn lines_have_at_most_80_characters() {
    let comment = "a comment that is quite long [%clk 0:01:00] and goes on ".repeat(5);
    let text = format!(
        "1. e4 {{{comment}}} ({{{comment}}} 1. d4 {{x}}) 1... e5 {} *",
        "2. Nf3 Nc6 ".repeat(30)
    );
    let records = read(&text).unwrap();
    let written = write(&records);
    assert!(
        written.lines().all(|l| l.chars().count() <= 80),
        "{written}"
    );
    assert!(
        !written
            .lines()
            .any(|l| l.starts_with('[') || l.ends_with(' '))
    );
    assert_eq!(read(&written).unwrap(), records);
}

#[test]
fn numbers_follow_the_fen() {
    let text =
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 40\"]\n\n40... Kd7 41. e4 Ke6 *\n";
    let records = read(text).unwrap();
    assert_eq!(write(&records), text);
    let game = records[0].game(&chess()).unwrap();
    assert_eq!(game.position().state().number, 42);
    let error = read(&text.replace("e4", "e5")).unwrap()[0]
        .game(&chess())
        .unwrap_err();
    assert_eq!(
        error.spot,
        Some(Spot {
            line: 4,
            column: 15
        })
    );
    assert!(
        error.to_string().contains("move 41. e5 is not legal: "),
        "{error}"
    );
}

#[test]
fn mistakes_have_a_place_and_a_reason() {
    for (text, wanted) in [
        (
            "1. e4 {oops",
            "line 1, column 7: this comment has no end: a `}` is missing",
        ),
        (
            "1. e4\n[White oops]",
            "line 2, column 1: this is no tag: a tag is written [Name \"value\"] on one line",
        ),
        (
            "1. e4 <x>",
            "line 1, column 7: \"<x>\" is no part of a game",
        ),
        (
            "(1. e4)",
            "line 1, column 1: a variation stands behind the move that it replaces, and there is none before it",
        ),
        ("1. e4 ()", "line 1, column 7: this variation has no moves"),
        (
            "1. e4 (1. d4 *",
            "line 1, column 7: this variation has no end: a `)` is missing",
        ),
        ("1. e4 )", "line 1, column 7: a `)` without a `(` before it"),
        (
            "$1 1. e4",
            "line 1, column 1: an annotation stands behind a move, and there is none before it",
        ),
        (
            "1. e4 $256",
            "line 1, column 7: $256 is no annotation: the largest number is 255",
        ),
        (
            "1. e4 (1. d4 [White \"x\"]",
            "line 1, column 14: a tag stands inside a variation: a `)` is missing before it",
        ),
        (
            "1. e4 e5 2. Bc4 Nf6 3. Qh5 Nxh5 4. Nf6 *",
            "line 1, column 36: move 4. Nf6 is not legal: no Knight ever moves from b1 and g1 to f6: a Knight leaps (1,2) in any direction",
        ),
        (
            "1. e4 e5 (1... Ke7) *",
            "line 1, column 16: move 1… Ke7 is not legal: the King on e8 cannot go to e7: Black's Pawn stands there",
        ),
        (
            "1. f3 e5 2. g4 Qh4# 1-0",
            "the result is 1-0, but after the last move it is 0-1 (mate)",
        ),
        (
            "[Variant \"kingsmen\"]\n*",
            "this is a game of \"kingsmen\", not of \"chess\"",
        ),
        (
            "[FEN \"8/8/8/8/8/8/8/4K3 w - - 0 1\"]\n*",
            "the FEN \"8/8/8/8/8/8/8/4K3 w - - 0 1\" is no position of this game: Black has no King",
        ),
        (
            "[Termination \"claim of fifty\"]\n1/2-1/2",
            "\"fifty\" could not be claimed after the last move",
        ),
        ("1. Nf3 Nf6 2. Nc3 Nc6 3. Nb5 Nb4 4. Nfd4 *", "fine"),
        (
            "1. Nf3 a6 2. d3 a5 3. Nd2 *",
            "line 1, column 23: move 3. Nd2 is not legal: \"Nd2\" can mean more than one move: b1d2 or f3d2",
        ),
    ] {
        assert_eq!(error(text), wanted, "{text}");
    }
}

#[test]
fn nesting_and_size_have_bounds() {
    let nested = |depth| format!("1. e4 {}{}", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let records = read(&nested(MAX_DEPTH)).unwrap();
    assert!(records[0].game(&chess()).is_ok());
    assert_eq!(read(&write(&records)).unwrap(), records);
    assert!(error(&nested(MAX_DEPTH + 1)).ends_with("nested more than 64 deep"));
    assert_eq!(
        read(&" ".repeat(MAX_BYTES + 1)).unwrap_err().problem,
        PgnProblem::TooLarge
    );
    // Texts that a careless grammar would read again and again.
    for part in [
        "{", "[", "[a \"", "(", "e4 (", "%\n%", ";", "$", "1.", "\\\"",
    ] {
        let _ = read(&part.repeat(200_000));
    }
}

#[test]
fn results_and_reasons_are_read_back() {
    let mut game = crate::Game::new(&chess());
    for text in ["e4", "e5"] {
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv).unwrap();
    }
    let mut resigned = game.clone();
    resigned.resign(crate::board::Side::Black).unwrap();
    let mut agreed = game.clone();
    agreed.agree_draw().unwrap();
    let mut flagged = game.clone();
    let outcome = crate::Outcome {
        winner: Some(crate::board::Side::Black),
        reason: "time forfeit".to_owned(),
    };
    flagged.declare(outcome).unwrap();
    for game in [game, resigned, agreed, flagged] {
        let text = Record::from_game(&game).to_string();
        let again = read(&text).unwrap()[0].game(&chess()).unwrap();
        assert_eq!(again.outcome(), game.outcome(), "{text}");
        assert_eq!(again.ending(), game.ending(), "{text}");
        assert_eq!(again.result_text(), game.result_text(), "{text}");
        assert_eq!(again.keys(), game.keys());
    }
}

#[test]
fn a_claim_is_told_from_an_automatic_end() {
    let text = "format = 1\nbase = 'chess'\nend.fifty = { if = 'quiet 4', result = 'draw', claim = true }\n";
    let variant = Variant::from_text("claims.toml", text).unwrap();
    let mut game = crate::Game::new(&variant);
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv).unwrap();
    }
    assert_eq!(game.result_text(), None);
    game.claim().unwrap();
    assert_eq!(game.result_text().as_deref(), Some("draw: fifty, claimed"));
    let record = Record::from_game(&game);
    assert_eq!(record.tag("Termination"), Some("claim of fifty"));
    let again = read(&record.to_string()).unwrap()[0]
        .game(&variant)
        .unwrap();
    assert_eq!(again.ending(), Some(crate::Ending::Claim));
    let mut wrong = record.clone();
    wrong.result = Score::White;
    assert!(wrong.game(&variant).is_err());
}

#[test]
fn free_castling_is_kept() {
    let position = chess()
        .position_chess960("4k3/8/8/8/8/8/8/2R2K1R w HC - 0 1")
        .unwrap();
    let mut game = crate::Game::from_position(position);
    let mv = game.position().parse_move("O-O").unwrap();
    game.play(mv).unwrap();
    let record = Record::from_game(&game);
    let again = read(&record.to_string()).unwrap()[0]
        .game(&chess())
        .unwrap();
    assert!(again.position().chess960());
    assert_eq!(again.position().state(), game.position().state());
}
