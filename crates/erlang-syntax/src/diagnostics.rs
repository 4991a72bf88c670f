//! What is wrong with a source text, said in plain words, and shown with the text itself.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::source::{Pos, Sources, Span};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Error,
    Warning,
}

/// One problem, where it is, and what to do about it if we know.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    pub span: Span,
    /// Plain words, no full stop.
    pub message: String,
    /// What to do next.
    pub help: Option<String>,
    /// Other places that matter: where the block began, where the name was first defined.
    pub labels: Vec<Label>,
    /// The file that `-include` or `-include_lib` names, if it is not there. Other errors of the
    /// module may follow from this one.
    pub missing_file: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

impl Diagnostic {
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            span,
            message: message.into(),
            help: None,
            labels: Vec::new(),
            missing_file: None,
        }
    }

    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The diagnostic as a person should see it: `file:line:column`, the source line, a caret.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.message));
    match Excerpt::of(diagnostic, sources) {
        Some(excerpt) => {
            let mut snippet = Snippet::source(excerpt.text)
                .line_start(excerpt.first_line as usize)
                .path(sources.name(diagnostic.span.file))
                .annotation(AnnotationKind::Primary.span(excerpt.range(diagnostic.span)));
            for label in diagnostic.labels.iter().filter(|label| label.span.file == diagnostic.span.file) {
                snippet = snippet.annotation(
                    AnnotationKind::Context.span(excerpt.range(label.span)).label(label.text.as_str()),
                );
            }
            group = group.element(snippet);
        }
        // A `.beam`, or a line that `-file` made up.
        None if diagnostic.span.start.line > 0 => {
            let Pos { line, column } = diagnostic.span.start;
            let place = Origin::path(sources.name(diagnostic.span.file)).line(line as usize);
            group = group.element(if column > 0 { place.char_column(column as usize) } else { place });
        }
        None => {}
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// The candidate that `name` is most likely a misspelling of, if any is close. Letter case does not
/// matter.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (allowed, name) = (1 + name.chars().count() / 4, name.to_lowercase());
    candidates
        .map(|candidate| (strsim::osa_distance(&name, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The lines of the source that a diagnostic speaks of.
struct Excerpt<'a> {
    text: &'a str,
    first_line: u32,
}

impl<'a> Excerpt<'a> {
    fn of(diagnostic: &Diagnostic, sources: &'a Sources) -> Option<Excerpt<'a>> {
        let file = diagnostic.span.file;
        let text = sources.files.get(file.0 as usize)?.text.as_deref()?;
        let spans = || {
            let labels = diagnostic.labels.iter().map(|label| label.span);
            std::iter::once(diagnostic.span).chain(labels).filter(|span| span.file == file)
        };
        let first_line = spans().map(|span| span.start.line).min().filter(|&line| line > 0)?;
        let last_line = spans().map(|span| span.end.line.max(span.start.line)).max()?;
        let mut starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
        let start = starts.nth(first_line as usize - 1)?;
        let end = starts.nth((last_line - first_line) as usize).unwrap_or(text.len());
        Some(Excerpt { text: &text[start..end], first_line })
    }

    fn range(&self, span: Span) -> std::ops::Range<usize> {
        let start = self.offset(span.start);
        let end = self.offset(span.end).max(start);
        // A span that ends at the start of a line would drag that line in.
        start..start + self.text[start..end].trim_end_matches(['\n', '\r']).len()
    }

    /// The byte that stands at `pos`, or the nearest one there is.
    fn offset(&self, pos: Pos) -> usize {
        let mut lines = self.text.split_inclusive('\n');
        let mut offset = 0;
        for _ in self.first_line..pos.line {
            offset += lines.next().map_or(0, str::len);
        }
        let line = lines.next().unwrap_or("");
        let column = pos.column.saturating_sub(1) as usize;
        offset + line.char_indices().nth(column).map_or(line.len(), |(at, _)| at)
    }
}
