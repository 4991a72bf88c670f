//! What ends in `end`: begin, case, if, receive, try, maybe and funs; and the clauses in them.

use erlang_term::atoms;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::expressions::Grammar;
use super::{Operand, Parsed, Parser, join};
use crate::ast::{After, CatchClause, Clause, ExprId, ExprKind, Guard};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::token::{Lexeme, Symbol};

impl Parser<'_> {
    pub(super) fn begin(&mut self) -> Parsed<Operand> {
        let open = self.advance();
        let (body, _) = self.body()?;
        let close = self.expect_close(Symbol::End, open)?;
        Ok(self.operand_of(join(open, close), ExprKind::Begin(body)))
    }

    pub(super) fn case(&mut self) -> Parsed<Operand> {
        let open = self.advance();
        let argument = self.expression()?.id;
        self.expect(Symbol::Of)?;
        let clauses = self.clauses(Self::case_clause)?;
        let close = self.expect_close(Symbol::End, open)?;
        Ok(self.operand_of(join(open, close), ExprKind::Case { argument, clauses }))
    }

    pub(super) fn if_expression(&mut self) -> Parsed<Operand> {
        let open = self.advance();
        let clauses = self.clauses(Self::if_clause)?;
        let close = self.expect_close(Symbol::End, open)?;
        Ok(self.operand_of(join(open, close), ExprKind::If { clauses }))
    }

    pub(super) fn receive(&mut self) -> Parsed<Operand> {
        let open = self.advance();
        let clauses = if self.is(Symbol::After) { Vec::new() } else { self.clauses(Self::case_clause)? };
        let after = match self.accept(Symbol::After) {
            Some(_) => {
                let timeout = self.expression()?.id;
                self.expect(Symbol::Arrow)?;
                let (body, _) = self.body()?;
                Some(After { timeout, body })
            }
            None => None,
        };
        let close = self.expect_close(Symbol::End, open)?;
        Ok(self.operand_of(join(open, close), ExprKind::Receive { clauses, after }))
    }

    pub(super) fn try_expression(&mut self) -> Parsed<Operand> {
        let open = self.advance();
        let (body, _) = self.body()?;
        let of = match self.accept(Symbol::Of) {
            Some(_) => self.clauses(Self::case_clause)?,
            None => Vec::new(),
        };
        let catch = match self.accept(Symbol::Catch) {
            Some(_) => self.clauses(Self::catch_clause)?,
            None if self.is(Symbol::After) => Vec::new(),
            None => {
                let problem = self.problem_here("`catch` or `after`").label(open, "of this `try`");
                return Err(self.fail(problem));
            }
        };
        let after = match self.accept(Symbol::After) {
            Some(_) => self.body()?.0,
            None => Vec::new(),
        };
        let close = self.expect_close(Symbol::End, open)?;
        Ok(self.operand_of(join(open, close), ExprKind::Try { body, of, catch, after }))
    }

    pub(super) fn maybe(&mut self) -> Parsed<Operand> {
        let open = self.advance();
        let (body, _) = self.body_of(Self::maybe_expression)?;
        let else_clauses = match self.accept(Symbol::Else) {
            Some(_) => self.clauses(Self::case_clause)?,
            None => Vec::new(),
        };
        let close = self.expect_close(Symbol::End, open)?;
        Ok(self.operand_of(join(open, close), ExprKind::Maybe { body, else_clauses }))
    }

    fn maybe_expression(&mut self) -> Parsed<Operand> {
        let pattern = self.expression()?;
        let Some(operator) = self.accept(Symbol::QuestionEqual) else { return Ok(pattern) };
        let value = self.expression()?;
        let span = join(pattern.span, value.span);
        let kind = ExprKind::MaybeMatch { pattern: pattern.id, value: value.id };
        Ok(Operand { id: self.add_at(span, operator.start, kind), span })
    }

    pub(super) fn fun(&mut self) -> Parsed<Operand> {
        let open = self.advance();
        match (self.peek(), self.peek_at(1)) {
            (Lexeme::Symbol(Symbol::LeftParen), _)
            | (Lexeme::Variable(_), Lexeme::Symbol(Symbol::LeftParen)) => self.fun_clauses(open),
            (Lexeme::Atom(name), Lexeme::Symbol(Symbol::Slash)) => {
                let name = *name;
                self.advance();
                self.advance();
                let (arity, end) = self.arity()?;
                Ok(self.operand_of(join(open, end), ExprKind::FunLocal { name, arity }))
            }
            (Lexeme::Atom(_) | Lexeme::Variable(_), Lexeme::Symbol(Symbol::Colon)) => {
                let module = self.closed(Grammar::Expression)?.id;
                self.advance();
                if !matches!(self.peek(), Lexeme::Atom(_) | Lexeme::Variable(_)) {
                    return Err(self.unexpected("the name of a function"));
                }
                let function = self.closed(Grammar::Expression)?.id;
                self.expect(Symbol::Slash)?;
                if !matches!(self.peek(), Lexeme::Integer(_) | Lexeme::Variable(_)) {
                    return Err(self.unexpected("the number of arguments"));
                }
                let arity = self.closed(Grammar::Expression)?;
                let kind = ExprKind::FunRemote { module, function, arity: arity.id };
                Ok(self.operand_of(join(open, arity.span), kind))
            }
            _ => {
                let problem = self.problem_here("`(` or the name of a function");
                Err(self.fail(problem.help("write `fun (X) -> … end`, `fun f/1` or `fun m:f/1`")))
            }
        }
    }

    fn arity(&mut self) -> Parsed<(u32, Span)> {
        let Lexeme::Integer(arity) = self.peek() else {
            return Err(self.unexpected("the number of arguments"));
        };
        let arity = arity_of(arity);
        let span = self.advance();
        if arity.is_none() {
            self.report(span, "a function has at most 255 arguments");
        }
        Ok((arity.unwrap_or_default(), span))
    }

    fn fun_clauses(&mut self, open: Span) -> Parsed<Operand> {
        let mut name = None;
        let mut clauses: Vec<Clause> = Vec::new();
        loop {
            let start = self.span();
            let this_name = match *self.peek() {
                Lexeme::Variable(name) => {
                    self.advance();
                    Some(name)
                }
                _ => None,
            };
            if !self.is(Symbol::LeftParen) {
                return Err(self.unexpected("`(` of the next clause"));
            }
            let clause = self.function_clause(start)?;
            match clauses.first() {
                None => name = this_name,
                Some(first) if this_name != name || first.patterns.len() != clause.patterns.len() => {
                    let problem = Diagnostic::error(
                        start,
                        "all clauses of a fun have the same name and number of arguments",
                    )
                    .label(first.span, "the first clause");
                    self.problems.push(problem);
                }
                Some(_) => {}
            }
            clauses.push(clause);
            if self.accept(Symbol::Semicolon).is_none() {
                break;
            }
        }
        let close = self.expect_close(Symbol::End, open)?;
        if name == Some(atoms::ANY) {
            name = None;
        }
        Ok(self.operand_of(join(open, close), ExprKind::Fun { name, clauses }))
    }

    /// `(Patterns) when Guard -> Body`, of a function or fun; its span begins at `start`.
    pub(super) fn function_clause(&mut self, start: Span) -> Parsed<Clause> {
        let open = self.expect(Symbol::LeftParen)?;
        let mut patterns = Vec::new();
        if self.accept(Symbol::RightParen).is_none() {
            loop {
                patterns.push(self.pattern()?.id);
                if self.accept(Symbol::Comma).is_none() {
                    break;
                }
            }
            if self.is(Symbol::LeftParen) {
                let problem = Diagnostic::error(self.span(), "a pattern cannot call a function");
                return Err(
                    self.fail(problem.help("bind a variable here and compare it in a guard or in the body"))
                );
            }
            self.expect_close(Symbol::RightParen, open)?;
        }
        self.rest_of_clause(start, patterns)
    }

    fn case_clause(&mut self) -> Parsed<Clause> {
        let pattern = self.expression()?;
        self.rest_of_clause(pattern.span, vec![pattern.id])
    }

    fn if_clause(&mut self) -> Parsed<Clause> {
        let start = self.span();
        let guard = self.guard()?;
        let (body, end) = self.clause_body()?;
        Ok(Clause { span: join(start, end), patterns: Vec::new(), guard, body })
    }

    fn rest_of_clause(&mut self, start: Span, patterns: Vec<ExprId>) -> Parsed<Clause> {
        let guard = self.optional_guard()?;
        let (body, end) = self.clause_body()?;
        Ok(Clause { span: join(start, end), patterns, guard, body })
    }

    /// `Class:Reason:Stack`, `Class:Reason` or `Reason`.
    fn catch_clause(&mut self) -> Parsed<CatchClause> {
        let start = self.span();
        let has_class =
            matches!(self.peek(), Lexeme::Atom(_) | Lexeme::Variable(_)) && self.is_at(1, Symbol::Colon);
        let class = if has_class {
            let class = self.closed(Grammar::Pattern)?.id;
            self.advance();
            Some(class)
        } else {
            None
        };
        let reason = self.pattern()?.id;
        let stacktrace = if has_class && self.accept(Symbol::Colon).is_some() {
            if !matches!(self.peek(), Lexeme::Variable(_)) {
                return Err(self.unexpected("a variable for the stack trace"));
            }
            Some(self.closed(Grammar::Pattern)?.id)
        } else {
            None
        };
        let guard = self.optional_guard()?;
        let (body, end) = self.clause_body()?;
        Ok(CatchClause { span: join(start, end), class, reason, stacktrace, guard, body })
    }

    fn clauses<T>(&mut self, clause: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut clauses = vec![clause(self)?];
        while self.accept(Symbol::Semicolon).is_some() {
            clauses.push(clause(self)?);
        }
        Ok(clauses)
    }

    fn optional_guard(&mut self) -> Parsed<Guard> {
        match self.accept(Symbol::When) {
            Some(_) => self.guard(),
            None => Ok(Vec::new()),
        }
    }

    fn guard(&mut self) -> Parsed<Guard> {
        let mut alternatives = Vec::new();
        loop {
            let mut tests = vec![self.expression()?.id];
            while self.accept(Symbol::Comma).is_some() {
                tests.push(self.expression()?.id);
            }
            alternatives.push(tests);
            if self.accept(Symbol::Semicolon).is_none() {
                return Ok(alternatives);
            }
        }
    }

    fn clause_body(&mut self) -> Parsed<(Vec<ExprId>, Span)> {
        self.expect(Symbol::Arrow)?;
        self.body()
    }

    /// Expressions between commas, and the span of the last.
    pub(super) fn body(&mut self) -> Parsed<(Vec<ExprId>, Span)> {
        self.body_of(Self::expression)
    }

    fn body_of(&mut self, expression: impl Fn(&mut Self) -> Parsed<Operand>) -> Parsed<(Vec<ExprId>, Span)> {
        let mut body = Vec::new();
        loop {
            let start = self.at;
            let operand = match expression(self).and_then(|operand| self.check_end_of_expression(operand)) {
                Ok(operand) => operand,
                Err(_) => {
                    self.recover(start)?;
                    let span = self.tokens[start].span;
                    self.operand_of(span, ExprKind::Error)
                }
            };
            body.push(operand.id);
            if self.accept(Symbol::Comma).is_none() {
                return Ok((body, operand.span));
            }
        }
    }

    /// A body goes on with one of a few tokens. Any other token is better reported here than by the
    /// caller, which waits for `end`.
    fn check_end_of_expression(&mut self, operand: Operand) -> Parsed<Operand> {
        use Symbol::*;
        match self.peek() {
            Lexeme::Symbol(Comma | Semicolon | End | Of | Catch | After | Else | FullStop | EndOfText) => {
                Ok(operand)
            }
            Lexeme::Symbol(LeftParen | Hash | Colon) => {
                let problem = self.problem_here("`,`");
                Err(self.fail(problem.help("put the expression before it in parentheses")))
            }
            _ if !self.begins_form(self.at) && self.clause_follows() => {
                let problem = self.problem_here("`;`");
                Err(self.fail(problem.help("clauses are separated by `;`")))
            }
            _ => Err(self.unexpected("`,`")),
        }
    }

    /// Whether what comes next looks like the head of a clause.
    fn clause_follows(&self) -> bool {
        use Symbol::*;
        let mark = self.tokens[self.at..].iter().take(50).find_map(|token| match token.lexeme {
            Lexeme::Symbol(mark @ (Arrow | Semicolon | End | FullStop | EndOfText)) => Some(mark),
            _ => None,
        });
        mark == Some(Arrow) && !self.is(Arrow)
    }
}

/// The arity that a number names, if a function can have it.
pub(super) fn arity_of(n: &BigInt) -> Option<u32> {
    n.to_u32().filter(|&arity| arity <= 255)
}
