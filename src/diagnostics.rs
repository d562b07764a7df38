//! Findings about a rule file, a notation string or a position: data only, drawn elsewhere.
//!
//! A [`Diagnostic`] has a stable code, a severity, one terse sentence, the characters it is about, further places, and
//! a way out. This module must not know the terminal.

use crate::source::Location;

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// Something that is worth knowing and needs no change.
    Note,
    /// The file works, but probably not as meant.
    Warning,
    /// The file cannot be used.
    Error,
}

impl Severity {
    /// `note`, `warning` or `error`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// A stable word for this kind of finding, such as `unknown-key`.
    pub code: &'static str,
    /// How serious it is.
    pub severity: Severity,
    /// One sentence, without a full stop, in the author's words.
    pub message: String,
    /// The characters that the finding is about.
    pub place: Location,
    /// What to write beside the marked characters, if that adds something.
    pub label: Option<String>,
    /// Other places that have to do with it, each with a word of explanation.
    pub related: Vec<(Location, String)>,
    /// How to mend it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A finding at a place.
    pub fn new(
        severity: Severity,
        code: &'static str,
        place: Location,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            severity,
            message: message.into(),
            place,
            label: None,
            related: Vec::new(),
            help: None,
        }
    }

    /// An error at a place.
    pub fn error(code: &'static str, place: Location, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, place, message)
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, place: Location, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, place, message)
    }

    /// A note at a place.
    pub fn note(code: &'static str, place: Location, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, place, message)
    }

    /// Says how to mend it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says something beside the marked characters.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn related(mut self, place: Location, label: impl Into<String>) -> Self {
        self.related.push((place, label.into()));
        self
    }
}

/// The findings of one run, in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings(Vec<Diagnostic>);

impl Findings {
    /// No findings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding.
    pub fn push(&mut self, finding: Diagnostic) {
        self.0.push(finding);
    }

    /// Whether one of them is an error.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|d| d.severity == Severity::Error)
    }

    /// The findings, sorted by file and place, without repetitions.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.0.sort_by(|a, b| {
            (
                a.place.file,
                a.place.span.start,
                a.place.span.end,
                b.severity,
            )
                .cmp(&(
                    b.place.file,
                    b.place.span.start,
                    b.place.span.end,
                    a.severity,
                ))
        });
        self.0.dedup();
        self.0
    }
}

impl Extend<Diagnostic> for Findings {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, findings: I) {
        self.0.extend(findings);
    }
}
