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
            Location::Text(shown) if shown.is_too_wide() => {
                let before = &shown.text[..shown.primary.start];
                let line = shown.first_line as usize + before.matches('\n').count();
                let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
                group = group.element(Origin::path(shown.file).line(line).char_column(column));
            }
            Location::Text(shown) => {
                let shown = shown.only_these_lines();
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

/// A longer line, in bytes, says little to people.
const WIDEST: usize = 2_000;

impl Shown<'_> {
    /// The lines that there is something to mark in, whole.
    fn lines(&self) -> Range<usize> {
        let ranges = || std::iter::once(&self.primary).chain(self.labels.iter().map(|(range, _)| range));
        let start = ranges().map(|range| range.start).min().unwrap_or(0);
        let end = ranges().map(|range| range.end).max().unwrap_or(0);
        let start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let end = self.text[end..].find('\n').map_or(self.text.len(), |at| end + at + 1);
        start..end
    }

    /// Whether a line of these would fill the terminal.
    fn is_too_wide(&self) -> bool {
        self.text[self.lines()].lines().any(|line| line.len() > WIDEST)
    }

    /// The same without the rest of the text, which the renderer would go through.
    fn only_these_lines(self) -> Self {
        let lines = self.lines();
        let before = self.text[..lines.start].matches('\n').count() as u32;
        let moved = |range: Range<usize>| range.start - lines.start..range.end - lines.start;
        Shown {
            file: self.file,
            text: &self.text[lines.clone()],
            first_line: self.first_line + before,
            primary: moved(self.primary),
            labels: self.labels.into_iter().map(|(range, text)| (moved(range), text)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, primary: Range<usize>, label: Range<usize>, expected: &str) {
        let labels = vec![(label, "here")];
        let shown = Shown { file: "a.erl", text, first_line: 3, primary, labels };
        let shown = Diagnostic::error((), "wrong").render(Location::Text(shown), false);
        assert_eq!(shown, expected);
    }

    #[test]
    fn only_lines_that_are_marked() {
        check(
            "one\ntwo\nthree four\nfive\n",
            14..18,
            4..7,
            "error: wrong\n --> a.erl:5:7\n  |\n4 | two\n  | --- here\n5 | three four\n  |       ^^^^",
        );
    }

    #[test]
    fn endless_lines_are_not_shown() {
        let text = format!("one\n{}bad\n", "x".repeat(3_000));
        check(&text, 3_004..3_007, 3_004..3_007, "error: wrong\n--> a.erl:4:3001");
    }
}
