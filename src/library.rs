//! Finding and loading rule files: shipped ones, folders, paths, texts.

use crate::diagnostics::Diagnostic;
use crate::rules::Rules;
use crate::source::Sources;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where rule files are looked for: first in its folders, then among the shipped ones.
#[derive(Clone, Debug, Default)]
pub struct Library {
    folders: Vec<PathBuf>,
}

/// A rule file that was read, well or not.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// All texts that were read: the file and its bases.
    pub sources: Sources,
    /// What was found, sorted by place.
    pub findings: Vec<Diagnostic>,
    /// The rules, unless one of the findings is an error.
    pub rules: Option<Arc<Rules>>,
    /// The file with its bases merged in, as one rule file, unless it could not be read so far.
    pub merged: Option<String>,
}

/// A rule file that could not be opened at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// No game has this name or alias.
    #[error("there is no game called {name:?}")]
    UnknownGame {
        /// The name.
        name: String,
        /// A name that is close to it.
        similar: Option<String>,
    },
    /// The operating system refused.
    #[error("{} cannot be read", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// A game of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listing {
    /// The name for commands.
    pub id: String,
    /// The title, if it can be read.
    pub title: Option<String>,
    /// Other names.
    pub aliases: Vec<String>,
    /// Where it is; `None` for a shipped game.
    pub path: Option<PathBuf>,
}

impl Library {
    /// The shipped games alone.
    pub fn new() -> Self {
        Self::default()
    }

    /// Looks into a folder before all that were added earlier or are shipped.
    #[must_use]
    pub fn with_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folders.insert(0, folder.into());
        self
    }

    /// Loads a game by name, alias or path.
    ///
    /// # Errors
    /// If there is no such game or file. What is wrong inside a file is a finding.
    pub fn load(&self, game: &str) -> Result<Loaded, OpenError> {
        let _ = (game, &self.folders);
        todo!()
    }

    /// Loads a file.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn load_path(&self, path: &Path) -> Result<Loaded, OpenError> {
        let _ = path;
        todo!()
    }

    /// Loads a text; `name` is shown in findings, and without `.toml` it is the game's name.
    pub fn load_bytes(&self, name: &str, text: &[u8]) -> Loaded {
        let _ = (name, text);
        todo!()
    }

    /// All games, sorted by name.
    pub fn games(&self) -> Vec<Listing> {
        todo!()
    }
}
