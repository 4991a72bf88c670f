//! Expressions.

use super::operators::Side;
use super::{FROM_STRING, Parse, Parser};
use crate::ast::{
    Alternative, Associativity, Binding, BindingKind, Bindings, ConRef, Entity, Expr, ExprId, ExprKind,
    FieldValue, Literal, Pat, PatId, PatKind, Rhs, Statement, StatementKind,
};
use crate::diagnostics::Diagnostic;
use crate::lexer::Spelling;
use crate::names::REST;
use crate::source::Span;
use crate::token::{Keyword, Token};

/// Negation binds as subtraction does.
const MINUS: u8 = 6;

impl Parser<'_> {
    /// `e [:: type]`
    pub(super) fn expr(&mut self) -> Parse<ExprId> {
        let expr = self.operators(0, None)?;
        if !self.eat(Keyword::ColonColon) {
            return Ok(expr);
        }
        let signature = self.signature()?;
        let span = self.program[expr].span;
        Ok(self.add(span, ExprKind::Typed { expr, signature }))
    }

    fn add(&mut self, start: Span, kind: ExprKind) -> ExprId {
        let span = start.to(self.last_span());
        self.program.add(Expr { span, kind })
    }

    /// Operands between operators that bind at least as tightly as `least`.
    fn operators(&mut self, least: u8, before: Option<Side>) -> Parse<ExprId> {
        self.nested(|parser| parser.operators_here(least, before))
    }

    fn operators_here(&mut self, least: u8, mut before: Option<Side>) -> Parse<ExprId> {
        let start = self.span();
        let mut left = match self.token() {
            Token::VarSym(text) if text == "-" => {
                if least > MINUS {
                    let problem =
                        Diagnostic::error(start, "a negative number after an operator needs parentheses");
                    return Err(self.fail(problem.help("write it as in `2 * (-1)`")));
                }
                self.bump();
                let operand = self.operators(MINUS + 1, None)?;
                self.add(start, ExprKind::Negate(operand))
            }
            _ => self.operand()?,
        };
        while let Some(operator) = self.operator() {
            // `(e +)` is left to the parser of the parentheses.
            let section = *self.after_operator(&operator) == Token::Keyword(Keyword::ParenClose);
            if operator.fixity.precedence < least || section {
                break;
            }
            self.check_mixing(before.as_ref(), &operator)?;
            let name = self.operator_expr(&operator);
            let leans_right = operator.fixity.associativity == Associativity::Right;
            let right =
                self.operators(operator.fixity.precedence + u8::from(!leans_right), Some(operator.side()))?;
            let kind = ExprKind::Operator { operator: name, left, right };
            let span = self.program[left].span;
            left = self.add(span, kind);
            before = Some(operator.side());
        }
        Ok(left)
    }

    /// What stands between operators.
    fn operand(&mut self) -> Parse<ExprId> {
        let start = self.span();
        let kind = match self.token() {
            Token::Keyword(Keyword::Backslash) => {
                self.bump();
                if self.is(Keyword::Case) {
                    return self.lambda_case(start);
                }
                let patterns = self.atomic_patterns()?;
                if patterns.is_empty() {
                    return Err(self.unexpected("a pattern after `\\`"));
                }
                self.expect(Keyword::RightArrow, "after the patterns of the lambda")?;
                let body = self.expr()?;
                ExprKind::Lambda { patterns, body }
            }
            Token::Keyword(Keyword::Let) => {
                self.bump();
                let bindings = self.bindings()?;
                return self.let_body(start, bindings);
            }
            Token::Keyword(Keyword::If) => return self.conditional(start),
            Token::Keyword(Keyword::Case) => {
                self.bump();
                let subject = self.expr()?;
                self.expect(Keyword::Of, "after the expression of `case`")?;
                let alternatives = self.alternatives()?;
                ExprKind::Case { subject, alternatives }
            }
            Token::Keyword(Keyword::Do) => {
                self.bump();
                let statements = self.block(Self::statement)?;
                self.check_last_statement(start, &statements)?;
                ExprKind::Do(statements)
            }
            _ => return self.application(),
        };
        Ok(self.add(start, kind))
    }

    fn alternatives(&mut self) -> Parse<Vec<Alternative>> {
        let alternatives = self.block(Self::alternative)?;
        match alternatives.is_empty() {
            true => Err(self.unexpected("the alternatives of `case`")),
            false => Ok(alternatives),
        }
    }

    /// `\case p -> e; …`, short for `\x -> case x of p -> e; …` (GHC's LambdaCase).
    fn lambda_case(&mut self, start: Span) -> Parse<ExprId> {
        let place = self.bump();
        let (parameter, subject) = self.unwritten(place);
        let alternatives = self.alternatives()?;
        let body = self.add(place, ExprKind::Case { subject, alternatives });
        Ok(self.add(start, ExprKind::Lambda { patterns: vec![parameter], body }))
    }

    /// A parameter that nobody has written, and its use: its name cannot be written, and it stands
    /// nowhere.
    fn unwritten(&mut self, place: Span) -> (PatId, ExprId) {
        let text = format!("argument {}", self.program.pats.len());
        let variable = self.variable(place, &text);
        let parameter = self.program.add(Pat { span: place, kind: PatKind::Var(variable) });
        let kind = ExprKind::Var { name: self.name(&text), entity: Entity::Unresolved };
        (parameter, self.program.add(Expr { span: Span::NONE, kind }))
    }

    /// From `in` on.
    pub(super) fn let_body(&mut self, start: Span, bindings: Bindings) -> Parse<ExprId> {
        self.expect(Keyword::In, "after the declarations of `let`")?;
        let body = self.expr()?;
        Ok(self.add(start, ExprKind::Let { bindings, body }))
    }

    fn conditional(&mut self, start: Span) -> Parse<ExprId> {
        self.bump();
        if self.is(Keyword::Bar) {
            return self.conditional_of_many(start);
        }
        let condition = self.expr()?;
        self.skip_item_before(Keyword::Then);
        self.expect(Keyword::Then, "after the condition of `if`")?;
        let then = self.expr()?;
        self.skip_item_before(Keyword::Else);
        self.expect(Keyword::Else, "after the first branch of `if`")?;
        let otherwise = self.expr()?;
        Ok(self.add(start, ExprKind::If { condition, then, otherwise }))
    }

    /// `if | q -> e | q -> e` (GHC's MultiWayIf): the guards of the only alternative of a `case`.
    fn conditional_of_many(&mut self, start: Span) -> Parse<ExprId> {
        let subject = self.program.add(Expr { span: start, kind: ExprKind::Tuple(Vec::new()) });
        let pattern = self.program.add(Pat { span: start, kind: PatKind::Wildcard });
        let alternatives = self.conditions()?;
        let span = start.to(self.last_span());
        let rhs = Rhs { span, alternatives, wheres: Bindings::default() };
        let alternatives = vec![Alternative { span, pattern, rhs }];
        Ok(self.add(start, ExprKind::Case { subject, alternatives }))
    }

    /// In a block, `then` and `else` may stand in the column of the items (Haskell's
    /// DoAndIfThenElse), or after a semicolon.
    fn skip_item_before(&mut self, keyword: Keyword) {
        let there = |token: &Token| *token == Token::Keyword(keyword);
        if *self.token() == Token::NewItem && there(self.raw(0)) {
            self.begun = Some(self.at);
        } else if self.is(Keyword::Semicolon) && there(self.raw(1)) {
            self.bump();
        }
    }

    fn alternative(&mut self) -> Parse<Alternative> {
        let start = self.span();
        let pattern = self.pattern()?;
        let rhs = self.rhs(Keyword::RightArrow)?;
        Ok(Alternative { span: start.to(self.last_span()), pattern, rhs })
    }

    fn statement(&mut self) -> Parse<Statement> {
        let start = self.span();
        let kind = if self.is(Keyword::Let) {
            self.bump();
            let bindings = self.bindings()?;
            if self.is(Keyword::In) {
                StatementKind::Action(self.let_body(start, bindings)?)
            } else {
                StatementKind::Let(bindings)
            }
        } else if self.is_generator() {
            let pattern = self.pattern()?;
            self.expect(Keyword::LeftArrow, "after the pattern")?;
            StatementKind::Bind { pattern, action: self.expr()? }
        } else {
            StatementKind::Action(self.expr()?)
        };
        Ok(Statement { span: start.to(self.last_span()), kind })
    }

    fn check_last_statement(&mut self, start: Span, statements: &[Statement]) -> Parse<()> {
        match statements.last() {
            Some(Statement { kind: StatementKind::Action(_), .. }) => Ok(()),
            Some(last) => self.fail_at(last.span, "the last line of `do` must be an expression"),
            None => self.fail_at(start, "`do` needs at least one line"),
        }
    }

    /// A function with its arguments.
    fn application(&mut self) -> Parse<ExprId> {
        let function = self.updated()?;
        let mut arguments = Vec::new();
        while self.starts_atom() {
            arguments.push(self.updated()?);
        }
        if arguments.is_empty() {
            return Ok(function);
        }
        let span = self.program[function].span;
        Ok(self.add(span, ExprKind::Apply { function, arguments }))
    }

    fn starts_atom(&self) -> bool {
        match self.token() {
            Token::Var(_)
            | Token::Con(_)
            | Token::Integer(_)
            | Token::Float(_)
            | Token::Char(_)
            | Token::String(_) => true,
            Token::Keyword(Keyword::Underscore) => self.spelling == Spelling::Curry,
            Token::Keyword(keyword) => matches!(keyword, Keyword::ParenOpen | Keyword::BracketOpen),
            _ => false,
        }
    }

    /// An atom, perhaps with `{ field = e }` after it, which binds more tightly than application.
    fn updated(&mut self) -> Parse<ExprId> {
        let mut expr = self.nested(Self::atom)?;
        while self.is(Keyword::BraceOpen) {
            let fields = self.field_values()?;
            let span = self.program[expr].span;
            let kind = match &self.program[expr].kind {
                ExprKind::Con(con) => ExprKind::Construct { con: *con, fields },
                _ if fields.is_empty() => return self.fail_at(span, "an update needs at least one field"),
                _ => ExprKind::Update { record: expr, fields },
            };
            expr = self.add(span, kind);
        }
        Ok(expr)
    }

    fn field_values(&mut self) -> Parse<Vec<FieldValue>> {
        let open = self.open_brace();
        let mut fields = Vec::new();
        while !self.is(Keyword::BraceClose) {
            let start = self.span();
            let field = self.field_name()?;
            let value = match self.program.text(field) != REST && self.eat(Keyword::Equals) {
                true => self.expr()?,
                false => self.add(start, ExprKind::Var { name: field, entity: Entity::Unresolved }),
            };
            fields.push(FieldValue { span: start.to(self.last_span()), field, value });
            if !self.eat(Keyword::Comma) {
                break;
            }
        }
        self.close_brace(open)?;
        Ok(fields)
    }

    /// `_` in an expression of Curry is a free variable that has no other place: `let x free in x`.
    fn anonymous(&mut self, place: Span) -> ExprId {
        self.bump();
        let text = format!("_{}", self.program.exprs.len());
        let variable = self.variable(place, &text);
        let free = Binding { span: place, kind: BindingKind::Free(vec![variable]) };
        let bindings = Bindings { all: vec![free], ..Bindings::default() };
        let kind = ExprKind::Var { name: self.name(&text), entity: Entity::Unresolved };
        let body = self.add(place, kind);
        self.add(place, ExprKind::Let { bindings, body })
    }

    fn atom(&mut self) -> Parse<ExprId> {
        let start = self.span();
        let kind = match self.token().clone() {
            Token::Var(text) => ExprKind::Var { name: self.name(&text), entity: Entity::Unresolved },
            Token::Con(text) => ExprKind::Con(ConRef { name: self.name(&text), span: start, con: None }),
            Token::Integer(value) => ExprKind::Literal(Literal::Integer(value)),
            Token::Float(value) => ExprKind::Literal(Literal::Float(value)),
            Token::Char(value) => ExprKind::Literal(Literal::Char(value)),
            Token::String(value) if self.overloaded => {
                let literal = self.add(start, ExprKind::Literal(Literal::String(value)));
                let name = self.name(FROM_STRING);
                let function = self.add(start, ExprKind::Var { name, entity: Entity::Unresolved });
                ExprKind::Apply { function, arguments: vec![literal] }
            }
            Token::String(value) => ExprKind::Literal(Literal::String(value)),
            Token::Keyword(Keyword::ParenOpen) => return self.parentheses(start),
            Token::Keyword(Keyword::BracketOpen) => return self.brackets(start),
            Token::Keyword(Keyword::Underscore) if self.spelling == Spelling::Curry => {
                return Ok(self.anonymous(start));
            }
            Token::Keyword(Keyword::Underscore) => {
                return self
                    .fail_at(start, "`_` stands for any value in a pattern; in an expression it has none");
            }
            _ => return Err(self.unexpected("an expression")),
        };
        self.bump();
        Ok(self.add(start, kind))
    }

    /// `()`, `(,)`, `(+)`, `(+ e)`, `(e +)`, `(e)`, `(e, e)`
    fn parentheses(&mut self, open: Span) -> Parse<ExprId> {
        self.bump();
        if self.eat(Keyword::ParenClose) {
            return Ok(self.add(open, ExprKind::Tuple(Vec::new())));
        }
        if self.is(Keyword::Comma) {
            let mut name = "(".to_owned();
            while self.eat(Keyword::Comma) {
                name.push(',');
            }
            if !self.is(Keyword::ParenClose) {
                let before = vec![None; name.len() - 1];
                return self.tuple_section(open, before);
            }
            name.push(')');
            self.expect_close(Keyword::ParenClose, open)?;
            let con = ConRef { name: self.name(&name), span: open.to(self.last_span()), con: None };
            return Ok(self.add(open, ExprKind::Con(con)));
        }
        if let Some(operator) = self.operator() {
            if *self.after_operator(&operator) == Token::Keyword(Keyword::ParenClose) {
                let expr = self.operator_expr(&operator);
                return self.close(open, expr);
            }
            if operator.text != "-" {
                let name = self.operator_expr(&operator);
                let operand = self.operators(0, None)?;
                self.check_section(&operator, operand, Associativity::Right)?;
                let section = self.add(open, ExprKind::RightSection { operator: name, operand });
                return self.close(open, section);
            }
        }
        let first = self.expr()?;
        if let Some(operator) = self.operator() {
            self.check_section(&operator, first, Associativity::Left)?;
            let name = self.operator_expr(&operator);
            let section = self.add(open, ExprKind::LeftSection { operand: first, operator: name });
            return self.close(open, section);
        }
        let mut items = vec![first];
        while self.eat(Keyword::Comma) {
            if self.is(Keyword::Comma) || self.is(Keyword::ParenClose) {
                return self.tuple_section(open, items.into_iter().map(Some).collect());
            }
            items.push(self.expr()?);
        }
        if items.len() == 1 {
            return self.close(open, first);
        }
        let tuple = self.add(open, ExprKind::Tuple(items));
        self.close(open, tuple)
    }

    /// `(x,)`, `(,x,)` (GHC's TupleSections), after a comma: what has been read, without what is
    /// left out. A function of what is.
    fn tuple_section(&mut self, open: Span, mut items: Vec<Option<ExprId>>) -> Parse<ExprId> {
        loop {
            let is_left_out = self.is(Keyword::Comma) || self.is(Keyword::ParenClose);
            items.push(if is_left_out { None } else { Some(self.expr()?) });
            if !self.eat(Keyword::Comma) {
                break;
            }
        }
        let mut patterns = Vec::new();
        let mut parts = Vec::new();
        for item in items {
            parts.push(item.unwrap_or_else(|| {
                let (parameter, part) = self.unwritten(open);
                patterns.push(parameter);
                part
            }));
        }
        let body = self.add(open, ExprKind::Tuple(parts));
        let section = self.add(open, ExprKind::Lambda { patterns, body });
        self.close(open, section)
    }

    fn close(&mut self, open: Span, expr: ExprId) -> Parse<ExprId> {
        let end = self.expect_close(Keyword::ParenClose, open)?;
        self.program[expr].span = open.to(end);
        Ok(expr)
    }

    /// `[]`, `[e, e]`, `[e ..]`, `[e, e .. e]`, `[e | q, q]`; in TOY also `[e, e | rest]`
    fn brackets(&mut self, open: Span) -> Parse<ExprId> {
        self.bump();
        let mut items = Vec::new();
        if !self.is(Keyword::BracketClose) {
            items.push(self.expr()?);
            while self.eat(Keyword::Comma) {
                items.push(self.expr()?);
            }
        }
        let kind = match (self.token(), &items[..]) {
            (Token::Keyword(Keyword::DotDot), &[from]) => self.range(from, None)?,
            (Token::Keyword(Keyword::DotDot), &[from, then]) => self.range(from, Some(then))?,
            (Token::Keyword(Keyword::Bar), [_, ..]) if self.spelling == Spelling::Toy => {
                self.bump();
                let rest = self.expr()?;
                let end = self.expect_close(Keyword::BracketClose, open)?;
                let list = self.cons_chain(items, rest);
                self.program[list].span = open.to(end);
                return Ok(list);
            }
            (Token::Keyword(Keyword::Bar), &[body]) => {
                self.bump();
                let qualifiers = self.comprehension_qualifiers()?;
                if self.is(Keyword::Bar) {
                    return self.fail_at(self.span(), "not supported: parallel comprehensions");
                }
                ExprKind::Comprehension { body, qualifiers }
            }
            _ => ExprKind::List(items),
        };
        self.expect_close(Keyword::BracketClose, open)?;
        Ok(self.add(open, kind))
    }

    fn range(&mut self, from: ExprId, then: Option<ExprId>) -> Parse<ExprKind> {
        self.bump();
        let to = if self.is(Keyword::BracketClose) { None } else { Some(self.expr()?) };
        Ok(ExprKind::Range { from, then, to })
    }

    fn cons_chain(&mut self, items: Vec<ExprId>, rest: ExprId) -> ExprId {
        let name = self.name(":");
        items.into_iter().rev().fold(rest, |right, left| {
            let span = self.program[left].span;
            let operator =
                self.program.add(Expr { span, kind: ExprKind::Con(ConRef { name, span, con: None }) });
            self.add(span, ExprKind::Operator { operator, left, right })
        })
    }
}
