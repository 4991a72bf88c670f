//! Code as it was written; as it would be written, where only a `.beam` is there.

use erlang_syntax::ast::Module;
use erlang_syntax::pretty;
use erlang_syntax::source::Span;
use erlang_tree::Subject;

use session::event::Place;

/// All clauses of a function or fun.
pub fn of_subject(subject: &Subject) -> Option<(Place, String)> {
    let span = subject.span()?;
    let text = written(&subject.source, span).unwrap_or_else(|| match subject.fun {
        Some(fun) => pretty::expr(&subject.source, fun),
        None => {
            let mut functions = subject.source.functions();
            let function = functions.find(|f| (f.name, f.arity) == (subject.function, subject.arity));
            function.map(|function| pretty::function(&subject.source, function)).unwrap_or_default()
        }
    });
    Some((lines_of(&subject.source, span), text))
}

/// One clause of it, counted from 1.
pub fn of_clause(subject: &Subject, clause: u32) -> Option<(Place, String)> {
    let clauses = subject.clauses();
    let clause = clauses.get((clause as usize).checked_sub(1)?)?;
    // A fun with one clause is shown with its `fun` and `end`.
    if let (Some(_), [_]) = (subject.fun, clauses) {
        return of_subject(subject);
    }
    let text = written(&subject.source, clause.span).unwrap_or_else(|| match subject.fun {
        Some(_) => pretty::clause(&subject.source, clause),
        None => pretty::function_clause(&subject.source, subject.function, clause),
    });
    Some((lines_of(&subject.source, clause.span), text))
}

pub fn lines_of(module: &Module, span: Span) -> Place {
    let file = module.sources.name(span.file);
    Place {
        file: (!file.is_empty()).then(|| file.to_owned()),
        line: (span.start.line > 0).then_some(span.start.line),
        end_line: (span.end.line > 0).then_some(span.end.line),
        column: None,
        end_column: None,
    }
}

/// What stands there, moved to the left as a whole.
pub fn written(module: &Module, span: Span) -> Option<String> {
    let text = module.sources.text(span)?;
    let margin = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let below = text.lines().skip(1).filter(|line| !line.trim().is_empty()).map(margin).min().unwrap_or(0);
    // What stands before it on its first line is not shown, nor the room that it took.
    let least = below.min(span.start.column.saturating_sub(1) as usize);
    let text = format!("{}{text}", " ".repeat(least));
    let lines: Vec<&str> = text.lines().map(|line| line.get(least..).unwrap_or("").trim_end()).collect();
    Some(lines.join("\n"))
}
