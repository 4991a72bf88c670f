//! What is wrong with a program, said in plain words, and shown with the text itself.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::source::{Sources, Span};

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
    /// Other places that matter: where the name was first defined, what the type was expected for.
    pub labels: Vec<(Span, String)>,
}

impl Diagnostic {
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            span,
            message: message.into(),
            help: None,
            labels: Vec::new(),
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
        self.labels.push((span, text.into()));
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
    if let Some(file) = sources.files.get(diagnostic.span.file.0 as usize)
        && diagnostic.span.start.line > 0
    {
        let here = |span: Span| span.start.offset as usize..(span.end.offset as usize).min(file.text.len());
        let mut snippet = Snippet::source(file.text.as_str())
            .path(file.name.as_str())
            .annotation(AnnotationKind::Primary.span(here(diagnostic.span)));
        let labels = diagnostic
            .labels
            .iter()
            .filter(|(span, _)| span.file == diagnostic.span.file && span.start.line > 0);
        for (span, text) in labels {
            snippet = snippet.annotation(AnnotationKind::Context.span(here(*span)).label(text.as_str()));
        }
        group = group.element(snippet);
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}
