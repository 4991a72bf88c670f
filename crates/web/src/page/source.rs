//! The source, with what the question or the verdict is about.

use maud::{Markup, html};
use session::event::Place;

use super::gutter::{self, NumberedLine};
use crate::highlight::{self, Token};
use crate::scene::{Scene, Source};
use crate::words;

/// Of a very long file, this many lines around the function are shown.
const MARGIN: u32 = 400;

pub fn source(scene: &Scene) -> Markup {
    html! {
        @match &scene.source {
            Some(source) => {
                (lines(source))
                @if scene.strategy.is_some() {
                    details.stack data-lazy="stack" { summary { (words::CALLS) } div {} }
                }
            }
            None => p.hint { (words::NO_SOURCE) },
        }
    }
}

fn lines(source: &Source) -> Markup {
    let (from, to) = source.around;
    let place = source.place.as_ref();
    let range = place.and_then(|place| Some((place.line?, place.end_line.or(place.line)?)));
    let (first_marked, last_marked) = range.unwrap_or((from, to));
    let mut state = highlight::State::default();
    let lines: Vec<NumberedLine<'_>> = source
        .text
        .lines()
        .zip(source.first..)
        .map(|(line, n)| (n, highlight::line(&source.file, line, &mut state)))
        .filter(|(n, _)| (from.saturating_sub(MARGIN)..=to + MARGIN).contains(n))
        .collect();
    let class = if source.is_guilty { "guilty" } else { "asked" };
    let values: Vec<(&str, &str)> =
        source.variables.iter().map(|(name, value)| (&**name, &**value)).collect();
    let clause = lines.iter().filter(|(n, _)| (first_marked..=last_marked).contains(n));
    let beside = gutter::in_place(clause, &values);
    html! {
        h2.file { (source.file) }
        pre.code tabindex="0" data-show=(first_marked) {
            @for (n, tokens) in &lines {
                @let inside = (from..=to).contains(n);
                @let marked = (first_marked..=last_marked).contains(n) && (place.is_some() || source.is_guilty);
                span.line.inside[inside].(class)[marked] data-line=(n) {
                    span.number aria-hidden="true" { (n) }
                    span.text { (text(*n, tokens, place.filter(|_| marked))) }
                    "\n"
                    @if let Some(values) = beside.get(n) { span.ghost { (values) } }
                }
            }
        }
    }
}

/// A line, with the part of it that an expression takes.
fn text(line: u32, tokens: &[Token<'_>], place: Option<&Place>) -> Markup {
    let (from, to) = place.map_or((0, 0), |place| columns(line, place));
    let mut column = 1;
    html! {
        @for token in tokens {
            @for (part, marked) in cut(token.text, &mut column, from, to) {
                @if marked { mark class=(token.kind.name()) { (part) } }
                @else { span class=(token.kind.name()) { (part) } }
            }
        }
    }
}

/// The columns of an expression on a line: from, and one past the last. None: (0, 0).
fn columns(line: u32, place: &Place) -> (u32, u32) {
    let (Some(first), Some(column), Some(end)) = (place.line, place.column, place.end_column) else {
        return (0, 0);
    };
    let last = place.end_line.unwrap_or(first);
    let from = if line == first { column } else { 1 };
    let to = if line == last { end } else { u32::MAX };
    (from, to)
}

/// A token in up to three parts: before, in and after the marked columns.
fn cut<'t>(text: &'t str, column: &mut u32, from: u32, to: u32) -> Vec<(&'t str, bool)> {
    let start = *column;
    *column += text.chars().count() as u32;
    let at = |wanted: u32| {
        let characters = wanted.saturating_sub(start) as usize;
        text.char_indices().nth(characters).map_or(text.len(), |(index, _)| index)
    };
    let (left, right) = (at(from), at(to));
    let parts =
        [(&text[..left.min(right)], false), (&text[left.min(right)..right], true), (&text[right..], false)];
    parts.into_iter().filter(|(part, _)| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_columns() {
        let check = |text: &str, start: u32, (from, to): (u32, u32), expected: &[(&str, bool)]| {
            let mut column = start;
            assert_eq!(cut(text, &mut column, from, to), expected, "{text}");
            assert_eq!(column, start + text.chars().count() as u32);
        };
        check("merge", 5, (0, 0), &[("merge", false)]);
        check("merge", 5, (5, 10), &[("merge", true)]);
        check("merge", 5, (6, 8), &[("m", false), ("er", true), ("ge", false)]);
        check("über", 1, (2, 3), &[("ü", false), ("b", true), ("er", false)]);
        check("merge", 5, (1, u32::MAX), &[("merge", true)]);
        check("merge", 5, (20, 30), &[("merge", false)]);
    }
}
