//! Drawing with characters: tables, boards. What is drawn has been decided elsewhere.

mod aside;
mod board;
mod play;

pub(crate) use aside::{aside, content};
pub(crate) use board::board;
pub(crate) use play::{Board, Marks};

/// Rows in columns that are as wide as their widest cell, two blanks apart.
pub(crate) fn table<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        text += cells.join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// Text broken into lines of at most `width` characters, each after `indent` blanks.
pub(crate) fn paragraph(text: &str, indent: usize, width: usize) -> String {
    let mut lines = vec![String::new()];
    let room = width.saturating_sub(indent);
    for word in text.split_whitespace() {
        let used = lines.last().map_or(0, |line| line.chars().count());
        if used > 0 && used + 1 + word.chars().count() > room {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
        .iter()
        .map(|line| format!("{:indent$}{line}\n", ""))
        .collect()
}

/// A paragraph with a dash before it.
pub(crate) fn bullet(text: &str, width: usize) -> String {
    let body = paragraph(text, 4, width);
    format!("  - {}", body.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_break_between_words() {
        assert_eq!(paragraph("one two  three", 2, 9), "  one two\n  three\n");
        assert_eq!(paragraph("unbreakable", 1, 4), " unbreakable\n");
        assert_eq!(paragraph("größe größe", 0, 11), "größe größe\n");
    }
}
