//! English: plurals, the past tense, articles.

use crate::rules::Compare;

/// A title for several men: `Pawns`, `Ladies`, `Horsemen`, `Knights of the Moon`.
pub(super) fn plural(title: &str) -> String {
    if let Some((head, tail)) = title.split_once(" of ") {
        return format!("{} of {tail}", plural(head));
    }
    let ends = |ends: &[&str]| ends.iter().any(|end| title.ends_with(end));
    if !title.ends_with(char::is_alphabetic) || title.ends_with("men") {
        return title.to_owned();
    }
    if let Some(stem) = title.strip_suffix("man") {
        return format!("{stem}men");
    }
    match title.strip_suffix('y') {
        Some(stem) if !ends(&["ay", "ey", "oy", "uy"]) => format!("{stem}ies"),
        _ if ends(&["s", "x", "z", "ch", "sh"]) => format!("{title}es"),
        _ => format!("{title}s"),
    }
}

/// A clause in the past tense. Clauses have few verbs, and names of pieces begin with capitals.
pub(super) fn past(clause: &str) -> String {
    const VERBS: [(&str, &str); 14] = [
        ("is", "was"),
        ("are", "were"),
        ("has", "had"),
        ("have", "had"),
        ("does", "did"),
        ("captures", "captured"),
        ("promotes", "promoted"),
        ("castles", "castled"),
        ("changes", "changed"),
        ("starts", "started"),
        ("ends", "ended"),
        ("passes", "passed"),
        ("stands", "stood"),
        ("can", "could"),
    ];
    let word = |word: &str| {
        let stem = word.trim_start_matches('(').trim_end_matches([',', ')']);
        let verb = VERBS.iter().find(|(now, _)| *now == stem);
        verb.map_or_else(|| word.to_owned(), |(_, then)| word.replacen(stem, then, 1))
    };
    let words: Vec<_> = clause.split(' ').map(word).collect();
    words.join(" ")
}

pub(super) fn compare(compare: Compare) -> &'static str {
    match compare {
        Compare::Less => "less than ",
        Compare::AtMost => "at most ",
        Compare::Equal => "",
        Compare::AtLeast => "at least ",
        Compare::More => "more than ",
    }
}

pub(super) fn player(enemy: bool) -> &'static str {
    if enemy { "the opponent" } else { "the player" }
}

pub(crate) fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}
