//! A board with its men and coordinates, White below.

use ferz::board::{Shape, Square};

/// Draws a board; `man` gives the letters of the man on a square.
pub(crate) fn board(shape: Shape, ascii: bool, man: impl Fn(Square) -> Option<String>) -> String {
    let empty = if ascii { "." } else { "·" };
    let letters: Vec<String> = shape
        .squares()
        .map(|s| man(s).unwrap_or_else(|| empty.to_owned()))
        .collect();
    let cell = letters.iter().map(|l| l.chars().count()).max().unwrap_or(1);
    let margin = shape.ranks().to_string().len();
    let mut text = String::new();
    for (rank, row) in letters.chunks(usize::from(shape.files())).enumerate().rev() {
        let row: Vec<String> = row.iter().map(|l| format!("{l:>cell$}")).collect();
        let line = format!("{:>margin$}  {}", rank + 1, row.join(" "));
        text += line.trim_end();
        text.push('\n');
    }
    let files: Vec<String> = (b'a'..)
        .take(usize::from(shape.files()))
        .map(|f| format!("{:>cell$}", f as char))
        .collect();
    text + &format!("\n{:margin$}  {}\n", "", files.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_and_two_digit_ranks_stay_in_line() {
        let shape = Shape::new(2, 10).unwrap();
        let text = board(shape, true, |s| (s.index() == 3).then(|| "+P".to_owned()));
        assert!(text.starts_with("10   .  .\n 9   .  .\n"), "{text}");
        assert!(
            text.ends_with(" 2   . +P\n 1   .  .\n\n     a  b\n"),
            "{text}"
        );
    }
}
