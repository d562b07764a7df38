//! Findings that the file says are meant: the lines of `[allow]`.

use super::{Diagnostic, Severity};
use crate::deep;
use crate::source::Location;

/// A line of `[allow]`: findings of one kind about one thing are not shown.
#[derive(Clone, Debug)]
pub(crate) struct Silence {
    /// The code of the findings.
    pub(crate) code: String,
    /// What they are about, as [`Diagnostic::allowed_as`] calls it.
    pub(crate) name: String,
    /// Where code and name stand.
    pub(crate) place: Location,
    /// The line, if it stands in one piece.
    pub(crate) line: Option<Location>,
    /// Whether the file itself has the line, and none of its bases.
    pub(crate) is_own: bool,
    /// Whether it has silenced something.
    is_used: bool,
}

impl Silence {
    pub(crate) fn new(code: &str, name: &str, place: Location, is_own: bool) -> Self {
        Self {
            code: code.to_owned(),
            name: name.to_owned(),
            place,
            line: None,
            is_own,
            is_used: false,
        }
    }

    fn covers(&self, finding: &Diagnostic) -> bool {
        finding.severity != Severity::Error
            && finding.code == self.code
            && finding.allowed_as() == self.name
    }
}

/// All silences of a file and its bases.
#[derive(Clone, Debug, Default)]
pub(crate) struct Silences(Vec<Silence>);

impl Silences {
    /// Takes out the findings that are silenced.
    pub(crate) fn apply(&mut self, findings: &mut Vec<Diagnostic>) {
        findings.retain(|finding| {
            let mut covers = false;
            for silence in self.0.iter_mut().filter(|s| s.covers(finding)) {
                silence.is_used = true;
                covers = true;
            }
            !covers
        });
    }

    /// Whether a line of the file itself, or one that has silenced something.
    pub(crate) fn are_worth_keeping(&self, code: &str, name: &str) -> bool {
        let is_line = |s: &&Silence| s.code == code && s.name == name;
        self.0
            .iter()
            .find(is_line)
            .is_some_and(|s| s.is_own || s.is_used)
    }

    /// The findings about silences of the file itself that have silenced nothing. They count only when everything has
    /// been looked for; `searched` says whether that is so for what only a search finds.
    pub(crate) fn unused(&self, searched: bool) -> impl Iterator<Item = Diagnostic> {
        let is_judged = move |s: &&Silence| searched || !deep::CODES.contains(&s.code.as_str());
        let unused = self.0.iter().filter(|s| s.is_own && !s.is_used);
        let unused = unused.filter(is_judged);
        unused.map(|silence| {
            let message = format!(
                "nothing is found that `allow.{}.{}` would silence",
                silence.code, silence.name
            );
            let finding = Diagnostic::warning("unused-allow", silence.place.clone(), message)
                .help("take the line out");
            match &silence.line {
                Some(line) => finding.fix(line.clone(), ""),
                None => finding,
            }
        })
    }
}

impl FromIterator<Silence> for Silences {
    fn from_iter<I: IntoIterator<Item = Silence>>(silences: I) -> Self {
        Self(silences.into_iter().collect())
    }
}
