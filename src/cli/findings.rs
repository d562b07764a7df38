//! Findings for people: the line, the marked characters, what is wrong, how to mend it.

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use ferz::FenFinding;
use ferz::diagnostics::{Diagnostic, Edit, Severity};
use ferz::source::{FileId, Location, Sources};
use std::ops::Range;

fn renderer() -> Renderer {
    // Always with colours: the stream takes them out where they are not wanted.
    Renderer::styled().hyperlink(false)
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        _ => Level::NOTE,
    }
}

/// A finding with the lines that it is about, ending in an empty line.
pub(crate) fn render(sources: &Sources, finding: &Diagnostic) -> String {
    let title = level(finding.severity)
        .primary_title(finding.message.as_str())
        .id(finding.code);
    let mut files = vec![finding.place.file];
    for (place, _) in &finding.related {
        if !files.contains(&place.file) {
            files.push(place.file);
        }
    }
    let snippets = files
        .into_iter()
        .map(|file| snippet(sources, finding, file));
    let group: Group<'_> = title.elements(snippets);
    let help = finding
        .help
        .as_deref()
        .map(annotate_snippets::normalize_untrusted_str);
    let groups = match (help, patch(sources, finding)) {
        (Some(help), Some(patch)) => {
            vec![group, Level::HELP.secondary_title(help).element(patch)]
        }
        (help, _) => vec![group.elements(help.map(|help| Level::HELP.message(help)))],
    };
    renderer().render(&groups) + "\n\n"
}

/// The lines as they would be with the edits of a finding.
fn patch<'a>(sources: &'a Sources, finding: &'a Diagnostic) -> Option<Snippet<'a, Patch<'a>>> {
    let file = finding.edits.first()?.place.file;
    let source = sources.file(file);
    let is_here = |edit: &Edit| {
        edit.place.file == file && source.text().get(edit.place.span.clone()).is_some()
    };
    let snippet = Snippet::source(source.text()).path(source.name());
    let patches = finding
        .edits
        .iter()
        .map(|edit| Patch::new(edit.place.span.clone(), edit.text.as_str()));
    finding
        .edits
        .iter()
        .all(is_here)
        .then(|| snippet.patches(patches))
}

/// The marked characters of one file.
fn snippet<'a>(
    sources: &'a Sources,
    finding: &'a Diagnostic,
    file: FileId,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let source = sources.file(file);
    let own = (finding.place.file == file).then(|| {
        let mark = AnnotationKind::Primary.span(within(source.text(), &finding.place.span));
        mark.label(finding.label.as_deref())
    });
    let related = finding
        .related
        .iter()
        .filter(|(place, _)| place.file == file);
    let others = related.map(|(place, label)| {
        AnnotationKind::Context
            .span(within(source.text(), &place.span))
            .label(label.as_str())
    });
    Snippet::source(source.text())
        .path(source.name())
        .annotations(own.into_iter().chain(others))
}

/// A range of the text that starts and ends between characters.
fn within(text: &str, span: &Range<usize>) -> Range<usize> {
    let fit = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = fit(span.start);
    start..fit(span.end).max(start)
}

/// A finding about a FEN that was typed.
pub(crate) fn render_fen(fen: &str, finding: &FenFinding) -> String {
    let mut sources = Sources::new();
    let file = sources.add("<fen>", fen);
    let mut diagnostic = Diagnostic::error(
        finding.code,
        Location::new(file, finding.span.clone()),
        finding.message.as_str(),
    );
    diagnostic.help.clone_from(&finding.help);
    if let Some(text) = &finding.instead {
        diagnostic = diagnostic.offer(Location::new(file, finding.span.clone()), text.as_str());
    }
    if let Some(offer) = &finding.offer {
        let (span, text) = offer.as_ref();
        diagnostic = diagnostic.offer(Location::new(file, span.clone()), text.as_str());
    }
    render(&sources, &diagnostic)
}

/// `1 error`, `2 errors`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}
