//! From the text of a module, or of a few expressions, to its syntax tree.

use erlang_term::Atom;

use crate::ast::{Form, FormKind, FunctionName, Module};
use crate::diagnostics::Diagnostic;
use crate::encoding;
use crate::lexer::{Lexer, Settings};
use crate::parser::Parser;
use crate::source::{FileId, Include, NoIncludes, SourceFile, Sources, Span};
use crate::token::{Lexeme, Symbol, Token};

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

/// Never fails: always a module, and the list of problems; the caller decides.
pub fn parse_module(file_name: &str, text: &[u8], options: &Options) -> (Module, Vec<Diagnostic>) {
    let (text, problem) = encoding::decode(text, FileId(0));
    let mut module = empty_module(file_name, &text);
    let mut problems: Vec<Diagnostic> = problem.into_iter().collect();
    let mut lexer = Lexer::new(&text, FileId(0), settings(options));
    while let Some(tokens) = lexer.form() {
        let lexical = lexer.take_problems();
        let mut rest = Some(tokens);
        let mut syntactic = Vec::new();
        while let Some(mut tokens) = rest {
            close(&mut tokens, &lexer);
            rest = Parser::new(&mut module, &mut syntactic, tokens).form();
        }
        // Words that make no sense make no sentences either.
        problems.extend(if lexical.is_empty() { syntactic } else { lexical });
    }
    problems.extend(lexer.take_problems());
    let named = module.forms.iter().find_map(|form| match form.kind {
        FormKind::Module(name) => Some(name),
        _ => None,
    });
    match named {
        Some(name) => module.name = name,
        None => {
            let help = format!("begin the file with -module({}).", module.name.name());
            problems.push(Diagnostic::error(Span::NONE, "the module has no name").help(help));
        }
    }
    (module, problems)
}

/// Comma-separated expressions, with or without a full stop: a module with one exported function without arguments,
/// whose body they are. `label` is shown as the name of the file.
pub fn parse_expressions(
    label: &str,
    text: &str,
    module_name: Atom,
    function_name: Atom,
    options: &Options,
) -> (Module, Vec<Diagnostic>) {
    let mut module = empty_module(label, text);
    module.name = module_name;
    let mut lexer = Lexer::new(text, FileId(0), settings(options));
    let mut tokens = lexer.form().unwrap_or_default();
    close(&mut tokens, &lexer);
    let mut problems = lexer.take_problems();
    let mut syntactic = Vec::new();
    let function = Parser::new(&mut module, &mut syntactic, tokens).expressions(function_name);
    if let Some(more) = lexer.form() {
        syntactic.push(Diagnostic::error(more[0].span, "nothing can follow the full stop"));
    }
    if problems.is_empty() {
        problems = syntactic;
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

fn empty_module(file_name: &str, text: &str) -> Module {
    let base = file_name.rsplit('/').next().unwrap_or(file_name);
    let file = SourceFile { name: file_name.to_owned(), text: Some(text.to_owned()) };
    Module {
        name: Atom::new(base.strip_suffix(".erl").unwrap_or(base)),
        sources: Sources { files: vec![file] },
        forms: Vec::new(),
        exprs: Vec::new(),
        types: Vec::new(),
    }
}

fn settings(options: &Options) -> Settings {
    let maybe = options.features.iter().rev().find(|(name, _)| name == "maybe_expr");
    Settings {
        maybe: maybe.map_or(options.otp_release >= 27, |(_, enabled)| *enabled),
        strict_strings: options.otp_release >= 27,
    }
}

/// Makes sure that the last token is one that ends a form.
fn close(tokens: &mut Vec<Token>, lexer: &Lexer) {
    if !tokens.last().is_some_and(|token| token.is(Symbol::FullStop)) {
        let span = Span { file: lexer.file(), start: lexer.pos(), end: lexer.pos() };
        tokens.push(Token { span, lexeme: Lexeme::Symbol(Symbol::EndOfText) });
    }
}
