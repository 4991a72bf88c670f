//! What is wrong with a source text, said in plain words, and shown with the text itself.
//!
//! Knows no language: each has spans of its own, and says what of its text is to be shown.

#![forbid(unsafe_code)]

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Error,
    Warning,
}

/// One problem, where it is, and what to do about it if we know.
#[derive(Clone, Debug)]
pub struct Diagnostic<Span> {
    pub severity: Severity,
    pub span: Span,
    /// Plain words, no full stop.
    pub message: String,
    /// What to do next.
    pub help: Option<String>,
    /// Other places that matter: where the block began, where the name was first defined, what the
    /// type was expected for.
    pub labels: Vec<(Span, String)>,
    /// A file that the text names and that is not there. Other errors may follow from this one.
    pub missing_file: Option<Box<str>>,
}

impl<Span> Diagnostic<Span> {
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic<Span> {
        Diagnostic {
            severity: Severity::Error,
            span,
            message: message.into(),
            help: None,
            labels: Vec::new(),
            missing_file: None,
        }
    }

    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic<Span> {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    pub fn help(mut self, help: impl Into<String>) -> Diagnostic<Span> {
        self.help = Some(help.into());
        self
    }

    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic<Span> {
        self.labels.push((span, text.into()));
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The diagnostic as a person should see it: `file:line:column`, the source line, a caret.
    pub fn render(&self, place: Location<'_>, colour: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(&self.message));
        match place {
            Location::Text(shown) => {
                let mut snippet = Snippet::source(shown.text)
                    .line_start(shown.first_line as usize)
                    .path(shown.file)
                    .annotation(AnnotationKind::Primary.span(shown.primary));
                for (range, text) in shown.labels {
                    snippet = snippet.annotation(AnnotationKind::Context.span(range).label(text));
                }
                group = group.element(snippet);
            }
            Location::Position { file, line, column } => {
                let place = Origin::path(file).line(line as usize);
                group = group.element(if column > 0 { place.char_column(column as usize) } else { place });
            }
            Location::Nowhere => {}
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }
}

/// Where a problem is, as far as it can be shown.
pub enum Location<'a> {
    Text(Shown<'a>),
    /// In a file without text. Column 0: somewhere in the line.
    Position {
        file: &'a str,
        line: u32,
        column: u32,
    },
    Nowhere,
}

/// Lines of a source, with ranges of bytes to mark in them.
pub struct Shown<'a> {
    pub file: &'a str,
    pub text: &'a str,
    /// The number of the first line of `text`.
    pub first_line: u32,
    pub primary: Range<usize>,
    pub labels: Vec<(Range<usize>, &'a str)>,
}
