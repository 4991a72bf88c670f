//! What is wrong with a source text, said in plain words, and shown with the text itself.

use diagnostics::{Location, Shown};

use crate::source::{Pos, Sources, Span};

pub use diagnostics::Severity;

/// A problem of a module or an expression.
pub type Diagnostic = diagnostics::Diagnostic<Span>;

/// The diagnostic as a person should see it: `file:line:column`, the source line, a caret.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, colour: bool) -> String {
    diagnostic.render(place(diagnostic, sources), colour)
}

fn place<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Location<'a> {
    let Span { file: id, start, .. } = diagnostic.span;
    let file = sources.name(id);
    match Excerpt::of(diagnostic, sources) {
        Some(excerpt) => {
            let labels = diagnostic.labels.iter().filter(|(span, _)| span.file == id);
            Location::Text(Shown {
                file,
                text: excerpt.text,
                first_line: excerpt.first_line,
                primary: excerpt.range(diagnostic.span),
                labels: labels.map(|(span, text)| (excerpt.range(*span), text.as_str())).collect(),
            })
        }
        // A `.beam`, or a line that `-file` made up.
        None if start.line > 0 => Location::Position { file, line: start.line, column: start.column },
        None => Location::Nowhere,
    }
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
            let labels = diagnostic.labels.iter().map(|(span, _)| *span);
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
