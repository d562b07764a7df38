//! Help inside a session: the list of commands, one command, one piece.

use super::words::{ENTRIES, Entry};
use crate::cli::draw::paragraph;
use crate::cli::show;
use ferz::board::Side;
use ferz::rules::{Kind, Rules};

/// How moves are typed.
const MOVES: &str = "A move: e4, Nf3, exd5, e2e4, O-O, e8=Q, K~d1 to change places, \
or the beginning of it if nothing else begins so.";

/// All commands.
pub(super) fn commands(width: usize) -> String {
    let mut text = paragraph(MOVES, 0, width);
    for entry in &ENTRIES {
        text += &command(entry, width);
    }
    text
}

fn command(entry: &Entry, width: usize) -> String {
    let head = format!("{} {}", entry.name, entry.follows);
    let head = head.trim();
    let line = format!("  {head:<14} {}", entry.help);
    if line.chars().count() <= width && head.len() <= 14 {
        return line + "\n";
    }
    format!("  {head}\n{}", paragraph(entry.help, 6, width))
}

/// A piece by its letter or name, or a command.
pub(super) fn about(rules: &Rules, what: &str, ascii: bool, width: usize) -> String {
    if let Some(kind) = piece(rules, what) {
        return show::piece(rules, kind, ascii, width);
    }
    if let Some(entry) = ENTRIES.iter().find(|e| e.name == what.to_lowercase()) {
        return command(entry, width);
    }
    let names: Vec<String> = rules
        .kinds()
        .map(|(_, kind)| format!("{} ({})", kind.title, kind.letter.text(Side::White)))
        .collect();
    let text = format!(
        "No piece and no command is named so; the pieces are {}",
        names.join(", ")
    );
    paragraph(&text, 0, width)
}

/// Letters are looked at first, as they are written; then names in any letters.
fn piece<'a>(rules: &'a Rules, what: &str) -> Option<&'a Kind> {
    let kinds = || rules.kinds().map(|(_, kind)| kind);
    let lower = what.to_lowercase();
    let named = |kind: &&Kind| kind.title.to_lowercase() == lower || kind.id == lower;
    let lettered = |kind: &&Kind| Side::ALL.iter().any(|&side| kind.letter.text(side) == what);
    kinds().find(lettered).or_else(|| kinds().find(named))
}
