//! The commands of a session: their words and what is said about them.

/// What can be asked for besides moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Board,
    Moves,
    Hint,
    Eval,
    Go,
    Undo,
    Redo,
    Flip,
    Fen,
    Help,
    Save,
    Load,
    New,
    Claim,
    Draw,
    Resign,
    Quit,
}

/// A command's word, what may follow it, and what it does.
pub(super) struct Entry {
    pub(super) word: Word,
    pub(super) name: &'static str,
    pub(super) follows: &'static str,
    pub(super) help: &'static str,
}

const fn entry(word: Word, name: &'static str, follows: &'static str, help: &'static str) -> Entry {
    Entry {
        word,
        name,
        follows,
        help,
    }
}

/// In the order of `help`.
pub(super) const ENTRIES: [Entry; 17] = [
    entry(Word::Board, "board", "", "show the board"),
    entry(
        Word::Moves,
        "moves",
        "[SQUARE]",
        "list the legal moves, or those of one man",
    ),
    entry(Word::Hint, "hint", "", "what the program would play"),
    entry(
        Word::Eval,
        "eval",
        "",
        "what the program thinks of the position",
    ),
    entry(Word::Go, "go", "", "let the program move now"),
    entry(
        Word::Undo,
        "undo",
        "",
        "take back your last move, and the program's answer",
    ),
    entry(Word::Redo, "redo", "", "make again what was taken back"),
    entry(Word::Flip, "flip", "", "turn the board round"),
    entry(Word::Fen, "fen", "", "show the position as FEN"),
    entry(
        Word::Help,
        "help",
        "[PIECE or COMMAND]",
        "how a piece moves, or this list",
    ),
    entry(
        Word::Save,
        "save",
        "[FILE]",
        "save the game as PGN; `save!` overwrites the file",
    ),
    entry(
        Word::Load,
        "load",
        "FILE",
        "go on with the first game of a PGN file",
    ),
    entry(
        Word::New,
        "new",
        "",
        "begin a new game from the same first position",
    ),
    entry(
        Word::Claim,
        "claim",
        "",
        "claim the result that a rule offers",
    ),
    entry(Word::Draw, "draw", "", "offer a draw"),
    entry(Word::Resign, "resign", "", "give the game up"),
    entry(Word::Quit, "quit", "", "end the session"),
];

/// Other spellings.
const ALSO: [(&str, Word); 2] = [("?", Word::Help), ("exit", Word::Quit)];

/// A line that begins with a command's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Typed<'a> {
    pub(super) word: Word,
    /// Whether a `!` stands behind the word.
    pub(super) force: bool,
    /// What follows.
    pub(super) rest: &'a str,
}

/// The command that a line asks for, in small or capital letters.
pub(super) fn command(line: &str) -> Option<Typed<'_>> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (name, force) = first
        .strip_suffix('!')
        .map_or((first, false), |name| (name, true));
    let name = name.to_lowercase();
    let main = ENTRIES.iter().find(|e| e.name == name).map(|e| e.word);
    let word = main.or_else(|| ALSO.iter().find(|a| a.0 == name).map(|a| a.1))?;
    (!force || can_be_forced(word)).then_some(Typed {
        word,
        force,
        rest: rest.trim(),
    })
}

fn can_be_forced(word: Word) -> bool {
    matches!(word, Word::Save | Word::Load | Word::New | Word::Quit)
}

/// The command that a word probably means.
pub(super) fn similar(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    let near = |name: &str| strsim::osa_distance(&word, name) <= 1;
    let names = ENTRIES.iter().map(|e| e.name);
    names.filter(|name| name.len() > 2).find(|name| near(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_with_what_follows() {
        let typed = |word, force, rest| Some(Typed { word, force, rest });
        assert_eq!(
            command("save  a b.pgn "),
            typed(Word::Save, false, "a b.pgn")
        );
        assert_eq!(command("SAVE! x"), typed(Word::Save, true, "x"));
        assert_eq!(command("?"), typed(Word::Help, false, ""));
        assert_eq!(command("undo!"), None);
        assert_eq!(command("e4"), None);
        assert_eq!(similar("udno"), Some("undo"));
        assert_eq!(similar("xyzzy"), None);
    }

    #[test]
    fn every_word_stands_once_in_the_list() {
        for (i, a) in ENTRIES.iter().enumerate() {
            assert!(
                ENTRIES[..i]
                    .iter()
                    .all(|b| b.name != a.name && b.word != a.word)
            );
        }
    }
}
