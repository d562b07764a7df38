//! Which games are listed.

use super::Game;
use crate::cli::failure::Failure;
use ferz::board::Side;
use ferz::diagnostics::Severity;
use ferz::is_vocabulary;
use ferz::notation;
use ferz::rules::Kind;

/// What a game has to have to be listed: all of it.
#[derive(Debug, clap::Args)]
pub(super) struct Filter {
    /// Words that stand in the game's names, its author or what is said about it
    text: Vec<String>,

    /// Games of this group
    #[arg(long, value_name = "GROUP")]
    group: Option<String>,

    /// Games that build on this one
    #[arg(long, value_name = "GAME")]
    base: Option<String>,

    /// Games on a board of this size; `*` for any number, as in `*x10`
    #[arg(long, value_name = "FILESxRANKS", value_parser = read_size)]
    board: Option<Size>,

    /// Games with a piece of this name or these moves (may be repeated)
    #[arg(long, value_name = "NAME|MOVES")]
    piece: Vec<String>,

    /// Games whose own files write this section, key or word (may be repeated)
    #[arg(long, value_name = "WORD")]
    uses: Vec<String>,
}

/// A size of boards; `None` is any number.
#[derive(Clone, Copy, Debug)]
struct Size {
    files: Option<i32>,
    ranks: Option<i32>,
}

fn read_size(text: &str) -> Result<Size, String> {
    let number = |text: &str| match text {
        "*" => Some(None),
        _ => text.parse::<u8>().ok().map(|n| Some(i32::from(n))),
    };
    text.split_once('x')
        .and_then(|(files, ranks)| {
            Some(Size {
                files: number(files)?,
                ranks: number(ranks)?,
            })
        })
        .ok_or_else(|| "a size is written as `10x8`, files first, or `*x8`".to_owned())
}

impl Filter {
    /// Refuses words that no file can write.
    pub(super) fn check(&self) -> Result<(), Failure> {
        for word in &self.uses {
            if let Err(similar) = is_vocabulary(word) {
                let hint = similar.map_or_else(
                    || "docs/rule-file.md and docs/notation.md have all of them".to_owned(),
                    |similar| format!("did you mean `{similar}`?"),
                );
                return Err(Failure::usage(format!(
                    "`{word}` is no section, key or word of rule files; {hint}"
                )));
            }
        }
        Ok(())
    }

    /// Whether something is looked for that stands in the games in several forms.
    pub(super) fn finds(&self) -> bool {
        !self.piece.is_empty() || !self.uses.is_empty()
    }

    /// The game with what was found in it, if it fits.
    pub(super) fn keep(&self, mut game: Game) -> Option<Game> {
        let fits = self.text.iter().all(|word| says(&game, word))
            && self
                .group
                .as_deref()
                .is_none_or(|g| game.group() == Some(g))
            && self.base.as_ref().is_none_or(|b| game.bases.contains(b))
            && self.board.is_none_or(|size| size.fits(&game));
        if !fits {
            return None;
        }
        let pieces = self.piece.iter().map(|piece| pieces(&game, piece));
        let words = self.uses.iter().map(|word| written(&game, word));
        let found: Vec<Vec<String>> = pieces.chain(words).collect();
        if found.iter().any(Vec::is_empty) {
            return None;
        }
        game.found = found.concat();
        Some(game)
    }
}

impl Size {
    fn fits(self, game: &Game) -> bool {
        let is = |wanted: Option<i32>, there: i32| wanted.is_none_or(|wanted| wanted == there);
        game.rules.as_ref().is_some_and(|rules| {
            is(self.files, rules.shape.files().into()) && is(self.ranks, rules.shape.ranks().into())
        })
    }
}

/// Whether a word stands in what a person reads about a game.
fn says(game: &Game, word: &str) -> bool {
    let listing = &game.listing;
    let rules = game.rules.as_ref();
    let about = rules.into_iter().flat_map(|rules| {
        let said = [&rules.about, &rules.author, &rules.group];
        said.into_iter().flatten()
    });
    let names = [&listing.id].into_iter().chain(&listing.title);
    let others = listing.protocol.iter().map(|(_, name)| name);
    let mut texts = names.chain(&listing.aliases).chain(others).chain(about);
    let word = word.to_lowercase();
    texts.any(|text| text.to_lowercase().contains(&word))
}

/// The pieces of a game that are called so or move so.
fn pieces(game: &Game, wanted: &str) -> Vec<String> {
    let Some(rules) = &game.rules else {
        return Vec::new();
    };
    let moves = terms_of(wanted);
    let kinds = rules.kinds().map(|(_, kind)| kind);
    let fitting = kinds.filter(|kind| {
        is_called(kind, wanted) || moves.as_ref().is_some_and(|moves| moves_so(kind, moves))
    });
    fitting.map(described).collect()
}

/// Whether a piece has a name, or a name of several words has the word.
fn is_called(kind: &Kind, name: &str) -> bool {
    let name = name.to_lowercase();
    let title = kind.title.to_lowercase();
    kind.id == name || title == name || title.split([' ', '-']).any(|word| word == name)
}

/// The terms of a movement in one order and form; nothing if the text is none.
fn terms_of(text: &str) -> Option<Vec<String>> {
    let read = notation::parse(text);
    let is_error = |finding: &notation::NotationFinding| finding.severity == Severity::Error;
    (!read.findings.iter().any(is_error)).then(|| in_form(read.movement.terms.iter()))
}

fn in_form<'a>(terms: impl Iterator<Item = &'a notation::Term>) -> Vec<String> {
    let mut terms: Vec<String> = terms.map(notation::canonical_term).collect();
    terms.sort();
    terms.dedup();
    terms
}

/// Whether all moves of a piece, conditions aside, are these, for one side at least.
fn moves_so(kind: &Kind, moves: &[String]) -> bool {
    Side::ALL.into_iter().any(|side| {
        let entries = kind.entries[side].iter();
        in_form(entries.flat_map(|entry| &entry.movement.terms)) == moves
    })
}

/// A piece with its moves, for a line of the list.
fn described(kind: &Kind) -> String {
    let moves = |side: Side| kind.entries[side].iter().map(|entry| entry.text.as_str());
    let moves: Vec<&str> = moves(Side::White).collect();
    format!("{} {}", kind.title, moves.join(" "))
}

/// The sections, keys and words of a game's own file that are meant.
fn written(game: &Game, word: &str) -> Vec<String> {
    let ends = format!(".{word}");
    let meant = game
        .uses
        .iter()
        .filter(|u| *u == word || u.ends_with(&ends));
    meant.cloned().collect()
}
