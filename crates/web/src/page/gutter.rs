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
    let lines: Vec<(u32, Vec<Token<'_>>)> = (1..)
        .zip(text.lines())
        .take(*shown.end() as usize)
        .map(|(n, text)| (n, highlight::line(name, text, &mut state)))
        .filter(|(n, _)| shown.contains(n))
        .collect();
    let beside = in_place(&lines, line, values);
    html! {
        pre.code.short.inside tabindex="0" data-show=(line) aria-label={ (name) ":" (line) } {
            @for (n, tokens) in &lines {
                span.line.asked[*n == line] data-line=(n) {
                    (number(name, *n, gutter))
                    span.text { @for token in tokens { span class=(token.kind.name()) { (token.text) } } }
                    @if let Some(values) = beside.get(n) { span.ghost { (values) } }
                    "\n"
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

/// The values of variables, each behind the last line before the present one that names it.
fn in_place(lines: &[(u32, Vec<Token<'_>>)], line: u32, values: &[ValueSeen]) -> BTreeMap<u32, String> {
    let mut beside: BTreeMap<u32, String> = BTreeMap::new();
    for value in values {
        let names = |tokens: &[Token<'_>]| {
            tokens.iter().any(|token| token.kind == TokenKind::Capital && token.text == value.name)
        };
        let found = lines.iter().rev().find(|(n, tokens)| *n <= line && names(tokens));
        let Some((n, _)) = found else { continue };
        let text: String = match value.text.char_indices().nth(BRIEF) {
            Some((end, _)) => format!("{}…", &value.text[..end]),
            None => value.text.clone(),
        };
        let shown = beside.entry(*n).or_default();
        *shown += &format!("  {} = {text}", value.name);
    }
    beside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_behind_their_lines() {
        let text = "f(X, Y) ->\n  Z = X + Y,\n  g(Z).\nh(X) -> X.";
        let value = |name: &str, text: &str| ValueSeen {
            name: name.into(),
            text: text.into(),
            kind: None,
            named: 0,
            indexed: 0,
            number: None,
        };
        let values = [value("X", "1"), value("Y", "[2]"), value("Z", &"a".repeat(50))];
        let mut state = highlight::State::default();
        let lines: Vec<_> = (1..)
            .zip(text.lines())
            .map(|(n, line)| (n, highlight::line("m.erl", line, &mut state)))
            .collect();
        let check = |line: u32, expected: &[(u32, &str)]| {
            let found = in_place(&lines, line, &values);
            let found: Vec<(u32, &str)> = found.iter().map(|(n, text)| (*n, text.as_str())).collect();
            assert_eq!(found, expected);
        };
        check(1, &[(1, "  X = 1  Y = [2]")]);
        let cut = format!("  Z = {}…", "a".repeat(40));
        check(3, &[(2, "  X = 1  Y = [2]"), (3, cut.as_str())]);
    }
}
