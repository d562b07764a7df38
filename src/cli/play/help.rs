//! Help inside a session: the forms of moves, the list of commands, one command, one piece.

use super::forms::forms;
use super::words::{ENTRIES, Entry};
use crate::cli::draw::paragraph;
use crate::cli::show;
use ferz::Position;
use ferz::board::Side;
use ferz::rules::{Kind, Rules};

/// The forms of moves of the game on the table, and all commands.
pub(super) fn commands(position: &Position, width: usize) -> String {
    let mut text = paragraph("Moves are typed so:", 0, width);
    for form in forms(position) {
        text += &line(&form.typed, &form.does, width);
    }
    text += "Commands:\n";
    for entry in &ENTRIES {
        text += &command(entry, width);
    }
    text
}

fn command(entry: &Entry, width: usize) -> String {
    let head = format!("{} {}", entry.name, entry.follows);
    line(head.trim(), entry.help, width)
}

/// What is typed, and beside or below it what that does.
fn line(head: &str, does: &str, width: usize) -> String {
    let line = format!("  {head:<14} {does}");
    if line.chars().count() <= width && head.len() <= 14 {
        return line + "\n";
    }
    paragraph(head, 2, width) + &paragraph(does, 6, width)
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
