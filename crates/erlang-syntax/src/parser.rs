//! Tokens of one form to syntax tree: recursive descent, with a stack of operators for expressions.
//!
//! The grammar is that of `erl_parse`, restrictions included. Every way of the parser into itself
//! leads through [`Parser::deep`], so that no nesting overflows the stack.

mod binaries;
mod blocks;
mod comprehensions;
mod expressions;
mod forms;
mod operands;
mod operators;
mod types;

use erlang_term::Atom;

use crate::ast::{Expr, ExprId, ExprKind, MapField, Module};
use crate::diagnostics::Diagnostic;
use crate::source::{Pos, Span};
use crate::token::{Lexeme, Symbol, Token};

/// How deep blocks, records, binaries and types may nest; brackets and operators are not limited.
/// At most some two kilobytes of stack each.
const DEEPEST: usize = 100_000;

pub struct Parser<'m> {
    module: &'m mut Module,
    problems: &'m mut Vec<Diagnostic>,
    /// The last one is a full stop or the end of the text, and is never passed.
    tokens: Vec<Token>,
    at: usize,
    /// Of the expressions under way, innermost last.
    operands: Vec<Operand>,
    operators: Vec<operators::Operator>,
    brackets: Vec<expressions::Bracket>,
    fields: Vec<MapField>,
    /// How many times the parser is inside itself.
    depth: usize,
    /// Set when the rest of the form makes no sense any more.
    hopeless: bool,
}

/// An expression as an operand: its span here includes the parentheses around it.
#[derive(Clone, Copy)]
struct Operand {
    id: ExprId,
    span: Span,
}

/// The problem has been reported; a caller that can recover continues after it.
struct Failed;

type Parsed<T> = Result<T, Failed>;

impl<'m> Parser<'m> {
    /// A parser for one form. The `tokens` must end with a full stop or the end of the text.
    pub fn new(module: &'m mut Module, problems: &'m mut Vec<Diagnostic>, tokens: Vec<Token>) -> Parser<'m> {
        debug_assert!(
            tokens.last().is_some_and(|token| token.is(Symbol::FullStop) || token.is(Symbol::EndOfText))
        );
        Parser {
            module,
            problems,
            tokens,
            at: 0,
            operands: Vec::new(),
            operators: Vec::new(),
            brackets: Vec::new(),
            fields: Vec::new(),
            depth: 0,
            hopeless: false,
        }
    }

    /// Runs `parse` on a new piece of stack when this one is nearly used up.
    fn deep<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEEPEST {
            self.hopeless = true;
            return Err(self.fail(Diagnostic::error(self.span(), "blocks are nested too deeply here")));
        }
        self.depth += 1;
        let result = recursion::deep(|| parse(self));
        self.depth -= 1;
        result
    }

    fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn peek(&self) -> &Lexeme {
        &self.tokens[self.at].lexeme
    }

    /// The lexeme `n` after the next; the last one forever.
    fn peek_at(&self, n: usize) -> &Lexeme {
        &self.tokens[(self.at + n).min(self.tokens.len() - 1)].lexeme
    }

    fn span(&self) -> Span {
        self.token().span
    }

    fn previous(&self) -> Option<&Token> {
        self.tokens[..self.at].last()
    }

    fn is(&self, symbol: Symbol) -> bool {
        self.token().is(symbol)
    }

    fn is_at(&self, n: usize, symbol: Symbol) -> bool {
        *self.peek_at(n) == Lexeme::Symbol(symbol)
    }

    /// Passes the next token and returns its span.
    fn advance(&mut self) -> Span {
        let span = self.span();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        span
    }

    fn accept(&mut self, symbol: Symbol) -> Option<Span> {
        self.is(symbol).then(|| self.advance())
    }

    fn expect(&mut self, symbol: Symbol) -> Parsed<Span> {
        match self.accept(symbol) {
            Some(span) => Ok(span),
            None => Err(self.unexpected_instead_of(symbol)),
        }
    }

    /// The end of what began at `open`: a bracket, or an `end`.
    fn expect_close(&mut self, symbol: Symbol, open: Span) -> Parsed<Span> {
        match self.accept(symbol) {
            Some(span) => Ok(span),
            None => Err(self.not_closed(symbol, open)),
        }
    }

    #[cold]
    fn not_closed(&mut self, symbol: Symbol, open: Span) -> Failed {
        let opened = self.tokens[..self.at].iter().rev().find(|token| token.span == open);
        let opened = opened.map_or("", |token| match token.lexeme {
            Lexeme::Symbol(symbol) => symbol.text(),
            _ => "",
        });
        let wanted = format!("`{}`", symbol.text());
        let problem = self.problem_here(&wanted).label(open, format!("this `{opened}` is not closed"));
        self.fail(problem)
    }

    fn expect_atom(&mut self, wanted: &str) -> Parsed<(Atom, Span)> {
        match *self.peek() {
            Lexeme::Atom(name) => Ok((name, self.advance())),
            _ => Err(self.unexpected(wanted)),
        }
    }

    #[cold]
    fn unexpected_instead_of(&mut self, symbol: Symbol) -> Failed {
        self.unexpected(&format!("`{}`", symbol.text()))
    }

    #[cold]
    fn unexpected(&mut self, wanted: &str) -> Failed {
        let problem = self.problem_here(wanted);
        self.fail(problem)
    }

    #[cold]
    fn fail(&mut self, problem: Diagnostic) -> Failed {
        self.problems.push(problem);
        Failed
    }

    fn report(&mut self, span: Span, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(span, message));
    }

    /// "Something else was expected here", with a hint if there is one.
    #[cold]
    fn problem_here(&self, wanted: &str) -> Diagnostic {
        let found = self.describe();
        if self.at > 0 && self.begins_form(self.at) {
            let message = format!("{found} begins a new form, but the one before it is not finished");
            return Diagnostic::error(self.span(), message).help("end every form with a full stop `.`");
        }
        let problem = match self.peek() {
            Lexeme::Symbol(Symbol::EndOfText) => {
                Diagnostic::error(self.span(), format!("the text ends here, but {wanted} is missing"))
            }
            Lexeme::Symbol(Symbol::FullStop) => {
                Diagnostic::error(self.span(), format!("the form ends here, but {wanted} is missing"))
            }
            _ => Diagnostic::error(self.span(), format!("unexpected {found}: {wanted} should be here")),
        };
        match self.hint() {
            Some(hint) => problem.help(hint),
            None => problem,
        }
    }

    /// What usually helps where the next token is not expected.
    #[cold]
    fn hint(&self) -> Option<String> {
        use Symbol::*;
        let symbol = |lexeme: &Lexeme| match lexeme {
            Lexeme::Symbol(symbol) => Some(*symbol),
            _ => None,
        };
        let before = self.previous().and_then(|token| symbol(&token.lexeme));
        Some(match (before, symbol(self.peek())) {
            (Some(Bang), Some(Equal)) => "not equal is written `/=`, or `=/=` for exactly unequal".into(),
            (_, Some(LeftDoubleArrow)) => "less than or equal is written `=<`".into(),
            (_, Some(FatArrow)) => "greater than or equal is written `>=`; `=>` belongs in maps".into(),
            (_, Some(AndAnd)) => "logical and is written `andalso`".into(),
            (_, Some(BarBar)) => "logical or is written `orelse`".into(),
            (
                Some(mark @ (Comma | Semicolon)),
                Some(End | FullStop | After | Catch | Of | RightParen | RightBrace | RightBracket),
            ) => {
                format!("nothing follows the `{}`: remove it", mark.text())
            }
            (Some(EqualLess), Some(Less)) => "write a space: `= <<`".into(),
            (_, Some(Else)) => "`if` has no else: make its last clause `true -> …`".into(),
            (_, Some(Cond | Let)) => {
                "this word is reserved: write it in single quotes to make it an atom".into()
            }
            _ => return None,
        })
    }

    fn describe(&self) -> String {
        match self.peek() {
            Lexeme::Atom(name) => format!("`{}`", name.name()),
            Lexeme::Variable(name) => format!("`{}`", name.name()),
            Lexeme::Integer(_) | Lexeme::Float(_) => "number".into(),
            Lexeme::Char(_) => "character".into(),
            Lexeme::String(_) | Lexeme::Binary(_) => "string".into(),
            Lexeme::Symbol(symbol) => format!("`{}`", symbol.text()),
            Lexeme::Error => "something".into(),
        }
    }

    /// Whether a token stands where forms begin, and looks like the beginning of one.
    fn begins_form(&self, at: usize) -> bool {
        let next = self.tokens.get(at + 1).map(|token| &token.lexeme);
        self.tokens[at].span.start.column == 1
            && match self.tokens[at].lexeme {
                Lexeme::Atom(_) => next == Some(&Lexeme::Symbol(Symbol::LeftParen)),
                Lexeme::Symbol(Symbol::Minus) => matches!(next, Some(Lexeme::Atom(_))),
                _ => false,
            }
    }

    /// After a failure somewhere in what began at token `start`: goes to the next comma, semicolon
    /// or `end` that is at the same level of nesting, so that what follows can be checked too.
    fn recover(&mut self, start: usize) -> Parsed<()> {
        use Symbol::*;
        let failed_at = self.at;
        let mut depth = 0usize;
        let mut at = start;
        while !self.hopeless {
            if at > start && self.begins_form(at) {
                self.at = at.max(failed_at);
                break;
            }
            let Lexeme::Symbol(symbol) = self.tokens[at].lexeme else {
                at += 1;
                continue;
            };
            match symbol {
                Comma | Semicolon | End if depth == 0 && at >= failed_at => {
                    self.at = at;
                    return Ok(());
                }
                FullStop | EndOfText => break,
                Fun if !self.is_fun_block(at) => {}
                LeftParen | LeftBracket | LeftBrace | LeftBinary | Begin | Case | If | Receive | Try
                | Maybe | Fun => {
                    depth += 1;
                }
                RightParen | RightBracket | RightBrace | RightBinary | End => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => break,
                },
                _ => {}
            }
            at += 1;
        }
        self.hopeless = true;
        Err(Failed)
    }

    /// Whether the `fun` at this token has an `end`.
    fn is_fun_block(&self, at: usize) -> bool {
        let lexeme = |n: usize| self.tokens.get(at + n).map(|token| &token.lexeme);
        let paren = Some(&Lexeme::Symbol(Symbol::LeftParen));
        lexeme(1) == paren || matches!(lexeme(1), Some(Lexeme::Variable(_))) && lexeme(2) == paren
    }

    fn add(&mut self, span: Span, kind: ExprKind) -> ExprId {
        self.add_at(span, span.start, kind)
    }

    fn add_at(&mut self, span: Span, anchor: Pos, kind: ExprKind) -> ExprId {
        let id = ExprId(self.module.exprs.len() as u32);
        self.module.exprs.push(Expr { span, anchor, kind });
        id
    }

    fn operand_of(&mut self, span: Span, kind: ExprKind) -> Operand {
        Operand { id: self.add(span, kind), span }
    }
}

/// From the first of two things to the end of the last. A macro may use its arguments in any order,
/// so the second may stand before the first; what begins with the first still begins there, as in
/// OTP.
fn join(one: Span, other: Span) -> Span {
    Span { end: one.end.max(other.end), ..one }
}
