//! The texts of one run and the places inside them.

use std::ops::Range;

/// A text among the [`Sources`] of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);

/// Characters of a file: a range of byte offsets. An empty range is a place between two characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The file.
    pub file: FileId,
    /// Byte offsets into its text.
    pub span: Range<usize>,
}

impl Location {
    /// A place in a file.
    pub fn new(file: FileId, span: Range<usize>) -> Self {
        Self { file, span }
    }
}

/// One text with its name.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    text: String,
    line_starts: Vec<usize>,
}

impl SourceFile {
    fn new(name: String, text: String) -> Self {
        let starts = text
            .bytes()
            .enumerate()
            .filter(|&(_, b)| b == b'\n')
            .map(|(i, _)| i + 1);
        let line_starts = std::iter::once(0).chain(starts).collect();
        Self {
            name,
            text,
            line_starts,
        }
    }

    /// The name shown to people: a path, or a built-in game's file name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte offset, both counted from 1, the column in characters.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.line_starts.partition_point(|&s| s <= offset) - 1;
        let before = self
            .text
            .get(self.line_starts[line]..offset)
            .unwrap_or_default();
        (line + 1, before.chars().count() + 1)
    }
}

/// All texts that one run has read.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<SourceFile>);

impl Sources {
    /// No texts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text and says which one it is.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.0.push(SourceFile::new(name.into(), text.into()));
        FileId((self.0.len() - 1) as u32)
    }

    /// The file of an id that [`Sources::add`] gave.
    ///
    /// # Panics
    /// If the id comes from other sources.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.0[id.0 as usize]
    }

    /// All files in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.0
            .iter()
            .enumerate()
            .map(|(i, f)| (FileId(i as u32), f))
    }

    /// The marked characters.
    pub fn text(&self, place: &Location) -> &str {
        self.file(place.file)
            .text()
            .get(place.span.clone())
            .unwrap_or_default()
    }
}
