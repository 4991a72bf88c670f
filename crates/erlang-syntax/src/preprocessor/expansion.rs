//! Macros in the tokens of a form, replaced by what they stand for.
//!
//! The order is OTP's: a macro without arguments is expanded on its own; one with arguments
//! together with what follows, its arguments unexpanded before they are put in. Tokens that come
//! from a body get the place of the macro's use, from there to the first argument in the body, then
//! that of the argument before them: so lines agree with those that OTP reports.

use std::rc::Rc;

use erlang_term::Atom;

use super::macros::{Arity, Definition, Macro, Macros, shown};
use super::stringify::stringify;
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::token::{Lexeme, Symbol, Token};

/// How many tokens the macros of one form may move. Far more than any program needs; a few lines of
/// macros can ask for more than there is memory.
const MOST_MOVES: usize = 5_000_000;

pub(super) fn expand(macros: &Macros, tokens: Vec<Token>, problems: &mut Vec<Diagnostic>) -> Vec<Token> {
    if !tokens.iter().any(|token| token.is(Symbol::Question)) {
        return tokens;
    }
    let form = Rc::new(tokens.clone());
    let mut expansion = Expansion::new(macros, tokens, FunctionHead::Form(form));
    while let Some(token) = expansion.next_plain() {
        expansion.output.push(token);
    }
    problems.extend(expansion.problems);
    expansion.output
}

/// How many arguments the macro before these tokens is given.
pub(super) fn count_arguments(tokens: &[Token]) -> Arity {
    let mut pending: Vec<Token> = tokens.iter().rev().cloned().collect();
    pending
        .last()?
        .is(Symbol::LeftParen)
        .then(|| collect_arguments(&mut pending))
        .flatten()
        .map(|found| found.0.len())
}

struct Expansion<'m> {
    macros: &'m Macros,
    /// What is still to be read, the next token last. `EndOfText` separates the body of a constant
    /// from what follows its use.
    pending: Vec<Token>,
    output: Vec<Token>,
    problems: Vec<Diagnostic>,
    moves: usize,
    function: FunctionHead,
}

/// What `?FUNCTION_NAME` and `?FUNCTION_ARITY` are.
#[derive(Clone)]
enum FunctionHead {
    /// Not asked yet: to be found in the form.
    Form(Rc<Vec<Token>>),
    Known(Atom, usize),
    /// The form is not a function.
    None,
    /// This is the expansion that looks for the head.
    Sought,
}

impl<'m> Expansion<'m> {
    fn new(macros: &'m Macros, mut tokens: Vec<Token>, function: FunctionHead) -> Expansion<'m> {
        tokens.reverse();
        Expansion { macros, pending: tokens, output: Vec::new(), problems: Vec::new(), moves: 0, function }
    }

    /// The next token that is not part of a macro's use.
    fn next_plain(&mut self) -> Option<Token> {
        loop {
            let token = self.pending.pop()?;
            match token.lexeme {
                Lexeme::Symbol(Symbol::Question) => self.expand_use(token.span),
                Lexeme::Symbol(Symbol::EndOfText) => {}
                _ => return Some(token),
            }
            if self.moves > MOST_MOVES {
                self.problems
                    .push(Diagnostic::error(token.span, "the macros of this form expand to too many tokens"));
                self.pending.clear();
                return None;
            }
        }
    }

    fn expand_use(&mut self, question: Span) {
        let name = match self.pending.pop() {
            Some(Token { lexeme: Lexeme::Atom(name) | Lexeme::Variable(name), span }) => (name, span),
            other => {
                let span = other.as_ref().map_or(question, |token| token.span);
                self.problems.push(Diagnostic::error(span, "the name of a macro must follow the `?`"));
                self.pending.extend(other);
                return;
            }
        };
        let (name, name_span) = name;
        let span = question.to(name_span);
        match name.name() {
            "LINE" => self.replace(span, Lexeme::Integer(Rc::new(name_span.start.line.into()))),
            "FUNCTION_NAME" | "FUNCTION_ARITY" => self.function_macro(name, span),
            _ => match self.macros.get(name) {
                Some(Definition::Predefined(Some(value))) => self.replace(span, value.clone()),
                Some(Definition::Predefined(None)) => {
                    let message = format!("the macro `{}` has no value here", name.name());
                    let problem = Diagnostic::error(span, message);
                    self.give_up(problem.help("it gets one from -module(…)."), span);
                }
                Some(Definition::Defined(all)) => match all.as_slice() {
                    [constant] if constant.arity.is_none() => self.constant(constant, span),
                    _ => self.overloaded(name, all, span),
                },
                None => self.undefined(name, span),
            },
        }
    }

    fn replace(&mut self, span: Span, lexeme: Lexeme) {
        self.output.push(Token { span, lexeme });
    }

    /// Reports, and puts something in the macro's place that the parser passes over.
    fn give_up(&mut self, problem: Diagnostic, span: Span) {
        self.problems.push(problem);
        self.replace(span, Lexeme::Error);
    }

    fn undefined(&mut self, name: Atom, span: Span) {
        let mut problem = Diagnostic::error(span, format!("the macro `{}` is not defined", name.name()));
        if let Some(similar) = self.macros.similar(name) {
            problem = problem.help(format!("did you mean `?{similar}`?"));
        }
        self.give_up(problem, span);
    }

    fn constant(&mut self, definition: &Rc<Macro>, span: Span) {
        if self.refuse_circular(definition, span) {
            return;
        }
        let body = &definition.body;
        self.moves += body.len() + 1;
        self.pending.push(Token { span, lexeme: Lexeme::Symbol(Symbol::EndOfText) });
        self.pending.extend(body.iter().rev().map(|token| Token { span, lexeme: token.lexeme.clone() }));
    }

    /// A macro that takes arguments, or one of several with the same name.
    fn overloaded(&mut self, name: Atom, all: &[Rc<Macro>], span: Span) {
        let has_arguments = self.pending.last().is_some_and(|token| token.is(Symbol::LeftParen));
        let mut arguments = Vec::new();
        let mut whole = span;
        if has_arguments {
            let before = self.pending.len();
            let Some((found, close)) = collect_arguments(&mut self.pending) else {
                let message = format!("the arguments of the macro `{}` are malformed", name.name());
                let problem = Diagnostic::error(span, message);
                self.give_up(
                    problem.help("each needs at least one token, and `)` must follow the last"),
                    span,
                );
                return;
            };
            self.moves += before - self.pending.len();
            arguments = found;
            whole = Span { end: span.end.max(close.end), ..span };
        }
        let arity = has_arguments.then_some(arguments.len());
        let Some(definition) = all.iter().find(|definition| definition.arity == arity) else {
            let known: Vec<String> = all.iter().map(|definition| shown(name, definition.arity)).collect();
            let message = match arity {
                Some(arity) => format!("the macro `{}` is not defined with {arity} arguments", name.name()),
                None => format!("the macro `{}` needs arguments", name.name()),
            };
            let problem = Diagnostic::error(whole, message);
            self.give_up(problem.help(format!("defined: {}", known.join(", "))), whole);
            return;
        };
        if self.refuse_circular(definition, whole) {
            return;
        }
        match arity {
            Some(_) => self.substitute(definition, &arguments, whole),
            None => self.constant(definition, span),
        }
    }

    fn refuse_circular(&mut self, definition: &Rc<Macro>, span: Span) -> bool {
        let circular = self.macros.is_circular(definition);
        if circular {
            let name = shown(definition.name, definition.arity);
            self.give_up(Diagnostic::error(span, format!("the macro `{name}` expands to itself")), span);
        }
        circular
    }

    /// The body with its arguments goes where the use was, to be expanded with what follows.
    fn substitute(&mut self, definition: &Macro, arguments: &[Vec<Token>], span: Span) {
        let argument = |name: &Atom| {
            let at = definition.parameters.iter().position(|parameter| parameter == name)?;
            arguments.get(at)
        };
        let mut result = Vec::new();
        let mut place = span;
        let mut body = definition.body.as_slice();
        while let Some((token, rest)) = body.split_first() {
            body = rest;
            match (&token.lexeme, rest) {
                (Lexeme::Variable(name), _) => match argument(name) {
                    Some(tokens) => {
                        result.extend_from_slice(tokens);
                        if let Some(last) = tokens.last() {
                            place = Span { start: last.span.start, ..span };
                        }
                    }
                    None => result.push(Token { span: place, lexeme: token.lexeme.clone() }),
                },
                (
                    Lexeme::Symbol(Symbol::Question),
                    [second, Token { lexeme: variable @ Lexeme::Variable(name), .. }, rest @ ..],
                ) if second.is(Symbol::Question) => {
                    body = rest;
                    let lexeme = match argument(name) {
                        Some(tokens) => stringify(tokens),
                        None => variable.clone(),
                    };
                    result.push(Token { span: place, lexeme });
                }
                (lexeme, _) => result.push(Token { span: place, lexeme: lexeme.clone() }),
            }
            if self.moves + result.len() > MOST_MOVES {
                break;
            }
        }
        self.moves += result.len() + 1;
        self.pending.extend(result.into_iter().rev());
    }

    fn function_macro(&mut self, name: Atom, span: Span) {
        if let FunctionHead::Form(tokens) = &self.function {
            self.function = function_head(self.macros, Vec::clone(tokens));
        }
        match self.function {
            FunctionHead::Known(function, _) if name.name() == "FUNCTION_NAME" => {
                self.replace(span, Lexeme::Atom(function));
            }
            FunctionHead::Known(_, arity) => self.replace(span, Lexeme::Integer(Rc::new(arity.into()))),
            // Nobody looks at it.
            FunctionHead::Sought => self.replace(span, Lexeme::Error),
            _ => {
                let message = format!("`?{}` only makes sense within a function", name.name());
                self.give_up(Diagnostic::error(span, message), span);
            }
        }
    }
}

/// The name and arity of the function that a form defines: its macros must be expanded to know, up
/// to the end of the first clause's arguments. Counts as OTP does, which overlooks a first argument
/// of nothing but brackets: in `f([], X)`, `?FUNCTION_ARITY` is 1.
fn function_head(macros: &Macros, form: Vec<Token>) -> FunctionHead {
    let mut expansion = Expansion::new(macros, form, FunctionHead::Sought);
    let mut next = || {
        loop {
            if !expansion.output.is_empty() {
                return Some(expansion.output.remove(0).lexeme);
            }
            let token = expansion.next_plain()?;
            expansion.output.push(token);
        }
    };
    let (Some(Lexeme::Atom(name)), Some(Lexeme::Symbol(Symbol::LeftParen))) = (next(), next()) else {
        return FunctionHead::None;
    };
    let (mut depth, mut arity) = (1, 0);
    while let Some(lexeme) = next() {
        use Symbol::*;
        match lexeme {
            Lexeme::Symbol(Comma) => arity += usize::from(depth == 1),
            Lexeme::Symbol(RightParen) if depth == 1 => break,
            Lexeme::Symbol(LeftParen | LeftBrace | LeftBracket | LeftBinary) => depth += 1,
            Lexeme::Symbol(RightParen | RightBrace | RightBracket | RightBinary) => depth -= 1,
            _ => arity = arity.max(1),
        }
    }
    FunctionHead::Known(name, arity)
}

/// Takes `(A, B)` from the end of `pending`: the arguments, and where the closing parenthesis is.
/// Commas in brackets or blocks do not count. Nothing is taken if the arguments do not make sense.
fn collect_arguments(pending: &mut Vec<Token>) -> Option<(Vec<Vec<Token>>, Span)> {
    use Symbol::*;
    let next = |at: usize| pending.get(at.checked_sub(1)?).map(|token| &token.lexeme);
    let mut arguments = Vec::new();
    let mut argument: Vec<Token> = Vec::new();
    let mut closers: Vec<Symbol> = Vec::new();
    // The opening parenthesis.
    let mut at = pending.len().checked_sub(1)?;
    loop {
        at = at.checked_sub(1)?;
        let token = &pending[at];
        if let Lexeme::Symbol(symbol) = token.lexeme {
            match symbol {
                EndOfText | FullStop => return None,
                RightParen if closers.is_empty() => {
                    if argument.is_empty() && !arguments.is_empty() {
                        return None;
                    }
                    if !argument.is_empty() {
                        arguments.push(argument);
                    }
                    let close = token.span;
                    pending.truncate(at);
                    return Some((arguments, close));
                }
                Comma if closers.is_empty() => {
                    if argument.is_empty() {
                        return None;
                    }
                    arguments.push(std::mem::take(&mut argument));
                    continue;
                }
                LeftParen => closers.push(RightParen),
                LeftBracket => closers.push(RightBracket),
                LeftBrace => closers.push(RightBrace),
                LeftBinary => closers.push(RightBinary),
                Begin | If | Case | Receive | Try | Maybe | Cond => closers.push(End),
                Fun => {
                    let paren = Some(&Lexeme::Symbol(LeftParen));
                    let named = matches!(next(at), Some(Lexeme::Variable(_)));
                    if next(at) == paren || named && next(at - 1) == paren {
                        closers.push(End);
                    }
                }
                _ if closers.last() == Some(&symbol) => {
                    closers.pop();
                }
                _ => {}
            }
        }
        argument.push(token.clone());
    }
}
