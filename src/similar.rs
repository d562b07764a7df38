//! Did-you-mean: the name that somebody probably meant.

/// The candidate that is most like a word, if one is like it at all.
pub(crate) fn similar<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let word = word.to_lowercase();
    let allowed = (word.chars().count() / 3).max(1);
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
    }
}
