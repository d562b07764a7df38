//! A string value that knows for each of its characters where in which file it stands.
//!
//! A string's span in a file includes its quotes, and escapes and line continuations shift what follows. So a value is
//! kept as stretches: runs of bytes that stand in the file as they are, and single characters that an escape stands
//! for.

use super::{FileId, Location};
use crate::diagnostics::Edit;
use crate::notation::NotationEdit;
use std::ops::Range;

/// A string value with its places.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    value: String,
    /// In ascending order of `start`; a stretch reaches to the start of the next.
    stretches: Vec<Stretch>,
}

#[derive(Clone, Debug, PartialEq)]
struct Stretch {
    /// The first byte in the value.
    start: usize,
    /// Where it stands.
    place: Location,
    /// Whether the bytes of the file are those of the value.
    exact: bool,
}

impl Text {
    /// The value of a string whose characters, quotes included, are `raw`, which starts at `offset` of a file.
    pub(crate) fn new(value: &str, raw: &str, file: FileId, offset: usize) -> Self {
        let whole = Location::new(file, offset..offset + raw.len());
        let stretches = Reader::new(raw, file, offset)
            .read()
            .filter(|(length, _)| *length == value.len())
            .map_or_else(
                || {
                    vec![Stretch {
                        start: 0,
                        place: whole,
                        exact: false,
                    }]
                },
                |(_, s)| s,
            );
        Self {
            value: value.to_owned(),
            stretches,
        }
    }

    /// A text that stands nowhere as such, but came about because of a place.
    pub(crate) fn made(value: impl Into<String>, place: Location) -> Self {
        Self {
            value: value.into(),
            stretches: vec![Stretch {
                start: 0,
                place,
                exact: false,
            }],
        }
    }

    /// The name of a key as a text. With escapes inside, its characters have no places of their own.
    pub(crate) fn of_key(name: &str, place: &Location) -> Self {
        let quotes = place.span.len().saturating_sub(name.len());
        let exact = matches!(quotes, 0 | 2);
        let mut inner = place.clone();
        if quotes == 2 {
            inner.span = place.span.start + 1..place.span.end - 1;
        }
        Self {
            value: name.to_owned(),
            stretches: vec![Stretch {
                start: 0,
                place: if exact { inner } else { place.clone() },
                exact,
            }],
        }
    }

    /// The string itself.
    pub(crate) fn as_str(&self) -> &str {
        &self.value
    }

    /// Where a part of the value stands. A part that covers several files gets its place in the first.
    pub(crate) fn at(&self, part: Range<usize>) -> Location {
        let first = self.stretch(part.start);
        let start = if first.exact {
            first.place.span.start + (part.start - first.start)
        } else {
            first.place.span.start
        };
        let last = self.stretch(part.end.max(part.start + 1) - 1);
        let end = if part.is_empty() {
            if first.exact {
                start
            } else {
                first.place.span.end
            }
        } else if last.place.file != first.place.file {
            first.place.span.end
        } else if last.exact {
            last.place.span.start + (part.end - last.start)
        } else {
            last.place.span.end
        };
        Location::new(first.place.file, start..end.max(start))
    }

    /// Where a part of the value stands, if the file has it there character by character, so that it can be replaced.
    fn exact(&self, part: Range<usize>) -> Option<Location> {
        let first = self.stretch(part.start);
        let last = self.stretch(part.end.max(part.start + 1) - 1);
        let place = self.at(part.clone());
        let is_exact = first.exact
            && last.exact
            && first.place.file == last.place.file
            && place.span.len() == part.len();
        is_exact.then_some(place)
    }

    /// The edit of a notation string as an edit of the file, if it can be made there.
    pub(crate) fn edit(&self, edit: &NotationEdit) -> Option<Edit> {
        let is_plain = |c: char| !matches!(c, '"' | '\'' | '\\') && !c.is_control();
        let place = self.exact(edit.span.clone())?;
        edit.text.chars().all(is_plain).then(|| Edit {
            place,
            text: edit.text.clone(),
            is_safe: edit.is_safe,
        })
    }

    fn stretch(&self, offset: usize) -> &Stretch {
        let after = self.stretches.partition_point(|s| s.start <= offset);
        &self.stretches[after.max(1) - 1]
    }

    /// A part of the text as a text of its own.
    pub(crate) fn slice(&self, part: Range<usize>) -> Self {
        let value = self.value.get(part.clone()).unwrap_or_default().to_owned();
        let mut stretches = vec![];
        for (i, stretch) in self.stretches.iter().enumerate() {
            let end = self
                .stretches
                .get(i + 1)
                .map_or(self.value.len(), |s| s.start);
            if end <= part.start || stretch.start >= part.end {
                continue;
            }
            let mut cut = stretch.clone();
            if stretch.start < part.start {
                if cut.exact {
                    cut.place.span.start += part.start - stretch.start;
                }
                cut.start = part.start;
            }
            cut.start -= part.start;
            stretches.push(cut);
        }
        if stretches.is_empty() {
            stretches.push(Stretch {
                start: 0,
                place: self.at(part.start..part.start),
                exact: true,
            });
        }
        Self { value, stretches }
    }

    /// Adds another text behind this one.
    pub(crate) fn push(&mut self, other: &Self) {
        let offset = self.value.len();
        self.value.push_str(&other.value);
        if offset == 0 {
            self.stretches.clear();
        }
        self.stretches
            .extend(other.stretches.iter().map(|s| Stretch {
                start: s.start + offset,
                ..s.clone()
            }));
    }
}

/// Walks over the characters of a string in the file.
struct Reader<'a> {
    raw: &'a str,
    file: FileId,
    offset: usize,
    stretches: Vec<Stretch>,
    length: usize,
}

impl<'a> Reader<'a> {
    fn new(raw: &'a str, file: FileId, offset: usize) -> Self {
        Self {
            raw,
            file,
            offset,
            stretches: Vec::new(),
            length: 0,
        }
    }

    /// The length of the value and its stretches, if the string can be followed.
    fn read(mut self) -> Option<(usize, Vec<Stretch>)> {
        let triple = self.raw.starts_with("\"\"\"") || self.raw.starts_with("'''");
        let quotes = if triple { 3 } else { 1 };
        let mut start = quotes;
        let end = self
            .raw
            .len()
            .checked_sub(quotes)
            .filter(|&end| end >= start)?;
        if triple {
            let rest = self.raw.get(start..end)?;
            start += if rest.starts_with("\r\n") {
                2
            } else {
                usize::from(rest.starts_with('\n'))
            };
        }
        let escapes = self.raw.starts_with('"');
        self.exact(start);
        let mut at = start;
        while at < end {
            if escapes && self.raw.as_bytes()[at] == b'\\' {
                at = self.escape(at, end)?;
            } else {
                at += 1;
                self.length += 1;
            }
        }
        Some((self.length, self.stretches))
    }

    /// From here on the file's bytes are the value's.
    fn exact(&mut self, at: usize) {
        let span = self.offset + at..self.offset + self.raw.len();
        self.push(span, true);
    }

    fn push(&mut self, span: Range<usize>, exact: bool) {
        let stretch = Stretch {
            start: self.length,
            place: Location::new(self.file, span),
            exact,
        };
        if self
            .stretches
            .last()
            .is_some_and(|s| s.start == self.length)
        {
            self.stretches.pop();
        }
        self.stretches.push(stretch);
    }

    /// Reads the escape at a backslash and says where what follows starts.
    fn escape(&mut self, at: usize, end: usize) -> Option<usize> {
        let digits = |n: usize| {
            let code = self.raw.get(at + 2..at + 2 + n)?;
            let scalar = char::from_u32(u32::from_str_radix(code, 16).ok()?)?;
            Some((2 + n, scalar.len_utf8()))
        };
        let (written, length) = match self.raw.as_bytes().get(at + 1)? {
            b'x' => digits(2)?,
            b'u' => digits(4)?,
            b'U' => digits(8)?,
            b'\n' | b'\r' | b' ' | b'\t' => {
                let rest = self.raw.get(at + 1..end)?;
                (
                    1 + rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len(),
                    0,
                )
            }
            _ => (2, 1),
        };
        if length > 0 {
            self.push(self.offset + at..self.offset + at + written, false);
            self.length += length;
        }
        self.exact(at + written);
        Some(at + written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;

    /// The file's characters for each part of the value of the first string in a TOML text.
    fn marked(toml: &str, part: Range<usize>) -> String {
        let mut sources = Sources::new();
        let file = sources.add("t.toml", toml);
        let table: toml::Table = toml.parse().unwrap();
        let value = table["a"].as_str().unwrap();
        let raw = toml[4..].trim_end();
        let text = Text::new(value, raw, file, 4);
        assert_eq!(text.as_str(), value);
        sources.text(&text.at(part)).to_owned()
    }

    #[test]
    fn plain_strings_are_exact() {
        assert_eq!(marked("a = \"mfW cF\"", 4..6), "cF");
        assert_eq!(marked("a = 'mfW cF'", 4..6), "cF");
        assert_eq!(marked("a = '''\nmfW\ncF'''", 4..6), "cF");
        assert_eq!(marked("a = \"\"\"\r\nmfW\r\ncF\"\"\"", 5..7), "cF");
        assert_eq!(marked("a = \"\"", 0..0), "");
        assert_eq!(marked("a = \"é cF\"", 3..5), "cF");
    }

    #[test]
    fn escapes_are_followed() {
        assert_eq!(marked("a = \"m\\tW cF\"", 4..6), "cF");
        assert_eq!(marked("a = \"m\\tW cF\"", 1..2), "\\t");
        assert_eq!(marked("a = \"m\\u0041W\"", 1..3), "\\u0041W");
        assert_eq!(marked("a = \"m\\U000000e9W\"", 3..4), "W");
        assert_eq!(marked("a = \"\"\"mW \\\n   cF\"\"\"", 3..5), "cF");
        assert_eq!(marked("a = \"\"\"mW \\\n   cF\"\"\"", 0..3), "mW ");
    }

    #[test]
    fn slices_and_joins_keep_places() {
        let mut sources = Sources::new();
        let one = sources.add("one", "a = \"K if here\"");
        let two = sources.add("two", "b = \"there\"");
        let text = Text::new("K if here", "\"K if here\"", one, 4);
        let mut joined = text.slice(5..9);
        joined.push(&Text::made(" and ", text.at(0..1)));
        joined.push(&Text::new("there", "\"there\"", two, 4));
        assert_eq!(joined.as_str(), "here and there");
        assert_eq!(sources.text(&joined.at(0..4)), "here");
        assert_eq!(sources.text(&joined.at(9..14)), "there");
        assert_eq!(joined.at(9..14).file, two);
    }
}
