//! Findings about a rule file, a notation string or a position: data only, drawn elsewhere.
//!
//! A [`Diagnostic`] has a stable code, a severity, one terse sentence, the characters it is about, further places, a way
//! out, and the edit that goes it. [`codes`] is the register of all codes, `silence` what `[allow]` makes of findings.
//! This module must not know the terminal.

mod codes;
mod silence;

pub(crate) use codes::assert_known;
pub use codes::{Code, code, codes, similar_code};
pub(crate) use silence::{Silence, Silences};

use crate::similar::is_slip;
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
    /// What to write instead, if that can be said. All of them belong together.
    pub edits: Vec<Edit>,
    /// The thing of the rule file that it is about, by which `[allow]` names it.
    pub about: Option<Subject>,
}

/// Characters to be replaced by others.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// What is replaced; an empty place is where something is put in.
    pub place: Location,
    /// What stands there afterwards.
    pub text: String,
    /// Whether it may be made without a person having looked at it: it says what the author must have meant, or changes
    /// nothing about the game.
    pub is_safe: bool,
}

/// A thing of a rule file that a finding is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Subject {
    /// The section; empty for the keys outside of all sections.
    pub section: String,
    /// The piece, the rule, or the key outside of all sections; `None` if it is about the section itself.
    pub name: Option<String>,
}

impl Subject {
    /// What a line of `[allow]` calls a finding that is about no section and no thing of one.
    pub const GAME: &str = "game";

    /// A thing of a section.
    pub fn thing(section: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            section: section.into(),
            name: Some(name.into()),
        }
    }

    /// A section as a whole.
    pub fn section(section: impl Into<String>) -> Self {
        Self {
            section: section.into(),
            name: None,
        }
    }

    /// What a line of `[allow]` calls it.
    pub fn word(&self) -> &str {
        match &self.name {
            Some(name) => name,
            None if self.section.is_empty() => Self::GAME,
            None => &self.section,
        }
    }
}

impl Diagnostic {
    /// A finding at a place. The code is one of [`codes`], which has it with this severity.
    pub fn new(
        severity: Severity,
        code: &'static str,
        place: Location,
        message: impl Into<String>,
    ) -> Self {
        assert_known(code, severity);
        Self::of(severity, code, place, message.into())
    }

    /// A remark that is no finding about a file, such as a reason: its word is none of [`codes`].
    pub fn remark(word: &'static str, place: Location, message: impl Into<String>) -> Self {
        Self::of(Severity::Note, word, place, message.into())
    }

    fn of(severity: Severity, code: &'static str, place: Location, message: String) -> Self {
        Self {
            code,
            severity,
            message,
            place,
            label: None,
            related: Vec::new(),
            help: None,
            edits: Vec::new(),
            about: None,
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

    /// Says what to write instead, which may be done without asking: it is what the author must have meant, or it changes
    /// nothing about the game.
    #[must_use]
    pub fn fix(self, place: Location, text: impl Into<String>) -> Self {
        self.edit(place, text, true)
    }

    /// Says what could be written instead, which a person has to decide.
    #[must_use]
    pub fn offer(self, place: Location, text: impl Into<String>) -> Self {
        self.edit(place, text, false)
    }

    fn edit(mut self, place: Location, text: impl Into<String>, is_safe: bool) -> Self {
        self.edits.push(Edit {
            place,
            text: text.into(),
            is_safe,
        });
        self
    }

    /// Asks whether another word than the marked one was meant.
    #[must_use]
    pub(crate) fn meant(self, written: &str, close: &str) -> Self {
        let place = self.place.clone();
        self.help(format!("did you mean `{close}`?"))
            .edit(place, close, is_slip(written, close))
    }

    /// Says which thing of the rule file it is about, where its place does not tell.
    #[must_use]
    pub fn about(mut self, subject: Subject) -> Self {
        self.about = Some(subject);
        self
    }

    /// Whether its edits may be made without a person having looked at them.
    pub fn is_fixable(&self) -> bool {
        !self.edits.is_empty() && self.edits.iter().all(|edit| edit.is_safe)
    }

    /// What a line of `[allow]` calls the thing that it is about.
    pub fn allowed_as(&self) -> &str {
        self.about.as_ref().map_or(Subject::GAME, Subject::word)
    }
}

/// So many findings are kept; what more there is, is counted.
const MOST: usize = 200;

/// The findings of one run, in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    kept: Vec<Diagnostic>,
    errors: usize,
    left_out: usize,
    /// How many steps of the work have begun.
    steps: usize,
}

impl Findings {
    /// No findings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding.
    pub fn push(&mut self, finding: Diagnostic) {
        self.errors += usize::from(finding.severity == Severity::Error);
        if self.is_full() {
            self.left_out += 1;
        } else {
            self.kept.push(finding);
        }
    }

    /// Whether one of them is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The number of errors.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Notes that another step of the work begins, which an error before would have kept from beginning.
    pub(crate) fn step(&mut self) {
        self.steps += 1;
    }

    /// How far the work went: how many steps have begun, of which the last ones may have been cut short.
    pub(crate) fn steps(&self) -> usize {
        self.steps
    }

    /// Whether there are so many that further ones are only counted.
    pub fn is_full(&self) -> bool {
        self.kept.len() >= MOST
    }

    /// The kept findings, for what has to be added to them.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Diagnostic> {
        self.kept.iter_mut()
    }

    /// A kept finding of this kind at this very place.
    pub(crate) fn find(&mut self, code: &str, place: &Location) -> Option<&mut Diagnostic> {
        self.kept
            .iter_mut()
            .find(|d| d.code == code && d.place == *place)
    }

    /// The findings, sorted by file and place, without repetitions. If some were left out, a note at the end says so.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        let key = |d: &Diagnostic| {
            let span = &d.place.span;
            (
                d.place.file,
                span.start,
                span.end,
                std::cmp::Reverse(d.severity),
                d.code,
            )
        };
        self.kept
            .sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message)));
        self.kept.dedup();
        if let (Some(last), true) = (self.kept.last(), self.left_out > 0) {
            let message = format!("{} more findings are not shown", self.left_out);
            self.kept
                .push(Diagnostic::note("more", last.place.clone(), message));
        }
        self.kept
    }
}

impl Extend<Diagnostic> for Findings {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, findings: I) {
        findings.into_iter().for_each(|f| self.push(f));
    }
}
