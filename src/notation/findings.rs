//! What is wrong with a notation string, with places inside that string.
//!
//! Whoever read the string out of a file turns a [`NotationFinding`] into a diagnostic with a place in the file. This
//! module must not know files.

use crate::diagnostics::{Severity, assert_known};
use crate::similar::is_slip;
use std::ops::Range as Span;

/// The longest notation string that is read, in bytes.
pub const MAX_TEXT: usize = 4096;

/// The most legs that a move may have.
pub const MAX_LEGS: usize = 64;

/// The most moves that the groups and brackets of a string may stand for, all terms together.
pub const MAX_PATHS: usize = 10_000;

/// One finding about a notation string.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotationFinding {
    /// A stable word for this kind of finding, such as `unknown-atom`.
    pub code: &'static str,
    /// How serious it is.
    pub severity: Severity,
    /// Byte offsets inside the notation string. An empty span is a place between two characters.
    pub span: Span<usize>,
    /// One sentence, without a full stop.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
    /// The name that is not known, where that is what is wrong.
    pub name: Option<String>,
    /// What to write instead, if that can be said.
    pub edit: Option<Box<NotationEdit>>,
}

/// Characters of a notation string to be replaced by others.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotationEdit {
    /// What is replaced, as byte offsets; an empty span is where something is put in.
    pub span: Span<usize>,
    /// What stands there afterwards.
    pub text: String,
    /// Whether it may be made without a person having looked at it.
    pub is_safe: bool,
}

impl NotationFinding {
    /// A finding at a place.
    pub fn new(
        severity: Severity,
        code: &'static str,
        span: Span<usize>,
        message: impl Into<String>,
    ) -> Self {
        assert_known(code, severity);
        Self {
            code,
            severity,
            span,
            message: message.into(),
            help: None,
            name: None,
            edit: None,
        }
    }

    /// An error at a place.
    pub fn error(code: &'static str, span: Span<usize>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message)
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, span: Span<usize>, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message)
    }

    /// A note at a place.
    pub fn note(code: &'static str, span: Span<usize>, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, span, message)
    }

    /// Says how to mend it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says which name is not known.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Says what to write instead, which may be done without asking.
    #[must_use]
    pub fn fix(self, span: Span<usize>, text: impl Into<String>) -> Self {
        self.edit(span, text, true)
    }

    /// Says what could be written instead, which a person has to decide.
    #[must_use]
    pub fn offer(self, span: Span<usize>, text: impl Into<String>) -> Self {
        self.edit(span, text, false)
    }

    /// Asks whether another word than the marked one was meant.
    #[must_use]
    pub(crate) fn meant(self, written: &str, close: &str) -> Self {
        let span = self.span.clone();
        self.help(format!("did you mean `{close}`?"))
            .edit(span, close, is_slip(written, close))
    }

    /// Says what to write instead of the marked characters.
    #[must_use]
    pub(crate) fn instead(self, text: &str) -> Self {
        let span = self.span.clone();
        self.help(format!("write `{text}`")).fix(span, text)
    }

    /// Says that the marked characters are to be taken out.
    #[must_use]
    pub(crate) fn out(self) -> Self {
        let span = self.span.clone();
        self.fix(span, "")
    }

    /// Says what to write somewhere instead.
    #[must_use]
    pub(crate) fn edited(self, span: Span<usize>, text: &str, is_safe: bool) -> Self {
        self.edit(span, text, is_safe)
    }

    fn edit(mut self, span: Span<usize>, text: impl Into<String>, is_safe: bool) -> Self {
        self.edit = Some(Box::new(NotationEdit {
            span,
            text: text.into(),
            is_safe,
        }));
        self
    }

    /// The same finding in a longer string in which the text starts at `offset`.
    #[must_use]
    pub fn moved(mut self, offset: usize) -> Self {
        let moved = |span: &Span<usize>| span.start + offset..span.end + offset;
        self.span = moved(&self.span);
        if let Some(edit) = &mut self.edit {
            edit.span = moved(&edit.span);
        }
        self
    }
}

/// What came of reading a string: a value, if there is any use in it, and all findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read<T> {
    /// The syntax tree; it may lack the parts that the findings are about.
    pub value: Option<T>,
    /// The findings in the order of the text.
    pub findings: Vec<NotationFinding>,
}

/// Something with its place in the notation string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// Byte offsets inside the notation string.
    pub span: Span<usize>,
    /// The thing itself.
    pub value: T,
}
