//! Where in its source a process stands: the lines around, with the place marked.

use erlang_machine::code::{Function, Pc};
use erlang_syntax::ast::{ExprKind, Module, VarName};
use erlang_syntax::source::{FileId, Pos};
use serde::Serialize;

use crate::calls::span_at;

/// Lines shown before and after the one that a process stands in.
const AROUND: u32 = 2;

/// A place in a file.
#[derive(Clone, Serialize, Debug)]
pub struct SourcePlace {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    /// Just past the last character.
    pub end_column: u32,
    /// What stands there, if there is a text of the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The lines around it, for people.
    #[serde(skip)]
    pub lines: Vec<(u32, String)>,
}

/// What the instruction at `pc` comes from.
pub fn place(function: &Function, pc: Pc) -> Option<SourcePlace> {
    let (source, span) = (&function.source, span_at(function, pc)?);
    let first = span.start.line.saturating_sub(AROUND).max(1);
    Some(SourcePlace {
        file: source.sources.name(span.file).to_owned(),
        line: span.start.line,
        column: span.start.column,
        end_line: span.end.line,
        end_column: span.end.column,
        source: source.sources.text(span).map(str::to_owned).filter(|text| !text.is_empty()),
        lines: lines(source, span.file, first, span.start.line + AROUND),
    })
}

fn lines(module: &Module, file: FileId, first: u32, last: u32) -> Vec<(u32, String)> {
    let text = module.sources.files.get(file.0 as usize).and_then(|file| file.text.as_deref());
    let numbered = text.unwrap_or_default().lines().zip(1..);
    let wanted = numbered.skip(first as usize - 1).take((last + 1).saturating_sub(first) as usize);
    wanted.map(|(line, n)| (n, line.trim_end().to_owned())).collect()
}

impl SourcePlace {
    /// The lines around with their numbers, and carets below what is marked.
    pub fn marked(&self) -> String {
        let width = self.lines.last().map_or(1, |(n, _)| n.to_string().len());
        let mut text = Vec::new();
        for (n, line) in &self.lines {
            text.push(format!("  {n:width$} | {line}").trim_end().to_owned());
            if *n == self.line {
                text.push(format!("  {:width$} | {}", "", self.carets(line)));
            }
        }
        text.join("\n")
    }

    /// Below the part of the first line that is meant; tabs stay tabs, so that it stands in the
    /// right place.
    fn carets(&self, line: &str) -> String {
        let before = self.column.saturating_sub(1) as usize;
        let blank = |c: char| if c == '\t' { '\t' } else { ' ' };
        let indent: String = line.chars().take(before).map(blank).collect();
        let rest = line.chars().count().saturating_sub(before);
        let marked = match self.end_line == self.line {
            true => (self.end_column.saturating_sub(self.column) as usize).min(rest),
            false => rest,
        };
        indent + &"^".repeat(marked.max(1))
    }

    /// `dining.erl:46`
    pub fn short(&self) -> String {
        erlang_report::text::place(&self.file, self.line)
    }
}

/// The variables that the rest of the function mentions, from a place on: CauDEr's relevant
/// environment.
pub fn mentioned_from(function: &Function, pc: Pc) -> Option<Vec<VarName>> {
    let place = function.place_at(pc)?;
    let source = &function.source;
    let here = source[place.expr?].span;
    let clauses = source.functions().flat_map(|function| &function.clauses);
    let around = clauses
        .map(|clause| clause.span)
        .find(|span| span.file == here.file && span.start <= here.start && here.end <= span.end)?;
    // What an enclosing expression still does with its other parts is written on the line where it
    // begins, at the earliest.
    let from = Pos { line: here.start.line, column: 0 };
    let mentioned = source.exprs.iter().filter_map(|expr| match expr.kind {
        ExprKind::Variable(name)
            if expr.span.file == here.file && expr.span.start >= from && expr.span.end <= around.end =>
        {
            Some(name)
        }
        _ => None,
    });
    Some(mentioned.collect())
}
