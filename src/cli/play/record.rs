//! Games in files: saving without losing anything, and loading.

use super::Player;
use ferz::board::BySide;
use ferz::pgn::{self, Record};
use ferz::{Game, Variant};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// So many files of one name are tried.
const MOST_FILES: usize = 10_000;

/// What a file has.
pub(super) struct Loaded {
    /// Its first game.
    pub(super) game: Game,
    /// What the file says of it.
    pub(super) record: Record,
    /// How many games it has.
    pub(super) games: usize,
}

/// A game as PGN, with what the record says that it was loaded from.
pub(super) fn text(game: &Game, players: BySide<Player>, loaded: Option<&Record>) -> String {
    let mut record = match loaded {
        Some(loaded) => Record::from_game_with(game, loaded),
        None => Record::from_game(game),
    };
    for (tag, player) in [("White", players.white), ("Black", players.black)] {
        // A name that a file has is left alone.
        let name = match player {
            _ if record.tag(tag) != Some("?") => continue,
            Player::Human => continue,
            Player::Computer => "Ferz",
            Player::Random => "Ferz at random",
        };
        record.set_tag(tag, name);
    }
    record.to_string()
}

/// Reads the first game of a file.
pub(super) fn load(path: &Path, variant: &Variant) -> Result<Loaded, String> {
    let name = path.display();
    let bytes = fs::read(path).map_err(|e| format!("{name} cannot be read: {e}"))?;
    let text = String::from_utf8_lossy(&bytes);
    let records = pgn::read(&text).map_err(|e| format!("{name}: {e}"))?;
    let record = records
        .first()
        .ok_or_else(|| format!("{name} has no game in it"))?;
    let game = record.game(variant).map_err(|e| format!("{name}: {e}"))?;
    Ok(Loaded {
        game,
        record: record.clone(),
        games: records.len(),
    })
}

/// Writes a new file; one that is there is left alone.
pub(super) fn save(path: &Path, text: &str) -> io::Result<()> {
    let file = OpenOptions::new().write(true).create_new(true).open(path)?;
    fill(file, path, text)
}

/// Writes a file in place of the one that is there. If that fails, the old one is still there.
pub(super) fn overwrite(path: &Path, text: &str) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    save(&beside, text)?;
    fs::rename(&beside, path).inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

/// Writes a new file whose name begins so, with a number if there is one already, and says its name.
pub(super) fn save_numbered(begin: &str, text: &str) -> io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let path = PathBuf::from(match number {
            1 => format!("{begin}.pgn"),
            _ => format!("{begin}-{number}.pgn"),
        });
        match save(&path, text) {
            Ok(()) => return Ok(path),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && number < MOST_FILES => {
                number += 1;
            }
            Err(e) => return Err(e),
        }
    }
}

fn fill(mut file: File, path: &Path, text: &str) -> io::Result<()> {
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.sync_all());
    written.inspect_err(|_| {
        // Half a game under this name would hinder the next try.
        let _ = fs::remove_file(path);
    })
}

/// The beginning of file names for a game.
pub(super) fn file_name(game: &str) -> String {
    let fit = |c: char| {
        if c.is_alphanumeric() || c == '-' || c == '_' {
            c
        } else {
            '_'
        }
    };
    game.chars().map(fit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_overwritten_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        save(&path, "one").unwrap();
        assert_eq!(
            save(&path, "two").unwrap_err().kind(),
            io::ErrorKind::AlreadyExists
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        overwrite(&path, "three").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "three");
        let begin = folder.path().join("game").display().to_string();
        assert!(
            save_numbered(&begin, "four")
                .unwrap()
                .ends_with("game-2.pgn")
        );
        assert!(
            save_numbered(&begin, "five")
                .unwrap()
                .ends_with("game-3.pgn")
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
        assert_eq!(file_name("my game/é"), "my_game_é");
    }
}
