//! Finding and loading rule files: shipped ones, folders, paths, texts.

use crate::diagnostics::{Diagnostic, Edit, Findings, Severity, Silences};
use crate::document::{self, Document, Found, Home, Shelf};
use crate::lint::{Places, lint};
use crate::notation::is_reserved;
use crate::rules::Rules;
use crate::rules::sections;
use crate::similar::similar;
use crate::source::{FileId, MAX_BYTES, Node, SourceFile, Sources, Table, Text, add_bytes, read};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The shipped games: name and rule file, sorted by name.
const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// How the name of a rule file ends.
const SUFFIX: &str = ".toml";

/// Where rule files are looked for: first in its folders, then among the shipped ones.
#[derive(Clone, Debug, Default)]
pub struct Library {
    folders: Vec<PathBuf>,
    /// White's and Black's army instead of those that a file chooses.
    armies: Option<[String; 2]>,
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
    /// The file with its bases merged in, unless it could not be read so far.
    document: Option<Document>,
    /// What the file silences.
    silences: Silences,
    /// Where the file is.
    home: Home,
    /// How far the work on it went.
    steps: usize,
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
    /// A folder is where a file is wanted.
    #[error("{} is a folder, not a rule file", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// The operating system refused.
    #[error("{} cannot be read", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
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
    /// What other programs call it: the protocol's key in the file and the name.
    pub protocol: Vec<(String, String)>,
    /// Where it is; `None` for a shipped game.
    pub path: Option<PathBuf>,
}

impl Loaded {
    /// The file with its bases merged in.
    pub(crate) fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// The file with its bases merged in, as one rule file, unless it could not be read so far. Of inherited lines of
    /// `[allow]` only those are left that silence something.
    pub fn merged(&self) -> Option<String> {
        let document = self.document.as_ref()?;
        let Some((_, silences)) = self.judged() else {
            return Some(document::print(document, &sections::plan()));
        };
        let mut document = document.clone();
        sections::keep_used(&mut document, &silences);
        Some(document::print(&document, &sections::plan()))
    }

    /// Everything that is wrong or doubtful, sorted by place: [`Loaded::findings`]; if the file has no errors, also what
    /// the lints of meaning find, which takes longer than loading; all without what the file's `[allow]` silences, and
    /// with the lines there that silence nothing.
    pub fn checked(&self) -> Vec<Diagnostic> {
        let Some((mut all, silences)) = self.judged() else {
            return self.findings.clone();
        };
        all.extend(self.unused(&silences, false));
        all.into_sorted()
    }

    /// The same with more findings, those of [`search`](crate::deep::search()).
    pub fn checked_with(&self, more: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let Some((mut all, mut silences)) = self.judged() else {
            return self.findings.clone();
        };
        let mut found = Findings::new();
        found.extend(more);
        let mut found = found.into_sorted();
        silences.apply(&mut found);
        all.extend(found);
        all.extend(self.unused(&silences, true));
        all.into_sorted()
    }

    /// The findings about silences that silence nothing.
    fn unused(&self, silences: &Silences, searched: bool) -> impl Iterator<Item = Diagnostic> {
        silences.unused(searched).map(|mut finding| {
            for edit in &mut finding.edits {
                whole_line(&self.sources, edit);
            }
            finding
        })
    }

    /// Where things stand in the file and its bases, unless it could not be read so far.
    pub(crate) fn places(&self) -> Option<Places<'_>> {
        self.document.as_ref().map(Places::new)
    }

    /// All findings that are not silenced, and the silences with what they were of use for; nothing if the file has
    /// errors.
    fn judged(&self) -> Option<(Findings, Silences)> {
        let (rules, document) = (self.rules.as_ref()?, self.document.as_ref()?);
        let mut found = Findings::new();
        lint(rules, document, &mut found);
        let mut silences = self.silences.clone();
        let mut all = Findings::new();
        all.extend(self.findings.iter().cloned());
        all.extend(told(found, &self.sources, document, &mut silences));
        Some((all, silences))
    }

    /// Where the file is; `None` for a shipped game and for a text that came from elsewhere.
    pub fn path(&self) -> Option<&Path> {
        match &self.home {
            Home::File(path) => Some(path),
            _ => None,
        }
    }

    /// The file itself, as it was read.
    pub fn file(&self) -> Option<(FileId, &SourceFile)> {
        self.sources.iter().next()
    }

    /// How many errors there are.
    pub fn errors(&self) -> usize {
        let errors = self.findings.iter();
        errors.filter(|f| f.severity == Severity::Error).count()
    }

    /// Whether there is more wrong with this file than with an older state of it: more errors, unless the older one had
    /// errors that kept the others from being found.
    pub(crate) fn is_worse_than(&self, older: &Self) -> bool {
        self.errors() > 0
            && (self.steps < older.steps
                || self.steps == older.steps && self.errors() > older.errors())
    }

    /// What the file itself writes, without its bases: sections (`promotion`), keys (`promotion.must`) and the words of
    /// its conditions and sets (`capture`).
    pub fn uses(&self) -> BTreeSet<String> {
        let Some((file, _)) = self.sources.iter().next() else {
            return BTreeSet::new();
        };
        sections::uses(&read(&self.sources, file).0)
    }

    /// The names of the games that it builds on, its own base first.
    pub fn bases(&self) -> Vec<String> {
        let files = self.sources.iter().skip(1);
        files.map(|(_, file)| stem(file.name())).collect()
    }
}

/// The findings, sorted, each with what it is about, without those that are silenced.
fn told(
    mut findings: Findings,
    sources: &Sources,
    document: &Document,
    silences: &mut Silences,
) -> Vec<Diagnostic> {
    for edit in findings.iter_mut().flat_map(|f| &mut f.edits) {
        whole_line(sources, edit);
    }
    for finding in findings.iter_mut().filter(|f| f.about.is_none()) {
        finding.about = sections::subject(document, &finding.place);
    }
    let mut findings = findings.into_sorted();
    silences.apply(&mut findings);
    findings
}

/// Lets an edit that takes out a key with its value begin where the line does: at the names before the key, with points
/// between.
fn whole_line(sources: &Sources, edit: &mut Edit) {
    let text = sources.file(edit.place.file).text();
    let Some(before) = text.get(..edit.place.span.start) else {
        return;
    };
    let line = before.rfind('\n').map_or(0, |n| n + 1);
    let names = |c: char| c.is_ascii_alphanumeric() || "-_.\"' ".contains(c);
    let prefix = before[line..].trim_start();
    if edit.text.is_empty() && prefix.ends_with('.') && prefix.chars().all(names) {
        edit.place.span.start = before.len() - prefix.len();
    }
}

/// The name of the file that is called so, without folder and ending.
fn stem(name: &str) -> String {
    Path::new(name)
        .file_stem()
        .map_or_else(|| name.to_owned(), |s| s.to_string_lossy().into_owned())
}

/// Whether [`Loaded::uses`] can find a word in some rule file; if not, one that is like it.
///
/// # Errors
/// The word that was probably meant, if there is one.
pub fn is_vocabulary(word: &str) -> Result<(), Option<String>> {
    let known = sections::vocabulary();
    let is_key = |k: &String| k == word || k.rsplit('.').next() == Some(word);
    if known.iter().any(is_key) || is_reserved(word) {
        return Ok(());
    }
    let short = known.iter().map(|k| k.rsplit('.').next().unwrap_or(k));
    let names = short.chain(known.iter().map(String::as_str));
    Err(similar(word, names).map(str::to_owned))
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

    /// Loads games with these armies instead of those that their files choose. A game without such armies gets a
    /// finding.
    ///
    /// ```
    /// # use ferz::{Library, Variant};
    /// let library = Library::new().with_armies("nutty-knights", "remarkable-rookies");
    /// let game = Variant::try_from(library.load("different-armies")?)?;
    /// assert_eq!(game.start().legal_moves().len(), 26);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_armies(mut self, white: impl Into<String>, black: impl Into<String>) -> Self {
        self.armies = Some([white.into(), black.into()]);
        self
    }

    /// Loads a game by name, alias or path.
    ///
    /// A name is looked for in the folders, then among the shipped games; then aliases are, and the names that other
    /// programs have (`[protocol]`), in the same order; then it is taken for a path. What has a slash or ends in `.toml` is a path.
    ///
    /// # Errors
    /// If there is no such game or file. What is wrong inside a file is a finding.
    pub fn load(&self, game: &str) -> Result<Loaded, OpenError> {
        if game.ends_with(SUFFIX) || game.contains(['/', '\\']) {
            return self.load_path(Path::new(game));
        }
        let games = self.homes();
        let by_alias = || {
            games
                .iter()
                .find(|(_, home)| header(home).aliases.iter().any(|a| a == game))
        };
        let by_protocol = || {
            games
                .iter()
                .find(|(_, home)| header(home).protocol.iter().any(|(_, name)| name == game))
        };
        let found = games.get_key_value(game).or_else(by_alias);
        match found.or_else(by_protocol) {
            Some((_, Home::File(path))) => self.load_path(path),
            Some((name, _)) => Ok(self.load_shipped(name)),
            None if Path::new(game).exists() => self.load_path(Path::new(game)),
            None => Err(OpenError::UnknownGame {
                name: game.to_owned(),
                similar: self.similar(game),
            }),
        }
    }

    /// Loads a file.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn load_path(&self, path: &Path) -> Result<Loaded, OpenError> {
        if path.is_dir() {
            return Err(OpenError::Folder {
                path: path.to_owned(),
            });
        }
        let bytes = bytes(path).map_err(|source| OpenError::Io {
            path: path.to_owned(),
            source,
        })?;
        Ok(self.finish(&path.to_string_lossy(), &bytes, Home::File(path.to_owned())))
    }

    /// Loads a text; `name` is shown in findings, and without `.toml` it is the game's name.
    pub fn load_bytes(&self, name: &str, text: &[u8]) -> Loaded {
        self.finish(name, text, Home::Nowhere)
    }

    /// All games, sorted by name.
    pub fn games(&self) -> Vec<Listing> {
        let listing = |(id, home): (String, Home)| {
            let Header {
                title,
                aliases,
                protocol,
            } = header(&home);
            let path = if let Home::File(path) = home {
                Some(path)
            } else {
                None
            };
            Listing {
                id,
                title,
                aliases,
                protocol,
                path,
            }
        };
        self.homes().into_iter().map(listing).collect()
    }

    /// Loads a file as it would be with another text.
    pub(crate) fn load_changed(&self, loaded: &Loaded, text: &str) -> Loaded {
        let name = loaded.file().map_or("", |(_, file)| file.name());
        self.finish(name, text.as_bytes(), loaded.home.clone())
    }

    fn load_shipped(&self, name: &str) -> Loaded {
        let home = Home::Shipped(name.to_owned());
        self.finish(
            &format!("{name}{SUFFIX}"),
            shipped(name).unwrap_or_default().as_bytes(),
            home,
        )
    }

    fn finish(&self, name: &str, bytes: &[u8], home: Home) -> Loaded {
        let mut sources = Sources::new();
        let mut findings = Findings::new();
        let plan = sections::plan();
        let id = Path::new(name)
            .file_stem()
            .map_or_else(|| name.into(), |s| s.to_string_lossy());
        let found = (name, bytes, home.clone());
        let mut document = document::load(&mut sources, &mut findings, self, &plan, found);
        if let (Some(document), Some(armies)) = (&mut document, &self.armies) {
            document.choose(armies);
        }
        let rules = document
            .as_ref()
            .and_then(|d| sections::build(d, &id, &mut findings));
        if let (Some(document), Some(rules)) = (&document, &rules) {
            self.check_aliases(&document.table, rules, &mut findings);
        }
        let mut silences = document.as_ref().map_or_else(Silences::default, |d| {
            sections::silences(d, rules.as_ref(), &mut findings)
        });
        let steps = findings.steps();
        let findings = match &document {
            Some(document) => told(findings, &sources, document, &mut silences),
            None => findings.into_sorted(),
        };
        Loaded {
            sources,
            findings,
            rules: rules.map(Arc::new),
            document,
            silences,
            home,
            steps,
        }
    }

    /// An alias, or another program's name, that is the name of a different game is never reached.
    fn check_aliases(&self, table: &Table, rules: &Rules, findings: &mut Findings) {
        if rules.aliases.is_empty() && rules.protocol.is_empty() {
            return;
        }
        let games = self.homes();
        let aliases = table.get("aliases").and_then(Node::list).into_iter();
        let protocol = table.table("protocol").into_iter().flat_map(Table::iter);
        for alias in aliases.flatten().chain(protocol.map(|(_, node)| node)) {
            let name = alias.text().map(Text::as_str).unwrap_or_default();
            if name != rules.id && games.contains_key(name) {
                let message =
                    format!("another game is called `{name}`, and commands will find that one");
                let finding = Diagnostic::warning("alias-taken", alias.place.clone(), message);
                findings.push(finding.help("choose another alias"));
            }
        }
    }

    /// All games with where they are; a game of an earlier folder hides others of its name.
    fn homes(&self) -> BTreeMap<String, Home> {
        let shipped = SHIPPED
            .iter()
            .map(|(name, _)| ((*name).to_owned(), Home::Shipped((*name).to_owned())));
        let mut games: BTreeMap<_, _> = shipped.collect();
        for folder in self.folders.iter().rev() {
            games.extend(stems(folder).into_iter().map(|stem| {
                let path = folder.join(format!("{stem}{SUFFIX}"));
                (stem, Home::File(path))
            }));
        }
        games
    }

    fn similar(&self, game: &str) -> Option<String> {
        let games = self.games();
        let names = games.iter().flat_map(|g| {
            let protocol = g.protocol.iter().map(|(_, name)| name);
            g.aliases.iter().chain([&g.id]).chain(protocol)
        });
        similar(game, names.map(String::as_str)).map(str::to_owned)
    }
}

impl Shelf for Library {
    fn find(&self, name: &str, near: &Home) -> Option<Found> {
        let file = format!("{name}{SUFFIX}");
        let beside = if let Home::File(path) = near {
            path.parent()
        } else {
            None
        };
        let folders = beside
            .into_iter()
            .chain(self.folders.iter().map(PathBuf::as_path));
        let in_folder = || {
            let path = folders.map(|f| f.join(&file)).find(|p| p.is_file())?;
            let name = path.to_string_lossy().into_owned();
            Some(Found {
                name,
                bytes: bytes(&path),
                home: Home::File(path),
            })
        };
        let among_shipped = || {
            let text = shipped(name)?;
            let home = Home::Shipped(name.to_owned());
            Some(Found {
                name: file.clone(),
                bytes: Ok(text.as_bytes().to_vec()),
                home,
            })
        };
        // What a shipped game builds on is shipped, whatever the folders hold.
        match near {
            Home::Shipped(_) => among_shipped().or_else(in_folder),
            _ => in_folder().or_else(among_shipped),
        }
    }

    fn names(&self, near: &Home) -> Vec<String> {
        let mut names: Vec<_> = self.homes().into_keys().collect();
        if let Home::File(path) = near {
            names.extend(path.parent().map(stems).unwrap_or_default());
        }
        names.sort();
        names.dedup();
        names
    }
}

/// The text of a shipped game.
fn shipped(name: &str) -> Option<&'static str> {
    SHIPPED
        .iter()
        .find(|(n, _)| *n == name)
        .map(|(_, text)| *text)
}

/// The names of the rule files in a folder, sorted. A folder that cannot be read has none.
fn stems(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut stems: Vec<_> = entries
        // A pipe or a device would be waited for.
        .filter(|e| e.path().is_file())
        .filter_map(|e| {
            e.file_name()
                .to_str()?
                .strip_suffix(SUFFIX)
                .map(str::to_owned)
        })
        .filter(|stem| !stem.is_empty())
        .collect();
    stems.sort();
    stems
}

/// A file's bytes, of a file that is too large only a byte more than is allowed.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_BYTES as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What a list of games shows of a rule file.
#[derive(Default)]
struct Header {
    title: Option<String>,
    aliases: Vec<String>,
    protocol: Vec<(String, String)>,
}

/// Reads the header of a rule file, as far as it can be read.
fn header(home: &Home) -> Header {
    let text = match home {
        Home::File(path) => bytes(path).unwrap_or_default(),
        Home::Shipped(name) => shipped(name).unwrap_or_default().as_bytes().to_vec(),
        Home::Nowhere => Vec::new(),
    };
    let mut sources = Sources::new();
    let (file, _) = add_bytes(&mut sources, "", &text);
    let (table, _) = read(&sources, file);
    let aliases = table
        .get("aliases")
        .and_then(Node::list)
        .unwrap_or_default();
    Header {
        title: table.text("name").map(|t| t.as_str().to_owned()),
        aliases: aliases
            .iter()
            .filter_map(|n| Some(n.text()?.as_str().to_owned()))
            .collect(),
        protocol: table
            .table("protocol")
            .into_iter()
            .flat_map(Table::iter)
            .filter_map(|(key, n)| Some((key.name.clone(), n.text()?.as_str().to_owned())))
            .collect(),
    }
}
