//! From the text of a module, or of a few expressions, to its syntax tree.

use erlang_term::Atom;

use crate::ast::{Expr, ExprId, ExprKind, Form, FormKind, FunctionName, Module, VarName};
use crate::diagnostics::Diagnostic;
use crate::encoding;
use crate::parser::Parser;
use crate::preprocessor::Preprocessor;
use crate::source::{FileId, Include, NoIncludes, Pos, SourceFile, Sources, Span};

/// What the text does not say itself.
pub struct Options<'a> {
    pub include: &'a dyn Include,
    /// Macros, as `-DNAME` and `-DNAME=VALUE` define them; without a value, `true`.
    pub defines: Vec<(String, Option<String>)>,
    /// `?OTP_RELEASE`, and what is reserved: from 27 on, `maybe` and `else` are.
    pub otp_release: u32,
    /// Features switched on or off from outside, as by `erlc -enable-feature`.
    pub features: Vec<(String, bool)>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { include: &NoIncludes, defines: Vec::new(), otp_release: 27, features: Vec::new() }
    }
}

/// Reading stops after as many problems: nobody reads more of them, and a hostile text could hold
/// millions.
const MOST_PROBLEMS: usize = 1000;

/// Never fails: always a module, and the list of problems; the caller decides.
pub fn parse_module(file_name: &str, text: &[u8], options: &Options) -> (Module, Vec<Diagnostic>) {
    let (text, problem) = encoding::decode(text, FileId(0));
    let mut module = empty_module(file_name, text);
    let mut problems: Vec<Diagnostic> = problem.into_iter().collect();
    let mut preprocessor = Preprocessor::new(options, &module.sources);
    while let Some(form) = preprocessor.next_form(&mut module.sources) {
        problems.extend(preprocessor.take_problems());
        let mut found = Vec::new();
        let mut rest = Some(form.tokens);
        while let Some(tokens) = rest {
            rest = Parser::new(&mut module, &mut found, tokens).form();
        }
        // Words that make no sense make no sentences either.
        if !form.broken {
            problems.extend(found);
        }
        if problems.len() >= MOST_PROBLEMS {
            problems.truncate(MOST_PROBLEMS);
            break;
        }
    }
    problems.extend(preprocessor.take_problems());
    let named = module.forms.iter().find_map(|form| match form.kind {
        FormKind::Module(name) => Some(name),
        _ => None,
    });
    match named {
        Some(name) => module.name = name,
        None => {
            let help = format!("begin the file with -module({}).", module.name.name());
            let start = Pos { line: 1, column: 1 };
            let span = Span { file: FileId(0), start, end: start };
            problems.push(Diagnostic::error(span, "the module has no name").help(help));
        }
    }
    (module, problems)
}

/// Comma-separated expressions, with or without a full stop: a module with one exported function
/// without arguments, whose body they are. `label` is shown as the name of the file.
pub fn parse_expressions(
    label: &str,
    text: &str,
    module_name: Atom,
    function_name: Atom,
    options: &Options,
) -> (Module, Vec<Diagnostic>) {
    let mut module = empty_module(label, text.to_owned());
    module.name = module_name;
    let mut preprocessor = Preprocessor::new(options, &module.sources);
    let Some(form) = preprocessor.next_form(&mut module.sources) else {
        let mut problems = preprocessor.take_problems();
        let start = Pos { line: 1, column: 1 };
        let span = Span { file: FileId(0), start, end: start };
        problems.push(Diagnostic::error(span, "an expression is missing"));
        return (module, problems);
    };
    let mut problems = preprocessor.take_problems();
    let mut found = Vec::new();
    let function = Parser::new(&mut module, &mut found, form.tokens).expressions(function_name);
    if let Some(more) = preprocessor.next_form(&mut module.sources) {
        found.push(Diagnostic::error(more.tokens[0].span, "nothing can follow the full stop"));
    }
    if !form.broken {
        problems.extend(found);
    }
    if let Some(function) = function {
        let span = function.clauses[0].span;
        let exported = FunctionName { name: function_name, arity: 0, span };
        for kind in
            [FormKind::Module(module_name), FormKind::Export(vec![exported]), FormKind::Function(function)]
        {
            module.forms.push(Form { span, kind });
        }
    }
    (module, problems)
}

/// Adds a function to a module: comma-separated expressions that may use its records and functions,
/// and these variables, which are its arguments. What is wrong with them, if anything is, stands in
/// a file of their own with the name `label`.
pub fn add_expressions(
    module: &mut Module,
    label: &str,
    text: &str,
    function_name: Atom,
    variables: &[VarName],
) -> Vec<Diagnostic> {
    let options = Options::default();
    let mut sources = empty_module(label, text.to_owned()).sources;
    let file = FileId(module.sources.files.len() as u32);
    let mut preprocessor = Preprocessor::new(&options, &sources);
    let form = preprocessor.next_form(&mut sources);
    let mut problems = preprocessor.take_problems();
    module.sources.files.append(&mut sources.files);
    let start = Pos { line: 1, column: 1 };
    let Some(form) = form else {
        problems.push(Diagnostic::error(Span { file, start, end: start }, "an expression is missing"));
        return problems;
    };
    let mut found = Vec::new();
    let first = module.exprs.len();
    let function = Parser::new(module, &mut found, form.tokens).expressions(function_name);
    module.exprs[first..].iter_mut().for_each(|expr| expr.span.file = file);
    if !form.broken {
        problems.extend(found);
    }
    problems.iter_mut().for_each(|problem| problem.span.file = file);
    if let Some(mut function) = function {
        let span = Span { file, start, end: start };
        for clause in &mut function.clauses {
            clause.span.file = file;
            clause.patterns =
                (module.exprs.len()..).take(variables.len()).map(|n| ExprId(n as u32)).collect();
            let patterns = variables.iter().map(|name| Expr::new(span, ExprKind::Variable(*name)));
            module.exprs.extend(patterns);
        }
        (function.arity, function.name_span) = (variables.len() as u32, span);
        module.forms.push(Form { span, kind: FormKind::Function(function) });
    }
    problems
}

fn empty_module(file_name: &str, text: String) -> Module {
    let base = file_name.rsplit('/').next().unwrap_or(file_name);
    let file = SourceFile { name: file_name.to_owned(), text: Some(text) };
    Module {
        name: Atom::new(base.strip_suffix(".erl").unwrap_or(base)),
        sources: Sources { files: vec![file] },
        ..Module::default()
    }
}
