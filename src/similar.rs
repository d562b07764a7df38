//! Did-you-mean: the name that somebody probably meant.

/// The candidate that is most like a word, if one is like it at all.
pub(crate) fn similar<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let word = word.to_lowercase();
    // One letter is like any other.
    let allowed = match word.chars().count() {
        0 | 1 => 0,
        letters => (letters / 3).max(1),
    };
    candidates
        .into_iter()
        .filter(|c| c.len().abs_diff(word.len()) <= word.len().max(4))
        .map(|c| {
            let distance = strsim::osa_distance(&word, &c.to_lowercase());
            let prefix = word.len() >= 3 && (c.starts_with(&word) || word.starts_with(c));
            (
                if prefix {
                    distance.min(allowed)
                } else {
                    distance
                },
                c,
            )
        })
        .filter(|&(distance, _)| distance <= allowed)
        .min()
        .map(|(_, c)| c)
}

/// Whether a word differs so little from the one that was probably meant that nobody has to be asked: in small and
/// capital letters, or, in a word of four letters or more, by a letter that is missing, too many or in its neighbour's
/// place. Another first letter, another letter or another number may be another name.
pub(crate) fn is_slip(written: &str, close: &str) -> bool {
    let (written, close) = (written.to_lowercase(), close.to_lowercase());
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    written == close
        || (close.len() >= 4
            && written.chars().next() == close.chars().next()
            && digits(&written) == digits(&close)
            && strsim::osa_distance(&written, &close) == 1
            && (written.len() != close.len() || sorted(&written) == sorted(&close)))
}

/// `a, b, c` for a list in a message; long lists are cut.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const MOST: usize = 24;
    let mut names: Vec<_> = names.into_iter().map(|n| format!("`{n}`")).collect();
    if names.len() > MOST {
        names.truncate(MOST);
        names.push("…".to_owned());
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_names_are_found() {
        let names = ["letter", "moves", "royal", "name", "value"];
        assert_eq!(similar("lettr", names), Some("letter"));
        assert_eq!(similar("Moves", names), Some("moves"));
        assert_eq!(similar("move", names), Some("moves"));
        assert_eq!(similar("xyzzy", names), None);
        assert_eq!(similar("", names), None);
        assert_eq!(similar("P", ["a", "b"]), None);
    }

    #[test]
    fn slips_are_small() {
        assert!(
            is_slip("lettr", "letter") && is_slip("Moves", "moves") && is_slip("mvoes", "moves")
        );
        assert!(!is_slip("guard1", "guard2") && !is_slip("ma", "man") && !is_slip("when", "if"));
        assert!(!is_slip("wing", "king") && !is_slip("guard", "guard2"));
    }
}
