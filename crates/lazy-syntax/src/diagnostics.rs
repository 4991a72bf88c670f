//! What is wrong with a program, said in plain words, and shown with the text itself.

use diagnostics::{Location, Shown};

use crate::source::{Sources, Span};

pub use diagnostics::Severity;

/// A problem of a program or a goal.
pub type Diagnostic = diagnostics::Diagnostic<Span>;

/// The diagnostic as a person should see it: `file:line:column`, the source line, a caret.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, colour: bool) -> String {
    diagnostic.render(place(diagnostic, sources), colour)
}

fn place<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Location<'a> {
    let span = diagnostic.span;
    let file = sources.files.get(span.file.0 as usize).filter(|_| span.start.line > 0);
    let Some(file) = file else { return Location::Nowhere };
    let here = |span: Span| span.start.offset as usize..(span.end.offset as usize).min(file.text.len());
    let labels = diagnostic.labels.iter();
    let labels = labels.filter(|(other, _)| other.file == span.file && other.start.line > 0);
    Location::Text(Shown {
        file: &file.name,
        text: &file.text,
        first_line: 1,
        primary: here(span),
        labels: labels.map(|(span, text)| (here(*span), text.as_str())).collect(),
    })
}
