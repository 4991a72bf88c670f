//! The source where a process stands: breakpoints beside the lines, values behind them.

use std::collections::BTreeMap;

use debugger::walk::Stops;
use debugger::walk::view::ValueSeen;
use maud::{Markup, html};
use serde_json::json;

use crate::highlight::{self, Token, TokenKind};
use crate::words::time as said;

/// Lines around the one where the process stands.
const AROUND: u32 = 200;
/// Characters of a value behind a line.
const BRIEF: usize = 40;

/// The gutter beside the lines of a file.
#[derive(Default)]
pub struct Gutter {
    /// Lines that have something to stop at.
    pub reachable: Vec<u32>,
    /// Breakpoints by their lines.
    pub known: BTreeMap<u32, u32>,
}

/// The lines around this one that have something to stop at.
pub fn reachable(stops: &dyn Stops, file: &str, line: u32) -> Vec<u32> {
    stops.lines(file, line.saturating_sub(AROUND).max(1), line + AROUND)
}

/// The file around a line.
pub fn source(name: &str, text: &str, line: u32, gutter: &Gutter, values: &[ValueSeen]) -> Markup {
    let mut state = highlight::State::default();
    let shown = line.saturating_sub(AROUND).max(1)..=line + AROUND;
    let lines: Vec<NumberedLine<'_>> = (1..)
        .zip(text.lines())
        .take(*shown.end() as usize)
        .map(|(n, text)| (n, highlight::line(name, text, &mut state)))
        .filter(|(n, _)| shown.contains(n))
        .collect();
    let values: Vec<(&str, &str)> = values.iter().map(|value| (&*value.name, &*value.text)).collect();
    // The last line before the present one that names a variable is where people look for it.
    let before = lines.iter().rev().filter(|(n, _)| *n <= line);
    let beside = in_place(before, &values);
    html! {
        pre.code.short.inside tabindex="0" data-show=(line) aria-label={ (name) ":" (line) } {
            @for (n, tokens) in &lines {
                span.line.asked[*n == line] data-line=(n) {
                    (number(name, *n, gutter))
                    span.text { @for token in tokens { span class=(token.kind.name()) { (token.text) } } }
                    "\n"
                    @if let Some(values) = beside.get(n) { span.ghost { (values) } }
                }
            }
        }
    }
}

/// The number of a line. Clicked, it sets a breakpoint or takes it away.
fn number(file: &str, n: u32, gutter: &Gutter) -> Markup {
    let stop = gutter.known.get(&n);
    let can_stop = stop.is_some() || gutter.reachable.binary_search(&n).is_ok();
    if !can_stop {
        return html! { span.number aria-hidden="true" { (n) } };
    }
    let (line, means) = match stop {
        Some(stop) => (format!("delete {stop}"), said::DELETE),
        None => (format!("break {file}:{n}"), said::BREAK_HERE),
    };
    html! {
        button.number.stop[stop.is_some()] type="button" data-say=(json!({"do": "walk", "line": line}))
            title=(means) aria-label={ (means) " " (n) } { (n) }
    }
}

/// A line of a file, by its number.
pub type NumberedLine<'t> = (u32, Vec<Token<'t>>);

/// The values of variables, each behind the first of these lines that names it.
pub fn in_place<'l, 't: 'l>(
    lines: impl Iterator<Item = &'l NumberedLine<'t>> + Clone,
    values: &[(&str, &str)],
) -> BTreeMap<u32, String> {
    let mut beside: BTreeMap<u32, String> = BTreeMap::new();
    for (name, text) in values {
        let names = |tokens: &[Token<'_>]| {
            tokens.iter().any(|token| token.kind == TokenKind::Capital && token.text == *name)
        };
        let found = lines.clone().find(|(_, tokens)| names(tokens));
        let Some((n, _)) = found else { continue };
        let text: String = match text.char_indices().nth(BRIEF) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => (*text).to_owned(),
        };
        let shown = beside.entry(*n).or_default();
        if !shown.is_empty() {
            shown.push_str("  ");
        }
        *shown += &format!("{name} = {text}");
    }
    beside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_behind_their_lines() {
        let text = "f(X, Y) ->\n  Z = X + Y,\n  g(Z).\nh(X) -> X.";
        let long = "a".repeat(50);
        let values = [("X", "1"), ("Y", "[2]"), ("Z", &long)];
        let mut state = highlight::State::default();
        let lines: Vec<NumberedLine<'_>> = (1..)
            .zip(text.lines())
            .map(|(n, line)| (n, highlight::line("m.erl", line, &mut state)))
            .collect();
        let check = |line: u32, expected: &[(u32, &str)]| {
            let found = in_place(lines.iter().rev().filter(|(n, _)| *n <= line), &values);
            let found: Vec<(u32, &str)> = found.iter().map(|(n, text)| (*n, text.as_str())).collect();
            assert_eq!(found, expected);
        };
        check(1, &[(1, "X = 1  Y = [2]")]);
        let cut = format!("Z = {}…", "a".repeat(40));
        check(3, &[(2, "X = 1  Y = [2]"), (3, cut.as_str())]);
    }
}
