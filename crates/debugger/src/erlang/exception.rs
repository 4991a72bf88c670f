//! Exceptions as the Erlang shell shows them, with the source line of each stack frame.

mod details;

use std::collections::BTreeMap;
use std::rc::Rc;

use erlang_machine::Class;
use erlang_machine::program::Program;
use erlang_report::text;
use erlang_syntax::lint::is_auto_imported;
use erlang_term::{Atom, Fun, Term, atoms};

use super::project::{Code, EXPRESSION};

/// An exception of a run, with source lines and with explanations by OTP's modules.
pub fn of_run(
    exception: &erlang_machine::exception::Exception,
    program: &Rc<Program>,
    code: &Code,
) -> String {
    let style = Style {
        source_line: &|file, line| code.source_line(file, line).map(str::to_owned),
        is_outside: &|module| module.name() == EXPRESSION,
    };
    let details = details::of(exception, program);
    let erlang_machine::exception::Exception { class, reason, trace } = exception;
    format(&Exception { class: *class, reason, trace, details }, &style)
}

/// What to show.
pub struct Exception<'a> {
    pub class: Class,
    pub reason: &'a Term,
    /// `[{M, F, ArityOrArguments, Location}]`, innermost first.
    pub trace: &'a Term,
    /// An explanation of the call on top of the stack, if its module gives one.
    pub details: Details,
}

/// A module's explanation of a failed call, by `format_error/2` (see OTP's `error_info`).
#[derive(Default, Debug)]
pub struct Details {
    pub reason: Option<String>,
    pub general: Option<String>,
    /// By number of the argument, from 1.
    pub arguments: BTreeMap<usize, String>,
}

/// What the text needs to know about the program.
pub struct Style<'a> {
    /// A line of a source file.
    pub source_line: &'a dyn Fn(&str, u32) -> Option<String>,
    /// Whether a module belongs to the evaluator of the expression rather than to the program. Its
    /// frames at the end of the stack are not shown.
    pub is_outside: &'a dyn Fn(Atom) -> bool,
}

/// The shell's tag for an exception that ends an evaluation.
const TAG: &str = "** ";
/// Indentation of every line but the first: as wide as the tag.
const INDENT: &str = "   ";

/// `** exception error: …` and the stack, without a line end after the last line.
pub fn format(exception: &Exception<'_>, style: &Style<'_>) -> String {
    let frames = frames(exception.trace);
    let (explained, stack) = split(exception, frames.as_deref());
    let mut text = format!("{TAG}{}", exited(exception.class));
    match (&exception.details.reason, frames.is_some()) {
        (Some(reason), _) => text.push_str(reason),
        (None, true) => text.push_str(&explain(exception.class, exception.reason, explained)),
        // `erlang:raise/3` accepts any term as stack trace: it is shown as part of the reason.
        (None, false) => {
            let whole = Term::tuple([exception.reason.clone(), exception.trace.clone()]);
            text.push_str(&explain(exception.class, &whole, None));
        }
    }
    if let Some(frame) = explained {
        push_source_line(&mut text, frame, style);
    }
    let inside = stack.iter().rposition(|frame| !(style.is_outside)(frame.module)).map_or(0, |last| last + 1);
    for (n, frame) in stack[..inside].iter().enumerate() {
        let details = if n == 0 { Some(&exception.details) } else { None };
        push_frame(&mut text, frame, n == 0, details, style);
    }
    text
}

/// An entry of a stack trace.
pub struct TraceEntry {
    pub module: Atom,
    pub function: Atom,
    pub arity: usize,
    pub arguments: Option<Vec<Term>>,
    pub file: Option<String>,
    pub line: Option<u32>,
}

/// The entries of a stack trace, if it is one.
pub fn frames(trace: &Term) -> Option<Vec<TraceEntry>> {
    trace.proper_list()?.iter().map(TraceEntry::of).collect()
}

impl TraceEntry {
    fn of(entry: &Term) -> Option<TraceEntry> {
        let [Term::Atom(module), Term::Atom(function), arity, location] = entry.as_tuple()? else {
            return None;
        };
        let (arity, arguments) = match arity {
            Term::Int(n) => (usize::try_from(*n).ok()?, None),
            list => {
                let arguments = list.proper_list()?;
                (arguments.len(), Some(arguments))
            }
        };
        let mut frame =
            TraceEntry { module: *module, function: *function, arity, arguments, file: None, line: None };
        for item in location.proper_list()? {
            match item.as_tuple() {
                Some([Term::Atom(atoms::FILE), name]) => frame.file = name.text(),
                Some([Term::Atom(atoms::LINE), Term::Int(line)]) => frame.line = u32::try_from(*line).ok(),
                _ => {}
            }
        }
        Some(frame)
    }

    /// `(file, line 3)`, or nothing.
    fn location(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("({file}, line {line})"),
            _ => String::new(),
        }
    }
}

/// The frame that becomes part of the explanation, and the rest.
fn split<'a>(
    exception: &Exception<'_>,
    frames: Option<&'a [TraceEntry]>,
) -> (Option<&'a TraceEntry>, &'a [TraceEntry]) {
    let frames = frames.unwrap_or_default();
    match (exception.class, exception.reason, frames) {
        (Class::Error, Term::Atom(atoms::FUNCTION_CLAUSE), [first, rest @ ..])
            if first.arguments.is_some() =>
        {
            (Some(first), rest)
        }
        (Class::Error, Term::Atom(atoms::UNDEF), [first, rest @ ..]) => (Some(first), rest),
        _ => (None, frames),
    }
}

fn exited(class: Class) -> &'static str {
    match class {
        Class::Error => "exception error: ",
        Class::Exit => "exception exit: ",
        Class::Throw => "exception throw: ",
    }
}

fn explain(class: Class, reason: &Term, frame: Option<&TraceEntry>) -> String {
    let before = TAG.len() + exited(class).len();
    if class == Class::Error {
        match (reason, frame) {
            (Term::Atom(atoms::FUNCTION_CLAUSE), Some(frame)) => {
                let call = call("no function clause matching ", &" ".repeat(before), frame);
                return format!("{call} {}", frame.location());
            }
            (Term::Atom(atoms::UNDEF), Some(frame)) => {
                return format!("undefined function {}", mfa(frame.module, frame.function, frame.arity));
            }
            (Term::Atom(name), _) => {
                if let Some(words) = plain_words(*name) {
                    return words.into();
                }
            }
            (Term::Tuple(parts), _) => {
                if let [Term::Atom(name), value] = &**parts {
                    if let Some(words) = words_before_value(*name) {
                        return format_value(words, value, before);
                    }
                    if let (atoms::BADARITY, Some([Term::Fun(fun), arguments])) = (*name, value.as_tuple()) {
                        let count = arguments.proper_list().map_or(0, |list| list.len());
                        return format!("{} called with {}", name_of(fun), count_of_arguments(count));
                    }
                }
            }
            _ => {}
        }
    }
    if class == Class::Exit && matches!(reason, Term::Atom(atoms::CALLING_SELF)) {
        return "the current process attempted to call itself".into();
    }
    text::in_shell(reason, before + 1)
}

fn plain_words(reason: Atom) -> Option<&'static str> {
    Some(match reason {
        atoms::BADARG => "bad argument",
        atoms::BADARITH => "an error occurred when evaluating an arithmetic expression",
        atoms::IF_CLAUSE => "no true branch found when evaluating an if expression",
        atoms::NOPROC => "no such process or port",
        atoms::NOTALIVE => "the node cannot be part of a distributed system",
        atoms::SYSTEM_LIMIT => "a system limit has been reached",
        atoms::TIMEOUT_VALUE => "bad receive timeout value",
        _ => return None,
    })
}

fn words_before_value(reason: Atom) -> Option<&'static str> {
    Some(match reason {
        atoms::BADARG => "bad argument: ",
        atoms::BADKEY => "bad key: ",
        atoms::BADMAP => "bad map: ",
        atoms::BADFUN => "bad function ",
        atoms::BADMATCH => "no match of right hand side value ",
        atoms::CASE_CLAUSE => "no case clause matching ",
        atoms::TRY_CLAUSE => "no try clause matching ",
        atoms::BAD_FILTER => "bad filter ",
        atoms::BAD_GENERATOR => "bad generator ",
        _ => return None,
    })
}

fn count_of_arguments(count: usize) -> String {
    match count {
        0 => "no arguments".into(),
        1 => "one argument".into(),
        2 => "two arguments".into(),
        n => format!("{n} arguments"),
    }
}

/// The value after the words, or on the next line if it takes fewer lines there.
fn format_value(words: &str, value: &Term, before: usize) -> String {
    let behind = text::in_shell(value, before + words.len() + 1);
    if line_ends(&behind) > 1 {
        let below = text::in_shell(value, before + 1);
        if line_ends(&below) < line_ends(&behind) {
            return format!("{words}\n{}{below}", " ".repeat(before));
        }
    }
    format!("{words}{behind}")
}

/// `m:f(Arguments)`, or an operator between its operands, after `words`; on a line of its own if it
/// takes fewer lines there.
fn call(words: &str, before: &str, frame: &TraceEntry) -> String {
    let arguments = frame.arguments.as_deref().unwrap_or_default();
    if is_operator(frame.module, frame.function, frame.arity) {
        return format!("{words}{}", operation(words, before, frame.function, arguments));
    }
    let name = module_function(frame.module, frame.function, frame.arity);
    let column = width(before) + width(words) + width(&name);
    let behind = parenthesised(arguments, column);
    let below = parenthesised(arguments, width(before) + width(&name));
    // As in the shell: start a new line if not even two short arguments would fit.
    let cramped = [Term::atom("a2345"), Term::atom("b2345")];
    if line_ends(&parenthesised(&cramped, column)) > 0 || line_ends(&below) < line_ends(&behind) {
        format!("{words}\n{before}{name}{below}")
    } else {
        format!("{words}{name}{behind}")
    }
}

fn operation(words: &str, before: &str, operator: Atom, arguments: &[Term]) -> String {
    let column = words.len() + before.len();
    match arguments {
        [one] => {
            let operator = format!("{} ", operator.name());
            format!("{operator}{}", text::in_shell(one, column + operator.len() + 1))
        }
        [left, right] => {
            let left = text::in_shell(left, column + 1);
            let on_own_line = text::in_shell(right, column + 1);
            let infix = format!(" {} ", operator.name());
            let behind = text::in_shell(right, column + infix.len() + width(&left) + 1);
            if line_ends(&left) > 0 || line_ends(&on_own_line) < line_ends(&behind) {
                let next_line = format!("\n{}", " ".repeat(column));
                format!("{left}{next_line}{}{next_line}{on_own_line}", operator.name())
            } else {
                format!("{left}{infix}{behind}")
            }
        }
        _ => String::new(),
    }
}

/// `(a,b)`, printed as the list `[a,b]` would be.
fn parenthesised(arguments: &[Term], column: usize) -> String {
    // A list of character codes would print as a string. An atom as wide as the first number
    // prevents that.
    let (list, first) = match arguments {
        [Term::Int(code), rest @ ..] => {
            let number = code.to_string();
            let mask = Term::atom(&"a".repeat(number.len()));
            (Term::list(std::iter::once(mask).chain(rest.iter().cloned()).collect::<Vec<_>>()), Some(number))
        }
        _ => (Term::list(arguments.to_vec()), None),
    };
    let printed = text::in_shell(&list, column + 1);
    let inner = printed.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(&printed);
    match first {
        Some(number) => format!("({number}{})", inner.get(number.len()..).unwrap_or_default()),
        None => format!("({inner})"),
    }
}

fn push_frame(
    text: &mut String,
    frame: &TraceEntry,
    innermost: bool,
    details: Option<&Details>,
    style: &Style<'_>,
) {
    let origin = match innermost {
        true if is_operator(frame.module, frame.function, frame.arity) => "in operator ",
        true => "in function ",
        false => "in call from",
    };
    let name = mfa(frame.module, frame.function, frame.arity);
    text.push_str(&format!("\n{INDENT}  {origin} {name}"));
    if frame.arguments.is_some() {
        let before = format!("{INDENT}     called as ");
        text.push_str(&format!("\n{before}{}", call("", &before, frame)));
    } else {
        text.push_str(&format!(" {}", frame.location()));
    }
    for line in details.into_iter().flat_map(|details| details.lines(frame.arity)) {
        text.push_str(&format!("\n{INDENT}     {line}"));
    }
    push_source_line(text, frame, style);
}

impl Details {
    fn lines(&self, arity: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, text) in self.arguments.iter().filter(|(number, _)| **number <= arity) {
            let head = format!("*** argument {number}: ");
            for (n, line) in text.split(['\r', '\n']).filter(|line| !line.is_empty()).enumerate() {
                lines.push(if n == 0 {
                    format!("{head}{line}")
                } else {
                    format!("{}{line}", " ".repeat(head.len()))
                });
            }
        }
        lines.extend(self.general.iter().map(|text| format!("*** {text}")));
        lines
    }
}

/// The source line of a frame, as `12 |   case Comp(H1,H2) of`.
fn push_source_line(text: &mut String, frame: &TraceEntry, style: &Style<'_>) {
    if let (Some(file), Some(line)) = (&frame.file, frame.line)
        && let Some(source) = (style.source_line)(file, line)
    {
        text.push_str(&format!("\n{INDENT}     {line} | {}", source.trim_end()));
    }
}

fn mfa(module: Atom, function: Atom, arity: usize) -> String {
    format!("{}/{arity}", module_function(module, function, arity))
}

fn module_function(module: Atom, function: Atom, arity: usize) -> String {
    let write = |atom: Atom| text::one_line(&Term::Atom(atom));
    if module == atoms::ERLANG && is_auto_imported(function, arity as u32) {
        write(function)
    } else if is_operator(module, function, arity) {
        if function.name() == "/" { write(function) } else { function.name().to_owned() }
    } else {
        format!("{}:{}", write(module), write(function))
    }
}

fn name_of(fun: &Fun) -> String {
    match fun {
        Fun::External { module, function, arity } => mfa(*module, *function, *arity as usize),
        Fun::Closure(closure) => mfa(closure.module, closure.function, closure.arity as usize),
    }
}

fn is_operator(module: Atom, function: Atom, arity: usize) -> bool {
    const UNARY: &[&str] = &["+", "-", "bnot", "not"];
    const BINARY: &[&str] = &[
        "+", "-", "*", "/", "div", "rem", "band", "bor", "bxor", "bsl", "bsr", "and", "or", "xor", "++",
        "--", "==", "/=", "=<", "<", ">=", ">", "=:=", "=/=", "!",
    ];
    module == atoms::ERLANG
        && match arity {
            1 => UNARY.contains(&function.name()),
            2 => BINARY.contains(&function.name()),
            _ => false,
        }
}

fn line_ends(text: &str) -> usize {
    text.matches('\n').count()
}

fn width(text: &str) -> usize {
    text.chars().count()
}
